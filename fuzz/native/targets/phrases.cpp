// GTM, IMPACT and ATEC: runs and phrases that hypothesis and references share.
#include "invariants.hpp"
#include "matching/atec.hpp"
#include "matching/gtm.hpp"
#include "matching/impact.hpp"
#include "matching/semantic_pairs.hpp"
#include "textbook.hpp"

namespace tertium::fuzz {
namespace {

void try_gtm(Input& input) {
    const std::int64_t budget = input.coin() ? kGtmBudget : static_cast<std::int64_t>(input.byte());
    const Chunk chunk = chunk_of(input, 70);
    std::vector<bool> capped(chunk.hyp.size());
    const auto rows_of = [&](const Chunk& part) {
        Gtm gtm(vocabulary_size(part.values), budget);
        std::vector<Row> made(part.hyp.size());
        for (std::size_t p = 0; p < made.size(); ++p) {
            gtm.begin_references();
            for (const Words ref : part.references(p)) gtm.add_reference(ref);
            for (const GtmRun& run : gtm.match(part.hypothesis(p))) made[p].push_back(run.length);
            if (made.size() == capped.size()) capped[p] = gtm.capped();
        }
        return made;
    };
    const std::vector<Row> rows = same_by_chunking(chunk, rows_of, "GTM: a pair's runs do not depend on its chunk");
    rows_of(chunk);
    for (std::size_t p = 0; p < rows.size(); ++p) {
        const Words hyp = chunk.hypothesis(p);
        double sum = 0;
        for (const double length : rows[p]) sum += length;
        must_lie(sum, 0.0, static_cast<double>(hyp.size()), "GTM: no more words than the hypothesis has");
        if (hyp.size() <= 16 && !capped[p]) {
            const std::vector<Words> refs = chunk.references(p);
            must_be_close(rows[p], textbook::gtm_runs(hyp, refs), "GTM: runs are the textbook's");
        }
    }
}

void try_impact(Input& input) {
    const double beta = 1.0 + static_cast<double>(input.byte()) / 64.0;
    const auto last_round = static_cast<std::int64_t>(input.below(6)) - 1;
    const std::int64_t cells = input.coin() ? kImpactCells : 16 + static_cast<std::int64_t>(input.byte()) * 4;
    const std::int64_t budget = input.coin() ? std::int64_t{1} << 18 : 1 + static_cast<std::int64_t>(input.byte());
    const Chunk chunk = chunk_of(input, 40);
    Impact impact(beta, last_round, cells, budget);
    for (std::size_t p = 0; p < chunk.hyp.size(); ++p)
        for (const Words ref : chunk.references(p)) {
            const Words hyp = chunk.hypothesis(p);
            std::set<std::int32_t> in_hyp, in_ref;
            std::int64_t first_round = 0;
            const std::vector<ImpactPart> parts = impact.match(hyp, ref);
            for (const ImpactPart& part : parts) {
                must(part.length > 0 && part.round >= 0 && (last_round < 0 || part.round <= last_round),
                     "IMPACT: parts are of a round that was asked for");
                for (std::int32_t k = 0; k < part.length; ++k) {
                    const auto i = static_cast<std::size_t>(part.hyp + k), j = static_cast<std::size_t>(part.ref + k);
                    must(i < hyp.size() && j < ref.size() && hyp[i] == ref[j], "IMPACT: parts are equal words");
                    must(in_hyp.insert(part.hyp + k).second && in_ref.insert(part.ref + k).second,
                         "IMPACT: every word is in one part at most");
                }
                if (part.round == 0) first_round += part.length;
            }
            if (!impact.capped())
                must(first_round == textbook::common_subsequence(hyp, ref),
                     "IMPACT: the first round is a longest common subsequence");
        }
}

constexpr std::size_t kVocabulary = 24;

void try_atec(Input& input) {
    AtecOptions options;
    const std::uint8_t how = input.byte();
    options.repaired = how & 1;
    options.pooled_ranks = how & 2;
    options.position_sum = how & 4;
    options.unmatch = static_cast<AtecOptions::Unmatch>(how / 8 % 3);
    options.matches = how >= 0xe0 ? 1 + static_cast<std::int64_t>(input.byte()) : kAtecMatches;
    std::vector<double> idf;
    std::vector<std::int32_t> groups, close_words;
    std::vector<std::int64_t> group_offsets{0}, close_offsets{0};
    for (std::size_t w = 0; w < kVocabulary; ++w) {
        idf.push_back(static_cast<double>(input.byte()) / 16.0);
        std::set<std::int32_t> own{static_cast<std::int32_t>(input.below(8))};
        for (std::size_t k = input.below(3); k > 0; --k) own.insert(8 + static_cast<std::int32_t>(input.below(8)));
        groups.insert(groups.end(), own.begin(), own.end());
        group_offsets.push_back(static_cast<std::int64_t>(groups.size()));
        if (input.below(4) == 0) close_words.push_back(static_cast<std::int32_t>(input.below(kVocabulary)));
        close_offsets.push_back(static_cast<std::int64_t>(close_words.size()));
    }
    AtecWords words;
    words.idf = idf;
    if (how & 32) words.groups = {groups, group_offsets}, words.stems = 8, words.group_count = 16;
    if (how & 64) words.close = {close_words, close_offsets};
    const Chunk chunk = chunk_of(input, 60);
    std::vector<AtecPhrase> phrases;
    const auto rows_of = [&](const Chunk& part) {
        Atec atec(options, words);
        std::vector<Row> made(part.hyp.size());
        for (std::size_t p = 0; p < made.size(); ++p) {
            atec.begin_references();
            for (const Words ref : part.references(p)) atec.add_reference(ref);
            const AtecRow row = atec.score(part.hypothesis(p));
            phrases = atec.phrases();
            made[p] = {row.worth,
                       row.unmatched,
                       row.mean_length,
                       static_cast<double>(row.phrases),
                       static_cast<double>(row.words),
                       static_cast<double>(row.capped)};
        }
        return made;
    };
    const std::vector<Row> rows = same_by_chunking(chunk, rows_of, "ATEC: a pair's row does not depend on its chunk");
    for (std::size_t p = 0; p < rows.size(); ++p) {
        for (const double number : rows[p]) must(std::isfinite(number), "ATEC: rows are finite");
        rows_of(chunk.only(p));  // the phrases of this pair
        const Words hyp = chunk.hypothesis(p);
        const std::vector<Words> refs = chunk.references(p);
        must_lie(rows[p][4], 0.0, static_cast<double>(hyp.size()), "ATEC: matched words are words of the hypothesis");
        std::set<std::int32_t> in_hyp;
        for (const AtecPhrase& phrase : phrases) {
            const auto k = static_cast<std::size_t>(phrase.reference);
            must(k < refs.size() && phrase.ref >= 0 &&
                     static_cast<std::size_t>(phrase.ref + phrase.size) <= refs[k].size() && phrase.hyp >= 0 &&
                     static_cast<std::size_t>(phrase.hyp + phrase.size) <= hyp.size(),
                 "ATEC: phrases lie inside their sentences");
            for (std::int32_t w = 0; w < phrase.size; ++w) {
                must(in_hyp.insert(phrase.hyp + w).second, "ATEC: a word is in one phrase at most");
                if (words.groups.size() == 0 && words.close.size() == 0)
                    must(hyp[static_cast<std::size_t>(phrase.hyp + w)] ==
                             refs[k][static_cast<std::size_t>(phrase.ref + w)],
                         "ATEC: without knowledge phrases are equal words");
            }
        }
    }
}

void try_semantic_pairs(Input& input) {
    std::vector<std::uint8_t> asked(kVocabulary);
    for (std::uint8_t& one : asked) one = input.coin();
    const std::int64_t most = input.byte();
    const Chunk chunk = chunk_of(input, 30);
    const SemanticPairs found = semantic_pairs(chunk.sentences(), chunk.pairs(), kVocabulary, asked, most);
    std::set<std::pair<Word, Word>> expected;
    for (std::size_t p = 0; p < chunk.hyp.size(); ++p) {
        if (found.capped[p]) continue;
        for (const Words ref : chunk.references(p))
            for (const Word one : chunk.hypothesis(p))
                for (const Word other : ref)
                    if (one != other && asked[static_cast<std::size_t>(one)] && asked[static_cast<std::size_t>(other)])
                        expected.insert({one, other});
    }
    must(found.one.size() == found.other.size(), "pairs of words: two sides");
    std::vector<std::pair<Word, Word>> listed;
    for (std::size_t k = 0; k < found.one.size(); ++k) listed.push_back({found.one[k], found.other[k]});
    must(std::vector(expected.begin(), expected.end()) == listed, "pairs of words: the textbook's, ascending");
}

}  // namespace
}  // namespace tertium::fuzz

void tertium::fuzz::target(Input& input) {
    switch (input.below(4)) {
        case 0: try_gtm(input); break;
        case 1: try_impact(input); break;
        case 2: try_atec(input); break;
        default: try_semantic_pairs(input);
    }
}
