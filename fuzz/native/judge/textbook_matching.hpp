// Alignments by trying every one (tests/textbook in C++): the aligner's, METEOR's, IMPACT's; and ATEC phrase by phrase.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "base/sentences.hpp"

namespace tertium::judge::textbook {

using Link = std::pair<int, int>;  // (reference, hypothesis)

// Every set of links of equal words in which no word has two, in the order of the reference.
template <class Visit>
void for_each_pairing(Words ref, Words hyp, std::size_t at, std::vector<bool>& used, std::vector<Link>& links,
                      Visit&& visit) {
    if (at == ref.size()) {
        visit(links);
        return;
    }
    for_each_pairing(ref, hyp, at + 1, used, links, visit);
    for (std::size_t i = 0; i < hyp.size(); ++i) {
        if (used[i] || hyp[i] != ref[at]) continue;
        used[i] = true;
        links.emplace_back(static_cast<int>(at), static_cast<int>(i));
        for_each_pairing(ref, hyp, at + 1, used, links, visit);
        links.pop_back();
        used[i] = false;
    }
}

// Runs of links that stand next to each other, in the same order, on both sides.
inline int count_chunks(const std::vector<Link>& links) {
    int chunks = 0;
    for (std::size_t k = 0; k < links.size(); ++k)
        chunks += k == 0 || links[k - 1].first + 1 != links[k].first || links[k - 1].second + 1 != links[k].second;
    return chunks;
}

// What the rule of blocks makes small, the first number first: chunks, crossings, sum of distances.
inline std::tuple<int, int, int> cost(const std::vector<Link>& links) {
    int crossings = 0, distances = 0;
    for (std::size_t k = 0; k < links.size(); ++k) {
        distances += std::abs(links[k].first - links[k].second);
        for (std::size_t j = 0; j < k; ++j) crossings += links[j].second > links[k].second;
    }
    return {count_chunks(links), crossings, distances};
}

// (links, cost) of the best pairing: as many equal words as can be, then the smallest cost.
inline std::pair<int, std::tuple<int, int, int>> fewest_chunks(Words ref, Words hyp) {
    std::pair<int, std::tuple<int, int, int>> best{0, {0, 0, 0}};
    std::vector<bool> used(hyp.size());
    std::vector<Link> links;
    for_each_pairing(ref, hyp, 0, used, links, [&](const std::vector<Link>& one) {
        const int size = -static_cast<int>(one.size());
        if (size <= best.first) best = std::min(best, {size, cost(one)});
    });
    return {-best.first, best.second};
}

// The most equal words that can be matched and the fewest chunks that they can be in.
inline std::pair<int, int> best_alignment(Words hyp, Words ref) {
    std::pair<int, int> best{0, 0};
    std::vector<bool> used(hyp.size());
    std::vector<Link> links;
    for_each_pairing(ref, hyp, 0, used, links, [&](const std::vector<Link>& one) {
        const int size = -static_cast<int>(one.size());
        if (size <= best.first) best = std::min(best, {size, count_chunks(one)});
    });
    return {-best.first, best.second};
}

// The formula of 2005.
inline double meteor_score(int matches, int chunks, std::size_t hyp, std::size_t ref) {
    if (matches == 0) return 0.0;
    const double alpha = 0.9, beta = 3.0, gamma = 0.5;
    const double p = matches / static_cast<double>(hyp), r = matches / static_cast<double>(ref);
    return p * r / (alpha * p + (1 - alpha) * r) * (1 - gamma * std::pow(static_cast<double>(chunks) / matches, beta));
}

// IMPACT's reconstructed definition by listing every common subsequence.
class ImpactSums {
  public:
    ImpactSums(Words hyp, Words ref, double alpha, double beta) : hyp_(hyp), ref_(ref), alpha_(alpha), beta_(beta) {}

    // Every S that the definition allows: where routes tie in all respects, it leaves the choice open.
    std::set<double> sums() {
        std::vector<int> hs, rs;
        for (std::size_t i = 0; i < hyp_.size(); ++i) hs.push_back(static_cast<int>(i));
        for (std::size_t j = 0; j < ref_.size(); ++j) rs.push_back(static_cast<int>(j));
        return of_rest(hs, rs, 1.0);
    }

  private:
    using Route = std::vector<std::pair<int, int>>;
    using Key = std::tuple<std::size_t, double, double>;

    static double rounded(double number) { return std::round(number * 1e7) / 1e7; }

    // Every increasing sequence of matches among the places that are left.
    template <class Visit>
    void for_each_route(const std::vector<int>& hs, const std::vector<int>& rs, std::size_t a, std::size_t b,
                        Route& route, Visit&& visit) const {
        visit(route);
        for (std::size_t x = a; x < hs.size(); ++x)
            for (std::size_t y = b; y < rs.size(); ++y) {
                if (hyp_[static_cast<std::size_t>(hs[x])] != ref_[static_cast<std::size_t>(rs[y])]) continue;
                route.emplace_back(hs[x], rs[y]);
                for_each_route(hs, rs, x + 1, y + 1, route, visit);
                route.pop_back();
            }
    }

    double worth(const Route& route) const {
        double sum = 0;
        for (std::size_t n = 0; n < route.size();) {
            std::size_t end = n + 1;
            while (end < route.size() && route[end].first == route[end - 1].first + 1 &&
                   route[end].second == route[end - 1].second + 1)
                ++end;
            sum += std::pow(static_cast<double>(end - n), beta_);
            n = end;
        }
        return sum;
    }

    Key key(const Route& route) const {
        double apart = 0;
        for (const auto& [i, j] : route)
            apart += std::abs((i + 1) / static_cast<double>(hyp_.size()) - (j + 1) / static_cast<double>(ref_.size()));
        return {route.size(), rounded(worth(route)), -rounded(apart)};
    }

    std::set<double> of_rest(const std::vector<int>& hs, const std::vector<int>& rs, double weight) const {
        Key best{0, 0.0, 0.0};
        std::set<Route> bests;
        Route route;
        for_each_route(hs, rs, 0, 0, route, [&](const Route& one) {
            if (one.size() < std::get<0>(best) || one.empty()) return;
            const Key found = key(one);
            if (found < best) return;
            if (found > best) bests.clear();
            best = found;
            bests.insert(one);
        });
        if (bests.empty()) return {0.0};
        std::set<double> made;
        for (const Route& one : bests) {
            const auto left = [&](const std::vector<int>& places, bool in_hyp) {
                std::vector<int> rest;
                for (const int place : places)
                    if (std::none_of(one.begin(), one.end(),
                                     [&](const auto& link) { return (in_hyp ? link.first : link.second) == place; }))
                        rest.push_back(place);
                return rest;
            };
            for (const double more : of_rest(left(hs, true), left(rs, false), weight * alpha_))
                made.insert(rounded(weight * worth(one) + more));
        }
        return made;
    }

    Words hyp_, ref_;
    double alpha_, beta_;
};

// ATEC with equal words only: one phrase a round, every block looked at every time.
struct AtecPhrase {
    int hyp, reference, ref, size;
};

inline std::vector<AtecPhrase> atec_phrases(Words hyp, std::span<const Words> refs) {
    std::set<int> used;
    std::set<std::pair<int, int>> taken;
    std::vector<AtecPhrase> phrases;
    for (;;) {
        using Key = std::tuple<int, int, int, int, int>;  // -size, distance, reference, hyp, ref
        Key best{0, 0, 0, 0, 0};
        for (int k = 0; k < static_cast<int>(refs.size()); ++k) {
            const Words ref = refs[static_cast<std::size_t>(k)];
            for (int i = 0; i < static_cast<int>(hyp.size()); ++i)
                for (int j = 0; j < static_cast<int>(ref.size()); ++j)
                    for (int size = 0; static_cast<std::size_t>(i + size) < hyp.size() &&
                                       static_cast<std::size_t>(j + size) < ref.size();) {
                        if (used.count(i + size) > 0 || taken.count({k, j + size}) > 0 ||
                            hyp[static_cast<std::size_t>(i + size)] != ref[static_cast<std::size_t>(j + size)])
                            break;
                        ++size;
                        best = std::min(best, Key{-size, std::abs(i - j), k, i, j});
                    }
        }
        const auto [negative, distance, k, i, j] = best;
        if (negative == 0) break;
        phrases.push_back({i, k, j, -negative});
        for (int n = 0; n < -negative; ++n) used.insert(i + n), taken.insert({k, j + n});
    }
    std::sort(phrases.begin(), phrases.end(), [](const auto& a, const auto& b) { return a.hyp < b.hyp; });
    return phrases;
}

// (C, W_un)
inline std::pair<double, double> atec_parts(Words hyp, std::span<const Words> refs, std::span<const double> idf,
                                            bool repaired) {
    const auto tfidf = [&](int k, int j) {
        const Words ref = refs[static_cast<std::size_t>(k)];
        const Word word = ref[static_cast<std::size_t>(j)];
        return std::max(
            1.0, static_cast<double>(std::count(ref.begin(), ref.end(), word)) * idf[static_cast<std::size_t>(word)]);
    };
    const std::vector<AtecPhrase> phrases = atec_phrases(hyp, refs);
    double worth = 0;
    for (const AtecPhrase& phrase : phrases) {
        // How many of the same reference stand before it here and there.
        int here = 0, there = 0;
        for (const AtecPhrase& other : phrases) {
            if (other.reference != phrase.reference) continue;
            here += other.hyp < phrase.hyp;
            there += other.ref < phrase.ref;
        }
        double match = 0;
        for (int n = 0; n < phrase.size; ++n) match += 1 - 0.34 / tfidf(phrase.reference, phrase.ref + n);
        const double factor = 1 - std::pow(phrase.size, 1.1) / static_cast<double>(hyp.size());
        const double penalty = 0.02 * std::abs(phrase.hyp - phrase.ref) * (repaired ? std::max(0.0, factor) : factor) +
                               0.15 * std::abs(here - there);
        if (repaired) worth += match - std::min(penalty, 0.95 * match);
        else worth += penalty > match * 0.95 ? match * 0.95 : match - penalty;
    }
    double unmatched = 0;
    for (int k = 0; k < static_cast<int>(refs.size()); ++k)
        for (int j = 0; j < static_cast<int>(refs[static_cast<std::size_t>(k)].size()); ++j) {
            bool covered = false;
            for (const AtecPhrase& phrase : phrases)
                covered |= phrase.reference == k && phrase.ref <= j && j < phrase.ref + phrase.size;
            const double term = 0.15 - 0.26 / tfidf(k, j);
            if (!covered) unmatched += repaired ? std::max(0.0, term) : term;
        }
    return {worth, unmatched / static_cast<double>(refs.size())};
}

}  // namespace tertium::judge::textbook
