/* lines.c - divides a text into runs that are read, not read, or cut, and undoes overstrikes
 *
 * Handles signatures (RFC 3676 section 4.3), soft line breaks of format=flowed with DelSp (RFC
 * 3676), clear-signed text (RFC 9580 section 7.2), folds and escapes of calendars and cards (RFC
 * 5545 section 3.1, RFC 6350). binary.c recognises binaries, signed.c the start of signed text,
 * folded.c the lines of folded text.
 *
 * Reads the caller's block, or the held bytes of the last block with one more line. Each decision
 * uses up to LINES_HELD bytes from the start of a line, so it depends on the text alone.
 */
#include "base/check.h"
#include "base/utf8.h"
#include "mail/body/inside.h"

/* ---- Single lines ---- */

size_t lines_line_at(const lines_ahead *a, size_t at, lines_line *line)
{
    const char *lf = at < a->n ? memchr(a->p + at, '\n', a->n - at) : NULL;
    size_t next = lf ? (size_t)(lf - a->p) + 1 : a->n;

    if (!lf && (!a->last || at >= a->n))
        return a->last ? 0 : LINES_MORE;
    line->p = a->p + at;
    line->n = next - at - (lf ? 1 : 0);
    line->n -= line->n > 0 && line->p[line->n - 1] == '\r';
    return next;
}

/* Returns n when the bytes begin with literal[0..n), else 0 or LINES_MORE. */
static size_t lines_begins_with(const lines_ahead *a, const char *literal, size_t n)
{
    size_t there = n < a->n ? n : a->n;

    if (memcmp(a->p, literal, there) != 0)
        return 0;
    return there == n ? n : a->last ? 0 : LINES_MORE;
}

size_t lines_test_at(lines *l, const lines_ahead *a, size_t at, lines_test *test)
{
    lines_line line;
    size_t next = lines_line_at(a, at, &line);

    l->over = false;
    return next == 0 || next == LINES_MORE ? next : test(l, a, line, next);
}

lines_line lines_trimmed(lines_line line)
{
    while (line.n > 0 && (line.p[line.n - 1] == ' ' || line.p[line.n - 1] == '\t'))
        line.n--;
    return line;
}

/* Lines after which the text is read in another way: how such a line begins, and its test. */
static const struct {
    const char *begin;
    lines_test *test;
} openers[] = {
    {"begin", lines_uu_starts},
    {"=ybegin ", lines_yenc_starts},
    {LINES_SIGNED, lines_signed_starts},
    {"-----BEGIN PGP SIGNATURE-----", lines_signed_ends},
};

/* Tests for a line of `openers`, or a line that begins folded text. Returns its end. */
static size_t opener_line(lines *l, const lines_ahead *a)
{
    size_t found = 0;

    for (size_t k = 0; k < sizeof openers / sizeof openers[0] && found == 0; k++) {
        size_t n = strlen(openers[k].begin);
        if (a->p[0] == openers[k].begin[0])
            found = lines_begins_with(a, openers[k].begin, n);
        if (found == n)
            found = lines_test_at(l, a, 0, openers[k].test);
    }
    return found > 0 ? found : lines_folded_starts(l, a);
}

/* Tests for the next line or two of the binary in l->state. After the binary's last line, sets the
 * state to LINES_START. */
static size_t binary_line(lines *l, const lines_ahead *a)
{
    size_t next = lines_test_at(l, a, 0, l->state == LINES_UU ? lines_uu : lines_yenc);

    if (l->over && next != LINES_MORE)
        l->state = LINES_START;
    return next;
}

/* Tests for the line "-- ". */
static size_t signature_line(const lines_ahead *a)
{
    size_t found = lines_begins_with(a, "-- ", 3);
    lines_line line;

    if (found != 3 || (a->n > 3 && a->p[3] != '\r' && a->p[3] != '\n'))
        return found == LINES_MORE ? found : 0;
    found = lines_line_at(a, 0, &line);
    return found != LINES_MORE && line.n != 3 ? 0 : found;
}

/* DELSP: tests for a soft line break at the space that ends a line: the space, the line break, the
 * same number of quote marks as before, and a stuffed space: " \n>> ". A break before a signature
 * line is not soft: that line ends the paragraph (RFC 3676 section 4.3). */
static size_t lines_soft_break(const lines *l, const lines_ahead *a)
{
    size_t at = a->p[1] == '\r' ? 3 : 2;
    unsigned marks = 0;
    lines_ahead rest;
    size_t signature;

    while (at < a->n && a->p[at] == '>' && marks <= l->quote) {
        at++;
        marks++;
    }
    if (marks > l->quote || at == a->n)
        return marks > l->quote || a->last ? 0 : LINES_MORE;
    if (marks != l->quote)
        return 0;
    at += a->p[at] == ' ';
    rest = (lines_ahead){.p = a->p + at, .n = a->n - at, .last = a->last};
    signature = signature_line(&rest);
    if (signature != 0)
        return signature == LINES_MORE ? LINES_MORE : 0;
    return l->cut_n + at > LINES_CUT ? 0 : at;
}

/* ---- The walk ---- */

enum run_kind { READ, UNREAD, CUT };

/* A walk over bytes of the text. */
typedef struct lines_walk {
    lines *l;
    const char *p;
    size_t i, n;   /* p[0..i) of p[0..n) is decided */
    size_t passed; /* p[0..passed) has been passed on; p[passed..i) is a run of this kind */
    size_t begins; /* folded text: the next LF; valid if > i */
    size_t escape; /* the next backslash; valid if > i */
    enum run_kind kind;
    bool last, wait; /* wait: more bytes are needed to decide about p[i] */
} walk;

/* Passes the current run on. */
static int lines_pass_on(walk *w)
{
    const lines_out *out = &w->l->out;
    int (*const to[])(void *, const char *, size_t) = {out->read, out->unread, out->cut};
    size_t from = w->passed;

    w->passed = w->i;
    return w->i > from ? to[w->kind](out->user, w->p + from, w->i - from) : 0;
}

/* Decides that the bytes up to `upto` are of this kind. */
static int lines_decide(walk *w, enum run_kind kind, size_t upto)
{
    int stop = kind != w->kind ? lines_pass_on(w) : 0;

    if (upto > w->i)
        w->l->cut_n = kind == CUT ? w->l->cut_n + (unsigned)(upto - w->i) : 0;
    w->kind = kind;
    w->i = upto;
    return stop;
}

static lines_ahead ahead(const walk *w)
{
    size_t n = w->n - w->i < LINES_HELD ? w->n - w->i : LINES_HELD;

    return (lines_ahead){.p = w->p + w->i, .n = n, .last = w->last && n == w->n - w->i};
}

/* Returns the answer of a test, or 0 if that is LINES_MORE. In that case the walk waits for more
 * bytes, unless it has had LINES_HELD bytes. */
static size_t answered(walk *w, const lines_ahead *a, size_t answer)
{
    if (answer != LINES_MORE)
        return answer;
    w->wait = !a->last && a->n < LINES_HELD;
    return 0;
}

/* ---- At the start of a line ---- */

/* Cuts "- " at the start of a line of clear-signed text. */
static int lines_cut_dash(walk *w, const lines_ahead *a)
{
    w->wait = a->n == 1 && !a->last;
    if (w->wait)
        return 0;
    w->l->quote = 0;
    w->l->state = LINES_CONTENT;
    return lines_decide(w, a->n > 1 ? CUT : READ, w->i + (a->n > 1 ? 2 : 1));
}

static int at_start(walk *w)
{
    lines *l = w->l;
    lines_ahead a = ahead(w);
    bool was_signed = l->signed_text;
    size_t next;

    if (l->signed_text && a.p[0] == '-' && (a.n == 1 || a.p[1] == ' '))
        return lines_cut_dash(w, &a);
    l->data = LINES_START;
    next = answered(w, &a, opener_line(l, &a));
    if (w->wait)
        return 0;
    l->quote = 0;
    if (next > 0) {
        bool unread = (l->signed_text && !was_signed) || l->data == LINES_UNFOLD;
        l->state = l->data;
        return lines_decide(w, unread ? UNREAD : READ, w->i + next);
    }
    l->state = l->rule == LINES_DELSP && !l->signed_text ? LINES_QUOTED : LINES_CONTENT;
    return 0;
}

/* Reads quote marks and one stuffed space (RFC 3676 sections 4.4 and 4.5). Counts no more quote
 * marks than can be cut. */
static int at_quote(walk *w)
{
    lines *l = w->l;
    size_t i = w->i;

    for (; i < w->n && w->p[i] == '>'; i++)
        l->quote += l->quote <= LINES_CUT;
    if (i < w->n) {
        i += w->p[i] == ' ';
        l->state = LINES_CONTENT;
    }
    return lines_decide(w, READ, i);
}

static int at_content(walk *w)
{
    lines *l = w->l;
    lines_ahead a = ahead(w);
    size_t next = answered(w, &a, signature_line(&a));
    int stop;

    if (w->wait)
        return 0;
    l->state = next > 0 ? LINES_START : LINES_WITHIN;
    if (next > 0 && l->quote == 0 && !l->signature) {
        l->signature = true;
        stop = lines_pass_on(w);
        stop = stop ? stop : l->out.signature(l->out.user);
        if (stop)
            return stop;
    }
    return lines_decide(w, READ, w->i + next);
}

/* ---- Inside a line ---- */

/* How lines that need a test begin: "beg", "BEG", "=yb", "---", "-- ", and "> BEG". */
static const kernel_heads ordinary = {
    .second = {['e' & 15] = 'b', ['y' & 15] = '=', ['-' & 15] = '-'},
    .third = {['g' & 15] = 'b', ['b' & 15] = '=', ['-' & 15] = '-', [' ' & 15] = '-'},
    .first = {'b', '=', '-', '>'},
    .quoted = 'b'};

/* The same in signed text, where each line that begins with "-" needs a test, and quoted lines need
 * none. */
static const kernel_line of_signed = {.n = 4, .byte = {'b', '=', '-', 'B'}};

/* Fast test: returns false for most lines that begin with two hyphens but need no test. Rules of
 * hyphens are common, and only the first signature counts. */
static bool may_begin(const lines *l, const char *p, size_t n)
{
    return n < 6 || p[0] != '-' || p[5] == 'B' || (p[2] == ' ' && !l->signature);
}

/* Returns the start of the next line that may begin a binary, signed text or a signature, or the
 * next BS, or the end. Ignores each BS in signed text. */
static size_t next_begin(const walk *w)
{
    const lines *l = w->l;
    const kernel *k = l->out.kernel;
    kernel_heads any = ordinary;
    size_t i = w->i;

    if (l->signed_text)
        return (i = k->line(&of_signed, w->p, i, w->n)) < w->n ? i + 1 : i;
    any.struck = l->out.struck != NULL;
    any.third[' ' & 15] = l->signature ? 0 : '-';
    while ((i = k->heads(&any, w->p, i, w->n)) < w->n) {
        if (w->p[i] == '\b')
            return i;
        i++;
        if (may_begin(l, w->p + i, w->n - i))
            return i;
    }
    return i - (any.struck && w->p[i - 1] == '\b');
}

/* Replaces the last bytes of a text by those after p[0..n) is added to it. */
static void lines_remember(char before[LINES_BEFORE], const char *p, size_t n)
{
    for (size_t i = 0; i < n && n < LINES_BEFORE; i++) {
        memmove(before, before + 1, LINES_BEFORE - 1);
        before[LINES_BEFORE - 1] = p[i];
    }
    if (n >= LINES_BEFORE)
        memcpy(before, p + n - LINES_BEFORE, LINES_BEFORE);
}

/* Returns the length of the character at the start of p[0..n), 0 for a blank or a control character
 * or at the end of the text, or LINES_MORE. */
static size_t struck_length(const char *p, size_t n, bool last)
{
    utf8_char c;

    if (n == 0 || (!last && utf8_length((unsigned char)*p) > n))
        return last ? 0 : LINES_MORE;
    c = utf8_decode(p, n);
    return c.code <= ' ' || c.code == 0x7F ? 0 : c.code == UTF8_INVALID ? 1 : c.len;
}

/* Reads the BS at p[k] and the character after it (E22). Both are dropped if the same character is
 * to the left, or if this one is "_". Any other character replaces a "_" to the left, and the BS. A
 * "_" that may be replaced is not passed on yet. */
static int lines_strike(walk *w, size_t k)
{
    const lines_out *out = &w->l->out;
    const char *over = w->p + k + 1;
    const size_t n = struck_length(over, w->n - k - 1, w->last);
    const bool replaces = k > w->i && w->p[k - 1] == '_';
    char before[LINES_BEFORE];
    bool drops;
    int stop;

    w->l->state = LINES_WITHIN;
    if (n == LINES_MORE) {
        w->wait = true;
        return lines_decide(w, READ, k - replaces);
    }
    CHECK(n <= LINES_BEFORE);
    memcpy(before, w->l->before, sizeof before);
    lines_remember(before, w->p, k);
    drops = memcmp(before + LINES_BEFORE - n, over, n) == 0 ||
            (*over == '_' && (unsigned char)before[LINES_BEFORE - 1] > ' ');
    if (n == 0 || (!drops && !replaces))
        return lines_decide(w, READ, k + 1);
    k -= !drops;
    stop = lines_decide(w, READ, k);
    stop = stop ? stop : lines_pass_on(w);
    w->passed = w->i = (size_t)(over - w->p) + n;
    return stop ? stop : out->struck(out->user, over, drops ? 0 : n, w->i - k);
}

/* Reads up to the next line that needs a test, an overstrike, or the end. A "_" at the end of the
 * bytes may begin one. */
static int lines_search(walk *w)
{
    size_t next = next_begin(w);

    if (next < w->n && w->p[next] == '\b')
        return lines_strike(w, next);
    w->wait = next == w->n && w->p[next - 1] == '_' && !w->last;
    next -= w->wait;
    if (next == w->i)
        return 0;
    w->l->state = w->p[next - 1] == '\n' ? LINES_START : LINES_WITHIN;
    return lines_decide(w, READ, next);
}

/* DELSP: reads one line. A space or a CR at the end of the bytes may belong to a soft break. */
static int lines_flowed(walk *w)
{
    lines *l = w->l;
    const char *lf = memchr(w->p + w->i, '\n', w->n - w->i);
    size_t end = lf ? (size_t)(lf - w->p) : w->n, next = end + 1, taken;
    lines_ahead a;
    int stop;

    if (!lf && w->last)
        return lines_decide(w, READ, w->n);
    end -= end > w->i && w->p[end - 1] == '\r';
    if (!lf) {
        end -= end > w->i && w->p[end - 1] == ' ';
        w->wait = end < w->n;
        return lines_decide(w, READ, end);
    }
    if (end == w->i || w->p[end - 1] != ' ') {
        l->state = LINES_START;
        return lines_decide(w, READ, next);
    }
    stop = lines_decide(w, READ, end - 1);
    if (stop)
        return stop;
    a = ahead(w);
    taken = answered(w, &a, lines_soft_break(l, &a));
    if (w->wait)
        return 0;
    l->state = taken > 0 && w->p[w->i + taken - 1] != '\n' ? LINES_WITHIN : LINES_START;
    return taken > 0 ? lines_decide(w, CUT, w->i + taken) : lines_decide(w, READ, next);
}

/* ---- Inside a binary ---- */

static int lines_inside(walk *w)
{
    lines_ahead a = ahead(w);
    size_t next = answered(w, &a, binary_line(w->l, &a));

    if (next == 0 && !w->wait)
        w->l->state = LINES_START;
    return lines_decide(w, next > 0 ? UNREAD : w->kind, w->i + next);
}

/* ---- Folded text ---- */

/* Passes the current run on, and reports that folded text begins. */
static int lines_tell_folded(walk *w)
{
    int stop = lines_pass_on(w);

    w->l->folded.told = true;
    return stop ? stop : w->l->out.folded(w->l->out.user);
}

/* At the start of a line: continues with the line, or ends the folded text before it. */
static int at_folded(walk *w)
{
    lines *l = w->l;
    lines_ahead a = ahead(w);
    int stop = l->folded.told ? 0 : lines_tell_folded(w);
    size_t head = 0, own = stop ? 0 : answered(w, &a, lines_folded_line(l, &a, &head));

    if (stop || w->wait)
        return stop;
    l->state = own ? LINES_VALUE : LINES_START;
    return lines_decide(w, own ? READ : w->kind, w->i + head);
}

/* Reads an escape: "\n" is a line break; in "\,", "\;" and "\\" the first byte is cut (RFC 5545
 * section 3.3.11, RFC 6350 section 3.4). A fold may divide it. */
static int lines_unescape(walk *w, size_t at)
{
    int stop = lines_decide(w, READ, at);
    lines_ahead a = {w->p + at + 1, w->n - at - 1, w->last};
    size_t fold = lines_fold(w->l, &a);
    char next = '\0';

    w->wait = fold == LINES_MORE || (a.n == fold && !w->last);
    if (stop || w->wait)
        return stop;
    if (fold < a.n)
        next = a.p[fold];
    if (next == 'n' || next == 'N')
        return lines_decide(w, UNREAD, at + fold + 2);
    if (next != ',' && next != ';' && next != '\\')
        return lines_decide(w, READ, at + 1);
    stop = lines_decide(w, CUT, at + fold + 1);
    return stop ? stop : lines_decide(w, READ, at + fold + 2);
}

/* Returns the offset of the next c from w->i on, or w->n. `found` is the result of the last
 * call. */
static size_t lines_next(const walk *w, size_t found, char c)
{
    const char *p = found <= w->i ? memchr(w->p + w->i, c, w->n - w->i) : w->p + found;

    return p ? (size_t)(p - w->p) : w->n;
}

/* Reads folded text up to and including the end of the line or the next escape. */
static int unfold(walk *w)
{
    lines *l = w->l;
    enum run_kind kind = l->folded.base64 ? UNREAD : READ;
    size_t end, fold;
    int stop;

    w->escape = l->rule == LINES_LDIF ? w->n : lines_next(w, w->escape, '\\');
    w->begins = end = lines_next(w, w->begins, '\n');
    if (w->escape < end)
        return lines_unescape(w, w->escape);
    end -= end > w->i && w->p[end - 1] == '\r' && !(w->last && end == w->n);
    stop = lines_decide(w, kind, end);
    if (stop || end == w->n)
        return stop;
    fold = lines_fold(l, &(lines_ahead){w->p + end, w->n - end, w->last});
    w->wait = fold == LINES_MORE;
    if (w->wait)
        return 0;
    if (fold > 0)
        return lines_decide(w, kind == READ && l->cut_n + fold <= LINES_CUT ? CUT : kind,
                            end + fold);
    l->folded.base64 = false;
    l->state = l->folded.over ? LINES_START : LINES_UNFOLD;
    return lines_decide(w, kind, w->begins + 1);
}

static int lines_step(walk *w)
{
    switch (w->l->state) {
    case LINES_START:
        return at_start(w);
    case LINES_QUOTED:
        return at_quote(w);
    case LINES_CONTENT:
        return at_content(w);
    case LINES_WITHIN:
        return w->l->rule == LINES_DELSP && !w->l->signed_text ? lines_flowed(w) : lines_search(w);
    case LINES_UNFOLD:
        return at_folded(w);
    case LINES_VALUE:
        return unfold(w);
    default:
        return lines_inside(w);
    }
}

/* ---- Feeding ---- */

void lines_begin(lines *l, lines_rule rule, const lines_out *out)
{
    memset(l, 0, offsetof(lines, held));
    l->rule = rule;
    l->out = *out;
    l->state = rule >= LINES_FOLDED ? LINES_UNFOLD : LINES_START;
    l->held_n = 0;
    l->out.kernel = out->kernel ? out->kernel : kernel_choose();
}

/* Reads p[0..n) and passes on the decided bytes. Sets *taken to their number: fewer than LINES_HELD
 * bytes remain undecided, none if `last`. */
static int walk_over(lines *l, const char *p, size_t n, bool last, size_t *taken)
{
    walk w = {.l = l, .p = p, .n = n, .last = last};
    int stop = 0;

    while (w.i < n && !w.wait && !stop)
        stop = lines_step(&w);
    stop = stop ? stop : lines_pass_on(&w);
    *taken = w.i;
    lines_remember(l->before, p, w.i);
    return stop;
}

static int walk_held(lines *l, bool last)
{
    size_t taken;
    int stop = walk_over(l, l->held, l->held_n, last, &taken);

    CHECK(taken <= l->held_n);
    l->held_n -= taken;
    memmove(l->held, l->held + taken, l->held_n);
    return stop;
}

/* Adds bytes of the block, up to the end of a line, to the held bytes. The first SOON bytes usually
 * decide about a line; if not, the line is tested again only at its end. */
static int lines_hold(lines *l, const char **p, size_t *n)
{
    enum { SOON = 64 };
    size_t room = sizeof l->held - l->held_n, some = *n < room ? *n : room;
    const char *lf = memchr(*p, '\n', some);

    some = lf ? (size_t)(lf - *p) + 1 : some;
    CHECK(l->held_n + some <= sizeof l->held);
    memcpy(l->held + l->held_n, *p, some);
    l->held_n += some;
    *p += some;
    *n -= some;
    return lf || l->held_n < SOON || l->held_n >= LINES_HELD ? walk_held(l, false) : 0;
}

int lines_feed(lines *l, const char *p, size_t n)
{
    const char *block = p;
    size_t taken;
    int stop = 0;

    while (n > 0 && l->held_n > 0 && !stop) {
        stop = lines_hold(l, &p, &n);
        if (l->held_n <= (size_t)(p - block)) { /* the held bytes are all from this block */
            p -= l->held_n;
            n += l->held_n;
            l->held_n = 0;
        }
    }
    if (n == 0 || stop)
        return stop;
    stop = walk_over(l, p, n, false, &taken);
    if (stop)
        return stop;
    l->held_n = n - taken;
    CHECK(taken <= n && l->held_n <= sizeof l->held);
    memcpy(l->held, p + taken, l->held_n);
    return 0;
}

int lines_finish(lines *l)
{
    return walk_held(l, true);
}
