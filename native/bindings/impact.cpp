#include "matching/impact.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <cstdint>
#include <tuple>
#include <vector>

#include "bindings/arrays.hpp"

namespace tertium::bindings {

using namespace nb::literals;

void bind_impact(nb::module_& m) {
    // Common parts of every pair with each of its references in turn: (parts, 4) round, places, length; offsets by
    // comparison, in the order of pairs and their references; which comparisons were capped.
    m.def(
        "impact_parts",
        [](const Int32s& values, const Int64s& offsets, const Int32s& hyp, const Int32s& seg, const Int32s& refs,
           const Int64s& ref_offsets, double beta, std::int64_t last_round, std::int64_t cells, std::int64_t budget) {
            const RaggedView sentences = checked_sentences(values, offsets);
            const Pairs pairs = checked_pairs(hyp, seg, refs, ref_offsets, sentences.size());
            if (!(beta >= 1.0)) throw std::invalid_argument("beta must be at least 1");
            if (cells < 16 || budget < 1) throw std::invalid_argument("cells must be at least 16, the budget positive");
            std::vector<std::int32_t> parts;
            std::vector<std::int64_t> ends{0};
            std::vector<std::uint8_t> capped;
            {
                nb::gil_scoped_release release;
                Impact impact(beta, last_round, cells, budget);
                for (std::size_t p = 0; p < pairs.size(); ++p)
                    for (const std::int32_t ref : pairs.references[static_cast<std::size_t>(pairs.seg[p])]) {
                        const Words candidate = sentences[static_cast<std::size_t>(pairs.hyp[p])];
                        for (const ImpactPart& part : impact.match(candidate, sentences[static_cast<std::size_t>(ref)]))
                            parts.insert(parts.end(), {part.round, part.hyp, part.ref, part.length});
                        ends.push_back(static_cast<std::int64_t>(parts.size() / 4));
                        capped.push_back(static_cast<std::uint8_t>(impact.capped()));
                    }
            }
            const std::size_t count = parts.size() / 4;
            return std::make_tuple(to_numpy<std::int32_t>(std::move(parts), {count, 4}), to_numpy(std::move(ends)),
                                   to_numpy(std::move(capped)));
        },
        "values"_a, "offsets"_a, "hyp"_a, "seg"_a, "refs"_a, "ref_offsets"_a, "beta"_a, "last_round"_a, "cells"_a,
        "budget"_a);
    m.def("impact_limits", [] { return std::make_tuple(kImpactCells, kImpactBudget); });
}

}  // namespace tertium::bindings
