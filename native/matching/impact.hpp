// IMPACT's common parts (docs/metrics/words.md#impact, a reconstruction): round by round a longest common subsequence
// of the words that are left, of all such the one whose parts have the greatest sum of length^beta, then the least
// difference in place.
//
// A part is a group of matches adjacent in both original sentences. Prefixes are solved one after the other: the best up to
// (i, j) either leaves a word out or ends in a part of some length. Since beta >= 1 makes one part worth at least as
// much as its pieces, trying every length finds the parts at their full size.
//
// Bounds: kImpactCells cells of a table, beyond which only the beginnings of both sentences are compared, and
// kImpactBudget steps for all rounds (about a second); when they are spent the round that runs tries only single words and
// whole runs, and no other begins. Either way the pair is flagged.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/sentences.hpp"

namespace tertium {

inline constexpr std::int64_t kImpactCells = std::int64_t{1} << 21;
inline constexpr std::int64_t kImpactBudget = std::int64_t{1} << 26;

struct ImpactPart {
    std::int32_t round, hyp, ref, length;
};

// One of these a thread: its scratch grows to the largest pair seen.
class Impact {
  public:
    Impact(double beta, std::int64_t last_round, std::int64_t cells, std::int64_t budget)
        : beta_(beta), last_round_(last_round), cells_(cells), budget_(budget) {}

    bool capped() const { return capped_; }

    // The common parts, round by round, from left to right in the hypothesis.
    const std::vector<ImpactPart>& match(Words hyp, Words ref) {
        parts_.clear();
        capped_ = false;
        left_ = budget_;
        hyp_ = hyp;
        ref_ = ref;
        if (std::ranges::equal(hyp, ref)) {  // the only longest common subsequence is all of it
            if (!hyp.empty()) parts_.push_back({0, 0, 0, static_cast<std::int32_t>(hyp.size())});
            return parts_;
        }
        std::int64_t rows = static_cast<std::int64_t>(hyp.size()), columns = static_cast<std::int64_t>(ref.size());
        if ((rows + 1) * (columns + 1) > cells_) {
            capped_ = true;
            const auto side =
                std::max<std::int64_t>(1, static_cast<std::int64_t>(std::sqrt(static_cast<double>(cells_))) - 1);
            if (rows <= side) columns = std::min(columns, cells_ / (rows + 1) - 1);
            else if (columns <= side) rows = std::min(rows, cells_ / (columns + 1) - 1);
            else rows = columns = side;
        }
        hyp_left_.clear();
        ref_left_.clear();
        for (std::int32_t i = 0; i < rows; ++i) hyp_left_.push_back(i);
        for (std::int32_t j = 0; j < columns; ++j) ref_left_.push_back(j);
        powers_.assign(static_cast<std::size_t>(std::min(rows, columns)) + 1, 0.0);
        for (std::size_t l = 1; l < powers_.size(); ++l) powers_[l] = std::pow(static_cast<double>(l), beta_);
        for (std::int32_t round = 0; last_round_ < 0 || round <= last_round_; ++round) {
            if (left_ <= 0) {
                capped_ = capped_ || may_match();
                break;
            }
            fill();
            if (!trace(round)) break;
        }
        return parts_;
    }

  private:
    static constexpr double kTie = 1e-9;  // sums of powers that differ by less differ by the order of summing only

    struct Cell {
        std::int32_t words = 0;  // length of the common subsequence
        std::int32_t part = 0;   // length of the part that ends here; 0: none does, -1: go left, -2: go up
        double sum = 0, apart = 0;
        bool better_than(const Cell& other) const {
            if (words != other.words) return words > other.words;
            if (std::abs(sum - other.sum) > kTie * (1.0 + std::abs(sum))) return sum > other.sum;
            return apart < other.apart - kTie;
        }
    };

    struct Run {
        std::int32_t length = 0;
        double apart = 0;
    };

    Word hyp_word(std::size_t row) const { return hyp_[static_cast<std::size_t>(hyp_left_[row])]; }
    Word ref_word(std::size_t column) const { return ref_[static_cast<std::size_t>(ref_left_[column])]; }
    Cell& cell(std::size_t row, std::size_t column) { return table_[row * (ref_left_.size() + 1) + column]; }

    double apart(std::size_t row, std::size_t column) const {
        return std::abs(static_cast<double>(hyp_left_[row] + 1) / static_cast<double>(hyp_.size()) -
                        static_cast<double>(ref_left_[column] + 1) / static_cast<double>(ref_.size()));
    }

    // Do words row - 1 and row stand side by side in both original sentences?
    bool adjacent(std::size_t row, std::size_t column) const {
        return hyp_left_[row - 1] + 1 == hyp_left_[row] && ref_left_[column - 1] + 1 == ref_left_[column];
    }

    void fill() {
        const std::size_t rows = hyp_left_.size(), columns = ref_left_.size();
        table_.assign((rows + 1) * (columns + 1), Cell{});
        runs_.assign(columns + 1, Run{});
        left_ -= static_cast<std::int64_t>(rows * columns);
        for (std::size_t i = 1; i <= rows; ++i) {
            Run before;  // of the cell up and to the left
            for (std::size_t j = 1; j <= columns; ++j) {
                const Run above = runs_[j];
                Cell best = cell(i, j - 1);
                best.part = -1;
                if (const Cell& up = cell(i - 1, j); up.better_than(best)) {
                    best = up;
                    best.part = -2;
                }
                runs_[j] = Run{};
                if (hyp_word(i - 1) == ref_word(j - 1)) {
                    if (i > 1 && j > 1 && adjacent(i - 1, j - 1)) runs_[j] = before;
                    ++runs_[j].length;
                    runs_[j].apart += apart(i - 1, j - 1);
                    try_parts(i, j, runs_[j], best);
                }
                before = above;
                cell(i, j) = best;
            }
        }
    }

    void try_part(std::size_t i, std::size_t j, std::int32_t l, double apart_sum, Cell& best) {
        const auto length = static_cast<std::size_t>(l);
        const Cell& from = cell(i - length, j - length);
        const Cell made{from.words + l, l, from.sum + powers_[length], from.apart + apart_sum};
        if (made.better_than(best)) best = made;
    }

    void try_parts(std::size_t i, std::size_t j, const Run& run, Cell& best) {
        double apart_sum = 0;
        const bool hurry = left_ <= 0;
        for (std::int32_t l = 1; l <= (hurry ? 1 : run.length); ++l) {
            apart_sum += apart(i - static_cast<std::size_t>(l), j - static_cast<std::size_t>(l));
            try_part(i, j, l, apart_sum, best);
        }
        if (hurry && run.length > 1) {
            try_part(i, j, run.length, run.apart, best);
            capped_ = capped_ || run.length > 2;
        }
        left_ -= run.length;
    }

    // Takes the matches of the best route; false if there are none.
    bool trace(std::int32_t round) {
        const std::size_t first = parts_.size();
        std::size_t i = hyp_left_.size(), j = ref_left_.size();
        hyp_taken_.assign(i, 0);
        ref_taken_.assign(j, 0);
        while (i > 0 && j > 0) {
            const std::int32_t part = cell(i, j).part;
            if (part == -1) {
                --j;
            } else if (part == -2) {
                --i;
            } else {
                i -= static_cast<std::size_t>(part);
                j -= static_cast<std::size_t>(part);
                std::fill_n(hyp_taken_.begin() + static_cast<std::ptrdiff_t>(i), part, std::uint8_t{1});
                std::fill_n(ref_taken_.begin() + static_cast<std::ptrdiff_t>(j), part, std::uint8_t{1});
                add_part({round, hyp_left_[i], ref_left_[j], part}, first);
            }
        }
        std::reverse(parts_.begin() + static_cast<std::ptrdiff_t>(first), parts_.end());
        drop(hyp_left_, hyp_taken_);
        drop(ref_left_, ref_taken_);
        return parts_.size() > first;
    }

    // Parts come from the right; pieces that touch (where lengths were skipped) are one.
    void add_part(const ImpactPart& part, std::size_t first) {
        if (parts_.size() > first) {
            ImpactPart& last = parts_.back();
            if (part.hyp + part.length == last.hyp && part.ref + part.length == last.ref) {
                last = {part.round, part.hyp, part.ref, part.length + last.length};
                return;
            }
        }
        parts_.push_back(part);
    }

    bool may_match() const {
        std::vector<Word> words;
        for (const std::int32_t j : ref_left_) words.push_back(ref_[static_cast<std::size_t>(j)]);
        std::sort(words.begin(), words.end());
        return std::any_of(hyp_left_.begin(), hyp_left_.end(), [&](std::int32_t i) {
            return std::binary_search(words.begin(), words.end(), hyp_[static_cast<std::size_t>(i)]);
        });
    }

    static void drop(std::vector<std::int32_t>& left, const std::vector<std::uint8_t>& taken) {
        std::size_t kept = 0;
        for (std::size_t n = 0; n < left.size(); ++n)
            if (taken[n] == 0) left[kept++] = left[n];
        left.resize(kept);
    }

    double beta_;
    std::int64_t last_round_, cells_, budget_, left_ = 0;
    bool capped_ = false;
    Words hyp_, ref_;
    std::vector<std::int32_t> hyp_left_, ref_left_;
    std::vector<Run> runs_;
    std::vector<std::uint8_t> hyp_taken_, ref_taken_;
    std::vector<double> powers_;
    std::vector<Cell> table_;
    std::vector<ImpactPart> parts_;
};

}  // namespace tertium
