/* tld.c - the compiled-in top-level domains
 *
 * D2 of doc/rules.md. One hash and one comparison a label. Folding covers what the domains and their neighbours need (UTS #46
 * maps capitals to small letters); it is no full case folding and no normalisation.
 */
#include "find/tld.h"

#include <stdint.h>
#include <string.h>

#include "base/ascii.h"
#include "base/phash.h"
#include "base/utf8.h"

typedef struct tld_row {
    uint16_t name; /* where it stands in tld_names */
    uint8_t length;
    uint8_t flags; /* enum tld_flag */
} tld_row;

#include "find/tld_table.h"

static const phash tld_hash = {
    tld_displacement,
    tld_index,
    sizeof tld_displacement / sizeof tld_displacement[0],
    sizeof tld_index / sizeof tld_index[0],
};

/* Capitals and the way to their small letters; where the way is 0, capitals are even and the small letter follows. */
static const struct {
    uint16_t first, last;
    int16_t way;
} fold_ranges[] = {
    {0x00C0, 0x00D6, 32}, {0x00D8, 0x00DE, 32},    {0x0100, 0x012F, 0},     {0x014A, 0x0177, 0},  {0x0386, 0x0386, 38},
    {0x0388, 0x038A, 37}, {0x038C, 0x038C, 64},    {0x038E, 0x038F, 63},    {0x0391, 0x03A1, 32}, {0x03A3, 0x03AB, 32},
    {0x0400, 0x040F, 80}, {0x0410, 0x042F, 32},    {0x0460, 0x0481, 0},     {0x048A, 0x04BF, 0},  {0x04D0, 0x052F, 0},
    {0x0531, 0x0556, 48}, {0x1C90, 0x1CBA, -3008}, {0x1CBD, 0x1CBF, -3008}, {0x1E00, 0x1E95, 0},  {0x1EA0, 0x1EFF, 0},
};

static uint32_t fold_code(uint32_t c)
{
    for (size_t i = 0; i < sizeof fold_ranges / sizeof fold_ranges[0]; i++) {
        if (c < fold_ranges[i].first)
            return c;
        if (c <= fold_ranges[i].last)
            return fold_ranges[i].way != 0 ? (uint32_t)((int32_t)c + fold_ranges[i].way) : c | 1;
    }
    return c;
}

/* The small letter has as many bytes as its capital, 2 or 3. */
static void put(char *out, uint32_t c, unsigned len)
{
    if (len == 2) {
        out[0] = (char)(0xC0 | c >> 6);
    } else {
        out[0] = (char)(0xE0 | c >> 12);
        out[1] = (char)(0x80 | (c >> 6 & 0x3F));
    }
    out[len - 1] = (char)(0x80 | (c & 0x3F));
}

bool tld_fold(char *out, const char *label, size_t n)
{
    for (size_t i = 0; i < n;) {
        utf8_char c = utf8_decode(label + i, n - i);

        if (c.code == UTF8_INVALID)
            return false;
        uint32_t small = fold_code(c.code);
        if (c.len == 1)
            out[i] = ascii_lower(label[i]);
        else if (small != c.code)
            put(out + i, small, c.len);
        else
            memmove(out + i, label + i, c.len);
        i += c.len;
    }
    return true;
}

static bool is_ascii(const char *s, size_t n)
{
    unsigned char all = 0;

    for (size_t i = 0; i < n; i++)
        all |= (unsigned char)s[i];
    return all < 0x80;
}

static const char *name_of(const tld_row *row)
{
    return &tld_names[row->name / sizeof tld_names[0]][row->name % sizeof tld_names[0]];
}

unsigned tld_flags(const char *label, size_t n)
{
    char folded[TLD_NAME_MAX];

    if (n > TLD_NAME_MAX)
        return 0;
    if (!is_ascii(label, n)) {
        if (!tld_fold(folded, label, n))
            return 0;
        label = folded;
    }
    unsigned found = phash_row(&tld_hash, label, n);
    if (!found)
        return 0;
    const tld_row *row = &tld_rows[found - 1];
    return row->length == n && ascii_same(label, name_of(row), n) ? row->flags : 0;
}

trawl_str tld_at(size_t i)
{
    if (i >= sizeof tld_rows / sizeof tld_rows[0])
        return (trawl_str){NULL, 0};
    return (trawl_str){name_of(&tld_rows[i]), tld_rows[i].length};
}
