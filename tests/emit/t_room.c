/* t_room.c - writers that put their output into the caller's room: the same bytes, and none after
 * it
 *
 * Several formats, texts longer than the room, a room that ends at a guarded page; and the caller
 * takes what is in it now and then.
 */
#include <trawl_emit.h>

#include <sys/mman.h>
#include <unistd.h>

#include "emit_run.h"
#include "tap.h"

static const char line[] =
    "\r\nFrom <URL:http://www.example.com/a/lo-\n  ng path/x?a&amp;b#c>, <jane@example.org> \"it's\" "
    "http://b\xC3\xBC"
    "cher.example/ \xE2\x80\x99\xE2\x80\xAE\xC2\xA0\xF0\x9F\x98\x80\xFF x@a.example\n";

static char text[8000];
static emit_out with, without;
static char *room;
static size_t room_n;

/* The end of a page behind which nobody may write. */
static char *guarded(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), size = (TRAWL_EMIT_ROOM + page - 1) / page * page;
    char *all = mmap(NULL, size + page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (all == MAP_FAILED || mprotect(all, size, PROT_READ | PROT_WRITE) < 0)
        abort();
    return all + size - TRAWL_EMIT_ROOM;
}

/* What is in the room is all that is given, or what there never is room for. */
static int keep(void *user, const char *bytes, size_t n)
{
    bool right = bytes == room ? n == room_n : n > TRAWL_EMIT_ROOM;

    return right ? emit_keep(user, bytes, n) : 77;
}

typedef struct taker {
    trawl_emit *e;
    unsigned events, each;
} taker;

/* Every so many events the room is emptied by the caller. */
static int take(void *user, const trawl_event *event)
{
    taker *t = user;
    int stop = trawl_emit_event(t->e, event);

    if (++t->events % t->each == 0) {
        (void)emit_keep(&with, room, room_n);
        room_n = 0;
    }
    return stop;
}

static int run(const trawl_emit_config *config, unsigned each, size_t n)
{
    taker t = {.each = each};
    int result = trawl_emit_open(&t.e, config, keep, &with);

    with.n = room_n = 0;
    emit_add(&with, "");
    if (!result)
        result = trawl_scan(text, n, NULL, take, &t);
    if (!result)
        result = trawl_emit_finish(t.e);
    trawl_emit_close(&t.e);
    return result;
}

static void t_same(int format, unsigned options)
{
    static const unsigned eaches[] = {1, 3, 1000000};
    trawl_emit_config config = {.size = sizeof config, .format = format, .options = options};

    for (size_t n = sizeof text; n > 0; n = n * 3 / 4) {
        config.room = NULL;
        (void)emit_scan(&without, &config, NULL, text, n, 0, 0);
        config.room = room;
        config.room_size = TRAWL_EMIT_ROOM;
        config.room_n = &room_n;
        for (size_t k = 0; k < sizeof eaches / sizeof eaches[0]; k++) {
            is_int(run(&config, eaches[k], n), TRAWL_OK, "format %d, options %x, %zu bytes", format,
                   options, n);
            is_mem(with.p, with.n, without.p, without.n, "taken every %u events", eaches[k]);
        }
    }
}

static void t_misuse(void)
{
    trawl_emit_config config = {
        .size = sizeof config, .format = TRAWL_EMIT_FORMAT_HTML, .room = room};
    trawl_emit *e;

    config.room_n = &room_n;
    config.room_size = TRAWL_EMIT_ROOM - 1;
    room_n = 0;
    is_int(trawl_emit_open(&e, &config, keep, &with), TRAWL_ERROR_MISUSE, "too small");
    config.room_size = TRAWL_EMIT_ROOM;
    room_n = TRAWL_EMIT_ROOM + 1;
    is_int(trawl_emit_open(&e, &config, keep, &with), TRAWL_ERROR_MISUSE,
           "more in it than there can be");
    config.room_n = NULL;
    is_int(trawl_emit_open(&e, &config, keep, &with), TRAWL_ERROR_MISUSE,
           "nobody counts what is in it");
    is_int(trawl_emit_finish(NULL), TRAWL_ERROR_MISUSE, "no writer to be finished");
    is_int(trawl_emit_is_calm(NULL), 0, "none to be calm");
}

/* What was there before is the output's, and an error ends it. */
static void t_before(void)
{
    trawl_emit_config config = {
        .size = sizeof config, .format = TRAWL_EMIT_FORMAT_HTML, .room = room};
    trawl_event event = {.type = TRAWL_EVENT_TEXT, .text = {"b", 1}};
    trawl_emit *e;

    config.room_size = TRAWL_EMIT_ROOM;
    config.room_n = &room_n;
    room[0] = 'a';
    room_n = 1;
    with.n = 0;
    if (!is_int(trawl_emit_open(&e, &config, keep, &with), TRAWL_OK, "a room with something in it"))
        return;
    is_int(trawl_emit_event(e, &event), 0, "an event");
    is_int(with.n, 0, "nothing is written yet");
    is_mem(room, room_n, "ab", 2, "it is in the room");
    is_int(trawl_emit_finish(e), 0, "and goes out at the end");
    is_mem(with.p, with.n, "ab", 2, "all of it");
    is_int(room_n, 0, "which leaves the room empty");
    trawl_emit_close(&e);
}

int main(void)
{
    room = guarded();
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = i % 3000 < 1000 ? 'x' : line[i % (sizeof line - 1)];
    t_same(TRAWL_EMIT_FORMAT_HTML, 0);
    t_same(TRAWL_EMIT_FORMAT_HTML, TRAWL_EMIT_OPTION_PAGE);
    t_same(TRAWL_EMIT_FORMAT_HTML,
           TRAWL_EMIT_OPTION_PAGE | TRAWL_EMIT_OPTION_REFLOW | TRAWL_EMIT_OPTION_XHTML);
    t_same(TRAWL_EMIT_FORMAT_TERM, 0);
    t_same(TRAWL_EMIT_FORMAT_MARKDOWN, 0);
    t_same(TRAWL_EMIT_FORMAT_NOTES, 0);
    t_misuse();
    t_before();
    return done();
}
