/* t_plain.c - the fast path for hrefs gives the same results as all the rules
 *
 * A URL with its scheme in capitals takes the slow path, so each random URL is tested with its
 * scheme in small letters and in capitals. A plain URL must have no danger and, if it is clean, no
 * character that HTML escapes.
 */
#include "tap.h"

#include <trawl.h>
#include <trawl_emit.h>

#include "base/ascii.h"
#include "emit/emit.h"

static const char *const schemes[] = {
    "http://", "https://", "mailto:", "mailto://", "http:/", "httpsx://"};
static const char *const hosts[] = {"a.example",
                                    "a-b.c",
                                    "A.example",
                                    "a",
                                    "1a.b",
                                    "a.1b",
                                    "a_b",
                                    "-a",
                                    "a..b",
                                    "a.b.",
                                    "",
                                    "1.2.3.4",
                                    "h:8080",
                                    "h:25",
                                    "u@h",
                                    "a.0x7f",
                                    "0x7f",
                                    "[::1]",
                                    "a%2eb",
                                    "xn--a",
                                    "a\\b",
                                    "a b",
                                    "\xC3\xA9.b",
                                    "h:",
                                    "xn--e1awd7f.example",
                                    "h:6000",
                                    "a.b:080",
                                    "h:65535",
                                    "h:65536",
                                    "h:000080",
                                    "h:0",
                                    "h:8x",
                                    "h:80:90",
                                    "h:123456789012345678901"};
static const char *const bits[] = {
    "a",  "B", "7",   "-",        "_",    ".",  "~",       "!",       "$",         "&", "'",
    "(",  ")", "*",   "+",        ",",    ";",  "=",       ":",       "@",         "/", "?",
    "#",  "%", "%41", "%0a",      "%00",  "[",  "]",       "\"",      "<",         ">", " ",
    "\\", "^", "|",   "\xC3\xA9", "\xFF", "//", "?body=x", "?cc=y@z", "&subject=q"};
static const unsigned flags[] = {
    0, 0, 0, TRAWL_FLAG_FORMAT_CHAR, TRAWL_FLAG_REFANGED, TRAWL_FLAG_USERINFO};

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

static uint32_t chance_state = 3986;

static size_t chance(size_t n)
{
    chance_state = chance_state * 1664525u + 1013904223u;
    return (chance_state >> 8) % n;
}

static size_t make(char *url)
{
    size_t k = chance(7);

    strcpy(url, schemes[chance(6) ? chance(3) : chance(COUNT(schemes))]);
    if (url[0] == 'm')
        for (size_t i = chance(4); i > 0; i--)
            strcat(url, bits[chance(COUNT(bits))]);
    if (url[0] == 'm' && chance(3) == 0)
        strcat(url, "some-Body.else_0+x");
    if (url[0] == 'm' && chance(5))
        strcat(url, "@");
    strcat(url, hosts[chance(2) ? chance(4) : chance(COUNT(hosts))]);
    if (url[0] != 'm' && chance(4))
        strcat(url, "/");
    for (; k > 0; k--)
        strcat(url, bits[chance(COUNT(bits))]);
    return strlen(url);
}

/* Writes the href to out, or the reason why there is none. */
static int href(const char *url, size_t n, unsigned flag, char out[600], size_t *len)
{
    trawl_link link = {.size = sizeof link, .url = {url, n}, .flags = flag};
    const char *why = NULL;
    int result = trawl_emit_href(&link, "", 0, out, 600, len, &why);

    if (result == TRAWL_EMIT_DEAD)
        *len = (size_t)snprintf(out, 600, "dead: %s", why);
    return result;
}

static bool is_harmless(const char *url, size_t n, enum live_plain plain)
{
    for (size_t i = 0; i < n; i++)
        if (url[i] <= ' ' || url[i] >= 0x7F || strchr("<>\"", url[i]) ||
            (plain == LIVE_CLEAN && strchr("&'", url[i])))
            return false;
    return (trawl_host_dangers(url, n) & TRAWL_DANGER_ODD_IP) == 0;
}

static bool agrees(const char *url, size_t n, unsigned flag, enum live_plain plain)
{
    char loud[600], by_rules[600], got[600];
    size_t rules_n, got_n, scheme = strcspn(url, ":");
    int wanted, result = href(url, n, flag, got, &got_n);

    memcpy(loud, url, n);
    for (size_t i = 0; i < scheme; i++)
        loud[i] = ascii_upper(loud[i]);
    wanted = href(loud, n, flag, by_rules, &rules_n);
    if (result != wanted || got_n != rules_n || memcmp(got, by_rules, got_n) != 0)
        return false;
    return plain == LIVE_MADE || (result == TRAWL_OK && is_harmless(url, n, plain));
}

int main(void)
{
    char url[600];
    int clean = 0, plain = 0, printed = 0;
    bool all = true;

    for (int i = 0; i < 100000; i++) {
        size_t n = make(url);
        unsigned flag = flags[chance(COUNT(flags))];
        enum live_plain kind = live_plain_of((trawl_str){url, n}, flag);
        clean += kind == LIVE_CLEAN;
        plain += kind == LIVE_URL;
        if (agrees(url, n, flag, kind))
            continue;
        all = false;
        if (printed++ < 10)
            printf("# %s, flags %x: %d\n", url, flag, kind);
    }
    ok(all, "both paths give the same href, or the same reason");
    ok(clean > 5000 && plain > 1000, "%d URLs were clean, %d more plain", clean, plain);
    return done();
}
