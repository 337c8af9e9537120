/* options.c - command line options, by a table; see options.h */
#include "cli/options.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/say.h"

void options_open(struct options *o, const char *command, const struct option *table, int argc, char **argv)
{
    *o = (struct options){.command = command, .table = table, .argc = argc, .argv = argv, .literal = INT_MAX};
}

/* Say what is wrong with an option, where to read on, and answer -1. */
static int refuse(const struct options *o, const char *what, const char *option, const char *why)
{
    char rest[128];

    (void)snprintf(rest, sizeof rest, "%s; see \"trawl %s%s--help\"", why, o->command ? o->command : "",
                   o->command ? " " : "");
    say(o->command, what, option, rest);
    return -1;
}

static const struct option *find_letter(const struct option *t, char letter)
{
    while (t->name || t->letter) {
        if (t->letter == letter)
            return t;
        t++;
    }
    return NULL;
}

static const struct option *find_name(const struct option *t, const char *name, size_t n)
{
    while (t->name || t->letter) {
        if (t->name && strlen(t->name) == n && memcmp(t->name, name, n) == 0)
            return t;
        t++;
    }
    return NULL;
}

/* name is the option as written, for the message. */
static int take_value(struct options *o, const struct option *option, const char *name)
{
    if (o->at >= o->argc)
        return refuse(o, "option ", name, " needs a value");
    o->value = o->argv[o->at++];
    return option->id;
}

static int next_letter(struct options *o)
{
    char name[3] = {'-', *o->rest++, '\0'};
    const struct option *option = find_letter(o->table, name[1]);

    if (!option)
        return refuse(o, "unknown option ", name, "");
    if (!option->takes_value)
        return option->id;
    if (*o->rest == '\0')
        return take_value(o, option, name);
    o->value = o->rest;
    o->rest = NULL;
    return option->id;
}

static int next_name(struct options *o, char *argument)
{
    size_t n = strcspn(argument, "=");
    const struct option *option = find_name(o->table, argument + 2, n - 2);
    char name[80];

    (void)snprintf(name, sizeof name, "%.*s", (int)(n < sizeof name ? n : sizeof name - 1), argument);
    if (!option)
        return refuse(o, "unknown option ", name, "");
    if (argument[n] == '\0')
        return option->takes_value ? take_value(o, option, name) : option->id;
    if (!option->takes_value)
        return refuse(o, "option ", name, " takes no value");
    o->value = argument + n + 1;
    return option->id;
}

int options_next(struct options *o)
{
    o->value = NULL;
    if (o->rest && *o->rest)
        return next_letter(o);
    while (o->at < o->argc) {
        char *argument = o->argv[o->at++];

        if (o->literal != INT_MAX || argument[0] != '-' || argument[1] == '\0') {
            o->argv[o->operands++] = argument;
        } else if (strcmp(argument, "--") == 0) {
            o->literal = o->operands;
        } else if (argument[1] == '-') {
            return next_name(o, argument);
        } else {
            o->rest = argument + 1;
            return next_letter(o);
        }
    }
    return 0;
}

int options_is_stdin(const struct options *o, int i)
{
    return i < o->literal && strcmp(o->argv[i], "-") == 0;
}

int options_choose(const char *command, const char *const *names, const char *value, const char *what)
{
    char rest[160] = "; it takes ";

    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], value) == 0)
            return i;
    for (int i = 0; names[i]; i++) {
        size_t n = strlen(rest);

        (void)snprintf(rest + n, sizeof rest - n, "%s%s", i == 0 ? "" : names[i + 1] ? ", " : " or ", names[i]);
    }
    say(command, what, value, rest);
    return -1;
}

/* See no-color.org: set, and not empty. */
int options_colour_auto(void)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

    return isatty(1) && (!no || !*no) && term && *term && strcmp(term, "dumb") != 0;
}

int options_colour(const char *command, const char *value, int *colour)
{
    static const char *const names[] = {"auto", "always", "never", NULL};
    int i = options_choose(command, names, value, "--color: unknown choice ");

    if (i >= 0)
        *colour = i == 0 ? options_colour_auto() : i == 1;
    return i < 0 ? -1 : 0;
}
