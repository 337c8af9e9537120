/* text_run.h - a text through a scan and -t text, in any cut; and its links
 *
 * The command's own writer lives in src/cli, of which no library is made: its sources are taken in here, and what it writes
 * is kept.
 */
#ifndef TRAWL_TESTS_FUZZ_TEXT_RUN_H
#define TRAWL_TESTS_FUZZ_TEXT_RUN_H

#include "cli/reply.c"
#include "cli/unbreak.c"
#include "cli/unbreak_tail.c"
#include "emit_run.h"

/* In place of src/cli/output.c. */
void output_through(struct output *o, const char *p, size_t n)
{
    if (reply_add(o->hold, p, n) != TRAWL_OK)
        abort();
}

typedef struct text_run {
    struct reply out, links; /* links: each URL, and a NUL */
    struct unbreak unbreak;
} text_run;

static int text_run_sink(void *user, const trawl_event *e)
{
    text_run *r = user;

    if (e->type == TRAWL_LINK && (reply_add(&r->links, e->link->url.p, e->link->url.n) || reply_add(&r->links, "", 1)))
        return 1;
    return unbreak_event(&r->unbreak, e) == TRAWL_OK ? 0 : 1;
}

/* Cut as emit_scan() does. */
static int text_run_scan(text_run *r, const trawl_config *scan, const char *text, size_t n, size_t first, size_t step)
{
    struct output out = {.fd = -1, .hold = &r->out};
    trawl *t;
    int result = trawl_open(&t, scan, text_run_sink, r);

    r->out.n = r->links.n = 0;
    unbreak_open(&r->unbreak, &out);
    if (!result)
        result = emit_feed(t, text, n, first, step);
    unbreak_end(&r->unbreak);
    unbreak_close(&r->unbreak);
    trawl_close(&t);
    return result;
}

#endif
