#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <string>

#include "bindings/arrays.hpp"
#include "bindings/one_segment.hpp"
#include "order/rank_statistics.hpp"
#include "order/word_order.hpp"

namespace tertium::bindings {

using namespace nb::literals;

namespace {

OrderRule rule_named(const std::string& name) {
    if (name == "paper") return OrderRule::paper;
    if (name == "official") return OrderRule::official;
    if (name == "1.02.3") return OrderRule::legacy;
    throw std::invalid_argument("no word order rule named " + name);
}

// Columns of a row: aligned words, hypothesis length, reference length, increasing pairs, rank correlation.
constexpr std::size_t kOrderColumns = 5;

void order_rows(const RaggedView& sentences, const Pairs& pairs, OrderRule rule, std::size_t references, double* rows) {
    WordOrder order(vocabulary_size(sentences.values));
    RankStatistics ranks;
    std::vector<std::int32_t> list;
    for (std::size_t p = 0; p < pairs.size(); ++p) {
        const Words hyp = sentences[static_cast<std::size_t>(pairs.hyp[p])];
        const auto refs = pairs.references[static_cast<std::size_t>(pairs.seg[p])];
        for (std::size_t k = 0; k < refs.size(); ++k) {
            const Words ref = sentences[static_cast<std::size_t>(refs[k])];
            const std::vector<std::int32_t>& places = order.place(hyp, ref, rule);
            list.resize(places.size());
            std::size_t placed = 0;  // every place is written, and kept only if there is one: no branch to guess
            for (std::int32_t place : places) {
                list[placed] = place;
                placed += place >= 0;
            }
            list.resize(placed);
            double* row = rows + (p * references + k) * kOrderColumns;
            row[0] = static_cast<double>(list.size());
            row[1] = static_cast<double>(hyp.size());
            row[2] = static_cast<double>(ref.size());
            row[3] = static_cast<double>(ranks.increasing_pairs(list));
            row[4] = ranks.rank_correlation(list);
        }
    }
}

struct OrderDoor {
    OrderDoor(const std::string& tokenizer, bool lowercase, const std::string& name)
        : tokenize(tokenizer, lowercase), rule(rule_named(name)) {}

    Row row(nb::handle hypothesis, nb::handle references) const {
        return row_of_segment(hypothesis, references, kOrderColumns, false,
                              [&](const OneSegment& segment, std::span<double> rows) {
                                  const TokenView tokens = tokenize(segment.pool());
                                  order_rows(ragged(tokens), segment.pairs(), rule, segment.references(), rows.data());
                                  return true;
                              });
    }

    SegmentTokenizer tokenize;
    OrderRule rule;
};

}  // namespace

void bind_order(nb::module_& m) {
    m.def(
        "order_rows",
        [](const Int32s& values, const Int64s& offsets, const Int32s& hyp, const Int32s& seg, const Int32s& refs,
           const Int64s& ref_offsets, const std::string& rule, std::size_t references) {
            const RaggedView sentences = checked_sentences(values, offsets);
            const Pairs pairs = checked_pairs(hyp, seg, refs, ref_offsets, sentences.size());
            const OrderRule chosen = rule_named(rule);
            std::vector<double> rows(checked_rows(pairs, references, kOrderColumns), 0.0);
            {
                nb::gil_scoped_release release;
                order_rows(sentences, pairs, chosen, references, rows.data());
            }
            return to_numpy<double>(std::move(rows), {pairs.size(), references, kOrderColumns});
        },
        "values"_a, "offsets"_a, "hyp"_a, "seg"_a, "refs"_a, "ref_offsets"_a, "rule"_a, "references"_a);

    nb::class_<OrderDoor>(m, "OrderDoor", "order_rows of one segment after the other, from strings; a row a reference.")
        .def(nb::init<const std::string&, bool, const std::string&>(), "tokenizer"_a, "lowercase"_a, "rule"_a)
        .def("row", &OrderDoor::row, "hypothesis"_a.none(), "references"_a.none());

    m.def(
        "word_places",
        [](const Int32s& hyp, const Int32s& ref, const std::string& rule) {
            const Words hypothesis = checked_words(view(hyp)), reference = checked_words(view(ref));
            WordOrder order(std::max(vocabulary_size(hypothesis), vocabulary_size(reference)));
            std::vector<std::int32_t> places = order.place(hypothesis, reference, rule_named(rule));
            return to_numpy(std::move(places));
        },
        "hyp"_a, "ref"_a, "rule"_a);

    m.def("increasing_pairs",
          [](const Int32s& list) { return RankStatistics().increasing_pairs(checked_words(view(list))); });

    m.def("rank_correlation",
          [](const Int32s& list) { return RankStatistics().rank_correlation(checked_words(view(list))); });
}

}  // namespace tertium::bindings
