// Where words touch in the text they were cut from.
//
// A text falls apart at white space by itself. What a tokenizer adds are cuts inside such pieces: "house." is cut before
// its full stop. A sentence is plain if its tokens, one after the other, are its text without the white space; then
// these cuts say where every token stands. Others (the tokenizer decoded an entity, dropped or changed something) are
// left to the caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "text/sentence_pool.hpp"
#include "text/unicode.hpp"

namespace tertium {

// Code units of UTF-16, which is how browsers count: two for characters of four bytes.
inline std::int32_t utf16_units(std::string_view text) {
    std::int32_t units = 0;
    for (const char c : text) {
        const auto byte = static_cast<std::uint8_t>(c);
        units += ((byte & 0xC0) != 0x80) + (byte >= 0xF0);
    }
    return units;
}

// How long the words of a vocabulary are in UTF-16, looked at once a word: most tokens are words seen before.
class WordUnits {
  public:
    static constexpr std::int32_t kSpaced = -1;  // the word is empty or has white space inside

    explicit WordUnits(std::size_t words) : units_(words, kUnknown) {}

    std::int32_t of(std::size_t word, std::string_view token) {
        std::int32_t& units = units_[word];
        if (units == kUnknown) {
            units = token.empty() ? kSpaced : utf16_units(token);
            for (std::size_t i = 0; i < token.size(); ++i)
                if (unicode::space_at(token, i) != 0) units = kSpaced;
        }
        return units;
    }

  private:
    static constexpr std::int32_t kUnknown = -2;
    std::vector<std::int32_t> units_;
};

// Appends the cuts of one sentence, in UTF-16 units from its start; false, and nothing appended, if it is not plain.
inline bool append_cuts(std::string_view text, const TokenView& view, std::size_t sentence, WordUnits& known,
                        std::vector<std::int32_t>& cuts) {
    const std::size_t before = cuts.size();
    std::size_t at = 0;
    std::int32_t units = 0;
    const auto skip_space = [&] {
        const std::size_t from = at;
        while (at < text.size()) {
            const std::size_t space = unicode::space_at(text, at);
            if (space == 0) break;
            at += space;
            ++units;  // no white space lies beyond the basic plane
        }
        return at > from;
    };
    const auto first = static_cast<std::size_t>(view.offsets[sentence]);
    const auto last = static_cast<std::size_t>(view.offsets[sentence + 1]);
    for (std::size_t k = first; k < last; ++k) {
        const auto word = static_cast<std::size_t>(view.values[k]);
        const std::string_view token = view.vocabulary[word];
        const std::int32_t size = known.of(word, token);
        const bool apart = skip_space();
        // "&" may stand for the "&amp;" that is there.
        const bool plain = size != WordUnits::kSpaced && text.substr(at).starts_with(token) &&
                           !(token == "&" && text.substr(at).starts_with("&amp;"));
        if (!plain) {
            cuts.resize(before);
            return false;
        }
        if (!apart && k > first) cuts.push_back(units);
        at += token.size();
        units += size;
    }
    skip_space();
    if (at == text.size()) return true;
    cuts.resize(before);
    return false;
}

}  // namespace tertium
