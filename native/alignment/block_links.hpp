// Links that follow blocks: as many links as possible, in stages (equal words, equal stems, similar spelling), and among
// as many the fewest chunks, then the fewest crossings, then the nearest places (docs/adr/0121-links-follow-blocks.md).
//
// A word that occurs once on both sides leaves no choice. The others are searched together (alignment/block_search.hpp).
// Two left-over words that are spelled like each other and like no third are known before the search and take part in
// it, so that blocks go through them. Beyond the search's bounds the longest common blocks are linked first, what is
// left by fewest crossings, and then groups of words are searched one at a time, the others held, until nothing
// changes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "alignment/assignment.hpp"
#include "alignment/block_search.hpp"
#include "alignment/longest_blocks.hpp"
#include "alignment/spelling.hpp"
#include "base/sentences.hpp"

namespace tertium {

class BlockLinks {
  public:
    static constexpr double kSimilar = 0.65;
    static constexpr std::int64_t kTurns = std::int64_t{1} << 18;  // steps of all searches of single groups
    static constexpr int kRounds = 4;
    static constexpr std::size_t kCompared = std::size_t{1} << 12;  // pairs of words spelled out before the search

    // stems[w]: stem of word w; none at all: words have no stems.
    BlockLinks(std::size_t vocabulary, std::span<const std::int32_t> stems)
        : index_(vocabulary), of_stem_(stems.empty() ? 0 : vocabulary), stems_(stems) {}

    // Links equal words and stems and the words whose spelling leaves no doubt. True if more may be spelled alike.
    bool link(Words ref, Words hyp, Assignment& links, Spellings& spellings) {
        capped_ = false;
        count(ref, hyp);
        for (const Entry& entry : words_)
            if (entry.refs == 1 && entry.hyps == 1) links.link(entry.ref, entry.hyp);
        group_by_stem();
        const bool more = group_by_spelling(spellings);
        if (open_.words.empty()) return more;
        collect(links);
        if (open_.refs.empty()) return more;
        if (BlockSearch::affordable(open_, ref.size(), hyp.size())) {
            if (!search(open_, links)) take_turns(links, ref.size(), hyp.size());
        } else {
            link_longest_blocks(links, ref.size(), hyp.size());
            take_turns(links, ref.size(), hyp.size());
        }
        return more;
    }

    // Whether a bound was met: the links may not be the best.
    bool capped() const { return capped_; }

  private:
    static constexpr std::int32_t kNone = -1;

    struct Index {  // where a word stands in words_, if its stamp is that of the pair
        std::uint32_t stamp = 0;
        std::int32_t entry = 0;
    };
    struct Entry {
        Word word;
        std::int32_t refs = 0, hyps = 0;
        std::int32_t ref = 0, hyp = 0;  // a place of each; the only one where there is one
        std::int32_t open = kNone;      // place in open_.words
    };
    struct Group {  // what words of a stem have more of on one side
        std::uint32_t stamp = 0;
        std::int32_t refs = 0, hyps = 0, open = kNone;
    };
    struct LeftOver {
        Entry* entry;
        Spellings::Outline outline;
        bool whole;  // none of its occurrences has a link otherwise
        std::int32_t similar;
        std::size_t partner;
    };

    std::int32_t entry_of(Word word) {
        Index& index = index_[static_cast<std::size_t>(word)];
        if (index.stamp != stamp_) {
            index = {stamp_, static_cast<std::int32_t>(words_.size())};
            words_.push_back({word});
        }
        return index.entry;
    }

    void count(Words ref, Words hyp) {
        if (++stamp_ == 0) {  // once in four thousand million pairs
            std::fill(index_.begin(), index_.end(), Index{});
            std::fill(of_stem_.begin(), of_stem_.end(), Group{});
            stamp_ = 1;
        }
        words_.clear();
        open_.clear();
        ref_entries_.resize(ref.size());
        hyp_entries_.resize(hyp.size());
        for (std::size_t i = 0; i < ref.size(); ++i) {
            ref_entries_[i] = entry_of(ref[i]);
            Entry& entry = words_[static_cast<std::size_t>(ref_entries_[i])];
            ++entry.refs;
            entry.ref = static_cast<std::int32_t>(i);
        }
        for (std::size_t j = 0; j < hyp.size(); ++j) {
            hyp_entries_[j] = entry_of(hyp[j]);
            Entry& entry = words_[static_cast<std::size_t>(hyp_entries_[j])];
            ++entry.hyps;
            entry.hyp = static_cast<std::int32_t>(j);
        }
    }

    std::int32_t new_group() {
        open_.unlinked.push_back(0);
        return static_cast<std::int32_t>(open_.unlinked.size() - 1);
    }

    void open(Entry& entry, std::int32_t group) {
        entry.open = static_cast<std::int32_t>(open_.words.size());
        open_.words.push_back({group, entry.refs, entry.hyps});
        open_.unlinked[static_cast<std::size_t>(group)] += entry.refs - entry.hyps;
    }

    // Opens the words that leave a choice, without stems each in a group of its own.
    void group_by_stem() {
        left_ref_.clear();
        left_hyp_.clear();
        if (!stems_.empty()) {
            for (const Entry& entry : words_) {
                Group& group = of_stem(entry.word);
                if (group.stamp != stamp_) group = {stamp_, 0, 0, kNone};
                if (entry.refs > entry.hyps) group.refs += entry.refs - entry.hyps;
                else group.hyps += entry.hyps - entry.refs;
            }
        }
        for (Entry& entry : words_) {
            if (entry.refs == 1 && entry.hyps == 1) continue;
            std::int32_t* group = nullptr;
            bool stemmed = false;
            if (!stems_.empty()) {
                Group& found = of_stem(entry.word);
                stemmed = entry.refs > entry.hyps ? found.hyps > 0 : entry.hyps > entry.refs && found.refs > 0;
                group = &found.open;
            }
            const bool linked = (entry.refs > 0 && entry.hyps > 0) || stemmed;
            if (linked) {
                if (!stemmed) open(entry, new_group());
                else {
                    if (*group == kNone) *group = new_group();
                    open(entry, *group);
                }
            }
            if (entry.refs > entry.hyps) left_ref_.push_back({&entry, {}, !linked, 0, 0});
            else if (entry.hyps > entry.refs) left_hyp_.push_back({&entry, {}, !linked, 0, 0});
        }
    }

    Group& of_stem(Word word) { return of_stem_[static_cast<std::size_t>(stems_[static_cast<std::size_t>(word)])]; }

    // Opens the pairs of left-over words that are similar to each other and to no third. True if others may be similar.
    bool group_by_spelling(Spellings& spellings) {
        const auto too_short = [&](LeftOver& left) {
            left.outline = spellings.outline(left.entry->word);
            return left.outline.size == 0;
        };
        std::erase_if(left_ref_, too_short);
        std::erase_if(left_hyp_, too_short);
        if (left_ref_.empty() || left_hyp_.empty()) return false;
        if (left_ref_.size() * left_hyp_.size() > kCompared) return true;
        bool found = false;
        for (std::size_t r = 0; r < left_ref_.size(); ++r) {
            for (std::size_t h = 0; h < left_hyp_.size(); ++h) {
                if (!Spellings::may_be_similar(left_ref_[r].outline, left_hyp_[h].outline, kSimilar)) continue;
                if (spellings.similarity(left_ref_[r].entry->word, left_hyp_[h].entry->word, kSimilar) <= 0) continue;
                ++left_ref_[r].similar;
                ++left_hyp_[h].similar;
                left_ref_[r].partner = h;
                found = true;
            }
        }
        if (!found) return false;
        bool more = false;
        for (const LeftOver& ref : left_ref_) {
            if (ref.similar == 0) continue;
            const LeftOver& hyp = left_hyp_[ref.partner];
            if (ref.similar > 1 || hyp.similar > 1 || !ref.whole || !hyp.whole) {
                more = true;
                continue;
            }
            const std::int32_t group = new_group();
            open(*ref.entry, group);
            open(*hyp.entry, group);
        }
        return more;
    }

    // The open places; groups of one place on each side are linked at once.
    void collect(Assignment& links) {
        sizes_.assign(open_.unlinked.size(), {});
        for (const Entry& entry : words_) {
            if (entry.open == kNone) continue;
            Size& size = sizes_[group_of(entry.open)];
            size.refs += entry.refs;
            size.hyps += entry.hyps;
            if (entry.refs > 0) size.ref = entry.ref;
            if (entry.hyps > 0) size.hyp = entry.hyp;
        }
        for (std::size_t group = 0; group < sizes_.size(); ++group) {
            open_.unlinked[group] = std::max(open_.unlinked[group], 0);
            const Size& size = sizes_[group];
            if (size.refs == 1 && size.hyps == 1) links.link(size.ref, size.hyp);
        }
        places(ref_entries_, open_.refs, [&](std::size_t place) { return links.ref_free(place); });
        places(hyp_entries_, open_.hyps, [&](std::size_t place) { return links.hyp_free(place); });
    }

    template <class IsFree>
    void places(std::span<const std::int32_t> entries, std::vector<OpenWords::Place>& found, IsFree&& is_free) const {
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const std::int32_t word = words_[static_cast<std::size_t>(entries[i])].open;
            if (word != kNone && is_free(i)) found.push_back({static_cast<std::int32_t>(i), word});
        }
    }

    std::size_t group_of(std::int32_t word) const {
        return static_cast<std::size_t>(open_.words[static_cast<std::size_t>(word)].group);
    }

    // True if the result is proved to be the best; capped if it is not even proved to have the fewest chunks.
    bool search(const OpenWords& open, Assignment& links) {
        search_.prepare(open, links.hyp_of(), links.hyp_size());
        const BlockSearch::Proved proved = search_.run();
        apply(open, links);
        capped_ = capped_ || proved == BlockSearch::Proved::nothing;
        return proved == BlockSearch::Proved::best;
    }

    void apply(const OpenWords& open, Assignment& links) const {
        const auto found = search_.links();
        for (std::size_t k = 0; k < found.size(); ++k)
            if (found[k] != BlockSearch::kAlone)
                links.link(open.refs[k].place, open.hyps[static_cast<std::size_t>(found[k])].place);
    }

    void link_longest_blocks(Assignment& links, std::size_t ref_size, std::size_t hyp_size) {
        capped_ = true;
        for (const bool by_group : {false, true}) {
            const auto key = [&](std::int32_t word) {
                return by_group ? static_cast<std::int32_t>(group_of(word)) : word;
            };
            ref_keys_.assign(ref_size, kNone);
            hyp_keys_.assign(hyp_size, kNone);
            for (const auto& open : open_.refs) ref_keys_[static_cast<std::size_t>(open.place)] = key(open.word);
            for (const auto& open : open_.hyps) hyp_keys_[static_cast<std::size_t>(open.place)] = key(open.word);
            longest_.link(ref_keys_, hyp_keys_, links);
            links.link_classes(ref_keys_, hyp_keys_);
        }
    }

    // Searches one group at a time, the links of the others given.
    void take_turns(Assignment& links, std::size_t ref_size, std::size_t hyp_size) {
        std::int64_t steps = kTurns;
        const auto sentence = static_cast<std::int64_t>(ref_size + hyp_size);
        for (int round = 0; round < kRounds; ++round) {
            bool changed = false;
            for (std::size_t group = 0; group < open_.unlinked.size(); ++group) {
                if ((steps -= sentence) < 0) return;
                one_.clear();
                const auto mine = [&](const OpenWords::Place& open) { return group_of(open.word) == group; };
                std::copy_if(open_.refs.begin(), open_.refs.end(), std::back_inserter(one_.refs), mine);
                std::copy_if(open_.hyps.begin(), open_.hyps.end(), std::back_inserter(one_.hyps), mine);
                if (one_.refs.empty() || !BlockSearch::affordable(one_, ref_size, hyp_size)) continue;
                one_.words = open_.words;
                one_.unlinked = open_.unlinked;
                known_.clear();
                for (const auto& open : one_.refs) known_.push_back(place_in(one_.hyps, links.take(open.place)));
                search_.prepare(one_, links.hyp_of(), hyp_size);
                search_.start_from(known_);
                (void)search_.run();
                steps -= search_.steps();
                apply(one_, links);
                const auto found = search_.links();
                changed = changed || !std::equal(known_.begin(), known_.end(), found.begin(), found.end());
            }
            if (!changed) return;
        }
    }

    static std::int32_t place_in(const std::vector<OpenWords::Place>& places, std::int32_t place) {
        if (place == Assignment::kFree) return BlockSearch::kAlone;
        const auto at = std::lower_bound(places.begin(), places.end(), place,
                                         [](const OpenWords::Place& a, std::int32_t b) { return a.place < b; });
        return static_cast<std::int32_t>(at - places.begin());
    }

    struct Size {
        std::int32_t refs = 0, hyps = 0, ref = 0, hyp = 0;
    };

    std::vector<Index> index_;
    std::vector<Entry> words_;  // of the pair
    std::vector<Group> of_stem_;
    std::span<const std::int32_t> stems_;
    std::uint32_t stamp_ = 0;
    std::vector<LeftOver> left_ref_, left_hyp_;
    OpenWords open_, one_;
    std::vector<Size> sizes_;  // by group
    std::vector<std::int32_t> ref_entries_, hyp_entries_, ref_keys_, hyp_keys_, known_;
    BlockSearch search_;
    LongestBlocks longest_;
    bool capped_ = false;
};

}  // namespace tertium
