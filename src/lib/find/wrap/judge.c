/* judge.c - splits the content of a closed wrapper into links (R12, R15), and tests them (R20,
 * R22) */

#include "base/ascii.h"
#include "base/check.h"
#include "find/wrap/inside.h"

/* Returns the content without one pair of quotes around all of it (R12). */
static piece without_quotes(wrap *w)
{
    piece all = {0, w->c.n};

    if (RULE(R12) && w->strong && w->c.n >= 2 && (w->c.p[0] == '"' || w->c.p[0] == '\'') &&
        w->c.p[w->c.n - 1] == w->c.p[0]) {
        w->flags |= TRAWL_FLAG_QUOTES;
        all = (piece){1, w->c.n - 1};
    }
    return all;
}

/* Returns the content without further labels at its start (R2), which a line break may divide. */
static piece without_labels(const wrap *w, piece all)
{
    while (w->strong && all.to - all.from >= 4 &&
           (ascii_same(w->c.p + all.from, "url:", 4) || ascii_same(w->c.p + all.from, "uri:", 4)))
        all.from += 4;
    return all;
}

/* ---- Several links in one wrapper (R15) ---- */

/* Returns true when p[0..n) begins with a known scheme and "://", with "mailto:" or "news:". */
static bool judge_begins_link(const char *p, size_t n)
{
    const size_t k = form_scheme(p, n);

    if (k > 0 && n - k >= 2 && memcmp(p + k, "//", 2) == 0)
        return scheme_status(p, k - 1) != TRAWL_STATUS_UNKNOWN;
    return k > 0 && ascii_is_word_of("mailto news", p, k - 1);
}

/* Returns the end of the link at `from` when another link begins at the gap `next`: before a comma
 * or a word between the two links. */
static size_t front_end(const wrap *w, size_t from, const gap *next)
{
    const gap *before = next;
    size_t pos = next->pos, end = pos;

    while (before > w->gaps && before->pos == pos)
        before--;
    if (before->pos > from && before->pos < pos &&
        ascii_is_word_of("and or und oder et ou &", w->c.p + before->pos, pos - before->pos))
        end = before->pos;
    while (w->c.p[end - 1] == ',' || w->c.p[end - 1] == ';') /* a letter is at `from` */
        end--;
    return end;
}

/* Fills w->links. After white space a new scheme begins another link, if the text before it is a
 * good URL by itself. form_front_is_good() reads the text once for all ends that the links may
 * have. */
static void judge_find_links(wrap *w, piece all)
{
    size_t from = all.from;
    form_front front = {0};

    w->link_count = 0;
    if (RULE(R15) && w->gap_count > 0)
        front = form_front_of(w->c.p + from, all.to - from);
    for (unsigned g = 0;
         g < w->gap_count && front.parts.scheme > 0 && w->link_count < WRAP_LINKS - 1; g++) {
        const size_t pos = w->gaps[g].pos;

        if (pos <= from || pos >= all.to || !judge_begins_link(w->c.p + pos, all.to - pos) ||
            !form_front_is_good(&front, pos - from))
            continue;
        w->links[w->link_count++] = (piece){from, front_end(w, from, w->gaps + g)};
        w->flags |= TRAWL_FLAG_MULTI;
        from = pos;
        front = form_front_of(w->c.p + from, all.to - from);
    }
    w->other = 0;
    if (RULE(R20) && !w->strong && all.to > from + 1 && w->c.p[all.to - 1] == ',')
        w->other = all.to--;
    CHECK(w->link_count < WRAP_LINKS && from < all.to && all.to <= w->c.n);
    w->links[w->link_count++] = (piece){from, all.to};
}

/* ---- Tests of the content ---- */

/* "<URL://http://a.example/>": returns the content without the "//", when the label was taken for a
 * scheme (R2). */
static piece without_slashes(const wrap *w, piece all)
{
    const char *p = w->c.p + all.from;
    size_t n = all.to - all.from, scheme;

    if (!RULE(R2) || !w->strong || n < 2 || p[0] != '/' || p[1] != '/')
        return all;
    scheme = form_scheme(p + 2, n - 2);
    if (scheme > 0 && n - 2 - scheme > 2 && memcmp(p + 2 + scheme, "//", 2) == 0)
        all.from += 2;
    return all;
}

size_t wrap_blank(const wrap *w, size_t from, size_t to)
{
    unsigned g = gaps_from(w->gaps, w->gap_count, from);

    while (g < w->gap_count && w->gaps[g].broken)
        g++;
    return g < w->gap_count && w->gaps[g].pos < to ? w->gaps[g].pos : to;
}

/* Returns true when there are no blanks inside the lines of clean[from..to). */
static bool has_no_blank(const wrap *w, size_t from, size_t to)
{
    return wrap_blank(w, from + 1, to) == to;
}

/* Returns the place after the first blank of a line inside the authority of the link, 0 for none. A
 * "\" begins no authority. */
static size_t blank_in_authority(const wrap *w, piece at)
{
    const size_t end =
        w->gap_count > 0 ? form_of(w->c.p + at.from, at.to - at.from).authority_end : 0;
    const size_t begin =
        end > 0 ? at.from + form_scheme(w->c.p + at.from, at.to - at.from) + 2 : at.to;
    const size_t last = at.from + end < at.to ? at.from + end + 1 : at.to;
    size_t blank;

    if (begin >= at.to || w->c.p[begin] == '\\')
        return 0;
    blank = wrap_blank(w, begin + 1, last);
    return blank < last ? blank : 0;
}

/* Returns true for "localhost", and for a host with a dot whose last label is known. */
static bool has_known_host(const settings *s, const char *url, size_t n)
{
    const form f = form_of(url, n);

    if (f.host_to <= f.host || url[f.host_to - 1] == '.')
        return false;
    return ascii_is_word_of("localhost", url + f.host, f.host_to - f.host) ||
           (memchr(url + f.host, '.', f.host_to - f.host) && host_label_is_known(s, url, n, false));
}

/* Returns true when the blank before clean[blank] may have cut a host in two, "ftp.exa mple.org/a":
 * it is the only blank, and the text after it is neither prose, "or so", nor a host of its own. */
static bool cuts_host(const settings *s, const wrap *w, piece at, size_t blank)
{
    const char *url = w->c.p + at.from, *rest = w->c.p + blank;
    const size_t n = at.to - blank, front = blank - at.from;
    const bool begun = rest[-1] == '@'; /* after a user, before the host */

    return w->link_count == 1 && wrap_blank(w, at.from + 1, at.to) == blank &&
           has_no_blank(w, blank, at.to) && (begun || !prefix_find(rest, n)) &&
           (begun || memchr(rest, '.', n) || memchr(rest, '/', n) ||
            !has_known_host(s, url, front)) &&
           has_known_host(s, url, at.to - at.from);
}

/* Returns true for a URL that a weak wrapper may have: it has the shape of its scheme (M6), or "//"
 * after the scheme, which must be known if it was cut. "mailto:" may have any text without blanks
 * after it. */
static bool has_weak_form(const settings *s, const wrap *w, piece at, const char *url, size_t n)
{
    size_t k = form_scheme(url, n);
    text t = {.p = url, .n = n, .final = true};
    bool known;

    if (k == 0 || !settings_scheme(s, url, k - 1, &known) || (w->cut && !known))
        return false;
    return ascii_begins(url + k, n - k, known ? "/" : "//") ||
           bare_opaque_head(s, &t, 0, k - 1) > 0 ||
           (has_no_blank(w, at.from, at.to) && k < n && ascii_same(url, "mailto:", k));
}

/* Returns true for a URL with a host that cannot exist (M5). */
static bool has_no_host(const char *url, size_t n)
{
    const form f = form_of(url, n);
    const text t = {.p = url, .n = n, .final = true};
    host_span h = {.from = f.host, .to = f.host_to, .suspect = true};
    size_t i = f.host + 1;

    if (!RULE(M5) || f.host_to <= f.host || !host_is_of_dns(url, f.scheme - 1))
        return false;
    if (url[f.host] == '[') {
        while (i < f.host_to && url[i] != ']' && url[i] != '%')
            i++;
        return !host_literal_may_exist(url + f.host + 1, i - f.host - 1);
    }
    h.to -= url[h.to - 1] == '.';
    h.last = bytes_after_last(url, h.from, h.to, '.');
    return !host_may_exist(&t, &h);
}

/* Returns true for a partial URL, which has a sign that a mere word lacks: "x.html", "a/b",
 * "#note"; not "...". */
static bool looks_partial(const char *p, size_t n)
{
    bool sign = false, word = false;

    for (size_t i = 0; i < n; i++) {
        sign = sign || (p[i] != '\0' && strchr("./#?", p[i]));
        word = word || wrap_is_word(p[i]);
    }
    return sign && word;
}

/* Returns true when the "\" at p divides a path, "\src", "\.."; not in "\n" and "\fR", escapes of
 * programs and of troff. */
static bool divides_path(const char *p, size_t n)
{
    if (n >= 3 && memcmp(p + 1, "..", 2) == 0)
        return true;
    return n >= 3 && ascii_is_alnum((unsigned char)p[1]) && ascii_is_alnum((unsigned char)p[2]) &&
           !(p[1] == 'f' && ascii_is_upper(p[2]));
}

/* Returns true for a URL with the path of a file as Windows has it, without blanks inside. */
static bool has_windows_path(const wrap *w, piece at)
{
    char url[FOUND_BYTES];
    size_t n = at.to - at.from, i = form_of(w->c.p + at.from, n).authority_end;

    if (i == 0 || w->gap_count > 0 || !memchr(w->c.p + at.from, '\\', n))
        return false;
    CHECK(n <= sizeof url);
    memcpy(url, w->c.p + at.from, n);
    for (; i < n; i++)
        if (url[i] == '\\') {
            if (!divides_path(url + i, n - i))
                return false;
            url[i] = '/';
        }
    return form_is_good(url, n);
}

bool wrap_is_domain(const settings *s, const char *p, size_t n)
{
    text t = {.p = p, .n = n, .final = true};
    unsigned port;
    size_t end;
    host_span h;

    host_read(s, &t, 0, false, &h);
    if (!host_is_domain(s, &t, &h))
        return false;
    end = host_port(&t, h.to, &port);
    return end == n || p[end] == '/' || p[end] == '?' || p[end] == '#';
}

/* R3: returns true for a "www." or "ftp." host that was broken, without blanks in its lines. A host
 * that was not broken is found in running text. */
static bool has_www_form(const settings *s, const wrap *w, piece at, const char *name, size_t n)
{
    static const char scheme[] = "https://";
    const size_t k = sizeof scheme - 1;
    char url[FOUND_BYTES + sizeof scheme];

    if (w->gap_count == 0 || n > FOUND_BYTES || !has_no_blank(w, at.from, at.to) ||
        !wrap_is_domain(s, name, n))
        return false;
    if (bytes_authority(name, n))
        return false; /* another URL in the next line */
    memcpy(url, scheme, k);
    memcpy(url + k, name, n);
    return form_is_good(url, k + n);
}

/* Returns true when a weak wrapper may have this reading of a link. */
static bool judge_weak(const settings *s, wrap *w, piece at, const char *url, size_t n)
{
    if (w->www)
        return has_www_form(s, w, at, url, n) ||
               wrap_give_up(w, w->close, "R3", "not a broken name without blanks in its lines");
    if (!RULE(R20))
        return true;
    if (has_no_host(url, n))
        return wrap_give_up(w, w->close, "M5", "no name or address is like its host");
    return (has_weak_form(s, w, at, url, n) && (form_is_good(url, n) || has_windows_path(w, at))) ||
           wrap_give_up(w, w->close, "R20", "without a label only a valid URL makes a wrapper");
}

/* Returns true when a weak wrapper may have at least one reading of the link. */
static bool judge_readings(const settings *s, wrap *w, piece at)
{
    char url[FOUND_BYTES];
    form whole;
    const broken_link b = wrap_broken(s, w, at, &whole);
    readings r;

    if (b.hyphen_count == 0)
        return judge_weak(s, w, at, w->c.p + at.from, at.to - at.from);
    readings_judge(&b, &r, &w->c.no_memory);
    for (unsigned k = 0; k < r.count; k++)
        if (judge_weak(s, w, at, url, readings_put(&b, r.sets[k], url)))
            return true;
    return false;
}

/* Decides about a blank in the host of a weak wrapper. Returns false for prose in brackets. Else
 * the host may have been cut in two: if the part before the blank is a known host, the link ends at
 * the blank, and the longer link is another reading; if not, the shorter link is another
 * reading. */
static bool judge_blank(const settings *s, wrap *w, piece *at)
{
    const size_t blank = RULE(R20) ? blank_in_authority(w, *at) : 0;

    if (blank == 0)
        return true;
    if (!cuts_host(s, w, *at, blank))
        return wrap_give_up(w, w->close, "R20", "a blank inside the host: prose in brackets");
    w->other = blank;
    if (has_known_host(s, w->c.p + at->from, blank - at->from)) {
        w->other = at->to;
        at->to = blank;
    }
    return true;
}

bool wrap_judge(const settings *s, wrap *w)
{
    piece all = without_slashes(w, without_labels(w, without_quotes(w)));

    if (all.to == all.from)
        return wrap_give_up(w, w->close, "R20", "the wrapper is empty");
    judge_find_links(w, all);
    if (w->strong && form_scheme(w->c.p + all.from, all.to - all.from) == 0 &&
        !looks_partial(w->c.p + all.from, all.to - all.from))
        return wrap_give_up(w, w->close, "R22", "a single word: neither a URL nor a partial one");
    for (unsigned k = 0; k < w->link_count && !w->strong; k++)
        if (!judge_readings(s, w, w->links[k]) || !judge_blank(s, w, &w->links[k]))
            return false;
    return true;
}
