#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "arrays.hpp"
#include "ngrams.hpp"

namespace tertium::bindings {

void bind_ngrams(nb::module_& m) {
    m.def("ngram_matches",
          [](const Int32s& values, const Int64s& offsets, const Int32s& hyp, const Int32s& seg, const Int32s& refs,
             const Int64s& ref_offsets, int order) {
              if (order < 1) throw std::invalid_argument("order must be at least 1");
              const RaggedView sentences = checked_ragged(values, offsets);
              const Pairs pairs = checked_pairs(hyp, seg, refs, ref_offsets, sentences.size());
              std::vector<double> rows(pairs.size() * static_cast<std::size_t>(order));
              {
                  nb::gil_scoped_release release;
                  for (std::size_t p = 0; p < pairs.size(); ++p)
                      count_matches(sentences[static_cast<std::size_t>(pairs.hyp[p])], sentences,
                                    pairs.references[static_cast<std::size_t>(pairs.seg[p])], order,
                                    rows.data() + p * static_cast<std::size_t>(order));
              }
              return to_numpy<double>(std::move(rows), {pairs.size(), static_cast<std::size_t>(order)});
          });
}

}  // namespace tertium::bindings
