/* folded.h - folds a text in memory, and lists the links of a text
 *
 *     growing out = {0};
 *
 *     folded(&out, text, n, &(fold_config){.width = 72}, 7);     in pieces of 7 bytes
 *     linked(&links, out.p, out.n, TRAWL_INPUT_AUTO);
 */
#ifndef TRAWL_TESTS_FOLDED_H
#define TRAWL_TESTS_FOLDED_H

#include <trawl_mail.h>

#include "trawl/wrap/wrap.h"
#include "growing.h"

static inline int folded_write(void *user, const char *p, size_t n)
{
    growing_add(user, p, n);
    return 0;
}

static inline int folded_report(void *user, const fold_fault *fault)
{
    growing_printf(user, "%llu:%llu: ", (unsigned long long)fault->line,
                   (unsigned long long)fault->column);
    growing_add(user, fault->what, strlen(fault->what));
    growing_add(user, "\n", 1);
    return 0;
}

/* Replaces `out` by the folded text, which is fed in pieces of `step` bytes, or all at once if
 * `step` is 0. Returns the result of the last call. */
static inline int folded(growing *out, const char *p, size_t n, const fold_config *like,
                         size_t step)
{
    fold_config c = *like;
    fold *f;
    int error;

    growing_clear(out);
    c.write = folded_write;
    c.user = out;
    error = fold_open(&f, &c);
    for (size_t i = 0; i < n && !error; i += step ? step : n)
        error = fold_feed(f, p + i, step && step < n - i ? step : n - i);
    if (!error)
        error = fold_finish(f);
    fold_close(&f);
    return error;
}

static inline int linked_sink(void *user, const trawl_event *e)
{
    if (e->type != TRAWL_EVENT_LINK)
        return 0;
    growing_add(user, e->link->url.p, e->link->url.n);
    growing_add(user, "\n", 1);
    return 0;
}

/* Appends the URLs of a text to `to`, a line for each. `head` precedes the text. */
static inline void linked(growing *to, const char *head, const char *p, size_t n, int input)
{
    trawl_mail_config c = {.size = sizeof c, .input = input};
    trawl_mail *m;

    if (trawl_mail_open(&m, &c, linked_sink, to) != TRAWL_OK ||
        trawl_mail_feed(m, head, strlen(head)) != TRAWL_OK ||
        trawl_mail_feed(m, p, n) != TRAWL_OK || trawl_mail_finish(m) != TRAWL_OK)
        abort();
    trawl_mail_close(&m);
}

#endif
