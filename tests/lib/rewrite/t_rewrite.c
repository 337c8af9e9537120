/* t_rewrite.c - what the user's function sees and can change; misuse; memory that fails */
#include "base/memory.h"
#include "rewrite_run.h"
#include "tap.h"

static rewrite_result out;

static long blocks;

static void *counted(void *user, void *old, size_t size)
{
    void *block = size > 0 ? realloc(old, size) : NULL;

    (void)user;
    if (size == 0)
        free(old);
    blocks += (size > 0 && !old && block) - (size == 0 && old);
    return block;
}

/* What the next function does. */
static struct {
    const char *set, *value, *remove, *text;
    bool unlink;
    int result;
    char seen[1000]; /* "TYPE HREF TEXT;" for each call */
    int odd;         /* results of calls that must be refused */
} act;

static const char *const types[] = {"new", "anchor", "text", "left", "long"};

static int decide(void *user, trawl_rewrite *r, const trawl_rewrite_link *link)
{
    size_t n = strlen(act.seen);
    int error = 0;

    (void)user;
    (void)snprintf(act.seen + n, sizeof act.seen - n, "%s %.*s %.*s;", types[link->type],
                   (int)link->href.n, link->href.n ? link->href.p : "", (int)link->text.n,
                   link->text.p);
    act.odd = trawl_rewrite_feed(r, "x", 1) == TRAWL_ERROR_MISUSE &&
              trawl_rewrite_finish(r) == TRAWL_ERROR_MISUSE &&
              trawl_rewrite_reset(r) == TRAWL_ERROR_MISUSE &&
              trawl_rewrite_set(r, "a b", 3, "", 0) == TRAWL_ERROR_MISUSE &&
              trawl_rewrite_remove(r, "@x", 2) == TRAWL_ERROR_MISUSE &&
              trawl_rewrite_set(r, "A", 1, "", 0) == TRAWL_ERROR_MISUSE;
    if (act.set && link->type <= TRAWL_REWRITE_ANCHOR)
        error = trawl_rewrite_set(r, act.set, strlen(act.set), act.value, strlen(act.value));
    if (!error && act.remove && link->type <= TRAWL_REWRITE_ANCHOR)
        error = trawl_rewrite_remove(r, act.remove, strlen(act.remove));
    if (!error && act.text)
        error = trawl_rewrite_set_text(r, act.text, strlen(act.text));
    if (!error && act.unlink)
        error = trawl_rewrite_unlink(r);
    return error ? error : act.result;
}

static trawl_rewrite_config with_decide(void)
{
    trawl_rewrite_config config = TRAWL_REWRITE_CONFIG_INIT;

    config.decide = decide;
    config.options = TRAWL_REWRITE_OPTION_ANCHORS | TRAWL_REWRITE_OPTION_NO_REL;
    return config;
}

/* Checks the output for an input, whole and byte by byte. */
static void gives(const char *in, const char *wanted, const char *seen)
{
    trawl_rewrite_config config = with_decide();

    config.resize = counted;
    for (size_t step = 1000; step > 0; step = step > 1 ? 1 : 0) {
        act.seen[0] = 0;
        rewrite_run(&out, &config, in, strlen(in), step);
        is_int(out.result, TRAWL_OK, "in pieces of %zu", step);
        if (wanted)
            is_mem(out.p, out.n, wanted, strlen(wanted), "%s", in);
        if (seen)
            is_str(act.seen, seen, "calls for %s", in);
    }
    is_int(blocks, 0, "all memory is given back");
    memset(&act, 0, offsetof(__typeof__(act), result));
}

static void attributes(void)
{
    act.set = "href";
    act.value = "http://n.example/?a&\"b'<";
    gives("<A HREF='x' id=y>t</A>", "<A HREF='http://n.example/?a&amp;\"b&#39;&lt;' id=y>t</A>",
          "anchor x t;");
    act.set = "href";
    act.value = "n";
    gives("<a href=x/>t", "<a href=\"n\">t", "anchor x/ t;");
    act.set = "href";
    act.value = "n";
    gives("<a href=>t</a>", "<a href=\"n\">t</a>", "anchor  t;");
    act.set = "href";
    act.value = "n";
    gives("<a id=1 href>t</a>", "<a id=1 href=\"n\">t</a>", NULL);
    act.set = "rel";
    act.value = "r";
    gives("<a href=>t</a>", "<a href=\"\" rel=\"r\">t</a>", NULL);
    act.set = "rel";
    act.value = "r";
    gives("<a href='a&amp;b' />t</a>", "<a href='a&amp;b'  rel=\"r\"/>t</a>", "anchor a&b t;");
    act.remove = "href";
    gives("<a href=\"x\"title=q>t</a> <a href=x>", "<a title=q>t</a> <a>", NULL);
    act.remove = "href";
    gives("<a\thref = x\ntitle=q href=second HREF>t</a>", "<a\ntitle=q>t</a>", NULL);
    act.remove = "href";
    gives("<a x=1 href=\"y\"/>t", "<a x=1 />t", NULL);
    act.remove = "href";
    gives("<a x href=y =z>t</a>", "<a x/ =z>t</a>", NULL);
    act.set = "[b]";
    act.value = "n";
    act.remove = "@click";
    gives("<a @Click=x href=x [B]='y' @click>t</a>", "<a href=x [B]='n'>t</a>", "anchor x t;");
    act.set = "id";
    act.value = "n";
    gives("<a href=x / id=y>t</a>", "<a href=x / id=\"n\">t</a>", "anchor x t;");
    act.set = "href";
    act.value = "n";
    gives("<a href=x href=y>t</a>", "<a href=\"n\" href=y>t</a>", "anchor x t;");
}

/* A tag with many attributes: href is shown, and all can be changed. */
static void many_attributes(void)
{
    char in[2000] = "<a", wanted[2000] = "<a";

    for (int i = 0; i < 100; i++) {
        (void)snprintf(in + strlen(in), 20, " x%d=%d", i, i);
        (void)snprintf(wanted + strlen(wanted), 20, i == 90 ? " x%d=\"n\"" : " x%d=%d", i, i);
    }
    strcat(in, " href=h>t</a>");
    strcat(wanted, " href=h>t</a>");
    act.set = "x90";
    act.value = "n";
    gives(in, wanted, "anchor h t;");
}

static void texts(void)
{
    act.text = "<n>";
    gives("<a href=x>o<b>p</b>&amp;q</a>r", "<a href=x>&lt;n&gt;<b></b></a>r", "anchor x op&q;");
    act.text = "n";
    gives("<a href=x><img></a>r", "<a href=x>n<img></a>r", "anchor x ;");
    act.text = "n";
    act.unlink = true;
    gives("<a href=x>o</a> http://a.example/<b>c</b>.", "n n<b></b>.",
          "anchor x o;new http://a.example/c http://a.example/c;");
    act.unlink = true;
    gives("<a href=x>o</a> http://a.example/.", "o http://a.example/.", NULL);
    act.unlink = true;
    gives("<a href=x>o<a href=y>p</a>q</a>", "opq</a>", "anchor x o;anchor y p;");
    act.text = "n";
    gives("<table>http://a.example/<tr>ftp://b.example/", "<table>n<tr>n",
          "left http://a.example/ http://a.example/;left ftp://b.example/ ftp://b.example/;");
}

/* Comments may be inside a URL; HTML has five forms of them. */
static void comments(void)
{
    static const char *const forms[] = {"<!--x-->", "<!x>", "<?x>", "</ x>", "<!doctype x>"};
    char in[100], wanted[200];

    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        (void)snprintf(in, sizeof in, "http://a.example/%sy", forms[i]);
        (void)snprintf(wanted, sizeof wanted, "<a href=\"http://a.example/y\">%s</a>", in);
        gives(in, wanted, "new http://a.example/y http://a.example/y;");
    }
}

/* Adds what is changed in a tag that is too long to be held. */
static void long_tag(void)
{
    enum { LONG = 140000 };
    static const char start[] = "<a href=x id=i t=";
    static char in[LONG + 100], wanted[LONG + 100];
    static const struct {
        const char *set, *remove, *added;
        bool unlink;
    } rows[] = {
        {NULL, NULL, "", false},
        {NULL, NULL, " href=\"\"", true},
        {"rel", NULL, " rel=\"n\"", false},
        {NULL, "id", " id=\"\"", false},
        {"rel", "id", " href=\"\" rel=\"n\" id=\"\"", true},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        (void)snprintf(in, sizeof in, "%s%0*d>b</a>", start, LONG, 0);
        (void)snprintf(wanted, sizeof wanted, "<a%s%s", rows[i].added, in + 2);
        act.set = rows[i].set;
        act.value = "n";
        act.remove = rows[i].remove;
        act.unlink = rows[i].unlink;
        gives(in, wanted, NULL);
    }
}

/* An <a> whose end comes after it was written. */
static void long_anchors(void)
{
    enum { LONG = 2 * TRAWL_REWRITE_ANCHOR_MAX };
    static char in[LONG + 100], wanted[LONG + 100];

    (void)snprintf(in, sizeof in, "<a href=x>%0*d</a> <a href=y>b</a>c", LONG, 0);
    (void)snprintf(wanted, sizeof wanted, "%0*d bc", LONG, 0);
    act.unlink = true;
    gives(in, wanted, NULL);
    (void)snprintf(in, sizeof in, "<a href=x>%0*d<table><td><a href=y>b</a></table></a>c", LONG, 0);
    (void)snprintf(wanted, sizeof wanted, "%0*d<table><td>b</table>c", LONG, 0);
    act.unlink = true;
    gives(in, wanted, NULL);
}

/* Notes what of an <a> is cut, and sets two attributes with names of one length. */
static int note_cuts(void *user, trawl_rewrite *r, const trawl_rewrite_link *link)
{
    int *cuts = user;

    *cuts = link->text_cut + 2 * link->href_cut + 4 * (link->why != NULL);
    return trawl_rewrite_set(r, "rel", 3, "1", 1) || trawl_rewrite_set(r, "rex", 3, "2", 1);
}

static void cuts(void)
{
    static const struct {
        int href, text, wanted;
    } rows[] = {{1, 1, 0}, {8192, 1, 0}, {8193, 1, 6}, {1, 60000, 0}, {1, 70000, 1}};
    static char in[80000], wanted[80000];
    trawl_rewrite_config config = with_decide();
    int noted;

    config.decide = note_cuts;
    config.decide_user = &noted;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        (void)snprintf(in, sizeof in, "<a href=%0*d id=i>%0*d</a>", rows[i].href, 0, rows[i].text,
                       0);
        (void)snprintf(wanted, sizeof wanted, "<a href=%0*d id=i rel=\"1\" rex=\"2\">%0*d</a>",
                       rows[i].href, 0, rows[i].text, 0);
        rewrite_run(&out, &config, in, strlen(in), 1000);
        is_int(noted, rows[i].wanted, "href of %d bytes, text of %d", rows[i].href, rows[i].text);
        is_mem(out.p, out.n, wanted, strlen(wanted), "two attributes are added");
    }
    config.options = 0;
    rewrite_run(&out, &config, "http://a.example/", 17, 17);
    is_mem(out.p, out.n, "<a href=\"http://a.example/\" rel=\"1\" rex=\"2\">http://a.example/</a>",
           65, "a new link has each attribute once");
}

/* Without a function, an <a> is nothing to ask about. */
static void nobody_asked(void)
{
    trawl_rewrite_config config = TRAWL_REWRITE_CONFIG_INIT;
    static const char in[] = "<a href=x>y</a>";

    config.options = TRAWL_REWRITE_OPTION_ANCHORS;
    rewrite_run(&out, &config, in, sizeof in - 1, 1);
    is_int(out.result, TRAWL_OK, "anchors without a function");
    is_mem(out.p, out.n, in, sizeof in - 1, "the output is the input");
}

static int stop_writing(void *user, const char *bytes, size_t n)
{
    (void)user, (void)bytes, (void)n;
    return 7;
}

/* One call for all. */
static void at_once(void)
{
    trawl_rewrite_config config = with_decide();
    static const char in[] = "http://a.example/",
                      wanted[] = "<a href=\"http://a.example/\">http://a.example/</a>";

    out.n = 0;
    act.seen[0] = 0;
    is_int(trawl_rewrite_all(in, sizeof in - 1, &config, rewrite_collect, &out), TRAWL_OK, "all");
    is_mem(out.p, out.n, wanted, sizeof wanted - 1, "the output of one call");
    is_int(trawl_rewrite_all(in, sizeof in - 1, &config, stop_writing, NULL), 7,
           "the value of the write function");
    is_int(trawl_rewrite_all(in, sizeof in - 1, &config, NULL, NULL), TRAWL_ERROR_MISUSE,
           "no write function");
}

static void links(void)
{
    gives("http://a.example/x", "<a href=\"http://a.example/x\">http://a.example/x</a>",
          "new http://a.example/x http://a.example/x;");
    gives("<b>http://a.example</b>/x",
          "<a href=\"http://a.example/x\"><b>http://a.example</b>/x</a>", NULL);
    gives("http://a.example/<b>x</b>",
          "<a href=\"http://a.example/x\">http://a.example/<b>x</b></a>", NULL);
    gives("<i>http://a.example/<b>x</i>y</b>", "<i>http://a.example/<b>x</i>y</b>", NULL);
    gives("http://a.example/<p>x", "<a href=\"http://a.example/\">http://a.example/</a><p>x", NULL);
    gives("<a>http://a.example/ <p>http://b.example/", "<a>http://a.example/ <p>http://b.example/",
          "anchor  http://a.example/ http://b.example/;");
    gives("<table><td><a>x<td>http://b.example/",
          "<table><td><a>x<td><a href=\"http://b.example/\">http://b.example/</a>", NULL);
    gives("<script>http://a.example/</script><!-- http://b.example/ --><p title=http://c.example/>",
          "<script>http://a.example/</script><!-- http://b.example/ --><p title=http://c.example/>",
          "");
}

/* Tags in a URL that are no whole elements, and elements in elements. */
static void elements(void)
{
    static const char *const left[] = {"http://a.example/<b>x y</b>", "http://a.example/<b>x",
                                       "http://a.example/<b>x<i></b></i>",
                                       "<b>x http://a.example/</b>y"};

    for (size_t i = 0; i < sizeof left / sizeof left[0]; i++)
        gives(left[i], left[i], NULL);
    for (unsigned n = 16; n <= 17; n++) { /* LINK_NESTED */
        char in[300] = "http://a.example/", wanted[400];
        for (unsigned i = 0; i < n; i++)
            strcat(in, "<b>");
        strcat(in, "x");
        for (unsigned i = 0; i < n; i++)
            strcat(in, "</b>");
        (void)snprintf(wanted, sizeof wanted, "<a href=\"http://a.example/x\">%s</a>", in);
        gives(in, n == 16 ? wanted : in, NULL);
    }
}

static trawl_str str_of(const char *text)
{
    return (trawl_str){text, strlen(text)};
}

#define XYZ "http://a.example/xyz"
#define LINKED "<a href=\"" XYZ "\""
#define REL " rel=\"nofollow noopener noreferrer ugc\""
#define WIDE "http://a.example/\u00E4"

/* What the settings promise, in trawl_rewrite.h. */
static void settings(void)
{
    static const struct {
        const char *in, *wanted;
        unsigned options, text_max;
        const char *rel, *css_class, *target, *skip;
    } rows[] = {
        {XYZ, LINKED REL ">" XYZ "</a>", 0, 0, "", "", "", ""},
        {XYZ, LINKED ">" XYZ "</a>", TRAWL_REWRITE_OPTION_NO_REL, 0, "", "", "", ""},
        {XYZ, XYZ, TRAWL_REWRITE_OPTION_NO_TEXT, 0, "", "", "", ""},
        {XYZ, LINKED " rel=\"r\">" XYZ "</a>", 0, 0, "r", "", "", ""},
        {XYZ, LINKED REL " class=\"c\">" XYZ "</a>", 0, 0, "", "c", "", ""},
        {XYZ, LINKED REL " target=\"t\">" XYZ "</a>", 0, 0, "", "", "t", ""},
        {XYZ, LINKED " rel=\"r\" target=\"t\" class=\"c\">" XYZ "</a>", 0, 20, "r", "c", "t", ""},
        {XYZ,
         LINKED " rel=\"r\" target=\"t\" class=\"c\" title=\"" XYZ
                "\">http://a.example/x\u2026</a>",
         0, 19, "r", "c", "t", ""},
        {XYZ, LINKED REL " title=\"" XYZ "\">\u2026</a>", 0, 1, "", "", "", ""},
        {WIDE, "<a href=\"http://a.example/%C3%A4\"" REL ">" WIDE "</a>", 0, 18, "", "", "", ""},
        {WIDE,
         "<a href=\"http://a.example/%C3%A4\"" REL " title=\"" WIDE "\">http://a.example\u2026</a>",
         0, 17, "", "", "", ""},
        {"http://\u00E4.example/",
         "<a href=\"http://xn--4ca.example/\"" REL ">http://\u00E4.example/</a>", 0, 0, "", "", "",
         ""},
        {"http://\u00E4.example/",
         "<a href=\"http://xn--4ca.example/\"" REL ">http://xn--4ca.example/</a>",
         TRAWL_REWRITE_OPTION_PUNYCODE, 0, "", "", "", ""},
        {WIDE, "<a href=\"http://a.example/%C3%A4\"" REL ">" WIDE "</a>",
         TRAWL_REWRITE_OPTION_PUNYCODE, 0, "", "", "", ""},
        {"<b>" XYZ "</b><i>" XYZ "</i><u>" XYZ "</u>",
         "<b>" XYZ "</b><i>" XYZ "</i><u>" LINKED REL ">" XYZ "</a></u>", 0, 0, "", "", "",
         " B\t, i,, "},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        trawl_rewrite_config config = TRAWL_REWRITE_CONFIG_INIT;
        config.options = rows[i].options;
        config.text_max = rows[i].text_max;
        config.rel = str_of(rows[i].rel);
        config.css_class = str_of(rows[i].css_class);
        config.target = str_of(rows[i].target);
        config.skip = str_of(rows[i].skip);
        config.resize = counted;
        for (size_t step = 1; step <= 1000; step += 999) {
            rewrite_run(&out, &config, rows[i].in, strlen(rows[i].in), step);
            is_int(out.result, TRAWL_OK, "settings %zu, in pieces of %zu", i, step);
            is_mem(out.p, out.n, rows[i].wanted, strlen(rows[i].wanted), "%s", rows[i].in);
        }
    }
    is_int(blocks, 0, "all memory is given back");
}

static void misuse(void)
{
    trawl_rewrite_config config = with_decide();
    trawl_rewrite *r;

    ok(act.odd, "calls from inside the function, and wrong names, are refused");
    is_int(trawl_rewrite_open(&r, &config, NULL, NULL), TRAWL_ERROR_MISUSE, "no write function");
    config.format = 7;
    is_int(trawl_rewrite_open(&r, &config, rewrite_collect, &out), TRAWL_ERROR_MISUSE,
           "an unknown format");
    config = with_decide();
    out.n = 0;
    is_int(trawl_rewrite_open(&r, &config, rewrite_collect, &out), TRAWL_OK, "open");
    is_int(trawl_rewrite_set(r, "href", 4, "", 0), TRAWL_ERROR_MISUSE, "no link");
    is_int(trawl_rewrite_finish(r), TRAWL_OK, "finish");
    is_int(trawl_rewrite_feed(r, "x", 1), TRAWL_ERROR_MISUSE, "a call after the end");
    is_int(trawl_rewrite_reset(r), TRAWL_OK, "reset");
    is_int(trawl_rewrite_feed(r, "http://a.example/ x", 19), TRAWL_OK, "and again");
    is_int(trawl_rewrite_finish(r), TRAWL_OK, "to the end");
    ok(out.n > 40, "with output");
    trawl_rewrite_close(&r);
    act.result = 5;
    rewrite_run(&out, &config, "http://a.example/ x", 19, 100);
    is_int(out.result, 5, "the function's value is passed on");
    act.result = -9;
    rewrite_run(&out, &config, "http://a.example/ x", 19, 100);
    is_int(out.result, TRAWL_ERROR_MISUSE, "a negative one is misuse");
    act.result = 0;
}

/* Whichever allocation fails, the calls return the error. */
static void memory_fails(void)
{
    static const char page[] = "<a href='a&amp;b'>c</a> http://a.example/<b>x</b> joe@example.com";
    trawl_rewrite_config config = with_decide();
    long n = 0;

    do {
        act.set = "rel";
        act.value = "r";
        act.text = "t";
        memory_fail_after(n++);
        rewrite_run(&out, &config, page, strlen(page), 7);
        memory_fail_after(-1);
    } while (out.result == TRAWL_ERROR_NO_MEMORY && n < 1000);
    ok(out.result == TRAWL_OK && n > 10, "%ld allocations can fail: %d", n, out.result);
}

/* Elements that change how the rest of the page is read. A URL and an <a> follow each of them. */
static const struct {
    const char *prefix, *seen;
} prefixes[] = {
    {"", "new http://a.example/ http://a.example/;anchor x b;"},
    {"<math><mtext>", "new http://a.example/ http://a.example/;anchor x b;"},
    {"<math><annotation-xml encoding=text/html>",
     "new http://a.example/ http://a.example/;anchor x b;"},
    {"<svg><foreignObject>", "new http://a.example/ http://a.example/;anchor x b;"},
    {"<svg></p>", "new http://a.example/ http://a.example/;anchor x b;"},
    {"<select><input>", "new http://a.example/ http://a.example/;anchor x b;"},
    {"<svg><desc>", "anchor x ;"},
    {"<svg><title>", "anchor x ;"},
    {"<svg>", "anchor x ;"},
    {"<select>", "anchor x ;"},
    {"<template>", "anchor x ;"},
    {"<p><noscript>", "anchor x ;"},
    {"<table>", "left http://a.example/ http://a.example/;anchor x b;"},
    {"<table><td>", "new http://a.example/ http://a.example/;anchor x b;"},
    {"<button>", "anchor x b;"},
    {"<frameset>", ""},
    {"<title>", ""},
    {"<p><noscript><b>c</b></noscript>", "new http://a.example/ http://a.example/;anchor x b;"},
    {"<p><noscript><b>c</noscript>", "left http://a.example/ http://a.example/;anchor x b;"},
    {"<p><noscript><!-- --></noscript>", "left http://a.example/ http://a.example/;anchor x b;"},
    {"<p><noscript><p title='</noscript>'></noscript>",
     "left http://a.example/ http://a.example/;anchor x b;"},
    {"<p><noscript><style></style></noscript>",
     "left http://a.example/ http://a.example/;anchor x b;"},
    {"<noscript>c", "anchor x b;"},
    {"<select><b>c</select>", "left http://a.example/ http://a.example/;anchor x b;"},
    {"<select><option>c</select>", "new http://a.example/ http://a.example/;anchor x b;"},
    {"<a name=y><table><td>", "anchor  http://a.example/ b;anchor x b;"},
    {"<a name=y><p>c</p></a>", "anchor  c;new http://a.example/ http://a.example/;anchor x b;"},
};

static void prefixed(void)
{
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        char page[256];
        snprintf(page, sizeof page, "%s http://a.example/ <a href=x>b</a>", prefixes[i].prefix);
        gives(page, NULL, prefixes[i].seen);
    }
}

/* An <a> that is removed with its end tag, wherever a browser ends the element. */
static void unlinked(void)
{
    static const char *const cases[][3] = {
        {"<a href=x>b</a>c", "bc", "anchor x b;"},
        {"<p><a href=x>b</p>c</a>d", "<p>b</p>cd", "anchor x bc;"},
        {"<a href=x><table><td></a>b</table></a>c", "<table><td></a>b</table>c", "anchor x b;"},
        {"<svg><a href=x><g></a></svg>c", "<svg><g></svg>c", "anchor x ;"},
        {"<svg><?x></a><a href=x><?x></a><g>", "<svg><?x></a><?x><g>", "anchor x ;"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        act.unlink = true;
        gives(cases[i][0], cases[i][1], cases[i][2]);
    }
}

int main(void)
{
    attributes();
    many_attributes();
    texts();
    links();
    elements();
    settings();
    comments();
    long_tag();
    long_anchors();
    cuts();
    nobody_asked();
    at_once();
    prefixed();
    unlinked();
    misuse();
    memory_fails();
    free(out.p);
    return done();
}
