/* fuzz_rewrite.c - the rewriter over any page
 *
 *   byte 0   bits: 1: plain text, 2: the function changes links, 4: skip, 8: text_max
 *        1   how the page is cut
 *
 * The page follows. The result does not depend on how the page is cut. A function that only removes
 * the links that trawl made gives the page back. Without a function, rewriting again changes
 * nothing. fuzz_seal.c has the seal.
 */
#include "fuzz.h"
#include "rewrite/rewrite_run.h"

static rewrite_result fuzzed, other;

static int rewrite_change(void *user, trawl_rewrite *r, const trawl_rewrite_link *link)
{
    const unsigned flags = *(const unsigned *)user;

    if (!(flags & 2))
        return link->type == TRAWL_REWRITE_NEW ? trawl_rewrite_unlink(r) : 0;
    if (link->text.n % 3 == 0 && !link->text_cut && trawl_rewrite_set_text(r, "<&", 2))
        return TRAWL_ERROR_MISUSE;
    if (link->href.n % 5 == 0)
        return trawl_rewrite_unlink(r);
    if (link->type > TRAWL_REWRITE_ANCHOR)
        return 0;
    return link->href.n % 2 == 0 ? trawl_rewrite_remove(r, "href", 4)
                                 : trawl_rewrite_set(r, "href", 4, "'\"<>&", 5);
}

static bool rewrite_same(const rewrite_result *a, const char *p, size_t n)
{
    return !a->result && a->n == n && (n == 0 || memcmp(a->p, p, n) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    trawl_rewrite_config config = TRAWL_REWRITE_CONFIG_INIT;
    const char *page = (const char *)data + 2;
    unsigned flags;
    size_t n;

    if (size < 2)
        return 0;
    n = size - 2;
    flags = data[0];
    config.format = flags & 1 ? TRAWL_REWRITE_FORMAT_TEXT : TRAWL_REWRITE_FORMAT_HTML;
    config.options = TRAWL_REWRITE_OPTION_ANCHORS;
    config.decide = rewrite_change;
    config.decide_user = &flags;
    if (flags & 4)
        config.skip = (trawl_str){"p,code", 6};
    config.text_max = flags & 8 ? 20 : 0;
    rewrite_run(&fuzzed, &config, page, n, n + 1);
    rewrite_run(&other, &config, page, n, 1 + data[1]);
    if (!rewrite_same(&other, fuzzed.p, fuzzed.n))
        abort();
    if (!(flags & 10) && !rewrite_same(&fuzzed, page, n))
        abort();
    config.decide = NULL;
    config.text_max = 0;
    rewrite_run(&fuzzed, &config, page, n, n + 1);
    if (fuzzed.result || fuzzed.n < n)
        abort();
    rewrite_run(&other, &config, fuzzed.p, fuzzed.n, 1 + data[1]);
    if (!rewrite_same(&other, fuzzed.p, fuzzed.n))
        abort();
    return 0;
}
