// Which words of a chunk are related: by a common stem, by a common set of synonyms. Found once for the vocabulary, so that
// a pair of sentences asks of a word's few relatives whether they are there, not of every two words whether they are
// relatives.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/recycled_memory.hpp"
#include "base/sentences.hpp"

namespace tertium {

// What words are to the modules: ids of stems by word, ascending sets of synonyms by word. Empty: module not in use.
struct MeteorWords {
    bool exact = true;
    std::span<const std::int32_t> stems;
    RaggedView synonyms;
};

class MeteorRelated {
  public:
    // Relatives listed for one word of a vocabulary, on average; a thesaurus that calls half its words equal has more, and
    // its sentences are matched without lists.
    static constexpr std::int64_t kMostEach = 256;

    // `wanted`: words whose relatives are asked for; `present`: words that may be found.
    MeteorRelated(const MeteorWords& words, std::size_t vocabulary, std::span<const std::uint8_t> wanted,
                  std::span<const std::uint8_t> present) {
        const std::int64_t most = kMostEach * static_cast<std::int64_t>(vocabulary + 1);
        complete_ = group_stems(words.stems, vocabulary) <= most;
        if (complete_ && words.synonyms.size() > 0) complete_ = group_sets(words.synonyms, vocabulary, present) <= most;
        if (!complete_) return;
        seen_.assign(vocabulary, -1);
        blocks_.reserve(vocabulary + 1);
        blocks_.push_back(0);
        by_stem_.assign(vocabulary, 0);
        for (std::size_t word = 0; word < vocabulary; ++word) {
            if (wanted[word] != 0) list(words, word, present);
            std::int32_t* fill = room_for(4);
            for (; size_ % 4 != 0; ++size_) *fill++ = static_cast<std::int32_t>(vocabulary);
            blocks_.push_back(static_cast<std::int32_t>(size_ / 4));
        }
    }

    bool complete() const { return complete_; }

    // A word's relatives, those by stem first, filled up to a multiple of four with a number that is no word's: the
    // vocabulary's size.
    struct List {
        const std::int32_t *begin, *by_set, *end;
    };
    List of(Word word) const {
        const auto w = static_cast<std::size_t>(word);
        const std::int32_t* begin = related_.data() + 4 * static_cast<std::size_t>(blocks_[w]);
        return {begin, begin + by_stem_[w], related_.data() + 4 * static_cast<std::size_t>(blocks_[w + 1])};
    }

  private:
    std::int32_t* room_for(std::size_t more) {
        if (related_.size() < size_ + more) related_.resize(2 * (size_ + more) + 1024);
        return related_.data() + size_;
    }

    // Which words are new to a list is not to be guessed: all are written, and the next one over those that are not.
    void list(const MeteorWords& words, std::size_t word, std::span<const std::uint8_t> present) {
        const auto id = static_cast<std::int32_t>(word);
        seen_[word] = id;
        const auto add_those = [&](std::span<const std::int32_t> others, auto is_new) {
            std::int32_t* const begin = room_for(others.size());
            std::int32_t* end = begin;
            for (const std::int32_t other : others) {
                *end = other;
                end += is_new(static_cast<std::size_t>(other));
            }
            size_ += static_cast<std::size_t>(end - begin);
        };
        if (!words.stems.empty())
            add_those(between(stem_starts_, stem_words_, static_cast<std::size_t>(words.stems[word])),
                      [&](std::size_t other) { return other != word && present[other] != 0; });
        by_stem_[word] = static_cast<std::int32_t>(size_ - 4 * static_cast<std::size_t>(blocks_.back()));
        if (words.synonyms.size() == 0) return;
        std::int32_t* const seen = seen_.data();
        for (auto entry = words.synonyms.offsets[word]; entry < words.synonyms.offsets[word + 1]; ++entry)
            add_those(between(set_starts_, set_words_, set_of(entry)), [&](std::size_t other) {
                const bool is_new = seen[other] != id;
                seen[other] = id;
                return is_new;
            });
    }

    static std::span<const std::int32_t> between(const Buffer<std::int32_t>& starts, const Buffer<std::int32_t>& words,
                                                 std::size_t list) {
        return {words.data() + starts[list], static_cast<std::size_t>(starts[list + 1] - starts[list])};
    }

    // Both return how many relatives there would be at most.
    std::int64_t group_stems(std::span<const std::int32_t> stems, std::size_t vocabulary) {
        if (stems.empty()) return 0;
        std::int32_t largest = -1;
        for (std::size_t word = 0; word < vocabulary; ++word) largest = std::max(largest, stems[word]);
        stem_starts_.assign(static_cast<std::size_t>(largest) + 2, 0);
        for (std::size_t word = 0; word < vocabulary; ++word) ++stem_starts_[static_cast<std::size_t>(stems[word]) + 1];
        const std::int64_t pairs = sum_up(stem_starts_);
        stem_words_.resize(vocabulary);
        cursor_.assign(stem_starts_.begin(), stem_starts_.end());
        for (std::size_t word = 0; word < vocabulary; ++word)
            stem_words_[static_cast<std::size_t>(cursor_[static_cast<std::size_t>(stems[word])]++)] =
                static_cast<std::int32_t>(word);
        return pairs;
    }

    std::int64_t group_sets(const RaggedView& sets, std::size_t vocabulary, std::span<const std::uint8_t> present) {
        const auto entries = static_cast<std::size_t>(sets.offsets[vocabulary]);
        // Numbers of sets are places in files: large, few. They are counted through a table of those met.
        const std::size_t size = std::bit_ceil(2 * entries + 2);
        const int shift = 64 - std::countr_zero(size);
        struct Slot {
            std::int32_t set = -1, number = 0;
        };
        Buffer<Slot> slots(size);
        dense_.resize(entries);
        std::int32_t count = 0;
        for (std::size_t entry = 0; entry < entries; ++entry) {
            const std::int32_t set = sets.values[entry];
            auto slot = static_cast<std::size_t>((static_cast<std::uint64_t>(set) * 0x9e3779b97f4a7c15ull) >> shift);
            while (slots[slot].set != -1 && slots[slot].set != set) slot = (slot + 1) & (size - 1);
            if (slots[slot].set == -1) slots[slot] = {set, count++};
            dense_[entry] = slots[slot].number;
        }
        set_starts_.assign(static_cast<std::size_t>(count) + 1, 0);
        for (std::size_t word = 0; word < vocabulary; ++word) {
            if (present[word] == 0) continue;
            for (auto e = sets.offsets[word]; e < sets.offsets[word + 1]; ++e) ++set_starts_[set_of(e) + 1];
        }
        const std::int64_t pairs = sum_up(set_starts_);
        set_words_.resize(entries);
        cursor_.assign(set_starts_.begin(), set_starts_.end());
        for (std::size_t word = 0; word < vocabulary; ++word) {
            if (present[word] == 0) continue;
            for (auto e = sets.offsets[word]; e < sets.offsets[word + 1]; ++e)
                set_words_[static_cast<std::size_t>(cursor_[set_of(e)]++)] = static_cast<std::int32_t>(word);
        }
        return pairs;
    }

    std::size_t set_of(std::int64_t entry) const {
        return static_cast<std::size_t>(dense_[static_cast<std::size_t>(entry)]);
    }

    static std::int64_t sum_up(Buffer<std::int32_t>& counts) {
        std::int64_t pairs = 0;
        for (std::size_t i = 1; i < counts.size(); ++i) {
            pairs += static_cast<std::int64_t>(counts[i]) * counts[i];
            counts[i] += counts[i - 1];
        }
        return pairs;
    }

    bool complete_ = true;
    Buffer<std::int32_t> stem_starts_, stem_words_, set_starts_, set_words_, cursor_, dense_, seen_;
    std::size_t size_ = 0;  // of related_
    Buffer<std::int32_t> related_, blocks_,
        by_stem_;  // relatives; by word: where they begin, in fours, and how many are by stem
};

}  // namespace tertium
