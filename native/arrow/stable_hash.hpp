// Numbers that tell segments apart, the same on every machine.
#pragma once

#include <cstdint>
#include <string_view>

namespace tertium {

// The same number for the same text everywhere and in every version: segments are told apart, and put into bags, by it.
// FNV-1a over the bytes, its bits then mixed as in SplitMix64.
inline std::uint64_t stable_hash(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325ull;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
    hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9ull;
    hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebull;
    return hash ^ (hash >> 31);
}

}  // namespace tertium
