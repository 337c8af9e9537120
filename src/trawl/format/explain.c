/* explain.c - the output of --explain: for each candidate the rules that decided, and the result
 *
 *   line 3, column 5, bytes 40-83: <URL:http://a.example/foo-\nbar/baz>
 *     R8    broken after a hyphen, which may or may not belong to it
 *     taken as wrap: http://a.example/foo-bar/baz
 *     or: http://a.example/foobar/baz (hyphen)
 *     odd: hyphen-break
 *
 * or, in place of the last three, "not taken". In mail the message, the part and the header field
 * replace line and column. The format of the input, and parts that are not read, are reported where
 * they begin. The form may change: it is for people.
 *
 * The library sends an event for each rule that it applied to a candidate, and then the link, if
 * the candidate is one. So a candidate's lines end with the link, or with an event about another
 * candidate. With --structure, lines about blocks are printed, too (blocks.c).
 */
#include <inttypes.h>
#include <stdlib.h>

#include "trawl/format/format.h"

#define EXPLAIN_COLUMNS 100 /* of a candidate that are shown */

struct explain {
    struct format_view *view;
    struct output *out;
    int colour;
    bool begun;                    /* the lines of a candidate are not complete */
    trawl_span span;               /* the place of that candidate */
    bool skipped;                  /* this part was reported as not read */
    const char *file;              /* NULL: file names are not printed */
    struct explain_blocks *blocks; /* with --structure; else NULL */
    struct near *near;
};

static int explain_open(struct format_view *v, const char *first)
{
    struct explain *x = v->state = calloc(1, sizeof *x);

    (void)first;
    if (!x)
        return TRAWL_ERROR_NO_MEMORY;
    *x = (struct explain){.view = v, .out = v->out, .colour = v->options->colour};
    if (v->options->structure > 0 && !(x->blocks = explain_blocks_open(v->out)))
        return TRAWL_ERROR_NO_MEMORY;
    x->near = near_open(v);
    return x->near ? TRAWL_OK : TRAWL_ERROR_NO_MEMORY;
}

static void explain_close(struct format_view *v)
{
    struct explain *x = v->state;

    if (x) {
        explain_blocks_close(x->blocks);
        near_close(x->near);
    }
    free(x);
    v->state = NULL;
}

static int explain_begin(struct format_view *v)
{
    struct explain *x = v->state;

    x->begun = x->skipped = false;
    x->file = v->options->filenames ? format_file(v).p : NULL;
    return TRAWL_OK;
}

/* Returns the escape sequence, or "" without colours. */
static const char *colour(const struct explain *x, const char *sequence)
{
    return x->colour ? sequence : "";
}

#define BOLD "\x1b[1m"
#define RED "\x1b[31m"
#define GREEN "\x1b[32m"
#define PLAIN "\x1b[m"

/* Writes the start of a candidate, in one line. */
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

/* Ends the lines of a candidate that was not taken. */
static void end_candidate(struct explain *x)
{
    if (x->begun) {
        near_refused(x->near);
        output_printf(x->out, "  %snot taken%s\n", colour(x, RED), colour(x, PLAIN));
    }
    x->begun = false;
}

static void explain_put_file(const struct explain *x)
{
    if (!x->file)
        return;
    printable_people(x->out, x->file, strlen(x->file));
    output_text(x->out, ": ");
}

/* Writes "message 3, part 1.2", or "message 3, Subject" in a header field, and then `end`. */
static void put_mail(struct output *o, const trawl_event *e, const char *end)
{
    if (e->message->number == 0)
        return;
    output_printf(o, "message %" PRIu64, e->message->number);
    if (e->part->type.n > 0) {
        output_text(o, ", part ");
        printable_people(o, e->part->path.p, e->part->path.n);
    }
    if (e->field.n > 0) {
        output_text(o, ", ");
        printable_people(o, e->field.p, e->field.n);
    }
    output_text(o, end);
}

/* Writes a line about the input: "file: read as mail: it begins with header fields (E1)". */
static void put_input(struct explain *x, const trawl_event *e, int input)
{
    end_candidate(x);
    explain_put_file(x);
    if (e->message->number == 0 && strcmp(e->rule, "E1") == 0)
        output_printf(x->out, "read as %s: ", trawl_input_name(input));
    put_mail(x->out, e, ": ");
    output_printf(x->out, "%s (%s)\n", e->what, e->rule);
}

/* Reports once that a part is not read: "message 1, part 2, image/gif: not text, so ... (E3)". */
static void put_skipped(struct explain *x, const trawl_event *e)
{
    static const char *const sentences[TRAWL_SKIP_COUNT] = {
        [TRAWL_SKIP_ATTACHMENT] = "not text, so it is not read (E3)",
        [TRAWL_SKIP_LIMIT] = "nested too deep, or one part too many, so it is not read (E3)",
    };

    if (x->skipped || e->part->type.n == 0 || e->reason < 0 || e->reason >= TRAWL_SKIP_COUNT ||
        !sentences[e->reason])
        return;
    x->skipped = true;
    end_candidate(x);
    explain_put_file(x);
    put_mail(x->out, e, ", ");
    printable_people(x->out, e->part->type.p, e->part->type.n);
    output_printf(x->out, ": %s\n", sentences[e->reason]);
}

/* Writes "file: line 3, column 5, bytes 40-83: <URL:...>"; line 0 is unknown. */
static void format_explain_begin(struct explain *x, const trawl_event *e, trawl_span span,
                                 struct place place, trawl_str text)
{
    struct output *o = x->out;

    x->begun = true;
    x->span = span;
    explain_put_file(x);
    put_mail(o, e, ", ");
    if (place.line > 0)
        output_printf(o, "line %" PRIu64 ", column %" PRIu64 ", ", place.line, place.column);
    output_printf(o, "bytes %" PRIu64 "-%" PRIu64 ": %s", span.from, span.to, colour(x, BOLD));
    put_candidate(o, text);
    output_printf(o, "%s\n", colour(x, PLAIN));
}

/* Returns true when the event is about the candidate whose lines have begun. */
static bool is_current(const struct explain *x, trawl_span span)
{
    return x->begun && x->span.from == span.from && x->span.to == span.to;
}

static void explain_put_rule(struct explain *x, const trawl_event *e)
{
    if (!is_current(x, e->span)) {
        struct place place = {0};

        end_candidate(x);
        if (x->view->countable && e->message->number == 0)
            place = places_find(x->view->places, e->span.from);
        format_explain_begin(x, e, e->span, place, e->text);
    }
    near_looked(x->near, e);
    output_printf(x->out, "  %-5s %s\n", e->rule ? e->rule : "", e->what ? e->what : "");
}

/* Writes "  taken as wrap: http://a.example/". */
static void explain_put_reading(struct explain *x, const char *label, const char *kind,
                                trawl_str url)
{
    output_printf(x->out, "  %s%s%s%s: ", colour(x, GREEN), label, colour(x, PLAIN), kind);
    printable_people(x->out, url.p, url.n);
}

static void explain_put_flags(struct output *o, uint64_t flags)
{
    const char *separator = "  odd: ";

    for (uint64_t rest = flags; rest; rest &= rest - 1, separator = ", ")
        output_printf(o, "%s%s", separator, trawl_flag_name(__builtin_ctzll(rest)));
    output_text(o, flags ? "\n" : "");
}

static void explain_put_link(struct explain *x, const trawl_event *e)
{
    const trawl_link *link = e->link;

    if (!is_current(x, link->extent)) {
        end_candidate(x);
        format_explain_begin(x, e, link->extent,
                             (struct place){.line = link->line, .column = link->column}, link->raw);
    }
    explain_put_reading(x, "taken as ", trawl_kind_name(link->kind), link->url);
    output_byte(x->out, '\n');
    for (unsigned i = 0; i < link->alt_count; i++) {
        explain_put_reading(x, "or", "", link->alts[i].url);
        output_printf(x->out, " (%s)\n", trawl_why_name(link->alts[i].why));
    }
    explain_put_flags(x->out, link->flags);
    x->begun = false;
}

/* Passes text and parts on to blocks.c. */
static void explain_take_text(struct explain *x, const trawl_event *e)
{
    if (e->type == TRAWL_EVENT_PART || e->type == TRAWL_EVENT_MESSAGE)
        explain_blocks_part(x->blocks, e);
    else if (e->type <= TRAWL_EVENT_LINK_MORE && e->field.n == 0)
        explain_blocks_text(x->blocks, e->text);
}

static int explain_event(struct format_view *v, const trawl_event *e)
{
    struct explain *x = v->state;

    if (x->blocks)
        explain_take_text(x, e);
    if (e->type != TRAWL_EVENT_EXPLAIN)
        near_text(x->near, e);
    if (e->type == TRAWL_EVENT_EXPLAIN && e->text.n == 0 && e->rule && e->what)
        put_input(x, e, v->input);
    else if (e->type == TRAWL_EVENT_EXPLAIN)
        explain_put_rule(x, e);
    else if (e->type == TRAWL_EVENT_LINK)
        explain_put_link(x, e);
    else if (e->type == TRAWL_EVENT_PART)
        x->skipped = false;
    else if (e->type == TRAWL_EVENT_SKIP)
        put_skipped(x, e);
    return TRAWL_OK;
}

static int explain_end(struct format_view *v)
{
    struct explain *x = v->state;

    end_candidate(x);
    if (x->blocks)
        explain_blocks_end(x->blocks);
    near_end(x->near, x->out);
    return TRAWL_OK;
}

const struct format format_explain = {.traits = FORMAT_EVENTS,
                                      .open = explain_open,
                                      .begin = explain_begin,
                                      .event = explain_event,
                                      .end = explain_end,
                                      .close = explain_close};
