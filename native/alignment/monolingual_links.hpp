// Which word of the reference is which word of the hypothesis? One-to-one links in three stages: equal words, equal
// stems, similar spelling; fewest crossings among equals (alignment/assignment.hpp).
//
// Spelling: Dice's coefficient of character bigrams, with the word's edges as characters, 2c / (a + b). Words of 4 to
// 64 characters take part from kSimilar on (docs/adr/0012-monolingual-aligner.md shows why 0.65).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "alignment/assignment.hpp"
#include "base/sentences.hpp"
#include "base/word_table.hpp"
#include "text/unicode.hpp"

namespace tertium {

enum class Stage : std::uint8_t { exact = 0, stem = 1, similar = 2 };

// The character bigrams of a vocabulary's words, sorted, made when first asked for.
class Spellings {
  public:
    static constexpr std::size_t kShortest = 4, kLongest = 64;

    explicit Spellings(const WordTable& vocabulary) : vocabulary_(&vocabulary), of_(vocabulary.size()) {}

    // Empty for words that are too short or too long to be compared.
    std::span<const std::uint64_t> bigrams(Word word) {
        Entry& entry = of_[static_cast<std::size_t>(word)];
        if (!entry.made) {
            entry.made = true;
            entry.begin = bigrams_.size();
            add((*vocabulary_)[static_cast<std::size_t>(word)]);
            entry.size = bigrams_.size() - entry.begin;
            for (std::size_t k = entry.begin; k < bigrams_.size(); ++k)
                entry.mask |= std::uint64_t{1} << (fold_multiply(bigrams_[k], 0x9e3779b97f4a7c15ull) & 63);
        }
        return {bigrams_.data() + entry.begin, entry.size};
    }

    // 0 if below `least`.
    double similarity(Word first, Word second, double least) {
        (void)bigrams(first);  // both before either is looked at: making one may move the other
        (void)bigrams(second);
        const auto a = bigrams(first), b = bigrams(second);
        if (a.empty() || b.empty()) return 0.0;
        const auto both = static_cast<double>(a.size() + b.size());
        // Every bit that one word has and the other lacks is a bigram without a partner.
        const std::uint64_t first_mask = mask(first), second_mask = mask(second);
        const std::size_t most =
            std::min(a.size() - static_cast<std::size_t>(std::popcount(first_mask & ~second_mask)),
                     b.size() - static_cast<std::size_t>(std::popcount(second_mask & ~first_mask)));
        if (2.0 * static_cast<double>(most) < least * both) return 0.0;
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
        std::size_t begin = 0, size = 0;
        std::uint64_t mask = 0;
        bool made = false;
    };

    std::uint64_t mask(Word word) const { return of_[static_cast<std::size_t>(word)].mask; }

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
        std::sort(bigrams_.begin() + static_cast<std::ptrdiff_t>(begin), bigrams_.end());
    }

    const WordTable* vocabulary_;
    std::vector<Entry> of_;
    std::vector<std::uint64_t> bigrams_;
};

class MonolingualAligner {
  public:
    static constexpr double kSimilar = 0.65;
    // Word pairs compared by spelling in one pair of sentences. Beyond it every left-over reference word is compared
    // with as many left-over hypothesis words near its place as the bound allows, and the pair is marked as capped.
    static constexpr std::size_t kCompared = std::size_t{1} << 16;

    // stems[w]: stem of word w, as dense as words are; none at all: that stage is left out.
    MonolingualAligner(const WordTable& vocabulary, std::span<const std::int32_t> stems)
        : spellings_(vocabulary), stems_(stems) {}

    void align(Words ref, Words hyp) {
        assignment_.start(ref.size(), hyp.size());
        stage_.assign(ref.size(), Stage::exact);
        capped_ = false;
        assignment_.link_classes(ref, hyp);
        mark(Stage::exact, ref.size());
        if (!stems_.empty()) {
            stems_of(ref, ref_keys_);
            stems_of(hyp, hyp_keys_);
            assignment_.link_classes(ref_keys_, hyp_keys_);
            mark(Stage::stem, ref.size());
        }
        link_similar(ref, hyp);
        mark(Stage::similar, ref.size());
    }

    // hyp_of()[i]: the hypothesis word linked with reference word i, or Assignment::kFree.
    std::span<const std::int32_t> hyp_of() const { return assignment_.hyp_of(); }
    Stage stage(std::size_t ref) const { return stage_[ref]; }
    bool capped() const { return capped_ || assignment_.capped(); }

  private:
    struct Candidate {
        double similarity;
        std::int64_t crossings;
        std::int32_t ref, hyp;
    };

    void stems_of(Words words, std::vector<std::int32_t>& keys) const {
        keys.resize(words.size());
        for (std::size_t i = 0; i < words.size(); ++i) keys[i] = stems_[static_cast<std::size_t>(words[i])];
    }

    // Links without a stage yet are of this one: stages only add links.
    void mark(Stage stage, std::size_t refs) {
        if (stage == Stage::exact) linked_.assign(refs, 0);
        for (std::size_t i = 0; i < refs; ++i) {
            if (linked_[i] != 0 || assignment_.ref_free(i)) continue;
            linked_[i] = 1;
            stage_[i] = stage;
        }
    }

    void link_similar(Words ref, Words hyp) {
        left_over(ref, [&](std::size_t i) { return assignment_.ref_free(i); }, left_ref_);
        left_over(hyp, [&](std::size_t i) { return assignment_.hyp_free(i); }, left_hyp_);
        if (left_ref_.empty() || left_hyp_.empty()) return;
        compare(ref, hyp);
        if (candidates_.empty()) return;
        rank();
        std::size_t taken = 0;
        for (const Candidate& candidate : candidates_) {
            if (!assignment_.ref_free(static_cast<std::size_t>(candidate.ref)) ||
                !assignment_.hyp_free(static_cast<std::size_t>(candidate.hyp)))
                continue;
            assignment_.link(candidate.ref, candidate.hyp);
            candidates_[taken++] = candidate;
        }
        candidates_.resize(taken);
        uncross(ref, hyp);
    }

    // Links of the same two words are put in order, which never adds a crossing.
    void uncross(Words ref, Words hyp) {
        const auto word = [](Words words, std::int32_t at) { return words[static_cast<std::size_t>(at)]; };
        std::sort(candidates_.begin(), candidates_.end(), [&](const Candidate& a, const Candidate& b) {
            if (word(ref, a.ref) != word(ref, b.ref)) return word(ref, a.ref) < word(ref, b.ref);
            if (word(hyp, a.hyp) != word(hyp, b.hyp)) return word(hyp, a.hyp) < word(hyp, b.hyp);
            return a.ref < b.ref;
        });
        for (std::size_t begin = 0, end = 0; begin < candidates_.size(); begin = end) {
            left_hyp_.clear();
            for (; end < candidates_.size() && word(ref, candidates_[end].ref) == word(ref, candidates_[begin].ref) &&
                   word(hyp, candidates_[end].hyp) == word(hyp, candidates_[begin].hyp);
                 ++end)
                left_hyp_.push_back(candidates_[end].hyp);
            std::sort(left_hyp_.begin(), left_hyp_.end());
            for (std::size_t k = begin; k < end; ++k) assignment_.link(candidates_[k].ref, left_hyp_[k - begin]);
        }
    }

    template <class IsFree>
    void left_over(Words words, IsFree&& is_free, std::vector<std::int32_t>& left) {
        left.clear();
        for (std::size_t i = 0; i < words.size(); ++i)
            if (is_free(i) && !spellings_.bigrams(words[i]).empty()) left.push_back(static_cast<std::int32_t>(i));
    }

    void compare(Words ref, Words hyp) {
        candidates_.clear();
        std::size_t reach = left_hyp_.size();  // how many words on either side of the own place are looked at
        if (left_ref_.size() * left_hyp_.size() > kCompared) {
            capped_ = true;
            reach = std::max<std::size_t>(1, kCompared / left_ref_.size() / 2);
        }
        for (std::size_t r = 0; r < left_ref_.size(); ++r) {
            const std::size_t middle = r * left_hyp_.size() / left_ref_.size();
            const std::size_t begin = middle > reach ? middle - reach : 0;
            const std::size_t end = std::min(left_hyp_.size(), middle + reach + 1);
            for (std::size_t h = begin; h < end; ++h) {
                const auto i = static_cast<std::size_t>(left_ref_[r]), j = static_cast<std::size_t>(left_hyp_[h]);
                const double found = spellings_.similarity(ref[i], hyp[j], kSimilar);
                if (found > 0) candidates_.push_back({found, 0, left_ref_[r], left_hyp_[h]});
            }
        }
    }

    // Most similar first; among equals the fewest crossings with the links of the stages before; then by position.
    void rank() {
        for (Candidate& candidate : candidates_) {
            if (assignment_.capped()) break;  // no steps left: by position
            candidate.crossings =
                assignment_.crossings(static_cast<std::size_t>(candidate.ref), static_cast<std::size_t>(candidate.hyp));
        }
        std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) {
            if (a.similarity != b.similarity) return a.similarity > b.similarity;
            if (a.crossings != b.crossings) return a.crossings < b.crossings;
            return a.ref != b.ref ? a.ref < b.ref : a.hyp < b.hyp;
        });
    }

    Assignment assignment_;
    Spellings spellings_;
    std::span<const std::int32_t> stems_;
    std::vector<Stage> stage_;
    std::vector<std::uint8_t> linked_;
    std::vector<std::int32_t> ref_keys_, hyp_keys_, left_ref_, left_hyp_;
    std::vector<Candidate> candidates_;
    bool capped_ = false;
};

}  // namespace tertium
