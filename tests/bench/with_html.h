/* with_html.h - the same pages through gumbo and through libxml2's push parser, where they were found when this was built
 *
 * They count what has an href, as the tokenizer's calls in bench_html.c do.
 */
#ifndef TRAWL_TESTS_BENCH_WITH_HTML_H
#define TRAWL_TESTS_BENCH_WITH_HTML_H

#include <stddef.h>
#include <string.h>

#if defined(HAVE_GUMBO)
#include <gumbo.h>

static inline unsigned long with_gumbo_node(const GumboNode *node)
{
    unsigned long links = 0;

    if (node->type != GUMBO_NODE_ELEMENT && node->type != GUMBO_NODE_TEMPLATE)
        return 0;
    links += gumbo_get_attribute(&node->v.element.attributes, "href") != NULL;
    for (unsigned i = 0; i < node->v.element.children.length; i++)
        links += with_gumbo_node(node->v.element.children.data[i]);
    return links;
}

/* It takes a page whole. */
static inline unsigned long with_gumbo(const char *p, size_t n)
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

static inline void with_libxml2_start(void *user, const xmlChar *name, const xmlChar **atts)
{
    unsigned long *links = user;

    (void)name;
    for (; atts && atts[0]; atts += 2)
        *links += strcmp((const char *)atts[0], "href") == 0;
}

static inline unsigned long with_libxml2(const char *p, size_t n, size_t block)
{
    unsigned long links = 0;
    htmlSAXHandler sax = {.startElement = with_libxml2_start};
    htmlParserCtxtPtr ctxt = htmlCreatePushParserCtxt(&sax, &links, NULL, 0, NULL, XML_CHAR_ENCODING_UTF8);

    htmlCtxtUseOptions(ctxt, HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET);
    for (size_t at = 0; at < n; at += block)
        htmlParseChunk(ctxt, p + at, (int)(block < n - at ? block : n - at), 0);
    htmlParseChunk(ctxt, NULL, 0, 1);
    htmlFreeParserCtxt(ctxt);
    return links;
}
#endif

#endif
