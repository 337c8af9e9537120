/* file.c - passes one file through the library, and selects the events to print */
#include <stdio.h>

#include "trawl/filter/inside.h"

/* ---- Events ---- */

/* Returns 1 when the URL is new, 0 when it came before, or an error. The output of a piece gets a
 * note instead: merge.c or hold.c decides whether the link is new. */
static int is_new(struct find *f, const trawl_link *link)
{
    const struct format_options *show = &f->options->show;
    int error = buffer_fill(&f->select.canonical, f->options->uniq_form, format_url(show, link));
    sip_hash h;

    if (error != TRAWL_OK)
        return error;
    h = sip_of(f->select.seen.seed, buffer_str(&f->select.canonical).p, f->select.canonical.n);
    if (!f->view.out->taker)
        return seen_add(&f->select.seen, h);
    output_note(f->view.out, f->view.out->n, NOTE_LINK, h.a, h.b);
    if (show->merged)
        output_note(f->view.out, f->view.out->n, NOTE_FLAGS, link->flags, 0);
    return 1;
}

/* Returns 1 when the message has not listed the link yet, 0 when it has, or an error. A link can
 * only be repeated in a page, where its HTML comes first, or in a part of a multipart. */
static int is_unlisted(struct find *f, const trawl_event *e)
{
    const bool again = e->link->flags & TRAWL_FLAG_AGAIN;
    int fresh;

    if (!again && e->link->kind != TRAWL_KIND_HTML && e->part->path.n == 0)
        return 1;
    fresh = buffer_fill(&f->select.canonical, trawl_canonical, e->link->url);
    if (fresh == TRAWL_OK)
        fresh = seen_add(&f->select.listed,
                         sip_of(f->select.listed.seed, buffer_str(&f->select.canonical).p,
                                f->select.canonical.n));
    return again || fresh < 0 ? fresh : 1;
}

/* The rest of find_wants(), for options that few use. */
__attribute__((noinline)) static int file_wants(struct find *f, const trawl_event *e)
{
    const trawl_link *link = e->link;
    const struct find_options *o = f->options;
    int wanted;

    /* The input broke off in a word: a link in it may be cut. */
    if (f->file.cut > 0 && (f->file.urls_only ? e->span.to : link->extent.to) >= f->file.cut)
        return 0;
    if (!select_link(&o->filter, link))
        return 0;
    if (select_wanted(&o->urls) &&
        (wanted = select_url(&o->urls, o->show.emit.live, &f->select.canonical, link,
                             format_url(&o->show, link))) <= 0)
        return wanted;
    if (f->select.once && !o->uniq && (wanted = is_unlisted(f, e)) <= 0)
        return wanted;
    find_warn_bytes(f, link); /* also for a repeated link, since a thread may not know that it is */
    return o->uniq ? is_new(f, link) : 1;
}

/* A relative link of HTML was left out, by any thread. */
static atomic_bool left_relative;

bool find_left_relative(void)
{
    return atomic_exchange(&left_relative, false);
}

/* Returns true for a link such as "../index.html" of HTML, if such links are not listed: no program
 * that reads the list could follow it. */
static bool is_relative(const struct find *f, const trawl_link *link)
{
    return !f->select.relative && link->flags & TRAWL_FLAG_NO_SCHEME &&
           link->kind == TRAWL_KIND_HTML;
}

/* The rest of find_wants(), for a link that is left out or may need a warning. */
__attribute__((noinline)) static int seldom_wants(struct find *f, const trawl_event *e)
{
    const bool relative = is_relative(f, e->link);
    int wanted = !(e->link->flags & f->select.leave_out) && !relative;

    if (relative && !(e->link->flags & f->select.leave_out) &&
        select_link(&f->options->filter, e->link))
        atomic_store(&left_relative, true);
    if (wanted && (f->select.any || f->file.cut > 0))
        return file_wants(f, e);
    if (wanted)
        find_warn_bytes(f, e->link);
    return wanted;
}

/* Returns 1 when the link is to be shown, 0 when not, or an error. */
static int find_wants(struct find *f, const trawl_event *e)
{
    if (e->link->flags & f->select.seldom)
        return seldom_wants(f, e);
    return !f->select.any && f->file.cut == 0 ? 1 : file_wants(f, e);
}

/* Shows a link with --context: its record is held until the text after the link is read, and the
 * notes of the record with it. */
__attribute__((noinline)) static int show_with_context(struct find *f, const trawl_event *e)
{
    struct output_taker *t = f->view.out->taker;
    size_t first = t ? t->count - (f->options->uniq != 0) - f->options->show.merged : 0;
    struct buffer record = {0};
    int error;

    f->view.out->hold = &record;
    error = f->view.format->event(&f->view, e);
    f->view.out->hold = NULL;
    if (error == TRAWL_OK && !f->view.out->error)
        error = context_event(f->context, e, &record, first);
    buffer_free(&record);
    return error;
}

/* Returns the sink's value for a result of the format: 0, FIND_ENOUGH or FIND_FAILED. */
static int file_answer(struct find *f, int error)
{
    if (error < 0)
        f->done.error = error;
    return error < 0 ? FIND_FAILED : f->view.out->error ? FIND_ENOUGH : 0;
}

/* Handles a link with options that do more than show it. */
__attribute__((noinline)) static int apart_event(struct find *f, const trawl_event *e)
{
    const int wanted = find_wants(f, e);

    if (wanted <= 0)
        return wanted == 0 && f->context ? file_answer(f, context_event(f->context, e, NULL, 0))
                                         : file_answer(f, wanted);
    if (f->options->at_line > 0)
        return at_event(f, e);
    f->file.count++;
    if (f->options->quiet)
        return FIND_ENOUGH;
    if (f->options->names)
        return FIND_NEXT;
    return file_answer(f,
                       f->context ? show_with_context(f, e) : f->view.format->event(&f->view, e));
}

/* Writes a LIMIT event to the output. */
static int file_put_limit(struct find *f, const trawl_event *e)
{
    bool unread = find_is_unread(e);

    if (!unread)
        f->done.bad = true;
    if (f->options->uniq && f->view.out->taker)
        output_note(f->view.out, f->view.out->n, NOTE_KEEP, 0, 0);
    if (f->view.format->traits & FORMAT_TEXT)
        return unread ? 0 : file_answer(f, message_event(&f->view, e));
    return f->options->limits ? file_answer(f, f->view.format->limit(&f->view, e)) : 0;
}

/* Handles a LIMIT event: a warning, and with --also limits a record, too. A text format shows a
 * limit that may have hidden links, but not a part that is not read, which is not a fault of the
 * input. */
__attribute__((noinline)) static int limit_event(struct find *f, const trawl_event *e)
{
    find_warn(f, e);
    return file_put_limit(f, e);
}

/* Handles an event of a list with options that do more with a link than show it. */
static int list_event(struct find *f, const trawl_event *e)
{
    int stop = f->markdown && e->type == TRAWL_EVENT_LINK ? markdown_before(f, e) : 0;

    if (stop)
        return stop;
    if (f->context)
        context_break(f->context, e);
    if (e->type == TRAWL_EVENT_LINK)
        return apart_event(f, e);
    if (f->context && e->type <= TRAWL_EVENT_LINK_MORE)
        return file_answer(f, context_event(f->context, e, NULL, 0));
    return 0;
}

/* Notes that a message or a part begins. */
static void begin_part(struct find *f, const trawl_event *e)
{
    if (e->type == TRAWL_EVENT_MESSAGE) {
        f->done.messages++;
        seen_clear(&f->select.listed);
    }
    format_begin_part(&f->view);
}

/* Sends a piece of a link that --not leaves out, or the text inside it, as text. */
__attribute__((noinline)) static int send_as_text(struct find *f, const trawl_event *e)
{
    trawl_event text = *e;

    text.type = TRAWL_EVENT_TEXT;
    text.link = NULL;
    return message_event(&f->view, &text);
}

/* Handles an event of a format that shows the text. */
__attribute__((noinline)) static int text_event(struct find *f, const trawl_event *e)
{
    int wanted = 1;

    if (e->type == TRAWL_EVENT_LINK) {
        if (f->select.any && (wanted = find_wants(f, e)) < 0)
            return file_answer(f, wanted);
        f->select.stays_text = wanted == 0;
        f->file.count += (unsigned)wanted;
        if (wanted)
            find_warn_bytes(f, e->link);
    }
    return file_answer(f, e->link && f->select.stays_text ? send_as_text(f, e)
                                                          : message_event(&f->view, e));
}

int find_sink(void *user, const trawl_event *e)
{
    struct find *f = user;
    unsigned traits;
    int wanted;

    if (!f->apart && e->type == TRAWL_EVENT_LINK) {
        wanted = find_wants(f, e);
        if (wanted > 0) {
            f->file.count++;
            wanted = f->view.format->event(&f->view, e);
        }
        return file_answer(f, wanted);
    }
    if (e->type == TRAWL_EVENT_LIMIT)
        return limit_event(f, e);
    if (e->type >= TRAWL_EVENT_MESSAGE && e->type != TRAWL_EVENT_MARKUP)
        begin_part(f, e);
    traits = f->view.format->traits;
    if (!(traits & (FORMAT_TEXT | FORMAT_EVENTS)))
        return list_event(f, e);
    if (traits & FORMAT_TEXT)
        return text_event(f, e);
    if (e->type == TRAWL_EVENT_LINK) {
        f->file.count++;
        find_warn_bytes(f, e->link);
    }
    f->view.input = trawl_mail_input(f->file.mail);
    return file_answer(f, f->view.format->event(&f->view, e));
}

/* ---- Files ---- */

void find_begin_file(struct find *f, const char *name)
{
    f->view.name = (trawl_str){name, name ? strlen(name) : 0};
    f->view.plain_name = printable_is_utf8(f->view.name);
    f->file.count = 0;
    f->file.cut = 0;
    f->file.in_piece = false;
    seen_clear(&f->select.listed);
    f->apart = f->context || f->options->at_line > 0 || f->options->quiet || f->options->names ||
               f->markdown || f->view.format->traits & (FORMAT_TEXT | FORMAT_EVENTS);
    message_begin(&f->view);
    if (f->view.places)
        places_begin(f->view.places, 0, 1);
    if (f->view.format->begin)
        (void)f->view.format->begin(&f->view);
}

void find_end_file(struct find *f)
{
    f->done.links += f->file.count;
    if (f->options->at_line > 0)
        at_end(f);
    if (f->options->names && f->file.count > 0 && !f->options->quiet)
        format_name(&f->view);
    if (f->context)
        context_end(f->context);
    if (f->view.format->end)
        (void)f->view.format->end(&f->view);
    find_warn_end(f);
    if (f->options->show.count && f->options->show.filenames && !f->options->quiet) {
        format_prefix(&f->view, NULL);
        output_number(f->view.out, f->file.count);
        output_byte(f->view.out, '\n');
    }
}

int find_input_of(const struct find *f, const struct source *s)
{
    return f->options->input == TRAWL_INPUT_AUTO && source_is_message(s) ? TRAWL_INPUT_MAIL
                                                                         : f->options->input;
}

/* Tests the first bytes of a file: warns when it is not text, and decides whether its lines can be
 * counted. */
static void check_start(struct find *f, const struct input *in, size_t n)
{
    const char *what = f->options->config.charset.p ? NULL : input_binary(f->file.block, n);
    char rest[80];

    f->view.countable = !f->options->config.charset.p && !input_is_wide(f->file.block, n);
    if (!what)
        return;
    (void)snprintf(rest, sizeof rest, ": looks like %s, not text", what);
    output_warn(f->view.out, NULL, NULL, in->name ? in->name : "standard input", rest);
}

int find_feed(struct find *f, struct input *in)
{
    ssize_t got;
    size_t n = 0;
    int stop = 0;

    while (!stop && (got = input_read(in, f->file.block)) > 0) {
        n = (size_t)got;
        if (in->given == n)
            check_start(f, in, n);
        if (!f->view.countable)
            markdown_close(f); /* UTF-16: its bytes are not those of Markdown */
        /* Compressed data may break off: then the places of links are needed. */
        if (in->unpacking && f->file.urls_only && (stop = find_need_places(f)) != 0)
            break;
        if (f->view.places)
            places_add(f->view.places, f->file.block, n);
        stop = f->cancelled && atomic_load_explicit(f->cancelled, memory_order_relaxed)
                   ? FIND_ENOUGH
               : f->markdown ? markdown_feed(f, f->file.block, n)
                             : trawl_mail_feed(f->file.mail, f->file.block, n);
        if (!f->cancelled)
            progress_step((struct progress_count){f->done.bytes + in->offset, f->done.messages,
                                                  f->done.links + f->file.count});
    }
    if (in->trouble[0]) { /* the last word may continue */
        for (f->file.cut = in->given + 1; n > 0 && (unsigned char)f->file.block[n - 1] > ' '; n--)
            f->file.cut--;
    }
    return stop;
}

/* Ends the input; a part that was not read is an error. Returns as trawl_mail_finish(). */
int find_finish(struct find *f, struct input *in)
{
    int stop = f->markdown ? markdown_finish(f) : trawl_mail_finish(f->file.mail);
    const char *why = trawl_mail_complaint(f->file.mail);
    const trawl_event limit = {.size = sizeof limit,
                               .type = TRAWL_EVENT_LIMIT,
                               .span = {in->given, in->given},
                               .what = in->limit,
                               .rule = "E20"};

    if (why && !in->trouble[0])
        (void)snprintf(in->trouble, sizeof in->trouble, ": %s%s", why,
                       f->file.kind == TRAWL_INPUT_AUTO ? "" : "; -f auto detects the format");
    if (stop || !in->limit)
        return stop;
    return file_put_limit(f, &limit);
}

int find_file(void *user, const struct source *s)
{
    struct find *f = user;
    struct input in;
    int stop = input_open_source(&in, s, f->view.out);

    if (stop < 0) {
        f->done.bad = true;
        return 0;
    }
    in.printed = !f->options->quiet;
    stop = markdown_wanted(f, s->name) ? markdown_open(f) : TRAWL_OK;
    find_begin_file(f, s->name);
    f->file.kind = find_input_of(f, s);
    if (!stop)
        stop = input_expect(f->file.mail, f->file.kind, s->name);
    if (!stop)
        stop = find_feed(f, &in);
    if (!stop)
        stop = find_finish(f, &in);
    markdown_close(f);
    find_end_file(f);
    if (input_complain(&in) < 0)
        f->done.bad = true;
    f->done.bytes += in.offset;
    input_close(&in);
    if (stop == FIND_NEXT)
        stop = 0;
    return stop || !f->view.out->error ? stop : FIND_ENOUGH;
}
