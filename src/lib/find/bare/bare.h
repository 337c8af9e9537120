/* bare.h - links in running text: one function for each kind of trigger
 *
 * Each decides whether the trigger in the window is part of a link, by characters alone and without
 * a grammar. The link's beginning is found here, its end in find/ending. A decision is invalid when
 * the window starved.
 */
#ifndef TRAWL_FIND_BARE_BARE_H
#define TRAWL_FIND_BARE_BARE_H

#include "base/ascii.h"
#include "find/text/text.h"

typedef enum outcome {
    NOT_A_LINK, /* the search continues one byte further */
    SKIPPED,    /* no link, and no link begins before f->to */
    IS_LINK     /* f holds the link */
} outcome;

/* A colon: "scheme://..." or one of the schemes that need no "//". */
outcome bare_scheme(const settings *s, text *t, size_t colon, candidate *f);

/* "@": an address. */
outcome bare_email(const settings *s, text *t, size_t at, candidate *f);

/* The maximum number of bytes of a quoted local part with its quotes: "ann lee"@a.example. */
#define BARE_QUOTED_MAX 66

/* Returns where a quoted local part that ends at i or later may begin, from `floor` on; else i. */
size_t bare_quoted_hold(const text *t, size_t floor, size_t i);

/* A "w" or "f", perhaps of "www.", "www2." or "ftp." */
outcome bare_www(const settings *s, text *t, size_t w, candidate *f);

/* A dot: a domain, or with TRAWL_FIND_IP an address of four numbers. */
outcome bare_domain(const settings *s, text *t, size_t dot, candidate *f);

/* A colon after "localhost". */
outcome bare_localhost(const settings *s, text *t, size_t colon, candidate *f);

/* "//" without a scheme. */
outcome bare_netpath(const settings *s, text *t, size_t slash, candidate *f);

/* An ESC: a hyperlink of a terminal. */
outcome bare_osc8(const settings *s, text *t, size_t i, candidate *f);

/* ---- Lists of words: their last two letters, the first test of a word ---- */

enum bare_list {
    BARE_OPAQUE, /* schemes without "//", "localhost", "url", "uri" */
    BARE_ID,     /* words that announce a message-id, "news" and "in" */
    BARE_FILE,   /* file name extensions */
    BARE_LOGIN   /* commands that log in */
};

/* Fills s->ends, which must be zeroed. For each second-to-last letter of a word, s->ends has a bit
 * for each last letter. A letter is given by its lower five bits. */
void bare_ends(settings *s);

/* Returns true when p[-2] and p[-1] may be the last letters of a word of the list. */
static inline bool bare_may_end(const settings *s, enum bare_list list, const char *p)
{
    return s->ends[list][p[-2] & 31] >> (p[-1] & 31) & 1;
}

/* ---- Schemes ---- */

/* Returns the end of the text that makes a scheme without "//" a link, such as
 * "mailto:joe@a.example", "urn:isbn:"; 0 for none. The name is t->p[from..colon). */
size_t bare_opaque_head(const settings *s, text *t, size_t from, size_t colon);

/* Returns where "http", "https" or "ftp" begins before the colon, if it is the whole name, and the
 * settings want it; else colon. */
static inline size_t bare_web_start(const settings *s, const text *t, size_t colon)
{
    const char *end = t->p + colon;
    const size_t room = colon - t->floor;
    const size_t n = room > 4 && memcmp(end - 5, "https", 5) == 0  ? 5
                     : room > 3 && memcmp(end - 4, "http", 4) == 0 ? 4
                     : room > 2 && memcmp(end - 3, "ftp", 3) == 0  ? 3
                                                                   : 0;

    return s->wanted >> n & 1 &&
                   (n == room || !byte_is((unsigned char)end[-1 - (ptrdiff_t)n], BYTE_SCHEME))
               ? colon - n
               : colon;
}

/* M9: returns the start of "http", "https" or "ftp" that is glued to a word, as in "seehttp";
 * `colon` if there is none. */
size_t bare_glued_start(const text *t, size_t from, size_t colon);

/* Sets the flag bad-percent if the URL in f has a "%" without two hex digits. */
void bare_flag_percent(candidate *f);

/* ---- Hosts ---- */

/* A host name in the text. */
typedef struct host_span {
    size_t from, to; /* without a final dot or final hyphens */
    size_t last;     /* where the last label begins */
    size_t labels;
    size_t hyphened;   /* the number of the last label that ends in a hyphen, from 1; 0 for none */
    size_t final_dot;  /* bytes of a dot at `to`: part of the host only before "/", "?" or "#" */
    uint32_t last_dot; /* the dot before the last label */
    bool bad;          /* no host: an empty label, a hyphen at the end of a label, or too long */
    bool named;        /* after a scheme: a label before the last two may end in a hyphen */
    bool hyphens;      /* there are hyphens at `to` */
    bool number;       /* four groups of digits */
    bool suspect; /* not all ASCII, "--" in a label, or a last label that begins with a digit */
} host_span;

/* Reads the longest run of host characters from i on. With `named`, after a scheme, these include
 * "_", escapes and symbols. */
void host_read(const settings *s, text *t, size_t i, bool named, host_span *h);

/* Returns true for a name that ends in a top-level domain. */
bool host_is_domain(const settings *s, const text *t, const host_span *h);

/* Returns true when t->p[from..to) has no label above 63 characters, and at most 253 in all. */
bool host_fits_all(const text *t, size_t from, size_t to);

/* Like host_fits_all(), for a host. Fast path: nearly all hosts are shorter than a single label may
 * be. */
static inline bool host_fits(const text *t, const host_span *h)
{
    return h->to - h->from < KERNEL_HOST || host_fits_all(t, h->from, h->to);
}

/* Returns false for a host that neither DNS nor IPv4 can have (M5): it does not fit, or ends in a
 * number and is not an address, "300.1.2.999". */
bool host_may_exist(const text *t, const host_span *h);

/* Returns false for the text of an IP literal that is no address, "fe80::1.2.3.999". */
bool host_literal_may_exist(const char *p, size_t n);

/* Returns true for a scheme whose hosts are those of DNS: it needs a host, and has a port. */
static inline bool host_is_of_dns(const char *scheme, size_t n)
{
    const scheme_row *row = scheme_find(scheme, n);

    return row && scheme_has_host(row) && row->port > 0;
}

/* Returns the end of ":" and digits at i; i for no port. Sets *value to the port: 0 for none, any
 * number above 65535 if it is too large. */
size_t host_port(text *t, size_t i, unsigned *value);

/* Returns the end of the letters and digits that follow the digits of a port, which end at `end`.
 * With them it is not a port, as in "http://a.example:8O8O/" (M5). */
size_t host_port_letters(text *t, size_t end);

/* Returns true for a letter of a script that is written without blanks between words. */
bool email_is_unspaced(uint32_t code);

/* ---- Addresses: the signs for and against "x@y" (D6, weigh.c) ---- */

enum address_sign {
    ADDRESS_TLD,      /* a top-level domain ends its host */
    ADDRESS_NETWORK,  /* "uucp", "local" or the like ends its host */
    ADDRESS_LITERAL,  /* its host is "[192.0.2.1]" */
    ADDRESS_BRACKETS, /* "<x@y>" */
    ADDRESS_MAILTO,   /* after "mailto:" */
    ADDRESS_FIELD,    /* in a line that begins with "From:" or the like */
    ADDRESS_ALONE,    /* nothing else is in the line of the address */
    ADDRESS_ID_WORD,  /* from here on, signs against it: after a word that announces a
                        * message-id */
    ADDRESS_ID_SHAPE, /* in the form of a message-id */
    ADDRESS_DIGIT,    /* its last label has a digit */
    ADDRESS_FILE,     /* its host ends like the name of a file */
    ADDRESS_HALF,     /* the address is the rest of a longer name */
    ADDRESS_MASK,     /* from here on, the signs of lookalike.c: a user of IRC */
    ADDRESS_LOGIN,    /* "ssh joe@a.example" */
    ADDRESS_SIGNS
};

/* Returns true when the text at `from` is an address by the signs `found`, a bit for each, and by
 * what precedes it. Notes the signs. */
bool address_weigh_all(const text *t, size_t from, unsigned found, candidate *f);

/* Like address_weigh_all(). Fast path: most addresses have a sign that is enough if no sign is
 * against them. */
static inline bool address_weigh(const text *t, size_t from, unsigned found, candidate *f)
{
    const unsigned enough =
        1u << ADDRESS_TLD | 1u << ADDRESS_NETWORK | 1u << ADDRESS_LITERAL | 1u << ADDRESS_BRACKETS;

    return (!(found >> ADDRESS_ID_WORD) && found & enough && !f->wants_notes) ||
           address_weigh_all(t, from, found, f);
}

/* Returns the signs of other uses of the form "x@y" (lookalike.c). The local part begins at `from`;
 * with the text that is glued to it, it begins at `start`. odd: the local part has characters that
 * few local parts have. */
unsigned address_lookalikes(const settings *s, text *t, size_t start, size_t from, size_t at,
                            const host_span *h, bool odd);

/* Returns the signs that the last label of the host gives. */
unsigned address_host_signs(const settings *s, const text *t, const host_span *h);

/* Returns true for the name of a network before DNS or of a local network, a top-level domain that
 * is no longer in use, or a reserved name of RFC 2606. */
bool address_is_network(const char *label, size_t n);

/* Returns true for a top-level domain, and when address_is_network() does. */
bool host_top_is_known(const settings *s, const char *label, size_t n);

/* Returns true when the last label of the URL's host is a top-level domain or the name of a
 * network, and also when it cannot be one: for a number, an IP literal, or a host of one label
 * (R38). `plain`: an address has no query. */
bool host_label_is_known(const settings *s, const char *url, size_t n, bool plain);

/* Returns true for a file name extension that is no top-level domain. */
bool address_is_file_ending(const char *label, size_t n);

/* A local part of this length is not a user's name at Gmail. */
#define ADDRESS_LONG 30

/* Fast test by length and by the places of dots and "$": returns false for most local parts p[0..n)
 * that are not from a message-id. */
static inline bool address_may_be_id(const char *p, size_t n)
{
    return n >= 10 && (n >= ADDRESS_LONG || p[n - 4] == '.' || p[n - 6] == '.' || p[8] == '$' ||
                       (n > 12 && (p[14] == '.' || p[8] == '.' || p[12] == '$' ||
                                   ascii_is_digit((unsigned char)p[0]))));
}

/* Returns true when a local part, for which address_may_be_id() is true, and a host have the form
 * of a message-id. */
bool address_has_shape(const char *local, size_t n, const char *host, size_t host_n);

static inline bool address_has_id_shape(const char *local, size_t n, const char *host,
                                        size_t host_n)
{
    return address_may_be_id(local, n) && address_has_shape(local, n, host, host_n);
}

/* Returns true when a word of BARE_ID, with or without signs after it, may end before t->p[i]. */
static inline bool address_may_follow_word(const settings *s, const text *t, size_t i)
{
    char c;

    i -= i > 0 && t->p[i - 1] == ' ';
    i -= i > 0 && t->p[i - 1] == ':';
    if (i < 2)
        return false;
    c = t->p[i - 1];
    if (!ascii_is_alpha((unsigned char)c))
        return c <= '.' ? c != ',' && c != '(' && c != '"' : c == '_' || c == '`' || c == '>';
    return bare_may_end(s, BARE_ID, t->p + i) &&
           ((c | 0x20) != 'o' || (i > 2 && t->p[i - 3] == '-')); /* "-to" */
}

/* Returns the end of the word that precedes t->p[i], to the left of blanks, `marks` and a line
 * break with quote marks. */
size_t address_before(const text *t, size_t i, const char *marks);

/* Returns true when the line before t->p[i], the start of a line, may announce that an address in
 * this line is a message-id. */
bool address_line_announces(const text *t, size_t i);

/* Returns true when a word that announces a message-id ends at i; with `brackets`, a word such as
 * "article", too. A word after a "-" does not count, except in "X-Message-ID". */
bool address_after_id_word(const text *t, size_t i, bool brackets);

#endif
