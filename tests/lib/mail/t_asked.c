/* t_asked.c - the links do not depend on what is wanted of them (enum trawl_want)
 *
 * Each text is read with many combinations of the bits of trawl_config.want, in pieces of different
 * lengths. All of them must give the same links, in the same order, with the same kinds and URLs.
 * The texts are those of testdata, the random texts of gentext.h, and texts that are made here of
 * what decides about the end of a URL: a sign before it, its end, a line break, the next line.
 * Each text has a third of the combinations; in "make check-every" it has all.
 */
#include <stdio.h>
#include <stdlib.h>
#include <trawl.h>
#include <trawl_mail.h>

#include "configured.h"
#include "gentext.h"
#include "tap.h"

enum {
    MADE = 4000,
    RANDOM = 1000,
    BYTES = 1500,
    WANTS = 19,
    ALL = 17,
    CONFIGS = 4,
    ROOM = 1 << 20
};

/* ---- The readers ---- */

/* The links of a text, a line for each. */
typedef struct found {
    trawl_mail *mail;
    unsigned want;
    size_t n;
    char text[ROOM];
} found;

static found readers[CONFIGS][WANTS];

static int keep(void *user, const trawl_event *e)
{
    found *to = user;
    const trawl_link *link = e->link;

    if (e->type != TRAWL_EVENT_LINK || sizeof to->text - to->n < link->url.n + 32)
        return 0;
    to->n += (size_t)sprintf(to->text + to->n, "%s ", trawl_kind_name(link->kind));
    memcpy(to->text + to->n, link->url.p, link->url.n);
    to->n += link->url.n;
    to->text[to->n++] = '\n';
    return 0;
}

/* Returns the k-th combination: URLs alone, with and without notes of what is not read; links with
 * each set of their other properties; attachments. */
static unsigned want_of(unsigned k)
{
    const unsigned unread = (k ^ k >> 1) & 1 ? TRAWL_WANT_UNREAD : 0;

    if (k > ALL)
        return TRAWL_WANT_URL | TRAWL_WANT_ATTACHED;
    return k < 2 ? TRAWL_WANT_URL | unread : TRAWL_WANT_LINK | (k - 2) * TRAWL_WANT_PLACE | unread;
}

static void open_all(void)
{
    static const struct {
        int profile;
        unsigned options, find;
    } configs[CONFIGS] = {
        {TRAWL_PROFILE_MAIL, 0, 0},
        {TRAWL_PROFILE_SCREEN, 0, 0},
        {TRAWL_PROFILE_MAIL, TRAWL_OPTION_JOIN, (TRAWL_FIND_OSC8 << 1) - 1},
        {TRAWL_PROFILE_UTS58, TRAWL_OPTION_ALL_DOMAINS, 0},
    };

    for (unsigned c = 0; c < CONFIGS; c++)
        for (unsigned k = 0; k < WANTS; k++) {
            trawl_mail_config mail = TRAWL_MAIL_CONFIG_INIT;
            trawl_config find = TRAWL_CONFIG_INIT;

            find.profile = configs[c].profile;
            find.options = configs[c].options;
            find.find = configs[c].find;
            find.want = readers[c][k].want = want_of(k);
            if (configured_mail_open(&readers[c][k].mail, mail, &find, keep, &readers[c][k]))
                abort();
        }
}

static void close_all(void)
{
    for (unsigned c = 0; c < CONFIGS; c++)
        for (unsigned k = 0; k < WANTS; k++)
            configured_mail_close(&readers[c][k].mail);
}

static void read_text(found *to, const char *p, size_t n, size_t step)
{
    int failed = trawl_mail_reset(to->mail);

    to->n = 0;
    for (size_t i = 0; i < n && !failed; i += step)
        failed = trawl_mail_feed(to->mail, p + i, n - i < step ? n - i : step);
    if (failed || trawl_mail_finish(to->mail))
        abort();
}

/* ---- The comparison ---- */

static unsigned long texts, links, differ;

/* Reads the text with one of the configs and some combinations: the links must be those that are
 * found when everything is wanted. */
static void compare(const char *name, const char *p, size_t n, unsigned config)
{
    static const size_t steps[] = {SIZE_MAX / 2, 4096, 7, 977, 1};
    const unsigned every = tap_amount(3, 1);
    found *all = &readers[config][ALL];

    read_text(all, p, n, SIZE_MAX / 2);
    for (size_t i = 0; i < all->n; i++)
        links += all->text[i] == '\n';
    for (unsigned k = 0; k < WANTS; k++) {
        found *some = &readers[config][k];

        if (k > 1 && (k + texts) % every != 0)
            continue;
        read_text(some, p, n, n > 8192 ? SIZE_MAX / 2 : steps[(texts + k) % 5]);
        if (k == ALL || (some->n == all->n && memcmp(some->text, all->text, all->n) == 0))
            continue;
        if (differ++ < 5) {
            printf("# %s, config %u, want %u and %u\n", name, config, some->want, all->want);
            tap_show("text", p, n < 1000 ? n : 1000);
            tap_show("some", some->text, some->n < 1000 ? some->n : 1000);
            tap_show("all", all->text, all->n < 1000 ? all->n : 1000);
        }
    }
    texts++;
}

static void each_file(const char *name, const char *p, size_t n)
{
    compare(name, p, n, 0);
    compare(name, p, n, 1 + (unsigned)(texts % (CONFIGS - 1)));
}

/* ---- Texts that are made ---- */

static const char *const before[] = {"",     "",  "see ", "\"",   "'", "(",
                                     "[x](", "<", "> ",   "URL:", "* "};
static const char *const urls[] = {
    "http://a.example/",
    "http://a.example",
    "http://shop.a.example/search.asp?home=micro&qu=",
    "https://elixir=2Ebootlin=2Ecom/linux/",
    "https://urldefense.proofpoint.com/v2/url?u=https-3A__b.example_x&amp;d=DwIC&amp;",
    "https://urldefense.com/v3/__http://b.example/",
    "https://nam02.safelinks.protection.outlook.com/?url=http%3A%2F%2Fb.example%2Fx&amp;data=",
    "https://nam02.safelinks.protection.outlook.com/?url=3Dhttp%3A%2F%2Fb.example&data=3D",
    "http://off\xEF\xAC\x81"
    "ce.example/\xEF\xAC\x82",
    "http://a\xE2\x80\x90"
    "b.example/",
    "www.a.example/",
    "nntp://news.a.example/",
    "news:comp.",
    "mailto:joe@b.",
    "joe@info-",
    "talk-request@info.example.org",
    "http://www.",
    "h",
    "https",
};
static const char *const rests[] = {"",
                                    "",
                                    "pears",
                                    "pears/and/apples.html",
                                    "?x=3D1&y=3D2",
                                    "path-of-a-long-url/which-reaches-the-edge-of-the-line/x",
                                    "2006/11/27/0123456789abcdef0123456789abcdef/index"};
static const char *const ends[] = {"",   "",    "",    "=", "-", "/", ".",
                                   "%2", "=3D", "=20", "@", ",", "&"};
static const char *const breaks[] = {"\n",   "\n",     "\r\n", "\n>",  "\n> ", " \n",       "=\n",
                                     "=\n>", "\n    ", "\n| ", "\n\n", " ",    "\x1b[0m\n", "\n# "};
static const char *const nexts[] = {
    "eeper&imenu=&so=X",
    "ess/submitting-patches=2Erst#L577",
    "and more of it",
    "word",
    "Thanks for",
    "ars)",
    "'s pears'",
    "index.html",
    "1234",
    "http://b.example/",
    "www.b.example/x",
    "__;!!NEC7ox!x$",
    "reserved=0",
    "F-x",
    "lang.c and",
    "abcdefghijklmnopqrstuvwxyzabcdefgh more",
    "ttp://b.example/x",
    "pears.example/x more",
};
static const char *const closers[] = {"",       "\"", "'",   ")", ">", "\" shape=x>",
                                      ". Then", "|",  "</a>"};

#define PICK(g, list) list[gentext_random(g, sizeof(list) / sizeof(list)[0])]

static void put(gentext *g, const char *s)
{
    gentext_put(g, s, strlen(s));
}

/* Adds lines with URLs that may be broken. */
static void put_lines(gentext *g)
{
    static const char *const words[] = {"Joe wrote this, and more:",
                                        "some words of prose",
                                        "1,2026-11-27,",
                                        "| a | b |",
                                        "-- ",
                                        ""};

    for (unsigned i = 1 + gentext_random(g, 3); i > 0; i--) {
        put(g, gentext_random(g, 3) ? "" : PICK(g, words));
        put(g, PICK(g, before));
        put(g, PICK(g, urls));
        put(g, PICK(g, rests));
        put(g, PICK(g, ends));
        put(g, PICK(g, breaks));
        put(g, PICK(g, nexts));
        put(g, PICK(g, closers));
        put(g, gentext_random(g, 3) ? "\n" : " ");
    }
}

/* Makes a text, a page, or a message with two forms of the same text. */
static size_t make_text(uint64_t seed, char *out, size_t room)
{
    gentext g = {seed * UINT64_C(0x9E3779B97F4A7C15) + 1, out, 0, room};
    gentext again;

    switch (gentext_random(&g, 6)) {
    case 0:
        put(&g, "<!DOCTYPE html><html><body><p><a href=\"http://c.example/\">");
        put_lines(&g);
        put(&g, "</a><br>");
        put_lines(&g);
        break;
    case 1:
        put(&g, "From: joe@a.example\nSubject: http://a.example/s\nMIME-Version: 1.0\n"
                "Content-Type: multipart/alternative; boundary=b\n\n--b\n"
                "Content-Type: text/plain; charset=utf-8\n\n");
        again = g;
        put_lines(&g);
        put(&g, "\n--b\nContent-Type: text/html; charset=utf-8\n\n<p>");
        g.state = again.state;
        put_lines(&g);
        put(&g, "<a href=http://c.example/x>c</a>\n--b--\n");
        break;
    case 2:
        put(&g, "From: joe@a.example\nSubject: x\nContent-Transfer-Encoding: quoted-printable\n\n");
        put_lines(&g);
        break;
    default:
        put_lines(&g);
    }
    return g.n;
}

static void made_texts(void)
{
    static char text[BYTES];
    char name[32];

    for (unsigned seed = 1; seed <= MADE + RANDOM; seed++) {
        const size_t n = seed > MADE ? gentext_make(seed, text, sizeof text)
                                     : make_text(seed, text, sizeof text);

        snprintf(name, sizeof name, "text %u", seed);
        compare(name, text, n, seed % CONFIGS);
    }
}

int main(void)
{
    open_all();
    (void)testdata_each(each_file);
    ok(texts > 500 && links > 5000, "%lu texts of testdata, %lu links", texts, links);
    is_int(differ, 0, "their links do not depend on what is wanted");
    texts = links = differ = 0;
    made_texts();
    ok(links > 3000, "%lu other texts, %lu links", texts, links);
    is_int(differ, 0, "their links do not depend on what is wanted");
    close_all();
    return done();
}
