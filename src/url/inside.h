/* inside.h - what the files of this room share: parts, hosts, scripts, refusals, minimal
 * escaping */
#ifndef TRAWL_URL_INSIDE_H
#define TRAWL_URL_INSIDE_H

#include <string.h>

#include "base/out.h"
#include "url/grammar/grammar.h"
#include "url/url.h"

/* Ends a public function that writes text: sets *len and returns failed, TRAWL_OK or
 * TRAWL_ERROR_NO_SPACE. */
static inline int out_result(const text_out *o, int failed, size_t *len)
{
    *len = o->len;
    return failed ? failed : o->len > o->size ? TRAWL_ERROR_NO_SPACE : TRAWL_OK;
}

/* Returns true for most URLs that are their own canonical form, and for no others. */
bool url_is_canonical(const char *url, size_t n);

/* ---- Parts ---- */

/* Splits off the parts that only the scheme has: TRAWL_PART_TYPE and those after it. */
void parts_split_scheme(url_parts *parts, const char *url, size_t n);

/* Returns the length of the scheme, which a colon follows, or 0. It may begin with a digit (RFC
 * 1738 section 2.1). */
size_t parts_scheme(const char *url, size_t n);

/* Returns the port's number, more than 65535 for all that are too large; 0 when it is empty or
 * absent, -1 when it is no number. */
long parts_port(const url_parts *parts, const char *url);

/* Returns the production that judges the URL. */
enum scheme_grammar parts_grammar(const url_parts *parts);

/* Writes one of the parts TRAWL_PART_SCHEME to TRAWL_PART_FRAGMENT, which is not absent. Returns 0
 * or an error; only a host or a path may fail. */
typedef int parts_put(void *user, int part, trawl_span s);

/* Puts a URL together: each part by put(), and their delimiters. Returns 0 or put()'s error. */
int parts_write(const url_parts *p, text_out *o, parts_put *put, void *user);

/* ---- Hosts ---- */

/* Returns the end of the label that begins at host[i]. */
static inline size_t host_label_end(const char *host, size_t i, size_t n)
{
    const char *dot = i < n ? memchr(host + i, '.', n - i) : NULL;

    return dot ? (size_t)(dot - host) : n;
}

/* Returns the start of the last label. */
size_t host_last_label(const char *host, size_t n);

/* Returns true when the last label, before a final dot, is neither beyond ASCII nor an A-label. */
bool host_has_ascii_top(const char *host, size_t n);

/* The longest U-label. */
#define IDN_UNICODE_MAX 252

/* Writes the U-label of an A-label to out[0..IDN_UNICODE_MAX). Returns 1; 0 when there is none,
 * or when idn_to_ascii() does not lead back from it; or TRAWL_ERROR_NO_MEMORY. */
int idn_to_unicode(const char *label, size_t n, char *out, size_t *len);

/* Writes a label as lists have it: U-form, lower case. Returns its length, or 0 for what is no
 * label. */
size_t tld_normal_form(char out[TLD_LABEL_MAX], const char *label, size_t n);

/* ---- Scripts of labels beyond ASCII
 *
 * A small and conservative test by blocks of Unicode, in place of UTS #39: an unknown character
 * makes the answer the careful one.
 */

/* Returns true when all letters are of one script, ASCII digits and hyphens aside. Han and kana
 * count as one. */
bool script_is_one(const char *label, size_t n);

/* Returns true for scripts mixed beyond UTS #39's "highly restrictive": Latin with Han and kana,
 * or with Han and Hangul. Characters of unknown blocks are a script of their own. */
bool script_is_mixed(const char *label, size_t n);

/* Returns true when a letter is written from right to left. */
bool script_runs_left(const char *label, size_t n);

/* Returns true when every letter is a Cyrillic or Greek one that looks like a Latin one. */
bool script_looks_latin(const char *label, size_t n);

/* ---- Refusals ---- */

/* A refusal to explain. */
typedef struct refusal_case {
    const char *standard; /* as in trawl_refusal */
    enum pattern pattern; /* that refused */
    const char *url;
    size_t n;
    const url_parts *parts; /* split by parts_split() alone */
    size_t at;              /* match_reach()'s answer */
} refusal_case;

/* Fills in the refusal. Returns 0 or TRAWL_ERROR_NO_MEMORY. */
int refuse(const refusal_case *c, trawl_refusal *r);

/* Fills in a refusal whose code is known. grammar selects among the sections of RFC 1738. */
void refuse_with(trawl_refusal *r, const char *standard, trawl_code code, size_t at,
                 enum scheme_grammar grammar);

/* ---- Minimal escaping (display.c) ---- */

/* The most brackets that are open at once (D4). */
#define FORMAT_OPEN_MAX 125

enum format_part { FORMAT_PATH, FORMAT_QUERY, FORMAT_FRAGMENT };

/* The state after what has been written of a part. */
typedef struct format_state {
    enum format_part part;
    uint32_t open[FORMAT_OPEN_MAX];
    unsigned depth;
    uint32_t before[2]; /* the last two characters, the nearer one first; 0 for an escaped one */
    bool directive;     /* after ":~:" in a fragment */
} format_state;

void format_begin(format_state *f, enum format_part part);

/* Returns true when the next character may be raw, and takes it to be written so. last: nothing
 * of the link follows. What divides the part ("/", "&", "=") is a delimiter here; as data it
 * must be escaped. */
bool format_keeps(format_state *f, uint32_t code, bool last);

/* Takes the next character to be escaped. */
void format_escaped(format_state *f);

#endif
