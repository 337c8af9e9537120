/* t_tld.c - top-level domains: the table, lists given at run time, and the decoding of A-labels
 *
 * The table is tested against itself and against samples, not against the list from which it is
 * generated, because that list changes.
 */
#include <string.h>

#include "base/memory.h"
#include "url/url.h"
#include "tap.h"

static unsigned flags(const char *label)
{
    return tld_flags(label, strlen(label));
}

static void samples(void)
{
    static const char *const strong[] = {"com", "org", "net", "edu", "gov",
                                         "mil", "int", "COM", "Org"};
    static const char *const classic[] = {"de", "UK", "va", "ch", "us", "eu", "arpa"};
    static const char *const others[] = {"info", "aero", "museum",   "rs",      "md",
                                         "zip",  "AI",   "xn--p1ai", "XN--P1AI"};
    static const char *const strangers[] = {"",    "html", "example", "localhost",  "c",   "coml",
                                            "c.m", "com.", "xn--",    "xn--nosuch", "txt", "127"};

    for (size_t i = 0; i < sizeof strong / sizeof strong[0]; i++)
        is_int(flags(strong[i]), TLD_KNOWN | TLD_STRONG | TLD_CLASSIC, "%s", strong[i]);
    for (size_t i = 0; i < sizeof classic / sizeof classic[0]; i++)
        is_int(flags(classic[i]), TLD_KNOWN | TLD_CLASSIC, "%s", classic[i]);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        ok(flags(others[i]) & TLD_KNOWN && !(flags(others[i]) & TLD_STRONG),
           "%s is known, not strong", others[i]);
    for (size_t i = 0; i < sizeof strangers / sizeof strangers[0]; i++)
        is_int(flags(strangers[i]), 0, "\"%s\" is unknown", strangers[i]);
    ok(!tld_known("com\0", 4) && tld_known("comet", 3), "only the given length counts");
}

/* Tests U-forms with capitals, and A-forms. */
static void beyond_ascii(void)
{
    static const char *const pair[][2] = {
        {"\u0440\u0444", "xn--p1ai"},
        {"\u0420\u0424", "xn--p1ai"},
        {"\u049A\u0410\u0417", "xn--80ao21a"},
        {"\u03B5\u03BB", "xn--qxam"},
        {"\u0395\u039B", "xn--qxam"},
        {"verm\u00F6gensberater", "xn--vermgensberater-ctb"},
        {"VERM\u00D6GENSBERATER", "xn--vermgensberater-ctb"},
        {"\u0570\u0561\u0575", "xn--y9a3aq"},
        {"\u0540\u0531\u0545", "xn--y9a3aq"},
        {"\u1C92\u1C94", "xn--node"},
        {"\u4E2D\u56FD", "xn--fiqs8s"},
        {"\u307F\u3093\u306A", "xn--q9jyb4c"},
        {"\uD55C\uAD6D", "xn--3e0b707e"},
        {"\u0B9A\u0BBF\u0B99\u0BCD\u0B95\u0BAA\u0BCD\u0BAA\u0BC2\u0BB0\u0BCD",
         "xn--clchc0ea0b2g2a9gcd"},
    };

    for (size_t i = 0; i < sizeof pair / sizeof pair[0]; i++)
        ok(flags(pair[i][0]) && flags(pair[i][0]) == flags(pair[i][1]),
           "%s is known in U-form and A-form", pair[i][1]);
    ok(!flags("\u0440"), "one letter of a domain");
    ok(!flags("\xD1\x80\xD1"), "half of a character");
    ok(!flags("\xFF\xFE"), "no UTF-8");
    ok(!flags("vermo\u0308gensberater"), "not in NFC");
}

static void fold(void)
{
    static const char *const pair[][2] = {
        {"ABCxyz-09@[`{", "abcxyz-09@[`{"},
        {"\u00C0\u00D6\u00D7\u00D8\u00DE\u00DF", "\u00E0\u00F6\u00D7\u00F8\u00FE\u00DF"},
        {"\u0100\u0101\u012E\u0130\u0176", "\u0101\u0101\u012F\u0130\u0177"},
        {"\u0386\u0388\u038C\u038F\u0391\u03A9\u03C2",
         "\u03AC\u03AD\u03CC\u03CE\u03B1\u03C9\u03C2"},
        {"\u0400\u0410\u042F\u0460\u04C0\u052E", "\u0450\u0430\u044F\u0461\u04C0\u052F"},
        {"\u1E00\u1EFE\u4E2D\U0001F600", "\u1E01\u1EFF\u4E2D\U0001F600"},
    };
    char out[64];

    for (size_t i = 0; i < sizeof pair / sizeof pair[0]; i++) {
        size_t n = strlen(pair[i][0]);

        ok(tld_fold(out, pair[i][0], n), "fold %zu", i);
        is_mem(out, n, pair[i][1], strlen(pair[i][1]), "folding gives small letters");
    }
    ok(!tld_fold(out, "a\xC3", 2), "a lead byte at the end");
    ok(tld_fold(out, "", 0), "nothing");
}

/* Tests that every name of the table is found, and that for every A-label its U-label is in the
 * table, too. */
static void whole_table(void)
{
    char u[PUNYCODE_UTF8_MAX];
    size_t names = 0, a_labels = 0, beyond = 0;
    int missing = 0, unpaired = 0, strong = 0;

    for (trawl_str t; (t = tld_at(names)).n > 0; names++) {
        unsigned f = tld_flags(t.p, t.n);

        missing += !(f & TLD_KNOWN);
        strong += (f & TLD_STRONG) != 0;
        beyond += (unsigned char)t.p[0] >= 0x80 || (unsigned char)t.p[t.n - 1] >= 0x80 ||
                  memchr(t.p, 0xC3, t.n);
        if (!punycode_is(t.p, t.n))
            continue;
        a_labels++;
        unpaired += tld_flags(u, punycode_decode(u, t.p, t.n)) != f;
    }
    ok(names > 1600, "%zu names", names);
    is_int(missing, 0, "names not found");
    is_int(strong, 7, "strong domains");
    is_int(a_labels, beyond, "as many A-forms as U-forms");
    is_int(unpaired, 0, "A-forms without their U-form");
}

/* The first four are from RFC 3492 section 7.1; each of the others is invalid in one way. */
static void punycode(void)
{
    static const char *const good[][2] = {
        {"xn--ihqwcrb4cv8a8dqg056pqjye", "\u4ED6\u4EEC\u4E3A\u4EC0\u4E48\u4E0D\u8BF4\u4E2D\u6587"},
        {"xn--Proprostnemluvesky-uyb24dma41a", "pro\u010Dprost\u011Bnemluv\u00ED\u010Desky"},
        {"xn--3B-ww4c5e180e575a65lsy2b", "3\u5E74b\u7D44\u91D1\u516B\u5148\u751F"},
        {"xn--d9juau41awczczp", "\u305D\u306E\u30B9\u30D4\u30FC\u30C9\u3067"},
        {"XN--P1AI", "\u0440\u0444"},
        {"xn--ls8h", "\U0001F4A9"},
    };
    static const char *const bad[] = {
        "xn--",           "xn-p1ai",
        "p1ai",           "",
        "xn--p1a_",       "xn--99999999",
        "xn--a-\xC3\xA4", "xn--p1aiaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};
    char u[PUNYCODE_UTF8_MAX];

    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        is_mem(u, punycode_decode(u, good[i][0], strlen(good[i][0])), good[i][1],
               strlen(good[i][1]), "%s", good[i][0]);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        is_int(punycode_decode(u, bad[i], strlen(bad[i])), 0, "no Punycode, number %zu", i);
}

/* Tests that the longest U-form of 63 bytes fits into its buffer. */
static void longest_label(void)
{
    char label[] = "xn--1n0haaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    char u[PUNYCODE_UTF8_MAX];

    is_int(strlen(label), 63, "63 bytes");
    ok(punycode_decode(u, label, 63) <= sizeof u, "within the buffer");
    ok(!tld_known(label, 63), "no domain");
}

static bool known(const tld_set *s, const char *label)
{
    return tld_set_known(s, label, strlen(label));
}

static void a_list(void)
{
    static const char text[] =
        "\xEF\xBB\xBF# a list, as IANA publishes it\r\n"
        "COM\r\n.net.\n  org\t# a comment\n\nXN--P1AI\n\u03B5\u03BB\n*.ck\n!www.ck\nco.uk\n"
        "com\n// another comment: not, at, all\nxn--99999999\n\xFF\n.\n!\nlast";
    static const char *const in[] = {"com",          "Com",          "net",      "ORG",
                                     "\u0440\u0444", "\u0420\u0424", "xn--p1ai", "XN--P1ai",
                                     "\u0395\u039B", "xn--qxam",     "ck",       "uk",
                                     "last",         "xn--99999999"};
    static const char *const out[] = {"",        "a",    "de",    "www",         "co", "all",
                                      "another", "las",  "org\t", "#",           "//", ".",
                                      "!",       "\xFF", "com.",  "\xEF\xBB\xBF"};
    tld_set s;

    is_int(tld_set_load(&s, &memory_default, text, sizeof text - 1), TRAWL_OK, "load a list");
    is_int(s.labels, 9, "the number of distinct labels");
    for (size_t i = 0; i < sizeof in / sizeof in[0]; i++)
        ok(known(&s, in[i]), "%s is in it", in[i]);
    for (size_t i = 0; i < sizeof out / sizeof out[0]; i++)
        ok(!known(&s, out[i]), "\"%s\" is not", out[i]);
    tld_set_free(&s);
    ok(!known(&s, "com"), "after tld_set_free() it is empty");
    tld_set_free(&s);
}

static void empty_lists(void)
{
    static const char *const text[] = {"", "\n\n", "# nothing\n", "//", "\xEF\xBB\xBF"};
    tld_set s;

    for (size_t i = 0; i < sizeof text / sizeof text[0]; i++) {
        is_int(tld_set_load(&s, &memory_default, text[i], strlen(text[i])), TRAWL_OK,
               "an empty list, number %zu", i);
        ok(!known(&s, "com") && s.labels == 0, "it contains nothing");
        tld_set_free(&s);
    }
}

static void no_memory(void)
{
    tld_set s;

    for (long n = 0; n < 2; n++) {
        memory_fail_after(n);
        is_int(tld_set_load(&s, &memory_default, "com\nnet\n", 8), TRAWL_ERROR_NO_MEMORY,
               "allocation %ld fails", n);
        ok(s.text == NULL && s.label == NULL && s.labels == 0, "the set is empty");
    }
    memory_fail_after(-1);
}

/* Tests the whole table as a list: each name is in the resulting set. */
static void table_as_list(void)
{
    static char text[64 * 2048];
    size_t n = 0;
    int missing = 0;
    tld_set s;

    for (size_t i = 0; tld_at(i).n > 0; i++) {
        memcpy(text + n, tld_at(i).p, tld_at(i).n);
        n += tld_at(i).n;
        text[n++] = '\n';
    }
    is_int(tld_set_load(&s, &memory_default, text, n), TRAWL_OK,
           "the table can be loaded as a list");
    for (size_t i = 0; tld_at(i).n > 0; i++)
        missing += !tld_set_known(&s, tld_at(i).p, tld_at(i).n);
    is_int(missing, 0, "names missing in the set");
    tld_set_free(&s);
}

int main(void)
{
    samples();
    beyond_ascii();
    fold();
    whole_table();
    punycode();
    longest_label();
    a_list();
    empty_lists();
    no_memory();
    table_as_list();
    return done();
}
