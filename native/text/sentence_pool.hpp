// Reading: lines out of bytes, strictly checked UTF-8, into a pool of unique sentences.
//
// A line ends at '\n' only. One trailing '\r' is stripped and counted. Nothing else is changed: NUL, TAB, U+2028,
// U+0085 are text. Invalid UTF-8 stops the reading with its line and byte; nothing is ever repaired.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "base/recycled_memory.hpp"
#include "base/string_key.hpp"
#include "base/word_table.hpp"

namespace tertium {

// Offset of the first byte that is not well-formed UTF-8 (overlong forms, surrogates and values above U+10FFFF are
// not), or -1.
inline std::int64_t first_invalid_utf8(std::string_view text) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
    const std::size_t size = text.size();
    std::size_t i = 0;
    while (i < size) {
        while (i + 8 <= size) {
            std::uint64_t word;
            std::memcpy(&word, bytes + i, 8);
            if (word & 0x8080808080808080ull) break;
            i += 8;
        }
        if (i >= size) break;
        const unsigned char lead = bytes[i];
        if (lead < 0x80) {
            ++i;
            continue;
        }
        std::size_t more;
        unsigned char low = 0x80, high = 0xbf;  // bounds of the second byte
        if (lead >= 0xc2 && lead <= 0xdf) {
            more = 1;
        } else if ((lead & 0xf0) == 0xe0) {
            more = 2;
            if (lead == 0xe0) low = 0xa0;
            if (lead == 0xed) high = 0x9f;
        } else if (lead >= 0xf0 && lead <= 0xf4) {
            more = 3;
            if (lead == 0xf0) low = 0x90;
            if (lead == 0xf4) high = 0x8f;
        } else {
            return static_cast<std::int64_t>(i);
        }
        if (i + more >= size || bytes[i + 1] < low || bytes[i + 1] > high) return static_cast<std::int64_t>(i);
        for (std::size_t k = 2; k <= more; ++k)
            if ((bytes[i + k] & 0xc0) != 0x80) return static_cast<std::int64_t>(i);
        i += more + 1;
    }
    return -1;
}

// How many whole lines there are from `start` on, at most `lines`; if so many, also where the last one ends (one past its
// '\n').
inline std::pair<std::size_t, std::size_t> find_lines(std::string_view data, std::size_t start, std::size_t lines) {
    std::size_t at = start, found = 0;
    // Blocks are counted as long as they cannot hold the last line's end: a line takes a byte at least.
    constexpr std::size_t block = 240;
    while (lines - found > block && data.size() - at > block) {
        std::uint8_t ends = 0;  // at most 240
        for (std::size_t i = 0; i < block; ++i) ends = static_cast<std::uint8_t>(ends + (data[at + i] == '\n'));
        found += ends;
        at += block;
    }
    std::size_t last = at;
    while (found < lines) {
        const void* newline = at < data.size() ? std::memchr(data.data() + at, '\n', data.size() - at) : nullptr;
        if (newline == nullptr) break;
        last = at = static_cast<std::size_t>(static_cast<const char*>(newline) - data.data()) + 1;
        ++found;
    }
    return {last, found};
}

struct LineReport {
    std::int64_t carriage_returns = 0;
    std::int64_t first_carriage_return = -1;  // line index inside the block
    std::int64_t invalid_line = -1;
    std::int64_t invalid_byte = -1;  // offset inside that line
};

// Sentences of one chunk, each distinct text once. Ids index them in the order first seen.
class Pool {
  public:
    Pool() : slots_(64) {}

    std::int32_t add(std::string_view sentence) {
        reserve(1, sentence.size());
        const std::size_t begin = text_.size();
        text_.insert(text_.end(), sentence.begin(), sentence.end());
        const std::int32_t id = intern(begin, sentence.size());
        if (places_[static_cast<std::size_t>(id)].begin != begin) text_.resize(begin);  // known already
        return id;
    }

    // Adds texts of `bytes` bytes altogether that were checked already; ids[k] is the sentence id of text k.
    void add_all(std::span<const std::string_view> texts, std::size_t bytes, std::span<std::int32_t> ids) {
        reserve(texts.size(), bytes);
        for (std::size_t k = 0; k < texts.size(); ++k) ids[k] = add(texts[k]);
    }

    // Adds `lines` lines of `data`; ids[k] is the sentence id of line k. A final line needs no '\n'.
    LineReport add_lines(std::string_view data, std::span<std::int32_t> ids) {
        LineReport report;
        // At least one more text of about the same size follows: references come after hypotheses.
        const std::size_t texts = size() == 0 && data.size() < SpareBlocks::kLargest ? 2 : 1;
        reserve(texts * ids.size(), texts * data.size());
        const bool valid = first_invalid_utf8(data) < 0;  // one pass over the block; lines only looked at if it fails
        std::size_t at = text_.size();
        text_.insert(text_.end(), data.begin(), data.end());  // once for all; a repeated line leaves its bytes unused
        for (std::size_t line = 0; line < ids.size(); ++line) {
            if (at > text_.size()) throw std::invalid_argument("more lines said than there are");
            const std::size_t end = find_line_end({text_.data(), text_.size()}, at);
            std::size_t size = end - at;
            if (size > 0 && text_[end - 1] == '\r') {
                --size;
                if (report.carriage_returns++ == 0) report.first_carriage_return = static_cast<std::int64_t>(line);
            }
            if (!valid) {
                const std::int64_t byte = first_invalid_utf8({text_.data() + at, size});
                if (byte >= 0) {
                    report.invalid_line = static_cast<std::int64_t>(line);
                    report.invalid_byte = byte;
                    return report;
                }
            }
            ids[line] = intern(at, size);
            if (end < text_.size()) text_[end] = ' ';  // so that sweeps over all of the text meet nothing but sentences
            at = end + 1;
        }
        return report;
    }

    std::size_t size() const { return places_.size(); }
    std::string_view operator[](std::size_t id) const { return {text_.data() + places_[id].begin, places_[id].size}; }

    // The memory all sentences lie in.
    std::string_view text() const { return {text_.data(), text_.size()}; }

  private:
    struct Slot {
        std::uint32_t tag = 0;
        std::int32_t id = -1;
    };
    struct Place {
        std::size_t begin, size;
    };

    static std::size_t find_line_end(std::string_view data, std::size_t at) {
        if (at >= data.size()) return data.size();
        const void* newline = std::memchr(data.data() + at, '\n', data.size() - at);
        return newline == nullptr ? data.size()
                                  : static_cast<std::size_t>(static_cast<const char*>(newline) - data.data());
    }

    static std::uint64_t hash_of(std::string_view sentence) { return hash_bytes(sentence.data(), sentence.size()); }
    static std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }

    // Room for that many more sentences, at most two thirds of the slots being taken, and for their bytes.
    void reserve(std::size_t sentences, std::size_t bytes) {
        std::size_t slots = slots_.size();
        while (3 * (size() + sentences) > 2 * slots) slots *= 2;
        if (slots > slots_.size()) {
            slots_.assign(slots, Slot{});
            for (std::size_t id = 0; id < size(); ++id) {
                const std::uint64_t hash = hash_of((*this)[id]);
                std::size_t at = hash & (slots - 1);
                while (slots_[at].id >= 0) at = (at + 1) & (slots - 1);
                slots_[at] = {tag_of(hash), static_cast<std::int32_t>(id)};
            }
        }
        const auto grown = [](std::size_t has, std::size_t needs) {
            return needs > has ? std::max(needs, 2 * has) : has;
        };
        places_.reserve(grown(places_.capacity(), size() + sentences));
        text_.reserve(grown(text_.capacity(), text_.size() + bytes));
    }

    // The id of the sentence that was written at `begin`, or of the same one before it.
    std::int32_t intern(std::size_t begin, std::size_t size) {
        const std::string_view sentence{text_.data() + begin, size};
        const std::uint64_t hash = hash_of(sentence);
        std::size_t at = hash & (slots_.size() - 1);
        for (; slots_[at].id >= 0; at = (at + 1) & (slots_.size() - 1))
            if (slots_[at].tag == tag_of(hash) && (*this)[static_cast<std::size_t>(slots_[at].id)] == sentence)
                return slots_[at].id;
        if (places_.size() >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
            throw std::length_error("more than 2^31 distinct sentences in one chunk");
        slots_[at] = {tag_of(hash), static_cast<std::int32_t>(places_.size())};
        places_.push_back({begin, size});
        return slots_[at].id;
    }

    Buffer<Slot> slots_;  // power of two
    Buffer<Place> places_;
    Buffer<char> text_;
};

// A pool seen through a tokenizer: sentence i is a run of word ids; the vocabulary knows what they spell.
struct TokenView {
    RawBuffer<std::int32_t> values;
    Buffer<std::int64_t> offsets{0};
    WordTable vocabulary;

    void add(std::string_view token) { vocabulary.add(token, token.data() + token.size(), values); }
    [[gnu::always_inline]] void add(std::string_view token, const char* readable) {
        vocabulary.add(token, readable, values);
    }
    void end_sentence() { offsets.push_back(static_cast<std::int64_t>(values.size() + vocabulary.pending())); }
    // After the last word: until then `values` may lack some, which are looked up together.
    void finish() { vocabulary.flush(values); }
};

// `tokenize(sentence, emit)` calls emit(token) for each token in order. `room` is where most tokens of the sentence lie,
// so that interning may read on behind them: the pool's text unless `tokenize` says otherwise.
template <class Tokenize>
TokenView view_tokens(const Pool& pool, std::string_view& room, Tokenize&& tokenize) {
    TokenView view;
    view.offsets.reserve(pool.size() + 1);
    // A word takes about five bytes, and about every sixth is new in a chunk of a few thousand sentences.
    const std::string_view text = pool.text();
    const std::size_t words = text.size() / 5;
    view.values.reserve(words);
    view.vocabulary.reserve(words / 6);
    for (std::size_t i = 0; i < pool.size(); ++i) {
        room = text;
        tokenize(pool[i], [&](std::string_view token) {
            const auto from =
                reinterpret_cast<std::uintptr_t>(token.data()) - reinterpret_cast<std::uintptr_t>(room.data());
            view.add(token, from < room.size() ? room.data() + room.size() : token.data() + token.size());
        });
        view.end_sentence();
    }
    view.finish();
    return view;
}

}  // namespace tertium
