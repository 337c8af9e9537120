/* wire.c - what the process that reads the input sends: links, the text around them, messages
 *
 * A message of talk.c is a list of records. A record is a text: its kind, and those fields of an
 * event that choices.c uses. reader.c writes the records, receive.c reads and checks them.
 */
#include "pick/pick.h"

/* Ends a record: appends it to the message, unless there was an error. */
static void end_record(struct wire *w, int error)
{
    size_t before = w->message.n;

    if (error == TRAWL_OK)
        error = talk_put(&w->message, buffer_str(&w->record));
    if (error != TRAWL_OK) {
        w->message.n = before;
        w->error = TRAWL_ERROR_NO_MEMORY;
    }
}

static int begin_record(struct wire *w, enum wire_kind kind)
{
    w->record.n = 0;
    return talk_put_number(&w->record, kind);
}

void wire_text(struct wire *w, enum wire_kind kind, trawl_str text)
{
    int error = begin_record(w, kind);

    end_record(w, error | talk_put(&w->record, text));
}

void wire_numbers(struct wire *w, const uint64_t *numbers, size_t count)
{
    int error = TRAWL_OK;

    w->record.n = 0;
    for (size_t i = 0; i < count; i++)
        error |= talk_put_number(&w->record, numbers[i]);
    end_record(w, error);
}

static void wire_put_link(struct wire *w, const trawl_event *e)
{
    const trawl_link *link = e->link;
    const uint64_t numbers[] = {(uint64_t)link->kind, link->flags, (uint64_t)link->zone,
                                link->quote};
    const trawl_str texts[] = {e->text,      e->field,     link->url,  link->attribute,
                               link->anchor, link->target, link->inner};
    struct buffer *to = &w->record;
    int error = begin_record(w, WIRE_LINK);

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        error |= talk_put_number(to, numbers[i]);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        error |= talk_put(to, texts[i]);
    for (unsigned i = 0; i < link->alt_count; i++) {
        error |= talk_put_number(to, (uint64_t)link->alts[i].why);
        error |= talk_put(to, link->alts[i].url);
    }
    end_record(w, error);
}

static void wire_put_message(struct wire *w, const trawl_mail_message *m)
{
    int error = begin_record(w, WIRE_MESSAGE);

    error |= talk_put(&w->record, m->subject);
    end_record(w, error | talk_put(&w->record, m->from));
}

int wire_event(void *user, const trawl_event *e)
{
    struct wire *w = user;

    switch (e->type) {
    case TRAWL_EVENT_MESSAGE:
        wire_put_message(w, e->message);
        break;
    case TRAWL_EVENT_PART:
        wire_text(w, WIRE_PART, (trawl_str){"", 0});
        break;
    case TRAWL_EVENT_LINK:
        wire_put_link(w, e);
        break;
    case TRAWL_EVENT_LINK_MORE:
        wire_text(w, WIRE_MORE, e->text);
        break;
    case TRAWL_EVENT_TEXT:
        wire_text(w, WIRE_TEXT, e->text);
        break;
    default:
        break;
    }
    if (w->message.n >= WIRE_FULL)
        wire_send(w);
    return w->error == TRAWL_OK ? 0 : 1;
}

void wire_send(struct wire *w)
{
    if (w->message.n > 0 && talk_send(w->fd, buffer_str(&w->message)) < 0)
        w->gone = true;
    w->message.n = 0;
}
