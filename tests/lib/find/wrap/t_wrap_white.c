/* t_wrap_white.c - all white space is the same inside wrappers (R5): a blank or a tab, a line feed
 * with or without a tab before it
 *
 * src/lib/find/wrap/read.c has fast paths for blanks between words, for lines, and for a second "<"
 * that ends the wrapper. Tabs do not take them. So random texts are scanned a second time with each
 * blank replaced by a tab and a tab before each line feed, and must give the same links, flags and
 * other readings.
 */
#include <stdio.h>
#include <trawl.h>

#include "configured.h"
#include "gentext.h"
#include "tap.h"

enum { TEXTS = 20000, TEXT_BYTES = 600, ROOM = 1 << 16 };

/* The parts leave out text whose meaning outside of wrappers depends on white space ("=" and
 * hyphens at the end of a line, signatures), and "|" after a label. */
static const char *const parts[] = {"<URL:",
                                    "<http://a/",
                                    "<url:http://h.example/x",
                                    "<ftp://a/b",
                                    "<news:a.b",
                                    "<",
                                    ">",
                                    ">",
                                    "</pre>",
                                    "<br>",
                                    " ",
                                    " ",
                                    "\n",
                                    "\n",
                                    "\n> ",
                                    "\n>> ",
                                    "\n\n",
                                    "\n> \n",
                                    "> ",
                                    "a",
                                    "b1",
                                    "x/-\n",
                                    "/-",
                                    "#",
                                    "%41",
                                    "%",
                                    "&amp;",
                                    "http://b.example/",
                                    " http://c/",
                                    " news:d.e",
                                    " mailto:f@g.h",
                                    "mailto:",
                                    "(cid:173)\n",
                                    "\xC2\xAD",
                                    "\xC3\xA9",
                                    "'",
                                    "\"",
                                    "\\\n",
                                    "\x01",
                                    "\nA [Page 1]\n\n",
                                    "]",
                                    "[",
                                    "a-"};

typedef struct links {
    char text[ROOM];
    size_t n;
} links;

/* Links in running text are left out: tabs change the columns, and with them what is joined (R34). */
static int collect(void *user, const trawl_event *e)
{
    links *l = user;

    if (e->type != TRAWL_EVENT_LINK || e->link->kind == TRAWL_KIND_BARE ||
        ROOM - l->n < 40 + e->link->url.n)
        return 0;
    l->n += (size_t)snprintf(l->text + l->n, ROOM - l->n, "%d %x %.*s", e->link->kind,
                             (unsigned)e->link->flags, (int)e->link->url.n, e->link->url.p);
    for (unsigned k = 0; k < e->link->alt_count && ROOM - l->n > 40 + e->link->alts[k].url.n; k++)
        l->n += (size_t)snprintf(l->text + l->n, ROOM - l->n, " or (%d) %.*s", e->link->alts[k].why,
                                 (int)e->link->alts[k].url.n, e->link->alts[k].url.p);
    l->text[l->n++] = '\n';
    return 0;
}

static void scan(const char *p, size_t n, links *l)
{
    trawl_config cfg = {.size = sizeof cfg};

    l->n = 0;
    if (configured_scan(p, n, &cfg, collect, l) != TRAWL_OK)
        l->n = 0;
}

/* Puts a tab before each line feed, except in empty lines, which would become lines of blanks
 * (R13). */
static size_t with_tabs(const char *p, size_t n, char *to)
{
    size_t k = 0;

    for (size_t i = 0; i < n; i++) {
        if (p[i] == '\n' && i > 0 && p[i - 1] != '\n')
            to[k++] = '\t';
        to[k++] = p[i];
        if (p[i] == ' ')
            to[k - 1] = '\t';
    }
    return k;
}

static size_t make(uint64_t seed, char *out)
{
    gentext g = {.state = seed, .out = out, .room = TEXT_BYTES};

    while (g.n < g.room) {
        const char *part = parts[gentext_random(&g, sizeof parts / sizeof parts[0])];
        gentext_put(&g, part, strlen(part));
    }
    return g.n;
}

int main(void)
{
    static char text[TEXT_BYTES], tabs[2 * TEXT_BYTES];
    static links plain, white;
    int bad = 0;
    size_t all = 0;

    for (uint64_t seed = 1; seed <= TEXTS && bad < 3; seed++) {
        size_t n = make(seed, text);
        scan(text, n, &plain);
        scan(tabs, with_tabs(text, n, tabs), &white);
        all += plain.n;
        if (plain.n == white.n && memcmp(plain.text, white.text, plain.n) == 0)
            continue;
        bad++;
        printf("# text %llu\n", (unsigned long long)seed);
        tap_show("text", text, n);
        tap_show("links", plain.text, plain.n);
        tap_show("with tabs", white.text, white.n);
    }
    is_int(bad, 0, "%d texts of wrappers: the same with tabs", TEXTS);
    ok(all > TEXTS, "they have links");
    trawl_release();
    return done();
}
