/* address.c - finds the first address of a field of correspondents, and ids in angle brackets
 *
 *   "Ann Lee" <ann@a.example>, ben@b.example  ->  ann@a.example
 *   ann@a.example (Ann Lee)                   ->  ann@a.example
 *   Friends: ann@a.example;                   ->  ann@a.example
 *
 * Follows RFC 5322 3.4 and 4.4, but names may lack their quotes. A single word is an address even
 * without "@", since old news has "decvax!ann".
 */
#include "mail/header/inside.h"

/* Returns the end of the quoted string that begins at i; one that is not closed ends at n. */
static size_t skip_quoted(const char *p, size_t n, size_t i)
{
    for (i++; i < n && p[i] != '"'; i++)
        i += p[i] == '\\' && i + 1 < n;
    return i < n ? i + 1 : n;
}

/* A set with one byte below 64, to be joined to others. */
#define ONE(byte) (UINT64_C(1) << (byte))

/* Returns the offset of the first byte of `ends` from i on, outside quotes, or n. */
static size_t find_end(const char *p, size_t n, size_t i, uint64_t ends)
{
    while (i < n && ((unsigned char)p[i] >= 64 || !(ends >> p[i] & 1)))
        i = p[i] == '"' ? skip_quoted(p, n, i) : i + 1;
    return i;
}

/* Returns p[from..to) without white space around it. */
static trawl_str address_trim(const char *p, size_t from, size_t to)
{
    while (to > from && is_space(p[to - 1]))
        to--;
    from = skip_space(p, from, to);
    return (trawl_str){p + from, to - from};
}

/* Returns the address in angle brackets that begins at `from`, without a route ("@b.example:"). */
static trawl_str inner_address(const char *p, size_t n, size_t from)
{
    size_t to = find_end(p, n, from, ONE('>')), colon;

    if (from < to && p[from] == '@' && (colon = find_end(p, to, from, ONE(':'))) < to)
        from = colon + 1;
    return address_trim(p, from, to);
}

trawl_str address_first(const char *p, size_t n)
{
    const uint64_t ends = ONE(' ') | ONE('\t') | ONE('\r') | ONE('\n') | ONE('(') | ONE('<') |
                          ONE(',') | ONE(';') | ONE(':');
    trawl_str word = {"", 0};
    unsigned count = 0;
    bool found = false; /* the word has an "@" */

    for (size_t i = skip_comments(p, n, 0), end; i < n; i = skip_comments(p, n, end)) {
        end = i + 1;
        if (p[i] == '<')
            return inner_address(p, n, i + 1);
        if ((p[i] == ',' || p[i] == ';') && found)
            break;
        if (p[i] == ',' || p[i] == ';' || p[i] == ':') {
            count = 0;
            continue;
        }
        end = find_end(p, n, i, ends);
        if (end == i) /* a character that is not part of a word, such as ")" */
            end++;
        if (count++ == 0 || (!found && memchr(p + i, '@', end - i)))
            word = (trawl_str){p + i, end - i};
        found = memchr(word.p, '@', word.n) != NULL;
    }
    return found || count == 1 ? word : (trawl_str){"", 0};
}

/* Returns the "<id>" that begins at or after p[i], without brackets, and sets *end to its end; or
 * an empty text, and *end to n. */
static trawl_str next_id(const char *p, size_t n, size_t i, size_t *end)
{
    const char *open = i < n ? memchr(p + i, '<', n - i) : NULL,
               *close = open ? memchr(open, '>', n - (size_t)(open - p)) : NULL;

    *end = close ? (size_t)(close - p) + 1 : n;
    return close ? address_trim(p, (size_t)(open - p) + 1, (size_t)(close - p))
                 : (trawl_str){"", 0};
}

/* Returns the body of a field if it is one word without "<"; else an empty text. */
static trawl_str only_word(const char *p, size_t n)
{
    trawl_str all = address_trim(p, 0, n);

    return find_space(all.p, 0, all.n) == all.n && !(all.n > 0 && memchr(all.p, '<', all.n))
               ? all
               : (trawl_str){"", 0};
}

trawl_str id_first(const char *p, size_t n)
{
    size_t end;
    trawl_str id = next_id(p, n, 0, &end);

    return id.n > 0 ? id : only_word(p, n);
}

trawl_str id_last(const char *p, size_t n)
{
    trawl_str last = {"", 0};

    for (size_t i = 0; i < n;) {
        trawl_str id = next_id(p, n, i, &i);

        last = id.n > 0 ? id : last;
    }
    return last.n > 0 ? last : only_word(p, n);
}
