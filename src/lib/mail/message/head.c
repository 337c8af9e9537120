/* head.c - reads the fields of a header: information about the message and its parts, and links
 *
 * Makes two passes. The first stores the information and sends the events of message and part, the
 * second sends the links in the fields. Fields of text are passed to the scanner; fields known to
 * contain links are parsed here.
 */
#include <limits.h>

#include "base/ascii.h"
#include "base/check.h"
#include "base/count.h"
#include "base/prefix.h"
#include "find/wrap/wrap.h"
#include "mail/message/inside.h"

static trawl_str head_name_of(const walk *w, const head_field *f)
{
    return (trawl_str){w->head.text.p + f->from, f->name_n};
}

static trawl_str body_of(const walk *w, const head_field *f)
{
    return (trawl_str){w->head.text.p + f->body, f->body_to - f->body};
}

/* `wanted` is in lower case. */
static bool head_is_named(const walk *w, const head_field *f, const char *wanted)
{
    return ascii_is_word_of(wanted, head_name_of(w, f).p, f->name_n);
}

/* ---- Which fields are read ---- */

#define BIT(how) (1u << (how))

/* The roles of the fields that mail programs show. */
#define SHOWN                                                                                      \
    (BIT(FIELDS_FROM) | BIT(FIELDS_TO) | BIT(FIELDS_DATE) | BIT(FIELDS_NEWSGROUPS) |               \
     BIT(FIELDS_SUBJECT))

void walk_choose_fields(walk *w)
{
    unsigned replies = w->set.show_only && !w->set.show_replies
                           ? 0
                           : BIT(FIELDS_IN_REPLY_TO) | BIT(FIELDS_REFERENCES);
    unsigned roles = BIT(FIELDS_NEWSGROUPS) | BIT(FIELDS_ONE_CLICK) | BIT(FIELDS_BASE) |
                     BIT(FIELDS_TYPE) | BIT(FIELDS_TRANSFER) | BIT(FIELDS_DISPOSITION) |
                     BIT(FIELDS_FROM);
    unsigned hows = w->set.headers == TRAWL_HEADERS_NONE || w->set.show_only ? 0 : BIT(FIELDS_TEXT);

    w->header.read = w->set.show_only ? SHOWN | replies : UINT_MAX;
    if (w->set.show)
        roles |= SHOWN;
    if (events_wants(w->g, TRAWL_WANT_LINK))
        roles |= BIT(FIELDS_MESSAGE_ID) | BIT(FIELDS_DATE) | BIT(FIELDS_SUBJECT) |
                 BIT(FIELDS_LIST_ID) | replies;
    if (hows && (w->set.find & TRAWL_FIND_MSGID))
        hows |= BIT(FIELDS_IDS) | BIT(FIELDS_NEWS_IDS) | BIT(FIELDS_CONTENT_ID);
    if (hows && (w->set.find & TRAWL_FIND_HDR))
        hows |= BIT(FIELDS_LIST) | BIT(FIELDS_URL) | BIT(FIELDS_GROUPS) | BIT(FIELDS_XREF) |
                BIT(FIELDS_EXTERNAL);
    if (!w->set.show_only && (w->set.headers == TRAWL_HEADERS_ALL || w->header.alone))
        hows |= BIT(FIELDS_OTHER); /* all fields */
    if (!w->set.show_only && w->header.written)
        hows |= BIT(FIELDS_ADDRESSES);
    fields_index_make(&w->names, hows, roles);
}

static bool has_encoded_word(trawl_str s)
{
    const char *p = s.p, *end = s.p + s.n;

    while (p < end && (p = memchr(p, '=', (size_t)(end - p))) && ++p < end)
        if (*p == '?')
            return true;
    return false;
}

/* Returns true if encoded words may have a URL: in base64, or with a slash or a "w" of "www". */
static bool may_encode_url(trawl_str s)
{
    static const char *const signs[] = {"?b?", "/", "=2f", "www", "=77"};
    bool may = false;

    for (size_t i = 0; i < sizeof signs / sizeof signs[0] && !may && has_encoded_word(s); i++)
        may = ascii_has(s.p, s.n, signs[i]);
    return may;
}

static bool has_url(const walk *w, const head_field *f, bool www)
{
    const trawl_str body = body_of(w, f);

    return prefix_has_url(body.p, body.n, www);
}

/* Returns true if the name of the sender, which mail readers show, may have a URL. */
static bool names_url(const walk *w, const head_field *f)
{
    const trawl_str body = body_of(w, f);

    return f->role == FIELDS_FROM &&
           (prefix_has_url(body.p, count_after_last(body.p, body.n, '<'), true) ||
            may_encode_url(body));
}

/* Returns how to read the field; FIELDS_NEVER if it is skipped. In a header without a message the
 * URLs of all fields are read; in fields written by machines, "Received: from www.a.example", a
 * host alone does not count. */
static fields_how how_read(const walk *w, const head_field *f)
{
    fields_how how = (fields_how)f->how;
    bool all = w->set.headers == TRAWL_HEADERS_ALL;

    if (w->set.headers == TRAWL_HEADERS_NONE || !(w->header.read >> f->role & 1))
        return FIELDS_NEVER;
    if (f->name_n == 0) /* a line that is not a field */
        return FIELDS_TEXT;
    if (how == FIELDS_ADDRESSES && w->header.written && w->around.depth == 0)
        return FIELDS_TEXT;
    switch (how) {
    case FIELDS_NEVER:
    case FIELDS_OTHER:
    case FIELDS_ADDRESSES:
        return (all && how != FIELDS_NEVER) ||
                       (w->header.alone && has_url(w, f, how != FIELDS_NEVER))
                   ? FIELDS_TEXT
               : names_url(w, f) ? FIELDS_SENDER
                                 : FIELDS_NEVER;
    case FIELDS_TEXT:
        return how;
    case FIELDS_LIST:
    case FIELDS_URL: /* although not allowed here, mail readers decode words */
        how = has_encoded_word(body_of(w, f)) ? FIELDS_TEXT : how;
        break;
    case FIELDS_IDS:
    case FIELDS_CONTENT_ID:
        if (how == FIELDS_IDS && scan_mode_of(w->t)->news)
            how = FIELDS_NEWS_IDS;
        return w->set.find & TRAWL_FIND_MSGID ? how : FIELDS_NEVER;
    case FIELDS_EXTERNAL:
        if (!fields_is_external(body_of(w, f).p, body_of(w, f).n))
            return FIELDS_NEVER;
        break;
    default:
        break;
    }
    return w->set.find & TRAWL_FIND_HDR ? how : FIELDS_NEVER;
}

/* Returns true for the fields that mail readers show. */
static bool head_is_shown(const walk *w, const head_field *f)
{
    return w->set.show && (SHOWN >> f->role & 1);
}

/* ---- Information about the message and its parts ---- */

/* Sets *s to the decoded text of a field's body, or of a part of it, without blanks around it. A
 * TAB that is not encoded becomes a blank, since programs fold fields at it. */
static int head_decode(walk *w, buffer *t, trawl_str *s, trawl_str body)
{
    int failed = words_decode(&w->words, t, NULL, body.p, body.n);
    size_t from = 0, to = failed ? 0 : t->n;

    while (to > 0 && ascii_is_blank(t->p[to - 1]))
        to--;
    while (from < to && ascii_is_blank(t->p[from]))
        from++;
    for (size_t i = body.n > 0 && memchr(body.p, '\t', body.n) ? from : to; i < to; i++)
        if (t->p[i] == '\t')
            t->p[i] = ' ';
    *s = (trawl_str){from < to ? t->p + from : "", to - from};
    return failed;
}

/* Removes the brackets of "<1@a.example>". */
static void trim_id(trawl_str *id)
{
    const char *open = memchr(id->p, '<', id->n), *close;

    close = open ? memchr(open, '>', id->n - (size_t)(open - id->p)) : NULL;
    if (close)
        *id = (trawl_str){open + 1, (size_t)(close - open) - 1};
}

/* Sets the ids of the messages above this one: first the ids of References, then the id of
 * In-Reply-To. */
static int settle_reply(walk *w)
{
    trawl_mail_message *m = &w->message;
    buffer *ids = &w->fields.ids, *reply = &w->fields.reply;
    trawl_str all;
    size_t from;
    int failed;

    if (ids->n + reply->n == 0)
        return TRAWL_OK;
    if (reply->n > 0 &&
        (ids->n < reply->n || memcmp(ids->p + ids->n - reply->n, reply->p, reply->n) != 0 ||
         (ids->n > reply->n && ids->p[ids->n - reply->n - 1] != ' ')) &&
        (failed = buffer_put(ids, reply->p, reply->n)) != 0)
        return failed;
    failed = head_decode(w, &w->fields.references, &m->references, (trawl_str){ids->p, ids->n - 1});
    all = m->references;
    for (from = failed ? 0 : all.n; from > 0 && all.p[from - 1] != ' '; from--)
        ;
    m->in_reply_to = (trawl_str){all.p + from, all.n - from};
    return failed;
}

/* Stores the address of the sender, the id of the list, or the ids of the messages above. */
static int keep_short(walk *w, trawl_str body, fields_role role)
{
    trawl_mail_message *m = &w->message;
    char room[ADDRESS_SPELLED];

    if (role == FIELDS_REFERENCES)
        return ids_of_references(&w->fields.ids, body.p, body.n);
    if (role == FIELDS_IN_REPLY_TO)
        return ids_of_reply(&w->fields.reply, body.p, body.n);
    if (role == FIELDS_LIST_ID && m->list_id.n == 0)
        return head_decode(w, &w->fields.list_id, &m->list_id, id_first(body.p, body.n));
    if (role == FIELDS_FROM && m->from_addr.n == 0)
        return head_decode(w, &w->fields.from_addr, &m->from_addr,
                           address_of_sender(body.p, body.n, room));
    return TRAWL_OK;
}

/* Stores a field of the message's own header; the first one of each name counts. */
static int keep_info(walk *w, const head_field *f, fields_role role)
{
    trawl_mail_message *m = &w->message;
    const struct {
        fields_role role;
        trawl_str *s;
        buffer *t;
    } infos[] = {{FIELDS_MESSAGE_ID, &m->id, &w->fields.id},
                 {FIELDS_DATE, &m->date, &w->fields.date},
                 {FIELDS_FROM, &m->from, &w->fields.from},
                 {FIELDS_SUBJECT, &m->subject, &w->fields.subject}};
    int failed = TRAWL_OK;

    for (size_t i = 0; i < sizeof infos / sizeof infos[0]; i++)
        if (infos[i].role == role && infos[i].s->n == 0)
            failed = head_decode(w, infos[i].t, infos[i].s, body_of(w, f));
    if (!failed)
        failed = keep_short(w, body_of(w, f), role);
    if (!failed && role == FIELDS_MESSAGE_ID)
        trim_id(&m->id);
    return failed;
}

/* Stores the base of partial URLs in a page (RFC 2110, 2557). Content-Base is preferred to
 * Content-Location. */
static int keep_base(walk *w, const head_field *f)
{
    trawl_str base;
    int failed = head_decode(w, &w->value, &base, body_of(w, f));

    if (base.n > 1 && ((base.p[0] == '"' && base.p[base.n - 1] == '"') ||
                       (base.p[0] == '<' && base.p[base.n - 1] == '>')))
        base = (trawl_str){base.p + 1, base.n - 2};
    if (failed || form_scheme(base.p, base.n) == 0 ||
        (w->header.has_base && head_is_named(w, f, "content-location")))
        return failed;
    w->header.has_base = true;
    w->part.base.n = 0;
    return buffer_put(&w->part.base, base.p, base.n);
}

/* Stores the field if none is stored yet, or if it is `better` than the stored field. Of two
 * fields, some programs read the first, others the last. */
static int head_keep_part(buffer *raw, const walk *w, const head_field *f, bool better)
{
    if (raw->n > 0 && !better)
        return TRAWL_OK;
    raw->n = 0;
    return buffer_put(raw, body_of(w, f).p, body_of(w, f).n);
}

static int head_keep(walk *w, const head_field *f)
{
    bool own = w->around.depth == 0 && !w->header.sent; /* the message's own header */

    switch (f->role) {
    case FIELDS_NO_ROLE:
    case FIELDS_TO:
        return TRAWL_OK;
    case FIELDS_TYPE:
        return head_keep_part(&w->part.content_type, w, f, walk_outranks(w, body_of(w, f)));
    case FIELDS_TRANSFER:
        return head_keep_part(&w->part.transfer, w, f,
                              w->part.transfer.n > 0 &&
                                  transfer_find(w->part.transfer.p, w->part.transfer.n) ==
                                      TRANSFER_NONE);
    case FIELDS_DISPOSITION:
        return head_keep_part(&w->part.disposition, w, f, false);
    case FIELDS_BASE:
        return keep_base(w, f);
    case FIELDS_NEWSGROUPS:
        if (own)
            scan_mode_of(w->t)->news = true;
        return TRAWL_OK;
    case FIELDS_ONE_CLICK:
        w->header.one_click |= own;
        return TRAWL_OK;
    default:
        return own && events_wants(w->g, TRAWL_WANT_LINK) ? keep_info(w, f, (fields_role)f->role)
                                                          : TRAWL_OK;
    }
}

static int head_send_message(walk *w)
{
    int failed = settle_reply(w);

    w->header.sent = true;
    date_of_message(&w->message, &w->fields.forms);
    return failed ? failed : events_message(w->g, &w->message);
}

/* ---- Fields of text ---- */

/* Returns the origin of the field's body, for the offsets in its events. */
static events_origin origin_of(walk *w, const head_field *f, srcmap *bytes)
{
    return (events_origin){.bytes = bytes,
                           .add = w->head.dropped + f->body,
                           .outer = &w->head.map,
                           .base = w->head.base,
                           .line = f->line,
                           .column = f->body - f->from};
}

/* Returns how many bytes of a field's text are searched for links: of a sender only the name. */
static size_t head_searched(trawl_str body, fields_how how)
{
    size_t n;

    if (how != FIELDS_SENDER)
        return how == FIELDS_TEXT ? body.n : 0;
    n = count_after_last(body.p, body.n, '<');
    return prefix_has_url(body.p, n, true) ? n - 1 : 0;
}

/* Returns true if only URLs are wanted, and the field has none: nothing in it is encoded or folded,
 * and it has no sign of a link. */
static bool is_without_url(const walk *w, trawl_str body)
{
    return !events_wants(w->g, TRAWL_WANT_LINK | TRAWL_WANT_TEXT) && words_are_plain(body) &&
           !scan_may_find(w->t, body.p, body.n);
}

/* Sends the field as text, and the links in it. Nearly all fields have none: these are scanned only
 * for callers that want their text. */
static int send_as_text(walk *w, const head_field *f, fields_how how)
{
    srcmap *map = !events_wants(w->g, TRAWL_WANT_LINK) ? NULL : &w->value_map;
    events_origin origin = origin_of(w, f, map);
    trawl_str body = body_of(w, f);
    const buffer *t = &w->value;
    const bool none = is_without_url(w, body);
    int stop = none ? 0 : words_decode(&w->words, &w->value, map, body.p, body.n);
    size_t find;

    if (stop || none)
        return stop;
    find = head_searched(buffer_text(t), how);
    scan_mode_of(w->t)->flowed = false;
    scan_mode_of(w->t)->decoded = false;
    events_begin(w->g, &origin);
    if (t->n > 0 &&
        (events_wants(w->g, TRAWL_WANT_TEXT) || (find > 0 && scan_may_find(w->t, t->p, find)))) {
        stop = trawl_reset(w->t);
        if (!stop && find > 0)
            stop = scan_flush(w->t, t->p, find);
        if (!stop && find < t->n)
            stop = scan_pass(w->t, t->p + find, t->n - find);
        if (!stop)
            stop = trawl_finish(w->t);
    }
    return stop ? stop : events_end(w->g, head_source(&w->head, f->body_to));
}

/* ---- Fields known to contain links ---- */

/* The maximum length of a link as written, with the spaces between its pieces. */
#define HEAD_RAW (8192 + 2 * FIELDS_PIECES)

typedef struct field_walk {
    walk *w;
    trawl_str body;
    size_t at;      /* events have been sent up to here */
    size_t counted; /* lines and column are counted up to here */
    uint64_t lines, column;
    bool one_click;
    uint64_t flags; /* TRAWL_FLAG_NOT_UTF8 while a link is sent with its bytes encoded; else 0 */
    size_t begin;   /* offset of the body in the header */
} field_walk;

static int send_event(field_walk *fw, int type, size_t to, const trawl_link *link, unsigned index)
{
    trawl_event e = {.type = type,
                     .index = index,
                     .link = link,
                     .text = {fw->body.p + fw->at, to - fw->at},
                     .span = {fw->at, to}};

    fw->at = to;
    return events_event(fw->w->g, &e);
}

static int send_between(field_walk *fw, size_t to, const trawl_link *link)
{
    if (to <= fw->at)
        return 0;
    if (events_wants(fw->w->g, TRAWL_WANT_TEXT))
        return send_event(fw, TRAWL_EVENT_TEXT, to, link, 0);
    fw->at = to;
    return 0;
}

/* Sets *raw to the link as written, with a space between its pieces. The first piece with which it
 * would exceed HEAD_RAW bytes is left out, and so are those after it. Returns TRAWL_OK or
 * TRAWL_ERROR_NO_MEMORY. */
static int head_raw_of(field_walk *fw, const fields_link *l, trawl_str *raw)
{
    const size_t whole = l->extent.to - l->extent.from + FIELDS_PIECES;
    const size_t most = whole < HEAD_RAW ? whole : HEAD_RAW;
    buffer *all = &fw->w->value;

    *raw = (trawl_str){fw->body.p + l->pieces[0].from, l->pieces[0].to - l->pieces[0].from};
    if (l->piece_count == 1 && raw->n < HEAD_RAW)
        return TRAWL_OK;
    all->n = 0;
    if (buffer_reserve(all, most))
        return TRAWL_ERROR_NO_MEMORY;
    for (unsigned i = 0; i < l->piece_count; i++) {
        const char *from = fw->body.p + l->pieces[i].from;
        size_t k = l->pieces[i].to - l->pieces[i].from;
        if (all->n + k + 1 > most)
            break;
        if (i > 0)
            all->p[all->n++] = ' ';
        CHECK(all->n + k <= most);
        memcpy(all->p + all->n, from, k);
        all->n += k;
    }
    *raw = (trawl_str){all->p, all->n};
    return TRAWL_OK;
}

/* Counts lines and columns up to byte `at`, which must not decrease from call to call: links come
 * in order, except for a URL in numbered pieces, which is the only link of its field. */
static void count_to(field_walk *fw, size_t at)
{
    const char *p = fw->body.p, *lf;

    while ((lf = memchr(p + fw->counted, '\n', at - fw->counted)) != NULL) {
        fw->counted = (size_t)(lf - p) + 1;
        fw->lines++;
        fw->column = 0;
    }
    fw->column += count_code_points(p + fw->counted, at - fw->counted);
    fw->counted = at;
}

/* Reports a link that is too long, at its first byte (R31). */
static int head_take_long(field_walk *fw, const fields_link *l)
{
    int stop = events_wants(fw->w->g, TRAWL_WANT_LINK) ? send_between(fw, l->extent.from, NULL) : 0;

    return stop ? stop
                : events_limit(fw->w->g,
                               "a URL in a field is longer than 8192 bytes or 64 words: no link",
                               head_source(&fw->w->head, fw->begin + l->extent.from));
}

/* Sends the link with its pieces and the text between them. */
static int send_pieces(field_walk *fw, const fields_link *l, const trawl_link *link)
{
    int stop = send_between(fw, l->extent.from, NULL);

    for (unsigned i = 0; i < l->piece_count && !stop; i++) {
        stop = send_between(fw, l->pieces[i].from, link);
        if (!stop)
            stop = send_event(fw, i == 0 ? TRAWL_EVENT_LINK : TRAWL_EVENT_LINK_MORE,
                              l->pieces[i].to, link, i);
    }
    return stop ? stop : send_between(fw, l->extent.to, link);
}

/* M10: sends a link with a "\" at its host, and adds the reading of browsers. */
__attribute__((noinline)) static int send_read(field_walk *fw, const fields_link *l,
                                               const trawl_link *link)
{
    trawl_link both = *link;
    char room[SLASHES_MAX];
    const size_t n = slashes_elsewhere(l->url, l->url_n, l->url, l->url_n, room);
    const trawl_alt other = {.url = {room, n}, .why = TRAWL_WHY_NOTATION};

    both.alts = &other;
    both.alt_count = 1;
    return send_pieces(fw, l, &both);
}

static int head_take_link(void *user, const fields_link *l);

/* M14: sends a link with the bytes of its URL that are not UTF-8 percent-encoded. */
__attribute__((noinline)) static int send_escaped(field_walk *fw, const fields_link *l)
{
    char room[FIELDS_LONGEST];
    fields_link escaped = *l;
    int stop;

    escaped.url_n = bytes_escape(room, sizeof room, l->url, l->url_n);
    escaped.url = room;
    fw->flags = TRAWL_FLAG_NOT_UTF8;
    stop = head_take_link(fw, escaped.url_n > 0 ? &escaped : l);
    fw->flags = 0;
    return stop;
}

static int head_take_link(void *user, const fields_link *l)
{
    field_walk *fw = user;
    events *g = fw->w->g;
    trawl_span spans[FIELDS_PIECES];
    trawl_link link;
    int stop;

    if (l->over)
        return head_take_long(fw, l);
    if (!fw->flags && !bytes_are_utf8(l->url, l->url_n))
        return send_escaped(fw, l);
    stop = settings_accept(g->settings, l->url, l->url_n);
    if (stop <= 0)
        return stop;
    if (!events_wants(g, TRAWL_WANT_LINK))
        return events_url(g, l->kind, fw->flags, (trawl_str){l->url, l->url_n});
    link = (trawl_link){.kind = l->kind,
                        .flags = fw->flags | form_flags(l->url, l->url_n),
                        .url = {l->url, l->url_n},
                        .span_count = l->piece_count,
                        .spans = spans,
                        .extent = {l->extent.from, l->extent.to}};
    if (fw->one_click && l->url_n > 6 && ascii_same(l->url, "https:", 6))
        link.flags |= TRAWL_FLAG_ONE_CLICK;
    stop = head_raw_of(fw, l, &link.raw);
    if (!stop)
        stop = danger_flags(l->url, l->url_n, &link.flags);
    if (stop)
        return stop;
    for (unsigned i = 0; i < l->piece_count; i++)
        spans[i] = (trawl_span){l->pieces[i].from, l->pieces[i].to};
    if (events_wants(g, TRAWL_WANT_PLACE)) {
        count_to(fw, l->pieces[0].from);
        link.line = 1 + fw->lines;
        link.column = 1 + fw->column;
    }
    return link.flags & TRAWL_FLAG_BACKSLASH ? send_read(fw, l, &link) : send_pieces(fw, l, &link);
}

static int send_links(walk *w, const head_field *f, fields_how how)
{
    field_walk fw = {.w = w, .body = body_of(w, f), .begin = f->body};
    events_origin origin = origin_of(w, f, NULL);
    int stop;

    fw.one_click = w->header.one_click && head_is_named(w, f, "list-unsubscribe");
    if (!events_wants(w->g, TRAWL_WANT_LINK))
        return fields_links(&w->room, how, fw.body.p, fw.body.n, head_take_link, &fw);
    events_begin(w->g, &origin);
    stop = fields_links(&w->room, how, fw.body.p, fw.body.n, head_take_link, &fw);
    if (!stop)
        stop = send_between(&fw, fw.body.n, NULL);
    return stop ? stop : events_end(w->g, head_source(&w->head, f->body_to));
}

/* ---- All fields ---- */

/* Sends "Name:" before a field that is shown, if it has a name. */
static int head_begin_line(walk *w, const head_field *f)
{
    trawl_str name = head_name_of(w, f);
    int stop;

    w->header.line_sent = true;
    if (name.n == 0)
        return 0;
    stop = events_text(w->g, name.p, name.n, head_source(&w->head, f->from + name.n));
    return stop ? stop : events_text(w->g, ":", 1, head_source(&w->head, f->body));
}

/* Sends the line end of a shown field, even if the message ends without one. */
static int head_end_line(walk *w, const head_field *f)
{
    const buffer *t = &w->head.text;
    size_t to = f->body_to;

    to += to < t->n && t->p[to] == '\r';
    to += to < t->n && t->p[to] == '\n';
    return events_text(w->g, "\n", 1, head_source(&w->head, to));
}

/* Sends the text and the links of a field, if it is read or shown. */
static int send_field(walk *w, const head_field *f)
{
    fields_how how = how_read(w, f);
    bool read = how == FIELDS_TEXT || how == FIELDS_SENDER;
    bool shown = !read && how != FIELDS_GROUPS && head_is_shown(w, f);
    int stop = 0;

    if ((how == FIELDS_NEVER && !shown) || (w->set.show && f->body == f->body_to))
        return 0;
    if (events_wants(w->g, TRAWL_WANT_LINK) || read) {
        stop = events_skip(w->g, head_source(&w->head, w->set.show ? f->from : f->body),
                           TRAWL_SKIP_HEADER);
        if (!stop)
            stop = events_flush(w->g);
    }
    w->g->event.field = f->name_n > 0 ? head_name_of(w, f) : (trawl_str){"?", 1};
    if (!stop && w->set.show)
        stop = head_begin_line(w, f);
    if (!stop)
        stop = shown || read ? send_as_text(w, f, how) : send_links(w, f, how);
    if (!stop && w->set.show)
        stop = head_end_line(w, f);
    if (!stop)
        stop = events_flush(w->g);
    w->g->event.field = (trawl_str){"", 0};
    return stop;
}

int walk_read_head(walk *w, size_t fields, size_t end, bool whole)
{
    int stop = 0;

    for (size_t i = 0; i < fields && !stop; i++) {
        head_field *f = &w->head.fields[i];
        trawl_str name = head_name_of(w, f);
        fields_role role = FIELDS_NO_ROLE;
        f->how = (unsigned char)fields_know(&w->names, name.p, name.n, &role);
        f->role = (unsigned char)role;
        stop = head_keep(w, f);
    }
    if (!stop && w->around.depth == 0 && !w->header.sent)
        stop = head_send_message(w);
    if (!stop && whole && w->around.depth > 0 &&
        w->around.levels[w->around.depth - 1].kind != WALK_MESSAGE)
        stop = walk_know_part(w);
    for (size_t i = 0; i < fields && !stop; i++)
        stop = send_field(w, &w->head.fields[i]);
    return stop ? stop : events_skip(w->g, head_source(&w->head, end), TRAWL_SKIP_HEADER);
}
