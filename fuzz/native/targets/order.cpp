// Word order: where words stand in the reference, ranks of permutations, blocks that moved.
#include "invariants.hpp"
#include "judge/textbook_order.hpp"
#include "order/moved_blocks.hpp"
#include "order/permutations.hpp"
#include "order/rank_statistics.hpp"
#include "order/word_order.hpp"
#include "textbook.hpp"

namespace tertium::fuzz {
namespace {

void try_ranks(RankStatistics& ranks, const std::vector<std::int32_t>& list) {
    must(ranks.increasing_pairs(list) == textbook::increasing_pairs(list),
         "ranks: increasing pairs are the textbook's");
    must_lie(ranks.rank_correlation(list), -1.0 - 1e-12, 1.0 + 1e-12, "ranks: a correlation lies between -1 and 1");
    // Patience against the square of all: the longest strictly increasing subsequence.
    std::vector<std::int64_t> ends(list.size(), 1);
    std::int64_t longest = 0;
    for (std::size_t j = 0; j < list.size(); ++j) {
        for (std::size_t i = 0; i < j; ++i)
            if (list[i] < list[j]) ends[j] = std::max(ends[j], ends[i] + 1);
        longest = std::max(longest, ends[j]);
    }
    must(ranks.longest_increasing(list) == longest, "ranks: the longest increasing list is the textbook's");
}

void try_words(const Chunk& chunk) {
    WordOrder order(vocabulary_size(chunk.values));
    RankStatistics ranks;
    for (std::size_t p = 0; p < chunk.hyp.size(); ++p)
        for (const Words ref : chunk.references(p)) {
            const Words hyp = chunk.hypothesis(p);
            using judge::textbook::Rule;
            for (const auto& [rule, plain] :
                 {std::pair(OrderRule::paper, Rule::paper), std::pair(OrderRule::official, Rule::program),
                  std::pair(OrderRule::legacy, Rule::legacy)}) {
                const std::vector<std::int32_t> places = order.place(hyp, ref, rule);
                must(places == judge::textbook::word_places(hyp, ref, plain), "word order: the textbook's");
                must(places.size() == hyp.size(), "word order: a place for every word");
                std::vector<std::int32_t> list;
                for (std::size_t i = 0; i < places.size(); ++i) {
                    must(places[i] >= -1 && places[i] < static_cast<std::int32_t>(ref.size()),
                         "word order: places lie in the reference");
                    if (places[i] < 0) continue;
                    must(ref[static_cast<std::size_t>(places[i])] == hyp[i], "word order: places hold the same word");
                    list.push_back(places[i]);
                }
                try_ranks(ranks, list);
            }
        }
}

std::vector<Link> links_of(Input& input, std::size_t words) {
    std::vector<Link> links(words == 0 ? 0 : input.below(24));
    for (Link& link : links) {
        link.from = static_cast<std::int32_t>(input.below(words));
        link.to = static_cast<std::int32_t>(input.below(40));
    }
    return links;
}

void must_be_permutation(const std::vector<std::int32_t>& ranks, std::size_t words) {
    PermutationCheck is_permutation;
    must(ranks.size() == words && is_permutation(ranks), "permutations: every rank once");
}

void try_permutations(Input& input) {
    const std::size_t words = input.below(80);
    const std::uint8_t how = input.byte();
    PermutationRule rule;
    rule.null_words = static_cast<NullWords>(how % 2);  // `drop` is keep_linked, below
    rule.one_to_many = static_cast<OneToMany>(how / 2 % 3);
    rule.many_to_one = static_cast<ManyToOne>(how / 6 % 2);
    const std::vector<Link> one = links_of(input, words), other = links_of(input, words);
    Permutations permutations;
    RankStatistics ranks;
    std::vector<std::int32_t> first, second, scratch;
    std::vector<Link> one_kept, other_kept;
    permutations.from_links(words, one, rule, first);
    permutations.from_links(words, other, rule, second);
    must_be_permutation(first, words);
    must_be_permutation(second, words);
    const PermutationStatistics made = compare_permutations(first, second, ranks, scratch);
    const PermutationStatistics back = compare_permutations(second, first, ranks, scratch);
    const auto n = static_cast<std::int64_t>(words);
    must(made.size == n && made.in_place >= 0 && made.in_place <= n, "permutations: words in place are words");
    must(made.discordant >= 0 && made.discordant <= n * (n - 1) / 2, "permutations: discordant pairs are pairs");
    must(made.longest >= (n > 0) && made.longest <= n, "permutations: the longest list has a word");
    must(made.discordant == back.discordant && made.longest == back.longest && made.in_place == back.in_place &&
             made.displaced == back.displaced && made.squares == back.squares,
         "permutations: which is compared with which does not matter");
    const std::size_t kept = permutations.keep_linked(words, one, other, one_kept, other_kept);
    permutations.from_links(kept, one_kept, rule, first);
    must_be_permutation(first, kept);
}

void try_blocks(Input& input) {
    const std::vector<Link> links = links_of(input, 40);
    MovedBlocks finder;
    std::vector<MovedBlock> blocks;
    finder.find(links, blocks);
    std::int32_t words = 0, last = -1;
    std::set<std::int32_t> refs;
    for (const MovedBlock& block : blocks) {
        must(block.length > 0 && block.hyp > last, "blocks: in the order of the hypothesis");
        must(block.moved != 0 || block.shift == 0, "blocks: what stays has no shift");
        for (std::int32_t k = 0; k < block.length; ++k) must(refs.insert(block.ref + k).second, "blocks: a word once");
        last = block.hyp + block.length - 1;
        words += block.length;
    }
    must(words <= static_cast<std::int32_t>(links.size()), "blocks: no more words than links");
    // Those that stay rise in the reference, too.
    last = -1;
    for (const MovedBlock& block : blocks) {
        if (block.moved != 0) continue;
        must(block.ref > last, "blocks: what stays keeps its order");
        last = block.ref;
    }
}

}  // namespace
}  // namespace tertium::fuzz

void tertium::fuzz::target(Input& input) {
    switch (input.below(3)) {
        case 0: try_words(chunk_of(input, 100)); break;
        case 1: try_permutations(input); break;
        default: try_blocks(input);
    }
}
