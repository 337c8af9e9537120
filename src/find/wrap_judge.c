/* wrap_judge.c - what a closed wrapper holds: R15, R16, R20 to R22 */
#include <string.h>

#include "base/ascii.h"
#include "find/byteclass.h"
#include "find/rules_off.h"
#include "find/wrap.h"
#include "grammar/schemes.h"

/* R16: one pair of quotes around all of it. */
static slice without_quotes(wrap *w)
{
    slice all = {0, w->n};

    if (RULE(R16) && w->strong && w->n >= 2 && (w->clean[0] == '"' || w->clean[0] == '\'') &&
        w->clean[w->n - 1] == w->clean[0]) {
        w->flags |= TRAWL_QUOTES;
        all = (slice){1, w->n - 1};
    }
    return all;
}

/* Does a scheme that is known begin here, with "//", or "mailto:", or "news:"? Its colon stands behind name bytes. */
static bool begins_link(const char *p, size_t name, bool slashes)
{
    if (slashes)
        return scheme_status(p, name) != TRAWL_UNKNOWN;
    return (name == 6 && ascii_same(p, "mailto", 6)) || (name == 4 && ascii_same(p, "news", 4));
}

/* Back over the characters of a scheme before the colon, at most so many. */
static size_t scheme_run(const wrap *w, size_t colon, size_t most)
{
    size_t i = colon, least = colon > most ? colon - most : 0;

    while (i > least && byte_is((unsigned char)w->clean[i - 1], BYTE_SCHEME))
        i--;
    return i;
}

/* Can the text from..pos stand alone? *k is what is known of it and of as much behind it. */
static bool stands_alone(const wrap *w, size_t from, size_t pos, size_t to, form_known *k)
{
    if (pos - from > k->n)
        *k = form_know(w->clean + from, 2 * (pos - from) < to - from ? 2 * (pos - from) : to - from);
    return form_known_good(k, w->clean + from, pos - from);
}

/* The first place of white space from the one that is low on, at clean[pos] or behind it; w->gap_count for none. It may be near. */
static unsigned gap_from(const wrap *w, unsigned low, size_t pos)
{
    unsigned near = low + 4, high = w->gap_count;

    for (; low < high && low < near; low++)
        if (w->gaps[low].pos >= pos)
            return low;
    while (low < high) {
        unsigned mid = low + (high - low) / 2;
        if (w->gaps[mid].pos < pos)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

unsigned wrap_gap(const wrap *w, size_t pos)
{
    return gap_from(w, 0, pos);
}

/* Where the link that begins at from ends, behind which at the gap next another one begins: without the comma or the word between
 * them. */
static size_t front_end(const wrap *w, size_t from, const gap *next)
{
    static const trawl_str words[] = {TEXT_STR("and"), TEXT_STR("or"), TEXT_STR("und"), TEXT_STR("oder"),
                                      TEXT_STR("et"),  TEXT_STR("ou"), TEXT_STR("&")};
    const gap *before = next;
    size_t pos = next->pos, end = pos;

    while (before > w->gaps && before->pos == pos)
        before--;
    for (size_t k = 0; k < sizeof words / sizeof words[0] && before->pos > from && before->pos < pos; k++)
        if (pos - before->pos == words[k].n && ascii_same(w->clean + before->pos, words[k].p, words[k].n))
            end = before->pos;
    while (end > from + 1 && (w->clean[end - 1] == ',' || w->clean[end - 1] == ';'))
        end--;
    return end;
}

/* The first colon behind white space: another link may begin before it. */
static const char *colon_behind_gap(const wrap *w, slice all)
{
    size_t at = all.from;

    if (!RULE(R15) || w->gap_count == 0)
        return NULL;
    at = w->gaps[0].pos > at ? w->gaps[0].pos : at;
    return at < all.to ? memchr(w->clean + at, ':', all.to - at) : NULL;
}

/* R15: white space and a new scheme begin another link, if what is before it can stand alone. However many there are, of the
 * text before them not much more is read than twice as far. Of white space there may be much more than of colons. */
static size_t split(wrap *w, slice all, const char *colon)
{
    size_t from = all.from;
    form_known known = {0};
    unsigned g = 0;

    while (colon && g < w->gap_count) {
        size_t end = (size_t)(colon - w->clean), pos;
        bool slashes = all.to - end >= 3 && colon[1] == '/' && colon[2] == '/';
        size_t run = scheme_run(w, end, slashes ? FOUND_SCHEME + 1 : sizeof "mailto" - 1);
        g = gap_from(w, g, run);
        for (; g < w->gap_count && (pos = w->gaps[g].pos) < end && w->link_count < WRAP_LINKS - 1; g++) {
            if (pos <= from || !begins_link(w->clean + pos, end - pos, slashes))
                continue;
            if (!stands_alone(w, from, pos, all.to, &known)) {
                if (form_known_bad(&known, pos - from))
                    return from;
                continue;
            }
            w->links[w->link_count++] = (slice){from, front_end(w, from, w->gaps + g)};
            w->flags |= TRAWL_MULTI;
            from = pos;
            known.n = 0;
        }
        colon = end + 1 < all.to ? memchr(colon + 1, ':', all.to - end - 1) : NULL;
    }
    return from;
}

/* R2: "<URL://http://a.example/>": some take the label for a scheme. */
static slice without_slashes(const wrap *w, slice all)
{
    const char *p = w->clean + all.from;
    size_t n = all.to - all.from, scheme;

    if (!RULE(R2) || !w->strong || n < 2 || p[0] != '/' || p[1] != '/')
        return all;
    scheme = form_scheme(p + 2, n - 2);
    if (scheme > 0 && n - 2 - scheme > 2 && memcmp(p + 2 + scheme, "//", 2) == 0)
        all.from += 2;
    return all;
}

/* The links of the content. */
static void find_links(wrap *w, slice all)
{
    const char *colon = colon_behind_gap(w, all);
    size_t last;

    w->link_count = 0;
    last = colon ? split(w, all, colon) : all.from;
    w->links[w->link_count++] = (slice){last, all.to};
}

/* R21: blanks within one line inside the authority of a weak wrapper: prose in angle brackets. What a "\" begins is no authority. */
static bool blank_in_authority(const wrap *w, slice at)
{
    size_t end, begin;

    end = w->gap_count > 0 ? form_authority_end(w->clean + at.from, at.to - at.from) : 0;
    if (end == 0)
        return false;
    begin = form_scheme(w->clean + at.from, at.to - at.from) + 2;
    if (at.from + begin < at.to && w->clean[at.from + begin] == '\\')
        return false;
    for (unsigned g = wrap_gap(w, at.from + begin + 1); g < w->gap_count; g++) {
        size_t pos = w->gaps[g].pos;
        if (pos > at.from + end || pos >= at.to)
            break;
        if (!w->gaps[g].broken)
            return true;
    }
    return false;
}

static bool has_blanks(const wrap *w, slice at)
{
    for (unsigned g = wrap_gap(w, at.from + 1); g < w->gap_count && w->gaps[g].pos < at.to; g++)
        if (!w->gaps[g].broken)
            return true;
    return false;
}

/* A partial URL has something that a mere word has not: "x.html", "a/b", "#note"; "..." and "absoluteURL" are none. */
static bool looks_partial(const char *p, size_t n)
{
    bool sign = false, word = false;

    for (size_t i = 0; i < n; i++) {
        sign = sign || (p[i] != '\0' && strchr("./#?", p[i]));
        word = word || ascii_is_alnum((unsigned char)p[i]) || (unsigned char)p[i] >= 0x80;
    }
    return sign && word;
}

static bool refuse(wrap *w, const char *rule, const char *why)
{
    w->why_rule = rule;
    w->why = why;
    return false;
}

bool wrap_judge(const settings *s, wrap *w)
{
    slice all = without_slashes(w, without_quotes(w));

    w->looked_to = w->close;
    if (all.to == all.from)
        return refuse(w, "R20", "there is nothing in the wrapper");
    find_links(w, all);
    if (w->strong && form_scheme(w->clean + all.from, all.to - all.from) == 0 &&
        !looks_partial(w->clean + all.from, all.to - all.from))
        return refuse(w, "R22", "a single word: neither a URL nor a partial one");
    if (w->strong)
        return true;
    for (unsigned k = 0; k < w->link_count; k++) {
        const char *url = w->clean + w->links[k].from;
        size_t n = w->links[k].to - w->links[k].from;
        if (RULE(R21) && blank_in_authority(w, w->links[k]))
            return refuse(w, "R21", "a blank stands inside the host: prose in brackets");
        if (RULE(R20) && (!form_may_be_weak(s, url, n, has_blanks(w, w->links[k])) || !form_is_good(url, n)))
            return refuse(w, "R20", "without a label only a valid URL makes a wrapper");
    }
    return true;
}
