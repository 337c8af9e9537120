/* find.h - the filter: what was asked for, the run, and the writers of its outputs */
#ifndef TRAWL_CLI_FIND_H
#define TRAWL_CLI_FIND_H

#include <stddef.h>
#include <stdint.h>

#include <trawl.h>

#include "cli/explain.h"
#include "cli/output.h"
#include "cli/reply.h"
#include "cli/seen.h"
#include "cli/unbreak.h"

/* What comes out. */
enum find_to { FIND_LIST, FIND_JSON, FIND_TSV, FIND_TEXT, FIND_EXPLAIN };

/* Which spelling of a link the list shows. */
enum find_show { FIND_URL, FIND_RAW, FIND_CANONICAL, FIND_DISPLAY };

struct find_options {
    trawl_config config; /* its texts are arguments of the command, or tlds */
    enum find_to to;
    enum find_show show;
    int quiet, count, null, line_numbers, filenames, uniq, both, colour;
    int display;         /* a field for it in json and tsv */
    const char *charset; /* as given, NULL for none */
    struct reply tlds;   /* what the file of --tlds holds */
};

struct find {
    const struct find_options *options;
    struct output *out;
    const char *name;      /* of the file that is read, NULL for standard input */
    uint64_t count, total; /* links of this file and of all; with -u only the new ones */
    int error;             /* what a writer met with; else TRAWL_OK */
    struct reply canonical, ascii, display;
    struct seen seen;
    struct unbreak unbreak;
    struct explain explain;
};

/* Show one link. Returns TRAWL_OK or what went wrong; an error of the output is not its business. */
typedef int find_writer(struct find *f, const trawl_link *link);

find_writer find_list; /* one line a link                 */
find_writer find_json; /* one JSON object a line          */
find_writer find_tsv;  /* one line of a table a link      */

/* The "FILE:" and "LINE:" of -H and -n, or nothing. */
void find_prefix(struct find *f, const trawl_link *link);

/* What a file is called in messages and before a ":". */
static inline const char *find_name(const struct find *f)
{
    return f->name ? f->name : "(standard input)";
}

#endif
