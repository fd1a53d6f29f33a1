// Arrow columns that lie: lengths, nulls, offsets, places and views of any numbers over buffers of a known size.
//
// The interface does not tell how large the buffers of plain strings are, so a caller that lies about them is not
// caught; here those buffers are large enough for every offset that can be made.
#include "arrow/batches.hpp"

#include <memory>

#include "invariants.hpp"

namespace tertium::fuzz {
namespace {

void release_array(ArrowArray* array) { array->release = nullptr; }
void release_schema(ArrowSchema* schema) { schema->release = nullptr; }

constexpr std::size_t kRoom = 4096;  // bytes of every buffer: more than the places below can reach
constexpr std::int64_t kMostRows = 24;

// An array with its buffers; `deep` counts how many may still lie inside.
struct Column {
    std::vector<std::unique_ptr<char[]>> buffers;
    std::vector<const void*> pointers;
    std::unique_ptr<Column> inner;
    ArrowArray array{};
    ArrowArray* child = nullptr;
    ArrowSchema schema{};
    ArrowSchema* child_schema = nullptr;

    char* add_buffer() {
        buffers.push_back(std::make_unique<char[]>(kRoom));
        pointers.push_back(buffers.back().get());
        return buffers.back().get();
    }

    Column(Input& input, int deep) {
        static constexpr const char* kFormats[] = {"u", "U", "vu", "n",  "b",  "c",    "C",    "s", "S",    "i",
                                                   "I", "l", "L",  "+l", "+L", "+w:2", "+w:0", "z", "+w:x", ""};
        const std::uint8_t how = input.byte();
        const std::string_view format = schema.format = kFormats[how % std::size(kFormats)];
        schema.name = "column";
        schema.release = release_schema;
        array.release = release_array;
        array.length = static_cast<std::int64_t>(input.below(kMostRows));
        array.offset = static_cast<std::int64_t>(input.below(8));
        array.null_count = static_cast<std::int64_t>(input.below(4)) - 1;
        const bool list = format.starts_with("+");
        const bool dictionary = !list && how >= 0xa0;
        char* validity = add_buffer();
        for (std::size_t k = 0; k < 8; ++k) validity[k] = static_cast<char>(input.byte());
        if (format == "n") pointers.clear();
        else if (!format.starts_with("+w")) fill(input, add_buffer(), format);
        if (format == "u" || format == "U") {
            char* text = add_buffer();
            for (std::size_t k = 0; k < 24; ++k) text[k] = static_cast<char>(input.byte());
        } else if (format == "vu") {
            char* text = add_buffer();
            for (std::size_t k = 0; k < 24; ++k) text[k] = static_cast<char>(input.byte());
            const std::int64_t known = static_cast<std::int64_t>(input.byte()) * 4;
            std::memcpy(add_buffer(), &known, sizeof known);
        }
        array.n_buffers = static_cast<std::int64_t>(pointers.size());
        if (input.byte() == 0xff && array.n_buffers > 0) --array.n_buffers;
        array.buffers = pointers.data();
        if (deep > 0 && (list || dictionary)) {
            inner = std::make_unique<Column>(input, deep - 1);
            if (list) {
                child = &inner->array, child_schema = &inner->schema;
                array.n_children = schema.n_children = 1;
                array.children = &child, schema.children = &child_schema;
            } else {
                array.dictionary = &inner->array, schema.dictionary = &inner->schema;
            }
        }
    }
    Column(const Column&) = delete;

    // Offsets, places, numbers or views, all near one another.
    static void fill(Input& input, char* buffer, std::string_view format) {
        const std::size_t width = format == "vu"                                                      ? 16
                                  : format == "U" || format == "+L" || format == "l" || format == "L" ? 8
                                  : format == "u" || format == "+l" || format == "i" || format == "I" ? 4
                                                                                                      : 1;
        std::int64_t now = 0;
        for (std::size_t k = 0; k < kMostRows + 9; ++k) {
            const std::uint8_t byte = input.byte();
            if (width == 16) {
                const std::int32_t view[4] = {
                    static_cast<std::int32_t>(byte) - 2, static_cast<std::int32_t>(input.number<std::uint16_t>()),
                    static_cast<std::int32_t>(byte % 3) - 1, static_cast<std::int32_t>(input.byte()) - 1};
                std::memcpy(buffer + 16 * k, view, 16);
                continue;
            }
            now = byte >= 0xf0 ? static_cast<std::int64_t>(byte) - 0xf2 : now + byte % 4;
            std::memcpy(buffer + width * k, &now, width);
        }
    }
};

}  // namespace
}  // namespace tertium::fuzz

void tertium::fuzz::target(Input& input) {
    Column column(input, 3);
    accepted<ArrowError>([&] {
        auto type = std::make_shared<const ArrowTableType>(arrow_table_type(column.schema));
        const ArrowBatch batch(type, Owned<ArrowArray>(column.array));
        const ArrowType& only = type->columns.at(0);
        Pool pool;
        if (only.texts() || only.lists_of_texts()) {
            const ArrowTexts texts = batch.add_to(pool, 0, 0, batch.rows(), std::int64_t{1} << 30);
            must(!only.lists() || texts.offsets.size() == static_cast<std::size_t>(batch.rows()) + 1,
                 "Arrow: every row has its items");
            if (texts.refused_row >= 0) must(texts.refused_row < batch.rows(), "Arrow: what is not UTF-8 is in a row");
            else
                for (const std::int32_t id : texts.ids)
                    must(id >= 0 && static_cast<std::size_t>(id) < pool.size(), "Arrow: texts are in the pool");
        }
        if (only.numbers()) {
            const auto [values, present] = batch.numbers(0, 0, batch.rows());
            must(values.size() == static_cast<std::size_t>(batch.rows()) && present.size() == values.size(),
                 "Arrow: a number a row");
        }
    });
}
