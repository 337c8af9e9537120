/* find_file.c - one file through the library, and which of the events are shown; see find_file.h
 *
 * How links are shown is for find_list.c, find_json.c, find_tsv.c, explain.c, unbreak.c and find_emit.c.
 */
#include "cli/find_file.h"

#include "cli/find_emit.h"
#include "cli/printable.h"

/* Is it the first of its kind? 1, 0, or an error. */
static int is_new(struct find *f, trawl_str url)
{
    int error = reply_fill(&f->canonical, trawl_canonical, url);
    struct seen_hash h;

    if (error != TRAWL_OK)
        return error;
    h = seen_hash(&f->seen, f->canonical.p, f->canonical.n);
    if (!f->out->elsewhere)
        return seen_add(&f->seen, h);
    output_record(f->out, h.a, h.b); /* who puts the pieces together will know */
    return 1;
}

/* With --context the record waits for it. */
static int show_record(struct find *f, const trawl_event *e, find_writer *write)
{
    struct reply record = {0};
    int error;

    if (!f->options->context)
        return write(f, e->link);
    f->out->hold = &record;
    error = write(f, e->link);
    f->out->hold = NULL;
    if (error == TRAWL_OK && !f->out->error)
        error = context_event(&f->context, e, &record);
    reply_free(&record);
    return error;
}

int find_show(struct find *f, const trawl_event *e)
{
    switch (f->options->to) {
    case FIND_JSON:
        return show_record(f, e, find_json);
    case FIND_TSV:
        return show_record(f, e, find_tsv);
    case FIND_TEXT:
        return unbreak_event(&f->unbreak, e);
    case FIND_EXPLAIN:
        explain_event(&f->explain, e, trawl_mail_input(f->mail));
        return TRAWL_OK;
    case FIND_HTML:
    case FIND_TERM:
    case FIND_MD:
    case FIND_NOTES:
        return find_emit_event(f, e);
    default:
        return f->options->count ? TRAWL_OK : find_list(f, e->link);
    }
}

/* What is not shown may be the context of a link. */
static int pass(struct find *f, const trawl_event *e, int error)
{
    if (error == TRAWL_OK && f->options->context)
        error = context_event(&f->context, e, NULL);
    f->error = error;
    return error != TRAWL_OK ? FIND_FAILED : f->out->error ? FIND_ENOUGH : 0;
}

/* A link in the word at which the input broke off may be but the beginning of one, so no list has it. */
static int is_cut(const struct find *f, const trawl_event *e)
{
    return f->cut > 0 && e->type == TRAWL_LINK && e->link->extent.to >= f->cut && !find_prints_text(f->options) &&
           f->options->to != FIND_EXPLAIN;
}

/* Another text begins: no context goes from one into the other. */
static void begin_entity(struct find *f, const trawl_event *e)
{
    f->messages += e->type == TRAWL_MESSAGE;
    find_where_event(&f->where, e);
    if (f->options->context)
        context_end(&f->context);
}

/* Nor from one header field into another; the events of one have no gap between them. */
static void begin_field(struct find *f, const trawl_event *e)
{
    if (e->span.from != f->field_to)
        context_end(&f->context);
    f->field_to = e->span.to;
}

/* What find_list() would do. It stands apart as sink() does. */
__attribute__((noinline)) static int list_plainly(struct find *f, const trawl_event *e)
{
    char *to;

    if (e->type != TRAWL_LINK) {
        f->messages += e->type == TRAWL_MESSAGE;
        return 0;
    }
    if (e->link->flags & TRAWL_AGAIN)
        return 0;
    f->count++;
    to = output_begin(f->out, PRINTABLE_TSV(e->link->url.n) + 1);
    if (!to)
        return FIND_ENOUGH;
    to = printable_put_tsv(to, e->link->url.p, e->link->url.n);
    *to++ = '\n';
    output_end(f->out, to);
    return f->out->error ? FIND_ENOUGH : 0;
}

/* What find_show() would do. */
static int record_plainly(struct find *f, const trawl_event *e)
{
    if (e->type == TRAWL_MESSAGE || e->type == TRAWL_PART)
        begin_entity(f, e);
    if (e->type != TRAWL_LINK)
        return 0;
    f->count++;
    f->event = e;
    f->error = f->record(f, e->link);
    return f->error != TRAWL_OK ? FIND_FAILED : f->out->error ? FIND_ENOUGH : 0;
}

/* What find_mail_event() and find_show() would do with it. */
static int write_on(struct find *f, const trawl_event *e)
{
    int stop;

    f->count += e->type == TRAWL_LINK;
    find_mail_pass(&f->shown, e);
    stop = trawl_emit_event(f->emit, e);
    f->error = stop < 0 ? stop : TRAWL_OK;
    return stop < 0 ? FIND_FAILED : f->out->error ? FIND_ENOUGH : 0;
}

/* What a writer has not taken. It stands apart: calls that need no more than write_on() save no registers for it. */
__attribute__((noinline)) static int sink(struct find *f, const trawl_event *e)
{
    if (f->record && f->cut == 0)
        return record_plainly(f, e);
    if (is_cut(f, e))
        return pass(f, e, TRAWL_OK);
    if (e->type == TRAWL_MESSAGE || e->type == TRAWL_PART)
        begin_entity(f, e);
    if (f->options->context && e->field.n > 0 && e->type <= TRAWL_LINK_MORE)
        begin_field(f, e);
    if (e->type == TRAWL_LINK) {
        int fresh = find_filter_takes(&f->options->filter, e->link, f->options->to == FIND_LIST);

        if (fresh && f->options->uniq)
            fresh = is_new(f, find_filter_url(&f->options->filter, e->link));

        if (fresh <= 0)
            return pass(f, e, fresh);
        f->count++;
        if (f->options->quiet)
            return FIND_ENOUGH;
    } else if (f->options->context && (e->type == TRAWL_TEXT || e->type == TRAWL_LINK_MORE)) {
        return pass(f, e, TRAWL_OK);
    } else if (!find_prints_text(f->options) && f->options->to != FIND_EXPLAIN) {
        return 0;
    }
    f->event = e;
    f->error = find_prints_text(f->options) ? find_mail_event(f, e) : find_show(f, e);
    return f->error != TRAWL_OK ? FIND_FAILED : f->out->error ? FIND_ENOUGH : 0;
}

/* Text before a link, and the link, one after the other: what is done with one may go by what was done with the other. */
__attribute__((noinline)) static int sink_before(struct find *f, const trawl_event *e)
{
    trawl_event text = *e, link = *e;
    int stop;

    text.type = TRAWL_TEXT;
    text.link = NULL;
    text.text = e->before;
    text.span = (trawl_span){e->span.from - e->before.n, e->span.from};
    text.before = link.before = (trawl_str){NULL, 0};
    stop = find_sink(f, &text);
    return stop ? stop : find_sink(f, &link);
}

int find_sink(void *user, const trawl_event *e)
{
    struct find *f = user;

    if (f->plain && f->cut == 0)
        return list_plainly(f, e);
    if (f->written && find_mail_is_shown(&f->shown, e))
        return write_on(f, e);
    return e->before.n > 0 ? sink_before(f, e) : sink(f, e);
}

void find_begin_file(struct find *f, const char *name)
{
    f->name = name;
    f->count = 0;
    f->cut = 0;
    find_mail_begin(f);
    find_where_begin(&f->where);
    if (f->options->to == FIND_EXPLAIN)
        explain_begin(&f->explain, f->options->filenames ? find_name(f) : NULL, f->options->config.charset.n == 0);
}

void find_end_file(struct find *f)
{
    f->total += f->count;
    if (f->options->context)
        context_end(&f->context);
    if (f->options->to == FIND_TEXT)
        unbreak_end(&f->unbreak);
    if (f->options->to == FIND_EXPLAIN)
        explain_end(&f->explain);
    if (f->options->count && f->options->filenames && !f->options->quiet) {
        find_prefix(f, NULL);
        output_number(f->out, f->count);
        output_byte(f->out, '\n');
    }
}

/* What is in a file: what -f says; else a file of a folder of messages is one. */
int find_input_of(const struct find *f, const struct source *s)
{
    return f->options->input == TRAWL_INPUT_AUTO && s->kind == SOURCE_MESSAGE ? TRAWL_INPUT_MAIL : f->options->input;
}

/* 0 to go on with the next file, else as feed_file. */
int find_file(void *user, const struct source *s)
{
    struct find *f = user;
    struct input in;
    int stop;

    if (input_open(&in, s->name, f->options->quiet ? NULL : f->out) < 0) {
        f->bad = 1;
        return 0;
    }
    find_begin_file(f, s->name);
    f->expected = find_input_of(f, s);
    stop = trawl_mail_expect(f->mail, f->expected);
    if (!stop)
        stop = find_feed(f, &in);
    if (!stop)
        stop = find_finish(f, &in);
    if (!stop && find_prints_text(f->options) && (f->error = find_mail_end(f)) != TRAWL_OK)
        stop = FIND_FAILED;
    find_end_file(f);
    if (input_complain(&in) < 0)
        f->bad = 1;
    f->bytes += in.offset;
    input_close(&in);
    return stop || !f->out->error ? stop : FIND_ENOUGH;
}
