// The Arrow C data interface: three structs whose layout is fixed, so that libraries hand over columns without copying
// and without knowing one another. https://arrow.apache.org/docs/format/CDataInterface.html
//
// Who takes a struct over copies it and marks the original as released. Both wrappers here do that, and release once.
#pragma once

#include <cstdint>
#include <cstring>
#include <utility>

namespace tertium {

struct ArrowSchema {
    const char* format;
    const char* name;
    const char* metadata;
    std::int64_t flags;
    std::int64_t n_children;
    ArrowSchema** children;
    ArrowSchema* dictionary;
    void (*release)(ArrowSchema*);
    void* private_data;
};

struct ArrowArray {
    std::int64_t length;
    std::int64_t null_count;
    std::int64_t offset;
    std::int64_t n_buffers;
    std::int64_t n_children;
    const void** buffers;
    ArrowArray** children;
    ArrowArray* dictionary;
    void (*release)(ArrowArray*);
    void* private_data;
};

struct ArrowArrayStream {
    int (*get_schema)(ArrowArrayStream*, ArrowSchema*);
    int (*get_next)(ArrowArrayStream*, ArrowArray*);
    const char* (*get_last_error)(ArrowArrayStream*);
    void (*release)(ArrowArrayStream*);
    void* private_data;
};

// One of the three structs, owned.
template <class Struct>
class Owned {
  public:
    Owned() : held_{} {}
    explicit Owned(Struct& given) : held_(given) { given.release = nullptr; }
    Owned(Owned&& other) noexcept : held_(std::exchange(other.held_, Struct{})) {}
    Owned& operator=(Owned&& other) noexcept {
        if (this != &other) {
            release();
            held_ = std::exchange(other.held_, Struct{});
        }
        return *this;
    }
    ~Owned() { release(); }

    Struct* get() { return &held_; }
    const Struct& operator*() const { return held_; }
    const Struct* operator->() const { return &held_; }
    bool released() const { return held_.release == nullptr; }

  private:
    void release() {
        if (held_.release != nullptr) held_.release(&held_);
        held_.release = nullptr;
    }

    Struct held_;
};

}  // namespace tertium
