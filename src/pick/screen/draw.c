/* draw.c - draws text of any kind in the columns of a terminal
 *
 * Controls, hidden characters and bytes that are not UTF-8 are escaped (app/show/printable.c), so
 * nothing in a message acts on the terminal. The columns of a character are those of wcwidth(),
 * which ncurses uses too. In a locale without UTF-8, "?" replaces characters beyond ASCII.
 */
#include <stdlib.h>
#include <wchar.h>

#include "base/check.h"
#include "pick/screen/inside.h"

attr_t draw_attribute(const struct screen *s, enum role role)
{
    static const attr_t plain[ROLE_COUNT] = {
        [ROLE_HOST] = A_BOLD,   [ROLE_DIM] = A_DIM,        [ROLE_DANGER] = A_BOLD,
        [ROLE_MARK] = A_BOLD,   [ROLE_LINK] = A_UNDERLINE, [ROLE_HEADING] = A_BOLD,
        [ROLE_BAR] = A_REVERSE,
    };
    attr_t attribute = plain[role];

    if (s->colours >= 256 && role == ROLE_DIM)
        attribute = A_NORMAL;
    if (s->colours > 0 && role != ROLE_PLAIN && role != ROLE_HOST && role != ROLE_BAR &&
        (role != ROLE_DIM || s->colours >= 256))
        attribute |= COLOR_PAIR(role);
    return attribute;
}

void draw_glyph(const struct screen *s, struct glyph *g, const char *p, size_t n)
{
    struct printable_step step;
    wchar_t wide;

    printable_next(&step, p, n);
    g->bytes = step.bytes;
    g->n = step.length < sizeof g->text ? step.length : sizeof g->text - 1;
    g->columns = (int)step.columns;
    memcpy(g->text, step.text, g->n);
    g->text[g->n] = '\0';
    if ((unsigned char)g->text[0] < 0x80)
        return;
    g->columns = s->utf8 && mbtowc(&wide, g->text, g->n) > 0 ? wcwidth(wide) : -1;
    if (g->columns >= 0)
        return;
    g->text[0] = '?';
    g->n = 1;
    g->columns = 1;
}

int draw_columns(const struct screen *s, trawl_str text, int most)
{
    struct glyph g;
    int columns = 0;

    for (size_t i = 0; i < text.n && columns < most; i += g.bytes) {
        draw_glyph(s, &g, text.p + i, text.n - i);
        columns += g.columns;
    }
    return columns < most ? columns : most;
}

/* Marks the end of a text that was cut. */
static void draw_cut(const struct screen *s, struct pen *pen, attr_t attribute)
{
    if (pen->end < 1)
        return;
    (void)attrset(attribute);
    (void)mvaddstr(pen->y, pen->end - 1, s->utf8 ? "\xE2\x80\xA6" : ">");
    pen->x = pen->end;
}

void draw_text(const struct screen *s, struct pen *pen, trawl_str text, attr_t attribute)
{
    struct glyph g;
    char run[512]; /* written at once, so that combining marks meet their letters */
    size_t n = 0;
    int x = pen->x;

    (void)attrset(attribute);
    for (size_t i = 0; i < text.n; i += g.bytes) {
        draw_glyph(s, &g, text.p + i, text.n - i);
        if (pen->x + g.columns > pen->end) {
            (void)mvaddnstr(pen->y, x, run, (int)n);
            draw_cut(s, pen, attribute);
            return;
        }
        if (n + g.n > sizeof run) {
            (void)mvaddnstr(pen->y, x, run, (int)n);
            n = 0;
            x = pen->x;
        }
        CHECK(n + g.n <= sizeof run);
        memcpy(run + n, g.text, g.n);
        n += g.n;
        pen->x += g.columns;
    }
    if (n > 0)
        (void)mvaddnstr(pen->y, x, run, (int)n);
}

void draw_rest(struct pen *pen, attr_t attribute)
{
    (void)attrset(attribute);
    if (pen->x < pen->end)
        (void)mvhline(pen->y, pen->x, (chtype)' ' | attribute, pen->end - pen->x);
    pen->x = pen->end;
}

/* Returns how many bytes to leave out at the front so that the text has at most `columns`. */
static size_t front_to_cut(const struct screen *s, trawl_str text, int columns)
{
    struct glyph g;
    size_t i = 0;

    for (int all = draw_columns(s, text, 1 << 20); i < text.n && all > columns; i += g.bytes) {
        draw_glyph(s, &g, text.p + i, text.n - i);
        all -= g.columns;
    }
    return i;
}

void draw_url(struct screen *s, struct pen *pen, trawl_str url, attr_t attribute)
{
    trawl_str host, before;
    int room = pen->end - pen->x;

    url = words_url(&s->form, url, !s->utf8);
    host = url_host(url);
    if (host.n == 0) {
        draw_text(s, pen, url, attribute);
        return;
    }
    before = (trawl_str){url.p, (size_t)(host.p - url.p)};
    if (draw_columns(s, before, room) + draw_columns(s, host, room) >= room) {
        size_t cut;

        before.n = url_scheme(url).n + 3;
        room -= draw_columns(s, before, room) + 1; /* for the mark of the cut */
        cut = front_to_cut(s, host, room - 1);
        draw_text(s, pen, before, attribute);
        if (cut > 0)
            draw_text(s, pen, s->utf8 ? (trawl_str){"\xE2\x80\xA6", 3} : (trawl_str){"<", 1},
                      attribute);
        host.p += cut;
        host.n -= cut;
    } else {
        draw_text(s, pen, before, attribute);
    }
    draw_text(s, pen, host, attribute | A_BOLD);
    draw_text(s, pen, (trawl_str){host.p + host.n, (size_t)(url.p + url.n - host.p - host.n)},
              attribute);
}
