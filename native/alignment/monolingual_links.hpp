// Which word of the reference is which word of the hypothesis? One-to-one links in three stages: equal words, equal
// stems, similar spelling (alignment/spelling.hpp); as many as possible in each. Which of several equal words is meant is
// a matter of the rule: `blocks` keeps what stands together (alignment/block_links.hpp), `crossings` has the fewest links
// that cross (alignment/assignment.hpp; docs/adr/0012-monolingual-aligner.md).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "alignment/assignment.hpp"
#include "alignment/block_links.hpp"
#include "alignment/spelling.hpp"
#include "base/sentences.hpp"
#include "base/word_table.hpp"

namespace tertium {

enum class Stage : std::uint8_t { exact = 0, stem = 1, similar = 2 };
enum class LinkRule : std::uint8_t { blocks, crossings };

class MonolingualAligner {
  public:
    static constexpr double kSimilar = BlockLinks::kSimilar;
    // Word pairs compared by spelling in one pair of sentences. Beyond it every left-over reference word is compared
    // with as many left-over hypothesis words near its place as the bound allows, and the pair is marked as capped.
    static constexpr std::size_t kCompared = std::size_t{1} << 16;

    // stems[w]: stem of word w, as dense as words are; none at all: that stage is left out.
    MonolingualAligner(const WordTable& vocabulary, std::span<const std::int32_t> stems, LinkRule rule)
        : spellings_(vocabulary), blocks_(vocabulary.size(), stems), stems_(stems), rule_(rule) {}

    void align(Words ref, Words hyp) {
        assignment_.start(ref.size(), hyp.size());
        capped_ = false;
        if (rule_ == LinkRule::blocks) {
            const bool more = blocks_.link(ref, hyp, assignment_, spellings_);
            capped_ = blocks_.capped();
            if (more) link_similar(ref, hyp);
        } else {
            assignment_.link_classes(ref, hyp);
            if (!stems_.empty()) {
                stems_of(ref, ref_keys_);
                stems_of(hyp, hyp_keys_);
                assignment_.link_classes(ref_keys_, hyp_keys_);
            }
            link_similar(ref, hyp);
        }
        ref_ = ref;
        hyp_ = hyp;
    }

    // hyp_of()[i]: the hypothesis word linked with reference word i, or Assignment::kFree.
    std::span<const std::int32_t> hyp_of() const { return assignment_.hyp_of(); }
    // Of a link. Words with a stem in common are never linked for their spelling: that stage comes after.
    Stage stage(std::size_t ref) const {
        const auto a = static_cast<std::size_t>(ref_[ref]);
        const auto b = static_cast<std::size_t>(hyp_[static_cast<std::size_t>(hyp_of()[ref])]);
        if (a == b) return Stage::exact;
        return !stems_.empty() && stems_[a] == stems_[b] ? Stage::stem : Stage::similar;
    }
    bool capped() const { return capped_ || assignment_.capped(); }

  private:
    struct Candidate {
        double similarity;
        std::int32_t neighbours;
        std::int64_t crossings;
        std::int32_t ref, hyp;
    };

    void stems_of(Words words, std::vector<std::int32_t>& keys) const {
        keys.resize(words.size());
        for (std::size_t i = 0; i < words.size(); ++i) keys[i] = stems_[static_cast<std::size_t>(words[i])];
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
        if (rule_ == LinkRule::crossings) uncross(ref, hyp);
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
            if (is_free(i) && spellings_.outline(words[i]).size > 0) left.push_back(static_cast<std::int32_t>(i));
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
                if (found > 0) candidates_.push_back({found, 0, 0, left_ref_[r], left_hyp_[h]});
            }
        }
    }

    // Most similar first; among equals those that continue a block (by that rule), then the fewest crossings with the
    // links of the stages before; then by position.
    void rank() {
        for (Candidate& candidate : candidates_) {
            if (rule_ == LinkRule::blocks) candidate.neighbours = neighbours(candidate.ref, candidate.hyp);
            if (assignment_.capped()) break;  // no steps left: by position
            candidate.crossings =
                assignment_.crossings(static_cast<std::size_t>(candidate.ref), static_cast<std::size_t>(candidate.hyp));
        }
        std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) {
            if (a.similarity != b.similarity) return a.similarity > b.similarity;
            if (a.neighbours != b.neighbours) return a.neighbours > b.neighbours;
            if (a.crossings != b.crossings) return a.crossings < b.crossings;
            return a.ref != b.ref ? a.ref < b.ref : a.hyp < b.hyp;
        });
    }

    std::int32_t neighbours(std::int32_t ref, std::int32_t hyp) const {
        const auto linked = hyp_of();
        const auto i = static_cast<std::size_t>(ref);
        return (i > 0 && hyp > 0 && linked[i - 1] == hyp - 1) + (i + 1 < linked.size() && linked[i + 1] == hyp + 1);
    }

    Assignment assignment_;
    Spellings spellings_;
    BlockLinks blocks_;
    std::span<const std::int32_t> stems_;
    LinkRule rule_;
    Words ref_, hyp_;  // of the last pair
    std::vector<std::int32_t> ref_keys_, hyp_keys_, left_ref_, left_hyp_;
    std::vector<Candidate> candidates_;
    bool capped_ = false;
};

}  // namespace tertium
