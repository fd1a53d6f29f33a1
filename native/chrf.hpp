// chrF's statistics: for every pair, reference and order, how many n-grams each side has and how many match.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "clipped.hpp"
#include "core.hpp"

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

// rows is (pairs, references, order, 3) and zero: hyp, ref and match counts; `references` is the largest number of
// references of a segment. As in sacreBLEU, an order that the reference has no n-gram of counts none of the
// hypothesis either.
inline void count_chrf(const RaggedView& sentences, const Pairs& pairs, int order, std::size_t references,
                       double* rows) {
    ClippedMatcher matcher(vocabulary_size(sentences.values), order);
    std::vector<std::int64_t> matches(static_cast<std::size_t>(order));
    const std::size_t width = 3 * static_cast<std::size_t>(order);
    const std::vector<std::int64_t> by_segment = order_by_segment(pairs);
    for (std::size_t begin = 0, end = 0; begin < by_segment.size(); begin = end) {
        const std::int32_t segment = pairs.seg[static_cast<std::size_t>(by_segment[begin])];
        while (end < by_segment.size() && pairs.seg[static_cast<std::size_t>(by_segment[end])] == segment) ++end;
        const auto refs = pairs.references[static_cast<std::size_t>(segment)];
        for (std::size_t r = 0; r < refs.size(); ++r) {
            const Words ref = sentences[static_cast<std::size_t>(refs[r])];
            matcher.against(ref);
            for (std::size_t k = begin; k < end; ++k) {
                const auto p = static_cast<std::size_t>(by_segment[k]);
                const Words hyp = sentences[static_cast<std::size_t>(pairs.hyp[p])];
                matcher.count(hyp, matches.data());
                double* row = rows + (p * references + r) * width;
                for (int n = 1; n <= order; ++n, row += 3) {
                    const auto ref_count = std::max<std::int64_t>(0, static_cast<std::int64_t>(ref.size()) - n + 1);
                    if (ref_count == 0) break;
                    row[0] = static_cast<double>(std::max<std::int64_t>(0, static_cast<std::int64_t>(hyp.size()) - n + 1));
                    row[1] = static_cast<double>(ref_count);
                    row[2] = static_cast<double>(matches[static_cast<std::size_t>(n - 1)]);
                }
            }
        }
    }
}

}  // namespace tertium
