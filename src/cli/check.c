/* check.c - the command "trawl check": reads its options and puts each URL to the library
 *
 * How an answer is shown is for the writers of report.h.
 */
#include <string.h>

#include "cli/command.h"
#include "cli/help.h"
#include "cli/reply.h"
#include "cli/report.h"
#include "cli/say.h"

struct check {
    struct output *out;
    report_writer *writer; /* NULL until -t is given */
    unsigned as;           /* standards that make a URL good */
    int canonical, null, same, quiet, colour;
    uint64_t number; /* of URLs so far */
    int bad;         /* some were not good */
    struct reply canonical_form, ascii_form;
};

enum { CHECK_AS = 256, CHECK_CANONICAL, CHECK_SAME, CHECK_COLOR };

static const struct option check_options[] = {
    {'t', 't', "to", 1},          {CHECK_AS, 0, "as", 1},     {CHECK_CANONICAL, 0, "canonical", 0},
    {'0', '0', "null", 0},        {CHECK_SAME, 0, "same", 0}, {'q', 'q', "quiet", 0},
    {CHECK_COLOR, 0, "color", 1}, {'h', 'h', "help", 0},      {0, 0, NULL, 0},
};

static int set_format(struct check *c, const char *value)
{
    static const char *const names[] = {"text", "json", "tsv", NULL};
    static report_writer *const writers[] = {people_report, json_report, tsv_report};
    int i = options_choose("check", names, value, "-t: unknown format ");

    if (i >= 0)
        c->writer = writers[i];
    return i < 0 ? -1 : 0;
}

static int set_standard(struct check *c, const char *value)
{
    static const char *const names[] = {"1738", "1630", "3986", "iri", "any", NULL};
    static const unsigned bits[] = {TRAWL_RFC1738, TRAWL_RFC1630, TRAWL_RFC3986, TRAWL_IRI, TRAWL_ANY_STANDARD};
    int i = options_choose("check", names, value, "--as: unknown standard ");

    if (i >= 0)
        c->as = bits[i];
    return i < 0 ? -1 : 0;
}

static int set_option(struct check *c, int id, const char *value)
{
    switch (id) {
    case 't':
        return set_format(c, value);
    case CHECK_AS:
        return set_standard(c, value);
    case CHECK_COLOR:
        return options_colour("check", value, &c->colour);
    case CHECK_CANONICAL:
        c->canonical = 1;
        break;
    case CHECK_SAME:
        c->same = 1;
        break;
    case '0':
        c->null = 1;
        break;
    default:
        c->quiet = 1;
        break;
    }
    return 0;
}

/* Options that do not go together; 0 or -1 after a message. */
static int check_usage(const struct check *c, const struct options *o)
{
    const char *what = NULL;

    if (c->same && (c->writer || c->canonical || c->null))
        what = "--same only sets the exit status; it does not go with -t, --canonical or -0";
    else if (c->same && o->operands != 2)
        what = "--same takes exactly two URLs";
    else if (c->canonical && c->writer)
        what = "--canonical prints plain lines; it does not go with -t";
    else if (c->null && !c->canonical)
        what = "-0 goes with --canonical only";
    if (!what)
        return 0;
    say("check", what, NULL, "; see \"trawl check --help\"");
    return -1;
}

static int same(const struct options *o)
{
    const char *a = o->argv[0], *b = o->argv[1];
    int answer = trawl_same(a, strlen(a), b, strlen(b));

    if (answer < 0)
        return command_trouble("check", answer);
    return answer ? STATUS_GOOD : STATUS_SOME_BAD;
}

/* Does a standard that counts accept it? 1, 0, or an error. */
static int is_good(const struct check *c, trawl_str url)
{
    int answer = 0;

    for (int i = 0; i < REPORT_STANDARDS && answer == 0; i++)
        if (c->as & report_standards[i].bit)
            answer = trawl_accepts(report_standards[i].bit, url.p, url.n);
    return answer;
}

/* For -q and --canonical, which ask for no reasons. */
static int check_plain(struct check *c, trawl_str url)
{
    int answer = is_good(c, url);

    if (answer >= 0 && c->canonical && !c->quiet) {
        int error = reply_fill(&c->canonical_form, trawl_canonical, url);

        if (error != TRAWL_OK)
            return error;
        command_put(c->out, (trawl_str){c->canonical_form.p, c->canonical_form.n}, c->null);
    }
    if (answer == 0)
        c->bad = 1;
    return answer < 0 ? answer : TRAWL_OK;
}

/* The form as text that is there even when it is empty. */
static int fill_form(struct reply *t, reply_form *form, trawl_str url, trawl_str *out)
{
    int error = reply_fill(t, form, url);

    *out = t->n > 0 ? (trawl_str){t->p, t->n} : (trawl_str){"", 0};
    return error;
}

static int check_report(struct check *c, trawl_str url)
{
    trawl_verdict v = {.size = sizeof v};
    struct report r = {.number = c->number, .colour = c->colour, .url = url, .verdict = &v};
    int error = trawl_check(&v, url.p, url.n);

    if (error == TRAWL_OK && url.n <= TRAWL_URL_MAX)
        error = fill_form(&c->canonical_form, trawl_canonical, url, &r.canonical);
    if (error == TRAWL_OK && url.n <= TRAWL_URL_MAX)
        error = fill_form(&c->ascii_form, trawl_ascii, url, &r.ascii);
    if (error != TRAWL_OK)
        return error;
    c->writer(c->out, &r);
    if (!(v.valid & c->as))
        c->bad = 1;
    return TRAWL_OK;
}

static int check_item(void *user, trawl_str url)
{
    struct check *c = user;
    int error = c->quiet || c->canonical ? check_plain(c, url) : check_report(c, url);

    c->number++;
    if (error == TRAWL_OK)
        return 0;
    output_flush(c->out);
    return command_trouble("check", error);
}

static int check_all(struct check *c, const struct options *o)
{
    int status = command_each(c->out, o, 0, check_item, c);

    reply_free(&c->canonical_form);
    reply_free(&c->ascii_form);
    return status ? status : c->bad ? STATUS_SOME_BAD : STATUS_GOOD;
}

int command_check(struct output *o, int argc, char **argv)
{
    struct check c = {.out = o, .as = TRAWL_ANY_STANDARD, .colour = options_colour_auto()};
    struct options options;
    int id;

    options_open(&options, "check", check_options, argc, argv);
    while ((id = options_next(&options)) != 0) {
        if (id == 'h') {
            output_text(o, help_check);
            return STATUS_GOOD;
        }
        if (id < 0 || set_option(&c, id, options.value) < 0)
            return STATUS_TROUBLE;
    }
    if (check_usage(&c, &options) < 0)
        return STATUS_TROUBLE;
    if (c.same)
        return same(&options);
    if (!c.writer)
        c.writer = people_report;
    return check_all(&c, &options);
}
