#include "matching/gtm.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <cstdint>
#include <tuple>
#include <vector>

#include "base/recycled_memory.hpp"
#include "bindings/arrays.hpp"

namespace tertium::bindings {

using namespace nb::literals;

void bind_gtm(nb::module_& m) {
    // Runs of all pairs, ragged: (runs, 2) places, (runs) lengths, (pairs + 1) offsets; (pairs, 3) the runs' lengths summed,
    // lengths of hypothesis and references; which pairs were capped.
    m.def(
        "gtm_runs",
        [](const Int32s& values, const Int64s& offsets, const Int32s& hyp, const Int32s& seg, const Int32s& refs,
           const Int64s& ref_offsets, std::int64_t budget) {
            const RaggedView sentences = checked_sentences(values, offsets);
            const Pairs pairs = checked_pairs(hyp, seg, refs, ref_offsets, sentences.size());
            if (budget < 0) throw std::invalid_argument("the budget must not be negative");
            Buffer<std::int32_t> places;
            Buffer<double> lengths, sizes(pairs.size() * 3);
            Buffer<std::int64_t> ends{0};
            ends.reserve(pairs.size() + 1);
            lengths.reserve(8 * pairs.size());  // some seven runs a sentence of news
            places.reserve(16 * pairs.size());
            std::vector<std::uint8_t> capped(pairs.size(), 0);
            {
                nb::gil_scoped_release release;
                Gtm gtm(vocabulary_size(sentences.values), budget);
                std::int64_t prepared = -1;
                for (std::size_t p = 0; p < pairs.size(); ++p) {
                    if (pairs.seg[p] != prepared) {
                        prepared = pairs.seg[p];
                        gtm.begin_references();
                        for (const std::int32_t ref : pairs.references[static_cast<std::size_t>(prepared)])
                            gtm.add_reference(sentences[static_cast<std::size_t>(ref)]);
                    }
                    const Words words = sentences[static_cast<std::size_t>(pairs.hyp[p])];
                    double total = 0.0;
                    for (const GtmRun& run : gtm.match(words)) {
                        places.push_back(run.hyp);
                        places.push_back(run.ref);
                        lengths.push_back(run.length);
                        total += run.length;
                    }
                    ends.push_back(static_cast<std::int64_t>(lengths.size()));
                    sizes[3 * p] = total;
                    sizes[3 * p + 1] = static_cast<double>(words.size());
                    sizes[3 * p + 2] = gtm.mean_length();
                    capped[p] = static_cast<std::uint8_t>(gtm.capped());
                }
            }
            const std::size_t runs = lengths.size();
            return std::make_tuple(to_numpy<std::int32_t>(std::move(places), {runs, 2}), to_numpy(std::move(lengths)),
                                   to_numpy(std::move(ends)), to_numpy<double>(std::move(sizes), {pairs.size(), 3}),
                                   to_numpy(std::move(capped)));
        },
        "values"_a, "offsets"_a, "hyp"_a, "seg"_a, "refs"_a, "ref_offsets"_a, "budget"_a);
    m.def("gtm_budget", [] { return kGtmBudget; });
}

}  // namespace tertium::bindings
