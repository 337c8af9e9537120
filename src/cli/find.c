/* find.c - the filter "trawl [options] [FILE...]", which finds links in text
 *
 * The library cannot find links yet, so this only says so.
 */
#include "cli/command.h"
#include "cli/say.h"

int command_find(struct output *o, int argc, char **argv)
{
    (void)o;
    (void)argc;
    (void)argv;
    say(NULL, "finding links in text is not in this version yet; ", NULL,
        "it can check and resolve URLs, see \"trawl --help\"");
    return STATUS_TROUBLE;
}
