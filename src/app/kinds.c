/* kinds.c - --find KINDS, the value of --from, --max-unpacked: kinds of links and of inputs */
#include <string.h>
#include <trawl_mail.h>

#include "app/command.h"
#include "app/io/io.h"

/* URLs of header fields, HTML and terminals are URLs too; "url,-hdr" leaves the first out. */
#define ALL_URLS (TRAWL_FIND_URL | TRAWL_FIND_HDR | TRAWL_FIND_HTML | TRAWL_FIND_OSC8)

static const char *const kinds_names[] = {"url",   "www",  "addr", "email",     "domain",
                                          "msgid", "hdr",  "ip",   "localhost", "netpath",
                                          "html",  "osc8", NULL};
static const unsigned kinds_bits[] = {ALL_URLS,           TRAWL_FIND_WWW,    TRAWL_FIND_ADDR,
                                      TRAWL_FIND_EMAIL,   TRAWL_FIND_DOMAIN, TRAWL_FIND_MSGID,
                                      TRAWL_FIND_HDR,     TRAWL_FIND_IP,     TRAWL_FIND_LOCALHOST,
                                      TRAWL_FIND_NETPATH, TRAWL_FIND_HTML,   TRAWL_FIND_OSC8};

const char *kinds_word(int i)
{
    return kinds_names[i];
}

/* Returns true when the value names a kind without a sign. */
static int is_list(const char *value)
{
    for (const char *p = value; *p; p += *p == ',') {
        if (*p != '+' && *p != '-')
            return 1;
        p += strcspn(p, ",");
    }
    return *value == '\0';
}

int kinds_read(struct kinds *k, const char *command, const char *value)
{
    int list = is_list(value);

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
        int i = options_choose(command, "--find", "kind", kinds_names, p, n,
                               "the kinds are url, www, addr, email, domain, msgid, hdr, ip, "
                               "localhost, netpath, html and osc8");

        if (i < 0)
            return -1;
        if (!sign)
            k->list |= kinds_bits[i];
        if (sign == '+')
            k->add |= kinds_bits[i], k->drop &= ~kinds_bits[i];
        if (sign == '-')
            k->add &= ~kinds_bits[i], k->drop |= kinds_bits[i];
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
