/* t_charset.c - decodes texts under every division of the input
 *
 * A text is given as pieces. Each piece has the source bytes of one character, and the character
 * itself in UTF-8. So the pieces also show where each character begins in the source. A piece
 * without a character is a shift; it belongs to the character after it.
 */
#include <trawl.h>

#include "decoded.h"

#define BAD "\xEF\xBF\xBD"
#define ESC "\x1B"
#define SO "\x0E"
#define SI "\x0F"
#define PIECES 16

typedef struct pieces {
    const char *charset, *what;
    const char *piece[2 * PIECES]; /* source, text, ... */
} pieces;

static const pieces shifting[] = {
    {"iso-2022-jp",
     "kanji, then ASCII",
     {ESC "$B>\\", "\u8A73", "8+", "\u898B", ESC "(B<", "<", "h", "h", ESC "$B$\"", "\u3042",
      ESC "(B>", ">"}},
    {"iso-2022-jp",
     "the Roman set is read as ASCII, for URLs",
     {ESC "(J~", "~", "\\", "\\", "/", "/"}},
    {"iso-2022-jp",
     "half-width katakana",
     {ESC "(I1", "\uFF71", "_", "\uFF9F", "`", BAD, ESC "(Ba", "a"}},
    {"iso-2022-jp", "katakana after a shift", {SO "1", "\uFF71", SI "1", "1"}},
    {"iso-2022-jp", "JIS X 0212", {ESC "$(D0!", "\u4E02", ESC "(Bx", "x"}},
    {"iso-2022-jp",
     "JIS X 0208 of 1978 and 1990",
     {ESC "$@0!", "\u4E9C", ESC "&@" ESC "$B0!", "\u4E9C"}},
    {"iso-2022-jp",
     "Chinese and Korean in RFC 1554",
     {ESC "$AOj", "\u8BE6", ESC "$(C@Z", "\uC790", ESC "(B.", "."}},
    {"iso-2022-jp",
     "a line end in kanji ends the line and shifts back",
     {ESC "$B0!", "\u4E9C", "\r", "\r", "\n", "\n", "0", "0"}},
    {"iso-2022-jp",
     "shifts without text",
     {"a", "a", ESC "$B", "", ESC "(B", "", ESC "(Jb", "b", ESC "(B", ""}},
    {"iso-2022-jp",
     "an unknown escape",
     {ESC, BAD, "[", "[", "1", "1", "m", "m", ESC, BAD, "$", "$", "x", "x"}},
    {"iso-2022-jp", "an incomplete escape", {"x", "x", ESC, BAD}},
    {"iso-2022-jp", "another", {"x", "x", ESC, BAD, "$", "$", "(", "("}},
    {"iso-2022-jp", "half a character", {ESC "$B0", BAD, " ", " ", "0!", "\u4E9C", "0", BAD}},
    {"iso-2022-jp",
     "invalid bytes",
     {ESC "$B(~", BAD, "0!", "\u4E9C", "\x7F", "\x7F", ESC "(B\xC0", BAD, "\x80", BAD}},
    {"iso-2022-kr",
     "Korean",
     {ESC "$)C" SI "a", "a", SO "@Z", "\uC790", "<<", "\uC138", " ", " ", SI "<", "<"}},
    {"iso-2022-kr", "a line end shifts back", {SO "@Z", "\uC790", "\n", "\n", "@", "@"}},
    {"iso-2022-cn", "GB 2312", {ESC "$)A" SO "Oj", "\u8BE6", "<{", "\u89C1", SI "/", "/"}},
    {"iso-2022-cn",
     "CNS 11643",
     {ESC "$)G" SO "D!", "\u4E00", ESC "$*H" ESC "N!!", "\u4E42", "D!", "\u4E00"}},
    {"iso-2022-cn", "a single shift at the end", {ESC "N", BAD, "\n", "\n", ESC "N", BAD}},
    {"hz",
     "Chinese",
     {"~{Oj", "\u8BE6", "<{", "\u89C1", "~}<", "<", "~~", "~", "u", "u", "~\nx", "x", "~{~}", ""}},
    {"hz", "a tilde that was not doubled", {"/", "/", "~", "~", "j", "j", "~", "~"}},
    {"hz", "a line end shifts back", {"~{Oj", "\u8BE6", "\n", "\n", "O", "O"}},
    {"hz", "half a character", {"~{O", BAD, "\n", "\n", "~{", ""}},
    {"iso-2022-jp",
     "UTF-8 below the name of a 7-bit charset",
     {"a", "a", "\xC3\xA9", "\u00E9", ESC "$B0!", "\u4E9C", "\xE3\x81\x82", "\u3042"}},
    {"hz", "UTF-8", {"\xE3\x81\x82", "\u3042", "~{Oj", "\u8BE6"}},
    {"iso-2022-kr", "half a character of UTF-8", {"\xE3", BAD, "\x81", BAD, "a", "a"}},
    {"hz", "invalid bytes", {"~{Oj", "\u8BE6", "\xCF", BAD, "<{", "\u89C1", "~}x", "x"}},
};

static const pieces utf7[] = {
    {"utf-7",
     "characters that share a byte",
     {"+in", "\u8A73", "MwV", "\u3057", "zBP", "\u304F", "MG8", "\u306F"}},
    {"utf-7",
     "with the byte that ends base64",
     {"+AG", "h", "gAdA", "t", "-<", "<", "+AGg", "h", ".", ".", "+AGg", "h", "-", ""}},
    {"utf-7",
     "RFC 2152's own example",
     {"H", "H", "i", "i", "+Jjo", "\u263A", "-!", "!", "A", "A", "+I", BAD}},
    {"utf-7", "surrogate pairs", {"+2D3eA", "\U0001F600", "Ng93gA", "\U0001F600", "-", ""}},
    {"utf-7",
     "half of a surrogate pair",
     {"+2D", BAD, "0AQQ", "A", "-x", "x", "+2D0", BAD, ".", ".", "+3g", BAD, "0AQQ", "A"}},
    {"utf-7", "a plus", {"a", "a", "+-", "+", "+", "+", " ", " ", "+", "+", "<", "<", "+", "+"}},
    {"utf-7", "characters that should be encoded", {"~", "~", "\\", "\\", "\xE9", BAD, "x", "x"}},
    {"utf-7",
     "too few bits for a character",
     {"+AG", BAD, "-x", "x", "+A", BAD, "\n", "\n", "+AG", "h", "gAd", BAD}},
};

static const pieces single[] = {
    {"iso-8859-1",
     "iso-8859-1 is read as windows-1252",
     {"\xE9", "\u00E9", "\x93", "\u201C", "\x81", "\xC2\x81", "<", "<"}},
    {"iso-8859-7",
     "bytes that the charset does not have",
     {"\xAE", BAD, "\xC1", "\u0391", "\x85", "\xC2\x85"}},
    {"koi8-r", "Cyrillic", {"\xD0", "\u043F", "~", "~"}},
    {"x-mac-greek", "a charset of the Macintosh", {"\xB0", "\u0391"}},
    {"x-mac-turkish", "a charset of the Macintosh", {"\xDA", "\u011E"}},
    {"x-mac-croatian", "a charset of the Macintosh", {"\xA9", "\u0160"}},
    {"x-mac-romanian", "a charset of the Macintosh", {"\xAF", "\u0218"}},
};

static const pieces multi[] = {
    {"shift_jis",
     "7-bit bytes are ASCII, but not as second bytes",
     {"~", "~", "\\", "\\", "\x83\\", "\u30BD", "|", "|"}},
    {"shift_jis",
     "katakana, NEC's and IBM's",
     {"\xB1", "\uFF71", "\x87\x40", "\u2460", "\xFA\x5C", "\u7E8A", "@", "@"}},
    {"shift_jis",
     "half a character",
     {"\x83", BAD, "<", "<", "\x83", BAD, "\n", "\n", "\x83", BAD}},
    {"shift_jis", "invalid bytes", {"\xA0", BAD, "\x85\x9F", BAD, "\x85", BAD, "@", "@"}},
    {"johab", "a backslash", {"\\", "\\", "\x88\x61", "\uAC00", "~", "~"}},
    {"euc-jp",
     "two, three",
     {"\xBE\xDC", "\u8A73", "\x8E\xB1", "\uFF71", "\x8F\xB0\xA1", "\u4E02", "x", "x"}},
    {"euc-jp",
     "an incomplete character",
     {"\xBE", BAD, "<", "<", "\x8F\xB0", BAD, "<", "<", "\x8F", BAD, "<", "<", "\x8F\xB0", BAD}},
    {"gb18030",
     "one, two, four",
     {"a", "a", "\xCF\xEA", "\u8BE6", "\x81\x30\x81\x30", "\xC2\x80", "\x94\x39\xDA\x33",
      "\U0001F4A9"}},
    {"gb18030",
     "an incomplete character",
     {"\x81", BAD, "0", "0", "\x81", BAD, "<", "<", "\x81", BAD, "0", "0", "\x81", BAD}},
    {"gb2312", "gb2312 is read as GBK", {"\xCF\xEA", "\u8BE6", "\x81\x40", "\u4E02", "<", "<"}},
    {"big5",
     "second bytes that look like ASCII",
     {"\xA5\x5C", "\u529F", "\\", "\\", "\xA5\x7C", "\u56DB", "|", "|"}},
    {"big5-hkscs",
     "a character of two code points",
     {"\x88\x62", "\u00CA\u0304", "a", "a", "\x88\x66", "\u00CA"}},
    {"euc-kr",
     "characters added by Windows",
     {"\xC0\xDA", "\uC790", "\x81\x41", "\uAC02", "A", "A", "\xC6", BAD}},
};

/* Returns true when each character begins where its piece begins. */
static bool in_place(const decoded *d, const pieces *c)
{
    size_t text = 0, src = 0, begin = 0;

    for (unsigned i = 0; i < PIECES && c->piece[2 * i]; i++) {
        const char *out = c->piece[2 * i + 1];
        for (size_t k = 0; k < strlen(out); k++, text++)
            if (d->from[text] != begin)
                return false;
        src += strlen(c->piece[2 * i]);
        begin = *out ? src : begin;
    }
    return d->from[d->n] == begin && d->src == src;
}

static void try_pieces(const pieces *all, size_t count)
{
    static decoded d;

    for (const pieces *c = all; c < all + count; c++) {
        const names_row *row = row_of(c->charset);
        char source[256] = "", text[256] = "";
        for (unsigned i = 0; i < PIECES && c->piece[2 * i]; i++) {
            strcat(source, c->piece[2 * i]);
            strcat(text, c->piece[2 * i + 1]);
        }
        decode_all(&d, row, source, strlen(source));
        if (d.result == TRAWL_ERROR_BAD_CHARSET) {
            skip("%s: this iconv has no %s", c->what, c->charset);
            continue;
        }
        if (is_mem(d.text, d.n, text, strlen(text), "%s: %s", c->charset, c->what))
            ok(in_place(&d, c), "%s: %s: places", c->charset, c->what);
        ok(decoded_any_cut(row, source, strlen(source)), "%s: %s: every division gives the same",
           c->charset, c->what);
    }
}

/* Writes units in a byte order. Returns the number of bytes. */
static size_t units(char *out, const uint32_t *unit, size_t n, unsigned size, bool little)
{
    for (size_t i = 0; i < n * size; i++) {
        unsigned k = (unsigned)(i % size), shift = 8 * (little ? k : size - 1 - k);
        out[i] = (char)(unit[i / size] >> shift & 0xFF);
    }
    return n * size;
}

static void try_units(const char *name, const uint32_t *unit, size_t n, unsigned size,
                      unsigned more, const char *text)
{
    static decoded d;
    char source[64];
    size_t len = units(source, unit, n, size, strstr(name, "le") != NULL);

    memset(source + len, 'a', more);
    decode_all(&d, row_of(name), source, len + more);
    is_mem(d.text, d.n, text, strlen(text), "%s: %s and %u bytes", name, text, more);
    is_int(d.src, len + more, "all bytes are in the map");
    ok(decoded_any_cut(row_of(name), source, len + more), "%s: %s: every division gives the same",
       name, text);
}

#define UNITS(...)                                                                                 \
    (const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t)

static void two_byte_units(const char *name)
{
    try_units(name, UNITS('a', 0xE9, 0x20AC, 0xFEFF, 0xFFFF), 2, 0, "a\u00E9\u20AC\uFEFF\uFFFF");
    try_units(name, UNITS(0xD83D, 0xDE00, 'x'), 2, 0, "\U0001F600x");
    try_units(name, UNITS(0xD800, 0xDC00, 0xDBFF, 0xDFFF), 2, 0, "\U00010000\U0010FFFF");
    try_units(name, UNITS(0xD83D, 'x', 0xDE00, 0xD83D, 0xD83D, 0xDE00), 2, 0,
              BAD "x" BAD BAD "\U0001F600");
    try_units(name, UNITS('x', 0xD83D), 2, 0, "x" BAD);
    try_units(name, UNITS('x'), 2, 1, "x" BAD);
    try_units(name, UNITS('x', 0xD83D), 2, 1, "x" BAD BAD);
}

static void four_byte_units(const char *name)
{
    try_units(name, UNITS('a', 0xE9, 0x20AC, 0x1F600, 0x10FFFF), 4, 0,
              "a\u00E9\u20AC\U0001F600\U0010FFFF");
    try_units(name, UNITS(0x110000, 'x', 0xD800, 0xFFFFFFFF), 4, 0, BAD "x" BAD BAD);
    for (unsigned more = 1; more < 4; more++)
        try_units(name, UNITS('x'), 4, more, "x" BAD);
}

/* Tests charsets that leave the byte order open. A byte-order mark decides it, or a first character
 * that is in Latin-1; otherwise RFC 2781 does. */
static void open_order(void)
{
    static const struct {
        const char *charset, *source;
        size_t n;
        const char *text;
    } cases[] = {
        {"utf-16", "\xFF\xFEx\0", 4, "\uFEFFx"},
        {"utf-16", "\xFE\xFF\0x", 4, "\uFEFFx"},
        {"utf-16", "x\0y\0", 4, "xy"},
        {"utf-16", "\0x\0y", 4, "xy"},
        {"utf-16", "\x30\x42\0y", 4, "\u3042y"},
        {"utf-16", "\0\0x\0", 4, ""},
        {"utf-16", "x", 1, BAD},
        {"utf-32", "\xFF\xFE\0\0x\0\0\0", 8, "\uFEFFx"},
        {"utf-32", "\0\0\xFE\xFF\0\0\0x", 8, "\uFEFFx"},
        {"utf-32", "x\0\0\0", 4, "x"},
        {"utf-32", "\0\0\0x", 4, "x"},
    };
    static decoded d;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        decode_all(&d, row_of(cases[i].charset), cases[i].source, cases[i].n);
        if (cases[i].text[0])
            is_mem(d.text, d.n, cases[i].text, strlen(cases[i].text), "%s, %d", cases[i].charset,
                   (int)i);
        ok(decoded_any_cut(row_of(cases[i].charset), cases[i].source, cases[i].n),
           "every division gives the same");
    }
}

/* ISIRI-3342 has a second "<" for text from right to left. */
static bool is_bracket(const names_row *row, char byte)
{
    return byte == '<' || (byte == '\xBC' && strcmp(row->name, "isiri-3342") == 0);
}

/* Tests random bytes in every charset: all divisions give the same result, all bytes are in the
 * map, and no "<" is lost. In JOHAB its byte may also be the second half of a character. */
static void nonsense(const names_row *row)
{
    static const char some[] = "<~{}\\+-$B(JN\x0E\x0F\x1B\n\x81\xA1\xA4\xE9\xFF\x8E\x8F\0Az0";
    static decoded d;
    char source[400];
    uint32_t seed = row->kind + 7u;
    size_t brackets = 0, kept = 0;
    bool same = true;

    for (unsigned round = 0; round < 20 && same; round++) {
        for (size_t i = 0; i < sizeof source; i++) {
            seed = seed * 1664525u + 1013904223u;
            source[i] = round % 2 ? (char)(seed >> 16) : some[(seed >> 16) % (sizeof some - 1)];
            brackets += is_bracket(row, source[i]);
        }
        same = decoded_any_cut(row, source, sizeof source);
        decode_all(&d, row, source, sizeof source);
        for (size_t i = 0; i < d.n; i++)
            kept += d.text[i] == '<';
    }
    ok(same, "%s: random bytes: every division gives the same", row->name);
    if (row->kind == NAMES_SINGLE || (row->kind == NAMES_MULTI && strcmp(row->name, "johab") != 0))
        is_int(kept, brackets, "%s: no \"<\" is lost", row->name);
}

static void all_nonsense(void)
{
    const names_row *row;
    static decoded d;

    for (size_t i = 0; (row = names_at(i)); i++) {
        if (row->kind == NAMES_RAW)
            continue;
        decode_all(&d, row, "", 0);
        if (d.result == TRAWL_ERROR_BAD_CHARSET)
            skip("this iconv has no %s", row->name);
        else
            nonsense(row);
    }
}

/* glibc refuses CP949's 0xA2 0xE8, but has then consumed both bytes: a decoder that skips a byte
 * reads past the end. Other iconvs have a character there. */
static void nothing_left(void)
{
    static decoded d;

    decode_all(&d, row_of("cp949"), "x\xA2\xE8", 3);
    if (d.result) {
        skip("this iconv has no CP949");
        return;
    }
    ok(d.n == 4 && (!memcmp(d.text, "x" BAD, 4) || !memcmp(d.text, "x\u327E", 4)),
       "CP949's 0xA2 0xE8 at the end");
    is_int(d.src, 3, "nothing is read past the end");
    decode_all(&d, row_of("cp949"), "\xA2\xE8<", 3);
    ok(d.n == 4 && d.text[3] == '<', "CP949's 0xA2 0xE8 before another byte");
}

/* Tests more shifts than a run of the map can count as bytes of one character. */
static void many_shifts(void)
{
    static char source[200002];
    static decoded d;

    for (size_t i = 0; i + 1 < sizeof source - 1; i += 4)
        memcpy(source + i, ESC "(B\x0F", 4);
    memcpy(source + 200000, "x", 1);
    decode_all(&d, row_of("iso-2022-jp"), source, 200001);
    if (d.result) {
        skip("this iconv has no EUC-JP");
        return;
    }
    is_mem(d.text, d.n, "x", 1, "one letter after 100000 shifts");
    is_int(d.from[0], 0, "it begins at the first shift");
    is_int(d.src, 200001, "and ends after the last one");
}

static void no_memory(void)
{
    static decoded d;
    static const char *const charsets[] = {"shift_jis", "iso-2022-jp", "hz", "utf-16", "koi8-r"};
    static const char source[] = ESC "$B0!" ESC "$AOj\n~{Oj~}\xC1\xC2";

    for (size_t i = 0; i < sizeof charsets / sizeof *charsets; i++) {
        for (long left = 0;; left++) {
            memory_fail_after(left);
            decode_all(&d, row_of(charsets[i]), source, sizeof source - 1);
            memory_fail_after(-1);
            if (d.result != TRAWL_ERROR_NO_MEMORY || left == 100)
                break;
            is_int(d.result, TRAWL_ERROR_NO_MEMORY, "%s: out of memory at allocation %d",
                   charsets[i], (int)left);
        }
        ok(d.result == TRAWL_OK || d.result == TRAWL_ERROR_BAD_CHARSET, "%s: enough", charsets[i]);
    }
}

/* A decoder that had no memory for a set decodes again once it is reset. */
static void after_failure(void)
{
    static decoded d;
    srcmap map;
    decoder c;

    srcmap_open(&map, &memory_default);
    if (charset_open(&c, row_of("iso-2022-jp"), &memory_default) != TRAWL_OK) {
        skip("this iconv has no EUC-JP");
        return;
    }
    is_int(decoded_feed(&d, &c, &map, "x", 1, false, 4096), TRAWL_OK, "memory for the map");
    memory_fail_after(0);
    is_int(decoded_feed(&d, &c, &map, ESC "$AOj", 5, true, 4096), TRAWL_ERROR_NO_MEMORY, "a set");
    memory_fail_after(-1);
    charset_reset(&c);
    d.n = 0;
    is_int(decoded_feed(&d, &c, &map, ESC "$B0!", 5, true, 4096), TRAWL_OK, "after a reset");
    is_mem(d.text, d.n, "\u4E9C", 3, "the text after a reset");
    charset_close(&c);
    srcmap_close(&map);
}

/* The byte-order mark of texts that end here, and of those that may go on: "?" if that is open. */
static void byte_order_marks(void)
{
    static const struct {
        const char *bytes;
        size_t n;
        const char *whole, *begun;
    } rows[] = {
        {"", 0, "", "?"},
        {"x", 1, "", ""},
        {"\xEE", 1, "", ""},
        {"\xEF", 1, "", "?"},
        {"\xEF\xBB", 2, "", "?"},
        {"\xEF\xBB\xBF", 3, "utf-8", "utf-8"},
        {"\xEF\xBBx", 3, "", ""},
        {"\xFE", 1, "", "?"},
        {"\xFE\xFF", 2, "utf-16be", "utf-16be"},
        {"\xFE\xFE", 2, "", ""},
        {"\xFF", 1, "", "?"},
        {"\xFF\xFE", 2, "utf-16le", "?"},
        {"\xFF\xFE\0", 3, "utf-16le", "?"},
        {"\xFF\xFEx", 3, "utf-16le", "utf-16le"},
        {"\xFF\xFE\0\0", 4, "utf-32le", "utf-32le"},
        {"\xFF\xFE\0x", 4, "utf-16le", "utf-16le"},
        {"\0", 1, "", "?"},
        {"\0\0\xFE", 3, "", "?"},
        {"\0\0\xFE\xFF", 4, "utf-32be", "utf-32be"},
        {"\0\0x", 3, "", ""},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int last = 0; last <= 1; last++) {
            bool wait = last;
            const names_row *row = bom_find(rows[i].bytes, rows[i].n, last, &wait);
            is_str(wait && !row ? "?"
                   : row        ? row->name
                                : "",
                   last ? rows[i].whole : rows[i].begun, "mark %zu, last: %d", i, last);
        }
}

int main(void)
{
    try_pieces(shifting, sizeof shifting / sizeof *shifting);
    try_pieces(utf7, sizeof utf7 / sizeof *utf7);
    try_pieces(single, sizeof single / sizeof *single);
    try_pieces(multi, sizeof multi / sizeof *multi);
    two_byte_units("utf-16le");
    two_byte_units("utf-16be");
    four_byte_units("utf-32le");
    four_byte_units("utf-32be");
    open_order();
    all_nonsense();
    nothing_left();
    many_shifts();
    no_memory();
    after_failure();
    byte_order_marks();
    return done();
}
