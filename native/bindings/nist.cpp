#include "nist.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "arrays.hpp"
#include "text.hpp"

namespace tertium::bindings {

namespace {

// Counts of n-grams keyed by strings: a table of n-grams and its own vocabulary, independent of any chunk.
struct InformationTable {
    NgramTable counts;
    StringTable words;
};

RaggedView sentences_of(const TokenView& tokens) { return {tokens.values, tokens.offsets}; }

RaggedView checked_references(const Int32s& refs, const Int64s& ref_offsets, std::size_t sentences) {
    const RaggedView references = checked_ragged(refs, ref_offsets);
    for (std::int32_t id : references.values)
        if (static_cast<std::size_t>(id) >= sentences) throw std::invalid_argument("no such reference");
    return references;
}

void collect(InformationTable& table, const TokenView& tokens, const RaggedView& references) {
    const RaggedView sentences = sentences_of(tokens);
    std::vector<Word> own(tokens.vocabulary.size(), -1);
    std::vector<Word> sentence;
    for (std::int32_t id : references.values) {
        sentence.clear();
        for (Word word : sentences[static_cast<std::size_t>(id)]) {
            Word& known = own[static_cast<std::size_t>(word)];
            if (known < 0) known = table.words.intern(tokens.vocabulary[static_cast<std::size_t>(word)]);
            sentence.push_back(known);
        }
        table.counts.add(sentence);
    }
}

void merge(InformationTable& table, const InformationTable& other) {
    if (&table == &other) throw std::invalid_argument("a table cannot be merged with itself");
    std::vector<Word> words(other.words.size());
    for (std::size_t w = 0; w < words.size(); ++w) words[w] = table.words.intern(other.words[w]);
    table.counts.merge(other.counts, words);
}

// What a table is made of, as arrays: the text of its words with their ends, and its n-grams column by column.
nb::dict arrays(const InformationTable& table) {
    const auto nodes = table.counts.nodes();
    std::vector<std::int64_t> parent, word, count, next, ends(table.words.offsets().begin() + 1, table.words.offsets().end());
    for (const NgramTable::Node& node : nodes) {
        parent.push_back(node.parent == NgramTable::kNone ? -1 : static_cast<std::int64_t>(node.parent));
        word.push_back(node.word);
        count.push_back(node.count);
        next.push_back(node.next);
    }
    std::vector<std::uint8_t> bytes(table.words.bytes().begin(), table.words.bytes().end());
    std::vector<std::int32_t> text(table.counts.text().begin(), table.counts.text().end());
    nb::dict made;
    made["shape"] = to_numpy(std::vector<std::int64_t>{table.counts.order(), table.counts.total()});
    made["bytes"] = to_numpy(std::move(bytes));
    made["ends"] = to_numpy(std::move(ends));
    made["parent"] = to_numpy(std::move(parent));
    made["word"] = to_numpy(std::move(word));
    made["count"] = to_numpy(std::move(count));
    made["next"] = to_numpy(std::move(next));
    made["text"] = to_numpy(std::move(text));
    return made;
}

using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

InformationTable restore(const Int64s& shape, const Bytes& bytes, const Int64s& ends, const Int64s& parent,
                         const Int64s& word, const Int64s& count, const Int64s& next, const Int32s& text) {
    const auto demand = [](bool holds, const char* what) {
        if (!holds) throw std::invalid_argument(what);
    };
    demand(shape.size() == 2 && shape.data()[0] >= 1 && shape.data()[0] <= 1000, "n-gram table: order out of range");
    const std::size_t nodes = parent.size();
    demand(word.size() == nodes && count.size() == nodes && next.size() == nodes, "n-gram table: columns of different lengths");
    StringTable words;
    std::int64_t start = 0;
    for (std::int64_t end : view(ends)) {
        demand(end >= start && end <= static_cast<std::int64_t>(bytes.size()), "n-gram table: its words do not fit their text");
        const std::size_t known = words.size();
        words.intern({reinterpret_cast<const char*>(bytes.data()) + start, static_cast<std::size_t>(end - start)});
        demand(words.size() == known + 1, "n-gram table: a word is listed twice");
        start = end;
    }
    std::vector<NgramTable::Node> made(nodes);
    for (std::size_t i = 0; i < nodes; ++i) {
        const std::int64_t above = parent.data()[i], last = word.data()[i];
        demand(above >= -1 && above < static_cast<std::int64_t>(i), "n-gram table: an n-gram comes before its beginning");
        demand(last >= 0 && last < static_cast<std::int64_t>(words.size()), "n-gram table: a word is not in its vocabulary");
        made[i] = {above < 0 ? NgramTable::kNone : static_cast<NgramTable::NodeId>(above), static_cast<Word>(last),
                   count.data()[i], next.data()[i]};
    }
    const auto line = view(text);
    return {NgramTable::restore(static_cast<int>(shape.data()[0]), shape.data()[1], static_cast<std::int64_t>(words.size()),
                                std::move(made), {line.begin(), line.end()}),
            std::move(words)};
}

}  // namespace

void bind_nist(nb::module_& m) {
    nb::class_<InformationTable>(m, "InformationTable")
        .def("__init__", [](InformationTable* self, int order) {
            if (order < 1) throw std::invalid_argument("order must be at least 1");
            new (self) InformationTable{NgramTable(order), StringTable()};
        })
        .def("collect",
             [](InformationTable& table, const TokenView& tokens, const Int32s& refs, const Int64s& ref_offsets) {
                 const RaggedView references = checked_references(refs, ref_offsets, tokens.offsets.size() - 1);
                 nb::gil_scoped_release release;
                 collect(table, tokens, references);
             })
        .def("merge", [](InformationTable& table, const InformationTable& other) {
            nb::gil_scoped_release release;
            merge(table, other);
        })
        .def("arrays", &arrays)
        .def_static("restore", &restore)
        .def_prop_ro("order", [](const InformationTable& table) { return table.counts.order(); })
        .def_prop_ro("total", [](const InformationTable& table) { return table.counts.total(); })
        // How often the references have this n-gram.
        .def("count",
             [](const InformationTable& table, nb::list ngram) {
                 NgramTable::Cursor at;
                 if (nb::len(ngram) == 0) return table.counts.total();
                 if (nb::len(ngram) > static_cast<std::size_t>(table.counts.order()))
                     throw std::invalid_argument("the n-gram is longer than the table's order");
                 for (nb::handle token : ngram) {
                     Py_ssize_t size = 0;
                     const char* data = PyUnicode_AsUTF8AndSize(token.ptr(), &size);
                     if (data == nullptr) throw nb::python_error();
                     const Word word = table.words.find({data, static_cast<std::size_t>(size)});
                     if (word < 0 || !table.counts.follow(at, word)) return std::int64_t{0};
                 }
                 return table.counts.count(at);
             })
        .def("rows", [](const InformationTable& table, const TokenView& tokens, const Int32s& hyp, const Int32s& seg,
                        const Int32s& refs, const Int64s& ref_offsets, bool zero_is_empty) {
            const RaggedView sentences = sentences_of(tokens);
            const Pairs pairs = checked_pairs(hyp, seg, refs, ref_offsets, sentences.size());
            const int order = table.counts.order();
            const std::size_t columns = 2 * static_cast<std::size_t>(order) + 2;
            Buffer<double> rows(pairs.size() * columns);
            {
                nb::gil_scoped_release release;
                const std::size_t vocabulary = tokens.vocabulary.size();
                const auto translate = [&](Word word) {
                    return table.words.find(tokens.vocabulary[static_cast<std::size_t>(word)]);
                };
                const Word zero = zero_is_empty ? tokens.vocabulary.find("0") : -1;
                NistWeights weights(table.counts, sentences, vocabulary, translate, zero);
                nist_rows(sentences, pairs, vocabulary, weights, order, rows);
            }
            return to_numpy(std::move(rows), {pairs.size(), columns});
        });
}

}  // namespace tertium::bindings
