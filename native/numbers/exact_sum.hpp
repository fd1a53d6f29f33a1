// Exact sums of doubles: the same bits whatever the order, the chunks or the threads.
//
// A fixed-point accumulator as wide as the double range (Kulisch): 32-bit digits held in int64 limbs, so that 2^30
// additions fit before carries must be passed on. Adding is three integer additions; merging adds limbs; rounding to
// the nearest double (ties to even) happens once, at the end.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace tertium {

class ExactSum {
  public:
    static constexpr int kLimbs = 68;  // 2098 bits of double range, 32 a limb, and room for carries

    // Not-a-number and infinities are counted apart, so that one of them shows in the result whenever it came.
    void add(double value) {
        const auto bits = std::bit_cast<std::uint64_t>(value);
        const int exponent = static_cast<int>((bits >> 52) & 0x7ff);
        if (exponent == 0x7ff) {
            special_ += value;
            has_special_ = true;
            return;
        }
        std::uint64_t mantissa = bits & 0xfffffffffffffull;
        int shift = 0;  // position of the mantissa's lowest bit above 2^-1074
        if (exponent > 0) {
            mantissa |= 1ull << 52;
            shift = exponent - 1;
        }
        const int limb = shift / 32, offset = shift % 32;
        const std::uint64_t low = mantissa << offset;
        const std::uint64_t high = offset == 0 ? 0 : mantissa >> (64 - offset);
        const std::int64_t sign = (bits >> 63) ? -1 : 1;
        limbs_[limb] += sign * static_cast<std::int64_t>(low & 0xffffffffu);
        limbs_[limb + 1] += sign * static_cast<std::int64_t>(low >> 32);
        limbs_[limb + 2] += sign * static_cast<std::int64_t>(high);
        if (++pending_ >= (1 << 30)) carry();
    }

    void merge(const ExactSum& other) {
        ExactSum carried = other;
        carried.carry();
        carry();
        for (int i = 0; i < kLimbs; ++i) limbs_[i] += carried.limbs_[i];
        pending_ = 2;
        special_ += other.special_;
        has_special_ = has_special_ || other.has_special_;
    }

    double value() const {
        if (has_special_) return special_;
        ExactSum normal = *this;
        normal.carry();
        const bool negative = normal.limbs_[kLimbs - 1] < 0;
        if (negative) {
            for (auto& limb : normal.limbs_) limb = -limb;
            normal.carry();
        }
        int top = kLimbs - 1;
        while (top >= 0 && normal.limbs_[top] == 0) --top;
        if (top < 0) return 0.0;
        // The 64 bits below the leading one, with everything beneath them in a sticky bit, round correctly to 53.
        const int width = 64 - std::countl_zero(static_cast<std::uint64_t>(normal.limbs_[top]));
        const int lead = top * 32 + width - 1;  // index of the leading bit above 2^-1074
        std::uint64_t window = 0;
        bool sticky = false;
        const int bottom = lead - 63;
        for (int i = top; i >= 0; --i) {
            const auto digit = static_cast<std::uint64_t>(normal.limbs_[i]);
            const int shift = i * 32 - bottom;
            if (shift >= 0) {
                window |= digit << shift;
            } else if (shift > -32) {
                window |= digit >> -shift;
                sticky = sticky || (digit & ((1ull << -shift) - 1)) != 0;
            } else {
                sticky = sticky || digit != 0;
            }
        }
        // Subnormal results have fewer mantissa bits, but then `bottom` lies below every set bit: no rounding at all.
        std::uint64_t mantissa = window >> 11;
        const std::uint64_t rest = window & 0x7ff;
        if (rest > 0x400 || (rest == 0x400 && (sticky || (mantissa & 1)))) ++mantissa;
        const double magnitude = std::ldexp(static_cast<double>(mantissa), bottom + 11 - 1074);
        return negative ? -magnitude : magnitude;
    }

  private:
    void carry() {
        std::int64_t carried = 0;
        for (int i = 0; i < kLimbs - 1; ++i) {
            const std::int64_t total = limbs_[i] + carried;
            limbs_[i] = total & 0xffffffff;
            carried = total >> 32;  // arithmetic shift: floor division, defined since C++20
        }
        limbs_[kLimbs - 1] += carried;
        pending_ = 0;
    }

    std::array<std::int64_t, kLimbs> limbs_{};
    std::int64_t pending_ = 0;
    double special_ = 0.0;
    bool has_special_ = false;
};

// Adds rows of sums.size() values each; those whose mask is true weigh nothing.
//
// Most statistics are counts. The sum of a block of whole numbers below 2^31 is exact in a double whatever the order, so
// columns are first added up plainly, a block of rows at a time, and number by number only where there is anything else.
inline void add_rows(std::span<ExactSum> sums, std::span<const double> rows, std::span<const bool> masked) {
    constexpr std::size_t block = 256;
    constexpr double most = 2147483648.0, whole = 6755399441055744.0;  // 1.5 * 2^52: adding it leaves no fraction
    const std::size_t columns = sums.size();
    std::vector<double> totals(columns);
    std::vector<std::uint8_t> counts(columns);
    for (std::size_t begin = 0; begin < masked.size(); begin += block) {
        const std::size_t end = std::min(masked.size(), begin + block);
        std::fill(totals.begin(), totals.end(), 0.0);
        std::fill(counts.begin(), counts.end(), std::uint8_t{1});
        for (std::size_t row = begin; row < end; ++row) {
            if (masked[row]) continue;
            const double* values = rows.data() + row * columns;
            for (std::size_t column = 0; column < columns; ++column) {
                const double value = values[column];
                counts[column] &= ((value + whole) - whole == value) & (value < most) & (value > -most);
                totals[column] += value;
            }
        }
        for (std::size_t column = 0; column < columns; ++column) {
            if (counts[column]) {
                sums[column].add(totals[column]);
                continue;
            }
            for (std::size_t row = begin; row < end; ++row)
                if (!masked[row]) sums[column].add(rows[row * columns + column]);
        }
    }
}

}  // namespace tertium
