/* usual_look.h - what the files of the usual link share: a link as it is found, a host as it is looked at */
#ifndef TRAWL_FIND_USUAL_LOOK_H
#define TRAWL_FIND_USUAL_LOOK_H

#include <string.h>

#include "base/ascii.h"
#include "find/byteclass.h"
#include "find/scan.h"

/* What has no scheme. */
#define USUAL_NAMES                                                                                                    \
    (TRAWL_FIND_ADDR | TRAWL_FIND_MSGID | TRAWL_FIND_EMAIL | TRAWL_FIND_WWW | TRAWL_FIND_DOMAIN | TRAWL_FIND_IP |      \
     TRAWL_FIND_LOCALHOST | TRAWL_FIND_NETPATH)

/* What is longer is left to decide(), with the limits of R31. */
#define USUAL_TAIL 1024

/* A link of one piece, w->p[from..to), as found_begin() and found_whole() leave it. */
static inline void usual_take(found *f, const text *w, int kind, size_t from, size_t to)
{
    f->kind = kind;
    f->flags = 0;
    f->over = f->codes = false;
    f->plain = true;
    f->from = from;
    f->to = to;
    f->url = w->p + from;
    f->url_n = to - from;
    f->pieces[0] = (piece){from, to};
    f->piece_count = 1;
    f->alt_count = 0;
    f->alt_used = 0;
}

/* No link begins at the trigger at i, nor at another one up to it. */
static inline outcome usual_no_link(trawl *t, size_t i)
{
    t->f.from = t->f.to = i + 1;
    return PASS_OVER;
}

/* Behind "<b" stands what is neither in an address nor in a scheme. */
static inline bool usual_ends_word(char c)
{
    return (unsigned char)c <= ' ' || c == '<' || c == '>';
}

/* Behind "<joe@" stands neither a host nor a ">", which may be an id's end. */
static inline bool usual_begins_no_host(unsigned char c)
{
    return c < 0x80 && !byte_is(c, BYTE_LABEL) && c != '.' && c != '_' && c != '[' && c != '>';
}

/* "http://" or "https://": how long it is; 0 for any other beginning. */
static inline size_t usual_web_scheme(const char *p)
{
    size_t n = p[4] == 's' ? 5 : 4;

    return memcmp(p, "http", 4) == 0 && memcmp(p + n, "://", 3) == 0 ? n + 3 : 0;
}

/* Are these n > 0 bytes without two dots in a row, or one at an end, as a local part is? Most have no dot at all. */
static inline bool usual_has_single_dots(const char *p, size_t n)
{
    const char *end = p + n - 1;

    if (*p == '.' || *end == '.')
        return false;
    for (; (p = memchr(p, '.', (size_t)(end - p))); p++)
        if (p[1] == '.')
            return false;
    return true;
}

/* What may be a host: n bytes. */
typedef struct usual_look {
    size_t n;
    kernel_marks marks;
} usual_look;

static inline void usual_look_at(const settings *s, const text *w, size_t i, usual_look *h)
{
    h->n = s->kernel->host(w->p + i, w->n - i, &h->marks);
}

/* Does all of it lie in the window, with an ASCII character behind it? */
static inline bool usual_is_whole(const usual_look *h, const text *w, size_t i)
{
    return h->n < KERNEL_HOST && i + h->n < w->n && (unsigned char)w->p[i + h->n] < 0x80;
}

/* The end of the host at i, which has no "--" and no number as its last label; 0 for any other. Of a URL: no dot stands at its end,
 * and what stands behind it is for the caller to look at. If it is to be a domain, it has a dot, and may have one at its end, which is
 * behind the end then. As host_plainly(), which tells more. */
static inline size_t usual_host_end(const text *w, size_t i, const usual_look *h, bool domain)
{
    size_t n = h->n;
    uint64_t dots = h->marks.dots, edges, ends;

    if (n == 0 || !usual_is_whole(h, w, i) || (domain && (w->p[i + n] == '_' || w->p[i + n] == '%')))
        return 0;
    if (domain && dots >> (n - 1) & 1)
        dots ^= (uint64_t)1 << --n;
    if (domain && (n == 0 || dots == 0))
        return 0;
    edges = dots | h->marks.hyphens;
    ends = (uint64_t)1 | (uint64_t)1 << (n - 1);
    if (edges & (ends | edges << 1))
        return 0;
    return ascii_is_digit((unsigned char)w->p[i + kernel_last_label(dots)]) ? 0 : i + n;
}

/* The same, looked at now. */
static inline size_t usual_host_at(const settings *s, const text *w, size_t i, bool domain)
{
    usual_look h;

    usual_look_at(s, w, i, &h);
    return usual_host_end(w, i, &h, domain);
}

/* Past the port behind the colon at i, or i, if there is none; w->n where it is not so simple. *bad: it is none of TCP's. */
size_t usual_port_end(const text *w, size_t i, bool *bad);

/* A wrapper: "<http://example.org/path>", or with "URL:" before it; what stands behind the "<" at i ends with the colon. */
outcome usual_in_wrapper(trawl *t, text *w, size_t i, size_t colon);

/* The same of one whose content, with or without a label before it, begins at from with "http://" of so many bytes, or with none. */
outcome usual_web_wrapper(trawl *t, text *w, size_t i, size_t from, size_t scheme, bool label);

/* A colon: "https://example.org/path". */
outcome usual_in_web(trawl *t, text *w, size_t colon);

/* The same, where nothing before it has a say: from its name on, which is one that is wanted. */
outcome usual_web_link(trawl *t, text *w, size_t from, size_t colon);

/* One without "//": "mailto:joe@example.org". */
outcome usual_opaque(trawl *t, text *w, size_t colon);

#endif
