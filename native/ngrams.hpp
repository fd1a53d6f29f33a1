// Clipped n-gram matches of a hypothesis against its references.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "core.hpp"

namespace tertium {

// matches[n - 1] = sum over distinct hypothesis n-grams of min(count in hyp, max over references of its count).
inline void count_matches(Words hyp, const RaggedView& sentences, std::span<const std::int32_t> refs, int order,
                          double* matches) {
    for (int n = 1; n <= order; ++n) {
        const auto count = [n](Words words) {
            std::map<std::vector<Word>, std::int64_t> counts;
            for (std::size_t i = 0; i + static_cast<std::size_t>(n) <= words.size(); ++i)
                ++counts[std::vector<Word>(words.begin() + static_cast<std::ptrdiff_t>(i),
                                           words.begin() + static_cast<std::ptrdiff_t>(i) + n)];
            return counts;
        };
        const auto mine = count(hyp);
        std::map<std::vector<Word>, std::int64_t> best;
        for (std::int32_t ref : refs)
            for (const auto& [gram, times] : count(sentences[static_cast<std::size_t>(ref)]))
                best[gram] = std::max(best[gram], times);
        std::int64_t total = 0;
        for (const auto& [gram, times] : mine) {
            const auto found = best.find(gram);
            if (found != best.end()) total += std::min(times, found->second);
        }
        matches[n - 1] = static_cast<double>(total);
    }
}

}  // namespace tertium
