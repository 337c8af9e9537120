/* t_sizes.c - large and hostile mail: its links, bounded memory, linear work
 *
 * Each shape is made in two sizes, the second twice the first. Memory is counted by a resize() of
 * the test: at most PEAK bytes at any time, and at most twice the total for twice the size. Work is
 * counted in events. Pieces have 61, 4096 and 65536 bytes, and the number of links is the same with
 * each.
 */
#include "configured.h"
#include "mail_run.h"
#include "purse.h"
#include "tap.h"

enum { PEAK = 3 << 20 };

/* ---- Shapes ---- */

typedef void shape_fill(growing *g, unsigned n);

static void put(growing *g, const char *s)
{
    growing_add(g, s, strlen(s));
}

static void put_many(growing *g, const char *s, unsigned n)
{
    while (n-- > 0)
        put(g, s);
}

/* Nested multiparts, with a link in each. */
static void deep(growing *g, unsigned n)
{
    put(g, "Subject: t\n");
    for (unsigned i = 1; i <= n; i++)
        growing_printf(
            g,
            "Content-Type: multipart/mixed; boundary=b%u\n\n--b%u\n\nhttp://a.example/%u\n--b%u\n",
            i, i, i, i);
    put(g, "\nhttp://a.example/last\n");
    for (unsigned i = n; i > 0; i--)
        growing_printf(g, "--b%u--\n", i);
}

/* Nested messages. */
static void messages(growing *g, unsigned n)
{
    for (unsigned i = 1; i <= n; i++)
        growing_printf(g, "Subject: http://a.example/%u\nContent-Type: message/rfc822\n\n", i);
    put(g, "Subject: last\n\nhttp://a.example/last\n");
}

static void wide(growing *g, unsigned n)
{
    put(g, "Subject: t\nContent-Type: multipart/mixed; boundary=b\n\n");
    for (unsigned i = 1; i <= n; i++)
        growing_printf(g, "--b\n\nhttp://a.example/%u\n", i);
    put(g, "--b--\n");
}

static void boundaries(growing *g, unsigned n)
{
    put(g, "Subject: t\nContent-Type: multipart/mixed; boundary=b\n\n");
    put_many(g, "--b\n", n);
    put(g, "--b--\n");
}

/* Lines that match a boundary up to their last byte, in many multiparts with similar boundaries. */
static void nearly(growing *g, unsigned n)
{
    growing b = {0};

    put_many(&b, "b", 900);
    put(g, "Subject: t\n");
    for (unsigned i = 0; i < 40; i++) {
        growing_printf(g, "Content-Type: multipart/mixed;\n boundary=");
        growing_add(g, b.p, b.n);
        growing_printf(g, "%u\n\n--", i);
        growing_add(g, b.p, b.n);
        growing_printf(g, "%u\n", i);
    }
    put(g, "\n");
    for (unsigned i = 0; i < n; i++) {
        put(g, "--");
        growing_add(g, b.p, b.n);
        put(g, "x\n");
    }
    put(g, "http://a.example/\n");
    free(b.p);
}

static void header(growing *g, unsigned n)
{
    put(g, "Subject: t\n");
    for (unsigned i = 1; i <= n; i++)
        growing_printf(g, "X-Some: %080u\nX-URL: http://a.example/%u\n", i, i);
    put(g, "\nhttp://a.example/last\n");
}

static void line(growing *g, unsigned n)
{
    put(g, "Subject: t\nX-URL: http://a.example/");
    put_many(g, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", n);
    put(g, "\nX-URL: http://b.example/\n\nhttp://c.example/\n");
}

static void folds(growing *g, unsigned n)
{
    put(g, "Subject: t\nList-Post: ");
    put_many(g, "<mailto:joe@a.example>,\n ", n);
    put(g, "\nX-URL: http://b.example/\n\nhttp://c.example/\n");
}

static void words(growing *g, unsigned n)
{
    put(g, "Subject: ");
    put_many(g, "=?utf-8?q?a=20?=\n ", n);
    put(g, "http://a.example/\n\nhttp://c.example/\n");
}

/* Each URL takes 24 bytes with its blank: the 4266th ends 102,384 bytes after "Subject:", and the
 * limit of 100 KiB cuts the next one. */
static void subject(growing *g, unsigned n)
{
    put(g, "Subject:");
    put_many(g, " http://a.example/longer", n);
    put(g, "\n\nhttp://c.example/\n");
}

static void parameters(growing *g, unsigned n)
{
    put(g, "Subject: t\nContent-Type: multipart/mixed");
    for (unsigned i = 0; i < n; i++)
        growing_printf(g, ";\n boundary*%u*=%%41", n - i);
    put(g, "\n\nhttp://c.example/\n");
}

/* A multipart without its boundary, and many lines that look like one. */
static void preamble(growing *g, unsigned n)
{
    put(g, "Subject: t\nContent-Type: multipart/mixed; boundary=b\n\n");
    put_many(g, "--c\n--d\nX: http://a.example/ and more of it\n", n);
}

static void returns(growing *g, unsigned n)
{
    put(g, "Subject: t\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\n");
    put_many(g, "\r\r\n-\r\r\r", n);
    put(g, "\n--b\n\nhttp://c.example/\n--b--\n");
}

static void quoted(growing *g, unsigned n)
{
    put(g, "Subject: t\nContent-Transfer-Encoding: quoted-printable\n\n<URL:http://a.example/=\n");
    put_many(g, "=\n=\n=41=\n", n);
    put(g, "\n\nhttp://c.example/\n");
}

static void delsp(growing *g, unsigned n)
{
    put(g, "Subject: t\nContent-Type: text/plain; format=flowed; delsp=yes\n\nhttp://a.example/");
    put_many(g, " \na", n);
    put(g, "\nhttp://c.example/\n");
}

static void binary(growing *g, unsigned n)
{
    put(g, "Subject: t\nContent-Type: text/plain; charset=iso-2022-jp\n\n");
    put_many(g, "\x1b$B\x1b(B\x1b$B", n);
    put(g, "\x1b(B\nhttp://c.example/\n");
}

static const struct {
    const char *name;
    shape_fill *fill;
    unsigned n;
    long links; /* in the first size */
    long more;  /* in the second size */
} shapes[] = {
    /* only 100 levels are read; the text in the 100th is the last */
    {"multiparts 120 deep", deep, 120, 100, 100},
    {"messages 120 deep", messages, 120, 101, 101},
    /* at most 10000 parts, including the multipart */
    {"12000 parts", wide, 12000, 9999, 9999},
    {"100,000 boundaries", boundaries, 100000, 0, 0},
    {"lines that almost match a boundary", nearly, 1000, 1, 1},
    {"a header of 200 KB", header, 1700, 1701, 3401},
    {"a header line of 1 MB", line, 16384, 2, 2},
    /* the first 100 KiB of a field are read: 4095 items of 25 bytes after "List-Post: "; a URL that
     * is cut there is dropped */
    {"a folded field of 200 KB", folds, 8000, 4097, 4097},
    {"5000 encoded-words", words, 5000, 2, 1},
    {"a subject of 200 KB", subject, 8000, 4267, 4267},
    {"2000 pieces of a parameter", parameters, 2000, 1, 1},
    {"a preamble that never ends", preamble, 10000, 10000, 20000},
    {"carriage returns", returns, 50000, 1, 1},
    {"soft line breaks", quoted, 50000, 1, 1},
    {"soft line breaks with DelSp", delsp, 100000, 1, 1},
    {"shift sequences", binary, 50000, 1, 1},
};

/* ---- Runs ---- */

typedef struct tally {
    purse purse;
    long events, links;
    bool good;
} tally;

static tally try_once(const growing *g, size_t step)
{
    tally got = {.purse = {.left = -1}};
    trawl_config find = {.size = sizeof find,
                         .find = TRAWL_FIND_DEFAULT | TRAWL_FIND_HDR | TRAWL_FIND_HTML};
    trawl_mail_config cfg = {.size = sizeof cfg, .input = TRAWL_INPUT_MAIL};
    mail_tape t = {.quiet = true};
    trawl_mail *m;

    find.resize = purse_resize;
    find.resize_user = &got.purse;
    if (configured_mail_open(&m, cfg, &find, mail_sink, &t))
        abort();
    got.good = mail_run(m, &t, g->p, g->n, step, step) == TRAWL_OK && !t.broken;
    if (t.broken)
        printf("# %s at %llu\n", t.broken, (unsigned long long)t.broken_at);
    got.events = t.events;
    got.links = t.link_count;
    configured_mail_close(&m);
    mail_free(&t);
    return got;
}

/* Reads one size in pieces of three sizes. Returns the counts of the last reading. */
static tally try_size(const char *name, shape_fill *fill, unsigned n, long links)
{
    static const size_t steps[] = {61, 4096, 65536};
    growing g = {0};
    tally t = {0};

    fill(&g, n);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        t = try_once(&g, steps[i]);
        ok(t.good, "%s, %zu bytes by %zu: correct events", name, g.n, steps[i]);
        is_int(t.links, links, "%s, %zu bytes by %zu: links", name, g.n, steps[i]);
        if (!ok(t.purse.peak <= PEAK, "%s, %zu bytes by %zu: memory", name, g.n, steps[i]))
            printf("# %zu bytes\n", t.purse.peak);
    }
    free(g.p);
    return t;
}

int main(void)
{
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        tally seen_urls = try_size(shapes[i].name, shapes[i].fill, shapes[i].n, shapes[i].links);
        tally twice = try_size(shapes[i].name, shapes[i].fill, 2 * shapes[i].n, shapes[i].more);
        ok(twice.events <= 2 * seen_urls.events + 100, "%s: the number of events is linear",
           shapes[i].name);
        if (!ok(twice.purse.all <= 2 * seen_urls.purse.all + PEAK,
                "%s: the memory allocated is linear", shapes[i].name))
            printf("# %zu, then %zu bytes\n", seen_urls.purse.all, twice.purse.all);
    }
    trawl_release();
    return done();
}
