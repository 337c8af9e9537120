/* emit_run.h - runs a text through a scan and a writer, cut into pieces, and computes what the
 * writer must show
 *
 * emit_run() returns the writer's output. emit_display() makes display(source) from the whole text,
 * without the library: one LF for each line end, no form feeds, U+FFFD for other controls,
 * noncharacters and each maximal piece of broken UTF-8, labels for invisible characters. terms_read() reads back what the
 * terminal writer wrote, and tricks[] holds texts with hostile escape sequences.
 */
#ifndef TRAWL_TESTS_EMIT_RUN_H
#define TRAWL_TESTS_EMIT_RUN_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trawl_emit.h>

#include "configured.h"

typedef struct emit_out {
    char *p;
    size_t n, room;
    long stop_after; /* stop after this many calls; 0: never */
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

/* Feeds a text: `first` bytes, then `step` bytes at a time; 0 means all the rest. Returns the first
 * result other than TRAWL_OK, else that of trawl_finish(). */
static inline int emit_feed(trawl_scanner *t, const char *text, size_t n, size_t first, size_t step)
{
    int result = TRAWL_OK;

    for (size_t at = 0, len; at < n && !result; at += len) {
        char *copy; /* of the exact size, so that a sanitizer catches overreads */
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

/* A trawl_sink that flushes the writer after each event. */
static inline int emit_flushing(void *user, const trawl_event *event)
{
    int stop = trawl_emit_event(user, event);

    return stop ? stop : trawl_emit_flush(user);
}

/* Runs the text, cut as in emit_feed(), through a writer; flushes after each event if `o` counts
 * calls. Returns the first result other than TRAWL_OK. */
static inline int emit_scan(emit_out *o, const trawl_emit_config *config, const trawl_config *scan,
                            const char *text, size_t n, size_t first, size_t step)
{
    trawl_emit *e;
    trawl_scanner *t = NULL;
    int result = trawl_emit_open(&e, config, emit_keep, o), end;

    o->n = 0;
    emit_add(o, "");
    if (!result)
        result = configured_open(&t, scan, o->stop_after > 0 ? emit_flushing : trawl_emit_event, e);
    if (!result)
        result = emit_feed(t, text, n, first, step);
    configured_close(&t);
    if (e) {
        end = trawl_emit_finish(e);
        result = result ? result : end;
    }
    trawl_emit_close(&e);
    return result;
}

static inline int emit_run(emit_out *o, int format, unsigned options, const char *text, size_t n,
                           size_t first, size_t step)
{
    trawl_emit_config config = {.size = sizeof config, .format = format, .options = options};

    return emit_scan(o, &config, NULL, text, n, first, step);
}

/* Returns the first cut whose output differs from that of the uncut text, or 0; o gets the output.
 * The cuts are steps of 1, 2, 3, 7 and 61 bytes, and for a short text every split into two pieces,
 * returned as 1000 + the offset. */
static inline size_t emit_cut_differs(emit_out *o, int format, unsigned options, const char *text,
                                      size_t n)
{
    static const size_t steps[] = {1, 2, 3, 7, 61};
    emit_out cut = {0};
    size_t bad = 0;

    (void)emit_run(o, format, options, text, n, 0, 0);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && !bad; i++)
        if (emit_run(&cut, format, options, text, n, 0, steps[i]) || cut.n != o->n ||
            memcmp(cut.p, o->p, o->n) != 0)
            bad = steps[i];
    for (size_t i = 1; n <= 400 && i < n && !bad; i++)
        if (emit_run(&cut, format, options, text, n, i, 0) || cut.n != o->n ||
            memcmp(cut.p, o->p, o->n) != 0)
            bad = 1000 + i;
    free(cut.p);
    return bad;
}

/* ---- display(source) ---- */

/* Returns the length of the character at p; *code is -1 for bytes that are not a character. */
static inline size_t emit_character(const unsigned char *p, size_t n, long *code)
{
    size_t len = p[0] < 0x80   ? 1
                 : p[0] < 0xC2 ? 0
                 : p[0] < 0xE0 ? 2
                 : p[0] < 0xF0 ? 3
                 : p[0] < 0xF5 ? 4
                               : 0,
           i = 1;

    *code = len == 1 ? p[0] : -1;
    if (len < 2)
        return 1;
    if (n > 1 && ((p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xED && p[1] > 0x9F) ||
                  (p[0] == 0xF0 && p[1] < 0x90) || (p[0] == 0xF4 && p[1] > 0x8F)))
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
    return c == 0xAD || c == 0x61C || c == 0x200B || c == 0x200E || c == 0x200F ||
           (c >= 0x202A && c <= 0x202E) || c == 0x2060 || (c >= 0x2066 && c <= 0x2069) ||
           c == 0xFEFF;
}

static inline bool emit_bad(long c)
{
    return c < 0 || (c < 0x20 && c != '\t' && c != '\n') || (c >= 0x7F && c < 0xA0) ||
           (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF);
}

/* Returns the character of a byte that is not UTF-8: that of windows-1252. */
static inline long emit_single(unsigned char byte)
{
    static const unsigned short codes[] = {
        0x20AC, 0x81,   0x201A, 0x192,  0x201E, 0x2026, 0x2020, 0x2021, 0x2C6,  0x2030, 0x160,
        0x2039, 0x152,  0x8D,   0x17D,  0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x2DC,  0x2122, 0x161,  0x203A, 0x153,  0x9D,   0x17E,  0x178};

    return byte < 0xA0 ? codes[byte - 0x80] : byte;
}

/* Appends a character beyond ASCII. */
static inline void emit_wide(emit_out *o, long c)
{
    char bytes[] = {(char)(0xE0 | c >> 12), (char)(0x80 | (c >> 6 & 63)), (char)(0x80 | (c & 63)),
                    0};

    if (c < 0x800)
        bytes[1] = (char)(0xC0 | c >> 6);
    emit_add(o, bytes + (c < 0x800));
}

/* Appends display(text) to `o`; keeps ESC if `esc` is set. */
static inline void emit_display(emit_out *o, const char *text, size_t n, bool esc)
{
    const unsigned char *p = (const unsigned char *)text;
    char label[32];
    long c;

    o->n = 0;
    emit_add(o, "");
    for (size_t i = 0, len; i < n; i += len) {
        bool single;

        len = emit_character(p + i, n - i, &c);
        single = c < 0;
        len = single ? 1 : len;
        c = single ? emit_single(p[i]) : c;
        if (c == '\r') {
            len = i + 1 < n && p[i + 1] == '\n' ? 2 : 1;
            emit_add(o, "\n");
        } else if (c == '\f') {
            continue;
        } else if (esc && c == 0x1B) {
            emit_add(o, "\x1B");
        } else if (emit_bad(c)) {
            emit_add(o, "\xEF\xBF\xBD");
        } else if (emit_hides(c)) {
            (void)snprintf(label, sizeof label, "[U+%04lX]", c);
            emit_add(o, label);
        } else if (single) {
            emit_wide(o, c);
        } else {
            (void)emit_keep(o, text + i, len);
        }
    }
}

/* Returns the length of the SGR sequence at p, or 0. */
static inline size_t emit_sgr(const char *p, size_t n)
{
    size_t i = 2;

    if (n < 3 || p[0] != 0x1B || p[1] != '[')
        return 0;
    while (i < n && ((p[i] >= '0' && p[i] <= '9') || p[i] == ';' || p[i] == ':'))
        i++;
    return i < n && p[i] == 'm' && i < 64 ? i + 1 : 0;
}

/* Appends display(text) as a terminal shows it: without SGR sequences; any other ESC is U+FFFD. */
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

/* ---- Random texts ---- */

static inline unsigned emit_chance(uint64_t *seed, unsigned below)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(*seed >> 33) % below;
}

/* Fills o with n random parts. */
static inline void emit_jumble(emit_out *o, uint64_t seed, const char *const *parts, unsigned count,
                               unsigned n)
{
    o->n = 0;
    emit_add(o, "");
    while (n-- > 0)
        emit_add(o, parts[emit_chance(&seed, count)]);
}

/* ---- Output for a terminal, read back ---- */

typedef struct terms {
    emit_out text;  /* the visible text */
    emit_out links; /* "1|uri|linked text\n" for each piece */
    const char *broken;
    bool open;
} terms;

static inline void terms_break(terms *t, const char *what)
{
    if (!t->broken)
        t->broken = what;
}

/* Returns the length of the hyperlink sequence "ESC ] 8 ;" at p, or 0 when trawl does not write it
 * that way. */
static inline size_t terms_osc(terms *t, const char *p, size_t n)
{
    static const char closing[] = "\x1B]8;;\x1B\\", opening[] = "\x1B]8;id=";
    size_t i = sizeof opening - 1, uri;

    if (n >= sizeof closing - 1 && memcmp(p, closing, sizeof closing - 1) == 0) {
        if (!t->open)
            terms_break(t, "an end without an open link");
        t->open = false;
        emit_add(&t->links, "\n");
        return sizeof closing - 1;
    }
    if (n < i || memcmp(p, opening, i) != 0)
        return 0;
    while (i < n && p[i] >= '0' && p[i] <= '9')
        (void)emit_keep(&t->links, p + i++, 1);
    if (i == n || p[i++] != ';')
        return 0;
    uri = i;
    while (i < n && p[i] > 0x20 && p[i] < 0x7F)
        i++;
    if (i == uri || i - uri > 2083 || n - i < 2 || p[i] != 0x1B || p[i + 1] != '\\')
        return 0;
    emit_add(&t->links, "|");
    (void)emit_keep(&t->links, p + uri, i - uri);
    emit_add(&t->links, "|");
    if (t->open)
        terms_break(t, "a link within a link");
    t->open = true;
    return i + 2;
}

static inline size_t terms_seen(terms *t, const char *p, size_t n)
{
    long c;
    size_t len = emit_character((const unsigned char *)p, n, &c);

    if (c == '\r' && n > 1 && p[1] == '\n')
        return 1;
    if (emit_bad(c) || emit_hides(c))
        terms_break(t, "a control, or an invisible character");
    if (c == '\n' && t->open)
        terms_break(t, "a line end in a link");
    (void)emit_keep(&t->text, p, len);
    if (t->open)
        (void)emit_keep(&t->links, p, len);
    return len;
}

static inline void terms_read(terms *t, const char *p, size_t n)
{
    t->text.n = t->links.n = 0;
    t->broken = NULL;
    t->open = false;
    emit_add(&t->text, "");
    emit_add(&t->links, "");
    for (size_t i = 0, len; i < n; i += len) {
        len = p[i] == 0x1B ? terms_osc(t, p + i, n - i) : terms_seen(t, p + i, n - i);
        if (len == 0)
            len = emit_sgr(p + i, n - i);
        if (len == 0) {
            terms_break(t, "an escape sequence that trawl does not write");
            len = 1;
        }
    }
    if (t->open)
        terms_break(t, "a link open at the end");
}

static inline void terms_free(terms *t)
{
    free(t->text.p);
    free(t->links.p);
}

/* ---- Hostile escape sequences; with lengths, since some hold NULs ---- */

typedef struct trick {
    const char *p;
    size_t n;
} trick;

#define TRICK(text)                                                                                \
    {                                                                                              \
        text, sizeof text - 1                                                                      \
    }

/* clang-format off */
static const trick tricks[] = {
    TRICK("\x1B]8;;http://evil.example/\x1B\\http://good.example/\x1B]8;;\x1B\\"), /* a forged link */
    TRICK("\x1B]8;;http://evil.example/\x07http://good.example/\x1B]8;;\x07"),
    TRICK("\x1B]8;id=1;http://evil.example/\x1B\\x"),        /* the id that trawl uses */
    TRICK("http://a.example/\x1B]8;;\x1B\\b"),               /* a link that is ended inside another link */
    TRICK("<URL:http://a.example/\x1B\\b\x1B]8;;\x1B\\c>"),
    TRICK("<URL:http://a.example/\x07" "b>"),
    TRICK("<URL:http://a.example/\x9C" "b>"),                /* ST in C1, one byte */
    TRICK("<URL:http://a.example/\xC2\x9C" "b>"),            /* ST in C1, as UTF-8 */
    TRICK("<URL:http://a.example/\x1B[31mb\x1B[0m>"),        /* colours in a link */
    TRICK("<URL:http://a.example/x\x1B[3\n1my>"),            /* a sequence broken across lines, inside a broken link */
    TRICK("\x1B]0;title\x07"), TRICK("\x1B]2;title\x1B\\"), TRICK("\x1Bktitle\x1B\\"), /* the window title */
    TRICK("\x1B]52;c;ZXZpbA==\x07"),                         /* the clipboard */
    TRICK("\x1B]4;1;?\x07"), TRICK("\x1B]10;?\x07"),         /* queries: the terminal would type the answer */
    TRICK("\x1B[c"), TRICK("\x1B[>c"), TRICK("\x1B[6n"), TRICK("\x1B[21t"), TRICK("\x1BZ"), TRICK("\x05"),
    TRICK("\x1BP$q\"p\x1B\\"), TRICK("\x1BP+q544e\x1B\\"), TRICK("\x1B_Ga=q\x1B\\"), TRICK("\x1B^x\x1B\\"),
    TRICK("\x1BX x\x1B\\"),
    TRICK("\x1B[2J\x1B[H"), TRICK("\x1B[1A\x1B[2K"), TRICK("\x1B[10D"), TRICK("\x1B[K"), TRICK("\x1B" "c"), /* the screen */
    TRICK("\x1B[?1049h"), TRICK("\x1B[?25l"), TRICK("\x1B[4h"), TRICK("\x1B[!p"), TRICK("\x1B[20;1r"), TRICK("\x1B[5i"),
    TRICK("\x1B#8"), TRICK("\x1B(0"), TRICK("\x1B%G"), TRICK("\x1B%@"), TRICK("\x0E\x0F"), TRICK("\x1BN\x1BO\x1Bn\x1Bo"),
    TRICK("\x1B[0;31;\"\"p"), TRICK("\x1B[>4;2m"), TRICK("\x1B[?4m"), TRICK("\x1B[1 m"), TRICK("\x1B[<1m"), /* not SGR */
    TRICK("\x1B\x1B[31m"), TRICK("\x1B[\x1B[31m"), TRICK("\x1B[3\x1B[1m"), TRICK("\x1B[31\x18m"), TRICK("\x1B[31\x1Am"),
    TRICK("\x1B[31\x7Fm"), TRICK("\x1B[31\0m"), TRICK("\x1B[31\nm"), TRICK("\x1B[31\r\nm"), TRICK("\x1B\0[31m"),
    TRICK("\x1B[111111111111111111111111111111111111111111111111111111111111111m"), /* 66 bytes */
    TRICK("\x1B[1111111111111111111111111111111111111111111111111111111111111m"),   /* 64: the longest that passes */
    TRICK("\x1B[11111111111111111111111111111111111111111111111111111111111111m"),
    TRICK("\x9B" "2J"), TRICK("\xC2\x9B" "2J"), TRICK("\x9D" "0;t\x9C"), TRICK("\xC2\x9D" "0;t\xC2\x9C"), TRICK("\x90q\x9C"),
    TRICK("\x85"), TRICK("\xC2\x85"), TRICK("\xC2"), TRICK("\xE2\x80"), TRICK("\xF0\x9F\x98"), TRICK("\xC0\x9B" "2J"),
    TRICK("\xE0\x82\x9B" "2J"), TRICK("\xC2\x1B[31mx"), TRICK("\xE2\x80\x1B]0;x\x07"),  /* ESC in a broken character */
    TRICK("shown\rhidden"), TRICK("shown\b\b\b\b\bother"), TRICK("a\x0B" "b\x0C" "c"), TRICK("a\0b"), TRICK("a\x7F"),
    TRICK("\r\r\n\r"), TRICK("\x1B"), TRICK("\x1B["), TRICK("\x1B[31"), TRICK("a\x1B[31;"), TRICK("\r"),
    TRICK("\xE2\x80\xAE" "txet\xE2\x80\xAC"), TRICK("\xE2\x81\xA6x\xE2\x81\xA9\xE2\x80\x8B\xC2\xAD\xEF\xBB\xBF"),
    TRICK("http://a.example/\xE2\x80\xAEgpj.exe"), TRICK("<URL:http://a.example/\xE2\x80\xAEgpj.exe>"),
    TRICK("\xEF\xBF\xBE\xEF\xB7\x90\xF0\x9F\xBF\xBF"),
    TRICK("\x1B[1mjoe@a.example\x1B[0m, \x1B[32mhttp://a.example/\x1B[m \x1B[4mwww.a.example\x1B[24m"),
    TRICK("http://a.example/x\xE2\x82 http://b.example/\xC3"), TRICK("joe@a.example\x1B[5"),
};
/* clang-format on */

enum { TRICKS = sizeof tricks / sizeof tricks[0] };

#endif
