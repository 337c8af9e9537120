/* t_transfer.c - the decoders of transfer encodings: by hand, in pieces of any size, and compared
 * with a simple decoder */
#include "growing.h"
#include "tap.h"
#include "transferred.h"

#define PIECES 24

/* Pairs of source and text. The text is one byte or empty. If it is empty, the source belongs to
 * the byte before. */
typedef struct pieces {
    transfer_kind kind;
    const char *what;
    const char *piece[2 * PIECES]; /* source, text, ... */
} pieces;

#define QP TRANSFER_QP
#define B64 TRANSFER_BASE64
#define UU TRANSFER_UU
#define ZERO "NUL"
#define BEGIN "begin 644 x\n"

static const pieces cases[] = {
    {QP, "=3D is =, and a soft break joins", {"x", "x", "=3D", "=", "1", "1", "=\n", "", "2", "2"}},
    {QP,
     "?x=3D&y=3D, a soft break at the end",
     {"?", "?", "x", "x", "=3D", "=", "&", "&", "y", "y", "=3D", "=", "=\n", "", "2", "2"}},
    {QP,
     "hex digits in upper and lower case",
     {"=c3", "\xC3", "=A9", "\xA9", "=fF", "\xFF", "=00", ZERO}},
    {QP, "CRLF", {"a", "a", "=\r\n", "", "b", "b", "\r", "\r", "\n", "\n"}},
    {QP,
     "white space between = and the line end is dropped",
     {"a", "a", "= \t\r\n", "", "b", "b", "= \n", "", "c", "c"}},
    {QP, "white space before the = is text (RFC 2045)", {"a", "a", " ", " ", "=\n", "", "b", "b"}},
    {QP, "white space at a line's end stays", {"a", "a", " ", " ", "\t", "\t", "\n", "\n"}},
    {QP, "several CRs before the LF", {"a", "a", "=\r\r\n", "", "b", "b"}},
    {QP,
     "a CR alone is a line end",
     {"a", "a", "=\r", "", "b", "b", "= \r", "", " ", " ", "c", "c"}},
    {QP, "= at the very end is a soft break", {"a", "a", "=", ""}},
    {QP, "= and white space at the very end", {"a", "a", "=  ", ""}},
    {QP, "= and CR at the very end", {"a", "a", "=\r", ""}},
    {QP, "bad escapes stay", {"=", "=", "G", "G", "1", "1", "=", "=", "1", "1", "G", "G"}},
    {QP, "a bad escape at the end", {"a", "a", "=", "=", "4", "4"}},
    {QP, "= before an escape", {"=", "=", "=3D", "=", "=", "=", "=\n", ""}},
    {QP,
     "= before text",
     {"a", "a", "=", "=", " ", " ", "b", "b", "=", "=", "\t", "\t", "=41", "A"}},
    {QP,
     "8-bit bytes and controls are kept",
     {"\xE9", "\xE9", "\x01", "\x01", "\x80", "\x80", "~", "~"}},
    {B64, "a group", {"Q", "A", "U", "B", "JD", "C"}},
    {B64, "a line break inside a group", {"Q", "A", "U", "B", "\r\n", "", "JD", "C", "\r\n", ""}},
    {B64,
     "a line break after each character",
     {"Q", "A", "\n", "", "U", "B", "\n", "", "J\nD", "C", "\n", ""}},
    {B64, "padding: one =", {"Q", "A", "U", "B", "I=", ""}},
    {B64, "padding: two =", {"Q", "A", "Q==", ""}},
    {B64,
     "more data after the padding",
     {"Q", "A", "Q==\n", "", "Q", "B", "g==", "", "Q", "A", "U", "B", "JD", "C"}},
    {B64, "padding missing: one =", {"Q", "A", "U", "B", "I", ""}},
    {B64, "padding missing: two =", {"Q", "A", "Q\n", ""}},
    {B64, "one = of two is skipped", {"Q", "A", "Q=\n", "\x04", "Qg==", " "}},
    {B64,
     "padding after a whole group",
     {"Q", "A", "U", "B", "JD", "C", "====", "", "Q", "A", "U", "B", "JD", "C"}},
    {B64,
     "= after a single digit is skipped",
     {"Q", "A", "U", "B", "JD", "C", "Q===", "A", "Q", "\x05", "UJ", "\t", "D", ""}},
    {B64,
     "other characters are skipped",
     {"Q", "A", "!-_", "", "U", "B", " \x80\xFF", "", "J.D", "C", "*", ""}},
    {B64,
     "a footer is text",
     {"Q", "A", "U", "B", "JD", "C", "\n", "", "_", "_", "\n", "\n", "Q", "Q", "=", "="}},
    {B64,
     "a footer after blanks is text",
     {"Q", "A", "Q==\r\n\r\n ", "", "-", "-", " ", " ", "\r", "\r", "Q", "Q"}},
    {B64,
     "a line of other characters, is left out",
     {"Q", "A", "Q==\n_\n", "", "S", "H", "G", "e", "Vs", "l", "b", "l", "G", "o", "8=\n", ""}},
    {B64, "text before the data is skipped", {"_\n-", "", "Q", "A", "U", "B", "JD", "C"}},
    {B64,
     "the digits + and /",
     {"/", "\xFF", "/", "\xFF", "//", "\xFF", "+", "\xFB", "+", "\xEF", "++", "\xBE"}},
    {UU, "a line", {BEGIN "#", "", "8", "a", "6", "b", ")C", "c", "\n`\nend\n", ""}},
    {UU,
     "CRLF, spaces for zero",
     {"begin 644 x\r\n#", "", "8", "a", "6", "b", ")C", "c", "\r\n \r\nend\r\n", ""}},
    {UU,
     "a line of one byte",
     {BEGIN "!", "", "8", "a", "0``", "", "\n!", "", "8", "a", "0\nend\n", ""}},
    {UU, "padding: two =", {BEGIN "\"", "", "8", "a", "6", "b", "(`\n", ""}},
    {UU,
     "a line with too many characters",
     {BEGIN "\"", "", "8", "a", "6", "b", "(ZZZZ\n#", "", "8", "a", "6", "b", ")C", "c"}},
    {UU,
     "blanks lost at the end of a line",
     {BEGIN "#", "", "8", "a", "6", "`", "", ZERO, "\n", ""}},
    {UU, "all digits of a line lost", {BEGIN "\"", "", "", ZERO, "", ZERO, "\n", ""}},
    {UU,
     "characters outside the alphabet",
     {BEGIN "#", "", "8", "a", "\t", "", "6", "b", "a", "", ")\x80", "c", "C", "", "\n", ""}},
    {UU,
     "lines outside of begin and end are skipped",
     {"hello\nbegin\nbegin x\nbegin 8 x\n begin 644 x\n" BEGIN "!", "", "8", "a", "0\nend\n!80\n",
      "", BEGIN "!", "", "8", "a", "0\n", ""}},
    {UU, "a mode of one digit", {"begin 6 x\n!", "", "8", "a", "0\n", ""}},
    {UU, "a mode of eight digits", {"begin 00100644 x\n!", "", "8", "a", "0\n", ""}},
    {UU, "a mode of nine digits", {"begin 000100644 x\n!80\n" BEGIN "!", "", "8", "a", "0\n", ""}},
    {UU, "a begin line with no name", {"begin 0644\n!", "", "8", "a", "0\n", ""}},
    {UU,
     "invalid lines between begin and end",
     {BEGIN "\nabc\n\x01\n\x80\nendless\nen\ne\n!", "", "8", "a", "0\n", ""}},
    {UU, "white space after end", {BEGIN "!", "", "8", "a", "0\nend \t\n!80\n", ""}},
    {UU, "no end line", {BEGIN "!", "", "8", "a", "0", ""}},
};

/* Joins the pieces of a case: its source, its text, and where each byte begins. */
static void lay_out(const pieces *c, growing *src, transferred *want)
{
    want->result = TRAWL_OK;
    want->n = 0;
    growing_clear(src);
    for (size_t i = 0; i < 2 * PIECES && c->piece[i]; i += 2) {
        const char *text = c->piece[i + 1];
        if (*text)
            plain_put(want, strcmp(text, ZERO) == 0 ? 0 : (unsigned char)*text, src->n);
        growing_add(src, c->piece[i], strlen(c->piece[i]));
    }
    want->start[want->n] = src->n;
}

static transferred whole, cut, want;

/* Returns true when all pieces give the same result: pieces of 1 to 31 bytes, and two pieces that
 * are split at each place. Also tries little room for output. */
static bool any_cut(transfer_kind kind, const char *p, size_t n)
{
    for (size_t step = 1; step <= 31; step++) {
        transferred_decode(&cut, kind, p, n,
                           (transferred_cut){step, step, TRANSFER_ROOM + step % 7, 0});
        if (!transferred_same(&whole, &cut))
            return false;
    }
    for (size_t first = 0; first <= n && n < 300; first++)
        for (size_t step = n; step <= n + 1;
             step++) { /* the end is reported with the last bytes, or after them */
            transferred_decode(&cut, kind, p, n, (transferred_cut){first, step, 4096, 0});
            if (!transferred_same(&whole, &cut))
                return false;
        }
    return true;
}

static void by_hand(void)
{
    growing src = {0};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const pieces *c = &cases[i];
        lay_out(c, &src, &want);
        transferred_whole(&whole, c->kind, src.p, src.n);
        is_mem(whole.text, whole.n, want.text, want.n, "%s", c->what);
        ok(transferred_same(&whole, &want), "%s: places", c->what);
        ok(any_cut(c->kind, src.p, src.n), "%s: the same in any cut", c->what);
    }
    free(src.p);
}

static uint32_t seed = 1;

static unsigned pick(unsigned below)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % below;
}

static const char *const qp_bits[] = {"=",        "=3D", "=c3=A9", "=\n",  "=\r\n",
                                      "= \n",     "=\r", "\n",     "\r\n", " ",
                                      "\t",       "A",   "3",      "f",    "http://a.example/x",
                                      "=\t \r\n", "==",  "=2"};
static const char *const base64_bits[] = {"QUJD",
                                          "aHR0cDovL2EuZXhhbXBsZS8",
                                          "\n",
                                          "\r\n",
                                          "=",
                                          "==",
                                          "Q",
                                          "zz",
                                          " ",
                                          "-",
                                          "\x80",
                                          "+/+/",
                                          "SGVsbG8gd29ybGQgYW5kIHNvbWUgbW9yZSB0byBmaWxsIGEgbGluZQ"};
static const char *const uu_bits[] = {
    BEGIN,    "end\n",
    "begin ", "7",
    "\n",     "\r\n",
    "#86)C",  "!",
    "`",      " ",
    "end",    "e",
    "_",      "M:'1T<#HO+V$N97AA;7!L92\\@86YD('-O;64@;6]R92!T;R!F:6QL(&$@;&EN",
    "a",      "\t"};

static void fill(growing *src, transfer_kind kind, size_t n)
{
    growing_clear(src);
    while (src->n < n) {
        const char *bit = kind == QP ? qp_bits[pick(sizeof qp_bits / sizeof qp_bits[0])]
                          : kind == B64
                              ? base64_bits[pick(sizeof base64_bits / sizeof base64_bits[0])]
                              : uu_bits[pick(sizeof uu_bits / sizeof uu_bits[0])];
        for (unsigned times = pick(40) == 0 ? pick(150) : 1; times > 0 && src->n < n; times--)
            growing_add(src, bit, strlen(bit));
    }
}

/* Compares with the simple decoder on random texts. */
static void by_chance(transfer_kind kind, const char *name)
{
    growing src = {0};
    unsigned good = 0, rounds = 300;

    for (unsigned i = 0; i < rounds; i++) {
        fill(&src, kind, 1 + pick(i % 10 ? 200 : 1500));
        transferred_whole(&whole, kind, src.p, src.n);
        transferred_plainly(&want, kind, src.p, src.n);
        good += transferred_same(&whole, &want) && transferred_tiles(&whole, src.n) &&
                any_cut(kind, src.p, src.n);
    }
    is_int(good, rounds, "%s, random: the same as the simple decoder, in any cut", name);
    free(src.p);
}

/* Decodes the source span of each byte alone: the result is that byte. */
static void spans_alone(void)
{
    static transferred one;
    growing src = {0};
    unsigned good = 0, all = 0;

    fill(&src, QP, 1500);
    transferred_whole(&whole, QP, src.p, src.n);
    for (size_t i = 0; i < whole.n; i++) {
        size_t from = (size_t)whole.start[i], to = (size_t)whole.start[i + 1];
        if (src.p[from] == '=' && to == from + 1)
            continue; /* alone it would be a soft break */
        all++;
        transferred_whole(&one, QP, src.p + from, to - from);
        good += one.n == 1 && one.text[0] == whole.text[i];
    }
    is_int(good, all, "each span is the source of its byte");
    free(src.p);
}

/* Decodes a text that seems to be decoded, as a whole and byte by byte. */
static void in_doubt(const char *text, const char *wanted)
{
    const size_t n = strlen(text);

    for (size_t step = 1; step <= n; step += n > 1 ? n - 1 : 1) {
        transfer t;
        srcmap map;
        whole.n = 0;
        srcmap_open(&map, &memory_default);
        transfer_begin(&t, QP, NULL);
        transfer_doubt(&t);
        for (size_t at = 0; at < n; at += step)
            transferred_feed(&whole, &t, &map, text + at, step, at + step == n, 4096);
        is_mem(whole.text, whole.n, wanted, strlen(wanted), "in doubt, by %zu bytes: %s", step,
               text);
        srcmap_close(&map);
    }
}

/* Text that seems to be decoded already: codes are decoded that it hardly has, and all in hosts. */
static void doubtful(void)
{
    static const char *const rows[][2] = {
        {"=64.a", "=64.a"},
        {"=64a", "da"},
        {"=64=2Ea", "d.a"},
        {"http=3A//=64.a/=64.a", "http://d.a/=64.a"},
        {"=68=74=74=70://a/", "http://a/"},
        {"ann=40a", "ann@a"},
        {"a@=64.a", "a@d.a"},
        {"?id=12", "?id=12"},
        {"?page=2004-05", "?page=2004-05"},
        {"&amp;n=20&", "&amp;n &"},
        {"?q=20x", "?q x"},
        {"page=2004", "page 04"},
        {"?q=C3=A4", "?q\xC3\xA4"},
        {"?a=3D2004", "?a=2004"},
        {"=c3", "=c3"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        in_doubt(rows[i][0], rows[i][1]);
}

/* Bytes skipped at the beginning belong to no byte. */
static void in_front(void)
{
    transferred_whole(&whole, B64, "\r\n QUJD", 7);
    is_int(whole.start[0], 3, "base64: the first byte begins after the line break");
    transferred_whole(&whole, QP, "=\nA", 3);
    is_int(whole.start[0], 2, "quoted-printable: the first byte begins after the soft break");
}

static uint64_t start_of(transfer_kind kind, const char *p, size_t first, unsigned gap, size_t i)
{
    size_t n = strlen(p);

    transferred_decode(&cut, kind, p, n, (transferred_cut){first, n, 4096, gap});
    if (cut.start[cut.n] != n + gap)
        return UINT64_MAX;
    return i <= cut.n ? cut.start[i] : UINT64_MAX;
}

/* A separator of the container may lie between two pieces. It moves the places after it. */
static void gaps(void)
{
    is_int(start_of(QP, "ab\ncd", 3, 5, 3), 8, "a gap between lines");
    is_int(start_of(QP, "ab\ncd", 3, 5, 2), 2, "a place before the gap");
    is_int(start_of(QP, "ab=\ncd", 4, 1, 2), 5, "a gap after a soft break");
    is_int(start_of(QP, "ab=3Dcd", 3, 1, 2), 2, "a gap in an escape: its start");
    is_int(start_of(QP, "ab=3Dcd", 3, 1, 3), 6, "a gap in an escape: the byte after it");
    is_int(start_of(QP, "ab=3Gcd", 3, 1, 6), 7, "a gap in a bad escape");
    is_int(start_of(B64, "QUJDQUJD", 4, 70000, 3), 70004, "a gap between groups");
    is_int(start_of(B64, "QUJDQUJD", 6, 70000, 5), 70006, "a gap in a group: the byte after it");
    is_int(start_of(B64, "QUJDQUJD", 6, 70000, 4), 5,
           "a gap in a group: the byte that contains it");
    is_int(start_of(UU, BEGIN "#86)C\n#86)C\n", 18, 2, 3), 21, "uuencode: a gap between lines");
    is_int(memcmp(cut.text, "abcabc", 6), 0, "the text is the same with a gap");
}

/* A line of base64 takes at most two runs of the map. */
static void runs(void)
{
    enum { LINES = 1000, LINE = 78 };
    static char src[LINES * LINE], out[LINES * LINE];
    transfer_io io = {.in = src, .in_n = sizeof src, .last = true, .out = out, .size = sizeof out};
    transfer t;
    srcmap map;

    for (size_t i = 0; i < LINES; i++) {
        memset(src + LINE * i, 'A' + (int)(i % 26), LINE - 2);
        memcpy(src + LINE * i + LINE - 2, "\r\n", 2);
    }
    srcmap_open(&map, &memory_default);
    transfer_begin(&t, B64, NULL);
    io.map = &map;
    is_int(transfer_decode(&t, &io), TRAWL_OK, "1000 lines of base64");
    is_int(io.len, LINES * 57, "the number of bytes");
    ok(map.end - map.first <= 2 * LINES, "at most two runs a line");
    is_int(srcmap_start(&map, 57 * 500 + 4), 78 * 500 + 5, "a place in the middle");
    is_int(srcmap_start(&map, 57 * 500 + 57), 78 * 501, "a place after a line break");
    srcmap_forget(&map, 57 * 999);
    is_int(srcmap_start(&map, 57 * 1000 - 1), 78 * 999 + 74, "a place near the end");
    is_int(srcmap_start(&map, 57 * 1000), 78 * 1000, "the place of the end");
    srcmap_close(&map);
}

static void no_memory(void)
{
    growing src = {0};

    for (transfer_kind kind = QP; kind <= UU; kind++) {
        long n = 0;
        fill(&src, kind, 3000);
        do {
            memory_fail_after(n++);
            transferred_decode(&cut, kind, src.p, src.n, (transferred_cut){7, 7, TRANSFER_ROOM, 3});
            memory_fail_after(-1);
        } while (cut.result == TRAWL_ERROR_NO_MEMORY && n < 100);
        ok(cut.result == TRAWL_OK && n > 2 && n < 100, "any of %d allocations may fail",
           (int)n - 1);
    }
    free(src.p);
}

static void names(void)
{
    static const struct {
        const char *name;
        transfer_kind kind;
    } labels[] = {
        {"quoted-printable", QP},
        {"Quoted-Printable", QP},
        {" quoted-printable ;", QP},
        {"\"base64\"", B64},
        {"BASE64", B64},
        {"base64 (see below)", B64},
        {"(a (b) c) base64", B64},
        {"base64, 8bit", B64},
        {"'base64'", B64},
        {"base64\r\n", B64},
        {"x-uuencode", UU},
        {"X-UUE", UU},
        {"uuencode", UU},
        {"uue", UU},
        {"7bit", TRANSFER_NONE},
        {"8BIT", TRANSFER_NONE},
        {"binary", TRANSFER_NONE},
        {"", TRANSFER_NONE},
        {"base64x", B64},
        {"base", TRANSFER_NONE},
        {"(base64", TRANSFER_NONE},
        {"x-base64", TRANSFER_NONE},
        {"\xFF", TRANSFER_NONE},
        {"\"", TRANSFER_NONE},
    };

    for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++)
        is_int(transfer_find(labels[i].name, strlen(labels[i].name)), labels[i].kind, "label %s",
               labels[i].name);
}

int main(void)
{
    names();
    by_hand();
    in_front();
    doubtful();
    gaps();
    runs();
    spans_alone();
    by_chance(QP, "quoted-printable");
    by_chance(B64, "base64");
    by_chance(UU, "uuencode");
    no_memory();
    return done();
}
