/* t_block_edges.c - no byte is read before or after a block
 *
 * A block that is longer than SCAN_STEP is searched where it lies. Here each block begins after a
 * page that cannot be read, or ends before one: a read outside of the block ends this program. The
 * texts of testdata/spec are scanned from each of their bytes on, and up to each, with the default
 * settings, and with one setting of scan_configs.h.
 */
#include "find/cases.h"
#include "kernel/guarded.h"
#include "scan_configs.h"

#include "find/scan/scan.h"

enum { MOST = 400, REST = SCAN_STEP + 1 };

static trawl_scanner *usual, *scanner[SCAN_CONFIGS];
static char *page; /* its neighbours cannot be read */
static unsigned links, turn;
static size_t blocks;

static int count(void *user, const trawl_event *e)
{
    (void)user;
    links += e->type == TRAWL_EVENT_LINK;
    return 0;
}

static void scan(trawl_scanner *t, const char *block, size_t n)
{
    if (trawl_feed(t, block, n) || trawl_finish(t) || trawl_reset(t))
        abort();
    blocks++;
}

/* Scans blocks that begin at each byte of the text, and blocks that end after each. */
static void each_edge(trawl_scanner *t, const char *bytes, size_t n)
{
    if (n > MOST)
        n = MOST;
    for (size_t k = 1; t && k <= n; k++) {
        memset(page, '\n', room_n);
        memcpy(page, bytes + n - k, k);
        scan(t, page, REST + k);
        memset(page, '\n', k);
        memcpy(page + room_n - k, bytes, k);
        scan(t, page + room_n - REST - k, REST + k);
    }
}

static void use(const a_case *c)
{
    each_edge(usual, c->input.p, c->input.n);
    each_edge(scanner[turn++ % SCAN_CONFIGS], c->input.p, c->input.n);
}

int main(void)
{
    static const char *const files[] = {"rules.txt", "breaks.txt", "faults.txt", "others.txt",
                                        "prose.txt"};

    page = guarded();
    CHECK(room_n >= REST + MOST);
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
