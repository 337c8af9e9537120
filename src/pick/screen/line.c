/* line.c - lets the user edit one line of text, at the bottom of the screen */
#include "pick/screen/inside.h"

struct screen_line {
    char *text;
    size_t n, size; /* without, and with the NUL */
    size_t at;      /* of the cursor */
};

static bool is_inside_char(const struct screen_line *l, size_t at)
{
    return at < l->n && ((unsigned char)l->text[at] & 0xC0) == 0x80;
}

static size_t before(const struct screen_line *l, size_t at)
{
    if (at > 0)
        at--;
    while (at > 0 && is_inside_char(l, at))
        at--;
    return at;
}

static size_t line_after(const struct screen_line *l, size_t at)
{
    if (at < l->n)
        at++;
    while (is_inside_char(l, at))
        at++;
    return at;
}

/* Removes text[from..to), and puts the cursor there. */
static void line_cut(struct screen_line *l, size_t from, size_t to)
{
    memmove(l->text + from, l->text + to, l->n - to + 1);
    l->n -= to - from;
    l->at = from;
}

static void line_insert(struct screen_line *l, char c)
{
    if (l->n + 1 >= l->size)
        return;
    memmove(l->text + l->at + 1, l->text + l->at, l->n - l->at + 1);
    l->text[l->at++] = c;
    l->n++;
}

/* Returns the start of the word before the cursor. */
static size_t line_word_before(const struct screen_line *l)
{
    size_t at = l->at;

    while (at > 0 && strchr(" /.?&=", l->text[at - 1]))
        at--;
    while (at > 0 && !strchr(" /.?&=", l->text[at - 1]))
        at--;
    return at;
}

enum { CONTROL = 0x1F }; /* Ctrl-A is 'A' & CONTROL */

/* Handles a key. */
static void press(struct screen_line *l, int key)
{
    switch (key) {
    case KEY_LEFT:
    case 'B' & CONTROL:
        l->at = before(l, l->at);
        break;
    case KEY_RIGHT:
    case 'F' & CONTROL:
        l->at = line_after(l, l->at);
        break;
    case KEY_HOME:
    case 'A' & CONTROL:
        l->at = 0;
        break;
    case KEY_END:
    case 'E' & CONTROL:
        l->at = l->n;
        break;
    case KEY_BACKSPACE:
    case 0x7F:
    case 'H' & CONTROL:
        line_cut(l, before(l, l->at), l->at);
        break;
    case KEY_DC:
    case 'D' & CONTROL:
        line_cut(l, l->at, line_after(l, l->at));
        break;
    case 'U' & CONTROL:
        line_cut(l, 0, l->at);
        break;
    case 'K' & CONTROL:
        line_cut(l, l->at, l->n);
        break;
    case 'W' & CONTROL:
        line_cut(l, line_word_before(l), l->at);
        break;
    default:
        if (key >= ' ' && key <= 0xFF)
            line_insert(l, (char)key);
        break;
    }
}

/* Draws the question and the part of the text around the cursor. */
static void line_draw(const struct screen *s, const char *question, const struct screen_line *l)
{
    struct pen pen = {LINES - 1, 0, COLS};
    size_t from = 0;
    int room, x;

    draw_text(s, &pen, (trawl_str){question, strlen(question)}, A_BOLD);
    room = COLS - pen.x;
    while (from < l->at &&
           draw_columns(s, (trawl_str){l->text + from, l->at - from}, room) >= room - 1)
        from = line_after(l, from);
    x = pen.x + draw_columns(s, (trawl_str){l->text + from, l->at - from}, room);
    draw_text(s, &pen, (trawl_str){l->text + from, l->n - from}, A_NORMAL);
    draw_rest(&pen, A_NORMAL);
    (void)move(LINES - 1, x < COLS ? x : COLS - 1);
    (void)refresh();
}

bool line_edit(struct screen *s, const char *question, char *text, size_t size)
{
    struct screen_line l = {text, strlen(text), size, strlen(text)};
    int key;

    (void)curs_set(1);
    do {
        if (!s->fresh)
            list_draw(s);
        line_draw(s, question, &l);
        key = screen_key(s);
        if (key == KEY_RESIZE)
            s->fresh = false;
        else if (key != ERR)
            press(&l, key);
    } while (key != ERR && key != '\r' && key != '\n' && key != KEY_ENTER && key != 0x1B &&
             key != ('G' & CONTROL));
    (void)curs_set(0);
    s->fresh = false;
    return key == '\r' || key == '\n' || key == KEY_ENTER;
}
