/* email.c - addresses in running text (D3)
 *
 * A local part may have nearly any character, so text that is glued to its left could belong to it;
 * and any name with a dot is a host after an "@". The search for the local part's left end ORs the
 * masks of its characters: most are plain, and then no rule about glued text runs.
 */
#include "find/bare/inside.h"

/* The rules that may act on a character of a local part. */
enum {
    LEAD = 1,    /* seldom the first byte of a local part: a quote, emphasis, other markup */
    MARK = 2,    /* past_mark() */
    KEY = 4,     /* past_key() */
    ESCAPE = 8,  /* a "%" or "=": its URL may have to be encoded */
    WIDE = 16,   /* beyond ASCII: past_unspaced() */
    SELDOM = 32, /* not in an ordinary local part */
    DOT = 64,    /* no local part has two dots in a row, or a dot at an end */
    OTHER = LEAD | SELDOM
};

/* clang-format off */
static const unsigned char masks[128] = {
    ['!'] = OTHER, ['#'] = OTHER, ['$'] = OTHER, ['%'] = OTHER | ESCAPE, ['&'] = OTHER,
    ['\''] = LEAD | MARK, ['*'] = OTHER, ['.'] = DOT, ['/'] = OTHER,
    ['='] = LEAD | KEY | ESCAPE, ['?'] = OTHER, ['^'] = OTHER, ['`'] = OTHER | MARK,
    ['{'] = OTHER | MARK, ['|'] = OTHER | MARK, ['}'] = OTHER | MARK, ['~'] = OTHER,
};
/* clang-format on */

static unsigned mask_of(char c)
{
    return (unsigned char)c < 0x80 ? masks[(unsigned char)c] : WIDE;
}

/* Returns the start of the local part that ends at `at`. Sets *passed to the masks of its
 * characters, and *too_long when it exceeds the limit. */
static size_t local_start(const text *t, size_t at, unsigned *passed, bool *too_long)
{
    const unsigned char *p = (const unsigned char *)t->p;
    const size_t least = at > t->floor + FOUND_LOCAL ? at - FOUND_LOCAL : t->floor;
    size_t i = at;
    unsigned all = 0;
    utf8_char c;

    *too_long = false;
    while (i > least && byte_is(p[i - 1], BYTE_WORD)) /* Link_Email in ASCII */
        all |= masks[p[--i]];
    for (; i > t->floor; i -= c.len) {
        c = text_char_before(t, i);
        if (!(link_class(c.code) & LINK_EMAIL) || i - c.len < t->floor)
            break;
        if (RULE(R31) && at - (i - c.len) > FOUND_LOCAL) {
            *too_long = true;
            break;
        }
        all |= mask_of(t->p[i - 1]);
    }
    *passed = all;
    return i;
}

/* ---- Text glued to the local part t->p[from..at). Each returns its end, or `from` ---- */

/* Skips markup before a name, also the second mark of a label, "#work#joe". One "~" before a word
 * stays, "~joe/list@a.example". */
static size_t past_marks(const text *t, size_t from, size_t at)
{
    const char mark = t->p[from];
    size_t i = from, label;

    while (mask_of(t->p[i]) & LEAD)
        i++;
    label = bytes_run(t->p, i, at, BYTE_ALNUM, "");
    if (label + 1 < at && t->p[label] == mark && byte_is_one(mark, "#*"))
        return label + 1;
    if (RULE(CASE_TILDE) && RULE(D3) && i > from && t->p[i - 1] == '~' &&
        ascii_is_alnum((unsigned char)t->p[i]) &&
        (i == 1 || (unsigned char)t->p[i - 2] <= ' ' || strchr("<([{\",'", t->p[i - 2])))
        return i - 1;
    return i;
}

/* Skips a colour for a terminal, ESC [ 1 ; 32 m (ECMA-48 section 8.3.117), whose last digits and
 * "m" could belong to the local part. A sequence with two colours of 24 bits has 37 bytes. */
static size_t past_colour(const text *t, size_t from, size_t at)
{
    enum { LONGEST = 64 };
    const size_t least = from > t->floor + LONGEST ? from - LONGEST : t->floor;
    const size_t i = bytes_run_before(t->p, least, from, BYTE_DIGIT, ";:");
    size_t to;

    if (!RULE(CASE_COLOUR) || i < t->floor + 2 || t->p[i - 1] != '[' || t->p[i - 2] != '\x1B')
        return from;
    to = bytes_run(t->p, from, at, BYTE_DIGIT, "");
    return to < at && t->p[to] == 'm' ? to + 1 : from;
}

/* Returns true when t->p[from..at) is an ordinary local part, except for marks at its front. */
static bool is_ordinary_local(const text *t, size_t from, size_t at)
{
    from = bytes_run(t->p, from, at, 0, "'`{|");
    if (from >= at || !ascii_is_alnum((unsigned char)t->p[from]))
        return false;
    while (from < at && !(mask_of(t->p[from]) & SELDOM))
        from++;
    return from == at;
}

bool bare_is_divider(const text *t, size_t i)
{
    const int c = ascii_escape_of(t->p[i - 1], t->p + i - 1, 3);

    return c > 0 && strchr("\t\n\r \"&'(,:;<=>[", c);
}

size_t bare_escape_letters(const char *p)
{
    if (p[0] == 'f' && (ascii_is_upper(p[1]) || ascii_is_digit((unsigned char)p[1])))
        return 2;
    return strchr("nrt", p[0]) != NULL;
}

/* Skips the letters of "\n", "\fB", "\x3C" or "\u003C" after a backslash. */
static size_t past_backslash(const text *t, size_t from, size_t at)
{
    const char *p = t->p + from;
    const size_t code = p[0] == 'x' ? 1 : memcmp(p, "u00", 3) == 0 ? 3 : 0;
    const size_t to = from + (code > 0 ? code + 2 : bare_escape_letters(p));

    return to > from && to < at && (code == 0 || bare_is_divider(t, from + code)) &&
                   is_ordinary_local(t, to, at)
               ? to
               : from;
}

/* Thai to Burmese, Khmer, Han, kana, Hangul. */
bool email_is_unspaced(uint32_t code)
{
    return (code >= 0xE00 && code <= 0x109F) || (code >= 0x1100 && code <= 0x11FF) ||
           (code >= 0x1780 && code <= 0x17FF) || (code >= 0x2E80 && code <= 0xA4CF) ||
           (code >= 0xAC00 && code <= 0xD7FF) || (code >= 0xF900 && code <= 0xFAFF) ||
           (code >= 0xFF00 && code <= 0xFFDF) || (code >= 0x20000 && code <= 0x3FFFF);
}

/* Skips letters of a sentence without blanks, if a local part of ASCII follows them. */
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

/* Returns true when the "'" at i is between the letters of a name, "o'brien", not in "u'joe'". */
static bool is_in_word(const text *t, size_t from, size_t i)
{
    utf8_char c = text_char_before(t, i);

    if (c.code >= 0x80)
        return !email_is_unspaced(c.code);
    if (!ascii_is_alnum((unsigned char)c.code))
        return false;
    return !strchr("uUbBrRfF", (int)c.code) ||
           (i - from > 1 && !(mask_of(t->p[i - 2]) & (SELDOM | KEY)));
}

/* Returns the next "'" in the line after the address, or the place where the search ends. */
static size_t literal_end(text *t, size_t to)
{
    enum { FAR = 512 };
    const size_t most = to + FAR;

    while (to < most && text_at(t, to) > '\n' && t->p[to] != '\'')
        to++;
    return to;
}

/* Returns true when the "'" at i is the only one before the end of the local part, and opens a
 * quote that closes right after the address, which ends at `to`: "'joe@a.example'". After a prefix
 * of SQL, "N'joe@a.example, ann@a.example'", the quote may close later in the line. */
__attribute__((noinline)) static bool opens_literal(text *t, size_t from, size_t i, size_t to)
{
    if (i == from + 1 && from > 0 && (t->p[from] == 'N' || t->p[from] == 'E') &&
        !mask_of(t->p[from - 1]))
        to = literal_end(t, to);
    return RULE(CASE_LITERAL) && text_at(t, to) == '\'' && !text_is_of(t, to + 1, BYTE_ALNUM) &&
           !memchr(t->p + from, '\'', i - from) && (from == 0 || t->p[from - 1] != '\'');
}

/* Skips up to the last "{", "}", "|" or quote: "author={joe", "Joe|joe", "u='joe". */
static size_t past_mark(text *t, size_t from, size_t at, size_t to)
{
    for (size_t i = at; i-- > from;) {
        char c = t->p[i];

        if (mask_of(c) & MARK &&
            (c != '\'' || (i > from && (!is_in_word(t, from, i) || opens_literal(t, from, i, to)))))
            return i + 1 < at && !(mask_of(t->p[i + 1]) & SELDOM) && !strchr("._+-=", t->p[i + 1])
                       ? i + 1
                       : from;
        if (mask_of(c) & SELDOM)
            return from;
    }
    return from;
}

/* Returns true for the name of a setting whose value is an address; with of_mail, only for names
 * such as "email". */
static bool is_key(const text *t, size_t from, size_t to, bool of_mail)
{
    return RULE(CASE_KEY) &&
           (ascii_is_word_of("mail mailto email e-mail emailaddress from mailfrom sender rcpt",
                             t->p + from, to - from) ||
            (!of_mail && ascii_is_word_of("to cc bcc user address contact login reply-to "
                                          "envelope-to rcpt-to return-path author by e",
                                          t->p + from, to - from)));
}

/* The name of a variable, or of a part of a certificate's name: "R", "CN". */
#define CAPITALS "ABCDEFGHIJKLMNOPQRSTUVWXYZ_-"

/* Skips "email=", "user.email=", "--notify=", "/O=Example/emailAddress=", unless the setting has
 * another "=": addresses of VERP, SRS and similar schemes stay whole. */
static size_t past_key(const text *t, size_t from, size_t at)
{
    size_t equals = at, begin, name, word;

    while (equals > from && t->p[equals - 1] != '=')
        equals--;
    if (equals == from || equals-- == at)
        return from;
    for (begin = equals; begin > from && !strchr("=&?;/", t->p[begin - 1]); begin--)
        ;
    if (begin > from && t->p[begin - 1] == '=')
        return t->p[from] == '-' ? equals + 1 : from; /* "--labels=mail=joe" */
    name = bytes_run(t->p, begin, equals, 0, "-");
    if (RULE(D6) &&
        (name > begin || (name < equals && bytes_run(t->p, name, equals, 0, CAPITALS) == equals)) &&
        bytes_run(t->p, name, equals, BYTE_ALNUM, "-_.") == equals)
        return equals + 1; /* an option, "-x=joe", or a variable, "R=joe" */
    if (is_key(t, name, equals, false))
        return equals + 1;
    if (RULE(D6) && equals - from >= 3 && at - equals > 1 &&
        bytes_run(t->p, from, equals, BYTE_ALNUM, "_.") == equals &&
        bytes_run(t->p, equals + 1, at, BYTE_ALNUM, "-_") == at)
        return equals + 1; /* "name=value" in letters: no VERP, whose value would be a domain */
    word = bytes_run_before(t->p, name, equals, BYTE_ALPHA, "");
    return word > name && strchr("._-", t->p[word - 1]) &&
                   bytes_run(t->p, name, word, BYTE_ALNUM, "._-") == word &&
                   is_key(t, word, equals, true)
               ? equals + 1
               : from;
}

/* Skips dot leaders, "Joe.....joe@a.example". */
static size_t past_dots(const text *t, size_t from, size_t at)
{
    size_t i = at;

    while (i > from + 2 && memcmp(t->p + i - 3, "...", 3) != 0)
        i--;
    return RULE(CASE_DOTS) && RULE(D3) && i > from + 2 && t->p[i] != '.' ? i : from;
}

/* Returns the start of the address that seems to begin at `from`, and ends at `to`. */
static size_t past_glued(text *t, size_t from, size_t at, size_t to, unsigned passed)
{
    char before = from > t->floor ? t->p[from - 1] : ' ';

    if (before == '[' || before == ';' || before == ':' || ascii_is_digit((unsigned char)before))
        from = past_colour(t, from, at);
    if (from < at && from > t->floor && t->p[from - 1] == '\\' && RULE(CASE_BACKSLASH))
        from = past_backslash(t, from, at);
    else if (RULE(CASE_TROFF) && at - from > 2 && before == '(' && from > t->floor + 1 &&
             (t->p[from - 2] == '\\' ||
              (from > t->floor + 2 && memcmp(t->p + from - 3, "\\f", 2) == 0)))
        from += 2; /* "\(lq" and "\f(CW" of troff */
    if (passed & LEAD)
        from = past_marks(t, from, at);
    if (passed & WIDE)
        from = past_unspaced(t, from, at);
    if (passed & MARK)
        from = past_mark(t, from, at, to);
    if (passed & KEY)
        from = past_key(t, from, at);
    if (passed & DOT)
        from = past_dots(t, from, at);
    if (passed & LEAD)
        from = past_marks(t, from, at);
    return RULE(D6) ? bytes_run(t->p, from, at, 0, "+-") : from; /* of options and of patches */
}

/* ---- The parts of an address ---- */

/* Returns true when a quoted local part may begin with the '"' at i, at the start of a word or
 * after "mailto:". */
static bool opens_quoted(const text *t, size_t i)
{
    if (t->p[i] != '"')
        return false;
    return i == 0 || (unsigned char)t->p[i - 1] <= ' ' || strchr("<(,;", t->p[i - 1]) ||
           (i > 6 && ascii_same(t->p + i - 7, "mailto:", 7));
}

/* Returns the place of the quotation mark before the quotation mark at `end`. Returns `end` if no
 * such mark is near, or if a control character is between them. */
static size_t mark_before(const text *t, size_t end)
{
    const size_t least = end >= t->floor + BARE_QUOTED_MAX ? end + 1 - BARE_QUOTED_MAX : t->floor;

    for (size_t i = end; i-- > least;) {
        if (((unsigned char)t->p[i] < ' ' && t->p[i] != '\t') || t->p[i] == 0x7F)
            break;
        if (t->p[i] == '"' && !(i > t->floor && t->p[i - 1] == '\\'))
            return i;
    }
    return end;
}

/* Returns true when the local part needs the marks at `open` and `close`: for a blank, ".." or a
 * dot at its end. */
static bool needs_quotes(const text *t, size_t open, size_t close)
{
    for (size_t i = open + 1; i < close; i++) {
        const unsigned char c = (unsigned char)t->p[i];

        if ((c == '.' && strchr(".\"", t->p[i + 1])) || (c < 0x80 && !(link_class(c) & LINK_EMAIL)))
            return true;
    }
    return false;
}

/* Returns the start of the quoted local part that ends before the "@" at `at`, as in
 * "ann lee"@a.example with its marks (RFC 5321 section 4.1.2); `at` for none. If the local part
 * needs no quotes, "joe"@a.example, it counts as a quoted word. */
static size_t quoted_start(const text *t, size_t at)
{
    const size_t close = at - 1;
    size_t open;

    if (at < t->floor + 3 || t->p[close] != '"' || ascii_is_blank(t->p[close - 1]))
        return at;
    open = mark_before(t, close);
    return open < close && needs_quotes(t, open, close) && !ascii_is_blank(t->p[open + 1]) &&
                   opens_quoted(t, open)
               ? open
               : at;
}

size_t bare_quoted_hold(const text *t, size_t floor, size_t i)
{
    const size_t least = i > floor + BARE_QUOTED_MAX ? i - BARE_QUOTED_MAX : floor;
    size_t hold = i;

    if (i <= least || !memchr(t->p + least, '"', i - least))
        return i; /* nearly always */
    for (size_t k = i; k > least && ((unsigned char)t->p[k - 1] >= ' ' || t->p[k - 1] == '\t'); k--)
        hold = opens_quoted(t, k - 1) ? k - 1 : hold;
    return hold;
}

/* Returns true when no dot is at an end, and no two are in a row. */
static bool has_single_dots(const text *t, size_t from, size_t at)
{
    if (!RULE(D3))
        return from < at;
    if (from == at || t->p[from] == '.' || t->p[at - 1] == '.')
        return false;
    return bytes_find(t->p, from, at, "..") == at;
}

bool address_read_host(const settings *s, text *t, size_t i, host_span *h)
{
    size_t literal;

    host_of_address(s, t, i, h);
    if (h->to == i && settings_mail(s) && (literal = host_literal(t, i)) > i) {
        h->to = literal;
        return true;
    }
    if (!settings_mail(s))
        return host_is_domain(s, t, h);
    return !h->bad && h->labels >= 2 && !ascii_is_digit((unsigned char)t->p[h->last]) &&
           host_fits(t, h);
}

/* Returns the end of the local part at `from`. Stops after one character more than a local part may
 * have. */
static size_t local_end(text *t, size_t from, size_t limit)
{
    size_t i = from;
    utf8_char c;

    while ((c = text_char(t, i)).len > 0 && i < limit && i - from <= FOUND_LOCAL && c.code != '?' &&
           ((link_class(c.code) & LINK_EMAIL) || c.code == '%'))
        i += c.len;
    return i;
}

size_t bare_address_end(const settings *s, text *t, size_t from, size_t limit, bool any_host)
{
    const size_t i = local_end(t, from, limit);
    host_span h;

    if (i - from > FOUND_LOCAL || text_at(t, i) != '@' || !has_single_dots(t, from, i))
        return 0;
    if (any_host && host_literal(t, i + 1) > i + 1)
        return host_literal(t, i + 1);
    host_of_address(s, t, i + 1, &h);
    if (h.bad || h.to == h.from || !host_fits(t, &h))
        return 0;
    return any_host || host_is_domain(s, t, &h) ? h.to : 0;
}

/* ---- Text that looks like an address but is not one ---- */

/* Returns true for a path on another machine, "joe@a.example:src/x", whose host ends at i. */
static bool is_remote(text *t, size_t i)
{
    size_t from = i + 1, k = from;
    int c;

    if (text_at(t, i) != ':')
        return false;
    c = text_at(t, k);
    if ((c >= '0' && c <= '9') || text_is(t, k, "//"))
        return false;
    while (k - from < FOUND_HOST &&
           (c >= 0x80 || (c > 0 && (ascii_is_alnum((unsigned char)c) || strchr("._-+~$%", c)))))
        c = text_at(t, ++k);
    return c == '/';
}

/* Returns true after a "\" that is not the first character of its word. */
static bool ends_escape(const text *t, size_t i)
{
    return i > 1 && t->p[i - 1] == '\\' && ascii_is_alnum((unsigned char)t->p[i - 2]);
}

/* Returns true when a part of the name is missing before `from`: "joe@" of another address, the "@"
 * of a user in a social network, or, before "-users", a placeholder. Also returns true for one
 * letter after a sign, which is an option, "-i@a.example", or an escape, "joe\e@a.example"; and for
 * text after "//" without a scheme, "//a.example/b@c.example". `from` is not 0. */
static bool is_rest(const text *t, size_t from, size_t at)
{
    size_t i = from;

    if (t->p[i - 1] == '@' || (at - i == 1 && (t->p[i - 1] == '-' || ends_escape(t, i))))
        return true;
    if (i > 1 && memcmp(t->p + i - 2, "//", 2) == 0 && (i == 2 || t->p[i - 3] != ':'))
        return true;
    i = bytes_run_before(t->p, t->floor, i, 0, "-+");
    return i > 0 && i < from &&
           (strchr(">})]*\\'\"@", t->p[i - 1]) || (unsigned char)t->p[i - 1] >= 0x80);
}

/* Returns true when the local part has a placeholder, "x-{name}", "x-{}", "x-%s", or ends in a "=",
 * or in a "'" or a "}" that nothing opened. */
static bool has_hole(const text *t, size_t from, size_t at)
{
    const char *p = t->p, *brace = memchr(p + from, '}', at - from);
    const size_t to = brace ? (size_t)(brace - p) : from;

    if (bytes_run_before(p, from, to, BYTE_ALNUM, "_") + 2 <= to || (to > from && p[to - 1] == '{'))
        return true;
    return p[at - 1] == '\'' || p[at - 1] == '=' ||
           (p[at - 1] == '}' && !memchr(p + from, '{', at - from)) ||
           (at - from > 1 && p[at - 2] == '%' && strchr("sd", p[at - 1]));
}

/* Returns true when the local part is a path: "a/b/c@d.example", "/a/b@c.example",
 * "a/b@c.example/d"; or the name of a service in a realm of Kerberos, whose last label is in
 * capitals: "host/a.example@A.EXAMPLE". */
static bool is_path(text *t, size_t from, size_t at, const host_span *h)
{
    const char *slash = memchr(t->p + from, '/', at - from);
    const size_t to = h->to;

    return slash && ((from > 0 && t->p[from - 1] == '/') ||
                     (RULE(CASE_KERBEROS) && t->p[from] != '~' && ascii_is_upper(t->p[to - 1]) &&
                      ascii_is_upper(t->p[h->last])) ||
                     memchr(slash + 1, '/', (size_t)(t->p + at - slash) - 1) ||
                     (text_at(t, to) == '/' && text_at(t, to + 1) > ' '));
}

/* Returns true when the address t->p[from..to) is alone in its line, except for a full stop, blanks
 * and quote marks. */
static bool is_alone(text *t, size_t from, size_t to)
{
    enum { FAR = 512 };
    const size_t least = from > FAR ? from - FAR : 0;
    int c = text_at(t, text_skip_blanks(t, to + (text_at(t, to) == '.')));

    from = bytes_run_before(t->p, least, from, BYTE_BLANK, ">");
    return (from == 0 ? t->base == 0 : t->p[from - 1] == '\n') && (c == '\n' || c == '\r' || c < 0);
}

/* Returns true for the value of "id:" in a search of mail, and of a calendar's property that is an
 * id, such as "UID:". Parameters and quote marks may precede the value. */
static bool follows_id(const text *t, size_t from)
{
    enum { FAR = 256 };
    size_t line, name;

    if (from < 3 || t->p[from - 1] != ':')
        return false;
    if (memcmp(t->p + from - 3, "id", 2) == 0)
        return from == 3 || (unsigned char)t->p[from - 4] <= ' ';
    line = bytes_after_last(t->p, from > FAR ? from - FAR : 0, from, '\n');
    line = bytes_run(t->p, line, from, BYTE_BLANK, ">");
    name = bytes_run(t->p, line, from, 0, CAPITALS);
    return RULE(CASE_CALENDAR) && strchr(":;", t->p[name]) &&
           ascii_is_word_of("uid related-to recurrence-id x-uid x-alarm-uid x-wr-alarmuid",
                            t->p + line, name - line);
}

/* Returns the signs that the text around the address gives. `start` is the result of
 * local_start(). */
static unsigned email_signs_of(const settings *s, text *t, size_t start, size_t from, size_t at,
                               const host_span *h, unsigned passed)
{
    unsigned found = address_host_signs(s, t, h) |
                     address_lookalikes(s, t, start, from, at, h, (passed & OTHER) != 0);
    size_t before = from;

    if (!(found & 1u << ADDRESS_TLD) && is_alone(t, from, h->to))
        found |= 1u << ADDRESS_ALONE;
    if ((from > 0 && (unsigned char)t->p[from - 1] > ' ' && is_rest(t, from, at)) ||
        (passed & (LEAD | SELDOM | KEY) && from < at && RULE(CASE_HOLE) && has_hole(t, from, at)))
        found |= 1u << ADDRESS_HALF;
    if (passed & SELDOM && (is_path(t, from, at, h) ||
                            (!(found & 1u << ADDRESS_TLD) && memchr(t->p + from, '/', at - from))))
        found |= 1u << ADDRESS_FILE;
    if (address_has_id_shape(t->p + from, at - from, t->p + h->from, h->to - h->from))
        found |= 1u << ADDRESS_ID_SHAPE;
    if (from > 1 && !ascii_is_alnum((unsigned char)t->p[from - 1]) &&
        address_may_follow_word(s, t, from))
        before = address_before(t, from, ":*_`.<");
    if ((before < from && address_after_id_word(t, before, false)) || follows_id(t, from))
        found |= 1u << ADDRESS_ID_WORD;
    return found;
}

/* Returns true for text that looks like an address but is something else, and notes why. */
static bool is_of_text(const settings *s, text *t, size_t start, size_t from, size_t at,
                       const host_span *h, unsigned passed, candidate *f)
{
    size_t to = host_of_address_goes_on(s, t, h->to);

    if (to > h->to) {
        candidate_refused(f, from, to, "M5", "the host has a placeholder or a defanged dot");
        return true;
    }
    if (RULE(D3) && is_remote(t, h->to))
        candidate_refused(f, from, h->to, "D3", "a path on that host follows it");
    else if (RULE(D6) &&
             !address_weigh(t, from, email_signs_of(s, t, start, from, at, h, passed), f))
        candidate_refused(f, from, h->to, "D6", "too little shows that it is an address");
    else
        return false;
    return true;
}

outcome bare_email(const settings *s, text *t, size_t at, candidate *f)
{
    bool too_long, userinfo; /* userinfo: of a URL that is not a link (D3) */
    unsigned passed;
    const size_t start = local_start(t, at, &passed, &too_long);
    size_t from = start, to;
    host_span h;

    candidate_begin(f, TRAWL_KIND_EMAIL, at, at + 1);
    if (!address_read_host(s, t, at + 1, &h) || bare_at_host(s, t, h.to)) {
        candidate_refused(f, from, h.to > at ? h.to : at + 1, "D3", "no domain follows the \"@\"");
        return NOT_A_LINK;
    }
    f->to = h.to;
    if (too_long) {
        candidate_note(f, "R31", "a local part of more than 256 bytes: no link");
        return SKIPPED;
    }
    if (settings_mail(s)) {
        to = RULE(D3) && from == at && host_is_domain(s, t, &h) ? quoted_start(t, at) : at;
        passed |= to < at ? SELDOM : 0;
        from = to < at ? to : past_glued(t, from, at, h.to, passed);
        from += from < at && t->p[from] == '~' && text_at(t, h.to) == '~'; /* emphasis */
        if (is_of_text(s, t, start, from, at, &h, passed, f))
            return SKIPPED;
    }
    userinfo = at - from >= 2 && from > 0 && memcmp(t->p + from - 1, "://", 3) == 0;
    if (from == at || userinfo || (passed & DOT && !has_single_dots(t, from, at))) {
        candidate_refused(f, from, h.to, "D3", "the text before the \"@\" is not a local part");
        return SKIPPED;
    }
    if (!settings_find(s, TRAWL_FIND_EMAIL))
        return SKIPPED;
    candidate_note(f, "D3", "an \"@\" with a local part and a domain");
    if (t->p[from] == '_' && ending_left(s, t, from).marks == 0)
        for (to = h.to; text_at(t, to) == '_' && t->p[from] == '_'; to++)
            from++;
    f->plain = true;
    f->codes = (passed & (SELDOM | ESCAPE)) != 0;
    f->ascii = !(passed & WIDE) && !h.suspect;
    f->from = from;
    if (from >= t->floor + 7 && ascii_same(t->p + from - 7, "mailto:", 7))
        f->from -= 7; /* its colon began no link: URLs are not wanted, or not by this profile */
    if (f->from < from && t->p[from] != '"')
        candidate_whole(f, t, f->from, f->to);
    else if (f->codes || t->p[f->to - 1] == ']')
        candidate_id(f, t, from, f->to, "mailto:");
    else
        candidate_simple(f, t, from, f->to, (trawl_str)TEXT_STR("mailto:"));
    f->pieces[0].from = f->from;
    return from < at ? IS_LINK : SKIPPED;
}
