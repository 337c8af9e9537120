/* bare.h - links in running text, one function a kind of trigger
 *
 * Each looks at a trigger in the window and says whether a link stands around it. They decide where it begins and ends, by
 * characters alone, and never ask a grammar. What they answer is thrown away when the window starved.
 */
#ifndef TRAWL_FIND_BARE_H
#define TRAWL_FIND_BARE_H

#include "base/ascii.h"
#include "find/found.h"
#include "find/settings.h"
#include "find/text.h"

/* What was decided about a candidate. */
typedef enum outcome {
    NOT_A_LINK, /* the search goes on one byte further */
    PASS_OVER,  /* no link, and nothing up to f->to can be one */
    IS_LINK     /* f holds it */
} outcome;

/* A colon: "scheme://..." or one of the schemes that need no "//". */
outcome bare_scheme(const settings *s, text *t, size_t colon, found *f);

/* The longest run of scheme characters before the colon, without punctuation at its front. The colon itself when there is
 * none, or when it begins with a digit (Q1); *too_long when the run is longer than any scheme. */
size_t bare_scheme_start(const text *t, size_t colon, bool *too_long);

/* Where the name before the colon of a "://" begins that starts a link; colon when none does. */
size_t bare_choose_scheme(const settings *s, const text *t, size_t colon, found *f);

/* The schemes that need no "//" (M6), the name being t->p[from..colon). */
outcome bare_opaque(const settings *s, text *t, size_t from, size_t colon, found *f);

/* Past the part of such a link that gives it its shape ("mailto:joe@a.example", "urn:isbn:"); 0 when it has none. */
size_t bare_opaque_head(const settings *s, text *t, size_t from, size_t colon);

/* The end of the run of characters of message-ids that begins at i, as far as it is looked at. What an earlier look has seen is
 * not read again. */
size_t bare_id_end(text *t, size_t i);

/* "@": an address. */
outcome bare_email(const settings *s, text *t, size_t at, found *f);

/* A "w", and perhaps "www." */
outcome bare_www(const settings *s, text *t, size_t w, found *f);

/* A dot: a domain, or with TRAWL_FIND_IP an address of four numbers. */
outcome bare_domain(const settings *s, text *t, size_t dot, found *f);

/* A colon behind "localhost". */
outcome bare_localhost(const settings *s, text *t, size_t colon, found *f);

/* "//" without a scheme. */
outcome bare_netpath(const settings *s, text *t, size_t slash, found *f);

/* Does a whole address stand here, local part and domain? Its end, or 0. Any host will do when any_host is set. */
size_t bare_address_end(const settings *s, text *t, size_t from, size_t limit, bool any_host);

/* Does "@" and a domain stand at i, so that what is before it is a local part? */
bool bare_at_domain(const settings *s, text *t, size_t i);

/* M9: "seehttp://" is a word with a URL glued to it, which begins there; colon where none is. */
static inline size_t bare_glued_start(const text *t, size_t from, size_t colon)
{
    const char *p = t->p + colon;
    size_t n = colon - from;

    if (n > 5 && ascii_same(p - 5, "https", 5))
        return colon - 5;
    if (n > 4 && ascii_same(p - 4, "http", 4))
        return colon - 4;
    return n > 3 && ascii_same(p - 3, "ftp", 3) ? colon - 3 : colon;
}

/* M15: behind the host t->p[name..end) stands "://". Of "a.example.http" the scheme begins another URL; "https" is one, and no host. The
 * end of the host without it, name if it is none. */
size_t bare_before_url(const text *t, size_t name, size_t end);

/* Has the URL in f a "%" without two hex digits? Sets the flag. */
void bare_flag_percent(found *f);

#endif
