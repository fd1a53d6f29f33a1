// What METEOR's alignment of one word to one word has to decide, reference word by reference word, and what every choice
// can lead to at most.
//
// What an alignment is worth is one number: matches first, then fewer chunks, then smaller distance. Were hypothesis words
// not used up, the best choice at every reference word would be found by going through the sentence once, from its end.
// That gives the bounds. Words whose only candidate shares its words with no other are not decided: neighbours among them
// that continue each other's chunk are one step, whatever their number.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "matching/meteor_candidates.hpp"

namespace tertium {

// What the match of a word with a word counts.
struct MeteorWorth {
    std::int64_t exact, other;
    bool halves() const { return other < exact; }
};

class MeteorSteps {
  public:
    static constexpr std::int32_t kNoWord = -1;
    static constexpr std::int64_t kChunk = std::int64_t{1} << 24, kMatch = std::int64_t{1} << 40;
    static constexpr std::int64_t kNever = std::int64_t{-1} << 60;

    struct Option {
        std::int64_t
            joined;  // what taking the candidate adds if it continues a chunk; in a chunk of its own, kChunk less
        std::int64_t later;  // what can be added after it, at most
        std::int32_t hyp;
        std::int32_t next;   // the word that can continue its chunk; kNoWord where no match can
        std::int32_t match;  // the candidate; of fixed words, the first of fixed()
        std::int64_t alone() const { return joined - kChunk; }
        std::int64_t added(std::int32_t open) const { return open == hyp ? joined : alone(); }
    };
    struct Step {
        std::int64_t alone;        // what staying alone adds
        std::int64_t free;         // what this and later steps add at most, with no chunk open
        std::int32_t first, end;   // options
        std::int32_t ref, length;  // a run of fixed words may be longer than one
        std::int32_t left;         // of a plain word: its occurrences in the reference from here on; 0: it is not plain
        bool fixed, exact;
    };
    struct HypWord {
        std::uint64_t bit = 0;   // while it is contested in a search
        std::int32_t cover = 0;  // candidates with it
        std::int32_t last = -1;  // the last step that has one
        std::int32_t times = 0,
                     met = 0;  // of the first occurrence: occurrences in the reference, and those counted yet
        bool plain = true;     // only exact matches are possible with it
        bool yields = false;   // only to exact matches
        bool used = false;
    };

    // False: nothing has to be decided, and the alignment is fixed().
    bool make(const MeteorCandidates& candidates, std::size_t hyp_size, std::size_t ref_size, MeteorWorth worth) {
        words_.assign(hyp_size, HypWord{});
        for (const MeteorMatch& match : candidates.all()) ++word(match.hyp).cover;
        yields_ = worth.halves() && candidates.has_relatives() && leave_out_the_worse(candidates, ref_size);
        if (!cut_into_steps(candidates, ref_size, worth)) return false;
        find_bounds(worth);
        return true;
    }

    std::span<const Step> steps() const { return {steps_.data(), step_count_}; }
    std::span<const Option> options(const Step& step) const {
        return {options_.data() + step.first, static_cast<std::size_t>(step.end - step.first)};
    }
    const Option& option(std::int32_t index) const { return options_[static_cast<std::size_t>(index)]; }
    HypWord& word(std::int32_t hyp) { return words_[static_cast<std::size_t>(hyp)]; }
    std::span<HypWord> words() { return words_; }
    std::span<const MeteorMatch> fixed() const { return {fixed_.data(), fixed_count_}; }

    // What all steps add at most, and those after the step.
    std::int64_t bound() const { return steps_.front().free; }
    std::int64_t after(std::size_t step) const { return step + 1 < step_count_ ? steps_[step + 1].free : 0; }

  private:
    // A word that could match exactly with a word that has no other candidate is never best matched by halves: the other
    // word would stay alone, and the exact match counts more. Such halves are left out; true if there were some.
    bool leave_out_the_worse(const MeteorCandidates& candidates, std::size_t ref_size) {
        ref_yields_.assign(ref_size, 0);
        for (const MeteorMatch& match : candidates.all()) {
            HypWord& hyp = word(match.hyp);
            const bool exact = match.module == 0, only = hyp.cover == 1;
            const bool one = candidates[static_cast<std::size_t>(match.ref)].size() == 1;
            hyp.yields |= exact & one & !only;
            ref_yields_[static_cast<std::size_t>(match.ref)] |= static_cast<std::uint8_t>(exact & only & !one);
        }
        bool found = false;
        for (const MeteorMatch& match : candidates.all()) {
            if (!left_out(match)) continue;
            --word(match.hyp).cover;
            found = true;
        }
        return found;
    }
    bool left_out(const MeteorMatch& match) {
        return match.module != 0 && (word(match.hyp).yields || ref_yields_[static_cast<std::size_t>(match.ref)] != 0);
    }

    bool cut_into_steps(const MeteorCandidates& candidates, std::size_t ref_size, MeteorWorth worth) {
        options_.resize(candidates.size());
        if (steps_.size() < ref_size) steps_.resize(ref_size);  // neither ever shrinks
        if (fixed_.size() < ref_size) fixed_.resize(ref_size);
        Step* end = steps_.data();
        MeteorMatch* fixed_end = fixed_.data();
        bool open = false;
        std::int32_t made = 0, run_ref = -1, run_hyp = -1;  // where a fixed match would continue the run before it
        for (std::size_t ref = 0; ref < ref_size; ++ref) {
            const std::int32_t first = made, index = candidates.index(ref);
            const auto found = candidates[ref];
            for (std::size_t k = 0; k < found.size(); ++k) {
                const MeteorMatch& match = found[k];
                if (yields_ && left_out(match)) continue;
                const std::int64_t joined =
                    (match.module == 0 ? worth.exact : worth.other) * kMatch - std::abs(match.ref - match.hyp);
                options_[static_cast<std::size_t>(made++)] = {joined, 0, match.hyp, kNoWord,
                                                              index + static_cast<std::int32_t>(k)};
            }
            if (made == first) continue;
            Option* options = &options_[static_cast<std::size_t>(first)];
            if (made == first + 1 && word(options->hyp).cover == 1) {
                const MeteorMatch& match = candidates.at(options->match);
                if (match.ref == run_ref && match.hyp == run_hyp) {
                    options[-1].joined += options->joined;
                    ++end[-1].length;
                    --made;
                } else {
                    options->match = static_cast<std::int32_t>(fixed_end - fixed_.data());
                    *end++ = {0, 0, first, made, match.ref, 1, 0, true, true};
                }
                *fixed_end++ = match;
                run_ref = match.ref + 1;
                run_hyp = match.hyp + 1;
                continue;
            }
            open = true;
            run_ref = -1;
            const bool exact =
                candidates.at(options_[static_cast<std::size_t>(made - 1)].match).module == 0;  // modules come in order
            const auto step = static_cast<std::int32_t>(end - steps_.data());
            for (std::int32_t k = 0; k < made - first; ++k) {
                HypWord& hyp = word(options[k].hyp);
                hyp.last = step;
                hyp.plain = hyp.plain && exact;
            }
            ++word(options->hyp).times;
            *end++ = {0, 0, first, made, static_cast<std::int32_t>(ref), 1, 0, false, exact};
        }
        step_count_ = static_cast<std::size_t>(end - steps_.data());
        fixed_count_ = static_cast<std::size_t>(fixed_end - fixed_.data());
        return open;
    }

    // A contested reference word is plain if its candidates are exact matches with words that only occurrences of the same
    // word can match. Of such words every best alignment matches as many as there are on the smaller side: the number of
    // those that match is the same whatever is chosen, and so is the number of those that stay alone. So their matches are
    // left out of all sums, and staying alone costs a chunk, as does a match that continues none: the bound then has no
    // reason to leave alone more of them than must be.
    void find_bounds(MeteorWorth worth) {
        std::int64_t free = 0;
        const Option *ahead = nullptr, *ahead_end = nullptr;
        std::int32_t ahead_ref = -1;
        for (std::size_t i = step_count_; i-- > 0;) {
            Step& step = steps_[i];
            Option* const begin = &options_[static_cast<std::size_t>(step.first)];
            Option* const end = begin + (step.end - step.first);
            bool may_stay_alone = !step.fixed;
            std::int64_t counted = 0;
            if (!step.fixed && step.exact && word(begin->hyp).plain) {  // so are the others: they are the same word
                HypWord& first = word(begin->hyp);
                step.left = ++first.met;
                step.alone = -kChunk;
                counted = worth.exact * kMatch;
                may_stay_alone = first.times > step.end - step.first;
            }
            step.free = may_stay_alone ? step.alone + free : kNever;
            const bool adjacent = ahead_ref == step.ref + step.length;
            for (Option* option = begin; option < end; ++option) {
                option->joined -= counted;
                option->later = free;
                const std::int32_t next = option->hyp + step.length;
                if (adjacent)
                    for (const Option* other = ahead; other < ahead_end;
                         ++other) {  // no branch: it would be guessed wrong
                        const bool continues = other->hyp == next;
                        option->next = continues ? next : option->next;
                        option->later = std::max(option->later, continues ? other->joined + other->later : kNever);
                    }
                step.free = std::max(step.free, option->alone() + option->later);
            }
            free = step.free;
            ahead = begin;
            ahead_end = end;
            ahead_ref = step.ref;
        }
    }

    std::vector<HypWord> words_;
    std::vector<std::uint8_t> ref_yields_;
    std::vector<Option> options_;
    std::vector<Step> steps_;  // the first step_count_
    std::vector<MeteorMatch> fixed_;
    std::size_t step_count_ = 0, fixed_count_ = 0;
    bool yields_ = false;
};

}  // namespace tertium
