// Interning of phrases: every distinct run of word ids gets a dense int32 id, in the order first seen.
//
// Phrase i is the words values[offsets[i] .. offsets[i + 1]); slots lead from hashes to ids.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include "base/sentences.hpp"
#include "base/string_key.hpp"

namespace tertium {

class Phrases {
  public:
    std::int32_t intern(Words phrase) {
        const std::uint64_t hash = hash_of(phrase);
        std::size_t at = hash & (slots_.size() - 1);
        for (; slots_[at].id >= 0; at = (at + 1) & (slots_.size() - 1))
            if (slots_[at].tag == tag_of(hash) && std::ranges::equal((*this)[slots_[at].id], phrase))
                return slots_[at].id;
        if (size() >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
            throw std::length_error("more than 2^31 distinct phrases");
        const auto id = static_cast<std::int32_t>(size());
        values_.insert(values_.end(), phrase.begin(), phrase.end());
        offsets_.push_back(static_cast<std::int64_t>(values_.size()));
        slots_[at] = {tag_of(hash), id};
        if (3 * size() > 2 * slots_.size()) grow();
        return id;
    }

    std::size_t size() const { return offsets_.size() - 1; }
    Words operator[](std::int32_t id) const {
        const auto first = static_cast<std::size_t>(offsets_[static_cast<std::size_t>(id)]);
        const auto last = static_cast<std::size_t>(offsets_[static_cast<std::size_t>(id) + 1]);
        return Words(values_).subspan(first, last - first);
    }
    const std::vector<std::int32_t>& values() const { return values_; }
    const std::vector<std::int64_t>& offsets() const { return offsets_; }

  private:
    struct Slot {
        std::uint32_t tag = 0;
        std::int32_t id = -1;
    };

    static std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }
    static std::uint64_t hash_of(Words phrase) {
        std::uint64_t hash = kTableSeed;
        for (const std::int32_t word : phrase)
            hash =
                fold_multiply(hash ^ static_cast<std::uint32_t>(word), 0x9e3779b97f4a7c15ull) + 0x632be59bd9b4e019ull;
        return hash ^ (hash >> 29);
    }
    void grow() {
        slots_.assign(slots_.size() * 2, Slot{});
        for (std::size_t id = 0; id < size(); ++id) {
            const std::uint64_t hash = hash_of((*this)[static_cast<std::int32_t>(id)]);
            std::size_t at = hash & (slots_.size() - 1);
            while (slots_[at].id >= 0) at = (at + 1) & (slots_.size() - 1);
            slots_[at] = {tag_of(hash), static_cast<std::int32_t>(id)};
        }
    }

    std::vector<Slot> slots_ = std::vector<Slot>(1024);  // a power of two, at most two thirds full
    std::vector<std::int32_t> values_;
    std::vector<std::int64_t> offsets_{0};
};

}  // namespace tertium
