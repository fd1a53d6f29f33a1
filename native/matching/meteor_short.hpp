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

#include "matching/meteor_candidates.hpp"
#include "matching/meteor_steps.hpp"

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
    static constexpr std::int32_t kFar = (std::int32_t{1} << 30) - 1;

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

    // More matches or fewer chunks: for a smaller distance alone nothing is searched. Scores see it only where words of
    // other weights could be matched instead (a synonym for a stem); one of 1,000 made-up pairs is such a case.
    bool better_than_known(std::int64_t worth) const { return worth > known_chunks_; }
    void know(std::int64_t worth) { known_chunks_ = (worth + MeteorSteps::kChunk - 1) & -MeteorSteps::kChunk; }

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
                for (const Option& option : steps_.options(step)) {  // no branches: they would be guessed wrong
                    const bool used = steps_.word(option.hyp).used;
                    unused += !used;
                    const std::int64_t value = used ? MeteorSteps::kNever : option.added(next) + option.later;
                    chosen = value > best ? &option : chosen;
                    best = std::max(best, value);
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
        const auto run =
            steps_.fixed().subspan(static_cast<std::size_t>(option.match), static_cast<std::size_t>(step.length));
        for (const MeteorMatch& match : run) matches.push_back(match);
    }

    bool search(std::size_t beam) {
        if (paths_.empty()) paths_.resize(1);
        paths_[0] = {0, steps_.bound(), 0, kNoWord, -1, -1};
        size_ = 1;
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
            std::uint64_t retired = 0;
            bits_.clear();
            for (const Option& option : options) {
                MeteorSteps::HypWord& word = steps_.word(option.hyp);
                if (word.bit == 0) {
                    if (free_bits == 0) return false;
                    word.bit = free_bits & (~free_bits + 1);
                    free_bits &= ~word.bit;
                }
                bits_.push_back(word.bit);
                if (word.last == static_cast<std::int32_t>(i)) retired |= word.bit;
            }
            branch(step, options, steps_.after(i), ~retired);
            if (size_ == 0) return true;  // what is known is the best
            free_bits |= retired;
            if (size_ > beam) cut(beam);
            keep_choices();
        }
        return true;
    }

    std::span<Path> paths() { return {paths_.data(), size_}; }

    void take_fixed(const Option& option) {
        std::size_t joining = 0;
        for (Path& path : paths()) {
            joining += path.next == option.hyp;
            path.worth += option.added(path.next);
            path.bound = path.worth + option.later;
            path.next = option.next;
        }
        if (joining != 0 && joining != size_) merge();  // else they differ in the words they used
    }

    // What every path can become in a step, if it can still be the best. Which of them can is not to be guessed: all are
    // written, and the next one over those that cannot.
    void branch(const Step& step, std::span<const Option> options, std::int64_t after, std::uint64_t alive) {
        const std::size_t most = size_ * (options.size() + 1) + 1;
        if (next_.size() < most) next_.resize(most);  // neither list of paths ever shrinks
        Path* end = next_.data();
        const std::int64_t known = known_chunks_;
        for (const Path& path : paths()) {
            std::int32_t unused = 0;
            for (std::size_t k = 0; k < options.size(); ++k) {
                const Option& option = options[k];
                const std::int64_t worth = path.worth + option.added(path.next), bound = worth + option.later;
                const bool is_unused = (path.used & bits_[k]) == 0;
                unused += is_unused;
                *end = {worth, bound, (path.used | bits_[k]) & alive, option.next, path.node, option.match};
                end += is_unused & (bound > known);
            }
            const std::int64_t worth = path.worth + step.alone, bound = worth + after;
            *end = {worth, bound, path.used & alive, kNoWord, path.node, -1};
            end += may_stay_alone(step, unused) & (bound > known);
        }
        size_ = static_cast<std::size_t>(end - next_.data());
        next_.swap(paths_);
        merge();
    }

    // Of paths with the same future only the best goes on, in the place of the first; of equals the first.
    void merge() {
        const std::size_t slots = std::bit_ceil(4 * size_ + 2);
        if (table_.size() < slots) {
            table_.assign(slots, {0, 0});
            stamp_ = 0;
        }
        if (++stamp_ == 0) {
            std::fill(table_.begin(), table_.end(), Slot{0, 0});
            stamp_ = 1;
        }
        Slot* const table = table_.data();
        Path* const paths = paths_.data();
        const std::uint32_t stamp = stamp_;
        const int shift = 64 - std::countr_zero(slots);
        std::uint32_t kept = 0;
        for (std::size_t i = 0; i < size_; ++i) {
            const Path path = paths[i];
            auto slot = static_cast<std::size_t>(future(path) >> shift);
            while (table[slot].stamp == stamp && !same_future(paths[table[slot].path], path))
                slot = (slot + 1) & (slots - 1);
            if (table[slot].stamp == stamp) {
                Path& known = paths[table[slot].path];
                if (path.worth > known.worth) known = path;
            } else {
                table[slot] = {stamp, kept};
                paths[kept++] = path;
            }
        }
        size_ = kept;
    }
    static bool same_future(const Path& a, const Path& b) { return a.used == b.used && a.next == b.next; }
    static std::uint64_t future(const Path& path) {
        const auto next = static_cast<std::uint64_t>(static_cast<std::uint32_t>(path.next));
        return (path.used + next * 0xd6e8feb86659fd93ull) * 0x9e3779b97f4a7c15ull;
    }

    // What paths chose is kept as a tree, of those that go on.
    void keep_choices() {
        for (Path& path : paths()) {
            if (path.match < 0) continue;
            nodes_.push_back({path.node, path.match});
            path.node = static_cast<std::int32_t>(nodes_.size() - 1);
        }
    }

    // Keeps the most promising paths, in the order in which they were found.
    void cut(std::size_t width) {
        was_cut_ = true;
        const std::int64_t least = width == kNarrow ? third_bound() : nth_bound(width);
        std::size_t above = 0;
        for (const Path& path : paths()) above += path.bound > least;
        std::size_t equals = width - above, kept = 0;
        for (const Path& path : paths()) {
            if (path.bound < least || (path.bound == least && equals == 0)) continue;
            equals -= path.bound == least;
            paths_[kept++] = path;
        }
        size_ = kept;
    }

    // By halving: counting takes no branches, and the compiler does several at once.
    std::int64_t nth_bound(std::size_t width) {
        std::int64_t best = MeteorSteps::kNever;
        for (const Path& path : paths()) best = std::max(best, path.bound);
        falls_.resize(size_);
        for (std::size_t i = 0; i < size_; ++i)
            falls_[i] = static_cast<std::int32_t>(std::min<std::int64_t>(best - paths_[i].bound, kFar));
        std::int32_t low = 0, high = 0;
        for (const std::int32_t fall : falls_) high = std::max(high, fall);
        while (low < high) {
            const std::int32_t middle = low + (high - low) / 2;
            std::int32_t count = 0;
            for (const std::int32_t fall : falls_) count += fall <= middle;
            if (count == static_cast<std::int32_t>(width)) {
                low = 0;
                for (const std::int32_t fall : falls_) low = std::max(low, fall <= middle ? fall : 0);
                break;
            }
            if (count > static_cast<std::int32_t>(width)) high = middle;
            else low = middle + 1;
        }
        return low < kFar ? best - low : nth_far_bound(width);
    }

    std::int64_t nth_far_bound(std::size_t width) {
        bounds_.clear();
        for (const Path& path : paths()) bounds_.push_back(path.bound);
        const auto nth = bounds_.begin() + static_cast<std::ptrdiff_t>(width - 1);
        std::nth_element(bounds_.begin(), nth, bounds_.end(), std::greater<>());
        return *nth;
    }

    std::int64_t third_bound() {  // the same for the narrow search
        std::int64_t first = MeteorSteps::kNever, second = first, third = first;
        for (const Path& path : paths()) {
            third = std::max(third, std::min(second, path.bound));
            second = std::max(second, std::min(first, path.bound));
            first = std::max(first, path.bound);
        }
        return third;
    }

    // The matches of the best path, if one is better than those known.
    void collect(const MeteorCandidates& candidates, std::vector<MeteorMatch>& matches) {
        if (size_ == 0) return;
        const Path* best = &paths_[0];
        for (const Path& path : paths())
            if (path.worth > best->worth) best = &path;
        know(best->worth);
        chosen_.clear();
        for (std::int32_t at = best->node; at >= 0; at = nodes_[static_cast<std::size_t>(at)].before)
            chosen_.push_back(nodes_[static_cast<std::size_t>(at)].match);
        matches.clear();
        std::size_t left = chosen_.size();
        for (const Step& step : steps_.steps()) {
            if (step.fixed) append_fixed(step, steps_.option(step.first), matches);
            else if (left > 0 && candidates.at(chosen_[left - 1]).ref == step.ref)
                matches.push_back(candidates.at(chosen_[--left]));
        }
    }

    MeteorSteps steps_;
    std::int64_t known_chunks_ = 0;  // what the known alignment is worth, but for its distance
    bool is_open_ = false, was_cut_ = false;
    std::vector<std::int64_t> bounds_;
    std::vector<std::int32_t> falls_;  // by how much bounds are below the best
    std::vector<Path> paths_, next_;
    std::size_t size_ = 0;             // paths there are
    std::vector<std::uint64_t> bits_;  // of the options of a step
    std::vector<Node> nodes_;
    std::vector<std::int32_t> chosen_;
    std::vector<Slot> table_;
    std::uint32_t stamp_ = 0;
};

}  // namespace tertium
