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
        count_.assign(size, 0);
        sum_.assign(size, 0);
        for (const Link& link : links) {
            std::int64_t& sum = sum_[static_cast<std::size_t>(link.from)];
            std::int64_t& seen = count_[static_cast<std::size_t>(link.from)];
            const std::int64_t to = link.to;
            if (seen == 0) sum = to;
            else if (rule.one_to_many == OneToMany::first) sum = std::min(sum, to);
            else if (rule.one_to_many == OneToMany::last) sum = std::max(sum, to);
            else sum += to;
            ++seen;
        }
        const std::int64_t step = rule.null_words == NullWords::literal ? 1 : 0;
        target_.resize(size);
        for (std::size_t i = 0; i < size; ++i) {
            const std::int64_t of = rule.one_to_many == OneToMany::mean ? count_[i] : 1;
            if (count_[i] != 0) target_[i] = {sum_[i] / of, sum_[i] % of, of};
            else if (i == 0) target_[i] = {0, 0, 1};
            else target_[i] = {target_[i - 1].whole + step, target_[i - 1].rest, target_[i - 1].of};
        }
        order_.resize(size);
        for (std::size_t i = 0; i < size; ++i) order_[i] = static_cast<std::int32_t>(i);
        const bool inverted = rule.many_to_one == ManyToOne::inverted;
        std::sort(order_.begin(), order_.end(), [&](std::int32_t a, std::int32_t b) {
            const Mean &left = target_[static_cast<std::size_t>(a)], &right = target_[static_cast<std::size_t>(b)];
            if (left < right || right < left) return left < right;
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

    // A mean of positions, whole + rest/of: 13/3 is equal to 10/3 + 1, which rounded numbers are not.
    struct Mean {
        std::int64_t whole, rest, of;
        bool operator<(const Mean& other) const {
            using Product = unsigned __int128;
            return whole != other.whole ? whole < other.whole
                                        : static_cast<Product>(rest) * static_cast<Product>(other.of) <
                                              static_cast<Product>(other.rest) * static_cast<Product>(of);
        }
    };

    std::vector<Mean> target_;
    std::vector<std::int64_t> sum_, count_;
    std::vector<std::int32_t> order_;
};

}  // namespace tertium
