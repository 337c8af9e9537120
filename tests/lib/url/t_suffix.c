/* t_suffix.c - registrable domains: tests samples, then all rules of the list against a naive
 * implementation
 *
 * The samples use rules that have been in the list for years and should stay.
 */
#include <string.h>

#include "url/url.h"
#include "tap.h"

/* The registrable domain follows the "|". A host without "|" has no such domain. */
static const char *const samples[] = {
    "|example.com",
    "www.|example.com",
    "a.b.c.|example.com",
    "WWW.|Example.COM",
    "com",
    "|example.co.uk",
    "www.|example.co.uk",
    "WWW.|EXAMPLE.CO.UK",
    "co.uk",
    "uk",
    "www.|parliament.uk",
    "www.|example.com.au",
    /* no rule matches: the last label is the suffix */
    "|x.example",
    "a.b.|c.nosuchtld",
    "localhost",
    "nosuchtld",
    /* "*.ck" and "!www.ck"; "*.kobe.jp" and "!city.kobe.jp" */
    "ck",
    "a.ck",
    "|x.a.ck",
    "y.|x.a.ck",
    "|www.ck",
    "a.|www.ck",
    "|kobe.jp",
    "x.kobe.jp",
    "|y.x.kobe.jp",
    "|city.kobe.jp",
    "a.|city.kobe.jp",
    /* private rules */
    "github.io",
    "|alice.github.io",
    "www.|alice.github.io",
    "blogspot.com",
    "a.|b.blogspot.com",
    /* final dots, empty labels */
    "",
    ".",
    "..",
    ".com",
    "..com",
    "www.|example.com.",
    "com.",
    "example.com..",
    ".co.uk",
    ".|example.co.uk",
    /* addresses */
    "192.0.2.1",
    "192.0.2.1.",
    "2130706433",
    "0x7f.1",
    "1.2.0x",
    "[2001:db8::1]",
    "2001:db8::1",
    "1.|2.com",
    "|0xg.com",
    /* non-ASCII: U- and A-labels, capitals, the dots of IDNA */
    "www.|b\u00FCcher.example",
    "www.|xn--bcher-kva.example",
    "www.|\u4F8B.\u516C\u53F8.cn",
    "www.|\u4F8B.xn--55qx5d.cn",
    "\u516C\u53F8.cn",
    "xn--55qx5d.cn",
    "XN--55QX5D.CN",
    "a.|b.xn--p1ai",
    "a.|b.\u0440\u0444",
    "A.|B.\u0420\u0424",
    "\u0440\u0444",
    "www\u3002|example\u3002com",
    "www\uFF0E|example\uFF61co.uk",
    "www.|example.com\u3002",
    "\u3002com",
    "a.|\xFF.com",
};

static void by_hand(void)
{
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        const char *bar = strchr(samples[i], '|');
        size_t n = strlen(samples[i]), at = bar ? (size_t)(bar - samples[i]) : n;
        char *host = malloc(n + 1);

        if (!host)
            exit(1);
        (void)snprintf(host, n + 1, "%.*s%s", (int)at, samples[i], bar ? bar + 1 : "");
        n -= bar ? 1 : 0;
        is_int(suffix_registrable(host, n), at, "%s", samples[i]);
        free(host);
    }
}

/* Tests a label longer than any in the list, and more labels than any rule has. */
static void long_ones(void)
{
    char host[4000];

    memset(host, 'a', sizeof host);
    is_int(suffix_registrable(host, sizeof host), sizeof host, "one long label");
    memcpy(host + sizeof host - 4, ".com", 4);
    is_int(suffix_registrable(host, sizeof host), 0, "a long label before com");
    for (size_t i = 1; i < sizeof host; i += 2)
        host[i] = '.';
    memcpy(host + sizeof host - 5, ".a.uk", 5);
    is_int(suffix_registrable(host, sizeof host), sizeof host - 4, "many labels");
}

/* Tests a line of the oracle: host, tab, registrable domain. */
static bool agrees(const char *line)
{
    const char *tab = strchr(line, '\t');
    size_t n = tab ? (size_t)(tab - line) : 0, wanted = tab ? strcspn(tab + 1, "\n") : 0;

    return tab && suffix_registrable(line, n) == (wanted > 0 ? n - wanted : n);
}

static void whole_list(void)
{
    char line[2048], source[200] = "";
    long good = 0, bad = 0;
    FILE *f;

    if (system("python3 -c '' >/dev/null 2>&1") != 0) {
        skip("all rules against a naive implementation: no python3");
        return;
    }
    f = popen("python3 tests/lib/url/suffix_oracle.py", "r");
    if (!f)
        exit(1);
    while (fgets(line, sizeof line, f)) {
        if (line[0] == '#')
            (void)snprintf(source, sizeof source, "%.*s", (int)strcspn(line, "\n"), line);
        else if (agrees(line))
            good++;
        else if (++bad <= 10)
            is_str(line, "same as by the list", "a host and its domain");
    }
    is_int(pclose(f), 0, "the oracle ran to the end");
    ok(bad == 0 && good > 9000 && source[0],
       "%ld hosts give the same as the naive implementation, by %s", good, source);
}

int main(void)
{
    by_hand();
    long_ones();
    whole_list();
    return done();
}
