// Runs of words that GTM 1.4 matches between a hypothesis and its references (Turian, Shen and Melamed 2003).
//
// The program lists every run of matching words and every part of one, sorts them by length and then from the end of the
// hypothesis backwards, and takes what is still free, until the runs are as long together as the shorter side. A thousand
// equal words have some 3e8 such parts. Here nothing is listed: each round finds the longest run that is still free and
// takes all of its length, in the program's order. Every round takes something and its length is shorter than that of the
// round before, so that n words end within sqrt(2 n) rounds.
//
// Bound: kGtmBudget visits of matching pairs of words (about a second). A pair that would need more is flagged; its
// remaining words then match one by one, each as a run of its own.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/sentences.hpp"

namespace tertium {

inline constexpr std::int64_t kGtmBudget = std::int64_t{1} << 28;

struct GtmRun {
    std::int32_t hyp, ref;  // where it begins; ref in the concatenation of all references, one separator after each
    double length;          // a fraction where the last run meets the mean length of several references
};

// One of these a thread: its scratch grows to the largest pair seen.
class Gtm {
  public:
    Gtm(std::size_t vocabulary, std::int64_t budget) : head_(vocabulary, kNone), budget_(budget) {}

    // The references, one after the other.
    void begin_references() {
        for (const Word word : ref_)
            if (word != kSeparator) head_[static_cast<std::size_t>(word)] = kNone;
        ref_.clear();
        next_.clear();
        words_ = 0;
        count_ = 0;
    }
    void add_reference(Words ref) {
        std::size_t place = ref_.size();
        ref_.resize(place + ref.size() + 1);
        next_.resize(place + ref.size() + 1);
        for (const Word word : ref) {
            std::int32_t& head = head_[static_cast<std::size_t>(word)];
            next_[place] = head;  // chains run from the end backwards
            head = static_cast<std::int32_t>(place);
            ref_[place++] = word;
        }
        ref_[place] = kSeparator;
        next_[place] = kNone;
        words_ += ref.size();
        ++count_;
    }

    double mean_length() const { return count_ == 0 ? 0.0 : static_cast<double>(words_) / static_cast<double>(count_); }
    bool capped() const { return capped_; }

    // Runs in the order taken.
    const std::vector<GtmRun>& match(Words hyp) {
        runs_.clear();
        capped_ = false;
        hyp_ = hyp;
        hyp_used_.assign(hyp.size(), 0);
        ref_used_.assign(ref_.size(), 0);
        if (list_hits()) match_hits();
        else match_walking();
        return runs_;
    }

  private:
    static constexpr std::int32_t kNone = -1;
    static constexpr Word kSeparator = -1;
    static constexpr std::int64_t kHits = 1024;  // matching pairs of words that are listed; sentences have some 40

    struct Hit {
        std::int32_t hyp, ref,
            follow;           // follow: the hit of the next two words; 0, which is none and has no length, without
        std::int32_t length;  // of the free run that begins here
    };

    // The hits where the longest free runs begin, in order. No branch: which one is longer would be guessed wrong.
    struct Longest {
        std::int32_t* hits;
        std::size_t count = 0;
        std::int32_t length = 0;
        void add(std::int32_t hit, std::int32_t run) {
            count = run > length ? 0 : count;
            length = std::max(length, run);
            hits[count] = hit;
            count += run == length;
        }
    };

    // Matching pairs of words, from the end of both sides backwards; false where there are too many to list.
    bool list_hits() {
        const auto most = static_cast<std::size_t>(std::min(kHits, budget_ / 64));
        hits_.resize(most + 2);
        alive_.resize(most + 2);
        longest_hits_.resize(most + 2);
        Hit* const hits = hits_.data();
        hits[0] = {0, 0, 0, 0};
        std::size_t count = 1,
                    behind = 1;  // behind: hits of the word behind this one; places descend, as do those of this word
        Longest longest{longest_hits_.data()};
        for (auto i = static_cast<std::int32_t>(hyp_.size()) - 1; i >= 0; --i) {
            const std::size_t begin = count;
            for (std::int32_t j = head_[at(hyp_[at(i)])]; j != kNone; j = next_[at(j)]) {
                while (behind < begin && hits[behind].ref > j + 1) ++behind;
                const bool follows = behind < begin && hits[behind].ref == j + 1;
                const std::size_t follow = follows ? behind : 0;
                const std::int32_t length = 1 + hits[follow].length;
                hits[count] = {i, j, static_cast<std::int32_t>(follow), length};
                longest.add(static_cast<std::int32_t>(count++), length);
                if (count > most + 1) return false;
            }
            behind = begin;
        }
        living_ = count - 1;
        longest_ = longest;
        for (std::size_t k = 0; k < living_; ++k) alive_[k] = static_cast<std::int32_t>(k + 1);
        return true;
    }

    // The same as match_walking over the listed hits.
    void match_hits() {
        double capacity = std::min(static_cast<double>(hyp_.size()), mean_length());
        while (capacity > 0 && longest_.length > 0) {
            const std::int32_t length = longest_.length;
            const bool last = length >= capacity;
            const auto needed = last ? static_cast<std::int32_t>(std::ceil(capacity)) : length;
            const std::int32_t* const from = last ? alive_.data() : longest_.hits;
            const std::int32_t* const end = from + (last ? living_ : longest_.count);
            for (const std::int32_t* k = from; k < end; ++k) {
                const Hit& hit = hits_[at(*k)];
                if (hit.length < needed || !is_free(hit.hyp, hit.ref, needed)) continue;
                take(hit.hyp, hit.ref, needed, last ? capacity : static_cast<double>(length));
                capacity = last ? 0.0 : capacity - length;
                if (capacity < length) break;
            }
            if (capacity <= 0 || (length == 1 && capacity >= 1)) break;  // nothing else is free, or may be taken
            keep_free_hits();
        }
    }

    void keep_free_hits() {
        Hit* const hits = hits_.data();
        std::int32_t* const alive = alive_.data();
        std::size_t kept = 0;
        Longest longest{longest_hits_.data()};
        for (std::size_t k = 0; k < living_; ++k) {
            Hit& hit = hits[alive[k]];
            const std::int32_t free = (hyp_used_[at(hit.hyp)] | ref_used_[at(hit.ref)]) == 0;
            hit.length = free * (1 + hits[hit.follow].length);
            longest.add(alive[k], hit.length);
            alive[kept] = alive[k];
            kept += static_cast<std::size_t>(free);  // not a branch: it would be guessed wrong
        }
        living_ = kept;
        longest_ = longest;
    }

    void match_walking() {
        rows_[0].assign(ref_.size() + 1, {kNone, 0});
        rows_[1].assign(ref_.size() + 1, {kNone, 0});
        std::int64_t left = budget_;
        double capacity = std::min(static_cast<double>(hyp_.size()), mean_length());
        while (capacity > 0) {
            std::int32_t longest = 0;
            visit_free(left, [&](std::int32_t, std::int32_t, std::int32_t length) {
                longest = std::max(longest, length);
                return true;
            });
            if (left < 0) {
                capped_ = true;
                take_single_words(capacity);
                break;
            }
            if (longest == 0) break;
            // Longer than what may still be matched: so much of the first one is taken, and that is all.
            const bool last = longest >= capacity;
            const auto needed = last ? static_cast<std::int32_t>(std::ceil(capacity)) : longest;
            std::int64_t unlimited = 2 * budget_;  // as many visits as were just paid for
            visit_free(unlimited, [&](std::int32_t i, std::int32_t j, std::int32_t length) {
                if (length < needed || !is_free(i, j, needed)) return true;
                take(i, j, needed, last ? capacity : static_cast<double>(longest));
                capacity = last ? 0.0 : capacity - longest;
                return capacity >= longest;  // else the rest is a matter for the next round
            });
        }
    }

    struct Cell {
        std::int32_t row, length;
    };

    // Every matching pair of words (i, j) free on both sides when the walk began, i descending, then j descending, with
    // the length of the free run that begins there; until visit says no or the budget is spent.
    template <class Visit>
    void visit_free(std::int64_t& left, Visit visit) {
        // What a walk takes must not shorten runs in the same walk: their ends are tested by is_free.
        for (auto& row : rows_)
            for (auto& cell : row) cell.row = kNone;
        hyp_before_ = hyp_used_;
        ref_before_ = ref_used_;
        for (auto i = static_cast<std::int32_t>(hyp_.size()) - 1; i >= 0; --i) {
            if (hyp_before_[at(i)] != 0) continue;
            auto& row = rows_[i & 1];
            const auto& below = rows_[(i + 1) & 1];
            for (std::int32_t j = head_[at(hyp_[at(i)])]; j != kNone; j = next_[at(j)]) {
                if (--left < 0) return;
                if (ref_before_[at(j)] != 0) continue;
                const Cell& after = below[at(j) + 1];
                const std::int32_t length = after.row == i + 1 ? after.length + 1 : 1;
                row[at(j)] = {i, length};
                if (!visit(i, j, length)) return;
            }
        }
    }

    // Runs taken in this walk are all of this length and begin at i or later, so that two ends tell all.
    bool is_free(std::int32_t i, std::int32_t j, std::int32_t length) const {
        return hyp_used_[at(i + length - 1)] == 0 && hyp_used_[at(i)] == 0 && ref_used_[at(j)] == 0 &&
               ref_used_[at(j + length - 1)] == 0;
    }

    void take(std::int32_t i, std::int32_t j, std::int32_t cells, double length) {
        std::fill_n(hyp_used_.begin() + i, cells, std::uint8_t{1});
        std::fill_n(ref_used_.begin() + j, cells, std::uint8_t{1});
        runs_.push_back({i, j, length});
    }

    void take_single_words(double& capacity) {
        std::vector<std::int32_t> first = head_;  // each word's last place that may be free: every place is passed once
        for (auto i = static_cast<std::int32_t>(hyp_.size()) - 1; i >= 0 && capacity > 0; --i) {
            if (hyp_used_[at(i)] != 0) continue;
            std::int32_t& j = first[at(hyp_[at(i)])];
            while (j != kNone && ref_used_[at(j)] != 0) j = next_[at(j)];
            if (j == kNone) continue;
            const double length = std::min(1.0, capacity);
            take(i, j, 1, length);
            capacity -= length;
        }
    }

    static std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

    std::vector<std::int32_t> head_,
        next_;  // of each word the last place in the references; of each place the one before
    std::vector<Word> ref_;
    std::size_t words_ = 0, count_ = 0;
    std::int64_t budget_;
    Words hyp_;
    std::vector<std::uint8_t> hyp_used_, ref_used_, hyp_before_, ref_before_;
    std::vector<Cell> rows_[2];
    std::vector<GtmRun> runs_;
    std::vector<Hit> hits_;
    std::vector<std::int32_t> alive_, longest_hits_;  // hits that are free, and those of them that are the longest
    std::size_t living_ = 0;
    Longest longest_{nullptr};
    bool capped_ = false;
};

}  // namespace tertium
