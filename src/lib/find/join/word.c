/* word.c - the first word of the line after a link: prose, code, another link, a sign (R34, R35) */

#include "base/ascii.h"
#include "find/join/inside.h"

/* Words that follow a URL in prose, by their first letter. */
static const char *const prose_words[26] = {
    "a about after again aka all also am an and are as at auch auf aus avec",
    "be because been before bei being best between both br but by bye",
    "can che cheers con could",
    "da dans das de dem den der des describes di die do done du",
    "e each ein eine el en est et etc",
    "for from",
    "get gibt",
    "had has have he hello her here het hi his how hth",
    "i if il im in including into is ist it its",
    "just",
    "",
    "la las le les lo los",
    "made make many may met mit more most much must my",
    "nach new next nicht no non not now",
    "o oder of ok on one only op or other ou our out over own",
    "par para per please pour ps",
    "que",
    "regards",
    "same see shall she should since sind so some still such sur",
    ("te than thank thanks that the their then there these they this those three through tia to "
     "too two"),
    "un und under une until up use using",
    "van very via von voor",
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

/* Returns true for "it's", "doesn't", "qu'il": one side is short. */
static bool is_contraction(const char *p, size_t n)
{
    const size_t i = memchr(p, '\'', n) ? bytes_run(p, 0, n, BYTE_ALPHA, "") : 0;
    const size_t to = i > 0 && p[i] == '\'' ? bytes_run(p, i + 1, n, BYTE_ALPHA, "") : 0;

    return to > i + 1 && (i < 3 || to < i + 4) && bytes_run(p, to, n, 0, ".,;:!?") == n;
}

/* Returns true for a word of prose, also with a sign after it, and for a capitalised word. */
static bool is_prose(const char *p, size_t n)
{
    while (n > 1 && !ascii_is_alpha((unsigned char)p[n - 1]))
        n--;
    return (n > 2 && ascii_is_upper(p[0]) && !ascii_is_upper(p[1])) || is_prose_word(p, n);
}

typedef struct word_signs {
    unsigned letters, digits, lowers, uppers, slashes, codes, wide, inner;
    unsigned dots, files; /* all, and those after a slash */
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
        k.dots += c == '.';
        k.files += c == '.' && k.slashes > 0;
        k.inner += strchr("-./", c) != NULL;
        k.codes += strchr("%=&_?#", c) != NULL || (c == '+' && i + 1 < n && after_letter);
    }
    k.letters = k.lowers + k.uppers;
    return k;
}

/* Returns true when p[0..n) has a "://" that is not part of a query or a path, "?u=http://a",
 * "/v3/__http://a". */
static bool holds_url(const char *p, size_t n)
{
    const char *authority = bytes_authority(p, n);
    size_t from;

    if (!authority)
        return false;
    from = bytes_run_before(p, 0, (size_t)(authority - p), BYTE_SCHEME, "");
    return from == 0 || !strchr("=/?_", p[from - 1]);
}

/* Returns true for an address, "joe@a.example". */
static bool word_is_address(const char *p, size_t n)
{
    const char *at = memchr(p, '@', n);
    size_t local = at ? (size_t)(at - p) : 0;

    return local > 0 && !memchr(p, '/', local) && !memchr(p, '=', local) &&
           memchr(at, '.', n - local);
}

/* Returns true when another link, a label or an address begins p[0..n), below the lines `url` of a
 * URL. Of the names of base/prefix.h only "www." always announces a link: a word may be "ftp.". */
static bool begins_other(const char *p, size_t n, bool scheme, trawl_str url)
{
    const size_t name = bytes_run(p, 0, n, BYTE_SCHEME, "_");

    if (name < n && p[name] == ':' &&
        ((name > 1 && name + 1 == n) ||
         ascii_is_word_of("mailto news tel urn doi data file", p, name)))
        return true;
    return holds_url(p, n) ||
           ((prefix_is_www(p, n) ? !scheme : word_is_address(p, n)) && !name_takes(url, p, n));
}

/* ---- The kind of a word: that of the first row that holds ---- */

typedef struct word_row {
    bool holds;
    enum token_kind kind;
} word_row;

static enum token_kind first_kind(const word_row *row)
{
    while (!row->holds)
        row++;
    return row->kind;
}

/* Returns the kind of a word that begins with a sign, or has no letter: TOKEN_NONE, or a kind that
 * only a cut explains. */
static enum token_kind kind_of_odd(const char *p, size_t n)
{
    const size_t marks = bytes_run(p, 0, n, 0, "-+#~.,;:@!*$/(");
    const bool named = marks < n && ascii_is_alnum((unsigned char)p[marks]);
    const word_row rows[] = {
        {n == 1 && strchr("/)", p[0]), TOKEN_ODD},                   /* "/", ")" */
        {n == 1, TOKEN_NONE},                                        /* "|" */
        {p[n - 1] == '$', TOKEN_NONE},                               /* "~$" */
        {n == 3 && p[0] == '.' && ascii_is_upper(p[1]), TOKEN_NONE}, /* ".PP" of troff */
        {p[0] == '/' && n > 1 && strchr(")?", p[1]), TOKEN_ODD},     /* that of "a.example/)." */
        {named && marks <= 2, TOKEN_ODD},                            /* "(a)", ".c", "--x" */
        {true, TOKEN_NONE},
    };

    return first_kind(rows);
}

static bool is_call(const char *p, size_t n)
{
    const char *open = memchr(p, '(', n);

    return open && open > p && ascii_is_alnum((unsigned char)open[-1]) && p[n - 1] == ')';
}

/* Returns true for the name of a constant, "PEAR_1". */
static bool is_constant(const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && (ascii_is_upper(p[i]) || p[i] == '_' || ascii_is_digit((unsigned char)p[i])))
        i++;
    return i == n && ascii_is_upper(p[0]) && memchr(p, '_', n);
}

/* In the place of a kind: kind_of_odd() decides. */
#define ODDLY ((enum token_kind)(TOKEN_CODE + 1))

/* The signs are counted in the word's body, without the signs at its ends. */
static enum token_kind word_kind_of(const char *p, size_t n)
{
    enum { LONG = 30 };
    const size_t front = bytes_run(p, 0, n, 0, "-+#~.,;:@!*$");
    const size_t body = bytes_run_before(p, front, n, BYTE_STOP, ")"), length = body - front;
    enum token_kind kind;
    signs k;

    k = count_signs(p + front, length);
    if (k.letters == n && k.turns == 0 && n < LONG && (k.uppers < 2 || k.lowers == 0))
        return TOKEN_WORD; /* as the rows below say: most words are so */
    const bool letters = k.letters + k.wide == body;
    const word_row rows[] = {
        {n >= 3 && memcmp(p, "\xE2\x80\xA6", 3) == 0, TOKEN_NONE}, /* "...", of an editor */
        {ascii_begins(p, n, "#+"), TOKEN_NONE},                    /* "#+end" of Org */
        {front == n || strchr("()[]'\\^`{}|", p[0]), ODDLY},       /* "(a)", "//" */
        {p[n - 1] == '$', ODDLY},                                  /* "joe$" */
        {k.letters + k.digits + k.wide == 0, ODDLY},               /* "/." */
        {is_call(p, n), TOKEN_SIGN},                               /* "show(x)" */
        {is_constant(p, n), TOKEN_WEAK},                           /* "PEAR_1" */
        {k.codes > 0 || k.slashes > 1, TOKEN_CODE},                /* "a=1", "x/y/z" */
        {k.files > 0 && k.files == k.dots, TOKEN_CODE},            /* "x/y.c" */
        {k.turns > 1 && length >= 6, TOKEN_CODE},                  /* "a1b2c3" */
        {k.turns > 0 && length >= 12, TOKEN_CODE},                 /* "abcdefghijk1" */
        {k.digits >= 9 || length >= LONG, TOKEN_CODE},             /* "123456789" */
        {k.letters == 0 && body < n, ODDLY},                       /* "2." */
        {p[0] == '.' && n <= 3, ODDLY},                            /* ".PP", ".c" */
        {front > 1, ODDLY},                                        /* "--x" */
        {p[0] == '@' && bytes_run(p, 1, n, BYTE_ALPHA, "-") == n, TOKEN_ODD}, /* "@node", "@ts-x" */
        {front > 0 && (p[0] == '.' || k.inner > 0), TOKEN_WEAK},              /* ".html", "-x.y" */
        {front > 0, TOKEN_SIGN},                                              /* "-Ann", "+49" */
        {p[0] == '/' && k.letters == n - 1, TOKEN_SIGN},                      /* "/joe" */
        {letters && (k.uppers < 2 || k.lowers == 0), TOKEN_WORD},             /* "pears", "XML" */
        {letters && k.wide > 0, TOKEN_WORD}, /* with non-ASCII letters */
        {is_contraction(p, n), TOKEN_WORD},  /* "it's" */
        {true, TOKEN_WEAK},                  /* "12", "a.b", "x-ray", "IPad" */
    };
    kind = first_kind(rows);
    return kind == ODDLY ? kind_of_odd(p, n) : kind;
}

/* Returns true for the number of a version: "v2.0". */
static bool is_version(const char *p, size_t n)
{
    return (p[0] | 0x20) == 'v' && bytes_run(p, 1, n, BYTE_DIGIT, ".") == n && memchr(p, '.', n);
}

/* Returns true for as many hexadecimal digits as checksums have. */
static bool is_checksum(const char *p, size_t n)
{
    return (n == 32 || n == 40 || n == 56 || n == 64 || n == 96 || n == 128) &&
           bytes_run(p, 0, n, BYTE_HEX, "") == n;
}

/* The maximum number of bytes of "https://" that a line can begin with. */
#define SCHEME_REST 7

/* Returns the length of p[0..n) without another URL at its end, "x)](http://a.example", but not
 * "show(http://a.example". */
static size_t word_before_url(const char *p, size_t n)
{
    const char *authority = bytes_authority(p, n);
    const size_t i = authority ? (size_t)(authority - p) : 0;
    const size_t from = bytes_run_before(p, 0, i, BYTE_ALPHA, "");
    const bool call = from > 1 && p[from - 1] == '(' && ascii_is_alnum((unsigned char)p[from - 2]);

    return from > 0 && from < i && !call && strchr("()[],;'", p[from - 1]) ? from : n;
}

token word_read(text *t, size_t i, bool scheme, trawl_str url)
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
    k.other = begins_other(p, n, scheme, url) || (c == '"' && strchr("(=[{,", p[n - 1]));
    k.kind = k.other ? TOKEN_NONE : word_kind_of(p, n);
    if ((glued && k.kind > TOKEN_ODD) || (c == '>' && k.kind > TOKEN_ODD && k.kind < TOKEN_CODE))
        k.kind = TOKEN_ODD;
    k.next = c;
    k.sum = is_checksum(p, n);
    k.version = is_version(p, n);
    k.prose =
        (k.kind == TOKEN_WORD && (is_prose(p, n) || is_contraction(p, n))) ||
        (k.kind == TOKEN_WEAK && is_compound(p, n) && text_at(t, text_skip_blanks(t, k.to)) >= ' ');
    k.plain =
        k.kind <= TOKEN_ODD || k.prose || k.version ||
        (byte_is_of_run(p[n - 1], BYTE_STOP, ")") && k.kind != TOKEN_CODE && !memchr(p, '/', n)) ||
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
