// The Python module: each area registers its functions; adding one is a line here and a file beside this one.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <string>
#include <vector>

namespace nb = nanobind;

namespace tertium::bindings {
void bind_text(nb::module_& m);
void bind_arrow(nb::module_& m);
void bind_sums(nb::module_& m);
void bind_cell_sums(nb::module_& m);
void bind_draws(nb::module_& m);
void bind_ngrams(nb::module_& m);
void bind_ter(nb::module_& m);
void bind_nist(nb::module_& m);
void bind_order(nb::module_& m);
void bind_permutations(nb::module_& m);
void bind_monolingual(nb::module_& m);
void bind_alignment_text(nb::module_& m);
void bind_chrf(nb::module_& m);
void bind_edit(nb::module_& m);
void bind_rouge(nb::module_& m);
void bind_word_vectors(nb::module_& m);
void bind_wordnet(nb::module_& m);
void bind_stems(nb::module_& m);
void bind_meteor(nb::module_& m);
void bind_paraphrases(nb::module_& m);
void bind_phrase_pairs(nb::module_& m);
void bind_gtm(nb::module_& m);
void bind_atec(nb::module_& m);
void bind_impact(nb::module_& m);
void bind_graphs(nb::module_& m);
void bind_traits(nb::module_& m);
void bind_known_words(nb::module_& m);
}  // namespace tertium::bindings

NB_MODULE(_native, m) {
    m.doc() = "tertium's native core: integers in, numbers out. Use it through tertium.kernels.";
    m.def("build_info", [] {
        std::string info = TERTIUM_COMPILER ", C++" + std::to_string(__cplusplus / 100 % 100);
#ifdef Py_LIMITED_API
        info += ", stable ABI";
#endif
        return info;
    });
#ifdef TERTIUM_CANARY
    // Mistakes on purpose: `make sanitize` must die of each of them, or it would find none of ours either.
    m.def("_read_past_the_end", [](std::size_t size) {
        const std::vector<char> bytes(size);
        return static_cast<int>(bytes.data()[size]);
    });
    m.def("_overflow", [](int number) { return number + 1; });
#endif
    tertium::bindings::bind_text(m);
    tertium::bindings::bind_arrow(m);
    tertium::bindings::bind_sums(m);
    tertium::bindings::bind_cell_sums(m);
    tertium::bindings::bind_draws(m);
    tertium::bindings::bind_ngrams(m);
    tertium::bindings::bind_ter(m);
    tertium::bindings::bind_nist(m);
    tertium::bindings::bind_order(m);
    tertium::bindings::bind_permutations(m);
    tertium::bindings::bind_monolingual(m);
    tertium::bindings::bind_alignment_text(m);
    tertium::bindings::bind_chrf(m);
    tertium::bindings::bind_edit(m);
    tertium::bindings::bind_rouge(m);
    tertium::bindings::bind_word_vectors(m);
    tertium::bindings::bind_wordnet(m);
    tertium::bindings::bind_stems(m);
    tertium::bindings::bind_meteor(m);
    tertium::bindings::bind_paraphrases(m);
    tertium::bindings::bind_phrase_pairs(m);
    tertium::bindings::bind_gtm(m);
    tertium::bindings::bind_atec(m);
    tertium::bindings::bind_impact(m);
    tertium::bindings::bind_graphs(m);
    tertium::bindings::bind_traits(m);
    tertium::bindings::bind_known_words(m);
}
