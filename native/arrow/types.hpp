// The types of Arrow columns, as schemas tell them.
#pragma once

#include <charconv>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "arrow/interface.hpp"

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

}  // namespace tertium
