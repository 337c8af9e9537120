/* body.c - the text and the attachments of a message as HTML
 *
 * A writer of trawl_emit.h writes the text parts with their structure, and all links in them. If a
 * text is there as plain text and as HTML, the plain text is shown. Other parts are listed by name,
 * type and size.
 */
#include "archive/site/site.h"

#include <stdlib.h>
#include <trawl_emit.h>

#include "base/ascii.h"

struct body {
    struct site *site;
    trawl_settings *settings;
    trawl_mail *mail;
    struct input_bodies bodies;
    trawl_emit *writer;        /* of the texts of the message; NULL before the first */
    bool open;                 /* a text is open */
    struct buffer name, type;  /* of the part */
    struct buffer alternative; /* the path of the last multipart/alternative */
    bool within, plain;        /* the part is in `alternative`; plain text of that was shown */
    bool dropped;              /* the part is an HTML alternative of such text */
    bool base64;
    unsigned texts; /* so far */
    uint64_t skipped;
    struct buffer attachments; /* HTML */
    struct buffer masked;
    int mask;  /* the state of mask_text() */
    int error; /* of body_take_event() */
};

/* ---- Texts ---- */

static int body_put(void *user, const char *bytes, size_t n)
{
    struct body *b = user;

    output_bytes(&b->site->out, bytes, n);
    return b->site->out.error != 0;
}

/* Begins a text part. Opens the writer at the first one. */
static int body_begin_text(struct body *b)
{
    struct output *out = &b->site->out;
    trawl_emit_config config = {.size = sizeof config, .options = TRAWL_EMIT_OPTION_STRUCTURE};

    if (b->name.n > 0 || b->texts > 0) {
        output_text(out, "<h2 class=\"part\">");
        put_text(b->site, b->name.n > 0 ? buffer_str(&b->name) : site_str("Another part"), 200);
        output_text(out, " <span class=\"dim\">");
        put_text(b->site, buffer_str(&b->type), 100);
        output_text(out, "</span></h2>\n");
    }
    b->texts++;
    b->plain |= b->within && b->type.n == 10 && memcmp(b->type.p, "text/plain", 10) == 0;
    b->mask = 0;
    output_text(out, "<div>\n");
    b->open = true;
    return b->writer ? 0 : trawl_emit_open(&b->writer, &config, body_put, b);
}

static int body_end_text(struct body *b)
{
    const trawl_event end = {.size = sizeof end, .type = TRAWL_EVENT_PART};
    int stop = b->open ? trawl_emit_event(b->writer, &end) : 0;

    if (b->open && !stop)
        stop = trawl_emit_flush(b->writer);
    if (b->open)
        output_text(&b->site->out, "\n</div>\n");
    b->open = false;
    return stop;
}

static bool has_address(trawl_str url)
{
    for (size_t i = 0; i < url.n; i++)
        if (url.p[i] == '@' ||
            (url.p[i] == '%' && i + 2 < url.n && url.p[i + 1] == '4' && url.p[i + 2] == '0'))
            return true;
    return false;
}

/* Writes an event of a text. With --mask-addresses, links with an address become text. */
static int put_event(struct body *b, const trawl_event *e)
{
    trawl_event copy = *e;

    if (!b->open && e->text.n == 0 && e->type == TRAWL_EVENT_TEXT)
        return 0;
    if (!b->open) {
        int failed = body_begin_text(b);

        if (failed)
            return failed;
    }
    if (b->site->options.mask && (!e->link || has_address(e->link->url))) {
        b->masked.n = 0;
        if (mask_text(&b->masked, e->text, &b->mask) != TRAWL_OK)
            return TRAWL_ERROR_NO_MEMORY;
        copy.type = TRAWL_EVENT_TEXT;
        copy.link = NULL;
        copy.text = buffer_str(&b->masked);
    } else if (e->link) {
        b->mask = 0;
    }
    return trawl_emit_event(b->writer, &copy);
}

/* ---- Parts ---- */

static void body_put_size(struct output *out, uint64_t n)
{
    if (n < 1000)
        output_printf(out, "%u bytes", (unsigned)n);
    else if (n < 1000000)
        output_printf(out, "%u KB", (unsigned)((n + 500) / 1000));
    else
        output_printf(out, "%.1f MB", (double)n / 1e6);
}

/* Lists the part that ends, if it is an attachment. */
static void list_attachment(struct body *b)
{
    struct output *out = &b->site->out;

    if (b->skipped == 0)
        return;
    out->hold = &b->attachments;
    output_text(out, "<li><bdi>");
    put_text(b->site, b->name.n > 0 ? buffer_str(&b->name) : site_str("(no name)"), 200);
    output_text(out, "</bdi> <span class=\"dim\">");
    put_text(b->site, buffer_str(&b->type), 100);
    output_text(out, ", about ");
    body_put_size(out, b->base64 ? b->skipped / 4 * 3 : b->skipped);
    output_text(out, "</span></li>\n");
    out->hold = NULL;
    b->skipped = 0;
}

static int body_set(struct buffer *buffer, trawl_str text)
{
    buffer->n = 0;
    return buffer_add(buffer, text.p, text.n);
}

/* Returns true for a part below the last multipart/alternative. */
static bool body_is_within(const struct body *b, trawl_str path)
{
    const struct buffer *a = &b->alternative;

    return a->size > 0 && path.n > a->n && memcmp(path.p, a->p, a->n) == 0 &&
           (a->n == 0 || path.p[a->n] == '.');
}

static int body_begin_part(struct body *b, const trawl_mail_part *part)
{
    bool alternative = part->type.n == 21 && memcmp(part->type.p, "multipart/alternative", 21) == 0;
    int stop = body_end_text(b);

    list_attachment(b);
    if (stop)
        return stop;
    if (body_set(&b->name, part->name) != TRAWL_OK || body_set(&b->type, part->type) != TRAWL_OK)
        return TRAWL_ERROR_NO_MEMORY;
    if (alternative) {
        b->plain = false;
        if (buffer_add(&b->alternative, "", 1) != TRAWL_OK ||
            body_set(&b->alternative, part->path) != TRAWL_OK)
            return TRAWL_ERROR_NO_MEMORY;
    }
    b->within = !alternative && body_is_within(b, part->path);
    b->dropped =
        b->within && b->plain && part->type.n == 9 && memcmp(part->type.p, "text/html", 9) == 0;
    b->base64 = part->encoding.n == 6 && ascii_same(part->encoding.p, "base64", 6);
    return 0;
}

/* Returns 0, 1 to stop, or an error of the library. */
static int body_put_any(struct body *b, const trawl_event *e)
{
    bool own = e->message->number > 0 && e->part->type.n == 0; /* in the message's own header */

    switch (e->type) {
    case TRAWL_EVENT_PART:
        return body_begin_part(b, e->part);
    case TRAWL_EVENT_SKIP:
        if (e->reason == TRAWL_SKIP_ATTACHMENT)
            b->skipped += e->span.to - e->span.from;
        return 0;
    case TRAWL_EVENT_TEXT:
    case TRAWL_EVENT_LINK:
    case TRAWL_EVENT_LINK_MORE:
    case TRAWL_EVENT_MARKUP:
        return own || b->dropped ? 0 : put_event(b, e);
    default:
        return 0;
    }
}

/* A trawl_sink. Keeps the error: of those that a sink returns, the library passes on only
 * TRAWL_ERROR_NO_MEMORY. */
static int body_take_event(void *user, const trawl_event *e)
{
    struct body *b = user;
    int stop = body_put_any(b, e);

    b->error = stop < 0 ? stop : b->error;
    return stop != 0;
}

/* ---- Messages ---- */

struct body *body_open(struct site *s)
{
    struct body *b = calloc(1, sizeof *b);
    trawl_config config = {
        .size = sizeof config, .charset = site_str(s->options.charset), .valid = s->options.valid};
    trawl_mail_config mail = {.size = sizeof mail,
                              .headers = TRAWL_HEADERS_NONE,
                              .options = TRAWL_MAIL_OPTION_SHOW | TRAWL_MAIL_OPTION_ANCHORS |
                                         TRAWL_MAIL_OPTION_MARKUP};
    int failed = b ? TRAWL_OK : TRAWL_ERROR_NO_MEMORY;

    config.charset = s->options.charset ? config.charset : (trawl_str){"", 0};
    if (b)
        b->site = s;
    if (!failed)
        failed = trawl_settings_new(&b->settings, &config);
    mail.settings = b ? b->settings : NULL;
    mail.unpacker = b ? input_bodies_begin(&b->bodies) : NULL;
    if (!failed)
        failed = trawl_mail_open(&b->mail, &mail, body_take_event, b);
    if (!failed)
        return b;
    if (failed == TRAWL_ERROR_BAD_CHARSET)
        say("site", "--charset: no charset ", s->options.charset, "");
    else
        (void)command_trouble("site", failed);
    body_close(b);
    return NULL;
}

void body_close(struct body *b)
{
    if (!b)
        return;
    trawl_mail_close(&b->mail);
    trawl_emit_close(&b->writer);
    trawl_settings_free(&b->settings);
    buffer_free(&b->name);
    buffer_free(&b->type);
    buffer_free(&b->alternative);
    buffer_free(&b->attachments);
    buffer_free(&b->masked);
    free(b);
}

static bool body_is_mailbox(int input)
{
    return input >= TRAWL_INPUT_MBOX && input <= TRAWL_INPUT_MBOXCL2;
}

int body_begin(struct body *b, int input, budget *budget_of_input)
{
    static const char from[] = "From - Thu Jan  1 00:00:00 1970\n";
    bool as_is = body_is_mailbox(input) || input == TRAWL_INPUT_TEXT || input == TRAWL_INPUT_HTML ||
                 input == TRAWL_INPUT_WARC;
    int failed = trawl_mail_reset(b->mail);

    trawl_emit_close(&b->writer);
    input_bodies_charge(&b->bodies, budget_of_input);
    b->open = false;
    b->name.n = b->type.n = b->attachments.n = 0;
    buffer_free(&b->alternative);
    b->within = b->plain = b->dropped = b->base64 = false;
    b->texts = 0;
    b->error = 0;
    b->skipped = 0;
    if (!failed)
        failed = trawl_mail_expect(b->mail, as_is ? input : TRAWL_INPUT_MAIL);
    if (!failed && body_is_mailbox(input))
        failed = trawl_mail_feed(b->mail, from, sizeof from - 1);
    return failed;
}

int body_take(void *body, const char *p, size_t n)
{
    struct body *b = body;

    int stop = trawl_mail_feed(b->mail, p, n);

    return b->error ? b->error : stop;
}

int body_end(struct body *b)
{
    int stop = trawl_mail_finish(b->mail);

    if (b->error)
        stop = b->error;
    else if (!stop)
        stop = body_end_text(b);
    list_attachment(b);
    if (b->attachments.n > 0) {
        output_text(&b->site->out, "<h2>Attachments</h2>\n<ul class=\"list\">\n");
        output_bytes(&b->site->out, b->attachments.p, b->attachments.n);
        output_text(&b->site->out, "</ul>\n");
    }
    return stop;
}
