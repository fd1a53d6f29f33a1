#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bindings/arrays.hpp"
#include "stems/java_hash.hpp"
#include "stems/stem_ids.hpp"
#include "text/sentence_pool.hpp"

namespace tertium::bindings {

using namespace nb::literals;

namespace {

StemRules rules_named(const std::string& name) {
    static constexpr std::array<std::string_view, kStemRules> kNames = {
        "english",           "english of meteor", "german of meteor",    "french of meteor",
        "finnish of meteor", "danish of meteor",  "norwegian of meteor", "swedish of meteor"};
    const auto found = std::find(kNames.begin(), kNames.end(), name);
    if (found == kNames.end()) throw std::invalid_argument("no stems named " + name);
    return static_cast<StemRules>(found - kNames.begin());
}

// For the life of the process, never destroyed: threads may still use it at exit.
CachedStems& cache_of(StemRules rules) {
    static auto& stems = *new std::array<CachedStems, kStemRules>;
    return stems[static_cast<std::size_t>(rules)];
}

}  // namespace

void bind_stems(nb::module_& m) {
    m.def(
        "stem_word",
        [](std::string_view word, const std::string& name) { return std::string(Stems(rules_named(name)).stem(word)); },
        "word"_a, "name"_a);
    m.def("java_hash", [](std::string_view word) { return java_hash(word); });
    // For every word of a vocabulary the first one with the same hash.
    m.def("alike_in_java", [](const TokenView& tokens) {
        std::vector<std::int32_t> first(tokens.vocabulary.size());
        {
            nb::gil_scoped_release release;
            std::unordered_map<std::uint32_t, std::int32_t> seen;
            seen.reserve(first.size());
            for (std::size_t word = 0; word < first.size(); ++word)
                first[word] =
                    seen.try_emplace(java_hash(tokens.vocabulary[word]), static_cast<std::int32_t>(word)).first->second;
        }
        return to_numpy(std::move(first));
    });
    // For every word of a vocabulary the number of its stem.
    m.def(
        "stem_ids",
        [](const TokenView& tokens, const std::string& name) {
            const StemRules rules = rules_named(name);
            std::vector<std::int32_t> ids;
            {
                nb::gil_scoped_release release;
                Stems(rules).ids(tokens.vocabulary, cache_of(rules), ids);
            }
            return to_numpy(std::move(ids));
        },
        "tokens"_a, "name"_a);
}

}  // namespace tertium::bindings
