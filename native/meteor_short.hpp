// METEOR's alignment of sentences of ordinary length, one word to one word.
//
// The same search as MeteorAligner's, from left to right over the reference, made cheap by what a path's future can see:
// which contested words of the hypothesis are used (words that a later candidate can still take: one bit each), and the
// word that would continue its chunk, if the next reference word can. Of paths with the same future only the best goes
// on, so a few paths do what a beam of all choices does, and the beam rarely has to cut. What a path is worth is one
// number: matches first, then fewer chunks, then smaller distance.
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
        const std::size_t ref_size = fixed.size();
        prepare(candidates, hyp_size, fixed);
        paths_.assign(1, Path{0, 0, kNoWord, -1, -1});
        nodes_.clear();
        std::uint64_t free = ~std::uint64_t{0};
        for (std::size_t ref = 0; ref < ref_size; ++ref) {
            const auto found = candidates[ref];
            if (found.empty()) continue;  // no path has an open chunk here
            const auto ahead = ref + 1 < ref_size ? candidates[ref + 1] : std::span<const MeteorMatch>();
            if (fixed[ref] != 0) {
                take_fixed(found[0], worth(found[0]), continues(ahead, found[0].hyp + 1));
                continue;
            }
            std::uint64_t retired = 0;
            for (const MeteorMatch& match : found) {
                HypWord& word = words_[static_cast<std::size_t>(match.hyp)];
                if (word.bit == 0) {
                    if (free == 0) return false;
                    word.bit = free & (~free + 1);
                    free &= ~word.bit;
                }
                if (word.last == static_cast<std::int32_t>(ref)) retired |= word.bit;
            }
            branch(found, candidates.index(ref), ahead, ~retired, worth, left_[ref]);
            free |= retired;
            if (static_cast<std::int64_t>(paths_.size()) > beam) cut(static_cast<std::size_t>(beam));
            remember();
        }
        collect(candidates, fixed, matches);
        return true;
    }

  private:
    static constexpr std::int32_t kNoWord = -1;
    static constexpr int kMatchShift = 40, kChunkShift = 24;

    struct Path {
        std::int64_t worth;
        std::uint64_t used;
        std::int32_t next;  // the hypothesis word that would continue the chunk; kNoWord where no match can
        std::int32_t node;   // the choices before this step
        std::int32_t match;  // the candidate taken in this step; -1: none
    };
    struct Node {
        std::int32_t before, match;
    };
    struct HypWord {
        std::uint64_t bit;
        std::int32_t last;   // the last reference word that has a candidate with it
        bool plain;          // only exact matches are possible with it
    };

    void prepare(const MeteorCandidates& candidates, std::size_t hyp_size, std::span<const std::uint8_t> fixed) {
        words_.resize(std::max(words_.size(), hyp_size));
        for (std::size_t i = 0; i < hyp_size; ++i) words_[i] = {0, -1, true};
        left_.assign(fixed.size(), 0);
        // A reference word is plain if its candidates are exact matches with words that only occurrences of the same word
        // can match. Of such words as many are matched as there are on the smaller side.
        for (std::size_t ref = 0; ref < fixed.size(); ++ref) {
            if (fixed[ref] != 0) continue;
            const auto found = candidates[ref];
            const bool exact = !found.empty() && found.back().module == 0;  // modules come in order
            for (const MeteorMatch& match : found) {
                HypWord& word = words_[static_cast<std::size_t>(match.hyp)];
                word.last = static_cast<std::int32_t>(ref);
                word.plain = word.plain && exact;
            }
        }
        for (std::size_t ref = fixed.size(); ref-- > 0;) {
            const auto found = candidates[ref];
            if (found.empty() || fixed[ref] != 0) continue;
            bool plain = true;
            for (const MeteorMatch& match : found) plain = plain && words_[static_cast<std::size_t>(match.hyp)].plain;
            if (!plain) continue;
            left_[ref] = static_cast<std::int32_t>(++words_[static_cast<std::size_t>(found[0].hyp)].bit);  // nothing has a bit yet
        }
        for (std::size_t i = 0; i < hyp_size; ++i) words_[i].bit = 0;
    }

    static bool continues(std::span<const MeteorMatch> ahead, std::int32_t word) {
        for (const MeteorMatch& match : ahead)
            if (match.hyp == word) return true;
        return false;
    }

    static std::int64_t step(const MeteorMatch& match, std::int64_t worth, bool joined) {
        return (worth << kMatchShift) - (joined ? 0 : std::int64_t{1} << kChunkShift) - std::abs(match.ref - match.hyp);
    }

    void take_fixed(const MeteorMatch& match, std::int64_t worth, bool goes_on) {
        const std::int64_t alone = step(match, worth, false), joined = step(match, worth, true);
        const std::int32_t next = goes_on ? match.hyp + 1 : kNoWord;
        std::size_t joining = 0;
        for (const Path& path : paths_) joining += path.next == match.hyp;
        for (Path& path : paths_) {
            path.worth += path.next == match.hyp ? joined : alone;
            path.next = next;
        }
        if (joining == 0 || joining == paths_.size()) return;  // they differ in the words they used
        start_table(paths_.size());
        for (const Path& path : paths_) push(path.used, path.next, path.worth, path.node, -1);
        take_over();
    }

    // What a candidate does to a path that takes it.
    struct Option {
        std::uint64_t bit;
        std::int64_t alone, joined;
        std::int32_t hyp, next, match;
    };

    template <class Worth>
    void branch(std::span<const MeteorMatch> found, std::int32_t index, std::span<const MeteorMatch> ahead,
                std::uint64_t alive, Worth worth, int occurrences) {
        options_.clear();
        std::uint64_t bits = 0;
        for (const MeteorMatch& match : found) {
            const std::uint64_t bit = words_[static_cast<std::size_t>(match.hyp)].bit;
            const std::int64_t value = worth(match);
            bits |= bit;
            options_.push_back({bit, step(match, value, false), step(match, value, true), match.hyp,
                                continues(ahead, match.hyp + 1) ? match.hyp + 1 : kNoWord, index++});
        }
        start_table(paths_.size() * (found.size() + 1));
        for (const Path& path : paths_) {
            for (const Option& option : options_)
                if ((path.used & option.bit) == 0)
                    push((path.used | option.bit) & alive, option.next,
                         path.worth + (path.next == option.hyp ? option.joined : option.alone), path.node, option.match);
            // Leaving a plain word alone costs a match unless its occurrences outnumber the hypothesis words left for it.
            if (occurrences == 0 || std::popcount(bits & ~path.used) < occurrences)
                push(path.used & alive, kNoWord, path.worth, path.node, -1);
        }
        take_over();
    }

    // Adds a path, or improves the one with the same future; of equals the first stays.
    void push(std::uint64_t used, std::int32_t next, std::int64_t worth, std::int32_t node, std::int32_t match) {
        const std::uint64_t mixed = (used + static_cast<std::uint64_t>(static_cast<std::uint32_t>(next)) * 0xd6e8feb86659fd93ull) * 0x9e3779b97f4a7c15ull;
        auto slot = static_cast<std::size_t>(mixed >> shift_);
        while (table_[slot].stamp == stamp_) {
            Path& known = next_[table_[slot].path];
            if (known.used == used && known.next == next) {
                if (worth > known.worth) {
                    known.worth = worth;
                    known.node = node;
                    known.match = match;
                }
                return;
            }
            slot = (slot + 1) & mask_;
        }
        table_[slot] = {stamp_, static_cast<std::uint32_t>(made_)};
        next_[made_++] = {worth, used, next, node, match};
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

    // Keeps the best paths, in the order in which they were found.
    void cut(std::size_t width) {
        worths_.clear();
        for (const Path& path : paths_) worths_.push_back(path.worth);
        std::nth_element(worths_.begin(), worths_.begin() + static_cast<std::ptrdiff_t>(width - 1), worths_.end(), std::greater<>());
        const std::int64_t least = worths_[width - 1];
        std::size_t above = 0;
        for (const Path& path : paths_) above += path.worth > least;
        std::size_t equals = width - above, kept = 0;
        for (const Path& path : paths_) {
            if (path.worth < least || (path.worth == least && equals == 0)) continue;
            equals -= path.worth == least;
            paths_[kept++] = path;
        }
        paths_.resize(kept);
    }

    void collect(const MeteorCandidates& candidates, std::span<const std::uint8_t> fixed, std::vector<MeteorMatch>& matches) {
        const Path* best = &paths_[0];
        for (const Path& path : paths_)
            if (path.worth > best->worth) best = &path;
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

    struct Slot {
        std::uint32_t stamp, path;
    };

    std::vector<HypWord> words_;
    std::vector<std::int32_t> left_;  // occurrences of a plain word in the reference from here on; 0: it is not plain
    std::vector<Path> paths_, next_;
    std::vector<Option> options_;
    std::vector<Node> nodes_;
    std::vector<std::int64_t> worths_;
    std::vector<std::int32_t> chosen_;
    std::vector<Slot> table_;
    std::uint32_t stamp_ = 0;
    std::size_t mask_ = 0, made_ = 0;
    int shift_ = 0;
};

}  // namespace tertium
