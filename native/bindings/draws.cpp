#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "bindings/arrays.hpp"
#include "numbers/random_draws.hpp"

namespace tertium::bindings {

using namespace nb::literals;

namespace {

template <class Number>
using Weights = Exact<Number, nb::ndim<2>>;

// Fills a row for each of the draws first, first + 1, ...
template <class Number, class Fill>
void fill_rows(Weights<Number>& rows, std::uint64_t seed, std::uint64_t first, Fill fill) {
    const std::size_t count = rows.shape(0), units = rows.shape(1);
    if (units == 0 || units > std::numeric_limits<std::uint32_t>::max())
        throw std::invalid_argument("units out of range");
    nb::gil_scoped_release release;
    for (std::size_t row = 0; row < count; ++row)
        fill(seed, first + row, static_cast<std::uint32_t>(units), rows.data() + row * units);
}

// Of both precisions: small whole numbers are exact, and multiplied twice as fast, in the smaller one. Arrays are taken
// as they are: a converted copy would be filled and thrown away.
template <class Number>
void bind_counts(nb::module_& m) {
    m.def(
        "draw_counts",
        [](Weights<Number> rows, std::uint64_t seed, std::uint64_t first) {
            fill_rows(rows, seed, first, draw_counts<Number>);
        },
        nb::arg("rows").noconvert(), "seed"_a, "first"_a);
}

}  // namespace

void bind_draws(nb::module_& m) {
    bind_counts<double>(m);
    bind_counts<float>(m);
    m.def(
        "draw_swaps",
        [](Weights<float> rows, std::uint64_t seed, std::uint64_t first) {
            fill_rows(rows, seed, first, draw_swaps<float>);
        },
        nb::arg("rows").noconvert(), "seed"_a, "first"_a);
    // For each run in turn, which of its system's `sizes[r]` runs a resample takes: (draws, runs).
    m.def(
        "draw_runs",
        [](const Int64s& sizes, std::uint64_t seed, std::size_t draws) {
            for (std::size_t run = 0; run < sizes.size(); ++run)
                if (sizes.data()[run] < 1 || sizes.data()[run] > std::numeric_limits<std::int32_t>::max())
                    throw std::invalid_argument("sizes out of range");
            if (draws > (std::size_t{1} << 28) / std::max<std::size_t>(sizes.size(), 1))
                throw std::invalid_argument("more than 2^28 numbers to draw");
            std::vector<std::int64_t> taken;
            taken.reserve(draws * sizes.size());
            for (std::size_t number = 0; number < draws; ++number) {
                Draw draw(seed, static_cast<std::uint8_t>(Purpose::runs), number);
                for (std::size_t run = 0; run < sizes.size(); ++run)
                    taken.push_back(draw.below(static_cast<std::uint32_t>(sizes.data()[run])));
            }
            return to_numpy(std::move(taken));
        },
        "sizes"_a, "seed"_a, "draws"_a);
    m.def(
        "philox4x32",
        [](std::uint32_t c0, std::uint32_t c1, std::uint32_t c2, std::uint32_t c3, std::uint32_t k0, std::uint32_t k1) {
            const PhiloxBlock made = philox4x32({c0, c1, c2, c3}, k0, k1);
            return std::make_tuple(made[0], made[1], made[2], made[3]);
        },
        "c0"_a, "c1"_a, "c2"_a, "c3"_a, "k0"_a, "k1"_a);
}

}  // namespace tertium::bindings
