/* command.c - what the commands share; see command.h */
#include "cli/command.h"

#include <errno.h>
#include <string.h>

#include "cli/lines.h"
#include "cli/printable.h"
#include "cli/say.h"
#include "cli/source.h"

static int each_line(struct output *o, const char *command, command_item *item, void *user)
{
    struct lines lines;
    trawl_str line;
    int got, status = 0;

    if (source_is_output(command, NULL))
        return STATUS_TROUBLE;
    lines_open(&lines, 0, o);
    while (status == 0 && o->error == 0 && (got = lines_next(&lines, &line)) != 0) {
        if (got > 0) {
            status = item(user, line);
        } else {
            int number = errno;

            output_flush(o);
            say_system(command, "standard input", number);
            status = STATUS_TROUBLE;
        }
    }
    lines_close(&lines);
    return status;
}

int command_each(struct output *o, const struct options *options, int first, command_item *item, void *user)
{
    int status = 0;

    if (first >= options->operands)
        return each_line(o, options->command, item, user);
    for (int i = first; i < options->operands && status == 0 && o->error == 0; i++) {
        if (options_is_stdin(options, i))
            status = each_line(o, options->command, item, user);
        else
            status = item(user, (trawl_str){options->argv[i], strlen(options->argv[i])});
    }
    return status;
}

void command_put(struct output *o, trawl_str s, int null)
{
    if (null)
        output_bytes(o, s.p, s.n);
    else
        printable_tsv(o, s.p, s.n);
    output_byte(o, null ? '\0' : '\n');
}

void command_version(struct output *o)
{
    output_text(o, "trawl ");
    output_text(o, trawl_version());
    output_byte(o, '\n');
}

int command_trouble(const char *command, int error)
{
    say(command, trawl_strerror(error), NULL, NULL);
    return STATUS_TROUBLE;
}
