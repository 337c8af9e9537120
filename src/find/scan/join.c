/* join.c - bare links that may continue in the next lines (R34, R35)
 *
 * A terminal, or a program that breaks lines at a column, leaves the rest of a long URL in the next
 * lines. Nothing marks the break, so the evidence is weighed at each one:
 *
 *     geometry   the line reaches the right edge, as far as the lines around it show where that is
 *     token      the next line's first word: no word of prose, and no other link
 *     run        it is alone in its line
 *
 * The lines that may belong to the link are a chain. If each break is certain, the chain becomes
 * the link, with one piece for each line; else it is another reading. At most ROWS_ABOVE lines to
 * the left and FOUND_LINES lines and FOUND_BYTES bytes to the right are read, and links that begin
 * in the same chain read no line twice.
 */

#include <limits.h>

#include "base/ascii.h"
#include "find/scan/scan.h"

/* Lines above the link whose columns are compared, and the bytes that they may take. */
#define ROWS_ABOVE 6
#define ABOVE_BYTES 1024

/* No terminal or program breaks at a column before these: an edge that only the link's own line
 * shows, and one that other lines show too. */
#define EDGE_ALONE 40
#define EDGE_SHOWN 24
#define EDGE_MOST 250
#define EDGE_SCREEN 56
#define EDGE_SOFT 8

/* What the first word of the next line may be. */
enum token_kind {
    TOKEN_NONE, /* no part of this URL: another link, a label, a sign */
    TOKEN_SIGN, /* a sign, and a word: "-Ann", "+49", "/joe" */
    TOKEN_WORD, /* letters only */
    TOKEN_WEAK, /* a number, a name with a dot or a hyphen: prose has such words too */
    TOKEN_CODE  /* signs or a mixture that only a URL has */
};

typedef struct token {
    size_t from, to;
    enum token_kind kind;
    bool plain; /* a word of prose by itself: "Thanks", "done." */
    bool other; /* another link, or a label */
} token;

enum strength { BREAK_NONE, BREAK_MAY, BREAK_SURE };

/* A URL and the lines after it that may be parts of it. */
typedef struct chain {
    piece pieces[FOUND_LINES];
    unsigned count, sure; /* lines, and those of them that surely belong to it */
    text_row first, last;
    unsigned longest, same; /* the most columns above; how many lines above have those of `first` */
    unsigned most;          /* `longest` with the word that did not fit; UINT_MAX: unknown */
    unsigned column, body;  /* where the link begins; the text after a bullet, "* ", "12. " */
    bool guess;             /* a break only TRAWL_OPTION_JOIN accepts */
    bool open;              /* the line below the last one casts doubt on all of them */
    bool comment;           /* the link's line is a comment of a program, "# see http://..." */
} chain;

/* ---- The next line's first word ---- */

/* Words that follow a URL in prose, by their first letter. */
static const char *const prose_words[26] = {
    "a about all also am an and are as at auch auf aus avec",
    "be because bei best br but by bye",
    "can che cheers con",
    "da dans das de dem den der des di die do done du",
    "e each ein eine el en est et etc",
    "for from",
    "get",
    "has have he hello het hi how hth",
    "i if il im in into is ist it its",
    "just",
    "",
    "la las le les lo los",
    "met mit",
    "nach nicht no non not now",
    "o oder of ok on one only op or ou our",
    "par para per please pour ps",
    "que",
    "regards",
    "see since sind so some such sur",
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

typedef struct signs {
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
        k.codes += c == '%' || c == '=' || c == '&' || c == '_' || c == '?' || c == '#';
        k.turns += (digit && ascii_is_alpha(before)) ||
                   (ascii_is_alpha(c) && ascii_is_digit(before)) ||
                   (upper && ascii_is_alpha(before) && !ascii_is_upper((char)before));
    }
    k.letters = k.lowers + k.uppers;
    return k;
}

/* Returns true when p[0..n) has a "://" that is no part of a query or a path, "?u=http://a". */
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
static bool is_address(const char *p, size_t n)
{
    const char *at = memchr(p, '@', n);
    size_t local = at ? (size_t)(at - p) : 0;

    return local > 0 && !memchr(p, '/', local) && !memchr(p, '=', local) &&
           memchr(at, '.', n - local);
}

/* Returns true when another link, a label or an address begins p[0..n). */
static bool begins_other(const char *p, size_t n)
{
    size_t name = 0;

    while (name < n && (ascii_is_scheme((unsigned char)p[name]) || p[name] == '_'))
        name++;
    if (name < n && p[name] == ':' &&
        (name + 1 == n || ascii_is_word_of("mailto news tel urn doi data file", p, name)))
        return true;
    return ascii_begins(p, n, "www.") || holds_url(p, n) || is_address(p, n);
}

/* Returns true for a word that ends a sentence or a clause. */
static bool ends_clause(char c)
{
    return c == '.' || c == ',' || c == ';' || c == ':' || c == '!' || c == '?' || c == ')';
}

static enum token_kind kind_of(const char *p, size_t n)
{
    size_t front = 0, body = n;
    signs k;

    while (front < n && strchr("-+#~.,;:@!*$", p[front]))
        front++;
    while (body > front && ends_clause(p[body - 1]))
        body--;
    if (front == n || p[n - 1] == '$' || strchr("()[]'\\^`{}|", p[0]))
        return TOKEN_NONE;
    k = count_signs(p + front, body - front);
    if (k.letters + k.digits + k.wide == 0)
        return TOKEN_NONE; /* "//" */
    if (k.codes + (k.slashes > 1) > 0 || (k.turns > 1 && body - front >= 6) ||
        (k.turns > 0 && body - front >= 12) || k.digits >= 9 || body - front >= 30)
        return TOKEN_CODE;
    if ((k.letters == 0 && body < n) || (p[0] == '.' && n <= 3))
        return TOKEN_NONE; /* "2.", and ".PP" of troff */
    if (front > 0)
        return front > 1 ? TOKEN_NONE : p[0] == '.' || k.inner > 0 ? TOKEN_WEAK : TOKEN_SIGN;
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

/* Reads the first word at i. */
static token read_token(text *t, size_t i)
{
    token k = {.from = i, .to = i, .kind = TOKEN_NONE};
    const char *p = t->p + i;
    size_t n;
    int c;

    while (k.to - i < ROW_BYTES && (c = text_at(t, k.to)) > ' ' &&
           (c >= 0x80 || byte_is((unsigned char)c, BYTE_URL)))
        k.to++;
    n = k.to - i;
    c = text_at(t, k.to);
    if (n == 0 || (c > ' ' && c != 0x1B && c != '"' && c != '>'))
        return k;
    k.other = begins_other(p, n);
    k.kind = k.other ? TOKEN_NONE : kind_of(p, n);
    k.plain = k.kind == TOKEN_NONE || is_version(p, n) ||
              (ends_clause(p[n - 1]) && k.kind != TOKEN_CODE && !memchr(p, '/', n)) ||
              (k.kind == TOKEN_WORD && ((ascii_is_upper(p[0]) && n > 2) || is_prose_word(p, n)));
    return k;
}

/* ---- The edge ---- */

bool join_ends_context(const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && (unsigned char)p[i] <= ' ')
        i++;
    if (i == n)
        return true;
    while (i + 3 <= n && memcmp(p + i, "://", 3) != 0)
        i++;
    return i + 3 <= n;
}

/* Reads the lines above the link's. */
static void look_above(const settings *s, text *t, chain *k)
{
    size_t at = k->first.from, least = at > ABOVE_BYTES ? at - ABOVE_BYTES : 0, end;
    text_row above, below = k->first;

    for (int rows = 0; rows < ROWS_ABOVE && at > least; rows++) {
        size_t from = row_start(t, at - 1, least);
        if (from == SIZE_MAX || !row_read(t, from, NULL, &above) ||
            above.mark_count != k->first.mark_count)
            return;
        if (s->profile != TRAWL_PROFILE_SCREEN && join_ends_context(t->p + from, at - from))
            return;
        at = from;
        if (above.columns > k->longest) {
            for (end = below.text; end < below.to && (unsigned char)t->p[end] > ' ';)
                end++;
            k->longest = above.columns;
            k->most = end == below.text || rows == 0
                          ? UINT_MAX
                          : above.columns + 1 + (unsigned)(end - below.text);
        }
        k->same += above.columns == k->first.columns;
        below = above;
    }
}

/* Returns true when the line reaches the frame at its right. */
static bool reaches_frame(const text_row *r)
{
    unsigned pad = r->indent > 2 ? r->indent - 2 : 0;

    return r->framed && r->edge <= r->columns + (pad < 1 ? 1 : pad > 4 ? 4 : pad);
}

/* Returns the bytes of the token up to the first place where a program that breaks after `end`
 * would break it. */
static unsigned first_part(const text *t, const token *k, char end)
{
    size_t i = k->from;

    while (i < k->to && t->p[i] != end)
        i++;
    return (unsigned)(i - k->from) + (i < k->to);
}

/* ---- One break ---- */

/* Returns true for "name=value" below a URL that has no query. */
static bool is_setting(const text *t, const chain *k, const token *word)
{
    const char *p = t->p + word->from, *url = t->p + k->pieces[0].from;
    size_t i = 0, n = word->to - word->from;

    while (i < n && (ascii_is_alnum((unsigned char)p[i]) || p[i] == '_'))
        i++;
    return i > 0 && i < n && p[i] == '=' && !memchr(p, '&', n) &&
           !memchr(url, '?', k->pieces[0].to - k->pieces[0].from);
}

/* A break: the line before it is k->last. */
typedef struct seam {
    const token *word; /* the first word of the next line */
    char end;          /* the last byte before the break */
    bool run;          /* the word is alone in its line */
    bool soft, open;   /* programs break there; no URL ends so */
    bool chained;      /* the line is as long as the first one of the chain */
    bool exact, full;  /* it ends at the edge that other lines show; no line shows a farther one */
    bool even;         /* and the next one is as long */
    bool vowel;        /* the word may be one of a language */
    bool flowed;       /* a hyphen and one blank end the line, as in flowed text (RFC 3676) */
} seam;

/* Compares the line before a break with those around it. */
static seam measure(const text *t, const chain *k, const text_row *next, const token *word)
{
    const text_row *r = &k->last;
    seam m = {
        .word = word, .end = t->p[k->pieces[k->count - 1].to - 1], .run = word->to == next->to};
    unsigned least, longest = k->longest;

    for (size_t i = word->from; i < word->to && !m.vowel; i++)
        m.vowel = (unsigned char)t->p[i] >= 0x80 || strchr("aeiouyAEIOUY", t->p[i]);
    m.soft = m.end == '/' || m.end == '-';
    m.flowed = m.end == '-' && t->p[r->to] == ' ' && t->p[r->to + 1] == '\n';
    m.open = m.end != '/' && strchr("-=&?%_+", m.end);
    if (next->columns > longest && (!m.run || (!m.soft && next->columns > r->columns)))
        longest = next->columns;
    m.even = m.run && next->columns == r->columns;
    m.chained = k->count > 1 && r->columns == k->first.columns;
    m.exact = reaches_frame(r) || (r->columns >= longest && (k->same > 0 || m.even || m.chained));
    least = m.exact ? EDGE_SHOWN : m.soft && k->longest > 0 ? EDGE_SOFT : EDGE_ALONE;
    m.full = r->columns >= least && r->columns <= EDGE_MOST &&
             (m.exact || r->columns >= longest ||
              (m.soft && r->columns + first_part(t, word, m.end) > longest));
    return m;
}

/* Returns true when the break surely goes through the URL. */
static bool is_sure(const chain *k, const seam *m, bool screen)
{
    const token *word = m->word;
    const bool lone = m->run && !word->plain;

    if (word->kind == TOKEN_SIGN)
        return screen;
    if (m->exact && m->even)
        return true;
    if (m->exact && (screen || !m->soft || m->chained) &&
        (lone || word->kind == TOKEN_CODE ||
         (screen && !word->plain && (word->kind == TOKEN_WEAK || !m->vowel))))
        return true;
    return screen && (m->soft || (k->last.columns >= EDGE_SCREEN && k->last.columns < k->most)) &&
           (word->kind == TOKEN_CODE || lone || (!word->plain && m->end == '-'));
}

/* Returns true when the break may go through the URL. */
static bool is_possible(const seam *m)
{
    const bool shown = m->run || m->exact || m->open || m->soft;

    return m->word->kind == TOKEN_CODE ||
           (shown &&
            (m->word->kind == TOKEN_WEAK || (m->word->kind == TOKEN_WORD && !m->word->plain)));
}

/* Returns true when the URL before the break seems to be whole, ".../x.html", ".../[x]", and the
 * next word could be one of its own. */
static bool is_whole(const text *t, const chain *k, const seam *m)
{
    enum { LONGEST = 4 };
    const char *end = t->p + k->pieces[k->count - 1].to, *p = end;

    if (!ascii_is_alnum((unsigned char)t->p[m->word->from]))
        return false;
    while (end - p < LONGEST && ascii_is_alnum((unsigned char)p[-1]))
        p--;
    return m->end == ']' || m->end == ')' ||
           (p[-1] == '.' && ascii_is_word_of("html htm gz tgz xz bz2 zip pdf ps txt png jpg gif md",
                                             p, (size_t)(end - p)));
}

/* Weighs a break. `marked`: the next line has the quote marks of this one. */
static enum strength weigh(const settings *s, const text *t, const chain *k, const seam *m,
                           bool marked)
{
    const bool screen = RULE(R34) && s->profile == TRAWL_PROFILE_SCREEN;
    const bool slight = m->word->kind == TOKEN_SIGN || m->word->to - m->word->from == 1;

    if ((!m->full && !m->flowed) || (slight && !(m->chained && m->run)) ||
        (!m->exact && is_setting(t, k, m->word)))
        return BREAK_NONE;
    if (k->comment && !screen)
        return m->run && is_possible(m) ? BREAK_MAY : BREAK_NONE;
    if ((screen || (marked && !is_whole(t, k, m) && (m->end != '=' || m->chained))) &&
        is_sure(k, m, screen))
        return BREAK_SURE;
    return slight || is_possible(m) ? BREAK_MAY : BREAK_NONE;
}

/* Weighs a break that is only offered with TRAWL_OPTION_JOIN. */
static enum strength weigh_loosely(const settings *s, chain *k, const seam *m)
{
    if (!RULE(R34) || !settings_option(s, TRAWL_OPTION_JOIN) || k->last.columns + 3 < k->longest ||
        (m->word->kind == TOKEN_WORD && m->end != '/' && !m->open))
        return BREAK_NONE;
    k->guess = true;
    return BREAK_MAY;
}

/* ---- The chain ---- */

/* Returns the end of the word that the URL is in if it ends the line, else 0. The word may have
 * punctuation after the URL: inside a broken URL it belongs to it. */
static size_t word_end(text *t, const candidate *f)
{
    size_t i = f->to;
    int c;

    while (i - f->to < 4 && (c = text_at(t, i)) > ' ' && strchr(".?=&-_+~(*", c))
        i++;
    c = text_at(t, i);
    return c == '\n' || c == '\r' || c == ' ' || c == '\t' || c == 0x1B || c >= 0x80 || c == '|'
               ? i
               : 0;
}

/* Returns true when the "=" at the end may be a soft line break (M13). */
static bool is_quoted(const settings *s, const text *t, const candidate *f, size_t end)
{
    return t->p[end - 1] == '=' && s->profile != TRAWL_PROFILE_SCREEN &&
           !memchr(t->p + f->from, '?', end - f->from);
}

/* Returns true when the text of the next line begins where a program would go on. */
static bool may_begin(const chain *k, const text_row *next)
{
    if (k->count > 1)
        return next->indent == k->last.indent;
    return next->indent <= k->first.indent || next->indent == k->column || next->indent == k->body;
}

/* Finds the lines that may be parts of the URL. */
static void follow(const settings *s, text *t, chain *k)
{
    size_t bytes = k->pieces[0].to - k->pieces[0].from;
    bool above = false, sure = true, exact = true;
    enum strength is;
    text_row next;
    token word;
    seam m;

    while (k->count < FOUND_LINES && k->last.next > 0 && !t->starved &&
           row_read(t, k->last.next, &k->first, &next) && next.text < next.to &&
           may_begin(k, &next)) {
        word = read_token(t, next.text);
        bytes += word.to - word.from;
        if (word.kind == TOKEN_NONE || (word.plain && word.to < next.to) || bytes > FOUND_BYTES) {
            k->open = s->profile != TRAWL_PROFILE_SCREEN && k->count > 1 && !word.other &&
                      k->last.columns == k->first.columns;
            return;
        }
        if (!above)
            look_above(s, t, k);
        above = true;
        m = measure(t, k, &next, &word);
        is = weigh(s, t, k, &m, next.mark_count == k->last.mark_count);
        if (is == BREAK_NONE)
            is = weigh_loosely(s, k, &m);
        if (is == BREAK_NONE) {
            k->open = !exact && m.run && word.kind >= TOKEN_WEAK;
            return;
        }
        k->pieces[k->count++] = (piece){word.from, word.to};
        exact = exact && m.exact;
        sure = sure && is == BREAK_SURE;
        k->sure = sure ? k->count : k->sure;
        if (!m.run)
            return;
        k->last = next;
    }
}

/* Returns the column of the text after a bullet or a number, or that of the line's text. */
static unsigned body_column(text *t, const text_row *r, size_t most)
{
    size_t i = r->text;

    while (i < most && i - r->text < 4 && ascii_is_digit((unsigned char)t->p[i]))
        i++;
    if (i + 1 >= most || !strchr("*-+.)", t->p[i]) || t->p[i + 1] != ' ')
        return r->indent;
    return row_column(t, r, text_skip_blanks(t, i + 1));
}

/* Returns true when the line begins with the sign of a comment and a blank: "# see", "// see". */
static bool is_comment(const text *t, const text_row *r)
{
    const char *p = t->p + r->text;
    const size_t n = r->to - r->text;

    return n > 3 && ((strchr("#;%", p[0]) && p[1] == ' ') || memcmp(p, "// ", 3) == 0);
}

/* Begins the chain with the link's own line. Returns false when the link does not end it. */
static bool begin(text *t, const candidate *f, size_t end, chain *k)
{
    size_t least = f->from > ABOVE_BYTES ? f->from - ABOVE_BYTES : 0;
    size_t from = row_start(t, f->from, least);

    if (from == SIZE_MAX || !row_read(t, from, NULL, &k->first) || k->first.to != end ||
        k->first.text > f->from || k->first.next == 0)
        return false;
    k->pieces[0] = (piece){f->from, end};
    k->count = k->sure = 1;
    k->last = k->first;
    k->longest = k->same = 0;
    k->most = UINT_MAX;
    k->guess = k->open = false;
    k->comment = is_comment(t, &k->first);
    k->column = row_column(t, &k->first, f->from);
    k->body = body_column(t, &k->first, f->from);
    return true;
}

/* ---- Its readings ---- */

/* The bytes before a link that may affect its end: an opening quote or bracket, emphasis. */
#define LEFT 16

typedef struct joined {
    char clean[LEFT + FOUND_BYTES];
    size_t left, n; /* the bytes before the link; all */
    char room[FOUND_BYTES + FOUND_PREFIX];
    piece one;
    candidate f;
} joined;

/* Joins the first `count` lines of the chain, without the last byte of the first one if `drop`.
 * Returns false when the result is no link that is longer than the first line. */
static bool read_joined(const settings *s, const text *t, const candidate *f, const chain *k,
                        unsigned count, bool drop, joined *j)
{
    text w = {.p = j->clean, .final = true};
    size_t first = k->pieces[0].to - k->pieces[0].from - drop;
    const char *colon;

    j->left = f->from - k->first.text < LEFT ? f->from - k->first.text : LEFT;
    if (t->floor + j->left > f->from)
        j->left = f->from > t->floor ? f->from - t->floor : 0;
    memcpy(j->clean, t->p + f->from - j->left, j->left);
    j->n = j->left;
    for (unsigned i = 0; i < count; i++) {
        size_t n = k->pieces[i].to - k->pieces[i].from - (i == 0 && drop);
        memcpy(j->clean + j->n, t->p + k->pieces[i].from, n);
        j->n += n;
    }
    w.n = j->n;
    j->f = (candidate){
        .pieces = &j->one, .piece_room = 1, .url_room = j->room, .url_only = f->url_only};
    if (f->kind == TRAWL_KIND_WWW)
        return bare_www(s, &w, j->left, &j->f) == IS_LINK && j->f.to > j->left + first;
    colon = memchr(j->clean + j->left, ':', j->n - j->left);
    return colon && bare_scheme(s, &w, (size_t)(colon - j->clean), &j->f) == IS_LINK &&
           j->f.from == j->left && j->f.to > j->left + first && form_is_good(j->f.url, j->f.url_n);
}

/* Makes the joined reading the link, and the reading of its first line the second one. */
static void take(candidate *f, const chain *k, const joined *j)
{
    char before[FOUND_BYTES + FOUND_PREFIX];
    size_t n = f->url_n, at = j->left, i = 0;

    if (!candidate_room(f, k->sure))
        return;
    memcpy(before, f->url, n);
    memcpy(f->url_room, j->f.url, j->f.url_n);
    f->url = f->url_room;
    f->url_n = j->f.url_n;
    for (; i < k->sure && at < j->f.to; i++) {
        size_t more = k->pieces[i].to - k->pieces[i].from, most = j->f.to - at;
        f->pieces[i] = (piece){k->pieces[i].from, k->pieces[i].from + (more < most ? more : most)};
        at += more;
    }
    f->piece_count = (unsigned)i;
    f->to = f->pieces[i - 1].to;
    f->flags |= j->f.flags;
    f->codes = f->codes || j->f.codes;
    f->plain = f->plain && j->f.plain;
    candidate_note(f, "R34", "its line is full, and the next line begins like a part of it");
    if (!f->url_only)
        candidate_alt(f, before, n, TRAWL_WHY_JOIN);
}

/* Adds the joined reading, without the first line's hyphen if `drop`. Returns false if there is
 * none. */
static bool offer_joined(const settings *s, const text *t, candidate *f, const chain *k, bool drop,
                         joined *j)
{
    if (!read_joined(s, t, f, k, k->count, drop, j))
        return false;
    candidate_alt(f, j->f.url, j->f.url_n, TRAWL_WHY_JOIN);
    return true;
}

/* Returns true when the first line ends in a hyphen without which the joined URL is a better one by
 * the grammar of its scheme. */
static bool is_better_without(const settings *s, const text *t, candidate *f, const chain *k,
                              joined *j)
{
    int with = 0, without = 0;

    if (k->count < 2 || t->p[k->pieces[0].to - 1] != '-')
        return false;
    if (read_joined(s, t, f, k, k->count, false, j))
        with = url_rank(j->f.url, j->f.url_n);
    if (read_joined(s, t, f, k, k->count, true, j))
        without = url_rank(j->f.url, j->f.url_n);
    f->no_memory = f->no_memory || with < 0 || without < 0;
    return without > with;
}

/* Adds the readings of the lines that may belong to the link. `drop`: the one without the first
 * line's hyphen comes first. */
static void offer(const settings *s, const text *t, candidate *f, const chain *k, bool drop,
                  joined *j)
{
    const bool broken = k->count > 1 && t->p[k->pieces[0].to - 1] == '-';
    bool any = offer_joined(s, t, f, k, drop, j);

    if (broken && offer_joined(s, t, f, k, !drop, j))
        any = true;
    if (!any)
        return;
    f->flags |= k->guess ? TRAWL_FLAG_GUESS_JOINED : TRAWL_FLAG_LINE_END;
    candidate_note(f, k->guess ? "R34" : "R35",
                   "it ends its line, and the next line could be the rest of it");
}

/* As join_next_lines(), for a URL whose own word ends its line at `end`. */
__attribute__((noinline)) static void join_from(const settings *s, text *t, place *p, candidate *f,
                                                size_t end)
{
    bool drop;
    joined j;
    chain k;

    if (!begin(t, f, end, &k))
        return;
    follow(s, t, &k);
    if (t->starved || k.count == 1)
        return;
    p->join_from = t->base + f->from;
    p->join_to = t->base + k.pieces[k.count - 1].to;
    drop = is_better_without(s, t, f, &k, &j);
    if (RULE(R34) && k.sure == k.count && !k.open && !drop &&
        read_joined(s, t, f, &k, k.sure, false, &j)) {
        take(f, &k, &j);
        f->flags |= TRAWL_FLAG_LINE_END;
    } else if (!f->url_only && (RULE(R35) || k.guess)) {
        offer(s, t, f, &k, drop, &j);
    }
}

/* Returns true when the first word of the next line may be the rest of the URL. This is a first
 * test, which needs no geometry: in most texts it is a word of prose. */
static bool may_go_on(const settings *s, text *t, const candidate *f, size_t end)
{
    size_t to = text_skip_blanks(t, end), i = text_after_break(t, to), from = i;
    token word;

    if (i == to)
        return (text_at(t, to) == '|' || text_at(t, to) == 0x1B || text_at(t, to) == 0xE2) &&
               row_ends(t, to);
    while (i - from < ROW_BYTES && (ascii_is_blank(text_at(t, i)) || text_at(t, i) == '>'))
        i++;
    if (text_at(t, i) >= 0x80 || text_at(t, i) == 0x1B || text_at(t, i) == '|')
        return true;
    for (to = i; to < t->n && to - i < ROW_BYTES && ascii_is_alpha((unsigned char)t->p[to]);)
        to++;
    if (t->n - to >= 3 && t->p[to] == ':' &&
        (memcmp(t->p + to, "://", 3) == 0 || (to - i == 6 && memcmp(t->p + i, "mailto", 6) == 0)))
        return false; /* another URL */
    if (to > i && text_at(t, to) == ' ' && to + 1 < t->n && t->p[to + 1] > ' ' &&
        ((ascii_is_upper(t->p[i]) && to > i + 2) ||
         (f->url_only && s->profile != TRAWL_PROFILE_SCREEN)))
        return false; /* a word of prose in nearly all texts */
    word = read_token(t, i);
    if (word.kind == TOKEN_NONE || (word.kind == TOKEN_WORD && word.plain))
        return false;
    return !f->url_only || s->profile == TRAWL_PROFILE_SCREEN || word.kind == TOKEN_CODE ||
           text_line_ends(t, word.to);
}

void join_follow(const settings *s, text *t, place *p, candidate *f)
{
    uint64_t from = t->base + f->from;
    size_t end = f->piece_count == 1 ? word_end(t, f) : 0;

    if (end > 0 && (from <= p->join_from || from >= p->join_to) && may_go_on(s, t, f, end) &&
        !is_quoted(s, t, f, end))
        join_from(s, t, p, f, end);
}
