// The tokenizer `rouge`: ROUGE-1.5.5's words in Latin text, and the words of all other scripts, which it would drop.
//
// ROUGE-1.5.5 keeps runs of ASCII letters and digits; every other character separates, so that "naïve" is "na", "ve" and
// identical Chinese sentences share nothing. Here letters, numbers and marks of other scripts form words as in `words`,
// while whatever Latin text holds outside ASCII (letters with diacritics, superscripts, letterlike symbols) separates as
// before. The choice is made character by character: a Greek letter in a German sentence changes no other word of it,
// and hypothesis and reference are never cut by different rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "text/lower_case.hpp"
#include "text/unicode.hpp"

namespace tertium::rouge {

// Blocks of Latin letters, phonetic letters, letterlike symbols, and numbers in shapes; combining marks are decided by
// what they stand on. Fullwidth forms are left out: they belong to East Asian text.
inline bool in_latin_blocks(char32_t code) {
    constexpr struct {
        char32_t first, last;
    } blocks[] = {{0x0080, 0x02FF},   {0x1D00, 0x1DBF},   {0x1E00, 0x1EFF},   {0x2000, 0x2BFF},
                  {0x2C60, 0x2C7F},   {0xA720, 0xA7FF},   {0xAB30, 0xAB6F},   {0xFB00, 0xFB06},
                  {0x10780, 0x107BF}, {0x1D400, 0x1D7FF}, {0x1DF00, 0x1DFFF}, {0x1F100, 0x1F1FF}};
    for (const auto& block : blocks)
        if (code <= block.last) return code >= block.first;
    return false;
}

inline bool is_joiner(char32_t code) { return code == 0x200C || code == 0x200D; }

// A letter or number of another script than Latin: what ROUGE-1.5.5 would drop and `rouge` keeps.
inline bool is_other_script(char32_t code) {
    return code >= 0x80 && (unicode::flags(code) & (unicode::LETTER | unicode::NUMBER)) != 0 && !in_latin_blocks(code);
}

// Whether ROUGE-1.5.5's own rule is enough, as in nearly all text of European languages.
inline bool is_latin(std::string_view text) {
    for (std::size_t at = 0;;) {
        at += ascii_prefix(text.data() + at, text.size() - at);
        if (at == text.size()) return true;
        if (is_other_script(unicode::decode(text, at))) return false;
        at += unicode::width(unicode::byte(text, at));
    }
}

template <class Emit>
void split(std::string_view text, Emit&& emit) {
    std::size_t start = 0, end = 0;  // the word read so far, its end moving past joiners only with what follows them
    bool open = false, solo = false, other_script = false;
    const auto close = [&] {
        if (open) emit(text.substr(start, end - start));
        open = solo = other_script = false;
    };
    for (std::size_t at = 0; at < text.size();) {
        const char32_t code = unicode::decode(text, at);
        const std::uint16_t found = unicode::flags(code);
        const std::size_t next = at + unicode::width(unicode::byte(text, at));
        const bool mark = (found & unicode::MARK) != 0, alone = (found & unicode::SOLO) != 0;
        const bool ascii = code < 0x80;
        const bool word = mark    ? open && other_script
                          : ascii ? (found & (unicode::LETTER | unicode::NUMBER)) != 0
                                  : is_other_script(code);
        if (word) {
            if (open && (alone || solo) && !mark) close();
            if (!open) start = at;
            open = true;
            solo = solo || alone;
            other_script = !ascii;
            end = next;
        } else if (!(is_joiner(code) && other_script)) {
            close();
        }
        at = next;
    }
    close();
}

}  // namespace tertium::rouge
