// Sentences as characters (Unicode code points), and as the words that chrF++ counts.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "lower.hpp"
#include "text.hpp"
#include "tokenize.hpp"

namespace tertium {

// Dense ids of code points. ASCII keeps its codes; others follow in the order first seen. Ids live in pages of 256
// code points made on demand, so that a chunk pays only for the scripts it holds.
class Alphabet {
  public:
    static constexpr std::int32_t kAscii = 0x80;

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
    std::int32_t size_ = kAscii;
};

// Every sentence of a pool as a run of character ids.
struct CharacterView {
    std::vector<std::int32_t> values;
    std::vector<std::int64_t> offsets{0};
};

// `spaces` keeps white space; otherwise it is left out, as Python's "".join(text.split()) does. `prepare(i, sentence)`
// gives the text to read for sentence i; it must be well-formed UTF-8, as all of the pool is.
template <class Prepare>
CharacterView view_characters(const Pool& pool, bool spaces, Prepare&& prepare) {
    std::array<std::uint8_t, 0x80> kept;
    for (std::size_t c = 0; c < kept.size(); ++c) {
        const char text = static_cast<char>(c);
        kept[c] = spaces || space_at({&text, 1}, 0) == 0;
    }
    Alphabet alphabet;
    CharacterView view;
    view.values.resize(pool.sentences().bytes().size() + 8);
    view.offsets.reserve(pool.size() + 1);
    std::size_t used = 0;
    for (std::size_t s = 0; s < pool.size(); ++s) {
        const std::string_view text = prepare(s, pool[s]);
        // A character takes at least a byte, and one more may be written before it is known not to be kept.
        if (view.values.size() < used + text.size() + 1)
            view.values.resize(std::max(used + text.size() + 1, 2 * view.values.size()));
        std::int32_t* out = view.values.data() + used;
        for (std::size_t i = 0; i < text.size();) {
            std::uint64_t eight;
            if (i + 8 <= text.size() && (std::memcpy(&eight, text.data() + i, 8), eight & 0x8080808080808080ull) == 0) {
                // Written always, kept by moving on: where the spaces are is not predictable.
                for (std::size_t k = 0; k < 8; ++k) {
                    const auto c = static_cast<unsigned char>(text[i + k]);
                    *out = c;
                    out += kept[c];
                }
                i += 8;
                continue;
            }
            const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[i + k]); };
            const unsigned char lead = byte(0);
            if (lead < 0x80) {
                *out = lead;
                out += kept[lead];
                ++i;
                continue;
            }
            const std::size_t space = spaces ? 0 : space_at(text, i);
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
            *out++ = alphabet.id(point);
        }
        used = static_cast<std::size_t>(out - view.values.data());
        view.offsets.push_back(static_cast<std::int64_t>(used));
    }
    view.values.resize(used);
    return view;
}

// The words of chrF++ (Popović 2017, as her chrF++.py and sacreBLEU split them): a word of at least two characters
// gives up one ASCII punctuation mark, its last character if that is one, else its first.
template <class Emit>
void split_chrf_words(std::string_view sentence, Emit&& emit) {
    const auto is_mark = [](char c) {
        return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
    };
    split_whitespace(sentence, [&](std::string_view word) {
        // An ASCII byte is never part of a longer character, so bytes can be looked at; and a word that is one byte
        // or one longer character has no mark to give up (a longer character is no mark itself).
        if (word.size() > 1 && is_mark(word.back())) {
            emit(word.substr(0, word.size() - 1));
            emit(word.substr(word.size() - 1));
        } else if (word.size() > 1 && is_mark(word.front())) {
            emit(word.substr(0, 1));
            emit(word.substr(1));
        } else {
            emit(word);
        }
    });
}

}  // namespace tertium
