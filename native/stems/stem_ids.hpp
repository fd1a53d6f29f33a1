// Stems of a whole vocabulary as dense ids, equal for words of one stem.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/word_cache.hpp"
#include "base/word_table.hpp"
#include "stems/english.hpp"
#include "stems/finnish.hpp"
#include "stems/french.hpp"
#include "stems/german.hpp"
#include "stems/java_hash.hpp"
#include "stems/nordic.hpp"
#include "text/unicode.hpp"

namespace tertium {

// English by both sets of rules; the others as METEOR 1.5 has them.
enum class StemRules { english, english_of_meteor, german, french, finnish, danish, norwegian, swedish };
inline constexpr std::size_t kStemRules = 8;

class Stems {
  public:
    explicit Stems(StemRules rules)
        : rules_(rules),
          ascii_(rules == StemRules::english ? EnglishRules::snowball3 : EnglishRules::meteor),
          wide_(rules == StemRules::english ? EnglishRules::snowball3 : EnglishRules::meteor),
          nordic_(rules == StemRules::danish      ? Nordic::danish
                  : rules == StemRules::norwegian ? Nordic::norwegian
                                                  : Nordic::swedish) {}

    std::string_view stem(std::string_view word) {
        const bool ascii =
            std::all_of(word.begin(), word.end(), [](char c) { return static_cast<unsigned char>(c) < 128; });
        if (ascii && (rules_ == StemRules::english || rules_ == StemRules::english_of_meteor)) {
            text_.assign(word);
            ascii_.stem(text_);
            return text_;
        }
        letters_.clear();
        for (std::size_t at = 0; at < word.size(); at += unicode::width(unicode::byte(word, at)))
            letters_.push_back(unicode::decode(word, at));
        stem_letters();
        text_.resize(4 * letters_.size());
        char* end = text_.data();
        for (char32_t letter : letters_) end = unicode::encode(letter, end);
        text_.resize(static_cast<std::size_t>(end - text_.data()));
        return text_;
    }

    // In the order first seen. To METEOR stems of one hash are the same.
    void ids(const WordTable& vocabulary, CachedStems& cache, std::vector<std::int32_t>& out) {
        if (rules_ == StemRules::english) {
            cache.of_words(vocabulary, [&](std::string_view word) { return stem(word); }, out);
            return;
        }
        const auto hashed = [&](std::string_view word) {
            const std::uint32_t hash = java_hash(stem(word));
            for (std::size_t i = 0; i < hash_.size(); ++i) hash_[i] = static_cast<char>(hash >> (8 * i));
            return std::string_view(hash_.data(), hash_.size());
        };
        cache.of_words(vocabulary, hashed, out);
    }

  private:
    void stem_letters() {
        switch (rules_) {
            case StemRules::english:
            case StemRules::english_of_meteor: return wide_.stem(letters_);
            case StemRules::german: return german_.stem(letters_);
            case StemRules::french: return french_.stem(letters_);
            case StemRules::finnish: return finnish_.stem(letters_);
            case StemRules::danish:
            case StemRules::norwegian:
            case StemRules::swedish: return nordic_.stem(letters_);
        }
    }

    StemRules rules_;
    EnglishStemmer<char> ascii_;
    EnglishStemmer<char32_t> wide_;
    GermanStemmer german_;
    FrenchStemmer french_;
    FinnishStemmer finnish_;
    NordicStemmer nordic_;
    std::array<char, 4> hash_{};
    std::string text_;
    std::u32string letters_;
};

}  // namespace tertium
