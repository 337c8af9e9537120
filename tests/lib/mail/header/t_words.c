/* t_words.c - decodes header fields: folds and encoded-words, with the place of every character
 * (rule E2)
 *
 * A field is a list of pairs of source and text: the same in both; or one character; or no text,
 * and then the source belongs to the character before.
 */
#include <time.h>
#include <trawl.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "charset/charset.h"
#include "mail/header/header.h"
#include "tap.h"

#define BAD "\xEF\xBF\xBD"
#define PIECES 24
#define MOST 2048

typedef struct field {
    const char *what;
    const char *piece[2 * PIECES]; /* source, text, ... */
} field;

static const field folds[] = {
    {"an empty field", {NULL}},
    {"no fold", {" plain text ", " plain text "}},
    {"a fold with CRLF: the line break is dropped, the blanks are kept",
     {"a", "a", "\r\n", "", " \tb", " \tb"}},
    {"a fold with LF", {"a", "a", "\n", "", "\tb", "\tb"}},
    {"two folds, one of them an empty line",
     {"a", "a", "\r\n", "", " ", " ", "\n", "", " b", " b"}},
    {"a line break without a blank after it is kept", {"a\r\nb\nc\rd", "a\r\nb\nc\rd"}},
    {"a CR alone is not a line break", {"a\r b", "a\r b"}},
    {"a line break at the end is kept", {"a\r\n", "a\r\n"}},
    {"a fold at the beginning", {"\r\n", "", " a", " a"}},
    {"a URL in two lines",
     {"<http://a.example/m/", "<http://a.example/m/", "\n", "", " 123>", " 123>"}},
};

#define Q "=?utf-8?Q?"
#define B "=?UTF-8?B?"

static const field encoded[] = {
    {"a URL in two encoded-words",
     {Q, "", "http://a.exam", "http://a.exam", "?= " Q, "", "ple/x", "ple/x", "?=", ""}},
    {"two in base64, cut inside a word",
     {B,   "",  "S", "H", "G",  "e", "Vs", "l", "b", "l", "G",  "o", "8=?= " B, "",
      "I", " ", "H", "w", "dv", "o", "c",  "r", "m", "l", "xk", "d", "?=",      ""}},
    {"hex and underscores", {Q, "", "=41", "A", "_", " ", "=c3=A4", "\u00E4", "b", "b", "?=", ""}},
    {"invalid hex digits", {Q, "", "=4g=x=", "=4g=x=", "?=", ""}},
    {"charset and encoding in any case", {"=?uTf-8?q?", "", "a", "a", "?=", ""}},
    {"a language", {"=?koi8-r*ru-RU?Q?", "", "=D0", "\u043F", "?=", ""}},
    {"an empty encoded-word", {"a ", "a ", Q "?=", "", " b", " b"}},
    {"a fold between two is dropped", {Q, "", "a", "a", "?=\r\n " Q, "", "b", "b", "?=", ""}},
    {"white space between an encoded-word and text is kept",
     {Q, "", "a", "a", "?=", "", " b ", " b ", Q, "", "c", "c", "?=", ""}},
    {"white space of a fold before text is kept", {Q, "", "a", "a", "?=\n", "", " b", " b"}},
    {"next to text without a blank", {"x", "x", Q, "", "a", "a", "?=", "", "y", "y"}},
    {"two without a blank between", {Q, "", "a", "a", "?=" Q, "", "b", "b", "?=", ""}},
    {"in quotes", {"\"", "\"", Q, "", "a", "a", "?=", "", "\" <a@b.c>", "\" <a@b.c>"}},
    {"two charsets", {Q, "", "a", "a", "?=  ", "", "=?koi8-r?Q?", "", "=D0", "\u043F", "?=", ""}},
    {"blanks inside, as many mailers write them", {Q, "", "a b\tc", "a b\tc", "?=", ""}},
    {"a question mark inside", {Q, "", "a?b", "a?b", "?=", ""}},
    {"a fold inside", {Q, "", "a", "a", "\r\n", "", " b", " b", "?=", ""}},
    {"an equals sign at the end", {Q, "", "a=", "a=", "?=", ""}},
    {"more than 75 characters",
     {Q, "",
      "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "?=", ""}},
};

static const field characters[] = {
    {"a character cut in Q", {Q, "", "=C3?= " Q "=A4", "\u00E4", "?=", ""}},
    {"a character cut in B", {B, "", "ww==?=\r\n " B "p", "\u00E4", "A==?=", ""}},
    {"B, then Q", {B, "", "ww==?= " Q "=A4", "\u00E4", "?=", ""}},
    {"cut twice", {Q, "", "=E3?= " Q "=81?= " Q "=82", "\u3042", "?=", ""}},
    {"a character cut between two charsets is invalid",
     {Q, "", "=C3", BAD, "?= ", "", "=?koi8-r?Q?", "", "=A4", "\u2553", "?=", ""}},
    {"windows-1252 for iso-8859-1",
     {"=?iso-8859-1?Q?", "", "=93", "\u201C", "=E9", "\u00E9", "?=", ""}},
    {"a character cut by text is invalid",
     {Q, "", "=C3", BAD, "?=", "", " x ", " x ", Q, "", "=A4", BAD, "?=", ""}},
    {"invalid UTF-8", {Q, "", "caf", "caf", "=E9", BAD, "=F0=9F", BAD, "!", "!", "?=", ""}},
    {"us-ascii with other bytes: UTF-8, else windows-1252",
     {"=?us-ascii?Q?", "", "=C3=A4", "\u00E4", "=E9", "\u00E9", "?=", ""}},
    {"raw UTF-8", {"\u00E4\u3042", "\u00E4\u3042"}},
    {"raw windows-1252",
     {"caf", "caf", "\xE9", "\u00E9", " ", " ", "\x93", "\u201C", "\xC3", "\u00C3"}},
};

static const field broken[] = {
    {"broken: no end", {"=?utf-8?Q?abc", "=?utf-8?Q?abc"}},
    {"broken: half an end", {"=?utf-8?Q?abc?", "=?utf-8?Q?abc?"}},
    {"broken: no text", {"=?utf-8?Q", "=?utf-8?Q"}},
    {"broken: no end, then a valid one",
     {"=?utf-8?Q?abc ", "=?utf-8?Q?abc ", Q, "", "x", "x", "?=", ""}},
    {"no encoding", {"=?utf-8?X?abc?=", "=?utf-8?X?abc?="}},
    {"an encoding of two letters", {"=?utf-8?QB?abc?=", "=?utf-8?QB?abc?="}},
    {"no charset", {"=??Q?abc?=", "=??Q?abc?="}},
    {"a blank in the charset", {"=?utf -8?Q?abc?=", "=?utf -8?Q?abc?="}},
    {"an unknown charset",
     {"=?x-none?Q?", "", "=41", "A", "?= =?x-none?Q?", "", "=42", "B", "?=", ""}},
    {"a charset that only iconv knows is unknown",
     {"=?ISO-2022-CN-EXT//TRANSLIT?Q?", "", "a", "a", "?=", ""}},
    {"an unknown charset between known ones",
     {Q, "", "a", "a", "?= =?x?Q?", "", "b", "b", "?= " Q, "", "c", "c", "?=", ""}},
    {"a control character inside", {"=?utf-8?Q?a\x01?=", "=?utf-8?Q?a\x01?="}},
    {"a line break that is not a fold", {"=?utf-8?Q?a\nb?=", "=?utf-8?Q?a\nb?="}},
    {"8-bit inside", {"=?utf-8?Q?\u00E4?=", "=?utf-8?Q?\u00E4?="}},
    {"base64 with no padding", {B, "", "S", "H", "G", "i", "k?=", ""}},
    {"base64 with a digit too many", {B, "", "S", "H", "G", "e", "Vs", "l", "b?=", ""}},
    {"base64 with padding in the middle", {B, "", "Q", "A", "Q==", "", "Q", "B", "g==?=", ""}},
    {"base64 with other characters", {B "*", "", "S.", "H", "G", "e", "V s", "l", "!?=", ""}},
    {"base64 with a fold", {B, "", "S\r\n ", "H", "G", "e", "Vs", "l", "?=", ""}},
    {"base64 without any digit", {B "!!!?=", ""}},
};

/* ---- Decoding ---- */

typedef struct expected {
    char source[MOST], text[MOST];
    size_t source_n, text_n, from[MOST + 1];
} expected;

static void add(expected *e, const char *source, const char *text)
{
    size_t n = strlen(source), len = strlen(text);

    for (size_t i = 0, first = 0; i < len; i++) {
        first = ((unsigned char)text[i] & 0xC0) == 0x80 ? first : i;
        e->from[e->text_n + i] = e->source_n + (strcmp(source, text) == 0 ? first : 0);
    }
    memcpy(e->source + e->source_n, source, n);
    memcpy(e->text + e->text_n, text, len);
    e->source_n += n;
    e->text_n += len;
    e->from[e->text_n] = e->source_n;
}

static bool places_are(srcmap *map, const expected *e)
{
    for (size_t i = 0; i <= e->text_n; i++)
        if (srcmap_start(map, i) != e->from[i]) {
            printf("# byte %zu of the text is from %d, not %zu\n", i, (int)srcmap_start(map, i),
                   e->from[i]);
            return false;
        }
    return map->src == e->source_n && map->text == e->text_n;
}

static void one(words *w, buffer *text, srcmap *map, const field *f)
{
    static expected e;

    e.source_n = e.text_n = 0;
    e.from[0] = 0;
    for (unsigned i = 0; i + 1 < 2 * PIECES && f->piece[i]; i += 2)
        add(&e, f->piece[i], f->piece[i + 1]);
    e.from[e.text_n] = e.source_n;
    ok(words_decode(w, text, map, e.source, e.source_n) == TRAWL_OK, "%s: decoded", f->what);
    is_mem(text->n ? text->p : "", text->n, e.text, e.text_n, "%s: the text", f->what);
    ok(places_are(map, &e), "%s: its places", f->what);
    ok(words_decode(w, text, NULL, e.source, e.source_n) == TRAWL_OK && text->n == e.text_n &&
           (text->n == 0 || memcmp(text->p, e.text, text->n) == 0),
       "%s: the same without a map", f->what);
}

#define all(fields) several(fields, sizeof(fields) / sizeof *(fields))

static void several(const field *fields, size_t n)
{
    buffer text = {.m = &memory_default};
    srcmap map;
    words w;

    words_open(&w, &memory_default);
    srcmap_open(&map, &memory_default);
    for (size_t i = 0; i < n; i++)
        one(&w, &text, &map, &fields[i]);
    buffer_reset(&text, NULL);
    words_close(&w);
    ok(text.p == NULL && w.bytes.p == NULL, "freed");
    srcmap_close(&map);
}

/* ---- Charsets of iconv ---- */

static const field by_iconv[] = {
    {"shift sequences",
     {"=?iso-2022-jp?B?GyRC", "", "JC", "\u3042", "IbKE", "", "JB", "A", "?=", ""}},
    {"Shift_JIS, cut: its second byte looks like ASCII",
     {"=?shift_jis?Q?", "", "=83?= =?SJIS?Q?\\", "\u30BD", "?=", ""}},
    {"Big5", {"=?big5?Q?", "", "=A4=40", "\u4E00", "a", "a", "?=", ""}},
};

static void with_iconv(void)
{
    decoder c;

    if (charset_open(&c, names_find("shift_jis", 9), &memory_default)) {
        skip("charsets of iconv: there is no iconv");
        return;
    }
    charset_close(&c);
    all(by_iconv);
}

/* ---- Long input, linear time, no memory ---- */

/* A gap, and the source of one character, longer than a run of the map can be. */
static void long_gaps(void)
{
    enum { GAP = 200000 };
    static char source[GAP + 100];
    buffer text = {.m = &memory_default};
    words w;
    srcmap map;
    int n = sprintf(source, Q "=C3?=");

    memset(source + n, ' ', GAP);
    n += GAP;
    n += sprintf(source + n, Q "=A4?=x");
    words_open(&w, &memory_default);
    srcmap_open(&map, &memory_default);
    is_int(words_decode(&w, &text, &map, source, (size_t)n), TRAWL_OK,
           "a character cut, its halves far apart");
    is_mem(text.p, text.n, "\u00E4x", 3, "is one character");
    is_int(srcmap_start(&map, 0), sizeof Q - 1, "it begins at its first half");
    is_int(srcmap_start(&map, 2), n - 1, "and ends at the next character");
    is_int(map.src, n, "the map covers the whole source");
    buffer_reset(&text, NULL);
    words_close(&w);
    srcmap_close(&map);
}

static void linear(const char *unit, const char *end)
{
    enum { SIZE = 4 << 20 };
    static char source[SIZE + 100];
    buffer text = {.m = &memory_default};
    words w;
    size_t n = 0, len = strlen(unit);
    clock_t begin = clock();
    srcmap map;

    words_open(&w, &memory_default);
    while (n + len <= SIZE) {
        memcpy(source + n, unit, len);
        n += len;
    }
    memcpy(source + n, end, strlen(end));
    n += strlen(end);
    srcmap_open(&map, &memory_default);
    is_int(words_decode(&w, &text, &map, source, n), TRAWL_OK, "4 MB of \"%s\"", unit);
    ok(map.src == n && map.text == text.n, "the map covers the source and the text");
    ok(clock() - begin < 10 * CLOCKS_PER_SEC, "in less than 10 seconds");
    buffer_reset(&text, NULL);
    words_close(&w);
    srcmap_close(&map);
}

/* Text that is longer than its bytes, so that there is room for some of it at a time. */
static void long_text(void)
{
    enum { COUNT = 9000 };
    static char source[3 * COUNT + 32], want[2 * COUNT];
    buffer text = {.m = &memory_default};
    char *p = source;
    words w;

    p += sprintf(p, "=?koi8-r?Q?");
    for (int i = 0; i < COUNT; i++) {
        p += sprintf(p, "=D0");
        memcpy(want + 2 * i, "\u043F", 2);
    }
    p += sprintf(p, "?=");
    words_open(&w, &memory_default);
    is_int(words_decode(&w, &text, NULL, source, (size_t)(p - source)), TRAWL_OK, "a long text");
    ok(text.n == sizeof want && memcmp(text.p, want, sizeof want) == 0, "each character of it");
    buffer_reset(&text, NULL);
    words_close(&w);
}

static void no_memory(void)
{
    static const char source[] =
        "a\r\n =?utf-8?Q?=C3?= =?utf-8?B?pA==?= =?iso-2022-jp?B?GyRCJCIbKEI=?= \xE9 =?koi8-r?Q?=D0?=";
    int failed = TRAWL_ERROR_NO_MEMORY;
    long n;

    for (n = 0; failed == TRAWL_ERROR_NO_MEMORY && n < 100; n++) {
        buffer text = {.m = &memory_default};
        words w;
        srcmap map;
        words_open(&w, &memory_default);
        srcmap_open(&map, &memory_default);
        memory_fail_after(n);
        failed = words_decode(&w, &text, &map, source, sizeof source - 1);
        memory_fail_after(-1);
        if (words_decode(&w, &text, &map, source, sizeof source - 1) != TRAWL_OK)
            ok(false, "works again with memory, after %ld allocations", n);
        buffer_reset(&text, NULL);
        words_close(&w);
        srcmap_close(&map);
    }
    is_int(failed, TRAWL_OK, "works once there is enough memory");
    ok(n > 5, "after several failed allocations");
}

int main(void)
{
    all(folds);
    all(encoded);
    all(characters);
    all(broken);
    with_iconv();
    long_gaps();
    linear("=?", "");
    linear("=?utf-8?Q?a", "");
    linear("=?utf-8?Q?a?= ", "");
    linear("=?utf-8?B?ww?=\r\n \t", "x");
    linear("=?utf-8?Q?a b?", "\x01?=");
    linear("=?utf-8?Q?a?==?koi8-r?B?w?= =?big5?Q?=A4?= =?johab?Q?a?= =?euc-kr?Q?a?=", "");
    linear("\r\n ", "");
    linear("\xE9\xC3\xA4", "");
    long_text();
    no_memory();
    return done();
}
