// Tables of strings and words against a map; lines and UTF-8 against plain loops.
#include <map>
#include <string>

#include "base/string_table.hpp"
#include "base/word_table.hpp"
#include "invariants.hpp"
#include "text/sentence_pool.hpp"

namespace tertium::fuzz {
namespace {

// As long as RFC 3629 allows: one character after the other.
std::int64_t first_invalid(std::string_view text) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    for (std::size_t at = 0; at < text.size();) {
        const unsigned lead = byte(at);
        const std::size_t wide = lead < 0x80   ? 1
                                 : lead < 0xc0 ? 0
                                 : lead < 0xe0 ? 2
                                 : lead < 0xf0 ? 3
                                 : lead < 0xf8 ? 4
                                               : 0;
        if (wide == 0 || at + wide > text.size()) return static_cast<std::int64_t>(at);
        std::uint32_t point = wide == 1 ? lead : lead & (0x7fu >> wide);
        for (std::size_t k = 1; k < wide; ++k) {
            if ((byte(at + k) & 0xc0) != 0x80) return static_cast<std::int64_t>(at);
            point = point << 6 | (byte(at + k) & 0x3f);
        }
        const std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
        if (point < least[wide] || point > 0x10ffff || (point >= 0xd800 && point < 0xe000))
            return static_cast<std::int64_t>(at);
        at += wide;
    }
    return -1;
}

void try_lines(std::string_view text, std::size_t start, std::size_t lines) {
    std::size_t at = start, found = 0, last = start;
    for (; at < text.size() && found < lines; ++at)
        if (text[at] == '\n') ++found, last = at + 1;
    const auto [end, count] = find_lines(text, start, lines);
    must(count == found, "lines: as many as there are");
    if (count == lines) must(end == last, "lines: the end of the last");
}

// Words of a text, cut at its blanks: some are 16 bytes and more, where keys begin to be kept apart.
void try_tables(std::string_view text) {
    std::map<std::string, std::int32_t> plain;
    StringTable strings;
    WordTable words;
    RawBuffer<std::int32_t> ids;
    std::vector<std::int32_t> expected;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string_view word = text.substr(at, end - at);
        at = end + 1;
        const std::int32_t known = strings.find(word);
        const auto [place, is_new] = plain.try_emplace(std::string(word), static_cast<std::int32_t>(plain.size()));
        must(is_new ? known == -1 : known == place->second, "strings: only what was added is found");
        must(strings.intern(word, text.data() + text.size()) == place->second,
             "strings: numbers in the order first seen");
        words.add(word, text.data() + text.size(), ids);
        expected.push_back(place->second);
    }
    words.flush(ids);
    must(words.pending() == 0 && std::vector<std::int32_t>(ids.begin(), ids.end()) == expected,
         "words: numbers in the order first seen");
    must(strings.size() == plain.size() && words.size() == plain.size(), "tables: as many as there are");
    for (const auto& [word, id] : plain) {
        must(strings[static_cast<std::size_t>(id)] == word && words[static_cast<std::size_t>(id)] == word,
             "tables: what a number spells");
        must(strings.find(word) == id && words.find(word) == id, "tables: what is there is found");
        must(words.find(word + "x") == (plain.count(word + "x") ? plain[word + "x"] : -1),
             "words: nothing else is found");
    }
}

}  // namespace
}  // namespace tertium::fuzz

void tertium::fuzz::target(Input& input) {
    const std::size_t start = input.byte(), lines = input.below(8) == 0 ? 300 + input.byte() : input.below(64);
    const std::string_view text = input.rest();
    must(first_invalid_utf8(text) == first_invalid(text), "UTF-8: the first byte that is not");
    try_lines(text, std::min(start, text.size()), lines);
    try_tables(text);
}
