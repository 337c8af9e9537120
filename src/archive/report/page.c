/* page.c - the HTML of a report: the start and the end of its text, sections, escaped text */
#include "archive/report/report.h"

#include "archive/site/site.h"

/* The maximum number of characters of a title. */
enum { TITLE_MOST = 200 };

void put_markup(struct report *r, const char *html)
{
    output_text(r->out, html);
}

void put_escaped(struct report *r, trawl_str text, size_t most)
{
    const bool hidden = r->options->addresses == REPORT_HIDDEN && has_address(text);

    escape_put(r->out, hidden ? site_str("(left out)") : text, most);
}

void put_total(struct report *r, const char *tag, const char *id, uint64_t n)
{
    output_printf(r->out, "<%s id=\"%s\" data-v=\"%llu\">", tag, id, (unsigned long long)n);
    put_grouped(r->out, n);
    output_printf(r->out, "</%s>", tag);
}

void report_begin(struct report *r, const struct frame *frame, const struct part *parts,
                  size_t count)
{
    frame_begin(r->out, frame);
    put_markup(r, "<h1><bdi>");
    put_escaped(r, frame->title, TITLE_MOST);
    put_markup(r, "</bdi></h1>\n");
    section_summary(r);
    put_markup(r, "<nav class=\"steps\" aria-label=\"Contents\"><ul>\n");
    for (size_t i = 0; i < count; i++)
        if (r->years > 0 || !parts[i].dated)
            output_printf(r->out, "<li><a href=\"#%s\">%s</a></li>\n", parts[i].id, parts[i].name);
    put_markup(r, "</ul></nav>\n");
}

void report_end(struct report *r, const struct frame *frame)
{
    put_markup(r, "<footer>\n<p>Made by trawl report " TRAWL_VERSION
                  ". Times are UTC. This page loads nothing from the network.</p>\n</footer>\n");
    frame_end(r->out, frame);
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
