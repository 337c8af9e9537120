/* t_reentrant.c - a sink or write function that calls its own object, leaves by longjmp(), or
 * returns a negative value
 *
 * In the sink and after the longjmp(), each function except the close must return
 * TRAWL_ERROR_MISUSE. The object's events and output must be the same as with a sink that does not
 * call it.
 */
#include <setjmp.h>
#include <stdlib.h>
#include <trawl_emit.h>
#include <trawl_mail.h>

#include "tap.h"

/* The last link ends with the text, so that some events come from the finish. */
static const char text[] = "see http://a.example/ x http://c.example/ y\nhttp://d.example/";

static struct {
    trawl_scanner *t;
    trawl_mail *m;
    trawl_emit *e;
    unsigned links, calls, refused;
    int leaves; /* the sink leaves by longjmp() */
} now;
static jmp_buf out;

static void count(int result)
{
    now.calls++;
    now.refused += result == TRAWL_ERROR_MISUSE;
}

static void call_scan(void)
{
    count(trawl_feed(now.t, "http://q.example/ ", 18));
    count(trawl_finish(now.t));
    count(trawl_reset(now.t));
}

static void call_mail(void)
{
    trawl_mail_place here = {
        .size = sizeof here, .input = TRAWL_INPUT_MBOX, .number = 1, .line = 1};

    count(trawl_mail_feed(now.m, "http://q.example/ ", 18));
    count(trawl_mail_finish(now.m));
    count(trawl_mail_reset(now.m));
    count(trawl_mail_expect(now.m, TRAWL_INPUT_TEXT));
    count(trawl_mail_seek(now.m, &here));
    count(trawl_mail_tell(now.m, &here));
}

static void call_emit(void)
{
    const trawl_event event = {
        .size = sizeof event, .type = TRAWL_EVENT_TEXT, .text = {"again", 5}};

    count(trawl_emit_event(now.e, &event));
    count(trawl_emit_flush(now.e));
    count(trawl_emit_finish(now.e));
}

static int sink(void *user, const trawl_event *e)
{
    (void)user;
    now.links += e->type == TRAWL_EVENT_LINK;
    if (now.t)
        call_scan();
    else
        call_mail();
    if (now.leaves)
        longjmp(out, 1);
    return 0;
}

static int take(void *user, const char *bytes, size_t n)
{
    (void)user;
    (void)bytes;
    (void)n;
    call_emit();
    if (now.leaves)
        longjmp(out, 1);
    return 0;
}

static void scan(int leaves)
{
    now.leaves = leaves;
    now.links = now.calls = now.refused = 0;
    if (trawl_open(&now.t, NULL, sink, NULL) != TRAWL_OK)
        exit(1);
    if (setjmp(out) == 0) {
        is_int(trawl_feed(now.t, text, sizeof text - 1), TRAWL_OK, "trawl_feed");
        is_int(trawl_finish(now.t), TRAWL_OK, "trawl_finish");
        is_int((int)now.links, 3, "no link of another text");
    }
    if (leaves)
        call_scan();
    ok(now.calls > 2 && now.refused == now.calls, "trawl: %u of %u calls are misuse, leaves: %d",
       now.refused, now.calls, leaves);
    trawl_close(&now.t);
}

static void read_mail(int leaves)
{
    now.leaves = leaves;
    now.links = now.calls = now.refused = 0;
    if (trawl_mail_open(&now.m, NULL, sink, NULL) != TRAWL_OK)
        exit(1);
    if (setjmp(out) == 0) {
        is_int(trawl_mail_feed(now.m, text, sizeof text - 1), TRAWL_OK, "trawl_mail_feed");
        is_int(trawl_mail_finish(now.m), TRAWL_OK, "trawl_mail_finish");
        is_int((int)now.links, 3, "no link of another text");
    }
    if (leaves)
        call_mail();
    ok(now.calls > 5 && now.refused == now.calls,
       "trawl_mail: %u of %u calls are misuse, leaves: %d", now.refused, now.calls, leaves);
    trawl_mail_close(&now.m);
}

static void write_page(int format, int leaves)
{
    trawl_emit_config config = {.size = sizeof config, .format = format};

    now.leaves = leaves;
    now.calls = now.refused = 0;
    if (trawl_emit_open(&now.e, &config, take, NULL) != TRAWL_OK)
        exit(1);
    if (setjmp(out) == 0) {
        is_int(trawl_scan(text, sizeof text - 1, NULL, trawl_emit_event, now.e), TRAWL_OK, "scan");
        is_int(trawl_emit_finish(now.e), TRAWL_OK, "trawl_emit_finish");
    }
    if (leaves)
        call_emit();
    ok(now.calls > 2 && now.refused == now.calls,
       "trawl_emit, format %d: %u of %u calls are misuse, leaves: %d", format, now.refused,
       now.calls, leaves);
    trawl_emit_close(&now.e);
}

/* ---- Negative results ---- */

static int calls;

static int negative(void *result, const trawl_event *e)
{
    (void)e;
    calls++;
    return *(const int *)result;
}

static int negative_link(void *result, const trawl_link *link)
{
    (void)link;
    calls++;
    return *(const int *)result;
}

static const struct {
    int sink, call;
} results[] = {{-1, TRAWL_ERROR_MISUSE},
               {TRAWL_ERROR_MISUSE, TRAWL_ERROR_MISUSE},
               {TRAWL_ERROR_NO_MEMORY, TRAWL_ERROR_NO_MEMORY},
               {TRAWL_ERROR_NOT_BUILT, TRAWL_ERROR_MISUSE},
               {-1000, TRAWL_ERROR_MISUSE},
               {7, 7}};

/* Settings that report everything, links, or URLs only. */
static const unsigned wants[] = {0, TRAWL_WANT_LINK, TRAWL_WANT_URL};

static void refuse_mail(const trawl_settings *settings, int input, int result, int want)
{
    trawl_mail_config config = {.size = sizeof config, .settings = settings, .input = input};
    trawl_mail *m;

    if (trawl_mail_open(&m, &config, negative, &result) != TRAWL_OK)
        exit(1);
    calls = 0;
    is_int(trawl_mail_feed(m, text, sizeof text - 1), want, "trawl_mail_feed, sink %d", result);
    is_int(calls, 1, "one event");
    is_int(trawl_mail_feed(m, text, 1), TRAWL_ERROR_MISUSE, "a call after it");
    is_int(trawl_mail_finish(m), TRAWL_ERROR_MISUSE, "a finish after it");
    is_int(trawl_mail_reset(m), TRAWL_OK, "a reset");
    trawl_mail_close(&m);
}

static void refuse_scan(const trawl_settings *settings, int result, int want)
{
    trawl_scanner *t;

    if (trawl_open(&t, settings, negative, &result) != TRAWL_OK)
        exit(1);
    calls = 0;
    is_int(trawl_feed(t, text, sizeof text - 1), want, "trawl_feed, sink %d", result);
    is_int(calls, 1, "one event");
    is_int(trawl_feed(t, text, 1), TRAWL_ERROR_MISUSE, "a call after it");
    is_int(trawl_finish(t), TRAWL_ERROR_MISUSE, "a finish after it");
    is_int(trawl_reset(t), TRAWL_OK, "a reset");
    trawl_close(&t);
}

static void refuse(unsigned want, size_t i)
{
    trawl_config config = {.size = sizeof config, .want = want};
    trawl_settings *settings;
    int result = results[i].sink;

    if (trawl_settings_open(&settings, &config) != TRAWL_OK)
        exit(1);
    refuse_scan(settings, result, results[i].call);
    refuse_mail(settings, TRAWL_INPUT_TEXT, result, results[i].call);
    calls = 0;
    is_int(trawl_each(text, sizeof text - 1, settings, negative_link, &result), results[i].call,
           "trawl_each, sink %d", result);
    is_int(calls, 1, "one link");
    trawl_settings_close(&settings);
}

int main(void)
{
    for (size_t k = 0; k < sizeof wants / sizeof wants[0]; k++)
        for (size_t i = 0; i < sizeof results / sizeof results[0]; i++)
            refuse(wants[k], i);
    for (int leaves = 0; leaves < 2; leaves++) {
        scan(leaves);
        read_mail(leaves);
        for (int format = 0; format < TRAWL_EMIT_FORMAT_COUNT; format++)
            write_page(format, leaves);
    }
    return done();
}
