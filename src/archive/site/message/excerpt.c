/* excerpt.c - the beginning of the text of a message, for the feed: its first text part, without
 * quoted lines */
#include <stdlib.h>

#include "archive/site/message/message.h"

#define EXCERPT_MOST ((size_t)800)

struct excerpt {
    struct site *site;
    struct source_reader *reader;
    sqlite3_stmt *place;
    trawl_mail *mail;
    struct buffer text;
    bool quoted, line, done; /* in a quoted line; within a line; there is enough text */
};

/* Adds text, but no quoted lines. */
static int excerpt_add(struct excerpt *x, trawl_str text)
{
    for (size_t i = 0; i < text.n && x->text.n < EXCERPT_MOST; i++) {
        char c = text.p[i];

        if (!x->line)
            x->quoted = c == '>';
        x->line = c != '\n';
        if (!x->quoted && (x->text.n > 0 || !strchr(" \t\r\n", c)) &&
            buffer_add(&x->text, &c, 1) != TRAWL_OK)
            return 1;
    }
    x->done = x->text.n >= EXCERPT_MOST;
    return x->done;
}

/* A trawl_sink. */
static int excerpt_take(void *user, const trawl_event *event)
{
    struct excerpt *x = user;

    if (event->type == TRAWL_EVENT_PART && x->text.n > 0) {
        x->done = true;
        return 1;
    }
    if (event->part->type.n < 5 || memcmp(event->part->type.p, "text/", 5) != 0)
        return 0;
    return event->type == TRAWL_EVENT_TEXT || event->type == TRAWL_EVENT_LINK ||
                   event->type == TRAWL_EVENT_LINK_MORE
               ? excerpt_add(x, event->text)
               : 0;
}

struct excerpt *excerpt_open(struct site *s)
{
    struct excerpt *x = calloc(1, sizeof *x);
    trawl_mail_config config = {.size = sizeof config,
                                .headers = TRAWL_HEADERS_NONE,
                                .options = TRAWL_MAIL_OPTION_ANCHORS,
                                .input = TRAWL_INPUT_MAIL};

    if (x) {
        x->site = s;
        x->reader = source_open(s);
        x->place = db_prepare(&s->db, "SELECT source, at, length FROM place WHERE id = ?1");
    }
    if (x && x->reader && x->place && !trawl_mail_open(&x->mail, &config, excerpt_take, x))
        return x;
    excerpt_close(x);
    (void)command_trouble("site", TRAWL_ERROR_NO_MEMORY);
    return NULL;
}

void excerpt_close(struct excerpt *x)
{
    if (!x)
        return;
    source_close(x->reader);
    trawl_mail_close(&x->mail);
    buffer_free(&x->text);
    free(x);
}

/* A source_bytes. Returns 2 when there is enough text. */
static int excerpt_feed(void *user, const char *p, size_t n)
{
    struct excerpt *x = user;
    int stop = trawl_mail_feed(x->mail, p, n);

    return x->done || stop > 0 ? 2 : stop;
}

/* Reads the row of the place of a message. Returns 1 if there is one, 0, or -1. */
static int excerpt_find(struct excerpt *x, int64_t message)
{
    (void)sqlite3_bind_int64(x->place, 1, message);
    return db_step(&x->site->db, x->place);
}

int excerpt_print(struct excerpt *x, int64_t message, sip_hash *print)
{
    int64_t place[4] = {0};
    int found = excerpt_find(x, message);

    if (found <= 0)
        return found;
    for (int i = 0; i < 3; i++)
        place[i] = sqlite3_column_int64(x->place, i);
    db_reset(&x->site->db, x->place);
    place[3] = source_generation(x->reader, place[0]);
    *print = sip_of(*print, (const char *)place, sizeof place);
    return place[3] < 0 ? -1 : 0;
}

/* Returns how a message of this kind of input is read alone. */
static int excerpt_input(int input)
{
    return source_is_mail(input) ? TRAWL_INPUT_MAIL : input;
}

int excerpt_read(struct excerpt *x, int64_t message, trawl_str *text)
{
    int found = excerpt_find(x, message), stop;
    int64_t source, at, length;

    x->text.n = 0;
    *text = (trawl_str){"", 0};
    if (found <= 0)
        return found;
    source = sqlite3_column_int64(x->place, 0);
    at = sqlite3_column_int64(x->place, 1);
    length = sqlite3_column_int64(x->place, 2);
    db_reset(&x->site->db, x->place);
    x->quoted = x->line = x->done = false;
    if (source_generation(x->reader, source) < 0 || trawl_mail_reset(x->mail) != TRAWL_OK ||
        trawl_mail_expect(x->mail, excerpt_input(source_input(x->reader))) != TRAWL_OK)
        return -1;
    stop = source_read(x->reader, source, (uint64_t)at, (uint64_t)length, excerpt_feed, x);
    if (stop == 0 && !x->done)
        stop = trawl_mail_finish(x->mail);
    if (x->text.n > 0)
        *text = buffer_str(&x->text);
    return stop < 0 ? command_trouble("site", stop) : 0;
}
