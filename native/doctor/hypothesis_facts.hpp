// Hypotheses beside their references: lines that are equal, copied, of another script, far too long or short, repeated;
// and whether lengths would agree better if one file were moved by some lines against the other.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "base/sentences.hpp"
#include "doctor/sentence_traits.hpp"

namespace tertium::doctor {

enum Fact : std::size_t {
    COMPARED_LONG,  // long hypotheses with a reference
    EQUAL,          // of these, equal to a reference
    TOO_SHORT,      // under a third of the shortest reference
    TOO_LONG,       // over three times the longest
    EMPTY,          // blank where the references are not
    COPIED,         // equal to the source and to no reference
    OTHER_SCRIPT,   // than every reference
    PREFACED,       // begins as language models do, and no reference does
    QUOTED,         // quotes around the whole line and around no reference
    MARKED,         // Markdown around the whole line and around no reference
    REPEATED,       // the same long text as an earlier segment of the chunk that has another reference
    REFUSED,        // begins as language models refuse, and no reference does
};
inline constexpr std::size_t kFacts = 12;
inline constexpr std::int32_t kRatioFrom = 30;  // characters; the lengths of short sentences differ by nature

// `by_line`: a bit for each fact of every line, or nothing if nobody wants to list them.
inline void count_facts(const Traits& traits, std::span<const std::int32_t> hyp, const RaggedView& refs,
                        std::span<const std::int32_t> sources, std::int64_t* counts, std::int64_t* first,
                        std::span<std::uint32_t> by_line) {
    std::fill_n(counts, kFacts, std::int64_t{0});
    std::fill_n(first, kFacts, std::int64_t{-1});
    std::vector<std::int32_t> seen(traits.flags.size(), -1);  // by sentence: the reference of its first segment
    const auto note = [&](std::size_t fact, std::size_t at) {
        if (counts[fact]++ == 0) first[fact] = static_cast<std::int64_t>(at);
        if (!by_line.empty()) by_line[at] |= 1u << fact;
    };
    for (std::size_t i = 0; i < hyp.size(); ++i) {
        const std::span<const std::int32_t> own_refs = refs[i];
        if (own_refs.empty()) continue;  // a segment without references is masked
        const auto h = static_cast<std::size_t>(hyp[i]);
        std::int32_t shortest = traits.characters[static_cast<std::size_t>(own_refs[0])], longest = shortest;
        std::uint32_t all = traits.flags[static_cast<std::size_t>(own_refs[0])], any = all;
        bool equal = own_refs[0] == hyp[i],
             script = traits.script[static_cast<std::size_t>(own_refs[0])] == traits.script[h];
        bool unknown = traits.script[static_cast<std::size_t>(own_refs[0])] == NO_SCRIPT;
        for (const std::int32_t id : own_refs.subspan(1)) {
            const auto r = static_cast<std::size_t>(id);
            shortest = std::min(shortest, traits.characters[r]);
            longest = std::max(longest, traits.characters[r]);
            all &= traits.flags[r];
            any |= traits.flags[r];
            equal |= id == hyp[i];
            script |= traits.script[r] == traits.script[h];
            unknown |= traits.script[r] == NO_SCRIPT;
        }
        const std::uint32_t flags = traits.flags[h];
        const std::int32_t length = traits.characters[h];
        if (flags & LONG) {
            note(COMPARED_LONG, i);
            if (equal) note(EQUAL, i);
            if (seen[h] < 0) seen[h] = own_refs[0];
            else if (seen[h] != own_refs[0]) note(REPEATED, i);
        }
        if (flags & BLANK) {
            if (!(all & BLANK)) note(EMPTY, i);
            continue;
        }
        if (!sources.empty() && sources[i] == hyp[i] && !equal && length >= 10) note(COPIED, i);
        if (shortest >= kRatioFrom && length * 3LL < shortest) note(TOO_SHORT, i);
        if (length >= kRatioFrom && length > 3LL * longest) note(TOO_LONG, i);
        if (!script && !unknown && traits.script[h] != NO_SCRIPT && length >= 10) note(OTHER_SCRIPT, i);
        const std::uint32_t only = flags & ~any;
        if (only & PREFACE) note(PREFACED, i);
        if (only & REFUSAL) note(REFUSED, i);
        if (only & WRAPPED) note(QUOTED, i);
        if (only & FENCED) note(MARKED, i);
    }
}

// What is looked for: windows of `size` lines, up to `reach` lines away, of which `fewest` must have partners; habits in
// about `sample` sentences; facts of `every_line`, or just their numbers.
struct Windows {
    int size, reach, fewest;
    std::size_t sample;
    bool every_line;
};

// Windows of lines whose lengths agree much better with references `shift` lines further on: (system, window, shift).
// Lengths cost nothing to look at and tell a shifted file reliably enough to be worth scoring those windows; they decide
// nothing.
inline void shifted_windows(std::span<const std::int32_t> hyp_lengths, std::span<const std::int32_t> ref_lengths,
                            const Windows& windows, int system, std::vector<std::array<int, 3>>& found) {
    const int n = static_cast<int>(hyp_lengths.size());
    const std::int32_t *h = hyp_lengths.data(), *r = ref_lengths.data();
    const auto apart = [&](int low, int high, int k) {
        std::int32_t sum = 0;
        for (int i = low; i < high; ++i) sum += std::abs(h[i] - r[i + k]);
        return sum;
    };
    for (int from = 0, place = 0; from < n; from += windows.size, ++place) {
        const int to = std::min(from + windows.size, n);
        const std::int32_t whole = apart(from, to, 0);
        int best = 0;
        double best_share = 0.7;  // of the disagreement of the same lines unshifted
        for (int k = -windows.reach; k <= windows.reach; ++k) {
            const int low = std::max(from, -k), high = std::min(to, n - k);
            if (k == 0 || high - low < windows.fewest) continue;
            const double still = low == from && high == to ? whole : apart(low, high, 0);
            const double moved = apart(low, high, k);
            if (moved < best_share * still) {
                best_share = moved / still;
                best = k;
            }
        }
        if (best != 0) found.push_back({system, place, best});
    }
}

struct Survey {
    Traits traits;
    std::vector<std::int64_t> counts;    // (2, streams, kinds): how many, and the place of the first (-1)
    std::vector<std::int64_t> facts;     // (2, systems, facts)
    std::vector<std::uint32_t> by_line;  // (systems, segments): facts of every line; empty unless asked for
    std::vector<std::int64_t> lengths;   // (2, streams): characters, lines
    bool regular = true;                 // every segment has every reference
    std::vector<std::array<int, 3>> candidates;
};

inline Survey survey(const Pool& pool, std::span<const std::int32_t> hyp, std::size_t systems, const RaggedView& refs,
                     std::size_t references, std::span<const std::int32_t> sources, const Windows& windows) {
    constexpr std::size_t kinds = kKinds;
    const std::size_t segments = refs.size(), streams = systems + references;
    Survey made;
    made.traits = inspect(pool, windows.sample);
    made.counts.assign(2 * streams * kinds, 0);
    std::fill(made.counts.begin() + static_cast<std::ptrdiff_t>(streams * kinds), made.counts.end(), -1);
    made.facts.resize(2 * systems * kFacts);
    if (windows.every_line) made.by_line.assign(systems * segments, 0);
    made.lengths.assign(2 * streams, 0);
    bool every_segment_has_one = true;
    for (std::size_t i = 0; i < segments; ++i) {
        made.regular &= refs[i].size() == references;
        every_segment_has_one &= !refs[i].empty();
    }
    const auto stream = [&](std::size_t at, std::span<const std::int32_t> ids) {
        count_traits(made.traits, ids, made.counts.data() + at * kinds, made.counts.data() + (streams + at) * kinds);
        for (const std::int32_t id : ids) made.lengths[at] += made.traits.characters[static_cast<std::size_t>(id)];
        made.lengths[streams + at] = static_cast<std::int64_t>(ids.size());
    };
    const auto bounded = [&](std::int32_t id) {  // so that a window's sum fits 32 bits
        return std::min(made.traits.characters[static_cast<std::size_t>(id)], std::int32_t{1} << 20);
    };
    std::vector<std::int32_t> ref_lengths(segments), hyp_lengths(segments), ids;
    if (made.regular && references > 1) {
        ids.resize(segments);
        for (std::size_t r = 0; r < references; ++r) {
            for (std::size_t i = 0; i < segments; ++i) ids[i] = refs[i][r];
            stream(systems + r, ids);
        }
    } else {
        stream(systems, refs.values);  // all together under the first where some are missing
    }
    for (std::size_t i = 0; every_segment_has_one && i < segments; ++i) ref_lengths[i] = bounded(refs[i][0]);
    for (std::size_t s = 0; s < systems; ++s) {
        const auto own = hyp.subspan(s * segments, segments);
        stream(s, own);
        count_facts(
            made.traits, own, refs, sources, made.facts.data() + s * kFacts, made.facts.data() + (systems + s) * kFacts,
            windows.every_line ? std::span(made.by_line).subspan(s * segments, segments) : std::span<std::uint32_t>{});
        if (!every_segment_has_one) continue;
        for (std::size_t i = 0; i < segments; ++i) hyp_lengths[i] = bounded(own[i]);
        shifted_windows(hyp_lengths, ref_lengths, windows, static_cast<int>(s), made.candidates);
    }
    return made;
}

}  // namespace tertium::doctor
