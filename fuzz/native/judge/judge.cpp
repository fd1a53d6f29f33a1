// `judge KERNEL PAIRS SEED SECONDS [FILE]`: a kernel against its textbook version, both in C++, on made-up pairs and on those
// of the file. `judge KERNEL PAIRS SEED print [FILE]` shows every pair with both results. The kernel `canary` is wrong on purpose.
//
// Lines of JSON: those of pairs, then one of counts. Exit code 1 if anything differed.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

#include "judge/ngram_kernels.hpp"
#include "judge/order_kernels.hpp"

namespace tertium::judge {
namespace {

constexpr std::size_t kBatch = 200, kPrintedBatch = 20, kShown = 3;

constexpr Kernel kKernels[] = {
    {"bleu", 9, 0, Same::equal, bleu_native, bleu_textbook},
    {"nist", 3, 0, Same::close, nist_native, nist_textbook},
    {"chrf-characters", 3, 0, Same::equal, character_native, character_textbook},
    {"chrf-words", 2, 0, Same::equal, word_native, word_textbook},
    {"rouge", 15, 0, Same::equal, rouge_native, rouge_textbook},
    {"gtm", 1, 20, Same::close, gtm_native, gtm_textbook},
    {"edits", 1, 0, Same::equal, edits_native, edits_textbook},
    {"bags", 2, 0, Same::equal, bags_native, bags_textbook},
    {"edit-path", 2, 0, Same::equal, path_native, path_textbook},
    {"ter", 4, 24, Same::equal, ter_native, ter_textbook},
    {"word-places", 3, 0, Same::equal, places_native, places_textbook},
    {"rising-pairs", 1, 0, Same::equal, rising_native, rising_textbook},
    {"moved-blocks", 1, 30, Same::equal, blocks_native, blocks_textbook},
    {"permutations", 18, 30, Same::equal, permutation_native, permutation_textbook},
    {"alignment-text", 6, 0, Same::equal, text_native, text_textbook},
    {"aligner", 1, 6, Same::equal, aligner_native, aligner_textbook},
    {"meteor", 1, 6, Same::close, meteor_native, meteor_textbook},
    {"atec", 2, 12, Same::close, atec_native, atec_textbook},
    {"impact", 3, 5, Same::one_of, impact_native, impact_textbook},
    {"overlap", 1, 0, Same::equal, overlap_native, overlap_textbook},
};

// Wrong on purpose as soon as both sides have three words: a judge that finds nothing here finds nothing anywhere.
Rows canary_native(const Batch& batch, std::size_t option) {
    Rows made = edits_textbook(batch, option);
    for (std::size_t p = 0; p < made.size(); ++p) made[p][0] += batch.hyp(p).size() > 2 && batch.ref(p).size() > 2;
    return made;
}

constexpr Kernel kCanary{"canary", 1, 0, Same::equal, canary_native, edits_textbook};

void print_words(const Vocabulary& vocabulary, Words words) {
    std::fputc('[', stdout);
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::fputs(i == 0 ? "\"" : ", \"", stdout);
        for (const char c : vocabulary[words[i]]) {
            if (c == '"' || c == '\\') std::fputc('\\', stdout);
            if (static_cast<unsigned char>(c) < 0x20) std::printf("\\u%04x", static_cast<unsigned>(c));
            else std::fputc(c, stdout);
        }
        std::fputc('"', stdout);
    }
    std::fputc(']', stdout);
}

void print_row(const char* name, const Row& row) {
    std::printf(", \"%s\": [", name);
    for (std::size_t i = 0; i < row.size(); ++i) std::printf(i == 0 ? "%.17g" : ", %.17g", row[i]);
    std::fputc(']', stdout);
}

void print_pair(const Vocabulary& vocabulary, const Pair& pair, std::size_t option, const Row& native,
                const Row& textbook) {
    std::printf("{\"option\": %zu, \"hyp\": ", option);
    print_words(vocabulary, pair.hyp);
    std::printf(", \"refs\": [");
    for (std::size_t k = 0; k < pair.refs.size(); ++k) {
        if (k > 0) std::fputs(", ", stdout);
        print_words(vocabulary, pair.refs[k]);
    }
    std::fputc(']', stdout);
    print_row("native", native);
    print_row("textbook", textbook);
    std::puts("}");
}

// The pair with all left out that can be, the results still being different; as it is, if it takes its batch to differ.
void print_smallest(const Kernel& kernel, const Vocabulary& vocabulary, Pair pair, std::size_t option, Row native,
                    Row textbook) {
    const auto differs = [&](const Pair& one) {
        const Batch batch({&one, 1}, vocabulary);
        const Row made = kernel.native(batch, option)[0], expected = kernel.textbook(batch, option)[0];
        if (agree(kernel.same, made, expected)) return false;
        native = made, textbook = expected;
        return true;
    };
    bool going = differs(pair);
    while (going) {
        going = false;
        for (const Pair& other : smaller(pair)) {
            if (!differs(other)) continue;
            pair = other, going = true;
            break;
        }
    }
    print_pair(vocabulary, pair, option, native, textbook);
}

int judge(const Kernel& kernel, std::size_t pairs, std::uint64_t seed, double seconds, bool print,
          const std::string& file) {
    Vocabulary vocabulary;
    PairMaker maker(vocabulary, file, seed);
    using Clock = std::chrono::steady_clock;
    const auto started = Clock::now();
    const auto passed = [&] { return std::chrono::duration<double>(Clock::now() - started).count(); };
    std::size_t done = 0, real = 0, differences = 0;
    for (std::size_t turn = 0; done < pairs && passed() < seconds; ++turn) {
        const std::size_t option = turn % kernel.options;
        std::vector<Pair> made(std::min(print ? kPrintedBatch : kBatch, pairs - done));
        for (Pair& pair : made) {
            pair = maker.next(kernel.longest);
            real += pair.real;
        }
        const Batch batch(made, vocabulary);
        const Rows native = kernel.native(batch, option), textbook = kernel.textbook(batch, option);
        for (std::size_t p = 0; p < made.size(); ++p) {
            const bool same = agree(kernel.same, native[p], textbook[p]);
            if (print) print_pair(vocabulary, made[p], option, native[p], textbook[p]);
            else if (!same && differences < kShown)
                print_smallest(kernel, vocabulary, made[p], option, native[p], textbook[p]);
            differences += !same;
        }
        done += made.size();
    }
    std::printf("{\"pairs\": %zu, \"real\": %zu, \"differences\": %zu, \"seconds\": %.3f}\n", done, real, differences,
                passed());
    return differences > 0 ? 1 : 0;
}

}  // namespace
}  // namespace tertium::judge

int main(int count, char** given) {
    using namespace tertium::judge;
    if (count == 2 && std::strcmp(given[1], "list") == 0) {
        for (const Kernel& kernel : kKernels)
            std::printf("%.*s\n", static_cast<int>(kernel.name.size()), kernel.name.data());
        return 0;
    }
    const Kernel* chosen = nullptr;
    for (const Kernel& kernel : kKernels)
        if (count >= 5 && kernel.name == given[1]) chosen = &kernel;
    if (count >= 5 && kCanary.name == given[1]) chosen = &kCanary;
    if (chosen == nullptr) {
        std::fprintf(stderr, "judge list | judge KERNEL PAIRS SEED SECONDS|print [FILE]\n");
        return 2;
    }
    const bool print = std::strcmp(given[4], "print") == 0;
    try {
        return judge(*chosen, std::strtoull(given[2], nullptr, 10), std::strtoull(given[3], nullptr, 10),
                     print ? 1e18 : std::strtod(given[4], nullptr), print, count > 5 ? given[5] : "");
    } catch (const std::exception& error) {
        std::fprintf(stderr, "judge: %s\n", error.what());
        return 2;
    }
}
