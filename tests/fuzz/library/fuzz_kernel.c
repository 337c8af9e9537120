/* fuzz_kernel.c - any set of bytes and any text: each kernel compared with simple loops
 *
 * Byte 0: whether the names of hosts are searched, how many bytes the set has, and whether the set
 * is inverted. Then come the bytes of the set, and a byte that says where the search begins. The
 * rest is the text.
 */
#include "fuzz.h"
#include "base/count.h"
#include "kernel/kernel.h"
#include "line_sets.h"

static unsigned char in[256]; /* the set */
static kernel_set set;        /* prepared */

static bool is_alpha(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Returns true when p begins with the first four characters of a name of base/prefix.h, "www.",
 * "www2". At the end of the text fewer of them are enough. */
static bool is_name(const prefix_row *row, const char *p, size_t n)
{
    size_t k = 0;

    while (k < n && k < 4 && k < row->n &&
           (p[k] == row->name[k] || p[k] == row->name[k] - 'a' + 'A'))
        k++;
    return k == n || k == 4 ||
           (k == row->n && (p[k] == '.' || (row->digits > 0 && p[k] >= '0' && p[k] <= '9')));
}

static bool is_any_name(const char *p, size_t n)
{
    for (size_t row = 0; row < PREFIX_COUNT; row++)
        if (is_name(&prefix_rows[row], p, n))
            return true;
    return false;
}

static bool is_first_letter_in_set(void)
{
    for (size_t row = 0; row < PREFIX_COUNT; row++)
        if (in[(unsigned char)prefix_rows[row].name[0]] || in[prefix_rows[row].name[0] - 'a' + 'A'])
            return true;
    return false;
}

static bool is_trigger(const char *p, size_t i, size_t n)
{
    if (p[i] == ':' && in[':'])
        return i + 1 == n || p[i + 1] == '/' ||
               (i > 0 && is_alpha(p[i - 1]) && (unsigned char)p[i + 1] > ' ');
    if (in[(unsigned char)p[i]])
        return true;
    return set.prefixes && is_any_name(p + i, n - i);
}

static size_t plain_trigger(const char *p, size_t i, size_t n)
{
    while (i < n && !is_trigger(p, i, n))
        i++;
    return i;
}

static size_t plain_run(const char *p, size_t n, bool inside)
{
    size_t i = 0;

    while (i < n && (in[(unsigned char)p[i]] != 0) == inside)
        i++;
    return i;
}

static uint64_t plain_count(const char *p, size_t n, unsigned char byte)
{
    uint64_t times = 0;

    for (size_t i = 0; i < n; i++)
        times += (unsigned char)p[i] == byte;
    return times;
}

static void check_host(const kernel *k, const char *p, size_t n)
{
    kernel_marks got, wanted;
    size_t end = k->host(p, n, &got), plain = kernel_at(0)->host(p, n, &wanted);

    must(end == plain && end <= n && end <= KERNEL_HOST, "the length of a host");
    must(got.dots == wanted.dots && got.hyphens == wanted.hyphens,
         "the dots and hyphens of a host");
}

static void check_bits(const kernel *k, const char *p)
{
    uint64_t bits = k->bits(&set, p);

    for (size_t i = 0; i < KERNEL_BLOCK; i++)
        must((bits >> i & 1) == (in[(unsigned char)p[i]] != 0),
             "the bytes of a block that are in the set");
}

/* Searches lines that begin with one of up to four bytes of the set; another up to four bytes may
 * be wanted next. */
static void check_lines(const kernel *k, const char *p, size_t i, size_t n)
{
    kernel_line s = {.n = set.count % KERNEL_LINE + 1,
                     .then_n = set.count / KERNEL_LINE % (KERNEL_LINE + 1)};
    size_t wanted = i;

    for (size_t j = 0; j < KERNEL_LINE; j++) {
        s.byte[j] = (char)set.list[j < s.n ? j : s.n - 1];
        s.then[j] =
            (char)set.list[KERNEL_LIST - 1 - (j < s.then_n || s.then_n == 0 ? j : s.then_n - 1)];
    }
    while (wanted + 1 < n && !(p[wanted] == '\n' && line_set_matches(&s, p, wanted, n)))
        wanted++;
    must(k->line(&s, p, i, n) == (wanted + 1 < n ? wanted : n),
         "the next line that begins with the set");
}

/* Searches lines of two or three bytes of the set, quoted or not, and BS. */
static void check_heads(const kernel *k, const char *p, size_t i, size_t n)
{
    const char some = (char)(set.list[0] | 0x20), letter = (char)(set.list[1] % 26 + 'a');
    kernel_heads s = {.first = {some, letter, '>', '>'}, .quoted = letter, .struck = i % 2};
    size_t wanted = i;

    for (unsigned j = 0; j < KERNEL_LIST; j++) {
        s.second[set.list[j] & 15] = (unsigned char)(j % 2 ? some : letter);
        s.third[set.list[j] >> 4] = (unsigned char)(j % 2 ? some : letter);
    }
    while (wanted + 1 < n && (p[wanted] == '\n' ? !line_set_is_head(&s, p, wanted, n)
                                                : !s.struck || p[wanted] != '\b'))
        wanted++;
    must(k->heads(&s, p, i, n) == (wanted + 1 < n ? wanted : n), "the next head, or BS");
}

/* Compares groups of bytes of the set with the scalar kernel, which reads byte by byte. */
static void check_starts(const kernel *k, const char *p, size_t i, size_t n)
{
    kernel_starts s = {{0}, {0}, {0}, {0}};
    char bytes[KERNEL_LIST + 1] = {0};

    memcpy(bytes, set.list, set.count < KERNEL_LIST ? set.count : KERNEL_LIST);
    for (unsigned group = 0; group < KERNEL_STARTS; group++)
        kernel_starts_add(&s, group, (const char[]){bytes[group], '\0'},
                          group % 3 == 2 ? NULL : bytes + group);
    must(k->lines(&s, p, i, n) == kernel_at(0)->lines(&s, p, i, n),
         "the next line that may begin with the set");
}

static void make_set(unsigned head, const unsigned char *bytes, size_t n)
{
    memset(in, (head & 0x40) != 0, sizeof in);
    for (size_t i = 0; i < n; i++)
        in[bytes[i]] = !(head & 0x40);
    kernel_set_make(&set, in);
    if ((head & 0x80) && !is_first_letter_in_set())
        kernel_set_add_prefixes(&set);
}

/* Compares every trigger of p[from..n). */
static void check_triggers(const kernel *k, const char *p, size_t from, size_t n)
{
    trigger_map map;

    map.to = n % 2 ? TRIGGER_FAR : 0;
    for (size_t i = from; i < n; i++) {
        size_t wanted = plain_trigger(p, i, n);
        must(trigger_next(&map, k, &set, p, i, n) == wanted, "the next trigger");
        i = wanted;
    }
    must(trigger_next(&map, k, &set, p, n, n) == n, "no trigger after the end");
}

static void check(const kernel *k, const char *p, size_t from, size_t n, unsigned char byte)
{
    check_triggers(k, p, from, n);
    must(k->find(&set, p + from, n - from) == plain_run(p + from, n - from, false),
         "the number of bytes outside the set");
    must(k->span(&set, p + from, n - from) == plain_run(p + from, n - from, true),
         "the number of bytes in the set");
    must(count_byte(p + from, n - from, byte) == plain_count(p + from, n - from, byte),
         "the count of one byte");
    check_host(k, p + from, n - from);
    check_lines(k, p, from, n);
    check_heads(k, p, from, n);
    check_starts(k, p, from, n);
    if (n - from >= KERNEL_BLOCK)
        check_bits(k, p + n - KERNEL_BLOCK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t head = 2, bytes = size > 0 ? data[0] & 0x3F : 0, n;
    const kernel *k;
    char *p;

    if (size < head + bytes)
        return 0;
    make_set(data[0], data + head, bytes);
    n = size - head - bytes;
    p = malloc(n > 0 ? n : 1);
    must(p != NULL, "memory for the test");
    if (n > 0)
        memcpy(p, data + head + bytes, n);
    for (size_t i = 0; (k = kernel_at(i)); i++)
        check(k, p, data[1] < n ? data[1] : n, n, bytes > 0 ? data[head] : ':');
    free(p);
    return 0;
}
