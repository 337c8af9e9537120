/* mismatch_text.c - the place that an anchor's text shows, if it shows one
 *
 * The text is copied up to its first white space, without the characters that nobody sees: they would hide a host from us
 * and not from a reader. Then it is one of a few shapes. What is no host by DNS is not looked for.
 */
#include "mail/mismatch_text.h"

#include <stdint.h>
#include <string.h>
#include <trawl.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "find/tld.h"

/* ---- Characters ---- */

static bool in(uint32_t c, uint32_t from, uint32_t to)
{
    return c >= from && c <= to;
}

static inline utf8_char char_at(const char *text, size_t i, size_t n)
{
    if ((unsigned char)text[i] < 0x80)
        return (utf8_char){(unsigned char)text[i], 1};
    return utf8_decode(text + i, n - i);
}

/* Format characters, joiners, variation selectors, tags, the soft hyphen, fillers. */
static bool is_unseen(uint32_t c)
{
    if (c < 0xAD)
        return false;
    return c == 0xAD || c == 0x34F || c == 0x61C || in(c, 0x115F, 0x1160) || in(c, 0x17B4, 0x17B5) ||
           in(c, 0x180B, 0x180F) || in(c, 0x200B, 0x200F) || in(c, 0x202A, 0x202E) || in(c, 0x2060, 0x206F) ||
           c == 0x3164 || in(c, 0xFE00, 0xFE0F) || c == 0xFEFF || c == 0xFFA0 || in(c, 0xFFF9, 0xFFFB) ||
           in(c, 0xE0000, 0xE0FFF);
}

static bool is_space(uint32_t c)
{
    if (c < 0x80)
        return c <= ' ';
    return c == 0x85 || c == 0xA0 || c == 0x1680 || in(c, 0x2000, 0x200A) || in(c, 0x2028, 0x2029) || c == 0x202F ||
           c == 0x205F || c == 0x3000;
}

/* What may stand before the place: brackets, quotes, dashes, bullets, arrows, emoji; no ellipsis, behind which it is cut. */
static bool is_front(uint32_t c)
{
    if (c < 0x80)
        return strchr("<([{\"'`*_->=~|+", (int)c) != NULL;
    return c == 0xAB || c == 0xB7 || c == 0xBB || (in(c, 0x2010, 0x205E) && c != 0x2026) || in(c, 0x2190, 0x2BFF) ||
           in(c, 0x3008, 0x301F) || in(c, 0x1F000, 0x1FAFF);
}

/* ---- The first word ---- */

typedef struct first_word {
    char p[MISMATCH_HOST_RAW + 256];
    size_t n;
    bool whole; /* nothing else is in the text */
    bool over;  /* it is longer than any host, and cut */
} first_word;

static bool seen_from(const char *text, size_t i, size_t n)
{
    utf8_char c;

    for (; i < n; i += c.len) {
        c = char_at(text, i, n);
        if (!is_unseen(c.code) && !is_space(c.code))
            return true;
    }
    return false;
}

static void read_word(first_word *w, const char *text, size_t n)
{
    size_t i = 0;
    utf8_char c;

    w->n = 0;
    w->whole = w->over = false;
    for (; i < n; i += c.len) {
        c = char_at(text, i, n);
        if (!is_unseen(c.code) && !is_space(c.code) && !is_front(c.code))
            break;
    }
    for (; i < n; i += c.len) {
        c = char_at(text, i, n);
        if (is_space(c.code))
            break;
        if (is_unseen(c.code))
            continue;
        if (sizeof w->p - w->n < c.len) {
            w->over = true;
            return;
        }
        memcpy(w->p + w->n, text + i, c.len);
        w->n += c.len;
    }
    w->whole = !seen_from(text, i, n);
}

static bool begins(const char *p, size_t n, const char *word)
{
    return n >= strlen(word) && ascii_same(p, word, strlen(word));
}

/* "https": so many bytes before "://" or what browsers take for it; 0 for none. */
static size_t scheme_length(const char *p, size_t n)
{
    size_t i = 0;

    if (n == 0 || !ascii_is_alpha((unsigned char)p[0]))
        return 0;
    while (i < n && ascii_is_scheme((unsigned char)p[i]))
        i++;
    if (n - i < 3 || p[i] != ':' || (p[i + 1] != '/' && p[i + 1] != '\\') || (p[i + 2] != '/' && p[i + 2] != '\\'))
        return 0;
    return i;
}

/* ---- Shapes ---- */

/* Top-level domains that names of files end in. */
static bool is_suffix_of_files(const char *p, size_t n)
{
    static const char *const suffixes[] = {"cc", "java", "la", "md", "mk", "ml", "mov", "pl",
                                           "pm", "ps",   "py", "rs", "sh", "so", "tf",  "zip"};

    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++)
        if (n == strlen(suffixes[i]) && !memcmp(p, suffixes[i], n))
            return true;
    return false;
}

/* A name that is alone, of two labels: a file, a platform (ASP.NET), an hour (9.am)? */
static bool looks_otherwise(const mismatch_host *host, size_t dot)
{
    static const char *const platforms[] = {"ado.net", "asp.net", "ml.net", "vb.net"};
    const char *top = host->p + dot + 1;
    size_t top_n = host->n - dot - 1, digits = 0;

    if (memchr(host->p, '.', dot))
        return false;
    for (size_t i = 0; i < sizeof platforms / sizeof platforms[0]; i++)
        if (host->n == strlen(platforms[i]) && !memcmp(host->p, platforms[i], host->n))
            return true;
    while (digits < dot && ascii_is_digit((unsigned char)host->p[digits]))
        digits++;
    return is_suffix_of_files(top, top_n) || (digits == dot && !(tld_flags(top, top_n) & TLD_STRONG));
}

/* Two labels or more, none of them empty, the last one a top-level domain; *last is the dot before that. */
static bool is_name(const mismatch_host *host, size_t *last)
{
    size_t dot = host->n;

    while (dot > 0 && host->p[dot - 1] != '.')
        dot--;
    if (dot < 2 || host->p[0] == '.' || host->p[0] == '-')
        return false;
    for (size_t i = 1; i < dot; i++)
        if (host->p[i] == '.' && host->p[i - 1] == '.')
            return false;
    *last = dot - 1;
    return tld_known(host->p + dot, host->n - dot);
}

/* Nothing but punctuation that ends a sentence or a bracket? */
static bool is_end(const char *p, size_t n)
{
    utf8_char c;

    for (size_t i = 0; i < n; i += c.len) {
        c = utf8_decode(p + i, n - i);
        if (c.code < 0x80 ? !strchr(".,;:!?)]}>\"'`*_~|-", p[i]) : c.code != 0x2026 && !is_front(c.code))
            return false;
    }
    return true;
}

/* Does "..." or U+2026 follow? The dots have gone from the host's end. */
static bool is_cut(const char *p, size_t host, size_t n)
{
    return (host > 2 && p[host - 1] == '.' && p[host - 2] == '.') || begins(p + host, n - host, "\u2026");
}

static void read_address(mismatch_shown *shown, const first_word *w, const char *p, size_t n, bool marked)
{
    const char *at = memchr(p, '@', n);
    size_t from = at ? (size_t)(at - p) + 1 : n, length = mismatch_host_length(p + from, n - from), last;

    mismatch_host_normal(&shown->host, p + from, length);
    if (from < 2 || from == n || !is_name(&shown->host, &last))
        return;
    if (marked || (w->whole && is_end(p + from + length, n - from - length)))
        shown->kind = MISMATCH_ADDRESS;
}

static bool has_path(const char *p, size_t n)
{
    return memchr(p, '/', n) || memchr(p, '\\', n) || memchr(p, '?', n) || memchr(p, '#', n);
}

static void read_url(mismatch_shown *shown, const first_word *w, const char *p, size_t n)
{
    const char *host;
    size_t length = mismatch_host_authority(p, n, &host), at = (size_t)(host - p);

    if (w->over && !has_path(host, n - at))
        return; /* an "@" may come yet */
    mismatch_host_normal(&shown->host, host, length);
    if (shown->host.n > 0 && shown->host.p[0] != '.')
        shown->kind = MISMATCH_HOSTS;
    shown->cut = is_cut(host, length, n - at);
}

static void read_name(mismatch_shown *shown, const first_word *w, const char *p, size_t n)
{
    size_t length = mismatch_host_length(p, n), rest = n - length, last;
    const char *behind = p + length;
    bool strong;

    mismatch_host_normal(&shown->host, p, length);
    shown->cut = is_cut(p, length, n);
    if (!is_name(&shown->host, &last))
        return;
    strong =
        rest > 0 && (behind[0] == '/' || (rest > 1 && behind[0] == ':' && ascii_is_digit((unsigned char)behind[1])) ||
                     (strchr("?#", behind[0]) && !is_end(behind, rest)));
    if (begins(shown->host.p, shown->host.n, "www.") && last > 3)
        strong = true;
    if (strong || (w->whole && is_end(behind, rest) && !looks_otherwise(&shown->host, last)))
        shown->kind = MISMATCH_HOSTS;
}

void mismatch_read(mismatch_shown *shown, const char *text, size_t n)
{
    first_word w;
    const char *p = w.p;
    size_t scheme, path;

    shown->kind = MISMATCH_NOTHING;
    shown->cut = false;
    read_word(&w, text, n);
    n = w.n;
    if (begins(p, n, "url:")) {
        p += 4;
        n -= 4;
    }
    scheme = scheme_length(p, n);
    if (scheme > 0) {
        read_url(shown, &w, p + scheme + 1, n - scheme - 1);
        return;
    }
    if (begins(p, n, "mailto:")) {
        read_address(shown, &w, p + 7, n - 7, true);
        return;
    }
    for (path = 0; path < n && p[path] != '/' && p[path] != '?'; path++)
        ;
    if (memchr(p, '@', path))
        read_address(shown, &w, p, n, false);
    else
        read_name(shown, &w, p, n);
}
