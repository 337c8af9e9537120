/* peek.c - detects a body that does not have the encoding or charset named in its header
 *
 * Tests the first bytes of a text: whether they are in the named transfer encoding, and whether
 * they are UTF-8 instead of the named charset. Decodes nothing.
 */
#include "base/ascii.h"
#include "base/utf8.h"
#include "mail/body/body.h"

/* ---- Quoted-printable ---- */

/* What a "=" begins: an escape that only encoders write (SURE), an escape that may be accidental as
 * in "?id=12" (MAYBE), no escape (NONE), or an escape that is cut off (CUT). */
typedef enum peek_escape { ESCAPE_SURE, ESCAPE_MAYBE, ESCAPE_NONE, ESCAPE_CUT } escape;

static bool is_upper_hex(char c)
{
    return ascii_is_digit((unsigned char)c) || (c >= 'A' && c <= 'F');
}

static escape escape_at(const char *p, size_t i, size_t n)
{
    const int byte = ascii_escape_of('=', p + i, n - i);
    size_t next = i + 1;

    while (next < n && ascii_is_blank(p[next]))
        next++;
    if (next == n)
        return ESCAPE_CUT;
    if (p[next] == '\n' || p[next] == '\r')
        return ESCAPE_SURE;
    if (byte < 0)
        return i + 2 < n ? ESCAPE_NONE : ESCAPE_CUT;
    if (!is_upper_hex(p[i + 1]) || !is_upper_hex(p[i + 2]))
        return ESCAPE_MAYBE;
    return byte == '=' || byte == ' ' || byte >= 0x80 ? ESCAPE_SURE : ESCAPE_MAYBE;
}

static bool is_decoded_qp(const char *p, size_t n)
{
    bool none = false;

    for (const char *sign = p; (sign = memchr(sign, '=', n - (size_t)(sign - p))) != NULL; sign++) {
        escape c = escape_at(p, (size_t)(sign - p), n);
        if (c == ESCAPE_SURE)
            return false;
        none = none || c == ESCAPE_NONE;
    }
    return none || ascii_run(p, n) < n;
}

/* Returns true after the name of a parameter in a URL: "?page", "&amp;sid". */
static bool follows_name(const char *p, size_t i)
{
    size_t from = i;

    while (from > 0 && (ascii_is_alnum((unsigned char)p[from - 1]) || p[from - 1] == '_'))
        from--;
    return from < i && from > 0 && (p[from - 1] == '?' || p[from - 1] == '&' || p[from - 1] == ';');
}

/* Returns true when the "=" at i is not encoded: a number follows, as in "?page=2004". An encoder
 * writes "?page=3D2004". */
static bool is_plain_number(const char *p, size_t i, size_t n)
{
    const int byte = ascii_escape_of('=', p + i, n - i);

    return byte >= 0 && byte < 0x80 && byte != '=' && n - i > 3 &&
           ascii_is_digit((unsigned char)p[i + 3]) && follows_name(p, i);
}

/* Returns true when the sure escape at i is not a part of a URL that is broken after a "=", or of a
 * value such as "id=ABCD". */
static bool is_proof(const char *p, size_t i, size_t n)
{
    const int byte = ascii_escape_of('=', p + i, n - i);
    const char next = n - i > 3 ? p[i + 3] : '\n';

    if (byte == '=')
        return next != '&' && ascii_is_graph((unsigned char)next);
    return !follows_name(p, i) && (byte < 0 || !is_upper_hex(next));
}

bool sample_is_qp(const char *p, size_t n)
{
    enum { FULL = 60 };
    const char *line = p;
    size_t sure = 0, signs = 0, proofs = 0;

    for (const char *sign = p; (sign = memchr(sign, '=', n - (size_t)(sign - p))) != NULL; sign++) {
        size_t i = (size_t)(sign - p);
        escape c = escape_at(p, i, n);
        const char *lf;
        if (c == ESCAPE_NONE || is_plain_number(p, i, n))
            return false;
        if (c != ESCAPE_SURE)
            continue;
        sure++;
        proofs += is_proof(p, i, n);
        while ((lf = memchr(line, '\n', (size_t)(sign - line))) != NULL)
            line = lf + 1;
        signs += n - i > 3 && p[i + 1] == '3' && (p[i + 3] == '"' || p[i + 3] == '\'');
        signs += sign - line >= FULL && n - i > 1 && (p[i + 1] == '\n' || p[i + 1] == '\r');
    }
    return sure > 1 && signs > 0 && proofs > 0;
}

bool sample_has_qp(const char *p, size_t n)
{
    static const char word[] = "quoted-printable";
    enum { WORD = sizeof word - 1 };

    for (size_t i = 0; i + WORD < n; i++)
        if ((p[i] == 'Q' || p[i] == 'q') && i > 0 && (p[i - 1] == ';' || p[i - 1] == '=') &&
            ascii_same(p + i, word, WORD))
            return true;
    return false;
}

/* ---- Base64 ---- */

static bool is_base64(char c)
{
    return ascii_is_alnum((unsigned char)c) || c == '+' || c == '/' || c == '=';
}

/* Statistics of a text. */
typedef struct letters {
    size_t good;    /* base64 characters */
    size_t longest; /* length of the longest run of them */
    size_t first;   /* length of the run at the start */
    size_t mixed;   /* capitals right after small letters */
    size_t others;  /* other characters, and white space between words (not at line ends) */
    bool link;      /* the text contains "://" */
} letters;

static letters count_letters(const char *p, size_t n)
{
    letters l = {0};
    size_t run = 0, blanks = 0;

    for (size_t i = 0; i < n; i++) {
        if (p[i] == '\n' || p[i] == '\r') {
            run = blanks = 0;
        } else if (p[i] == ' ' || p[i] == '\t') {
            blanks += run > 0;
            run = 0;
        } else {
            bool good = is_base64(p[i]);
            l.others += blanks + !good;
            l.link = l.link || (p[i] == ':' && n - i > 2 && p[i + 1] == '/' && p[i + 2] == '/');
            blanks = 0;
            run = good ? run + 1 : 0;
            l.good += good;
            l.mixed += run > 1 && ascii_is_upper(p[i]) && p[i - 1] >= 'a' && p[i - 1] <= 'z';
            l.longest = run > l.longest ? run : l.longest;
            l.first = run == l.good ? run : l.first;
        }
    }
    return l;
}

/* Returns true if the first line looks like base64: complete groups, and either padding or many
 * capitals after small letters. */
static bool begins_base64(const char *p, size_t n)
{
    enum { LINE = 60, OFTEN = 8 };
    size_t from = 0, to;
    letters l;

    while (from < n && (unsigned char)p[from] <= ' ')
        from++;
    for (to = from; to < n && is_base64(p[to]); to++)
        if (to - from == LINE)
            return true;
    for (; to < n && p[to] != '\n' && p[to] != '\r'; to++)
        ;
    l = count_letters(p + from, to - from);
    if (l.first >= LINE)
        return true;
    return l.good > 0 && l.others == 0 && l.good % 4 == 0 &&
           (l.mixed * OFTEN >= l.good || p[from + l.good - 1] == '=');
}

/* Returns true for prose: it has other characters every few letters and no word of 24 letters. A
 * short text of letters alone counts as prose if their number is not a multiple of 4. */
static bool is_decoded_base64(const char *p, size_t n)
{
    enum { WORD = 24, RARE = 16, OFTEN = 8 };
    letters l;

    if (begins_base64(p, n))
        return false;
    l = count_letters(p, n);
    if (l.good + l.others == 0)
        return false;
    if (l.link || l.others * RARE > l.good)
        return true;
    return l.longest < WORD && l.mixed * OFTEN < l.good && (l.others > 0 || l.good % 4 != 0);
}

/* ---- Uuencode ---- */

/* Returns true when p[0..n) is the whole text and has no "begin" line. */
static bool is_decoded_uu(const char *p, size_t n)
{
    static const char begin[] = "begin ";
    enum { K = sizeof begin - 1 };

    for (size_t i = 0; i + K < n; i++)
        if ((i == 0 || p[i - 1] == '\n') && memcmp(p + i, begin, K) == 0 &&
            ascii_is_digit((unsigned char)p[i + K]))
            return false;
    return n < PEEK_BYTES;
}

bool sample_is_decoded(const char *p, size_t n, transfer_kind kind)
{
    switch (kind) {
    case TRANSFER_QP:
        return is_decoded_qp(p, n);
    case TRANSFER_BASE64:
        return is_decoded_base64(p, n);
    case TRANSFER_UU:
        return is_decoded_uu(p, n);
    default:
        return false;
    }
}

/* ---- Text ---- */

/* Returns true for UTF-8, and adds the number of its sequences of at least `least` bytes to *found.
 * Unless it is the `whole` text, the last sequence may be cut. */
static bool peek_is_utf8(const char *p, size_t n, bool whole, unsigned least, unsigned *found)
{
    for (size_t i = 0; (i += ascii_run(p + i, n - i)) < n;) {
        utf8_char c = utf8_decode(p + i, n - i);
        if (c.code == UTF8_INVALID)
            return !whole && utf8_length((unsigned char)p[i]) > n - i;
        *found += c.len >= least;
        i += c.len;
    }
    return true;
}

bool sample_is_text(const char *p, size_t n, bool declared, bool whole)
{
    enum { RARE = 32 };
    static const char pdf[] = "%PDF-";
    size_t odd = 0;
    unsigned found = 0;
    bool wait;

    if (bom_find(p, n, whole, &wait))
        return true;
    if (memchr(p, 0, n) || (n >= sizeof pdf - 1 && memcmp(p, pdf, sizeof pdf - 1) == 0))
        return false;
    for (size_t i = 0; i < n; i++)
        odd += ((unsigned char)p[i] < ' ' && !(p[i] >= '\b' && p[i] <= '\r') && p[i] != 0x1B) ||
               p[i] == 0x7F;
    return odd <= n / RARE && (declared || peek_is_utf8(p, n, whole, 1, &found));
}

/* ---- UTF-8 ---- */

/* One UTF-8 sequence is enough evidence: in a single-byte charset hardly any occur by chance. In
 * Chinese charsets some short sequences do. Text in UTF-16, UTF-32 or EBCDIC has bytes beyond
 * ASCII, or zeros; but some rare code pages of EBCDIC, whose tables are made by iconv, have letters
 * below 0x80, so that in these only "://" shows ASCII. The decoders of 7-bit charsets read UTF-8 themselves. */
bool sample_is_utf8(const char *p, size_t n, const names_row *charset, bool whole)
{
    unsigned found = 0, enough = charset->kind == NAMES_MULTI ? 3 : 1;

    if (charset->kind == NAMES_UTF7 || charset->kind == NAMES_ISO2022 ||
        charset->kind == NAMES_HZ ||
        (charset->kind == NAMES_EBCDIC && charset->opens[0] && !ascii_has(p, n, "://")))
        return false;
    if (charset->kind == NAMES_UTF16 || charset->kind == NAMES_UTF32 ||
        charset->kind == NAMES_EBCDIC)
        return n > 0 && ascii_run(p, n) == n && !memchr(p, 0, n);
    return peek_is_utf8(p, n, whole, charset->kind == NAMES_MULTI ? 3 : 1, &found) &&
           found >= enough;
}
