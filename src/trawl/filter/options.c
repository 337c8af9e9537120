/* options.c - the options of the filter: their values, their table, and the help
 *
 * Checks each value by itself; settle.c checks combinations and derives the rest.
 */
#include <stdio.h>
#include <trawl_options.h>

#include "trawl/filter/inside.h"
#include "app/sandbox/sandbox.h"

int find_refuse(const char *what, const char *value, const char *why)
{
    say(NULL, what, value, why);
    return -1;
}

static void set_bit(unsigned *bits, unsigned bit, bool on)
{
    *bits = on ? *bits | bit : *bits & ~bit;
}

/* Reads --find. */
static int filter_set_kinds(void *target, const char *value)
{
    return kinds_read(&((struct find_options *)target)->kinds, NULL, value);
}

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/* Returns true when the value is a list of scheme names with commas between. */
static bool filter_are_schemes(const char *value)
{
    for (const char *p = value;; p++) {
        size_t n = strcspn(p, ",");

        if (strspn(p, LETTERS) == 0 || strspn(p, LETTERS "0123456789+-.") < n)
            return false;
        p += n;
        if (*p == '\0')
            return true;
    }
}

/* ---- Which links are listed ---- */

/* Fills `names` with the library's names of the values from `first` to `end` - 1, and a NULL. */
static void fill_names(const char **names, int first, int end, const char *(*name)(int i))
{
    for (int i = first; i < end; i++)
        *names++ = name(i);
    *names = NULL;
}

static int filter_set_zones(void *target, const char *value)
{
    enum { FIRST = TRAWL_ZONE_NONE + 1 };
    const char *names[TRAWL_ZONE_COUNT];
    unsigned long long zones;

    fill_names(names, FIRST, TRAWL_ZONE_COUNT, trawl_zone_name);
    zones =
        options_choose_all("--only", "zone", names, value,
                           "the zones are header, new, quoted, signature, footer and forwarded");
    ((struct find_options *)target)->filter.zones = (unsigned)zones << FIRST;
    return zones ? 0 : -1;
}

static int add_flags(uint64_t *flags, const char *option, const char *value)
{
    const char *names[TRAWL_FLAG_COUNT + 1];
    unsigned long long set;

    fill_names(names, 0, TRAWL_FLAG_COUNT, trawl_flag_name);
    set = options_choose_all(option, "flag", names, value,
                             "trawl-formats(5) lists them under KINDS AND FLAGS");
    *flags |= set;
    return set ? 0 : -1;
}

static int set_only_flag(void *target, const char *value)
{
    return add_flags(&((struct find_options *)target)->filter.only, "--only-flag", value);
}

static int set_skip_flag(void *target, const char *value)
{
    return add_flags(&((struct find_options *)target)->filter.skip, "--skip-flag", value);
}

static int set_only_scheme(void *target, const char *value)
{
    if (!filter_are_schemes(value))
        return find_refuse("--only-scheme: ", value,
                           " is not a list of schemes; it takes names as in http,https");
    return select_add_schemes(&((struct find_options *)target)->urls, value);
}

static int filter_set_host(void *target, const char *value)
{
    return select_add_hosts(&((struct find_options *)target)->urls, value);
}

static int set_site(void *target, const char *value)
{
    return select_add_sites(&((struct find_options *)target)->urls, value);
}

/* ---- What is found ---- */

static int filter_read_schemes(void *target, const char *option, const char *value)
{
    trawl_config *config = &((struct find_options *)target)->config;

    set_bit(&config->options, TRAWL_OPTION_KNOWN_SCHEMES, strcmp(value, "known") == 0);
    config->schemes = (trawl_str){NULL, 0};
    if (strcmp(value, "any") == 0 || strcmp(value, "known") == 0)
        return 0;
    if (!filter_are_schemes(value))
        return find_refuse(option, value,
                           " is not a list of schemes; it takes any, known, or names as in "
                           "http,https,ftp");
    config->schemes = (trawl_str){value, strlen(value)};
    return 0;
}

static int filter_set_schemes(void *target, const char *value)
{
    return filter_read_schemes(target, "--schemes: ", value);
}

static int set_bare_schemes(void *target, const char *value)
{
    return filter_read_schemes(target, "--bare-schemes: ", value);
}

static int filter_set_tlds(void *target, const char *value)
{
    struct find_options *options = target;
    bool any = strcmp(value, "any") == 0, classic = strcmp(value, "classic") == 0;

    set_bit(&options->config.options, TRAWL_OPTION_ANY_TLD, any);
    set_bit(&options->config.options, TRAWL_OPTION_CLASSIC_TLD, classic);
    options->tlds = any || classic ? NULL : value;
    return 0;
}

static int filter_set_charset(void *target, const char *value)
{
    if (!*value)
        return find_refuse("--charset: the name is empty; without --charset the text is UTF-8",
                           NULL, NULL);
    ((struct find_options *)target)->config.charset = (trawl_str){value, strlen(value)};
    return 0;
}

static int filter_set_base(void *target, const char *value)
{
    ((struct find_options *)target)->config.base = (trawl_str){value, strlen(value)};
    return command_base(NULL, "--base: ", value) ? -1 : 0;
}

static int filter_set_valid(void *target, const char *value)
{
    return standards_read(&((struct find_options *)target)->config.valid, "--valid", value);
}

static int filter_set_invalid(void *target, const char *value)
{
    return standards_read(&((struct find_options *)target)->config.invalid, "--invalid", value);
}

/* ---- What is printed ---- */

static int set_context(void *target, const char *value)
{
    struct find_options *options = target;

    options->show.context_line = strcmp(value, "line") == 0;
    options->show.context = options->show.context_line ? CONTEXT_MAX : options_number(value, 4);
    return options->show.context > 0 && options->show.context <= CONTEXT_MAX
               ? 0
               : find_refuse("--context: ", value,
                             " is neither a number of characters from 1 to 1000 nor line");
}

static int set_fields(void *target, const char *value)
{
    return fields_read(&((struct find_options *)target)->show.fields, value);
}

static int set_at(void *target, const char *value)
{
    return at_read(target, value);
}

static int set_range(void *target, const char *value)
{
    return range_read(target, value);
}

static int filter_set_jobs(void *target, const char *value)
{
    struct find_options *options = target;

    options->jobs = (unsigned)options_number(value, 3);
    return options->jobs > 0
               ? 0
               : find_refuse("-j: ", value, " is not a number of threads from 1 to 999");
}

static int set_columns(void *target, const char *value)
{
    return columns_read(&((struct find_options *)target)->config.columns, NULL, value);
}

/* ---- HTML ---- */

/* Returns the first "%" that is neither "%u" nor an escape, or NULL. */
static const char *stray_percent(const char *p)
{
    static const char hex[] = "0123456789ABCDEFabcdef";

    while ((p = strchr(p, '%')) && (p[1] == 'u' || (strspn(p + 1, hex) >= 2)))
        p++;
    return p;
}

/* Refuses a scheme p[0..n) that cannot be live. Returns 0, or -1 after an error message. */
static int refuse_dead(const char *option, const char *p, size_t n)
{
    char name[40]; /* for messages */
    int live = trawl_emit_live(p, n);

    (void)snprintf(name, sizeof name, "%.*s", (int)(n < sizeof name ? n : sizeof name - 1), p);
    if (live == TRAWL_LIVE_NEVER)
        return find_refuse(option, name, " is never live; see \"trawl --help\"");
    if (live == TRAWL_LIVE_UNREGISTERED)
        return find_refuse(option, name,
                           " is not a registered scheme, and only those can be live; see \"trawl "
                           "--help\"");
    return 0;
}

/* Repeats the tests of trawl_emit_open(), because that does not say what is wrong. */
static int set_template(void *target, const char *value)
{
    static const char *const schemes[] = {"https://", "http://", "mailto:"};
    struct find_options *options = target;
    const char *url = value + strspn(value, LETTERS "0123456789+-.");
    bool good = false;

    url = *url == '=' && url > value ? url + 1 : value;
    if (url > value && refuse_dead("--link-template: ", value, (size_t)(url - value - 1)) < 0)
        return -1;
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++)
        good |= strncmp(url, schemes[i], strlen(schemes[i])) == 0;
    if (!good)
        return find_refuse("--link-template: ", url,
                           " does not begin with https://, http:// or mailto:");
    if (strchr(value, ' '))
        return find_refuse("--link-template: ", value,
                           " has a space; write %20, and give the option once for each template");
    if (!strstr(url, "%u"))
        return find_refuse("--link-template: ", value, " has no %u, the place for the link");
    if (stray_percent(value))
        return find_refuse("--link-template: ", value,
                           " has a % without u or two hex digits after it; write %25 for \"%\"");
    if ((options->template_text.n > 0 && buffer_add(&options->template_text, " ", 1) != TRAWL_OK) ||
        buffer_add(&options->template_text, value, strlen(value)) != TRAWL_OK)
        return find_refuse(trawl_strerror(TRAWL_ERROR_NO_MEMORY), NULL, NULL);
    options->show.emit.link_template = buffer_str(&options->template_text);
    return 0;
}

static int filter_set_lang(void *target, const char *value)
{
    ((struct find_options *)target)->show.emit.lang = (trawl_str){value, strlen(value)};
    return command_lang(NULL, value);
}

static int filter_set_live(void *target, const char *value)
{
    if (!filter_are_schemes(value))
        return find_refuse("--live: ", value,
                           " is not a list of schemes; it takes names as in ftp,gopher");
    for (const char *p = value; *p; p += *p == ',') {
        size_t n = strcspn(p, ",");

        if (refuse_dead("--live: ", p, n) < 0)
            return -1;
        p += n;
    }
    ((struct find_options *)target)->show.emit.live = (trawl_str){value, strlen(value)};
    return 0;
}

/* ---- The table ---- */

static const char *const unwraps[] = {"known", "any", NULL};
static const char *const units[] = {"bytes", "chars", "utf16", NULL};
static const char *const hyphens[] = {"keep", "drop", "both", NULL};

/* The words of lists, for completion. */

static const char *filter_zone_word(int i)
{
    return i + 1 < TRAWL_ZONE_COUNT ? trawl_zone_name(i + 1) : NULL;
}

static const char *filter_flag_word(int i)
{
    return i < TRAWL_FLAG_COUNT ? trawl_flag_name(i) : NULL;
}

static const char *scheme_word(int i)
{
    static const char *const common[] = {"http",   "https", "ftp",  "mailto", "news",
                                         "gopher", "nntp",  "file", "tel",    NULL};

    return common[i];
}

static const char *live_word(int i)
{
    static const char *const common[] = {"ftp", "news", "gopher", "nntp", "tel", NULL};

    return common[i];
}

static const char *which_schemes_word(int i)
{
    const char *word = trawl_option_word("schemes", i, NULL, NULL);

    return word ? word : scheme_word(i - 2);
}

/* The sets of rules in contrib/rules. */
static const char *rules_word(int i)
{
    static const char *const sets[] = {"debian", "ietf", "kernel", "man", "security", NULL};

    return sets[i];
}

static const char *tlds_word(int i)
{
    return trawl_option_word("tlds", i, NULL, NULL);
}

static const char *domains_word(int i, int *value, const char **help)
{
    return trawl_option_word("domains", i, value, help);
}

static const char *headers_word(int i, int *value, const char **help)
{
    return trawl_option_word("headers", i, value, help);
}

static const char *context_word(int i)
{
    return i == 0 ? "line" : NULL;
}

static const char *shell_word(int i)
{
    return complete_shells[i];
}

/* main() handles these options when they are the first argument. */
static int refuse_completion(void *target, const char *value)
{
    (void)target;
    (void)value;
    return find_refuse("--completion goes alone: trawl --completion bash", NULL, NULL);
}

static int refuse_schema(void *target, const char *value)
{
    (void)target;
    (void)value;
    return find_refuse("--schema goes alone: trawl --schema", NULL, NULL);
}

static int filter_set_max_unpacked(void *target, const char *value)
{
    (void)target;
    return max_unpacked_read(NULL, value);
}

#define TARGET find_options

/* clang-format off */

static const struct option find_table[] = {
    {NAMED('t', "to", "FORMAT", to, format_word, "format"),
     .topic = "Output format:", .in_help = NAMES_EXPLAINED,
     .help = "what to print:"},
    {FLAG(0, "raw", raw),
     .help = "list: print links as they are written in the text"},
    {FLAG(0, "canonical", show.canonical),
     .help = "list: print the spelling that equal links share"},
    {CHOICE(0, "canonical", "STRENGTH", show.canonical, strengths, "strength"),
     .help = "list: print the spelling that alike links share: url,\n"
             "scheme (by the rules of its scheme), normal (also without\n"
             "parameters that track clicks) or loose (also without\n"
             "scheme, www., index page, final slash and fragment);\n"
             "json, tsv, csv: in the field canonical"},
    {FLAG(0, "display", display),
     .help = "list: decode the escapes of readable characters"},
    {FLAG(0, "defang", show.defang),
     .help = "list: print hxxp://example[.]org, for reports"},
    {FLAG('n', "line-number", show.line_numbers),
     .help = "list: print \"LINE:\" before each link"},
    {FLAG('H', "with-filename", show.filenames),
     .help = "list: print \"FILE:\" before each link"},
    {FLAG(0, "column", show.numbered),
     .help = "list: print \"LINE:COLUMN:\" before each link"},
    {CHOICE(0, "offsets", "UNIT", offsets, units, "unit"),
     .help = "count spans, and columns of --column and --at, in bytes,\n"
             "chars or utf16 (units of UTF-16)"},
    {FLAG('l', "files-with-links", names),
     .help = "print only the names of the files that have links"},
    {CALL(0, "at", "LINE:COLUMN", set_at),
     .help = "print only the link at this place, such as that of a cursor"},
    {FLAG('0', "null", show.null),
     .help = "list: end each link with NUL and escape nothing; otherwise\n"
             "unprintable bytes are \\t \\n \\r \\xHH"},
    {FLAG('c', "count", show.count),
     .help = "print only the number of links (with -H for each file)"},
    {FLAG('q', "quiet", quiet),
     .help = "print nothing and stop at the first link"},
    {CALL(0, "fields", "NAMES", set_fields), LIST(fields_word),
     .help = "json, tsv, csv: print only these fields, in this order:\n"
             "url,host,site,time,from,message.id; or all"},
    {FLAG(0, "header", show.header),
     .help = "tsv, csv: print the names of the columns first"},
    {CALL(0, "context", "N", set_context), .word = context_word,
     .help = "json, tsv, csv: add a field context: the link with N\n"
             "characters (1 to 1000) on either side; line: with its line"},
    {FLAG(0, "provisional", provisional),
     .help = "json: when the input pauses, print links that are not\n"
             "decided yet, with \"provisional\":true"},
    {FLAG(0, "explain", explain),
     .help = "explain what the input was read as, and which rule decided\n"
             "each candidate"},
    {CALL(0, "find", "KINDS", filter_set_kinds), LIST_OF(kinds_word),
     .topic = "What to find:", .in_help = NAMES_EXPLAINED,
     .help = "a list of kinds. The default is\n"
             "url,www,addr,email,hdr,html,osc8.\n"
             "+KIND adds a kind, -KIND removes one."},
    {NAMED(0, "profile", "NAME", profile, profile_word, "profile"),
     .help = "mail (the default: wrappers, and running text of mail),\n"
             "uts58 (running text by UTS #58: url,email,domain),\n"
             "rfc1738 (its wrappers, and URLs by its grammar: url), or\n"
             "screen (as mail; joins URLs that a terminal broke)"},
    {CALL(0, "schemes", "WHICH", filter_set_schemes), LIST(which_schemes_word),
     .help = "which schemes start a link with \"://\": any (the default),\n"
             "known (registered or common ones), or a list of names;\n"
             "to print only links of some schemes use --only-scheme"},
    {CALL(0, "bare-schemes", "WHICH", set_bare_schemes), LIST(which_schemes_word),
     .help = "the same as --schemes"},
    {NAMED(0, "domains", "WHICH", domains, domains_word, "choice"),
     .help = "find domains: strong ones (with a path, a port, or a label\n"
             "such as com at the end) or all (main.rs too)"},
    {CALL(0, "tlds", "WHICH", filter_set_tlds), .word = tlds_word, IS_FILE,
     .help = "which last labels of domains to accept: any, classic (com\n"
             "org net edu gov mil int arpa, countries), or those in a file"},
    {FLAG(0, "public-hosts", public_hosts),
     .help = "after http, https and ftp accept only hosts that look\n"
             "public: with a dot, and a letter in the last label"},
    {CHOICE(0, "hyphen", "HOW", hyphen, hyphens, "choice"),
     .help = "a hyphen at the end of a line inside a link: keep it (the\n"
             "default), drop it, or print both readings, the second one\n"
             "after a TAB"},
    {FLAG(0, "join", join),
     .help = "json, tsv, csv: guess more often that a bare link goes on\n"
             "in the next line"},
    {CALL(0, "columns", "N", set_columns),
     .help = "the lines were broken at N columns, as on a terminal that is\n"
             "N wide: a link that ends there goes on in the next line"},
    {NAMED(0, "notation", "NAME", notation, notation_word, "notation"),
     .help = "what the text is written in: asciidoc, markdown, texinfo,\n"
             "or none; the default is judged from the text"},
    {CALL(0, "base", "URL", filter_set_base),
     .help = "resolve relative links in <URL:...> against URL"},
    {TEXT(0, "evidence", "DB", database), IS_FILE,
     .help = "settle links with several readings by the index DB: a\n"
             "reading that others posted whole is right"},
    {TEXT(0, "rules", "FILE", rules), .word = rules_word, IS_FILE,
     .help = "find links by your own rules (\"RFC 1738\", \"Bug #123\"), see\n"
             "trawl-rules(5), or by installed sets: ietf,man"},
    {FLAG(0, "refang", refang),
     .help = "read hxxp://example[.]org as the link it was"},
    {FLAG('u', "uniq", uniq),
     .topic = "Which links to print (list, json, tsv, csv):",
     .help = "print each link once, however it is spelled"},
    {CHOICE(0, "uniq", "STRENGTH", uniq, strengths, "strength"),
     .help = "print only the first of links that share the spelling url,\n"
             "scheme, normal or loose; see --canonical"},
    {NUMBER(0, "new", filter.zones, NEW_ZONES),
     .help = "skip quoted text and the footers of mailing lists"},
    {CALL(0, "only", "ZONES", filter_set_zones), LIST(filter_zone_word),
     .help = "print only links in these zones of a message: header, new,\n"
             "quoted, signature, footer, forwarded"},
    {CALL(0, "only-scheme", "NAMES", set_only_scheme), LIST(scheme_word),
     .help = "print only links of these schemes: http,https"},
    {FLAG(0, "only-live", urls.live),
     .help = "print only links that hypertext makes live: http, https,\n"
             "mailto and those of --live"},
    {CALL(0, "host", "PATTERNS", filter_set_host),
     .help = "print only links to these hosts:\n"
             "www.example.org,*.example.net"},
    {CALL(0, "site", "NAMES", set_site),
     .help = "print only links to these sites, with all hosts below them"},
    {CALL(0, "only-flag", "NAMES", set_only_flag), LIST(filter_flag_word),
     .help = "print only links with one of these flags: odd-ip,userinfo"},
    {CALL(0, "skip-flag", "NAMES", set_skip_flag), LIST(filter_flag_word),
     .help = "skip links with one of these flags"},
    {NUMBER(0, "valid", config.valid, TRAWL_STANDARD_ANY),
     .help = "find only links that a standard accepts"},
    {CALL(0, "valid", "STANDARDS", filter_set_valid), LIST(standards_word),
     .help = "find only links that one of these accepts: 1738,\n"
             "1630, 3986 (today's URLs), iri (RFC 3987: letters beyond\n"
             "ASCII), scheme (the RFC of the scheme); alone: any of them"},
    {NUMBER(0, "invalid", config.invalid, TRAWL_STANDARD_ANY),
     .help = "find only links that all standards refuse"},
    {CALL(0, "invalid", "STANDARDS", filter_set_invalid), LIST(standards_word),
     .help = "find only links that each of these standards refuses\n"
             "(alone: all of them)"},
    {FLAG(0, "doubt", filter.doubt),
     .help = "print only links whose beginning or end is in doubt: those\n"
             "with another reading (alt in json) or a flag of doubt"},
    {FLAG(0, "limits", limits),
     .help = "json: also print a record for each limit that was met and\n"
             "each part that was not read"},
    {FLAG(0, "every", every),
     .help = "list: also print links that the plain form of an HTML text\n"
             "had before (json, tsv and csv flag them as \"again\")"},
    {FLAG(0, "unwrap", show.unwrap),
     .help = "list: print where links through known redirectors lead"},
    {CHOICE(0, "unwrap", "any", show.unwrap, unwraps, "choice"),
     .help = "list: the same for all links; print the whole URL that is\n"
             "inside a query or a path"},
    {NAMED('f', "from", "KIND", input_kind, trawl_input_word, "kind of input"),
     .topic = "Input:", .in_help = NAMES_EXPLAINED,
     .help = "what the input is; the default is auto:"},
    {NAMED(0, "headers", "WHICH", headers, headers_word, "choice"),
     .help = "which header fields to search: links (those that hold URLs\n"
             "and ids, and Subject; the default), all (except transport\n"
             "fields), or none"},
    {CALL(0, "charset", "NAME", filter_set_charset),
     .help = "the charset of text that names none: iso-8859-2, shift_jis,\n"
             "... A byte-order mark has priority. The default is UTF-8"},
    {TEXT(0, "files0-from", "FILE", files0), IS_FILE,
     .help = "read the files whose names are in FILE (\"-\": on standard\n"
             "input), each name followed by NUL"},
    {CALL(0, "range", "FROM:TO", set_range),
     .help = "read only the messages of FILE that begin in this range of\n"
             "bytes, or the files of FOLDER with these numbers from 0; TO\n"
             "is not included"},
    MAX_UNPACKED(filter_set_max_unpacked),
    {CALL('j', "jobs", "N", filter_set_jobs),
     .topic = "Running:",
     .help = "use N threads; the default is one for each processor. The\n"
             "output does not depend on it"},
    {CHOICE(0, "progress", "WHEN", progress, options_when, "choice"),
     .help = "show progress on standard error: auto (on a terminal, after\n"
             "a second; the default), always or never"},
    {CHOICE(0, "color", "WHEN", color, options_when, "choice"),
     .help = "use colors in --explain and -t term: auto (on a terminal,\n"
             "unless NO_COLOR is set; the default), always or never"},
    SANDBOX_OPTION,
    {.letter = 'h',
     .help = "print a short help"},
    {.name = "help",
     .help = "print this help"},
    {.letter = 'V', .name = "version",
     .help = "print the version"},
    {CALL(0, "completion", "SHELL", refuse_completion), .word = shell_word,
     .help = "print the completions for bash, zsh or fish"},
    {CALL(0, "schema", NULL, refuse_schema),
     .help = "print the JSON Schema of the records of -t json"},
    {.name = "",
     .help = "end the options: the rest are files"},
    {NUMBER(0, "page", show.page, 1),
     .topic = "With -t html:",
     .help = "write a whole page"},
    {NUMBER(0, "fragment", show.page, -1),
     .help = "write a fragment for a page of yours (the default)"},
    {STRING(0, "title", "TEXT", show.emit.title),
     .help = "page: set the title; the default is that of the text,\n"
             "or the first file's name"},
    {CALL(0, "lang", "TAG", filter_set_lang),
     .help = "page: set the language, such as en or zh-Hant; the default\n"
             "is that of the charset, where it has one"},
    {NUMBER(0, "structure", show.structure, 1),
     .help = "make headings, paragraphs, lists, quotes and so on elements\n"
             "(the default for a page)"},
    {NUMBER(0, "no-structure", show.structure, -1),
     .help = "keep all lines as they are (the default of a fragment)"},
    {NUMBER(0, "reflow", keep_lines, -1),
     .help = "page: let paragraphs flow (the default)"},
    {NUMBER(0, "keep-lines", keep_lines, 1),
     .help = "page: keep the lines of paragraphs on wide screens"},
    {FLAG(0, "toc", toc),
     .help = "page: add a table of contents"},
    {TEXT(0, "css", "FILE", css), IS_FILE,
     .help = "page: use this stylesheet, or none"},
    {FLAG(0, "xhtml", xhtml),
     .help = "write well-formed XML"},
    {CALL(0, "live", "SCHEMES", filter_set_live), LIST(live_word),
     .help = "make links of these schemes live besides http, https and\n"
             "mailto; news alone means ftp,news,nntp,gopher. javascript\n"
             "and similar schemes are never live"},
    {STRING(0, "rel", "WORDS", show.emit.rel),
     .help = "set rel of links; the default is\n"
             "\"nofollow noopener noreferrer ugc\""},
    {STRING(0, "class", "WORDS", show.emit.css_class),
     .help = "set the class of links"},
    {STRING(0, "target", "NAME", show.emit.target),
     .help = "set the target of links"},
    {CALL(0, "link-template", "URL", set_template),
     .help = "send links through URL, in which %u is the link,\n"
             "percent-encoded: https://example.org/out?u=%u. For\n"
             "one scheme: wais=https://example.org/wais?%u; may be\n"
             "given again for others"},
    {0},
};

static const char filter_usage[] =
    "usage: trawl [options] [FILE|FOLDER...]       print the links of a text\n"
    "       trawl check [options] [URL...]         judge URLs by the standards\n"
    "       trawl resolve [options] BASE [REF...]  resolve relative URLs\n"
    "       trawl encode [options] [NAME...]       make URLs of local names\n"
    "       trawl pick [options] [FILE|FOLDER...]  choose links and open them\n"
    "       trawl rewrite [options] [FILE...]      change the links of HTML or text\n"
    "       trawl wrap [options] [FILE...]         fold a text, keep its links\n"
    "       trawl index [options] DB INPUT...      collect links in a database\n"
    "       trawl query [options] DB               find links in it\n"
    "       trawl report [options] DB -o FILE      write a page about its links\n"
    "       trawl site [options] DB -o DIR         write its messages as pages\n"
    "       trawl rows [options]                   answer rows of a table\n"
    "       trawl split [options] INPUT...         divide work for a cluster\n"
    "       trawl help [COMMAND]                   explain a command; also forget,\n"
    "                                              settle, map and merge\n"
    "\n"
    "Find the URLs and addresses that people write into plain text, mail and news,\n"
    "put together those that are broken over lines, and print them. Without a FILE,\n"
    "or for \"-\", read standard input. Messages, mailboxes and news are divided into\n"
    "their parts and decoded; gzip, zstd, xz and bzip2 files are unpacked. A FOLDER\n"
    "may be a Maildir, an MH folder, a news spool, or hold any files. (A file named\n"
    "check is ./check.)\n";

static const char brief[] =
    "usage: trawl [options] [FILE|FOLDER...]\n"
    "       trawl check [options] [URL...]         judge URLs by the standards\n"
    "       trawl resolve [options] BASE [REF...]  resolve relative URLs\n"
    "       trawl pick [options] [FILE|FOLDER...]  choose links and open them\n"
    "       trawl rewrite [options] [FILE...]      change the links of HTML or text\n"
    "       trawl wrap [options] [FILE...]         fold a text, keep its links\n"
    "\n"
    "Print the links in text, mail, news and HTML, one per line.\n"
    "\n"
    "  -t, --to FORMAT   print json, csv, text, html or another format\n"
    "  --find KINDS      choose kinds of links: url,www or +domain,-email\n"
    "  -f, --from KIND   say what the input is: text, mail, mbox, html, ...\n"
    "  -u, --uniq        print each link once\n"
    "  --new             skip quoted text and list footers\n"
    "  -n, -H            print line numbers, file names\n"
    "  -c, -q            print only the number of links, or nothing\n"
    "  --context N       add N characters around the link (json, tsv, csv)\n"
    "  --explain         explain each decision\n"
    "\n"
    "  trawl letter.txt\n"
    "  trawl -u ~/Mail\n"
    "  trawl -t html --page letter.txt > letter.html\n"
    "\n"
    "All options and commands: trawl --help. Examples: man trawl.\n";

static const char filter_more[] =
    "\n"
    "Exit status: 0 if links were found (or the text was printed), 1 if there are\n"
    "none, 2 after an error; all that could be read is printed even then.\n"
    "\n"
    "Examples:\n"
    "  trawl letter.txt                      # the links of a text\n"
    "  trawl -nH --find url *.md             # only URLs, with their places\n"
    "  trawl -u 1994.mbox.gz Maildir/        # a mailbox and a folder, each link once\n"
    "  trawl -t json letter.txt | jq .url    # for programs\n"
    "  trawl -t text letter.txt | less       # the text with its links whole\n"
    "  trawl -t term --color always letter.txt | less -R\n"
    "  trawl -t html --page --toc letter.txt > letter.html\n"
    "  trawl --explain letter.txt            # why is that not a link?\n"
    "  trawl -u --find url *.txt | trawl check\n";

/* clang-format on */

/* ---- The command ---- */

/* Closes the sandbox. All files of the options have been read, and the helper of --evidence runs.
 * Returns 0, or an exit status after an error message. */
static int filter_close_sandbox(const struct find_options *options, const struct options *args)
{
    struct sandbox s;

    sandbox_begin(&s, NULL, options->sandbox, options->jobs != 1 ? SANDBOX_THREADS : 0u);
    sandbox_channel(&s, evidence_channel(options));
    sandbox_inputs(&s, args, options->files0);
    return sandbox_close(&s);
}

static int filter_run(struct output *out, int argc, char **argv)
{
    struct find_options options = {.config.size = sizeof options.config, .self = argv[-1]};
    struct options rest;
    int status;

    if (command_options(out, &command_find, &rest, argc, argv, &options, &status)) {
        status = find_settle(&options, &rest) < 0 ? STATUS_TROUBLE
                                                  : filter_close_sandbox(&options, &rest);
        if (status == STATUS_GOOD)
            status = find_run(out, &options, &rest);
    }
    find_options_free(&options);
    return status;
}

const struct command command_find = {NULL,        filter_run, find_table, filter_usage,
                                     filter_more, brief,      0};
