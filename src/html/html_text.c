/* html_text.c - text: data, RCDATA, RAWTEXT, PLAINTEXT, CDATA sections, and where they end (13.2.5.1-3, 5, 9-14, 69-71)
 *
 * Bytes go out as they are, NUL among them. "</title" is held until it is known to be an end tag.
 */
#include <string.h>

#include "base/ascii.h"
#include "html/html_inside.h"
#include "html/html_search.h"

/* So far the user's own way leads at least, or it is not tried for a while: longer each time. */
enum { RUN_PAYS = 64, MOST_PAUSES = 63 };

/* The user's own way, if it has one. */
static inline const char *run(html *h, const char *p, const char *end)
{
    const char *from = p;

    if (!h->out.run || h->state != HTML_DATA || h->foreign > 0)
        return p;
    if (h->pause > 0) {
        h->pause--;
        return p;
    }
    h->result = h->out.run(h->out.user, &p, end, html_at(h, p));
    h->pauses = p == end || p - from >= RUN_PAYS ? 0 : h->pauses < MOST_PAUSES ? 2 * h->pauses + 1 : MOST_PAUSES;
    h->pause = h->pauses;
    return p;
}

/* Data and RCDATA. */
const char *html_step_text(html *h, const char *p, const char *end)
{
    bool data = h->state == HTML_DATA;

    do {
        const char *stop;
        p = run(h, p, end);
        if (p == end || h->result != 0)
            return p;
        stop = html_find(p, end, '<', '&', '&');
        html_tell_text(h, p, stop);
        if (stop == end)
            return end;
        h->from = html_at(h, stop);
        h->back = h->state;
        p = stop + 1;
        h->state = *stop == '&' ? HTML_REFERENCE : data ? HTML_TAG_OPEN : HTML_RAW_LESS;
        if (!data || p == end)
            return p;
        /* Mostly all of it is here. */
        p = *stop == '&' ? html_step_reference(h, p, end) : html_step_tag_open(h, p, end);
    } while (p < end && h->state == HTML_DATA && h->result == 0);
    return p;
}

const char *html_step_rawtext(html *h, const char *p, const char *end)
{
    const char *less = memchr(p, '<', (size_t)(end - p));

    html_tell_text(h, p, less ? less : end);
    if (!less)
        return end;
    h->from = html_at(h, less);
    h->back = h->state;
    h->state = HTML_RAW_LESS;
    return less + 1;
}

const char *html_step_plaintext(html *h, const char *p, const char *end)
{
    html_tell_text(h, p, end);
    return end;
}

const char *html_step_cdata(html *h, const char *p, const char *end)
{
    const char *bracket = memchr(p, ']', (size_t)(end - p));

    html_tell_text(h, p, bracket ? bracket : end);
    if (!bracket)
        return end;
    h->from = html_at(h, bracket);
    h->held_n = 1;
    h->state = HTML_CDATA_END;
    return bracket + 1;
}

/* Behind "]" or "]]". */
const char *html_step_cdata_end(html *h, const char *p, const char *end)
{
    (void)end;
    if (*p == ']' && h->held_n == 1) {
        h->held_n = 2;
        return p + 1;
    }
    if (*p == ']') {
        html_tell_held(h, "]", 1);
        return p + 1;
    }
    if (*p == '>' && h->held_n == 2) {
        html_tell_markup(h, html_at(h, p + 1));
        h->state = HTML_DATA;
        return p + 1;
    }
    html_tell_held(h, "]]", h->held_n);
    h->state = HTML_CDATA;
    return p;
}

/* Behind "<" in RCDATA, RAWTEXT or a script. */
const char *html_step_raw_less(html *h, const char *p, const char *end)
{
    (void)end;
    if (*p == '/') {
        h->state = HTML_RAW_END_OPEN;
        return p + 1;
    }
    html_tell_held(h, "<", 1);
    h->state = h->back;
    if (h->back == HTML_SCRIPT && *p == '!') {
        html_tell_text(h, p, p + 1);
        h->state = HTML_SCRIPT_START;
        return p + 1;
    }
    if (h->back == HTML_ESCAPED && ascii_is_alpha((unsigned char)*p)) {
        h->name.n = 0;
        h->state = HTML_DOUBLE_START;
    }
    return p;
}

/* Behind "</". The name's bytes are held as they are written. */
const char *html_step_raw_end_open(html *h, const char *p, const char *end)
{
    (void)end;
    if (ascii_is_alpha((unsigned char)*p)) {
        memcpy(h->held, "</", 2);
        h->held_n = 2;
        h->state = HTML_RAW_END_NAME;
        return p;
    }
    html_tell_held(h, "</", 2);
    h->state = h->back;
    return p;
}

/* The element's own end tag, which goes on as any other. Its "<" is at html.from. */
static void raw_ends(html *h)
{
    size_t n;
    const char *name = html_raw_name(h, &n);

    memcpy(h->tag.p, name, n);
    h->tag.n = n;
    h->closing = true;
    h->state = HTML_BEFORE_NAME;
}

const char *html_step_raw_end_name(html *h, const char *p, const char *end)
{
    size_t n;
    const char *name = html_raw_name(h, &n);

    for (; p < end; p++) {
        size_t i = h->held_n - 2u;
        if (i < n && ascii_lower(*p) == name[i]) {
            h->held[h->held_n++] = *p;
        } else if (i == n && (html_is_space(*p) || *p == '/' || *p == '>')) {
            raw_ends(h);
            return p;
        } else {
            html_tell_held(h, h->held, h->held_n);
            h->state = h->back;
            return p;
        }
    }
    return p;
}
