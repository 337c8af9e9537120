/* schemes.h - what is known of URI schemes by name
 *
 * RFC 7595 registration status, default port, the shape of what follows the colon, and which production judges it.
 * RFC 1738 section 4 gives "x-" to experiments. Names compare without case (RFC 1738 section 2.1). This file does not
 * decide whether text is a URL; the table comes from src/gen/schemes.tsv.
 */
#ifndef TRAWL_GRAMMAR_SCHEMES_H
#define TRAWL_GRAMMAR_SCHEMES_H

#include <stddef.h>
#include <stdint.h>

#include <trawl.h>

enum scheme_shape {
    SHAPE_OTHER,  /* no claim: "data:,x", "stun:host:port", ...                                     */
    SHAPE_HOST,   /* "//" and a host: http://a/                                                     */
    SHAPE_OPAQUE, /* no "//", found in running text by its own form: mailto:a@b.example, news:a.b.c */
    SHAPE_FILE    /* file:///a, file:/a                                                             */
};

/* The schemes that have a production of their own. */
enum scheme_grammar {
    SCHEME_GENERIC = 0,
    SCHEME_FTP, /* RFC 1738 section 5, its ten, in its order */
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
    uint16_t name;   /* where the name stands; see scheme_name */
    uint16_t port;   /* the default port, 0 for none */
    uint8_t length;  /* of the name */
    uint8_t status;  /* enum trawl_status */
    uint8_t shape;   /* enum scheme_shape */
    uint8_t grammar; /* enum scheme_grammar */
} scheme_row;

/* The row of a scheme, without its colon and in any case; NULL when it is in no list. Static, never freed. */
const scheme_row *scheme_find(const char *name, size_t n);

/* The row's name in lower case, row->length bytes, not NUL-terminated. Static. */
const char *scheme_name(const scheme_row *row);

/* enum trawl_status of a name: the row's, TRAWL_EXPERIMENTAL for "x-" and at least one more, or TRAWL_UNKNOWN. */
int scheme_status(const char *name, size_t n);

/* The row of number i, in the order of names, or NULL past the last. */
const scheme_row *scheme_at(size_t i);

#endif
