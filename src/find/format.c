/* format.c - a link from its parts, with as few escapes as it can do with (UTS #58's minimal escaping; D5)
 *
 * Everything stays raw but: Hard characters; a part's own delimiters where they are data; a closing bracket without
 * its opening one; "%" before two hex digits; and at the very end of the link a Soft character. Beyond D5 an opening
 * bracket at the very end, and one too many, are escaped too: termination (D4) would leave the link before them.
 */
#include "find/format.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "find/linkclass.h"

void format_begin(format_state *f, enum format_part part)
{
    f->part = part;
    f->depth = 0;
    f->before[0] = f->before[1] = 0;
    f->directive = false;
}

static void note(format_state *f, uint32_t code)
{
    f->before[1] = f->before[0];
    f->before[0] = code;
}

void format_escaped(format_state *f)
{
    note(f, 0);
}

/* D4 (b): brackets do not reach over what divides a part. */
static bool divides(format_state *f, uint32_t code)
{
    switch (f->part) {
    case FORMAT_PATH:
        return code == '/';
    case FORMAT_QUERY:
        return code == '&' || code == '=';
    default:
        if (code == ':' && f->before[0] == '~' && f->before[1] == ':')
            return f->directive = true;
        return f->directive && (code == '&' || code == ',');
    }
}

bool format_keeps(format_state *f, uint32_t code, bool last)
{
    bool keep = true;

    if (divides(f, code))
        f->depth = 0;
    switch (link_class(code) & LINK_TERM) {
    case LINK_INCLUDE:
        break;
    case LINK_SOFT:
        keep = !last;
        break;
    case LINK_OPEN:
        keep = !last && f->depth < FORMAT_OPEN_MAX;
        if (keep)
            f->open[f->depth++] = code;
        break;
    case LINK_CLOSE:
        keep = f->depth > 0 && f->open[f->depth - 1] == link_opener(code);
        f->depth -= keep;
        break;
    default:
        keep = false;
    }
    note(f, keep ? code : 0);
    return keep;
}

/* Would "%" at i read as an escape? */
static bool begins_escape(trawl_str s, size_t i)
{
    return s.n - i >= 3 && ascii_hex((unsigned char)s.p[i + 1]) >= 0 && ascii_hex((unsigned char)s.p[i + 2]) >= 0;
}

static void put_char(out *o, const char *bytes, size_t n, bool raw)
{
    if (raw)
        out_put(o, bytes, n);
    else
        for (size_t i = 0; i < n; i++)
            out_percent(o, (unsigned char)bytes[i]);
}

/* Data, in which the characters of own would be delimiters. last: nothing follows it in the link. */
static void put_data(out *o, enum format_part part, trawl_str s, const char *own, bool last)
{
    format_state f;
    utf8_char c;

    format_begin(&f, part);
    for (size_t i = 0; i < s.n; i += c.len) {
        c = utf8_decode(s.p + i, s.n - i);
        bool delimiter = c.code > 0 && c.code < 0x80 && strchr(own, (int)c.code);
        bool escape = c.code == '%' && begins_escape(s, i);
        bool raw =
            c.code != UTF8_INVALID && !delimiter && !escape && format_keeps(&f, c.code, last && i + c.len == s.n);
        if (!raw)
            format_escaped(&f);
        put_char(o, s.p + i, c.len, raw);
    }
}

static void put_query(out *o, const format_parts *p)
{
    for (size_t i = 0; i < p->pair_count; i++) {
        const format_pair *pair = &p->pairs[i];
        bool last = i + 1 == p->pair_count && !p->fragment.p;
        out_byte(o, i == 0 ? '?' : '&');
        put_data(o, FORMAT_QUERY, pair->key, "&=#", last && !pair->value.p);
        if (!pair->value.p)
            continue;
        out_byte(o, '=');
        put_data(o, FORMAT_QUERY, pair->value, "&=#", last);
    }
}

void format_link(out *o, const format_parts *p)
{
    out_put(o, p->scheme.p, p->scheme.n);
    out_put(o, "://", 3);
    out_put(o, p->host.p, p->host.n);
    for (size_t i = 0; i < p->segment_count; i++) {
        out_byte(o, '/');
        put_data(o, FORMAT_PATH, p->segments[i], "/?#", i + 1 == p->segment_count && !p->pair_count && !p->fragment.p);
    }
    put_query(o, p);
    if (p->fragment.p) {
        out_byte(o, '#');
        put_data(o, FORMAT_FRAGMENT, p->fragment, "", true);
    }
}
