// The aligner of two sentences of one language: equal words, equal stems, similar spellings.
#include "alignment/monolingual_links.hpp"

#include <string>

#include "invariants.hpp"
#include "text/sentence_pool.hpp"
#include "textbook.hpp"

void tertium::fuzz::target(Input& input) {
    const std::uint8_t how = input.byte();
    // Words whose spelling is near or far from that of their neighbours.
    WordTable vocabulary;
    constexpr std::size_t kVocabulary = 24;
    std::vector<std::int32_t> stems;
    for (std::size_t w = 0; w < kVocabulary; ++w) {
        const std::uint8_t byte = input.byte();
        std::string word = "word" + std::string(byte % 5, 'e') + static_cast<char>('a' + byte % 16);
        while (vocabulary.find(word) >= 0) word += static_cast<char>('a' + w % 26);
        vocabulary.intern(word);
        stems.push_back(static_cast<std::int32_t>(byte % kVocabulary));
    }
    const std::span<const std::int32_t> known =
        how & 1 ? std::span<const std::int32_t>(stems) : std::span<const std::int32_t>{};
    const LinkRule rule = how & 2 ? LinkRule::blocks : LinkRule::crossings;
    const Chunk chunk = chunk_of(input, 70);
    MonolingualAligner aligner(vocabulary, known, rule);
    for (std::size_t p = 0; p < chunk.hyp.size(); ++p)
        for (const Words ref : chunk.references(p)) {
            const Words hyp = chunk.hypothesis(p);
            aligner.align(ref, hyp);
            const std::vector<std::int32_t> together(aligner.hyp_of().begin(), aligner.hyp_of().end());
            if (p + 1 == chunk.hyp.size()) {  // the last one comes after most
                MonolingualAligner alone(vocabulary, known, rule);
                alone.align(ref, hyp);
                must(std::equal(together.begin(), together.end(), alone.hyp_of().begin(), alone.hyp_of().end()),
                     "links: a pair's links do not depend on those before it");
            }
            must(together.size() == ref.size(), "links: an answer for every reference word");
            std::set<std::int32_t> taken;
            std::int64_t equal = 0;
            for (std::size_t i = 0; i < together.size(); ++i) {
                if (together[i] == Assignment::kFree) continue;
                must(together[i] >= 0 && static_cast<std::size_t>(together[i]) < hyp.size(),
                     "links: inside the hypothesis");
                must(taken.insert(together[i]).second, "links: a hypothesis word has one at most");
                const auto a = static_cast<std::size_t>(ref[i]),
                           b = static_cast<std::size_t>(hyp[static_cast<std::size_t>(together[i])]);
                const Stage stage = aligner.stage(i);
                must(stage != Stage::exact || a == b, "links: exact ones are of equal words");
                must(stage != Stage::stem || (!known.empty() && known[a] == known[b]), "links: stems are equal");
                equal += a == b;
            }
            if (!aligner.capped())
                must(equal == textbook::clipped_matches(hyp, {&ref, 1}, 1), "links: as many equal words as both have");
        }
}
