/* notice.c - the notice that pipermail writes in place of an attachment
 *
 *     A non-text attachment was scrubbed...         a sentence in any language
 *     Name: a.pdf                                   none, one or four values
 *     URL: <http://a.example/pipermail/b/attachments/20070805/08d22a30/a.pdf>, or without the host
 *
 * Only this form is tested. The label of the URL may be on a line before it.
 */
#include "archive/index/index.h"

#include "base/ascii.h"

trawl_str notice_trim(trawl_str text)
{
    while (text.n > 0 && (unsigned char)text.p[0] <= ' ')
        text = (trawl_str){text.p + 1, text.n - 1};
    while (text.n > 0 && (unsigned char)text.p[text.n - 1] <= ' ')
        text.n--;
    return text;
}

bool notice_is_url(trawl_str url)
{
    static const char folder[] = "/attachments/";
    enum { NAME = sizeof folder - 1, DAY = 8, HASH = 8 };

    for (size_t i = 0; i + NAME + DAY + 1 + HASH + 1 < url.n; i++) {
        const char *day = url.p + i + NAME, *hash = day + DAY + 1;
        bool good = memcmp(url.p + i, folder, NAME) == 0 && day[DAY] == '/' && hash[HASH] == '/';

        for (size_t k = 0; good && k < 8; k++)
            good = ascii_is_digit((unsigned char)day[k]) && ascii_hex((unsigned char)hash[k]) >= 0;
        if (good)
            return true;
    }
    return false;
}

bool notice_is_label(trawl_str text)
{
    text = notice_trim(text);
    if (text.n > 0 && text.p[text.n - 1] == '<')
        text = notice_trim((trawl_str){text.p, text.n - 1});
    return ascii_begins(text.p, text.n, "url") && text.p[text.n - 1] == ':' &&
           notice_trim((trawl_str){text.p + 3, text.n - 4}).n == 0;
}

/* Returns true for a line with the URL, after its label or, with `labelled`, without one. */
static bool notice_is_last(trawl_str line, bool labelled)
{
    const char *colon = line.n > 0 ? memchr(line.p, ':', line.n) : NULL;
    const size_t n = colon ? (size_t)(colon + 1 - line.p) : 0;

    if (n > 0 && notice_is_label((trawl_str){line.p, n}))
        line = (trawl_str){line.p + n, line.n - n};
    else if (!labelled)
        return false;
    line = notice_trim(line);
    return line.n > 0 && !memchr(line.p, ' ', line.n) && notice_is_url(line);
}

enum notice_line notice_take(struct notice *m, trawl_str line)
{
    const trawl_str text = notice_trim(line);
    const bool ends = m->lines > 0 && notice_is_last(text, m->label),
               begins = text.n > 3 && memcmp(text.p + text.n - 3, "...", 3) == 0;

    if (!ends && line.n > 0 && ascii_is_blank((unsigned char)line.p[0])) /* continues a value */
        return NOTICE_NONE;
    m->label = notice_is_label(text);
    m->lines = begins ? 1
               : ends || m->lines > NOTICE_LINES || !memchr(text.p, ':', text.n)
                   ? 0
                   : m->lines + (m->lines > 0);
    return ends ? NOTICE_ENDS : begins ? NOTICE_BEGINS : NOTICE_NONE;
}
