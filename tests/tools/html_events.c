/* html_events.c - prints the calls of the HTML tokenizer, one JSON array a line; for tests in other
 * languages
 *
 *     html_events [--step N] <pages
 *
 * Reads any number of pages: each is its length in decimal, a line feed, and its bytes. Feeds each
 * page N bytes at a time, or all at once. Bytes are in hexadecimal digits, places in decimal:
 *     ["text",at,bytes] ["reference",from,to,bytes] ["attribute",from,to,name,value,over]
 *     ["start",name,self_closing] ["end",name] ["markup",from,to]
 * and ["page",result] after each page. The attributes reported are content, title, alt, and those
 * that hold links. Exits with 0, or with 2 after an error.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "html/html.h"
#include "pages.h"

static void put_bytes(const char *p, size_t n)
{
    static const char digits[] = "0123456789abcdef";

    fputs(",\"", stdout);
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)p[i];
        putchar(digits[c >> 4]);
        putchar(digits[c & 15]);
    }
    putchar('"');
}

static void put_places(const char *call, uint64_t from, uint64_t to)
{
    printf("[\"%s\",%llu,%llu", call, (unsigned long long)from, (unsigned long long)to);
}

static int put_text(void *user, const char *p, size_t n, uint64_t at)
{
    (void)user;
    printf("[\"text\",%llu", (unsigned long long)at);
    put_bytes(p, n);
    puts("]");
    return 0;
}

static int put_reference(void *user, const char *p, size_t n, uint64_t from, uint64_t to)
{
    (void)user;
    put_places("reference", from, to);
    put_bytes(p, n);
    puts("]");
    return 0;
}

static bool wants(void *user, const html_name *tag, const html_name *name)
{
    static const char *const wanted[] = {"href",     "src",     "srcset", "action", "formaction",
                                         "cite",     "data",    "poster", "ping",   "background",
                                         "longdesc", "content", "alt",    "title"};

    (void)user, (void)tag;
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        if (strlen(wanted[i]) == name->n && memcmp(wanted[i], name->p, name->n) == 0)
            return true;
    return false;
}

static int put_attribute(void *user, const html_attribute *a)
{
    (void)user;
    put_places("attribute", a->from, a->to);
    put_bytes(a->name->p, a->name->n);
    put_bytes(a->value, a->value_n);
    printf(",%s]\n", a->over ? "true" : "false");
    return 0;
}

static int put_start(void *user, const html_name *tag, bool self_closing)
{
    (void)user;
    printf("[\"start\"");
    put_bytes(tag->p, tag->n);
    printf(",%s]\n", self_closing ? "true" : "false");
    return 0;
}

static int put_end(void *user, const html_name *tag)
{
    (void)user;
    printf("[\"end\"");
    put_bytes(tag->p, tag->n);
    puts("]");
    return 0;
}

static int put_markup(void *user, uint64_t from, uint64_t to)
{
    (void)user;
    put_places("markup", from, to);
    puts("]");
    return 0;
}

static void run(const growing *page, size_t step)
{
    static const html_out out = {.text = put_text,
                                 .reference = put_reference,
                                 .wants = wants,
                                 .attribute = put_attribute,
                                 .start = put_start,
                                 .end = put_end,
                                 .markup = put_markup};
    static html h;
    int result = 0;

    step = step > 0 ? step : page->n;
    html_begin(&h, &out);
    for (size_t at = 0; at < page->n && !result; at += step)
        result = html_feed(&h, page->p + at, step < page->n - at ? step : page->n - at);
    if (!result)
        result = html_finish(&h);
    printf("[\"page\",%d]\n", result);
}

int main(int argc, char **argv)
{
    growing page = {0};
    size_t step = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;

    if (argc != 1 && (argc != 3 || strcmp(argv[1], "--step") != 0)) {
        fputs("usage: html_events [--step N] <pages\n", stderr);
        return 2;
    }
    while (pages_read(&page))
        run(&page, step);
    free(page.p);
    return feof(stdin) ? 0 : 2;
}
