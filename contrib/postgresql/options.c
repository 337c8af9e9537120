/* options.c - the options of trawl_links: words with blanks between, "find=url,www schemes=https"
 *
 * Their names and values are those of the options of the command trawl that say what to find and how
 * to read it.
 */
#include "trawl_pg.h"

#include <mb/pg_wchar.h>

#define FIND_MAIL (TRAWL_FIND_DEFAULT | TRAWL_FIND_HDR | TRAWL_FIND_HTML)
#define FIND_URLS (TRAWL_FIND_URL | TRAWL_FIND_HDR | TRAWL_FIND_HTML | TRAWL_FIND_OSC8)

/* Returns how much of a text to show in a message. */
static int shown(trawl_str s)
{
    return pg_encoding_mbcliplen(PG_UTF8, s.p, (int)s.n, 64);
}

/* Reports an option that is wrong. `takes` says what would be right. */
static void refuse(const char *name, trawl_str value, const char *takes)
{
    ereport(
        ERROR, errcode(ERRCODE_INVALID_PARAMETER_VALUE),
        errmsg("trawl_links: the option \"%s\" cannot be \"%.*s\"", name, shown(value), value.p),
        errhint("%s", takes));
}

static bool is_word(trawl_str s, const char *word)
{
    return s.n == strlen(word) && memcmp(s.p, word, s.n) == 0;
}

/* Removes what precedes the first `end` from *rest, with that one, and returns it. */
static trawl_str take(trawl_str *rest, char end)
{
    const char *at = rest->n > 0 ? memchr(rest->p, end, rest->n) : NULL;
    trawl_str first = {rest->p, at ? (size_t)(at - rest->p) : rest->n};
    size_t n = first.n + (at ? 1 : 0);

    *rest = (trawl_str){rest->p + n, rest->n - n};
    return first;
}

/* Returns the index of a value among names that end with NULL. */
static int choose(const char *name, trawl_str value, const char *const *names, const char *takes)
{
    for (int i = 0; names[i]; i++)
        if (is_word(value, names[i]))
            return i;
    refuse(name, value, takes);
    return -1;
}

/* ---- find ---- */

/* Reads "url,www", or "+domain,-email", which changes `kinds`. Returns the bits. */
static unsigned read_kinds(trawl_str value, unsigned kinds)
{
    static const char *const names[] = {"url",   "www",  "addr", "email",     "domain",
                                        "msgid", "hdr",  "ip",   "localhost", "netpath",
                                        "html",  "osc8", NULL};
    static const unsigned bits[] = {FIND_URLS,          TRAWL_FIND_WWW,    TRAWL_FIND_ADDR,
                                    TRAWL_FIND_EMAIL,   TRAWL_FIND_DOMAIN, TRAWL_FIND_MSGID,
                                    TRAWL_FIND_HDR,     TRAWL_FIND_IP,     TRAWL_FIND_LOCALHOST,
                                    TRAWL_FIND_NETPATH, TRAWL_FIND_HTML,   TRAWL_FIND_OSC8};
    trawl_str rest = value;
    bool listed = false;

    do {
        trawl_str kind = take(&rest, ',');
        char sign = kind.n > 0 && (*kind.p == '+' || *kind.p == '-') ? *kind.p : '\0';
        unsigned bit;

        if (sign)
            kind = (trawl_str){kind.p + 1, kind.n - 1};
        bit = bits[choose("find", kind, names,
                          "Kinds are url, www, addr, email, domain, msgid, hdr, ip, localhost, "
                          "netpath, html and osc8; \"+kind\" adds one, \"-kind\" removes one.")];
        if (!sign && !listed)
            kinds = 0;
        listed |= !sign;
        kinds = sign == '-' ? kinds & ~bit : kinds | bit;
    } while (rest.n > 0);
    if (kinds == 0)
        refuse("find", value, "No kind is left to find.");
    return kinds;
}

/* ---- The others ---- */

/* Sets one option. find is read last, since its default depends on the profile. */
typedef void setter(options *o, trawl_str value);

static void set_find(options *o, trawl_str value)
{
    o->kinds = value;
}

static void set_profile(options *o, trawl_str value)
{
    static const char *const names[] = {"mail", "uts58", "rfc1738", "screen", NULL};

    o->find.profile =
        choose("profile", value, names, "Profiles are mail, uts58, rfc1738 and screen.");
}

static void set_schemes(options *o, trawl_str value)
{
    o->find.options &= ~(unsigned)TRAWL_OPTION_KNOWN_SCHEMES;
    o->find.schemes = (trawl_str){NULL, 0};
    if (is_word(value, "known"))
        o->find.options |= TRAWL_OPTION_KNOWN_SCHEMES;
    else if (!is_word(value, "any"))
        o->find.schemes = value;
}

static void set_domains(options *o, trawl_str value)
{
    static const char *const names[] = {"strong", "all", NULL};

    o->domains = true;
    o->find.options &= ~(unsigned)TRAWL_OPTION_ALL_DOMAINS;
    if (choose("domains", value, names, "It takes strong or all.") == 1)
        o->find.options |= TRAWL_OPTION_ALL_DOMAINS;
}

static void set_tlds(options *o, trawl_str value)
{
    static const char *const names[] = {"any", "classic", NULL};
    static const unsigned bits[] = {TRAWL_OPTION_ANY_TLD, TRAWL_OPTION_CLASSIC_TLD};

    o->find.options &= ~(bits[0] | bits[1]);
    o->find.options |= bits[choose("tlds", value, names, "It takes any or classic.")];
}

static void set_hyphen(options *o, trawl_str value)
{
    static const char *const names[] = {"keep", "drop", NULL};

    o->find.options &= ~(unsigned)TRAWL_OPTION_HYPHEN_DROP;
    if (choose("hyphen", value, names, "It takes keep or drop.") == 1)
        o->find.options |= TRAWL_OPTION_HYPHEN_DROP;
}

static void set_base(options *o, trawl_str value)
{
    if (trawl_standards(value.p, value.n, NULL) <= 0)
        refuse("base", value, "It takes an absolute URL.");
    o->find.base = value;
}

static void set_charset(options *o, trawl_str value)
{
    o->find.charset = value;
}

static void set_from(options *o, trawl_str value)
{
    static const char *const names[] = {"auto",   "text",    "mail", "mbox",   "mboxo",
                                        "mboxcl", "mboxcl2", "mmdf", "rnews",  "nntp",
                                        "html",   "warc",    "news", "mboxrd", NULL};
    int i = choose("from", value, names,
                   "It takes auto, text, mail, news, mbox, mboxrd, mboxo, mboxcl, mboxcl2, mmdf, "
                   "rnews, nntp, html or warc.");

    o->mail.input = i < TRAWL_INPUT_COUNT    ? i
                    : i == TRAWL_INPUT_COUNT ? TRAWL_INPUT_MAIL
                                             : TRAWL_INPUT_MBOX;
}

static void set_headers(options *o, trawl_str value)
{
    static const char *const names[] = {"links", "all", "none", NULL};

    o->mail.headers = choose("headers", value, names, "It takes links, all or none.");
}

static void set_join(options *o, trawl_str value)
{
    (void)value;
    o->find.options |= TRAWL_OPTION_JOIN;
}

static void set_refang(options *o, trawl_str value)
{
    (void)value;
    o->mail.options |= TRAWL_MAIL_OPTION_REFANG;
}

static const struct {
    const char *name;
    bool value;
    setter *set;
} table[] = {
    {"find", true, set_find},       {"profile", true, set_profile}, {"schemes", true, set_schemes},
    {"domains", true, set_domains}, {"tlds", true, set_tlds},       {"hyphen", true, set_hyphen},
    {"base", true, set_base},       {"charset", true, set_charset}, {"from", true, set_from},
    {"headers", true, set_headers}, {"join", false, set_join},      {"refang", false, set_refang},
};

/* Reads one word. */
static void read_word(options *o, trawl_str word)
{
    bool has_value = memchr(word.p, '=', word.n) != NULL;
    trawl_str value = word, name = take(&value, '=');

    for (size_t i = 0; i < lengthof(table); i++)
        if (is_word(name, table[i].name)) {
            if (table[i].value && value.n == 0)
                refuse(table[i].name, value, "A value is missing, as in find=url.");
            if (!table[i].value && has_value)
                refuse(table[i].name, value, "It takes no value.");
            table[i].set(o, value);
            return;
        }
    ereport(ERROR, errcode(ERRCODE_INVALID_PARAMETER_VALUE),
            errmsg("trawl_links: unknown option \"%.*s\"", shown(name), name.p),
            errhint("Options are find, profile, schemes, domains, tlds, hyphen, join, base, "
                    "refang, from, headers and charset."));
}

void options_read(options *o, trawl_str s)
{
    unsigned kinds = FIND_MAIL;

    for (trawl_str rest = s; rest.n > 0;) {
        trawl_str word = take(&rest, ' ');

        if (word.n > 0)
            read_word(o, word);
    }
    if (o->find.profile == TRAWL_PROFILE_UTS58)
        kinds = TRAWL_FIND_URL | TRAWL_FIND_EMAIL | TRAWL_FIND_DOMAIN;
    else if (o->find.profile == TRAWL_PROFILE_RFC1738)
        kinds = TRAWL_FIND_URL;
    if (o->domains)
        kinds |= TRAWL_FIND_DOMAIN;
    o->find.find = o->kinds.n > 0 ? read_kinds(o->kinds, kinds) : kinds;
    o->find.options |= TRAWL_OPTION_OTHER_ENDS;
    o->find.want = TRAWL_WANT_LINK | TRAWL_WANT_PLACE;
    o->mail.options |= TRAWL_MAIL_OPTION_TARGETS;
}
