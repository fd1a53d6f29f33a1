// The tokenizers by name. Each calls emit(token) for the tokens in order; a token is a view into the sentence or into
// the scratch space and is valid only during the call, which is what interning needs and nothing more.
//
// `none`, `13a`, `intl`, `char` and `zh` give exactly the tokens of sacreBLEU 2.6: `tokenizer(sentence).split()`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "text/byte_scan.hpp"
#include "text/lower_case.hpp"
#include "text/unicode.hpp"
#include "tokenize/intl_and_words.hpp"
#include "tokenize/rouge.hpp"
#include "tokenize/western.hpp"

namespace tertium {

enum class Tokenizer : std::uint8_t {
    none,
    mteval13a,
    intl,
    character,
    spaced_character,
    chinese,
    rouge155,
    rouge,
    words
};

inline constexpr std::pair<std::string_view, Tokenizer> tokenizer_names[] = {
    {"none", Tokenizer::none},      {"13a", Tokenizer::mteval13a}, {"intl", Tokenizer::intl},
    {"char", Tokenizer::character}, {"zh", Tokenizer::chinese},    {"rouge155", Tokenizer::rouge155},
    {"words", Tokenizer::words},    {"rouge", Tokenizer::rouge},   {"char-spaces", Tokenizer::spaced_character},
};

inline std::optional<Tokenizer> tokenizer_named(std::string_view name) {
    for (const auto& [known, tokenizer] : tokenizer_names)
        if (known == name) return tokenizer;
    return std::nullopt;
}

// Buffers reused from sentence to sentence; one per thread.
struct Scratch {
    std::string_view room;  // where most tokens of the sentence lie: all of it may be read
    std::string lowered;
    std::string first;
    std::string second;
};

namespace tokenize_detail {

struct SpaceMarks {
    static constexpr bool at(std::uint8_t c) { return (c <= ' ') | may_begin_wide_space(c); }
};

struct OutsideAsciiWords {
    static constexpr bool at(std::uint8_t c) {
        return !(byte_within(static_cast<std::uint8_t>(c | 0x20), 'a', 'z') | byte_within(c, '0', '9'));
    }
};

}  // namespace tokenize_detail

using unicode::is_blank;
using unicode::space_at;

// Python's str.split().
template <class Emit>
void split_whitespace(std::string_view text, Emit&& emit) {
    const char* start = text.data();  // of the word being read
    Events<tokenize_detail::SpaceMarks> events(text);
    for (std::size_t stop = events.next(); stop < text.size(); stop = events.next()) {
        const char* at = text.data() + stop;
        std::size_t space = 1;
        if (*at != ' ') [[unlikely]] {
            space = unicode::space_at(text, stop);
            if (space == 0) continue;
        }
        if (at != start) [[likely]]
            emit(std::string_view(start, static_cast<std::size_t>(at - start)));
        start = at + space;
    }
    const char* end = text.data() + text.size();
    if (end != start) emit(std::string_view(start, static_cast<std::size_t>(end - start)));
}

template <class Emit>
void tokenize_none(std::string_view text, Scratch&, Emit&& emit) {
    split_whitespace(text, emit);
}

template <class Emit>
void tokenize_13a(std::string_view text, Scratch& scratch, Emit&& emit) {
    western::split<false>(western::unescape(text, scratch.first, scratch.second), emit);
}

template <class Emit>
void tokenize_zh(std::string_view text, Scratch&, Emit&& emit) {
    western::split<true>(unicode::strip(text), emit);
}

template <class Emit>
void tokenize_intl(std::string_view text, Scratch&, Emit&& emit) {
    international::split(text, emit);
}

// Every character that is not white space.
template <class Emit>
void tokenize_char(std::string_view text, Scratch&, Emit&& emit) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t wide = unicode::width(unicode::byte(text, at));
        if (unicode::space_at(text, at) == 0) emit(unicode::slice(text, at, at + wide));
        at += wide;
    }
}

// Every character but white space at the ends: what jiwer's character error rate compares.
template <class Emit>
void tokenize_char_spaces(std::string_view text, Scratch&, Emit&& emit) {
    text = unicode::strip(text);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t wide = unicode::width(unicode::byte(text, at));
        emit(text.substr(at, wide));
        at += wide;
    }
}

// ROUGE-1.5.5: "-" set apart, everything but ASCII letters, digits and "-" a space, tokens kept only if they begin with
// a letter or digit. What survives is the runs of ASCII letters and digits.
template <class Emit>
void tokenize_rouge155(std::string_view text, Scratch&, Emit&& emit) {
    std::size_t start = 0;
    Events<tokenize_detail::OutsideAsciiWords> events(text);
    for (std::size_t at = events.next();; at = events.next()) {
        if (at > start) emit(unicode::slice(text, start, at));
        if (at >= text.size()) break;
        start = at + 1;
    }
}

template <class Emit>
void tokenize_words(std::string_view text, Scratch&, Emit&& emit) {
    words::split(text, emit);
}

template <class Emit>
void tokenize(Tokenizer tokenizer, std::string_view text, Scratch& scratch, Emit&& emit) {
    switch (tokenizer) {
        case Tokenizer::none: return tokenize_none(text, scratch, emit);
        case Tokenizer::mteval13a: return tokenize_13a(text, scratch, emit);
        case Tokenizer::intl: return tokenize_intl(text, scratch, emit);
        case Tokenizer::character: return tokenize_char(text, scratch, emit);
        case Tokenizer::spaced_character: return tokenize_char_spaces(text, scratch, emit);
        case Tokenizer::chinese: return tokenize_zh(text, scratch, emit);
        case Tokenizer::rouge155: return tokenize_rouge155(text, scratch, emit);
        case Tokenizer::rouge: return rouge::split(text, emit);
        case Tokenizer::words: return tokenize_words(text, scratch, emit);
    }
}

// Without a letter of another script the fast tokenizer says the same. Elsewhere words are lower-cased after splitting,
// so that no letter that separates (the Kelvin sign) turns into one that does not.
template <class Emit>
void prepare_rouge(bool lowercase, std::string_view sentence, Scratch& scratch, Emit&& emit) {
    if (rouge::is_latin(sentence)) {
        if (lowercase) {
            sentence = lower_only_ascii(sentence, scratch.lowered);
            scratch.room = scratch.lowered;
        }
        return tokenize_rouge155(sentence, scratch, emit);
    }
    if (!lowercase) return rouge::split(sentence, emit);
    rouge::split(sentence, [&](std::string_view word) { emit(lower(word, scratch.lowered)); });
}

// A raw sentence to tokens as sacreBLEU's BLEU prepares it: lower-cased if asked, white space stripped on the right (it
// decides whether a final full stop in `intl` or a final hyphen in `13a` is joined), then tokenised.
// ROUGE-1.5.5 lower-cases ASCII only, so that for instance the Kelvin sign does not turn into a "k".
template <class Emit>
void prepare(Tokenizer tokenizer, bool lowercase, std::string_view sentence, Scratch& scratch, Emit&& emit) {
    if (tokenizer == Tokenizer::rouge) return prepare_rouge(lowercase, sentence, scratch, emit);
    if (lowercase) {
        sentence = tokenizer == Tokenizer::rouge155 ? lower_only_ascii(sentence, scratch.lowered)
                                                    : lower(sentence, scratch.lowered);
        scratch.room = scratch.lowered;
    }
    tokenize(tokenizer, unicode::strip_right(sentence), scratch, emit);
}

}  // namespace tertium
