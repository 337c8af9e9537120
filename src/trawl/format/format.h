/* format.h - the output formats of the filter
 *
 * list.c is the shortest example of a format; formats.c has a row for each.
 */
#ifndef TRAWL_TRAWL_FORMAT_FORMAT_H
#define TRAWL_TRAWL_FORMAT_FORMAT_H

#include <stdbool.h>
#include <trawl_emit.h>
#include <trawl_mail.h>

#include "app/show/show.h"

struct format_view;

enum format_traits {
    FORMAT_TEXT = 1 << 0,   /* prints the text itself: gets all events, messages turned into text */
    FORMAT_EVENTS = 1 << 1, /* gets all events as they are; otherwise only the links to be listed */
    FORMAT_RECORDS = 1 << 2, /* prints a record for each link, with its fields */
    FORMAT_PIECES = 1 << 3,  /* several writers may write the pieces of a text */
    FORMAT_BOTH = 1 << 4,    /* shows both readings of a hyphen */
    FORMAT_TABLE = 1 << 5,   /* prints a table, which may have a header */
    FORMAT_MARKUP = 1 << 6   /* shows the structure of HTML, from MARKUP events */
};

/* One format: with event(), or with text() if it has FORMAT_TEXT. All other functions may be NULL.
 * An int result is TRAWL_OK or an error. A failed write is recorded in the output; event() and
 * text() may then return a positive value to stop. */
struct format {
    const char *name; /* as in -t */
    unsigned traits;
    int emit;                                              /* enum trawl_emit_format */
    int (*open)(struct format_view *v, const char *first); /* before the first file, or a piece */
    int (*begin)(struct format_view *v);                   /* before a file */
    int (*event)(struct format_view *v, const trawl_event *e); /* see the traits */
    trawl_sink *text; /* the same, through message.c; its user is v->state */
    int (*limit)(struct format_view *v, const trawl_event *e); /* a LIMIT event */
    int (*end)(struct format_view *v);                         /* after a file */
    int (*finish)(struct format_view *v);                      /* after the last file */
    void (*close)(struct format_view *v);                      /* frees v->state */
    /* Ends a record, whose last byte is given, with its context. */
    void (*put_context)(struct output *o, trawl_str around, char last);
    char *(*put_flags)(char *to, uint64_t flags); /* the field of a record, with its name in JSON */
};

extern const struct format format_list, format_json, format_tsv, format_csv, format_text,
    format_html, format_term, format_md, format_notes, format_explain;

/* The names of -t: an option_names. format_chosen() returns the format that is stored for the
 * option: 1 plus its place in the table, or 0 for the default. */
const char *format_word(int i, int *value, const char **help);
const struct format *format_chosen(int choice);

/* Returns the choice that the end of a file's name implies, as "x.csv" does, or 0. */
int format_implied(const char *file);

/* Returns true when the choice is "xhtml", which has the format of "html". */
bool format_is_xml(int choice);

/* ---- Fields of records: fields.c ---- */

#define FIELDS_MOST 64

/* The fields of a record, and their order. */
struct chosen_fields {
    unsigned count; /* 0: all, in the order of the format */
    bool context;   /* the last field is "context", which is not counted */
    uint64_t needs; /* 1 << enum record_text for each text, and the bits below */
    struct {
        unsigned char at;     /* an index of the table of fields */
        unsigned char nested; /* a member of "message" in JSON */
        const char *name;     /* in the header of a table, with "message." if it is nested */
    } field[FIELDS_MOST];
};

/* Bits of chosen_fields.needs. */
#define FIELDS_VALID (UINT64_C(1) << 63)   /* the standards, or a form of the URL */
#define FIELDS_PLACE (UINT64_C(1) << 62)   /* TRAWL_WANT_PLACE */
#define FIELDS_TARGETS (UINT64_C(1) << 61) /* TRAWL_MAIL_OPTION_TARGETS */
#define FIELDS_FLAGS (UINT64_C(1) << 60)   /* the flags are shown */

/* Reads the value of --fields. Returns 0, or -1 after an error message. */
int fields_read(struct chosen_fields *chosen, const char *value);

/* Returns the i-th name, or NULL. */
const char *fields_word(int i);

/* Sets which fields are printed if the user chose none: in a table the usual columns, in other
 * formats all fields except those that need --fields. `display` adds the field of that name. */
void fields_settle(struct chosen_fields *chosen, bool table, bool display);

/* ---- Messages as text: message.c ----
 *
 * Formats with FORMAT_TEXT show a small header, then the parts of the message that are text, in
 * their order. If a text has several forms, they show the plain form.
 */

struct message_text {
    bool begun;       /* something was shown */
    bool head, body;  /* of this message: a header line was shown, a part was shown */
    bool new_part;    /* a part has begun, and nothing of it was shown yet */
    bool line_open;   /* the last byte shown was not a line feed */
    bool in_head;     /* the last text was of a header */
    bool alternative; /* inside a multipart/alternative ... */
    unsigned alternative_depth;
    bool plain;  /* ... whose plain form was shown */
    bool hidden; /* this part is an HTML form of the same text */
};

/* ---- What a format sees of a run ---- */

/* The spelling of links in the list. */
enum format_spelling { SHOW_URL, SHOW_RAW, SHOW_CANONICAL, SHOW_DISPLAY };

/* The options of the output. */
struct format_options {
    bool count;                   /* only the number of links is printed */
    bool null;                    /* a list ends its lines with NUL */
    bool filenames, line_numbers; /* -H, -n */
    bool numbered;                /* --line-number=column */
    bool defang;
    bool both; /* both readings of a hyphen */
    bool colour;
    bool header;       /* a table begins with the names of the columns */
    bool counted;      /* offsets of the input are counted */
    bool context_line; /* the context is limited to the line of the link */
    bool merged;       /* records are merged by hold.c: notes mark some fields */
    size_t context;    /* characters on either side in records; 0: none */
    int unwrap;        /* 1: known redirectors, 2: any URL inside another */
    bool page;         /* --page */
    int structure;     /* 1: with structure, -1: without, 0: the default */
    int canonical;     /* 1 plus the index of the chosen strength */
    enum format_spelling spelling;
    url_form *canonical_form;           /* of the list, and of the field canonical */
    enum offset_unit unit, column_unit; /* of spans; of columns in a list, and of --at */
    struct chosen_fields fields;        /* of a record */
    trawl_emit_config emit;
    const trawl_config *config; /* of the search, which --explain makes again with more kinds */
};

/* A host whose site was found lately. */
struct host_site {
    unsigned char n, site; /* lengths */
    char host[62];
};

#define HOST_SITES 64

/* The forms of a URL in a record: record.c. */
struct record_forms {
    struct buffer canonical, alike, ascii, surt, defanged, looks, display;
    struct buffer spans; /* in other units than bytes */
    struct host_site sites[HOST_SITES];
};

/* The output of a thread, with what a format may use besides the events. The caller sets all
 * members but the last four. */
struct format_view {
    const struct format *format;
    const struct format_options *options;
    struct output *out;
    trawl_str name;         /* of the file that is read; p NULL: standard input */
    bool plain_name;        /* it is UTF-8 */
    bool countable;         /* its bytes have the line ends of the text, so they can be counted */
    int input;              /* enum trawl_input: what the file is; for FORMAT_EVENTS */
    struct places *places;  /* lines of the input, for -n and --explain; else NULL */
    trawl_outline *outline; /* of the first pass; else NULL */
    /* Returns 1 when another reading of a link is to be listed, 0 when not, or an error. If this is
     * NULL, all other readings are listed. */
    int (*listed)(void *user, const trawl_link *link, trawl_str url);
    void *user;

    void *state;               /* the format's */
    struct message_text shown; /* message.c */
    struct buffer common;      /* json.c: what the records of a part have in common, once made */
    struct record_forms forms;
};

/* Begins a message or a part: its records have other things in common. */
static inline void format_begin_part(struct format_view *v)
{
    v->common.n = 0;
}

/* Frees what the writers of records have. */
void format_view_free(struct format_view *v);

/* Returns the name of the file in the output. */
static inline trawl_str format_file(const struct format_view *v)
{
    return v->name.p ? v->name : (trawl_str){"(standard input)", sizeof "(standard input)" - 1};
}

/* Returns the URL to list: with --unwrap, the target of a link to a redirector; with --unwrap=any,
 * also the URL inside another link. */
static inline trawl_str format_url(const struct format_options *options, const trawl_link *link)
{
    return options->unwrap && link->target.n > 0      ? link->target
           : options->unwrap > 1 && link->inner.n > 0 ? link->inner
                                                      : link->url;
}

/* Returns true when the options of HTML ask for structure. */
static inline bool format_has_structure(const struct format_options *show)
{
    unsigned options = show->emit.options;

    return (options & (TRAWL_EMIT_OPTION_PAGE | TRAWL_EMIT_OPTION_STRUCTURE)) &&
           !(options & TRAWL_EMIT_OPTION_NO_STRUCTURE);
}

/* Writes the "FILE:" of -H and, unless `e` is NULL, the "LINE:" of -n and the "COLUMN:" of
 * --line-number=column. */
void format_prefix(struct format_view *v, const trawl_event *e);

/* Writes the line of -l: the name of the file. */
void format_name(struct format_view *v);

/* ---- Events of the text formats: message.c ---- */

/* Passes an event on to the format, with the header and line ends that a message needs. */
int message_event(struct format_view *v, const trawl_event *e);

/* The first function begins a file, the second one a later piece of a file. */
void message_begin(struct format_view *v);
void message_go_on(struct format_view *v);

/* Returns true when the output so far ends as message_go_on() assumes; with `mailbox`, also when
 * message_end_line() makes it so. */
bool message_is_complete(const struct format_view *v, bool mailbox);

/* Ends the open line, as the next message does. Returns TRAWL_OK or an error. */
int message_end_line(struct format_view *v);

/* ---- The text around links: context.c ----
 *
 * A link's record waits for the text after the link. Memory holds a window of the text (one feed,
 * some contexts and a link) and the records of the links in it.
 */

#define CONTEXT_MAX 1000 /* characters on either side */

struct context;

/* Returns NULL when there is no memory. */
struct context *context_open(struct format_view *v);

/* Takes the text of a TEXT, LINK or LINK_MORE event. `record` is the record of a link to show,
 * which is taken over, or NULL. The notes of the output from index `first` on belong to the record,
 * and are taken over, too. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int context_event(struct context *c, const trawl_event *e, struct buffer *record, size_t first);

/* Ends the text: writes all records that wait. */
void context_end(struct context *c);

/* Ends the text if the event begins another one: a message, a part or a header field. */
void context_break(struct context *c, const trawl_event *e);

void context_close(struct context *c);

/* ---- --explain --structure: blocks.c ---- */

struct explain_blocks;

/* Returns NULL when out of memory. */
struct explain_blocks *explain_blocks_open(struct output *o);
void explain_blocks_close(struct explain_blocks *b);

/* The first function takes text, the second begins the part of an event, and the third ends a
 * file. */
void explain_blocks_text(struct explain_blocks *b, trawl_str text);
void explain_blocks_part(struct explain_blocks *b, const trawl_event *e);
void explain_blocks_end(struct explain_blocks *b);

/* ---- The near misses of --explain: near.c ---- */

struct near;

/* Returns NULL when out of memory. */
struct near *near_open(struct format_view *v);
void near_close(struct near *near);

/* Takes an event of the text, its links and parts. */
void near_text(struct near *near, const trawl_event *e);

/* The first function handles an event that explains a candidate, the second one the refusal of that
 * candidate. */
void near_looked(struct near *near, const trawl_event *e);
void near_refused(struct near *near);

/* Prints the near misses of this input. */
void near_end(struct near *near, struct output *o);

#endif
