/* walk_field.c - one header field: skipped, scanned, or taken for links (SPEC E12, E15) */
#include "mail/walk_field.h"

#include <string.h>

#include "base/ascii.h"
#include "base/count.h"
#include "find/danger.h"
#include "find/seek.h"
#include "mail/params.h"

/* Where the body stands: from its bytes to the source. */
static give_origin origin_of(walk *w, const head_field *f)
{
    return (give_origin){.add = w->head.dropped + f->body,
                         .outer = head_is_whole(&w->head) ? NULL : &w->head.map,
                         .base = w->head.base,
                         .line = head_line(&w->head, f) - 1,
                         .column = f->body - f->from};
}

/* ---- As running text ---- */

/* Nobody wants the text, and no link can begin in it. */
static bool is_idle(const walk *w, const char *p, size_t n)
{
    const trawl *t = w->t;

    if (n == 0)
        return true;
    return w->g->links_only && !w->g->explain && !t->pairs && seek_finds_nothing(t, p, n);
}

/* The same as it stands: without encoded-words no byte of ASCII becomes another, and where a fold was are still blanks. */
static bool is_idle_undecoded(const walk *w, const head_field *f)
{
    const char *body = w->head.p + f->body;
    size_t n = f->body_to - f->body;

    return is_idle(w, body, n) && !memchr(body, '=', n);
}

static int scan_text(walk *w, const words_text *said, bool looking)
{
    int stop = trawl_reset(w->t);

    if (!stop && said->n > 0)
        stop = looking ? trawl_feed(w->t, said->p, said->n) : scan_pass(w->t, said->p, said->n);
    return stop ? stop : trawl_finish(w->t);
}

static int scan_field(walk *w, const head_field *f, bool looking)
{
    bool known = f->from == w->subject_at;
    words_text *said = known ? &w->subject : &w->text;
    give_origin origin = origin_of(w, f);
    int stop = 0;

    if (!w->g->urls_only)
        origin.bytes = known ? &w->subject_map : &w->text_map;
    if (!known)
        stop = words_decode(said, origin.bytes, w->head.p + f->body, f->body_to - f->body);
    if (stop)
        return stop;
    w->t->set.flowed = false;
    give_begin(w->g, &origin);
    if (!is_idle(w, said->p, said->n))
        stop = scan_text(w, said, looking);
    return stop ? stop : give_end(w->g, head_source(&w->head, f->body_to));
}

/* ---- Links that the field is known to hold ---- */

typedef struct field_walk {
    walk *w;
    const head_field *f;
    const char *p;  /* the body */
    size_t at;      /* events have gone out up to here */
    size_t counted; /* up to here there are so many lines, and characters in the last of them */
    uint64_t lines, column;
    bool one_click;
} field_walk;

static int send_event(field_walk *fw, int type, size_t to, const trawl_link *link, unsigned index)
{
    trawl_event e = {.type = type, .index = index, .link = link};
    size_t from = fw->at;

    fw->at = to;
    e.text = (trawl_str){fw->p + from, to - from};
    e.span = (trawl_span){from, to};
    return give_event(fw->w->g, &e);
}

static int show_text(field_walk *fw, size_t to, const trawl_link *link)
{
    if (to <= fw->at)
        return 0;
    if (!fw->w->g->links_only)
        return send_event(fw, TRAWL_TEXT, to, link, 0);
    fw->at = to;
    return 0;
}

/* The pieces, joined by one space each. */
static trawl_str raw_of(field_walk *fw, const fields_link *l)
{
    char *raw = fw->w->raw;
    size_t n = 0;

    if (l->piece_count == 1 && l->pieces[0].to - l->pieces[0].from < sizeof fw->w->raw)
        return (trawl_str){fw->p + l->pieces[0].from, l->pieces[0].to - l->pieces[0].from};
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
    int stop = show_text(fw, l->extent.from, NULL);

    for (unsigned i = 0; i < l->piece_count && !stop; i++) {
        stop = show_text(fw, l->pieces[i].from, link);
        if (!stop)
            stop = send_event(fw, i == 0 ? TRAWL_LINK : TRAWL_LINK_MORE, l->pieces[i].to, link, i);
    }
    return stop ? stop : show_text(fw, l->extent.to, link);
}

static bool is_https(const fields_link *l)
{
    return l->url_n > 6 && ascii_same(l->url, "https:", 6);
}

/* Lines and columns up to that byte; links come in order, but for a URL in numbered pieces, which is the only one. */
static void count_to(field_walk *fw, size_t at)
{
    const char *lf;

    for (; (lf = memchr(fw->p + fw->counted, '\n', at - fw->counted)) != NULL; fw->lines++, fw->column = 0)
        fw->counted = (size_t)(lf - fw->p) + 1;
    fw->column += count_code_points(fw->p + fw->counted, at - fw->counted);
    fw->counted = at;
}

static int take_link(void *user, const fields_link *l)
{
    field_walk *fw = user;
    trawl_span spans[FIELDS_PIECES];
    size_t from = l->pieces[0].from;
    trawl_link link = {
        .kind = l->kind,
        .flags = l->flags | form_flags(l->url, l->url_n) | (fw->one_click && is_https(l) ? TRAWL_ONE_CLICK : 0),
        .url = {l->url, l->url_n},
        .raw = raw_of(fw, l),
        .span_count = l->piece_count,
        .spans = spans,
        .extent = {l->extent.from, l->extent.to},
    };
    int failed = danger_flags(l->url, l->url_n, &link.flags);

    if (failed)
        return failed;
    for (unsigned i = 0; i < l->piece_count; i++)
        spans[i] = (trawl_span){l->pieces[i].from, l->pieces[i].to};
    if (!fw->w->g->no_places) {
        count_to(fw, from);
        link.line = 1 + fw->lines;
        link.column = 1 + fw->column;
    }
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
        stop = show_text(&fw, n, NULL);
    return stop ? stop : give_end(w->g, head_source(&w->head, f->body_to));
}

/* The same where their URLs are all that is asked. */
static int take_url(void *user, const fields_link *l)
{
    const walk *w = user;

    return give_url(w->g, l->kind, (trawl_str){l->url, l->url_n});
}

static int take_urls(walk *w, const head_field *f, fields_how how)
{
    int stop;

    w->g->field = (trawl_str){w->head.p + f->from, f->name_n};
    stop = fields_links(&w->fields, how, w->head.p + f->body, f->body_to - f->body, take_url, w);
    w->g->field = (trawl_str){"", 0};
    return stop;
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

/* E12: of a header and nothing else. Machines write hosts, "Received: from www.a.example", which are no URLs. */
static bool is_read_alone(const walk *w, const head_field *f, fields_how how)
{
    return w->alone && head_names_url(&w->head, f, how != FIELDS_NEVER);
}

/* What is done with a field that is read in that way: FIELDS_NEVER to skip it. */
static fields_how wanted(const walk *w, const head_field *f, fields_how how)
{
    bool all = w->headers == TRAWL_HEADERS_ALL;

    if (w->headers == TRAWL_HEADERS_NONE)
        return FIELDS_NEVER;
    switch (how) {
    case FIELDS_NEVER:
    case FIELDS_OTHER:
    case FIELDS_ADDRESSES:
        return (all && how != FIELDS_NEVER) || is_read_alone(w, f, how) ? FIELDS_TEXT : FIELDS_NEVER;
    case FIELDS_IDS:
    case FIELDS_CONTENT_ID:
        if (how == FIELDS_IDS && w->t->set.news)
            how = FIELDS_NEWS_IDS;
        return w->find & TRAWL_FIND_MSGID ? how : FIELDS_NEVER;
    case FIELDS_EXTERNAL:
        return w->find & TRAWL_FIND_HDR && is_external(w, f) ? how : FIELDS_NEVER;
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

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (f->name_n == strlen(names[i]) && ascii_same(w->head.p + f->from, names[i], f->name_n))
            return true;
    return false;
}

bool walk_field_tells(const walk *w, const head_field *f, fields_how how)
{
    return wanted(w, f, how) != FIELDS_NEVER || (w->show && is_shown(w, f));
}

int walk_field(walk *w, const head_field *f, fields_how how)
{
    bool shown;
    int stop;

    how = wanted(w, f, how);
    if (w->g->urls_only && how != FIELDS_TEXT)
        return take_urls(w, f, how);
    if (w->g->urls_only && is_idle_undecoded(w, f))
        return 0;
    shown = how != FIELDS_TEXT && how != FIELDS_GROUPS && w->show && is_shown(w, f);
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
