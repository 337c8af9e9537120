/* t_usual.c - what usual_link() finds at once is what decide() finds by all the rules: over testdata, and over usual links
 * with all that could matter beside and inside them
 *
 * Each text is scanned twice, the second time with usual_link() never asked; the events have to be the same. Without
 * places they are sent by a short way, and in the last setting only LINK events.
 */
#include <stdio.h>
#include <stdlib.h>

#include "gentext.h"
#include "promises.h"
#include "tap.h"
#include "testdata_files.h"

#include "find/usual.h"

enum { TEXTS = 30000, TEXT_BYTES = 1500 };

static const struct setting {
    const char *name;
    unsigned find, options;
    const char *rules, *schemes;
} settings_tried[] = {
    {"the defaults", 0, 0, NULL, NULL},
    {"URLs", TRAWL_FIND_URL, 0, NULL, NULL},
    {"addresses and ids", TRAWL_FIND_EMAIL | TRAWL_FIND_MSGID, 0, NULL, NULL},
    {"URLs and addresses in brackets", TRAWL_FIND_URL | TRAWL_FIND_ADDR, 0, NULL, NULL},
    {"all", (TRAWL_FIND_NETPATH << 1) - 1, TRAWL_ALL_DOMAINS, NULL, NULL},
    {"no places", 0, TRAWL_NO_PLACES, NULL, NULL},
    {"links only", 0, TRAWL_LINKS_ONLY, NULL, NULL},
    {"links only, no places", 0, TRAWL_LINKS_ONLY | TRAWL_NO_PLACES, NULL, NULL},
    {"rules", 0, 0,
     "rule joe\n trigger joe\n match \\bjoe(?=[@.])\n url http://joe.example/$0\n"
     "rule at\n trigger @ex\n match @example\\S*\n url http://at.example/\n"
     "rule scheme\n trigger ://\n match ://x\\S*\n url http://x.example/\n"
     "rule word\n trigger http\n match http://(?:www|b)\\S*\n url http://w.example/\n"
     "rule bracket\n trigger <a\n match <a-b_c@[^>]*>\n url http://b.example/\n",
     NULL},
    {"http and https", 0, 0, NULL, "http,https"},
    {"https, mailto and others", 0, 0, NULL, "https,mailto,news,foo"},
    {"one that is not known, and links only", 0, TRAWL_LINKS_ONLY | TRAWL_NO_PLACES, NULL, "foo"},
    {"known schemes", 0, TRAWL_KNOWN_SCHEMES, NULL, NULL},
};

enum { SETTINGS = sizeof settings_tried / sizeof settings_tried[0] };

static trawl *scans[SETTINGS][2]; /* with usual_link(), and without */
static promises seen[SETTINGS][2];
static unsigned long asked;

static trawl_str text_of(const char *s)
{
    return (trawl_str){s, s ? strlen(s) : 0};
}

static void open_all(void)
{
    for (int k = 0; k < SETTINGS; k++)
        for (int without = 0; without < 2; without++) {
            trawl_config cfg = {.size = sizeof cfg};
            cfg.find = settings_tried[k].find;
            cfg.options = settings_tried[k].options;
            cfg.rules = text_of(settings_tried[k].rules);
            cfg.schemes = text_of(settings_tried[k].schemes);
            if (trawl_open(&scans[k][without], &cfg, promises_sink, &seen[k][without]) != TRAWL_OK)
                abort();
            if (without)
                scans[k][without]->usual = false;
            asked += scans[k][without]->usual;
        }
}

static void close_all(void)
{
    for (int k = 0; k < SETTINGS; k++)
        for (int without = 0; without < 2; without++) {
            trawl_close(&scans[k][without]);
            promises_free(&seen[k][without]);
        }
}

static bool same(const char *name, const char *p, size_t n, promises_cut cut)
{
    for (int k = 0; k < SETTINGS; k++) {
        bool only = settings_tried[k].options & TRAWL_LINKS_ONLY;
        uint64_t at;
        /* As of a text in a charset: lines and columns are not checked, there being none. */
        seen[k][0].charset = seen[k][1].charset = settings_tried[k].options & TRAWL_NO_PLACES;
        for (int without = 0; without < 2; without++)
            if (!promises_run(&seen[k][without], scans[k][without], p, n, cut, only)) {
                printf("# %s, %s: %s\n", name, settings_tried[k].name, seen[k][without].broken);
                return false;
            }
        at = promises_differ(&seen[k][0], &seen[k][1], false);
        if (at != TRAWL_ABSENT) {
            printf("# %s, %s: other events, at byte %llu\n", name, settings_tried[k].name, (unsigned long long)at);
            tap_show_at(p, n, (size_t)at);
            return false;
        }
    }
    return true;
}

/* ---- Texts made by chance ---- */

#define ROLL(g, list) list[gentext_random(g, sizeof list / sizeof list[0])]

static const char *const heads[] = {" ",
                                    "\n",
                                    "\n> ",
                                    "(",
                                    "<",
                                    "\"",
                                    "'",
                                    "*",
                                    "_",
                                    "URL:",
                                    "url:  ",
                                    "Jo Doe ",
                                    "le ",
                                    "[",
                                    "]",
                                    "{",
                                    ";",
                                    ":",
                                    "|",
                                    "`",
                                    "mailto:",
                                    "\x1B[1;32m",
                                    "//",
                                    "=",
                                    "a",
                                    ".",
                                    "-",
                                    "+",
                                    "\xC3\xA9",
                                    "\t",
                                    "\r\n",
                                    ",",
                                    "Message-ID: ",
                                    "\nmsgid\t",
                                    "see: ",
                                    "a.b@c.example",
                                    "\xE2\x80\x9C",
                                    "<URL:",
                                    "article ",
                                    "http://a.example/",
                                    "&lt;",
                                    "~",
                                    "0",
                                    "\xE2\x80\x8B",
                                    "=\n",
                                    "> ",
                                    "uri: ",
                                    "\\n",
                                    "%3C",
                                    "u'",
                                    "==",
                                    " /*",
                                    "\n * ",
                                    "%",
                                    "\\verb+",
                                    "h**",
                                    "@"};
static const char *const links[] = {"joe@example.org",
                                    "<joe.b+x@lists.example.org>",
                                    "http://example.org/a/b.html",
                                    "https://www.example.org:8080/a?b=c&d=3Dx#e",
                                    "http://example.org",
                                    "<a-b_c@x.example>",
                                    "https://a.b-c.example/%7Ejoe/",
                                    "www.example.com/a",
                                    "http://192.0.2.1/",
                                    "<4@a.example>",
                                    "ftp://ftp.example.org/",
                                    "ftp://a.example:80000/b.gz",
                                    "<http://www.example.org/a.html>",
                                    "<URL:https://example.org:80/x/>",
                                    "<url:http://a.example>",
                                    "http://x.example/a?b=1&c=2",
                                    "http://h/x",
                                    "<http://h>",
                                    "http://h: x",
                                    "a@b@",
                                    "a@b.example@c.example@www.d.example@e.example",
                                    "@b.example@c.example@d.example@e",
                                    "<b>",
                                    "\xC3\xA9@\xC3\xA9",
                                    "j@\xC3\xA9\xE3\x80\x82jp",
                                    "j@[192.0.2.1]",
                                    "http://u:p@h.example/",
                                    "mailto:joe@example.org",
                                    "mailto:a@b.example,c@d.example",
                                    "MAILTO:j+x@example.org?subject=x",
                                    "mailto:?to=a",
                                    "mailto:..a@b.example",
                                    "news:comp.lang.c",
                                    "news:news:4@a.example",
                                    "news:news:a-b@-a..b",
                                    "news:*",
                                    "urn:isbn:0",
                                    "tel:+1-555-123-4567",
                                    "geo:48.2,16.4",
                                    "sip:joe@example.org",
                                    "mid:4@a.example/5@b.example",
                                    "xmpp:joe@example.org",
                                    "magnet:?xt=urn:a",
                                    "file:/etc/motd",
                                    "seehttp://example.org/a",
                                    "svn+https://example.org/a",
                                    "9ftp://ftp.example.org/",
                                    "shttp://example.org",
                                    "<ftp:\n//a.example/b>",
                                    "<news:a@b.example>",
                                    "<mailto:joe@example.org>",
                                    "<about:x>",
                                    "<URL:x <URL:mailto:a@b.example>",
                                    "<URL:a/b.html\n<",
                                    "www.www.example.com",
                                    "www. www.a.example",
                                    "<joe.b+x@lists.example.org",
                                    "<www.joe.example@lists.example.org",
                                    "<a@b.example<a..b@c.example",
                                    "http://a.example/a(b)c",
                                    "http://a.example:80/x_(y)[z]/?q={1}",
                                    "http://a.example/(a]",
                                    "https://a.example/#:~:text=a,b",
                                    "http://a.example/\xE2\x80\x9Cq\xE2\x80\x9D/\xC3\xA9?a=b",
                                    "ftp://a.example/(a)[1]",
                                    "http:// a",
                                    "http://a.example/x\\n",
                                    "file:///C:\\x",
                                    "http://a.example/x\xEF\xBC\x8Cy",
                                    "http://a.example/x,http://b.example;ftp://c/|https://d",
                                    "http://a.example/x[/url]",
                                    "http://a.example/x&hellip;&quot;y",
                                    "*http://a.example/x\xE2\x80\xA6*\xE2\x80\x94",
                                    "|http://a.example/x|y",
                                    "[[http://a.example/x|y]]",
                                    "*see http://a.example/x*",
                                    "__http://a.example/x&gt__",
                                    "~~a http://a.example/?x=%y~~",
                                    "://a.example",
                                    "joe@example.png",
                                    "j@h.html",
                                    "j@a.b:c/d",
                                    "<j@h.json",
                                    "a/b@h.lan",
                                    "to=j@h.example",
                                    "joe@example.org.Or",
                                    "mailto:joe@example.org.Or",
                                    "joe@example.c0m",
                                    "kit@1.x.x",
                                    "<joe@a.org...or",
                                    "joe@a.jp\xE3\x80\x82q@a.jp",
                                    "mail=a=b@h.js"};
static const char *const tails[] = {" ",
                                    "\n",
                                    ".",
                                    ", ",
                                    ")",
                                    ">",
                                    "\"",
                                    "'",
                                    "&gt;",
                                    "&gt",
                                    "[1]",
                                    "=\n",
                                    "-\n",
                                    "\r\n",
                                    "@",
                                    "_",
                                    ":",
                                    "::",
                                    "/",
                                    "?",
                                    "=3D\n",
                                    ";",
                                    "*",
                                    "\xE2\x80\x9D",
                                    "\xC3\xA9",
                                    "--",
                                    "..",
                                    "...",
                                    "!)",
                                    "/.",
                                    ":80",
                                    ":0/",
                                    ":70000/",
                                    "@x.example",
                                    "\xE3\x80\x82",
                                    "|",
                                    "<",
                                    "]",
                                    "}",
                                    "&amp;x",
                                    "%",
                                    "[.]b",
                                    "(.)b.c",
                                    "{.}",
                                    "[dot]x",
                                    "(DOT)y",
                                    ":port",
                                    ":<port>",
                                    ":<br>",
                                    ":{p}/",
                                    ":$P",
                                    ":x/",
                                    ":a/b",
                                    ":/",
                                    ".And",
                                    ".2x",
                                    "\xEC\x9D\x80",
                                    ".x",
                                    ".{x}",
                                    "-${x}",
                                    "{x}.y",
                                    ".<x>.y",
                                    ":%s",
                                    ":#{x}",
                                    "-->",
                                    "*/",
                                    "@{ub}",
                                    "E<gt>",
                                    "--x",
                                    "==",
                                    "+",
                                    "\\.x",
                                    "\\(x\\)",
                                    "\xE2\x94\x82",
                                    "\xC2\xB7",
                                    "&#151;"};
static const char odd[] = ".-_+@:/<>()[]\"'`*|&=%?#;, \n\r\t~{}!0aZw\\\x80\xC3\xE2";

/* One link, and perhaps a byte of it another one, one more, or one less. */
static void put_link(gentext *g)
{
    char link[64];
    const char *from = ROLL(g, links);
    size_t n = strlen(from), i = gentext_random(g, (uint32_t)n);

    memcpy(link, from, n);
    switch (gentext_random(g, 6)) {
    case 0:
        link[i] = odd[gentext_random(g, sizeof odd - 1)];
        break;
    case 1:
        memmove(link + i + 1, link + i, n++ - i);
        link[i] = odd[gentext_random(g, sizeof odd - 1)];
        break;
    case 2:
        memmove(link + i, link + i + 1, --n - i);
        break;
    default:
        break;
    }
    gentext_put(g, link, n);
}

static size_t make(uint64_t seed, char *out, size_t room)
{
    gentext g = {.state = seed, .out = out, .room = room};

    while (g.n < room) {
        for (uint32_t k = gentext_random(&g, 3); k > 0; k--) {
            const char *head = ROLL(&g, heads);
            gentext_put(&g, head, strlen(head));
        }
        put_link(&g);
        for (uint32_t k = gentext_random(&g, 3); k > 0; k--) {
            const char *tail = ROLL(&g, tails);
            gentext_put(&g, tail, strlen(tail));
        }
    }
    return g.n;
}

static void made(uint64_t from)
{
    static char room[TEXT_BYTES];
    int bad = 0;

    for (uint64_t seed = from; seed < from + TEXTS && bad < 5; seed++) {
        size_t n = make(seed, room, sizeof room);
        char name[32];
        snprintf(name, sizeof name, "text %llu", (unsigned long long)seed);
        bad += !same(name, room, n, (promises_cut){.step = seed % 4 ? 0 : 200, .seed = seed});
    }
    is_int(bad, 0, "%d texts of links and what stands beside them", TEXTS);
}

/* ---- Files ---- */

static void one_file(const char *path, const char *p, size_t n)
{
    ok(same(path, p, n, (promises_cut){0}), "%s", path);
}

int main(int argc, char **argv)
{
    open_all();
    is_int((int)asked, SETTINGS, "usual links are looked for in each setting, and in none of the others");
    ok(testdata_each(one_file) > 0, "testdata has files");
    made(argc > 1 ? strtoull(argv[1], NULL, 10) : 1);
    close_all();
    trawl_release();
    return done();
}
