// What a target makes of the fuzzer's bytes: numbers, texts, and chunks of sentences with their pairs.
//
// Every byte string is an input, and a small change of the bytes is a small change of what is made: that is what a
// fuzzer that follows coverage needs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/sentences.hpp"

namespace tertium::fuzz {

class Input {
  public:
    Input(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

    bool empty() const { return size_ == 0; }
    std::size_t left() const { return size_; }

    // Zeros behind the end.
    std::uint8_t byte() {
        if (size_ == 0) return 0;
        --size_;
        return *data_++;
    }
    bool coin() { return (byte() & 1) != 0; }
    std::size_t below(std::size_t bound) { return byte() % bound; }

    template <class Number>
    Number number() {
        std::uint8_t bytes[sizeof(Number)];
        for (std::uint8_t& one : bytes) one = byte();
        Number made;
        std::memcpy(&made, bytes, sizeof made);
        return made;
    }

    std::string_view text(std::size_t most) {
        const std::size_t size = std::min(size_, most);
        const std::string_view made(reinterpret_cast<const char*>(data_), size);
        data_ += size;
        size_ -= size;
        return made;
    }
    std::string_view rest() { return text(size_); }

    // Words are bytes. Now and then a sentence is repeated, so that it becomes longer than the 64 words of a block.
    std::vector<Word> sentence(std::size_t longest, std::size_t vocabulary) {
        const std::uint8_t how = byte();
        std::vector<Word> made(std::min<std::size_t>(how & 15, longest));
        for (Word& word : made) word = static_cast<Word>(below(vocabulary));
        const std::size_t once = made.size();
        for (std::size_t times = how >= 0xe0 ? how & 7 : 0; times > 0 && made.size() + once <= longest; --times)
            made.insert(made.end(), made.begin(), made.begin() + static_cast<std::ptrdiff_t>(once));
        return made;
    }

  private:
    const std::uint8_t* data_;
    std::size_t size_;
};

// Sentences and what is compared with what, as kernels take them.
struct Chunk {
    std::vector<std::int32_t> values;
    std::vector<std::int64_t> offsets{0};
    std::vector<std::int32_t> hyp, seg, refs;
    std::vector<std::int64_t> ref_offsets{0};

    RaggedView sentences() const { return {values, offsets}; }
    Pairs pairs() const { return {hyp, seg, {refs, ref_offsets}}; }
    Words hypothesis(std::size_t pair) const { return sentences()[static_cast<std::size_t>(hyp[pair])]; }
    std::vector<Words> references(std::size_t pair) const {
        std::vector<Words> made;
        for (const std::int32_t id : pairs().references[static_cast<std::size_t>(seg[pair])])
            made.push_back(sentences()[static_cast<std::size_t>(id)]);
        return made;
    }

    std::int32_t add(Words sentence) {
        values.insert(values.end(), sentence.begin(), sentence.end());
        offsets.push_back(static_cast<std::int64_t>(values.size()));
        return static_cast<std::int32_t>(offsets.size() - 2);
    }

    // A chunk of one pair alone: its sentences, and no others.
    Chunk only(std::size_t pair) const {
        Chunk made;
        made.hyp.push_back(made.add(hypothesis(pair)));
        made.seg.push_back(0);
        for (const Words reference : references(pair)) made.refs.push_back(made.add(reference));
        made.ref_offsets.push_back(static_cast<std::int64_t>(made.refs.size()));
        return made;
    }
};

// One to three segments with one to three references each, and one to four pairs, in any order.
inline Chunk chunk_of(Input& input, std::size_t longest) {
    Chunk made;
    const std::uint8_t sizes = input.byte();
    const std::size_t segments = 1 + sizes % 3, pairs = 1 + sizes / 3 % 4, vocabulary = 1 + sizes / 12;
    for (std::size_t s = 0; s < segments; ++s) {
        const std::size_t references = 1 + input.below(3);
        for (std::size_t k = 0; k < references; ++k) made.refs.push_back(made.add(input.sentence(longest, vocabulary)));
        made.ref_offsets.push_back(static_cast<std::int64_t>(made.refs.size()));
    }
    for (std::size_t p = 0; p < pairs; ++p) {
        made.seg.push_back(static_cast<std::int32_t>(input.below(segments)));
        // Most hypotheses are new; some are sentences that are there, a reference among them.
        const std::uint8_t which = input.byte();
        const auto known = static_cast<std::int32_t>(made.offsets.size() - 1);
        made.hyp.push_back(which >= 0xf0 ? which % known : made.add(input.sentence(longest, vocabulary)));
    }
    return made;
}

// Valid UTF-8 out of any bytes: what is not begins a character of its own.
inline std::string utf8_of(std::string_view bytes) {
    std::string made;
    for (std::size_t at = 0; at < bytes.size();) {
        const auto lead = static_cast<unsigned char>(bytes[at]);
        if (lead < 0x80) {
            made += bytes[at++];
            continue;
        }
        // Three bytes choose a character; planes beyond the first are rare, as in texts.
        std::uint32_t point = lead & 0x3f;
        for (std::size_t k = 1; k < 3 && at + k < bytes.size(); ++k)
            point = (point << 8 | static_cast<unsigned char>(bytes[at + k])) & 0x1fffff;
        point = lead < 0xf0 ? point % 0x3100 + 0x80 : point % 0x10ff80 + 0x80;
        if (point >= 0xd800 && point < 0xe000) point -= 0x800;
        at += 3;
        if (point < 0x800) {
            made += static_cast<char>(0xc0 | point >> 6);
        } else if (point < 0x10000) {
            made += static_cast<char>(0xe0 | point >> 12);
            made += static_cast<char>(0x80 | (point >> 6 & 0x3f));
        } else {
            made += static_cast<char>(0xf0 | point >> 18);
            made += static_cast<char>(0x80 | (point >> 12 & 0x3f));
            made += static_cast<char>(0x80 | (point >> 6 & 0x3f));
        }
        made += static_cast<char>(0x80 | (point & 0x3f));
    }
    return made;
}

// What every target defines: one input, tried. entry.cpp (libFuzzer) or replay.cpp calls it.
void target(Input& input);

}  // namespace tertium::fuzz
