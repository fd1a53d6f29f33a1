// Clipped n-grams (BLEU), information weights (NIST), skip-bigrams and bags of words (ROUGE, PER).
#include "invariants.hpp"
#include "ngrams/clipped_matches.hpp"
#include "ngrams/nist.hpp"
#include "ngrams/skip_bigrams.hpp"
#include "textbook.hpp"

namespace tertium::fuzz {
namespace {

constexpr std::size_t kLongest = 150;  // over two blocks of 64 words

Row bleu_row(Words hyp, const std::vector<Words>& refs, int order, RefLength rule) {
    Row made;
    for (int n = 1; n <= order; ++n)
        made.push_back(static_cast<double>(textbook::clipped_matches(hyp, refs, static_cast<std::size_t>(n))));
    for (std::size_t n = 0; n < static_cast<std::size_t>(order); ++n)
        made.push_back(hyp.size() > n ? static_cast<double>(hyp.size() - n) : 0.0);
    const auto length = static_cast<double>(hyp.size());
    double best = static_cast<double>(refs[0].size()), sum = 0;
    for (const Words ref : refs) {
        const auto other = static_cast<double>(ref.size());
        sum += other;
        const double nearer = std::abs(best - length) - std::abs(other - length);
        if (rule == RefLength::shortest ? other < best : nearer > 0 || (nearer == 0 && other < best)) best = other;
    }
    made.push_back(length);
    made.push_back(rule == RefLength::average ? sum / static_cast<double>(refs.size()) : best);
    return made;
}

void try_bleu(const Chunk& chunk, int order, RefLength rule) {
    const auto rows_of = [&](const Chunk& part) {
        const std::size_t columns = 2 * static_cast<std::size_t>(order) + 2;
        std::vector<double> flat(part.hyp.size() * columns);
        bleu_rows(part.sentences(), part.pairs(), vocabulary_size(part.values), order, rule, flat);
        std::vector<Row> made;
        for (auto at = flat.begin(); at != flat.end(); at += static_cast<std::ptrdiff_t>(columns))
            made.emplace_back(at, at + static_cast<std::ptrdiff_t>(columns));
        return made;
    };
    const std::vector<Row> rows = same_by_chunking(chunk, rows_of, "BLEU: a pair's row does not depend on its chunk");
    for (std::size_t p = 0; p < rows.size(); ++p)
        must(rows[p] == bleu_row(chunk.hypothesis(p), chunk.references(p), order, rule),
             "BLEU: rows are the textbook's");
}

struct KeepMatches {
    static constexpr bool each = true;
    std::vector<NgramMatch>& found;
    void operator()(const NgramMatch& match) { found.push_back(match); }
};

// The matches one by one are as many as are counted, no place of the hypothesis twice; each says one place (of maybe
// several) where a reference has it.
void try_matches(const Chunk& chunk, int order) {
    NgramMatcher matcher(chunk.sentences(), vocabulary_size(chunk.values), order);
    for (std::size_t p = 0; p < chunk.hyp.size(); ++p) {
        const Words hyp = chunk.hypothesis(p);
        const std::vector<Words> refs = chunk.references(p);
        matcher.load(chunk.pairs().references[static_cast<std::size_t>(chunk.seg[p])]);
        std::vector<NgramMatch> found;
        matcher.match(hyp, KeepMatches{found});
        std::set<std::vector<std::int64_t>> taken;
        std::vector<std::int64_t> counts(static_cast<std::size_t>(order));
        for (const NgramMatch& match : found) {
            must(match.order >= 1 && match.order <= order, "matches: the order is one of those asked for");
            must(match.ref >= 0 && match.ref < static_cast<std::int64_t>(refs.size()),
                 "matches: the reference is there");
            const Words ref = refs[static_cast<std::size_t>(match.ref)];
            for (int k = 0; k < match.order; ++k) {
                const std::int64_t i = match.hyp_end - k, j = match.ref_end - k;
                must(i >= 0 && i < static_cast<std::int64_t>(hyp.size()) && j >= 0 &&
                         j < static_cast<std::int64_t>(ref.size()),
                     "matches: they lie inside the sentences");
                must(hyp[static_cast<std::size_t>(i)] == ref[static_cast<std::size_t>(j)], "matches: words are equal");
            }
            must(taken.insert({0, match.order, match.hyp_end}).second, "matches: a place of the hypothesis once");
            ++counts[static_cast<std::size_t>(match.order - 1)];
        }
        for (std::size_t n = 1; n <= counts.size(); ++n)
            must(counts[n - 1] == textbook::clipped_matches(hyp, refs, n), "matches: as many as the textbook's");
    }
}

// Words of a table of information weights are strings; here the byte that is the id.
std::string spelled(Word word) { return std::string(1, static_cast<char>('0' + word)); }

void fill(InformationTable& table, const Chunk& chunk, std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
        std::vector<Word> own;
        for (const Word word : chunk.sentences()[static_cast<std::size_t>(chunk.refs[k])])
            own.push_back(table.word(spelled(word)));
        table.add(own);
    }
}

void try_nist(const Chunk& chunk, int order, bool zero_is_empty) {
    InformationTable whole(order), half(order), other(order);
    const std::size_t middle = chunk.refs.size() / 2;
    fill(whole, chunk, 0, chunk.refs.size());
    fill(half, chunk, 0, middle);
    fill(other, chunk, middle, chunk.refs.size());
    half.merge(other);
    must(whole.total() == half.total(), "NIST: tables merged have all words");
    const auto rows_with = [&](const InformationTable& table, const Chunk& part) {
        const auto weights = table.weights(zero_is_empty);
        const std::size_t columns = 2 * static_cast<std::size_t>(order) + 2;
        std::vector<double> flat(part.hyp.size() * columns);
        nist_rows(
            table, *weights, part.sentences(), part.pairs(), vocabulary_size(part.values),
            [&](Word word) { return table.words().find(spelled(word)); }, flat);
        std::vector<Row> made;
        for (auto at = flat.begin(); at != flat.end(); at += static_cast<std::ptrdiff_t>(columns))
            made.emplace_back(at, at + static_cast<std::ptrdiff_t>(columns));
        return made;
    };
    const std::vector<Row> rows = same_by_chunking(
        chunk, [&](const Chunk& part) { return rows_with(whole, part); },
        "NIST: a pair's row does not depend on its chunk");
    const std::vector<Row> merged = rows_with(half, chunk);
    textbook::Bag counts;
    for (const std::int32_t ref : chunk.refs) {
        const Words words = chunk.sentences()[static_cast<std::size_t>(ref)];
        counts[{}] += static_cast<std::int64_t>(words.size());
        for (std::size_t n = 1; n <= static_cast<std::size_t>(order); ++n)
            for (const auto& [gram, times] : textbook::ngrams(words, n)) counts[gram] += times;
    }
    for (std::size_t p = 0; p < rows.size(); ++p) {
        must(same_bits(rows[p], merged[p]), "NIST: merged tables give the same bits");
        for (std::size_t n = 1; n <= static_cast<std::size_t>(order); ++n) {
            double gain = 0;
            textbook::for_each_clipped(
                chunk.hypothesis(p), chunk.references(p), n, [&](Words gram, std::int64_t times) {
                    textbook::Ngram history(gram.begin(), gram.end() - 1);
                    if (zero_is_empty && history == textbook::Ngram{0}) history.clear();
                    const auto after = static_cast<double>(counts[textbook::Ngram(gram.begin(), gram.end())]);
                    gain += static_cast<double>(times) * std::log2(static_cast<double>(counts[history]) / after);
                });
            must(close(rows[p][n - 1], gain), "NIST: information is the textbook's");
        }
    }
}

void try_bags(Words one, Words other, std::int64_t skip) {
    const std::size_t vocabulary = std::max(vocabulary_size(one), vocabulary_size(other));
    BagOverlap bag(vocabulary);
    SkipBigramOverlap pairs(vocabulary);
    must(bag(one, other) == textbook::size(textbook::both(textbook::ngrams(one, 1), textbook::ngrams(other, 1))),
         "bags: shared words are the textbook's");
    must_be_symmetric(bag, one, other, "bags: shared words are symmetric");
    const textbook::Bag in_one = textbook::skip_bigrams(one, skip), in_other = textbook::skip_bigrams(other, skip);
    const std::int64_t shared = pairs(one, other, skip);
    must(shared == textbook::size(textbook::both(in_one, in_other)), "skip-bigrams: shared ones are the textbook's");
    must(shared == pairs(other, one, skip), "skip-bigrams: symmetric");
    must(count_skip_bigrams(static_cast<std::int64_t>(one.size()), skip) == textbook::size(in_one),
         "skip-bigrams: as many as the textbook's");
    textbook::Bag visited;
    pairs.visit(one, other, skip, [&](Word first, Word second, std::int64_t times) {
        must(visited.emplace(textbook::Ngram{first, second}, times).second, "skip-bigrams: every pair once");
    });
    must(visited == textbook::both(in_one, in_other), "skip-bigrams: the pairs are the textbook's");
}

}  // namespace
}  // namespace tertium::fuzz

void tertium::fuzz::target(Input& input) {
    const std::uint8_t how = input.byte();
    const int order = 1 + how % 6;
    const Chunk chunk = chunk_of(input, kLongest);
    switch (how / 6 % 4) {
        case 0: try_bleu(chunk, order, static_cast<tertium::RefLength>(input.below(3))); break;
        case 1: try_matches(chunk, order); break;
        case 2: try_nist(chunk, order, input.coin()); break;
        default:
            for (std::size_t p = 0; p < chunk.hyp.size(); ++p)
                try_bags(chunk.hypothesis(p), chunk.references(p)[0], static_cast<std::int64_t>(input.below(8)) - 1);
    }
}
