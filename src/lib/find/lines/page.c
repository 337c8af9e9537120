/* page.c - page breaks of printed text between two lines: empty lines, "[Page 12]", the header of
 * an RFC or an Internet-Draft (R18) */

#include "base/ascii.h"
#include "find/lines/lines.h"

size_t lines_line_end(text *t, size_t i, size_t limit)
{
    const size_t end = limit < t->n ? limit : t->n;
    const char *lf = memchr(t->p + i, '\n', end - i);

    if (!lf && end < limit)
        text_starve(t, end);
    return lf ? (size_t)(lf - t->p) : end;
}

/* Returns the text of a line without the blanks at its ends. */
static trawl_str trimmed(const text *t, size_t from, size_t to)
{
    while (from < to && ((unsigned char)t->p[from] <= ' '))
        from++;
    while (to > from && ((unsigned char)t->p[to - 1] <= ' '))
        to--;
    return (trawl_str){t->p + from, to - from};
}

/* Returns true for a line that may have a link of its own: it does not turn the page. Of the names
 * of base/prefix.h only "www." always announces a link: "ftp." also ends sentences. */
static bool may_hold_link(trawl_str line)
{
    size_t i = 0;

    while (i < line.n && !prefix_is_www(line.p + i, line.n - i))
        i++;
    return i < line.n || memchr(line.p, '<', line.n) || memchr(line.p, '@', line.n) ||
           bytes_authority(line.p, line.n);
}

/* "... [Page 12]" */
static bool lines_is_footer(trawl_str line)
{
    const size_t to = line.n - 1, i = bytes_run_before(line.p, 0, to, BYTE_DIGIT, "");

    return line.p[to] == ']' && i < to && i >= 6 && ascii_same(line.p + i - 6, "[Page ", 6) &&
           !may_hold_link(line);
}

/* "RFC 1738 ... December 1994", "Internet-Draft ... 1994" */
static bool lines_is_header(trawl_str line)
{
    const bool rfc =
        bytes_find(line.p, 0, line.n, "rfc ") == 0 && ascii_is_digit((unsigned char)line.p[4]);

    return (rfc || bytes_find(line.p, 0, line.n, "internet-draft") == 0) && !may_hold_link(line) &&
           bytes_run(line.p, line.n - 4, line.n, BYTE_DIGIT, "") == line.n;
}

/* The maximum number of lines of a page break. */
#define PAGE_LINES 20

size_t lines_skip_page(text *t, size_t i, size_t limit, const quote_marks *marks)
{
    size_t start = i;
    bool footer = false, header = false;

    for (int lines = 0; lines <= PAGE_LINES; lines++) {
        size_t from = i, end;
        trawl_str line;
        (void)quote_marks_skip(t, &from, marks);
        if (text_at(t, from) == '\n') {
            i = from + 1;
            continue;
        }
        if (from >= limit)
            return start;
        end = lines_line_end(t, from, limit);
        line = trimmed(t, from, end);
        if (line.n > 0) {
            if (header)
                return i;
            header = footer && lines_is_header(line);
            if (!header && (footer || !lines_is_footer(line)))
                return start;
            footer = true;
        }
        if (text_at(t, end) != '\n')
            return start;
        i = end + 1;
    }
    return start;
}
