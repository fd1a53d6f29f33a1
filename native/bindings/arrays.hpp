// How arrays cross the border: checked int32/int64 views in, owned numpy arrays out. Python is known only here.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/sentences.hpp"

namespace tertium::bindings {

namespace nb = nanobind;

using Int32s = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Int64s = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Strings = nb::typed<nb::list, nb::str>;
using Doubles = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class Array>
auto view(const Array& array) {
    return std::span<typename Array::Scalar>(array.data(), array.size());
}

// A vector handed over to numpy without copying; `shape` may be shorter in product than the vector never longer.
template <class T, class Allocator>
nb::ndarray<nb::numpy, T> to_numpy(std::vector<T, Allocator>&& values, std::vector<std::size_t> shape) {
    using Values = std::vector<T, Allocator>;
    auto owned = std::make_unique<Values>(std::move(values));
    T* data = owned->data();
    nb::capsule owner(owned.get(), [](void* pointer) noexcept { delete static_cast<Values*>(pointer); });
    (void)owned.release();
    return nb::ndarray<nb::numpy, T>(data, shape.size(), shape.data(), owner);
}

template <class T, class Allocator>
nb::ndarray<nb::numpy, T> to_numpy(std::vector<T, Allocator>&& values) {
    const std::size_t size = values.size();
    return to_numpy<T>(std::move(values), {size});
}

// Kernels trust their ids; this is where they are checked, once a chunk, so that no bad array can read out of bounds.
inline RaggedView checked_offsets(const Int32s& values, const Int64s& offsets) {
    const auto o = view(offsets);
    if (o.empty() || o.front() != 0 || o.back() != static_cast<std::int64_t>(values.size()))
        throw std::invalid_argument("offsets must run from 0 to the number of values");
    for (std::size_t i = 1; i < o.size(); ++i)
        if (o[i] < o[i - 1]) throw std::invalid_argument("offsets must not decrease");
    return {view(values), o};
}

inline RaggedView checked_ragged(const Int32s& values, const Int64s& offsets) {
    const RaggedView checked = checked_offsets(values, offsets);
    std::int32_t signs = 0;  // no branch in the loop: several ids an instruction
    for (std::int32_t value : checked.values) signs |= value;
    if (signs < 0) throw std::invalid_argument("ids must not be negative");
    return checked;
}

inline Pairs checked_pairs(const Int32s& hyp, const Int32s& seg, const Int32s& refs, const Int64s& ref_offsets,
                           std::size_t sentences) {
    Pairs pairs{view(hyp), view(seg), checked_ragged(refs, ref_offsets)};
    if (pairs.hyp.size() != pairs.seg.size()) throw std::invalid_argument("every pair needs a segment");
    for (std::int32_t id : pairs.hyp)
        if (id < 0 || static_cast<std::size_t>(id) >= sentences) throw std::invalid_argument("no such hypothesis");
    for (std::int32_t id : pairs.references.values)
        if (static_cast<std::size_t>(id) >= sentences) throw std::invalid_argument("no such reference");
    for (std::int32_t segment : pairs.seg)
        if (segment < 0 || static_cast<std::size_t>(segment) >= pairs.references.size())
            throw std::invalid_argument("no such segment");
    return pairs;
}

}  // namespace tertium::bindings
