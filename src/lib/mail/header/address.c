/* address.c - finds the first address of a field of correspondents
 *
 *   "Ann Lee" <ann@a.example>, ben@b.example  ->  ann@a.example
 *   ann@a.example (Ann Lee)                   ->  ann@a.example
 *   Friends: ann@a.example;                   ->  ann@a.example
 *   ann at a.example (Ann Lee)                ->  ann@a.example
 *   Ann (ann@a.example)                       ->  ann@a.example
 *
 * Follows RFC 5322 3.4 and 4.4, but names may lack their quotes. A single word is an address even
 * without "@", since old news has "decvax!ann".
 */
#include "base/check.h"
#include "mail/header/inside.h"

/* Returns the end of the quoted string that begins at i, or n if it is not closed. */
static size_t skip_quoted(const char *p, size_t n, size_t i)
{
    for (i++; i < n && p[i] != '"'; i++)
        i += p[i] == '\\';
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

/* Returns the address in angle brackets that begins at `from`, without a route ("@b.example:"). */
static trawl_str inner_address(const char *p, size_t n, size_t from)
{
    size_t to = find_end(p, n, from, ONE('>')), colon;

    if (from < to && p[from] == '@' && (colon = find_end(p, to, from, ONE(':'))) < to)
        from = colon + 1;
    return trim_space(p, from, to);
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

/* ---- As archives of lists write addresses, to hide them from programs ---- */

/* Returns the end of "at", "(at)", "[at]" or "{at}" with blanks around it, at p[i]; or i. Without
 * brackets it needs the blanks. */
static size_t spelled_at(const char *p, size_t n, size_t i)
{
    const size_t from = skip_space(p, i, n);
    const bool open = from < n && (p[from] == '(' || p[from] == '[' || p[from] == '{');
    size_t to = from + open;

    if (n - to < 3 || !ascii_same(p + to, "at", 2) || (!open && from == i))
        return i;
    to += 2;
    if (open)
        return p[to] == (p[from] == '(' ? ')' : p[from] + 2) ? skip_space(p, to + 1, n) : i;
    return is_space(p[to]) ? skip_space(p, to, n) : i;
}

/* Returns the end of the labels at i, with dots between, or i if a label before a dot is empty.
 * Sets *dot to the last dot, or to i. */
static size_t labels_end(const char *p, size_t n, size_t i, size_t *dot)
{
    size_t to = i;

    for (*dot = i; to < n && (ascii_is_alnum((unsigned char)p[to]) || memchr("-.", p[to], 2)); to++)
        if (p[to] == '.') {
            if (to == i || p[to - 1] == '.')
                return i;
            *dot = to;
        }
    return to;
}

/* Returns the end of the host name at i if it has a dot and ends in a letter, or i. Without a dot a
 * comment must follow it, as in "ann at mail (Ann Lee)". */
static size_t spelled_host(const char *p, size_t n, size_t i)
{
    size_t dot, to = labels_end(p, n, i, &dot), next = skip_space(p, to, n);

    if (dot == i && (next == to || next == n || p[next] != '('))
        return i;
    return dot + 1 < to && ascii_is_alpha((unsigned char)p[to - 1]) ? to : i;
}

/* How MHonArc begins the host of an address, to hide it: "ann@dontspam.a.example". */
static const char mhonarc_mark[] = "@dontspam.";

/* Returns true for a character of a local part, without quotes (RFC 5322 3.2.3, RFC 6532). */
static bool is_local(char c)
{
    return (unsigned char)c >= 0x80 || ascii_is_alnum((unsigned char)c) ||
           (c != '\0' && strchr("!#$%&'*+-./=?^_`{|}~", c));
}

/* Returns the address that is spelled at `from`, written to `room`, or an empty text. One of `ends`
 * must follow it, or the end of the body. */
static trawl_str spelled_at_from(const char *p, size_t n, size_t from, const char *ends,
                                 char room[ADDRESS_SPELLED])
{
    size_t at = from = skip_space(p, from, n), host, end, next;

    while (at < n && is_local(p[at]) && (p[at] != '{' || spelled_at(p, n, at) == at))
        at++;
    host = ascii_begins(p + at, n - at, mhonarc_mark) ? at + sizeof mhonarc_mark - 1
                                                      : spelled_at(p, n, at);
    end = spelled_host(p, n, host);
    next = skip_space(p, end, n);
    if (at == from || end == host || at - from + end - host >= ADDRESS_SPELLED ||
        (next < n && (p[next] == '\0' || !strchr(ends, p[next]))))
        return (trawl_str){"", 0};
    CHECK(at - from + 1 + (end - host) <= ADDRESS_SPELLED);
    memcpy(room, p + from, at - from);
    room[at - from] = '@';
    memcpy(room + (at - from) + 1, p + host, end - host);
    return (trawl_str){room, at - from + 1 + end - host};
}

/* Returns the address that is spelled at the start of the body, before the brackets that a comment
 * may have, or in brackets. */
static trawl_str spelled_address(const char *p, size_t n, char room[ADDRESS_SPELLED])
{
    const size_t open = find_end(p, n, 0, ONE('<'));
    const trawl_str first = spelled_at_from(p, n, 0, "(,;", room);

    return first.n > 0 || open == n ? first : spelled_at_from(p, n, open + 1, "(<>,;", room);
}

/* Returns the address that is all of the first comment, or an empty text. */
static trawl_str address_in_comment(const char *p, size_t n)
{
    const size_t open = find_end(p, n, 0, ONE('(')), close = find_end(p, n, open, ONE(')'));
    trawl_str whole = {"", 0}, address;

    if (close < n)
        whole = trim_space(p, open + 1, close);
    address = address_first(whole.p, whole.n);
    return address.n > 2 && address.n == whole.n && memchr(address.p + 1, '@', address.n - 2)
               ? whole
               : (trawl_str){"", 0};
}

trawl_str address_of_sender(const char *p, size_t n, char room[ADDRESS_SPELLED])
{
    const trawl_str first = address_first(p, n);
    const char *at = memchr(first.p, '@', first.n);
    trawl_str spelled = {"", 0};

    if (!at || ascii_begins(at, first.n - (size_t)(at - first.p), mhonarc_mark))
        spelled = spelled_address(p, n, room);
    if (!at && spelled.n == 0 && !memchr(first.p, '!', first.n))
        spelled = address_in_comment(p, n);
    return spelled.n > 0 ? spelled : first;
}
