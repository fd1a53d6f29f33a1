// A WordNet made of any arrays: refused, or one that answers every question.
#include "lexicon/wordnet.hpp"

#include "invariants.hpp"
#include "lexicon/wu_palmer.hpp"

namespace tertium::fuzz {
namespace {

std::vector<std::int32_t> numbers(Input& input, std::size_t count, std::size_t bound) {
    std::vector<std::int32_t> made(count);
    for (std::int32_t& number : made) {
        const std::uint8_t byte = input.byte();
        number = byte >= 0xf8 ? static_cast<std::int32_t>(byte) - 0xfc : static_cast<std::int32_t>(byte % (bound + 1));
    }
    return made;
}

void ask(const WordNet& net, std::string_view lemmas) {
    std::vector<std::int32_t> found;
    const auto known = [&](std::span<const std::int32_t> synsets) {
        for (const std::int32_t synset : synsets)
            must(synset >= 0 && static_cast<std::size_t>(synset) < net.synset_count(), "WordNet: synsets are there");
    };
    for (std::size_t at = 0; at <= lemmas.size();) {
        const std::size_t end = std::min(lemmas.find('\n', at), lemmas.size());
        const std::string word(lemmas.substr(at, end - at));
        for (const std::string& asked : {word, word + "s", word + "es", word + "ies", word + "ing", word + "men"}) {
            net.synsets(asked, found);
            known(found);
            must(std::is_sorted(found.begin(), found.end()), "WordNet: synsets ascend");
            net.meteor_sets(asked, found);
            must(std::is_sorted(found.begin(), found.end()), "WordNet: sets ascend");
            for (std::size_t pos = 0; pos < kPartsOfSpeech; ++pos) {
                known(net.senses(asked, pos));
                for (const bool inflected : {false, true}) {
                    const std::string_view base = net.base(asked, pos, inflected);
                    must(base.empty() || lemmas.find(base) != std::string_view::npos, "WordNet: bases are lemmas");
                }
            }
        }
        at = end + 1;
    }
    for (std::size_t synset = 0; synset < net.synset_count(); ++synset) {
        must(!net.name(static_cast<std::int32_t>(synset)).empty(), "WordNet: every synset has a name");
        known(net.hypernyms(static_cast<std::int32_t>(synset)));
    }
    const WuPalmer similarity(net);
    const std::int32_t nouns = net.first_of(kVerb), all = net.first_of(kVerb + 1);
    for (std::int32_t s = 0; s < all; ++s)
        for (std::int32_t t = s < nouns ? 0 : nouns; t < (s < nouns ? nouns : all); ++t) {
            const double value = similarity.of_synsets(s, t);
            must_lie(value, 0.0, 1.0, "Wu-Palmer: between 0 and 1");
            must(value == similarity.of_synsets(t, s), "Wu-Palmer: symmetric");
            if (s == t) must(value == 1.0, "Wu-Palmer: a synset is like itself");
        }
}

}  // namespace
}  // namespace tertium::fuzz

void tertium::fuzz::target(Input& input) {
    // Most arrays fit one another, so that some WordNets are made; any of them may be a little too long or too short.
    const std::uint8_t off = input.byte();
    const auto length = [&](std::size_t fits, int array) {
        return off == array ? fits + 1 : off == array + 16 && fits > 0 ? fits - 1 : fits;
    };
    const std::size_t lemma_count = 1 + input.below(6), form_count = input.below(3);
    std::string lemmas, forms;
    for (std::size_t k = 0; k < lemma_count; ++k) lemmas += std::string(input.text(1 + k % 3)) + '\n';
    for (std::size_t k = 0; k < form_count; ++k) forms += std::string(input.text(2)) + '\n';
    std::vector<std::int32_t> sizes;
    std::size_t synsets = 0, with_hypernyms = 0;
    for (std::size_t p = 0; p < kPartsOfSpeech; ++p) {
        const std::size_t here = input.below(6);
        sizes.push_back(off == 99 && p == 2 ? -1 : static_cast<std::int32_t>(here));
        synsets += here;
        if (p < 2) with_hypernyms += here;
    }
    const auto counts = [&](std::size_t size, std::size_t& sum) {
        std::vector<std::uint8_t> made(size);
        for (std::uint8_t& one : made) sum += one = static_cast<std::uint8_t>(input.below(3));
        return made;
    };
    std::size_t sense_sum = 0, base_sum = 0, hypernym_sum = 0;
    const auto lemma_counts = counts(length(lemma_count * kPartsOfSpeech, 1), sense_sum);
    const auto form_counts = counts(length(form_count * kPartsOfSpeech, 2), base_sum);
    const auto hypernym_counts = counts(length(with_hypernyms, 3), hypernym_sum);
    const auto bound = [](std::size_t items) { return items == 0 ? std::size_t{0} : items - 1; };
    const auto senses = numbers(input, length(sense_sum, 4), bound(synsets));
    const auto bases = numbers(input, length(base_sum, 5), bound(lemma_count));
    const auto offsets = numbers(input, length(synsets, 6), 200);
    const auto heads = numbers(input, length(synsets, 7), bound(lemma_count));
    const auto hypernyms = numbers(input, length(hypernym_sum, 8), bound(with_hypernyms));
    const WordNetArrays arrays{lemmas,          lemma_counts, senses, sizes,       offsets, heads,
                               hypernym_counts, hypernyms,    forms,  form_counts, bases};
    accepted<std::invalid_argument>([&] {
        const WordNet net(arrays);
        ask(net, lemmas);
    });
}
