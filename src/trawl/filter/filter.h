/* filter.h - the filter "trawl [options] [FILE...]": its options, and the state of a run */
#ifndef TRAWL_TRAWL_FILTER_FILTER_H
#define TRAWL_TRAWL_FILTER_FILTER_H

#include <stdatomic.h>
#include <trawl_emit.h>

#include "base/sip.h"
#include "app/command.h"
#include "trawl/format/format.h"
#include "app/io/io.h"

/* ---- Options: options.c and settle.c ---- */

/* The spelling of links in the list. */
enum find_spelling { SHOW_URL, SHOW_RAW, SHOW_CANONICAL, SHOW_DISPLAY };

/* Which links are listed. */
struct find_filter {
    unsigned zones; /* 1 << enum trawl_zone for each zone to list; 0: all */
    uint64_t only;  /* as trawl_link.flags: lists links with one of these; 0: all */
    uint64_t skip;  /* likewise: leaves out links with one of these */
    int doubt;      /* lists links with another reading or a flag of doubt */
};

/* Which URLs are listed: words, each with a NUL; an empty list is not a condition. */
struct find_urls {
    struct buffer schemes, hosts, sites; /* --only-scheme, --host, --site */
    int live;                            /* --only-live */
};

struct find_options {
    /* As given. Options with choices hold 1 plus the choice, 0 if not given. */
    int to, input_kind, headers, profile, domains, hyphen, progress, color, sandbox;
    int raw, canonical, display, explain, uniq, count, null, line_numbers, filenames, quiet;
    int every, unwrap, refang, defang, join, public_hosts;
    int page;      /* 1: --page, -1: --fragment */
    int structure; /* 1: --structure, -1: --no-structure */
    int reflow, toc, xhtml;
    const char *rules, *tlds, *css, *files0, *database;
    struct kinds kinds; /* the default depends on the profile */
    struct find_filter filter;
    struct find_urls urls;
    struct chosen_fields fields; /* of a record */
    int header;                  /* tables begin with the names of the columns */
    uint64_t at_line, at_column; /* --at; 0: not given */
    int offsets, numbered;       /* --offsets, --column */
    int names;                   /* -l */
    int provisional;             /* print links that are still open when the input pauses */
    size_t context;              /* characters on either side in json and tsv; 0: none */
    int context_line;            /* limited to the line of the link */
    unsigned jobs;               /* threads; 0: as many as there are processors */
    int ranged;                  /* --range FROM:TO */
    uint64_t range_from, range_to;

    /* Derived from these. */
    const struct format *format;
    enum find_spelling spelling;
    url_form *canonical_form;     /* of the list, and of the field canonical */
    url_form *uniq_form;          /* the form of which -u lists one link */
    int input;                    /* enum trawl_input */
    int both;                     /* show both readings of a hyphen */
    int colour;                   /* use colours */
    enum offset_unit unit;        /* of spans */
    enum offset_unit column_unit; /* of columns in a list, and of --at */
    int counted;                  /* offsets of the input are counted */
    trawl_config config;          /* its strings are arguments of the command or the texts below */
    trawl_emit_config emit;       /* likewise */
    struct buffer tlds_text, css_text; /* the files of these options */
    struct buffer template_text;       /* --link-template, as in trawl_emit_config */
    struct rule_files rule_files;
    trawl_settings *settings;     /* made of the config, for all threads */
    trawl_settings *url_settings; /* the same for URLs alone, if only these are needed; else NULL */
    const char *self;             /* the name that the program was called by */
    struct evidence *evidence;    /* --evidence: the helper, for all threads; else NULL */
    struct find_part *part;       /* the part that trawl map reads; else NULL */
    sip_hash key;                 /* the key for hashes of links, with a part */
};

struct find;

/* Prints a message. Returns -1. */
int find_refuse(const char *what, const char *value, const char *why);

/* Checks the options and derives the rest when all are read. Returns 0, or -1 after a message. */
int find_settle(struct find_options *f, const struct options *o);

void find_options_free(struct find_options *f);

/* Runs the filter over the operands. Returns enum status. */
int find_run(struct output *out, const struct find_options *options, const struct options *o);

/* Returns true when the options of HTML ask for structure. */
static inline int find_has_structure(const struct find_options *f)
{
    unsigned options = f->emit.options;

    return (options & (TRAWL_EMIT_OPTION_PAGE | TRAWL_EMIT_OPTION_STRUCTURE)) &&
           !(options & TRAWL_EMIT_OPTION_NO_STRUCTURE);
}

/* Returns true when any option selects links. */
int find_selects(const struct find_options *f);

/* ---- Which URLs are listed: select.c ---- */

/* Read the values of --only-scheme, --host and --site. Return 0, or -1 after a message. */
int select_add_schemes(struct find_urls *u, const char *value);
int select_add_hosts(struct find_urls *u, const char *value);
int select_add_sites(struct find_urls *u, const char *value);

void select_free(struct find_urls *u);

static inline int select_wanted(const struct find_urls *u)
{
    return u->schemes.n > 0 || u->hosts.n > 0 || u->sites.n > 0 || u->live;
}

/* Returns 1 when a link is to be listed by its URL, or by another reading, 0 when not, or an
 * error. */
int select_url(struct find *f, const trawl_link *link, trawl_str url);

/* ---- Evidence: evidence.c ---- */

/* How it is known which reading of a link is right: a witness, and the number of witnesses. */
struct settlement {
    trawl_str how, url, id;
    uint64_t witnesses;
};

/* Starts the helper that reads an index. `self` is the name that this program was called by.
 * Returns NULL after a message. */
struct evidence *evidence_open(const struct find_options *f);
void evidence_close(struct evidence *e);

/* Returns the socket to the helper, or -1 without --evidence. `f` may be NULL. */
int evidence_channel(const struct find_options *f);

/* Replaces a LINK event by one with the right reading, if it is known, and sets f->settlement.
 * Returns 0, a value that stops the scan, or an error. */
int evidence_settle(struct find *f, const trawl_event **e);

/* Frees what a thread has. */
void evidence_free(struct find *f);

/* ---- Links seen before: seen.c ----
 *
 * A set of hashes of 128 bits. Two of a thousand million URLs share a hash with a chance of less
 * than 1 to 10^20, and URLs cannot be made to collide without knowing the seed of the process.
 */

struct seen {
    sip_hash *slots;    /* a and b are 0 in a free slot */
    size_t count, size; /* size is 0 or a power of two */
    sip_hash seed;
};

/* Returns 1 when the hash is new, 0 when it was there, or TRAWL_ERROR_NO_MEMORY. */
int seen_add(struct seen *s, sip_hash h);

/* Returns true when the hash is there. */
int seen_has(const struct seen *s, sip_hash h);

void seen_close(struct seen *s);

/* ---- A run, or a thread's part of it: find.c and file.c ---- */

/* Values that stop a scan. */
enum {
    FIND_ENOUGH = 1,
    FIND_FAILED,
    FIND_NEXT /* the rest of this file is not needed */
};

/* The range of --range: the messages that begin in from..to are read. */
struct range {
    int is; /* 0: no range, read all */
    uint64_t from, to;
    int inside;               /* the current message is in the range */
    uint64_t message, line;   /* how many messages and lines were read before the range */
    uint64_t messages, lines; /* how many it has; set when a message after it begins */
};

/* The most kinds of warnings in an input, and the number of warnings of one kind. A kind is a
 * constant text of the library, compared by its address. */
#define WARN_KINDS 64

struct kind_count {
    const char *kind;
    uint64_t times;
};

/* A host whose site was found lately. */
struct host_site {
    unsigned char n, site; /* lengths */
    char host[62];
};

#define HOST_SITES 64

struct find {
    const struct find_options *options;
    const struct format *format;
    void *state; /* the format's */
    struct output *out;
    trawl_mail *mail;
    struct input_bodies bodies;
    int urls_only;               /* the library reports only the URLs of links */
    int selects;                 /* options select links, not only leave_out */
    uint64_t leave_out;          /* TRAWL_FLAG_...: links with one of these are left out */
    int input;                   /* enum trawl_input: the format to read the file as */
    char *block;                 /* INPUT_BLOCK bytes that were read */
    const atomic_int *cancelled; /* of a worker: set when its output is not needed; else NULL */
    trawl_str name;              /* of the file that is read; p NULL: standard input */
    int plain_name;              /* it is UTF-8 */
    uint64_t count, total;       /* links of this file and of all; with -u only new ones */
    uint64_t messages;           /* of all files so far */
    uint64_t bytes;              /* of the files before this one */
    struct input_member member;  /* of the bytes that are read; packed UINT64_MAX: no such thing */
    uint64_t packed_offset;      /* of the message in the compressed file; UINT64_MAX: unknown */
    uint64_t cut;            /* 1 plus the start of the word in which the input broke off; or 0 */
    int in_piece;            /* a piece of a file is read: merge.c counts its warnings */
    int bad;                 /* some input could not be read */
    int failed;              /* errno of an input that could not be read; 0: none */
    int error;               /* of the format or the library; else TRAWL_OK */
    int countable;           /* the bytes have the line ends of the text, so they can be counted */
    struct places *places;   /* lines of the input, for -n and --explain; else NULL */
    struct context *context; /* for --context; else NULL */
    struct provisional *provisional; /* for --provisional; else NULL */
    int provisional_now;             /* the record that is made is a provisional one */
    struct buffer spans;             /* of the record, in other units than bytes */
    struct buffer at_record;         /* --at: the record of the best link so far, and its rank */
    int at_rank;
    struct settled_link *settled;        /* --evidence: the link that is shown */
    const struct settlement *settlement; /* of that link; NULL: not settled */
    struct message_text shown;
    struct range range;     /* --range */
    trawl_outline *outline; /* of the first pass; else NULL */
    int outline_bad;        /* an input could not be read then */
    struct seen seen;
    struct host_site sites[HOST_SITES];
    struct buffer canonical, alike, ascii, surt, looks, display; /* forms of a URL */
    struct buffer common; /* fields that the records of a part have in common, once made */
    struct kind_count warned[WARN_KINDS]; /* in this file, or in this piece */
};

/* Prepares a thread's part of a run and opens the library. Needs find_close() even after an error.
 * Returns TRAWL_OK, or an error of the library. */
int find_open(struct find *f, const struct find_options *options, struct output *out);
void find_close(struct find *f);

/* Opens a reader with the options of the run. Without `bodies`, compressed bodies in web archives
 * are not read. Returns as trawl_mail_open(). */
int find_open_mail(const struct find_options *options, int urls_only, trawl_mail **mail,
                   struct input_bodies *bodies, trawl_sink *sink, void *user);

/* A source_sink whose user is a struct find: reads a file and writes what is found. Returns 0 to
 * go on with the next file; FIND_ENOUGH; FIND_FAILED, with the error in f->error; or an error of
 * the library. */
int find_file(void *user, const struct source *s);

/* The parts of find_file(), for a file that is read in pieces. */
void find_begin_file(struct find *f, const char *name);
int find_feed(struct find *f, struct input *in);
int find_finish(struct find *f, struct input *in);
void find_end_file(struct find *f);

/* Returns the format to read a file as: that of -f, or a message in a folder of messages. */
int find_input_of(const struct find *f, const struct source *s);

/* Returns the URL to list: with --unwrap, the target of a link to a redirector; with --unwrap=any,
 * also the URL inside another link. */
static inline trawl_str find_url(const struct find_options *f, const trawl_link *link)
{
    return f->unwrap && link->target.n > 0      ? link->target
           : f->unwrap > 1 && link->inner.n > 0 ? link->inner
                                                : link->url;
}

/* Returns the name of the file in the output. */
static inline trawl_str find_name(const struct find *f)
{
    return f->name.p ? f->name : (trawl_str){"(standard input)", sizeof "(standard input)" - 1};
}

/* Makes f->outline in a first pass, if the output has structure and the inputs can be read twice.
 * Returns TRAWL_OK or an error. */
int find_outline(struct find *f, const struct options *o);

/* ---- Parts of the inputs: part.c ----
 *
 * trawl map runs the filter over parts of the inputs, perhaps on several machines. Notes to the
 * output's taker mark what depends on earlier parts.
 */

struct find_part {
    char *input; /* a file or folder */
    int ranged;  /* read only from..to of it, as with --range */
    uint64_t from, to;
    int first; /* the first part of all: a table may begin with its header */

    /* The results. */
    uint64_t links;
    uint64_t messages, lines; /* how many this part has, when another part of the file follows */
    int bad;                  /* some of the input is damaged, or a limit was met */
    int failed;               /* errno of an input that could not be read; 0: none */
    int error;                /* TRAWL_OK, or an error of the library */
};

/* Reads options of the filter, and refuses those that do not make sense for parts. `self` is the
 * name that the program was called by, `key` the key for hashes of links. Sets *mark to a hash of
 * the options and of the files that they name. Returns NULL after a message; otherwise the result
 * needs find_parts_close(). */
struct find_options *find_parts_open(int argc, char **argv, const char *self, sip_hash key,
                                     sip_hash *mark);

/* Reads a part, and prints its links to `out`. Returns 0, or -1 after a message when the options
 * do not allow a part of a file. */
int find_parts_read(struct find_options *f, struct output *out, struct find_part *part);
void find_parts_close(struct find_options *f);

/* ---- Several threads: jobs.c ---- */

/* Returns true when several threads may be used. */
int find_jobs_wanted(const struct find_options *options, const struct options *o);

/* Does the same as source_each() with find_file() and `f`, in threads when there is enough work. */
int find_jobs_each(struct find *f, const struct options *o);

#endif
