// Exact sums: whatever the order and the grouping, the same bits.
#include <memory>
#include <numeric>

#include "invariants.hpp"
#include "numbers/cell_sums.hpp"
#include "numbers/decimal_rounding.hpp"
#include "numbers/exact_sum.hpp"
#include "numbers/random_draws.hpp"

namespace tertium::fuzz {
namespace {

double number_of(Input& input) {
    const std::uint8_t how = input.byte();
    if (how < 0x40) return static_cast<double>(input.number<std::int16_t>());
    if (how < 0x80) return static_cast<double>(input.number<std::int32_t>()) / 1024.0;
    if (how < 0xc0)
        return std::ldexp(static_cast<double>(input.number<std::int16_t>()), static_cast<int>(input.byte()) - 128);
    return input.number<double>();  // of any bits, not-a-number among them
}

}  // namespace
}  // namespace tertium::fuzz

void tertium::fuzz::target(Input& input) {
    const std::size_t cut = input.byte();
    const int digits = static_cast<int>(input.below(23));
    std::vector<double> numbers;
    while (!input.empty() && numbers.size() < 300) numbers.push_back(number_of(input));
    ExactSum forwards, backwards, first, second;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        forwards.add(numbers[i]);
        backwards.add(numbers[numbers.size() - 1 - i]);
        (i < cut ? first : second).add(numbers[i]);
    }
    first.merge(second);
    const bool finite = std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
    const double sum = forwards.value();
    const auto same = [](double one, double other) {
        return (std::isnan(one) && std::isnan(other)) || same_bits({&one, 1}, {&other, 1});
    };
    must(same(sum, backwards.value()), "sums: the order does not matter");
    must(same(sum, first.value()), "sums: the grouping does not matter");
    if (finite) {
        ExactSum rest = forwards;
        for (const double number : numbers) rest.add(-number);
        must(rest.value() == 0.0, "sums: what was added can be taken away");
        // Whole numbers below 2^53 are exact in a double.
        const bool whole = std::all_of(numbers.begin(), numbers.end(),
                                       [](double x) { return std::abs(x) < 1e12 && x == std::floor(x); });
        if (whole)
            must(sum == std::accumulate(numbers.begin(), numbers.end(), 0.0), "sums: whole numbers are added plainly");
    }
    const auto masks = std::make_unique<bool[]>(numbers.size());
    ExactSum column[1];
    add_rows(column, numbers, {masks.get(), numbers.size()});
    must(same(sum, column[0].value()), "sums: rows in blocks give the same");
    CellSums cells(1);
    cells.grow(1);
    if (accepted<std::overflow_error>([&] {
            for (const double number : numbers) cells.add(0, 0, number);
        })) {
        ExactSum collected;
        cells.collect(0, collected);
        must(same(sum, collected.value()), "sums: those of cells give the same");
        std::vector<double> parts;
        cells.parts(0, parts);
        ExactSum of_parts;
        for (const double part : parts) of_parts.add(part);
        must(same(sum, of_parts.value()), "sums: parts add up to the sum");
    }
    for (const double number : numbers)
        if (std::abs(number) < 1e6) {
            const double rounded = round_decimals(number, digits);
            must(std::abs(rounded - number) <= 0.5000001 * std::pow(10.0, -digits) + 1e-9,
                 "rounding: by half a digit at most");
        }
    std::vector<double> counts(1 + cut);
    draw_counts(cut, numbers.size(), static_cast<std::uint32_t>(counts.size()), counts.data());
    must(std::accumulate(counts.begin(), counts.end(), 0.0) == static_cast<double>(counts.size()),
         "draws: as many as there are units");
}
