#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "characters.hpp"
#include "chrf.hpp"
#include "text.hpp"

namespace tertium::bindings {

namespace {

// The text to read for each sentence: what normalisation in Python made of some (ascending ids), lower-cased if asked.
class Prepared {
  public:
    Prepared(bool lowercase, const Int32s& ids, const nb::list& texts) : lowercase_(lowercase), ids_(view(ids)) {
        if (ids.size() != nb::len(texts)) throw std::invalid_argument("one text for each replaced sentence");
        for (nb::handle text : texts) {
            Py_ssize_t size = 0;
            const char* data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
            if (data == nullptr) throw nb::python_error();
            texts_.emplace_back(data, static_cast<std::size_t>(size));
        }
    }

    std::string_view operator()(std::size_t id, std::string_view sentence) {
        if (next_ < ids_.size() && ids_[next_] == static_cast<std::int64_t>(id)) sentence = texts_[next_++];
        return lowercase_ ? lower(sentence, lowered_) : sentence;
    }

  private:
    bool lowercase_;
    std::span<const std::int32_t> ids_;
    std::vector<std::string_view> texts_;
    std::size_t next_ = 0;
    std::string lowered_;
};

}  // namespace

void bind_chrf(nb::module_& m) {
    m.def("characters", [](const Pool& pool, bool spaces, bool lowercase, const Int32s& ids, const nb::list& texts) {
        Prepared prepared(lowercase, ids, texts);
        CharacterView view;
        {
            nb::gil_scoped_release release;
            view = view_characters(pool, spaces, prepared);
        }
        return std::make_pair(to_numpy(std::move(view.values)), to_numpy(std::move(view.offsets)));
    });

    m.def("chrf_words", [](const Pool& pool, bool lowercase, const Int32s& ids, const nb::list& texts) {
        Prepared prepared(lowercase, ids, texts);
        nb::gil_scoped_release release;
        std::size_t id = 0;
        return view_tokens(pool, [&](std::string_view sentence, auto&& emit) {
            split_chrf_words(prepared(id++, sentence), emit);
        });
    });

    m.def("chrf_counts", [](const Int32s& values, const Int64s& offsets, const Int32s& hyp, const Int32s& seg,
                            const Int32s& refs, const Int64s& ref_offsets, int order) {
        if (order < 1) throw std::invalid_argument("order must be at least 1");
        const RaggedView sentences = checked_ragged(values, offsets);
        const Pairs pairs = checked_pairs(hyp, seg, refs, ref_offsets, sentences.size());
        std::size_t references = 0;
        for (std::size_t s = 0; s < pairs.references.size(); ++s)
            references = std::max(references, pairs.references[s].size());
        const auto columns = 3 * static_cast<std::size_t>(order);
        std::vector<double> rows;
        {
            nb::gil_scoped_release release;
            rows.resize(pairs.size() * references * columns);
            count_chrf(sentences, pairs, order, references, rows.data());
        }
        return to_numpy<double>(std::move(rows), {pairs.size(), references, columns});
    });
}

}  // namespace tertium::bindings
