// sacreBLEU's edit distance: only cells near a slanted diagonal, a whole column of them in one machine word.
//
// sacreBLEU 2.6 visits, for hypothesis word j, the reference rows within 25 of floor(j * |r| / |h|): at most 50 cells.
// Within that band values of neighbouring cells still differ by at most one (both borders only ever move up, so any
// path can be bent by one row inside the band), and the bit-parallel recurrence of edit/ter_columns.hpp holds. Outside the
// band costs are infinite: below, the row under the window gets a value that never wins; above, rows rise by one each
// and may not be entered along the diagonal.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "edit/ter_columns.hpp"
#include "edit/ter_reference.hpp"

namespace tertium::ter {

class BandColumns {
  public:
    static constexpr double kBand = 25;

    // False: the reference is over 50 times as long as the hypothesis and the band wider than a machine word.
    bool start(const Reference& ref, std::size_t hyp_size) {
        ref_ = &ref;
        const auto rows = static_cast<std::int64_t>(ref.size());
        // The very operations of sacreBLEU, so that rounding puts the diagonal into the same rows.
        const double ratio = hyp_size ? static_cast<double>(ref.size()) / static_cast<double>(hyp_size) : 1.0;
        if (kBand < ratio / 2) return false;
        bottom_.assign(hyp_size + 1, 0);
        top_.assign(hyp_size + 1, rows + 1);
        for (std::size_t j = 1; j <= hyp_size; ++j) {
            const auto middle = static_cast<std::int64_t>(std::floor(static_cast<double>(j) * ratio));
            bottom_[j] = std::max<std::int64_t>(0, middle - static_cast<std::int64_t>(kBand));
            if (j < hyp_size) top_[j] = std::min(rows + 1, middle + static_cast<std::int64_t>(kBand));
        }
        columns_.resize(hyp_size + 1);
        diagonal_.resize(hyp_size + 1);
        right_.resize(hyp_size + 1);
        columns_[0] = {~std::uint64_t{0}, 0, 0};
        return true;
    }

    void extend(const std::vector<Slot>& hyp, std::size_t from) {
        for (std::size_t j = from + 1; j < columns_.size(); ++j) {
            columns_[j] = columns_[j - 1];
            const Step step = advance(columns_[j], j, hyp[j - 1]);
            diagonal_[j] = step.diagonal;
            right_[j] = step.right;
        }
    }

    std::int64_t distance() const { return last_row(columns_.back()); }

    std::int64_t distance_after(const std::vector<Slot>& hyp, const Move& move) const {
        auto j = static_cast<std::size_t>(move.from);
        Column column = columns_[j];
        const auto run = [&](std::int32_t begin, std::int32_t end) {
            for (std::int32_t k = begin; k < end; ++k) advance(column, ++j, hyp[static_cast<std::size_t>(k)]);
        };
        run(move.middle, move.to);
        run(move.from, move.middle);
        for (auto k = static_cast<std::size_t>(move.to); k < hyp.size(); ++k) {
            // Once the columns agree again but for a constant, so does the result.
            if (column.up == columns_[j].up && column.down == columns_[j].down)
                return distance() + column.value - columns_[j].value;
            advance(column, ++j, hyp[k]);
        }
        return last_row(column);
    }

    // Ties prefer the diagonal, then a surplus hypothesis word, then a missing reference word.
    void align(const std::vector<Slot>& hyp, Alignment& alignment) const {
        alignment.distance = distance();
        alignment.path.clear();
        auto i = static_cast<std::int64_t>(ref_->size());
        std::size_t j = hyp.size();
        while (i > 0 || j > 0) {
            char step = 'd';
            if (j > 0) {
                const std::int64_t bit = i - base(j) - 1;
                if (bit < 0 || (right_[j] >> bit & 1)) step = 'i';
                if (bit >= 0 && (diagonal_[j] >> bit & 1))
                    step = hyp[j - 1] == (*ref_)[static_cast<std::size_t>(i - 1)] ? ' ' : 's';
            }
            alignment.path.push_back(step);
            if (step != 'i') --i;
            if (step != 'd') --j;
        }
        std::reverse(alignment.path.begin(), alignment.path.end());
    }

  private:
    // Differences between the rows bottom, bottom + 1, ... of one column, and the value of row bottom.
    struct Column {
        std::uint64_t up, down;
        std::int64_t value;
    };
    struct Step {
        std::uint64_t diagonal, right;
    };

    static std::uint64_t low_bits(std::int64_t count) {
        return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
    }

    // The row that bit 0 of a step's result rises from: the band's lowest, or the one below once the band has moved up.
    std::int64_t base(std::size_t j) const { return bottom_[j] > bottom_[j - 1] ? bottom_[j] - 1 : bottom_[j]; }

    // From column j - 1 to column j.
    Step advance(Column& column, std::size_t j, Slot word) const {
        const std::int64_t from = base(j), lift = from - bottom_[j - 1];
        if (lift > 0) {
            const std::uint64_t under = low_bits(lift);
            column.value += std::popcount(column.up & under) - std::popcount(column.down & under);
            column.up = column.up >> lift | ~(~std::uint64_t{0} >> lift);
            column.down >>= lift;
        }
        const std::uint64_t* mask = ref_->mask(word);
        const auto block = static_cast<std::size_t>(from / 64);
        const auto offset = static_cast<std::size_t>(from % 64);
        std::uint64_t match = mask[block] >> offset;
        if (offset != 0 && block + 1 < ref_->blocks()) match |= mask[block + 1] << (64 - offset);
        // Rows above the last column's band cannot be entered along the diagonal.
        const std::uint64_t enterable = low_bits(std::min<std::int64_t>(64, top_[j - 1] - from));
        match &= enterable;
        const BlockStep step(column.up, column.down, match, true, false);
        const bool moved = bottom_[j] > bottom_[j - 1];
        column.value += 1;
        column.up = step.up;
        column.down = step.down;
        if (moved) {
            column.value += static_cast<std::int64_t>(step.up & 1) - static_cast<std::int64_t>(step.down & 1);
            column.up = column.up >> 1 | std::uint64_t{1} << 63;
            column.down >>= 1;
        }
        const std::uint64_t inside = low_bits(std::min<std::int64_t>(64, top_[j] - bottom_[j] - 1));
        column.up |= ~inside;
        column.down &= inside;
        return {(match | ~step.diagonal_same) & enterable, step.right_up};
    }

    std::int64_t last_row(const Column& column) const {
        const std::uint64_t inside = low_bits(static_cast<std::int64_t>(ref_->size()) - bottom_.back());
        return column.value + std::popcount(column.up & inside) - std::popcount(column.down & inside);
    }

    const Reference* ref_ = nullptr;
    std::vector<std::int64_t> bottom_, top_;
    std::vector<Column> columns_;
    std::vector<std::uint64_t> diagonal_, right_;
};

// The same band cell by cell, for hypotheses so short that the band outgrows a machine word.
class WideBand {
  public:
    bool start(const Reference& ref, std::size_t hyp_size) {
        ref_ = &ref;
        const auto rows = static_cast<std::int64_t>(ref.size());
        const double ratio = hyp_size ? static_cast<double>(ref.size()) / static_cast<double>(hyp_size) : 1.0;
        const auto width = static_cast<std::int64_t>(std::ceil(ratio / 2 + BandColumns::kBand));
        bottom_.assign(hyp_size + 1, 0);
        offset_.assign(hyp_size + 2, 0);
        offset_[1] = rows + 1;
        for (std::size_t j = 1; j <= hyp_size; ++j) {
            const auto middle = static_cast<std::int64_t>(std::floor(static_cast<double>(j) * ratio));
            bottom_[j] = std::max<std::int64_t>(0, middle - width);
            const std::int64_t top = j == hyp_size ? rows + 1 : std::min(rows + 1, middle + width);
            offset_[j + 1] = offset_[j] + top - bottom_[j];
        }
        return true;
    }

    void extend(const std::vector<Slot>& hyp, std::size_t) { run(hyp); }
    std::int64_t distance() const { return distance_; }

    std::int64_t distance_after(const std::vector<Slot>& hyp, const Move& move) {
        moved_ = hyp;
        perform(move, moved_);
        run(moved_);
        return distance_;
    }

    void align(const std::vector<Slot>& hyp, Alignment& alignment) {
        run(hyp);
        alignment.distance = distance_;
        alignment.path.clear();
        auto i = static_cast<std::int64_t>(ref_->size());
        std::size_t j = hyp.size();
        while (i > 0 || j > 0) {
            const char step = steps_[static_cast<std::size_t>(offset_[j] + i - bottom_[j])];
            alignment.path.push_back(step);
            if (step != 'i') --i;
            if (step != 'd') --j;
        }
        std::reverse(alignment.path.begin(), alignment.path.end());
    }

  private:
    static constexpr std::int64_t kInfinite = std::int64_t{1} << 50;

    void run(const std::vector<Slot>& hyp) {
        const auto cells = static_cast<std::size_t>(offset_.back());
        steps_.assign(cells, 'd');
        costs_.assign(cells, kInfinite);
        for (std::int64_t i = 0; i < offset_[1]; ++i) costs_[static_cast<std::size_t>(i)] = i;
        for (std::size_t j = 1; j <= hyp.size(); ++j) {
            for (std::int64_t at = offset_[j]; at < offset_[j + 1]; ++at) {
                const std::int64_t i = bottom_[j] + at - offset_[j];
                std::int64_t& cost = costs_[static_cast<std::size_t>(at)];
                char& step = steps_[static_cast<std::size_t>(at)];
                const auto take = [&](std::int64_t other, char name) {
                    if (other < cost) cost = other, step = name;
                };
                if (i > 0) {
                    const bool same = hyp[j - 1] == (*ref_)[static_cast<std::size_t>(i - 1)];
                    take(cost_at(j - 1, i - 1) + !same, same ? ' ' : 's');
                }
                take(cost_at(j - 1, i) + 1, 'i');
                if (at > offset_[j]) take(costs_[static_cast<std::size_t>(at - 1)] + 1, 'd');
            }
        }
        distance_ = costs_.back();
    }

    std::int64_t cost_at(std::size_t j, std::int64_t i) const {
        const std::int64_t at = offset_[j] + i - bottom_[j];
        return i < bottom_[j] || at >= offset_[j + 1] ? kInfinite : costs_[static_cast<std::size_t>(at)];
    }

    const Reference* ref_ = nullptr;
    std::vector<std::int64_t> bottom_, offset_;  // a column's lowest row and where its cells begin
    std::vector<std::int64_t> costs_;
    std::vector<char> steps_;
    std::vector<Slot> moved_;
    std::int64_t distance_ = 0;
};

}  // namespace tertium::ter
