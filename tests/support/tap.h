/* tap.h - the Test Anything Protocol for the C tests
 *
 *     #include "tap.h"
 *
 *     int main(void)
 *     {
 *         ok(1 + 1 == 2, "sums");
 *         is_int(strlen("abc"), 3, "length of %s", "abc");
 *         is_str("got", "wanted", "strings, NULL allowed");
 *         is_mem(p, n, "wanted", 6, "bytes with a length");
 *         return done();
 *     }
 *
 * Each check prints an "ok" or "not ok" line and returns whether it held. A check that fails also
 * prints, as comment lines, what it got and what it wanted, with unprintable bytes as \xhh. The
 * plan comes last, from done(), so that a test that dies before it fails. Only one thread may make
 * checks.
 */
#ifndef TRAWL_TESTS_TAP_H
#define TRAWL_TESTS_TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ok(cond, ...) tap_ok((cond) ? true : false, __FILE__, __LINE__, __VA_ARGS__)
#define is_int(got, want, ...)                                                                     \
    tap_int((intmax_t)(got), (intmax_t)(want), __FILE__, __LINE__, __VA_ARGS__)
#define is_str(got, want, ...) tap_str((got), (want), __FILE__, __LINE__, __VA_ARGS__)
#define is_mem(got, gn, want, wn, ...)                                                             \
    tap_mem((got), (gn), (want), (wn), __FILE__, __LINE__, __VA_ARGS__)

/* Skips a check that cannot be made here, and names what is missing. With TRAWL_REQUIRE=all the
 * check fails. */
#define skip(...) tap_skip(__VA_ARGS__)

#if defined(__GNUC__)
#define TAP_PRINTF(format_at, args_at) __attribute__((format(printf, format_at, args_at)))
#else
#define TAP_PRINTF(format_at, args_at)
#endif

/* Returns how many cases a test tries: `every` with TRAWL_TEST_EVERY, which "make check-every"
 * sets; `some` with TRAWL_TEST_WHOLE, which "make check-all" sets; otherwise about a third of that.
 * If `every` is less than `some`, the result is a step instead: one case of so many is tried. */
static inline unsigned tap_amount(unsigned some, unsigned every)
{
    return getenv("TRAWL_TEST_EVERY")   ? every
           : getenv("TRAWL_TEST_WHOLE") ? some
           : every < some               ? 3 * some
                                        : (some + 2) / 3;
}

/* There is one of these in each test program, since a test program has one source file. */
static struct {
    int run, failed;
} tap;

/* Prints one line for any bytes. "#" is escaped, too: "# skip" in a name would be a directive. */
static inline void tap_bytes(const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)p[i];
        if (c == '\\' || c == '#')
            printf("\\%c", c);
        else if (c < 0x20 || c > 0x7e)
            printf("\\x%02x", c);
        else
            putchar(c);
    }
}

static inline void tap_line(bool held, const char *format, va_list args)
{
    char name[512];

    vsnprintf(name, sizeof name, format, args);
    tap.run++;
    printf("%s %d - ", held ? "ok" : "not ok", tap.run);
    tap_bytes(name, strlen(name));
}

static inline bool tap_report(bool held, const char *file, int line, const char *format,
                              va_list args)
{
    tap_line(held, format, args);
    putchar('\n');
    if (!held) {
        tap.failed++;
        printf("# failed at %s:%d\n", file, line);
    }
    return held;
}

static inline void tap_show(const char *label, const void *p, size_t n)
{
    printf("#   %-7s", label);
    if (p) {
        putchar('"');
        tap_bytes(p, n);
        printf("\" (%zu bytes)\n", n);
    } else {
        puts("NULL");
    }
}

/* Prints p[0..n) around a place. */
static inline void tap_show_at(const char *p, size_t n, size_t at)
{
    at = at < n ? at : n;
    tap_show("before", p + (at > 60 ? at - 60 : 0), at > 60 ? 60 : at);
    tap_show("there", p + at, n - at < 80 ? n - at : 80);
}

TAP_PRINTF(4, 5)
static inline bool tap_ok(bool held, const char *file, int line, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    tap_report(held, file, line, format, args);
    va_end(args);
    fflush(stdout);
    return held;
}

TAP_PRINTF(5, 6)
static inline bool tap_int(intmax_t got, intmax_t want, const char *file, int line,
                           const char *format, ...)
{
    va_list args;

    va_start(args, format);
    bool held = tap_report(got == want, file, line, format, args);
    va_end(args);
    if (!held)
        printf("#   got    %jd\n#   wanted %jd\n", got, want);
    fflush(stdout);
    return held;
}

static inline bool tap_mem_report(const void *got, size_t gn, const void *want, size_t wn,
                                  const char *file, int line, const char *format, va_list args)
{
    bool same = got && want ? gn == wn && memcmp(got, want, gn) == 0 : !got && !want;

    tap_report(same, file, line, format, args);
    if (!same) {
        tap_show("got", got, gn);
        tap_show("wanted", want, wn);
    }
    fflush(stdout);
    return same;
}

TAP_PRINTF(7, 8)
static inline bool tap_mem(const void *got, size_t gn, const void *want, size_t wn,
                           const char *file, int line, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    bool held = tap_mem_report(got, gn, want, wn, file, line, format, args);
    va_end(args);
    return held;
}

TAP_PRINTF(5, 6)
static inline bool tap_str(const char *got, const char *want, const char *file, int line,
                           const char *format, ...)
{
    va_list args;

    va_start(args, format);
    bool held = tap_mem_report(got, got ? strlen(got) : 0, want, want ? strlen(want) : 0, file,
                               line, format, args);
    va_end(args);
    return held;
}

TAP_PRINTF(1, 2) static inline void tap_skip(const char *format, ...)
{
    const char *require = getenv("TRAWL_REQUIRE");
    bool allowed = !require || strcmp(require, "all") != 0;
    va_list args;

    va_start(args, format);
    tap_line(allowed, format, args);
    va_end(args);
    puts(allowed ? " # SKIP" : "");
    if (!allowed) {
        tap.failed++;
        puts("# may not be skipped: TRAWL_REQUIRE=all");
    }
    fflush(stdout);
}

/* Prints the plan; returns the exit status for main. */
static inline int done(void)
{
    printf("1..%d\n", tap.run);
    if (tap.failed)
        printf("# %d of %d failed\n", tap.failed, tap.run);
    return tap.failed ? 1 : 0;
}

#endif
