/* inside.h - the states of the tokenizer; declarations shared by tokenizer.c and references.c
 *
 * The states are those of section 13.2.5, without those that only matter for parse errors: comments
 * have no "less-than sign" states, and a DOCTYPE is read as a bogus comment.
 */
#ifndef TRAWL_HTML_INSIDE_H
#define TRAWL_HTML_INSIDE_H

#include "html/html.h"

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
