/* breaks.c - words that are broken over two lines of a paragraph
 *
 *   a well-        a well-<span class="trawl-break" hidden>
 *   known host     </span>known host
 *
 *   the net-       the net<span class="trawl-break" hidden>-
 *   works do       </span>works do
 *
 * Hidden text shows in a page that keeps its lines. The hyphen is a formatter's if the text has the
 * word without it, "networks", and not with it, "net-works". A first pass collects the words;
 * without a first pass, such hyphens stay. U+2010 and U+00AD are a formatter's unless the text has
 * the word with them.
 */
#include "base/check.h"
#include "emit/html/inside.h"

#include "base/ascii.h"
#include "base/sixteen.h"
#include "base/utf8.h"

/* The bits of a set of hashes, two for each hash. For a text of 16,000 words, one in a thousand
 * words that the text lacks is found in the set by mistake. */
#define WORD_BITS ((size_t)1 << 20)
/* The shortest part of a broken word, and the longest word, in bytes. */
#define PART_MIN 2
#define WORD_BYTES 40

struct html_words {
    uint64_t bits[WORD_BITS / 64];
};

size_t html_words_size(void)
{
    return sizeof(html_words);
}

static bool breaks_is_letter(unsigned char c)
{
    return ascii_is_alpha(c) || c >= 0x80 || c == '\'';
}

/* Returns the hash of a word of four bytes or more, in any case of its ASCII letters. */
static uint64_t hash_of(const char *p, size_t n)
{
    const uint64_t lower = 0x2020202020202020, factor = 0x9E3779B97F4A7C15;
    uint64_t hash = n, part;
    uint32_t half;

    if (n < 8) {
        memcpy(&half, p, 4);
        part = (uint64_t)half << 32;
        memcpy(&half, p + n - 4, 4);
        hash = (hash ^ ((part | half) | lower)) * factor;
    } else {
        for (size_t i = 0; i + 8 < n; i += 8) {
            memcpy(&part, p + i, 8);
            hash = (hash ^ (part | lower)) * factor;
        }
        memcpy(&part, p + n - 8, 8);
        hash = (hash ^ (hash >> 29) ^ (part | lower)) * factor;
    }
    return hash ^ hash >> 32;
}

static bool words_have(const html_words *words, uint64_t bit)
{
    return words->bits[bit % WORD_BITS / 64] >> bit % 64 & 1;
}

static void words_set(html_words *words, uint64_t bit)
{
    words->bits[bit % WORD_BITS / 64] |= (uint64_t)1 << bit % 64;
}

static bool breaks_has(const html_words *words, const char *p, size_t n)
{
    const uint64_t hash = hash_of(p, n);

    return words && words_have(words, hash) && words_have(words, hash >> 32);
}

/* Adds the word p[0..n), without hyphens at its end. */
static void breaks_add(html_words *words, const char *p, size_t n)
{
    uint64_t hash;

    while (n > 0 && p[n - 1] == '-')
        n--;
    if (n / 2 < PART_MIN || n > WORD_BYTES)
        return;
    hash = hash_of(p, n);
    words_set(words, hash);
    words_set(words, hash >> 32);
}

/* Returns which of the first sixteen bytes of p[0..n) are of words, one bit each. */
static unsigned breaks_bits(const char *p, size_t n)
{
    const sixteen v = sixteen_part(p, n);
    const sixteen letters =
        sixteen_between(v | 0x20, 'a', 'z') | sixteen_is(v, '-') | sixteen_is(v, '\'');

    return sixteen_bits(letters) | sixteen_bits(v);
}

void html_breaks_read(html_words *words, const html_line *line)
{
    size_t from = 0;
    unsigned inside = 0;

    for (size_t at = line->is->text; at < line->n; at += 16) {
        const unsigned bits = breaks_bits(line->p + at, line->n - at);

        for (unsigned edges = bits ^ (bits << 1 & 0xFFFF) ^ inside; edges; edges &= edges - 1) {
            const size_t place = at + (size_t)__builtin_ctz(edges);

            if (inside)
                breaks_add(words, line->p + from, place - from);
            from = place;
            inside = !inside;
        }
    }
    if (inside)
        breaks_add(words, line->p + from, line->n - from);
}

/* Returns the bytes of the hyphen that ends the line: "-", U+2010, U+00AD; 0 for none. */
static size_t hyphen_of(const html_line *line)
{
    static const char *const hyphens[] = {"-", "\xE2\x80\x90", "\xC2\xAD"};

    for (size_t i = 0; i < sizeof hyphens / sizeof *hyphens; i++) {
        const size_t n = strlen(hyphens[i]);

        if (line->n > n && memcmp(line->p + line->n - n, hyphens[i], n) == 0)
            return n;
    }
    return 0;
}

/* Returns true for two characters of scripts without blanks between words. */
static bool are_wide(const char *p, size_t n, const char *next, size_t next_n)
{
    const utf8_char a = n < 3 ? (utf8_char){0} : utf8_decode(p + n - 3, 3),
                    b = utf8_decode(next, next_n);

    return a.code >= 0x2E80 && a.code < 0xAC00 && b.code >= 0x2E80 && b.code < 0xAC00;
}

/* A word that a hyphen at a line's end divides. */
typedef struct broken_word {
    const char *p, *next;
    size_t n, next_n;
} broken_word;

/* Returns the letters before the hyphen, which has n bytes, and the letters at the start of the
 * next line. */
static broken_word broken_word_of(const html_line *line, size_t n)
{
    const char *start = line->p + line->is->text, *end = line->p + line->n - n;
    broken_word w = {.p = end, .next = line->next.p + line->next_is->text};
    const size_t rest = line->next.n - line->next_is->text;

    while (w.p > start && breaks_is_letter((unsigned char)w.p[-1]))
        w.p--;
    w.n = (size_t)(end - w.p);
    while (w.next_n < rest && breaks_is_letter((unsigned char)w.next[w.next_n]))
        w.next_n++;
    return w;
}

/* Returns true when the parts may be one word. Returns false if another hyphen is beside them, or
 * if they are in a link, whose hyphens have readings of their own. */
static bool may_be_one(const html_line *line, const broken_word *word)
{
    const size_t from = (size_t)(word->p - line->p);
    const char *after = word->next + word->next_n;

    if (word->n < PART_MIN || word->next_n < PART_MIN || word->n + word->next_n >= WORD_BYTES ||
        ascii_is_upper(*word->next))
        return false;
    if (line->inserts_n > 0 && line->inserts[line->inserts_n - 1].at >= from)
        return false;
    return !(from > line->is->text && word->p[-1] == '-') &&
           !(after < line->next.p + line->next.n && *after == '-');
}

/* Returns true when the hyphen, n bytes after the first part, was added by a formatter: the text
 * does not have the word with it, and has the word without it if it is "-". */
static bool is_added(const html_words *words, const broken_word *word, size_t n)
{
    char whole[WORD_BYTES + 3];

    CHECK(word->n + word->next_n < WORD_BYTES && n <= 3);
    memcpy(whole, word->p, word->n);
    memcpy(whole + word->n, word->next, word->next_n);
    if (n == 1 && !breaks_has(words, whole, word->n + word->next_n))
        return false;
    memcpy(whole + word->n, word->p + word->n, n);
    memcpy(whole + word->n + n, word->next, word->next_n);
    return !breaks_has(words, whole, word->n + n + word->next_n);
}

enum html_break html_break_of(const html_words *words, const html_line *line, size_t *hyphen)
{
    const block_decision *after = line->next_is;
    broken_word w;

    if (!line->whole || line->marked || line->n == 0 || !after || !after->joins ||
        after->text >= line->next.n)
        return HTML_BREAK_LINE;
    if ((unsigned char)line->p[line->n - 1] < 0x80 && line->p[line->n - 1] != '-')
        return HTML_BREAK_LINE;
    *hyphen = hyphen_of(line);
    w = broken_word_of(line, *hyphen);
    if (*hyphen == 0)
        return are_wide(line->p, line->n, w.next, line->next.n - after->text) ? HTML_BREAK_NONE
                                                                              : HTML_BREAK_LINE;
    if (w.n == 0 || w.next_n == 0 ||
        ascii_is_word_of("and or to und oder bis et", w.next, w.next_n))
        return HTML_BREAK_LINE; /* "pre- and postfix" */
    return may_be_one(line, &w) && is_added(words, &w, *hyphen) ? HTML_BREAK_WORD : HTML_BREAK_NONE;
}
