/* t_tree.c - the tree of a page (html/tree.h): the link that each text is in, rule by rule
 *
 * The expected texts were derived from the standard (13.2.6), and are what browsers show. t_tree.sh
 * compares thousands of made pages with a tree that is built with nodes.
 */
#include "html/inside.h"
#include "tap.h"

#include <stdio.h>

/* A page, and its texts that are not blank: "text" outside of links, "text:N" in the Nth link,
 * "(text)" if it is not put into the page. */
typedef struct tree_case {
    const char *page, *want;
} tree_case;

static const tree_case links[] = {
    {"a<a href=x>b</a>c", "a b:1 c"},
    {"<a name=x>b</a><a href>c", "b c:1"},
    {"<a href=x>a<a href=y>b</a>c", "a:1 b:2 c"},
    /* After the block in which an <a> began, the <a> goes on as a clone. */
    {"<p><a href=x>a</p>b<p>c</a>d", "a:1 b:1 c:1 d"},
    {"<a href=x>a<div>b</a>c</div>d", "a:1 b:1 c d"},
    {"<b><a href=x>a<p>b</b>c</a>d", "a:1 b:1 c:1 d"},
    /* "</a>" does not end an <a> outside of an element that ends a scope. */
    {"<a href=x><table><tr><td></a>b", "b:1"},
    {"<a href=x><table></a>b</table>c", "b:1 c:1"},
    {"<a href=x><table><tr></a><td>b", "b:1"},
    {"<a href=x><table><caption></a>b", "b:1"},
    {"<a href=x><object></a>b</object>c</a>d", "b:1 c:1 d"},
    {"<a href=x><marquee></a>b", "b:1"},
    {"<a href=x><applet></a>b", "b:1"},
    {"<a href=x><select></a>b</select>c", "b:1 c:1"},
    {"<a href=x><svg><foreignObject></a>b", "b:1"},
    {"<a href=x><svg><desc></a>b", "b:1"},
    {"<a href=x><math><mi></a>b", "b:1"},
    {"<a href=x><math><annotation-xml encoding=text/html></a>b", "b:1"},
    {"<a href=x><math><annotation-xml></a>b", "b:1"},
    {"<a href=x><button></a>b", "b"},
    /* A cell has formatting of its own. */
    {"<table><td><a href=x>a<td>b</table>c", "a:1 b c"},
    {"<table><a href=x>a<tr><td>b</table>c", "a:1 b c:1"},
    {"<a href=x>a<table>b<td>c</table>d", "a:1 b:1 c:1 d:1"},
    {"<a href=x><table><a href=y>b</a>c<td>d", "b:2 c:1 d:1"},
    /* svg and math */
    {"<p><a href=x>a</p><svg>b", "a:1 b:1"},
    {"<p><a href=x>a</p><math>b", "a:1 b:1"},
    {"<svg><a href=x>a</a>b", "a:1 b"},
    {"<svg><a xlink:href=x>a</a>b", "a:1 b"},
    {"<a xlink:href=x>a", "a"},
    {"<math><a href=x>a</a>b", "a b"},
    {"<svg><a href=x>a<p>b", "a:1 b"},
    {"<math><annotation-xml encoding=text/htmx><a href=x>a", "a"},
    {"<math><annotation-xml encoding=TEXT/HTML><a href=x>a", "a:1"},
    {"<svg><a href=x>a</p>b", "a:1 b"},
    {"<svg><font><a href=x>a<font size=1>b", "a:1 b"},
    {"<svg><title><a href=x>a</svg>b", "a:1 b:1"},
    /* Templates, raw text, frames */
    {"<a href=x><template>a</template>b", "a b:1"},
    {"<template><a href=x>a</template>b", "a:1 b"},
    {"<a href=x><title>a</title>b", "a:1 b:1"},
    {"<title><a href=x>a", "< ahref=x>a"},
    {"<frameset>a<noframes>b</noframes>c", "(a) b (c)"},
    {"<p>a<frameset>b", "a b"},
    {"<p><frameset>b", "(b)"},
    {"<p> \t\n\r\f<frameset>b", "(b)"},
    {"<p>\v<frameset>b", "b"},
    {"<p>&nbsp;<frameset>b", "\u00A0 b"},
    {"<div><form><b><h1><ul><frameset>b", "(b)"},
    {"<input type=hidden><frameset>b", "(b)"},
    {"<input type=x><frameset>b", "b"},
    {"<body><frameset>b", "b"},
    {"<head><noscript><link><a href=x>a</noscript>b", "a:1 b:1"},
    {"</head>a<a href=x>b</body>c</html>d", "a b:1 c:1 d:1"},
    /* A page without a DOCTYPE is in quirks mode: a table does not end a paragraph. */
    {"<p><a href=x>a<table></table>b</p>", "a:1 b:1"},
    {"<!doctype html><p><a href=x>a<table><td></a>b", "a:1 b"},
    {"<p><a href=x>a<table><td></a>b", "a:1 b:1"},
    {"<!doctype html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\"><p><a href=x><table><td>b",
     "b:1"},
    {"<!doctype html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" "
     "\"http://www.w3.org/TR/html4/loose.dtd\"><p><a href=x><table><td>b",
     "b"},
    {"<?doctype html><p><a href=x><table><td>b", "b:1"},
};

typedef struct tree_run {
    html h;
    char got[512];
    uint32_t anchors[8];
    unsigned anchor_n;
} tree_run;

static tree_run run;

/* Returns how many of the <a> up to this one have a href. */
static unsigned links_before(uint32_t number)
{
    unsigned n = 0;

    for (unsigned i = 0; i < run.anchor_n; i++)
        n += run.anchors[i] & TREE_IS_LINK && run.anchors[i] <= number;
    return n;
}

static int take_text(void *user, const char *p, size_t n, uint64_t at)
{
    const tree *t = &run.h.tree;
    uint32_t link = t->depth > 0 && !t->now.dropped ? tree_link_at(t, tree_place_of(t)) : 0;
    size_t used = strlen(run.got), k = 0;
    char text[64];

    (void)user, (void)at;
    for (size_t i = 0; i < n && k + 1 < sizeof text; i++)
        if ((unsigned char)p[i] > ' ')
            text[k++] = p[i];
    text[k] = 0;
    if (k == 0)
        return 0;
    used += (size_t)snprintf(run.got + used, sizeof run.got - used,
                             t->now.dropped ? "%s(%s)" : "%s%s", used > 0 ? " " : "", text);
    if (link > 0)
        snprintf(run.got + used, sizeof run.got - used, ":%u", links_before(link));
    return 0;
}

static int take_reference(void *user, const char *p, size_t n, uint64_t from, uint64_t to)
{
    (void)to;
    return take_text(user, p, n, from);
}

static bool wants(void *user, const html_name *tag, const html_name *name)
{
    (void)user, (void)tag, (void)name;
    return false;
}

static int take_attribute(void *user, const html_attribute *a)
{
    (void)user, (void)a;
    return 0;
}

static int take_start(void *user, const html_name *tag, bool self_closing)
{
    uint32_t number = html_new_anchor(&run.h);

    (void)user, (void)tag, (void)self_closing;
    if (number > 0 && run.anchor_n < sizeof run.anchors / sizeof run.anchors[0])
        run.anchors[run.anchor_n++] = number;
    return 0;
}

static int take_end(void *user, const html_name *tag)
{
    (void)user, (void)tag;
    return 0;
}

static void begin(void)
{
    static const html_out out = {.text = take_text,
                                 .reference = take_reference,
                                 .wants = wants,
                                 .attribute = take_attribute,
                                 .start = take_start,
                                 .end = take_end};

    run.got[0] = 0;
    run.anchor_n = 0;
    html_begin(&run.h, &out);
}

static void feed(const char *text)
{
    html_feed(&run.h, text, strlen(text));
}

static void repeat(const char *text, unsigned times)
{
    while (times-- > 0)
        feed(text);
}

/* Of equal formatting elements at most three are opened again. */
static void noah(const char *tag, unsigned times, unsigned want)
{
    begin();
    feed("<p>");
    repeat(tag, times);
    feed("</p>x");
    is_int(run.h.tree.depth - 2, want, "%u times %s", times, tag);
}

static void limits(void)
{
    begin();
    repeat("<div>", TREE_DEPTH - 2);
    feed("<a href=x>a");
    ok(run.h.tree.deep && run.h.tree.depth == TREE_DEPTH, "elements that are too deep are noted");
    is_str(run.got, "a:1", "and an <a> there is a link");
    repeat("</div>", TREE_DEPTH);
    ok(run.h.tree.depth == 2, "and what is open ends");
    begin();
    repeat("<div>", TREE_DEPTH - 2);
    ok(!run.h.tree.deep, "%u elements are not too deep", TREE_DEPTH);
    begin();
    for (unsigned i = 0; i < TREE_LIST + 1; i++) {
        char tag[32];
        snprintf(tag, sizeof tag, "<b id=%u></object>", i);
        ok(i == 0 || !run.h.tree.deep, "%u active formatting elements", i);
        feed(tag);
    }
    ok(run.h.tree.deep, "one more is noted");
    noah("<b>", 5, 3);
    noah("<b x=1 y='2'>", 5, 3);
    noah("<b x=1 y='2'><b y=2 x=\"1\">", 2, 3);
    noah("<b x='&amp;'><b x=&amp;>", 2, 3);
    noah("<b x=1><b x=2>", 2, 4);
    noah("<b x=1 x=2><b x=1>", 2, 3);
    noah("<font color=red><font color='blue'>", 4, 6);
}

/* After these elements a page cannot have frames, so <frameset> is ignored. */
static void no_frames(void)
{
    static const char *const names[] = {"pre",    "listing", "li",     "dd",    "dt",   "button",
                                        "applet", "marquee", "object", "table", "area", "br",
                                        "embed",  "img",     "keygen", "wbr",   "hr",   "textarea",
                                        "xmp",    "iframe",  "select", "input"};
    char page[64];

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(page, sizeof page, "<%s></%s><frameset>b", names[i], names[i]);
        begin();
        feed(page);
        html_finish(&run.h);
        is_str(run.got, "b", "%s", page);
    }
}

int main(void)
{
    for (size_t i = 0; i < sizeof links / sizeof links[0]; i++) {
        begin();
        feed(links[i].page);
        html_finish(&run.h);
        is_str(run.got, links[i].want, "%s", links[i].page);
    }
    limits();
    no_frames();
    return done();
}
