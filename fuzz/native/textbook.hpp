// The definitions of the kernels, written down without haste: maps of n-grams, whole matrices, every pair of pairs.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "base/sentences.hpp"

namespace tertium::fuzz::textbook {

using Ngram = std::vector<Word>;
using Bag = std::map<Ngram, std::int64_t>;

inline Bag ngrams(Words words, std::size_t n) {
    Bag made;
    for (std::size_t i = 0; i + n <= words.size(); ++i) ++made[Ngram(words.begin() + i, words.begin() + i + n)];
    return made;
}

inline std::int64_t size(const Bag& bag) {
    std::int64_t sum = 0;
    for (const auto& [item, times] : bag) sum += times;
    return sum;
}

inline Bag both(const Bag& one, const Bag& other) {
    Bag made;
    for (const auto& [item, times] : one)
        if (const auto found = other.find(item); found != other.end()) made[item] = std::min(times, found->second);
    return made;
}

inline std::int64_t occurrences(Words piece, Words text) {
    std::int64_t found = 0;
    for (std::size_t i = 0; i + piece.size() <= text.size(); ++i)
        found += std::equal(piece.begin(), piece.end(), text.begin() + static_cast<std::ptrdiff_t>(i));
    return found;
}

// Visits every different n-gram of the hypothesis with the number of times that it counts.
template <class Visit>
void for_each_clipped(Words hyp, std::span<const Words> refs, std::size_t n, Visit&& visit) {
    for (std::size_t i = 0; i + n <= hyp.size(); ++i) {
        const Words gram = hyp.subspan(i, n);
        if (occurrences(gram, hyp.first(i + n - 1)) > 0) continue;  // was met before
        std::int64_t most = 0;
        for (const Words ref : refs) most = std::max(most, occurrences(gram, ref));
        if (most > 0) visit(gram, std::min(most, occurrences(gram, hyp)));
    }
}

inline std::int64_t clipped_matches(Words hyp, std::span<const Words> refs, std::size_t n) {
    std::int64_t sum = 0;
    for_each_clipped(hyp, refs, n, [&](Words, std::int64_t times) { sum += times; });
    return sum;
}

inline std::int64_t edit_distance(Words a, Words b, int substitution = 1) {
    std::vector<std::int64_t> above(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) above[j] = static_cast<std::int64_t>(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = static_cast<std::int64_t>(i);
        for (std::size_t j = 1; j <= b.size(); ++j)
            row[j] = std::min({above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : substitution), above[j] + 1, row[j - 1] + 1});
        above.swap(row);
    }
    return above.back();
}

inline std::int64_t common_subsequence(Words a, Words b) {
    return (static_cast<std::int64_t>(a.size() + b.size()) - edit_distance(a, b, 2)) / 2;
}

inline Bag skip_bigrams(Words words, std::int64_t skip) {
    Bag made;
    for (std::size_t i = 0; i < words.size(); ++i)
        for (std::size_t j = i + 1; j < words.size(); ++j)
            if (skip < 0 || static_cast<std::int64_t>(j - i) <= skip + 1) ++made[{words[i], words[j]}];
    return made;
}

inline std::int64_t increasing_pairs(std::span<const std::int32_t> list) {
    std::int64_t found = 0;
    for (std::size_t j = 0; j < list.size(); ++j)
        for (std::size_t i = 0; i < j; ++i) found += list[i] < list[j];
    return found;
}

// GTM: every run and part of a run in one sorted list, walked to the end; the lengths that are taken.
inline std::vector<double> gtm_runs(Words hyp, std::span<const Words> refs) {
    std::vector<Word> joined;
    double words = 0;
    for (const Words ref : refs) {
        joined.insert(joined.end(), ref.begin(), ref.end());
        joined.push_back(-1);
        words += static_cast<double>(ref.size());
    }
    struct Part {
        std::size_t length, i, j;
        bool operator<(const Part& other) const {
            return std::tie(length, i, j) < std::tie(other.length, other.i, other.j);
        }
    };
    std::vector<Part> parts;
    for (std::size_t i = 0; i < hyp.size(); ++i)
        for (std::size_t j = 0; j < joined.size(); ++j)
            for (std::size_t l = 0; i + l < hyp.size() && j + l < joined.size() && hyp[i + l] == joined[j + l]; ++l)
                parts.push_back({l + 1, i, j});
    std::sort(parts.rbegin(), parts.rend());
    double capacity = std::min(static_cast<double>(hyp.size()), words / static_cast<double>(refs.size()));
    std::set<std::size_t> hyp_used, ref_used;
    std::vector<double> taken;
    for (const Part& part : parts) {
        if (capacity <= 0) break;
        const double counted = std::min(static_cast<double>(part.length), capacity);
        const auto cells = static_cast<std::size_t>(std::ceil(counted));
        bool free = true;
        for (std::size_t k = 0; k < cells; ++k) free &= !hyp_used.count(part.i + k) && !ref_used.count(part.j + k);
        if (!free) continue;
        for (std::size_t k = 0; k < cells; ++k) hyp_used.insert(part.i + k), ref_used.insert(part.j + k);
        taken.push_back(counted);
        capacity -= counted;
    }
    return taken;
}

}  // namespace tertium::fuzz::textbook
