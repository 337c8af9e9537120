/* store.c - keeps the rows of a block until DuckDB takes them
 *
 * DuckDB asks for rows, and the library sends events: one block of the input gives any number of
 * rows. The rows are cells of one size, and their texts follow each other in another buffer.
 */
#include "duck.h"

void duck_store_open(struct duck_store *s, uint64_t stored)
{
    *s = (struct duck_store){.stored = stored};
    for (int i = 0; i < DUCK_COLUMNS; i++) {
        s->place[i] = (unsigned char)s->cells;
        s->cells += stored >> i & 1;
    }
}

void duck_store_free(struct duck_store *s)
{
    (void)duck_resize(NULL, s->rows.p, 0);
    (void)duck_resize(NULL, s->texts.p, 0);
    s->rows = s->texts = (struct duck_bytes){0};
}

void duck_store_add(struct duck_store *s)
{
    const struct duck_cell null = {0};

    for (unsigned i = 0; i < s->cells; i++)
        s->failed |= !duck_add(&s->rows, &null, sizeof null);
    s->count++;
}

/* Returns the cell of the last row, or NULL. */
static struct duck_cell *store_last(struct duck_store *s, int column)
{
    if (s->failed || !(s->stored >> column & 1))
        return NULL;
    return (struct duck_cell *)(void *)s->rows.p + (s->count - 1) * s->cells + s->place[column];
}

void duck_store_number(struct duck_store *s, int column, uint64_t number)
{
    struct duck_cell *cell = store_last(s, column);

    if (cell)
        *cell = (struct duck_cell){number, 0, true};
}

void duck_store_list(struct duck_store *s, int column, unsigned count, trawl_str bytes)
{
    struct duck_cell *cell = store_last(s, column);

    if (!cell)
        return;
    *cell = (struct duck_cell){s->texts.n, count, true};
    s->failed |= !duck_add(&s->texts, bytes.p, bytes.n);
}

void duck_store_text(struct duck_store *s, int column, trawl_str text)
{
    struct duck_cell *cell = store_last(s, column);

    if (!cell)
        return;
    *cell = (struct duck_cell){s->texts.n, text.n, true};
    s->failed |= !duck_add(&s->texts, text.p, text.n);
}

void duck_store_any(struct duck_store *s, int column, trawl_str text)
{
    if (text.n > 0)
        duck_store_text(s, column, text);
}

const struct duck_cell *duck_store_cell(const struct duck_store *s, uint64_t row, int column)
{
    return (const struct duck_cell *)(const void *)s->rows.p + (s->next + row) * s->cells +
           s->place[column];
}

trawl_str duck_store_get(const struct duck_store *s, const struct duck_cell *cell)
{
    return (trawl_str){cell->known ? s->texts.p + cell->number : NULL, cell->n};
}

/* The texts of the last row stay, when it is left: that of a message that has not ended. */
void duck_store_drop(struct duck_store *s, uint64_t n)
{
    size_t size = s->cells * sizeof(struct duck_cell);

    s->next += n;
    if (s->next == s->count) {
        s->rows.n = s->texts.n = 0;
        s->next = s->count = 0;
    } else if (s->next + 1 == s->count && s->next > 0 && size > 0) {
        struct duck_cell *last = (struct duck_cell *)(void *)s->rows.p;
        size_t first = SIZE_MAX;

        memmove(last, s->rows.p + s->next * size, size);
        s->rows.n = size;
        s->next = 0;
        s->count = 1;
        for (unsigned i = 0; i < s->cells; i++)
            if (last[i].n > 0 && last[i].number < first)
                first = last[i].number;
        if (first > s->texts.n)
            first = s->texts.n;
        memmove(s->texts.p, s->texts.p + first, s->texts.n - first);
        s->texts.n -= first;
        for (unsigned i = 0; i < s->cells; i++)
            if (last[i].n > 0)
                last[i].number -= first;
    }
}
