// Columns of Arrow batches: texts, lists of texts, whole numbers; read in place.
//
// Everything that the structs say of themselves is checked before it is believed: counts, null pointers, offsets that
// run backwards, places outside of a dictionary, a list's items or a view's buffers. What cannot be checked is the size
// of the buffers of plain strings, for the interface does not tell it.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arrow/interface.hpp"
#include "text/sentence_pool.hpp"

namespace tertium {

// What a broken batch is refused with.
struct ArrowError : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

inline void demand(bool holds, const char* what) {
    if (!holds) throw ArrowError(what);
}

enum class ArrowKind {
    null,
    text,
    large_text,
    text_view,
    dictionary,
    list,
    large_list,
    fixed_list,
    number,
    boolean,
    other
};

struct ArrowType {
    ArrowKind kind = ArrowKind::other;
    std::string name, format;
    int width = 0;                 // bytes of a number or of a dictionary's places; items of a fixed list
    bool is_signed = false;        // of numbers
    std::vector<ArrowType> inner;  // of a list its items, of a dictionary its values

    bool texts() const {
        return kind == ArrowKind::null || kind == ArrowKind::text || kind == ArrowKind::large_text ||
               kind == ArrowKind::text_view || (kind == ArrowKind::dictionary && inner[0].texts());
    }
    bool lists() const {
        return kind == ArrowKind::list || kind == ArrowKind::large_list || kind == ArrowKind::fixed_list;
    }
    bool lists_of_texts() const { return lists() && inner[0].texts(); }
    bool numbers() const { return kind == ArrowKind::number || kind == ArrowKind::boolean; }
};

namespace arrow_detail {

constexpr std::int64_t kMostColumns = 1 << 20;

inline ArrowType number_type(char letter) {
    constexpr std::string_view letters = "cCsSiIlL";
    const auto at = letters.find(letter);
    ArrowType type;
    if (at == std::string_view::npos) return type;
    type.kind = ArrowKind::number;
    type.width = 1 << (at / 2);
    type.is_signed = at % 2 == 0;
    return type;
}

}  // namespace arrow_detail

// `depth` ends schemas that are nested without end: lists of dictionaries of texts are the deepest that are read.
inline ArrowType arrow_type(const ArrowSchema& schema, int depth = 3) {
    demand(schema.release != nullptr, "a schema was released already");
    demand(schema.format != nullptr, "a schema has no format");
    const std::string_view format = schema.format;
    ArrowType type;
    if (depth > 0 && schema.dictionary != nullptr) {
        const ArrowType places = format.size() == 1 ? arrow_detail::number_type(format[0]) : ArrowType{};
        demand(places.kind == ArrowKind::number, "the places of a dictionary are not whole numbers");
        type.kind = ArrowKind::dictionary;
        type.width = places.width;
        type.is_signed = places.is_signed;
        type.inner.push_back(arrow_type(*schema.dictionary, depth - 1));
        if (!type.inner[0].texts() || type.inner[0].kind == ArrowKind::dictionary) type.kind = ArrowKind::other;
    } else if (schema.dictionary != nullptr) {
        type.kind = ArrowKind::other;
    } else if (format == "u") {
        type.kind = ArrowKind::text;
    } else if (format == "U") {
        type.kind = ArrowKind::large_text;
    } else if (format == "vu") {
        type.kind = ArrowKind::text_view;
    } else if (format == "n") {
        type.kind = ArrowKind::null;
    } else if (format == "b") {
        type.kind = ArrowKind::boolean;
    } else if (format.size() == 1) {
        type = arrow_detail::number_type(format[0]);
    } else if (depth > 0 && (format == "+l" || format == "+L" || format.starts_with("+w:"))) {
        demand(schema.n_children == 1 && schema.children != nullptr && schema.children[0] != nullptr,
               "a list needs exactly one child");
        type.kind = format == "+l" ? ArrowKind::list : format == "+L" ? ArrowKind::large_list : ArrowKind::fixed_list;
        if (type.kind == ArrowKind::fixed_list) {
            const char* end = format.data() + format.size();
            const auto [read, error] = std::from_chars(format.data() + 3, end, type.width);
            demand(error == std::errc{} && read == end && type.width >= 0, "a list of fixed size has no size");
        }
        type.inner.push_back(arrow_type(*schema.children[0], depth - 1));
    }
    type.format = format;
    if (schema.name != nullptr) type.name = schema.name;
    return type;
}

// What one column gave: the sentence of every text, which of them are there, and for lists where those of a row begin.
struct ArrowTexts {
    std::vector<std::int32_t> ids;
    std::vector<std::uint8_t> present;           // of texts
    std::vector<std::int64_t> offsets;           // of rows; empty unless they are lists
    std::int64_t null_row = -1, null_item = -1;  // the first that is missing; the item -1 where it is the row
    std::int64_t invalid_row = -1, invalid_item = -1, invalid_byte = -1;  // the first that is not UTF-8
};

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

// The types of a table's columns; one without a name where the stream is a column by itself.
struct ArrowTableType {
    bool is_struct = false;
    std::vector<ArrowType> columns;
};

inline ArrowTableType arrow_table_type(const ArrowSchema& schema) {
    demand(schema.release != nullptr, "the schema was released already");
    demand(schema.format != nullptr, "the schema has no format");
    ArrowTableType made;
    made.is_struct = std::string_view(schema.format) == "+s" && schema.dictionary == nullptr;
    if (!made.is_struct) {
        made.columns.push_back(arrow_type(schema));
        return made;
    }
    demand(schema.n_children >= 0 && schema.n_children <= arrow_detail::kMostColumns &&
               (schema.n_children == 0 || schema.children != nullptr),
           "the schema has an impossible number of columns");
    for (std::int64_t i = 0; i < schema.n_children; ++i) {
        demand(schema.children[i] != nullptr, "the schema lacks a column");
        made.columns.push_back(arrow_type(*schema.children[i]));
    }
    return made;
}

// Rows of a table in memory: an array and what is known of its columns. Reading changes nothing, so threads may share it.
class ArrowBatch {
  public:
    ArrowBatch(std::shared_ptr<const ArrowTableType> type, Owned<ArrowArray> array)
        : type_(std::move(type)), array_(std::move(array)) {
        demand(!array_.released(), "the batch was released already");
        demand(array_->length >= 0 && array_->offset >= 0, "the batch has a negative length or offset");
        if (!type_->is_struct) return;
        demand(array_->n_children == static_cast<std::int64_t>(type_->columns.size()) &&
                   (array_->n_children == 0 || array_->children != nullptr),
               "the batch has another number of columns than its schema");
        demand(array_->n_buffers == 1 && array_->buffers != nullptr,
               "the batch has another number of buffers than one");
        demand(array_->null_count <= 0 || array_->buffers[0] != nullptr, "the batch has nulls but does not say where");
    }

    std::int64_t rows() const { return array_->length; }
    const ArrowTableType& type() const { return *type_; }

    // Texts of `count` rows from `start` on, added to a pool. The first text that is not UTF-8 ends it.
    ArrowTexts add_to(Pool& pool, std::size_t column, std::int64_t start, std::int64_t count) const {
        const ArrowType& type = type_->columns[column];
        demand(type.texts() || type.lists_of_texts(), "the column holds neither texts nor lists of texts");
        const ArrowColumn whole = column_of(column);
        const bool lists = type.lists();
        const ArrowColumn& texts = lists ? whole.inner() : whole;
        ArrowTexts made;
        std::vector<std::string_view> found;
        std::size_t bytes = 0;
        const auto add = [&](std::int64_t at, std::int64_t row, std::int64_t item, bool there) {
            const std::optional<std::string_view> text = there ? texts.text(at) : std::nullopt;
            if (!text && made.null_row < 0) {
                made.null_row = row;
                made.null_item = item;
            }
            made.present.push_back(text.has_value());
            found.push_back(text.value_or(std::string_view{}));
            bytes += found.back().size();
        };
        if (lists) made.offsets.push_back(0);
        found.reserve(static_cast<std::size_t>(count));
        made.present.reserve(static_cast<std::size_t>(count));
        for (std::int64_t row = 0; row < count; ++row) {
            const bool there = row_valid(start + row);
            const std::int64_t at = place_of(start + row);
            if (!lists) {
                add(at, row, -1, there);
                continue;
            }
            if (there && whole.valid(at)) {
                const auto [begin, end] = whole.items(at);
                for (std::int64_t item = begin; item < end; ++item) add(item, row, item - begin, true);
            } else if (made.null_row < 0) {
                made.null_row = row;
            }
            made.offsets.push_back(static_cast<std::int64_t>(found.size()));
        }
        for (std::size_t i = 0; i < found.size(); ++i) {
            made.invalid_byte = first_invalid_utf8(found[i]);
            if (made.invalid_byte < 0) continue;
            made.invalid_row = static_cast<std::int64_t>(i);
            if (lists) {
                const auto after = std::upper_bound(made.offsets.begin(), made.offsets.end(), made.invalid_row);
                made.invalid_item = made.invalid_row - *(after - 1);
                made.invalid_row = after - made.offsets.begin() - 1;
            }
            return made;
        }
        made.ids.resize(found.size());
        pool.add_all(found, bytes, made.ids);
        return made;
    }

    // Whole numbers of some rows, and which of them are there.
    std::pair<std::vector<std::int64_t>, std::vector<std::uint8_t>> numbers(std::size_t column, std::int64_t start,
                                                                            std::int64_t count) const {
        demand(type_->columns[column].numbers(), "the column holds no whole numbers");
        const ArrowColumn whole = column_of(column);
        std::vector<std::int64_t> values(static_cast<std::size_t>(count));
        std::vector<std::uint8_t> present(values.size());
        for (std::int64_t row = 0; row < count; ++row) {
            const std::int64_t at = place_of(start + row);
            const bool there = row_valid(start + row) && whole.valid(at);
            present[static_cast<std::size_t>(row)] = there;
            values[static_cast<std::size_t>(row)] = there ? whole.number(at) : 0;
            demand(type_->columns[column].is_signed || values[static_cast<std::size_t>(row)] >= 0,
                   "a whole number is 2^63 or more");
        }
        return {std::move(values), std::move(present)};
    }

  private:
    // A table's own offset holds for all of its columns.
    std::int64_t place_of(std::int64_t row) const { return type_->is_struct ? array_->offset + row : row; }

    bool row_valid(std::int64_t row) const {
        if (!type_->is_struct) return true;
        const auto* bits = static_cast<const std::uint8_t*>(array_->buffers[0]);
        if (bits == nullptr) return true;
        const std::int64_t at = array_->offset + row;
        return (bits[at / 8] >> (at % 8)) & 1;
    }

    ArrowColumn column_of(std::size_t column) const {
        if (!type_->is_struct) return ArrowColumn(*array_, type_->columns[column]);
        const ArrowArray* child = array_->children[column];
        demand(child != nullptr, "the batch lacks a column");
        ArrowColumn made(*child, type_->columns[column]);
        demand(array_->length <= made.size() && array_->offset <= made.size() - array_->length,
               "a column is shorter than its batch");
        return made;
    }

    std::shared_ptr<const ArrowTableType> type_;
    Owned<ArrowArray> array_;
};

// The same number for the same text everywhere and in every version: segments are told apart, and put into bags, by it.
// FNV-1a over the bytes, its bits then mixed as in SplitMix64.
inline std::uint64_t stable_hash(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325ull;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
    hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9ull;
    hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebull;
    return hash ^ (hash >> 31);
}

}  // namespace tertium
