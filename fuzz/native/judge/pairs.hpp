// Pairs to judge kernels on: made up by lot, and real outputs with their references (as tools/judge/pairs.py makes them).
//
// Made-up sentences are short and of few words, the first of them the most frequent, so that words repeat, blocks move
// and rules for ties are needed. One in thirty is as long as the machine words that kernels work in, one in three hundred
// longer than two of them. A hypothesis is mostly a damaged copy of a reference.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "input.hpp"

namespace tertium::judge {

using fuzz::Chunk;
using Sentence = std::vector<Word>;

struct Pair {
    Sentence hyp;
    std::vector<Sentence> refs;
    bool real = false;

    // The first words of every side, for textbook versions that try everything.
    void cut(std::size_t most) {
        hyp.resize(std::min(hyp.size(), most));
        for (Sentence& ref : refs) ref.resize(std::min(ref.size(), most));
    }
};

// Words by number. The first are those of made-up sentences.
class Vocabulary {
  public:
    Vocabulary() {
        for (const std::string_view word : {"a",  "b", "c",   "d", "e", "f",   "g",     "ab",  "abc", "é猫",  "дом",
                                            "猫", "0", "the", ".", ",", "(x)", "don't", "x-y", "run", "runs", "house"})
            number(word);
        made_up_ = spelled_.size();
    }

    Word number(std::string_view word) {
        const auto [found, is_new] = numbers_.try_emplace(std::string(word), static_cast<Word>(spelled_.size()));
        if (is_new) spelled_.push_back(found->first);
        return found->second;
    }
    const std::string& operator[](Word word) const { return spelled_[static_cast<std::size_t>(word)]; }
    std::size_t made_up() const { return made_up_; }

    std::string text(Words words) const {
        std::string made;
        for (const Word word : words) made += (made.empty() ? "" : " ") + (*this)[word];
        return made;
    }

  private:
    std::unordered_map<std::string, Word> numbers_;
    std::vector<std::string> spelled_;
    std::size_t made_up_ = 0;
};

// Made-up pairs and, one in ten where there are any, real ones.
class PairMaker {
  public:
    // A line of the file is a hypothesis and one to three references, tabs between them; no file: only made-up pairs.
    PairMaker(Vocabulary& vocabulary, const std::string& file, std::uint64_t seed)
        : vocabulary_(vocabulary), random_(seed) {
        if (file.empty()) return;
        std::ifstream in(file);
        if (!in) throw std::runtime_error("cannot read " + file);
        for (std::string line; std::getline(in, line);) {
            Pair pair;
            pair.real = true;
            pair.refs.emplace_back();
            Sentence* side = &pair.hyp;
            bool first = true;
            std::string_view rest = line;
            for (;;) {
                const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
                if (end > 0) side->push_back(vocabulary_.number(rest.substr(0, end)));
                if (end == rest.size()) break;
                if (rest[end] == '\t') {
                    if (!first) pair.refs.emplace_back();
                    first = false;
                    side = &pair.refs.back();
                }
                rest.remove_prefix(end + 1);
            }
            if (first) throw std::runtime_error(file + ": a line without a tab");
            real_.push_back(std::move(pair));
        }
    }

    Pair next(std::size_t longest) {
        Pair made = !real_.empty() && below(10) == 0 ? real() : made_up(longest);
        if (longest != 0) made.cut(longest);
        return made;
    }

  private:
    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }

    // What was given once comes again, cut at another place.
    Pair real() {
        if (next_real_ == 0) std::shuffle(real_.begin(), real_.end(), random_);
        Pair made = real_[next_real_];
        if (again_ && !made.hyp.empty()) {
            const std::size_t start = below(made.hyp.size() + 1);
            made.hyp.erase(made.hyp.begin(), made.hyp.begin() + static_cast<std::ptrdiff_t>(start));
            for (Sentence& ref : made.refs)
                ref.erase(ref.begin(), ref.begin() + static_cast<std::ptrdiff_t>(std::min(start / 2, ref.size())));
        }
        if (++next_real_ == real_.size()) next_real_ = 0, again_ = true;
        return made;
    }

    std::size_t length(std::size_t longest) {
        const std::size_t lot = below(300);
        const std::size_t made = lot == 0 ? 67 + below(94) : lot <= 10 ? 62 + below(5) : below(14);
        return longest == 0 ? made : made % (longest + 1);
    }

    Word word(std::size_t words, bool skewed) {
        const std::size_t one = below(words);
        return static_cast<Word>(skewed ? std::min(one, below(words)) : one);
    }

    Sentence sentence(std::size_t words, bool skewed, std::size_t longest) {
        Sentence made(length(longest));
        for (Word& one : made) one = word(words, skewed);
        return made;
    }

    Pair made_up(std::size_t longest) {
        const std::array<std::size_t, 5> sizes{1, 2, 3, 5, vocabulary_.made_up()};
        const std::size_t words = sizes[below(sizes.size())];
        const bool skewed = below(2) == 0;
        Pair made;
        for (std::size_t k = below(10) < 7 ? 1 : 2 + below(2); k > 0; --k)
            made.refs.push_back(sentence(words, skewed, longest));
        if (below(10) < 6) {
            made.hyp = made.refs[below(made.refs.size())];
            for (std::size_t changes = below(4); changes > 0; --changes) damage(made.hyp, word(words, skewed));
        } else {
            made.hyp = sentence(words, skewed, longest);
        }
        return made;
    }

    void damage(Sentence& words, Word with) {
        const std::size_t at = below(words.size() + 1);
        const auto place = words.begin() + static_cast<std::ptrdiff_t>(at);
        switch (below(4)) {
            case 0: words.insert(place, with); break;
            case 1:
                words.erase(place, place + static_cast<std::ptrdiff_t>(std::min(words.size() - at, 1 + below(3))));
                break;
            case 2:
                if (at < words.size()) {
                    *place = with;
                    break;
                }
                [[fallthrough]];
            default: std::rotate(words.begin(), place, words.end());
        }
    }

    Vocabulary& vocabulary_;
    std::mt19937_64 random_;
    std::vector<Pair> real_;
    std::size_t next_real_ = 0;
    bool again_ = false;
};

// All that is left when one thing is left out, the largest pieces first: a reference, or words of a side.
inline std::vector<Pair> smaller(const Pair& pair) {
    std::vector<Pair> made;
    for (std::size_t k = 0; pair.refs.size() > 1 && k < pair.refs.size(); ++k) {
        made.push_back(pair);
        made.back().refs.erase(made.back().refs.begin() + static_cast<std::ptrdiff_t>(k));
    }
    for (std::size_t side = 0; side <= pair.refs.size(); ++side) {
        const std::size_t words = side == 0 ? pair.hyp.size() : pair.refs[side - 1].size();
        for (std::size_t size = words; size > 0; size /= 2)
            for (std::size_t at = 0; at < words; at += size) {
                made.push_back(pair);
                Sentence& cut = side == 0 ? made.back().hyp : made.back().refs[side - 1];
                cut.erase(cut.begin() + static_cast<std::ptrdiff_t>(at),
                          cut.begin() + static_cast<std::ptrdiff_t>(std::min(at + size, words)));
            }
    }
    return made;
}

}  // namespace tertium::judge
