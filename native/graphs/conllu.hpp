// CoNLL-U into graphs, whole sentences or none.
//
// This is the fast path: it decides whether a sentence is sound and says no more. What is wrong with one that is not, and
// in which line, the reader in corpus/annotations/parses.py finds out; a test holds the two to the same verdicts.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graphs/sentence_graphs.hpp"

namespace tertium {

class ConlluReader {
  public:
    ConlluReader(Graphs& graphs, bool one_root) : graphs_(graphs), one_root_(one_root) {}

    // Reads one sentence (its lines, without the blank line) and appends it; false if it is broken.
    bool read(std::string_view block) {
        words_.clear();
        empty_.clear();
        empty_ids_.clear();
        covered_ = 0;
        const std::size_t first_token = graphs_.surface.size();
        while (!block.empty()) {
            const std::size_t end = std::min(block.find('\n'), block.size());
            std::string_view line = block.substr(0, end);
            block.remove_prefix(std::min(end + 1, block.size()));
            if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
            if (line.empty() || line.front() == '#') continue;
            if (!take(line)) return undo(first_token);
        }
        if (covered_ > count()) return undo(first_token);
        return (basic() && is_valid() && enhanced()) || undo(first_token);
    }

  private:
    static constexpr std::size_t kColumns = 10;
    enum Column { kId, kForm, kLemma, kUpos, kXpos, kFeats, kHead, kRelation, kDeps, kMisc };
    using Fields = std::array<std::string_view, kColumns>;

    struct EmptyId {
        std::int64_t word, place;
        std::string_view text;
    };

    std::int64_t count() const { return static_cast<std::int64_t>(words_.size()); }

    // What this sentence has left behind goes: it was not ended, so the offsets say where it began.
    bool undo(std::size_t first_token) {
        graphs_.surface.resize(first_token);
        graphs_.nodes.resize(static_cast<std::size_t>(graphs_.node_offsets.back()));
        graphs_.edges.resize(static_cast<std::size_t>(graphs_.edge_offsets.back()));
        graphs_.enhanced_edges.resize(static_cast<std::size_t>(graphs_.enhanced_offsets.back()));
        return false;
    }

    // Digits alone; numbers above any sentence's length come out large.
    static bool number(std::string_view text, std::int64_t& value) {
        value = 0;
        for (const char c : text) {
            if (c < '0' || c > '9') return false;
            if (value < 1'000'000'000) value = value * 10 + (c - '0');
        }
        return !text.empty();
    }

    bool take(std::string_view line) {
        Fields fields;
        for (std::size_t column = 0; column < kColumns; ++column) {
            const std::size_t tab = line.find('\t');
            if ((tab == std::string_view::npos) != (column + 1 == kColumns)) return false;
            fields[column] = line.substr(0, tab);
            if (fields[column].empty()) return false;
            line.remove_prefix(tab == std::string_view::npos ? line.size() : tab + 1);
        }
        const std::string_view id = fields[kId];
        std::int64_t value = 0;
        if (number(id, value)) {
            if (value != count() + 1) return false;
            words_.push_back(fields);
            if (value > covered_) graphs_.surface.push_back(graphs_.strings.intern(fields[kForm]));
            return true;
        }
        if (const std::size_t dash = id.find('-'); dash != std::string_view::npos) {
            std::int64_t last = 0;
            if (!number(id.substr(0, dash), value) || !number(id.substr(dash + 1), last)) return false;
            if (value != count() + 1 || last <= value || covered_ > count()) return false;
            covered_ = last;
            graphs_.surface.push_back(graphs_.strings.intern(fields[kForm]));
            return true;
        }
        const std::size_t dot = id.find('.');
        if (dot == std::string_view::npos) return false;
        const std::int64_t before =
            !empty_ids_.empty() && empty_ids_.back().word == count() ? empty_ids_.back().place : 0;
        if (id.substr(0, dot) != std::to_string(count()) || id.substr(dot + 1) != std::to_string(before + 1))
            return false;
        empty_ids_.push_back({count(), before + 1, id});
        empty_.push_back(fields);
        return true;
    }

    void add_node(const Fields& fields) {
        StringTable& strings = graphs_.strings;
        graphs_.nodes.push_back({strings.intern(fields[kForm]), strings.intern(fields[kLemma]),
                                 strings.intern(fields[kUpos]), strings.intern(fields[kXpos]),
                                 strings.intern(fields[kFeats])});
    }

    bool basic() {
        heads_.clear();
        for (std::size_t i = 0; i < words_.size(); ++i) {
            std::int64_t head = 0;
            if (!number(words_[i][kHead], head) || head > count() || head == static_cast<std::int64_t>(i) + 1)
                return false;
            if (words_[i][kRelation] == "_") return false;
            heads_.push_back(static_cast<std::int32_t>(head));
            add_node(words_[i]);
            graphs_.edges.push_back({graphs_.strings.intern(words_[i][kRelation]), static_cast<std::int32_t>(head) - 1,
                                     static_cast<std::int32_t>(i)});
        }
        for (const Fields& fields : empty_) add_node(fields);
        return true;
    }

    // Every word reaches the root: walk up from each, at most once over any word.
    bool is_valid() {
        std::int64_t roots = 0;
        state_.assign(heads_.size() + 1, 0);  // 0: unknown, 1: reaches the root, 2: on the path
        state_[0] = 1;
        for (std::size_t start = 1; start <= heads_.size(); ++start) {
            roots += heads_[start - 1] == 0;
            std::size_t at = start;
            for (; state_[at] == 0; at = static_cast<std::size_t>(heads_[at - 1])) state_[at] = 2;
            if (state_[at] == 2) return false;
            for (at = start; state_[at] == 2; at = static_cast<std::size_t>(heads_[at - 1])) state_[at] = 1;
        }
        return !one_root_ || roots <= 1;
    }

    std::int64_t node(std::string_view text) const {
        std::int64_t value = 0;
        if (number(text, value)) return value <= count() ? value : -1;
        const std::size_t dot = text.find('.');
        std::int64_t place = 0;
        if (dot == std::string_view::npos || !number(text.substr(0, dot), value) ||
            !number(text.substr(dot + 1), place))
            return -1;
        // Ids of empty nodes ascend.
        const auto found = std::lower_bound(
            empty_ids_.begin(), empty_ids_.end(), EmptyId{value, place, text},
            [](const EmptyId& a, const EmptyId& b) { return a.word != b.word ? a.word < b.word : a.place < b.place; });
        if (found == empty_ids_.end() || found->text != text) return -1;
        return count() + 1 + (found - empty_ids_.begin());
    }

    bool enhanced() {
        bool any = false;
        const std::size_t all = words_.size() + empty_.size();
        for (std::size_t i = 0; i < all; ++i) any |= fields_of(i)[kDeps] != "_";
        if (any) {
            for (std::size_t i = 0; i < all; ++i) {
                std::string_view list = fields_of(i)[kDeps];
                if (list == "_") continue;
                const std::size_t first = graphs_.enhanced_edges.size();
                while (true) {
                    const std::string_view item = list.substr(0, list.find('|'));
                    const std::size_t colon = item.find(':');
                    if (colon == std::string_view::npos || colon + 1 == item.size()) return false;
                    const std::int64_t head = node(item.substr(0, colon));
                    if (head < 0) return false;
                    add_once(first, {graphs_.strings.intern(item.substr(colon + 1)),
                                     static_cast<std::int32_t>(head) - 1, static_cast<std::int32_t>(i)});
                    if (item.size() == list.size()) break;
                    list.remove_prefix(item.size() + 1);
                }
            }
        }
        graphs_.end_sentence(static_cast<std::int32_t>(words_.size()), any);
        return true;
    }

    void add_once(std::size_t first, GraphEdge edge) {
        // The lists of one word are short; where they are not, what is written twice stays twice.
        const std::size_t known = std::min<std::size_t>(graphs_.enhanced_edges.size(), first + 64);
        for (std::size_t i = first; i < known; ++i) {
            const GraphEdge& other = graphs_.enhanced_edges[i];
            if (other.relation == edge.relation && other.head == edge.head) return;
        }
        graphs_.enhanced_edges.push_back(edge);
    }

    const Fields& fields_of(std::size_t i) const { return i < words_.size() ? words_[i] : empty_[i - words_.size()]; }

    Graphs& graphs_;
    bool one_root_;
    std::vector<Fields> words_, empty_;
    std::vector<EmptyId> empty_ids_;
    std::vector<std::int32_t> heads_;
    std::vector<std::uint8_t> state_;
    std::int64_t covered_ = 0;
};

}  // namespace tertium
