// The mteval-v13a rules as sacreBLEU 2.6 applies them: tokenizer `13a`, and `zh`, which first sets Chinese characters
// apart.
//
// sacreBLEU runs four regular expressions over the sentence one after the other:
//   1. spaces around every ASCII character of {-~ [-` space-& (-+ :-@ /
//   2. ([^0-9])([.,]) -> "\1 \2 "    3. ([.,])([^0-9]) -> " \1 \2"    4. ([0-9])(-) -> "\1 \2 "
// Their effect can be read off the sentence in one pass. Rules 1 and 4 look at one place only. Rules 2 and 3 matter
// inside a run of points and commas: rule 2 consumes the run in pairs, beginning with the character before the run
// unless that is a digit, and every character it consumes ends up between spaces, either by rule 2 or, where it was left
// touching its neighbour, by rule 3. Only a last character that remains without a partner may stay joined, namely to a
// digit on its right, and, if the run is that one character, to a digit on its left.
// `13a` pads the sentence with spaces, `zh` does not, so at the ends of the sentence a `zh` run behaves as if it touched
// a digit: no rule matches there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "text/byte_scan.hpp"
#include "text/unicode.hpp"

namespace tertium::western {

enum Class : std::uint8_t { ORDINARY, SPACE, SPLIT, POINT, DASH, LEAD };

constexpr ByteClasses classes_of(bool chinese) {
    ByteClasses classes{};
    for (std::size_t c = 0; c < 256; ++c) {
        const auto within = [c](char first, char last) {
            return c >= static_cast<std::size_t>(first) && c <= static_cast<std::size_t>(last);
        };
        if (c == ' ' || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F)) classes[c] = SPACE;
        else if (within('{', '~') || within('[', '`') || within('!', '&') || within('(', '+') || within(':', '@') ||
                 c == '/')
            classes[c] = SPLIT;
        else if (c == '.' || c == ',') classes[c] = POINT;
        else if (c == '-') classes[c] = DASH;
        // Bytes that may begin white space; for zh also a Chinese character, all of which take three bytes.
        else if (c == 0xC2 || (c >= 0xE1 && c <= 0xE3) || (chinese && c >= 0xE2 && c <= 0xEF)) classes[c] = LEAD;
    }
    return classes;
}

// All bytes with a class, and the few others that the comparisons take in (an apostrophe, control characters).
template <bool Chinese>
struct Marks {
    static constexpr bool at(std::uint8_t c) {
        const bool letter = byte_within(static_cast<std::uint8_t>(c | 0x20), 'a', 'z') | byte_within(c, '0', '9');
        return ((c < 0x80) & !letter) | may_begin_wide_space(c) | (Chinese & byte_within(c, 0xE2, 0xEF));
    }
};

template <bool Chinese>
constexpr bool marks_cover_classes() {
    constexpr ByteClasses classes = classes_of(Chinese);
    for (std::size_t c = 0; c < 256; ++c)
        if (classes[c] != ORDINARY && !Marks<Chinese>::at(static_cast<std::uint8_t>(c))) return false;
    return true;
}
static_assert(marks_cover_classes<false>() && marks_cover_classes<true>());

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

// sacreBLEU's list of Chinese ranges, merged. It means to include two astral blocks but writes them with four-digit
// escapes ('\u20000' is U+2000 and a zero), which under Python's string order makes U+2001..2A6D and U+2F81..2FA1
// Chinese and leaves the astral ideographs out; equal scores require the same.
inline bool is_chinese(char32_t c) {
    struct Range {
        char32_t first, last;
    };
    constexpr Range rare[] = {{0x2001, 0x2A6D}, {0x2E80, 0x2FDF}, {0x2FF0, 0x303F}, {0x3100, 0x312F},
                              {0x31A0, 0x31EF}, {0x3200, 0x4DB5}, {0xF900, 0xFA2D}, {0xFA30, 0xFA6A},
                              {0xFA70, 0xFAD9}, {0xFE10, 0xFE1F}, {0xFE30, 0xFE4F}, {0xFF00, 0xFFEF}};
    if (c >= 0x4E00 && c <= 0x9FBB) return true;
    for (const Range& range : rare)
        if (c >= range.first && c <= range.last) return true;
    return false;
}

template <bool Chinese, class Emit>
void split(std::string_view text, Emit&& emit) {
    static constexpr ByteClasses classes = classes_of(Chinese);
    constexpr bool padded = !Chinese;
    const std::size_t size = text.size();
    std::size_t start = 0;  // of the token being read
    const auto end_token = [&](std::size_t at) {
        if (at > start) emit(unicode::slice(text, start, at));
    };
    Events<Marks<Chinese>> events(text);
    for (std::size_t at = events.next(); at < size; at = events.next()) {
        switch (classes[unicode::byte(text, at)]) {
            case SPACE:
                end_token(at);
                start = at + 1;
                break;
            case SPLIT:
                end_token(at);
                emit(unicode::slice(text, at, at + 1));
                start = at + 1;
                break;
            case DASH:
                if (at == 0 || !is_digit(text[at - 1])) break;
                end_token(at);
                emit(unicode::slice(text, at, at + 1));
                start = at + 1;
                break;
            case POINT: {
                std::size_t end = at + 1;
                while (end < size && classes[unicode::byte(text, end)] == POINT) ++end;
                const bool joins_left = at == 0 ? !padded : is_digit(text[at - 1]);
                const bool joins_right = end == size ? !padded : is_digit(text[end]);
                const bool odd = ((end - at) & 1) == (joins_left ? 1u : 0u);
                const bool last_joins = odd && joins_right;
                if (!(last_joins && end - at == 1)) {
                    end_token(at);
                    start = last_joins ? end - 1 : end;
                    for (std::size_t i = at; i < start; ++i) emit(unicode::slice(text, i, i + 1));
                }
                if (end - at > 1) events.skip_to(end);
                break;
            }
            case ORDINARY: break;
            default: {
                const char32_t code = unicode::decode(text, at);
                const std::size_t wide = unicode::width(unicode::byte(text, at));
                if (unicode::is_space(code)) {
                    end_token(at);
                    start = at + wide;
                } else if (Chinese && is_chinese(code)) {
                    end_token(at);
                    emit(unicode::slice(text, at, at + wide));
                    start = at + wide;
                }
            }
        }
    }
    end_token(size);
}

// Rewrites `text` with every `from` replaced by `to`, left to right without looking at what it wrote; alternates
// between two buffers so that a chain of replacements reads one and writes the other.
class Rewriter {
  public:
    Rewriter(std::string_view text, std::string& first, std::string& second)
        : text_(text), write_(&first), other_(&second) {}

    std::string_view text() const { return text_; }

    void replace(std::string_view from, std::string_view to) {
        std::size_t found = text_.find(from);
        if (found == std::string_view::npos) return;
        write_->clear();
        std::size_t done = 0;
        for (; found != std::string_view::npos; found = text_.find(from, done)) {
            write_->append(text_, done, found - done).append(to);
            done = found + from.size();
        }
        write_->append(text_, done);
        text_ = *write_;
        std::swap(write_, other_);
    }

  private:
    std::string_view text_;
    std::string* write_;
    std::string* other_;
};

inline bool has(std::string_view text, char c) {
    return !text.empty() && std::memchr(text.data(), c, text.size()) != nullptr;
}

// mteval's language-independent part. Its "newline becomes a space" needs no work: every rule treats them alike.
inline std::string_view unescape(std::string_view text, std::string& first, std::string& second) {
    Rewriter rewriter(text, first, second);
    if (has(text, '<')) rewriter.replace("<skipped>", "");
    if (has(text, '\n')) rewriter.replace("-\n", "");
    if (has(text, '&')) {
        rewriter.replace("&quot;", "\"");
        rewriter.replace("&amp;", "&");
        rewriter.replace("&lt;", "<");
        rewriter.replace("&gt;", ">");
    }
    return rewriter.text();
}

}  // namespace tertium::western
