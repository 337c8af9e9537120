/* bytes.h - bytes that grow */
#ifndef TRAWL_BASE_BYTES_H
#define TRAWL_BASE_BYTES_H

#include <trawl.h>

#include "base/memory.h"

/* Set m and most, and zero the rest. The first error is kept, and nothing is added after it. */
typedef struct bytes_out {
    const memory *m;
    char *p;
    size_t n, room;
    size_t most;   /* 0: no limit */
    bool full;     /* something was not added, because of the limit */
    unsigned left; /* for a writer: the parts that it has left out */
    int error;
} bytes_out;

void bytes_put(bytes_out *out, const char *p, size_t n);
void bytes_close(bytes_out *out);

static inline trawl_str bytes_str(const bytes_out *out)
{
    return (trawl_str){out->n > 0 ? out->p : "", out->n};
}

#endif
