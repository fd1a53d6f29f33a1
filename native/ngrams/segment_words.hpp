// The words of one segment's references, for finding those of its hypotheses among them.
//
// Such a table holds a few dozen words and is asked a few hundred times. What an answer costs is mispredicted branches,
// so there are next to none: words of up to 7 bytes, most words, are their own key and read by one load; the table is
// usually so thinly filled that the first slot decides; known or unknown, as good as random, is chosen by masks.
// A new segment clears nothing, it only counts on.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/sentences.hpp"
#include "base/string_table.hpp"

namespace tertium {

class SegmentWords {
  public:
    static constexpr std::size_t kSlack = 8;  // bytes that must be readable from any word's beginning on

    void begin_segment() {
        entries_.clear();
        bytes_.clear();
        if (++now_ == 0) {  // after 2^32 segments, what the first ones left behind would come alive
            std::fill(slots_.begin(), slots_.end(), Slot{});
            now_ = 1;
        }
    }

    std::size_t size() const { return entries_.size(); }

    // The id of a word, given out in the order first seen.
    Word intern(std::string_view word) {
        const std::uint64_t key = key_of(word);
        std::size_t at = place_of(key);
        for (; slots_[at].since == now_; at = next(at))
            if (holds(slots_[at], key, word)) return slots_[at].id;
        const auto id = static_cast<Word>(entries_.size());
        entries_.push_back({key, bytes_.size(), word.size()});
        if (word.size() > kShort) bytes_.append(word);
        slots_[at] = {key, now_, id};
        if (entries_.size() * 2 > slots_.size()) grow();
        return id;
    }

    // The id of a word, or size() if no reference has it.
    Word find(std::string_view word) const {
        if (word.size() > kShort) return search(word);
        const std::uint64_t key = short_key(word);
        const Slot& slot = slots_[place_of(key)];
        const std::uint64_t live = slot.since == now_ ? ~std::uint64_t{0} : 0;
        if (((slot.key ^ key) & live) != 0) [[unlikely]]
            return search(word);
        const auto unknown = static_cast<std::uint32_t>(entries_.size()), known = static_cast<std::uint32_t>(slot.id);
        return static_cast<Word>(unknown ^ ((unknown ^ known) & static_cast<std::uint32_t>(live)));
    }

  private:
    static constexpr std::size_t kShort = 7;

    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t since = 0;  // the segment that filled it
        Word id = 0;
    };
    struct Entry {
        std::uint64_t key;
        std::size_t begin, size;  // of a longer word's bytes
    };

    static constexpr bool kLittle = std::endian::native == std::endian::little;
    static constexpr int kMark = kLittle ? 56 : 0;  // the byte that 7 bytes in the order of memory leave free

    // Short words are equal where their keys are.
    static std::uint64_t short_key(std::string_view word) {
        std::uint64_t head;
        std::memcpy(&head, word.data(), 8);
        const std::uint64_t beyond = (~std::uint64_t{0} << 8) << (8 * (word.size() - 1));  // words are not empty
        const std::uint64_t used = kLittle ? ~beyond : ~(~std::uint64_t{0} >> (8 * word.size()));
        return (head & used) | static_cast<std::uint64_t>(word.size()) << kMark;
    }

    // Longer words go by a hash, with a mark that no short word has, and equality is decided on the bytes.
    static std::uint64_t key_of(std::string_view word) {
        if (word.size() <= kShort) return short_key(word);
        return hash_bytes(word.data(), word.size()) | std::uint64_t{0xff} << kMark;
    }

    std::size_t place_of(std::uint64_t key) const { return fold_multiply(key, kTableSeed) & (slots_.size() - 1); }
    std::size_t next(std::size_t at) const { return (at + 1) & (slots_.size() - 1); }

    bool holds(const Slot& slot, std::uint64_t key, std::string_view word) const {
        if (slot.key != key) return false;
        const Entry& entry = entries_[static_cast<std::size_t>(slot.id)];
        return word.size() <= kShort || std::string_view(bytes_).substr(entry.begin, entry.size) == word;
    }

    Word search(std::string_view word) const {
        const std::uint64_t key = key_of(word);
        for (std::size_t at = place_of(key); slots_[at].since == now_; at = next(at))
            if (holds(slots_[at], key, word)) return slots_[at].id;
        return static_cast<Word>(entries_.size());
    }

    void grow() {
        slots_.assign(slots_.size() * 2, Slot{});
        for (std::size_t id = 0; id < entries_.size(); ++id) {
            std::size_t at = place_of(entries_[id].key);
            while (slots_[at].since == now_) at = next(at);
            slots_[at] = {entries_[id].key, now_, static_cast<Word>(id)};
        }
    }

    std::vector<Slot> slots_ = std::vector<Slot>(1024);
    std::uint32_t now_ = 1;
    std::vector<Entry> entries_;
    std::string bytes_;
};

}  // namespace tertium
