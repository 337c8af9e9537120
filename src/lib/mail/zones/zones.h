/* zones.h - who wrote the lines of a message's text
 *
 * Finds the zones of a message's text (enum trawl_zone). A zone begins at a line that is hardly
 * ever used for anything else:
 *
 *   new -> signature    the line "-- " (reported by "lines"); "Sent from my phone"; a name below
 *                       "Best regards," or "--". All but the first end at an empty line
 *   any -> footer       lines written by list managers; ends after ZONES_FOOTER lines, or where the
 *                       next text of a digest or an archive begins
 *   any -> forwarded    lines written by mail programs, in many languages; lasts to the end, except
 *                       for footers, or to a line that ends it
 *   new -> quoted       the text below "On 4 May 2020, Joe wrote:", if no ">" follows; lasts as a
 *                       forwarded zone does. In an answer also the text below a header as Outlook
 *                       writes it, and below "-----Original Message-----"; in other messages these
 *                       begin a forwarded zone. "Joe wrote:" and other lines that begin with the
 *                       name (said.c) count in an answer, and before lines with marks
 *
 * A line of underscores or an address at the end is not enough. Lines that begin with ">" are
 * ignored: link.quote tells the caller which links are quoted. Lines with another mark, such as
 * "|", directly below "Joe wrote:" are quoted, and so are all lines after them with this mark. Text
 * must be fed here before the scanner gets it. A zone begins after the words that show it, at the
 * latest at the end of their line; so the zone of a reported link never changes.
 *
 * In a page the elements of mail programs are evidence, too (elements.c). An element's zone begins
 * and ends with it; the text in it is read like the text of a message.
 */
#ifndef TRAWL_MAIL_ZONES_ZONES_H
#define TRAWL_MAIL_ZONES_ZONES_H

#include <trawl_mail.h>

#include "html/html.h"
#include "kernel/kernel.h"

/* Lines are read up to this length. */
#define ZONES_LINE 256

/* The maximum number of lines in a footer: some newsletters begin with one. */
#define ZONES_FOOTER 60

/* The maximum number of elements of a page that are remembered; those inside them have no
 * effect. */
#define ZONES_OPEN 24

/* The maximum number of quotes around each other that neither ">" nor elements show. */
#define ZONES_BARE 7

/* The number of names that are remembered, and the depth of quotes for which they are known; the
 * most bytes of a name, with a NUL. */
#define ZONES_NAMES 16
#define ZONES_NAME 64

/* The zone of a line (enum trawl_zone); in how many quotes it is, without the quotes that ">"
 * shows; and the number of a name, or 0: the writer of the innermost of these quotes, or of the
 * first quote that ">" shows. */
typedef struct zones_place {
    unsigned char zone, by;
    unsigned short quotes;
} zones_place;

/* Reports that a zone begins at byte `at` of the text. Any value but 0 stops the reading and is
 * returned by zones_step(). */
typedef int zones_change(void *user, uint64_t at, zones_place place);

/* What the lines of a text have shown so far. */
typedef struct zones_state {
    int zone;      /* enum trawl_zone */
    int under;     /* the zone to return to after a footer: new, quoted or forwarded */
    unsigned bare; /* quotes without marks around the line */
} zones_state;

/* An open element of a page that shows a zone. */
typedef struct zones_element {
    uint32_t serial; /* html_made() and html_depth() at its start tag */
    unsigned depth;
    bool quotes;        /* its text is quoted */
    zones_state before; /* to which its end returns */
} zones_element;

typedef struct zones_page {
    bool on;            /* the text belongs to a page */
    bool pending;       /* the zone has changed, and zones_page_turn() was not called yet */
    unsigned char turn; /* what the last tag means for the lines after it: enum zones_sign */
    bool head;          /* the line has only marks so far */
    unsigned marks;     /* ">" at the start of the line */
    unsigned signs;     /* what the attributes of the tag show: bits of enum zones_shows */
    unsigned quotes;    /* open elements whose text is quoted */
    unsigned depth;     /* elements in open */
    zones_element open[ZONES_OPEN];
} zones_page;

/* The writers of quotes. */
typedef struct zones_writers {
    unsigned char last;            /* the number of the last name */
    unsigned char from;            /* the number of the name in the last field From */
    bool half;                     /* its name may go on in the next line */
    unsigned char at[ZONES_NAMES]; /* for each depth, from 1 */
    char name[ZONES_NAMES][ZONES_NAME];
} zones_writers;

typedef struct zones {
    const kernel *kernel;
    kernel_starts starts; /* of this text */
    kernel_starts of_messages, of_texts;
    zones_change *change;
    void *user;
    zones_state now;
    zones_place told; /* the place that was reported last */
    unsigned reports;
    const trawl_mail_message *message; /* the message, or an empty one */
    bool named;                        /* the names of the writers of quotes are remembered */
    unsigned footer;                   /* lines of the footer so far */
    unsigned fresh;     /* lines that are left in which a ">" ends the quote without marks; or 0 */
    unsigned char mark; /* the first byte of lines that are quoted, after ZONES_MARKED; or 0 */
    unsigned device;    /* lines that are left of a signature that a mail program added; or 0 */
    unsigned after;     /* which special lines preceded: bits ZONES_AFTER_... */
    unsigned lines;     /* for how many more lines `after` is valid */
    uint64_t at;        /* bytes so far */
    uint64_t line;      /* offset of the line in held */
    bool start;         /* the next byte begins a line */
    bool open;          /* the meaning of the line is not decided yet */
    size_t held_n;
    char held[ZONES_LINE];
    size_t half_n; /* the line above may be the first half of "On 4 May 2020, Joe wrote:" */
    char half[2 * ZONES_LINE];
    zones_page page;
    zones_writers writers;
} zones;

/* Prepares *z for any number of texts. */
void zones_open(zones *z, const kernel *k);

/* Returns true when the message is an answer. The subject shows this, or the fields In-Reply-To and
 * References do, unless the subject shows that the message forwards another, "Fwd: ...". */
bool zones_is_reply(const trawl_mail_message *message);

/* Returns true when neither the subject nor the fields In-Reply-To and References show that the
 * message answers or forwards another. False for an empty message. */
bool zones_is_alone(const trawl_mail_message *message);

/* Begins a text of a message, or a text outside of messages, in TRAWL_ZONE_NEW. The second
 * function, called after it, says that this is the running text of a page. */
void zones_begin(zones *z, zones_change *change, void *user, const trawl_mail_message *message);
void zones_begin_page(zones *z);

/* Returns the name of this number, or an empty text if it is 0 or forgotten. */
trawl_str zones_writer(const zones *z, unsigned number);

/* Bits of zones.after from this one on are not packed. */
#define ZONES_UNPACKED (1u << 9)

/* Returns true at the start of a line where another reader can continue the text. Returns false in
 * a page. */
static inline bool zones_is_idle(const zones *z)
{
    return z->start && !z->open && (!z->starts.colons || z->at == 0) && z->fresh == 0 &&
           z->half_n == 0 && z->mark == 0 && z->after < ZONES_UNPACKED;
}

/* zones_pack() returns the state that another reader needs to continue at such a place; 0 at the
 * start of a text. zones_unpack() continues there, after zones_begin(). It returns 0 or the value
 * that change() returned. */
#define ZONES_BITS 30
uint32_t zones_pack(const zones *z);
int zones_unpack(zones *z, uint32_t packed);

/* Reads bytes up to the next change of the zone, and sets *used to their number. Returns 0 or the
 * value that change() returned. */
int zones_step(zones *z, const char *p, size_t n, size_t *used);

/* Reports that the next byte begins the line "-- ". Returns 0 or the value that change()
 * returned. */
int zones_signature(zones *z);

/* ---- Pages ----
 *
 * For each start tag that is shown: the values of the attributes that are wanted, then
 * zones_page_open(). The user finds out which elements have ended: page.open has the elements that
 * matter. If page.pending is set after a tag, the zone changes, and zones_page_turn() must be
 * called: at once or, while the text of a link is held back, at the end of that text.
 */

/* Returns true when the value of an attribute of this element may show a zone. */
bool zones_page_wants(const html_name *tag, const html_name *attribute);

/* Takes the value of an attribute. Returns false if it can show no zone. */
bool zones_page_attribute(zones *z, const html_attribute *a);

/* Returns false for a start tag that shows nothing. */
static inline bool zones_page_begins(const zones *z, const html_name *tag)
{
    return z->page.signs != 0 || tag->n == sizeof "blockquote" - 1 ||
           (tag->n == 2 && tag->p[0] == 'h' && tag->p[1] == 'r');
}

/* Takes a start tag that may show a zone; `serial` is 0 if it has made no element. Running text
 * before it must have been fed. */
void zones_page_open(zones *z, const html_name *tag, uint32_t serial, unsigned depth);

/* Ends all elements but the first `left` in page.open. Running text before the tag must have been
 * fed. */
void zones_page_close(zones *z, unsigned left);

/* Changes the zone at the last tag. Returns 0 or the value that change() returned. */
int zones_page_turn(zones *z);

/* Returns the number of ">" at the start of the line that the text so far ends in. */
static inline unsigned zones_page_marks(const zones *z)
{
    return z->page.marks;
}

#endif
