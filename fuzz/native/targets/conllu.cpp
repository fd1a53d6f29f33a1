// CoNLL-U into graphs, and the triples that two graphs share.
#include "graphs/conllu.hpp"

#include <string>

#include "graphs/triples.hpp"
#include "invariants.hpp"

namespace tertium::fuzz {
namespace {

void must_be_sound(const Graphs& graphs) {
    for (std::size_t i = 0; i < graphs.size(); ++i) {
        const auto nodes = static_cast<std::int32_t>(graphs.nodes_of(i).size());
        must(graphs.words[i] >= 0 && graphs.words[i] <= nodes, "graphs: words are nodes");
        must(graphs.edges_of(i, false).size() == static_cast<std::size_t>(graphs.words[i]), "graphs: an edge a word");
        for (const bool enhanced : {false, true})
            for (const GraphEdge& edge : graphs.edges_of(i, enhanced)) {
                must(edge.head >= -1 && edge.head < nodes && edge.dependent >= 0 && edge.dependent < nodes,
                     "graphs: edges join nodes that are there");
                must(edge.relation >= 0 && static_cast<std::size_t>(edge.relation) < graphs.strings.size(),
                     "graphs: relations have a name");
            }
        std::string spelled;
        for (const std::int32_t token : graphs.surface_of(i))
            spelled += graphs.strings[static_cast<std::size_t>(token)];
        if (first_invalid_utf8(spelled) < 0) must(graphs.spells(i, spelled), "graphs: a sentence spells its tokens");
    }
}

void try_triples(const Graphs& graphs, bool enhanced, bool labelled, bool root) {
    const TokenView view = graphs.lowered(true);
    const RaggedView words{{view.values.data(), view.values.size()}, {view.offsets.data(), view.offsets.size()}};
    const std::vector<std::int32_t> relations = lowered_ids(graphs.strings);
    TripleTable table(2 * (graphs.edges.size() + graphs.enhanced_edges.size()));
    std::vector<std::vector<Triple>> triples;
    std::vector<std::vector<std::int32_t>> numbers;
    for (std::size_t i = 0; i < graphs.size(); ++i) {
        triples.push_back(triples_of(graphs, i, enhanced, words, relations, labelled, root));
        numbers.emplace_back();
        for (const Triple& triple : triples.back()) numbers.back().push_back(table.intern(triple));
        std::sort(numbers.back().begin(), numbers.back().end());
    }
    // Without senses, those that agree are those that are equal.
    const std::vector<std::int64_t> none(view.vocabulary.size() + 1, 0);
    SenseMatcher matcher({{}, none});
    for (std::size_t i = 0; i < graphs.size(); ++i)
        for (std::size_t j = 0; j < graphs.size(); ++j) {
            const std::int64_t shared = shared_items(numbers[i], numbers[j]);
            must(shared == shared_items(numbers[j], numbers[i]), "triples: shared ones are symmetric");
            must(matcher.match(triples[i], triples[j]), "triples: sentences of this size are matched as a whole");
            must(shared == std::count_if(matcher.partner.begin(), matcher.partner.end(),
                                         [](std::int32_t k) { return k >= 0; }),
                 "triples: without senses the assignment is the overlap");
            if (i == j)
                must(shared == static_cast<std::int64_t>(triples[i].size()), "triples: all are shared with itself");
        }
}

}  // namespace
}  // namespace tertium::fuzz

void tertium::fuzz::target(Input& input) {
    const std::uint8_t how = input.byte();
    const std::string_view text = input.text(2000);
    Graphs graphs;
    ConlluReader reader(graphs, how & 1);
    for (std::size_t at = 0; at < text.size() && graphs.size() < 6;) {
        const std::size_t end = std::min(text.find("\n\n", at), text.size());
        const std::string_view block = text.substr(at, end - at);
        at = end + 2;
        const std::size_t before = graphs.size(), nodes = graphs.nodes.size();
        const bool sound = reader.read(block);
        must(graphs.size() == before + sound && (sound || graphs.nodes.size() == nodes),
             "CoNLL-U: a broken sentence leaves nothing behind");
        Graphs alone;
        must(ConlluReader(alone, how & 1).read(block) == sound, "CoNLL-U: a sentence is as sound alone");
        if (sound)
            must(alone.nodes.size() == graphs.nodes.size() - nodes, "CoNLL-U: a sentence has the same nodes alone");
    }
    must_be_sound(graphs);
    // Words are lower-cased only where the caller has checked that the file is UTF-8.
    if (first_invalid_utf8(text) < 0 && graphs.nodes.size() < 200) try_triples(graphs, how & 2, how & 4, how & 8);
}
