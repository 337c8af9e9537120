/* bench_html.c - the speed of the HTML tokenizer by block size, and the speed of gumbo and libxml2
 * on the same pages
 *
 *     bench_html [MEGABYTES]
 *
 * Prints megabytes a second. The pages are made from a seed and fed as one text. The aims: 1 GB/s
 * in blocks of 64 KB, 50 MB/s byte by byte. The other libraries are measured if pkg-config finds
 * them; they get a fiftieth of the text, page by page.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "html/html.h"

enum { ROUNDS = 7, MEGABYTE = 1000000, BLOCK = 65536 };

/* ---- Pages: newsletters in tables, replies of a word processor, replies of web mail ---- */

typedef struct htmltext {
    char *p;
    size_t n, room;
    uint32_t chance;
} htmltext;

static unsigned htmltext_less(htmltext *t, unsigned n)
{
    t->chance = t->chance * 1664525u + 1013904223u;
    return (t->chance >> 8) % n;
}

static void htmltext_put(htmltext *t, const char *s)
{
    size_t n = strlen(s);

    if (t->n + n > t->room) {
        t->room = 2 * (t->n + n);
        t->p = realloc(t->p, t->room);
        if (!t->p)
            abort();
    }
    memcpy(t->p + t->n, s, n);
    t->n += n;
}

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
htmltext_printf(htmltext *t, const char *format, ...)
{
    char some[512];
    va_list args;

    va_start(args, format);
    vsnprintf(some, sizeof some, format, args);
    va_end(args);
    htmltext_put(t, some);
}

/* Adds words, some with a reference. */
static void htmltext_words(htmltext *t, unsigned n)
{
    static const char *const words[] = {
        "the",  "offer",  "of",    "this",   "season", "ends",     "on",      "Friday",
        "and",  "we",     "would", "like",   "to",     "remember", "you",     "that",
        "your", "ticket", "is",    "valid",  "for",    "another",  "journey", "by",
        "rail", "or",     "boat",  "which,", "as",     "always,",  "can",     "be"};

    for (unsigned i = 0; i < n; i++) {
        if (i > 0)
            htmltext_put(t, htmltext_less(t, 12) ? " " : "\r\n");
        htmltext_put(t, words[htmltext_less(t, 32)]);
        if (htmltext_less(t, 40) == 0)
            htmltext_put(t, htmltext_less(t, 2) ? "&nbsp;" : "&rsquo;s");
    }
}

static void htmltext_link(htmltext *t, const char *style)
{
    htmltext_printf(t,
                    "<a href=\"https://click.news%u.example/ls/click?upn=", htmltext_less(t, 100));
    for (unsigned i = 0, n = 4 + htmltext_less(t, 12); i < n; i++)
        htmltext_printf(t, "%08X", (unsigned)(t->chance + i * 2654435761u));
    htmltext_printf(t, "&amp;c=%u\" target=\"_blank\"%s>", htmltext_less(t, 1000), style);
    htmltext_words(t, 1 + htmltext_less(t, 5));
    htmltext_put(t, "</a>");
}

static void htmltext_row(htmltext *t)
{
    htmltext_put(
        t,
        "<tr>\r\n<td align=\"center\" valign=\"top\" style=\"padding:0 24px 16px 24px; font-family:Arial, "
        "Helvetica, sans-serif; font-size:15px; line-height:22px; color:#333333;\">\r\n");
    htmltext_put(
        t,
        "<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><td>");
    if (htmltext_less(t, 2))
        htmltext_printf(
            t,
            "<img src=\"https://img.example/p/%u.png\" width=\"%u\" height=\"40\" alt=\"\" "
            "style=\"display:block; border:0; outline:none; text-decoration:none;\">",
            htmltext_less(t, 100000), htmltext_less(t, 600));
    htmltext_words(t, 5 + htmltext_less(t, 40));
    htmltext_put(t, "<br>\r\n");
    htmltext_link(t, " style=\"color:#0055aa; text-decoration:underline;\"");
    htmltext_put(
        t,
        "</td></tr></table>\r\n<!--[if mso]></td><td width=\"20\"><![endif]-->\r\n</td>\r\n</tr>\r\n");
}

static void htmltext_newsletter(htmltext *t)
{
    htmltext_put(
        t,
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\">\r\n<html><head>\r\n"
        "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\">\r\n<title>News</title>\r\n"
        "<style type=\"text/css\">\r\n");
    for (unsigned i = 0, n = 10 + htmltext_less(t, 30); i < n; i++)
        htmltext_printf(t, ".col%u { width:100%% !important; padding:%upx 0 !important; }\r\n", i,
                        i);
    htmltext_put(
        t,
        "</style>\r\n<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96"
        "</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->\r\n</head>\r\n"
        "<body bgcolor=\"#f4f4f4\" style=\"margin:0; padding:0;\">\r\n<table width=\"600\" align=\"center\">\r\n");
    for (unsigned i = 0, n = 10 + htmltext_less(t, 20); i < n; i++)
        htmltext_row(t);
    htmltext_put(t, "</table>\r\n</body></html>\r\n");
}

static void htmltext_office(htmltext *t)
{
    htmltext_put(
        t,
        "<html xmlns:o=\"urn:schemas-microsoft-com:office:office\"><head><meta name=Generator content=\"Word\">"
        "<style><!--\r\n/* Style Definitions */\r\np.MsoNormal, li.MsoNormal, div.MsoNormal\r\n"
        "\t{margin:0cm;\r\n\tmargin-bottom:.0001pt;\r\n\tfont-size:11.0pt;\r\n\tfont-family:\"Calibri\",sans-serif;}"
        "\r\n--></style></head><body lang=EN-GB link=\"#0563C1\"><div class=WordSection1>\r\n");
    for (unsigned i = 0, n = 8 + htmltext_less(t, 30); i < n; i++) {
        htmltext_put(
            t,
            "<p class=MsoNormal><span style='font-size:10.0pt;font-family:\"Arial\",sans-serif;color:black'>");
        htmltext_words(t, 1 + htmltext_less(t, 50));
        if (htmltext_less(t, 4) == 0)
            htmltext_link(t, "");
        htmltext_put(t, "<o:p></o:p></span></p>\r\n<p class=MsoNormal><o:p>&nbsp;</o:p></p>\r\n");
    }
    htmltext_put(t, "</div></body></html>\r\n");
}

static void htmltext_reply(htmltext *t)
{
    htmltext_put(t, "<div dir=\"ltr\">");
    for (unsigned i = 0, n = 3 + htmltext_less(t, 12); i < n; i++) {
        htmltext_put(t, "<div>");
        htmltext_words(t, 5 + htmltext_less(t, 60));
        htmltext_put(t, "<br></div><div><br></div>");
    }
    htmltext_put(
        t,
        "</div><br><div class=\"gmail_quote\"><blockquote class=\"gmail_quote\" style=\"margin:0px 0px 0px "
        "0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex\">");
    for (unsigned i = 0, n = 3 + htmltext_less(t, 12); i < n; i++) {
        htmltext_put(t, "<p>");
        htmltext_words(t, 20 + htmltext_less(t, 60));
        if (htmltext_less(t, 4) == 0)
            htmltext_link(t, "");
        htmltext_put(t, "</p>\r\n");
    }
    htmltext_put(t, "</blockquote></div>\r\n");
}

/* Adds pages of all kinds, with the lengths that are common in mail, up to n bytes. */
static void htmltext_fill(htmltext *t, size_t n)
{
    while (t->n < n)
        switch (htmltext_less(t, 4)) {
        case 0:
        case 1:
            htmltext_newsletter(t);
            break;
        case 2:
            htmltext_office(t);
            break;
        default:
            htmltext_reply(t);
        }
}

/* ---- Other libraries: count the elements with an href ---- */

#if defined(HAVE_GUMBO)
#include <gumbo.h>

static unsigned long with_gumbo_node(const GumboNode *node)
{
    unsigned long links = 0;

    if (node->type != GUMBO_NODE_ELEMENT && node->type != GUMBO_NODE_TEMPLATE)
        return 0;
    links += gumbo_get_attribute(&node->v.element.attributes, "href") != NULL;
    for (unsigned i = 0; i < node->v.element.children.length; i++)
        links += with_gumbo_node(node->v.element.children.data[i]);
    return links;
}

/* gumbo parses a whole page. */
static unsigned long with_gumbo(const char *p, size_t n)
{
    GumboOutput *out = gumbo_parse_with_options(&kGumboDefaultOptions, p, n);
    unsigned long links = out ? with_gumbo_node(out->root) : 0;

    if (out)
        gumbo_destroy_output(&kGumboDefaultOptions, out);
    return links;
}
#endif

#if defined(HAVE_LIBXML2)
#include <libxml/HTMLparser.h>

static void with_libxml2_start(void *user, const xmlChar *name, const xmlChar **atts)
{
    unsigned long *links = user;

    (void)name;
    for (; atts && atts[0]; atts += 2)
        *links += strcmp((const char *)atts[0], "href") == 0;
}

static unsigned long with_libxml2(const char *p, size_t n, size_t block)
{
    unsigned long links = 0;
    htmlSAXHandler sax = {.startElement = with_libxml2_start};
    htmlParserCtxtPtr ctxt =
        htmlCreatePushParserCtxt(&sax, &links, NULL, 0, NULL, XML_CHAR_ENCODING_UTF8);

    htmlCtxtUseOptions(ctxt, HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET);
    for (size_t at = 0; at < n; at += block)
        htmlParseChunk(ctxt, p + at, (int)(block < n - at ? block : n - at), 0);
    htmlParseChunk(ctxt, NULL, 0, 1);
    htmlFreeParserCtxt(ctxt);
    return links;
}
#endif

/* ---- trawl ---- */

typedef struct counts {
    unsigned long links, calls;
} counts;

static int count_text(void *user, const char *p, size_t n, uint64_t at)
{
    (void)p, (void)n, (void)at;
    ((counts *)user)->calls++;
    return 0;
}

static int count_reference(void *user, const char *p, size_t n, uint64_t from, uint64_t to)
{
    (void)p, (void)n, (void)from, (void)to;
    ((counts *)user)->calls++;
    return 0;
}

static bool count_wants(void *user, const html_name *tag, const html_name *name)
{
    (void)user, (void)tag;
    switch (name->n) {
    case 3:
        return memcmp(name->p, "src", 3) == 0;
    case 4:
        return memcmp(name->p, "href", 4) == 0;
    case 6:
        return memcmp(name->p, "action", 6) == 0 || memcmp(name->p, "srcset", 6) == 0;
    case 10:
        return memcmp(name->p, "background", 10) == 0 || memcmp(name->p, "formaction", 10) == 0;
    default:
        return false;
    }
}

static int count_attribute(void *user, const html_attribute *a)
{
    ((counts *)user)->links += a->name->p[0] == 'h';
    return 0;
}

static int count_start(void *user, const html_name *tag, bool self_closing)
{
    (void)tag, (void)self_closing;
    ((counts *)user)->calls++;
    return 0;
}

static int count_end(void *user, const html_name *tag)
{
    (void)tag;
    ((counts *)user)->calls++;
    return 0;
}

static int count_markup(void *user, uint64_t from, uint64_t to)
{
    (void)from, (void)to;
    ((counts *)user)->calls++;
    return 0;
}

static counts tokenize(const char *p, size_t n, size_t block)
{
    static html h;
    counts c = {0};
    html_out out = {.user = &c,
                    .text = count_text,
                    .reference = count_reference,
                    .wants = count_wants,
                    .attribute = count_attribute,
                    .start = count_start,
                    .end = count_end,
                    .markup = count_markup};

    html_begin(&h, &out);
    for (size_t at = 0; at < n; at += block)
        html_feed(&h, p + at, block < n - at ? block : n - at);
    html_finish(&h);
    return c;
}

static void tell(const char *name, double nanoseconds, size_t n, unsigned long links)
{
    printf("    %-36s%10.0f MB/s%10lu links\n", name, (double)n * 1e3 / nanoseconds, links);
}

static void measure(const char *name, const char *p, size_t n, size_t block)
{
    double times[ROUNDS];
    counts c = {0};

    for (int round = 0; round < ROUNDS; round++) {
        double begin = now();
        c = tokenize(p, n, block);
        times[round] = now() - begin;
        kept += c.calls;
    }
    tell(name, median(times, ROUNDS), n, c.links);
}

static unsigned long own_links(const char *p, size_t n)
{
    return tokenize(p, n, BLOCK).links;
}

#if defined(HAVE_LIBXML2)
static unsigned long libxml2_links(const char *p, size_t n)
{
    return with_libxml2(p, n, BLOCK);
}
#endif

/* Measures the same pages one by one. */
static void measure_pages(const char *name, size_t most,
                          unsigned long (*links)(const char *, size_t))
{
    htmltext t = {.chance = 1};
    unsigned long sum = 0;
    size_t done = 0;
    double time = 0;

    for (; done < most; done += t.n) {
        double begin;
        t.n = 0;
        htmltext_fill(&t, 1);
        begin = now();
        sum += links(t.p, t.n);
        time += now() - begin;
    }
    tell(name, time, done, sum);
    free(t.p);
}

static void measure_others(size_t n)
{
    measure_pages("page by page", n, own_links);
#if defined(HAVE_LIBXML2)
    measure_pages("page by page, libxml2, SAX", n, libxml2_links);
#else
    puts("    not measured: libxml2 (libxml2-dev)");
#endif
#if defined(HAVE_GUMBO)
    measure_pages("page by page, gumbo", n, with_gumbo);
#else
    puts("    not measured: gumbo (libgumbo-dev)");
#endif
}

int main(int argc, char **argv)
{
    long megabytes = argc > 1 ? strtol(argv[1], NULL, 10) : 50;
    htmltext t = {.chance = 1};

    htmltext_fill(&t, (size_t)(megabytes > 0 ? megabytes : 1) * MEGABYTE);
    measure("blocks of 64 KB", t.p, t.n, BLOCK);
    measure("blocks of 4 KB", t.p, t.n, 4096);
    measure("7 bytes", t.p, t.n, 7);
    measure("byte by byte", t.p, t.n, 1);
    measure_others(t.n / 50 + 1);
    free(t.p);
    return 0;
}
