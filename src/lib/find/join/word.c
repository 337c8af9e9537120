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
    unsigned char before = ' ';
    signs k = {0};

    for (size_t i = 0; i < n; before = (unsigned char)p[i++]) {
        const unsigned char c = (unsigned char)p[i];
        const bool letter = ascii_is_alpha(c), upper = ascii_is_upper((char)c);
        const bool after_letter = ascii_is_alpha(before), digit = ascii_is_digit(c);
        k.digits += digit;
        k.uppers += upper;
        k.lowers += letter && !upper;
        k.turns += digit && after_letter;
        k.turns += letter && ascii_is_digit(before);
        k.turns += upper && after_letter && !ascii_is_upper((char)before);
        if (letter || digit)
            continue;
        k.wide += c >= 0x80;
        k.slashes += c == '/';
        k.inner += strchr("-./", c) != NULL;
        k.codes += strchr("%=&_?#", c) != NULL || (c == '+' && i + 1 < n && after_letter);
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

/* ---- The kind of a word: the first row that holds ---- */

/* A word p[0..n), and its body p[front..body) without the signs at its ends. */
typedef struct shape {
    const char *p;
    size_t n, front, body;
    signs k; /* of the body */
} shape;

typedef struct word_row {
    bool (*holds)(const shape *w);
    enum token_kind kind;
} word_row;

static bool is_remark(const shape *w)
{
    return w->n >= 3 && memcmp(w->p, "\xE2\x80\xA6", 3) == 0;
}

static bool ends_as_prompt(const shape *w)
{
    return w->p[w->n - 1] == '$';
}

static bool is_one(const shape *w)
{
    return w->n == 1;
}

static bool is_one_of_url(const shape *w)
{
    return w->n == 1 && (w->p[0] == '/' || w->p[0] == ')');
}

static bool is_request(const shape *w)
{
    return w->n == 3 && w->p[0] == '.' && ascii_is_upper(w->p[1]);
}

static bool is_slash(const shape *w)
{
    return w->p[0] == '/' && w->n > 1 && strchr(")?", w->p[1]);
}

/* One or two signs and a letter or digit. */
static bool is_signed(const shape *w)
{
    size_t i = 0;

    while (i < w->n && strchr("-+#~.,;:@!*$/(", w->p[i]))
        i++;
    return i < w->n && i <= 2 && ascii_is_alnum((unsigned char)w->p[i]);
}

/* Words that begin with a sign, or have no letter. */
static const word_row odd_rows[] = {
    {is_one_of_url, TOKEN_ODD},   /* "/", ")" */
    {is_one, TOKEN_NONE},         /* "|" */
    {ends_as_prompt, TOKEN_NONE}, /* "~$" */
    {is_request, TOKEN_NONE},     /* ".PP" of troff */
    {is_slash, TOKEN_ODD},        /* the "/" of "http://a.example/)." */
    {is_signed, TOKEN_ODD},       /* "(a)", ".c", "--x" */
    {NULL, TOKEN_NONE},
};

/* Returns true when the word begins with a sign that no word of a URL begins with. */
static bool begins_in_sign(const shape *w)
{
    return w->front == w->n || strchr("()[]'\\^`{}|", w->p[0]);
}

static bool is_letterless(const shape *w)
{
    return w->k.letters + w->k.digits + w->k.wide == 0;
}

static bool is_call(const shape *w)
{
    const char *open = memchr(w->p, '(', w->n);

    return open && open > w->p && ascii_is_alnum((unsigned char)open[-1]) && w->p[w->n - 1] == ')';
}

static bool has_codes(const shape *w)
{
    return w->k.codes > 0 || w->k.slashes > 1;
}

static bool is_mixed(const shape *w)
{
    return w->k.turns > 0 && w->body - w->front >= (w->k.turns > 1 ? 6 : 12);
}

static bool is_long(const shape *w)
{
    return w->k.digits >= 9 || w->body - w->front >= 30;
}

static bool is_item(const shape *w)
{
    return w->k.letters == 0 && w->body < w->n;
}

static bool is_short_dot(const shape *w)
{
    return w->p[0] == '.' && w->n <= 3;
}

static bool has_signs(const shape *w)
{
    return w->front > 1;
}

static bool is_signed_name(const shape *w)
{
    return w->front > 0 && (w->p[0] == '.' || w->k.inner > 0);
}

static bool is_command(const shape *w)
{
    return w->p[0] == '@' && w->k.letters + 1 == w->n;
}

static bool has_sign(const shape *w)
{
    return w->front > 0;
}

static bool is_one_name(const shape *w)
{
    return w->p[0] == '/' && w->k.letters == w->n - 1;
}

static bool has_only_letters(const shape *w)
{
    return w->k.letters + w->k.wide == w->body &&
           (w->k.uppers < 2 || w->k.lowers == 0 || w->k.wide > 0);
}

/* In the place of a kind: odd_rows decides. */
#define ODDLY ((enum token_kind)(TOKEN_CODE + 1))

static const word_row kind_rows[] = {
    {is_remark, TOKEN_NONE},        /* "...", about what was left out */
    {begins_in_sign, ODDLY},        /* "(a)", "//" */
    {ends_as_prompt, ODDLY},        /* "joe$" */
    {is_letterless, ODDLY},         /* "/." */
    {is_call, TOKEN_SIGN},          /* "show(x)" */
    {has_codes, TOKEN_CODE},        /* "a=1", "x/y/z" */
    {is_mixed, TOKEN_CODE},         /* "a1b2c3", "abcdefghijk1" */
    {is_long, TOKEN_CODE},          /* "123456789" */
    {is_item, ODDLY},               /* "2." */
    {is_short_dot, ODDLY},          /* ".PP", ".c" */
    {has_signs, ODDLY},             /* "--x" */
    {is_signed_name, TOKEN_WEAK},   /* ".html", "-x.y" */
    {is_command, TOKEN_ODD},        /* "@node" of AmigaGuide */
    {has_sign, TOKEN_SIGN},         /* "-Ann", "+49" */
    {is_one_name, TOKEN_SIGN},      /* "/joe" */
    {has_only_letters, TOKEN_WORD}, /* "pears", "XML" */
    {NULL, TOKEN_WEAK},             /* "12", "a.b", "x-ray", "iPad" */
};

static enum token_kind word_kind_of(const char *p, size_t n)
{
    shape w = {.p = p, .n = n, .body = n};
    const word_row *row = kind_rows;

    while (w.front < n && strchr("-+#~.,;:@!*$", p[w.front]))
        w.front++;
    while (w.body > w.front && ends_clause(p[w.body - 1]))
        w.body--;
    w.k = count_signs(p + w.front, w.body - w.front);
    while (row->holds && !row->holds(&w))
        row++;
    if (row->kind != ODDLY)
        return row->kind;
    for (row = odd_rows; row->holds && !row->holds(&w);)
        row++;
    return row->kind;
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
    size_t i = word->from;

    while (i < word->to && !ascii_is_alpha((unsigned char)t->p[i]))
        i++;
    return i == word->to;
}
