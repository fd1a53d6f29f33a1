// Edits, word order, links and the metrics that stand on a matching, beside their textbook versions.
#pragma once

#include "alignment/alignment_text.hpp"
#include "alignment/monolingual_links.hpp"
#include "edit/edit_path.hpp"
#include "edit/levenshtein.hpp"
#include "edit/longest_common_subsequence.hpp"
#include "edit/ter.hpp"
#include "judge/batch.hpp"
#include "judge/textbook_matching.hpp"
#include "judge/textbook_order.hpp"
#include "judge/textbook_ter.hpp"
#include "matching/atec.hpp"
#include "matching/impact.hpp"
#include "matching/meteor.hpp"
#include "ngrams/skip_bigrams.hpp"
#include "order/moved_blocks.hpp"
#include "order/permutations.hpp"
#include "order/rank_statistics.hpp"
#include "order/word_order.hpp"
#include "textbook.hpp"

namespace tertium::judge {

// Edits of the nearest reference (the first among equals), shared words, its length, the mean length, its place.
template <class Errors>
Rows choose_references(const Batch& batch, Errors&& errors_and_shared) {
    return batch.each([&](std::size_t p, Row& row) {
        const std::vector<Words> refs = batch.refs(p);
        double sum = 0, best = -1, shared = 0;
        std::size_t chosen = 0;
        for (std::size_t k = 0; k < refs.size(); ++k) {
            sum += static_cast<double>(refs[k].size());
            const auto [errors, both] = errors_and_shared(batch.hyp(p), refs[k]);
            if (best >= 0 && static_cast<double>(errors) >= best) continue;
            best = static_cast<double>(errors), shared = static_cast<double>(both), chosen = k;
        }
        append(row, best, shared, refs[chosen].size(), sum / static_cast<double>(refs.size()), chosen);
    });
}

using Counted = std::pair<std::int64_t, std::int64_t>;

inline Rows edits_native(const Batch& batch, std::size_t) {
    EditDistance distance(batch.vocabulary());
    return choose_references(batch, [&](Words hyp, Words ref) { return Counted(distance(hyp, ref), 0); });
}

inline Rows edits_textbook(const Batch& batch, std::size_t) {
    return choose_references(batch,
                             [](Words hyp, Words ref) { return Counted(fuzz::textbook::edit_distance(ref, hyp), 0); });
}

// Surplus words of the hypothesis count (0) or not (1).
inline Counted bag_errors(Words hyp, Words ref, std::int64_t shared, std::size_t option) {
    const auto needed = static_cast<std::int64_t>(option == 0 ? std::max(hyp.size(), ref.size()) : ref.size());
    return {needed - shared, shared};
}

inline Rows bags_native(const Batch& batch, std::size_t option) {
    BagOverlap bag(batch.vocabulary());
    return choose_references(batch, [&](Words hyp, Words ref) { return bag_errors(hyp, ref, bag(hyp, ref), option); });
}

inline Rows bags_textbook(const Batch& batch, std::size_t option) {
    using namespace fuzz::textbook;
    return choose_references(batch, [&](Words hyp, Words ref) {
        return bag_errors(hyp, ref, size(both(ngrams(hyp, 1), ngrams(ref, 1))), option);
    });
}

// Edits of the path, if it leads from the reference to the hypothesis; -1 otherwise.
template <class Distance>
void append_path(EditPath<Distance>& paths, Words ref, Words hyp, bool substitutions, Row& row) {
    std::size_t i = 0, j = 0, edits = 0;
    bool right = true;
    for (const Edit step : paths(ref, hyp)) {
        right &= (step == Edit::insertion || i < ref.size()) && (step == Edit::deletion || j < hyp.size());
        if (right && (step == Edit::match || step == Edit::substitution))
            right &= (ref[i] == hyp[j]) == (step == Edit::match);
        right &= substitutions || step != Edit::substitution;
        i += step != Edit::insertion;
        j += step != Edit::deletion;
        edits += step != Edit::match;
    }
    row.push_back(right && i == ref.size() && j == hyp.size() ? static_cast<double>(edits) : -1.0);
}

inline Rows path_native(const Batch& batch, std::size_t option) {
    EditPath<EditDistance> shortest(batch.vocabulary());
    EditPath<CommonSubsequence> without(batch.vocabulary());
    return batch.each([&](std::size_t p, Row& row) {
        if (option == 0) append_path(shortest, batch.ref(p), batch.hyp(p), true, row);
        else append_path(without, batch.ref(p), batch.hyp(p), false, row);
    });
}

inline Rows path_textbook(const Batch& batch, std::size_t option) {
    return batch.each([&](std::size_t p, Row& row) {
        append(row, fuzz::textbook::edit_distance(batch.ref(p), batch.hyp(p), option == 0 ? 1 : 2));
    });
}

// TER: tercom's search, sacreBLEU's, tercom's without a beam, with a beam of 3. Shifts, then the path's letters.

inline constexpr std::int64_t kBeams[] = {20, 20, -1, 3};

inline Rows ter_native(const Batch& batch, std::size_t option) {
    TerOptions options;
    options.sacrebleu = option == 1;
    options.beam = kBeams[option] < 0 ? ter::kNoBeam : kBeams[option];
    Ter kernel(options, batch.vocabulary());
    return batch.each([&](std::size_t p, Row& row) {
        const ter::Outcome& outcome = kernel.search(batch.hyp(p), batch.ref(p));
        for (const ter::Shift& shift : outcome.shifts) append(row, shift.start, shift.end, shift.after);
        for (const char step : outcome.alignment.path) append(row, static_cast<unsigned char>(step));
    });
}

inline Rows ter_textbook(const Batch& batch, std::size_t option) {
    return batch.each([&](std::size_t p, Row& row) {
        const Words h = batch.hyp(p), r = batch.ref(p);
        const Sentence hyp(h.begin(), h.end()), ref(r.begin(), r.end());
        const textbook::Verdict made = option == 1
                                           ? textbook::search_sacrebleu(hyp, ref)
                                           : textbook::search_tercom(hyp, ref, static_cast<int>(kBeams[option]));
        for (const textbook::Shift& shift : made.shifts) append(row, shift.start, shift.end, shift.after);
        for (const char step : made.path) append(row, static_cast<unsigned char>(step));
    });
}

// Places by the paper, by RIBES.py, by RIBES.py 1.02.3

inline Rows places_native(const Batch& batch, std::size_t option) {
    const OrderRule rules[] = {OrderRule::paper, OrderRule::official, OrderRule::legacy};
    WordOrder order(batch.vocabulary());
    return batch.each([&](std::size_t p, Row& row) {
        for (const std::int32_t place : order.place(batch.hyp(p), batch.ref(p), rules[option])) append(row, place);
    });
}

inline Rows places_textbook(const Batch& batch, std::size_t option) {
    return batch.each([&](std::size_t p, Row& row) {
        for (const int place : textbook::word_places(batch.hyp(p), batch.ref(p), static_cast<textbook::Rule>(option)))
            append(row, place);
    });
}

// The reference in numbers, in the order in which hypothesis and reference first have their words.
inline std::vector<std::int32_t> numbered(Words hyp, Words ref) {
    std::map<Word, std::int32_t> numbers;
    for (const Words side : {hyp, ref})
        for (const Word word : side) numbers.try_emplace(word, static_cast<std::int32_t>(numbers.size()));
    std::vector<std::int32_t> made;
    for (const Word word : ref) made.push_back(numbers[word]);
    return made;
}

inline Rows rising_native(const Batch& batch, std::size_t) {
    RankStatistics ranks;
    return batch.each(
        [&](std::size_t p, Row& row) { append(row, ranks.increasing_pairs(numbered(batch.hyp(p), batch.ref(p)))); });
}

inline Rows rising_textbook(const Batch& batch, std::size_t) {
    return batch.each([&](std::size_t p, Row& row) {
        append(row, fuzz::textbook::increasing_pairs(numbered(batch.hyp(p), batch.ref(p))));
    });
}

// Links to work on: every reference word with every equal one of the hypothesis.
inline textbook::Links links_of(const Batch& batch, std::size_t p) {
    textbook::Links made;
    const Words ref = batch.ref(p), hyp = batch.hyp(p);
    for (std::size_t i = 0; i < ref.size(); ++i)
        for (std::size_t j = 0; j < hyp.size(); ++j)
            if (ref[i] == hyp[j]) made.emplace_back(static_cast<int>(i), static_cast<int>(j));
    return made;
}

inline std::vector<Link> native_links(const Batch& batch, std::size_t p) {
    std::vector<Link> made;
    for (const auto& [from, to] : links_of(batch, p)) made.push_back({from, to});
    return made;
}

inline Rows blocks_native(const Batch& batch, std::size_t) {
    MovedBlocks finder;
    return batch.each([&](std::size_t p, Row& row) {
        std::vector<MovedBlock> blocks;
        finder.find(native_links(batch, p), blocks);
        for (const MovedBlock& block : blocks)
            append(row, block.ref, block.hyp, block.length, block.shift, block.moved);
    });
}

inline Rows blocks_textbook(const Batch& batch, std::size_t) {
    return batch.each([&](std::size_t p, Row& row) {
        for (const textbook::Block& block : textbook::moved_blocks(links_of(batch, p)))
            append(row, block.ref, block.hyp, block.length, block.shift, block.moved);
    });
}

// null words: previous, literal, drop; one to many: first, last, mean; many to one: monotone, inverted
inline Rows permutation_native(const Batch& batch, std::size_t option) {
    PermutationRule rule;
    rule.null_words = static_cast<NullWords>(option / 6);
    rule.one_to_many = static_cast<OneToMany>(option / 2 % 3);
    rule.many_to_one = static_cast<ManyToOne>(option % 2);
    Permutations permutations;
    std::vector<std::int32_t> ranks;
    std::vector<Link> kept, unused;
    return batch.each([&](std::size_t p, Row& row) {
        std::vector<Link> links = native_links(batch, p);
        std::size_t words = batch.ref(p).size();
        if (rule.null_words == NullWords::drop) {
            words = permutations.keep_linked(words, links, links, kept, unused);
            links = kept;
        }
        permutations.from_links(words, links, rule, ranks);
        for (const std::int32_t rank : ranks) append(row, rank);
    });
}

inline Rows permutation_textbook(const Batch& batch, std::size_t option) {
    return batch.each([&](std::size_t p, Row& row) {
        for (const int rank :
             textbook::permutation(static_cast<int>(batch.ref(p).size()), links_of(batch, p),
                                   static_cast<int>(option / 6), static_cast<int>(option / 2 % 3), option % 2 != 0))
            append(row, rank);
    });
}

// pharaoh, segments, trace; each counting from 0 and from 1
inline std::string alignment_line(const Batch& batch, std::size_t p, std::size_t form, int base) {
    std::string made;
    const auto number = [&](std::size_t value) { return std::to_string(value + static_cast<std::size_t>(base)); };
    const Words hyp = batch.hyp(p);
    if (form == 2) {
        for (std::size_t k = 0; k < hyp.size(); k += 2) {
            for (std::size_t w = k; w < std::min(k + 2, hyp.size()); ++w) {
                std::string word = batch.words[hyp[w]];
                std::erase(word, '|');
                made += (word.empty() ? "x" : word) + " ";
            }
            made += "|" + number(k) + "-" + number(k + 1) + "| ";
        }
    } else {
        textbook::Links links = links_of(batch, p);
        if (form == 1) links.resize(std::min<std::size_t>(links.size(), 9));
        for (const auto& [from, to] : links) {
            const auto i = static_cast<std::size_t>(from), j = static_cast<std::size_t>(to);
            if (form == 0) made += number(i) + "-" + number(j) + " ";
            else
                made += number(i) + "-" + number(i + hyp.size() % 3) + "=" + number(j) + "-" +
                        number(j + batch.ref(p).size() % 2) + " ";
        }
    }
    if (!made.empty()) made.pop_back();
    return made;
}

inline Rows text_native(const Batch& batch, std::size_t option) {
    const std::size_t form = option / 2;
    const int base = static_cast<int>(option % 2);
    AlignmentReader reader(static_cast<AlignmentForm>(form), base);
    return batch.each([&](std::size_t p, Row& row) {
        const std::size_t before = reader.links.size();
        if (!reader.read(alignment_line(batch, p, form, base), static_cast<std::int64_t>(p))) {
            append(row, -1);
            return;
        }
        for (std::size_t k = before; k < reader.links.size(); ++k)
            append(row, reader.links[k].from, reader.links[k].to);
    });
}

inline Rows text_textbook(const Batch& batch, std::size_t option) {
    const std::size_t form = option / 2;
    const int base = static_cast<int>(option % 2);
    return batch.each([&](std::size_t p, Row& row) {
        for (const auto& [from, to] :
             textbook::read_line(alignment_line(batch, p, form, base), static_cast<int>(form), base))
            append(row, from, to);
    });
}

// Words become numbers: too short to be linked by similar spelling, which the textbook version knows nothing of.
inline Rows aligner_native(const Batch& batch, std::size_t) {
    WordTable words;
    for (int number = 0; number < 100; ++number) words.intern(std::to_string(number));
    MonolingualAligner aligner(words, {}, LinkRule::blocks);
    return batch.each([&](std::size_t p, Row& row) {
        const std::vector<Word> ref = numbered(batch.hyp(p), batch.ref(p)), hyp = numbered(batch.hyp(p), batch.hyp(p));
        aligner.align(ref, hyp);
        std::vector<textbook::Link> links;
        for (std::size_t i = 0; i < ref.size(); ++i)
            if (aligner.hyp_of()[i] != Assignment::kFree) links.emplace_back(static_cast<int>(i), aligner.hyp_of()[i]);
        const auto [chunks, crossings, distances] = textbook::cost(links);
        append(row, links.size(), chunks, crossings, distances);
    });
}

inline Rows aligner_textbook(const Batch& batch, std::size_t) {
    return batch.each([&](std::size_t p, Row& row) {
        const auto [links, cost] = textbook::fewest_chunks(batch.ref(p), batch.hyp(p));
        const auto [chunks, crossings, distances] = cost;
        append(row, links, chunks, crossings, distances);
    });
}

// METEOR of 2005 with equal words
inline Rows meteor_native(const Batch& batch, std::size_t) {
    const std::vector<std::uint8_t> everywhere(batch.vocabulary(), 1);
    MeteorWords words;
    words.exact = true;
    MeteorCandidates candidates(words, batch.vocabulary(), everywhere, everywhere);
    MeteorAligner aligner(40, MeteorCount::words, false);
    return batch.each([&](std::size_t p, Row& row) {
        const Words hyp = batch.hyp(p), ref = batch.ref(p);
        candidates.find(hyp, ref, {});
        aligner.align(candidates, hyp.size(), ref.size());
        row.push_back(textbook::meteor_score(static_cast<int>(aligner.matches().size()),
                                             static_cast<int>(aligner.chunks()), hyp.size(), ref.size()));
    });
}

inline Rows meteor_textbook(const Batch& batch, std::size_t) {
    return batch.each([&](std::size_t p, Row& row) {
        const auto [matches, chunks] = textbook::best_alignment(batch.hyp(p), batch.ref(p));
        row.push_back(textbook::meteor_score(matches, chunks, batch.hyp(p).size(), batch.ref(p).size()));
    });
}

// ATEC, literal and repaired, with equal words; idf of the batch's references
inline std::vector<double> idf_of(const Batch& batch) {
    std::vector<double> held(batch.vocabulary(), 0.0);
    for (const std::int32_t ref : batch.chunk.refs) {
        const Words words = batch.chunk.sentences()[static_cast<std::size_t>(ref)];
        for (const Word word : std::set<Word>(words.begin(), words.end())) ++held[static_cast<std::size_t>(word)];
    }
    for (double& one : held) one = one == 0 ? 0.0 : std::log(static_cast<double>(batch.chunk.refs.size()) / one);
    return held;
}

inline Rows atec_native(const Batch& batch, std::size_t option) {
    const std::vector<double> idf = idf_of(batch);
    AtecOptions options;
    options.repaired = option == 1;
    AtecWords words;
    words.idf = idf;
    Atec atec(options, words);
    return batch.each([&](std::size_t p, Row& row) {
        atec.begin_references();
        for (const Words ref : batch.refs(p)) atec.add_reference(ref);
        const AtecRow made = atec.score(batch.hyp(p));
        append(row, made.worth, made.unmatched);
    });
}

inline Rows atec_textbook(const Batch& batch, std::size_t option) {
    const std::vector<double> idf = idf_of(batch);
    return batch.each([&](std::size_t p, Row& row) {
        const auto [worth, unmatched] = textbook::atec_parts(batch.hyp(p), batch.refs(p), idf, option == 1);
        append(row, worth, unmatched);
    });
}

// IMPACT: beta = 1.1, 1.0, 2.0

inline constexpr double kBetas[] = {1.1, 1.0, 2.0}, kAlpha = 0.1;

inline Rows impact_native(const Batch& batch, std::size_t option) {
    Impact impact(kBetas[option], -1, kImpactCells, kImpactBudget);
    return batch.each([&](std::size_t p, Row& row) {
        double sum = 0;
        for (const ImpactPart& part : impact.match(batch.hyp(p), batch.ref(p)))
            sum += std::pow(kAlpha, part.round) * std::pow(part.length, kBetas[option]);
        row.push_back(sum);
    });
}

inline Rows impact_textbook(const Batch& batch, std::size_t option) {
    return batch.each([&](std::size_t p, Row& row) {
        for (const double sum : textbook::ImpactSums(batch.hyp(p), batch.ref(p), kAlpha, kBetas[option]).sums())
            row.push_back(sum);
    });
}

}  // namespace tertium::judge
