/* list.c - the list of links: which are shown, which is selected, and the drawing of the screen
 *
 *  Subject, from Ann                                   12 links, 5 folded
 *   1  https://www.example.org/a/long/path.html
 *      quoted, broken over 2 lines
 *      the line around the link
 *
 * A link has one to three lines, and a low screen shows only the first one of each.
 */
#include <stdlib.h>

#include "pick/screen/inside.h"

#define REDRAW_MS 100 /* while reading */
#define LOW 9         /* a screen with fewer lines shows one for each link */

/* ---- Rows ---- */

struct choice *list_at(const struct screen *s, size_t row)
{
    struct choices *all = &s->pick->choices;

    return &all->all[all->order[s->rows[row]]];
}

struct choice *list_current(struct screen *s)
{
    return s->row < s->count ? list_at(s, s->row) : NULL;
}

void list_select(struct screen *s, size_t row)
{
    if (s->count == 0)
        return;
    s->row = row < s->count ? row : s->count - 1;
    s->current = s->pick->choices.order[s->rows[s->row]];
    s->fresh = false;
}

static bool list_make_room(struct screen *s, size_t n)
{
    uint32_t *rows;

    if (n <= s->size)
        return true;
    rows = realloc(s->rows, (n + n / 2) * sizeof *rows);
    if (!rows)
        return false;
    s->rows = rows;
    s->size = n + n / 2;
    return true;
}

void list_update(struct screen *s)
{
    struct choices *all = &s->pick->choices;
    bool had = s->count > 0, unfolded;
    size_t row = 0, place = had ? s->rows[s->row] : 0;

    if (!s->stale && (s->known == all->count && all->sorted))
        return;
    choices_sort(all);
    if (!all->sorted || !list_make_room(s, all->count))
        return;
    unfolded = s->unfolded || (all->folded == all->count && !s->pick->reading);
    s->count = 0;
    for (size_t i = 0; i < all->count; i++) {
        const struct choice *choice = &all->all[all->order[i]];

        if (choice->rank == RANK_FOLDED && !unfolded)
            continue;
        /* If the selected link is folded away now, the link before it becomes the selected one. */
        if (had && i <= place)
            row = s->count;
        s->rows[s->count++] = (uint32_t)i;
    }
    s->known = all->count;
    s->stale = s->fresh = false;
    if (had) {
        for (size_t i = 0; i < s->count; i++)
            if (all->order[s->rows[i]] == s->current)
                row = i;
    }
    list_select(s, row);
}

/* ---- Heights ---- */

/* Returns true when the row begins a message. */
static bool has_heading(const struct screen *s, size_t row)
{
    const struct choices *all = &s->pick->choices;
    const struct choice *choice = list_at(s, row);

    return LINES >= LOW && all->heading_count > 1 && all->headings[choice->heading].title.n > 0 &&
           (row == 0 || list_at(s, row - 1)->heading != choice->heading);
}

/* Sets s->text to why a link is dangerous. Returns false if it is not. */
static bool make_danger(struct screen *s, const struct choice *choice)
{
    s->text.n = 0;
    words_danger(&s->text, choice, choice_url(choice), choice_flags(choice));
    return s->text.n > 0;
}

static bool make_about(struct screen *s, const struct choice *choice)
{
    s->text.n = 0;
    words_about(&s->text, choice);
    return s->text.n > 0;
}

/* Sets s->text to the line around a link. Returns false if there is none. */
static bool make_around(struct screen *s, const struct choice *choice, trawl_span *link)
{
    s->text.n = 0;
    words_around(&s->text, &s->pick->choices, choice, link);
    return s->text.n > 0;
}

static int height_of(struct screen *s, size_t row)
{
    const struct choice *choice = list_at(s, row);
    trawl_span link;

    if (LINES < LOW)
        return 1;
    return 1 + has_heading(s, row) + make_danger(s, choice) + make_about(s, choice) +
           make_around(s, choice, &link);
}

/* Returns the lines at the top for the title. */
static int title_height(void)
{
    return LINES >= 6;
}

int list_height(void)
{
    int height = LINES - title_height() - (LINES >= 2);

    return height > 0 ? height : 1;
}

/* Moves the top so that the selected row is on the screen. */
static void scroll_to(struct screen *s)
{
    size_t first = s->row;
    int left = list_height();

    if (s->count == 0)
        return;
    for (left -= height_of(s, first); first > 0; first--) {
        left -= height_of(s, first - 1);
        if (left < 0)
            break;
    }
    if (s->top > s->row)
        s->top = s->row;
    else if (s->top < first)
        s->top = first;
}

/* ---- Drawing ---- */

static void draw_heading(struct screen *s, const struct choice *choice, int y)
{
    struct pen pen = {y, 0, COLS};

    s->text.n = 0;
    words_heading(&s->text, &s->pick->choices.headings[choice->heading]);
    draw_text(s, &pen, buffer_str(&s->text), draw_attribute(s, ROLE_HEADING));
}

/* Draws the first line of a link: mark, number and URL. */
static void draw_first(struct screen *s, size_t row, int y, int indent)
{
    const struct choice *choice = list_at(s, row);
    struct pen pen = {y, 0, COLS};
    attr_t chosen = row == s->row ? A_REVERSE : A_NORMAL;
    char number[32];
    int n = snprintf(number, sizeof number, "%*zu ", indent - 2, (size_t)s->rows[row] + 1);

    draw_text(s, &pen, (trawl_str){number, (size_t)n}, draw_attribute(s, ROLE_NUMBER) | chosen);
    draw_text(s, &pen, (trawl_str){choice->marked ? "*" : " ", 1},
              draw_attribute(s, ROLE_MARK) | chosen);
    draw_url(s, &pen, choice_url(choice), chosen);
    if (chosen)
        draw_rest(&pen, A_REVERSE);
}

static void draw_detail(struct screen *s, int y, int indent, enum role role)
{
    struct pen pen = {y, indent, COLS};

    draw_text(s, &pen, buffer_str(&s->text), draw_attribute(s, role));
}

/* Draws the line around a link. If it is too long, its front is left out until the link shows. */
static void draw_around(struct screen *s, int y, int indent, trawl_span link)
{
    struct pen pen = {y, indent, COLS};
    trawl_str text = buffer_str(&s->text);
    int room = COLS - indent;
    size_t from = 0, at = (size_t)link.from;
    struct glyph g;

    while (draw_columns(s, text, room + 1) > room && from < at &&
           draw_columns(s, (trawl_str){text.p + from, at - from}, room) > room / 2) {
        draw_glyph(s, &g, text.p + from, text.n - from);
        from += g.bytes;
    }
    if (from > at)
        from = at;
    if (from > 0)
        draw_text(s, &pen, (trawl_str){"...", 3}, draw_attribute(s, ROLE_DIM));
    draw_text(s, &pen, (trawl_str){text.p + from, at - from}, draw_attribute(s, ROLE_DIM));
    draw_text(s, &pen, (trawl_str){text.p + at, (size_t)link.to - at},
              draw_attribute(s, ROLE_LINK));
    draw_text(s, &pen, (trawl_str){text.p + link.to, text.n - (size_t)link.to},
              draw_attribute(s, ROLE_DIM));
}

/* Draws a row in the lines from y to end - 1. Returns the line after it. */
static int draw_row(struct screen *s, size_t row, int y, int end, int indent)
{
    const struct choice *choice = list_at(s, row);
    int first = y;
    trawl_span link;

    if (y < end && has_heading(s, row))
        draw_heading(s, choice, y++);
    if (y < end)
        draw_first(s, row, y++, indent);
    if (y < end && LINES >= LOW && make_danger(s, choice))
        draw_detail(s, y++, indent, ROLE_DANGER);
    if (y < end && LINES >= LOW && make_about(s, choice))
        draw_detail(s, y++, indent, ROLE_DIM);
    if (y < end && LINES >= LOW && make_around(s, choice, &link))
        draw_around(s, y++, indent, link);
    for (; first < y && first < LINES_MAX; first++)
        s->of_line[first] = row + 1;
    return y;
}

/* Appends how far reading has come. */
static void add_progress(struct buffer *to, const struct pick *p)
{
    if (!p->reading)
        return;
    add_text(to, ", reading ");
    if (p->total > 0) {
        add_number(to, p->read >= p->total ? 99 : p->read * 100 / p->total);
        add_text(to, "%");
    } else {
        add_number(to, p->read / 1000);
        add_text(to, " kB");
    }
}

static void draw_title(struct screen *s)
{
    const struct choices *all = &s->pick->choices;
    const struct choice *choice = list_current(s);
    struct pen pen = {0, 0, COLS};
    attr_t bar = draw_attribute(s, ROLE_BAR);
    int n;

    s->text.n = 0;
    add_text(&s->text, " ");
    add_number(&s->text, all->count);
    add_text(&s->text, all->count == 1 ? " link" : " links");
    if (all->folded > 0 && s->count < all->count) {
        add_text(&s->text, ", ");
        add_number(&s->text, all->folded);
        add_text(&s->text, " folded");
    }
    add_progress(&s->text, s->pick);
    add_text(&s->text, " ");
    n = draw_columns(s, buffer_str(&s->text), COLS);
    pen.x = COLS - n;
    draw_text(s, &pen, buffer_str(&s->text), bar);
    pen = (struct pen){0, 0, COLS - n};
    s->text.n = 0;
    if (choice && all->headings[choice->heading].title.n > 0)
        words_heading(&s->text, &all->headings[choice->heading]);
    else
        add_text(&s->text, "trawl pick");
    draw_text(s, &pen, buffer_str(&s->text), bar | A_BOLD);
    draw_rest(&pen, bar);
}

/* Makes the text of the last line: a message, or what the keys do. */
static void make_hints(struct screen *s)
{
    const struct choice *choice = list_current(s);
    struct pick *p = s->pick;
    char program[64];

    s->text.n = 0;
    if (s->said.n > 0) {
        add_str(&s->text, buffer_str(&s->said));
        return;
    }
    if (choice && p->options.print) {
        add_text(&s->text, s->marked > 1 ? "Enter prints them" : "Enter prints it");
    } else if (choice && judge(&p->judged, &p->conf, choice) == TRAWL_OK) {
        launch_name(&p->conf, &p->judged, program, sizeof program);
        add_text(&s->text, p->judged.how == JUDGED_OPEN  ? "Enter opens"
                           : p->judged.how == JUDGED_ASK ? "Enter asks, and opens"
                                                         : "this is never opened");
        if (program[0] && p->judged.how != JUDGED_NEVER) {
            add_text(&s->text, " with ");
            add_text(&s->text, program);
        }
    }
    if (s->marked > 0 && !p->options.print) {
        add_text(&s->text, "  o opens ");
        add_number(&s->text, s->marked);
    }
    add_text(&s->text, "  ? help  q quits");
    if (choice && choice->alt_count > 0)
        add_text(&s->text, "  Tab next reading");
    if (choice && choice->goal.n > 0)
        add_text(&s->text, "  t target");
    if (p->choices.folded > 0)
        add_text(&s->text, s->unfolded ? "  z folds" : "  z unfolds");
    add_text(&s->text, "  Space marks  y copies  c context");
}

static void draw_bottom(struct screen *s)
{
    struct pen pen = {LINES - 1, 0, COLS};
    attr_t bar = draw_attribute(s, ROLE_BAR);

    make_hints(s);
    draw_text(s, &pen, buffer_str(&s->text), bar);
    draw_rest(&pen, bar);
}

/* Returns the columns before a URL: those of the largest number, a blank and the mark. */
static int indent_of(const struct screen *s)
{
    char number[24];

    return snprintf(number, sizeof number, "%zu", s->pick->choices.count) + 2;
}

void list_draw(struct screen *s)
{
    int y = title_height(), end = y + list_height(), indent = indent_of(s);
    uint64_t began = screen_now();

    list_update(s);
    scroll_to(s);
    (void)erase();
    memset(s->of_line, 0, sizeof s->of_line);
    if (title_height())
        draw_title(s);
    for (size_t row = s->top; row < s->count && y < end; row++)
        y = draw_row(s, row, y, end, indent < COLS / 2 ? indent : COLS / 2);
    if (LINES >= 2)
        draw_bottom(s);
    (void)move(LINES - 1, COLS - 1);
    (void)refresh();
    s->fresh = true;
    /* Sorting and drawing a long list takes time. Reading gets ten times as much. */
    s->next = screen_now() + REDRAW_MS + 10 * (screen_now() - began);
}
