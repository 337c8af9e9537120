/* inside.h - shared by seen.c, shown.c and mismatch.c: hosts in normal form, and the places that a
 * text shows */
#ifndef TRAWL_MAIL_PAGE_INSIDE_H
#define TRAWL_MAIL_PAGE_INSIDE_H

#include "mail/page/page.h"

/* The maximum length of a host; longer ones are ignored. The normal form may be four times as
 * long. */
#define HOST_RAW 1024

/* A host in normal form: A-labels decoded, lower case, no final dot. n is 0 if there is no host. */
typedef struct host {
    char p[4 * HOST_RAW];
    size_t n;
} host;

/* Sets *h to the normal form of a host in a URL. */
void host_normalize(host *h, const char *p, size_t n);

/* Finds the host in p[0..n), the text after a scheme's colon; any number of "/" and "\" may precede
 * it. Sets *start. Returns the length of the host, or 0. */
size_t host_of_authority(const char *p, size_t n, const char **start);

/* Returns the length of the host, or IPv6 address in brackets, at the start of p[0..n). */
size_t host_length(const char *p, size_t n);

typedef enum shown_kind {
    SHOWN_NOTHING,
    SHOWN_HOST,   /* a URL or a host */
    SHOWN_ADDRESS /* a mail address */
} shown_kind;

/* A place that a text shows. */
typedef struct shown {
    shown_kind kind;
    host host;
    bool cut;       /* the host is shortened: "https://www.exam..." */
    bool strong;    /* it has a scheme, "www.", a path or a port, or is an address */
    trawl_str text; /* from the place to the end of its word */
    trawl_str word; /* the whole word; empty for the user of a URL */
} shown;

/* ---- The text in one of several views: seen.c ---- */

/* The ways to read the text of an anchor, since programs differ about what they show. */
typedef enum seen_view {
    SEEN_STYLED,   /* as browsers show it */
    SEEN_UNSTYLED, /* with hidden text, as programs do that ignore styles */
    SEEN_TURNED,   /* with text reversed where a mark says so */
    SEEN_JOINED,   /* without line ends */
    SEEN_PICTURES, /* with the text of pictures */
    SEEN_REVERSED, /* all text reversed, if that shows a URL: something around the text turns it */
    SEEN_VIEWS
} seen_view;

/* Characters from `from` to `to`. */
typedef struct seen_range {
    uint32_t from, to;
} seen_range;

/* Returns true if c is in one of n ranges. */
bool seen_is_in(uint32_t c, const seen_range *ranges, size_t n);

/* White space of any kind. */
bool seen_is_blank(uint32_t code);

/* Returns true for what divides words in a view: a blank, or an LF where a line ends. */
static inline bool seen_is_gap(char c)
{
    return c == ' ' || c == '\n';
}

/* Writes one view of a text with marks to out[0..PAGE_HELD): without marks and invisible
 * characters, with single gaps, and with ASCII in place of characters that look like ASCII signs
 * or are forms of ASCII letters. Sets *n to its length. Returns false when nothing in the text is
 * special to the view: then the view is the same as the first view. */
bool seen_read(char *out, size_t *n, const char *text, size_t text_n, seen_view view);

/* Writes a word to out[0..size) without combining marks, and with each character replaced by the
 * ASCII character that it looks like, if any. Returns its length, or 0 if the word is ASCII. */
size_t seen_skeleton(char *out, size_t size, const char *word, size_t n);

/* ---- The places in it: shown.c ---- */

/* A word of the text. */
typedef struct shown_word {
    const char *p;
    size_t n;
    bool first;      /* of the text */
    bool whole;      /* the only word of its line */
    bool introduced; /* a word that introduces a place precedes it: "at", "visit" */
    bool label;      /* the first or the last word of a text of few words */
} shown_word;

/* The text that is read. */
typedef struct shown_text {
    size_t n, at, last; /* its length, the next word, and the start of the word before the next */
    bool begun, few;    /* a word was read; the text has few words */
    trawl_str user;     /* the user of the last URL, which may look like a host */
    char text[PAGE_HELD];
    char skeleton[HOST_RAW + 256];
} shown_text;

/* Fast test: returns false for a text that shows no place in any view. */
bool shown_may(const char *text, size_t n);

/* Fast test: returns false for a text that shows no URL when it is read from its end. */
bool shown_may_be_reversed(const char *text, size_t n);

/* Begins a view of a text with marks; returns the same as seen_read(). */
bool shown_begin(shown_text *t, const char *text, size_t n, seen_view view);

/* Finds the next place. Returns false when there is none. */
bool shown_next(shown_text *t, shown *s);

/* Returns true when the place is in a word that is this URL of http or https, perhaps with
 * punctuation after it. */
bool shown_is(const shown *s, const char *url, size_t n);

/* Sets *s to the place that a URL shows, as a text of its own. */
void shown_url(shown *s, const char *url, size_t n);

#endif
