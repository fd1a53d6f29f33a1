// ATEC's alignment of phrases and its weights (Wong and Kit 2010; docs/metrics/words.md#atec).
//
// Words match by the first stage that applies: the same word, a shared stem, a shared set of synonyms, or a pair of words
// listed as semantically close. Blocks of matching words are taken greedily over all references together: the longest,
// then the nearest in position, then of greatest weight, then by reference, candidate position, reference position. All
// blocks of the greatest length are found at once and walked in that order, since what is taken never makes another block
// longer; lengths fall from round to round, so that n words end within sqrt(2 n) rounds.
//
// Bound: kAtecMatches matching pairs of words. A pair with more (above 1,400 equal words on both sides) is flagged, and
// only words at most so far apart in position are matched that the limit holds.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "base/sentences.hpp"

namespace tertium {

inline constexpr std::int64_t kAtecMatches = std::int64_t{1} << 21;
inline constexpr std::size_t kAtecStages = 4;  // exact, stem, synonym, close

// What is known of the words of a vocabulary. A word is in groups[word], ascending; groups below `stems` are stems, the
// others sets of synonyms. close[word] lists words near it in meaning. Either may have no words at all: stage off.
struct AtecWords {
    RaggedView groups;
    std::int32_t stems = 0;
    std::size_t group_count = 0;
    RaggedView close;
    std::span<const double> idf;
};

struct AtecOptions {
    bool repaired = true, pooled_ranks = false, position_sum = false;
    enum Unmatch { kJointMean, kSingleMean, kJointSum } unmatch = kJointMean;
    std::array<double, kAtecStages> weight{1.0, 0.95, 0.95, 0.95};
    double unmatched_weight = 0.15, info_match = 0.34, info_unmatch = 0.26;
    double position = 0.02, order = 0.15, exponent = 1.1, limit = 0.95;
    std::int64_t matches = kAtecMatches;
};

struct AtecPhrase {
    std::int32_t hyp, reference, ref, size;  // places from 0, ref within its reference
    std::int32_t distance, order;
    double match, penalty, worth;
};

struct AtecRow {
    double worth = 0, unmatched = 0, mean_length = 0;
    std::int64_t phrases = 0, words = 0;
    bool capped = false;
};

// One of these a thread: its scratch grows to the largest pair seen.
class Atec {
  public:
    Atec(const AtecOptions& options, const AtecWords& words)
        : options_(options),
          words_(words),
          head_(words.idf.size(), kNone),
          times_(words.idf.size(), 0),
          stage_(words.idf.size(), kNone),
          group_head_(words.group_count, kNone) {}

    void begin_references() {
        for (const Word word : types_) head_[at(word)] = kNone;
        for (const std::int32_t group : seen_groups_) group_head_[at(group)] = kNone;
        types_.clear();
        seen_groups_.clear();
        links_.clear();
        ref_.clear();
        next_.clear();
        tfidf_.clear();
        bounds_.assign(1, 0);
        lengths_ = 0;
    }

    void add_reference(Words ref) {
        for (const Word word : ref) {
            if (head_[at(word)] == kNone) add_type(word);
            next_.push_back(head_[at(word)]);
            head_[at(word)] = static_cast<std::int32_t>(ref_.size());
            ref_.push_back(word);
        }
        for (const Word word : ref) ++times_[at(word)];
        for (const Word word : ref)
            tfidf_.push_back(std::max(1.0, static_cast<double>(times_[at(word)]) * words_.idf[at(word)]));
        for (const Word word : ref) times_[at(word)] = 0;
        ref_.push_back(kNone);  // a gap that no phrase crosses
        next_.push_back(kNone);
        tfidf_.push_back(1.0);
        bounds_.push_back(static_cast<std::int32_t>(ref_.size()));
        lengths_ += static_cast<std::int64_t>(ref.size());
    }

    AtecRow score(Words hyp) {
        AtecRow row;
        const std::size_t references = bounds_.size() - 1;
        row.mean_length = references == 0 ? 0.0 : static_cast<double>(lengths_) / static_cast<double>(references);
        hyp_ = hyp;
        find_matches(row.capped);
        if (options_.unmatch == AtecOptions::kSingleMean && references > 1) {
            double sum = 0;
            for (std::size_t k = 0; k < references; ++k) {
                align(bounds_[k], bounds_[k + 1]);
                sum += unmatched(bounds_[k], bounds_[k + 1]);
            }
            row.unmatched = sum / static_cast<double>(references);
            align(0, bounds_.back());
        } else {
            align(0, bounds_.back());
            row.unmatched = unmatched(0, bounds_.back());
            if (options_.unmatch != AtecOptions::kJointSum && references > 0)
                row.unmatched /= static_cast<double>(references);
        }
        weigh();
        for (const AtecPhrase& phrase : phrases_) {
            row.worth += phrase.worth;
            row.words += phrase.size;
        }
        row.phrases = static_cast<std::int64_t>(phrases_.size());
        return row;
    }

    // By place in the hypothesis.
    const std::vector<AtecPhrase>& phrases() const { return phrases_; }

  private:
    static constexpr std::int32_t kNone = -1;

    struct Match {
        std::int32_t hyp, ref, stage;  // ref in the concatenation of all references
    };
    struct Block {
        std::int32_t distance;
        double weight;
        std::int32_t reference, hyp, ref;  // ref in the concatenation
        bool operator<(const Block& other) const {
            if (distance != other.distance) return distance < other.distance;
            if (weight != other.weight) return weight > other.weight;
            if (reference != other.reference) return reference < other.reference;
            return hyp != other.hyp ? hyp < other.hyp : ref < other.ref;
        }
    };
    struct Link {
        Word word;
        std::int32_t next;
    };
    struct Cell {
        std::int32_t row, length;
        std::array<std::int32_t, kAtecStages>
            words;  // counted, not summed: equal blocks must weigh the same to the bit
    };

    static std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

    void add_type(Word word) {
        types_.push_back(word);
        if (words_.groups.size() == 0) return;
        for (const std::int32_t group : words_.groups[at(word)]) {
            if (group_head_[at(group)] == kNone) seen_groups_.push_back(group);
            links_.push_back({word, group_head_[at(group)]});
            group_head_[at(group)] = static_cast<std::int32_t>(links_.size()) - 1;
        }
    }

    std::int32_t reference_of(std::int32_t q) const {
        return static_cast<std::int32_t>(std::upper_bound(bounds_.begin(), bounds_.end(), q) - bounds_.begin()) - 1;
    }

    // The references' words that a word matches, each with its first stage; `found` lists them.
    void find_types(Word word) {
        found_.clear();
        const auto add = [&](Word other, std::int32_t stage) {
            if (head_[at(other)] == kNone || stage_[at(other)] != kNone) return;
            stage_[at(other)] = stage;
            found_.push_back(other);
        };
        add(word, 0);
        if (words_.groups.size() != 0)
            for (const std::int32_t group : words_.groups[at(word)])
                for (std::int32_t link = group_head_[at(group)]; link != kNone; link = links_[at(link)].next)
                    add(links_[at(link)].word, group < words_.stems ? 1 : 2);
        if (words_.close.size() != 0)
            for (const std::int32_t other : words_.close[at(word)]) add(other, 3);
    }

    // Every matching pair of words, the hypothesis from its end backwards.
    void find_matches(bool& capped) {
        capped = false;
        matches_.clear();
        for (auto i = static_cast<std::int32_t>(hyp_.size()) - 1; i >= 0 && !capped; --i) {
            find_types(hyp_[at(i)]);
            for (const Word other : found_)
                for (std::int32_t q = head_[at(other)]; q != kNone && !capped; q = next_[at(q)]) {
                    matches_.push_back({i, q, stage_[at(other)]});
                    capped = static_cast<std::int64_t>(matches_.size()) > options_.matches;
                }
            for (const Word other : found_) stage_[at(other)] = kNone;
        }
        if (capped) find_near_matches();
    }

    // Only words so near each other in position that all pairs of them are within the limit.
    void find_near_matches() {
        matches_.clear();
        const auto references = static_cast<std::int64_t>(bounds_.size()) - 1;
        const auto lines = static_cast<std::int64_t>(hyp_.size()) * references;
        const std::int64_t band = std::max<std::int64_t>(0, (options_.matches / lines - 1) / 2);
        for (auto i = static_cast<std::int32_t>(hyp_.size()) - 1; i >= 0; --i) {
            find_types(hyp_[at(i)]);
            for (std::size_t k = 0; k + 1 < bounds_.size(); ++k) {
                const std::int64_t words = bounds_[k + 1] - bounds_[k] - 1;
                const std::int64_t last = std::min(words - 1, i + band);
                for (std::int64_t j = std::max<std::int64_t>(0, i - band); j <= last; ++j) {
                    const auto q = static_cast<std::int32_t>(bounds_[k] + j);
                    if (stage_[at(ref_[at(q)])] != kNone) matches_.push_back({i, q, stage_[at(ref_[at(q)])]});
                }
            }
            for (const Word other : found_) stage_[at(other)] = kNone;
        }
    }

    // Greedy phrases within the references from place `from` up to `to`.
    void align(std::int32_t from, std::int32_t to) {
        hyp_used_.assign(hyp_.size(), 0);
        ref_used_.assign(ref_.size(), 0);
        live_.clear();
        for (const Match& match : matches_)
            if (match.ref >= from && match.ref < to) live_.push_back(match);
        phrases_.clear();
        while (!live_.empty()) {
            const std::int32_t longest = find_blocks();
            std::sort(blocks_.begin(), blocks_.end());
            for (const Block& block : blocks_) {
                // Blocks taken in this round are all of this length: their two ends tell all.
                if (hyp_used_[at(block.hyp)] != 0 || hyp_used_[at(block.hyp + longest - 1)] != 0 ||
                    ref_used_[at(block.ref)] != 0 || ref_used_[at(block.ref + longest - 1)] != 0)
                    continue;
                std::fill_n(hyp_used_.begin() + block.hyp, longest, std::uint8_t{1});
                std::fill_n(ref_used_.begin() + block.ref, longest, std::uint8_t{1});
                const std::int32_t place = block.ref - bounds_[at(block.reference)];
                phrases_.push_back({block.hyp, block.reference, place, longest, block.distance, 0, 0.0, 0.0, 0.0});
            }
            std::erase_if(live_,
                          [&](const Match& m) { return hyp_used_[at(m.hyp)] != 0 || ref_used_[at(m.ref)] != 0; });
        }
    }

    // Fills blocks_ with the longest runs of live matches and returns their length.
    std::int32_t find_blocks() {
        for (auto& row : rows_) row.assign(ref_.size() + 1, Cell{kNone, 0, {}});
        std::int32_t longest = 0;
        blocks_.clear();
        for (const Match& match : live_) {
            const Cell& after = rows_[(match.hyp + 1) & 1][at(match.ref) + 1];
            Cell cell{match.hyp, 1, {}};
            if (after.row == match.hyp + 1) {
                cell.length += after.length;
                cell.words = after.words;
            }
            ++cell.words[at(match.stage)];
            rows_[match.hyp & 1][at(match.ref)] = cell;
            if (cell.length < longest) continue;
            if (cell.length > longest) blocks_.clear();
            longest = cell.length;
            double weight = 0;
            for (std::size_t s = 0; s < kAtecStages; ++s) weight += cell.words[s] * options_.weight[s];
            const std::int32_t k = reference_of(match.ref);
            blocks_.push_back({std::abs(match.hyp - (match.ref - bounds_[at(k)])), weight, k, match.hyp, match.ref});
        }
        return longest;
    }

    double unmatched(std::int32_t from, std::int32_t to) const {
        double sum = 0;
        for (std::int32_t q = from; q < to; ++q) {
            if (ref_[at(q)] == kNone || ref_used_[at(q)] != 0) continue;
            const double term = options_.unmatched_weight - options_.info_unmatch / tfidf_[at(q)];
            sum += options_.repaired ? std::max(0.0, term) : term;
        }
        return sum;
    }

    // Weights, distances in order and worth of the phrases, which are then sorted by their place in the hypothesis.
    void weigh() {
        std::sort(phrases_.begin(), phrases_.end(), [](const auto& a, const auto& b) { return a.hyp < b.hyp; });
        partner_.assign(hyp_.size(), kNone);
        word_stage_.assign(hyp_.size(), 0);
        for (const AtecPhrase& phrase : phrases_)
            for (std::int32_t n = 0; n < phrase.size; ++n)
                partner_[at(phrase.hyp + n)] = bounds_[at(phrase.reference)] + phrase.ref + n;
        for (const Match& match : matches_)
            if (partner_[at(match.hyp)] == match.ref) word_stage_[at(match.hyp)] = match.stage;
        find_orders();
        const auto length = static_cast<double>(hyp_.size());
        for (AtecPhrase& phrase : phrases_) {
            for (std::int32_t i = phrase.hyp; i < phrase.hyp + phrase.size; ++i)
                phrase.match +=
                    options_.weight[at(word_stage_[at(i)])] - options_.info_match / tfidf_[at(partner_[at(i)])];
            double factor = 1.0 - std::pow(static_cast<double>(phrase.size), options_.exponent) / length;
            if (options_.repaired) factor = std::max(0.0, factor);
            const double moved =
                options_.position_sum ? static_cast<double>(phrase.distance) * phrase.size : phrase.distance;
            phrase.penalty = options_.position * moved * factor + options_.order * phrase.order;
            const double limit = phrase.match * options_.limit;
            if (options_.repaired) phrase.worth = phrase.match - std::min(phrase.penalty, limit);
            else phrase.worth = phrase.penalty > limit ? limit : phrase.match - phrase.penalty;
        }
    }

    // How far each phrase's rank in the hypothesis is from its rank in the reference, among phrases of the same reference
    // or, pooled, among all (by place, then by reference).
    void find_orders() {
        by_reference_.resize(phrases_.size());
        for (std::size_t n = 0; n < phrases_.size(); ++n) by_reference_[n] = static_cast<std::int32_t>(n);
        std::sort(by_reference_.begin(), by_reference_.end(), [&](std::int32_t a, std::int32_t b) {
            const AtecPhrase &one = phrases_[at(a)], &other = phrases_[at(b)];
            if (options_.pooled_ranks)
                return one.ref != other.ref ? one.ref < other.ref : one.reference < other.reference;
            return one.reference != other.reference ? one.reference < other.reference : one.ref < other.ref;
        });
        if (options_.pooled_ranks) {
            for (std::size_t rank = 0; rank < by_reference_.size(); ++rank)
                phrases_[at(by_reference_[rank])].order =
                    std::abs(static_cast<std::int32_t>(rank) - by_reference_[rank]);
            return;
        }
        ranks_.assign(bounds_.size(), 0);
        for (AtecPhrase& phrase : phrases_) phrase.order = ranks_[at(phrase.reference)]++;
        std::int32_t first = 0;
        for (std::int32_t n = 0; n < static_cast<std::int32_t>(by_reference_.size()); ++n) {
            AtecPhrase& phrase = phrases_[at(by_reference_[at(n)])];
            if (n > 0 && phrases_[at(by_reference_[at(n) - 1])].reference != phrase.reference) first = n;
            phrase.order = std::abs(phrase.order - (n - first));
        }
    }

    AtecOptions options_;
    AtecWords words_;
    std::vector<std::int32_t> head_, times_, stage_, group_head_, next_, bounds_{0};
    std::vector<Word> types_, ref_, found_;
    std::vector<std::int32_t> seen_groups_;
    std::vector<Link> links_;
    std::vector<double> tfidf_;
    std::int64_t lengths_ = 0;
    Words hyp_;
    std::vector<Match> matches_, live_;
    std::vector<Block> blocks_;
    std::vector<Cell> rows_[2];
    std::vector<std::uint8_t> hyp_used_, ref_used_;
    std::vector<std::int32_t> partner_, word_stage_, by_reference_, ranks_;
    std::vector<AtecPhrase> phrases_;
};

}  // namespace tertium
