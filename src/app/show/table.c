/* table.c - cells and ends of rows in CSV and TSV, for outputs that are not made of records */
#include "app/show/show.h"

void output_cell(struct output *o, enum table_kind t, bool first, trawl_str s)
{
    char *to = output_begin(o, cell_room(t, s.n) + 1);

    if (!to)
        return;
    to = first ? to : put_between(to, t);
    output_end(o, s.p ? put_cell(to, t, s) : put_absent(to, t));
}

void output_cell_number(struct output *o, enum table_kind t, bool first, int64_t n)
{
    char *to = output_begin(o, PUT_NUMBER + 1);

    if (to)
        output_end(o, put_signed(first ? to : put_between(to, t), n));
}

void output_cell_name(struct output *o, enum table_kind t, bool first, const char *name)
{
    output_cell(o, t, first, (trawl_str){name, strlen(name)});
}

void output_row_end(struct output *o, enum table_kind t)
{
    output_text(o, t == TABLE_CSV ? "\r\n" : "\n");
}
