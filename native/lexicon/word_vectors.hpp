// Static vectors of words, made of those of their pieces, and how much of a reference a translation says in like words.
//
// Whole numbers throughout: the same texts have the same rows on every machine. A piece is known by the hash of its
// bytes, one inside a word by that of "##" and its bytes, as vocabularies of word pieces write it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/sentences.hpp"
#include "base/word_table.hpp"
#include "lexicon/known_words.hpp"
#include "text/lower_case.hpp"

namespace tertium {

inline constexpr std::size_t kVectorSize = 48;
inline constexpr std::int32_t kVectorLength = 1024;                   // of every word's vector, but for rounding
inline constexpr std::int32_t kSame = kVectorLength * kVectorLength;  // the likeness of a word with itself
inline constexpr std::size_t kMostComparisons = 4'000'000;            // of two sentences: 2,000 words by 2,000
inline constexpr std::uint8_t kFullWeight = 255;

class WordVectors {
  public:
    WordVectors(std::span<const std::int32_t> hashes, std::span<const std::uint8_t> weights,
                std::span<const std::int8_t> vectors)
        : weights_(weights.begin(), weights.end()), vectors_(vectors.begin(), vectors.end()) {
        if (weights.size() != hashes.size() || vectors.size() != hashes.size() * kVectorSize)
            throw std::invalid_argument("every piece needs a weight and a vector of 48 numbers");
        std::size_t slots = 64;
        while (slots < 2 * hashes.size()) slots *= 2;
        slots_.assign(slots, {0, -1});
        for (std::size_t i = 0; i < hashes.size(); ++i) {
            const auto hash = static_cast<std::uint32_t>(hashes[i]);
            std::size_t at = hash & (slots - 1);
            for (; slots_[at].second >= 0; at = (at + 1) & (slots - 1))
                if (slots_[at].first == hash) throw std::invalid_argument("two pieces have the same hash");
            slots_[at] = {hash, static_cast<std::int32_t>(i)};
        }
    }

    std::size_t size() const { return weights_.size(); }

    // The vector of a word in lower case, written to `vector`, which is zeros; returns its weight. A word that is one
    // piece weighs what the piece does; one of several is rare. Where no pieces make up the word it is like none other; nor
    // is a number, for another year is another fact.
    std::uint8_t operator()(std::string_view word, std::int16_t* vector) const {
        if (word.size() > kLongestWord) return kFullWeight;
        std::array<std::int32_t, kVectorSize> sum{};
        std::size_t pieces = 0;
        std::int32_t last = -1;
        for (std::size_t at = 0; at < word.size(); ++pieces) {
            const auto [piece, size] = longest_piece(word.substr(at), at > 0);
            if (piece < 0) return kFullWeight;
            const std::int8_t* add = vectors_.data() + static_cast<std::size_t>(piece) * kVectorSize;
            for (std::size_t k = 0; k < kVectorSize; ++k) sum[k] += add[k];
            last = piece;
            at += size;
        }
        std::int32_t squares = 0;
        for (const std::int32_t number : sum) squares += number * number;
        const bool number = std::ranges::any_of(word, [](char c) { return c >= '0' && c <= '9'; });
        if (squares > 0 && !number) {
            const double length = std::sqrt(static_cast<double>(squares));
            for (std::size_t k = 0; k < kVectorSize; ++k)
                vector[k] =
                    static_cast<std::int16_t>(std::lround(static_cast<double>(sum[k] * kVectorLength) / length));
        }
        return pieces == 1 ? weights_[static_cast<std::size_t>(last)] : kFullWeight;
    }

  private:
    // The longest piece that the text begins with, and its bytes: one pass, since the hash grows byte by byte.
    std::pair<std::int32_t, std::size_t> longest_piece(std::string_view text, bool inside) const {
        std::pair<std::int32_t, std::size_t> found{-1, 0};
        KnownWordHash hash;
        if (inside) hash.add('#'), hash.add('#');
        for (std::size_t i = 0; i < text.size(); ++i) {
            hash.add(text[i]);
            const std::uint32_t wanted = hash.folded();
            for (std::size_t at = wanted & (slots_.size() - 1); slots_[at].second >= 0;
                 at = (at + 1) & (slots_.size() - 1))
                if (slots_[at].first == wanted) {
                    found = {slots_[at].second, i + 1};
                    break;
                }
        }
        return found;
    }

    static constexpr std::size_t kLongestWord =
        50;  // bytes, and as many pieces at most: their squares must fit 32 bits
    std::vector<std::pair<std::uint32_t, std::int32_t>> slots_;  // hash, piece; -1: free
    std::vector<std::uint8_t> weights_;
    std::vector<std::int8_t> vectors_;
};

// By the number that a word's spellings in either case share: weights, and vectors one after the other.
struct VocabularyVectors {
    std::vector<std::uint8_t> weights;
    std::vector<std::int16_t> vectors;
};

inline VocabularyVectors vectors_of(const WordVectors& known, const WordTable& vocabulary,
                                    std::span<const std::int32_t> folded) {
    std::size_t size = 0;
    for (const std::int32_t number : folded) size = std::max(size, static_cast<std::size_t>(number) + 1);
    VocabularyVectors made{std::vector<std::uint8_t>(size, 0), std::vector<std::int16_t>(size * kVectorSize, 0)};
    std::vector<bool> done(size, false);
    std::string buffer;
    for (std::size_t id = 0; id < vocabulary.size(); ++id) {
        const auto place = static_cast<std::size_t>(folded[id]);
        if (done[place]) continue;
        done[place] = true;
        made.weights[place] = known(lower(vocabulary[id], buffer), made.vectors.data() + place * kVectorSize);
    }
    return made;
}

// The part of a reference that a hypothesis says in the same words, or in words like them.
class WordsAlike {
  public:
    WordsAlike(std::span<const std::uint8_t> marks, std::span<const std::int32_t> folded,
               std::span<const std::uint8_t> weights, std::span<const std::int16_t> vectors)
        : marks_(marks), folded_(folded), weights_(weights), vectors_(vectors) {}

    // Writes three numbers: the weight of the reference's words times their likeness to the nearest word of the
    // hypothesis, their weight, and how much of the reference is in the language of the vectors (see UnknownWords; Chinese
    // is none of it, though no character of it is an unknown word; nor is a reference without a word of two letters).
    void operator()(Words hyp, Words ref, double excused_share, double* row) {
        sort_folded(hyp, mine_);
        mine_.erase(std::unique(mine_.begin(), mine_.end()), mine_.end());
        sort_folded(ref, theirs_);
        std::size_t alphabetic = 0, unknown = 0;
        for (const Word word : ref) {
            const std::uint8_t mark = marks_[static_cast<std::size_t>(word)];
            alphabetic += (mark & (ALPHABETIC | LONE)) != 0;
            unknown += (mark & (UNKNOWN | LONE)) != 0;
        }
        std::int64_t match = 0, weight = 0;
        for (std::size_t at = 0; at < theirs_.size();) {
            const std::int32_t word = theirs_[at];
            std::int64_t heavy = 0;
            for (; at < theirs_.size() && theirs_[at] == word; ++at) heavy += weights_[static_cast<std::size_t>(word)];
            weight += heavy;
            match += heavy * likeness(word);
        }
        row[0] = static_cast<double>(match) / kSame;
        row[1] = static_cast<double>(weight);
        row[2] = alphabetic > 0 ? share_in_language(unknown, alphabetic, excused_share) : 0.0;
    }

    // For every word of the reference: the place of the nearest word of the hypothesis (-1: none is like it), and the
    // likeness, 1 for the same word.
    void nearest(Words hyp, Words ref, std::int32_t* places, double* likenesses) const {
        for (std::size_t r = 0; r < ref.size(); ++r) {
            std::int32_t best = 0, place = -1;
            for (std::size_t h = 0; h < hyp.size(); ++h)
                if (const std::int32_t like = compared(number(ref[r]), number(hyp[h])); like > best)
                    best = like, place = static_cast<std::int32_t>(h);
            places[r] = place;
            likenesses[r] = static_cast<double>(best) / kSame;
        }
    }

  private:
    std::int32_t number(Word word) const { return folded_[static_cast<std::size_t>(word)]; }

    void sort_folded(Words words, std::vector<std::int32_t>& into) const {
        into.clear();
        for (const Word word : words) into.push_back(number(word));
        std::sort(into.begin(), into.end());
    }

    // Beyond 2,000 by 2,000 words, which no sentence has, only the same words are alike: the time must not explode.
    std::int32_t likeness(std::int32_t word) const {
        if (std::binary_search(mine_.begin(), mine_.end(), word)) return kSame;
        if (mine_.size() * theirs_.size() > kMostComparisons) return 0;
        std::int32_t best = 0;
        for (const std::int32_t other : mine_) best = std::max(best, dot(word, other));
        return std::min(best, kSame);
    }

    std::int32_t compared(std::int32_t word, std::int32_t other) const {
        return word == other ? kSame : std::min(dot(word, other), kSame);
    }

    std::int32_t dot(std::int32_t word, std::int32_t other) const {
        const std::int16_t* a = vectors_.data() + static_cast<std::size_t>(word) * kVectorSize;
        const std::int16_t* b = vectors_.data() + static_cast<std::size_t>(other) * kVectorSize;
        std::int32_t sum = 0;
        for (std::size_t k = 0; k < kVectorSize; ++k) sum += static_cast<std::int32_t>(a[k]) * b[k];
        return sum;
    }

    std::span<const std::uint8_t> marks_;
    std::span<const std::int32_t> folded_;
    std::span<const std::uint8_t> weights_;
    std::span<const std::int16_t> vectors_;
    std::vector<std::int32_t> mine_, theirs_;
};

}  // namespace tertium
