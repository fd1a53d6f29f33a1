// tercom's normalisation (Normalizer.java) as sacreBLEU 2.6's TercomTokenizer applies it, token for token.
//
// Normalised text goes through the rules of mteval (tokenize/western.hpp) with three differences: a line-initial
// hyphen rather than a line-final one joins lines, nothing is <skipped>, and a possessive 's is set apart. The last
// needs a look at what the first splitting rule has done: 's counts if a space follows then, that is if in the text a
// space, a character that rule sets apart, or the end follows. What comes after (Asian characters apart, punctuation
// deleted) only splits or shortens tokens and is done on each of them. sacreBLEU's rules for runs of kana can only
// match at the start of the text, where a padding space stands: they never do.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "text/lower_case.hpp"
#include "text/unicode.hpp"
#include "tokenize/tokenizers.hpp"
#include "tokenize/western.hpp"

namespace tertium {

struct TercomTokenizer {
    bool lowercase = true, normalized = false, without_punctuation = false, asian = false;
};

namespace tercom {

inline bool is_asian_punctuation(char32_t c) {
    return c == 0x3001 || c == 0x3002 || (c >= 0x3008 && c <= 0x3011) || (c >= 0x3014 && c <= 0x301F) || c == 0x30FB ||
           (c >= 0xFF61 && c <= 0xFF65) || c == 0xFF01 || c == 0xFF02 || c == 0xFF08 || c == 0xFF09 || c == 0xFF0C ||
           c == 0xFF0E || c == 0xFF1A || c == 0xFF1B || c == 0xFF1F;
}

// Characters that become tokens of their own. The block of enclosed letters is meant to end at U+32FF; sacreBLEU writes
// U+3F22, which changes nothing but the compatibility characters and extension A that other rules split anyway.
inline bool is_own_token(char32_t c) {
    return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3200 && c <= 0x4DBF) || (c >= 0x31C0 && c <= 0x31EF) ||
           (c >= 0x2E80 && c <= 0x2EFF) || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE4F) ||
           is_asian_punctuation(c);
}

inline bool is_western_punctuation(char32_t c) {
    return c < 0x80 && std::string_view(".,?:;!\"()").find(static_cast<char>(c)) != std::string_view::npos;
}

// A space before every possessive; `buffer` is only used if there is one.
inline std::string_view part_possessives(std::string_view text, std::string& buffer) {
    static constexpr ByteClasses classes = western::classes_of(false);
    std::size_t done = 0;
    buffer.clear();
    for (std::size_t at = text.find("'s"); at != std::string_view::npos; at = text.find("'s", at + 2)) {
        const std::size_t next = at + 2;
        const bool apart = next == text.size() || text[next] == ' ' || text[next] == '\n' ||
                           classes[unicode::byte(text, next)] == western::SPLIT;
        if (!apart) continue;
        buffer.append(text, done, at - done).push_back(' ');
        done = at;
    }
    if (done == 0 && buffer.empty()) return text;
    buffer.append(text, done);
    return buffer;
}

}  // namespace tercom

template <class Emit>
void tokenize_tercom(const TercomTokenizer& how, std::string_view sentence, Scratch& scratch, std::string& parted,
                     Emit&& emit) {
    std::string_view text = unicode::strip_right(sentence);
    if (how.lowercase) text = lower(text, scratch.lowered);
    std::string kept;
    const auto delete_punctuation = [&](std::string_view token) {
        if (!how.without_punctuation) return emit(token);
        kept.clear();
        for (std::size_t at = 0; at < token.size();) {
            const std::size_t wide = unicode::width(unicode::byte(token, at));
            const char32_t code = unicode::decode(token, at);
            if (!tercom::is_western_punctuation(code) && !(how.asian && tercom::is_asian_punctuation(code)))
                kept.append(token, at, wide);
            at += wide;
        }
        if (!kept.empty()) emit(std::string_view(kept));
    };
    if (!how.normalized) return split_whitespace(text, delete_punctuation);
    const auto part_asian = [&](std::string_view token) {
        if (!how.asian) return delete_punctuation(token);
        std::size_t start = 0;
        for (std::size_t at = 0; at < token.size();) {
            const std::size_t wide = unicode::width(unicode::byte(token, at));
            if (tercom::is_own_token(unicode::decode(token, at))) {
                if (at > start) delete_punctuation(token.substr(start, at - start));
                delete_punctuation(token.substr(at, wide));
                start = at + wide;
            }
            at += wide;
        }
        if (token.size() > start) delete_punctuation(token.substr(start));
    };
    western::Rewriter rewriter(text, scratch.first, scratch.second);
    if (western::has(text, '\n')) rewriter.replace("\n-", "");
    if (western::has(text, '&')) {
        rewriter.replace("&quot;", "\"");
        rewriter.replace("&amp;", "&");
        rewriter.replace("&lt;", "<");
        rewriter.replace("&gt;", ">");
    }
    western::split<false>(tercom::part_possessives(rewriter.text(), parted), part_asian);
}

}  // namespace tertium
