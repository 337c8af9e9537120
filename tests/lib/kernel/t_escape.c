/* t_escape.c - tests that the kernels escape text as a loop over its characters does
 *
 * After the text exactly as many bytes are readable as escape() may read, and the output buffer
 * ends at a protected page. Includes only the kernels' headers, for t_compilers.sh.
 */
#include "kernel/kernel.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "guarded.h"
#include "tap.h"

/* All lengths up to LONG are tested, and some up to LONGEST. */
enum { LONG = 3 * KERNEL_AT_LEAST, LONGEST = 6000, MORE_ROOM = 8 * 4096, WORDS = 7 };

static const kernel_word words[KERNEL_WORD + WORDS] = {[KERNEL_WORD] = {"\n", 1, 1},
                                                       {"\xEF\xBF\xBD", 3, 0},
                                                       {"&amp;", 5, 0},
                                                       {"&quot;", 6, 0},
                                                       {"", 0, 0},
                                                       [KERNEL_WORD + 5] = {"Latin", 5, 1}};

/* ---- The reference ---- */

typedef struct context {
    unsigned char in[256], what[256];
    kernel_set set, two, three, c2, e2_80;
    kernel_word words[256];
    kernel_escapes how;
} context;

static bool goes_on(char c)
{
    return (unsigned char)c >= 0x80 && (unsigned char)c <= 0xBF;
}

/* Consumes one to three bytes: the first byte says how many at most, and the others are below
 * 0xC0. */
static size_t look(void *user, char **to, const char *p, size_t n)
{
    size_t length = 1, most = 1 + (unsigned char)p[0] % 3;

    (void)user;
    while (length < most && length < n && (unsigned char)p[length] < 0xC0)
        length++;
    *(*to)++ = '[';
    *(*to)++ = p[0];
    return length;
}

static size_t length_of(const context *c, const char *text, size_t n)
{
    char p[3] = {0};

    memcpy(p, text, n < sizeof p ? n : sizeof p);
    switch (c->what[(unsigned char)p[0]]) {
    case KERNEL_TWO:
        return goes_on(p[1]) ? 2 : 0;
    case KERNEL_THREE:
        return goes_on(p[1]) && goes_on(p[2]) ? 3 : 0;
    case KERNEL_C2:
        return goes_on(p[1]) && c->c2.table[(unsigned char)p[1]] ? 2 : 0;
    case KERNEL_E2:
        if (!goes_on(p[1]) || !goes_on(p[2]) || p[1] == '\x81')
            return 0;
        return p[1] != '\x80' || c->e2_80.table[(unsigned char)p[2]] ? 3 : 0;
    default:
        return 0;
    }
}

static size_t plain_escape(const context *c, char **to, const char *p, size_t n, size_t all)
{
    size_t i = 0, length;

    while (i < n) {
        unsigned char byte = (unsigned char)p[i];
        const kernel_word *word = &words[c->what[byte]];
        if (!c->in[byte]) {
            *(*to)++ = p[i++];
        } else if (c->what[byte] >= KERNEL_WORD) {
            length = word->line_end && i + 1 < all && p[i + 1] == '\n' ? word->n - 1u : word->n;
            memcpy(*to, word->text, word->n);
            *to += length;
            i++;
        } else if ((length = length_of(c, p + i, all - i)) > 0) {
            memcpy(*to, p + i, length);
            *to += length;
            i += length;
        } else {
            i += look(NULL, to, p + i, all - i);
        }
    }
    return i;
}

/* ---- Contexts and texts ---- */

static void make_set(kernel_set *set, const unsigned char what[256], unsigned wanted)
{
    unsigned char in[256];

    for (unsigned c = 0; c < 256; c++)
        in[c] = what[c] == wanted;
    kernel_set_make(set, in);
}

/* Makes the context of HTML, a context with more bytes in the set, or one with so many bytes that
 * the set has no halves. */
static void make_context(context *c, unsigned which)
{
    unsigned char behind[256] = {0};

    memset(c, 0, sizeof *c);
    for (unsigned b = 0; b < 256; b++) {
        c->in[b] = b >= 0x80 || strchr("\r<>&\"'", (int)b) || (which > 1 && roll(which) == 0);
        if (b < 0x80 && c->in[b])
            c->what[b] = (unsigned char)(b == '\r' ? KERNEL_WORD
                                         : roll(9) ? KERNEL_WORD + 1 + roll(4)
                                                   : KERNEL_CALL);
        if (b >= 0xC3 && b < 0xE0 && b != 0xD8)
            c->what[b] = KERNEL_TWO;
        if (b >= 0xE1 && b < 0xED)
            c->what[b] = KERNEL_THREE;
        behind[b] = b >= 0x80 && b < 0xC0 && roll(4) > 0;
    }
    c->what[0xC2] = KERNEL_C2;
    c->what[0xE2] = KERNEL_E2;
    kernel_set_make(&c->set, c->in);
    make_set(&c->two, c->what, KERNEL_TWO);
    make_set(&c->three, c->what, KERNEL_THREE);
    kernel_set_make(&c->c2, behind);
    kernel_set_make(&c->e2_80, behind);
    for (unsigned b = 0; b < 256; b++)
        c->words[b] =
            c->what[b] >= KERNEL_WORD ? words[c->what[b]] : (kernel_word){"", KERNEL_NO_WORD, 0};
    c->how = (kernel_escapes){&c->set, &c->two,  &c->three, &c->c2, &c->e2_80,
                              c->what, c->words, look,      NULL};
}

static void fill(char *p, size_t n)
{
    static const char *const crumbs[] = {"\r",
                                         "\n",
                                         "\r\n",
                                         "<",
                                         ">",
                                         "&",
                                         "\"",
                                         "\xC3\xA9",
                                         "\xC2\xA0",
                                         "\xC2\x85",
                                         "\xC2\xAD",
                                         "\xE2\x80\x99",
                                         "\xE2\x80\xAE",
                                         "\xE2\x81\xA0",
                                         "\xE2\x82\xAC",
                                         "\xE3\x81\x82",
                                         "\xF0\x9F\x98\x80",
                                         "\xE2\x80",
                                         "\xC3",
                                         "\x80",
                                         "\xBF"};
    unsigned rare = roll(3) == 0 ? 60 : 1 + roll(9);

    for (size_t i = 0; i < n; i++)
        p[i] = "text "[i % 5];
    for (size_t i = 0; i < n; i += roll(2 * rare)) {
        const char *crumb = crumbs[roll(sizeof crumbs / sizeof crumbs[0])];
        size_t length = strlen(crumb);
        if (length <= n - i)
            memcpy(p + i, crumb, length);
        else
            p[i] = (char)roll(256);
        i += length;
    }
}

/* ---- Tests ---- */

static char *page(size_t pages)
{
    size_t size = (size_t)sysconf(_SC_PAGESIZE);
    char *all = mmap(NULL, (pages + 1) * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (all == MAP_FAILED || mprotect(all, pages * size, PROT_READ | PROT_WRITE) < 0)
        abort();
    return all + pages * size;
}

/* Escapes with as many calls as needed, with the minimum room for a call or with more. */
static size_t escape(const kernel *k, const context *c, char *to, char *room_end, const char *p,
                     size_t n, size_t all, size_t *length)
{
    char *room_begin = room_end - KERNEL_ESCAPED - (roll(2) ? roll(MORE_ROOM) : 0);
    size_t i = 0;

    *length = 0;
    while (i < n) {
        kernel_room room = {room_begin, room_end};
        i += k->escape(&c->how, &room, p + i, n - i, all - i);
        memcpy(to + *length, room_begin, (size_t)(room.to - room_begin));
        *length += (size_t)(room.to - room_begin);
    }
    return i;
}

static bool agrees(const kernel *k, const context *c, char *text_end, char *room_end, size_t n)
{
    static char got[8 * LONGEST + KERNEL_SLACK], wanted[sizeof got];
    size_t all = n + (roll(2) ? roll(2 * KERNEL_SLACK) : 0), readable = all, length, i, last;
    char *p, *end = wanted;

    if (readable < n + KERNEL_SLACK)
        readable = n + KERNEL_SLACK;
    p = text_end - readable;
    fill(p, readable);
    last = plain_escape(c, &end, p, n, all);
    i = escape(k, c, got, room_end, p, n, all, &length);
    return i == last && length == (size_t)(end - wanted) && memcmp(got, wanted, length) == 0;
}

int main(void)
{
    char *text_end = page(2), *room_end = page(9);
    const kernel *k;

    for (size_t i = 0; (k = kernel_at(i)); i++) {
        for (unsigned which = 0; which < 12; which++) {
            static context c;
            bool good = true;
            make_context(&c, which);
            for (size_t n = 0; n < LONGEST && good; n += n < LONG ? 1 : roll(400))
                good = agrees(k, &c, text_end, room_end, n) && agrees(k, &c, text_end, room_end, n);
            ok(good, "%s escapes with set %u%s", k->name, which,
               c.set.halves ? "" : ", which has no halves");
        }
    }
    return done();
}
