/* who.c - the name of the person whose text is quoted, from a line such as
 * "On 4 May 2020 at 10:15, Joe Doe <joe@a.example> wrote:", or from the field From of a header
 * above a quote
 *
 * The name is what precedes the address, after the last digit of the date; without a name it is the
 * address. A line without an address names a person, too, if its words are known.
 */
#include "base/ascii.h"
#include "mail/zones/inside.h"

/* Words between the date and the name, and between the name and the colon. */
static const char who_precede[] =
    "am pm a.m. p.m. uhr utc gmt h schrieb schreef skrev napsal \xD0\xB3.";
static const char who_follow[] = "wrote writes says escreveu escribi\xC3\xB3 a \xC3\xA9"
                                 "crit ha scritto schrieb schreef skrev napsal";

static bool who_is_edge(char c)
{
    return ascii_is_blank(c) || strchr(",;:*\"'([<>])", c) != NULL;
}

/* Removes signs from both ends, and known words if it is not a field: "A Smith" is a name. */
static trawl_str who_trim(trawl_str s, bool field)
{
    size_t n;

    for (;;) {
        while (s.n > 0 && who_is_edge(s.p[0])) {
            s.p++;
            s.n--;
        }
        for (n = 0; n < s.n && !ascii_is_blank(s.p[n]) && s.p[n] != ',';)
            n++;
        if (n == 0 || field || !ascii_is_word_of(who_precede, s.p, n))
            break;
        s.p += n;
        s.n -= n;
    }
    for (;;) {
        while (s.n > 0 && who_is_edge(s.p[s.n - 1]))
            s.n--;
        for (n = 0; n < s.n && !ascii_is_blank(s.p[s.n - 1 - n]);)
            n++;
        if (n == 0 || n == s.n || field || !ascii_is_word_of(who_follow, s.p + s.n - n, n))
            return s;
        s.n -= n;
    }
}

/* Returns what is in the first "<...>" or "[mailto:...]" from p[from] on. */
static trawl_str who_address(trawl_str s, size_t from)
{
    trawl_str address = {s.p + from, 0};

    while (address.n < s.n - from && !strchr(">] ", address.p[address.n]))
        address.n++;
    if (ascii_begins(address.p, address.n, "mailto:")) {
        address.p += 7;
        address.n -= 7;
    }
    return address;
}

trawl_str zones_who(const char *p, size_t n, bool field)
{
    trawl_str s = {p, n}, name;
    size_t at = 0, from = 0;

    if (field) {
        while (from < n && p[from] != ':' && (unsigned char)p[from] != 0xEF) /* U+FF1A */
            from++;
        from += from == n ? 0 : p[from] == ':' ? 1 : 3;
        from = from < n ? from : n;
    }
    for (at = from; at < n && p[at] != '<' && p[at] != '[';)
        at++;
    for (size_t i = from; i < at && !field; i++)
        from = ascii_is_digit((unsigned char)p[i]) ? i + 1 : from;
    name = who_trim((trawl_str){p + from, at - from}, field);
    if (name.n == 0 && at < n)
        name = who_trim(who_address(s, at + 1), true);
    while (name.n > ZONES_NAME - 1 ||
           (name.n > 0 && name.n == ZONES_NAME - 1 && (name.p[name.n] & 0xC0) == 0x80))
        name.n--;
    return name;
}

bool zones_is_author(const zones_line *line, trawl_str from)
{
    const char *p = line->p;

    for (size_t i = 0, k; i < line->n; i += k + 1) {
        for (k = 0; i + k < line->n && !ascii_is_blank(p[i + k]);)
            k++;
        for (size_t at = 0; k > 2 && at + k <= from.n; at++)
            if (ascii_same(from.p + at, p + i, k))
                return true;
    }
    return false;
}
