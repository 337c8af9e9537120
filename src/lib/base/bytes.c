/* bytes.c - bytes that grow */
#include "base/bytes.h"

#include <string.h>

void bytes_put(bytes_out *out, const char *p, size_t n)
{
    out->full = out->full || (out->most > 0 && n > out->most - out->n);
    if (out->error || out->full || n == 0)
        return;
    if (!memory_grow(out->m, &out->p, &out->room, out->n + n, 1)) {
        out->error = TRAWL_ERROR_NO_MEMORY;
        return;
    }
    memcpy(out->p + out->n, p, n);
    out->n += n;
}

void bytes_close(bytes_out *out)
{
    memory_free(out->m, out->p);
    *out = (bytes_out){.m = out->m};
}
