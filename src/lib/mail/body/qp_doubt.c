/* qp_doubt.c - decides which codes are decoded in a text that is declared as quoted-printable but
 * seems to be decoded already
 *
 * Mail readers decode every code, so a link that only codes make visible must be found:
 * "=68ttp=3A//a.example". Text that is really decoded has "?id=12" in its links. So if a word shows
 * a link when its codes are decoded, all codes up to the end of the host are decoded. Elsewhere
 * only those codes are decoded that hardly occur in decoded text. coded.c adds the other reading of
 * a link, with all codes decoded.
 */
#include "base/ascii.h"
#include "mail/body/inside.h"

/* Where in a word the next byte is. */
enum { WORD_TEXT, WORD_HOST, WORD_REST };

/* How many bytes of a word are examined from a code on. Must be less than TRANSFER_PENDING. */
#define LOOK 100

static bool qp_doubt_ends_word(unsigned char c)
{
    return c <= ' ' || c == '"' || c == '<' || c == '>';
}

/* The last bytes before a host, as a number. Of the names of base/prefix.h only "www." always
 * announces a host: "ftp." also ends sentences. */
enum { QP_SLASHES = 0x3A2F2F /* "://" */, QP_WWW = 0x7777772E /* "www." */ };

void qp_note(transfer *t, const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)p[i];
        t->before = t->before << 8 | ascii_lower((char)c);
        if (qp_doubt_ends_word(c)) {
            t->query = false;
            t->word = WORD_TEXT;
            t->before = 0;
        } else if (t->word == WORD_TEXT) {
            t->query = t->query || c == '?' || c == '&';
            if ((t->before & 0xFFFFFF) == QP_SLASHES || t->before == QP_WWW || c == '@')
                t->word = WORD_HOST;
        } else {
            t->query = t->query || c == '?' || c == '&';
            t->word = t->word == WORD_HOST && memchr("/?#", c, 3) ? WORD_REST : t->word;
        }
    }
}

/* Returns the length of the soft line break that p[0..n) begins with, or 0. */
static size_t soft_break(const char *p, size_t n)
{
    if (ascii_begins(p, n, "=\r\n"))
        return 3;
    return ascii_begins(p, n, "=\r") || ascii_begins(p, n, "=\n") ? 2 : 0;
}

/* Writes the rest of the word from p on to out, with all codes decoded and without soft breaks.
 * Returns its length. Sets *wait if more bytes are needed. */
static size_t decode_word(char out[LOOK], const char *p, size_t n, bool last, bool *wait)
{
    size_t i = 0, len = 0, most = n < LOOK ? n : LOOK;

    while (i < most && !qp_doubt_ends_word((unsigned char)p[i])) {
        int byte = ascii_escape_of('=', p + i, most - i);
        if (byte >= 0 && qp_doubt_ends_word((unsigned char)byte))
            break;
        out[len++] = byte < 0 ? p[i] : (char)byte;
        i += byte < 0 ? 1 : 3;
        i += soft_break(p + i, most - i);
    }
    *wait = !last && n < LOOK && (i >= n || (p[i] == '=' && i + 2 >= n));
    return len;
}

/* Returns true when p[0..n) has the start of a link or a host: "://", "@", or a full stop between
 * letters. */
static bool shows_link(const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (p[i] == '@' || (n - i > 2 && memcmp(p + i, "://", 3) == 0) ||
            (p[i] == '.' && i > 0 && i + 1 < n && ascii_is_alpha((unsigned char)p[i - 1]) &&
             ascii_is_alpha((unsigned char)p[i + 1])))
            return true;
    return false;
}

/* Returns true if "=XY", with `next` after it, hardly occurs in decoded text: the code of a byte
 * beyond ASCII, of "=" or of a blank, in capitals (but not "?page=2004"); or the code of another visible character. Two
 * decimal digits must be followed by a letter or a code, and in a query any code by "=" or "/". */
static bool is_rare(const transfer *t, const char *p, unsigned char c, char next)
{
    bool decimal = ascii_is_digit((unsigned char)p[2]);
    bool capital = p[1] < 'a' && p[2] < 'a';

    if (c >= 0x80 || c == ' ' || c == '=')
        return capital && (c != ' ' || !t->query || !ascii_is_digit((unsigned char)next));
    if (c < ' ' || c == 0x7F || (t->query && (decimal || (next != '=' && next != '/'))))
        return false;
    return !decimal || next == '=' || ascii_is_alpha((unsigned char)next);
}

bool qp_is_code(const transfer *t, const char *p, size_t n, bool last, bool *wait)
{
    unsigned char c =
        (unsigned char)(ascii_hex((unsigned char)p[1]) * 16 + ascii_hex((unsigned char)p[2]));
    char rest[LOOK];
    size_t len;
    bool shows;

    *wait = false;
    if (is_rare(t, p, c, n > 3 ? p[3] : 0))
        return true;
    if (t->word == WORD_REST || c <= ' ' || c == 0x7F)
        return false;
    if (t->word == WORD_HOST)
        return true;
    len = decode_word(rest, p, n, last, wait);
    shows = shows_link(rest, len);
    *wait = *wait && !shows;
    return shows;
}
