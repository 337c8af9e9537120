/* t_complete.c - where one writer may end and another continue, so that their outputs together are
 * that of one writer */
#include "emit_run.h"
#include "tap.h"

static trawl_emit *open_writer(int format, unsigned options, emit_out *o)
{
    trawl_emit_config config = {.size = sizeof config, .format = format, .options = options};
    trawl_emit *e = NULL;

    *o = (emit_out){0};
    if (trawl_emit_open(&e, &config, emit_keep, o) != TRAWL_OK)
        abort();
    return e;
}

static bool complete_after(const char *text)
{
    const trawl_event event = {
        .size = sizeof event, .type = TRAWL_EVENT_TEXT, .text = {text, strlen(text)}};
    emit_out o;
    trawl_emit *e = open_writer(TRAWL_EMIT_FORMAT_HTML, 0, &o);
    bool complete;

    (void)trawl_emit_event(e, &event);
    complete = trawl_emit_is_complete(e);
    trawl_emit_close(&e);
    free(o.p);
    return complete;
}

static void t_text(void)
{
    ok(complete_after(""), "complete at the beginning");
    ok(complete_after("a line\n"), "complete after a line");
    ok(complete_after("a \xC3\xA4"), "complete after a character");
    ok(!complete_after("a \xC3"), "not inside a character");
    ok(!complete_after("a line\r"), "not after a CR, which an LF may follow");
    ok(complete_after("a line\r\n"), "complete after CR LF");
}

/* After a link in two pieces, the output is not complete until the second piece and the text after
 * it are written. */
static void t_link(void)
{
    trawl_span spans[2] = {{0, 16}, {17, 18}};
    trawl_link link = {.size = sizeof link,
                       .kind = TRAWL_KIND_WRAP,
                       .span_count = 2,
                       .spans = spans,
                       .extent = {0, 18}};
    trawl_event event = {.size = sizeof event,
                         .type = TRAWL_EVENT_LINK,
                         .span = spans[0],
                         .text = {"http://a.example", 16},
                         .link = &link};
    emit_out o;
    trawl_emit *e = open_writer(TRAWL_EMIT_FORMAT_HTML, 0, &o);

    link.url = (trawl_str){"http://a.examplex", 17};
    link.raw = (trawl_str){"http://a.example x", 18};
    (void)trawl_emit_event(e, &event);
    ok(!trawl_emit_is_complete(e), "not between the pieces of a link");
    event = (trawl_event){.size = sizeof event,
                          .type = TRAWL_EVENT_TEXT,
                          .span = {16, 17},
                          .text = {"\n", 1},
                          .link = &link};
    (void)trawl_emit_event(e, &event);
    ok(!trawl_emit_is_complete(e), "not in the text between the pieces");
    event = (trawl_event){.size = sizeof event,
                          .type = TRAWL_EVENT_LINK_MORE,
                          .index = 1,
                          .span = spans[1],
                          .text = {"x", 1},
                          .link = &link};
    (void)trawl_emit_event(e, &event);
    event = (trawl_event){
        .size = sizeof event, .type = TRAWL_EVENT_TEXT, .span = {18, 19}, .text = {".", 1}};
    (void)trawl_emit_event(e, &event);
    ok(trawl_emit_is_complete(e), "complete after the link");
    trawl_emit_close(&e);
    free(o.p);
}

static void t_others(void)
{
    static const int formats[] = {TRAWL_EMIT_FORMAT_HTML, TRAWL_EMIT_FORMAT_TERM,
                                  TRAWL_EMIT_FORMAT_MARKDOWN, TRAWL_EMIT_FORMAT_NOTES,
                                  TRAWL_EMIT_FORMAT_TEXT};
    emit_out o;

    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        trawl_emit *e = open_writer(formats[i], TRAWL_EMIT_OPTION_PAGE, &o);
        is_int(trawl_emit_is_complete(e), 0, "format %d with a page: never complete", formats[i]);
        trawl_emit_close(&e);
        free(o.p);
    }
}

/* Writes each line with a new writer, as soon as the previous writer is complete. */
static void t_together(void)
{
    static const char text[] =
        "see <URL:http://a.example/b\nc> or joe@a.example,\r\nhttp://b.example/ & <i>\xE2\x80\xAE\n"
        "\xE4 www.c.example\r\rend";
    emit_out one, all, part;
    trawl_emit *e = open_writer(TRAWL_EMIT_FORMAT_HTML, 0, &one);
    size_t from = 0, n = sizeof text - 1;

    if (trawl_scan(text, n, NULL, trawl_emit_event, e) != TRAWL_OK ||
        trawl_emit_finish(e) != TRAWL_OK)
        abort();
    trawl_emit_close(&e);
    all = (emit_out){0};
    for (size_t to = 1; to <= n; to++) {
        if (to < n && text[to - 1] != '\n')
            continue;
        e = open_writer(TRAWL_EMIT_FORMAT_HTML, 0, &part);
        if (trawl_scan(text + from, to - from, NULL, trawl_emit_event, e) != TRAWL_OK)
            abort();
        if (to == n || (trawl_emit_is_complete(e) && memchr(text + from, '>', to - from))) {
            if (trawl_emit_finish(e) != TRAWL_OK)
                abort();
            (void)emit_keep(&all, part.p, part.n);
            from = to;
        }
        trawl_emit_close(&e);
        free(part.p);
    }
    is_mem(all.p, all.n, one.p, one.n, "the pieces, written separately, are the whole output");
    free(one.p);
    free(all.p);
}

int main(void)
{
    t_text();
    t_link();
    t_others();
    t_together();
    return done();
}
