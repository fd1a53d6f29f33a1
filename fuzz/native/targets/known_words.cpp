// Words that a language knows, and words that are alike: any table, any words that a text may have.
#include "lexicon/known_words.hpp"

#include <set>

#include "invariants.hpp"
#include "lexicon/word_vectors.hpp"

namespace tertium::fuzz {
namespace {

// Endings and links of compounds, letters of two bytes, a character that is a word, a digit, a mark.
constexpr std::string_view kLetters[] = {"a", "b", "e", "n", "s", "r", "d", "i",
                                         "l", "y", "g", "t", "A", "ä", "Ä", "猫"};

std::string spelled(Input& input, std::size_t longest) {
    std::string made;
    for (std::size_t k = 1 + input.below(longest); k > 0; --k) {
        const std::uint8_t byte = input.byte();
        made += byte >= 0xf0 ? "7" : kLetters[byte % std::size(kLetters)];
    }
    return made;
}

std::size_t letters_in(std::string_view word) {
    return static_cast<std::size_t>(std::count_if(word.begin(), word.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::vector<std::string> listed(Input& input) {
    std::vector<std::string> words(1 + input.below(8));
    std::string buffer;
    for (std::string& word : words) word = std::string(lower(spelled(input, 6), buffer));
    return words;
}

void try_known(const KnownWords& known, const std::vector<std::string>& words, bool compounds) {
    std::set<std::uint32_t> hashes;
    for (const std::string& word : words) hashes.insert(known_word_hash(word));
    must(known.size() == hashes.size(), "known words: each counts once");
    for (const std::string& one : words) {
        must(known.knows(one), "known words: what is listed is known");
        if (!compounds && one.size() > 1) must(known.knows(one + "s"), "known words: regular endings are known");
        for (const std::string& other : words) {
            if (!compounds || std::min(letters_in(one), letters_in(other)) < 3) continue;
            must(known.knows(one + other) && known.knows(one + "s" + other), "known words: two of them make one");
        }
    }
}

using Rows = std::vector<double>;

// What one pair gets from a fresh object, so that nothing of an earlier pair may stay.
Rows unknown_in(const MarkedWords& marked, Words hyp, Words ref, double excused) {
    Rows row(2, 0.0);
    UnknownWords(marked.marks, marked.folded)(hyp, ref, excused, row.data());
    return row;
}

Rows alike_in(const MarkedWords& marked, const VocabularyVectors& own, Words hyp, Words ref, double excused) {
    Rows row(3, 0.0);
    WordsAlike(marked.marks, marked.folded, own.weights, own.vectors)(hyp, ref, excused, row.data());
    return row;
}

void try_alike(const MarkedWords& marked, const VocabularyVectors& own, Words hyp, Words ref, double excused) {
    WordsAlike alike(marked.marks, marked.folded, own.weights, own.vectors);
    Rows row(3, -1.0);
    alike(ref, hyp, excused, row.data());  // another pair before
    alike(hyp, ref, excused, row.data());
    must(same_bits(row, alike_in(marked, own, hyp, ref, excused)), "words alike: nothing of an earlier pair stays");
    must_lie(row[0], 0.0, row[1], "words alike: no more than the reference weighs");
    must_lie(row[2], 0.0, 1.0, "words alike: a share of the reference");
    std::vector<std::int32_t> places(ref.size());
    std::vector<double> likenesses(ref.size());
    alike.nearest(hyp, ref, places.data(), likenesses.data());
    double sum = 0;
    for (std::size_t r = 0; r < ref.size(); ++r) {
        must(places[r] >= -1 && places[r] < static_cast<std::int32_t>(hyp.size()), "words alike: places are there");
        must_lie(likenesses[r], 0.0, 1.0, "words alike: at most the same word");
        must((places[r] < 0) == (likenesses[r] == 0.0), "words alike: a place for every likeness");
        sum += likenesses[r] * own.weights[static_cast<std::size_t>(marked.folded[static_cast<std::size_t>(ref[r])])];
    }
    must(close(sum, row[0]), "words alike: the sum is that of the nearest words");
    const Rows same = alike_in(marked, own, ref, ref, excused);
    must(same[0] == same[1], "words alike: a text is like itself");
}

}  // namespace
}  // namespace tertium::fuzz

void tertium::fuzz::target(Input& input) {
    const bool compounds = input.coin();
    const std::vector<std::string> words = listed(input);
    std::vector<std::int32_t> hashes;
    for (const std::string& word : words) hashes.push_back(static_cast<std::int32_t>(known_word_hash(word)));
    const KnownWords known(hashes, compounds);
    try_known(known, words, compounds);

    WordTable vocabulary;
    for (const std::string& word : words) vocabulary.intern(word);
    for (std::size_t k = input.below(8); k > 0; --k) vocabulary.intern(spelled(input, 12));
    const MarkedWords marked = mark_words(known, vocabulary);
    for (std::size_t id = 0; id < vocabulary.size(); ++id) {
        const std::uint8_t mark = marked.marks[id];
        must((mark & (UNKNOWN | CAPITAL)) == 0 || (mark & ALPHABETIC) != 0, "marks: only words are unknown");
        must((mark & LONE) == 0 || mark == LONE, "marks: a single character is nothing else");
    }

    // Now and then an array does not fit, or a hash is there twice: refused.
    std::vector<std::int32_t> pieces(hashes);
    for (const std::string& word : words)
        pieces.push_back(static_cast<std::int32_t>(known_word_hash("##", word.substr(0, 1))));
    std::sort(pieces.begin(), pieces.end());
    if (input.byte() != 7) pieces.erase(std::unique(pieces.begin(), pieces.end()), pieces.end());
    const bool fits = input.byte() != 9;
    std::vector<std::uint8_t> weights(pieces.size() + (fits ? 0 : 1));
    for (std::uint8_t& weight : weights) weight = input.byte();
    std::vector<std::int8_t> vectors(pieces.size() * kVectorSize, 0);
    for (std::size_t at = 0; at < vectors.size(); at += 1 + input.below(16))
        vectors[at] = static_cast<std::int8_t>(input.byte());

    const auto sentence = [&] {
        std::vector<Word> made(input.below(12));
        for (Word& word : made) word = static_cast<Word>(input.below(vocabulary.size()));
        return made;
    };
    const std::vector<Word> hyp = sentence(), ref = sentence();
    const double excused = (1.0 + static_cast<double>(input.byte())) / 256.0;
    UnknownWords unknown(marked.marks, marked.folded);
    Rows row(2, 0.0);
    unknown(ref, hyp, excused, row.data());
    row.assign(2, 0.0);
    unknown(hyp, ref, excused, row.data());
    must(same_bits(row, unknown_in(marked, hyp, ref, excused)), "unknown words: nothing of an earlier pair stays");
    must_lie(row[0] + row[1], 0.0, static_cast<double>(hyp.size()), "unknown words: no more than there are words");
    must(same_bits(unknown_in(marked, ref, ref, excused), Rows(2, 0.0)), "unknown words: a copy has none");
    const std::vector<Word> turned(hyp.rbegin(), hyp.rend());
    must(same_bits(row, unknown_in(marked, turned, ref, excused)), "unknown words: order does not count");

    accepted<std::invalid_argument>([&] {
        const WordVectors own(pieces, weights, vectors);
        must(fits, "word vectors: arrays that do not fit are refused");
        const VocabularyVectors made = vectors_of(own, vocabulary, marked.folded);
        for (std::size_t at = 0; at < made.vectors.size(); at += kVectorSize) {
            double squares = 0;
            for (std::size_t k = 0; k < kVectorSize; ++k) squares += made.vectors[at + k] * made.vectors[at + k];
            const double length = std::sqrt(squares);
            must(length == 0.0 || std::abs(length - kVectorLength) < 4.0, "word vectors: all of one length");
        }
        try_alike(marked, made, hyp, ref, excused);
    });
}
