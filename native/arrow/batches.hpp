// Batches of rows: texts of a column go into a pool, whole numbers into vectors.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "arrow/columns.hpp"
#include "arrow/interface.hpp"
#include "arrow/types.hpp"
#include "text/sentence_pool.hpp"

namespace tertium {

// What one column gave: the sentence of every text, which of them are there, and for lists where those of a row begin.
struct ArrowTexts {
    std::vector<std::int32_t> ids;
    std::vector<std::uint8_t> present;                 // of texts
    std::vector<std::int64_t> offsets;                 // of rows; empty unless they are lists
    std::int64_t null_row = -1, null_item = -1;        // the first that is missing; the item -1 where it is the row
    std::int64_t refused_row = -1, refused_item = -1;  // the first that is not UTF-8 or too long
    std::int64_t invalid_byte = -1;                    // of the refused one; -1 where it is too long
};

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

    // Texts of `count` rows from `start` on, added to a pool. The first text that is not UTF-8, or longer than `limit`
    // bytes, ends it.
    ArrowTexts add_to(Pool& pool, std::size_t column, std::int64_t start, std::int64_t count,
                      std::int64_t limit) const {
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
            const bool fits = static_cast<std::int64_t>(found[i].size()) <= limit;
            made.invalid_byte = fits ? first_invalid_utf8(found[i]) : -1;
            if (fits && made.invalid_byte < 0) continue;
            made.refused_row = static_cast<std::int64_t>(i);
            if (lists) {
                const auto after = std::upper_bound(made.offsets.begin(), made.offsets.end(), made.refused_row);
                made.refused_item = made.refused_row - *(after - 1);
                made.refused_row = after - made.offsets.begin() - 1;
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

}  // namespace tertium
