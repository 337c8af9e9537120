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

static int buffer_grow(struct buffer *buffer, size_t size)
{
    char *p = realloc(buffer->p, size);

    if (!p)
        return buffer_note(TRAWL_ERROR_NO_MEMORY);
    buffer->p = p;
    buffer->size = size;
    return TRAWL_OK;
}

int buffer_fill(struct buffer *buffer, url_form *form, trawl_str url)
{
    int error;

    while ((error = form(url.p, url.n, buffer->p, buffer->size, &buffer->n)) ==
           TRAWL_ERROR_NO_SPACE)
        if ((error = buffer_grow(buffer, buffer->n)) != TRAWL_OK)
            break;
    buffer->n = error == TRAWL_OK ? buffer->n : 0;
    return buffer_note(error);
}

int buffer_resolve(struct buffer *buffer, int rule, trawl_str base, trawl_str ref)
{
    int error;

    while ((error = trawl_resolve(rule, base.p, base.n, ref.p, ref.n, buffer->p, buffer->size,
                                  &buffer->n)) == TRAWL_ERROR_NO_SPACE)
        if ((error = buffer_grow(buffer, buffer->n)) != TRAWL_OK)
            break;
    buffer->n = error == TRAWL_OK ? buffer->n : 0;
    return buffer_note(error);
}

int buffer_make_room(struct buffer *buffer, size_t n)
{
    return n > buffer->size - buffer->n ? buffer_grow(buffer, 2 * (buffer->n + n)) : TRAWL_OK;
}

int buffer_add(struct buffer *buffer, const char *p, size_t n)
{
    if (buffer_make_room(buffer, n) != TRAWL_OK)
        return TRAWL_ERROR_NO_MEMORY;
    if (n > 0)
        memcpy(buffer->p + buffer->n, p, n);
    buffer->n += n;
    return TRAWL_OK;
}

void buffer_free(struct buffer *buffer)
{
    free(buffer->p);
    *buffer = (struct buffer){0};
}
