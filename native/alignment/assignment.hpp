// Pairing equal words of two sentences with few crossings.
//
// A class is a set of reference positions and a set of hypothesis positions whose words count as equal. As many pairs
// as the smaller set has members are linked, in order: two crossing links of one class can be swapped, which never adds
// a crossing with any other link. So a class with as many members on both sides has one best pairing, whatever else is
// linked; only where the counts differ is there a choice (which members of the larger side stay alone), and that is
// made by a program over the links that exist, in O(links log members + members of the smaller side × surplus).
//
// Choosing for several such classes at once is what makes the problem hard. Classes take turns, the ones with the
// fewest choices first, and then reconsider one another until nothing changes: every turn lowers the number of
// crossings or keeps it. With one class of unequal counts the result is the optimum.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace tertium {

using Places = std::vector<std::int32_t>;

// One-to-one links between two sentences, by reference position.
class Assignment {
  public:
    static constexpr std::int32_t kFree = -1;
    // Elementary steps one pair of sentences may spend on choices; some 20 ms. Beyond it a class is paired by
    // occurrence (the k-th of the smaller side with the k-th of the larger), and the assignment says so.
    static constexpr std::int64_t kBudget = std::int64_t{1} << 23;
    static constexpr std::int64_t kCells = std::int64_t{1} << 20;  // of one class: bounds its memory
    static constexpr int kRounds = 4;

    void start(std::size_t ref_size, std::size_t hyp_size) {
        hyp_of_.assign(ref_size, kFree);
        ref_of_.assign(hyp_size, kFree);
        spent_ = 0;
        capped_ = false;
    }

    bool capped() const { return capped_; }
    void mark_capped() { capped_ = true; }
    std::span<const std::int32_t> hyp_of() const { return hyp_of_; }
    std::size_t hyp_size() const { return ref_of_.size(); }
    bool ref_free(std::size_t ref) const { return hyp_of_[ref] == kFree; }
    bool hyp_free(std::size_t hyp) const { return ref_of_[hyp] == kFree; }

    void link(std::int32_t ref, std::int32_t hyp) {
        hyp_of_[static_cast<std::size_t>(ref)] = hyp;
        ref_of_[static_cast<std::size_t>(hyp)] = ref;
    }

    // Ends the link of `ref` and returns its hypothesis word, or kFree.
    std::int32_t take(std::int32_t ref) {
        std::int32_t& linked = hyp_of_[static_cast<std::size_t>(ref)];
        const std::int32_t hyp = linked;
        if (hyp != kFree) ref_of_[static_cast<std::size_t>(hyp)] = kFree;
        linked = kFree;
        return hyp;
    }

    // Links the free members of all classes: ref_keys and hyp_keys say to which class a position belongs (negative: to
    // none). Members that are linked already are left alone.
    void link_classes(std::span<const std::int32_t> ref_keys, std::span<const std::int32_t> hyp_keys) {
        collect(ref_keys, hyp_of_, by_ref_);
        collect(hyp_keys, ref_of_, by_hyp_);
        open_.clear();
        std::size_t r = 0, h = 0;
        while (r < by_ref_.size() && h < by_hyp_.size()) {
            if (by_ref_[r].key < by_hyp_[h].key) ++r;
            else if (by_hyp_[h].key < by_ref_[r].key) ++h;
            else {
                Class found{r, r, h, h};
                const std::int32_t key = by_ref_[r].key;
                while (found.ref_end < by_ref_.size() && by_ref_[found.ref_end].key == key) ++found.ref_end;
                while (found.hyp_end < by_hyp_.size() && by_hyp_[found.hyp_end].key == key) ++found.hyp_end;
                r = found.ref_end;
                h = found.hyp_end;
                if (found.refs() == found.hyps()) pair_in_order(found);
                else open_.push_back(found);
            }
        }
        choose();
    }

    // How many links the pair (ref, hyp) would cross; the members must be free.
    std::int64_t crossings(std::size_t ref, std::size_t hyp) {
        std::int64_t crossed = 0;
        const auto place = static_cast<std::int32_t>(hyp);
        for (std::size_t x = 0; x < hyp_of_.size(); ++x) {
            if (hyp_of_[x] == kFree) continue;
            crossed += x < ref ? hyp_of_[x] > place : hyp_of_[x] < place;
        }
        spend(static_cast<std::int64_t>(hyp_of_.size()));
        return crossed;
    }

    // Spends steps; false (and the matching is marked as capped) once there are none left.
    bool spend(std::int64_t steps) {
        spent_ += steps;
        if (spent_ > kBudget) capped_ = true;
        return spent_ <= kBudget;
    }

  private:
    struct Member {
        std::int32_t key, place;
    };

    struct Class {
        std::size_t ref_begin, ref_end, hyp_begin, hyp_end;

        std::size_t refs() const { return ref_end - ref_begin; }
        std::size_t hyps() const { return hyp_end - hyp_begin; }
        std::int64_t cells() const {
            const auto small = static_cast<std::int64_t>(std::min(refs(), hyps()));
            const auto large = static_cast<std::int64_t>(std::max(refs(), hyps()));
            return small * (large - small + 1);
        }
    };

    static void collect(std::span<const std::int32_t> keys, const Places& linked, std::vector<Member>& members) {
        members.clear();
        for (std::size_t i = 0; i < keys.size(); ++i)
            if (keys[i] >= 0 && linked[i] == kFree) members.push_back({keys[i], static_cast<std::int32_t>(i)});
        std::sort(members.begin(), members.end(),
                  [](const Member& a, const Member& b) { return a.key != b.key ? a.key < b.key : a.place < b.place; });
    }

    void unlink(const Class& found) {
        for (std::size_t r = found.ref_begin; r < found.ref_end; ++r) {
            std::int32_t& hyp = hyp_of_[static_cast<std::size_t>(by_ref_[r].place)];
            if (hyp == kFree) continue;
            ref_of_[static_cast<std::size_t>(hyp)] = kFree;
            hyp = kFree;
        }
    }

    void pair_in_order(const Class& found) {
        for (std::size_t k = 0; k < std::min(found.refs(), found.hyps()); ++k)
            link(by_ref_[found.ref_begin + k].place, by_hyp_[found.hyp_begin + k].place);
    }

    void choose() {
        std::stable_sort(open_.begin(), open_.end(),
                         [](const Class& a, const Class& b) { return a.cells() < b.cells(); });
        for (int round = 0; round < kRounds; ++round) {
            bool changed = false;
            for (const Class& found : open_) {
                const bool affordable =
                    found.cells() <= kCells &&
                    spend(found.cells() + static_cast<std::int64_t>(hyp_of_.size() + ref_of_.size()));
                if (!affordable) {
                    capped_ = true;
                    if (round == 0) pair_in_order(found);
                    continue;
                }
                if (round > 0) save_links(found);
                unlink(found);
                pair_with_fewest_crossings(found);
                changed = changed || (round > 0 && !links_are_as_saved(found));
            }
            // A single class has no other to reconsider; it is at its optimum.
            if (open_.size() < 2 || (round > 0 && !changed)) break;
        }
    }

    void save_links(const Class& found) {
        saved_.clear();
        for (std::size_t r = found.ref_begin; r < found.ref_end; ++r)
            saved_.push_back(hyp_of_[static_cast<std::size_t>(by_ref_[r].place)]);
    }

    bool links_are_as_saved(const Class& found) const {
        for (std::size_t r = found.ref_begin; r < found.ref_end; ++r)
            if (saved_[r - found.ref_begin] != hyp_of_[static_cast<std::size_t>(by_ref_[r].place)]) return false;
        return true;
    }

    // Cost of linking `ref` with `hyp` when `inside` links have both ends before them: crossings first; among equals a
    // pair that continues a neighbouring link is preferred, so that phrases stay whole. That is at most 2 a link, and an
    // affordable class links at most 2^19: 21 bits hold the sum. The budget keeps sentences below 2^22 words, so that
    // 2^19 links times 2^22 crossings times 2^21 stay in 63 bits.
    std::int64_t cost(std::int32_t ref, std::int32_t hyp, std::int64_t links_before_ref, std::int64_t links_before_hyp,
                      std::int64_t inside) const {
        const std::int64_t crossed = links_before_ref + links_before_hyp - 2 * inside;
        std::int64_t alone = 2;
        if (ref > 0 && hyp > 0 && hyp_of_[static_cast<std::size_t>(ref - 1)] == hyp - 1) --alone;
        if (static_cast<std::size_t>(ref + 1) < hyp_of_.size() && hyp_of_[static_cast<std::size_t>(ref + 1)] == hyp + 1)
            --alone;
        return (crossed << 21) + alone;
    }

    // Members of the smaller side are rows, those of the larger columns; row i may take columns i .. i + surplus.
    void pair_with_fewest_crossings(const Class& found) {
        const bool ref_is_small = found.refs() < found.hyps();
        const std::span<const Member> refs(by_ref_.data() + found.ref_begin, found.refs());
        const std::span<const Member> hyps(by_hyp_.data() + found.hyp_begin, found.hyps());
        const std::span<const Member> rows = ref_is_small ? refs : hyps, columns = ref_is_small ? hyps : refs;
        const Places& along = ref_is_small ? hyp_of_ : ref_of_;   // links by row side's position
        const Places& across = ref_is_small ? ref_of_ : hyp_of_;  // links by column side's position
        const std::size_t width = columns.size() - rows.size() + 1;

        before_column_.resize(columns.size());
        std::int64_t count = 0;
        std::size_t at = 0;
        for (std::size_t c = 0; c < columns.size(); ++c) {
            for (; at < static_cast<std::size_t>(columns[c].place); ++at) count += across[at] != kFree;
            before_column_[c] = count;
        }
        // tree_ counts links seen so far by the gap between columns they end in; gap g lies before column g.
        tree_.assign(columns.size() + 1, 0);
        gap_.assign(columns.size() + 1, 0);
        best_.assign(width, 0);
        taken_.assign(rows.size() * width, 0);
        std::int64_t before_row = 0;
        at = 0;
        for (std::size_t r = 0; r < rows.size(); ++r) {
            for (; at < static_cast<std::size_t>(rows[r].place); ++at) {
                if (along[at] == kFree) continue;
                ++before_row;
                count_link(columns, along[at]);
            }
            std::int64_t inside = seen_before(r);
            std::int64_t best = 0;
            for (std::size_t w = 0; w < width; ++w) {
                const std::size_t c = r + w;
                if (w > 0) inside += gap_[c];
                const std::int32_t ref = ref_is_small ? rows[r].place : columns[c].place;
                const std::int32_t hyp = ref_is_small ? columns[c].place : rows[r].place;
                const std::int64_t taking = best_[w] + cost(ref, hyp, ref_is_small ? before_row : before_column_[c],
                                                            ref_is_small ? before_column_[c] : before_row, inside);
                if (w == 0 || taking < best) {
                    best = taking;
                    taken_[r * width + w] = 1;
                }
                best_[w] = best;
            }
        }
        std::size_t w = width - 1;
        for (std::size_t r = rows.size(); r-- > 0;) {
            while (taken_[r * width + w] == 0) --w;
            if (ref_is_small) link(rows[r].place, columns[r + w].place);
            else link(columns[r + w].place, rows[r].place);
        }
    }

    // Counts a link that ends at `place` on the column side.
    void count_link(std::span<const Member> columns, std::int32_t place) {
        const auto after =
            std::lower_bound(columns.begin(), columns.end(), place,
                             [](const Member& member, std::int32_t value) { return member.place < value; });
        const auto gap = static_cast<std::size_t>(after - columns.begin());
        ++gap_[gap];
        for (std::size_t node = gap + 1; node < tree_.size(); node += node & (~node + 1)) ++tree_[node];
    }

    // Links seen that end before column c: those in gaps 0 .. c.
    std::int64_t seen_before(std::size_t c) const {
        std::int64_t sum = 0;
        for (std::size_t node = c + 1; node > 0; node -= node & (~node + 1)) sum += tree_[node];
        return sum;
    }

    Places hyp_of_, ref_of_, saved_;
    std::vector<Member> by_ref_, by_hyp_;
    std::vector<Class> open_;
    std::vector<std::int64_t> before_column_, tree_, gap_, best_;
    std::vector<std::uint8_t> taken_;
    std::int64_t spent_ = 0;
    bool capped_ = false;
};

}  // namespace tertium
