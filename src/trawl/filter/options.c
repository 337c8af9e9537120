/* options.c - the options of the filter: their values, their table, and the help
 *
 * Checks each value by itself; settle.c checks combinations and derives the rest.
 */
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <trawl_options.h>
#include <unistd.h>

#include "trawl/filter/inside.h"
#include "app/newfile/newfile.h"
#include "app/sandbox/sandbox.h"

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

/* ---- Which links are listed ---- */

static int filter_set_zones(void *target, const char *value)
{
    unsigned *zones = &((struct find_options *)target)->filter.zones;

    *zones = 0; /* the last --zone is used */
    return zones_read(zones, "--zone", value);
}

static int set_flag(void *target, const char *value)
{
    struct link_flags *only = &((struct find_options *)target)->filter.only;

    return flags_read(&only->set, &only->doubt, "--flag", value);
}

static int filter_set_host(void *target, const char *value)
{
    return select_add_hosts(&((struct find_options *)target)->urls.only, "--host: ", value);
}

static int set_site(void *target, const char *value)
{
    return select_add_sites(&((struct find_options *)target)->urls.only, "--site: ", value);
}

/* ---- What is found ---- */

/* Reads --scheme: any, known, live, or names. */
static int filter_set_scheme(void *target, const char *value)
{
    struct find_options *options = target;

    if (strcmp(value, "live") == 0) {
        options->urls.live = true;
        return 0;
    }
    set_bit(&options->config.options, TRAWL_OPTION_KNOWN_SCHEMES, strcmp(value, "known") == 0);
    if (strcmp(value, "any") == 0) {
        options->relative = true;
        options->urls.live = false;
        options->urls.only.schemes.n = 0;
        return 0;
    }
    if (strcmp(value, "known") == 0)
        return 0;
    return select_add_schemes(&options->urls.only, "--scheme: ", value);
}

static int filter_set_tlds(void *target, const char *value)
{
    struct find_options *options = target;
    bool any = strcmp(value, "any") == 0, classic = strcmp(value, "classic") == 0;

    if (strcmp(value, "public") == 0) {
        options->config.options |= TRAWL_OPTION_PUBLIC_HOSTS;
        return 0;
    }
    set_bit(&options->config.options, TRAWL_OPTION_ANY_TLD, any);
    set_bit(&options->config.options, TRAWL_OPTION_CLASSIC_TLD, classic);
    options->tlds = any || classic ? NULL : value;
    return 0;
}

/* The records of --also. */
static const char *const alsos[] = {"limits", NULL};

static const char *also_word(int i)
{
    return alsos[i];
}

static int set_also(void *target, const char *value)
{
    struct find_options *options = target;

    options->limits = options_choose_all("--also", "record", alsos, value, NULL) != 0;
    return options->limits ? 0 : -1;
}

static int filter_set_charset(void *target, const char *value)
{
    if (!*value)
        return say_refuse("--charset: the name is empty; without --charset the text is UTF-8", NULL,
                          NULL);
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

static int filter_set_not(void *target, const char *value)
{
    struct find_options *o = target;

    return select_not(&(struct left_out){&o->urls, &o->filter, &o->config.invalid}, NULL, value);
}

/* ---- What is printed ---- */

static int set_context(void *target, const char *value)
{
    struct find_options *options = target;

    options->show.context_line = strcmp(value, "line") == 0;
    options->show.context = options->show.context_line ? CONTEXT_MAX : options_number(value, 4);
    return options->show.context > 0 && options->show.context <= CONTEXT_MAX
               ? 0
               : say_refuse("--context: ", value,
                            " is neither a number of characters from 1 to 1000 nor line");
}

static int set_fields(void *target, const char *value)
{
    return fields_read(&((struct find_options *)target)->show.fields, value);
}

static const char *column_word(int i)
{
    return i == 0 ? "column" : NULL;
}

static int set_line_number(void *target, const char *value)
{
    if (strcmp(value, "column") != 0)
        return say_refuse("--line-number: ", value, " is not column");
    ((struct find_options *)target)->show.numbered = true;
    return 0;
}

static int set_at(void *target, const char *value)
{
    return at_read(target, value);
}

static int filter_set_jobs(void *target, const char *value)
{
    struct find_options *options = target;

    options->jobs = (unsigned)options_number(value, 3);
    return options->jobs > 0
               ? 0
               : say_refuse("-j: ", value, " is not a number of threads from 1 to 999");
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
        return say_refuse(option, name, " is never live; see \"trawl --help\"");
    if (live == TRAWL_LIVE_UNREGISTERED)
        return say_refuse(option, name,
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
        return say_refuse("--link-template: ", url,
                          " does not begin with https://, http:// or mailto:");
    if (strchr(value, ' '))
        return say_refuse("--link-template: ", value,
                          " has a space; write %20, and give the option once for each template");
    if (!strstr(url, "%u"))
        return say_refuse("--link-template: ", value, " has no %u, the place for the link");
    if (stray_percent(value))
        return say_refuse("--link-template: ", value,
                          " has a % without u or two hex digits after it; write %25 for \"%\"");
    if ((options->template_text.n > 0 && buffer_add(&options->template_text, " ", 1) != TRAWL_OK) ||
        buffer_add(&options->template_text, value, strlen(value)) != TRAWL_OK)
        return say_refuse(trawl_strerror(TRAWL_ERROR_NO_MEMORY), NULL, NULL);
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
    if (!select_are_schemes(value))
        return say_refuse("--live: ", value,
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

/* The values of --spell: the strengths lie between. */
static const char *const spellings[] = {"raw",     "canonical", "scheme", "normal",
                                        "display", "defang",    NULL};
enum { SPELL_RAW, SPELL_CANONICAL, SPELL_NORMAL = 3, SPELL_DISPLAY, SPELL_DEFANG };

static const char *spelling_word(int i)
{
    return spellings[i];
}

static int set_spell(void *target, const char *value)
{
    struct find_options *options = target;
    unsigned long long set = options_choose_all("--spell", "spelling", spellings, value, NULL);

    if (!set)
        return -1;
    options->raw |= set >> SPELL_RAW & 1;
    options->display |= set >> SPELL_DISPLAY & 1;
    options->show.defang |= set >> SPELL_DEFANG & 1;
    for (int i = SPELL_CANONICAL; i <= SPELL_NORMAL; i++) {
        if (!(set >> i & 1))
            continue;
        if (options->show.canonical > 0)
            return say_refuse("--spell: ", value, " has two spellings that equal links share");
        options->show.canonical = i;
    }
    return 0;
}

/* The values of --join: the three of a hyphen first. */
static const char *const joins[] = {"keep", "drop", "both", "more", NULL};
enum { JOIN_MORE = 3 };

static const char *join_word(int i)
{
    return joins[i];
}

static int set_join(void *target, const char *value)
{
    struct find_options *options = target;
    unsigned long long set =
        value ? options_choose_all("--join", "way", joins, value, NULL) : 1ull << JOIN_MORE;

    options->join |= set >> JOIN_MORE & 1;
    for (int i = 0; i < JOIN_MORE; i++)
        if (set >> i & 1)
            options->hyphen = i + 1;
    return set ? 0 : -1;
}

const char *attribute_word(int i)
{
    static const char *const names[] = {"class=", "rel=", "target=", NULL};

    return names[i];
}

int attribute_read(struct attributes *to, const char *command, const char *value)
{
    trawl_str *const all[] = {to->css_class, to->rel, to->target}; /* as attribute_word() */
    const char *name;

    for (int i = 0; (name = attribute_word(i)); i++) {
        const size_t n = strlen(name);

        if (strncmp(value, name, n) != 0 || !value[n])
            continue;
        *all[i] = (trawl_str){value + n, strlen(value + n)};
        return 0;
    }
    say(command, "--attr: ", value, " is not class=WORDS, rel=WORDS or target=NAME");
    return -1;
}

static int set_attr(void *target, const char *value)
{
    trawl_emit_config *emit = &((struct find_options *)target)->show.emit;

    return attribute_read(&(struct attributes){&emit->css_class, &emit->rel, &emit->target}, NULL,
                          value);
}

static const char *const structures[] = {"none", "flow", "lines", NULL};
static const char *const uniqs[] = {"url", "scheme", "normal", "none", NULL};
static const char *const unwraps[] = {"known", "any", NULL};
static const char *const units[] = {"bytes", "chars", "utf16", NULL};

/* The words of lists, for completion. */

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

/* The words of --domains: those of the library's options "domains" and "tlds". */
static const char *which_domains_word(int i)
{
    int n = 0;

    while (trawl_option_word("domains", n, NULL, NULL))
        n++;
    return trawl_option_word(i < n ? "domains" : "tlds", i < n ? i : i - n, NULL, NULL);
}

/* Reads --domains: how domains are found, or which last labels they may have. */
static int set_domains(void *target, const char *value)
{
    const char *word;
    int how;

    for (int i = 0; (word = trawl_option_word("domains", i, &how, NULL)); i++) {
        if (strcmp(word, value) != 0)
            continue;
        ((struct find_options *)target)->domains = 1 + how;
        return 0;
    }
    return filter_set_tlds(target, value);
}

static const char *headers_word(int i, int *value, const char **help)
{
    return trawl_option_word("headers", i, value, help);
}

static const char *context_word(int i)
{
    return i == 0 ? "line" : NULL;
}

/* ---- Which files are read ---- */

static int add_choice(struct buffer *patterns, const char *option, const char *value)
{
    if (!*value)
        return say_refuse(option, NULL, ": the pattern is empty; write one such as *.md");
    return choice_add(patterns, value) == TRAWL_OK
               ? 0
               : say_refuse(trawl_strerror(TRAWL_ERROR_NO_MEMORY), NULL, NULL);
}

static int filter_set_exclude(void *target, const char *value)
{
    return add_choice(&((struct find_options *)target)->choice.exclude, "--exclude", value);
}

static int set_files(void *target, const char *value)
{
    return add_choice(&((struct find_options *)target)->choice.files, "--files", value);
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
    {TEXT('o', "output", "FILE", output), IS_FILE,
     .help = "write to FILE, which is replaced when all is written.\n"
             "Without -t, a name that ends in .json, .csv, .tsv or .md\n"
             "chooses that format, .html or .xhtml a whole page"},
    {CALL(0, "spell", "HOW", set_spell), LIST(spelling_word),
     .help = "list: how to print links: raw (as in the text), canonical\n"
             "(the spelling that equal links share), scheme or normal\n"
             "(that --uniq compares; json, tsv, csv: in the field\n"
             "canonical), display (readable characters without escapes),\n"
             "defang (hxxp://example[.]org, for reports)"},
    {FLAG('n', "line-number", show.line_numbers),
     .help = "list: print \"LINE:\" before each link"},
    {CALL(0, "line-number", "column", set_line_number), .word = column_word,
     .help = "list: print \"LINE:COLUMN:\" before each link"},
    {FLAG('H', "with-filename", show.filenames),
     .help = "list: print \"FILE:\" before each link"},
    {FLAG('l', "files-with-links", names),
     .help = "print only the names of the files that have links"},
    {FLAG('0', "null", show.null),
     .help = "list: end each link with NUL and escape nothing; otherwise\n"
             "unprintable bytes are \\t \\n \\r \\xHH"},
    {FLAG('c', "count", show.count),
     .help = "print only the number of links (with -H for each file)"},
    {FLAG('q', "quiet", quiet),
     .help = "print nothing and stop at the first link"},
    {CALL(0, "fields", "NAMES", set_fields), LIST(fields_word),
     .help = "json, tsv, csv: print only these fields, in this order; all:\n"
             "every field. The default of tsv and csv is url,host,site,\n"
             "kind,flags,file,line,date_iso,from,subject; others include\n"
             "defanged (hxxp://...), target (where a redirector leads),\n"
             "anchor (the text of an HTML link), zone, time, message.id"},
    {FLAG(0, "no-header", no_header),
     .help = "csv: do not print the names of the columns first"},
    {CALL(0, "context", "N", set_context), .word = context_word,
     .help = "json, tsv, csv: add a field context: the link with N\n"
             "characters (1 to 1000) on either side; line: with its line"},
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
    {CALL(0, "scheme", "WHICH", filter_set_scheme), LIST(which_schemes_word),
     .help = "find only links of these schemes: a list of names, known\n"
             "(registered or common ones), live (those that hypertext\n"
             "makes live: http, https, mailto and those of --live), or\n"
             "any (the default; if you give it, a list also has relative\n"
             "links of HTML and Markdown)"},
    {CALL(0, "domains", "WHICH", set_domains), .word = which_domains_word, IS_FILE,
     .help = "find domains: strong ones (with a path, a port, or a label\n"
             "such as com at the end) or all (main.rs too). Or which last\n"
             "labels domains may have: any, classic (com org net edu gov\n"
             "mil int arpa, countries), those in a file; or public: after\n"
             "http, https and ftp, too, accept only hosts with a dot, and\n"
             "a letter in the last label. May be given again"},
    {CALL(0, "join", NULL, set_join),
     .help = "guess more often that a bare link goes on in the next line"},
    {CALL(0, "join", "HOW", set_join), LIST(join_word),
     .help = "how to join the lines of a link: keep a hyphen at the end of\n"
             "a line (the default), drop it, or both: print both readings,\n"
             "the second one after a TAB; more (json, tsv, csv; alone the\n"
             "same): guess more often that a bare link goes on"},
    {CALL(0, "columns", "N", set_columns),
     .help = "the lines were broken at N columns, as on a terminal that is\n"
             "N wide: a link that ends there goes on in the next line"},
    {NAMED(0, "notation", "NAME", notation, notation_word, "notation"),
     .help = "what the text is written in: asciidoc, markdown, texinfo,\n"
             "or none; the default is judged from the text"},
    {CALL(0, "base", "URL", filter_set_base),
     .help = "resolve relative links in <URL:...> and in HTML against URL"},
    {TEXT(0, "rules", "FILE", rules), .word = rules_word, IS_FILE,
     .help = "find links by your own rules (\"RFC 1738\", \"Bug #123\"), see\n"
             "trawl-rules(5), or by installed sets: ietf,man"},
    {FLAG(0, "refang", refang),
     .help = "read hxxp://example[.]org as the link it was"},
    {FLAG('u', "uniq", uniq),
     .topic = "Which links to print (list, json, tsv, csv):",
     .help = "print each link once, however it is spelled"},
    {CHOICE(0, "uniq", "STRENGTH", uniq, uniqs, "strength"),
     .help = "print only the first of links that share the spelling url,\n"
             "scheme (by the rules of its scheme) or normal (also without\n"
             "parameters that track clicks); none: list also links of an\n"
             "HTML part that its plain text has, too (json, tsv and csv\n"
             "flag them as \"again\")"},
    {NUMBER(0, "new", filter.zones, NEW_ZONES),
     .help = "skip quoted text and the footers of mailing lists"},
    {CALL(0, "zone", "ZONES", filter_set_zones), LIST(zone_word),
     .help = "print only links in these zones of a message: header, new,\n"
             "quoted, signature, footer, forwarded"},
    {CALL(0, "host", "PATTERNS", filter_set_host),
     .help = "print only links to these hosts:\n"
             "www.example.org,*.example.net"},
    {CALL(0, "site", "NAMES", set_site),
     .help = "print only links to these sites, with all hosts below them"},
    {CALL(0, "flag", "NAMES", set_flag), LIST_OF(flags_word), .in_help = NAMES_LISTED,
     .help = "print only links with one of these flags (man trawl-formats\n"
             "explains them). danger: links that may lie about where they\n"
             "lead. doubt: links whose beginning or end is in doubt. The\n"
             "flags:"},
    {CALL(0, "not", "NAME=VALUE", filter_set_not), .word = select_not_word,
     .help = "leave out links that match host=, site=, scheme=, zone=,\n"
             "flag= or kind= (kinds as in json); valid= keeps only links\n"
             "that each of these standards refuses. In formats that print\n"
             "the text, such links stay text. May be given again"},
    {NUMBER(0, "valid", config.valid, TRAWL_STANDARD_ANY),
     .help = "find only links that a standard accepts"},
    {CALL(0, "valid", "STANDARDS", filter_set_valid), LIST(standards_word),
     .help = "find only links that one of these accepts: 1738,\n"
             "1630, 3986 (today's URLs), iri (RFC 3987: letters beyond\n"
             "ASCII), scheme (the RFC of the scheme); alone: any of them"},
    {FLAG(0, "unwrap", show.unwrap),
     .help = "list: print where links through known redirectors and\n"
             "gateways lead (Safe Links and others)"},
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
    {CALL(0, "exclude", "PATTERN", filter_set_exclude),
     .help = "leave out files and folders that match PATTERN, where * is\n"
             "any text and ? any character: *.log, */build/*. May be given\n"
             "again; so may --files"},
    {CALL(0, "files", "PATTERN", set_files),
     .help = "in folders, read only files that match PATTERN: *.md"},
    {FLAG(0, "gitignore", choice.gitignore),
     .help = "in folders, leave out what git ignores (needs libgit2)"},
    MAX_UNPACKED(filter_set_max_unpacked),
    {CALL('j', "jobs", "N", filter_set_jobs),
     .topic = "Running:",
     .help = "use N threads; the default is one for each processor. The\n"
             "output does not depend on it"},
    {CHOICE(0, "progress", "WHEN", progress, options_when, "choice"),
     .help = "show progress on standard error: auto (on a terminal, after\n"
             "a second; the default), always or never"},
    {CHOICE(0, "color", "WHEN", color, options_when, "choice"),
     .help = "use colors in --explain, and underline links in -t term:\n"
             "always, never, or auto: on a terminal, unless NO_COLOR is\n"
             "set. The default is auto, but -t term underlines in pipes"},
    SANDBOX_OPTION,
    {.letter = 'h',
     .help = "print a short help"},
    {.name = "help",
     .help = "print this help"},
    {.letter = 'V', .name = "version",
     .help = "print the version"},
    {.name = "",
     .help = "end the options: the rest are files"},
    {FLAG(0, "page", show.page),
     .topic = "With -t html:",
     .help = "write a whole page"},
    {STRING(0, "title", "TEXT", show.emit.title),
     .help = "page: set the title; the default is that of the text,\n"
             "or the first file's name"},
    {CALL(0, "lang", "TAG", filter_set_lang),
     .help = "page: set the language, such as en or zh-Hant; the default\n"
             "is that of the charset, where it has one"},
    {NUMBER(0, "structure", structure, STRUCTURE_FLOW),
     .help = "make headings, paragraphs, lists, quotes and so on elements"},
    {CHOICE(0, "structure", "HOW", structure, structures, "choice"), .many = true,
     .help = "none: keep all lines as they are (the default without\n"
             "--page); flow: make headings, paragraphs, lists, quotes and\n"
             "so on elements (alone the same; the default of a page);\n"
             "lines: in a page keep the lines of paragraphs, too"},
    {FLAG(0, "toc", toc),
     .help = "page: add a table of contents"},
    {TEXT(0, "css", "FILE", css), IS_FILE,
     .help = "page: use this stylesheet, or none"},
    {CALL(0, "live", "SCHEMES", filter_set_live), LIST(live_word),
     .help = "make links of these schemes live besides http, https and\n"
             "mailto; news alone means ftp,news,nntp,gopher. javascript\n"
             "and similar schemes are never live"},
    {CALL(0, "attr", "NAME=VALUE", set_attr), .word = attribute_word,
     .help = "set an attribute of links: class, target or rel (default:\n"
             "rel=\"nofollow noopener noreferrer ugc\"). May be given again\n"
             "for others"},
    {CALL(0, "link-template", "URL", set_template),
     .help = "send links through URL, in which %u is the link,\n"
             "percent-encoded: https://example.org/out?u=%u. For\n"
             "one scheme: wais=https://example.org/wais?%u; may be\n"
             "given again for others"},
    {CHOICE(0, "offsets", "UNIT", offsets, units, "unit"), .topic = "For programs:",
     .help = "count spans, and the columns of --line-number=column and\n"
             "--at, in bytes, chars or utf16 (units of UTF-16)"},
    {CALL(0, "at", "LINE:COLUMN", set_at),
     .help = "print only the link at this place, such as that of a cursor"},
    {TEXT(0, "files0-from", "FILE", files0), IS_FILE,
     .help = "read the files whose names are in FILE (\"-\": on standard\n"
             "input), each name followed by NUL"},
    {CALL(0, "also", "RECORDS", set_also), LIST(also_word),
     .help = "json: print more records. limits: one for each limit that\n"
             "was met and each part that was not read"},
    {0},
};

static const char filter_usage[] =
    "usage: trawl [options] [FILE|FOLDER...]       print the links of a text\n"
    "       trawl check [options] [URL...]         judge URLs by the standards\n"
    "       trawl resolve [options] BASE [REF...]  resolve relative URLs\n"
    "       trawl encode [options] [NAME...]       make URLs of local names\n"
    "       trawl pick [options] [FILE|FOLDER...]  choose links and open them\n"
    "       trawl rewrite [options] [FILE...]      change the links of HTML or text\n"
    "       trawl index [options] DB INPUT...      collect links in a database\n"
    "       trawl query [options] DB               find links in it\n"
    "       trawl report [options] DB -o FILE      write a page about its links\n"
    "       trawl site [options] DB -o DIR         write its messages as pages\n"
    "       trawl help [COMMAND]                   explain a command; also forget\n"
    "       trawl help completion SHELL            for bash, zsh or fish\n"
    "       trawl help schema                      the JSON Schema of -t json\n"
    "\n"
    "Find, open, check and write the links in text and mail. Without a command,\n"
    "find the URLs and addresses, put together those that are broken over lines, and\n"
    "print them. Without a FILE, or for \"-\", read standard input. Messages,\n"
    "mailboxes and news are divided into their parts and decoded; gzip, zstd, xz and\n"
    "bzip2 files are unpacked. A FOLDER may be a Maildir, an MH folder, a news\n"
    "spool, or hold any files. (A file named check is ./check.)\n";

static const char brief[] =
    "usage: trawl [options] [FILE|FOLDER...]\n"
    "       trawl check [options] [URL...]         judge URLs by the standards\n"
    "       trawl resolve [options] BASE [REF...]  resolve relative URLs\n"
    "       trawl pick [options] [FILE|FOLDER...]  choose links and open them\n"
    "       trawl rewrite [options] [FILE...]      change the links of HTML or text\n"
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
    "  trawl --not site=example.org docs     # without the links to a site\n"
    "  trawl -t json letter.txt | jq .url    # for programs\n"
    "  trawl -t text letter.txt | less       # the text with its links whole\n"
    "  trawl -t term letter.txt | less -R\n"
    "  trawl -t html --page --toc letter.txt > letter.html\n"
    "  trawl --explain letter.txt            # why is that not a link?\n"
    "  trawl -u --find url *.txt | trawl check\n";

/* clang-format on */

/* ---- The command ---- */

/* Closes the sandbox, which allows writing to the file of -o, if there is one. All files of the
 * options have been read. Returns 0, or an exit status after an error message. */
static int filter_close_sandbox(const struct find_options *options, const struct options *args,
                                const struct output *file)
{
    struct sandbox s;

    sandbox_begin(&s, NULL, options->sandbox, options->jobs != 1 ? SANDBOX_THREADS : 0u);
    sandbox_inputs(&s, args, options->files0);
    if (file)
        sandbox_output(&s, file->fd);
    for (int i = 0; i < args->operands && options->choice.gitignore; i++) {
        char root[PATH_MAX], common[PATH_MAX];

        if (!choice_root(args->argv[i], root))
            continue;
        sandbox_read(&s, root);
        if (choice_common(root, common))
            sandbox_read(&s, common);
    }
    return sandbox_close(&s);
}

/* What a worker needs to write the file of -o. */
struct filter_work {
    const struct find_options *options;
    const struct options *args;
    bool unsure; /* no input is a named file, and the output is a file, new or old */
};

/* Leaves the file of -o alone: in other programs -o prints only matches. Returns an exit status. */
static int filter_refuse_file(const struct find_options *options, const char *why)
{
    say(NULL, "-o: ", options->output, why);
    return STATUS_TROUBLE;
}

/* A new_file_work. Commits the file if something was read, even if some input could not be. */
static int filter_file(void *user, struct output *out, int old)
{
    const struct filter_work *work = user;
    int status = filter_close_sandbox(work->options, work->args, out);
    uint64_t bytes = 0;

    (void)old;
    if (status != STATUS_GOOD)
        return status;
    status = find_run(out, work->options, work->args, &bytes);
    if (status == STATUS_TROUBLE && bytes == 0)
        return status;
    if (work->unsure && bytes == 0)
        return filter_refuse_file(work->options, " is not written: there was nothing to read; name "
                                                 "a file that is the input");
    if (output_flush(out) == 0)
        return NEW_FILE_READY | status;
    say_system(NULL, work->options->output, out->error);
    return STATUS_TROUBLE;
}

/* Runs the filter when all options are read. Returns an exit status. */
static int filter_work(struct output *out, const struct find_options *options,
                       const struct options *args)
{
    struct filter_work work = {options, args, true};
    struct stat there;
    int status, descriptor;

    if (!options->output) {
        status = filter_close_sandbox(options, args, NULL);
        return status == STATUS_GOOD ? find_run(out, options, args, NULL) : status;
    }
    for (int i = 0; i < args->operands; i++)
        work.unsure = work.unsure && (stat(args->argv[i], &there) < 0 || S_ISDIR(there.st_mode));
    descriptor = descriptor_of(options->output);
    status = stat(options->output, &there);
    work.unsure =
        work.unsure && descriptor == DESCRIPTOR_NONE && (status < 0 || S_ISREG(there.st_mode));
    if (status == 0 && work.unsure && args->operands == 0 && !options->files0 && isatty(0))
        return filter_refuse_file(options, " would be replaced, and no input is named; without -o "
                                           "its links are printed");
    source_skip(descriptor == DESCRIPTOR_NONE ? options->output : NULL, descriptor);
    status = new_file_write(NULL, options->output, NEW_FILE_OUTPUT, filter_file, &work);
    return status < 0 ? STATUS_TROUBLE : status;
}

static int filter_run(struct output *out, int argc, char **argv)
{
    struct find_options options = {.config.size = sizeof options.config, .self = argv[-1]};
    struct options rest;
    int status;

    if (command_options(out, &command_find, &rest, argc, argv, &options, &status))
        status =
            find_settle(&options, &rest) < 0 ? STATUS_TROUBLE : filter_work(out, &options, &rest);
    find_options_free(&options);
    return status;
}

const struct command command_find = {NULL,        filter_run, find_table, filter_usage,
                                     filter_more, brief,      0};
