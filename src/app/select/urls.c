/* urls.c - chooses links by their URL: --scheme, --host, --site, and these with --not
 *
 * Tests the URL that is printed: with --unwrap, the URL to which a redirector leads. A link must
 * match one value of each option that is given, and no value of --not.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/ascii.h"
#include "app/command.h"
#include "app/select/select.h"

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/* ---- Lists of words ---- */

/* Appends a word and a NUL. Returns 0, or -1 after an error message. */
static int select_add_word(struct buffer *list, const char *p, size_t n)
{
    if (buffer_add(list, p, n) == TRAWL_OK && buffer_add(list, "", 1) == TRAWL_OK)
        return 0;
    (void)command_trouble(NULL, TRAWL_ERROR_NO_MEMORY);
    return -1;
}

/* Returns true when one of the words fits the text. */
static bool fits_any(const struct buffer *list, trawl_str text,
                     bool (*fits)(const char *word, size_t n, trawl_str text))
{
    for (size_t i = 0, n; i < list->n; i += n + 1) {
        n = strlen(list->p + i);
        if (fits(list->p + i, n, text))
            return true;
    }
    return false;
}

static bool select_is_same(const char *word, size_t n, trawl_str text)
{
    return n == text.n && ascii_same(text.p, word, n);
}

/* ---- The options ---- */

/* Returns true when the value is a list of scheme names with commas between. */
bool select_are_schemes(const char *value)
{
    for (const char *p = value;; p++) {
        size_t n = strcspn(p, ",");

        if (strspn(p, LETTERS) == 0 || strspn(p, LETTERS "0123456789+-.") < n)
            return false;
        p += n;
        if (*p == '\0')
            return true;
    }
}

int select_add_schemes(struct url_words *words, const char *option, const char *value)
{
    const char *hint = options_hint_value("--scheme", value, strlen(value));

    if (hint || !select_are_schemes(value))
        return say_refuse(option, value,
                          hint ? hint
                               : " is not a list of schemes; it takes names as in http,https");
    for (const char *p = value; *p; p += *p == ',') {
        char name[64];
        size_t n = strcspn(p, ",");

        for (size_t i = 0; i < n && i < sizeof name; i++)
            name[i] = ascii_lower(p[i]);
        if (n > sizeof name || select_add_word(&words->schemes, name, n) < 0)
            return n > sizeof name ? say_refuse(option, p, " is longer than any scheme") : -1;
        p += n;
    }
    return 0;
}

/* Writes a host in its canonical form to `b`. Returns 0, or -1 after an error message. */
static int select_fill_host(struct buffer *b, const char *host, size_t n)
{
    struct buffer url = {0};
    int error = buffer_add(&url, "http://", 7);

    if (error == TRAWL_OK)
        error = buffer_add(&url, host, n);
    if (error == TRAWL_OK)
        error = buffer_fill(b, trawl_host, buffer_str(&url));
    buffer_free(&url);
    if (error != TRAWL_OK)
        (void)command_trouble(NULL, error);
    return error == TRAWL_OK ? 0 : -1;
}

/* Returns true when p[0..n) is empty or has a character that a pattern of hosts may not have. */
static bool select_is_no_host(const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)p[i] <= ' ' || strchr("/#@\\", p[i]))
            return true;
    return n == 0;
}

/* Adds the pattern p[0..n), with each label beyond ASCII as an A-label. */
static int add_pattern(struct buffer *list, const char *p, size_t n)
{
    struct buffer made = {0}, label = {0};
    bool failed = false;

    for (size_t i = 0, end; !failed && i <= n; i = end + 1) {
        const char *dot = i < n ? memchr(p + i, '.', n - i) : NULL;

        end = dot ? (size_t)(dot - p) : n;
        if (memchr(p + i, '*', end - i) || memchr(p + i, '?', end - i) ||
            memchr(p + i, '[', end - i) || memchr(p + i, ':', end - i)) {
            label.n = 0;
            failed = buffer_add(&label, p + i, end - i) != TRAWL_OK;
        } else {
            failed = select_fill_host(&label, p + i, end - i) < 0;
        }
        failed = failed || buffer_add(&made, label.p, label.n) != TRAWL_OK ||
                 (end < n && buffer_add(&made, ".", 1) != TRAWL_OK);
    }
    if (!failed)
        failed = select_add_word(list, made.p, made.n) < 0;
    buffer_free(&made);
    buffer_free(&label);
    return failed ? -1 : 0;
}

int select_add_hosts(struct url_words *words, const char *option, const char *value)
{
    for (const char *p = value;; p++) {
        size_t n = strcspn(p, ",");

        if (*p == '!')
            return say_refuse(option, value, " has a \"!\"; --not host=NAME leaves a host out");
        if (*p == '.')
            return say_refuse(option, value,
                              " begins with a dot; *.example.org is each host below example.org");
        if (memchr(p, ':', n) && *p != '[' && !memchr(p, '/', n))
            return say_refuse(option, value, " has a port; it takes hosts without one");
        if (select_is_no_host(p, n))
            return say_refuse(option, value,
                              " is not a list of hosts; it takes names and patterns as in "
                              "www.example.org,*.example.net");
        if (add_pattern(&words->hosts, p, n) < 0)
            return -1;
        p += n;
        if (*p == '\0')
            return 0;
    }
}

/* Returns true for an IPv4 address: no name has a last label of digits. */
static bool ends_in_number(const struct buffer *host)
{
    size_t i = host->n;

    while (i > 0 && host->p[i - 1] >= '0' && host->p[i - 1] <= '9')
        i--;
    return i < host->n && i > 0 && host->p[i - 1] == '.';
}

/* Returns true for a name such as "co.uk", below which each name is a site of its own. */
static bool is_public_suffix(const struct buffer *host)
{
    char below[256];
    int n = snprintf(below, sizeof below, "x.%.*s", (int)host->n, host->p);

    return memchr(host->p, '.', host->n) && !ends_in_number(host) && n > 0 &&
           (size_t)n < sizeof below && trawl_site_length(below, (size_t)n) == (size_t)n;
}

/* Adds the site p[0..n). Refuses a host below a site, and a public suffix. */
static int add_site(struct buffer *list, const char *option, const char *p, size_t n)
{
    struct buffer host = {0};
    char rest[160];
    size_t site;
    bool failed = select_fill_host(&host, p, n) < 0;

    site = trawl_site_length(host.p, host.n);
    if (!failed && *p == '!')
        failed = say_refuse(option, p, " has a \"!\"; --not site=NAME leaves a site out") < 0;
    else if (!failed &&
             (host.n == 0 || select_is_no_host(p, n) || memchr(p, '*', n) || memchr(p, '?', n))) {
        failed =
            say_refuse(option, p,
                       " is not a site; it takes names as in example.org, and --host patterns") < 0;
    } else if (!failed && site != host.n) {
        (void)snprintf(rest, sizeof rest, " is a host of the site %.*s; --host selects hosts",
                       (int)site, host.p + host.n - site);
        failed = say_refuse(option, p, rest) < 0;
    } else if (!failed && is_public_suffix(&host)) {
        (void)snprintf(
            rest, sizeof rest,
            " is a public suffix: each name below it is a site of its own; --host '*.%.*s' "
            "selects them",
            (int)(host.n < 64 ? host.n : 64), host.p);
        failed = say_refuse(option, p, rest) < 0;
    }
    if (!failed)
        failed = select_add_word(list, host.p, host.n) < 0;
    buffer_free(&host);
    return failed ? -1 : 0;
}

int select_add_sites(struct url_words *words, const char *option, const char *value)
{
    for (const char *p = value;; p++) {
        size_t n = strcspn(p, ",");

        if (add_site(&words->sites, option, p, n) < 0)
            return -1;
        p += n;
        if (*p == '\0')
            return 0;
    }
}

void select_free(struct link_urls *u)
{
    struct url_words *all[] = {&u->only, &u->out};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        buffer_free(&all[i]->schemes);
        buffer_free(&all[i]->hosts);
        buffer_free(&all[i]->sites);
    }
}

/* ---- The test ---- */

/* Returns true when the host fits the pattern, in which "*" is any text and "?" any character.
 * After a mismatch only the last "*" takes one character more, so time is at most n times the
 * length of the host. */
static bool fits_pattern(const char *p, size_t n, trawl_str host)
{
    size_t i = 0, k = 0, star = n, from = 0;

    while (k < host.n) {
        if (i < n && p[i] == '*') {
            star = i++;
            from = k;
        } else if (i < n && (p[i] == '?' || ascii_lower(p[i]) == ascii_lower(host.p[k]))) {
            i++;
            k++;
        } else if (star < n) {
            i = star + 1;
            k = ++from;
        } else {
            return false;
        }
    }
    while (i < n && p[i] == '*')
        i++;
    return i == n;
}

/* Returns the scheme of a URL, or an empty text if it has none. */
static trawl_str scheme_of(trawl_str url)
{
    size_t n = 0;

    while (n < url.n && ascii_is_scheme((unsigned char)url.p[n]))
        n++;
    return (trawl_str){url.p, n < url.n && url.p[n] == ':' ? n : 0};
}

/* Returns 1 when the link would be live in hypertext, 0 when not, or an error. */
static int is_live(const trawl_link *link, trawl_str url, trawl_str live)
{
    trawl_link shown = *link;
    size_t n;
    int result;

    shown.url = url;
    result = trawl_emit_href(&shown, live.p, live.n, NULL, 0, &n, NULL);
    return result == TRAWL_ERROR_NO_SPACE ? 1 : result == TRAWL_EMIT_DEAD ? 0 : result;
}

/* Returns true when the list is empty, or one of its words fits the text. */
static bool fits_if_given(const struct buffer *list, trawl_str text,
                          bool (*fits)(const char *word, size_t n, trawl_str text))
{
    return list->n == 0 || fits_any(list, text, fits);
}

/* Returns true when the host and its site fit the lists. An empty host fits no word. */
static bool fits_host(const struct link_urls *u, trawl_str host)
{
    const size_t n = trawl_site_length(host.p, host.n);
    const trawl_str site = {host.p + host.n - n, n};

    if (host.n == 0)
        return u->only.hosts.n + u->only.sites.n == 0;
    return fits_if_given(&u->only.hosts, host, fits_pattern) &&
           fits_if_given(&u->only.sites, site, select_is_same) &&
           !fits_any(&u->out.hosts, host, fits_pattern) &&
           !fits_any(&u->out.sites, site, select_is_same);
}

int select_url(const struct link_urls *u, trawl_str live, struct buffer *room,
               const trawl_link *link, trawl_str url)
{
    const trawl_str scheme = scheme_of(url);
    int error;

    if (!fits_if_given(&u->only.schemes, scheme, select_is_same) ||
        fits_any(&u->out.schemes, scheme, select_is_same))
        return 0;
    if (u->only.hosts.n + u->only.sites.n + u->out.hosts.n + u->out.sites.n > 0) {
        error = buffer_fill(room, trawl_host, url);
        if (error != TRAWL_OK)
            return error;
        if (!fits_host(u, buffer_str(room)))
            return 0;
    }
    return u->live ? is_live(link, url, live) : 1;
}
