/* breaks.c - words that are broken over two lines of a paragraph
 *
 *   a well-        a well-<span class="trawl-break" hidden>
 *   known host     </span>known host
 *
 *   the net-       the net<span class="trawl-break" hidden>-
 *   works do       </span>works do
 *
 * What is hidden shows where a page keeps its lines. The hyphen is a formatter's if the text has
 * the word without it, "networks", and not with it, "net-works". A first pass collects the words;
 * without one, hyphens stay.
 */
#include "emit/html/inside.h"

#include "base/ascii.h"
#include "base/utf8.h"

/* A set of hashes: two of its bits for each. Of a word that the text lacks, one in a thousand is
 * found when the text has 16,000 words. */
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

/* Returns the hash of a word in any case of its ASCII letters. */
static uint64_t hash_of(const char *p, size_t n)
{
    uint64_t hash = n, part;

    for (; n > 0; p += n < 8 ? n : 8, n -= n < 8 ? n : 8) {
        part = 0;
        memcpy(&part, p, n < 8 ? n : 8);
        hash = (hash ^ (part | 0x2020202020202020)) * 0x9E3779B97F4A7C15;
        hash ^= hash >> 29;
    }
    return hash;
}

static bool has_bit(const html_words *words, uint64_t bit)
{
    return words->bits[bit % WORD_BITS / 64] >> bit % 64 & 1;
}

static void set_bit(html_words *words, uint64_t bit)
{
    words->bits[bit % WORD_BITS / 64] |= (uint64_t)1 << bit % 64;
}

static bool breaks_has(const html_words *words, const char *p, size_t n)
{
    const uint64_t hash = hash_of(p, n);

    return has_bit(words, hash) && has_bit(words, hash >> 32);
}

void html_breaks_read(html_words *words, const html_line *line)
{
    const char *p = line->p + line->is->text, *end = line->p + line->n, *from;

    while (p < end) {
        from = p;
        while (p < end && (breaks_is_letter((unsigned char)*p) || (*p == '-' && p > from)))
            p++;
        if (p - from > 2 * PART_MIN - 1 && p[-1] != '-' && p - from <= WORD_BYTES) {
            const uint64_t hash = hash_of(from, (size_t)(p - from));

            set_bit(words, hash);
            set_bit(words, hash >> 32);
        }
        p += p < end;
    }
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

    return a.len == 3 && a.code >= 0x2E80 && a.code < 0xAC00 && b.len == 3 && b.code >= 0x2E80 &&
           b.code < 0xAC00;
}

/* A word that a hyphen at a line's end divides. */
typedef struct parts {
    const char *p, *next;
    size_t n, next_n;
} parts;

/* Returns the letters before the hyphen of n bytes, and those at the start of the next line. */
static parts parts_of(const html_line *line, size_t n)
{
    const char *start = line->p + line->is->text, *end = line->p + line->n - n;
    parts w = {.p = end, .next = line->next.p + line->next_is->text};
    const size_t rest = line->next.n - line->next_is->text;

    while (w.p > start && breaks_is_letter((unsigned char)w.p[-1]))
        w.p--;
    w.n = (size_t)(end - w.p);
    while (w.next_n < rest && breaks_is_letter((unsigned char)w.next[w.next_n]))
        w.next_n++;
    return w;
}

/* Returns true when the parts are a whole word, without another hyphen beside them, or a link,
 * whose hyphens have readings of their own. */
static bool may_be_one(const html_line *line, const parts *w)
{
    const size_t from = (size_t)(w->p - line->p);
    const char *after = w->next + w->next_n;

    if (w->n < PART_MIN || w->next_n < PART_MIN || w->n + w->next_n >= WORD_BYTES ||
        ascii_is_upper(*w->next))
        return false;
    if (line->inserts_n > 0 && line->inserts[line->inserts_n - 1].at >= from)
        return false;
    return !(from > line->is->text && w->p[-1] == '-') &&
           !(after < line->next.p + line->next.n && *after == '-');
}

/* Returns true when the text has the word without the hyphen, and not with it. */
static bool is_known(const html_words *words, const parts *w)
{
    char whole[WORD_BYTES + 1];

    memcpy(whole, w->p, w->n);
    memcpy(whole + w->n, w->next, w->next_n);
    if (!breaks_has(words, whole, w->n + w->next_n))
        return false;
    whole[w->n] = '-';
    memcpy(whole + w->n + 1, w->next, w->next_n);
    return !breaks_has(words, whole, w->n + w->next_n + 1);
}

enum html_break html_break_of(const html_words *words, const html_line *line, size_t *hyphen)
{
    const block_decision *after = line->next_is;
    parts w;

    if (!line->whole || line->marked || !after || !after->joins || after->kind != line->is->kind ||
        after->text >= line->next.n)
        return HTML_BREAK_LINE;
    *hyphen = hyphen_of(line);
    w = parts_of(line, *hyphen);
    if (*hyphen == 0)
        return are_wide(line->p, line->n, w.next, line->next.n - after->text) ? HTML_BREAK_NONE
                                                                              : HTML_BREAK_LINE;
    if (w.n == 0 || w.next_n == 0 ||
        ascii_is_word_of("and or to und oder bis et", w.next, w.next_n))
        return HTML_BREAK_LINE; /* "pre- and postfix" */
    return words && may_be_one(line, &w) && is_known(words, &w) ? HTML_BREAK_WORD : HTML_BREAK_NONE;
}
