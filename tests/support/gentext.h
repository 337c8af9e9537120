/* gentext.h - random texts with many links and near misses; and the files of testdata
 *
 * A text is a row of fragments: words, URLs of every kind, openers and closers of wrappers, line
 * breaks with and without quote marks, hyphens, page breaks, bytes that are not UTF-8. Some
 * fragments are repeated up to a limit of the scanner, a little less or a little more. The same
 * seed gives the same text everywhere.
 */
#ifndef TRAWL_TESTS_GENTEXT_H
#define TRAWL_TESTS_GENTEXT_H

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct gentext {
    uint64_t state;
    char *out;
    size_t n, room;
} gentext;

static inline uint32_t gentext_random(gentext *g, uint32_t below)
{
    g->state = g->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((g->state >> 32) % below);
}

static inline void gentext_put(gentext *g, const char *p, size_t n)
{
    n = n < g->room - g->n ? n : g->room - g->n;
    memcpy(g->out + g->n, p, n);
    g->n += n;
}

static const char *const gentext_words[] = {"see",
                                            "the",
                                            "article",
                                            "a",
                                            "Message-ID:",
                                            "in",
                                            "References: ",
                                            "label:",
                                            "e.g.",
                                            "etc.",
                                            "1.5",
                                            "a@b",
                                            "foo_bar",
                                            "x:y",
                                            "C:",
                                            "::",
                                            "...",
                                            "--",
                                            "-",
                                            "*bold*",
                                            "_it_",
                                            "URL:",
                                            "http",
                                            "mailto",
                                            "www",
                                            "www.",
                                            "localhost",
                                            "file",
                                            "note:",
                                            "1738",
                                            "(",
                                            ")",
                                            "\"",
                                            "'",
                                            "`",
                                            "\\",
                                            "\\n",
                                            "&quot;",
                                            "[/url]",
                                            "[^1]",
                                            ":-)",
                                            "[[",
                                            ",http://",
                                            "\xE2\x80\x94",
                                            "\xE2\x80\xA6",
                                            "\xEF\xBC\x8C",
                                            "\xE2\x80\x8D",
                                            "[",
                                            "]",
                                            "{",
                                            "}",
                                            "|",
                                            "/",
                                            "//",
                                            "@",
                                            ":",
                                            ".",
                                            ",",
                                            "?",
                                            "#",
                                            "%",
                                            "&amp;",
                                            "&gt;",
                                            "www\xE3\x80\x82x",
                                            "\xC3\xA9t\xC3\xA9",
                                            "\xE6\x97\xA5\xE6\x9C\xAC",
                                            "\xE2\x80\x9C",
                                            "\xE2\x80\x9D",
                                            "\xC2\xAB",
                                            "\xC2\xBB",
                                            "\xF0\x9F\x98\x80"};

static const char *const gentext_links[] = {"http://a.example/x",
                                            "https://b.example/p_(q)?r=s&t=u#v",
                                            "ftp://ftp.example/pub/x.tar.gz;type=i",
                                            "HTTP://A.EXAMPLE",
                                            "http://u:p@c.example:8080/",
                                            "http://d.example:99999/",
                                            "http://[::1]:80/x",
                                            "http://a.example./",
                                            "http://-a.example/",
                                            "file:///etc/x",
                                            "file:/etc/x",
                                            "mailto:joe@a.example",
                                            "mailto:a@b.example,c@d.example?subject=x",
                                            "news:comp.lang.c",
                                            "news:1@a.example",
                                            "mid:1@a.example/2@a.example",
                                            "cid:x@y",
                                            "urn:isbn:1-2-3",
                                            "tel:+1-555-000-1111",
                                            "sip:a@b.example",
                                            "geo:1.5,-2.5",
                                            "magnet:?xt=urn:x",
                                            "xmpp:a@b.example",
                                            "x-own://h/x",
                                            "nosuch://h/x",
                                            "seehttp://a.example/x",
                                            "www.a.example/x",
                                            "www.b.com",
                                            "WWW.C.COM:80/?x#y",
                                            "www.d.com..",
                                            "a.com",
                                            "a.b.example.org/x",
                                            "file.c",
                                            "a.com.xyzzy",
                                            "192.0.2.1/x",
                                            "192.0.2.1:80",
                                            "999.1.1.1/x",
                                            "localhost:8080/x",
                                            "//n.example.com/x",
                                            "joe@a.example",
                                            "joe+x@b.com",
                                            "_joe_@b.com",
                                            "j..x@b.com",
                                            "joe@b.com@c.com",
                                            "j\xC3\xB6@b\xC3\xBCxcher.example",
                                            "http://b\xC3\xBCxcher.example/\xC3\xA4",
                                            "http://a\xE3\x80\x82org/x",
                                            "http://a.example/%41%zz",
                                            "http://a.example/x&amp;y&gt;",
                                            "http://a.example/'x'*",
                                            "http://a.example/x\xE2\x80\x8By",
                                            "http://a.example/#:~:text=a,b",
                                            "<joe@a.example>",
                                            "<1.2@a.example>",
                                            "<a@[192.0.2.1]>",
                                            "<http://a.example/x>",
                                            "<URL:http://a.example/y>",
                                            "<url: www.a.com/x >",
                                            "<URL:rel/a.html>",
                                            "<URI:\"http://q.example/\">",
                                            "<URL:http://a.example/ http://b.example/>",
                                            "<mailto:joe@a.example>",
                                            "<content:encoded>",
                                            "<a href=\"http://a.example/\">"};

/* Fragments between links and inside wrappers. */
static const char *const gentext_inner[] = {
    "<URL:",
    "<url: ",
    "<URI:",
    "< URL:",
    "<",
    "<ftp:\n //",
    "\n>> <URL:http://a.example/a-name-of-sixty-bytes/that-a-mail-program-breaks-\n",
    "<http://",
    "<news:",
    "<mailto:",
    "http://a.example/",
    ">",
    ">.",
    "</pre>",
    "<br/>",
    "<b>",
    "\n",
    "\r\n",
    "\n> ",
    "\r\n> ",
    "\n>> ",
    "\n> > ",
    "\n>",
    "\n| ",
    "\nJD> ",
    "\n# ",
    "\n`",
    "\n  ",
    "\n\t",
    "-\n",
    "-\r\n> ",
    "- \n  ",
    "\xE2\x80\x90\n",
    "\xC2\xAD",
    "\xC2\xAD\n",
    "(cid:173)\n",
    "%\n2F",
    "%2",
    "\n\n",
    "\n-- \n",
    "\n--\n",
    " ",
    "  ",
    "\t",
    "\xC2\xA0",
    "\xE2\x80\x83",
    "\xE2\x80\xA8",
    "\xC2\x85",
    "\x0C",
    "x",
    "-",
    "a b",
    "&amp;",
    "'",
    "\"",
    "\n\nBerners-Lee      [Page 12]\n\x0C\nRFC 1738   Uniform   December 1994\n\n",
    "\n\nX [Page 1]\r\n\x0C\r\nInternet-Draft  y  1999\r\n\n",
    "\n> \n> A [Page 3]\n> RFC 1 x 1999\n> \n> ",
    "\r",
    "\n\r",
    "\r\r\n",
    "\x01",
    "\x7F",
    "\xFF",
    "\xC3",
    "\xE2\x80",
    "\xF0\x9F\x98",
    "\x80",
    "w",
    "<<<<<<<<<<",
    "@@@@@@@@@a",
    "wwwwwwwwwW",
    "//////////",
    "::::::::::"};

/* The scanner's limits: a scheme, a local part, a host, a candidate; the lines and links of a
 * wrapper; the left context. */
static const uint32_t gentext_limits[] = {16, 32, 64, 125, 160, 256, 1024, 1088, 4096, 8192};

#define GENTEXT_COUNT(list) ((uint32_t)(sizeof(list) / sizeof(list)[0]))

static inline const char *gentext_fragment(gentext *g)
{
    switch (gentext_random(g, 3)) {
    case 0:
        return gentext_words[gentext_random(g, GENTEXT_COUNT(gentext_words))];
    case 1:
        return gentext_links[gentext_random(g, GENTEXT_COUNT(gentext_links))];
    default:
        return gentext_inner[gentext_random(g, GENTEXT_COUNT(gentext_inner))];
    }
}

/* Repeats a fragment, about as many times as a limit says, or until it has about that many
 * bytes. */
static inline void gentext_run(gentext *g)
{
    const char *p = gentext_fragment(g);
    uint32_t limit = gentext_limits[gentext_random(g, GENTEXT_COUNT(gentext_limits))];
    size_t len = strlen(p), times = (limit + gentext_random(g, 5) - 2) / (limit <= 64 ? 1 : len);

    for (size_t i = 0; i < times && g->n < g->room; i++)
        gentext_put(g, p, len);
}

static inline void gentext_bytes(gentext *g)
{
    for (uint32_t k = 1 + gentext_random(g, 8); k > 0; k--) {
        char c = (char)gentext_random(g, 256);
        gentext_put(g, &c, 1);
    }
}

/* Fills at least half of out[0..room) with the text of this seed. Returns its length. */
static inline size_t gentext_make(uint64_t seed, char *out, size_t room)
{
    gentext g = {seed * UINT64_C(0x9E3779B97F4A7C15) + 1, out, 0, room};
    size_t wanted = room / 2 + gentext_random(&g, (uint32_t)(room / 2) + 1);
    uint32_t runs = gentext_random(&g, 4) == 0 ? 12 : 200,
             raw = gentext_random(&g, 4) == 0 ? 20 : 400;
    uint32_t spaces = 1 + gentext_random(&g, 4);

    while (g.n < wanted) {
        if (gentext_random(&g, runs) == 0)
            gentext_run(&g);
        else if (gentext_random(&g, raw) == 0)
            gentext_bytes(&g);
        else {
            const char *p = gentext_fragment(&g);
            gentext_put(&g, p, strlen(p));
        }
        if (gentext_random(&g, spaces + 1) == 0)
            gentext_put(&g, gentext_random(&g, 6) ? " " : "\n", 1);
    }
    return g.n;
}

/* ---- Files of testdata ---- */

typedef void testdata_file(const char *name, const char *p, size_t n);

/* Calls `take` for a file. Returns 1, or 0 when it does not exist. */
static inline long testdata_read(testdata_file *take, const char *name)
{
    struct stat status;
    char *p = stat(name, &status) == 0 ? malloc((size_t)status.st_size + 1) : NULL;
    FILE *file = p ? fopen(name, "rb") : NULL;

    if (file) {
        size_t n = fread(p, 1, (size_t)status.st_size, file);
        fclose(file);
        take(name, p, n);
    }
    free(p);
    return file != NULL;
}

/* Returns whether a file only lists facts about another file: the links of a message, or the labels
 * of the lines of a text. Three of seven files are such lists. */
static inline int testdata_is_list(const char *name)
{
    const char *dot = strrchr(name, '.');

    return dot && (strcmp(dot, ".links") == 0 || strcmp(dot, ".blocks") == 0);
}

/* Calls `take` for each file below a folder, except lists, and returns how many these are. Avoids
 * ftw(), whose names msan reports as uninitialised. */
static inline long testdata_below(testdata_file *take, const char *folder)
{
    DIR *d = opendir(folder);
    struct dirent *e;
    char name[4096];
    long files = 0;

    if (!d)
        return testdata_read(take, folder);
    while ((e = readdir(d)) != NULL)
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0 &&
            !testdata_is_list(e->d_name) &&
            (size_t)snprintf(name, sizeof name, "%s/%s", folder, e->d_name) < sizeof name)
            files += testdata_below(take, name);
    closedir(d);
    return files;
}

/* Calls `take` for each file of testdata, except lists, and returns how many these are. */
static inline long testdata_each(testdata_file *take)
{
    return testdata_below(take, "testdata");
}

#endif
