/* conflict.c - which options of the filter go together
 *
 * Rows of three tables: options that exclude each other, options that need a format of some kind,
 * and options that need another option. The message names the options that were given.
 */
#include <stdio.h>

#include "trawl/filter/filter.h"

/* ---- What was given ----
 *
 * X(NAME, how the user writes it, whether it was given with the options `o`). */
#define GIVEN_ROWS(X)                                                                              \
    X(RAW, "--spell raw", o->raw)                                                                  \
    X(CANONICAL, "--spell canonical", o->show.canonical > 0)                                       \
    X(CANONICAL_URL, "--spell canonical", o->show.canonical == 1)                                  \
    X(DISPLAY, "--spell display", o->display)                                                      \
    X(DEFANG, "--spell defang", o->show.defang)                                                    \
    X(LINES, "-n", o->show.line_numbers && !o->show.numbered)                                      \
    X(COLUMN, "--line-number=column", o->show.numbered)                                            \
    X(NAMES, "-H", o->show.filenames)                                                              \
    X(ZERO, "-0", o->show.null)                                                                    \
    X(COUNT, "-c", o->show.count)                                                                  \
    X(UNIQ, "-u", o->uniq > 0)                                                                     \
    X(FILES, "-l", o->names)                                                                       \
    X(AT, "--at", o->at_line > 0)                                                                  \
    X(OFFSETS, "--offsets", o->offsets > 0)                                                        \
    X(UNITS, "--offsets", o->show.unit != UNIT_BYTES)                                              \
    X(CONTEXT, "--context", o->show.context > 0)                                                   \
    X(FIELDS, "--fields", o->show.fields.count > 0)                                                \
    X(FIELD_CONTEXT, "--fields context", o->show.fields.context)                                   \
    X(NO_HEADER, "--no-header", o->no_header)                                                      \
    X(LIMITS, "--also limits", o->limits)                                                          \
    X(EXPLAIN, "--explain", o->explain)                                                            \
    X(FORMAT, "-t", o->to > 0)                                                                     \
    X(BOTH, "--join both", o->show.both)                                                           \
    X(CHARSET, "--charset", o->config.charset.n > 0)                                               \
    X(RULES, "--rules", o->rules != NULL)                                                          \
    X(REFANG, "--refang", o->refang)                                                               \
    X(JOIN, "--join", o->join)                                                                     \
    X(COLUMNS, "--columns", o->config.columns > 0)                                                 \
    X(SCREEN, "--profile screen", o->config.profile == TRAWL_PROFILE_SCREEN)                       \
    X(BASE, "--base", o->config.base.n > 0)                                                        \
    X(NEW, "--new", o->filter.zones == NEW_ZONES)                                                  \
    X(ZONE, "--zone", o->filter.zones && o->filter.zones != NEW_ZONES)                             \
    X(EVERY, "--uniq=none", o->every)                                                              \
    X(FLAGS, "--flag", o->filter.only.set || o->filter.only.doubt)                                 \
    X(NOT, "--not",                                                                                \
      o->filter.out.set || o->filter.out.doubt || o->filter.zones_out || o->filter.kinds_out ||    \
          select_has_words(&o->urls.out))                                                          \
    X(SCHEME, "--scheme", o->urls.only.schemes.n > 0)                                              \
    X(SCHEME_LIVE, "--scheme live", o->urls.live)                                                  \
    X(HOST, "--host", o->urls.only.hosts.n > 0)                                                    \
    X(SITE, "--site", o->urls.only.sites.n > 0)                                                    \
    X(UNWRAP, "--unwrap", o->show.unwrap > 0)                                                      \
    X(PAGE, "--page", o->show.page)                                                                \
    X(TITLE, "--title", o->show.emit.title.n > 0)                                                  \
    X(LANG, "--lang", o->show.emit.lang.n > 0)                                                     \
    X(STRUCTURE, "--structure", o->show.structure > 0)                                             \
    X(NO_STRUCTURE, "--structure=none", o->show.structure < 0)                                     \
    X(KEEP_LINES, "--structure=lines", o->structure == STRUCTURE_LINES)                            \
    X(TOC, "--toc", o->toc)                                                                        \
    X(CSS, "--css", o->css != NULL)                                                                \
    X(LIVE, "--live", o->show.emit.live.n > 0)                                                     \
    X(REL, "--attr rel", o->show.emit.rel.n > 0)                                                   \
    X(CLASS, "--attr class", o->show.emit.css_class.n > 0)                                         \
    X(TARGET, "--attr target", o->show.emit.target.n > 0)                                          \
    X(LINK_TEMPLATE, "--link-template", o->show.emit.link_template.n > 0)

enum given {
#define GIVEN_ENUM(id, name, is) GIVEN_##id,
    GIVEN_ROWS(GIVEN_ENUM)
#undef GIVEN_ENUM
        GIVENS /* their number */
};

/* Sets of options. */
#define G(id) (UINT64_C(1) << GIVEN_##id)
#define SPELLINGS (G(RAW) | G(CANONICAL) | G(DISPLAY))
#define PLACES (G(LINES) | G(COLUMN) | G(NAMES))
#define SELECTIONS                                                                                 \
    (G(NEW) | G(ZONE) | G(EVERY) | G(FLAGS) | G(SCHEME) | G(SCHEME_LIVE) | G(HOST) | G(SITE))
#define OF_PAGES (G(TITLE) | G(LANG) | G(CSS) | G(KEEP_LINES) | G(TOC))
#define OF_HTML                                                                                    \
    (OF_PAGES | G(PAGE) | G(NO_STRUCTURE) | G(REL) | G(CLASS) | G(TARGET) | G(LINK_TEMPLATE))

_Static_assert(GIVENS <= 64, "a set of options has 64 bits");

static const char *const given_names[GIVENS] = {
#define GIVEN_NAME(id, name, is) [GIVEN_##id] = (name),
    GIVEN_ROWS(GIVEN_NAME)
#undef GIVEN_NAME
};

static uint64_t given(const struct find_options *o)
{
    uint64_t set = 0;

#define GIVEN_TEST(id, name, is) set |= (is) ? G(id) : 0;
    GIVEN_ROWS(GIVEN_TEST)
#undef GIVEN_TEST
    return set;
}

/* Returns the name of the first option in a set that is not empty. */
static const char *given_name(uint64_t set)
{
    int i = 0;

    while (!(set >> i & 1))
        i++;
    return given_names[i];
}

/* ---- Formats ---- */

enum format_class { OF_LIST, OF_JSON, OF_CSV, OF_RECORDS, OF_LINKS, OF_BOTH, IS_HTML, NOT_TEXT };

static bool format_is(const struct format *format, enum format_class class)
{
    switch (class) {
    case OF_LIST:
        return format == &format_list;
    case OF_JSON:
        return format == &format_json;
    case IS_HTML:
        return format == &format_html;
    case NOT_TEXT:
        return format != &format_text;
    case OF_CSV:
        return format == &format_csv;
    case OF_RECORDS:
        return format->traits & FORMAT_RECORDS;
    case OF_BOTH:
        return format->traits & FORMAT_BOTH;
    case OF_LINKS:
        return !(format->traits & FORMAT_TEXT);
    }
    return false;
}

/* Writes the names of the formats of a class: "json, tsv and csv". */
static void format_names(char *to, size_t size, enum format_class class)
{
    const char *name, *names[16];
    size_t n = 0, count = 0;

    for (int i = 0; (name = format_word(i, NULL, NULL)) && count < 16; i++)
        if (format_is(format_chosen(i + 1), class) && !format_is_xml(i + 1))
            names[count++] = name;
    for (size_t i = 0; i < count && n < size; i++)
        n += (size_t)snprintf(to + n, size - n, "%s%s",
                              i == 0          ? ""
                              : i + 1 < count ? ", "
                                              : " and ",
                              names[i]);
}

/* ---- The tables ---- */

/* Options that exclude each other. */
static const struct {
    uint64_t these, others;
    const char *why;
} excluded[] = {
    {G(RAW), G(CANONICAL) | G(DISPLAY), "both are spellings of a link"},
    {G(CANONICAL), G(DISPLAY), "both are spellings of a link"},
    {G(DEFANG) | G(UNWRAP), G(RAW), "it changes the link, and --spell raw prints it as it is"},
    {G(COUNT), SPELLINGS | G(LINES) | G(COLUMN) | G(ZERO) | G(BOTH) | G(EXPLAIN),
     "it prints a number"},
    {G(EXPLAIN), G(FORMAT) | SPELLINGS | G(ZERO) | G(LINES) | G(COLUMN) | G(UNIQ),
     "it has an output of its own"},
    {G(FILES),
     G(EXPLAIN) | G(COUNT) | G(CONTEXT) | SPELLINGS | G(DEFANG) | G(BOTH) | PLACES | G(UNIQ) |
         G(AT),
     "it prints names of files"},
    {G(AT), G(EXPLAIN) | G(COUNT) | G(CONTEXT) | G(UNIQ), "it prints one link"},
    {G(COLUMN) | G(AT) | G(UNITS), G(CHARSET),
     "it counts the characters of UTF-8, or of UTF-16 and UTF-32 with a byte-order mark"},
    {SELECTIONS | G(NOT) | G(UNWRAP), G(EXPLAIN), "it selects links that are listed"},
    {G(TOC), G(NO_STRUCTURE), "it needs the structure of the text"},
};

/* Options that need a format of a class, unless another option was given. */
static const struct {
    uint64_t these, unless;
    enum format_class class;
    const char *why;
} formatted[] = {
    {SPELLINGS | G(ZERO) | PLACES | G(UNIQ) | G(FILES) | G(AT) | SELECTIONS | G(UNWRAP), 0,
     OF_LINKS, "the others print the text"},
    {G(RAW) | G(CANONICAL_URL), 0, OF_LIST, "records have it as a field"},
    {PLACES, 0, OF_LIST, "records have the fields line, column and file"},
    {G(ZERO), 0, OF_LIST, "records are lines"},
    {G(DEFANG) | G(UNWRAP), 0, OF_LIST, "it changes a list; see --fields defanged,target"},
    {G(COUNT) | G(FILES), 0, OF_LIST, "it prints no links"},
    {G(LIMITS), 0, OF_JSON, "it prints records that are not links"},
    {G(OFFSETS), G(COLUMN) | G(AT), OF_RECORDS,
     "it counts spans; or with --line-number=column or --at"},
    {G(CONTEXT) | G(FIELDS), 0, OF_RECORDS, "it chooses fields of records"},
    {G(NO_HEADER), 0, OF_CSV, "only csv names its columns"},
    {G(BOTH), 0, OF_BOTH, "the others show one reading"},
    {G(BASE), 0, NOT_TEXT, "-t text does not change partial URLs"},
    {OF_HTML, 0, IS_HTML, "it is for HTML"},
    {G(STRUCTURE), G(EXPLAIN), IS_HTML, "it is for HTML; or with --explain"},
    {G(LIVE), G(SCHEME_LIVE), IS_HTML, "it is for HTML; or with --scheme live"},
};

/* Options that need another option. */
static const struct {
    uint64_t these, needed;
    const char *why;
} needing[] = {
    {OF_PAGES, G(PAGE), " goes with --page only"},
    {G(FIELD_CONTEXT), G(CONTEXT), " is the text around a link; say how much with --context N"},
};

/* ---- The test ---- */

static int refuse_pair(const char *one, const char *other, const char *why)
{
    char message[300];

    (void)snprintf(message, sizeof message, "%s does not go with %s: %s", one, other, why);
    return say_refuse(message, NULL, "; see \"trawl --help\"");
}

static int refuse_format(const struct find_options *o, const char *one, enum format_class class,
                         const char *why)
{
    char message[400], names[100] = "";

    format_names(names, sizeof names, class);
    (void)snprintf(message, sizeof message, "%s does not go with -t %s%s, only with -t %s: %s", one,
                   format_word(o->to > 0 ? o->to - 1 : 0, NULL, NULL),
                   o->implied ? ", which the name after -o implies" : "", names, why);
    return say_refuse(message, NULL, "; see \"trawl --help\"");
}

int conflict_test(const struct find_options *o)
{
    const uint64_t set = given(o);

    for (size_t i = 0; i < sizeof excluded / sizeof excluded[0]; i++)
        if ((set & excluded[i].these) && (set & excluded[i].others))
            return refuse_pair(given_name(set & excluded[i].these),
                               given_name(set & excluded[i].others), excluded[i].why);
    for (size_t i = 0; i < sizeof formatted / sizeof formatted[0]; i++)
        if ((set & formatted[i].these) && !(set & formatted[i].unless) &&
            !format_is(o->format, formatted[i].class))
            return refuse_format(o, given_name(set & formatted[i].these), formatted[i].class,
                                 formatted[i].why);
    for (size_t i = 0; i < sizeof needing / sizeof needing[0]; i++)
        if ((set & needing[i].these) && !(set & needing[i].needed))
            return say_refuse(given_name(set & needing[i].these), needing[i].why,
                              "; see \"trawl --help\"");
    return 0;
}
