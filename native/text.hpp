// Reading: lines out of bytes, strictly checked UTF-8, into a pool of unique sentences.
//
// A line ends at '\n' only. One trailing '\r' is stripped and counted. Nothing else is changed: NUL, TAB, U+2028,
// U+0085 are text. Invalid UTF-8 stops the reading with its line and byte; nothing is ever repaired.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "strings.hpp"
#include "word_table.hpp"

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

// Where the n-th line from `start` ends (one past its '\n') and how many whole lines were found before the end.
inline std::pair<std::size_t, std::size_t> find_lines(std::string_view data, std::size_t start, std::size_t lines) {
    std::size_t at = start, found = 0;
    while (found < lines) {
        const void* newline = at < data.size() ? std::memchr(data.data() + at, '\n', data.size() - at) : nullptr;
        if (newline == nullptr) break;
        at = static_cast<std::size_t>(static_cast<const char*>(newline) - data.data()) + 1;
        ++found;
    }
    return {at, found};
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
    std::int32_t add(std::string_view sentence) { return sentences_.intern(sentence); }

    // Adds `lines` lines of `data`; ids[k] is the sentence id of line k. A final line needs no '\n'.
    LineReport add_lines(std::string_view data, std::span<std::int32_t> ids) {
        LineReport report;
        sentences_.reserve(ids.size(), data.size());
        const bool valid = first_invalid_utf8(data) < 0;  // one pass over the block; lines only looked at if it fails
        std::size_t at = 0;
        for (std::size_t line = 0; line < ids.size(); ++line) {
            const std::size_t end = find_line_end(data, at);
            std::string_view text = data.substr(at, end - at);
            at = end + 1;
            if (!text.empty() && text.back() == '\r') {
                text.remove_suffix(1);
                if (report.carriage_returns++ == 0) report.first_carriage_return = static_cast<std::int64_t>(line);
            }
            if (!valid) {
                const std::int64_t byte = first_invalid_utf8(text);
                if (byte >= 0) {
                    report.invalid_line = static_cast<std::int64_t>(line);
                    report.invalid_byte = byte;
                    return report;
                }
            }
            ids[line] = add(text);
        }
        return report;
    }

    std::size_t size() const { return sentences_.size(); }
    std::string_view operator[](std::size_t id) const { return sentences_[id]; }
    const StringTable& sentences() const { return sentences_; }

  private:
    static std::size_t find_line_end(std::string_view data, std::size_t at) {
        if (at >= data.size()) return data.size();
        const void* newline = std::memchr(data.data() + at, '\n', data.size() - at);
        return newline == nullptr ? data.size()
                                  : static_cast<std::size_t>(static_cast<const char*>(newline) - data.data());
    }

    StringTable sentences_;
};

// A pool seen through a tokenizer: sentence i is a run of word ids; the vocabulary knows what they spell.
struct TokenView {
    Buffer<std::int32_t> values;
    Buffer<std::int64_t> offsets{0};
    WordTable vocabulary;

    void add(std::string_view token) { vocabulary.add(token, token.data() + token.size(), values); }
    [[gnu::always_inline]] void add(std::string_view token, const char* readable) { vocabulary.add(token, readable, values); }
    void end_sentence() {
        vocabulary.flush(values);
        offsets.push_back(static_cast<std::int64_t>(values.size()));
    }
};

// `tokenize(sentence, emit)` calls emit(token) for each token in order. `room` is where most tokens of the sentence lie,
// so that interning may read on behind them: the pool's text unless `tokenize` says otherwise.
template <class Tokenize>
TokenView view_tokens(const Pool& pool, std::string_view& room, Tokenize&& tokenize) {
    TokenView view;
    view.offsets.reserve(pool.size() + 1);
    // A word takes about five bytes, and about every sixth is new in a chunk of a few thousand sentences.
    const std::string_view text{pool.sentences().bytes().data(), pool.sentences().bytes().size()};
    const std::size_t words = text.size() / 5;
    view.values.reserve(words);
    view.vocabulary.reserve(words / 6);
    for (std::size_t i = 0; i < pool.size(); ++i) {
        room = text;
        tokenize(pool[i], [&](std::string_view token) {
            const auto from = reinterpret_cast<std::uintptr_t>(token.data()) - reinterpret_cast<std::uintptr_t>(room.data());
            view.add(token, from < room.size() ? room.data() + room.size() : token.data() + token.size());
        });
        view.end_sentence();
    }
    return view;
}

}  // namespace tertium
