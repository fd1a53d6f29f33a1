#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>

#include <utility>

#include "arrays.hpp"
#include "characters.hpp"
#include "chrf.hpp"
#include "text.hpp"

namespace tertium::bindings {

void bind_chrf(nb::module_& m) {
    m.def("characters", [](const Pool& pool, bool spaces) {
        CharacterView view;
        {
            nb::gil_scoped_release release;
            view = view_characters(pool, spaces);
        }
        return std::make_pair(to_numpy(std::move(view.values)), to_numpy(std::move(view.offsets)));
    });

    m.def("chrf_words", [](const Pool& pool) {
        nb::gil_scoped_release release;
        return view_tokens(pool, [](std::string_view s, auto&& emit) { split_chrf_words(s, emit); });
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
