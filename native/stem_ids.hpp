// Stems of a whole vocabulary as dense ids, equal for words of one stem.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "stem_english.hpp"
#include "stem_german.hpp"
#include "remembered.hpp"
#include "unicode.hpp"
#include "word_table.hpp"

namespace tertium {

enum class StemRules { english, english_of_meteor, german_of_meteor };

class Stems {
  public:
    explicit Stems(StemRules rules)
        : german_(rules == StemRules::german_of_meteor),
          ascii_(rules == StemRules::english ? EnglishRules::snowball3 : EnglishRules::meteor),
          wide_(rules == StemRules::english ? EnglishRules::snowball3 : EnglishRules::meteor) {}

    std::string_view stem(std::string_view word) {
        const bool ascii = std::all_of(word.begin(), word.end(), [](char c) { return static_cast<unsigned char>(c) < 128; });
        if (ascii && !german_) {
            text_.assign(word);
            ascii_.stem(text_);
            return text_;
        }
        letters_.clear();
        for (std::size_t at = 0; at < word.size(); at += unicode::width(unicode::byte(word, at)))
            letters_.push_back(unicode::decode(word, at));
        if (german_) german_rules_.stem(letters_);
        else wide_.stem(letters_);
        text_.resize(4 * letters_.size());
        char* end = text_.data();
        for (char32_t letter : letters_) end = unicode::encode(letter, end);
        text_.resize(static_cast<std::size_t>(end - text_.data()));
        return text_;
    }

    // In the order first seen.
    void ids(const WordTable& vocabulary, RememberedStems& remembered, std::vector<std::int32_t>& out) {
        remembered.of_words(vocabulary, [&](std::string_view word) { return stem(word); }, out);
    }

  private:
    bool german_;
    EnglishStemmer<char> ascii_;
    EnglishStemmer<char32_t> wide_;
    GermanStemmer german_rules_;
    std::string text_;
    std::u32string letters_;
};

}  // namespace tertium
