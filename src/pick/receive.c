/* receive.c - receives the links from the process that reads the input, and checks them
 *
 * That process may have been taken over by its input. So what it sends is taken for data only:
 * numbers must be in their ranges, URLs must have no control characters, and the number of links is
 * limited. A record that is wrong ends the reading.
 */
#include "pick/pick.h"

#include <unistd.h>

#define LINKS_MOST ((size_t)1 << 22)
#define BYTES_MOST ((uint64_t)1 << 30) /* of records, except those of texts between links */

struct receiver {
    struct pick *pick;
    trawl_mail_message message;
    uint64_t bytes;
    bool ended, failed; /* the last record was received; it reports an error */
    bool full;          /* there are more links than are kept */
};

/* Returns true when the text has no control characters. */
static bool receive_is_plain(trawl_str text)
{
    for (size_t i = 0; i < text.n; i++)
        if ((unsigned char)text.p[i] < ' ' || text.p[i] == 0x7F)
            return false;
    return true;
}

/* Takes a number that is at most `most`. */
static bool receive_get_number(trawl_str *from, uint64_t most, uint64_t *to)
{
    *to = talk_get_number(from);
    return *to <= most;
}

static bool get_url(trawl_str *from, trawl_str *to)
{
    *to = talk_get(from);
    return receive_is_plain(*to);
}

/* Takes the other readings: what is left of the record. */
static bool get_alts(trawl_str *from, trawl_link *link, trawl_alt alts[TRAWL_ALTS])
{
    uint64_t why;

    link->alts = alts;
    for (link->alt_count = 0; from->n > 0; link->alt_count++) {
        if (link->alt_count == TRAWL_ALTS || !receive_get_number(from, TRAWL_WHY_END, &why) ||
            !get_url(from, &alts[link->alt_count].url))
            return false;
        alts[link->alt_count].why = (int)why;
    }
    return true;
}

static bool receive_take_link(struct receiver *receiver, trawl_str rest)
{
    trawl_link link = {.size = sizeof link};
    trawl_event e = {
        .size = sizeof e, .type = TRAWL_EVENT_LINK, .link = &link, .message = &receiver->message};
    trawl_alt alts[TRAWL_ALTS];
    uint64_t kind, zone, quote;

    if (!receive_get_number(&rest, TRAWL_KIND_COUNT - 1, &kind) ||
        !receive_get_number(&rest, UINT64_MAX, &link.flags) ||
        !receive_get_number(&rest, TRAWL_ZONE_COUNT - 1, &zone) ||
        !receive_get_number(&rest, UINT32_MAX, &quote))
        return false;
    link.kind = (int)kind;
    link.zone = (int)zone;
    link.quote = (unsigned)quote;
    e.text = talk_get(&rest);
    e.field = talk_get(&rest);
    if (!get_url(&rest, &link.url) || link.url.n == 0)
        return false;
    link.attribute = talk_get(&rest);
    link.anchor = talk_get(&rest);
    if (!get_url(&rest, &link.target) || !get_url(&rest, &link.inner) ||
        !get_alts(&rest, &link, alts))
        return false;
    (void)choices_event(&receiver->pick->choices, &e);
    return true;
}

/* Takes an event without a link. */
static void receive_take_event(struct receiver *receiver, int type, trawl_str text)
{
    trawl_event e = {.size = sizeof e, .type = type, .text = text, .message = &receiver->message};

    (void)choices_event(&receiver->pick->choices, &e);
}

static void receive_take_message(struct receiver *receiver, trawl_str rest)
{
    receiver->message = (trawl_mail_message){.size = sizeof receiver->message};
    receiver->message.subject = talk_get(&rest);
    receiver->message.from = talk_get(&rest);
    receive_take_event(receiver, TRAWL_EVENT_MESSAGE, (trawl_str){"", 0});
    receiver->message =
        (trawl_mail_message){.size = sizeof receiver->message}; /* its texts end here */
}

static void receive_take_end(struct receiver *receiver, trawl_str rest)
{
    struct pick *p = receiver->pick;

    p->bad |= talk_get_number(&rest) != 0;
    receiver->failed = talk_get_number(&rest) != 0;
    receiver->ended = true;
    if (talk_get_number(&rest) == 0) { /* some records are missing */
        (void)command_trouble("pick", TRAWL_ERROR_NO_MEMORY);
        p->bad = true;
    }
}

/* Takes a record. Returns false when it is wrong. */
static bool take_record(struct receiver *receiver, trawl_str rest)
{
    struct pick *p = receiver->pick;
    uint64_t kind = talk_get_number(&rest);

    if (kind != WIRE_TEXT && kind != WIRE_MORE && kind != WIRE_PROGRESS)
        receiver->bytes += rest.n;
    receiver->full = receiver->bytes > BYTES_MOST || p->choices.count >= LINKS_MOST;
    if (receiver->full)
        return true;
    switch (kind) {
    case WIRE_SOURCE:
        choices_begin(&p->choices, talk_get(&rest));
        break;
    case WIRE_SOURCE_END:
        choices_end(&p->choices);
        break;
    case WIRE_MESSAGE:
        receive_take_message(receiver, rest);
        break;
    case WIRE_PART:
        receive_take_event(receiver, TRAWL_EVENT_PART, (trawl_str){"", 0});
        break;
    case WIRE_LINK:
        return p->choices.heading_count > 0 && receive_take_link(receiver, rest);
    case WIRE_MORE:
        receive_take_event(receiver, TRAWL_EVENT_LINK_MORE, talk_get(&rest));
        break;
    case WIRE_TEXT:
        receive_take_event(receiver, TRAWL_EVENT_TEXT, talk_get(&rest));
        break;
    case WIRE_SAID:
        say_copy(talk_get(&rest));
        break;
    case WIRE_PROGRESS:
        p->read = talk_get_number(&rest);
        p->total = talk_get_number(&rest);
        break;
    case WIRE_END:
        receive_take_end(receiver, rest);
        break;
    default:
        return false;
    }
    return true;
}

/* Takes the records of a message. Returns 0, or -1 after an error message. */
static int take_records(struct receiver *receiver, trawl_str records)
{
    struct choices *c = &receiver->pick->choices;

    while (records.n > 0 && !receiver->ended && !receiver->full && c->error == TRAWL_OK)
        if (!take_record(receiver, talk_get(&records))) {
            say("pick", "the process that reads the input sent something wrong; it was ended", NULL,
                NULL);
            return -1;
        }
    if (receiver->full)
        say("pick", "there are too many links; the rest is not shown", NULL, NULL);
    if (c->error == TRAWL_OK)
        return receiver->full ? -1 : 0;
    (void)command_trouble("pick", c->error);
    return -1;
}

int reader_run(struct pick *p, reader_idle *idle, void *user)
{
    struct receiver receiver = {.pick = p, .message = {.size = sizeof receiver.message}};
    struct talk_part part = {.size = 0};
    int stop = 0, got;

    p->reading = true;
    while (!receiver.ended && !(idle && (stop = idle(user, p->reader)) != 0)) {
        got = talk_receive_part(p->reader, &part);
        if (got <= 0)
            say("pick", "the process that reads the input has ended too early", NULL, NULL);
        if (got <= 0 || (got == 1 && take_records(&receiver, talk_part_message(&part)) < 0)) {
            p->bad = true;
            break;
        }
    }
    p->reading = false;
    choices_end(&p->choices);
    talk_part_free(&part);
    (void)close(p->reader);
    p->reader = -1;
    return receiver.failed ? -1 : stop;
}
