/* fuzz_mail.c - any bytes as settings, sizes of pieces, and input of the mail reader
 *
 * The first HEAD bytes select the settings. The rest is the input, in which 0x1C repeats the byte
 * before it and 0x1D the line before it, so that a short seed gets past a limit. Checked:
 * everything that mail_run.h checks; a link has a URL; a TEXT ends inside a character or a CR LF
 * only at the edge of a link; any pieces give the same events. One of these runs is checked, too:
 * byte by byte, which gives the same events; with links only, which gives the same links; with the
 * detected kind as the given kind, which gives the same events; or with an allocation that fails,
 * which gives TRAWL_ERROR_NO_MEMORY or the same events. All memory is freed.
 */
#include "base/memory.h"
#include "configured.h"
#include "fuzz.h"
#include "mail_run.h"

enum { HEAD = 6, LONGEST = 9000, LONGER = 120000, TIMES = 60 };

/* ---- The input ---- */

static size_t repeat(char *out, size_t n, size_t from, size_t room)
{
    size_t k = n - from;

    for (int i = 0; i < TIMES && n + k <= room; i++, n += k)
        memcpy(out + n, out + from, k);
    return n;
}

static size_t expand(const uint8_t *data, size_t size, char *out, size_t room)
{
    size_t n = 0, line = 0;

    for (size_t i = 0; i < size && n < room; i++) {
        if (data[i] == 0x1C && n > 0) {
            n = repeat(out, n, n - 1, room);
        } else if (data[i] == 0x1D && n > line) {
            n = repeat(out, n, line, room);
        } else {
            line = n > 0 && out[n - 1] == '\n' ? n : line;
            out[n++] = (char)data[i];
        }
    }
    return n;
}

enum also { BYTES, KIND, LINKS, FAILING, ALSO };

typedef struct settings {
    trawl_config find;
    trawl_mail_config mail;
    size_t first, step;
    uint64_t seed; /* for pieces of random length up to `step`; 0: all pieces have `step` bytes */
    unsigned also; /* the additional run: enum also */
    long fail;     /* the number of the allocation that fails */
    size_t room;
} settings;

static long blocks; /* blocks in use */

static void *resize(void *user, void *old, size_t size)
{
    void *p = size > 0 ? realloc(old, size) : NULL;

    (void)user;
    if (size == 0)
        free(old);
    must(p || size == 0, "memory for the test");
    blocks += (p && !old) - (size == 0 && old);
    return p;
}

static settings settings_of(const uint8_t *data)
{
    static const unsigned finds[] = {0, TRAWL_FIND_DEFAULT | TRAWL_FIND_HDR | TRAWL_FIND_MSGID,
                                     (TRAWL_FIND_NETPATH << 1) - 1 + TRAWL_FIND_OSC8,
                                     TRAWL_FIND_URL};
    static const char *const charsets[] = {"", "", "iso-8859-1", "utf-16"};
    const char *charset = charsets[data[2] >> 2 & 3];
    settings s = {
        .find = {.size = sizeof s.find,
                 .find = finds[data[2] & 3],
                 .options = (data[1] & 68) == 64 ? TRAWL_OPTION_JOIN | TRAWL_OPTION_ALL_DOMAINS : 0,
                 .want = TRAWL_WANT_DEFAULT | (data[1] & 4 ? TRAWL_WANT_EXPLAIN : 0) |
                         (data[1] & 32 ? TRAWL_WANT_ATTACHED : 0),
                 .resize = resize,
                 .charset = {charset, strlen(charset)}},
        .mail = {.size = sizeof s.mail,
                 .input = data[0] % TRAWL_INPUT_COUNT,
                 .headers = data[1] % 3,
                 .options = data[1] & 8 ? TRAWL_MAIL_OPTION_SHOW : 0},
        .first = data[3] * (size_t)3,
        .step = 1 + data[4],
        .seed = data[1] & 16 ? 1 + data[3] : 0,
        .also = data[5] % ALSO,
        .fail = data[5] / ALSO,
        .room = data[2] >> 4 == 15 ? LONGER : LONGEST,
    };

    return s;
}

/* ---- Checks ---- */

/* The text of adjacent TEXT events, and where each of them ended. */
typedef struct watch {
    mail_tape tape;
    bool links_only;
    bool failing; /* allocations fail, so dangers are the worst case and are not compared */
    growing text, ends;
    const trawl_link *link;
} watch;

/* Returns true when a character or a CR LF goes over the place i. */
static bool is_inside(const growing *g, size_t i)
{
    const unsigned char *s = (const unsigned char *)g->p;

    if (s[i - 1] == '\r' && s[i] == '\n')
        return true;
    for (size_t k = 1; k <= 3 && k <= i; k++) {
        const unsigned char *p = s + i - k;
        size_t len = p[0] >= 0xF0 && p[0] < 0xF5   ? 4
                     : p[0] >= 0xE0 && p[0] < 0xF0 ? 3
                     : p[0] >= 0xC2 && p[0] < 0xE0 ? 2
                                                   : 1;
        size_t there = 1;
        if ((p[0] & 0xC0) == 0x80)
            continue;
        if (len <= k || i - k + len > g->n || (p[0] == 0xE0 && p[1] < 0xA0) ||
            (p[0] == 0xED && p[1] > 0x9F) || (p[0] == 0xF0 && p[1] < 0x90) ||
            (p[0] == 0xF4 && p[1] > 0x8F))
            return false;
        while (there < len && (p[there] & 0xC0) == 0x80)
            there++;
        return there == len;
    }
    return false;
}

static void end_text(watch *w)
{
    for (size_t i = 0; i + sizeof(size_t) <= w->ends.n; i += sizeof(size_t)) {
        size_t at;
        memcpy(&at, w->ends.p + i, sizeof at);
        must(at == 0 || at >= w->text.n || !is_inside(&w->text, at),
             "a TEXT ends between characters");
    }
    growing_clear(&w->text);
    growing_clear(&w->ends);
}

static void watch_event(watch *w, const trawl_event *e)
{
    if (!w->links_only) {
        (void)mail_sink(&w->tape, e);
        return;
    }
    must(e->type != TRAWL_EVENT_TEXT && e->type != TRAWL_EVENT_SKIP &&
             e->type != TRAWL_EVENT_LINK_MORE,
         "with links only there are only links");
    w->tape.seen = w->tape.pieces;
    if (e->type == TRAWL_EVENT_LINK)
        mail_take_link(&w->tape, e);
}

static void watch_without_dangers(watch *w, const trawl_event *e)
{
    trawl_link link = *e->link;
    trawl_event same = *e;

    link.flags &= ~(TRAWL_FLAG_ODD_IP | TRAWL_FLAG_IP_HOST | TRAWL_FLAG_MIXED_SCRIPT |
                    TRAWL_FLAG_WHOLE_SCRIPT | TRAWL_FLAG_PUNYCODE);
    same.link = &link;
    watch_event(w, &same);
}

static int sink(void *user, const trawl_event *e)
{
    watch *w = user;

    if (e->type == TRAWL_EVENT_EXPLAIN)
        return 0;
    if (e->type != TRAWL_EVENT_TEXT || !e->link != !w->link)
        end_text(w);
    w->link = e->link;
    if (e->type == TRAWL_EVENT_TEXT) {
        growing_add(&w->text, e->text.p, e->text.n);
        growing_add(&w->ends, &w->text.n, sizeof w->text.n);
    }
    if (e->type == TRAWL_EVENT_LINK)
        must(e->link && e->link->url.n > 0 && e->link->raw.n > 0, "a link has a URL");
    if (e->link && w->failing)
        watch_without_dangers(w, e);
    else
        watch_event(w, e);
    return 0;
}

/* ---- Runs ---- */

static int feed_all(trawl_mail *m, const settings *s, const char *p, size_t n)
{
    uint64_t seed = s->seed;
    int result = TRAWL_OK;

    for (size_t at = 0, k; at < n && !result; at += k) {
        kept piece;
        seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        k = at == 0 && s->first > 0 ? s->first
            : s->seed               ? 1 + (size_t)(seed >> 33) % s->step
                                    : s->step;
        k = k < n - at ? k : n - at;
        piece = keep(p + at, k);
        result = trawl_mail_feed(m, piece.p, k);
        free(piece.p);
    }
    return result ? result : trawl_mail_finish(m);
}

static int run(trawl_mail *m, watch *w, const settings *s, const char *p, size_t n)
{
    int result;

    mail_clear(&w->tape, p, n, false);
    end_text(w);
    result = feed_all(m, s, p, n);
    end_text(w);
    mail_flush(&w->tape);
    if (result)
        return result;
    if (!w->links_only) {
        mail_hold(&w->tape, w->tape.at == n, "events cover the whole source");
        mail_hold(&w->tape, w->tape.seen == w->tape.pieces, "all pieces of a link come");
    }
    if (w->tape.broken)
        fprintf(stderr, "at %llu\n", (unsigned long long)w->tape.broken_at);
    must(!w->tape.broken, w->tape.broken);
    return result;
}

static void must_be_same(const growing *a, const growing *b, const char *what)
{
    size_t i = 0;

    if (growing_same(a, b))
        return;
    while (i < a->n && i < b->n && a->p[i] == b->p[i])
        i++;
    for (; i > 0 && a->p[i - 1] != '\n'; i--)
        ;
    fprintf(stderr, "whole: %.2000s\n\nelse:  %.2000s\n\n", a->p + i, b->p + i);
    must(false, what);
}

static void run_cut(trawl_mail *m, watch *w, settings s, const char *p, size_t n,
                    const growing *told)
{
    trawl_mail_reset(m);
    must(run(m, w, &s, p, n) == TRAWL_OK, "a cut input is read");
    must_be_same(told, &w->tape.told, "the same in any cut");
}

/* Runs with links only. */
static void run_links(settings s, const char *p, size_t n, const growing *links)
{
    watch w = {.links_only = true};
    trawl_mail *m;

    s.find.want &= ~(unsigned)(TRAWL_WANT_TEXT | TRAWL_WANT_ATTACHED);
    must(configured_mail_open(&m, s.mail, &s.find, sink, &w) == TRAWL_OK &&
             run(m, &w, &s, p, n) == TRAWL_OK,
         "a run with links only works");
    must_be_same(links, &w.tape.links, "links only gives the same links");
    configured_mail_close(&m);
    mail_free(&w.tape);
    free(w.text.p);
    free(w.ends.p);
}

static void run_failing(settings s, const char *p, size_t n, const growing *told)
{
    watch w = {.failing = true};
    trawl_mail *m = NULL;
    int result;

    memory_fail_after(s.fail);
    result = configured_mail_open(&m, s.mail, &s.find, sink, &w);
    must((result == TRAWL_OK) == (m != NULL), "a reader that was opened is not NULL");
    if (!result)
        result = run(m, &w, &s, p, n);
    memory_fail_after(-1);
    must(result == TRAWL_OK || result == TRAWL_ERROR_NO_MEMORY, "a failed allocation is reported");
    if (!result)
        must_be_same(told, &w.tape.told, "the result is right when memory suffices");
    else if (m)
        run_cut(m, &w, s, p, n, told);
    configured_mail_close(&m);
    mail_free(&w.tape);
    free(w.text.p);
    free(w.ends.p);
}

static void run_bytes(trawl_mail *m, watch *w, settings s, const char *p, size_t n,
                      const growing *told)
{
    s.first = s.step = 1;
    s.seed = 0;
    run_cut(m, w, s, p, n, told);
}

static void run_kind(trawl_mail *m, watch *w, settings s, const char *p, size_t n,
                     const growing *told)
{
    if (s.mail.input != TRAWL_INPUT_AUTO || trawl_mail_input(m) == TRAWL_INPUT_AUTO)
        return;
    must(trawl_mail_expect(m, trawl_mail_input(m)) == TRAWL_OK, "a kind can be set");
    run_cut(m, w, s, p, n, told);
}

static void run_all(settings s, const char *p, size_t n)
{
    settings whole = s;
    growing told = {0}, links = {0};
    watch w = {.failing = s.also == FAILING};
    trawl_mail *m;

    whole.first = n;
    must(configured_mail_open(&m, s.mail, &s.find, sink, &w) == TRAWL_OK, "a reader can be opened");
    must(run(m, &w, &whole, p, n) == TRAWL_OK, "any input is read");
    growing_add(&told, w.tape.told.p, w.tape.told.n);
    growing_add(&links, w.tape.links.p, w.tape.links.n);
    run_cut(m, &w, s, p, n, &told);
    if (s.also == BYTES && n <= LONGEST)
        run_bytes(m, &w, s, p, n, &told);
    if (s.also == KIND)
        run_kind(m, &w, whole, p, n, &told);
    configured_mail_close(&m);
    if (s.also == LINKS && !(s.find.want & TRAWL_WANT_EXPLAIN))
        run_links(s, p, n, &links);
    if (s.also == FAILING)
        run_failing(s, p, n, &told);
    must(blocks == 0, "all memory is freed");
    mail_free(&w.tape);
    free(w.text.p);
    free(w.ends.p);
    free(told.p);
    free(links.p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[LONGER + 1];
    settings s;

    if (size < HEAD)
        return 0;
    s = settings_of(data);
    run_all(s, text, expand(data + HEAD, size - HEAD, text, s.room));
    return 0;
}
