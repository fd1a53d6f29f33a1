// What a sentence looks like from afar: case, quotes, spacing, script, and characters that no text should have.
//
// Every sentence of a chunk is looked at while it passes, so a look must cost far less than a tokenizer's: plain loops
// of comparisons that compilers turn into vector instructions, and a slower second look only where the first found
// something. Nothing here judges; the counts go to the doctor (src/tertium/analysis/doctor).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "base/bytes16.hpp"
#include "doctor/chat_prefaces.hpp"
#include "doctor/languages.hpp"
#include "text/sentence_pool.hpp"
#include "text/unicode.hpp"

namespace tertium::doctor {

enum Trait : std::uint32_t {
    BLANK = 1u << 0,               // nothing but white space
    UPPER = 1u << 1,               // an upper-case letter
    LOWER = 1u << 2,               // a lower-case letter
    SPACED = 1u << 3,              // a comma or full stop with white space before it and after it
    GLUED = 1u << 4,               // one that follows a word directly
    PLAIN_DOUBLE = 1u << 5,        // "
    PLAIN_SINGLE = 1u << 6,        // '
    TYPOGRAPHIC_DOUBLE = 1u << 7,  // U+201C..201F, guillemets
    TYPOGRAPHIC_SINGLE = 1u << 8,  // U+2018..201B
    CONTROL = 1u << 9,             // C0 but TAB, C1, U+2028, U+2029
    INVISIBLE = 1u << 10,          // soft hyphen, zero-width space, direction marks, U+FEFF
    REPLACEMENT = 1u << 11,        // U+FFFD, where something could not be decoded
    COMBINING = 1u << 12,          // marks that normalisation may compose with the letter before
    ENTITY = 1u << 13,             // &quot; and the like
    WRAPPED = 1u << 14,            // one pair of quotes around the whole line and none inside
    FENCED = 1u << 15,             // Markdown's fences or asterisks around the whole line
    PREFACE = 1u << 16,            // begins as language models introduce what was asked for
    LONG = 1u << 17,               // at least 25 characters: no two people write that by chance
    SAMPLED = 1u << 18,            // looked at for case, spacing, quotes, entities and language
    REFUSAL = 1u << 19,            // begins as language models refuse what was asked for
};
inline constexpr std::size_t kTraits = 20;
inline constexpr std::int32_t kLongCharacters = 25;

enum Script : std::uint8_t {
    NO_SCRIPT,
    LATIN,
    GREEK,
    CYRILLIC,
    ARMENIAN,
    HEBREW,
    ARABIC,
    INDIC,
    THAI,
    LAO,
    BURMESE,
    KHMER,
    GEORGIAN,
    JAPANESE,
    HAN,
    HANGUL,
};
inline constexpr std::size_t kScripts = 16;

struct Traits {
    std::vector<std::uint32_t> flags;
    std::vector<std::int32_t> characters;
    std::vector<std::uint8_t> script;
    std::vector<std::uint8_t> language;  // of the sampled sentences, where it can be told; 0 elsewhere
};

inline constexpr std::size_t kKinds = kTraits + kScripts + kLanguages;  // what is counted in each stream of texts

using Byte = std::uint8_t;

// Looks at 16 bytes at a time, with few questions; closer looks follow only where something was seen. Seeing a byte
// twice changes nothing, so the last block may overlap the one before.
struct PlainCheck {
    Bytes16 high{}, low{};

    void add(Bytes16 a) {
        high |= a;
        low |= below(a, 0x20);
    }
};

struct SampleCheck {
    Bytes16 upper{}, lower{}, quotes{}, commas{};

    void add(Bytes16 a) {
        const Bytes16 letter = below((a | Byte{0x20}) - Byte{'a'}, 26) & Byte{0x20};
        upper |= letter & ~a;
        lower |= letter & a;
        quotes |= below(a - Byte{'"'}, 6);  // " # $ % & '
        commas |= equal(a, ',');
    }
};

// Lead bytes of characters that matter: U+0080..00BF, U+0300..036F, and the blocks with quotes, jamo, kana, specials.
struct NonAsciiCheck {
    Bytes16 odd{}, marks{};

    void add(Bytes16 a) {
        odd |= (equal(a, 0xC2) & Byte{1}) | (equal(a, 0xE2) & Byte{2}) | (equal(a, 0xEF) & Byte{4});
        marks |= (equal(a & Byte{0xFE}, 0xCC) & Byte{1}) | (equal(a, 0xE1) & Byte{2}) | (equal(a, 0xE3) & Byte{4});
    }
};

template <class Result>
inline Result check_bytes(const Byte* p, std::size_t n) {
    Result seen;
    if (n < 16) {
        std::array<Byte, 16> few;
        few.fill(' ');
        std::memcpy(few.data(), p, n);
        seen.add(load16(few.data()));
        return seen;
    }
    for (std::size_t at = 0; at + 16 <= n; at += 16) seen.add(load16(p + at));
    seen.add(load16(p + n - 16));
    return seen;
}

// Code points: bytes that do not continue one. Each lane counts up to 255 blocks.
inline std::int32_t count_characters(const Byte* p, std::size_t n) {
    std::size_t continued = 0, at = 0;
    while (at + 16 <= n) {
        Bytes16 counted{};
        const std::size_t end = at + 16 * std::min<std::size_t>(255, (n - at) / 16);
        for (; at < end; at += 16) counted = counted - equal(load16(p + at) & Byte{0xC0}, 0x80);
        continued += sum16(counted);
    }
    for (; at < n; ++at) continued += (p[at] & 0xC0) == 0x80;
    return static_cast<std::int32_t>(n - continued);
}

// Calls `visit` with the place of every `byte` in the text until it returns false.
template <class Visit>
void for_each_place(std::string_view text, char byte, Visit&& visit) {
    for (std::size_t at = text.find(byte); at != std::string_view::npos; at = text.find(byte, at + 1))
        if (!visit(at)) return;
}

inline bool has_control(std::string_view text) {
    return std::any_of(text.begin(), text.end(), [](char c) { return static_cast<Byte>(c) < 0x20 && c != '\t'; });
}

inline bool has_letter(std::string_view text) {
    return std::any_of(text.begin(), text.end(), [](char c) { return static_cast<Byte>((c | 0x20) - 'a') < 26; });
}

inline bool has_mark(std::string_view text, Byte leads) {
    bool found = false;
    const auto next = [&](std::size_t at) { return unicode::byte(text, at + 1); };
    if (leads & 1) {
        for_each_place(text, '\xCC', [&](std::size_t) { return !(found = true); });
        for_each_place(text, '\xCD', [&](std::size_t at) { return !(found |= next(at) < 0xB0); });
    }
    if (leads & 2)
        for_each_place(text, '\xE1', [&](std::size_t at) { return !(found |= next(at) >= 0x84 && next(at) < 0x88); });
    if (leads & 4)
        for_each_place(text, '\xE3', [&](std::size_t at) {
            const char32_t c = unicode::decode(text, at);
            return !(found |= c == 0x3099 || c == 0x309A);
        });
    return found;
}

// Quotes, separators and invisible characters of U+0080..00BF, U+2000..207F and U+FE00..FFFF.
inline std::uint32_t odd_characters(std::string_view text, Byte leads) {
    std::uint32_t found = 0;
    const auto visit = [&](std::size_t at) {
        const char32_t c = unicode::decode(text, at);
        if (c < 0xA0 || c == 0x2028 || c == 0x2029) found |= CONTROL;
        else if (c == 0xAB || c == 0xBB || (c >= 0x201C && c <= 0x201F)) found |= TYPOGRAPHIC_DOUBLE;
        else if (c >= 0x2018 && c <= 0x201B) found |= TYPOGRAPHIC_SINGLE;
        else if (c == 0xFFFD) found |= REPLACEMENT;
        // U+200C and U+200D are letters of Persian and of Indic scripts, and join emoji: they stay out.
        else if (c == 0xAD || c == 0x200B || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
                 (c >= 0x2060 && c <= 0x2069) || c == 0xFEFF)
            found |= INVISIBLE;
        return true;
    };
    if (leads & 1) for_each_place(text, '\xC2', visit);
    if (leads & 2) for_each_place(text, '\xE2', visit);
    if (leads & 4) for_each_place(text, '\xEF', visit);
    return found;
}

inline Script script_of(std::string_view text, std::size_t at, Byte lead) {
    const auto next = [&] { return unicode::byte(text, at + 1); };
    if (lead < 0xCE) return LATIN;
    if (lead < 0xD0) return GREEK;
    if (lead < 0xD4 || (lead == 0xD4 && next() < 0xB0)) return CYRILLIC;
    if (lead < 0xD6 || (lead == 0xD6 && next() < 0x90)) return ARMENIAN;
    if (lead < 0xD8) return HEBREW;
    if (lead < 0xDC) return ARABIC;
    if (lead == 0xE0)
        return next() < 0xA4   ? NO_SCRIPT
               : next() < 0xB8 ? INDIC
               : next() < 0xBA ? THAI
               : next() < 0xBC ? LAO
                               : NO_SCRIPT;
    if (lead == 0xE1) {
        const Byte b = next();
        if (b < 0x82 || (b == 0x82 && unicode::byte(text, at + 2) < 0xA0)) return BURMESE;
        if (b < 0x84) return GEORGIAN;
        if (b == 0x9E || b == 0x9F) return KHMER;
        return b >= 0xB8 && b < 0xBC ? LATIN : NO_SCRIPT;  // Latin Extended Additional: Vietnamese
    }
    if (lead == 0xE3) return next() >= 0x90 ? HAN : next() >= 0x81 && next() < 0x84 ? JAPANESE : NO_SCRIPT;
    if (lead >= 0xE4 && lead <= 0xE9) return HAN;
    if ((lead == 0xEA && next() >= 0xB0) || lead == 0xEB || lead == 0xEC || (lead == 0xED && next() < 0x9F))
        return HANGUL;
    return NO_SCRIPT;
}

// The script most letters are of; finds case on the way. A character of Chinese says as much as two letters elsewhere.
inline Script main_script(std::string_view text, std::uint32_t& flags) {
    std::array<std::uint32_t, kScripts> seen{};
    for (std::size_t at = 0; at < text.size();) {
        const Byte lead = unicode::byte(text, at);
        if (lead < 0x80) {
            seen[LATIN] += static_cast<Byte>((lead | 0x20) - 'a') < 26;
            ++at;
            continue;
        }
        const Script script = lead >= 0xC3 && lead < 0xF0 ? script_of(text, at, lead) : NO_SCRIPT;
        seen[script] += script >= JAPANESE ? 2 : 1;
        if (script == LATIN || script == GREEK || script == CYRILLIC || script == ARMENIAN) {
            const char32_t code = unicode::decode(text, at);
            if (unicode::record(code).lower != 0 || code == 0x130) flags |= UPPER;  // U+0130 lowers to two
            else if (unicode::flags(code) & unicode::CASED) flags |= LOWER;
        }
        at += unicode::width(lead);
    }
    if (seen[JAPANESE] > 0 && seen[JAPANESE] * 10 >= seen[HAN]) {  // Japanese is written in kana and Han together
        seen[JAPANESE] += seen[HAN];
        seen[HAN] = 0;
    }
    seen[NO_SCRIPT] = 0;
    const auto most = std::max_element(seen.begin(), seen.end());
    return *most == 0 ? NO_SCRIPT : static_cast<Script>(most - seen.begin());
}

inline bool has_entity(std::string_view text) {
    for (std::size_t at = text.find('&'); at != std::string_view::npos; at = text.find('&', at + 1))
        for (const std::string_view name :
             {"&quot;", "&apos;", "&amp;", "&lt;", "&gt;", "&nbsp;", "&#39;", "&#34;", "&#91;", "&#93;", "&#124;"})
            if (text.substr(at, name.size()) == name) return true;
    return false;
}

// One pair of quotes around everything and no such quote inside: not `"Yes," he said, "of course."`
inline bool is_wrapped(std::string_view text) {
    static constexpr std::pair<std::string_view, std::string_view> pairs[] = {
        {"\"", "\""}, {"'", "'"}, {"“", "”"}, {"„", "“"},   {"„", "”"},  {"«", "»"},
        {"»", "«"},   {"‘", "’"}, {"”", "”"}, {"「", "」"}, {"『", "』"}};
    for (const auto& [open, close] : pairs) {
        if (text.size() <= open.size() + close.size() || !text.starts_with(open) || !text.ends_with(close)) continue;
        const std::string_view inside = text.substr(open.size(), text.size() - open.size() - close.size());
        if (inside.find(open) == std::string_view::npos && inside.find(close) == std::string_view::npos) return true;
    }
    return false;
}

inline bool is_fenced(std::string_view text) {
    if (text.starts_with("```") || text.ends_with("```")) return true;
    for (const std::string_view mark : {"**", "__", "`"})
        if (text.size() > 2 * mark.size() && text.starts_with(mark) && text.ends_with(mark) &&
            text.substr(mark.size(), text.size() - 2 * mark.size()).find(mark) == std::string_view::npos)
            return true;
    return false;
}

// Habits of a text rather than faults of a line: case, quotes, spacing. A sample of the lines shows them.
inline std::uint32_t sampled_flags(std::string_view text) {
    const auto* p = reinterpret_cast<const Byte*>(text.data());
    const std::size_t n = text.size();
    const SampleCheck seen = check_bytes<SampleCheck>(p, n);
    std::uint32_t flags = SAMPLED | (folded(seen.upper) ? UPPER : 0u) | (folded(seen.lower) ? LOWER : 0u);
    if (folded(seen.quotes)) {
        if (text.find('"') != std::string_view::npos) flags |= PLAIN_DOUBLE;
        if (text.find('\'') != std::string_view::npos) flags |= PLAIN_SINGLE;
        if (has_entity(text)) flags |= ENTITY;
    }
    if (folded(seen.commas))
        for_each_place(text, ',', [&](std::size_t at) {
            if (at > 0 && at + 1 < n && p[at + 1] == ' ') flags |= p[at - 1] == ' ' ? SPACED : GLUED;
            return true;
        });
    if (n > 2 && p[n - 1] == '.') flags |= p[n - 2] == ' ' ? SPACED : p[n - 2] == '.' ? 0u : GLUED;
    return flags;
}

// `plain`: known to hold nothing but ASCII without control characters.
inline std::uint32_t sentence_flags(std::string_view whole, bool plain, bool sampled, std::int32_t& characters,
                                    std::uint8_t& script) {
    characters = 0;
    script = NO_SCRIPT;
    const auto solid = [](char c) { return static_cast<Byte>(c) - 0x21u < 0x5Eu; };  // visible ASCII: nothing to strip
    const std::string_view text =
        !whole.empty() && solid(whole.front()) && solid(whole.back()) ? whole : unicode::strip(whole);
    if (text.empty()) return BLANK;
    const auto* p = reinterpret_cast<const Byte*>(text.data());
    const std::size_t n = text.size();
    std::uint32_t flags = sampled ? sampled_flags(text) : 0u;
    bool ascii = plain;
    if (!plain) {
        const PlainCheck seen = check_bytes<PlainCheck>(p, n);
        if (folded(seen.low) && has_control(text)) flags |= CONTROL;
        ascii = !(folded(seen.high) & 0x80);
    }
    characters = static_cast<std::int32_t>(n);
    script = LATIN;
    if (!ascii) {
        characters = count_characters(p, n);
        const NonAsciiCheck beyond = check_bytes<NonAsciiCheck>(p, n);
        const Byte marks = folded(beyond.marks), odd = folded(beyond.odd);
        if (marks && has_mark(text, marks)) flags |= COMBINING;
        if (odd) {
            const std::uint32_t found = odd_characters(text, odd);
            flags |= sampled ? found : found & ~(TYPOGRAPHIC_DOUBLE | TYPOGRAPHIC_SINGLE);
        }
        // A few accents change nothing: only text with many characters outside ASCII has its script looked at.
        const bool many_non_ascii = (n - static_cast<std::size_t>(characters)) * 8 > n;
        if (many_non_ascii || (sampled && !(flags & UPPER))) {
            std::uint32_t cases = 0;
            const auto found = main_script(text, cases);
            if (many_non_ascii) script = found;  // whether a sentence is sampled must not change its script
            if (sampled) flags |= cases;
        }
    } else if (n < 16 && !has_letter(text)) {  // numbers and marks alone are of no script
        script = NO_SCRIPT;
    }
    if (characters >= kLongCharacters) flags |= LONG;
    switch (p[0]) {
        case '"':
        case '\'':
        case 0xE2:
        case 0xC2:
        case 0xE3:
            if (is_wrapped(text)) flags |= WRAPPED;
            break;
        case '`':
        case '*':
        case '_':
            if (is_fenced(text)) flags |= FENCED;
            break;
        default:
            if (p[n - 1] == '`' && is_fenced(text)) flags |= FENCED;
            break;
    }
    switch (chat_opening(text)) {
        case ChatOpening::PREFACE: flags |= PREFACE; break;
        case ChatOpening::REFUSAL: flags |= REFUSAL; break;
        case ChatOpening::NONE: break;
    }
    return flags;
}

inline std::uint8_t language_of(std::string_view text, std::uint8_t script) {
    static constexpr Script alone[kOfScripts] = {GREEK, ARMENIAN, HEBREW,   THAI, LAO,   BURMESE,
                                                 KHMER, GEORGIAN, JAPANESE, HAN,  HANGUL};
    for (std::size_t at = 0; at < kOfScripts; ++at)
        if (alone[at] == script) return static_cast<std::uint8_t>(1 + kListed + at);
    return script == NO_SCRIPT ? std::uint8_t{0} : language_by_words(text);
}

// Which stretches of a text are plain, found in one sweep: how long a sentence is cannot be predicted, and a loop over
// each of them would cost as much for that as for looking.
class PlainText {
  public:
    explicit PlainText(std::string_view text) : odd_before_(text.size() / kStretch + 2) {
        const auto* p = reinterpret_cast<const Byte*>(text.data());
        for (std::size_t block = 0; block + 1 < odd_before_.size(); ++block) {
            const std::size_t from = block * kStretch, n = std::min(kStretch, text.size() - from);
            PlainCheck seen;
            if (n == kStretch)
                for (std::size_t at = 0; at < kStretch; at += 16) seen.add(load16(p + from + at));
            else if (n > 0) seen = check_bytes<PlainCheck>(p + from, n);
            const Byte odd = folded((seen.high & Byte{0x80}) | seen.low);
            odd_before_[block + 1] = odd_before_[block] + (odd != 0 ? 1 : 0);
        }
    }

    // The bytes from .. to, at least one.
    bool is_plain(std::size_t from, std::size_t to) const {
        return odd_before_[(to - 1) / kStretch + 1] == odd_before_[from / kStretch];
    }

  private:
    static constexpr std::size_t kStretch = 64;
    std::vector<std::uint32_t> odd_before_;  // stretches with anything else before each stretch
};

// About `sample` sentences of the pool, evenly spread, are looked at for habits.
inline Traits inspect(const Pool& pool, std::size_t sample) {
    const std::size_t stride = (pool.size() + sample - 1) / sample;
    Traits made{std::vector<std::uint32_t>(pool.size()), std::vector<std::int32_t>(pool.size()),
                std::vector<std::uint8_t>(pool.size()), std::vector<std::uint8_t>(pool.size())};
    const std::string_view text = pool.text();
    const PlainText sweep(text);
    std::size_t next = 1;
    for (std::size_t i = 0; i < pool.size(); ++i) {
        const auto from = static_cast<std::size_t>(pool[i].data() - text.data()), to = from + pool[i].size();
        const bool plain = from == to || sweep.is_plain(from, to);
        made.flags[i] = sentence_flags(pool[i], plain, --next == 0, made.characters[i], made.script[i]);
        if (next != 0) continue;
        made.language[i] = language_of(pool[i], made.script[i]);
        next = stride;
    }
    return made;
}

// How many sentences of a list have each trait, and which is the first; scripts and languages likewise, after them.
inline void count_traits(const Traits& traits, std::span<const std::int32_t> ids, std::int64_t* counts,
                         std::int64_t* first) {
    std::fill_n(first, kKinds, std::int64_t{-1});
    std::fill_n(counts, kKinds, std::int64_t{0});
    const auto note = [&](std::size_t kind, std::size_t at) {
        if (counts[kind]++ == 0) first[kind] = static_cast<std::int64_t>(at);
    };
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const auto id = static_cast<std::size_t>(ids[i]);
        for (std::uint32_t left = traits.flags[id]; left != 0; left &= left - 1)
            note(static_cast<std::size_t>(std::countr_zero(left)), i);
        note(kTraits + traits.script[id], i);
        if (traits.language[id] != 0) note(kTraits + kScripts + traits.language[id], i);
    }
}

}  // namespace tertium::doctor
