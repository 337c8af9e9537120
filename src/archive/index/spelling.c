/* spelling.c - the address in a field From, however it is spelled
 *
 *   ann at a.example (Ann Lee)  ->  ann@a.example
 *
 * Reads the field by the mail reader, so that an index, a query and "forget" agree.
 */
#include "archive/index/index.h"

/* A trawl_sink. Keeps the address of the message. */
static int spelling_event(void *user, const trawl_event *event)
{
    struct spelling *spelling = user;

    if (event->type == TRAWL_EVENT_MESSAGE && event->message->from_addr.n > 0)
        record_add(&spelling->address, event->message->from_addr.p, event->message->from_addr.n);
    return 0;
}

int spelling_open(struct spelling *spelling, struct db *db)
{
    const trawl_config finding = {.size = sizeof finding, .want = TRAWL_WANT_LINK};
    trawl_mail_config config = {.size = sizeof config, .input = TRAWL_INPUT_MAIL};
    int error;

    *spelling = (struct spelling){.db = db};
    error = trawl_settings_open(&spelling->settings, &finding);
    config.settings = spelling->settings;
    if (error == TRAWL_OK)
        error = trawl_mail_open(&spelling->mail, &config, spelling_event, spelling);
    if (error == TRAWL_OK)
        return 0;
    db->failed = true;
    (void)command_trouble(db->command, error);
    return -1;
}

void spelling_close(struct spelling *spelling)
{
    trawl_mail_close(&spelling->mail);
    trawl_settings_close(&spelling->settings);
    buffer_free(&spelling->address);
}

int spelling_read(struct spelling *spelling, trawl_str from)
{
    struct buffer text = {0};
    int error = trawl_mail_reset(spelling->mail);

    spelling->address.n = 0;
    record_add(&text, "From: ", 6);
    for (size_t i = 0; i < from.n; i++)
        record_add(&text, (unsigned char)from.p[i] < ' ' ? " " : from.p + i, 1);
    record_add(&text, "\n\n", 2);
    if (error == TRAWL_OK)
        error = trawl_mail_feed(spelling->mail, text.p, text.n);
    if (error == TRAWL_OK)
        error = trawl_mail_finish(spelling->mail);
    buffer_free(&text);
    if (error == TRAWL_OK)
        return 0;
    spelling->db->failed = true;
    (void)command_trouble(spelling->db->command, error);
    return -1;
}
