// What a judged kernel is: two functions from a batch of pairs to rows of numbers that must be equal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "invariants.hpp"
#include "judge/pairs.hpp"

namespace tertium::judge {

using fuzz::Row;
using Rows = std::vector<Row>;

// Pair k is hypothesis and segment k of the chunk.
struct Batch {
    Chunk chunk;
    const Vocabulary& words;

    Batch(std::span<const Pair> pairs, const Vocabulary& vocabulary) : words(vocabulary) {
        for (const Pair& pair : pairs) {
            chunk.seg.push_back(static_cast<std::int32_t>(chunk.hyp.size()));
            chunk.hyp.push_back(chunk.add(pair.hyp));
            for (const Sentence& ref : pair.refs) chunk.refs.push_back(chunk.add(ref));
            chunk.ref_offsets.push_back(static_cast<std::int64_t>(chunk.refs.size()));
        }
    }

    std::size_t size() const { return chunk.hyp.size(); }
    Words hyp(std::size_t pair) const { return chunk.hypothesis(pair); }
    std::vector<Words> refs(std::size_t pair) const { return chunk.references(pair); }
    Words ref(std::size_t pair) const {
        return chunk
            .sentences()[static_cast<std::size_t>(chunk.refs[static_cast<std::size_t>(chunk.ref_offsets[pair])])];
    }
    std::size_t vocabulary() const { return vocabulary_size(chunk.values); }

    // One row a pair, by a function of its place.
    template <class RowOf>
    Rows each(RowOf&& row_of) const {
        Rows made(size());
        for (std::size_t p = 0; p < made.size(); ++p) row_of(p, made[p]);
        return made;
    }
};

template <class... Numbers>
void append(Row& row, Numbers... numbers) {
    (row.push_back(static_cast<double>(numbers)), ...);
}

enum class Same { equal, close, one_of };  // one_of: the native row's number is one of those that are allowed

inline bool agree(Same same, const Row& native, const Row& textbook) {
    if (same == Same::equal) return native == textbook;
    if (same == Same::one_of) {
        for (const double allowed : textbook)
            if (std::abs(native[0] - allowed) < 1e-6) return true;
        return false;
    }
    if (native.size() != textbook.size()) return false;
    for (std::size_t i = 0; i < native.size(); ++i)
        if (!fuzz::close(native[i], textbook[i])) return false;
    return true;
}

// `options` ways to ask, which the name of the kernel in tools/judge/kernels.py lists in the same order; `longest` words of
// a side are judged, all if 0.
struct Kernel {
    std::string_view name;
    std::size_t options, longest;
    Same same;
    Rows (*native)(const Batch&, std::size_t option);
    Rows (*textbook)(const Batch&, std::size_t option);
};

}  // namespace tertium::judge
