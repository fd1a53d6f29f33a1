// NIST's information weights: exact n-gram counts over all references, and the weighted matches they give.
//
// Counts live in a trie. A node is an n-gram, found from (node of its first n-1 words, last word) through an open
// table that compares the whole key, so two n-grams are never confused. Most long n-grams of a corpus occur once, and
// below such a node every longer n-gram occurs once too: it stays a *leaf* that only remembers where its words go on
// in a copy of the text, and grows a child when it is met a second time. Invariant: a node is a leaf exactly when its
// count is 1.
//
// Counts are integers, and the tables of two halves of a corpus merge into the table of the whole, so the weights do
// not depend on chunks, threads or partitions. Table size grows with distinct n-grams, not with the references read.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core.hpp"
#include "ngrams.hpp"
#include "strings.hpp"

namespace tertium {

class NgramTable {
  public:
    using NodeId = std::uint32_t;
    static constexpr NodeId kNone = std::numeric_limits<NodeId>::max();

    struct Node {
        NodeId parent;       // kNone for single words
        Word word;           // last word
        std::int64_t count;
        std::int64_t next;   // leaf: where text() goes on after its last word; otherwise -1
    };

    // An n-gram inside the table: a node, or a place in the text below a leaf.
    struct Cursor {
        NodeId node = kNone;
        std::int64_t next = -1;
    };

    explicit NgramTable(int order) : order_(order), seed_(kTableSeed), index_(64, kNone) {}

    int order() const { return order_; }
    std::int64_t total() const { return total_; }  // words in all references
    std::span<const Node> nodes() const { return nodes_; }
    std::span<const Word> text() const { return text_; }  // -1 ends every sentence

    // Counts all n-grams of one reference sentence, in this table's own word ids.
    void add(Words sentence) {
        total_ += static_cast<std::int64_t>(sentence.size());
        const std::size_t base = text_.size();
        text_.insert(text_.end(), sentence.begin(), sentence.end());
        text_.push_back(-1);
        bool kept = false;
        for (std::size_t i = 0; i < sentence.size(); ++i) kept |= add_path(root(sentence[i]), 1, base + i + 1);
        if (!kept) text_.resize(base);
    }

    // Adds the counts of another table; word w there is words[w] here.
    void merge(const NgramTable& other, std::span<const Word> words) {
        if (other.order_ != order_) throw std::invalid_argument("n-gram tables of different orders cannot be merged");
        total_ += other.total_;
        std::vector<NodeId> here(other.nodes_.size(), kNone);
        std::vector<int> level(other.nodes_.size(), 1);
        for (std::size_t id = 0; id < other.nodes_.size(); ++id) {  // parents come before children
            const Node& node = other.nodes_[id];
            const Word word = words[static_cast<std::size_t>(node.word)];
            if (node.parent == kNone) {
                here[id] = root(word);
            } else {
                level[id] = level[node.parent] + 1;
                here[id] = child(here[node.parent], word);
            }
            if (node.count > 1) {
                grow(here[id], level[id]);
                nodes_[here[id]].count += node.count;
                continue;
            }
            const std::size_t base = text_.size();
            for (std::int64_t at = node.next, n = level[id]; n < order_ && other.text_[static_cast<std::size_t>(at)] >= 0; ++at, ++n)
                text_.push_back(words[static_cast<std::size_t>(other.text_[static_cast<std::size_t>(at)])]);
            text_.push_back(-1);
            if (!add_path(here[id], level[id], base)) text_.resize(base);
        }
    }

    // A table from saved arrays. They may come from a file, so everything is checked before it is believed.
    static NgramTable restore(int order, std::int64_t total, std::int64_t vocabulary, std::vector<Node> nodes,
                              std::vector<Word> text) {
        const auto demand = [](bool holds, const char* what) {
            if (!holds) throw std::invalid_argument(what);
        };
        demand(order >= 1 && total >= 0, "n-gram table: order or number of words out of range");
        demand(nodes.size() < kNone, "n-gram table: too many n-grams");
        for (Word word : text) demand(word >= -1 && word < vocabulary, "n-gram table: a word of the text is not in its vocabulary");
        demand(text.empty() || text.back() == -1, "n-gram table: its text does not end a sentence");
        NgramTable table(order);
        std::vector<int> level(nodes.size(), 1);
        std::vector<std::int64_t> below(nodes.size(), 0);  // occurrences of the children
        std::int64_t words = 0;
        for (std::size_t id = 0; id < nodes.size(); ++id) {
            const Node& node = nodes[id];
            demand(node.word >= 0 && node.word < vocabulary, "n-gram table: a word is not in its vocabulary");
            demand(node.count >= 1, "n-gram table: a count is not positive");
            const bool leaf = node.next >= 0;
            demand(leaf == (node.count == 1), "n-gram table: a leaf has a count other than 1");
            demand(!leaf || node.next < static_cast<std::int64_t>(text.size()), "n-gram table: a leaf points outside its text");
            if (node.parent == kNone) {
                demand(table.find_root(node.word) == kNone, "n-gram table: a word is counted twice");
                demand(node.count <= total - words, "n-gram table: counts of words exceed their total");
                words += node.count;
                table.root(node.word);
            } else {
                demand(node.parent < id, "n-gram table: an n-gram comes before its beginning");
                demand(nodes[node.parent].count > 1, "n-gram table: a leaf has children");
                level[id] = level[node.parent] + 1;
                demand(level[id] <= order, "n-gram table: an n-gram is longer than the table's order");
                demand(node.count <= nodes[node.parent].count - below[node.parent], "n-gram table: counts exceed that of their beginning");
                below[node.parent] += node.count;
                demand(table.find(node.parent, node.word) == kNone, "n-gram table: an n-gram is counted twice");
                table.child(node.parent, node.word);
            }
            table.nodes_[id].count = node.count;
            table.nodes_[id].next = node.next;
        }
        demand(words == total, "n-gram table: counts of words differ from their total");
        table.total_ = total;
        table.text_ = std::move(text);
        return table;
    }

    // Moves from an n-gram to the one that `word` makes of it (from Cursor{} to a single word). False: not in the table.
    bool follow(Cursor& at, Word word) const {
        if (word < 0) return false;
        if (at.node == kNone) {
            at.node = find_root(word);
        } else if (nodes_[at.node].count == 1) {
            if (at.next < 0) at.next = nodes_[at.node].next;
            if (text_[static_cast<std::size_t>(at.next)] != word) return false;
            ++at.next;
            return true;
        } else {
            at.node = find(at.node, word);
        }
        return at.node != kNone;
    }

    std::int64_t count(const Cursor& at) const { return nodes_[at.node].count; }

  private:
    std::size_t bucket(NodeId parent, Word word) const {
        const std::uint64_t key = (std::uint64_t{parent} << 32) | static_cast<std::uint32_t>(word);
        return static_cast<std::size_t>(fold_multiply(key ^ seed_, 0x9e3779b97f4a7c15ull)) & (index_.size() - 1);
    }

    NodeId find_root(Word word) const {
        return static_cast<std::size_t>(word) < roots_.size() ? roots_[static_cast<std::size_t>(word)] : kNone;
    }

    NodeId find(NodeId parent, Word word) const {
        for (std::size_t at = bucket(parent, word);; at = (at + 1) & (index_.size() - 1)) {
            const NodeId id = index_[at];
            if (id == kNone || (nodes_[id].parent == parent && nodes_[id].word == word)) return id;
        }
    }

    // Nodes asked for by root and child exist afterwards; new ones have count 0 until the caller sets it.
    NodeId root(Word word) {
        const auto at = static_cast<std::size_t>(word);
        if (at >= roots_.size()) roots_.resize(std::max(at + 1, 2 * roots_.size()), kNone);
        if (roots_[at] == kNone) roots_[at] = append(kNone, word);
        return roots_[at];
    }

    NodeId child(NodeId parent, Word word) {
        for (std::size_t at = bucket(parent, word);; at = (at + 1) & (index_.size() - 1)) {
            const NodeId id = index_[at];
            if (id == kNone) {
                index_[at] = append(parent, word);
                if (++indexed_ * 2 > index_.size()) rebuild();
                return static_cast<NodeId>(nodes_.size() - 1);
            }
            if (nodes_[id].parent == parent && nodes_[id].word == word) return id;
        }
    }

    NodeId append(NodeId parent, Word word) {
        if (nodes_.size() >= kNone) throw std::length_error("more than 4 billion distinct n-grams in the references");
        nodes_.push_back(Node{parent, word, 0, -1});
        return static_cast<NodeId>(nodes_.size() - 1);
    }

    void rebuild() {
        index_.assign(4 * index_.size(), kNone);
        for (std::size_t id = 0; id < nodes_.size(); ++id) {
            if (nodes_[id].parent == kNone) continue;
            std::size_t at = bucket(nodes_[id].parent, nodes_[id].word);
            while (index_[at] != kNone) at = (at + 1) & (index_.size() - 1);
            index_[at] = static_cast<NodeId>(id);
        }
    }

    // Makes the n-gram that continues a leaf a node of its own.
    void grow(NodeId id, int level) {
        const std::int64_t next = nodes_[id].next;
        if (nodes_[id].count != 1) return;
        nodes_[id].next = -1;
        const Word word = text_[static_cast<std::size_t>(next)];
        if (level == order_ || word < 0) return;
        const NodeId below = child(id, word);
        nodes_[below].count = 1;
        nodes_[below].next = next + 1;
    }

    // One more occurrence of node `id` of n = level words, going on at text_[next]. True if a leaf now refers there.
    bool add_path(NodeId id, int level, std::size_t next) {
        for (;; ++level, ++next) {
            if (nodes_[id].count == 0) {
                nodes_[id].count = 1;
                nodes_[id].next = static_cast<std::int64_t>(next);
                return true;
            }
            grow(id, level);
            ++nodes_[id].count;
            if (level == order_ || text_[next] < 0) return false;
            id = child(id, text_[next]);
        }
    }

    int order_;
    std::uint64_t seed_;
    std::int64_t total_ = 0;
    std::vector<Node> nodes_;
    std::vector<NodeId> roots_;  // by word
    std::vector<NodeId> index_;  // open addressing over nodes_ of two words or more, at most half full
    std::size_t indexed_ = 0;
    std::vector<Word> text_;
};

// Base-2 logarithms of counts. Most counts are small, and a table is ten times as fast as the logarithm.
class Log2Counts {
  public:
    Log2Counts() {
        for (std::size_t k = 1; k < small_.size(); ++k) small_[k] = std::log2(static_cast<double>(k));
    }
    double operator()(std::int64_t count) const {
        const auto k = static_cast<std::uint64_t>(count);
        return k < small_.size() ? small_[k] : std::log2(static_cast<double>(count));
    }

  private:
    std::array<double, 1024> small_{};
};

// Information weights of the reference n-grams of one segment, looked up when a match first asks for them.
// weight(w1..wn) = log2(count(w1..wn-1) / count(w1..wn)), for n = 1 log2(words / count) (Doddington 2002).
// translate(w): the table's id of chunk word w, -1 where the table has no such word; asked once a word.
template <class Translate>
class NistWeights {
  public:
    // zero: the chunk's word whose one-word history mteval takes for no history at all, -1 for none.
    NistWeights(const NgramTable& table, RaggedView sentences, std::size_t vocabulary, Translate translate, Word zero)
        : table_(table), sentences_(sentences), translate_(std::move(translate)), zero_(zero),
          order_(static_cast<std::size_t>(table.order())), words_(vocabulary, kUnasked) {}

    void load(std::span<const std::int32_t> references) {
        references_ = references;
        starts_.clear();
        std::size_t tokens = 0;
        for (std::int32_t id : references) {
            starts_.push_back(tokens);
            tokens += sentences_[static_cast<std::size_t>(id)].size();
        }
        known_.assign(tokens, Known{});
        if (weights_.size() < tokens * order_) weights_.resize(tokens * order_);
    }

    double operator()(const NgramMatch& match) {
        const auto n = static_cast<std::size_t>(match.order);
        const auto first = static_cast<std::size_t>(match.ref_end) + 1 - n;
        const std::size_t at = starts_[static_cast<std::size_t>(match.ref)] + first;
        if (known_[at].orders < n) look_up(sentences_[static_cast<std::size_t>(references_[static_cast<std::size_t>(match.ref)])], first, at, n);
        return weights_[at * order_ + n - 1];
    }

  private:
    static constexpr Word kUnasked = -2;

    // How far the n-grams that start at one reference word have been looked up.
    struct Known {
        std::size_t orders = 0;
        NgramTable::Cursor cursor;
    };

    void look_up(Words reference, std::size_t first, std::size_t at, std::size_t n) {
        Known& known = known_[at];
        for (; known.orders < n; ++known.orders) {
            const std::size_t m = known.orders;
            const std::int64_t history = m == 0 || (m == 1 && reference[first] == zero_) ? table_.total() : table_.count(known.cursor);
            Word& word = words_[static_cast<std::size_t>(reference[first + m])];
            if (word == kUnasked) word = translate_(reference[first + m]);
            if (!table_.follow(known.cursor, word))
                throw std::invalid_argument("a reference n-gram is missing from the table of information weights");
            const std::int64_t count = table_.count(known.cursor);
            weights_[at * order_ + m] = history == count ? 0.0 : log2_(history) - log2_(count);
        }
    }

    const NgramTable& table_;
    RaggedView sentences_;
    Translate translate_;
    Word zero_;
    std::size_t order_;
    std::vector<Word> words_;
    Log2Counts log2_;
    std::span<const std::int32_t> references_;
    std::vector<std::size_t> starts_;
    std::vector<Known> known_;
    std::vector<double> weights_;
};

template <class Weights>
struct AddWeights {
    static constexpr bool each = true;
    Weights& weights;
    double* row;
    void operator()(const NgramMatch& match) { row[match.order - 1] += weights(match); }
};

// NIST's statistics of every pair, one row each: information of the clipped matches of orders 1..N, n-grams of orders
// 1..N in the hypothesis, its length, mean length of the references.
template <class Weights>
void nist_rows(RaggedView sentences, const Pairs& pairs, std::size_t vocabulary, Weights& weights, int order,
               std::span<double> rows) {
    ngram_pairs(sentences, pairs, vocabulary, order, RefLength::average, rows,
                [&](std::span<const std::int32_t> references) { weights.load(references); },
                [&](NgramMatcher& matcher, Words hyp, double* row) { matcher.match(hyp, AddWeights<Weights>{weights, row}); });
}

}  // namespace tertium
