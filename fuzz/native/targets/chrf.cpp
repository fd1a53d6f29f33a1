// chrF: characters and words of texts, and the n-grams that two texts share.
#include <map>
#include <string>

#include "invariants.hpp"
#include "ngrams/chrf_rows.hpp"
#include "ngrams/chrf_units.hpp"
#include "text/sentence_pool.hpp"
#include "text/unicode.hpp"
#include "textbook.hpp"

namespace tertium::fuzz {
namespace {

// Texts instead of words; the ids of a chunk's sentences index them.
struct Texts {
    std::vector<std::string> texts;
    Chunk chunk;
};

// Two to four texts, cut where a byte 1 stands: the first is the hypothesis, the others are its references.
Texts texts_of(Input& input) {
    Texts made;
    std::string_view rest = input.rest();
    while (made.texts.size() < 4 && (made.texts.size() < 2 || !rest.empty())) {
        const std::size_t end = std::min(rest.find('\1'), rest.size());
        made.texts.push_back(utf8_of(rest.substr(0, std::min<std::size_t>(end, 150))));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    made.chunk.hyp = {0, 0};  // twice, so that a chunk is more than a pair
    made.chunk.seg = {0, 0};
    for (std::size_t k = 1; k < made.texts.size(); ++k) made.chunk.refs.push_back(static_cast<std::int32_t>(k));
    made.chunk.ref_offsets.push_back(static_cast<std::int64_t>(made.chunk.refs.size()));
    return made;
}

std::vector<Word> characters(std::string_view text, bool spaces) {
    std::vector<Word> made;
    for (std::size_t at = 0; at < text.size(); at += unicode::width(unicode::byte(text, at)))
        if (spaces || unicode::space_at(text, at) == 0) made.push_back(static_cast<Word>(unicode::decode(text, at)));
    return made;
}

std::vector<std::string> split_words(std::string_view text) {
    std::vector<std::string> made;
    std::string word;
    const auto is_punctuation = [](char c) {
        return std::string_view("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~").find(c) != std::string_view::npos;
    };
    const auto finish = [&] {
        if (word.empty()) return;
        const bool single = word.size() == unicode::width(unicode::byte(word, 0));
        if (!single && is_punctuation(word.back())) {
            made.push_back(word.substr(0, word.size() - 1));
            made.push_back(word.substr(word.size() - 1));
        } else if (!single && is_punctuation(word.front())) {
            made.push_back(word.substr(0, 1));
            made.push_back(word.substr(1));
        } else {
            made.push_back(word);
        }
        word.clear();
    };
    for (std::size_t at = 0; at < text.size();) {
        if (const std::size_t space = unicode::space_at(text, at)) {
            finish();
            at += space;
        } else {
            word += text[at++];
        }
    }
    finish();
    return made;
}

// The counts of a pair, by the units of both sides.
Row counts(Words hyp, Words ref, std::size_t order) {
    Row made;
    for (std::size_t n = 1; n <= order; ++n) {
        const auto ngrams = [n](Words units) {
            return units.size() < n ? 0.0 : static_cast<double>(units.size() - n + 1);
        };
        made.push_back(ngrams(ref) == 0 ? 0.0 : ngrams(hyp));
        made.push_back(ngrams(ref));
        made.push_back(static_cast<double>(textbook::clipped_matches(hyp, {&ref, 1}, n)));
    }
    return made;
}

template <class Reader, class Units>
void try_counts(const Texts& given, int order, Reader reader, Units&& units) {
    const std::size_t references = given.chunk.refs.size(), columns = 3 * static_cast<std::size_t>(order);
    std::vector<double> rows(given.chunk.hyp.size() * references * columns);
    count_chrf(
        given.chunk.pairs(), order, references, reader,
        [&](std::size_t id) { return std::string_view(given.texts[id]); }, rows.data());
    for (std::size_t p = 0; p < given.chunk.hyp.size(); ++p)
        for (std::size_t k = 0; k < references; ++k) {
            const std::vector<Word> hyp = units(given.texts[0]), ref = units(given.texts[k + 1]);
            const std::span<double> row = std::span(rows).subspan((p * references + k) * columns, columns);
            must(same_bits(row, counts(hyp, ref, static_cast<std::size_t>(order))), "chrF: counts are the textbook's");
        }
}

}  // namespace
}  // namespace tertium::fuzz

void tertium::fuzz::target(Input& input) {
    const std::uint8_t how = input.byte();
    const int order = 1 + how % 8;
    const Texts given = texts_of(input);
    for (const std::string& text : given.texts) must(first_invalid_utf8(text) < 0, "the harness makes UTF-8");
    if (how >= 0x80) {
        const bool spaces = how % 2 != 0;
        try_counts(given, order, CharacterReader(spaces),
                   [&](std::string_view text) { return characters(text, spaces); });
        return;
    }
    std::map<std::string, Word> ids;
    try_counts(given, order, ChrfWordReader(), [&](std::string_view text) {
        ChrfWords words;
        const auto split = words.split(text);
        const std::vector<std::string> plain = split_words(text);
        must(std::vector<std::string>(split.begin(), split.end()) == plain, "chrF++: words are the textbook's");
        std::vector<Word> made;
        for (const std::string& word : plain)
            made.push_back(ids.try_emplace(word, static_cast<Word>(ids.size())).first->second);
        return made;
    });
}
