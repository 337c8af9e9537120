/* main.c - the command trawl: picks the command by its first word, and answers for the output
 *
 * Without such a word it is the filter of find.c, to which a file of that name is ./check. The program uses nothing but
 * the library's public headers.
 */
#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "cli/command.h"
#include "cli/help.h"
#include "cli/say.h"

struct command {
    const char *name;
    command_run *run;
    const char *help;
};

static int help_run(struct output *o, int argc, char **argv);

static const struct command commands[] = {
    {"check", command_check, help_check},
    {"resolve", command_resolve, help_resolve},
    {"help", help_run, help_trawl},
};

/* Words that later versions will give a meaning. */
static const char *const reserved[] = {"wrap", "pick", "index", "report", "split", "map", "merge"};

static const struct command *find_command(const char *name)
{
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static int is_reserved(const char *name)
{
    for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++)
        if (strcmp(reserved[i], name) == 0)
            return 1;
    return 0;
}

static int help_run(struct output *o, int argc, char **argv)
{
    const struct command *command = argc > 0 ? find_command(argv[0]) : NULL;

    if (argc > 0 && !command) {
        say("help", "no command ", argv[0], "; see \"trawl help\"");
        return STATUS_TROUBLE;
    }
    output_text(o, command ? command->help : help_trawl);
    return STATUS_GOOD;
}

static int run(struct output *o, int argc, char **argv)
{
    const struct command *command = argc > 1 ? find_command(argv[1]) : NULL;

    if (command)
        return command->run(o, argc - 2, argv + 2);
    if (argc > 1 && is_reserved(argv[1])) {
        say(NULL, argv[1], " is not in this version; for the file write ./", argv[1]);
        return STATUS_TROUBLE;
    }
    return command_find(o, argc > 1 ? argc - 1 : 0, argv + 1);
}

int main(int argc, char **argv)
{
    static char buffer[1 << 16];
    struct output out;
    int status;

    output_open(&out, 1, buffer, sizeof buffer);
    status = run(&out, argc, argv);
    if (output_close(&out) == 0)
        return status;
    if (out.error == ENOMEM) /* for what was to be written */
        return command_trouble(NULL, TRAWL_NO_MEMORY);
    if (out.error != EPIPE) /* a reader that has had enough is no trouble worth a message */
        say_system(NULL, "writing", out.error);
    return STATUS_TROUBLE;
}
