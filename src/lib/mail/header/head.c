/* head.c - finds the fields of a header block (RFC 5322 section 2.2)
 *
 * Input comes in pieces of any size; output is the text of the block, a table of its fields, and a
 * map to the source. Bytes are first appended to the text and then divided into lines, so the
 * result does not depend on the pieces; bytes after the header are returned to the caller. Does not
 * interpret the bodies of fields.
 */
#include <trawl_mail.h>

#include "base/check.h"
#include "mail/header/inside.h"

/* The number of bytes appended at once. Bytes after the header are returned to the caller. */
#define STEP 2048

/* The number of line feeds kept after the text, as a sentinel for the searches for the end of a
 * name and of a line. */
#define SENTINEL 32

void head_open(head *h, const memory *m, const fields_index *wanted)
{
    *h = (head){.text = {.m = m}, .wanted = wanted};
    srcmap_open(&h->map, m);
}

void head_close(head *h)
{
    memory_free(h->text.m, h->fields);
    buffer_reset(&h->text, h->text.m);
    srcmap_close(&h->map);
}

void head_begin(head *h, uint64_t at)
{
    h->base = h->next = at;
    h->dropped = h->lines = 0;
    h->text.n = h->line_at = h->last = h->fields_n = 0;
    h->first = true;
    h->in_line = h->noted = false;
    srcmap_clear(&h->map);
}

void head_go_on(head *h, uint64_t at)
{
    uint64_t lines = h->lines;

    head_begin(h, at);
    h->lines = lines;
    h->first = false;
}

/* ---- Lines ---- */

typedef enum head_line_kind {
    LINE_UNKNOWN, /* more bytes are needed */
    LINE_EMPTY,
    LINE_FIELD,
    LINE_FOLD,
    LINE_ENVELOPE, /* an mbox's "From " line before the fields, or ">From " */
    LINE_ODD,      /* no field, but programs go on with the header */
    LINE_OTHER     /* not part of a header */
} line_kind;

/* Returns the length of the name at p: up to ":", a blank, a control or a non-ASCII byte. Reads up
 * to SENTINEL bytes after it. */
static inline size_t name_length(const char *p)
{
    for (size_t i = 0;; i += sizeof(sixteen)) {
        sixteen v = sixteen_load(p + i);
        unsigned goes_on = sixteen_bits(sixteen_between(v, '!', '~') & ~sixteen_is(v, ':'));
        if (goes_on != 0xFFFF)
            return i + (unsigned)__builtin_ctz(~goes_on);
    }
}

/* Returns the next LF; there must be one. Reads up to SENTINEL bytes after it. */
static inline const char *find_lf(const char *p)
{
    for (;; p += 2 * sizeof(sixteen)) {
        sixteen a = sixteen_load(p), b = sixteen_load(p + sizeof a);
        uint32_t bits = sixteen_bits(sixteen_is(a, '\n')) | sixteen_bits(sixteen_is(b, '\n')) << 16;
        if (bits)
            return p + (unsigned)__builtin_ctz(bits);
    }
}

/* Returns the kind of a line that is not a field: LINE_ODD if it has a colon before any white
 * space, or begins like an envelope. */
static line_kind head_kind_of_odd(const char *p, size_t n)
{
    size_t i = 0, from = *p == '>';

    while (i < n && i < HEAD_NAME && p[i] != ':' && p[i] != '\n' && p[i] != '\r' &&
           !ascii_is_blank(p[i]))
        i++;
    if (i == n || (p[i] == '\r' && i + 1 == n))
        return LINE_UNKNOWN;
    return p[i] == ':' || (i == from + 4 && p[i] == ' ' && memcmp(p + from, "From", 4) == 0)
               ? LINE_ODD
               : LINE_OTHER;
}

/* Returns the kind of a line that does not begin with white space. A field is "Name:", or "Name :"
 * as old mailers wrote it; "http://" is not a field, but the text of a part without a header. Sets
 * the length of the name and the offset of the colon. Needs a LF after the n bytes. */
static inline line_kind kind_of_field(const char *p, size_t n, size_t *name_n, size_t *colon)
{
    size_t i = name_length(p);

    *name_n = i;
    if (i == 0 || i > HEAD_NAME)
        return head_kind_of_odd(p, n);
    while (i < HEAD_NAME && p[i] != ':' && ascii_is_blank(p[i]))
        i++;
    *colon = i;
    if (p[i] != ':')
        return i == n ? LINE_UNKNOWN : head_kind_of_odd(p, n);
    if (p[i + 1] != '/')
        return i + 1 < n ? LINE_FIELD : LINE_UNKNOWN;
    return i + 2 == n ? LINE_UNKNOWN : p[i + 2] == '/' ? LINE_ODD : LINE_FIELD;
}

/* Returns the kind of the line that begins with p[0..n), n > 0. */
static inline line_kind head_kind_of(const char *p, size_t n, size_t *name_n, size_t *colon)
{
    if ((unsigned char)*p > ' ')
        return kind_of_field(p, n, name_n, colon);
    if (*p == '\r')
        return n == 1 ? LINE_UNKNOWN : p[1] == '\n' ? LINE_EMPTY : LINE_OTHER;
    return ascii_is_blank(*p) ? LINE_FOLD : *p == '\n' ? LINE_EMPTY : LINE_OTHER;
}

/* Like head_kind_of(), for the first line of a block. */
static line_kind kind_of_first(const char *p, size_t n, size_t *name_n, size_t *colon)
{
    static const char from[] = ">From ";
    const char *wanted = *p == '>' ? from : from + 1;
    size_t wanted_n = strlen(wanted);

    if (ascii_is_blank(*p))
        return LINE_OTHER;
    if (memcmp(p, wanted, n < wanted_n ? n : wanted_n) != 0) {
        line_kind kind = head_kind_of(p, n, name_n, colon);
        return kind == LINE_ODD && *p != ':' ? LINE_OTHER : kind; /* text without a header */
    }
    return n < wanted_n ? LINE_UNKNOWN : LINE_ENVELOPE;
}

/* ---- Fields ---- */

/* Ends the last field at `to`, without its line break. */
static void end_field(head *h, size_t to)
{
    head_field *f = h->noted ? &h->fields[h->fields_n - 1] : NULL;

    CHECK(!h->noted || (h->fields_n > 0 && to >= f->body));
    if (!f)
        return;
    to -= to > f->body && h->text.p[to - 1] == '\n';
    to -= to > f->body && h->text.p[to - 1] == '\r';
    f->body_to = NARROW32(to);
}

/* Records a field that begins at `at` if it may be wanted. Its body begins at `body`. `name_n` is 0
 * for a line that is not a field. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
static inline int note_field(head *h, size_t at, size_t name_n, size_t body, uint64_t line)
{
    h->last = at;
    h->noted = name_n == 0 || fields_may_be_wanted(h->wanted, h->text.p + at, name_n);
    if (!h->noted)
        return TRAWL_OK;
    h->noted =
        memory_grow(h->text.m, &h->fields, &h->fields_size, h->fields_n + 1, sizeof *h->fields);
    if (!h->noted)
        return TRAWL_ERROR_NO_MEMORY;
    h->fields[h->fields_n++] = (head_field){
        .from = (uint32_t)at, .name_n = (uint32_t)name_n, .body = (uint32_t)body, .line = line};
    return TRAWL_OK;
}

/* Begins a field at line_at, whose name has name_n bytes. If that is 0, its body is the whole line.
 * Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
static inline int begin_field(head *h, size_t name_n, size_t colon)
{
    end_field(h, h->line_at);
    return note_field(h, h->line_at, name_n, h->line_at + (name_n > 0 ? colon + 1 : 0), h->lines);
}

/* Takes fields of the usual form, "Name:", from line_at on. Stops at any other line, and at a field
 * that may continue after the text. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
static int take_fields(head *h)
{
    const char *const text = h->text.p, *const end = text + h->text.n;
    const char *at = text + h->line_at, *colon, *next;
    uint64_t line = h->lines, next_line = line;
    int failed = TRAWL_OK;

    end_field(h, h->line_at);
    for (;; at = next, line = next_line) {
        next = colon = at + name_length(at);
        if (*colon != ':' || (size_t)(colon - at) - 1 >= HEAD_NAME || colon[1] == '/')
            break;
        do {
            next = find_lf(next) + 1;
            next_line++;
        } while (ascii_is_blank(*next));
        if (next >= end || (failed = note_field(h, (size_t)(at - text), (size_t)(colon - at),
                                                (size_t)(colon - text) + 1, line)) != 0)
            break;
        end_field(h, (size_t)(next - text));
    }
    h->line_at = (size_t)(at - text);
    h->lines = line;
    return failed;
}

/* Divides the text from line_at on into lines. New bytes begin at `fresh`; those before it have no
 * line break. */
static head_state take_lines(head *h, size_t fresh)
{
    const char *text = h->text.p;
    const size_t n = h->text.n;

    while (h->line_at < n) {
        size_t at, name_n = 0, colon = 0, from = fresh;
        if (!h->in_line && !h->first && take_fields(h))
            return HEAD_FAILED;
        at = h->line_at;
        if (!h->in_line) {
            line_kind kind = h->first ? kind_of_first(text + at, n - at, &name_n, &colon)
                                      : head_kind_of(text + at, n - at, &name_n, &colon);
            if (kind == LINE_UNKNOWN)
                return HEAD_MORE;
            if (kind == LINE_EMPTY || kind == LINE_OTHER) {
                end_field(h, at);
                h->noted = false;
                h->line_at += kind == LINE_EMPTY ? 1 + (text[at] == '\r') : 0;
                return HEAD_END;
            }
            if (kind == LINE_ODD)
                name_n = colon = 0;
            if ((kind == LINE_FIELD || kind == LINE_ODD) && begin_field(h, name_n, colon))
                return HEAD_FAILED;
            h->first = false;
            from = at + colon;
        }
        do { /* also the folded lines that follow */
            from = (size_t)(find_lf(text + from) - text) + 1;
            h->in_line = from > n;
            if (h->in_line)
                return HEAD_MORE;
            h->line_at = from;
            h->lines++;
        } while (ascii_is_blank(text[from]));
    }
    return HEAD_MORE;
}

head_state head_feed(head *h, const char *p, size_t n, uint64_t at, size_t *taken)
{
    head_state state = HEAD_MORE;

    for (*taken = 0; *taken < n && state == HEAD_MORE;) {
        size_t from = h->text.n, room = TRAWL_MAIL_HEADER - from, some = n - *taken;
        some = some < STEP ? some : STEP;
        some = some < room ? some : room;
        if (some == 0)
            return HEAD_FULL;
        if (buffer_reserve(&h->text, some + SENTINEL))
            return HEAD_FAILED;
        memcpy(h->text.p + from, p + *taken, some);
        h->text.n += some;
        memset(h->text.p + h->text.n, '\n', SENTINEL);
        state = take_lines(h, from);
        if (state == HEAD_END)
            h->text.n = h->line_at > from ? h->line_at : from;
        some = h->text.n - from;
        /* The map gets the bytes that the container removed before these, too. */
        if (some > 0 &&
            (srcmap_add(&h->map, at + *taken - h->next, 0, 1) || srcmap_add(&h->map, some, 1, 1)))
            return HEAD_FAILED;
        *taken += some;
        h->next = some > 0 ? at + *taken : h->next;
    }
    return state;
}

int head_finish(head *h)
{
    size_t n = h->text.n - h->line_at, name_n;
    const char *p = n > 0 ? h->text.p + h->line_at : "";
    const char *colon = n > 0 && !h->in_line ? memchr(p, ':', n) : NULL;

    if (colon) {
        for (name_n = (size_t)(colon - p); name_n > 0 && ascii_is_blank(p[name_n - 1]); name_n--)
            ;
        if (begin_field(h, name_n, (size_t)(colon - p)))
            return TRAWL_ERROR_NO_MEMORY;
    }
    if (colon || h->in_line)
        h->line_at = h->text.n;
    end_field(h, h->line_at);
    h->noted = false;
    return TRAWL_OK;
}

size_t head_complete(head *h, size_t *fields)
{
    bool open = h->in_line || h->line_at == h->text.n; /* the last field may continue */

    if (!open)
        end_field(h, h->line_at);
    *fields = h->fields_n - (open && h->noted);
    return open ? h->last : h->line_at;
}

size_t head_cut(head *h)
{
    size_t n = h->text.n;

    while (n > 0 && (unsigned char)h->text.p[n - 1] > ' ')
        n--;
    CHECK(!h->noted || h->fields_n > 0);
    if (h->noted && n < h->fields[h->fields_n - 1].body)
        h->fields_n--;
    else
        end_field(h, n);
    return n;
}

void head_drop(head *h, size_t n, size_t fields)
{
    CHECK(n <= h->text.n && fields <= h->fields_n);
    memmove(h->text.p, h->text.p + n, h->text.n - n);
    h->text.n -= n;
    h->dropped += n;
    h->line_at -= n < h->line_at ? n : h->line_at;
    h->last -= n < h->last ? n : h->last;
    h->fields_n -= fields;
    for (size_t i = 0; i < h->fields_n; i++) {
        h->fields[i] = h->fields[fields + i];
        CHECK(h->fields[i].from >= n && h->fields[i].body >= n);
        h->fields[i].from -= (uint32_t)n;
        h->fields[i].body -= (uint32_t)n;
    }
    h->noted = h->noted && h->fields_n > 0;
    srcmap_forget(&h->map, h->dropped);
}

/* ---- Places ---- */

uint64_t head_source(head *h, size_t i)
{
    return h->base + srcmap_from(&h->map, h->dropped + i);
}

uint64_t head_start(head *h, size_t i)
{
    return h->base + srcmap_start(&h->map, h->dropped + i);
}
