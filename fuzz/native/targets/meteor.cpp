// METEOR's alignment: words that are equal, share a stem or a set of synonyms, and phrases of a table.
#include "matching/meteor.hpp"

#include "invariants.hpp"
#include "textbook.hpp"

namespace tertium::fuzz {
namespace {

constexpr std::size_t kVocabulary = 24;

// What is known of words, whatever the bytes say: stems, sets of synonyms.
struct Knowledge {
    std::vector<std::int32_t> stems, sets;
    std::vector<std::int64_t> set_offsets{0};
    MeteorWords words;

    explicit Knowledge(Input& input) {
        const std::uint8_t how = input.byte();
        words.exact = how % 8 != 7;
        for (std::size_t w = 0; w < kVocabulary; ++w)
            stems.push_back(static_cast<std::int32_t>(input.below(kVocabulary)));
        for (std::size_t w = 0; w < kVocabulary; ++w) {
            std::set<std::int32_t> own;
            for (std::size_t k = input.below(3); k > 0; --k) own.insert(static_cast<std::int32_t>(input.below(8)));
            sets.insert(sets.end(), own.begin(), own.end());
            set_offsets.push_back(static_cast<std::int64_t>(sets.size()));
        }
        if (how & 8) words.stems = stems;
        if (how & 16) words.synonyms = {sets, set_offsets};
    }
    Knowledge(const Knowledge&) = delete;

    bool share_a_set(Word one, Word other) const {
        if (words.synonyms.size() == 0) return false;
        const auto x = words.synonyms[static_cast<std::size_t>(one)],
                   y = words.synonyms[static_cast<std::size_t>(other)];
        return std::find_first_of(x.begin(), x.end(), y.begin(), y.end()) != x.end();
    }
    bool agree(std::int32_t module, Word one, Word other) const {
        if (module == 0) return words.exact && one == other;
        if (module == 1)
            return !words.stems.empty() &&
                   words.stems[static_cast<std::size_t>(one)] == words.stems[static_cast<std::size_t>(other)];
        return module == 2 && share_a_set(one, other);
    }
};

std::vector<std::int32_t> phrases_of(Input& input, Words hyp, Words ref) {
    std::vector<std::int32_t> made;
    if (hyp.empty() || ref.empty()) return made;
    for (std::size_t k = input.below(6); k > 0; --k)
        for (const Words words : {hyp, ref}) {
            const std::size_t start = input.below(words.size());
            made.push_back(static_cast<std::int32_t>(start));
            made.push_back(1 + static_cast<std::int32_t>(input.below(std::min<std::size_t>(words.size() - start, 4))));
        }
    return made;
}

// The largest number of equal words that can be paired: the bags' overlap.
std::int64_t most_pairs(Words hyp, Words ref) { return textbook::clipped_matches(hyp, {&ref, 1}, 1); }

}  // namespace
}  // namespace tertium::fuzz

void tertium::fuzz::target(Input& input) {
    const std::uint8_t how = input.byte();
    const auto beam = static_cast<std::int32_t>(how % 4 == 0 ? 1 + input.below(8) : 40);
    const auto count = static_cast<MeteorCount>(how / 4 % 3);
    const bool crossings = how >= 0xc0;
    const Knowledge known(input);
    Chunk chunk = chunk_of(input, 80);
    const std::vector<std::uint8_t> everywhere(kVocabulary, 1);
    MeteorCandidates candidates(known.words, kVocabulary, everywhere, everywhere);
    MeteorAligner aligner(beam, count, crossings);
    for (std::size_t p = 0; p < chunk.hyp.size(); ++p)
        for (const Words ref : chunk.references(p)) {
            const Words hyp = chunk.hypothesis(p);
            const std::vector<std::int32_t> phrases =
                how & 32 ? phrases_of(input, hyp, ref) : std::vector<std::int32_t>{};
            const auto align = [&](MeteorCandidates& found, MeteorAligner& by) {
                found.find(hyp, ref, phrases);
                by.align(found, hyp.size(), ref.size());
                std::vector<std::int32_t> flat;
                for (const MeteorMatch& m : by.matches())
                    flat.insert(flat.end(), {m.ref, m.ref_length, m.hyp, m.hyp_length, m.module});
                flat.push_back(static_cast<std::int32_t>(by.chunks()));
                return flat;
            };
            const std::vector<std::int32_t> together = align(candidates, aligner);
            if (p + 1 == chunk.hyp.size()) {  // the last one comes after most
                MeteorCandidates fresh(known.words, kVocabulary, everywhere, everywhere);
                MeteorAligner alone(beam, count, crossings);
                must(align(fresh, alone) == together, "METEOR: a pair's alignment does not depend on those before it");
            }
            std::set<std::int32_t> in_hyp, in_ref;
            std::int64_t chunks = 0;
            const MeteorMatch* last = nullptr;
            for (const MeteorMatch& m : aligner.matches()) {
                for (std::int32_t k = 0; k < m.hyp_length; ++k) {
                    must(m.hyp + k < static_cast<std::int32_t>(hyp.size()), "METEOR: matches lie in the hypothesis");
                    must(in_hyp.insert(m.hyp + k).second, "METEOR: a word of the hypothesis is matched once");
                }
                for (std::int32_t k = 0; k < m.ref_length; ++k) {
                    must(m.ref + k < static_cast<std::int32_t>(ref.size()), "METEOR: matches lie in the reference");
                    must(in_ref.insert(m.ref + k).second, "METEOR: a word of the reference is matched once");
                }
                if (m.module < 3)
                    must(known.agree(m.module, hyp[static_cast<std::size_t>(m.hyp)],
                                     ref[static_cast<std::size_t>(m.ref)]),
                         "METEOR: matched words are equal to their module");
                chunks +=
                    last == nullptr || last->ref + last->ref_length != m.ref || last->hyp + last->hyp_length != m.hyp;
                last = &m;
            }
            must(chunks == aligner.chunks(), "METEOR: chunks are the runs of matches");
            if (known.words.exact && known.words.stems.empty() && known.words.synonyms.size() == 0 && phrases.empty()) {
                must(static_cast<std::int64_t>(in_hyp.size()) <= most_pairs(hyp, ref),
                     "METEOR: no more than both have");
                if (!aligner.capped() && beam == 40 && hyp.size() <= 8 && ref.size() <= 8)
                    must(static_cast<std::int64_t>(in_hyp.size()) == most_pairs(hyp, ref),
                         "METEOR: short sentences match all they share");
            }
        }
}
