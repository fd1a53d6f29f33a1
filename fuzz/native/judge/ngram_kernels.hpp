// BLEU, NIST, chrF, ROUGE, GTM and the overlap of triples beside their textbook versions.
#pragma once

#include "edit/longest_common_subsequence.hpp"
#include "graphs/triples.hpp"
#include "judge/batch.hpp"
#include "matching/gtm.hpp"
#include "ngrams/chrf_rows.hpp"
#include "ngrams/chrf_units.hpp"
#include "ngrams/clipped_matches.hpp"
#include "ngrams/nist.hpp"
#include "ngrams/skip_bigrams.hpp"
#include "text/unicode.hpp"
#include "textbook.hpp"

namespace tertium::judge {

using fuzz::textbook::for_each_clipped;

inline Rows split_rows(const std::vector<double>& flat, std::size_t columns) {
    Rows made;
    for (auto at = flat.begin(); at != flat.end(); at += static_cast<std::ptrdiff_t>(columns))
        made.emplace_back(at, at + static_cast<std::ptrdiff_t>(columns));
    return made;
}

// Items that two lists share, each as often as in the list that has fewer of it.
template <class Item>
double shared(std::vector<Item> one, std::vector<Item> other) {
    std::sort(one.begin(), one.end());
    std::sort(other.begin(), other.end());
    std::vector<Item> both;
    std::set_intersection(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(both));
    return static_cast<double>(both.size());
}

inline Row totals(std::size_t words, int order) {
    Row made;
    for (std::size_t n = 0; n < static_cast<std::size_t>(order); ++n)
        made.push_back(words > n ? static_cast<double>(words - n) : 0.0);
    return made;
}

// BLEU: n = 4, 1, 6 by closest, shortest, average

inline constexpr int kBleuOrders[] = {4, 1, 6};

inline Rows bleu_native(const Batch& batch, std::size_t option) {
    const int order = kBleuOrders[option / 3];
    const RefLength rule[] = {RefLength::closest, RefLength::shortest, RefLength::average};
    const std::size_t columns = 2 * static_cast<std::size_t>(order) + 2;
    std::vector<double> flat(batch.size() * columns);
    bleu_rows(batch.chunk.sentences(), batch.chunk.pairs(), batch.vocabulary(), order, rule[option % 3], flat);
    return split_rows(flat, columns);
}

inline Rows bleu_textbook(const Batch& batch, std::size_t option) {
    const int order = kBleuOrders[option / 3];
    return batch.each([&](std::size_t p, Row& row) {
        const Words hyp = batch.hyp(p);
        const std::vector<Words> refs = batch.refs(p);
        for (int n = 1; n <= order; ++n)
            append(row, fuzz::textbook::clipped_matches(hyp, refs, static_cast<std::size_t>(n)));
        for (const double total : totals(hyp.size(), order)) row.push_back(total);
        std::vector<double> lengths;
        double sum = 0;
        for (const Words ref : refs) append(lengths, ref.size()), sum += lengths.back();
        const auto length = static_cast<double>(hyp.size());
        const double closest = *std::min_element(lengths.begin(), lengths.end(), [&](double a, double b) {
            return std::pair(std::abs(a - length), a) < std::pair(std::abs(b - length), b);
        });
        const double chosen[] = {closest, *std::min_element(lengths.begin(), lengths.end()),
                                 sum / static_cast<double>(refs.size())};
        append(row, hyp.size(), chosen[option % 3]);
    });
}

// NIST: n = 5, 1, 3; the batch is the corpus

inline constexpr int kNistOrders[] = {5, 1, 3};

inline Rows nist_native(const Batch& batch, std::size_t option) {
    const int order = kNistOrders[option];
    InformationTable table(order);
    const RaggedView sentences = batch.chunk.sentences();
    for (const std::int32_t ref : batch.chunk.refs) {
        std::vector<Word> own;
        for (const Word word : sentences[static_cast<std::size_t>(ref)]) own.push_back(table.word(batch.words[word]));
        table.add(own);
    }
    const std::size_t columns = 2 * static_cast<std::size_t>(order) + 2;
    std::vector<double> flat(batch.size() * columns);
    nist_rows(
        table, *table.weights(false), sentences, batch.chunk.pairs(), batch.vocabulary(),
        [&](Word word) { return table.words().find(batch.words[word]); }, flat);
    return split_rows(flat, columns);
}

inline Rows nist_textbook(const Batch& batch, std::size_t option) {
    using fuzz::textbook::Ngram;
    const int order = kNistOrders[option];
    fuzz::textbook::Bag counts;
    for (const std::int32_t ref : batch.chunk.refs) {
        const Words words = batch.chunk.sentences()[static_cast<std::size_t>(ref)];
        counts[{}] += static_cast<std::int64_t>(words.size());
        for (std::size_t n = 1; n <= static_cast<std::size_t>(order); ++n)
            for (std::size_t i = 0; i + n <= words.size(); ++i)
                ++counts[Ngram(words.begin() + static_cast<std::ptrdiff_t>(i),
                               words.begin() + static_cast<std::ptrdiff_t>(i + n))];
    }
    return batch.each([&](std::size_t p, Row& row) {
        const Words hyp = batch.hyp(p);
        const std::vector<Words> refs = batch.refs(p);
        double lengths = 0;
        for (const Words ref : refs) lengths += static_cast<double>(ref.size());
        for (std::size_t n = 1; n <= static_cast<std::size_t>(order); ++n) {
            double gain = 0;
            for_each_clipped(hyp, refs, n, [&](Words gram, std::int64_t times) {
                const auto before = static_cast<double>(counts[Ngram(gram.begin(), gram.end() - 1)]);
                const auto whole = static_cast<double>(counts[Ngram(gram.begin(), gram.end())]);
                gain += static_cast<double>(times) * std::log2(before / whole);
            });
            row.push_back(gain);
        }
        for (const double total : totals(hyp.size(), order)) row.push_back(total);
        append(row, hyp.size(), lengths / static_cast<double>(refs.size()));
    });
}

// chrF: characters at n = 6, 2, 9, words at n = 2, 4

inline constexpr int kCharacterOrders[] = {6, 2, 9}, kWordOrders[] = {2, 4};

template <class Reader>
Rows chrf_native(const Batch& batch, int order, Reader reader) {
    const auto columns = 3 * static_cast<std::size_t>(order);
    std::size_t most = 0;
    for (std::size_t p = 0; p < batch.size(); ++p) most = std::max(most, batch.refs(p).size());
    std::vector<std::string> texts;
    for (std::size_t i = 0; i + 1 < batch.chunk.offsets.size(); ++i)
        texts.push_back(batch.words.text(batch.chunk.sentences()[i]));
    std::vector<double> flat(batch.size() * most * columns);
    count_chrf(
        batch.chunk.pairs(), order, most, reader, [&](std::size_t id) { return std::string_view(texts[id]); },
        flat.data());
    return batch.each([&](std::size_t p, Row& row) {
        const auto begin = flat.begin() + static_cast<std::ptrdiff_t>(p * most * columns);
        row.assign(begin, begin + static_cast<std::ptrdiff_t>(batch.refs(p).size() * columns));
    });
}

// The counts of a pair: every n-gram of both sides listed.
template <class Unit>
void append_counts(Row& row, const std::vector<Unit>& hyp, const std::vector<Unit>& ref, int order) {
    const auto grams = [](const std::vector<Unit>& units, std::size_t n) {
        std::vector<std::basic_string_view<Unit>> made;
        for (std::size_t i = 0; i + n <= units.size(); ++i) made.emplace_back(units.data() + i, n);
        return made;
    };
    for (std::size_t n = 1; n <= static_cast<std::size_t>(order); ++n) {
        const auto in_hyp = grams(hyp, n), in_ref = grams(ref, n);
        append(row, in_ref.empty() ? 0 : in_hyp.size(), in_ref.size(), shared(in_hyp, in_ref));
    }
}

inline std::vector<char32_t> characters(std::string_view text) {
    std::vector<char32_t> made;
    for (std::size_t at = 0; at < text.size(); at += unicode::width(unicode::byte(text, at)))
        if (unicode::space_at(text, at) == 0) made.push_back(static_cast<char32_t>(unicode::decode(text, at)));
    return made;
}

// A mark of punctuation at the end of a word stands alone, else one at its beginning.
inline std::vector<std::string> chrf_words(std::string_view text) {
    constexpr std::string_view kMarks = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
    std::vector<std::string> made;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string word(text.substr(at, end - at));
        at = end + 1;
        if (word.empty()) continue;
        const bool single = characters(word).size() == 1;
        if (!single && kMarks.find(word.back()) != kMarks.npos) {
            made.push_back(word.substr(0, word.size() - 1));
            made.push_back(word.substr(word.size() - 1));
        } else if (!single && kMarks.find(word.front()) != kMarks.npos) {
            made.push_back(word.substr(0, 1));
            made.push_back(word.substr(1));
        } else {
            made.push_back(word);
        }
    }
    return made;
}

inline Rows character_native(const Batch& batch, std::size_t option) {
    return chrf_native(batch, kCharacterOrders[option], CharacterReader(false));
}

inline Rows character_textbook(const Batch& batch, std::size_t option) {
    return batch.each([&](std::size_t p, Row& row) {
        const auto hyp = characters(batch.words.text(batch.hyp(p)));
        for (const Words ref : batch.refs(p))
            append_counts(row, hyp, characters(batch.words.text(ref)), kCharacterOrders[option]);
    });
}

inline Rows word_native(const Batch& batch, std::size_t option) {
    return chrf_native(batch, kWordOrders[option], ChrfWordReader());
}

inline Rows word_textbook(const Batch& batch, std::size_t option) {
    return batch.each([&](std::size_t p, Row& row) {
        std::map<std::string, char32_t> numbers;
        const auto units = [&](Words words) {
            std::vector<char32_t> made;
            for (const std::string& word : chrf_words(batch.words.text(words)))
                made.push_back(numbers.try_emplace(word, static_cast<char32_t>(numbers.size())).first->second);
            return made;
        };
        const auto hyp = units(batch.hyp(p));
        for (const Words ref : batch.refs(p)) append_counts(row, hyp, units(ref), kWordOrders[option]);
    });
}

// ROUGE: words, subsequence, skip-bigrams, these with words, these without the last word; each with skip 4, 0, any

inline constexpr std::int64_t kSkips[] = {4, 0, unlimited_skip};

inline Words without_last(Words words, bool really) {
    return really && !words.empty() ? words.first(words.size() - 1) : words;
}

inline Rows rouge_native(const Batch& batch, std::size_t option) {
    const std::size_t kind = option / 3, vocabulary = batch.vocabulary();
    const std::int64_t skip = kSkips[option % 3];
    BagOverlap bag(vocabulary);
    CommonSubsequence common(vocabulary);
    SkipBigramOverlap pairs(vocabulary);
    const auto size = [](Words words) { return static_cast<std::int64_t>(words.size()); };
    return batch.each([&](std::size_t p, Row& row) {
        const Words hyp = batch.hyp(p);
        for (const Words ref : batch.refs(p)) {
            const Words h = without_last(hyp, kind == 4), r = without_last(ref, kind == 4);
            const bool words = kind != 1 && kind != 2;
            std::int64_t both = words ? bag(h, r) : 0, in_hyp = words ? size(h) : 0, in_ref = words ? size(r) : 0;
            if (kind == 1) both = common(hyp, ref), in_hyp = size(hyp), in_ref = size(ref);
            if (kind >= 2) {
                both += pairs(hyp, ref, skip);
                in_hyp += count_skip_bigrams(size(hyp), skip);
                in_ref += count_skip_bigrams(size(ref), skip);
            }
            append(row, both, in_hyp, in_ref);
        }
    });
}

inline Rows rouge_textbook(const Batch& batch, std::size_t option) {
    const std::size_t kind = option / 3;
    const std::int64_t skip = kSkips[option % 3];
    using Unit = std::pair<Word, Word>;  // a word alone has -1 beside it
    const auto units = [&](Words words) {
        std::vector<Unit> made;
        if (kind != 2)
            for (const Word word : without_last(words, kind == 4)) made.emplace_back(word, -1);
        for (std::size_t i = 0; kind >= 2 && i < words.size(); ++i)
            for (std::size_t j = i + 1; j < words.size(); ++j)
                if (skip < 0 || static_cast<std::int64_t>(j - i) <= skip + 1) made.emplace_back(words[i], words[j]);
        return made;
    };
    return batch.each([&](std::size_t p, Row& row) {
        const Words hyp = batch.hyp(p);
        for (const Words ref : batch.refs(p)) {
            if (kind == 1) append(row, fuzz::textbook::common_subsequence(hyp, ref), hyp.size(), ref.size());
            else append(row, shared(units(hyp), units(ref)), units(hyp).size(), units(ref).size());
        }
    });
}

// GTM, and the overlap of triples (numbers in ascending order)

inline Rows gtm_native(const Batch& batch, std::size_t) {
    Gtm gtm(batch.vocabulary(), kGtmBudget);
    return batch.each([&](std::size_t p, Row& row) {
        gtm.begin_references();
        for (const Words ref : batch.refs(p)) gtm.add_reference(ref);
        for (const GtmRun& run : gtm.match(batch.hyp(p))) row.push_back(run.length);
    });
}

inline Rows gtm_textbook(const Batch& batch, std::size_t) {
    return batch.each([&](std::size_t p, Row& row) { row = fuzz::textbook::gtm_runs(batch.hyp(p), batch.refs(p)); });
}

inline Rows overlap_native(const Batch& batch, std::size_t) {
    const auto ascending = [](Words words) {
        std::vector<Word> made(words.begin(), words.end());
        std::sort(made.begin(), made.end());
        return made;
    };
    return batch.each([&](std::size_t p, Row& row) {
        const auto hyp = ascending(batch.hyp(p));
        for (const Words ref : batch.refs(p)) append(row, shared_items(hyp, ascending(ref)), hyp.size(), ref.size());
    });
}

inline Rows overlap_textbook(const Batch& batch, std::size_t) {
    return batch.each([&](std::size_t p, Row& row) {
        const Words hyp = batch.hyp(p);
        for (const Words ref : batch.refs(p))
            append(row,
                   fuzz::textbook::size(
                       fuzz::textbook::both(fuzz::textbook::ngrams(hyp, 1), fuzz::textbook::ngrams(ref, 1))),
                   hyp.size(), ref.size());
    });
}

}  // namespace tertium::judge
