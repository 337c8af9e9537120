/* fuzz_seal.c - a recoder and a seal over any page, with an oracle of the form of the output
 *
 *   byte 0   the charset: a row of charsets[]
 *        1   how the page is cut
 *        2   bits: 1: the function refuses all addresses, 2: the output has a limit of
 *            (byte >> 2) * 64 bytes
 *
 * The page follows. The output and the calls of the function do not depend on how the page is cut.
 * Sealed again, the output is the same, and the function is called only for the addresses that it
 * has set or kept. seal_form.h has the oracle.
 */
#include "fuzz.h"
#include "rewrite/rewrite_run.h"
#include "seal_form.h"

static const char *const charsets[] = {
    "",         "utf-8",   "windows-1252", "iso-2022-jp", "shift_jis", "big5",       "utf-16le",
    "utf-16be", "gb18030", "euc-jp",       "hz-gb-2312",  "utf-7",     "iso-2022-kr"};

/* One run, with the calls of the function. */
typedef struct sealing {
    rewrite_result out;
    uint64_t calls; /* a hash */
    bool refuses, again;
    trawl_seal *seal;
} sealing;

static sealing fuzzed, other;

static void seal_hash(sealing *s, const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        s->calls = (s->calls ^ (unsigned char)p[i]) * 0x100000001B3;
    s->calls = (s->calls ^ n) * 0x100000001B3;
}

/* Keeps the addresses of a site; of all others removes a third, and replaces the rest by addresses
 * that contain them. */
static int seal_decide(void *user, trawl_seal *seal, const trawl_seal_place *place)
{
    sealing *s = user;
    const trawl_str value = place->value;
    rewrite_result set = {.n = 0};
    int result;

    seal_hash(s, place->url.p, place->url.n);
    seal_hash(s, value.p, value.n);
    seal_hash(s, place->tag.p, place->tag.n);
    must(!s->again || place->what == TRAWL_SEAL_ADDRESS, "sealed again, there is no other call");
    if (place->what != TRAWL_SEAL_ADDRESS)
        return 0;
    if (form_begins(value, form_kept) || (s->again && form_begins(value, form_gateway)))
        return trawl_seal_keep(seal);
    must(!s->again, "sealed again, there is no other address");
    if (s->refuses || s->calls % 3 == 0)
        return 0;
    rewrite_collect(&set, form_gateway, strlen(form_gateway));
    rewrite_collect(&set, value.p, value.n);
    result = trawl_seal_set(seal, set.p, set.n);
    free(set.p);
    return result;
}

static int seal_feed(void *user, const char *p, size_t n)
{
    sealing *s = user;

    return trawl_seal_feed(s->seal, p, n);
}

static int seal_recode(void *user, const char *piece, size_t n)
{
    return trawl_recode_feed(user, piece, n);
}

static void seal_run(sealing *s, trawl_str page, trawl_str charset, const uint64_t *limit,
                     size_t step)
{
    trawl_seal_config config = TRAWL_SEAL_CONFIG_INIT;
    trawl_recode_config recoding = TRAWL_RECODE_CONFIG_INIT;
    trawl_recode *recode = NULL;
    int result;

    s->out.n = 0;
    s->calls = 0;
    config.decide = seal_decide;
    config.decide_user = s;
    config.base = str_of("http://b.example/x/y", 20);
    config.limit = limit;
    recoding.charset = charset;
    result = trawl_seal_open(&s->seal, &config, rewrite_collect, &s->out);
    if (!result)
        result = trawl_recode_open(&recode, &recoding, seal_feed, s);
    if (!result)
        result = rewrite_feed_pieces(seal_recode, recode, page.p, page.n, step);
    if (!result)
        result = trawl_recode_finish(recode);
    if (!result)
        result = trawl_seal_finish(s->seal);
    s->out.result = result;
    trawl_recode_close(&recode);
    trawl_seal_close(&s->seal);
}

static trawl_str seal_output(const sealing *s)
{
    return str_of(s->out.p, s->out.n);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const trawl_str utf8 = {"utf-8", 5};
    trawl_str charset, page;
    uint64_t limit;
    size_t step;

    if (size < 3)
        return 0;
    charset.p = charsets[data[0] % (sizeof charsets / sizeof charsets[0])];
    charset.n = strlen(charset.p);
    step = 1 + data[1];
    limit = (uint64_t)(data[2] >> 2) * 64;
    page = str_of((const char *)data + 3, size - 3);
    fuzzed.refuses = other.refuses = data[2] & 1;
    fuzzed.again = other.again = false;
    seal_run(&fuzzed, page, charset, data[2] & 2 ? &limit : NULL, size);
    if (fuzzed.out.result == TRAWL_ERROR_BAD_CHARSET)
        return 0;
    seal_run(&other, page, charset, data[2] & 2 ? &limit : NULL, step);
    must(!fuzzed.out.result && !other.out.result, "no error");
    must(str_same(seal_output(&fuzzed), seal_output(&other)), "the same output in pieces");
    must(fuzzed.calls == other.calls, "the same calls in pieces");
    must(!(data[2] & 2) || fuzzed.out.n <= limit || fuzzed.out.n <= 3, "no longer than the limit");
    form_page(seal_output(&fuzzed));
    other.again = true;
    seal_run(&other, seal_output(&fuzzed), utf8, NULL, step);
    must(!other.out.result, "no error, sealed again");
    must(str_same(seal_output(&fuzzed), seal_output(&other)), "the same output, sealed again");
    return 0;
}
