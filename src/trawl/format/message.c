/* message.c - shows messages in the text formats
 *
 * A message is shown as a small header, an empty line, and its parts. In a page of HTML each
 * message is a section, and the fields that refer to other messages are shown too.
 */
#include <stdio.h>

#include "trawl/format/format.h"

/* Shows a line end that is not from the source. */
static int show_line_end(struct format_view *v)
{
    const trawl_event e = {.size = sizeof e, .type = TRAWL_EVENT_TEXT, .text = {"\n", 1}};

    return v->format->text(v->state, &e);
}

int message_end_line(struct format_view *v)
{
    bool open = v->shown.line_open;

    v->shown.line_open = false;
    return open ? show_line_end(v) : TRAWL_OK;
}

/* Begins another text: ends the open line, and adds an empty line unless the text is the first.
 * `part` is NULL if the text is the header of a message. */
static int message_begin_text(struct format_view *v, const trawl_mail_part *part, bool first)
{
    const trawl_event e = {.size = sizeof e, .type = TRAWL_EVENT_PART, .part = part};
    int error = message_end_line(v);

    if (error == TRAWL_OK)
        error = v->format->text(v->state, &e);
    return error == TRAWL_OK && !first ? show_line_end(v) : error;
}

/* Returns true for whole HTML pages: messages are sections that link to one another. */
static bool message_is_page(const struct format_view *v)
{
    return v->options->page;
}

/* Notes how the text of an event ends, before it is shown. */
static void message_note(struct message_text *text, trawl_str shown)
{
    if (shown.n == 0)
        return;
    text->line_open = shown.p[shown.n - 1] != '\n';
    text->begun = true;
}

/* Separates a part's text from the header, or from the part before. */
static int message_begin_part(struct format_view *v, const trawl_event *e)
{
    bool first = !v->shown.head && !v->shown.body;

    v->shown.new_part = v->shown.head = false;
    v->shown.body = true;
    return message_begin_text(v, e->part, first);
}

/* ---- The forms of one text ---- */

static bool is_type(const trawl_event *e, const char *type)
{
    return e->part->type.n == strlen(type) && memcmp(e->part->type.p, type, e->part->type.n) == 0;
}

/* Handles the start of a part. In the outermost multipart/alternative, hides HTML if a plain form
 * was shown. */
static void begin_form(struct message_text *text, const trawl_event *e)
{
    if (text->alternative && e->part->depth <= text->alternative_depth)
        text->alternative = false;
    if (!text->alternative && is_type(e, "multipart/alternative")) {
        text->alternative = true;
        text->alternative_depth = e->part->depth;
        text->plain = false;
    }
    text->hidden = text->alternative && text->plain &&
                   (is_type(e, "text/html") || is_type(e, "application/xhtml+xml"));
    text->new_part = true;
}

/* Notes whether a plain form was shown. A form of blanks only does not count. */
static void note_plain(struct message_text *text, const trawl_event *e)
{
    for (size_t i = 0;
         text->alternative && !text->plain && is_type(e, "text/plain") && i < e->text.n; i++)
        text->plain = !strchr(" \t\r\n", e->text.p[i]);
}

/* Returns true for a link in an attribute, which has no text. Only -t notes shows it, as a number
 * after the anchor. */
static bool is_attribute(const trawl_event *e)
{
    return e->type == TRAWL_EVENT_LINK && e->link->attribute.n > 0 && e->text.n == 0;
}

/* ---- Events ---- */

/* Shows a limit that may have hidden links as a line of its own: "[trawl: ...]". */
static int message_take_limit(struct format_view *v, const trawl_event *e)
{
    char note[256];
    int n = snprintf(note, sizeof note, "%s[trawl: %s]\n", v->shown.line_open ? "\n" : "", e->what);
    const trawl_event text = {
        .size = sizeof text, .type = TRAWL_EVENT_TEXT, .text = {note, (size_t)n}};

    message_note(&v->shown, text.text);
    return v->format->text(v->state, &text);
}

/* Passes on what the text that follows is. */
static int message_take_markup(struct format_view *v, const trawl_event *e)
{
    int error = TRAWL_OK;

    if (v->shown.hidden || e->field.n > 0)
        return TRAWL_OK;
    v->shown.in_head = false;
    if (v->shown.new_part)
        error = message_begin_part(v, e);
    return error == TRAWL_OK ? v->format->text(v->state, e) : error;
}

static int message_take_message(struct format_view *v, const trawl_event *e)
{
    struct message_text *text = &v->shown;
    int error;

    if (e->type == TRAWL_EVENT_LIMIT)
        return message_take_limit(v, e);
    if (e->type == TRAWL_EVENT_MARKUP)
        return message_take_markup(v, e);
    if (e->type == TRAWL_EVENT_PART)
        begin_form(text, e);
    if (e->type != TRAWL_EVENT_MESSAGE)
        return TRAWL_OK;
    error = message_begin_text(v, NULL, !text->begun || message_is_page(v));
    text->head = text->body = text->in_head = text->new_part = text->alternative = text->hidden =
        false;
    return error == TRAWL_OK && (message_is_page(v) || format_has_structure(v->options))
               ? v->format->text(v->state, e)
               : error;
}

static int message_take_text(struct format_view *v, const trawl_event *e)
{
    struct message_text *text = &v->shown;
    int error = TRAWL_OK;

    if (e->field.n > 0) {
        text->in_head = true;
        if (e->part->type.n > 0)
            return TRAWL_OK;
        text->head = true;
        message_note(text, e->text);
        return v->format->text(v->state, e);
    }
    if (text->in_head) { /* the empty line after a header: message_begin_part() writes it */
        text->in_head = false;
        return TRAWL_OK;
    }
    if (text->hidden)
        return TRAWL_OK;
    note_plain(text, e);
    if (is_attribute(e) && (v->format != &format_notes || e->link->anchor.n == 0))
        return TRAWL_OK;
    if (text->new_part && (e->text.n > 0 || is_attribute(e)))
        error = message_begin_part(v, e);
    message_note(text, e->text);
    return error == TRAWL_OK ? v->format->text(v->state, e) : error;
}

__attribute__((noinline)) static int take(struct format_view *v, const trawl_event *e)
{
    return e->type > TRAWL_EVENT_LINK_MORE ? message_take_message(v, e) : message_take_text(v, e);
}

/* Fast path: text in a part that has begun is passed on at once. */
int message_event(struct format_view *v, const trawl_event *e)
{
    struct message_text *text = &v->shown;
    bool plain = !(text->hidden | text->alternative | text->new_part | text->in_head);

    if (!plain || e->type > TRAWL_EVENT_LINK_MORE || e->field.n > 0 || e->text.n == 0)
        return take(v, e);
    message_note(text, e->text);
    return v->format->text(v->state, e);
}

void message_begin(struct format_view *v)
{
    v->shown.head = v->shown.body = v->shown.new_part = v->shown.in_head = false;
    v->shown.alternative = v->shown.hidden = false;
}

void message_go_on(struct format_view *v)
{
    message_begin(v);
    v->shown.begun = true;
    v->shown.line_open = false;
}

bool message_is_complete(const struct format_view *v, bool mailbox)
{
    const struct message_text *text = &v->shown;

    return text->begun && (mailbox || !text->line_open);
}
