/* find_emit.h - the outputs -t html, term, md and notes: the whole text, by a writer of trawl_emit.h */
#ifndef TRAWL_CLI_FIND_EMIT_H
#define TRAWL_CLI_FIND_EMIT_H

#include "cli/find.h"

/* Begin the output; name is that of the first file, NULL for standard input. TRAWL_OK or what
 * trawl_emit_open returned. */
int find_emit_open(struct find *f, const char *name);

/* TRAWL_OK or what the writer met with; an error of the output is not its business. */
int find_emit_event(struct find *f, const trawl_event *e);

/* All files are read. Returns as find_emit_event. */
int find_emit_end(struct find *f);

void find_emit_close(struct find *f);

#endif
