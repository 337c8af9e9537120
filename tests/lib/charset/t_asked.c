/* t_asked.c - iconv is only called for charsets of the table, to convert to UTF-8, whatever a
 * message names
 *
 * The linker puts a function of this file in place of iconv_open(). It records each pair of names,
 * and can also fail for all names, as on a system without iconv's modules.
 */
#include <trawl.h>
#include <trawl_mail.h>

#include "configured.h"
#include "decoded.h"

#ifdef HAVE_ICONV
#include <errno.h>
#include <iconv.h>

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define REAL_OPEN PASTE(__real_, iconv_open)
#define OUR_OPEN PASTE(__wrap_, iconv_open)

iconv_t REAL_OPEN(const char *to, const char *from);
iconv_t OUR_OPEN(const char *to, const char *from);

static unsigned asked, strange;
static bool nothing_there;

static bool is_of_table(const char *name)
{
    const names_row *row;

    for (size_t i = 0; (row = names_at(i)); i++)
        for (unsigned k = 0; k < NAMES_ICONV && row->opens[k]; k++)
            if (row->opens[k] == name)
                return true;
    return false;
}

iconv_t OUR_OPEN(const char *to, const char *from)
{
    asked++;
    if (strcmp(to, "UTF-8") != 0 || !is_of_table(from)) {
        strange++;
        printf("# iconv_open: %s from %s\n", to, from);
    }
    if (nothing_there) {
        errno = EINVAL;
        return (iconv_t)-1;
    }
    return REAL_OPEN(to, from);
}

/* Tests that only charsets of the table were opened. */
static void only_known(bool any, const char *what)
{
    ok(strange == 0 && (asked > 0 || !any), "%s: %u calls of iconv_open(), %u with other names",
       what, asked, strange);
    asked = strange = 0;
}

/* ---- Labels ---- */

/* Each label is a name that iconv knows, or close to one; some select a row of the table. glibc
 * ignores quotes and everything after "//" or ",". In a header ";" ends a parameter and "*" ends
 * the name of a charset, so for "euc-jp;x" and "euc-jp*" EUC-JP is opened there. */
static const char *const bad_labels[] = {
    "euc-jp//TRANSLIT",
    "euc-jp//IGNORE",
    "euc-jp//TRANSLIT//IGNORE",
    "euc-jp/",
    "//",
    "/euc-jp",
    "euc-jp;x",
    "euc-jp; format=flowed",
    "euc-jp,TRANSLIT",
    "euc-jp\"x",
    "e\"uc-jp",
    "e'uc-jp",
    "euc-jp\\",
    "euc-jp%00",
    "euc-jp*",
    "euc-jp\x01",
    "euc-jp\xC2\xA0",
    "IBM1390",
    "IBM1399",
    "ANSI_X3.110-1983",
    "ISO-2022-CN-EXT//TRANSLIT",
    "../../../tmp/module",
    "UCS-4-INTERNAL",
    "char",
    "wchar_t",
    "INTERNAL",
    "",
};

#define BAD_LABELS (sizeof bad_labels / sizeof bad_labels[0])

static const char *const good_labels[] = {"euc-jp",   "\"EUC-JP\"",  " 'euc_jp' ",
                                          "x-euc-jp", "iso-2022-jp", "HZ"};

#define GOOD_LABELS (sizeof good_labels / sizeof good_labels[0])

/* ---- How a label can reach the library ---- */

static int ignore(void *user, const trawl_event *e)
{
    (void)user;
    (void)e;
    return 0;
}

/* Reads a text whose charset is named by the caller. */
static void by_config(const char *label)
{
    trawl_config cfg = {.size = sizeof cfg, .charset = {label, strlen(label)}};
    trawl_mail_config mail_cfg = {.size = sizeof mail_cfg};
    trawl_mail *m;
    trawl_scanner *t;

    if (configured_open(&t, &cfg, ignore, NULL) == TRAWL_OK) {
        trawl_feed(t, "\xBE\xDC\x1B$B0!", 7);
        trawl_finish(t);
        configured_close(&t);
    }
    if (configured_mail_open(&m, mail_cfg, &cfg, ignore, NULL) == TRAWL_OK)
        configured_mail_close(&m);
}

/* Reads a message that has the label at "%s" in the format. */
static void in_mail(const char *format, const char *label)
{
    char source[1000];
    int n = snprintf(source, sizeof source, format, label);
    trawl_mail *m;

    if (trawl_mail_open(&m, NULL, ignore, NULL) != TRAWL_OK)
        abort();
    trawl_mail_expect(m, TRAWL_INPUT_MAIL);
    trawl_mail_feed(m, source, (size_t)n);
    trawl_mail_finish(m);
    configured_mail_close(&m);
}

#define BODY "\n\n\xBE\xDC http://a.example/ \x1B$B0!\x1B(B ~{Oj~} \xBE\xDC\n"

static const struct {
    bool asks; /* iconv is called if the label is good */
    const char *what, *format;
} ways[] = {
    {true, "a parameter", "Content-Type: text/plain; charset=%s" BODY},
    {true, "a quoted charset", "Content-Type: text/plain; charset=\"%s\"" BODY},
    {true, "a charset by RFC 2231", "Content-Type: text/plain; charset*=us-ascii''%s" BODY},
    {true, "a charset in pieces",
     "Content-Type: text/plain; charset*0=\"%s\"; charset*1=\"\"" BODY},
    {false, "the charset of an extended parameter",
     "Content-Type: multipart/mixed; boundary*=%s''%%BE%%DC" BODY},
    {true, "the charset of an encoded-word",
     "Subject: =?%s?Q?=BE=DC_http://a.example/?=\nFrom: a@b.example" BODY},
    {true, "the charset of an encoded-word in base64",
     "Subject: =?%s?B?vtw=?=\nFrom: a@b.example" BODY},
};

static void all_ways(const char *const *labels, size_t n, bool good)
{
    for (size_t i = 0; i < n; i++)
        by_config(labels[i]);
    only_known(good,
               good ? "a known charset from the caller" : "an unknown charset from the caller");
    for (size_t w = 0; w < sizeof ways / sizeof ways[0]; w++) {
        for (size_t i = 0; i < n; i++)
            in_mail(ways[w].format, labels[i]);
        only_known(good && ways[w].asks, ways[w].what);
    }
}

/* ---- Without iconv's modules ---- */

/* Without iconv, single-byte charsets and the Unicode encodings are still read, and each code page
 * of EBCDIC by the table of another code page. Other charsets are refused when a caller names them;
 * in a message, their ASCII is still read. */
static void without_modules(void)
{
    static decoded d;
    const names_row *row;
    unsigned good = 0, refused = 0, replaced = 0;

    nothing_there = true;
    for (size_t i = 0; (row = names_at(i)); i++) {
        bool wants =
            row->kind == NAMES_MULTI || row->kind == NAMES_ISO2022 || row->kind == NAMES_HZ;
        if (row->kind == NAMES_RAW)
            continue;
        asked = 0;
        decode_all(&d, row, "a\0\0\0", 4);
        good += d.result == TRAWL_OK && !wants && asked == 0;
        replaced += d.result == TRAWL_OK && row->kind == NAMES_EBCDIC && asked > 0;
        refused += d.result == TRAWL_ERROR_BAD_CHARSET && wants;
        if (wants != (d.result == TRAWL_ERROR_BAD_CHARSET))
            ok(false, "%s: %d", row->name, d.result);
    }
    ok(good > 50 && refused > 8 && replaced > 60,
       "without modules: %u charsets are read, %u by another code page, %u are not", good, replaced,
       refused);
    decode_all(&d, row_of("koi8-r"), "\xD0http://a.example/\xC4", 19);
    is_mem(d.text, d.n, "\u043Fhttp://a.example/\u0434", 21, "KOI8-R is");
    decode_all(&d, row_of("windows-1252"), "\x93<\xE9>", 4);
    is_mem(d.text, d.n, "\u201C<\u00E9>", 7, "windows-1252 is");
    asked = strange = 0;
}

static int count_link(void *user, const trawl_event *e)
{
    *(unsigned *)user += e->type == TRAWL_EVENT_LINK && e->link->url.n == 17 &&
                         memcmp(e->link->url.p, "http://a.example/", 17) == 0;
    return 0;
}

static void mail_without_modules(void)
{
    static const char source[] = "Subject: =?euc-jp?Q?=BE=DC?= http://a.example/\n"
                                 "Content-Type: text/plain; charset=euc-jp" BODY;
    unsigned links = 0;
    trawl_mail *m;

    if (trawl_mail_open(&m, NULL, count_link, &links) != TRAWL_OK)
        abort();
    trawl_mail_expect(m, TRAWL_INPUT_MAIL);
    trawl_mail_feed(m, source, sizeof source - 1);
    is_int(trawl_mail_finish(m), TRAWL_OK, "a message in EUC-JP is read to its end");
    configured_mail_close(&m);
    is_int(links, 2, "and its links are found");
}

int main(void)
{
    all_ways(bad_labels, BAD_LABELS, false);
    all_ways(good_labels, GOOD_LABELS, true);
    without_modules();
    mail_without_modules();
    return done();
}

#else

int main(void)
{
    skip("there is no iconv");
    return done();
}

#endif
