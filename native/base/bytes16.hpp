// Sixteen bytes at a time: the vector extension that GCC and Clang share, on every processor they compile for, and plain
// arrays for other compilers. Loops over bytes are left alone by the optimiser too often to rely on it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace tertium {

#if defined(__GNUC__)

using Bytes16 = std::uint8_t __attribute__((vector_size(16)));

// 0xFF where it holds, 0 elsewhere.
inline Bytes16 equal(Bytes16 a, std::uint8_t b) { return (Bytes16)(a == (Bytes16{} + b)); }
inline Bytes16 below(Bytes16 a, std::uint8_t b) { return (Bytes16)(a < (Bytes16{} + b)); }

#else

struct Bytes16 {
    std::array<std::uint8_t, 16> at{};
};

template <class Do>
inline Bytes16 by_byte(Do&& make) {
    Bytes16 made;
    for (std::size_t i = 0; i < 16; ++i) made.at[i] = static_cast<std::uint8_t>(make(i));
    return made;
}
inline Bytes16 operator|(Bytes16 a, Bytes16 b) {
    return by_byte([&](std::size_t i) { return a.at[i] | b.at[i]; });
}
inline Bytes16 operator&(Bytes16 a, Bytes16 b) {
    return by_byte([&](std::size_t i) { return a.at[i] & b.at[i]; });
}
inline Bytes16 operator~(Bytes16 a) {
    return by_byte([&](std::size_t i) { return ~a.at[i]; });
}
inline Bytes16 operator|(Bytes16 a, std::uint8_t b) {
    return by_byte([&](std::size_t i) { return a.at[i] | b; });
}
inline Bytes16 operator&(Bytes16 a, std::uint8_t b) {
    return by_byte([&](std::size_t i) { return a.at[i] & b; });
}
inline Bytes16 operator-(Bytes16 a, std::uint8_t b) {
    return by_byte([&](std::size_t i) { return a.at[i] - b; });
}
inline Bytes16 operator-(Bytes16 a, Bytes16 b) {
    return by_byte([&](std::size_t i) { return a.at[i] - b.at[i]; });
}
inline Bytes16& operator|=(Bytes16& a, Bytes16 b) { return a = a | b; }
inline Bytes16 equal(Bytes16 a, std::uint8_t b) {
    return by_byte([&](std::size_t i) { return a.at[i] == b ? 0xFF : 0; });
}
inline Bytes16 below(Bytes16 a, std::uint8_t b) {
    return by_byte([&](std::size_t i) { return a.at[i] < b ? 0xFF : 0; });
}

#endif

inline Bytes16 load16(const void* from) {
    Bytes16 made;
    std::memcpy(&made, from, 16);
    return made;
}

// All bytes added up.
inline std::size_t sum16(Bytes16 bytes) {
    std::array<std::uint64_t, 2> words;
    std::memcpy(words.data(), &bytes, 16);
    std::size_t sum = 0;
    for (const std::uint64_t word : words) {
        constexpr std::uint64_t even = 0x00ff00ff00ff00ffull;
        sum += static_cast<std::size_t>((((word & even) + ((word >> 8) & even)) * 0x0001000100010001ull) >> 48);
    }
    return sum;
}

// All bytes or-ed together.
inline std::uint8_t folded(Bytes16 bytes) {
    std::array<std::uint64_t, 2> words;
    std::memcpy(words.data(), &bytes, 16);
    std::uint64_t both = words[0] | words[1];
    both |= both >> 32, both |= both >> 16, both |= both >> 8;
    return static_cast<std::uint8_t>(both);
}

}  // namespace tertium
