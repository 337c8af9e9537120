/* scalar.c - the kernel for any machine: looks up one byte at a time in a table */
#include "kernel/inside.h"

static size_t scalar_find(const kernel_set *s, const char *p, size_t n)
{
    return kernel_find_slowly(s, p, 0, n);
}

static size_t scalar_span(const kernel_set *s, const char *p, size_t n)
{
    return kernel_span_slowly(s, p, 0, n);
}

static size_t scalar_escape(const kernel_escapes *e, kernel_room *room, const char *p, size_t n,
                            size_t all)
{
    return kernel_escape_by(e, room, p, n, all, kernel_marked_slowly);
}

static size_t scalar_line(const kernel_line *s, const char *p, size_t i, size_t n)
{
    return kernel_line_slowly(s, p, i, n);
}

static size_t scalar_heads(const kernel_heads *s, const char *p, size_t i, size_t n)
{
    return kernel_heads_slowly(s, p, i, n);
}

static size_t scalar_lines(const kernel_starts *s, const char *p, size_t i, size_t n)
{
    return kernel_lines_slowly(s, p, i, n);
}

const kernel kernel_scalar = {
    .name = "scalar",
    .triggers = kernel_triggers_slowly,
    .find = scalar_find,
    .span = scalar_span,
    .count = kernel_count_slowly,
    .bits = kernel_bits_slowly,
    .host = kernel_host_slowly,
    .escape = scalar_escape,
    .line = scalar_line,
    .heads = scalar_heads,
    .lines = scalar_lines,
};
