/* reflow.c - a page whose paragraphs flow: quotes are <blockquote>, the signature is separate
 *
 *   > quoted text         <blockquote><p><span class="trawl-mark" hidden>&gt; </span>quoted text
 *   > goes on                 <span class="trawl-mark" hidden>&gt; </span>goes on
 *                         </p></blockquote>
 *   text                  <p>text
 *
 * Every byte of the text is kept: quote marks are hidden, line ends are white space. A line stays
 * separate where it is indented, begins like an entry of a list, or follows a short line. A block
 * that begins indented after an empty line stays as it is. A line "-- " begins a signature, which
 * lasts as long as the depth of quotes. Tables and drawings that are not indented are not
 * recognized.
 */
#include "emit/html/inside.h"

#include "base/ascii.h"

/* A line shorter than this was ended on purpose, not by the width of the text. */
#define SHORT_LINE 50

/* The parts of a line's start. */
typedef struct line_head {
    size_t marks; /* bytes of quote marks, with a space after the last one */
    unsigned depth;
    size_t blanks; /* bytes of blanks after the marks */
} line_head;

static line_head head_of(const char *p, size_t n)
{
    line_head head = {0, 0, 0};

    for (size_t i = 0; i < n && (p[i] == '>' || p[i] == ' '); i++)
        if (p[i] == '>') {
            head.marks = i + 1;
            head.depth += head.depth < HTML_QUOTES;
        }
    if (head.marks > 0 && head.marks < n && p[head.marks] == ' ')
        head.marks++;
    while (head.marks + head.blanks < n &&
           (p[head.marks + head.blanks] == ' ' || p[head.marks + head.blanks] == '\t'))
        head.blanks++;
    return head;
}

static void close_block(trawl_emit *e)
{
    html *h = e->state;

    escape_html_settle(e, &h->text);
    if (h->lines.block != HTML_NO_BLOCK)
        emit_text(e, h->lines.block == HTML_PARAGRAPH ? "</p>" : "</pre>");
    h->lines.block = HTML_NO_BLOCK;
}

static void open_block(trawl_emit *e, enum html_block block)
{
    static const char *const tags[] = {"", "<p>", "<pre>", "<pre class=\"trawl-signature\">",
                                       "<pre class=\"trawl-head\">"};
    html *h = e->state;

    if (h->lines.block != HTML_NO_BLOCK)
        close_block(e);
    emit_text(e, tags[block]);
    h->lines.block = block;
}

static void set_depth(trawl_emit *e, unsigned depth)
{
    html *h = e->state;

    if (h->lines.depth != depth)
        close_block(e);
    for (; h->lines.depth > depth; h->lines.depth--)
        emit_text(e, "</blockquote>");
    for (; h->lines.depth < depth; h->lines.depth++)
        emit_text(e, "<blockquote>");
}

static bool is_end(char c)
{
    return c == '\n' || c == '\r';
}

/* Returns true for a line "-- " or "--". */
static bool is_signature(const char *p, size_t n)
{
    size_t i = 2;

    if (n < 3 || p[0] != '-' || p[1] != '-')
        return false;
    i += p[i] == ' ';
    return i < n && is_end(p[i]);
}

/* Returns true for "- x", "* x", "1. x", "a) x". */
static bool is_entry(const char *p, size_t n)
{
    size_t i = 0;

    if (n > 1 && strchr("-*+o", p[0]) && p[0] != '\0' && p[1] == ' ')
        return true;
    while (i < 3 && i < n && ascii_is_digit((unsigned char)p[i]))
        i++;
    if (i == 0 && n > 0 && ascii_is_alpha((unsigned char)p[0]))
        i = 1;
    return i > 0 && i + 1 < n && (p[i] == '.' || p[i] == ')') && p[i + 1] == ' ';
}

/* Opens the element for a line that is not empty, or breaks the line in the open paragraph. */
static void choose_block(trawl_emit *e, const line_head *head, const char *rest, size_t n)
{
    html *h = e->state;
    bool indented = head->blanks > 1 || (head->blanks == 1 && rest[-1] == '\t');

    if (h->lines.block == HTML_SIGNATURE)
        return;
    if (is_signature(rest, n) && head->blanks == 0)
        open_block(e, HTML_SIGNATURE);
    else if (h->lines.block == HTML_NO_BLOCK)
        open_block(e, indented ? HTML_VERBATIM : HTML_PARAGRAPH);
    else if (h->lines.block == HTML_PARAGRAPH &&
             (indented || is_entry(rest, n) || h->lines.last < SHORT_LINE))
        emit_text(e, emit_option(e, TRAWL_EMIT_OPTION_XHTML) ? "<br/>" : "<br>");
}

static void put_marks(trawl_emit *e, const char *p, size_t n)
{
    html *h = e->state;

    if (n == 0)
        return;
    emit_text(e, emit_option(e, TRAWL_EMIT_OPTION_XHTML)
                     ? "<span class=\"trawl-mark\" hidden=\"hidden\">"
                     : "<span class=\"trawl-mark\" hidden>");
    escape_html_text(e, &h->text, p, n);
    emit_text(e, "</span>");
}

/* Decides a line's block by the held start of the line, and writes that. */
static void decide(trawl_emit *e)
{
    html *h = e->state;
    html_lines *l = &h->lines;
    line_head head = head_of(l->head, l->head_n);
    const char *rest = l->head + head.marks + head.blanks;
    size_t n = l->head_n - head.marks - head.blanks;

    l->bol = false;
    set_depth(e, head.depth);
    if (n > 0 && is_end(rest[0]) && l->block != HTML_SIGNATURE)
        close_block(e);
    else
        choose_block(e, &head, rest, n);
    put_marks(e, l->head, head.marks);
    escape_html_text(e, &h->text, l->head + head.marks, l->head_n - head.marks);
    l->column = l->head_n;
    l->head_n = 0;
}

/* Returns true when another byte is needed to decide the line's block. Five bytes after marks and
 * blanks suffice: "123. ", or "-- " and its end. */
static bool wants_more(const html_lines *l)
{
    line_head head = head_of(l->head, l->head_n);
    size_t n = l->head_n - head.marks - head.blanks;

    return l->head_n < HTML_HEAD && n < 5 && (n == 0 || !is_end(l->head[l->head_n - 1]));
}

static void end_line(html_lines *l, char c)
{
    l->cr = c == '\r';
    l->bol = true;
    l->last = l->column;
    l->column = 0;
}

/* Writes the rest of a line from p on, and returns its length. */
static size_t put_rest(trawl_emit *e, const char *p, size_t n)
{
    html *h = e->state;
    size_t i = 0;

    while (i < n && !is_end(p[i]))
        i++;
    h->lines.column += i;
    if (i < n)
        i++;
    escape_html_text(e, &h->text, p, i);
    if (i > 0 && is_end(p[i - 1]))
        end_line(&h->lines, p[i - 1]);
    return i;
}

int html_reflow_text(trawl_emit *e, const char *p, size_t n)
{
    html *h = e->state;
    html_lines *l = &h->lines;

    for (size_t i = 0; i < n && !e->error;) {
        if (l->cr && p[i] == '\n') {
            l->cr = false;
            escape_html_text(e, &h->text, p + i++, 1);
            continue;
        }
        l->cr = false;
        if (!l->bol) {
            i += put_rest(e, p + i, n - i);
            continue;
        }
        l->head[l->head_n++] = p[i++];
        if (!wants_more(l)) {
            char last = l->head[l->head_n - 1];
            decide(e);
            if (is_end(last))
                end_line(l, last);
        }
    }
    return e->error;
}

void html_reflow_inline(trawl_emit *e)
{
    html *h = e->state;

    if (h->lines.bol)
        decide(e);
    h->lines.cr = false;
}

void html_reflow_end(trawl_emit *e)
{
    html *h = e->state;

    if (h->lines.bol && h->lines.head_n > 0)
        decide(e);
    close_block(e);
    set_depth(e, 0);
}

void html_reflow_part(trawl_emit *e)
{
    html *h = e->state;

    html_reflow_end(e);
    h->lines.bol = true;
    h->lines.cr = false;
    h->lines.column = h->lines.last = 0;
}

/* HTML parsers drop a line end right after <pre>, so one is added. */
void html_reflow_head(trawl_emit *e, bool head)
{
    html *h = e->state;

    if (head)
        html_reflow_part(e);
    open_block(e, head ? HTML_HEADER : HTML_NO_BLOCK);
    if (head && !emit_option(e, TRAWL_EMIT_OPTION_XHTML))
        emit_text(e, "\n");
    h->lines.bol = true;
}
