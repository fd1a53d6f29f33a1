// How alike two words are spelled: Dice's coefficient of character bigrams, with the word's edges as characters,
// 2c / (a + b). Words of 4 to 64 characters can be compared.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/sentences.hpp"
#include "base/word_table.hpp"
#include "text/unicode.hpp"

namespace tertium {

// The character bigrams of a vocabulary's words, made when first asked for.
class Spellings {
  public:
    static constexpr std::size_t kShortest = 4, kLongest = 64;

    // A word's number of bigrams, none for words that are too short or too long to be compared, and one bit for each of
    // their hashes: enough to tell most words apart.
    struct Outline {
        std::uint64_t mask;
        std::size_t size;
    };

    explicit Spellings(const WordTable& vocabulary) : vocabulary_(&vocabulary), of_(vocabulary.size()) {}

    Outline outline(Word word) {
        Entry& entry = of_[static_cast<std::size_t>(word)];
        if (!entry.made) {
            entry.made = true;
            entry.begin = bigrams_.size();
            add((*vocabulary_)[static_cast<std::size_t>(word)]);
            entry.size = static_cast<std::uint8_t>(bigrams_.size() - entry.begin);
            for (std::size_t k = entry.begin; k < bigrams_.size(); ++k)
                entry.mask |= std::uint64_t{1} << (fold_multiply(bigrams_[k], 0x9e3779b97f4a7c15ull) & 63);
        }
        return {entry.mask, entry.size};
    }

    static bool may_be_similar(const Outline& a, const Outline& b, double least) {
        // Every bit that one word has and the other lacks is a bigram without a partner.
        const std::size_t most = std::min(a.size - static_cast<std::size_t>(std::popcount(a.mask & ~b.mask)),
                                          b.size - static_cast<std::size_t>(std::popcount(b.mask & ~a.mask)));
        return 2.0 * static_cast<double>(most) >= least * static_cast<double>(a.size + b.size);
    }

    // 0 if below `least`.
    double similarity(Word first, Word second, double least) {
        const Outline one = outline(first), other = outline(second);
        if (one.size == 0 || other.size == 0 || !may_be_similar(one, other, least)) return 0.0;
        const auto a = sorted(first), b = sorted(second);
        const auto both = static_cast<double>(a.size() + b.size());
        std::size_t common = 0, i = 0, j = 0;
        while (i < a.size() && j < b.size()) {
            if (a[i] < b[j]) ++i;
            else if (b[j] < a[i]) ++j;
            else ++common, ++i, ++j;
        }
        const double found = 2.0 * static_cast<double>(common) / both;
        return found >= least ? found : 0.0;
    }

  private:
    struct Entry {
        std::uint64_t mask = 0;
        std::size_t begin = 0;
        std::uint8_t size = 0;  // at most kLongest + 1
        bool made = false, sorted = false;
    };

    // The bigrams of a word whose outline was made; few words are ever compared so far.
    std::span<const std::uint64_t> sorted(Word word) {
        Entry& entry = of_[static_cast<std::size_t>(word)];
        const std::span<std::uint64_t> found(bigrams_.data() + entry.begin, entry.size);
        if (!entry.sorted) std::sort(found.begin(), found.end());
        entry.sorted = true;
        return found;
    }

    void add(std::string_view word) {
        constexpr char32_t edge =
            0x10FFFF;  // no word holds this noncharacter by chance; if one does, it is still a bigram
        const std::size_t begin = bigrams_.size();
        char32_t before = edge;
        std::size_t characters = 0;
        for (std::size_t at = 0; at < word.size(); at += unicode::width(unicode::byte(word, at))) {
            if (++characters > kLongest) break;
            const char32_t now = unicode::decode(word, at);
            bigrams_.push_back(static_cast<std::uint64_t>(before) << 32 | now);
            before = now;
        }
        if (characters < kShortest || characters > kLongest) {
            bigrams_.resize(begin);
            return;
        }
        bigrams_.push_back(static_cast<std::uint64_t>(before) << 32 | edge);
    }

    const WordTable* vocabulary_;
    std::vector<Entry> of_;
    std::vector<std::uint64_t> bigrams_;
};

}  // namespace tertium
