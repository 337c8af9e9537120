/* t_danger_flags.c - danger_flags(), which skips most hosts, agrees with trawl_host_dangers()
 *
 * One difference: a host that is written in Unicode, without escapes, is not flagged as punycode.
 */
#include <trawl.h>

#include "url/url.h"
#include "tap.h"

static uint64_t flags_of(unsigned dangers)
{
    return (dangers & TRAWL_DANGER_ODD_IP ? TRAWL_FLAG_ODD_IP : 0u) |
           (dangers & TRAWL_DANGER_IP_HOST ? TRAWL_FLAG_IP_HOST : 0u) |
           (dangers & TRAWL_DANGER_MIXED_SCRIPT ? TRAWL_FLAG_MIXED_SCRIPT : 0u) |
           (dangers & TRAWL_DANGER_WHOLE_SCRIPT ? TRAWL_FLAG_WHOLE_SCRIPT : 0u) |
           (dangers & TRAWL_DANGER_CONFUSABLE ? TRAWL_FLAG_CONFUSABLE : 0u) |
           (dangers & TRAWL_DANGER_PUNYCODE ? TRAWL_FLAG_PUNYCODE : 0u);
}

/* Returns true when the host has an "xn--" or an escape. */
static bool has_ascii_form(const char *url)
{
    trawl_span host = trawl_host_span(url, strlen(url));

    if (memchr(url + host.from, '%', (size_t)(host.to - host.from)))
        return true;
    for (size_t i = (size_t)host.from; i + 4 <= host.to; i++)
        if (memcmp(url + i, "xn--", 4) == 0)
            return true;
    return false;
}

static uint64_t flags_found(const char *url)
{
    uint64_t flags = 0;

    return danger_flags(url, strlen(url), &flags) == TRAWL_OK ? flags : UINT64_MAX;
}

static void flagged(const char *url, uint64_t flags)
{
    is_int((long long)flags_found(url), (long long)flags, "%s", url);
}

static void by_hand(void)
{
    flagged("http://a.example/", 0);
    flagged("http://a.example:8080/1.2?3#4", 0);
    flagged("http://127.0.0.1/", 0);
    flagged("http://[::1]/", 0);
    flagged("http://a--b.example/", 0);
    flagged("mailto:a@xn--bcher-kva.example", 0);
    flagged("http:", 0);
    flagged("no scheme", 0);
    flagged("", 0);
    flagged("http://a.example:11/", TRAWL_FLAG_FOREIGN_PORT);
    flagged("http://0x7f.1/", TRAWL_FLAG_ODD_IP);
    flagged("http://2130706433", TRAWL_FLAG_ODD_IP);
    flagged("http://971553429899", 0);
    flagged("https://8.8.8.8:8443/a", TRAWL_FLAG_IP_HOST);
    flagged("ftp://[2606:4700::1111]/", TRAWL_FLAG_IP_HOST);
    flagged("http://127.0.0.1./", TRAWL_FLAG_ODD_IP);
    flagged("http://user.example@017700000001:80/", TRAWL_FLAG_ODD_IP);
    flagged("http://user:1@a.example/", 0);
    flagged("ftp://xn--bcher-kva.example/", TRAWL_FLAG_PUNYCODE);
    flagged("http://XN--bcher-kva.example/", TRAWL_FLAG_PUNYCODE);
    flagged("http://b\xC3\xBC"
            "cher.example/",
            0);
    flagged("http://b\xC3\xBC"
            "cher.example/xn--bcher-kva",
            0);
    flagged("http://a.example\\@b.example/", TRAWL_FLAG_BACKSLASH);
    flagged("http://a.example\\.b.example/", TRAWL_FLAG_BACKSLASH);
    flagged("https:\\\\a.example\\b", TRAWL_FLAG_BACKSLASH);
    flagged("wss://u@a.example\\b@c.example/", TRAWL_FLAG_BACKSLASH);
    flagged("http://a.example/b\\@c.example", 0);
    flagged("http://a.example/?b\\c", 0);
    flagged("http://u:p\\@a.example/", 0); /* browsers refuse the port */
    flagged("file://a.example\\b", 0);
    flagged("svn://a.example\\@b.example/", 0);
    flagged("http://a.example\\@A.example/", 0); /* the same host */
    flagged("http://\xD0\xB0pple.example/", TRAWL_FLAG_MIXED_SCRIPT | TRAWL_FLAG_CONFUSABLE);
    flagged("http://\xD0\xB0\xD1\x80\xD1\x80.example/",
            TRAWL_FLAG_WHOLE_SCRIPT | TRAWL_FLAG_CONFUSABLE);
}

static void by_chance(void)
{
    static const char *const bits[] = {
        "a",  "b",   "1",    "0x7f",          "255",      ".",   ".",
        "-",  "--",  "xn--", "xn--bcher-kva", "@",        ":",   ":80",
        "/",  "?",   "#",    "%31",           "%",        "[",   "]",
        "\\", "com", "user", "\xC3\xBC",      "\xD0\xB0", "\xFF"};
    unsigned seed = 6, wrong = 0;
    uint64_t want;

    for (int k = 0; k < 200000; k++) {
        char url[256] = "http://";
        for (unsigned i = 0; i <= (seed >> 20) % 7; i++) {
            seed = seed * 1103515245u + 12345u;
            strcat(url, bits[(seed >> 16) % (sizeof bits / sizeof bits[0])]);
        }
        seed = seed * 1103515245u + 12345u;
        want = flags_of(trawl_host_dangers(url, strlen(url)));
        if (!has_ascii_form(url))
            want &= ~TRAWL_FLAG_PUNYCODE;
        if ((flags_found(url) & ~(TRAWL_FLAG_FOREIGN_PORT | TRAWL_FLAG_BACKSLASH)) != want &&
            wrong++ < 5)
            printf("# %s\n", url);
    }
    is_int(wrong, 0, "random URLs: the same dangers");
}

int main(void)
{
    by_hand();
    by_chance();
    return done();
}
