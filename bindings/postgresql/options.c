/* options.c - the options of a function: words separated by blanks, "find=url,www schemes=https"
 *
 * Names and values are those of the command's options that say what to find and how to read it.
 */
#include "trawl_pg.h"

#include <parser/scansup.h>

/* The kind "url" includes the URLs of header fields, HTML and terminals. */
#define URLS (TRAWL_FIND_URL | TRAWL_FIND_HDR | TRAWL_FIND_HTML | TRAWL_FIND_OSC8)

/* The options of a call, while they are read. */
typedef struct postgresql_reader {
    const char *function;
    const char *name; /* of the option */
    options *o;
    trawl_str kinds; /* the value of find=, read last: the default depends on other options */
    bool domains;    /* the option domains was given */
} reader;

/* Reports a wrong value of an option. `takes` is the hint that says what would be right. */
static void postgresql_refuse(const reader *r, trawl_str value, const char *takes)
{
    ereport(ERROR, errcode(ERRCODE_INVALID_PARAMETER_VALUE),
            errmsg("%s: the option %s cannot be \"%s\"", r->function, r->name, text_shown(value)),
            errhint("%s", takes));
}

static bool postgresql_is_word(trawl_str s, const char *word)
{
    return s.n == strlen(word) && memcmp(s.p, word, s.n) == 0;
}

/* Returns the part of *rest before the first `end`, and removes it from *rest with that `end`. */
static trawl_str postgresql_take(trawl_str *rest, char end)
{
    const char *at = rest->n > 0 ? memchr(rest->p, end, rest->n) : NULL;
    trawl_str first = {rest->p, at ? (size_t)(at - rest->p) : rest->n};
    size_t n = first.n + (at ? 1 : 0);

    *rest = (trawl_str){rest->p + n, rest->n - n};
    return first;
}

/* Returns the index of a value in a list of names that ends with NULL. Reports an error for other
 * values. */
static int postgresql_choose(const reader *r, trawl_str value, const char *const *names,
                             const char *takes)
{
    for (int i = 0; names[i]; i++)
        if (postgresql_is_word(value, names[i]))
            return i;
    postgresql_refuse(r, value, takes);
    return -1;
}

/* ---- find ---- */

/* Reads the value of find=. "url,www" replaces `kinds`, and "+domain,-email" changes them. Returns
 * the bits. */
static unsigned postgresql_read_kinds(const reader *r, trawl_str value, unsigned kinds)
{
    static const char *const names[] = {"url",   "www",  "addr", "email",     "domain",
                                        "msgid", "hdr",  "ip",   "localhost", "netpath",
                                        "html",  "osc8", NULL};
    static const unsigned bits[] = {URLS,
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
                                    TRAWL_FIND_OSC8};
    trawl_str rest = value;
    bool listed = false;

    do {
        trawl_str kind = postgresql_take(&rest, ',');
        char sign = kind.n > 0 && (*kind.p == '+' || *kind.p == '-') ? *kind.p : '\0';
        unsigned bit;

        if (sign)
            kind = (trawl_str){kind.p + 1, kind.n - 1};
        bit = bits[postgresql_choose(
            r, kind, names,
            "Kinds are url, www, addr, email, domain, msgid, hdr, ip, localhost, "
            "netpath, html and osc8; \"+kind\" adds one, \"-kind\" removes one.")];
        if (!sign && !listed)
            kinds = 0;
        listed |= !sign;
        kinds = sign == '-' ? kinds & ~bit : kinds | bit;
    } while (rest.n > 0);
    if (kinds == 0)
        postgresql_refuse(r, value, "No kind is left to find.");
    return kinds;
}

/* ---- The other options ---- */

/* Sets one option. */
typedef void setter(reader *r, trawl_str value);

static void set_find(reader *r, trawl_str value)
{
    r->kinds = value;
}

static void set_profile(reader *r, trawl_str value)
{
    static const char *const names[] = {"mail", "uts58", "rfc1738", "screen", NULL};

    r->o->find.profile =
        postgresql_choose(r, value, names, "Profiles are mail, uts58, rfc1738 and screen.");
}

/* Returns true for names of schemes that are separated by commas. */
static bool postgresql_are_schemes(trawl_str value)
{
    bool first = true;

    for (size_t i = 0; i < value.n; i++) {
        char c = value.p[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'),
             other = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';

        if (c == ',' ? first : !letter && (first || !other))
            return false;
        first = c == ',';
    }
    return !first;
}

static void postgresql_set_schemes(reader *r, trawl_str value)
{
    bool known = postgresql_is_word(value, "known"), any = postgresql_is_word(value, "any");

    if (!postgresql_are_schemes(value))
        postgresql_refuse(r, value, "It takes any, known, or names as in http,https.");
    r->o->find.options &= ~(unsigned)TRAWL_OPTION_KNOWN_SCHEMES;
    r->o->find.options |= known ? TRAWL_OPTION_KNOWN_SCHEMES : 0;
    r->o->find.schemes = known || any ? (trawl_str){NULL, 0} : value;
}

static void set_domains(reader *r, trawl_str value)
{
    static const char *const names[] = {"strong", "all", NULL};

    r->domains = true;
    r->o->find.options &= ~(unsigned)TRAWL_OPTION_ALL_DOMAINS;
    if (postgresql_choose(r, value, names, "It takes strong or all.") == 1)
        r->o->find.options |= TRAWL_OPTION_ALL_DOMAINS;
}

static void postgresql_set_tlds(reader *r, trawl_str value)
{
    static const char *const names[] = {"any", "classic", NULL};
    static const unsigned bits[] = {TRAWL_OPTION_ANY_TLD, TRAWL_OPTION_CLASSIC_TLD};

    r->o->find.options &= ~(bits[0] | bits[1]);
    r->o->find.options |= bits[postgresql_choose(r, value, names, "It takes any or classic.")];
}

static void set_hyphen(reader *r, trawl_str value)
{
    static const char *const names[] = {"keep", "drop", NULL};

    r->o->find.options &= ~(unsigned)TRAWL_OPTION_HYPHEN_DROP;
    if (postgresql_choose(r, value, names, "It takes keep or drop.") == 1)
        r->o->find.options |= TRAWL_OPTION_HYPHEN_DROP;
}

static void postgresql_set_base(reader *r, trawl_str value)
{
    if (trawl_standards(value.p, value.n, NULL) <= 0)
        postgresql_refuse(r, value, "It takes an absolute URL.");
    r->o->find.base = value;
}

static void postgresql_set_charset(reader *r, trawl_str value)
{
    r->o->find.charset = value;
}

static void set_from(reader *r, trawl_str value)
{
    int input = trawl_input_find(value.p, value.n);
    char takes[256] = "It takes ";
    const char *name;

    for (int i = 0; input < 0 && (name = trawl_input_word(i, NULL, NULL)); i++) {
        strlcat(takes,
                i == 0                                ? ""
                : trawl_input_word(i + 1, NULL, NULL) ? ", "
                                                      : " or ",
                sizeof takes);
        strlcat(takes, name, sizeof takes);
    }
    strlcat(takes, ".", sizeof takes);
    if (input < 0)
        postgresql_refuse(r, value, takes);
    r->o->mail.input = input;
}

static void set_headers(reader *r, trawl_str value)
{
    static const char *const names[] = {"links", "all", "none", NULL};

    r->o->mail.headers = postgresql_choose(r, value, names, "It takes links, all or none.");
}

static void set_public_hosts(reader *r, trawl_str value)
{
    (void)value;
    r->o->find.options |= TRAWL_OPTION_PUBLIC_HOSTS;
}

static void set_join(reader *r, trawl_str value)
{
    (void)value;
    r->o->find.options |= TRAWL_OPTION_JOIN;
}

static void set_refang(reader *r, trawl_str value)
{
    (void)value;
    r->o->mail.options |= TRAWL_MAIL_OPTION_REFANG;
}

static void postgresql_set_live(reader *r, trawl_str value)
{
    if (!postgresql_are_schemes(value))
        postgresql_refuse(r, value, "It takes names of schemes as in ftp,gopher.");
    for (trawl_str rest = value; rest.n > 0;) {
        trawl_str scheme = postgresql_take(&rest, ',');

        if (trawl_emit_live(scheme.p, scheme.n) > TRAWL_LIVE_LISTED)
            postgresql_refuse(r, scheme, "It takes registered schemes that run no code.");
    }
    r->o->emit.live = value;
}

#define ALL (OF_LINKS | OF_TEXT | OF_HTML)

static const struct postgresql_option {
    const char *name;
    setter *set;
    bool has_value;
    int uses; /* enum use */
} table[] = {
    {"find", set_find, true, ALL},
    {"profile", set_profile, true, ALL},
    {"schemes", postgresql_set_schemes, true, ALL},
    {"domains", set_domains, true, ALL},
    {"tlds", postgresql_set_tlds, true, ALL},
    {"public-hosts", set_public_hosts, false, ALL},
    {"hyphen", set_hyphen, true, ALL},
    {"charset", postgresql_set_charset, true, OF_LINKS},
    {"base", postgresql_set_base, true, OF_LINKS | OF_HTML},
    {"join", set_join, false, OF_LINKS},
    {"refang", set_refang, false, OF_LINKS},
    {"from", set_from, true, OF_LINKS},
    {"headers", set_headers, true, OF_LINKS},
    {"live", postgresql_set_live, true, OF_HTML},
};

/* Reports an option that the function does not have. */
static void postgresql_refuse_name(const reader *r, enum use use, trawl_str name)
{
    char all[200] = "The options are";

    for (size_t i = 0; i < lengthof(table); i++)
        if (table[i].uses & (int)use) {
            strlcat(all, " ", sizeof all);
            strlcat(all, table[i].name, sizeof all);
        }
    ereport(ERROR, errcode(ERRCODE_INVALID_PARAMETER_VALUE),
            errmsg("%s: unknown option \"%s\"", r->function, text_shown(name)),
            errhint("%s.", all));
}

/* Reads one word. */
static void postgresql_read_word(reader *r, enum use use, trawl_str word)
{
    bool has_value = memchr(word.p, '=', word.n) != NULL;
    trawl_str value = word, name = postgresql_take(&value, '=');
    const struct postgresql_option *t = table, *end = table + lengthof(table);

    while (t < end && (!(t->uses & (int)use) || !postgresql_is_word(name, t->name)))
        t++;
    if (t == end)
        postgresql_refuse_name(r, use, name);
    r->name = t->name;
    if (t->has_value && value.n == 0)
        postgresql_refuse(r, value, "A value is missing, as in find=url.");
    if (!t->has_value && has_value)
        postgresql_refuse(r, value, "It takes no value.");
    t->set(r, value);
}

options options_read(const char *function, enum use use, trawl_str s)
{
    options o = {.find = {.size = sizeof o.find},
                 .mail = {.size = sizeof o.mail, .input = TRAWL_INPUT_TEXT},
                 .emit = {.size = sizeof o.emit}};
    reader r = {.function = function, .name = "find", .o = &o};
    unsigned kinds = TRAWL_FIND_DEFAULT | TRAWL_FIND_HDR | TRAWL_FIND_HTML;

    while (s.n > 0) {
        size_t n = 0;

        while (n < s.n && !scanner_isspace(s.p[n]))
            n++;
        if (n > 0)
            postgresql_read_word(&r, use, (trawl_str){s.p, n});
        n = Min(n + 1, s.n);
        s = (trawl_str){s.p + n, s.n - n};
    }
    if (o.find.profile == TRAWL_PROFILE_UTS58)
        kinds = TRAWL_FIND_URL | TRAWL_FIND_EMAIL | TRAWL_FIND_DOMAIN;
    else if (o.find.profile == TRAWL_PROFILE_RFC1738)
        kinds = TRAWL_FIND_URL;
    if (r.domains)
        kinds |= TRAWL_FIND_DOMAIN;
    r.name = "find";
    o.find.find = r.kinds.n > 0 ? postgresql_read_kinds(&r, r.kinds, kinds) : kinds;
    return o;
}
