// Lower-casing equal to Python's str.lower(), with fixed Unicode tables (see text/unicode_tables.hpp for the version).
//
// Full, locale-free lower-casing as the Unicode Standard (section 3.13, R2) defines it: one character maps to one
// character except U+0130, which becomes "i" and a combining dot, and a capital sigma at the end of a word becomes the
// final small sigma.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "text/unicode.hpp"

namespace tertium {

// Final_Sigma of SpecialCasing.txt: a cased letter before, none after, case-ignorable characters looked through. Each
// run of ignorable characters lies between two others, so a sentence is walked at most twice in all.
inline bool is_final_sigma(std::string_view text, std::size_t sigma) {
    using namespace unicode;
    bool after_cased = false;
    for (std::size_t at = sigma; at > 0;) {
        at = previous(text, at);
        const std::uint16_t found = flags(decode(text, at));
        if (found & CASE_IGNORABLE) continue;
        after_cased = (found & CASED) != 0;
        break;
    }
    if (!after_cased) return false;
    for (std::size_t at = sigma + 2; at < text.size(); at += width(byte(text, at))) {
        const std::uint16_t found = flags(decode(text, at));
        if (found & CASE_IGNORABLE) continue;
        return (found & CASED) == 0;
    }
    return true;
}

// ASCII letters only; every other byte stays as it is.
inline void lower_ascii(const char* from, std::size_t size, char* to) {
    for (std::size_t i = 0; i < size; ++i) {
        const auto c = static_cast<std::uint8_t>(from[i]);
        const auto offset = static_cast<std::uint8_t>(c - 'A');
        to[i] = static_cast<char>(c + (offset < 26 ? 32 : 0));
    }
}

// Length of the longest ASCII prefix.
inline std::size_t ascii_prefix(const char* text, std::size_t size) {
    std::size_t at = 0;
    for (; at + 8 <= size; at += 8) {
        std::uint64_t word;
        std::memcpy(&word, text + at, 8);
        if (word & 0x8080808080808080ull) break;
    }
    while (at < size && static_cast<std::uint8_t>(text[at]) < 0x80) ++at;
    return at;
}

// Bytes that may be read behind a lower-cased text: interning loads sixteen at a time.
inline constexpr std::size_t kRoomBehind = 16;

// The lower-cased text, written into `buffer`, which is reused from call to call and only ever grows.
inline std::string_view lower(std::string_view text, std::string& buffer) {
    using namespace unicode;
    // No character more than grows from two bytes to three (U+0130, U+023A, U+023E).
    const std::size_t room = text.size() + text.size() / 2 + kRoomBehind;
    if (buffer.size() < room) buffer.resize(room);
    char* out = buffer.data();
    std::size_t at = 0;
    for (;;) {
        const std::size_t plain = ascii_prefix(text.data() + at, text.size() - at);
        lower_ascii(text.data() + at, plain, out);
        at += plain, out += plain;
        if (at == text.size()) break;
        do {  // scripts outside ASCII come in runs
            const char32_t code = decode(text, at);
            if (code == 0x130) {
                *out++ = 'i';
                out = encode(0x307, out);
            } else if (code == 0x3A3) {
                out = encode(is_final_sigma(text, at) ? 0x3C2 : 0x3C3, out);
            } else {
                const std::int32_t shift = record(code).lower;
                if (shift == 0) {
                    std::memcpy(out, text.data() + at, width(byte(text, at)));
                    out += width(byte(text, at));
                } else {
                    out = encode(static_cast<char32_t>(static_cast<std::int32_t>(code) + shift), out);
                }
            }
            at += width(byte(text, at));
        } while (at < text.size() && byte(text, at) >= 0x80);
    }
    return {buffer.data(), static_cast<std::size_t>(out - buffer.data())};
}

// As lower(), but touching ASCII letters only (ROUGE-1.5.5 lower-cases with Perl's tr/A-Z/a-z/).
inline std::string_view lower_only_ascii(std::string_view text, std::string& buffer) {
    if (buffer.size() < text.size() + kRoomBehind) buffer.resize(text.size() + kRoomBehind);
    lower_ascii(text.data(), text.size(), buffer.data());
    return {buffer.data(), text.size()};
}

}  // namespace tertium
