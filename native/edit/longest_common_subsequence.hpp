// Length of the longest common subsequence of two sentences, 64 cells a step.
//
// Along a column of the LCS matrix the value rises by 0 or 1 from row to row; one machine word holds where it does not
// rise, and addition carries a match to the next free row: Hyyrö, "Bit-parallel LCS-length computation revisited",
// AWOCA 2004. Longer sentences go block of rows by block of rows, as in edit/levenshtein.hpp; only the carry crosses.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/sentences.hpp"
#include "edit/levenshtein.hpp"

namespace tertium {

class CommonSubsequence {
  public:
    explicit CommonSubsequence(std::size_t vocabulary) : masks_(vocabulary) {}

    std::int64_t operator()(Words first, Words second) {
        auto [a, b, prefix, suffix] = trim_shared_ends(first, second);
        if (a.size() > b.size()) std::swap(a, b);
        std::int64_t length = static_cast<std::int64_t>(prefix + suffix);
        if (a.empty()) return length;
        if (a.size() <= block_rows) return length + one_block(a, b);
        walk_blocks(a, b, [&](std::size_t, std::uint64_t flat) { length += std::popcount(~flat); });
        return length;
    }

    // Edit distance without substitutions, |rows| + |columns| - 2 LCS, from every prefix of `rows` to `columns`.
    void to_prefixes(Words rows, Words columns, std::vector<std::int64_t>& distances) {
        distances.resize(rows.size() + 1);
        distances[0] = static_cast<std::int64_t>(columns.size());
        walk_blocks(rows, columns, [&](std::size_t start, std::uint64_t flat) {
            const std::size_t size = std::min(block_rows, rows.size() - start);
            for (std::size_t i = 0; i < size; ++i)
                distances[start + i + 1] = distances[start + i] + ((flat >> i & 1) != 0 ? 1 : -1);
        });
    }

  private:
    std::int64_t one_block(Words a, Words b) {
        masks_.set(a);
        std::uint64_t flat = ~std::uint64_t{0};
        for (Word word : b) {
            const std::uint64_t matched = flat & masks_[word];
            flat = (flat + matched) | (flat - matched);
        }
        masks_.clear(a);
        return std::popcount(~flat);  // rows beyond the last never match, so their bits stay set
    }

    template <class Finished>
    void walk_blocks(Words rows, Words columns, Finished&& finished) {
        carries_.assign(columns.size(), 0);
        for (std::size_t start = 0; start < rows.size(); start += block_rows) {
            const Words block = rows.subspan(start, std::min(block_rows, rows.size() - start));
            masks_.set(block);
            std::uint64_t flat = ~std::uint64_t{0};
            for (std::size_t j = 0; j < columns.size(); ++j) {
                const std::uint64_t matched = flat & masks_[columns[j]];
                const std::uint64_t partial = flat + matched;
                const std::uint64_t sum = partial + carries_[j];
                carries_[j] = static_cast<std::uint8_t>(partial < flat || sum < partial);
                flat = sum | (flat - matched);
            }
            masks_.clear(block);
            finished(start, flat);
        }
    }

    PositionMasks masks_;
    std::vector<std::uint8_t> carries_;
};

}  // namespace tertium
