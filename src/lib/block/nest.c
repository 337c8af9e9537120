/* nest.c - code from its first line to the line that closes it
 *
 *   FOO-MIB DEFINITIONS ::= BEGIN   END           a module of ASN.1
 *   <CODE BEGINS> file "a.yang"     <CODE ENDS>
 *   <note> <?xml ?>                 </note>       an element of XML
 *   <!-- and comments of C          -->           a comment
 *   { [ "a": { foo(int x) {         } ]           JSON, C, YANG
 *   BEGIN                           END;          SQL
 *
 * All lines between are code, whatever they look like. If the end is not in the lines that are
 * held, these must look like code. The code then goes on until its end, or until a line shows that
 * it has none: a sentence that is not indented more than the first line, or the next chapter.
 */
#include "base/check.h"
#include "block/inside.h"

#include <string.h>

#include "base/ascii.h"

/* So many lines of sentences show that a module, code between marks or a string has no end. */
#define NEST_SENTENCES 12
/* Code that does not close has more lines than this. */
#define NEST_LINES 3
/* A line of a sentence has more words than this. */
#define NEST_WORDS 5

/* ---- One line ---- */

/* Returns the hash of the name at p[0..n), and sets *to to its end; 0 if there is no name. */
static uint32_t nest_name(const char *p, size_t n, size_t *to)
{
    uint32_t hash = 1;
    size_t i = 0;

    for (; i < n && (ascii_is_alnum((unsigned char)p[i]) || (i > 0 && memchr("_:.-", p[i], 4)));
         i++)
        hash = (hash ^ (unsigned char)p[i]) * TITLE_FACTOR;
    *to = i;
    return i > 0 && ascii_is_alpha((unsigned char)p[0]) ? hash : 0;
}

/* Counts the brackets of a line twice: as if it began outside of a string, and inside of one. */
static void nest_brackets(line *l, const char *p, size_t n)
{
    bool in = false;
    int depth[2] = {0, 0};

    for (size_t i = 0; i < n; i++)
        if (p[i] == '\\')
            i++;
        else if (p[i] == '\'' && i + 2 < n && p[i + 1] != '\\' && p[i + 2] == '\'')
            i += 2;
        else if (p[i] == '"')
            in = !in;
        else if (memchr("{[}]", p[i], 4))
            depth[in] += p[i] == '{' || p[i] == '[' ? 1 : -1;
    l->nest.string = in;
    for (unsigned i = 0; i < 2; i++)
        l->nest.depth[i] = (int16_t)depth[i];
}

/* Finds the element that starts at the beginning of the line, and the last one that ends in it. */
static void nest_tags(line *l, const char *p, size_t n)
{
    const char *close = memchr(p, '>', n);
    uint32_t first = p[0] == '<' ? nest_name(p + 1, n - 1, &(size_t){0}) : 0;
    size_t to;

    l->nest.right = close != NULL;
    l->nest.empty = close && close > p && close[-1] == '/';
    for (size_t i = 0; i + 2 < n; i++)
        if (p[i] == '<' && p[i + 1] == '/')
            l->nest.end = nest_name(p + i + 2, n - i - 2, &to);
    if (first == l->nest.end || l->nest.empty)
        l->nest.end = first == l->nest.end ? 0 : l->nest.end;
    else
        l->nest.start = first;
}

/* Returns true for "<note>", "<note a="b"" and "<?xml", where an element begins that the line does
 * not end; false for "<http://a.example/>" and "<ann@a.example>". */
static bool nest_is_tag(const line *l, const char *p, size_t n)
{
    const char *right = memchr(p, '>', n);
    size_t to;

    if (ascii_begins(p, n, "<?xml"))
        return true;
    nest_name(p + 1, n - 1, &to);
    return l->nest.start != 0 && (!right || right + 1 == p + n) && !memchr(p, '@', n) &&
           (memchr(p, '=', n) || (l->words == 1 && (to + 1 == n || p[to + 1] == '>')));
}

/* Returns true when the brackets that a line leaves open are those of code: "{", "a = [",
 * "{ "a": 1,". */
static bool nest_is_open(const line *l, const char *p, size_t n)
{
    size_t i = 0;

    if (l->nest.depth[0] <= 0)
        return false;
    if (l->words == 1 && strchr("{[", l->tail))
        return true;
    if (l->tail == '{')
        return l->words < 12;
    if (l->tail == '[' && n > 1)
        return l->words < 6 && memchr(p, l->head == '<' ? '!' : '"', n);
    while (i < n && strchr("{[ ", p[i]))
        i++;
    return i > 0 && i < n && p[i] == '"' && memchr(p, ':', n);
}

/* Finds "BEGIN", "END" and the head of a module. */
static void nest_words(line *l, const char *p, size_t n)
{
    l->nest.begins = n >= 5 && ascii_same(p + n - 5, "begin", 5) && (n == 5 || p[n - 6] == ' ');
    l->nest.ends = n >= 3 && ascii_same(p, "end", 3) && (n == 3 || (n == 4 && strchr(";.", p[3])));
    if (l->signs >= 3 && ascii_has(p, n, "DEFINITIONS ") && ascii_has(p, n, "::="))
        l->nest.opens = NEST_MODULE;
    else if (l->nest.begins && l->words == 1)
        l->nest.opens = NEST_BLOCK;
}

void line_nest(line *l, const char *p)
{
    const size_t n = l->bytes - l->text;

    CHECK(l->bytes > l->text);
    p += l->text;
    if (l->signs > 0) {
        nest_brackets(l, p, n);
        l->nest.comment = ascii_has(p, n, "-->") || ascii_has(p, n, "*/");
        if (l->has.drawn)
            nest_tags(l, p, n);
        if (nest_is_open(l, p, n))
            l->nest.opens = NEST_BRACKETS;
        else if (l->head == '<' && nest_is_tag(l, p, n))
            l->nest.opens = NEST_ELEMENT;
        else if ((ascii_begins(p, n, "<!--") || ascii_begins(p, n, "/*")) && !l->nest.comment)
            l->nest.opens = NEST_COMMENT;
        l->nest.marked = ascii_has(p, n, "<CODE ENDS>");
        if (ascii_begins(p, n, "<CODE BEGINS>") && !l->nest.marked)
            l->nest.opens = NEST_MARKED;
    }
    if (l->words == 1 || l->signs >= 2)
        nest_words(l, p, n);
}

/* ---- Lines in succession ---- */

/* The next line is in the code, is its last line, or shows that it has no end. */
enum nest_step { NEST_ON, NEST_LAST, NEST_NEVER };

/* Returns true for a line that reads as a part of a sentence. */
static bool nest_is_said(const line *l)
{
    return line_is_prose(l) && l->words > NEST_WORDS && l->nest.depth[0] == 0 && !l->nest.right &&
           strchr("-#/*%;!<\"", l->head) == NULL;
}

/* Returns true for a numbered heading that is not indented more than the first line of the code. */
static bool nest_is_chapter(const nest *open, const line *l)
{
    return (l->bullet == BULLET_SECTION || (l->bullet == BULLET_NUMBER && l->label.sign == '.')) &&
           l->flags & LINE_UPPER && l->above > 0 && l->indent <= open->column;
}

/* Returns true when the line closes an element. */
static bool nest_ends_element(nest *open, const line *l)
{
    if (open->name == 0 && l->head == '<' && (l->nest.start || l->nest.empty || l->nest.end)) {
        open->name = l->nest.start;
        open->in_tag = !l->nest.right;
        open->depth = 1;
        return open->name == 0;
    }
    if (open->in_tag && l->nest.right) {
        open->in_tag = false;
        return l->nest.empty;
    }
    open->depth += (l->nest.start == open->name) - (l->nest.end == open->name);
    return open->name != 0 && l->nest.end == open->name && open->depth <= 0;
}

/* Returns true when the line closes all brackets, or begins with one that closes the first line. */
static bool nest_ends_brackets(nest *open, const line *l)
{
    open->depth += l->nest.depth[open->string];
    open->string = open->string != l->nest.string;
    return open->depth <= 0 ||
           (strchr("}])", l->head) && strchr("}];)", l->tail) && l->indent <= open->column);
}

/* Returns true when the line, which is not the first one, closes the code. */
static bool nest_ends(nest *open, const line *l)
{
    switch (open->kind) {
    case NEST_MARKED:
        return l->nest.marked;
    case NEST_ELEMENT:
        return nest_ends_element(open, l);
    case NEST_COMMENT:
        return l->nest.comment;
    case NEST_BRACKETS:
        return nest_ends_brackets(open, l);
    default:
        open->depth += l->nest.begins - l->nest.ends;
        open->string = open->string != l->nest.string;
        return l->nest.ends && open->depth <= 0;
    }
}

/* Updates the state for the next line with text. Returns what that line is to the code. */
static enum nest_step nest_next(nest *open, const line *l)
{
    const bool whole = open->kind == NEST_MODULE || open->kind == NEST_MARKED;

    if (!open->closes && nest_is_chapter(open, l) && !open->string)
        return NEST_NEVER;
    if (nest_ends(open, l))
        return NEST_LAST;
    if (!nest_is_said(l) || l->indent > open->column)
        open->said = 0;
    else if (++open->said >= (whole || open->string || l->nest.string ? NEST_SENTENCES : 1) &&
             !open->closes)
        return NEST_NEVER;
    return NEST_ON;
}

/* Begins code at a line. */
static nest nest_begin(const line *l)
{
    nest open = {.kind = l->nest.opens, .column = l->indent, .quote = l->quote};

    if (open.kind == NEST_BRACKETS) {
        open.depth = l->nest.depth[0];
        open.string = l->nest.string;
    } else if (open.kind == NEST_ELEMENT && l->nest.start) {
        nest_ends_element(&open, l);
    } else if (open.kind == NEST_MODULE || open.kind == NEST_BLOCK) {
        open.depth = l->nest.begins;
    }
    return open;
}

/* ---- The lines that are held ---- */

enum nest_answer { NEST_NO, NEST_YES, NEST_WAIT };

/* Decides whether line i opens code, and sets *open to its state. `all`: no more lines can be
 * held. */
static enum nest_answer nest_try(const blocks *b, unsigned i, bool all, nest *open)
{
    unsigned lines = 1, code = 1, said = 0;
    nest at = *open = nest_begin(&b->lines[i]);

    if (at.kind == NEST_MODULE || at.kind == NEST_MARKED)
        return NEST_YES;
    at.closes = true;
    for (unsigned k = i + 1; k < b->n; k++) {
        const line *l = &b->lines[k];

        if (l->flags & LINE_BLANK || line_is_furniture(l))
            continue;
        if (l->flags & (LINE_FENCE | LINE_SIGN_OFF) || (l->quote != at.quote && b->mail))
            return NEST_NO;
        open->closes = nest_next(&at, l) == NEST_LAST;
        if (open->closes)
            return said <= lines ? NEST_YES : NEST_NO;
        said += l->indent <= at.column && nest_is_said(l);
        lines += said == 0;
        code += said == 0 && (l->flags & LINE_CODE || l->signs > 1);
        all = all || nest_is_chapter(&at, l);
    }
    if (!all)
        return NEST_WAIT;
    return at.kind < NEST_COMMENT && lines > NEST_LINES && code * 2 >= lines ? NEST_YES : NEST_NO;
}

/* Returns where the code that line i opens begins, at least `from`: a function's name is above. */
static unsigned nest_head(const blocks *b, unsigned from, unsigned i)
{
    const line *l = b->lines;
    const bool brackets = l[i].nest.opens == NEST_BRACKETS;

    while (brackets && i > from && l[i - 1].indent == l[i].indent && l[i - 1].words < 8 &&
           l[i - 1].bullet == BULLET_NONE && !(l[i - 1].flags & (LINE_COLON | LINE_SENTENCE)))
        i--;
    return i;
}

/* Takes lines[i..to) as lines of open code. Returns the line after the last one that is code, and
 * clears open->kind if the code ends there. */
static unsigned nest_walk(const blocks *b, nest *open, unsigned i, unsigned to)
{
    enum nest_step step = NEST_ON;

    for (; i < to && step == NEST_ON; i += step != NEST_NEVER)
        step = b->lines[i].quote == open->quote ? nest_next(open, &b->lines[i]) : NEST_NEVER;
    if (step != NEST_ON)
        open->kind = NEST_NONE;
    return i;
}

/* Ends the group after its lines of open code, which go on at line i. */
static void nest_begins(group *g, nest open, unsigned i)
{
    g->code = open;
    g->code_from = i;
    g->to = nest_walk(g->b, &open, i, g->to);
}

bool nest_find(group *g, bool all)
{
    blocks *b = g->b;
    const line *l = b->lines;
    const unsigned to = g->to;
    nest open;

    if (b->nest.kind != NEST_NONE) {
        nest_begins(g, b->nest, g->from);
        if (g->to > g->from)
            return true;
        b->nest = g->code = (nest){.never = true};
        g->to = to;
    }
    for (unsigned i = g->from; b->mode == MODE_TEXT && i < to; i++) {
        enum nest_answer is = NEST_NO;

        if (line_begins_diff(&l[i]) || l[i].flags & (LINE_FENCE | LINE_PROMPT | LINE_SIGN_OFF))
            break;
        if (l[i].nest.opens && (is = nest_try(b, i, all, &open)) == NEST_WAIT)
            return false;
        if (is == NEST_YES) {
            g->to = nest_head(b, g->from, i);
            if (g->to == g->from) {
                g->to = to;
                nest_begins(g, open, i + 1);
            }
            break;
        }
        b->lines[i].nest.opens = NEST_NONE;
    }
    return true;
}

void nest_keep(group *g)
{
    static const char *const rules[] = {
        [NEST_MODULE] = "module until its end",   [NEST_MARKED] = "code until <CODE ENDS>",
        [NEST_ELEMENT] = "element until its end", [NEST_COMMENT] = "comment until its end",
        [NEST_BRACKETS] = "code in brackets",     [NEST_BLOCK] = "code from BEGIN to END"};
    blocks *b = g->b;

    CHECK(g->code.kind != NEST_NONE);
    b->nest = g->code;
    if (g->code_from <= g->to)
        nest_walk(b, &b->nest, g->code_from, g->to);
    else
        b->nest.kind = NEST_NONE;
    group_keep(g, g->from, g->to, BLOCK_CODE, rules[g->code.kind]);
}
