// Interning: every distinct string gets a dense int32 id, in the order first seen.
//
// Reading and interning dominate once the kernels are native. A table of small slots leads to keys of 16 bytes, which
// for nearly all words are the word itself, so that a lookup compares two integers; all bytes lie in one arena.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <stdexcept>
#include <string_view>

#include "recycle.hpp"

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
    } else {
        std::memcpy(&first, data, size);
    }
    return fold_multiply(left ^ first, right ^ last ^ k0);
}

class StringTable {
  public:
    StringTable() : slots_(64), offsets_{0} {}

    // Room for that many more strings and bytes without growing on the way.
    void reserve(std::size_t strings, std::size_t bytes) {
        std::size_t slots = slots_.size();
        while (crowded(size() + strings, slots)) slots *= 2;
        if (slots > slots_.size()) resize(slots);
        keys_.reserve(keys_.size() + strings);
        offsets_.reserve(offsets_.size() + strings);
        bytes_.reserve(bytes_.size() + bytes);
    }

    std::int32_t intern(std::string_view text) { return intern(text, text.data() + text.size()); }

    // The same where memory may be read up to `readable`, at or after the end of the text: sixteen bytes are then loaded
    // at once, whatever the length. Inlined into tokenizers' loops: a call costs as much as half a lookup.
    [[gnu::always_inline]] std::int32_t intern(std::string_view text, const char* readable) {
        const Key key = key_of(text, readable);
        const std::uint64_t hash = hash_of(key);
        std::size_t at = hash & (slots_.size() - 1);
        for (; slots_[at].id >= 0; at = (at + 1) & (slots_.size() - 1))
            if (slots_[at].tag == tag_of(hash) && holds(slots_[at].id, key, text)) return slots_[at].id;
        return insert(at, key, hash, text);
    }

    // The id of a known string, -1 for any other.
    std::int32_t find(std::string_view text) const {
        const Key key = key_of(text, text.data() + text.size());
        const std::uint64_t hash = hash_of(key);
        for (std::size_t at = hash & (slots_.size() - 1); slots_[at].id >= 0; at = (at + 1) & (slots_.size() - 1))
            if (slots_[at].tag == tag_of(hash) && holds(slots_[at].id, key, text)) return slots_[at].id;
        return -1;
    }

    std::size_t size() const { return offsets_.size() - 1; }
    std::string_view operator[](std::size_t id) const {
        return {bytes_.data() + offsets_[id], static_cast<std::size_t>(offsets_[id + 1] - offsets_[id])};
    }
    const Buffer<char>& bytes() const { return bytes_; }
    const Buffer<std::int64_t>& offsets() const { return offsets_; }

  private:
    static constexpr bool kLittle = std::endian::native == std::endian::little;
    static constexpr std::size_t kInline = 15;
    static constexpr unsigned char kLong = 0xff;

    // Sixteen bytes that tell strings apart: up to 15 bytes, nearly all words, are their own key, padded with zeros and
    // with their number in the last byte. For longer ones it holds hash and length, and equality is decided on the bytes.
    struct Key {
        std::uint64_t head, tail;
        bool operator==(const Key&) const = default;
    };
    // Slots are small so that the table stays in the cache; keys lie densely in the order of ids, frequent words first.
    struct Slot {
        std::uint32_t tag = 0;
        std::int32_t id = -1;
    };

    static std::uint64_t with_last(std::uint64_t word, std::size_t last) {
        return kLittle ? word | std::uint64_t{last} << 56 : word | last;
    }
    static bool is_long(const Key& key) { return (kLittle ? key.tail >> 56 : key.tail & 0xff) == kLong; }

    // The first `size` bytes of a word that was loaded from memory, the others zero.
    static std::uint64_t keep(std::uint64_t word, std::size_t size) {
        static constexpr std::uint64_t all = ~std::uint64_t{0};
        static constexpr std::uint64_t low[9] = {0, all >> 56, all >> 48, all >> 40, all >> 32, all >> 24, all >> 16, all >> 8, all};
        static constexpr std::uint64_t high[9] = {0, all << 56, all << 48, all << 40, all << 32, all << 24, all << 16, all << 8, all};
        return word & (kLittle ? low[size] : high[size]);
    }

    [[gnu::always_inline]] static Key key_of(std::string_view text, const char* readable) {
        const std::size_t size = text.size();
        if (size > kInline) [[unlikely]] return long_key(text);
        if (readable - text.data() < 16) [[unlikely]] return tight_key(text.data(), size);
        return {keep(load<std::uint64_t>(text.data()), size < 8 ? size : 8),
                with_last(keep(load<std::uint64_t>(text.data() + 8), size < 8 ? 0 : size - 8), size)};
    }

    [[gnu::noinline]] static Key long_key(std::string_view text) {
        const std::uint64_t size = text.size();
        return {hash_bytes(text.data(), text.size()), with_last(kLittle ? size & ~std::uint64_t{0} >> 8 : size << 8, kLong)};
    }

    // The same key without reading beyond the text: loads that overlap put equal bytes in equal places.
    static Key tight_key(const char* data, std::size_t size) {
        std::uint64_t head = 0, tail = 0;
        if constexpr (!kLittle) {
            std::memcpy(&head, data, size < 8 ? size : 8);
            if (size > 8) std::memcpy(&tail, data + 8, size - 8);
        } else if (size >= 8) {
            head = load<std::uint64_t>(data);
            if (size > 8) tail = load<std::uint64_t>(data + size - 8) >> (8 * (16 - size));
        } else if (size >= 4) {
            head = load<std::uint32_t>(data) | std::uint64_t{load<std::uint32_t>(data + size - 4)} << (8 * (size - 4));
        } else if (size > 0) {
            const auto byte = [&](std::size_t i) { return std::uint64_t{static_cast<unsigned char>(data[i])} << (8 * i); };
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

    static std::uint64_t hash_of(const Key& key) {
        return fold_multiply(key.head ^ kTableSeed, key.tail ^ 0x9e3779b97f4a7c15ull);
    }
    static std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }

    bool holds(std::int32_t id, const Key& key, std::string_view text) const {
        return keys_[static_cast<std::size_t>(id)] == key && (!is_long(key) || (*this)[static_cast<std::size_t>(id)] == text);
    }

    // More than two thirds full: beyond that probes get long.
    static bool crowded(std::size_t strings, std::size_t slots) { return 3 * strings > 2 * slots; }

    [[gnu::noinline]] std::int32_t insert(std::size_t at, const Key& key, std::uint64_t hash, std::string_view text) {
        if (size() >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
            throw std::length_error("more than 2^31 distinct strings in one chunk");
        if (crowded(size() + 1, slots_.size())) {
            resize(slots_.size() * 2);
            at = free_place(hash);
        }
        const auto id = static_cast<std::int32_t>(size());
        slots_[at] = {tag_of(hash), id};
        keys_.push_back(key);
        bytes_.insert(bytes_.end(), text.begin(), text.end());
        offsets_.push_back(static_cast<std::int64_t>(bytes_.size()));
        return id;
    }

    std::size_t free_place(std::uint64_t hash) const {
        std::size_t at = hash & (slots_.size() - 1);
        while (slots_[at].id >= 0) at = (at + 1) & (slots_.size() - 1);
        return at;
    }

    void resize(std::size_t slots) {
        slots_.assign(slots, Slot{});
        for (std::size_t id = 0; id < keys_.size(); ++id) {
            const std::uint64_t hash = hash_of(keys_[id]);
            slots_[free_place(hash)] = {tag_of(hash), static_cast<std::int32_t>(id)};
        }
    }

    Buffer<Slot> slots_;  // power of two; at most two thirds full
    Buffer<Key> keys_;    // by id
    Buffer<char> bytes_;
    Buffer<std::int64_t> offsets_;
};

}  // namespace tertium
