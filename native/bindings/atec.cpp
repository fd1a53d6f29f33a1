#include "matching/atec.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <cmath>
#include <cstdint>
#include <tuple>
#include <vector>

#include "bindings/arrays.hpp"
#include "matching/semantic_pairs.hpp"

namespace tertium::bindings {

using namespace nb::literals;

namespace {

constexpr std::size_t kNumbers = 11;

// Blocks are sorted by weight, which no order has that is not a number.
void check_finite(const Doubles& numbers) {
    for (const double number : view(numbers))
        if (!std::isfinite(number)) throw std::invalid_argument("weights must be finite");
}

// numbers: the four stages' weights, that of unmatched words, info_match, info_unmatch, position, order, exponent, limit.
AtecOptions options_of(const Doubles& numbers, bool repaired, bool pooled, bool position_sum, int unmatch,
                       std::int64_t matches) {
    if (numbers.size() != kNumbers) throw std::invalid_argument("eleven numbers");
    if (unmatch < 0 || unmatch > 2) throw std::invalid_argument("no such rule for unmatched words");
    if (matches < 1) throw std::invalid_argument("the limit of matches must be positive");
    check_finite(numbers);
    const double* n = numbers.data();
    AtecOptions options;
    options.repaired = repaired;
    options.pooled_ranks = pooled;
    options.position_sum = position_sum;
    options.unmatch = static_cast<AtecOptions::Unmatch>(unmatch);
    options.weight = {n[0], n[1], n[2], n[3]};
    options.unmatched_weight = n[4];
    options.info_match = n[5];
    options.info_unmatch = n[6];
    options.position = n[7];
    options.order = n[8];
    options.exponent = n[9];
    options.limit = n[10];
    options.matches = matches;
    return options;
}

}  // namespace

void bind_atec(nb::module_& m) {
    // Rows (pairs, 6): worth of the phrases, of unmatched words, lengths of hypothesis and references, phrases, matched
    // words; which pairs were capped; all phrases as (n, 6) places and (n, 3) weights with offsets by pair, if wanted.
    m.def(
        "atec_rows",
        [](const Int32s& values, const Int64s& offsets, const Int32s& hyp, const Int32s& seg, const Int32s& refs,
           const Int64s& ref_offsets, const Doubles& idf, const Int32s& group_values, const Int64s& group_offsets,
           std::int32_t stems, const Int32s& close_values, const Int64s& close_offsets, const Doubles& numbers,
           bool repaired, bool pooled, bool position_sum, int unmatch, bool want_phrases, std::int64_t matches) {
            const RaggedView sentences = checked_sentences(values, offsets);
            const Pairs pairs = checked_pairs(hyp, seg, refs, ref_offsets, sentences.size());
            const AtecWords words{checked_sentences(group_values, group_offsets), stems,
                                  vocabulary_size(view(group_values)), checked_ragged(close_values, close_offsets),
                                  view(idf)};
            const std::size_t vocabulary = idf.size();
            check_finite(idf);
            if (vocabulary_size(sentences.values) > vocabulary) throw std::invalid_argument("an idf for every word");
            for (const RaggedView* known : {&words.groups, &words.close})
                if (known->size() != 0 && known->size() != vocabulary)
                    throw std::invalid_argument("a list for every word");
            if (vocabulary_size(words.close.values) > vocabulary) throw std::invalid_argument("no such word");
            const AtecOptions options = options_of(numbers, repaired, pooled, position_sum, unmatch, matches);
            constexpr std::size_t kColumns = 6;
            std::vector<double> rows(pairs.size() * kColumns), weights;
            std::vector<std::int32_t> places;
            std::vector<std::int64_t> ends{0};
            std::vector<std::uint8_t> capped(pairs.size(), 0);
            {
                nb::gil_scoped_release release;
                Atec atec(options, words);
                for (std::size_t p = 0; p < pairs.size(); ++p) {
                    atec.begin_references();
                    for (const std::int32_t ref : pairs.references[static_cast<std::size_t>(pairs.seg[p])])
                        atec.add_reference(sentences[static_cast<std::size_t>(ref)]);
                    const Words candidate = sentences[static_cast<std::size_t>(pairs.hyp[p])];
                    const AtecRow row = atec.score(candidate);
                    const double made[kColumns] = {row.worth,
                                                   row.unmatched,
                                                   static_cast<double>(candidate.size()),
                                                   row.mean_length,
                                                   static_cast<double>(row.phrases),
                                                   static_cast<double>(row.words)};
                    std::copy_n(made, kColumns, rows.begin() + static_cast<std::ptrdiff_t>(p * kColumns));
                    capped[p] = static_cast<std::uint8_t>(row.capped);
                    if (!want_phrases) continue;
                    for (const AtecPhrase& f : atec.phrases()) {
                        places.insert(places.end(), {f.hyp, f.reference, f.ref, f.size, f.distance, f.order});
                        weights.insert(weights.end(), {f.match, f.penalty, f.worth});
                    }
                    ends.push_back(static_cast<std::int64_t>(weights.size() / 3));
                }
            }
            const std::size_t phrases = weights.size() / 3;
            return std::make_tuple(to_numpy<double>(std::move(rows), {pairs.size(), kColumns}),
                                   to_numpy(std::move(capped)), to_numpy<std::int32_t>(std::move(places), {phrases, 6}),
                                   to_numpy<double>(std::move(weights), {phrases, 3}), to_numpy(std::move(ends)));
        },
        "values"_a, "offsets"_a, "hyp"_a, "seg"_a, "refs"_a, "ref_offsets"_a, "idf"_a, "group_values"_a,
        "group_offsets"_a, "stems"_a, "close_values"_a, "close_offsets"_a, "numbers"_a, "repaired"_a, "pooled"_a,
        "position_sum"_a, "unmatch"_a, "want_phrases"_a, "matches"_a);
    // Pairs of a hypothesis word and a word of its references, each once, ascending; and which pairs had too many.
    m.def(
        "semantic_pairs",
        [](const Int32s& values, const Int64s& offsets, const Int32s& hyp, const Int32s& seg, const Int32s& refs,
           const Int64s& ref_offsets, const Bytes& asked, std::int64_t most) {
            const RaggedView sentences = checked_sentences(values, offsets);
            const Pairs pairs = checked_pairs(hyp, seg, refs, ref_offsets, sentences.size());
            const std::size_t vocabulary = vocabulary_size(sentences.values);
            if (asked.size() < vocabulary) throw std::invalid_argument("every word needs its mark");
            SemanticPairs found;
            {
                nb::gil_scoped_release release;
                found = semantic_pairs(sentences, pairs, vocabulary, view(asked), most);
            }
            return std::make_tuple(to_numpy(std::move(found.one)), to_numpy(std::move(found.other)),
                                   to_numpy(std::move(found.capped)));
        },
        "values"_a, "offsets"_a, "hyp"_a, "seg"_a, "refs"_a, "ref_offsets"_a, "asked"_a, "most"_a);
    m.def("atec_limit", [] { return kAtecMatches; });
}

}  // namespace tertium::bindings
