/* inside.h - shared by the files of this folder: parts, hosts, scripts, refusals, minimal
 * escaping */
#ifndef TRAWL_URL_INSIDE_H
#define TRAWL_URL_INSIDE_H

#include <string.h>

#include "base/out.h"
#include "url/grammar/grammar.h"

/* Finishes a public function that writes text: sets *len. Returns `failed` if that is not 0, else
 * TRAWL_OK or TRAWL_ERROR_NO_SPACE. */
static inline int out_result(const text_out *o, int failed, size_t *len)
{
    *len = o->len;
    return failed ? failed : o->len > o->size ? TRAWL_ERROR_NO_SPACE : TRAWL_OK;
}

/* Fast path: returns true for most URLs that are already in canonical form; false for all
 * others. */
bool url_is_canonical(const char *url, size_t n);

/* A URL's canonical form, on the stack if it is short. */
typedef struct canonical_text {
    char *p;
    size_t n;
    char small[1024];
} canonical_text;

/* Returns as trawl_canonical(). Needs canonical_close() even after an error. */
int canonical_open(canonical_text *c, const char *url, size_t n);
void canonical_close(canonical_text *c);

/* ---- Parts ---- */

/* Returns the length of the labels "URL:" and "URI:" before a URL (RFC 1738, Appendix; prefixedurl
 * in RFC 1630). They are not part of the URL. */
size_t parts_label(const char *url, size_t n);

/* Splits off the parts that are specific to the scheme: TRAWL_PART_TYPE and those after it. */
void parts_split_scheme(url_parts *parts, const char *url, size_t n);

/* Sets the parts of a verdict. The places that are reserved for later versions are absent. */
void parts_to_verdict(trawl_verdict *v, const url_parts *parts);

/* Returns true when the segment of a path at p[0..n) is empty, "." or "..", raw or escaped:
 * decoding a dot in it would change the path. */
bool parts_is_dots(const char *p, size_t n);

/* Returns the port number, a value above 65535 if it is too large, 0 if it is empty or absent, or
 * -1 if it is not a number. */
long parts_port(const url_parts *parts, const char *url);

/* Returns the grammar that checks the URL. */
enum scheme_grammar parts_grammar(const url_parts *parts);

/* Writes one part, from TRAWL_PART_SCHEME to TRAWL_PART_FRAGMENT. Called only for parts that are
 * present. Returns 0 or an error; only a host or a path may fail. */
typedef int parts_put(void *user, int part, trawl_span s);

/* Writes a whole URL: each part with put(), and the delimiters. Returns 0 or put()'s error. */
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

/* Returns true when the last label, before an optional final dot, is ASCII and not an A-label. */
bool host_has_ascii_top(const char *host, size_t n);

/* Returns TRAWL_DANGER_ODD_IP and TRAWL_DANGER_IP_HOST for a host that is an IP address, else 0
 * (address.c). `odd`: the host was not written in ASCII. */
unsigned address_dangers(const char *host, size_t n, bool odd);

/* The maximum length of a U-label. */
#define IDN_UNICODE_MAX 252

/* Writes the U-label of an A-label to out[0..IDN_UNICODE_MAX). Returns 1, or TRAWL_ERROR_NO_MEMORY.
 * Returns 0 when there is no U-label, or when idn_to_ascii() does not convert it back. */
int idn_to_unicode(const char *label, size_t n, char *out, size_t *len);

/* Writes a label in the form used by lists: U-form, lower case. Returns its length, or 0 if it is
 * not a label. */
size_t tld_normal_form(char out[TLD_LABEL_MAX], const char *label, size_t n);

/* ---- Scripts of non-ASCII labels
 *
 * A small and conservative test by Unicode blocks, in place of UTS #39: an unknown character counts
 * as suspicious.
 */

/* Returns true when all letters belong to one script. Ignores ASCII digits and hyphens; Han and
 * kana count as one script. */
bool script_is_one(const char *label, size_t n);

/* Returns true when the label mixes more scripts than "highly restrictive" in UTS #39 allows, which
 * is Latin with Han and kana, or Latin with Han and Hangul. Characters of unknown blocks count as
 * one more script. */
bool script_is_mixed(const char *label, size_t n);

/* Returns true when the label has a letter of a right-to-left script. */
bool script_runs_left(const char *label, size_t n);

/* Returns true when every letter is Cyrillic or Greek and looks like a Latin one. */
bool script_looks_latin(const char *label, size_t n);

/* ---- Labels that look like others (lookalike.c) ---- */

/* Returns true when the label, a U-label, looks like an ASCII label, and appends that to *o.
 * `ascii_top`: the host's top-level domain is in ASCII. */
bool lookalike_of(const char *label, size_t n, bool ascii_top, text_out *o);

/* Room for the ASCII name that a host looks like. */
#define IDN_LIKE_MAX 1024

/* ---- Refusals ---- */

/* The input of refuse(). */
typedef struct refusal_case {
    const char *standard; /* as in trawl_refusal */
    enum pattern pattern; /* the pattern that did not match */
    const char *url;
    size_t n;
    const url_parts *parts; /* split by parts_split() only */
    size_t at;              /* the result of match_reach() */
} refusal_case;

/* Fills in *r. Returns 0 or TRAWL_ERROR_NO_MEMORY. */
int refuse(const refusal_case *c, trawl_refusal *r);

/* Fills in *r for a known code. `grammar` selects one of RFC 1738's sections. */
void refuse_with(trawl_refusal *r, const char *standard, enum trawl_code code, size_t at,
                 enum scheme_grammar grammar);

/* ---- Minimal escaping (display.c) ---- */

/* The maximum number of brackets that are open at once (D4). */
#define FORMAT_OPEN_MAX 125

enum format_part { FORMAT_PATH, FORMAT_QUERY, FORMAT_FRAGMENT };

/* The state after the characters of a part written so far. */
typedef struct format_state {
    enum format_part part;
    uint32_t open[FORMAT_OPEN_MAX];
    unsigned depth;
    uint32_t before[2]; /* the last two characters, the last one first; 0 for an escaped
                         * character */
    bool directive;     /* after ":~:" in a fragment */
} format_state;

void format_begin(format_state *f, enum format_part part);

/* Returns true when the next character, `code`, may be written raw, and updates the state. `last`
 * is true for the last character of the link. A character that divides the part ("/", "&", "=")
 * counts as a delimiter; if it is data, the caller must escape it. */
bool format_keeps(format_state *f, uint32_t code, bool last);

/* Updates the state after a character that is written escaped. */
void format_escaped(format_state *f);

#endif
