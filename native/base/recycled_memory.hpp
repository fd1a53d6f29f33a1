// Memory that chunks hand on to one another.
//
// Every chunk builds tables of about the same size and drops them again. Where the allocator gives such blocks back to
// the operating system, the next chunk pays about a microsecond for each fresh page: a quarter of the time of scoring
// BLEU. Large blocks, in sizes of powers of two, are therefore kept for the next table, up to a fixed amount.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace tertium {

class SpareBlocks {
  public:
    static constexpr std::size_t kSmallest = std::size_t{1} << 15;  // below, the allocator keeps memory by itself
    static constexpr std::size_t kLargest = std::size_t{1} << 24;   // above, a page more or less does not matter
    static constexpr std::size_t kHeld = std::size_t{1} << 25;      // at most 32 MiB wait for their next use

    // One for the process, never destroyed: tables may outlive everything else at exit.
    static SpareBlocks& shared() {
        static SpareBlocks& blocks = *new SpareBlocks;
        return blocks;
    }

    void* take(std::size_t size) {
        if (size < kSmallest || size > kLargest) return ::operator new(size);
        const std::size_t rounded = std::bit_ceil(size);
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            std::vector<void*>& blocks = of_size(rounded);
            if (!blocks.empty()) {
                void* block = blocks.back();
                blocks.pop_back();
                held_ -= rounded;
                return block;
            }
        }
        return ::operator new(rounded);
    }

    void give(void* block, std::size_t size) noexcept {
        if (size >= kSmallest && size <= kLargest) {
            const std::size_t rounded = std::bit_ceil(size);
            const std::lock_guard<std::mutex> lock(mutex_);
            std::vector<void*>& blocks = of_size(rounded);
            if (held_ + rounded <= kHeld && blocks.size() < blocks.capacity()) {
                blocks.push_back(block);
                held_ += rounded;
                return;
            }
        }
        ::operator delete(block);
    }

  private:
    SpareBlocks() {
        for (std::vector<void*>& blocks : spare_) blocks.reserve(64);  // so that giving never allocates
    }

    std::vector<void*>& of_size(std::size_t rounded) {
        return spare_[static_cast<std::size_t>(std::countr_zero(rounded / kSmallest))];
    }

    std::mutex mutex_;
    std::array<std::vector<void*>, std::countr_zero(kLargest / kSmallest) + 1> spare_;
    std::size_t held_ = 0;
};

template <class T>
struct Recycled {
    using value_type = T;

    Recycled() = default;
    template <class U>
    Recycled(const Recycled<U>&) {}

    T* allocate(std::size_t count) { return static_cast<T*>(SpareBlocks::shared().take(count * sizeof(T))); }
    void deallocate(T* block, std::size_t count) noexcept { SpareBlocks::shared().give(block, count * sizeof(T)); }

    template <class U>
    bool operator==(const Recycled<U>&) const {
        return true;
    }
};

// A vector for what lives as long as a chunk.
template <class T>
using Buffer = std::vector<T, Recycled<T>>;

// The same without zeros in new elements: for those that are written before they are read.
template <class T>
struct RecycledRaw : Recycled<T> {
    template <class U>
    void construct(U* place) noexcept {
        ::new (static_cast<void*>(place)) U;
    }
    template <class U, class... Arguments>
    void construct(U* place, Arguments&&... arguments) {
        ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
    }
    template <class U>
    struct rebind {
        using other = RecycledRaw<U>;
    };
};

template <class T>
using RawBuffer = std::vector<T, RecycledRaw<T>>;

}  // namespace tertium
