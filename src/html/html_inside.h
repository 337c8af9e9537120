/* html_inside.h - the tokenizer's states and what its files share
 *
 * A step takes the bytes of a block from p on, as far as its state goes, and says how far that was; it is called with at
 * least one byte. States are the standard's (section 13.2.5) but for those that differ in parse errors only: comments
 * need no "less-than sign" states, a DOCTYPE ends at ">" whatever it holds and is a bogus comment here.
 */
#ifndef TRAWL_HTML_INSIDE_H
#define TRAWL_HTML_INSIDE_H

#include "base/ascii.h"
#include "html/html.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum html_state {
    /* Text: goes out as it comes. */
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

    /* Text or markup: waits for more. */
    HTML_CDATA_END, /* ] or ]] */
    HTML_TAG_OPEN,
    HTML_END_TAG_OPEN,
    HTML_RAW_LESS,
    HTML_RAW_END_OPEN,
    HTML_RAW_END_NAME,

    /* A reference, in text or in a value, as html.back says. */
    HTML_REFERENCE,
    HTML_REFERENCE_NAME,
    HTML_REFERENCE_NUMBER, /* &# */
    HTML_REFERENCE_X,      /* &#x */
    HTML_REFERENCE_DECIMAL,
    HTML_REFERENCE_HEX,

    /* Markup: covered by its place. */
    HTML_TAG_NAME,
    HTML_BEFORE_NAME, /* of an attribute; also behind a quoted value, which differs in parse errors only */
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

typedef const char *html_step(html *h, const char *p, const char *end);

/* Where a byte of the block stands in all that was fed. */
static inline uint64_t html_at(const html *h, const char *p)
{
    return h->at + (uint64_t)(p - h->block);
}

/* White space as the standard's tags have it. */
static inline bool html_is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

/* The bytes up to ">" at which a name may end: NUL, white space, "/", "=" and ">", a bit each. */
#define HTML_NAME_ENDS                                                                                                 \
    (1ull | 1ull << '\t' | 1ull << '\n' | 1ull << '\f' | 1ull << '\r' | 1ull << ' ' | 1ull << '/' | 1ull << '=' |      \
     1ull << '>')

#if defined(__SSE2__)
/* The letters that a name begins with, up to 16 of them, in lower case. How many those are. */
static inline size_t html_name_begins(html_name *name, const char *p)
{
    const __m128i space = _mm_set1_epi8(' '), last = _mm_set1_epi8('z' - 'a');
    __m128i low = _mm_or_si128(_mm_loadu_si128((const __m128i *)p), space),
            place = _mm_sub_epi8(low, _mm_set1_epi8('a'));
    unsigned letters = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(place, last), place));

    _mm_storeu_si128((__m128i *)name->p, low);
    return (size_t)__builtin_ctz(~letters);
}
#endif

/* The ordinary bytes of a name, up to one that may end it. */
static inline const char *html_name_run(html_name *name, const char *p, const char *end)
{
    size_t n = name->n;
#if defined(__SSE2__)
    if (n == 0 && end - p >= 16) {
        n = html_name_begins(name, p);
        p += n;
    }
#endif
    for (; p < end; p++) {
        unsigned char c = (unsigned char)*p;
        if (c <= '>' && HTML_NAME_ENDS >> c & 1)
            break;
        if (n < HTML_NAME)
            name->p[n++] = ascii_lower(*p);
    }
    name->n = n;
    return p;
}

/* Has the tokenizer taken sides for markup? */
static inline bool html_in_markup(const html *h)
{
    unsigned state = h->state >= HTML_REFERENCE && h->state <= HTML_REFERENCE_HEX ? h->back : h->state;

    return state >= HTML_TAG_NAME;
}

/* Text of the block. */
static inline void html_tell_text(html *h, const char *p, const char *to)
{
    if (to > p && h->result == 0)
        h->result = h->out.text(h->out.user, p, (size_t)(to - p), html_at(h, p));
}

/* All markup up to there. */
static inline void html_tell_markup(html *h, uint64_t to)
{
    if (h->out.markup && to > h->from && h->result == 0)
        h->result = h->out.markup(h->out.user, h->from, to);
    h->from = to;
}

/* html.c. What was not known to be text, and stands at html.from. */
void html_tell_held(html *h, const char *p, size_t n);

/* html_text.c */
html_step html_step_text, html_step_rawtext, html_step_plaintext, html_step_cdata, html_step_cdata_end;
html_step html_step_raw_less, html_step_raw_end_open, html_step_raw_end_name;

/* html_script.c */
html_step html_step_script;

/* html_tag.c. html_tag_done() is called behind the ">". */
html_step html_step_tag_open, html_step_end_tag_open, html_step_tag_name, html_step_self_closing;
const char *html_tag_done(html *h, const char *p, bool self_closing);

/* The name of the raw element that is open. */
const char *html_raw_name(const html *h, size_t *n);

/* A byte of a name: capitals become small letters, NUL becomes U+FFFD, what is too long is dropped. */
void html_name_add(html_name *name, char c);

/* html_attribute.c. To the value, as far as there is room; what a reference stands for goes in whole or not at all. */
html_step html_step_attributes;
void html_value_add(html *h, const char *p, size_t n);
void html_value_add_whole(html *h, const char *p, size_t n);

/* html_comment.c */
html_step html_step_declaration, html_step_bogus, html_step_comment;

/* html_reference.c. html_reference_end(): the page is over in the middle of one. */
html_step html_step_reference;
void html_reference_end(html *h);

#endif
