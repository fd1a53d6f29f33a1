// Which occurrence with which: the best links of words that leave a choice, all others given.
//
// The number of links is known (every word links as often as its rarer side has it), so what is sought is their cost:
// fewest chunks first (a chunk is a run of links that stand next to each other, in the same order, on both sides), then
// fewest crossings, then the smallest sum of distances |ref - hyp|. With a given number of links the fewest chunks are
// the most neighbours, pairs of links (i, j) and (i + 1, j + 1).
//
// The references with a choice are visited from left to right, depth first, the most promising candidate first, and a
// branch is left when its cost and a bound of what must follow reach the best cost found. The bound is the cheapest
// way through the rest when a hypothesis word may be used twice and open links do not cross one another: a program
// along the sentence, since neighbours are the only cost between two references. What has been visited with the same
// words used is not visited again at a higher cost. When the steps are spent the best links found so far stand.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <span>
#include <vector>

namespace tertium {

// The words that leave a choice. Words of one group may be linked with each other: those of one stem, or two that are
// spelled alike. Equal words come first: only what one side has more of may be linked with another word of the group.
struct OpenWords {
    struct Count {
        std::int32_t group, refs, hyps;
    };
    struct Place {
        std::int32_t place, word;
    };

    std::vector<Count> words;
    std::vector<std::int32_t> unlinked;  // by group: how many references stay alone
    std::vector<Place> refs, hyps;       // in order

    void clear() {
        words.clear();
        unlinked.clear();
        refs.clear();
        hyps.clear();
    }
};

class BlockSearch {
  public:
    static constexpr std::size_t kOpen = 64;                       // places with a choice, on either side
    static constexpr std::size_t kLongest = std::size_t{1} << 18;  // words of a sentence: costs stay in 63 bits
    // Steps: until ties between as few chunks are left as they are, and until the search ends.
    static constexpr std::int64_t kTies = std::int64_t{1} << 9, kSteps = std::int64_t{1} << 12;
    static constexpr std::int32_t kAlone = -1;

    static bool affordable(const OpenWords& open, std::size_t ref_size, std::size_t hyp_size) {
        return open.refs.size() <= kOpen && open.hyps.size() <= kOpen && ref_size < kLongest && hyp_size < kLongest;
    }

    // hyp_of holds the links that are given; those of open references are free. Call before `run`.
    void prepare(const OpenWords& open, std::span<const std::int32_t> hyp_of, std::size_t hyp_size) {
        open_ = &open;
        stock_.assign(open.words.begin(), open.words.end());
        unlinked_.assign(open.unlinked.begin(), open.unlinked.end());
        places_of_.assign(open.words.size(), 0);
        for (std::size_t b = 0; b < open.hyps.size(); ++b)
            places_of_[static_cast<std::size_t>(open.hyps[b].word)] |= std::uint64_t{1} << b;
        list_candidates(hyp_of, hyp_size);
        share_costs();
        bound();
        best_ = kNothing;
    }

    // Links that are known already: the result is never worse. By open reference, a place of `hyps` or kAlone.
    void start_from(std::span<const std::int32_t> known) {
        best_ = cost_of(known);
        best_links_.assign(known.begin(), known.end());
    }

    // What is proved of the result: that it is the best, that it has the fewest chunks, or nothing.
    enum class Proved : std::uint8_t { best, chunks, nothing };

    Proved run() {
        steps_ = 0;
        stopped_ = false;
        slack_ = 0;
        ++stamp_;
        trail_.assign(open_->refs.size(), kAlone);
        children_.clear();
        visit(0, 0, 0, kAlone);
        return stopped_ ? Proved::nothing : slack_ > 0 ? Proved::chunks : Proved::best;
    }

    std::int64_t steps() const { return steps_; }
    // By open reference: its place among the open hypothesis words, or kAlone.
    std::span<const std::int32_t> links() const { return best_links_; }

  private:
    static constexpr int kCrossing = 26, kNeighbour = 54;  // bits: 64 links of 2^18 words stay well below each
    static constexpr std::int64_t kJoined = std::int64_t{1} << kNeighbour;
    static constexpr std::int64_t kUntabled = 64;  // steps before visited states are looked up: most searches end there
    static constexpr std::size_t kTable = std::size_t{1} << 12;

    static constexpr std::int64_t kNothing = std::numeric_limits<std::int64_t>::max();

    struct Candidate {
        std::int64_t
            cost;  // by itself: neighbours and crossings among the given links, distance; less its group's share
        std::int64_t rest;  // bound of all that follows
        std::int32_t hyp;
    };
    struct Child {
        std::int64_t bound, cost;
        std::int32_t hyp;
    };
    struct Visited {
        std::uint64_t used;
        std::int64_t cost;
        std::uint32_t stamp;
        std::int16_t ref, last;
    };

    // The hypothesis words a reference may be linked with: equal ones, and where there are too few of those others of its
    // group that are too many.
    std::uint64_t partners(std::int32_t index) const {
        std::uint64_t found = places_of_[static_cast<std::size_t>(index)];
        const OpenWords::Count& own = word(index);
        if (own.refs <= own.hyps) return found;
        for (std::size_t w = 0; w < places_of_.size(); ++w) {
            const OpenWords::Count& other = open_->words[w];
            if (other.group == own.group && other.hyps > other.refs) found |= places_of_[w];
        }
        return found;
    }

    const OpenWords::Count& word(std::int32_t index) const { return open_->words[static_cast<std::size_t>(index)]; }

    void list_candidates(std::span<const std::int32_t> hyp_of, std::size_t hyp_size) {
        const auto &refs = open_->refs, &hyps = open_->hyps;
        // Given links by the gap between open hypothesis words they end in: gap g lies before the g-th.
        gap_at_.resize(hyp_size);
        std::size_t filled = 0;
        for (std::size_t gap = 0; gap <= hyps.size(); ++gap) {
            const std::size_t end = gap < hyps.size() ? static_cast<std::size_t>(hyps[gap].place) + 1 : hyp_size;
            for (; filled < end; ++filled) gap_at_[filled] = static_cast<std::uint8_t>(gap);
        }
        // By open hypothesis word: given links that end before it, and those of them that begin left of the reference.
        std::array<std::int32_t, kOpen + 1> below, inside;
        std::fill_n(below.begin(), hyps.size() + 1, 0);
        std::fill_n(inside.begin(), hyps.size() + 1, 0);
        for (const std::int32_t hyp : hyp_of)
            if (hyp >= 0) ++below[gap_at_[static_cast<std::size_t>(hyp)]];
        for (std::size_t b = 1; b < hyps.size(); ++b) below[b] += below[b - 1];
        candidates_.clear();
        first_.clear();
        std::size_t at = 0;
        std::int64_t before = 0;
        for (const OpenWords::Place& ref : refs) {
            const auto i = static_cast<std::size_t>(ref.place);
            for (; at < i; ++at) {
                if (hyp_of[at] < 0) continue;
                for (std::size_t b = gap_at_[static_cast<std::size_t>(hyp_of[at])]; b < hyps.size(); ++b) ++inside[b];
                ++before;
            }
            first_.push_back(candidates_.size());
            for (std::uint64_t left = partners(ref.word); left != 0; left &= left - 1) {
                const auto b = static_cast<std::size_t>(std::countr_zero(left));
                const std::int32_t h = hyps[b].place;
                std::int64_t cost = (before + below[b] - 2 * std::int64_t{inside[b]}) << kCrossing;
                cost += std::abs(ref.place - h);
                if (i > 0 && h > 0 && hyp_of[i - 1] == h - 1) cost -= kJoined;
                if (i + 1 < hyp_of.size() && hyp_of[i + 1] == h + 1) cost -= kJoined;
                candidates_.push_back({cost, 0, static_cast<std::int32_t>(b)});
            }
        }
        first_.push_back(candidates_.size());
    }

    // Where references of a group stay alone, the bound would leave all of them alone: that costs nothing. As the number
    // of the group's links is known, any share may be taken off each of them without changing which links are best. Taking
    // the cost of the dearest link that must be made leaves the cheaper ones worth making.
    void share_costs() {
        for (std::size_t g = 0; g < unlinked_.size(); ++g) {
            if (unlinked_[g] == 0) continue;
            cheapest_.clear();
            for (std::size_t k = 0; k < open_->refs.size(); ++k) {
                if (group(k) != g || first_[k] == first_[k + 1]) continue;
                std::int64_t least = candidates_[first_[k]].cost;
                for (std::size_t c = first_[k]; c < first_[k + 1]; ++c) least = std::min(least, candidates_[c].cost);
                cheapest_.push_back(least);
            }
            std::size_t links = 0;
            for (std::size_t k = 0; k < open_->refs.size(); ++k) links += group(k) == g;
            links -= static_cast<std::size_t>(unlinked_[g]);
            if (links == 0 || links > cheapest_.size()) continue;
            const auto dearest = cheapest_.begin() + static_cast<std::ptrdiff_t>(links) - 1;
            std::nth_element(cheapest_.begin(), dearest, cheapest_.end());
            for (std::size_t k = 0; k < open_->refs.size(); ++k)
                if (group(k) == g)
                    for (std::size_t c = first_[k]; c < first_[k + 1]; ++c) candidates_[c].cost -= *dearest;
        }
    }

    std::size_t group(std::size_t ref) const { return static_cast<std::size_t>(word(open_->refs[ref].word).group); }

    // Whether the links of open references ref - 1 and ref are neighbours.
    bool joined(std::size_t ref, std::int32_t hyp_before, std::int32_t hyp) const {
        return ref > 0 && hyp_before != kAlone && hyp == hyp_before + 1 &&
               open_->refs[ref].place == open_->refs[ref - 1].place + 1 &&
               open_->hyps[static_cast<std::size_t>(hyp)].place ==
                   open_->hyps[static_cast<std::size_t>(hyp_before)].place + 1;
    }

    void bound() {
        const std::size_t refs = open_->refs.size();
        least_.assign(refs + 1, 0);
        for (std::size_t k = refs; k-- > 0;) {
            const bool may_stay = unlinked_[group(k)] > 0;
            std::int64_t least = may_stay ? least_[k + 1] : kNothing;
            for (std::size_t c = first_[k]; c < first_[k + 1]; ++c) {
                Candidate& candidate = candidates_[c];
                candidate.rest = least_[k + 1];
                if (k + 1 < refs && open_->refs[k + 1].place == open_->refs[k].place + 1) {
                    for (std::size_t d = first_[k + 1]; d < first_[k + 2]; ++d) {
                        if (!joined(k + 1, candidate.hyp, candidates_[d].hyp)) continue;
                        candidate.rest = std::min(candidate.rest, candidates_[d].cost + candidates_[d].rest - kJoined);
                        break;
                    }
                }
                least = std::min(least, candidate.cost + candidate.rest);
            }
            // A reference whose every candidate another word of its group must have stays alone.
            least_[k] = least == kNothing ? least_[k + 1] : least;
        }
    }

    static std::int64_t crossed(std::uint64_t used, std::int32_t hyp) {
        const std::uint64_t above = (used >> hyp) >> 1;
        return above == 0 ? 0 : static_cast<std::int64_t>(std::popcount(above)) << kCrossing;
    }

    std::int64_t cost_of(std::span<const std::int32_t> links) const {
        std::int64_t cost = 0;
        std::uint64_t used = 0;
        for (std::size_t k = 0; k < links.size(); ++k) {
            if (links[k] == kAlone) continue;
            for (std::size_t c = first_[k]; c < first_[k + 1]; ++c)
                if (candidates_[c].hyp == links[k]) cost += candidates_[c].cost;
            cost += crossed(used, links[k]);
            if (k > 0 && joined(k, links[k - 1], links[k])) cost -= kJoined;
            used |= std::uint64_t{1} << links[k];
        }
        return cost;
    }

    // One level for each open reference: at most kOpen.
    void visit(std::size_t k, std::int64_t cost, std::uint64_t used, std::int32_t last) {
        if (k == open_->refs.size()) {
            if (cost >= best_) return;
            best_ = cost;
            best_links_ = trail_;
            return;
        }
        steps_ += static_cast<std::int64_t>(first_[k + 1] - first_[k]) + 1;
        if (steps_ > kUntabled) {
            if (steps_ > kTies) slack_ = kJoined / 2;
            if (steps_ > kSteps && best_ != kNothing) stopped_ = true;
            if (stopped_ || visited(k, cost, used, last)) return;
        }
        const OpenWords::Place& ref = open_->refs[k];
        OpenWords::Count& own = stock_[static_cast<std::size_t>(ref.word)];
        --own.refs;
        const bool others_suffice = own.refs >= own.hyps;  // for the equal words over there
        const std::size_t begin = children_.size();
        for (std::size_t c = first_[k]; c < first_[k + 1]; ++c) {
            const Candidate& candidate = candidates_[c];
            if ((used >> candidate.hyp & 1) != 0) continue;
            const std::int32_t other = open_->hyps[static_cast<std::size_t>(candidate.hyp)].word;
            if (other != ref.word) {
                const OpenWords::Count& left = stock_[static_cast<std::size_t>(other)];
                if (!others_suffice || left.hyps <= left.refs) continue;
            }
            std::int64_t made = cost + candidate.cost + crossed(used, candidate.hyp);
            if (joined(k, last, candidate.hyp)) made -= kJoined;
            add_child(begin, {made + candidate.rest, made, candidate.hyp});
        }
        std::int32_t& unlinked = unlinked_[static_cast<std::size_t>(own.group)];
        if (others_suffice && unlinked > 0) add_child(begin, {cost + least_[k + 1], cost, kAlone});
        for (std::size_t at = begin; at < children_.size() && !stopped_; ++at) {
            const Child child = children_[at];
            if (child.bound + slack_ >= best_) break;
            trail_[k] = child.hyp;
            if (child.hyp == kAlone) {
                --unlinked;
                visit(k + 1, child.cost, used, kAlone);
                ++unlinked;
                continue;
            }
            auto& hyps = stock_[static_cast<std::size_t>(open_->hyps[static_cast<std::size_t>(child.hyp)].word)].hyps;
            --hyps;
            visit(k + 1, child.cost, used | std::uint64_t{1} << child.hyp, child.hyp);
            ++hyps;
        }
        children_.resize(begin);
        ++own.refs;
    }

    // Keeps the children from `begin` on in order of their bounds.
    void add_child(std::size_t begin, const Child& child) {
        if (child.bound + slack_ >= best_) return;
        std::size_t at = children_.size();
        children_.push_back(child);
        for (; at > begin && child.bound < children_[at - 1].bound; --at) children_[at] = children_[at - 1];
        children_[at] = child;
    }

    // Whether the search was here before at no higher cost; if not, it is now.
    bool visited(std::size_t k, std::int64_t cost, std::uint64_t used, std::int32_t last) {
        // The word before matters only if the next can be its neighbour.
        const auto next = static_cast<std::size_t>(last + 1);
        if (last != kAlone && (next >= open_->hyps.size() || !joined(k, last, last + 1))) last = kAlone;
        if (table_.empty()) table_.resize(kTable);
        const std::uint64_t key =
            (used ^ (std::uint64_t{k} << 57) ^ (static_cast<std::uint64_t>(last + 1) << 50)) * 0x9e3779b97f4a7c15ull;
        Visited& entry = table_[static_cast<std::size_t>(key >> 52)];
        const bool same = entry.stamp == stamp_ && entry.used == used && entry.ref == static_cast<std::int16_t>(k) &&
                          entry.last == static_cast<std::int16_t>(last);
        if (same && entry.cost <= cost) return true;
        entry = {used, cost, stamp_, static_cast<std::int16_t>(k), static_cast<std::int16_t>(last)};
        return false;
    }

    const OpenWords* open_ = nullptr;
    std::vector<OpenWords::Count> stock_;  // what the search has left of each word
    std::vector<std::int32_t> unlinked_;
    std::vector<std::uint64_t> places_of_;  // by word: its open hypothesis words
    std::vector<std::uint8_t> gap_at_;
    std::vector<Candidate> candidates_;
    std::vector<std::size_t> first_;  // of each open reference's candidates
    std::vector<std::int64_t> least_, cheapest_;
    std::vector<Child> children_;
    std::vector<Visited> table_;
    std::vector<std::int32_t> trail_, best_links_;
    std::int64_t best_ = 0, steps_ = 0, slack_ = 0;  // slack_: what a branch must gain at least
    std::uint32_t stamp_ = 0;
    bool stopped_ = false;
};

}  // namespace tertium
