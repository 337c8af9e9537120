/* grammar.h - the patterns of the standards, and functions that match a text with one of them
 *
 * Patterns are compiled on first use, shared by all threads, and kept until trawl_release(). They
 * use PCRE2's JIT where the system allows it, else its interpreter, with the same results.
 */
#ifndef TRAWL_URL_GRAMMAR_GRAMMAR_H
#define TRAWL_URL_GRAMMAR_GRAMMAR_H

#include "url/url.h"

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
    P4266_GOPHER,
    P4156_WAIS,
    P4157_PROSPERO,
    /* single rules */
    P1738_HOST,
    P1630_HOST,
    PATTERNS,
    NO_PATTERN = PATTERNS
};

/* What a pattern matches. PATTERN_HOST: "//" and a host, so a failure there is a bad host.
 * PATTERN_USER: user information. */
enum { PATTERN_HOST = 1, PATTERN_USER = 2 };

/* The patterns. Their texts are anchored at both ends. */
extern const struct pattern_row {
    const char *text;
    int has;
} patterns[PATTERNS];

/* For each enum scheme_grammar, the patterns that judge it by RFC 1738, by RFC 1630, and by its own
 * RFC (NO_PATTERN if it has none), and the number of that RFC: "9110". */
extern const struct pattern_judges {
    unsigned char by_1738, by_1630, own;
    const char *own_standard;
} pattern_judges[];

/* Returns 1 when the pattern matches all of s[0..n), 0, or TRAWL_ERROR_NO_MEMORY. */
int match_whole(enum pattern id, const char *s, size_t n);

/* Finds where s[0..n), which must not match, fails: sets *at to the length of its longest prefix
 * that is also the start of some text that matches. Returns 0 or TRAWL_ERROR_NO_MEMORY. */
int match_reach(enum pattern id, const char *s, size_t n, size_t *at);

/* For tests: switches JIT on or off, and frees all compiled patterns. No other
 * thread may match meanwhile. */
void match_use_jit(bool use);

#endif
