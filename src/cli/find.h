/* find.h - the filter: what was asked for, the run, and the writers of its outputs */
#ifndef TRAWL_CLI_FIND_H
#define TRAWL_CLI_FIND_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <trawl.h>
#include <trawl_emit.h>
#include <trawl_mail.h>

#include "cli/explain.h"
#include "cli/find_context.h"
#include "cli/find_filter.h"
#include "cli/find_mail.h"
#include "cli/find_where.h"
#include "cli/find_words.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/reply.h"
#include "cli/seen.h"
#include "cli/unbreak.h"

/* What comes out. */
enum find_to { FIND_LIST, FIND_JSON, FIND_TSV, FIND_TEXT, FIND_HTML, FIND_TERM, FIND_MD, FIND_NOTES, FIND_EXPLAIN };

/* Which spelling of a link the list shows. */
enum find_show { FIND_URL, FIND_RAW, FIND_CANONICAL, FIND_DISPLAY };

struct find_options {
    trawl_config config;    /* its texts are arguments of the command, or tlds and rules */
    trawl_emit_config emit; /* the same, or css; its size and format are not set         */
    int input, headers;     /* enum trawl_input, enum trawl_headers */
    enum find_to to;
    enum find_show show;
    int refang, defang; /* harmless links are read as what they were; links are listed harmless */
    int quiet, count, null, line_numbers, filenames, uniq, both, colour;
    struct find_filter filter;
    size_t context;         /* characters of it in json and tsv, 0 for none */
    int context_line;       /* no more of them than in the line */
    int display;            /* a field for it in json and tsv */
    const char *charset;    /* as given, NULL for none */
    const char *rules_name; /* the file of --rules */
    const char *files0;     /* the list of files, "-" for standard input, NULL for none */
    enum progress_when progress;
    unsigned jobs;                 /* threads, 0: as many as there are processors */
    struct reply tlds, rules, css; /* what the files of --tlds, --rules and --css hold */
};

struct find;

/* Show one link. Returns TRAWL_OK or what went wrong; an error of the output is not its business. */
typedef int find_writer(struct find *f, const trawl_link *link);

struct find {
    const struct find_options *options;
    struct output *out;
    int plain;           /* a URL a line and nothing else is asked for, as nearly always */
    find_writer *record; /* a record of json or tsv a link and nothing else: by this; else NULL */
    int written;         /* the text is, by a writer of trawl_emit.h, and no link is left out  */
    trawl_mail *mail;
    int urls_only;               /* it tells no more of links than their URLs */
    int expected;                /* what the file is taken for: enum trawl_input */
    char *block;                 /* INPUT_BLOCK bytes, what was read */
    const atomic_int *cancelled; /* of a worker: nobody wants its answers any more; NULL: it is none */
    const trawl_event *event;    /* the one that is shown */
    struct find_mail shown;      /* a message as text      */
    struct find_where where;     /* for json and tsv,      */
    struct find_words words;     /* likewise               */
    uint64_t messages;           /* of the files so far    */
    const char *name;            /* of the file that is read, NULL for standard input */
    uint64_t count, total;       /* links of this file and of all; with -u only the new ones */
    uint64_t bytes;              /* of the files before this one */
    uint64_t field_to;           /* where the last event of a header field ended */
    uint64_t cut;                /* 1 + the first byte of the word in which the text broke off; 0: it did not */
    int bad;                     /* some input could not be read */
    int error;                   /* what a writer met with; else TRAWL_OK */
    struct reply canonical, ascii, display;
    struct seen seen;
    struct unbreak unbreak;
    struct explain explain;
    struct context context;
    trawl_emit *emit; /* for -t html, term, md, notes; else NULL */
};

find_writer find_list; /* one line a link                 */
find_writer find_json; /* one JSON object a line          */
find_writer find_tsv;  /* one line of a table a link      */

/* With --context they leave the record open, and these end it. */
context_writer find_json_context, find_tsv_context;

/* Is the output the text, and not a list of its links? */
static inline int find_prints_text(const struct find_options *f)
{
    return f->to >= FIND_TEXT && f->to <= FIND_NOTES;
}

/* What a thread that reads files needs: the library's side of it, and room; f is new. find_close() is due in any case. TRAWL_OK,
 * or what trawl_mail_open() returned. */
int find_open(struct find *f, const struct find_options *options, struct output *out);
int find_ask_all(struct find *f); /* from now on all is told of links; nothing of the file was fed */
void find_close(struct find *f);

/* An event, by the writer that was asked for. TRAWL_OK, or an error. */
int find_show(struct find *f, const trawl_event *e);

/* The "FILE:" and "LINE:" of -H and -n, or nothing. */
void find_prefix(struct find *f, const trawl_link *link);

/* What a file is called in messages and before a ":". */
static inline const char *find_name(const struct find *f)
{
    return f->name ? f->name : "(standard input)";
}

#endif
