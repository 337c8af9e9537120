/* rewrite.h - rewrites the links of HTML or text; the files of this folder
 *
 * How the input passes through the files:
 *
 *   rewrite.c   the public functions; the input, cut into small blocks
 *   tags.c      the tokenizer's calls become segments; what text may hold a link
 *   queue.c     segments and their bytes, held until they are decided; the visible text, which is
 *               fed to a scan
 *   link.c      the scan's links: tests whether one <a> can hold the link, calls the user's
 *               function, and writes the link
 *   anchor.c    the same for an <a> of the input
 *   change.c    what the user's function changes; attributes and text as they are written
 *
 * Two positions matter. All offsets `at` count the bytes of the visible text, which the scan reads;
 * all others count bytes of the input. A segment knows both. The scan decides text in order, and
 * the queue writes segments up to there.
 *
 * Nothing outside of this folder includes this header.
 */
#ifndef TRAWL_REWRITE_REWRITE_H
#define TRAWL_REWRITE_REWRITE_H

#include <trawl_rewrite.h>

#include "base/check.h"
#include "base/memory.h"
#include "base/sixteen.h"
#include "emit/emit.h"
#include "find/find.h"
#include "html/html.h"
#include "kernel/kernel.h"

/* ---- Segments ---- */

enum rewrite_kind {
    REWRITE_TEXT,   /* text, whose bytes are the same as in the input */
    REWRITE_CHAR,   /* a character reference */
    REWRITE_TAG,    /* a tag or a comment */
    REWRITE_OPAQUE, /* text that no reader sees as such, or markup that is not looked at */
};

/* What may be done with text. */
enum rewrite_zone {
    REWRITE_FREE,    /* may become a link */
    REWRITE_BETWEEN, /* in a table, outside of its cells */
    REWRITE_LOST,    /* after markup that can be read in several ways, or is nested too deep */
    REWRITE_SILENT,  /* in an anchor, or in an element in which nothing is linked */
    REWRITE_UNSEEN   /* in an element that is not read; no segment of text has this */
};

/* The maximum number of bytes that are kept of a reference's characters. */
#define REWRITE_CHARS 8

/* Text is appended to a segment only while the segment is shorter than this. */
#define REWRITE_JOINED (1u << 30)

typedef struct rewrite_segment {
    uint64_t from, to;     /* in the input */
    uint64_t at;           /* in the visible text */
    uint32_t n;            /* its length there; 1 for the line end of a tag */
    uint32_t name;         /* REWRITE_TAG: html_id() */
    unsigned char kind;    /* enum rewrite_kind */
    unsigned char zone;    /* enum rewrite_zone */
    bool inside;           /* a tag that may be in a link */
    bool closing, empty;   /* an end tag; a tag without a content, or a comment */
    bool dropped;          /* an </a> that is not written */
    bool offered;          /* an <a> for the user's function */
    bool cut;              /* ... which is only the beginning of its tag */
    bool ended : 1;        /* its partner is known */
    bool by_tag : 1;       /* ... and is an </a> */
    bool self_closing : 1; /* "<a/>" */
    union {
        uint64_t partner;          /* of an offered <a>: the number of the segment that ends it */
        char chars[REWRITE_CHARS]; /* of a reference */
    };
} rewrite_segment;

/* ---- What is open ---- */

/* Bits of elements, for html_set_look(). */
enum rewrite_look {
    REWRITE_LOOK_BARRED = 1 << 0,   /* nothing in it is linked */
    REWRITE_LOOK_HIDDEN = 1 << 1,   /* its text is not text of the page */
    REWRITE_LOOK_UNSURE = 1 << 2,   /* parsers differ about it: select, noscript */
    REWRITE_LOOK_SCRIPTED = 1 << 3, /* noscript: with scripts its content is text */
    REWRITE_LOOK_VERBATIM = 1 << 4  /* white space at the start of a line counts */
};

#define REWRITE_ANCHORS 8 /* nested <a> whose ends are waited for */
#define REWRITE_SKIPS 32  /* names of trawl_rewrite_config.skip, and those built in */

/* An <a> that is open. */
typedef struct rewrite_anchor {
    uint32_t number; /* html_new_anchor() */
    bool unlinked;   /* its end tag is not written */
    uint64_t segment;
} rewrite_anchor;

/* Those open elements that decide whether text may become a link. The tree of the tokenizer has all
 * other open elements. */
typedef struct rewrite_open {
    bool hidden;     /* text here is not text of the page */
    bool unsure;     /* parsers may read the markup in several ways */
    bool changed;    /* some <a> may have ended */
    uint32_t marked; /* the id of the select or noscript that is open, or 0 */
    uint64_t mark;   /* html_mark() outside of it */
    unsigned anchor_n, skip_n;
    rewrite_anchor anchors[REWRITE_ANCHORS]; /* the last one is the innermost */
    uint32_t noscript, select;               /* their ids */
    uint64_t skip_bits;                      /* a fast filter for skips */
    uint32_t skips[REWRITE_SKIPS];           /* html_id_of() */
} rewrite_open;

/* ---- The user's changes ---- */

/* A part of trawl_rewrite.bytes or .given. */
typedef struct rewrite_part {
    size_t from, n;
} rewrite_part;

typedef struct rewrite_change {
    rewrite_part name, value;
    bool removed;
    bool written; /* in the tag, where the attribute was */
} rewrite_change;

/* An attribute that is shown. */
typedef struct rewrite_shown {
    rewrite_part name, value; /* decoded */
} rewrite_shown;

/* Bytes that grow. */
typedef struct rewrite_bytes {
    char *p;
    size_t n, room;
} rewrite_bytes;

#define REWRITE_ATTRIBUTES 32

/* ---- The rewriter ---- */

#define REWRITE_BLOCK_SIZE 16384 /* the input is read in pieces of this size */
#define REWRITE_FED 16384        /* visible text that is collected for the scan */
#define REWRITE_OUT 32768
#define REWRITE_DENSE 16384   /* visible text for which markup is counted */
#define REWRITE_MARKUP 131072 /* more markup than this in it ends a link; a longer tag is cut */

/* The value of trawl_rewrite.error after the end. */
#define REWRITE_DONE (-100)

struct trawl_rewrite {
    trawl_rewrite_config config; /* its texts are in `texts` */
    char *texts;
    memory m;
    trawl_write *write;
    void *user;
    int error; /* the error or value that ended the output, or REWRITE_DONE */
    bool busy; /* a call is under way */
    trawl_scanner *scan;

    /* The queue: segments first to segment_n, and the input from `held_at` on. */
    rewrite_segment *segments;
    size_t segment_n, segment_room, first;
    uint64_t segment_base; /* the number of segments[0] */
    uint64_t barrier;      /* segments before this number have been decided for good */
    char *held;
    size_t held_n, held_room;
    uint64_t held_at;
    uint64_t written;  /* the input before this was written or left out */
    uint64_t read;     /* the input before this is in segments */
    uint64_t decided;  /* the visible text before this is decided */
    uint64_t advanced; /* r->read when the segments before `decided` were last written */
    uint64_t shown;    /* the length of the visible text */
    size_t fed_n;
    uint64_t dense_block, dense, dense_before;
    bool line_open;

    uint64_t markup_to; /* the end of markup that is not in a segment yet */
    bool markup_open;
    bool markup_cut; /* some of it is written, because it is too long */
    bool bogus_cut;  /* ... and is a bogus comment */
    bool long_begun; /* the tag that was settled last was cut in that way */
    bool finishing;
    rewrite_open open;

    /* The link that the user's function is called for. */
    bool asking;
    int type; /* enum trawl_rewrite_type */
    bool text_cut, href_cut;
    bool value_cut;      /* the last value that was decoded is cut */
    rewrite_bytes bytes; /* the texts that the user's function sees: fixed while it runs */
    rewrite_bytes given; /* the texts that the user's function has set */
    rewrite_bytes same;  /* what all new links have after the URL in their start tags */
    unsigned attribute_n;
    rewrite_change *changes;
    size_t change_n, change_room;
    rewrite_part text;
    bool text_set, unlinked;
    size_t out_n;
    const kernel *kernel;
    kernel_set escaped; /* bytes that may be written as references */

    /* From here on memory is not zeroed: that would take longer than to rewrite a short text. */
    html tokens;
    html values; /* decodes the values of attributes */
    trawl_rewrite_attribute attributes[REWRITE_ATTRIBUTES];
    rewrite_shown shown_attributes[REWRITE_ATTRIBUTES];
    char fed[REWRITE_FED];
    char href[TRAWL_URL_MAX];
    char out[REWRITE_OUT];
};

/* Returns true when text is HTML. */
static inline bool rewrite_is_html(const trawl_rewrite *r)
{
    return r->config.format == TRAWL_REWRITE_FORMAT_HTML;
}

/* ---- rewrite.c ---- */

/* Writes bytes for which there is no room in r->out. */
int rewrite_put_more(trawl_rewrite *r, const char *p, size_t n);

/* Writes bytes. Returns 0, or the error or value that ended the output. */
static inline int rewrite_put(trawl_rewrite *r, const char *p, size_t n)
{
    CHECK(r->out_n <= REWRITE_OUT);
    if (n > REWRITE_OUT - r->out_n)
        return rewrite_put_more(r, p, n);
    if (n > 0)
        memcpy(r->out + r->out_n, p, n);
    r->out_n += n;
    return r->error;
}

/* ---- queue.c ---- */

void queue_begin(trawl_rewrite *r);
void queue_close(trawl_rewrite *r);

/* Returns the bytes of the input from `from` on, which must be held. */
static inline const char *queue_bytes(const trawl_rewrite *r, uint64_t from)
{
    return r->held + (from - r->held_at);
}

/* Holds the next bytes of the input. */
int queue_hold(trawl_rewrite *r, const char *p, size_t n);

/* Makes the space of written bytes and segments free again, when there is enough of it. */
void queue_tidy(trawl_rewrite *r);

/* Makes room for one more segment. When out of memory, sets r->error and returns false. */
bool queue_room(trawl_rewrite *r);

/* Appends a segment that ends at `to`. When out of memory, sets r->error and returns NULL. */
static inline rewrite_segment *queue_add(trawl_rewrite *r, int kind, uint64_t to)
{
    rewrite_segment *s;

    if (r->segment_n == r->segment_room && !queue_room(r))
        return NULL;
    s = &r->segments[r->segment_n++];
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): there is room */
    *s = (rewrite_segment){.from = r->read, .to = to, .at = r->shown, .kind = (unsigned char)kind};
    r->read = to;
    return s;
}

/* Appends a segment of markup that is not looked at, or joins it to the last segment. */
static inline int queue_add_opaque(trawl_rewrite *r, uint64_t to)
{
    rewrite_segment *s = r->segment_n > r->first ? &r->segments[r->segment_n - 1] : NULL;

    if (s && s->kind == REWRITE_OPAQUE && s->at == r->shown)
        s->to = r->read = to;
    else
        (void)queue_add(r, REWRITE_OPAQUE, to);
    return r->error;
}

/* Feeds visible text to the scan, now or later. Returns r->error. */
int queue_show_more(trawl_rewrite *r, const char *p, size_t n);

static inline int queue_show(trawl_rewrite *r, const char *p, size_t n)
{
    CHECK(r->fed_n < REWRITE_FED);
    if (n >= REWRITE_FED - r->fed_n)
        return queue_show_more(r, p, n);
    memcpy(r->fed + r->fed_n, p, n);
    r->fed_n += n;
    r->shown += n;
    return r->error;
}

/* Adds text. Appends it to the last segment if that segment is text of the same zone. */
static inline int queue_text(trawl_rewrite *r, const char *p, size_t n, int zone)
{
    rewrite_segment *s = r->segment_n > r->first ? &r->segments[r->segment_n - 1] : NULL;

    if (s && s->kind == REWRITE_TEXT && s->zone == zone && s->at + s->n == r->shown &&
        s->n < REWRITE_JOINED && r->segment_base + r->segment_n > r->barrier) {
        s->to = r->read += n;
    } else {
        s = queue_add(r, REWRITE_TEXT, r->read + n);
        if (!s)
            return r->error;
        s->zone = (unsigned char)zone;
    }
    s->n += NARROW32(n);
    return queue_show(r, p, n);
}

/* Begins to count markup in another block of visible text. */
void queue_begin_dense(trawl_rewrite *r, uint64_t block);

/* Fast path: if this returns false, so does queue_is_dense(). */
static inline bool queue_may_be_dense(const trawl_rewrite *r, uint64_t n)
{
    return r->shown / REWRITE_DENSE != r->dense_block ||
           n > REWRITE_MARKUP - r->dense - r->dense_before;
}

/* Returns true when n bytes more of markup are too many for a link. */
static inline bool queue_is_dense(trawl_rewrite *r, uint64_t n)
{
    uint64_t block = r->shown / REWRITE_DENSE;

    if (block != r->dense_block)
        queue_begin_dense(r, block);
    return n > REWRITE_MARKUP - r->dense - r->dense_before;
}

/* Counts n bytes of markup. Ends all links if there are too many of them. */
int queue_count(trawl_rewrite *r, uint64_t n);

/* Feeds the collected text to the scan. */
int queue_feed(trawl_rewrite *r);

/* Ends any link, and decides all text so far. */
int queue_break(trawl_rewrite *r);

/* Decides all text so far: no link goes on. */
int queue_end(trawl_rewrite *r);

/* Writes all segments that are decided, up to the offset `at` of the visible text. */
int queue_advance(trawl_rewrite *r, uint64_t at);

/* The scan's sink. */
int queue_event(void *user, const trawl_event *event);

/* Writes the input up to this offset. */
int queue_write(trawl_rewrite *r, uint64_t to);

/* Returns the part of a segment's visible text from offset `from` to `to`. */
trawl_str queue_visible(const trawl_rewrite *r, const rewrite_segment *s, uint64_t from,
                        uint64_t to);

/* ---- tags.c ---- */

/* Sets the elements in which nothing is linked: those that are built in, and `skip`, a list of
 * names. */
void tags_open(trawl_rewrite *r, trawl_str skip);

void tags_begin(trawl_rewrite *r);

/* At the end of a block: handles markup or a reference that was read only in part, and writes what
 * is decided. */
int tags_pause(trawl_rewrite *r);
int tags_finish(trawl_rewrite *r);

/* ---- link.c ---- */

/* Handles a link that the scan found, or the beginning of a URL that is too long. `limit` is the
 * limit that such a URL exceeds, else NULL. */
int link_take(trawl_rewrite *r, const trawl_link *link, const char *limit);

/* ---- anchor.c ---- */

/* Returns true when the <a> can be decided. */
bool anchor_is_ready(const trawl_rewrite *r, const rewrite_segment *s);

/* Calls the user's function for the <a> at r->first, and writes its start tag, or all of it. */
int anchor_take(trawl_rewrite *r);

/* ---- change.c ---- */

/* Prepares to write attributes. Returns r->error. */
int change_open(trawl_rewrite *r);

/* Begins a link. */
void change_begin(trawl_rewrite *r, int type);

/* Appends bytes, and sets *part to their place. Returns r->error. */
int change_keep(trawl_rewrite *r, rewrite_bytes *to, const char *p, size_t n, rewrite_part *part);

/* Calls the user's function. */
int change_ask(trawl_rewrite *r, trawl_rewrite_link *link);

/* Returns the last change of the attribute, or NULL. */
rewrite_change *change_of(const trawl_rewrite *r, const char *name, size_t n);

static inline trawl_str change_str(const rewrite_bytes *bytes, rewrite_part part)
{
    return (trawl_str){bytes->p + part.from, part.n};
}

/* Writes text with references; with `quote`, in an attribute's value. */
int change_put_escaped(trawl_rewrite *r, trawl_str text, char quote);

/* Writes the new text of the link. */
int change_put_text(trawl_rewrite *r);

/* Returns true when attributes were set that the tag does not have, and that are not written
 * yet. */
bool change_adds(const trawl_rewrite *r);

/* Writes the attributes that change_adds() tests for. */
int change_put_added(trawl_rewrite *r);

/* Writes the start tag of a new link: with r->attributes as the user's function has changed them
 * or, if there are none, with the href and the attributes that all links get. */
int change_put_new(trawl_rewrite *r, const live_answer *href);

#endif
