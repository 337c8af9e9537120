/* page.c - the HTML of a report: head and foot of the page, sections, escaped text
 *
 * The page loads nothing; its Content-Security-Policy allows only its own style and script, by
 * their hashes. Only http, https and mailto URLs that are safe to open become links.
 */
#include "archive/report/report.h"

#include "archive/report/parts.h"

/* The maximum number of characters of a title. */
enum { TITLE_MOST = 200 };

void put_markup(struct report *r, const char *html)
{
    output_text(r->out, html);
}

void put_escaped(struct report *r, trawl_str text, size_t most)
{
    escape_put(r->out, text, most);
}

void put_total(struct report *r, const char *tag, const char *id, uint64_t n)
{
    output_printf(r->out, "<%s id=\"%s\" data-v=\"%llu\">", tag, id, (unsigned long long)n);
    put_grouped(r->out, n);
    output_printf(r->out, "</%s>", tag);
}

void report_begin(struct report *r, const char *title, const struct part *parts, size_t count)
{
    const trawl_str text = {title, strlen(title)};

    put_markup(r, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                  "style-src '" PAGE_CSS_HASH "'; script-src '" PAGE_JS_HASH "'; "
                  "base-uri 'none'; form-action 'none'\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                  "<meta name=\"referrer\" content=\"no-referrer\">\n"
                  "<meta name=\"generator\" content=\"trawl " TRAWL_VERSION "\">\n<title>");
    put_escaped(r, text, TITLE_MOST);
    put_markup(r, "</title>\n<style>");
    put_markup(r, page_css);
    put_markup(r, "</style>\n</head>\n<body>\n<header>\n");
    if (lead_to_front(r))
        put_markup(r, "\xE2\x86\x90 All messages</a>\n");
    put_markup(r, "<h1><bdi>");
    put_escaped(r, text, TITLE_MOST);
    put_markup(r, "</bdi></h1>\n");
    section_summary(r);
    put_markup(r, "<nav aria-label=\"Contents\"><ul>\n");
    for (size_t i = 0; i < count; i++)
        if (r->years > 0 || !parts[i].dated)
            output_printf(r->out, "<li><a href=\"#%s\">%s</a></li>\n", parts[i].id, parts[i].name);
    put_markup(r, "</ul></nav>\n</header>\n<main>\n");
}

void report_end(struct report *r)
{
    put_markup(
        r, "</main>\n<footer>\n<p>Made by trawl report " TRAWL_VERSION
           ". Times are UTC. This page loads nothing from the network.</p>\n</footer>\n<script>");
    put_markup(r, page_js);
    put_markup(r, "</script>\n</body>\n</html>\n");
}

void section_begin(struct report *r, const char *id, const char *heading, const char *text)
{
    output_printf(r->out, "<section id=\"%s\" aria-labelledby=\"%s-h\">\n<h2 id=\"%s-h\">%s</h2>\n",
                  id, id, id, heading);
    if (text) {
        put_markup(r, "<p class=\"lead\">");
        put_markup(r, text);
        put_markup(r, "</p>\n");
    }
}

void section_end(struct report *r)
{
    put_markup(r, "</section>\n");
}
