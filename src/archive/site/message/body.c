/* body.c - the text of a message as HTML
 *
 * A writer of trawl_emit.h writes the text parts with their structure, and all links in them. If a
 * message has a text both as plain text and as HTML, the plain text is shown. A part is an
 * attachment if it has a name, or if it has bytes but shows no text; see files.c. A message that
 * may have attachments in its text is read twice; see embedded.c.
 */
#include <stdio.h>
#include <stdlib.h>
#include <trawl_emit.h>

#include "base/ascii.h"
#include "app/guard/guard.h"
#include "archive/site/message/message.h"

struct body {
    struct site *site;
    trawl_settings *settings;
    trawl_mail *mail;
    trawl_emit *writer;        /* of the texts of the message; NULL before the first */
    bool open;                 /* a text is open */
    struct buffer name, type;  /* of the part */
    struct buffer alternative; /* the path of the last multipart/alternative */
    bool within, plain;        /* the part is in `alternative`; plain text of it was shown */
    bool dropped;              /* the part is HTML, the alternative of plain text that was shown */
    unsigned texts;            /* so far */
    struct body_parts parts;
    struct buffer held;        /* HTML with links that lead home: see body_put() */
    int coloured;              /* the span opened last: an index of `colours`, or COLOURS */
    trawl_str close;           /* its end, and a line end after it, that are not yet written */
    char mark[HASH_ROOM + 10]; /* the URL of such a link */
    struct attachment file;    /* of the part */
    bool content;              /* bytes of the part's body were seen */
    bool skipped, written;     /* it has data that is not text; text of it was written */
    size_t text_n;             /* the bytes of its text so far */
    bool cut;                  /* TEXT_MOST bytes of an attachment were shown */
    uint64_t ahead;            /* the bytes of the reader's input before the message */
    struct embedded embedded;
    bool searching;   /* this pass finds attachments in the text */
    uint64_t at;      /* the place in the text */
    size_t cuts_done; /* of embedded.cuts: those that end before `at` */
    struct mask mask;
    struct buffer masked;
    int error; /* of body_take_event() */
};

/* ---- Texts ---- */

/* A link that leads home is first written with a URL that no other link has: a fragment of MARK and
 * the hash of the message. Then the path of the message's page replaces this URL. */
#define MARK "#home."
static const char mark_href[] = "href=\"" MARK, quote_mark[] = "<span class=\"trawl-mark\" hidden>";

/* The spans of lines of a diff. Successive lines of a colour share one span. */
enum { COLOURS = 4 };
static const char *const colours[COLOURS] = {
    "<span class=\"trawl-added\">", "<span class=\"trawl-removed\">", "<span class=\"trawl-file\">",
    "<span class=\"trawl-hunk\">"};

static bool body_has(trawl_str html, const char *word)
{
    return html.n >= strlen(word) && memcmp(html.p, word, strlen(word)) == 0;
}

/* Writes HTML of whole tags. Holds back the end of a coloured span until it is known whether the
 * next line has the same colour. */
static void put_coloured(struct body *b, trawl_str html)
{
    static const char close[] = "</span>\n";
    struct output *out = &b->site->out;

    for (size_t n; html.n > 0; html = (trawl_str){html.p + n, html.n - n}) {
        if (b->close.n == sizeof close - 2 && html.p[0] == '\n') {
            b->close.n++;
            n = 1;
            continue;
        }
        if (b->close.n == sizeof close - 1 && body_has(html, colours[b->coloured])) {
            b->close.n = 0;
            output_byte(out, '\n');
            n = strlen(colours[b->coloured]);
            continue;
        }
        output_bytes(out, b->close.p, b->close.n);
        b->close.n = 0;
        if (b->coloured < COLOURS && body_has(html, "</span>")) {
            b->close = (trawl_str){close, n = sizeof close - 2};
            continue;
        }
        if (body_has(html, "<span"))
            for (b->coloured = 0; b->coloured < COLOURS; b->coloured++)
                if (body_has(html, colours[b->coloured]))
                    break;
        n = 1 + fragment_find((trawl_str){html.p + 1, html.n - 1}, 0, "<");
        output_bytes(out, html.p, n);
    }
}

/* Writes HTML without the hidden marks of quotes and lists, and with the paths of links that lead
 * home, up to a tag that is not whole, or all of it. */
static void body_put_held(struct body *b, bool all)
{
    trawl_str html = buffer_str(&b->held);
    struct output *out = &b->site->out;
    size_t at = 0, mark = 0, href = 0, end = html.n;

    while (!all && end > 0 && html.p[end - 1] != '<' && html.p[end - 1] != '>')
        end--;
    if (end > 0 && html.p[end - 1] == '<')
        html.n = end - 1; /* a tag that is not whole */

    for (;; at = end) {
        mark = mark < at || at == 0 ? fragment_find(html, at, quote_mark) : mark;
        href = href < at || at == 0 ? fragment_find(html, at, mark_href) : href;
        end = mark < href ? mark : href;
        put_coloured(b, (trawl_str){html.p + at, end - at});
        at = end;
        end = fragment_find(html, at, mark < href ? "</span>" : ">");
        if (end == html.n)
            break;
        if (mark < href) {
            end += strlen("</span>");
        } else {
            output_text(out, "href=\"");
            put_up(b->site);
            href += strlen(mark_href);
            output_printf(out, "m/%.2s/%.38s.html\"", html.p + href, html.p + href + 2);
        }
    }
    if (all) {
        output_bytes(out, b->close.p, b->close.n);
        b->close.n = 0;
        b->coloured = COLOURS;
    }
    b->held.n -= at;
    if (b->held.n > 0)
        memmove(b->held.p, html.p + at, b->held.n);
}

static int body_put(void *user, const char *bytes, size_t n)
{
    struct body *b = user;

    if (buffer_add(&b->held, bytes, n) != TRAWL_OK)
        return TRAWL_ERROR_NO_MEMORY;
    body_put_held(b, false);
    return b->site->out.error != 0;
}

/* Returns true if the type of the part begins with `type`. */
static bool body_is_type(const struct body *b, const char *type)
{
    size_t n = strlen(type);

    return b->type.n >= n && memcmp(b->type.p, type, n) == 0;
}

/* Begins a text part. Opens the writer at the first one. */
static int body_begin_text(struct body *b, const trawl_mail_part *part)
{
    struct output *out = &b->site->out;
    const trawl_emit_config config = {.size = sizeof config,
                                      .options = TRAWL_EMIT_OPTION_STRUCTURE,
                                      .rel = {SITE_REL, sizeof SITE_REL - 1}};
    const trawl_event begin = {.size = sizeof begin, .type = TRAWL_EVENT_PART, .part = part};
    int error;

    if (b->parts.fields)
        fields_put_rest(b->parts.fields);
    if (b->name.n > 0 || b->texts > 0) {
        output_text(out, "<h2 class=\"part\">");
        put_text(b->site, b->name.n > 0 ? buffer_str(&b->name) : site_str("Another part"), 200);
        output_text(out, " <span class=\"dim\">");
        put_text(b->site, buffer_str(&b->type), 100);
        output_text(out, "</span></h2>\n");
    }
    b->texts++;
    b->plain |= b->within && body_is_type(b, "text/plain");
    b->written = true;
    output_text(out, "<div>\n");
    b->open = true;
    error = b->writer ? 0 : trawl_emit_open(&b->writer, &config, body_put, b);
    return error ? error : trawl_emit_event(b->writer, &begin);
}

/* Writes the text that mask_put() still holds. */
static int body_end_mask(struct body *b)
{
    trawl_event rest = {.size = sizeof rest, .type = TRAWL_EVENT_TEXT};

    b->masked.n = 0;
    if (!b->open || mask_end(&b->mask, &b->masked) != TRAWL_OK)
        return b->open ? TRAWL_ERROR_NO_MEMORY : 0;
    rest.text = buffer_str(&b->masked);
    return b->masked.n > 0 ? trawl_emit_event(b->writer, &rest) : 0;
}

static int body_end_text(struct body *b)
{
    const trawl_event end = {.size = sizeof end, .type = TRAWL_EVENT_PART};
    int stop = body_end_mask(b);

    if (b->open && !stop)
        stop = trawl_emit_event(b->writer, &end);
    if (b->open && !stop)
        stop = trawl_emit_flush(b->writer);
    body_put_held(b, true);
    if (b->open)
        output_text(&b->site->out, "\n</div>\n");
    if (b->cut)
        output_text(&b->site->out,
                    "<p class=\"dim\">The rest of this attachment is only in its file.</p>\n");
    b->open = b->cut = false;
    return stop;
}

/* Returns true for empty lines. */
static bool is_empty(trawl_str text)
{
    size_t i = 0;

    while (i < text.n && (unsigned char)text.p[i] <= ' ')
        i++;
    return i == text.n && (i == 0 || text.p[i - 1] == '\n');
}

/* Sets `to` to the link with its mark, and returns true, if the link leads home. */
static bool body_lead(struct body *b, const trawl_link *link, trawl_link *to)
{
    char path[PATH_ROOM];

    if (!link || !b->parts.leads || !home_path(b->site, link->url, path))
        return false;
    (void)snprintf(b->mark, sizeof b->mark, MARK "%.2s%.38s", path + 2, path + 5);
    *to = *link;
    to->kind = TRAWL_KIND_RULE;
    to->url = site_str(b->mark);
    to->flags = to->alt_count = 0;
    return true;
}

/* Writes an event with `to` as its link, which leads home or is its own. Its text is masked. An
 * HTML link that shows another text is followed by its URL. */
static int put_lead(struct body *b, const trawl_event *e, const trawl_link *to)
{
    const trawl_link *link = e->link;
    trawl_event copy = *e, after = {.size = sizeof after, .type = TRAWL_EVENT_TEXT};
    const bool same = index_same(e->text, link->url);
    const bool shows = link->kind == TRAWL_KIND_HTML && !same && !site_masks(b->site);
    const trawl_str parts[] = {{" <", 2}, link->url, {">", 1}};
    int failed = body_end_mask(b);

    copy.link = to;
    b->masked.n = 0;
    if (site_masks(b->site) && !failed) {
        failed = mask_text(b->site, &b->masked, e->text);
        copy.text = buffer_str(&b->masked);
    }
    if (!failed)
        failed = trawl_emit_event(b->writer, &copy);
    for (int i = 0; i < 3 && !failed && shows; i++) {
        after.text = parts[i];
        failed = trawl_emit_event(b->writer, &after);
    }
    return failed;
}

/* Writes an event of a text. Skips empty lines at the start of the text, and fields in the header
 * of a part, such as a protected Subject, which repeat those of the message; fields of an attached
 * message stay. If addresses are masked, links with an address become text. */
static int put_event(struct body *b, const trawl_event *e)
{
    trawl_event copy = *e;
    trawl_link home;
    int failed;

    if (e->field.n > 0 && !body_is_type(b, "message/"))
        return 0;
    if (!b->open && e->type == TRAWL_EVENT_TEXT && is_empty(e->text)) {
        b->written |= e->text.n > 0;
        return 0;
    }
    b->text_n += e->text.n;
    if (b->name.n > 0 && b->text_n > TEXT_MOST && b->open && !site_masks(b->site)) {
        b->cut = true;
        return 0;
    }
    if (!b->open && (failed = body_begin_text(b, e->part)) != 0)
        return failed;
    if (body_lead(b, e->link, &home))
        return put_lead(b, e, &home);
    if (!site_masks(b->site))
        return trawl_emit_event(b->writer, e);
    if (e->link && !has_address(e->link->url))
        return put_lead(b, e, e->link);
    b->masked.n = 0;
    if (mask_put(&b->mask, &b->masked, e->text) != TRAWL_OK)
        return TRAWL_ERROR_NO_MEMORY;
    copy.type = TRAWL_EVENT_TEXT;
    copy.link = NULL;
    copy.text = buffer_str(&b->masked);
    return copy.text.n > 0 ? trawl_emit_event(b->writer, &copy) : 0;
}

/* Writes an event of a text without the attachments in it. */
static int put_rest_of(struct body *b, const trawl_event *e)
{
    const size_t count = b->embedded.cuts.n / sizeof(struct embedded_cut);
    const uint64_t end = b->at + e->text.n;
    int failed = 0;

    while (b->at < end && !failed) {
        struct embedded_cut cut = {end, end};
        trawl_event piece = *e;

        if (b->cuts_done < count)
            memcpy(&cut, b->embedded.cuts.p + b->cuts_done * sizeof cut, sizeof cut);
        if (b->at < cut.from) {
            const uint64_t to = cut.from < end ? cut.from : end;

            piece.text.p += e->text.n - (size_t)(end - b->at);
            piece.text.n = (size_t)(to - b->at);
            failed = put_event(b, &piece);
            b->at = to;
            continue;
        }
        b->written = true;
        b->at = cut.to < end ? cut.to : end;
        b->cuts_done += cut.to <= end;
    }
    return failed;
}

/* ---- Parts ---- */

/* Adds the part that ends to the attachments, if it is one. */
static int body_end_file(struct body *b)
{
    bool file = b->name.n > 0 || b->skipped || (b->content && !b->written && !b->dropped);

    if (!b->content || !file || body_is_type(b, "multipart/") || body_is_type(b, "message/rfc822"))
        return 0;
    b->content = false;
    return files_add(b->parts.files, &b->file, buffer_str(&b->name), buffer_str(&b->type),
                     (trawl_str){"", 0}) == 0
               ? 0
               : TRAWL_ERROR_NO_MEMORY;
}

/* Notes where the body of the part is. */
static void body_note_place(struct body *b, const trawl_event *e)
{
    uint64_t from = e->span.from - b->ahead, to = e->span.to - b->ahead;

    if (e->part->type.n == 0 ||
        (e->type == TRAWL_EVENT_SKIP && e->reason != TRAWL_SKIP_ATTACHMENT &&
         e->reason != TRAWL_SKIP_HTML))
        return;
    if (!b->content)
        b->file.from = from;
    b->file.to = to;
    b->content = true;
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

    if (!stop)
        stop = body_end_file(b);
    if (stop)
        return stop;
    if (b->parts.fields)
        fields_put_rest(b->parts.fields);
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
    b->file = (struct attachment){.encoding = decode_find(part->encoding)};
    b->content = b->skipped = b->written = false;
    b->text_n = 0;
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
        b->skipped |= e->reason == TRAWL_SKIP_ATTACHMENT;
        body_note_place(b, e);
        return 0;
    case TRAWL_EVENT_TEXT:
    case TRAWL_EVENT_LINK:
    case TRAWL_EVENT_LINK_MORE:
        if (own)
            return b->parts.fields ? fields_add(b->parts.fields, e->field, e->text) : 0;
        body_note_place(b, e);
        if (b->embedded.cuts.n > 0 && e->text.n > 0 && !b->dropped)
            return put_rest_of(b, e);
        b->at += e->text.n;
        return b->dropped ? 0 : put_event(b, e);
    case TRAWL_EVENT_MARKUP:
        return own || b->dropped ? 0 : put_event(b, e);
    default:
        return 0;
    }
}

/* A trawl_sink. Keeps the error, since of the errors that a sink returns the library passes on only
 * TRAWL_ERROR_NO_MEMORY. */
static int body_take_event(void *user, const trawl_event *e)
{
    struct body *b = user;
    int stop = b->searching ? embedded_take(&b->embedded, e) : body_put_any(b, e);

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
        failed = trawl_settings_open(&b->settings, &config);
    mail.settings = b ? b->settings : NULL;
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
    trawl_settings_close(&b->settings);
    buffer_free(&b->name);
    buffer_free(&b->type);
    buffer_free(&b->alternative);
    embedded_free(&b->embedded);
    buffer_free(&b->mask.held);
    buffer_free(&b->masked);
    buffer_free(&b->held);
    free(b);
}

static bool body_is_mailbox(int input)
{
    return input >= TRAWL_INPUT_MBOX && input <= TRAWL_INPUT_MBOXCL2;
}

/* A source_bytes. */
static int body_take(void *body, const char *p, size_t n)
{
    struct body *b = body;
    int stop = trawl_mail_feed(b->mail, p, n);

    guard_step(0);
    return b->error ? b->error : stop;
}

/* Reads the message once. */
static int body_read(struct body *b, int input)
{
    static const char from[] = "From - Thu Jan  1 00:00:00 1970\n";
    const bool box = body_is_mailbox(input);
    int stop = trawl_mail_reset(b->mail);

    b->ahead = box ? sizeof from - 1 : 0;
    b->error = 0;
    if (b->searching)
        embedded_begin(&b->embedded, b->ahead);
    if (!stop)
        stop = trawl_mail_expect(b->mail, box || !source_is_mail(input) ? input : TRAWL_INPUT_MAIL);
    if (!stop && box)
        stop = trawl_mail_feed(b->mail, from, sizeof from - 1);
    if (!stop)
        stop = spool_read(b->parts.spool, 0, b->parts.spool->n, body_take, b);
    if (!stop)
        stop = trawl_mail_finish(b->mail);
    return b->error ? b->error : stop;
}

/* Prepares for the pass that writes. */
static void body_begin(struct body *b)
{
    trawl_emit_close(&b->writer);
    b->parts.files->rows.n = b->parts.files->texts.n = 0;
    b->file = (struct attachment){.encoding = DECODE_NONE};
    b->open = b->cut = b->content = b->skipped = b->written = false;
    b->name.n = b->type.n = 0;
    buffer_free(&b->alternative);
    b->within = b->plain = b->dropped = false;
    b->texts = 0;
    b->text_n = b->held.n = b->close.n = 0;
    b->coloured = COLOURS;
    b->at = 0;
    b->cuts_done = 0;
    b->mask.held.n = 0;
    b->mask.hide = b->site->options.addresses == 1 + ADDRESSES_HIDDEN;
}

int body_put_message(struct body *b, int input, const struct body_parts *parts)
{
    int stop = 0;

    b->parts = *parts;
    embedded_begin(&b->embedded, 0);
    if (source_is_mail(input) && embedded_may_be(parts->spool)) {
        b->searching = true;
        stop = body_read(b, input);
        b->searching = false;
        stop = stop ? stop : embedded_end(&b->embedded);
    }
    body_begin(b);
    if (!stop)
        stop = body_read(b, input);
    if (!stop)
        stop = body_end_text(b);
    if (!stop)
        stop = body_end_file(b);
    if (!stop && files_add_all(b->parts.files, &b->embedded.files) < 0)
        stop = TRAWL_ERROR_NO_MEMORY;
    if (!stop && b->parts.fields)
        fields_put_rest(b->parts.fields);
    return stop ? stop : files_list(b->parts.files, b->site, b->parts.spool, b->parts.hash);
}
