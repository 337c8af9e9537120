/* enriched.c - removes the commands of text/enriched (RFC 1896) and text/richtext (RFC 1341 section
 * 7.1.3) */
#include "base/ascii.h"
#include "mail/body/body.h"

void enriched_begin(enriched *e, enriched_text *text, void *user, srcmap *map)
{
    *e = (enriched){.text = text, .user = user, .map = map};
}

/* Passes on n bytes of text unless they are hidden. `same`: the source has the same bytes; else n
 * is 1 and the source is "<<". */
static int enriched_show(enriched *e, const char *p, size_t n, bool same)
{
    int failed;

    if (n == 0)
        return 0;
    if (e->hidden > 0)
        return srcmap_add(e->map, (uint32_t)n, 0, 1);
    failed = same ? srcmap_add(e->map, (uint32_t)n, 1, 1) : srcmap_add(e->map, 1, 1, 2);
    return failed ? failed : e->text(e->user, p, n);
}

static bool enriched_is_named(const enriched *e, size_t from, const char *name)
{
    size_t n = strlen(name);

    return e->held_n == from + n + 1 && ascii_same(e->held + from, name, n);
}

/* Handles the held command, which is complete. */
static int end_command(enriched *e)
{
    size_t n = e->held_n;

    if (enriched_is_named(e, 1, "param") || enriched_is_named(e, 1, "comment"))
        e->hidden++;
    else if (e->hidden > 0 &&
             (enriched_is_named(e, 2, "param") || enriched_is_named(e, 2, "comment")) &&
             e->held[1] == '/')
        e->hidden--;
    e->held_n = 0;
    return srcmap_add(e->map, (uint32_t)n, 0, 1);
}

/* Handles the next byte while a command is held. Sets *took to whether it consumed the byte. */
static int continue_command(enriched *e, char c, bool *took)
{
    size_t n = e->held_n;

    *took = true;
    if (n == 1 && c == '<') {
        e->held_n = 0;
        if (e->hidden > 0)
            return srcmap_add(e->map, 2, 0, 1);
        return enriched_show(e, "<", 1, false);
    }
    *took = n < ENRICHED_COMMAND && (ascii_is_alnum((unsigned char)c) || c == '-' ||
                                     (c == '/' && n == 1) || (c == '>' && n > 1));
    if (!*took) {
        e->held_n = 0;
        return enriched_show(e, e->held, n, true);
    }
    e->held[e->held_n++] = c;
    return c == '>' ? end_command(e) : 0;
}

int enriched_feed(enriched *e, const char *p, size_t n)
{
    int stop = 0;
    bool took;

    for (size_t i = 0; i < n && !stop;) {
        const char *open;
        size_t to;
        if (e->held_n > 0) {
            stop = continue_command(e, p[i], &took);
            i += took;
            continue;
        }
        open = memchr(p + i, '<', n - i);
        to = open ? (size_t)(open - p) : n;
        stop = enriched_show(e, p + i, to - i, true);
        i = to;
        if (open && !stop)
            e->held[e->held_n++] = p[i++];
    }
    return stop;
}

int enriched_finish(enriched *e)
{
    size_t n = e->held_n;

    e->held_n = 0;
    return enriched_show(e, e->held, n, true);
}
