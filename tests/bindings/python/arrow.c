/* arrow.c - for test_many.py: reads what find_many() exports through the Arrow C data interface,
 * and makes allocations of trawl fail
 *
 * Built as a shared library. read_stream() checks every buffer, and prints the values as lines
 * with tabs; \N is NULL. Then it takes the last column out of its array, as the interface permits,
 * releases the rest, and prints the column again. Loaded by LD_PRELOAD, the library also
 * counts the allocations of the code between two addresses, and makes one of them fail.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct schema {
    const char *format, *name, *metadata;
    int64_t flags, n_children;
    struct schema **children, *dictionary;
    void (*release)(struct schema *);
    void *private_data;
};

struct array {
    int64_t length, null_count, offset, n_buffers, n_children;
    const void **buffers;
    struct array **children, *dictionary;
    void (*release)(struct array *);
    void *private_data;
};

struct stream {
    int (*get_schema)(struct stream *, struct schema *);
    int (*get_next)(struct stream *, struct array *);
    const char *(*get_last_error)(struct stream *);
    void (*release)(struct stream *);
    void *private_data;
};

static char *out;
static size_t length, room;

__attribute__((format(printf, 1, 2))) static void print(const char *format, ...)
{
    va_list values;
    int n;

    if (room - length < 65536)
        out = realloc(out, room = 2 * room + 131072);
    va_start(values, format);
    n = vsnprintf(out + length, room - length, format, values);
    va_end(values);
    if (n < 0 || (size_t)n >= room - length)
        abort();
    length += (size_t)n;
}

static void check(bool good, const char *what)
{
    if (!good)
        print("WRONG: %s\n", what);
}

static bool is_utf8(const unsigned char *p, int64_t n)
{
    for (int64_t i = 0; i < n;) {
        int more = p[i] < 0x80 ? 0 : p[i] < 0xc2 ? 9 : p[i] < 0xe0 ? 1 : p[i] < 0xf0 ? 2 : 3;

        if (more > 3 || more >= n - i)
            return false;
        for (i++; more > 0; more--)
            if ((p[i++] & 0xc0) != 0x80)
                return false;
    }
    return true;
}

static void check_text(const struct array *a)
{
    const int64_t *end = a->buffers[1];
    const unsigned char *bits = a->buffers[0];
    int64_t nulls = 0;

    check(a->n_buffers == 3 && end && a->buffers[2] && end[0] == 0, "buffers of texts");
    for (int64_t i = 0; i < a->length; i++) {
        check(end[i] <= end[i + 1], "ends of texts");
        check(is_utf8((const unsigned char *)a->buffers[2] + end[i], end[i + 1] - end[i]), "UTF-8");
        nulls += bits && !(bits[i / 8] >> i % 8 & 1);
    }
    check(nulls == a->null_count, "the number of NULLs");
}

static void print_value(const struct schema *s, const struct array *a, int64_t i)
{
    const int64_t *value = a->buffers[1];
    const unsigned char *bits = a->buffers[0];

    if (bits && !(bits[i / 8] >> i % 8 & 1))
        print("\\N");
    else if (s->format[0] == 'l')
        print("%lld", (long long)value[i]);
    else
        print("%.*s", (int)(value[i + 1] - value[i]), (const char *)a->buffers[2] + value[i]);
}

static void read_columns(const struct schema *s, const struct array *a)
{
    check(!strcmp(s->format, "+s") && s->n_children == a->n_children, "a struct");
    check(a->offset == 0 && a->null_count == 0 && a->n_buffers == 1 && !a->buffers[0],
          "the struct");
    for (int64_t k = 0; k < a->n_children; k++) {
        const struct array *child = a->children[k];
        bool number = !strcmp(s->children[k]->format, "l");

        print("%s%s", s->children[k]->name, k + 1 < a->n_children ? "\t" : "\n");
        check(child->length == a->length && child->offset == 0 && !child->dictionary, "a column");
        check(number || !strcmp(s->children[k]->format, "U"), "the format");
        check(s->children[k]->flags == (strcmp(s->children[k]->name, "site") ? 0 : 2), "flags");
        if (number)
            check(child->n_buffers == 2 && child->buffers[1] && !child->buffers[0], "numbers");
        else
            check_text(child);
    }
    for (int64_t i = 0; i < a->length; i++)
        for (int64_t k = 0; k < a->n_children; k++) {
            print_value(s->children[k], a->children[k], i);
            print("%s", k + 1 < a->n_children ? "\t" : "\n");
        }
}

const char *read_stream(struct stream *stream)
{
    struct schema s = {0};
    struct array a = {0}, column = {0}, end = {0};

    length = 0;
    if (stream->get_schema(stream, &s) != 0)
        return stream->get_last_error(stream);
    if (stream->get_next(stream, &a) != 0) {
        s.release(&s);
        return stream->get_last_error(stream);
    }
    check(a.release, "the array of the stream");
    check(stream->get_next(stream, &end) == 0 && !end.release, "the end of the stream");
    stream->release(stream);
    check(!stream->release, "the stream is released");
    read_columns(&s, &a);
    column = *a.children[a.n_children - 1];
    a.children[a.n_children - 1]->release = NULL;
    a.release(&a);
    for (int64_t i = 0; i < column.length; i++) {
        print_value(s.children[s.n_children - 1], &column, i);
        print("\n");
    }
    column.release(&column);
    s.release(&s);
    check(!column.release && !a.release && !s.release, "all is released");
    return out;
}

#ifdef FAILING
void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);

static uintptr_t first, last;
static long countdown; /* 0: none fails */

/* Makes allocation `at` (from 1) of the code between two addresses fail, and none before it. */
void fail_at(uintptr_t from, uintptr_t to, long at)
{
    first = from;
    last = to;
    countdown = at;
}

/* Returns what is left to count: 0 if the allocation has failed. */
long fail_left(void)
{
    return countdown;
}

static bool fails(void *caller)
{
    return countdown > 0 && (uintptr_t)caller >= first && (uintptr_t)caller < last &&
           --countdown == 0;
}

void *malloc(size_t n)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(n);
}

void *calloc(size_t n, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t n)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(p, n);
}
#endif
