// Paraphrases by pivoting (Bannard and Callison-Burch 2005): p(e2 | e1) = sum over f of p(f | e1) p(e2 | f).
//
// The work for a phrase is the number of its translations times theirs, which whoever calls bounds by leaving out rare
// translations. Sums run in the order of the translations' ids, on every machine alike.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/sentences.hpp"

namespace tertium {

// Row by row the phrases of the other side, ids[offsets[i] .. offsets[i + 1]), and their probabilities.
struct Translations {
    RaggedView ids;
    std::span<const double> probabilities;
};

struct Paraphrase {
    std::int32_t phrase, other;
    double probability;
};

// Is one of them a run of words inside the other?
inline bool contains_other(Words one, Words other) {
    if (one.size() < other.size()) std::swap(one, other);
    return std::search(one.begin(), one.end(), other.begin(), other.end()) != one.end();
}

class Pivoting {
  public:
    // `pivots`: of every phrase; `back`: of every pivot; `phrases`: the words of every phrase.
    Pivoting(Translations pivots, Translations back, RaggedView phrases)
        : pivots_(pivots), back_(back), phrases_(phrases), sums_(phrases.size(), 0.0) {}

    // Of one phrase: all others of at least that probability, unless one holds the other. By id.
    void paraphrase(std::int32_t phrase, double least, std::vector<Paraphrase>& out) {
        touched_.clear();
        const auto row = static_cast<std::size_t>(phrase);
        for (auto k = pivots_.ids.offsets[row]; k < pivots_.ids.offsets[row + 1]; ++k) {
            const auto pivot = static_cast<std::size_t>(pivots_.ids.values[static_cast<std::size_t>(k)]);
            const double reached = pivots_.probabilities[static_cast<std::size_t>(k)];
            for (auto n = back_.ids.offsets[pivot]; n < back_.ids.offsets[pivot + 1]; ++n) {
                const auto other = static_cast<std::size_t>(back_.ids.values[static_cast<std::size_t>(n)]);
                if (sums_[other] == 0) touched_.push_back(static_cast<std::int32_t>(other));
                sums_[other] += reached * back_.probabilities[static_cast<std::size_t>(n)];
            }
        }
        std::sort(touched_.begin(), touched_.end());
        for (std::size_t k = 0; k < touched_.size(); ++k) {
            const auto other = static_cast<std::size_t>(touched_[k]);
            const double sum = sums_[other];
            sums_[other] = 0;
            if (k > 0 && touched_[k - 1] == touched_[k]) continue;  // a product that is 0 was met more than once
            if (sum >= least && sum > 0 && !contains_other(phrases_[row], phrases_[other]))
                out.push_back({phrase, touched_[k], sum});
        }
    }

  private:
    Translations pivots_, back_;
    RaggedView phrases_;
    std::vector<double> sums_;
    std::vector<std::int32_t> touched_;
};

}  // namespace tertium
