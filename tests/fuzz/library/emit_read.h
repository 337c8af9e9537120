/* emit_read.h - reads Markdown and notes back strictly, as the writers write them
 *
 * Markdown is read by CommonMark 0.30, but only in the forms that the writer uses: a backslash
 * precedes each character that could begin markup, links are <uri> and [text](<uri>), lines end in
 * hard breaks or with their paragraph, and the only references are &nbsp; (read as a space), &#9;
 * and, in addresses, &amp;. So a byte that was not escaped is caught.
 *
 * Notes are made a second time from the events: notes_take() keeps the texts of the events and the
 * places where links end; notes_make() puts " [n]" into the text as a terminal shows it, and adds
 * the list of URLs. Links with the same canonical form share a number. CR LF is LF here.
 */
#ifndef TRAWL_TESTS_FUZZ_EMIT_READ_H
#define TRAWL_TESTS_FUZZ_EMIT_READ_H

#include "emit/emit_run.h"
#include "growing.h"

/* ---- Markdown ---- */

typedef struct md_read {
    const char *broken; /* the first error, or NULL */
    size_t at;
    growing text, hrefs; /* hrefs: one a line */
    bool bol, blank;     /* at the start of a line; after an unescaped space */
    bool digits;         /* only digits in this line so far */
    bool linked;         /* inside a link's text */
} md_read;

static inline size_t md_break(md_read *r, const char *what, size_t at, size_t n)
{
    if (!r->broken) {
        r->broken = what;
        r->at = at;
    }
    return n;
}

static inline bool md_begins(const char *p, size_t n, const char *with)
{
    size_t len = strlen(with);

    return len <= n && memcmp(p, with, len) == 0;
}

static inline bool md_is_punctuation(char c)
{
    return c > 0x20 && c < 0x7F &&
           !((c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z'));
}

static inline size_t md_seen(md_read *r, const char *p, size_t n, size_t len)
{
    growing_add(&r->text, p, n);
    r->digits = n == 1 && *p >= '0' && *p <= '9' && (r->bol || r->digits);
    r->bol = r->blank = false;
    return len;
}

static inline size_t md_line_end(md_read *r, const char *ends, size_t len, size_t at)
{
    if (r->blank)
        md_break(r, "a space at the end of a line", at, 0);
    if (r->linked)
        md_break(r, "a line end in a link", at, 0);
    growing_add(&r->text, ends, strlen(ends));
    r->bol = true;
    r->digits = false;
    return len;
}

/* Reads an address, in which only &amp; is a reference. Returns its length, or n when it does not
 * end. */
static inline size_t md_address(md_read *r, const char *p, size_t n, const char *end, size_t at)
{
    size_t i = 0;

    while (i < n && !md_begins(p + i, n - i, end)) {
        size_t len = md_begins(p + i, n - i, "&amp;") ? 5 : 1;
        if (p[i] <= ' ' || p[i] > '~' || strchr("<>\\", p[i]) || (p[i] == '&' && len == 1))
            md_break(r, "an invalid byte in an address", at + i, 0);
        growing_add(&r->hrefs, p + i, 1);
        i += len;
    }
    growing_add(&r->hrefs, "\n", 1);
    return i < n ? i + strlen(end) : md_break(r, "an unterminated address", at, n);
}

/* Reads <http://a.example/> or <joe@a.example>. Returns its length. */
static inline size_t md_autolink(md_read *r, const char *p, size_t n, size_t at)
{
    const char *end = memchr(p, '>', n);
    size_t len = end ? (size_t)(end - p) - 1 : 0, scheme = 0;

    while (scheme < len && (md_is_punctuation(p[1 + scheme]) ? strchr("+.-", p[1 + scheme]) != NULL
                                                             : p[1 + scheme] > 0))
        scheme++;
    if (!end || len == 0 || r->linked || memchr(p + 1, '&', len))
        return md_break(r, "a tag", at, n);
    if (scheme < 2 || scheme > 32 || p[1 + scheme] != ':') {
        if (!memchr(p + 1, '@', len))
            return md_break(r, "a tag", at, n);
        growing_add(&r->hrefs, "mailto:", 7);
    }
    md_seen(r, p + 1, len, 0);
    return 1 + md_address(r, p + 1, n - 1, ">", at + 1);
}

static inline size_t md_raw(md_read *r, const char *p, size_t n, size_t at)
{
    if (strchr("\\`*_[]<>&~|$^{}!\t\r", *p) || *p == '\0')
        return md_break(r, "an unescaped byte", at, 1);
    if (r->bol && strchr(" #+-=:%", *p))
        return md_break(r, "an unescaped byte at the start of a line", at, 1);
    if (r->digits && strchr(".)", *p))
        return md_break(r, "an unescaped list number", at, 1);
    if (*p == ' ' && r->blank)
        return md_break(r, "two spaces", at, 1);
    if (*p != '\n') {
        bool blank = *p == ' ';
        md_seen(r, p, 1, 1);
        r->blank = blank;
        return 1;
    }
    if (n == 1)
        return md_line_end(r, "", 1, at);
    if (r->bol || p[1] != '\n' || n == 2)
        return md_break(r, "an invalid line end", at, 1);
    return md_line_end(r, "\n\n", 2, at);
}

static inline size_t md_step(md_read *r, const char *p, size_t n, size_t at)
{
    if (md_begins(p, n, "\\\n"))
        return md_line_end(r, "\n", 2, at);
    if (*p == '\\' && n > 1 && md_is_punctuation(p[1]))
        return md_seen(r, p + 1, 1, 2);
    if (md_begins(p, n, "&nbsp;"))
        return md_seen(r, " ", 1, 6);
    if (md_begins(p, n, "\xC2\xA0"))
        return md_seen(r, " ", 1, 2);
    if (md_begins(p, n, "&#9;"))
        return md_seen(r, "\t", 1, 4);
    if (*p == '<')
        return md_autolink(r, p, n, at);
    if (*p == '[' && !r->linked) {
        r->linked = true;
        return md_seen(r, p, 0, 1);
    }
    if (r->linked && md_begins(p, n, "](<")) {
        r->linked = false;
        return 3 + md_address(r, p + 3, n - 3, ">)", at + 3);
    }
    return md_raw(r, p, n, at);
}

static inline bool md_read_all(md_read *r, const char *p, size_t n)
{
    growing_clear(&r->text);
    growing_clear(&r->hrefs);
    r->broken = NULL;
    r->bol = true;
    r->blank = r->digits = r->linked = false;
    for (size_t i = 0; i < n && !r->broken;)
        i += md_step(r, p + i, n - i, i);
    if (r->linked || (n > 0 && p[n - 1] != '\n'))
        md_break(r, "an invalid end", n, 0);
    return !r->broken;
}

/* Writes display(source) as Markdown keeps it: tabs that indent become spaces up to the next
 * multiple of eight columns, and line ends after the text are dropped. U+00A0 becomes a space,
 * since spaces are written as &nbsp;, or as U+00A0 in a long indent. */
static inline void md_display(growing *to, const char *p, size_t n)
{
    size_t column = 0;
    bool indent = true;

    growing_clear(to);
    while (n > 0 && p[n - 1] == '\n')
        n--;
    for (size_t i = 0; i < n; i++) {
        size_t spaces = indent && p[i] == '\t' ? 8 - column % 8 : 0;
        bool nbsp = md_begins(p + i, n - i, "\xC2\xA0");
        growing_add(to, "        ", spaces);
        if (spaces == 0)
            growing_add(to, nbsp ? " " : p + i, 1);
        i += nbsp;
        indent = p[i] == '\n' || (indent && (p[i] == ' ' || p[i] == '\t'));
        column = p[i] == '\n' ? 0 : column + (spaces > 0 ? spaces : 1);
    }
}

/* ---- Notes ---- */

typedef struct notes_link {
    size_t end; /* in the text */
    size_t number;
    char *url, *key; /* url: as first written; key: its canonical form */
    size_t url_n, key_n;
} notes_link;

typedef struct notes_read {
    emit_out text;
    notes_link *links;
    size_t count, room;
    size_t begun; /* links that have begun; only one may be open */
} notes_read;

static inline void notes_clear(notes_read *r)
{
    for (size_t i = 0; i < r->count; i++) {
        free(r->links[i].url);
        free(r->links[i].key);
    }
    r->count = r->begun = 0;
    r->text.n = 0;
    emit_add(&r->text, "");
}

static inline void *notes_room(size_t n)
{
    void *p = malloc(n > 0 ? n : 1);

    if (!p)
        abort();
    return p;
}

static inline void notes_end(notes_read *r, const trawl_link *link)
{
    notes_link l = {.end = r->text.n, .number = 1, .url_n = link->url.n};

    if (r->count == r->room) {
        r->room = 2 * r->room + 16;
        r->links = realloc(r->links, r->room * sizeof *r->links);
        if (!r->links)
            abort();
    }
    (void)trawl_canonical(link->url.p, link->url.n, NULL, 0, &l.key_n);
    l.key = notes_room(l.key_n);
    (void)trawl_canonical(link->url.p, link->url.n, l.key, l.key_n, &l.key_n);
    l.url = notes_room(l.url_n);
    memcpy(l.url, link->url.p, l.url_n);
    for (size_t i = 0; i < r->count; i++) {
        const notes_link *other = &r->links[i];
        if (other->key_n == l.key_n && memcmp(other->key, l.key, l.key_n) == 0) {
            l.number = other->number;
            break;
        }
        if (other->number >= l.number)
            l.number = other->number + 1;
    }
    r->links[r->count++] = l;
}

/* Takes an event. Returns false when the links do not end in order, each once. */
static inline bool notes_take(notes_read *r, const trawl_event *e)
{
    if (e->type != TRAWL_EVENT_TEXT && e->type != TRAWL_EVENT_LINK &&
        e->type != TRAWL_EVENT_LINK_MORE)
        return true;
    if (e->type == TRAWL_EVENT_LINK && r->begun++ != r->count)
        return false;
    (void)emit_keep(&r->text, e->text.p, e->text.n);
    if (e->link && e->span.to == e->link->extent.to)
        notes_end(r, e->link);
    return r->count <= r->begun;
}

/* Adds text: SGR sequences are kept, any other ESC becomes U+FFFD. */
static inline void notes_escapes(emit_out *o, const char *p, size_t n)
{
    for (size_t i = 0, len; i < n; i += len) {
        len = emit_sgr(p + i, n - i);
        if (len == 0 && p[i] == 0x1B)
            emit_add(o, "\xEF\xBF\xBD");
        else
            (void)emit_keep(o, p + i, len > 0 ? len : 1);
        len = len > 0 ? len : 1;
    }
}

/* Makes the text as it may reach a terminal, with a number where each link ends. */
static inline void notes_text(const notes_read *r, emit_out *o, bool numbers)
{
    const char *p = r->text.p;
    emit_out part = {0}, one = {0};
    size_t k = 0;
    char mark[32];
    long c;

    emit_add(&part, "");
    for (size_t i = 0, len; i < r->text.n; i += len) {
        len = emit_character((const unsigned char *)p + i, r->text.n - i, &c);
        len += c == '\r' && i + 1 < r->text.n && p[i + 1] == '\n';
        emit_display(&one, p + i, len, true);
        (void)emit_keep(&part, one.p, one.n);
        for (; numbers && k < r->count && r->links[k].end <= i + len; k++) {
            notes_escapes(o, part.p, part.n);
            part.n = 0;
            (void)snprintf(mark, sizeof mark, " [%zu]", r->links[k].number);
            emit_add(o, mark);
        }
    }
    notes_escapes(o, part.p, part.n);
    free(part.p);
    free(one.p);
}

/* Returns true when the visible text ends in the middle of a line. */
static inline bool notes_midline(const emit_out *o)
{
    char last = '\n';

    for (size_t i = 0, len; i < o->n; i += len) {
        len = emit_sgr(o->p + i, o->n - i);
        last = len > 0 ? last : o->p[i];
        len = len > 0 ? len : 1;
    }
    return last != '\n';
}

static inline void notes_make(const notes_read *r, emit_out *o)
{
    emit_out url = {0};
    size_t listed = 0;
    char number[32];

    o->n = 0;
    emit_add(o, "");
    notes_text(r, o, true);
    if (r->count > 0)
        emit_add(o, notes_midline(o) ? "\n\n" : "\n");
    for (size_t i = 0; i < r->count; i++) {
        if (r->links[i].number <= listed)
            continue;
        (void)snprintf(number, sizeof number, "%4zu. ", ++listed);
        emit_add(o, number);
        emit_display(&url, r->links[i].url, r->links[i].url_n, true);
        notes_escapes(o, url.p, url.n);
        emit_add(o, "\n");
    }
    free(url.p);
}

#endif
