#include "numbers/cell_sums.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>

#include <stdexcept>
#include <vector>

#include "bindings/arrays.hpp"

namespace tertium::bindings {

using namespace nb::literals;

namespace {

using Rows = Exact<const double, nb::ndim<2>>;
using Marks = Exact<const bool, nb::ndim<1>>;

constexpr std::int64_t kMostCells = std::int64_t{1} << 28;  // each has room for its sums from the start

void make_room(CellSums& sums, const Int64s& cells) {
    std::int64_t most = -1;
    for (const std::int64_t cell : view(cells)) {
        if (cell < 0 || cell >= kMostCells) throw std::invalid_argument("no such cell");
        most = std::max(most, cell);
    }
    sums.grow(static_cast<std::size_t>(most + 1));
}

}  // namespace

void bind_cell_sums(nb::module_& m) {
    nb::class_<CellSums>(m, "CellSums", "Exact sums of the columns of many cells, which take little room.")
        .def("__init__",
             [](CellSums* self, std::size_t columns) {
                 if (columns < 1 || columns > (std::size_t{1} << 20))
                     throw std::invalid_argument("sums need a column, and at most 2^20");
                 new (self) CellSums(columns);
             })
        .def_prop_ro("cells", &CellSums::cells)
        .def(
            "add",
            [](CellSums& self, const Rows& rows, const Marks& masked, const Int64s& cells) {
                const std::size_t count = rows.shape(0), columns = rows.shape(1);
                if (columns != self.columns() || masked.size() != count || cells.size() != count)
                    throw std::invalid_argument("rows, mask and cells must fit the sums");
                make_room(self, cells);
                nb::gil_scoped_release release;
                for (std::size_t row = 0; row < count; ++row) {
                    if (masked.data()[row]) continue;
                    for (std::size_t column = 0; column < columns; ++column)
                        self.add(static_cast<std::size_t>(cells.data()[row]), column,
                                 rows.data()[row * columns + column]);
                }
            },
            "rows"_a, "masked"_a, "cells"_a, "Add row k to cell cells[k]; masked rows weigh nothing.")
        .def(
            "parts",
            [](const CellSums& self) {
                std::vector<double> parts;
                std::vector<std::uint8_t> lengths;
                for (std::size_t slot = 0; slot < self.cells() * self.columns(); ++slot) {
                    const std::size_t before = parts.size();
                    self.parts(slot, parts);
                    lengths.push_back(static_cast<std::uint8_t>(parts.size() - before));
                }
                return std::make_pair(to_numpy(std::move(parts)), to_numpy(std::move(lengths)));
            },
            "Doubles whose exact sum is each sum, and how many there are of each; the same for the same sums.")
        .def(
            "add_parts",
            [](CellSums& self, const Doubles& parts, const Bytes& lengths, const Int64s& cells) {
                std::size_t total = 0;
                for (const std::uint8_t length : view(lengths)) total += length;
                if (lengths.size() != cells.size() * self.columns() || total != parts.size())
                    throw std::invalid_argument("parts, lengths and cells must fit the sums");
                make_room(self, cells);
                std::size_t at = 0;
                for (std::size_t slot = 0; slot < lengths.size(); ++slot) {
                    const auto cell = static_cast<std::size_t>(cells.data()[slot / self.columns()]);
                    for (std::uint8_t k = 0; k < lengths.data()[slot]; ++k)
                        self.add(cell, slot % self.columns(), parts.data()[at++]);
                }
            },
            "parts"_a, "lengths"_a, "cells"_a, "Add what another gave as its parts: its cell k to cell cells[k].")
        .def(
            "values",
            [](const CellSums& self, const Int64s& cells) {
                std::vector<ExactSum> sums(self.columns());
                for (const std::int64_t cell : view(cells)) {
                    if (cell < 0 || static_cast<std::size_t>(cell) >= self.cells())
                        continue;  // nothing was added to it
                    for (std::size_t column = 0; column < sums.size(); ++column)
                        self.collect(static_cast<std::size_t>(cell) * sums.size() + column, sums[column]);
                }
                std::vector<double> values;
                for (const ExactSum& sum : sums) values.push_back(sum.value());
                return to_numpy(std::move(values));
            },
            "cells"_a, "The sums over some cells together, each rounded once.");
}

}  // namespace tertium::bindings
