/* find_file.h - one file through the library, and what is shown of it */
#ifndef TRAWL_CLI_FIND_FILE_H
#define TRAWL_CLI_FIND_FILE_H

#include "cli/find.h"
#include "cli/input.h"
#include "cli/source.h"

/* What the sink stops the scan with. */
enum { FIND_ENOUGH = 1, FIND_FAILED };

/* For trawl_mail_open(); its user is a struct find. */
trawl_sink find_sink;

/* A source_sink whose user is a struct find: read it, show it. 0 to go on with the next file; FIND_ENOUGH; FIND_FAILED, with
 * what it was in f->error; or an error of the library. */
int find_file(void *user, const struct source *s);

/* ---- Its parts, for a file that is read in pieces ---- */

void find_begin_file(struct find *f, const char *name);
void find_end_file(struct find *f);

/* All that input_read() gives. Returns as find_file(). */
int find_feed(struct find *f, struct input *in);

/* The input is over; what of it was not read is trouble. As trawl_mail_finish(). */
int find_finish(struct find *f, struct input *in);

/* What is in a file, enum trawl_input: what -f says; else a file of a folder of messages is one. */
int find_input_of(const struct find *f, const struct source *s);

#endif
