/* name.c - names that a line break divides: hosts, news groups, addresses, message-ids (R34)
 *
 * Prose never divides a name. So a URL goes on if its name is whole only with the next line's first
 * word: "http://www." and "a.example.com/x", "news:comp." and "lang.c". If the host may be whole
 * without the word, "http://a.example.com." and "au/x", the break is in doubt. The last segment of
 * a path may be such a name, too: archives of mail have message-ids there, which have an "@" and a
 * host: "http://a.example/20230620041438.32514-1-" and "joe@b.example/", "/20230620.1b4@b.exa" and
 * "mple/".
 */

#include "base/ascii.h"
#include "find/join/inside.h"

/* A URL with the next word, and where the break is. */
typedef struct divided {
    const settings *s;
    const char *p;
    size_t n, at;
    bool code; /* the word is code */
    bool run;  /* the word is alone in its line */
    form form;
} divided;

/* ---- The last segment of a path: a message-id ---- */

/* Returns the end of the segment that p[i] is in. */
static size_t segment_end(const char *p, size_t i, size_t n)
{
    while (i < n && !strchr("/?#", p[i]))
        i++;
    return i;
}

/* Returns the start of the last segment of the URL's path, SIZE_MAX if the URL does not end in one.
 */
static size_t segment_of(const char *p, size_t n)
{
    const size_t from = bytes_after_last(p, 0, n, '/');

    return from > 1 && p[from - 2] != '/' && segment_end(p, from, n) == n ? from : SIZE_MAX;
}

/* The numbers of a text that is read in parts. */
typedef struct numbers {
    unsigned digits, count, run, longest; /* run: the digits at the end */
    bool others;                          /* a byte is no digit */
} numbers;

static void numbers_add(numbers *k, const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const bool digit = ascii_is_digit((unsigned char)p[i]);
        k->count += digit && k->run == 0;
        k->digits += digit;
        k->run = digit ? k->run + 1 : 0;
        k->longest = k->run > k->longest ? k->run : k->longest;
        k->others = k->others || !digit;
    }
}

/* Returns true for the numbers of a date and a time, also in seconds, but not for "2024-05-01". */
static bool is_time(const numbers *k)
{
    enum { DATE = 8 };

    return k->others && (k->longest > DATE || (k->longest == DATE && k->count > 1));
}

/* Returns true for the numbers of a code of letters and digits. */
static bool is_code(const numbers *k)
{
    return k->digits > 4 && k->count > 3;
}

/* How the last segment of a URL and the name before an "@" in the next word fit together. */
enum id { ID_NONE, ID_MAY, ID_BEGINS, ID_DIVIDED };

/* Compares the segment p[0..n) with the name. If both make a message-id, returns ID_BEGINS if the
 * segment is empty, ID_DIVIDED if it shows a time, or if the name has digits, too: the name of a
 * person has none. Returns ID_MAY for another segment that ends in a hyphen. */
static enum id id_divided(const char *p, size_t n, const char *name, size_t name_n)
{
    numbers first = {0}, all;

    if (memchr(p, ';', n) || memchr(name, ';', name_n)) /* a field of a calendar, parameters */
        return ID_NONE;
    numbers_add(&first, p, n);
    all = first;
    numbers_add(&all, name, name_n);
    if (is_time(&first))
        return ID_DIVIDED;
    if (all.digits > first.digits && (is_time(&all) || is_code(&all)))
        return n > 0 ? ID_DIVIDED : ID_BEGINS;
    return n > 0 && p[n - 1] == '-' ? ID_MAY : ID_NONE;
}

/* Returns true for the name before the "@" of a message-id. */
static bool is_id(const char *p, size_t n)
{
    return id_divided(p, 0, p, n) == ID_BEGINS;
}

/* Returns true when one of the old domains, such as ".com", ends the host p[0..n). */
static bool is_strong(const char *p, size_t n)
{
    const size_t label = bytes_after_last(p, 0, n, '.');

    return label > 0 && tld_flags(p + label, n - label) & TLD_STRONG;
}

/* Returns true when a host or an address that begins the word may be the rest of a message-id in
 * the last segment of the URL. */
static bool id_takes(trawl_str url, const char *word, size_t n)
{
    const size_t from = segment_of(url.p, url.n), own = from < url.n ? url.n - from : 0;
    const char *segment = url.p + url.n - own, *sign = own > 0 ? memchr(segment, '@', own) : NULL;
    const char *at = n > 0 ? memchr(word, '@', n) : NULL;

    if (from == SIZE_MAX)
        return false;
    if (sign)
        return !at && !is_strong(sign + 1, own - (size_t)(sign + 1 - segment));
    return at && id_divided(segment, own, word, (size_t)(at - word)) != ID_NONE;
}

bool name_takes(trawl_str url, const char *word, size_t n)
{
    const char *p = url.p;
    const char c = url.n > 2 ? p[url.n - 1] : ' ';

    return c == '=' || ((c | 0x20) == 'f' && memcmp(p + url.n - 3, "%2", 2) == 0) ||
           ((c == '.' || c == '-' || c == '_') && !memchr(p, '@', url.n) &&
            ascii_is_word_of("mailto news nntp", p, bytes_run(p, 0, url.n, BYTE_ALPHA, ""))) ||
           id_takes(url, word, n);
}

/* ---- Hosts ---- */

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

/* Returns true when the name of a field, "item1.URL;type=pref:", ends at p[end], not a host and its
 * port. */
static bool ends_field(const divided *d, size_t end)
{
    return end + 1 < d->n && (d->p[end] == ';' ||
                              (d->p[end] == ':' && !ascii_is_digit((unsigned char)d->p[end + 1])));
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
    return !ends_field(d, end) && memchr(d->p + from, '.', before) ? NAME_LONGER : NAME_NONE;
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

/* Returns what the break shows in the message-id whose "@" is at `sign`, before the break. */
static enum name_break id_host_kind(const divided *d, size_t from, size_t sign, size_t to)
{
    const size_t host = sign + 1, end = bytes_run(d->p, host, to, BYTE_LABEL, ".");
    const bool whole = end > d->at && is_whole(d->s, d->p + host, end - host);

    if (d->at > host && !is_id(d->p + from, sign - from))
        return NAME_NONE;
    if (d->at > host && is_whole(d->s, d->p + host, d->at - host))
        return whole && !is_strong(d->p + host, d->at - host) ? NAME_LONGER : NAME_NONE;
    return whole ? NAME_DIVIDED : d->run && end == d->n ? NAME_LONGER : NAME_NONE;
}

/* Returns what the break shows in the message-id that the last segment of the path may be. */
static enum name_break id_kind(const divided *d)
{
    static const enum name_break is[] = {
        [ID_NONE] = NAME_NONE,
        [ID_MAY] = NAME_LONGER,
        [ID_BEGINS] = NAME_NONE,
        [ID_DIVIDED] = NAME_DIVIDED,
    };
    const size_t from = segment_of(d->p, d->at), at = d->at;
    const size_t to = segment_end(d->p, at, d->n);
    const char *sign = from < at ? memchr(d->p + from, '@', to - from) : NULL;
    const size_t i = sign ? (size_t)(sign - d->p) : from;

    if (i == from)
        return NAME_NONE;
    return i < at ? id_host_kind(d, from, i, to)
                  : is[id_divided(d->p + from, at - from, d->p + at, i - at)];
}

static enum name_break path_kind(const divided *d)
{
    const size_t path = d->form.authority_end + 1;

    if (path == d->at)
        return begins_path_of(d, path) ? NAME_DIVIDED : NAME_NONE;
    return ascii_is_word_of("nntp news", d->p, d->form.scheme - 1) ? group_kind(d, path)
                                                                   : id_kind(d);
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

enum name_break name_divided(const settings *s, trawl_str url, const text *t, const token *word,
                             bool run)
{
    const size_t more = word->to - word->from;
    char joined[FOUND_BYTES];
    divided d = {.s = s,
                 .p = joined,
                 .n = url.n + more,
                 .at = url.n,
                 .code = word->kind == TOKEN_CODE,
                 .run = run};

    if (more == 0 || word->prose || d.n > sizeof joined)
        return NAME_NONE;
    memcpy(joined, url.p, url.n);
    memcpy(joined + url.n, t->p + word->from, more);
    d.form = form_of(joined, d.n);
    return d.form.scheme > 0 ? kind_of(&d) : NAME_NONE;
}
