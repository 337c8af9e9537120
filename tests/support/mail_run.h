/* mail_run.h - feeds a mail reader in pieces of any size, writes down its events, and checks them
 *
 * The tape has a line for each event except EXPLAIN, with adjacent TEXT or SKIP events joined. It
 * also checks that every byte of the source is covered once, in order; that MESSAGE and PART come
 * where something begins; that the pieces of a link come in order, each at the place that the link
 * names; and that, where nothing was decoded, the source at the pieces of a link is its raw text.
 */
#ifndef TRAWL_TESTS_MAIL_RUN_H
#define TRAWL_TESTS_MAIL_RUN_H

#include <stdint.h>
#include <strings.h>
#include <trawl_mail.h>

#include "growing.h"

typedef struct mail_tape {
    const char *source;
    size_t n;
    bool quiet;            /* keep only the counts */
    bool marked;           /* the source may have a byte-order mark of UTF-16 */
    bool inside;           /* an encoded message was read: the source of its parts is encoded */
    growing told;          /* the events, except the open one */
    growing key, text;     /* the open event: its kind and place, and its text */
    uint64_t from, to;     /* the open event's source */
    growing links;         /* a line a link: kind, place, URL, and the rest as "name=value" */
    uint64_t at;           /* events cover everything before it */
    unsigned pieces, seen; /* of the last link: its pieces, and how many came */
    long events, link_count, skipped[TRAWL_SKIP_COUNT];
    const char *broken; /* the first failed check, or NULL */
    uint64_t broken_at;
} mail_tape;

static inline void mail_hold(mail_tape *t, bool held, const char *what)
{
    if (held || t->broken)
        return;
    t->broken = what;
    t->broken_at = t->at;
}

static inline void mail_add(growing *g, trawl_str s)
{
    static const char digits[] = "0123456789abcdef";

    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        char escape[4] = {'\\', 'x', digits[c >> 4], digits[c & 15]};
        if (c <= ' ' || c == 0x7F)
            growing_add(g, escape, sizeof escape);
        else
            growing_add(g, s.p + i, 1);
    }
}

static inline void mail_flush(mail_tape *t)
{
    if (t->key.n > 0) {
        growing_add(&t->told, t->key.p, t->key.n);
        growing_printf(&t->told, " %llu-%llu ", (unsigned long long)t->from,
                       (unsigned long long)t->to);
        mail_add(&t->told, (trawl_str){t->text.p, t->text.n});
        growing_add(&t->told, "\n", 1);
    }
    growing_clear(&t->key);
    growing_clear(&t->text);
}

/* ---- The place of an event ---- */

/* An event's place, as "1/2.1/Subject": message, part, field; "-" in a plain text. */
static inline bool mail_in_part(const trawl_event *e)
{
    return e->part->type.n > 0;
}

static inline void mail_place(growing *g, const trawl_event *e)
{
    if (e->message->number == 0) {
        growing_add(g, "-", 1);
        return;
    }
    growing_printf(g, "%llu/", (unsigned long long)e->message->number);
    mail_add(g, e->part->path);
    if (mail_in_part(e) && e->field.n > 0)
        growing_add(g, "/", 1);
    mail_add(g, e->field);
}

/* ---- Links ---- */

static inline bool mail_is(trawl_str s, const char *what)
{
    return s.n == strlen(what) && strncasecmp(s.p, what, s.n) == 0;
}

/* Returns true when the event's text equals its source. */
static inline bool mail_is_plain(const mail_tape *t, const trawl_event *e)
{
    static const char *const encodings[] = {"", "7bit", "8bit", "binary"};
    static const char *const charsets[] = {"", "us-ascii", "utf-8"};
    bool encoding = e->field.n > 0 || !mail_in_part(e), charset = encoding;

    if (t->inside)
        return false;

    for (size_t i = 0; i < sizeof encodings / sizeof encodings[0]; i++)
        encoding |= mail_is(e->part->encoding, encodings[i]);
    for (size_t i = 0; i < sizeof charsets / sizeof charsets[0]; i++)
        charset |= mail_is(e->part->charset, charsets[i]);
    for (size_t i = 0; i < e->link->raw.n; i++)
        charset &= (unsigned char)e->link->raw.p[i] < 0x80;
    return encoding && charset;
}

/* Returns true when the field of this event may be decoded: an encoded-word is before or in the
 * event. */
static inline bool mail_has_words(const mail_tape *t, const trawl_event *e)
{
    uint64_t from = e->link->extent.from < 200 ? 0 : e->link->extent.from - 200;

    for (uint64_t i = from; i + 1 < e->link->extent.to; i++)
        if (t->source[i] == '=' && t->source[i + 1] == '?')
            return true;
    return false;
}

/* Returns true when the HTML of this event may be decoded: it has a reference, a line end or tab in
 * a value, or a tag in a text. */
static inline bool mail_has_references(const mail_tape *t, const trawl_event *e)
{
    const char *undone = e->link->kind == TRAWL_KIND_HTML ? "&\n\r\t" : "&<";

    if (mail_in_part(e)
            ? !mail_is(e->part->type, "text/html") && !mail_is(e->part->type, "text/enriched")
            : e->message->number > 0)
        return false;
    for (uint64_t i = e->link->extent.from; i < e->link->extent.to; i++)
        if (strchr(undone, t->source[i]))
            return true;
    return false;
}

/* Returns true when the part names no encoding, but its source at the link has a code of
 * quoted-printable. */
static inline bool mail_has_codes(const mail_tape *t, const trawl_event *e)
{
    return e->part->encoding.n == 0 && e->link->extent.to - e->link->extent.from > e->link->raw.n &&
           memchr(t->source + e->link->extent.from, '=',
                  (size_t)(e->link->extent.to - e->link->extent.from));
}

/* Returns where the next byte of a piece that ends at `to` is, after overstrikes of ASCII. */
static inline uint64_t mail_unstruck(const mail_tape *t, uint64_t at, uint64_t to)
{
    while (at + 1 < to && t->source[at] == '\b')
        at += 2;
    return at + 2 < to && t->source[at] == '_' && t->source[at + 1] == '\b' ? at + 2 : at;
}

/* Returns true when the source at the pieces is the raw text, except blanks between pieces. */
static inline bool mail_is_raw(const mail_tape *t, const trawl_link *l)
{
    size_t k = 0;

    for (unsigned i = 0; i < l->span_count; i++)
        for (uint64_t at = l->spans[i].from, to = l->spans[i].to;
             (at = mail_unstruck(t, at, to)) < to; at++) {
            while (k < l->raw.n && l->raw.p[k] == ' ' && t->source[at] != ' ')
                k++;
            if (k == l->raw.n || l->raw.p[k++] != t->source[at])
                return false;
        }
    return k == l->raw.n;
}

static inline bool mail_spans_good(const mail_tape *t, const trawl_link *l)
{
    uint64_t at = l->extent.from;

    for (unsigned i = 0; i < l->span_count; i++) {
        if (l->spans[i].from < at || l->spans[i].to <= l->spans[i].from)
            return false;
        at = l->spans[i].to;
    }
    return l->span_count > 0 && at <= l->extent.to && l->extent.to <= t->n;
}

static inline void mail_tell_value(growing *g, const char *name, trawl_str value)
{
    growing_add(g, name, strlen(name));
    mail_add(g, value);
}

static inline void mail_tell_link(growing *g, const trawl_link *l)
{
    const char *before = " flags=";

    growing_printf(g, " spans=%u line=%llu column=%llu quote=%u", l->span_count,
                   (unsigned long long)l->line, (unsigned long long)l->column, l->quote);
    for (int bit = 0; bit < TRAWL_FLAG_COUNT; bit++)
        if (l->flags >> bit & 1) {
            growing_printf(g, "%s%s", before, trawl_flag_name(bit));
            before = ",";
        }
    if (l->flags == 0)
        growing_add(g, before, strlen(before));
    for (unsigned i = 0; i < l->alt_count; i++) {
        growing_add(g, " alt=", 5);
        mail_add(g, l->alts[i].url);
    }
    mail_tell_value(g, " attribute=", l->attribute);
    mail_tell_value(g, " anchor=", l->anchor);
    mail_tell_value(g, " target=", l->target);
    growing_printf(g, " zone=%s", trawl_zone_name(l->zone));
    mail_tell_value(g, " quoted_by=", l->quoted_by);
    growing_printf(g, " at=%llu-%llu", (unsigned long long)l->extent.from,
                   (unsigned long long)l->extent.to);
}

static inline void mail_take_link(mail_tape *t, const trawl_event *e)
{
    const trawl_link *l = e->link;

    mail_hold(t, t->seen == t->pieces, "all pieces of a link come");
    mail_hold(t, mail_spans_good(t, l), "a link's pieces are in order and inside it");
    mail_hold(t, l->line > 0 && l->column > 0, "a link has a line and a column");
    if (mail_spans_good(t, l) && !t->marked && mail_is_plain(t, e) &&
        !(e->field.n > 0 && mail_has_words(t, e)) && !mail_has_references(t, e) &&
        !mail_has_codes(t, e))
        mail_hold(t, mail_is_raw(t, l), "the source at a link's pieces is its raw text");
    t->pieces = l->span_count;
    t->seen = 0;
    t->link_count++;
    if (t->quiet)
        return;
    growing_printf(&t->links, "%s ", trawl_kind_name(l->kind));
    mail_place(&t->links, e);
    growing_add(&t->links, " ", 1);
    mail_add(&t->links, l->url);
    mail_tell_link(&t->links, l);
    growing_add(&t->links, "\n", 1);
}

/* Returns true for the second and later links of an attribute whose value has references: the event of
 * the first one covers the whole value (E14). */
static inline bool mail_is_covered(const trawl_event *e)
{
    return e->type == TRAWL_EVENT_LINK && e->link && e->link->attribute.n > 0 &&
           e->span.from == e->span.to && e->span.to == e->link->spans[0].to;
}

static inline void mail_take_piece(mail_tape *t, const trawl_event *e)
{
    if (!e->link) {
        mail_hold(t, false, "a link's event has the link");
        return;
    }
    if (e->type == TRAWL_EVENT_LINK)
        mail_take_link(t, e);
    mail_hold(t, e->index == t->seen && (e->index == 0) == (e->type == TRAWL_EVENT_LINK),
              "pieces come in order");
    if (e->index < e->link->span_count && !mail_is_covered(e))
        mail_hold(t,
                  e->link->spans[e->index].from == e->span.from &&
                      e->link->spans[e->index].to == e->span.to,
                  "a piece is where its link says");
    t->seen++;
}

/* ---- Events ---- */

static inline void mail_tell_message(growing *g, const trawl_mail_message *m)
{
    const trawl_str texts[] = {m->id,        m->date,    m->date_iso,    m->from,    m->subject,
                               m->from_addr, m->list_id, m->in_reply_to, m->time_iso};

    growing_printf(g, " offset=%llu", (unsigned long long)m->offset);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        growing_add(g, " | ", 3);
        mail_add(g, texts[i]);
    }
}

static inline void mail_tell_part(growing *g, const trawl_mail_part *p)
{
    const trawl_str texts[] = {p->type, p->charset, p->encoding};

    growing_printf(g, " depth=%u", p->depth);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        growing_add(g, " | ", 3);
        mail_add(g, texts[i]);
    }
}

/* Makes the key of an event: its kind and place. */
static inline void mail_tell_key(growing *key, const trawl_event *e)
{
    static const char *const names[] = {"", "text", "link", "more", "skip", "message", "part"};

    growing_printf(key, "%s ", names[e->type]);
    mail_place(key, e);
    if (e->type == TRAWL_EVENT_SKIP)
        growing_printf(key, " %s", trawl_skip_name(e->reason));
    if (e->type == TRAWL_EVENT_TEXT && e->link)
        growing_printf(key, " in %llu", (unsigned long long)e->link->extent.from);
    if (e->type == TRAWL_EVENT_LINK || e->type == TRAWL_EVENT_LINK_MORE) {
        growing_printf(key, " #%u %s ", e->index, trawl_kind_name(e->link->kind));
        mail_add(key, e->link->url);
        mail_tell_link(key, e->link);
    }
    if (e->type == TRAWL_EVENT_MESSAGE)
        mail_tell_message(key, e->message);
    if (e->type == TRAWL_EVENT_PART)
        mail_tell_part(key, e->part);
}

/* Begins a line, or continues the open one of the same key. */
static inline void mail_tell(mail_tape *t, const trawl_event *e)
{
    growing key = {0};
    bool joins = e->type == TRAWL_EVENT_TEXT || e->type == TRAWL_EVENT_SKIP;

    mail_tell_key(&key, e);
    if (!joins || !t->key.p || !growing_same(&key, &t->key)) {
        mail_flush(t);
        t->from = e->span.from;
        growing_add(&t->key, key.p, key.n);
    }
    growing_add(&t->text, e->text.p, e->text.n);
    t->to = e->span.to;
    free(key.p);
}

static inline int mail_sink(void *user, const trawl_event *e)
{
    mail_tape *t = user;

    if (e->type == TRAWL_EVENT_EXPLAIN || e->type == TRAWL_EVENT_LIMIT)
        return 0;
    t->events++;
    if (!e->message || !e->part) {
        mail_hold(t, false, "an event has a message and a part");
        return 1;
    }
    mail_hold(t,
              e->size == sizeof *e && (!e->link || e->link->size == sizeof *e->link) &&
                  e->message->size == sizeof *e->message && e->part->size == sizeof *e->part,
              "structs have their size");
    mail_hold(t, e->message->subject.p && e->part->path.p, "texts can be read");
    mail_hold(t, e->message->number > 0 || e->message->id.n + e->part->type.n == 0,
              "they are empty outside messages");
    mail_hold(t, e->span.from == t->at && e->span.to >= e->span.from, "events leave no gap");
    t->at = e->span.to;
    if (e->type == TRAWL_EVENT_MESSAGE || e->type == TRAWL_EVENT_PART)
        mail_hold(t, e->span.from == e->span.to && e->text.n == 0,
                  "MESSAGE and PART cover nothing");
    else
        /* except for bytes that were trimmed off a line of uuencode, which are text without a
         * source */
        mail_hold(t, e->span.from < e->span.to || e->text.n > 0 || mail_is_covered(e),
                  "an event covers something");
    t->inside = t->inside || (e->part->type.n > 8 && memcmp(e->part->type.p, "message/", 8) == 0 &&
                              e->part->encoding.n > 0);
    if (e->type == TRAWL_EVENT_LINK || e->type == TRAWL_EVENT_LINK_MORE)
        mail_take_piece(t, e);
    if (e->type == TRAWL_EVENT_SKIP) {
        mail_hold(t, e->reason > 0 && e->reason < TRAWL_SKIP_COUNT, "a SKIP has a reason");
        mail_hold(t,
                  e->text.n == 0 ||
                      (e->reason == TRAWL_SKIP_ATTACHMENT && e->want & TRAWL_WANT_ATTACHED),
                  "a SKIP has no text, unless the bytes of attachments are wanted");
        t->skipped[e->reason < TRAWL_SKIP_COUNT ? e->reason : 0] +=
            (long)(e->span.to - e->span.from);
    }
    if (!t->quiet)
        mail_tell(t, e);
    return 0;
}

static inline bool mail_has_mark(const char *p, size_t n)
{
    for (size_t i = 0; i + 1 < n; i++)
        if (memcmp(p + i, "\xFE\xFF", 2) == 0 || memcmp(p + i, "\xFF\xFE", 2) == 0)
            return true;
    return false;
}

static inline void mail_clear(mail_tape *t, const char *p, size_t n, bool quiet)
{
    growing told = t->told, key = t->key, text = t->text, links = t->links;

    *t = (mail_tape){.source = p,
                     .n = n,
                     .marked = mail_has_mark(p, n),
                     .quiet = quiet,
                     .told = told,
                     .key = key,
                     .text = text,
                     .links = links};
    growing_clear(&t->told);
    growing_clear(&t->key);
    growing_clear(&t->text);
    growing_clear(&t->links);
}

static inline void mail_free(mail_tape *t)
{
    free(t->told.p);
    free(t->key.p);
    free(t->text.p);
    free(t->links.p);
}

/* Feeds p[0..n): `first` bytes, then `step` bytes at a time, each piece a copy of the exact size,
 * so that a sanitizer catches overreads. m was opened with mail_sink() and this tape. Returns the
 * mail reader's result. */
static inline int mail_run(trawl_mail *m, mail_tape *t, const char *p, size_t n, size_t first,
                           size_t step)
{
    int result = trawl_mail_reset(m);

    mail_clear(t, p, n, t->quiet);
    for (size_t at = 0, k = first < n ? first : n; at < n && !result;
         at += k, k = step < n - at ? step : n - at) {
        kept piece = keep(p + at, k);
        result = trawl_mail_feed(m, piece.p, k);
        free(piece.p);
    }
    if (!result)
        result = trawl_mail_finish(m);
    mail_flush(t);
    if (!result) {
        mail_hold(t, t->at == n, "events cover all of the source");
        mail_hold(t, t->seen == t->pieces, "all pieces of a link come");
    }
    return result;
}

#endif
