/* caret.h - a line of source with a caret under one byte, as a compiler shows it */
#ifndef TRAWL_CLI_CARET_H
#define TRAWL_CLI_CARET_H

#include <stddef.h>

#include <trawl.h>

#include "cli/output.h"

/* Two lines, each after indent spaces: the text made printable, and a caret under the character that holds byte at (or
 * after the last one). Of a text wider than 100 columns only the surroundings of the caret are shown, with "..." where
 * it goes on. before and after stand around the caret, for colour; they may be empty. */
void caret_show(struct output *o, size_t indent, trawl_str text, size_t at, const char *before, const char *after);

/* At most the first 100 columns of a text, then "..." if that was not all. */
void caret_head(struct output *o, trawl_str text);

#endif
