/* pass.c - text that is not looked at, in the middle of a scan: a binary, say, that stands between lines */
#include "find/scan.h"

/* The text goes on at that place, as if it began there. */
static void begin_again(trawl *t, uint64_t at)
{
    t->carry_n = 0;
    t->carry_base = t->search = t->floor = t->word = t->word_to = at;
    t->waiting = t->skipping = false;
}

/* Everything up to the end of the next n bytes is decided as if the text ended there. If nothing is open before them, they are
 * searched where they lie. */
static int end_text(trawl *t, const char *p, size_t n)
{
    text w = {.p = p, .n = n, .base = t->carry_base, .final = true};
    int stop = t->carry_n > 0 && n > 0 ? scan_feed(t, p, n) : 0;

    if (stop)
        return stop;
    if (t->carry_n > 0)
        w = (text){.p = t->carry, .n = t->carry_n, .base = t->carry_base, .final = true};
    stop = scan_run(t, &w);
    if (stop)
        return stop;
    place_advance(&t->place, &w, w.n);
    begin_again(t, w.base + w.n);
    return 0;
}

static int pass(trawl *t, const char *p, size_t n)
{
    int stop = end_text(t, "", 0);
    text w = {.p = p, .n = n, .base = t->carry_base};

    if (stop)
        return stop;
    place_advance(&t->place, &w, n);
    begin_again(t, w.base + n);
    return send_text(t, &w, w.base + n, NULL);
}

int scan_flush(trawl *t, const char *p, size_t n)
{
    if (t->error || t->finished)
        return TRAWL_MISUSE;
    if (t->in.looking || t->in.active) {
        t->error = intake_strip(t, &p, &n);
        if (!t->error)
            t->error = intake_settle(t);
    }
    if (!t->error && !t->in.active && t->carry_n + n > 0)
        t->error = end_text(t, p, n);
    return t->error;
}

int scan_pass(trawl *t, const char *p, size_t n)
{
    if (t->error || t->finished || n == 0)
        return n == 0 ? TRAWL_OK : TRAWL_MISUSE;
    t->error = intake_settle(t);
    if (!t->error)
        t->error = t->in.active ? intake_feed(t, p, n) : pass(t, p, n);
    return t->error;
}
