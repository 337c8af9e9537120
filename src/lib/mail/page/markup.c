/* markup.c - the structure of a page for TRAWL_MAIL_OPTION_MARKUP: headings, lists, quotes, ...
 *
 * Input: the tags of a page, and where its running text begins. Output: calls of page_out.markup(),
 * each before the text that it describes. Nothing is sent for elements without text, so there are
 * at most as many calls as bytes of text, times a constant.
 *
 * The tree has all open elements. A list here has the open elements that matter for the structure,
 * with what was seen of each. Styles of text are bits of the elements. Tables are layout unless a
 * <thead> or their first cell shows that they hold data: then each cell is marked.
 */
#include "base/check.h"
#include "mail/page/page.h"

#include <string.h>

enum mark_kind {
    MARK_NONE,
    MARK_BREAK, /* <br> */
    MARK_PLAIN, /* is a block */
    MARK_HEADING,
    MARK_BULLETS,
    MARK_NUMBERS,
    MARK_ITEM,
    MARK_TERMS,
    MARK_TERM,
    MARK_DEFINITION,
    MARK_QUOTE,
    MARK_VERBATIM,
    MARK_TABLE,
    MARK_HEAD, /* <thead>, <caption>: the table holds data */
    MARK_ROW,
    MARK_CELL,
    MARK_HEAD_CELL,
    MARK_BOLD,
    MARK_ITALIC,
    MARK_CODE
};

/* What a table holds. */
enum mark_table { TABLE_UNKNOWN, TABLE_LAYOUT, TABLE_DATA };

typedef struct mark_name {
    const char *name;
    enum mark_kind kind;
} mark_name;

static enum mark_kind mark_kind_of(const html_name *tag, unsigned *level)
{
    static const mark_name names[] = {
        {"br", MARK_BREAK},      {"p", MARK_PLAIN},          {"hr", MARK_PLAIN},
        {"td", MARK_CELL},       {"tr", MARK_ROW},           {"th", MARK_HEAD_CELL},
        {"table", MARK_TABLE},   {"thead", MARK_HEAD},       {"caption", MARK_HEAD},
        {"b", MARK_BOLD},        {"strong", MARK_BOLD},      {"i", MARK_ITALIC},
        {"em", MARK_ITALIC},     {"cite", MARK_ITALIC},      {"var", MARK_ITALIC},
        {"code", MARK_CODE},     {"tt", MARK_CODE},          {"kbd", MARK_CODE},
        {"samp", MARK_CODE},     {"ul", MARK_BULLETS},       {"menu", MARK_BULLETS},
        {"dir", MARK_BULLETS},   {"ol", MARK_NUMBERS},       {"li", MARK_ITEM},
        {"dl", MARK_TERMS},      {"dt", MARK_TERM},          {"dd", MARK_DEFINITION},
        {"pre", MARK_VERBATIM},  {"listing", MARK_VERBATIM}, {"blockquote", MARK_QUOTE},
        {"address", MARK_PLAIN}, {"figure", MARK_PLAIN},     {"fieldset", MARK_PLAIN},
        {"section", MARK_PLAIN}, {"article", MARK_PLAIN},
    };

    *level = 0;
    if (tag->n == 2 && tag->p[0] == 'h' && tag->p[1] >= '1' && tag->p[1] <= '6') {
        *level = (unsigned)(tag->p[1] - '0');
        return MARK_HEADING;
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (html_is_named(tag, names[i].name))
            return names[i].kind;
    return MARK_NONE;
}

/* ---- What is open ---- */

/* Returns the index + 1 of the innermost element of `kind` or of the kind `other`, or 0. Does not
 * look beyond an element of the kind `barrier`. */
static unsigned mark_find(const page_markup *mk, enum mark_kind kind, enum mark_kind other,
                          enum mark_kind barrier)
{
    for (unsigned i = mk->depth; i > 0; i--) {
        if (mk->open[i - 1].kind == kind || mk->open[i - 1].kind == other)
            return i;
        if (mk->open[i - 1].kind == barrier)
            return 0;
    }
    return 0;
}

/* Returns the innermost element of one of these kinds in the innermost cell, or NULL. */
static page_element *mark_near(page_markup *mk, enum mark_kind kind, enum mark_kind other)
{
    unsigned at = mark_find(mk, kind, other, MARK_TABLE);

    return at > 0 ? &mk->open[at - 1] : NULL;
}

/* Removes the elements that have ended. The next text begins a block if there are any. */
static void mark_settle(page *p)
{
    page_markup *mk = &p->markup;
    unsigned left = 0;

    for (unsigned i = 0; i < mk->depth; i++)
        if (html_is_open(&p->h, mk->open[i].serial, mk->open[i].at))
            mk->open[left++] = mk->open[i];
    mk->block = mk->block || left < mk->depth;
    mk->depth = left;
}

/* ---- Tags ---- */

/* Notes in the table, or list, that a row, cell or item of it begins. */
static void mark_count(page_markup *mk, enum mark_kind kind)
{
    page_element *table = mark_near(mk, MARK_TABLE, MARK_TABLE),
                 *list = mark_near(mk, MARK_BULLETS, MARK_NUMBERS);

    if (kind == MARK_ITEM) {
        mk->item = true;
        if (list)
            list->number++;
    } else if (table && kind == MARK_HEAD && table->table == TABLE_UNKNOWN) {
        table->table = TABLE_DATA;
    } else if (table && kind == MARK_ROW) {
        table->column = 0;
        mk->row = true;
    } else if (table && (kind == MARK_CELL || kind == MARK_HEAD_CELL)) {
        table->column++;
        mk->cell = true;
        mk->divided = false;
    }
}

void page_markup_open(page *p, const html_name *tag, bool block)
{
    page_markup *mk = &p->markup;
    unsigned level;
    enum mark_kind kind = mark_kind_of(tag, &level);

    mark_settle(p);
    mk->divided = mk->divided || (block && kind != MARK_BREAK);
    if (kind == MARK_BREAK)
        mk->block = mk->block || !p->line_open;
    if (kind >= MARK_BOLD) {
        p->tag.look.sets |= (unsigned)PAGE_LOOK_BOLD << (kind - MARK_BOLD);
        p->tag.described = true;
    }
    if (kind <= MARK_BREAK || kind >= MARK_BOLD || html_made(&p->h) == 0)
        return;
    mark_count(mk, kind);
    mk->block = true;
    if (mk->depth < PAGE_MARKUP_DEPTH)
        mk->open[mk->depth++] = (page_element){.serial = html_made(&p->h),
                                               .at = html_depth(&p->h),
                                               .kind = (unsigned char)kind,
                                               .number = level};
}

/* ---- Text ---- */

static int mark_send(page *p, int kind, unsigned index)
{
    return p->out.markup(p->out.user, p->passed + (p->anchor.open ? p->held_n : 0), kind, index);
}

/* Returns the index + 1 of the outermost cell of a table that holds data, or 0. Decides what a
 * table holds by its first cell with text: the table holds data if this cell is a <th> without
 * blocks. */
static unsigned mark_data_cell(page_markup *mk)
{
    page_element *table = NULL;
    unsigned cell = 0, data = 0;

    for (unsigned i = 0; i < mk->depth; i++) {
        if (mk->open[i].kind == MARK_TABLE) {
            table = &mk->open[i];
            continue;
        }
        if (!table || (mk->open[i].kind != MARK_CELL && mk->open[i].kind != MARK_HEAD_CELL))
            continue;
        cell = i + 1;
        if (table->table == TABLE_UNKNOWN &&
            mark_find(mk, MARK_TABLE, MARK_TABLE, MARK_NONE) == (unsigned)(table - mk->open) + 1)
            table->table =
                mk->open[i].kind == MARK_HEAD_CELL && !mk->divided ? TABLE_DATA : TABLE_LAYOUT;
        if (table->table == TABLE_DATA && data == 0)
            data = cell;
    }
    return data;
}

/* Sends the cell that begins, and its row. */
static int mark_cell(page *p, unsigned cell)
{
    page_markup *mk = &p->markup;
    page_element *table = &mk->open[cell - 1];
    int stop = 0;

    CHECK(cell > 0 && mark_find(mk, MARK_TABLE, MARK_TABLE, MARK_TABLE) > 0);
    while (table->kind != MARK_TABLE)
        table--;
    if (mk->row)
        stop = mark_send(p, TRAWL_MARKUP_ROW, ++table->number);
    mk->row = false;
    return stop ? stop
                : mark_send(p,
                            mk->open[cell - 1].kind == MARK_CELL ? TRAWL_MARKUP_CELL
                                                                 : TRAWL_MARKUP_HEAD_CELL,
                            table->column);
}

/* Sends an item, or text that continues an item. */
static int mark_item(page *p, unsigned item, unsigned level)
{
    page_markup *mk = &p->markup;
    unsigned list = item;
    int stop = 0;

    if (!mk->item)
        return mark_send(p, TRAWL_MARKUP_PARAGRAPH, level);
    mk->item = false;
    while (list > 0 && mk->open[list - 1].kind != MARK_BULLETS &&
           mk->open[list - 1].kind != MARK_NUMBERS)
        list--;
    if (list > 0 && mk->open[list - 1].kind == MARK_NUMBERS)
        stop = mark_send(p, TRAWL_MARKUP_NUMBER, mk->open[list - 1].number);
    return stop ? stop : mark_send(p, TRAWL_MARKUP_ITEM, level);
}

/* What the innermost elements are: indices + 1, or 0. */
typedef struct mark_inside {
    unsigned kinds[MARK_CODE + 1];
    unsigned quotes, items;
} mark_inside;

static mark_inside mark_look(const page_markup *mk)
{
    mark_inside in = {.quotes = 0};

    for (unsigned i = 0; i < mk->depth; i++) {
        unsigned kind = mk->open[i].kind;
        if (kind == MARK_QUOTE || kind == MARK_CELL || kind == MARK_HEAD_CELL) {
            unsigned quotes = in.quotes + (kind == MARK_QUOTE);
            in = (mark_inside){.quotes = quotes};
        }
        in.items += kind == MARK_ITEM;
        in.kinds[kind] = i + 1;
    }
    return in;
}

/* Sends the depth of quotes, if it changes. */
static int mark_quotes(page *p, unsigned quotes)
{
    page_markup *mk = &p->markup;
    bool same = mk->quotes == quotes;

    mk->quotes = quotes;
    return same ? 0 : mark_send(p, TRAWL_MARKUP_QUOTE, quotes);
}

/* Sends the kind of the block that begins. */
static int mark_block(page *p)
{
    page_markup *mk = &p->markup;
    unsigned cell = mark_data_cell(mk);
    mark_inside in = mark_look(mk);
    int stop = cell > 0 && !mk->cell ? 0 : mark_quotes(p, in.quotes);
    bool begins = mk->cell;

    mk->block = mk->cell = false;
    if (stop)
        return stop;
    if (cell > 0) {
        mk->item = false;
        return begins ? mark_cell(p, cell) : 0;
    }
    mk->row = false;
    if (in.kinds[MARK_VERBATIM] > 0)
        return mark_send(p, TRAWL_MARKUP_VERBATIM, in.items);
    if (in.items > 0)
        return mark_item(p, in.kinds[MARK_ITEM], in.items);
    if (in.kinds[MARK_HEADING] > 0)
        return mark_send(p, TRAWL_MARKUP_HEADING, mk->open[in.kinds[MARK_HEADING] - 1].number);
    if (in.kinds[MARK_TERM] > in.kinds[MARK_TERMS])
        return mark_send(p, TRAWL_MARKUP_TERM, 0);
    if (in.kinds[MARK_DEFINITION] > in.kinds[MARK_TERMS])
        return mark_send(p, TRAWL_MARKUP_DEFINITION, 0);
    return mark_send(p, TRAWL_MARKUP_PARAGRAPH, 0);
}

/* Returns the styles of the text as bits: 1 << kind - TRAWL_MARKUP_BOLD. A heading is bold anyway,
 * so it has no style "bold", except in an item. Likewise, text in <pre> has no style "code". */
static unsigned mark_style(page *p)
{
    page_markup *mk = &p->markup;
    unsigned style = html_look(&p->h) / PAGE_LOOK_BOLD & 7;
    unsigned heading = mark_find(mk, MARK_HEADING, MARK_HEADING, MARK_NONE);
    unsigned item = mark_find(mk, MARK_ITEM, MARK_ITEM, MARK_NONE);

    if (item > 0 && heading > 0)
        style |= 1;
    else if (mark_near(mk, MARK_HEADING, MARK_HEAD_CELL))
        style &= ~1u;
    return mark_near(mk, MARK_VERBATIM, MARK_VERBATIM) ? style & ~4u : style;
}

int page_markup_text(page *p)
{
    page_markup *mk = &p->markup;
    unsigned style;
    int stop;

    mark_settle(p);
    stop = mk->block ? mark_block(p) : 0;
    if (mk->line)
        mk->style = 0;
    else if (p->anchor.open && p->held_n > 0)
        return stop; /* the text of a link has one style in a line */
    mk->line = false;
    style = mark_style(p);
    for (unsigned i = 0; i < 3 && !stop; i++)
        if ((style ^ mk->style) >> i & 1)
            stop = mark_send(p, TRAWL_MARKUP_BOLD + (int)i, style >> i & 1);
    mk->style = style;
    return stop;
}

void page_markup_begin(page_markup *mk)
{
    memset(mk, 0, offsetof(page_markup, open));
    mk->block = mk->line = true;
}
