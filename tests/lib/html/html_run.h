/* html_run.h - runs a page through the tokenizer, cut into pieces, and writes down its calls
 *
 * Tests compare "content" with what they expect: text as it is, {references}, (name=value) for
 * attributes, <tag>, <tag/> and </tag>. "all" is for comparing one cut with another: it has each
 * call with its places on a line, with adjacent text() and markup() calls joined. The places must
 * tile the page, and text() must give the bytes of the page.
 */
#ifndef TRAWL_TESTS_HTML_RUN_H
#define TRAWL_TESTS_HTML_RUN_H

#include "growing.h"
#include "html/html.h"

typedef struct html_run {
    const char *page;
    size_t n;
    growing content, all;
    uint64_t next, joined; /* end of the calls so far; start of the open run */
    char run;              /* 't', 'm', or 0 */
    bool tiles;
    const char *wanted; /* the wanted attributes, each between blanks; NULL: all */
    unsigned long calls;
    int result;
    html h;
} html_run;

static inline void html_run_close(html_run *r)
{
    if (r->run)
        growing_printf(&r->all, "%c %llu %llu\n", r->run, (unsigned long long)r->joined,
                       (unsigned long long)r->next);
    r->run = 0;
}

/* Checks the places of a call. */
static inline void html_run_place(html_run *r, char kind, uint64_t from, uint64_t to)
{
    r->calls++;
    r->tiles = r->tiles && from == r->next && to > from && to <= r->n;
    if (r->run != kind) {
        html_run_close(r);
        r->joined = from;
        r->run = kind;
    }
    r->next = to;
}

static inline int html_run_text(void *user, const char *p, size_t n, uint64_t at)
{
    html_run *r = user;

    html_run_place(r, 't', at, at + n);
    r->tiles = r->tiles && memcmp(r->page + at, p, n) == 0;
    growing_add(&r->content, p, n);
    return 0;
}

static inline int html_run_reference(void *user, const char *p, size_t n, uint64_t from,
                                     uint64_t to)
{
    html_run *r = user;

    html_run_place(r, 'r', from, to);
    growing_add(&r->content, "{", 1);
    growing_add(&r->content, p, n);
    growing_add(&r->content, "}", 1);
    html_run_close(r);
    return 0;
}

static inline bool html_run_wants(void *user, const html_name *tag, const html_name *name)
{
    html_run *r = user;
    char word[HTML_NAME + 3] = " ";

    (void)tag;
    r->calls++;
    if (!r->wanted)
        return true;
    memcpy(word + 1, name->p, name->n);
    memcpy(word + 1 + name->n, " ", 2);
    return strstr(r->wanted, word) != NULL;
}

static inline int html_run_attribute(void *user, const html_attribute *a)
{
    html_run *r = user;

    r->calls++;
    html_run_close(r);
    growing_add(&r->content, "(", 1);
    growing_add(&r->content, a->name->p, a->name->n);
    growing_add(&r->content, "=", 1);
    growing_add(&r->content, a->value, a->value_n);
    growing_add(&r->content, a->over ? "...)" : ")", a->over ? 4 : 1);
    growing_printf(&r->all, "a %llu %llu\n", (unsigned long long)a->from,
                   (unsigned long long)a->to);
    r->tiles = r->tiles && a->from <= a->to && a->to <= r->next;
    return 0;
}

static inline int html_run_start(void *user, const html_name *tag, bool self_closing)
{
    html_run *r = user;

    r->calls++;
    html_run_close(r);
    growing_add(&r->content, "<", 1);
    growing_add(&r->content, tag->p, tag->n);
    growing_add(&r->content, self_closing ? "/>" : ">", self_closing ? 2 : 1);
    growing_add(&r->all, "s\n", 2);
    return 0;
}

static inline int html_run_end(void *user, const html_name *tag)
{
    html_run *r = user;

    r->calls++;
    html_run_close(r);
    growing_add(&r->content, "</", 2);
    growing_add(&r->content, tag->p, tag->n);
    growing_add(&r->content, ">", 1);
    growing_add(&r->all, "e\n", 2);
    return 0;
}

static inline int html_run_markup(void *user, uint64_t from, uint64_t to)
{
    html_run_place(user, 'm', from, to);
    return 0;
}

static inline int html_run_whole(void *user, const html_name *tag, bool closing, bool self_closing,
                                 uint64_t to)
{
    html_run *r = user;

    html_run_place(r, 'm', r->next, to);
    return closing ? html_run_end(user, tag) : html_run_start(user, tag, self_closing);
}

/* Feeds a copy of the exact size, so that a sanitizer catches overreads. */
static inline void html_run_feed(html_run *r, const char *p, size_t n)
{
    char *piece = malloc(n > 0 ? n : 1);

    if (!piece)
        abort();
    if (n > 0)
        memcpy(piece, p, n);
    if (r->result == 0)
        r->result = html_feed(&r->h, piece, n);
    free(piece);
}

/* Feeds a piece of `first` bytes, then pieces of `step` bytes. The caller sets the wanted
 * attributes. With an even step, tags are reported by whole(), which must not make a difference. */
static inline void html_run_page(html_run *r, const char *page, size_t n, size_t first, size_t step)
{
    static const html_out calls = {.text = html_run_text,
                                   .reference = html_run_reference,
                                   .wants = html_run_wants,
                                   .attribute = html_run_attribute,
                                   .start = html_run_start,
                                   .end = html_run_end,
                                   .markup = html_run_markup};
    html_out out = calls;

    out.user = r;
    out.whole = step % 2 == 0 ? html_run_whole : NULL;
    growing_clear(&r->content);
    growing_clear(&r->all);
    r->page = page;
    r->n = n;
    r->next = 0;
    r->run = 0;
    r->tiles = true;
    r->calls = 0;
    r->result = 0;
    html_begin(&r->h, &out);
    if (first > 0)
        html_run_feed(r, page, first < n ? first : n);
    for (size_t at = first; at < n; at += step)
        html_run_feed(r, page + at, step < n - at ? step : n - at);
    if (r->result == 0)
        r->result = html_finish(&r->h);
    html_run_close(r);
    r->tiles = r->tiles && r->next == n;
}

static inline bool html_run_same(const html_run *a, const html_run *b)
{
    return a->result == b->result && growing_same(&a->content, &b->content) &&
           growing_same(&a->all, &b->all);
}

static inline void html_run_free(html_run *r)
{
    free(r->content.p);
    free(r->all.p);
    r->content = r->all = (growing){0};
}

#endif
