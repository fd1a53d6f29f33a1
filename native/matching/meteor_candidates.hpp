// Candidates for METEOR's alignment: the pairs of words, or phrases, that a module calls equal.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/sentences.hpp"
#include "matching/meteor_related.hpp"

namespace tertium {

// Runs of words of the reference and of the hypothesis that a module matches: 0 exact, 1 stem, 2 synonym, 3 paraphrase.
struct MeteorMatch {
    std::int32_t ref, ref_length, hyp, hyp_length, module;
};

class MeteorCandidates {
  public:
    // Candidates of one module for one pair: 1,000 equal words on both sides are a million. Where there would be more,
    // every reference word keeps those occurrences whose rank is nearest its own, and the pair is flagged.
    static constexpr std::int64_t kMost = std::int64_t{1} << 20;
    // Pairs of words that are asked whether they are synonyms; beyond, synonyms of further reference words are not seen.
    static constexpr std::int64_t kQuestions = std::int64_t{1} << 26;

    // `wanted` marks the words of references, `present` those of hypotheses.
    MeteorCandidates(const MeteorWords& words, std::size_t vocabulary, std::span<const std::uint8_t> wanted,
                     std::span<const std::uint8_t> present)
        : words_(words), related_(words, vocabulary, wanted, present) {
        first_.assign(vocabulary + 1, -1);  // and no word, with which lists of relatives are filled up
        std::size_t classes = vocabulary;
        for (std::int32_t stem : words.stems) classes = std::max(classes, static_cast<std::size_t>(stem) + 1);
        begin_.assign(classes, 0);
        count_.assign(classes, 0);
        seen_.assign(classes, 0);
    }

    // `phrases`: (hypothesis start, length, reference start, length) of every paraphrase, in the order found.
    void find(Words hyp, Words ref, std::span<const std::int32_t> phrases) {
        found_.clear();
        capped_ = has_relatives_ = false;
        has_phrases_ = !phrases.empty();
        const auto most = static_cast<std::int64_t>(hyp.size()) * static_cast<std::int64_t>(ref.size());
        if (!has_phrases_ && most <= kMost && related_.complete()) {
            match_words(hyp, ref);
            return;
        }
        if (words_.exact) match_classes(hyp, ref, 0, [](Word word) { return word; });
        if (!words_.stems.empty())
            match_classes(hyp, ref, 1, [&](Word word) { return words_.stems[static_cast<std::size_t>(word)]; });
        if (words_.synonyms.size() > 0) match_synonyms(hyp, ref);
        has_relatives_ =
            std::any_of(found_.begin(), found_.end(), [](const MeteorMatch& match) { return match.module != 0; });
        for (std::size_t i = 0; i + 3 < phrases.size(); i += 4)
            found_.push_back({phrases[i + 2], phrases[i + 3], phrases[i], phrases[i + 1], 3});
        sort_by_reference(ref.size());
    }

    // Leaves out candidates that `drop` names.
    template <class Drop>
    void remove(Drop drop) {
        std::size_t kept = 0, read = 0;
        for (std::size_t ref = 0; ref + 1 < starts_.size(); ++ref) {
            const std::size_t end = starts_[ref + 1];
            starts_[ref] = kept;
            for (; read < end; ++read)
                if (!drop(sorted_[read])) sorted_[kept++] = sorted_[read];
        }
        starts_.back() = size_ = kept;
    }

    // Candidates that begin at a reference word, in the order of modules, then as found.
    std::span<const MeteorMatch> operator[](std::size_t ref) const {
        return {sorted_.data() + starts_[ref], starts_[ref + 1] - starts_[ref]};
    }
    std::span<const MeteorMatch> all() const { return {sorted_.data(), size_}; }
    std::int32_t index(std::size_t ref) const { return static_cast<std::int32_t>(starts_[ref]); }
    const MeteorMatch& at(std::int32_t index) const { return sorted_[static_cast<std::size_t>(index)]; }
    std::size_t size() const { return size_; }
    bool capped() const { return capped_; }
    bool has_phrases() const { return has_phrases_; }
    bool has_relatives() const { return has_relatives_; }  // by stem or synonym

  private:
    // All modules at once, in the order of the reference: no candidate can be one too many.
    void match_words(Words hyp, Words ref) {
        std::int32_t* const first = first_.data();
        next_.resize(std::max(next_.size(), hyp.size()));
        for (std::size_t i = hyp.size(); i-- > 0;) {
            next_[i] = first[hyp[i]];
            first[hyp[i]] = static_cast<std::int32_t>(i);
        }
        starts_.resize(ref.size() + 1);
        size_ = 0;
        for (std::size_t j = 0; j < ref.size(); ++j) {
            starts_[j] = size_;
            if (sorted_.size() < size_ + 3 * hyp.size())
                sorted_.resize(2 * (size_ + 3 * hyp.size()));  // room for all here
            if (words_.exact) add_places(ref[j], j, 0);
            add_relatives(ref[j], j);
        }
        starts_[ref.size()] = size_;
        for (Word word : hyp) first[word] = -1;
    }

    void add_places(Word word, std::size_t ref, std::int32_t module) {
        MeteorMatch* end = sorted_.data() + size_;
        for (std::int32_t i = first_[static_cast<std::size_t>(word)]; i >= 0; i = next_[static_cast<std::size_t>(i)])
            *end++ = {static_cast<std::int32_t>(ref), 1, i, 1, module};
        size_ = static_cast<std::size_t>(end - sorted_.data());
    }

    void add_relatives(Word word, std::size_t ref) {
        const std::int32_t* const first = first_.data();
        const MeteorRelated::List found = related_.of(word);
        const std::size_t before = size_;
        for (const std::int32_t* four = found.begin; four < found.end; four += 4) {  // few are there: asked together
            if ((first[four[0]] & first[four[1]] & first[four[2]] & first[four[3]]) < 0) continue;
            for (int k = 0; k < 4; ++k) add_places(four[k], ref, four + k < found.by_set ? 1 : 2);
        }
        if (size_ - before > 1)
            std::sort(sorted_.begin() + static_cast<std::ptrdiff_t>(before),
                      sorted_.begin() + static_cast<std::ptrdiff_t>(size_),
                      [](const MeteorMatch& a, const MeteorMatch& b) {
                          return a.module != b.module ? a.module < b.module : a.hyp < b.hyp;
                      });
        has_relatives_ = has_relatives_ || size_ > before;
    }

    // Words of one class match; those of one spelling are left to the exact module.
    template <class ClassOf>
    void match_classes(Words hyp, Words ref, std::int32_t module, ClassOf class_of) {
        for (Word word : hyp) ++count_[static_cast<std::size_t>(class_of(word))];
        std::int64_t total = 0;
        for (Word word : ref) total += count_[static_cast<std::size_t>(class_of(word))];
        if (total > 0) {
            std::int32_t at = 0;
            for (Word word : hyp) {  // a class's places begin where its first word is met
                const auto found = static_cast<std::size_t>(class_of(word));
                if (seen_[found]++ == 0) {
                    begin_[found] = at;
                    at += count_[found];
                }
            }
            for (Word word : hyp) seen_[static_cast<std::size_t>(class_of(word))] = 0;
            places_.resize(hyp.size());
            for (std::size_t i = 0; i < hyp.size(); ++i) {
                const auto found = static_cast<std::size_t>(class_of(hyp[i]));
                places_[static_cast<std::size_t>(begin_[found] + seen_[found]++)] = static_cast<std::int32_t>(i);
            }
            for (Word word : hyp) seen_[static_cast<std::size_t>(class_of(word))] = 0;
            const auto limit = total <= kMost
                                   ? static_cast<std::int32_t>(hyp.size())
                                   : std::max<std::int32_t>(
                                         1, static_cast<std::int32_t>(kMost / static_cast<std::int64_t>(ref.size())));
            for (std::size_t j = 0; j < ref.size(); ++j) {
                const auto found = static_cast<std::size_t>(class_of(ref[j]));
                if (count_[found] == 0) continue;
                const std::int32_t rank = seen_[found]++;
                std::int32_t from = 0, to = count_[found];
                if (to > limit) {
                    from = std::clamp(rank - limit / 2, 0, to - limit);
                    to = from + limit;
                    capped_ = true;
                }
                for (std::int32_t k = from; k < to; ++k) {
                    const std::int32_t i = places_[static_cast<std::size_t>(begin_[found] + k)];
                    if (module == 0 || hyp[static_cast<std::size_t>(i)] != ref[j])
                        found_.push_back({static_cast<std::int32_t>(j), 1, i, 1, module});
                }
            }
            for (Word word : ref) seen_[static_cast<std::size_t>(class_of(word))] = 0;
        }
        for (Word word : hyp) count_[static_cast<std::size_t>(class_of(word))] = 0;
    }

    void match_synonyms(Words hyp, Words ref) {
        std::int64_t questions = 0;
        std::size_t before = found_.size();
        for (std::size_t j = 0; j < ref.size(); ++j) {
            if (words_.synonyms[static_cast<std::size_t>(ref[j])].empty()) continue;
            questions += static_cast<std::int64_t>(hyp.size());
            if (questions > kQuestions || found_.size() - before > static_cast<std::size_t>(kMost)) {
                capped_ = true;
                return;
            }
            for (std::size_t i = 0; i < hyp.size(); ++i)
                if (hyp[i] != ref[j] && share(hyp[i], ref[j]))
                    found_.push_back({static_cast<std::int32_t>(j), 1, static_cast<std::int32_t>(i), 1, 2});
        }
    }

    bool share(Word one, Word other) const {
        const auto a = words_.synonyms[static_cast<std::size_t>(one)],
                   b = words_.synonyms[static_cast<std::size_t>(other)];
        for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
            if (a[i] == b[j]) return true;
            a[i] < b[j] ? ++i : ++j;
        }
        return false;
    }

    void sort_by_reference(std::size_t ref_size) {
        starts_.assign(ref_size + 2, 0);
        for (const MeteorMatch& match : found_) ++starts_[static_cast<std::size_t>(match.ref) + 2];
        for (std::size_t i = 2; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
        size_ = found_.size();
        sorted_.resize(std::max(sorted_.size(), size_));
        for (const MeteorMatch& match : found_) sorted_[starts_[static_cast<std::size_t>(match.ref) + 1]++] = match;
    }

    MeteorWords words_;
    MeteorRelated related_;
    std::vector<std::int32_t> first_, next_;  // where a word is in the hypothesis first, and next
    std::vector<std::int32_t> begin_, count_, seen_, places_;
    std::vector<MeteorMatch> found_, sorted_;  // of sorted_ the first size_
    std::vector<std::size_t> starts_;
    std::size_t size_ = 0;
    bool capped_ = false, has_phrases_ = false, has_relatives_ = false;
};

}  // namespace tertium
