// The shift search of sacreBLEU 2.6: tercom's idea with a looser candidate filter, a diagonal band instead of the beam,
// another order of preference, and an end after 1,000 candidates whose last round is thrown away.
#pragma once

#include <cstdint>
#include <vector>

#include "edit/ter_band.hpp"
#include "edit/ter_reference.hpp"
#include "edit/ter_search.hpp"

namespace tertium::ter {

inline constexpr std::int64_t kSacrebleuCandidates = 1000;

// Distances are BandColumns, or WideBand where those do not fit.
template <class Distances>
class SacrebleuSearch {
  public:
    bool run(const Reference& ref, std::vector<Slot>& hyp, Outcome& outcome) {
        outcome.shifts.clear();
        outcome.capped = false;
        if (!distances_.start(ref, hyp.size())) return false;
        distances_.extend(hyp, 0);
        std::int64_t tried = 0;
        for (;;) {
            Alignment& now = outcome.alignment;
            distances_.align(hyp, now);
            if (now.distance == 0) return true;
            now.read_path();
            Candidate best;
            find_best(ref, hyp, now, best, tried);
            if (tried >= kSacrebleuCandidates || best.gain <= 0) return true;
            outcome.shifts.push_back({best.start, best.start + best.length - 1, best.target - 1});
            perform(best.move, hyp);
            distances_.extend(hyp, static_cast<std::size_t>(best.move.from));
        }
    }

  private:
    struct Candidate {
        std::int64_t gain = 0;
        std::int32_t length = 0, start = 0, target = 0;
        Move move;

        // Most gain, then longest, earliest, earliest target.
        bool beats(const Candidate& other) const {
            if (gain != other.gain) return gain > other.gain;
            if (length != other.length) return length > other.length;
            if (start != other.start) return start < other.start;
            return target < other.target;
        }
    };

    void find_best(const Reference& ref, const std::vector<Slot>& hyp, const Alignment& now, Candidate& best,
                   std::int64_t& tried) {
        const auto hyp_size = static_cast<std::int32_t>(hyp.size()), ref_size = static_cast<std::int32_t>(ref.size());
        for (std::int32_t start = 0; start < hyp_size; ++start) {
            const Slot first = hyp[static_cast<std::size_t>(start)];
            if (first == 0) continue;
            const auto places = ref.places(first);
            for (auto place = std::lower_bound(places.begin(), places.end(), start - kMaxDistance);
                 place != places.end() && *place <= start + kMaxDistance; ++place) {
                const std::int32_t most = std::min({kMaxBlock, hyp_size - start, ref_size - *place});
                for (std::int32_t length = 1; length <= most; ++length) {
                    if (hyp[static_cast<std::size_t>(start + length - 1)] !=
                        ref[static_cast<std::size_t>(*place + length - 1)])
                        break;
                    try_targets(hyp, now, start, *place, length, best, tried);
                    if (tried >= kSacrebleuCandidates) return;
                }
            }
        }
    }

    void try_targets(const std::vector<Slot>& hyp, const Alignment& now, std::int32_t start, std::int32_t place,
                     std::int32_t length, Candidate& best, std::int64_t& tried) {
        const auto s = static_cast<std::size_t>(start), m = static_cast<std::size_t>(place);
        const auto n = static_cast<std::size_t>(length);
        if (now.hyp_wrong[s + n] == now.hyp_wrong[s] || now.ref_wrong[m + n] == now.ref_wrong[m]) return;
        if (start <= now.aligned[m] && now.aligned[m] < start + length) return;
        std::int32_t previous = -1;
        for (std::int32_t offset = -1; offset < length; ++offset) {
            const std::int32_t row = place + offset;
            const std::int32_t target = row < 0 ? 0 : now.aligned[static_cast<std::size_t>(row)] + 1;
            if (target == previous) continue;
            previous = target;
            ++tried;
            Candidate candidate{0, length, start, target, slide(hyp, start, length, target)};
            if (!candidate.move.changes()) continue;  // the words stay: a gain of 0 is never taken
            candidate.gain = now.distance - distances_.distance_after(hyp, candidate.move);
            if (candidate.gain > 0 && candidate.beats(best)) best = candidate;
        }
    }

    // The block goes before `target`; a target inside the block or at its end moves it right by that many words.
    static Move slide(const std::vector<Slot>& hyp, std::int32_t start, std::int32_t length, std::int32_t target) {
        if (target < start) return {target, start, start + length};
        if (target <= start + length) target = std::min(target + length, static_cast<std::int32_t>(hyp.size()));
        return {start, start + length, target};
    }

    Distances distances_;
};

}  // namespace tertium::ter
