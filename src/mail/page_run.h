/* page_run.h - what page_run.c and page_run_tag.c have in common */
#ifndef TRAWL_MAIL_PAGE_RUN_H
#define TRAWL_MAIL_PAGE_RUN_H

#include "mail/page_inside.h"

#if defined(__SSE2__)
#include <emmintrin.h>

/* So many bytes may be looked at from the beginning of a tag, a name or a value on. */
#define LOOK 64

typedef struct page_run_block {
    page *p;
    const char *block, *end; /* what lies there, */
    const char *safe;        /* and may be read up to here; NULs are behind its end */
    uint64_t at;             /* where it stands in what is fed */
    const uint32_t *lengths; /* of attributes that may say something */
    unsigned what;           /* the tag is */
    uint32_t taken;          /* a bit for each row of its attributes */
    bool self_closing;
    int stop;
} page_run_block;

static inline uint64_t place_of(const page_run_block *r, const char *s)
{
    return r->at + (uint64_t)(s - r->block);
}

static inline __m128i all_of(char c)
{
    return _mm_set1_epi8(c);
}

static inline __m128i load(const char *s)
{
    return _mm_loadu_si128((const __m128i *)s);
}

/* A bit for each of 16 bytes. */
static inline unsigned bits_of(__m128i found)
{
    return (unsigned)_mm_movemask_epi8(found);
}

static inline bool is_letter(char c)
{
    return (unsigned char)((c | ' ') - 'a') <= 'z' - 'a';
}

static inline bool is_quote(char c)
{
    return c == '"' || c == '\'';
}

/* How many letters and the like are there; up to 16. */
static inline unsigned letters(const char *s)
{
    return (unsigned)__builtin_ctz(bits_of(_mm_cmpgt_epi8(all_of('@'), load(s))) | 1u << 16);
}

/* Of a short name: its key, in lower case. Of any other it is some number. */
static inline uint64_t key_at(const char *s, unsigned n)
{
    uint64_t key;

    memcpy(&key, s, sizeof key);
    return (key | UINT64_C(0x2020202020202020)) & UINT64_MAX >> ((64 - 8 * n) & 63);
}

/* The bytes up to the first ">" of eight, and how many they are; if they have none, all of them. */
static inline uint64_t whole_at(const char *s, unsigned *n)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t key, other, ends;

    memcpy(&key, s, sizeof key);
    other = key ^ ones * '>';
    ends = (other - ones) & ~other & ones << 7;
    *n = ((unsigned)__builtin_ctzll(ends | (uint64_t)1 << 63) + 1) / 8;
    return key & (ends ^ (ends - 1));
}

/* The tag at s, whose name begins with so many letters, and what it is if that is all of a short name: behind it, or NULL if it is
 * not usual. */
const char *page_run_tag(page_run_block *r, const char *s, unsigned n);

/* "<!DOCTYPE ...>", "<![if ...]>": behind it, or NULL if the markup at s is another. */
const char *page_run_declaration(page_run_block *r, const char *s);

/* page_run_seen.c. The same if it was read before, and said nothing but, perhaps, that a line ends; and to keep it. */
const char *page_run_seen(page_run_block *r, const char *s);
void page_run_see(page_run_block *r, const char *s, const char *behind);

/* What it says, from s to behind. */
void page_run_tell(page_run_block *r, const char *s, const char *behind);

#endif
#endif
