/* names.c - looks charsets up by the names that mail and the web use
 *
 * A label is reduced to lower-case letters and digits, then found by a perfect hash in
 * names_table.h.
 */
#include "base/hash.h"
#include "charset/charset.h"

typedef struct names_label {
    const char *label;
    unsigned row;
} names_label;

#include "charset/names_table.h"

#define ROWS (sizeof names_rows / sizeof *names_rows)

static const phash names_hash = {
    names_displacement,
    names_index,
    sizeof names_displacement / sizeof names_displacement[0],
    sizeof names_index / sizeof names_index[0],
};

/* Writes the label in the form the table uses: "ISO_8859-1:1987" → "iso885911987". As glibc's iconv
 * does, ignores what follows "//" or a NUL. Returns its length, or 0 when it cannot be a label. */
static size_t bare_label(char out[NAMES_LABEL_MAX + 1], const char *label, size_t n)
{
    size_t len = 0;

    for (size_t i = 0; i < n && label[i] && (label[i] != '/' || n - i < 2 || label[i + 1] != '/');
         i++) {
        if (!ascii_is_alnum((unsigned char)label[i]))
            continue;
        if (len == NAMES_LABEL_MAX)
            return 0;
        out[len++] = ascii_lower(label[i]);
    }
    out[len] = '\0';
    return len;
}

const names_row *names_find(const char *label, size_t n)
{
    char key[NAMES_LABEL_MAX + 1];
    size_t len = bare_label(key, label, n);
    unsigned found = len > 0 ? phash_row(&names_hash, key, len) : 0;

    if (!found || strcmp(key, names_labels[found - 1].label) != 0)
        return NULL;
    return &names_rows[names_labels[found - 1].row];
}

const names_row *names_at(size_t number)
{
    return number < ROWS ? &names_rows[number] : NULL;
}
