/* tld.c - looks up top-level domains (D2), in the built-in table and in lists given at run time
 *
 * A lookup in the table is one hash and one comparison, or one bit for a domain of two letters.
 * Case folding covers only the scripts used in domains (UTS #46 maps capitals to small letters); it
 * is not full Unicode case folding, and there is no normalisation. Lists are kept as sorted
 * U-labels; the rules of IDNA are not checked.
 */
#include <stdlib.h>

#include "base/check.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "url/inside.h"

typedef struct tld_row {
    uint16_t name; /* its offset in tld_names */
    uint8_t length;
    uint8_t flags; /* enum tld_flag */
} tld_row;

#include "url/tables/tld.h"

static const phash tld_hash = {
    tld_displacement,
    tld_index,
    sizeof tld_displacement / sizeof tld_displacement[0],
    sizeof tld_index / sizeof tld_index[0],
};

/* Ranges of capitals, and the number to add to get the small letter. With 0, capitals are even and
 * the small letter is the next code point. */
static const struct {
    uint16_t first, last;
    int16_t add;
} fold_ranges[] = {
    {0x00C0, 0x00D6, 32},    {0x00D8, 0x00DE, 32},    {0x0100, 0x012F, 0},  {0x014A, 0x0177, 0},
    {0x0386, 0x0386, 38},    {0x0388, 0x038A, 37},    {0x038C, 0x038C, 64}, {0x038E, 0x038F, 63},
    {0x0391, 0x03A1, 32},    {0x03A3, 0x03AB, 32},    {0x0400, 0x040F, 80}, {0x0410, 0x042F, 32},
    {0x0460, 0x0481, 0},     {0x048A, 0x04BF, 0},     {0x04D0, 0x052F, 0},  {0x0531, 0x0556, 48},
    {0x1C90, 0x1CBA, -3008}, {0x1CBD, 0x1CBF, -3008}, {0x1E00, 0x1E95, 0},  {0x1EA0, 0x1EFF, 0},
};

static uint32_t fold_code(uint32_t c)
{
    for (size_t i = 0; i < sizeof fold_ranges / sizeof fold_ranges[0]; i++) {
        if (c < fold_ranges[i].first)
            return c;
        if (c <= fold_ranges[i].last)
            return fold_ranges[i].add != 0 ? (uint32_t)((int32_t)c + fold_ranges[i].add) : c | 1;
    }
    return c;
}

bool tld_fold(char *out, const char *label, size_t n)
{
    for (size_t i = 0; i < n;) {
        utf8_char c = utf8_decode(label + i, n - i);

        if (c.code == UTF8_INVALID)
            return false;
        if (c.len == 1)
            out[i] = ascii_lower(label[i]);
        else
            utf8_encode(out + i, fold_code(c.code)); /* has the same length */
        i += c.len;
    }
    return true;
}

size_t tld_normal_form(char out[TLD_LABEL_MAX], const char *label, size_t n)
{
    size_t decoded = 0;

    if (n > TLD_LABEL_MAX)
        return 0;
    if (punycode_is(label, n))
        decoded = punycode_decode(out, label, n);
    if (decoded > 0) {
        label = out;
        n = decoded;
    }
    return tld_fold(out, label, n) ? n : 0;
}

static const char *tld_name_of(const tld_row *row)
{
    return &tld_names[row->name / sizeof tld_names[0]][row->name % sizeof tld_names[0]];
}

/* Returns true for the domains that most hosts end in. Only the speed depends on it. */
static bool tld_is_old(const char *label)
{
    return memcmp(label, "com", 3) == 0 || memcmp(label, "org", 3) == 0 ||
           memcmp(label, "net", 3) == 0 || memcmp(label, "edu", 3) == 0;
}

unsigned tld_flags(const char *label, size_t n)
{
    char folded[TLD_NAME_MAX];

    if (n > TLD_NAME_MAX)
        return 0;
    if (n == 2 && ascii_is_alpha((unsigned char)label[0]) &&
        ascii_is_alpha((unsigned char)label[1]))
        return tld_countries[label[0] & 31] >> (label[1] & 31) & 1 ? TLD_KNOWN | TLD_CLASSIC : 0;
    if (n == 3 && tld_is_old(label))
        return TLD_KNOWN | TLD_STRONG | TLD_CLASSIC;
    if (has_non_ascii(label, n)) {
        if (!tld_fold(folded, label, n))
            return 0;
        label = folded;
    }
    unsigned found = phash_row(&tld_hash, label, n);
    if (!found)
        return 0;
    const tld_row *row = &tld_rows[found - 1];
    return row->length == n && ascii_same(label, tld_name_of(row), n) ? row->flags : 0;
}

trawl_str tld_at(size_t i)
{
    if (i >= sizeof tld_rows / sizeof tld_rows[0])
        return (trawl_str){NULL, 0};
    return (trawl_str){tld_name_of(&tld_rows[i]), tld_rows[i].length};
}

/* ---- Lists given at run time ---- */

/* Returns the last label of the rule in a line such as "com", ".com", "*.ck" or "!www.ck #
 * text". */
static trawl_str rule_label(const char *line, size_t n)
{
    size_t from = 0, to, start;

    while (from < n && ascii_is_blank(line[from]))
        from++;
    for (to = from; to < n && !memchr("# \t\r", line[to], 4); to++)
        ;
    if (to - from >= 2 && !memcmp(line + from, "//", 2))
        return (trawl_str){line, 0};
    if (to > from && line[to - 1] == '.')
        to--;
    for (start = to; start > from && line[start - 1] != '.'; start--)
        ;
    if (start < to && line[start] == '!')
        start++;
    return (trawl_str){line + start, to - start};
}

typedef struct extent {
    size_t labels, bytes;
} extent;

/* Reads the list. Adds every label to `fill` unless that is NULL. Returns the room that the labels
 * need. */
static extent tld_walk(const char *text, size_t n, tld_set *fill)
{
    extent e = {0, 0};
    char form[TLD_LABEL_MAX];

    for (size_t at = 0; at < n;) {
        const char *end = memchr(text + at, '\n', n - at);
        size_t length = end ? (size_t)(end - text) - at : n - at;
        trawl_str label = rule_label(text + at, length);
        size_t len = tld_normal_form(form, label.p, label.n);

        at += length + 1;
        if (len == 0)
            continue;
        CHECK(len <= TLD_LABEL_MAX);
        if (fill)
            fill->label[e.labels] = (trawl_str){memcpy(fill->text + e.bytes, form, len), len};
        e.labels++;
        e.bytes += len;
    }
    return e;
}

static int tld_compare(const void *a, const void *b)
{
    const trawl_str *x = a, *y = b;

    if (x->n != y->n)
        return x->n < y->n ? -1 : 1;
    return memcmp(x->p, y->p, x->n);
}

static size_t without_repetitions(trawl_str *label, size_t n)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++) {
        if (kept == 0 || tld_compare(&label[kept - 1], &label[i]) != 0)
            label[kept++] = label[i];
    }
    return kept;
}

int tld_set_load(tld_set *s, const memory *m, const char *text, size_t n)
{
    *s = (tld_set){m, NULL, NULL, 0};
    if (n >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3)) {
        text += 3;
        n -= 3;
    }
    extent e = tld_walk(text, n, NULL);
    if (e.labels == 0)
        return TRAWL_OK;
    s->text = memory_get(m, e.bytes);
    s->label =
        e.labels <= SIZE_MAX / sizeof *s->label ? memory_get(m, e.labels * sizeof *s->label) : NULL;
    if (!s->text || !s->label) {
        tld_set_free(s);
        return TRAWL_ERROR_NO_MEMORY;
    }
    tld_walk(text, n, s);
    qsort(s->label, e.labels, sizeof *s->label, tld_compare);
    s->labels = without_repetitions(s->label, e.labels);
    return TRAWL_OK;
}

bool tld_set_known(const tld_set *s, const char *label, size_t n)
{
    char form[TLD_LABEL_MAX];
    trawl_str wanted = {form, tld_normal_form(form, label, n)};

    return wanted.n > 0 && s->labels > 0 &&
           bsearch(&wanted, s->label, s->labels, sizeof *s->label, tld_compare) != NULL;
}

void tld_set_free(tld_set *s)
{
    if (s->text)
        memory_free(s->m, s->text);
    if (s->label)
        memory_free(s->m, s->label);
    *s = (tld_set){0};
}
