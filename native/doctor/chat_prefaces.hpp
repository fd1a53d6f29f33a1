// How language models introduce a translation instead of just giving it, or refuse to give one, in the languages they do
// it in most.
//
// Whole phrases only: "Here is the house" is a translation, "Here is the translation" is not. Many people are sorry, too:
// an apology is a refusal if it goes on about what a model is asked for. Compared in lower case, ASCII letters only.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace tertium::doctor {

inline constexpr std::string_view kChatPrefaces[] = {
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

// These need no more words.
inline constexpr std::string_view kRefusals[] = {
    "as a large language model",
    "as a language model",
    "as an ai ",
    "as an ai,",
    "i am an ai ",
    "i'm an ai ",
    "i cannot translate",
    "i can't translate",
    "i can’t translate",
    "i can not translate",
    "i am unable to translate",
    "i'm unable to translate",
    "i’m unable to translate",
    "i am not able to translate",
    "i'm not able to translate",
    "i’m not able to translate",
    "i cannot assist with",
    "i can't assist with",
    "i can’t assist with",
    "i cannot fulfill",
    "i can't fulfill",
    "i cannot provide a translation",
    "i can't provide a translation",
    "i'm sorry, but i can't assist",
    "als ki-modell",
    "als ki-sprachmodell",
    "als ki ",
    "als sprachmodell",
    "ich kann diesen text nicht übersetzen",
    "ich kann das nicht übersetzen",
    "ich kann den text nicht übersetzen",
    "ich kann diesen text leider nicht übersetzen",
    "ich kann das leider nicht übersetzen",
    "ich kann den text leider nicht übersetzen",
    "en tant qu'ia",
    "en tant qu’ia",
    "en tant qu'intelligence artificielle",
    "en tant que modèle de langage",
    "je ne peux pas traduire",
    "je ne suis pas en mesure de traduire",
    "como modelo de lenguaje",
    "como una ia",
    "como inteligencia artificial",
    "no puedo traducir",
    "como um modelo de linguagem",
    "como modelo de linguagem",
    "não posso traduzir",
    "come modello linguistico",
    "in quanto modello linguistico",
    "non posso tradurre",
    "als taalmodel",
    "als ai-model",
    "ik kan deze tekst niet vertalen",
    "jako model językowy",
    "nie mogę przetłumaczyć",
    "jako jazykový model",
    "как языковая модель",
    "я не могу перевести",
    "Я не могу перевести",
    "Как языковая модель",
    "як мовна модель",
    "Як мовна модель",
    "作为一个人工智能",
    "作为人工智能",
    "作为一个语言模型",
    "作为一个ai",
    "作为ai",
    "我无法翻译",
    "我不能翻译",
    "aiとして",
    "ai言語モデルとして",
    "言語モデルとして",
    "翻訳できません",
    "翻訳することができません",
    "ai 언어 모델로서",
    "번역할 수 없습니다",
};

// These are refusals if one of the words below follows within the next kNear bytes.
inline constexpr std::string_view kApologies[] = {
    "i'm sorry",
    "i’m sorry",
    "i am sorry",
    "i'm really sorry",
    "i apologize",
    "i apologise",
    "sorry, ",
    "sorry. ",
    "sorry but ",
    "unfortunately, i ",
    "unfortunately i ",
    "es tut mir leid",
    "tut mir leid",
    "entschuldigung, ",
    "leider kann ich",
    "je suis désolé",
    "désolé, ",
    "désolée, ",
    "malheureusement, je",
    "lo siento",
    "lamento, ",
    "desculpe",
    "sinto muito",
    "lamento informar",
    "mi dispiace",
    "spiacente, ",
    "helaas kan ik",
    "het spijt me",
    "przepraszam",
    "omlouvám se",
    "bohužel ",
    "извините",
    "Извините",
    "к сожалению, я",
    "К сожалению, я",
    "прошу прощения",
    "Прошу прощения",
    "вибачте",
    "Вибачте",
    "抱歉",
    "很抱歉",
    "对不起",
    "非常抱歉",
    "我很抱歉",
    "申し訳",
    "すみません",
    "죄송",
};
inline constexpr std::size_t kNear = 240;
inline constexpr std::string_view kAskedFor[] = {
    "translat",   "assist with", "help with that", "help you with", "fulfill that",      "fulfil that",
    "übersetz",   "behilflich",  "dabei helfen",   "tradui",        "traduction",        "vous aider",
    "traduc",     "traduz",      "ayudarte con",   "ayudar con",    "ajudar com",        "tradur",
    "traduzione", "aiutarti",    "vertal",         "przetłumacz",   "tłumaczen",         "přelož",
    "překlad",    "перевести",   "перевод",        "помочь с",      "переклад",          "перекласти",
    "翻译",       "译文",        "协助",           "翻訳",          "お手伝い",          "번역",
    "도와",       "as an ai",    "language model", "sprachmodell",  "modèle de langage",
};

inline constexpr char lower_byte(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

// A text whose first six bytes (bit 5 set, which lowers letters) open no phrase is done after one look into this set;
// every phrase is at least as long.
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
    for (const std::string_view phrase : kRefusals) openings[opening_place(first_six(phrase))] = true;
    for (const std::string_view phrase : kApologies) openings[opening_place(first_six(phrase))] = true;
    return openings;
}();

inline bool begins_with(std::string_view text, std::string_view phrase) {
    if (text.size() < phrase.size()) return false;
    std::size_t same = 0;
    while (same < phrase.size() && lower_byte(text[same]) == lower_byte(phrase[same])) ++same;
    return same == phrase.size();
}

inline bool speaks_of_what_was_asked(std::string_view text) {
    for (std::size_t at = 0; at < std::min(text.size(), kNear); ++at)
        for (const std::string_view words : kAskedFor)
            if (lower_byte(text[at]) == words[0] && begins_with(text.substr(at), words)) return true;
    return false;
}

enum class ChatOpening { NONE, PREFACE, REFUSAL };

inline ChatOpening chat_opening(std::string_view text) {
    if (text.size() < kOpening || !kOpenings[opening_place(first_six(text))]) return ChatOpening::NONE;
    for (const std::string_view phrase : kRefusals)
        if (begins_with(text, phrase)) return ChatOpening::REFUSAL;
    for (const std::string_view phrase : kApologies)
        if (begins_with(text, phrase) && speaks_of_what_was_asked(text.substr(phrase.size())))
            return ChatOpening::REFUSAL;
    for (const std::string_view phrase : kChatPrefaces)
        if (begins_with(text, phrase)) return ChatOpening::PREFACE;
    return ChatOpening::NONE;
}

}  // namespace tertium::doctor
