/* html.h - a page as it comes, taken apart: text, tags, the attributes that are asked for
 *
 * A push tokenizer to the states of the WHATWG standard (section 13.2.5): data, tags, attributes, comments, doctypes, CDATA in
 * foreign content, RCDATA (title, textarea), RAWTEXT (style, xmp, iframe, noembed, noframes), script data with its escapes,
 * plaintext. No tree is built. The state has a fixed size; values are capped; time is linear. The input is UTF-8, bytes that are
 * not being passed on as they are; offsets are in bytes as fed.
 *
 * Every byte belongs to one call: what is neither text nor a reference in text is covered by markup(). Any cut gives the same
 * calls, once neighbouring text() runs, and markup() runs, are joined. markup() up to a call's place comes before the call.
 *
 * An attribute is told as soon as its value is over; a page that ends within a tag has told of attributes, but not of the tag.
 * What is in a style, a script or a title is text() too.
 */
#ifndef TRAWL_HTML_HTML_H
#define TRAWL_HTML_HTML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Longer names are cut off: none that matters is as long. */
#define HTML_NAME 32

/* A value is kept up to here; a longer one is told so. */
#define HTML_VALUE 8192

/* A tag's name, in lower case, cut off at HTML_NAME. */
typedef struct html_name {
    char p[HTML_NAME];
    size_t n;
} html_name;

/* An attribute of a start tag. The first of its name counts; others are not told, nor are any beyond HTML_TOLD. */
typedef struct html_attribute {
    const html_name *tag, *name;
    const char *value; /* references decoded */
    size_t value_n;
    bool over;         /* it went on beyond HTML_VALUE */
    uint64_t from, to; /* where the value stands, its quotes not counted; both the same where it is empty */
} html_attribute;

/* Returns of all: 0 to go on, anything else is handed back by the call that fed. */
typedef struct html_out {
    void *user;
    int (*text)(void *user, const char *p, size_t n, uint64_t at);
    /* A character reference in text, as UTF-8, and its place. */
    int (*reference)(void *user, const char *p, size_t n, uint64_t from, uint64_t to);
    /* Is this attribute wanted? Its value is not looked at otherwise. */
    bool (*wants)(void *user, const html_name *tag, const html_name *name);
    int (*attribute)(void *user, const html_attribute *attribute);
    /* A tag is complete, after its attributes. raw: what follows up to its end tag is no markup (style, script, title, ...). */
    int (*start)(void *user, const html_name *tag, bool self_closing);
    int (*end)(void *user, const html_name *tag);
    int (*markup)(void *user, uint64_t from, uint64_t to); /* may be NULL */
    /* May be NULL. At text that is neither in a raw element nor foreign, or at a "<" or "&" of it: the user may go on by itself, over
     * text, references and tags that lie whole before end, and says how far, which may be nowhere. No call is made for them.
     * Start tags of raw elements, of svg and of math are none of its business. */
    int (*run)(void *user, const char **p, const char *end, uint64_t at);
} html_out;

/* So many different attributes of one tag can be told; what is wanted of a tag is fewer. */
#define HTML_TOLD 32

/* What is not yet known to be text or markup: "&" and a name, or the end tag of a raw element so far. */
#define HTML_HELD 36

/* The whole state; its fields are the business of html_inside.h. */
typedef struct html {
    html_out out; /* a copy */
    int result;   /* what a call handed back that was not 0: nothing is read any more */
    unsigned char state, back;
    unsigned char raw;                /* the raw element that is open */
    bool closing, wanted, over, math; /* an end tag; of the attribute; the foreign element is math, not svg */
    unsigned char held_n, told_n;
    unsigned char pause, pauses; /* html_out.run is not asked so often from now on; the last pause was so long */
    uint32_t foreign;            /* how deep in svg or math */
    uint32_t code;               /* of a numeric reference */
    const char *block;           /* what is being fed, and where it stands */
    uint64_t at, from;           /* from: markup that was not told yet begins, or what is held */
    uint64_t value_from, value_to;
    html_name tag, name;
    html_name told[HTML_TOLD];
    char held[HTML_HELD];
    size_t value_n;
    char value[HTML_VALUE];
} html;

void html_begin(html *h, const html_out *out);
int html_feed(html *h, const char *p, size_t n);

/* The page is over. */
int html_finish(html *h);

#endif
