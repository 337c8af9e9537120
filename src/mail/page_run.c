/* page_run.c - usual tags, the text between them and its usual references, read where they lie
 *
 * What the tokenizer would tell of them, and what page.c would make of that, is done in one go: a tag that says nothing costs
 * no more than to find its end. Whatever is not usual (odd bytes in names, references in values, a tag that goes on in the next
 * block) is left to the tokenizer, from its "<" or "&" on, and nothing of it has been done then.
 */
#include "mail/page_run.h"

#if defined(__SSE2__)
/* The bytes that are sought at once; and those that are copied of most texts, though fewer be meant. */
enum { GROUP = 64, COPIED = 80 };

/* Text waits up to there for its end. */
#define HELD 512
#define ROOM (HELD + GROUP + COPIED)

/* ---- Text ---- */

/* Of the page; kept where they are at hand. */
typedef struct plain {
    size_t n;      /* of the text that is gathered */
    unsigned open; /* a line */
    unsigned odd;  /* text is not only gathered: its places are asked for, it is in an anchor, line ends count */
} plain;

static inline void settle(page *p, const plain *x)
{
    p->text_n = x->n;
    p->line_open = x->open;
}

static plain begin(page_run_block *r)
{
    page *p = r->p;

    if (PAGE_TEXT - p->text_n < ROOM && !r->stop)
        r->stop = page_put_all(p);
    return (plain){p->text_n, p->line_open, !p->map->off || p->verbatim || p->in_anchor ? 1u << 31 : 0};
}

static inline void gather(page_run_block *r, plain *x, const char *s, const char *to)
{
    char *text = r->p->text + x->n;
    size_t n;

    if (!x->open)
        while (s < to && page_is_blank(*s))
            s++;
    n = (size_t)(to - s);
    if (n > COPIED || r->safe - s < COPIED)
        memcpy(text, s, n);
    else
        for (int i = 0; i < COPIED; i += 16)
            _mm_storeu_si128((__m128i *)(text + i), load(s + i));
    x->open |= n > 0;
    x->n += n;
}

static inline void show(page_run_block *r, plain *x, const char *s, const char *to)
{
    if (to <= s)
        return;
    if (!x->odd && PAGE_TEXT - x->n >= ROOM) {
        gather(r, x, s, to);
        return;
    }
    settle(r->p, x);
    if (!r->stop)
        r->stop = page_text(r->p, s, (size_t)(to - s), place_of(r, s));
    *x = begin(r);
}

/* The line that is open ends before a tag of a block, and goes on before any other. */
static inline void end_line(page_run_block *r, plain *x, unsigned what)
{
    r->p->text[x->n] = '\n';
    x->n += x->open & what;
    x->open &= ~what;
}

/* ---- Markup ---- */

typedef struct usual {
    char name[8];
    unsigned char n, text_n;
    char text[2];
} usual;

/* At a "&": behind the reference, or NULL. */
static const char *reference(page_run_block *r, const char *s)
{
    static const usual all[] = {
        {"&lt;", 4, 1, "<"},    {"&gt;", 4, 1, ">"},          {"&amp;", 5, 1, "&"},
        {"&quot;", 6, 1, "\""}, {"&nbsp;", 6, 2, "\xC2\xA0"},
    };
    uint64_t here, wanted;

    memcpy(&here, s, sizeof here);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        const usual *u = &all[i];
        memcpy(&wanted, u->name, sizeof wanted);
        if ((here ^ wanted) << (64 - 8 * u->n))
            continue;
        r->stop = page_character(r->p, u->text, u->text_n, place_of(r, s), place_of(r, s + u->n));
        return s + u->n;
    }
    return NULL;
}

/* The tag at s: behind it, or NULL if it is not usual. */
static const char *tag(page_run_block *r, const char *s)
{
    const char *name = s + 1 + (s[1] == '/'), *behind;
    unsigned n;

    r->taken = 0;
    if (!is_letter(*name))
        return page_run_declaration(r, s);
    behind = page_run_seen(r, s);
    if (behind)
        return behind;
    n = letters(name);
    r->what = page_tag_short(&r->p->names, key_at(name, n));
    behind = page_run_tag(r, s, n);
    if (behind && ((r->what & ~PAGE_TAG_BLOCK) | r->taken) == 0)
        page_run_see(r, s, behind);
    return behind;
}

/* What is at s is no whole tag that is known: behind it, or NULL. */
__attribute__((noinline)) static const char *other(page_run_block *r, plain *x, const char *s)
{
    const char *behind = *s == '<' ? tag(r, s) : NULL;

    if (behind && ((r->what & ~PAGE_TAG_BLOCK) | r->taken | x->odd) == 0) {
        end_line(r, x, r->what);
        return behind;
    }
    settle(r->p, x);
    if (r->stop)
        return NULL;
    if (*s == '&')
        behind = reference(r, s);
    else if (behind)
        page_run_tell(r, s, behind);
    *x = begin(r);
    return behind;
}

/* A bit for each byte of a group that is "<" or "&". */
static inline uint64_t marks_of(const char *s)
{
    const __m128i less = all_of('<'), and = all_of('&');
    uint64_t bits = 0;

    for (int i = 0; i < GROUP; i += 16) {
        __m128i here = load(s + i);
        bits |= (uint64_t)bits_of(_mm_or_si128(_mm_cmpeq_epi8(here, less), _mm_cmpeq_epi8(here, and))) << i;
    }
    return bits;
}

/* From s on, as long as a group may be read and all is usual. How far. *over: something was not usual, or is hidden now. */
static const char *run_groups(page_run_block *r, const char *s, bool *over)
{
    const char *g = s;
    plain x = begin(r);

    for (; r->safe - g >= GROUP + LOOK && g < r->end; g += GROUP) {
        uint64_t bits = marks_of(g);
        if (g - s > HELD) {
            show(r, &x, s, g);
            s = g;
        }
        for (; bits && !r->stop; bits &= bits - 1) {
            const char *here = g + __builtin_ctzll(bits), *behind;
            const page_slot *slot;
            uint64_t key;
            unsigned n;
            if (here < s)
                continue;
            if (here > s)
                show(r, &x, s, here);
            s = here;
            key = whole_at(s, &n);
            slot = &r->p->names.whole[page_whole_of(key)];
            if (slot->key == key && !x.odd) {
                end_line(r, &x, slot->what);
                s += n;
                s += *s == '\n' && !x.open; /* where a line begins it is none of the text */
                continue;
            }
            behind = other(r, &x, s);
            if (!behind || r->stop || r->p->hidden) {
                *over = true;
                return behind ? behind : s;
            }
            s = behind;
        }
    }
    g = g < r->end ? g : r->end;
    if (s < g) {
        show(r, &x, s, g);
        s = g;
    }
    settle(r->p, &x);
    return s;
}

int page_run(void *user, const char **at, const char *end, uint64_t place)
{
    page *p = user;
    page_run_block r = {.p = p, .block = *at, .end = end, .safe = end, .at = place};
    char last[2 * GROUP + 2 * LOOK + COPIED];
    bool over = p->hidden;
    const char *s = *at;
    size_t n;

    r.lengths = p->out.urls_only ? p->names.link_lengths : p->names.lengths;
    if (!over)
        s = run_groups(&r, s, &over);
    if (!over && !r.stop && s < end) {
        n = (size_t)(end - s);
        memcpy(last, s, n);
        memset(last + n, 0, sizeof last - n);
        r.at = place_of(&r, s);
        r.block = last;
        r.end = last + n;
        r.safe = last + sizeof last;
        s += run_groups(&r, last, &over) - last;
    }
    *at = s;
    return r.stop;
}
#else
int page_run(void *user, const char **at, const char *end, uint64_t place)
{
    (void)user, (void)at, (void)end, (void)place;
    return 0;
}
#endif
