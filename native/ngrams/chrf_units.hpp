// Sentences as the units that chrF counts: characters (Unicode code points), and the words of chrF++.
//
// A reader turns texts into ids, one segment at a time: the references first, then all hypotheses. Ids are equal where
// the units are, at least inside a segment, and lie below size().
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "base/sentences.hpp"
#include "ngrams/segment_words.hpp"
#include "tokenize/tokenizers.hpp"

namespace tertium {

// Dense ids of code points. ASCII keeps its codes; others follow in the order first seen. Ids live in pages of 256
// code points made on demand, so that a chunk pays only for the scripts it holds.
class Alphabet {
  public:
    std::int32_t id(std::uint32_t point) {
        if (point < 0x80) return static_cast<std::int32_t>(point);
        std::uint32_t& page = page_of_[point >> 8];
        if (page == 0) {
            page = static_cast<std::uint32_t>(ids_.size() >> 8);
            ids_.resize(ids_.size() + 256, 0);
        }
        std::int32_t& id = ids_[(page << 8) + (point & 0xff)];
        if (id == 0) id = size_++;
        return id;
    }

    std::size_t size() const { return static_cast<std::size_t>(size_); }

  private:
    std::array<std::uint32_t, 0x1100> page_of_{};  // 0: no page yet
    std::vector<std::int32_t> ids_ = std::vector<std::int32_t>(256, 0);
    std::int32_t size_ = 0x80;
};

class CharacterReader {
  public:
    // `spaces` keeps white space; otherwise it is left out, as Python's "".join(text.split()) does.
    explicit CharacterReader(bool spaces) : spaces_(spaces) {
        for (std::size_t c = 0; c < kept_.size(); ++c) {
            const char text = static_cast<char>(c);
            kept_[c] = spaces || space_at({&text, 1}, 0) == 0;
        }
    }

    std::size_t size() const { return alphabet_.size(); }
    void begin_segment() {}
    void read_reference(std::string_view text, std::vector<Word>& ids) { read(text, ids); }
    void read_hypothesis(std::string_view text, std::vector<Word>& ids) { read(text, ids); }

  private:
    // Appends the ids of a text of well-formed UTF-8.
    void read(std::string_view text, std::vector<Word>& ids) {
        const std::size_t used = ids.size();
        // A character takes at least a byte, and one more may be written before it is known not to be kept.
        ids.resize(used + text.size() + 1);
        Word* out = ids.data() + used;
        for (std::size_t i = 0; i < text.size();) {
            std::uint64_t eight;
            if (i + 8 <= text.size() && (std::memcpy(&eight, text.data() + i, 8), eight & 0x8080808080808080ull) == 0) {
                // Written always, kept by moving on: where the spaces are is not predictable.
                for (std::size_t k = 0; k < 8; ++k) out = put_ascii(static_cast<unsigned char>(text[i + k]), out);
                i += 8;
                continue;
            }
            const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[i + k]); };
            const unsigned char lead = byte(0);
            if (lead < 0x80) {
                out = put_ascii(lead, out);
                ++i;
                continue;
            }
            const std::size_t space = spaces_ ? 0 : space_at(text, i);
            if (space > 0) {
                i += space;
                continue;
            }
            std::uint32_t point;
            if (lead < 0xe0) {
                point = (lead & 0x1fu) << 6 | (byte(1) & 0x3fu);
                i += 2;
            } else if (lead < 0xf0) {
                point = (lead & 0x0fu) << 12 | (byte(1) & 0x3fu) << 6 | (byte(2) & 0x3fu);
                i += 3;
            } else {
                point = (lead & 0x07u) << 18 | (byte(1) & 0x3fu) << 12 | (byte(2) & 0x3fu) << 6 | (byte(3) & 0x3fu);
                i += 4;
            }
            *out++ = alphabet_.id(point);
        }
        ids.resize(static_cast<std::size_t>(out - ids.data()));
    }

    Word* put_ascii(unsigned char c, Word* out) const {
        *out = c;
        return out + kept_[c];
    }

    bool spaces_;
    std::array<std::uint8_t, 0x80> kept_;
    Alphabet alphabet_;
};

// The words of chrF++ (Popović 2017, as her chrF++.py and sacreBLEU split them): a word of at least two characters
// gives up one ASCII punctuation mark, its last character if that is one, else its first.
class ChrfWords {
  public:
    // Valid until the next call, as long as the sentence is.
    std::span<const std::string_view> split(std::string_view sentence) {
        if (words_.size() < sentence.size() + 2) words_.resize(2 * sentence.size() + 2);
        std::string_view* out = words_.data();
        split_whitespace(sentence, [&](std::string_view word) {
            // An ASCII byte is never part of a longer character, so bytes can be looked at; and a word that is one
            // byte or one longer character has no mark to give up (a longer character is no mark itself).
            const std::size_t longer = word.size() > 1;
            const std::size_t last = longer & is_mark(word.back()), first = longer & is_mark(word.front()) & ~last;
            // Two pieces are written always, and the second kept by moving on: marks are not predictable.
            const std::size_t cut = first | ((word.size() - last) & (first - 1));
            out[0] = std::string_view(word.data(), cut);
            out[1] = std::string_view(word.data() + cut, word.size() - cut);
            out += 1 + (first | last);
        });
        return {words_.data(), static_cast<std::size_t>(out - words_.data())};
    }

  private:
    static std::size_t is_mark(char c) {
        static constexpr std::array<std::uint8_t, 256> marks = [] {
            std::array<std::uint8_t, 256> made{};
            for (const char mark : std::string_view("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"))
                made[static_cast<unsigned char>(mark)] = 1;
            return made;
        }();
        return marks[static_cast<unsigned char>(c)];
    }

    std::vector<std::string_view> words_;
};

// Knows the words of one segment's references only: a hypothesis word that is not among them cannot match, whatever it
// is, and all of those are one id.
class ChrfWordReader {
  public:
    std::size_t size() const { return known_.size() + 1; }
    void begin_segment() { known_.begin_segment(); }
    void read_reference(std::string_view text, std::vector<Word>& ids) {
        for (const std::string_view word : words_.split(padded(text))) ids.push_back(known_.intern(word));
    }
    void read_hypothesis(std::string_view text, std::vector<Word>& ids) {
        const auto words = words_.split(padded(text));
        const std::size_t used = ids.size();
        ids.resize(used + words.size());
        for (std::size_t k = 0; k < words.size(); ++k) ids[used + k] = known_.find(words[k]);
    }

  private:
    std::string_view padded(std::string_view text) {
        if (buffer_.size() < text.size() + SegmentWords::kSlack) buffer_.resize(2 * text.size() + SegmentWords::kSlack);
        std::copy(text.begin(), text.end(), buffer_.begin());
        return {buffer_.data(), text.size()};
    }

    ChrfWords words_;
    SegmentWords known_;
    std::vector<char> buffer_;
};

}  // namespace tertium
