// What was found out about words, kept from chunk to chunk: most words of a chunk were in the one before, and looking them
// up in WordNet or stemming them costs several times as much as finding them here.
//
// One thread at a time: another one that comes meanwhile finds out by itself and does not wait. What is kept is bounded
// and then dropped as a whole; no result depends on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string_view>
#include <vector>

#include "base/string_table.hpp"
#include "base/word_table.hpp"

namespace tertium {

inline constexpr std::size_t kCachedWords = std::size_t{1} << 16, kCachedBytes = std::size_t{1} << 22;

// Lists of numbers by word.
class CachedSets {
  public:
    // The lists of a vocabulary, ragged; `find(word, out)` gives one.
    template <class Find>
    void of_words(const WordTable& vocabulary, Find find, std::vector<std::int32_t>& values,
                  std::vector<std::int64_t>& offsets) {
        offsets.assign(1, 0);
        offsets.reserve(vocabulary.size() + 1);
        values.reserve(4 * vocabulary.size());
        std::vector<std::int32_t> sets;
        const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
        for (std::size_t word = 0; word < vocabulary.size(); ++word) {
            if (lock.owns_lock()) {
                const auto known = static_cast<std::size_t>(find_or_add(vocabulary, word, find, sets));
                values.insert(values.end(), values_.begin() + starts_[known], values_.begin() + starts_[known + 1]);
            } else {
                find(vocabulary[word], sets);
                values.insert(values.end(), sets.begin(), sets.end());
            }
            offsets.push_back(static_cast<std::int64_t>(values.size()));
        }
        if (lock.owns_lock() && (words_.size() > kCachedWords || words_.bytes().size() > kCachedBytes)) clear();
    }

  private:
    template <class Find>
    std::int32_t find_or_add(const WordTable& vocabulary, std::size_t id, Find find, std::vector<std::int32_t>& sets) {
        const std::string_view word = vocabulary[id];
        const std::int32_t known = words_.find(word, vocabulary.key(id));
        if (known >= 0) return known;
        find(word, sets);
        starts_.resize(words_.size() + 1);  // as they were, should memory have run out below
        values_.resize(static_cast<std::size_t>(starts_.back()));
        values_.insert(values_.end(), sets.begin(), sets.end());
        starts_.push_back(
            static_cast<std::ptrdiff_t>(values_.size()));  // before the word, so that none is known without
        return words_.intern(word);
    }
    void clear() {
        words_ = StringTable();
        values_.clear();
        starts_.assign(1, 0);
    }

    std::mutex mutex_;
    StringTable words_;
    std::vector<std::int32_t> values_;
    std::vector<std::ptrdiff_t> starts_{0};
};

// Stems by word.
class CachedStems {
  public:
    // For every word of a vocabulary the number of its stem, in the order first seen; `stem(word)` gives one.
    template <class Stem>
    void of_words(const WordTable& vocabulary, Stem stem, std::vector<std::int32_t>& out) {
        out.resize(vocabulary.size());
        const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
        if (!lock.owns_lock()) {
            StringTable known;
            known.reserve(vocabulary.size(), 8 * vocabulary.size());
            for (std::size_t word = 0; word < vocabulary.size(); ++word)
                out[word] = known.intern(stem(vocabulary[word]));
            return;
        }
        numbers_.assign(stems_.size(), -1);
        std::int32_t count = 0;
        for (std::size_t word = 0; word < vocabulary.size(); ++word) {
            const auto known = static_cast<std::size_t>(find_or_add(vocabulary, word, stem));
            if (known >= numbers_.size()) numbers_.resize(known + 1, -1);
            if (numbers_[known] < 0) numbers_[known] = count++;
            out[word] = numbers_[known];
        }
        if (words_.size() > kCachedWords || words_.bytes().size() > kCachedBytes) clear();
    }

  private:
    template <class Stem>
    std::int32_t find_or_add(const WordTable& vocabulary, std::size_t id, Stem stem) {
        const std::string_view word = vocabulary[id];
        const std::int32_t known = words_.find(word, vocabulary.key(id));
        if (known >= 0) return stem_of_[static_cast<std::size_t>(known)];
        const std::int32_t found = stems_.intern(stem(word));
        stem_of_.push_back(found);  // first, so that no word is known without it if memory runs out
        stem_of_[static_cast<std::size_t>(words_.intern(word))] = found;
        stem_of_.resize(words_.size());
        return found;
    }
    void clear() {
        words_ = StringTable();
        stems_ = StringTable();
        stem_of_.clear();
    }

    std::mutex mutex_;
    StringTable words_, stems_;
    std::vector<std::int32_t> stem_of_, numbers_;
};

}  // namespace tertium
