/* html_script.c - what stands in a script (13.2.5.4 and 13.2.5.15-31)
 *
 * It is text to the end tag. "<!--" hides nothing of it, but "<!-- <script" hides the next "</script>": such text is
 * escaped twice.
 */
#include <string.h>

#include "base/ascii.h"
#include "html/html_inside.h"
#include "html/html_search.h"

/* The next byte that may change the state. */
static const char *script_skip(const html *h, const char *p, const char *end)
{
    const char *less;

    switch (h->state) {
    case HTML_SCRIPT:
        less = memchr(p, '<', (size_t)(end - p));
        return less ? less : end;
    case HTML_ESCAPED:
    case HTML_DOUBLE:
        return html_find(p, end, '<', '-', '-');
    default:
        return p;
    }
}

static unsigned script_dash(unsigned state)
{
    switch (state) {
    case HTML_SCRIPT_START:
        return HTML_SCRIPT_START_DASH;
    case HTML_SCRIPT_START_DASH:
        return HTML_ESCAPED_DASH_DASH;
    case HTML_ESCAPED:
        return HTML_ESCAPED_DASH;
    case HTML_ESCAPED_DASH:
    case HTML_ESCAPED_DASH_DASH:
        return HTML_ESCAPED_DASH_DASH;
    case HTML_DOUBLE:
        return HTML_DOUBLE_DASH;
    default: /* HTML_DOUBLE_DASH, HTML_DOUBLE_DASH_DASH */
        return HTML_DOUBLE_DASH_DASH;
    }
}

/* The state that one goes back to when its own sequence does not go on. */
static unsigned script_rest(unsigned state)
{
    if (state >= HTML_DOUBLE)
        return HTML_DOUBLE;
    return state >= HTML_ESCAPED ? HTML_ESCAPED : HTML_SCRIPT;
}

/* A byte of the name behind "<" or "</" in escaped text; false: the name is over, and the byte is not taken. */
static bool script_word(html *h, char c)
{
    bool start = h->state == HTML_DOUBLE_START;

    if (ascii_is_alpha((unsigned char)c)) {
        html_name_add(&h->name, c);
        return true;
    }
    if (!html_is_space(c) && c != '/' && c != '>') {
        h->state = start ? HTML_ESCAPED : HTML_DOUBLE;
        return false;
    }
    if (h->name.n == 6 && memcmp(h->name.p, "script", 6) == 0)
        start = !start;
    h->state = start ? HTML_ESCAPED : HTML_DOUBLE;
    return true;
}

/* One byte at which nothing is skipped; false: the state has changed, and the byte is not taken. */
static bool script_byte(html *h, char c)
{
    unsigned state = h->state;

    if (state == HTML_DOUBLE_START || state == HTML_DOUBLE_END)
        return script_word(h, c);
    if (state == HTML_DOUBLE_LESS) {
        h->name.n = 0;
        h->state = c == '/' ? HTML_DOUBLE_END : HTML_DOUBLE;
        return c == '/';
    }
    if (c == '-') {
        h->state = (unsigned char)script_dash(state);
        return true;
    }
    if (state == HTML_SCRIPT_START || state == HTML_SCRIPT_START_DASH) {
        h->state = HTML_SCRIPT;
        return false;
    }
    if (c == '>' && (state == HTML_ESCAPED_DASH_DASH || state == HTML_DOUBLE_DASH_DASH))
        h->state = HTML_SCRIPT;
    else if (c == '<' && state >= HTML_DOUBLE)
        h->state = HTML_DOUBLE_LESS;
    else
        h->state = (unsigned char)script_rest(state);
    return true;
}

/* "<" may begin the end tag, unless the text is escaped twice. */
const char *html_step_script(html *h, const char *p, const char *end)
{
    const char *run = p;

    while (p < end) {
        p = script_skip(h, p, end);
        if (p == end)
            break;
        if (*p == '<' && (h->state == HTML_SCRIPT || (h->state >= HTML_ESCAPED && h->state < HTML_DOUBLE_START))) {
            html_tell_text(h, run, p);
            h->from = html_at(h, p);
            h->back = (unsigned char)script_rest(h->state);
            h->state = HTML_RAW_LESS;
            return p + 1;
        }
        if (script_byte(h, *p))
            p++;
    }
    html_tell_text(h, run, p);
    return p;
}
