// How ordered is a list of positions? Increasing pairs (Kendall), rank correlation (Spearman), longest increasing
// subsequence (Ulam), displaced items (Hamming, footrule). All O(n log n) or better.
#pragma once

#include <algorithm>
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
            for (std::size_t at = static_cast<std::size_t>(value) + 1; at < tree_.size(); at += at & (~at + 1)) ++tree_[at];
        }
        return pairs;
    }

    // Pearson's correlation of 1..n with the mid-ranks of the list; -1 for fewer than two items or a constant list,
    // where it does not exist and the papers' score is its worst value.
    double rank_correlation(Positions list) {
        const std::size_t n = list.size();
        if (n < 2) return -1.0;
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
        const double size = static_cast<double>(n);
        return covariance / std::sqrt(size * (size * size - 1) / 3 * spread);
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
    std::vector<std::int64_t> tree_;
    std::vector<std::int32_t> ends_;
};

// Order of two permutations of the same n items.
struct PermutationStatistics {
    std::int64_t size = 0, in_place = 0, discordant = 0, longest = 0, displaced = 0;
    double squares = 0;  // sum of squared displacements: up to n^3 / 3, exact in a double for n below 300,000
};

// first[i], second[i]: ranks (from 0) of item i; both must be permutations of 0 .. n - 1.
inline PermutationStatistics compare_permutations(Positions first, Positions second, RankStatistics& ranks,
                                                  std::vector<std::int32_t>& scratch) {
    PermutationStatistics made;
    const std::size_t n = first.size();
    made.size = static_cast<std::int64_t>(n);
    scratch.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        const std::int64_t difference = first[i] - second[i];
        made.in_place += difference == 0;
        made.displaced += std::abs(difference);
        made.squares += static_cast<double>(difference) * static_cast<double>(difference);
        scratch[static_cast<std::size_t>(first[i])] = second[i];  // the second's ranks in the first's order
    }
    made.discordant = static_cast<std::int64_t>(n) * (static_cast<std::int64_t>(n) - 1) / 2 - ranks.increasing_pairs(scratch);
    made.longest = ranks.longest_increasing(scratch);
    return made;
}

}  // namespace tertium
