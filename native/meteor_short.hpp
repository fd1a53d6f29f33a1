// METEOR's alignment of sentences of ordinary length, one word to one word.
//
// The bounds of MeteorSteps give a first alignment: at every word, the choice of the best bound among those still possible.
// If it is worth as much as the bound at the beginning, it is the best there is; four of five pairs of real sentences end
// here. Else a search from left to right looks for a better one, with the same beam as MeteorAligner's. Of paths with the
// same future (the contested words they used, one bit each, and the word that would continue their chunk) only the best
// goes on, and none that cannot become better than what is known.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "meteor_candidates.hpp"
#include "meteor_steps.hpp"

namespace tertium {

class MeteorShort {
  public:
    // Sums of distances and chunks below stay apart in a path's worth.
    static constexpr std::size_t kLongest = 2048;
    static constexpr std::size_t kMost = 1 << 14;  // candidates: bounds the choices a beam of paths remembers

    // The best matches by reference position into `matches`. False: too many words are contested at once for the bits
    // there are; nothing is said then.
    bool align(const MeteorCandidates& candidates, std::size_t hyp_size, std::size_t ref_size, std::int64_t beam,
               MeteorWorth worth, std::vector<MeteorMatch>& matches) {
        is_open_ = steps_.make(candidates, hyp_size, ref_size, worth);
        if (!is_open_) {
            matches.assign(steps_.fixed().begin(), steps_.fixed().end());
            return true;
        }
        choose_by_bounds(candidates, matches);
        // A narrow search first: what it finds is often the best, and if not, it lets the wide one drop more.
        for (const std::int64_t width : {std::min(kNarrow, beam), beam}) {
            if (!better_than_known(steps_.bound())) break;
            if (!search(static_cast<std::size_t>(width))) return false;
            collect(candidates, matches);
            if (!was_cut_) break;  // nothing was lost
        }
        return true;
    }

    bool is_open() const { return is_open_; }  // was there something to decide?

  private:
    using Option = MeteorSteps::Option;
    using Step = MeteorSteps::Step;
    static constexpr std::int32_t kNoWord = MeteorSteps::kNoWord;
    static constexpr std::int64_t kNarrow = 3;

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
    struct Slot {
        std::uint32_t stamp, path;
    };

    // May the reference word stay alone, where `unused` of its hypothesis words are left?
    static bool may_stay_alone(const Step& step, int unused) { return step.left == 0 || unused < step.left; }

    // More matches or fewer chunks: for a smaller distance alone, which no score sees, nothing is searched.
    bool better_than_known(std::int64_t worth) const { return worth > known_chunks_; }
    void know(std::int64_t worth) {
        known_chunks_ = (worth + MeteorSteps::kChunk - 1) & -MeteorSteps::kChunk;
    }

    // A good alignment, and what it is worth.
    void choose_by_bounds(const MeteorCandidates& candidates, std::vector<MeteorMatch>& matches) {
        matches.clear();
        std::int64_t known = 0;
        std::int32_t next = kNoWord;
        const auto steps = steps_.steps();
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const Step& step = steps[i];
            const Option* chosen = nullptr;
            if (step.fixed) {
                chosen = &steps_.option(step.first);
                append_fixed(step, *chosen, matches);
            } else {
                std::int64_t best = MeteorSteps::kNever;
                int unused = 0;
                for (const Option& option : steps_.options(step)) {
                    if (steps_.word(option.hyp).used) continue;
                    ++unused;
                    const std::int64_t value = option.added(next) + option.later;
                    if (value <= best) continue;
                    best = value;
                    chosen = &option;
                }
                if (chosen == nullptr || (may_stay_alone(step, unused) && step.alone + steps_.after(i) > best)) {
                    known += step.alone;
                    next = kNoWord;
                    continue;
                }
                steps_.word(chosen->hyp).used = true;
                matches.push_back(candidates.at(chosen->match));
            }
            known += chosen->added(next);
            next = chosen->next;
        }
        know(known);
    }

    void append_fixed(const Step& step, const Option& option, std::vector<MeteorMatch>& matches) const {
        const auto run = steps_.fixed().subspan(static_cast<std::size_t>(option.match), static_cast<std::size_t>(step.length));
        matches.insert(matches.end(), run.begin(), run.end());
    }

    bool search(std::size_t beam) {
        paths_.assign(1, Path{0, steps_.bound(), 0, kNoWord, -1, -1});
        nodes_.clear();
        std::uint64_t free_bits = ~std::uint64_t{0};
        for (MeteorSteps::HypWord& word : steps_.words()) word.bit = 0;
        was_cut_ = false;
        const auto steps = steps_.steps();
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const Step& step = steps[i];
            const auto options = steps_.options(step);
            if (step.fixed) {
                take_fixed(options[0]);
                continue;
            }
            std::uint64_t bits = 0, retired = 0;
            for (const Option& option : options) {
                MeteorSteps::HypWord& word = steps_.word(option.hyp);
                if (word.bit == 0) {
                    if (free_bits == 0) return false;
                    word.bit = free_bits & (~free_bits + 1);
                    free_bits &= ~word.bit;
                }
                bits |= word.bit;
                if (word.last == static_cast<std::int32_t>(i)) retired |= word.bit;
            }
            branch(step, options, steps_.after(i), bits, ~retired);
            if (paths_.empty()) return true;  // what is known is the best
            free_bits |= retired;
            if (paths_.size() > beam) cut(beam);
            remember();
        }
        return true;
    }

    void take_fixed(const Option& option) {
        std::size_t joining = 0;
        for (Path& path : paths_) {
            joining += path.next == option.hyp;
            path.worth += option.added(path.next);
            path.next = option.next;
        }
        if (joining == 0 || joining == paths_.size()) return;  // they differ in the words they used
        start_table(paths_.size());
        for (const Path& path : paths_) push(path.used, path.next, path.worth, option.later, path.node, -1);
        take_over();  // never none: a path's bound came from here
    }

    void branch(const Step& step, std::span<const Option> options, std::int64_t after, std::uint64_t bits, std::uint64_t alive) {
        start_table(paths_.size() * (options.size() + 1));
        for (const Path& path : paths_) {
            for (const Option& option : options) {
                const std::uint64_t bit = steps_.word(option.hyp).bit;
                if ((path.used & bit) != 0) continue;
                push((path.used | bit) & alive, option.next, path.worth + option.added(path.next), option.later, path.node, option.match);
            }
            if (step.left == 0 || may_stay_alone(step, std::popcount(bits & ~path.used)))
                push(path.used & alive, kNoWord, path.worth + step.alone, after, path.node, -1);
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
    void collect(const MeteorCandidates& candidates, std::vector<MeteorMatch>& matches) {
        if (paths_.empty()) return;
        const Path* best = &paths_[0];
        for (const Path& path : paths_)
            if (path.worth > best->worth) best = &path;
        know(best->worth);
        chosen_.clear();
        for (std::int32_t at = best->node; at >= 0; at = nodes_[static_cast<std::size_t>(at)].before)
            chosen_.push_back(nodes_[static_cast<std::size_t>(at)].match);
        matches.clear();
        std::size_t left = chosen_.size();
        for (const Step& step : steps_.steps()) {
            if (step.fixed) append_fixed(step, steps_.option(step.first), matches);
            else if (left > 0 && candidates.at(chosen_[left - 1]).ref == step.ref) matches.push_back(candidates.at(chosen_[--left]));
        }
    }

    MeteorSteps steps_;
    std::int64_t known_chunks_ = 0;  // what the known alignment is worth, but for its distance
    bool is_open_ = false, was_cut_ = false;
    std::vector<std::int64_t> bounds_;
    std::vector<Path> paths_, next_;
    std::vector<Node> nodes_;
    std::vector<std::int32_t> chosen_;
    std::vector<Slot> table_;
    std::uint32_t stamp_ = 0;
    std::size_t mask_ = 0, made_ = 0;
    int shift_ = 0;
};

}  // namespace tertium
