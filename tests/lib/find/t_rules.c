/* t_rules.c - the rules of the scanner, each in variants (testdata/spec/rules.txt); wrappers broken
 * at every place; input without line ends
 *
 * A URL in <URL:...> that is broken anywhere, in any way that mail breaks lines, must be joined
 * (R5, R10). It has a second reading after a hyphen and nowhere else (R8).
 */
#include "case_run.h"

static const char url[] = "http://www.a-b.example:8080/p/q.html;v?x=1&y=%41%2d#frag-x.";

/* `before` is the text before the wrapper; `in` ends a line and begins the next one. */
static const struct {
    const char *before, *in;
} breaks[] = {{"", "\n"},         {"", "\r\n"},          {"at ", "\n      "}, {"", " \t\r\n\t"},
              {"> ", "\n> "},     {">> ", "\r\n>>"},     {"> > ", "\n> >  "}, {"| ", "\n| "},
              {"JS> ", "\nJS> "}, {"`", "\n` "},         {"| ", "\n"},        {"ä ", "\n\xc2\xa0"},
              {"> x ", " \n>\t"}, {"", "\n\xe3\x80\x80"}};

#define BREAKS (sizeof breaks / sizeof breaks[0])

/* Writes the text with the URL, which is broken before the bytes `at` and `also`; once if these are
 * equal. Returns the length. */
static size_t broken(char *text, size_t size, size_t how, const char *open, size_t at, size_t also)
{
    int n = snprintf(text, size, "%s%s", breaks[how].before, open);

    for (size_t i = 0; i <= sizeof url - 1; i++)
        n += snprintf(text + n, size - (size_t)n, "%s%.1s",
                      i == at || i == also ? breaks[how].in : "", url + i);
    return (size_t)n + (size_t)snprintf(text + n, size - (size_t)n, ">, and\n");
}

static bool one_whole(const finding *f, int kind, bool hyphen)
{
    const found_link *l = &f->link[0];

    return !f->faults && f->link_count == 1 && l->kind == kind &&
           case_same(l->url, url, sizeof url - 1) && l->alt_count == (hyphen ? 1 : 0) &&
           ((l->flags & TRAWL_FLAG_HYPHEN_BREAK) != 0) == hyphen;
}

static bool after_hyphen(size_t at)
{
    return at > 0 && url[at - 1] == '-';
}

static void break_everywhere(finding *f, const char *open, int kind, size_t from)
{
    char text[512];

    for (size_t how = 0; how < BREAKS; how++) {
        size_t wrong = 0;

        for (size_t at = from; at < sizeof url - 1 && !wrong; at++)
            for (size_t step = 0; step < 4 && !wrong; step++) {
                finding_run(f, text, broken(text, sizeof text, how, open, at, at), step, 0);
                if (!one_whole(f, kind, after_hyphen(at)))
                    wrong = at;
            }
        if (!ok(!wrong, "%s broken with \"%s\" before each byte", open, breaks[how].in)) {
            tap_show("input", text, strlen(text));
            tap_show("got", f->links.p, f->links.n);
        }
    }
}

static void break_twice(finding *f)
{
    char text[512];

    for (size_t how = 0; how < BREAKS; how++) {
        bool held = true;

        for (size_t at = 1; at < sizeof url - 1 && held; at++)
            for (size_t also = at + 1; also < sizeof url - 1 && held; also++)
                if (!after_hyphen(at) && !after_hyphen(also)) {
                    finding_run(f, text, broken(text, sizeof text, how, "<URL:", at, also), 0, 0);
                    held = one_whole(f, TRAWL_KIND_WRAP, false);
                }
        if (!ok(held, "broken twice with \"%s\"", breaks[how].in)) {
            tap_show("input", text, strlen(text));
            tap_show("got", f->links.p, f->links.n);
        }
    }
}

typedef struct tally {
    uint64_t links, bytes, longest;
} tally;

static int count(void *user, const trawl_event *e)
{
    tally *t = user;

    t->links += e->type == TRAWL_EVENT_LINK;
    t->bytes += e->text.n;
    if (e->text.n > t->longest)
        t->longest = e->text.n;
    return 0;
}

/* R31: ten million bytes without a blank are not a link; they are reported as text. */
static void endless(const char *front, const char *what)
{
    static char block[10000];
    tally t = {0, 0, 0};
    trawl_scanner *scan;

    memset(block, 'a', sizeof block);
    if (trawl_open(&scan, NULL, count, &t)) {
        ok(false, "%s: opened", what);
        return;
    }
    trawl_feed(scan, front, strlen(front));
    for (int i = 0; i < 1000; i++)
        trawl_feed(scan, block, sizeof block);
    trawl_finish(scan);
    trawl_close(&scan);
    ok(t.links == 0 && t.bytes == strlen(front) + 1000 * sizeof block,
       "%s and 10 MB without a blank: no link", what);
}

/* Scans the text before a host, and a host of n bytes in labels of 63 (R31: at most 1024; M5: with
 * DNS at most 253). */
static void host_of(const char *front, size_t n, unsigned links)
{
    char text[2048];
    const size_t k = strlen(front);
    tally t = {0, 0, 0};

    memcpy(text, front, k);
    for (size_t i = 0; i < n; i++)
        text[k + i] = i % 64 == 63 && i + 1 < n ? '.' : 'a';
    memcpy(text + k + n, "/ y", 4);
    trawl_scan(text, strlen(text), NULL, count, &t);
    is_int(t.links, links, "links in \"%s\" and a host of %zu bytes", front, n);
}

/* Scans a blank, a URL of n bytes, and the text after (R31: a URL has at most 8192 bytes). */
static void url_of(const char *front, size_t n, const char *after, unsigned links)
{
    static char text[TRAWL_URL_MAX + 64];
    size_t k = strlen(front);
    tally t = {0, 0, 0};

    memset(text, 'x', sizeof text);
    text[0] = ' ';
    memcpy(text + 1, front, k);
    memcpy(text + 1 + n, after, strlen(after));
    trawl_scan(text, 1 + n + strlen(after), NULL, count, &t);
    is_int(t.links, links, "links in \"%s...\" of %zu bytes and \"%s\"", front, n, after);
}

int main(void)
{
    static finding f;

    ok(cases_of("rules.txt", case_run) > 200, "cases");
    finding_open(&f, NULL);
    break_everywhere(&f, "<URL:", TRAWL_KIND_WRAP, 0);
    break_everywhere(&f, "<", TRAWL_KIND_ANGLE, sizeof "http://" - 1);
    break_twice(&f);
    finding_close(&f);
    endless("", "no prefix");
    endless("http://a.example/", "the start of a URL");
    endless("<URL:http://a.example/", "the start of a wrapper");
    endless("joe@", "the start of an address");
    host_of("x http://", 253, 1);
    host_of("x http://", 254, 0);
    host_of("x x-own://", 1024, 1);
    host_of("x x-own://", 1025, 0);
    url_of("http://a.example/", TRAWL_URL_MAX, " y", 1);
    url_of("http://a.example/", TRAWL_URL_MAX, "' y", 1);
    url_of("http://a.example/", TRAWL_URL_MAX + 1, " y", 0);
    url_of("http://a.example/'", TRAWL_URL_MAX - 1, "' y", 1); /* M2 */
    url_of("http://a.example/'", TRAWL_URL_MAX, "' y",
           0); /* with the second quote the URL is too long */
    trawl_release();
    return done();
}
