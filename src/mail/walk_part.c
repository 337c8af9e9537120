/* walk_part.c - what a part is, by its header: a multipart, a message, a text, something else (RFC 2045, 2046, 2387 ...) */
#include <string.h>

#include "mail/walk_type.h"
#include "mail/words_inside.h"

static trawl_str str_of(const words_text *t)
{
    return (trawl_str){t->n > 0 ? t->p : "", t->n};
}

static walk_level *innermost(walk *w)
{
    return w->depth > 0 ? &w->levels[w->depth - 1] : NULL;
}

/* ---- What the header says ---- */

/* "12" behind what stands there, as the next number of a path. */
static size_t add_number(char *path, size_t n, unsigned number)
{
    char digits[12];
    size_t k = sizeof digits;

    if (n > 0)
        path[n++] = '.';
    do
        digits[--k] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    memcpy(path + n, digits + k, sizeof digits - k);
    return n + sizeof digits - k;
}

/* Parts of a multipart have its path and their number; a message's body has the message's path, and 1 if it is no multipart. */
static void know_path(walk *w)
{
    const walk_level *level = innermost(w);
    size_t n = level ? level->path_n : 0;

    memcpy(w->part_path, w->path, n);
    if (level && level->multipart)
        n = add_number(w->part_path, n, level->parts);
    else if (!type_begins(w, "multipart/"))
        n = add_number(w->part_path, n, 1);
    w->path_n = n;
}

int walk_know_part(walk *w)
{
    int failed = walk_type_know(w);

    if (failed)
        return failed;
    w->parts++;
    w->part_known = true;
    if (w->g->urls_only)
        return TRAWL_OK;
    know_path(w);
    w->part = (trawl_mail_part){
        .path = {w->part_path, w->path_n},
        .type = str_of(&w->type),
        .charset = str_of(&w->part_charset),
        .encoding = str_of(&w->encoding),
        .depth = w->depth,
    };
    return give_part(w->g, &w->part);
}

/* ---- What begins ---- */

static int begin_skip(walk *w, int reason)
{
    w->state = WALK_SKIP;
    w->reason = reason;
    return 0;
}

/* What partial URLs are put onto: by the part's own header, or that of what it is inside of (RFC 2557 section 5). */
static trawl_str base_of(walk *w)
{
    const walk_level *level = innermost(w);

    if (w->base_is_own)
        return str_of(&w->base);
    return level && level->base_n > 0 ? (trawl_str){w->bases.p + level->base, level->base_n} : (trawl_str){"", 0};
}

/* A level whose parts have the present path before their numbers. */
static int push(walk *w, bool multipart)
{
    const walk_level *outer = innermost(w);
    trawl_str base = base_of(w);
    walk_level level = {.multipart = multipart,
                        .path_n = w->path_n,
                        .boundary = w->boundaries.n,
                        .base = outer ? outer->base + outer->base_n : 0,
                        .base_n = w->base_is_own ? base.n : 0};

    w->bases.n = level.base;
    if (level.base_n > 0 && words_put(&w->bases, base.p, base.n))
        return TRAWL_NO_MEMORY;
    if (level.base_n == 0 && outer) {
        level.base = outer->base; /* the same one: it stays in force */
        level.base_n = outer->base_n;
    }
    w->levels[w->depth++] = level;
    memcpy(w->path, w->part_path, w->path_n);
    return TRAWL_OK;
}

static int begin_multipart(walk *w, uint64_t at)
{
    walk_level *level;
    int failed = walk_type_boundary(w);

    if (failed)
        return failed;
    if (w->depth == TRAWL_MAIL_DEPTH)
        return begin_skip(w, TRAWL_SKIP_LIMIT);
    failed = push(w, true);
    if (failed)
        return failed;
    level = innermost(w);
    level->digest = type_is(w, "multipart/digest");
    if (type_is(w, "multipart/alternative") && w->alternative == 0) {
        w->alternative = w->depth;
        once_begin(&w->once);
        w->g->once = &w->once;
    }
    level->boundary_n = w->boundary.n <= TRAWL_MAIL_BOUNDARY ? w->boundary.n : 0;
    w->state = WALK_PREAMBLE;
    w->preamble.n = 0;
    w->preamble_at = at;
    return words_put(&w->boundaries, w->boundary.p, level->boundary_n);
}

static int begin_message(walk *w, uint64_t at)
{
    int failed;

    if (w->depth == TRAWL_MAIL_DEPTH)
        return begin_skip(w, TRAWL_SKIP_LIMIT);
    failed = push(w, false);
    walk_begin_header(w, at, false);
    return failed;
}

int walk_begin_text(walk *w, uint64_t at)
{
    reader_text as;
    int failed = walk_type_text(w, &as);

    as.base = base_of(w);
    w->state = WALK_TEXT;
    return failed ? failed : reader_begin(w->r, &as, at);
}

/* A fragment of a message: the first has its header. */
static int begin_partial(walk *w, uint64_t at)
{
    int failed = walk_type_get(w, &w->value, "number");

    if (failed)
        return failed;
    return w->value.n == 1 && w->value.p[0] == '1' ? begin_message(w, at) : walk_begin_text(w, at);
}

/* Messages are not encoded; where one is in base64 all the same, it is read as a text. */
static bool is_message(const walk *w)
{
    return (type_is(w, "message/rfc822") || type_is(w, "message/global") || type_is(w, "message/news")) &&
           transfer_find(w->encoding.p, w->encoding.n) != TRANSFER_BASE64;
}

static int begin_by_type(walk *w, uint64_t at)
{
    if (w->parts > TRAWL_MAIL_PARTS)
        return begin_skip(w, TRAWL_SKIP_LIMIT);
    if (type_begins(w, "multipart/"))
        return begin_multipart(w, at);
    if (is_message(w))
        return begin_message(w, at);
    if (type_is(w, "message/partial"))
        return begin_partial(w, at);
    if (type_is(w, "message/external-body"))
        return begin_skip(w, TRAWL_SKIP_ATTACHMENT);
    if (type_begins(w, "text/") || type_begins(w, "message/") || type_is(w, "application/xhtml+xml"))
        return walk_begin_text(w, at);
    return begin_skip(w, TRAWL_SKIP_ATTACHMENT);
}

int walk_begin_body(walk *w, uint64_t at)
{
    int stop = w->part_known ? 0 : walk_know_part(w);

    w->line_start = true;
    return stop ? stop : begin_by_type(w, at);
}

int walk_end_part(walk *w, uint64_t to)
{
    int stop;

    switch (w->state) {
    case WALK_TEXT:
        stop = reader_end(w->r, to);
        break;
    case WALK_PREAMBLE:
        stop = give_skip(w->g, to, TRAWL_SKIP_PREAMBLE);
        w->preamble.n = 0;
        break;
    default:
        stop = give_skip(w->g, to, w->reason);
    }
    w->state = WALK_SKIP;
    w->reason = TRAWL_SKIP_EPILOGUE;
    return stop;
}
