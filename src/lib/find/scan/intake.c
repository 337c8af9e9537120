/* intake.c - decodes the caller's bytes for the scanner: byte-order marks and charsets
 *
 * A byte-order mark is text like any other, U+FEFF, but no link begins in it and it has no column.
 */

#include "base/check.h"
#include "find/scan/scan.h"

int intake_open(intake *in, const settings *s, bool plain)
{
    in->plain = plain;
    in->m = &s->m;
    srcmap_open(&in->map, in->m);
    if (plain || !s->charset || s->charset->kind == NAMES_RAW)
        return TRAWL_OK;
    return charset_open(&in->declared, s->charset, &s->m);
}

void intake_begin(intake *in)
{
    in->looking = true;
    in->mark_n = 0;
    in->active = NULL;
    srcmap_clear(&in->map);
    if (charset_is_open(&in->declared))
        charset_reset(&in->declared);
}

void intake_close(intake *in)
{
    if (charset_is_open(&in->declared))
        charset_close(&in->declared);
    srcmap_close(&in->map);
    memory_free(in->m, in->text);
}

static int intake_decode(trawl_scanner *t, const char *p, size_t n, bool last)
{
    intake *in = &t->in;
    charset_io io = {.in = p, .in_n = n, .last = last, .size = INTAKE_TEXT, .map = &in->map};
    int stop;

    if (!in->text && !(in->text = memory_get(in->m, INTAKE_TEXT)))
        return TRAWL_ERROR_NO_MEMORY;
    io.out = in->text;
    do {
        io.len = 0;
        stop = charset_decode(in->active, &io);
        if (stop || io.len == 0)
            break;
        stop = scan_feed(t, in->text, io.len);
        srcmap_forget(&in->map, t->carry_base);
    } while (!stop && io.size - io.len < TAKE_TEXT);
    return stop;
}

/* Chooses the decoder. `marked` is the charset of the byte-order mark, NULL for none. UTF-16 and
 * UTF-32 need no iconv, so that opening cannot fail. */
static void intake_choose(trawl_scanner *t, const names_row *marked)
{
    intake *in = &t->in;

    in->looking = false;
    if (in->plain && marked && marked->kind != NAMES_RAW)
        marked = NULL;
    if (marked) {
        t->floor = BOM_TEXT;
        t->place.at = BOM_TEXT;
    }
    if (marked && marked->kind == NAMES_RAW)
        in->active = NULL;
    else if (marked)
        in->active = charset_open(&in->marked, marked, &t->set->m) ? NULL : &in->marked;
    else
        in->active = charset_is_open(&in->declared) ? &in->declared : NULL;
}

/* Looks for a mark in the bytes that are held back and the first bytes of a block. Holds the block
 * back, too, if more is needed to tell; else leaves it in (*p)[0..*n). */
static int find_mark(trawl_scanner *t, const char **p, size_t *n, bool last)
{
    intake *in = &t->in;
    size_t held = in->mark_n, fresh = BOM_MAX - held < *n ? BOM_MAX - held : *n;
    const names_row *marked;
    bool wait;

    if (in->plain && held == 0 && fresh > 0 && **p != '\xEF') { /* it has only UTF-8's mark */
        in->looking = false;
        return 0;
    }
    CHECK(held < BOM_MAX);
    memcpy(in->mark + held, *p, fresh);
    marked = bom_find(in->mark, held + fresh, last, &wait);
    if (wait) {
        in->mark_n += fresh;
        *n = 0;
        return 0;
    }
    intake_choose(t, marked);
    return held > 0 ? intake_feed(t, in->mark, held) : 0;
}

int intake_strip(trawl_scanner *t, const char **p, size_t *n)
{
    int stop = t->in.looking && *n > 0 ? find_mark(t, p, n, false) : 0;

    if (stop || *n == 0 || !t->in.active)
        return stop;
    stop = intake_decode(t, *p, *n, false);
    *n = 0;
    return stop;
}

int intake_feed(trawl_scanner *t, const char *p, size_t n)
{
    return t->in.active ? intake_decode(t, p, n, false) : scan_feed(t, p, n);
}

int intake_settle(trawl_scanner *t)
{
    const char *p = "";
    size_t n = 0;

    return t->in.looking ? find_mark(t, &p, &n, true) : 0;
}

int intake_finish(trawl_scanner *t)
{
    int stop = intake_settle(t);

    return stop || !t->in.active ? stop : intake_decode(t, "", 0, true);
}

trawl_span intake_map(intake *in, uint64_t from, uint64_t to)
{
    const uint64_t first = srcmap_from(&in->map, from);

    return (trawl_span){first, srcmap_from(&in->map, to)};
}

trawl_span intake_rest(intake *in)
{
    return (trawl_span){in->active ? srcmap_from(&in->map, srcmap_text_end(&in->map)) : 0,
                        in->active ? srcmap_source_end(&in->map) : 0};
}
