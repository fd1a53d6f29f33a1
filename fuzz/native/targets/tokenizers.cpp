// Lines of any bytes into a pool, and every tokenizer over it.
#include <string>

#include "invariants.hpp"
#include "text/lower_case.hpp"
#include "text/sentence_pool.hpp"
#include "text/token_cuts.hpp"
#include "tokenize/tercom.hpp"
#include "tokenize/tokenizers.hpp"

namespace tertium::fuzz {
namespace {

using Sentences = std::vector<std::vector<std::string>>;

template <class Tokenize>
Sentences tokens_of(const Pool& pool, Tokenize&& tokenize) {
    Scratch scratch;
    const TokenView view = view_tokens(
        pool, scratch.room, [&](std::string_view sentence, auto&& emit) { tokenize(sentence, scratch, emit); });
    must(view.offsets.size() == pool.size() + 1 && view.offsets.back() == static_cast<std::int64_t>(view.values.size()),
         "tokens: every sentence has its run of words");
    Sentences made(pool.size());
    WordUnits units(view.vocabulary.size());
    for (std::size_t i = 0; i < made.size(); ++i) {
        for (std::int64_t at = view.offsets[i]; at < view.offsets[i + 1]; ++at)
            made[i].emplace_back(view.vocabulary[static_cast<std::size_t>(view.values[static_cast<std::size_t>(at)])]);
        std::vector<std::int32_t> cuts;
        if (append_cuts(pool[i], view, i, units, cuts))
            must(std::is_sorted(cuts.begin(), cuts.end()), "cuts: ascending");
    }
    return made;
}

std::string joined(const std::vector<std::string>& tokens) {
    std::string made;
    for (const std::string& token : tokens) made += token;
    return made;
}

std::string without_spaces(std::string_view text) {
    std::string made;
    for (std::size_t at = 0; at < text.size();) {
        if (const std::size_t space = unicode::space_at(text, at)) at += space;
        else made += text[at++];
    }
    return made;
}

// The same tokens for a sentence alone as among others; UTF-8 that is not empty, without white space.
template <class Tokenize>
Sentences try_tokenizer(const Pool& pool, bool keeps_spaces, Tokenize&& tokenize) {
    const Sentences together = tokens_of(pool, tokenize);
    for (std::size_t i = 0; i < pool.size(); ++i) {
        Pool alone;
        alone.add(pool[i]);
        must(tokens_of(alone, tokenize)[0] == together[i], "tokens: a sentence's tokens do not depend on its pool");
        for (const std::string& token : together[i]) {
            must(!token.empty() && first_invalid_utf8(token) < 0, "tokens: not empty, and UTF-8");
            must(keeps_spaces || without_spaces(token) == token, "tokens: no white space inside");
        }
    }
    return together;
}

}  // namespace
}  // namespace tertium::fuzz

void tertium::fuzz::target(Input& input) {
    const std::uint8_t how = input.byte();
    const std::string text = how % 2 != 0 ? std::string(input.rest()) : utf8_of(input.rest());
    const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
    std::vector<std::int32_t> ids(lines, -1);
    Pool pool;
    const LineReport report = pool.add_lines(text, ids);
    must((report.invalid_line < 0) == (first_invalid_utf8(text) < 0), "lines: what is not UTF-8 is said");
    if (report.invalid_line >= 0) return;
    std::size_t at = 0;
    for (const std::int32_t id : ids) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line = std::string_view(text).substr(at, end - at);
        if (line.ends_with('\r')) line.remove_suffix(1);
        must(pool[static_cast<std::size_t>(id)] == line, "lines: the pool has the text of the line");
        at = end + 1;
    }
    const bool lowercase = how & 2;
    if (how >= 0xc0) {
        const TercomTokenizer tercom{lowercase, (how & 4) != 0, (how & 8) != 0, (how & 16) != 0};
        std::string parted;
        try_tokenizer(pool, false, [&](std::string_view sentence, Scratch& scratch, auto&& emit) {
            tokenize_tercom(tercom, sentence, scratch, parted, emit);
        });
        return;
    }
    const auto [name, tokenizer] = tokenizer_names[how / 4 % std::size(tokenizer_names)];
    must(tokenizer_named(name) == tokenizer, "tokenizers: their names find them");
    const Tokenizer chosen = tokenizer;
    const Sentences made = try_tokenizer(pool, chosen == Tokenizer::spaced_character,
                                         [&](std::string_view sentence, Scratch& scratch, auto&& emit) {
                                             prepare(chosen, lowercase, sentence, scratch, emit);
                                         });
    for (std::size_t i = 0; i < pool.size(); ++i) {
        std::string buffer;
        const std::string read(lowercase ? lower(pool[i], buffer) : pool[i]);
        if (chosen == Tokenizer::none || chosen == Tokenizer::character || chosen == Tokenizer::intl)
            must(joined(made[i]) == without_spaces(read), "tokens: nothing is lost and nothing added");
        if (chosen == Tokenizer::spaced_character)
            must(joined(made[i]) == unicode::strip(read), "tokens: every character");
    }
}
