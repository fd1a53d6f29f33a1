// The edit distance of a hypothesis and a reference, 64 cells at a time.
//
// Myers (1999) in the form of Hyyro (2003): a column of the matrix (one hypothesis word, all reference rows) is held as
// the differences between neighbouring rows, `up` where a row costs one more than the row before it, `down` where one
// less. A column needs only its predecessor, so a moved block is priced by starting from the column before the first
// word that changed. With one block of rows everything stays in registers; more blocks hand over a carry.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "edit/ter_reference.hpp"

namespace tertium::ter {

// One block of one column. `in` is the difference between this column and the last in the row before the block.
struct BlockStep {
    std::uint64_t up, down;              // this column's differences between rows
    std::uint64_t right_up, right_down;  // differences to the last column, row by row
    std::uint64_t diagonal_same;         // rows whose value equals that of the row before in the last column

    BlockStep(std::uint64_t last_up, std::uint64_t last_down, std::uint64_t match, bool in_up, bool in_down) {
        const std::uint64_t vertical = match | last_down;
        const std::uint64_t seen = match | static_cast<std::uint64_t>(in_down);
        const std::uint64_t carried = (((seen & last_up) + last_up) ^ last_up) | seen;
        right_up = last_down | ~(carried | last_up);
        right_down = last_up & carried;
        diagonal_same = carried | last_down;
        const std::uint64_t shifted_up = (right_up << 1) | static_cast<std::uint64_t>(in_up);
        const std::uint64_t shifted_down = (right_down << 1) | static_cast<std::uint64_t>(in_down);
        up = shifted_down | ~(vertical | shifted_up);
        down = shifted_up & vertical;
    }
};

// Four rows of a column at once: the difference over them and the lowest point on the way.
struct FourRows {
    std::int8_t total = 0, least = 0;
};

inline constexpr auto kFourRows = [] {
    std::array<FourRows, 256> table{};
    for (unsigned both = 0; both < 256; ++both)
        for (unsigned row = 0; row < 4; ++row) {
            FourRows& rows = table[both];
            rows.total = static_cast<std::int8_t>(rows.total + static_cast<int>(both >> (4 + row) & 1) -
                                                  static_cast<int>(both >> row & 1));
            rows.least = std::min(rows.least, rows.total);
        }
    return table;
}();

// All columns of the current hypothesis, kept so that candidates can start anywhere and the path can be traced.
// kBlocks is 1 for references of at most 64 words, else 0: as many blocks as the reference needs.
template <std::size_t kBlocks>
class Columns {
  public:
    std::size_t blocks() const { return kBlocks ? kBlocks : blocks_; }

    void start(const Reference& ref, std::size_t hyp_size) {
        ref_ = &ref;
        size_ = hyp_size;
        blocks_ = ref.blocks();
        const std::size_t cells = (hyp_size + 1) * blocks();
        if (up_.size() < cells) {
            up_.resize(cells);
            down_.resize(cells);
            diagonal_.resize(cells);
            right_.resize(cells);
            fall_.resize(kBlocks ? 0 : cells);
            base_.resize(kBlocks ? 0 : cells);
        }
        for (std::size_t b = 0; b < blocks(); ++b) {
            up_[b] = ~std::uint64_t{0};
            down_[b] = 0;
            if constexpr (kBlocks == 0) base_[b] = static_cast<std::int32_t>(b * 64);
        }
    }

    // Columns from + 1 .. size; those up to `from` must be there already.
    void extend(const std::vector<Slot>& hyp, std::size_t from) {
        for (std::size_t j = from + 1; j <= size_; ++j) {
            const std::uint64_t* mask = ref_->mask(hyp[j - 1]);
            bool in_up = true, in_down = false;
            for (std::size_t b = 0; b < blocks(); ++b) {
                const std::size_t last = (j - 1) * blocks() + b, now = last + blocks();
                const BlockStep step(up_[last], down_[last], mask[b], in_up, in_down);
                up_[now] = step.up;
                down_[now] = step.down;
                diagonal_[now] = mask[b] | ~step.diagonal_same;
                right_[now] = step.right_up;
                if constexpr (kBlocks == 0) {
                    fall_[now] = step.right_down;
                    base_[now] = base_[last] + in_up - in_down;
                    in_up = step.right_up >> 63;
                    in_down = step.right_down >> 63;
                }
            }
        }
    }

    // One column's differences, all `up` before all `down`: where another run of columns may begin.
    std::vector<std::uint64_t> column(std::size_t j) const {
        const auto at = static_cast<std::ptrdiff_t>(j * blocks()), count = static_cast<std::ptrdiff_t>(blocks());
        std::vector<std::uint64_t> both(up_.begin() + at, up_.begin() + at + count);
        both.insert(both.end(), down_.begin() + at, down_.begin() + at + count);
        return both;
    }

    void set_first(const std::vector<std::uint64_t>& column) {
        const auto count = static_cast<std::ptrdiff_t>(blocks());
        std::copy(column.begin(), column.begin() + count, up_.begin());
        std::copy(column.begin() + count, column.end(), down_.begin());
    }

    // A copy of the columns before `from` of other, for a hypothesis that differs from there on.
    void copy_until(const Columns& other, std::size_t from) {
        start(*other.ref_, other.size_);
        const auto cells = static_cast<std::ptrdiff_t>((from + 1) * blocks());
        std::copy(other.up_.begin(), other.up_.begin() + cells, up_.begin());
        std::copy(other.down_.begin(), other.down_.begin() + cells, down_.begin());
        std::copy(other.diagonal_.begin(), other.diagonal_.begin() + cells, diagonal_.begin());
        std::copy(other.right_.begin(), other.right_.begin() + cells, right_.begin());
        if constexpr (kBlocks == 0) {
            std::copy(other.fall_.begin(), other.fall_.begin() + cells, fall_.begin());
            std::copy(other.base_.begin(), other.base_.begin() + cells, base_.begin());
        }
    }

    std::int64_t distance() const { return last_row(up_.data() + size_ * blocks(), down_.data() + size_ * blocks()); }

    // The distance after a move, without storing anything.
    std::int64_t distance_after(const std::vector<Slot>& hyp, const Move& move) {
        const std::size_t from = static_cast<std::size_t>(move.from) * blocks();
        if constexpr (kBlocks == 1) {
            std::uint64_t up = up_[from], down = down_[from];
            const auto run = [&](std::int32_t begin, std::int32_t end) {
                for (std::int32_t j = begin; j < end; ++j) {
                    const BlockStep step(up, down, *ref_->mask(hyp[static_cast<std::size_t>(j)]), true, false);
                    up = step.up;
                    down = step.down;
                }
            };
            run(move.middle, move.to);
            run(move.from, move.middle);
            run(move.to, static_cast<std::int32_t>(size_));
            return last_row(&up, &down);
        } else {
            scratch_.assign(up_.begin() + static_cast<std::ptrdiff_t>(from),
                            up_.begin() + static_cast<std::ptrdiff_t>(from + blocks()));
            scratch_.insert(scratch_.end(), down_.begin() + static_cast<std::ptrdiff_t>(from),
                            down_.begin() + static_cast<std::ptrdiff_t>(from + blocks()));
            std::uint64_t *up = scratch_.data(), *down = up + blocks();
            const auto run = [&](std::int32_t begin, std::int32_t end) {
                for (std::int32_t j = begin; j < end; ++j) {
                    const std::uint64_t* mask = ref_->mask(hyp[static_cast<std::size_t>(j)]);
                    bool in_up = true, in_down = false;
                    for (std::size_t b = 0; b < blocks(); ++b) {
                        const BlockStep step(up[b], down[b], mask[b], in_up, in_down);
                        up[b] = step.up;
                        down[b] = step.down;
                        in_up = step.right_up >> 63;
                        in_down = step.right_down >> 63;
                    }
                }
            };
            run(move.middle, move.to);
            run(move.from, move.middle);
            run(move.to, static_cast<std::int32_t>(size_));
            return last_row(up, down);
        }
    }

    // Steps of the path from the end of the matrix back to column `until`, latest first; `row` is where it stands.
    // Ties prefer the diagonal, then a surplus hypothesis word, then a missing reference word.
    void trace_back(const std::vector<Slot>& hyp, std::size_t& row, std::vector<char>& steps) const {
        std::size_t i = row, j = size_;
        while (j > 0) {
            const std::size_t at = j * blocks() + (i ? (i - 1) / 64 : 0);
            const std::size_t bit = (i + 63) % 64;
            if (i > 0 && (diagonal_[at] >> bit & 1)) {
                --i, --j;
                steps.push_back(hyp[j] == (*ref_)[i] ? ' ' : 's');
            } else if (i == 0 || (right_[at] >> bit & 1)) {
                --j;
                steps.push_back('i');
            } else {
                --i;
                steps.push_back('d');
            }
        }
        row = i;
    }

    void align(const std::vector<Slot>& hyp, Alignment& alignment) const {
        alignment.distance = distance();
        alignment.path.clear();
        std::size_t row = ref_->size();
        trace_back(hyp, row, alignment.path);
        alignment.path.insert(alignment.path.end(), row, 'd');
        std::reverse(alignment.path.begin(), alignment.path.end());
    }

    // The smallest value of a column.
    std::int64_t column_minimum(std::size_t j) const {
        std::int64_t value = static_cast<std::int64_t>(j), least = value;
        const std::size_t rows = ref_->size();
        for (std::size_t b = 0; b * 64 < rows; ++b) {
            std::uint64_t up = up_[j * blocks() + b], down = down_[j * blocks() + b];
            if (rows - b * 64 < 64) {  // rows beyond the last rise, and so are never the smallest
                const std::uint64_t beyond = ~std::uint64_t{0} << (rows % 64);
                up |= beyond;
                down &= ~beyond;
            }
            for (std::size_t nibble = 0; nibble < 16; ++nibble, up >>= 4, down >>= 4) {
                const FourRows& rows = kFourRows[(up & 15) << 4 | (down & 15)];
                least = std::min<std::int64_t>(least, value + rows.least);
                value += rows.total;
            }
        }
        return least;
    }

    // The value of one cell (several blocks only).
    std::int64_t value(std::size_t row, std::size_t j) const {
        const std::size_t b = row / 64;
        const std::uint64_t below = (std::uint64_t{1} << (row % 64)) - 1;
        if (b == blocks()) return base_[j * blocks() + b - 1] + rise(j * blocks() + b - 1, ~std::uint64_t{0});
        return base_[j * blocks() + b] + rise(j * blocks() + b, below);
    }

  private:
    friend class GainBounds;

    std::int64_t rise(std::size_t at, std::uint64_t rows) const {
        return std::popcount(up_[at] & rows) - std::popcount(down_[at] & rows);
    }

    std::int64_t last_row(const std::uint64_t* up, const std::uint64_t* down) const {
        auto value = static_cast<std::int64_t>(size_);
        const std::size_t rows = ref_->size();
        for (std::size_t b = 0; b * 64 < rows; ++b) {
            const bool full = rows - b * 64 >= 64;
            const std::uint64_t inside = full ? ~std::uint64_t{0} : (std::uint64_t{1} << (rows % 64)) - 1;
            value += std::popcount(up[b] & inside) - std::popcount(down[b] & inside);
        }
        return value;
    }

    const Reference* ref_ = nullptr;
    std::size_t size_ = 0, blocks_ = 1;
    std::vector<std::uint64_t> up_, down_;         // per column and block: differences between rows
    std::vector<std::uint64_t> diagonal_, right_;  // steps a traced path may take: along the diagonal, from the left
    std::vector<std::uint64_t> fall_;              // rows cheaper than in the last column (several blocks only)
    std::vector<std::int32_t> base_;               // and the value below each block
    std::vector<std::uint64_t> scratch_;
};

// The path of a pair too large to keep all its columns: every k-th column is kept, and the parts between are computed
// again, last part first. Twice the time, about the square root of the memory.
inline void align_in_parts(const Reference& ref, const std::vector<Slot>& hyp, std::int64_t most_blocks,
                           Alignment& alignment) {
    const std::size_t blocks = ref.blocks();
    const auto part =
        std::max<std::size_t>(1, std::min(static_cast<std::size_t>(most_blocks) / (2 * blocks),
                                          static_cast<std::size_t>(std::sqrt(static_cast<double>(hyp.size())))));
    const std::size_t parts = (hyp.size() + part - 1) / part;
    const auto words = [&](std::size_t k) {
        return std::vector<Slot>(hyp.begin() + static_cast<std::ptrdiff_t>(k * part),
                                 hyp.begin() + static_cast<std::ptrdiff_t>(std::min(hyp.size(), (k + 1) * part)));
    };
    Columns<0> columns;
    columns.start(ref, part);
    std::vector<std::vector<std::uint64_t>> kept{columns.column(0)};
    for (std::size_t k = 0; k + 1 < parts; ++k) {
        columns.set_first(kept.back());
        columns.extend(words(k), 0);
        kept.push_back(columns.column(part));
    }
    alignment.path.clear();
    std::size_t row = ref.size();
    for (std::size_t k = parts; k-- > 0;) {
        const std::vector<Slot> run = words(k);
        columns.start(ref, run.size());
        columns.set_first(kept[k]);
        columns.extend(run, 0);
        columns.trace_back(run, row, alignment.path);
    }
    alignment.path.insert(alignment.path.end(), row, 'd');
    std::reverse(alignment.path.begin(), alignment.path.end());
    alignment.distance = std::count_if(alignment.path.begin(), alignment.path.end(), [](char s) { return s != ' '; });
}

}  // namespace tertium::ter
