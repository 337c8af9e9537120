/* urls.h - URLs for tests: some that at least one grammar accepts, and some that are slow to check
 *
 * A hostile URL is a scheme and a shape, repeated to any length. A space as its last byte delays
 * the refusal as long as possible.
 */
#ifndef TRAWL_TESTS_URLS_H
#define TRAWL_TESTS_URLS_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* ---- Good URLs ---- */

/* clang-format off */
static const char *const good_urls[] = {
    "http://h", "http://h/", "HTTP://Www.Example.COM:80/%7ejoe/", "http://a.b-c.d/e/f?g+h",
    "http://1.2.3.4:8/a;b?c=d&e", "http://u:p@h.example:8080/a/../b?c?d/e#f", "http://[2001:db8::7]:80/x",
    "http://[::ffff:1.2.3.4]/", "http://[1:2:3:4:5:6:7:8]", "http://[v1.a:b]/",
    "http://b\xC3\xBC" "cher.example/stra\xC3\x9F" "e?\xEE\x80\x80#\xE2\x82\xAC", "http://h/a@b\"c", "http://h?q#",
    "http://h:1/a/b", "http://a-1.b:70/x/y.z", "http://h/%7Eu/", "http://h/a?b", "http://h/a!b*c'd", "https://h/",
    "https://www.example.org/search?q=url&lang=en", "https://u@h:443/", "https://[::1]/#top", "https://h:/%41",
    "https://h.i/a,b;c", "https://1.2.3.4/", "https://h/a/b/c.html#d", "https://h/?", "https://h/~joe",
    "https://a.b.c.d.e/", "ftp://h/", "ftp://ftp.example.org/pub/README;type=a", "ftp://u:p@h:21/a/b",
    "ftp://u@h//etc/motd", "ftp://h/a;type=AN", "ftp://h/a;type=L8", "ftp://h/a;type=I", "ftp://1.2.3.4/a.b",
    "ftp://h/;type=D", "ftp://h/%2Fa?b", "ftp://h/a#b", "ftp://h/a;type=EC", "file:///", "file:///etc/fstab",
    "file://localhost/a/b", "file://vms.host.edu/disk$user/my", "file:/a/b", "FILE://h/%20", "file:///a/b#c",
    "file://1.2.3.4/x", "file:/", "file://h/a:b@c", "file:///C:/a", "gopher://h", "gopher://h/", "gopher://h:70/1",
    "gopher://h/00/About/This%20server", "gopher://h/7a%09b%09+c", "gopher://h/%30x", "gopher://1.2.3.4/1/a+b",
    "gopher://h/0a#b", "GOPHER://a.b/1/a", "gopher://h/1@b", "mailto:a@b", "mailto:joe@example.com",
    "mailto:a.b+c@d.e,f@g", "mailto:a@b?subject=c&body=d%20e", "mailto:?to=a@b", "mailto:%22a%22@b.c",
    "mailto:a%25b@c.example", "MAILTO:x@y.z", "mailto:a@b@c", "mailto:a_b-c@d-e.f", "mailto:a'b@c",
    "mailto:ab@cd.ef.gh", "news:*", "news:a.b.c", "news:comp.lang.c", "news:1994dec20.1738@news.example.edu",
    "news:a@b.c", "news:comp.lang.*", "news://h:119/comp.lang.c", "news://h/1@b", "news:a+b_c-d", "NEWS:a.b",
    "news:a$b@c.d", "news:alt.x", "snews://h/a.b", "snews:1@b", "news:a1", "news:x@1.2.3.4", "nntp://h/g",
    "nntp://h:1/g.h", "nntp://a-b.c/a/0", "nntp://h/g/1", "nntp://news.example.edu:119/comp.lang.c/4711",
    "nntp:comp.lang.c/42", "nntp:g/1", "NNTP://h/a.b/12", "nntp://1.2.3.4/alt.x/5", "nntp:alt.x/1#a", "nntp://a.b/c-d",
    "nntp://h/a_b/6", "nntp:a.b.c/7", "nntp:a/12345", "nntp:x.y/0", "nntps://h/a", "nntp://u@h/a.b/3", "nntp:a*b/3",
    "nntp:c%2B/8", "nntp:a.b/9#", "telnet://h", "telnet://h/", "telnet://u:p@h:23/", "telnet://u@1.2.3.4",
    "telnet://guest:guest@library.example.edu:2323", "TELNET://h:1", "telnet://a.b", "telnet://u:p@h", "telnet://h#a",
    "telnet://a-b.c:5", "tn3270://h/", "rlogin://u@h", "tn3270://u:p@[::1]:23", "rlogin://h:513/", "wais://h/",
    "wais://h/d", "wais://h:210/d?q", "wais://h/d/t/p", "wais://h/d?q+r", "wais://h/d/t/1=a;",
    "wais://h/d/TEXT/9=a/b;2=c;", "wais://1.2.3.4/db", "wais://a.b/c?d", "wais://h/d/t/p%2F", "WAIS://h/a%20",
    "wais://h/d#e", "wais://h/a@b", "prospero://h/x", "prospero://h:1525/x//y;v=1;w=2", "prospero://h/",
    "prospero://h/a?b:c@d;e=f", "prospero://h/a/b%001", "prospero://1.2.3.4/a", "PROSPERO://a.b/c", "prospero://h/;=",
    "prospero://h/a;b=", "prospero://h/a#b", "prospero://h/a+b", "prospero://h/a@b", "prospero://h/x/y/z", "ws://h",
    "ws://h/chat", "wss://h:443/a?b=c", "ws://[::1]/", "WSS://a.b/", "ws://h?x", "ws://1.2.3.4:80", "wss://h/a/b%20",
    "ws://h/?", "urn:isbn:0451450523", "urn:ietf:rfc:2648", "urn:example:a?+b?=c", "urn:a-b:c/d#e", "URN:ab:%2F",
    "urn:ab:@", "urn:x1:a?=b", "urn:a123456789012345678901234567890b:c", "mid:a@b", "mid:a!b@c",
    "mid:960830.1639@host.example",
    "mid:a.b@c.d/e@f", "mid:%25@b", "MID:1@2", "mid:a-b@c", "mid:a@b#c", "mid:a_b.c@d.e", "cid:a@b",
    "cid:foo4%25foo1@bar.example", "cid:1.2@3", "CID:x@y.z", "cid:a&b@c", "cid:a'b@c", "cid:a@b#c", "cid:a.b.c@d.e.f",
    "nfs://h", "nfs://h/a/b", "nfs://h:2049/", "NFS://1.2.3.4/x", "nfs://a.b//c", "nfs://[::1]/a", "nfs://h/%20",
    "nfs://h/a#b", "afs://cell.example/a/b", "afs://c/", "magic://a/b/c//d/e/f", "x-foo:bar", "3com:a/b",
    "z39.50r://h:210/d?q", "a:", "a:?", "a:#b", "tel:+1-816-555-1212", "ldap://[2001:db8::7]/c=GB?one?two", "x:a:b@c",
    "a:/b//c", "a:b?c+d#e", "data:text/plain,a%20b", "x:%C3%A4", "x:\xF0\x9F\x98\x80/\xEF\xBF\xAF", "xmpp:a@b/c?d",
    "a:///b", "a://u:p@:8/", "a:\xC3\xA4?\xF3\xB0\x80\x80", "h", "a.b", "www.example.com", "3com.com", "a-b.c-d",
    "1.2.3.4", "999.1.1.1", "a1", "x--y.z", "1.a", "a.b.c.d.e.f", "h2o", "a$.b*",
};
/* clang-format on */

enum { GOOD_URLS = sizeof good_urls / sizeof good_urls[0] };

/* ---- Hostile shapes ---- */

static const char *const hostile_scheme[] = {
    "http://", "https://", "ftp://",    "file://", "gopher://",   "mailto:",
    "news:",   "nntp://",  "telnet://", "wais://", "prospero://", "ws://",
    "nfs://",  "mid:",     "urn:",      "x-any:",  "http://a/",
};

static const char *const hostile_shape[] = {
    "%41",      "/",      "a.a.a.", "a-a-",     "1.1.1.",      "@@@",          ";;;",
    "?",        ":",      "[::::",  "u:p@",     "a=b;",        "a@b.",         "a/../",
    "\xC3\xA4", "%4%4",   "?a=b&",  "1:2:3:",   "a:b@c/d?e#f", "a1.-",         "#",
    "a",        "1=a/b;", "a,b@c,", "[1.2.3.4", "+",           "\xE2\x80\xA8",
};

enum {
    HOSTILE_SCHEMES = sizeof hostile_scheme / sizeof hostile_scheme[0],
    HOSTILE_SHAPES = sizeof hostile_shape / sizeof hostile_shape[0]
};

/* Writes n bytes of a hostile URL; n must exceed the length of any scheme. If `bad` is set, the URL
 * ends with a space. */
static inline void hostile_put(char *to, size_t n, int scheme, int shape, bool bad)
{
    size_t i = strlen(hostile_scheme[scheme]), k = strlen(hostile_shape[shape]);

    memcpy(to, hostile_scheme[scheme], i);
    for (size_t j = 0; i < n; i++, j++)
        to[i] = hostile_shape[shape][j % k];
    if (bad)
        to[n - 1] = ' ';
}

#endif
