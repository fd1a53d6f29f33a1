// Finding the bytes that matter: a tokenizer names the bytes at which something may happen, and this walks only those.
//
// Words are short, so a loop that looks at one byte after another mispredicts a branch at nearly every word's end.
// Looking at 64 bytes without branches gives a bit mask whose set bits are then taken one by one. A mark is written with
// comparisons and bit operations alone, which compilers turn into vector instructions of whatever machine they build for.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tertium {

// What each byte is to a tokenizer; 0 is a byte that never starts or ends a token by itself.
using ByteClasses = std::array<std::uint8_t, 256>;

constexpr bool byte_within(std::uint8_t byte, std::uint8_t first, std::uint8_t last) {
    return static_cast<std::uint8_t>(byte - first) <= static_cast<std::uint8_t>(last - first);
}

// The bytes that may begin white space outside ASCII.
constexpr bool may_begin_wide_space(std::uint8_t byte) { return (byte == 0xC2) | byte_within(byte, 0xE1, 0xE3); }

// `Marks::at(byte)` is true for the bytes to stop at; it may be so for a few others, which then have to be passed over.
template <class Marks>
class Events {
  public:
    explicit Events(std::string_view text) : text_(text) {
        if (!text_.empty()) fill();
    }

    // Position of the next byte to stop at; the text's size when there is none.
    std::size_t next() {
        while (mask_ == 0) {
            base_ += 64;
            if (base_ >= text_.size()) return text_.size();
            fill();
        }
        const std::size_t at = base_ + static_cast<std::size_t>(std::countr_zero(mask_));
        mask_ &= mask_ - 1;
        return at;
    }

    // Forgets every stop before `at`, which lies after the last one returned.
    void skip_to(std::size_t at) {
        if (at - base_ < 64) {
            mask_ &= ~std::uint64_t{0} << (at - base_);
        } else {
            base_ = at;
            mask_ = 0;
            if (base_ < text_.size()) fill();
        }
    }

  private:
    static std::uint64_t marked(const std::uint8_t* bytes) {
        alignas(16) std::uint8_t flags[64];
        for (std::size_t i = 0; i < 64; ++i) flags[i] = Marks::at(bytes[i]);
        std::uint64_t mask = 0;
#if defined(__SSE2__)
        for (unsigned i = 0; i < 4; ++i) {
            const __m128i sixteen = _mm_load_si128(reinterpret_cast<const __m128i*>(flags + 16 * i));
            mask |= std::uint64_t{static_cast<unsigned>(_mm_movemask_epi8(_mm_slli_epi16(sixteen, 7)))} << (16 * i);
        }
#else
        for (unsigned i = 0; i < 8; ++i) {  // a multiplication moves the lowest bits of eight bytes into one byte
            std::uint64_t eight;
            std::memcpy(&eight, flags + 8 * i, 8);
            if constexpr (std::endian::native == std::endian::little)
                mask |= (eight * 0x0102040810204080ull >> 56) << (8 * i);
            else mask |= (eight * 0x8040201008040201ull >> 56) << (8 * i);
        }
#endif
        return mask;
    }

    // The end of a text is read as part of its last 64 bytes, or as a copy, never beyond.
    void fill() {
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(text_.data());
        const std::size_t left = text_.size() - base_;
        if (left >= 64) {
            mask_ = marked(bytes + base_);
        } else if (text_.size() >= 64) {
            mask_ = marked(bytes + text_.size() - 64) >> (64 - left);
        } else {
            alignas(16) std::uint8_t copy[64] = {};
            std::memcpy(copy, bytes + base_, left);
            mask_ = marked(copy) & ~(~std::uint64_t{0} << left);
        }
    }

    std::string_view text_;
    std::size_t base_ = 0;
    std::uint64_t mask_ = 0;
};

}  // namespace tertium
