// A table of paraphrases as METEOR 1.5 reads it, and where sentences have them.
//
// Phrases are nodes of one trie over words, kept as a hash table from (node, word) to node: the English table of METEOR has
// five million pairs of phrases of up to seven words.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "base/sentences.hpp"
#include "base/string_table.hpp"

namespace tertium {

// The words first[from .. from + length) of the first sentence mean the same as those of the second.
struct PhraseMatch {
    std::int32_t first, first_length, second, second_length;
};

class ParaphraseTable {
  public:
    // One phrase that `from` may be replaced by; words are separated by spaces. Returns false for an empty phrase.
    bool add(std::string_view from, std::string_view to) {
        if (finished_) throw std::logic_error("the table is finished");
        const std::int32_t a = intern(from), b = intern(to);
        if (a == kRoot || b == kRoot) return false;
        pairs_.push_back({a, b});
        return true;
    }

    // After the last pair: lists by phrase, each in the order added.
    void finish() {
        if (finished_) return;
        finished_ = true;
        starts_.assign(static_cast<std::size_t>(nodes_) + 1, 0);
        for (const Pair& pair : pairs_) ++starts_[static_cast<std::size_t>(pair.from) + 1];
        for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
        std::vector<std::int64_t> next(starts_.begin(), starts_.end() - 1);
        others_.resize(pairs_.size());
        for (const Pair& pair : pairs_)
            others_[static_cast<std::size_t>(next[static_cast<std::size_t>(pair.from)]++)] = pair.to;
        size_ = pairs_.size();
        std::vector<Pair>().swap(pairs_);
    }

    bool finished() const { return finished_; }
    std::size_t size() const { return finished_ ? size_ : pairs_.size(); }
    std::int32_t word(std::string_view spelled) const { return words_.find(spelled); }

    // A phrase of the table inside a sentence.
    struct Span {
        std::int32_t node, start, length;
    };
    struct Spans {
        std::vector<Span> by_start, by_node;
    };

    // All phrases of the table in a sentence of the table's word ids (-1: unknown to it).
    Spans spans(std::span<const std::int32_t> sentence) const {
        Spans found;
        for (std::size_t start = 0; start < sentence.size(); ++start) {
            std::int32_t node = kRoot;
            for (std::size_t at = start; at < sentence.size() && sentence[at] >= 0; ++at) {
                if ((node = find(node, sentence[at])) < 0) break;
                found.by_start.push_back(
                    {node, static_cast<std::int32_t>(start), static_cast<std::int32_t>(at - start + 1)});
            }
        }
        found.by_node = found.by_start;
        std::stable_sort(found.by_node.begin(), found.by_node.end(),
                         [](const Span& a, const Span& b) { return a.node < b.node; });
        return found;
    }

    // Every place where the sentences have paraphrases of each other, in the order in which METEOR 1.5 finds them: first
    // for phrases of the second sentence, then for phrases of the first; a pair that the table lists in both directions
    // is found twice. At most `most` of them; returns whether there are no more.
    bool matches(const Spans& first, const Spans& second, std::size_t most, std::vector<PhraseMatch>& out) const {
        out.clear();
        const bool all = search(second, first, [&](const Span& here, const Span& there) {
            out.push_back({there.start, there.length, here.start, here.length});
            return out.size() < most;
        });
        return all && search(first, second, [&](const Span& here, const Span& there) {
                   out.push_back({here.start, here.length, there.start, there.length});
                   return out.size() < most;
               });
    }

  private:
    static constexpr std::int32_t kRoot = 0;
    struct Pair {
        std::int32_t from, to;
    };
    struct Slot {
        std::uint64_t key = 0;
        std::int32_t node = -1;
    };

    template <class Found>
    bool search(const Spans& from_spans, const Spans& to_spans, Found found) const {
        for (const Span& here : from_spans.by_start) {
            const auto node = static_cast<std::size_t>(here.node);
            for (std::int64_t i = starts_[node]; i < starts_[node + 1]; ++i) {
                const std::int32_t other = others_[static_cast<std::size_t>(i)];
                auto there = std::lower_bound(to_spans.by_node.begin(), to_spans.by_node.end(), other,
                                              [](const Span& span, std::int32_t wanted) { return span.node < wanted; });
                for (; there != to_spans.by_node.end() && there->node == other; ++there)
                    if (!found(here, *there)) return false;
            }
        }
        return true;
    }

    std::int32_t intern(std::string_view phrase) {
        std::int32_t node = kRoot;
        for (std::size_t at = 0; at < phrase.size();) {
            const std::size_t end = std::min(phrase.find_first_of(" \t\r\f", at), phrase.size());
            if (end > at) node = step(node, words_.intern(phrase.substr(at, end - at)));
            at = end + 1;
        }
        return node;
    }

    static std::uint64_t key_of(std::int32_t node, std::int32_t word) {
        return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(node)) << 32) | static_cast<std::uint32_t>(word);
    }
    std::size_t place_of(std::uint64_t key) const {
        return fold_multiply(key ^ kTableSeed, 0x9e3779b97f4a7c15ull) & (slots_.size() - 1);
    }
    std::int32_t find(std::int32_t node, std::int32_t word) const {
        const std::uint64_t key = key_of(node, word);
        for (std::size_t at = place_of(key); slots_[at].node >= 0; at = (at + 1) & (slots_.size() - 1))
            if (slots_[at].key == key) return slots_[at].node;
        return -1;
    }
    std::int32_t step(std::int32_t node, std::int32_t word) {
        const std::uint64_t key = key_of(node, word);
        std::size_t at = place_of(key);
        for (; slots_[at].node >= 0; at = (at + 1) & (slots_.size() - 1))
            if (slots_[at].key == key) return slots_[at].node;
        if (nodes_ == std::numeric_limits<std::int32_t>::max()) throw std::length_error("too many phrases");
        slots_[at] = {key, nodes_};
        if (3 * static_cast<std::size_t>(nodes_) > 2 * slots_.size()) grow();
        return nodes_++;
    }
    void grow() {
        std::vector<Slot> old(slots_.size() * 2);
        slots_.swap(old);
        for (const Slot& slot : old) {
            if (slot.node < 0) continue;
            std::size_t at = place_of(slot.key);
            while (slots_[at].node >= 0) at = (at + 1) & (slots_.size() - 1);
            slots_[at] = slot;
        }
    }

    StringTable words_;
    std::vector<Slot> slots_ = std::vector<Slot>(1024);
    std::int32_t nodes_ = 1;  // the root is one
    std::vector<Pair> pairs_;
    std::vector<std::int64_t> starts_;
    std::vector<std::int32_t> others_;
    std::size_t size_ = 0;
    bool finished_ = false;
};

}  // namespace tertium
