#include "ngrams/clipped_matches.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include "bindings/arrays.hpp"
#include "bindings/one_segment.hpp"
#include "text/sentence_pool.hpp"

namespace tertium::bindings {

using namespace nb::literals;

namespace {

RefLength length_rule(const std::string& name) {
    if (name == "closest") return RefLength::closest;
    if (name == "shortest") return RefLength::shortest;
    if (name == "average") return RefLength::average;
    throw std::invalid_argument("no such rule for the reference length: " + name);
}

struct KeepMatches {
    static constexpr bool each = true;
    std::vector<std::int64_t>& flat;
    void operator()(const NgramMatch& match) {
        flat.insert(flat.end(), {match.order, match.hyp_end, match.ref, match.ref_end});
    }
};

struct BleuDoor {
    BleuDoor(const std::string& tokenizer, bool lowercase, int longest, const std::string& rule)
        : tokenize(tokenizer, lowercase), order(longest), length(length_rule(rule)) {
        check_order(order);
    }

    Row row(nb::handle hypothesis, nb::handle references) const {
        const std::size_t columns = 2 * static_cast<std::size_t>(order) + 2;
        return row_of_segment(
            hypothesis, references, columns, true, [&](const OneSegment& segment, std::span<double> rows) {
                const TokenView tokens = tokenize(segment.pool());
                bleu_rows(ragged(tokens), segment.pairs(), tokens.vocabulary.size(), order, length, rows);
                return true;
            });
    }

    SegmentTokenizer tokenize;
    int order;
    RefLength length;
};

}  // namespace

void bind_ngrams(nb::module_& m) {
    // A view's ids are our own and need no checks; those of the pairs come from outside.
    m.def(
        "bleu_rows",
        [](const TokenView& tokens, const Int32s& hyp, const Int32s& seg, const Int32s& refs, const Int64s& ref_offsets,
           int order, const std::string& rule) {
            check_order(order);
            const RaggedView sentences{tokens.values, tokens.offsets};
            const Pairs pairs = checked_pairs(hyp, seg, refs, ref_offsets, sentences.size());
            const RefLength length = length_rule(rule);
            const std::size_t columns = 2 * static_cast<std::size_t>(order) + 2;
            Buffer<double> rows(pairs.size() * columns);
            {
                nb::gil_scoped_release release;
                bleu_rows(sentences, pairs, tokens.vocabulary.size(), order, length, rows);
            }
            return to_numpy(std::move(rows), {pairs.size(), columns});
        },
        "tokens"_a, "hyp"_a, "seg"_a, "refs"_a, "ref_offsets"_a, "order"_a, "rule"_a);

    nb::class_<BleuDoor>(m, "BleuDoor", "bleu_rows of one segment after the other, from strings.")
        .def(nb::init<const std::string&, bool, int, const std::string&>(), "tokenizer"_a, "lowercase"_a, "order"_a,
             "rule"_a)
        .def("row", &BleuDoor::row, "hypothesis"_a.none(), "references"_a.none());

    // The clipped matches of one pair, one row each: order, last word in the hypothesis, reference, last word there.
    m.def(
        "ngram_matches",
        [](const TokenView& tokens, const Int32s& hyp, const Int32s& seg, const Int32s& refs, const Int64s& ref_offsets,
           int order, std::size_t pair) {
            check_order(order);
            const RaggedView sentences{tokens.values, tokens.offsets};
            const Pairs pairs = checked_pairs(hyp, seg, refs, ref_offsets, sentences.size());
            if (pair >= pairs.size()) throw std::invalid_argument("no such pair");
            NgramMatcher matcher(sentences, tokens.vocabulary.size(), order);
            matcher.load(pairs.references[static_cast<std::size_t>(pairs.seg[pair])]);
            std::vector<std::int64_t> flat;
            matcher.match(sentences[static_cast<std::size_t>(pairs.hyp[pair])], KeepMatches{flat});
            const std::size_t matches = flat.size() / 4;
            return to_numpy(std::move(flat), {matches, 4});
        },
        "tokens"_a, "hyp"_a, "seg"_a, "refs"_a, "ref_offsets"_a, "order"_a, "pair"_a);
}

}  // namespace tertium::bindings
