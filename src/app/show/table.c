/* table.c - cells and ends of rows in CSV and TSV, for outputs that are not made of records */
#include "app/show/show.h"

void output_cell(struct output *o, enum table_kind kind, bool first, trawl_str text)
{
    char *to = output_begin(o, cell_room(kind, text.n) + 1);

    if (!to)
        return;
    to = first ? to : put_between(to, kind);
    output_end(o, text.p ? put_cell(to, kind, text) : put_absent(to, kind));
}

void output_cell_number(struct output *o, enum table_kind kind, bool first, int64_t n)
{
    char *to = output_begin(o, PUT_NUMBER + 1);

    if (to)
        output_end(o, put_signed(first ? to : put_between(to, kind), n));
}

void output_cell_name(struct output *o, enum table_kind kind, bool first, const char *name)
{
    output_cell(o, kind, first, (trawl_str){name, strlen(name)});
}

void output_row_end(struct output *o, enum table_kind kind)
{
    output_text(o, kind == TABLE_TSV ? "\n" : "\r\n");
}
