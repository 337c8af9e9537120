/* relative.c - finds the shortest partial URL that leads from a base to a URL: trawl_relative
 *
 * The inverse of trawl_resolve(), for each of its rules. The shortest form is always the last part
 * of the URL, with dot segments before it. That part begins at a delimiter of the URL, or in its
 * path below a folder of the base. Each such form is resolved, and is used only if it leads to the
 * URL.
 */

#include "base/ascii.h"
#include "base/check.h"
#include "base/count.h"
#include "url/inside.h"

/* Longer runs of slashes are not tried as the beginning of a form by RFC 1630. */
#define RELATIVE_SLASHES 64

typedef struct relative {
    int rule;
    trawl_str base, url; /* the URL to which the form leads */
    char *form, *result; /* the form that is tried, and the URL to which it leads */
    char *best;
    size_t best_n; /* only a shorter form replaces the best one */
    size_t room;   /* of each buffer */
    int failed;    /* the first error */
} relative;

/* The dot segments at the beginning of a form. */
typedef struct dots {
    const char *lead;
    size_t up;  /* how many "../" follow it */
    size_t cut; /* bytes left out at the end: 1 makes "../..", 2 makes "../." */
} dots;

static size_t relative_put_dots(char *to, const dots *front)
{
    size_t n = strlen(front->lead);

    memcpy(to, front->lead, n);
    for (size_t i = 0; i < front->up; i++, n += 3)
        memcpy(to + n, "../", 3);
    CHECK(front->cut <= n);
    return n - front->cut;
}

/* Resolves a form to `to`, and returns the length of the result. */
static size_t relative_resolve(relative *way, trawl_str form, char *to)
{
    size_t n = 0;
    int failed =
        trawl_resolve(way->rule, way->base.p, way->base.n, form.p, form.n, to, way->room, &n);

    way->failed = way->failed ? way->failed : failed;
    return n;
}

/* Keeps the form of dots and url[from..] if it is shorter than the best form so far and leads to
 * the URL. */
static void relative_try(relative *way, dots front, size_t from)
{
    const size_t n = strlen(front.lead) + 3 * front.up - front.cut + way->url.n - from;
    size_t len, at;

    CHECK(from <= way->url.n);
    if (n >= way->best_n)
        return;
    at = relative_put_dots(way->form, &front);
    memcpy(way->form + at, way->url.p + from, way->url.n - from);
    at += way->url.n - from;
    len = relative_resolve(way, (trawl_str){way->form, at}, way->result);
    if (way->failed || len != way->url.n || memcmp(way->result, way->url.p, len) != 0)
        return;
    memcpy(way->best, way->form, at);
    way->best_n = at;
}

/* Tries the forms without a path, which keep the path of the base: "", "#f", "?q". */
static void try_same_path(relative *way, const url_parts *p)
{
    trawl_span fragment = p->part[TRAWL_PART_FRAGMENT];

    relative_try(way, (dots){.lead = ""}, way->url.n);
    if (span_is(fragment))
        relative_try(way, (dots){.lead = ""}, (size_t)fragment.from - 1);
    if (span_is(p->part[TRAWL_PART_QUERY]))
        relative_try(way, (dots){.lead = ""}, (size_t)p->part[TRAWL_PART_PATH].to);
}

static size_t relative_slashes(const char *p, size_t from, size_t to)
{
    return (size_t)count_byte(p + from, to - from, '/');
}

/* Tries the forms that begin in the folder of the base, or in a folder above it. `folder` is its
 * URL. */
static void try_below(relative *way, trawl_str folder)
{
    url_parts p;
    size_t same = 0, from, up;
    bool ends;

    parts_split(&p, folder.p, folder.n);
    while (same < folder.n && same < way->url.n && folder.p[same] == way->url.p[same])
        same++;
    if (same < p.part[TRAWL_PART_PATH].from)
        return;
    if (same == way->url.n && same < folder.n &&
        folder.p[same] == '/') /* "/." takes a slash away */
        relative_try(way, (dots){"", relative_slashes(folder.p, same, folder.n), 2}, same);
    for (from = same; from > p.part[TRAWL_PART_PATH].from && folder.p[from - 1] != '/'; from--)
        ;
    up = relative_slashes(folder.p, from, folder.n);
    ends = from == way->url.n || strchr("?#", way->url.p[from]);
    if (ends)
        relative_try(way, (dots){up > 0 ? "" : ".", up, up > 0}, from);
    relative_try(way, (dots){up > 0 ? "" : "./", up, 0}, from);
    relative_try(way, (dots){"", up, 0}, from);
}

/* Tries the forms of RFC 1630 that begin with slashes: such a form keeps the base up to a run of as
 * many slashes. */
static void try_slashes(relative *way)
{
    static const char slashes[RELATIVE_SLASHES + 1] =
        "////////////////////////////////////////////////////////////////";

    for (size_t n = 1; n <= RELATIVE_SLASHES; n++) {
        const size_t kept = relative_resolve(way, (trawl_str){slashes, n}, way->result) - n;

        if (kept < way->url.n)
            relative_try(way, (dots){.lead = ""}, kept);
    }
}

/* Tries all forms that may lead to the URL. */
static void relative_find(relative *way, trawl_str url, char *folder)
{
    const bool old = way->rule == TRAWL_RESOLVE_1630;
    const size_t n = relative_resolve(way, (trawl_str){".", !old}, folder);
    url_parts p;
    size_t path;

    way->url = url;
    parts_split(&p, url.p, url.n);
    path = (size_t)p.part[TRAWL_PART_PATH].from;
    try_same_path(way, &p);
    try_below(way, (trawl_str){folder, n}); /* the first of equally short forms is kept */
    relative_try(way, (dots){.lead = ""}, 0);
    if (span_is(p.authority))
        relative_try(way, (dots){.lead = ""}, (size_t)p.authority.from - 2);
    relative_try(way, (dots){.lead = ""}, path);
    relative_try(way, (dots){.lead = "/."}, path); /* before a path that begins with "//" */
    if (old)
        try_slashes(way);
}

/* Writes the shortest form of `url` to way->best. `target` has room for the URL to which `url`
 * resolves. */
static void relative_run(relative *way, trawl_str url, char *target, char *folder)
{
    size_t n;

    way->best_n = url.n + 1;
    relative_find(way, url, folder);
    if (way->best_n <= url.n)
        return;
    n = relative_resolve(way, url, target);
    memcpy(way->best, url.p, url.n); /* no form leads to it, only to what it means */
    way->best_n = url.n;
    relative_find(way, (trawl_str){target, n}, folder);
}

int trawl_relative(int rule, const char *base_p, size_t base_n, const char *url_p, size_t url_n,
                   char *text, size_t size, size_t *len)
{
    const trawl_str url = {url_p ? url_p : "", url_n};
    relative way = {.rule = rule, .base = {base_p ? base_p : "", base_n}};
    char *all;

    if (!len || (!text && size > 0) || (!base_p && base_n > 0) || (!url_p && url_n > 0) ||
        rule < TRAWL_RESOLVE_3986 || rule > TRAWL_RESOLVE_1630)
        return TRAWL_ERROR_MISUSE;
    way.room = RESOLVE_ROOM(way.base, url) + RELATIVE_SLASHES;
    all = memory_get(&memory_default, 5 * way.room);
    if (!all)
        return TRAWL_ERROR_NO_MEMORY;
    way.form = all;
    way.result = way.form + way.room;
    way.best = way.result + way.room;
    relative_run(&way, url, way.best + way.room, way.best + 2 * way.room);
    *len = way.failed ? 0 : way.best_n;
    if (*len > 0 && size > 0)
        memcpy(text, way.best, *len < size ? *len : size);
    memory_free(&memory_default, all);
    return way.failed ? way.failed : *len > size ? TRAWL_ERROR_NO_SPACE : TRAWL_OK;
}
