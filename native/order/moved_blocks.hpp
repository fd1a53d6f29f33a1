// Blocks of linked words, and which of them moved.
//
// A block is a maximal run of links whose words stand next to each other, in the same order, on both sides. The heaviest
// set of blocks in reference order stays, every other block moved. Its shift is the number of linked words it jumped
// over on balance: positive to the right.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "order/permutations.hpp"

namespace tertium {

struct MovedBlock {
    std::int32_t ref, hyp, length, shift, moved;
};

class MovedBlocks {
  public:
    // Links go from the reference to the hypothesis; of several links of a word, the first by position counts. Blocks
    // are appended in hypothesis order.
    void find(std::span<const Link> links, std::vector<MovedBlock>& blocks) {
        keep_one_to_one(links);
        const std::size_t first = blocks.size();
        for (const Link& link : kept_) {
            if (blocks.size() > first) {
                MovedBlock& last = blocks.back();
                if (last.ref + last.length == link.from && last.hyp + last.length == link.to) {
                    ++last.length;
                    continue;
                }
            }
            blocks.push_back({link.from, link.to, 1, 0, 1});
        }
        const std::span<MovedBlock> found = std::span<MovedBlock>(blocks).subspan(first);
        rank(found);
        keep_heaviest(found);
        std::int32_t before = 0;
        for (std::size_t k = 0; k < found.size(); ++k) {
            if (found[k].moved) found[k].shift = before - words_before_[k];
            before += found[k].length;
        }
    }

  private:
    void keep_one_to_one(std::span<const Link> links) {
        sorted_.assign(links.begin(), links.end());
        std::sort(sorted_.begin(), sorted_.end(),
                  [](const Link& a, const Link& b) { return a.from != b.from ? a.from < b.from : a.to < b.to; });
        std::int32_t most = -1;
        for (const Link& link : sorted_) most = std::max(most, link.to);
        taken_.assign(static_cast<std::size_t>(most + 1), 0);
        kept_.clear();
        for (const Link& link : sorted_) {
            std::uint8_t& taken = taken_[static_cast<std::size_t>(link.to)];
            if (taken || (!kept_.empty() && kept_.back().from == link.from)) continue;
            taken = 1;
            kept_.push_back(link);
        }
        std::sort(kept_.begin(), kept_.end(), [](const Link& a, const Link& b) { return a.to < b.to; });
    }

    // Place of every block among the blocks by reference position, and how many linked words stand before it there.
    void rank(std::span<const MovedBlock> blocks) {
        order_.resize(blocks.size());
        for (std::size_t k = 0; k < blocks.size(); ++k) order_[k] = static_cast<std::int32_t>(k);
        std::sort(order_.begin(), order_.end(), [&](std::int32_t a, std::int32_t b) {
            return blocks[static_cast<std::size_t>(a)].ref < blocks[static_cast<std::size_t>(b)].ref;
        });
        place_.resize(blocks.size());
        words_before_.resize(blocks.size());
        std::int32_t before = 0;
        for (std::size_t place = 0; place < order_.size(); ++place) {
            const auto k = static_cast<std::size_t>(order_[place]);
            place_[k] = place;
            words_before_[k] = before;
            before += blocks[k].length;
        }
    }

    // The heaviest sequence of blocks that rises in the reference did not move. Prefix maxima in a Fenwick tree.
    void keep_heaviest(std::span<MovedBlock> blocks) {
        best_.assign(blocks.size() + 1, {0, -1});
        previous_.resize(blocks.size());
        std::int64_t heaviest = 0;
        std::int32_t last = -1;
        for (std::size_t k = 0; k < blocks.size(); ++k) {
            std::pair<std::int64_t, std::int32_t> top{0, -1};
            for (std::size_t at = place_[k]; at > 0; at -= at & (~at + 1)) top = std::max(top, best_[at]);
            const std::int64_t weight = top.first + blocks[k].length;
            previous_[k] = top.second;
            for (std::size_t at = place_[k] + 1; at <= blocks.size(); at += at & (~at + 1))
                best_[at] = std::max(best_[at], {weight, static_cast<std::int32_t>(k)});
            if (weight > heaviest) heaviest = weight, last = static_cast<std::int32_t>(k);
        }
        for (; last >= 0; last = previous_[static_cast<std::size_t>(last)])
            blocks[static_cast<std::size_t>(last)].moved = 0;
    }

    std::vector<Link> sorted_, kept_;
    std::vector<std::uint8_t> taken_;
    std::vector<std::int32_t> order_, words_before_, previous_;
    std::vector<std::size_t> place_;
    std::vector<std::pair<std::int64_t, std::int32_t>> best_;
};

}  // namespace tertium
