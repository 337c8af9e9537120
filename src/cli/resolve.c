/* resolve.c - the command "trawl resolve": puts partial URLs onto a base
 *
 * The rules are the library's (RFC 3986 section 5.2, RFC 1630 "Partial form"); here are only options and printing.
 */
#include <string.h>

#include "cli/command.h"
#include "cli/help.h"
#include "cli/reply.h"
#include "cli/say.h"

struct resolve {
    struct output *out;
    int rule, null;
    trawl_str base;
    struct reply result;
};

enum { RESOLVE_RULE = 256 };

static const struct option resolve_options[] = {
    {RESOLVE_RULE, 0, "rule", 1},
    {'0', '0', "null", 0},
    {'h', 'h', "help", 0},
    {0, 0, NULL, 0},
};

static int set_rule(struct resolve *r, const char *value)
{
    static const char *const names[] = {"3986", "3986-loose", "1630", NULL};
    static const int rules[] = {TRAWL_RESOLVE_3986, TRAWL_RESOLVE_3986_LOOSE, TRAWL_RESOLVE_1630};
    int i = options_choose("resolve", names, value, "--rule: unknown rule ");

    if (i >= 0)
        r->rule = rules[i];
    return i < 0 ? -1 : 0;
}

static int resolve_item(void *user, trawl_str ref)
{
    struct resolve *r = user;
    int error = reply_resolve(&r->result, r->rule, r->base, ref);

    if (error != TRAWL_OK) {
        output_flush(r->out);
        return command_trouble("resolve", error);
    }
    command_put(r->out, (trawl_str){r->result.p, r->result.n}, r->null);
    return 0;
}

int command_resolve(struct output *o, int argc, char **argv)
{
    struct resolve r = {.out = o, .rule = TRAWL_RESOLVE_3986};
    struct options options;
    int id, status;

    options_open(&options, "resolve", resolve_options, argc, argv);
    while ((id = options_next(&options)) != 0) {
        if (id == 'h') {
            output_text(o, help_resolve);
            return STATUS_GOOD;
        }
        if (id == '0')
            r.null = 1;
        else if (id < 0 || set_rule(&r, options.value) < 0)
            return STATUS_TROUBLE;
    }
    if (options.operands < 1) {
        say("resolve", "no BASE given", NULL, "; see \"trawl resolve --help\"");
        return STATUS_TROUBLE;
    }
    r.base = (trawl_str){argv[0], strlen(argv[0])};
    status = command_each(o, &options, 1, resolve_item, &r);
    reply_free(&r.result);
    return status;
}
