/* html_tree.c - prints what the tree of html/tree.h says about each text of a page, for tests in
 * other languages
 *
 *     html_tree [--step N] [--scripts] <pages
 *
 * Reads any number of pages: each is its length in decimal, a line feed, and its bytes. Feeds each
 * page N bytes at a time, or all at once. Prints a line for each text that is not blank, and an
 * empty line after each page:
 *     text TAB link TAB place TAB open
 * `link` is the href of the link that the text is in, or "-"; `place` is "inside" the innermost
 * open element, "before" a table, or "dropped"; `open` are the open elements, the outermost first.
 * Elements of svg and math are "svg:a", "math:mi"; unknown names are "?". Before the empty line, a
 * line "moved" says that a link lost text, and a line "deep" that the page is beyond the tree's
 * limits. Exits with 0, or with 2 after an error.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "html/inside.h"
#include "pages.h"

#define LINKS 4096

typedef struct printer {
    html h;
    char hrefs[LINKS][16];
    char href[16];
    char text[256];
    size_t text_n;
    uint32_t anchors;
} printer;

static printer p;

static void put_element(const tree_element *e)
{
    static const char *const spaces[] = {"", "math:", "svg:"};
    uint32_t id = e->id & ~TREE_FOREIGN;

    fputs(spaces[e->space], stdout);
    fputs(id & TREE_UNKNOWN ? "?" : tree_rows[id].name, stdout);
}

static void put_line(void)
{
    const tree *t = &p.h.tree;
    uint32_t link = t->now.dropped || t->depth == 0 ? 0 : tree_link_at(t, tree_place_of(t));

    if (p.text_n == 0)
        return;
    fwrite(p.text, 1, p.text_n, stdout);
    p.text_n = 0;
    printf("\t%s\t%s\t", link ? p.hrefs[link / 2 % LINKS] : "-",
           t->now.dropped                             ? "dropped"
           : tree_place_of(t).parent + 1u == t->depth ? "inside"
                                                      : "before");
    for (unsigned i = 0; i < t->depth; i++) {
        if (i > 0)
            putchar(' ');
        put_element(&t->open[i]);
    }
    putchar('\n');
}

static int take_text(void *user, const char *bytes, size_t n, uint64_t at)
{
    (void)user, (void)at;
    for (size_t i = 0; i < n && p.text_n < sizeof p.text; i++)
        if ((unsigned char)bytes[i] > ' ')
            p.text[p.text_n++] = bytes[i];
    put_line();
    return 0;
}

static int take_reference(void *user, const char *bytes, size_t n, uint64_t from, uint64_t to)
{
    (void)to;
    return take_text(user, bytes, n, from);
}

static bool wants(void *user, const html_name *tag, const html_name *name)
{
    (void)user;
    return tag->n == 1 && tag->p[0] == 'a' && (name->n == 4 || name->n == 10);
}

static int take_attribute(void *user, const html_attribute *a)
{
    (void)user;
    snprintf(p.href, sizeof p.href, "%.*s", (int)a->value_n, a->value);
    return 0;
}

static int take_start(void *user, const html_name *tag, bool self_closing)
{
    (void)user, (void)tag, (void)self_closing;
    if (p.h.tree.anchors > p.anchors) {
        p.anchors = p.h.tree.anchors;
        memcpy(p.hrefs[p.anchors / 2 % LINKS], p.href, sizeof p.href);
    }
    return 0;
}

static int take_end(void *user, const html_name *tag)
{
    (void)user, (void)tag;
    return 0;
}

static void run(const growing *page, size_t step, bool scripts)
{
    html_out out = {.text = take_text,
                    .reference = take_reference,
                    .wants = wants,
                    .attribute = take_attribute,
                    .start = take_start,
                    .end = take_end,
                    .scripts = scripts};

    step = step > 0 ? step : page->n;
    p.anchors = 0;
    html_begin(&p.h, &out);
    for (size_t at = 0; at < page->n; at += step)
        html_feed(&p.h, page->p + at, step < page->n - at ? step : page->n - at);
    html_finish(&p.h);
    if (p.h.tree.moved)
        puts("moved");
    if (p.h.tree.deep)
        puts("deep");
    puts("");
}

int main(int argc, char **argv)
{
    growing page = {0};
    size_t step = 0;
    bool scripts = false;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--scripts") == 0) {
            scripts = true;
        } else if (strcmp(argv[i], "--step") == 0 && i + 1 < argc) {
            step = strtoul(argv[++i], NULL, 10);
        } else {
            fputs("usage: html_tree [--step N] [--scripts] <pages\n", stderr);
            return 2;
        }
    }
    while (pages_read(&page))
        run(&page, step, scripts);
    free(page.p);
    return feof(stdin) ? 0 : 2;
}
