/* warn.c - warnings about an input: the first few of a kind are written, the rest are counted
 *
 * The count is written at the end of the input. A thread that reads a piece of an input passes on
 * the first few warnings and its count; the main thread counts for the whole input.
 */
#include <inttypes.h>
#include <stdio.h>

#include "trawl/filter/inside.h"

/* At most this many warnings of a kind are written for an input. */
#define WARN_SHOWN 10

/* The kind of the warning about bytes that are not UTF-8, which is written once for an input. */
static const char bytes_kind[] =
    ": links have bytes that are not UTF-8; --charset NAME tells how to read them";

/* Returns the count of a kind, or NULL when there are too many kinds. The library has fewer. */
static struct kind_count *warn_count_of(struct find *f, const char *kind)
{
    struct kind_count *c = f->warned;

    while (c->kind && c->kind != kind)
        if (++c == f->warned + WARN_KINDS)
            return NULL;
    c->kind = kind;
    return c;
}

/* Returns true when fewer were written than are wanted of this kind, and counts one more. */
static bool warn_is_shown(struct kind_count *c)
{
    if (c && c->shown == (c->kind == bytes_kind ? 1 : WARN_SHOWN))
        return false;
    if (c)
        c->shown++;
    return true;
}

bool find_is_unread(const trawl_event *e)
{
    return strcmp(e->rule, "E20") != 0 && strcmp(e->rule, "R31") != 0;
}

/* Returns the kind of an event. Limits have static sentences, one for each kind; the sentences
 * about parts that are not read are not static. */
static const char *warn_kind(const trawl_event *e)
{
    static const char unread[] = "something was not read";

    return find_is_unread(e) ? unread : e->what;
}

void find_warn(struct find *f, const trawl_event *e)
{
    const char *kind = warn_kind(e);
    struct kind_count *c = warn_count_of(f, kind);
    char rest[256];

    if (c && find_is_unread(e)) { /* once a message */
        if (c->message == f->done.messages + 1)
            return;
        c->message = f->done.messages + 1;
    }
    if (c)
        c->times++;
    if (!warn_is_shown(c))
        return;
    (void)snprintf(rest, sizeof rest, ": byte %" PRIu64 ": %s (%s)", e->span.from, e->what,
                   e->rule);
    output_warn(f->view.out, NULL, f->file.in_piece ? kind : NULL,
                f->view.name.p ? f->view.name.p : "standard input", rest);
}

void find_warn_bytes(struct find *f, const trawl_link *link)
{
    const struct find_options *o = f->options;

    if (!(link->flags & TRAWL_FLAG_NOT_UTF8) || o->quiet || o->names || o->show.count ||
        !warn_is_shown(warn_count_of(f, bytes_kind)))
        return;
    output_warn(f->view.out, NULL, f->file.in_piece ? bytes_kind : NULL,
                f->view.name.p ? f->view.name.p : "standard input", bytes_kind);
}

void find_warn_merge(struct find *f, const struct warning *warning)
{
    struct kind_count *c = warning->kind ? warn_count_of(f, warning->kind) : NULL;

    if (c)
        c->times += warning->times;
    if (warning->line.n > 0 && warn_is_shown(c))
        output_warning(f->view.out, warning);
}

void find_warn_end(struct find *f)
{
    for (struct kind_count *c = f->warned; c < f->warned + WARN_KINDS && c->kind; c++) {
        uint64_t more = c->times - c->shown;
        char rest[256];

        if (c->kind == bytes_kind || more == 0)
            continue;
        if (f->file.in_piece) {
            output_warning(f->view.out, &(struct warning){c->kind, more, {"", 0}});
            continue;
        }
        (void)snprintf(rest, sizeof rest, ": and %" PRIu64 " more such message%s: %s", more,
                       more == 1 ? "" : "s", c->kind);
        output_warn(f->view.out, NULL, NULL, f->view.name.p ? f->view.name.p : "standard input",
                    rest);
    }
    if (f->warned[0].kind)
        memset(f->warned, 0, sizeof f->warned);
}
