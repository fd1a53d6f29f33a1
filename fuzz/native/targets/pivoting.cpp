// Pairs of phrases against a plain search over all spans, lines of phrase tables, and paraphrases against plain sums.
#include "lexicon/pivoting.hpp"

#include <map>

#include "arrow/stable_hash.hpp"
#include "invariants.hpp"
#include "lexicon/phrase_pairs.hpp"

namespace tertium::fuzz {
namespace {

using Phrase = std::vector<Word>;
using Counts = std::map<std::pair<Phrase, Phrase>, std::int64_t>;

struct Linked {
    Phrase from, to;
    std::vector<std::int32_t> links;  // source, target, source, target ...
};

Linked linked(Input& input) {
    Linked made{input.sentence(9, 4), input.sentence(9, 4), {}};
    if (made.from.empty() || made.to.empty()) return made;
    for (std::size_t k = input.below(10); k > 0; --k) {
        made.links.push_back(static_cast<std::int32_t>(input.below(made.from.size())));
        made.links.push_back(static_cast<std::int32_t>(input.below(made.to.size())));
    }
    return made;
}

// Every span of one side with every span of the other: a link joins them, and none leaves them.
void count_plainly(const Linked& pair, std::size_t longest, Counts& counts) {
    const auto part = [](const Phrase& words, std::size_t first, std::size_t last) {
        return Phrase(words.begin() + static_cast<std::ptrdiff_t>(first),
                      words.begin() + static_cast<std::ptrdiff_t>(last) + 1);
    };
    const auto inside = [](std::int32_t place, std::size_t first, std::size_t last) {
        return static_cast<std::size_t>(place) >= first && static_cast<std::size_t>(place) <= last;
    };
    for (std::size_t i = 0; i < pair.from.size(); ++i)
        for (std::size_t j = i; j < pair.from.size() && j - i < longest; ++j)
            for (std::size_t k = 0; k < pair.to.size(); ++k)
                for (std::size_t l = k; l < pair.to.size() && l - k < longest; ++l) {
                    bool joined = false, left = false;
                    for (std::size_t at = 0; at < pair.links.size(); at += 2) {
                        const bool here = inside(pair.links[at], i, j), there = inside(pair.links[at + 1], k, l);
                        joined |= here && there;
                        left |= here != there;
                    }
                    if (joined && !left) ++counts[{part(pair.from, i, j), part(pair.to, k, l)}];
                }
}

void try_pairs(Input& input) {
    const std::size_t longest = 1 + input.below(5);
    PhrasePairs pairs;
    Counts expected, found;
    for (std::size_t k = 1 + input.below(3); k > 0; --k) {
        const Linked pair = linked(input);
        pairs.add_linked(pair.from, pair.to, pair.links, longest);
        count_plainly(pair, longest, expected);
    }
    const auto words = [](const PhraseSide& side, std::int32_t id) {
        const Words made = side.phrases[id];
        return Phrase(made.begin(), made.end());
    };
    for (const CountedPair& one : pairs.take_counted()) {
        const bool is_new =
            found.emplace(std::pair(words(pairs.source, one.source), words(pairs.target, one.target)), one.count)
                .second;
        must(is_new, "phrase pairs: each once");
    }
    must(found == expected, "phrase pairs: those of the plain search");
}

void try_lines(Input& input) {
    const std::size_t first = 1 + input.below(3), second = 1 + input.below(3), longest = 1 + input.below(3);
    PhrasePairs pairs;
    std::size_t good = 0;
    for (std::size_t k = input.below(4); k > 0; --k) {
        std::string line;
        for (std::size_t pieces = input.below(14); pieces > 0; --pieces) {
            constexpr std::string_view kPieces[] = {"|||", " ", "a", "b", "0.5", "1", "1e-400", "1e400", "-1", "0x1"};
            const std::uint8_t byte = input.byte();
            line += byte < 200 ? std::string(kPieces[byte % std::size(kPieces)]) + " " : std::string(input.text(2));
        }
        good += pairs.add_row(line, first, second, longest) == PhrasePairs::Fault::none;
    }
    const std::vector<PhrasePairs::Row> rows = pairs.take_rows();
    must(rows.size() <= good, "phrase tables: a row for a good line at most");
    for (const PhrasePairs::Row& row : rows) {
        must_lie(row.source_given_target, 0.0, 1.0001, "phrase tables: probabilities");
        must_lie(row.target_given_source, 0.0, 1.0001, "phrase tables: probabilities");
        const std::size_t sizes[] = {pairs.source.phrases[row.source].size(), pairs.target.phrases[row.target].size()};
        for (const std::size_t size : sizes)
            must(size > 0 && size <= longest, "phrase tables: no longer than asked for");
    }
}

struct Table {
    std::vector<std::int32_t> values;
    std::vector<std::int64_t> offsets{0};
    std::vector<double> probabilities;

    Table(Input& input, std::size_t rows, std::size_t ids) {
        for (std::size_t row = 0; row < rows; ++row) {
            for (std::size_t k = input.below(4); k > 0; --k) {
                values.push_back(static_cast<std::int32_t>(input.below(ids)));
                probabilities.push_back(static_cast<double>(input.byte()) / 255.0);
            }
            offsets.push_back(static_cast<std::int64_t>(values.size()));
        }
    }
    Translations view() const { return {{values, offsets}, probabilities}; }
};

void try_paraphrases(Input& input) {
    const std::size_t phrases = 1 + input.below(5), pivots = 1 + input.below(4);
    std::vector<std::int32_t> words;
    std::vector<std::int64_t> offsets{0};
    for (std::size_t k = 0; k < phrases; ++k) {
        for (std::size_t n = 1 + input.below(3); n > 0; --n) words.push_back(static_cast<Word>(input.below(3)));
        offsets.push_back(static_cast<std::int64_t>(words.size()));
    }
    const Table to(input, phrases, pivots), back(input, pivots, phrases);
    const double least = static_cast<double>(input.byte()) / 512.0;
    const RaggedView spelled{words, offsets};
    Pivoting pivoting(to.view(), back.view(), spelled);
    for (std::int32_t phrase = 0; phrase < static_cast<std::int32_t>(phrases); ++phrase) {
        std::vector<double> sums(phrases, 0.0);
        const auto row = static_cast<std::size_t>(phrase);
        for (auto k = static_cast<std::size_t>(to.offsets[row]); k < static_cast<std::size_t>(to.offsets[row + 1]);
             ++k) {
            const auto pivot = static_cast<std::size_t>(to.values[k]);
            const auto end = static_cast<std::size_t>(back.offsets[pivot + 1]);
            for (auto n = static_cast<std::size_t>(back.offsets[pivot]); n < end; ++n)
                sums[static_cast<std::size_t>(back.values[n])] += to.probabilities[k] * back.probabilities[n];
        }
        std::vector<Paraphrase> made;
        pivoting.paraphrase(phrase, least, made);
        std::size_t at = 0;
        for (std::size_t other = 0; other < phrases; ++other) {
            const bool is_there = at < made.size() && made[at].other == static_cast<std::int32_t>(other);
            const bool wanted =
                sums[other] > 0 && sums[other] >= least && !contains_other(spelled[row], spelled[other]);
            must(is_there == wanted, "paraphrases: all that are likely enough, and no others");
            if (is_there) must(made[at++].probability == sums[other], "paraphrases: the sum over all pivots");
        }
        must(at == made.size(), "paraphrases: by id");
    }
}

}  // namespace
}  // namespace tertium::fuzz

void tertium::fuzz::target(Input& input) {
    switch (input.below(4)) {
        case 0: try_pairs(input); break;
        case 1: try_lines(input); break;
        case 2: try_paraphrases(input); break;
        default: {
            const std::string_view text = input.rest();
            must(stable_hash(text) == stable_hash(std::string(text)), "hashes: of the bytes alone");
        }
    }
}
