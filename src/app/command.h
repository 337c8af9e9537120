/* command.h - the commands of trawl, and the functions that they share */
#ifndef TRAWL_APP_COMMAND_H
#define TRAWL_APP_COMMAND_H

#include <stdbool.h>

#include "app/options.h"
#include "app/select/select.h"
#include "app/show/show.h"

/* Exit statuses, as those of grep. */
enum status {
    STATUS_GOOD = 0,
    STATUS_SOME_BAD = 1, /* nothing was found, or a URL is not good */
    STATUS_TROUBLE = 2   /* bad usage, unreadable input, no memory; a message was printed */
};

struct command {
    const char *name; /* NULL for the filter */
    /* Reads the arguments after the command's name, and writes to `o`. main() reports output
     * errors; a command only stops early when one has occurred. Returns enum status. */
    int (*run)(struct output *o, int argc, char **argv);
    const struct option *options;
    const char *usage, *more; /* the help before and after the options */
    const char *brief;        /* the help of -h; NULL: the same as --help */
    bool urls;                /* its operands are URLs, not files */
};

extern const struct command command_find; /* trawl [options] [FILE...], the filter */
extern const struct command command_check, command_resolve, command_encode, command_rewrite;
extern const struct command command_pick; /* runs trawl-pick */
/* These run trawl-archive. */
extern const struct command command_index, command_query, command_forget, command_report,
    command_site;

/* Prints --version. version_kernels has the instructions that searches use, or NULL in a program
 * that knows only the public headers of the library. */
extern const char *version_kernels;
void version_print(struct output *o);

void command_help(struct output *o, const struct command *command);

/* ---- Kinds of links and of inputs ---- */

/* The kinds of --find. */
struct kinds {
    bool listed;
    unsigned list, add, drop; /* enum trawl_find */
};

/* Reads a value: "url,www" replaces the kinds so far, "+ip,-www" changes them. Refuses
 * "+ip,domain": it would leave out URLs, which is hardly intended. Returns 0, or -1 after an error
 * message. */
int kinds_read(struct kinds *k, const char *command, const char *value);

/* Writes the kinds to find: those given, else `standard`. Returns 0, or -1 after an error message
 * if none is left. */
int kinds_settle(const struct kinds *k, const char *command, unsigned standard, unsigned *find);

/* The names of the kinds, of the profiles, and of the notations: option_names. */
const char *kinds_word(int i, int *bits, const char **help);
const char *profile_word(int i, int *profile, const char **help);
const char *notation_word(int i, int *notation, const char **help);
/* Reads the value of --columns. Returns 0, or -1 after an error message. */
int columns_read(unsigned *columns, const char *command, const char *value);

/* Returns the enum trawl_input for a stored option: 1 plus the choice of --from, or 0 without
 * it. */
int input_value(int choice);

/* Sets the limit from the value of --max-unpacked. Returns 0, or -1 after an error message. */
int max_unpacked_read(const char *command, const char *value);

/* The entry of --max-unpacked in a table of options. */
#define MAX_UNPACKED(set)                                                                          \
    {                                                                                              \
        CALL(0, "max-unpacked", "SIZE", set),                                                      \
            .help = "stop at SIZE bytes of an unpacked file (500M, 2G);\n"                         \
                    "the default is 128M, or 100 times the bytes read"                             \
    }

/* ---- trawl pick ---- */

/* The options of trawl pick. */
struct pick_options {
    bool print, null, first, plain, once, refang;
    struct kinds kinds;
    int input_kind; /* for input_value() */
    int profile;    /* 1 plus enum trawl_profile */
    unsigned columns;
    int notation; /* 1 plus enum trawl_notation */
    const char *number, *config, *rules, *charset;
    /* What --not leaves out. */
    struct link_urls urls;
    struct link_filter filter;
    unsigned invalid; /* enum trawl_standard */
    int sandbox;      /* 1 plus a choice of sandbox_choices */
};

/* ---- trawl index, query and forget ---- */

/* Options that may be given several times store their values in a buffer, each with a NUL after
 * it. */
struct index_options {
    struct kinds kinds;
    int input_kind; /* for input_value() */
    const char *charset, *files0;
    struct buffer exclude, forget;
    bool prune, verify, dry_run, quiet;
    int progress; /* 1 + enum progress_when */
    unsigned jobs;
    int sandbox; /* 1 plus a choice of sandbox_choices */
};

struct forget_options {
    bool everywhere, quiet;
    int sandbox; /* 1 plus a choice of sandbox_choices */
};

/* The formats of a query. */
enum query_format { QUERY_LIST, QUERY_JSON, QUERY_TSV, QUERY_CSV, QUERY_HTML };

/* What links are counted by. */
enum query_count {
    COUNT_URL,
    COUNT_HOST,
    COUNT_SITE,
    COUNT_SCHEME,
    COUNT_YEAR,
    COUNT_MONTH,
    COUNT_FROM,
    COUNT_LIST
};
enum { COUNT_KEYS = 2 }; /* the maximum number of keys of --count-by */

/* The conditions that --not takes. */
enum query_match {
    MATCH_URL,
    MATCH_HOST,
    MATCH_SITE,
    MATCH_SCHEME,
    MATCH_FROM,
    MATCH_LIST,
    MATCH_SUBJECT,
    MATCHES
};
enum { QUERY_NOTS = 32 }; /* at most this many options --not */

struct query_options {
    const char *url, *host, *site, *scheme, *from, *list, *subject, *since, *until, *thread, *after,
        *message, *resolve;
    struct {
        enum query_match what;
        const char *value;
    } nots[QUERY_NOTS]; /* of --not */
    int nots_n;
    uint64_t flags;                /* links with one of these; 0: all */
    unsigned zones;                /* 1 << enum trawl_zone; 0: all */
    uint64_t flags_out;            /* of --not: links with one of these are left out */
    unsigned zones_out, kinds_out; /* the same; 1 << enum trawl_kind */
    unsigned valid, invalid;       /* links that one of these standards accepts, or all refuse */
    uint64_t limit;                /* 0: all */
    bool first, broken, places, pick, no_header;
    unsigned count_by; /* 1 << enum query_count of each key; 0: no counts */
    int to;            /* 1 + enum query_format */
    int sandbox;       /* 1 plus a choice of sandbox_choices */
};

/* ---- trawl report ---- */

/* Whether a report shows senders. */
enum report_addresses { REPORT_PLAIN = 1, REPORT_HIDDEN };

struct report_options {
    const char *output, *title, *since, *until, *status;
    const char *site; /* the address of a site of the same messages */
    int addresses;    /* enum report_addresses; 0: not given */
    uint64_t top;     /* rows of a table; 0: the default */
    int sandbox;      /* 1 plus a choice of sandbox_choices */
};

/* ---- trawl site ---- */

/* What a site does with mail addresses. */
enum site_addresses { ADDRESSES_PLAIN, ADDRESSES_OBSCURED, ADDRESSES_HIDDEN };
enum site_format { SITE_PLAIN = 1, SITE_GZIP };

struct site_options {
    const char *output, *title, *base, *lang, *charset;
    int to;         /* enum site_format; 0: plain */
    int addresses;  /* 1 plus enum site_addresses; 0: plain */
    unsigned valid; /* standards, one of which must accept a URL that becomes a link; 0: any URL */
    bool search, quiet;
    int sandbox; /* 1 plus a choice of sandbox_choices */
};

/* ---- Programs of their own: start.c ---- */

struct program {
    const char *file;     /* "trawl-pick" */
    const char *variable; /* the environment variable that can name another file */
    const char *advice;   /* how to get it */
};

extern const struct program program_pick, program_archive;

/* Replaces this process by a program, called `name`, with the arguments after words[0]. `self` is
 * the name that this program was called by. Returns the exit status after an error. */
int program_start(const struct program *program, const char *self, const char *name, char **words);

/* The `run` of the commands that are in trawl-archive: archive/options/index.c. */
int archive_start(struct output *out, int argc, char **argv);

/* Writes the path of the folder of this program. Returns false when it is unknown. */
bool program_folder(const char *self, char *path, size_t size);

/* ---- Files of --rules: rules.c ---- */

#define RULE_FILES 32

struct rule_files {
    struct buffer text;  /* of all files */
    struct buffer names; /* each with a NUL; the name of file i is at name[i] */
    size_t name[RULE_FILES];
    uint64_t first[RULE_FILES]; /* lines of `text` before file i */
    unsigned count;
};

/* Adds the files and the installed sets in the value of --rules, which commas separate. Returns 0,
 * or -1 after an error message. */
int rule_files_read(struct rule_files *r, const char *command, const char *self, const char *value);

/* Returns the text of all files. */
trawl_str rule_files_text(const struct rule_files *r);

/* Returns the file of a line of the text, and sets *line to the number of the line in the file. The
 * text must not be empty. */
const char *rule_files_line(const struct rule_files *r, uint64_t *line);

void rule_files_free(struct rule_files *r);

/* ---- Messages to a helper process: talk.c ----
 *
 * A message is a list of texts. The program sends requests, and the helper answers each.
 */

/* Appends a text, or a number as a text. Return TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
int talk_put(struct buffer *message, trawl_str text);
int talk_put_number(struct buffer *message, uint64_t n);

/* Take the next text or number from a message. Return an empty text or 0 after its end; a damaged
 * message ends where the damage is. */
trawl_str talk_get(trawl_str *message);
uint64_t talk_get_number(trawl_str *message);

/* Sends a message to a socket. Returns 0, or -1 with errno. */
int talk_send(int fd, trawl_str message);

/* Waits for the byte with which another process tells this one to start. Returns as
 * talk_receive(). */
int talk_wait(int fd);

/* Receives a message. Returns 1, 0 when the other side has closed, or -1 with errno. */
int talk_receive(int fd, struct buffer *message);

/* A message of which a part was received. */
struct talk_part {
    struct buffer message;
    uint64_t size;
    size_t head; /* bytes of the size that were received */
};

/* Receives what has arrived of a message; waits only if nothing has. Returns 1 when part->message
 * is whole, 2 when the rest has not arrived, 0 when the other side has closed, or -1 with errno. */
int talk_receive_part(int fd, struct talk_part *part);

/* Returns the message, once it is whole. */
trawl_str talk_part_message(const struct talk_part *part);
void talk_part_free(struct talk_part *part);

/* The shells of "trawl help completion". */
extern const char *const complete_shells[];

/* Prints the completions of a shell for the filter and these commands. Returns enum status. */
int complete_run(struct output *o, const struct command *const *commands, size_t count,
                 const char *shell);

/* Prints the JSON Schema of the records of -t json. Returns enum status. */
int schema_run(struct output *o);

/* Reads the options of a command into `target`. Returns true to go on; else, after the help or a
 * message was printed, sets *status to the exit status. */
bool command_options(struct output *out, const struct command *command, struct options *args,
                     int argc, char **argv, void *target, int *status);

/* Called with one operand or line. Returns 0 to go on. */
typedef int command_item(void *user, trawl_str item);

/* Calls `item` with each operand from argv[first] on; for "-", or without operands, with each
 * line of standard input. Stops when the output fails, or when `item` returns a value other than 0,
 * which is then returned. */
int command_each(struct output *o, const struct options *options, int first, command_item *item,
                 void *user);

/* Reports an error of the library. Returns STATUS_TROUBLE. */
int command_trouble(const char *command, int error);

/* Called before missing memory is reported, unless it is NULL. */
extern void (*command_no_memory)(void);

/* Tests the base of partial URLs; `what` precedes it in the message. Returns 0, or STATUS_TROUBLE
 * after an error message. */
int command_base(const char *command, const char *what, const char *value);

/* Tests the tag of a language, the value of --lang. Returns 0, or -1 after an error message. */
int command_lang(const char *command, const char *value);

/* Ends a program: writes what is left of its output, unless the reader has closed the pipe. Returns
 * its exit status: STATUS_TROUBLE, after an error message, when output could not be written or
 * memory was short, else `status`. */
int command_end(struct output *out, const char *command, int status);

/* ---- Strengths of "the same" ---- */

/* The choices of --same, most of --uniq and --spell, and the forms that two URLs must share.
 * Options store 1 plus the choice. */
extern const char *const strengths[];
extern url_form *const strength_forms[];

/* ---- Standards ---- */

#define STANDARDS 4

/* The names of the standards in reports, in the library's order. */
struct standard {
    unsigned bit;
    const char *name;  /* as in trawl_refusal.standard and in JSON */
    const char *label; /* for people */
};

extern const struct standard standards[STANDARDS];

/* Reads a list of kinds, separated by commas and named as in records, and adds their bits, 1 <<
 * enum trawl_kind. "url" stands for wrap, angle and bare. Returns 0, or -1 after an error message
 * that names the option. */
int link_kinds_read(unsigned *set, const char *option, const char *value);

/* Returns the i-th name of a zone, or NULL. */
const char *zone_word(int i);

/* Reads a list of zones, and adds their bits, 1 << enum trawl_zone. Returns 0, or -1 as above. */
int zones_read(unsigned *set, const char *option, const char *value);

/* Flags of links that may lie about where they lead: "danger". */
#define DANGER_FLAGS                                                                               \
    (TRAWL_FLAG_MISMATCH | TRAWL_FLAG_USERINFO | TRAWL_FLAG_ODD_IP | TRAWL_FLAG_MIXED_SCRIPT |     \
     TRAWL_FLAG_WHOLE_SCRIPT | TRAWL_FLAG_CONFUSABLE | TRAWL_FLAG_PUNYCODE |                       \
     TRAWL_FLAG_BACKSLASH | TRAWL_FLAG_IP_HOST)

/* The names of flags, as an option_names; then "danger" and "doubt". */
const char *flags_word(int i, int *value, const char **help);

/* Adds a list of flags with commas between. "doubt", which means another reading or a flag of
 * doubt, sets *doubt, and is unknown if that is NULL. Returns 0, or -1 after an error message that
 * names the option. */
int flags_read(uint64_t *flags, bool *doubt, const char *option, const char *value);

/* Reads a list of standards with commas between, such as "1738,3986", and adds their bits. Returns
 * 0, or -1 after an error message that names the option. */
int standards_read(unsigned *bits, const char *option, const char *value);

/* Returns the bits of the standards that accept the URL, or an error. TRAWL_STANDARD_SCHEME is
 * tested only if it is in `wanted`; where trawl has no grammar of the scheme's own RFC, RFC 3986
 * decides. */
int standards_of(unsigned wanted, trawl_str url);

/* Returns the name of the i-th standard, or NULL; for completion. */
const char *standards_word(int i);

/* Writes a set of standards into a record, with commas between: "1738,3986", in quotes for JSON.
 * VALID_MAX bytes at most. */
char *put_standards(char *to, unsigned valid, bool quoted);
#define VALID_MAX 40

/* Writes the member ,"MEMBER":"HEX" for a text that is not UTF-8, which a JSON string cannot hold.
 * `member` has at most 10 characters. */
char *put_json_bytes(char *to, const char *member, trawl_str text);
#define JSON_BYTES(n) (2 * (n) + 16)

#endif
