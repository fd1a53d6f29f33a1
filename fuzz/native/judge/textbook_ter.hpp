// TER step by step (tests/textbook/ter.py in C++): candidates are listed, each is applied, each result gets its whole
// dynamic program. Two searches: tercom's, with or without its beam, and sacreBLEU's.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "base/sentences.hpp"

namespace tertium::judge::textbook {

using Sentence = std::vector<Word>;

constexpr int kMaxBlock = 10, kMaxDistance = 50, kBand = 25, kMaxCandidates = 1000, kUnreached = 1'000'000'000;

// Words start..end (inclusive) move to just after position `after` (-1: to the front).
struct Shift {
    int start, end, after;
};

// An edit path over ' ' (match), 's', 'i' (surplus hypothesis word), 'd' (missing reference word).
struct Alignment {
    int distance = 0;
    std::string path;
    std::vector<bool> hyp_wrong, ref_wrong;
    std::vector<int> aligned;  // of every reference word: its hypothesis position, or the last one used before it

    Alignment(int cost, std::string steps) : distance(cost), path(std::move(steps)) {
        for (const char step : path) {
            if (step != 'd') hyp_wrong.push_back(step != ' ');
            if (step != 'i')
                ref_wrong.push_back(step != ' '), aligned.push_back(static_cast<int>(hyp_wrong.size()) - 1);
        }
    }
};

// Costs and steps, a column for each hypothesis prefix, nothing reached yet.
struct Matrix {
    int hyp, ref;
    std::vector<int> costs;
    std::vector<char> steps;

    Matrix(const Sentence& hyp_words, const Sentence& ref_words)
        : hyp(static_cast<int>(hyp_words.size())),
          ref(static_cast<int>(ref_words.size())),
          costs(static_cast<std::size_t>((hyp + 1) * (ref + 1)), kUnreached),
          steps(costs.size(), '?') {}

    std::size_t place(int j, int i) const { return static_cast<std::size_t>(j * (ref + 1) + i); }
    int& cost(int j, int i) { return costs[place(j, i)]; }
    char& step(int j, int i) { return steps[place(j, i)]; }

    // The path back from the last cell.
    Alignment trace() {
        std::string path;
        for (int i = ref, j = hyp; i > 0 || j > 0;) {
            const char name = step(j, i);
            path += name;
            i -= name != 'i';
            j -= name != 'd';
        }
        std::reverse(path.begin(), path.end());
        return {cost(hyp, ref), std::move(path)};
    }
};

// Step 1: cells are expanded column by column (hypothesis), bottom up (reference); a beam below 0 is none.
inline Alignment beamed(const Sentence& hyp, const Sentence& ref, int beam) {
    Matrix made(hyp, ref);
    made.cost(0, 0) = 0;
    const auto relax = [&](int j, int i, int value, char name) {
        if (value >= made.cost(j, i)) return false;
        made.cost(j, i) = value, made.step(j, i) = name;
        return true;
    };
    int first = 0, last = 0, best = kUnreached;
    for (int j = 0; j <= made.hyp; ++j) {
        int next_best = kUnreached, next_first = -1, next_last = -1;
        for (int i = first; i <= std::min(last, made.ref); ++i) {
            const int value = made.cost(j, i);
            if (value >= kUnreached || (j < made.hyp && beam >= 0 && value > best + beam)) continue;
            if (next_first < 0) next_first = i;
            next_last = i + 1;
            if (i < made.ref && j < made.hyp) {
                const bool same = hyp[static_cast<std::size_t>(j)] == ref[static_cast<std::size_t>(i)];
                if (relax(j + 1, i + 1, value + !same, same ? ' ' : 's') || same)
                    next_best = std::min(next_best, value + !same);
            }
            if (j < made.hyp) relax(j + 1, i, value + 1, 'i');
            if (i < made.ref && relax(j, i + 1, value + 1, 'd') && i >= last) last = i + 1;
        }
        first = next_first, last = next_last, best = next_best;
    }
    return made.trace();
}

// sacreBLEU's dynamic program: only cells within 25 of a slanted diagonal; ties prefer diagonal, 'i', 'd'.
inline Alignment banded(const Sentence& hyp, const Sentence& ref) {
    Matrix made(hyp, ref);
    const double ratio = hyp.empty() ? 1.0 : static_cast<double>(ref.size()) / static_cast<double>(hyp.size());
    const int width = ratio / 2 > kBand ? static_cast<int>(std::ceil(ratio / 2 + kBand)) : kBand;
    for (int i = 0; i <= made.ref; ++i) made.cost(0, i) = i, made.step(0, i) = 'd';
    for (int j = 1; j <= made.hyp; ++j) {
        const int middle = static_cast<int>(std::floor(j * ratio));
        const int top = j == made.hyp ? made.ref + 1 : std::min(made.ref + 1, middle + width);
        for (int i = std::max(0, middle - width); i < top; ++i) {
            std::tuple<int, int, char> way{made.cost(j - 1, i) + 1, 1, 'i'};
            if (i > 0) {
                const bool same = hyp[static_cast<std::size_t>(j - 1)] == ref[static_cast<std::size_t>(i - 1)];
                way = std::min(
                    {way, {made.cost(j - 1, i - 1) + !same, 0, same ? ' ' : 's'}, {made.cost(j, i - 1) + 1, 2, 'd'}});
            }
            if (std::get<0>(way) < kUnreached) made.cost(j, i) = std::get<0>(way), made.step(j, i) = std::get<2>(way);
        }
    }
    return made.trace();
}

// `words` without those at [start, past), which then stand before what was at `target` (counted with them in place).
inline Sentence with_block_at(const Sentence& words, int start, int past, int target) {
    const auto at = [&](int place) { return words.begin() + place; };
    Sentence made;
    if (target <= start) {
        made.assign(at(0), at(target));
        made.insert(made.end(), at(start), at(past));
        made.insert(made.end(), at(target), at(start));
        made.insert(made.end(), at(past), words.end());
    } else {
        made.assign(at(0), at(start));
        made.insert(made.end(), at(past), at(target));
        made.insert(made.end(), at(start), at(past));
        made.insert(made.end(), at(target), words.end());
    }
    return made;
}

// Step 4; a target inside the block slides the block to the right by the distance from its start.
inline Sentence move(const Sentence& words, const Shift& shift) {
    int after = shift.after;
    if (after >= shift.start && after <= shift.end)
        after = std::min(shift.end + after - shift.start, static_cast<int>(words.size()) - 1);
    return with_block_at(words, shift.start, shift.end + 1, after + 1);
}

inline bool any(const std::vector<bool>& flags, int first, int past) {
    return std::find(flags.begin() + first, flags.begin() + past, true) != flags.begin() + past;
}

// Where ref has hyp's words start .. end.
inline std::vector<int> places(const Sentence& hyp, const Sentence& ref, int start, int end) {
    std::vector<int> made;
    const int size = end - start + 1;
    for (int m = 0; m + size <= static_cast<int>(ref.size()); ++m)
        if (std::equal(hyp.begin() + start, hyp.begin() + end + 1, ref.begin() + m)) made.push_back(m);
    return made;
}

// Step 3, in generation order.
inline std::vector<Shift> candidates(const Sentence& hyp, const Sentence& ref, const Alignment& now) {
    std::vector<Shift> made;
    const auto aligned = [&](int m) { return now.aligned[static_cast<std::size_t>(m)]; };
    const int words = static_cast<int>(hyp.size());
    for (int start = 0; start < words; ++start) {
        bool near = false;
        for (const int m : places(hyp, ref, start, start))
            near |= aligned(m) != start && aligned(m) - start <= kMaxDistance && start - aligned(m) - 1 <= kMaxDistance;
        if (!near) continue;
        for (int end = start; end < std::min(start + kMaxBlock, words); ++end) {
            const std::vector<int> there = places(hyp, ref, start, end);
            if (there.empty()) break;
            if (!any(now.hyp_wrong, start, end + 1)) continue;
            std::vector<int> targets;
            for (const int m : there)
                if (!(start <= aligned(m) && aligned(m) <= end) && std::abs(aligned(m) - start) <= kMaxDistance)
                    targets.push_back(m);
            if (targets.empty()) break;
            const int size = end - start + 1;
            for (const int m : targets) {
                if (!any(now.ref_wrong, m, m + size)) continue;
                for (int offset = -1; offset < size; ++offset) {
                    if (offset == -1 && m == 0) {
                        made.push_back({start, end, -1});
                        continue;
                    }
                    const int after = aligned(m + offset);
                    if (after != start && (offset == 0 || after != aligned(m))) made.push_back({start, end, after});
                }
            }
        }
    }
    return made;
}

struct Verdict {
    std::vector<Shift> shifts;
    std::string path;
};

// Steps 3 to 6.
inline Verdict search_tercom(Sentence hyp, const Sentence& ref, int beam) {
    Verdict made;
    Alignment now = beamed(hyp, ref, beam);
    for (;;) {
        std::vector<Shift> tries = candidates(hyp, ref, now);
        std::stable_sort(tries.begin(), tries.end(),  // generation order inside a length
                         [](const Shift& a, const Shift& b) { return a.start - a.end < b.start - b.end; });
        int best_total = now.distance;
        bool chosen = false;
        Shift choice{};
        Alignment best = now;
        for (const Shift& one : tries) {
            const int gain = now.distance - best_total, most = 2 * (one.end - one.start + 1);
            if (gain > most || (chosen && gain == most)) break;
            const Alignment then = beamed(move(hyp, one), ref, beam);
            const int total = then.distance + 1;
            if (total < best_total || (!chosen && total == best_total))
                best = then, best_total = total, choice = one, chosen = true;
        }
        if (!chosen) break;
        hyp = move(hyp, choice);
        now = best;
        made.shifts.push_back(choice);
    }
    made.path = now.path;
    return made;
}

// sacreBLEU inserts before `target`; at start .. start + length it skips that many words after the block.
inline Sentence slide(const Sentence& words, int start, int length, int target) {
    if (target < start) return with_block_at(words, start, start + length, target);
    const int past = target > start + length ? target : length + target;
    return with_block_at(words, start, start + length, std::min(past, static_cast<int>(words.size())));
}

// sacreBLEU 2.6: every common block, the best by (gain, length, earliest start, earliest target, words).
inline Verdict search_sacrebleu(Sentence hyp, const Sentence& ref) {
    Verdict made;
    if (ref.empty()) {
        made.path.assign(hyp.size(), 'i');
        return made;
    }
    using Rank = std::tuple<int, int, int, int, Sentence>;
    for (int tried = 0;;) {
        const Alignment now = banded(hyp, ref);
        made.path = now.path;
        const int words = static_cast<int>(hyp.size()), others = static_cast<int>(ref.size());
        bool found = false;
        Rank best;
        for (int start = 0; start < words; ++start)
            for (int m = 0; m < others && tried < kMaxCandidates; ++m) {
                if (std::abs(m - start) > kMaxDistance) continue;
                for (int length = 1; length <= kMaxBlock; ++length) {
                    if (start + length > words || m + length > others ||
                        !std::equal(hyp.begin() + start, hyp.begin() + start + length, ref.begin() + m))
                        break;
                    const int there = now.aligned[static_cast<std::size_t>(m)];
                    if (!any(now.hyp_wrong, start, start + length) || !any(now.ref_wrong, m, m + length)) continue;
                    if (start <= there && there < start + length) continue;
                    int previous = -1;
                    for (int offset = -1; offset < length; ++offset) {
                        const int target = m + offset >= 0 ? now.aligned[static_cast<std::size_t>(m + offset)] + 1 : 0;
                        if (target == previous) continue;
                        previous = target;
                        Sentence shifted = slide(hyp, start, length, target);
                        const int gain = now.distance - banded(shifted, ref).distance;
                        Rank rank{gain, length, -start, -target, std::move(shifted)};
                        ++tried;
                        if (!found || rank > best) best = std::move(rank), found = true;
                    }
                    if (tried >= kMaxCandidates) break;
                }
            }
        if (tried >= kMaxCandidates || !found || std::get<0>(best) <= 0) return made;
        const int length = std::get<1>(best), start = -std::get<2>(best), target = -std::get<3>(best);
        made.shifts.push_back({start, start + length - 1, target - 1});
        hyp = std::get<4>(best);
    }
}

}  // namespace tertium::judge::textbook
