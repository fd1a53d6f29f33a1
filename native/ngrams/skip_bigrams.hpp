// Clipped overlap of bags of words and of bags of skip-bigrams.
//
// A skip-bigram is an ordered pair of words of one sentence with at most `skip` words between them (Lin & Och, "Automatic
// evaluation of machine translation quality using longest common subsequence and skip-bigram statistics", ACL 2004);
// skip 0 gives plain bigrams. Pairs are never stored: for each word that both sentences know, the bag of words standing
// before it within the window is counted on both sides and clipped. Where windows overlap so much that walking them
// costs more than the sentence is long, one sliding count over the sentence replaces them. Time is therefore at most
// O(min(pairs, shared words * length)) and memory O(vocabulary + length), with no limit on the distance.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/sentences.hpp"

namespace tertium {

inline constexpr std::int64_t unlimited_skip = -1;

// How many skip-bigrams a sentence of `words` words has.
inline std::int64_t count_skip_bigrams(std::int64_t words, std::int64_t skip) {
    if (words < 2) return 0;
    const std::int64_t reach = skip == unlimited_skip || skip > words - 2 ? words - 1 : skip + 1;
    return reach * words - reach * (reach + 1) / 2;
}

// Size of the multiset intersection of two sentences.
class BagOverlap {
  public:
    explicit BagOverlap(std::size_t vocabulary) : left_(vocabulary, 0) {}

    std::int64_t operator()(Words a, Words b) {
        for (Word word : a) ++left_[static_cast<std::size_t>(word)];
        std::int64_t shared = 0;
        for (Word word : b) {
            std::int32_t& left = left_[static_cast<std::size_t>(word)];
            const std::int32_t one = left > 0 ? 1 : 0;  // no branch: whether a word matches is as good as random
            left -= one;
            shared += one;
        }
        for (Word word : a) left_[static_cast<std::size_t>(word)] = 0;
        return shared;
    }

  private:
    std::vector<std::int32_t> left_;
};

class SkipBigramOverlap {
  public:
    explicit SkipBigramOverlap(std::size_t vocabulary) : number_(vocabulary, absent) {}

    std::int64_t operator()(Words hyp, Words ref, std::int64_t skip) {
        if (std::max(hyp.size(), ref.size()) <= short_words) return count_in_table(hyp, ref, skip);
        std::int64_t total = 0;
        visit(hyp, ref, skip, [&](Word, Word, std::int64_t shared) { total += shared; });
        return total;
    }

    // Calls `found(first word, second word, times shared)`, once for each distinct pair that both sentences have.
    template <class Found>
    void visit(Words hyp, Words ref, std::int64_t skip, Found&& found) {
        number_shared_words(hyp, ref);
        const std::size_t shared = words_.size();
        hyp_side_.index(hyp, number_, shared);
        ref_side_.index(ref, number_, shared);
        for (Word word : ref) number_[static_cast<std::size_t>(word)] = absent;
        before_hyp_.assign(shared, 0);
        before_ref_.assign(shared, 0);
        for (std::size_t second = 0; second < shared; ++second) {
            hyp_side_.count_before(second, skip, [&](std::int32_t first, std::int64_t times) {
                if (before_hyp_[static_cast<std::size_t>(first)] == 0) touched_.push_back(first);
                before_hyp_[static_cast<std::size_t>(first)] += times;
            });
            ref_side_.count_before(second, skip, [&](std::int32_t first, std::int64_t times) {
                if (before_hyp_[static_cast<std::size_t>(first)] > 0)
                    before_ref_[static_cast<std::size_t>(first)] += times;
            });
            for (std::int32_t first : touched_) {
                std::int64_t& in_hyp = before_hyp_[static_cast<std::size_t>(first)];
                std::int64_t& in_ref = before_ref_[static_cast<std::size_t>(first)];
                const std::int64_t both = std::min(in_hyp, in_ref);
                if (both > 0) found(words_[static_cast<std::size_t>(first)], words_[second], both);
                in_hyp = in_ref = 0;
            }
            touched_.clear();
        }
    }

  private:
    static constexpr std::int32_t absent = -1, in_reference = -2;
    static constexpr std::size_t short_words = 128;

    // Sentences of ordinary length: pairs of shared words index a small table, which holds what is left to match.
    std::int64_t count_in_table(Words hyp, Words ref, std::int64_t skip) {
        number_shared_words(hyp, ref);
        const std::size_t shared = words_.size();
        table_.assign(shared * shared, 0);
        const std::size_t reach = skip == unlimited_skip || static_cast<std::uint64_t>(skip) >= short_words
                                      ? short_words
                                      : static_cast<std::size_t>(skip) + 1;
        std::int64_t total = 0;
        each_pair(hyp, reach, shared, [](std::int32_t& left) { ++left; });
        each_pair(ref, reach, shared, [&](std::int32_t& left) {
            const std::int32_t one = left > 0 ? 1 : 0;
            left -= one;
            total += one;
        });
        for (Word word : ref) number_[static_cast<std::size_t>(word)] = absent;
        return total;
    }

    template <class Visit>
    void each_pair(Words sentence, std::size_t reach, std::size_t shared, Visit&& visit) {
        // Shared words with their places, so that words the other side lacks cost nothing in the inner loop.
        // Which words those are is as good as random: written always, kept by a count, there is no branch to guess.
        std::size_t kept = 0;
        for (std::size_t i = 0; i < sentence.size(); ++i) {
            const std::int32_t number = number_[static_cast<std::size_t>(sentence[i])];
            kept_[kept] = {static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(i)};
            kept += number >= 0 ? 1 : 0;
        }
        for (std::size_t i = 0; i < kept; ++i) {
            std::int32_t* row = table_.data() + kept_[i].number * shared;
            const std::size_t end = kept_[i].place + reach;
            for (std::size_t j = i + 1; j < kept && kept_[j].place <= end; ++j) visit(row[kept_[j].number]);
        }
    }

    struct Kept {
        std::uint32_t number, place;
    };

    // One sentence in the numbers of the shared words (absent elsewhere), and where each shared word stands.
    class Side {
      public:
        void index(Words sentence, const std::vector<std::int32_t>& number, std::size_t shared) {
            numbers_.resize(sentence.size());
            starts_.assign(shared + 1, 0);
            for (std::size_t i = 0; i < sentence.size(); ++i) {
                const std::int32_t n = number[static_cast<std::size_t>(sentence[i])];
                numbers_[i] = n < 0 ? absent : n;
                if (n >= 0) ++starts_[static_cast<std::size_t>(n) + 1];
            }
            for (std::size_t n = 0; n < shared; ++n) starts_[n + 1] += starts_[n];
            places_.resize(starts_[shared]);
            next_.assign(starts_.begin(), starts_.end() - 1);
            for (std::size_t i = 0; i < sentence.size(); ++i)
                if (numbers_[i] >= 0) places_[next_[static_cast<std::size_t>(numbers_[i])]++] = i;
        }

        // Calls `add(first, times)` for the shared words inside the windows before each place of `second`.
        template <class Add>
        void count_before(std::size_t second, std::int64_t skip, Add&& add) const {
            const std::size_t length = numbers_.size();
            const std::size_t reach = skip == unlimited_skip || static_cast<std::uint64_t>(skip) >= length
                                          ? length
                                          : static_cast<std::size_t>(skip) + 1;
            const std::size_t begin = starts_[second], end = starts_[second + 1];
            if ((end - begin) <= 1 || reach <= length / (end - begin)) {
                for (std::size_t p = begin; p < end; ++p) {
                    const std::size_t place = places_[p];
                    for (std::size_t i = place - std::min(place, reach); i < place; ++i)
                        if (numbers_[i] >= 0) add(numbers_[i], 1);
                }
                return;
            }
            // Places of `second` inside (i, i + reach] are places_[low .. high), both ends only move right.
            std::size_t low = begin, high = begin;
            for (std::size_t i = 0; i < places_[end - 1]; ++i) {
                while (low < end && places_[low] <= i) ++low;
                while (high < end && places_[high] - i <= reach) ++high;
                if (numbers_[i] >= 0 && high > low) add(numbers_[i], static_cast<std::int64_t>(high - low));
            }
        }

      private:
        std::vector<std::int32_t> numbers_;
        std::vector<std::size_t> starts_, places_, next_;
    };

    void number_shared_words(Words hyp, Words ref) {
        for (Word word : ref) number_[static_cast<std::size_t>(word)] = in_reference;
        words_.resize(hyp.size());
        std::size_t shared = 0;
        for (Word word : hyp) {
            std::int32_t& number = number_[static_cast<std::size_t>(word)];
            const bool is_new = number == in_reference;
            number = is_new ? static_cast<std::int32_t>(shared) : number;
            words_[shared] = word;
            shared += is_new ? 1 : 0;
        }
        words_.resize(shared);
    }

    std::vector<std::int32_t> number_;
    std::vector<Word> words_;
    Side hyp_side_, ref_side_;
    std::vector<std::int64_t> before_hyp_, before_ref_;
    std::vector<std::int32_t> touched_, table_;
    std::array<Kept, short_words> kept_;
};

}  // namespace tertium
