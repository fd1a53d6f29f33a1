// Exact sums of many cells: one for each group or bag of rows and each column, in two doubles mostly.
//
// An ExactSum takes half a kilobyte, too much for a thousand bags of forty columns of a dozen systems. Here a sum is the
// exact value of high + low + a few further doubles, kept by error-free additions (Knuth's TwoSum): what a double
// cannot hold of a sum goes to `low`, what that cannot hold goes into a short list (Shewchuk 1997). Sums are rounded
// once, by an ExactSum, so they have the bits that one ExactSum of all rows would have.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

#include "numbers/exact_sum.hpp"

namespace tertium {

class CellSums {
  public:
    explicit CellSums(std::size_t columns) : columns_(columns) {}

    std::size_t columns() const { return columns_; }
    std::size_t cells() const { return columns_ == 0 ? 0 : high_.size() / columns_; }

    void grow(std::size_t cells) {
        if (cells > this->cells()) {
            high_.resize(cells * columns_, 0.0);
            low_.resize(cells * columns_, 0.0);
        }
    }

    void add(std::size_t cell, std::size_t column, double value) {
        const std::size_t slot = cell * columns_ + column;
        if (!std::isfinite(value)) {
            const auto [place, is_new] = special_.try_emplace(slot, 0.0);
            place->second += value;
            return;
        }
        const double rest = put(high_[slot], value);
        if (rest == 0.0) return;
        const double more = put(low_[slot], rest);
        if (more != 0.0) keep(further_[slot], more);
    }

    // The fewest doubles whose sum is the sum of a slot: each the rounded sum of what those before it leave.
    void parts(std::size_t slot, std::vector<double>& made) const {
        const auto special = special_.find(slot);
        if (special != special_.end()) {
            made.push_back(special->second);
            return;
        }
        const auto further = further_.find(slot);
        if (further == further_.end() && low_[slot] == 0.0) {
            if (high_[slot] != 0.0) made.push_back(high_[slot]);
            return;
        }
        ExactSum sum;
        collect(slot, sum);
        for (double value = sum.value(); value != 0.0; value = sum.value()) {
            made.push_back(value);
            sum.add(-value);
        }
    }

    // Adds all of a slot to a sum.
    void collect(std::size_t slot, ExactSum& sum) const {
        const auto special = special_.find(slot);
        if (special != special_.end()) sum.add(special->second);
        sum.add(high_[slot]);
        sum.add(low_[slot]);
        const auto further = further_.find(slot);
        if (further == further_.end()) return;
        for (const double part : further->second) sum.add(part);
    }

  private:
    // sum := the rounded sum of both; returns what rounding lost, exactly.
    static double put(double& sum, double value) {
        const double total = sum + value;
        if (!std::isfinite(total)) throw std::overflow_error("a sum is beyond the range of doubles");
        const double other = total - sum;
        const double lost = (sum - (total - other)) + (value - other);
        sum = total;
        return lost;
    }

    // Doubles that do not overlap, in ascending order; one more is added to each in turn.
    static void keep(std::vector<double>& parts, double value) {
        std::size_t kept = 0;
        for (const double part : parts) {
            double sum = value;
            const double lost = put(sum, part);
            if (lost != 0.0) parts[kept++] = lost;
            value = sum;
        }
        parts.resize(kept);
        if (value != 0.0) parts.push_back(value);
    }

    std::size_t columns_;
    std::vector<double> high_, low_;  // by slot: cell after cell, column by column
    std::unordered_map<std::size_t, std::vector<double>> further_;
    std::unordered_map<std::size_t, double> special_;  // not-a-number and infinities, which a sum keeps for good
};

}  // namespace tertium
