/* kinds.c - values of --find, --columns, --from, --max-unpacked: kinds of links and of inputs */
#include <stdio.h>
#include <string.h>
#include <trawl_options.h>

#include "app/command.h"
#include "app/io/io.h"

#define KINDS_MOST 31

const char *kinds_word(int i, int *bits, const char **help)
{
    return trawl_option_word("find", i, bits, help);
}

const char *profile_word(int i, int *profile, const char **help)
{
    return trawl_option_word("profile", i, profile, help);
}

const char *notation_word(int i, int *notation, const char **help)
{
    return trawl_option_word("notation", i, notation, help);
}

int columns_read(unsigned *columns, const char *command, const char *value)
{
    trawl_config config = TRAWL_CONFIG_INIT;
    trawl_options options = TRAWL_OPTIONS_INIT;
    trawl_option_fault fault = TRAWL_OPTION_FAULT_INIT;
    char why[sizeof fault.takes + sizeof " is not "];

    options.find = &config;
    if (trawl_options_set(&options, "columns", 7, value, strlen(value), &fault) == TRAWL_OK) {
        *columns = config.columns;
        return 0;
    }
    (void)snprintf(why, sizeof why, " is not %s", fault.takes);
    say(command, "--columns: ", value, why);
    return -1;
}

/* Returns the bits of the kind p[0..n), or 0 after an error message. */
static unsigned kinds_bits(const char *command, const char *p, size_t n)
{
    const char *names[KINDS_MOST + 1] = {NULL};
    char all[256] = "the kinds are ";
    size_t length = strlen(all);
    int bits = 0, i = 0;

    while (i < KINDS_MOST && (names[i] = kinds_word(i, NULL, NULL)))
        i++;
    for (int k = 0; k < i && length < sizeof all; k++)
        length += (size_t)snprintf(all + length, sizeof all - length, "%s%s", names[k],
                                   k + 2 < i    ? ", "
                                   : k + 2 == i ? " and "
                                                : "");
    i = options_choose(command, "--find", "kind", names, p, n, all);
    if (i >= 0)
        (void)kinds_word(i, &bits, NULL);
    return (unsigned)bits;
}

/* Returns true when the value names a kind without a sign. */
static bool is_list(const char *value)
{
    for (const char *p = value; *p; p += *p == ',') {
        if (*p != '+' && *p != '-')
            return true;
        p += strcspn(p, ",");
    }
    return *value == '\0';
}

int kinds_read(struct kinds *k, const char *command, const char *value)
{
    bool list = is_list(value);

    if (list && (*value == '+' || *value == '-')) {
        say(command, "--find: ", value,
            " mixes two forms: +KIND,+KIND adds to the default, KIND,KIND replaces it");
        return -1;
    }
    if (list)
        *k = (struct kinds){.listed = 1};
    for (const char *p = value;; p++) {
        char sign = *p == '+' || *p == '-' ? *p++ : '\0';
        size_t n = strcspn(p, ",");
        unsigned bits = kinds_bits(command, p, n);

        if (!bits)
            return -1;
        if (!sign)
            k->list |= bits;
        if (sign == '+')
            k->add |= bits, k->drop &= ~bits;
        if (sign == '-')
            k->add &= ~bits, k->drop |= bits;
        p += n;
        if (*p == '\0')
            return 0;
    }
}

int kinds_settle(const struct kinds *k, const char *command, unsigned standard, unsigned *find)
{
    *find = ((k->listed ? k->list : standard) | k->add) & ~k->drop;
    if (*find == 0)
        say(command, "--find: no kind is left to find", NULL, NULL);
    return *find ? 0 : -1;
}

/* ---- Inputs ---- */

int input_value(int choice)
{
    return choice > 0 ? choice - 1 : TRAWL_INPUT_AUTO;
}

int max_unpacked_read(const char *command, const char *value)
{
    input_max_unpacked = options_size(value);
    if (input_max_unpacked > 0)
        return 0;
    say(command, "--max-unpacked: ", value, " is not a number of bytes, as in 2G, 500M or 100K");
    return -1;
}

/* ---- Names of the library: kinds, zones, flags ---- */

int link_kinds_read(unsigned *set, const char *option, const char *value)
{
    const char *names[TRAWL_KIND_COUNT + 2] = {NULL};
    unsigned long long bits;

    for (int i = 0; i < TRAWL_KIND_COUNT; i++)
        names[i] = trawl_kind_name(i);
    names[TRAWL_KIND_COUNT] = "url";
    bits = options_choose_all(option, "kind", names, value, NULL);
    *set |= (unsigned)bits & ((1u << TRAWL_KIND_COUNT) - 1);
    if (bits >> TRAWL_KIND_COUNT & 1)
        *set |= 1u << TRAWL_KIND_WRAP | 1u << TRAWL_KIND_ANGLE | 1u << TRAWL_KIND_BARE;
    return bits ? 0 : -1;
}

/* TRAWL_ZONE_NONE, the value before it, is not one that users name. */
enum { FIRST_ZONE = TRAWL_ZONE_NONE + 1 };

const char *zone_word(int i)
{
    return i + FIRST_ZONE < TRAWL_ZONE_COUNT ? trawl_zone_name(i + FIRST_ZONE) : NULL;
}

int zones_read(unsigned *set, const char *option, const char *value)
{
    const char *names[TRAWL_ZONE_COUNT] = {NULL};
    unsigned long long bits;

    for (int i = 0; zone_word(i); i++)
        names[i] = zone_word(i);
    bits = options_choose_all(option, "zone", names, value, NULL);
    *set |= (unsigned)bits << FIRST_ZONE;
    return bits ? 0 : -1;
}

const char *flags_word(int i, int *value, const char **help)
{
    static const char *const groups[] = {"danger", "doubt", NULL};

    (void)help;
    if (value)
        *value = i;
    return i < TRAWL_FLAG_COUNT ? trawl_flag_name(i) : groups[i - TRAWL_FLAG_COUNT];
}

int flags_read(uint64_t *flags, bool *doubt, const char *option, const char *value)
{
    enum { DANGER = TRAWL_FLAG_COUNT, DOUBT, WORDS };
    const char *names[WORDS + 1];
    unsigned long long set;

    for (int i = 0; i <= WORDS; i++)
        names[i] = flags_word(i, NULL, NULL);
    names[doubt ? WORDS : DOUBT] = NULL;
    set = options_choose_all(option, "flag", names, value, NULL);
    *flags |= (set & (TRAWL_FLAG(DANGER) - 1)) | (set >> DANGER & 1 ? DANGER_FLAGS : 0);
    if (doubt)
        *doubt |= set >> DOUBT & 1;
    return set ? 0 : -1;
}
