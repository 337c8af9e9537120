/* page_run_seen.c - tags with attributes that say nothing, kept to be known again
 *
 * Mailers write the same tag line after line: <p class=MsoNormal>, <td style="...">. To see that all of its bytes are those of one
 * that was read before costs less than to read it; and what they say hangs on nothing else.
 */
#include "mail/page_run.h"

#if defined(__SSE2__)

/* Longer ones are told apart by more of their bytes. */
#define LONG 48

static inline uint64_t eight(const char *s)
{
    uint64_t bytes;

    memcpy(&bytes, s, sizeof bytes);
    return bytes;
}

static inline size_t place_of_key(uint64_t key)
{
    return key * UINT64_C(0x9E3779B97F4A7C15) >> (64 - PAGE_SEEN_BITS);
}

static inline size_t place_of_short(const char *s)
{
    return place_of_key(eight(s));
}

static inline size_t place_of_long(const char *s)
{
    return place_of_key((eight(s) + eight(s + LONG / 2)) ^ eight(s + LONG - 8));
}

static inline bool is_same(const page_run_block *r, const page_seen *seen, const char *s)
{
    return seen->n > 0 && eight(seen->p) == eight(s) && r->end - s >= seen->n && memcmp(seen->p, s, seen->n) == 0;
}

const char *page_run_seen(page_run_block *r, const char *s)
{
    const page_seen *seen = &r->p->seen[place_of_short(s)];

    if (!is_same(r, seen, s)) {
        seen = &r->p->seen[place_of_long(s)];
        if (!is_same(r, seen, s))
            return NULL;
    }
    r->what = seen->what;
    return s + seen->n;
}

void page_run_see(page_run_block *r, const char *s, const char *behind)
{
    size_t n = (size_t)(behind - s);
    page_seen *seen = &r->p->seen[n < LONG ? place_of_short(s) : place_of_long(s)];

    if (n < 8 || n > sizeof seen->p)
        return;
    memcpy(seen->p, s, n);
    seen->n = (unsigned char)n;
    seen->what = (unsigned char)r->what;
}

#else
typedef int page_run_seen_c; /* a file has to hold something */
#endif
