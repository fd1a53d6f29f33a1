// Pairs of words whose closeness in meaning must be known: a word of a hypothesis and another word of its references, each
// pair once for a whole chunk, so that nothing is computed again in every segment.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/sentences.hpp"

namespace tertium {

struct SemanticPairs {
    std::vector<std::int32_t> one, other;  // ascending by one, then by other
    std::vector<std::uint8_t> capped;      // pairs of sentences left out: more than `most` pairs of different words
};

// `asked` marks the words about which something is known; others take no part.
inline SemanticPairs semantic_pairs(const RaggedView& sentences, const Pairs& pairs, std::size_t vocabulary,
                                    std::span<const std::uint8_t> asked, std::int64_t most) {
    SemanticPairs found;
    found.capped.assign(pairs.size(), 0);
    std::vector<std::int64_t> seen(vocabulary, -1);
    std::int64_t lists = 0;
    const auto append_different = [&](Words words, std::vector<std::int32_t>& out) {
        for (const Word word : words) {
            const auto w = static_cast<std::size_t>(word);
            if (asked[w] == 0 || seen[w] == lists) continue;
            seen[w] = lists;
            out.push_back(word);
        }
    };
    // The different words of every segment's references, and by hypothesis word the segments it stands in.
    std::vector<std::int32_t> ref_words;
    std::vector<std::int64_t> ref_starts{0};
    for (std::size_t segment = 0; segment < pairs.references.size(); ++segment, ++lists) {
        for (const std::int32_t ref : pairs.references[segment])
            append_different(sentences[static_cast<std::size_t>(ref)], ref_words);
        ref_starts.push_back(static_cast<std::int64_t>(ref_words.size()));
    }
    std::vector<std::int32_t> hyp_words, segments;
    std::vector<std::int64_t> starts(vocabulary + 1, 0);
    for (std::size_t p = 0; p < pairs.size(); ++p, ++lists) {
        const auto segment = static_cast<std::size_t>(pairs.seg[p]);
        const std::size_t before = hyp_words.size();
        append_different(sentences[static_cast<std::size_t>(pairs.hyp[p])], hyp_words);
        const auto refs = ref_starts[segment + 1] - ref_starts[segment];
        if (static_cast<std::int64_t>(hyp_words.size() - before) * refs > most) {
            found.capped[p] = 1;
            hyp_words.resize(before);
        }
        for (std::size_t k = before; k < hyp_words.size(); ++k) ++starts[static_cast<std::size_t>(hyp_words[k]) + 1];
        segments.resize(hyp_words.size(), pairs.seg[p]);
    }
    for (std::size_t word = 0; word < vocabulary; ++word) starts[word + 1] += starts[word];
    std::vector<std::int64_t> cursor(starts.begin(), starts.end() - 1);
    std::vector<std::int32_t> segments_of(segments.size());
    for (std::size_t k = 0; k < hyp_words.size(); ++k)
        segments_of[static_cast<std::size_t>(cursor[static_cast<std::size_t>(hyp_words[k])]++)] = segments[k];
    for (std::size_t word = 0; word < vocabulary; ++word, ++lists) {
        const std::size_t before = found.other.size();
        seen[word] = lists;  // a word is no pair with itself
        for (std::int64_t k = starts[word]; k < starts[word + 1]; ++k) {
            const auto segment = static_cast<std::size_t>(segments_of[static_cast<std::size_t>(k)]);
            const auto from = static_cast<std::size_t>(ref_starts[segment]),
                       to = static_cast<std::size_t>(ref_starts[segment + 1]);
            append_different(Words(ref_words).subspan(from, to - from), found.other);
        }
        std::sort(found.other.begin() + static_cast<std::ptrdiff_t>(before), found.other.end());
        found.one.resize(found.other.size(), static_cast<std::int32_t>(word));
    }
    return found;
}

}  // namespace tertium
