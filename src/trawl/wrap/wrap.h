/* wrap.h - folds the long lines of a text so that its links survive, or reports what would break
 *
 * "trawl wrap" uses it. Feed a text in pieces of any size; folded text is written as soon as a
 * paragraph is complete. Only lines that are too long change. Quoted text, signatures, code, tables
 * and markup are copied, and so are header fields at the front. A text that is not a draft is
 * copied as a whole: a mailbox, a page, a message whose body is encoded.
 *
 * Each paragraph is scanned before and after folding. If the links differ, it is folded in another
 * way, or copied. Memory does not depend on the text, and time is linear in it.
 */
#ifndef TRAWL_TRAWL_WRAP_WRAP_H
#define TRAWL_TRAWL_WRAP_WRAP_H

#include <stdbool.h>
#include <trawl.h>

/* What is written. */
enum fold_form {
    FOLD_FIXED,  /* plain text */
    FOLD_FLOWED, /* format=flowed (RFC 3676): a space before a line break that was inserted */
    FOLD_DELSP   /* format=flowed; delsp=yes: a further space there, which readers remove */
};

/* What would break in the programs of other readers. */
typedef struct fold_fault {
    uint64_t line, column; /* from 1; columns are code points */
    const char *what;      /* a sentence without a full stop */
} fold_fault;

/* Both return 0 to go on, or a positive value to stop, which fold_feed() or fold_finish() then
 * returns. */
typedef int fold_write(void *user, const char *p, size_t n);
typedef int fold_report(void *user, const fold_fault *fault);

typedef struct fold_config {
    unsigned width; /* columns of a line, at least 1 */
    int form;       /* enum fold_form */
    bool
        unstuffed; /* flowed: leave out the space before lines that begin with a space or "From " */
    bool whole;    /* never break a URL, not even a URL that is longer than a line */
    unsigned most; /* columns up to which a line with only a URL in <...> may go; may be 0 */
    fold_write *write;
    fold_report *report; /* not NULL: only report faults, and write nothing */
    void *user;
} fold_config;

typedef struct fold fold;

/* Opens a text; copies the config. Returns TRAWL_OK or an error of trawl.h; *f is then NULL. */
int fold_open(fold **f, const fold_config *config);

/* Adds the next n bytes. Returns TRAWL_OK, the positive value of one of your functions, or an
 * error. After that only fold_close() may follow. */
int fold_feed(fold *f, const char *p, size_t n);

/* Ends the text. Returns as fold_feed(). */
int fold_finish(fold *f);

/* Closes a text; *f becomes NULL. f and *f may be NULL. */
void fold_close(fold **f);

#endif
