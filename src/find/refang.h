/* refang.h - a text in which links were made harmless ("hxxps://example[.]com"), with the links as they were (--refang)
 *
 * A push stage before the scanner: text comes in any pieces and goes on, with what stands for something else replaced:
 *   hxxp hxxps hxtp htxp h**p meow fxp    before "://", or one of the next line: http, https, ftp
 *   [://] [:] [/] [//]                    without their brackets
 *   [.] (.) {.} [dot] (dot) {dot}         "." between two characters of a host
 *   [@] (@) [at] (at) {at}                "@" between an address's local part and a host with a dot
 * in any case, and only where they stand inside a word that so becomes a URL or an address: "meet (at) noon" stays.
 *
 * Nothing is allocated. At most REFANG_HELD bytes are held back, and the same text in any pieces gives the same.
 */
#ifndef TRAWL_FIND_REFANG_H
#define TRAWL_FIND_REFANG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "charset/srcmap.h"
#include "kernel/kernel.h"

/* "(at)", a label, and the dot behind it with what follows; no more is looked at to decide. */
#define REFANG_HELD 80

/* What begins a token, or stands behind one that begins with a letter. */
#define REFANG_SIGNS "[({:"

/* Returns of both: 0 to go on, else it is handed back by the call that fed. */
typedef struct refang_out {
    void *user;
    int (*text)(void *user, const char *p, size_t n); /* as it came */
    int (*other)(void *user, const char *p, size_t n,
                 size_t src_n); /* n bytes for src_n bytes of the source, both > 0 */
} refang_out;

typedef struct refang {
    refang_out out;
    const kernel *kernel;
    const kernel_set *signs;
    char before; /* the last byte that went out, 0 for none */
    bool host;   /* the word so far has a dot or a colon: it may be a URL */
    char held[2 * REFANG_HELD];
    size_t held_n;
} refang;

/* signs: those above. */
void refang_begin(refang *r, const refang_out *out, const kernel *by, const kernel_set *signs);
int refang_feed(refang *r, const char *p, size_t n);
int refang_finish(refang *r);

/* For the calls of refang_out, a map from the text that goes on to the source. TRAWL_OK or TRAWL_NO_MEMORY. */
int refang_map_text(srcmap *map, size_t n);
int refang_map_other(srcmap *map, size_t n, size_t src_n);

/* Was anything in text[from..to) replaced, by a map made with these two? A link there is to be flagged, and never live. */
bool refang_touched(srcmap *map, uint64_t from, uint64_t to);

#endif
