// The longest common blocks first: for sentences with more choices than a search can weigh.
//
// A block is a run of places that follow each other on both sides and belong together: linked with each other already,
// or free and of one class. The longest block with something to link is linked, then the longest of what is left, down to
// two words; among equals the one with the nearest places, then the first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "alignment/assignment.hpp"

namespace tertium {

class LongestBlocks {
  public:
    static constexpr std::int64_t kPairs = std::int64_t{1} << 20;  // of free places of one class

    // Keys say to which class a place belongs; negative: to none. Beyond the bounds nothing more is linked, and the
    // assignment is marked as capped.
    void link(std::span<const std::int32_t> ref_keys, std::span<const std::int32_t> hyp_keys, Assignment& links) {
        if (!list(ref_keys, hyp_keys, links)) return;
        std::make_heap(runs_.begin(), runs_.end(), after);
        while (!runs_.empty()) {
            std::pop_heap(runs_.begin(), runs_.end(), after);
            const Run run = runs_.back();
            runs_.pop_back();
            if (!links.spend(run.length)) return;
            take(run, links);
        }
    }

  private:
    struct Run {
        std::int32_t ref, hyp, length, open;  // open: pairs that are not linked yet
    };

    static bool after(const Run& a, const Run& b) {
        if (a.length != b.length) return a.length < b.length;
        const std::int32_t far = std::abs(a.ref - a.hyp), near = std::abs(b.ref - b.hyp);
        if (far != near) return far > near;
        return a.ref != b.ref ? a.ref > b.ref : a.hyp > b.hyp;
    }

    static bool worth_linking(const Run& run) { return run.length > 1 && run.open > 0; }

    // All longest runs.
    bool list(std::span<const std::int32_t> ref_keys, std::span<const std::int32_t> hyp_keys, Assignment& links) {
        places_.clear();
        for (std::size_t h = 0; h < hyp_keys.size(); ++h)
            if (hyp_keys[h] >= 0 && links.hyp_free(h)) places_.push_back({hyp_keys[h], static_cast<std::int32_t>(h)});
        std::sort(places_.begin(), places_.end());
        std::int64_t pairs = 0;
        for (std::size_t r = 0; r < ref_keys.size(); ++r)
            if (ref_keys[r] >= 0 && links.ref_free(r)) pairs += static_cast<std::int64_t>(of_class(ref_keys[r]).size());
        if (pairs > kPairs || !links.spend(pairs + static_cast<std::int64_t>(ref_keys.size() + hyp_keys.size()))) {
            links.mark_capped();
            return false;
        }
        runs_.clear();
        before_.clear();
        run_at_.assign(hyp_keys.size(), -1);
        for (std::size_t r = 0; r < ref_keys.size(); ++r) {
            now_.clear();
            const std::int32_t linked = links.hyp_of()[r];
            if (linked != Assignment::kFree) extend(static_cast<std::int32_t>(r), linked, 0);
            else if (ref_keys[r] >= 0)
                for (const auto& [key, h] : of_class(ref_keys[r])) extend(static_cast<std::int32_t>(r), h, 1);
            finish();
            before_.swap(now_);
            for (std::size_t at = 0; at < before_.size(); ++at)
                run_at_[static_cast<std::size_t>(before_[at].hyp + before_[at].length - 1)] =
                    static_cast<std::int32_t>(at);
        }
        now_.clear();
        finish();
        return true;
    }

    std::span<const std::pair<std::int32_t, std::int32_t>> of_class(std::int32_t key) const {
        const auto less = [](const auto& a, const auto& b) { return a.first < b.first; };
        const auto found = std::equal_range(places_.begin(), places_.end(), std::pair{key, 0}, less);
        return {found.first, found.second};
    }

    // The run that ends before (ref, hyp), or a new one, goes on here.
    void extend(std::int32_t ref, std::int32_t hyp, std::int32_t open) {
        const std::int32_t at = hyp > 0 ? run_at_[static_cast<std::size_t>(hyp - 1)] : -1;
        if (at < 0) {
            now_.push_back({ref, hyp, 1, open});
            return;
        }
        Run& run = before_[static_cast<std::size_t>(at)];
        now_.push_back({run.ref, run.hyp, run.length + 1, run.open + open});
        run.open = 0;  // it is part of a longer one
    }

    // Runs of the row before that ended there.
    void finish() {
        for (const Run& run : before_) {
            run_at_[static_cast<std::size_t>(run.hyp + run.length - 1)] = -1;
            if (worth_linking(run)) runs_.push_back(run);
        }
    }

    // Links the run if all of it is still there, else puts back what is left of it.
    void take(const Run& run, Assignment& links) {
        Run part{run.ref, run.hyp, 0, 0};
        bool whole = true;
        for (std::int32_t k = 0; k <= run.length; ++k) {
            const auto r = static_cast<std::size_t>(run.ref + k), h = static_cast<std::size_t>(run.hyp + k);
            const bool linked = k < run.length && links.hyp_of()[r] == run.hyp + k;
            if (linked || (k < run.length && links.ref_free(r) && links.hyp_free(h))) {
                ++part.length;
                part.open += linked ? 0 : 1;
                continue;
            }
            if (k == run.length && whole) break;
            whole = false;
            if (worth_linking(part)) {
                runs_.push_back(part);
                std::push_heap(runs_.begin(), runs_.end(), after);
            }
            part = {run.ref + k + 1, run.hyp + k + 1, 0, 0};
        }
        if (!whole) return;
        for (std::int32_t k = 0; k < run.length; ++k) links.link(run.ref + k, run.hyp + k);
    }

    std::vector<std::pair<std::int32_t, std::int32_t>> places_;  // (class, place) of free hypothesis words
    std::vector<Run> runs_, before_, now_;
    std::vector<std::int32_t> run_at_;  // by hypothesis place: the run of the row before that ends there
};

}  // namespace tertium
