#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "doctor/hypothesis_facts.hpp"
#include "doctor/sentence_traits.hpp"

namespace tertium::bindings {

using namespace nb::literals;

void bind_traits(nb::module_& m) {
    using doctor::Traits;
    nb::class_<Traits>(m, "Traits", "By sentence of a pool: trait bits, number of characters, main script, language.")
        .def_prop_ro("flags",
                     [](nb::handle self) {
                         const auto& v = nb::cast<const Traits&>(self).flags;
                         return nb::ndarray<nb::numpy, const std::uint32_t, nb::ndim<1>>(v.data(), {v.size()}, self);
                     })
        .def_prop_ro("scripts",
                     [](nb::handle self) {
                         const auto& v = nb::cast<const Traits&>(self).script;
                         return nb::ndarray<nb::numpy, const std::uint8_t, nb::ndim<1>>(v.data(), {v.size()}, self);
                     })
        .def_prop_ro("languages",
                     [](nb::handle self) {
                         const auto& v = nb::cast<const Traits&>(self).language;
                         return nb::ndarray<nb::numpy, const std::uint8_t, nb::ndim<1>>(v.data(), {v.size()}, self);
                     })
        .def_prop_ro("characters", [](nb::handle self) {
            const auto& v = nb::cast<const Traits&>(self).characters;
            return nb::ndarray<nb::numpy, const std::int32_t, nb::ndim<1>>(v.data(), {v.size()}, self);
        });

    // Everything that is counted while a chunk passes, in one call; see kernels/traits.py.
    m.def(
        "survey",
        [](const Pool& pool, const Int32s& hyp, std::size_t systems, const Int32s& refs, const Int64s& ref_offsets,
           std::size_t references, const Int32s& sources, int window, int reach, int fewest, std::size_t sample,
           bool every_line) {
            const RaggedView lists = checked_ragged(refs, ref_offsets);
            const std::size_t segments = lists.size();
            if (systems < 1 || references < 1) throw std::invalid_argument("at least one system and one reference");
            if (systems > 1 << 20 || references > 1 << 20)
                throw std::invalid_argument("more than 2^20 systems or references");
            if (hyp.size() != systems * segments) throw std::invalid_argument("every system needs every segment");
            if (sources.size() != 0 && sources.size() != segments) throw std::invalid_argument("one source a segment");
            if (window < 1 || window > 1024 || reach < 0 || reach > 1 << 20 || fewest < 1 || sample < 1)
                throw std::invalid_argument(
                    "window, reach, fewest and sample must be positive, and a window at most 1024");
            for (const Int32s* ids : {&hyp, &refs, &sources})
                for (std::int32_t id : view(*ids))
                    if (id < 0 || static_cast<std::size_t>(id) >= pool.size())
                        throw std::invalid_argument("no such sentence");
            doctor::Survey made;
            {
                nb::gil_scoped_release release;
                made = doctor::survey(pool, view(hyp), systems, lists, references, view(sources),
                                      {window, reach, fewest, sample, every_line});
            }
            const std::size_t streams = systems + references;
            std::vector<std::tuple<int, int, int>> candidates;
            for (const auto& [system, place, shift] : made.candidates) candidates.emplace_back(system, place, shift);
            return std::make_tuple(std::move(made.traits),
                                   to_numpy(std::move(made.counts), {2, streams, doctor::kKinds}),
                                   to_numpy(std::move(made.facts), {2, systems, doctor::kFacts}),
                                   to_numpy(std::move(made.by_line), {systems, every_line ? segments : 0}),
                                   to_numpy(std::move(made.lengths), {2, streams}), made.regular, candidates);
        },
        "pool"_a, "hyp"_a, "systems"_a, "refs"_a, "ref_offsets"_a, "references"_a, "sources"_a, "window"_a, "reach"_a,
        "fewest"_a, "sample"_a, "every_line"_a);
}

}  // namespace tertium::bindings
