// How arrays cross the border: checked int32/int64 views in, owned numpy arrays out. Python is known only here.
//
// Nobody is trusted: whatever a caller passes is refused with a TypeError or ValueError before a kernel reads it.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/sentences.hpp"

namespace tertium::bindings {

namespace nb = nanobind;

// An array taken as it is. nanobind would convert one of another type, and an id that does not fit 32 bits would quietly
// become another id.
template <class Number, class... Layout>
struct Exact : nb::ndarray<Number, Layout..., nb::c_contig, nb::device::cpu> {
    using Array = nb::ndarray<Number, Layout..., nb::c_contig, nb::device::cpu>;
    Exact() = default;
    explicit Exact(Array array) : Array(std::move(array)) {}
};

using Bytes = Exact<const std::uint8_t, nb::ndim<1>>;
using Int32s = Exact<const std::int32_t, nb::ndim<1>>;
using Int64s = Exact<const std::int64_t, nb::ndim<1>>;
using Doubles = Exact<const double, nb::ndim<1>>;
using Strings = nb::typed<nb::list, nb::str>;

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

// No branch in the loop: several numbers an instruction.
inline std::int32_t bits_of(std::span<const std::int32_t> values) {
    std::int32_t bits = 0;
    for (std::int32_t value : values) bits |= value;
    return bits;
}

inline RaggedView checked_ragged(const Int32s& values, const Int64s& offsets) {
    const RaggedView checked = checked_offsets(values, offsets);
    if (bits_of(checked.values) < 0) throw std::invalid_argument("ids must not be negative");
    return checked;
}

// Kernels have tables by word and by position. Numbers far beyond any text would take all memory for them.
inline constexpr std::int32_t kMostWords = 1 << 28;

inline std::span<const std::int32_t> checked_words(std::span<const std::int32_t> words) {
    const std::int32_t bits = bits_of(words);
    if (bits < 0) throw std::invalid_argument("ids and positions must not be negative");
    if (bits >= kMostWords) throw std::invalid_argument("ids and positions must be below 2^28");
    return words;
}

inline RaggedView checked_sentences(const Int32s& values, const Int64s& offsets) {
    const RaggedView checked = checked_offsets(values, offsets);
    checked_words(checked.values);
    return checked;
}

inline void check_order(int order, int least = 1) {
    if (order < least || order > 1000)
        throw std::invalid_argument("order must be between " + std::to_string(least) + " and 1000");
}

// Rows have room for `references` of every pair. What is declared must not be more than what is there could need.
inline std::size_t checked_rows(const Pairs& pairs, std::size_t references, std::size_t columns) {
    for (std::size_t s = 0; s < pairs.references.size(); ++s)
        if (pairs.references[s].size() > references) throw std::invalid_argument("more references than said");
    if (references > std::max<std::size_t>(pairs.references.values.size(), 1))
        throw std::invalid_argument("more references said than there are");
    return pairs.size() * references * columns;
}

// A str's text, which lives as long as the str does.
inline std::string_view utf8_of(nb::handle text) {
    if (!nb::isinstance<nb::str>(text)) throw nb::type_error("texts and words must be str");
    Py_ssize_t size = 0;
    const char* data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (data == nullptr) throw nb::python_error();  // a lone surrogate: UnicodeEncodeError
    return {data, static_cast<std::size_t>(size)};
}

// The texts of a list, kept while a kernel runs: another thread may change the list in the meantime.
class HeldTexts {
  public:
    explicit HeldTexts(const Strings& texts) : held_(texts) {
        views_.reserve(nb::len(held_));
        for (nb::handle text : held_) views_.push_back(utf8_of(text));
    }

    std::size_t size() const { return views_.size(); }
    std::string_view operator[](std::size_t i) const { return views_[i]; }

  private:
    nb::tuple held_;
    std::vector<std::string_view> views_;
};

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

template <class Number, class... Layout>
struct nanobind::detail::type_caster<tertium::bindings::Exact<Number, Layout...>> {
    using Taken = tertium::bindings::Exact<Number, Layout...>;
    using Caster = make_caster<typename Taken::Array>;
    NB_TYPE_CASTER(Taken, Caster::Name)

    bool from_python(handle src, std::uint32_t flags, cleanup_list* cleanup) noexcept {
        Caster caster;
        if (!caster.from_python(src, flags & ~static_cast<std::uint32_t>(cast_flags::convert), cleanup)) return false;
        value = Taken(std::move(caster.value));
        // Numbers that lie across their natural places may not be read where they lie.
        return value.size() == 0 || reinterpret_cast<std::uintptr_t>(value.data()) % alignof(Number) == 0;
    }
};
