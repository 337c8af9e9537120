/* walk_head.c - the fields of a header: what they say of the message, and the links in them (SPEC E2, E12, E13, E15) */
#include <string.h>

#include "base/ascii.h"
#include "find/wrap.h"
#include "find/scan.h"
#include "mail/date.h"
#include "mail/walk.h"
#include "mail/walk_field.h"
#include "mail/words_inside.h"

/* ---- Which are asked for ---- */

unsigned walk_field_hows(const walk *w)
{
    unsigned all = (2u << FIELDS_EXTERNAL) - 1, hows = 1u << FIELDS_TEXT;

    if (w->show || w->alone)
        return all;
    if (w->headers == TRAWL_HEADERS_NONE)
        return 0;
    if (w->headers == TRAWL_HEADERS_ALL)
        hows |= 1u << FIELDS_OTHER | 1u << FIELDS_ADDRESSES;
    if (w->find & TRAWL_FIND_MSGID)
        hows |= 1u << FIELDS_IDS | 1u << FIELDS_NEWS_IDS | 1u << FIELDS_CONTENT_ID;
    if (w->find & TRAWL_FIND_HDR)
        hows |= 1u << FIELDS_LIST | 1u << FIELDS_URL | 1u << FIELDS_GROUPS | 1u << FIELDS_XREF | 1u << FIELDS_EXTERNAL;
    return hows;
}

unsigned walk_field_roles(const walk *w)
{
    const unsigned structure = 1u << FIELDS_NEWSGROUPS | 1u << FIELDS_ONE_CLICK | 1u << FIELDS_BASE |
                               1u << FIELDS_TYPE | 1u << FIELDS_TRANSFER;
    const unsigned message = 1u << FIELDS_MESSAGE_ID | 1u << FIELDS_DATE | 1u << FIELDS_FROM | 1u << FIELDS_SUBJECT;

    return w->g->urls_only ? structure : structure | message;
}

/* ---- What they say of the message and its structure ---- */

/* The first of its name counts. */
static int keep_raw(const walk *w, words_text *t, const head_field *f)
{
    return t->n > 0 ? TRAWL_OK : words_put(t, w->head.p + f->body, f->body_to - f->body);
}

static int keep_decoded(const walk *w, words_text *t, srcmap *map, trawl_str *s, const head_field *f)
{
    size_t from = 0, to;
    int failed;

    if (s->n > 0)
        return TRAWL_OK;
    failed = words_decode(t, map, w->head.p + f->body, f->body_to - f->body);
    for (to = failed ? 0 : t->n; to > 0 && (t->p[to - 1] == ' ' || t->p[to - 1] == '\t'); to--)
        ;
    while (from < to && (t->p[from] == ' ' || t->p[from] == '\t'))
        from++;
    *s = (trawl_str){from < to ? t->p + from : "", to - from};
    return failed;
}

/* The links in it are looked for later, in what is decoded here. */
static int keep_subject(walk *w, const head_field *f)
{
    if (w->message.subject.n > 0)
        return TRAWL_OK;
    w->subject_at = f->from;
    return keep_decoded(w, &w->subject, &w->subject_map, &w->message.subject, f);
}

/* "<1@a.example>" without its brackets. */
static void trim_id(trawl_str *id)
{
    const char *open = memchr(id->p, '<', id->n), *close;

    if (!open)
        return;
    close = memchr(open, '>', id->n - (size_t)(open - id->p));
    if (close)
        *id = (trawl_str){open + 1, (size_t)(close - open) - 1};
}

/* Of the message's own header. */
static int know_message(walk *w, const head_field *f, fields_role role)
{
    trawl_mail_message *m = &w->message;
    int failed;

    switch (role) {
    case FIELDS_NEWSGROUPS:
        w->t->set.news = true;
        return TRAWL_OK;
    case FIELDS_ONE_CLICK:
        w->one_click = true;
        return TRAWL_OK;
    default:
        break;
    }
    if (w->g->urls_only)
        return TRAWL_OK;
    switch (role) {
    case FIELDS_MESSAGE_ID:
        failed = keep_decoded(w, &w->id, NULL, &m->id, f);
        if (!failed)
            trim_id(&m->id);
        return failed;
    case FIELDS_DATE:
        return keep_decoded(w, &w->date, NULL, &m->date, f);
    case FIELDS_FROM:
        return keep_decoded(w, &w->from, NULL, &m->from, f);
    case FIELDS_SUBJECT:
        return keep_subject(w, f);
    default:
        return TRAWL_OK;
    }
}

/* What partial URLs in a page are put onto (RFC 2110, 2557): Content-Base goes before Content-Location. */
static int know_base(walk *w, const head_field *f)
{
    trawl_str base = {"", 0};
    int failed = keep_decoded(w, &w->value, NULL, &base, f);

    if (base.n > 1 &&
        ((base.p[0] == '"' && base.p[base.n - 1] == '"') || (base.p[0] == '<' && base.p[base.n - 1] == '>')))
        base = (trawl_str){base.p + 1, base.n - 2};
    if (failed || form_scheme(base.p, base.n) == 0 || (w->base_is_own && f->name_n == sizeof "Content-Location" - 1))
        return failed;
    w->base_is_own = true;
    w->base.n = 0;
    return words_put(&w->base, base.p, base.n);
}

static int know_field(walk *w, const head_field *f, fields_role role)
{
    if (role == FIELDS_TYPE)
        return keep_raw(w, &w->content_type, f);
    if (role == FIELDS_TRANSFER)
        return keep_raw(w, &w->transfer, f);
    if (role == FIELDS_BASE)
        return know_base(w, f);
    return w->depth == 0 && !w->told ? know_message(w, f, role) : TRAWL_OK;
}

static int tell_message(walk *w)
{
    w->told = true;
    if (w->message.date.n > 0 && date_iso(w->iso, w->message.date.p, w->message.date.n))
        w->message.date_iso = (trawl_str){w->iso, strlen(w->iso)};
    return give_message(w->g, &w->message);
}

/* All that the fields say, before any of their links goes out. *end: of the last of them; *rest: the last one before the first
 * that may have something to tell and is not marked. */
static int know_fields(walk *w, bool whole, size_t *end, head_field *rest)
{
    head_field f = {0};
    const char *name;
    size_t n;
    fields_role role;
    fields_how how;
    int stop = 0;

    *end = w->marked = 0;
    for (; !stop; *end = f.to) {
        if (head_has_name(&w->head, &f, &name, &n) && !fields_may_be_asked(&w->names, name, n)) {
            head_pass(&w->head, &f);
            continue;
        }
        if (!head_next(&w->head, &f, whole))
            break;
        how = fields_know(&w->names, w->head.p + f.from, f.name_n, &role);
        if (role == FIELDS_NO_ROLE && !walk_field_may_tell(w, how))
            continue;
        head_trim(&w->head, &f);
        stop = know_field(w, &f, role);
        if (w->marked < WALK_MARKS && walk_field_tells(w, &f, how)) {
            w->marks[w->marked++] = (walk_mark){f, how};
            *rest = f;
        }
    }
    if (w->marked < WALK_MARKS)
        *rest = f;
    if (!stop && w->depth == 0 && !w->told)
        stop = tell_message(w);
    if (!stop && whole && w->depth > 0 && w->levels[w->depth - 1].multipart)
        stop = walk_know_part(w);
    return stop;
}

int walk_read_head(walk *w, bool whole, size_t *used)
{
    head_field f = {0};
    int stop;

    w->subject_at = SIZE_MAX;
    stop = know_fields(w, whole, used, &f);

    for (unsigned i = 0; i < w->marked && !stop; i++)
        stop = walk_field(w, &w->marks[i].field, w->marks[i].how);
    while (!stop && f.to < *used && head_next(&w->head, &f, whole)) {
        fields_role role;
        fields_how how = fields_know(&w->names, w->head.p + f.from, f.name_n, &role);
        head_trim(&w->head, &f);
        if (walk_field_tells(w, &f, how))
            stop = walk_field(w, &f, how);
    }
    if (whole)
        *used = w->head.n;
    return stop ? stop : give_skip(w->g, head_source(&w->head, *used), TRAWL_SKIP_HEADER);
}
