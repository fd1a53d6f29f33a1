// From word alignments to permutations (Birch & Osborne 2010; the rule of their code in Moses).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "order/rank_statistics.hpp"

namespace tertium {

struct Link {
    std::int32_t from, to;
};

// What happens where the alignment is not one to one.
// An unaligned word takes the target of its predecessor, or one place after it, or is left out (see keep_linked).
enum class NullWords { previous, literal, drop };
enum class OneToMany { first, last, mean };   // which target position stands for several
enum class ManyToOne { monotone, inverted };  // order of source words that share a target position

struct PermutationRule {
    NullWords null_words = NullWords::previous;
    OneToMany one_to_many = OneToMany::first;
    ManyToOne many_to_one = ManyToOne::monotone;
};

class Permutations {
  public:
    // ranks[i]: place (from 0) of source word i by target position. Links must lie inside the sentences.
    void from_links(std::size_t size, std::span<const Link> links, const PermutationRule& rule,
                    std::vector<std::int32_t>& ranks) {
        target_.assign(size, kNone);
        count_.assign(size, 0);
        for (const Link& link : links) {
            double& target = target_[static_cast<std::size_t>(link.from)];
            const auto to = static_cast<double>(link.to);
            std::int64_t& seen = count_[static_cast<std::size_t>(link.from)];
            if (seen == 0) target = to;
            else if (rule.one_to_many == OneToMany::first) target = std::min(target, to);
            else if (rule.one_to_many == OneToMany::last) target = std::max(target, to);
            else target += to;
            ++seen;
        }
        if (rule.one_to_many == OneToMany::mean)
            for (std::size_t i = 0; i < size; ++i)
                if (count_[i] > 1) target_[i] /= static_cast<double>(count_[i]);
        const double step = rule.null_words == NullWords::literal ? 1.0 : 0.0;
        for (std::size_t i = 0; i < size; ++i)
            if (count_[i] == 0) target_[i] = i == 0 ? 0.0 : target_[i - 1] + step;
        order_.resize(size);
        for (std::size_t i = 0; i < size; ++i) order_[i] = static_cast<std::int32_t>(i);
        const bool inverted = rule.many_to_one == ManyToOne::inverted;
        std::sort(order_.begin(), order_.end(), [&](std::int32_t a, std::int32_t b) {
            const double left = target_[static_cast<std::size_t>(a)], right = target_[static_cast<std::size_t>(b)];
            if (left != right) return left < right;
            return inverted ? a > b : a < b;
        });
        ranks.resize(size);
        for (std::size_t place = 0; place < size; ++place)
            ranks[static_cast<std::size_t>(order_[place])] = static_cast<std::int32_t>(place);
    }

    // Leaves out the words that have no link in `first` or none in `second`: the links of the others, renumbered, and
    // how many words are left.
    std::size_t keep_linked(std::size_t size, std::span<const Link> first, std::span<const Link> second,
                            std::vector<Link>& first_kept, std::vector<Link>& second_kept) {
        flag_linked(size, first);
        order_.assign(size, 0);
        for (std::size_t i = 0; i < size; ++i) order_[i] = count_[i] != 0 ? 1 : 0;
        flag_linked(size, second);
        std::int32_t kept = 0;
        for (std::size_t i = 0; i < size; ++i) order_[i] = order_[i] != 0 && count_[i] != 0 ? kept++ : -1;
        const auto renumber = [&](std::span<const Link> links, std::vector<Link>& out) {
            out.clear();
            for (const Link& link : links)
                if (const std::int32_t place = order_[static_cast<std::size_t>(link.from)]; place >= 0)
                    out.push_back({place, link.to});
        };
        renumber(first, first_kept);
        renumber(second, second_kept);
        return static_cast<std::size_t>(kept);
    }

    // Ranks of a list of positions: equal positions keep their order (the earlier word counts as the smaller).
    void from_positions(Positions positions, std::vector<std::int32_t>& ranks) {
        order_.resize(positions.size());
        for (std::size_t i = 0; i < positions.size(); ++i) order_[i] = static_cast<std::int32_t>(i);
        std::sort(order_.begin(), order_.end(), [&](std::int32_t a, std::int32_t b) {
            const std::int32_t left = positions[static_cast<std::size_t>(a)];
            const std::int32_t right = positions[static_cast<std::size_t>(b)];
            return left != right ? left < right : a < b;
        });
        ranks.resize(positions.size());
        for (std::size_t place = 0; place < positions.size(); ++place)
            ranks[static_cast<std::size_t>(order_[place])] = static_cast<std::int32_t>(place);
    }

  private:
    void flag_linked(std::size_t size, std::span<const Link> links) {
        count_.assign(size, 0);
        for (const Link& link : links) count_[static_cast<std::size_t>(link.from)] = 1;
    }

    static constexpr double kNone = -1.0;
    std::vector<double> target_;
    std::vector<std::int64_t> count_;
    std::vector<std::int32_t> order_;
};

}  // namespace tertium
