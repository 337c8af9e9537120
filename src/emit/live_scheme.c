/* live_scheme.c - which schemes are live in HTML (F1), and what else is known of a scheme here
 *
 * What is good is listed, and so is what never is: what runs code, reads local files, or hides another URL inside. The latter
 * holds whatever the user asks for.
 */
#include <string.h>

#include "base/ascii.h"
#include "emit/live.h"

static const struct {
    const char *name;
    unsigned what;
} schemes[] = {
    {"http", LIVE_ALWAYS | LIVE_HTTP | LIVE_HOST},
    {"https", LIVE_ALWAYS | LIVE_HTTP | LIVE_HOST},
    {"mailto", LIVE_ALWAYS | LIVE_MAILTO | LIVE_LINES},
    {"ftp", LIVE_NEWS | LIVE_HOST | LIVE_LINES},
    {"news", LIVE_NEWS | LIVE_LINES},
    {"nntp", LIVE_NEWS | LIVE_HOST | LIVE_LINES},
    {"gopher", LIVE_NEWS | LIVE_HOST | LIVE_LINES},
    {"snews", LIVE_LINES},
    {"telnet", LIVE_SESSION | LIVE_HOST | LIVE_LINES},
    {"rlogin", LIVE_SESSION | LIVE_HOST | LIVE_LINES},
    {"tn3270", LIVE_SESSION | LIVE_HOST | LIVE_LINES},
    {"wais", LIVE_HOST | LIVE_LINES},
    {"prospero", LIVE_HOST | LIVE_LINES},
    {"irc", LIVE_LINES},
    {"ircs", LIVE_LINES},
    {"ws", LIVE_HOST},
    {"wss", LIVE_HOST},
    {"nfs", LIVE_HOST},
    /* what F1 names as never live; some of it stands below */
    {"livescript", LIVE_NEVER},
    {"data", LIVE_NEVER},
    {"blob", LIVE_NEVER},
    {"filesystem", LIVE_NEVER},
    {"file", LIVE_NEVER},
    {"about", LIVE_NEVER},
    {"view-source", LIVE_NEVER},
    {"jar", LIVE_NEVER},
    {"resource", LIVE_NEVER},
    {"search", LIVE_NEVER},
    {"hcp", LIVE_NEVER},
    {"hxxp", LIVE_NEVER},
    {"hxxps", LIVE_NEVER},
    /* more of the same kind */
    {"mocha", LIVE_NEVER},
    {"mhtml", LIVE_NEVER},
    {"mk", LIVE_NEVER},
    {"res", LIVE_NEVER},
    {"its", LIVE_NEVER},
    {"wyciwyg", LIVE_NEVER},
    {"intent", LIVE_NEVER},
    {"shell", LIVE_NEVER},
    {"feed", LIVE_NEVER},
    {"pcast", LIVE_NEVER},
    {"cid", LIVE_NEVER},
};

unsigned live_scheme(const char *scheme)
{
    static const char *const never[] = {"chrome", "ms-", "search-", "moz-", "javascript", "vbscript"};

    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++)
        if (schemes[i].name[0] == scheme[0] && strcmp(schemes[i].name, scheme) == 0)
            return schemes[i].what;
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
        if (strncmp(scheme, never[i], strlen(never[i])) == 0)
            return LIVE_NEVER;
    return 0;
}

static bool same_word(const char *p, size_t n, const char *scheme)
{
    while (n > 0 && p[0] == ' ') {
        p++;
        n--;
    }
    while (n > 0 && p[n - 1] == ' ')
        n--;
    return n == strlen(scheme) && ascii_same(p, scheme, n);
}

/* Does the user's list name it? "news" alone stands for a family. */
static bool is_listed(trawl_str list, const live_url *u)
{
    if (same_word(list.p, list.n, "news"))
        return (u->what & LIVE_NEWS) != 0;
    for (size_t i = 0; i < list.n; i++) {
        const char *comma = memchr(list.p + i, ',', list.n - i);
        size_t n = comma ? (size_t)(comma - (list.p + i)) : list.n - i;
        if (same_word(list.p + i, n, u->scheme))
            return true;
        i += n;
    }
    return false;
}

/* F3 names rlogin among those that may be asked for, though nobody ever registered it. */
static bool is_registered(const live_url *u)
{
    trawl_scheme s = {.size = sizeof s};

    if (u->what & LIVE_SESSION)
        return true;
    return trawl_scheme_lookup(&s, u->scheme, strlen(u->scheme)) == TRAWL_OK &&
           (s.status == TRAWL_PERMANENT || s.status == TRAWL_PROVISIONAL || s.status == TRAWL_HISTORICAL);
}

const char *live_scheme_refused(const live_url *u, trawl_str list)
{
    if (u->scheme[0] == '\0')
        return "it has no scheme";
    if (u->what & LIVE_ALWAYS)
        return NULL;
    if (u->what & LIVE_NEVER)
        return "its scheme is never live";
    if (!is_listed(list, u))
        return "its scheme is not live unless asked for";
    return is_registered(u) ? NULL : "its scheme is not a registered one";
}
