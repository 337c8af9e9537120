/* t_flush.c - when output is passed on: at a flush, when the buffer is full, and at the finish
 *
 * The bytes are the same for every writer, wherever it is flushed. Passing NULL is misuse.
 */
#include <limits.h>
#include <trawl_emit.h>

#include "emit_run.h"
#include "tap.h"

static const char line[] =
    "\r\nFrom <URL:http://www.example.com/a/lo-\n  ng path/x?a&amp;b#c>, <jane@example.org> \"it's\" "
    "http://b\xC3\xBC"
    "cher.example/ \xE2\x80\x99\xE2\x80\xAE\xC2\xA0\xF0\x9F\x98\x80\xFF x@a.example\n";

static char text[100000];
static emit_out with, without;

/* Counts the calls and keeps the bytes. */
static long calls;
static size_t most;

static int count(void *user, const char *bytes, size_t n)
{
    calls++;
    most = n > most ? n : most;
    return emit_keep(user, bytes, n);
}

typedef struct flusher {
    trawl_emit *e;
    unsigned events, each;
} flusher;

/* Flushes after every f->each events. */
static int take(void *user, const trawl_event *event)
{
    flusher *f = user;
    int stop = trawl_emit_event(f->e, event);

    if (!stop && ++f->events % f->each == 0)
        stop = trawl_emit_flush(f->e);
    return stop;
}

static int run(const trawl_emit_config *config, unsigned each, size_t n)
{
    flusher f = {.each = each};
    int result = trawl_emit_open(&f.e, config, count, &with);

    with.n = 0;
    calls = 0;
    emit_add(&with, "");
    if (!result)
        result = trawl_scan(text, n, NULL, take, &f);
    if (!result)
        result = trawl_emit_finish(f.e);
    trawl_emit_close(&f.e);
    return result;
}

static void t_same(int format, unsigned options)
{
    static const unsigned eaches[] = {1, 3, 1000000};
    trawl_emit_config config = {.size = sizeof config, .format = format, .options = options};

    for (size_t n = sizeof text; n > 0; n = n * 3 / 7) {
        (void)emit_scan(&without, &config, NULL, text, n, 0, 0);
        for (size_t k = 0; k < sizeof eaches / sizeof eaches[0]; k++) {
            is_int(run(&config, eaches[k], n), TRAWL_OK, "format %d, options %x, %zu bytes", format,
                   options, n);
            is_mem(with.p, with.n, without.p, without.n, "flushed every %u events", eaches[k]);
        }
    }
}

/* Without a flush there are few calls, and for a short text none before the finish. */
static void t_collects(void)
{
    trawl_event event = {.size = sizeof event, .type = TRAWL_EVENT_TEXT, .text = {"a", 1}};
    trawl_emit *e;

    (void)run(NULL, 1000000, sizeof text);
    ok(calls > 1 && (size_t)calls < with.n / 16384 && most > 16384, "%ld calls for %zu bytes",
       calls, with.n);
    with.n = 0;
    calls = 0;
    if (!is_int(trawl_emit_open(&e, NULL, count, &with), TRAWL_OK, "a fragment without a config"))
        return;
    is_int(trawl_emit_flush(e), TRAWL_OK, "a flush before any event");
    is_int(trawl_emit_event(e, &event), TRAWL_OK, "an event");
    is_int(calls, 0, "which writes nothing yet");
    is_int(trawl_emit_flush(e), TRAWL_OK, "a flush");
    is_mem(with.p, with.n, "a", 1, "which writes it");
    is_int(trawl_emit_flush(e), TRAWL_OK, "a second flush");
    is_int(calls, 1, "which writes nothing");
    is_int(trawl_emit_event(e, &event), TRAWL_OK, "another event");
    is_int(trawl_emit_finish(e), TRAWL_OK, "a finish");
    is_mem(with.p, with.n, "aa", 2, "which writes the rest");
    trawl_emit_close(&e);
}

/* The value that the write function returns ends the output. */
static void t_fails(void)
{
    trawl_event event = {.size = sizeof event, .type = TRAWL_EVENT_TEXT, .text = {"a", 1}};
    trawl_emit *e;

    with.stop_after = 1;
    if (trawl_emit_open(&e, NULL, emit_keep, &with) != TRAWL_OK)
        exit(1);
    is_int(trawl_emit_event(e, &event), TRAWL_OK, "an event is collected");
    is_int(trawl_emit_flush(e), 7, "the flush fails");
    is_int(trawl_emit_event(e, &event), TRAWL_ERROR_MISUSE, "the next event is misuse");
    is_int(trawl_emit_flush(e), TRAWL_ERROR_MISUSE, "a second flush");
    is_int(trawl_emit_finish(e), TRAWL_ERROR_MISUSE, "the finish, too");
    trawl_emit_close(&e);
    with.stop_after = 0;
}

static int negative(void *result, const char *bytes, size_t n)
{
    (void)bytes;
    (void)n;
    return *(const int *)result;
}

/* A negative value of the write function is misuse, unless it is TRAWL_ERROR_NO_MEMORY. */
static void t_negative(void)
{
    static const int results[][2] = {{-1, TRAWL_ERROR_MISUSE},
                                     {TRAWL_ERROR_NO_MEMORY, TRAWL_ERROR_NO_MEMORY},
                                     {TRAWL_ERROR_BAD_RULE, TRAWL_ERROR_MISUSE},
                                     {INT_MIN, TRAWL_ERROR_MISUSE},
                                     {INT_MIN + 2, TRAWL_ERROR_MISUSE}};

    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        int result = results[i][0];

        is_int(trawl_emit_text("a", 1, NULL, NULL, negative, &result), results[i][1],
               "a write function that returns %d", result);
    }
}

/* An output cannot be continued after its end. */
static void t_finished(void)
{
    trawl_event event = {.size = sizeof event, .type = TRAWL_EVENT_TEXT, .text = {"a", 1}};
    trawl_emit *e;

    if (trawl_emit_open(&e, NULL, emit_keep, &with) != TRAWL_OK)
        exit(1);
    is_int(trawl_emit_finish(e), TRAWL_OK, "the end");
    is_int(trawl_emit_event(e, &event), TRAWL_ERROR_MISUSE, "an event after the end");
    is_int(trawl_emit_flush(e), TRAWL_ERROR_MISUSE, "a flush after the end");
    is_int(trawl_emit_finish(e), TRAWL_ERROR_MISUSE, "a second end");
    trawl_emit_close(&e);
}

/* A writer refuses the events of a scan that reports no text. */
static void t_no_text(void)
{
    static const unsigned wants[] = {TRAWL_WANT_URL, TRAWL_WANT_LINK, TRAWL_WANT_PLACE,
                                     TRAWL_WANT_EXPLAIN};
    static const char link[] = "a http://a.example/ b";

    for (size_t i = 0; i < sizeof wants / sizeof wants[0]; i++)
        for (int format = 0; format < TRAWL_EMIT_FORMAT_COUNT; format++) {
            trawl_config scan = {.size = sizeof scan, .want = wants[i]};
            trawl_emit_config config = {.size = sizeof config, .format = format};

            with.n = 0;
            is_int(emit_scan(&with, &config, &scan, link, sizeof link - 1, 0, 0),
                   TRAWL_ERROR_MISUSE, "format %d of a scan that wants %u", format, wants[i]);
            scan.want |= TRAWL_WANT_TEXT;
            is_int(emit_scan(&with, &config, &scan, link, sizeof link - 1, 0, 0), TRAWL_OK,
                   "format %d with the text too", format);
        }
}

static void t_misuse(void)
{
    trawl_emit_config config = {.size = sizeof config, .format = TRAWL_EMIT_FORMAT_COUNT};
    trawl_event event = {.size = sizeof event, .type = TRAWL_EVENT_TEXT, .text = {"a", 1}};
    trawl_emit *e = NULL;

    is_int(trawl_emit_open(&e, &config, count, &with), TRAWL_ERROR_MISUSE, "an unknown format");
    config.format = -1;
    is_int(trawl_emit_open(&e, &config, count, &with), TRAWL_ERROR_MISUSE, "a negative format");
    is_int(trawl_emit_open(&e, NULL, NULL, NULL), TRAWL_ERROR_MISUSE, "no write function");
    is_int(trawl_emit_open(NULL, NULL, count, NULL), TRAWL_ERROR_MISUSE,
           "no pointer for the writer");
    is_int(trawl_emit_event(NULL, &event), TRAWL_ERROR_MISUSE, "an event without a writer");
    is_int(trawl_emit_flush(NULL), TRAWL_ERROR_MISUSE, "a flush without a writer");
    is_int(trawl_emit_finish(NULL), TRAWL_ERROR_MISUSE, "a finish without a writer");
    is_int(trawl_emit_is_complete(NULL), 0, "NULL is not complete");
    if (trawl_emit_open(&e, NULL, count, &with) != TRAWL_OK)
        exit(1);
    is_int(trawl_emit_event(e, NULL), TRAWL_ERROR_MISUSE, "a writer without an event");
    is_int(trawl_emit_finish(e), TRAWL_OK, "the writer still works");
    trawl_emit_close(&e);
    trawl_emit_close(&e);
    trawl_emit_close(NULL);
}

int main(void)
{
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = i % 3000 < 1000 ? 'x' : line[i % (sizeof line - 1)];
    t_same(TRAWL_EMIT_FORMAT_HTML, 0);
    t_same(TRAWL_EMIT_FORMAT_HTML, TRAWL_EMIT_OPTION_PAGE);
    t_same(TRAWL_EMIT_FORMAT_HTML,
           TRAWL_EMIT_OPTION_PAGE | TRAWL_EMIT_OPTION_KEEP_LINES | TRAWL_EMIT_OPTION_XHTML);
    t_same(TRAWL_EMIT_FORMAT_TERM, 0);
    t_same(TRAWL_EMIT_FORMAT_MARKDOWN, 0);
    t_same(TRAWL_EMIT_FORMAT_NOTES, 0);
    t_same(TRAWL_EMIT_FORMAT_TEXT, 0);
    t_collects();
    t_fails();
    t_negative();
    t_finished();
    t_no_text();
    t_misuse();
    free(with.p);
    free(without.p);
    trawl_release();
    return done();
}
