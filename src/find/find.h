/* find.h - the interface of src/find: how src/mail drives a scan
 *
 * The members of a scan are declared in find/scan/scan.h, for src/find only. Offsets are those of
 * the decoded text that was fed since trawl_open() or trawl_reset().
 */
#ifndef TRAWL_FIND_FIND_H
#define TRAWL_FIND_FIND_H

#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>
#include <trawl.h>

#include "base/memory.h"
#include "charset/charset.h"
#include "kernel/kernel.h"

/* ---- Settings ---- */

/* Sets *s, where it is NULL, to the default settings. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int settings_or_default(const trawl_settings **s);

/* Return the members of settings: the allocator, trawl_config.find as given, enum trawl_want, and
 * the charset, NULL for none. */
const memory *settings_memory(const trawl_settings *s);
unsigned settings_given_find(const trawl_settings *s);
unsigned settings_want(const trawl_settings *s);
const names_row *settings_charset(const trawl_settings *s);

/* As trawl_open(), with want in place of the settings' enum trawl_want unless it is 0. utf8: the
 * caller has decoded the text, and of byte-order marks only that of UTF-8 counts. */
int scan_open(trawl **t, const trawl_settings *s, unsigned want, bool utf8, trawl_sink *sink,
              void *user);

/* ---- Feeding a scan ---- */

/* Feeds n bytes that are not searched, such as a binary. All that is open before them ends there,
 * and a new text begins after them. Returns as trawl_feed() does. */
int scan_pass(trawl *t, const char *p, size_t n);

/* Feeds n bytes, after which all that is open ends and a new text begins. Returns as trawl_feed()
 * does. */
int scan_flush(trawl *t, const char *p, size_t n);

/* The message and part of events outside of messages: their members are empty. */
extern const struct trawl_mail_message scan_no_message;
extern const struct trawl_mail_part scan_no_part;

/* ---- Settings for the text that follows ---- */

/* The text is an article of netnews: its message-ids are "news:" (R17). */
void scan_set_news(trawl *t, bool news);
bool scan_is_news(const trawl *t);

/* The text is format=flowed (RFC 3676). */
void scan_set_flowed(trawl *t, bool flowed);

/* The text that follows does not begin with a byte-order mark. */
void scan_expect_no_mark(trawl *t);

/* Changes what the sink wants (enum trawl_want) from here on, up to the next trawl_reset(). */
void scan_want(trawl *t, unsigned want);

/* Sends the URLs of links from here on to another sink, up to the next trawl_reset(). Their events
 * have the message, the part and the field of `like`, and their places are moved by add. */
void scan_send_urls_to(trawl *t, trawl_sink *sink, void *user, const trawl_event *like,
                       uint64_t add);

/* ---- The settings of a scan ---- */

bool scan_has_option(const trawl *t, unsigned option);
bool scan_has_rules(const trawl *t);
const kernel *scan_kernel(const trawl *t);
const kernel_set *scan_refang_signs(const trawl *t);

/* Returns the base for partial URLs, empty for none. */
trawl_str scan_base(const trawl *t);

/* ---- The state of a scan ---- */

/* Returns true when bytes are decoded: places in the text are not places in what was fed. */
bool scan_is_decoding(const trawl *t);

/* Returns true when the text, which ends at `at`, is decided and delivered, and no link or wrapper
 * is open. */
bool scan_is_idle(const trawl *t, uint64_t at);

/* Returns the offset up to which events were delivered. */
uint64_t scan_delivered(const trawl *t);

/* Returns the offset from which text may still be needed. */
uint64_t scan_kept_from(const trawl *t);

/* Return the line, from 1, and the column, from 0, up to which places were counted. */
uint64_t scan_line(const trawl *t);
uint64_t scan_column(const trawl *t);

/* Counts up to the end of what was fed. Returns the line there. */
uint64_t scan_count_lines(trawl *t);

/* Returns true when p[0..n) has no trigger of the scanner, and there are no user rules: it needs no
 * scan. */
bool scan_finds_nothing(const trawl *t, const char *p, size_t n);

/* ---- Refanging: refang.c ----
 *
 * Undoes what makes links harmless ("hxxps://example[.]com"), for --refang: a stage before the
 * scanner. Text comes in any pieces and is passed on, with these tokens replaced:
 *   hxxp hxxps hxtp htxp h**p meow fxp    before "://", or one of the next line: http, https, ftp
 *   [://] [:] [/] [//]                    without their brackets
 *   [.] (.) {.} [dot] (dot) {dot}         "." between two characters of a host
 *   [@] (@) [at] (at) {at}                "@" between an address's local part and a host with a dot
 * in any case, and only inside a word that so becomes a URL or an address: "meet (at) noon" stays.
 *
 * Allocates nothing. Holds back at most REFANG_HELD bytes. The result does not depend on how the
 * text is cut into pieces.
 */

/* The most bytes that a decision needs: "(at)", a label, and the dot after it with a few bytes. */
#define REFANG_HELD 80

/* Bytes that begin a token, or follow a token that begins with a letter. */
#define REFANG_SIGNS "[({:"

/* Both return 0 to go on; any other value is returned by the call that fed. */
typedef struct refang_out {
    void *user;
    int (*text)(void *user, const char *p, size_t n); /* unchanged text */
    /* n bytes that replace src_n bytes of the source, both > 0 */
    int (*other)(void *user, const char *p, size_t n, size_t src_n);
} refang_out;

typedef struct refang {
    refang_out out;
    const kernel *kernel;
    const kernel_set *signs;
    char before; /* the last byte passed on; 0: none */
    bool host;   /* the word so far has a dot or a colon: it may be a URL */
    char held[2 * REFANG_HELD];
    size_t held_n;
} refang;

/* signs: the set of REFANG_SIGNS. */
void refang_begin(refang *r, const refang_out *out, const kernel *by, const kernel_set *signs);
int refang_feed(refang *r, const char *p, size_t n);
int refang_finish(refang *r);

/* Record in map the source of the text that refang_out receives; called from its functions. Return
 * TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int refang_map_text(srcmap *map, size_t n);
int refang_map_other(srcmap *map, size_t n, size_t src_n);

/* Returns true when a part of text[from..to) was replaced: a link there gets a flag, and is never
 * live. */
bool refang_touched(srcmap *map, uint64_t from, uint64_t to);

#endif
