// Word order as RIBES sees it: for each hypothesis word that can be placed, its position in the reference.
//
// A word that occurs once on both sides is placed at once; a repeated word is placed by its context (Isozaki et al. 2010,
// figure 1; RIBES.py 1.03.1 for the official rule). Up to 128 words a side, one bit a position makes "which occurrences
// have this context" a shift and a mask (order/word_masks.hpp); longer sentences ask a suffix array. Both give the same lists.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/sentences.hpp"
#include "order/suffix_array.hpp"
#include "order/word_masks.hpp"

namespace tertium {

// Minimum over any range in O(1), after O(n log n) preparation.
class RangeMinimum {
  public:
    explicit RangeMinimum(std::vector<std::int32_t> values) {
        levels_.push_back(std::move(values));
        for (std::size_t width = 1; 2 * width <= levels_[0].size(); width *= 2) {
            const auto& below = levels_.back();
            std::vector<std::int32_t> level(levels_[0].size() - 2 * width + 1);
            for (std::size_t i = 0; i < level.size(); ++i) level[i] = std::min(below[i], below[i + width]);
            levels_.push_back(std::move(level));
        }
    }

    // Over [low, high); the range must not be empty.
    std::int32_t operator()(std::size_t low, std::size_t high) const {
        const auto level = static_cast<std::size_t>(std::bit_width(high - low) - 1);
        return std::min(levels_[level][low], levels_[level][high - (std::size_t{1} << level)]);
    }

  private:
    std::vector<std::vector<std::int32_t>> levels_;
};

class WordOrder {
  public:
    explicit WordOrder(std::size_t vocabulary) : one_(vocabulary), two_(vocabulary) {}

    // Positions (from 0) of the placed hypothesis words in the reference, in hypothesis order; -1 for the others.
    const std::vector<std::int32_t>& place(Words hyp, Words ref, OrderRule rule) {
        places_.assign(hyp.size(), -1);
        if (hyp.empty() || ref.empty()) return places_;
        if (const std::size_t longer = std::max(hyp.size(), ref.size()); longer <= OneWord::kBits) {
            one_.place(hyp, ref, rule, places_);
        } else if (longer <= TwoWords::kBits) {
            two_.place(hyp, ref, rule, places_);
        } else if (rule == OrderRule::legacy) {
            place_long_legacy(hyp, ref);
        } else {
            place_long(hyp, ref, rule);
        }
        return places_;
    }

  private:
    // The shortest n-gram starting at i that occurs once on both sides, 0 if there is none.
    static std::int32_t shortest_once(const Occurrences& o, std::size_t i) {
        const std::int32_t length = std::max(o.unique_in_hyp[i], o.twice_in_ref[i] + 1);
        return length <= o.longest_in_ref[i] ? length : 0;
    }

    void place_long(Words hyp, Words ref, OrderRule rule) {
        const Occurrences right = SuffixArray(hyp, ref).occurrences();
        const auto bigram = [&](std::size_t at) {  // occurs once on both sides
            const std::int32_t shortest = shortest_once(right, at);
            return at + 2 <= hyp.size() && shortest > 0 && shortest <= 2 && right.longest_in_ref[at] >= 2;
        };
        Occurrences left;
        if (rule == OrderRule::official) left = reversed_occurrences(hyp, ref);
        for (std::size_t i = 0; i < hyp.size(); ++i) {
            const std::int32_t from_right = shortest_once(right, i);
            if (from_right == 1) {
                places_[i] = right.place[i];
            } else if (rule == OrderRule::paper) {
                if (bigram(i)) places_[i] = right.place[i];
                else if (i > 0 && bigram(i - 1)) places_[i] = right.place[i - 1] + 1;
            } else {
                const std::size_t mirrored = hyp.size() - 1 - i;
                const std::int32_t from_left = shortest_once(left, mirrored);
                if (from_left > 0 && (from_right == 0 || from_left <= from_right))
                    places_[i] = static_cast<std::int32_t>(ref.size()) - 1 - left.place[mirrored];
                else if (from_right > 0) places_[i] = right.place[i];
            }
        }
    }

    Occurrences reversed_occurrences(Words hyp, Words ref) {
        back_hyp_.assign(hyp.rbegin(), hyp.rend());
        back_ref_.assign(ref.rbegin(), ref.rend());
        return SuffixArray(back_hyp_, back_ref_).occurrences();
    }

    // The shortest length at which the piece starting at each position is counted once on both sides without overlaps.
    // Longer pieces have fewer occurrences and more room to overlap, so the condition, once true, stays true until the
    // reference has no occurrence: a binary search over the length finds where it begins.
    struct Legacy {
        std::vector<std::int32_t> length, first;  // 0: never; first: smallest start in the reference
    };

    static Legacy legacy_lengths(Words hyp, Words ref, bool backwards) {
        const SuffixArray array(hyp, ref);
        const std::size_t n = array.suffixes().size();
        constexpr std::int32_t none = std::numeric_limits<std::int32_t>::max() / 2;
        std::vector<std::int32_t> hyp_low(n, none), hyp_high(n, none), ref_low(n, none), ref_high(n, none);
        for (std::size_t k = 0; k < n; ++k) {
            const auto start = static_cast<std::size_t>(array.suffixes()[k]);
            if (start < hyp.size()) {
                hyp_low[k] = static_cast<std::int32_t>(start);
                hyp_high[k] = -static_cast<std::int32_t>(start);
            } else if (start > hyp.size() && start + 1 < n) {
                ref_low[k] = static_cast<std::int32_t>(start - hyp.size() - 1);
                ref_high[k] = -ref_low[k];
            }
        }
        const Occurrences found = array.occurrences();
        const RangeMinimum common(array.common()), hl(std::move(hyp_low)), hh(std::move(hyp_high)),
            rl(std::move(ref_low)), rh(std::move(ref_high));
        Legacy made{std::vector<std::int32_t>(hyp.size(), 0), std::vector<std::int32_t>(hyp.size(), -1)};
        for (std::size_t i = 0; i < hyp.size(); ++i) {
            const auto rank = static_cast<std::size_t>(array.ranks()[i]);
            const auto once = [&](std::int32_t length, std::int32_t& first) {
                std::size_t low = rank, high = rank;  // [low, high]: suffixes sharing `length` words with this one
                for (std::size_t step = std::bit_floor(n); step > 0; step /= 2) {
                    if (low >= step && common(low - step + 1, low + 1) >= length) low -= step;
                    if (high + step < n && common(high + 1, high + step + 1) >= length) high += step;
                }
                const std::int32_t ref_first = rl(low, high + 1), ref_last = -rh(low, high + 1);
                const std::int32_t hyp_first = hl(low, high + 1), hyp_last = -hh(low, high + 1);
                // Read backwards, the first occurrence is the one that starts last.
                first = backwards ? ref_last : ref_first;
                return ref_last - ref_first < length && hyp_last - hyp_first < length;
            };
            std::int32_t low = 1, high = found.longest_in_ref[i], first = -1;
            if (high < 1 || !once(high, first)) continue;
            while (low < high) {
                const std::int32_t middle = low + (high - low) / 2;
                if (once(middle, first)) high = middle;
                else low = middle + 1;
            }
            once(low, first);
            made.length[i] = low;
            made.first[i] = first;
        }
        return made;
    }

    void place_long_legacy(Words hyp, Words ref) {
        const Legacy right = legacy_lengths(hyp, ref, false);
        back_hyp_.assign(hyp.rbegin(), hyp.rend());
        back_ref_.assign(ref.rbegin(), ref.rend());
        const Legacy left = legacy_lengths(back_hyp_, back_ref_, true);
        for (std::size_t i = 0; i < hyp.size(); ++i) {
            const std::size_t mirrored = hyp.size() - 1 - i;
            const auto widest = static_cast<std::int32_t>(std::max(i, hyp.size() - i));  // longest n-gram: widest words
            const auto usable = [&](std::int32_t length) { return length > 0 && length <= widest ? length : 0; };
            const std::int32_t from_right = usable(right.length[i]), from_left = usable(left.length[mirrored]);
            if (from_left > 0 && (from_right == 0 || from_left <= from_right))
                places_[i] = static_cast<std::int32_t>(ref.size()) - 1 - left.first[mirrored];
            else if (from_right > 0) places_[i] = right.first[i];
        }
    }

    MaskedOrder<OneWord> one_;
    MaskedOrder<TwoWords> two_;
    std::vector<std::int32_t> places_;
    std::vector<Word> back_hyp_, back_ref_;
};

}  // namespace tertium
