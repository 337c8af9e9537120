/* fuzz_rules.c - any bytes as a rules file, and a text scanned with the rules
 *
 * The first two bytes select the pieces into which the text is cut; then come the file, a byte
 * 0x1E, and the text. The fault of a refused file has a place in the file, and trawl_open() refuses
 * the file, too. An accepted file is used for scans of the text in one piece, in these pieces, and
 * with links only, with the checks of promises.h. The URL of a rule is printable ASCII or UTF-8,
 * has a scheme that does not run code, and the text of its link is in one line.
 */
#include "configured.h"
#include "fuzz.h"
#include "promises.h"
#include "wanted.h"

enum { HEAD = 2, SPLIT = 0x1E, LINE = 1024 + 64 };

static promises whole, cut;

static bool harmful(trawl_str url)
{
    static const char *const harmful[] = {"javascript:", "vbscript:", "data:"};

    for (size_t i = 0; i < sizeof harmful / sizeof harmful[0]; i++) {
        size_t k = 0;
        while (k < url.n && harmful[i][k] && (url.p[k] | 0x20) == (harmful[i][k] | 0x20))
            k++;
        if (!harmful[i][k])
            return true;
    }
    return false;
}

static int sink(void *user, const trawl_event *e)
{
    if (e->type == TRAWL_EVENT_LINK && e->link && e->link->kind == TRAWL_KIND_RULE) {
        must(!memchr(e->text.p, '\n', e->text.n) && !memchr(e->text.p, '\r', e->text.n),
             "a rule's text stays in one line");
        must(e->text.n > 0 && e->text.n <= LINE, "a rule's text has a bounded length");
        for (size_t i = 0; i < e->link->url.n; i++) {
            unsigned char c = (unsigned char)e->link->url.p[i];
            must(c > ' ' && c != 0x7F && !strchr("<>\"\\^`{}", c),
                 "a rule's URL has only valid bytes");
        }
        must(!harmful(e->link->url), "a rule's URL does not run code");
    }
    return promises_sink(user, e);
}

/* Returns true for a text with a byte-order mark, which the checks do not handle: such a text is
 * decoded, or begins with a character without a column. */
static bool is_marked(const char *text, size_t n)
{
    static const char *const marks[] = {"\xFF\xFE", "\xFE\xFF", "\xEF\xBB\xBF"};

    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (n >= strlen(marks[i]) && memcmp(text, marks[i], strlen(marks[i])) == 0)
            return true;
    return n >= 2 && text[0] == 0 && text[1] == 0;
}

/* Checks that the place of the fault is in the file. */
static void check_fault(const trawl_fault *f, const char *file, size_t n)
{
    uint64_t line = 1, column = 1;

    for (size_t i = 0;; i++) {
        if (line == f->line && column == f->column)
            break;
        must(i < n, "a fault has a place in the file");
        column += ((unsigned char)file[i] & 0xC0) != 0x80;
        if (file[i] == '\n') {
            line++;
            column = 1;
        }
    }
    must(f->why[0] && memchr(f->why, 0, sizeof f->why), "a fault has a message");
}

static void run(promises *p, const trawl_config *cfg, const char *text, size_t n, promises_cut how)
{
    bool links_only = !(cfg->want & TRAWL_WANT_TEXT);
    trawl_scanner *t;

    must(configured_open(&t, cfg, sink, p) == TRAWL_OK, "a scan can be opened");
    if (!promises_run(p, t, text, n, how, links_only))
        must(false, p->broken);
    configured_close(&t);
    if (p != &whole && promises_differ(&whole, p, links_only) != TRAWL_ABSENT)
        must(false, links_only ? "the same links with links only" : "the same events in any cut");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *file = (const char *)data + HEAD, *split;
    trawl_config cfg = {.size = sizeof cfg, .options = TRAWL_OPTION_PAGE_LINKS};
    trawl_fault fault = {.size = sizeof fault};
    size_t n;
    trawl_scanner *t;
    int result;

    if (size < HEAD)
        return 0;
    split = memchr(file, SPLIT, size - HEAD);
    cfg.rules = (trawl_str){file, split ? (size_t)(split - file) : size - HEAD};
    result = trawl_rules_check(cfg.rules.p, cfg.rules.n, &fault);
    must(result == TRAWL_OK || result == TRAWL_ERROR_BAD_RULE,
         "a rules file is accepted or refused");
    if (result != TRAWL_OK) {
        check_fault(&fault, cfg.rules.p, cfg.rules.n);
        must(configured_open(&t, &cfg, sink, &whole) == TRAWL_ERROR_BAD_RULE || cfg.rules.n == 0,
             "a refused file opens no scan");
        return 0;
    }
    must(fault.line == 0 && fault.column == 0 && !fault.why[0], "an accepted file has no fault");
    n = split ? size - HEAD - cfg.rules.n - 1 : 0;
    if (split && is_marked(split + 1, n))
        return 0;
    wanted_set(&cfg, data[1] & 1 ? WANTED_EXPLAIN | TRAWL_OPTION_JOIN : 0);
    run(&whole, &cfg, split ? split + 1 : "", n, (promises_cut){0});
    run(&cut, &cfg, split ? split + 1 : "", n,
        (promises_cut){.first = data[0], .step = 1 + data[1] / 2});
    cfg.want &= ~(unsigned)TRAWL_WANT_TEXT;
    run(&cut, &cfg, split ? split + 1 : "", n, (promises_cut){.step = 1 + data[0] % 16});
    return 0;
}
