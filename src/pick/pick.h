/* pick.h - trawl pick: shows the links of a message; opens, copies or prints those the user chooses
 *
 * The command starts it as a program of its own, trawl-pick, which has three processes:
 *
 *     reader.c    reads the input and sends its links (wire.c). It has no terminal and no helper.
 *     pick.c      receives them (receive.c), keeps each target once (choices.c) with the text
 *                 around it (around.c), and lets the user choose on the screen (screen/) or by
 *                 numbers (prompt.c). It never reads the input. judge.c decides what may be opened.
 *     helper.c    opens what the user chose (launch.c). There is none with --print.
 *
 * So an input that takes over the process that reads it cannot open or remember anything: the keys
 * are read, and the URLs are shown and judged, in another process.
 */
#ifndef TRAWL_PICK_PICK_H
#define TRAWL_PICK_PICK_H

#include <stdbool.h>
#include <sys/types.h>
#include <trawl_mail.h>

#include "base/sip.h"
#include "app/command.h"

/* ---- Text around links: around.c ----
 *
 * Keeps the lines near links, AROUND_LINES before and after, and drops the others. A long line is
 * divided. Once AROUND_FULL bytes are kept, only the line of each further link is added.
 */

enum { AROUND_LINES = 5 };
#define AROUND_FULL ((size_t)64 << 20)

struct around {
    char *p;        /* p[0..kept), then lines that stay only if a link follows soon */
    size_t n, size; /* NUL separates texts that are not neighbours */
    size_t kept;
    size_t column;  /* bytes of the last line */
    unsigned after; /* how many lines are still to be kept, with the last one */
    bool failed;    /* no memory: nothing more is kept */
};

void around_add(struct around *a, trawl_str text);

/* Marks the start of a link, and keeps the lines before it. Returns the link's offset. */
size_t around_mark(struct around *a);

/* Separates the next text from the last one: a link in one has no context from the other. */
void around_break(struct around *a);

/* Returns the lines of [from, to) and at most `lines` lines on either side, without the last line
 * end. */
trawl_str around_lines(const struct around *a, size_t from, size_t to, unsigned lines);

void around_free(struct around *a);

/* ---- The links: choices.c ---- */

/* The order of the links in a message. */
enum rank { RANK_FIRST, RANK_QUOTED, RANK_FOLDED };

/* A target, with the data of the first link to it, or of the one with the best rank. */
struct choice {
    sip_hash key;
    trawl_str url;
    trawl_str anchor; /* the text that the link shows instead of the URL */
    trawl_str goal;   /* the target of a gateway, or the URL inside; else empty */
    const trawl_alt *alts;
    uint64_t flags;  /* warnings of all links to it, and the other flags of the first one */
    uint64_t serial; /* its place in the input */
    size_t from, to; /* its text in choices.around */
    uint32_t heading;
    uint32_t links; /* how many links have this target */
    uint16_t lines; /* the number of lines that it spans */
    uint16_t alt_count;
    uint8_t rank, zone, kind;
    bool known_goal; /* `goal` is the gateway's target, not only a URL inside */
    /* The user's choices. */
    bool marked, use_goal;
    uint8_t reading; /* 0: the URL, 1 to alt_count: another reading */
    trawl_str edited;
};

/* A message, or a source without messages. */
struct heading {
    trawl_str title, from;
};

struct choices {
    struct choice *all;
    size_t count, size;
    uint32_t *order; /* the numbers of all[] in the order to show */
    size_t settled;  /* all[settled..count) are of the message that is being read */
    bool sorted;     /* `order` is up to date */
    uint32_t *slots; /* a hash table: 1 + the number in all[]; 0 is free */
    size_t slot_count;
    sip_hash seed;
    struct heading *headings;
    size_t heading_count, heading_size;
    struct around around;
    struct block *blocks; /* memory of texts */
    struct buffer form;
    uint64_t serial;
    size_t folded;   /* how many have RANK_FOLDED */
    size_t open;     /* 1 + the number of the link whose pieces follow; or 0 */
    unsigned breaks; /* line ends after the last piece of that link */
    int error;       /* TRAWL_ERROR_NO_MEMORY, or TRAWL_OK */
};

void choices_open(struct choices *c);
void choices_close(struct choices *c);

/* Begins a source. `name` is empty if there is only one. */
void choices_begin(struct choices *c, trawl_str name);

/* A trawl_sink whose user is a struct choices. */
int choices_event(void *user, const trawl_event *e);

/* Ends a source. */
void choices_end(struct choices *c);

/* Brings choices.order up to date. The first `settled` entries never change. */
void choices_sort(struct choices *c);

/* Returns the URL in the reading that the user chose. */
trawl_str choice_url(const struct choice *choice);

/* Returns the reason for the chosen reading (enum trawl_why); 0 for the URL itself. */
int choice_why(const struct choice *choice);

/* Goes to the next reading. Returns false when there is only one. */
bool choice_next_reading(struct choice *choice);

/* Changes between the gateway and its target. Returns false when there is no gateway. */
bool choice_use_goal(struct choice *choice);

/* Replaces the URL by what the user wrote. Returns false when out of memory. */
bool choice_edit(struct choices *c, struct choice *link, trawl_str url);

/* Copies a text into the memory of the choices. */
trawl_str choices_keep(struct choices *c, trawl_str text);

/* ---- Words: words.c ---- */

/* Returns the scheme of a URL, without its colon; empty if it has none. */
trawl_str url_scheme(trawl_str url);

/* Returns the host of a URL, without a user or port; empty if it has none. */
trawl_str url_host(trawl_str url);

/* Returns the URL in readable form: in ASCII if `ascii` is set, or if its host runs from right to
 * left. The result may be in `form`. */
trawl_str words_url(struct buffer *form, trawl_str url, bool ascii);

/* Returns the flags of the URL that the user chose: those of its host, and, unless the user chose
 * the goal or edited the URL, those of the link. */
uint64_t choice_flags(const struct choice *choice);

/* Appends why a URL with these flags is dangerous: "its host looks like paypal.com". Appends
 * nothing if it is not. */
void words_danger(struct buffer *to, const struct choice *choice, trawl_str url, uint64_t flags);

/* Appends what is special about a choice: "quoted, broken over 2 lines". */
void words_about(struct buffer *to, const struct choice *choice);

/* Appends the line around a choice, with one blank for each run of blanks and line ends. Sets *link
 * to the part that is the link. If the link is alone on its line, appends another line near it
 * instead, and *link is empty. */
void words_around(struct buffer *to, const struct choices *all, const struct choice *choice,
                  trawl_span *link);

/* Returns true when the URL, what is special about it, or the line around it has the word, which is
 * in lower case. Uses `text`. */
bool words_have(struct buffer *text, const struct choices *all, const struct choice *choice,
                const char *word);

/* Appends a message's heading: "Subject, from Ann". */
void words_heading(struct buffer *to, const struct heading *h);

/* Returns what is special about a reading (enum trawl_why): "without the hyphen". */
const char *words_reading(int why);

/* Append to a buffer. When out of memory, they do nothing, and the text is shorter. */
void add_text(struct buffer *to, const char *text);
void add_str(struct buffer *to, trawl_str text);
void add_number(struct buffer *to, uint64_t n);

/* ---- Configuration: conf.c ----
 *
 * ~/.config/trawl/pick.conf, see trawl-pick(5).
 */

enum conf_word {
    CONF_SCHEME,
    CONF_HOST,
    CONF_BROWSER,
    CONF_LIVE,
    CONF_ALWAYS,
    CONF_COPY,
    CONF_TERMINAL,
    CONF_WINDOW,
    CONF_MOUSE,
    CONF_COUNT
};

struct conf_line {
    enum conf_word word;
    const char *names; /* of CONF_SCHEME and CONF_HOST: the list before the command */
    const char *value; /* the rest of the line */
};

struct conf {
    char *path; /* of the file, which may not exist; NULL without a home */
    struct buffer text;
    struct conf_line *lines;
    size_t count, size;
    struct buffer live;   /* the schemes of all CONF_LIVE lines, with commas between */
    struct buffer always; /* what was remembered in this run, a NUL after each */
    const char *command;  /* of ~/.urlview; or NULL */
};

/* Reads the file `path`, or the user's own file if `path` is NULL. Reports each wrong line and
 * ignores it. Returns 0, or -1 after an error message if the file that was named cannot be read. */
int conf_open(struct conf *conf, const char *path);
void conf_close(struct conf *conf);

/* Returns the last line with this word, or NULL. */
const char *conf_value(const struct conf *conf, enum conf_word word);

/* Returns the command of the first line for the scheme or for the host; NULL if there is none. */
const char *conf_program(const struct conf *conf, const char *scheme, const char *host);

/* Returns true when a line with this word lists the name. */
bool conf_lists(const struct conf *conf, enum conf_word word, const char *name);

/* Returns true when links to the place, a host or "scheme://host", open without a question. */
bool conf_is_always(const struct conf *conf, const char *place);

/* Returns true when the text has the form of a place: a host or "scheme://host". */
bool conf_is_place(const char *text);

/* Opens links to the place without a question for the rest of this run. */
void conf_trust(struct conf *conf, const char *place);

/* Does what conf_trust() does, and adds the line "always PLACE" to the file if it is missing.
 * Returns 0 or an errno. */
int conf_remember(struct conf *conf, const char *place);

/* ---- Judging whether a URL may be opened: judge.c ---- */

enum judgement { JUDGED_OPEN, JUDGED_ASK, JUDGED_NEVER };

struct judged {
    enum judgement how;
    char href[3 * TRAWL_URL_MAX + 1]; /* the URL in ASCII */
    struct buffer why;                /* the reasons of a question or a refusal */
    struct buffer always;             /* the place that "!" remembers, and a NUL; empty: none */
    char scheme[80];                  /* in lower case */
    char host[256];                   /* in ASCII and in lower case; empty if there is none */
};

/* Judges the URL that the user chose. `j` may have been used before. Returns TRAWL_OK or an
 * error. */
int judge(struct judged *j, const struct conf *conf, const struct choice *choice);
void judged_free(struct judged *j);

/* Sets the href, the scheme and the host. Returns false for a URL that may never be opened. */
bool judge_href(struct judged *j, trawl_str href);

/* ---- Programs: command.c and launch.c ---- */

/* A command's words, ready for execvp(). */
struct command_words {
    char **argv; /* ends with NULL; free() frees all of it */
    bool background;
};

/* Divides command[0..n) into words as a shell does (quotes and backslashes, nothing else), and puts
 * the URL where %s is, or at the end. %c is ":", %% is "%". A word "&" ends the command, and means
 * background. If `url` is NULL, nothing is replaced or added. Returns false if there is no word, or
 * no memory. */
bool command_divide(struct command_words *words, const char *command, size_t n, const char *url);

#define LAUNCH_MAX 16
#define LAUNCH_SAID 300

/* The terminal of the screen or of the prompt. */
struct terminal {
    int fd; /* or -1 */
    /* Called before and after a program uses the terminal; may be NULL. */
    void (*pause)(void *user);
    void (*resume)(void *user);
    void *user;
};

struct launcher {
    const struct conf *conf;
    struct terminal terminal;
    struct {
        pid_t pid;
        char name[64];
    } running[LAUNCH_MAX];  /* programs in the background; an entry with pid 0 is free */
    char said[LAUNCH_SAID]; /* the message of the last call, for people */
};

/* Opens a URL that was judged. Returns 0, or -1; in both cases launcher->said has a message. */
int launch_open(struct launcher *launcher, const struct judged *j);

/* Sets to[0..size) to the name of the program that launch_open() would run first, or to "" if there
 * is none. */
void launch_name(const struct conf *conf, const struct judged *j, char *to, size_t size);

/* Collects background programs that have ended. Returns true when one failed; then launcher->said
 * has a message. */
bool launch_check(struct launcher *launcher);

/* Returns true while programs run in the background. */
bool launch_runs(const struct launcher *launcher);

/* Runs a program that copies `text` from its standard input, and waits a short time for it to end.
 * Returns 0, or -1; in both cases launcher->said has a message. */
int launch_filter(struct launcher *launcher, char **argv, trawl_str text);

/* Returns true when the command is in $PATH. */
bool launch_has(const char *name);

/* Returns true when the environment has the variable, and it is not empty. */
bool launch_is_set(const char *variable);

/* ---- Copying: copy.c ---- */

/* Copies a text to the clipboard. Returns 0, or -1; in both cases launcher->said has a message. */
int copy_text(struct launcher *launcher, trawl_str text);

/* Sends the text to the terminal `fd` to be copied. Returns as copy_text(), and writes the message
 * to said[0..LAUNCH_SAID). */
int copy_by_terminal(int fd, trawl_str text, char *said);

/* Appends a choice as Markdown: [what it shows](URL), or <URL>. */
void copy_markdown(struct buffer *to, const struct choice *choice);

/* ---- The process that starts programs: helper.c ---- */

struct helper {
    int fd;
    pid_t process; /* 0: there is none */
    bool running;  /* programs in the background */
    struct buffer message;
    char said[LAUNCH_SAID]; /* the message of the last call, for people */
};

/* ---- What the process that reads the input sends: wire.c ---- */

/* A record begins with the number of its kind. The comments tell what follows. */
enum wire_kind {
    WIRE_SOURCE = 1, /* its name */
    WIRE_SOURCE_END,
    WIRE_MESSAGE,  /* Subject, From */
    WIRE_PART,     /* nothing */
    WIRE_LINK,     /* as put_link() writes it */
    WIRE_MORE,     /* the text of a further piece of a link */
    WIRE_TEXT,     /* a text outside links */
    WIRE_SAID,     /* a message for the user */
    WIRE_PROGRESS, /* bytes read, and the size of all inputs or 0 */
    WIRE_END /* whether there was trouble, whether it ended the reading, whether all was sent */
};

#define WIRE_FULL ((size_t)1 << 15) /* bytes of records after which they are sent */

struct wire {
    int fd;
    bool gone; /* the other side has closed */
    int error; /* TRAWL_ERROR_NO_MEMORY, or TRAWL_OK */
    struct buffer message, record;
};

/* Append a record: the first function a kind and a text, the second function numbers, of which the
 * first is the kind. When out of memory, they leave the record out, and set w->error. */
void wire_text(struct wire *w, enum wire_kind kind, trawl_str text);
void wire_numbers(struct wire *w, const uint64_t *numbers, size_t count);

/* A trawl_sink whose user is a struct wire. */
int wire_event(void *user, const trawl_event *e);

/* Sends the records so far. */
void wire_send(struct wire *w);

/* ---- The run: pick.c ---- */

struct pick {
    struct choices choices;
    struct conf conf;
    struct helper helper;
    int reader;      /* the socket of the process that reads the input, or -1 */
    int tty, screen; /* the terminal, and a copy of it for the screen's stream; or -1 */
    bool typed;      /* the input is typed on the terminal */
    struct terminal terminal;
    struct judged judged;
    struct buffer words;
    trawl_settings *settings;
    struct output *out; /* standard output, for --print */
    struct pick_options options;
    bool urlview;
    /* The state of reading. */
    uint64_t read, total; /* bytes; total 0: unknown */
    bool reading;
    int chosen; /* links that were opened or printed */
    bool bad;   /* a message about trouble was printed */
};

/* Starts the helper, unless nothing is opened (--print). Returns 0, or -1 after an error
 * message. */
int helper_open(struct pick *p);
void helper_close(struct pick *p);

/* Opens p->judged. Returns 0, or -1; in both cases p->helper.said has a message. */
int helper_launch(struct pick *p);

/* Copies a text to the clipboard; without a helper, by the terminal. Returns as helper_launch(). */
int helper_copy(struct pick *p, trawl_str text);

/* Collects background programs that have ended. Returns true when one failed; then p->helper.said
 * has a message. */
bool helper_check(struct pick *p);

/* Trusts a place, and adds it to pick.conf. Returns 0 or an errno. */
int helper_remember(struct pick *p, const char *place);

/* Prints a chosen URL for --print. */
void pick_print(struct pick *p, const struct choice *choice);

/* Returns choice `number` (from 1) in the order to show, or NULL. */
struct choice *pick_numbered(struct pick *p, size_t number);

/* ---- Reading: reader.c and receive.c ---- */

/* Makes the settings of the scanner from the options. Returns 0, or -1 after an error message. */
int reader_prepare(struct pick *p);

/* Starts the process that reads the inputs. Returns 0, or -1 after an error message. */
struct options;
int reader_start(struct pick *p, const struct options *o);

/* Called before each message of the reading process is received; may wait until `fd` has one.
 * Returns 0 to go on. */
typedef int reader_idle(void *user, int fd);

/* Receives all links. `idle` may be NULL. Returns -1 if an error ended the reading of the inputs.
 * If `idle` returned a value other than 0, returns this value. Otherwise returns 0. Errors are
 * reported, and set p->bad. */
int reader_run(struct pick *p, reader_idle *idle, void *user);

/* ---- Choosing by numbers: prompt.c ---- */

struct prompt;

/* Prepares to ask on the terminal or, if there is none and `may_use_input` is set, on standard
 * input and output. Returns NULL if neither can be used. */
struct prompt *prompt_open(struct pick *p, bool may_use_input);

void prompt_close(struct prompt *q);

/* Asks the user for choices, until the user leaves. */
void prompt_run(struct prompt *q);

/* Opens a choice, after a question if it needs one. If `q` is NULL, a choice that needs a question
 * is not opened. Returns 0, or -1 after an error message. */
int prompt_choose(struct prompt *q, struct pick *p, struct choice *choice);

/* ---- urlview's file: urlview.c ---- */

/* Reads ~/.urlview or the system's file, for COMMAND. */
void urlview_read(struct conf *conf);

#endif
