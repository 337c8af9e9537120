/* t_base.c - text into a buffer that may be too small, languages of charsets, ports, memory, and
 * words in texts */
#include "base/ascii.h"
#include "base/lang.h"
#include "base/memory.h"
#include "base/out.h"
#include "base/port.h"
#include "tap.h"

/* ---- Text into a buffer ---- */

/* Writes "ab%2F%FF" and two numbers into a buffer of each size. */
static void text_into(void)
{
    static const char want[] = "ab%2F%FF0174294967295";
    size_t wrong = 0;

    for (size_t size = 0; size <= sizeof want; size++) {
        char p[sizeof want + 1];
        text_out o = {p, size, 0};
        const size_t fits = size < sizeof want - 1 ? size : sizeof want - 1;
        memset(p, '#', sizeof p);
        out_put(&o, "a", 1);
        out_put(&o, "", 0);
        out_byte(&o, 'b');
        out_percent(&o, '/');
        out_percent(&o, 0xFF);
        out_number(&o, 0);
        out_number(&o, 17);
        out_number(&o, 4294967295);
        wrong += o.len != sizeof want - 1 || memcmp(p, want, fits) != 0 || p[fits] != '#';
    }
    is_int(wrong, 0, "buffers of each size: what fits is written, all is counted");
}

/* ---- The language of a charset ---- */

static void languages(void)
{
    static const struct {
        const char *charset, *lang;
    } rows[] = {
        {"ISO-2022-JP", "ja"},
        {"iso_2022_JP", "ja"},
        {"iso2022jp", "ja"},
        {"EUC-KR", "ko"},
        {"ISO-8859-7", "el"},
        {"windows-1258", "vi"},
        {"georgian-academy", "ka"}, /* its name in the table ends before the hyphen */
        {"euc-jp-with-a-long-name", "ja"},
        {"ISO-8859-1", ""},
        {"ISO-8859-70", ""}, /* a digit more is another charset */
        {"ISO-8859-79", ""},
        {"gbk/", "zh-Hans"},
        {"gbk:", "zh-Hans"},
        {"x", ""},
        {"", ""},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        is_str(lang_of_charset(rows[i].charset, strlen(rows[i].charset)), rows[i].lang, "\"%s\"",
               rows[i].charset);
    is_str(lang_of_charset("hzz", 1), "", "only the name's bytes are read");
    is_str(lang_of_charset("hz9", 2), "zh-Hans", "to its end");
}

/* ---- Memory ---- */

/* An allocator of a caller, which counts the blocks that are there. */
static void *counted(void *user, void *old, size_t size)
{
    int *blocks = user;

    if (size == 0) {
        *blocks -= old ? 1 : 100; /* there is nothing to free */
        free(old);
        return NULL;
    }
    if (!old)
        (*blocks)++;
    old = realloc(old, size);
    memset(old, '#', size);
    return old;
}

static void zeroed(const memory *m, const char *name)
{
    static const char zeros[100];
    char *p = memory_zeroed(m, sizeof zeros);

    ok(p && memcmp(p, zeros, sizeof zeros) == 0, "%s: zeroed memory", name);
    memory_free(m, p);
    memory_fail_after(0);
    ok(memory_zeroed(m, 1) == NULL, "%s: zeroed memory that is not there", name);
    ok(memory_get(m, 0) == NULL, "%s: no memory, not even of no size", name);
    memory_fail_after(-1);
    p = memory_get(m, 0);
    ok(p != NULL, "%s: memory of no size is a block", name);
    memory_fail_after(0);
    ok(memory_resize(m, p, 0) == NULL, "%s: memory can be freed when none is there", name);
    memory_fail_after(-1);
    memory_free(m, NULL);
}

/* How many elements of a size there is room for after the first and after more. */
static void growing(const memory *m)
{
    static const struct {
        size_t size, first, more, room;
    } rows[] = {
        {1, 1, 256, 256}, {1, 257, 257, 512}, {15, 1, 17, 17},      {15, 18, 18, 34},
        {16, 1, 16, 16},  {16, 17, 17, 32},   {1000, 16, 100, 128}, {1000, 32, 32, 32},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *p = NULL;
        size_t room = 0;
        bool there = memory_grow(m, &p, &room, rows[i].first, rows[i].size);
        if (there)
            memset(p, 'a', rows[i].first * rows[i].size);
        there = there && memory_grow(m, &p, &room, rows[i].more, rows[i].size);
        ok(there && room == rows[i].room, "%zu elements of %zu bytes", rows[i].more, rows[i].size);
        memory_free(m, p);
    }
}

static void too_much(void)
{
    char *p = NULL, *old;
    size_t room = 0;

    ok(memory_enlarge(&memory_default, &p, &room, 16, 16) && room == 16, "an array");
    memset(p, 'a', 16 * 16);
    old = p;
    ok(!memory_enlarge(&memory_default, &p, &room, SIZE_MAX / 16, 16) && p == old && room == 16,
       "more than the address space has: it is as it was");
    memory_fail_after(1);
    ok(memory_enlarge(&memory_default, &p, &room, 17, 16) && room == 32 && p[255] == 'a',
       "the last block that is there");
    ok(!memory_enlarge(&memory_default, &p, &room, 33, 16) && room == 32, "none is there");
    ok(memory_fails_now(), "nor for other libraries");
    memory_free(&memory_default, p);
    memory_fail_after(-1);
    ok(!memory_fails_now(), "there is memory again");
}

/* ---- Ports of other protocols ---- */

static void ports(void)
{
    const size_t n = sizeof port_blocked / sizeof port_blocked[0];
    int wrong = 0;

    for (long port = 1; port <= 65535; port++) {
        bool listed = false;
        for (size_t i = 0; i < n; i++)
            listed |= port_blocked[i] == port;
        wrong += port_is_foreign(true, 0, port) != listed;
    }
    is_int(wrong, 0, "the ports of the list are foreign to the web, and no others");
}

/* ---- Words in texts ---- */

/* Returns true when the word is in p[0..n). Compares it at each place. */
static bool anywhere(const char *p, size_t n, const char *word)
{
    bool found = false;

    for (size_t i = 0; i < n; i++)
        found |= ascii_begins(p + i, n - i, word);
    return found;
}

/* Compares ascii_has() with anywhere() for all texts of five bytes, and for their beginnings. */
static void words(void)
{
    static const char bytes[] = "wWa=.";
    static const char *const wanted[] = {"w", "=", "www", "=a", "w=w", ".wa", "aw.=wa"};
    int wrong = 0;

    for (unsigned k = 0; k < 3125; k++) {
        char p[5];
        for (unsigned i = 0, rest = k; i < sizeof p; i++, rest /= 5)
            p[i] = bytes[rest % 5];
        for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
            for (size_t n = 0; n <= sizeof p; n++)
                wrong += ascii_has(p, n, wanted[i]) != anywhere(p, n, wanted[i]);
    }
    is_int(wrong, 0, "a word is found in a text if it is at one of its places");
}

int main(void)
{
    int blocks = 0;
    const memory own = {counted, &blocks};

    text_into();
    languages();
    ports();
    words();
    zeroed(&memory_default, "of the C library");
    zeroed(&own, "of a caller");
    growing(&memory_default);
    too_much();
    is_int(blocks, 0, "each block of a caller was freed once");
    return done();
}
