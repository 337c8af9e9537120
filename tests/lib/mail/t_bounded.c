/* t_bounded.c - mail of any length takes bounded memory and linear work: the shapes of
 * support/shapes.h that are mail, with 400 KB and four times that; in "make check-every" with 1 and
 * 4 MB
 *
 * Memory is counted by a resize() of the test: the peak must be small and nearly the same for both
 * lengths. Work is counted in events and allocations, not in time: four times the length has at
 * most four times as many. The memory of the C library's iconv is not counted.
 */
#include "configured.h"
#include "mail/mail.h"
#include "purse.h"
#include "shapes.h"
#include "tap.h"

enum { SHORT = 400000, SHORT_EVERY = 1000000, TIMES = 4, MOST = 3 << 20, PAGE = 64 << 10 };

/* Bytes, at most: the state of a trawl_mail; its state and all rooms when it reads a short message;
 * the same for a short page. */
enum { STATE = 20 << 10, PLAIN = 96 << 10, PAGED = 192 << 10 };

/* Tolerances. Memory and work depend a little on where blocks are cut and where the input ends: the
 * rest of a line after a header is a body, which has rooms of its own. */
enum { SOME_BYTES = 16384, SOME = 64 };

typedef struct tally {
    purse purse;
    long events;
    int result;
} tally;

static int sink(void *user, const trawl_event *e)
{
    tally *t = user;

    (void)e;
    t->events++;
    return 0;
}

static trawl_mail *tally_open(tally *t, int input)
{
    trawl_config find = {.size = sizeof find,
                         .find = TRAWL_FIND_DEFAULT | TRAWL_FIND_HDR | TRAWL_FIND_MSGID,
                         .resize = purse_resize,
                         .resize_user = &t->purse};
    trawl_mail_config cfg = {.size = sizeof cfg, .input = input};
    trawl_mail *m;

    *t = (tally){.purse = {.left = -1}};
    t->result = configured_mail_open(&m, cfg, &find, sink, t);
    return m;
}

static tally read_shape(const struct shape *s, unsigned long long bytes)
{
    tally t;
    trawl_mail *m = tally_open(&t, s->input);

    if (!t.result)
        t.result = shape_feed(s, m, bytes);
    configured_mail_close(&m);
    return t;
}

/* Only mail with a page has memory for one. */
static void page_costs(void)
{
    static const char *const mails[] = {"Subject: a\n\n<p>http://a.example/\n",
                                        "Content-Type: text/html\n\n<p>http://a.example/\n"};
    tally t[2];

    for (int i = 0; i < 2; i++) {
        trawl_mail *m = tally_open(&t[i], TRAWL_INPUT_MAIL);

        t[i].result |= trawl_mail_feed(m, mails[i], strlen(mails[i]));
        t[i].result |= trawl_mail_finish(m);
        configured_mail_close(&m);
        is_int(t[i].result, TRAWL_OK, "read: %s", mails[i]);
    }
    if (!ok(t[0].purse.peak + PAGE <= t[1].purse.peak, "mail without a page takes 64 KiB less"))
        printf("# %zu and %zu bytes\n", t[0].purse.peak, t[1].purse.peak);
    if (!ok(t[0].purse.peak <= PLAIN, "a short message takes at most 96 KiB"))
        printf("# %zu bytes\n", t[0].purse.peak);
    if (!ok(t[1].purse.peak <= PAGED, "a short page takes at most 192 KiB"))
        printf("# %zu bytes\n", t[1].purse.peak);
    if (!ok(sizeof(trawl_mail) <= STATE, "a trawl_mail has at most 20 KiB"))
        printf("# %zu bytes\n", sizeof(trawl_mail));
}

static void try_shape(const struct shape *s)
{
    /* Shorter texts do not fill all buffers. */
    const unsigned some = tap_amount(SHORT, SHORT_EVERY), bytes = some > SHORT ? some : SHORT;
    tally a = read_shape(s, bytes), b = read_shape(s, (unsigned long long)TIMES * bytes);

    is_int(a.result + b.result, TRAWL_OK, "%s: read", s->name);
    if (!ok(b.purse.peak <= a.purse.peak + SOME_BYTES,
            "%s: four times the length takes no more memory", s->name))
        printf("# %zu, then %zu bytes\n", a.purse.peak, b.purse.peak);
    if (!ok(b.purse.peak <= MOST, "%s: at most 3 MiB", s->name))
        printf("# %zu bytes\n", b.purse.peak);
    is_int((long)(a.purse.now + b.purse.now), 0, "%s: all memory is freed", s->name);
    if (!ok(b.events <= TIMES * (a.events + a.events / 64 + SOME),
            "%s: the number of events is linear", s->name))
        printf("# %ld, then %ld\n", a.events, b.events);
    if (!ok(b.purse.asked <= TIMES * (a.purse.asked + a.purse.asked / 64 + SOME),
            "%s: the number of allocations is linear", s->name))
        printf("# %ld, then %ld\n", a.purse.asked, b.purse.asked);
}

int main(void)
{
    for (int i = 0; i < SHAPES; i++)
        if (shapes[i].input != TRAWL_INPUT_TEXT)
            try_shape(&shapes[i]);
    page_costs();
    trawl_release();
    return done();
}
