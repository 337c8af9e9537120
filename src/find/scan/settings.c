/* settings.c - the settings of a scan, made from the caller's trawl_config */
#include <string.h>

#include "base/ascii.h"
#include "find/ending/ending.h"
#include "find/refang.h"
#include "find/scan/scan.h"

/* Returns a copy in lower case without blanks, a comma after each entry, or NULL without memory. *n
 * may be 0. */
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
    unsigned char in[256];

    for (unsigned c = 0; c < 256; c++)
        in[c] = c >= 0x80 || (c != '@' && byte_is((unsigned char)c, BYTE_USER));
    kernel_set_make(&s->sets.user, in);
    for (unsigned c = 0; c < 256; c++)
        in[c] = byte_is((unsigned char)c, BYTE_ID);
    kernel_set_make(&s->sets.id, in);
    for (unsigned c = 0; c < 256; c++)
        in[c] = c > ' ' && c != '<' && c != '>' && c != '@' && c != ':' && c != 0x7F;
    kernel_set_make(&s->sets.opened, in);
    kernel_set_of(&s->sets.codes, "%&=\\");
    bare_opaque_ends(s->opaque_ends);
    kernel_set_of(&s->sets.refang, REFANG_SIGNS);
    s->kernel = kernel_choose();
}

/* Returns false for a label that is not known. */
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
    if (cfg->size < sizeof *cfg || cfg->profile < TRAWL_PROFILE_MAIL ||
        cfg->profile > TRAWL_PROFILE_RFC1738)
        return TRAWL_ERROR_MISUSE;
    s->find = cfg->find ? cfg->find : TRAWL_FIND_DEFAULT;
    if (cfg->profile == TRAWL_PROFILE_RFC1738)
        s->find &= TRAWL_FIND_URL; /* RFC 1738 promises nothing else */
    s->options = cfg->options;
    s->want = cfg->want ? cfg->want : TRAWL_WANT_DEFAULT;
    if (s->want & (TRAWL_WANT_PLACE | TRAWL_WANT_TEXT | TRAWL_WANT_EXPLAIN))
        s->want |= TRAWL_WANT_LINK;
    s->profile = cfg->profile;
    s->m = cfg->resize ? (memory){cfg->resize, cfg->resize_user} : memory_default;
    make_sets(s);
    ending_tables(s);
    if (!choose_charset(s, cfg->charset))
        return TRAWL_ERROR_BAD_CHARSET;
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
