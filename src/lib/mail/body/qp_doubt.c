/* qp_doubt.c - decides which codes are decoded in a text that is declared as quoted-printable but
 * seems to be decoded already
 *
 * Mail readers decode every code, so a link that only codes make visible must be found:
 * "=68ttp=3A//a.example". Text that is really decoded has "?id=12" in its links. So only codes that
 * hardly occur in decoded text are decoded, and all codes in a host. coded.c adds the other reading
 * of a link, with all codes decoded.
 */
#include "base/ascii.h"
#include "mail/body/inside.h"

/* Where in a word the next byte is. */
enum { WORD_TEXT, WORD_HOST, WORD_REST };

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

/* Returns true if "=XY", with `next` after it, hardly occurs in decoded text: the code of a byte
 * beyond ASCII, of "=" or of a blank, in capitals, but not "?page=2004"; or the code of another
 * visible character. Two decimal digits must be followed by a letter, a colon or a code, and in a
 * query any code by "=" or "/". */
static bool is_rare(const transfer *t, const char *p, unsigned char c, char next)
{
    bool decimal = ascii_is_digit((unsigned char)p[2]);
    bool capital = p[1] < 'a' && p[2] < 'a';

    if (c >= 0x80 || c == ' ' || c == '=')
        return capital && (c != ' ' || !t->query || !ascii_is_digit((unsigned char)next));
    if (c < ' ' || c == 0x7F || (t->query && (decimal || (next != '=' && next != '/'))))
        return false;
    return !decimal || next == '=' || next == ':' || ascii_is_alpha((unsigned char)next);
}

bool qp_is_code(const transfer *t, const char *p, size_t n)
{
    unsigned char c =
        (unsigned char)(ascii_hex((unsigned char)p[1]) * 16 + ascii_hex((unsigned char)p[2]));

    return is_rare(t, p, c, n > 3 ? p[3] : 0) || (t->word == WORD_HOST && c > ' ' && c != 0x7F);
}
