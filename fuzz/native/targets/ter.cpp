// TER: both searches, with and without a beam; shifts and paths that must lead from the hypothesis to the reference.
#include "edit/ter.hpp"

#include "edit/levenshtein.hpp"
#include "invariants.hpp"
#include "textbook.hpp"

namespace tertium::fuzz {
namespace {

Row row_of(const TerCounts& counts) {
    Row made;
    for (const std::int64_t number : {counts.edits, counts.insertions, counts.deletions, counts.substitutions,
                                      counts.shifts, static_cast<std::int64_t>(counts.capped)})
        made.push_back(static_cast<double>(number));
    return made;
}

// tercom's shift: the words start .. end go behind `after`; inside the block it slides to the right.
std::vector<Word> moved(std::vector<Word> words, const ter::Shift& shift) {
    const auto size = static_cast<std::int32_t>(words.size());
    must(shift.start >= 0 && shift.start <= shift.end && shift.end < size && shift.after >= -1 && shift.after < size,
         "TER: a shift lies inside the hypothesis");
    const std::vector<Word> block(words.begin() + shift.start, words.begin() + shift.end + 1);
    std::int32_t after = shift.after;
    if (after >= shift.start && after <= shift.end) after = std::min(shift.end + after - shift.start, size - 1);
    words.erase(words.begin() + shift.start, words.begin() + shift.end + 1);
    if (after > shift.end) after -= static_cast<std::int32_t>(block.size());
    words.insert(words.begin() + after + 1, block.begin(), block.end());
    return words;
}

void try_search(Ter& ter, bool sacrebleu, Words hyp, Words ref, const TerCounts& counts) {
    const ter::Outcome outcome = ter.search(hyp, ref);
    std::vector<Word> shifted(hyp.begin(), hyp.end());
    if (!sacrebleu)
        for (const ter::Shift& shift : outcome.shifts) shifted = moved(std::move(shifted), shift);
    std::size_t i = 0, j = 0;
    for (const char step : outcome.alignment.path) {
        must(step == ' ' || step == 's' || step == 'i' || step == 'd', "TER: a path has four kinds of steps");
        if (step == ' ' && !sacrebleu)
            must(i < ref.size() && j < shifted.size() && ref[i] == shifted[j], "TER: matches are equal words");
        i += step != 'i';
        j += step != 'd';
    }
    must(i == ref.size() && j == hyp.size(), "TER: a path uses up both sentences");
    // Without a beam, no search ends with more edits than it began with.
    const std::int64_t plain = textbook::edit_distance(hyp, ref);
    must(counts.edits >= 0 && (counts.edits == 0) == (plain == 0), "TER: no edits only where nothing differs");
    must(counts.edits >= std::abs(static_cast<std::int64_t>(hyp.size()) - static_cast<std::int64_t>(ref.size())),
         "TER: shifts change no length");
}

}  // namespace
}  // namespace tertium::fuzz

void tertium::fuzz::target(Input& input) {
    const std::uint8_t how = input.byte();
    TerOptions options;
    options.sacrebleu = how % 2 != 0;
    options.beam = how / 2 % 4 == 0 ? ter::kNoBeam : how / 2 % 4 == 1 ? 20 : static_cast<std::int64_t>(input.below(8));
    options.budget = how >= 0xe0 ? 1 + static_cast<std::int64_t>(input.byte()) * 16 : std::int64_t{1} << 22;
    options.columns = how >= 0xf0 ? 1 + static_cast<std::int64_t>(input.byte()) : kTerColumns;
    const Chunk chunk = chunk_of(input, 90);
    const auto rows_of = [&](const Chunk& part) {
        Ter ter(options, vocabulary_size(part.values));
        std::vector<Row> made(part.hyp.size());
        for (std::size_t p = 0; p < made.size(); ++p)
            for (const Words ref : part.references(p)) {
                const Row row = row_of(ter.count(part.hypothesis(p), ref));
                made[p].insert(made[p].end(), row.begin(), row.end());
            }
        return made;
    };
    same_by_chunking(chunk, rows_of, "TER: a pair's row does not depend on its chunk");
    Ter ter(options, vocabulary_size(chunk.values));
    for (std::size_t p = 0; p < chunk.hyp.size(); ++p)
        for (const Words ref : chunk.references(p)) {
            const TerCounts counts = ter.count(chunk.hypothesis(p), ref);
            try_search(ter, options.sacrebleu, chunk.hypothesis(p), ref, counts);
            if (options.beam == ter::kNoBeam && !options.sacrebleu && !counts.capped)
                must(counts.edits <= textbook::edit_distance(chunk.hypothesis(p), ref),
                     "TER: no more edits than without shifts");
        }
}
