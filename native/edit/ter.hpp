// Translation edit rate (Snover et al. 2006): edits of every hypothesis against every reference of its segment.
//
// Bounds. The search keeps tercom's limits (blocks of 10 words, shifts over 50, beam 20). Beyond them it may spend
// kTerBudget block steps on one pair (a second or so) and propose kMostCandidates shifts at a time; what it has found
// by then is the result, flagged as capped. A pair whose columns would take more than kTerColumns blocks (some 5,800
// words on both sides) is not searched at all, only aligned, also flagged. Memory stays below 150 MB a thread.
// sacreBLEU's search ends by itself.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/sentences.hpp"
#include "edit/ter_band.hpp"
#include "edit/ter_reference.hpp"
#include "edit/ter_sacrebleu.hpp"
#include "edit/ter_search.hpp"

namespace tertium {

inline constexpr std::int64_t kTerBudget = std::int64_t{1} << 28;
inline constexpr std::int64_t kTerColumns = std::int64_t{1} << 19;

struct TerOptions {
    bool sacrebleu = false;  // sacreBLEU's search instead of tercom's
    std::int64_t beam = 20;  // of tercom's edit distance; ter::kNoBeam: the exact program
    std::int64_t budget = kTerBudget;
    std::int64_t columns = kTerColumns;
};

struct TerCounts {
    std::int64_t edits = 0, insertions = 0, deletions = 0, substitutions = 0, shifts = 0;
    bool capped = false;
};

// One of these a thread: its scratch grows to the largest pair seen.
class Ter {
  public:
    Ter(const TerOptions& options, std::size_t vocabulary) : options_(options), slot_of_(vocabulary, 0) {}

    TerCounts count(Words hyp, Words ref) {
        search(hyp, ref);
        TerCounts counts;
        for (char step : outcome_.alignment.path) {
            counts.insertions += step == 'i';
            counts.deletions += step == 'd';
            counts.substitutions += step == 's';
        }
        counts.shifts = static_cast<std::int64_t>(outcome_.shifts.size());
        counts.edits = counts.insertions + counts.deletions + counts.substitutions + counts.shifts;
        counts.capped = outcome_.capped;
        return counts;
    }

    // The shifts, in the order taken, and the path that aligns the shifted hypothesis.
    const ter::Outcome& search(Words hyp, Words ref) {
        outcome_.shifts.clear();
        outcome_.capped = false;
        if (hyp.empty() || ref.empty() || std::ranges::equal(hyp, ref)) {
            auto& path = outcome_.alignment.path;
            path.assign(std::max(hyp.size(), ref.size()), hyp.empty() ? 'd' : ref.empty() ? 'i' : ' ');
            return outcome_;
        }
        ref_.prepare(ref, slot_of_);
        ref_.translate(hyp, slot_of_, hyp_);
        ref_.release(slot_of_);
        if (options_.sacrebleu) {
            if (!sacrebleu_.run(ref_, hyp_, outcome_)) sacrebleu_wide_.run(ref_, hyp_, outcome_);
        } else if (static_cast<std::int64_t>((hyp.size() + 1) * ref_.blocks()) > options_.columns) {
            ter::align_in_parts(ref_, hyp_, options_.columns, outcome_.alignment);
            outcome_.capped = true;
        } else {
            ter::Budget budget{options_.budget};
            if (ref_.blocks() == 1) short_.run(ref_, hyp_, options_.beam, budget, outcome_);
            else long_.run(ref_, hyp_, options_.beam, budget, outcome_);
        }
        return outcome_;
    }

  private:
    TerOptions options_;
    std::vector<ter::Slot> slot_of_, hyp_;
    ter::Reference ref_;
    ter::TercomSearch<1> short_;
    ter::TercomSearch<0> long_;
    ter::SacrebleuSearch<ter::BandColumns> sacrebleu_;
    ter::SacrebleuSearch<ter::WideBand> sacrebleu_wide_;
    ter::Outcome outcome_;
};

}  // namespace tertium
