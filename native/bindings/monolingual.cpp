#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include "alignment/monolingual_links.hpp"
#include "bindings/arrays.hpp"
#include "text/sentence_pool.hpp"

namespace tertium::bindings {

using namespace nb::literals;

void bind_monolingual(nb::module_& m) {
    // Links by item (a pair's references in turn, pair after pair): the (reference, hypothesis) positions, where each
    // item's links begin, the stage of each link, and whether an item's search was capped.
    m.def(
        "monolingual_links",
        [](const TokenView& tokens, const Int32s& stems, const Int32s& hyp, const Int32s& seg, const Int32s& refs,
           const Int64s& ref_offsets, bool blocks) {
            const RaggedView sentences{tokens.values, tokens.offsets};
            const Pairs pairs = checked_pairs(hyp, seg, refs, ref_offsets, sentences.size());
            const auto stem_of = view(stems);
            if (!stem_of.empty() && stem_of.size() != tokens.vocabulary.size())
                throw std::invalid_argument("one stem for every word");
            for (const std::int32_t stem : stem_of)
                if (stem < 0 || static_cast<std::size_t>(stem) >= stem_of.size())
                    throw std::invalid_argument("no such stem");
            std::vector<std::int32_t> links;
            std::vector<std::int64_t> offsets{0};
            std::vector<std::uint8_t> stages, capped;
            {
                nb::gil_scoped_release release;
                MonolingualAligner aligner(tokens.vocabulary, stem_of, blocks ? LinkRule::blocks : LinkRule::crossings);
                for (std::size_t p = 0; p < pairs.size(); ++p) {
                    const Words words = sentences[static_cast<std::size_t>(pairs.hyp[p])];
                    for (std::int32_t id : pairs.references[static_cast<std::size_t>(pairs.seg[p])]) {
                        aligner.align(sentences[static_cast<std::size_t>(id)], words);
                        const auto linked = aligner.hyp_of();
                        for (std::size_t i = 0; i < linked.size(); ++i) {
                            if (linked[i] == Assignment::kFree) continue;
                            links.push_back(static_cast<std::int32_t>(i));
                            links.push_back(linked[i]);
                            stages.push_back(static_cast<std::uint8_t>(aligner.stage(i)));
                        }
                        offsets.push_back(static_cast<std::int64_t>(stages.size()));
                        capped.push_back(aligner.capped());
                    }
                }
            }
            const std::size_t count = stages.size();
            return std::make_tuple(to_numpy(std::move(links), {count, 2}), to_numpy(std::move(offsets)),
                                   to_numpy(std::move(stages)), to_numpy(std::move(capped)));
        },
        "tokens"_a, "stems"_a, "hyp"_a, "seg"_a, "refs"_a, "ref_offsets"_a, "blocks"_a);
}

}  // namespace tertium::bindings
