/* lines_run.h - runs a text through the line reader of src/lib/mail, cut into pieces, and writes down
 * the runs
 *
 * The output is the text with a letter before each run: R (read), U (unread), C (cut); and S
 * (the signature) and F (folded text) alone. Adjacent runs of a kind are joined. K is before each
 * overstrike; it has all of its bytes.
 */
#ifndef TRAWL_TESTS_LINES_RUN_H
#define TRAWL_TESTS_LINES_RUN_H

#include <stdlib.h>
#include <string.h>

#include "mail/body/body.h"
#include "tap.h"

#define R "\1"
#define U "\2"
#define C "\3"
#define S "\4"
#define F "\5"
#define K "\6"

typedef struct lines_run {
    char *p;
    size_t n, room;
    char kind;      /* of the open run */
    unsigned calls; /* the call after stop_at returns 7 */
    unsigned stop_at;
} lines_run;

static int lines_run_call(lines_run *r, char kind, const char *p, size_t n)
{
    if (n == 0 && kind < S[0])
        abort();
    if (r->stop_at > 0 && ++r->calls > r->stop_at)
        return 7;
    if (r->n + n + 1 > r->room) {
        r->room = 2 * (r->n + n + 1);
        r->p = realloc(r->p, r->room);
        if (!r->p)
            abort();
    }
    if (kind != r->kind || kind >= S[0])
        r->p[r->n++] = kind;
    r->kind = kind;
    if (n > 0)
        memcpy(r->p + r->n, p, n);
    r->n += n;
    return 0;
}

static int lines_run_read(void *user, const char *p, size_t n)
{
    return lines_run_call(user, R[0], p, n);
}

static int lines_run_unread(void *user, const char *p, size_t n)
{
    return lines_run_call(user, U[0], p, n);
}

static int lines_run_cut(void *user, const char *p, size_t n)
{
    return lines_run_call(user, C[0], p, n);
}

static int lines_run_struck(void *user, const char *p, size_t n, size_t src_n)
{
    const size_t before = n > 0 ? src_n - n : 1;

    return lines_run_call(user, K[0], p - before, src_n);
}

static int lines_run_signature(void *user)
{
    return lines_run_call(user, S[0], "", 0);
}

static int lines_run_folded(void *user)
{
    return lines_run_call(user, F[0], "", 0);
}

/* Feeds a piece of `first` bytes if that is not 0, then pieces of `step` bytes (0: the rest), each
 * a copy. */
static int lines_run_text(lines_run *r, lines_rule rule, const char *text, size_t n, size_t first,
                          size_t step)
{
    lines_out out = {r,
                     lines_run_read,
                     lines_run_unread,
                     lines_run_cut,
                     lines_run_struck,
                     lines_run_signature,
                     lines_run_folded,
                     NULL};
    lines *l = malloc(sizeof *l);
    int stop = 0;

    if (!l)
        abort();
    r->n = r->calls = 0;
    r->kind = 0;
    lines_begin(l, rule, &out);
    for (size_t at = 0, len; at < n && !stop; at += len) {
        char *copy;
        len = at == 0 && first > 0 ? first : step > 0 ? step : n - at;
        len = len < n - at ? len : n - at;
        copy = malloc(len);
        if (!copy)
            abort();
        memcpy(copy, text + at, len);
        stop = lines_feed(l, copy, len);
        free(copy);
    }
    stop = stop ? stop : lines_finish(l);
    free(l);
    return stop;
}

/* A case. Its input is the wanted output without the letters that name runs. */
typedef struct lines_case {
    const char *id; /* the rule, and the topic */
    lines_rule rule;
    const char *want;
} lines_case;

/* Checks a case in one piece, in pieces of each size up to 9, and split in two at each place. */
static inline void lines_case_check(const lines_case *c)
{
    static lines_run whole, cut;
    size_t n = strlen(c->want), text_n = 0, differ = 0;
    char *text = malloc(n + 1);

    if (!text)
        abort();
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)c->want[i] > K[0])
            text[text_n++] = c->want[i];
    is_int(lines_run_text(&whole, c->rule, text, text_n, 0, 0), 0, "%s: the reader returns 0",
           c->id);
    is_mem(whole.n > 0 ? whole.p : "", whole.n, c->want, n, "%s", c->id);
    for (size_t i = 1; i < text_n + 9; i++) {
        int stop = i < 10 ? lines_run_text(&cut, c->rule, text, text_n, 0, i)
                          : lines_run_text(&cut, c->rule, text, text_n, i - 9, 0);
        differ +=
            stop != 0 || whole.n != cut.n || (whole.n > 0 && memcmp(whole.p, cut.p, whole.n) != 0);
    }
    is_int(differ, 0, "%s: the same in any cut", c->id);
    free(text);
}

#endif
