#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "base/string_table.hpp"
#include "bindings/arrays.hpp"
#include "text/sentence_pool.hpp"
#include "text/token_cuts.hpp"
#include "tokenize/tokenizers.hpp"

namespace tertium::bindings {

using namespace nb::literals;

void bind_text(nb::module_& m) {
    nb::class_<LineReport>(m, "LineReport", "What was seen while splitting a block into lines; -1 where nothing was.")
        .def_ro("carriage_returns", &LineReport::carriage_returns)
        .def_ro("first_carriage_return", &LineReport::first_carriage_return)
        .def_ro("invalid_line", &LineReport::invalid_line)
        .def_ro("invalid_byte", &LineReport::invalid_byte);

    nb::class_<Pool>(m, "Pool", "The unique sentences of one chunk, in the order first seen; ids are their places.")
        .def(nb::init<>())
        .def("__len__", &Pool::size)
        .def(
            "add_lines",
            [](Pool& pool, const Bytes& data, std::size_t count) {
                const std::string_view text(reinterpret_cast<const char*>(data.data()), data.size());
                if (count > data.size() + 1) throw std::invalid_argument("more lines said than there are");
                std::vector<std::int32_t> ids(count, -1);
                LineReport report;
                {
                    nb::gil_scoped_release release;
                    report = pool.add_lines(text, ids);
                }
                return std::make_pair(to_numpy(std::move(ids)), report);
            },
            "data"_a, "count"_a, "Ids of `count` lines of UTF-8 bytes; after an invalid line the remaining ids are -1.")
        .def("add_strings",
             [](Pool& pool, const Strings& texts) {
                 std::vector<std::int32_t> ids(texts.size());
                 for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = pool.add(utf8_of(texts[i]));
                 return to_numpy(std::move(ids));
             })
        .def("sentence",
             [](const Pool& pool, std::size_t id) {
                 if (id >= pool.size()) throw nb::index_error("no such sentence");
                 const std::string_view text = pool[id];
                 return nb::steal<nb::str>(
                     PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "strict"));
             })
        .def(
            "non_ascii",
            [](const Pool& pool) {
                std::vector<std::int32_t> ids;
                {
                    nb::gil_scoped_release release;
                    for (std::size_t i = 0; i < pool.size(); ++i)
                        if (ascii_prefix(pool[i].data(), pool[i].size()) < pool[i].size())
                            ids.push_back(static_cast<std::int32_t>(i));
                }
                return to_numpy(std::move(ids));
            },
            "Ids of the sentences that are not plain ASCII, ascending.")
        // Blank: nothing but white space as Python's str.isspace sees it.
        .def(
            "blank",
            [](const Pool& pool) {
                std::vector<std::uint8_t> blank(pool.size());
                {
                    nb::gil_scoped_release release;
                    for (std::size_t i = 0; i < pool.size(); ++i) blank[i] = is_blank(pool[i]);
                }
                return to_numpy(std::move(blank));
            },
            "1 for every sentence with nothing but white space, as str.isspace sees it.");

    nb::class_<TokenView>(
        m, "TokenView",
        "Every sentence of a pool as a run of word ids: sentence i is values[offsets[i]:offsets[i + 1]].")
        .def_prop_ro("values",
                     [](nb::handle self) {
                         const auto& v = nb::cast<const TokenView&>(self).values;
                         return nb::ndarray<nb::numpy, const std::int32_t, nb::ndim<1>>(v.data(), {v.size()}, self);
                     })
        .def_prop_ro("offsets",
                     [](nb::handle self) {
                         const auto& o = nb::cast<const TokenView&>(self).offsets;
                         return nb::ndarray<nb::numpy, const std::int64_t, nb::ndim<1>>(o.data(), {o.size()}, self);
                     })
        .def_prop_ro("vocabulary_size", [](const TokenView& view) { return view.vocabulary.size(); })
        .def("word", [](const TokenView& view, std::size_t id) {
            if (id >= view.vocabulary.size()) throw nb::index_error("no such word");
            const std::string_view text = view.vocabulary[id];
            return nb::steal<nb::str>(
                PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "strict"));
        });

    m.def(
        "find_lines",
        [](const Bytes& data, std::size_t start, std::size_t lines) {
            if (start > data.size()) throw std::invalid_argument("the start lies beyond the data");
            return find_lines({reinterpret_cast<const char*>(data.data()), data.size()}, start, lines);
        },
        "Where the n-th line from `start` ends and how many whole lines were found.", "data"_a, "start"_a, "lines"_a);

    // Sentences to word ids: lower-cased if asked, stripped on the right, tokenised, interned. The sentences `ids`
    // (ascending) are read as `texts` instead: what normalisation in Python made of them.
    m.def(
        "tokenize",
        [](const Pool& pool, const std::string& name, bool lowercase, const Int32s& ids, const Strings& texts) {
            const std::optional<Tokenizer> tokenizer = tokenizer_named(name);
            if (!tokenizer) throw std::invalid_argument("no native tokenizer named " + name);
            const HeldTexts replaced(texts);
            if (ids.size() != replaced.size()) throw std::invalid_argument("one text for each replaced sentence");
            nb::gil_scoped_release release;
            Scratch scratch;
            std::size_t id = 0, next = 0;
            return view_tokens(pool, scratch.room, [&](std::string_view sentence, auto&& emit) {
                if (next < replaced.size() && ids.data()[next] == static_cast<std::int64_t>(id))
                    sentence = replaced[next++];
                ++id;
                prepare(*tokenizer, lowercase, sentence, scratch, emit);
            });
        },
        "pool"_a, "name"_a, "lowercase"_a, "ids"_a, "texts"_a);

    m.def(
        "token_cuts",
        [](const Pool& pool, const TokenView& tokens) {
            if (tokens.offsets.size() <= pool.size()) throw std::invalid_argument("the view is of another pool");
            std::vector<std::uint8_t> plain(pool.size());
            std::vector<std::int32_t> cuts;
            std::vector<std::int64_t> offsets{0};
            {
                nb::gil_scoped_release release;
                WordUnits units(tokens.vocabulary.size());
                for (std::size_t i = 0; i < pool.size(); ++i) {
                    plain[i] = append_cuts(pool[i], tokens, i, units, cuts);
                    offsets.push_back(static_cast<std::int64_t>(cuts.size()));
                }
            }
            return std::make_tuple(to_numpy(std::move(plain)), to_numpy(std::move(cuts)), to_numpy(std::move(offsets)));
        },
        "For every sentence: whether its tokens are its text, and where they touch, in UTF-16 units.", "pool"_a,
        "tokens"_a);

    m.def("tokenizer_names", [] {
        std::vector<std::string> names;
        for (const auto& [name, tokenizer] : tokenizer_names) names.emplace_back(name);
        return names;
    });

    m.def("lower", [](nb::str text) {
        std::string buffer;
        const std::string_view lowered = lower(utf8_of(text), buffer);
        return nb::steal<nb::str>(
            PyUnicode_DecodeUTF8(lowered.data(), static_cast<Py_ssize_t>(lowered.size()), "strict"));
    });

    // For every word of the vocabulary whether it is, lower-cased, one of a list.
    m.def(
        "words_in",
        [](const TokenView& tokens, const Strings& words, bool is_lower) {
            std::vector<std::uint8_t> found(tokens.vocabulary.size(), 0);
            if (is_lower) {  // the words are fewer than those of the vocabulary
                for (nb::handle word : words) {
                    const std::int32_t id = tokens.vocabulary.find(utf8_of(word));
                    if (id >= 0) found[static_cast<std::size_t>(id)] = 1;
                }
                return to_numpy(std::move(found));
            }
            StringTable listed;
            for (nb::handle word : words) listed.intern(utf8_of(word));
            {
                nb::gil_scoped_release release;
                std::string buffer;
                for (std::size_t i = 0; i < found.size(); ++i)
                    found[i] = listed.find(lower(tokens.vocabulary[i], buffer)) >= 0;
            }
            return to_numpy(std::move(found));
        },
        "tokens"_a, "words"_a, "is_lower"_a);

    // A view from tokens made in Python (tokenizers that live in other libraries).
    m.def("intern_tokens", [](const nb::typed<nb::list, Strings>& sentences) {
        TokenView view;
        for (nb::handle sentence : sentences) {
            if (!nb::isinstance<nb::list>(sentence)) throw nb::type_error("every sentence must be a list of str");
            for (nb::handle token : nb::borrow<nb::list>(sentence)) view.add(utf8_of(token));
            view.end_sentence();
        }
        view.finish();
        return view;
    });
}

}  // namespace tertium::bindings
