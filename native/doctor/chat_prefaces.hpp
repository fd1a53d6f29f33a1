// How language models introduce a translation instead of just giving it, in the languages they do it in most.
//
// Whole phrases only: "Here is the house" is a translation, "Here is the translation" is not. Compared in lower case,
// ASCII letters only.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace tertium::doctor {

inline constexpr std::string_view kChatPrefaces[] = {
    "as a language model",
    "as an ai ",
    "certainly! here",
    "certainly, here",
    "certainly. here",
    "certainly! the translation",
    "claro, aquí",
    "claro! aquí",
    "aquí está la traducción",
    "aquí tienes la traducción",
    "aqui está a tradução",
    "ecco la traduzione",
    "english translation:",
    "german translation:",
    "french translation:",
    "spanish translation:",
    "chinese translation:",
    "japanese translation:",
    "russian translation:",
    "here is a translation",
    "here is the english",
    "here is the translat",
    "here is your translat",
    "here's a translation",
    "here's the translat",
    "here’s the translat",
    "here are the translat",
    "hier ist die übersetzung",
    "hier die übersetzung",
    "i'm sorry, but i can",
    "i am sorry, but i can",
    "i cannot translate",
    "i can't translate",
    "i’m sorry, but i can",
    "i apologize, but i can",
    "natürlich, hier ist",
    "of course! here",
    "of course, here is the translat",
    "output:",
    "sure! here",
    "sure, here",
    "sure. here",
    "sure thing! here",
    "sure! the translation",
    "sure, the translation",
    "the english translation is",
    "the english translation of",
    "the translation is:",
    "the translation of the",
    "the translated text",
    "the translated sentence",
    "traduction :",
    "traduction:",
    "traducción:",
    "translated text:",
    "translation:",
    "translation in english:",
    "voici la traduction",
    "übersetzung:",
    "вот перевод",
    "конечно, вот",
    "перевод:",
    "以下是翻译",
    "以下是译文",
    "当然，以下",
    "当然！以下",
    "翻译：",
    "翻译:",
    "译文：",
    "译文:",
    "翻訳：",
    "翻訳:",
    "以下は翻訳",
};

inline constexpr char lower_byte(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

// A text whose first six bytes (bit 5 set, which lowers letters) open no phrase is done after one look into this set;
// every phrase is longer than that.
inline constexpr std::size_t kOpening = 6;

constexpr std::size_t opening_place(std::uint64_t six) {
    six = (six | 0x2020202020202020ull) & 0x0000ffffffffffffull;
    return static_cast<std::size_t>((six * 0x9e3779b97f4a7c15ull) >> 52);
}

constexpr std::uint64_t first_six(std::string_view text) {
    if (!std::is_constant_evaluated() && std::endian::native == std::endian::little && text.size() >= 8) {
        std::uint64_t eight;
        std::memcpy(&eight, text.data(), 8);
        return eight;
    }
    std::uint64_t six = 0;
    for (std::size_t i = 0; i < kOpening; ++i) six |= std::uint64_t{static_cast<std::uint8_t>(text[i])} << (8 * i);
    return six;
}

inline constexpr std::array<bool, 0x1000> kOpenings = [] {
    std::array<bool, 0x1000> openings{};
    for (const std::string_view phrase : kChatPrefaces) openings[opening_place(first_six(phrase))] = true;
    return openings;
}();

inline bool is_chat_preface(std::string_view text) {
    if (text.size() <= kOpening || !kOpenings[opening_place(first_six(text))]) return false;
    for (const std::string_view phrase : kChatPrefaces) {
        if (text.size() < phrase.size()) continue;
        std::size_t same = 0;
        while (same < phrase.size() && lower_byte(text[same]) == phrase[same]) ++same;
        if (same == phrase.size()) return true;
    }
    return false;
}

}  // namespace tertium::doctor
