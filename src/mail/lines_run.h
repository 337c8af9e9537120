/* lines_run.h - between lines_walk.c and lines_fold.c: a text that is divided into runs */
#ifndef TRAWL_MAIL_LINES_RUN_H
#define TRAWL_MAIL_LINES_RUN_H

#include "mail/lines_shape.h"

enum lines_run_kind { LINES_RUN_READ, LINES_RUN_UNREAD, LINES_RUN_CUT };

/* A walk over them. */
typedef struct lines_run {
    lines *l;
    const char *p;
    size_t i, n; /* decided up to i */
    size_t told; /* runs up to here have gone out; from here to i it is kind */
    size_t begins,
        base64; /* the next line that may begin something (FOLDED: fold, backslash); not known unless beyond i */
    enum lines_run_kind kind;
    bool last, wait; /* wait: what stands at i is not decided by what there is */
} lines_run;

static inline int lines_tell(lines_run *w)
{
    const lines_out *out = &w->l->out;
    int (*const to[])(void *, const char *, size_t) = {out->read, out->unread, out->cut};
    size_t from = w->told;

    w->told = w->i;
    return w->i > from ? to[w->kind](out->user, w->p + from, w->i - from) : 0;
}

static inline int lines_decide(lines_run *w, enum lines_run_kind kind, size_t upto)
{
    int stop = kind != w->kind ? lines_tell(w) : 0;

    if (upto > w->i)
        w->l->cut_n = kind == LINES_RUN_CUT ? w->l->cut_n + (unsigned)(upto - w->i) : 0;
    w->kind = kind;
    w->i = upto;
    return stop;
}

/* lines_fold.c: a step on where lines are folded: by a line break and one blank. */
int lines_unfold(lines_run *w);

#endif
