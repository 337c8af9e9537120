/* unbreak.h - the output of -t text: the text itself, with each broken link made whole
 *
 *   > see <URL:http://a.example/lo          > see <URL:http://a.example/long/path>.
 *   > ng/path>. More                        >  More
 *
 * A link of several pieces stands whole where its first piece began. Its closer follows, and the punctuation .,;:!?)
 * after that; then the line breaks that stood inside it, with their prefixes, and then the rest. So no line is lost,
 * none is added, and every line keeps its quote marks. What stood between two pieces in one line (blanks, a stray tag)
 * goes. All else is byte for byte, a link as Markdown or TeX has it too ("a\_b"). A wrapper with several links is put
 * into one line from the first broken one on.
 *
 * A closer at the beginning of a line may be a quote mark as well (R11): there it stays too, and so does its line.
 *
 * The links of what comes out are the links of what went in, and doing it twice is doing it once. That asks for more
 * than the punctuation to stay on the link's line where the rest would otherwise begin with what a reader takes for a
 * quote mark, or where a word would be torn that the punctuation begins; see unbreak_tail.c.
 */
#ifndef TRAWL_CLI_UNBREAK_H
#define TRAWL_CLI_UNBREAK_H

#include <trawl.h>

#include "cli/output.h"
#include "cli/reply.h"

enum unbreak_state {
    UNBREAK_TEXT, /* nothing is held                                                    */
    UNBREAK_LINK, /* inside a link that is made whole                                   */
    UNBREAK_GAP,  /* between two links of one wrapper                                   */
    UNBREAK_TAIL, /* behind a closer: where do the breaks go?                           */
    UNBREAK_WORD  /* the same, in a word that stays with the link: not before it is over */
};

struct unbreak {
    struct output *out;
    enum unbreak_state state;
    int moved, worded;   /* something behind the closer has gone out before the breaks; a word  */
    struct reply breaks; /* line breaks with their prefixes that stood in the link              */
    struct reply inner;  /* what stood since the last piece                                     */
    struct reply tail;   /* what stands behind the closer and is not decided                    */
};

void unbreak_open(struct unbreak *u, struct output *out);

/* TRAWL_OK or TRAWL_NO_MEMORY. Wants TEXT events. */
int unbreak_event(struct unbreak *u, const trawl_event *e);

/* The text is over. */
void unbreak_end(struct unbreak *u);

void unbreak_close(struct unbreak *u);

/* ---- What follows the closer (unbreak_tail.c) ---- */

/* The next bytes of it. */
int unbreak_tail(struct unbreak *u, const char *p, size_t n);

/* A link follows, or nothing more does: what is held goes out. */
void unbreak_settle(struct unbreak *u);

#endif
