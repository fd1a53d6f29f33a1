#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/arrays.hpp"
#include "graphs/conllu.hpp"
#include "graphs/sentence_graphs.hpp"
#include "graphs/triples.hpp"

namespace tertium::bindings {

using namespace nb::literals;

namespace {

nb::str python_string(std::string_view text) {
    return nb::steal<nb::str>(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "strict"));
}

std::size_t checked_sentence(const Graphs& graphs, std::int64_t i) {
    if (i < 0 || static_cast<std::size_t>(i) >= graphs.size()) throw nb::index_error("no such sentence");
    return static_cast<std::size_t>(i);
}

// (relation, head, dependent) by node number, head -1 the root.
using Edge = nb::typed<nb::tuple, nb::str, int, int>;
using Edges = nb::typed<nb::list, Edge>;
using Texts = nb::typed<nb::sequence, nb::str>;
using Columns =
    std::tuple<std::int32_t, Strings, Strings, Strings, Strings, Strings, Edges, std::optional<Edges>, Strings>;

Edges edge_list(const Graphs& graphs, std::span<const GraphEdge> edges) {
    Edges made;
    for (const GraphEdge& edge : edges)
        made.append(nb::make_tuple(python_string(graphs.strings[static_cast<std::size_t>(edge.relation)]), edge.head,
                                   edge.dependent));
    return made;
}

// Graphs made elsewhere: of every sentence its nodes (form, lemma) and edges (relation, head, dependent).
void add_graph(Graphs& graphs, const Texts& forms, const Texts& lemmas, const nb::typed<nb::sequence, Edge>& edges,
               const Texts& tokens) {
    const std::size_t count = nb::len(forms);
    if (nb::len(lemmas) != count) throw std::invalid_argument("every node needs a lemma");
    const std::int32_t none = graphs.strings.intern("_");
    std::vector<GraphNode> nodes;
    std::vector<GraphEdge> made;
    std::vector<std::int32_t> surface;
    for (std::size_t i = 0; i < count; ++i)
        nodes.push_back(
            {graphs.strings.intern(utf8_of(forms[i])), graphs.strings.intern(utf8_of(lemmas[i])), none, none, none});
    for (nb::handle edge : edges) {
        std::int64_t head = 0, dependent = 0;
        const nb::object from = edge[1], to = edge[2];
        if (!nb::try_cast(from, head) || !nb::try_cast(to, dependent))
            throw nb::type_error("an edge is a relation and the numbers of two nodes");
        if (head < -1 || head >= static_cast<std::int64_t>(count) || dependent < 0 ||
            dependent >= static_cast<std::int64_t>(count))
            throw std::invalid_argument("an edge joins nodes that are not there");
        made.push_back({graphs.strings.intern(utf8_of(edge[0])), static_cast<std::int32_t>(head),
                        static_cast<std::int32_t>(dependent)});
    }
    for (nb::handle token : tokens) surface.push_back(graphs.strings.intern(utf8_of(token)));
    graphs.nodes.insert(graphs.nodes.end(), nodes.begin(), nodes.end());
    graphs.edges.insert(graphs.edges.end(), made.begin(), made.end());
    graphs.enhanced_edges.insert(graphs.enhanced_edges.end(), made.begin(), made.end());
    graphs.surface.insert(graphs.surface.end(), surface.begin(), surface.end());
    graphs.end_sentence(static_cast<std::int32_t>(count), true);
}

Columns columns_of(const Graphs& graphs, std::int64_t which) {
    const std::size_t i = checked_sentence(graphs, which);
    const auto nodes = graphs.nodes_of(i);
    const auto string = [&](std::int32_t id) { return python_string(graphs.strings[static_cast<std::size_t>(id)]); };
    Strings forms, lemmas, upos, xpos, feats, surface;
    for (const GraphNode& node : nodes) {
        forms.append(string(node.form));
        lemmas.append(string(node.lemma));
        upos.append(string(node.upos));
        xpos.append(string(node.xpos));
        feats.append(string(node.feats));
    }
    for (const std::int32_t token : graphs.surface_of(i)) surface.append(string(token));
    std::optional<Edges> enhanced;
    if (graphs.has_enhanced[i]) enhanced = edge_list(graphs, graphs.edges_of(i, true));
    return Columns(graphs.words[i], forms, lemmas, upos, xpos, feats, edge_list(graphs, graphs.edges_of(i, false)),
                   enhanced, surface);
}

RaggedView words_of_nodes(const Graphs& graphs, const TokenView& words) {
    if (words.offsets.size() != graphs.node_offsets.size() ||
        !std::equal(words.offsets.begin(), words.offsets.end(), graphs.node_offsets.begin()))
        throw std::invalid_argument("one word for each node");
    return {{words.values.data(), words.values.size()}, {words.offsets.data(), words.offsets.size()}};
}

// Ascending numbers of every sentence's triples.
auto triple_numbers(const Graphs& graphs, const TokenView& words, bool enhanced, bool labelled, bool root) {
    const RaggedView nodes = words_of_nodes(graphs, words);
    std::vector<std::int32_t> values;
    std::vector<std::int64_t> offsets{0};
    {
        nb::gil_scoped_release release;
        const std::vector<std::int32_t> relations = lowered_ids(graphs.strings);
        const std::size_t most = std::max(graphs.edges.size(), graphs.enhanced_edges.size()) + graphs.edges.size();
        TripleTable table(most);
        values.reserve(graphs.edges.size());
        for (std::size_t i = 0; i < graphs.size(); ++i) {
            const auto first = static_cast<std::ptrdiff_t>(values.size());
            for (const Triple& triple : triples_of(graphs, i, enhanced, nodes, relations, labelled, root))
                values.push_back(table.intern(triple));
            std::sort(values.begin() + first, values.end());
            offsets.push_back(static_cast<std::int64_t>(values.size()));
        }
    }
    return std::make_tuple(to_numpy(std::move(values)), to_numpy(std::move(offsets)));
}

}  // namespace

void bind_graphs(nb::module_& m) {
    nb::class_<Graphs>(m, "Graphs", "The graphs of a chunk's sentences; every distinct string is kept once.")
        .def(nb::init<>())
        .def("__len__", &Graphs::size)
        // Reads sentences data[starts[k]:ends[k]]; the index of the first that is broken, or -1.
        .def(
            "add_conllu",
            [](Graphs& graphs, const Bytes& data, const Int64s& starts, const Int64s& ends,
               bool one_root) -> std::int64_t {
                const std::string_view text(reinterpret_cast<const char*>(data.data()), data.size());
                if (starts.size() != ends.size()) throw std::invalid_argument("every sentence needs an end");
                nb::gil_scoped_release release;
                ConlluReader reader(graphs, one_root);
                for (std::size_t k = 0; k < starts.size(); ++k) {
                    const std::int64_t start = starts.data()[k], end = ends.data()[k];
                    if (start < 0 || end < start || end > static_cast<std::int64_t>(text.size()))
                        throw std::invalid_argument("a sentence lies outside the text");
                    if (!reader.read(
                            text.substr(static_cast<std::size_t>(start), static_cast<std::size_t>(end - start))))
                        return static_cast<std::int64_t>(k);
                }
                return -1;
            },
            "data"_a, "starts"_a, "ends"_a, "one_root"_a,
            "Append the sentences data[starts[k]:ends[k]]; the index of the first that is broken, or -1.")
        .def("add_graph", &add_graph, "forms"_a, "lemmas"_a, "edges"_a, "tokens"_a,
             "Append one graph that was made elsewhere; `tokens` are the words of its text, for comparing the two.")
        .def("columns", &columns_of,
             "Words, then of every node form, lemma, upos, xpos, feats; basic and enhanced edges; tokens of the text.")
        .def(
            "edges",
            [](const Graphs& graphs, std::int64_t i, bool enhanced) {
                return edge_list(graphs, graphs.edges_of(checked_sentence(graphs, i), enhanced));
            },
            "i"_a, "enhanced"_a)
        // Sentences without an enhanced graph that have words.
        .def(
            "lacking_enhanced",
            [](const Graphs& graphs) {
                std::vector<std::int32_t> lacking;
                for (std::size_t i = 0; i < graphs.size(); ++i)
                    if (!graphs.has_enhanced[i] && graphs.words[i] > 0) lacking.push_back(static_cast<std::int32_t>(i));
                return to_numpy(std::move(lacking));
            },
            "Sentences that have words but no enhanced graph.")
        .def(
            "lowered",
            [](const Graphs& graphs, bool lemmas) {
                nb::gil_scoped_release release;
                return graphs.lowered(lemmas);
            },
            "Forms or lemmas of every node in lower case; where there is no lemma, the form.")
        // For every k: do the tokens of sentence sentences[k] spell text ids[k] of the pool?
        .def(
            "spell",
            [](const Graphs& graphs, const Int32s& sentences, const Pool& pool, const Int32s& ids) {
                if (sentences.size() != ids.size()) throw std::invalid_argument("one text for each sentence");
                std::vector<std::uint8_t> same(ids.size());
                for (std::size_t k = 0; k < ids.size(); ++k) {
                    if (ids.data()[k] < 0 || static_cast<std::size_t>(ids.data()[k]) >= pool.size())
                        throw std::invalid_argument("no such text");
                    same[k] = graphs.spells(checked_sentence(graphs, sentences.data()[k]),
                                            pool[static_cast<std::size_t>(ids.data()[k])]);
                }
                return to_numpy(std::move(same));
            },
            "sentences"_a, "pool"_a, "ids"_a,
            "1 where the tokens of sentences[k] spell text ids[k], white space aside.")
        .def("triples", &triple_numbers, "words"_a, "enhanced"_a, "labelled"_a, "root"_a,
             "Numbers of every sentence's triples, ascending: equal triples have equal numbers.");

    // (pairs, references, 3): shared triples, those of the hypothesis, those of the reference.
    m.def(
        "overlap_rows",
        [](const Int32s& values, const Int64s& offsets, const Int32s& hyp, const Int32s& seg, const Int32s& refs,
           const Int64s& ref_offsets, std::size_t references) {
            const RaggedView runs = checked_ragged(values, offsets);
            const Pairs pairs = checked_pairs(hyp, seg, refs, ref_offsets, runs.size());
            std::vector<double> rows(checked_rows(pairs, references, 3), 0.0);
            {
                nb::gil_scoped_release release;
                for (std::size_t p = 0; p < pairs.size(); ++p) {
                    const auto hyp_triples = runs[static_cast<std::size_t>(pairs.hyp[p])];
                    const auto listed = pairs.references[static_cast<std::size_t>(pairs.seg[p])];
                    for (std::size_t k = 0; k < listed.size() && k < references; ++k) {
                        const auto ref_triples = runs[static_cast<std::size_t>(listed[k])];
                        double* row = &rows[(p * references + k) * 3];
                        row[0] = static_cast<double>(shared_items(hyp_triples, ref_triples));
                        row[1] = static_cast<double>(hyp_triples.size());
                        row[2] = static_cast<double>(ref_triples.size());
                    }
                }
            }
            const std::size_t count = pairs.size();
            return to_numpy(std::move(rows), {count, references, 3});
        },
        "values"_a, "offsets"_a, "hyp"_a, "seg"_a, "refs"_a, "ref_offsets"_a, "references"_a);

    // The same where words agree if they are equal or share a set; with them 1 for pairs whose search was cut short.
    m.def(
        "sense_rows",
        [](const Graphs& graphs, const TokenView& words, const Int32s& sets, const Int64s& set_offsets, bool enhanced,
           bool root, const Int32s& hyp, const Int32s& seg, const Int32s& refs, const Int64s& ref_offsets,
           std::size_t references) {
            const RaggedView nodes = words_of_nodes(graphs, words), senses = checked_ragged(sets, set_offsets);
            if (senses.size() < words.vocabulary.size()) throw std::invalid_argument("every word needs its sets");
            const Pairs pairs = checked_pairs(hyp, seg, refs, ref_offsets, graphs.size());
            std::vector<double> rows(checked_rows(pairs, references, 3), 0.0);
            std::vector<std::uint8_t> capped(pairs.size(), 0);
            {
                nb::gil_scoped_release release;
                const std::vector<std::int32_t> relations = lowered_ids(graphs.strings);
                SenseMatcher matcher(senses);
                for (std::size_t p = 0; p < pairs.size(); ++p) {
                    const auto hyp_triples = triples_of(graphs, static_cast<std::size_t>(pairs.hyp[p]), enhanced, nodes,
                                                        relations, true, root);
                    const auto listed = pairs.references[static_cast<std::size_t>(pairs.seg[p])];
                    for (std::size_t k = 0; k < listed.size() && k < references; ++k) {
                        const auto ref_triples = triples_of(graphs, static_cast<std::size_t>(listed[k]), enhanced,
                                                            nodes, relations, true, root);
                        capped[p] |= !matcher.match(hyp_triples, ref_triples);
                        double* row = &rows[(p * references + k) * 3];
                        row[0] = static_cast<double>(std::count_if(matcher.partner.begin(), matcher.partner.end(),
                                                                   [](std::int32_t j) { return j >= 0; }));
                        row[1] = static_cast<double>(hyp_triples.size());
                        row[2] = static_cast<double>(ref_triples.size());
                    }
                }
            }
            const std::size_t count = pairs.size();
            return std::make_tuple(to_numpy(std::move(rows), {count, references, 3}), to_numpy(std::move(capped)));
        },
        "graphs"_a, "words"_a, "sets"_a, "set_offsets"_a, "enhanced"_a, "root"_a, "hyp"_a, "seg"_a, "refs"_a,
        "ref_offsets"_a, "references"_a);

    // Which edge of sentence `ref` each edge of sentence `hyp` is matched with, -1 for none: for people to look at.
    m.def(
        "match_edges",
        [](const Graphs& graphs, const TokenView& words, const Int32s& sets, const Int64s& set_offsets, bool enhanced,
           bool labelled, std::int64_t hyp, std::int64_t ref) {
            const RaggedView nodes = words_of_nodes(graphs, words), senses = checked_ragged(sets, set_offsets);
            if (senses.size() < words.vocabulary.size()) throw std::invalid_argument("every word needs its sets");
            const std::vector<std::int32_t> relations = lowered_ids(graphs.strings);
            const auto hyp_triples =
                triples_of(graphs, checked_sentence(graphs, hyp), enhanced, nodes, relations, labelled, true);
            const auto ref_triples =
                triples_of(graphs, checked_sentence(graphs, ref), enhanced, nodes, relations, labelled, true);
            SenseMatcher matcher(senses);
            matcher.match(hyp_triples, ref_triples);
            return to_numpy(std::move(matcher.partner));
        },
        "graphs"_a, "words"_a, "sets"_a, "set_offsets"_a, "enhanced"_a, "labelled"_a, "hyp"_a, "ref"_a);
}

}  // namespace tertium::bindings
