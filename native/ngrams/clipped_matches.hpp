// Clipped n-gram matches of a hypothesis against one or several references, all orders 1..N at once.
//
// A hypothesis n-gram counts as often as it occurs there, at most as often as in the reference that has it most
// (Papineni et al. 2002, modified precision). Two exact paths give the same numbers:
//
// Short (every sentence of the segment has at most 64 words). Each word of the references keeps one 64-bit mask of
// its positions per reference. Walking the hypothesis, the end positions in a reference of the n-gram that ends here
// are `mask(word) & (ends of the (n-1)-gram before it << 1)`: no n-gram is ever hashed or stored. Masks of the
// hypothesis' own earlier positions tell how many times the same n-gram was met before, which is what clipping asks;
// of a single reference it is enough to know which places are taken.
//
// Long (anything else). n-grams get dense ids order by order, id_n = number of the pair (id_{n-1}, last word), found
// by one counting sort and a table: exact, no hashing, linear in the words, and only n-grams that both sides still
// share go on to the next order. A million words of a ten-word vocabulary cost the same per word as prose.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

#include "base/recycled_memory.hpp"
#include "base/sentences.hpp"

namespace tertium {

// One clipped match: the n-gram ends at word hyp_end of the hypothesis and at word ref_end of reference `ref`.
struct NgramMatch {
    int order;
    std::int64_t hyp_end;
    std::int64_t ref;
    std::int64_t ref_end;
};

// Visitors say whether they want every match (`void operator()(NgramMatch)`) or just `counts[order - 1]`.
struct CountMatches {
    static constexpr bool each = false;
    std::int64_t* counts;
};

class NgramMatcher {
  public:
    NgramMatcher(RaggedView sentences, std::size_t vocabulary, int order)
        : sentences_(sentences), order_(order), vocabulary_(vocabulary) {}

    ~NgramMatcher() = default;
    NgramMatcher(const NgramMatcher&) = delete;
    NgramMatcher& operator=(const NgramMatcher&) = delete;

    // Takes the references of the next segment; the ids must stay alive until the next call.
    void load(std::span<const std::int32_t> references) {
        clear_masks();
        references_ = references;
        std::size_t longest = 0;
        for (std::int32_t id : references_) longest = std::max(longest, sentence(id).size());
        short_ = longest <= kShort;
        alone_ = short_ && references_.size() == 1 && (order_ == 4 || order_ == 5);
        if (alone_) index_reference();
        else if (short_) index_references();
    }

    template <class Visit>
    void match(Words hyp, Visit&& visit) {
        if (alone_) return order_ == 4 ? scan_one<4>(hyp, visit) : scan_one<5>(hyp, visit);  // BLEU's and NIST's orders
        if (short_ && hyp.size() <= kShort) return scan(hyp, visit);
        rank(hyp, visit);
    }

  private:
    using Mask = std::uint64_t;
    static constexpr std::size_t kShort = 64;

    Words sentence(std::int32_t id) const { return sentences_[static_cast<std::size_t>(id)]; }

    // ---- short path

    // Row s of rows_ holds, for the s-th distinct reference word, the mask of its places in the hypothesis so far and
    // then one mask per reference. Row 0 belongs to words that no reference has and stays zero.
    std::size_t stride() const { return references_.size() + 1; }

    void index_reference() {
        if (masks_.empty()) masks_.resize(vocabulary_);
        Mask bit = 1;
        for (Word word : sentence(references_[0])) {
            masks_[static_cast<std::size_t>(word)] |= bit;
            bit <<= 1;
        }
    }

    void index_references() {
        if (slots_.empty()) slots_.resize(vocabulary_);
        std::size_t words = 1;
        for (std::int32_t id : references_) words += sentence(id).size();
        rows_.assign(words * stride(), 0);
        const std::size_t step = stride();
        std::uint32_t used = 1;
        for (std::size_t k = 0; k < references_.size(); ++k) {
            Mask* column = rows_.data() + 1 + k;
            Mask bit = 1;
            for (Word word : sentence(references_[k])) {
                std::uint32_t& slot = slots_[static_cast<std::size_t>(word)];
                const bool fresh = slot == 0;
                slot = fresh ? used : slot;
                used += fresh;
                column[slot * step] |= bit;
                bit <<= 1;
            }
        }
        used_ = used;
    }

    void clear_masks() {
        if (!short_) return;
        if (alone_) {
            for (Word word : sentence(references_[0])) masks_[static_cast<std::size_t>(word)] = 0;
            return;
        }
        for (std::int32_t id : references_)
            for (Word word : sentence(id)) slots_[static_cast<std::size_t>(word)] = 0;
    }

    // True when `most` has more members than `earlier`: one more occurrence is still within the clip. The loop runs
    // at most once per earlier occurrence, and hardly ever at all, so it beats counting bits in portable code.
    static bool exceeds(Mask most, Mask earlier) {
        while (earlier != 0 && most != 0) {
            earlier &= earlier - 1;
            most &= most - 1;
        }
        return most != 0;
    }

    // One reference, which is what most segments have. Each hypothesis n-gram takes the first place of its kind in the
    // reference that no earlier one took, so the places taken in the end are the clipped matches (ngrams/chrf_matches.hpp); no branch
    // depends on the words.
    template <int Order, class Visit>
    void scan_one(Words hyp, Visit& visit) {
        constexpr auto width = static_cast<std::size_t>(Order);
        std::array<Mask, width> ends{}, free;  // by order; where the n-gram at the current word ends, and places left
        free.fill(~Mask{0});
        for (std::size_t at = 0; at < hyp.size(); ++at) {
            const Mask here = masks_[static_cast<std::size_t>(hyp[at])];
            for (std::size_t n = width - 1; n > 0; --n) ends[n] = here & (ends[n - 1] << 1);
            ends[0] = here;
            for (std::size_t n = 0; n < width; ++n) {
                const Mask open = ends[n] & free[n];
                if constexpr (std::remove_reference_t<Visit>::each) {
                    if (open != 0)
                        visit(NgramMatch{static_cast<int>(n) + 1, static_cast<std::int64_t>(at), 0,
                                         std::countr_zero(ends[n])});
                }
                free[n] ^= open & (~open + 1);
            }
        }
        if constexpr (!std::remove_reference_t<Visit>::each)
            for (std::size_t n = 0; n < width; ++n) visit.counts[n] += std::popcount(~free[n]);
    }

    template <class Visit>
    void scan(Words hyp, Visit& visit) {
        const std::size_t refs = references_.size();
        // ends[k * order + n - 1]: where the n-gram that ends at the current word ends in reference k.
        const auto width = static_cast<std::size_t>(std::min(order_, static_cast<int>(kShort)));
        scratch_.assign(width * (refs + 1), 0);
        Mask* ends = scratch_.data();
        Mask* earlier = scratch_.data() + width * refs;
        for (std::size_t at = 0; at < hyp.size(); ++at) {
            const std::uint32_t slot = slots_[static_cast<std::size_t>(hyp[at])];
            Mask* row = rows_.data() + slot * (refs + 1);
            const Mask before = row[0];
            row[0] = before | (Mask{slot != 0} << at);
            for (std::size_t k = 0; k < refs; ++k) {
                const Mask here = row[1 + k];
                for (std::size_t n = width - 1; n > 0; --n) ends[k * width + n] = here & (ends[k * width + n - 1] << 1);
                ends[k * width] = here;
            }
            for (std::size_t n = width - 1; n > 0; --n) earlier[n] = before & (earlier[n - 1] << 1);
            earlier[0] = before;
            for (std::size_t n = 0; n < width; ++n) {
                std::size_t k = 0;
                while (k < refs && !exceeds(ends[k * width + n], earlier[n])) ++k;
                if (k == refs) {
                    // No reference holds this n-gram once more. A longer one is at most as frequent in a reference
                    // but may be rarer in the hypothesis, so go on unless no reference holds it at all.
                    Mask any = 0;
                    for (std::size_t other = 0; other < refs; ++other) any |= ends[other * width + n];
                    if (any == 0) break;
                    continue;
                }
                report(visit, static_cast<int>(n) + 1, static_cast<std::int64_t>(at), static_cast<std::int64_t>(k),
                       std::countr_zero(ends[k * width + n]));
            }
        }
        for (std::uint32_t slot = 1; slot < used_; ++slot) rows_[slot * (refs + 1)] = 0;
    }

    template <class Visit>
    static void report(Visit& visit, int order, std::int64_t hyp_end, std::int64_t ref, std::int64_t ref_end) {
        if constexpr (std::remove_reference_t<Visit>::each) visit(NgramMatch{order, hyp_end, ref, ref_end});
        else ++visit.counts[order - 1];
    }

    // ---- long path

    // One occurrence: where the n-gram starts in text_, which sentence holds it (references first, then the
    // hypothesis), and the id of the n-gram.
    struct Place {
        std::int64_t start;
        std::int64_t holder;
        std::int64_t gram;
    };
    // What is known of one n-gram while its places are read in the order of the text.
    struct Gram {
        std::int64_t most = 0;              // largest count in one reference
        std::int64_t count = 0;             // count in the sentence being read
        std::int64_t holder = -1;           // that sentence
        std::int64_t ref = 0, ref_end = 0;  // one place where a reference has it
    };
    // The n-gram that the current (n-1)-gram makes with a word.
    struct Child {
        std::int64_t parent = -1;
        std::int64_t gram = 0;
    };

    template <class Visit>
    void rank(Words hyp, Visit& visit) {
        spell(hyp);
        std::int64_t grams = 1;  // order 1 extends the one empty n-gram, found at every word
        for (int n = 1; n <= order_ && !places_.empty(); ++n) {
            grams = extend(n, grams);
            read(n, visit);
        }
    }

    // Writes the segment as one text with a -1 after every sentence, in word ids 0, 1, ... local to the segment.
    void spell(Words hyp) {
        if (short_) clear_masks();  // slots_ is borrowed for the local ids
        if (slots_.empty()) slots_.resize(vocabulary_);
        text_.clear();
        starts_.clear();
        places_.clear();
        std::uint32_t distinct = 0;
        for (std::size_t k = 0; k <= references_.size(); ++k) {
            starts_.push_back(static_cast<std::int64_t>(text_.size()));
            for (Word word : k < references_.size() ? sentence(references_[k]) : hyp) {
                std::uint32_t& slot = slots_[static_cast<std::size_t>(word)];
                if (slot == 0) slot = ++distinct;
                places_.push_back({static_cast<std::int64_t>(text_.size()), static_cast<std::int64_t>(k), 0});
                text_.push_back(static_cast<Word>(slot) - 1);
            }
            text_.push_back(-1);
        }
        for (Word word : hyp) slots_[static_cast<std::size_t>(word)] = 0;
        for (std::int32_t id : references_)
            for (Word word : sentence(id)) slots_[static_cast<std::size_t>(word)] = 0;
        children_.resize(distinct);
        if (short_) index_references();
    }

    // Turns places of (n-1)-grams into places of n-grams and returns the number of n-grams. After a stable counting
    // sort by (n-1)-gram, a table by last word tells the n-grams of one group apart.
    std::int64_t extend(int n, std::int64_t parents) {
        std::erase_if(places_,
                      [&](const Place& place) { return text_[static_cast<std::size_t>(place.start + n - 1)] < 0; });
        heads_.assign(static_cast<std::size_t>(parents) + 1, 0);
        for (const Place& place : places_) ++heads_[static_cast<std::size_t>(place.gram) + 1];
        std::partial_sum(heads_.begin(), heads_.end(), heads_.begin());
        sorted_.resize(places_.size());
        for (std::size_t i = 0; i < places_.size(); ++i)
            sorted_[static_cast<std::size_t>(heads_[static_cast<std::size_t>(places_[i].gram)]++)] = i;
        std::int64_t grams = 0;
        std::fill(children_.begin(), children_.end(), Child{});
        for (std::size_t i : sorted_) {
            Place& place = places_[i];
            Child& child = children_[static_cast<std::size_t>(text_[static_cast<std::size_t>(place.start + n - 1)])];
            if (child.parent != place.gram) child = Child{place.gram, grams++};
            place.gram = child.gram;
        }
        grams_.assign(static_cast<std::size_t>(grams), Gram{});
        return grams;
    }

    // Visits the clipped matches in the order of the hypothesis, then keeps the places of n-grams that both sides
    // have: no other can grow into a shared one.
    template <class Visit>
    void read(int n, Visit& visit) {
        const auto refs = static_cast<std::int64_t>(references_.size());
        for (const Place& place : places_) {
            Gram& gram = grams_[static_cast<std::size_t>(place.gram)];
            if (gram.holder != place.holder) {
                gram.holder = place.holder;
                gram.count = 0;
            }
            ++gram.count;
            const std::int64_t end = place.start - starts_[static_cast<std::size_t>(place.holder)] + n - 1;
            if (place.holder < refs) {
                gram.most = std::max(gram.most, gram.count);
                gram.ref = place.holder;
                gram.ref_end = end;
            } else if (gram.count <= gram.most) {
                report(visit, n, end, gram.ref, gram.ref_end);
            }
        }
        std::erase_if(places_, [&](const Place& place) {
            const Gram& gram = grams_[static_cast<std::size_t>(place.gram)];
            return gram.most == 0 || gram.holder != refs;
        });
    }

    RaggedView sentences_;
    int order_;
    std::size_t vocabulary_;
    std::span<const std::int32_t> references_;
    bool short_ = false, alone_ = false;
    Buffer<Mask> masks_;           // by word, of the one reference; zero outside the current segment
    Buffer<std::uint32_t> slots_;  // by word; zero outside the current segment
    std::vector<Mask> rows_;
    std::uint32_t used_ = 1;
    std::vector<Mask> scratch_;

    std::vector<Word> text_;
    std::vector<std::int64_t> starts_, heads_;
    std::vector<std::size_t> sorted_;
    std::vector<Place> places_;
    std::vector<Child> children_;
    std::vector<Gram> grams_;
};

enum class RefLength { closest, shortest, average };

// The reference length a hypothesis of `hyp` words is held to; of two equally close ones the shorter
// (docs/metrics/README.md#closest-reference-length).
inline double reference_length(RaggedView sentences, std::span<const std::int32_t> references, std::size_t hyp,
                               RefLength rule) {
    if (references.empty()) return 0.0;
    std::size_t best = sentences[static_cast<std::size_t>(references[0])].size();
    std::size_t total = best;
    const auto distance = [hyp](std::size_t length) { return length > hyp ? length - hyp : hyp - length; };
    for (std::int32_t id : references.subspan(1)) {
        const std::size_t length = sentences[static_cast<std::size_t>(id)].size();
        total += length;
        const bool closer = distance(length) < distance(best) || (distance(length) == distance(best) && length < best);
        if (rule == RefLength::closest ? closer : length < best) best = length;
    }
    if (rule == RefLength::average) return static_cast<double>(total) / static_cast<double>(references.size());
    return static_cast<double>(best);
}

// Calls visit(pair) for every pair, pairs of one segment together, so that its references are prepared once.
template <class Visit>
void for_each_by_segment(const Pairs& pairs, Visit&& visit) {
    if (std::is_sorted(pairs.seg.begin(), pairs.seg.end())) {
        for (std::size_t p = 0; p < pairs.size(); ++p) visit(p);
        return;
    }
    std::vector<std::size_t> heads(pairs.references.size() + 1, 0), order(pairs.size());
    for (std::int32_t seg : pairs.seg) ++heads[static_cast<std::size_t>(seg) + 1];
    std::partial_sum(heads.begin(), heads.end(), heads.begin());
    for (std::size_t p = 0; p < pairs.size(); ++p) order[heads[static_cast<std::size_t>(pairs.seg[p])]++] = p;
    for (std::size_t p : order) visit(p);
}

// Walks all pairs and writes one row each: columns 1..order are filled by match(matcher, hyp, row), then come the
// n-grams of orders 1..order in the hypothesis (over several segments they do not follow from the summed length), its
// length, and the reference length. load(references) is called once for every segment met.
template <class Load, class Match>
void ngram_pairs(RaggedView sentences, const Pairs& pairs, std::size_t vocabulary, int order, RefLength rule,
                 std::span<double> rows, Load&& load, Match&& match) {
    NgramMatcher matcher(sentences, vocabulary, order);
    const auto width = static_cast<std::size_t>(order);
    std::int32_t loaded = -1;
    for_each_by_segment(pairs, [&](std::size_t p) {
        const std::int32_t seg = pairs.seg[p];
        const auto references = pairs.references[static_cast<std::size_t>(seg)];
        if (seg != loaded) {
            matcher.load(references);
            load(references);
            loaded = seg;
        }
        const Words hyp = sentences[static_cast<std::size_t>(pairs.hyp[p])];
        double* row = rows.data() + p * (2 * width + 2);
        match(matcher, hyp, row);
        for (std::size_t n = 0; n < width; ++n)
            row[width + n] = hyp.size() > n ? static_cast<double>(hyp.size() - n) : 0.0;
        row[2 * width] = static_cast<double>(hyp.size());
        row[2 * width + 1] = reference_length(sentences, references, hyp.size(), rule);
    });
}

// BLEU's statistics: the first columns are the clipped matches.
inline void bleu_rows(RaggedView sentences, const Pairs& pairs, std::size_t vocabulary, int order, RefLength rule,
                      std::span<double> rows) {
    std::vector<std::int64_t> counts(static_cast<std::size_t>(order));
    ngram_pairs(
        sentences, pairs, vocabulary, order, rule, rows, [](std::span<const std::int32_t>) {},
        [&](NgramMatcher& matcher, Words hyp, double* row) {
            std::fill(counts.begin(), counts.end(), 0);
            matcher.match(hyp, CountMatches{counts.data()});
            std::copy(counts.begin(), counts.end(), row);
        });
}

}  // namespace tertium
