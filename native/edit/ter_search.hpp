// tercom's greedy shift search (docs/metrics/edits.md#ter; Snover et al. 2006), exact but without doing most of its
// work.
//
// Every distance is taken bit-parallel (edit/ter_columns.hpp). The beam of tercom is honoured by proof first and by its own
// program only where the proof fails; candidates are dropped only where they provably could not be chosen.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "edit/ter_beam.hpp"
#include "edit/ter_columns.hpp"
#include "edit/ter_gain_bounds.hpp"
#include "edit/ter_reference.hpp"

namespace tertium::ter {

inline constexpr std::int32_t kMaxBlock = 10;     // tercom's longest block
inline constexpr std::int32_t kMaxDistance = 50;  // and farthest shift
inline constexpr std::int64_t kNoBeam = -1;
inline constexpr std::int64_t kMostCandidates = std::int64_t{1} << 22;  // in one round; more fill the memory

// Words start .. end (inclusive) go to just behind position `after` of the hypothesis as it stands; -1: to the front.
struct Shift {
    std::int32_t start = 0, end = 0, after = 0;
    bool operator==(const Shift&) const = default;
};

struct Outcome {
    std::vector<Shift> shifts;
    Alignment alignment;  // of the hypothesis after all shifts
    bool capped = false;  // the work budget ran out before the search was over
};

template <std::size_t kBlocks>
class TercomSearch {
  public:
    void run(const Reference& ref, std::vector<Slot>& hyp, std::int64_t beam, Budget& budget, Outcome& outcome) {
        ref_ = &ref;
        hyp_ = &hyp;
        beam_ = beam;
        unknown_ = std::count(hyp.begin(), hyp.end(), Slot{0});
        budget_ = &budget;
        outcome.shifts.clear();
        outcome.capped = false;
        columns_.start(ref, hyp.size());
        columns_.extend(hyp, 0);
        budget.spend(steps(hyp.size()));
        Alignment& now = outcome.alignment;
        beamed_until_ = 0;
        align(now);
        while (now.distance > 0) {
            now.read_path();
            gather(now);
            if (proposed_ > kMostCandidates || !budget.spend(proposed_)) {
                outcome.capped = true;
                return;
            }
            now_distance_ = now.distance;
            const Shift* choice = choose(now.distance);
            if (budget.left < 0) {
                outcome.capped = true;
                return;
            }
            if (choice == nullptr) return;
            outcome.shifts.push_back(*choice);
            const Move move = move_of(*choice);
            perform(move, hyp);
            columns_.extend(hyp, static_cast<std::size_t>(move.from));
            budget.spend(steps(hyp.size() - static_cast<std::size_t>(move.from)));
            beamed_until_ = std::min(beamed_until_, static_cast<std::size_t>(move.from));
            align(now);
        }
    }

  private:
    std::int64_t steps(std::size_t columns) const { return static_cast<std::int64_t>(columns * columns_.blocks()); }

    // Step 4 (docs/metrics/edits.md#ter-step-4) as an exchange of neighbouring runs; a target inside the block slides
    // it right, as far as there are words.
    Move move_of(const Shift& shift) const {
        if (shift.after < shift.start) return {shift.after + 1, shift.start, shift.end + 1};
        std::int32_t after = shift.after;
        if (after <= shift.end)
            after = std::min(shift.end + after - shift.start, static_cast<std::int32_t>(hyp_->size()) - 1);
        return {shift.start, shift.end + 1, after + 1};
    }

    // Step 3 (docs/metrics/edits.md#ter-step-3). A start's first-word test and the rule "stop growing" need no code of
    // their own: where they bite, no longer block has a target either, because targets only fall away as a block grows.
    // Buckets keep generation order.
    void gather(const Alignment& now) {
        for (auto& bucket : candidates_) bucket.clear();
        proposed_ = 0;
        const auto hyp_size = static_cast<std::int32_t>(hyp_->size());
        const auto ref_size = static_cast<std::int32_t>(ref_->size());
        for (std::int32_t start = 0; start < hyp_size && proposed_ <= kMostCandidates; ++start) {
            const Slot first = (*hyp_)[static_cast<std::size_t>(start)];
            if (first == 0) continue;
            const auto places = ref_->places(first);
            // `aligned` never decreases, so the targets near enough are a run of the places.
            auto place = std::partition_point(places.begin(), places.end(), [&](std::int32_t m) {
                return now.aligned[static_cast<std::size_t>(m)] < start - kMaxDistance;
            });
            for (; place != places.end(); ++place) {
                const std::int32_t target = now.aligned[static_cast<std::size_t>(*place)];
                if (target > start + kMaxDistance) break;
                if (target == start) continue;
                propose(now, start, *place, target, std::min({kMaxBlock, hyp_size - start, ref_size - *place}));
            }
        }
    }

    void propose(const Alignment& now, std::int32_t start, std::int32_t m, std::int32_t target, std::int32_t most) {
        const std::int32_t* hyp_wrong = now.hyp_wrong.data() + start;
        const std::int32_t* ref_wrong = now.ref_wrong.data() + m;
        for (std::int32_t length = 1; length <= most; ++length) {
            const std::int32_t end = start + length - 1;
            if ((*hyp_)[static_cast<std::size_t>(end)] != (*ref_)[static_cast<std::size_t>(m + length - 1)]) return;
            if (start <= target && target <= end) return;
            if (hyp_wrong[length] == hyp_wrong[0] || ref_wrong[length] == ref_wrong[0]) continue;
            auto& bucket = candidates_[static_cast<std::size_t>(length) - 1];
            for (std::int32_t offset = -1; offset < length; ++offset) {
                const std::int32_t row = m + offset;
                const std::int32_t after = row < 0 ? -1 : now.aligned[static_cast<std::size_t>(row)];
                if (row >= 0 && (after == start || (offset != 0 && after == target))) continue;
                // Trying the same shift again changes nothing: by then it has been chosen or was not good enough.
                if (!bucket.empty() && bucket.back() == Shift{start, end, after}) continue;
                bucket.push_back({start, end, after});
                ++proposed_;
            }
        }
    }

    // Step 5 (docs/metrics/edits.md#ter-step-5); null if no candidate is worth taking.
    const Shift* choose(std::int64_t distance) {
        const Shift* choice = nullptr;
        std::int64_t best = distance;  // total edits of the choice, or of doing nothing
        gain_bounds_.clear();
        for (std::int64_t length = kMaxBlock; length >= 1; --length) {
            for (const Shift& shift : candidates_[static_cast<std::size_t>(length) - 1]) {
                const std::int64_t gain = distance - best;
                if (gain > 2 * length || (choice != nullptr && gain == 2 * length)) return choice;
                // The distance after the shift has to come down to this.
                const std::int64_t wanted = choice == nullptr ? best - 1 : best - 2;
                const Move move = move_of(shift);
                if (!move.changes()) continue;
                std::int64_t after = 0;
                if (!reaches(shift, move, length, wanted, after)) continue;
                if (budget_->left < 0) return choice;
                if (beam_may_matter(after)) {
                    after = beamed_distance_after(move, after);
                    if (after > wanted) continue;
                }
                choice = &shift;
                best = after + 1;
            }
        }
        return choice;
    }

    // Whether the distance after the move is at most `wanted`, and what it is then; true too if the budget is spent.
    bool reaches(const Shift& shift, const Move& move, std::int64_t length, std::int64_t wanted, std::int64_t& after) {
        if constexpr (kBlocks == 0) {
            if (!gain_bounds_.known()) budget_->spend(gain_bounds_.compute(columns_, most_excess(length)));
            if (length == 1 && gain_bounds_.hopeless(columns_, *hyp_, shift.start, move, wanted)) return false;
            budget_->spend(move.to - move.from);
            switch (gain_bounds_.distance_after(columns_, *hyp_, move, wanted, after)) {
                case GainBounds::Answer::kAbove: return false;
                case GainBounds::Answer::kFound: return true;
                case GainBounds::Answer::kUnknown: break;
            }
        }
        if (!budget_->spend(steps(hyp_->size() - static_cast<std::size_t>(move.from)))) return true;
        after = columns_.distance_after(*hyp_, move);
        return after <= wanted;
    }

    // Excess that blocks of this length and shorter ones can make use of.
    std::int64_t most_excess(std::int64_t length) const {
        const std::int64_t lost_to_beam = std::max<std::int64_t>(0, now_distance_ - columns_.distance());
        return std::min<std::int64_t>(2 * length - 1 + lost_to_beam, kMostExcess);
    }

    // A hypothesis word that the reference lacks costs 1 in any alignment, wherever it stands. So if u such words are
    // among the first j, no cell of column j costs less than u, and no cell on a path of cost d more than d - (U - u),
    // U being their number in all. The beam drops cells dearer than the cheapest step into the column plus `beam`:
    // it spares every cheapest path if d - (U - u) <= u + beam, that is d <= U + beam.
    bool beam_may_matter(std::int64_t distance) const {
        return beam_ != kNoBeam && distance > unknown_ + beam_ && hyp_->size() > 1;
    }

    // Distance and path of the hypothesis as it stands, whose columns are up to date.
    void align(Alignment& alignment) {
        columns_.align(*hyp_, alignment);
        if (!beam_may_matter(alignment.distance) || beam_keeps_path(columns_, *hyp_, alignment)) return;
        extend_beamed();
        beamed_.align(*hyp_, alignment);
    }

    // `distance` is the exact distance after the move, which the beam may keep from being found.
    std::int64_t beamed_distance_after(const Move& move, std::int64_t distance) {
        const auto from = static_cast<std::size_t>(move.from);
        if (beamed_until_ < hyp_->size()) {  // so far nothing was lost to the beam in this round
            trial_ = *hyp_;
            perform(move, trial_);
            trial_columns_.copy_until(columns_, from);
            trial_columns_.extend(trial_, from);
            trial_columns_.align(trial_, trial_alignment_);
            budget_->spend(steps(hyp_->size() - from));
            if (beam_keeps_path(trial_columns_, trial_, trial_alignment_)) return distance;
            extend_beamed();
        }
        std::int64_t cells = 0;
        const std::int64_t found = beamed_.distance_after(*hyp_, move, cells);
        budget_->spend(cells / 4);
        return found;
    }

    void extend_beamed() {
        if (beamed_until_ == 0) beamed_.start(*ref_, hyp_->size(), beam_);
        budget_->spend(beamed_.extend(*hyp_, beamed_until_) / 4);
        beamed_until_ = hyp_->size();
    }

    // Whether the beam keeps every cell of this path; then it finds the same distance by the same path. (The traced
    // path takes, at every cell, the first tight step in the order of preference; under the beam costs only grow, so a
    // step that was not tight does not become so, and those of the path stay.) A column's minimum never falls from one
    // column to the next, which makes a few of them enough.
    bool beam_keeps_path(const Columns<kBlocks>& columns, const std::vector<Slot>& hyp, const Alignment& alignment) {
        std::int64_t cost = 0, least = 0, unknown = 0;
        std::size_t j = 0;
        for (char step : alignment.path) {
            if (step == 'd') {
                ++cost;
                if (j == 0) continue;  // nothing is dropped from the first column
            } else {
                unknown += hyp[j] == 0;
                cost += step != ' ';
                ++j;
            }
            if (j == hyp.size()) return true;  // nor from the last
            if (cost <= std::max(least, unknown) + beam_) continue;
            budget_->spend(static_cast<std::int64_t>(ref_->size()) / 2);
            least = columns.column_minimum(j);
            if (cost > least + beam_) return false;
        }
        return true;
    }

    static constexpr std::int64_t kMostExcess = 2 * kMaxBlock + 4;

    const Reference* ref_ = nullptr;
    std::vector<Slot>* hyp_ = nullptr;
    std::int64_t beam_ = kNoBeam, unknown_ = 0, now_distance_ = 0;
    Budget* budget_ = nullptr;
    Columns<kBlocks> columns_, trial_columns_;
    GainBounds gain_bounds_;
    BeamedColumns beamed_;
    std::size_t beamed_until_ = 0;  // columns of beamed_ that hold for the hypothesis as it stands
    std::vector<Slot> trial_;
    Alignment trial_alignment_;
    std::array<std::vector<Shift>, kMaxBlock> candidates_;  // by length
    std::int64_t proposed_ = 0;
};

}  // namespace tertium::ter
