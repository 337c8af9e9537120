/* t_block_end.c - no byte is read after the end of a block
 *
 * A block that is longer than what the scanner carries is searched where it lies. Here each ends at
 * a page that cannot be read, after each byte of the texts of testdata/spec: a read beyond the end
 * ends this program. Each text is scanned with the default settings, and with one setting of
 * scan_configs.h.
 */
#include "find/cases.h"
#include "kernel/guarded.h"
#include "scan_configs.h"

#include "find/scan/scan.h"

enum { MOST = 400, ROOM = SCAN_STEP + 1 + MOST };

static trawl_scanner *usual, *scanner[SCAN_CONFIGS];
static char *end; /* what follows cannot be read */
static unsigned links, turn;
static size_t blocks;

static int count(void *user, const trawl_event *e)
{
    (void)user;
    links += e->type == TRAWL_EVENT_LINK;
    return 0;
}

/* Scans blocks that end after each of the first MOST bytes. */
static void each_end(trawl_scanner *t, const char *bytes, size_t n)
{
    for (size_t k = 1; t && k <= n && k <= MOST; k++) {
        char *block = end - SCAN_STEP - 1 - k;

        memset(block, '\n', SCAN_STEP + 1);
        memcpy(end - k, bytes, k);
        if (trawl_feed(t, block, SCAN_STEP + 1 + k) || trawl_finish(t) || trawl_reset(t))
            abort();
        blocks++;
    }
}

static void use(const a_case *c)
{
    each_end(usual, c->input.p, c->input.n);
    each_end(scanner[turn++ % SCAN_CONFIGS], c->input.p, c->input.n);
}

int main(void)
{
    static const char *const files[] = {"rules.txt", "breaks.txt", "faults.txt", "others.txt",
                                        "prose.txt"};
    char *page = guarded();

    CHECK(room_n >= ROOM);
    end = page + room_n;
    if (trawl_open(&usual, NULL, count, NULL) != TRAWL_OK)
        abort();
    for (unsigned i = 0; i < SCAN_CONFIGS; i++) {
        trawl_config cfg = scan_config_make(i, 0);

        configured_open(&scanner[i], &cfg, count, NULL); /* not without a charset that it needs */
    }
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        unsigned cases = cases_of(files[i], use);

        ok(cases > 0 && links > 0, "%s: %zu blocks", files[i], blocks);
        blocks = links = 0;
    }
    for (unsigned i = 0; i < SCAN_CONFIGS; i++)
        configured_close(&scanner[i]);
    trawl_close(&usual);
    trawl_release();
    return done();
}
