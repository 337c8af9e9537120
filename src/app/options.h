/* options.h - command line options, read by a table that also makes the help
 *
 * Long options are --name, --name=value or --name value; short ones -n, -nvalue or -n value, and
 * those without a value may be combined (-q0). Options may come between operands; everything after
 * "--" is an operand. Names cannot be abbreviated, so that a new option never changes what an old
 * script means; for a name that does not exist the nearest name is suggested.
 */
#ifndef TRAWL_APP_OPTIONS_H
#define TRAWL_APP_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A list of names that the library has, such as trawl_input_word(). Returns the i-th name, or NULL;
 * sets what it means and its description, unless they are NULL. */
typedef const char *option_names(int i, int *value, const char **help);

/* One option. If `set` is not NULL, it is called. Otherwise a value is stored at offset `at` of the
 * target. It is:
 *   - with `choices`: 1 plus the index of the choice, an int;
 *   - with `names`: 1 plus the value of the name, an int;
 *   - for an option without a value: `number`, an int or a bool;
 *   - for all other options: the value, a char pointer or a trawl_str.
 * "help" and "version" need none of these. */
struct option {
    char letter;       /* 0: no short form */
    const char *name;  /* NULL: no long form; an entry with neither ends the table */
    const char *value; /* the name of its value in the help; NULL: it takes no value */
    const char *help;  /* lines, separated by LF */
    const char *topic; /* the heading that precedes it in the help, or NULL */
    size_t at;
    int number;
    bool is_bool;               /* stores `number` as a bool */
    bool as_str;                /* stores the value as a trawl_str, and refuses an empty one */
    const char *const *choices; /* ends with NULL */
    option_names *names;
    enum { NAMES_LISTED = 1, NAMES_EXPLAINED } in_help; /* of the names, after `help` */
    const char *noun; /* the word for a choice in messages: "format" */
    /* Returns 0, or -1 after an error message. */
    int (*set)(void *target, const char *value);
    /* For completion. word() returns the i-th word that the value may be, or NULL. `many`: several
     * words may be joined by commas. `file`: the value is a file. */
    const char *(*word)(int i);
    bool many, file;
};

/* The kinds of entries. A file that uses them defines TARGET, the tag of the target's struct. */
#define MEMBER(l, n, v, m)                                                                         \
    .letter = (l), .name = (n), .value = (v), .at = offsetof(struct TARGET, m)
#define NUMBER(l, n, m, stored)                                                                    \
    MEMBER(l, n, NULL, m), .number = (stored),                                                     \
                           .is_bool = sizeof((struct TARGET *)0)->m == sizeof(bool)
#define FLAG(l, n, m) NUMBER(l, n, m, 1)
#define TEXT(l, n, v, m) MEMBER(l, n, v, m)
#define STRING(l, n, v, m) MEMBER(l, n, v, m), .as_str = true
#define CHOICE(l, n, v, m, names, what) MEMBER(l, n, v, m), .choices = (names), .noun = (what)
#define NAMED(l, n, v, m, function, what) MEMBER(l, n, v, m), .names = (function), .noun = (what)
#define CALL(l, n, v, function) .letter = (l), .name = (n), .value = (v), .set = (function)
#define LIST(words) .word = (words), .many = true
#define LIST_OF(function)                                                                          \
    .names = (function), .many = true /* the words come from a function of the library */
#define IS_FILE .file = true

/* Returns the i-th word that the value may be, or a list may have; NULL after the last one. */
static inline const char *option_word(const struct option *option, int i)
{
    return option->choices ? option->choices[i]
           : option->names ? option->names(i, NULL, NULL)
           : option->word  ? option->word(i)
                           : NULL;
}

/* Returns true for one of these words. */
bool option_takes(const struct option *option, const char *value);

/* The choices of --sandbox. The options of every command have a member `sandbox` for it.
 * sandbox/sandbox.h has more. */
extern const char *const sandbox_choices[];
#define SANDBOX_OPTION                                                                             \
    {                                                                                              \
        CHOICE(0, "sandbox", "WHEN", sandbox, sandbox_choices, "choice"),                          \
            .help = "give up all rights that are not needed: auto (as far as the\n"                \
                    "system can; the default), require (or fail) or off"                           \
    }

/* The end of the table of a command: --sandbox, --help, --version, and "--" with its help. */
#define LAST_OPTIONS(rest)                                                                         \
    SANDBOX_OPTION, {.letter = 'h', .name = "help", .help = "print this help"},                    \
        {.name = "version", .help = "print the version"}, {.name = "", .help = (rest)},            \
    {                                                                                              \
        0                                                                                          \
    }

struct options {
    const char *command; /* for messages; NULL for the filter, which has no name */
    const struct option *table;
    int argc;
    char **argv;
    int operands; /* argv[0..operands) are the operands once all options are read */
    int literal;  /* argv[literal..operands) came after "--": "-" there is an ordinary name */
};

enum options_answer {
    OPTIONS_GOOD,
    OPTIONS_HELP,  /* --help; reading stops at this and all answers below */
    OPTIONS_BRIEF, /* -h, if the table has an entry for it */
    OPTIONS_VERSION,
    OPTIONS_BAD /* a message was printed */
};

/* Reads all options into the target, and puts the operands first in argv. */
enum options_answer options_read(struct options *args, void *target);

/* Returns true for an operand "-" that means standard input. */
bool options_is_stdin(const struct options *args, int i);

/* Returns the name that means the same as text[0..n), or is most similar to it, or NULL. The list
 * ends with NULL. */
const char *options_nearest(const char *text, size_t n, const char *const *names);

/* Returns the index of value[0..n) in a list of names that ends with NULL; else -1, after the
 * message "OPTION: unknown NOUN VALUE (did you mean NAME?); it takes NAME, NAME or NAME". `rest`
 * replaces "it takes ..." unless it is NULL. */
int options_choose(const char *command, const char *option, const char *noun,
                   const char *const *names, const char *value, size_t n, const char *rest);

/* Reads names with commas between, each as options_choose() does. Returns the set of their indices,
 * a bit for each, or 0 after an error message. */
unsigned long long options_choose_all(const char *option, const char *noun,
                                      const char *const *names, const char *value,
                                      const char *rest);

/* The choices of --color. options_colour() returns true when the stored choice (0: not given) means
 * colours. "auto" means colours on a terminal that has them, unless NO_COLOR is set. Without a
 * choice, that is the default; but if output with colours was `asked` for by its name, it has them
 * everywhere, unless NO_COLOR is set. */
extern const char *const options_when[];
bool options_colour(int choice, bool asked);

/* Returns the value as a number, or 0 when it is not a number of at most `digits` digits. */
unsigned long long options_number(const char *value, size_t digits);

/* Returns the value as a number of bytes, such as 2T, 2G, 500M or 100K, or 0 when it is invalid
 * or needs more than 64 bits. */
unsigned long long options_size(const char *value);

/* Writes what to type in place of an option of another tool, such as "--json" or "-r", that the
 * table does not have: ": use -t json". Returns false, and writes nothing, if nothing is known.
 * hints.c. */
bool options_hint(const struct option *table, const char *given, char *hint, size_t size);

/* Returns the one of the names that means the same as text[0..n) in other programs, such as md for
 * markdown, or NULL. */
const char *options_hint_word(const char *text, size_t n, const char *const *names);

/* Returns the hint for value[0..n), which the option does not take, or NULL. */
const char *options_hint_value(const char *option, const char *value, size_t n);

struct output;

/* Prints the help lines of all options of a table. */
void options_help(struct output *o, const struct option *table);

/* ---- Options that do not go together ---- */

/* The set of the options GIVEN_a. */
#define GIVEN(name) (UINT64_C(1) << GIVEN_##name)

/* A row applies when one option of `any` was given, and one of `with` unless that is 0, and none of
 * `without`. */
struct options_conflict {
    uint64_t any, with, without;
    const char *why;
};

/* Returns the text of the first of the n rows that applies, or NULL. given[GIVEN_a] is true if
 * option a was given. */
const char *options_conflict(const struct options_conflict *rows, size_t n, const bool *given,
                             size_t count);

#endif
