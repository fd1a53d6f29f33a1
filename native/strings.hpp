// Interning: every distinct string gets a dense int32 id, in the order first seen.
//
// Reading and interning dominate once the kernels are native, so the table is open addressing with short strings held
// in the slots themselves, and the bytes of all strings in one arena.
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

inline std::uint64_t hash_bytes(const char* data, std::size_t size) {
    constexpr std::uint64_t k0 = 0x9e3779b97f4a7c15ull, k1 = 0xd1b54a32d192ed03ull;
    std::uint64_t left = k0 ^ (size * k1), right = k1;
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

// Where strings land in a table differs from process to process, so that nobody can write a text whose words all
// collide. Ids follow the order of first sight alone: no result depends on the seed.
inline const std::uint64_t kTableSeed = [] {
    std::random_device device;
    return ((static_cast<std::uint64_t>(device()) << 32) ^ device()) | 1;
}();

class StringTable {
  public:
    StringTable() : slots_(64), offsets_{0} {}

    // Room for that many more strings and bytes without growing on the way.
    void reserve(std::size_t strings, std::size_t bytes) {
        std::size_t slots = slots_.size();
        while (crowded(size() + strings, slots)) slots *= 2;
        if (slots > slots_.size()) resize(slots);
        offsets_.reserve(offsets_.size() + strings);
        bytes_.reserve(bytes_.size() + bytes);
    }

    std::int32_t intern(std::string_view text) { return intern(text, text.data() + text.size()); }

    // The same where memory may be read up to `readable`, at or after the end of the text: sixteen bytes are then loaded
    // at once, whatever the length.
    std::int32_t intern(std::string_view text, const char* readable) {
        const Key key = key_of(text, readable);
        std::size_t at = place_of(key);
        while (slots_[at].id >= 0) {
            if (holds(slots_[at], key, text)) return slots_[at].id;
            at = (at + 1) & (slots_.size() - 1);
        }
        return insert(at, key, text);
    }

    // The id of a known string, -1 for any other.
    std::int32_t find(std::string_view text) const {
        const Key key = key_of(text, text.data() + text.size());
        for (std::size_t at = place_of(key); slots_[at].id >= 0; at = (at + 1) & (slots_.size() - 1))
            if (holds(slots_[at], key, text)) return slots_[at].id;
        return -1;
    }

    std::size_t size() const { return offsets_.size() - 1; }
    std::string_view operator[](std::size_t id) const {
        return {bytes_.data() + offsets_[id], static_cast<std::size_t>(offsets_[id + 1] - offsets_[id])};
    }
    const Buffer<char>& bytes() const { return bytes_; }
    const Buffer<std::int64_t>& offsets() const { return offsets_; }

  private:
    // Strings of up to 16 bytes, nearly all words, are their own key: a lookup touches one slot and no other memory.
    // Longer ones are known by their hash, and equality is decided on the bytes.
    static constexpr std::uint32_t kInline = 16;

    struct Key {
        std::uint64_t head, tail;
        std::uint32_t size;
    };
    struct Slot {
        std::uint64_t head = 0, tail = 0;
        std::uint32_t size = 0;
        std::int32_t id = -1;
    };

    // The first `size` bytes of a word that was loaded from memory.
    static std::uint64_t keep(std::uint64_t word, std::uint32_t size) {
        if (size >= 8) return word;
        if constexpr (std::endian::native == std::endian::little) return word & ((std::uint64_t{1} << (8 * size)) - 1);
        return size == 0 ? 0 : word >> (64 - 8 * size) << (64 - 8 * size);
    }

    static Key key_of(std::string_view text, const char* readable) {
        if (text.size() > std::numeric_limits<std::uint32_t>::max())
            throw std::length_error("a string of more than 4 GiB");
        const auto size = static_cast<std::uint32_t>(text.size());
        if (size > kInline) [[unlikely]] return {hash_bytes(text.data(), size), 0, size};
        if (readable - text.data() < static_cast<std::ptrdiff_t>(kInline)) [[unlikely]] return tight_key(text.data(), size);
        const std::uint64_t head = load<std::uint64_t>(text.data()), tail = load<std::uint64_t>(text.data() + 8);
        return {keep(head, size), size <= 8 ? 0 : keep(tail, size - 8), size};
    }

    // The same key without reading beyond the text: loads that overlap put equal bytes in equal places.
    static Key tight_key(const char* data, std::uint32_t size) {
        std::uint64_t head = 0, tail = 0;
        if constexpr (std::endian::native != std::endian::little) {
            std::memcpy(&head, data, size < 8 ? size : 8);
            if (size > 8) std::memcpy(&tail, data + 8, size - 8);
        } else if (size >= 8) {
            head = load<std::uint64_t>(data);
            if (size > 8) tail = load<std::uint64_t>(data + size - 8) >> (8 * (16 - size));
        } else if (size >= 4) {
            head = load<std::uint32_t>(data) | std::uint64_t{load<std::uint32_t>(data + size - 4)} << (8 * (size - 4));
        } else if (size > 0) {
            const auto byte = [&](std::uint32_t i) { return std::uint64_t{static_cast<unsigned char>(data[i])} << (8 * i); };
            head = byte(0) | byte(size / 2) | byte(size - 1);
        }
        return {head, tail, size};
    }

    template <class T>
    static T load(const char* data) {
        T word;
        std::memcpy(&word, data, sizeof(T));
        return word;
    }

    std::size_t place_of(const Key& key) const {
        return fold_multiply(key.head ^ kTableSeed, (key.tail + key.size) ^ 0x9e3779b97f4a7c15ull) & (slots_.size() - 1);
    }

    bool holds(const Slot& slot, const Key& key, std::string_view text) const {
        if (slot.head != key.head || slot.tail != key.tail || slot.size != key.size) return false;
        return key.size <= kInline ||
               std::memcmp(bytes_.data() + offsets_[static_cast<std::size_t>(slot.id)], text.data(), text.size()) == 0;
    }

    // More than two thirds full. A smaller table is faster as long as probes stay short: it stays in the cache.
    bool crowded(std::size_t strings, std::size_t slots) const { return 3 * strings > 2 * slots; }

    std::int32_t insert(std::size_t at, const Key& key, std::string_view text) {
        if (size() >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
            throw std::length_error("more than 2^31 distinct strings in one chunk");
        if (crowded(size() + 1, slots_.size())) {
            resize(slots_.size() * 2);
            at = place_of(key);
            while (slots_[at].id >= 0) at = (at + 1) & (slots_.size() - 1);
        }
        const auto id = static_cast<std::int32_t>(size());
        slots_[at] = {key.head, key.tail, key.size, id};
        bytes_.insert(bytes_.end(), text.begin(), text.end());
        offsets_.push_back(static_cast<std::int64_t>(bytes_.size()));
        return id;
    }

    void resize(std::size_t size) {
        Buffer<Slot> old(size);
        slots_.swap(old);
        for (const Slot& slot : old) {
            if (slot.id < 0) continue;
            std::size_t at = place_of({slot.head, slot.tail, slot.size});
            while (slots_[at].id >= 0) at = (at + 1) & (slots_.size() - 1);
            slots_[at] = slot;
        }
    }

    Buffer<Slot> slots_;  // power of two; at most two thirds full
    Buffer<char> bytes_;
    Buffer<std::int64_t> offsets_;
};

}  // namespace tertium
