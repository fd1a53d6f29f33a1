#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <stdexcept>
#include <vector>

#include "bindings/arrays.hpp"
#include "numbers/exact_sum.hpp"

namespace tertium::bindings {

using namespace nb::literals;

// One exact sum a column.
struct ColumnSums {
    std::vector<ExactSum> sums;
};

void bind_sums(nb::module_& m) {
    nb::class_<ColumnSums>(m, "ColumnSums",
                           "Exact column sums: the same bits whatever the order, the chunks or the threads.")
        .def("__init__",
             [](ColumnSums* self, std::size_t columns) {
                 if (columns > (std::size_t{1} << 20)) throw std::invalid_argument("more than 2^20 columns");
                 new (self) ColumnSums{std::vector<ExactSum>(columns)};
             })
        // rows: (segments, columns); rows whose mask is true weigh nothing.
        .def(
            "add",
            [](ColumnSums& self, const Exact<const double, nb::ndim<2>>& rows,
               const Exact<const bool, nb::ndim<1>>& masked) {
                const std::size_t count = rows.shape(0), columns = rows.shape(1);
                if (columns != self.sums.size() || masked.size() != count)
                    throw std::invalid_argument("rows and mask must fit the sums");
                nb::gil_scoped_release release;
                add_rows(self.sums, {rows.data(), count * columns}, {masked.data(), count});
            },
            "rows"_a, "masked"_a, "Add (segments, columns) rows; masked ones weigh nothing.")
        .def("merge",
             [](ColumnSums& self, const ColumnSums& other) {
                 if (self.sums.size() != other.sums.size()) throw std::invalid_argument("sums of different widths");
                 for (std::size_t i = 0; i < self.sums.size(); ++i) self.sums[i].merge(other.sums[i]);
             })
        .def("values", [](const ColumnSums& self) {
            std::vector<double> values;
            for (const ExactSum& sum : self.sums) values.push_back(sum.value());
            return to_numpy(std::move(values));
        });
}

}  // namespace tertium::bindings
