/* email_text.c - what of the text around an address looks like a part of it, and what looks like an address and is none (D3)
 *
 * A local part may hold nearly anything, so nearly anything that is glued to it on the left would belong to it; and any name
 * with a dot is a host behind an "@".
 */
#include "find/email_text.h"

#include <string.h>

#include "find/found.h"

/* ---- What is glued to it ---- */

/* Is t->p[from..to) the name of a setting or a field whose value is an address? of_mail: one that says so itself. */
static bool is_key(const text *t, size_t from, size_t to, bool of_mail)
{
    static const char *const keys[] = {"mail",   "mailto", "email",    "e-mail", "emailaddress", "to",
                                       "from",   "cc",     "bcc",      "user",   "address",      "contact",
                                       "sender", "login",  "reply-to", "e"};
    enum { OF_MAIL = 5 };
    const size_t count = of_mail ? OF_MAIL : sizeof keys / sizeof keys[0];

    for (size_t k = 0; k < count; k++)
        if (to - from == strlen(keys[k]) && ascii_same(t->p + from, keys[k], to - from))
            return true;
    return false;
}

/* Is t->p[from..to) the front of a longer name, "user." of "user.email", "GIT_AUTHOR_" of "GIT_AUTHOR_EMAIL"? */
static bool is_front(const text *t, size_t from, size_t to)
{
    if (to == from || (t->p[to - 1] != '.' && t->p[to - 1] != '_'))
        return false;
    for (size_t i = from; i < to; i++)
        if (!ascii_is_alnum((unsigned char)t->p[i]) && !strchr("._-", t->p[i]))
            return false;
    return true;
}

/* Is it what follows the "--" of an option, "--notify"? */
static bool is_option(const text *t, size_t from, size_t to)
{
    while (from < to && (ascii_is_alnum((unsigned char)t->p[from]) || t->p[from] == '-' || t->p[from] == '_'))
        from++;
    return from == to;
}

/* Past "email=": the only "=" of its setting, so that VERP, SRS and the like keep theirs; or of a part of a name in a certificate,
 * "/O=Example/emailAddress=". */
static size_t past_key(const text *t, size_t from, size_t at)
{
    size_t equals = at, begin, name, word;

    while (equals > from && t->p[equals - 1] != '=')
        equals--;
    if (equals == from || equals == at)
        return from;
    equals--;
    for (begin = equals; begin > from && !strchr("=&?;/", t->p[begin - 1]); begin--)
        ;
    if (begin > from && t->p[begin - 1] == '=')
        return from;
    for (name = begin; name < equals && t->p[name] == '-'; name++)
        ;
    if (is_key(t, name, equals, false) || (name - begin == 2 && is_option(t, name, equals)))
        return equals + 1;
    begin = name;
    for (word = equals; word > begin && ascii_is_alpha((unsigned char)t->p[word - 1]); word--)
        ;
    return is_front(t, begin, word) && is_key(t, word, equals, true) ? equals + 1 : from;
}

/* Thai to Burmese, Khmer, Han, kana, Hangul. */
bool email_is_unspaced(uint32_t code)
{
    return (code >= 0xE00 && code <= 0x109F) || (code >= 0x1100 && code <= 0x11FF) ||
           (code >= 0x1780 && code <= 0x17FF) || (code >= 0x2E80 && code <= 0xA4CF) ||
           (code >= 0xAC00 && code <= 0xD7FF) || (code >= 0xF900 && code <= 0xFAFF) ||
           (code >= 0xFF00 && code <= 0xFFDF) || (code >= 0x20000 && code <= 0x3FFFF);
}

/* Past such letters, if what stands behind them is a local part of ASCII. */
static size_t past_unspaced(const text *t, size_t from, size_t at)
{
    size_t i = at;

    while (i > from && (unsigned char)t->p[i - 1] < 0x80)
        i--;
    return i > from && i < at && ascii_is_alnum((unsigned char)t->p[i]) &&
                   email_is_unspaced(text_char_before(t, i).code)
               ? i
               : from;
}

/* What a local part has nearly always. */
static bool is_ordinary(char c)
{
    return (unsigned char)c >= 0x80 || ascii_is_alnum((unsigned char)c) || (c && strchr("._+-='", c));
}

/* Is t->p[from..at) a local part without what only code is full of, but for marks at its front? */
static bool is_ordinary_local(const text *t, size_t from, size_t at)
{
    while (from < at && memchr("'`{|", t->p[from], 4))
        from++;
    if (from >= at || !ascii_is_alnum((unsigned char)t->p[from]))
        return false;
    while (from < at && is_ordinary(t->p[from]))
        from++;
    return from == at;
}

/* Does the "'" at i, behind from, stand between the letters of a name, "o'brien"? Not behind the "u" of "u'joe'". */
static bool is_in_word(const text *t, size_t from, size_t i)
{
    utf8_char c = text_char_before(t, i);

    if (c.code >= 0x80)
        return !email_is_unspaced(c.code);
    if (!ascii_is_alnum((unsigned char)c.code))
        return false;
    return !strchr("uUbBrRfF", (int)c.code) || (i - from > 1 && is_ordinary(t->p[i - 2]) && t->p[i - 2] != '=');
}

/* Past the last "{", "}", "|" or quote, "author={joe", "Joe|joe", "u='joe", if an ordinary local part stands behind it. */
static size_t past_mark(const text *t, size_t from, size_t at)
{
    for (size_t i = at; i-- > from;) {
        char c = t->p[i];
        bool mark = c == '{' || c == '}' || c == '|' || c == '`' || (c == '\'' && i > from && !is_in_word(t, from, i));

        if (mark)
            return i + 1 < at && is_ordinary(t->p[i + 1]) && !strchr("._+-=", t->p[i + 1]) ? i + 1 : from;
        if (!is_ordinary(c))
            return from;
    }
    return from;
}

size_t email_start(const text *t, size_t from, size_t at)
{
    return past_key(t, past_mark(t, past_unspaced(t, from, at), at), at);
}

/* The character that two hex digits at i stand for; 0 for none. */
static char escaped(const text *t, size_t i)
{
    int high = ascii_hex((unsigned char)t->p[i]), low = ascii_hex((unsigned char)t->p[i + 1]);

    return high < 0 || low < 0 ? '\0' : (char)(high << 4 | low);
}

/* Is it one that stands around addresses, and is in none? */
static bool divides(char c)
{
    return c && strchr("\t\n\r \"&'(,:;<=>[", c);
}

/* Does an escape of two hex digits stand at i, behind its sign, and an ordinary local part behind that? */
static bool is_escape(const text *t, size_t i, size_t at)
{
    return i + 2 < at && divides(escaped(t, i)) && is_ordinary_local(t, i + 2, at);
}

/* Past the last "%3C", "%20" and so on; or past "=3C" at the front, of quoted-printable that nobody decoded. */
static size_t past_percent(const text *t, size_t from, size_t at)
{
    for (size_t i = at; i-- > from;)
        if (t->p[i] == '%' || (t->p[i] == '=' && i == from))
            return is_escape(t, i + 1, at) ? i + 3 : from;
    return from;
}

/* Past the letters of "\n", "\x3C" or "\u003C", as strings in programs have them, whose backslash stands before from. */
static size_t past_backslash(const text *t, size_t from, size_t at)
{
    size_t to = from + 1;

    switch (t->p[from]) {
    case 'n':
    case 'r':
    case 't':
        break;
    case 'u':
        if (at - from < 6 || memcmp(t->p + from + 1, "00", 2) != 0)
            return from;
        to += 2; /* fall through */
    case 'x':
        if (at - to < 3 || !divides(escaped(t, to)))
            return from;
        to += 2;
        break;
    default:
        return from;
    }
    return is_ordinary_local(t, to, at) ? to : from;
}

/* Past U+FE0E and U+FE0F, which say of the sign before them how it is to look, a heart, an envelope; and past U+B7, which is a bullet
 * where no letter stands before it. */
static size_t past_sign(const text *t, size_t from, size_t at)
{
    while (at - from >= 3) {
        if (memcmp(t->p + from, "\xEF\xB8", 2) == 0 && (t->p[from + 2] & '\xFE') == '\x8E')
            from += 3;
        else if (memcmp(t->p + from, "\xC2\xB7", 2) == 0)
            from += 2;
        else
            break;
    }
    return from;
}

size_t email_behind_escapes(const text *t, size_t from, size_t at)
{
    from = past_sign(t, from, at);
    if (from < at && from > t->floor && t->p[from - 1] == '\\')
        from = past_backslash(t, from, at);
    return past_percent(t, from, at);
}

/* ---- What is none ---- */

bool email_is_remote(text *t, size_t i)
{
    size_t from = i + 1, k = from;
    int c;

    if (text_at(t, i) != ':')
        return false;
    c = text_at(t, k);
    if ((c >= '0' && c <= '9') || text_is(t, k, "//"))
        return false;
    while (k - from < FOUND_HOST && c >= 0 && c != '/' &&
           (c >= 0x80 || ascii_is_alnum((unsigned char)c) || (c > 0 && strchr("._-+~$%", c))))
        c = text_at(t, ++k);
    return c == '/';
}

/* Is it a number of a version, "1", "v2", "0-beta", or stands for any, "x"? */
static bool is_of_version(const char *p, size_t n)
{
    if (n > 1 && (p[0] | 0x20) == 'v')
        p++;
    return ascii_is_digit((unsigned char)p[0]) || ((p[0] | 0x20) == 'x' && (n == 1 || p[1] == '-'));
}

/* Are all labels of t->p[from..to), of which none is empty, of a version, "18.x.x"? */
static bool is_version(const text *t, size_t from, size_t to)
{
    while (from < to) {
        const char *dot = memchr(t->p + from, '.', to - from);
        size_t end = dot ? (size_t)(dot - t->p) : to;

        if (!is_of_version(t->p + from, end - from))
            return false;
        from = end + 1;
    }
    return true;
}

bool email_has_no_name(const settings *s, const text *t, size_t at, size_t last, size_t to)
{
    const char *label = t->p + last;
    bool digit = false;

    if (t->p[at + 1] == '[' || settings_tld(s, label, to - last))
        return false;
    for (size_t i = last; i < to; i++)
        digit = digit || ascii_is_digit((unsigned char)t->p[i]);
    if (digit)
        return to - last < 4 || !ascii_same(label, "xn--", 4);
    return (label[0] | 0x20) == 'x' && is_version(t, at + 1, to);
}

bool email_is_file(const settings *s, const text *t, size_t from, size_t at, size_t last, size_t to)
{
    if (t->p[at + 1] == '[')
        return false;
    if (email_is_named_like_file(t->p, to))
        return true;
    return memchr(t->p + from, '/', at - from) && !settings_tld(s, t->p + last, to - last);
}
