/* sheet.c - what the style sheets of a page do to the text of elements: hide it or turn it round
 * (E17)
 *
 * Input: the texts of <style>. Keeps the rules for a class or an element, and ignores other
 * conditions of their selectors and of @media. Such a rule may not apply, so each text is also
 * compared with the hidden text included. Ids, attributes, pseudo-classes, ::before and ::after
 * are not read.
 */
#include "base/ascii.h"
#include "css/css.h"
#include "mail/page/page.h"

/* The rule that is being read, and the simple selectors that it has so far. */
typedef struct sheet_reader {
    page_sheet *sheet;
    css_tokens t;
    unsigned first; /* rules of the sheet that precede it */
    page_rule last; /* of the selector that is being read */
    bool unknown;   /* it has a part that is not read */
} sheet_reader;

/* Ends a selector: adds its last simple selector to the rules of the sheet. */
static void sheet_end_selector(sheet_reader *r)
{
    page_sheet *s = r->sheet;

    if (!r->unknown && r->last.n > 0 && s->n < PAGE_RULES)
        s->rules[s->n++] = r->last;
    r->last = (page_rule){.n = 0};
    r->unknown = false;
}

static void sheet_take_name(sheet_reader *r, bool tag)
{
    const trawl_str name = r->t.text;

    r->unknown = r->unknown || name.n > sizeof r->last.name;
    if (r->unknown)
        return;
    for (size_t i = 0; i < name.n; i++)
        r->last.name[i] = ascii_lower(name.p[i]);
    r->last.n = NARROW8(name.n);
    r->last.tag = tag;
}

/* Reads the selectors up to "{". */
static void sheet_selectors(sheet_reader *r)
{
    css_tokens *t = &r->t;
    char before = ' '; /* a blank also for what divides simple selectors; 'x' for a name */

    for (; t->kind != CSS_END && t->delim != '{'; css_next(t)) {
        const bool name = t->kind == CSS_IDENT;
        const bool divides = t->kind == CSS_BLANK || (t->delim && strchr(",>+~", t->delim));
        if (t->delim == ',')
            sheet_end_selector(r);
        else if (name && (before == '.' || before == ' '))
            sheet_take_name(r, before == ' ');
        else if (!divides && t->delim != '.')
            r->unknown = true;
        before = divides ? ' ' : t->delim ? t->delim : 'x';
    }
    sheet_end_selector(r);
}

/* Reads the block of a rule, and gives what it says to the rule's selectors. */
static void sheet_block(sheet_reader *r)
{
    css_tokens *t = &r->t;
    const char *from = t->p, *to = from;
    page_look said;

    for (unsigned depth = 1; t->kind != CSS_END && depth > 0;) {
        to = t->p;
        css_next(t);
        depth += (t->delim == '{') - (t->delim == '}');
    }
    said = page_style_look(from, (size_t)(to - from));
    for (unsigned i = r->first; i < r->sheet->n; i++)
        r->sheet->rules[i].look = said;
    r->sheet->n = said.sets ? r->sheet->n : r->first;
}

/* Skips an at-rule; reads on in its block if that has rules. */
static void sheet_at_rule(css_tokens *t)
{
    const bool rules = ascii_is_word_of("media supports layer", t->text.p, t->text.n);
    unsigned depth = 0;

    do {
        css_next(t);
        depth += t->delim == '{';
        depth -= t->delim == '}' && depth > 0;
    } while (t->kind != CSS_END && !(rules && depth > 0) &&
             !(depth == 0 && (t->delim == ';' || t->delim == '}')));
    css_next(t);
}

int page_sheet_add(page *p, const char *text, size_t n)
{
    const memory *m = srcmap_memory(p->map);
    page_sheet *s = p->sheet;

    if (!s)
        p->sheet = s = memory_zeroed(m, sizeof *s);
    if (!s)
        return TRAWL_ERROR_NO_MEMORY;
    n = n < PAGE_SHEET - s->text_n ? n : PAGE_SHEET - s->text_n;
    if (!memory_grow(m, &s->text, &s->text_size, CSS_ROOM(s->text_n + n) + s->text_n + n, 1))
        return TRAWL_ERROR_NO_MEMORY;
    for (size_t i = 0; i < n; i++)
        s->text[s->text_n++] = text[i] ? text[i] : ' ';
    return TRAWL_OK;
}

void page_sheet_end(page *p)
{
    page_sheet *s = p->sheet;
    sheet_reader r = {.sheet = s};

    if (!s || s->text_n == 0)
        return;
    r.t = (css_tokens){.p = s->text, .end = s->text + s->text_n, .room = s->text + s->text_n};
    css_next(&r.t);
    while (r.t.kind != CSS_END && s->n < PAGE_RULES) {
        r.first = s->n;
        if (r.t.kind == CSS_AT) {
            sheet_at_rule(&r.t);
        } else if (r.t.kind == CSS_BLANK || r.t.kind == CSS_NOTE || r.t.delim == '}') {
            css_next(&r.t);
        } else {
            sheet_selectors(&r);
            sheet_block(&r);
            css_next(&r.t);
        }
    }
    s->text_n = 0;
}

void page_sheet_look(page *p, const char *name, size_t n, bool tag)
{
    const page_sheet *s = p->sheet;

    for (unsigned i = 0; s && i < s->n; i++) {
        const page_rule *rule = &s->rules[i];
        if (rule->tag != tag || rule->n != n || !ascii_same(rule->name, name, n))
            continue;
        p->tag.look.sets |= rule->look.sets;
    }
}

void page_sheet_close(page *p)
{
    const memory *m = srcmap_memory(p->map);

    if (p->sheet)
        memory_free(m, p->sheet->text);
    memory_free(m, p->sheet);
    p->sheet = NULL;
}
