// tercom's edit distance with a beam (SPEC 4.3 step 1), cell by cell.
//
// The beam leaves out cells that cost much more than the cheapest diagonal step into their column, so that on long,
// very unequal sentences the result can be larger than the true distance: it is part of what "TER" means. It is rarely
// felt: see BeamGuard in ter_search.hpp for when the bit-parallel program may stand in for this one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "ter_reference.hpp"

namespace tertium::ter {

class BeamedDistance {
  public:
    // Distance and path of `hyp` under `beam`; the work is added to `cells`.
    void align(const Reference& ref, const std::vector<Slot>& hyp, std::int64_t beam, Alignment& alignment,
               std::int64_t& cells) {
        const std::size_t rows = ref.size(), columns = hyp.size();
        now_.assign(rows + 1, Cell{});
        next_.assign(rows + 1, Cell{});
        steps_.clear();
        spans_.clear();
        now_[0].cost = 0;
        std::size_t first = 0, last = 0;
        std::int64_t best = kUnreached;
        for (std::size_t j = 0; j <= columns; ++j) {
            const bool inside = j < columns;
            // Cells above this cost are not expanded; nothing was written diagonally into the first column.
            const std::int64_t limit = inside && best < kUnreached ? best + beam : kUnreached;
            std::int64_t next_best = kUnreached;
            std::size_t next_first = rows + 1, next_last = 0;
            std::size_t i = first;
            for (; i <= std::min(last, rows); ++i) {
                const std::int64_t cost = now_[i].cost;
                if (cost == kUnreached || cost > limit) continue;
                if (next_first > rows) next_first = i;
                next_last = i + 1;
                if (i < rows && inside) {
                    const bool same = hyp[j] == ref[i];
                    const std::int64_t diagonal = cost + !same;
                    if (relax(next_[i + 1], diagonal, same ? ' ' : 's') || same)
                        next_best = std::min(next_best, diagonal);
                }
                if (inside) relax(next_[i], cost + 1, 'i');
                if (i < rows && relax(now_[i + 1], cost + 1, 'd') && i >= last) last = i + 1;
            }
            cells += static_cast<std::int64_t>(i - first) + 1;
            keep(first, std::min(std::max(last, first) + 1, rows + 1));
            now_.swap(next_);
            first = std::min(next_first, rows);
            last = next_last;
            best = next_best;
        }
        // After the last swap the final column lies in `steps_`; its cost was kept beside it.
        trace(ref, hyp, alignment);
    }

  private:
    static constexpr std::int64_t kUnreached = std::numeric_limits<std::int64_t>::max() / 4;

    struct Cell {
        std::int64_t cost = kUnreached;
        char step = '?';
    };
    struct Span {
        std::size_t first, offset;
    };

    static bool relax(Cell& cell, std::int64_t cost, char step) {
        if (cost >= cell.cost) return false;
        cell = {cost, step};
        return true;
    }

    // Remember how the cells of a finished column were reached and clear them for the column after the next.
    void keep(std::size_t first, std::size_t end) {
        spans_.push_back({first, steps_.size()});
        for (std::size_t i = first; i < end; ++i) {
            steps_.push_back(now_[i].step);
            if (i + 1 == now_.size()) final_ = now_[i].cost;
            now_[i] = Cell{};
        }
    }

    void trace(const Reference& ref, const std::vector<Slot>& hyp, Alignment& alignment) const {
        alignment.distance = final_;
        alignment.path.clear();
        std::size_t i = ref.size(), j = hyp.size();
        while (i > 0 || j > 0) {
            const char step = steps_[spans_[j].offset + i - spans_[j].first];
            alignment.path.push_back(step);
            if (step != 'i') --i;
            if (step != 'd') --j;
        }
        std::reverse(alignment.path.begin(), alignment.path.end());
    }

    std::vector<Cell> now_, next_;
    std::vector<char> steps_;
    std::vector<Span> spans_;
    std::int64_t final_ = 0;
};

}  // namespace tertium::ter
