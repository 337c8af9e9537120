/* t_text.c - one call for a text, and structs of programs with an older or a newer header
 *
 * Members that a smaller struct lacks count as 0. In a larger struct, the bytes that the library
 * does not know are 0.
 */
#include <stddef.h>
#include <trawl_mail.h>

#include "emit_run.h"
#include "tap.h"

#define TEXT "see <URL:http://www.example.com/> or joe@example.org\n"

static emit_out got, wanted;

static void clear(emit_out *o)
{
    o->n = 0;
    emit_add(o, "");
}

/* ---- trawl_emit_text() ---- */

static void t_text(void)
{
    trawl_emit_config config = {.size = sizeof config, .format = TRAWL_EMIT_FORMAT_NOTES};
    trawl_config find = {.size = sizeof find, .find = TRAWL_FIND_EMAIL};
    trawl_settings *s = NULL;

    (void)emit_run(&wanted, TRAWL_EMIT_FORMAT_HTML, 0, TEXT, strlen(TEXT), 0, 0);
    clear(&got);
    is_int(trawl_emit_text(TEXT, strlen(TEXT), NULL, NULL, emit_keep, &got), TRAWL_OK, "a text");
    is_mem(got.p, got.n, wanted.p, wanted.n, "is an HTML fragment");
    if (trawl_settings_open(&s, &find) != TRAWL_OK)
        exit(1);
    clear(&got);
    is_int(trawl_emit_text(TEXT, strlen(TEXT), s, &config, emit_keep, &got), TRAWL_OK, "as notes");
    ok(strstr(got.p, "joe@example.org [1]") && !strstr(got.p, "[2]"), "of addresses only");
    trawl_settings_close(&s);
}

static void t_fails(void)
{
    const trawl_emit_config none = {.size = 0};

    got.stop_after = 1;
    is_int(trawl_emit_text(TEXT, strlen(TEXT), NULL, NULL, emit_keep, &got), 7,
           "what the write function returns comes back");
    got.stop_after = 0;
    is_int(trawl_emit_text(TEXT, strlen(TEXT), NULL, &none, emit_keep, &got), TRAWL_ERROR_MISUSE,
           "a config without its size");
    is_int(trawl_emit_text(TEXT, strlen(TEXT), NULL, NULL, NULL, NULL), TRAWL_ERROR_MISUSE,
           "no write function");
    is_int(trawl_emit_text(NULL, 1, NULL, NULL, emit_keep, &got), TRAWL_ERROR_MISUSE, "no text");
    clear(&got);
    is_int(trawl_emit_text(NULL, 0, NULL, NULL, emit_keep, &got), TRAWL_OK, "an empty text");
    is_int((long)got.n, 0, "has no output");
}

/* ---- Sizes ---- */

typedef union room {
    size_t size;
    char bytes[1024];
    trawl_emit_config config;
    trawl_event event;
    trawl_link link;
    trawl_mail_message message;
} room;

/* A struct of this size, with the first bytes of p[0..n), then zeros; what follows is 'x'. */
static room room_of(size_t size, const void *p, size_t n)
{
    room r;

    memset(&r, 'x', sizeof r);
    memset(&r, 0, size);
    memcpy(&r, p, size < n ? size : n);
    r.size = size;
    return r;
}

static void t_config(void)
{
    const trawl_emit_config full = {
        .size = sizeof full, .options = TRAWL_EMIT_OPTION_PAGE, .title = {"t", 1}};
    bool good = true;

    for (size_t size = sizeof(size_t); size <= 2 * sizeof full; size++) {
        room r = room_of(size, &full, sizeof full);
        bool page = size >= offsetof(trawl_emit_config, live);
        bool title = size >= offsetof(trawl_emit_config, rel);
        clear(&got);
        if (trawl_emit_text("x", 1, NULL, &r.config, emit_keep, &got) != TRAWL_OK)
            good = false;
        else if (size % 8 == 0) /* whole members */
            good = good && (strstr(got.p, "<html") != NULL) == page &&
                   (!page || (strstr(got.p, "<title>t</title>") != NULL) == title);
    }
    ok(good, "a config of any size");
    for (size_t size = 0; size < sizeof(size_t); size++) {
        room r = room_of(sizeof full, &full, sizeof full);
        trawl_emit *e;
        r.size = size;
        is_int(trawl_emit_open(&e, &r.config, emit_keep, &got), TRAWL_ERROR_MISUSE,
               "%zu bytes are no config", size);
    }
}

/* Writes one event with a link, of these sizes. Returns the result. */
static int put_event(size_t event_size, size_t link_size)
{
    trawl_span span = {0, 17};
    trawl_link link = {.size = sizeof link,
                       .kind = TRAWL_KIND_BARE,
                       .url = {"http://a.example/", 17},
                       .raw = {"http://a.example/", 17},
                       .span_count = 1,
                       .spans = &span,
                       .extent = span};
    trawl_event event = {.size = sizeof event,
                         .type = TRAWL_EVENT_LINK,
                         .text = {"http://a.example/", 17},
                         .span = span};
    room l = room_of(link_size, &link, sizeof link), r;
    trawl_emit *e;
    int result;

    event.link = &l.link;
    r = room_of(event_size, &event, sizeof event);
    clear(&got);
    if (trawl_emit_open(&e, NULL, emit_keep, &got) != TRAWL_OK)
        exit(1);
    result = trawl_emit_event(e, &r.event);
    (void)trawl_emit_finish(e);
    trawl_emit_close(&e);
    return result;
}

static void t_events(void)
{
    const char *linked = "href=\"http://a.example/\"";

    is_int(put_event(sizeof(trawl_event), sizeof(trawl_link)), TRAWL_OK, "an event");
    ok(strstr(got.p, linked), "with its link");
    is_int(put_event(offsetof(trawl_event, message), offsetof(trawl_link, zone)), TRAWL_OK,
           "an event and a link of an older header");
    ok(strstr(got.p, linked), "are the same");
    is_int(put_event(2 * sizeof(trawl_event), 2 * sizeof(trawl_link)), TRAWL_OK,
           "an event and a link of a newer header");
    ok(strstr(got.p, linked), "are the same");
    is_int(put_event(offsetof(trawl_event, link), sizeof(trawl_link)), TRAWL_OK, "without a link");
    ok(strcmp(got.p, "http://a.example/") == 0, "an event is text");
    is_int(put_event(sizeof(trawl_event), 0), TRAWL_ERROR_MISUSE, "a link without its size");
    is_int(put_event(0, sizeof(trawl_link)), TRAWL_ERROR_MISUSE, "an event without its size");
}

/* Events of links whose member `link` is NULL, after text: all writers write their text. */
static void t_no_link(void)
{
    static const int types[] = {TRAWL_EVENT_LINK, TRAWL_EVENT_LINK_MORE, TRAWL_EVENT_LINK};

    for (int format = 0; format < TRAWL_EMIT_FORMAT_COUNT; format++) {
        const trawl_emit_config config = {.size = sizeof config, .format = format};
        trawl_event event = {.size = sizeof event, .type = TRAWL_EVENT_TEXT, .text = {"ab ", 3}};
        trawl_emit *e;
        int result;

        clear(&got);
        if (trawl_emit_open(&e, &config, emit_keep, &got) != TRAWL_OK)
            exit(1);
        result = trawl_emit_event(e, &event);
        for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
            event = (trawl_event){.size = sizeof event, .type = types[i], .text = {"x", 1}};
            result |= trawl_emit_event(e, &event);
        }
        result |= trawl_emit_finish(e);
        trawl_emit_close(&e);
        is_int(result, TRAWL_OK, "format %d: links that are NULL", format);
        ok(strstr(got.p, "ab xxx") != NULL, "format %d: they are text", format);
    }
}

static void t_message(void)
{
    const trawl_emit_config config = {.size = sizeof config, .options = TRAWL_EMIT_OPTION_PAGE};
    const trawl_mail_message message = {.size = sizeof message, .number = 3, .id = {"i", 1}};
    room r = room_of(offsetof(trawl_mail_message, id), &message, sizeof message);
    trawl_event event = {.size = sizeof event, .type = TRAWL_EVENT_MESSAGE, .message = &r.message};
    trawl_emit *e;

    clear(&got);
    if (trawl_emit_open(&e, &config, emit_keep, &got) != TRAWL_OK)
        exit(1);
    is_int(trawl_emit_event(e, &event), TRAWL_OK, "an older message");
    (void)trawl_emit_flush(e);
    ok(strstr(got.p, "id=\"message-3\""), "has its number");
    event.message = &message;
    is_int(trawl_emit_event(e, &event), TRAWL_OK, "a message");
    (void)trawl_emit_flush(e);
    ok(strstr(got.p, "id=\"mid-i\""), "has its id");
    r.size = 0;
    event.message = &r.message;
    is_int(trawl_emit_event(e, &event), TRAWL_ERROR_MISUSE, "a message without its size");
    trawl_emit_close(&e);
}

static void t_href(void)
{
    const trawl_link link = {.size = sizeof link, .url = {"http://a.example/", 17}};
    room r = room_of(offsetof(trawl_link, raw), &link, sizeof link);
    char href[32];
    size_t n = 0;

    is_int(trawl_emit_href(&r.link, "", 0, href, sizeof href, &n, NULL), TRAWL_OK,
           "the href of an older link");
    is_mem(href, n, "http://a.example/", 17, "is its URL");
    r.size = 0;
    is_int(trawl_emit_href(&r.link, "", 0, href, sizeof href, &n, NULL), TRAWL_ERROR_MISUSE,
           "a link without its size has none");
}

int main(void)
{
    t_text();
    t_fails();
    t_config();
    t_events();
    t_no_link();
    t_message();
    t_href();
    free(got.p);
    free(wanted.p);
    trawl_release();
    return done();
}
