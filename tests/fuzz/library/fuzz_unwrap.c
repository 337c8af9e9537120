/* fuzz_unwrap.c - any bytes as a gateway's link, and as a link and its text
 *
 * Byte 0 selects a prefix: nothing, or the start of a gateway's URL. A target is no longer than the
 * URL, has an allowed scheme, no controls and no spaces, and is UTF-8; it needs exactly as much
 * room as its length. Unwrapping up to five levels at once gives the same as level by level. Then
 * the bytes before the first NUL are a text, and the rest its href: a link whose text is its own
 * URL is not a mismatch, unless the URL has a user or contains one that is written backwards.
 */
#include "base/utf8.h"
#include "fuzz.h"
#include "mail/page/page.h"
#include "url/unwrap/unwrap.h"

static const char *const fronts[] = {
    "",
    "https://nam02.safelinks.protection.outlook.com/?url=",
    "https://urldefense.proofpoint.com/v1/url?u=",
    "https://urldefense.proofpoint.com/v2/url?u=",
    "https://urldefense.proofpoint.com/v2/url?u=https-3A__",
    "https://urldefense.com/v3/",
    "https://urldefense.com/v3/__https://x.example/",
    "https://linkprotect.cudasvc.com/url?a=",
    "https://secure-web.cisco.com/1/",
    "https://eu-central-1.protection.sophos.com/?u=",
    "https://protect.checkpoint.com/v2/___http://",
    "https://protect-eu.mimecast.com/s/a?domain=",
    "https://www.google.com/url?q=",
    "https://www.bing.com/ck/a?u=a1",
    "https://r.search.yahoo.com/_ylt=A/RU=",
    "https://href.li/?",
    "https://outgoing.prod.mozaws.net/v1/a/",
    "https://a.awstrack.me/L0/",
    "https://www.google.",
    "https://",
};

static bool starts(const char *p, size_t n, const char *word)
{
    size_t length = strlen(word);

    for (size_t i = 0; i < length; i++)
        if (i == n || (p[i] | 0x20) != (word[i] | 0x20))
            return false;
    return true;
}

static void check_target(const char *p, size_t n, size_t url_n)
{
    utf8_char c;

    must(n <= url_n && n <= UNWRAP_MAX, "a target is no longer than the URL");
    must(starts(p, n, "http://") || starts(p, n, "https://") || starts(p, n, "ftp://") ||
             starts(p, n, "mailto:"),
         "a target has one of four schemes");
    for (size_t i = 0; i < n; i += c.len) {
        c = utf8_decode(p + i, n - i);
        must(c.code != UTF8_INVALID && c.code > ' ' && c.code != 0x7F,
             "a target is UTF-8 without controls and spaces");
    }
}

static void check_room(const char *url, size_t n, const char *target, size_t target_n)
{
    char *small = malloc(target_n);
    size_t len = 0;

    must(small != NULL, "memory for the test");
    must(unwrap(url, n, small, target_n, &len) == 1 && len == target_n &&
             !memcmp(small, target, len),
         "exactly enough room");
    must(unwrap(url, n, small, target_n - 1, &len) == 0, "one byte of room too little");
    free(small);
}

static void check_steps(const char *url, size_t n)
{
    static char all[UNWRAP_MAX], here[UNWRAP_MAX], next[UNWRAP_MAX];
    size_t all_n = 0, len;
    int depth = unwrap_all(url, n, all, &all_n), steps = 0;
    trawl_str domain = {NULL, 0};

    must(depth >= 0 && depth <= UNWRAP_DEPTH, "at most five levels");
    if (unwrap_hidden(url, n, &domain))
        must(domain.n < n, "a hidden target's host is in the URL");
    while (steps < UNWRAP_DEPTH && unwrap(url, n, next, sizeof next, &len)) {
        check_target(next, len, n);
        check_room(url, n, next, len);
        memcpy(here, next, len);
        url = here;
        n = len;
        steps++;
    }
    must(steps == depth, "all levels, as level by level");
    if (depth > 0)
        must(all_n == n && !memcmp(all, url, n), "the same target");
}

/* Returns true for a URL with a user, which may look like another host (E17). */
static bool has_user(const char *p, size_t n)
{
    const char *start = memchr(p, ':', n);
    size_t i = start ? (size_t)(start - p) + 1 : n;

    while (i < n && (p[i] == '/' || p[i] == '\\'))
        i++;
    while (i < n && !strchr("/\\?#@", p[i]))
        i++;
    return i < n && p[i] == '@';
}

/* Returns true for a text that shows a URL when it is read from its end (E17). */
static bool has_reversed(const char *p, size_t n)
{
    for (size_t i = 0; i + 2 < n; i++)
        if (starts(p + i, n - i, "//:") ||
            (i > 0 && (p[i - 1] == '.' || (p[i - 1] >= '0' && p[i - 1] <= '9')) &&
             starts(p + i, n - i, "www")))
            return true;
    return false;
}

static void check_mismatch(const char *p, size_t n)
{
    const char *nul = n > 0 ? memchr(p, 0, n) : NULL;
    size_t shown = nul ? (size_t)(nul - p) : n, from = nul ? shown + 1 : n;
    bool printable = true;

    (void)mismatch(p, shown, p + from, n - from);
    must(suffix_registrable(p, n) <= n, "a registrable domain is in the host");
    for (size_t i = 0; i < n; i++)
        printable = printable && p[i] > ' ' && p[i] < 0x7F;
    if (printable && starts(p, n, "http") && !has_user(p, n) && !has_reversed(p, n))
        must(!mismatch(p, n, p, n), "a link that shows its own URL");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *front;
    size_t front_n, n;
    char *url;

    if (size == 0)
        return 0;
    front = fronts[data[0] % (sizeof fronts / sizeof fronts[0])];
    front_n = strlen(front);
    n = front_n + size - 1;
    url = malloc(n > 0 ? n : 1);
    must(url != NULL, "memory for the test");
    memcpy(url, front, front_n);
    memcpy(url + front_n, data + 1, size - 1);
    check_steps(url, n);
    check_mismatch(url, n);
    free(url);
    return 0;
}
