/* find_html.h - the options of the filter that are for -t html alone */
#ifndef TRAWL_CLI_FIND_HTML_H
#define TRAWL_CLI_FIND_HTML_H

#include "cli/find_values.h"

/* Is it one of these options? */
int find_html_has(int id);

/* Set one; value is NULL for those that take none. 0, or -1 after a message. */
int find_html_set(struct find_asked *a, int id, const char *value);

/* What was asked for that -t html cannot do, or another format; NULL for nothing. */
const char *find_html_conflict(const struct find_asked *a);

#endif
