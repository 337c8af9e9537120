/* contents.c - tables of contents: their entries, and the headings that they name
 *
 * An entry is kept as two hashes, of its number and of its words. A line of the text with the words
 * of an entry is a heading of the entry's level, however it is set: "1 Introduction", a line in the
 * middle of the page, one that ends with a dot.
 */
#include "base/check.h"
#include "block/inside.h"

#include <string.h>

#include "base/hash.h"

/* ---- Titles ---- */

/* Appends a title to another one. */
static void title_append(line_title *t, const line_title *more)
{
    for (unsigned i = 0; i < more->n; i++)
        t->words *= TITLE_FACTOR;
    t->words += more->words;
    t->n += more->n;
}

static bool is_of_word(char c)
{
    return ascii_is_alnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

/* Returns the start of what follows "Appendix", "Chapter" and the like at p, or p. */
static const char *after_kind(const char *p)
{
    size_t n = 0;

    while (ascii_is_alpha((unsigned char)p[n]))
        n++;
    if (p[n] != ' ' || !ascii_is_word_of("appendix annex chapter section part book letter", p, n))
        return p;
    return p + n + strspn(p + n, " ");
}

/* Returns the end of "3.1", "IV" or "A" at p; p where no number begins. */
static const char *number_end(const char *p)
{
    const char *to = p + ascii_is_upper(*p);

    while (ascii_is_digit((unsigned char)*to) || memchr("IVXLC", *to, 5) ||
           (*to == '.' && to > p && ascii_is_alnum((unsigned char)to[1])))
        to++;
    return to;
}

/* Reads a number: "3.1. ", "1 ", "IV. ", "Appendix A:", "A  ". Sets the title's key to it. Returns
 * the start of the words. */
static const char *title_number(line_title *t, const char *text, const char *p)
{
    const char *from = after_kind(p), *to = number_end(from), *end = to + strspn(to, ".:)");

    if (to == from || (*end != ' ' && (from == p || *end != '\0')))
        return p;
    t->key_from = NARROW16(from - text);
    t->key_to = NARROW16(to - text);
    t->number = hash_name(from, (size_t)(to - from));
    t->article = from == p && ascii_is_upper(*from) && to[1] != ' ';
    return end;
}

/* Returns the end of a title before the number of a page, which dots or wide blanks precede; or
 * n. */
static size_t before_page(const line *l, const char *p, size_t i, size_t n)
{
    const bool leader = l->flags & LINE_LEADER;
    size_t from = n;

    while (from > i && (leader ? is_of_word(p[from - 1])
                               : ascii_is_digit((unsigned char)p[from - 1]) || p[from - 1] == '-'))
        from--;
    return leader || (from >= i + 3 && memcmp(p + from - 3, "   ", 3) == 0) ? from : n;
}

/* Copies p[0..n) and a NUL, with two blanks for each U+00A0. `beyond`: it may have one. */
static void copy_blanks(char *to, const char *p, size_t n, bool beyond)
{
    CHECK(n <= BLOCK_LINE_MAX);
    memcpy(to, p, n);
    to[n] = '\0';
    while (beyond && (to = strstr(to, "\xC2\xA0")) != NULL)
        to[0] = to[1] = ' ';
}

void contents_read(line *l, const char *p)
{
    char text[BLOCK_LINE_MAX + 1];
    line_title *t = &l->title;
    const char *at = text + (l->bullet == BULLET_SIGN ? l->inner_text : l->text), *from;
    size_t n;

    copy_blanks(text, p, l->bytes, l->has.beyond);
    at = title_number(t, text, at);
    n = before_page(l, text, (size_t)(at - text), l->bytes);
    t->paged = n < l->bytes;
    text[n] = '\0';
    if (l->words > TITLE_WORDS && !t->paged)
        return;
    do {
        for (from = at; is_of_word(*at); at++)
            ;
        if (at > from) {
            const line_title word = {.words = hash_name(from, (size_t)(at - from)), .n = 1};
            title_append(t, &word);
        }
    } while (*at++ != '\0');
}

/* ---- Entries ---- */

/* Entries of at least this many columns may continue in the same column. */
#define ENTRY_FULL 50

static bool is_keyed(const line *l)
{
    return l->bullet == BULLET_SECTION || l->bullet == BULLET_NUMBER || l->bullet == BULLET_LETTER;
}

static bool is_entry(const group *g, const line *l)
{
    if (l->flags & LINE_LEADER)
        return true;
    if (g->b->section != SECTION_CONTENTS || l->edge > 100)
        return false;
    return is_keyed(l) || l->bullet == BULLET_SIGN || l->title.paged ||
           (g->b->contents.leaders < 3 && l->words <= 10 && !strchr(".,;:", l->tail));
}

/* Returns true when line i continues the entry above. Below a full line it need not be indented. */
static bool is_entry_rest(const group *g, unsigned i)
{
    const blocks *b = g->b;
    const line *l = &b->lines[i], *up = i > g->from ? l - 1 : &b->last;
    bool entry = i > g->from || (!g->begins && b->kind == BLOCK_CONTENTS);

    if (!entry || l->bullet != BULLET_NONE || up->flags & LINE_LEADER)
        return false;
    if (is_keyed(up) || up->bullet == BULLET_SIGN)
        return l->indent > up->indent || (b->section == SECTION_CONTENTS &&
                                          l->indent == up->indent && up->edge >= ENTRY_FULL);
    return i > g->from && l->indent == up->indent && is_entry_rest(g, i - 1);
}

/* Returns the end of the entries from i on. Section numbers in successive lines are entries even
 * without a heading above: after a heading there would be text. */
static unsigned contents_run(const group *g, unsigned i)
{
    const line *lines = g->b->lines;
    unsigned to = i, sections = 0;

    if (lines[i].flags & LINE_STAMP)
        return i;
    while (to < g->to &&
           (is_entry(g, &lines[to]) || ((to > i || to == g->from) && is_entry_rest(g, to))))
        to++;
    if (to > i)
        return to;
    for (; to < g->to; to++) {
        if (lines[to].bullet == BULLET_SECTION)
            sections += lines[to].label.level > 1;
        else if (to == i || !is_entry_rest(g, to))
            break;
    }
    return sections > 1 ? to : i;
}

/* Returns the level of an entry: that of its number, or that of its indentation. */
static unsigned entry_level(blocks *b, const line *l)
{
    if (l->bullet == BULLET_SECTION)
        return l->label.level > LEVELS ? LEVELS : l->label.level;
    while (b->contents.outline_n > 0 &&
           b->contents.outline[b->contents.outline_n - 1] > l->inner + 1)
        b->contents.outline_n--;
    if (b->contents.outline_n == 0 ||
        (b->contents.outline_n < LEVELS &&
         b->contents.outline[b->contents.outline_n - 1] + 1U < l->inner))
        b->contents.outline[b->contents.outline_n++] = l->inner;
    CHECK(b->contents.outline_n > 0 && b->contents.outline_n <= LEVELS);
    return b->contents.outline_n;
}

/* Adds the title of a line to the last entry. */
static void entry_add(blocks *b, const line *l)
{
    line_title *t;

    CHECK(b->contents.entries > 0 && b->contents.entries <= CONTENTS_ENTRIES);
    t = &b->entry[b->contents.entries - 1].title;
    title_append(t, &l->title);
    b->contents.titles[t->words >> 6 & 15] |= (uint64_t)1 << (t->words & 63);
}

static void set_entry(group *g, unsigned i)
{
    blocks *b = g->b;
    const line *l = &b->lines[i];
    block_decision *d = &b->out[i];

    b->contents.leaders += (l->flags & LINE_LEADER) != 0;
    group_set(g, i, BLOCK_CONTENTS,
              l->flags & LINE_LEADER ? "entry with a page number" : "entry of the contents");
    d->first = true;
    d->level = entry_level(b, l);
    if (l->title.n + l->title.number > 0 && b->contents.entries < CONTENTS_ENTRIES) {
        b->contents.divided = b->contents.divided || l->label.level > 1;
        b->entry[b->contents.entries++] = (contents_entry){
            .title = {.number = l->title.number, .article = l->title.article}, .level = d->level};
        entry_add(b, l);
    }
    if (is_keyed(l) || l->bullet == BULLET_SIGN)
        d->text = l->inner_text;
    if (is_keyed(l)) {
        d->key_from = l->label.key_from;
        d->key_to = l->label.key_to;
    } else if (!l->title.article) { /* "1 Introduction" */
        d->key_from = l->title.key_from;
        d->key_to = l->title.key_to;
    }
}

unsigned contents_decide(group *g, unsigned i)
{
    blocks *b = g->b;
    unsigned to;

    if (b->lines[i].flags & LINE_RULE && b->section == SECTION_CONTENTS)
        b->section = SECTION_TEXT;
    to = contents_run(g, i);
    for (unsigned k = i; k < to; k++) {
        if ((k == i && k > g->from) || !is_entry_rest(g, k)) { /* a heading may be above i */
            set_entry(g, k);
            continue;
        }
        group_set(g, k, BLOCK_CONTENTS, k > i ? b->out[k - 1].rule : b->rule);
        b->out[k].level = k > i ? b->out[k - 1].level : 1;
        if (b->contents.entries > b->contents.first_entry)
            entry_add(b, &b->lines[k]);
        b->out[k].joins = margin_flows(g, k > g->from ? &b->lines[k - 1] : &b->last, &b->lines[k]);
    }
    return to;
}

/* ---- Headings ---- */

/* Returns the entry that has these words, and, if it has a number, this one; or NULL. */
static contents_entry *contents_find(blocks *b, const line_title *t, uint32_t number)
{
    if (!(b->contents.titles[t->words >> 6 & 15] >> (t->words & 63) & 1))
        return NULL;
    for (unsigned k = 0; k < b->contents.entries; k++) {
        contents_entry *e = &b->entry[k];
        if (e->title.words == t->words &&
            (e->title.number == 0 ? !e->seen : e->title.number == number))
            return e;
    }
    return NULL;
}

/* Returns true in a table of contents when it has no entry with this number yet: a line that names
 * the entry of an earlier table need not be a heading. */
static bool contents_may_have(const blocks *b, uint32_t number)
{
    if (b->section != SECTION_CONTENTS)
        return false;
    for (unsigned k = b->contents.first_entry; k < b->contents.entries; k++)
        if (b->entry[k].title.number == number)
            return false;
    return true;
}

unsigned contents_names(group *g, unsigned i, const contents_entry **entry)
{
    blocks *b = g->b;
    const uint32_t number = b->lines[i].title.number;
    line_title t = {0};

    for (unsigned to = i; to < g->to && to < i + 3; to++) {
        contents_entry *e;
        bool alone = to + 1 == g->to || b->lines[to + 1].flags & LINE_RULE ||
                     b->lines[to + 1].indent > b->lines[i].indent;
        if (b->lines[to].title.n + number == 0 || b->lines[to].title.paged)
            return 0;
        title_append(&t, &b->lines[to].title);
        e = contents_find(b, &t, number);
        if (!e || (number == 0 && !alone) || contents_may_have(b, e->title.number) ||
            (b->section == SECTION_CONTENTS && e != &b->entry[b->contents.first_entry] &&
             number == 0))
            continue;
        e->seen = true;
        b->contents.named += number != 0;
        *entry = e;
        return to + 1 - i;
    }
    return 0;
}

bool contents_are_known(const blocks *b)
{
    return b->contents.named > 0 && b->contents.divided;
}
