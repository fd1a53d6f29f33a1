#include "ngrams/nist.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings/arrays.hpp"
#include "text/sentence_pool.hpp"

namespace tertium::bindings {

using namespace nb::literals;

namespace {

RaggedView sentences_of(const TokenView& tokens) { return {tokens.values, tokens.offsets}; }

void collect(InformationTable& table, const TokenView& tokens, const RaggedView& references) {
    const RaggedView sentences = sentences_of(tokens);
    std::vector<Word> own(tokens.vocabulary.size(), -1);
    std::vector<Word> sentence;
    table.reserve(tokens.vocabulary.size() / 2, references.values.size(), tokens.values.size() / 2);
    for (std::int32_t id : references.values) {
        sentence.clear();
        for (Word word : sentences[static_cast<std::size_t>(id)]) {
            Word& known = own[static_cast<std::size_t>(word)];
            if (known < 0) known = table.word(tokens.vocabulary[static_cast<std::size_t>(word)]);
            sentence.push_back(known);
        }
        table.add(sentence);
    }
}

// What a table is made of, as arrays: the text of its words with their ends, its sentences with theirs, and how often
// each came.
nb::typed<nb::dict, nb::str, nb::any> arrays(const InformationTable& table) {
    const StringTable& words = table.words();
    std::vector<std::int32_t> text;
    std::vector<std::int64_t> sentence_ends;
    for (std::size_t s = 0; s < table.sentences(); ++s) {
        const Words sentence = table.sentence(s);
        text.insert(text.end(), sentence.begin(), sentence.end());
        sentence_ends.push_back(static_cast<std::int64_t>(text.size()));
    }
    nb::typed<nb::dict, nb::str, nb::any> made;
    made["order"] = to_numpy(std::vector<std::int64_t>{table.order()});
    made["bytes"] = to_numpy(std::vector<std::uint8_t>(words.bytes().begin(), words.bytes().end()));
    made["word_ends"] = to_numpy(std::vector<std::int64_t>(words.offsets().begin() + 1, words.offsets().end()));
    made["text"] = to_numpy(std::move(text));
    made["sentence_ends"] = to_numpy(std::move(sentence_ends));
    made["times"] = to_numpy(std::vector<std::int64_t>(table.times().begin(), table.times().end()));
    return made;
}

// A table from saved arrays. They may come from a file, so everything is checked before it is believed.
std::unique_ptr<InformationTable> restore(const Int64s& order, const Bytes& bytes, const Int64s& word_ends,
                                          const Int32s& text, const Int64s& sentence_ends, const Int64s& times) {
    const auto demand = [](bool holds, const char* what) {
        if (!holds) throw std::invalid_argument(what);
    };
    const auto demand_ends = [&](const Int64s& ends, std::size_t size, const char* what) {
        std::int64_t start = 0;
        for (std::int64_t end : view(ends)) {
            demand(end >= start, what);
            start = end;
        }
        demand(start == static_cast<std::int64_t>(size), what);
    };
    demand(order.size() == 1 && order.data()[0] >= 1 && order.data()[0] <= 1000, "its order is out of range");
    demand_ends(word_ends, bytes.size(), "its words do not fit their text");
    demand_ends(sentence_ends, text.size(), "its sentences do not fit their text");
    demand(times.size() == sentence_ends.size(), "not every sentence has its number");
    auto table = std::make_unique<InformationTable>(static_cast<int>(order.data()[0]));
    const auto* letters = reinterpret_cast<const char*>(bytes.data());
    std::size_t start = 0;
    for (std::int64_t end : view(word_ends)) {
        table->word({letters + start, static_cast<std::size_t>(end) - start});
        start = static_cast<std::size_t>(end);
    }
    demand(table->words().size() == word_ends.size(), "a word is listed twice");
    for (std::int32_t word : view(text))
        demand(word >= 0 && static_cast<std::size_t>(word) < word_ends.size(),
               "a sentence has a word that is not listed");
    start = 0;
    std::int64_t room = std::numeric_limits<std::int64_t>::max();
    for (std::size_t s = 0; s < times.size(); ++s) {
        const auto end = static_cast<std::size_t>(sentence_ends.data()[s]);
        const auto words = static_cast<std::int64_t>(end - start) + 1;
        demand(times.data()[s] >= 1 && times.data()[s] <= room / words,
               "a sentence came an impossible number of times");
        room -= times.data()[s] * words;
        table->add(view(text).subspan(start, end - start), times.data()[s]);
        start = end;
    }
    demand(table->sentences() == times.size(), "a sentence is listed twice");
    return table;
}

}  // namespace

void bind_nist(nb::module_& m) {
    nb::class_<InformationTable>(m, "InformationTable",
                                 "All references of an evaluation set, for counting their n-grams up to an order.")
        .def("__init__",
             [](InformationTable* self, int order) {
                 check_order(order);
                 new (self) InformationTable(order);
             })
        .def(
            "collect",
            [](InformationTable& table, const TokenView& tokens, const Int32s& refs, const Int64s& ref_offsets) {
                const RaggedView references = checked_ragged(refs, ref_offsets);
                for (std::int32_t id : references.values)
                    if (static_cast<std::size_t>(id) + 1 >= tokens.offsets.size())
                        throw std::invalid_argument("no such reference");
                nb::gil_scoped_release release;
                collect(table, tokens, references);
            },
            "tokens"_a, "refs"_a, "ref_offsets"_a)
        .def("merge",
             [](InformationTable& table, const InformationTable& other) {
                 nb::gil_scoped_release release;
                 table.merge(other);
             })
        .def("arrays", &arrays)
        .def_static("restore", &restore, "order"_a, "bytes"_a, "word_ends"_a, "text"_a, "sentence_ends"_a, "times"_a)
        .def_prop_ro("order", &InformationTable::order)
        .def_prop_ro("total", &InformationTable::total, "Words in all references.")
        .def(
            "count",
            [](const InformationTable& table, const std::vector<std::string>& ngram) {
                std::vector<Word> words;
                for (const std::string& word : ngram) {
                    words.push_back(table.words().find(word));
                    if (words.back() < 0) return std::int64_t{0};
                }
                return words.empty() ? table.total() : table.count(words);
            },
            "How often the references have this n-gram, found by reading them all.")
        .def(
            "rows",
            [](const InformationTable& table, const TokenView& tokens, const Int32s& hyp, const Int32s& seg,
               const Int32s& refs, const Int64s& ref_offsets, bool zero_is_empty) {
                const RaggedView sentences = sentences_of(tokens);
                const Pairs pairs = checked_pairs(hyp, seg, refs, ref_offsets, sentences.size());
                const std::size_t columns = 2 * static_cast<std::size_t>(table.order()) + 2;
                Buffer<double> rows(pairs.size() * columns);
                {
                    nb::gil_scoped_release release;
                    const auto translate = [&](Word word) {
                        return table.words().find(tokens.vocabulary[static_cast<std::size_t>(word)]);
                    };
                    const auto weights = table.weights(zero_is_empty);
                    nist_rows(table, *weights, sentences, pairs, tokens.vocabulary.size(), translate, rows);
                }
                return to_numpy(std::move(rows), {pairs.size(), columns});
            },
            "tokens"_a, "hyp"_a, "seg"_a, "refs"_a, "ref_offsets"_a, "zero_is_empty"_a,
            "(pairs, 2 order + 2): information of the matches and n-grams of every order, hypothesis length, mean "
            "reference length.");
}

}  // namespace tertium::bindings
