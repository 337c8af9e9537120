/* check.c - the command "trawl check": judges URLs by the standards
 *
 * Reads the options, calls the library for each URL, and passes the result to a report writer.
 */
#include "trawl/check/check.h"

#include <unistd.h>

#include "app/sandbox/sandbox.h"

struct check_options {
    struct output *out;
    report_writer *writer;
    int to, as, color; /* 1 plus the choice; 0: not given */
    bool null;
    int check_same;
    bool quiet;
    unsigned wanted;         /* standards that make a URL good */
    unsigned valid, invalid; /* --valid, --not: URLs that are not chosen are not printed */
    bool use_colour;
    uint64_t number; /* of reports so far */
    bool bad;        /* some were not good */
    int sandbox;
    struct buffer canonical_form, ascii_form; /* with --same, of the two URLs */
};

/* The value of check_same (1 plus an index of `strengths`) for --same without a strength. */
enum { SAME_BY_SCHEME = 2 };

static const char *const formats[] = {"text", "json", "tsv", "list", "canonical", NULL};
enum { TO_CANONICAL = 5 };

enum { AS_SCHEME = STANDARDS + 2 };

static const char *const accepted[] = {"1738", "1630", "3986", "iri", "any", "scheme", NULL};

static int check_set_valid(void *target, const char *value)
{
    return standards_read(&((struct check_options *)target)->valid, "check: --valid", value);
}

static const char *check_not_word(int i)
{
    return i == 0 ? "valid=" : NULL;
}

static int check_set_not(void *target, const char *value)
{
    if (strncmp(value, "valid=", 6) == 0)
        return standards_read(&((struct check_options *)target)->invalid, "check: --not valid",
                              value + 6);
    say("check", "--not: ", value, " is not valid=STANDARDS, as in valid=3986");
    return -1;
}

#define TARGET check_options

/* clang-format off */
static const struct option trawl_check_options[] = {
    {CHOICE('t', "to", "FORMAT", to, formats, "format"),
     .help = "print text (the default), json (an object on each line), or\n"
             "tsv with the columns url valid errors scheme user password\n"
             "host port path query fragment canonical ascii flags, \\N for\n"
             "none; list: the URLs alone, for --valid and --not; or\n"
             "canonical: the spelling that equal URLs share, alone, with\n"
             "unprintable bytes as \\t \\n \\r \\xHH and \\ as \\\\"},
    {NUMBER(0, "valid", valid, TRAWL_STANDARD_ANY),
     .help = "print only URLs that a standard accepts"},
    {CALL(0, "valid", "STANDARDS", check_set_valid), LIST(standards_word),
     .help = "print only URLs that one of these accepts: 1738, 1630,\n"
             "3986, iri or scheme (alone: any of them)"},
    {CALL(0, "not", "valid=STANDARDS", check_set_not), .word = check_not_word,
     .help = "print only URLs that each of these standards refuses"},
    {CHOICE(0, "as", "STANDARD", as, accepted, "standard"),
     .help = "which standard must accept a URL for exit status 0: 1738,\n"
             "1630, 3986 (today's URLs), iri (RFC 3987: letters beyond\n"
             "ASCII), any of these (the default), or scheme (the RFC of\n"
             "the URL's scheme)"},
    {FLAG('0', "null", null),
     .help = "with -t canonical: end each URL with NUL and escape nothing"},
    {NUMBER(0, "same", check_same, SAME_BY_SCHEME),
     .help = "compare two URLs by the rules of their schemes, and print\n"
             "the parts that differ; exit with 0 if they are equal"},
    {CHOICE(0, "same", "STRENGTH", check_same, strengths, "strength"),
     .help = "the same by another measure: url (the spelling only), scheme\n"
             "(the default) or normal (without parameters that track\n"
             "clicks)"},
    {FLAG('q', "quiet", quiet),
     .help = "print nothing, only set the exit status"},
    {CHOICE(0, "color", "WHEN", color, options_when, "choice"),
     .help = "use colors: auto (on a terminal, unless NO_COLOR is set; the\n"
             "default), always or never"},
    SANDBOX_OPTION,
    {.letter = 'h', .name = "help",
     .help = "print this help"},
    {.name = "version",
     .help = "print the version"},
    {.name = "",
     .help = "end the options: the rest are URLs"},
    {0},
};
/* clang-format on */

enum check_given {
    GIVEN_SAME,
    GIVEN_TO,
    GIVEN_CANONICAL,
    GIVEN_ZERO,
    GIVEN_VALID,
    GIVEN_NOT,
    GIVEN_TWO_URLS
};

static const struct options_conflict check_conflicts[] = {
    {GIVEN(SAME), GIVEN(TO) | GIVEN(ZERO) | GIVEN(VALID) | GIVEN(NOT), 0,
     "--same compares two URLs; it does not go with -t, -0, --valid or --not"},
    {GIVEN(SAME), 0, GIVEN(TWO_URLS), "--same takes exactly two URLs"},
    {GIVEN(ZERO), 0, GIVEN(CANONICAL), "-0 goes with -t canonical only"},
};

/* Returns a message about options that conflict, or NULL. */
static const char *check_conflict(const struct check_options *c, const struct options *args)
{
    const bool given[] = {
        [GIVEN_SAME] = c->check_same,
        [GIVEN_TO] = c->to,
        [GIVEN_CANONICAL] = c->to == TO_CANONICAL,
        [GIVEN_ZERO] = c->null,
        [GIVEN_VALID] = c->valid,
        [GIVEN_NOT] = c->invalid,
        [GIVEN_TWO_URLS] = args->operands == 2,
    };

    return options_conflict(check_conflicts, sizeof check_conflicts / sizeof *check_conflicts,
                            given, sizeof given / sizeof *given);
}

/* The format list: the URL alone. */
static void report_list(struct output *o, const struct report *r)
{
    output_line(o, r->url, 0);
}

static report_writer *const writers[] = {report_text, report_json, report_tsv, report_list};

char *report_valid(char *to, const trawl_verdict *v, bool quoted)
{
    to = put_standards(to, v->valid & TRAWL_STANDARD_ANY, quoted);
    if (!(v->valid & TRAWL_STANDARD_SCHEME))
        return to;
    to = quoted ? PUT(to, ",\"") : PUT(to, ",");
    to = put_word(to, v->own);
    return quoted ? PUT(to, "\"") : to;
}

/* Prints the parts in which two URLs differ. Both URLs are in the form of the strength. */
static int show_difference(const struct check_options *c, trawl_str a, trawl_str b)
{
    trawl_verdict va = {.size = sizeof va}, vb = {.size = sizeof vb};
    const struct report one = {.url = a, .verdict = &va}, other = {.url = b, .verdict = &vb};
    int error = trawl_check(&va, a.p, a.n);

    if (error == TRAWL_OK)
        error = trawl_check(&vb, b.p, b.n);
    if (error == TRAWL_OK)
        report_difference(c->out, &one, &other);
    return error;
}

static int check_same(struct check_options *c, const struct options *args)
{
    url_form *form = strength_forms[c->check_same - 1];
    bool equal;
    trawl_str a = {args->argv[0], strlen(args->argv[0])},
              b = {args->argv[1], strlen(args->argv[1])};
    int error = buffer_fill(&c->canonical_form, form, a);

    if (error == TRAWL_OK)
        error = buffer_fill(&c->ascii_form, form, b);
    if (error != TRAWL_OK)
        return command_trouble("check", error);
    equal = report_same(buffer_str(&c->canonical_form), buffer_str(&c->ascii_form));
    if (equal || c->quiet)
        return equal ? STATUS_GOOD : STATUS_SOME_BAD;
    error = show_difference(c, buffer_str(&c->canonical_form), buffer_str(&c->ascii_form));
    return error == TRAWL_OK ? STATUS_SOME_BAD : command_trouble("check", error);
}

static void close_forms(struct check_options *c)
{
    buffer_free(&c->canonical_form);
    buffer_free(&c->ascii_form);
}

/* Returns true when --valid and --not choose a URL that these standards accept. */
static bool is_chosen(const struct check_options *c, unsigned valid)
{
    return (c->valid == 0 || (valid & c->valid)) && !(valid & c->invalid);
}

/* Returns the URL without labels such as "URL:", which are no part of it. */
static trawl_str without_label(trawl_str url)
{
    trawl_verdict v = {.size = sizeof v};
    trawl_span scheme;

    if (url.n < 4 || (url.p[0] | 0x20) != 'u' || trawl_check(&v, url.p, url.n) != TRAWL_OK)
        return url;
    scheme = v.part[TRAWL_PART_SCHEME];
    return scheme.from == TRAWL_ABSENT
               ? url
               : (trawl_str){url.p + scheme.from, url.n - (size_t)scheme.from};
}

/* Checks a URL for -q and -t canonical, which need no reasons. Returns TRAWL_OK or an error. */
static int check_plain(struct check_options *c, trawl_str url)
{
    int valid = standards_of(c->valid | c->invalid, url);
    int good = c->wanted == TRAWL_STANDARD_SCHEME ? trawl_accepts(c->wanted, url.p, url.n) : 0;

    if (valid < 0 || good < 0)
        return valid < 0 ? valid : good;
    if (!c->quiet && is_chosen(c, (unsigned)valid)) {
        int error = buffer_fill(&c->canonical_form, trawl_canonical, without_label(url));

        if (error != TRAWL_OK)
            return error;
        output_line(c->out, buffer_str(&c->canonical_form), c->null);
    }
    c->bad |= !good && !((unsigned)valid & c->wanted & TRAWL_STANDARD_ANY);
    return TRAWL_OK;
}

static int check_report(struct check_options *c, trawl_str url)
{
    trawl_verdict v = {.size = sizeof v};
    struct report r = {.number = c->number,
                       .colour = c->use_colour,
                       .url = url,
                       .bare = without_label(url),
                       .verdict = &v};
    int error = trawl_check(&v, url.p, url.n);
    bool short_enough = url.n <= TRAWL_URL_MAX;
    int chosen;

    if (error == TRAWL_OK && short_enough)
        error = buffer_fill(&c->canonical_form, trawl_canonical, r.bare);
    if (error == TRAWL_OK && short_enough)
        error = buffer_fill(&c->ascii_form, trawl_ascii, r.bare);
    if (error != TRAWL_OK)
        return error;
    c->bad |= !(v.valid & c->wanted);
    chosen = standards_of(c->valid | c->invalid, url);
    if (chosen < 0)
        return chosen;
    if (!is_chosen(c, (unsigned)chosen))
        return TRAWL_OK;
    c->number++;
    if (short_enough) {
        r.canonical = buffer_str(&c->canonical_form);
        r.ascii = buffer_str(&c->ascii_form);
    }
    c->writer(c->out, &r);
    return TRAWL_OK;
}

static int check_item(void *user, trawl_str url)
{
    struct check_options *c = user;
    int error = c->quiet || c->to == TO_CANONICAL ? check_plain(c, url) : check_report(c, url);

    if (error == TRAWL_OK)
        return 0;
    output_flush(c->out);
    return command_trouble("check", error);
}

/* Prints a hint if the first operand has no ":" and is the name of a file. */
static void hint_at_file(const struct options *options)
{
    const char *name = options->operands > 0 ? options->argv[0] : ":";

    if (!strchr(name, ':') && !options_is_stdin(options, 0) && access(name, F_OK) == 0)
        say("check", "", name,
            " is read as a URL, not as a file; \"trawl FILE | trawl check\" judges the links in a "
            "file");
}

static int check_run(struct output *o, int argc, char **argv)
{
    struct check_options c = {.out = o};
    struct options options;
    const char *what;
    int status;

    if (!command_options(o, &command_check, &options, argc, argv, &c, &status))
        return status;
    if ((what = check_conflict(&c, &options)) != NULL) {
        say("check", what, NULL, "; see \"trawl check --help\"");
        return STATUS_TROUBLE;
    }
    if (!c.quiet && !c.check_same)
        hint_at_file(&options);
    if (sandbox_to_read("check", c.sandbox, NULL) != 0)
        return SANDBOX_MISSING;
    if (c.check_same) {
        status = check_same(&c, &options);
        close_forms(&c);
        return status;
    }
    c.writer = c.to == TO_CANONICAL ? NULL : writers[c.to ? c.to - 1 : 0];
    c.wanted = c.as == AS_SCHEME           ? TRAWL_STANDARD_SCHEME
               : c.as && c.as <= STANDARDS ? standards[c.as - 1].bit
                                           : TRAWL_STANDARD_ANY;
    c.use_colour = options_colour(c.color, false);
    status = command_each(o, &options, 0, check_item, &c);
    close_forms(&c);
    return status ? status : c.bad ? STATUS_SOME_BAD : STATUS_GOOD;
}

/* clang-format off */
static const char check_usage[] =
    "usage: trawl check [options] [URL...]\n"
    "       trawl check --same URL URL\n"
    "\n"
    "Print which standards accept each URL, where and why the others refuse it, and\n"
    "its parts. Without a URL, or for \"-\", read URLs from standard input, one per\n"
    "line. Quote URLs: & ? and * have a meaning in the shell.\n"
    "\n";

static const char check_more[] =
    "\n"
    "Bytes are counted from 0. Exit status: 0 if all URLs are accepted (--same:\n"
    "equal), 1 if not, 2 after an error.\n"
    "\n"
    "Examples:\n"
    "  trawl check 'http://host.example/?a=/b'\n"
    "  trawl check -q --as 3986 \"$url\" && echo fine\n"
    "  trawl check -t json < urls.txt\n"
    "  trawl check --same HTTP://Host.example:80/%7ejoe http://host.example/~joe\n";
/* clang-format on */

const struct command command_check = {
    "check", check_run, trawl_check_options, check_usage, check_more, NULL, 1};
