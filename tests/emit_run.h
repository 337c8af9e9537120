/* emit_run.h - a text through a scan and a writer, in any cut; and what of it is to be seen
 *
 * emit_run() gives the writer's output. emit_display() is display(source), made here by itself from the whole text: one LF
 * for each line end, U+FFFD for controls, noncharacters and each longest piece of broken UTF-8, labels for what hides.
 */
#ifndef TRAWL_TESTS_EMIT_RUN_H
#define TRAWL_TESTS_EMIT_RUN_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trawl_emit.h>

typedef struct emit_out {
    char *p;
    size_t n, room;
    long stop_after; /* calls; 0: never */
    unsigned opens;
} emit_out;

static inline int emit_keep(void *user, const char *p, size_t n)
{
    emit_out *o = user;

    if (o->stop_after > 0 && --o->stop_after == 0)
        return 7;
    if (o->n + n + 1 > o->room) {
        o->room = 2 * (o->n + n + 64);
        o->p = realloc(o->p, o->room);
        if (!o->p)
            abort();
    }
    memcpy(o->p + o->n, p, n);
    o->n += n;
    o->p[o->n] = 0;
    return 0;
}

static inline void emit_add(emit_out *o, const char *text)
{
    (void)emit_keep(o, text, strlen(text));
}

/* All of a text: a first piece of first bytes, then pieces of step; 0 is all there is. The first result that is not 0. */
static inline int emit_feed(trawl *t, const char *text, size_t n, size_t first, size_t step)
{
    int result = TRAWL_OK;

    for (size_t at = 0, len; at < n && !result; at += len) {
        char *copy; /* of its own, so that a sanitizer sees a byte too many */
        len = at == 0 && first > 0 ? first : step > 0 ? step : n - at;
        len = len < n - at ? len : n - at;
        copy = malloc(len);
        if (!copy)
            abort();
        memcpy(copy, text + at, len);
        result = trawl_feed(t, copy, len);
        free(copy);
    }
    return result ? result : trawl_finish(t);
}

/* Fed as emit_feed() does. The first result that is not 0. */
static inline int emit_scan(emit_out *o, const trawl_emit_config *config, const trawl_config *scan, const char *text,
                            size_t n, size_t first, size_t step)
{
    trawl_emit *e;
    trawl *t = NULL;
    int result = trawl_emit_open(&e, config, emit_keep, o), end;

    o->n = 0;
    emit_add(o, "");
    if (!result)
        result = trawl_open(&t, scan, trawl_emit_event, e);
    if (!result)
        result = emit_feed(t, text, n, first, step);
    trawl_close(&t);
    if (e) {
        end = trawl_emit_finish(e);
        result = result ? result : end;
    }
    trawl_emit_close(&e);
    return result;
}

static inline int emit_run(emit_out *o, int format, unsigned options, const char *text, size_t n, size_t first,
                           size_t step)
{
    trawl_emit_config config = {.size = sizeof config, .format = format, .options = options};

    return emit_scan(o, &config, NULL, text, n, first, step);
}

/* The first cut that gives other bytes than no cut does: steps of 1, 2, 3, 7 and 61, and every cut in two of a short text.
 * 0: none; the whole's output is in o. */
static inline size_t emit_cut_differs(emit_out *o, int format, unsigned options, const char *text, size_t n)
{
    static const size_t steps[] = {1, 2, 3, 7, 61};
    emit_out cut = {0};
    size_t bad = 0;

    (void)emit_run(o, format, options, text, n, 0, 0);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && !bad; i++)
        if (emit_run(&cut, format, options, text, n, 0, steps[i]) || cut.n != o->n || memcmp(cut.p, o->p, o->n) != 0)
            bad = steps[i];
    for (size_t i = 1; n <= 400 && i < n && !bad; i++)
        if (emit_run(&cut, format, options, text, n, i, 0) || cut.n != o->n || memcmp(cut.p, o->p, o->n) != 0)
            bad = 1000 + i;
    free(cut.p);
    return bad;
}

/* ---- display(source) ---- */

/* The character at p: its bytes; *code, or -1 when they are none. */
static inline size_t emit_character(const unsigned char *p, size_t n, long *code)
{
    size_t len = p[0] < 0x80 ? 1 : p[0] < 0xC2 ? 0 : p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3 : p[0] < 0xF5 ? 4 : 0, i = 1;

    *code = len == 1 ? p[0] : -1;
    if (len < 2)
        return 1;
    if (n > 1 && ((p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xED && p[1] > 0x9F) || (p[0] == 0xF0 && p[1] < 0x90) ||
                  (p[0] == 0xF4 && p[1] > 0x8F)))
        return 1;
    while (i < len && i < n && (p[i] & 0xC0) == 0x80)
        i++;
    if (i < len)
        return i;
    *code = p[0] & (0x7F >> len);
    for (i = 1; i < len; i++)
        *code = *code << 6 | (p[i] & 0x3F);
    return len;
}

static inline bool emit_hides(long c)
{
    return c == 0xAD || c == 0x61C || c == 0x200B || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
           c == 0x2060 || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

static inline bool emit_bad(long c)
{
    return c < 0 || (c < 0x20 && c != '\t' && c != '\n') || (c >= 0x7F && c < 0xA0) || (c & 0xFFFE) == 0xFFFE ||
           (c >= 0xFDD0 && c <= 0xFDEF);
}

/* With esc, ESC is left as it is. */
static inline void emit_display(emit_out *o, const char *text, size_t n, bool esc)
{
    const unsigned char *p = (const unsigned char *)text;
    char label[32];
    long c;

    o->n = 0;
    emit_add(o, "");
    for (size_t i = 0, len; i < n; i += len) {
        len = emit_character(p + i, n - i, &c);
        if (c == '\r') {
            len = i + 1 < n && p[i + 1] == '\n' ? 2 : 1;
            emit_add(o, "\n");
        } else if (esc && c == 0x1B) {
            emit_add(o, "\x1B");
        } else if (emit_bad(c)) {
            emit_add(o, "\xEF\xBF\xBD");
        } else if (emit_hides(c)) {
            (void)snprintf(label, sizeof label, "[U+%04lX]", c);
            emit_add(o, label);
        } else {
            (void)emit_keep(o, text + i, len);
        }
    }
}

/* How long the SGR sequence at p is; 0 for none. */
static inline size_t emit_sgr(const char *p, size_t n)
{
    size_t i = 2;

    if (n < 3 || p[0] != 0x1B || p[1] != '[')
        return 0;
    while (i < n && ((p[i] >= '0' && p[i] <= '9') || p[i] == ';' || p[i] == ':'))
        i++;
    return i < n && p[i] == 'm' && i < 64 ? i + 1 : 0;
}

/* The same for a terminal: SGR left out, any other ESC U+FFFD. */
static inline void emit_display_term(emit_out *o, const char *text, size_t n)
{
    emit_out d = {0};

    emit_display(&d, text, n, true);
    o->n = 0;
    emit_add(o, "");
    for (size_t i = 0, len; i < d.n; i += len) {
        len = emit_sgr(d.p + i, d.n - i);
        if (len > 0)
            continue;
        len = 1;
        if (d.p[i] == 0x1B)
            emit_add(o, "\xEF\xBF\xBD");
        else
            (void)emit_keep(o, d.p + i, 1);
    }
    free(d.p);
}

/* ---- Texts by chance ---- */

static inline unsigned emit_chance(uint64_t *seed, unsigned below)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(*seed >> 33) % below;
}

/* n of the parts, one after the other. */
static inline void emit_jumble(emit_out *o, uint64_t seed, const char *const *parts, unsigned count, unsigned n)
{
    o->n = 0;
    emit_add(o, "");
    while (n-- > 0)
        emit_add(o, parts[emit_chance(&seed, count)]);
}

#endif
