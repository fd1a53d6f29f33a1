#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cerrno>
#include <charconv>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <tuple>

#include "arrow/batches.hpp"
#include "arrow/interface.hpp"
#include "arrow/stable_hash.hpp"
#include "arrow/types.hpp"
#include "bindings/arrays.hpp"

namespace tertium::bindings {

using namespace nb::literals;

namespace {

// The struct in a capsule of the PyCapsule protocol, taken over.
template <class Struct>
Owned<Struct> taken(nb::handle capsule, const char* name) {
    if (!PyCapsule_IsValid(capsule.ptr(), name))
        throw ArrowError("this is no capsule of the Arrow C data interface: " + std::string(name));
    auto* found = static_cast<Struct*>(PyCapsule_GetPointer(capsule.ptr(), name));
    if (found->release == nullptr) throw ArrowError("its Arrow data was read before, which is possible only once");
    return Owned<Struct>(*found);
}

// Batches of a stream, one at a time; what makes them may need Python, so it runs without the lock.
class Stream {
  public:
    explicit Stream(nb::handle capsule) : stream_(taken<ArrowArrayStream>(capsule, "arrow_array_stream")) {
        demand(stream_->get_schema != nullptr && stream_->get_next != nullptr, "the stream lacks its functions");
        Owned<ArrowSchema> schema;
        int error;
        {
            nb::gil_scoped_release release;
            error = stream_->get_schema(stream_.get(), schema.get());
        }
        if (error != 0) throw failed(error);
        type_ = std::make_shared<const ArrowTableType>(arrow_table_type(*schema));
    }

    const std::shared_ptr<const ArrowTableType>& type() const { return type_; }

    std::shared_ptr<ArrowBatch> next() {
        Owned<ArrowArray> array;
        int error;
        {
            nb::gil_scoped_release release;
            error = stream_->get_next(stream_.get(), array.get());
        }
        if (error != 0) throw failed(error);
        return array.released() ? nullptr : std::make_shared<ArrowBatch>(type_, std::move(array));
    }

  private:
    ArrowError failed(int error) {
        const char* said = stream_->get_last_error == nullptr ? nullptr : stream_->get_last_error(stream_.get());
        return ArrowError("the stream ended with error " + std::to_string(error) +
                          (said == nullptr ? std::string() : ": " + std::string(said)));
    }

    Owned<ArrowArrayStream> stream_;
    std::shared_ptr<const ArrowTableType> type_;
};

// (name, the format's letters, what it can be read as: "texts", "lists", "numbers", or nothing) of every column.
std::vector<std::tuple<nb::bytes, std::string, std::string>> columns_of(const ArrowTableType& type) {
    std::vector<std::tuple<nb::bytes, std::string, std::string>> made;
    for (const ArrowType& column : type.columns) {
        const char* as = column.texts()                      ? "texts"
                         : column.lists_of_texts()           ? "lists"
                         : column.kind == ArrowKind::boolean ? "booleans"
                         : column.numbers()                  ? "numbers"
                                                             : "";
        made.emplace_back(nb::bytes(column.name.data(), column.name.size()), column.format, as);
    }
    return made;
}

void demand_rows(const ArrowBatch& batch, std::size_t column, std::int64_t start, std::int64_t count) {
    demand(column < batch.type().columns.size(), "there is no such column");
    demand(start >= 0 && count >= 0 && start <= batch.rows() && count <= batch.rows() - start,
           "there are no such rows");
}

}  // namespace

void bind_arrow(nb::module_& m) {
    nb::class_<ArrowTexts>(m, "ArrowTexts", "What a column gave; rows and items are -1 where nothing is to be said.")
        .def_prop_ro(
            "ids", [](ArrowTexts& texts) { return to_numpy(std::vector(texts.ids)); }, nb::rv_policy::move)
        .def_prop_ro(
            "present", [](ArrowTexts& texts) { return to_numpy(std::vector(texts.present)); }, nb::rv_policy::move)
        .def_prop_ro(
            "offsets", [](ArrowTexts& texts) { return to_numpy(std::vector(texts.offsets)); }, nb::rv_policy::move)
        .def_ro("null_row", &ArrowTexts::null_row)
        .def_ro("null_item", &ArrowTexts::null_item)
        .def_ro("refused_row", &ArrowTexts::refused_row)
        .def_ro("refused_item", &ArrowTexts::refused_item)
        .def_ro("invalid_byte", &ArrowTexts::invalid_byte);

    nb::class_<ArrowBatch>(m, "ArrowBatch", "Rows of a table in the memory of whoever made them.")
        .def_static(
            "from_capsules",
            [](nb::handle schema, nb::handle array) {
                const Owned<ArrowSchema> described = taken<ArrowSchema>(schema, "arrow_schema");
                auto type = std::make_shared<const ArrowTableType>(arrow_table_type(*described));
                return std::make_shared<ArrowBatch>(std::move(type), taken<ArrowArray>(array, "arrow_array"));
            },
            "schema"_a, "array"_a)
        .def("__len__", [](const ArrowBatch& batch) { return static_cast<std::size_t>(batch.rows()); })
        .def_prop_ro("columns", [](const ArrowBatch& batch) { return columns_of(batch.type()); })
        .def_prop_ro("is_table", [](const ArrowBatch& batch) { return batch.type().is_struct; })
        .def(
            "add_to",
            [](const ArrowBatch& batch, Pool& pool, std::size_t column, std::int64_t start, std::int64_t count,
               std::int64_t limit) {
                demand_rows(batch, column, start, count);
                nb::gil_scoped_release release;
                return batch.add_to(pool, column, start, count, limit);
            },
            "pool"_a, "column"_a, "start"_a, "count"_a, "limit"_a = std::numeric_limits<std::int64_t>::max(),
            "Texts of some rows, added to the pool; the first that is not UTF-8 or has more bytes than the limit ends "
            "it.")
        .def(
            "numbers",
            [](const ArrowBatch& batch, std::size_t column, std::int64_t start, std::int64_t count) {
                demand_rows(batch, column, start, count);
                auto [values, present] = batch.numbers(column, start, count);
                return std::make_pair(to_numpy(std::move(values)), to_numpy(std::move(present)));
            },
            "column"_a, "start"_a, "count"_a, "Whole numbers of some rows, and which of them are there.");

    nb::class_<Stream>(m, "ArrowStream", "Batches of an Arrow stream, one at a time.")
        .def("__init__", [](Stream* self, nb::handle capsule) { new (self) Stream(capsule); })
        .def_prop_ro("columns", [](const Stream& stream) { return columns_of(*stream.type()); })
        .def_prop_ro("is_table", [](const Stream& stream) { return stream.type()->is_struct; })
        .def("next", &Stream::next, nb::sig("def next(self) -> ArrowBatch | None"),
             "The next batch, or None behind the last.");

    m.def(
        "hash_sentences",
        [](const Pool& pool) {
            std::vector<std::uint64_t> hashes(pool.size());
            for (std::size_t i = 0; i < hashes.size(); ++i) hashes[i] = stable_hash(pool[i]);
            return to_numpy(std::move(hashes));
        },
        "pool"_a, "A number for every sentence of a pool, the same everywhere and in every version.");
    m.def(
        "hash_numbers",
        [](const Int64s& numbers) {
            std::vector<std::uint64_t> hashes;
            char digits[24];
            for (const std::int64_t number : view(numbers)) {
                const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
                hashes.push_back(stable_hash({digits, static_cast<std::size_t>(end - digits)}));
            }
            return to_numpy(std::move(hashes));
        },
        "numbers"_a, "As hash_sentences, of the numbers written in decimal digits.");
}

}  // namespace tertium::bindings
