#include "matching/meteor.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <array>
#include <string>
#include <tuple>

#include "base/recycled_memory.hpp"
#include "bindings/arrays.hpp"

namespace tertium::bindings {

namespace {

// Columns of a row: for every module the matched content and function words of the hypothesis, then of the reference;
// the same four of all words; matched words of either side, counted plainly; chunks.
constexpr std::size_t kModules = 4, kMatched = 4 * kModules + 4, kChunks = kMatched + 2;
constexpr std::size_t kMeteorColumns = kChunks + 1;

MeteorCount count_named(const std::string& name) {
    if (name == "truncated") return MeteorCount::truncated;
    if (name == "fractional") return MeteorCount::fractional;
    if (name == "words") return MeteorCount::words;
    throw std::invalid_argument("no way to count named " + name);
}

using Phrases = Exact<const std::int32_t, nb::ndim<2>>;

// Everything the aligner reads, checked: ids index their tables, phrases lie inside their sentences.
struct Inputs {
    RaggedView sentences;
    Pairs pairs;
    MeteorWords words;
    std::size_t vocabulary = 0;
    std::span<const std::int32_t> phrases;
    std::span<const std::int64_t> phrase_offsets;  // empty: no paraphrases

    std::span<const std::int32_t> phrases_of(std::size_t item) const {
        if (phrase_offsets.empty()) return {};
        const auto begin = static_cast<std::size_t>(phrase_offsets[item]),
                   end = static_cast<std::size_t>(phrase_offsets[item + 1]);
        return phrases.subspan(4 * begin, 4 * (end - begin));
    }
};

bool inside(std::int32_t start, std::int32_t length, std::size_t size) {
    return start >= 0 && length > 0 && static_cast<std::size_t>(start) + static_cast<std::size_t>(length) <= size;
}

Inputs checked_inputs(const Int32s& values, const Int64s& offsets, const Int32s& hyp, const Int32s& seg,
                      const Int32s& refs, const Int64s& ref_offsets, bool exact, const Int32s& stems,
                      const Int32s& synonyms, const Int64s& synonym_offsets, const Phrases& phrases,
                      const Int64s& phrase_offsets) {
    Inputs in;
    in.sentences = checked_sentences(values, offsets);
    in.pairs = checked_pairs(hyp, seg, refs, ref_offsets, in.sentences.size());
    in.vocabulary = vocabulary_size(view(values));
    in.words.exact = exact;
    if (stems.size() > 0) {
        if (stems.size() < in.vocabulary) throw std::invalid_argument("every word needs a stem");
        for (std::int32_t stem : view(stems))
            if (stem < 0 || static_cast<std::size_t>(stem) >= stems.size()) throw std::invalid_argument("no such stem");
        in.words.stems = view(stems);
    }
    if (synonym_offsets.size() > 0) {
        if (synonym_offsets.size() - 1 < in.vocabulary)
            throw std::invalid_argument("every word needs its synonym sets");
        in.words.synonyms = checked_ragged(synonyms, synonym_offsets);
    }
    if (phrase_offsets.size() > 0) {
        if (phrases.shape(1) != 4) throw std::invalid_argument("a phrase match has four numbers");
        const auto o = view(phrase_offsets);
        std::size_t item = 0;
        for (std::size_t p = 0; p < in.pairs.size(); ++p)
            item += in.pairs.references[static_cast<std::size_t>(in.pairs.seg[p])].size();
        if (o.size() != item + 1 || o.front() != 0 || o.back() != static_cast<std::int64_t>(phrases.shape(0)))
            throw std::invalid_argument("phrase matches must be given for every reference of every pair");
        // All of them before any is used: one in the middle may lie beyond the last.
        if (!std::is_sorted(o.begin(), o.end())) throw std::invalid_argument("offsets must not decrease");
        in.phrases = {phrases.data(), phrases.size()};
        in.phrase_offsets = o;
        item = 0;
        for (std::size_t p = 0; p < in.pairs.size(); ++p)
            for (std::int32_t ref : in.pairs.references[static_cast<std::size_t>(in.pairs.seg[p])]) {
                const auto found = in.phrases_of(item++);
                for (std::size_t i = 0; i < found.size(); i += 4)
                    if (!inside(found[i], found[i + 1],
                                in.sentences[static_cast<std::size_t>(in.pairs.hyp[p])].size()) ||
                        !inside(found[i + 2], found[i + 3], in.sentences[static_cast<std::size_t>(ref)].size()))
                        throw std::invalid_argument("a phrase lies outside its sentence");
            }
    }
    return in;
}

// The words of some sentences.
struct Occurring {
    Occurring(const Inputs& in) : in_hyps(in.vocabulary, 0), in_refs(in.vocabulary, 0) {
        for (std::int32_t id : in.pairs.hyp) mark(in.sentences[static_cast<std::size_t>(id)], in_hyps);
        for (std::int32_t id : in.pairs.references.values) mark(in.sentences[static_cast<std::size_t>(id)], in_refs);
    }
    static void mark(Words words, std::vector<std::uint8_t>& marks) {
        for (Word word : words) marks[static_cast<std::size_t>(word)] = 1;
    }
    std::vector<std::uint8_t> in_hyps, in_refs;
};

struct Weight {
    std::int64_t content = 0, function = 0;
    Weight& operator+=(const Weight& other) {
        content += other.content;
        function += other.function;
        return *this;
    }
};

// What words weigh, 1 or their characters, as content or as function words.
class WordWeights {
  public:
    WordWeights(std::span<const std::uint8_t> is_function, std::span<const std::int32_t> sizes, std::size_t vocabulary)
        : kinds_(vocabulary) {
        for (std::size_t word = 0; word < vocabulary; ++word)
            (is_function[word] != 0 ? kinds_[word].function : kinds_[word].content) = sizes[word];
    }
    Weight of(Words words) const {
        Weight sum;
        for (Word word : words) sum += of(word);
        return sum;
    }
    Weight of(Word word) const {
        const Kind& kind = kinds_[static_cast<std::size_t>(word)];
        return {kind.content, kind.function};
    }

  private:
    struct Kind {  // small, so that the table stays in the cache
        std::int32_t content = 0, function = 0;
    };
    std::vector<Kind> kinds_;
};

// Whole numbers are summed, and are numbers of the row in the end.
void fill_row(Words hyp, Words ref, const MeteorAligner& aligner, const WordWeights& weights, double* row) {
    std::array<Weight, kModules * 2 + 2> sums{};
    std::size_t hyp_matched = 0, ref_matched = 0;
    for (const MeteorMatch& match : aligner.matches()) {
        const auto module = static_cast<std::size_t>(match.module);
        const auto hyp_length = static_cast<std::size_t>(match.hyp_length),
                   ref_length = static_cast<std::size_t>(match.ref_length);
        const auto i = static_cast<std::size_t>(match.hyp), j = static_cast<std::size_t>(match.ref);
        if (hyp_length == 1 && ref_length == 1) {
            sums[2 * module] += weights.of(hyp[i]);
            sums[2 * module + 1] += weights.of(ref[j]);
        } else {
            sums[2 * module] += weights.of(hyp.subspan(i, hyp_length));
            sums[2 * module + 1] += weights.of(ref.subspan(j, ref_length));
        }
        hyp_matched += hyp_length;
        ref_matched += ref_length;
    }
    sums[2 * kModules] = weights.of(hyp);
    sums[2 * kModules + 1] = weights.of(ref);
    for (const Weight& sum : sums) {
        *row++ = static_cast<double>(sum.content);
        *row++ = static_cast<double>(sum.function);
    }
    *row++ = static_cast<double>(hyp_matched);
    *row++ = static_cast<double>(ref_matched);
    *row = static_cast<double>(aligner.chunks());
}

}  // namespace

void bind_meteor(nb::module_& m) {
    using namespace nb::literals;

    m.def(
        "meteor_rows",
        [](const Int32s& values, const Int64s& offsets, const Int32s& hyp, const Int32s& seg, const Int32s& refs,
           const Int64s& ref_offsets, bool exact, const Int32s& stems, const Int32s& synonyms,
           const Int64s& synonym_offsets, const Phrases& phrases, const Int64s& phrase_offsets, std::int32_t beam,
           const std::string& count, bool crossings, const Bytes& is_function, const Int32s& sizes,
           bool whole_is_no_chunk, std::size_t references) {
            const Inputs in = checked_inputs(values, offsets, hyp, seg, refs, ref_offsets, exact, stems, synonyms,
                                             synonym_offsets, phrases, phrase_offsets);
            if (is_function.size() < in.vocabulary || sizes.size() < in.vocabulary)
                throw std::invalid_argument("every word needs its facts");
            if (beam < 1) throw std::invalid_argument("the beam must hold a path");
            const MeteorCount chosen = count_named(count);
            Buffer<double> rows(checked_rows(in.pairs, references, kMeteorColumns), 0.0);
            std::vector<std::uint8_t> capped(in.pairs.size(), 0);
            {
                nb::gil_scoped_release release;
                const Occurring occurring(in);
                MeteorCandidates candidates(in.words, in.vocabulary, occurring.in_refs, occurring.in_hyps);
                const WordWeights weights(view(is_function), view(sizes), in.vocabulary);
                MeteorAligner aligner(beam, chosen, crossings);
                std::size_t item = 0;
                for (std::size_t p = 0; p < in.pairs.size(); ++p) {
                    const Words sentence = in.sentences[static_cast<std::size_t>(in.pairs.hyp[p])];
                    const auto listed = in.pairs.references[static_cast<std::size_t>(in.pairs.seg[p])];
                    for (std::size_t k = 0; k < listed.size(); ++k) {
                        const Words ref = in.sentences[static_cast<std::size_t>(listed[k])];
                        candidates.find(sentence, ref, in.phrases_of(item++));
                        aligner.align(candidates, sentence.size(), ref.size());
                        double* row = rows.data() + (p * references + k) * kMeteorColumns;
                        fill_row(sentence, ref, aligner, weights, row);
                        if (whole_is_no_chunk && row[kChunks] == 1 &&
                            row[kMatched] == static_cast<double>(sentence.size()) &&
                            row[kMatched + 1] == static_cast<double>(ref.size()))
                            row[kChunks] = 0;
                        capped[p] |= static_cast<std::uint8_t>(candidates.capped() || aligner.capped());
                    }
                }
            }
            return std::make_tuple(to_numpy<double>(std::move(rows), {in.pairs.size(), references, kMeteorColumns}),
                                   to_numpy(std::move(capped)));
        },
        "values"_a, "offsets"_a, "hyp"_a, "seg"_a, "refs"_a, "ref_offsets"_a, "exact"_a, "stems"_a, "synonyms"_a,
        "synonym_offsets"_a, "phrases"_a, "phrase_offsets"_a, "beam"_a, "count"_a, "crossings"_a, "is_function"_a,
        "sizes"_a, "whole_is_no_chunk"_a, "references"_a);

    // The matches of one reference of the first pair: (reference start, length, hypothesis start, length, module).
    m.def(
        "meteor_matches",
        [](const Int32s& values, const Int64s& offsets, const Int32s& hyp, const Int32s& seg, const Int32s& refs,
           const Int64s& ref_offsets, bool exact, const Int32s& stems, const Int32s& synonyms,
           const Int64s& synonym_offsets, const Phrases& phrases, const Int64s& phrase_offsets, std::int32_t beam,
           const std::string& count, bool crossings, std::size_t reference) {
            const Inputs in = checked_inputs(values, offsets, hyp, seg, refs, ref_offsets, exact, stems, synonyms,
                                             synonym_offsets, phrases, phrase_offsets);
            if (beam < 1) throw std::invalid_argument("the beam must hold a path");
            if (in.pairs.size() == 0 ||
                reference >= in.pairs.references[static_cast<std::size_t>(in.pairs.seg[0])].size())
                throw std::invalid_argument("no such reference");
            const Words sentence = in.sentences[static_cast<std::size_t>(in.pairs.hyp[0])];
            const auto id = in.pairs.references[static_cast<std::size_t>(in.pairs.seg[0])][reference];
            const Words ref = in.sentences[static_cast<std::size_t>(id)];
            const Occurring occurring(in);
            MeteorCandidates candidates(in.words, in.vocabulary, occurring.in_refs, occurring.in_hyps);
            MeteorAligner aligner(beam, count_named(count), crossings);
            candidates.find(sentence, ref, in.phrases_of(reference));
            aligner.align(candidates, sentence.size(), ref.size());
            std::vector<std::int32_t> found;
            for (const MeteorMatch& match : aligner.matches())
                found.insert(found.end(), {match.ref, match.ref_length, match.hyp, match.hyp_length, match.module});
            const std::size_t size = found.size() / 5;
            return to_numpy(std::move(found), {size, 5});
        },
        "values"_a, "offsets"_a, "hyp"_a, "seg"_a, "refs"_a, "ref_offsets"_a, "exact"_a, "stems"_a, "synonyms"_a,
        "synonym_offsets"_a, "phrases"_a, "phrase_offsets"_a, "beam"_a, "count"_a, "crossings"_a, "reference"_a);
}

}  // namespace tertium::bindings
