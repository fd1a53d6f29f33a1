// One segment by itself: a hypothesis and its references as Python holds them, through the kernels of a chunk, with no
// array of numpy on the way. What is unusual (no list of str, half a character, a blank one among several references,
// no reference) is left to the chunk, which knows what to do and what to say: `usable` is false.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/sentences.hpp"
#include "bindings/arrays.hpp"
#include "text/sentence_pool.hpp"
#include "tokenize/tokenizers.hpp"

namespace tertium::bindings {

class OneSegment {
  public:
    OneSegment(nb::handle hypothesis, nb::handle references) {
        if (!nb::isinstance<nb::list>(references)) return;
        const nb::list listed = nb::borrow<nb::list>(references);
        const std::size_t count = nb::len(listed);
        if (count == 0 || !add(hypothesis)) return;
        hyp_[0] = ids_[0];
        for (std::size_t k = 0; k < count; ++k)
            if (!add(listed[k])) return;
        for (std::size_t k = 1; count > 1 && k <= count; ++k)
            if (is_blank(pool_[static_cast<std::size_t>(ids_[k])])) return;
        offsets_[1] = static_cast<std::int64_t>(count);
        usable_ = true;
    }

    bool usable() const { return usable_; }
    std::size_t references() const { return ids_.size() - 1; }
    const Pool& pool() const { return pool_; }
    // Long texts may keep a kernel busy: others should not wait for them.
    bool is_long() const { return pool_.text().size() > 4096; }

    Pairs pairs() const { return {hyp_, seg_, {std::span<const std::int32_t>(ids_).subspan(1), offsets_}}; }

  private:
    bool add(nb::handle text) {
        if (!nb::isinstance<nb::str>(text)) return false;
        Py_ssize_t size = 0;
        const char* data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
        if (data == nullptr) {  // a lone surrogate
            PyErr_Clear();
            return false;
        }
        ids_.push_back(pool_.add({data, static_cast<std::size_t>(size)}));
        return true;
    }

    Pool pool_;
    std::vector<std::int32_t> ids_;  // the hypothesis, then its references
    std::int32_t hyp_[1] = {0};
    std::int32_t seg_[1] = {0};
    std::int64_t offsets_[2] = {0, 0};
    bool usable_ = false;
};

// The tokens of a segment by a native tokenizer, as `tokenize` makes them of a pool.
struct SegmentTokenizer {
    SegmentTokenizer(const std::string& name, bool lower) : lowercase(lower) {
        const std::optional<Tokenizer> found = tokenizer_named(name);
        if (!found) throw std::invalid_argument("no native tokenizer named " + name);
        tokenizer = *found;
    }

    TokenView operator()(const Pool& pool) const {
        Scratch scratch;
        return view_tokens(pool, scratch.room, [&](std::string_view sentence, auto&& emit) {
            prepare(tokenizer, lowercase, sentence, scratch, emit);
        });
    }

    Tokenizer tokenizer;
    bool lowercase;
};

inline RaggedView ragged(const TokenView& view) { return {view.values, view.offsets}; }

using Row = std::optional<nb::typed<nb::list, double>>;

// What `measure(segment, rows)` writes into `columns` numbers for each reference (or for all of them, if `together`), as
// a list; None where the segment is not for this door.
template <class Measure>
Row row_of_segment(nb::handle hypothesis, nb::handle references, std::size_t columns, bool together,
                   Measure&& measure) {
    const OneSegment segment(hypothesis, references);
    if (!segment.usable()) return std::nullopt;
    std::vector<double> rows(columns * (together ? 1 : segment.references()), 0.0);
    bool measured = false;
    {
        std::optional<nb::gil_scoped_release> release;
        if (segment.is_long()) release.emplace();
        measured = measure(segment, rows);
    }
    if (!measured) return std::nullopt;
    nb::list made;
    for (const double number : rows) made.append(number);
    return Row(nb::borrow<nb::typed<nb::list, double>>(made));
}

}  // namespace tertium::bindings
