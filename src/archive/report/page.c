/* page.c - the HTML of a report: head and foot of the page, sections, tables, escaped text
 *
 * The page loads nothing; its Content-Security-Policy allows only its own style and script, by
 * their hashes. Only http, https and mailto URLs that are safe to open become links.
 */
#include "archive/report/report.h"

#include "archive/report/parts.h"

#include <errno.h>
#include <trawl_emit.h>

/* The maximum number of characters of a text, and of bytes of a URL that becomes a link. */
enum { TEXT_MOST = 200, URL_MOST = 2000 };

static void page_put(struct report *r, const char *text)
{
    output_text(r->out, text);
}

static trawl_str page_str(const char *text)
{
    return (trawl_str){text, text ? strlen(text) : 0};
}

void put_escaped(struct report *r, trawl_str text, size_t most)
{
    escape_put(r->out, text, most);
}

void put_grouped(struct report *r, uint64_t n)
{
    if (n >= 1000) {
        put_grouped(r, n / 1000);
        output_printf(r->out, ",%03u", (unsigned)(n % 1000));
    } else {
        output_number(r->out, n);
    }
}

void put_percent(struct report *r, uint64_t n, uint64_t of)
{
    output_printf(r->out, "%.1f%%", of > 0 ? 100.0 * (double)n / (double)of : 0.0);
}

/* ---- The page ---- */

static const struct {
    const char *id, *name;
    bool dated; /* only if there are links with dates */
} contents[] = {
    {"years", "Years", true},
    {"months", "Months", true},
    {"sites", "Sites", false},
    {"schemes", "Schemes", true},
    {"broken", "Broken links", true},
    {"posters", "Who posts", false},
    {"first", "First posters", false},
    {"posted", "Most posted", false},
    {"lasting", "Longest-lived", false},
    {"threads", "Threads", false},
    {"only-quoted", "Only quoted", false},
    {"rot", "Rot", false},
};

void report_begin(struct report *r, const char *title)
{
    size_t count = sizeof contents / sizeof contents[0] - !r->options->status;

    page_put(r, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                "style-src '" PAGE_CSS_HASH "'; script-src '" PAGE_JS_HASH "'; "
                "base-uri 'none'; form-action 'none'\">\n"
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                "<meta name=\"referrer\" content=\"no-referrer\">\n"
                "<meta name=\"generator\" content=\"trawl " TRAWL_VERSION "\">\n<title>");
    put_escaped(r, page_str(title), TEXT_MOST);
    page_put(r, "</title>\n<style>");
    page_put(r, page_css);
    page_put(r, "</style>\n</head>\n<body>\n<header>\n");
    if (lead_to_front(r))
        page_put(r, "\xE2\x86\x90 All messages</a>\n");
    page_put(r, "<h1><bdi>");
    put_escaped(r, page_str(title), TEXT_MOST);
    page_put(r, "</bdi></h1>\n");
    section_summary(r);
    page_put(r, "<nav aria-label=\"Contents\"><ul>\n");
    for (size_t i = 0; i < count; i++)
        if (r->years > 0 || !contents[i].dated)
            output_printf(r->out, "<li><a href=\"#%s\">%s</a></li>\n", contents[i].id,
                          contents[i].name);
    page_put(r, "</ul></nav>\n</header>\n<main>\n");
}

void report_end(struct report *r)
{
    page_put(r,
             "</main>\n<footer>\n<p>Made by trawl report " TRAWL_VERSION
             ". Times are UTC. This page loads nothing from the network.</p>\n</footer>\n<script>");
    page_put(r, page_js);
    page_put(r, "</script>\n</body>\n</html>\n");
}

void section_begin(struct report *r, const char *id, const char *heading, const char *text)
{
    output_printf(r->out, "<section id=\"%s\" aria-labelledby=\"%s-h\">\n<h2 id=\"%s-h\">%s</h2>\n",
                  id, id, id, heading);
    if (text) {
        page_put(r, "<p class=\"lead\">");
        page_put(r, text);
        page_put(r, "</p>\n");
    }
}

void section_end(struct report *r)
{
    page_put(r, "</section>\n");
}

/* ---- Tables ---- */

void table_begin(struct report *r, const char *id, const char *caption,
                 const struct heading *columns, bool folded)
{
    if (folded)
        page_put(r, "<details>\n<summary>The numbers as a table</summary>\n");
    output_printf(r->out,
                  "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"%s-c\">\n"
                  "<table id=\"%s-t\" class=\"%s\">\n<caption id=\"%s-c\">%s</caption>\n"
                  "<thead><tr>",
                  id, id, folded ? "figures" : "data", id, caption);
    for (; columns->name; columns++) {
        page_put(r, columns->type == COLUMN_NUMBER ? "<th scope=\"col\" class=\"n\">"
                                                   : "<th scope=\"col\">");
        put_escaped(r, page_str(columns->name), TEXT_MOST);
        page_put(r, "</th>");
    }
    page_put(r, "</tr></thead>\n<tbody>\n");
}

void table_end(struct report *r, bool folded)
{
    page_put(r, "</tbody>\n</table>\n</div>\n");
    if (folded)
        page_put(r, "</details>\n");
}

void row_begin(struct report *r)
{
    page_put(r, "<tr>");
}

void row_end(struct report *r)
{
    page_put(r, "</tr>\n");
}

void cell_number(struct report *r, uint64_t n)
{
    page_put(r, "<td class=\"n\" data-v=\"");
    output_number(r->out, n);
    page_put(r, "\">");
    put_grouped(r, n);
    page_put(r, "</td>");
}

/* Writes a number, the end of the link around it, and a bar. */
static void put_bar(struct report *r, uint64_t n, uint64_t most, bool live)
{
    put_grouped(r, n);
    page_put(r, live ? "</a>" : "");
    page_put(r, "<svg viewBox=\"0 0 100 4\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
                "<rect width=\"");
    put_place(r, most > 0 ? 100.0 * (double)n / (double)most : 0);
    page_put(r, "\" height=\"4\"/></svg></td>");
}

void cell_bar(struct report *r, uint64_t n, uint64_t most)
{
    page_put(r, "<td class=\"n b\" data-v=\"");
    output_number(r->out, n);
    page_put(r, "\">");
    put_bar(r, n, most, false);
}

void cell_messages(struct report *r, trawl_str url, uint64_t n, uint64_t most)
{
    page_put(r, "<td class=\"n b\" data-v=\"");
    output_number(r->out, n);
    page_put(r, "\">");
    put_bar(r, n, most, lead_to_host(r, url));
}

void cell_percent(struct report *r, uint64_t n, uint64_t of)
{
    output_printf(r->out, "<td class=\"n\" data-v=\"%.4f\">",
                  of > 0 ? 100.0 * (double)n / (double)of : 0.0);
    put_percent(r, n, of);
    page_put(r, "</td>");
}

void cell_text(struct report *r, trawl_str text)
{
    page_put(r, "<td><bdi>");
    put_escaped(r, text, TEXT_MOST);
    page_put(r, "</bdi></td>");
}

/* Writes the start tag of a link if the URL is safe to open. Returns true if so. */
static bool put_anchor(struct report *r, trawl_str url)
{
    char href[2 * URL_MOST];
    trawl_link link = {.size = sizeof link, .kind = TRAWL_KIND_BARE, .url = url, .raw = url};
    size_t n;
    int error;

    if (url.n > URL_MOST)
        return false;
    error = trawl_emit_href(&link, "", 0, href, sizeof href, &n, NULL);
    if (error == TRAWL_ERROR_NO_MEMORY)
        r->out->error = ENOMEM;
    if (error != TRAWL_OK)
        return false;
    page_put(r, "<a rel=\"nofollow noopener noreferrer\" href=\"");
    put_escaped(r, (trawl_str){href, n}, n);
    page_put(r, "\">");
    return true;
}

trawl_str url_shown(const struct report *r, trawl_str url)
{
    bool hidden = r->options->anonymous && url.n >= 7 && memcmp(url.p, "mailto:", 7) == 0;

    return hidden ? page_str("mailto: (left out)") : url;
}

void cell_url(struct report *r, trawl_str url)
{
    char shown[2 * URL_MOST];
    bool live;
    size_t n = 0;
    int error;

    url = url_shown(r, url);
    page_put(r, "<td class=\"u\" data-v=\"");
    put_escaped(r, url, TEXT_MOST);
    page_put(r, "\"><bdi dir=\"ltr\">");
    live = put_anchor(r, url);
    error = url.n > URL_MOST ? TRAWL_ERROR_NO_SPACE
                             : trawl_display(url.p, url.n, shown, sizeof shown, &n);
    if (error == TRAWL_ERROR_NO_MEMORY)
        r->out->error = ENOMEM;
    if (error != TRAWL_OK)
        put_escaped(r, url, TEXT_MOST);
    else
        put_escaped(r, (trawl_str){shown, n}, TEXT_MOST);
    page_put(r, live ? "</a></bdi></td>" : "</bdi></td>");
}

void cell_day(struct report *r, sqlite3_stmt *s, int column)
{
    time_t time = (time_t)sqlite3_column_int64(s, column);
    struct tm t;

    if (sqlite3_column_type(s, column) == SQLITE_NULL || !gmtime_r(&time, &t)) {
        page_put(r, "<td class=\"d\" data-v=\"\">unknown</td>");
        return;
    }
    output_printf(r->out, "<td class=\"d\" data-v=\"%lld\">%04d-%02d-%02d</td>", (long long)time,
                  t.tm_year + 1900, t.tm_mon + 1, t.tm_mday);
}

void cell_person(struct report *r, sqlite3_stmt *s, int column)
{
    trawl_str name = db_text(s, column + 1), address = db_text(s, column + 2);
    bool live;

    if (sqlite3_column_type(s, column) == SQLITE_NULL) {
        page_put(r, "<td class=\"p\">unknown</td>");
        return;
    }
    if (r->options->anonymous) {
        output_printf(r->out, "<td class=\"p\">person %lld</td>",
                      (long long)sqlite3_column_int64(s, column));
        return;
    }
    page_put(r, "<td class=\"p\">");
    live = lead_to_sender(r, address);
    page_put(r, "<bdi>");
    put_escaped(r, name.n > 0 ? name : address, TEXT_MOST);
    page_put(r, live ? "</bdi></a>" : "</bdi>");
    if (name.n > 0 && address.n > 0) {
        page_put(r, " <bdi class=\"dim\">");
        put_escaped(r, address, TEXT_MOST);
        page_put(r, "</bdi>");
    }
    page_put(r, "</td>");
}

void cell_message(struct report *r, sqlite3_stmt *s, int column)
{
    int64_t message = sqlite3_column_int64(s, column);
    bool live;

    output_printf(r->out, "<td class=\"m\" data-v=\"%lld\">", (long long)message);
    live = lead_to_message(r, message);
    page_put(r, "<bdi>");
    put_escaped(r, db_text(s, column + 1), TEXT_MOST / 2);
    output_printf(r->out, "</bdi> <span class=\"dim\">#%lld</span>%s</td>", (long long)message,
                  live ? "</a>" : "");
}

int64_t each_row(struct report *r, const char *sql, row_writer *row)
{
    sqlite3_stmt *s = r->db->failed ? NULL : db_prepare(r->db, sql);
    int64_t count = 0;
    int found = -1;

    if (!s)
        return -1;
    if (sqlite3_bind_parameter_count(s) > 0)
        (void)sqlite3_bind_int64(s, 1, (int64_t)r->top);
    for (; r->out->error == 0 && (found = db_step(r->db, s)) > 0; count++)
        row(r, s);
    db_reset(r->db, s);
    return found < 0 ? -1 : count;
}

void each_or_none(struct report *r, const char *sql, row_writer *row)
{
    if (each_row(r, sql, row) == 0)
        page_put(r, "<tr><td>None.</td></tr>\n");
}
