/* rows.c - the lines around a link as a terminal shows them: marks, cells, colours, columns
 *
 *     │ > Open https://a.example/one/long/path/that/rea │
 *     │ > ches/the/edge                                 │
 *
 * A row's text is what is left after its marks, in its cell. Marks are ">", the sides of frames,
 * and what both the line of a link and the next line begin with, whatever it is. Escape sequences
 * are skipped, and columns are cells: a wide character takes two.
 */

#include "base/ascii.h"
#include "base/check.h"
#include "find/lines/lines.h"

/* "|" and vertical lines. */
bool row_is_side(uint32_t c)
{
    return c == '|' || c == 0x2502 || c == 0x2503 || c == 0x2506 || c == 0x2507 || c == 0x250A ||
           c == 0x250B || c == 0x2551 || (c >= 0x2589 && c <= 0x2590) || c == 0x2595;
}

/* The longest escape sequence that is skipped. */
#define ESCAPE_MAX 512

size_t row_escape_end(text *t, size_t i)
{
    size_t k = i + 2;
    int c = text_at(t, i + 1);

    if (c == '[') { /* SGR */
        k = text_run(t, k, 62, BYTE_DIGIT, ";:");
        c = text_at(t, k);
        return c == 'm' || c == 'K' ? k + 1 : i;
    }
    if (c != ']')
        return i;
    while (k - i < ESCAPE_MAX && (c = text_at(t, k)) >= ' ')
        k++;
    if (c == 0x07)
        return k + 1;
    return c == 0x1B && text_at(t, k + 1) == '\\' ? k + 2 : i;
}

/* Returns the column of the end of t->p[i..to), which begins at `column`. */
static unsigned columns_to(text *t, size_t i, size_t to, unsigned column)
{
    row_walk w = {.at = i, .next = i, .column = column};

    while (row_step(t, to, &w))
        ;
    return w.column;
}

/* Moves past blanks and escape sequences; counts cells. */
static size_t rows_skip_blanks(text *t, size_t i, unsigned *column)
{
    const size_t from = i;
    size_t next;

    while (i - from < ROW_BYTES) {
        const int c = text_at(t, i);
        if (c == ' ' || c == '\t') {
            *column += row_width((uint32_t)c, *column);
            i++;
        } else if (c == 0x1B && (next = row_escape_end(t, i)) > i) {
            i = next;
        } else {
            break;
        }
    }
    return i;
}

bool row_ends(text *t, size_t i)
{
    unsigned column = 0;
    utf8_char c;

    i = rows_skip_blanks(t, i, &column);
    c = text_char(t, i);
    if (row_is_side(c.code))
        i = rows_skip_blanks(t, i + c.len, &column);
    return text_after_break(t, i) > i;
}

/* Reads the marks at the start of a line: all that are there, or those of `own`. Returns false when
 * a mark of `own` is missing; but a ">" may be missing, since programs that break quoted lines add
 * none. */
static bool read_marks(text *t, size_t *i, const text_row *own, text_row *r)
{
    while (r->mark_count < (own ? own->mark_count : ROW_MARKS)) {
        unsigned column = r->columns;
        size_t k = rows_skip_blanks(t, *i, &column);
        utf8_char c = text_char(t, k);
        if (own ? c.code != own->marks[r->mark_count] : c.code != '>' && !row_is_side(c.code))
            return own == NULL || own->marks[r->mark_count] == '>';
        r->marks[r->mark_count++] = c.code;
        r->columns = column + 1;
        *i = k + c.len;
    }
    return true;
}

/* Returns true when all bytes are printable ASCII, of one cell each. */
static bool rows_are_plain(const char *p, size_t n)
{
    const uint64_t high = UINT64_C(0x8080808080808080), space = UINT64_C(0x2020202020202020);
    uint64_t x, odd = 0;

    for (; n >= sizeof x; p += sizeof x, n -= sizeof x) {
        memcpy(&x, p, sizeof x);
        odd |= (x | (x - space)) & high;
    }
    for (; n > 0; p++, n--)
        odd |= (unsigned char)*p < ' ' || (unsigned char)*p >= 0x80;
    return odd == 0;
}

void row_pass_plain(const text *t, size_t end, unsigned n, row_walk *w)
{
    if (end - w->next > n && rows_are_plain(t->p + w->next, n)) {
        w->next += n;
        w->column += n;
    }
}

/* Finds the end of the text in t->p[i..end). */
static void rows_read_text(text *t, size_t i, size_t end, text_row *r)
{
    row_walk w = {.at = i, .next = i, .column = r->columns};

    end = bytes_run_before(t->p, i, end, BYTE_BLANK, "\r");
    if (rows_are_plain(t->p + i, end - i)) {
        r->to = end;
        r->columns += (unsigned)(end - i);
        return;
    }
    r->to = i;
    while (row_step(t, end, &w)) {
        if (w.c.code > ' ') {
            r->to = w.next;
            r->columns = w.column + w.width;
        }
    }
}

/* ---- Signs, names and numbers that neighbours begin with ---- */

/* What ends a line's number. */
#define NUMBER_ENDS ":-\t"

size_t row_number(const char *p, size_t n, size_t *digits)
{
    size_t to = bytes_run(p, 0, n, BYTE_DIGIT, "");
    const char *colon;

    *digits = 0;
    if (to == 0 && (colon = memchr(p, ':', n)) && !memchr(p, ' ', (size_t)(colon - p))) {
        *digits = (size_t)(colon + 1 - p);
        to = bytes_run(p, *digits, n, BYTE_DIGIT, "");
    }
    return to > *digits && to < n && byte_is_one(p[to], NUMBER_ENDS) ? to + 1 : 0;
}

size_t row_number_end(text *t, size_t i, const char *own, size_t digits)
{
    size_t to;

    for (size_t at = 0; at < digits; at++)
        if (text_at(t, i + at) != (unsigned char)own[at])
            return i;
    to = text_run(t, i + digits, ROW_NAME, BYTE_DIGIT, "");
    return to > i + digits && byte_is_one(text_at(t, to), NUMBER_ENDS) ? to + 1 : i;
}

unsigned long row_number_value(const char *p)
{
    unsigned long value = 0;

    for (; ascii_is_digit((unsigned char)*p); p++)
        value = value * 10 + (unsigned long)(*p - '0');
    return value;
}

size_t row_sign(const char *p, size_t n, size_t *from, bool *tight)
{
    size_t to = 0;

    *from = 0;
    while (to < n && to < ROW_NAME &&
           ((unsigned char)p[to] >= 0x80 || byte_is_of_run(p[to], BYTE_SCHEME, "_")))
        to++;
    if (to < n && p[to] == '>') {
        to = bytes_run(p, to, n, 0, ">");
        while (ascii_begins(p + to, n - to, " >"))
            to += 2;
        return to;
    }
    to = bytes_run(p, 0, n < ROW_SIGN + 1 ? n : ROW_SIGN + 1, 0, ROW_SIGNS ">");
    if (to == 0 || to > ROW_SIGN)
        return 0;
    *from = p[0] == '/' && p[to - 1] == '*' ? to - 1 : 0;
    *tight = to == n || !ascii_is_blank(p[to]);
    return !*tight || to > 1 || strchr("+-!%#:*;", p[0]) ? to : 0;
}

size_t row_sign_end(text *t, size_t i, const char *sign, size_t n)
{
    const size_t k = i + (n == 1 && *sign == '*' && text_is(t, i, "/* "));

    for (size_t at = 0; at < n; at++)
        if (text_at(t, k + at) != (unsigned char)sign[at])
            return i;
    return k + n;
}

size_t row_quote_end(text *t, size_t i, bool named)
{
    size_t to = i, name;

    for (size_t at = i; at - i < ROW_NAME; at = to + ascii_is_blank(text_at(t, to))) {
        name = named ? text_run(t, at, ROW_NAME, BYTE_SCHEME, "_") : at;
        name = text_at(t, name) == '>' ? name : at;
        if (name == at && text_run(t, at, 1, 0, ">|:") == at)
            break;
        named = named && name == at;
        to = text_run(t, name, ROW_SIGN, 0, ">|:");
    }
    return to > i && (t->p[i] == '>' || (t->p[to - 1] == '>' && ascii_is_blank(text_at(t, to))))
               ? to
               : i;
}

/* Sets the sign, the name or the number of the row before t->p[at]. Of several signs of a patch
 * that no blank follows, "-=see", takes only the first. Returns false when the row has none of
 * these. */
static bool find_sign(const text *t, size_t at, text_row *r)
{
    const char *p = t->p + r->text;
    const size_t n = at - r->text;
    size_t from = 0, digits, to = row_number(p, n, &digits);

    r->counted = to > 0;
    if (r->counted)
        r->number = (unsigned)digits;
    else
        to = row_sign(p, n, &from, &r->tight);
    if (r->tight && to < n && strchr("+-!", *p)) {
        if (p[1] == *p)
            return false; /* "--name", an option */
        to = 1;
    }
    r->sign = r->text + from;
    r->sign_n = (unsigned)(to - from);
    r->side = r->indent + (unsigned)from;
    return to > 0 && (to < n || byte_is_one(p[to - 1], ">+-!/#%;") || r->counted);
}

/* Returns the end of the sign of `own` at i, or i. */
static size_t row_skip_sign(text *t, size_t i, const text_row *own, text_row *r)
{
    const char *sign = t->p + own->sign;
    unsigned column = r->columns;
    const size_t k = rows_skip_blanks(t, i, &column);
    const size_t to = own->counted ? row_number_end(t, k, sign, own->number)
                                   : row_sign_end(t, k, sign, own->sign_n);
    const size_t opens = own->counted ? 0 : to - k - own->sign_n; /* the slash of a comment */

    if (to == k || (!own->counted && column + opens != own->side))
        return i;
    CHECK(own->counted || own->sign_n > 0);
    r->tight = !own->counted && text_at(t, to) > ' ' && sign[own->sign_n - 1] != '>';
    if (r->tight && !own->tight && (own->sign_n > 1 || sign[0] != '+'))
        return i;
    r->sign = k + opens;
    r->sign_n = (unsigned)(to - r->sign);
    r->number = own->number;
    r->counted = own->counted;
    r->side = own->side;
    r->columns = columns_to(t, k, to, column);
    return to;
}

/* Returns the bytes of the right side of a box that ends the row: its sign after a blank, "*\/" for
 * "*"; 0 for none. */
static unsigned right_side(const text *t, const text_row *r)
{
    const size_t from = bytes_run_before(t->p, r->text, r->to, 0, ROW_SIGNS), n = r->to - from;
    const char *p = t->p + from, *sign = t->p + r->sign;

    if (from == 0 || !ascii_is_blank(p[-1]))
        return 0;
    return (n == r->sign_n && memcmp(p, sign, n) == 0) ||
                   (n == 2 && *sign == '*' && memcmp(p, "*/", n) == 0)
               ? (unsigned)n
               : 0;
}

/* Takes the right side off the row if it is at the column of the right side of `own`. Returns false
 * when the row has no side there. */
static bool take_right_side(const text *t, const text_row *own, text_row *r)
{
    unsigned n = right_side(t, r);

    if (n == 0 || r->columns - n != own->edge)
        return false;
    for (r->to -= n; r->to > r->text && ascii_is_blank(t->p[r->to - 1]); n++)
        r->to--;
    r->columns -= n;
    r->edge = own->edge;
    r->framed = true;
    return true;
}

/* ---- A row ---- */

/* Moves past the marks of a row that is quoted otherwise than `own`. At most one blank may precede
 * them; after a side no blank may, as in "|> b", since "| > b" may be a prompt in a frame. */
static size_t skip_other_marks(text *t, size_t i, const text_row *own, text_row *r)
{
    const unsigned side = own->mark_count > 0 && row_is_side(own->marks[own->mark_count - 1]);
    unsigned column = r->columns;
    const size_t from = rows_skip_blanks(t, i, &column);
    const bool may = own->mark_count > 0 || text_run(t, from, 1, 0, ">|:") > from;
    const size_t to =
        may && from + side <= i + 1 ? row_quote_end(t, from, own->mark_count > 0) : from;

    if (to == from)
        return i;
    r->columns = columns_to(t, from, to, column);
    CHECK(own->mark_count < sizeof r->marks / sizeof r->marks[0]);
    r->mark_count = own->mark_count + 1;
    r->marks[own->mark_count] = '>';
    return to;
}

/* Reads a row. If `near` is not NULL, reads only the cell that `near` has, and its sign if the row
 * has that, too. If `own` is not NULL, the row must have the marks of `own` or, with `other`,
 * different quote marks. */
static bool row_read_in(text *t, size_t from, const text_row *near, const text_row *own, bool other,
                        text_row *r)
{
    size_t i = from, most = from + ROW_BYTES, limit = most < t->n ? most : t->n;
    const char *lf = memchr(t->p + i, '\n', limit - i);
    size_t end = lf ? (size_t)(lf - t->p) : limit;

    *r = (text_row){.from = from, .next = lf ? end + 1 : 0};
    if (!lf && limit == most)
        return false;
    if (!lf && !t->final) {
        text_starve(t, t->n);
        return false;
    }
    if (near && near->cell) {
        if (!cell_read(t, end, near, r))
            return false;
        i = r->head;
        end = r->to;
    }
    if (!read_marks(t, &i, own, r))
        return false;
    if (near && near->sign_n > 0)
        i = row_skip_sign(t, i, near, r);
    if (other)
        i = skip_other_marks(t, i, own, r);
    r->head = i;
    r->text = rows_skip_blanks(t, i, &r->columns);
    r->indent = r->columns;
    if (r->text >= end)
        r->text = end;
    rows_read_text(t, r->text, end, r);
    return !near || !near->framed || near->cell || take_right_side(t, near, r);
}

bool row_read(text *t, size_t from, const text_row *own, text_row *r)
{
    return row_read_in(t, from, own, own, false, r);
}

bool row_read_near(text *t, size_t from, const text_row *near, text_row *r)
{
    return row_read_in(t, from, near, NULL, false, r);
}

/* Returns true when a side is after the link, or between the marks and the link. */
static bool may_be_cell(text *t, const text_row *r, piece link)
{
    const char *p = t->p + r->text, *end = t->p + link.from - (link.from > r->text);
    unsigned column = r->columns;

    if (memchr(p, '|', (size_t)(end - p)))
        return true;
    for (; (p = memchr(p, 0xE2, (size_t)(end - p))); p++)
        if (row_is_side(text_char(t, (size_t)(p - t->p)).code))
            return true;
    return row_is_side(text_char(t, rows_skip_blanks(t, link.to, &column)).code);
}

/* Sets *own to the row in a cell around the link, the cell of the nearest sides or of the `outer`
 * frame. Returns false unless the next line has the same cell. */
static bool find_cell(text *t, const text_row *r, piece link, bool outer, text_row *own)
{
    text_row below;

    *own = *r;
    return cell_find(t, r->next - 1, link, outer, own) && row_read_near(t, r->next, own, &below);
}

static unsigned long row_value(const text *t, const text_row *r)
{
    return row_number_value(t->p + r->sign + r->number);
}

bool row_read_first(text *t, size_t from, piece link, text_row *r)
{
    text_row own, below;

    if (!row_read_in(t, from, NULL, NULL, false, r))
        return false;
    if (r->next == 0 || r->text > link.from)
        return true;
    if (may_be_cell(t, r, link) &&
        (find_cell(t, r, link, false, &own) || find_cell(t, r, link, true, &own)))
        return row_read_near(t, from, &own, r);
    own = *r;
    if (!find_sign(t, link.from, &own) || !row_read(t, r->next, &own, &below) ||
        below.sign_n == 0 || (own.counted && row_value(t, &below) != row_value(t, &own) + 1))
        return true;
    own.edge = below.columns - right_side(t, &below);
    below = own;
    own.framed = take_right_side(t, &own, &below);
    return row_read(t, from, &own, r);
}

bool row_read_last(text *t, size_t from, text_row *r)
{
    utf8_char c;
    size_t to;

    if (!row_read_in(t, from, NULL, NULL, false, r) || r->to == r->text)
        return false;
    c = text_char_before(t, r->to);
    to = r->to - (row_is_side(c.code) ? c.len : 0);
    return row_read_first(t, from, (piece){to - 1, to}, r);
}

unsigned row_kept_marks(const text_row *r)
{
    unsigned n = r->cell;

    while (n < r->mark_count && !row_is_side(r->marks[n]))
        n++;
    return n;
}

bool row_read_below(text *t, size_t from, const text_row *own, text_row *r)
{
    const unsigned least = row_kept_marks(own);
    text_row kept = *own;

    while (!row_read_in(t, from, &kept, &kept, own->mark_count < ROW_MARKS, r)) {
        if (kept.mark_count <= least || t->starved)
            return false;
        kept.mark_count--;
    }
    return true;
}

size_t row_start(const text *t, size_t i, size_t least)
{
    i = i > least ? bytes_after_last(t->p, least, i, '\n') : i;
    return i > least || least == 0 ? i : SIZE_MAX;
}

unsigned row_column(text *t, const text_row *r, size_t i)
{
    return columns_to(t, r->text, i, r->indent);
}
