// Levenshtein distance between two sentences, 64 cells a step.
//
// A column of the distance matrix changes by -1, 0 or +1 from row to row, so a block of 64 rows is two machine words
// (rises, falls) and one column is advanced with a dozen operations: Myers, "A fast bit-vector algorithm for
// approximate string matching", JACM 46(3), 1999; the form here follows Hyyrö, "A bit-vector algorithm for computing
// Levenshtein and Damerau edit distances", Nordic Journal of Computing 10, 2003.
//
// Sentences of more than 64 words are done block of rows by block of rows, each over the whole other sentence, keeping
// only the one-bit rises and falls that cross from block to block. So one table of 64-bit masks, indexed by word,
// serves any length; memory is O(vocabulary + length) and time O(|a| * |b| / 64).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/sentences.hpp"

namespace tertium {

inline constexpr std::size_t block_rows = 64;

// What two sentences share at their ends costs nothing in any best alignment; cutting it off often saves a block.
struct TrimmedPair {
    Words a, b;
    std::size_t prefix = 0, suffix = 0;
};

inline TrimmedPair trim_shared_ends(Words a, Words b) {
    const std::size_t shorter = std::min(a.size(), b.size());
    std::size_t prefix = 0;
    while (prefix < shorter && a[prefix] == b[prefix]) ++prefix;
    std::size_t suffix = 0;
    while (suffix < shorter - prefix && a[a.size() - 1 - suffix] == b[b.size() - 1 - suffix]) ++suffix;
    return {a.subspan(prefix, a.size() - prefix - suffix), b.subspan(prefix, b.size() - prefix - suffix), prefix,
            suffix};
}

// Where each word stands inside one block of at most 64 positions. All zero between uses.
class PositionMasks {
  public:
    explicit PositionMasks(std::size_t vocabulary) : bits_(vocabulary, 0) {}

    void set(Words block) {
        for (std::size_t i = 0; i < block.size(); ++i) bits_[index(block[i])] |= std::uint64_t{1} << i;
    }
    void clear(Words block) {
        for (Word word : block) bits_[index(word)] = 0;
    }
    std::uint64_t operator[](Word word) const { return bits_[index(word)]; }

  private:
    static std::size_t index(Word word) { return static_cast<std::size_t>(word); }
    std::vector<std::uint64_t> bits_;
};

// Rises and falls of one column inside a block of rows.
struct ColumnDeltas {
    std::uint64_t rises = ~std::uint64_t{0};
    std::uint64_t falls = 0;
};

// Advances a block by one column. `rise_in`, `fall_in` (0 or 1) is the change along the row above the block; the
// changes along the block's own rows are left in `row_rises`, `row_falls`.
inline void advance_column(ColumnDeltas& column, std::uint64_t match, std::uint64_t rise_in, std::uint64_t fall_in,
                           std::uint64_t& row_rises, std::uint64_t& row_falls) {
    const std::uint64_t vertical = match | column.falls;
    match |= fall_in;
    const std::uint64_t horizontal = (((match & column.rises) + column.rises) ^ column.rises) | match;
    row_rises = column.falls | ~(horizontal | column.rises);
    row_falls = column.rises & horizontal;
    const std::uint64_t rises_above = (row_rises << 1) | rise_in;
    const std::uint64_t falls_above = (row_falls << 1) | fall_in;
    column.rises = falls_above | ~(vertical | rises_above);
    column.falls = rises_above & vertical;
}

class EditDistance {
  public:
    explicit EditDistance(std::size_t vocabulary) : masks_(vocabulary) {}

    // Fewest insertions, deletions and substitutions that turn one sentence into the other.
    std::int64_t operator()(Words first, Words second) {
        auto [a, b, prefix, suffix] = trim_shared_ends(first, second);
        if (a.size() > b.size()) std::swap(a, b);  // fewer blocks; the distance is symmetric
        if (a.empty()) return static_cast<std::int64_t>(b.size());
        if (a.size() <= block_rows) return one_block(a, b);
        return walk_blocks(a, b, [](std::size_t, const ColumnDeltas&) {});
    }

    // Distances of every prefix of `rows` (0 .. all of it) to the whole of `columns`: a Hirschberg half.
    void to_prefixes(Words rows, Words columns, std::vector<std::int64_t>& distances) {
        distances.resize(rows.size() + 1);
        distances[0] = static_cast<std::int64_t>(columns.size());
        walk_blocks(rows, columns, [&](std::size_t start, const ColumnDeltas& column) {
            const std::size_t size = std::min(block_rows, rows.size() - start);
            for (std::size_t i = 0; i < size; ++i) {
                const std::int64_t delta =
                    static_cast<std::int64_t>(column.rises >> i & 1) - static_cast<std::int64_t>(column.falls >> i & 1);
                distances[start + i + 1] = distances[start + i] + delta;
            }
        });
    }

  private:
    std::int64_t one_block(Words a, Words b) {
        masks_.set(a);
        ColumnDeltas column;
        std::uint64_t row_rises = 0, row_falls = 0;
        const std::size_t last = a.size() - 1;
        std::int64_t distance = static_cast<std::int64_t>(a.size());
        for (Word word : b) {
            advance_column(column, masks_[word], 1, 0, row_rises, row_falls);
            distance += static_cast<std::int64_t>(row_rises >> last & 1);
            distance -= static_cast<std::int64_t>(row_falls >> last & 1);
        }
        masks_.clear(a);
        return distance;
    }

    // Calls `finished(first row, last column)` after each block; returns the distance of the whole sentences.
    template <class Finished>
    std::int64_t walk_blocks(Words rows, Words columns, Finished&& finished) {
        // Row 0 of the matrix rises by one in every column.
        crossing_.assign(columns.size(), Crossing{1, 0});
        std::int64_t distance = static_cast<std::int64_t>(columns.size());
        for (std::size_t start = 0; start < rows.size(); start += block_rows) {
            const Words block = rows.subspan(start, std::min(block_rows, rows.size() - start));
            const std::size_t last = block.size() - 1;
            masks_.set(block);
            ColumnDeltas column;
            std::uint64_t row_rises = 0, row_falls = 0;
            distance = static_cast<std::int64_t>(start + block.size());
            for (std::size_t j = 0; j < columns.size(); ++j) {
                Crossing& crossing = crossing_[j];
                advance_column(column, masks_[columns[j]], crossing.rise, crossing.fall, row_rises, row_falls);
                crossing.rise = static_cast<std::uint8_t>(row_rises >> last & 1);
                crossing.fall = static_cast<std::uint8_t>(row_falls >> last & 1);
                distance += crossing.rise - crossing.fall;
            }
            masks_.clear(block);
            finished(start, column);
        }
        return distance;
    }

    struct Crossing {
        std::uint8_t rise, fall;
    };
    PositionMasks masks_;
    std::vector<Crossing> crossing_;
};

}  // namespace tertium
