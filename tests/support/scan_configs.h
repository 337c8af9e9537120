/* scan_configs.h - the settings that scans are tested with: each profile, each option, all options
 * together, some charsets
 *
 * Without iconv some of these charsets are missing; their settings are skipped then.
 */
#ifndef TRAWL_TESTS_SCAN_CONFIGS_H
#define TRAWL_TESTS_SCAN_CONFIGS_H

#include <trawl.h>

#include "wanted.h"

/* All kinds of links, including those that only mail has. */
#define SCAN_FIND_ALL ((TRAWL_FIND_NETPATH << 1) - 1 + TRAWL_FIND_OSC8)

static const struct scan_config {
    const char *name;
    unsigned find, options;
    int profile;
    const char *schemes, *tlds, *base, *charset;
    unsigned columns;
    int notation;
} scan_configs[] = {
    {"the defaults", 0, WANTED_EXPLAIN, TRAWL_PROFILE_MAIL, "", "", "", "", 0, 0},
    {"everything", SCAN_FIND_ALL,
     WANTED_EXPLAIN | TRAWL_OPTION_ALL_DOMAINS | TRAWL_OPTION_JOIN | TRAWL_OPTION_OTHER_ENDS |
         TRAWL_OPTION_PAGE_LINKS,
     TRAWL_PROFILE_MAIL, "", "", "http://base.example/a/b", "", 0, 0},
    {"uts58", 0, WANTED_EXPLAIN, TRAWL_PROFILE_UTS58, "", "", "", "", 0, 0},
    {"uts58, domains", SCAN_FIND_ALL, WANTED_EXPLAIN | TRAWL_OPTION_ALL_DOMAINS,
     TRAWL_PROFILE_UTS58, "", "", "", "", 0, 0},
    {"rfc1738", 0, WANTED_EXPLAIN, TRAWL_PROFILE_RFC1738, "", "", "http://base.example/", "", 0, 0},
    {"join", 0, WANTED_EXPLAIN | TRAWL_OPTION_JOIN, TRAWL_PROFILE_MAIL, "", "", "", "", 0, 0},
    {"screen", 0, WANTED_EXPLAIN, TRAWL_PROFILE_SCREEN, "", "", "", "", 0, 0},
    {"screen of 40 columns", 0, WANTED_EXPLAIN, TRAWL_PROFILE_SCREEN, "", "", "", "", 40, 0},
    {"texinfo", 0, WANTED_EXPLAIN, TRAWL_PROFILE_MAIL, "", "", "", "", 0, TRAWL_NOTATION_TEXINFO},
    {"hyphen drop", 0, WANTED_EXPLAIN | TRAWL_OPTION_HYPHEN_DROP, TRAWL_PROFILE_MAIL, "", "", "",
     "", 0, 0},
    {"known schemes", 0, TRAWL_OPTION_KNOWN_SCHEMES, TRAWL_PROFILE_MAIL, "", "", "", "", 0, 0},
    {"public hosts", 0, WANTED_EXPLAIN | TRAWL_OPTION_PUBLIC_HOSTS, TRAWL_PROFILE_MAIL, "", "", "",
     "", 0, 0},
    {"any TLD", SCAN_FIND_ALL, TRAWL_OPTION_ANY_TLD, TRAWL_PROFILE_MAIL, "", "", "", "", 0, 0},
    {"classic TLD", TRAWL_FIND_DEFAULT | TRAWL_FIND_DOMAIN, TRAWL_OPTION_CLASSIC_TLD,
     TRAWL_PROFILE_MAIL, "", "", "", "", 0, 0},
    {"some schemes, own TLDs", SCAN_FIND_ALL, TRAWL_OPTION_ALL_DOMAINS, TRAWL_PROFILE_MAIL,
     "http,x-own", "com\nexample\n", "", "", 0, 0},
    {"wrappers only", TRAWL_FIND_URL, TRAWL_OPTION_JOIN | TRAWL_OPTION_HYPHEN_DROP,
     TRAWL_PROFILE_MAIL, "", "", "", "", 0, 0},
    {"addresses", TRAWL_FIND_ADDR | TRAWL_FIND_EMAIL | TRAWL_FIND_MSGID, 0, TRAWL_PROFILE_MAIL, "",
     "", "", "", 0, 0},
    {"hosts", TRAWL_FIND_WWW | TRAWL_FIND_DOMAIN | TRAWL_FIND_IP, WANTED_EXPLAIN,
     TRAWL_PROFILE_MAIL, "", "", "", "", 0, 0},
    {"iso-8859-2", 0, WANTED_EXPLAIN, TRAWL_PROFILE_MAIL, "", "", "", "iso-8859-2", 0, 0},
    {"shift_jis", SCAN_FIND_ALL, TRAWL_OPTION_ALL_DOMAINS, TRAWL_PROFILE_MAIL, "", "", "",
     "shift_jis", 0, 0},
    {"iso-2022-jp", 0, WANTED_EXPLAIN, TRAWL_PROFILE_MAIL, "", "", "", "iso-2022-jp", 0, 0},
    {"utf-7", 0, 0, TRAWL_PROFILE_MAIL, "", "", "", "utf-7", 0, 0},
    {"utf-16le", SCAN_FIND_ALL, 0, TRAWL_PROFILE_MAIL, "", "", "", "utf-16le", 0, 0},
};

enum { SCAN_CONFIGS = sizeof scan_configs / sizeof scan_configs[0] };

static inline trawl_str scan_config_str(const char *s)
{
    trawl_str str = {s, 0};

    while (s[str.n])
        str.n++;
    return str;
}

static inline trawl_config scan_config_make(unsigned which, unsigned more_options)
{
    const struct scan_config *c = &scan_configs[which % SCAN_CONFIGS];
    trawl_config cfg = {.size = sizeof cfg};

    cfg.find = c->find;
    wanted_set(&cfg, c->options | more_options);
    cfg.profile = c->profile;
    cfg.schemes = scan_config_str(c->schemes);
    cfg.tlds = scan_config_str(c->tlds);
    cfg.base = scan_config_str(c->base);
    cfg.charset = scan_config_str(c->charset);
    cfg.columns = c->columns;
    cfg.notation = c->notation;
    return cfg;
}

#endif
