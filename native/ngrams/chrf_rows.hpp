// chrF's statistics: for every pair, reference and order, how many n-grams each side has and how many match.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <string_view>
#include <vector>

#include "base/sentences.hpp"
#include "ngrams/chrf_matches.hpp"

namespace tertium {

// Pairs in the order of their segments, so that a reference is prepared once for all systems.
inline std::vector<std::int64_t> order_by_segment(const Pairs& pairs) {
    std::vector<std::int64_t> start(pairs.references.size() + 1, 0);
    for (std::int32_t segment : pairs.seg) ++start[static_cast<std::size_t>(segment) + 1];
    std::partial_sum(start.begin(), start.end(), start.begin());
    std::vector<std::int64_t> order(pairs.size());
    for (std::size_t p = 0; p < pairs.size(); ++p)
        order[static_cast<std::size_t>(start[static_cast<std::size_t>(pairs.seg[p])]++)] = static_cast<std::int64_t>(p);
    return order;
}

// hyp, ref and match counts of one pair, three numbers an order; `row` is zero before. As in sacreBLEU, an order that
// the reference has no n-gram of counts none of the hypothesis either.
inline void write_chrf_row(std::size_t hyp, std::size_t ref, std::span<const std::int64_t> matches, double* row) {
    const auto ngrams = [](std::size_t units, std::size_t n) {
        return static_cast<double>(units < n ? 0 : units - n + 1);
    };
    for (std::size_t n = 1; n <= matches.size() && n <= ref; ++n, row += 3) {
        row[0] = ngrams(hyp, n);
        row[1] = ngrams(ref, n);
        row[2] = static_cast<double>(matches[n - 1]);
    }
}

// rows is (pairs, references, order, 3) and zero; `references` is the largest number of references of a segment.
// `text(id)` gives a sentence, valid until the next call; `reader` (see ngrams/chrf_units.hpp) turns it into units. Units live
// for one segment only: they never leave the cache, and a chunk needs no memory for them.
template <class Reader, class Text>
void count_chrf(const Pairs& pairs, int order, std::size_t references, Reader& reader, Text&& text, double* rows) {
    ClippedMatcher matcher(order);
    std::vector<std::int64_t> matches(static_cast<std::size_t>(order));
    std::vector<Word> units;
    std::vector<std::size_t> ends;
    const auto unit = [&](std::size_t k) {
        const std::size_t begin = k == 0 ? 0 : ends[k - 1];
        return Words(units).subspan(begin, ends[k] - begin);
    };
    const std::vector<std::int64_t> by_segment = order_by_segment(pairs);
    const auto pair = [&](std::size_t k) { return static_cast<std::size_t>(by_segment[k]); };
    for (std::size_t begin = 0, end = 0; begin < by_segment.size(); begin = end) {
        const std::int32_t segment = pairs.seg[pair(begin)];
        while (end < by_segment.size() && pairs.seg[pair(end)] == segment) ++end;
        const auto refs = pairs.references[static_cast<std::size_t>(segment)];
        units.clear();
        ends.clear();
        reader.begin_segment();
        for (const std::int32_t ref : refs) {
            reader.read_reference(text(static_cast<std::size_t>(ref)), units);
            ends.push_back(units.size());
        }
        for (std::size_t k = begin; k < end; ++k) {
            reader.read_hypothesis(text(static_cast<std::size_t>(pairs.hyp[pair(k)])), units);
            ends.push_back(units.size());
        }
        for (std::size_t r = 0; r < refs.size(); ++r) {
            const Words ref = unit(r);
            matcher.against(ref, reader.size());
            for (std::size_t k = begin; k < end; ++k) {
                const Words hyp = unit(refs.size() + k - begin);
                matcher.count(hyp, matches.data());
                write_chrf_row(hyp.size(), ref.size(), matches,
                               rows + (pair(k) * references + r) * 3 * static_cast<std::size_t>(order));
            }
        }
    }
}

}  // namespace tertium
