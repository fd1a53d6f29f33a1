// Edit distance, longest common subsequence, and the paths that show them.
#include "edit/edit_path.hpp"
#include "edit/levenshtein.hpp"
#include "edit/longest_common_subsequence.hpp"
#include "invariants.hpp"
#include "textbook.hpp"

namespace tertium::fuzz {
namespace {

// A path uses up both sentences, its matches are equal words, and it costs what the distance says.
void try_path(const std::vector<Edit>& path, Words ref, Words hyp, std::int64_t expected, const char* what) {
    std::size_t i = 0, j = 0;
    std::int64_t cost = 0;
    for (const Edit step : path) {
        const bool takes_ref = step != Edit::insertion, takes_hyp = step != Edit::deletion;
        must((!takes_ref || i < ref.size()) && (!takes_hyp || j < hyp.size()), what);
        must(step != Edit::match || ref[i] == hyp[j], what);
        cost += step != Edit::match;
        i += takes_ref;
        j += takes_hyp;
    }
    must(i == ref.size() && j == hyp.size() && cost == expected, what);
}

}  // namespace
}  // namespace tertium::fuzz

void tertium::fuzz::target(Input& input) {
    const Chunk chunk = chunk_of(input, 200);
    // One of each for the whole chunk: what a pair leaves behind must not show in the next.
    const std::size_t vocabulary = vocabulary_size(chunk.values);
    EditDistance distance(vocabulary);
    CommonSubsequence common(vocabulary);
    EditPath<EditDistance> shortest(vocabulary);
    EditPath<CommonSubsequence> without_substitutions(vocabulary);
    std::vector<std::int64_t> prefixes;
    for (std::size_t p = 0; p < chunk.hyp.size(); ++p)
        for (const Words ref : chunk.references(p)) {
            const Words hyp = chunk.hypothesis(p);
            const std::int64_t edits = distance(hyp, ref), shared = common(hyp, ref);
            must(edits == textbook::edit_distance(hyp, ref), "edit distance: the textbook's");
            must(shared == textbook::common_subsequence(hyp, ref), "common subsequence: the textbook's");
            must_be_symmetric(distance, hyp, ref, "edit distance: symmetric");
            must_be_symmetric(common, hyp, ref, "common subsequence: symmetric");
            try_path(shortest(ref, hyp), ref, hyp, edits, "edit path: as short as the distance");
            try_path(without_substitutions(ref, hyp), ref, hyp,
                     static_cast<std::int64_t>(hyp.size() + ref.size()) - 2 * shared,
                     "path without substitutions: as short as can be");
            distance.to_prefixes(ref, hyp, prefixes);
            must(prefixes.size() == ref.size() + 1 && prefixes.back() == edits, "prefixes: the last is the whole");
            const std::size_t half = ref.size() / 2;
            must(prefixes[half] == textbook::edit_distance(ref.first(half), hyp), "prefixes: the textbook's");
        }
}
