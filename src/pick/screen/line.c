/* line.c - lets the user edit one line of text, at the bottom of the screen */
#include "pick/screen/inside.h"

struct screen_line {
    char *text;
    size_t n, size; /* bytes: of the line, and of `text` with its NUL */
    size_t at;      /* of the cursor */
};

static bool is_inside_char(const struct screen_line *line, size_t at)
{
    return at < line->n && ((unsigned char)line->text[at] & 0xC0) == 0x80;
}

static size_t before(const struct screen_line *line, size_t at)
{
    if (at > 0)
        at--;
    while (at > 0 && is_inside_char(line, at))
        at--;
    return at;
}

static size_t line_after(const struct screen_line *line, size_t at)
{
    if (at < line->n)
        at++;
    while (is_inside_char(line, at))
        at++;
    return at;
}

/* Removes text[from..to), and puts the cursor there. */
static void line_cut(struct screen_line *line, size_t from, size_t to)
{
    memmove(line->text + from, line->text + to, line->n - to + 1);
    line->n -= to - from;
    line->at = from;
}

static void line_insert(struct screen_line *line, char c)
{
    if (line->n + 1 >= line->size)
        return;
    memmove(line->text + line->at + 1, line->text + line->at, line->n - line->at + 1);
    line->text[line->at++] = c;
    line->n++;
}

/* Returns the start of the word before the cursor. */
static size_t line_word_before(const struct screen_line *line)
{
    size_t at = line->at;

    while (at > 0 && strchr(" /.?&=", line->text[at - 1]))
        at--;
    while (at > 0 && !strchr(" /.?&=", line->text[at - 1]))
        at--;
    return at;
}

enum { CONTROL = 0x1F }; /* Ctrl-A is 'A' & CONTROL */

/* Handles a key. */
static void press(struct screen_line *line, int key)
{
    switch (key) {
    case KEY_LEFT:
    case 'B' & CONTROL:
        line->at = before(line, line->at);
        break;
    case KEY_RIGHT:
    case 'F' & CONTROL:
        line->at = line_after(line, line->at);
        break;
    case KEY_HOME:
    case 'A' & CONTROL:
        line->at = 0;
        break;
    case KEY_END:
    case 'E' & CONTROL:
        line->at = line->n;
        break;
    case KEY_BACKSPACE:
    case 0x7F:
    case 'H' & CONTROL:
        line_cut(line, before(line, line->at), line->at);
        break;
    case KEY_DC:
    case 'D' & CONTROL:
        line_cut(line, line->at, line_after(line, line->at));
        break;
    case 'U' & CONTROL:
        line_cut(line, 0, line->at);
        break;
    case 'K' & CONTROL:
        line_cut(line, line->at, line->n);
        break;
    case 'W' & CONTROL:
        line_cut(line, line_word_before(line), line->at);
        break;
    default:
        if (key >= ' ' && key <= 0xFF)
            line_insert(line, (char)key);
        break;
    }
}

/* Draws the question and the part of the text around the cursor. */
static void line_draw(const struct screen *s, const char *question, const struct screen_line *line)
{
    struct pen pen = {LINES - 1, 0, COLS};
    size_t from = 0;
    int room, x;

    draw_text(s, &pen, (trawl_str){question, strlen(question)}, A_BOLD);
    room = COLS - pen.x;
    while (from < line->at &&
           draw_columns(s, (trawl_str){line->text + from, line->at - from}, room) >= room - 1)
        from = line_after(line, from);
    x = pen.x + draw_columns(s, (trawl_str){line->text + from, line->at - from}, room);
    draw_text(s, &pen, (trawl_str){line->text + from, line->n - from}, A_NORMAL);
    draw_rest(&pen, A_NORMAL);
    (void)move(LINES - 1, x < COLS ? x : COLS - 1);
    (void)refresh();
}

bool line_edit(struct screen *s, const char *question, char *text, size_t size)
{
    struct screen_line line = {text, strlen(text), size, strlen(text)};
    int key;

    (void)curs_set(1);
    do {
        if (!s->fresh)
            list_draw(s);
        line_draw(s, question, &line);
        key = screen_key(s);
        if (key == KEY_RESIZE)
            s->fresh = false;
        else if (key != ERR)
            press(&line, key);
    } while (key != ERR && key != '\r' && key != '\n' && key != KEY_ENTER && key != 0x1B &&
             key != ('G' & CONTROL));
    (void)curs_set(0);
    s->fresh = false;
    return key == '\r' || key == '\n' || key == KEY_ENTER;
}
