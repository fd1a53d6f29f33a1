// Stems by every set of rules, lower-casing, and tables of paraphrases.
#include "stems/stem_ids.hpp"

#include <map>
#include <string>

#include "invariants.hpp"
#include "lexicon/paraphrase_table.hpp"
#include "text/lower_case.hpp"
#include "text/sentence_pool.hpp"

namespace tertium::fuzz {
namespace {

TokenView words_of(std::string_view text) {
    TokenView view;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        if (end > at) view.add(text.substr(at, end - at));
        at = end + 1;
    }
    view.end_sentence();
    view.finish();
    return view;
}

void try_stems(StemRules rules, const std::string& text) {
    Stems stems(rules);
    const TokenView view = words_of(text);
    std::vector<std::string> made;
    for (std::size_t w = 0; w < view.vocabulary.size(); ++w) {
        made.emplace_back(stems.stem(view.vocabulary[w]));
        must(first_invalid_utf8(made.back()) < 0, "stems: UTF-8");
    }
    if (!made.empty())
        must(Stems(rules).stem(view.vocabulary[made.size() - 1]) == made.back(),
             "stems: a word's stem does not depend on those before it");
    static auto& cache = *new std::array<CachedStems, kStemRules>;  // lives on from input to input, as in the program
    std::vector<std::int32_t> ids, fresh;
    stems.ids(view.vocabulary, cache[static_cast<std::size_t>(rules)], ids);
    CachedStems empty;
    Stems(rules).ids(view.vocabulary, empty, fresh);
    must(ids == fresh, "stems: numbers do not depend on what is in the cache");
    for (std::size_t w = 0; w < made.size(); ++w)
        for (std::size_t v = 0; v < w; ++v) {
            if (made[v] == made[w]) must(ids[v] == ids[w], "stems: equal stems have one number");
            else if (rules == StemRules::english) must(ids[v] != ids[w], "stems: different stems have two");
        }
    std::string buffer, again;
    const std::string lowered(lower(text, buffer));
    must(first_invalid_utf8(lowered) < 0, "lower case: UTF-8");
}

// Lines of pairs of phrases, then two sentences.
void try_paraphrases(std::string_view text) {
    ParaphraseTable table;
    std::vector<std::pair<std::string, std::string>> pairs;
    std::string_view lines[2];
    while (pairs.size() < 20) {
        for (std::string_view& line : lines) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            line = text.substr(0, end);
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        if (text.empty()) break;
        if (table.add(lines[0], lines[1])) pairs.emplace_back(lines[0], lines[1]);
    }
    table.finish();
    must(table.size() == pairs.size(), "paraphrases: every pair that has two phrases is kept");
    ParaphraseTable::Spans spans[2];
    std::vector<std::int32_t> sentences[2];
    for (std::size_t k = 0; k < 2; ++k) {
        const TokenView view = words_of(lines[k]);
        for (const std::int32_t id : view.values)
            sentences[k].push_back(table.word(view.vocabulary[static_cast<std::size_t>(id)]));
        spans[k] = table.spans(sentences[k]);
    }
    std::vector<PhraseMatch> all, some;
    must(table.matches(spans[0], spans[1], std::size_t{1} << 20, all),
         "paraphrases: sentences of this size have not so many");
    for (const PhraseMatch& match : all)
        must(match.first >= 0 && match.first_length > 0 && match.second >= 0 && match.second_length > 0 &&
                 static_cast<std::size_t>(match.first + match.first_length) <= sentences[0].size() &&
                 static_cast<std::size_t>(match.second + match.second_length) <= sentences[1].size(),
             "paraphrases: phrases lie inside their sentences");
    table.matches(spans[0], spans[1], 3, some);
    must(some.size() == std::min<std::size_t>(all.size(), 3), "paraphrases: no more than asked for");
}

}  // namespace
}  // namespace tertium::fuzz

void tertium::fuzz::target(Input& input) {
    const std::uint8_t how = input.byte();
    if (how >= 0xc0) try_paraphrases(input.text(300));
    else try_stems(static_cast<StemRules>(how % kStemRules), utf8_of(input.text(300)));
}
