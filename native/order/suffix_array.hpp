// How often does a piece of the hypothesis occur in the hypothesis and in the reference? A suffix array answers for
// every piece at once, so that sentences of 10,000 words over 10 word types stay near-linear.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "base/sentences.hpp"

namespace tertium {

// For every position i of the hypothesis and the n-grams that start there:
struct Occurrences {
    std::vector<std::int32_t> unique_in_hyp;   // shortest length that occurs once in the hypothesis
    std::vector<std::int32_t> longest_in_ref;  // longest length that occurs in the reference
    std::vector<std::int32_t> twice_in_ref;    // longest length that occurs at least twice in the reference
    std::vector<std::int32_t> place;           // where in the reference the longest one starts
};

class SuffixArray {
  public:
    // Suffixes of hyp + separator + ref + separator; no common prefix crosses a separator, since both are unique.
    SuffixArray(Words hyp, Words ref) : hyp_size_(hyp.size()) {
        text_.reserve(hyp.size() + ref.size() + 2);
        for (Word w : hyp) text_.push_back(w + 2);
        text_.push_back(0);
        for (Word w : ref) text_.push_back(w + 2);
        text_.push_back(1);
        sort_suffixes();
        measure_prefixes();
    }

    Occurrences occurrences() const {
        const std::size_t n = text_.size();
        Occurrences found;
        found.unique_in_hyp.assign(hyp_size_, 1);
        found.longest_in_ref.assign(hyp_size_, 0);
        found.twice_in_ref.assign(hyp_size_, 0);
        found.place.assign(hyp_size_, -1);
        // Neighbours in sorted order share the longest prefixes: one sweep each way sees the nearest hypothesis suffix
        // and the two nearest reference suffixes.
        const auto sweep = [&](auto at, auto common) {
            std::int32_t hyp_common = 0, first = 0, second = 0, first_place = -1;
            for (std::size_t k = 0; k < n; ++k) {
                const std::int32_t shared = common(k);  // with the suffix visited just before
                hyp_common = std::min(hyp_common, shared);
                first = std::min(first, shared);
                second = std::min(second, shared);
                const auto start = static_cast<std::size_t>(suffixes_[at(k)]);
                if (start < hyp_size_) {
                    found.unique_in_hyp[start] = std::max(found.unique_in_hyp[start], hyp_common + 1);
                    keep_two_best(found, start, first, first_place);
                    keep_two_best(found, start, second, -1);
                    hyp_common = kLimit;
                } else if (start > hyp_size_ && start + 1 < n) {
                    second = first;
                    first = kLimit;
                    first_place = static_cast<std::int32_t>(start - hyp_size_ - 1);
                }
            }
        };
        sweep([](std::size_t k) { return k; }, [&](std::size_t k) { return k == 0 ? 0 : common_[k]; });
        sweep([n](std::size_t k) { return n - 1 - k; }, [&](std::size_t k) { return k == 0 ? 0 : common_[n - k]; });
        return found;
    }

    const std::vector<std::int32_t>& suffixes() const { return suffixes_; }
    const std::vector<std::int32_t>& ranks() const { return ranks_; }
    const std::vector<std::int32_t>& common() const { return common_; }

  private:
    static constexpr std::int32_t kLimit = std::numeric_limits<std::int32_t>::max() - 1;

    static void keep_two_best(Occurrences& found, std::size_t at, std::int32_t length, std::int32_t place) {
        if (length > found.longest_in_ref[at]) {
            found.twice_in_ref[at] = found.longest_in_ref[at];
            found.longest_in_ref[at] = length;
            found.place[at] = place;
        } else if (length > found.twice_in_ref[at]) {
            found.twice_in_ref[at] = length;
        }
    }

    // Prefix doubling with counting sorts: O(n log n), no recursion.
    void sort_suffixes() {
        const std::size_t n = text_.size();
        suffixes_.resize(n);
        ranks_.resize(n);
        std::iota(suffixes_.begin(), suffixes_.end(), 0);
        std::vector<Word> distinct(text_);
        std::sort(distinct.begin(), distinct.end());
        distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
        for (std::size_t i = 0; i < n; ++i)
            ranks_[i] = static_cast<std::int32_t>(std::lower_bound(distinct.begin(), distinct.end(), text_[i]) -
                                                  distinct.begin());
        std::size_t classes = distinct.size();
        std::vector<std::int32_t> order(n), next(n), counts;
        const auto sort_by_rank = [&](const std::vector<std::int32_t>& from, std::vector<std::int32_t>& to) {
            counts.assign(classes + 1, 0);
            for (std::size_t i = 0; i < n; ++i) ++counts[static_cast<std::size_t>(ranks_[i]) + 1];
            for (std::size_t c = 0; c < classes; ++c) counts[c + 1] += counts[c];
            for (std::int32_t s : from)
                to[static_cast<std::size_t>(counts[static_cast<std::size_t>(ranks_[static_cast<std::size_t>(s)])]++)] =
                    s;
        };
        sort_by_rank(suffixes_, order);
        suffixes_ = order;
        for (std::size_t width = 1; classes < n; width *= 2) {
            // By the second half first: suffixes too short to have one come first, the rest in the order they have now.
            std::size_t k = 0;
            for (std::size_t i = n - std::min(width, n); i < n; ++i) order[k++] = static_cast<std::int32_t>(i);
            for (std::int32_t s : suffixes_)
                if (static_cast<std::size_t>(s) >= width) order[k++] = s - static_cast<std::int32_t>(width);
            sort_by_rank(order, suffixes_);
            next[static_cast<std::size_t>(suffixes_[0])] = 0;
            classes = 1;
            const auto half = [&](std::int32_t s) {
                const std::size_t at = static_cast<std::size_t>(s) + width;
                return at < n ? ranks_[at] : -1;
            };
            for (std::size_t i = 1; i < n; ++i) {
                const std::int32_t a = suffixes_[i - 1], b = suffixes_[i];
                const bool same =
                    ranks_[static_cast<std::size_t>(a)] == ranks_[static_cast<std::size_t>(b)] && half(a) == half(b);
                if (!same) ++classes;
                next[static_cast<std::size_t>(b)] = static_cast<std::int32_t>(classes - 1);
            }
            ranks_.swap(next);
        }
    }

    // common_[k]: length of the common prefix of the k-th suffix and the one before it (Kasai et al. 2001).
    void measure_prefixes() {
        const std::size_t n = text_.size();
        common_.assign(n, 0);
        std::size_t shared = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const auto rank = static_cast<std::size_t>(ranks_[i]);
            if (rank == 0) {
                shared = 0;
                continue;
            }
            const auto j = static_cast<std::size_t>(suffixes_[rank - 1]);
            while (i + shared < n && j + shared < n && text_[i + shared] == text_[j + shared]) ++shared;
            common_[rank] = static_cast<std::int32_t>(shared);
            if (shared > 0) --shared;
        }
    }

    std::size_t hyp_size_;
    std::vector<Word> text_;
    std::vector<std::int32_t> suffixes_, ranks_, common_;
};

}  // namespace tertium
