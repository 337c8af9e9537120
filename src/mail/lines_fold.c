/* lines_fold.c - folds and escapes of calendars and cards (RFC 5545 section 3.1, RFC 6350); see lines_walk.c */
#include "mail/lines_run.h"

#include <string.h>

/* The next backslash, fold, or the end; each is looked for once. */
static size_t next_escape(lines_run *w)
{
    const char *found;

    if (w->base64 <= w->i) {
        found = memchr(w->p + w->i, '\\', w->n - w->i);
        w->base64 = found ? (size_t)(found - w->p) : w->n;
    }
    return w->base64;
}

static size_t next_fold(lines_run *w)
{
    if (w->begins <= w->i)
        w->begins = line_search(w->l->out.kernel, w->l->begins, w->p, w->i, w->n);
    return w->begins;
}

/* RFC 5545 section 3.3.11, RFC 6350 section 3.4: "\n" is a line break, of "\," "\;" and "\\" the first goes. */
static int unescape(lines_run *w, size_t at)
{
    int stop = lines_decide(w, LINES_RUN_READ, at);
    char next = at + 1 < w->n ? w->p[at + 1] : '\0';

    w->wait = at + 1 == w->n && !w->last;
    if (stop || w->wait)
        return stop;
    if (next == 'n' || next == 'N')
        return lines_decide(w, LINES_RUN_UNREAD, at + 2);
    if (next != ',' && next != ';' && next != '\\')
        return lines_decide(w, LINES_RUN_READ, at + 1);
    stop = lines_decide(w, LINES_RUN_CUT, at + 1);
    return stop ? stop : lines_decide(w, LINES_RUN_READ, at + 2);
}

/* The end of what there is may be a line break, or a CR before one. */
int lines_unfold(lines_run *w)
{
    size_t lf = next_fold(w), from = lf, escape = next_escape(w);
    int stop;

    if (escape < lf)
        return unescape(w, escape);
    if (lf == w->n) {
        if (!w->last) {
            from -= from > w->i && w->p[from - 1] == '\n';
            from -= from > w->i && w->p[from - 1] == '\r';
            w->wait = from < w->n;
        }
        return lines_decide(w, LINES_RUN_READ, from);
    }
    from -= from > w->i && w->p[from - 1] == '\r';
    stop = lines_decide(w, LINES_RUN_READ, from);
    if (stop)
        return stop;
    return lines_decide(w, w->l->cut_n + (lf + 2 - from) > LINES_CUT ? LINES_RUN_READ : LINES_RUN_CUT, lf + 2);
}
