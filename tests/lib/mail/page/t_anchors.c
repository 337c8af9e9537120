/* t_anchors.c - TRAWL_MAIL_OPTION_ANCHORS: the link of an <a> in the events of its text
 *
 * The text is the same as without the option, and the events do not depend on how the page is cut
 * into pieces.
 */
#include <time.h>

#include "base/memory.h"
#include "configured.h"
#include "mail_run.h"
#include "tap.h"

static mail_tape tape;
static growing shown, plain;

/* Collects the text; a link is "{URL|text}", its other pieces are "{+text}". */
static int keep_shown(void *user, const trawl_event *e)
{
    if (e->type == TRAWL_EVENT_LINK && e->text.n > 0)
        growing_printf(&shown, "{%.*s%s|", (int)e->link->url.n, e->link->url.p,
                       e->link->flags & TRAWL_FLAG_MISMATCH ? " mismatch" : "");
    else if (e->type == TRAWL_EVENT_LINK_MORE)
        growing_add(&shown, "{+", 2);
    if (e->type <= TRAWL_EVENT_LINK_MORE) {
        growing_add(&shown, e->text.p, e->text.n);
        growing_add(&plain, e->text.p, e->text.n);
    }
    if ((e->type == TRAWL_EVENT_LINK && e->text.n > 0) || e->type == TRAWL_EVENT_LINK_MORE)
        growing_add(&shown, "}", 1);
    return user ? mail_sink(user, e) : 0;
}

static trawl_mail *open_reader(unsigned options, int input, void *user)
{
    trawl_config find = {.size = sizeof find};
    trawl_mail_config config = {.size = sizeof config, .input = input, .options = options};
    trawl_mail *m;

    return configured_mail_open(&m, config, &find, keep_shown, user) == TRAWL_OK ? m : NULL;
}

static void read_all(trawl_mail *m, const char *text, size_t n, size_t first, size_t step)
{
    growing_clear(&shown);
    growing_clear(&plain);
    (void)mail_run(m, &tape, text, n, first, step);
}

static const struct anchor_case {
    const char *html, *wanted;
} cases[] = {
    {"Hello, <a href='http://a.example/x'>click <b>here</b></a>.",
     "Hello, {http://a.example/x|click here}."},
    {"<a href=http://a.example/> one </a>two", "{http://a.example/|one} two"},
    /* entities, other readings and links in the text of an anchor are only text */
    {"<a href='http://a.example/?a&amp;b'>A &amp; &lt;b&gt;</a>",
     "{http://a.example/?a&b|A & <b>}"},
    {"<a href=http://a.example/>see http://a.example/y now</a> http://b.example/",
     "{http://a.example/|see http://a.example/y now} {http://b.example/|http://b.example/}"},
    {"<a href=http://a.example/>joe@a.example, <URL:http://a.example/z></a>",
     "{http://a.example/|joe@a.example,} "},
    /* the text shows another host than that of the href: the link is flagged */
    {"<a href=http://evil.example/>http://good.example/</a>",
     "{http://evil.example/ mismatch|http://good.example/}"},
    {"<a href=http://evil.example/>www.good.com</a> x",
     "{http://evil.example/ mismatch|www.good.com} x"},
    /* any scheme: the writer decides whether it is live */
    {"<a href='javascript:alert(1)'>x</a><a href=' java\nscript:y'>z</a>",
     "{javascript:alert(1)|x}{javascript:y|z}"},
    /* partial URLs */
    {"<base href=http://b.example/d/><a href=c>x</a> <a href=../e>y</a>",
     "{http://b.example/d/c|x} {http://b.example/e|y}"},
    {"<a href=c>x</a><base href=http://b.example/>", "{c|x}"},
    {"<a href=//h.example/>x</a><a href='#top'>y</a><a name=z>z</a>", "{https://h.example/|x}yz"},
    /* several lines are several pieces */
    {"<a href=http://a.example/><div>one</div><div>two<br>three</div></a>four",
     "{http://a.example/|one}\n{+two}\n{+three}\nfour"},
    {"<a href=http://a.example/><p> <p> <b>x</b> <p> </a>", "{http://a.example/|x} \n"},
    /* anchors without text, pictures, hidden text */
    {"a<a href=http://a.example/></a>b<a href=http://a.example/> </a>c", "ab c"},
    {"<a href=http://a.example/>x<img src=http://i.example/i.png>y</a>z<img src=http://i.example/>",
     "{http://a.example/|xy}z"},
    {"<a href=http://a.example/><img src=i alt=' The\n logo '></a>x<img alt='&lt;b&gt;'>",
     "{http://a.example/|[The logo]}x[<b>]"},
    {"a<img alt=''>b<img alt=x width=1 height=1>c<img alt=y style=display:none>d<p alt=z>e",
     "abcd\ne"},
    {"<a href=http://evil.example/><img alt=www.good.com></a>",
     "{http://evil.example/ mismatch|[www.good.com]}"},
    {"<!--[if mso]><img src=i alt=x><![endif]--><noframes><img alt=y></noframes>z", "z"},
    {"<a href=http://a.example/>x<style>y</style>z</a>", "{http://a.example/|xz}"},
    /* an anchor ends at the next one, and at the end of the page */
    {"<a href=http://a.example/>x<a href=http://b.example/>y</a>z",
     "{http://a.example/|x}{http://b.example/|y}z"},
    {"<a href=http://a.example/>x", "{http://a.example/|x}"},
    {"<a href=http://a.example/>x</a><a href=http://a.example/>y</a>",
     "{http://a.example/|x}{http://a.example/|y}"},
    {"http://b.example/a<a href=http://a.example/>x</a>y.example",
     "{http://b.example/a|http://b.example/a}{http://a.example/|x}y.example"},
    {"<pre><a href=http://a.example/>a\n\tb\n</a>\n</pre>", "{http://a.example/|a}\n\t{+b}\n\n"},
};

/* Returns true when the events are correct. The check of a link's raw text may fail, since the text
 * that a page shows may have tags inside. */
static bool is_correct(void)
{
    return !tape.broken ||
           strcmp(tape.broken, "the source at a link's pieces is its raw text") == 0;
}

static void check_case(const struct anchor_case *c)
{
    trawl_mail *m = open_reader(TRAWL_MAIL_OPTION_ALL_ANCHORS, TRAWL_INPUT_HTML, &tape);
    size_t n = strlen(c->html), cut = 0;
    growing whole = {0};

    read_all(m, c->html, n, n, n);
    is_mem(shown.p ? shown.p : "", shown.n, c->wanted, strlen(c->wanted), "%s", c->html);
    if (!ok(is_correct(), "%s: correct events", c->html))
        printf("# %s\n", tape.broken);
    growing_add(&whole, tape.told.p, tape.told.n);
    for (size_t at = 1; at < n && !cut; at++) {
        read_all(m, c->html, n, at, n);
        if (!growing_same(&whole, &tape.told))
            cut = at;
    }
    for (size_t step = 1; step < 5 && !cut; step++) {
        read_all(m, c->html, n, step, step);
        if (!growing_same(&whole, &tape.told))
            cut = step;
    }
    is_int(cut, 0, "%s: every cut gives the same", c->html);
    free(whole.p);
    configured_mail_close(&m);
}

/* Reads the text with these options; the result is in `shown` and `plain`. */
static void read_with(unsigned options, const char *text, size_t n)
{
    trawl_mail *m = open_reader(options, TRAWL_INPUT_HTML, &tape);

    read_all(m, text, n, n, n);
    configured_mail_close(&m);
}

static void check_limits(void)
{
    static char text[20000];
    const char front[] = "<a href=http://a.example/>";
    size_t n = sizeof front - 1;
    growing wanted = {0};

    memcpy(text, front, n);
    memset(text + n, 'x', 2000);
    read_with(TRAWL_MAIL_OPTION_ANCHORS, text, n + 2000);
    growing_printf(&wanted, "{http://a.example/|");
    growing_add(&wanted, text + n, 1024);
    growing_add(&wanted, "}", 1);
    growing_add(&wanted, text + n, 976);
    is_mem(shown.p, shown.n, wanted.p, wanted.n, "1024 bytes of an anchor are the link");
    for (size_t i = 0; i + 1 < 2000; i += 2)
        memcpy(text + n + i, "\xC3\xA4", 2);
    text[n] = 'x';
    text[n + 1] = 'x';
    text[n + 2] = 'y';
    memmove(text + n + 3, text + n + 4, 1900);
    read_with(TRAWL_MAIL_OPTION_ANCHORS, text, n + 1800);
    growing_add(&shown, "", 1);
    ok(strstr(shown.p, "\xA4}\xC3") != NULL, "no piece ends inside a character");
    for (size_t i = 0; i < 400; i += 4)
        memcpy(text + n + i, "<p>x", 4);
    read_with(TRAWL_MAIL_OPTION_ANCHORS, text, n + 400);
    growing_clear(&wanted);
    for (int i = 0; i < 100; i++)
        growing_printf(&wanted, i == 0 ? "{http://a.example/|x}" : i < 64 ? "\n{+x}" : "\nx");
    is_mem(shown.p, shown.n, wanted.p, wanted.n, "64 lines of it are");
    n = (size_t)snprintf(text, sizeof text, "<img alt='x%0*d\xC3\xA4yy'>", 252, 0);
    read_with(TRAWL_MAIL_OPTION_ANCHORS, text, n);
    ok(shown.n == 255 && memcmp(shown.p + 250, "0000]", 5) == 0, "the text of a picture is cut");
    read_with(TRAWL_MAIL_OPTION_ANCHORS, "<a href=http://e.example/>http://g.example/</a>", 47);
    is_mem(shown.p, shown.n, "{http://g.example/|http://g.example/}", 37,
           "a deceptive anchor stays text, with its own link");
    read_with(TRAWL_MAIL_OPTION_ALL_ANCHORS | TRAWL_MAIL_OPTION_REFANG,
              "<a href=http://e.example/>x</a>", 31);
    is_mem(shown.p, shown.n, "x", 1, "TRAWL_MAIL_OPTION_REFANG has priority");
    free(wanted.p);
}

/* Checks that the text of a page is the same with the option as without it. */
static void check_same_text(const char *path)
{
    static char text[1 << 20];
    FILE *in = fopen(path, "rb");
    size_t n = in ? fread(text, 1, sizeof text, in) : 0;
    growing without = {0};

    if (in)
        fclose(in);
    for (size_t i = 0; i + 4 < n; i++) /* the text of pictures is shown with the option only */
        if (memcmp(text + i, "alt=", 4) == 0)
            text[i] = 'x';
    read_with(0, text, n);
    growing_add(&without, plain.p, plain.n);
    read_with(TRAWL_MAIL_OPTION_ALL_ANCHORS, text, n);
    ok(n > 0 && growing_same(&without, &plain), "%s: the same text", path);
    if (!ok(is_correct(), "%s: correct events", path))
        printf("# %s\n", tape.broken);
    free(without.p);
}

/* Returns the seconds of processor time for n bytes of repetitions of a part. */
static double hostile_seconds(const char *part, size_t n)
{
    static char text[400000];
    trawl_mail *m = open_reader(TRAWL_MAIL_OPTION_ALL_ANCHORS, TRAWL_INPUT_HTML, NULL);
    clock_t begin = clock();

    for (size_t at = 0, k = strlen(part); at < n; at += k)
        memcpy(text + at, part, k < n - at ? k : n - at);
    growing_clear(&shown);
    (void)trawl_mail_feed(m, text, n);
    (void)trawl_mail_finish(m);
    configured_mail_close(&m);
    return (double)(clock() - begin) / CLOCKS_PER_SEC;
}

/* A busy machine may slow one run down, so a part is tried again. */
static bool is_linear(const char *part)
{
    for (int tries = 0; tries < 5; tries++) {
        double half = hostile_seconds(part, 200000);
        if (hostile_seconds(part, 400000) < 3 * half + 0.1)
            return true;
    }
    return false;
}

static void check_hostile(void)
{
    static const char *const parts[] = {"<a href=x>y",
                                        "<a href=http://a.example/>",
                                        "<a href=http://a.example/><p>x<p>y http://b.example/",
                                        "<a href=x><img src=y>z",
                                        "<a href=x>&amp;",
                                        "</a>",
                                        "<a href=x>\n\n<URL:"};

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        ok(is_linear(parts[i]), "%s: linear time", parts[i]);
}

static void check_oom(void)
{
    static const char text[] = "x <a href=http://a.example/y>one<p>two</a> http://b.example/";
    int result = TRAWL_ERROR_NO_MEMORY, refused = 0, wrong = 0;

    for (long n = 0; result != TRAWL_OK && n < 1000; n++) {
        trawl_mail *m;
        memory_fail_after(n);
        m = open_reader(TRAWL_MAIL_OPTION_ANCHORS, TRAWL_INPUT_HTML, NULL);
        result = m ? trawl_mail_feed(m, text, sizeof text - 1) : TRAWL_ERROR_NO_MEMORY;
        if (result == TRAWL_OK)
            result = trawl_mail_finish(m);
        memory_fail_after(-1);
        refused += result == TRAWL_ERROR_NO_MEMORY;
        wrong += result != TRAWL_ERROR_NO_MEMORY && result != TRAWL_OK;
        configured_mail_close(&m);
    }
    ok(result == TRAWL_OK && refused > 5 && wrong == 0, "%d failing allocations", refused);
}

int main(void)
{
    static const char *const pages[] = {"corners", "foreign", "newsletter",
                                        "office",  "plain",   "reply"};
    char path[64];

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_case(&cases[i]);
    check_limits();
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        (void)snprintf(path, sizeof path, "testdata/html/%s.html", pages[i]);
        check_same_text(path);
    }
    check_hostile();
    check_oom();
    free(shown.p);
    free(plain.p);
    trawl_release();
    return done();
}
