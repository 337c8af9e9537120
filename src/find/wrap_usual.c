/* wrap_usual.c - the usual wrapper, <http://host/path> or <URL:http://host/path>, decided at once
 *
 * It has a host as nearly all are, and nothing up to its ">" that has a meaning in a wrapper or another reading: no white space,
 * no bracket, "%", "#", "&" or "=", and ASCII only. So wrap_read() would take it as it stands, wrap_judge() would find it good,
 * readings_make() would have nothing to add, and form_flags() nothing to say. tests/t_wrap_usual.c compares.
 */
#include <string.h>

#include "find/host.h"
#include "find/rules_off.h"
#include "find/wrap.h"

size_t wrap_web(const settings *s, const text *t, size_t i)
{
    const char *p = t->p + i;
    size_t n;

    if (s->schemes || s->profile != TRAWL_PROFILE_MAIL || t->n - i < sizeof "https://" || memcmp(p, "http", 4) != 0)
        return i;
    n = p[4] == 's' ? 5 : 4;
    return memcmp(p + n, "://", 3) == 0 ? i + n + 3 : i;
}

bool wrap_usual(const settings *s, const text *t, wrap *w)
{
    size_t name = wrap_web(s, t, w->content), limit = w->open + FOUND_BYTES < t->n ? w->open + FOUND_BYTES : t->n, end;
    host h;

    if (name == w->content || !RULE(R4) || !RULE(R7))
        return false;
    end = form_past_usual(t->p, name, limit);
    if (end >= limit || t->p[end] != '>' || !host_plainly(s->kernel, t, name, &h) || (h.to < end && t->p[h.to] != '/') ||
        settings_find_byte(s, &s->sets.codes, t, h.to, end) < end)
        return false;
    w->flags = 0;
    w->lines = 1;
    w->soft_sign = w->marked = false;
    w->gap_count = 0;
    w->link_count = 1;
    w->usual = (trawl_str){t->p + w->content, end - w->content};
    w->usual_plain = !h.odd;
    w->close = w->looked_to = end + 1;
    return true;
}

void wrap_usual_link(const wrap *w, found *f)
{
    f->url = w->usual.p;
    f->url_n = w->usual.n;
    f->pieces[0] = (piece){w->content, w->close - 1};
    f->piece_count = 1;
    f->plain = w->usual_plain;
}
