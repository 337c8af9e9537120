/* settings.c - the settings of scans, made from the caller's trawl_config, and trawl_release */
#include "base/ascii.h"
#include "base/check.h"
#include "base/sized.h"
#include "find/ending/ending.h"
#include "find/scan/scan.h"
#include "url/refang/refang.h"

/* Returns a copy of the list in lower case, without blanks, with a comma after each entry; NULL
 * when out of memory. The length *n may be 0. */
static char *copy_list(const memory *m, trawl_str from, size_t *n)
{
    char *list = memory_get(m, from.n + 1);

    *n = 0;
    if (!list)
        return NULL;
    for (size_t i = 0; i < from.n; i++)
        if (from.p[i] != ' ' && !(from.p[i] == ',' && (*n == 0 || list[*n - 1] == ',')))
            list[(*n)++] = ascii_lower(from.p[i]);
    if (*n > 0 && list[*n - 1] != ',')
        list[(*n)++] = ',';
    return list;
}

static int settings_copy_texts(settings *s, const trawl_config *cfg)
{
    if (cfg->schemes.n > 0 && !(s->schemes = copy_list(&s->m, cfg->schemes, &s->schemes_n)))
        return TRAWL_ERROR_NO_MEMORY;
    if (cfg->base.n > 0) {
        s->base = memory_get(&s->m, cfg->base.n);
        if (!s->base)
            return TRAWL_ERROR_NO_MEMORY;
        memcpy(s->base, cfg->base.p, cfg->base.n);
        s->base_n = cfg->base.n;
    }
    if (cfg->tlds.n > 0) {
        s->own_tlds = true;
        return tld_set_load(&s->tlds, &s->m, cfg->tlds.p, cfg->tlds.n);
    }
    return TRAWL_OK;
}

static void find_wanted(settings *s)
{
    static const char *const names[] = {"ftp", "http", "https", "mailto"};
    bool known;

    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        size_t n = strlen(names[k]);
        s->wanted |= (unsigned)settings_scheme(s, names[k], n, &known) << n;
    }
}

static void make_sets(settings *s)
{
    unsigned char user[256], id[256], made[256], opened[256], local[256];

    for (unsigned k = 0; k < 256; k++) {
        const unsigned char c = (unsigned char)k;
        user[c] = c >= 0x80 || (c != '@' && byte_is(c, BYTE_USER));
        id[c] = byte_is(c, BYTE_ID);
        made[c] = url_id_keeps(c, false) && url_id_keeps(c, true);
        local[c] = byte_is_of_run(c, BYTE_LABEL, "._+");
        opened[c] =
            c > ' ' && c != '<' && c != '>' && c != '@' && c != ':' && c != '\\' && c != 0x7F;
    }
    kernel_set_make(&s->sets.user, user);
    kernel_set_make(&s->sets.id, id);
    kernel_set_make(&s->sets.made, made);
    kernel_set_make(&s->sets.local, local);
    kernel_set_make(&s->sets.opened, opened);
    kernel_set_of(&s->sets.codes, "%&=\\\xE2\xEF");
    bare_ends(s);
    kernel_set_of(&s->sets.refang, REFANG_SIGNS);
    s->kernel = kernel_choose();
}

/* ---- Triggers ---- */

static void add_triggers(settings *s, unsigned kinds, const char *bytes)
{
    if (settings_find(s, kinds))
        for (; *bytes; bytes++)
            s->trigger[(unsigned char)*bytes] = 1;
}

static void add_prefixes(settings *s)
{
    kernel_set_add_prefixes(&s->sets.triggers);
    for (unsigned row = 0; row < PREFIX_COUNT; row++) {
        unsigned char letter = (unsigned char)prefix_rows[row].name[0];
        s->trigger[letter] = s->trigger[letter & ~0x20] = 1;
    }
}

static void make_triggers(settings *s)
{
    bool mail = settings_mail(s);
    unsigned char first[256];

    add_triggers(s, TRAWL_FIND_URL | SETTINGS_IN_URLS, ":");
    add_triggers(s, TRAWL_FIND_EMAIL, "@");
    if (mail)
        add_triggers(s, TRAWL_FIND_URL | TRAWL_FIND_ADDR | TRAWL_FIND_MSGID | TRAWL_FIND_EMAIL,
                     "<");
    add_triggers(s, TRAWL_FIND_DOMAIN | TRAWL_FIND_IP | (mail ? 0 : TRAWL_FIND_WWW), ".\xE3\xEF");
    add_triggers(s, TRAWL_FIND_NETPATH | (s->columns > 0 ? TRAWL_FIND_URL : 0), "/");
    if (settings_mail_or_screen(s))
        add_triggers(s, TRAWL_FIND_OSC8, "\x1B");
    kernel_set_make(&s->sets.triggers, s->trigger);
    if (mail && settings_find(s, TRAWL_FIND_WWW))
        add_prefixes(s);
    if (!s->rules)
        return;
    for (unsigned c = 0; c < 256; c++)
        first[c] = rules_first(s->rules, (unsigned char)c);
    kernel_set_make(&s->sets.rule_first, first);
}

/* ---- Making settings ---- */

/* Returns TRAWL_ERROR_BAD_CHARSET for a label that is not known, or that iconv does not have. */
static int choose_charset(settings *s, trawl_str label)
{
    decoder d;
    int failed = TRAWL_OK;

    if (label.n == 0)
        return TRAWL_OK;
    s->charset = names_find(label.p, label.n);
    if (!s->charset)
        return TRAWL_ERROR_BAD_CHARSET;
    if (s->charset->kind != NAMES_RAW && !(failed = charset_open(&d, s->charset, &s->m)))
        charset_close(&d);
    return failed;
}

static int fill(settings *s, const trawl_config *c)
{
    const unsigned with_link = TRAWL_WANT_PLACE | TRAWL_WANT_TEXT | TRAWL_WANT_EXPLAIN;
    int failed;

    if (!url_judges && (c->profile == TRAWL_PROFILE_RFC1738 || (c->valid | c->invalid)))
        return TRAWL_ERROR_NOT_BUILT;
    s->config_find = c->find;
    s->find = c->find ? c->find : TRAWL_FIND_DEFAULT;
    if (c->profile == TRAWL_PROFILE_RFC1738)
        s->find &= TRAWL_FIND_URL; /* RFC 1738 defines nothing else */
    s->options = c->options;
    s->valid = c->valid;
    s->invalid = c->invalid;
    s->want = c->want ? c->want : TRAWL_WANT_DEFAULT;
    s->want |= s->want & TRAWL_WANT_ATTACHED ? TRAWL_WANT_TEXT : 0;
    s->want |= s->want & with_link ? TRAWL_WANT_LINK : 0;
    s->profile = c->profile;
    s->columns = c->columns;
    s->notation = NARROW8(c->notation);
    s->judges = c->profile == TRAWL_PROFILE_RFC1738 || c->valid || c->invalid ||
                c->options & TRAWL_OPTION_PUBLIC_HOSTS;
    make_sets(s);
    ending_tables(s);
    failed = choose_charset(s, c->charset);
    if (!failed)
        failed = settings_copy_texts(s, c);
    find_wanted(s);
    if (!failed && c->rules.n > 0)
        failed = rules_open(&s->rules, &s->m, c->rules, NULL);
    if (!failed)
        make_triggers(s);
    return failed;
}

static int settings_make(settings **out, const trawl_config *c)
{
    const memory m = c->resize ? (memory){c->resize, c->resize_user} : memory_default;

    *out = memory_get(&m, sizeof **out);
    if (!*out)
        return TRAWL_ERROR_NO_MEMORY;
    **out = (settings){.m = m, .holders = 1};
    return fill(*out, c);
}

/* Makes s->plain, if it is wanted. */
static int make_plain(settings *s, const trawl_config *c)
{
    const trawl_config plain = {.size = sizeof plain,
                                .find = TRAWL_FIND_URL | TRAWL_FIND_EMAIL | TRAWL_FIND_DOMAIN,
                                .options = TRAWL_OPTION_ANY_TLD,
                                .profile = TRAWL_PROFILE_UTS58,
                                .resize = c->resize,
                                .resize_user = c->resize_user};

    return settings_mail(s) && settings_option(s, TRAWL_OPTION_OTHER_ENDS)
               ? settings_make(&s->plain, &plain)
               : TRAWL_OK;
}

int trawl_settings_open(trawl_settings **out, const trawl_config *config)
{
    trawl_config c = {.size = sizeof c};
    int failed;

    if (!out)
        return TRAWL_ERROR_MISUSE;
    *out = NULL;
    if ((config && !sized_get(&c, sizeof c, config)) || c.profile < TRAWL_PROFILE_MAIL ||
        c.profile > TRAWL_PROFILE_SCREEN || c.notation < TRAWL_NOTATION_AUTO ||
        c.notation > TRAWL_NOTATION_TEXINFO)
        return TRAWL_ERROR_MISUSE;
    failed = settings_make(out, &c);
    if (!failed)
        failed = make_plain(*out, &c);
    if (failed)
        trawl_settings_close(out);
    return failed;
}

void settings_hold(const trawl_settings *s)
{
    atomic_fetch_add_explicit(&((settings *)s)->holders, 1, memory_order_relaxed);
}

void settings_drop(const trawl_settings *held)
{
    settings *s = (settings *)held;
    memory m;

    if (!s || atomic_fetch_sub_explicit(&s->holders, 1, memory_order_acq_rel) > 1)
        return;
    m = s->m;
    memory_free(&m, s->schemes);
    memory_free(&m, s->base);
    if (s->own_tlds)
        tld_set_free(&s->tlds);
    rules_close(s->rules);
    settings_drop(s->plain);
    memory_free(&m, s);
}

void trawl_settings_close(trawl_settings **out)
{
    if (!out)
        return;
    settings_drop(*out);
    *out = NULL;
}

/* As trawl_standards(), with the bit of the scheme's own RFC. If there is no grammar of that RFC,
 * RFC 3986 decides. */
static int with_scheme(const char *url, size_t n)
{
    trawl_verdict v = {.size = sizeof v};
    int error = trawl_check(&v, url, n);

    if (error == TRAWL_OK && !v.own && v.valid & TRAWL_STANDARD_RFC3986)
        v.valid |= TRAWL_STANDARD_SCHEME;
    return error == TRAWL_OK ? (int)v.valid : error;
}

/* Returns true when host[0..n) looks like a name of the Internet: with a dot, a letter in its last
 * label, no "_" in the last two labels, and no label that is empty or has a hyphen at an end. */
static bool is_public(const char *host, size_t n)
{
    size_t last = 0, before = 0; /* where the last label and the one before it begin */

    for (size_t from = 0, to; from <= n; from = to + 1) {
        const char *dot = memchr(host + from, '.', n - from);
        to = dot ? (size_t)(dot - host) : n;
        if (to == from || host[from] == '-' || host[to - 1] == '-')
            return false;
        before = last;
        last = from;
    }
    return host[0] != '[' && last > 0 && !memchr(host + before, '_', n - before) &&
           bytes_run(host, last, n, BYTE_DIGIT, "") < n;
}

/* C6: returns false for a URL of http, https or ftp whose host is not public. */
static bool has_public_host(const char *url, size_t n)
{
    const form f = form_of(url, n);

    if (f.scheme == 0 || !ascii_is_word_of("http https ftp", url, f.scheme - 1))
        return true;
    return f.host_to > f.host &&
           is_public(url + f.host, f.host_to - f.host - (url[f.host_to - 1] == '.'));
}

/* As trawl_accepts() for RFC 1738, but does not test the fragment, since that RFC defines URLs
 * without one. */
static int is_of_1738(const char *url, size_t n)
{
    return trawl_accepts(TRAWL_STANDARD_RFC1738, url, url_fragment(url, n));
}

int settings_accept(const trawl_settings *s, const char *url, size_t n)
{
    int valid;

    if (!s->judges)
        return 1;
    if (settings_option(s, TRAWL_OPTION_PUBLIC_HOSTS) && !has_public_host(url, n))
        return 0;
    if (s->profile == TRAWL_PROFILE_RFC1738 && (valid = is_of_1738(url, n)) <= 0)
        return valid;
    if (!(s->valid | s->invalid))
        return 1;
    valid = (s->valid | s->invalid) & TRAWL_STANDARD_SCHEME ? with_scheme(url, n)
                                                            : trawl_standards(url, n, NULL);
    if (valid < 0)
        return valid;
    if (valid & TRAWL_STANDARD_IRI && url_fragment(url, n) < n && is_of_1738(url, n) > 0)
        valid |= TRAWL_STANDARD_RFC1738;
    return (s->valid == 0 || (unsigned)valid & s->valid) && !((unsigned)valid & s->invalid);
}

/* ---- The default settings, made on first use and shared by all threads ---- */

static settings *_Atomic defaults;

int settings_or_default(const trawl_settings **s)
{
    settings *shared, *mine;
    int failed;

    if (*s)
        return TRAWL_OK;
    shared = atomic_load_explicit(&defaults, memory_order_acquire);
    if (!shared) {
        failed = trawl_settings_open(&mine, NULL);
        if (failed)
            return failed;
        if (atomic_compare_exchange_strong(&defaults, &shared, mine))
            shared = mine;
        else
            trawl_settings_close(&mine); /* another thread was faster */
    }
    *s = shared;
    return TRAWL_OK;
}

void trawl_release(void)
{
    settings *s = atomic_exchange(&defaults, NULL);

    trawl_settings_close(&s);
    match_free();
}
