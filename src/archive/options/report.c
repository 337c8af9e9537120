/* report.c - "trawl report": its options; starts trawl-archive */
#include "app/command.h"

static int report_set_limit(void *target, const char *value)
{
    struct report_options *o = target;

    o->top = options_number(value, 6);
    if (o->top > 0)
        return 0;
    say("report", "--limit: ", value, " is not a number from 1 to 999999");
    return -1;
}

/* In the order of enum report_addresses. */
static const char *const report_addresses[] = {"plain", "hidden", NULL};

#define TARGET report_options

/* clang-format off */
static const struct option report_options[] = {
    {TEXT('o', "output", "FILE", output), IS_FILE,
     .topic = "The page:",
     .help = "write the page to FILE, which is replaced only when the new\n"
             "page is complete; the default, and \"-\", is standard output"},
    {TEXT(0, "title", "TEXT", title),
     .help = "the title; the default names the database"},
    {CALL(0, "limit", "N", report_set_limit),
     .help = "the most rows of each table; the default is 50"},
    {CHOICE(0, "addresses", "HOW", addresses, report_addresses, "choice"),
     .help = "show senders plain (the default), or hidden: numbers instead\n"
             "of their names and addresses"},
    {TEXT(0, "site", "URL", site),
     .help = "let messages, senders and hosts lead to the pages of the\n"
             "site of the same DB at URL, such as\n"
             "https://lists.example.org/devel/ or ./"},
    {TEXT(0, "since", "DATE", since),
     .topic = "What the page shows:",
     .help = "messages of DATE (UTC) or later: 2008, 2008-06 or 2008-06-30"},
    {TEXT(0, "until", "DATE", until),
     .help = "messages of DATE or earlier; 2008 is all of that year"},
    {TEXT(0, "status", "FILE", status), IS_FILE,
     .help = "also show dead URLs, from the results of a link checker:\n"
             "JSON of lychee, CSV of linkchecker, or lines with a URL, a\n"
             "tab and a code"},
    LAST_OPTIONS("end the options"),
};
/* clang-format on */

static const char report_usage[] =
    "usage: trawl report [options] DB [-o FILE.html]\n"
    "\n"
    "Write a page about the links of the index DB, which \"trawl index\" made: links\n"
    "by year and month, sites and schemes, broken links, senders, the most posted and\n"
    "longest-lived links. The page is one file, and loads nothing from the network.\n";

static const char report_more[] =
    "\n"
    "Exit status: 0, or 2 after an error.\n"
    "\n"
    "Examples:\n"
    "  trawl report links.db -o links.html\n"
    "  trawl report --title 'The devel list' --since 2008 links.db -o devel.html\n"
    "  trawl report --status found.json links.db -o rot.html\n";

const struct command command_report = {
    "report", archive_start, report_options, report_usage, report_more, NULL, 0};
