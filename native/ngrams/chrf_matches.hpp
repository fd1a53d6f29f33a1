// Clipped n-gram matches of two id sequences: for every order n, the sum over distinct n-grams of the smaller of its
// two counts. This is all that chrF needs of its characters and of its words.
//
// Two paths give the same numbers.
//
// Bits, for references of up to 64 * kMostWords ids and orders up to kMostOrder. Let the bits of a word be positions
// of the reference. D_n marks where an n-gram ends that equals the hypothesis n-gram ending at i; with E the places of
// the id at i, D_n(i) = E & (D_{n-1}(i-1) << 1). Each hypothesis n-gram takes one place that no earlier equal n-gram
// took: the lowest bit of D_n & free_n. What is taken in the end is min(count in hyp, count in ref) places for every
// n-gram, so the number of bits cleared in free_n is the clipped match count. No n-gram is ever hashed or stored, all
// orders advance in one step side by side in vector lanes, and there is no data-dependent branch.
//
// Ranks, for everything else. The n-grams of order n are named by (name of the (n-1)-gram, next id) and interned one
// order at a time; only positions whose (n-1)-gram occurs on both sides go on to order n. Expected time
// O(order * (|hyp| + |ref|)), memory O(|hyp| + |ref|).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/sentences.hpp"
#include "base/string_table.hpp"

namespace tertium {

// Two 64-bit lanes: one register on every 64-bit machine with GNU or Clang, two plain integers elsewhere.
#if defined(__GNUC__)
typedef std::uint64_t Lanes __attribute__((vector_size(16)));

inline Lanes lanes_where_zero(Lanes a) {
#if defined(__SSE2__) && !defined(__SSE4_1__)
    // SSE2 compares 32 bits at a time; a lane is zero if both its halves are.
    typedef std::uint32_t Halves __attribute__((vector_size(16)));
    const Halves zero{};
    const Halves halves = reinterpret_cast<Halves>(reinterpret_cast<Halves>(a) == zero);
    const Halves swapped{halves[1], halves[0], halves[3], halves[2]};
    return reinterpret_cast<Lanes>(halves & swapped);
#else
    return reinterpret_cast<Lanes>(a == Lanes{});
#endif
}
#else
struct Lanes {
    std::uint64_t at[2];
    std::uint64_t operator[](int i) const { return at[i]; }
    friend Lanes operator+(Lanes a, Lanes b) { return {a.at[0] + b.at[0], a.at[1] + b.at[1]}; }
    friend Lanes operator-(Lanes a, Lanes b) { return {a.at[0] - b.at[0], a.at[1] - b.at[1]}; }
    friend Lanes operator&(Lanes a, Lanes b) { return {a.at[0] & b.at[0], a.at[1] & b.at[1]}; }
    friend Lanes operator|(Lanes a, Lanes b) { return {a.at[0] | b.at[0], a.at[1] | b.at[1]}; }
    friend Lanes operator^(Lanes a, Lanes b) { return {a.at[0] ^ b.at[0], a.at[1] ^ b.at[1]}; }
    friend Lanes operator>>(Lanes a, int n) { return {a.at[0] >> n, a.at[1] >> n}; }
    friend Lanes operator~(Lanes a) { return {~a.at[0], ~a.at[1]}; }
};
inline Lanes lanes_where_zero(Lanes a) {
    return {a[0] == 0 ? ~std::uint64_t{0} : 0, a[1] == 0 ? ~std::uint64_t{0} : 0};
}
#endif

class ClippedMatcher {
  public:
    static constexpr int kMostOrder = 8;
    static constexpr std::size_t kMostWords = 8;

    explicit ClippedMatcher(int order) : order_(order) {}

    // What hypotheses are compared with from now on. The sequence must outlive the counting; its ids and those
    // of the hypotheses are 0 .. vocabulary - 1.
    void against(Words ref, std::size_t vocabulary) {
        clear_places();
        vocabulary_ = vocabulary;
        mark_places(ref);
    }

    // matches[n - 1], n = 1 .. order.
    void count(Words hyp, std::int64_t* matches) {
        std::fill_n(matches, order_, 0);
        if (hyp.empty() || ref_.empty()) return;
        if (fits_bits(ref_)) {
            count_bits(hyp, matches);
        } else if (fits_bits(hyp)) {
            // Matches are symmetric: let the shorter side be the bits.
            const Words ref = ref_;
            mark_places(hyp);
            count_bits(ref, matches);
            clear_places();
            ref_ = ref;
        } else {
            count_ranks(hyp, matches);
        }
    }

  private:
    bool fits_bits(Words words) const { return order_ <= kMostOrder && words.size() <= 64 * kMostWords; }
    std::ptrdiff_t place(Word id) const { return static_cast<std::ptrdiff_t>(static_cast<std::size_t>(id) * words_); }

    // Marks where each id stands. Rows of places_ are words_ long, and all zero when nothing is marked.
    void mark_places(Words ref) {
        ref_ = ref;
        if (!fits_bits(ref)) return;
        words_ = std::max<std::size_t>(1, (ref.size() + 63) / 64);
        if (places_.size() < vocabulary_ * words_) places_.resize(2 * vocabulary_ * words_);
        for (std::size_t j = 0; j < ref.size(); ++j)
            places_[static_cast<std::size_t>(place(ref[j])) + j / 64] |= std::uint64_t{1} << (j % 64);
        marked_.assign(ref.begin(), ref.end());
    }

    void clear_places() {
        for (const Word id : marked_) std::fill_n(places_.begin() + place(id), words_, 0);
        marked_.clear();
    }

    void count_bits(Words hyp, std::int64_t* matches) const {
        switch ((order_ + 1) / 2) {
            case 1: return count_bits_of<1>(hyp, matches);
            case 2: return count_bits_of<2>(hyp, matches);
            case 3: return count_bits_of<3>(hyp, matches);
            default: return count_bits_of<4>(hyp, matches);
        }
    }

    template <int kPairs>
    void count_bits_of(Words hyp, std::int64_t* matches) const {
        switch (words_) {
            case 1: return run_bits<kPairs, 1>(hyp, matches);
            case 2: return run_bits<kPairs, 2>(hyp, matches);
            case 3: return run_bits<kPairs, 3>(hyp, matches);
            case 4: return run_bits<kPairs, 4>(hyp, matches);
            case 5: return run_bits<kPairs, 5>(hyp, matches);
            case 6: return run_bits<kPairs, 6>(hyp, matches);
            case 7: return run_bits<kPairs, 7>(hyp, matches);
            default: return run_bits<kPairs, 8>(hyp, matches);
        }
    }

    // Lane k % 2 of pair k / 2 belongs to order k + 1.
    template <int kPairs, int kWords>
    void run_bits(Words hyp, std::int64_t* matches) const {
        const Lanes zero{0, 0}, ones = ~zero;
        Lanes ends[kWords][kPairs], free[kWords][kPairs];
        for (int w = 0; w < kWords; ++w)
            for (int k = 0; k < kPairs; ++k) ends[w][k] = zero, free[w][k] = ones;
        for (const Word id : hyp) {
            const std::uint64_t* places = places_.data() + place(id);
            Lanes carry[kPairs], open[kPairs];
            for (int w = 0; w < kWords; ++w) {
                const Lanes here{places[w], places[w]};
                Lanes previous[kPairs];
                for (int k = kPairs - 1; k > 0; --k) previous[k] = Lanes{ends[w][k - 1][1], ends[w][k][0]};
                previous[0] = Lanes{0, ends[w][0][0]};
                for (int k = 0; k < kPairs; ++k) {
                    Lanes now = previous[k] + previous[k];
                    if (w > 0) now = now | carry[k];
                    if (k == 0) now = now | Lanes{~std::uint64_t{0}, 0};  // an n-gram of order 1 may end anywhere
                    if (w + 1 < kWords) carry[k] = previous[k] >> 63;
                    ends[w][k] = now & here;
                }
                for (int k = 0; k < kPairs; ++k) {
                    Lanes takable = ends[w][k] & free[w][k];
                    if (w > 0) takable = takable & open[k];  // one place each: nothing was taken in earlier words
                    free[w][k] = free[w][k] ^ (takable & (zero - takable));
                    if (w + 1 < kWords)
                        open[k] = w > 0 ? open[k] & lanes_where_zero(takable) : lanes_where_zero(takable);
                }
            }
        }
        for (int k = 0; k < order_; ++k)
            for (int w = 0; w < kWords; ++w) matches[k] += std::popcount(~free[w][k / 2][k % 2]);
    }

    // One n-gram position that is still alive: where it starts and the name of its n-gram.
    struct Live {
        std::size_t start;
        std::uint32_t name;
    };
    struct Gram {
        std::uint64_t key;   // name of the shorter n-gram, next id
        std::uint32_t name;  // 0: empty slot
    };

    void count_ranks(Words hyp, std::int64_t* matches) {
        start_all(hyp, hyp_live_);
        start_all(ref_, ref_live_);
        for (int n = 1; n <= order_ && !hyp_live_.empty() && !ref_live_.empty(); ++n) {
            const auto last = static_cast<std::size_t>(n - 1);
            drop_ended(hyp, last, hyp_live_);
            drop_ended(ref_, last, ref_live_);
            grams_.assign(std::bit_ceil(2 * ref_live_.size() + 2), Gram{0, 0});
            left_.assign(1, 0);
            for (Live& at : ref_live_) {
                Gram& gram = find(key(ref_, at, last));
                if (gram.name == 0) {
                    gram.key = key(ref_, at, last);
                    gram.name = static_cast<std::uint32_t>(left_.size());
                    left_.push_back(0);
                }
                at.name = gram.name;
                ++left_[at.name];
            }
            shared_.assign(left_.size(), 0);
            std::size_t kept = 0;
            for (Live at : hyp_live_) {
                const std::uint32_t name = find(key(hyp, at, last)).name;
                if (name == 0) continue;
                shared_[name] = 1;
                if (left_[name] > 0) --left_[name], ++matches[n - 1];
                hyp_live_[kept++] = {at.start, name};
            }
            hyp_live_.resize(kept);
            std::erase_if(ref_live_, [&](const Live& at) { return shared_[at.name] == 0; });
        }
    }

    static void start_all(Words words, std::vector<Live>& live) {
        live.resize(words.size());
        for (std::size_t i = 0; i < words.size(); ++i) live[i] = {i, 0};
    }

    // Positions stay in ascending order, so those with no id left to go on with are at the end.
    static void drop_ended(Words words, std::size_t last, std::vector<Live>& live) {
        while (!live.empty() && live.back().start + last >= words.size()) live.pop_back();
    }

    static std::uint64_t key(Words words, const Live& at, std::size_t last) {
        return static_cast<std::uint64_t>(at.name) << 32 | static_cast<std::uint32_t>(words[at.start + last]);
    }

    Gram& find(std::uint64_t key) {
        const std::size_t mask = grams_.size() - 1;
        std::size_t at = fold_multiply(key + 0x9e3779b97f4a7c15ull, kTableSeed) & mask;
        while (grams_[at].name != 0 && grams_[at].key != key) at = (at + 1) & mask;
        return grams_[at];
    }

    int order_;
    Words ref_;
    std::size_t vocabulary_ = 0;
    std::size_t words_ = 1;  // 64-bit words a row of places_
    std::vector<std::uint64_t> places_;
    std::vector<Word> marked_;  // ids whose rows are not zero; a copy, for the reference may be gone by then

    std::vector<Live> hyp_live_, ref_live_;
    std::vector<Gram> grams_;
    std::vector<std::int64_t> left_;
    std::vector<std::uint8_t> shared_;
};

}  // namespace tertium
