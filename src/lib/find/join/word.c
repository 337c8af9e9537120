/* word.c - the first word of the line after a link: prose, code, another link, a sign (R34, R35) */

#include "base/ascii.h"
#include "find/join/inside.h"

/* Words that follow a URL in prose, by their first letter. */
static const char *const prose_words[26] = {
    "a about aka all also am an and are as at auch auf aus avec",
    "be because bei best br but by bye",
    "can che cheers con",
    "da dans das de dem den der des describes di die do done du",
    "e each ein eine el en est et etc",
    "for from",
    "get gibt",
    "has have he hello het hi how hth",
    "i if il im in including into is ist it its",
    "just",
    "",
    "la las le les lo los",
    "met mit",
    "nach nicht no non not now",
    "o oder of ok on one only op or ou our",
    "par para per please pour ps",
    "que",
    "regards",
    "see shall since sind so some such sur",
    "te than thank thanks that the their then there these they this tia to",
    "un und under une up use using",
    "van via von voor",
    "was we were what when where which while who wie will with would",
    "",
    "y yes you your",
    "zu zum zur",
};

static bool is_prose_word(const char *p, size_t n)
{
    return ascii_is_alpha((unsigned char)p[0]) &&
           ascii_is_word_of(prose_words[(p[0] | 0x20) - 'a'], p, n);
}

/* Returns true for "Top-ranked". */
static bool is_compound(const char *p, size_t n)
{
    const char *sign = memchr(p, '-', n);

    if (!sign || sign - p < 2 || !ascii_is_upper(p[0]))
        return false;
    for (size_t i = 1; i < n; i++)
        if (p + i != sign && (!ascii_is_alpha((unsigned char)p[i]) || ascii_is_upper(p[i])))
            return false;
    return n > (size_t)(sign - p) + 2;
}

/* Returns true for a word of prose, also with a sign after it, and for a capitalised one. */
static bool is_prose(const char *p, size_t n)
{
    while (n > 1 && !ascii_is_alpha((unsigned char)p[n - 1]))
        n--;
    return (n > 2 && ascii_is_upper(p[0]) && !ascii_is_upper(p[1])) || is_prose_word(p, n);
}

typedef struct word_signs {
    unsigned letters, digits, lowers, uppers, slashes, codes, wide, inner;
    unsigned
        turns; /* from a letter to a digit and back, and from a lower case letter to an upper */
} signs;

static signs count_signs(const char *p, size_t n)
{
    signs k = {0};

    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)p[i], before = i > 0 ? (unsigned char)p[i - 1] : ' ';
        bool upper = ascii_is_upper((char)c), digit = ascii_is_digit(c);
        k.wide += c >= 0x80;
        k.digits += digit;
        k.uppers += upper;
        k.lowers += ascii_is_alpha(c) && !upper;
        k.slashes += c == '/';
        k.inner += c == '-' || c == '.' || c == '/';
        k.codes += (c == '+' && i > 0 && i + 1 < n && ascii_is_alpha(before)) || c == '%' ||
                   c == '=' || c == '&' || c == '_' || c == '?' || c == '#';
        k.turns += (digit && ascii_is_alpha(before)) ||
                   (ascii_is_alpha(c) && ascii_is_digit(before)) ||
                   (upper && ascii_is_alpha(before) && !ascii_is_upper((char)before));
    }
    k.letters = k.lowers + k.uppers;
    return k;
}

/* Returns true when p[0..n) has a "://" that is not part of a query or a path, "?u=http://a". */
static bool holds_url(const char *p, size_t n)
{
    size_t i = 0, from;

    while (i + 3 <= n && memcmp(p + i, "://", 3) != 0)
        i++;
    if (i + 3 > n)
        return false;
    for (from = i; from > 0 && ascii_is_scheme((unsigned char)p[from - 1]);)
        from--;
    return from == 0 || !strchr("=/?", p[from - 1]);
}

/* Returns true for an address, "joe@a.example". */
static bool word_is_address(const char *p, size_t n)
{
    const char *at = memchr(p, '@', n);
    size_t local = at ? (size_t)(at - p) : 0;

    return local > 0 && !memchr(p, '/', local) && !memchr(p, '=', local) &&
           memchr(at, '.', n - local);
}

/* Returns true when another link, a label or an address begins p[0..n). Of the names of
 * base/prefix.h only "www." always announces a link: a word may be "ftp.". */
static bool begins_other(const char *p, size_t n)
{
    size_t name = 0;

    while (name < n && (ascii_is_scheme((unsigned char)p[name]) || p[name] == '_'))
        name++;
    if (name < n && p[name] == ':' &&
        (name + 1 == n || ascii_is_word_of("mailto news tel urn doi data file", p, name)))
        return true;
    return prefix_is_www(p, n) || holds_url(p, n) || word_is_address(p, n);
}

/* Returns true for a word that ends a sentence or a clause. */
static bool ends_clause(char c)
{
    return c == '.' || c == ',' || c == ';' || c == ':' || c == '!' || c == '?' || c == ')';
}

/* Returns the kind of a word that begins with a sign, or has no letter: only a cut explains "/",
 * ")", "(a)", ".c" and "--x". */
static enum token_kind word_kind_of_odd(const char *p, size_t n)
{
    const char *end = p + n, *i = p;

    if (n == 1)
        return p[0] == '/' || p[0] == ')' ? TOKEN_ODD : TOKEN_NONE;
    if (p[n - 1] == '$' || (p[0] == '.' && n == 3 && ascii_is_upper(p[1])))
        return TOKEN_NONE; /* a prompt; ".PP" of troff */
    while (i < end && strchr("-+#~.,;:@!*$/(", *i))
        i++;
    if (p[0] == '/' && i == p + 1 && strchr(").,;:!?", *i))
        return TOKEN_ODD; /* the "/" of "http://a.example/)." */
    return i < end && i - p <= 2 && ascii_is_alnum((unsigned char)*i) ? TOKEN_ODD : TOKEN_NONE;
}

/* Returns true for the call of a function, "show(x)". */
static bool is_call(const char *p, size_t n)
{
    const char *open = memchr(p, '(', n);

    return open && open > p && ascii_is_alnum((unsigned char)open[-1]) && p[n - 1] == ')';
}

static enum token_kind word_kind_of(const char *p, size_t n)
{
    size_t front = 0, body = n;
    signs k;

    if (n >= 3 && memcmp(p, "\xE2\x80\xA6", 3) == 0)
        return TOKEN_NONE; /* "...", a remark about what was left out */
    while (front < n && strchr("-+#~.,;:@!*$", p[front]))
        front++;
    while (body > front && ends_clause(p[body - 1]))
        body--;
    if (front == n || p[n - 1] == '$' || strchr("()[]'\\^`{}|", p[0]))
        return word_kind_of_odd(p, n);
    k = count_signs(p + front, body - front);
    if (k.letters + k.digits + k.wide == 0)
        return word_kind_of_odd(p, n); /* "//" */
    if (is_call(p, n))
        return TOKEN_SIGN;
    if (k.codes + (k.slashes > 1) > 0 || (k.turns > 1 && body - front >= 6) ||
        (k.turns > 0 && body - front >= 12) || k.digits >= 9 || body - front >= 30)
        return TOKEN_CODE;
    if ((k.letters == 0 && body < n) || (p[0] == '.' && n <= 3))
        return word_kind_of_odd(p, n); /* "2.", and ".PP" of troff */
    if (front > 0)
        return front > 1                           ? word_kind_of_odd(p, n)
               : p[0] == '.' || k.inner > 0        ? TOKEN_WEAK
               : p[0] == '@' && k.letters + 1 == n ? TOKEN_ODD /* a command of AmigaGuide */
                                                   : TOKEN_SIGN;
    if (p[0] == '/' && k.letters == n - 1)
        return TOKEN_SIGN;
    return k.letters + k.wide == body && (k.uppers < 2 || k.lowers == 0 || k.wide > 0) ? TOKEN_WORD
                                                                                       : TOKEN_WEAK;
}

/* Returns true for the number of a version: "v2.0". */
static bool is_version(const char *p, size_t n)
{
    size_t i = 1;

    while (i < n && (ascii_is_digit((unsigned char)p[i]) || p[i] == '.'))
        i++;
    return (p[0] | 0x20) == 'v' && i == n && memchr(p, '.', n);
}

/* Returns true for as many hexadecimal digits as checksums have. */
static bool is_checksum(const char *p, size_t n)
{
    if (n != 32 && n != 40 && n != 56 && n != 64 && n != 96 && n != 128)
        return false;
    for (size_t i = 0; i < n; i++)
        if (ascii_hex((unsigned char)p[i]) < 0)
            return false;
    return true;
}

/* The most bytes of "https://" that a line can begin with. */
#define SCHEME_REST 7

/* Returns the length of p[0..n) without another URL at its end, "x)](http://a.example". */
static size_t word_before_url(const char *p, size_t n)
{
    size_t i = 0, from;

    if (!memchr(p, ':', n))
        return n;
    while (i + 3 <= n && memcmp(p + i, "://", 3) != 0)
        i++;
    if (i + 3 > n)
        return n;
    for (from = i; from > 0 && ascii_is_alpha((unsigned char)p[from - 1]);)
        from--;
    return from > 0 && from < i && strchr("()[],;'", p[from - 1]) ? from : n;
}

token word_read(text *t, size_t i, bool scheme)
{
    token k = {.from = i, .to = i, .kind = TOKEN_NONE};
    const char *p = t->p + i;
    bool glued;
    size_t n;
    int c;

    while (k.to - i < ROW_BYTES && (c = text_at(t, k.to)) > ' ' &&
           (c >= 0x80 || byte_is((unsigned char)c, BYTE_URL)))
        k.to++;
    n = k.to - i;
    c = text_at(t, k.to);
    if (n == 0)
        return k;
    glued = c > ' ' && c != 0x1B && c != '>';
    if (scheme && n > SCHEME_REST) /* not its own "://" */
        k.to = i + SCHEME_REST + word_before_url(p + SCHEME_REST, n - SCHEME_REST);
    else
        k.to = i + word_before_url(p, n);
    if (k.to < i + n) {
        glued = true;
        c = text_at(t, k.to);
    }
    n = k.to - i;
    k.other = (begins_other(p, n) && !(scheme && prefix_is_www(p, n))) ||
              (c == '"' && strchr("(=[{,", p[n - 1]));
    k.kind = k.other ? TOKEN_NONE : word_kind_of(p, n);
    if ((glued && k.kind > TOKEN_ODD) || (c == '>' && k.kind > TOKEN_ODD && k.kind < TOKEN_CODE))
        k.kind = TOKEN_ODD;
    k.next = c;
    k.sum = is_checksum(p, n);
    k.version = is_version(p, n);
    k.prose =
        (k.kind == TOKEN_WORD && is_prose(p, n)) ||
        (k.kind == TOKEN_WEAK && is_compound(p, n) && text_at(t, text_skip_blanks(t, k.to)) >= ' ');
    k.plain = k.kind <= TOKEN_ODD || k.prose || k.version ||
              (ends_clause(p[n - 1]) && k.kind != TOKEN_CODE && !memchr(p, '/', n)) ||
              (k.kind == TOKEN_WORD && ascii_is_upper(p[0]) && n > 2);
    return k;
}

bool word_is_number(const text *t, const token *word)
{
    return count_signs(t->p + word->from, word->to - word->from).letters == 0;
}
