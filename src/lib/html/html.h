/* html.h - a push tokenizer for HTML: text, character references, tags and chosen attributes
 *
 * Follows the states of the WHATWG HTML standard (section 13.2.5): data, tags, attributes,
 * comments, doctypes, CDATA sections in foreign content, RCDATA (title, textarea), RAWTEXT (style,
 * xmp, iframe, noembed, noframes), script data and plaintext. It builds no tree. The state has a
 * fixed size, values are capped and time is linear. The input is UTF-8; invalid bytes are passed on
 * unchanged. Offsets count the bytes that were fed.
 *
 * Every byte of the input is covered by exactly one call: text(), reference(), or markup() for
 * everything else. Any division of the input into blocks gives the same calls once neighbouring
 * text() and markup() calls are joined.
 */
#ifndef TRAWL_HTML_HTML_H
#define TRAWL_HTML_HTML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <trawl.h>

#include "html/tree.h"

/* Names of tags and attributes are truncated to this length. */
#define HTML_NAME 32

/* Values are truncated to this length; html_attribute.over is then set. White space at the start
 * and at the end of a longer value does not count. */
#define HTML_VALUE 8192

/* White space of HTML. */
static inline bool html_is_blank(char c)
{
    const uint64_t blanks = 1ull << ' ' | 1ull << '\t' | 1ull << '\n' | 1ull << '\f' | 1ull << '\r';

    return (unsigned char)c <= ' ' && blanks >> c & 1;
}

/* The name of a tag or an attribute, in lower case. */
typedef struct html_name {
    char p[HTML_NAME];
    size_t n;
} html_name;

/* Returns true if the name is this word in lower case. */
static inline bool html_is_named(const html_name *name, const char *word)
{
    return name->n == strlen(word) && memcmp(name->p, word, name->n) == 0;
}

/* An attribute of a start tag. Only the first one of each name is reported. */
typedef struct html_attribute {
    const html_name *tag, *name;
    const char *value; /* with its references decoded */
    size_t value_n;
    bool over;         /* the value was longer than HTML_VALUE and is truncated */
    uint64_t from, to; /* where the value is in the input, without quotes; equal when empty */
} html_attribute;

/* The callbacks. Each may be NULL unless its comment says otherwise. Each returns 0 to continue;
 * any other value stops the tokenizer and is returned by html_feed(). */
typedef struct html_out {
    void *user;
    /* Text at offset `at`, including the contents of style, script and title. */
    int (*text)(void *user, const char *p, size_t n, uint64_t at);
    /* A character reference in text: its characters in UTF-8, and its offsets in the input. */
    int (*reference)(void *user, const char *p, size_t n, uint64_t from, uint64_t to);
    /* Returns true when the value of this attribute is needed. Other values are skipped. Not NULL,
     * unless wanted_lengths excludes all names. */
    bool (*wants)(void *user, const html_name *tag, const html_name *name);
    /* A fast filter for wants(), indexed by the first byte of a name & 31: one bit for each length
     * of the names that may be wanted. NULL: all may be wanted. */
    const uint64_t *wanted_lengths;
    /* Called at the end of each value, so before start() of its tag. Also called if the input ends
     * later in this tag. Not NULL, unless wants() is. */
    int (*attribute)(void *user, const html_attribute *attribute);
    int (*start)(void *user, const html_name *tag, bool self_closing);
    int (*end)(void *user, const html_name *tag);
    /* Called for each tag instead of start() and end(), unless it is NULL; `to` is the offset after
     * its ">". markup() is then called only for parts of the tag that are in earlier blocks. */
    int (*whole)(void *user, const html_name *tag, bool closing, bool self_closing, uint64_t to);
    /* A piece of what follows "<!--" in a comment. The piece with `last` includes the end of the
     * comment, "-->". */
    int (*comment)(void *user, const char *p, size_t n, uint64_t at, bool last);
    /* Markup from `from` to `to`; called before any other call about these bytes. */
    int (*markup)(void *user, uint64_t from, uint64_t to);
    bool scripts; /* as in a browser that runs scripts: <noscript> is text */
} html_out;

/* The maximum number of attributes that are reported for one tag. */
#define HTML_SEEN 32

/* The maximum number of bytes that are held until they are known to be text or markup: "&" and a
 * name, or part of an end tag. */
#define HTML_HELD 36

/* The state. Its fields are private to src/lib/html. */
typedef struct html {
    html_out out;
    const char *block;            /* the block that is being fed */
    uint64_t at;                  /* its offset */
    uint64_t from;                /* start of the markup or held text that is not reported yet */
    int result;                   /* the value of the callback that stopped the tokenizer, else 0 */
    unsigned char state, back;    /* not next to `result`: one load of both would stall */
    bool closing;                 /* the tag is an end tag */
    bool declared;                /* the bogus comment begins with "<!", as a DOCTYPE does */
    bool noted;                   /* the tree needs attributes of the tag */
    bool reported;                /* the user wants the current attribute */
    bool wanted, over, trimmed;   /* of its value: needed; too long; leading space removed */
    unsigned char held_n, seen_n; /* how many entries of held and seen are in use */
    uint32_t code;                /* value of a numeric reference */
    uint64_t value_from, value_to; /* offsets of the current attribute's value */
    size_t value_n;
    html_name tag, name;
    tree_tag token;            /* the current tag */
    char held[HTML_HELD];      /* this and the following members need not be zero at first */
    html_name seen[HTML_SEEN]; /* attributes of the current tag that were reported */
    char value[HTML_VALUE];
    tree tree;
} html;

/* Prepares for a new input; copies *out. */
void html_begin(html *h, const html_out *out);

/* Reads p[0..n). Returns 0 or the value of the callback that stopped the tokenizer. */
int html_feed(html *h, const char *p, size_t n);

/* Ends the input. Returns the same as html_feed(). */
int html_finish(html *h);

/* ---- The declared charset ---- */

/* A declaration counts only within this many bytes at the start of a page. */
#define HTML_DECLARED 1024

/* Sets *label to the label of the next charset that a page declares, and *rest to what follows.
 * Returns false if there is none. */
bool html_declared(trawl_str *rest, trawl_str *label);

/* ---- How a page begins ---- */

/* Returns the offset of the first byte of p[0..n) after a byte-order mark, blanks, comments and
 * "<?...>", which may precede the document type. Returns n if one of these may go on there. */
size_t html_prolog(const char *p, size_t n);

/* Returns true if p[0..n) has a tag of an element of HTML. */
bool html_has_tag(const char *p, size_t n);

/* ---- For tokenizer.c and references.c only
 *
 * The states are those of section 13.2.5, without those that only matter for parse errors: comments
 * have no "less-than sign" states, and a DOCTYPE is read as a bogus comment.
 */

enum html_state {
    /* Text. */
    HTML_DATA,
    HTML_RCDATA,
    HTML_RAWTEXT,
    HTML_PLAINTEXT,
    HTML_CDATA,
    HTML_SCRIPT,
    HTML_SCRIPT_START,      /* <! */
    HTML_SCRIPT_START_DASH, /* <!- */
    HTML_ESCAPED,           /* <!-- */
    HTML_ESCAPED_DASH,
    HTML_ESCAPED_DASH_DASH,
    HTML_DOUBLE_START, /* <!-- <scri */
    HTML_DOUBLE,       /* <!-- <script> */
    HTML_DOUBLE_DASH,
    HTML_DOUBLE_DASH_DASH,
    HTML_DOUBLE_LESS,
    HTML_DOUBLE_END, /* <!-- <script> </scri */

    /* Text or markup, not decided yet. */
    HTML_CDATA_END, /* ] or ]] */
    HTML_TAG_OPEN,
    HTML_END_TAG_OPEN,
    HTML_RAW_LESS,
    HTML_RAW_END_OPEN,
    HTML_RAW_END_NAME,

    /* A reference in text or in a value; html.back is the state to return to. */
    HTML_REFERENCE,
    HTML_REFERENCE_NAME,
    HTML_REFERENCE_NUMBER, /* &# */
    HTML_REFERENCE_X,      /* &#x */
    HTML_REFERENCE_DECIMAL,
    HTML_REFERENCE_HEX,

    /* Markup. */
    HTML_TAG_NAME,
    HTML_BEFORE_NAME, /* of an attribute; also after a quoted value */
    HTML_IN_NAME,
    HTML_AFTER_NAME,
    HTML_BEFORE_VALUE,
    HTML_VALUE_DOUBLE,
    HTML_VALUE_SINGLE,
    HTML_VALUE_BARE,
    HTML_SELF_CLOSING,
    HTML_DECLARATION,       /* <! */
    HTML_DECLARATION_DASH,  /* <!- */
    HTML_DECLARATION_CDATA, /* <![, held_n bytes of "[CDATA[" */
    HTML_BOGUS,
    HTML_COMMENT_START, /* <!-- */
    HTML_COMMENT_START_DASH,
    HTML_COMMENT,
    HTML_COMMENT_DASH,
    HTML_COMMENT_DASH_DASH,
    HTML_COMMENT_BANG, /* --! */
    HTML_STATES
};

/* Reads bytes from p on until the state changes or the block ends; needs p < end. Returns the end
 * of the bytes it read. */
typedef const char *html_step(html *h, const char *p, const char *end);

/* Returns true inside text in which tags are not recognised: raw elements and CDATA sections. */
static inline bool html_is_raw(const html *h)
{
    return h->state != HTML_DATA && h->state <= HTML_RAW_END_NAME && h->state != HTML_TAG_OPEN &&
           h->state != HTML_END_TAG_OPEN;
}

/* Returns true in text in which tags and references are recognised. */
static inline bool html_is_data(const html *h)
{
    return h->state == HTML_DATA;
}

/* ---- The state of the tree (tree.h), in a callback: after the tag, or at the text ---- */

/* Returns the id of the current tag's element, and its enum tree_flag. */
static inline uint32_t html_id(const html *h)
{
    return h->token.id;
}

static inline uint32_t html_flags(const html *h)
{
    return h->token.row->flags;
}

/* Returns true for <input type=hidden>. */
static inline bool html_is_hidden_input(const html *h)
{
    return h->token.row->kind == TREE_INPUT && h->token.attributes & TREE_HAS_HIDDEN;
}

/* Returns true for <input>. */
static inline bool html_is_input(const html *h)
{
    return h->token.row->kind == TREE_INPUT;
}

/* Returns the id of a name in lower case. */
uint32_t html_id_of(const char *name, size_t n);

/* Returns the serial number of the element that the start tag has made, or 0 if the tag was
 * dropped. */
static inline uint32_t html_made(const html *h)
{
    return h->tree.taken;
}

/* Returns how many elements are open, including one that the start tag has made. */
static inline unsigned html_depth(const html *h)
{
    return h->tree.depth;
}

/* Returns true while the element with this serial number is open; `depth` is html_depth() when it
 * was made. */
bool html_is_open(const html *h, uint32_t serial, unsigned depth);

/* Returns the number of the <a> that the start tag has opened, or 0. An <a> with a href has an odd
 * number. */
uint32_t html_new_anchor(const html *h);

/* Returns the number of the <a> that the tag has ended because it is "</a>" or "<a>", or 0. */
static inline uint32_t html_ended_anchor(const html *h)
{
    return h->tree.ended;
}

/* Returns true when an <a> may have ended since the last call. */
static inline bool html_anchors_changed(html *h)
{
    bool changed = h->tree.unlinked;

    h->tree.unlinked = false;
    return changed;
}

/* Returns true while the <a> of this number, or an element inside it, is open, and while a clone of
 * the <a> may still be opened. */
bool html_has_anchor(const html *h, uint32_t number);

/* Returns the number of the link that is followed from here, or 0. */
static inline uint32_t html_link(const html *h)
{
    return h->tree.depth > 0 ? tree_link_at(&h->tree, tree_place_of(&h->tree)) : 0;
}

/* Returns true inside of a link, and when an <a> may be opened again here or later. */
static inline bool html_has_open_anchor(const html *h)
{
    return h->tree.list_anchors > 0 || html_link(h) > 0;
}

/* Returns the user's bits here. */
static inline unsigned html_look(const html *h)
{
    return h->tree.depth > 0 ? tree_value_at(&h->tree, tree_place_of(&h->tree)) : 0;
}

/* Sets the user's bits of the element that the start tag has opened. */
void html_set_look(html *h, tree_look look);

/* Returns true in a table, but not in a cell or a caption of it. */
bool html_is_in_table(const html *h);

/* Returns true when the last text was not put into the page. */
static inline bool html_is_dropped(const html *h)
{
    return h->tree.now.dropped;
}

/* Returns true when the page has had more open elements than the tree holds. */
static inline bool html_is_deep(const html *h)
{
    return h->tree.deep;
}

/* Returns a number that identifies the elements that are open here: two calls return the same
 * number if these have not changed in between. `outside`: without the innermost element. */
uint64_t html_mark(const html *h, bool outside);

/* Returns true where an element would be one of svg or math. */
static inline bool html_is_foreign(const html *h)
{
    return tree_is_foreign(&h->tree);
}

/* Returns true in svg and math, but not in an element of these that holds HTML. */
bool html_is_foreign_text(const html *h);

/* ---- States ---- */

/* Between two calls: returns true in the start tag of the element, after its name. */
bool html_is_start(const html *h, const char *name);

/* Between two calls: returns true in a bogus comment or a DOCTYPE, or in what may become one. */
static inline bool html_is_bogus(const html *h)
{
    return h->state >= HTML_DECLARATION && h->state <= HTML_BOGUS;
}

/* Between two calls: returns the offset of the next block in the whole input. */
static inline uint64_t html_next(const html *h)
{
    return h->at;
}

/* Returns the offset of a byte of the block in the whole input. */
static inline uint64_t html_at(const html *h, const char *p)
{
    return h->at + (uint64_t)(p - h->block);
}

/* Reports held bytes, now known to be text. They begin at offset html.from. */
void html_report_held(html *h, const char *p, size_t n);

/* Appends p[0..n) to the attribute's value, as far as it fits. */
void html_value_add(html *h, const char *p, size_t n);

/* Appends p[0..n) to the attribute's value if all of it fits. */
void html_value_add_whole(html *h, const char *p, size_t n);

/* The step for the states HTML_REFERENCE to HTML_REFERENCE_HEX, called after "&". */
html_step html_reference;

/* Ends a reference at the end of the input. */
void html_reference_end(html *h);

#endif
