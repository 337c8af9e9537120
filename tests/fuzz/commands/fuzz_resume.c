/* fuzz_resume.c - any bytes read by several readers, one after the other
 *
 * Byte 0: bits 0 and 1 the kind of input, bits 2 to 4 the settings. Byte 1: after how many lines
 * the next reader may continue. At each place that trawl_mail_tell() gives, another reader goes on
 * from there. All of them together give the events of one reader, and each byte of the source once.
 */
#include "configured.h"
#include "fuzz.h"
#include "mail_run.h"
#include "wanted.h"

static trawl_mail *front[2];
static mail_tape tape;

static void open_fronts(unsigned settings, int input)
{
    static const struct {
        unsigned find, options;
        int profile;
    } all[] = {{0, 0, 0},
               {(1 << 11) - 1, TRAWL_OPTION_ALL_DOMAINS | TRAWL_OPTION_ANY_TLD, 0},
               {TRAWL_FIND_URL | TRAWL_FIND_EMAIL | TRAWL_FIND_DOMAIN, 0, TRAWL_PROFILE_UTS58},
               {0, WANTED_LINKS, 0},
               {TRAWL_FIND_URL, TRAWL_OPTION_HYPHEN_DROP, TRAWL_PROFILE_RFC1738}};
    unsigned k = settings % (sizeof all / sizeof all[0]);
    trawl_config find = {.size = sizeof find, .find = all[k].find, .profile = all[k].profile};
    trawl_mail_config mail = {.size = sizeof mail, .input = input};

    wanted_set(&find, all[k].options);
    for (int i = 0; i < 2; i++)
        must(configured_mail_open(&front[i], mail, &find, mail_sink, &tape) == TRAWL_OK,
             "memory for the test");
}

/* Reads the text with both readers by turns, up to `every` lines each. */
static void run_by_turns(const char *p, size_t n, unsigned every)
{
    trawl_mail_place here = {.size = sizeof here};
    unsigned turn = 0, lines = 0;

    must(trawl_mail_reset(front[0]) == TRAWL_OK, "a reader begins again");
    mail_clear(&tape, p, n, false);
    for (size_t at = 0, to; at < n; at = to) {
        const char *lf = memchr(p + at, '\n', n - at);

        to = lf ? (size_t)(lf - p) + 1 : n;
        must(trawl_mail_feed(front[turn], p + at, to - at) == TRAWL_OK, "a line is read");
        if (++lines % every != 0)
            continue;
        must(trawl_mail_tell(front[turn], &here) == TRAWL_OK, "a place is told");
        if (here.input == TRAWL_INPUT_AUTO)
            continue;
        must(here.offset == to, "a place is after the bytes fed");
        turn = !turn;
        must(trawl_mail_seek(front[turn], &here) == TRAWL_OK, "a reader continues");
    }
    must(trawl_mail_finish(front[turn]) == TRAWL_OK, "the last reader ends");
    mail_flush(&tape);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const int inputs[] = {TRAWL_INPUT_TEXT, TRAWL_INPUT_AUTO, TRAWL_INPUT_MBOX,
                                 TRAWL_INPUT_MBOXO};
    static growing whole;
    char *p;
    size_t n = size - 2;
    uint64_t at;
    bool broken;

    if (size < 3)
        return 0;
    p = malloc(n);
    must(p != NULL, "memory for the test");
    memcpy(p, data + 2, n);
    open_fronts(data[0] >> 2, inputs[data[0] & 3]);
    must(mail_run(front[0], &tape, p, n, n, 1) == TRAWL_OK, "one reader");
    growing_clear(&whole);
    growing_add(&whole, tape.told.p, tape.told.n);
    broken = tape.broken != NULL;
    at = tape.at;
    run_by_turns(p, n, 1 + data[1] % 16);
    must(growing_same(&whole, &tape.told), "the events of one reader");
    must(tape.at == at, "events up to the same place");
    must(broken || !tape.broken, tape.broken);
    for (int i = 0; i < 2; i++)
        configured_mail_close(&front[i]);
    free(p);
    return 0;
}
