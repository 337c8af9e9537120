/* resolve.c - the command "trawl resolve": resolves partial URLs against a base
 *
 * By RFC 3986 section 5.2 or RFC 1630 "Partial form", which the library implements.
 */
#include "cli/command.h"

struct resolve {
    struct output *out;
    int rule; /* 1 plus the choice; 0: not given */
    int null;
    trawl_str base;
    struct buffer result;
};

static const char *const rules[] = {"3986", "3986-loose", "1630", NULL};
static const int rule_codes[] = {TRAWL_RESOLVE_3986, TRAWL_RESOLVE_3986, TRAWL_RESOLVE_3986_LOOSE,
                                 TRAWL_RESOLVE_1630};

/* clang-format off */
static const struct option resolve_options[] = {
    {.name = "rule", .value = "RULE",
     .at = offsetof(struct resolve, rule), .choices = rules, .noun = "rule",
     .help = "3986 (RFC 3986 section 5.2, the default); 3986-loose (the\n"
             "same, but a scheme equal to that of BASE is left out of\n"
             "account: http:g is g, as in old pages); or 1630 (the rule\n"
             "of RFC 1630, to its letter)"},
    {.letter = '0', .name = "null",
     .at = offsetof(struct resolve, null),
     .help = "bytes as they are, a NUL after each URL; otherwise\n"
             "unprintable bytes come as \\t \\n \\r \\xHH and \\ as \\\\"},
    {.letter = 'h', .name = "help",
     .help = "this text"},
    {.name = "",
     .help = "all that follows is BASE and REFs, even if it begins with -"},
    {0},
};
/* clang-format on */

static int resolve_item(void *user, trawl_str ref)
{
    struct resolve *r = user;
    int error = buffer_resolve(&r->result, rule_codes[r->rule], r->base, ref);

    if (error != TRAWL_OK) {
        output_flush(r->out);
        return command_trouble("resolve", error);
    }
    command_line(r->out, buffer_str(&r->result), r->null);
    return 0;
}

static int run(struct output *o, int argc, char **argv)
{
    struct resolve r = {.out = o};
    struct options options;
    int status;

    if (!command_options(o, &command_resolve, &options, argc, argv, &r, &status))
        return status;
    if (options.operands < 1) {
        say("resolve", "no BASE given", NULL, "; see \"trawl resolve --help\"");
        return STATUS_TROUBLE;
    }
    r.base = (trawl_str){argv[0], strlen(argv[0])};
    status = command_each(o, &options, 1, resolve_item, &r);
    buffer_free(&r.result);
    return status;
}

/* clang-format off */
static const char usage[] =
    "usage: trawl resolve [options] BASE [REF...]\n"
    "\n"
    "Prints what each REF means in a document at BASE, one URL a line. Without a\n"
    "REF, or for \"-\", they are read from standard input, one a line.\n"
    "\n";

static const char more[] =
    "\n"
    "Exit status: 0, or 2 in trouble.\n"
    "\n"
    "Examples:\n"
    "  trawl resolve http://host.example/a/b/c ../d   # http://host.example/a/d\n"
    "  trawl resolve http://host.example/a/b/c < refs.txt\n";
/* clang-format on */

const struct command command_resolve = {"resolve", run, resolve_options, usage, more};
