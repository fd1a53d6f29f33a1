// Interning: every distinct string gets a dense int32 id, in the order first seen.
//
// Reading and interning dominate once the kernels are native, so the table is open addressing over
// (hash, id) with the bytes in one arena, and a lookup that hits touches two cache lines.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <vector>

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
    std::uint64_t state = k0 ^ (size * k1);
    while (size > 8) {
        std::uint64_t word;
        std::memcpy(&word, data, 8);
        state = fold_multiply(state ^ word, k1);
        data += 8;
        size -= 8;
    }
    std::uint64_t tail = 0;
    // Two overlapping loads read any tail of 4..8 bytes without a loop; shorter ones byte by byte.
    if (size >= 4) {
        std::uint32_t low, high;
        std::memcpy(&low, data, 4);
        std::memcpy(&high, data + size - 4, 4);
        tail = (static_cast<std::uint64_t>(high) << 32) | low;
    } else if (size > 0) {
        tail = static_cast<std::uint64_t>(static_cast<unsigned char>(data[0])) |
               (static_cast<std::uint64_t>(static_cast<unsigned char>(data[size >> 1])) << 8) |
               (static_cast<std::uint64_t>(static_cast<unsigned char>(data[size - 1])) << 16);
    }
    return fold_multiply(state ^ tail, k0);
}

class StringTable {
  public:
    StringTable() : slots_(64, Slot{0, -1}), offsets_{0} {}

    std::int32_t intern(std::string_view text) {
        const std::uint64_t hash = hash_bytes(text.data(), text.size());
        std::size_t at = hash & (slots_.size() - 1);
        const auto tag = static_cast<std::uint32_t>(hash >> 32);
        while (slots_[at].id >= 0) {
            if (slots_[at].tag == tag && equal(slots_[at].id, text)) return slots_[at].id;
            at = (at + 1) & (slots_.size() - 1);
        }
        return insert(at, hash, tag, text);
    }

    // The id of a known string, -1 for any other.
    std::int32_t find(std::string_view text) const {
        const std::uint64_t hash = hash_bytes(text.data(), text.size());
        const auto tag = static_cast<std::uint32_t>(hash >> 32);
        for (std::size_t at = hash & (slots_.size() - 1); slots_[at].id >= 0; at = (at + 1) & (slots_.size() - 1))
            if (slots_[at].tag == tag && equal(slots_[at].id, text)) return slots_[at].id;
        return -1;
    }

    std::size_t size() const { return offsets_.size() - 1; }
    std::string_view operator[](std::size_t id) const {
        return {bytes_.data() + offsets_[id], static_cast<std::size_t>(offsets_[id + 1] - offsets_[id])};
    }
    const std::vector<char>& bytes() const { return bytes_; }
    const std::vector<std::int64_t>& offsets() const { return offsets_; }

  private:
    struct Slot {
        std::uint32_t tag;
        std::int32_t id;
    };

    bool equal(std::int32_t id, std::string_view text) const {
        const std::int64_t begin = offsets_[static_cast<std::size_t>(id)];
        const std::int64_t end = offsets_[static_cast<std::size_t>(id) + 1];
        return static_cast<std::size_t>(end - begin) == text.size() &&
               std::memcmp(bytes_.data() + begin, text.data(), text.size()) == 0;
    }

    std::int32_t insert(std::size_t at, std::uint64_t hash, std::uint32_t tag, std::string_view text) {
        if (size() >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
            throw std::length_error("more than 2^31 distinct strings in one chunk");
        if ((size() + 1) * 2 > slots_.size()) {
            grow();
            at = hash & (slots_.size() - 1);
            while (slots_[at].id >= 0) at = (at + 1) & (slots_.size() - 1);
        }
        const auto id = static_cast<std::int32_t>(size());
        slots_[at] = {tag, id};
        bytes_.insert(bytes_.end(), text.begin(), text.end());
        offsets_.push_back(static_cast<std::int64_t>(bytes_.size()));
        return id;
    }

    void grow() {
        std::vector<Slot> larger(slots_.size() * 2, Slot{0, -1});
        for (std::size_t id = 0; id < size(); ++id) {
            const std::string_view text = (*this)[id];
            const std::uint64_t hash = hash_bytes(text.data(), text.size());
            std::size_t at = hash & (larger.size() - 1);
            while (larger[at].id >= 0) at = (at + 1) & (larger.size() - 1);
            larger[at] = {static_cast<std::uint32_t>(hash >> 32), static_cast<std::int32_t>(id)};
        }
        slots_.swap(larger);
    }

    std::vector<Slot> slots_;  // power of two; at most half full
    std::vector<char> bytes_;
    std::vector<std::int64_t> offsets_;
};

}  // namespace tertium
