// Java's String.hashCode of a word in UTF-8: METEOR 1.5 takes words, and stems, of one hash for the same.
#pragma once

#include <cstdint>
#include <string_view>

#include "text/unicode.hpp"

namespace tertium {

inline std::uint32_t java_hash(std::string_view word) {
    std::uint32_t hash = 0;
    for (std::size_t at = 0; at < word.size(); at += unicode::width(unicode::byte(word, at))) {
        const char32_t code = unicode::decode(word, at);
        if (code > 0xFFFF) {  // two units of UTF-16
            hash = 31 * hash + (0xD800u + ((static_cast<std::uint32_t>(code) - 0x10000u) >> 10));
            hash = 31 * hash + (0xDC00u + ((static_cast<std::uint32_t>(code) - 0x10000u) & 0x3FFu));
        } else {
            hash = 31 * hash + static_cast<std::uint32_t>(code);
        }
    }
    return hash;
}

}  // namespace tertium
