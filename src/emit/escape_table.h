/* escape_table.h - what HTML and XML want of each byte, in each place. To be included by escape.c only. */
#ifndef TRAWL_EMIT_ESCAPE_TABLE_H
#define TRAWL_EMIT_ESCAPE_TABLE_H

/* What is written for a byte: AS_IS, what is looked at more closely, and from CR on always the same; from TWO on, the
 * byte begins a character beyond ASCII that stands for itself if its bytes fit. */
enum { AS_IS, LOOK, CR, BAD, AMP, LT, GT, QUOT, APOS, TAB, LF, TWO, THREE, DASH };

/* clang-format off */

#define CONTROLS_TO_TAB BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD
#define CONTROLS_FROM_14 BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD
#define EIGHT(what) what, what, what, what, what, what, what, what

/* All from U+00C0 to U+05FF, U+0640 to U+07FF, U+1000 to U+1FFF, U+2010 to U+201F, U+3000 to U+CFFF. */
#define BEYOND                                                                                                         \
    [0x7F] = BAD, [0x80] = EIGHT(LOOK), EIGHT(LOOK), EIGHT(LOOK), EIGHT(LOOK), EIGHT(LOOK), EIGHT(LOOK), EIGHT(LOOK),  \
    EIGHT(LOOK), LOOK, LOOK, LOOK, TWO, TWO, TWO, TWO, TWO, EIGHT(TWO), EIGHT(TWO), [0xD8] = LOOK, TWO, TWO, TWO, TWO, \
    TWO, TWO, TWO, [0xE0] = LOOK, THREE, DASH, THREE, THREE, THREE, THREE, THREE, THREE, THREE, THREE, THREE, THREE,   \
    LOOK, LOOK, LOOK, EIGHT(LOOK), EIGHT(LOOK)

static const unsigned char text_table[256] = {
    CONTROLS_TO_TAB, AS_IS, AS_IS, BAD, BAD, CR, CONTROLS_FROM_14,
    ['&'] = AMP, ['<'] = LT, ['>'] = GT, ['"'] = QUOT, ['\''] = APOS, BEYOND
};

/* A parser of XML makes a space of a raw tab or line end in a value. */
static const unsigned char attribute_table[256] = {
    CONTROLS_TO_TAB, TAB, LF, BAD, BAD, LOOK, CONTROLS_FROM_14,
    ['&'] = AMP, ['<'] = LT, ['>'] = GT, ['"'] = QUOT, ['\''] = APOS, BEYOND
};

static const unsigned char css_table[256] = {
    CONTROLS_TO_TAB, AS_IS, AS_IS, BAD, BAD, CR, CONTROLS_FROM_14, ['<'] = LOOK, BEYOND
};

static const unsigned char css_xml_table[256] = {
    CONTROLS_TO_TAB, AS_IS, AS_IS, BAD, BAD, CR, CONTROLS_FROM_14, ['&'] = AMP, ['<'] = LT, ['>'] = GT, BEYOND
};

/* Eight bytes each, which are copied at once, and how many of them count. */
static const struct {
    char text[7];
    unsigned char n;
} written[] = {
    [CR] = {"\n", 1},     [BAD] = {"\xEF\xBF\xBD", 3}, [AMP] = {"&amp;", 5}, [LT] = {"&lt;", 4},   [GT] = {"&gt;", 4},
    [QUOT] = {"&quot;", 6}, [APOS] = {"&#39;", 5},      [TAB] = {"&#9;", 4},  [LF] = {"&#10;", 5},
};

/* clang-format on */

#endif
