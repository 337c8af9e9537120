/* wrap_open.c - does a wrapper begin at this "<"? R2, R3; and R10's look at the line it begins in */

#include <string.h>

#include "base/ascii.h"
#include "find/byteclass.h"
#include "find/place.h"
#include "find/rules_off.h"
#include "find/wrap.h"
#include "grammar/schemes.h"

/* May the line at i go on with "//", or with quote marks that stand before it? */
static bool may_go_on(text *t, size_t i)
{
    int c = text_at(t, i);

    return c == '/' || c == ' ' || c == '\t' || c < 0 || ascii_is_alpha((unsigned char)c) ||
           byte_is((unsigned char)c, BYTE_MARK);
}

/* Does "//" stand behind white space and at most one line break? So it may be after "ftp:". */
static bool slashes_follow(text *t, size_t i, wrap *w)
{
    i = text_skip_blanks(t, i);
    if (text_at(t, i) == '\r' && text_at(t, i + 1) == '\n')
        i++;
    if (text_at(t, i) == '\n') {
        if (!may_go_on(t, ++i))
            return false;
        (void)wrap_skip_prefix(t, &i, wrap_marks(t, w));
        i = text_skip_blanks(t, i);
    }
    return text_at(t, i) == '/' && text_at(t, i + 1) == '/';
}

/* Behind the name of a scheme that begins with the letter at i, where a colon stands; else i. */
static size_t scheme_run(text *t, size_t i)
{
    size_t k = i + 1;
    int c = -1;

    while (k - i <= FOUND_SCHEME && (c = text_at(t, k)) >= 0 && byte_is((unsigned char)c, BYTE_SCHEME))
        k++;
    return c == ':' && k - i <= FOUND_SCHEME ? k : i;
}

/* Is the scheme one of those that need no "//"? Its form is looked at when the closer has been found. */
static bool is_opaque(const text *t, size_t from, size_t to)
{
    const scheme_row *row = scheme_find(t->p + from, to - from);

    return row && (row->shape == SHAPE_OPAQUE || row->shape == SHAPE_FILE);
}

/* The label of R2. */
static bool label_at(text *t, size_t i)
{
    const char *p = t->p + i;

    if (t->n - i < 4)
        return text_is(t, i, "url:") || text_is(t, i, "uri:");
    if (!RULE(R32))
        return memcmp(p, "url:", 4) == 0 || memcmp(p, "uri:", 4) == 0;
    return p[3] == ':' && (p[0] | 0x20) == 'u' && (p[1] | 0x20) == 'r' &&
           ((p[2] | 0x20) == 'l' || (p[2] | 0x20) == 'i');
}

/* "http://" or "https://", and wanted? */
static bool is_web(const settings *s, const text *t, size_t i)
{
    const char *p = t->p + i;
    size_t n;

    if (s->profile != TRAWL_PROFILE_MAIL || t->n - i < sizeof "https://" - 1)
        return false;
    n = p[4] == 's' ? 5 : 4;
    return memcmp(p, "http", 4) == 0 && memcmp(p + n, "://", 3) == 0 && settings_wants(s, n);
}

/* Does a scheme at from open a wrapper without a label? */
static bool weak_open(const settings *s, text *t, size_t from, wrap *w)
{
    size_t colon;
    bool known;

    if (RULE(R3) && is_web(s, t, from))
        return true;
    colon = ascii_is_alpha((unsigned char)t->p[from]) ? scheme_run(t, from) : from;
    if (colon == from || !RULE(R3) || s->profile == TRAWL_PROFILE_RFC1738)
        return false;
    if (text_at(t, colon + 1) == '/' && text_at(t, colon + 2) == '/')
        return settings_scheme(s, t->p + from, colon - from, &known);
    return (text_at(t, colon + 1) == '/' || is_opaque(t, from, colon) || slashes_follow(t, colon + 1, w)) &&
           settings_scheme(s, t->p + from, colon - from, &known) && known;
}

bool wrap_open(const settings *s, text *t, size_t i, wrap *w)
{
    size_t from = i + 1;
    int c = text_at(t, from);

    if (c == ' ' || c == '\t') {
        from = text_skip_blanks(t, from);
        c = text_at(t, from);
    }
    w->open = i;
    w->strong = RULE(R2) && c >= 0 && label_at(t, from);
    w->content = w->strong ? from + 4 : from;
    return w->strong || (c >= 0 && weak_open(s, t, from, w));
}

/* One mark at p[i..n), single or with initials; its length, 0 for none. */
static inline size_t read_mark(const char *p, size_t i, size_t n, mark *m)
{
    size_t k = i;

    if (k < n && byte_is((unsigned char)p[k], BYTE_MARK)) {
        m->c = p[k];
        m->len = 0;
        return 1;
    }
    for (; k < n && k - i < sizeof m->name && ascii_is_alpha((unsigned char)p[k]); k++)
        m->name[k - i] = p[k];
    if (k == i || k == n || p[k] != '>')
        return 0;
    m->c = '>';
    m->len = (unsigned)(k - i);
    return k + 1 - i;
}

/* "< ", behind one blank if marks stand before it. */
static bool begins_less(const line_head *head, const prefix *p)
{
    size_t i = p->end;

    i += p->count > 0 && i < head->n && ascii_is_blank(head->p[i]);
    return i + 1 < head->n && head->p[i] == '<' && ascii_is_blank(head->p[i + 1]);
}

void wrap_prefix(const line_head *head, prefix *p)
{
    size_t i = 0, len;

    p->count = 0;
    p->end = 0;
    p->only_gt = true;
    p->angles = 0;
    while (RULE(R10) && p->count < WRAP_MARKS) {
        while (i < head->n && ascii_is_blank(head->p[i]))
            i++;
        len = read_mark(head->p, i, head->n, &p->marks[p->count]);
        if (len == 0)
            break;
        p->only_gt = p->only_gt && p->marks[p->count].c == '>' && len == 1;
        p->angles += p->marks[p->count].c == '>';
        p->count++;
        i += len;
        p->end = i;
    }
    p->less = RULE(R10) && begins_less(head, p);
    p->whole = i + (p->count == WRAP_MARKS ? sizeof " <" - 1 : sizeof p->marks->name) < head->n;
}

outcome wrap_try_opened(const settings *s, text *t, place *line, wrap *w)
{
    w->line = line;
    w->marks = NULL;
    w->abandoned = !wrap_read(t, w);
    return !w->abandoned && wrap_judge(s, w) ? IS_LINK : NOT_A_LINK;
}

outcome wrap_try(const settings *s, text *t, size_t i, place *line, wrap *w)
{
    w->abandoned = w->opened = false;
    w->line = line;
    w->marks = NULL;
    if (!RULE(R1) || !settings_mail(s) || !settings_find(s, TRAWL_FIND_URL) || !wrap_open(s, t, i, w))
        return NOT_A_LINK;
    return wrap_try_opened(s, t, line, w);
}
