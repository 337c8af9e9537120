/* options.c - "trawl pick": starts the program trawl-pick, and has its options
 *
 * trawl-pick is a program of its own, so that trawl does not load ncurses. Its options are here for
 * the help and the completions of trawl.
 */
#include <trawl_mail.h>

#include "app/command.h"

const struct program program_pick = {"trawl-pick", "TRAWL_PICK", "\"make install\" puts it there"};

/* ---- The options ---- */

static int pick_set_kinds(void *target, const char *value)
{
    return kinds_read(&((struct pick_options *)target)->kinds, "pick", value);
}

static int pick_set_columns(void *target, const char *value)
{
    return columns_read(&((struct pick_options *)target)->columns, "pick", value);
}

static int pick_set_max_unpacked(void *target, const char *value)
{
    (void)target;
    return max_unpacked_read("pick", value);
}

static int pick_set_not(void *target, const char *value)
{
    struct pick_options *o = target;

    return select_not(&(struct left_out){&o->urls, &o->filter, &o->invalid}, "pick", value);
}

#define TARGET pick_options

/* clang-format off */
static const struct option pick_options[] = {
    {FLAG(0, "print", print),
     .topic = "What to do with links:",
     .help = "print the chosen links, one per line, and open nothing"},
    {FLAG('0', "null", null),
     .help = "--print: end each link with NUL and escape nothing"},
    {FLAG(0, "first", first),
     .help = "open or print the first link, and show no list"},
    {TEXT(0, "number", "N", number),
     .help = "open or print link N of the list, and show no list"},
    {FLAG(0, "once", once),
     .help = "quit after the first link that was opened"},
    {FLAG(0, "plain", plain),
     .help = "choose by numbers, line by line"},
    {NAMED('f', "from", "KIND", input_kind, trawl_input_word, "kind of input"),
     .topic = "Input:", .in_help = NAMES_LISTED,
     .help = "what the input is; the default is auto:"},
    {CALL(0, "find", "KINDS", pick_set_kinds), LIST_OF(kinds_word),
     .help = "find these kinds of links, as in trawl(1): +domain,-email\n"
             "changes the default, url,www,domain replaces it"},
    {CALL(0, "not", "NAME=VALUE", pick_set_not), .word = select_not_word,
     .help = "leave out links that match (trawl(1)): site=example.org,\n"
             "flag=danger, zone=quoted. May be given again"},
    {NAMED(0, "profile", "NAME", profile, profile_word, "profile"),
     .help = "as in trawl(1): screen for the text of a terminal, where\n"
             "URLs are broken at its right edge"},
    {CALL(0, "columns", "N", pick_set_columns),
     .help = "as in trawl(1): the lines were broken at N columns"},
    {NAMED(0, "notation", "NAME", notation, notation_word, "notation"),
     .help = "as in trawl(1): asciidoc, markdown, texinfo or none"},
    {FLAG(0, "refang", refang),
     .help = "read hxxp://example[.]org as the link it was"},
    {TEXT(0, "charset", "NAME", charset),
     .help = "the charset of text that names none"},
    {TEXT(0, "rules", "FILE", rules), IS_FILE,
     .help = "find links by your own rules, see trawl-rules(5), or by\n"
             "installed sets: ietf,man"},
    MAX_UNPACKED(pick_set_max_unpacked),
    {TEXT(0, "config", "FILE", config), IS_FILE,
     .topic = "Configuration:",
     .help = "read FILE, not ~/.config/trawl/pick.conf"},
    LAST_OPTIONS("end the options: the rest are files"),
};
/* clang-format on */

static const char pick_usage[] =
    "usage: trawl pick [options] [FILE|FOLDER...]\n"
    "\n"
    "Show the links of a message, and open, copy or print those that you choose.\n"
    "Without a FILE, or for \"-\", read standard input; keys come from the terminal.\n"
    "Links are opened by the commands in ~/.config/trawl/pick.conf, by $BROWSER (a\n"
    "list with colons), or by xdg-open, open or termux-open, never by a shell.\n";

static const char pick_more[] =
    "\n"
    "Keys: arrows or j k, digits, / n, Enter (open), Space o (mark, open all marked),\n"
    "y Y (copy), e (edit), Tab (next reading), t (target), c (context), z (unfold),\n"
    "? (all keys), q. With --plain: type ? for the commands.\n"
    "\n"
    "For Ctrl-b in mutt see mutt/trawl.muttrc in share/trawl. For other mail readers\n"
    "and editors see the other folders there, and MAIL READERS in trawl(1).\n"
    "\n"
    "Exit status: 0; 1 if there are no links, or with --print if none was chosen; 2\n"
    "after an error.\n";

static int pick_run(struct output *out, int argc, char **argv)
{
    (void)out;
    (void)argc;
    return program_start(&program_pick, argv[-2], "pick", argv - 1);
}

const struct command command_pick = {"pick", pick_run, pick_options, pick_usage, pick_more,
                                     NULL,   0};
