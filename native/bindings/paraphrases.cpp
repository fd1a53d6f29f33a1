#include "lexicon/paraphrase_table.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <optional>
#include <tuple>

#include "bindings/arrays.hpp"
#include "text/sentence_pool.hpp"

namespace tertium::bindings {

using namespace nb::literals;

void bind_paraphrases(nb::module_& m) {
    nb::class_<ParaphraseTable>(m, "ParaphraseTable",
                                "Pairs of phrases that mean the same; immutable and shared by threads once finished.")
        .def(nb::init<>())
        .def("__len__", &ParaphraseTable::size, "Pairs of phrases.")
        // Lines in threes: a probability, which METEOR does not use, a phrase, its paraphrase. Returns the number of
        // pairs read before one that is not a pair, all if there is none.
        .def(
            "add_lines",
            [](ParaphraseTable& table, const Bytes& data) {
                if (table.finished()) throw std::invalid_argument("the table is finished");
                nb::gil_scoped_release release;
                const std::string_view text(reinterpret_cast<const char*>(data.data()), data.size());
                std::int64_t pairs = 0;
                std::string_view lines[3];
                for (std::size_t at = 0; at < text.size(); ++pairs) {
                    for (std::string_view& line : lines) {
                        const std::size_t end = text.find('\n', at);
                        if (end == std::string_view::npos) return pairs;
                        line = text.substr(at, end - at);
                        at = end + 1;
                    }
                    if (!table.add(lines[1], lines[2])) return pairs;
                }
                return pairs;
            },
            "Lines in threes; returns how many pairs were read before one that is none.")
        .def("finish", &ParaphraseTable::finish, nb::call_guard<nb::gil_scoped_release>())
        // By item (a pair's references in turn): (hypothesis start, length, reference start, length) of every match,
        // where each item's matches begin, and whether an item has more than `most`.
        .def(
            "matches",
            [](const ParaphraseTable& table, const TokenView& tokens, const Int32s& hyp, const Int32s& seg,
               const Int32s& refs, const Int64s& ref_offsets, std::size_t most) {
                const RaggedView sentences{tokens.values, tokens.offsets};
                const Pairs pairs = checked_pairs(hyp, seg, refs, ref_offsets, sentences.size());
                if (!table.finished()) throw std::invalid_argument("the table is not finished");
                std::vector<std::int32_t> values;
                std::vector<std::int64_t> offsets{0};
                std::vector<std::uint8_t> capped;
                {
                    nb::gil_scoped_release release;
                    std::vector<std::int32_t> known(tokens.vocabulary.size());
                    for (std::size_t word = 0; word < known.size(); ++word)
                        known[word] = table.word(tokens.vocabulary[word]);
                    std::vector<std::optional<ParaphraseTable::Spans>> spans(sentences.size());
                    std::vector<std::int32_t> words;
                    const auto spans_of = [&](std::int32_t sentence) -> const ParaphraseTable::Spans& {
                        auto& made = spans[static_cast<std::size_t>(sentence)];
                        if (!made) {
                            words.clear();
                            for (std::int32_t word : sentences[static_cast<std::size_t>(sentence)])
                                words.push_back(known[static_cast<std::size_t>(word)]);
                            made = table.spans(words);
                        }
                        return *made;
                    };
                    std::vector<PhraseMatch> found;
                    for (std::size_t p = 0; p < pairs.size(); ++p) {
                        const ParaphraseTable::Spans& hyp_spans = spans_of(pairs.hyp[p]);
                        for (std::int32_t id : pairs.references[static_cast<std::size_t>(pairs.seg[p])]) {
                            capped.push_back(!table.matches(hyp_spans, spans_of(id), most, found));
                            for (const PhraseMatch& match : found)
                                values.insert(values.end(),
                                              {match.first, match.first_length, match.second, match.second_length});
                            offsets.push_back(static_cast<std::int64_t>(values.size() / 4));
                        }
                    }
                }
                const std::size_t count = values.size() / 4;
                return std::make_tuple(to_numpy(std::move(values), {count, 4}), to_numpy(std::move(offsets)),
                                       to_numpy(std::move(capped)));
            },
            "tokens"_a, "hyp"_a, "seg"_a, "refs"_a, "ref_offsets"_a, "most"_a);
}

}  // namespace tertium::bindings
