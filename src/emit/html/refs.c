/* refs.c - ids of places that others refer to, and links to them */
#include "emit/html/inside.h"

size_t html_refs_id(trawl_emit *e, const html_line *line, char id[HTML_ID])
{
    (void)e;
    (void)line;
    (void)id;
    return 0;
}

void html_refs_line(trawl_emit *e, html_line *line)
{
    (void)e;
    (void)line;
}
