/* cell.c - the part of a line that is between two sides: in a frame, a table, a panel
 *
 *      todo │ https://a.example/one/long/path/that/rea │ ok
 *      done │ ches/the/edge                            │
 *
 * Two lines have the same cell if they have the same sides at the same columns. What is beside them
 * does not matter: frames are drawn over other text. A table without an outer frame has only the
 * left side.
 */

#include "find/lines/lines.h"

/* Returns true when a side of the cell of `own` is at w, its right one if `inside`. The side may be
 * one column off, since terminals do not agree about the width of some signs. */
static bool is_own_side(const row_walk *w, const text_row *own, bool inside)
{
    const unsigned column = inside ? own->edge : own->side;

    return w->c.code == own->marks[0] && w->column + 1 >= column && w->column <= column + 1;
}

bool cell_read(text *t, size_t end, const text_row *own, text_row *r)
{
    row_walk w = {.at = r->from, .next = r->from};
    bool inside = false;

    while (row_step(t, end, &w)) {
        if (is_own_side(&w, own, inside)) {
            if (inside)
                r->to = w.at;
            else
                r->head = w.next;
            r->framed = inside;
            inside = !inside;
            if (!own->framed)
                break;
            if (inside)
                row_pass_plain(t, end, own->edge - w.column - 2, &w);
        }
    }
    if (r->head == 0 || (own->framed && !r->framed))
        return false;
    if (!own->framed)
        r->to = end;
    r->cell = true;
    r->marks[0] = own->marks[0];
    r->mark_count = 1;
    r->side = own->side;
    r->edge = own->edge;
    r->columns = own->side + 1;
    return true;
}

bool cell_find(text *t, size_t end, piece link, bool outer, text_row *r)
{
    row_walk w = {.at = r->from, .next = r->from};
    bool found = false, seen = false;

    while (!r->framed && (found || w.next < link.from) && row_step(t, end, &w)) {
        if (w.at < link.from && row_is_side(w.c.code) && w.spaced && !(found && outer)) {
            found = true;
            r->marks[0] = w.c.code;
            r->side = w.column;
            r->cell = seen;
        } else if (w.at >= link.to && w.c.code == r->marks[0] && (w.spaced || w.c.code != '|')) {
            r->framed = r->cell = true;
            r->edge = w.column;
        } else {
            seen = seen || w.c.code > ' ';
        }
    }
    return r->cell;
}
