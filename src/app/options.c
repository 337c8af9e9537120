/* options.c - command line options: reads them by a table, prints their help, suggests names */
#include "app/options.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/ascii.h"
#include "app/show/show.h"

/* ---- Suggestions ---- */

#define NAME_MAX_N 32 /* longer names get no suggestion */
#define NAMES_MOST 62 /* of a list of the library */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Returns how many letters must be changed, added, dropped or swapped with a neighbour to turn `a`
 * into `b`. */
static size_t app_distance(const char *a, size_t n, const char *b, size_t m)
{
    size_t rows[3][NAME_MAX_N + 1], *before = rows[0], *last = rows[1], *row = rows[2];

    for (size_t k = 0; k <= m; k++)
        last[k] = k;
    for (size_t i = 1; i <= n; i++) {
        size_t *swap = before;
        row[0] = i;
        for (size_t k = 1; k <= m; k++) {
            size_t other = ascii_lower(a[i - 1]) != ascii_lower(b[k - 1]);
            row[k] = least(last[k - 1] + other, least(last[k], row[k - 1]) + 1);
            if (i > 1 && k > 1 && ascii_lower(a[i - 1]) == ascii_lower(b[k - 2]) &&
                ascii_lower(a[i - 2]) == ascii_lower(b[k - 1]))
                row[k] = least(row[k], before[k - 2] + 1);
        }
        before = last;
        last = row;
        row = swap;
    }
    return last[m];
}

/* A search for the known name that is nearest to an unknown one. */
struct nearest {
    const char *text; /* what was given */
    size_t n;
    const char *name; /* the nearest so far, or NULL */
    size_t distance;
};

static void consider(struct nearest *nearest, const char *name)
{
    size_t m = strlen(name), d;

    if (nearest->n == 0 || nearest->n > NAME_MAX_N || m > NAME_MAX_N)
        return;
    /* Allows two mistakes from 5 letters on, three from 8; a name cut short counts as one. */
    d = nearest->n >= 3 && m > nearest->n && memcmp(name, nearest->text, nearest->n) == 0
            ? 1
            : app_distance(nearest->text, nearest->n, name, m);
    if (d <= least((nearest->n + 1) / 3, 3) && (!nearest->name || d < nearest->distance)) {
        nearest->name = name;
        nearest->distance = d;
    }
}

/* ---- Names ---- */

/* Appends as much of `more` as fits. */
static void app_append(char *text, size_t size, const char *more)
{
    size_t n = strlen(text);

    (void)snprintf(text + n, size - n, "%s", more);
}

const char *options_nearest(const char *text, size_t n, const char *const *names)
{
    struct nearest nearest = {.text = text, .n = n, .name = options_hint_word(text, n, names)};

    for (int i = 0; names[i]; i++)
        consider(&nearest, names[i]);
    return nearest.name;
}

int options_choose(const char *command, const char *option, const char *noun,
                   const char *const *names, const char *value, size_t n, const char *rest)
{
    const char *nearest;
    char what[96], wrong[64], after[1024] = "";

    for (int i = 0; names[i]; i++)
        if (strlen(names[i]) == n && memcmp(names[i], value, n) == 0)
            return i;
    rest = rest ? rest : options_hint_value(option, value, n);
    nearest = options_nearest(value, n, names);
    if (nearest)
        (void)snprintf(after, sizeof after, " (did you mean %s?)", nearest);
    app_append(after, sizeof after, rest ? "; " : "; it takes ");
    app_append(after, sizeof after, rest ? rest : "");
    for (int i = 0; !rest && names[i]; i++) {
        app_append(after, sizeof after, i == 0 ? "" : names[i + 1] ? ", " : " or ");
        app_append(after, sizeof after, names[i]);
    }
    (void)snprintf(what, sizeof what, n > 0 ? "%s: unknown %s " : "%s: a %s is missing", option,
                   noun);
    (void)snprintf(wrong, sizeof wrong, "%.*s", (int)least(n, sizeof wrong - 1), value);
    say(command, what, n > 0 ? wrong : NULL, after);
    return -1;
}

unsigned long long options_choose_all(const char *option, const char *noun,
                                      const char *const *names, const char *value, const char *rest)
{
    unsigned long long set = 0;

    for (const char *p = value;; p++) {
        size_t n = strcspn(p, ",");
        int i = options_choose(NULL, option, noun, names, p, n, rest);

        if (i < 0)
            return 0;
        set |= 1ull << i;
        p += n;
        if (*p == '\0')
            return set;
    }
}

const char *const options_when[] = {"auto", "always", "never", NULL};

bool options_colour(int choice, bool asked)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

    if (choice > 1 || (no && *no))
        return choice == 2;
    return (choice == 0 && asked) || (isatty(1) && term && *term && strcmp(term, "dumb") != 0);
}

/* ---- Reading ---- */

/* Reports a fault of an option and points to the help. Returns OPTIONS_BAD. */
static enum options_answer app_refuse(const struct options *args, const char *what,
                                      const char *option, const char *why)
{
    char rest[200];

    (void)snprintf(rest, sizeof rest, "%s; see \"trawl %s%s--help\"", why,
                   args->command ? args->command : "", args->command ? " " : "");
    say(args->command, what, option, rest);
    return OPTIONS_BAD;
}

static bool app_is_end(const struct option *option)
{
    return !option->name && !option->letter;
}

static enum options_answer refuse_unknown(const struct options *args, const char *given)
{
    struct nearest nearest = {.text = given + 2, .n = strlen(given)};
    char why[120] = "";

    if (options_hint(args->table, given, why, sizeof why))
        return app_refuse(args, "unknown option ", given, why);
    nearest.n = nearest.n > 2 ? nearest.n - 2 : 0;
    for (const struct option *option = args->table; !app_is_end(option) && given[1] == '-';
         option++)
        if (option->name)
            consider(&nearest, option->name);
    if (nearest.name)
        (void)snprintf(why, sizeof why, " (did you mean --%s?)", nearest.name);
    return app_refuse(args, "unknown option ", given, why);
}

/* Returns the index of a choice or the value of a name, or -1 after an error message. */
static int app_choice(const struct options *o, const struct option *option, const char *value)
{
    const char *all[NAMES_MOST + 1] = {NULL};
    char label[40];
    int i = 0, named = 0;

    if (option->letter)
        (void)snprintf(label, sizeof label, "-%c", option->letter);
    else
        (void)snprintf(label, sizeof label, "--%s", option->name);
    while (option->names && i < NAMES_MOST && (all[i] = option->names(i, NULL, NULL)))
        i++;
    i = options_choose(o->command, label, option->noun, option->names ? all : option->choices,
                       value, strlen(value), NULL);
    if (i >= 0 && option->names)
        (void)option->names(i, &named, NULL);
    return option->names && i >= 0 ? named : i;
}

/* Stores one option in `target`. The value is NULL if and only if the option takes none. */
static enum options_answer app_set(const struct options *args, const struct option *option,
                                   const char *value, void *target)
{
    char *at = (char *)target + option->at;

    if (option->name && strcmp(option->name, "help") == 0)
        return OPTIONS_HELP;
    if (!option->name && option->letter == 'h')
        return OPTIONS_BRIEF;
    if (option->name && strcmp(option->name, "version") == 0)
        return OPTIONS_VERSION;
    if (option->set)
        return option->set(target, value) < 0 ? OPTIONS_BAD : OPTIONS_GOOD;
    if (!value) {
        if (option->is_bool)
            *(bool *)(void *)at = option->number != 0;
        else
            *(int *)(void *)at = option->number;
        return OPTIONS_GOOD;
    }
    if (option->choices || option->names) {
        *(int *)(void *)at = 1 + app_choice(args, option, value);
        return *(int *)(void *)at == 0 ? OPTIONS_BAD : OPTIONS_GOOD;
    }
    if (!option->as_str)
        *(const char **)(void *)at = value;
    else if (*value)
        *(trawl_str *)(void *)at = (trawl_str){value, strlen(value)};
    else
        return app_refuse(args, "option --", option->name, " needs a value that is not empty");
    return OPTIONS_GOOD;
}

/* Reads the letters of an argument such as -abc. *next is the index of the argument after it. */
static enum options_answer read_letters(struct options *args, const char *letters, int *next,
                                        void *target)
{
    enum options_answer answer = OPTIONS_GOOD;

    while (*letters && answer == OPTIONS_GOOD) {
        char given[3] = {'-', *letters++, '\0'};
        const struct option *option = args->table;

        while (!app_is_end(option) && option->letter != given[1])
            option++;
        if (app_is_end(option))
            return refuse_unknown(args, given);
        if (option->value && *letters)
            return app_set(args, option, letters, target);
        if (option->value && *next >= args->argc)
            return app_refuse(args, "option ", given, " needs a value");
        answer = app_set(args, option, option->value ? args->argv[(*next)++] : NULL, target);
    }
    return answer;
}

/* Returns true for two entries of one name: the second one, with a value, is for --name=value. */
static bool app_is_same(const struct option *option, const struct option *other)
{
    return !app_is_end(other) && option->name && other->name &&
           strcmp(option->name, other->name) == 0;
}

bool option_takes(const struct option *option, const char *value)
{
    const char *word;
    int i = 0;

    do
        word = option_word(option, i++);
    while (word && strcmp(word, value) != 0);
    return word != NULL;
}

/* Refuses "--uniq normal": the value of such an option follows "=", and a word of its own would be
 * read as the name of a file. Returns true after a message. */
static bool refuse_apart(const struct options *args, const struct option *option, const char *given,
                         const char *next)
{
    char why[120];

    if (!app_is_same(option, option + 1) || !option_takes(option + 1, next) ||
        access(next, F_OK) == 0)
        return false;
    (void)snprintf(why, sizeof why, " takes its value after \"=\": %.40s=%.40s", given, next);
    (void)app_refuse(args, "option ", given, why);
    return true;
}

static enum options_answer app_read_name(struct options *args, const char *argument, int *next,
                                         void *target)
{
    size_t n = strcspn(argument, "=");
    const struct option *option = args->table;
    char given[80];

    (void)snprintf(given, sizeof given, "%.*s", (int)least(n, sizeof given - 1), argument);
    while (!app_is_end(option) && (!option->name || n < 3 || strlen(option->name) != n - 2 ||
                                   memcmp(option->name, argument + 2, n - 2) != 0))
        option++;
    if (app_is_end(option))
        return refuse_unknown(args, given);
    if (argument[n] == '=' && !option->value && app_is_same(option, option + 1))
        option++;
    if (argument[n] == '=')
        return option->value ? app_set(args, option, argument + n + 1, target)
                             : app_refuse(args, "option ", given, " takes no value");
    if (option->value && *next >= args->argc)
        return app_refuse(args, "option ", given, " needs a value");
    if (!option->value && *next < args->argc &&
        refuse_apart(args, option, given, args->argv[*next]))
        return OPTIONS_BAD;
    return app_set(args, option, option->value ? args->argv[(*next)++] : NULL, target);
}

enum options_answer options_read(struct options *args, void *target)
{
    enum options_answer answer = OPTIONS_GOOD;

    args->operands = 0;
    args->literal = INT_MAX;
    for (int next = 0; next < args->argc && answer == OPTIONS_GOOD;) {
        char *argument = args->argv[next++];

        if (args->literal != INT_MAX || argument[0] != '-' || argument[1] == '\0')
            args->argv[args->operands++] = argument;
        else if (strcmp(argument, "--") == 0)
            args->literal = args->operands;
        else if (argument[1] == '-')
            answer = app_read_name(args, argument, &next, target);
        else
            answer = read_letters(args, argument + 1, &next, target);
    }
    return answer;
}

bool options_is_stdin(const struct options *args, int i)
{
    return i < args->literal && strcmp(args->argv[i], "-") == 0;
}

unsigned long long options_number(const char *value, size_t digits)
{
    size_t n = strspn(value, "0123456789");

    return n > 0 && n <= digits && value[n] == '\0' ? strtoull(value, NULL, 10) : 0;
}

unsigned long long options_size(const char *value)
{
    static const char units[] = "KMGT";
    size_t digits = strspn(value, "0123456789");
    const char *unit = value[digits] ? strchr(units, value[digits]) : NULL;
    int shift = unit ? 10 * (int)(unit - units + 1) : 0;
    unsigned long long number;

    if (digits == 0 || digits > 9 || (value[digits] && (!unit || value[digits + 1])))
        return 0;
    number = strtoull(value, NULL, 10);
    return number <= ULLONG_MAX >> shift ? number << shift : 0;
}

/* ---- Help ---- */

#define HELP_COLUMN 20 /* the column of the descriptions */
#define HELP_WIDTH 80

/* Writes a new line of the help up to the column of the descriptions. */
static void help_line(struct output *o)
{
    output_byte(o, '\n');
    output_spaces(o, HELP_COLUMN);
}

/* Returns true for a name that means the same as an earlier one. */
static bool help_is_alias(option_names *names, int i)
{
    int value = 0, earlier = 0;

    (void)names(i, &value, NULL);
    for (int k = 0; k < i; k++)
        if (names(k, &earlier, NULL) && earlier == value)
            return true;
    return false;
}

/* Writes each name with its description on a line; other names for the same are left out. */
static void help_explain(struct output *o, option_names *names)
{
    const char *name, *help = "";
    size_t widest = 0;

    for (int i = 0; (name = names(i, NULL, NULL)); i++)
        widest = strlen(name) > widest ? strlen(name) : widest;
    for (int i = 0; (name = names(i, NULL, &help)); i++) {
        if (help_is_alias(names, i))
            continue;
        help_line(o);
        output_text(o, name);
        output_spaces(o, widest + 2 - strlen(name));
        output_text(o, help);
    }
}

/* Writes "text, mail or mbox" on lines of their own. */
static void help_list(struct output *o, option_names *names)
{
    size_t column = HELP_WIDTH;
    const char *name;

    for (int i = 0; (name = names(i, NULL, NULL)); i++) {
        const char *end = !names(i + 1, NULL, NULL) ? "" : names(i + 2, NULL, NULL) ? "," : " or";

        if (column + 1 + strlen(name) + strlen(end) > HELP_WIDTH) {
            help_line(o);
            column = HELP_COLUMN;
        } else {
            output_byte(o, ' ');
            column++;
        }
        output_text(o, name);
        output_text(o, end);
        column += strlen(name) + strlen(end);
    }
}

/* Writes the option's description, which begins after n bytes of its line. */
static void help_description(struct output *o, const struct option *t, size_t n)
{
    output_spaces(o, n + 2 > HELP_COLUMN ? 2 : HELP_COLUMN - n);
    for (const char *p = t->help; *p; p += *p == '\n') {
        size_t line = strcspn(p, "\n");

        if (p > t->help)
            help_line(o);
        output_bytes(o, p, line);
        p += line;
    }
    if (t->in_help == NAMES_EXPLAINED)
        help_explain(o, t->names);
    else if (t->in_help == NAMES_LISTED)
        help_list(o, t->names);
    output_byte(o, '\n');
}

void options_help(struct output *o, const struct option *table)
{
    for (const struct option *option = table; !app_is_end(option); option++) {
        const bool again = option > table && app_is_same(option - 1, option);
        char left[64];
        size_t n;

        if (app_is_same(option, option + 1) && option[1].many)
            continue; /* the next row describes both: --valid[=STANDARDS] */
        if (option->topic) {
            output_text(o, "\n");
            output_text(o, option->topic);
            output_text(o, "\n");
        }
        n = (size_t)snprintf(left, sizeof left, "  %s%s%s%s%s%s", option->letter ? "-" : "",
                             option->letter ? (char[]){option->letter, '\0'} : "",
                             option->letter && option->name ? ", " : "", option->name ? "--" : "",
                             option->name ? option->name : "",
                             !option->value          ? ""
                             : again && option->many ? "[="
                             : again                 ? "="
                                                     : " ");
        n += (size_t)snprintf(left + n, sizeof left - n, "%s%s", option->value ? option->value : "",
                              again && option->many ? "]" : "");
        output_bytes(o, left, n);
        help_description(o, option, n);
    }
}

const char *options_conflict(const struct options_conflict *rows, size_t n, const bool *given,
                             size_t count)
{
    uint64_t set = 0;

    for (size_t i = 0; i < count; i++)
        set |= (uint64_t)given[i] << i;
    for (const struct options_conflict *row = rows; row < rows + n; row++)
        if (set & row->any && (!row->with || set & row->with) && !(set & row->without))
            return row->why;
    return NULL;
}
