/* t_recode.c - recodes pages into UTF-8: which charset counts, pages in pieces, lack of memory */
#include "purse.h"
#include "rewrite_run.h"
#include "tap.h"

typedef struct page_row {
    const char *name, *charset, *page;
    size_t n; /* 0: the page has no NUL */
    const char *wanted;
} page_row;

#define FILL "<!-- 64 bytes ........................................... -->\n  "
#define FILL8 FILL FILL FILL FILL FILL FILL FILL FILL

static const page_row rows[] = {
    {"UTF-8", "", "\xC3\xA4 \xFC", 0, "\xC3\xA4 \xFC"},
    {"windows-1252", "", "a\xFC \xC3\xA4", 0, "a\xC3\xBC \xC3\x83\xC2\xA4"},
    {"half a character at the end", "", "a\xC3", 0, "a\xC3\x83"},
    {"half a character before another", "", "\xE2\x80 \xE2\x80\xA6", 0,
     "\xC3\xA2\xE2\x82\xAC \xC3\xA2\xE2\x82\xAC\xC2\xA6"},
    {"nothing", "", "", 0, ""},
    {"a header", "koi8-r", "\xC1", 0, "\xD0\xB0"},
    {"a header before a declaration", "koi8-r", "<meta charset=windows-1251>\xC1", 0,
     "<meta charset=windows-1251>\xD0\xB0"},
    {"a header of ASCII, which browsers take for windows-1252", "us-ascii",
     "<meta charset=koi8-r>\xC1", 0, "<meta charset=koi8-r>\xC3\x81"},
    {"a mark before a header", "koi8-r", "\xEF\xBB\xBF\xC3\xA4", 0, "\xEF\xBB\xBF\xC3\xA4"},
    {"UTF-16, big end first", "koi8-r", "\xFE\xFF\0<\x20\xAC", 6, "\xEF\xBB\xBF<\xE2\x82\xAC"},
    {"UTF-16, little end first", "", "\xFF\xFE<\0\xAC\x20", 6, "\xEF\xBB\xBF<\xE2\x82\xAC"},
    {"a declaration", "", "<meta charset=koi8-r>\xC1", 0, "<meta charset=koi8-r>\xD0\xB0"},
    {"by http-equiv", "", "<meta content='text/html; charset=koi8-r' http-equiv=content-type>\xC1",
     0, "<meta content='text/html; charset=koi8-r' http-equiv=content-type>\xD0\xB0"},
    {"in XML", "", "<?xml version='1.0' encoding='koi8-r'?>\xC1", 0,
     "<?xml version='1.0' encoding='koi8-r'?>\xD0\xB0"},
    {"in a comment it does not count", "", "<!-- <meta charset=koi8-r> -->\xC1", 0,
     "<!-- <meta charset=koi8-r> -->\xC3\x81"},
    {"the first that is known", "", "<meta charset=no-such><meta charset=koi8-r>\xC1", 0,
     "<meta charset=no-such><meta charset=koi8-r>\xD0\xB0"},
    {"UTF-16 in ASCII is UTF-8", "", "<meta charset=utf-16>\xFC", 0, "<meta charset=utf-16>\xFC"},
    {"UTF-32 in ASCII is UTF-8", "", "<meta charset=utf-32le>\xFC", 0,
     "<meta charset=utf-32le>\xFC"},
    {"UTF-7 does not count", "", "<meta charset=utf-7>+AGE-\xFC", 0,
     "<meta charset=utf-7>+AGE-\xC3\xBC"},
    {"EBCDIC does not count", "", "<meta charset=ibm037>\xFC", 0, "<meta charset=ibm037>\xC3\xBC"},
    {"Latin 1 is windows-1252", "", "<meta charset=iso-8859-1>\x80", 0,
     "<meta charset=iso-8859-1>\xE2\x82\xAC"},
    {"Shift_JIS", "", "<meta charset=shift_jis>\x83\x5C", 0,
     "<meta charset=shift_jis>\xE3\x82\xBD"},
    {"ISO-2022-JP", "", "<meta charset=iso-2022-jp>\x1B$B$\"\x1B(B", 0,
     "<meta charset=iso-2022-jp>\xE3\x81\x82"},
    {"in the first 1024 bytes", "", FILL8 FILL8 "<meta charset=koi8-r>\xC1", 0,
     FILL8 FILL8 "<meta charset=koi8-r>\xC3\x81"},
    {"a late character", "", FILL8 FILL8 "\xE2\x82\xAC\xE2\x82", 0,
     FILL8 FILL8 "\xE2\x82\xAC\xE2\x82"},
    {"late half a character", "", FILL8 FILL8 "\xE2\x82", 0, FILL8 FILL8 "\xC3\xA2\xE2\x80\x9A"},
};

static int recode_feed_one(void *user, const char *piece, size_t n)
{
    return trawl_recode_feed(user, piece, n);
}

/* Recodes p[0..n) in pieces of `step` bytes. */
static void recode_run(rewrite_result *to, const trawl_recode_config *config, const char *p,
                       size_t n, size_t step)
{
    trawl_recode *r;

    to->n = 0;
    to->result = trawl_recode_open(&r, config, rewrite_collect, to);
    if (!to->result)
        to->result = rewrite_feed_pieces(recode_feed_one, r, p, n, step);
    if (!to->result)
        to->result = trawl_recode_finish(r);
    trawl_recode_close(&r);
}

static void row_test(const page_row *row)
{
    trawl_recode_config config = TRAWL_RECODE_CONFIG_INIT;
    const size_t n = row->n > 0 ? row->n : strlen(row->page), wanted = strlen(row->wanted);
    rewrite_result got = {.n = 0};
    unsigned differ = 0;

    config.charset = (trawl_str){row->charset, strlen(row->charset)};
    recode_run(&got, &config, row->page, n, n + 1);
    is_int(got.result, TRAWL_OK, "%s: done", row->name);
    is_mem(got.p ? got.p : "", got.n, row->wanted, wanted, "%s", row->name);
    for (size_t step = 1; step <= n; step++) {
        recode_run(&got, &config, row->page, n, step);
        differ += got.result || got.n != wanted || memcmp(got.p, row->wanted, wanted) != 0;
    }
    is_int(differ, 0, "%s: the same in pieces", row->name);
    free(got.p);
}

static int refuse(void *user, const char *p, size_t n)
{
    (void)user, (void)p, (void)n;
    return 7;
}

static void test_calls(void)
{
    trawl_recode_config config = TRAWL_RECODE_CONFIG_INIT;
    trawl_recode *r = NULL;
    char long_page[3000];

    memset(long_page, 'a', sizeof long_page);
    config.charset = (trawl_str){"no-such", 7};
    is_int(trawl_recode_open(&r, &config, refuse, NULL), TRAWL_ERROR_BAD_CHARSET, "no charset");
    ok(r == NULL, "nothing is open");
    is_int(trawl_recode_open(&r, NULL, NULL, NULL), TRAWL_ERROR_MISUSE, "no function");
    is_int(trawl_recode_open(NULL, NULL, refuse, NULL), TRAWL_ERROR_MISUSE, "no place");
    is_int(trawl_recode_feed(NULL, "", 0), TRAWL_ERROR_MISUSE, "nothing to feed");
    is_int(trawl_recode_open(&r, NULL, refuse, NULL), TRAWL_OK, "the defaults");
    is_int(trawl_recode_feed(r, long_page, sizeof long_page), 7, "what the function returned");
    is_int(trawl_recode_feed(r, "a", 1), TRAWL_ERROR_MISUSE, "after it");
    trawl_recode_close(&r);
    trawl_recode_close(&r);
    is_int(trawl_recode_open(&r, NULL, rewrite_collect, &(rewrite_result){.n = 0}), TRAWL_OK,
           "an empty page");
    is_int(trawl_recode_finish(r), TRAWL_OK, "finished");
    is_int(trawl_recode_finish(r), TRAWL_ERROR_MISUSE, "finished twice");
    trawl_recode_close(&r);
}

static void test_memory(void)
{
    static const char page[] = "<meta charset=iso-2022-jp>\x1B$B$\"\x1B(B";
    long n = 0;
    unsigned wrong = 0;

    for (bool failed = true; failed && n < 1000; n++) {
        purse p = {.left = n};
        trawl_recode_config config = TRAWL_RECODE_CONFIG_INIT;
        rewrite_result got = {.n = 0};
        config.resize = purse_resize;
        config.resize_user = &p;
        recode_run(&got, &config, page, sizeof page - 1, 10);
        failed = got.result == TRAWL_ERROR_NO_MEMORY;
        wrong += (!failed && got.result != TRAWL_OK) || p.blocks != 0;
        free(got.p);
    }
    ok(wrong == 0 && n > 1 && n < 1000, "each of %ld allocations fails", n);
}

int main(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        row_test(&rows[i]);
    test_calls();
    test_memory();
    return done();
}
