/* walk_field.c - one header field: skipped, scanned, or taken for links (SPEC E12, E15) */
#include "mail/walk_field.h"

#include <string.h>

#include "base/ascii.h"
#include "base/count.h"
#include "find/danger.h"
#include "find/scan.h"
#include "mail/params.h"

/* Where the body stands: from its bytes to the source. */
static give_origin origin_of(walk *w, const head_field *f)
{
    return (give_origin){.add = w->head.dropped + f->body,
                         .outer = head_is_whole(&w->head) ? NULL : &w->head.map,
                         .base = w->head.base,
                         .line = head_line(&w->head, f->from) - 1,
                         .column = f->body - f->from};
}

/* ---- As running text ---- */

static int scan_field(walk *w, const head_field *f, bool looking)
{
    give_origin origin = origin_of(w, f);
    int stop = words_decode(&w->text, &w->text_map, w->head.p + f->body, f->body_to - f->body);

    if (stop)
        return stop;
    origin.bytes = &w->text_map;
    w->t->set.flowed = false;
    give_begin(w->g, &origin);
    stop = trawl_reset(w->t);
    if (!stop && w->text.n > 0)
        stop = looking ? trawl_feed(w->t, w->text.p, w->text.n) : scan_pass(w->t, w->text.p, w->text.n);
    if (!stop)
        stop = trawl_finish(w->t);
    return stop ? stop : give_end(w->g, head_source(&w->head, f->body_to));
}

/* ---- Links that the field is known to hold ---- */

typedef struct field_walk {
    walk *w;
    const head_field *f;
    const char *p; /* the body */
    size_t at;     /* events have gone out up to here */
    bool one_click;
} field_walk;

static int send(field_walk *fw, int type, size_t to, const trawl_link *link, unsigned index)
{
    trawl_event e = {.type = type, .index = index, .link = link};
    size_t from = fw->at;

    if (to <= from)
        return 0;
    fw->at = to;
    if (fw->w->g->links_only && type == TRAWL_TEXT)
        return 0;
    e.text = (trawl_str){fw->p + from, to - from};
    e.span = (trawl_span){from, to};
    return give_event(fw->w->g, &e);
}

/* The pieces, joined by one space each. */
static trawl_str raw_of(field_walk *fw, const fields_link *l)
{
    char *raw = fw->w->raw;
    size_t n = 0;

    for (unsigned i = 0; i < l->piece_count; i++) {
        size_t k = l->pieces[i].to - l->pieces[i].from;
        if (n + k + 1 > sizeof fw->w->raw)
            break;
        if (i > 0)
            raw[n++] = ' ';
        memcpy(raw + n, fw->p + l->pieces[i].from, k);
        n += k;
    }
    return (trawl_str){raw, n};
}

static int send_pieces(field_walk *fw, const fields_link *l, const trawl_link *link)
{
    int stop = send(fw, TRAWL_TEXT, l->extent.from, NULL, 0);

    for (unsigned i = 0; i < l->piece_count && !stop; i++) {
        stop = send(fw, TRAWL_TEXT, l->pieces[i].from, link, 0);
        if (!stop)
            stop = send(fw, i == 0 ? TRAWL_LINK : TRAWL_LINK_MORE, l->pieces[i].to, link, i);
    }
    return stop ? stop : send(fw, TRAWL_TEXT, l->extent.to, link, 0);
}

static bool is_https(const fields_link *l)
{
    return l->url_n > 6 && ascii_same(l->url, "https:", 6);
}

static int take_link(void *user, const fields_link *l)
{
    field_walk *fw = user;
    trawl_span spans[FIELDS_PIECES];
    size_t from = l->pieces[0].from, line = from;
    trawl_link link = {
        .kind = l->kind,
        .flags = l->flags | form_flags(l->url, l->url_n) | (fw->one_click && is_https(l) ? TRAWL_ONE_CLICK : 0),
        .url = {l->url, l->url_n},
        .raw = raw_of(fw, l),
        .span_count = l->piece_count,
        .spans = spans,
        .extent = {l->extent.from, l->extent.to},
        .line = 1 + count_byte(fw->p, from, '\n'),
    };
    int failed = danger_flags(l->url, l->url_n, &link.flags);

    if (failed)
        return failed;
    for (unsigned i = 0; i < l->piece_count; i++)
        spans[i] = (trawl_span){l->pieces[i].from, l->pieces[i].to};
    while (line > 0 && fw->p[line - 1] != '\n')
        line--;
    link.column = 1 + count_code_points(fw->p + line, from - line);
    return send_pieces(fw, l, &link);
}

static int take_links(walk *w, const head_field *f, fields_how how)
{
    size_t n = f->body_to - f->body;
    field_walk fw = {.w = w, .f = f, .p = w->head.p + f->body};
    give_origin origin = origin_of(w, f);
    int stop;

    fw.one_click = w->one_click && how == FIELDS_LIST && f->name_n == 16 &&
                   ascii_same(w->head.p + f->from, "list-unsubscribe", 16);
    give_begin(w->g, &origin);
    stop = fields_links(&w->fields, how, fw.p, n, take_link, &fw);
    if (!stop)
        stop = send(&fw, TRAWL_TEXT, n, NULL, 0);
    return stop ? stop : give_end(w->g, head_source(&w->head, f->body_to));
}

/* ---- Which is which ---- */

/* Content-Type is read for the sake of one type. */
static bool is_external(const walk *w, const head_field *f)
{
    static const char type[] = "message/external-body";
    size_t i = f->body;

    while (i < f->body_to && (unsigned char)w->head.p[i] <= ' ')
        i++;
    return f->body_to - i >= sizeof type - 1 && ascii_same(w->head.p + i, type, sizeof type - 1);
}

/* What is done with a field that is read in that way: FIELDS_NEVER to skip it. */
static fields_how wanted(const walk *w, const head_field *f, fields_how how)
{
    bool all = w->headers == TRAWL_HEADERS_ALL;

    if (w->headers == TRAWL_HEADERS_NONE)
        return FIELDS_NEVER;
    switch (how) {
    case FIELDS_OTHER:
    case FIELDS_ADDRESSES:
        return all ? FIELDS_TEXT : FIELDS_NEVER;
    case FIELDS_IDS:
    case FIELDS_CONTENT_ID:
        if (how == FIELDS_IDS && w->t->set.news)
            how = FIELDS_NEWS_IDS;
        return w->find & TRAWL_FIND_MSGID ? how : FIELDS_NEVER;
    case FIELDS_EXTERNAL:
        return w->find & TRAWL_FIND_HDR && is_external(w, f) ? how : FIELDS_NEVER;
    case FIELDS_NEVER:
    case FIELDS_TEXT:
        return how;
    default:
        return w->find & TRAWL_FIND_HDR ? how : FIELDS_NEVER;
    }
}

/* Is it one that readers of a message want to see? */
static bool is_shown(const walk *w, const head_field *f)
{
    static const char *const names[] = {"from", "to", "cc", "date", "newsgroups", "subject"};

    for (size_t i = 0; w->show && i < sizeof names / sizeof names[0]; i++)
        if (f->name_n == strlen(names[i]) && ascii_same(w->head.p + f->from, names[i], f->name_n))
            return true;
    return false;
}

bool walk_field_tells(const walk *w, const head_field *f, fields_how how)
{
    return wanted(w, f, how) != FIELDS_NEVER || is_shown(w, f);
}

int walk_field(walk *w, const head_field *f, fields_how how)
{
    bool shown;
    int stop;

    how = wanted(w, f, how);
    shown = how != FIELDS_TEXT && how != FIELDS_GROUPS && is_shown(w, f);
    stop = give_skip(w->g, head_source(&w->head, f->body), TRAWL_SKIP_HEADER);
    if (!stop)
        stop = give_flush(w->g);
    if (stop)
        return stop;
    w->g->field = (trawl_str){w->head.p + f->from, f->name_n};
    stop = shown || how == FIELDS_TEXT ? scan_field(w, f, !shown) : take_links(w, f, how);
    if (!stop)
        stop = give_flush(w->g);
    w->g->field = (trawl_str){"", 0};
    return stop;
}
