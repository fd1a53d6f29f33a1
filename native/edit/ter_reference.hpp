// What the dynamic programs of TER need to know of one reference, prepared once and used for thousands of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/sentences.hpp"

namespace tertium::ter {

// A word inside one search: 0 is any word the reference lacks, 1.. its distinct words in the order first seen.
// Words that are not in the reference need no names: they match nothing and are never part of a shifted block.
using Slot = std::int32_t;

// Exchanging the neighbouring runs [from, middle) and [middle, to): every shift of a block is one of these.
struct Move {
    std::int32_t from = 0, middle = 0, to = 0;
    bool changes() const { return from < middle && middle < to; }
};

inline void perform(const Move& move, std::vector<Slot>& words) {
    std::rotate(words.begin() + move.from, words.begin() + move.middle, words.begin() + move.to);
}

class Reference {
  public:
    // `slot_of` is indexed by word and all zero; it is all zero again after release().
    void prepare(Words words, std::vector<Slot>& slot_of) {
        words_ = words;
        rows_.resize(words.size());
        Slot slots = 1;
        for (std::size_t i = 0; i < words.size(); ++i) {
            Slot& slot = slot_of[static_cast<std::size_t>(words[i])];
            if (slot == 0) slot = slots++;
            rows_[i] = slot;
        }
        blocks_ = std::max<std::size_t>(1, (words.size() + 63) / 64);
        masks_.assign(static_cast<std::size_t>(slots) * blocks_, 0);
        first_.assign(static_cast<std::size_t>(slots) + 1, 0);
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            masks_[static_cast<std::size_t>(rows_[i]) * blocks_ + i / 64] |= std::uint64_t{1} << (i % 64);
            ++first_[static_cast<std::size_t>(rows_[i]) + 1];
        }
        for (std::size_t k = 1; k < first_.size(); ++k) first_[k] += first_[k - 1];
        places_.resize(rows_.size());
        filled_.assign(first_.begin(), first_.end() - 1);
        for (std::size_t i = 0; i < rows_.size(); ++i)
            places_[static_cast<std::size_t>(filled_[static_cast<std::size_t>(rows_[i])]++)] =
                static_cast<std::int32_t>(i);
    }

    void translate(Words hyp, const std::vector<Slot>& slot_of, std::vector<Slot>& slots) const {
        slots.resize(hyp.size());
        for (std::size_t j = 0; j < hyp.size(); ++j) slots[j] = slot_of[static_cast<std::size_t>(hyp[j])];
    }

    void release(std::vector<Slot>& slot_of) const {
        for (Word word : words_) slot_of[static_cast<std::size_t>(word)] = 0;
    }

    std::size_t size() const { return rows_.size(); }
    std::size_t blocks() const { return blocks_; }
    Slot operator[](std::size_t i) const { return rows_[i]; }
    std::size_t slots() const { return first_.size() - 1; }

    // One bit a row: set where the reference has this word. blocks() numbers.
    const std::uint64_t* mask(Slot slot) const { return masks_.data() + static_cast<std::size_t>(slot) * blocks_; }

    // Rows that hold this word, ascending.
    std::span<const std::int32_t> places(Slot slot) const {
        const auto k = static_cast<std::size_t>(slot);
        return {places_.data() + first_[k], static_cast<std::size_t>(first_[k + 1] - first_[k])};
    }

  private:
    Words words_;
    std::vector<Slot> rows_;
    std::size_t blocks_ = 1;
    std::vector<std::uint64_t> masks_;
    std::vector<std::int32_t> first_, filled_, places_;
};

// An edit path and what the shift search reads from it.
//
// Steps turn the reference into the hypothesis word by word: ' ' match, 's' substitution, 'i' a surplus hypothesis
// word, 'd' a missing reference word.
struct Alignment {
    std::int64_t distance = 0;
    std::vector<char> path;
    // Errors before each position: whether a block has any is a difference.
    std::vector<std::int32_t> hyp_wrong, ref_wrong;
    // Per reference word its hypothesis position, for a missing one the last position before it (-1: none).
    std::vector<std::int32_t> aligned;

    void read_path() {
        hyp_wrong.assign(1, 0);
        ref_wrong.assign(1, 0);
        aligned.clear();
        for (char step : path) {
            const std::int32_t wrong = step != ' ';
            if (step != 'd') hyp_wrong.push_back(hyp_wrong.back() + wrong);
            if (step != 'i') {
                ref_wrong.push_back(ref_wrong.back() + wrong);
                aligned.push_back(static_cast<std::int32_t>(hyp_wrong.size()) - 2);
            }
        }
    }
};

// Work done so far, in steps of one 64-row block (about 4 ns each); what the search budget is spent on.
struct Budget {
    std::int64_t left;
    bool spend(std::int64_t steps) {
        left -= steps;
        return left >= 0;
    }
};

}  // namespace tertium::ter
