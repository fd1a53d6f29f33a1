// What a shift can gain at most, read off all near-optimal paths at once (references of several blocks only).
//
// Let d be the distance, F(i, j) the cost up to a cell and B(i, j) from it to the end. The excess of a cell or step is
// the cost of the best path through it minus d. Cells of excess 0, 1, 2, ... are kept as one bit a row, column by
// column from the end: the excess of a step itself (its cost minus the difference it spans) is 0, 1 or 2 and can be
// read off the stored columns.
//
// Rows. A shift exchanges neighbouring runs of words; with m the length of the shorter one, it changes the distance of
// any two prefixes, and of any two parts, by at most 2m. A path of the shifted hypothesis that costs at most `wanted`
// therefore enters and leaves the exchanged columns at cells whose excess before the shift is at most
// k = wanted - d + 2m. If k < 0 there is none. Otherwise only the rows between the lowest such cell on the left and the
// highest on the right need be looked at, mostly fewer than 64: one machine word a column, and only the columns of the
// exchanged runs, because the right border's B is known.
//
// Single words. Taking word x_s out gives at least d - 1, and exactly d - 1 only if x_s is surplus on some path of
// excess 0. Put back at gap g the word either
//   - matches a reference word r_i = x_s: the new cost is at least F(i - 1, g) + B(i, g) - 1, which is d - 2 plus the
//     excess of the step "r_i is missing at gap g";
//   - replaces some r_i: at least F(i - 1, g) + B(i, g), and not less than the distance without x_s; or
//   - stays surplus: at least d.
// So the distance can come down to d - 1 only if x_s is missing at g with excess at most 1, or x_s is surplus and any
// word missing at g with excess 0; and to d - 2 only if x_s is surplus and itself missing at g, both with excess 0.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "edit/ter_columns.hpp"
#include "edit/ter_reference.hpp"

namespace tertium::ter {

class GainBounds {
  public:
    using Long = Columns<0>;

    void clear() { known_ = false; }

    // Excess up to `most` (at least 1) for every cell of the current hypothesis, once a round. Returns the work done.
    std::int64_t compute(const Long& columns, std::int64_t most) {
        known_ = true;
        levels_ = static_cast<std::size_t>(most) + 1;
        distance_ = columns.distance();
        const std::size_t size = columns.size_, blocks = columns.blocks(), rows = columns.ref_->size();
        missing_none_.assign((size + 1) * blocks, 0);
        missing_one_.assign((size + 1) * blocks, 0);
        surplus_.assign(size, 0);
        anything_missing_.assign(size + 1, 0);
        spans_.assign((size + 1) * levels_, Span{});
        words_ = rows / 64 + 2;  // rows 0 .. n, and one empty word to look up into
        now_.assign(words_ * levels_, 0);
        last_.assign(words_ * levels_, 0);
        std::int64_t work = 0;
        for (std::size_t j = size + 1; j-- > 0;) {
            now_.swap(last_);
            for (std::size_t b = words_ - 1; b-- > 0;) work += cross(columns, j, b, rows);
        }
        return work;
    }

    bool known() const { return known_; }

    // Whether moving the single word `start` certainly leaves a distance above `wanted`.
    bool hopeless(const Long& columns, const std::vector<Slot>& hyp, std::int32_t start, const Move& move,
                  std::int64_t wanted) const {
        const std::int64_t drop = distance_ - wanted;
        if (drop < 1) return false;
        if (drop > 2) return true;
        const std::size_t blocks = columns.blocks();
        const auto s = static_cast<std::size_t>(start);
        const auto gap = static_cast<std::size_t>(move.from == start ? move.to : move.from);
        if (drop == 1 && surplus_[s] && anything_missing_[gap]) return false;
        if (drop == 2 && !(surplus_[s] && anything_missing_[gap])) return true;
        const std::uint64_t* mask = columns.ref_->mask(hyp[s]);
        const std::uint64_t* missing = (drop == 1 ? missing_one_ : missing_none_).data() + gap * blocks;
        std::uint64_t any = 0;
        for (std::size_t b = 0; b < blocks; ++b) any |= missing[b] & mask[b];
        return any == 0;
    }

    enum class Answer { kAbove, kFound, kUnknown };

    // The distance after a move if it is at most `wanted`. Unknown: more than 64 rows matter.
    Answer distance_after(const Long& columns, const std::vector<Slot>& hyp, const Move& move, std::int64_t wanted,
                          std::int64_t& result) const {
        const std::int64_t reach = wanted - distance_ + 2 * std::min(move.middle - move.from, move.to - move.middle);
        if (reach < 0) return Answer::kAbove;
        if (reach >= static_cast<std::int64_t>(levels_)) return Answer::kUnknown;
        const auto from = static_cast<std::size_t>(move.from), to = static_cast<std::size_t>(move.to);
        const Span* ends = spans_.data() + to * levels_;
        const auto low = spans_[from * levels_ + static_cast<std::size_t>(reach)].low;
        const auto high = ends[reach].high;
        if (high - low > 63) return Answer::kUnknown;
        const auto row = static_cast<std::size_t>(low);
        std::uint64_t up = window(columns.up_.data() + from * columns.blocks(), columns.blocks(), row);
        std::uint64_t down = window(columns.down_.data() + from * columns.blocks(), columns.blocks(), row);
        const auto run = [&](std::int32_t begin, std::int32_t end) {
            for (std::int32_t j = begin; j < end; ++j) {
                const std::uint64_t* mask = columns.ref_->mask(hyp[static_cast<std::size_t>(j)]);
                const BlockStep step(up, down, window(mask, columns.blocks(), row), true, false);
                up = step.up;
                down = step.down;
            }
        };
        run(move.middle, move.to);
        run(move.from, move.middle);
        // Difference to the column before the shift, row by row; below the window nothing is entered, so its first row
        // has become dearer by one a column.
        std::uint64_t old_up = window(columns.up_.data() + to * columns.blocks(), columns.blocks(), row);
        std::uint64_t old_down = window(columns.down_.data() + to * columns.blocks(), columns.blocks(), row);
        std::int64_t change = columns.value(row, from) + (move.to - move.from) - columns.value(row, to);
        std::int64_t best = reach + 1;  // more than any row that counts
        for (std::int32_t i = low;; ++i) {
            // Worth a look only if even without any excess it would be the best.
            for (std::int64_t excess = 0; excess <= reach && change + excess < best; ++excess)
                if (ends[excess].has(i)) best = change + excess;
            if (i == high) break;
            change += static_cast<std::int64_t>(up & 1) - static_cast<std::int64_t>(down & 1) -
                      static_cast<std::int64_t>(old_up & 1) + static_cast<std::int64_t>(old_down & 1);
            up >>= 1, down >>= 1, old_up >>= 1, old_down >>= 1;
        }
        result = distance_ + best;
        return result <= wanted ? Answer::kFound : Answer::kAbove;
    }

  private:
    // Rows of one column and level; the bits are good for the first 64 of them.
    struct Span {
        std::int32_t low = 0, high = -1;
        std::uint64_t bits = 0;
        bool has(std::int32_t i) const { return i >= low && i <= high && (bits >> (i - low) & 1); }
    };

    // 64 rows' worth of bits from a row on; zeros beyond the end.
    static std::uint64_t window(const std::uint64_t* bits, std::size_t blocks, std::size_t row) {
        const std::size_t b = row / 64, shift = row % 64;
        if (b >= blocks) return 0;
        return shift == 0 ? bits[b] : bits[b] >> shift | (b + 1 < blocks ? bits[b + 1] << (64 - shift) : 0);
    }

    // Block b of column j for all levels, from column j + 1 (in last_) and the block above (in now_).
    std::int64_t cross(const Long& columns, std::size_t j, std::size_t b, std::size_t rows) {
        const std::size_t blocks = columns.blocks();
        const std::uint64_t* last = last_.data() + b * levels_;  // level by level; the block above follows
        std::uint64_t* now = now_.data() + b * levels_;
        const std::size_t top = levels_ - 1;
        const bool ends = j == columns.size_;
        if (!ends && (last[top] | last[levels_ + top] | now[levels_ + top]) == 0) {
            std::fill(now, now + levels_, 0);
            return 0;
        }
        const bool steps = b < blocks;
        const std::uint64_t up = steps ? columns.up_[j * blocks + b] : 0;
        const std::uint64_t down = steps ? columns.down_[j * blocks + b] : 0;
        const std::uint64_t flat = steps ? ~(up | down) : 0;
        std::uint64_t diagonal = 0, right = 0, fall = 0;
        if (!ends) {
            const std::size_t at = (j + 1) * blocks + b;
            diagonal = steps ? columns.diagonal_[at] : 0;
            right = (steps ? columns.right_[at] << 1 : 0) | (b ? columns.right_[at - 1] >> 63 : 1);
            fall = (steps ? columns.fall_[at] << 1 : 0) | (b ? columns.fall_[at - 1] >> 63 : 0);
            surplus_[j] |= (last[0] & right) != 0;
        }
        const std::uint64_t level = ~(right | fall);  // steps to the right that neither rise nor fall
        for (std::size_t k = 0; k < levels_; ++k) {
            std::uint64_t found = 0;
            if (ends) {
                if (rows / 64 == b) found = std::uint64_t{1} << (rows % 64);
            } else {
                found = (look_up(last, k) & diagonal) | (last[k] & right);
                if (k > 0) found |= (look_up(last, k - 1) & ~diagonal) | (last[k - 1] & level);
                if (k > 1) found |= last[k - 2] & fall;
            }
            if (k > 0) found |= now[k - 1] | (look_up(now, k - 1) & flat);
            if (k > 1) found |= look_up(now, k - 2) & down;
            now[k] = flow_down(found, up, now[levels_ + k]);
            if (now[k] != 0) widen(spans_[j * levels_ + k], b, now[k]);
        }
        if (steps) {
            const std::uint64_t missing = look_up(now, 0);
            missing_none_[j * blocks + b] = missing & up;
            missing_one_[j * blocks + b] = (look_up(now, 1) & up) | (missing & flat);
            anything_missing_[j] |= (missing & up) != 0;
        }
        return static_cast<std::int64_t>(levels_);
    }

    // Bit i tells of row i + 1.
    std::uint64_t look_up(const std::uint64_t* block, std::size_t k) const {
        return block[k] >> 1 | block[levels_ + k] << 63;
    }

    // Rows that reach a set row by steps of excess 0 inside the column; runs of missing words are short.
    static std::uint64_t flow_down(std::uint64_t rows, std::uint64_t up, std::uint64_t above) {
        rows |= up & (above << 63);
        for (;;) {
            const std::uint64_t more = rows | (up & (rows >> 1));
            if (more == rows) return rows;
            rows = more;
        }
    }

    // Blocks come from the highest down, so each one begins below what is there.
    static void widen(Span& span, std::size_t b, std::uint64_t rows) {
        const auto base = static_cast<std::int32_t>(b * 64);
        const std::int32_t low = base + std::countr_zero(rows);
        if (span.high < 0) span.high = base + 63 - std::countl_zero(rows);
        const std::int32_t lifted = span.high < base + 64 ? 0 : span.low - low;
        span.bits = (rows >> (low - base)) | (lifted > 0 && lifted < 64 ? span.bits << lifted : 0);
        span.low = low;
    }

    bool known_ = false;
    std::int64_t distance_ = 0;
    std::size_t levels_ = 2, words_ = 0;
    std::vector<std::uint64_t> now_, last_;                  // per block and level: rows with that excess or less
    std::vector<Span> spans_;                                // per column and level
    std::vector<std::uint64_t> missing_none_, missing_one_;  // per gap and block: words missing there at excess 0, <= 1
    std::vector<char> surplus_, anything_missing_;           // per word, per gap: on some path of excess 0
};

}  // namespace tertium::ter
