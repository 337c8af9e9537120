/* say.c - messages to the user, on standard error */
#include "cli/show/show.h"

#include <stdatomic.h>
#include <stdio.h>

static atomic_int reported; /* a message followed the failure of a buffer */

/* Set for each thread, since a worker's messages are printed in the order of the files. */
static _Thread_local struct output_taker *taker;

void say_to(struct output_taker *t)
{
    taker = t;
}

int buffer_failed_silently(void)
{
    return buffer_failed() && !reported;
}

void say(const char *command, const char *text, const char *argument, const char *rest)
{
    char buffer[512]; /* one write for most messages */
    struct output error;

    output_open(&error, 2, buffer, sizeof buffer);
    error.taker = taker;
    output_text(&error, "trawl: ");
    if (command) {
        output_text(&error, command);
        output_text(&error, ": ");
    }
    output_text(&error, text);
    if (argument)
        printable_people(&error, argument, strlen(argument));
    if (rest)
        output_text(&error, rest);
    output_byte(&error, '\n');
    output_flush(&error);
    if (buffer_failed())
        reported = 1;
}

void say_system(const char *command, const char *what, int number)
{
    char why[200];

    (void)snprintf(why, sizeof why, ": %s", strerror(number));
    say(command, "", what, why);
}
