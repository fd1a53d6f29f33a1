// Tokenizers that need character properties: `intl` (mteval-v14 as sacreBLEU 2.6 has it) and `words`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "text/byte_scan.hpp"
#include "text/unicode.hpp"

namespace tertium::international {

enum Class : std::uint8_t { ORDINARY, SPACE, SPLIT, POINT, LEAD };

constexpr ByteClasses classes_of() {
    ByteClasses classes{};
    for (std::size_t c = 0; c < 256; ++c) {
        if (c >= 0xC2) {
            classes[c] = LEAD;
        } else if (c < 0x80) {
            const std::uint16_t found = unicode::records[unicode::record_of[(unicode::block_of[0] << 7) + c]].flags;
            if (found & unicode::SPACE) classes[c] = SPACE;
            else if (found & unicode::SYMBOL) classes[c] = SPLIT;
            else if (found & unicode::PUNCTUATION) classes[c] = POINT;
        }
    }
    return classes;
}

// ASCII but letters and digits, and every character beyond.
struct Marks {
    static constexpr bool at(std::uint8_t c) {
        const bool letter = byte_within(static_cast<std::uint8_t>(c | 0x20), 'a', 'z') | byte_within(c, '0', '9');
        return ((c < 0x80) & !letter) | (c >= 0xC2);
    }
};

constexpr bool marks_cover_classes() {
    constexpr ByteClasses classes = classes_of();
    for (std::size_t c = 0; c < 256; ++c)
        if (classes[c] != ORDINARY && !Marks::at(static_cast<std::uint8_t>(c))) return false;
    return true;
}
static_assert(marks_cover_classes());

inline bool has_flag(std::string_view text, std::size_t at, std::uint16_t flag) {
    return (unicode::flags(unicode::decode(text, at)) & flag) != 0;
}

// sacreBLEU applies (\P{N})(\p{P}) -> "\1 \2 ", then (\p{P})(\P{N}) -> " \1 \2", then (\p{S}) -> " \1 ". As with points
// and commas in 13a (tokenize/western.hpp has the argument), only the last character of a run of punctuation can stay
// joined: when pairing leaves it over and a number, or the end of the sentence, follows. Nothing pads the sentence.
template <class Emit>
void split(std::string_view text, Emit&& emit) {
    static constexpr ByteClasses classes = classes_of();
    const std::size_t size = text.size();
    std::size_t start = 0;
    const auto end_token = [&](std::size_t at) {
        if (at > start) emit(unicode::slice(text, start, at));
    };
    Events<Marks> events(text);
    const auto punctuation = [&](std::size_t at) {
        std::size_t end = at, last = at, count = 0;
        do {
            last = end;
            end += unicode::width(unicode::byte(text, end));
            ++count;
        } while (end < size && has_flag(text, end, unicode::PUNCTUATION));
        const bool joins_left = at == 0 || has_flag(text, unicode::previous(text, at), unicode::NUMBER);
        const bool joins_right = end == size || has_flag(text, end, unicode::NUMBER);
        const bool odd = (count & 1) == (joins_left ? 1u : 0u);
        const bool last_joins = odd && joins_right;
        if (!(last_joins && count == 1)) {
            end_token(at);
            start = last_joins ? last : end;
            for (std::size_t i = at; i < start;) {
                const std::size_t wide = unicode::width(unicode::byte(text, i));
                emit(unicode::slice(text, i, i + wide));
                i += wide;
            }
        }
        if (count > 1) events.skip_to(end);
    };
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
            case POINT: punctuation(at); break;
            default: {
                const std::uint16_t found = unicode::flags(unicode::decode(text, at));
                const std::size_t wide = unicode::width(unicode::byte(text, at));
                if (found & unicode::PUNCTUATION) {
                    punctuation(at);
                } else if (found & (unicode::SYMBOL | unicode::SPACE)) {
                    end_token(at);
                    if (found & unicode::SYMBOL) emit(unicode::slice(text, at, at + wide));
                    start = at + wide;
                }
            }
        }
    }
    end_token(size);
}

}  // namespace tertium::international

namespace tertium::words {

inline bool is_joiner(char32_t code) { return code == 0x200C || code == 0x200D; }

inline bool is_ascii_word(std::uint8_t c) {
    return static_cast<std::uint8_t>(c - '0') < 10 || static_cast<std::uint8_t>((c | 0x20) - 'a') < 26;
}

// A word is a run of letters, numbers and marks. Letters of scripts that put no space between words (Han, kana, Thai,
// Lao, Khmer, Myanmar ...) are words by themselves, each with the marks that follow it, so that two Chinese sentences
// can share words at all. The zero-width joiners, which Persian and the Indic scripts write inside words, do not end one.
template <class Emit>
void split(std::string_view text, Emit&& emit) {
    constexpr std::uint16_t inside = unicode::LETTER | unicode::NUMBER | unicode::MARK;
    const std::size_t size = text.size();
    std::size_t start = 0, end = 0;  // the word read so far, its end moving past joiners only with what follows them
    bool open = false, solo = false;
    const auto close = [&] {
        if (open) emit(unicode::slice(text, start, end));
        open = solo = false;
    };
    for (std::size_t at = 0; at < size;) {
        if (is_ascii_word(unicode::byte(text, at))) {  // the whole run at once
            if (solo) close();
            if (!open) start = at;
            open = true;
            do ++at;
            while (at < size && is_ascii_word(unicode::byte(text, at)));
            end = at;
            continue;
        }
        const char32_t code = unicode::decode(text, at);
        const std::uint16_t found = unicode::flags(code);
        const std::size_t next = at + unicode::width(unicode::byte(text, at));
        const bool alone = (found & unicode::SOLO) != 0;
        if (found & inside) {
            if (open && (alone || solo) && !(found & unicode::MARK)) close();
            if (!open) start = at;
            open = true;
            solo = solo || alone;
            end = next;
        } else if (!is_joiner(code)) {
            close();
        }
        at = next;
    }
    close();
}

}  // namespace tertium::words
