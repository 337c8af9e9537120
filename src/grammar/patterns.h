/* patterns.h - the whole patterns made of the fragments, by number, and which of them judges which scheme */
#ifndef TRAWL_GRAMMAR_PATTERNS_H
#define TRAWL_GRAMMAR_PATTERNS_H

#include "grammar/schemes.h"

enum pattern {
    /* RFC 1738, in the order of enum scheme_grammar */
    P1738_GENERIC,
    P1738_FTP,
    P1738_FILE,
    P1738_HTTP,
    P1738_GOPHER,
    P1738_MAILTO,
    P1738_NEWS,
    P1738_NNTP,
    P1738_TELNET,
    P1738_WAIS,
    P1738_PROSPERO,
    /* RFC 1630 */
    P1630_GENERIC,
    P1630_FTP,
    P1630_HTTP,
    P1630_GOPHER,
    P1630_MAILTO,
    P1630_NEWS,
    P1630_NNTP,
    P1630_TELNET,
    P1630_WAIS,
    P1630_PROSPERO,
    P1630_MID,
    P1630_CID,
    P3986,
    P3987,
    /* the schemes' own later RFCs */
    P9110_HTTP,
    P6455_WS,
    P6068_MAILTO,
    P5538_NEWS,
    P5538_NNTP,
    P8089_FILE,
    P8141_URN,
    P2392_MID,
    P2392_CID,
    P6270_TN3270,
    P2224_NFS,
    /* single rules */
    P1738_HOST,
    P1630_HOST,
    PATTERNS,
    NO_PATTERN = PATTERNS
};

/* The pattern's text, anchored at both ends. */
const char *pattern_text(enum pattern id);

/* Which pattern judges a scheme by RFC 1738, by RFC 1630, and by its own later RFC (NO_PATTERN for most). */
enum pattern pattern_1738(enum scheme_grammar grammar);
enum pattern pattern_1630(enum scheme_grammar grammar);
enum pattern pattern_own(enum scheme_grammar grammar);

/* Does the production begin with "//" and a host? Then what fails there is the host. */
int pattern_has_host(enum pattern id);

/* Does the production have a place for user information? */
int pattern_has_user(enum pattern id);

#endif
