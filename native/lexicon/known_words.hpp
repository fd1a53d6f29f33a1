// Which words a language knows, by the hashes of its words, and what a translation has that it does not.
//
// A table of 100,000 words takes four bytes a word; a word that is not there passes for one that is once in 40,000
// times. Regular English endings are taken off at look-up, so that the table need not hold every form; in a language
// that writes compounds as one word, words made of known words are known.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/sentences.hpp"
#include "base/string_table.hpp"
#include "base/word_table.hpp"
#include "text/lower_case.hpp"
#include "text/unicode.hpp"

namespace tertium {

// FNV-1a, folded to 32 bits: files hold these numbers, so they must never change.
class KnownWordHash {
  public:
    void add(char c) { hash_ = (hash_ ^ static_cast<std::uint8_t>(c)) * 0x100000001B3ull; }
    std::uint32_t folded() const { return static_cast<std::uint32_t>(hash_ ^ (hash_ >> 32)); }

  private:
    std::uint64_t hash_ = 0xCBF29CE484222325ull;
};

inline std::uint32_t known_word_hash(std::string_view first, std::string_view second = {}) {
    KnownWordHash hash;
    for (const std::string_view part : {first, second})
        for (const char c : part) hash.add(c);
    return hash.folded();
}

// How much of a reference counts as written in a table's language: all of it where no word is unknown, nothing from
// the excused share on, in between in proportion.
inline double share_in_language(std::size_t unknown, std::size_t alphabetic, double excused_share) {
    const auto words = static_cast<double>(std::max<std::size_t>(alphabetic, 1));
    return std::max(0.0, 1.0 - static_cast<double>(unknown) / words / excused_share);
}

class KnownWords {
  public:
    explicit KnownWords(std::span<const std::int32_t> hashes, bool compounds = false) : compounds_(compounds) {
        std::size_t slots = 64;
        while (slots < 2 * hashes.size()) slots *= 2;
        slots_.assign(slots, 0);
        for (const std::int32_t given : hashes) {
            const auto hash = static_cast<std::uint32_t>(given);
            if (hash == 0) has_zero_ = true;
            else if (!holds(hash)) *place_of(hash) = hash, ++size_;
        }
    }

    std::size_t size() const { return size_ + (has_zero_ ? 1 : 0); }

    // Is the word there, which is in lower case, or one that it comes from by a regular ending?
    bool knows(std::string_view word) const {
        if (holds(known_word_hash(word))) return true;
        if (compounds_) return is_compound(word);
        for (const auto& [ending, instead] : kEndings) {
            if (!word.ends_with(ending) || word.size() < ending.size() + 2) continue;
            const std::string_view stem = word.substr(0, word.size() - ending.size());
            if (holds(known_word_hash(stem, instead))) return true;
            // "stopped", "bigger": the consonant is doubled before these.
            const std::size_t size = stem.size();
            if (ending.size() > 1 && instead.empty() && size > 3 && stem[size - 1] == stem[size - 2] &&
                holds(known_word_hash(stem.substr(0, size - 1))))
                return true;
        }
        return false;
    }

  private:
    struct Ending {
        std::string_view ending, instead;
    };
    static constexpr std::array<Ending, 17> kEndings{{{"s", ""},
                                                      {"es", ""},
                                                      {"ies", "y"},
                                                      {"d", ""},
                                                      {"ed", ""},
                                                      {"ed", "e"},
                                                      {"ied", "y"},
                                                      {"ing", ""},
                                                      {"ing", "e"},
                                                      {"er", ""},
                                                      {"er", "e"},
                                                      {"ier", "y"},
                                                      {"est", ""},
                                                      {"est", "e"},
                                                      {"iest", "y"},
                                                      {"ly", ""},
                                                      {"ily", "y"}}};

    // What German puts after a part of a compound, and at the end of many words.
    static constexpr std::array<std::string_view, 7> kLinks{"", "s", "es", "n", "en", "er", "e"};
    static constexpr std::size_t kLongestCompound = 100;  // bytes
    static constexpr std::uint8_t kMostParts = 4, kLeastLetters = 3;

    // Up to four known words of three letters or more, each with a link after it or none. `parts[i]`: the fewest parts
    // that end at byte i.
    bool is_compound(std::string_view word) const {
        if (word.size() > kLongestCompound) return false;
        constexpr std::uint8_t never = 255;
        std::array<std::uint8_t, kLongestCompound + 1> parts;
        parts.fill(never);
        parts[0] = 0;
        for (std::size_t start = 0; start < word.size(); ++start) {
            if (parts[start] >= kMostParts) continue;
            const auto count = static_cast<std::uint8_t>(parts[start] + 1);
            KnownWordHash hash;
            std::size_t letters = 0;
            for (std::size_t end = start; end < word.size();) {
                for (const std::size_t next = end + unicode::width(unicode::byte(word, end)); end < next; ++end)
                    hash.add(word[end]);
                if (++letters < kLeastLetters || !holds(hash.folded())) continue;
                for (const std::string_view link : kLinks)
                    if (word.substr(end).starts_with(link))
                        parts[end + link.size()] = std::min(parts[end + link.size()], count);
            }
        }
        return parts[word.size()] != never;
    }

    std::size_t mask() const { return slots_.size() - 1; }

    bool holds(std::uint32_t hash) const {
        if (hash == 0) return has_zero_;
        for (std::size_t at = hash & mask(); slots_[at] != 0; at = (at + 1) & mask())
            if (slots_[at] == hash) return true;
        return false;
    }

    std::uint32_t* place_of(std::uint32_t hash) {
        std::size_t at = hash & mask();
        while (slots_[at] != 0) at = (at + 1) & mask();
        return &slots_[at];
    }

    std::vector<std::uint32_t> slots_;  // 0: free
    std::size_t size_ = 0;
    bool has_zero_ = false;
    bool compounds_;
};

// What a word of a vocabulary is: bits, and a number that spellings of one word in either case share.
// LONE: one letter beyond ASCII, as scripts without spaces are split into.
enum WordMark : std::uint8_t { ALPHABETIC = 1, UNKNOWN = 2, CAPITAL = 4, LONE = 8 };

struct MarkedWords {
    std::vector<std::uint8_t> marks;
    std::vector<std::int32_t> folded;
};

// Single characters, numbers and words with a digit are never unknown.
inline MarkedWords mark_words(const KnownWords& known, const WordTable& vocabulary) {
    MarkedWords made{std::vector<std::uint8_t>(vocabulary.size(), 0), std::vector<std::int32_t>(vocabulary.size(), 0)};
    StringTable lowered;
    std::string buffer;
    for (std::size_t id = 0; id < vocabulary.size(); ++id) {
        const std::string_view word = vocabulary[id];
        const std::string_view lower_case = lower(word, buffer);
        made.folded[id] = lowered.intern(lower_case);
        std::size_t characters = 0;
        bool letters = true;
        for (std::size_t at = 0; at < word.size(); at += unicode::width(unicode::byte(word, at)), ++characters)
            letters &= (unicode::flags(unicode::decode(word, at)) & (unicode::LETTER | unicode::MARK)) != 0;
        if (letters && characters == 1 && word.size() > 1) made.marks[id] = LONE;
        if (!letters || characters < 2) continue;
        const bool capital =
            lower_case.substr(0, 1) != word.substr(0, 1) || unicode::decode(lower_case, 0) != unicode::decode(word, 0);
        made.marks[id] =
            static_cast<std::uint8_t>(ALPHABETIC | (capital ? CAPITAL : 0) | (known.knows(lower_case) ? 0 : UNKNOWN));
    }
    return made;
}

// Unknown words of a hypothesis beyond those of a reference.
class UnknownWords {
  public:
    UnknownWords(std::span<const std::uint8_t> marks, std::span<const std::int32_t> folded)
        : marks_(marks), folded_(folded) {}

    // Writes two numbers: words in lower case, words with a capital. A word that the reference has, in either case, does
    // not count; each unknown word of the reference that the hypothesis lacks excuses another one, for it may be the
    // same name in another spelling, and names have capitals. A reference that has many unknown words is not in the
    // table's language: then nothing counts, and between the two the numbers shrink in proportion.
    void operator()(Words hyp, Words ref, double excused_share, double* row) {
        collect(hyp, mine_);
        if (mine_.unknown.empty()) return;
        collect(ref, theirs_);
        const double counted = share_in_language(theirs_.unknown.size(), theirs_.alphabetic, excused_share);
        if (counted <= 0.0) return;
        std::int64_t lower_case = 0, capital = 0, excuses = 0;
        for (const Word word : mine_.unknown)
            if (!theirs_.has(folded(word))) ++(is_capital(word) ? capital : lower_case);
        for (const Word word : theirs_.unknown) excuses += mine_.has(folded(word)) ? 0 : 1;
        const std::int64_t capitals_excused = std::min(capital, excuses);
        capital -= capitals_excused;
        lower_case -= std::min(lower_case, excuses - capitals_excused);
        row[0] = counted * static_cast<double>(lower_case);
        row[1] = counted * static_cast<double>(capital);
    }

  private:
    struct Side {
        std::vector<Word> unknown;
        std::vector<std::int32_t>
            sorted;  // what they are in either case: long sentences must not take the square of time
        std::size_t alphabetic = 0;

        bool has(std::int32_t word) const { return std::binary_search(sorted.begin(), sorted.end(), word); }
    };

    std::int32_t folded(Word word) const { return folded_[static_cast<std::size_t>(word)]; }
    bool is_capital(Word word) const { return (marks_[static_cast<std::size_t>(word)] & CAPITAL) != 0; }

    void collect(Words words, Side& side) {
        side.unknown.clear();
        side.sorted.clear();
        side.alphabetic = 0;
        for (const Word word : words) {
            const std::uint8_t mark = marks_[static_cast<std::size_t>(word)];
            side.alphabetic += mark & ALPHABETIC;
            if ((mark & UNKNOWN) == 0) continue;
            side.unknown.push_back(word);
            side.sorted.push_back(folded(word));
        }
        std::sort(side.sorted.begin(), side.sorted.end());
    }

    std::span<const std::uint8_t> marks_;
    std::span<const std::int32_t> folded_;
    Side mine_, theirs_;
};

}  // namespace tertium
