/* head.c - a header block as it comes, and its fields; see head.h */
#include "mail/head.h"

#include <string.h>
#include <trawl_mail.h>

#include "base/count.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#define FIRST_SIZE 4096

void head_open(head *h, const memory *m)
{
    *h = (head){.m = m};
    srcmap_open(&h->map, m);
}

void head_close(head *h)
{
    memory_free(h->m, h->p);
    srcmap_close(&h->map);
}

static void forget_marks(head *h)
{
    h->marks_n = 0;
    h->marked = 0;
    h->marked_lines = 0;
}

void head_begin(head *h, uint64_t at)
{
    h->n = 0;
    h->base = at;
    h->line = 1;
    h->first = true;
    h->last = 0;
    h->known = h->failed = false;
    h->dropped = 0;
    h->counted = h->counted_lines = 0;
    forget_marks(h);
    srcmap_clear(&h->map);
}

void head_go_on(head *h, uint64_t at)
{
    uint64_t line = h->line;

    head_begin(h, at);
    h->line = line;
    h->first = false;
}

/* ---- Taking bytes ---- */

static int make_room(head *h, size_t n)
{
    size_t size = h->size ? h->size : FIRST_SIZE;
    char *p;

    while (size < h->n + n)
        size *= 2;
    if (size == h->size)
        return TRAWL_OK;
    p = memory_resize(h->m, h->p, size);
    if (!p)
        return TRAWL_NO_MEMORY;
    h->p = p;
    h->size = size;
    return TRAWL_OK;
}

static int append(head *h, const char *p, size_t n, uint64_t at)
{
    uint64_t gap = at - (h->base + h->map.src);
    int failed = make_room(h, n);

    for (; gap > 0 && !failed; gap -= gap < UINT16_MAX ? gap : UINT16_MAX)
        failed = srcmap_add(&h->map, gap < UINT16_MAX ? (uint32_t)gap : UINT16_MAX, 0, 1);
    if (!failed)
        failed = srcmap_add(&h->map, (uint32_t)n, 1, 1);
    h->failed = failed != TRAWL_OK;
    if (failed)
        return failed;
    memcpy(h->p + h->n, p, n);
    h->n += n;
    return TRAWL_OK;
}

typedef enum line_kind { LINE_UNKNOWN, LINE_EMPTY, LINE_HEADER, LINE_OTHER } line_kind;

#if defined(__SSE2__)
/* Where bytes are no visible character of ASCII, or ":". */
static inline __m128i name_ends(__m128i here)
{
    __m128i colon = _mm_cmpeq_epi8(here, _mm_set1_epi8(':')), last = _mm_cmpeq_epi8(here, _mm_set1_epi8(0x7F));
    __m128i other = _mm_cmplt_epi8(here, _mm_set1_epi8('!')); /* from 0x80 on they are negative */

    return _mm_or_si128(_mm_or_si128(colon, last), other);
}
#endif

/* Up to what is no visible character of ASCII, or ":". */
static size_t name_end(const char *p, size_t n)
{
    size_t i = 0;

#if defined(__SSE2__)
    for (; n - i >= 16; i += 16) {
        unsigned found = (unsigned)_mm_movemask_epi8(name_ends(_mm_loadu_si128((const __m128i *)(p + i))));
        if (found)
            return i + (size_t)__builtin_ctz(found);
    }
#endif
    while (i < n && p[i] > ' ' && p[i] < 0x7F && p[i] != ':')
        i++;
    return i;
}

/* "Name:", or "Name :", as old mailers wrote it. "http://" is none: it begins the text of a part that has no header. *colon is
 * set for a field. */
static line_kind kind_of_field(const char *p, size_t n, size_t *colon)
{
    size_t most = n <= HEAD_NAME ? n : HEAD_NAME + 1, i = name_end(p, most);

    if (i == 0 || i > HEAD_NAME)
        return i == n ? LINE_UNKNOWN : LINE_OTHER;
    while (i < most && (p[i] == ' ' || p[i] == '\t'))
        i++;
    if (i == n || p[i] != ':')
        return i == n ? LINE_UNKNOWN : LINE_OTHER;
    *colon = i;
    if (n - i < 3)
        return i + 1 < n && p[i + 1] != '/' ? LINE_HEADER : LINE_UNKNOWN;
    return p[i + 1] == '/' && p[i + 2] == '/' ? LINE_OTHER : LINE_HEADER;
}

/* An mbox's line in front of the fields, quoted or not. */
static line_kind kind_of_first(const char *p, size_t n)
{
    static const char from[] = ">From ";
    const char *wanted = n > 0 && *p == '>' ? from : from + 1;
    size_t k = strlen(wanted);

    if (n < k)
        return memcmp(p, wanted, n) == 0 ? LINE_UNKNOWN : LINE_OTHER;
    return memcmp(p, wanted, k) == 0 ? LINE_HEADER : LINE_OTHER;
}

bool head_is_envelope(const char *p, size_t n)
{
    return kind_of_first(p, n) == LINE_HEADER;
}

/* What a line is, the first of a block or not, of which the first n > 0 bytes are known. *colon: of a field, 0 for a fold and
 * for what is in front of the fields. */
static line_kind kind_of(bool first, const char *p, size_t n, size_t *colon)
{
    line_kind kind;

    *colon = 0;
    if (*p == '\n' || (*p == '\r' && n > 1 && p[1] == '\n'))
        return LINE_EMPTY;
    if (*p == '\r')
        return n > 1 ? LINE_OTHER : LINE_UNKNOWN;
    if (*p == ' ' || *p == '\t')
        return first ? LINE_OTHER : LINE_HEADER;
    kind = first ? kind_of_first(p, n) : LINE_OTHER;
    return kind == LINE_OTHER ? kind_of_field(p, n, colon) : kind;
}

/* Find out about the line that begins, or goes on, at p. */
static line_kind look(head *h, const char *p, size_t n, uint64_t at, size_t *taken)
{
    size_t held = h->n - h->last;
    bool first = h->last == 0 && h->first;
    size_t colon;
    line_kind kind = held == 0 ? kind_of(first, p, n, &colon) : LINE_UNKNOWN;

    *taken = kind == LINE_EMPTY ? 1 + (*p == '\r') : kind == LINE_UNKNOWN ? (held == 0 ? n : 1) : 0;
    if (*taken > 0 && append(h, p, *taken, at))
        return LINE_UNKNOWN;
    return held == 0 ? kind : kind_of(first, h->p + h->last, h->n - h->last, &colon);
}

/* Up to the end of a line whose kind is known. */
static int take_line(head *h, const char *p, size_t n, uint64_t at, size_t *taken)
{
    const char *lf = memchr(p, '\n', n);

    *taken = lf ? (size_t)(lf - p) + 1 : n;
    if (append(h, p, *taken, at))
        return TRAWL_NO_MEMORY;
    if (lf) {
        h->last = h->n;
        h->known = false;
    }
    return TRAWL_OK;
}

/* The line that is held, or begins, is one of a header. Its end may be held, too: "X:" and LF. */
static void know_line(head *h)
{
    h->known = h->n == h->last || h->p[h->n - 1] != '\n';
    if (!h->known)
        h->last = h->n;
}

/* A line that begins there, a field's if it has a colon: false when its place cannot be noted. */
static bool mark_line(head *h, size_t from, size_t colon)
{
    if (colon == 0)
        return h->marks_n > 0;
    if (h->marks_n == HEAD_MARKS)
        return false;
    h->marks[h->marks_n++] = (head_mark){(uint32_t)from, (uint32_t)(from + colon), h->marked_lines};
    return true;
}

/* The same of a line behind the first one, of which n > 0 bytes are known, where a look at 16 bytes tells; else LINE_UNKNOWN. */
static inline line_kind kind_at_once(const char *p, size_t n, size_t *colon)
{
    *colon = 0;
    if (*p == ' ' || *p == '\t')
        return LINE_HEADER;
#if defined(__SSE2__)
    if (n >= 18) {
        __m128i here = _mm_loadu_si128((const __m128i *)p);
        unsigned ends = (unsigned)_mm_movemask_epi8(name_ends(here));
        *colon = ends ? (size_t)__builtin_ctz(ends) : 0;
        if (*colon > 0 && p[*colon] == ':' && p[*colon + 1] != '/')
            return LINE_HEADER;
    }
#endif
    return LINE_UNKNOWN;
}

/* The first LF, NULL for none. Most stand within 64 bytes, of which all are looked at: to stop at the first 16 that have one is
 * a jump that nobody foresees. */
static inline const char *find_feed(const char *p, size_t n)
{
#if defined(__SSE2__)
    const __m128i feed = _mm_set1_epi8('\n');
    uint64_t found = 0;

    if (n >= 64) {
        for (unsigned k = 0; k < 64; k += 16) {
            __m128i here = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(p + k)), feed);
            found |= (uint64_t)(unsigned)_mm_movemask_epi8(here) << k;
        }
        if (found)
            return p + __builtin_ctzll(found);
    }
#endif
    return memchr(p, '\n', n);
}

/* At a line's start: whole lines of the block, as many as there are. */
static int take_lines(head *h, const char *p, size_t n, uint64_t at, size_t *taken)
{
    bool first = h->last == 0 && h->first;
    size_t i = 0, colon;
    const char *lf;
    int failed;

    for (; i < n; i = (size_t)(lf - p) + 1) {
        line_kind kind = first && i == 0 ? LINE_UNKNOWN : kind_at_once(p + i, n - i, &colon);
        if (kind == LINE_UNKNOWN)
            kind = kind_of(first && i == 0, p + i, n - i, &colon);
        if (kind != LINE_HEADER)
            break;
        lf = find_feed(p + i, n - i); /* not from the colon on: the next line need not wait for where this one has it */
        if (!lf)
            break;
        if (h->marked == h->n + i && mark_line(h, h->n + i, colon)) {
            h->marked = h->n + (size_t)(lf - p) + 1;
            h->marked_lines++;
        }
    }
    *taken = i;
    failed = i > 0 ? append(h, p, i, at) : TRAWL_OK;
    h->last = h->n;
    return failed;
}

head_state head_feed(head *h, const char *p, size_t n, uint64_t at, size_t *taken)
{
    size_t i = 0, room, more;
    line_kind kind;

    for (*taken = 0; i < n; *taken = i += more) {
        room = TRAWL_MAIL_HEADER - h->n < n - i ? TRAWL_MAIL_HEADER - h->n : n - i;
        if (room == 0)
            return HEAD_FULL;
        if (h->known) {
            if (take_line(h, p + i, room, at + i, &more))
                return HEAD_FAILED;
            continue;
        }
        if (h->n == h->last) {
            if (take_lines(h, p + i, room, at + i, &more))
                return HEAD_FAILED;
            if (more > 0)
                continue;
        }
        kind = look(h, p + i, room, at + i, &more);
        if (h->failed)
            return HEAD_FAILED;
        if (kind == LINE_EMPTY || kind == LINE_OTHER) {
            *taken = i + more;
            h->last = kind == LINE_EMPTY ? h->n : h->last;
            return HEAD_END;
        }
        if (kind == LINE_HEADER)
            know_line(h);
    }
    return HEAD_MORE;
}

/* ---- Letting go ---- */

void head_drop(head *h, size_t n)
{
    h->line += count_byte(h->p, n, '\n');
    h->counted = h->counted_lines = 0;
    forget_marks(h);
    memmove(h->p, h->p + n, h->n - n);
    h->n -= n;
    h->first = h->first && n == 0;
    h->dropped += n;
    h->last -= n < h->last ? n : h->last;
    srcmap_forget(&h->map, h->dropped);
}
