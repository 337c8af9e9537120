/* settings.c - what is to be found and how */
#include "find/settings.h"

#include <string.h>

#include "base/ascii.h"
#include "find/byteclass.h"
#include "find/ending.h"
#include "find/opened.h"
#include "find/refang.h"
#include "find/tld.h"
#include "grammar/schemes.h"

/* A copy in lower case without blanks, a comma after each entry; NULL with *n 0 for an empty list. */
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

static int copy_texts(settings *s, const trawl_config *cfg)
{
    if (cfg->schemes.n > 0 && !(s->schemes = copy_list(&s->m, cfg->schemes, &s->schemes_n)))
        return TRAWL_NO_MEMORY;
    if (cfg->base.n > 0) {
        s->base = memory_get(&s->m, cfg->base.n);
        if (!s->base)
            return TRAWL_NO_MEMORY;
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
    unsigned char in[256];

    ending_tail(in);
    kernel_set_make(&s->sets.tail, in);
    for (unsigned c = 0; c < 256; c++)
        in[c] = c >= 0x80 || (c != '@' && byte_is((unsigned char)c, BYTE_USER));
    kernel_set_make(&s->sets.user, in);
    for (unsigned c = 0; c < 256; c++)
        in[c] = c > ' ' && c != '<' && c != '>' && c != '@' && c != ':' && c != 0x7F;
    kernel_set_make(&s->sets.local, in);
    for (unsigned c = 0; c < 256; c++)
        in[c] = c >= 0x80 || c == '.' || c == '_' || byte_is((unsigned char)c, BYTE_LABEL);
    kernel_set_make(&s->sets.domain, in);
    for (unsigned c = 0; c < 256; c++)
        in[c] = c == '+' || c == '.' || c == '_' || byte_is((unsigned char)c, BYTE_LABEL);
    kernel_set_make(&s->sets.mailbox, in);
    kernel_set_of(&s->sets.dot, ".");
    for (unsigned c = 0; c < 256; c++)
        in[c] = c == '.' || c == '/' || c == '_' || c == '~' || byte_is((unsigned char)c, BYTE_LABEL);
    kernel_set_make(&s->sets.path, in);
    for (unsigned c = 0; c < 256; c++)
        in[c] = c >= 0x80 || byte_is((unsigned char)c, BYTE_WORD);
    kernel_set_make(&s->sets.word, in);
    opened_sets(s->sets.quotes);
    kernel_set_of(&s->sets.codes, "%&=");
    kernel_set_of(&s->sets.open, "<");
    kernel_set_of(&s->sets.ends, ":@");
    kernel_set_of(&s->sets.refang, REFANG_SIGNS);
    kernel_set_of(&s->sets.stops, "<>:@./wW\xE3\xEF");
    s->kernel = kernel_choose();
}

/* False when it is in no list. */
static bool choose_charset(settings *s, trawl_str label)
{
    const names_row *row = label.n > 0 ? names_find(label.p, label.n) : NULL;

    s->charset = row && row->kind != NAMES_RAW ? row : NULL;
    return row || label.n == 0;
}

int settings_make(settings *s, const trawl_config *cfg)
{
    static const trawl_config defaults = {.size = sizeof(trawl_config)};
    int failed;

    cfg = cfg ? cfg : &defaults;
    memset(s, 0, sizeof *s);
    if (cfg->size < sizeof *cfg || cfg->profile < TRAWL_PROFILE_MAIL || cfg->profile > TRAWL_PROFILE_RFC1738)
        return TRAWL_MISUSE;
    s->find = cfg->find ? cfg->find : TRAWL_FIND_DEFAULT;
    if (cfg->profile == TRAWL_PROFILE_RFC1738)
        s->find &= TRAWL_FIND_URL; /* RFC 1738 promises nothing else */
    s->options = cfg->options;
    s->profile = cfg->profile;
    s->m = cfg->resize ? (memory){cfg->resize, cfg->resize_user} : memory_default;
    make_sets(s);
    ending_steps(s, s->steps);
    if (!choose_charset(s, cfg->charset))
        return TRAWL_BAD_CHARSET;
    failed = copy_texts(s, cfg);
    find_wanted(s);
    if (!failed && cfg->rules.n > 0)
        failed = rules_open(&s->rules, &s->m, cfg->rules, NULL);
    if (failed)
        settings_free(s);
    return failed;
}

void settings_free(settings *s)
{
    memory_free(&s->m, s->schemes);
    memory_free(&s->m, s->base);
    if (s->own_tlds)
        tld_set_free(&s->tlds);
    rules_close(s->rules);
    memset(s, 0, sizeof *s);
}

void settings_move(settings *to, settings *from)
{
    *to = *from;
    to->tlds.m = &to->m;
    memset(from, 0, sizeof *from);
}

static bool listed(const settings *s, const char *name, size_t n)
{
    for (size_t i = 0; i + n < s->schemes_n;) {
        size_t end = i;
        while (s->schemes[end] != ',')
            end++;
        if (end - i == n && ascii_same(s->schemes + i, name, n))
            return true;
        i = end + 1;
    }
    return false;
}

bool settings_scheme(const settings *s, const char *name, size_t n, bool *known)
{
    *known = scheme_status(name, n) != TRAWL_UNKNOWN;
    if (s->profile == TRAWL_PROFILE_UTS58)
        return (n == 4 && ascii_same(name, "http", 4)) || (n == 5 && ascii_same(name, "https", 5));
    if (s->schemes)
        return listed(s, name, n);
    return *known || !settings_option(s, TRAWL_KNOWN_SCHEMES);
}

/* Any name will do that is no number and longer than a letter. */
static bool could_be_tld(const char *label, size_t n)
{
    bool letter = false;

    for (size_t i = 0; i < n; i++)
        letter = letter || !ascii_is_digit((unsigned char)label[i]);
    return n >= 2 && letter;
}

bool settings_tld(const settings *s, const char *label, size_t n)
{
    if (settings_option(s, TRAWL_ANY_TLD))
        return could_be_tld(label, n);
    if (settings_option(s, TRAWL_CLASSIC_TLD))
        return tld_flags(label, n) & TLD_CLASSIC;
    return s->own_tlds ? tld_set_known(&s->tlds, label, n) : tld_known(label, n);
}
