/* page_names.c - elements and attributes by their names (SPEC E14; the HTML standard's indices of both, and older ones)
 *
 * A row for each letter that a name may begin with, the more usual names first; names are filled up with NUL, so that a
 * comparison takes two steps of eight bytes.
 */
#include "mail/page_names.h"

#include <string.h>

enum { LETTERS = 26, TAGS = 10, ATTRIBUTES = 4, NAME = 16 };

#define LETTER(c) ((c) - 'a')
#define BLOCK PAGE_TAG_BLOCK
#define VERBATIM PAGE_TAG_VERBATIM
#define HIDER PAGE_TAG_HIDER

typedef struct tag_row {
    char name[NAME];
    unsigned short what;
} tag_row;

/* clang-format off */
static const tag_row tags[LETTERS][TAGS] = {
    [LETTER('a')] = {{"a", PAGE_TAG_ANCHOR}, {"address", BLOCK}, {"article", BLOCK}, {"aside", BLOCK}},
    [LETTER('b')] = {{"br", BLOCK}, {"body", BLOCK}, {"blockquote", BLOCK}, {"base", PAGE_TAG_BASE}},
    [LETTER('c')] = {{"center", BLOCK}, {"caption", BLOCK}},
    [LETTER('d')] = {{"div", BLOCK}, {"dd", BLOCK}, {"dt", BLOCK}, {"dl", BLOCK}, {"dir", BLOCK}, {"details", BLOCK},
                     {"dialog", BLOCK}},
    [LETTER('f')] = {{"form", BLOCK | PAGE_TAG_FORM}, {"fieldset", BLOCK}, {"figcaption", BLOCK}, {"figure", BLOCK},
                     {"footer", BLOCK}},
    [LETTER('h')] = {{"html", BLOCK}, {"head", BLOCK}, {"hr", BLOCK}, {"h1", BLOCK}, {"h2", BLOCK}, {"h3", BLOCK},
                     {"h4", BLOCK}, {"h5", BLOCK}, {"h6", BLOCK}, {"header", BLOCK}},
    [LETTER('i')] = {{"img", PAGE_TAG_IMAGE}, {"iframe", HIDER}},
    [LETTER('l')] = {{"li", BLOCK}, {"legend", BLOCK}, {"listing", VERBATIM}},
    [LETTER('m')] = {{"meta", PAGE_TAG_META}, {"main", BLOCK}, {"menu", BLOCK}},
    [LETTER('n')] = {{"nav", BLOCK}, {"noembed", HIDER}, {"noframes", HIDER}},
    [LETTER('o')] = {{"ol", BLOCK}, {"option", BLOCK}, {"object", PAGE_TAG_OBJECT}},
    [LETTER('p')] = {{"p", BLOCK}, {"pre", BLOCK | VERBATIM}, {"plaintext", VERBATIM}},
    [LETTER('s')] = {{"style", HIDER}, {"script", HIDER}, {"section", BLOCK}, {"select", BLOCK}, {"summary", BLOCK}},
    [LETTER('t')] = {{"td", BLOCK}, {"tr", BLOCK}, {"table", BLOCK}, {"tbody", BLOCK}, {"th", BLOCK}, {"title", BLOCK},
                     {"thead", BLOCK}, {"tfoot", BLOCK}, {"textarea", BLOCK | VERBATIM}, {"template", HIDER}},
    [LETTER('u')] = {{"ul", BLOCK}},
    [LETTER('x')] = {{"xmp", VERBATIM}},
};

static const page_attribute_row attributes[LETTERS][ATTRIBUTES] = {
    [LETTER('a')] = {{"action", PAGE_HOLDS_URL, PAGE_TAG_FORM}},
    [LETTER('b')] = {{"background", PAGE_HOLDS_URL, 0}},
    [LETTER('c')] = {{"content", PAGE_HOLDS_REFRESH, PAGE_TAG_META}, {"cite", PAGE_HOLDS_URL, 0}},
    [LETTER('d')] = {{"data", PAGE_HOLDS_URL, PAGE_TAG_OBJECT}, {"dynsrc", PAGE_HOLDS_URL, 0}},
    [LETTER('f')] = {{"formaction", PAGE_HOLDS_URL, 0}},
    [LETTER('h')] = {{"href", PAGE_HOLDS_URL, 0}, {"height", PAGE_HOLDS_HINT, PAGE_TAG_IMAGE},
                     {"http-equiv", PAGE_HOLDS_HINT, PAGE_TAG_META}},
    [LETTER('i')] = {{"imagesrcset", PAGE_HOLDS_SRCSET, 0}},
    [LETTER('l')] = {{"longdesc", PAGE_HOLDS_URL, 0}, {"lowsrc", PAGE_HOLDS_URL, 0}},
    [LETTER('p')] = {{"poster", PAGE_HOLDS_URL, 0}, {"ping", PAGE_HOLDS_URLS, 0}},
    [LETTER('s')] = {{"style", PAGE_HOLDS_HINT, PAGE_TAG_IMAGE}, {"src", PAGE_HOLDS_URL, 0},
                     {"srcset", PAGE_HOLDS_SRCSET, 0}},
    [LETTER('w')] = {{"width", PAGE_HOLDS_HINT, PAGE_TAG_IMAGE}},
    [LETTER('x')] = {{"xlink:href", PAGE_HOLDS_URL, 0}},
};
/* clang-format on */

/* How long the names of a letter are, a bit each: most other names are none by that alone. */
#define N(n) (1u << (n))

static const unsigned short tag_lengths[LETTERS] = {
    [LETTER('a')] = N(1) | N(5) | N(7),
    [LETTER('b')] = N(2) | N(4) | N(10),
    [LETTER('c')] = N(6) | N(7),
    [LETTER('d')] = N(2) | N(3) | N(6) | N(7),
    [LETTER('f')] = N(4) | N(6) | N(8) | N(10),
    [LETTER('h')] = N(2) | N(4) | N(6),
    [LETTER('i')] = N(3) | N(6),
    [LETTER('l')] = N(2) | N(6) | N(7),
    [LETTER('m')] = N(4),
    [LETTER('n')] = N(3) | N(7) | N(8),
    [LETTER('o')] = N(2) | N(6),
    [LETTER('p')] = N(1) | N(3) | N(9),
    [LETTER('s')] = N(5) | N(6) | N(7),
    [LETTER('t')] = N(2) | N(5) | N(8),
    [LETTER('u')] = N(2),
    [LETTER('x')] = N(3),
};

static const unsigned short attribute_lengths[LETTERS] = {
    [LETTER('a')] = N(6),        [LETTER('b')] = N(10),
    [LETTER('c')] = N(4) | N(7), [LETTER('d')] = N(4) | N(6),
    [LETTER('f')] = N(10),       [LETTER('h')] = N(4) | N(6) | N(10),
    [LETTER('i')] = N(11),       [LETTER('l')] = N(6) | N(8),
    [LETTER('p')] = N(4) | N(6), [LETTER('s')] = N(3) | N(5) | N(6),
    [LETTER('w')] = N(5),        [LETTER('x')] = N(10),
};

/* The row of its first letter, LETTERS for none; a name that is too long for any is none either. */
static inline size_t letter_of(const html_name *name, const unsigned short lengths[LETTERS])
{
    unsigned letter = name->n > 0 && name->n < NAME ? LETTER((unsigned)(unsigned char)name->p[0]) : LETTERS;

    return letter < LETTERS && lengths[letter] >> name->n & 1 ? letter : LETTERS;
}

typedef struct name_key {
    uint64_t half[2];
} name_key;

/* A name of fewer than NAME bytes, of which HTML_NAME may be read, filled up with NUL. */
static inline name_key key_of(const html_name *name)
{
    static const unsigned char all[2 * NAME] = {255, 255, 255, 255, 255, 255, 255, 255,
                                                255, 255, 255, 255, 255, 255, 255, 255};
    name_key key, mask;

    memcpy(&key, name->p, sizeof key);
    memcpy(&mask, all + NAME - name->n, sizeof mask);
    return (name_key){{key.half[0] & mask.half[0], key.half[1] & mask.half[1]}};
}

static inline bool is_name(const char row[NAME], const name_key *key)
{
    name_key other;

    memcpy(&other, row, sizeof other);
    return other.half[0] == key->half[0] && other.half[1] == key->half[1];
}

unsigned page_tag(const html_name *name)
{
    size_t letter = letter_of(name, tag_lengths);
    name_key key;

    if (letter == LETTERS)
        return 0;
    key = key_of(name);
    for (const tag_row *row = tags[letter], *end = row + TAGS; row < end && row->what; row++)
        if (is_name(row->name, &key))
            return row->what;
    return 0;
}

const page_attribute_row *page_attribute_of(const html_name *name)
{
    size_t letter = letter_of(name, attribute_lengths);
    name_key key;

    if (letter == LETTERS)
        return NULL;
    key = key_of(name);
    for (const page_attribute_row *row = attributes[letter], *end = row + ATTRIBUTES; row < end && row->holds; row++)
        if (is_name(row->name, &key))
            return row;
    return NULL;
}

const page_attribute_row *page_attribute_find(const html_name *tag, const html_name *name)
{
    const page_attribute_row *row = page_attribute_of(name);

    return row && (row->tags == 0 || page_tag(tag) & row->tags) ? row : NULL;
}
