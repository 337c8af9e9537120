/* t_mismatch.c - links that show one host and go to another: pairs of a text and an href, labelled
 * by hand (E17)
 *
 * Half of them are common in ordinary mail and must not be flagged.
 */
#include <string.h>

#include "url/url.h"
#include "mail/page/page.h"
#include "tap.h"

#define GATEWAY "https://eur01.safelinks.protection.outlook.com/?url="

static const struct pair {
    bool wanted;
    const char *shown, *url;
} pairs[] = {
    /* the text shows no host */
    {false, "Click here", "http://evil.example/"},
    {false, "", "http://evil.example/"},
    {false, "README.md", "https://git.example/blob/README.md"},
    {false, "main.rs", "https://git.example/main.rs"},
    {false, "setup.sh.", "https://git.example/setup.sh"},
    /* A7: files, short domains, a gateway in the text */
    {false, "recipe.bb", "https://git.example/recipe.bb"},
    {false, "busybox_1.36.1.bb", "https://git.example/busybox"},
    {false, "require.inc", "https://git.example/x"},
    {false, "top.sv", "https://git.example/x"},
    {true, "www.brand.sv", "https://evil.example/x"},
    {true, "mail.brand.bb", "https://evil.example/x"},
    {true, "brand.sv/login", "https://evil.example/x"},
    {false, "https://youtu.be/abc", "https://www.youtube.com/watch?v=abc"},
    {false, "https://www.youtube.com/watch?v=abc", "https://youtu.be/abc"},
    {true, "https://youtu.be/abc", "https://youtube.com.evil.example/"},
    {false, GATEWAY "https%3A%2F%2Fwww.example.com%2F&data=x", "https://example.com/"},
    {false, GATEWAY "https%3A%2F%2Fwww.example.com%2F", GATEWAY "https%3A%2F%2Fexample.com%2Fa"},
    {true, GATEWAY "https%3A%2F%2Fwww.example.com%2F&data=x", "https://evil.example/"},
    {false, "www.example.com",
     "https://deref-gmx.net/mail/client/AbC-1/dereferrer/?redirectUrl=http%3A%2F%2Fwww.example.com"},
    {true, "www.example.com",
     "https://deref-web.de/mail/client/AbC-1/dereferrer/?redirectUrl=http%3A%2F%2Fevil.example"},
    {false, "https://example.com/a", "https://protect-eu.mimecast.com/s/AbC?domain=example.com/"},
    /* a URL in the query of the URL that is shown */
    {false, "see http://intranet/go?u=http://www.example.com/",
     "http://intranet/go?u=http://www.example.com/"},
    {false, "see (http://intranet/go?u=http://www.example.com/).",
     "http://intranet/go?u=http://www.example.com/"},
    {true, "see http://intranet/go?u=http://www.example.com/", "http://intranet/go?u="},
    {true, "see http://www.example.com@example.org/", "http://www.example.com@example.org/"},
    {false, "Node.js", "https://nodejs.example/"},
    {false, "ASP.NET", "https://dot.example/"},
    {false, "e.g.", "http://x.example/"},
    {false, "i.e", "http://x.example/"},
    {false, "U.S.A.", "http://x.example/"},
    {false, "1.2", "http://x.example/1.2"},
    {false, "10.0.0.1", "http://x.example/"},
    {false, "9.am", "http://x.example/"},
    {false, "v2.0.1", "http://x.example/"},
    {false, "john.doe", "http://x.example/~john"},
    {false, "@john.li", "http://social.example/john"},
    {false, ".com", "http://x.example/"},
    {false, "and/or", "http://x.example/"},
    {false, "km/h", "http://x.example/"},
    {false, "24/7.com.Example/", "http://x.example/"},
    {true, "example.com is great", "http://x.example/"},
    {false, "example.com is great for all of us", "http://x.example/"},
    {true, "Visit www.example.com now", "http://x.example/"},
    {true, "our site, example.com", "http://x.example/"},
    {false, "the dot.com bubble", "http://x.example/"},
    {false, "our site, example.io", "http://x.example/"},
    {false, "comp.lang.c", "news:comp.lang.c"},
    {false, "http://", "http://x.example/"},
    {false, "http://...", "http://x.example/"},
    {false, "https://[your-name]", "http://x.example/"},
    {false, "Note: this", "http://x.example/"},
    {false, "joe@example.com", "https://evil.example/unsubscribe?joe@example.com"},
    {true, "write to joe@example.com", "mailto:ann@example.net"},
    {false, "...ple.com/a", "http://example.com/a"},
    {false, "\u2026ple.com/a", "http://example.com/a"},
    {false, "example.nosuchtld", "http://x.example/"},
    {false, "example.nosuchtld/a", "http://x.example/"},
    /* the same host */
    {false, "http://example.com", "https://www.example.com/x"},
    {false, "https://www.example.com/a", "http://example.com/b"},
    {false, "www.example.com", "https://shop.example.com/"},
    {false, "EXAMPLE.COM", "https://example.com/"},
    {false, "example.com.", "https://example.com/"},
    {false, "(www.example.com),", "https://example.com/"},
    {false, "<http://example.com/a>", "http://example.com/a"},
    {false, "<URL:http://example.com/a>", "http://example.com/a"},
    {false, "example.com/\n", "http://news.example.com/c?id=1"},
    {false, "https://example.co.uk/", "https://mail.example.co.uk/"},
    {false, "example.com:8080", "http://example.com:8080/"},
    {false, "http://example.com@example.com/", "http://example.com/"},
    {false, "https://example.com/very/lo\u2026", "https://example.com/very/long"},
    {false, "https://exam\u2026", "https://example.com/very/long"},
    {false, "https://exam...", "https://example.com/very/long"},
    {false, "http://192.0.2.1/", "http://192.0.2.1:8080/x"},
    {false, "http://[2001:db8::1]/", "http://[2001:DB8::1]/x"},
    {false, "http://intranet/", "http://intranet/wiki"},
    {false, "http://blogspot.com/", "http://www.blogspot.com/"},
    {false, "joe@example.com", "mailto:joe@mail.example.com?subject=hi"},
    {false, "mailto:joe@example.com", "mailto:joe%40example.com"},
    {false, "www.example.com", "mailto:joe@example.com"},
    {false, "www.example.com", "tel:+4930123456"},
    {false, "www.example.com", "#top"},
    {false, "www.example.com", "cid:part1@evil.example"},
    {false, "www.example.com", "mailto:?subject=www.example.com"},
    {false, "http://b\u00FCcher.com/", "http://xn--bcher-kva.com/"},
    {false, "www.xn--bcher-kva.com", "http://B\u00DCCHER.com/"},
    {false, "http://example.com/", "http://ex%61mple.com/"},
    {false, "ex\u200Bample\u200E.com", "http://example.com/"},
    {false, "\U0001F517 https://example.com/", "http://example.com/"},
    {false, "\u2192\u00A0example.com", "http://example.com/"},
    {false, "http://example.com/", "  http:\n//exam\nple.com/"},
    {false, "http://example.com/", "http:\\\\example.com\\a"},
    {false, "https://alice.github.io/a", "https://alice.github.io/b"},
    /* gateways */
    {false, "www.example.com", GATEWAY "https%3A%2F%2Fwww.example.com%2F&data=05"},
    {false, "http://example.com/a", "https://urldefense.com/v3/__http://example.com/a__;!!A!d$"},
    {false, "example.com",
     GATEWAY "https%3A%2F%2Fwww.google.com%2Furl%3Fq%3Dhttp%3A%2F%2Fexample.com"},
    {false, "https://www.google.com/",
     GATEWAY "https%3A%2F%2Fwww.google.com%2Furl%3Fq%3Dhttp%3A%2F%2Fexample.com"},
    {false, GATEWAY "https%3A%2F%2Fexample.com", GATEWAY "https%3A%2F%2Fexample.com"},
    {false, "example.com", "https://protect-eu.mimecast.com/s/AbC?domain=links.example.com"},
    {false, "example.com", "https://protect-eu.mimecast.com/s/AbC"},
    {false, "example.com", GATEWAY "https%3A%2F%2Fprotect-eu.mimecast.com%2Fs%2FAbC"},
    {true, "www.example.com", GATEWAY "https%3A%2F%2Fevil.example%2F&data=05"},
    {true, "www.example.com", "https://www.google.com/url?q=http://evil.example/"},
    {true, "www.example.com", "https://protect-eu.mimecast.com/s/AbC?domain=evil.example"},
    {true, "www.example.com", "https://u1.ct.sendgrid.net/ls/click?upn=u001.a"},
    {true, "www.example.com",
     "https://safelinks.protection.outlook.com.evil.example/?url=https%3A%2F%2Fexample.com"},
    /* another host */
    {true, "http://example.com", "http://example.net/"},
    {true, "https://www.example.com/login", "https://www.example.com.evil.example/login"},
    {true, "www.example.com", "http://evil.example/www.example.com"},
    {true, "www.example.com", "http://www.example.com@evil.example/"},
    {true, "http://example.com\\@evil.example/", "http://evil.example/"},
    {true, "example.com", "http://evil.example/"},
    {true, "EXAMPLE.com!", "http://evil.example/"},
    {true, "example.com/login", "http://evil.example/"},
    {true, "example.com/login to verify", "http://evil.example/"},
    {true, "example.com?a=b", "http://evil.example/"},
    {true, "example.com:443", "http://evil.example/"},
    {true, "docs.example.md", "http://evil.example/"},
    {true, "example.md/a", "http://evil.example/"},
    {true, "www.example.rs", "http://evil.example/"},
    {true, "163.com", "http://evil.example/"},
    {true, "https://example.com (secure)", "http://evil.example/"},
    {true, "\"https://example.com\"", "http://evil.example/"},
    {true, "https://example.com\u2026", "http://evil.example/"},
    {true, "https://exam\u2026", "http://evil.example/"},
    {true, "https://example.co.uk/", "https://evil.co.uk/"},
    {true, "https://alice.github.io/", "https://mallory.github.io/"},
    {true, "http://github.io/", "http://mallory.github.io/"},
    {true, "https://example.com/", "http://192.0.2.1/"},
    {true, "http://192.0.2.1/", "http://192.0.2.2/"},
    {true, "http://intranet/", "http://evil.example/"},
    {true, "ftp://example.com/", "http://evil.example/"},
    {true, "www.\u200Bexam\u00ADple.com", "http://evil.example/"},
    {true, "\u202Ewww.example.com", "http://evil.example/"},
    {true, "http://example.com/", "http:\\\\evil.example\\example.com"},
    {true, "http://example.com/", "http:/evil.example"},
    {true, "http://example.com/", "javascript:location='http://example.com/'"},
    {true, "http://example.com/", "data:text/html,http://example.com/"},
    {true, "http://example.com/", "file:///C:/x.exe"},
    {true, "joe@example.com", "mailto:joe@evil.example"},
    {true, "mailto:joe@example.com now", "mailto:joe@evil.example?cc=joe@example.com"},
    {true, "www.example.com", "mailto:joe@evil.example"},
    /* wide, circled, mathematical and negative letters, signs that look like a dot */
    {false, "\uFF45xample.com", "http://example.com/"},
    {false, "example\uFF0Ecom", "http://example.com/"},
    {false, "example\u3002\uFF43om", "http://example.com/"},
    {false, "\u24BAXAMPLE.com", "http://example.com/"},
    {false, "\u24D4xample.com", "http://example.com/"},
    {false, "example.co\u24DC", "http://example.com/"},
    {false, "\U0001D404xampl\U0001D41E.com", "http://example.com/"},
    {false, "\U0001D419.a\U0001D41A.com", "http://z.aa.com/"},
    {false, "\U0001D5D4\U0001D5EE.com", "http://aa.com/"},
    {false, "\U0001D7CF6\U0001D7DB.com", "http://163.com/"},
    {false, "\U0001F134xample.com", "http://example.com/"},
    {false, "\U0001F154xample.com", "http://example.com/"},
    {false, "\U0001F174xample.com", "http://example.com/"},
    {true, "www .example.com", "http://evil.example/"},
    {true, "www. example.com", "http://evil.example/"},
    {true, "\uFF48ttp://intranet/", "http://evil.example/"},
    {true, "h\U0001D42Dtp://intranet/", "http://evil.example/"},
    {true, "\U0001D407TTP://intranet/", "http://evil.example/"},
    {true, "HTT\u24C5://intranet/", "http://evil.example/"},
    {true, "htt\u24DF://intranet/", "http://evil.example/"},
    {true, "HTT\U0001F13F://intranet/", "http://evil.example/"},
    {true, "HTT\U0001F15F://intranet/", "http://evil.example/"},
    {true, "HTT\U0001F17F://intranet/", "http://evil.example/"},
    {true, "http\uFF1A//intranet/", "http://evil.example/"},
    {true, "\uFF57\uFF57\uFF57\uFF0Eexample\uFF0Ecom", "http://evil.example/"},
    {true, "\U0001D404xample.\U0001D41Com", "http://evil.example/"},
    /* letters that look alike: U+0430 in the first, "rn" for "m" in the last */
    {true, "http://example.com/", "http://ex\u0430mple.com/"},
    {true, "http://ex\u0430mple.com/", "http://example.com/"},
    {true, "http://example.com/", "http://xn--exmple-4nf.com/"},
    {true, "www.example.com", "http://www.exarnple.com/"},
};

static void labelled(void)
{
    int flagged = 0, plain = 0;

    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        const struct pair *p = &pairs[i];
        bool got = mismatch(p->shown, strlen(p->shown), p->url, strlen(p->url));
        ok(got == p->wanted, "%s: \"%s\", %s", p->wanted ? "mismatch" : "none", p->shown, p->url);
        *(p->wanted ? &flagged : &plain) += 1;
    }
    ok(flagged >= 30 && plain >= 30, "at least 30 of both: %d and %d", flagged, plain);
}

/* Texts and URLs longer than any host, made of each character that the code tests. */
static void long_ones(void)
{
    static char text[100000], url[100000];
    static const char fills[] = "a.@/:%[-\xE2";

    for (size_t i = 0; i + 1 < sizeof fills; i++) {
        memset(text, fills[i], sizeof text);
        memset(url, fills[i], sizeof url);
        ok(!mismatch(text, sizeof text, "http://x.example/", 17), "a text made of byte 0x%02x",
           fills[i] & 0xFF);
        memcpy(url, "http://", 7);
        memcpy(text, "http://example.com/", 19);
        ok(mismatch(text, sizeof text, "http://x.example/", 17), "the same after a host");
        (void)mismatch("www.example.com", 15, url, sizeof url);
    }
    memset(text, 'a', 3000);
    memcpy(text, "http://", 7);
    memcpy(text + 2980, "@x.example/", 11);
    ok(!mismatch(text, 3000, text, 3000),
       "a link that shows its own URL, with a very long userinfo");
}

int main(void)
{
    labelled();
    long_ones();
    return done();
}
