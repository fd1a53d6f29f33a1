// METEOR's alignment of sentences of ordinary length, one word to one word.
//
// What an alignment is worth is one number: matches first, then fewer chunks, then smaller distance. Were hypothesis words
// not used up, the best choice at every reference word would be found by going through the sentence once, from its end.
// That gives a bound on what any path can still become, and a first alignment: at every word, the choice of the best bound
// among those still possible. If it is worth as much as the bound at the beginning, it is the best there is; two of three
// pairs of real sentences end here. Else a search from left to right looks for a better one, with the same beam as
// MeteorAligner's. Of paths with the same future (the contested words they used, one bit each, and the word that would
// continue their chunk) only the best goes on, and none that cannot become better than what is known.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <span>
#include <vector>

#include "meteor_candidates.hpp"

namespace tertium {

class MeteorShort {
  public:
    // Sums of distances and chunks below stay apart in a path's worth.
    static constexpr std::size_t kLongest = 2048;
    static constexpr std::size_t kMost = 1 << 14;  // candidates: bounds the choices a beam of paths remembers

    // The best matches by reference position into `matches`. False: too many words are contested at once for the bits
    // there are; nothing is said then. `worth` gives what a match counts; fixed[r] marks reference words whose only
    // candidate shares its words with no other.
    template <class Worth>
    bool align(const MeteorCandidates& candidates, std::size_t hyp_size, std::span<const std::uint8_t> fixed,
               std::int64_t beam, Worth worth, std::vector<MeteorMatch>& matches) {
        find_plain_words(candidates, hyp_size, fixed);
        find_bounds(candidates, fixed, worth);
        choose_by_bounds(candidates, fixed, matches);
        // A narrow search first: what it finds is often the best, and if not, it lets the wide one drop more.
        for (const std::int64_t width : {std::min(kNarrow, beam), beam}) {
            if (!better_than_known(free_[0])) break;
            if (!search(candidates, fixed, static_cast<std::size_t>(width))) return false;
            collect(candidates, fixed, matches);
            if (!was_cut_) break;  // nothing was lost
        }
        return true;
    }

  private:
    static constexpr std::int32_t kNoWord = -1;
    static constexpr std::int64_t kNarrow = 3;
    static constexpr int kMatchShift = 40, kChunkShift = 24;
    static constexpr std::int64_t kNever = std::int64_t{-1} << 60;

    struct Path {
        std::int64_t worth;
        std::int64_t bound;  // what it can become at most
        std::uint64_t used;
        std::int32_t next;   // the hypothesis word that would continue the chunk; kNoWord where no match can
        std::int32_t node;   // the choices before this step
        std::int32_t match;  // the candidate taken in this step; -1: none
    };
    struct Node {
        std::int32_t before, match;
    };
    struct HypWord {
        std::uint64_t bit;
        std::int32_t last;  // the last reference word that has a candidate with it
        bool plain;         // only exact matches are possible with it
        bool used;
    };
    struct Option {
        std::int64_t alone, joined;  // what taking the candidate adds: in a chunk of its own, continuing one
        std::int64_t later;          // what can be added after it, at most
        std::int32_t next;           // the word that can continue its chunk
    };
    struct Slot {
        std::uint32_t stamp, path;
    };

    HypWord& word(const MeteorMatch& match) { return words_[static_cast<std::size_t>(match.hyp)]; }

    // A contested reference word is plain if its candidates are exact matches with words that only occurrences of the same
    // word can match. Of such words every best alignment matches as many as there are on the smaller side.
    void find_plain_words(const MeteorCandidates& candidates, std::size_t hyp_size, std::span<const std::uint8_t> fixed) {
        words_.resize(hyp_size);
        for (std::size_t i = 0; i < hyp_size; ++i) words_[i] = {0, -1, true, false};
        left_.assign(fixed.size(), 0);
        surplus_.assign(fixed.size(), 0);
        for (std::size_t ref = 0; ref < fixed.size(); ++ref) {
            if (fixed[ref] != 0) continue;
            const auto found = candidates[ref];
            const bool exact = !found.empty() && found.back().module == 0;  // modules come in order
            for (const MeteorMatch& match : found) {
                word(match).last = static_cast<std::int32_t>(ref);
                word(match).plain = word(match).plain && exact;
            }
        }
        for (std::size_t ref = fixed.size(); ref-- > 0;) {
            const auto found = candidates[ref];
            if (found.empty() || fixed[ref] != 0) continue;
            const bool plain = std::all_of(found.begin(), found.end(), [&](const MeteorMatch& match) { return word(match).plain; });
            if (plain) left_[ref] = static_cast<std::int32_t>(++word(found[0]).bit);  // a counter: nothing has a bit yet
        }
        for (std::size_t ref = 0; ref < fixed.size(); ++ref)
            if (left_[ref] > 0) surplus_[ref] = word(candidates[ref][0]).bit > candidates[ref].size();
        for (std::size_t i = 0; i < hyp_size; ++i) words_[i].bit = 0;
    }

    // May the reference word stay alone, where `unused` of its hypothesis words are left?
    bool may_stay_alone(std::size_t ref, int unused) const { return left_[ref] == 0 || unused < left_[ref]; }

    // free_[r]: what reference words from r on can add at most, with no chunk open. The number of plain words that match is
    // the same whatever is chosen, and so is the number that stay alone. So their matches are left out of all sums, and
    // staying alone costs a chunk, as does a match that continues none: the bound then has no reason to leave alone more of
    // them than must be.
    template <class Worth>
    void find_bounds(const MeteorCandidates& candidates, std::span<const std::uint8_t> fixed, Worth worth) {
        options_.resize(candidates.size());
        free_.resize(fixed.size() + 1);
        alone_.resize(fixed.size());
        free_[fixed.size()] = 0;
        for (std::size_t ref = fixed.size(); ref-- > 0;) {
            const auto found = candidates[ref];
            const auto ahead = ref + 1 < fixed.size() ? candidates[ref + 1] : std::span<const MeteorMatch>();
            const Option* ahead_options = ahead.empty() ? nullptr : &options_[static_cast<std::size_t>(candidates.index(ref + 1))];
            Option* options = found.empty() ? nullptr : &options_[static_cast<std::size_t>(candidates.index(ref))];
            const bool alone = fixed[ref] == 0 && (left_[ref] == 0 || surplus_[ref] != 0);
            alone_[ref] = alone && left_[ref] > 0 ? -(std::int64_t{1} << kChunkShift) : 0;
            free_[ref] = found.empty() || alone ? alone_[ref] + free_[ref + 1] : kNever;
            for (std::size_t k = 0; k < found.size(); ++k) {
                const MeteorMatch& match = found[k];
                const std::int64_t joined = (left_[ref] > 0 ? 0 : worth(match) << kMatchShift) - std::abs(match.ref - match.hyp);
                Option& option = options[k];
                option = {joined - (std::int64_t{1} << kChunkShift), joined, free_[ref + 1], kNoWord};
                for (std::size_t n = 0; n < ahead.size(); ++n) {
                    if (ahead[n].hyp != match.hyp + 1) continue;
                    option.next = match.hyp + 1;
                    option.later = std::max(option.later, ahead_options[n].joined + ahead_options[n].later);
                }
                free_[ref] = std::max(free_[ref], option.alone + option.later);
            }
        }
    }

    // More matches or fewer chunks: for a smaller distance alone, which no score sees, nothing is searched.
    bool better_than_known(std::int64_t worth) const { return without_distance(worth) > without_distance(known_); }
    static std::int64_t without_distance(std::int64_t worth) {
        return (worth + (std::int64_t{1} << kChunkShift) - 1) >> kChunkShift;
    }

    // A good alignment, and what it is worth into known_.
    void choose_by_bounds(const MeteorCandidates& candidates, std::span<const std::uint8_t> fixed, std::vector<MeteorMatch>& matches) {
        matches.clear();
        known_ = 0;
        std::int32_t next = kNoWord;
        for (std::size_t ref = 0; ref < fixed.size(); ++ref) {
            const auto found = candidates[ref];
            if (found.empty()) continue;  // no chunk is open here
            const Option* options = &options_[static_cast<std::size_t>(candidates.index(ref))];
            std::size_t chosen = found.size();
            std::int64_t best = kNever;
            int unused = 0;
            for (std::size_t k = 0; k < found.size(); ++k) {
                if (word(found[k]).used) continue;
                ++unused;
                const std::int64_t value = (next == found[k].hyp ? options[k].joined : options[k].alone) + options[k].later;
                if (value <= best) continue;
                best = value;
                chosen = k;
            }
            if (fixed[ref] == 0 && may_stay_alone(ref, unused) && alone_[ref] + free_[ref + 1] > best) chosen = found.size();
            if (chosen == found.size()) {
                known_ += alone_[ref];
                next = kNoWord;
                continue;
            }
            known_ += next == found[chosen].hyp ? options[chosen].joined : options[chosen].alone;
            next = options[chosen].next;
            word(found[chosen]).used = true;
            matches.push_back(found[chosen]);
        }
    }

    bool search(const MeteorCandidates& candidates, std::span<const std::uint8_t> fixed, std::size_t beam) {
        paths_.assign(1, Path{0, free_[0], 0, kNoWord, -1, -1});
        nodes_.clear();
        std::uint64_t free_bits = ~std::uint64_t{0};
        for (HypWord& hyp : words_) hyp.bit = 0;
        was_cut_ = false;
        for (std::size_t ref = 0; ref < fixed.size(); ++ref) {
            const auto found = candidates[ref];
            if (found.empty()) continue;
            const std::int32_t index = candidates.index(ref);
            if (fixed[ref] != 0) {
                take_fixed(found[0], options_[static_cast<std::size_t>(index)]);
                continue;
            }
            std::uint64_t bits = 0, retired = 0;
            for (const MeteorMatch& match : found) {
                HypWord& hyp = word(match);
                if (hyp.bit == 0) {
                    if (free_bits == 0) return false;
                    hyp.bit = free_bits & (~free_bits + 1);
                    free_bits &= ~hyp.bit;
                }
                bits |= hyp.bit;
                if (hyp.last == static_cast<std::int32_t>(ref)) retired |= hyp.bit;
            }
            branch(found, index, ref, bits, ~retired);
            if (paths_.empty()) return true;  // what is known is the best
            free_bits |= retired;
            if (paths_.size() > beam) cut(beam);
            remember();
        }
        return true;
    }

    void take_fixed(const MeteorMatch& match, const Option& option) {
        std::size_t joining = 0;
        for (Path& path : paths_) {
            const bool joined = path.next == match.hyp;
            joining += joined;
            path.worth += joined ? option.joined : option.alone;
            path.next = option.next;
        }
        if (joining == 0 || joining == paths_.size()) return;  // they differ in the words they used
        start_table(paths_.size());
        for (const Path& path : paths_) push(path.used, path.next, path.worth, option.later, path.node, -1);
        take_over();  // never none: a path's bound came from here
    }

    void branch(std::span<const MeteorMatch> found, std::int32_t index, std::size_t ref, std::uint64_t bits, std::uint64_t alive) {
        start_table(paths_.size() * (found.size() + 1));
        for (const Path& path : paths_) {
            for (std::size_t k = 0; k < found.size(); ++k) {
                const std::uint64_t bit = word(found[k]).bit;
                if ((path.used & bit) != 0) continue;
                const Option& option = options_[static_cast<std::size_t>(index) + k];
                push((path.used | bit) & alive, option.next,
                     path.worth + (path.next == found[k].hyp ? option.joined : option.alone), option.later, path.node,
                     index + static_cast<std::int32_t>(k));
            }
            if (may_stay_alone(ref, std::popcount(bits & ~path.used)))
                push(path.used & alive, kNoWord, path.worth + alone_[ref], free_[ref + 1], path.node, -1);
        }
        take_over();
    }

    // Adds a path that can still be the best, or improves the one with the same future; of equals the first stays.
    void push(std::uint64_t used, std::int32_t next, std::int64_t worth, std::int64_t later, std::int32_t node, std::int32_t match) {
        if (!better_than_known(worth + later)) return;
        const std::uint64_t mixed =
            (used + static_cast<std::uint64_t>(static_cast<std::uint32_t>(next)) * 0xd6e8feb86659fd93ull) * 0x9e3779b97f4a7c15ull;
        auto slot = static_cast<std::size_t>(mixed >> shift_);
        while (table_[slot].stamp == stamp_) {
            Path& path = next_[table_[slot].path];
            if (path.used == used && path.next == next) {
                if (worth > path.worth) path = {worth, worth + later, used, next, node, match};
                return;
            }
            slot = (slot + 1) & mask_;
        }
        table_[slot] = {stamp_, static_cast<std::uint32_t>(made_)};
        next_[made_++] = {worth, worth + later, used, next, node, match};
    }

    void take_over() {
        next_.swap(paths_);
        paths_.resize(made_);
    }

    // What paths chose is kept as a tree, of those that go on.
    void remember() {
        for (Path& path : paths_) {
            if (path.match < 0) continue;
            nodes_.push_back({path.node, path.match});
            path.node = static_cast<std::int32_t>(nodes_.size() - 1);
            path.match = -1;
        }
    }

    void start_table(std::size_t most) {
        const std::size_t size = std::bit_ceil(2 * most + 2);
        if (table_.size() < size) {
            table_.assign(size, {0, 0});
            stamp_ = 0;
        }
        mask_ = size - 1;
        shift_ = 64 - std::countr_zero(size);
        made_ = 0;
        if (next_.size() < most) next_.resize(most);
        if (++stamp_ == 0) {
            std::fill(table_.begin(), table_.end(), Slot{0, 0});
            stamp_ = 1;
        }
    }

    // Keeps the most promising paths, in the order in which they were found.
    void cut(std::size_t width) {
        was_cut_ = true;
        bounds_.clear();
        for (const Path& path : paths_) bounds_.push_back(path.bound);
        const auto nth = bounds_.begin() + static_cast<std::ptrdiff_t>(width - 1);
        std::nth_element(bounds_.begin(), nth, bounds_.end(), std::greater<>());
        const std::int64_t least = *nth;
        std::size_t above = 0;
        for (const Path& path : paths_) above += path.bound > least;
        std::size_t equals = width - above, kept = 0;
        for (const Path& path : paths_) {
            if (path.bound < least || (path.bound == least && equals == 0)) continue;
            equals -= path.bound == least;
            paths_[kept++] = path;
        }
        paths_.resize(kept);
    }

    // The matches of the best path, if one is better than those known.
    void collect(const MeteorCandidates& candidates, std::span<const std::uint8_t> fixed, std::vector<MeteorMatch>& matches) {
        if (paths_.empty()) return;
        const Path* best = &paths_[0];
        for (const Path& path : paths_)
            if (path.worth > best->worth) best = &path;
        known_ = best->worth;
        chosen_.clear();
        for (std::int32_t at = best->node; at >= 0; at = nodes_[static_cast<std::size_t>(at)].before)
            chosen_.push_back(nodes_[static_cast<std::size_t>(at)].match);
        matches.clear();
        std::size_t left = chosen_.size();
        for (std::size_t ref = 0; ref < fixed.size(); ++ref) {
            if (fixed[ref] != 0) matches.push_back(candidates[ref][0]);
            else if (left > 0 && candidates.at(chosen_[left - 1]).ref == static_cast<std::int32_t>(ref))
                matches.push_back(candidates.at(chosen_[--left]));
        }
    }

    std::vector<HypWord> words_;
    std::vector<std::int32_t> left_;     // occurrences of a plain word in the reference from here on; 0: it is not plain
    std::vector<std::uint8_t> surplus_;  // of plain words: the reference has more of them than the hypothesis
    std::vector<Option> options_;
    std::vector<std::int64_t> free_, alone_, bounds_;
    std::int64_t known_ = 0;
    bool was_cut_ = false;
    std::vector<Path> paths_, next_;
    std::vector<Node> nodes_;
    std::vector<std::int32_t> chosen_;
    std::vector<Slot> table_;
    std::uint32_t stamp_ = 0;
    std::size_t mask_ = 0, made_ = 0;
    int shift_ = 0;
};

}  // namespace tertium
