#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <memory>
#include <tuple>

#include "bindings/arrays.hpp"
#include "lexicon/wordnet.hpp"
#include "lexicon/wu_palmer.hpp"
#include "text/sentence_pool.hpp"

namespace tertium::bindings {

namespace {

using namespace nb::literals;

std::string_view text_of(const Bytes& bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

template <class Find>
nb::ndarray<nb::numpy, std::int32_t> found(Find find) {
    std::vector<std::int32_t> sets;
    find(sets);
    return to_numpy(std::move(sets));
}

std::size_t known(std::size_t pos) {
    if (pos >= kPartsOfSpeech) throw nb::index_error("no such part of speech");
    return pos;
}

}  // namespace

void bind_wordnet(nb::module_& m) {
    nb::class_<WordNet>(
        m, "WordNet",
        "Immutable, shared by threads. Synsets are numbered; what METEOR compares are places in the data files.")
        .def(
            "__init__",
            [](WordNet* self, const Bytes& lemmas, const Bytes& lemma_counts, const Int32s& senses, const Int32s& sizes,
               const Int32s& offsets, const Int32s& heads, const Bytes& hypernym_counts, const Int32s& hypernyms,
               const Bytes& forms, const Bytes& form_counts, const Int32s& bases) {
                const WordNetArrays arrays{text_of(lemmas),       view(lemma_counts), view(senses),
                                           view(sizes),           view(offsets),      view(heads),
                                           view(hypernym_counts), view(hypernyms),    text_of(forms),
                                           view(form_counts),     view(bases)};
                nb::gil_scoped_release release;
                new (self) WordNet(arrays);
            },
            "lemmas"_a, "lemma_counts"_a, "senses"_a, "sizes"_a, "offsets"_a, "heads"_a, "hypernym_counts"_a,
            "hypernyms"_a, "forms"_a, "form_counts"_a, "bases"_a)
        .def("__len__", &WordNet::synset_count)
        .def("synsets", [](const WordNet& net,
                           std::string_view word) { return found([&](auto& sets) { net.synsets(word, sets); }); })
        .def("meteor_sets",
             [](const WordNet& net, std::string_view word) {
                 return found([&](auto& sets) { net.meteor_sets(word, sets); });
             })
        .def("name",
             [](const WordNet& net, std::size_t synset) {
                 if (synset >= net.synset_count()) throw nb::index_error("no such synset");
                 return net.name(static_cast<std::int32_t>(synset));
             })
        .def(
            "senses",
            [](const WordNet& net, std::string_view lemma, std::size_t pos) {
                const auto senses = net.senses(lemma, known(pos));
                return to_numpy(std::vector<std::int32_t>(senses.begin(), senses.end()));
            },
            "lemma"_a, "pos"_a,
            "Synsets of a lemma as one part of speech (noun, verb, adjective, adverb: 0 to 3), most frequent first.")
        .def(
            "base",
            [](const WordNet& net, std::string_view word, std::size_t pos, bool inflected) {
                return std::string(net.base(word, known(pos), inflected));
            },
            "word"_a, "pos"_a, "inflected"_a,
            "The lemma a word is a form of, or nothing; known to be `inflected`, 'saw' is 'see'.")
        .def("hypernyms",
             [](const WordNet& net, std::size_t synset) {
                 if (synset >= net.synset_count()) throw nb::index_error("no such synset");
                 const auto above = net.hypernyms(static_cast<std::int32_t>(synset));
                 return to_numpy(std::vector<std::int32_t>(above.begin(), above.end()));
             })
        // The sets of every word of a vocabulary, ragged.
        .def(
            "vocabulary_sets",
            [](const WordNet& net, const TokenView& tokens, bool as_meteor) {
                std::vector<std::int32_t> values;
                std::vector<std::int64_t> offsets;
                {
                    nb::gil_scoped_release release;
                    net.vocabulary_sets(tokens.vocabulary, as_meteor, values, offsets);
                }
                return std::make_tuple(to_numpy(std::move(values)), to_numpy(std::move(offsets)));
            },
            "tokens"_a, "as_meteor"_a,
            "Word w of the view's vocabulary is in the sets values[offsets[w]:offsets[w + 1]], ascending.");

    nb::class_<WuPalmer>(m, "WuPalmer", "Wu-Palmer similarities over one WordNet; immutable, shared by threads.")
        .def(nb::init<const WordNet&>(), nb::keep_alive<1, 2>())
        // Lists of synsets, ragged by word; the similarities of words one[k] and other[k].
        .def(
            "of_words",
            [](const WuPalmer& similarity, const Int32s& values, const Int64s& offsets, const Int32s& one,
               const Int32s& other) {
                const RaggedView synsets = checked_ragged(values, offsets);
                if (one.size() != other.size()) throw std::invalid_argument("words come in pairs");
                for (const Int32s& words : {one, other})
                    for (const std::int32_t word : view(words))
                        if (word < 0 || static_cast<std::size_t>(word) >= synsets.size())
                            throw std::invalid_argument("no such word");
                for (const std::int32_t synset : synsets.values)
                    if (!similarity.knows(synset)) throw std::invalid_argument("no such synset");
                for (std::size_t w = 0; w < synsets.size(); ++w)
                    if (!std::is_sorted(synsets[w].begin(), synsets[w].end()))
                        throw std::invalid_argument("the synsets of a word must ascend");
                std::vector<double> similarities(one.size());
                {
                    nb::gil_scoped_release release;
                    for (std::size_t k = 0; k < similarities.size(); ++k)
                        similarities[k] = similarity.of_words(synsets[static_cast<std::size_t>(one.data()[k])],
                                                              synsets[static_cast<std::size_t>(other.data()[k])]);
                }
                return to_numpy(std::move(similarities));
            },
            "values"_a, "offsets"_a, "one"_a, "other"_a,
            "Similarity of words one[k] and other[k], whose synsets the ragged arrays list, ascending.");
}

}  // namespace tertium::bindings
