// Which single-word shifts cannot pay, read off all near-optimal paths at once (long references only).
//
// Let d be the distance, F(i, j) the cost up to a cell and B(i, j) from it to the end; the excess of a cell or step is
// the cost of the best path through it minus d. Taking word x_s out gives at least d - 1, and exactly d - 1 only if x_s
// is surplus on some path of excess 0. Put back at gap g the word either
//   - matches a reference word r_i = x_s: the new cost is at least F(i - 1, g) + B(i, g) - 1, which is the excess of the
//     step "r_i is missing at gap g", plus d - 2;
//   - replaces some r_i: at least F(i - 1, g) + B(i, g), and not less than the distance without x_s; or
//   - stays surplus: at least d.
// So the distance can come down to d - 1 only if x_s is missing at g with excess at most 1, or x_s is surplus and any
// word missing at g with excess 0; and to d - 2 only if x_s is surplus and itself missing at g, both with excess 0.
//
// Excess 0 and 1 are kept as one bit a row, column by column from the end: a step's own excess (cost minus the
// difference it spans) is 0, 1 or 2 and read from the stored columns.
#pragma once

#include <cstdint>
#include <vector>

#include "ter_columns.hpp"
#include "ter_reference.hpp"

namespace tertium::ter {

template <std::size_t kBlocks>
class Prospects {
  public:
    void forget() { known_ = false; }

    // Whether moving word `start` certainly leaves a distance above `wanted`.
    bool hopeless(const Columns<kBlocks>& columns, const std::vector<Slot>& hyp, std::int32_t start, const Move& move,
                  std::int64_t wanted) {
        if (!known_) look(columns);
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

  private:
    // Bits of rows (0 .. n) with excess 0 and at most 1 in one column.
    struct Excess {
        std::vector<std::uint64_t> none, one;
    };

    void look(const Columns<kBlocks>& columns) {
        known_ = true;
        distance_ = columns.distance();
        const std::size_t size = columns.size_, blocks = columns.blocks(), rows = columns.ref_->size();
        missing_none_.assign((size + 1) * blocks, 0);
        missing_one_.assign((size + 1) * blocks, 0);
        surplus_.assign(size, 0);
        anything_missing_.assign(size + 1, 0);
        const std::size_t words = rows / 64 + 2;  // rows 0 .. n and one empty word to look up into
        for (Excess* excess : {&now_, &last_}) {
            excess->none.assign(words, 0);
            excess->one.assign(words, 0);
        }
        for (std::size_t j = size + 1; j-- > 0;) {
            now_.none.swap(last_.none);
            now_.one.swap(last_.one);
            for (std::size_t b = words - 1; b-- > 0;) cross(columns, j, b, rows);
        }
    }

    // Block b of column j, from column j + 1 (in last_) and the block above (in now_).
    void cross(const Columns<kBlocks>& columns, std::size_t j, std::size_t b, std::size_t rows) {
        const std::size_t blocks = columns.blocks(), size = columns.size_;
        const bool steps = b < blocks;
        const std::uint64_t up = steps ? columns.up_[j * blocks + b] : 0;
        const std::uint64_t flat = steps ? ~(up | columns.down_[j * blocks + b]) : 0;
        std::uint64_t none = 0, one = 0;
        if (j == size) {
            if (rows / 64 == b) none = std::uint64_t{1} << (rows % 64);
        } else if ((last_.one[b] | last_.one[b + 1] | now_.one[b + 1]) == 0) {
            now_.none[b] = now_.one[b] = 0;
            return;
        } else {
            const std::size_t at = (j + 1) * blocks + b;
            const std::uint64_t diagonal = steps ? columns.diagonal_[at] : 0;
            const std::uint64_t right = (steps ? columns.right_[at] << 1 : 0) | (b ? columns.right_[at - 1] >> 63 : 1);
            const std::uint64_t fall = (steps ? columns.fall_[at] << 1 : 0) | (b ? columns.fall_[at - 1] >> 63 : 0);
            const std::uint64_t above_none = look_up(last_.none, b), above_one = look_up(last_.one, b);
            const std::uint64_t surplus = last_.none[b] & right;
            surplus_[j] |= surplus != 0;
            none = (above_none & diagonal) | surplus;
            one = (above_one & diagonal) | (last_.one[b] & right) | (above_none & ~diagonal) |
                  (last_.none[b] & ~right & ~fall);
        }
        none = flow_down(none, up, now_.none[b + 1]);
        now_.none[b] = none;
        const std::uint64_t missing = look_up(now_.none, b);
        one = flow_down(one | none | (missing & flat), up, now_.one[b + 1]);
        now_.one[b] = one;
        if (!steps) return;
        missing_none_[j * blocks + b] = missing & up;
        missing_one_[j * blocks + b] = (look_up(now_.one, b) & up) | (missing & flat);
        anything_missing_[j] |= (missing & up) != 0;
    }

    // Bit i tells of row i + 1.
    static std::uint64_t look_up(const std::vector<std::uint64_t>& rows, std::size_t b) {
        return rows[b] >> 1 | rows[b + 1] << 63;
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

    bool known_ = false;
    std::int64_t distance_ = 0;
    Excess now_, last_;
    std::vector<std::uint64_t> missing_none_, missing_one_;  // per gap and block: words missing there at excess 0, <= 1
    std::vector<char> surplus_, anything_missing_;           // per word, per gap: on some path of excess 0
};

}  // namespace tertium::ter
