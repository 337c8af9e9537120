/* pass.c - text that is not looked at, in the middle of a scan: a binary, say, that stands between lines */
#include "find/scan.h"

/* Everything up to here is decided as if the text ended. */
static int decide_rest(trawl *t)
{
    text w = {.p = t->carry, .n = t->carry_n, .base = t->carry_base, .final = true};
    int stop = scan_run(t, &w);

    place_advance(&t->place, &w, w.n);
    return stop;
}

/* The text goes on at that place, as if it began there. */
static void begin_again(trawl *t, uint64_t at)
{
    t->carry_n = 0;
    t->carry_base = t->search = t->floor = t->word = t->word_to = at;
    t->waiting = t->skipping = false;
}

static int pass(trawl *t, const char *p, size_t n)
{
    text w = {.p = p, .n = n, .base = t->carry_base + t->carry_n};
    int stop = decide_rest(t);

    if (stop)
        return stop;
    place_advance(&t->place, &w, n);
    begin_again(t, w.base + n);
    return send_text(t, &w, w.base + n, NULL);
}

int scan_flush(trawl *t)
{
    if (t->error || t->finished)
        return TRAWL_MISUSE;
    t->error = intake_settle(t);
    if (!t->error && !t->in.active)
        t->error = decide_rest(t);
    if (!t->error && !t->in.active)
        begin_again(t, t->carry_base + t->carry_n);
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
