// METEOR's alignment: which words of a hypothesis and a reference match, with many words matched in few chunks.
//
// A candidate is a run of reference words and a run of hypothesis words that some module calls equal. Candidates that
// are the only possibility for all their words are fixed first. The rest is chosen by a beam search from left to right
// over the reference: at every word each path either takes a candidate that begins there or leaves the word alone.
// Paths are ranked by what they matched, then fewer chunks, then smaller distance between the positions matched; the
// order of insertion decides ties, as a stable sort would (Denkowski and Lavie 2011;
// docs/metrics/words.md#meteor-alignment).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "matching/meteor_candidates.hpp"
#include "matching/meteor_short.hpp"

namespace tertium {

// How a candidate counts in the search.
enum class MeteorCount {
    truncated,   // METEOR 1.5: exact 1 a word, others 1/2, added to whole numbers; distances fall on the skipping path
    fractional,  // the same weights without the loss
    words,       // every matched word 1 (the versions before 1.0)
};

class MeteorAligner {
  public:
    // Successors of paths one pair may cost; some 0.3 s. A dearer search gets a narrower beam, and says so.
    static constexpr std::int64_t kBudget = std::int64_t{1} << 26;

    // `crossings`: alignments with the fewest crossing pairs are preferred, as in the text of 2005, not those with the
    // fewest chunks.
    MeteorAligner(std::int32_t beam, MeteorCount count, bool crossings)
        : beam_(beam), count_(count), crossings_(crossings) {}

    // The matches by reference position; `chunks` of them and whether the beam had to be narrowed.
    void align(MeteorCandidates& candidates, std::size_t hyp_size, std::size_t ref_size) {
        blocks_ = (hyp_size + 63) / 64;
        // Crossings are counted over the hypothesis words behind every candidate.
        const std::size_t each = crossings_ ? 1 + blocks_ / 32 : 1;
        const auto cost = static_cast<std::int64_t>(candidates.size() * each + ref_size * (1 + blocks_ / 16));
        width_ = std::clamp<std::int64_t>(kBudget / std::max<std::int64_t>(cost, 1), 1, beam_);
        if (is_short(candidates, hyp_size, ref_size) &&
            short_.align(candidates, hyp_size, ref_size, width_, worth(), matches_)) {
            capped_ = width_ < beam_ && short_.is_open();
            count_chunks();
            return;
        }
        fix(candidates, hyp_size, ref_size);
        capped_ = width_ < beam_ && open_;
        if (!open_) {
            take_the_fixed(candidates);
            count_chunks();
            return;
        }
        search(candidates, ref_size);
        if (crossings_) count_chunks();
    }

    std::span<const MeteorMatch> matches() const { return matches_; }
    std::int64_t chunks() const { return chunks_; }
    bool capped() const { return capped_; }

  private:
    struct Path {
        std::int64_t sum, chunks, distance;  // chunks: crossings where those are preferred
        std::uint64_t used_hash;
        std::int32_t last, next;  // hypothesis word after the last match (-1: no open chunk); first reference word free
        std::int32_t node, slot;  // the choices made, and where the used hypothesis words are kept
        std::int32_t match, order;  // the candidate this step took (-1: none), and its place among the successors
    };
    struct Node {
        std::int32_t before, match;
    };

    static bool better(const Path& a, const Path& b) {
        if (a.sum != b.sum) return a.sum > b.sum;
        if (a.chunks != b.chunks) return a.chunks < b.chunks;
        if (a.distance != b.distance) return a.distance < b.distance;
        return a.order < b.order;
    }

    // Of one word with one word.
    MeteorWorth worth() const { return {worth({0, 1, 0, 1, 0}), worth({0, 1, 0, 1, 1})}; }

    std::int64_t worth(const MeteorMatch& match) const {
        const std::int64_t hyp = match.hyp_length, ref = match.ref_length;
        const bool exact = match.module == 0;
        switch (count_) {
            case MeteorCount::truncated: return exact ? hyp + ref : hyp / 2 + ref / 2;
            case MeteorCount::fractional: return exact ? 2 * (hyp + ref) : hyp + ref;
            case MeteorCount::words: break;
        }
        return hyp + ref;
    }

    // Marks the candidates that share no word with another one.
    void fix(MeteorCandidates& candidates, std::size_t hyp_size, std::size_t ref_size) {
        count_covers(candidates, hyp_size, ref_size);
        if (count_ == MeteorCount::fractional && !candidates.has_phrases() && leave_out_the_worse(candidates))
            count_covers(candidates, hyp_size, ref_size);
        fixed_.assign(ref_size, 0);
        open_ = false;
        for (std::size_t ref = 0; ref < ref_size; ++ref) {
            const auto found = candidates[ref];
            if (found.empty()) continue;
            fixed_[ref] = found.size() == 1 && alone(found[0]);
            open_ = open_ || fixed_[ref] == 0;
        }
    }

    void count_covers(const MeteorCandidates& candidates, std::size_t hyp_size, std::size_t ref_size) {
        hyp_cover_.assign(hyp_size, 0);
        ref_cover_.assign(ref_size, 0);
        for (std::size_t ref = 0; ref < ref_size; ++ref)
            for (const MeteorMatch& match : candidates[ref]) {
                for (std::int32_t i = 0; i < match.hyp_length; ++i)
                    ++hyp_cover_[static_cast<std::size_t>(match.hyp + i)];
                for (std::int32_t i = 0; i < match.ref_length; ++i)
                    ++ref_cover_[static_cast<std::size_t>(match.ref + i)];
            }
    }

    // A word that could match exactly with a word that has no other candidate is never best matched by halves: the other
    // word would stay alone, and the exact match counts more. Such halves are left out; true if there were some.
    bool leave_out_the_worse(MeteorCandidates& candidates) {
        exact_hyp_.assign(hyp_cover_.size(), 0);
        exact_ref_.assign(ref_cover_.size(), 0);
        bool found = false;
        for (std::size_t ref = 0; ref < ref_cover_.size(); ++ref)
            for (const MeteorMatch& match : candidates[ref]) {
                if (match.module != 0) break;  // modules come in order
                const auto hyp = static_cast<std::size_t>(match.hyp);
                if (ref_cover_[ref] == 1 && hyp_cover_[hyp] > 1) {
                    exact_hyp_[hyp] = 1;
                    found = true;
                }
                if (hyp_cover_[hyp] == 1 && ref_cover_[ref] > 1) {
                    exact_ref_[ref] = 1;
                    found = true;
                }
            }
        if (!found) return false;
        const std::size_t before = candidates.size();
        candidates.remove([&](const MeteorMatch& match) {
            return match.module != 0 && (exact_hyp_[static_cast<std::size_t>(match.hyp)] != 0 ||
                                         exact_ref_[static_cast<std::size_t>(match.ref)] != 0);
        });
        return candidates.size() < before;
    }

    bool alone(const MeteorMatch& match) const {
        for (std::int32_t i = 0; i < match.hyp_length; ++i)
            if (hyp_cover_[static_cast<std::size_t>(match.hyp + i)] != 1) return false;
        for (std::int32_t i = 0; i < match.ref_length; ++i)
            if (ref_cover_[static_cast<std::size_t>(match.ref + i)] != 1) return false;
        return true;
    }

    // The program's search must be followed path by path: which ones its beam loses decides what it finds.
    bool is_short(const MeteorCandidates& candidates, std::size_t hyp_size, std::size_t ref_size) const {
        return count_ != MeteorCount::truncated && !crossings_ && !candidates.has_phrases() &&
               candidates.size() <= MeteorShort::kMost && hyp_size <= MeteorShort::kLongest &&
               ref_size <= MeteorShort::kLongest;
    }

    void take_the_fixed(const MeteorCandidates& candidates) {
        matches_.clear();
        for (std::size_t ref = 0; ref < fixed_.size(); ++ref)
            if (fixed_[ref] != 0) matches_.push_back(candidates[ref][0]);
    }

    void count_chunks() {
        chunks_ = 0;
        std::int32_t hyp = -1, ref = -1;
        for (const MeteorMatch& match : matches_) {
            chunks_ += match.hyp != hyp || match.ref != ref;
            hyp = match.hyp + match.hyp_length;
            ref = match.ref + match.ref_length;
        }
    }

    void search(const MeteorCandidates& candidates, std::size_t ref_size) {
        nodes_.clear();
        used_.clear();
        free_.clear();
        slots_ = 0;
        paths_.assign(1, Path{0, 0, 0, 0, -1, 0, -1, new_slot(), -1, 0});
        std::fill_n(used_.begin(), blocks_, std::uint64_t{0});
        for (std::size_t ref = 0; ref < ref_size; ++ref) {
            const auto found = candidates[ref];
            const auto here = static_cast<std::int32_t>(ref);
            next_.clear();
            for (const Path& path : paths_) {
                if (path.next > here) push(path, -1);  // inside a phrase
                else if (fixed_[ref] != 0) take(path, found[0], candidates.index(ref), true);
                else branch(path, found, candidates.index(ref));
            }
            keep_the_best();
            materialise(candidates);
        }
        if (!crossings_)
            for (Path& path : paths_) path.chunks += path.last != -1;
        const Path& best = *std::min_element(paths_.begin(), paths_.end(), better);
        chunks_ = best.chunks;
        matches_.clear();
        for (std::int32_t node = best.node; node >= 0; node = nodes_[static_cast<std::size_t>(node)].before)
            matches_.push_back(candidates.at(nodes_[static_cast<std::size_t>(node)].match));
        std::reverse(matches_.begin(), matches_.end());
    }

    void push(const Path& path, std::int32_t match) {
        next_.push_back(path);
        next_.back().match = match;
        next_.back().order = static_cast<std::int32_t>(next_.size());
    }

    void take(const Path& path, const MeteorMatch& match, std::int32_t index, bool with_distance) {
        push(path, index);
        Path& made = next_.back();
        made.sum += worth(match);
        if (crossings_) made.chunks += used_after(path.slot, match);
        else if (made.last != -1 && made.last != match.hyp) ++made.chunks;
        made.last = match.hyp + match.hyp_length;
        made.next = match.ref + match.ref_length;
        if (with_distance) made.distance += std::abs(match.ref - match.hyp);
        for (std::int32_t i = 0; i < match.hyp_length; ++i) made.used_hash ^= mixed(match.hyp + i);
    }

    void branch(Path path, std::span<const MeteorMatch> found, std::int32_t index) {
        const bool truncated = count_ == MeteorCount::truncated;
        for (std::size_t k = 0; k < found.size(); ++k) {
            const MeteorMatch& match = found[k];
            if (is_used(path.slot, match)) continue;
            take(path, match, index + static_cast<std::int32_t>(k), !truncated);
            if (truncated) path.distance += std::abs(match.ref - match.hyp);
        }
        if (path.last != -1) {
            path.chunks += !crossings_;
            path.last = -1;
        }
        ++path.next;
        push(path, -1);
    }

    void keep_the_best() {
        const auto width = static_cast<std::size_t>(width_);
        if (count_ == MeteorCount::truncated) {  // the program keeps paths that can only end alike
            select(width);
            if (next_.size() > width) next_.resize(width);
            return;
        }
        select(4 * width);
        kept_.clear();
        const std::size_t looked_at = std::min(next_.size(), 4 * width);
        for (std::size_t i = 0; i < looked_at && kept_.size() < width; ++i) {
            const Path& path = next_[i];
            const bool known = std::any_of(kept_.begin(), kept_.end(), [&](const Path& other) {
                return other.used_hash == path.used_hash && other.last == path.last && other.next == path.next;
            });
            if (!known) kept_.push_back(path);
        }
        next_.swap(kept_);
    }

    // Brings the best `most` successors to the front, in order.
    void select(std::size_t most) {
        if (next_.size() <= 1) return;
        const auto end = next_.begin() + static_cast<std::ptrdiff_t>(std::min(most, next_.size()));
        if (end != next_.end()) std::nth_element(next_.begin(), end, next_.end(), better);
        std::sort(next_.begin(), end, better);
    }

    // Gives every kept successor its own set of used words; the last child of a path takes over its parent's.
    void materialise(const MeteorCandidates& candidates) {
        children_.assign(slots_, 0);
        for (const Path& path : next_) ++children_[static_cast<std::size_t>(path.slot)];
        for (const Path& path : paths_)
            if (children_[static_cast<std::size_t>(path.slot)] == 0) free_.push_back(path.slot);
        for (Path& path : next_) {
            const auto parent = static_cast<std::size_t>(path.slot);
            // A child that takes nothing must not keep a set that a sibling has already written to: copies are made
            // while the parent's set is untouched, and only the last child in line changes it.
            if (--children_[parent] > 0) {
                path.slot = new_slot();
                std::copy_n(used_.begin() + static_cast<std::ptrdiff_t>(parent * blocks_), blocks_,
                            used_.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(path.slot) * blocks_));
            }
            if (path.match < 0) continue;
            const MeteorMatch& match = candidates.at(path.match);
            for (std::int32_t i = 0; i < match.hyp_length; ++i) {
                const auto word = static_cast<std::size_t>(match.hyp + i);
                used_[static_cast<std::size_t>(path.slot) * blocks_ + word / 64] |= std::uint64_t{1} << (word % 64);
            }
            nodes_.push_back({path.node, path.match});
            path.node = static_cast<std::int32_t>(nodes_.size() - 1);
        }
        paths_.swap(next_);
    }

    std::int32_t new_slot() {
        if (!free_.empty()) {
            const std::int32_t slot = free_.back();
            free_.pop_back();
            return slot;
        }
        used_.resize(used_.size() + blocks_);
        return static_cast<std::int32_t>(slots_++);
    }

    bool is_used(std::int32_t slot, const MeteorMatch& match) const {
        const std::uint64_t* used = used_.data() + static_cast<std::size_t>(slot) * blocks_;
        for (std::int32_t i = 0; i < match.hyp_length; ++i) {
            const auto word = static_cast<std::size_t>(match.hyp + i);
            if ((used[word / 64] >> (word % 64)) & 1) return true;
        }
        return false;
    }

    // Hypothesis words behind the match that are used: earlier words of the reference, so each is a pair crossed.
    std::int64_t used_after(std::int32_t slot, const MeteorMatch& match) const {
        const std::uint64_t* used = used_.data() + static_cast<std::size_t>(slot) * blocks_;
        const auto from = static_cast<std::size_t>(match.hyp + match.hyp_length);
        std::int64_t count = 0;
        for (std::size_t block = from / 64; block < blocks_; ++block) {
            const std::uint64_t behind = block == from / 64 ? ~std::uint64_t{0} << (from % 64) : ~std::uint64_t{0};
            count += std::popcount(used[block] & behind);
        }
        return count;
    }

    static std::uint64_t mixed(std::int32_t word) {  // splitmix64's finaliser
        std::uint64_t x = static_cast<std::uint64_t>(word) + 0x9e3779b97f4a7c15ull;
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
        return x ^ (x >> 31);
    }

    MeteorShort short_;
    std::int64_t beam_, width_ = 1, chunks_ = 0;
    MeteorCount count_;
    bool crossings_, capped_ = false, open_ = false;
    std::size_t blocks_ = 0, slots_ = 0;
    std::vector<std::int32_t> hyp_cover_, ref_cover_, free_, children_;
    std::vector<std::uint8_t> fixed_, exact_hyp_, exact_ref_;
    std::vector<Path> paths_, next_, kept_;
    std::vector<Node> nodes_;
    std::vector<std::uint64_t> used_;
    std::vector<MeteorMatch> matches_;
};

}  // namespace tertium
