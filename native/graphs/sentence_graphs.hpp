// Graphs of sentences: nodes that are words and labelled edges between them, every distinct string stored once.
//
// A parse read from CoNLL-U has two graphs over the same nodes: the basic tree, one edge a word, and the enhanced graph
// where the file has one, which may also use empty nodes (they come after the words). Other sources give one graph, which
// then serves as both. An edge from the root has head -1.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/string_table.hpp"
#include "text/lower_case.hpp"
#include "text/sentence_pool.hpp"
#include "text/unicode.hpp"

namespace tertium {

struct GraphNode {
    std::int32_t form, lemma, upos, xpos, feats;  // string ids
};

struct GraphEdge {
    std::int32_t relation, head, dependent;  // string id; nodes of the sentence, head -1 is the root
};

class Graphs {
  public:
    std::size_t size() const { return words.size(); }

    std::span<const GraphNode> nodes_of(std::size_t i) const { return part(nodes, node_offsets, i); }
    std::span<const GraphEdge> edges_of(std::size_t i, bool enhanced) const {
        return enhanced && has_enhanced[i] ? part(enhanced_edges, enhanced_offsets, i) : part(edges, edge_offsets, i);
    }
    std::span<const std::int32_t> surface_of(std::size_t i) const { return part(surface, surface_offsets, i); }

    void end_sentence(std::int32_t word_count, bool enhanced) {
        words.push_back(word_count);
        has_enhanced.push_back(enhanced);
        node_offsets.push_back(static_cast<std::int64_t>(nodes.size()));
        edge_offsets.push_back(static_cast<std::int64_t>(edges.size()));
        enhanced_offsets.push_back(static_cast<std::int64_t>(enhanced_edges.size()));
        surface_offsets.push_back(static_cast<std::int64_t>(surface.size()));
    }

    // Are the tokens of sentence i those of the text, white space aside?
    bool spells(std::size_t i, std::string_view text) const {
        std::size_t at = 0;
        for (const std::int32_t token : surface_of(i)) {
            const std::string_view form = strings[static_cast<std::size_t>(token)];
            for (std::size_t k = 0; k < form.size();) {
                if (const std::size_t space = unicode::space_at(form, k)) {
                    k += space;
                    continue;
                }
                while (at < text.size()) {
                    const std::size_t space = unicode::space_at(text, at);
                    if (space == 0) break;
                    at += space;
                }
                if (at == text.size() || text[at] != form[k]) return false;
                ++at, ++k;
            }
        }
        while (at < text.size()) {
            const std::size_t space = unicode::space_at(text, at);
            if (space == 0) return false;
            at += space;
        }
        return true;
    }

    // Every sentence as the lower-cased forms or lemmas of its nodes; a lemma the parser did not give is the form.
    TokenView lowered(bool lemmas) const {
        const std::int32_t none = strings.find("_");
        TokenView view;
        std::vector<std::int32_t> known(strings.size(), -1);
        std::string buffer;
        view.values.reserve(nodes.size());
        for (std::size_t i = 0; i < size(); ++i) {
            for (const GraphNode& node : nodes_of(i)) {
                const std::int32_t id = lemmas && node.lemma != none ? node.lemma : node.form;
                std::int32_t& word = known[static_cast<std::size_t>(id)];
                if (word < 0) word = view.vocabulary.intern(lower(strings[static_cast<std::size_t>(id)], buffer));
                view.values.push_back(word);
            }
            view.end_sentence();
        }
        return view;
    }

    StringTable strings;
    std::vector<GraphNode> nodes;
    std::vector<GraphEdge> edges, enhanced_edges;
    std::vector<std::int32_t> surface;       // string ids of the tokens in the text
    std::vector<std::int32_t> words;         // by sentence: nodes that are words, not empty nodes
    std::vector<std::uint8_t> has_enhanced;  // by sentence
    std::vector<std::int64_t> node_offsets{0}, edge_offsets{0}, enhanced_offsets{0}, surface_offsets{0};

  private:
    template <class T>
    static std::span<const T> part(const std::vector<T>& values, const std::vector<std::int64_t>& offsets,
                                   std::size_t i) {
        return std::span<const T>(values).subspan(static_cast<std::size_t>(offsets[i]),
                                                  static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
    }
};

// Lower-cased relation names are rare in number: their ids by string id of the pool.
inline std::vector<std::int32_t> lowered_ids(const StringTable& strings) {
    StringTable lowered;
    std::vector<std::int32_t> ids(strings.size());
    std::string buffer;
    for (std::size_t i = 0; i < strings.size(); ++i) ids[i] = lowered.intern(lower(strings[i], buffer));
    return ids;
}

}  // namespace tertium
