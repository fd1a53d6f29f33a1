#include "lexicon/phrase_pairs.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <charconv>
#include <cmath>
#include <numeric>
#include <string>
#include <tuple>

#include "bindings/arrays.hpp"
#include "lexicon/pivoting.hpp"
#include "text/sentence_pool.hpp"

namespace tertium::bindings {

using namespace nb::literals;

namespace {

using Links = Exact<const std::int32_t, nb::shape<-1, 2>>;

// A sentence's words as ids of a side; words of the chunk are interned when they are first met.
class SideWords {
  public:
    SideWords(const TokenView& tokens, PhraseSide& side)
        : tokens_(tokens), side_(side), known_(tokens.vocabulary.size(), -1) {}

    std::size_t length(std::int32_t sentence) const { return local(sentence).size(); }
    Words of(std::int32_t sentence) {
        made_.clear();
        for (const std::int32_t word : local(sentence)) {
            std::int32_t& known = known_[static_cast<std::size_t>(word)];
            if (known < 0) known = side_.words.intern(tokens_.vocabulary[static_cast<std::size_t>(word)]);
            made_.push_back(known);
        }
        return made_;
    }

  private:
    Words local(std::int32_t sentence) const {
        return RaggedView{tokens_.values, tokens_.offsets}[static_cast<std::size_t>(sentence)];
    }
    const TokenView& tokens_;
    PhraseSide& side_;
    std::vector<std::int32_t> known_;
    std::vector<std::int32_t> made_;
};

void check_sentences(std::span<const std::int32_t> ids, const TokenView& tokens) {
    const std::size_t there = tokens.offsets.size() - 1;
    for (const std::int32_t id : ids)
        if (id < 0 || static_cast<std::size_t>(id) >= there) throw std::invalid_argument("no such sentence");
}

void check_longest(std::size_t longest) {
    if (longest < 1 || longest > 1000) throw std::invalid_argument("phrases have 1 to 1000 words");
}

const PhraseSide& side_of(const PhrasePairs& pairs, int side) {
    if (side != 0 && side != 1) throw std::invalid_argument("a side is 0 (source) or 1 (target)");
    return side == 0 ? pairs.source : pairs.target;
}

Translations checked_translations(const Int32s& ids, const Int64s& offsets, const Doubles& probabilities,
                                  std::size_t others) {
    const Translations made{checked_ragged(ids, offsets), view(probabilities)};
    if (made.probabilities.size() != made.ids.values.size())
        throw std::invalid_argument("every translation needs a probability");
    for (const std::int32_t id : made.ids.values)
        if (static_cast<std::size_t>(id) >= others) throw std::invalid_argument("no such translation");
    return made;
}

RaggedView checked_spelling(const Int32s& values, const Int64s& offsets, std::size_t words) {
    const RaggedView phrases = checked_ragged(values, offsets);
    for (const std::int32_t word : phrases.values)
        if (static_cast<std::size_t>(word) >= words) throw std::invalid_argument("no such word");
    return phrases;
}

void check_phrases(std::span<const std::int32_t> ids, const RaggedView& phrases) {
    for (const std::int32_t id : ids)
        if (id < 0 || static_cast<std::size_t>(id) >= phrases.size()) throw std::invalid_argument("no such phrase");
}

void spell(Words phrase, const HeldTexts& words, std::string& out) {
    for (std::size_t k = 0; k < phrase.size(); ++k) {
        if (k > 0) out += ' ';
        out += words[static_cast<std::size_t>(phrase[k])];
    }
}

}  // namespace

void bind_phrase_pairs(nb::module_& m) {
    nb::class_<PhrasePairs>(m, "PhrasePairs",
                            "Phrases that translate each other, from aligned texts or a phrase table.")
        .def(nb::init<>())
        // Pair k is sentence source_ids[k] and target_ids[k], with the links offsets[k] .. offsets[k + 1].
        .def(
            "add_linked",
            [](PhrasePairs& pairs, const TokenView& source, const Int32s& source_ids, const TokenView& target,
               const Int32s& target_ids, const Links& links, const Int64s& offsets, std::size_t longest) {
                check_longest(longest);
                const auto from = view(source_ids), to = view(target_ids);
                const auto starts = view(offsets);
                if (from.size() != to.size() || starts.size() != from.size() + 1)
                    throw std::invalid_argument("every source needs a target and its links");
                check_sentences(from, source);
                check_sentences(to, target);
                if (starts.front() != 0 || starts.back() != static_cast<std::int64_t>(links.shape(0)))
                    throw std::invalid_argument("offsets must run from 0 to the number of links");
                SideWords ours(source, pairs.source), theirs(target, pairs.target);
                const std::span<const std::int32_t> all(links.data(), links.shape(0) * 2);
                for (std::size_t k = 0; k < from.size(); ++k) {
                    if (starts[k] > starts[k + 1]) throw std::invalid_argument("offsets must not decrease");
                    const std::size_t lengths[2] = {ours.length(from[k]), theirs.length(to[k])};
                    for (auto n = 2 * static_cast<std::size_t>(starts[k]);
                         n < 2 * static_cast<std::size_t>(starts[k + 1]); ++n)
                        if (all[n] < 0 || static_cast<std::size_t>(all[n]) >= lengths[n % 2])
                            throw std::invalid_argument("a link points outside its sentence");
                }
                nb::gil_scoped_release release;
                for (std::size_t k = 0; k < from.size(); ++k) {
                    const auto first = 2 * static_cast<std::size_t>(starts[k]);
                    const auto last = 2 * static_cast<std::size_t>(starts[k + 1]);
                    pairs.add_linked(ours.of(from[k]), theirs.of(to[k]), all.subspan(first, last - first), longest);
                }
            },
            "source"_a, "source_ids"_a, "target"_a, "target_ids"_a, "links"_a, "offsets"_a, "longest"_a)
        .def(
            "take_counted",
            [](PhrasePairs& pairs) {
                std::vector<std::int32_t> source, target;
                std::vector<std::int64_t> count;
                {
                    nb::gil_scoped_release release;
                    const std::vector<CountedPair> counted = pairs.take_counted();
                    source.reserve(counted.size()), target.reserve(counted.size()), count.reserve(counted.size());
                    for (const CountedPair& pair : counted) {
                        source.push_back(pair.source), target.push_back(pair.target), count.push_back(pair.count);
                    }
                }
                return std::make_tuple(to_numpy(std::move(source)), to_numpy(std::move(target)),
                                       to_numpy(std::move(count)));
            },
            "(source phrase, target phrase, count) of every extracted pair, sorted; they are gone afterwards.")
        // Lines of a phrase table: how many were read before one that is none, and what is wrong with that one.
        .def(
            "add_rows",
            [](PhrasePairs& pairs, const Bytes& data, std::size_t source_column, std::size_t target_column,
               std::size_t longest) {
                check_longest(longest);
                const std::string_view text(reinterpret_cast<const char*>(data.data()), data.size());
                std::int64_t rows = 0;
                auto fault = PhrasePairs::Fault::none;
                {
                    nb::gil_scoped_release release;
                    for (std::size_t at = 0; at < text.size(); ++rows) {
                        const std::size_t end = std::min(text.find('\n', at), text.size());
                        fault = pairs.add_row(text.substr(at, end - at), source_column, target_column, longest);
                        if (fault != PhrasePairs::Fault::none) break;
                        at = end + 1;
                    }
                }
                return std::make_tuple(rows, static_cast<int>(fault));
            },
            "data"_a, "source_column"_a, "target_column"_a, "longest"_a)
        .def(
            "take_rows",
            [](PhrasePairs& pairs) {
                const std::vector<PhrasePairs::Row> rows = pairs.take_rows();
                std::vector<std::int32_t> source, target;
                std::vector<double> source_given_target, target_given_source;
                for (const PhrasePairs::Row& row : rows) {
                    source.push_back(row.source), target.push_back(row.target);
                    source_given_target.push_back(row.source_given_target);
                    target_given_source.push_back(row.target_given_source);
                }
                return std::make_tuple(to_numpy(std::move(source)), to_numpy(std::move(target)),
                                       to_numpy(std::move(source_given_target)),
                                       to_numpy(std::move(target_given_source)));
            },
            "(source phrase, target phrase, p(source | target), p(target | source)) of the rows read.")
        .def(
            "words",
            [](const PhrasePairs& pairs, int side) {
                const StringTable& words = side_of(pairs, side).words;
                Strings listed = Strings(nb::list());
                for (std::size_t id = 0; id < words.size(); ++id)
                    listed.append(nb::str(words[id].data(), words[id].size()));
                return listed;
            },
            "side"_a)
        .def(
            "phrases",
            [](const PhrasePairs& pairs, int side) {
                const Phrases& phrases = side_of(pairs, side).phrases;
                return std::make_tuple(to_numpy(std::vector<std::int32_t>(phrases.values())),
                                       to_numpy(std::vector<std::int64_t>(phrases.offsets())));
            },
            "side"_a, "Phrase i is the words values[offsets[i]:offsets[i + 1]].");
    // Of the phrases first .. last - 1: (phrase, other, probability) of every paraphrase, by phrase and other.
    m.def(
        "pivot",
        [](const Int32s& pivots, const Int64s& pivot_offsets, const Doubles& pivot_probabilities, const Int32s& back,
           const Int64s& back_offsets, const Doubles& back_probabilities, const Int32s& values, const Int64s& offsets,
           std::size_t first, std::size_t last, double least) {
            const RaggedView phrases = checked_ragged(values, offsets);
            const std::size_t pivot_count = back_offsets.size() > 0 ? back_offsets.size() - 1 : 0;
            const Translations to = checked_translations(pivots, pivot_offsets, pivot_probabilities, pivot_count);
            const Translations from = checked_translations(back, back_offsets, back_probabilities, phrases.size());
            if (to.ids.size() != phrases.size()) throw std::invalid_argument("every phrase needs its translations");
            if (first > last || last > phrases.size()) throw std::invalid_argument("no such phrases");
            std::vector<std::int32_t> phrase, other;
            std::vector<double> probability;
            {
                nb::gil_scoped_release release;
                Pivoting pivoting(to, from, phrases);
                std::vector<Paraphrase> found;
                for (std::size_t id = first; id < last; ++id)
                    pivoting.paraphrase(static_cast<std::int32_t>(id), least, found);
                phrase.reserve(found.size()), other.reserve(found.size()), probability.reserve(found.size());
                for (const Paraphrase& one : found) {
                    phrase.push_back(one.phrase), other.push_back(one.other), probability.push_back(one.probability);
                }
            }
            return std::make_tuple(to_numpy(std::move(phrase)), to_numpy(std::move(other)),
                                   to_numpy(std::move(probability)));
        },
        "pivots"_a, "pivot_offsets"_a, "pivot_probabilities"_a, "back"_a, "back_offsets"_a, "back_probabilities"_a,
        "values"_a, "offsets"_a, "first"_a, "last"_a, "least"_a);
    // Where each of these phrases stands among all distinct texts of them, sorted by bytes: equal texts, equal ranks.
    m.def(
        "phrase_ranks",
        [](const Int32s& ids, const Int32s& values, const Int64s& offsets, const Strings& words) {
            const HeldTexts held(words);
            const RaggedView phrases = checked_spelling(values, offsets, held.size());
            const auto wanted = view(ids);
            check_phrases(wanted, phrases);
            std::vector<std::int32_t> ranks(wanted.size());
            {
                nb::gil_scoped_release release;
                std::string text;
                std::vector<std::size_t> ends{0};
                for (const std::int32_t id : wanted) {
                    spell(phrases[static_cast<std::size_t>(id)], held, text);
                    ends.push_back(text.size());
                }
                const auto text_of = [&](std::size_t k) {
                    return std::string_view(text).substr(ends[k], ends[k + 1] - ends[k]);
                };
                std::vector<std::size_t> order(wanted.size());
                std::iota(order.begin(), order.end(), std::size_t{0});
                std::sort(order.begin(), order.end(),
                          [&](std::size_t a, std::size_t b) { return text_of(a) < text_of(b); });
                std::int32_t rank = 0;
                for (std::size_t k = 0; k < order.size(); ++k) {
                    if (k > 0 && text_of(order[k]) != text_of(order[k - 1])) ++rank;
                    ranks[order[k]] = rank;
                }
            }
            return to_numpy(std::move(ranks));
        },
        "ids"_a, "values"_a, "offsets"_a, "words"_a);
    // Three lines a pair, as METEOR reads them: a probability of six significant digits, a phrase, its paraphrase.
    m.def(
        "paraphrase_lines",
        [](const Int32s& ids, const Int32s& others, const Doubles& probabilities, const Int32s& values,
           const Int64s& offsets, const Strings& words) {
            const HeldTexts held(words);
            const RaggedView phrases = checked_spelling(values, offsets, held.size());
            const auto first = view(ids), second = view(others);
            const auto numbers = view(probabilities);
            if (first.size() != second.size() || first.size() != numbers.size())
                throw std::invalid_argument("every phrase needs a paraphrase and a probability");
            check_phrases(first, phrases);
            check_phrases(second, phrases);
            std::string text;
            {
                nb::gil_scoped_release release;
                char digits[64];
                for (std::size_t k = 0; k < first.size(); ++k) {
                    const auto made =
                        std::to_chars(digits, digits + sizeof digits, numbers[k], std::chars_format::general, 6);
                    text.append(digits, made.ptr);
                    for (const std::int32_t id : {first[k], second[k]}) {
                        text += '\n';
                        spell(phrases[static_cast<std::size_t>(id)], held, text);
                    }
                    text += '\n';
                }
            }
            return nb::bytes(text.data(), text.size());
        },
        "ids"_a, "others"_a, "probabilities"_a, "values"_a, "offsets"_a, "words"_a);
}

}  // namespace tertium::bindings
