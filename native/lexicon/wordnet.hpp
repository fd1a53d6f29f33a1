// WordNet in memory: the synsets of a word and of its base forms, as WordNet's own library finds them and as METEOR 1.5
// does. What it says never changes once it is made, so that threads share it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/string_table.hpp"
#include "base/word_cache.hpp"
#include "base/word_table.hpp"

namespace tertium {

inline constexpr std::size_t kPartsOfSpeech = 4;  // noun, verb, adjective, adverb
inline constexpr std::size_t kNoun = 0, kVerb = 1;

struct WordNetArrays {
    std::string_view lemmas;                     // one a line
    std::span<const std::uint8_t> lemma_counts;  // senses by lemma and part of speech
    std::span<const std::int32_t> senses;
    std::span<const std::int32_t> sizes;  // synsets by part of speech
    std::span<const std::int32_t> offsets;
    std::span<const std::int32_t> heads;
    std::span<const std::uint8_t> hypernym_counts;
    std::span<const std::int32_t> hypernyms;
    std::string_view forms;
    std::span<const std::uint8_t> form_counts;
    std::span<const std::int32_t> bases;
};

class WordNet {
  public:
    explicit WordNet(const WordNetArrays& arrays)
        : offsets_(arrays.offsets.begin(), arrays.offsets.end()),
          heads_(arrays.heads.begin(), arrays.heads.end()),
          senses_(words_of(arrays.lemmas, lemmas_), arrays.lemma_counts, arrays.senses),
          bases_(words_of(arrays.forms, forms_), arrays.form_counts, arrays.bases) {
        if (arrays.sizes.size() != kPartsOfSpeech) throw std::invalid_argument("four parts of speech");
        first_[0] = 0;
        for (std::size_t p = 0; p < kPartsOfSpeech; ++p) {
            if (arrays.sizes[p] < 0 || arrays.sizes[p] > static_cast<std::int64_t>(offsets_.size()) - first_[p])
                throw std::invalid_argument("sizes must not be negative, nor more than the synsets");
            first_[p + 1] = first_[p] + arrays.sizes[p];
        }
        const auto synsets = static_cast<std::size_t>(first_[kPartsOfSpeech]);
        if (offsets_.size() != synsets || heads_.size() != synsets)
            throw std::invalid_argument("one offset and one head for every synset");
        if (arrays.hypernym_counts.size() != static_cast<std::size_t>(first_[2]))
            throw std::invalid_argument("a number of hypernyms for every noun and verb synset");
        check(senses_.items, synsets);
        check(bases_.items, lemmas_.size());
        check(heads_, lemmas_.size());
        above_offsets_.reserve(arrays.hypernym_counts.size() + 1);
        above_offsets_.push_back(0);
        above_.assign(arrays.hypernyms.begin(), arrays.hypernyms.end());
        append_ends(arrays.hypernym_counts, above_.size(), above_offsets_);
        check(above_, above_offsets_.size() - 1);
    }

    std::size_t synset_count() const { return offsets_.size(); }
    std::int32_t first_of(std::size_t pos) const { return first_[pos]; }  // pos = 4: one past the last synset
    std::size_t pos_of(std::int32_t synset) const {
        return static_cast<std::size_t>(std::upper_bound(first_.begin(), first_.end(), synset) - first_.begin()) - 1;
    }
    std::span<const std::int32_t> hypernyms(std::int32_t synset) const {
        const auto i = static_cast<std::size_t>(synset);
        if (i + 1 >= above_offsets_.size()) return {};
        return std::span(above_).subspan(static_cast<std::size_t>(above_offsets_[i]),
                                         static_cast<std::size_t>(above_offsets_[i + 1] - above_offsets_[i]));
    }

    // The name people know a synset by: its first word, part of speech, and which sense of that word it is.
    std::string name(std::int32_t synset) const {
        const std::size_t pos = pos_of(synset);
        const std::int32_t head = heads_[static_cast<std::size_t>(synset)];
        const auto senses = senses_.of(head, pos);
        const auto sense = std::find(senses.begin(), senses.end(), synset) - senses.begin() + 1;
        return std::string(lemmas_[static_cast<std::size_t>(head)]) + '.' + "nvar"[pos] + '.' +
               (sense < 10 ? "0" : "") + std::to_string(sense);
    }

    // Synsets of the word and, for each part of speech, of its base forms: those the list of irregular forms gives, else
    // the first that a rule of morphy(7WN) leads to. Ascending, each once.
    void synsets(std::string_view word, std::vector<std::int32_t>& out) const {
        out.clear();
        const std::int32_t lemma = lemmas_.find(word), form = forms_.find(word);
        for (std::size_t pos = 0; pos < kPartsOfSpeech; ++pos) {
            if (lemma >= 0) append(senses_.of(lemma, pos), out);
            if (form >= 0 && !bases_.of(form, pos).empty()) {
                for (std::int32_t base : bases_.of(form, pos)) append(senses_.of(base, pos), out);
            } else {
                const std::int32_t base = base_form(word, pos);
                if (base >= 0) append(senses_.of(base, pos), out);
            }
        }
        sort_unique(out);
    }

    // The sets by which METEOR 1.5 decides that words are synonyms: places of synsets in the data files, whatever the
    // part of speech. Base forms are those of the list of irregular forms, if the word is in it for any part of speech,
    // else the one lemma that the first fitting rule of all parts of speech gives. Ascending, each once.
    void meteor_sets(std::string_view word, std::vector<std::int32_t>& out) const {
        out.clear();
        append_places(lemmas_.find(word), out);
        const std::int32_t form = forms_.find(word);
        if (form >= 0) {
            for (std::size_t pos = 0; pos < kPartsOfSpeech; ++pos)
                for (std::int32_t base : bases_.of(form, pos)) append_places(base, out);
        } else if (word.size() > 2 && !word.ends_with("ss")) {
            append_places(first_base(word, kRules, [](std::int32_t) { return true; }), out);
        }
        sort_unique(out);
    }

    // The one or the other for every word of a vocabulary, ragged.
    void vocabulary_sets(const WordTable& vocabulary, bool as_meteor, std::vector<std::int32_t>& values,
                         std::vector<std::int64_t>& offsets) const {
        const auto find = [&](std::string_view word, std::vector<std::int32_t>& out) {
            as_meteor ? meteor_sets(word, out) : synsets(word, out);
        };
        cache_[as_meteor].of_words(vocabulary, find, values, offsets);
    }

    // Synsets of a lemma as one part of speech, the most frequent sense first; nothing for words that are no lemmas.
    std::span<const std::int32_t> senses(std::string_view lemma, std::size_t pos) const {
        const std::int32_t id = lemmas_.find(lemma);
        return id < 0 ? std::span<const std::int32_t>{} : senses_.of(id, pos);
    }

    // The lemma that a word is a form of, as one part of speech; empty if there is none. A word that is known to be
    // `inflected` is looked up as a form first: "saw", past tense, is "see", although there is a verb "saw".
    std::string_view base(std::string_view word, std::size_t pos, bool inflected) const {
        const std::int32_t lemma = lemmas_.find(word), form = forms_.find(word);
        const bool is_lemma = lemma >= 0 && !senses_.of(lemma, pos).empty();
        std::int32_t found = is_lemma && !inflected ? lemma : -1;
        if (found < 0 && form >= 0 && !bases_.of(form, pos).empty()) found = bases_.of(form, pos).front();
        if (found < 0 && !(is_lemma && form >= 0)) found = base_form(word, pos);
        if (found < 0 && is_lemma) found = lemma;
        return found < 0 ? std::string_view{} : lemmas_[static_cast<std::size_t>(found)];
    }

  private:
    // Where each list ends. The sum is checked before it is believed: of enough counts it would pass 2^32 and look small.
    static void append_ends(std::span<const std::uint8_t> counts, std::size_t items, std::vector<std::int32_t>& ends) {
        std::size_t sum = 0;
        for (const std::uint8_t count : counts) sum += count;
        if (sum != items || items > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
            throw std::invalid_argument("numbers and their counts contradict each other");
        for (const std::uint8_t count : counts) ends.push_back(ends.back() + count);
    }

    // Words with numbers by part of speech.
    struct Lists {
        Lists(std::size_t words, std::span<const std::uint8_t> counts, std::span<const std::int32_t> numbers)
            : items(numbers.begin(), numbers.end()) {
            if (counts.size() != words * kPartsOfSpeech) throw std::invalid_argument("four counts for every word");
            starts.reserve(counts.size() + 1);
            starts.push_back(0);
            append_ends(counts, items.size(), starts);
        }
        std::span<const std::int32_t> of(std::int32_t word, std::size_t pos) const {
            const std::size_t i = static_cast<std::size_t>(word) * kPartsOfSpeech + pos;
            return std::span(items).subspan(static_cast<std::size_t>(starts[i]),
                                            static_cast<std::size_t>(starts[i + 1] - starts[i]));
        }
        std::vector<std::int32_t> items, starts;
    };

    struct Rule {
        std::string_view ending, becomes;
    };
    // morphy(7WN), in its order: 8 for nouns, 8 for verbs, 4 for adjectives; adverbs have none.
    static constexpr std::array<Rule, 20> kRules{{
        {"s", ""},    {"ses", "s"}, {"xes", "x"}, {"zes", "z"}, {"ches", "ch"}, {"shes", "sh"}, {"men", "man"},
        {"ies", "y"}, {"s", ""},    {"ies", "y"}, {"es", "e"},  {"es", ""},     {"ed", "e"},    {"ed", ""},
        {"ing", "e"}, {"ing", ""},  {"er", ""},   {"est", ""},  {"er", "e"},    {"est", "e"},
    }};
    static constexpr std::array<std::size_t, kPartsOfSpeech + 1> kRulesOf{0, 8, 16, 20, 20};
    static constexpr std::string_view kLastLetters = "sndgrt";  // of all these endings

    std::int32_t base_form(std::string_view word, std::size_t pos) const {
        if (pos == kNoun && (word.size() <= 2 || word.ends_with("ss"))) return -1;  // as WordNet's library
        return first_base(word, std::span(kRules).subspan(kRulesOf[pos], kRulesOf[pos + 1] - kRulesOf[pos]),
                          [&](std::int32_t lemma) { return !senses_.of(lemma, pos).empty(); });
    }

    template <class Accept>
    std::int32_t first_base(std::string_view word, std::span<const Rule> rules, Accept accept) const {
        if (word.size() > kLongestWord || word.empty() || kLastLetters.find(word.back()) == std::string_view::npos)
            return -1;
        std::array<char, kLongestWord + 4> spelled;
        for (const Rule& rule : rules) {
            if (!word.ends_with(rule.ending)) continue;
            const std::size_t kept = word.size() - rule.ending.size();
            auto end = std::copy_n(word.begin(), kept, spelled.begin());
            end = std::copy(rule.becomes.begin(), rule.becomes.end(), end);
            const std::int32_t lemma = lemmas_.find({spelled.data(), static_cast<std::size_t>(end - spelled.begin())});
            if (lemma >= 0 && accept(lemma)) return lemma;
        }
        return -1;
    }

    void append_places(std::int32_t lemma, std::vector<std::int32_t>& out) const {
        if (lemma < 0) return;
        for (std::size_t pos = 0; pos < kPartsOfSpeech; ++pos)
            for (std::int32_t synset : senses_.of(lemma, pos))
                out.push_back(offsets_[static_cast<std::size_t>(synset)]);
    }

    static void append(std::span<const std::int32_t> from, std::vector<std::int32_t>& out) {
        out.insert(out.end(), from.begin(), from.end());
    }
    static void sort_unique(std::vector<std::int32_t>& values) {
        std::sort(values.begin(), values.end());
        values.erase(std::unique(values.begin(), values.end()), values.end());
    }
    static std::size_t words_of(std::string_view lines, StringTable& table) {
        table.reserve(static_cast<std::size_t>(std::count(lines.begin(), lines.end(), '\n')), lines.size());
        std::size_t words = 0;
        for (std::size_t at = 0, end; (end = lines.find('\n', at)) != std::string_view::npos; at = end + 1, ++words)
            if (static_cast<std::size_t>(table.intern(lines.substr(at, end - at))) != words)
                throw std::invalid_argument("a word is listed twice");
        return words;
    }
    static void check(std::span<const std::int32_t> ids, std::size_t size) {
        for (std::int32_t id : ids)
            if (id < 0 || static_cast<std::size_t>(id) >= size) throw std::invalid_argument("no such synset or lemma");
    }

    static constexpr std::size_t kLongestWord = 256;  // WordNet's longest lemma has 71 letters

    StringTable lemmas_, forms_;  // before the lists, which are made from them
    std::vector<std::int32_t> offsets_, heads_;
    Lists senses_, bases_;
    std::array<std::int32_t, kPartsOfSpeech + 1> first_{};
    std::vector<std::int32_t> above_, above_offsets_;
    mutable std::array<CachedSets, 2> cache_;  // guards itself
};

}  // namespace tertium
