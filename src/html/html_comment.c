/* html_comment.c - comments, bogus comments, DOCTYPEs, and where a CDATA section begins (13.2.5.41-68)
 *
 * All of it is markup. "<!--[if mso]> ... <![endif]-->" is one comment; "<![if !mso]>" and "<![endif]>" are one bogus
 * comment each, and what stands between them is seen.
 */
#include <string.h>

#include "html/html_inside.h"

static const char cdata[] = "[CDATA[";

static const char *comment_over(html *h, const char *p)
{
    html_tell_markup(h, html_at(h, p));
    h->state = HTML_DATA;
    return p;
}

/* Behind "<!", "<!-", or some of "<![CDATA[". None of these bytes ends a bogus comment. */
const char *html_step_declaration(html *h, const char *p, const char *end)
{
    (void)end;
    if (h->state == HTML_DECLARATION && *p == '-') {
        h->state = HTML_DECLARATION_DASH;
        return p + 1;
    }
    if (h->state == HTML_DECLARATION_DASH && *p == '-') {
        h->state = HTML_COMMENT_START;
        return p + 1;
    }
    if (h->state == HTML_DECLARATION && *p == '[' && h->foreign > 0) {
        h->state = HTML_DECLARATION_CDATA;
        h->held_n = 1;
        return p + 1;
    }
    if (h->state == HTML_DECLARATION_CDATA && *p == cdata[h->held_n]) {
        h->held_n++;
        if (cdata[h->held_n] == 0) {
            html_tell_markup(h, html_at(h, p + 1));
            h->state = HTML_CDATA;
        }
        return p + 1;
    }
    h->state = HTML_BOGUS;
    return p;
}

/* To the next ">": also a DOCTYPE, in which no quote hides it. */
const char *html_step_bogus(html *h, const char *p, const char *end)
{
    const char *stop = memchr(p, '>', (size_t)(end - p));

    return stop ? comment_over(h, stop + 1) : end;
}

/* In a comment, up to a "-" and what follows it. */
static const char *comment_body(html *h, const char *p, const char *end)
{
    while (p < end) {
        p = memchr(p, '-', (size_t)(end - p));
        if (!p)
            return end;
        if (end - p == 1 || p[1] == '-') {
            h->state = HTML_COMMENT_DASH;
            return p + 1;
        }
        p += 2;
    }
    return p;
}

/* Where "-" leads. */
static const unsigned char comment_dash[HTML_STATES] = {
    [HTML_COMMENT_START] = HTML_COMMENT_START_DASH, [HTML_COMMENT_START_DASH] = HTML_COMMENT_DASH_DASH,
    [HTML_COMMENT_DASH] = HTML_COMMENT_DASH_DASH,   [HTML_COMMENT_DASH_DASH] = HTML_COMMENT_DASH_DASH,
    [HTML_COMMENT_BANG] = HTML_COMMENT_DASH,
};

/* "<!-->" and "<!--->" end too. */
const char *html_step_comment(html *h, const char *p, const char *end)
{
    if (h->state == HTML_COMMENT)
        return comment_body(h, p, end);
    if (*p == '-') {
        h->state = comment_dash[h->state];
        return p + 1;
    }
    if (*p == '>' && h->state != HTML_COMMENT_DASH)
        return comment_over(h, p + 1);
    if (*p == '!' && h->state == HTML_COMMENT_DASH_DASH) {
        h->state = HTML_COMMENT_BANG;
        return p + 1;
    }
    h->state = HTML_COMMENT;
    return p;
}
