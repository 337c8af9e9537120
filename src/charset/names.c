/* names.c - charsets by the names that mail and the web call them */
#include "charset/names.h"

#include <string.h>

#include "base/ascii.h"

typedef struct names_label {
    const char *label;
    unsigned row;
} names_label;

#include "charset/names_table.h"

#define ROWS (sizeof names_rows / sizeof *names_rows)
#define LABELS (sizeof names_labels / sizeof *names_labels)

static int is_around(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '"' || c == '\'';
}

/* The label as the table has it: "ISO_8859-1:1987" is "iso885911987". Returns its length, 0 for what can be none. */
static size_t bare_label(char out[NAMES_LABEL_MAX], const char *label, size_t n)
{
    size_t len = 0;

    for (; n > 0 && is_around(label[0]); n--)
        label++;
    while (n > 0 && is_around(label[n - 1]))
        n--;
    for (size_t i = 0; i < n; i++) {
        if (memchr("-_.: ", label[i], 5))
            continue;
        if (len == NAMES_LABEL_MAX || !ascii_is_alnum((unsigned char)label[i]))
            return 0;
        out[len++] = ascii_lower(label[i]);
    }
    return len;
}

/* As strcmp() of key[0..n) and a label. */
static int compare(const char *key, size_t n, const char *label)
{
    int order = strncmp(key, label, n);

    return order == 0 && label[n] != '\0' ? -1 : order;
}

const names_row *names_find(const char *label, size_t n)
{
    char key[NAMES_LABEL_MAX];
    size_t len = bare_label(key, label, n), low = 0, high = LABELS;

    while (len > 0 && low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare(key, len, names_labels[middle].label);
        if (order == 0)
            return &names_rows[names_labels[middle].row];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const names_row *names_at(size_t number)
{
    return number < ROWS ? &names_rows[number] : NULL;
}
