/* tree.h - what a browser makes of the tags of a page (HTML standard, 13.2.6), without nodes
 *
 * The tokenizer passes every tag, text and DOCTYPE to the tree before its user sees them. The tree
 * follows the standard's tree construction, and keeps only what later tags can refer to: the stack
 * of open elements, the list of active formatting elements and the insertion mode. So it has a
 * fixed size, and the work for a tag is bounded. The files:
 *
 *   elements   one table of all elements that matter here or to the users of the tree
 *   tree       the stack of open elements; where an element or a text is put
 *   format     the list of active formatting elements, the adoption agency
 *   modes      the insertion modes, as a table {mode, kind of element: action}
 *   body       the insertion mode "in body"
 *   foreign    svg and math
 *   doctype    which pages are in quirks mode
 *
 * Limits: when TREE_DEPTH elements are open, a new element replaces the innermost; when the list
 * has TREE_LIST formatting elements, a new one replaces the first of them. html_is_deep() is true
 * from then on.
 */
#ifndef TRAWL_HTML_TREE_H
#define TRAWL_HTML_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/check.h"

/* The maximum number of open elements. Browsers put no element deeper than this into a page,
 * either. */
#define TREE_DEPTH 512

/* The maximum number of active formatting elements. */
#define TREE_LIST 256

/* Kinds of elements. Elements of one kind are treated alike in every insertion mode. */
enum tree_kind {
    TREE_OTHER, /* also all elements of svg and math */
    TREE_A,
    TREE_FORMAT,
    TREE_NOBR,
    TREE_HTML,
    TREE_HEAD,
    TREE_BODY,
    TREE_FRAMESET,
    TREE_FRAME,
    TREE_BASE, /* base */
    TREE_LINK, /* basefont, bgsound, link, meta */
    TREE_TITLE,
    TREE_STYLE,
    TREE_NOFRAMES,
    TREE_SCRIPT,
    TREE_NOSCRIPT,
    TREE_TEMPLATE,
    TREE_BLOCK,
    TREE_BUTTON,
    TREE_P,
    TREE_HEADING,
    TREE_PRE, /* listing, pre */
    TREE_FORM,
    TREE_LI,
    TREE_DD, /* dd, dt */
    TREE_PLAINTEXT,
    TREE_OBJECT, /* applet, marquee, object */
    TREE_TABLE,
    TREE_CAPTION,
    TREE_COLGROUP,
    TREE_COL,
    TREE_TBODY, /* tbody, tfoot, thead */
    TREE_TR,
    TREE_TD, /* td, th */
    TREE_BR,
    TREE_IMG, /* area, embed, img, image, keygen, wbr */
    TREE_INPUT,
    TREE_PARAM, /* param, source, track */
    TREE_HR,
    TREE_TEXTAREA,
    TREE_XMP,
    TREE_IFRAME,
    TREE_NOEMBED,
    TREE_SELECT,
    TREE_OPTION,
    TREE_OPTGROUP,
    TREE_RB,
    TREE_RTC,
    TREE_RP, /* rp, rt */
    TREE_MATH,
    TREE_SVG,
    TREE_RUBY,
    TREE_KINDS = 64 /* a power of two, since tables have a row of this length for each mode */
};

/* Properties of elements. */
enum tree_flag {
    /* Of the standard. */
    TREE_IS_SPECIAL = 1 << 0,
    TREE_IS_SCOPE = 1 << 1,       /* no element beyond it is "in scope" */
    TREE_IS_FORMAT = 1 << 2,      /* in the list of active formatting elements */
    TREE_IS_IMPLIED = 1 << 3,     /* its end tag is implied */
    TREE_IS_BREAKOUT = 1 << 5,    /* its start tag ends svg and math */
    TREE_IS_MATH_TEXT = 1 << 6,   /* in math: a text integration point */
    TREE_IS_SVG_HTML = 1 << 7,    /* in svg: an HTML integration point */
    TREE_IS_BUTTON = 1 << 8,      /* ends a "button scope" */
    TREE_IS_LIST = 1 << 9,        /* ends a "list item scope" */
    TREE_IS_TABLE = 1 << 10,      /* ends a "table scope" */
    TREE_IS_PASSED = 1 << 11,     /* may be open in an <li> that ends */
    TREE_IS_FOSTER = 1 << 12,     /* what is put into it goes before its table */
    TREE_IS_ANNOTATION = 1 << 13, /* annotation-xml */
    TREE_IS_GLYPH = 1 << 14,      /* in math: mglyph, malignmark */
    TREE_IS_NOTED = 1 << 15,      /* some attributes matter */
    /* Only of an open element. */
    TREE_HOLDS_TEXT = 1 << 22, /* a text integration point */
    TREE_HOLDS_HTML = 1 << 23, /* an HTML integration point */
    /* For users. */
    TREE_IS_BLOCK = 1 << 16,  /* begins and ends on a line of its own */
    TREE_IS_INLINE = 1 << 17, /* may be in a link */
    TREE_IS_EMPTY = 1 << 18,  /* has no content and no end tag */
    TREE_IS_PICTURE = 1 << 19,
    TREE_IS_UNSCRIPTED = 1 << 21, /* read only without scripts */
    TREE_IS_UNSHOWN = 1 << 27,    /* its content is not shown */
    TREE_IS_BASE = 1 << 28,
    TREE_IS_ODD = 1 << 29,    /* programs differ about which elements after its start tag are raw */
    TREE_IS_TURN = 1 << 30,   /* <bdo>: with dir=rtl, text from right to left */
    TREE_IS_HIDDEN = 1 << 24, /* its content is not text of the page */
    TREE_IS_LABEL = 1 << 25,  /* in svg: its content is not text of the page */
    TREE_IS_ANCHOR = 1 << 26, /* <a> */
    TREE_IS_VERBATIM = 1 << 20 /* white space in it counts */
};

/* A row of the table of elements. An element is known by the number of its row, or, if it has none,
 * by a hash of its name. */
typedef struct tree_row {
    char name[16];
    unsigned char kind; /* enum tree_kind */
    uint32_t flags;     /* enum tree_flag */
} tree_row;

/* Attributes that change what the tree does with a start tag. */
enum tree_attribute {
    TREE_HAS_HREF = 1 << 0,
    TREE_HAS_XLINK = 1 << 4,  /* xlink:href */
    TREE_HAS_FONT = 1 << 1,   /* font: color, face or size */
    TREE_HAS_HIDDEN = 1 << 2, /* input: type=hidden */
    TREE_HAS_HTML = 1 << 3    /* annotation-xml: an encoding of HTML */
};

typedef struct tree_tag {
    uint32_t id;
    const tree_row *row;
    bool closing, self_closing;
    unsigned char attributes; /* enum tree_attribute */
    uint32_t hash;            /* of all attributes of a formatting element, in any order */
} tree_tag;

/* What an element changes in the user's bits. The bits of an element are those of its parent in the
 * page, without `clears` and with `sets`. Only the first TREE_LOOK_CLEARS bits can be cleared. */
#define TREE_LOOK_BITS 11
#define TREE_LOOK_CLEARS 5
typedef struct tree_look {
    uint16_t sets : TREE_LOOK_BITS, clears : TREE_LOOK_CLEARS;
} tree_look;

/* Where an element or a text is put. */
typedef struct tree_place {
    /* For the elements between it and `parent` that have left the stack: the number of the link
     * among them, or 0, and what they change in the user's bits. */
    uint32_t link;
    tree_look look;
    unsigned short parent; /* the innermost element around it that is in the stack */
} tree_place;

/* Numbers of <a> are odd if they have a href. */
#define TREE_IS_LINK 1u

/* An open element. */
typedef struct tree_element {
    uint32_t id;
    uint32_t serial;
    tree_place place;
    uint32_t anchor; /* the number of the <a> that it is, or 0; clones have the number of the first
                      * <a> */
    uint32_t link;   /* the number of the <a> with a href that this element is or is in, or 0 */
    uint32_t flags;  /* enum tree_flag; flags of the standard are for its namespace */
    unsigned char kind, space;
    unsigned char mode;   /* of a template: the current template insertion mode */
    unsigned short entry; /* where it was put into the list */
    tree_look look;
    unsigned short value;
} tree_element;

/* An active formatting element, or a marker. */
typedef struct tree_format {
    uint32_t id; /* 0: a marker */
    uint32_t serial;
    uint32_t hash, anchor;
    tree_look look;
    bool open; /* it is in the stack */
} tree_format;

#define TREE_DOCTYPE 255 /* bytes of a DOCTYPE that are kept */

/* What the last tag or text has done. */
typedef struct tree_now {
    unsigned char state; /* enum html_state after a tag */
    bool dropped;        /* the text was not put into the page */
    bool fostered;       /* it is at tree.place, not in the innermost element */
    bool unused;
} tree_now;

typedef struct tree {
    unsigned depth, list_n;
    tree_now now;
    tree_place place;      /* of the last text, if it is before a table */
    unsigned list_anchors; /* <a> in the list */
    uint32_t serial;       /* of the last element */
    uint32_t anchors;      /* the last number of an <a> */
    uint32_t form;         /* the serial of the form element pointer, or 0 */
    uint32_t taken;        /* the serial of the element that the last tag made, or 0 */
    uint32_t ended;        /* the number of the <a> that the last tag ended by its name, or 0 */
    unsigned char mode, original; /* enum tree_mode */
    bool scripts;                 /* scripts run, so <noscript> is text */
    bool head;                    /* there was a <head> */
    bool frames_ok, quirks, foster;
    bool deep;
    bool rebuild;  /* some active formatting elements may have to be opened again */
    bool moved;    /* text that was in a link when it was read may have left it */
    bool unlinked; /* an <a> has left the stack or the list */
    unsigned char doctype_n;
    unsigned short count[TREE_KINDS]; /* open elements of each kind */
    /* Their first entries are in use; how many is counted above. */
    char doctype[TREE_DOCTYPE];
    tree_format list[TREE_LIST];
    tree_element open[TREE_DEPTH];
} tree;

/* Returns the user's bits of an element with this look whose parent has the bits `value`. */
static inline unsigned short tree_look_of(unsigned value, tree_look look)
{
    return (unsigned short)((value & ~(unsigned)look.clears) | look.sets);
}

/* Returns the place of the last tag or text. */
static inline tree_place tree_place_of(const tree *t)
{
    CHECK(t->now.fostered || t->depth > 0);
    return t->now.fostered ? t->place : (tree_place){.parent = (unsigned short)(t->depth - 1)};
}

/* Return the link and the user's bits at a place. */
static inline uint32_t tree_link_at(const tree *t, tree_place at)
{
    CHECK(at.parent < t->depth);
    return at.link > 0 ? at.link : t->open[at.parent].link;
}

static inline unsigned short tree_value_at(const tree *t, tree_place at)
{
    CHECK(at.parent < t->depth);
    return tree_look_of(t->open[at.parent].value, at.look);
}

/* ---- For the tokenizer ---- */

/* Begins a page. `scripts`: as in a browser that runs scripts. */
void tree_begin(tree *t, bool scripts);

/* Takes a tag. Sets tree.now.state. */
void tree_take_tag(tree *t, const tree_tag *tag);

/* Takes text. */
void tree_take_text(tree *t, const char *p, size_t n);

/* Takes the next bytes of what follows "<!" and may be a DOCTYPE. */
void tree_take_declaration(tree *t, const char *p, size_t n, bool last);

/* Returns true when the innermost open element is one of svg or math. */
static inline bool tree_is_foreign(const tree *t)
{
    return t->depth > 0 && t->open[t->depth - 1].space != 0;
}

#endif
