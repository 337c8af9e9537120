/* case_options.h - the options of a case (cases.h), words and name=value pairs, as a
 * trawl_config */
#ifndef TRAWL_TESTS_CASE_OPTIONS_H
#define TRAWL_TESTS_CASE_OPTIONS_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "trawl.h"

static inline bool case_word(const char *words, const char *word)
{
    size_t n = strlen(word);

    for (const char *p = words; (p = strstr(p, word)); p += n)
        if ((p == words || p[-1] == ' ') && (!p[n] || p[n] == ' '))
            return true;
    return false;
}

/* Returns the value after "name=" in words, *n bytes; NULL when it is missing. */
static inline const char *case_value(const char *words, const char *name, size_t *n)
{
    size_t name_n = strlen(name);

    for (const char *p = words; (p = strstr(p, name)); p += name_n)
        if ((p == words || p[-1] == ' ') && p[name_n] == '=') {
            *n = strcspn(p + name_n + 1, " ");
            return p + name_n + 1;
        }
    return NULL;
}

/* The kinds that each option word adds and removes, and what else it sets. */
static const struct {
    const char *word;
    unsigned find, without, option;
    int profile;
} case_words[] = {{"find=+msgid", TRAWL_FIND_MSGID, 0, 0, 0},
                  {"find=+domain", TRAWL_FIND_DOMAIN, 0, 0, 0},
                  {"find=+netpath", TRAWL_FIND_NETPATH, 0, 0, 0},
                  {"find=-url", 0, TRAWL_FIND_URL | TRAWL_FIND_OSC8, 0, 0},
                  {"find=-email", 0, TRAWL_FIND_EMAIL, 0, 0},
                  {"join", 0, 0, TRAWL_OPTION_JOIN, 0},
                  {"hyphen=drop", 0, 0, TRAWL_OPTION_HYPHEN_DROP, 0},
                  {"domains=all", TRAWL_FIND_DOMAIN, 0, TRAWL_OPTION_ALL_DOMAINS, 0},
                  {"schemes=known", 0, 0, TRAWL_OPTION_KNOWN_SCHEMES, 0},
                  {"tlds=any", 0, 0, TRAWL_OPTION_ANY_TLD, 0},
                  {"public-hosts", 0, 0, TRAWL_OPTION_PUBLIC_HOSTS, 0},
                  {"ends", 0, 0, TRAWL_OPTION_OTHER_ENDS, 0},
                  {"profile=uts58", 0, 0, 0, TRAWL_PROFILE_UTS58},
                  {"profile=rfc1738", 0, 0, 0, TRAWL_PROFILE_RFC1738},
                  {"profile=screen", 0, 0, 0, TRAWL_PROFILE_SCREEN}};

/* The values of notation=, by enum trawl_notation. */
static const char *const case_notations[] = {"auto", "none", "asciidoc", "markdown", "texinfo"};

#define CASE_WORDS (sizeof case_words / sizeof case_words[0])

/* Returns true when every word is a known option. */
static inline bool case_words_known(const char *options)
{
    for (const char *p = options + strspn(options, " "); *p; p += strspn(p, " ")) {
        size_t n = strcspn(p, " "), i = 0;
        while (i < CASE_WORDS &&
               (strlen(case_words[i].word) != n || memcmp(case_words[i].word, p, n) != 0))
            i++;
        if (i == CASE_WORDS && strncmp(p, "base=", 5) != 0 && strncmp(p, "schemes=", 8) != 0 &&
            strncmp(p, "columns=", 8) != 0 && strncmp(p, "notation=", 9) != 0)
            return false;
        p += n;
    }
    return true;
}

static inline trawl_config case_config(const char *options)
{
    trawl_config config = {sizeof config, .find = TRAWL_FIND_DEFAULT};
    const char *columns, *notation;
    size_t n;

    for (size_t i = 0; i < CASE_WORDS; i++)
        if (case_word(options, case_words[i].word)) {
            config.find |= case_words[i].find;
            config.find &= ~case_words[i].without;
            config.options |= case_words[i].option;
            config.profile |= case_words[i].profile;
        }
    config.base.p = case_value(options, "base", &config.base.n);
    config.schemes.p = case_word(options, "schemes=known")
                           ? NULL
                           : case_value(options, "schemes", &config.schemes.n);
    columns = case_value(options, "columns", &n);
    config.columns = columns ? (unsigned)strtoul(columns, NULL, 10) : 0;
    notation = case_value(options, "notation", &n);
    for (int i = 0; notation && i <= TRAWL_NOTATION_TEXINFO; i++)
        if (n == strlen(case_notations[i]) && memcmp(notation, case_notations[i], n) == 0)
            config.notation = i;
    return config;
}

#endif
