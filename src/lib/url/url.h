/* url.h - functions for one URL as a string: schemes, parts, hosts, top-level domains, UTS #58
 *
 * What other folders may use of src/lib/url; the public functions are in trawl.h. Nothing here
 * depends on where a URL was found. The tables are made by src/gen/.
 */
#ifndef TRAWL_URL_URL_H
#define TRAWL_URL_URL_H

#include <trawl.h>

#include "base/ascii.h"
#include "base/memory.h"

/* ---- Schemes by name
 *
 * For each scheme: its registration (RFC 7595), its default port, the shape of what follows the
 * colon, and the grammar that checks it. Names are compared without case (RFC 1738 section 2.1).
 */

enum scheme_shape {
    SHAPE_OTHER,  /* unspecified: "data:,x", "stun:host:port", ... */
    SHAPE_HOST,   /* "//" and a host: http://a/ */
    SHAPE_OPAQUE, /* no "//", found in text by its own form: mailto:a@b.example, news:a.b.c */
    SHAPE_FILE,   /* file:///a, file:/a */
    SHAPE_HOSTS,  /* "//" and hosts with commas between them: redis://a:1,b:2/ */
    SHAPE_DID     /* "//" and a DID, or a host: at://did:web:a.example/b */
};

/* The schemes with their own grammar. */
enum scheme_grammar {
    SCHEME_GENERIC = 0,
    SCHEME_FTP, /* first the ten of RFC 1738 section 5, in its order */
    SCHEME_FILE,
    SCHEME_HTTP,
    SCHEME_GOPHER,
    SCHEME_MAILTO,
    SCHEME_NEWS,
    SCHEME_NNTP,
    SCHEME_TELNET,
    SCHEME_WAIS,
    SCHEME_PROSPERO,
    SCHEME_HTTPS,
    SCHEME_WS, /* ws and wss */
    SCHEME_SNEWS,
    SCHEME_URN,
    SCHEME_MID,
    SCHEME_CID,
    SCHEME_AFS,
    SCHEME_NFS,
    SCHEME_TN3270,
    SCHEME_RLOGIN
};

typedef struct scheme_row {
    uint16_t name;   /* offset in the table of names; see scheme_name() */
    uint16_t port;   /* the default port, or 0 */
    uint8_t length;  /* length of the name */
    uint8_t status;  /* enum trawl_status */
    uint8_t shape;   /* enum scheme_shape */
    uint8_t grammar; /* enum scheme_grammar */
} scheme_row;

/* Returns the row of a scheme, given without its colon and in any case, or NULL. */
const scheme_row *scheme_find(const char *name, size_t n);

/* Returns true for a scheme whose "//" is followed by one or several hosts. */
static inline bool scheme_has_host(const scheme_row *row)
{
    return row->shape == SHAPE_HOST || row->shape == SHAPE_HOSTS;
}

/* Returns the row's name in lower case, row->length bytes without a NUL. */
const char *scheme_name(const scheme_row *row);

/* Returns the enum trawl_status of a name. Names that begin with "x-" are
 * TRAWL_STATUS_EXPERIMENTAL (RFC 1738 section 4). */
int scheme_status(const char *name, size_t n);

/* Returns true for a scheme of the table, "x-name", "hg+https" and "web+name". */
bool scheme_is_known(const char *name, size_t n);

/* Returns the i-th row, sorted by name, or NULL. */
const scheme_row *scheme_at(size_t i);

/* ---- A URL split at its delimiters ---- */

static const trawl_span span_absent = {TRAWL_ABSENT, TRAWL_ABSENT};

static inline bool span_is(trawl_span s)
{
    return s.from != TRAWL_ABSENT;
}

static inline size_t span_len(trawl_span s)
{
    return span_is(s) ? (size_t)(s.to - s.from) : 0;
}

/* Returns the length of the scheme before the first colon, or 0 if there is none. It may begin with
 * a digit (RFC 1738 section 2.1). */
size_t parts_scheme(const char *url, size_t n);

/* The scheme and the authority of a URL. The last "@" ends the user information, as in browsers: in
 * http://a@b@c/ the host is c. */
typedef struct url_front {
    size_t scheme;    /* its length, 0 if there is none */
    size_t authority; /* its offset, after the "//"; 0 if there is none */
    size_t host;      /* its offset */
    size_t port;      /* the offset of the colon before it, or `to` */
    size_t to;        /* the end of the authority; if there is none, of the scheme and its colon */
} url_front;

url_front parts_front(const char *url, size_t n);

/* Returns the host, absent without an authority. */
trawl_span parts_host(const url_front *front);

trawl_span parts_path(const url_front *front, const char *url, size_t n);

typedef struct url_parts {
    trawl_span part[TRAWL_PART_COUNT];
    trawl_span authority;  /* without its "//" */
    const scheme_row *row; /* NULL if the scheme is missing or unknown */
} url_parts;

/* Splits any text into scheme, authority and its parts, path, query and fragment (RFC 3986
 * appendix B). */
void parts_split(url_parts *parts, const char *url, size_t n);

/* ---- Partial URLs ---- */

/* The maximum length of the result: both texts, the five delimiters of RFC 3986 section 5.3, and
 * "/.". */
#define RESOLVE_ROOM(base, ref) ((base).n + (ref).n + 8)

/* Resolves a reference by RFC 3986 section 5.2 into RESOLVE_ROOM() bytes at `to`. Unless `strict`
 * is set, ignores the reference's scheme if it equals the base's. Returns the result's length. */
size_t resolve_3986(char *to, trawl_str base, trawl_str ref, bool strict);

/* ---- URLs made of addresses and message-ids ---- */

/* An encoded byte, "%2F". */
#define URL_ESCAPED_MAX 3

/* Returns true for a byte that is not encoded in a URL made of an address or an id. With `mail` the
 * URL is a mailto URL (RFC 6068 section 2): "%", gen-delims, "&", ";" and "=" are encoded,
 * non-ASCII characters are not. Without it the URL is a mid, cid or news URL (RFC 2392, RFC
 * 5538). */
bool url_id_keeps(unsigned char c, bool mail);

/* Writes `prefix`, which is "mailto:", "mid:", "cid:" or "news:", and then the encoded address or
 * id p[0..n). `to` must have strlen(prefix) + URL_ESCAPED_MAX * n bytes. Returns the length. */
size_t url_of_id(char *to, const char *prefix, const char *p, size_t n);

/* ---- Bytes that are not UTF-8 ---- */

bool bytes_are_utf8(const char *url, size_t n);

/* Writes the URL with each byte that is not UTF-8 percent-encoded. Returns the length, or 0 when it
 * is more than `size` bytes. */
size_t bytes_escape(char *out, size_t size, const char *url, size_t n);

/* ---- Non-ASCII host names: A-labels and U-labels ---- */

/* The maximum length of an ASCII host: 253 bytes (RFC 1034 section 3.1) and a final dot. */
#define IDN_HOST_MAX 254

/* Returns true when the text has a non-ASCII byte. */
bool has_non_ascii(const char *host, size_t n);

/* Converts a host to ASCII with libidn2 (UTS #46, nontransitional); writes to out[0..IDN_HOST_MAX].
 * Returns 1, 0 when it is not a valid host name, or TRAWL_ERROR_NO_MEMORY. */
int idn_to_ascii(const char *host, size_t n, char *out, size_t *len);

/* Writes the ASCII letters, digits or sign that a small letter, digit or sign beyond ASCII looks
 * like (UTS #39). Returns their length, 0 to 2. */
size_t lookalike_ascii(uint32_t code, char out[2]);

#define PUNYCODE_LABEL_MAX 63                      /* RFC 1035 section 2.3.4 */
#define PUNYCODE_UTF8_MAX (4 * PUNYCODE_LABEL_MAX) /* the maximum length of a U-label */

/* Returns true for an A-label: "xn--", in any case, and at least one character more. */
static inline bool punycode_is(const char *label, size_t n)
{
    return n > 4 && ascii_same(label, "xn--", 4);
}

/* Decodes an A-label to out[0..PUNYCODE_UTF8_MAX) by RFC 3492, without the rules of IDNA. Returns
 * the length, or 0 if it is not an A-label or not valid Punycode. */
size_t punycode_decode(char *out, const char *label, size_t n);

/* ---- UTS #58: Link_Term, Link_Email and Link_Bracket of a code point (D1)
 *
 * The caller applies the exceptions of the profile (M1, M2, M8).
 */

/* Link_Term: the lower three bits of a link_class(). */
enum link_term {
    LINK_HARD = 0, /* ends a link; also every value above U+10FFFF           */
    LINK_INCLUDE,  /* belongs to the link                                    */
    LINK_SOFT,     /* belongs to the link, except at its end: "."            */
    LINK_OPEN,     /* an opening bracket                                     */
    LINK_CLOSE     /* a closing bracket; its opener is link_opener()         */
};

#define LINK_TERM 7  /* the mask for enum link_term */
#define LINK_EMAIL 8 /* Link_Email: allowed in the local part of an address */

/* The classes of U+0000 to U+007F. */
extern const uint8_t link_ascii[128];

/* Returns the class of a code point from U+0080 on. */
unsigned link_class_wide(uint32_t cp);

/* Returns the class of a code point: its enum link_term, plus LINK_EMAIL if Link_Email is set. */
static inline unsigned link_class(uint32_t cp)
{
    return cp < 128 ? link_ascii[cp] : link_class_wide(cp);
}

static inline enum link_term link_term(uint32_t cp)
{
    return (enum link_term)(link_class(cp) & LINK_TERM);
}

/* Returns the opening bracket for a closing bracket (Link_Bracket), or 0. */
uint32_t link_opener(uint32_t closer);

/* ---- Top-level domains (D2)
 *
 * The table is built in, so results are the same on every machine. Labels are ASCII or UTF-8 in
 * NFC; nothing here normalises. For suffixes of two levels, such as "co.uk", see
 * suffix_registrable().
 */

enum tld_flag {
    TLD_KNOWN = 1,
    TLD_STRONG = 2, /* com org net edu gov mil int: a bare name below these is a link (M7) */
    TLD_CLASSIC = 4 /* those seven, arpa, and the two-letter country codes */
};

/* The maximum length of a label in UTF-8: in DNS it has at most 63 bytes (RFC 1035 section 2.3.4),
 * so at most 63 characters of four bytes. */
#define TLD_LABEL_MAX 252

/* Returns the enum tld_flag bits of a label, in A- or U-form and in any case, or 0 if it is
 * unknown. */
unsigned tld_flags(const char *label, size_t n);

static inline bool tld_known(const char *label, size_t n)
{
    return tld_flags(label, n) != 0;
}

/* Returns the i-th name of the table, in lower case, or an empty string if i is too large. Each
 * non-ASCII domain has two names. */
trawl_str tld_at(size_t i);

/* Folds a label to lower case: ASCII, and those capitals of Latin, Greek, Cyrillic, Armenian and
 * Georgian whose small letter has the same length in UTF-8. Writes n bytes; out may be equal to
 * label. Returns false when the label is not UTF-8; out is then undefined. */
bool tld_fold(char *out, const char *label, size_t n);

/* A list of top-level domains given at run time: one per line, in A- or U-form (NFC, RFC 5198) and
 * in any case. "#", or "//" at the start of a line, begins a comment. Of a rule with several labels
 * only the last label counts, so the lists of IANA and of publicsuffix.org can be used
 * unchanged. */
typedef struct tld_set {
    const memory *m;
    char *text;       /* the labels, in U-form and lower case */
    trawl_str *label; /* into text, sorted by length, then by bytes, without duplicates */
    size_t labels;
} tld_set;

/* Makes a set from text[0..n), which is copied; m must outlive the set. Skips lines without a
 * label. Returns TRAWL_OK, or TRAWL_ERROR_NO_MEMORY and an empty set. */
int tld_set_load(tld_set *s, const memory *m, const char *text, size_t n);

/* Returns true when the label, in A- or U-form and in any case, is in the set. */
bool tld_set_known(const tld_set *s, const char *label, size_t n);

/* Frees a set, which is then empty. A zeroed set may be freed. */
void tld_set_free(tld_set *s);

/* ---- Registrable domains: a public suffix and one label more ---- */

/* Returns the offset of the registrable domain in the UTF-8 name host[0..n), by the Public Suffix
 * List with its private rules: "example.co.uk" in www.example.co.uk; all of alice.github.io. If no
 * rule matches, the last label is the suffix. Returns n if there is none: for a public suffix, a
 * single label, an empty label, and an IP address (the last label is a number, or one of the last
 * labels has "[", "]" or ":"). Labels may be A-labels, or U-labels in NFC, in any case; a final dot
 * and the other dots of IDNA are allowed. */
size_t suffix_registrable(const char *host, size_t n);

/* ---- Patterns ---- */

/* False in a library built without PCRE2: URLs are not judged, and there are no user rules. */
extern const bool url_judges;

/* Returns the offset of the "#" before the fragment, or n if there is none. */
static inline size_t url_fragment(const char *url, size_t n)
{
    const char *hash = memchr(url, '#', n);

    return hash ? (size_t)(hash - url) : n;
}

/* Ranks a reading of a broken URL by the grammar of its scheme: the higher, the better. These
 * questions count, in this order. Is the scheme known? Does RFC 3987 accept the URL? Is the port
 * absent, or from 1 to 65535? Does the RFC of the scheme accept the URL without its fragment? Does
 * RFC 1738? A library without PCRE2 tests only the scheme and the port. Returns
 * TRAWL_ERROR_NO_MEMORY if there is no memory. */
int url_rank(const char *url, size_t n);

/* Frees the compiled patterns of the grammar; later matches compile them again. No other thread
 * may match meanwhile. */
void match_free(void);

/* ---- Slashes as browsers read them ---- */

/* Returns a URL in a page as browsers read it. If browsers read "\" as "/" in its scheme, or in the
 * scheme of its base, the result has "//" before the host, and "/" for each "\" before the query.
 * `base` may be empty; `absolute`: the URL has a scheme. A changed URL is written to `room`, which
 * has url.n + 2 bytes. */
trawl_str slashes_whole(char *room, trawl_str base, trawl_str url, bool absolute);

#define SLASHES_MAX (TRAWL_URL_MAX + 2)

/* Writes the URL `raw` as browsers read it, and returns the length of the result. Returns 0 if no
 * "\" is before the host or right after it. Also returns 0 if the host is the same as in `url`,
 * another reading of the same text. `out` must have SLASHES_MAX bytes. */
size_t slashes_elsewhere(const char *raw, size_t raw_n, const char *url, size_t n, char *out);

/* Returns true when browsers, because of a "\", find a host in the URL that is not the one of RFC
 * 3986. */
bool slashes_differ(const char *url, size_t n);

/* ---- IP addresses ---- */

/* Returns how many numbers make the IPv4 address, 0 for none, and sets *ip. All are bytes but the
 * last one, which gives all remaining bytes: "192.0.2.1", "0x7f.1", "3232235521". */
unsigned address_ipv4(const char *p, size_t n, uint32_t *ip);

/* Returns true for an IPv6 address without brackets (RFC 4291 section 2.2), and sets ip. */
bool address_ipv6(const char *p, size_t n, unsigned char ip[16]);

/* ---- Dangers ---- */

/* Adds flags of trawl_link.flags to *bits: the flags for what trawl_host_dangers() finds, the flags
 * for the dangers of RFC 1738 section 6 (foreign-port, encoded-crlf, password), and backslash.
 * Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int danger_flags(const char *url, size_t n, uint64_t *bits);

/* Sets *flags to all flags of a link that follow from its URL alone: those of danger_flags(),
 * userinfo, bad-port, bad-percent and unknown-scheme. Returns as danger_flags(). */
int danger_cautions(const char *url, size_t n, uint64_t *flags);

#endif
