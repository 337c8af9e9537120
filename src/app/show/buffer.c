/* buffer.c - growing buffers, reused from one text to the next */
#include "app/show/show.h"

#include <stdatomic.h>
#include <stdlib.h>

static atomic_int failed;

int buffer_failed(void)
{
    return atomic_load_explicit(&failed, memory_order_relaxed);
}

/* Notes that memory was short. Returns the error. */
static int buffer_note(int error)
{
    if (error == TRAWL_ERROR_NO_MEMORY)
        atomic_store_explicit(&failed, 1, memory_order_relaxed);
    return error;
}

static int buffer_grow(struct buffer *b, size_t size)
{
    char *p = realloc(b->p, size);

    if (!p)
        return buffer_note(TRAWL_ERROR_NO_MEMORY);
    b->p = p;
    b->size = size;
    return TRAWL_OK;
}

int buffer_fill(struct buffer *b, url_form *form, trawl_str url)
{
    int error;

    while ((error = form(url.p, url.n, b->p, b->size, &b->n)) == TRAWL_ERROR_NO_SPACE)
        if ((error = buffer_grow(b, b->n)) != TRAWL_OK)
            break;
    b->n = error == TRAWL_OK ? b->n : 0;
    return buffer_note(error);
}

int buffer_resolve(struct buffer *b, int rule, trawl_str base, trawl_str ref)
{
    int error;

    while ((error = trawl_resolve(rule, base.p, base.n, ref.p, ref.n, b->p, b->size, &b->n)) ==
           TRAWL_ERROR_NO_SPACE)
        if ((error = buffer_grow(b, b->n)) != TRAWL_OK)
            break;
    b->n = error == TRAWL_OK ? b->n : 0;
    return buffer_note(error);
}

int buffer_add(struct buffer *b, const char *p, size_t n)
{
    if (n > b->size - b->n && buffer_grow(b, 2 * (b->n + n)) != TRAWL_OK)
        return TRAWL_ERROR_NO_MEMORY;
    if (n > 0)
        memcpy(b->p + b->n, p, n);
    b->n += n;
    return TRAWL_OK;
}

void buffer_free(struct buffer *b)
{
    free(b->p);
    *b = (struct buffer){0};
}
