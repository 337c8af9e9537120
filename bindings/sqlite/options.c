/* options.c - the options of a call: words such as find=url,www and join, separated by blanks
 *
 * Their names and values are those of trawl(1). A wrong one is an error whose message lists the
 * right ones.
 */
#include "sql.h"

enum name {
    FIND,
    PROFILE,
    SCHEMES,
    DOMAINS,
    TLDS,
    PUBLIC_HOSTS,
    HYPHEN,
    JOIN,
    REFANG,
    CHARSET,
    BASE,
    FROM,
    HEADERS,
    LIVE
};

#define EVERYWHERE (SQL_OF_TABLE | SQL_OF_TEXT | SQL_OF_HTML)

/* `values` are in the order of the library's numbers. NULL: any value; "": no value. */
static const struct sqlite_option {
    const char *name, *values;
    unsigned uses; /* enum sql_use */
} table[] = {
    [FIND] = {"find", NULL, EVERYWHERE},
    [PROFILE] = {"profile", "mail uts58 rfc1738 screen", EVERYWHERE},
    [SCHEMES] = {"schemes", NULL, EVERYWHERE},
    [DOMAINS] = {"domains", "strong all", EVERYWHERE},
    [TLDS] = {"tlds", "any classic", EVERYWHERE},
    [PUBLIC_HOSTS] = {"public-hosts", "", EVERYWHERE},
    [HYPHEN] = {"hyphen", "keep drop", EVERYWHERE},
    [JOIN] = {"join", "", SQL_OF_TABLE},
    [REFANG] = {"refang", "", SQL_OF_TABLE},
    [CHARSET] = {"charset", NULL, EVERYWHERE},
    [BASE] = {"base", NULL, SQL_OF_TABLE | SQL_OF_HTML},
    [FROM] = {"from", NULL, SQL_OF_TABLE},
    [HEADERS] = {"headers", "links all none", SQL_OF_TABLE},
    [LIVE] = {"live", NULL, SQL_OF_HTML},
};

enum { NAMES = sizeof table / sizeof table[0] };

static const char sqlite_kinds[] =
    "url www addr email domain msgid hdr ip localhost netpath html osc8";

/* The bits of each of the `kinds`. "url" includes the URLs of header fields, HTML and terminals. */
static const unsigned kind_bits[] = {
    TRAWL_FIND_URL | TRAWL_FIND_HDR | TRAWL_FIND_HTML | TRAWL_FIND_OSC8,
    TRAWL_FIND_WWW,
    TRAWL_FIND_ADDR,
    TRAWL_FIND_EMAIL,
    TRAWL_FIND_DOMAIN,
    TRAWL_FIND_MSGID,
    TRAWL_FIND_HDR,
    TRAWL_FIND_IP,
    TRAWL_FIND_LOCALHOST,
    TRAWL_FIND_NETPATH,
    TRAWL_FIND_HTML,
    TRAWL_FIND_OSC8,
};

/* The kinds in find=. */
struct wanted {
    bool listed, domains;
    unsigned list, add, drop;
};

static bool sqlite_is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Removes the text before the first byte for which ends() is true, or all text, from *rest. Returns
 * the removed text. */
static trawl_str sqlite_take(trawl_str *rest, bool (*ends)(char c))
{
    trawl_str s = {rest->p, 0};

    while (s.n < rest->n && !ends(rest->p[s.n]))
        s.n++;
    *rest = (trawl_str){rest->p + s.n, rest->n - s.n};
    return s;
}

static bool is_comma(char c)
{
    return c == ',';
}

static bool is_equals(char c)
{
    return c == '=';
}

/* Removes the first byte of a text that is not empty. */
static void sqlite_skip(trawl_str *s)
{
    *s = (trawl_str){s->p + 1, s->n - 1};
}

/* Returns the index of a word in a list of words that are separated by blanks, or -1. */
static int sqlite_find_word(const char *words, trawl_str word)
{
    trawl_str rest = {words, strlen(words)};

    for (int i = 0; rest.n > 0; i++) {
        trawl_str one = sqlite_take(&rest, sqlite_is_blank);

        if (one.n == word.n && memcmp(one.p, word.p, one.n) == 0)
            return i;
        if (rest.n > 0)
            sqlite_skip(&rest);
    }
    return -1;
}

static int sqlite_refuse(char **why, const char *name, trawl_str value, const char *right)
{
    *why = sqlite3_mprintf("option %s: %.*Q is wrong; it takes: %s", name, (int)value.n,
                           value.p ? value.p : "", right);
    return SQLITE_ERROR;
}

/* ---- Values ---- */

/* Reads the value of find=: "url,www", or "+domain,-email" to change the default. */
static int sqlite_read_kinds(struct wanted *w, trawl_str value, char **why)
{
    trawl_str rest = value;

    for (bool more = true; more;) {
        trawl_str kind = sqlite_take(&rest, is_comma);
        char sign = '\0';
        int i;

        if (kind.n > 0 && (*kind.p == '+' || *kind.p == '-')) {
            sign = *kind.p;
            sqlite_skip(&kind);
        }
        if ((i = sqlite_find_word(sqlite_kinds, kind)) < 0)
            return sqlite_refuse(why, "find", kind, sqlite_kinds);
        if (!sign) {
            w->listed = true;
            w->list |= kind_bits[i];
        } else if (sign == '+') {
            w->add |= kind_bits[i];
            w->drop &= ~kind_bits[i];
        } else {
            w->drop |= kind_bits[i];
            w->add &= ~kind_bits[i];
        }
        more = rest.n > 0;
        if (more)
            sqlite_skip(&rest);
    }
    return SQLITE_OK;
}

/* Returns true for scheme names that are separated by commas. */
static bool sqlite_are_schemes(trawl_str value)
{
    bool first = true;

    for (size_t i = 0; i < value.n; i++) {
        char c = value.p[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');

        if (c == ',' ? first
                     : !letter && (first || !(c == '+' || (c >= '-' && c <= '9' && c != '/'))))
            return false;
        first = c == ',';
    }
    return !first;
}

static int sqlite_read_schemes(struct sql_options *o, trawl_str value, char **why)
{
    static const char which[] = "any known";
    int i = sqlite_find_word(which, value);

    if (i < 0 && !sqlite_are_schemes(value))
        return sqlite_refuse(why, "schemes", value, "any, known, or names, as in http,https");
    o->config.options &= ~(unsigned)TRAWL_OPTION_KNOWN_SCHEMES;
    o->config.options |= i == 1 ? TRAWL_OPTION_KNOWN_SCHEMES : 0;
    o->config.schemes = i < 0 ? value : (trawl_str){NULL, 0};
    return SQLITE_OK;
}

static int read_live(struct sql_options *o, trawl_str value, char **why)
{
    trawl_str rest = value;

    if (!sqlite_are_schemes(value))
        return sqlite_refuse(why, "live", value, "names of schemes, as in ftp,gopher");
    while (rest.n > 0) {
        trawl_str name = sqlite_take(&rest, is_comma);

        if (trawl_emit_live(name.p, name.n) > TRAWL_LIVE_LISTED)
            return sqlite_refuse(why, "live", name,
                                 "registered schemes that run no code, as in ftp,gopher");
        if (rest.n > 0)
            sqlite_skip(&rest);
    }
    o->live = value;
    return SQLITE_OK;
}

static int read_base(struct sql_options *o, trawl_str value, char **why)
{
    if (trawl_standards(value.p, value.n, NULL) == 0)
        return sqlite_refuse(why, "base", value, "an absolute URL");
    o->config.base = value;
    return SQLITE_OK;
}

static int read_from(struct sql_options *o, trawl_str value, char **why)
{
    int input = trawl_input_find(value.p, value.n);
    char right[256];
    size_t n = 0;
    const char *name;

    for (int i = 0; input < 0 && (name = trawl_input_word(i, NULL, NULL)); i++) {
        sqlite3_snprintf((int)(sizeof right - n), right + n, "%s%s", i > 0 ? " " : "", name);
        n += strlen(right + n);
    }
    if (input < 0)
        return sqlite_refuse(why, "from", value, right);
    o->input = input;
    return SQLITE_OK;
}

/* Sets an option to the choice with this number. */
static void sqlite_choose(struct sql_options *o, enum name name, int choice)
{
    static const unsigned tlds[] = {TRAWL_OPTION_ANY_TLD, TRAWL_OPTION_CLASSIC_TLD};

    if (name == PROFILE)
        o->config.profile = choice;
    else if (name == DOMAINS)
        o->config.options |= choice == 1 ? TRAWL_OPTION_ALL_DOMAINS : 0;
    else if (name == TLDS)
        o->config.options |= tlds[choice];
    else if (name == HYPHEN)
        o->config.options |= choice == 1 ? TRAWL_OPTION_HYPHEN_DROP : 0;
    else if (name == HEADERS)
        o->headers = choice;
}

/* ---- Words ---- */

/* Reports an unknown name, and lists the known ones. */
static int sqlite_refuse_name(char **why, unsigned use, trawl_str name)
{
    sqlite3_str *s = sqlite3_str_new(NULL);

    sqlite3_str_appendf(s, "no option %.*Q; the options are", (int)name.n, name.p);
    for (unsigned i = 0; i < NAMES; i++)
        if (table[i].uses & use)
            sqlite3_str_appendf(s, " %s%s", table[i].name,
                                table[i].values && !*table[i].values ? "" : "=");
    *why = sqlite3_str_finish(s);
    return SQLITE_ERROR;
}

static int sqlite_read_value(struct sql_options *o, struct wanted *w, enum name name,
                             trawl_str value, char **why)
{
    const char *values = table[name].values;
    int choice;

    if (value.n == 0)
        return sqlite_refuse(why, table[name].name, value,
                             values ? values : "a value that is not empty");
    switch (name) {
    case FIND:
        return sqlite_read_kinds(w, value, why);
    case SCHEMES:
        return sqlite_read_schemes(o, value, why);
    case LIVE:
        return read_live(o, value, why);
    case BASE:
        return read_base(o, value, why);
    case FROM:
        return read_from(o, value, why);
    case CHARSET:
        o->config.charset = value;
        return SQLITE_OK;
    default:
        choice = sqlite_find_word(values, value);
        if (choice < 0)
            return sqlite_refuse(why, table[name].name, value, values);
        sqlite_choose(o, name, choice);
        w->domains |= name == DOMAINS;
        return SQLITE_OK;
    }
}

static int sqlite_read_word(struct sql_options *o, struct wanted *w, unsigned use, trawl_str word,
                            char **why)
{
    trawl_str rest = word, name = sqlite_take(&rest, is_equals);
    unsigned i = 0;

    while (i < NAMES && (!(table[i].uses & use) || strlen(table[i].name) != name.n ||
                         memcmp(table[i].name, name.p, name.n) != 0))
        i++;
    if (i == NAMES)
        return sqlite_refuse_name(why, use, name);
    if (table[i].values && !*table[i].values) {
        if (rest.n > 0)
            return sqlite_refuse(why, table[i].name, word, table[i].name);
        o->config.options |= i == JOIN           ? TRAWL_OPTION_JOIN
                             : i == PUBLIC_HOSTS ? TRAWL_OPTION_PUBLIC_HOSTS
                                                 : 0;
        o->mail |= i == REFANG ? TRAWL_MAIL_OPTION_REFANG : 0;
        return SQLITE_OK;
    }
    if (rest.n > 0)
        sqlite_skip(&rest);
    return sqlite_read_value(o, w, (enum name)i, rest, why);
}

/* Sets the kinds to find: those given, else those of the profile. */
static int sqlite_settle_kinds(struct sql_options *o, const struct wanted *w, char **why)
{
    unsigned standard = TRAWL_FIND_DEFAULT | TRAWL_FIND_HDR | TRAWL_FIND_HTML;

    if (o->config.profile == TRAWL_PROFILE_UTS58)
        standard = TRAWL_FIND_URL | TRAWL_FIND_EMAIL | TRAWL_FIND_DOMAIN;
    else if (o->config.profile == TRAWL_PROFILE_RFC1738)
        standard = TRAWL_FIND_URL;
    standard |= w->domains ? TRAWL_FIND_DOMAIN : 0;
    o->config.find = ((w->listed ? w->list : standard) | w->add) & ~w->drop;
    if (o->config.find == 0) {
        *why = sqlite3_mprintf("option find: no kind is left to find");
        return SQLITE_ERROR;
    }
    return SQLITE_OK;
}

int sql_options_read(struct sql_options *o, unsigned use, int input, trawl_str text, char **why)
{
    struct wanted w = {0};

    *o = (struct sql_options){.config = {.size = sizeof o->config}, .input = input};
    while (text.n > 0) {
        trawl_str word = sqlite_take(&text, sqlite_is_blank);
        int code = word.n > 0 ? sqlite_read_word(o, &w, use, word, why) : SQLITE_OK;

        if (code != SQLITE_OK)
            return code;
        if (text.n > 0)
            sqlite_skip(&text);
    }
    return sqlite_settle_kinds(o, &w, why);
}

int sql_settings_new(trawl_settings **s, const struct sql_options *o, char **why)
{
    trawl_config config = o->config;
    int error;

    config.resize = sql_resize;
    error = trawl_settings_new(s, &config);
    if (error == TRAWL_ERROR_NO_MEMORY)
        return SQLITE_NOMEM;
    if (error == TRAWL_ERROR_BAD_CHARSET)
        return sqlite_refuse(why, "charset", config.charset,
                             "names of charsets in mail, as iso-8859-2");
    if (error != TRAWL_OK)
        *why = sqlite3_mprintf("%s", trawl_strerror(error));
    return error == TRAWL_OK ? SQLITE_OK : SQLITE_ERROR;
}
