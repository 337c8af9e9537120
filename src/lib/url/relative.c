/* relative.c - finds the shortest partial URL that leads from a base to a URL: trawl_relative
 *
 * The inverse of trawl_resolve(), for each of its rules. A shortest form is always an end of the
 * URL, from one of its delimiters on or from its path below a folder of the base, with dot segments
 * before it. Each such form is resolved, so none is given that leads elsewhere.
 */

#include "base/ascii.h"
#include "url/inside.h"

/* Longer runs of slashes do not begin a form by RFC 1630. */
#define RELATIVE_SLASHES 64

typedef struct relative {
    int rule;
    trawl_str base, url; /* the URL to which the form leads */
    char *form, *result; /* what is tried, and what it means */
    char *best;
    size_t best_n; /* a form must be shorter */
    size_t room;   /* of each buffer */
    int failed;    /* the first error */
} relative;

/* The dot segments at the beginning of a form. */
typedef struct dots {
    const char *lead;
    size_t up;  /* how many "../" follow it */
    size_t cut; /* how many bytes at the end are left out: "../.." and "../." */
} dots;

static size_t relative_put_dots(char *to, const dots *d)
{
    size_t n = strlen(d->lead);

    memcpy(to, d->lead, n);
    for (size_t i = 0; i < d->up; i++, n += 3)
        memcpy(to + n, "../", 3);
    return n - d->cut;
}

/* Resolves a form to `to`, and returns the length of the result. */
static size_t relative_resolve(relative *r, trawl_str form, char *to)
{
    size_t n = 0;
    int failed = trawl_resolve(r->rule, r->base.p, r->base.n, form.p, form.n, to, r->room, &n);

    r->failed = r->failed ? r->failed : failed;
    return n;
}

/* Keeps the form of dots and url[from..] if it is shorter than the best one and leads there. */
static void relative_try(relative *r, dots d, size_t from)
{
    const size_t n = strlen(d.lead) + 3 * d.up - d.cut + r->url.n - from;
    size_t len, at;

    if (n >= r->best_n)
        return;
    at = relative_put_dots(r->form, &d);
    memcpy(r->form + at, r->url.p + from, r->url.n - from);
    at += r->url.n - from;
    len = relative_resolve(r, (trawl_str){r->form, at}, r->result);
    if (r->failed || len != r->url.n || memcmp(r->result, r->url.p, len) != 0)
        return;
    memcpy(r->best, r->form, at);
    r->best_n = at;
}

/* Tries the forms without a path, which keep the base's: "", "#f", "?q". */
static void try_same_path(relative *r, const url_parts *p)
{
    trawl_span fragment = p->part[TRAWL_PART_FRAGMENT];

    relative_try(r, (dots){.lead = ""}, r->url.n);
    if (span_is(fragment))
        relative_try(r, (dots){.lead = ""}, (size_t)fragment.from - 1);
    if (span_is(p->part[TRAWL_PART_QUERY]))
        relative_try(r, (dots){.lead = ""}, (size_t)p->part[TRAWL_PART_PATH].to);
}

static size_t relative_slashes(const char *p, size_t from, size_t to)
{
    size_t slashes = 0;

    for (size_t i = from; i < to; i++)
        slashes += p[i] == '/';
    return slashes;
}

/* Tries the forms that begin in the folder of the base, or in one above it. `folder` is its URL. */
static void try_below(relative *r, trawl_str folder)
{
    url_parts p;
    size_t same = 0, from, up;
    bool ends;

    parts_split(&p, folder.p, folder.n);
    while (same < folder.n && same < r->url.n && folder.p[same] == r->url.p[same])
        same++;
    if (same < p.part[TRAWL_PART_PATH].from)
        return;
    if (same == r->url.n && same < folder.n && folder.p[same] == '/') /* "/." takes a slash away */
        relative_try(r, (dots){"", relative_slashes(folder.p, same, folder.n), 2}, same);
    for (from = same; from > p.part[TRAWL_PART_PATH].from && folder.p[from - 1] != '/'; from--)
        ;
    up = relative_slashes(folder.p, from, folder.n);
    ends = from == r->url.n || strchr("?#", r->url.p[from]);
    if (ends)
        relative_try(r, (dots){up > 0 ? "" : ".", up, up > 0}, from);
    relative_try(r, (dots){up > 0 ? "" : "./", up, 0}, from);
    relative_try(r, (dots){"", up, 0}, from);
}

/* Tries the forms of RFC 1630 that begin with slashes: they keep the base up to as many. */
static void try_slashes(relative *r)
{
    static const char slashes[RELATIVE_SLASHES + 1] =
        "////////////////////////////////////////////////////////////////";

    for (size_t n = 1; n <= RELATIVE_SLASHES; n++) {
        const size_t kept = relative_resolve(r, (trawl_str){slashes, n}, r->result) - n;

        if (kept < r->url.n)
            relative_try(r, (dots){.lead = ""}, kept);
    }
}

/* Tries all forms that may lead to the URL. */
static void relative_find(relative *r, trawl_str url, char *folder)
{
    const bool old = r->rule == TRAWL_RESOLVE_1630;
    const size_t n = relative_resolve(r, (trawl_str){".", !old}, folder);
    url_parts p;
    size_t path;

    r->url = url;
    parts_split(&p, url.p, url.n);
    path = (size_t)p.part[TRAWL_PART_PATH].from;
    try_same_path(r, &p);
    relative_try(r, (dots){.lead = ""}, 0);
    if (span_is(p.authority))
        relative_try(r, (dots){.lead = ""}, (size_t)p.authority.from - 2);
    relative_try(r, (dots){.lead = ""}, path);
    relative_try(r, (dots){.lead = "/."}, path); /* before a path that begins with "//" */
    try_below(r, (trawl_str){folder, n});
    if (old)
        try_slashes(r);
}

/* Writes the shortest form of `url` to r->best. `target` has room for what it means. */
static void relative_run(relative *r, trawl_str url, char *target, char *folder)
{
    size_t n;

    r->best_n = url.n + 1;
    relative_find(r, url, folder);
    if (r->best_n <= url.n)
        return;
    n = relative_resolve(r, url, target);
    memcpy(r->best, url.p, url.n); /* no form leads to it, only to what it means */
    r->best_n = url.n;
    relative_find(r, (trawl_str){target, n}, folder);
}

int trawl_relative(int rule, const char *base_p, size_t base_n, const char *url_p, size_t url_n,
                   char *text, size_t size, size_t *len)
{
    const trawl_str url = {url_p ? url_p : "", url_n};
    relative r = {.rule = rule, .base = {base_p ? base_p : "", base_n}};
    char *all;

    if (!len || (!text && size > 0) || (!base_p && base_n > 0) || (!url_p && url_n > 0) ||
        rule < TRAWL_RESOLVE_3986 || rule > TRAWL_RESOLVE_1630)
        return TRAWL_ERROR_MISUSE;
    r.room = RESOLVE_ROOM(r.base, url) + RELATIVE_SLASHES;
    all = memory_get(&memory_default, 5 * r.room);
    if (!all)
        return TRAWL_ERROR_NO_MEMORY;
    r.form = all;
    r.result = r.form + r.room;
    r.best = r.result + r.room;
    relative_run(&r, url, r.best + r.room, r.best + 2 * r.room);
    *len = r.failed ? 0 : r.best_n;
    if (*len > 0 && size > 0)
        memcpy(text, r.best, *len < size ? *len : size);
    memory_free(&memory_default, all);
    return r.failed ? r.failed : *len > size ? TRAWL_ERROR_NO_SPACE : TRAWL_OK;
}
