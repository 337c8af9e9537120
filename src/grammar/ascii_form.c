/* ascii_form.c - a URL in ASCII: trawl_ascii (RFC 3987 section 3.1)
 *
 * A host beyond ASCII as A-labels, everything that no URI may hold raw percent-encoded, spelling otherwise kept. A "%" that
 * begins no escape becomes "%25", a second "#" "%23", brackets outside a host "%5B" and "%5D": the result is a URI
 * wherever the URL had a scheme and its authority a form.
 */
#include <string.h>

#include "base/ascii.h"
#include "base/out.h"
#include "grammar/idn.h"
#include "grammar/ordinary.h"
#include "grammar/parts.h"

static bool is_escape(const char *url, size_t i, size_t end)
{
    return end - i >= 3 && url[i] == '%' && ascii_hex((unsigned char)url[i + 1]) >= 0 &&
           ascii_hex((unsigned char)url[i + 2]) >= 0;
}

/* url[from..to), where the bytes of extra stay raw beside RFC 3986's unreserved and sub-delims. */
static void put_encoded(out *o, const char *url, trawl_span s, const char *extra)
{
    for (size_t i = s.from; span_is(s) && i < s.to; i++) {
        unsigned char c = (unsigned char)url[i];
        bool raw = ascii_is_alnum(c) || (c != '\0' && (strchr("-._~!$&'()*+,;=", c) || strchr(extra, c)));
        if (raw || is_escape(url, i, s.to))
            out_byte(o, (char)c);
        else
            out_percent(o, c);
    }
}

static int put_host(out *o, const char *url, trawl_span host)
{
    bool literal = span_len(host) > 0 && url[host.from] == '[' && url[host.to - 1] == ']';
    char ascii[IDN_HOST_MAX + 1];
    size_t len;
    int taken = 0;

    if (idn_wanted(url + host.from, span_len(host)))
        taken = idn_to_ascii(url + host.from, span_len(host), ascii, &len);
    if (taken > 0)
        out_put(o, ascii, len);
    else
        put_encoded(o, url, host, literal ? "[]:" : "");
    return taken < 0 ? taken : 0;
}

static int put_authority(out *o, const char *url, const url_parts *p)
{
    const trawl_span *part = p->part;
    int failed;

    out_put(o, "//", 2);
    if (span_is(part[TRAWL_USER])) {
        put_encoded(o, url, part[TRAWL_USER], "");
        if (span_is(part[TRAWL_PASSWORD]))
            out_byte(o, ':');
        put_encoded(o, url, part[TRAWL_PASSWORD], ":");
        out_byte(o, '@');
    }
    failed = put_host(o, url, part[TRAWL_HOST]);
    if (span_is(part[TRAWL_PORT]))
        out_byte(o, ':');
    put_encoded(o, url, part[TRAWL_PORT], "");
    return failed;
}

/* By all the rules. */
static int put_url(out *to, const char *url, size_t n)
{
    url_parts p;
    int failed = 0;

    parts_split(&p, url, n);
    if (span_is(p.part[TRAWL_SCHEME])) {
        out_put(to, url, span_len(p.part[TRAWL_SCHEME]));
        out_byte(to, ':');
    }
    if (span_is(p.authority))
        failed = put_authority(to, url, &p);
    put_encoded(to, url, p.part[TRAWL_PATH], ":@/");
    if (span_is(p.part[TRAWL_QUERY]))
        out_byte(to, '?');
    put_encoded(to, url, p.part[TRAWL_QUERY], ":@/?");
    if (span_is(p.part[TRAWL_FRAGMENT]))
        out_byte(to, '#');
    put_encoded(to, url, p.part[TRAWL_FRAGMENT], ":@/?");
    return failed;
}

int trawl_ascii(const char *url, size_t n, char *text, size_t size, size_t *len)
{
    out to = {text, size, 0};
    ordinary usual;
    int failed = 0;

    if ((!url && n > 0) || (!text && size > 0) || !len)
        return TRAWL_MISUSE;
    if (ordinary_read(&usual, url, n))
        out_put(&to, url, n);
    else
        failed = put_url(&to, url ? url : "", n);
    *len = to.len;
    if (failed)
        return failed;
    return to.len > size ? TRAWL_NO_SPACE : TRAWL_OK;
}
