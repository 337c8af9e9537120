/* html_lines.c - a page whose lines stay as they are: a quoted line stands in an element for each of its marks
 *
 *   <span class="trawl-quote">&gt; <span class="trawl-quote">&gt; twice quoted
 *   </span></span>
 *
 * A quote mark is a ">" at the beginning of a line, spaces aside; other marks (R10) stay unmarked here.
 */
#include "emit/html.h"

/* What bytes of the source an element may begin before: the first line end in <pre> would be dropped by a parser of HTML,
 * though not by one of XML. */
static void put_first(trawl_emit *e, char c)
{
    html *h = e->state;

    if (!h->lines.started && (c == '\n' || c == '\r') && !emit_option(e, TRAWL_EMIT_XHTML))
        emit_text(e, "\n");
    h->lines.started = true;
}

static void open_quote(trawl_emit *e)
{
    html *h = e->state;

    if (h->lines.depth == HTML_QUOTES)
        return;
    escape_html_settle(e, &h->text);
    emit_text(e, "<span class=\"trawl-quote\">");
    h->lines.depth++;
}

static void close_quotes(trawl_emit *e)
{
    html *h = e->state;

    for (; h->lines.depth > 0; h->lines.depth--)
        emit_text(e, "</span>");
}

/* How many bytes at p are the rest of a line, with its end if that is there. */
static size_t line_of(const trawl_emit *e, html_lines *l, const char *p, size_t n)
{
    size_t i = e->kernel->find(&e->line_ends, p, n);

    if (i == n)
        return n;
    l->bol = true;
    l->cr = p[i++] == '\r';
    if (l->cr && i < n && p[i] == '\n') {
        l->cr = false;
        i++;
    }
    return i;
}

/* The marks at p, if a line begins there; how many bytes they were. */
static size_t put_marks(trawl_emit *e, const char *p, size_t n)
{
    html *h = e->state;
    size_t i = 0;

    while (h->lines.bol && i < n) {
        if (p[i] == '>')
            open_quote(e);
        else if (p[i] != ' ')
            break;
        escape_html_text(e, &h->text, p + i, 1);
        i++;
    }
    h->lines.bol = h->lines.bol && i == n;
    return i;
}

int html_lines_text(trawl_emit *e, const char *p, size_t n)
{
    html *h = e->state;
    size_t i = 0, len;

    if (n == 0)
        return e->error;
    put_first(e, p[0]);
    if (h->lines.cr && p[0] == '\n') /* the escaper knows that it has gone out already */
        escape_html_text(e, &h->text, p + i++, 1);
    h->lines.cr = h->lines.cr && i == n;
    while (i < n && !e->error) {
        h->lines.cr = false;
        i += put_marks(e, p + i, n - i);
        len = line_of(e, &h->lines, p + i, n - i);
        escape_html_text(e, &h->text, p + i, len);
        i += len;
        if (len > 0 && h->lines.bol)
            close_quotes(e);
    }
    return e->error;
}

void html_lines_inline(trawl_emit *e)
{
    html *h = e->state;

    h->lines.bol = false;
    h->lines.cr = false;
    h->lines.started = true;
}

void html_lines_head(trawl_emit *e, bool head)
{
    html *h = e->state;

    escape_html_settle(e, &h->text);
    close_quotes(e);
    emit_text(e, head ? "<span class=\"trawl-head\">" : "</span>");
    h->lines.started = true;
    h->lines.bol = true;
    h->lines.cr = false;
}

void html_lines_end(trawl_emit *e)
{
    html *h = e->state;

    escape_html_settle(e, &h->text);
    close_quotes(e);
}
