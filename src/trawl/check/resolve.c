/* resolve.c - the command "trawl resolve": resolves partial URLs against a base
 *
 * By RFC 3986 section 5.2 or RFC 1630 "Partial form", which the library implements.
 */
#include "app/command.h"
#include "app/sandbox/sandbox.h"

struct resolve {
    struct output *out;
    int rule; /* 1 plus the choice; 0: not given */
    bool null;
    int sandbox;
    trawl_str base;
    struct buffer result;
};

static const char *const rules[] = {"3986", "3986-loose", "1630", NULL};
static const int rule_codes[] = {TRAWL_RESOLVE_3986, TRAWL_RESOLVE_3986, TRAWL_RESOLVE_3986_LOOSE,
                                 TRAWL_RESOLVE_1630};

#define TARGET resolve

/* clang-format off */
static const struct option resolve_options[] = {
    {CHOICE(0, "rule", "RULE", rule, rules, "rule"),
     .help = "resolve by 3986 (RFC 3986 section 5.2, the default),\n"
             "3986-loose (likewise, but a scheme equal to BASE's is\n"
             "ignored: http:g is g, as in old pages), or 1630 (RFC 1630)"},
    {FLAG('0', "null", null),
     .help = "end each URL with NUL and escape nothing; otherwise\n"
             "unprintable bytes are \\t \\n \\r \\xHH"},
    SANDBOX_OPTION,
    {.letter = 'h', .name = "help",
     .help = "print this help"},
    {.name = "version",
     .help = "print the version"},
    {.name = "",
     .help = "end the options: the rest are BASE and REFs"},
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
    output_line(r->out, buffer_str(&r->result), r->null);
    return 0;
}

static int resolve_run(struct output *o, int argc, char **argv)
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
    if (command_base("resolve", "", argv[0]) != 0)
        return STATUS_TROUBLE;
    if (sandbox_to_read("resolve", r.sandbox, NULL) != 0)
        return SANDBOX_MISSING;
    r.base = (trawl_str){argv[0], strlen(argv[0])};
    status = command_each(o, &options, 1, resolve_item, &r);
    buffer_free(&r.result);
    return status;
}

/* clang-format off */
static const char resolve_usage[] =
    "usage: trawl resolve [options] BASE [REF...]\n"
    "\n"
    "Print the URL that each REF means in a document at BASE, one per line. Without\n"
    "a REF, or for \"-\", read references from standard input, one per line.\n"
    "\n";

static const char resolve_more[] =
    "\n"
    "Exit status: 0, or 2 after an error.\n"
    "\n"
    "Examples:\n"
    "  trawl resolve http://host.example/a/b/c ../d   # http://host.example/a/d\n"
    "  trawl resolve http://host.example/a/b/c < refs.txt\n";
/* clang-format on */

const struct command command_resolve = {
    "resolve", resolve_run, resolve_options, resolve_usage, resolve_more, NULL, 1};
