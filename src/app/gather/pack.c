/* pack.c - packs the events of the mail reader into records
 *
 * The records of a message are held until its end, when the hash of its content is known and put
 * into the first record. The records of a message with very many links are passed on earlier, and
 * the hash comes last. Offsets of links count from the start of their message, so that a message
 * has the same records in every file.
 */
#include "app/gather/gather.h"

#include <stdio.h>

#include "base/check.h"
#include "base/sip.h"

#define FLUSH_AT ((size_t)1 << 16) /* at a message's end, records of this size are passed on */
#define SPLIT_AT ((size_t)1 << 18) /* inside a message, records of this size */

/* ---- Records ---- */

static void pack_stir(struct gather *s, size_t at)
{
    sip_hash key = {s->content, 1};

    s->content = sip_of(key, s->records.p + at, s->records.n - at).a;
    s->content += s->content == 0; /* 0 means unknown */
}

int gather_flush(struct gather *s)
{
    int stop = s->records.n > 0 ? s->config.sink(s->config.user, buffer_str(&s->records)) : 0;

    s->records.n = 0;
    s->kept = false;
    return stop;
}

/* Puts the hash of the content and the meaning into the first record of the message. */
static void put_content(struct gather *s, uint64_t content)
{
    char *to = s->records.p + s->begin + 1;

    for (size_t i = 0; i < sizeof content; i++)
        to[i] = (char)(content >> 8 * i);
    CHECK(s->begin + 1 + sizeof content + MEANING_BYTES <= s->records.n);
    memcpy(to + sizeof content, s->meaning.value, MEANING_BYTES);
}

/* ---- Messages ---- */

int gather_end_message(struct gather *s, uint64_t to)
{
    if (!s->open)
        return 0;
    s->open = false;
    meaning_end(&s->meaning);
    if (s->kept)
        put_content(s, s->content);
    if (s->careful.unread)
        record_number(&s->records, RECORD_UNREAD);
    record_number(&s->records, RECORD_END);
    record_number(&s->records, to - s->from);
    record_number(&s->records, s->content);
    record_add(&s->records, (const char *)s->meaning.value, MEANING_BYTES);
    s->kept = false;
    return s->records.n >= FLUSH_AT ? gather_flush(s) : 0;
}

/* Returns the time zone of "2008-06-30T02:34:00-07:00" in minutes east of Greenwich, or
 * ZONE_UNKNOWN for "...Z". */
static int pack_zone_of(trawl_str iso)
{
    const char *p = iso.p + iso.n - 6;

    if (iso.n < 6 || (*p != '+' && *p != '-'))
        return ZONE_UNKNOWN;
    return (*p == '-' ? -1 : 1) *
           ((p[1] - '0') * 600 + (p[2] - '0') * 60 + (p[4] - '0') * 10 + (p[5] - '0'));
}

/* Returns record_message.date: how the written date differs from the usual form. */
static trawl_str date_of(const trawl_mail_message *message, int zone)
{
    char usual[RECORD_DATE];

    if (message->date.n == 0)
        return (trawl_str){NULL, 0};
    for (int digits = 1; digits <= 2 && message->time_iso.n > 0 && zone != ZONE_UNKNOWN; digits++)
        if (record_date(usual, message->time, zone, digits) == message->date.n &&
            memcmp(message->date.p, usual, message->date.n) == 0)
            return (trawl_str){digits == 1 ? NULL : "", 0};
    return message->date;
}

static trawl_str pack_if_any(trawl_str text)
{
    return text.n > 0 ? text : (trawl_str){NULL, 0};
}

/* Returns record_message.input. */
static int can_continue(const struct gather *s)
{
    int input = trawl_mail_input(s->mail);

    return s->page                                                   ? TRAWL_INPUT_HTML
           : input == TRAWL_INPUT_MBOX || input == TRAWL_INPUT_MBOXO ? input
                                                                     : 0;
}

/* Begins a message, or a text that is not mail, whose number is 0. */
static int pack_begin_message(struct gather *s, const trawl_mail_message *message)
{
    static const char unknown[sizeof(uint64_t) + MEANING_BYTES] = {0};
    bool timed = message->time_iso.n > 0;
    int zone = timed ? pack_zone_of(message->date_iso) : 0,
        stop = gather_end_message(s, message->offset);
    size_t at;

    if (stop)
        return stop;
    s->open = s->kept = true;
    s->begin = s->records.n;
    s->from = message->offset;
    record_number(&s->records, RECORD_MESSAGE);
    record_add(&s->records, unknown, sizeof unknown);
    record_number(&s->records, message->offset);
    record_number(&s->records, message->number > 0 ? (uint64_t)can_continue(s) : 0);
    at = s->records.n;
    record_number(&s->records, timed);
    record_signed(&s->records, timed ? message->time : 0);
    record_signed(&s->records, zone);
    record_text(&s->records, date_of(message, zone));
    record_text(&s->records, pack_if_any(message->id));
    record_text(&s->records, pack_if_any(message->from));
    record_text(&s->records, pack_if_any(message->from_addr));
    record_text(&s->records, pack_if_any(message->subject));
    record_text(&s->records, pack_if_any(message->list_id));
    record_text(&s->records, pack_if_any(message->references));
    s->content = 0;
    pack_stir(s, at);
    meaning_mail(s->meaning.value + MEANING_TEXT, timed, message->time, message->date,
                 message->from, message->from_addr);
    return 0;
}

/* ---- Links ---- */

/* Packs the context of a link: the properties that many links share. */
static trawl_str pack_context(struct gather *s, const trawl_event *e)
{
    struct buffer *buffer = &s->packed;
    bool part = e->part->type.n > 0;

    buffer->n = 0;
    record_number(buffer, (uint64_t)e->link->kind);
    record_number(buffer, (uint64_t)e->link->zone);
    record_number(buffer, e->link->quote);
    record_text(buffer, part ? (trawl_str){e->part->path.p ? e->part->path.p : "", e->part->path.n}
                             : (trawl_str){NULL, 0});
    record_text(buffer, pack_if_any(e->part->type));
    record_text(buffer, pack_if_any(e->field));
    record_text(buffer, pack_if_any(e->link->attribute));
    return buffer_str(buffer);
}

/* Returns the pieces after the first as "from-to,from-to", relative to the start of the first. */
static trawl_str pack_pieces(struct gather *s, const trawl_link *link)
{
    struct buffer *buffer = &s->packed;
    char piece[64];

    buffer->n = 0;
    for (unsigned i = 1; i < link->span_count; i++) {
        int n = snprintf(piece, sizeof piece, "%s%lld-%lld", i > 1 ? "," : "",
                         (long long)(link->spans[i].from - link->spans[0].from),
                         (long long)(link->spans[i].to - link->spans[0].from));

        record_add(buffer, piece, (size_t)n);
    }
    return pack_if_any(buffer_str(buffer));
}

static int pack_link_event(struct gather *s, const trawl_event *e)
{
    const trawl_link *link = e->link;
    const trawl_span first = link->span_count > 0 ? link->spans[0] : e->span;
    trawl_str raw = record_raw(link->kind, link->url);
    size_t at;
    int stop;

    if (s->cut > 0 && link->extent.to >= s->cut)
        return 0;
    if (!s->open && (stop = pack_begin_message(s, e->message)) != 0)
        return stop;
    at = s->records.n;
    record_number(&s->records, RECORD_LINK);
    record_text(&s->records, pack_context(s, e));
    record_text(&s->records, link->url);
    if (raw.n == link->raw.n && memcmp(raw.p, link->raw.p, raw.n) == 0)
        record_text(&s->records, (trawl_str){NULL, 0});
    else
        record_text(&s->records, (trawl_str){link->raw.p ? link->raw.p : "", link->raw.n});
    record_text(&s->records, pack_pieces(s, link));
    record_text(&s->records, pack_if_any(link->anchor));
    record_number(&s->records, link->flags);
    record_number(&s->records, link->line);
    record_number(&s->records, link->column);
    record_signed(&s->records, (int64_t)(first.from - s->from));
    record_number(&s->records, first.to - first.from);
    record_number(&s->records, link->alt_count);
    for (unsigned i = 0; i < link->alt_count; i++) {
        record_number(&s->records, (uint64_t)link->alts[i].why);
        record_text(&s->records, link->alts[i].url);
    }
    pack_stir(s, at);
    return s->records.n >= SPLIT_AT ? gather_flush(s) : 0;
}

/* Stores the first limit, a place where links may have been missed, as a note about the file. */
static void note_limit(struct gather *s, const trawl_event *e)
{
    if (!s->trouble[0])
        (void)snprintf(s->trouble, sizeof s->trouble, "%sbyte %llu: %s (%s)", GATHER_NOTE,
                       (unsigned long long)e->span.from, e->what, e->rule);
}

/* Adds what an event shows of the text to the meaning of the message. */
static void meaning_event(struct meaning *m, const trawl_event *e)
{
    if (e->type == TRAWL_EVENT_PART)
        meaning_end_part(m);
    if (e->type == TRAWL_EVENT_SKIP && e->text.n > 0)
        meaning_attach(m, e->text);
    if (e->type >= TRAWL_EVENT_SKIP || e->field.n > 0)
        return;
    meaning_add(m, e->type == TRAWL_EVENT_LINK && e->text.n == 0 ? e->link->url : e->text);
}

int gather_event(void *user, const trawl_event *e)
{
    struct gather *s = user;
    int stop = 0;

    if (e->type == TRAWL_EVENT_LIMIT)
        note_limit(s, e);
    if (e->type == TRAWL_EVENT_MESSAGE) {
        if (s->careful.on && (stop = gather_end_message(s, e->message->offset)) == 0)
            careful_event(s, e);
        stop = stop ? stop : pack_begin_message(s, e->message);
        meaning_begin(&s->meaning);
        return stop;
    }
    meaning_event(&s->meaning, e);
    return e->type == TRAWL_EVENT_LINK ? pack_link_event(s, e) : 0;
}
