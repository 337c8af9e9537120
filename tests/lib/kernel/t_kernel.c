/* t_kernel.c - compares the searches of each kernel with loops over bytes
 *
 * The blocks begin or end at a protected page. t_escape.c tests escaping, t_decode.c decoding.
 * Includes only the kernels' headers, so that t_compilers.sh can build it for another machine.
 */
#include "kernel/kernel.h"

#include <stdlib.h>
#include <string.h>

#include "guarded.h"
#include "line_sets.h"
#include "tap.h"

enum { LONGEST = 200 };

/* ---- The reference ---- */

static bool is_alpha(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Returns true when the first four characters of a name of base/prefix.h are at p. At the end of
 * the text fewer of them are enough. */
static bool plain_prefix_at(const char *p, size_t n)
{
    for (size_t row = 0; row < PREFIX_COUNT; row++) {
        const prefix_row *r = &prefix_rows[row];
        size_t k = 0;
        while (k < n && k < 4 && k < r->n && (p[k] == r->name[k] || p[k] == r->name[k] - 'a' + 'A'))
            k++;
        if (k == n || k == 4 ||
            (k == r->n && (p[k] == '.' || (r->digits > 0 && p[k] >= '0' && p[k] <= '9'))))
            return true;
    }
    return false;
}

static bool plain_trigger_at(const unsigned char in[256], bool prefixes, const char *p, size_t i,
                             size_t n)
{
    if (p[i] == ':' && in[':'])
        return i + 1 == n || p[i + 1] == '/' ||
               (i > 0 && is_alpha(p[i - 1]) && (unsigned char)p[i + 1] > ' ');
    if (in[(unsigned char)p[i]])
        return true;
    return prefixes && plain_prefix_at(p + i, n - i);
}

static size_t plain_trigger(const unsigned char in[256], const kernel_set *s, const char *p,
                            size_t i, size_t n)
{
    while (i < n && !plain_trigger_at(in, s->prefixes, p, i, n))
        i++;
    return i;
}

static size_t plain_run(const unsigned char in[256], const char *p, size_t n, bool inside)
{
    size_t i = 0;

    while (i < n && (in[(unsigned char)p[i]] != 0) == inside)
        i++;
    return i;
}

static size_t plain_host(const char *p, size_t n, kernel_marks *marks)
{
    size_t i = 0;

    *marks = (kernel_marks){0, 0};
    for (; i < n && i < KERNEL_HOST; i++) {
        if (p[i] == '.')
            marks->dots += (uint64_t)1 << i;
        if (p[i] == '-')
            marks->hyphens += (uint64_t)1 << i;
        if (!is_alpha(p[i]) && !(p[i] >= '0' && p[i] <= '9') && p[i] != '.' && p[i] != '-')
            break;
    }
    return i;
}

static size_t plain_line(const kernel_line *s, const char *p, size_t i, size_t n)
{
    for (; i + 1 < n; i++)
        if (p[i] == '\n' && line_set_matches(s, p, i, n))
            return i;
    return n;
}

static size_t plain_heads(const kernel_heads *s, const char *p, size_t i, size_t n)
{
    for (; i + 1 < n; i++)
        if (p[i] == '\n' ? line_set_is_head(s, p, i, n) : s->struck && p[i] == '\b')
            return i;
    return n;
}

/* Returns true when both halves of the byte occur in the group. */
static bool is_of_group(const char *bytes, unsigned char c)
{
    unsigned low = 0, high = 0;

    for (; *bytes; bytes++) {
        low |= (*bytes & 15) == (c & 15);
        high |= (unsigned char)*bytes >> 4 == c >> 4;
    }
    return low && high;
}

typedef struct group {
    const char *first, *third;
} group;

static size_t plain_lines(const group groups[KERNEL_STARTS], const char *p, size_t i, size_t n,
                          bool colons)
{
    for (; i + 1 < n; i++) {
        if (colons && kernel_is_colon(p[i]) &&
            (p[i + 1] == '\n' || (p[i + 1] == '\r' && i + 2 < n && p[i + 2] == '\n')))
            return i;
        for (unsigned k = 0; k < KERNEL_STARTS && p[i] == '\n'; k++)
            if (is_of_group(groups[k].first, (unsigned char)p[i + 1]) &&
                (i + 3 >= n || !groups[k].third ||
                 is_of_group(groups[k].third, (unsigned char)p[i + 3])))
                return i;
    }
    return n;
}

/* ---- Texts and sets ---- */

static const char crumbs[] = "::://w<@Wwftp.FTP. a.2Zz09{}`[^\n\r\t>\"-_!;=.-,AG";

/* Writes a name of base/prefix.h at p[i], in letters of both cases, with a character after it. */
static void put_name(char *p, size_t n, size_t i)
{
    const prefix_row *row = &prefix_rows[roll(PREFIX_COUNT)];

    for (size_t k = 0; k < row->n && i < n; k++)
        p[i++] = (char)(row->name[k] ^ (roll(4) ? 0 : 0x20));
    if (i < n)
        p[i] = ".2z"[roll(3)];
}

/* Fills the text mostly with bytes of the set or mostly with others, so that there are short and
 * long runs. */
static void fill(char *p, size_t n)
{
    unsigned rare = roll(3) == 0 ? 60 : 1 + roll(4);

    for (size_t i = 0; i < n; i++)
        p[i] = roll(rare) == 0
                   ? (char)(roll(4) ? (unsigned char)crumbs[roll(sizeof crumbs - 1)] : roll(256))
                   : 'n';
    for (size_t names = roll(3); names > 0 && n > 0; names--)
        put_name(p, n, roll((unsigned)n));
}

static void some_set(unsigned char in[256], unsigned which)
{
    static const char *const lists[] = {":@<",           ":<",     ":@<.\xE3\xEF", "@",
                                        ":@<./\xE3\xEF", "&<>\"'", "\n",           ""};
    const char *list = which < sizeof lists / sizeof lists[0] ? lists[which] : "";

    memset(in, 0, 256);
    for (; *list; list++)
        in[(unsigned char)*list] = 1;
    if (which == sizeof lists / sizeof lists[0])
        for (unsigned c = 0x21; c < 0x7F; c++)
            in[c] = 1;
    if (which > sizeof lists / sizeof lists[0])
        for (unsigned c = 0; c < 256; c++)
            in[c] = roll(which) == 0;
}

static bool agrees_on_host(const kernel *k, const char *p, size_t n)
{
    kernel_marks got, wanted;

    return k->host(p, n, &got) == plain_host(p, n, &wanted) && got.dots == wanted.dots &&
           got.hyphens == wanted.hyphens;
}

static bool agrees_on_count(const kernel *k, const char *p, size_t n)
{
    size_t wanted = 0;

    for (size_t i = 0; i < n; i++)
        wanted += p[i] == '\n';
    return k->count(p, n, '\n') == wanted;
}

/* Returns true when the kernel finds no trigger in the block at p[i], which has neighbours, that is
 * not in the set. Others only cost time, but a set without names of hosts has none. */
static bool agrees_on_block(const kernel *k, const kernel_set *s, const char *p, size_t i,
                            uint64_t in_set)
{
    uint64_t found, some = k->triggers(s, p + i, 1, &found);

    return some == (found != 0) && (s->prefixes || (found & ~in_set) == 0);
}

/* Tests each block of p[0..n). */
static bool agrees_on_bits(const kernel *k, const kernel_set *s, const unsigned char in[256],
                           const char *p, size_t n)
{
    for (size_t i = 0; i + KERNEL_BLOCK <= n; i++) {
        uint64_t bits = 0;
        for (size_t j = 0; j < KERNEL_BLOCK; j++)
            bits += (uint64_t)(in[(unsigned char)p[i + j]] != 0) << j;
        if (k->bits(s, p + i) != bits)
            return false;
        if (i > 0 && i + KERNEL_BLOCK < n && !agrees_on_block(k, s, p, i, bits))
            return false;
    }
    return true;
}

/* Finds all triggers from p[i] on with one map. */
static bool agrees_on_triggers(const kernel *k, const kernel_set *s, const unsigned char in[256],
                               const char *p, size_t i, size_t n)
{
    trigger_map map;

    memset(&map, 0xFF, sizeof map); /* the search sets what it reads */
    for (map.to = n % 2 ? TRIGGER_FAR : 0; i < n; i++) {
        size_t wanted = plain_trigger(in, s, p, i, n);
        if (trigger_next(&map, k, s, p, i, n) != wanted)
            return false;
        i = wanted;
    }
    return trigger_next(&map, k, s, p, n, n) == n;
}

/* Tests one kernel with one set on one text. */
static bool agrees(const kernel *k, const kernel_set *s, const unsigned char in[256], const char *p,
                   size_t n)
{
    size_t from = n > 0 ? roll((unsigned)n) : 0;

    return agrees_on_triggers(k, s, in, p, from, n) && agrees_on_triggers(k, s, in, p, 0, n) &&
           k->find(s, p, n) == plain_run(in, p, n, false) &&
           k->span(s, p, n) == plain_run(in, p, n, true) && agrees_on_host(k, p, n) &&
           agrees_on_count(k, p, n) && agrees_on_bits(k, s, in, p, n);
}

/* Tests every length, at the end of the room and at its start. */
static bool agrees_always(const kernel *k, char *room, const kernel_set *s,
                          const unsigned char in[256])
{
    bool good = true;

    for (size_t n = 0; n <= LONGEST && good; n++) {
        fill(room, n);
        good = agrees(k, s, in, room, n);
        fill(room + room_n - n, n);
        good = good && agrees(k, s, in, room + room_n - n, n);
    }
    return good;
}

/* Returns true when the set has the first letter of a name of base/prefix.h. */
static bool has_letters(const unsigned char in[256])
{
    for (size_t row = 0; row < PREFIX_COUNT; row++)
        if (in[(unsigned char)prefix_rows[row].name[0]] || in[prefix_rows[row].name[0] - 'a' + 'A'])
            return true;
    return false;
}

static void test_kernel(const kernel *k, char *room)
{
    unsigned char in[256];
    kernel_set s;

    for (unsigned which = 0; which < 40; which++) {
        some_set(in, which);
        kernel_set_make(&s, in);
        ok(agrees_always(k, room, &s, in), "%s: set %u", k->name, which);
        if (has_letters(in))
            continue;
        kernel_set_add_prefixes(&s);
        ok(agrees_always(k, room, &s, in), "%s: set %u and the names of hosts", k->name, which);
    }
}

/* Fills a text with a few letters, in short or long lines. */
static void few_letters(char *p, size_t n, unsigned rare)
{
    for (size_t i = 0; i < n; i++)
        p[i] = roll(rare) == 0        ? '\n'
               : roll(10 * rare) == 0 ? "\b\t\x07\v\x18(8hx"[roll(9)]
                                      : "F>-.xyz=~nf \xC6"[roll(13)];
}

/* Tests searches that start at each byte. */
static bool agrees_on_lines(const kernel *k, const kernel_line *s, char *p, size_t n, unsigned rare)
{
    few_letters(p, n, rare);
    for (size_t i = 0; i <= n; i++)
        if (k->line(s, p, i, n) != plain_line(s, p, i, n))
            return false;
    return true;
}

static void test_lines(const kernel *k, char *room)
{
    static const kernel_line all[] = {
        {.n = 1, .byte = "----"},
        {.n = 2, .byte = "F>>>"},
        {.n = 3, .byte = "F>--"},
        {.n = 4, .byte = "F>-."},
        {.n = 4, .byte = "-=x>"},
        {.n = 1, .byte = "----", .then_n = 1, .then = "----"},
        {.n = 2, .byte = "F>>>", .then_n = 3, .then = "xF>>"},
        {.n = 3, .byte = "F>--", .then_n = 2, .then = "x\n\n\n"},
        {.n = 4, .byte = "F>-.", .then_n = 4, .then = "xyz\n"},
        {.n = 2,
         .byte = "F---",
         .then_n = 2,
         .then = "xzzz",
         .fold = 0x10,
         .by_low = {['F' & 15] = 'F' | 0x10, ['-' & 15] = '-' | 0x10}},
    };

    for (unsigned which = 0; which < sizeof all / sizeof all[0]; which++) {
        bool good = true;
        for (size_t n = 0; n <= LONGEST && good; n++)
            good = agrees_on_lines(k, &all[which], room, n, 2 + (unsigned)n % 20) &&
                   agrees_on_lines(k, &all[which], room + room_n - n, n, 2 + (unsigned)n % 20);
        ok(good, "%s: lines %u", k->name, which);
    }
}

static bool agrees_on_heads(const kernel *k, const kernel_heads *s, char *p, size_t n,
                            unsigned rare)
{
    few_letters(p, n, rare);
    for (size_t i = 0; i + 4 < n; i += 1 + roll(3 * rare)) /* heads, most of them quoted */
        memcpy(p + i, &"\n\n>\n> ->F>\nF"[roll(9)], 1 + roll(4));
    for (size_t i = 0; i <= n; i++)
        if (k->heads(s, p, i, n) != plain_heads(s, p, i, n))
            return false;
    return true;
}

/* Tests texts that have only one BS, at each place. */
static bool agrees_on_strikes(const kernel *k, const kernel_heads *s, char *p, size_t n)
{
    bool good = true;

    memset(p, 'x', n);
    for (size_t at = 0; at < n; at++) {
        p[at] = '\b';
        good = good && k->heads(s, p, 0, n) == plain_heads(s, p, 0, n) &&
               k->heads(s, p, n / 2, n) == plain_heads(s, p, n / 2, n);
        p[at] = 'x';
    }
    return good;
}

static void test_heads(const kernel *k, char *room)
{
    static const kernel_heads both = {.second = {['x' & 15] = 'f', ['-' & 15] = '-'},
                                      .third = {['z' & 15] = 'f', ['F' & 15] = 'f', [0] = '-'},
                                      .first = "f->>",
                                      .quoted = 'f'};
    kernel_heads s = both;

    for (unsigned struck = 0; struck < 2; struck++) {
        bool good = true;
        s.struck = struck;
        for (size_t n = 0; n <= LONGEST && good; n++)
            good = agrees_on_heads(k, &s, room, n, 2 + (unsigned)n % 20) &&
                   agrees_on_heads(k, &s, room + room_n - n, n, 2 + (unsigned)n % 20) &&
                   agrees_on_strikes(k, &s, room, n);
        ok(good, "%s: heads %u", k->name, struck);
    }
}

static bool agrees_on_starts(const kernel *k, const kernel_starts *s,
                             const group groups[KERNEL_STARTS], char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        p[i] = roll(2 + (unsigned)n % 20) == 0 ? '\n'
               : roll(3) == 0                  ? "ABCabcx\n\xE2\x82:\x9A\r"[roll(13)]
                                               : (char)roll(256);
    for (size_t i = 0, got, want; i <= n; i++) {
        got = k->lines(s, p, i, n);
        want = plain_lines(groups, p, i, n, s->colons);
        if (got > want || (got < want && !(s->colons && kernel_is_colon(p[got]) &&
                                           (unsigned char)p[got + 1] <= '\r')))
            return false;
    }
    return true;
}

static void test_starts(const kernel *k, char *room)
{
    static const group all[][KERNEL_STARTS] = {
        {{"A", "a"},
         {"B", "b\xE2"},
         {"C", NULL},
         {"", NULL},
         {"", ""},
         {"", ""},
         {"", ""},
         {"", ""}},
        {{"AB", "ab"},
         {"\x82", "\x82"},
         {"C", ""},
         {"x", "\n"},
         {"\n", "x"},
         {"\xE2", NULL},
         {"a", "A"},
         {"b", "ABC"}},
        {{"", ""}, {"", ""}, {"", ""}, {"", ""}, {"", ""}, {"", ""}, {"", ""}, {"", ""}},
        {{"", ""}, {"", ""}, {"", ""}, {"", ""}, {"", ""}, {"", ""}, {"", ""}, {"A\xE2", NULL}},
    };

    for (unsigned which = 0; which < sizeof all / sizeof all[0]; which++) {
        kernel_starts s = {.colons = which % 2 == 0};
        bool good = true;
        for (unsigned i = 0; i < KERNEL_STARTS; i++)
            kernel_starts_add(&s, i, all[which][i].first, all[which][i].third);
        for (size_t n = 0; n <= LONGEST && good; n++)
            good = agrees_on_starts(k, &s, all[which], room, n) &&
                   agrees_on_starts(k, &s, all[which], room + room_n - n, n);
        ok(good, "%s: starts of lines %u", k->name, which);
    }
}

/* The set of the bytes of a string is that of a table. */
static void test_string(void)
{
    static const char bytes[] = ":@<.\xE3\xEF";
    unsigned char in[256] = {0};
    kernel_set by_table, by_string;

    for (const char *p = bytes; *p; p++)
        in[(unsigned char)*p] = 1;
    memset(&by_string, 0xFF, sizeof by_string);
    kernel_set_make(&by_table, in);
    kernel_set_of(&by_string, bytes);
    ok(memcmp(by_table.table, by_string.table, 256) == 0 && by_string.count == 6 &&
           memcmp(by_table.list, by_string.list, KERNEL_LIST) == 0,
       "a set of the bytes of a string");
}

static void test_choice(void)
{
    const kernel *best = NULL, *k;

    for (size_t i = 0; (k = kernel_at(i)); i++) {
        setenv("TRAWL_CPU", k->name, 1);
        ok(kernel_choose() == k, "TRAWL_CPU=%s", k->name);
        best = k;
    }
    setenv("TRAWL_CPU", "abacus", 1);
    ok(kernel_choose() == best, "an unknown name selects the best kernel");
    unsetenv("TRAWL_CPU");
    ok(kernel_choose() == best, "without a name the best kernel is selected");
}

int main(void)
{
    const kernel *k;
    char *room = guarded();

    for (size_t i = 0; (k = kernel_at(i)); i++) {
        test_kernel(k, room);
        test_lines(k, room);
        test_heads(k, room);
        test_starts(k, room);
    }
    test_string();
    test_choice();
    return done();
}
