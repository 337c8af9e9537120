/* byteclass.c - which bytes of ASCII may stand where in a link */
#include "find/byteclass.h"

#define WORD BYTE_WORD
#define USER BYTE_USER
#define ID BYTE_ID
#define URL BYTE_URL
#define MARK BYTE_MARK
#define PLAIN BYTE_PLAIN
#define SCHEME BYTE_SCHEME
#define LABEL BYTE_LABEL
#define ANY (WORD | USER | ID | URL | PLAIN | SCHEME | LABEL)

/* clang-format off */

const unsigned char byte_class[256] = {
    ['!'] = WORD | USER | ID | URL | PLAIN, ['"'] = PLAIN, ['#'] = WORD | ID | URL | MARK | PLAIN,
    ['$'] = WORD | USER | ID | URL | PLAIN, ['%'] = WORD | USER | ID | URL | MARK | PLAIN,
    ['&'] = WORD | USER | ID | URL | PLAIN, ['\''] = WORD | USER | ID | URL | PLAIN, ['('] = USER | ID | URL,
    [')'] = USER | ID | URL | PLAIN, ['*'] = WORD | USER | ID | URL | PLAIN,
    ['+'] = WORD | USER | ID | URL | PLAIN | SCHEME, [','] = USER | ID | URL | PLAIN,
    ['-'] = WORD | USER | ID | URL | PLAIN | SCHEME | LABEL,
    ['.'] = WORD | USER | ID | URL | PLAIN | SCHEME,
    ['/'] = WORD | ID | URL | PLAIN, [':'] = USER | ID | URL | MARK | PLAIN, [';'] = USER | ID | URL | PLAIN,
    ['='] = WORD | USER | ID | URL | PLAIN, ['>'] = MARK, ['?'] = WORD | ID | URL | PLAIN, ['@'] = USER | URL | PLAIN,
    ['['] = URL | PLAIN, [']'] = URL | PLAIN, ['^'] = WORD | ID | PLAIN, ['_'] = WORD | USER | ID | URL | PLAIN,
    ['`'] = WORD | MARK | PLAIN, ['{'] = WORD | ID | PLAIN, ['|'] = WORD | ID | MARK,
    ['}'] = WORD | ID | MARK | PLAIN, ['~'] = WORD | USER | ID | URL | PLAIN,
    ['0'] = ANY, ['1'] = ANY, ['2'] = ANY, ['3'] = ANY, ['4'] = ANY, ['5'] = ANY, ['6'] = ANY, ['7'] = ANY, ['8'] = ANY,
    ['9'] = ANY,
    ['A'] = ANY, ['B'] = ANY, ['C'] = ANY, ['D'] = ANY, ['E'] = ANY, ['F'] = ANY, ['G'] = ANY, ['H'] = ANY, ['I'] = ANY,
    ['J'] = ANY, ['K'] = ANY, ['L'] = ANY, ['M'] = ANY,
    ['N'] = ANY, ['O'] = ANY, ['P'] = ANY, ['Q'] = ANY, ['R'] = ANY, ['S'] = ANY, ['T'] = ANY, ['U'] = ANY, ['V'] = ANY,
    ['W'] = ANY, ['X'] = ANY, ['Y'] = ANY, ['Z'] = ANY,
    ['a'] = ANY, ['b'] = ANY, ['c'] = ANY, ['d'] = ANY, ['e'] = ANY, ['f'] = ANY, ['g'] = ANY, ['h'] = ANY, ['i'] = ANY,
    ['j'] = ANY, ['k'] = ANY, ['l'] = ANY, ['m'] = ANY,
    ['n'] = ANY, ['o'] = ANY, ['p'] = ANY, ['q'] = ANY, ['r'] = ANY, ['s'] = ANY, ['t'] = ANY, ['u'] = ANY, ['v'] = ANY,
    ['w'] = ANY, ['x'] = ANY, ['y'] = ANY, ['z'] = ANY,
};

/* clang-format on */
