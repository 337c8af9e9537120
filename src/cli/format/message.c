/* message.c - messages in the formats that are text
 *
 * A message is shown as a small header, an empty line, and its parts. In a page of HTML it is a
 * section of its own, and the fields that refer to other messages are shown too.
 */
#include <strings.h>

#include "cli/find/find.h"

/* Shows text that is not from the source. An event that names a field is of the header. */
static int show_text(struct find *f, trawl_str text, int in_header)
{
    trawl_event e = {.type = TRAWL_EVENT_TEXT, .text = text};

    if (in_header)
        e.field = text;
    return text.n > 0 ? f->format->event(f, &e) : TRAWL_OK;
}

/* Ends the open line. */
static int end_line(struct find *f)
{
    int in_header = f->shown.in_field, open = f->shown.line_open;

    f->shown.line_open = 0;
    f->shown.in_field = 0;
    return open ? show_text(f, (trawl_str){"\n", 1}, in_header) : TRAWL_OK;
}

/* Begins another text, after an empty line unless it is the first. */
static int begin_text(struct find *f, int first)
{
    const trawl_event e = {.type = TRAWL_EVENT_PART};
    int error = end_line(f);

    if (error == TRAWL_OK)
        error = f->format->event(f, &e);
    return error == TRAWL_OK && !first ? show_text(f, (trawl_str){"\n", 1}, 0) : error;
}

/* Returns true when messages are sections with links between them. */
static int is_page(const struct find *f)
{
    return f->format == &format_html && f->options->page > 0;
}

static int is_shown_field(const struct find *f, trawl_str name)
{
    static const char *const names[] = {"From",    "To",         "Cc",          "Date",
                                        "Subject", "Newsgroups", "In-Reply-To", "References"};
    size_t count = sizeof names / sizeof names[0] - (is_page(f) ? 0 : 2);

    for (size_t i = 0; i < count; i++)
        if (name.n == strlen(names[i]) && strncasecmp(name.p, names[i], name.n) == 0)
            return 1;
    return 0;
}

static int pass(struct find *f, const trawl_event *e)
{
    if (e->text.n > 0) {
        f->shown.line_open = e->text.p[e->text.n - 1] != '\n';
        f->shown.begun = 1;
    }
    return f->format->event(f, e);
}

static size_t line_end(trawl_str text)
{
    size_t i = 0;

    while (i < text.n && text.p[i] != '\n' && text.p[i] != '\r')
        i++;
    return i;
}

/* Shows text of a header field. A line end in an encoded-word could forge another field: it is
 * shown as a blank. */
static int pass_field(struct find *f, const trawl_event *e)
{
    trawl_event piece = *e;
    trawl_str rest = e->text;
    int error = TRAWL_OK;

    for (size_t n; error == TRAWL_OK && (n = line_end(rest)) < rest.n;) {
        piece.span.to = piece.span.from; /* only the last one ends where the event does */
        piece.text = (trawl_str){rest.p, n};
        error = pass(f, &piece);
        piece.text = (trawl_str){" ", 1};
        if (error == TRAWL_OK)
            error = pass(f, &piece);
        rest = (trawl_str){rest.p + n + 1, rest.n - n - 1};
    }
    piece.span = e->span;
    piece.text = rest;
    return error == TRAWL_OK ? pass(f, &piece) : error;
}

/* Shows text of a header field, after the field's name. Events of one field have no gap between
 * them. */
static int show_field(struct find *f, const trawl_event *e)
{
    struct message_text *s = &f->shown;
    int error = TRAWL_OK;

    if (!is_shown_field(f, e->field))
        return TRAWL_OK;
    if (!s->in_field || e->span.from != s->field_to) {
        error = end_line(f);
        if (error == TRAWL_OK)
            error = show_text(f, e->field, 1);
        if (error == TRAWL_OK)
            error = show_text(f, (trawl_str){":", 1}, 1);
        s->in_field = s->head = 1;
    }
    s->field_to = e->span.to;
    return error == TRAWL_OK ? pass_field(f, e) : error;
}

/* Sets a part's text off from the header, and from the part before. */
static int begin_part(struct find *f)
{
    int first = !f->shown.head && !f->shown.body;

    f->shown.new_part = f->shown.head = 0;
    f->shown.body = 1;
    return begin_text(f, first);
}

/* ---- The forms of one text ---- */

static int is_type(const trawl_event *e, const char *type)
{
    return e->part && e->part->type.n == strlen(type) &&
           memcmp(e->part->type.p, type, e->part->type.n) == 0;
}

/* A part begins: inside or after the outermost alternative. Its HTML is hidden if its plain form
 * was shown. */
static void begin_form(struct message_text *s, const trawl_event *e)
{
    if (s->alternative && e->part->depth <= s->alternative_depth)
        s->alternative = 0;
    if (!s->alternative && is_type(e, "multipart/alternative")) {
        s->alternative = 1;
        s->alternative_depth = e->part->depth;
        s->plain = 0;
    }
    s->hidden = s->alternative && s->plain &&
                (is_type(e, "text/html") || is_type(e, "application/xhtml+xml"));
    s->new_part = 1;
}

/* A plain form that is only blanks does not count. */
static void note_plain(struct message_text *s, const trawl_event *e)
{
    for (size_t i = 0; s->alternative && !s->plain && is_type(e, "text/plain") && i < e->text.n;
         i++)
        s->plain = !strchr(" \t\r\n", e->text.p[i]);
}

/* The link of an attribute has no text of its own; notes still put its number after the anchor. */
static int is_attribute(const trawl_event *e)
{
    return e->type == TRAWL_EVENT_LINK && e->link->attribute.n > 0 && e->text.n == 0;
}

/* ---- Events ---- */

static int take_message(struct find *f, const trawl_event *e)
{
    struct message_text *s = &f->shown;
    int error;

    if (e->type == TRAWL_EVENT_PART)
        begin_form(s, e);
    if (e->type != TRAWL_EVENT_MESSAGE)
        return TRAWL_OK;
    error = begin_text(f, !s->begun || is_page(f));
    s->head = s->body = s->new_part = s->alternative = s->hidden = 0;
    return error == TRAWL_OK && is_page(f) ? f->format->event(f, e) : error;
}

static int take_text(struct find *f, const trawl_event *e)
{
    struct message_text *s = &f->shown;
    int error = TRAWL_OK;

    if (e->field.n > 0)
        return e->part ? TRAWL_OK : show_field(f, e);
    if (s->hidden)
        return TRAWL_OK;
    note_plain(s, e);
    if (is_attribute(e) && (f->format != &format_notes || e->link->anchor.n == 0))
        return TRAWL_OK;
    if (s->new_part && (e->text.n > 0 || is_attribute(e)))
        error = begin_part(f);
    return error == TRAWL_OK ? pass(f, e) : error;
}

/* Text in a part that has begun is passed on as it is. */
int message_event(struct find *f, const trawl_event *e)
{
    const struct message_text *s = &f->shown;

    if (e->type > TRAWL_EVENT_LINK_MORE)
        return take_message(f, e);
    if (e->field.n == 0 && e->text.n > 0 && !(s->hidden | s->alternative | s->new_part))
        return pass(f, e);
    return take_text(f, e);
}

void message_begin(struct find *f)
{
    f->shown.head = f->shown.body = f->shown.new_part = f->shown.in_field = 0;
    f->shown.alternative = f->shown.hidden = 0;
}

void message_go_on(struct find *f)
{
    message_begin(f);
    f->shown.begun = 1;
    f->shown.line_open = 0;
}

int message_is_calm(const struct find *f)
{
    const struct message_text *s = &f->shown;

    return s->begun && !s->line_open && !s->in_field;
}

int message_end(struct find *f)
{
    return f->shown.in_field ? end_line(f) : TRAWL_OK;
}
