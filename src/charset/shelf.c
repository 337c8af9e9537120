/* shelf.c - charsets that stay open for the next text */
#include "charset/shelf.h"

#include <trawl.h>

struct shelf_charset {
    shelf_charset *next;
    bool missing; /* iconv does not have it */
    charset c;
};

void shelf_open(shelf *s, const memory *m)
{
    *s = (shelf){.m = m};
}

void shelf_close(shelf *s)
{
    for (shelf_charset *one = s->first, *next; one; one = next) {
        next = one->next;
        if (!one->missing)
            charset_close(&one->c);
        memory_free(s->m, one);
    }
    s->first = NULL;
}

/* The one of the row, moved to the front, or NULL. */
static shelf_charset *find(shelf *s, const names_row *row)
{
    for (shelf_charset **at = &s->first; *at; at = &(*at)->next) {
        shelf_charset *one = *at;
        if (one->c.row != row)
            continue;
        *at = one->next;
        one->next = s->first;
        return s->first = one;
    }
    return NULL;
}

static int add(shelf *s, const names_row *row)
{
    shelf_charset *one = memory_get(s->m, sizeof *one);
    int failed = one ? charset_open(&one->c, row, s->m) : TRAWL_NO_MEMORY;

    if (failed == TRAWL_NO_MEMORY) {
        memory_free(s->m, one);
        return TRAWL_NO_MEMORY;
    }
    one->missing = failed != TRAWL_OK;
    one->next = s->first;
    s->first = one;
    return TRAWL_OK;
}

int shelf_take(shelf *s, const names_row *row, charset **c)
{
    shelf_charset *one = find(s, row);

    *c = NULL;
    if (!one) {
        if (add(s, row))
            return TRAWL_NO_MEMORY;
        one = s->first;
    }
    if (!one->missing) {
        charset_reset(&one->c);
        *c = &one->c;
    }
    return TRAWL_OK;
}
