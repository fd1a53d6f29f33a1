#include "edit/ter.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/one_segment.hpp"
#include "text/sentence_pool.hpp"
#include "tokenize/tercom.hpp"

namespace tertium::bindings {

using namespace nb::literals;

namespace {

TerOptions options_of(bool sacrebleu, std::int64_t beam, std::int64_t budget, std::int64_t columns) {
    if (beam < ter::kNoBeam || beam > ter::kMaxBeam)
        throw std::invalid_argument("beam must be between 0 and " + std::to_string(ter::kMaxBeam) + ", or -1 for none");
    if (budget < 1 || columns < 1) throw std::invalid_argument("budget and columns must be positive");
    return {sacrebleu, beam, budget, columns};
}

// Columns of a row: edits, mean reference length, insertions, deletions, substitutions, shifts.
constexpr std::size_t kTerColumnsOfRow = 6;

void ter_rows(const RaggedView& sentences, const Pairs& pairs, const TerOptions& options, std::size_t references,
              double* rows, std::uint8_t* capped) {
    Ter ter(options, vocabulary_size(sentences.values));
    for (std::size_t p = 0; p < pairs.size(); ++p) {
        const Words hyp = sentences[static_cast<std::size_t>(pairs.hyp[p])];
        const auto refs = pairs.references[static_cast<std::size_t>(pairs.seg[p])];
        std::int64_t length = 0;
        for (std::int32_t ref : refs)
            length += static_cast<std::int64_t>(sentences[static_cast<std::size_t>(ref)].size());
        for (std::size_t k = 0; k < refs.size(); ++k) {
            const TerCounts counts = ter.count(hyp, sentences[static_cast<std::size_t>(refs[k])]);
            double* row = rows + (p * references + k) * kTerColumnsOfRow;
            row[0] = static_cast<double>(counts.edits);
            row[1] = static_cast<double>(length) / static_cast<double>(refs.size());
            row[2] = static_cast<double>(counts.insertions);
            row[3] = static_cast<double>(counts.deletions);
            row[4] = static_cast<double>(counts.substitutions);
            row[5] = static_cast<double>(counts.shifts);
            capped[p] |= static_cast<std::uint8_t>(counts.capped);
        }
    }
}

// Of texts that tercom's own tokenizer leaves alone: words are what white space separates.
struct TerDoor {
    TerDoor(bool lowercase, bool sacrebleu, std::int64_t beam, std::int64_t budget, std::int64_t columns)
        : tokenize("none", lowercase), options(options_of(sacrebleu, beam, budget, columns)) {}

    Row row(nb::handle hypothesis, nb::handle references) const {
        return row_of_segment(
            hypothesis, references, kTerColumnsOfRow, false, [&](const OneSegment& segment, std::span<double> rows) {
                const TokenView tokens = tokenize(segment.pool());
                std::uint8_t capped = 0;
                ter_rows(ragged(tokens), segment.pairs(), options, segment.references(), rows.data(), &capped);
                return capped == 0;  // the chunk flags it
            });
    }

    SegmentTokenizer tokenize;
    TerOptions options;
};

}  // namespace

void bind_ter(nb::module_& m) {
    m.def(
        "ter_rows",
        [](const Int32s& values, const Int64s& offsets, const Int32s& hyp, const Int32s& seg, const Int32s& refs,
           const Int64s& ref_offsets, std::size_t references, bool sacrebleu, std::int64_t beam, std::int64_t budget,
           std::int64_t columns) {
            const RaggedView sentences = checked_sentences(values, offsets);
            const Pairs pairs = checked_pairs(hyp, seg, refs, ref_offsets, sentences.size());
            const TerOptions options = options_of(sacrebleu, beam, budget, columns);
            std::vector<double> rows(checked_rows(pairs, references, kTerColumnsOfRow), 0.0);
            std::vector<std::uint8_t> capped(pairs.size(), 0);
            {
                nb::gil_scoped_release release;
                ter_rows(sentences, pairs, options, references, rows.data(), capped.data());
            }
            return std::make_tuple(to_numpy<double>(std::move(rows), {pairs.size(), references, kTerColumnsOfRow}),
                                   to_numpy(std::move(capped)));
        },
        "values"_a, "offsets"_a, "hyp"_a, "seg"_a, "refs"_a, "ref_offsets"_a, "references"_a, "sacrebleu"_a, "beam"_a,
        "budget"_a, "columns"_a);

    nb::class_<TerDoor>(m, "TerDoor", "ter_rows of one segment after the other, from strings; a row a reference.")
        .def(nb::init<bool, bool, std::int64_t, std::int64_t, std::int64_t>(), "lowercase"_a, "sacrebleu"_a, "beam"_a,
             "budget"_a, "columns"_a)
        .def("row", &TerDoor::row, "hypothesis"_a.none(), "references"_a.none());

    // The shifts of one pair as (n, 3): start, end, after; the path of the shifted hypothesis; whether it was capped.
    m.def(
        "ter_search",
        [](const Int32s& hyp, const Int32s& ref, bool sacrebleu, std::int64_t beam, std::int64_t budget,
           std::int64_t columns) {
            checked_words(view(hyp));
            checked_words(view(ref));
            Ter ter(options_of(sacrebleu, beam, budget, columns),
                    std::max(vocabulary_size(view(hyp)), vocabulary_size(view(ref))));
            std::vector<std::int32_t> shifts;
            std::string path;
            bool capped = false;
            {
                nb::gil_scoped_release release;
                const ter::Outcome& outcome = ter.search(view(hyp), view(ref));
                for (const ter::Shift& shift : outcome.shifts)
                    shifts.insert(shifts.end(), {shift.start, shift.end, shift.after});
                path.assign(outcome.alignment.path.begin(), outcome.alignment.path.end());
                capped = outcome.capped;
            }
            const std::size_t count = shifts.size() / 3;
            return std::make_tuple(to_numpy<std::int32_t>(std::move(shifts), {count, 3}), path, capped);
        },
        "hyp"_a, "ref"_a, "sacrebleu"_a, "beam"_a, "budget"_a, "columns"_a);

    // The same of many pairs of sentences: shifts and paths one after the other, where each pair's begin, and which
    // pairs were capped. Steps of a path: 0 match, 1 substitution, 2 insertion, 3 deletion.
    m.def(
        "ter_paths",
        [](const Int32s& values, const Int64s& offsets, const Int32s& hyp, const Int32s& ref, bool sacrebleu,
           std::int64_t beam, std::int64_t budget, std::int64_t columns) {
            const RaggedView sentences = checked_sentences(values, offsets);
            if (hyp.size() != ref.size()) throw std::invalid_argument("every hypothesis needs a reference");
            const auto inside = [&](std::int32_t id) {
                return id >= 0 && static_cast<std::size_t>(id) < sentences.size();
            };
            for (std::size_t p = 0; p < hyp.size(); ++p)
                if (!inside(hyp.data()[p]) || !inside(ref.data()[p])) throw std::invalid_argument("no such sentence");
            const TerOptions options = options_of(sacrebleu, beam, budget, columns);
            std::vector<std::int32_t> shifts;
            std::vector<std::int64_t> shift_offsets{0}, path_offsets{0};
            std::vector<std::uint8_t> path, capped(hyp.size());
            {
                nb::gil_scoped_release release;
                Ter ter(options, vocabulary_size(sentences.values));
                for (std::size_t p = 0; p < hyp.size(); ++p) {
                    const ter::Outcome& outcome = ter.search(sentences[static_cast<std::size_t>(hyp.data()[p])],
                                                             sentences[static_cast<std::size_t>(ref.data()[p])]);
                    for (const ter::Shift& shift : outcome.shifts)
                        shifts.insert(shifts.end(), {shift.start, shift.end, shift.after});
                    for (const char step : outcome.alignment.path)
                        path.push_back(step == 's' ? 1 : step == 'i' ? 2 : step == 'd' ? 3 : 0);
                    shift_offsets.push_back(static_cast<std::int64_t>(shifts.size() / 3));
                    path_offsets.push_back(static_cast<std::int64_t>(path.size()));
                    capped[p] = outcome.capped;
                }
            }
            const std::size_t count = shifts.size() / 3;
            return std::make_tuple(to_numpy<std::int32_t>(std::move(shifts), {count, 3}),
                                   to_numpy(std::move(shift_offsets)), to_numpy(std::move(path)),
                                   to_numpy(std::move(path_offsets)), to_numpy(std::move(capped)));
        },
        "values"_a, "offsets"_a, "hyp"_a, "ref"_a, "sacrebleu"_a, "beam"_a, "budget"_a, "columns"_a);

    m.def("ter_limits", [] { return std::make_tuple(kTerBudget, kTerColumns, ter::kMaxBeam); });

    // As `tokenize`, by tercom's rules. With `again`, sentence n + i of the view is sentence i of the pool's n
    // tokenised a second time: what sacreBLEU makes of references.
    m.def(
        "tokenize_tercom",
        [](const Pool& pool, bool lowercase, bool normalized, bool without_punctuation, bool asian, bool again,
           const Int32s& ids, const Strings& texts) {
            const HeldTexts replaced(texts);
            if (ids.size() != replaced.size()) throw std::invalid_argument("one text for each replaced sentence");
            nb::gil_scoped_release release;
            const TercomTokenizer how{lowercase, normalized, without_punctuation, asian};
            Scratch scratch;
            std::string parted, joined;
            std::size_t id = 0, next = 0;
            TokenView view = view_tokens(pool, scratch.room, [&](std::string_view sentence, auto&& emit) {
                if (next < replaced.size() && ids.data()[next] == static_cast<std::int64_t>(id))
                    sentence = replaced[next++];
                ++id;
                tokenize_tercom(how, sentence, scratch, parted, emit);
            });
            for (std::size_t i = 0; again && i < pool.size(); ++i) {
                joined.clear();
                for (std::int64_t at = view.offsets[i]; at < view.offsets[i + 1]; ++at) {
                    if (!joined.empty()) joined += ' ';
                    joined += view.vocabulary[static_cast<std::size_t>(view.values[static_cast<std::size_t>(at)])];
                }
                tokenize_tercom(how, joined, scratch, parted, [&](std::string_view token) { view.add(token); });
                view.end_sentence();
            }
            view.finish();
            return view;
        },
        "pool"_a, "lowercase"_a, "normalized"_a, "without_punctuation"_a, "asian"_a, "again"_a, "ids"_a, "texts"_a);
}

}  // namespace tertium::bindings
