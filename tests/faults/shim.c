/* Makes chosen calls of the C library fail, or ends the process at them: LD_PRELOAD=shim.so, then fault_arm(...).
 *
 * Every k-th call of one kind fails with `error`, beginning with the `first`-th; a negative `error` is a signal that the
 * process sends itself before the call. KIND_DISK counts bytes instead: after `every` of them the disk is full, and as on
 * a real one the last write is cut short. Descriptors 0 to 2 are left alone: what went wrong must be said somewhere.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { KIND_NONE, KIND_WRITE, KIND_FSYNC, KIND_RENAME, KIND_MMAP, KIND_MALLOC, KIND_CREATE, KIND_DISK, KINDS };

static _Atomic int armed = KIND_NONE, failure = 0;
static _Atomic long first = 1, every = 1, room = 0;
static _Atomic long seen[KINDS], failed = 0;

void fault_arm(int kind, long from, long step, int error) {
    first = from;
    every = step > 0 ? step : 1; /* room may be none */
    failure = error;
    room = step;
    failed = 0;
    for (int k = 0; k < KINDS; ++k) seen[k] = 0;
    armed = kind;
}

long fault_calls(int kind) { return seen[kind]; }
long fault_failed(void) { return failed; }

static int fails(int kind) {
    const long number = atomic_fetch_add(&seen[kind], 1) + 1;
    if (armed != kind || number < first || (number - first) % every) return 0;
    ++failed;
    if (failure < 0) {
        kill(getpid(), -failure);
        return 0;
    }
    errno = failure;
    return 1;
}

/* How many of `size` bytes the disk still takes; -1: none. */
static ssize_t taken(size_t size) {
    if (armed != KIND_DISK) return (ssize_t)size;
    const long left = atomic_fetch_sub(&room, (long)size);
    if (left >= (long)size) return (ssize_t)size;
    ++failed;
    if (left > 0) return left;
    errno = ENOSPC;
    return -1;
}

#define REAL(name) ((__typeof__(&name))real_of(&found_##name, #name))
#define FOUND(name) static void* found_##name
static void* real_of(void** found, const char* name) {
    if (!*found) *found = dlsym(RTLD_NEXT, name);
    return *found;
}

FOUND(write);
ssize_t write(int fd, const void* data, size_t size) {
    if (fd <= 2) return REAL(write)(fd, data, size);
    if (fails(KIND_WRITE)) return -1;
    const ssize_t most = taken(size);
    return most < 0 ? -1 : REAL(write)(fd, data, (size_t)most);
}

FOUND(pwrite);
ssize_t pwrite(int fd, const void* data, size_t size, off_t at) {
    if (fails(KIND_WRITE)) return -1;
    const ssize_t most = taken(size);
    return most < 0 ? -1 : REAL(pwrite)(fd, data, (size_t)most, at);
}

FOUND(pwrite64);
ssize_t pwrite64(int fd, const void* data, size_t size, off64_t at) {
    if (fails(KIND_WRITE)) return -1;
    const ssize_t most = taken(size);
    return most < 0 ? -1 : REAL(pwrite64)(fd, data, (size_t)most, at);
}

FOUND(writev);
ssize_t writev(int fd, const struct iovec* parts, int count) {
    if (fd > 2 && fails(KIND_WRITE)) return -1;
    if (fd > 2 && taken(0) < 0) return -1;
    return REAL(writev)(fd, parts, count);
}

FOUND(fsync);
int fsync(int fd) { return fails(KIND_FSYNC) ? -1 : REAL(fsync)(fd); }

FOUND(fdatasync);
int fdatasync(int fd) { return fails(KIND_FSYNC) ? -1 : REAL(fdatasync)(fd); }

FOUND(rename);
int rename(const char* from, const char* to) { return fails(KIND_RENAME) ? -1 : REAL(rename)(from, to); }

FOUND(renameat);
int renameat(int a, const char* from, int b, const char* to) {
    return fails(KIND_RENAME) ? -1 : REAL(renameat)(a, from, b, to);
}

FOUND(mmap);
void* mmap(void* at, size_t size, int rights, int flags, int fd, off_t offset) {
    return fails(KIND_MMAP) ? MAP_FAILED : REAL(mmap)(at, size, rights, flags, fd, offset);
}

FOUND(mmap64);
void* mmap64(void* at, size_t size, int rights, int flags, int fd, off64_t offset) {
    return fails(KIND_MMAP) ? MAP_FAILED : REAL(mmap64)(at, size, rights, flags, fd, offset);
}

/* dlsym allocates: glibc's own names break the circle. */
extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);
void* malloc(size_t size) { return fails(KIND_MALLOC) ? NULL : __libc_malloc(size); }
void* calloc(size_t count, size_t size) { return fails(KIND_MALLOC) ? NULL : __libc_calloc(count, size); }
void* realloc(void* old, size_t size) { return fails(KIND_MALLOC) ? NULL : __libc_realloc(old, size); }

#define OPENS(name)                                                                  \
    FOUND(name);                                                                     \
    int name(const char* path, int flags, ...) {                                     \
        mode_t mode = 0;                                                             \
        if (flags & (O_CREAT | O_TMPFILE)) {                                         \
            va_list rest;                                                            \
            va_start(rest, flags);                                                   \
            mode = va_arg(rest, mode_t);                                             \
            va_end(rest);                                                            \
        }                                                                            \
        if ((flags & (O_WRONLY | O_RDWR | O_CREAT)) && fails(KIND_CREATE)) return -1; \
        return REAL(name)(path, flags, mode);                                        \
    }
OPENS(open)
OPENS(open64)
