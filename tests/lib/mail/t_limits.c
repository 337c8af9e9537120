/* t_limits.c - each limit that may hide a link is reported when it is exceeded (E20, R31), and not
 * before
 *
 * Makes messages that are just inside and just outside of each limit.
 */
#include <trawl_mail.h>

#include "configured.h"
#include "growing.h"
#include "tap.h"

#define HEAD                                                                                       \
    "From: Ada <ada@sender.example>\nDate: Fri, 5 Jun 2026 10:00:00 +0200\nMIME-Version: 1.0\n"
#define PAGE HEAD "Content-Type: text/html\n\n"
#define FIND                                                                                       \
    (TRAWL_FIND_DEFAULT | TRAWL_FIND_HTML | TRAWL_FIND_DOMAIN | TRAWL_FIND_NETPATH | TRAWL_FIND_HDR)
#define LINK "<a href=\"http://last.example/\">x</a>"

typedef struct seen {
    bool link; /* http://last.example/ was found */
    int links;
    int limits;
    uint64_t at;
    char what[128];
} seen;

static int take(void *user, const trawl_event *e)
{
    static const char last[] = "http://last.example/";
    seen *s = user;

    s->links += e->type == TRAWL_EVENT_LINK;
    if (e->type == TRAWL_EVENT_LINK && e->link->url.n == sizeof last - 1 &&
        memcmp(e->link->url.p, last, sizeof last - 1) == 0)
        s->link = true;
    if (e->type == TRAWL_EVENT_LIMIT) {
        s->limits++;
        s->at = e->span.from;
        snprintf(s->what, sizeof s->what, "%s", e->what);
        if ((strcmp(e->rule, "E20") != 0 && strcmp(e->rule, "R31") != 0) ||
            e->span.from != e->span.to)
            s->limits = -1000;
    }
    return 0;
}

/* Reads the text in pieces of `step` bytes, with all events or only URLs. */
static seen read_it(const growing *text, size_t step, unsigned want)
{
    trawl_config find = {.size = sizeof find, .want = want, .find = FIND};
    trawl_mail_config config = {.size = sizeof config};
    trawl_mail *m;
    seen s = {0};
    int failed = configured_mail_open(&m, config, &find, take, &s);

    for (size_t i = 0; i < text->n && !failed; i += step)
        failed = trawl_mail_feed(m, text->p + i, step < text->n - i ? step : text->n - i);
    if (failed || trawl_mail_finish(m))
        s.limits = -1;
    configured_mail_close(&m);
    return s;
}

static void check(growing *text, bool link, int limits, const char *what, const char *name)
{
    static const size_t steps[] = {SIZE_MAX / 2, 4096, 997, 61};

    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        for (unsigned want = 0; want <= TRAWL_WANT_URL; want += TRAWL_WANT_URL) {
            seen s = read_it(text, steps[i], want);
            bool right = s.link == link && s.limits == limits && strstr(s.what, what);
            ok(right, "%s, pieces of %zu, want %u", name, steps[i], want);
            if (!right)
                printf("# link %d, limits %d at %llu: %s\n", s.link, s.limits,
                       (unsigned long long)s.at, s.what);
        }
    growing_clear(text);
}

static void repeat(growing *text, const char *what, size_t times)
{
    for (size_t i = 0; i < times; i++)
        growing_add(text, what, strlen(what));
}

static void add(growing *text, const char *what)
{
    repeat(text, what, 1);
}

static void tags(growing *t)
{
    add(t, PAGE "<a ping=\"");
    repeat(t, "http://p.example/ ", 400);
    add(t, "\" href=\"http://last.example/\">x</a>");
    check(t, true, 0, "", "400 URLs in ping");
    add(t, PAGE "<img srcset=\"");
    repeat(t, "http://p.example/a 1x, ", 300);
    add(t, "http://p.example/b 2x\" src=\"http://last.example/\">");
    check(t, true, 0, "", "300 URLs in srcset");
    add(t, PAGE "<a ping=\"http://last.example/ ");
    repeat(t, "http://p.example/ ", 500);
    add(t, "\" href=\"http://b.example/\">x</a>");
    check(t, true, 1, "longer than 8192", "a list beyond 8192 bytes, its start is read");
    add(t, PAGE "<a href=\"");
    repeat(t, " ", 20000);
    add(t, "http://last.example/");
    repeat(t, "\n", 9000);
    add(t, "\">x</a>");
    check(t, true, 0, "", "white space around a URL");
    add(t, PAGE "<a href=\"http://a.example/");
    repeat(t, "x", 9000);
    add(t, "\">x</a>");
    check(t, false, 1, "longer than 8192", "a URL beyond 8192 bytes");
    add(t, PAGE "<img src=\"data:image/png;base64,");
    repeat(t, "AAAA", 9000);
    add(t, "\">" LINK);
    check(t, true, 0, "", "an embedded picture");
}

/* Adds a multipart in this many others, and the innermost part. */
static void nested(growing *t, int depth, const char *part)
{
    add(t, HEAD "Content-Type: multipart/mixed; boundary=b0\n");
    for (int i = 0; i < depth; i++)
        growing_printf(t, "\n--b%d\nContent-Type: multipart/mixed; boundary=b%d\n", i, i + 1);
    growing_printf(t, "\n--b%d\n%s", depth, part);
}

static void parts(growing *t)
{
    static const char page
        [] = "Content-Type: text/html\n\n" LINK "\n",
    message[] = "Content-Type: message/rfc822\n\n" PAGE LINK "\n",
    encoded[] =
        "Content-Type: message/rfc822\nContent-Transfer-Encoding: "
        "base64\n\nQ29udGVudC1UeXBlOiB0ZXh0L2h0bWwKCjxhIGhyZWY9Imh0dHA6Ly9sYXN0\nLmV4YW1wbGUvIj54PC9hPgo=\n";

    nested(t, 99, page);
    check(t, true, 0, "", "100 multiparts");
    nested(t, 100, page);
    check(t, false, 1, "deeper than 100", "101 multiparts");
    nested(t, 98, message);
    check(t, true, 0, "", "a message in 99 multiparts");
    nested(t, 99, message);
    check(t, false, 1, "deeper than 100", "a message in 100 multiparts");
    nested(t, 98, encoded);
    check(t, true, 0, "", "an encoded message in 99 multiparts");
    nested(t, 99, encoded);
    check(t, false, 1, "deeper than 100", "an encoded message in 100 multiparts");
    for (int n = 9000; n <= 11000; n += 2000) {
        add(t, HEAD "Content-Type: multipart/mixed; boundary=b\n");
        repeat(t, "\n--b\n\n", (size_t)n);
        add(t, "\n--b\nContent-Type: text/html\n\n" LINK "\n--b--\n");
        check(t, n == 9000, n > 9000, n == 9000 ? "" : "first 10000", "many parts");
    }
    for (int n = 4000; n <= 5000; n += 1000) {
        add(t, HEAD "Content-Type: multipart/mixed; boundary=");
        repeat(t, "x", (size_t)n);
        add(t, "\n\n--");
        repeat(t, "x", (size_t)n);
        add(t, "\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\n"
               "PGEgaHJlZj0iaHR0cDovL2xhc3QuZXhhbXBsZS8iPng8L2E+Cg==\n");
        check(t, n == 4000, n > 4000, n == 4000 ? "" : "boundary is longer", "a long boundary");
    }
}

static void headers(growing *t)
{
    for (size_t n = 90000; n <= 110000; n += 20000) {
        add(t, "X-A: ");
        repeat(t, "a", n);
        add(t, "\nSubject: x\nTo: joe@b.example\n" PAGE LINK "\n");
        check(t, true, n > 100000, n > 100000 ? "begins with fields" : "", "a long field first");
        add(t, "From: Ada <ada@sender.example>\nSubject: x\nX-A: ");
        repeat(t, "a", n);
        add(t, "\n" PAGE LINK "\n");
        check(t, true, n > 100000, n > 100000 ? "header field is longer" : "", "a long field");
    }
}

/* Adds a URL in brackets that is folded into this many lines, of 64 letters from the second on. */
static void folded(growing *t, const char *open, int lines)
{
    add(t, open);
    for (int i = 1; i < lines; i++)
        add(t, "\n"
               "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef");
    add(t, ">\n");
}

/* Adds the beginning of a URL, then letters up to n bytes. */
static void long_url(growing *t, const char *before, const char *url, size_t n)
{
    add(t, before);
    add(t, url);
    repeat(t, "a", n - strlen(url));
}

/* Tests URLs in running text, with each form of a link's beginning. */
static void bare(growing *t)
{
    static const char *const urls[] = {
        "http://a.example/",        "www.example.org/",    "a.example.org/", "//a.example.org/",
        "mailto:a@b.example?body=", "gopher://a.example/", "urn:isbn:0?=",   "http\\://a.example/"};
    static const char what[] = "a URL is longer than 8192 bytes";

    for (size_t i = 0; i < sizeof urls / sizeof urls[0]; i++) {
        long_url(t, "see ", urls[i], 9000);
        add(t, " and http://last.example/");
        check(t, true, 1, what, urls[i]);
    }
    long_url(t, "see ", "http://a.example/", 8192);
    add(t, " and http://last.example/");
    check(t, true, 0, "", "a URL of 8192 bytes");
    long_url(t, "see ", "http://a.example/", 8193);
    add(t, " and http://last.example/");
    check(t, true, 1, what, "a URL of 8193 bytes");
    long_url(t, HEAD "\nsee \"", "http://a.example/", 9000);
    long_url(t, "http://last.example/", "\" ", 9000);
    check(t, false, 1, what, "the rest of its word is part of it");
    long_url(t, HEAD "\n\x1B]8;;", "http://a.example/", 9000);
    add(t, "\x1B\\\\here\x1B]8;;\x1B\\\\");
    check(t, false, 1, what, "a hyperlink of a terminal");
    long_url(t, HEAD "Content-Type: text/html\n\n<p>see ", "http://a.example/", 9000);
    add(t, "</p>" LINK);
    check(t, true, 1, what, "a page");
}

/* URLs in fields that hold URLs, and in lists of URLs. */
static void listed(growing *t)
{
    static const char field[] = "a URL in a field is longer than 8192 bytes",
                      line[] = "a URL is longer than 8192 bytes";
    static const char list[] = HEAD "Content-Type: text/uri-list\n\nhttp://b.example/\n";

    for (size_t n = 8192; n <= 9000; n += 404) {
        long_url(t, HEAD "List-Unsubscribe: <", "http://a.example/", n);
        add(t, ">,\n <http://last.example/>\n\nhttp://b.example/\n");
        check(t, true, n > 8192, n > 8192 ? field : "", "a field");
        long_url(t, list, "http://a.example/", n);
        add(t, "\r\nhttp://last.example/\n");
        check(t, true, n > 8192, n > 8192 ? line : "", "a list of URLs");
    }
    long_url(t, HEAD "Archived-At: ", "http://a.example/", 9000);
    add(t, "\n\nhttp://last.example/\n");
    check(t, true, 1, field, "a field of one URL");
    add(t, HEAD "List-Help: <http://a.example/");
    repeat(t, "\n a", 64);
    add(t, ">\n\nhttp://last.example/\n");
    check(t, true, 1, field, "a URL in 65 words");
    add(t, HEAD "List-Help: <a");
    repeat(t, "b", 9000);
    add(t, ">\n\nhttp://last.example/\n");
    check(t, true, 0, "", "a word that is no URL");
    long_url(t, list, "http://a.example/", 30000);
    check(t, false, 1, line, "the end of a list");
    long_url(t, list, "# http://a.example/", 30000);
    check(t, false, 0, "", "a comment of a list");
}

static void wrappers(growing *t)
{
    static const char lines_what[] = "longer than 64 lines",
                      bytes_what[] = "longer than 8192 bytes";

    folded(t, HEAD "\n<URL:http://a.example/", 64);
    check(t, false, 0, "", "64 lines");
    folded(t, HEAD "\n<URL:http://a.example/", 65);
    add(t, "http://last.example/\n");
    check(t, true, 1, lines_what, "65 lines");
    folded(t, "<http://a.example/?x=%", 200);
    folded(t, "and <http://b.example/", 200);
    check(t, false, 2, lines_what, "a text with two of them");
    add(t, HEAD "Content-Type: text/html\n\n<pre>&lt;http://a.example/");
    repeat(t, "aaaa\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 100);
    add(t, "&gt; http://last.example/");
    check(t, true, 1, lines_what, "a page");
    add(t, "<URL:http://a.example/");
    repeat(t, "bbbbbbbbbb", 900);
    add(t, "> http://last.example/");
    check(t, true, 1, bytes_what, "one line");
    add(t, "<http://a.example/ is not closed");
    repeat(t, "\nhere is text", 100);
    add(t, "\nhttp://last.example/");
    check(t, true, 0, "", "lines of words");
}

int main(void)
{
    growing text = {0};

    growing_clear(&text);
    tags(&text);
    parts(&text);
    headers(&text);
    listed(&text);
    bare(&text);
    wrappers(&text);
    free(text.p);
    return done();
}
