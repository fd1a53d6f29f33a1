// Interning: every distinct string gets a dense int32 id, in the order first seen.
//
// A table of small slots leads to keys of 16 bytes, which for nearly all words are the word itself; all bytes lie in one
// arena, one string after the other.
#pragma once

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string_view>

#include "base/recycled_memory.hpp"
#include "base/string_key.hpp"

namespace tertium {

class StringTable {
  public:
    StringTable() : slots_(64), offsets_{0} {}

    // Room for that many more strings and bytes without growing on the way.
    void reserve(std::size_t strings, std::size_t bytes) {
        std::size_t slots = slots_.size();
        while (too_full(size() + strings, slots)) slots *= 2;
        if (slots > slots_.size()) resize(slots);
        keys_.reserve(keys_.size() + strings);
        offsets_.reserve(offsets_.size() + strings);
        bytes_.reserve(bytes_.size() + bytes);
    }

    std::int32_t intern(std::string_view text) { return intern(text, text.data() + text.size()); }

    // The same where memory may be read up to `readable`, at or after the end of the text: sixteen bytes are then loaded
    // at once, whatever the length. Inlined into tokenizers' loops: a call costs as much as half a lookup.
    [[gnu::always_inline]] std::int32_t intern(std::string_view text, const char* readable) {
        const StringKey key = StringKey::of(text, readable);
        const std::uint64_t hash = key.hash();
        std::size_t at = hash & (slots_.size() - 1);
        for (; slots_[at].id >= 0; at = (at + 1) & (slots_.size() - 1))
            if (slots_[at].tag == tag_of(hash) && holds(slots_[at].id, key, text)) return slots_[at].id;
        return insert(at, key, hash, text);
    }

    // The id of a known string, -1 for any other.
    std::int32_t find(std::string_view text) const { return find(text, StringKey::of(text)); }

    // The same where the key is known, which costs as much as the rest to make.
    std::int32_t find(std::string_view text, const StringKey& key) const {
        const std::uint64_t hash = key.hash();
        for (std::size_t at = hash & (slots_.size() - 1); slots_[at].id >= 0; at = (at + 1) & (slots_.size() - 1))
            if (slots_[at].tag == tag_of(hash) && holds(slots_[at].id, key, text)) return slots_[at].id;
        return -1;
    }

    std::size_t size() const { return offsets_.size() - 1; }
    std::string_view operator[](std::size_t id) const {
        return {bytes_.data() + offsets_[id], static_cast<std::size_t>(offsets_[id + 1] - offsets_[id])};
    }
    const Buffer<char>& bytes() const { return bytes_; }
    const Buffer<std::int64_t>& offsets() const { return offsets_; }

  private:
    // Slots are small so that the table stays in the cache; keys lie densely in the order of ids, frequent words first.
    struct Slot {
        std::uint32_t tag = 0;
        std::int32_t id = -1;
    };

    static std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }

    bool holds(std::int32_t id, const StringKey& key, std::string_view text) const {
        return keys_[static_cast<std::size_t>(id)] == key &&
               (!key.is_long() || (*this)[static_cast<std::size_t>(id)] == text);
    }

    // More than two thirds full: beyond that probes get long.
    static bool too_full(std::size_t strings, std::size_t slots) { return 3 * strings > 2 * slots; }

    [[gnu::noinline]] std::int32_t insert(std::size_t at, const StringKey& key, std::uint64_t hash,
                                          std::string_view text) {
        if (size() >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
            throw std::length_error("more than 2^31 distinct strings in one chunk");
        if (too_full(size() + 1, slots_.size())) {
            resize(slots_.size() * 2);
            at = free_place(hash);
        }
        const auto id = static_cast<std::int32_t>(size());
        slots_[at] = {tag_of(hash), id};
        keys_.push_back(key);
        bytes_.insert(bytes_.end(), text.begin(), text.end());
        offsets_.push_back(static_cast<std::int64_t>(bytes_.size()));
        return id;
    }

    std::size_t free_place(std::uint64_t hash) const {
        std::size_t at = hash & (slots_.size() - 1);
        while (slots_[at].id >= 0) at = (at + 1) & (slots_.size() - 1);
        return at;
    }

    void resize(std::size_t slots) {
        slots_.assign(slots, Slot{});
        for (std::size_t id = 0; id < keys_.size(); ++id) {
            const std::uint64_t hash = keys_[id].hash();
            slots_[free_place(hash)] = {tag_of(hash), static_cast<std::int32_t>(id)};
        }
    }

    Buffer<Slot> slots_;      // power of two; at most two thirds full
    Buffer<StringKey> keys_;  // by id
    Buffer<char> bytes_;
    Buffer<std::int64_t> offsets_;
};

}  // namespace tertium
