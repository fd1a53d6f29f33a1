// NIST's information weights: exact n-gram counts over all references, and the weighted matches they give.
//
// A table keeps every distinct reference sentence once, with how often it came, in words of its own: tables of parts of
// a corpus merge into the table of the whole in any order, and size grows with distinct sentences only. Before the
// first use all n-grams are counted at once by sorting: places are put together by their first word, then sorted by the
// words that follow, several of them packed into one number. This is exact (no n-gram is ever hashed) and cheap, since
// a place whose n-gram occurs nowhere else is done: longer n-grams there carry no information. The weights are stored
// by place, so that scoring looks up a sentence, never an n-gram.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "base/recycled_memory.hpp"
#include "base/sentences.hpp"
#include "base/string_table.hpp"
#include "ngrams/clipped_matches.hpp"

namespace tertium {

// Base-2 logarithms of counts. Most counts are small, and a table is ten times as fast as the logarithm.
class Log2Counts {
  public:
    Log2Counts() {
        for (std::size_t k = 1; k < small_.size(); ++k) small_[k] = std::log2(static_cast<double>(k));
    }
    double operator()(std::int64_t count) const {
        const auto k = static_cast<std::uint64_t>(count);
        return k < small_.size() ? small_[k] : std::log2(static_cast<double>(count));
    }

  private:
    std::array<double, 1024> small_{};
};

// Counts the n-grams of a text and weighs them at every place.
class NgramWeigher {
  public:
    // Sentence s is text[ends[s - 1] .. ends[s]) and counts times[s] times; words are 0 .. vocabulary - 1. A history
    // that is the single word `zero` counts as no history (mteval's slip), -1 for none.
    NgramWeigher(Words text, std::span<const std::int64_t> ends, std::span<const std::int64_t> times,
                 std::size_t vocabulary, int order, Word zero)
        : information(text.size() * static_cast<std::size_t>(order), 0.0),
          text_(text),
          ends_(ends),
          times_(times),
          order_(static_cast<std::size_t>(order)),
          bits_(std::max(1, static_cast<int>(std::bit_width(vocabulary)))),
          packed_(static_cast<std::size_t>(64 / bits_)) {
        constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
        if (text.size() >= most || ends.size() >= most)
            throw std::length_error("more than 4 billion words in distinct references");
        gather(vocabulary);
        weigh_words(vocabulary, zero);
    }

    Buffer<double> information;  // by place and order

  private:
    // One place: the words that follow the part of the n-gram already compared, where it starts, and its sentence.
    struct Place {
        std::uint64_t next;
        std::uint32_t start;
        std::uint32_t sentence;
    };
    // Places that share `depth` words, all of them times `count`.
    struct Group {
        std::size_t begin, end;
        std::size_t depth;
        std::int64_t count;
    };

    // Brings places together by their first word; next holds the words after it, the first of them highest. A word is
    // packed as its id + 1 and the end of a sentence as 0.
    void gather(std::size_t vocabulary) {
        heads_.assign(vocabulary + 1, 0);
        for (Word word : text_) ++heads_[static_cast<std::size_t>(word) + 1];
        std::partial_sum(heads_.begin(), heads_.end(), heads_.begin());
        Buffer<std::uint32_t> free(heads_.begin(), heads_.end() - 1);
        places_.resize(text_.size());
        const std::uint64_t kept = ~std::uint64_t{0} << (64 - bits_ * static_cast<int>(packed_));
        for (std::size_t s = ends_.size(); s-- > 0;) {
            const std::int64_t begin = s == 0 ? 0 : ends_[s - 1];
            std::uint64_t next = 0;
            for (std::int64_t i = ends_[s]; i-- > begin;) {
                const auto word = static_cast<std::size_t>(text_[static_cast<std::size_t>(i)]);
                places_[free[word]++] = {next, static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(s)};
                next = ((next >> bits_) & kept) | std::uint64_t{word + 1} << (64 - bits_);
            }
        }
    }

    void weigh_words(std::size_t vocabulary, Word zero) {
        std::int64_t all = 0;
        for (std::size_t s = 0; s < ends_.size(); ++s) all += times_[s] * (ends_[s] - (s == 0 ? 0 : ends_[s - 1]));
        for (std::size_t word = 0; word < vocabulary; ++word) {
            Group group{heads_[word], heads_[word + 1], 1, 0};
            if (group.begin == group.end) continue;
            weigh(group, all);
            const bool no_history = word == static_cast<std::size_t>(zero);
            if (no_history) group.count = all;
            if (order_ > 1 && (group.end - group.begin > 1 || no_history)) split(group);
            while (!deeper_.empty()) {
                const Group next = deeper_.back();
                deeper_.pop_back();
                repack(next);
                split(next);
            }
        }
    }

    // Counts a group and writes the weight of its n-gram at each of its places.
    void weigh(Group& group, std::int64_t history) {
        std::int64_t count = 0;
        for (std::size_t i = group.begin; i < group.end; ++i) count += times_[places_[i].sentence];
        group.count = count;
        if (history == count) return;
        const double weight = log2_(history) - log2_(count);
        for (std::size_t i = group.begin; i < group.end; ++i)
            information[places_[i].start * order_ + group.depth - 1] = weight;
    }

    // Sorts a group by the words that follow and weighs the longer n-grams, as many orders as are packed. Groups are
    // split breadth first; what is still together afterwards goes to deeper_.
    void split(const Group& group) {
        std::sort(places_.begin() + static_cast<std::ptrdiff_t>(group.begin),
                  places_.begin() + static_cast<std::ptrdiff_t>(group.end),
                  [](const Place& a, const Place& b) { return a.next < b.next; });
        shorter_.assign(1, group);
        for (std::size_t n = 1; n <= packed_ && group.depth + n <= order_ && !shorter_.empty(); ++n) {
            longer_.clear();
            for (const Group& parent : shorter_) {
                std::size_t begin = parent.begin;
                while (begin < parent.end && ended(places_[begin].next, n)) ++begin;  // 0 sorts first
                while (begin < parent.end) {
                    std::size_t end = begin + 1;
                    while (end < parent.end && same(places_[begin].next, places_[end].next, n)) ++end;
                    Group part{begin, end, group.depth + n, 0};
                    weigh(part, parent.count);
                    if (end - begin > 1) longer_.push_back(part);
                    begin = end;
                }
            }
            shorter_.swap(longer_);
        }
        if (group.depth + packed_ < order_) deeper_.insert(deeper_.end(), shorter_.begin(), shorter_.end());
    }

    // Packs the words after the first `depth` ones of every place of a group.
    void repack(const Group& group) {
        for (std::size_t i = group.begin; i < group.end; ++i) {
            const auto end = static_cast<std::size_t>(ends_[places_[i].sentence]);
            std::uint64_t next = 0;
            for (std::size_t n = 0; n < packed_; ++n) {
                const std::size_t at = places_[i].start + group.depth + n;
                const std::uint64_t word = at < end ? static_cast<std::uint64_t>(text_[at]) + 1 : 0;
                next |= word << (64 - bits_ * (static_cast<int>(n) + 1));
            }
            places_[i].next = next;
        }
    }

    // Whether the n-th packed word is past the end of the sentence, and whether the first n packed words agree.
    bool ended(std::uint64_t next, std::size_t n) const {
        return (next << (bits_ * static_cast<int>(n - 1)) >> (64 - bits_)) == 0;
    }
    bool same(std::uint64_t a, std::uint64_t b, std::size_t n) const {
        return ((a ^ b) >> (64 - bits_ * static_cast<int>(n))) == 0;
    }

    Words text_;
    std::span<const std::int64_t> ends_, times_;
    std::size_t order_;
    int bits_;            // a packed word's
    std::size_t packed_;  // words in one number
    Log2Counts log2_;
    Buffer<Place> places_;
    Buffer<std::uint32_t> heads_;
    std::vector<Group> shorter_, longer_, deeper_;
};

// Information of every n-gram of a text by the place where it starts:
// log2(count(w1..wn-1) / count(w1..wn)), for n = 1 log2(words / count) (Doddington 2002).
struct InformationWeights {
    std::size_t order;
    Buffer<double> information;

    double at(std::size_t place, std::size_t n) const { return information[place * order + n - 1]; }

    // The weights of a sentence are about to be asked for, in no order.
    void expect([[maybe_unused]] std::size_t place, [[maybe_unused]] std::size_t words) const {
#if defined(__GNUC__)
        constexpr std::size_t line = 64 / sizeof(double);
        for (std::size_t i = 0; i < words * order; i += line)
            __builtin_prefetch(information.data() + place * order + i);
#endif
    }
};

// The first pass: all references of an evaluation set.
class InformationTable {
  public:
    explicit InformationTable(int order) : order_(order) {}

    int order() const { return order_; }
    std::int64_t total() const { return total_; }  // words in all references, repeated ones as often as they came
    const StringTable& words() const { return words_; }
    std::span<const std::int64_t> times() const { return times_; }
    std::size_t sentences() const { return times_.size(); }
    Words sentence(std::size_t id) const { return as_words(sentences_[id]); }

    Word word(std::string_view text) { return words_.intern(text); }

    // Room for so many more words, sentences and words in sentences; a hint.
    void reserve(std::size_t vocabulary, std::size_t sentences, std::size_t text) {
        words_.reserve(vocabulary, 8 * vocabulary);
        sentences_.reserve(sentences, text * sizeof(Word));
        times_.reserve(times_.size() + sentences);
    }

    // Counts one reference, in this table's words.
    void add(Words sentence, std::int64_t times = 1) {
        const auto id = static_cast<std::size_t>(sentences_.intern(as_bytes(sentence)));
        if (id == times_.size()) times_.push_back(0);
        times_[id] += times;
        total_ += times * static_cast<std::int64_t>(sentence.size());
        for (auto& made : weights_) made.reset();
    }

    void merge(const InformationTable& other) {
        if (&other == this) throw std::invalid_argument("a table cannot be merged with itself");
        if (other.order_ != order_) throw std::invalid_argument("tables of different orders cannot be merged");
        std::vector<Word> own(other.words_.size());
        for (std::size_t w = 0; w < own.size(); ++w) own[w] = words_.intern(other.words_[w]);
        std::vector<Word> translated;
        for (std::size_t s = 0; s < other.sentences(); ++s) {
            translated.clear();
            for (Word word : other.sentence(s)) translated.push_back(own[static_cast<std::size_t>(word)]);
            add(translated, other.times_[s]);
        }
    }

    // How often all references together have an n-gram, by reading them: for people and tests, not for scoring.
    std::int64_t count(Words ngram) const {
        std::int64_t found = 0;
        for (std::size_t s = 0; s < sentences(); ++s) {
            const Words words = sentence(s);
            for (std::size_t i = 0; i + ngram.size() <= words.size(); ++i)
                if (std::equal(ngram.begin(), ngram.end(), words.begin() + static_cast<std::ptrdiff_t>(i)))
                    found += times_[s];
        }
        return found;
    }

    // Where a sentence starts in the text the weights are for, -1 if it was never added.
    std::int64_t place(Words sentence) const {
        const std::int32_t id = sentences_.find(as_bytes(sentence));
        if (id < 0) return -1;
        return sentences_.offsets()[static_cast<std::size_t>(id)] / static_cast<std::int64_t>(sizeof(Word));
    }

    // Made once when first asked for, whatever the number of threads that ask.
    std::shared_ptr<const InformationWeights> weights(bool zero_is_empty) const {
        const std::lock_guard<std::mutex> lock(mutex_);
        std::shared_ptr<const InformationWeights>& made = weights_[zero_is_empty];
        if (!made) {
            std::vector<std::int64_t> ends(sentences_.offsets().begin() + 1, sentences_.offsets().end());
            for (std::int64_t& end : ends) end /= static_cast<std::int64_t>(sizeof(Word));
            const Words text = as_words({sentences_.bytes().data(), sentences_.bytes().size()});
            const Word zero = zero_is_empty ? words_.find("0") : -1;
            NgramWeigher weigher(text, ends, times_, words_.size(), order_, zero);
            made = std::make_shared<InformationWeights>(
                InformationWeights{static_cast<std::size_t>(order_), std::move(weigher.information)});
        }
        return made;
    }

  private:
    // Sentences are interned as the bytes of their word ids; a Buffer's memory is aligned for any type, and every
    // sentence takes a whole number of words.
    static std::string_view as_bytes(Words sentence) {
        return {reinterpret_cast<const char*>(sentence.data()), sentence.size() * sizeof(Word)};
    }
    static Words as_words(std::string_view bytes) {
        return {reinterpret_cast<const Word*>(bytes.data()), bytes.size() / sizeof(Word)};
    }

    int order_;
    std::int64_t total_ = 0;
    StringTable words_;
    StringTable sentences_;
    std::vector<std::int64_t> times_;
    mutable std::mutex mutex_;
    mutable std::array<std::shared_ptr<const InformationWeights>, 2> weights_;
};

struct AddInformation {
    static constexpr bool each = true;
    const InformationWeights& weights;
    std::span<const std::int64_t> places;  // where each reference starts in the weights' text
    double* row;
    void operator()(const NgramMatch& match) {
        const std::int64_t start = places[static_cast<std::size_t>(match.ref)] + match.ref_end + 1 - match.order;
        row[match.order - 1] += weights.at(static_cast<std::size_t>(start), static_cast<std::size_t>(match.order));
    }
};

// NIST's statistics of every pair, one row each: information of the clipped matches of orders 1..N, n-grams of orders
// 1..N in the hypothesis, its length, mean length of the references. translate(w): the table's id of chunk word w, -1
// where the table has no such word; asked once a word.
template <class Translate>
void nist_rows(const InformationTable& table, const InformationWeights& weights, RaggedView sentences,
               const Pairs& pairs, std::size_t vocabulary, Translate&& translate, std::span<double> rows) {
    constexpr Word unasked = -2;
    std::vector<Word> own(vocabulary, unasked), translated;
    std::vector<std::int64_t> places;
    const auto load = [&](std::span<const std::int32_t> references) {
        places.clear();
        for (std::int32_t id : references) {
            translated.clear();
            for (Word word : sentences[static_cast<std::size_t>(id)]) {
                Word& known = own[static_cast<std::size_t>(word)];
                if (known == unasked) known = translate(word);
                translated.push_back(known);
            }
            places.push_back(table.place(translated));
            if (places.back() < 0)
                throw std::invalid_argument("a reference is missing from the table of information weights");
            weights.expect(static_cast<std::size_t>(places.back()), translated.size());
        }
    };
    const auto match = [&](NgramMatcher& matcher, Words hyp, double* row) {
        matcher.match(hyp, AddInformation{weights, places, row});
    };
    ngram_pairs(sentences, pairs, vocabulary, table.order(), RefLength::average, rows, load, match);
}

}  // namespace tertium
