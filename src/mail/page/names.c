/* names.c - the table of elements and attributes that affect text and links (HTML standard, indices
 * of both; and obsolete ones) */
#include "mail/page/inside.h"

#define BLOCK PAGE_TAG_BLOCK
#define VERBATIM PAGE_TAG_VERBATIM
#define HIDER PAGE_TAG_HIDER
#define TAG(name, what)                                                                            \
    {                                                                                              \
        name, what, PAGE_HOLDS_NOTHING, ""                                                         \
    }
#define ATTRIBUTE(name, holds, only)                                                               \
    {                                                                                              \
        name, 0, PAGE_HOLDS_##holds, only                                                          \
    }

/* clang-format off */
const page_name page_name_rows[] = {
    TAG("a", PAGE_TAG_ANCHOR), TAG("address", BLOCK), TAG("article", BLOCK), TAG("aside", BLOCK),
    TAG("base", PAGE_TAG_BASE), TAG("blockquote", BLOCK), TAG("body", BLOCK), TAG("br", BLOCK),
    TAG("caption", BLOCK), TAG("center", BLOCK), TAG("dd", BLOCK), TAG("details", BLOCK),
    TAG("dialog", BLOCK), TAG("dir", BLOCK), TAG("div", BLOCK), TAG("dl", BLOCK),
    TAG("dt", BLOCK), TAG("fieldset", BLOCK), TAG("figcaption", BLOCK), TAG("figure", BLOCK),
    TAG("footer", BLOCK), TAG("form", BLOCK), TAG("h1", BLOCK), TAG("h2", BLOCK),
    TAG("h3", BLOCK), TAG("h4", BLOCK), TAG("h5", BLOCK), TAG("h6", BLOCK), TAG("head", BLOCK),
    TAG("header", BLOCK), TAG("hr", BLOCK), TAG("html", BLOCK), TAG("iframe", HIDER),
    TAG("legend", BLOCK), TAG("li", BLOCK), TAG("listing", VERBATIM), TAG("main", BLOCK),
    TAG("menu", BLOCK), TAG("nav", BLOCK), TAG("noembed", HIDER), TAG("noframes", HIDER),
    TAG("ol", BLOCK), TAG("option", BLOCK), TAG("p", BLOCK), TAG("plaintext", VERBATIM),
    TAG("pre", BLOCK | VERBATIM), TAG("script", HIDER), TAG("section", BLOCK),
    TAG("select", BLOCK), TAG("summary", BLOCK), TAG("table", BLOCK), TAG("tbody", BLOCK),
    TAG("td", BLOCK), TAG("template", HIDER), TAG("textarea", BLOCK | VERBATIM),
    TAG("tfoot", BLOCK), TAG("th", BLOCK), TAG("thead", BLOCK), TAG("title", BLOCK),
    TAG("tr", BLOCK), TAG("ul", BLOCK), TAG("xmp", VERBATIM),
    {"style", HIDER, PAGE_HOLDS_STYLE, "img"},
    ATTRIBUTE("action", URL, "form"), ATTRIBUTE("background", URL, ""),
    ATTRIBUTE("cite", URL, ""), ATTRIBUTE("content", REFRESH, "meta"),
    ATTRIBUTE("data", URL, "object"), ATTRIBUTE("dynsrc", URL, ""),
    ATTRIBUTE("formaction", URL, ""), ATTRIBUTE("height", HEIGHT, "img"),
    ATTRIBUTE("href", URL, ""), ATTRIBUTE("http-equiv", HTTP_EQUIV, "meta"),
    ATTRIBUTE("imagesrcset", SRCSET, ""), ATTRIBUTE("longdesc", URL, ""),
    ATTRIBUTE("lowsrc", URL, ""), ATTRIBUTE("ping", URLS, ""), ATTRIBUTE("poster", URL, ""),
    ATTRIBUTE("src", URL, ""), ATTRIBUTE("srcset", SRCSET, ""), ATTRIBUTE("width", WIDTH, "img"),
    ATTRIBUTE("xlink:href", URL, ""),
};
/* clang-format on */

void page_names_make(page_names *x)
{
    *x = (page_names){.made = true};
    for (size_t i = 0; i < sizeof page_name_rows / sizeof page_name_rows[0]; i++) {
        const page_name *row = &page_name_rows[i];
        size_t n = strlen(row->name);
        uint64_t key = page_key(row->name, n);
        x->slots[page_slot_of(key)] = (page_slot){.key = key,
                                                  .n = (unsigned char)n,
                                                  .tag = row->tag,
                                                  .holds = row->holds,
                                                  .row = (unsigned char)i};
    }
}
