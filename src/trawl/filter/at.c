/* at.c - --at LINE:COLUMN: prints the link under a cursor
 *
 * Compares the place with each link. A link that has a piece there ends the search. Otherwise the
 * first link that has the place between its brackets or pieces is printed, or else the link that
 * ends right before the place, where the cursors of some editors are.
 */
#include <stdlib.h>

#include "trawl/filter/inside.h"

enum { AT_NO, AT_END, AT_INSIDE, AT_PIECE };

int at_read(struct find_options *options, const char *value)
{
    char *end;

    options->at_line = strtoull(value, &end, 10);
    options->at_column = *end == ':' ? strtoull(end + 1, &end, 10) : 0;
    return options->at_line > 0 && options->at_column > 0 && *end == '\0' && value[0] >= '0' &&
                   value[0] <= '9'
               ? 0
               : say_refuse("--at: ", value, " is not LINE:COLUMN; both are counted from 1");
}

/* Returns -1, 0 or 1 if the wanted place is before, at or after a byte. */
static int at_compare(struct find *f, uint64_t byte)
{
    const struct find_options *o = f->options;
    struct place place = places_find(f->view.places, byte);
    uint64_t column = place_column(&place, o->show.column_unit);

    if (o->at_line != place.line)
        return o->at_line < place.line ? -1 : 1;
    return o->at_column < column ? -1 : o->at_column > column;
}

/* Looks up the places in ascending order: places_find() starts anew when it has to go back. */
static int rank(struct find *f, const trawl_link *link)
{
    int end;

    if (at_compare(f, link->extent.from) < 0)
        return AT_NO;
    for (unsigned i = 0; i < link->span_count; i++)
        if (at_compare(f, link->spans[i].from) >= 0 && at_compare(f, link->spans[i].to) < 0)
            return AT_PIECE;
    end = at_compare(f, link->extent.to);
    return end > 0 ? AT_NO : end == 0 ? AT_END : AT_INSIDE;
}

int at_event(struct find *f, const trawl_event *e)
{
    int wanted = rank(f, e->link), error;

    if (wanted <= f->at.rank)
        return 0;
    f->at.rank = wanted;
    f->at.record.n = 0;
    f->file.count = 1;
    f->view.out->hold = &f->at.record;
    error = f->view.format->event(&f->view, e);
    f->view.out->hold = NULL;
    if (error < 0)
        f->done.error = error;
    return error < 0 ? FIND_FAILED : wanted == AT_PIECE || f->options->quiet ? FIND_ENOUGH : 0;
}

void at_end(struct find *f)
{
    if (!f->options->quiet)
        output_bytes(f->view.out, f->at.record.p, f->at.record.n);
    f->at.record.n = 0;
    f->at.rank = AT_NO;
}
