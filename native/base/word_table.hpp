// The words of a chunk: as StringTable, made for the case that dominates scoring once the kernels are native.
//
// Texts come as runs of short words. Their keys are collected first and looked up together, so that the loads of one word
// do not wait for a branch that was guessed wrong at another, and a word of up to 15 bytes is stored nowhere but in its
// key. Measured on English news: splitting and interning take 1.3 ms for 111,000 words, 2.1 ms with one StringTable::intern
// a word.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string_view>

#include "base/recycled_memory.hpp"
#include "base/string_key.hpp"

namespace tertium {

class WordTable {
  public:
    WordTable() { resize(64); }

    std::size_t size() const { return size_; }
    std::size_t pending() const { return pending_; }  // words given to add() whose ids are not in `ids` yet

    std::string_view operator[](std::size_t id) const {
        const StringKey& key = keys_[id];
        if (!key.is_long()) return key.text();
        const Place& place = places_[place_of(id)];
        return {bytes_.data() + place.begin, place.size};
    }

    const StringKey& key(std::size_t id) const { return keys_[id]; }

    // The id of a word that is there, -1 for any other.
    std::int32_t find(std::string_view word) const {
        const StringKey key = StringKey::of(word);
        const std::uint64_t hash = key.hash();
        std::size_t at = hash & mask_;
        for (Slot slot; (slot = slots_[at]) != 0; at = (at + 1) & mask_) {
            const std::size_t id = id_in(slot);
            if (may_hold(slot, hash) && keys_[id] == key && (!key.is_long() || (*this)[id] == word))
                return static_cast<std::int32_t>(id);
        }
        return -1;
    }

    // The id of one word, at once; not while others wait for theirs.
    std::int32_t intern(std::string_view word) {
        if (word.size() > StringKey::kInline) return intern_long(word);
        const StringKey key = StringKey::of(word);
        return intern(key, key.hash());
    }

    // Room for that many words without growing on the way.
    void reserve(std::size_t words) {
        std::size_t slots = slots_.size();
        while (too_full(words, slots)) slots *= 2;
        if (slots > slots_.size()) resize(slots);
    }

    // Words of a text, whose ids are given out in the order of first sight and appended to `ids`: at once or, together with
    // those of later words, by flush(). Memory may be read up to `readable`.
    [[gnu::always_inline]] void add(std::string_view word, const char* readable, RawBuffer<std::int32_t>& ids) {
        if (word.size() > StringKey::kInline) [[unlikely]] {
            flush(ids);
            ids.push_back(intern_long(word));
            return;
        }
        if (pending_ == kPending) [[unlikely]]
            flush(ids);
        const StringKey key = StringKey::of(word, readable);
        const std::uint64_t hash = key.hash();
        waiting_[pending_++] = {key, hash};
#if defined(__GNUC__)
        __builtin_prefetch(slots_.data() + (hash & mask_));
#endif
    }

    [[gnu::noinline]] void flush(RawBuffer<std::int32_t>& ids) {
        const std::size_t first = ids.size();
        ids.resize(first + pending_);
        std::int32_t* out = ids.data() + first;
        for (std::size_t i = 0; i < pending_; ++i) out[i] = intern(waiting_[i].key, waiting_[i].hash);
        pending_ = 0;
    }

  private:
    static constexpr std::size_t kPending = 256;

    struct Waiting {
        StringKey key;
        std::uint64_t hash;
    };
    // Small, so that the table stays in the cache; keys lie densely in the order of ids. The low bits, as many as number the
    // slots, are the word's id + 1; those above are of its hash and tell most other words apart. 0: free.
    using Slot = std::uint32_t;
    struct Place {  // of a long word's bytes
        std::size_t begin, size;
        std::int32_t id;
    };

    Slot slot_of(std::uint64_t hash, std::size_t id) const {
        return (static_cast<Slot>(hash >> 32) & ~static_cast<Slot>(mask_)) | static_cast<Slot>(id + 1);
    }

    std::size_t id_in(Slot slot) const { return (slot & static_cast<Slot>(mask_)) - 1; }
    bool may_hold(Slot slot, std::uint64_t hash) const {
        return ((slot ^ static_cast<Slot>(hash >> 32)) & ~static_cast<Slot>(mask_)) == 0;
    }

    // More than two thirds full: beyond that probes get long.
    static bool too_full(std::size_t words, std::size_t slots) { return 3 * words > 2 * slots; }

    std::int32_t intern(const StringKey& key, std::uint64_t hash) {
        std::size_t at = hash & mask_;
        for (Slot slot; (slot = slots_[at]) != 0; at = (at + 1) & mask_)
            if (may_hold(slot, hash) && keys_[id_in(slot)] == key) return static_cast<std::int32_t>(id_in(slot));
        return insert(at, key, hash);
    }

    [[gnu::noinline]] std::int32_t intern_long(std::string_view word) {
        const StringKey key = StringKey::of_long(word);
        const std::uint64_t hash = key.hash();
        std::size_t at = hash & mask_;
        for (Slot slot; (slot = slots_[at]) != 0; at = (at + 1) & mask_) {
            const std::size_t id = id_in(slot);
            if (may_hold(slot, hash) && keys_[id] == key && (*this)[id] == word) return static_cast<std::int32_t>(id);
        }
        const std::int32_t id = insert(at, key, hash);
        places_.push_back({bytes_.size(), word.size(), id});
        bytes_.insert(bytes_.end(), word.begin(), word.end());
        return id;
    }

    std::int32_t insert(std::size_t at, const StringKey& key, std::uint64_t hash) {
        if (too_full(size_ + 1, slots_.size())) [[unlikely]] {
            if (size_ >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
                throw std::length_error("more than 2^31 distinct words in one chunk");
            resize(slots_.size() * 2);
            at = free_place(hash);
        }
        slots_[at] = slot_of(hash, size_);
        keys_[size_] = key;
        return static_cast<std::int32_t>(size_++);
    }

    std::size_t free_place(std::uint64_t hash) const {
        std::size_t at = hash & mask_;
        while (slots_[at] != 0) at = (at + 1) & mask_;
        return at;
    }

    void resize(std::size_t slots) {
        slots_.assign(slots, 0);
        mask_ = slots - 1;
        keys_.resize(2 * slots / 3 + 1);
        for (std::size_t id = 0; id < size_; ++id) {
            const std::uint64_t hash = keys_[id].hash();
            slots_[free_place(hash)] = slot_of(hash, id);
        }
    }

    // Long words are in the order of their ids.
    std::size_t place_of(std::size_t id) const {
        std::size_t low = 0, high = places_.size();
        while (high - low > 1) {
            const std::size_t middle = low + (high - low) / 2;
            (static_cast<std::size_t>(places_[middle].id) <= id ? low : high) = middle;
        }
        return low;
    }

    std::size_t size_ = 0, mask_ = 0, pending_ = 0;
    std::array<Waiting, kPending> waiting_;
    Buffer<Slot> slots_;         // power of two; at most two thirds full
    RawBuffer<StringKey> keys_;  // by id; room for all that the slots may hold
    Buffer<Place> places_;
    Buffer<char> bytes_;
};

}  // namespace tertium
