/* name.c - names that a line break divides: hosts, news groups, addresses (R34)
 *
 * Prose never divides a name. So a URL goes on if its name is whole only with the next line's first
 * word: "http://www." and "a.example.com/x", "news:comp." and "lang.c". If the host may be whole
 * without the word, "http://a.example.com." and "au/x", the break is in doubt.
 */

#include "base/ascii.h"
#include "find/join/inside.h"

/* A URL with the next word, and where the break is. */
typedef struct divided {
    const settings *s;
    const char *p;
    size_t n, at;
    bool code; /* the word is code */
    form form;
} divided;

/* Returns true for a host that may be whole: a name below a top-level domain, an IPv4 address, or
 * "localhost". */
static bool is_whole(const settings *s, const char *p, size_t n)
{
    size_t last;

    n -= n > 0 && p[n - 1] == '.';
    last = bytes_run_before(p, 0, n, BYTE_LABEL, "");
    if (bytes_run(p, 0, n, BYTE_DIGIT, ".") == n)
        return host_literal_may_exist(p, n);
    return last > 1 ? settings_tld(s, p + last, n - last) : ascii_is_word_of("localhost", p, n);
}

/* Returns what the break shows in the host p[from..to): whether its part before the break is a
 * whole host, and whether it is a whole host with the word. */
static enum name_break host_kind(const divided *d, size_t from, size_t to)
{
    const size_t end = bytes_run(d->p, from, to, BYTE_LABEL, ".");
    const size_t before = d->at > from ? d->at - from : 0;

    if (end <= d->at || !is_whole(d->s, d->p + from, end - from))
        return NAME_NONE;
    if (is_whole(d->s, d->p + from, before))
        return d->p[d->at - 1] == '.' && !ascii_is_upper(d->p[d->at]) ? NAME_LONGER : NAME_NONE;
    if (before == 0 || strchr(".-", d->p[d->at - 1]) || d->p[d->at] == '.')
        return NAME_DIVIDED;
    return memchr(d->p + from, '.', before) ? NAME_LONGER : NAME_NONE;
}

/* Returns what the break shows in the group at p[from], or before the number of its article. */
static enum name_break group_kind(const divided *d, size_t from)
{
    const char first = d->p[d->at], last = d->p[d->at - 1];

    return d->at > from && (last == '.'   ? first >= 'a' && first <= 'z'
                            : last == '/' ? ascii_is_digit((unsigned char)first)
                                          : false)
               ? NAME_DIVIDED
               : NAME_NONE;
}

/* Returns true when the word begins a path of the scheme: after "wais://a.example/" and
 * "nntp://a.example/", which are no URLs, and after "file:///", which texts also have alone. */
static bool begins_path_of(const divided *d, size_t path)
{
    const char *p = d->p;
    const size_t colon = d->form.scheme, n = d->n - path;

    if (ascii_is_word_of("nntp", p, colon - 1))
        return p[path] >= 'a' && p[path] <= 'z' && memchr(p + path, '.', n);
    return path > colon + 3 ? ascii_is_word_of("wais", p, colon - 1)
                            : d->code && ascii_is_word_of("file", p, colon - 1);
}

static enum name_break path_kind(const divided *d)
{
    const size_t path = d->form.authority_end + 1;

    if (path == d->at)
        return begins_path_of(d, path) ? NAME_DIVIDED : NAME_NONE;
    return ascii_is_word_of("nntp news", d->p, d->form.scheme - 1) ? group_kind(d, path)
                                                                   : NAME_NONE;
}

static enum name_break kind_of(const divided *d)
{
    const char *p = d->p, *sign = memchr(p, '@', d->n);
    const size_t colon = d->form.scheme, to = d->form.authority_end;
    const bool news = ascii_is_word_of("news snews", p, colon - 1);

    if (p[colon] == '/')
        return to > d->at ? host_kind(d, d->form.host, d->form.host_to) : path_kind(d);
    if (sign && (news || ascii_is_word_of("mailto", p, colon - 1)))
        return host_kind(d, (size_t)(sign + 1 - p), d->n);
    return news ? group_kind(d, colon) : NAME_NONE;
}

enum name_break name_divided(const settings *s, const text *t, piece url, const token *word)
{
    const size_t n = url.to - url.from, more = word->to - word->from;
    char joined[FOUND_BYTES];
    divided d = {.s = s, .p = joined, .n = n + more, .at = n, .code = word->kind == TOKEN_CODE};

    if (more == 0 || word->prose || d.n > sizeof joined)
        return NAME_NONE;
    memcpy(joined, t->p + url.from, n);
    memcpy(joined + n, t->p + word->from, more);
    d.form = form_of(joined, d.n);
    return d.form.scheme > 0 ? kind_of(&d) : NAME_NONE;
}
