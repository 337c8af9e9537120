/* options.c - options by name: a table of names and values, and the parser of "find=url join"
 *
 * The bindings read their options with it, and the command takes the words of its own options from
 * it. The kinds of input are not here: trawl_input_word() has them.
 */
#include <trawl_options.h>

#include "base/ascii.h"
#include "base/check.h"

/* "url" includes the URLs of header fields, HTML and terminals; "url,-hdr" leaves out those of
 * header fields. */
#define ALL_URLS (TRAWL_FIND_URL | TRAWL_FIND_HDR | TRAWL_FIND_HTML | TRAWL_FIND_OSC8)

/* A word that an option takes. The name of the last one is NULL. */
typedef struct option_word {
    const char *name;
    int value;
    const char *help;
} option_word;

static const option_word option_kinds[] = {
    {"url", ALL_URLS, "http:..., mailto:..., <URL:...>, hdr, html, osc8"},
    {"www", TRAWL_FIND_WWW, "www.example.org, ftp.example.org"},
    {"addr", TRAWL_FIND_ADDR, "<joe@example.org>"},
    {"email", TRAWL_FIND_EMAIL, "joe@example.org"},
    {"domain", TRAWL_FIND_DOMAIN, "example.org"},
    {"msgid", TRAWL_FIND_MSGID, "<1234@example.org>, a message-id"},
    {"hdr", TRAWL_FIND_HDR, "URLs in header fields"},
    {"ip", TRAWL_FIND_IP, "192.0.2.1/x"},
    {"localhost", TRAWL_FIND_LOCALHOST, "localhost:8080/x"},
    {"netpath", TRAWL_FIND_NETPATH, "//example.org/x"},
    {"html", TRAWL_FIND_HTML, "URLs in HTML attributes"},
    {"osc8", TRAWL_FIND_OSC8, "URLs in hyperlinks of terminals"},
    {NULL, 0, NULL},
};
static const option_word option_profiles[] = {
    {"mail", TRAWL_PROFILE_MAIL, "wrappers, and running text of mail"},
    {"uts58", TRAWL_PROFILE_UTS58, "running text by UTS #58"},
    {"rfc1738", TRAWL_PROFILE_RFC1738, "its wrappers, and URLs by its grammar"},
    {"screen", TRAWL_PROFILE_SCREEN, "as mail; joins URLs that a terminal broke"},
    {NULL, 0, NULL},
};
static const option_word option_notations[] = {
    {"asciidoc", TRAWL_NOTATION_ASCIIDOC, "http://a.example/x[label]"},
    {"markdown", TRAWL_NOTATION_MARKDOWN, "[label](http://a.example/x)"},
    {"texinfo", TRAWL_NOTATION_TEXINFO, "@url{http://a.example/@/x,label}"},
    {"none", TRAWL_NOTATION_NONE, "its signs are bytes of links"},
    {NULL, 0, NULL},
};
static const option_word option_domains[] = {
    {"strong", 0, "with a path, a port, or a label such as com at the end"},
    {"all", TRAWL_OPTION_ALL_DOMAINS, "main.rs too"},
    {NULL, 0, NULL},
};
static const option_word option_tlds[] = {
    {"any", TRAWL_OPTION_ANY_TLD, "any last label"},
    {"classic", TRAWL_OPTION_CLASSIC_TLD, "com org net edu gov mil int arpa, countries"},
    {NULL, 0, NULL},
};
static const option_word option_hyphens[] = {
    {"keep", 0, "the hyphen at a line's end is part of the link"},
    {"drop", TRAWL_OPTION_HYPHEN_DROP, "it is not"},
    {NULL, 0, NULL},
};
static const option_word option_header_sets[] = {
    {"links", TRAWL_HEADERS_LINKS, "those that hold URLs and ids, and Subject"},
    {"all", TRAWL_HEADERS_ALL, "all except transport fields"},
    {"none", TRAWL_HEADERS_NONE, "none"},
    {NULL, 0, NULL},
};
static const option_word option_schemes[] = {
    {"any", 0, "any scheme"},
    {"known", TRAWL_OPTION_KNOWN_SCHEMES, "registered or common ones"},
    {NULL, 0, NULL},
};

typedef struct option_reader option_reader;
typedef int option_setter(const option_reader *r, trawl_str value);

static option_setter option_set_kinds, option_set_profile, option_set_columns, option_set_notation,
    option_set_schemes, option_set_bits, option_set_charset, option_set_base, option_set_mail_bits,
    option_set_headers, option_set_input, option_set_live;

typedef struct option_row {
    const char *name;
    enum { OF_FIND, OF_MAIL, OF_EMIT } of;
    option_setter *set;
    const option_word *words;
    unsigned bits;     /* of `options` in its config: those that it sets */
    const char *takes; /* what it takes; NULL: one of its words, or no value */
} option_row;

static const option_row option_rows[] = {
    {"find", OF_FIND, option_set_kinds, option_kinds, 0, NULL},
    {"profile", OF_FIND, option_set_profile, option_profiles, 0, NULL},
    {"columns", OF_FIND, option_set_columns, NULL, 0, "a number of columns from 24 to 1000"},
    {"notation", OF_FIND, option_set_notation, option_notations, 0, NULL},
    {"schemes", OF_FIND, option_set_schemes, option_schemes, TRAWL_OPTION_KNOWN_SCHEMES,
     "any, known, or names of schemes as in http,https"},
    {"domains", OF_FIND, option_set_bits, option_domains, TRAWL_OPTION_ALL_DOMAINS, NULL},
    {"tlds", OF_FIND, option_set_bits, option_tlds, TRAWL_OPTION_ANY_TLD | TRAWL_OPTION_CLASSIC_TLD,
     NULL},
    {"public-hosts", OF_FIND, option_set_bits, NULL, TRAWL_OPTION_PUBLIC_HOSTS, NULL},
    {"hyphen", OF_FIND, option_set_bits, option_hyphens, TRAWL_OPTION_HYPHEN_DROP, NULL},
    {"join", OF_FIND, option_set_bits, NULL, TRAWL_OPTION_JOIN, NULL},
    {"refang", OF_MAIL, option_set_mail_bits, NULL, TRAWL_MAIL_OPTION_REFANG, NULL},
    {"charset", OF_FIND, option_set_charset, NULL, 0, "the name of a charset as in iso-8859-2"},
    {"base", OF_FIND, option_set_base, NULL, 0, "an absolute URL"},
    {"from", OF_MAIL, option_set_input, NULL, 0, NULL},
    {"headers", OF_MAIL, option_set_headers, option_header_sets, 0, NULL},
    {"live", OF_EMIT, option_set_live, NULL, 0,
     "names of registered schemes that run no code, as in ftp,gopher"},
};

enum { OPTION_ROWS = sizeof option_rows / sizeof option_rows[0] };

/* One option while it is read. */
struct option_reader {
    trawl_options *o;
    const option_row *row;
    trawl_option_fault *fault;
};

/* ---- Texts ---- */

static bool option_is(trawl_str s, const char *name)
{
    return s.n == strlen(name) && memcmp(s.p, name, s.n) == 0;
}

static bool option_is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Returns the text before the first comma, and removes it from *rest with that comma. */
static trawl_str option_part(trawl_str *rest)
{
    trawl_str part = {rest->p, 0};
    size_t n;

    while (part.n < rest->n && rest->p[part.n] != ',')
        part.n++;
    n = part.n + (part.n < rest->n);
    if (n > 0)
        *rest = (trawl_str){rest->p + n, rest->n - n};
    return part;
}

/* Returns true if the list, with blanks between, has the name. */
static bool option_in(const char *list, const char *name)
{
    size_t n = strlen(name);

    for (const char *p = list ? list : ""; *p; p += strcspn(p, " ")) {
        p += strspn(p, " ");
        if (strcspn(p, " ") == n && memcmp(p, name, n) == 0)
            return true;
    }
    return false;
}

/* ---- Words ---- */

static const option_row *option_row_of(trawl_str name)
{
    for (const option_row *row = option_rows; row < option_rows + OPTION_ROWS; row++)
        if (option_is(name, row->name))
            return row;
    return NULL;
}

static const char *option_row_word(const option_row *row, int i, int *value, const char **help)
{
    const option_word *word = row->words;

    if (row->set == option_set_input)
        return trawl_input_word(i, value, help);
    for (int k = 0; word && word->name && k < i; k++)
        word++;
    if (!word || i < 0)
        return NULL;
    if (value)
        *value = word->value;
    if (help)
        *help = word->help;
    return word->name;
}

const char *trawl_option_word(const char *option, int i, int *value, const char **help)
{
    const option_row *row = option ? option_row_of((trawl_str){option, strlen(option)}) : NULL;

    return row ? option_row_word(row, i, value, help) : NULL;
}

/* ---- Faults ---- */

static void option_append(trawl_option_fault *fault, const char *text)
{
    size_t n = strlen(fault->takes), more = strlen(text);

    CHECK(n < sizeof fault->takes);
    if (more < sizeof fault->takes - n)
        memcpy(fault->takes + n, text, more + 1);
}

/* Describes what the option takes: "strong or all". */
static void option_describe(trawl_option_fault *fault, const option_row *row)
{
    const char *word;

    for (int i = 0; !row->takes && (word = option_row_word(row, i, NULL, NULL)); i++) {
        bool last = !option_row_word(row, i + 1, NULL, NULL);

        option_append(fault, i == 0 ? "" : last ? " or " : ", ");
        option_append(fault, word);
    }
    if (row->takes)
        option_append(fault, row->takes);
    else if (row->set == option_set_kinds)
        option_append(fault, "; a list with commas, +KIND to add one, -KIND to remove one");
    else if (!fault->takes[0])
        option_append(fault, "no value");
}

static int option_refuse(const option_reader *r, trawl_str value)
{
    if (r->fault) {
        r->fault->value = value;
        r->fault->known = 1;
        option_describe(r->fault, r->row);
    }
    return TRAWL_ERROR_BAD_OPTION;
}

/* Returns true if the program has the option. */
static bool option_exists(const trawl_options *o, const option_row *row)
{
    bool stored = row->of == OF_FIND   ? o->find != NULL
                  : row->of == OF_MAIL ? o->mail != NULL
                                       : o->emit != NULL;

    return stored && !option_in(o->without, row->name);
}

static int option_refuse_name(const trawl_options *o, trawl_option_fault *fault)
{
    bool first = true;

    for (const option_row *row = option_rows; fault && row < option_rows + OPTION_ROWS; row++)
        if (option_exists(o, row)) {
            option_append(fault, first ? "" : ", ");
            option_append(fault, row->name);
            first = false;
        }
    return TRAWL_ERROR_BAD_OPTION;
}

/* ---- Values ---- */

/* Sets *number to the meaning of a word. Returns false if the option does not take this word. */
static bool option_value(const option_row *row, trawl_str value, int *number)
{
    const char *word;

    for (int i = 0; (word = option_row_word(row, i, number, NULL)); i++)
        if (option_is(value, word))
            return true;
    return false;
}

/* Applies the value of find= to the kinds. Returns the part of it that is wrong; its pointer
 * is NULL if all is right. */
static trawl_str option_apply_kinds(const option_row *row, trawl_str value, unsigned *kinds)
{
    unsigned list = 0, add = 0, drop = 0;
    bool listed = false, more = true;

    while (more) {
        size_t before = value.n;
        trawl_str kind = option_part(&value);
        char sign = kind.n > 0 && (*kind.p == '+' || *kind.p == '-') ? *kind.p : '\0';
        int bits = 0;

        more = before > kind.n; /* a comma followed */
        if (sign)
            kind = (trawl_str){kind.p + 1, kind.n - 1};
        if (!option_value(row, kind, &bits))
            return kind;
        listed |= !sign;
        list |= sign ? 0u : (unsigned)bits;
        add = sign == '+' ? add | (unsigned)bits : add & ~(unsigned)bits;
        drop = sign == '-' ? drop | (unsigned)bits : drop & ~(unsigned)bits;
    }
    *kinds = ((listed ? list : *kinds) | add) & ~drop;
    return (trawl_str){NULL, 0};
}

static int option_set_kinds(const option_reader *r, trawl_str value)
{
    unsigned kinds = 0;
    trawl_str wrong = option_apply_kinds(r->row, value, &kinds);

    if (wrong.p)
        return option_refuse(r, wrong);
    r->o->kinds = value;
    return TRAWL_OK;
}

static int option_set_profile(const option_reader *r, trawl_str value)
{
    return option_value(r->row, value, &r->o->find->profile) ? TRAWL_OK : option_refuse(r, value);
}

static int option_set_notation(const option_reader *r, trawl_str value)
{
    return option_value(r->row, value, &r->o->find->notation) ? TRAWL_OK : option_refuse(r, value);
}

static int option_set_columns(const option_reader *r, trawl_str value)
{
    unsigned columns = 0;
    size_t i = 0;

    while (i < value.n && i < 4 && value.p[i] >= '0' && value.p[i] <= '9')
        columns = 10 * columns + (unsigned)(value.p[i++] - '0');
    if (i < value.n || columns < 24 || columns > 1000)
        return option_refuse(r, value);
    r->o->find->columns = columns;
    return TRAWL_OK;
}

/* Returns true for scheme names that are separated by commas. */
static bool option_are_schemes(trawl_str value)
{
    bool first = true;

    for (size_t i = 0; i < value.n; i++) {
        unsigned char c = (unsigned char)value.p[i];

        if (c == ',' ? first : !(first ? ascii_is_alpha(c) : ascii_is_scheme(c)))
            return false;
        first = c == ',';
    }
    return !first;
}

static int option_set_schemes(const option_reader *r, trawl_str value)
{
    int bits = 0;
    bool word = option_value(r->row, value, &bits);

    if (!option_are_schemes(value)) /* "any" and "known" look so, too */
        return option_refuse(r, value);
    r->o->find->options =
        (r->o->find->options & ~r->row->bits) | (word ? (unsigned)bits & r->row->bits : 0u);
    r->o->find->schemes = word ? (trawl_str){NULL, 0} : value;
    return TRAWL_OK;
}

/* Sets the option's bits. Without words it has no value, and sets all of them. */
static int option_store_bits(const option_reader *r, trawl_str value, unsigned *options)
{
    int bits = (int)r->row->bits;

    if (r->row->words && !option_value(r->row, value, &bits))
        return option_refuse(r, value);
    *options = (*options & ~r->row->bits) | (unsigned)bits;
    return TRAWL_OK;
}

static int option_set_bits(const option_reader *r, trawl_str value)
{
    return option_store_bits(r, value, &r->o->find->options);
}

static int option_set_mail_bits(const option_reader *r, trawl_str value)
{
    return option_store_bits(r, value, &r->o->mail->options);
}

static int option_set_charset(const option_reader *r, trawl_str value)
{
    r->o->find->charset = value;
    return TRAWL_OK;
}

/* Refuses a base that no standard accepts. A library without the grammars takes any base. */
static int option_set_base(const option_reader *r, trawl_str value)
{
    if (trawl_standards(value.p, value.n, NULL) == 0)
        return option_refuse(r, value);
    r->o->find->base = value;
    return TRAWL_OK;
}

static int option_set_input(const option_reader *r, trawl_str value)
{
    int input = trawl_input_find(value.p, value.n);

    if (input < 0)
        return option_refuse(r, value);
    r->o->mail->input = input;
    return TRAWL_OK;
}

static int option_set_headers(const option_reader *r, trawl_str value)
{
    return option_value(r->row, value, &r->o->mail->headers) ? TRAWL_OK : option_refuse(r, value);
}

static int option_set_live(const option_reader *r, trawl_str value)
{
    if (!option_are_schemes(value))
        return option_refuse(r, value);
    for (trawl_str rest = value; rest.n > 0;) {
        trawl_str name = option_part(&rest);

        if (trawl_emit_live(name.p, name.n) > TRAWL_LIVE_LISTED)
            return option_refuse(r, name);
    }
    r->o->emit->live = value;
    return TRAWL_OK;
}

/* ---- Reading ---- */

static int option_set(trawl_options *o, trawl_str name, trawl_str value, trawl_option_fault *fault)
{
    option_reader r = {o, option_row_of(name), fault};
    bool flag;

    if (fault) {
        fault->name = name;
        fault->value = value;
        fault->known = 0;
        fault->takes[0] = '\0';
    }
    if (!r.row || !option_exists(o, r.row))
        return option_refuse_name(o, fault);
    flag = !r.row->takes && !option_row_word(r.row, 0, NULL, NULL);
    if (flag ? value.p != NULL : value.n == 0)
        return option_refuse(&r, value);
    o->domains |= r.row->words == option_domains;
    return r.row->set(&r, value);
}

/* Sets the kinds to find: those of find=, else those of the profile. */
static int option_settle(trawl_options *o, trawl_option_fault *fault)
{
    const option_row *row = option_rows;
    unsigned kinds = TRAWL_FIND_DEFAULT | TRAWL_FIND_HDR | TRAWL_FIND_HTML;

    if (!o->find)
        return TRAWL_OK;
    if (o->find->profile == TRAWL_PROFILE_UTS58)
        kinds = TRAWL_FIND_URL | TRAWL_FIND_EMAIL | TRAWL_FIND_DOMAIN;
    else if (o->find->profile == TRAWL_PROFILE_RFC1738)
        kinds = TRAWL_FIND_URL;
    kinds |= o->domains ? TRAWL_FIND_DOMAIN : 0;
    (void)option_apply_kinds(row, o->kinds, &kinds);
    if (kinds == 0 && fault) {
        *fault = (trawl_option_fault){.size = fault->size,
                                      .name = {row->name, strlen(row->name)},
                                      .value = o->kinds,
                                      .known = 1};
        option_append(fault, "kinds of which at least one is left to find");
    }
    o->find->find = kinds;
    return kinds == 0 ? TRAWL_ERROR_BAD_OPTION : TRAWL_OK;
}

/* Returns true if a caller's struct, which may be older, has the member. */
#define HAS(p, type, member) ((p)->size >= offsetof(type, member) + sizeof(p)->member)

static bool option_sound(const trawl_options *o, const trawl_option_fault *fault)
{
    return o && HAS(o, trawl_options, domains) &&
           (!fault || HAS(fault, trawl_option_fault, takes)) &&
           (!o->find || HAS(o->find, trawl_config, notation)) &&
           (!o->mail || HAS(o->mail, trawl_mail_config, options)) &&
           (!o->emit || HAS(o->emit, trawl_emit_config, live));
}

int trawl_options_set(trawl_options *o, const char *name, size_t name_n, const char *value,
                      size_t value_n, trawl_option_fault *fault)
{
    int error =
        option_sound(o, fault) && name && (value || value_n == 0) ? TRAWL_OK : TRAWL_ERROR_MISUSE;

    if (error == TRAWL_OK)
        error = option_set(o, (trawl_str){name, name_n}, (trawl_str){value, value_n}, fault);
    return error == TRAWL_OK ? option_settle(o, fault) : error;
}

int trawl_options_read(trawl_options *o, const char *text, size_t n, trawl_option_fault *fault)
{
    int error = option_sound(o, fault) && (text || n == 0) ? TRAWL_OK : TRAWL_ERROR_MISUSE;
    size_t end;

    for (size_t i = 0; i < n && error == TRAWL_OK; i = end + 1) {
        const char *equals;
        trawl_str name, value = {NULL, 0};

        for (end = i; end < n && !option_is_blank(text[end]); end++)
            ;
        name = (trawl_str){text + i, end - i};
        equals = memchr(name.p, '=', name.n);
        if (equals) {
            name.n = (size_t)(equals - name.p);
            value = (trawl_str){equals + 1, end - i - name.n - 1};
        }
        if (end > i)
            error = option_set(o, name, value, fault);
    }
    return error == TRAWL_OK ? option_settle(o, fault) : error;
}
