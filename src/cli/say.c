/* say.c - messages to the user, on standard error; see say.h */
#include "cli/say.h"

#include <string.h>

#include "cli/output.h"
#include "cli/printable.h"

/* Of each thread: a worker's messages come out in the order of the files. */
static _Thread_local struct output_elsewhere *said_to;

void say_elsewhere(struct output_elsewhere *e)
{
    said_to = e;
}

void say(const char *command, const char *text, const char *argument, const char *rest)
{
    char buffer[512]; /* one write for a message of usual length */
    struct output error;

    output_open(&error, 2, buffer, sizeof buffer);
    error.elsewhere = said_to;
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
}

void say_system(const char *command, const char *what, int number)
{
    say(command, what, ": ", strerror(number));
}
