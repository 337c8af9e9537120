/* fuzz_mail_resume.c - several mail readers, each of which continues where the one before it
 * stopped, give the events of one
 *
 * Byte 0: the format of the input and what is found; byte 1: at which lines another reader may
 * continue; byte 2: the size of the pieces. The rest is the input, in which 0x1D repeats the line
 * before it 20 times. This is how trawl -j reads a large file: trawl_mail_tell() reports that the
 * next piece may start here, trawl_mail_seek() starts it.
 */
#include "configured.h"
#include "fuzz.h"
#include "mail_run.h"

enum { HEAD = 3, LONGEST = 20000, TIMES = 20, FINDS = 3 };

static const int inputs[] = {TRAWL_INPUT_AUTO, TRAWL_INPUT_TEXT, TRAWL_INPUT_MBOX,
                             TRAWL_INPUT_MBOXO};

enum { INPUTS = sizeof inputs / sizeof inputs[0] };

static mail_tape tape;
static growing whole;
static trawl_mail *readers[INPUTS][FINDS][2];

static size_t expand(const uint8_t *data, size_t size, char *out)
{
    size_t n = 0, line = 0, before = 0;

    for (size_t i = 0; i < size && n < LONGEST; i++) {
        if (data[i] == 0x1D) {
            for (size_t k = line - before, times = 0; times < TIMES && n + k < LONGEST; times++) {
                memmove(out + n, out + before, k);
                n += k;
            }
            line = n;
            continue;
        }
        out[n++] = (char)data[i];
        if (data[i] == '\n') {
            before = line;
            line = n;
        }
    }
    return n;
}

static trawl_mail **readers_of(unsigned which)
{
    static const unsigned finds[FINDS] = {0, (TRAWL_FIND_NETPATH << 1) - 1, TRAWL_FIND_URL};
    unsigned input = which % INPUTS, find = which / INPUTS % FINDS;
    trawl_config config = {.size = sizeof config, .find = finds[find], .want = TRAWL_WANT_DEFAULT};
    trawl_mail_config mail = {.size = sizeof mail, .input = inputs[input]};
    trawl_mail **two = readers[input][find];

    for (int i = 0; i < 2 && !two[i]; i++)
        must(configured_mail_open(&two[i], mail, &config, mail_sink, &tape) == TRAWL_OK,
             "a reader can be opened");
    return two;
}

static void feed(trawl_mail *m, const char *p, size_t n, size_t step)
{
    for (size_t at = 0, k; at < n; at += k) {
        kept piece;
        k = step < n - at ? step : n - at;
        piece = keep(p + at, k);
        must(trawl_mail_feed(m, piece.p, k) == TRAWL_OK, "a piece is read");
        free(piece.p);
    }
}

/* Reads the input with two readers in turn. */
static void run_in_turns(trawl_mail *const readers_two[2], const char *p, size_t n, unsigned every,
                         size_t step)
{
    trawl_mail_place here = {.size = sizeof here};
    unsigned turn = 0, lines = 0;

    must(trawl_mail_reset(readers_two[0]) == TRAWL_OK, "a reader can be used again");
    mail_clear(&tape, p, n, false);
    for (size_t at = 0, to; at < n; at = to) {
        const char *lf = memchr(p + at, '\n', n - at);
        to = lf ? (size_t)(lf - p) + 1 : n;
        feed(readers_two[turn], p + at, to - at, step);
        if (++lines % every != 0)
            continue;
        must(trawl_mail_tell(readers_two[turn], &here) == TRAWL_OK, "a reader tells its place");
        if (here.input == TRAWL_INPUT_AUTO)
            continue;
        must(here.offset == to, "a place is at the end of the bytes fed");
        turn = !turn;
        must(trawl_mail_seek(readers_two[turn], &here) == TRAWL_OK, "another reader continues");
    }
    must(trawl_mail_finish(readers_two[turn]) == TRAWL_OK, "the input ends");
    mail_flush(&tape);
    mail_hold(&tape, tape.at == n, "events cover the whole source");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[LONGEST];
    trawl_mail **two;
    size_t n;

    if (size < HEAD)
        return 0;
    two = readers_of(data[0]);
    n = expand(data + HEAD, size - HEAD, text);
    must(mail_run(two[0], &tape, text, n, n, 1) == 0, "an input is read");
    must(!tape.broken, tape.broken);
    growing_clear(&whole);
    growing_add(&whole, tape.told.p, tape.told.n);
    run_in_turns(two, text, n, 1 + data[1] % 9, 1 + data[2]);
    must(!tape.broken, tape.broken);
    if (!growing_same(&whole, &tape.told))
        fprintf(stderr, "one: %s\n\nseveral: %s\n", whole.p, tape.told.p);
    must(growing_same(&whole, &tape.told), "several readers give the events of one");
    return 0;
}
