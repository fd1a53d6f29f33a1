// Wu-Palmer similarity of nouns and of verbs in WordNet's taxonomies:
//
//     2 d(c) / (l(s, c) + l(t, c) + 2 d(c))
//
// where c is the lowest common hypernym of the synsets s and t, d the number of synsets on its longest way up to a root,
// and l the edges of the shortest way between two synsets, which may lead above c and down again. Which hypernym is the
// lowest, and what happens at ties, the paper leaves open; reference values come from NLTK, so its rules hold: the common
// hypernym whose shortest way to a root is longest; at ties one of the two synsets themselves, else a root above all
// verbs, else the first by name. NLTK depends on the order of the two synsets; here the better of both orders counts. A
// synset is as similar to itself as can be, 1.
//
// Z. Wu and M. Palmer. 1994. Verb Semantics and Lexical Selection. Proceedings of the 32nd Annual Meeting of the
// Association for Computational Linguistics, 133-138.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include "lexicon/wordnet.hpp"

namespace tertium {

// A synset and another one above it, all such pairs of a WordNet (3.0 has 900,000): a file whose hypernyms form one long
// chain would have the square of its synsets.
inline constexpr std::size_t kMostAncestors = std::size_t{1} << 25;

// Immutable once made, so that threads share it; about 8 MB for WordNet 3.0. Refers to the WordNet it was made from.
class WuPalmer {
  public:
    explicit WuPalmer(const WordNet& net)
        : net_(net), synsets_(static_cast<std::size_t>(net.first_of(kVerb + 1))), shallow_(synsets_), deep_(synsets_) {
        find_depths();
        starts_.reserve(synsets_ + 1);
        starts_.push_back(0);
        std::vector<std::int32_t> seen(synsets_, -1);
        for (std::size_t synset = 0; synset < synsets_; ++synset) {
            climb(static_cast<std::int32_t>(synset), seen);
            starts_.push_back(static_cast<std::int64_t>(ancestors_.size()));
            if (ancestors_.size() > kMostAncestors) throw std::invalid_argument("its chains of hypernyms are too long");
        }
    }

    // The greatest similarity of a noun or verb synset of one list with one of the other of the same part of speech;
    // 0 if there is none. Both lists ascending.
    double of_words(std::span<const std::int32_t> one, std::span<const std::int32_t> other) const {
        double best = 0;
        for (const std::size_t pos : {kNoun, kVerb})
            for (const std::int32_t s : part(one, pos))
                for (const std::int32_t t : part(other, pos))
                    if ((best = std::max(best, of_synsets(s, t))) == 1.0) return best;
        return best;
    }

    bool knows(std::int32_t synset) const {
        return synset >= 0 && static_cast<std::size_t>(synset) < net_.synset_count();
    }

    // Two synsets of the same part of speech, noun or verb.
    double of_synsets(std::int32_t s, std::int32_t t) const {
        if (s == t) return 1.0;
        const auto up_s = up(s), up_t = up(t);
        std::int32_t lowest = -1;
        std::int32_t chosen = -1, own = -1;
        for_common(up_s, up_t, [&](std::int32_t common, std::int32_t) {
            const std::int32_t depth = shallow_[at(common)];
            if (depth < lowest) return;
            if (depth > lowest) own = -1;
            if (depth > lowest || net_.name(common) < net_.name(chosen)) chosen = common;
            if (common == s || common == t) own = common;
            lowest = depth;
        });
        const double best = lowest <= 0 && s >= net_.first_of(kVerb)  // "*ROOT*" comes before all other names
                                ? score(1, 1 + farthest(up_s), 1 + farthest(up_t))
                                : score(chosen, up_s, up_t);
        return std::max(best, score(own, up_s, up_t));
    }

  private:
    struct Ancestor {
        std::int32_t synset, distance;
    };

    static std::size_t at(std::int32_t synset) { return static_cast<std::size_t>(synset); }
    std::span<const Ancestor> up(std::int32_t synset) const {
        const auto from = static_cast<std::size_t>(starts_[at(synset)]),
                   to = static_cast<std::size_t>(starts_[at(synset) + 1]);
        return std::span(ancestors_).subspan(from, to - from);
    }
    std::span<const std::int32_t> part(std::span<const std::int32_t> synsets, std::size_t pos) const {
        const auto from = std::lower_bound(synsets.begin(), synsets.end(), net_.first_of(pos));
        return {from, std::lower_bound(from, synsets.end(), net_.first_of(pos + 1))};
    }

    static double score(std::int32_t depth, std::int32_t from_s, std::int32_t from_t) {
        return 2.0 * depth / (from_s + from_t + 2 * depth);
    }
    double score(std::int32_t common, std::span<const Ancestor> up_s, std::span<const Ancestor> up_t) const {
        if (common < 0) return 0.0;
        const auto up_c = up(common);
        return score(deep_[at(common)] + 1, between(up_s, up_c), between(up_t, up_c));
    }
    static std::int32_t between(std::span<const Ancestor> one, std::span<const Ancestor> other) {
        std::int32_t least = std::numeric_limits<std::int32_t>::max();
        for_common(one, other, [&](std::int32_t, std::int32_t edges) { least = std::min(least, edges); });
        return least;
    }

    static std::int32_t farthest(std::span<const Ancestor> ancestors) {
        std::int32_t most = 0;
        for (const Ancestor& ancestor : ancestors) most = std::max(most, ancestor.distance);
        return most;
    }

    template <class Visit>
    static void for_common(std::span<const Ancestor> one, std::span<const Ancestor> other, Visit visit) {
        auto a = one.begin();
        auto b = other.begin();
        while (a != one.end() && b != other.end()) {
            if (a->synset == b->synset) {
                visit(a->synset, a->distance + b->distance);
                ++a, ++b;
            } else {
                a->synset < b->synset ? ++a : ++b;
            }
        }
    }

    // Edges of the shortest and of the longest way to a root. Depth first with a stack of our own; a hypernym that is
    // still on the way (WordNet 3.0 has one cycle, of two verbs) is passed over.
    void find_depths() {
        enum : std::uint8_t { kNew, kOpen, kDone };
        std::vector<std::uint8_t> state(synsets_, kNew);
        std::vector<std::int32_t> stack;
        for (std::size_t first = 0; first < synsets_; ++first) {
            stack.assign(state[first] == kNew ? 1 : 0, static_cast<std::int32_t>(first));
            while (!stack.empty()) {
                const std::int32_t synset = stack.back();
                std::uint8_t& now = state[at(synset)];
                if (now == kNew) {
                    now = kOpen;
                    for (const std::int32_t above : net_.hypernyms(synset))
                        if (state[at(above)] == kNew) stack.push_back(above);
                    continue;
                }
                stack.pop_back();
                if (now == kDone) continue;
                std::int32_t least = -1, most = -1;
                for (const std::int32_t above : net_.hypernyms(synset)) {
                    if (state[at(above)] != kDone) continue;
                    least = least < 0 ? shallow_[at(above)] : std::min(least, shallow_[at(above)]);
                    most = std::max(most, deep_[at(above)]);
                }
                shallow_[at(synset)] = least + 1;
                deep_[at(synset)] = most + 1;
                now = kDone;
            }
        }
    }

    // Appends the synset and all above it with the shortest distance, by number: breadth first.
    void climb(std::int32_t synset, std::vector<std::int32_t>& seen) {
        const std::size_t from = ancestors_.size();
        ancestors_.push_back({synset, 0});
        seen[at(synset)] = synset;
        for (std::size_t next = from; next < ancestors_.size(); ++next) {
            const Ancestor here = ancestors_[next];
            for (const std::int32_t above : net_.hypernyms(here.synset)) {
                if (seen[at(above)] == synset) continue;
                seen[at(above)] = synset;
                ancestors_.push_back({above, here.distance + 1});
            }
        }
        std::sort(ancestors_.begin() + static_cast<std::ptrdiff_t>(from), ancestors_.end(),
                  [](const Ancestor& a, const Ancestor& b) { return a.synset < b.synset; });
    }

    const WordNet& net_;
    std::size_t synsets_;
    std::vector<std::int32_t> shallow_, deep_;
    std::vector<Ancestor> ancestors_;
    std::vector<std::int64_t> starts_;
};

}  // namespace tertium
