/* find.h - the interface of src/lib/find: how src/lib/mail drives a scan
 *
 * The members of a scan are declared in find/scan/scan.h, for src/lib/find only. Offsets are those
 * of the decoded text that was fed since trawl_open() or trawl_reset().
 */
#ifndef TRAWL_FIND_FIND_H
#define TRAWL_FIND_FIND_H

#include <trawl.h>

#include "charset/charset.h"
#include "kernel/kernel.h"

/* ---- A sink's result ---- */

/* Returns the result of a feeding call for the result of its sink: 0 for 0, the same positive
 * value, or an error for a negative value. */
static inline int sink_result(int result)
{
    if (__builtin_expect(result >= 0, 1))
        return result;
    return result == TRAWL_ERROR_NO_MEMORY ? result : TRAWL_ERROR_MISUSE;
}

/* ---- Settings ---- */

/* If *s is NULL, sets it to the default settings. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int settings_or_default(const trawl_settings **s);

/* Keeps the settings until settings_drop() was called as often as this function. May be called from
 * any thread. */
void settings_hold(const trawl_settings *s);
void settings_drop(const trawl_settings *s);

/* What settings were made with. */
typedef struct settings_view {
    const memory *m;
    unsigned find, want, options; /* find as given, 0 for the default */
    const names_row *charset;     /* NULL for none */
    trawl_str base;               /* for partial URLs, empty for none */
    bool rules;                   /* there are user rules */
    const kernel *kernel;
    const kernel_set *refang; /* REFANG_SIGNS */
} settings_view;

settings_view settings_of(const trawl_settings *s);

/* Returns 1 when trawl_config.valid and .invalid let this URL be a link, 0 when not, or an error.
 * The profile rfc1738 accepts what the grammar of RFC 1738 accepts, not counting a fragment. */
int settings_accept(const trawl_settings *s, const char *url, size_t n);

/* As trawl_open(). `want`, unless it is 0, replaces the `want` of the settings. With `utf8`, the
 * caller has decoded the text, and only the byte-order mark of UTF-8 counts. */
int scan_open(trawl_scanner **t, const trawl_settings *s, unsigned want, bool utf8,
              trawl_sink *sink, void *user);

/* ---- Feeding a scan ---- */

/* Feeds n bytes of decoded text. Returns 0, an error, or the sink's value. After an error or the
 * sink's value it must not be called again. */
int scan_feed(trawl_scanner *t, const char *p, size_t n);

/* Feeds n bytes that are not searched, such as a binary. Anything open ends before them, and a new
 * text begins after them. Returns as trawl_feed() does. */
int scan_pass(trawl_scanner *t, const char *p, size_t n);

/* Feeds n bytes. Anything open ends after them, and a new text begins. Returns as trawl_feed()
 * does. */
int scan_flush(trawl_scanner *t, const char *p, size_t n);

/* Returns false when nothing in the text can make the scan find or explain anything. The text must
 * be UTF-8, without a byte-order mark of another charset. */
bool scan_may_find(const trawl_scanner *t, const char *p, size_t n);

/* Used for events outside any message: an empty message and an empty part. */
extern const struct trawl_mail_message scan_no_message;
extern const struct trawl_mail_part scan_no_part;

/* ---- Settings for the text that follows ---- */

typedef struct scan_mode {
    unsigned want; /* what the sink wants (enum trawl_want), up to the next trawl_reset() */
    bool limits;   /* send LIMIT events (R31) */
    bool news;     /* it is a netnews article: its message-ids become "news:" URLs (R17) */
    bool flowed;   /* it is format=flowed (RFC 3676) */
    bool decoded;  /* it was in quoted-printable or base64: it is not decoded again (M13) */
} scan_mode;

scan_mode *scan_mode_of(trawl_scanner *t);

/* Tells the scan not to look for a byte-order mark in the text that follows. */
void scan_expect_no_mark(trawl_scanner *t);

/* Sends the URLs of links from here on to another sink, up to the next trawl_reset(). Their events
 * have the message, the part and the field of `like`, and `add` is added to their offsets. */
void scan_send_urls_to(trawl_scanner *t, trawl_sink *sink, void *user, const trawl_event *like,
                       uint64_t add);

settings_view scan_settings(const trawl_scanner *t);

/* ---- The state of a scan ---- */

typedef struct scan_state {
    bool decoding;         /* offsets in the text are not offsets in the source */
    uint64_t delivered;    /* events were delivered up to here */
    uint64_t kept_from;    /* text may still be needed from here on */
    uint64_t line, column; /* places were counted up to here: from 1, and from 0 */
} scan_state;

scan_state scan_state_of(const trawl_scanner *t);

/* Returns true when the text, which ends at `at`, is decided and delivered, and no link or wrapper
 * is open. */
bool scan_is_idle(const trawl_scanner *t, uint64_t at);

/* What another scan must know of the text to continue after the line that was fed last. */
typedef struct scan_past {
    uint64_t notation; /* M22 */
    unsigned row;      /* the last line (M16): SHAPE_BITS bits */
} scan_past;

scan_past scan_past_of(trawl_scanner *t);
void scan_set_past(trawl_scanner *t, scan_past past);

/* Counts up to the end of what was fed. Returns the line there. */
uint64_t scan_count_lines(trawl_scanner *t);

#endif
