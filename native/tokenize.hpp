// Tokenizers: each calls emit(token) for the tokens of one sentence, in order.
#pragma once

#include <cstdint>
#include <string_view>

namespace tertium {

// Length in bytes of the white space character at `i` as Python's str.isspace sees it, 0 if there is none.
inline std::size_t space_at(std::string_view s, std::size_t i) {
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(s[k]); };
    const unsigned char c = byte(i);
    if (c < 0x80) return c == ' ' || (c >= 0x09 && c <= 0x0d) || (c >= 0x1c && c <= 0x1f) ? 1 : 0;
    if (c == 0xc2) return i + 1 < s.size() && (byte(i + 1) == 0x85 || byte(i + 1) == 0xa0) ? 2 : 0;
    if (c < 0xe1 || c > 0xe3 || i + 2 >= s.size()) return 0;
    const std::uint32_t point = (c & 0x0fu) << 12 | (byte(i + 1) & 0x3fu) << 6 | (byte(i + 2) & 0x3fu);
    return point == 0x1680 || (point >= 0x2000 && point <= 0x200a) || point == 0x2028 || point == 0x2029 ||
                   point == 0x202f || point == 0x205f || point == 0x3000
               ? 3
               : 0;
}

inline bool is_blank(std::string_view s) {
    for (std::size_t i = 0; i < s.size();) {
        const std::size_t space = space_at(s, i);
        if (space == 0) return false;
        i += space;
    }
    return true;
}

template <class Emit>
void split_whitespace(std::string_view s, Emit&& emit) {
    std::size_t start = 0, i = 0;
    while (i < s.size()) {
        const std::size_t space = space_at(s, i);
        if (space == 0) {
            ++i;
            continue;
        }
        if (i > start) emit(s.substr(start, i - start));
        i += space;
        start = i;
    }
    if (i > start) emit(s.substr(start, i - start));
}

}  // namespace tertium
