#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <cstring>
#include <string>
#include <tuple>

#include "alignment/alignment_text.hpp"
#include "bindings/arrays.hpp"

namespace tertium::bindings {

using namespace nb::literals;

namespace {

AlignmentForm form_named(const std::string& name) {
    if (name == "pharaoh") return AlignmentForm::pharaoh;
    if (name == "segments") return AlignmentForm::segments;
    if (name == "trace") return AlignmentForm::trace;
    throw std::invalid_argument("no form of alignments named " + name);
}

}  // namespace

void bind_alignment_text(nb::module_& m) {
    // Links of `count` lines: (pairs, offsets, target words by line, fault); the fault is (kind, line, begin, end).
    m.def(
        "read_alignments",
        [](const Bytes& data, std::size_t count, const std::string& form, std::int64_t base) {
            const std::string_view text(reinterpret_cast<const char*>(data.data()), data.size());
            if (count > data.size() + 1) throw std::invalid_argument("more lines said than there are");
            if (base < 0 || base > AlignmentReader::kLargest)
                throw std::invalid_argument("positions begin with 0 or 1");
            AlignmentReader reader(form_named(form), base);
            {
                nb::gil_scoped_release release;
                std::size_t at = 0;
                for (std::size_t line = 0; line < count; ++line) {
                    const void* newline =
                        at < text.size() ? std::memchr(text.data() + at, '\n', text.size() - at) : nullptr;
                    const std::size_t end =
                        newline == nullptr ? text.size()
                                           : static_cast<std::size_t>(static_cast<const char*>(newline) - text.data());
                    if (!reader.read(text.substr(at, end - at), static_cast<std::int64_t>(line))) break;
                    at = std::min(end + 1, text.size());
                }
            }
            std::vector<std::int32_t> pairs;
            pairs.reserve(reader.links.size() * 2);
            for (const Link& link : reader.links) {
                pairs.push_back(link.from);
                pairs.push_back(link.to);
            }
            const std::size_t links = reader.links.size();
            const AlignmentFault& fault = reader.fault;
            return std::make_tuple(
                to_numpy(std::move(pairs), {links, 2}), to_numpy(std::move(reader.offsets)),
                to_numpy(std::move(reader.targets)),
                std::make_tuple(static_cast<std::int32_t>(fault.kind), fault.line, fault.begin, fault.end));
        },
        "data"_a, "count"_a, "form"_a, "base"_a);
}

}  // namespace tertium::bindings
