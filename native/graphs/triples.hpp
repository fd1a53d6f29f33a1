// Graphs as multisets of (relation, head word, dependent word), and how many triples two of them share.
//
// Triples of a chunk are numbered, so that a sentence is an ascending run of numbers and an overlap is one merge. Where
// words match by sense, being equal is not transitive and the overlap is a largest one-to-one assignment.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/sentences.hpp"
#include "graphs/sentence_graphs.hpp"

namespace tertium {

struct Triple {
    std::int32_t relation, head, dependent;  // relation -1: not looked at; head -1: the root
    bool operator==(const Triple&) const = default;
};

// Numbers for triples, in the order first seen; open addressing, equality decided on the triple.
class TripleTable {
  public:
    explicit TripleTable(std::size_t expected) {
        std::size_t slots = 64;
        while (slots < expected * 2) slots *= 2;
        slots_.assign(slots, -1);
    }

    std::int32_t intern(const Triple& triple) {
        const std::uint64_t key = fold_multiply(
            kTableSeed ^ (static_cast<std::uint64_t>(static_cast<std::uint32_t>(triple.head)) << 32 |
                          static_cast<std::uint32_t>(triple.dependent)),
            0x9e3779b97f4a7c15ull ^ (static_cast<std::uint64_t>(static_cast<std::uint32_t>(triple.relation)) << 16));
        std::size_t at = key & (slots_.size() - 1);
        for (; slots_[at] >= 0; at = (at + 1) & (slots_.size() - 1))
            if (known_[static_cast<std::size_t>(slots_[at])] == triple) return slots_[at];
        slots_[at] = static_cast<std::int32_t>(known_.size());
        known_.push_back(triple);
        return slots_[at];
    }

  private:
    std::vector<std::int32_t> slots_;
    std::vector<Triple> known_;
};

// An edge without a head whose label begins with "@" says something of a single word (UNL's .@not, .@past): its label is
// all it says, so that it counts where other labels do not.
inline bool is_attribute(const Graphs& graphs, const GraphEdge& edge) {
    return edge.head < 0 && graphs.strings[static_cast<std::size_t>(edge.relation)].starts_with('@');
}

// The triples of a sentence in the order of its edges, with or without those that have no head; `words` are the ids of
// all nodes, `relations` those of strings.
inline std::vector<Triple> triples_of(const Graphs& graphs, std::size_t i, bool enhanced, RaggedView words,
                                      std::span<const std::int32_t> relations, bool labelled, bool root) {
    std::vector<Triple> made;
    const auto word = words[i];
    for (const GraphEdge& edge : graphs.edges_of(i, enhanced))
        if (root || edge.head >= 0)
            made.push_back(
                {labelled || is_attribute(graphs, edge) ? relations[static_cast<std::size_t>(edge.relation)] : -1,
                 edge.head < 0 ? -1 : word[static_cast<std::size_t>(edge.head)],
                 word[static_cast<std::size_t>(edge.dependent)]});
    return made;
}

// Items both ascending runs hold, each as often as in the run that has fewer of it.
inline std::int64_t shared_items(std::span<const std::int32_t> a, std::span<const std::int32_t> b) {
    std::size_t i = 0, j = 0;
    std::int64_t shared = 0;
    while (i < a.size() && j < b.size()) {
        if (a[i] == b[j]) {
            ++shared, ++i, ++j;
        } else if (a[i] < b[j]) {
            ++i;
        } else {
            ++j;
        }
    }
    return shared;
}

// Largest one-to-one assignment of hypothesis triples to reference triples that agree by sense.
class SenseMatcher {
  public:
    // Comparisons beyond this are not made: the rest of the sentence is then matched by equal words alone.
    static constexpr std::size_t kBudget = std::size_t{1} << 20;

    // Word w belongs to the sets senses[w], ascending.
    SenseMatcher(RaggedView senses) : senses_(senses) {}

    // partner[i] is the reference triple of hypothesis triple i, or -1; false if the budget was too small.
    bool match(std::span<const Triple> hyp, std::span<const Triple> ref) {
        partner.assign(hyp.size(), -1);
        taken_.assign(ref.size(), -1);
        const bool whole = hyp.size() * ref.size() <= kBudget;
        neighbours_.assign(hyp.size(), {});
        if (whole)
            for (std::size_t i = 0; i < hyp.size(); ++i)
                for (std::size_t j = 0; j < ref.size(); ++j)
                    if (agree(hyp[i], ref[j])) neighbours_[i].push_back(static_cast<std::int32_t>(j));
        equal_first(hyp, ref);
        if (whole)
            for (std::size_t i = 0; i < hyp.size(); ++i)
                if (partner[i] < 0) augment(static_cast<std::int32_t>(i));
        return whole;
    }

    std::vector<std::int32_t> partner;

  private:
    bool agree(const Triple& a, const Triple& b) const {
        return a.relation == b.relation && same_sense(a.head, b.head) && same_sense(a.dependent, b.dependent);
    }

    bool same_sense(std::int32_t a, std::int32_t b) const {
        if (a == b) return true;
        if (a < 0 || b < 0) return false;
        const auto x = senses_[static_cast<std::size_t>(a)], y = senses_[static_cast<std::size_t>(b)];
        std::size_t i = 0, j = 0;
        while (i < x.size() && j < y.size()) {
            if (x[i] == y[j]) return true;
            if (x[i] < y[j]) ++i;
            else ++j;
        }
        return false;
    }

    // Equal triples pair up before others are tried, in the order of the sentences.
    void equal_first(std::span<const Triple> hyp, std::span<const Triple> ref) {
        const auto sorted = [](std::span<const Triple> triples) {
            std::vector<std::int32_t> order(triples.size());
            for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int32_t>(i);
            std::stable_sort(order.begin(), order.end(), [&](std::int32_t x, std::int32_t y) {
                return less(triples[static_cast<std::size_t>(x)], triples[static_cast<std::size_t>(y)]);
            });
            return order;
        };
        const auto a = sorted(hyp), b = sorted(ref);
        for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
            const Triple& x = hyp[static_cast<std::size_t>(a[i])];
            const Triple& y = ref[static_cast<std::size_t>(b[j])];
            if (x == y) {
                partner[static_cast<std::size_t>(a[i])] = b[j];
                taken_[static_cast<std::size_t>(b[j])] = a[i];
                ++i, ++j;
            } else if (less(x, y)) {
                ++i;
            } else {
                ++j;
            }
        }
    }

    static bool less(const Triple& x, const Triple& y) {
        return std::array{x.relation, x.head, x.dependent} < std::array{y.relation, y.head, y.dependent};
    }

    // A shortest alternating path from an unmatched hypothesis triple to a free reference triple, breadth first.
    void augment(std::int32_t start) {
        from_.assign(taken_.size(), -1);
        queue_.assign(1, start);
        for (std::size_t head = 0; head < queue_.size(); ++head) {
            const std::int32_t i = queue_[head];
            for (const std::int32_t j : neighbours_[static_cast<std::size_t>(i)]) {
                if (from_[static_cast<std::size_t>(j)] >= 0) continue;
                from_[static_cast<std::size_t>(j)] = i;
                const std::int32_t owner = taken_[static_cast<std::size_t>(j)];
                if (owner >= 0) {
                    queue_.push_back(owner);
                    continue;
                }
                for (std::int32_t free = j; free >= 0;) {
                    const std::int32_t left = from_[static_cast<std::size_t>(free)];
                    const std::int32_t next = partner[static_cast<std::size_t>(left)];
                    partner[static_cast<std::size_t>(left)] = free;
                    taken_[static_cast<std::size_t>(free)] = left;
                    free = left == start ? -1 : next;
                }
                return;
            }
        }
    }

    RaggedView senses_;
    std::vector<std::vector<std::int32_t>> neighbours_;
    std::vector<std::int32_t> taken_, from_, queue_;
};

}  // namespace tertium
