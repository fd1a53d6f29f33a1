// Pairs of phrases that translate each other: extracted from aligned sentences and counted, or read from a phrase table.
//
// Extraction is that of phrase-based translation (Koehn, Och and Marcu 2003): a pair of spans is consistent if at least
// one link joins them and no link leaves them. Unlinked words at the edges of either span give further pairs. Spans have
// at most `longest` words, which bounds the work for a sentence by its length times longest^2 (and longest^2 more where
// source words have no link).
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "base/sentences.hpp"
#include "base/string_table.hpp"
#include "lexicon/phrases.hpp"
#include "text/sentence_pool.hpp"

namespace tertium {

// The words and phrases of one language.
struct PhraseSide {
    StringTable words;
    Phrases phrases;
};

struct CountedPair {
    std::int32_t source, target;
    std::int64_t count;
};

class PhrasePairs {
  public:
    PhraseSide source, target;

    // Links are (source word, target word), inside both sentences. Both are ids into the words of their sides.
    void add_linked(Words from, Words to, std::span<const std::int32_t> links, std::size_t longest) {
        bound(from.size(), to.size(), links);
        for (std::size_t start = 0; start < to.size(); ++start) {
            Range reached;
            for (std::size_t end = start; end < to.size() && end - start < longest; ++end) {
                reached.add(sources_of_[end]);
                if (reached.empty()) continue;
                if (static_cast<std::size_t>(reached.high - reached.low) >= longest) break;
                if (consistent(reached, start, end)) emit(from, to, reached, start, end, longest);
            }
        }
        if (keys_.size() >= std::max(kCompact, counted_.size())) compact();
    }

    // Every pair once, sorted by source and target phrase, with how often it was extracted.
    std::vector<CountedPair> take_counted() {
        compact();
        return std::move(counted_);
    }

    // Rows of a phrase table: the two probabilities that the columns hold.
    struct Row {
        std::int32_t source, target;
        double source_given_target, target_given_source;
    };
    enum class Fault { none, not_utf8, fields, no_phrase, no_column, not_a_number, no_probability };

    // One line `phrase ||| phrase ||| numbers ...`; columns count from 1. Rows with a phrase longer than `longest` are
    // read and not kept.
    Fault add_row(std::string_view line, std::size_t source_column, std::size_t target_column, std::size_t longest) {
        if (first_invalid_utf8(line) >= 0) return Fault::not_utf8;
        std::string_view fields[3];
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t end = line.find("|||");
            if (end == std::string_view::npos && k < 2) return Fault::fields;
            fields[k] = line.substr(0, end);
            line = end == std::string_view::npos ? std::string_view() : line.substr(end + 3);
        }
        double first = 0, second = 0;
        std::size_t column = 0, found = 0;
        for (std::string_view rest = fields[2]; next_word(rest);) {
            const std::string_view number = taken_;
            ++column;
            if (column != source_column && column != target_column) continue;
            double value = 0;
            const auto [stop, error] = std::from_chars(number.data(), number.data() + number.size(), value);
            if (error == std::errc::invalid_argument || stop != number.data() + number.size())
                return Fault::not_a_number;
            if (error == std::errc::result_out_of_range) {
                if (!is_tiny(number)) return Fault::no_probability;
                value = 0;
            }
            if (!(value >= 0 && value <= kMostProbability)) return Fault::no_probability;
            if (column == source_column) first = value, ++found;
            if (column == target_column) second = value, ++found;
        }
        const std::int32_t from = phrase_of(fields[0], source, longest), to = phrase_of(fields[1], target, longest);
        if (from == kEmpty || to == kEmpty) return Fault::no_phrase;
        if (found < 2) return Fault::no_column;
        if (from != kTooLong && to != kTooLong) rows_.push_back({from, to, first, second});
        return Fault::none;
    }

    std::vector<Row> take_rows() { return std::move(rows_); }

  private:
    static constexpr std::size_t kCompact = std::size_t{1} << 22;
    static constexpr double kMostProbability = 1.0001;  // tables are rounded
    static constexpr std::int32_t kEmpty = -1, kTooLong = -2;

    // Positions low .. high; empty at first.
    struct Range {
        std::int32_t low = std::numeric_limits<std::int32_t>::max(), high = -1;
        bool empty() const { return high < 0; }
        void add(const Range& other) { low = std::min(low, other.low), high = std::max(high, other.high); }
        void add(std::int32_t place) { low = std::min(low, place), high = std::max(high, place); }
    };

    void bound(std::size_t from, std::size_t to, std::span<const std::int32_t> links) {
        targets_of_.assign(from, Range{});
        sources_of_.assign(to, Range{});
        for (std::size_t k = 0; k + 1 < links.size(); k += 2) {
            targets_of_[static_cast<std::size_t>(links[k])].add(links[k + 1]);
            sources_of_[static_cast<std::size_t>(links[k + 1])].add(links[k]);
        }
    }

    bool consistent(const Range& reached, std::size_t start, std::size_t end) const {
        Range back;
        for (std::int32_t i = reached.low; i <= reached.high; ++i) back.add(targets_of_[static_cast<std::size_t>(i)]);
        return back.low >= static_cast<std::int32_t>(start) && back.high <= static_cast<std::int32_t>(end);
    }

    void emit(Words from, Words to, const Range& reached, std::size_t start, std::size_t end, std::size_t longest) {
        const std::int32_t translation = target.phrases.intern(to.subspan(start, end - start + 1));
        const auto low = static_cast<std::size_t>(reached.low), high = static_cast<std::size_t>(reached.high);
        for (std::size_t first = low;; --first) {
            for (std::size_t last = high; last < from.size() && last - first < longest; ++last) {
                if (last > high && !targets_of_[last].empty()) break;
                const std::int32_t phrase = source.phrases.intern(from.subspan(first, last - first + 1));
                keys_.push_back((static_cast<std::uint64_t>(phrase) << 32) | static_cast<std::uint32_t>(translation));
            }
            if (first == 0 || !targets_of_[first - 1].empty() || high - first + 1 >= longest) break;
        }
    }

    // Sorts what was extracted since and adds it to the counts: memory follows the distinct pairs.
    void compact() {
        std::sort(keys_.begin(), keys_.end());
        std::vector<CountedPair> merged;
        merged.reserve(counted_.size() + keys_.size() / 2);
        std::size_t k = 0;
        const auto key_of = [](const CountedPair& pair) {
            return (static_cast<std::uint64_t>(pair.source) << 32) | static_cast<std::uint32_t>(pair.target);
        };
        const auto add_run = [&](std::int64_t before) {
            const std::uint64_t key = keys_[k];
            std::int64_t count = before;
            for (; k < keys_.size() && keys_[k] == key; ++k) ++count;
            merged.push_back(
                {static_cast<std::int32_t>(key >> 32), static_cast<std::int32_t>(key & 0xffffffffu), count});
        };
        for (const CountedPair& pair : counted_) {
            while (k < keys_.size() && keys_[k] < key_of(pair)) add_run(0);
            if (k < keys_.size() && keys_[k] == key_of(pair)) add_run(pair.count);
            else merged.push_back(pair);
        }
        while (k < keys_.size()) add_run(0);
        counted_.swap(merged);
        keys_.clear();
    }

    // Of a number that no double can hold: is it nearer to 0 than one can be, and not larger?
    static bool is_tiny(std::string_view number) {
        const std::size_t exponent = number.find_first_of("eE");
        if (exponent == std::string_view::npos) return number[0] == '0' || number[0] == '.';
        return exponent + 1 < number.size() && number[exponent + 1] == '-';
    }

    bool next_word(std::string_view& rest) {
        const std::size_t first = rest.find_first_not_of(" \t\r");
        if (first == std::string_view::npos) return false;
        const std::size_t end = std::min(rest.find_first_of(" \t\r", first), rest.size());
        taken_ = rest.substr(first, end - first);
        rest = rest.substr(end);
        return true;
    }

    std::int32_t phrase_of(std::string_view text, PhraseSide& side, std::size_t longest) {
        spelled_.clear();
        while (next_word(text)) spelled_.push_back(side.words.intern(taken_));
        if (spelled_.empty()) return kEmpty;
        return spelled_.size() > longest ? kTooLong : side.phrases.intern(spelled_);
    }

    std::vector<Range> targets_of_, sources_of_;  // by word of the sentence pair at hand
    std::vector<std::uint64_t> keys_;             // source phrase and target phrase of every extracted pair
    std::vector<CountedPair> counted_;
    std::vector<Row> rows_;
    std::vector<std::int32_t> spelled_;
    std::string_view taken_;
};

}  // namespace tertium
