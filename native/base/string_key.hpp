// Interned strings are told apart by sixteen bytes, and found by a hash of these.
//
// Up to 15 bytes, nearly all words, a string is its own key, so that a lookup compares two integers.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string_view>

namespace tertium {

// A 64-bit multiply-and-fold hash over 8-byte words. Only a hint: equality is always decided on the bytes, so
// colliding inputs cost time, never a wrong answer. The 128-bit fold keeps low bits well mixed for power-of-two tables.
inline std::uint64_t fold_multiply(std::uint64_t a, std::uint64_t b) {
#if defined(__SIZEOF_INT128__)
    const unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
#else
    const std::uint64_t low = (a & 0xffffffffu) * (b & 0xffffffffu);
    const std::uint64_t high = (a >> 32) * (b >> 32);
    const std::uint64_t cross = (a >> 32) * (b & 0xffffffffu) + (a & 0xffffffffu) * (b >> 32);
    return (low + (cross << 32)) ^ (high + (cross >> 32));
#endif
}

// Where strings land in a table differs from process to process, so that nobody can write a text whose words all
// collide. Ids follow the order of first sight alone: no result depends on the seed.
inline const std::uint64_t kTableSeed = [] {
    std::random_device device;
    return ((static_cast<std::uint64_t>(device()) << 32) ^ device()) | 1;
}();

// Both lanes start from the seed: a lane that starts from known constants can be brought to zero at the last
// multiplication, after which the other one no longer counts, and all words written so have one hash.
inline std::uint64_t hash_bytes(const char* data, std::size_t size) {
    constexpr std::uint64_t k0 = 0x9e3779b97f4a7c15ull, k1 = 0xd1b54a32d192ed03ull;
    std::uint64_t left = kTableSeed ^ (size * k1), right = std::rotl(kTableSeed, 32) ^ k1;
    const auto word_at = [](const char* from) {
        std::uint64_t word;
        std::memcpy(&word, from, 8);
        return word;
    };
    while (size > 16) {  // two lanes: the multiplications of one do not wait for those of the other
        left = fold_multiply(left ^ word_at(data), k1);
        right = fold_multiply(right ^ word_at(data + 8), k0);
        data += 16;
        size -= 16;
    }
    std::uint64_t first = 0, last = 0;  // the final 1 to 16 bytes, as two loads that may overlap
    if (size >= 8) {
        first = word_at(data);
        last = word_at(data + size - 8);
    } else if (size > 0) {  // an empty text may have no address, which memcpy must not be given
        std::memcpy(&first, data, size);
    }
    return fold_multiply(left ^ first, right ^ last ^ k0);
}

// Up to 15 bytes: the string padded with zeros, and its length in the last byte. Longer ones have a hash, the length, and
// a mark in the last byte; equality is then decided on the bytes.
struct StringKey {
    std::uint64_t head, tail;
    bool operator==(const StringKey&) const = default;

    static constexpr std::size_t kInline = 15;

    // Memory may be read up to `readable`, at or after the end of the text: sixteen bytes are then loaded at once, whatever
    // the length. Inlined into tokenizers' loops: a call costs as much as half a lookup.
    [[gnu::always_inline]] static StringKey of(std::string_view text, const char* readable) {
        const std::size_t size = text.size();
        if (size > kInline) [[unlikely]]
            return of_long(text);
        if (readable - text.data() < 16) [[unlikely]]
            return of_tight(text.data(), size);
        const Kept& kept = kKept[size];
        return {load<std::uint64_t>(text.data()) & kept.head,
                with_last(load<std::uint64_t>(text.data() + 8) & kept.tail, size)};
    }
    static StringKey of(std::string_view text) { return of(text, text.data() + text.size()); }

    [[gnu::noinline]] static StringKey of_long(std::string_view text) {
        const std::uint64_t size = text.size();
        return {hash_bytes(text.data(), text.size()),
                with_last(kLittle ? size & ~std::uint64_t{0} >> 8 : size << 8, kLong)};
    }

    bool is_long() const { return (kLittle ? tail >> 56 : tail & 0xff) == kLong; }

    // The text of a short string: the key's own first bytes.
    std::string_view text() const {
        return {reinterpret_cast<const char*>(this), static_cast<std::size_t>(kLittle ? tail >> 56 : tail & 0xff)};
    }

    std::uint64_t hash() const { return fold_multiply(head ^ kTableSeed, tail ^ 0x9e3779b97f4a7c15ull); }

  private:
    static constexpr bool kLittle = std::endian::native == std::endian::little;
    static constexpr unsigned char kLong = 0xff;

    static std::uint64_t with_last(std::uint64_t word, std::size_t last) {
        return kLittle ? word | std::uint64_t{last} << 56 : word | last;
    }

    // The bits of a string's first bytes, by their number, as sixteen bytes are loaded from memory.
    struct Kept {
        std::uint64_t head, tail;
    };
    static constexpr std::array<Kept, kInline + 1> kKept = [] {
        const auto first_bytes = [](std::size_t count) {
            const std::uint64_t all = ~std::uint64_t{0};
            return count == 0 ? 0 : kLittle ? all >> (64 - 8 * count) : all << (64 - 8 * count);
        };
        std::array<Kept, kInline + 1> made{};
        for (std::size_t size = 0; size <= kInline; ++size)
            made[size] = {first_bytes(size < 8 ? size : 8), first_bytes(size < 8 ? 0 : size - 8)};
        return made;
    }();

    // The same key without reading beyond the text: loads that overlap put equal bytes in equal places.
    static StringKey of_tight(const char* data, std::size_t size) {
        std::uint64_t head = 0, tail = 0;
        if constexpr (!kLittle) {
            if (size > 0) std::memcpy(&head, data, size < 8 ? size : 8);
            if (size > 8) std::memcpy(&tail, data + 8, size - 8);
        } else if (size >= 8) {
            head = load<std::uint64_t>(data);
            if (size > 8) tail = load<std::uint64_t>(data + size - 8) >> (8 * (16 - size));
        } else if (size >= 4) {
            head = load<std::uint32_t>(data) | std::uint64_t{load<std::uint32_t>(data + size - 4)} << (8 * (size - 4));
        } else if (size > 0) {
            const auto byte = [&](std::size_t i) {
                return std::uint64_t{static_cast<unsigned char>(data[i])} << (8 * i);
            };
            head = byte(0) | byte(size / 2) | byte(size - 1);
        }
        return {head, with_last(tail, size)};
    }

    template <class T>
    static T load(const char* data) {
        T word;
        std::memcpy(&word, data, sizeof(T));
        return word;
    }
};

}  // namespace tertium
