// Word order, blocks, permutations and alignments as text (tests/textbook in C++): the rules as they are stated.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/sentences.hpp"

namespace tertium::judge::textbook {

using Links = std::vector<std::pair<int, int>>;  // (reference or source, hypothesis or target)

enum class Rule { paper, program, legacy };

// Where a piece first is, if it is once in the text; -1 otherwise. RIBES.py before 1.02.4 counts without overlaps.
inline int only_place(Words piece, Words text, Rule rule) {
    int found = -1;
    for (std::size_t at = 0; at + piece.size() <= text.size();) {
        if (!std::equal(piece.begin(), piece.end(), text.begin() + static_cast<std::ptrdiff_t>(at))) {
            ++at;
            continue;
        }
        if (found >= 0) return -1;
        found = static_cast<int>(at);
        at += rule == Rule::legacy ? piece.size() : 1;
    }
    return found;
}

// The place in ref of a piece that is once on both sides, else -1.
inline int place_of(Words piece, Words hyp, Words ref, Rule rule) {
    return only_place(piece, hyp, rule) < 0 ? -1 : only_place(piece, ref, rule);
}

// Isozaki et al. 2010, figure 1; or RIBES.py: growing n-grams, left context first, in old versions one window less.
inline std::vector<int> word_places(Words hyp, Words ref, Rule rule) {
    std::vector<int> made(hyp.size(), -1);
    for (std::size_t i = 0; i < hyp.size(); ++i) {
        const auto piece = [&](std::size_t first, std::size_t size) {
            return place_of(hyp.subspan(first, size), hyp, ref, rule);
        };
        made[i] = piece(i, 1);
        if (made[i] >= 0) continue;
        if (rule == Rule::paper) {
            if (i + 1 < hyp.size()) made[i] = piece(i, 2);
            if (made[i] < 0 && i > 0 && piece(i - 1, 2) >= 0) made[i] = piece(i - 1, 2) + 1;
            continue;
        }
        if (std::find(ref.begin(), ref.end(), hyp[i]) == ref.end()) continue;
        const std::size_t windows = std::max(i, hyp.size() - i) + (rule == Rule::legacy ? 0 : 1);
        for (std::size_t window = 1; window < windows && made[i] < 0; ++window) {
            if (window <= i && piece(i - window, window + 1) >= 0)
                made[i] = piece(i - window, window + 1) + static_cast<int>(window);
            else if (i + window < hyp.size()) made[i] = piece(i, window + 1);
        }
    }
    return made;
}

struct Block {
    int ref, hyp, length, shift, moved;
};

// The blocks, given in hypothesis order, of the heaviest sequence that rises in the reference. Of equally heavy ones,
// the one that ends first, and goes back through the latest block each time.
inline std::set<int> heaviest_increasing(const std::vector<Block>& runs) {
    const int count = static_cast<int>(runs.size());
    std::vector<int> weight(runs.size()), previous(runs.size(), -1);
    int last = -1;
    for (int k = 0; k < count; ++k) {
        std::pair<int, int> top{0, -1};
        for (int j = 0; j < k; ++j)
            if (runs[static_cast<std::size_t>(j)].ref < runs[static_cast<std::size_t>(k)].ref)
                top = std::max(top, {weight[static_cast<std::size_t>(j)], j});
        weight[static_cast<std::size_t>(k)] = top.first + runs[static_cast<std::size_t>(k)].length;
        previous[static_cast<std::size_t>(k)] = top.second;
        if (last < 0 || weight[static_cast<std::size_t>(k)] > weight[static_cast<std::size_t>(last)]) last = k;
    }
    std::set<int> chosen;
    for (; last >= 0; last = previous[static_cast<std::size_t>(last)]) chosen.insert(last);
    return chosen;
}

inline std::vector<Block> moved_blocks(Links pairs) {
    std::sort(pairs.begin(), pairs.end());
    Links links;                    // every word once, the first link of each by position
    for (const auto& pair : pairs)  // whole: clang before 16 lets no lambda see the names of its parts
        if (std::none_of(links.begin(), links.end(),
                         [&](const auto& one) { return one.first == pair.first || one.second == pair.second; }))
            links.push_back(pair);
    std::sort(links.begin(), links.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    std::vector<Block> runs;
    for (const auto& [ref, hyp] : links) {
        if (!runs.empty() && runs.back().ref + runs.back().length == ref && runs.back().hyp + runs.back().length == hyp)
            ++runs.back().length;
        else runs.push_back({ref, hyp, 1, 0, 0});
    }
    const std::set<int> staying = heaviest_increasing(runs);
    int before_hyp = 0;
    for (std::size_t k = 0; k < runs.size(); before_hyp += runs[k++].length) {
        if (staying.count(static_cast<int>(k)) > 0) continue;
        int before_ref = 0;
        for (const Block& other : runs)
            if (other.ref < runs[k].ref) before_ref += other.length;
        runs[k].shift = before_hyp - before_ref;
        runs[k].moved = 1;
    }
    return runs;
}

// Ranks (from 0) of the source words by target position; places are fractions. null_words: previous, literal, drop;
// one_to_many: first, last, mean.
inline std::vector<int> permutation(int size, const Links& links, int null_words, int one_to_many, bool inverted) {
    struct Place {
        std::int64_t sum, of;
        int word;
    };
    std::vector<Place> places;
    for (int i = 0; i < size; ++i) {
        std::vector<int> targets;
        for (const auto& [source, target] : links)
            if (source == i) targets.push_back(target);
        if (!targets.empty() && one_to_many == 2) {
            std::int64_t sum = 0;
            for (const int target : targets) sum += target;
            places.push_back({sum, static_cast<std::int64_t>(targets.size()), i});
        } else if (!targets.empty()) {
            const auto [low, high] = std::minmax_element(targets.begin(), targets.end());
            places.push_back({one_to_many == 0 ? *low : *high, 1, i});
        } else if (null_words == 2) {
            continue;
        } else if (i == 0) {
            places.push_back({0, 1, 0});
        } else {
            const Place before = places.back();
            places.push_back({before.sum + (null_words == 1 ? before.of : 0), before.of, i});
        }
    }
    // A rank is the number of words that stand before.
    std::vector<int> ranks;
    for (const Place& one : places) {
        int before = 0;
        for (const Place& other : places) {
            const std::int64_t left = other.sum * one.of, right = one.sum * other.of;
            before += left != right ? left < right : inverted ? other.word > one.word : other.word < one.word;
        }
        ranks.push_back(before);
    }
    return ranks;
}

// Reads "3" or "3-5" at `at` as a span; false if there is no number.
inline bool read_span(std::string_view line, std::size_t& at, int base, std::pair<int, int>& span) {
    const auto number = [&](int& made) {
        const std::size_t start = at;
        for (made = 0; at < line.size() && std::isdigit(static_cast<unsigned char>(line[at])) != 0; ++at)
            made = 10 * made + (line[at] - '0');
        made -= base;
        return at > start;
    };
    if (!number(span.first)) return false;
    span.second = span.first;
    if (at < line.size() && line[at] == '-') {
        ++at;
        number(span.second);
    }
    return true;
}

// Links of one well-formed line, sorted, each once. form: pharaoh, segments, trace.
inline Links read_line(std::string_view line, int form, int base) {
    std::set<std::pair<int, int>> links;
    int words = 0, phrase = 0;
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t end = std::min(line.find(' ', at), line.size());
        const std::string_view item = line.substr(at, end - at);
        at = end + 1;
        if (item.empty()) continue;
        std::pair<int, int> source, target;
        std::size_t place = form == 2 ? 1 : 0;
        if (form == 2 && item.front() != '|') {
            ++words;
            continue;
        }
        read_span(item, place, base, source);
        if (form == 0) {
            links.insert(source);
            continue;
        }
        if (form == 1) read_span(item, ++place, base, target);
        else target = {phrase, words - 1}, phrase = words;
        for (int i = source.first; i <= source.second; ++i)
            for (int j = target.first; j <= target.second; ++j) links.emplace(i, j);
    }
    return {links.begin(), links.end()};
}

}  // namespace tertium::judge::textbook
