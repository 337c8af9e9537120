/* t_reentrant.c - a sink or write function that calls its own object, or leaves by longjmp()
 *
 * Each function but the close returns TRAWL_ERROR_MISUSE then, and the object's events and output
 * are those of a sink that did not call it.
 */
#include <setjmp.h>
#include <stdlib.h>
#include <trawl_emit.h>
#include <trawl_mail.h>

#include "tap.h"

/* The link ends in the second piece, so that some events come from the finish. */
static const char text[] = "see http://a.example/ x http://c.example/ y\nhttp://d.example/";

static struct {
    trawl *t;
    trawl_mail *m;
    trawl_emit *e;
    unsigned links, calls, refused;
    int leaves; /* by longjmp() */
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

int main(void)
{
    for (int leaves = 0; leaves < 2; leaves++) {
        scan(leaves);
        read_mail(leaves);
        for (int format = 0; format < TRAWL_EMIT_FORMAT_COUNT; format++)
            write_page(format, leaves);
    }
    return done();
}
