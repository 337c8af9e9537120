/* wrap.h - folds the long lines of a text so that its links survive, or reports what would break
 *
 * "trawl wrap" uses it. Feed a text in pieces of any size; folded text is written as soon as a
 * paragraph is complete. Only lines that are too long change. Quoted text, signatures, code, tables
 * and markup are copied, and so are header fields at the front. A text that is not a draft is
 * copied as a whole: a mailbox, a page, a message whose body is encoded.
 *
 * Each paragraph is scanned before and after folding. If the links differ, it is not folded.
 * Memory does not depend on the text, and time is linear in it.
 */
#ifndef TRAWL_TRAWL_WRAP_WRAP_H
#define TRAWL_TRAWL_WRAP_WRAP_H

#include <stdbool.h>
#include <trawl.h>

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
    bool flowed;    /* format=flowed (RFC 3676): a space before a line break that was inserted */
    bool unstuffed; /* flowed: no space before lines that begin with a space or "From " */
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
