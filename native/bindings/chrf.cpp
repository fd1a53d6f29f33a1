#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/one_segment.hpp"
#include "ngrams/chrf_rows.hpp"
#include "ngrams/chrf_units.hpp"
#include "text/lower_case.hpp"
#include "text/sentence_pool.hpp"

namespace tertium::bindings {

using namespace nb::literals;

namespace {

// The text to read for each sentence: what normalisation in Python made of some (ascending ids), lower-cased if asked.
class Prepared {
  public:
    Prepared(const Pool& pool, bool lowercase, const Int32s& ids, const Strings& texts)
        : pool_(pool), lowercase_(lowercase), ids_(view(ids)), texts_(texts) {
        if (ids.size() != texts_.size()) throw std::invalid_argument("one text for each replaced sentence");
        if (!std::is_sorted(ids_.begin(), ids_.end())) throw std::invalid_argument("replaced ids must ascend");
    }

    std::string_view operator()(std::size_t sentence) {
        std::string_view text = pool_[sentence];
        if (!ids_.empty()) {
            const auto id = static_cast<std::int32_t>(sentence);
            const auto found = std::lower_bound(ids_.begin(), ids_.end(), id);
            if (found != ids_.end() && *found == id) text = texts_[static_cast<std::size_t>(found - ids_.begin())];
        }
        return lowercase_ ? lower(text, lowered_) : text;
    }

  private:
    const Pool& pool_;
    bool lowercase_;
    std::span<const std::int32_t> ids_;
    HeldTexts texts_;
    std::string lowered_;
};

template <class Reader>
auto chrf_counts(const Pairs& pairs, int order, Reader reader, Prepared text) {
    check_order(order);
    std::size_t references = 0;
    for (std::size_t s = 0; s < pairs.references.size(); ++s)
        references = std::max(references, pairs.references[s].size());
    const auto columns = 3 * static_cast<std::size_t>(order);
    std::vector<double> rows;
    {
        nb::gil_scoped_release release;
        rows.resize(pairs.size() * references * columns);
        count_chrf(pairs, order, references, reader, text, rows.data());
    }
    return to_numpy<double>(std::move(rows), {pairs.size(), references, columns});
}

// Characters, then words, as `chrf` puts their counts side by side.
struct ChrfDoor {
    Row row(nb::handle hypothesis, nb::handle references) const {
        const std::size_t characters = 3 * static_cast<std::size_t>(char_order);
        const std::size_t words = 3 * static_cast<std::size_t>(word_order);
        return row_of_segment(hypothesis, references, characters + words, false,
                              [&](const OneSegment& segment, std::span<double> rows) {
                                  CharacterReader reader(spaces);
                                  count(segment, char_order, reader, 0, characters + words, rows);
                                  ChrfWordReader word_reader;
                                  count(segment, word_order, word_reader, characters, characters + words, rows);
                                  return true;
                              });
    }

    template <class Reader>
    void count(const OneSegment& segment, int order, Reader& reader, std::size_t from, std::size_t columns,
               std::span<double> rows) const {
        if (order == 0) return;
        std::string lowered;
        const auto text = [&](std::size_t sentence) {
            const std::string_view given = segment.pool()[sentence];
            return lowercase ? lower(given, lowered) : given;
        };
        const std::size_t own = 3 * static_cast<std::size_t>(order);
        std::vector<double> counts(own * segment.references());
        count_chrf(segment.pairs(), order, segment.references(), reader, text, counts.data());
        for (std::size_t k = 0; k < segment.references(); ++k)
            std::copy_n(counts.data() + k * own, own, rows.data() + k * columns + from);
    }

    int char_order, word_order;
    bool spaces, lowercase;
};

}  // namespace

void bind_chrf(nb::module_& m) {
    m.def(
        "chrf_character_counts",
        [](const Pool& pool, const Int32s& hyp, const Int32s& seg, const Int32s& refs, const Int64s& ref_offsets,
           int order, bool spaces, bool lowercase, const Int32s& ids, const Strings& texts) {
            return chrf_counts(checked_pairs(hyp, seg, refs, ref_offsets, pool.size()), order, CharacterReader(spaces),
                               Prepared(pool, lowercase, ids, texts));
        },
        "pool"_a, "hyp"_a, "seg"_a, "refs"_a, "ref_offsets"_a, "order"_a, "spaces"_a, "lowercase"_a, "ids"_a,
        "texts"_a);

    m.def(
        "chrf_word_counts",
        [](const Pool& pool, const Int32s& hyp, const Int32s& seg, const Int32s& refs, const Int64s& ref_offsets,
           int order, bool lowercase, const Int32s& ids, const Strings& texts) {
            return chrf_counts(checked_pairs(hyp, seg, refs, ref_offsets, pool.size()), order, ChrfWordReader(),
                               Prepared(pool, lowercase, ids, texts));
        },
        "pool"_a, "hyp"_a, "seg"_a, "refs"_a, "ref_offsets"_a, "order"_a, "lowercase"_a, "ids"_a, "texts"_a);

    nb::class_<ChrfDoor>(m, "ChrfDoor", "Counts of one segment after the other, from strings; a row a reference.")
        .def(
            "__init__",
            [](ChrfDoor* door, int char_order, int word_order, bool spaces, bool lowercase) {
                check_order(char_order, 0);
                check_order(word_order, 0);
                new (door) ChrfDoor{char_order, word_order, spaces, lowercase};
            },
            "char_order"_a, "word_order"_a, "spaces"_a, "lowercase"_a)
        .def("row", &ChrfDoor::row, "hypothesis"_a.none(), "references"_a.none());

    m.def("chrf_words", [](const std::string& text) {
        ChrfWords words;
        const auto split = words.split(text);
        return std::vector<std::string>(split.begin(), split.end());
    });
}

}  // namespace tertium::bindings
