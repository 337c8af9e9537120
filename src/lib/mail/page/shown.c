/* shown.c - finds the places that the text of an anchor shows: hosts and mail addresses (E17)
 *
 * Input: a view of the text (seen.c). Output: its places, at most two for each word.
 */
#include "base/ascii.h"
#include "base/prefix.h"
#include "base/utf8.h"
#include "mail/page/inside.h"
#include "url/url.h"

/* ---- Names ---- */

/* Returns true for characters that are skipped before the place: brackets, quotes, dashes, bullets,
 * arrows, emoji. Not an ellipsis, which means that the place is shortened. */
static bool is_opening(uint32_t c)
{
    static const seen_range ranges[] = {{0xAB, 0xAB},     {0xB7, 0xB7},      {0xBB, 0xBB},
                                        {0x2010, 0x2025}, {0x2027, 0x205E},  {0x2190, 0x2BFF},
                                        {0x3008, 0x301F}, {0x1F000, 0x1FAFF}};

    if (c < 0x80)
        return c == 0 || strchr("<([{\"'`*_->=~|+", (int)c) != NULL;
    return seen_is_in(c, ranges, sizeof ranges / sizeof ranges[0]);
}

/* Returns the length of a scheme before "://", or 0. As in browsers, "\" counts as "/". */
static size_t shown_scheme_length(const char *p, size_t n)
{
    size_t i = 0;

    if (n == 0 || !ascii_is_alpha((unsigned char)p[0]))
        return 0;
    while (i < n && ascii_is_scheme((unsigned char)p[i]))
        i++;
    if (n - i < 3 || p[i] != ':' || (p[i + 1] != '/' && p[i + 1] != '\\') ||
        (p[i + 2] != '/' && p[i + 2] != '\\'))
        return 0;
    return i;
}

/* Returns true for a name that is probably a file ("README.md", "busybox_1.36.1.bb"), a platform
 * (ASP.NET) or an hour (9.am), not a host. */
static bool shown_is_no_host(const host *h, size_t dot)
{
    /* Top-level domains that are also file name extensions. */
    static const char suffixes[] = "as bb cc cl gd inc java la map md mk ml mo mov pl pm ps pub py "
                                   "rs sh so sv td tf zip";
    const char *top = h->p + dot + 1;
    size_t top_n = h->n - dot - 1, digits = 0;

    if (memchr(h->p, '.', dot)) /* a version: no host has a label of digits before its domain */
        return ascii_is_digit((unsigned char)h->p[dot - 1]) &&
               ascii_is_word_of(suffixes, top, top_n);
    while (digits < dot && ascii_is_digit((unsigned char)h->p[digits]))
        digits++;
    return ascii_is_word_of("ado.net asp.net ml.net vb.net", h->p, h->n) ||
           ascii_is_word_of(suffixes, top, top_n) ||
           (digits == dot && !(tld_flags(top, top_n) & TLD_STRONG));
}

/* Returns true for a name of two or more labels that are not empty, the last one a top-level
 * domain. Sets *last to the offset of the dot before it. */
static bool shown_is_name(const host *h, size_t *last)
{
    size_t dot = h->n;

    while (dot > 0 && h->p[dot - 1] != '.')
        dot--;
    if (dot < 2 || h->p[0] == '.' || h->p[0] == '-')
        return false;
    for (size_t i = 1; i < dot; i++)
        if (h->p[i] == '.' && h->p[i - 1] == '.')
            return false;
    *last = dot - 1;
    return tld_known(h->p + dot, h->n - dot);
}

/* Returns true when p[0..n) consists of punctuation that may follow a URL, host or address: marks
 * that end a sentence, closing brackets and quotes. */
static bool shown_is_closing(const char *p, size_t n)
{
    utf8_char c;

    for (size_t i = 0; i < n; i += c.len) {
        c = utf8_decode(p + i, n - i);
        if (c.code < 0x80 ? !strchr(".,;:!?)]}>\"'`*_~|-", p[i])
                          : c.code != 0x2026 && !is_opening(c.code))
            return false;
    }
    return true;
}

/* Returns true when the host p[0..length) is shortened: it ends with dots, or U+2026 follows. */
static bool shown_is_cut(const char *p, size_t length, size_t n)
{
    return (length > 2 && p[length - 1] == '.' && p[length - 2] == '.') ||
           ascii_begins(p + length, n - length, "\u2026");
}

/* ---- Places ---- */

/* If a host as a whole is not a name but its ASCII start is a name, keeps that start: Chinese text
 * follows a name without a blank. */
static size_t shown_ascii_name(host *h, const char *p, size_t length)
{
    host start;
    size_t n = 0, last;

    if (shown_is_name(h, &last))
        return length;
    while (n < length && (unsigned char)p[n] < 0x80)
        n++;
    if (n == length || n == 0)
        return length;
    host_normalize(&start, p, n);
    if (!shown_is_name(&start, &last))
        return length;
    *h = start;
    return n;
}
/* Reads a mail address. Punctuation may follow it, and anything after "mailto:". */
static void read_address(shown *s, const char *p, size_t n, bool mailto)
{
    const char *at = memchr(p, '@', n);
    size_t from = at ? (size_t)(at - p) + 1 : n, length = host_length(p + from, n - from), last;

    host_normalize(&s->host, p + from, length);
    if (from < 2 || from == n || !shown_is_name(&s->host, &last))
        return;
    s->strong = true;
    if (mailto || shown_is_closing(p + from + length, n - from - length))
        s->kind = SHOWN_ADDRESS;
}

/* Reads the text after a scheme's colon. `known`: only a name or an IP address is a host. Keeps the
 * user of the URL. */
static void read_url(shown_text *t, shown *s, const char *p, size_t n, bool known)
{
    const char *start;
    size_t length = host_of_authority(p, n, &start), at = (size_t)(start - p), from = 0, last;
    uint32_t ip;

    host_normalize(&s->host, start, length);
    length = shown_ascii_name(&s->host, start, length);
    s->cut = shown_is_cut(start, length, n - at);
    s->strong = true;
    if (s->host.n == 0 || s->host.p[0] == '.' ||
        (known && !s->cut && s->host.p[0] != '[' && !shown_is_name(&s->host, &last) &&
         address_ipv4(s->host.p, s->host.n, &ip) == 0))
        return;
    s->kind = SHOWN_HOST;
    while (from < at && (p[from] == '/' || p[from] == '\\'))
        from++;
    if (at > from)
        t->user = (trawl_str){p + from, at - from - 1};
}

/* Returns the length of "www." or "www2." at the start of p[0..n), or 0. The other names of
 * base/prefix.h do not count, since only web pages pretend to be others. */
static size_t shown_www_length(const char *p, size_t n)
{
    return n < 5 ? 0 : prefix_length_of(&prefix_rows[PREFIX_WWW], p, n, 2);
}

/* Returns true when a name alone shows a place: as a whole line; in small letters after a word that
 * introduces it, or as the first or last of few words, "example.com account". Names in a sentence
 * are often those of companies: "Your Example.com order". */
static bool shows_alone(const shown_word *w, const host *h, size_t dot)
{
    if (w->whole || ascii_is_upper(*w->p))
        return w->whole;
    return w->introduced || (w->label && tld_flags(h->p + dot + 1, h->n - dot - 1) & TLD_STRONG);
}

/* Reads a host name without a scheme. */
static void shown_read_name(shown *s, const shown_word *w, const char *p, size_t n)
{
    size_t length = host_length(p, n), rest, last;
    const char *next;

    host_normalize(&s->host, p, length);
    length = shown_ascii_name(&s->host, p, length);
    rest = n - length;
    next = p + length;
    s->cut = shown_is_cut(p, length, n);
    if (!shown_is_name(&s->host, &last))
        return;
    s->strong =
        rest > 0 &&
        (next[0] == '/' || (rest > 1 && next[0] == ':' && ascii_is_digit((unsigned char)next[1])) ||
         (strchr("?#", next[0]) && !shown_is_closing(next, rest))) &&
        (w->first || !shown_is_no_host(&s->host, last));
    if (shown_www_length(s->host.p, s->host.n) > 0 && last > 4)
        s->strong = true;
    if (s->strong || (shows_alone(w, &s->host, last) && shown_is_closing(next, rest) &&
                      !shown_is_no_host(&s->host, last)))
        s->kind = SHOWN_HOST;
}

/* Reads a place at the start of a word. */
static void shown_read_start(shown_text *t, shown *s, const shown_word *w)
{
    const char *p = w->p;
    size_t n = w->n, scheme, path;

    if (ascii_begins(p, n, "url:")) {
        p += 4;
        n -= 4;
    }
    scheme = shown_scheme_length(p, n);
    if (scheme > 0) {
        read_url(t, s, p + scheme + 1, n - scheme - 1, !w->first);
        return;
    }
    if (ascii_begins(p, n, "mailto:")) {
        read_address(s, p + 7, n - 7, true);
        return;
    }
    for (path = 0; path < n && p[path] != '/' && p[path] != '?'; path++)
        ;
    if (memchr(p, '@', path))
        read_address(s, p, n, false);
    else
        shown_read_name(s, w, p, n);
}

/* Returns the length of a web scheme with its colon that ends at p[0..colon], or 0: "https:" in
 * "see:https:". */
static size_t web_scheme(const char *p, size_t colon)
{
    static const char *const schemes[] = {"https:", "http:", "hxxps:", "hxxp:", "ftp:"};

    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        size_t k = strlen(schemes[i]);
        if (colon + 1 >= k && ascii_same(p + colon + 1 - k, schemes[i], k))
            return k;
    }
    return 0;
}

/* The maximum number of places in a word where a URL may begin that are tested. */
#define STARTS 8

/* Finds a URL inside a word: a URL that has characters before it, or not exactly two slashes after
 * the scheme. */
static void read_inside(shown_text *t, shown *s, const shown_word *w)
{
    unsigned starts = 0;

    for (size_t i = 0; i < w->n && starts < STARTS && s->kind == SHOWN_NOTHING; i++) {
        char before = i > 0 ? w->p[i - 1] : ' ';
        size_t rest = w->n - i, web = w->p[i] == ':' ? web_scheme(w->p, i) : 0;
        bool slashes = rest > 3 && w->p[i] == ':' && before != ' ' && strchr("/\\", w->p[i + 1]) &&
                       strchr("/\\", w->p[i + 2]);
        if (web > 0 || slashes) {
            s->text = (trawl_str){w->p + i + 1 - web, w->n - i - 1 + web};
            read_url(t, s, w->p + i + 1, rest - 1, true);
        } else if (!ascii_is_alnum((unsigned char)before) && !strchr("./-@=&%_#?", before) &&
                   shown_www_length(w->p + i, rest) > 0) {
            s->text = (trawl_str){w->p + i, rest};
            shown_read_name(s, w, w->p + i, rest);
        } else {
            continue;
        }
        starts++;
    }
}

/* Reads the first place of a word. */
static void shown_read_word(shown_text *t, shown *s, const shown_word *w)
{
    s->kind = SHOWN_NOTHING;
    s->cut = s->strong = false;
    s->text = (trawl_str){w->p, w->n};
    shown_read_start(t, s, w);
    if (s->kind == SHOWN_NOTHING)
        read_inside(t, s, w);
}

/* ---- Words ---- */

/* Skips blanks, quotes, brackets and the like, which may precede a host or an address. */
static void skip_opening(shown_text *t)
{
    utf8_char c;

    for (; t->at < t->n; t->at += c.len) {
        c = utf8_decode(t->text + t->at, t->n - t->at);
        if (c.code != ' ' && c.code != '\n' && !is_opening(c.code))
            return;
    }
}

/* Returns true when the word that ends before offset `to` introduces a place. */
static bool is_introduced(const shown_text *t, size_t to)
{
    size_t from = t->last;

    while (to > from && !ascii_is_alpha((unsigned char)t->text[to - 1]))
        to--;
    return ascii_is_word_of("at to into visit via open auf bei unter sur chez op naar",
                            t->text + from, to - from);
}

static bool next_word(shown_text *t, shown_word *w)
{
    size_t from, rest, before = t->at;

    skip_opening(t);
    from = t->at;
    if (from == t->n)
        return false;
    while (t->at < t->n && !seen_is_gap(t->text[t->at]))
        t->at++;
    rest = t->n - t->at;
    *w = (shown_word){.p = t->text + from,
                      .n = t->at - from,
                      .first = !t->begun,
                      .introduced = is_introduced(t, before),
                      .label = t->few && (!t->begun || rest <= 1)};
    w->whole = (w->first || memchr(t->text + before, '\n', from - before)) &&
               (rest <= 1 || t->text[t->at] == '\n');
    t->begun = true;
    t->last = from;
    return true;
}

/* Sets *s to the user of the last URL, if it looks like a host: "https://www.bank.com@x.example".
 */
static bool take_user(shown_text *t, shown *s)
{
    const char *escape = memchr(t->user.p, '%', t->user.n);
    size_t n = escape ? (size_t)(escape - t->user.p) : t->user.n;
    size_t length = host_length(t->user.p, n), last;

    *s = (shown){.kind = SHOWN_HOST, .strong = true, .text = t->user};
    host_normalize(&s->host, t->user.p, length);
    t->user.n = 0;
    return shown_is_name(&s->host, &last) && !shown_is_no_host(&s->host, last);
}

bool shown_may(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (text[i] == '.' || text[i] == ':' || text[i] == '[' || (unsigned char)text[i] == 0xB7 ||
            (unsigned char)text[i] >= 0xCA)
            return true;
    return false;
}

bool shown_may_be_reversed(const char *text, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if ((unsigned char)text[i] >= 0x80 || (text[i - 1] == '/' && text[i] == ':') ||
            (text[i - 1] == '.' && (text[i] | 0x20) == 'w'))
            return true;
    return false;
}

/* Returns true for a text of at most four words, the most that the name of a link has. */
static bool shown_has_few_words(const char *p, size_t n)
{
    enum { FEW = 4 };
    unsigned gaps = 0;

    for (size_t i = 0; i + 1 < n && gaps < FEW; i++)
        gaps += seen_is_gap(p[i]);
    return gaps < FEW;
}

bool shown_begin(shown_text *t, const char *text, size_t n, seen_view view)
{
    t->at = t->last = 0;
    t->begun = false;
    t->user = (trawl_str){"", 0};
    if (!seen_read(t->text, &t->n, text, n, view))
        return false;
    t->few = shown_has_few_words(t->text, t->n);
    return true;
}

bool shown_next(shown_text *t, shown *s)
{
    shown_word w;

    if (t->user.n > 0 && take_user(t, s))
        return true;
    while (next_word(t, &w)) {
        s->word = (trawl_str){w.p, w.n};
        shown_read_word(t, s, &w);
        if (s->kind != SHOWN_NOTHING)
            return true;
        w.n = seen_skeleton(t->skeleton, sizeof t->skeleton, w.p, w.n);
        w.p = t->skeleton;
        if (w.n > 0)
            shown_read_word(t, s, &w);
        if (s->kind != SHOWN_NOTHING)
            return true;
    }
    return false;
}

bool shown_is(const shown *s, const char *url, size_t n)
{
    return ascii_begins(url, n, "http") && s->word.n >= n && memcmp(s->word.p, url, n) == 0 &&
           shown_is_closing(s->word.p + n, s->word.n - n);
}

void shown_url(shown *s, const char *url, size_t n)
{
    shown_text t;
    const shown_word w = {.p = url, .n = n, .first = true, .whole = true};

    shown_read_word(&t, s, &w);
}
