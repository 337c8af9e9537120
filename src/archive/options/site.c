/* site.c - "trawl site": its options; starts trawl-archive */
#include "app/command.h"

/* In the order of enum site_addresses. */
static const char *const address_choices[] = {"plain", "obscured", "hidden", NULL};
/* In the order of enum site_format. */
static const char *const site_formats[] = {"plain", "gzip", NULL};

static bool site_is_folder(const char *value)
{
    const size_t n = strlen(value);

    return n < 1000 && (strncmp(value, "http://", 7) == 0 || strncmp(value, "https://", 8) == 0) &&
           value[n - 1] == '/' && strcspn(value, "<>&\"' ?#\\") == n;
}

static int site_set_base(void *target, const char *value)
{
    struct site_options *o = target;

    o->base = value;
    if (site_is_folder(value))
        return 0;
    say("site", "--base: ", value,
        " is not the address of a folder, such as https://lists.example.org/devel/");
    return -1;
}

static int site_set_valid(void *target, const char *value)
{
    return standards_read(&((struct site_options *)target)->valid, "site: --valid", value);
}

static int site_set_max_unpacked(void *target, const char *value)
{
    (void)target;
    return max_unpacked_read("site", value);
}

static int site_set_lang(void *target, const char *value)
{
    ((struct site_options *)target)->lang = value;
    return command_lang("site", value);
}

#define TARGET site_options

/* clang-format off */
static const struct option site_options[] = {
    {TEXT('o', "output", "DIR", output), IS_FILE,
     .topic = "The site:",
     .help = "write the site to the folder DIR, which is made if it does\n"
             "not exist; it must be empty, or have a site that trawl made"},
    {TEXT(0, "title", "TEXT", title),
     .help = "the title; the default is the name of the list or of the\n"
             "index"},
    {CALL(0, "base", "URL", site_set_base),
     .help = "the address at which the site will be, with a \"/\" at its\n"
             "end; needed for the sitemap"},
    {CALL(0, "lang", "TAG", site_set_lang),
     .help = "the language of the messages, such as en or pt-BR"},
    {CHOICE('t', "to", "FORMAT", to, site_formats, "format"),
     .help = "write files plain (the default), or, with gzip, pages and\n"
             "raw messages only as FILE.gz, for a server that sends these"},
    {FLAG(0, "search", search),
     .help = "also write a search of subjects, senders and hosts, which\n"
             "needs a script"},
    {NUMBER(0, "valid", valid, TRAWL_STANDARD_ANY),
     .help = "make links only of URLs that a standard accepts"},
    {CALL(0, "valid", "STANDARDS", site_set_valid), LIST(standards_word),
     .help = "make links only of URLs that one of these accepts: 1738,\n"
             "1630, 3986, iri or scheme (alone: any of them)"},
    {CHOICE(0, "addresses", "HOW", addresses, address_choices, "choice"),
     .help = "show mail addresses plain (the default), obscured\n"
             "(\"jane@...\") or hidden"},
    {TEXT(0, "charset", "NAME", charset),
     .topic = "Running:",
     .help = "the charset of messages that name none"},
    MAX_UNPACKED(site_set_max_unpacked),
    {FLAG('q', "quiet", quiet),
     .help = "print no summary"},
    LAST_OPTIONS("end the options"),
};
/* clang-format on */

static const char site_usage[] =
    "usage: trawl site [options] DB -o DIR\n"
    "       trawl site [options] INPUT... -o DIR\n"
    "\n"
    "Write an archive of messages as static pages: a page for each message, thread\n"
    "and month, lists by sender and subject, the links by host, and a feed. DB is an\n"
    "index that \"trawl index\" made; INPUT is a file or folder that trawl can read. A\n"
    "second run writes only what has changed. The site works on any web server, and\n"
    "from a local folder.\n";

static const char site_more[] =
    "\n"
    "Exit status: 0, or 2 after an error.\n"
    "\n"
    "Examples:\n"
    "  trawl site devel.mbox -o site\n"
    "  trawl index devel.db Mail/devel && trawl site devel.db -o /var/www/devel\n"
    "  trawl site --base https://lists.example/devel/ --search devel.db -o site\n"
    "  trawl site --addresses=obscured devel.db -o site\n";

const struct command command_site = {
    "site", archive_start, site_options, site_usage, site_more, NULL, 0};
