// tercom's edit distance with a beam (docs/metrics/edits.md#ter-step-1), column by column.
//
// The beam leaves out cells that cost much more than the cheapest diagonal step into their column, so that on long,
// disordered sentences the result can be larger than the true distance: it is part of what "TER" means. It is rarely
// felt: see beam_may_matter in edit/ter_search.hpp for when the bit-parallel program may stand in for this one.
//
// tercom relaxes neighbours cell by cell and skips those above the limit. The same values come out column by column:
// take the cheaper of the diagonal and left neighbours that are alive, let costs flow up the column one by one, then
// drop what exceeds the limit. (A missing word after a dropped cell would cost more still and be dropped too.) Living
// costs lie within the beam of each other, so that a byte holds them, counted from the column's cheapest; plain loops
// over bytes are what compilers turn into vector code. The path follows from the values, because ties are settled by a
// fixed order.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "edit/ter_reference.hpp"

namespace tertium::ter {

inline constexpr std::int64_t kMaxBeam = 60;  // costs fit into a byte

namespace beam {

// Living costs stay below 2 * kMaxBeam + 2; adding 64 to a dropped one must not run over.
inline constexpr std::uint8_t kDropped = 150;
inline constexpr std::size_t kMargin = 64;  // dropped cells around a column that loops may read

// One byte a bit: 0 where it is set.
inline constexpr auto kDifferent = [] {
    std::array<std::array<std::uint8_t, 8>, 256> table{};
    for (std::size_t byte = 0; byte < 256; ++byte)
        for (std::size_t bit = 0; bit < 8; ++bit) table[byte][bit] = byte >> bit & 1 ? 0 : 1;
    return table;
}();

// Loops run over whole vectors; what lies between is dropped anyway.
inline std::size_t whole(std::size_t count) { return (count + 31) & ~std::size_t{31}; }

struct Least {
    std::uint8_t diagonal, any;
};

// Cells entered from the column before, by its costs (from its lowest living row on) and where its words differ.
inline Least enter(const std::uint8_t* __restrict costs, const std::uint8_t* __restrict differs, std::size_t count,
                   std::uint8_t* __restrict out) {
    std::uint8_t diagonal_least = kDropped, least = kDropped;
    for (std::size_t k = 0; k < count; ++k) {
        const auto diagonal = static_cast<std::uint8_t>(*(costs + k - 1) + *(differs + k - 1));
        const auto left = static_cast<std::uint8_t>(costs[k] + 1);
        const std::uint8_t cost = std::min(std::min(diagonal, left), kDropped);
        diagonal_least = std::min(diagonal_least, diagonal);
        least = std::min(least, cost);
        out[k] = cost;
    }
    return {diagonal_least, least};
}

// Costs that come from `step` rows further down, one a row; rise_far: from 2 * step and 3 * step rows too.
inline void rise(const std::uint8_t* __restrict costs, std::size_t count, std::ptrdiff_t step,
                 std::uint8_t* __restrict out) {
    const std::uint8_t* one = costs - step;
    const auto by = static_cast<std::uint8_t>(step);
    for (std::size_t k = 0; k < count; ++k) out[k] = std::min(costs[k], static_cast<std::uint8_t>(one[k] + by));
}

inline void rise_far(const std::uint8_t* __restrict costs, std::size_t count, std::ptrdiff_t step,
                     std::uint8_t* __restrict out) {
    const std::uint8_t *one = costs - step, *two = one - step, *three = two - step;
    const auto by = static_cast<std::uint8_t>(step);
    for (std::size_t k = 0; k < count; ++k) {
        const auto from_one = static_cast<std::uint8_t>(one[k] + by);
        const auto from_two = static_cast<std::uint8_t>(two[k] + 2 * by);
        const auto from_three = static_cast<std::uint8_t>(three[k] + 3 * by);
        out[k] = std::min(std::min(costs[k], from_one), std::min(from_two, from_three));
    }
}

inline void drop(const std::uint8_t* __restrict costs, std::size_t count, std::uint8_t limit, std::uint8_t least,
                 std::uint8_t* __restrict out) {
    for (std::size_t k = 0; k < count; ++k)
        out[k] = costs[k] > limit ? kDropped : static_cast<std::uint8_t>(costs[k] - least);
}

}  // namespace beam

// For hypotheses of at least two words; on shorter ones the beam drops nothing.
class BeamedColumns {
  public:
    void start(const Reference& ref, std::size_t hyp_size, std::int64_t beam) {
        ref_ = &ref;
        size_ = hyp_size;
        beam_ = beam;
        rows_ = static_cast<std::int64_t>(ref.size());
        // The cheapest step into column 1 costs at most 1 and its row i at least i - 1, so that what stands higher than
        // beam + 2 in column 0 has no living successor.
        const std::int64_t top = std::min(rows_, beam + 3);
        columns_.resize(hyp_size);
        columns_[0] = {0, 0, 0, top};
        cells_.resize(static_cast<std::size_t>(top) + 1);
        for (std::int64_t i = 0; i <= top; ++i) cells_[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(i);
        const std::size_t room = ref.size() + 4 * beam::kMargin;
        for (auto* buffer : {&entered_, &risen_, &costs_}) buffer->assign(room, beam::kDropped);
        width_ = ref.size() + beam::kMargin;
        if (width_ * ref.slots() > kKept) width_ = 0;
        differs_.assign((width_ > 0 ? width_ * ref.slots() : ref.size() + beam::kMargin) + beam::kMargin, 1);
        compared_.assign(ref.slots(), 0);
    }

    // Columns from + 1 .. size; returns the number of cells visited.
    std::int64_t extend(const std::vector<Slot>& hyp, std::size_t from) {
        Column column = columns_[from];
        cells_.resize(column.offset + static_cast<std::size_t>(column.high - column.low) + 1);
        std::int64_t cells = 0;
        load(column);
        for (std::size_t j = from + 1; j < size_; ++j) {
            advance(column, hyp[j - 1]);
            column.offset = cells_.size();
            columns_[j] = column;
            const std::uint8_t* costs = costs_.data() + beam::kMargin;
            cells_.insert(cells_.end(), costs, costs + (column.high - column.low) + 1);
            cells += column.high - column.low + 1;
        }
        distance_ = finish(column, hyp[size_ - 1]);
        return cells;
    }

    std::int64_t distance() const { return distance_; }

    // The distance after a move; the work is added to `cells`.
    std::int64_t distance_after(const std::vector<Slot>& hyp, const Move& move, std::int64_t& cells) {
        Column column = columns_[static_cast<std::size_t>(move.from)];
        load(column);
        Slot held = 0;  // the last word of all ends the program, so each word waits for the next
        bool holds = false;
        const auto run = [&](std::size_t begin, std::size_t end) {
            for (std::size_t k = begin; k < end; ++k) {
                if (holds) {
                    advance(column, held);
                    cells += column.high - column.low + 1;
                }
                held = hyp[k];
                holds = true;
            }
        };
        run(static_cast<std::size_t>(move.middle), static_cast<std::size_t>(move.to));
        run(static_cast<std::size_t>(move.from), static_cast<std::size_t>(move.middle));
        run(static_cast<std::size_t>(move.to), size_);
        return finish(column, held);
    }

    // Ties prefer the diagonal, then a surplus hypothesis word, then a missing reference word.
    void align(const std::vector<Slot>& hyp, Alignment& alignment) const {
        alignment.distance = distance_;
        alignment.path.clear();
        std::int64_t i = rows_, cost = distance_;
        std::size_t j = size_;
        while (i > 0 || j > 0) {
            char step = 'd';
            if (j > 0) {
                const bool same = i > 0 && hyp[j - 1] == (*ref_)[static_cast<std::size_t>(i - 1)];
                if (i > 0 && at(j - 1, i - 1) + !same == cost) step = same ? ' ' : 's';
                else if (at(j - 1, i) + 1 == cost) step = 'i';
            }
            alignment.path.push_back(step);
            cost -= step != ' ';
            if (step != 'i') --i;
            if (step != 'd') --j;
        }
        std::reverse(alignment.path.begin(), alignment.path.end());
    }

  private:
    struct Column {
        std::size_t offset = 0;
        std::int64_t base = 0;           // the cost a stored 0 stands for
        std::int64_t low = 0, high = 0;  // lowest and highest living row
    };

    static constexpr std::size_t kKept = std::size_t{1} << 22;
    static constexpr std::int64_t kNever = std::int64_t{1} << 50;

    std::int64_t at(std::size_t j, std::int64_t i) const {
        if (j == 0) return i;
        const Column& column = columns_[j];
        if (i < column.low || i > column.high) return kNever;
        const std::uint8_t cost = cells_[column.offset + static_cast<std::size_t>(i - column.low)];
        return cost >= beam::kDropped ? kNever : column.base + cost;
    }

    // Make a stored column the one to go on from. Working buffers hold dropped cells on both sides of it.
    void load(const Column& column) {
        const auto size = static_cast<std::size_t>(column.high - column.low) + 1;
        std::memcpy(costs_.data() + beam::kMargin, cells_.data() + column.offset, size);
        std::memset(costs_.data() + beam::kMargin + size, beam::kDropped, beam::kMargin);
    }

    // Where the words of rows low + 1, low + 2, ... differ from `word`: a byte a row, readable on both sides of them.
    std::uint8_t* compare(const Column& column, Slot word) {
        const std::uint64_t* bits = ref_->mask(word);
        std::uint8_t* out = differs_.data() + beam::kMargin;
        std::int64_t first = 0, last = (rows_ - 1) / 8;
        if (width_ > 0) {
            out += static_cast<std::size_t>(word) * width_;
            if (std::exchange(compared_[static_cast<std::size_t>(word)], 1)) return out + column.low;
        } else {  // too many words to keep: only the rows that are needed
            first = column.low / 8;
            last = std::min(column.high, rows_ - 1) / 8;
        }
        for (std::int64_t b = first; b <= last; ++b) {
            const auto byte = static_cast<std::uint8_t>(bits[b / 8] >> (b % 8 * 8));
            std::memcpy(out + b * 8, beam::kDifferent[byte].data(), 8);
        }
        return out + column.low;
    }

    // Steps from the left and along the diagonal into the next column, into `work`; returns how many rows it has then.
    std::size_t enter(const Column& column, Slot word, std::uint8_t* work, beam::Least& least) {
        std::uint8_t* differs = compare(column, word);
        const std::uint8_t* costs = costs_.data() + beam::kMargin;
        // There is no row above the last one: whatever the last row costs, the step beyond it is dropped.
        const std::int64_t last = rows_ - column.low;
        if (column.high == rows_) differs[last] = static_cast<std::uint8_t>(beam::kDropped - costs[last]);
        const auto in = static_cast<std::size_t>(std::min(column.high + 1, rows_) - column.low) + 1;
        least = beam::enter(costs, differs, beam::whole(in), work);
        differs[last] = 1;
        return in;
    }

    // Replaces `column` (whose living costs are in costs_) by the next one.
    void advance(Column& column, Slot word) {
        std::uint8_t* costs = costs_.data() + beam::kMargin;
        std::uint8_t* work = entered_.data() + beam::kMargin;
        std::uint8_t* risen = risen_.data() + beam::kMargin;
        beam::Least least{};
        const std::size_t in = enter(column, word, work, least);
        // With no diagonal step at all (only the last row is alive) nothing is dropped.
        const auto limit = static_cast<std::uint8_t>(
            least.diagonal >= beam::kDropped ? beam::kDropped - 1
                                             : std::min<std::int64_t>(least.diagonal + beam_, beam::kDropped - 1));
        // Missing words carry costs up by as many rows as there is room below the limit.
        const std::int64_t reach = std::max(0, limit - least.any);
        const auto count =
            static_cast<std::size_t>(std::min(static_cast<std::int64_t>(in) + reach, rows_ - column.low + 1));
        const std::size_t done = beam::whole(in), all = beam::whole(count);
        if (all > done) std::memset(work + done, beam::kDropped, all - done);
        // By up to 3, then 15, then 63, then 127 rows.
        for (std::ptrdiff_t step = 1; step <= reach; step *= 4) {
            if (step < 64) beam::rise_far(work, all, step, risen);
            else beam::rise(work, all, step, risen);
            std::swap(work, risen);
        }
        beam::drop(work, all, limit, least.any, costs);
        std::size_t begin = 0, end = count;
        while (costs[begin] >= beam::kDropped) ++begin;
        while (costs[end - 1] >= beam::kDropped) --end;
        if (begin > 0) std::memmove(costs, costs + begin, end - begin);
        std::memset(costs + (end - begin), beam::kDropped, beam::kMargin);
        column.base += least.any;
        column.high = column.low + static_cast<std::int64_t>(end) - 1;
        column.low += static_cast<std::int64_t>(begin);
    }

    // The value in the last row of the last column, where nothing is dropped.
    std::int64_t finish(const Column& column, Slot word) {
        std::uint8_t* work = entered_.data() + beam::kMargin;
        beam::Least least{};
        const std::size_t in = enter(column, word, work, least);
        std::int64_t best = kNever;
        for (std::size_t k = 0; k < in; ++k)
            if (work[k] < beam::kDropped)
                best = std::min(best, column.base + work[k] + rows_ - column.low - static_cast<std::int64_t>(k));
        return best;
    }

    const Reference* ref_ = nullptr;
    std::size_t size_ = 0;
    std::int64_t beam_ = 0, rows_ = 0, distance_ = 0;
    std::vector<Column> columns_;
    std::vector<std::uint8_t> cells_;                    // living rows of all columns, one after the other
    std::vector<std::uint8_t> costs_, entered_, risen_;  // of one column, with margins
    std::vector<std::uint8_t> differs_;                  // where words and rows differ, a byte each
    std::vector<char> compared_;                         // words whose bytes are there
    std::size_t width_ = 0;                              // bytes a word; 0: only the last word asked for is kept
};

}  // namespace tertium::ter
