#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <tuple>

#include "bindings/arrays.hpp"
#include "lexicon/known_words.hpp"
#include "text/sentence_pool.hpp"

namespace tertium::bindings {

using namespace nb::literals;

void bind_known_words(nb::module_& m) {
    nb::class_<KnownWords>(m, "KnownWords", "Immutable, shared by threads: the words of a language, as hashes.")
        .def(
            "__init__",
            [](KnownWords* self, const Int32s& hashes, bool compounds) {
                const auto given = view(hashes);
                nb::gil_scoped_release release;
                new (self) KnownWords(given, compounds);
            },
            "hashes"_a, "compounds"_a)
        .def("__len__", &KnownWords::size)
        .def(
            "mark",
            [](const KnownWords& known, const TokenView& tokens) {
                MarkedWords made;
                {
                    nb::gil_scoped_release release;
                    made = mark_words(known, tokens.vocabulary);
                }
                return std::tuple(to_numpy(std::move(made.marks)), to_numpy(std::move(made.folded)));
            },
            "tokens"_a,
            "For every word of the vocabulary: bits (1 letters alone, 2 unknown, 4 with a capital, 8 one letter beyond "
            "ASCII), and a number that "
            "all its spellings in upper and lower case share.");

    m.def(
        "known_word_hashes",
        [](const Strings& words) {
            std::vector<std::int32_t> hashes;
            for (nb::handle word : words) hashes.push_back(static_cast<std::int32_t>(known_word_hash(utf8_of(word))));
            return to_numpy(std::move(hashes));
        },
        "words"_a);

    m.def(
        "unknown_words",
        [](const Int32s& values, const Int64s& offsets, const Int32s& hyp, const Int32s& seg, const Int32s& refs,
           const Int64s& ref_offsets, const Bytes& marks, const Int32s& folded, double excused_share) {
            const RaggedView sentences = checked_sentences(values, offsets);
            const Pairs pairs = checked_pairs(hyp, seg, refs, ref_offsets, sentences.size());
            if (marks.size() != folded.size() || vocabulary_size(sentences.values) > marks.size())
                throw std::invalid_argument("every word needs its marks and its number");
            if (!(excused_share > 0.0)) throw std::invalid_argument("the excused share must be above 0");
            std::size_t width = 0;
            for (std::size_t s = 0; s < pairs.references.size(); ++s)
                width = std::max(width, pairs.references[s].size());
            std::vector<double> rows(pairs.size() * width * 2, 0.0);
            {
                nb::gil_scoped_release release;
                UnknownWords count(view(marks), view(folded));
                for (std::size_t p = 0; p < pairs.size(); ++p) {
                    double* row = rows.data() + p * width * 2;
                    for (const std::int32_t ref : pairs.references[static_cast<std::size_t>(pairs.seg[p])]) {
                        count(sentences[static_cast<std::size_t>(pairs.hyp[p])],
                              sentences[static_cast<std::size_t>(ref)], excused_share, row);
                        row += 2;
                    }
                }
            }
            return to_numpy<double>(std::move(rows), {pairs.size(), width, 2});
        },
        "values"_a, "offsets"_a, "hyp"_a, "seg"_a, "refs"_a, "ref_offsets"_a, "marks"_a, "folded"_a, "excused_share"_a);
}

}  // namespace tertium::bindings
