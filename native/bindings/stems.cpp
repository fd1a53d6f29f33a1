#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "arrays.hpp"
#include "stem_ids.hpp"
#include "text.hpp"

namespace tertium::bindings {

namespace {

StemRules rules_named(const std::string& name) {
    if (name == "english") return StemRules::english;
    if (name == "english of meteor") return StemRules::english_of_meteor;
    if (name == "german of meteor") return StemRules::german_of_meteor;
    throw std::invalid_argument("no stems named " + name);
}

// For the life of the process, never destroyed: threads may still use it at exit.
RememberedStems& remembered(StemRules rules) {
    static auto& stems = *new std::array<RememberedStems, 3>;
    return stems[static_cast<std::size_t>(rules)];
}

}  // namespace

void bind_stems(nb::module_& m) {
    m.def("stem_word", [](std::string_view word, const std::string& name) {
        return std::string(Stems(rules_named(name)).stem(word));
    });
    // For every word of a vocabulary the number of its stem.
    m.def("stem_ids", [](const TokenView& tokens, const std::string& name) {
        const StemRules rules = rules_named(name);
        std::vector<std::int32_t> ids;
        {
            nb::gil_scoped_release release;
            Stems(rules).ids(tokens.vocabulary, remembered(rules), ids);
        }
        return to_numpy(std::move(ids));
    });
}

}  // namespace tertium::bindings
