/* keys.c - the keys of places in a text
 *
 *   "3.1. Schemes"                 section-3.1     schemes
 *   "APPENDIX A: Collected BNF"    appendix-a      collected-bnf
 *   "[RFC 1738]  Berners-Lee, T."  ref-rfc1738
 *
 * The first column of keys is block_key(), the second block_title_key().
 */
#include "base/check.h"
#include "block/block.h"

#include <stdio.h>

#include "base/hash.h"

/* ---- Keys from numbers and labels ---- */

const char KEY_SECTION[] = "section-", KEY_APPENDIX[] = "appendix-", KEY_PART[] = "part-",
           KEY_REF[] = "ref-", KEY_TOPIC[] = "topic-";

/* Adds a character to a key. One that keys cannot have becomes "-" or two hex digits. */
static void keys_add(char key[BLOCK_KEY], size_t *n, unsigned char c)
{
    static const char hex[] = "0123456789abcdef";

    if (c == ' ' || c == '\t' || *n + 2 > BLOCK_KEY)
        return;
    if (c >= 0x80) {
        key[(*n)++] = hex[c >> 4];
        key[(*n)++] = hex[c & 15];
    } else {
        key[(*n)++] = ascii_is_alnum(c) || c == '.' ? ascii_lower((char)c) : '-';
    }
}

/* Returns the start of a key: sections with a letter are appendices. */
static const char *refine(const char *start, const char *p, size_t n)
{
    bool letter = n > 0 && ascii_is_alpha((unsigned char)p[0]) &&
                  (n == 1 || !ascii_is_alnum((unsigned char)p[1]));

    return start == KEY_SECTION && letter ? KEY_APPENDIX : start;
}

size_t key_make(const char *start, const char *p, size_t n, char key[BLOCK_KEY])
{
    size_t k;

    while (n > 0 && (p[n - 1] == '.' || p[n - 1] == ':' || p[n - 1] == ')' || p[n - 1] == ' '))
        n--;
    if (n == 0)
        return 0;
    start = refine(start, p, n);
    k = strlen(start);
    CHECK(k < BLOCK_KEY);
    memcpy(key, start, k);
    for (size_t i = 0; i < n; i++)
        keys_add(key, &k, (unsigned char)p[i]);
    return k;
}

/* Returns the start of a heading's key ("section-", ...), by the word before its number. */
static const char *start_of(const char *text, size_t n)
{
    return ascii_begins(text, n, "appendix") || ascii_begins(text, n, "annex") ? KEY_APPENDIX
           : ascii_begins(text, n, "part ")                                    ? KEY_PART
                                                                               : KEY_SECTION;
}

size_t block_key(const block_decision *line, const char *text, size_t n, char key[BLOCK_KEY])
{
    const char *p = text + line->key_from, *start;
    size_t from = line->marks < n ? line->marks : n;
    size_t k =
        line->key_to <= n && line->key_from < line->key_to ? line->key_to - line->key_from : 0;

    while (from < n && ascii_is_blank(text[from]))
        from++;
    switch (line->kind) {
    case BLOCK_HEADING:
    case BLOCK_CONTENTS:
        start = start_of(text + from, n - from);
        if (line->number > 0)
            return (size_t)snprintf(key, BLOCK_KEY, "%s%u", KEY_TOPIC, (unsigned)line->number);
        if (k > 0)
            return key_make(start, p, k, key);
        return start == KEY_APPENDIX ? key_make("", "appendix", 8, key) : 0;
    case BLOCK_REFERENCE:
        return k > 0 ? key_make(KEY_REF, p, k, key) : 0;
    case BLOCK_ITEM:
        return k > 0 && line->key_from > 0 && p[-1] == '[' ? key_make(KEY_REF, p, k, key) : 0;
    default:
        return 0;
    }
}

/* ---- Keys from titles ---- */

/* Returns the length without a page number at the end that leaders or two blanks precede. */
static size_t without_page(const char *p, size_t n)
{
    size_t i = n, dots = 0, blanks = 0;

    while (i > 0 && (ascii_is_digit((unsigned char)p[i - 1]) || strchr("ivxlc", p[i - 1])) &&
           p[i - 1] != '\0')
        i--;
    for (; i > 0 && (p[i - 1] == '.' || p[i - 1] == '_' || ascii_is_blank(p[i - 1])); i--) {
        dots += p[i - 1] == '.' || p[i - 1] == '_';
        blanks += ascii_is_blank(p[i - 1]) || p[i - 1] == '\t';
    }
    return dots > 1 || blanks > 1 ? i : n;
}

size_t block_title_end(const block_decision *line, const char *text, size_t n)
{
    while (n > 0 && ascii_is_blank(text[n - 1]))
        n--;
    if (line->kind == BLOCK_CONTENTS)
        n = without_page(text, n);
    return n;
}

/* Returns true for a title key that has the form of another key, or of an id that the HTML writer
 * makes. */
static bool is_taken(const char *key, size_t n)
{
    static const char *const starts[] = {KEY_SECTION, KEY_APPENDIX, KEY_PART, KEY_REF, KEY_TOPIC,
                                         "mid-",      "message-",   "text-",  "trawl", "title-"};

    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (ascii_begins(key, n, starts[i]))
            return true;
    return n == 8 && memcmp(key, "appendix", 8) == 0;
}

/* The maximum number of bytes of a title in its key. The rest is for a hash, if the title is not
 * ASCII, and for the number that the HTML writer adds to equal titles. */
#define TITLE_MAX 48

static size_t add_hash(char key[BLOCK_KEY], size_t k, const char *p, size_t n)
{
    uint32_t h = HASH_START;

    for (size_t i = 0; i < n; i++)
        h = hash_next(h, (unsigned char)p[i]);
    return k + (size_t)snprintf(key + k, BLOCK_KEY - k, "%s%08x", k > 0 ? "-" : "title-", h);
}

size_t block_title_key(const block_decision *line, const char *text, size_t n, char key[BLOCK_KEY])
{
    size_t i = line->key_from < line->key_to ? line->key_to : line->text, k = 0, from;
    bool beyond = false, gap = false;
    char word[TITLE_MAX + 1];

    if (line->kind != BLOCK_HEADING && line->kind != BLOCK_CONTENTS)
        return 0;
    n = block_title_end(line, text, n);
    if (i < n && i == line->text && start_of(text + i, n - i) == KEY_APPENDIX)
        i += ascii_begins(text + i, n - i, "annex") ? 5 : 8;
    while (i < n && (unsigned char)text[i] < 0x80 && !ascii_is_alnum((unsigned char)text[i]))
        i++;
    for (from = i; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        beyond = beyond || c >= 0x80;
        if (ascii_is_alnum(c) && k < TITLE_MAX) {
            if (gap && k > 0)
                word[k++] = '-';
            word[k++] = ascii_lower((char)c);
        }
        gap = !ascii_is_alnum(c) && c != '\'';
    }
    if (k == 0 && !beyond)
        return 0;
    i = is_taken(word, k) ? 6 : 0;
    CHECK(i + k <= BLOCK_KEY);
    memcpy(key, "title-", i);
    memcpy(key + i, word, k);
    return beyond ? add_hash(key, i + k, text + from, n - from) : i + k;
}
