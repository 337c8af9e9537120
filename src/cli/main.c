/* main.c - the command trawl: runs the command that the first word names, and reports output errors
 *
 * Without such a word it runs the filter of find/find.c. To read a file that is named like a
 * command, write ./check. The program uses only the public headers of the library.
 */
#include <errno.h>

#include "cli/command.h"

static int run_help(struct output *o, int argc, char **argv);

static const struct command command_for_help = {.name = "help", .run = run_help};

static const struct command *const commands[] = {
    &command_check, &command_resolve, &command_pick,   &command_wrap,     &command_index,
    &command_query, &command_forget,  &command_report, &command_settle,   &command_split,
    &command_map,   &command_merge,   &command_site,   &command_for_help,
};

static const struct command *find_command(const char *name)
{
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

static int run_help(struct output *o, int argc, char **argv)
{
    const struct command *command = argc > 0 ? find_command(argv[0]) : NULL;

    if (argc > 0 && !command) {
        say("help", "no command ", argv[0], "; see \"trawl help\"");
        return STATUS_TROUBLE;
    }
    command_help(o, command && command->options ? command : &command_find);
    return STATUS_GOOD;
}

/* Returns true for the name of another program that trawl replaces. */
static int is_urlview(const char *name)
{
    const char *slash = strrchr(name, '/');

    return strcmp(slash ? slash + 1 : name, "urlview") == 0;
}

static int run(struct output *o, int argc, char **argv)
{
    const struct command *command = argc > 1 ? find_command(argv[1]) : NULL;
    const char *shell;

    if (argc > 0 && is_urlview(argv[0]))
        return program_start(&program_pick, argv[0], "urlview", argv);
    if (command)
        return command->run(o, argc - 2, argv + 2);
    shell = argc == 2 && strncmp(argv[1], "--completion=", 13) == 0 ? argv[1] + 13
            : argc == 3 && strcmp(argv[1], "--completion") == 0     ? argv[2]
                                                                    : NULL;
    if (shell)
        return complete_run(o, commands, sizeof commands / sizeof commands[0], shell);
    return command_find.run(o, argc > 1 ? argc - 1 : 0, argv + 1);
}

int main(int argc, char **argv)
{
    static char buffer[1 << 16];
    struct output out;
    int status;

    output_open(&out, 1, buffer, sizeof buffer);
    status = command_end(&out, NULL, run(&out, argc, argv));
    return out.error == EPIPE ? STATUS_TROUBLE : status;
}
