// Word order of sentences short enough for a bit a position: where a word stands is a mask, where a word stands after
// another one is a shift and an AND.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/recycled_memory.hpp"
#include "base/sentences.hpp"

namespace tertium {

enum class OrderRule {
    paper,     // bigrams, right context before left
    official,  // n-grams of any length, left context before right
    legacy,    // official before 1.02.4: counts without overlaps, one window size less
};

// 64 positions.
struct OneWord {
    static constexpr std::size_t kBits = 64;
    std::uint64_t bits = 0;

    static OneWord at(std::size_t i) { return {std::uint64_t{1} << i}; }
    bool any() const { return bits != 0; }
    // Not std::has_single_bit, which is a function call where the instruction that counts bits may be missing.
    bool at_most_one() const { return (bits & (bits - 1)) == 0; }
    std::int32_t first() const { return std::countr_zero(bits); }  // 64 if there is none
    std::int32_t last() const { return static_cast<std::int32_t>(std::bit_width(bits)) - 1; }
    OneWord operator&(OneWord o) const { return {bits & o.bits}; }
    OneWord operator|(OneWord o) const { return {bits | o.bits}; }
    OneWord operator<<(unsigned k) const { return {bits << k}; }
    OneWord operator>>(unsigned k) const { return {bits >> k}; }
};

// 128 positions. Shifts are by 1 to 127.
struct TwoWords {
    static constexpr std::size_t kBits = 128;
    std::uint64_t low = 0, high = 0;

    static TwoWords at(std::size_t i) {
        return i < 64 ? TwoWords{std::uint64_t{1} << i, 0} : TwoWords{0, std::uint64_t{1} << (i - 64)};
    }
    bool any() const { return (low | high) != 0; }
    bool at_most_one() const { return (low & (low - 1)) == 0 && (high & (high - 1)) == 0 && (low == 0 || high == 0); }
    std::int32_t first() const { return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(high); }
    std::int32_t last() const {
        return high != 0 ? 63 + static_cast<std::int32_t>(std::bit_width(high))
                         : static_cast<std::int32_t>(std::bit_width(low)) - 1;
    }
    TwoWords operator&(TwoWords o) const { return {low & o.low, high & o.high}; }
    TwoWords operator|(TwoWords o) const { return {low | o.low, high | o.high}; }
    TwoWords operator<<(unsigned k) const {
        return k < 64 ? TwoWords{low << k, high << k | low >> (64 - k)} : TwoWords{0, low << (k - 64)};
    }
    TwoWords operator>>(unsigned k) const {
        return k < 64 ? TwoWords{low >> k | high << (64 - k), high >> k} : TwoWords{high >> (k - 64), 0};
    }
};

template <class Bits>
class MaskedOrder {
  public:
    explicit MaskedOrder(std::size_t vocabulary) : vocabulary_(vocabulary) {}

    // As WordOrder::place, for sentences of at most Bits::kBits words; `places` has room for the hypothesis.
    // Whether a word can be placed at once is as good as random, so that is computed without branches; words that need
    // their context are noted and come second.
    void place(Words hyp, Words ref, OrderRule rule, std::vector<std::int32_t>& places) {
        if (masks_.empty()) masks_.resize(vocabulary_);
        for (std::size_t i = 0; i < hyp.size(); ++i) of(hyp[i]).hyp = of(hyp[i]).hyp | Bits::at(i);
        for (std::size_t j = 0; j < ref.size(); ++j) of(ref[j]).ref = of(ref[j]).ref | Bits::at(j);
        std::size_t open = 0;
        for (std::size_t i = 0; i < hyp.size(); ++i) {
            const Masks& in = of(hyp[i]);
            const Bits in_hyp = in.hyp, in_ref = in.ref;
            around_hyp_[kSide + i] = in_hyp;
            around_ref_[kSide + i] = in_ref;
            const bool known = in_ref.any();
            const bool at_once = known & in_hyp.at_most_one() & in_ref.at_most_one();
            places[i] = in_ref.first() | -static_cast<std::int32_t>(!at_once);  // -1 where it is not
            open_[open] = static_cast<std::uint8_t>(i);
            open += known & !at_once;
        }
        for (std::size_t n = 0; n < open; ++n) {
            const std::size_t i = open_[n];
            if (rule == OrderRule::paper) places[i] = by_bigram(i);
            else if (rule == OrderRule::official) places[i] = by_context(i);
            else places[i] = by_legacy_context(i, hyp.size());
        }
        std::fill_n(around_hyp_.begin() + kSide, hyp.size(), Bits{});
        std::fill_n(around_ref_.begin() + kSide, hyp.size(), Bits{});
        for (Word word : hyp) of(word) = {};
        for (Word word : ref) of(word) = {};
    }

  private:
    // Both sides side by side, for both are always looked at.
    struct Masks {
        Bits hyp, ref;
    };

    Masks at(std::size_t i) const { return {around_hyp_[kSide + i], around_ref_[kSide + i]}; }
    Masks& of(Word word) { return masks_[static_cast<std::size_t>(word)]; }

    // Whether there is one occurrence on each side.
    static bool settled(const Masks& m) {
        return m.hyp.at_most_one() & m.ref.at_most_one() & m.hyp.any() & m.ref.any();
    }

    // Occurrences of a word that have the word at `other` k places before or after them.
    static Masks after(const Masks& m, const Masks& other, unsigned k) {
        return {m.hyp & other.hyp << k, m.ref & other.ref << k};
    }
    static Masks before(const Masks& m, const Masks& other, unsigned k) {
        return {m.hyp & other.hyp >> k, m.ref & other.ref >> k};
    }

    std::int32_t by_bigram(std::size_t i) const {
        const Masks here = at(i);
        if (const Masks right = before(here, at(i + 1), 1); settled(right)) return right.ref.first();
        if (const Masks left = after(here, at(i - 1), 1); settled(left)) return left.ref.first();
        return -1;
    }

    // Masks hold where hyp[i] stands in each occurrence of the growing context. A side is given up when the reference has
    // none, at the latest beyond the sentence's ends, where all masks are zero; so k stays below Bits::kBits, for a
    // context of all positions occurs once.
    std::int32_t by_context(std::size_t i) const {
        Masks left = at(i), right = left;
        for (unsigned k = 1; (left.ref | right.ref).any(); ++k) {
            left = after(left, at(i - k), k);
            if (settled(left)) return left.ref.first();
            right = before(right, at(i + k), k);
            if (settled(right)) return right.ref.first();
        }
        return -1;
    }

    // Without overlaps a piece of `length` words is counted once if all its occurrences start within `length` words.
    static bool counted_once(const Bits& starts, int length) {
        return starts.any() && starts.last() - starts.first() < length;
    }

    // The same by the program's older rule, under which the widest context is one word less wide.
    std::int32_t by_legacy_context(std::size_t i, std::size_t size) const {
        Masks left = at(i), right = left;
        const auto widest = static_cast<unsigned>(std::max(i, size - i)) - 1;
        const auto once = [](const Masks& m, unsigned k) {
            return counted_once(m.hyp, static_cast<int>(k) + 1) && counted_once(m.ref, static_cast<int>(k) + 1);
        };
        for (unsigned k = 1; k <= widest && (left.ref | right.ref).any(); ++k) {
            left = after(left, at(i - k), k);
            if (once(left, k)) return left.ref.first();
            right = before(right, at(i + k), k);
            if (once(right, k)) return right.ref.first();
        }
        return -1;
    }

    static constexpr std::size_t kSide = Bits::kBits;  // a context reaches at most so far beyond the sentence's ends
    std::size_t vocabulary_;
    Buffer<Masks> masks_;  // by word; zero between calls; made when first needed
    // Masks of the hypothesis' words by position; zero on both sides of them. Two arrays: one load of both masks would have
    // to wait for the two stores that made them.
    std::array<Bits, 3 * kSide + 1> around_hyp_{}, around_ref_{};
    std::array<std::uint8_t, Bits::kBits> open_{};
};

}  // namespace tertium
