// tercom's edit distance with a beam (SPEC 4.3 step 1), cell by cell.
//
// The beam leaves out cells that cost much more than the cheapest diagonal step into their column, so that on long,
// disordered sentences the result can be larger than the true distance: it is part of what "TER" means. It is rarely felt:
// see beam_may_bite in ter_search.hpp for when the bit-parallel program may stand in for this one.
//
// tercom relaxes neighbours cell by cell and skips those above the limit. The same values come out column by column: take
// the cheapest of the diagonal and left neighbours that are alive, let costs flow up the column one by one, then drop
// what exceeds the limit. (A missing word after a dropped cell would cost more still and be dropped too.) Only living
// cells are stored; the path follows from the values, because ties are settled by a fixed order of preference.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ter_reference.hpp"

namespace tertium::ter {

class BeamedColumns {
  public:
    void start(const Reference& ref, std::size_t hyp_size, std::int64_t beam) {
        ref_ = &ref;
        size_ = hyp_size;
        beam_ = beam;
        rows_ = static_cast<std::int64_t>(ref.size());
        // The cheapest step into column 1 costs at most 1 and its row i at least i - 1, so that what stands higher than
        // beam + 2 in column 0 has no living successor, unless column 1 is the last, where nothing is dropped.
        const std::int64_t top = hyp_size < 2 ? rows_ : std::min(rows_, beam + 3);
        columns_.resize(hyp_size + 1);
        columns_[0] = {0, 0, top};
        costs_.resize(static_cast<std::size_t>(top) + 1);
        for (std::int64_t i = 0; i <= top; ++i) costs_[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(i);
    }

    // Columns from + 1 .. size; returns the number of cells visited.
    std::int64_t extend(const std::vector<Slot>& hyp, std::size_t from) {
        const Column& last = columns_[from];
        costs_.resize(last.offset + static_cast<std::size_t>(last.high - last.low) + 1);
        std::int64_t cells = 0;
        for (std::size_t j = from + 1; j <= size_; ++j) {
            Column& now = columns_[j];
            now = advance(costs_.data() + columns_[j - 1].offset, columns_[j - 1], hyp[j - 1], j == size_, scratch_);
            now.offset = costs_.size();
            costs_.insert(costs_.end(), scratch_.begin(), scratch_.begin() + (now.high - now.low) + 1);
            cells += static_cast<std::int64_t>(scratch_.size());
        }
        return cells;
    }

    std::int64_t distance() const { return costs_.back(); }

    // The distance after a move; the work is added to `cells`.
    std::int64_t distance_after(const std::vector<Slot>& hyp, const Move& move, std::int64_t& cells) {
        auto j = static_cast<std::size_t>(move.from);
        Column column = columns_[j];
        const std::int32_t* costs = costs_.data() + column.offset;
        const auto run = [&](std::size_t begin, std::size_t end) {
            for (std::size_t k = begin; k < end; ++k) {
                ++j;
                column = advance(costs, column, hyp[k], j == size_, other_);
                scratch_.swap(other_);
                costs = scratch_.data();
                cells += column.high - column.low + 1;
            }
        };
        run(static_cast<std::size_t>(move.middle), static_cast<std::size_t>(move.to));
        run(static_cast<std::size_t>(move.from), static_cast<std::size_t>(move.middle));
        run(static_cast<std::size_t>(move.to), size_);
        return costs[column.high - column.low];
    }

    // Ties prefer the diagonal, then a surplus hypothesis word, then a missing reference word.
    void align(const std::vector<Slot>& hyp, Alignment& alignment) const {
        alignment.distance = distance();
        alignment.path.clear();
        std::int64_t i = rows_, cost = distance();
        std::size_t j = size_;
        while (i > 0 || j > 0) {
            char step = 'd';
            if (j > 0) {
                const bool same = i > 0 && hyp[j - 1] == (*ref_)[static_cast<std::size_t>(i - 1)];
                if (i > 0 && at(j - 1, i - 1) + !same == cost)
                    step = same ? ' ' : 's';
                else if (at(j - 1, i) + 1 == cost)
                    step = 'i';
            }
            alignment.path.push_back(step);
            cost -= step != ' ';
            if (step != 'i') --i;
            if (step != 'd') --j;
        }
        std::reverse(alignment.path.begin(), alignment.path.end());
    }

  private:
    static constexpr std::int32_t kDropped = 1 << 29;

    struct Column {
        std::size_t offset = 0;
        std::int64_t low = 0, high = 0;  // lowest and highest living row
    };

    std::int64_t at(std::size_t j, std::int64_t i) const {
        const Column& column = columns_[j];
        if (j == 0) return i;
        return i < column.low || i > column.high ? kDropped
                                                 : costs_[column.offset + static_cast<std::size_t>(i - column.low)];
    }

    // The column after `column` (whose living costs are `costs`), written to `next` from its lowest living row on.
    Column advance(const std::int32_t* costs, const Column& column, Slot word, bool final, std::vector<std::int32_t>& next) {
        const std::int64_t low = column.low, size = column.high - low + 1;
        // Rows low .. high + 1 by a step from the left or along the diagonal.
        const std::int64_t entered = std::min(size + 1, rows_ - low + 1);
        next.resize(static_cast<std::size_t>(rows_ - low) + 1);
        std::int32_t* out = next.data();
        const Slot* words = &ref_->rows()[static_cast<std::size_t>(low)];
        std::int32_t best = kDropped;
        out[0] = costs[0] + 1;
        const std::int64_t both = std::min(size, entered);
        for (std::int64_t k = 1; k < both; ++k) {
            const std::int32_t diagonal = costs[k - 1] + (words[k - 1] != word);
            best = std::min(best, diagonal);
            out[k] = std::min(diagonal, costs[k] + 1);
        }
        if (entered > size) {
            out[size] = costs[size - 1] + (words[size - 1] != word);
            best = std::min(best, out[size]);
        }
        // Missing words; above the rows entered the cost only rises, by one a row, up to the limit.
        const std::int32_t limit = final || best >= kDropped
                                       ? kDropped - 1
                                       : static_cast<std::int32_t>(std::min<std::int64_t>(best + beam_, kDropped - 1));
        std::int32_t least = kDropped;  // of cost minus row
        for (std::int64_t k = 0; k < entered; ++k) {
            least = std::min(least, out[k] - static_cast<std::int32_t>(k));
            out[k] = least + static_cast<std::int32_t>(k);
        }
        std::int64_t end = entered;
        for (; end <= rows_ - low && out[end - 1] < limit; ++end) out[end] = out[end - 1] + 1;
        if (!final)
            for (std::int64_t k = 0; k < end; ++k) out[k] = out[k] > limit ? kDropped : out[k];
        std::int64_t first = 0;
        while (out[first] >= kDropped) ++first;
        while (out[end - 1] >= kDropped) --end;
        if (first > 0) std::copy(out + first, out + end, out);
        next.resize(static_cast<std::size_t>(end - first));
        return {0, low + first, low + end - 1};
    }

    const Reference* ref_ = nullptr;
    std::size_t size_ = 0;
    std::int64_t beam_ = 0, rows_ = 0;
    std::vector<Column> columns_;
    std::vector<std::int32_t> costs_, scratch_, other_;
};

}  // namespace tertium::ter
