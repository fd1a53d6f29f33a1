#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/arrays.hpp"
#include "bindings/one_segment.hpp"
#include "edit/edit_path.hpp"
#include "edit/levenshtein.hpp"
#include "edit/longest_common_subsequence.hpp"
#include "ngrams/skip_bigrams.hpp"

namespace tertium::bindings {

using namespace nb::literals;

namespace {

// One row a pair: what the chosen reference needs, which one it is, and the lengths rates are divided by.
struct Choice {
    std::int64_t edits = -1, shared = 0, length = 0, place = 0, lengths = 0;
};

// Every reference of the pair in order; the one with the fewest edits is kept, the first among equals.
template <class Compare>
Choice choose_reference(const RaggedView& sentences, std::span<const std::int32_t> references, Compare&& compare) {
    Choice best;
    for (std::size_t k = 0; k < references.size(); ++k) {
        const Words ref = sentences[static_cast<std::size_t>(references[k])];
        best.lengths += static_cast<std::int64_t>(ref.size());
        const auto [edits, shared] = compare(ref);
        if (best.edits >= 0 && edits >= best.edits) continue;
        best.edits = edits;
        best.shared = shared;
        best.length = static_cast<std::int64_t>(ref.size());
        best.place = static_cast<std::int64_t>(k);
    }
    return best;
}

constexpr std::size_t choice_columns = 5;

// The measure of one pair, given its scratch: (hypothesis, reference) -> (edits, shared words).
template <class Scratch, class Compare>
void write_choices(const RaggedView& sentences, const Pairs& pairs, Compare&& compare, double* rows) {
    Scratch scratch(vocabulary_size(sentences.values));
    for (std::size_t p = 0; p < pairs.size(); ++p) {
        const Words hyp = sentences[static_cast<std::size_t>(pairs.hyp[p])];
        const auto references = pairs.references[static_cast<std::size_t>(pairs.seg[p])];
        if (references.empty()) continue;
        const Choice best =
            choose_reference(sentences, references, [&](Words ref) { return compare(scratch, hyp, ref); });
        double* row = rows + p * choice_columns;
        row[0] = static_cast<double>(best.edits);
        row[1] = static_cast<double>(best.shared);
        row[2] = static_cast<double>(best.length);
        row[3] = static_cast<double>(best.lengths) / static_cast<double>(references.size());
        row[4] = static_cast<double>(best.place);
    }
}

template <class Scratch, class Compare>
auto choice_rows(const RaggedView& sentences, const Pairs& pairs, Compare&& compare) {
    std::vector<double> rows(pairs.size() * choice_columns, 0.0);
    {
        nb::gil_scoped_release release;
        write_choices<Scratch>(sentences, pairs, compare, rows.data());
    }
    return to_numpy<double>(std::move(rows), {pairs.size(), choice_columns});
}

struct EditsShared {
    std::int64_t edits, shared;
};

constexpr auto edits_between = [](EditDistance& distance, Words h, Words r) { return EditsShared{distance(h, r), 0}; };

// Of the columns of edit_rows, those that a metric has.
struct EditDoor {
    EditDoor(const std::string& tokenizer, bool lowercase, std::vector<std::size_t> chosen)
        : tokenize(tokenizer, lowercase), columns(std::move(chosen)) {
        for (const std::size_t column : columns)
            if (column >= choice_columns) throw std::invalid_argument("no such column");
    }

    Row row(nb::handle hypothesis, nb::handle references) const {
        return row_of_segment(hypothesis, references, columns.size(), true,
                              [&](const OneSegment& segment, std::span<double> rows) {
                                  const TokenView tokens = tokenize(segment.pool());
                                  double all[choice_columns];
                                  write_choices<EditDistance>(ragged(tokens), segment.pairs(), edits_between, all);
                                  for (std::size_t k = 0; k < columns.size(); ++k) rows[k] = all[columns[k]];
                                  return true;
                              });
    }

    SegmentTokenizer tokenize;
    std::vector<std::size_t> columns;
};

}  // namespace

void bind_edit(nb::module_& m) {
    m.def(
        "edit_rows",
        [](const Int32s& values, const Int64s& offsets, const Int32s& hyp, const Int32s& seg, const Int32s& refs,
           const Int64s& ref_offsets) {
            const RaggedView sentences = checked_sentences(values, offsets);
            const Pairs pairs = checked_pairs(hyp, seg, refs, ref_offsets, sentences.size());
            return choice_rows<EditDistance>(sentences, pairs, edits_between);
        },
        "values"_a, "offsets"_a, "hyp"_a, "seg"_a, "refs"_a, "ref_offsets"_a);

    nb::class_<EditDoor>(m, "EditDoor", "edit_rows of one segment after the other, from strings.")
        .def(nb::init<const std::string&, bool, std::vector<std::size_t>>(), "tokenizer"_a, "lowercase"_a, "columns"_a)
        .def("row", &EditDoor::row, "hypothesis"_a.none(), "references"_a.none());

    m.def(
        "bag_rows",
        [](const Int32s& values, const Int64s& offsets, const Int32s& hyp, const Int32s& seg, const Int32s& refs,
           const Int64s& ref_offsets, bool surplus) {
            const RaggedView sentences = checked_sentences(values, offsets);
            const Pairs pairs = checked_pairs(hyp, seg, refs, ref_offsets, sentences.size());
            return choice_rows<BagOverlap>(sentences, pairs, [surplus](BagOverlap& overlap, Words h, Words r) {
                const std::int64_t shared = overlap(h, r);
                const std::size_t needed = surplus ? std::max(h.size(), r.size()) : r.size();
                return EditsShared{static_cast<std::int64_t>(needed) - shared, shared};
            });
        },
        "values"_a, "offsets"_a, "hyp"_a, "seg"_a, "refs"_a, "ref_offsets"_a, "surplus"_a);

    m.def(
        "edit_path",
        [](const Int32s& ref, const Int32s& hyp, bool substitutions) {
            const Words reference = checked_words(view(ref)), hypothesis = checked_words(view(hyp));
            std::vector<std::uint8_t> steps;
            {
                nb::gil_scoped_release release;
                const std::size_t vocabulary = std::max(vocabulary_size(reference), vocabulary_size(hypothesis));
                const auto copy = [&](const std::vector<Edit>& path) {
                    steps.resize(path.size());
                    for (std::size_t i = 0; i < path.size(); ++i) steps[i] = static_cast<std::uint8_t>(path[i]);
                };
                if (substitutions) copy(EditPath<EditDistance>(vocabulary)(reference, hypothesis));
                else copy(EditPath<CommonSubsequence>(vocabulary)(reference, hypothesis));
            }
            return to_numpy(std::move(steps));
        },
        "ref"_a, "hyp"_a, "substitutions"_a);
}

}  // namespace tertium::bindings
