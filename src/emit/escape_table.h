/* escape_table.h - what HTML and XML want of each byte, in each place. To be included by escape.c only. */
#ifndef TRAWL_EMIT_ESCAPE_TABLE_H
#define TRAWL_EMIT_ESCAPE_TABLE_H

#include "kernel/kernel.h"

/* What a byte is in a place, as kernels know it. AS_IS is LOOK where the byte is in the set for another place's sake. */
enum {
    AS_IS = KERNEL_LOOK,
    LOOK = KERNEL_LOOK,
    TWO = KERNEL_TWO,
    THREE = KERNEL_THREE,
    C2 = KERNEL_C2,
    E2 = KERNEL_E2,
    CR = KERNEL_WORD,
    BAD,
    AMP,
    LT,
    GT,
    QUOT,
    APOS,
    TAB,
    LF
};

/* clang-format off */

#define CONTROLS_TO_TAB BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD
#define CONTROLS_FROM_14 BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD
#define EIGHT(what) what, what, what, what, what, what, what, what

/* All from U+00C0 to U+05FF, U+0640 to U+07FF, U+1000 to U+1FFF, U+2010 to U+201F, U+3000 to U+CFFF. */
#define BEYOND                                                                                                         \
    [0x7F] = BAD, [0x80] = EIGHT(LOOK), EIGHT(LOOK), EIGHT(LOOK), EIGHT(LOOK), EIGHT(LOOK), EIGHT(LOOK), EIGHT(LOOK),  \
    EIGHT(LOOK), LOOK, LOOK, C2, TWO, TWO, TWO, TWO, TWO, EIGHT(TWO), EIGHT(TWO), [0xD8] = LOOK, TWO, TWO, TWO, TWO, \
    TWO, TWO, TWO, [0xE0] = LOOK, THREE, E2, THREE, THREE, THREE, THREE, THREE, THREE, THREE, THREE, THREE, THREE,   \
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

static const kernel_word written[] = {
    [CR] = {"\n", 1, 1},      [BAD] = {"\xEF\xBF\xBD", 3, 0}, [AMP] = {"&amp;", 5, 0}, [LT] = {"&lt;", 4, 0},  [GT] = {"&gt;", 4, 0},
    [QUOT] = {"&quot;", 6, 0}, [APOS] = {"&#39;", 5, 0},      [TAB] = {"&#9;", 4, 0},  [LF] = {"&#10;", 5, 0},
};

/* clang-format on */

#endif
