// How ordered is a list of positions? Increasing pairs (Kendall), rank correlation (Spearman), longest increasing
// subsequence (Ulam), displaced items (Hamming, footrule). All O(n log n) or better.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace tertium {

using Positions = std::span<const std::int32_t>;

class RankStatistics {
  public:
    // Pairs i < j with list[i] < list[j]; equal values do not count.
    std::int64_t increasing_pairs(Positions list) {
        if (list.size() < 2) return 0;
#if defined(__GNUC__)
        if (list.size() <= 64 && in_a_word(list)) return increasing_pairs_of_bytes(list);
#endif
        if (list.size() <= 24) {  // quadratic is faster while everything sits in registers
            std::int64_t pairs = 0;
            for (std::size_t j = 1; j < list.size(); ++j)
                for (std::size_t i = 0; i < j; ++i) pairs += list[i] < list[j];
            return pairs;
        }
        const std::int32_t largest = *std::max_element(list.begin(), list.end());
        tree_.assign(static_cast<std::size_t>(largest) + 2, 0);
        std::int64_t pairs = 0;
        for (std::int32_t value : list) {
            for (std::int32_t at = value; at > 0; at -= at & -at) pairs += tree_[static_cast<std::size_t>(at)];
            for (std::size_t at = static_cast<std::size_t>(value) + 1; at < tree_.size(); at += at & (~at + 1))
                ++tree_[at];
        }
        return pairs;
    }

    // Pearson's correlation of 1..n with the mid-ranks of the list; -1 for fewer than two items or a constant list,
    // where it does not exist and the papers' score is its worst value.
    double rank_correlation(Positions list) {
        const std::size_t n = list.size();
        if (n < 2) return -1.0;
        if (n <= 64 && in_a_word(list)) {
            std::uint64_t seen = 0;
            std::uint8_t item_at[64];
            for (std::size_t i = 0; i < n; ++i) {
                seen |= std::uint64_t{1} << list[i];
                item_at[list[i]] = static_cast<std::uint8_t>(i);
            }
            // Without ties the k-th bit is rank k. All numbers are whole, so the sums are those of the general way below.
            const auto centre = static_cast<std::int64_t>(n) + 1;
            std::int64_t covariance = 0, rank = 0;
            for (; seen != 0; seen &= seen - 1) {
                const std::int64_t item = item_at[std::countr_zero(seen)];
                covariance += (2 * (item + 1) - centre) * (2 * ++rank - centre);
            }
            if (rank == static_cast<std::int64_t>(n))
                return correlation(n, static_cast<double>(covariance), spread_of(n));
        }
        const std::int32_t largest = *std::max_element(list.begin(), list.end());
        tree_.assign(static_cast<std::size_t>(largest) + 2, 0);
        for (std::int32_t value : list) ++tree_[static_cast<std::size_t>(value) + 1];
        for (std::size_t at = 1; at < tree_.size(); ++at) tree_[at] += tree_[at - 1];
        // Ranks are doubled to keep halves whole, and centred: their mean is (n + 1) / 2.
        const double centre = static_cast<double>(n) + 1;
        double covariance = 0, spread = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const auto value = static_cast<std::size_t>(list[i]);
            const double rank = static_cast<double>(tree_[value] + tree_[value + 1] + 1) - centre;
            covariance += (2.0 * static_cast<double>(i + 1) - centre) * rank;
            spread += rank * rank;
        }
        if (spread == 0) return -1.0;
        return correlation(n, covariance, spread);
    }

    // Length of the longest strictly increasing subsequence.
    std::int64_t longest_increasing(Positions list) {
        ends_.clear();
        for (std::int32_t value : list) {
            const auto at = std::lower_bound(ends_.begin(), ends_.end(), value);
            if (at == ends_.end()) ends_.push_back(value);
            else *at = value;
        }
        return static_cast<std::int64_t>(ends_.size());
    }

  private:
    // Sum of (2k - (n + 1))^2 over the ranks k = 1 .. n.
    static double spread_of(std::size_t n) {
        const double size = static_cast<double>(n);
        return size * (size * size - 1) / 3;
    }
    static double correlation(std::size_t n, double covariance, double spread) {
        return covariance / std::sqrt(spread_of(n) * spread);
    }

    static bool in_a_word(Positions list) {
        std::int32_t all = 0;
        for (std::int32_t value : list) all |= value;
        return all >= 0 && all < 64;
    }

#if defined(__GNUC__)
    // Quadratic, sixteen pairs at a time: sentences have a few dozen words.
    static std::int64_t increasing_pairs_of_bytes(Positions list) {
        typedef std::int8_t Lanes __attribute__((vector_size(16)));
        static constexpr Lanes first = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
        Lanes values[4] = {};
        auto* bytes = reinterpret_cast<std::int8_t*>(values);
        for (std::size_t i = 0; i < list.size(); ++i) bytes[i] = static_cast<std::int8_t>(list[i]);
        std::int64_t pairs = 0;
        for (std::size_t block = 0; 16 * block < list.size(); ++block) {  // pairs whose earlier item is in this block
            const Lanes index = first + static_cast<std::int8_t>(16 * block);
            Lanes count = {};  // at most 63 a lane
            for (std::size_t j = 16 * block + 1; j < list.size(); ++j)
                count -= (values[block] < static_cast<std::int8_t>(list[j])) & (index < static_cast<std::int8_t>(j));
            for (int lane = 0; lane < 16; ++lane) pairs += count[lane];
        }
        return pairs;
    }
#endif

    std::vector<std::int64_t> tree_;
    std::vector<std::int32_t> ends_;
};

// Order of two permutations of the same n items.
struct PermutationStatistics {
    std::int64_t size = 0, in_place = 0, discordant = 0, longest = 0, displaced = 0;
    double squares = 0;  // sum of squared displacements: up to n^3 / 3, exact in a double for n below 300,000
};

// Which of the statistics are asked for; the rest stay zero. Places and displacements are one pass, order two more.
struct WantedStatistics {
    bool places = true, displaced = true, discordant = true, longest = true;
};

// first[i], second[i]: ranks (from 0) of item i; both must be permutations of 0 .. n - 1.
inline PermutationStatistics compare_permutations(Positions first, Positions second, RankStatistics& ranks,
                                                  std::vector<std::int32_t>& scratch, WantedStatistics wanted = {}) {
    PermutationStatistics made;
    const std::size_t n = first.size();
    made.size = static_cast<std::int64_t>(n);
    if (wanted.places) {
        std::int32_t in_place = 0;  // 32 bits, as sentences are: four comparisons an instruction
        for (std::size_t i = 0; i < n; ++i) in_place += first[i] == second[i];
        made.in_place = in_place;
    }
    if (wanted.displaced) {
        for (std::size_t i = 0; i < n; ++i) {
            const std::int64_t difference = std::int64_t{first[i]} - second[i];
            made.displaced += std::abs(difference);
            made.squares += static_cast<double>(difference) * static_cast<double>(difference);
        }
    }
    if (!wanted.discordant && !wanted.longest) return made;
    scratch.resize(n);
    for (std::size_t i = 0; i < n; ++i)
        scratch[static_cast<std::size_t>(first[i])] = second[i];  // the second's ranks in the first's order
    const auto size = static_cast<std::int64_t>(n);
    if (wanted.discordant) made.discordant = size * (size - 1) / 2 - ranks.increasing_pairs(scratch);
    if (wanted.longest) made.longest = ranks.longest_increasing(scratch);
    return made;
}

// Whether every rank 0 .. n - 1 occurs once.
class PermutationCheck {
  public:
    bool operator()(Positions ranks) {
        const std::size_t n = ranks.size();
        if (n <= 64) {  // one bit a rank: a repeated one sets no new one, and one outside leaves a place free
            std::uint64_t seen = 0;
            std::uint32_t all = 0;
            for (std::int32_t rank : ranks) {
                all |= static_cast<std::uint32_t>(rank);
                seen |= std::uint64_t{1} << (static_cast<std::uint32_t>(rank) & 63);
            }
            return n == 0 || (all < 64 && seen == ~std::uint64_t{0} >> (64 - n));
        }
        seen_.assign(n, 0);
        for (std::int32_t rank : ranks) {
            if (rank < 0 || static_cast<std::size_t>(rank) >= n || seen_[static_cast<std::size_t>(rank)] != 0)
                return false;
            seen_[static_cast<std::size_t>(rank)] = 1;
        }
        return true;
    }

  private:
    std::vector<std::uint8_t> seen_;
};

}  // namespace tertium
