/* index.c - the options of "trawl index", "query" and "forget"; starts trawl-archive
 *
 * trawl-archive is a program of its own, so that the filter does not load SQLite. The files of this
 * folder are linked with trawl-archive, and with trawl, whose help and completions need the
 * options.
 */
#include <trawl_mail.h>

#include "app/command.h"
#include "app/io/io.h"
#include "app/select/select.h"

const struct program program_archive = {
    "trawl-archive", "TRAWL_ARCHIVE",
    "it needs SQLite 3.37 or later: install libsqlite3-dev (sqlite-devel, sqlite-dev, sqlite), "
    "remove build/config.mk, and run \"make\" and \"make install\""};

/* ---- Values ---- */

static int index_set_kinds(void *target, const char *value)
{
    return kinds_read(&((struct index_options *)target)->kinds, "index", value);
}

static int index_set_exclude(void *target, const char *value)
{
    int error = choice_add(&((struct index_options *)target)->exclude, value);

    if (error != TRAWL_OK)
        (void)command_trouble(NULL, error);
    return error == TRAWL_OK ? 0 : -1;
}

/* Reads a number of at most `digits` digits, 1 or more. Returns 0 after an error message. */
static uint64_t index_number(const char *command, const char *option, const char *value,
                             size_t digits)
{
    uint64_t n = options_number(value, digits);

    if (n == 0)
        say(command, option, value, " is not a number from 1 on");
    return n;
}

static int index_set_jobs(void *target, const char *value)
{
    struct index_options *o = target;

    o->jobs = (unsigned)index_number("index", "-j: ", value, 3);
    return o->jobs > 0 ? 0 : -1;
}

static int set_limit(void *target, const char *value)
{
    struct query_options *o = target;

    o->limit = index_number("query", "--limit: ", value, 18);
    return o->limit > 0 ? 0 : -1;
}

/* Refuses the lists of hosts or sites that the filter refuses: a query would find nothing. */
static int query_test_names(int (*add)(struct url_words *, const char *, const char *),
                            const char *option, const char *value)
{
    struct link_urls read = {0};
    const int failed = strchr(value, '/')
                           ? say_refuse(option, value, " is not a list of names; --url takes URLs")
                           : add(&read.only, option, value);

    select_free(&read);
    return failed;
}

static int query_set_host(void *target, const char *value)
{
    ((struct query_options *)target)->host = value;
    return query_test_names(select_add_hosts, "query: --host: ", value);
}

static int query_set_site(void *target, const char *value)
{
    ((struct query_options *)target)->site = value;
    return query_test_names(select_add_sites, "query: --site: ", value);
}

static const char *const query_matches[MATCHES] = {
    [MATCH_URL] = "url",        [MATCH_HOST] = "host", [MATCH_SITE] = "site",
    [MATCH_SCHEME] = "scheme",  [MATCH_FROM] = "from", [MATCH_LIST] = "list",
    [MATCH_SUBJECT] = "subject"};

/* Stores NAME=VALUE of --not. */
static int query_set_not(void *target, const char *value)
{
    struct query_options *o = target;
    const size_t n = strcspn(value, "=");
    const char *rest = value + n + (value[n] == '=');

    if (strncmp(value, "flag=", 5) == 0)
        return flags_read(&o->flags_out, NULL, "--not flag", rest);
    if (strncmp(value, "zone=", 5) == 0)
        return zones_read(&o->zones_out, "--not zone", rest);
    if (strncmp(value, "kind=", 5) == 0)
        return link_kinds_read(&o->kinds_out, "--not kind", rest);
    if (strncmp(value, "valid=", 6) == 0)
        return standards_read(&o->invalid, "query: --not valid", rest);
    for (enum query_match what = 0; what < MATCHES && value[n] == '='; what++) {
        if (strlen(query_matches[what]) != n || memcmp(query_matches[what], value, n) != 0)
            continue;
        if (o->nots_n == QUERY_NOTS) {
            say("query", "--not: more than 32 conditions", NULL, NULL);
            return -1;
        }
        o->nots[o->nots_n].what = what;
        o->nots[o->nots_n++].value = rest;
        return what == MATCH_HOST   ? query_test_names(select_add_hosts, "query: --not host=", rest)
               : what == MATCH_SITE ? query_test_names(select_add_sites, "query: --not site=", rest)
                                    : 0;
    }
    say("query", "--not: ", value,
        " is not NAME=VALUE, as in site=example.org; NAME is url, host, site, scheme, from, list,"
        " subject, flag, zone, kind or valid");
    return -1;
}

static int set_flags(void *target, const char *value)
{
    struct query_options *o = target;

    o->flags = 0; /* the last --flag is used */
    return flags_read(&o->flags, NULL, "--flag", value);
}

static int index_set_zones(void *target, const char *value)
{
    struct query_options *o = target;

    o->zones = 0;
    return zones_read(&o->zones, "--zone", value);
}

static int index_set_valid(void *target, const char *value)
{
    return standards_read(&((struct query_options *)target)->valid, "query: --valid", value);
}

static const char *const query_counts[] = {"url",   "host", "site", "scheme", "year",
                                           "month", "from", "list", NULL};

static const char *query_count_word(int i)
{
    return query_counts[i];
}

static int query_set_counts(void *target, const char *value)
{
    struct query_options *o = target;
    unsigned keys = 0;

    o->count_by = (unsigned)options_choose_all("--count-by", "choice", query_counts, value, NULL);
    for (unsigned bits = o->count_by; bits > 0; bits &= bits - 1)
        keys++;
    if (keys > COUNT_KEYS)
        say("query", "--count-by: ", value, " has more than two names");
    return keys > 0 && keys <= COUNT_KEYS ? 0 : -1;
}

static const char *const query_formats[] = {"list", "json", "tsv", "csv", "html", NULL};

/* ---- trawl index ---- */

static int index_set_max_unpacked(void *target, const char *value)
{
    (void)target;
    return max_unpacked_read("index", value);
}

#define TARGET index_options

/* clang-format off */
static const struct option index_options[] = {
    {FLAG('n', "dry-run", dry_run),
     .topic = "What to do:",
     .help = "print what would be read, and write nothing"},
    {FLAG(0, "prune", prune),
     .help = "also erase files below INPUT that are gone or excluded"},
    {FLAG(0, "verify", verify),
     .help = "read nothing new, but show that no message was replaced by\n"
             "another one since its page got its address"},
    {CALL(0, "exclude", "PATTERN", index_set_exclude),
     .topic = "Input:",
     .help = "leave out files, lists and senders that match PATTERN,\n"
             "where * is any text and ? is any character:\n"
             "*.bak, spam.lists.example.org, *@example.com; may be\n"
             "repeated"},
    {NAMED('f', "from", "KIND", input_kind, trawl_input_word, "kind of input"),
     .in_help = NAMES_LISTED,
     .help = "what the input is; the default is auto:"},
    {CALL(0, "find", "KINDS", index_set_kinds), LIST_OF(kinds_word),
     .help = "find these kinds of links, as in trawl(1): +domain,-email\n"
             "changes the default; only for a new DB"},
    {TEXT(0, "charset", "NAME", charset),
     .help = "the charset of text that names none"},
    {TEXT(0, "files0-from", "FILE", files0), IS_FILE,
     .help = "read the inputs whose names are in FILE (\"-\": on standard\n"
             "input), each name followed by NUL"},
    MAX_UNPACKED(index_set_max_unpacked),
    {CALL('j', "jobs", "N", index_set_jobs),
     .topic = "Running:",
     .help = "scan in N threads, at most 4; the default is one for each\n"
             "processor"},
    {CHOICE(0, "progress", "WHEN", progress, options_when, "choice"),
     .help = "show progress on standard error: auto (on a terminal, after\n"
             "a second; the default), always or never"},
    {FLAG('q', "quiet", quiet),
     .help = "print no summary"},
    LAST_OPTIONS("end the options: the rest are names"),
};
/* clang-format on */

static const char index_usage[] =
    "usage: trawl index [options] DB INPUT...\n"
    "\n"
    "Collect the links of mail archives in the SQLite database DB, which is made if\n"
    "it does not exist. INPUT is a file or folder, as for the filter. A second run\n"
    "reads only what is new: new files, the end of mailboxes that grew, and files\n"
    "that changed. A run that is interrupted, even by kill -9, loses nothing: the\n"
    "next one continues. To search DB, use \"trawl query\" or sqlite3.\n";

static const char index_more[] =
    "\n"
    "Exit status: 0, or 2 if something could not be read or written; what could be\n"
    "read is in DB even then. With --verify, 1 if a message was replaced.\n"
    "\n"
    "Examples:\n"
    "  trawl index links.db ~/Mail             # all mail, or what is new\n"
    "  trawl index -n links.db ~/Mail          # print what would be read\n"
    "  trawl index --prune --exclude '*/spam/*' links.db ~/Mail\n";

/* ---- trawl forget ---- */

#undef TARGET
#define TARGET forget_options

/* clang-format off */
static const struct option forget_options[] = {
    {FLAG(0, "everywhere", everywhere),
     .help = "also blank the addresses in mail of other people: in\n"
             "quotes, headers and links, in the index and in sites"},
    {FLAG('q', "quiet", quiet),
     .help = "print no summary"},
    LAST_OPTIONS("end the options"),
};
/* clang-format on */

static const char forget_usage[] =
    "usage: trawl forget [options] DB MESSAGE-ID|ADDRESS...\n"
    "\n"
    "Erase messages from the index DB, by message-id or by the address of their\n"
    "sender, and keep them out: \"trawl index\" will not add them again. Nothing of\n"
    "them remains in the file but hashes of their ids and addresses.\n"
    "A word that may be a message-id or an address is used as both.\n"
    "\n";

static const char forget_more[] =
    "\n"
    "Exit status: 0; 1 if the index had no such message or address (later runs leave\n"
    "it out all the same); 2 after an error.\n";

/* ---- trawl query ---- */

#undef TARGET
#define TARGET query_options

/* clang-format off */
static const struct option query_options[] = {
    {TEXT(0, "url", "PREFIX", url),
     .topic = "Which links (all conditions must hold):",
     .help = "links that begin with PREFIX, in any spelling:\n"
             "http://example.org/a or example.org/a"},
    {CALL(0, "host", "NAMES", query_set_host),
     .help = "links to these hosts: www.example.org,*.example.net"},
    {CALL(0, "site", "NAMES", query_set_site),
     .help = "links to these sites, with all hosts below them"},
    {TEXT(0, "scheme", "NAMES", scheme),
     .help = "links of these schemes: ftp,gopher"},
    {TEXT(0, "from", "WHO", from),
     .help = "links in mail from WHO: an address, a pattern with *, or a\n"
             "part of the name"},
    {TEXT(0, "list", "NAMES", list),
     .help = "links in mail of these lists: devel.lists.example.org or\n"
             "devel, or patterns with *"},
    {TEXT(0, "subject", "TEXT", subject),
     .help = "links in mail with TEXT in the subject, or whose subject\n"
             "fits a pattern with *"},
    {TEXT(0, "since", "DATE", since),
     .help = "posted on DATE (UTC) or later: 2008, 2008-06, 2008-06-30 or\n"
             "2008-06-30T09:34:00"},
    {TEXT(0, "until", "DATE", until),
     .help = "posted on DATE or earlier; 2008 is all of that year"},
    {CALL(0, "flag", "NAMES", set_flags), LIST_OF(flags_word),
     .help = "links with one of these flags (trawl --help names them);\n"
             "danger: links that may lie about where they lead"},
    {NUMBER(0, "valid", valid, TRAWL_STANDARD_ANY),
     .help = "links that a standard accepts"},
    {CALL(0, "valid", "STANDARDS", index_set_valid), LIST(standards_word),
     .help = "links that one of these accepts: 1738, 1630, 3986, iri or\n"
             "scheme (alone: any of them)"},
    {CALL(0, "zone", "ZONES", index_set_zones), LIST(zone_word),
     .help = "links in these zones: header, new, quoted, signature,\n"
             "footer, forwarded"},
    {TEXT(0, "thread", "MESSAGE", thread),
     .help = "links of the thread of this message: its number or id"},
    {FLAG(0, "broken", broken),
     .help = "links that may be broken, with their other readings"},
    {CALL(0, "not", "NAME=VALUE", query_set_not),
     .help = "leave out links that match --NAME VALUE, where NAME is url,\n"
             "host, site, scheme, from, list, subject, flag or zone, or\n"
             "kind=KIND; valid=STANDARDS chooses links that each of these\n"
             "refuses; may be repeated"},
    {FLAG(0, "first", first),
     .topic = "What to print:",
     .help = "only the first link to each URL, with its sender; a quoted\n"
             "link is first only if all links to the URL are quoted"},
    {FLAG(0, "places", places),
     .help = "each link once for each place of its message, and links of\n"
             "copies that differ, as the filter prints them"},
    {CALL(0, "count-by", "WHAT", query_set_counts), LIST(query_count_word),
     .help = "count links by url, host, site, scheme, year, month, from or\n"
             "list, or by two of these: site,year"},
    {TEXT(0, "message", "MESSAGE", message),
     .help = "print the message with this number or id from its file"},
    {TEXT(0, "resolve", "URL", resolve),
     .help = "find the message that URL names, an address in an archive\n"
             "of mail with the message-id; print its id, its page in a\n"
             "site, time, sender and subject"},
    {FLAG(0, "pick", pick),
     .help = "let the user choose among the links: trawl-pick(1)"},
    {CHOICE('t', "to", "FORMAT", to, query_formats, "format"),
     .help = "list (the default), json, tsv, csv or html"},
    {FLAG(0, "no-header", no_header),
     .help = "csv: do not print the names of the columns first"},
    {CALL(0, "limit", "N", set_limit),
     .help = "print at most N links or counts"},
    {TEXT(0, "after", "CURSOR", after),
     .help = "start after the link with this cursor, which is a field of\n"
             "json, tsv and csv"},
    SANDBOX_OPTION,
    {.letter = 'h', .name = "help",
     .help = "print this help"},
    {.name = "version",
     .help = "print the version"},
    {0},
};
/* clang-format on */

static const char query_usage[] =
    "usage: trawl query [options] DB...\n"
    "\n"
    "Print links of the indexes DB, which \"trawl index\" made, in the order in which\n"
    "they were read. Counts are those of all DBs together.\n";

static const char query_more[] =
    "\n"
    "Exit status: 0 if something was found, 1 if not, 2 after an error.\n"
    "\n"
    "Examples:\n"
    "  trawl query --url https://example.org/ --first links.db\n"
    "  trawl query --scheme gopher --count-by year links.db\n"
    "  trawl query --from ann@example.org --since 2008 -t json links.db\n"
    "  trawl query --message 1234 links.db | less\n"
    "  trawl query --resolve https://lore.kernel.org/r/1@a.example links.db\n"
    "  trawl query --site example.org --count-by year lists/*.db\n"
    "  trawl query --not list=devel --count-by site,year links.db\n";

/* ---- The commands ---- */

/* Starts trawl-archive under the name of the command, which precedes its arguments. */
int archive_start(struct output *o, int argc, char **argv)
{
    (void)o;
    (void)argc;
    return program_start(&program_archive, argv[-2], argv[-1], argv - 1);
}

const struct command command_index = {
    "index", archive_start, index_options, index_usage, index_more, NULL, 0};
const struct command command_query = {
    "query", archive_start, query_options, query_usage, query_more, NULL, 0};
const struct command command_forget = {
    "forget", archive_start, forget_options, forget_usage, forget_more, NULL, 0};
