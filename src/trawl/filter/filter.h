/* filter.h - the filter "trawl [options] [FILE...]": its options, and the state of a run */
#ifndef TRAWL_TRAWL_FILTER_FILTER_H
#define TRAWL_TRAWL_FILTER_FILTER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <trawl_emit.h>

#include "base/sip.h"
#include "app/command.h"
#include "trawl/format/format.h"
#include "app/io/io.h"
#include "app/select/select.h"

/* ---- Options: options.c and settle.c ---- */

/* The zones of --new. */
#define NEW_ZONES                                                                                  \
    (1 << TRAWL_ZONE_HEADER | 1 << TRAWL_ZONE_NEW | 1 << TRAWL_ZONE_SIGNATURE |                    \
     1 << TRAWL_ZONE_FORWARDED)

/* --uniq=none: also links that the plain form of an HTML text had before. */
#define UNIQ_NONE 4

/* The choices of --structure. FLOW is that of --structure without a value. */
enum find_structure { STRUCTURE_NONE = 1, STRUCTURE_FLOW, STRUCTURE_LINES };

struct find_options {
    /* As given. Options with choices hold 1 plus the choice, 0 if not given. */
    int to, input_kind, headers, profile, notation, domains, hyphen, progress, color, sandbox;
    int structure; /* enum find_structure */
    int uniq;      /* 1 plus the choice of strengths, or UNIQ_NONE */
    bool implied;  /* the name after -o chose the format */
    bool relative; /* --scheme any, or the flag no-scheme: a list has relative links, too */
    bool no_header, raw, display, explain, quiet, every, refang, join, toc;
    const char *rules, *tlds, *css, *files0, *output;
    struct kinds kinds; /* the default depends on the profile */
    struct link_filter filter;
    struct source_choice choice; /* --exclude, --files, --gitignore */
    struct link_urls urls;
    struct format_options show;  /* the options of the output */
    uint64_t at_line, at_column; /* --at; 0: not given */
    int offsets;
    bool names;    /* -l */
    bool limits;   /* print records of limits among the links */
    unsigned jobs; /* threads; 0: as many as there are processors */

    /* Derived from these. */
    const struct format *format;
    url_form *uniq_form; /* -u lists one link for each value of this form */
    int input;           /* enum trawl_input */
    trawl_config config; /* its strings are arguments of the command or the texts below */
    struct buffer tlds_text, css_text; /* the files of these options */
    struct buffer template_text;       /* --link-template, as in trawl_emit_config */
    struct rule_files rule_files;
    trawl_settings *settings;     /* made of the config, for all threads */
    trawl_settings *url_settings; /* the same for URLs alone, if only these are needed; else NULL */
    const char *self;             /* the name that the program was called by */
};

struct find;

/* Checks the options and derives the rest when all are read. Returns 0, or -1 after an error
 * message. */
int find_settle(struct find_options *options, const struct options *args);

/* Tests whether the options go together, in conflict.c. Returns 0, or -1 after an error message. */
int conflict_test(const struct find_options *options);

void find_options_free(struct find_options *options);

/* Runs the filter over the operands. Sets *bytes to the number of bytes that were read, unless
 * `bytes` is NULL. Returns enum status. */
int find_run(struct output *out, const struct find_options *options, const struct options *args,
             uint64_t *bytes);

/* Returns true when any option selects links. */
bool find_selects(const struct find_options *options);

/* Where the values of --attr go. */
struct attributes {
    trawl_str *css_class, *rel, *target;
};

/* Returns the i-th name of --attr with "=", or NULL. */
const char *attribute_word(int i);

/* Reads the value of --attr, NAME=VALUE. Returns 0, or -1 after an error message. */
int attribute_read(struct attributes *to, const char *command, const char *value);

/* ---- Links seen before: seen.c ----
 *
 * A set of hashes of 128 bits. Among a thousand million URLs, the chance that two share a hash is
 * less than 1 in 10^20. URLs cannot be made to collide without knowing the seed of the process.
 */

struct seen {
    sip_hash *slots;    /* a and b are 0 in a free slot */
    uint64_t *numbers;  /* one for each slot, if `numbered` is set; at first 0 */
    size_t count, size; /* size is 0 or a power of two */
    bool numbered;
    sip_hash seed;
};

/* Returns 1 when the hash is new, 0 when it was there, or TRAWL_ERROR_NO_MEMORY. */
int seen_add(struct seen *seen, sip_hash h);

/* Returns the number of a hash that is in the set. */
uint64_t *seen_number(const struct seen *seen, sip_hash h);

/* Empties the set. */
void seen_clear(struct seen *seen);

void seen_close(struct seen *seen);

/* ---- Records that wait for further occurrences of their links: hold.c ---- */

struct hold;

/* Returns NULL when there is no memory. Repeated links are those in `seen`. */
struct hold *hold_open(const struct format *format, struct seen *seen, struct output *to);

/* Returns the output that takes the records, with their notes. */
struct output *hold_output(struct hold *hold);

/* Writes all records that wait. Returns the number of links so far, each counted once. */
uint64_t hold_end(struct hold *hold);

void hold_close(struct hold *hold);

/* ---- A run, or a thread's part of it: filter.c and file.c ---- */

/* Values that stop a scan. */
enum {
    FIND_ENOUGH = 1,
    FIND_FAILED,
    FIND_NEXT /* the rest of this file is not needed */
};

/* The reading of a file: file.c. */
struct file_reading {
    trawl_mail *mail;
    char *block;    /* INPUT_BLOCK bytes that were read */
    bool urls_only; /* the library reports only the URLs of links */
    bool in_piece;  /* a piece of a file is read: merge.c counts its warnings */
    int kind;       /* enum trawl_input: the format to read the file as */
    uint64_t cut;   /* 1 plus the start of the word in which the input broke off; or 0 */
    uint64_t count; /* links of this file; with -u only new links */
};

/* The choice of links, and the links that were listed before: select.c and seen.c. */
struct selection {
    bool any;                /* options select links, not only leave_out */
    bool relative;           /* relative links of HTML are listed */
    uint64_t leave_out;      /* TRAWL_FLAG_...: links with one of these are left out */
    uint64_t seldom;         /* `leave_out`, and flags that need a warning */
    bool stays_text;         /* the current link of a text format is left out */
    bool once;               /* a repeated link is listed unless its message has it listed */
    struct seen listed;      /* the links of this message, for `once` */
    struct seen seen;        /* with -u */
    struct buffer canonical; /* the form of a URL that is compared */
};

/* What all files so far have given. */
struct find_results {
    uint64_t links; /* with -u only new links; without the file that is being read */
    uint64_t messages;
    uint64_t bytes; /* without the file that is being read */
    bool bad;       /* some input could not be read */
    int error;      /* of the format or the library; else TRAWL_OK */
};

/* The best link of --at so far: at.c. */
struct at_link {
    struct buffer record;
    int rank;
};

/* The maximum number of kinds of warnings in an input, and the number of warnings of one kind:
 * warn.c. A kind is a constant text of the library, compared by its address. */
#define WARN_KINDS 64

struct kind_count {
    const char *kind;
    uint64_t times, shown;
    uint64_t message; /* 1 plus the number of the last message with an unread part */
};

struct find {
    struct format_view view; /* of the output */
    const struct find_options *options;
    struct file_reading file;
    struct selection select;
    struct find_results done;
    const atomic_int *cancelled; /* of a worker: set when its output is not needed; else NULL */
    struct context *context;     /* for --context; else NULL */
    struct hold *hold;           /* of the main thread, if records are merged; else NULL */
    struct at_link at;           /* for --at */
    struct markdown *markdown;   /* of a file whose relative links are listed; else NULL */
    bool apart;                  /* more is done with a link than to list it */
    bool outline_bad;            /* an input could not be read in the first pass */
    struct kind_count warned[WARN_KINDS]; /* in this file, or in this piece */
};

/* Prepares a thread's part of a run and opens the library. Needs find_close() even after an error.
 * Returns TRAWL_OK, or an error of the library. */
int find_open(struct find *f, const struct find_options *options, struct output *out);
void find_close(struct find *f);

/* Opens a reader with the options of the run. Returns as trawl_mail_open(). */
int find_open_mail(const struct find_options *options, bool urls_only, trawl_mail **mail,
                   trawl_sink *sink, void *user);

/* Returns true if a relative link of HTML was left out since the last call. */
bool find_left_relative(void);

/* A source_sink whose user is a struct find: reads a file and writes what is found. Returns 0 to go
 * on with the next file, FIND_ENOUGH, or an error of the library. Returns FIND_FAILED after another
 * error, which is then in f->done.error. */
int find_file(void *user, const struct source *s);

/* The parts of find_file(), for a file that is read in pieces. */
void find_begin_file(struct find *f, const char *name);
int find_feed(struct find *f, struct input *in);
int find_finish(struct find *f, struct input *in);
void find_end_file(struct find *f);

/* Returns the format to read a file as: the format of -f, or a message in a folder of messages. */
int find_input_of(const struct find *f, const struct source *s);

/* Makes f->view.outline in a first pass, if the output has structure and the inputs can be read
 * twice. Returns TRAWL_OK or an error. */
int find_outline(struct find *f, const struct options *args);

/* ---- Several threads: jobs.c ---- */

/* Returns true when several threads may be used. */
bool find_jobs_wanted(const struct find_options *options, const struct options *args);

/* Does the same as source_each() with find_file() and `f`, in threads when there is enough work. */
int find_jobs_each(struct find *f, const struct options *args);

#endif
