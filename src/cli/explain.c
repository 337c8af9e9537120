/* explain.c - the output of --explain; see explain.h
 *
 * The library tells first what it did with a candidate, one event a rule, and then sends the link, if it is one. So the
 * lines of a candidate end with the link, or with anything about another one.
 */
#include "cli/explain.h"

#include <string.h>

#include "cli/printable.h"

#define EXPLAIN_COLUMNS 100 /* of a candidate that are shown */

int explain_open(struct explain *x, struct output *out, int colour)
{
    *x = (struct explain){.out = out, .colour = colour};
    return whereis_open(&x->places);
}

void explain_close(struct explain *x)
{
    whereis_close(&x->places);
}

void explain_begin(struct explain *x, const char *file, int countable)
{
    x->begun = 0;
    x->skipped = 0;
    x->file = file;
    x->countable = countable;
    whereis_begin(&x->places);
}

void explain_show(struct explain *x, const char *p, size_t n)
{
    /* UTF-16 and UTF-32 say so by their first bytes: FE FF, FF FE, FF FE 00 00, 00 00 FE FF. */
    if (x->places.from.at == 0 && x->places.n == 0 && n >= 2 &&
        (memcmp(p, "\xFE\xFF", 2) == 0 || memcmp(p, "\xFF\xFE", 2) == 0 ||
         (n >= 4 && memcmp(p, "\0\0\xFE\xFF", 4) == 0)))
        x->countable = 0;
    if (x->countable)
        whereis_show(&x->places, p, n);
}

static void put_coloured(struct explain *x, const char *colour, const char *text)
{
    if (x->colour)
        output_text(x->out, colour);
    output_text(x->out, text);
    if (x->colour)
        output_text(x->out, "\x1b[m");
}

/* The beginning of a candidate in one line. */
static void put_candidate(struct output *o, trawl_str text)
{
    struct printable_step step;
    size_t columns = 0;

    for (size_t i = 0; i < text.n; i += step.bytes) {
        if (columns >= EXPLAIN_COLUMNS) {
            output_text(o, "...");
            return;
        }
        printable_next(&step, text.p + i, text.n - i);
        columns += step.columns;
        if (text.p[i] == '\n')
            output_text(o, "\\n");
        else if (text.p[i] == '\r')
            output_text(o, "\\r");
        else if (text.p[i] == '\t')
            output_text(o, "\\t");
        else
            output_bytes(o, step.text, step.length);
    }
}

static void put_bold(struct explain *x, trawl_str text)
{
    if (x->colour)
        output_text(x->out, "\x1b[1m");
    put_candidate(x->out, text);
    if (x->colour)
        output_text(x->out, "\x1b[m");
}

static void put_file(const struct explain *x)
{
    if (!x->file)
        return;
    printable_people(x->out, x->file, strlen(x->file));
    output_text(x->out, ": ");
}

/* "message 3, part 1.2" and end; of a header field "message 3, Subject". */
static void put_mail(struct output *o, const trawl_event *e, const char *end)
{
    if (!e->message)
        return;
    output_text(o, "message ");
    output_number(o, e->message->number);
    if (e->part) {
        output_text(o, ", part ");
        printable_people(o, e->part->path.p, e->part->path.n);
    }
    if (e->field.n > 0) {
        output_text(o, ", ");
        printable_people(o, e->field.p, e->field.n);
    }
    output_text(o, end);
}

/* What is about no candidate: "file: read as mail: it begins with header fields of mail or news (E1)". */
static void put_input(struct explain *x, const trawl_event *e, int input)
{
    explain_end(x);
    put_file(x);
    if (!e->message && strcmp(e->rule, "E1") == 0) {
        output_text(x->out, "read as ");
        output_text(x->out, trawl_input_name(input));
        output_text(x->out, ": ");
    }
    put_mail(x->out, e, ": ");
    output_text(x->out, e->what);
    output_text(x->out, " (");
    output_text(x->out, e->rule);
    output_text(x->out, ")\n");
}

/* Of a part that is not read, once: "message 1, part 2, image/gif: no text, so it is not read (E3)". */
static void put_skipped(struct explain *x, const trawl_event *e)
{
    static const char *const sentences[TRAWL_SKIPS] = {
        [TRAWL_SKIP_ATTACHMENT] = "no text, so it is not read (E3)",
        [TRAWL_SKIP_LIMIT] = "nested too deep, or one part too many, so it is not read (E3)",
    };

    if (x->skipped || !e->part || e->reason < 0 || e->reason >= TRAWL_SKIPS || !sentences[e->reason])
        return;
    x->skipped = 1;
    explain_end(x);
    put_file(x);
    put_mail(x->out, e, ", ");
    printable_people(x->out, e->part->type.p, e->part->type.n);
    output_text(x->out, ": ");
    output_text(x->out, sentences[e->reason]);
    output_byte(x->out, '\n');
}

/* "file: line 3, column 5, bytes 40-83: <URL:...>"; line 0 is not known. */
static void begin(struct explain *x, const trawl_event *e, trawl_span span, struct whereis_place place, trawl_str text)
{
    struct output *o = x->out;

    x->begun = 1;
    x->span = span;
    put_file(x);
    put_mail(o, e, ", ");
    if (place.line > 0) {
        output_text(o, "line ");
        output_number(o, place.line);
        output_text(o, ", column ");
        output_number(o, place.column);
        output_text(o, ", ");
    }
    output_text(o, "bytes ");
    output_number(o, span.from);
    output_byte(o, '-');
    output_number(o, span.to);
    output_text(o, ": ");
    put_bold(x, text);
    output_byte(o, '\n');
}

/* Is it about the candidate whose lines have begun? */
static int is_current(const struct explain *x, trawl_span span)
{
    return x->begun && x->span.from == span.from && x->span.to == span.to;
}

void explain_end(struct explain *x)
{
    if (!x->begun)
        return;
    output_spaces(x->out, 2);
    put_coloured(x, "\x1b[31m", "not taken");
    output_byte(x->out, '\n');
    x->begun = 0;
}

static void put_rule(struct explain *x, const trawl_event *e)
{
    const char *rule = e->rule ? e->rule : "";
    size_t n = strlen(rule);

    if (!is_current(x, e->span)) {
        struct whereis_place place = {0, 0, 0};

        explain_end(x);
        if (x->countable && !e->message)
            place = whereis_find(&x->places, e->span.from);
        begin(x, e, e->span, place, e->text);
    }
    output_spaces(x->out, 2);
    output_text(x->out, rule);
    output_spaces(x->out, n < 5 ? 6 - n : 1);
    output_text(x->out, e->what ? e->what : "");
    output_byte(x->out, '\n');
}

/* "  taken as wrap: http://a.example/" */
static void put_reading(struct explain *x, const char *label, const char *kind, trawl_str url)
{
    output_spaces(x->out, 2);
    put_coloured(x, "\x1b[32m", label);
    output_text(x->out, kind);
    output_text(x->out, ": ");
    printable_people(x->out, url.p, url.n);
}

static void put_alts(struct explain *x, const trawl_link *link)
{
    for (unsigned i = 0; i < link->alt_count; i++) {
        put_reading(x, "or", "", link->alts[i].url);
        output_text(x->out, " (");
        output_text(x->out, trawl_why_name(link->alts[i].why));
        output_text(x->out, ")\n");
    }
}

static void put_flags(struct output *o, unsigned flags)
{
    const char *separator = "  odd: ";

    if (flags == 0)
        return;
    for (int bit = 0; bit < TRAWL_FLAG_BITS; bit++) {
        if (!(flags >> bit & 1))
            continue;
        output_text(o, separator);
        output_text(o, trawl_flag_name(bit));
        separator = ", ";
    }
    output_byte(o, '\n');
}

static void put_link(struct explain *x, const trawl_event *e)
{
    const trawl_link *link = e->link;

    if (!is_current(x, link->extent)) {
        explain_end(x);
        begin(x, e, link->extent, (struct whereis_place){0, link->line, link->column}, link->raw);
    }
    put_reading(x, "taken as ", trawl_kind_name(link->kind), link->url);
    output_byte(x->out, '\n');
    put_alts(x, link);
    put_flags(x->out, link->flags);
    x->begun = 0;
}

void explain_event(struct explain *x, const trawl_event *e, int input)
{
    if (e->type == TRAWL_EXPLAIN && e->text.n == 0 && e->rule && e->what)
        put_input(x, e, input);
    else if (e->type == TRAWL_EXPLAIN)
        put_rule(x, e);
    else if (e->type == TRAWL_LINK)
        put_link(x, e);
    else if (e->type == TRAWL_PART)
        x->skipped = 0;
    else if (e->type == TRAWL_SKIP)
        put_skipped(x, e);
}
