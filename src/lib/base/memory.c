/* memory.c - allocates memory for the library, with a hook for tests that makes allocations fail */
#include "base/check.h"
#include "base/memory.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static atomic_long allocations_left = -1;

void memory_fail_after(long n)
{
    atomic_store(&allocations_left, n);
}

bool memory_fails_now(void)
{
    long left = atomic_load_explicit(&allocations_left, memory_order_relaxed);

    if (left < 0)
        return false;
    if (left == 0)
        return true;
    atomic_store_explicit(&allocations_left, left - 1, memory_order_relaxed);
    return false;
}

static void *resize_by_libc(void *user, void *old, size_t size)
{
    (void)user;
    if (size == 0) {
        free(old);
        return NULL;
    }
    return realloc(old, size);
}

const memory memory_default = {resize_by_libc, NULL};

void *memory_resize(const memory *m, void *old, size_t size)
{
    return size > 0 && memory_fails_now() ? NULL : m->resize(m->user, old, size);
}

void *memory_get(const memory *m, size_t size)
{
    return memory_resize(m, NULL, size > 0 ? size : 1);
}

void *memory_zeroed(const memory *m, size_t size)
{
    void *p;

    if (m->resize == resize_by_libc)
        return memory_fails_now() ? NULL : calloc(1, size);
    p = memory_get(m, size);
    if (p)
        memset(p, 0, size);
    return p;
}

bool memory_enlarge(const memory *m, void *array, size_t *room, size_t n, size_t size)
{
    size_t wanted = *room > 0 ? *room : size < 16 ? 256 / size : 16;
    void *p;

    CHECK(size > 0 && n > *room);
    while (wanted < n && wanted <= SIZE_MAX / 4 / size)
        wanted *= 2;
    memcpy(&p, array, sizeof p);
    p = wanted < n ? NULL : memory_resize(m, p, wanted * size);
    if (!p)
        return false;
    memcpy(array, &p, sizeof p);
    *room = wanted;
    return true;
}

void memory_free(const memory *m, void *old)
{
    if (old != NULL)
        (void)m->resize(m->user, old, 0);
}
