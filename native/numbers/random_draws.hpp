// Random draws that depend on nothing but their key: for resamples and swaps that are the same on any thread.
//
// Philox4x32-10: Salmon, Moraes, Dror & Shaw (2011), Parallel random numbers: as easy as 1, 2, 3. The key is the seed;
// the counter holds the place within a draw (low half), the draw's number and its purpose (high half), so that draw b
// can be made without those before it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tertium {

using PhiloxBlock = std::array<std::uint32_t, 4>;

inline PhiloxBlock philox4x32(PhiloxBlock counter, std::uint32_t key0, std::uint32_t key1) {
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t first = 0xD2511F53ull * counter[0];
        const std::uint64_t second = 0xCD9E8D57ull * counter[2];
        counter = {static_cast<std::uint32_t>(second >> 32) ^ counter[1] ^ key0, static_cast<std::uint32_t>(second),
                   static_cast<std::uint32_t>(first >> 32) ^ counter[3] ^ key1, static_cast<std::uint32_t>(first)};
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
    return counter;
}

// The numbers of one draw, one after the other.
class Draw {
  public:
    Draw(std::uint64_t seed, std::uint8_t purpose, std::uint64_t number)
        : key0_(static_cast<std::uint32_t>(seed)),
          key1_(static_cast<std::uint32_t>(seed >> 32)),
          high_{static_cast<std::uint32_t>(number),
                static_cast<std::uint32_t>(number >> 32 & 0xffffffu) | static_cast<std::uint32_t>(purpose) << 24} {}

    std::uint32_t next() {
        if (used_ == 4) {
            block_ = philox4x32(
                {static_cast<std::uint32_t>(place_), static_cast<std::uint32_t>(place_ >> 32), high_[0], high_[1]},
                key0_, key1_);
            ++place_;
            used_ = 0;
        }
        return block_[used_++];
    }

    // Uniform in 0 .. bound - 1, without bias. Lemire (2019), Fast random integer generation in an interval.
    std::uint32_t below(std::uint32_t bound) {
        std::uint64_t product = static_cast<std::uint64_t>(next()) * bound;
        if (static_cast<std::uint32_t>(product) < bound) {
            const std::uint32_t threshold = (0u - bound) % bound;
            while (static_cast<std::uint32_t>(product) < threshold)
                product = static_cast<std::uint64_t>(next()) * bound;
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

  private:
    std::uint32_t key0_, key1_;
    std::array<std::uint32_t, 2> high_;
    std::uint64_t place_ = 0;
    PhiloxBlock block_{};
    std::size_t used_ = 4;
};

enum class Purpose : std::uint8_t { resamples = 0, swaps = 1, runs = 2 };

// counts[u]: how often unit u is among `units` draws with replacement.
template <class Number>
void draw_counts(std::uint64_t seed, std::uint64_t number, std::uint32_t units, Number* counts) {
    Draw draw(seed, static_cast<std::uint8_t>(Purpose::resamples), number);
    for (std::uint32_t unit = 0; unit < units; ++unit) counts[unit] = 0;
    for (std::uint32_t unit = 0; unit < units; ++unit) counts[draw.below(units)] += 1;
}

// swaps[u]: 1 with probability one half, else 0.
template <class Number>
void draw_swaps(std::uint64_t seed, std::uint64_t number, std::uint32_t units, Number* swaps) {
    Draw draw(seed, static_cast<std::uint8_t>(Purpose::swaps), number);
    std::uint32_t bits = 0;
    for (std::uint32_t unit = 0; unit < units; ++unit) {
        if (unit % 32 == 0) bits = draw.next();
        swaps[unit] = static_cast<Number>(bits & 1u);
        bits >>= 1;
    }
}

}  // namespace tertium
