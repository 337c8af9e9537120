/* main.c - the command trawl: runs the command that the first word names, and reports output errors
 *
 * Without such a word it runs the filter of filter/filter.c. To read a file that is named like a
 * command, write ./check. The program uses only the public headers of the library.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "app/command.h"
#include "app/sandbox/sandbox.h"
#include "kernel/kernel.h"

static int run_help(struct output *o, int argc, char **argv);

static const struct command command_for_help = {.name = "help", .run = run_help};

enum { COMMANDS = 11 };

static const struct command *const commands[COMMANDS] = {
    &command_check,  &command_resolve, &command_encode,   &command_rewrite,
    &command_pick,   &command_index,   &command_query,    &command_forget,
    &command_report, &command_site,    &command_for_help,
};

static const struct command *find_command(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

/* Returns the name of the command that is most similar to a word, or NULL. */
static const char *similar_command(const char *word)
{
    const char *names[COMMANDS + 1];

    for (size_t i = 0; i < COMMANDS; i++)
        names[i] = commands[i]->name;
    names[COMMANDS] = NULL;
    return options_nearest(word, strlen(word), names);
}

static int run_help(struct output *o, int argc, char **argv)
{
    const struct command *command = argc > 0 ? find_command(argv[0]) : NULL;

    if (argc > 0 && argc < 3 && strcmp(argv[0], "completion") == 0)
        return complete_run(o, commands, COMMANDS, argc == 2 ? argv[1] : "");
    if (argc == 1 && strcmp(argv[0], "schema") == 0)
        return schema_run(o);
    /* "trawl help --help" is "trawl help". */
    if (argc > 0 && !command && strcmp(argv[0], "--help") != 0 && strcmp(argv[0], "-h") != 0) {
        const char *similar = similar_command(argv[0]);
        char rest[80] = "; see \"trawl help\"";

        if (similar)
            (void)snprintf(rest, sizeof rest, " (did you mean %s?); see \"trawl help\"", similar);
        say("help", "no command ", argv[0], rest);
        return STATUS_TROUBLE;
    }
    command_help(o, command && command->options ? command : &command_find);
    return STATUS_GOOD;
}

/* Returns true for the name of another program that trawl replaces. */
static bool is_urlview(const char *name)
{
    const char *slash = strrchr(name, '/');

    return strcmp(slash ? slash + 1 : name, "urlview") == 0;
}

/* Prints a hint if the word is a mistyped command, not a file. */
static void suggest_command(const char *word)
{
    const char *similar = *word != '-' ? similar_command(word) : NULL;
    char rest[80];

    if (!similar || access(word, F_OK) == 0 || errno != ENOENT)
        return;
    (void)snprintf(rest, sizeof rest, " is not a command (did you mean %s?)", similar);
    say(NULL, "", word, rest);
}

/* Warns about a value of TRAWL_CPU that the library ignores. */
static void check_cpu(void)
{
    const char *name = getenv("TRAWL_CPU");
    char rest[160] = " is ignored; this machine takes ";
    const kernel *k;

    if (!name || !*name)
        return;
    for (size_t i = 0, n; (k = kernel_at(i)); i++) {
        if (strcmp(k->name, name) == 0)
            return;
        n = strlen(rest);
        (void)snprintf(rest + n, sizeof rest - n, "%s%s", i > 0 ? ", " : "", k->name);
    }
    say(NULL, "TRAWL_CPU: ", name, rest);
}

static int trawl_run(struct output *o, int argc, char **argv)
{
    const struct command *command = argc > 1 ? find_command(argv[1]) : NULL;
    int status;

    if (argc > 0 && is_urlview(argv[0]))
        return program_start(&program_pick, argv[0], "urlview", argv);
    if (command)
        return command->run(o, argc - 2, argv + 2);
    status = command_find.run(o, argc > 1 ? argc - 1 : 0, argv + 1);
    if (status == STATUS_TROUBLE && argc > 1)
        suggest_command(argv[1]);
    return status;
}

int main(int argc, char **argv)
{
    static char buffer[1 << 16];
    struct output out;
    int status;

    version_kernels = kernel_choose()->name;
    sandbox_inherit(argc, argv);
    check_cpu();
    output_open(&out, 1, buffer, sizeof buffer);
    status = command_end(&out, NULL, trawl_run(&out, argc, argv));
    return out.error == EPIPE ? STATUS_TROUBLE : status;
}
