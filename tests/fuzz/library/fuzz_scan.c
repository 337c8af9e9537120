/* fuzz_scan.c - any bytes as a text: the guarantees of a scan, for any settings and any cut
 *
 * The first five bytes: the row of scan_configs.h, more options, the first piece, the pieces after
 * it, and how often a byte before 0x1C is repeated, so that a short input reaches the limits. The
 * rest is the text. It is scanned in one piece, in the cut, and with links only in another cut,
 * with the checks of promises.h. No link may exceed the limits of R31.
 */
#include "configured.h"
#include "fuzz.h"
#include "promises.h"
#include "scan_configs.h"

enum { HEAD = 5, LONGEST = 20000, LOCAL_MAX = 256, LINES_MAX = 64 };

/* A scan is opened once for each set of options and reset for each text. */
static promises whole, cut;
static trawl *scans[SCAN_CONFIGS][2][8];

static const unsigned more_options[8] = {
    0,
    TRAWL_OPTION_ALL_DOMAINS,
    TRAWL_OPTION_JOIN,
    TRAWL_OPTION_HYPHEN_DROP,
    TRAWL_OPTION_KNOWN_SCHEMES,
    TRAWL_OPTION_ANY_TLD,
    TRAWL_OPTION_CLASSIC_TLD,
    WANTED_EXPLAIN | TRAWL_OPTION_JOIN | TRAWL_OPTION_ALL_DOMAINS,
};

/* The limits of R31, and of the left context. */
static const size_t limits[] = {8, 64, 160, 256, 1024, 1088, 4096, 8192};

static int sink(void *user, const trawl_event *e)
{
    const trawl_link *l = e->link;

    if (e->type == TRAWL_EVENT_LINK && l) {
        unsigned lines = 1;
        for (uint64_t i = l->extent.from; i < l->extent.to && i < whole.n; i++)
            lines += whole.text[i] == '\n';
        must(whole.decoded || l->extent.to - l->extent.from <= TRAWL_URL_MAX,
             "no link is longer than the limit");
        must(whole.decoded || lines <= LINES_MAX, "no link has more lines than the limit");
        if (l->kind == TRAWL_KIND_EMAIL) {
            const char *at = memchr(l->url.p, '@', l->url.n);
            must(at && at - l->url.p <= LOCAL_MAX + 7, "a local part within the limit");
        }
    }
    return promises_sink(*(promises **)user, e);
}

static promises *watcher = NULL;

static trawl *scan_of(unsigned config, bool links_only, unsigned more)
{
    trawl **t = &scans[config][links_only][more];
    trawl_config cfg =
        scan_config_make(config, more_options[more] | (links_only ? WANTED_LINKS : 0));

    if (!*t) {
        int result = configured_open(t, &cfg, sink, &watcher);
        must(result == TRAWL_OK || result == TRAWL_ERROR_BAD_CHARSET, "a scan can be opened");
    }
    return *t;
}

/* Writes the text with its repetitions expanded, up to upto bytes after the last white space or
 * "<". */
static size_t expand(const uint8_t *data, size_t size, size_t upto, char *out)
{
    size_t n = 0, word = 0;

    for (size_t i = 0; i < size && n < LONGEST; i++) {
        if (data[i] == 0x1C && i > 0) {
            while (n - word < upto && n < LONGEST)
                out[n++] = (char)data[i - 1];
            continue;
        }
        if (data[i] == '<')
            word = n;
        out[n++] = (char)data[i];
        if (data[i] <= ' ')
            word = n;
    }
    return n;
}

static void run(promises *p, trawl *t, const char *text, size_t n, promises_cut how,
                bool links_only)
{
    watcher = p;
    if (!promises_run(p, t, text, n, how, links_only)) {
        fprintf(stderr, "at byte %llu: ", (unsigned long long)p->broken_at);
        must(false, p->broken);
    }
    if (p != &whole && promises_differ(&whole, p, links_only) != TRAWL_ABSENT) {
        fprintf(stderr,
                "at byte %llu: ", (unsigned long long)promises_differ(&whole, p, links_only));
        must(false, links_only ? "the same links for links only" : "the same events in any cut");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[LONGEST];
    unsigned config, more;
    promises_cut a = {0}, b = {0};
    size_t n;

    if (size < HEAD)
        return 0;
    config = data[0] % SCAN_CONFIGS;
    more = data[1] % 8;
    a.first = data[2] < 128 ? data[2] : (size_t)(data[2] - 127) * 129;
    a.step = data[3] < 128 ? data[3] : (size_t)(data[3] - 127) * 129;
    a.seed = data[1] & 8 ? 1 + (size_t)data[2] : 0;
    b = (promises_cut){
        .first = data[3], .step = 1 + (size_t)data[2] * 5, .seed = 3 + (size_t)data[3]};
    if (!scan_of(config, false, more) || !scan_of(config, true, more))
        return 0;
    whole.charset = cut.charset = scan_configs[config].charset[0] != '\0';
    n = expand(data + HEAD, size - HEAD, limits[data[4] % 8] + data[4] / 8 % 16 - 8, text);
    run(&whole, scan_of(config, false, more), text, n, (promises_cut){0}, false);
    run(&cut, scan_of(config, false, more), text, n, a, false);
    run(&cut, scan_of(config, true, more), text, n, b, true);
    return 0;
}
