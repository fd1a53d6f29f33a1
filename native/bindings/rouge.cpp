#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>

#include "bindings/arrays.hpp"
#include "edit/longest_common_subsequence.hpp"
#include "ngrams/skip_bigrams.hpp"
#include "numbers/decimal_rounding.hpp"

namespace tertium::bindings {

using namespace nb::literals;

namespace {

constexpr std::size_t overlap_columns = 3;  // shared units, hypothesis units, reference units

struct Overlap {
    std::int64_t shared, hyp_units, ref_units;
};

std::int64_t length(Words words) { return static_cast<std::int64_t>(words.size()); }

Words without_last(Words words) { return words.empty() ? words : words.first(words.size() - 1); }

struct WordUnits {
    BagOverlap bag;
    explicit WordUnits(std::size_t vocabulary) : bag(vocabulary) {}
    Overlap operator()(Words hyp, Words ref) { return {bag(hyp, ref), length(hyp), length(ref)}; }
};

struct SubsequenceUnits {
    CommonSubsequence common;
    explicit SubsequenceUnits(std::size_t vocabulary) : common(vocabulary) {}
    Overlap operator()(Words hyp, Words ref) { return {common(hyp, ref), length(hyp), length(ref)}; }
};

struct SkipUnits {
    SkipBigramOverlap pairs;
    std::int64_t skip;
    SkipUnits(std::size_t vocabulary, std::int64_t distance) : pairs(vocabulary), skip(distance) {}
    Overlap operator()(Words hyp, Words ref) {
        return {pairs(hyp, ref, skip), count_skip_bigrams(length(hyp), skip), count_skip_bigrams(length(ref), skip)};
    }
};

// Skip-bigrams and single words; ROUGE-1.5.5 leaves out the last word of either side.
struct SkipWordUnits {
    SkipUnits pairs;
    WordUnits words;
    bool without_last_word;
    SkipWordUnits(std::size_t vocabulary, std::int64_t distance, bool drop_last)
        : pairs(vocabulary, distance), words(vocabulary), without_last_word(drop_last) {}
    Overlap operator()(Words hyp, Words ref) {
        const Overlap two = pairs(hyp, ref);
        const Overlap one = without_last_word ? words(without_last(hyp), without_last(ref)) : words(hyp, ref);
        return {two.shared + one.shared, two.hyp_units + one.hyp_units, two.ref_units + one.ref_units};
    }
};

template <class Units>
void fill(const RaggedView& sentences, const Pairs& pairs, std::size_t width, Units&& units, double* rows) {
    for (std::size_t p = 0; p < pairs.size(); ++p) {
        const Words hyp = sentences[static_cast<std::size_t>(pairs.hyp[p])];
        const auto references = pairs.references[static_cast<std::size_t>(pairs.seg[p])];
        double* row = rows + p * width * overlap_columns;
        for (std::int32_t reference : references) {
            const Overlap overlap = units(hyp, sentences[static_cast<std::size_t>(reference)]);
            row[0] = static_cast<double>(overlap.shared);
            row[1] = static_cast<double>(overlap.hyp_units);
            row[2] = static_cast<double>(overlap.ref_units);
            row += overlap_columns;
        }
    }
}

}  // namespace

void bind_rouge(nb::module_& m) {
    m.def(
        "overlaps",
        [](const Int32s& values, const Int64s& offsets, const Int32s& hyp, const Int32s& seg, const Int32s& refs,
           const Int64s& ref_offsets, const std::string& units, std::int64_t skip) {
            if (skip < unlimited_skip) throw std::invalid_argument("skip must be -1 (no limit) or more");
            const RaggedView sentences = checked_sentences(values, offsets);
            const Pairs pairs = checked_pairs(hyp, seg, refs, ref_offsets, sentences.size());
            std::size_t width = 0;
            for (std::size_t s = 0; s < pairs.references.size(); ++s)
                width = std::max(width, pairs.references[s].size());
            std::vector<double> rows(pairs.size() * width * overlap_columns, 0.0);
            {
                nb::gil_scoped_release release;
                const std::size_t vocabulary = vocabulary_size(sentences.values);
                const auto with = [&](auto&& kind) { fill(sentences, pairs, width, kind, rows.data()); };
                if (units == "words") with(WordUnits(vocabulary));
                else if (units == "subsequence") with(SubsequenceUnits(vocabulary));
                else if (units == "skip") with(SkipUnits(vocabulary, skip));
                else if (units == "skip+words") with(SkipWordUnits(vocabulary, skip, false));
                else if (units == "skip+words-last") with(SkipWordUnits(vocabulary, skip, true));
                else throw std::invalid_argument("no such units: " + units);
            }
            return to_numpy<double>(std::move(rows), {pairs.size(), width, overlap_columns});
        },
        "values"_a, "offsets"_a, "hyp"_a, "seg"_a, "refs"_a, "ref_offsets"_a, "units"_a, "skip"_a);

    // The pairs both sentences have, in the order of the hypothesis, at most `limit` of them.
    m.def(
        "shared_skip_bigrams",
        [](const Int32s& hyp, const Int32s& ref, std::int64_t skip, std::size_t limit) {
            if (skip < unlimited_skip) throw std::invalid_argument("skip must be -1 (no limit) or more");
            const Words h = checked_words(view(hyp)), r = checked_words(view(ref));
            std::vector<std::tuple<Word, Word, std::int64_t>> found;
            {
                nb::gil_scoped_release release;
                SkipBigramOverlap overlap(std::max(vocabulary_size(h), vocabulary_size(r)));
                overlap.visit(h, r, skip, [&](Word first, Word second, std::int64_t times) {
                    if (found.size() < limit) found.emplace_back(first, second, times);
                });
            }
            return found;
        },
        "hyp"_a, "ref"_a, "skip"_a, "limit"_a);

    m.def(
        "round_decimals",
        [](const Doubles& numbers, int digits) {
            if (digits < 0 || digits > 22) throw std::invalid_argument("digits must be between 0 and 22");
            std::vector<double> rounded(numbers.size());
            const auto given = view(numbers);
            for (std::size_t i = 0; i < rounded.size(); ++i) rounded[i] = round_decimals(given[i], digits);
            return to_numpy(std::move(rounded));
        },
        "numbers"_a, "digits"_a);
}

}  // namespace tertium::bindings
