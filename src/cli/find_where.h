/* find_where.h - where a link stands, in records of json and tsv: its file, its message, its part, its header field
 *
 * What it says of the first three is the same for many links, so it is made once and kept: of a message until the next MESSAGE
 * event, of a part until the next PART event. Between parts there is none.
 */
#ifndef TRAWL_CLI_FIND_WHERE_H
#define TRAWL_CLI_FIND_WHERE_H

#include <stddef.h>

#include <trawl_mail.h>

#include "cli/reply.h"

struct find;

struct find_where {
    struct reply file, message, part;
    unsigned known; /* which of them are made, of the file that is read and ... */
    const trawl_mail_message *of_message;
    const trawl_mail_part *of_part;
};

/* A file begins. */
void find_where_begin(struct find_where *w);

/* A message or a part begins. */
void find_where_event(struct find_where *w, const trawl_event *e);

/* Makes ready what f->event needs; *room: how much of a record it will take at most. TRAWL_OK or TRAWL_NO_MEMORY. */
int find_where_ready(struct find *f, size_t *room);

/* Of JSON: members; nothing for a text that is no mail, but for its file and the zone. */
char *find_where_json(struct find *f, char *to);

/* Of the table, the columns file, message, offset, id, date, from, subject, part, type, header: \N where there is none. */
char *find_where_tsv(struct find *f, char *to);

void find_where_close(struct find_where *w);

#endif
