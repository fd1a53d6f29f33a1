// Word alignments as text, one sentence a line.
//
//   pharaoh    0-0 1-2 2-1              links i-j
//   segments   0-1=0 2=1-2              phrases of Moses' n-best lists, source span = target span
//   trace      das ist |0-1| gut |2|    Moses' output with -t: target words, then the source span they translate
//
// Phrases link every word of one side with every word of the other, as Moses' own scorer takes them. A link that is
// written twice is one link.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "order/permutations.hpp"

namespace tertium {

enum class AlignmentForm { pharaoh, segments, trace };

// What stopped the reading, if something did: bytes [begin, end) of line `line`.
struct AlignmentFault {
    enum Kind : std::int32_t {
        none = 0,
        not_a_link = 1,
        below_base = 2,
        too_large = 3,
        backwards = 4,
        open_phrase = 5
    };
    Kind kind = none;
    std::int64_t line = -1, begin = 0, end = 0;
};

class AlignmentReader {
  public:
    // Positions above this are refused: no sentence has so many words, and sums of positions stay in 32 bits.
    static constexpr std::int64_t kLargest = 100'000'000;
    // A phrase links all its words with all words of the other side; this bounds what a few bytes can ask for.
    static constexpr std::int64_t kLargestPhrase = 1'000;
    static constexpr std::size_t kMostLinks = std::size_t{1} << 22;  // of one line

    AlignmentReader(AlignmentForm form, std::int64_t base) : form_(form), base_(base) {}

    // Reads one line (without its newline) and ends an item; false at a fault.
    bool read(std::string_view line, std::int64_t number) {
        line_ = line;
        number_ = number;
        words_ = phrase_begin_ = 0;
        const std::size_t first = links.size();
        most_ = first + kMostLinks;
        for (std::size_t at = 0; at < line.size();) {
            if (is_space(line[at])) {
                ++at;
                continue;
            }
            std::size_t end = at;
            while (end < line.size() && !is_space(line[end])) ++end;
            if (!take(at, end)) return false;
            if (links.size() > most_) return fault_at(AlignmentFault::too_large, at, end);
            at = end;
        }
        if (form_ == AlignmentForm::trace && phrase_begin_ < words_)
            return fault_at(AlignmentFault::open_phrase, 0, line.size());
        sort_and_unite(first);
        offsets.push_back(static_cast<std::int64_t>(links.size()));
        targets.push_back(words_);
        return true;
    }

    std::vector<Link> links;
    std::vector<std::int64_t> offsets{0};
    std::vector<std::int64_t> targets;  // trace: how many target words the line has
    AlignmentFault fault;

  private:
    struct SpanOfWords {
        std::int64_t first, last;
    };

    static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

    bool fault_at(AlignmentFault::Kind kind, std::size_t begin, std::size_t end) {
        fault = {kind, number_, static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end)};
        return false;
    }

    bool take(std::size_t begin, std::size_t end) {
        switch (form_) {
            case AlignmentForm::pharaoh: return take_link(begin, end);
            case AlignmentForm::segments: return take_segment(begin, end);
            case AlignmentForm::trace: return take_trace(begin, end);
        }
        return false;
    }

    bool take_link(std::size_t begin, std::size_t end) {
        std::int64_t from = 0, to = 0;
        std::size_t at = begin;
        if (!digits(at, end, from) || at == end || line_[at++] != '-' || !digits(at, end, to) || at != end)
            return fault_at(AlignmentFault::not_a_link, begin, end);
        return in_range(from, begin, end) && in_range(to, begin, end) && add(from, to);
    }

    bool take_segment(std::size_t begin, std::size_t end) {
        SpanOfWords source{}, target{};
        std::size_t at = begin;
        if (!span_of(at, end, source) || at == end || line_[at++] != '=' || !span_of(at, end, target) || at != end)
            return fault_at(AlignmentFault::not_a_link, begin, end);
        return checked(source, begin, end) && checked(target, begin, end) && add(source, target);
    }

    // A word of the target, or |i-j| after the words of a phrase; |i| is short for |i-i|.
    bool take_trace(std::size_t begin, std::size_t end) {
        if (end - begin < 3 || line_[begin] != '|' || line_[end - 1] != '|') {
            ++words_;
            return true;
        }
        SpanOfWords source{};
        std::size_t at = begin + 1;
        if (!span_of(at, end, source) || at != end - 1) return fault_at(AlignmentFault::not_a_link, begin, end);
        if (!checked(source, begin, end)) return false;
        const SpanOfWords target{phrase_begin_ + base_, words_ - 1 + base_};
        phrase_begin_ = words_;
        if (target.last < target.first) return true;  // a phrase that was translated by nothing
        if (target.last - target.first >= kLargestPhrase) return fault_at(AlignmentFault::too_large, begin, end);
        return add(source, target);
    }

    bool digits(std::size_t& at, std::size_t end, std::int64_t& value) const {
        const std::size_t first = at;
        value = 0;
        for (; at < end && line_[at] >= '0' && line_[at] <= '9'; ++at)
            if (value <= kLargest) value = value * 10 + (line_[at] - '0');
        return at > first;
    }

    bool span_of(std::size_t& at, std::size_t end, SpanOfWords& span) const {
        if (!digits(at, end, span.first)) return false;
        span.last = span.first;
        if (at == end || line_[at] != '-') return true;
        return digits(++at, end, span.last);
    }

    bool in_range(std::int64_t value, std::size_t begin, std::size_t end) {
        if (value < base_) return fault_at(AlignmentFault::below_base, begin, end);
        return value <= kLargest || fault_at(AlignmentFault::too_large, begin, end);
    }

    bool checked(const SpanOfWords& span, std::size_t begin, std::size_t end) {
        if (!in_range(span.first, begin, end) || !in_range(span.last, begin, end)) return false;
        if (span.last < span.first) return fault_at(AlignmentFault::backwards, begin, end);
        return span.last - span.first < kLargestPhrase || fault_at(AlignmentFault::too_large, begin, end);
    }

    bool add(std::int64_t from, std::int64_t to) {
        links.push_back({static_cast<std::int32_t>(from - base_), static_cast<std::int32_t>(to - base_)});
        return true;
    }

    bool add(const SpanOfWords& source, const SpanOfWords& target) {
        for (std::int64_t from = source.first; from <= source.last; ++from)
            for (std::int64_t to = target.first; to <= target.last; ++to) add(from, to);
        return true;
    }

    void sort_and_unite(std::size_t first) {
        const auto begin = links.begin() + static_cast<std::ptrdiff_t>(first);
        std::sort(begin, links.end(),
                  [](const Link& a, const Link& b) { return a.from != b.from ? a.from < b.from : a.to < b.to; });
        links.erase(std::unique(begin, links.end(),
                                [](const Link& a, const Link& b) { return a.from == b.from && a.to == b.to; }),
                    links.end());
    }

    AlignmentForm form_;
    std::int64_t base_;
    std::string_view line_;
    std::int64_t number_ = 0, words_ = 0, phrase_begin_ = 0;
    std::size_t most_ = 0;
};

}  // namespace tertium
