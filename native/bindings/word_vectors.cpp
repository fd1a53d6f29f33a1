#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <tuple>

#include "bindings/arrays.hpp"
#include "lexicon/word_vectors.hpp"
#include "text/sentence_pool.hpp"

namespace tertium::bindings {

using namespace nb::literals;

namespace {

using Int8s = Exact<const std::int8_t, nb::ndim<1>>;
using Int16s = Exact<const std::int16_t, nb::ndim<1>>;

// Numbers of words below the size of the vocabulary, as marking makes them.
void check_folded(std::span<const std::int32_t> folded) {
    for (const std::int32_t number : checked_words(folded))
        if (static_cast<std::size_t>(number) >= folded.size())
            throw std::invalid_argument("numbers of words must be below the size of the vocabulary");
}

// Words have marks, numbers, weights and vectors; no sum of products of two vectors may leave 32 bits.
void check_vectors(std::span<const std::int32_t> folded, const Bytes& weights, const Int16s& vectors) {
    check_folded(folded);
    std::size_t size = 0;
    for (const std::int32_t number : folded) size = std::max(size, static_cast<std::size_t>(number) + 1);
    if (weights.size() < size || vectors.size() != weights.size() * kVectorSize)
        throw std::invalid_argument("every word needs a weight and a vector of 48 numbers");
    for (const std::int16_t number : view(vectors))
        if (number > kVectorLength || number < -kVectorLength)
            throw std::invalid_argument("numbers of vectors must be between -1024 and 1024");
}

}  // namespace

void bind_word_vectors(nb::module_& m) {
    nb::class_<WordVectors>(m, "WordVectors", "Immutable, shared by threads: static vectors of word pieces.")
        .def(
            "__init__",
            [](WordVectors* self, const Int32s& hashes, const Bytes& weights, const Int8s& vectors) {
                const auto keys = view(hashes);
                const auto heavy = view(weights);
                const auto numbers = view(vectors);
                nb::gil_scoped_release release;
                new (self) WordVectors(keys, heavy, numbers);
            },
            "hashes"_a, "weights"_a, "vectors"_a)
        .def("__len__", &WordVectors::size)
        .def(
            "of_words",
            [](const WordVectors& known, const TokenView& tokens, const Int32s& folded) {
                const auto numbers = view(folded);
                if (numbers.size() != tokens.vocabulary.size())
                    throw std::invalid_argument("every word needs its number");
                check_folded(numbers);
                VocabularyVectors made;
                {
                    nb::gil_scoped_release release;
                    made = vectors_of(known, tokens.vocabulary, numbers);
                }
                return std::tuple(to_numpy(std::move(made.weights)), to_numpy(std::move(made.vectors)));
            },
            "tokens"_a, "folded"_a,
            "Weights and vectors of the vocabulary, by the numbers that spellings in either case share.");

    m.def(
        "words_alike",
        [](const Int32s& values, const Int64s& offsets, const Int32s& hyp, const Int32s& seg, const Int32s& refs,
           const Int64s& ref_offsets, const Bytes& marks, const Int32s& folded, const Bytes& weights,
           const Int16s& vectors, double excused_share) {
            const RaggedView sentences = checked_sentences(values, offsets);
            const Pairs pairs = checked_pairs(hyp, seg, refs, ref_offsets, sentences.size());
            if (marks.size() != folded.size() || vocabulary_size(sentences.values) > marks.size())
                throw std::invalid_argument("every word needs its marks and its number");
            check_vectors(view(folded), weights, vectors);
            if (!(excused_share > 0.0)) throw std::invalid_argument("the excused share must be above 0");
            std::size_t width = 0;
            for (std::size_t s = 0; s < pairs.references.size(); ++s)
                width = std::max(width, pairs.references[s].size());
            std::vector<double> rows(pairs.size() * width * 3, 0.0);
            {
                nb::gil_scoped_release release;
                WordsAlike compare(view(marks), view(folded), view(weights), view(vectors));
                for (std::size_t p = 0; p < pairs.size(); ++p) {
                    double* row = rows.data() + p * width * 3;
                    for (const std::int32_t ref : pairs.references[static_cast<std::size_t>(pairs.seg[p])]) {
                        compare(sentences[static_cast<std::size_t>(pairs.hyp[p])],
                                sentences[static_cast<std::size_t>(ref)], excused_share, row);
                        row += 3;
                    }
                }
            }
            return to_numpy<double>(std::move(rows), {pairs.size(), width, 3});
        },
        "values"_a, "offsets"_a, "hyp"_a, "seg"_a, "refs"_a, "ref_offsets"_a, "marks"_a, "folded"_a, "weights"_a,
        "vectors"_a, "excused_share"_a);

    // For every word of the reference the place of the nearest word of the hypothesis (-1: none), and its likeness.
    m.def(
        "nearest_words",
        [](const Int32s& hyp, const Int32s& ref, const Int32s& folded, const Bytes& weights, const Int16s& vectors) {
            const Words h = checked_words(view(hyp)), r = checked_words(view(ref));
            if (std::max(vocabulary_size(h), vocabulary_size(r)) > folded.size())
                throw std::invalid_argument("every word needs its number");
            check_vectors(view(folded), weights, vectors);
            std::vector<std::int32_t> places(r.size());
            std::vector<double> likenesses(r.size());
            {
                nb::gil_scoped_release release;
                const WordsAlike compare({}, view(folded), view(weights), view(vectors));
                compare.nearest(h, r, places.data(), likenesses.data());
            }
            return std::tuple(to_numpy(std::move(places)), to_numpy(std::move(likenesses)));
        },
        "hyp"_a, "ref"_a, "folded"_a, "weights"_a, "vectors"_a);
}

}  // namespace tertium::bindings
