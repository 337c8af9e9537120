/* say.c - messages to the user, on standard error, and warnings about inputs */
#include "app/show/show.h"

#include <stdatomic.h>
#include <stdio.h>

static atomic_int reported; /* a message followed the failure of a buffer */

static struct output_taker *taker;

say_filter *say_filtered;

void say_to(struct output_taker *to)
{
    taker = to;
}

bool buffer_failed_silently(void)
{
    return buffer_failed() && !reported;
}

static void say_line(struct output *o, const char *command, const char *text, const char *argument,
                     const char *rest)
{
    output_text(o, "trawl: ");
    if (command) {
        output_text(o, command);
        output_text(o, ": ");
    }
    output_text(o, text);
    if (argument)
        printable_people(o, argument, strlen(argument));
    if (rest)
        output_text(o, rest);
    output_byte(o, '\n');
}

void say(const char *command, const char *text, const char *argument, const char *rest)
{
    char buffer[512]; /* one write for most messages */
    struct output error;

    if (say_filtered && say_filtered((const char *const[]){command, text, argument, rest}))
        return;
    output_open(&error, 2, buffer, sizeof buffer);
    error.taker = taker;
    say_line(&error, command, text, argument, rest);
    output_flush(&error);
    if (buffer_failed())
        reported = 1;
}

int say_refuse(const char *what, const char *value, const char *why)
{
    say(NULL, what, value, why);
    return -1;
}

void say_copy(trawl_str message)
{
    char buffer[512];
    struct output error;

    output_open(&error, 2, buffer, sizeof buffer);
    error.taker = taker;
    printable_people(&error, message.p,
                     message.n - (message.n > 0 && message.p[message.n - 1] == '\n'));
    output_byte(&error, '\n');
    output_flush(&error);
}

void say_system(const char *command, const char *what, int number)
{
    char why[200];

    (void)snprintf(why, sizeof why, ": %s", strerror(number));
    say(command, "", what, why);
}

/* ---- Warnings ---- */

/* Returns true when warnings go to standard error, and not to a taker of the output. */
static bool warns_directly(const struct output *o)
{
    return !o || !o->taker || !o->taker->warn;
}

void output_warning(struct output *o, const struct warning *warning)
{
    struct output error;
    int failed = 0;

    if (o && (!o->taker || o->taker->warn))
        output_flush(o);
    if (warns_directly(o)) {
        output_open(&error, 2, NULL, 0);
        error.taker = taker;
        output_through(&error, warning->line.p, warning->line.n);
    } else {
        failed = o->taker->warn(o->taker->user, warning);
    }
    if (failed && !o->error)
        o->error = failed;
}

void output_warn(struct output *o, const char *command, const char *kind, const char *name,
                 const char *rest)
{
    struct buffer line = {0};
    struct output text;

    if (warns_directly(o)) { /* needs no memory */
        if (o && !o->taker)
            output_flush(o);
        say(command, "", name, rest);
        return;
    }
    output_open(&text, -1, NULL, 0);
    text.hold = &line;
    say_line(&text, command, "", name, rest);
    if (text.error && !o->error)
        o->error = text.error;
    if (!text.error)
        output_warning(o, &(struct warning){kind, 1, buffer_str(&line)});
    buffer_free(&line);
}

void output_warn_system(struct output *o, const char *name, int number)
{
    char why[200];

    (void)snprintf(why, sizeof why, ": %s", strerror(number));
    output_warn(o, NULL, NULL, name, why);
}
