/* read.c - reads the content of a wrapper up to its closer, without what was inserted (R4, R5,
 * R8, R12, R13)
 *
 * Fills clean with the bytes of the content, and records the pieces of the source that they come
 * from, the white space that was left out, and the hyphens that may have been inserted where a line
 * was broken.
 */

#include "base/ascii.h"
#include "base/check.h"
#include "find/ending/ending.h"
#include "find/wrap/inside.h"

#define LONG_BYTES "the wrapper is longer than 8192 bytes"

bool wrap_give_up(wrap *w, size_t at, const char *rule, const char *why)
{
    w->looked_to = at;
    w->why_rule = rule;
    w->why = why;
    return false;
}

bool wrap_too_long(wrap *w, size_t at, const char *why)
{
    w->over = true;
    return wrap_give_up(w, at, "R31", why);
}

/* Appends bytes[0..n), which are written as `len` bytes at `from` in the text. */
static void read_keep(wrap *w, size_t from, size_t len, const char *bytes, size_t n)
{
    CHECK(from >= w->open && n <= sizeof w->room - w->c.n);
    clean_keep(&w->c, from - w->open, len, bytes, n);
}

/* Shortens the content to n bytes. */
static void read_shorten(wrap *w, size_t n)
{
    clean_shorten(&w->c, n);
    w->gap_count = n > 0 ? w->gap_count : 0;
    for (unsigned g = w->gap_count; g > 0 && w->gaps[g - 1].pos > n; g--)
        w->gaps[g - 1].pos = n;
}

/* ---- Hyphens at the ends of lines (R8) ---- */

static void add_hyphen(wrap *w, size_t pos, bool kept, bool soft)
{
    CHECK(w->hyphen_count < FOUND_LINES && pos <= w->c.n);
    CHECK(w->hyphen_count == 0 || w->hyphens[w->hyphen_count - 1].pos < pos);
    w->hyphens[w->hyphen_count++] = (hyphen){.pos = pos, .kept = kept, .soft = soft};
    w->flags |= soft ? TRAWL_FLAG_SOFT_HYPHEN : TRAWL_FLAG_HYPHEN_BREAK;
}

/* Records a hyphen at the end of the line. U+2010 counts as a hyphen. */
static void hyphen_at_break(wrap *w)
{
    bool again = w->hyphen_count > 0 && w->hyphens[w->hyphen_count - 1].pos + 1 == w->c.n;

    if (w->hyphen_count == FOUND_LINES)
        return;
    if (RULE(R8) && w->c.n > 0 && w->c.p[w->c.n - 1] == '-') {
        if (!again)
            add_hyphen(w, w->c.n - 1, true, false);
    } else if (RULE(R8) && w->c.n >= 3 && memcmp(w->c.p + w->c.n - 3, "\xE2\x80\x90", 3) == 0) {
        const size_t from = clean_source(&w->c, w->c.n - 3).from;
        clean_shorten(&w->c, w->c.n - 3);
        clean_keep(&w->c, from, 3, "-", 1);
        add_hyphen(w, w->c.n - 1, false, false);
    }
}

/* Handles a hyphen at the end of the content, after which nothing follows. A hyphen that is kept by
 * default stays, without a second reading. Any other hyphen, such as U+2010, is left out. */
static void hyphen_at_end(wrap *w)
{
    if (w->hyphen_count == 0 || w->hyphens[w->hyphen_count - 1].pos + 1 != w->c.n)
        return;
    if (!w->hyphens[--w->hyphen_count].kept)
        read_shorten(w, w->c.n - 1);
    if (w->hyphen_count == 0)
        w->flags &= ~TRAWL_FLAG_HYPHEN_BREAK;
}

/* Reads the signs at a line's start that may be marks of the line. Treats each as a hyphen at a
 * break, which may belong to the URL or not (R10). */
static void read_own_sign(const text *t, own_sign own, wrap *w)
{
    for (; own.n > 0 && w->c.n > 0 && w->hyphen_count < FOUND_LINES; own.n--, own.at++) {
        add_hyphen(w, w->c.n, own.kept, false);
        CHECK(w->c.n < sizeof w->room);
        if (own.kept)
            read_keep(w, own.at, 1, t->p + own.at, 1);
        else
            w->c.p[w->c.n++] = t->p[own.at];
    }
}

/* Drops U+00AD; before a line break it may stand for a hyphen. */
static void read_soft_hyphen(text *t, size_t i, size_t len, wrap *w)
{
    w->flags |= TRAWL_FLAG_SOFT_HYPHEN;
    if (!text_line_ends(t, i + len) || w->hyphen_count == FOUND_LINES || w->c.n == 0)
        return;
    add_hyphen(w, w->c.n, false, true);
    CHECK(w->c.n < sizeof w->room);
    w->c.p[w->c.n++] = '-';
}

/* ---- White space (R5) ---- */

/* Returns true for characters that are dropped: White_Space, U+200B, U+FEFF (R5). */
static bool read_is_space(uint32_t c)
{
    if (c < 0x80)
        return (c >= 0x09 && c <= 0x0D) || c == ' ';
    return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200B) || c == 0x2028 ||
           c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000 || c == 0xFEFF;
}

/* Returns true when the line of the "<" begins with this sign, or with its mirror image, perhaps
 * after other signs and names of quotes: "| ", "> * ", a frame, the slash and star of C. */
static bool opens_line(const text *t, const char *sign, size_t n, wrap *w)
{
    const char *head, *end;
    size_t len;

    (void)wrap_marks(t, w);
    head = w->line->head;
    end = head + w->line->head_n;
    for (;; head += len) {
        while (head < end && ascii_is_blank(*head))
            head++;
        for (len = 0; head + len < end && (unsigned char)head[len] > ' ';)
            len++;
        if (len == n &&
            (memcmp(head, sign, n) == 0 || (n == 2 && *head == sign[1] && head[1] == *sign)))
            return true;
        if (len == 0 ||
            (ascii_is_alnum((unsigned char)*head) &&
             !(head[len - 1] == '>' && bytes_run(head, 0, len, BYTE_ALPHA, "") == len - 1)))
            return false;
    }
}

/* Returns the length of the sign at i that ends the line, after `blanks`, and is no part of the
 * link; 0 for none. Such a sign is a bar in the margin, as drafts have it beside changes, or the
 * right side of a box. After only one blank a bar may be a shell's: "lynx <http://a.example/ |". */
static size_t margin_sign(text *t, size_t i, size_t blanks, wrap *w)
{
    enum { LONGEST = 3 };
    const int c = text_at(t, i);
    const size_t to = text_word_end(t, i, LONGEST);

    if (c <= ' ' || strchr("<>-", c) || ascii_is_alnum((unsigned char)c) || !text_line_ends(t, to))
        return 0;
    if (c == '|' && to == i + 1 && blanks > 1)
        return 1;
    return (blanks > 0 || c >= 0x80) && opens_line(t, t->p + i, to - i, w) ? to - i : 0;
}

/* Returns true for the first side of a table in this line of a strong wrapper, and keeps the number
 * of the line. */
static bool may_end_cell(uint32_t c, wrap *w)
{
    if (!w->strong || w->side_line == w->lines || w->lines == FOUND_LINES || !row_is_side(c))
        return false;
    w->side_line = w->lines;
    return true;
}

/* Returns where the text of the same cell begins in the next line, when i is at the right side of
 * the cell in which the wrapper opens; 0 if the next line has no such cell. */
static size_t next_in_cell(text *t, size_t i, wrap *w)
{
    const size_t least = w->open > ROW_BYTES ? w->open - ROW_BYTES : 0;
    const size_t opens = row_start(t, w->open, least), here = row_start(t, i, least);
    text_row own, row;

    if (opens == SIZE_MAX || here == SIZE_MAX || !row_read(t, opens, NULL, &row) || row.next == 0)
        return 0;
    own = (text_row){.from = opens};
    if (!cell_find(t, row.next - 1, (piece){w->open, w->content}, false, &own) || !own.framed ||
        !row_read_near(t, here, &own, &row) || text_skip_blanks(t, row.to) != i || row.next == 0 ||
        !row_read_near(t, row.next, &own, &row) || row.text == row.to)
        return 0;
    w->in_cell = true;
    w->lines++;
    return row.text;
}

/* Moves *i past white space and all line breaks in it. Returns false when the wrapper is abandoned
 * there. */
static bool read_gap(text *t, size_t *i, wrap *w)
{
    const size_t from = *i;
    own_sign own = {0};
    size_t len, cell;
    bool blank = false, broken = false, words = w->c.n > 0 && wrap_is_word(w->c.p[w->c.n - 1]);
    utf8_char c;

    while ((c = text_char(t, *i)).len > 0) {
        len = read_is_space(c.code) ? c.len : 0;
        if (len == 0 && !broken && *i > from && may_end_cell(c.code, w) &&
            (cell = next_in_cell(t, *i, w)) > 0) {
            hyphen_at_break(w);
            broken = blank = true;
            *i = cell;
            continue;
        }
        if (len == 0 && (broken || (len = margin_sign(t, *i, *i - from, w)) == 0))
            break;
        *i += len;
        if (*i - w->open > FOUND_BYTES)
            return broken ? wrap_too_long(w, *i, LONG_BYTES)
                          : wrap_give_up(w, *i, "R31", LONG_BYTES);
        blank = blank || c.code == ' ' || c.code == '\t' || c.code == '\n';
        if (c.code != '\n')
            continue;
        if (!broken)
            hyphen_at_break(w);
        broken = true;
        if (!wrap_new_line(t, i, w, &own))
            return false;
        read_own_sign(t, own, w);
    }
    words = words && blank && *i < t->n && wrap_is_word(t->p[*i]);
    if (!broken && w->closer != '>')
        return wrap_give_up(w, *i, "R13", "a blank in its line ends it");
    if (w->c.n == 0)
        return true;
    if (RULE(R13) && !w->strong && blank && !broken && w->c.p[w->c.n - 1] == '.' && *i < t->n &&
        ascii_is_upper(t->p[*i]))
        return wrap_give_up(w, *i, "R13", "a sentence that begins inside ends the wrapper");
    if (RULE(R13) && !w->strong && !broken && w->c.p[w->c.n - 1] == '\'')
        return wrap_give_up(w, *i, "R13", "a quote that closes inside ends the wrapper");
    if (!memory_grow(w->c.m, &w->gaps, &w->gap_room, w->gap_count + 1, sizeof *w->gaps))
        return !(w->c.no_memory = true);
    w->gaps[w->gap_count++] = (gap){w->c.n, broken, words};
    return true;
}

/* Drops white space at the end of the content whose bytes were apart in the text: "\xE2\x80", a
 * line break and "\x80" are U+2000. */
static void drop_joined_space(wrap *w)
{
    for (size_t n = 2; n <= 3 && n <= w->c.n; n++) {
        const utf8_char c = utf8_decode(w->c.p + w->c.n - n, n);
        if (c.len == n && read_is_space(c.code))
            read_shorten(w, w->c.n - n);
    }
}

/* ---- Everything else ---- */

/* Returns the end of the tag of one word at i, "</pre>" or "<br/>", or i (R12). */
static size_t tag_end(text *t, size_t i)
{
    const size_t from = i + 1 + (text_at(t, i + 1) == '/');
    size_t k = text_run(t, from, 16, BYTE_ALPHA, "");

    if (k == from)
        return i;
    k = text_run(t, k, 1, 0, "123456");
    k += text_at(t, k) == '/';
    return text_at(t, k) == '>' ? k + 1 : i;
}

/* A soft hyphen as PDF extractors write it. Before a line break it is a hyphen, which is kept. */
#define CID "(cid:173)"

/* Reads the sign of another notation at *i (M20), or the backslash that escapes a sign (M1), but in
 * no path of Windows. Returns false when there is none. */
static bool read_sign(text *t, size_t *i, wrap *w)
{
    const bool file = w->c.n >= 5 && ascii_same(w->c.p, "file:", 5);
    text_sign found;

    if (!RULE(M20) || !text_sign_at(t, *i, &found) || found.put == '/') {
        if (!RULE(M1) || file || text_at(t, *i + 1) < 0 || text_at(t, *i + 2) == '.' ||
            !unescape_is_sign(t->p + *i, t->n - *i))
            return false;
        w->escaped = true;
        ++*i;
        return true;
    }
    if (found.put)
        read_keep(w, *i, found.len, &found.put, 1);
    w->flags |= TRAWL_FLAG_NOTATION;
    *i += found.len;
    return true;
}

/* Reads one character that is neither white space nor a bracket, nor a control. */
static void read_char(text *t, size_t *i, wrap *w, utf8_char c)
{
    if (RULE(R8) && c.code == 0xAD)
        read_soft_hyphen(t, *i, c.len, w);
    else if (RULE(R8) && c.code == '(' && text_is(t, *i, CID) &&
             text_line_ends(t, *i + sizeof CID - 1)) {
        read_keep(w, *i, sizeof CID - 1, "-", 1);
        w->soft_sign = true;
        c.len = sizeof CID - 1;
    } else {
        read_keep(w, *i, c.len, t->p + *i, c.len);
        if (RULE(R5) && c.len == 1 && c.code >= 0x80)
            drop_joined_space(w);
    }
    *i += c.len;
}

/* Reads the bytes at *i that stand for themselves, as far as the wrapper may reach. */
static void wrap_read_plain(const text *t, size_t *i, wrap *w)
{
    const size_t from = *i, limit = w->open + FOUND_BYTES, end = limit < t->n ? limit : t->n;

    while (*i < end && byte_is((unsigned char)t->p[*i], BYTE_PLAIN))
        ++*i;
    for (size_t k = from; w->closer != '>' && k < *i; k++)
        if ((unsigned char)t->p[k] == w->closer || (unsigned char)t->p[k] == w->opener)
            *i = k;
    if (*i > from)
        read_keep(w, from, *i - from, t->p + from, *i - from);
}

/* Returns true when the character closes the wrapper. Counts the brackets inside of brackets. */
static bool read_closes(wrap *w, uint32_t code)
{
    if (code == w->closer && w->depth == 0)
        return true;
    w->depth += (unsigned)(code == w->opener) - (unsigned)(code == w->closer);
    return false;
}

/* Reads the content from i on, up to the closer. Returns false when the wrapper is abandoned. */
static bool read_content(text *t, size_t i, wrap *w)
{
    utf8_char c;
    size_t tag;

    for (;;) {
        wrap_read_plain(t, &i, w);
        c = text_char(t, i);
        if (c.len == 0)
            return wrap_give_up(w, i, "R13", "the text ends before the wrapper does");
        if (i + c.len - w->open > FOUND_BYTES)
            return wrap_too_long(w, i, LONG_BYTES);
        if (RULE(R4) && read_closes(w, c.code))
            break;
        if (c.code == '>' && w->closer != '>')
            return wrap_give_up(w, i, "R13", "a \">\" ends it");
        if (RULE(R13) && c.code == '<') {
            tag = RULE(R12) && w->strong ? tag_end(t, i) : i;
            if (tag == i)
                return wrap_give_up(w, i, "R13", "a second \"<\" ends the wrapper");
            w->flags |= TRAWL_FLAG_TAG_DROPPED;
            i = tag;
        } else if (RULE(R5) && read_is_space(c.code)) {
            if (!read_gap(t, &i, w))
                return false;
        } else if ((c.code == '\\' || c.code == 0x1B) && read_sign(t, &i, w)) {
            continue;
        } else if (RULE(R5) && text_is_box(c.code) && margin_sign(t, i, 0, w) > 0) {
            i += c.len;
        } else if (RULE(R13) && (c.code < 0x20 || c.code == 0x7F))
            return wrap_give_up(w, i, "R13", "a control character ends the wrapper");
        else if (c.code == '\\' && text_line_ends(t, i + 1))
            i++; /* a line continued as in a shell */
        else if (c.code == '|' && !w->strong)
            return wrap_give_up(w, i, "R13", "a \"|\" ends a wrapper without a label");
        else
            read_char(t, &i, w, c);
    }
    w->close = i + c.len;
    return true;
}

bool wrap_read(text *t, wrap *w)
{
    w->flags = 0;
    w->c.n = 0;
    w->escaped = w->soft_sign = w->marked = w->unmarked = w->numbered = w->in_cell = false;
    w->lines = 1;
    w->looked_to = w->content; /* if memory ends, nothing else sets it */
    w->depth = w->side_line = 0;
    w->c.count = w->gap_count = w->hyphen_count = w->link_count = 0;
    if (!read_content(t, w->content, w) || w->c.no_memory)
        return false;
    if (w->unmarked && !wrap_holds(w))
        return wrap_give_up(w, w->close - 1, "R10",
                            "a line without the quote mark ends the wrapper");
    if (w->flags & TRAWL_FLAG_CLOSER_AT_BOL && wrap_is_diff(t, w))
        return wrap_give_up(w, w->close - 1, "R4", "the brackets are signs of a diff");
    hyphen_at_end(w);
    return true;
}
