// Columns of Arrow batches: texts, lists of texts, whole numbers; read in place.
//
// Everything that the structs say of themselves is checked before it is believed: counts, null pointers, offsets that
// run backwards, places outside of a dictionary, a list's items or a view's buffers. What cannot be checked is the size
// of the buffers of plain strings, for the interface does not tell it.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "arrow/interface.hpp"
#include "arrow/types.hpp"

namespace tertium {

// An array seen as its type says, checked as a whole; places count from the array's own offset.
class ArrowColumn {
  public:
    ArrowColumn(const ArrowArray& array, const ArrowType& type) : array_(array), type_(type) {
        constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 64;
        demand(array.release != nullptr, "a column was released already");
        demand(array.length >= 0 && array.offset >= 0 && array.length < most && array.offset < most,
               "a column has an impossible length or offset");
        demand(array.null_count >= -1 && array.null_count <= array.length,
               "a column counts an impossible number of nulls");
        demand_buffers();
        if (type.kind == ArrowKind::dictionary) {
            demand(array.dictionary != nullptr, "a dictionary has no values");
            inner_ = std::make_unique<ArrowColumn>(*array.dictionary, type.inner[0]);
        }
        if (type.lists()) {
            demand(array.n_children == 1 && array.children != nullptr && array.children[0] != nullptr,
                   "a list needs exactly one child");
            inner_ = std::make_unique<ArrowColumn>(*array.children[0], type.inner[0]);
            if (type.kind == ArrowKind::fixed_list && type.width > 0)
                demand((array.offset + array.length) <= inner_->size() / type.width,
                       "a list has fewer items than it says");
        }
    }

    std::int64_t size() const { return array_.length; }

    bool valid(std::int64_t row) const {
        if (type_.kind == ArrowKind::null) return false;
        const auto* bits = static_cast<const std::uint8_t*>(array_.n_buffers > 0 ? array_.buffers[0] : nullptr);
        if (bits == nullptr) return true;
        const std::int64_t at = array_.offset + row;
        return (bits[at / 8] >> (at % 8)) & 1;
    }

    // The text of a row, or none where it is null.
    std::optional<std::string_view> text(std::int64_t row) const {
        if (!valid(row)) return std::nullopt;
        const std::int64_t at = array_.offset + row;
        switch (type_.kind) {
            case ArrowKind::text: return between(load<std::int32_t>(1, at), load<std::int32_t>(1, at + 1));
            case ArrowKind::large_text: return between(load<std::int64_t>(1, at), load<std::int64_t>(1, at + 1));
            case ArrowKind::text_view: return viewed(at);
            case ArrowKind::dictionary: {
                const std::int64_t place = number_at(at);
                demand(place >= 0 && place < inner_->size(), "a place is outside of its dictionary");
                return inner_->text(place);
            }
            default: throw ArrowError("a column holds no text");
        }
    }

    // Where the items of a row begin and end among those of the child.
    std::pair<std::int64_t, std::int64_t> items(std::int64_t row) const {
        const std::int64_t at = array_.offset + row;
        std::int64_t begin, end;
        if (type_.kind == ArrowKind::fixed_list) {
            begin = at * type_.width;
            end = begin + type_.width;
        } else if (type_.kind == ArrowKind::list) {
            begin = load<std::int32_t>(1, at);
            end = load<std::int32_t>(1, at + 1);
        } else {
            begin = load<std::int64_t>(1, at);
            end = load<std::int64_t>(1, at + 1);
        }
        demand(begin >= 0 && end >= begin && end <= inner_->size(), "the offsets of a list run out of its items");
        return {begin, end};
    }

    const ArrowColumn& inner() const { return *inner_; }

    // A whole number that is there; unsigned ones beyond int64 keep their bits.
    std::int64_t number(std::int64_t row) const {
        const std::int64_t at = array_.offset + row;
        if (type_.kind != ArrowKind::boolean) return number_at(at);
        const auto* bits = static_cast<const std::uint8_t*>(array_.buffers[1]);
        return (bits[at / 8] >> (at % 8)) & 1;
    }

  private:
    void demand_buffers() const {
        const ArrowArray& array = array_;
        const auto exactly = [&](std::int64_t count) {
            demand(array.n_buffers == count, "a column has another number of buffers than its type needs");
            demand(count == 0 || array.buffers != nullptr, "a column has no buffers");
        };
        const bool filled = array.length > 0;
        switch (type_.kind) {
            case ArrowKind::null: return;
            case ArrowKind::text:
            case ArrowKind::large_text:
                exactly(3);
                demand(!filled || array.buffers[1] != nullptr, "a column of texts has no offsets");
                break;
            case ArrowKind::text_view:
                demand(array.n_buffers >= 2 && array.n_buffers < arrow_detail::kMostColumns && array.buffers != nullptr,
                       "a column has another number of buffers than its type needs");
                demand(!filled || array.buffers[1] != nullptr, "a column of texts has no views");
                demand(array.n_buffers <= 3 || array.buffers[array.n_buffers - 1] != nullptr,
                       "a column of texts does not tell the sizes of its buffers");
                break;
            case ArrowKind::dictionary:
            case ArrowKind::number:
            case ArrowKind::boolean:
                exactly(2);
                demand(!filled || array.buffers[1] != nullptr, "a column has no values");
                break;
            case ArrowKind::list:
            case ArrowKind::large_list:
                exactly(2);
                demand(!filled || array.buffers[1] != nullptr, "a column of lists has no offsets");
                break;
            case ArrowKind::fixed_list: exactly(1); break;
            case ArrowKind::other: throw ArrowError("a column is of a type that is not read");
        }
        demand(array.null_count <= 0 || array.buffers[0] != nullptr, "a column has nulls but does not say where");
    }

    // Buffers need not be aligned.
    template <class T>
    T load(std::int64_t buffer, std::int64_t at) const {
        T value;
        std::memcpy(&value,
                    static_cast<const char*>(array_.buffers[buffer]) + at * static_cast<std::int64_t>(sizeof(T)),
                    sizeof(T));
        return value;
    }

    std::int64_t number_at(std::int64_t at) const {
        switch (type_.width) {
            case 1: return type_.is_signed ? load<std::int8_t>(1, at) : load<std::uint8_t>(1, at);
            case 2: return type_.is_signed ? load<std::int16_t>(1, at) : load<std::uint16_t>(1, at);
            case 4:
                return type_.is_signed ? load<std::int32_t>(1, at)
                                       : static_cast<std::int64_t>(load<std::uint32_t>(1, at));
            default: return load<std::int64_t>(1, at);
        }
    }

    std::string_view between(std::int64_t begin, std::int64_t end) const {
        demand(begin >= 0 && end >= begin, "the offsets of a column of texts run backwards");
        if (begin == end) return {};
        demand(array_.buffers[2] != nullptr, "a column of texts has no text");
        return {static_cast<const char*>(array_.buffers[2]) + begin, static_cast<std::size_t>(end - begin)};
    }

    // Sixteen bytes: the size; then the text if it fits, or its first bytes, the number of its buffer and its place there.
    std::string_view viewed(std::int64_t at) const {
        const char* view = static_cast<const char*>(array_.buffers[1]) + at * 16;
        std::int32_t size, buffer, place;
        std::memcpy(&size, view, 4);
        demand(size >= 0, "a view of a text has a negative size");
        if (size <= 12) return {view + 4, static_cast<std::size_t>(size)};
        std::memcpy(&buffer, view + 8, 4);
        std::memcpy(&place, view + 12, 4);
        const std::int64_t buffers = array_.n_buffers - 3;
        demand(buffer >= 0 && buffer < buffers && place >= 0, "a view of a text is outside of its buffers");
        const auto known = load<std::int64_t>(array_.n_buffers - 1, buffer);
        const auto* text = static_cast<const char*>(array_.buffers[2 + buffer]);
        demand(text != nullptr && static_cast<std::int64_t>(place) + size <= known,
               "a view of a text is outside of its buffers");
        return {text + place, static_cast<std::size_t>(size)};
    }

    const ArrowArray& array_;
    const ArrowType& type_;
    std::unique_ptr<ArrowColumn> inner_;
};

}  // namespace tertium
