// What must hold for every input. A target says what it looks at; how it is held against the law stands here.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "input.hpp"

namespace tertium::fuzz {

// The fuzzer keeps the input that made a process abort.
inline void must(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "broken: %s\n", what);
    std::abort();
}

using Row = std::vector<double>;

// The same bits, so that 0.0 and -0.0 differ and not-a-number equals itself.
inline bool same_bits(std::span<const double> one, std::span<const double> other) {
    if (one.size() != other.size()) return false;
    for (std::size_t i = 0; i < one.size(); ++i)
        if (std::bit_cast<std::uint64_t>(one[i]) != std::bit_cast<std::uint64_t>(other[i])) return false;
    return true;
}

// `rows_of(chunk)` gives a row for every pair. A pair must get the same bits whatever else is in its chunk.
template <class RowsOf>
std::vector<Row> same_by_chunking(const Chunk& chunk, RowsOf&& rows_of, const char* what) {
    const std::vector<Row> together = rows_of(chunk);
    must(together.size() == chunk.hyp.size(), what);
    for (std::size_t p = 0; p < together.size(); ++p) must(same_bits(together[p], rows_of(chunk.only(p))[0]), what);
    return together;
}

// Textbook versions add in another order.
inline bool close(double one, double other) {
    return std::abs(one - other) <= 1e-9 * std::max({1.0, std::abs(one), std::abs(other)});
}

inline void must_be_close(std::span<const double> made, std::span<const double> expected, const char* what) {
    must(made.size() == expected.size(), what);
    for (std::size_t i = 0; i < made.size(); ++i) must(close(made[i], expected[i]), what);
}

inline void must_lie(double value, double low, double high, const char* what) {
    must(value >= low && value <= high, what);  // not-a-number does not
}

template <class Measure, class Item>
void must_be_symmetric(Measure&& measure, const Item& one, const Item& other, const char* what) {
    must(measure(one, other) == measure(other, one), what);
}

// A refusal by name is an answer. Anything else that is thrown ends the process.
template <class Refusal, class Attempt>
bool accepted(Attempt&& attempt) {
    try {
        attempt();
        return true;
    } catch (const Refusal&) {
        return false;
    }
}

}  // namespace tertium::fuzz
