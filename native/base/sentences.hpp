// Shapes every kernel speaks: sentences are runs of int32 word ids inside ragged arrays.
//
// Word ids are dense (0 .. vocabulary - 1) and local to one chunk. Nothing in this folder outside bindings/ knows
// of Python; every kernel takes whole chunks, allocates its scratch once, and never recurses on the input's length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tertium {

using Word = std::int32_t;
using Words = std::span<const Word>;

// Sentence i is values[offsets[i] .. offsets[i + 1]).
struct RaggedView {
    std::span<const std::int32_t> values;
    std::span<const std::int64_t> offsets;

    std::size_t size() const { return offsets.empty() ? 0 : offsets.size() - 1; }
    std::span<const std::int32_t> operator[](std::size_t i) const {
        return values.subspan(static_cast<std::size_t>(offsets[i]),
                              static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
    }
};

// What is compared with what: pair p sets hypothesis sentence hyp[p] against the references of segment seg[p];
// references[s] lists the sentence ids of segment s. All ids index the same pool of sentences.
struct Pairs {
    std::span<const std::int32_t> hyp;
    std::span<const std::int32_t> seg;
    RaggedView references;

    std::size_t size() const { return hyp.size(); }
};

// Largest word id + 1, the size of tables indexed by word.
inline std::size_t vocabulary_size(std::span<const std::int32_t> values) {
    std::int32_t largest = -1;
    for (std::int32_t value : values) largest = value > largest ? value : largest;
    return static_cast<std::size_t>(largest) + 1;
}

}  // namespace tertium
