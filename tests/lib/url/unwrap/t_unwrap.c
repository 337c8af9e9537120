/* t_unwrap.c - links that gateways have rewritten: examples of each rule (E18), round
 * trips
 *
 * The targets of the examples were worked out by hand from the rules. The encoders write the forms
 * of SafeLinks and of Proofpoint's v2 and v3 for random URLs.
 */
#include <string.h>

#include "tap.h"
#include "url/unwrap/unwrap.h"

static const struct example {
    const char *url, *target; /* target: NULL when there is none */
} examples[] = {
    /* SafeLinks */
    {"https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fx.example%2Fa%3Fb%3Dc%26d&data=05%7C01&reserved=0",
     "https://x.example/a?b=c&d"},
    {"https://EUR01.SafeLinks.Protection.Outlook.COM/?URL=http%3a%2f%2fx.example",
     "http://x.example"},
    {"https://na01.safelinks.protection.outlook.com/ap/x-59584e83/?url=https%3A%2F%2Fx.example%2F%2523&data=1",
     "https://x.example/%23"},
    {"https://gcc02.safelinks.protection.office365.us/?url=https%3A%2F%2Fx.example%2F",
     "https://x.example/"},
    {"https://nam02.safelinks.protection.outlook.com/?data=1&amp;url=https%3A%2F%2Fx.example%2F&amp;sdata=2",
     "https://x.example/"},
    {"https://eur01.safelinks.protection.outlook.com/?url=mailto%3Ajoe%40x.example",
     "mailto:joe@x.example"},
    {"https://eur01.safelinks.protection.outlook.com/?url=ftp%3A%2F%2Fx.example%2F",
     "ftp://x.example/"},
    {"https://eur01.safelinks.protection.outlook.com/?url=javascript%3Aalert(1)", NULL},
    {"https://eur01.safelinks.protection.outlook.com/?url=data%3Atext%2Fhtml%2Cx", NULL},
    {"https://eur01.safelinks.protection.outlook.com/?url=x.example", NULL},
    {"https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2F%2Fx", NULL},
    {"https://eur01.safelinks.protection.outlook.com/?url=", NULL},
    {"https://eur01.safelinks.protection.outlook.com/", NULL},
    {"https://safelinks.protection.outlook.com.evil.example/?url=https%3A%2F%2Fx.example%2F", NULL},
    {"https://evilsafelinks.protection.outlook.com/?url=https%3A%2F%2Fx.example%2F", NULL},
    {"ftp://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fx.example%2F", NULL},
    {"https://joe@eur01.safelinks.protection.outlook.com:443/?url=https%3A%2F%2Fx.example%2F",
     "https://x.example/"},
    {"https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url=https%3A%2F%2Fx.example%2F&l=en",
     "https://x.example/"},
    /* escapes: of a space, of controls, of invalid UTF-8; and a character of three bytes */
    {"https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fx.example%2Fa%20b%0Ac%00%7F",
     "https://x.example/a%20b%0Ac%00%7F"},
    {"https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fx.example%2F%E4%E2%82%AC%E2%82%",
     "https://x.example/%E4\u20AC%E2%82%"},
    {"https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fb%C3%BCcher.example%2F",
     "https://b\u00FCcher.example/"},
    {"https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fx.example%2F%zz%4",
     "https://x.example/%zz%4"},
    /* Proofpoint v1, v2 */
    {"https://urldefense.proofpoint.com/v1/url?u=http://x.example/a&k=abc%3D%3D%0A&r=1",
     "http://x.example/a"},
    {"https://urldefense.proofpoint.com/v2/url?u=https-3A__x-2Dy.example_a-5Fb-3Fc-3Dd-26e&d=DwMF&c=a&r=b&m=c&s=d&e=",
     "https://x-y.example/a_b?c=d&e"},
    {"https://urldefense.proofpoint.com/v2/url?u=http-3A__x.example_-25C3-25A4&d=D",
     "http://x.example/%C3%A4"},
    {"https://urldefense.proofpoint.com/v2/url?u=http-3A__x.example_-C3-A4-zz-&d=D",
     "http://x.example/\u00E4-zz-"},
    {"https://urldefense.us/v2/url?u=https-3A__x.example_a-0Ab&d=D", "https://x.example/a%0Ab"},
    {"https://urldefense.proofpoint.com/v2/url?u=x.example&d=D", NULL},
    /* Proofpoint v3. Kw is "+"; JSM "%#"; w7w U+00FC; w6TDtsO8 U+00E4 U+00F6 U+00FC; IA a space */
    {"https://urldefense.com/v3/__https://x.example/a*b?c=d&e__;Kw!!AbC!dEf-G_h$",
     "https://x.example/a+b?c=d&e"},
    {"https://urldefense.com/v3/__https://x.example/a**Ab__;JSM!!AbC!dEf$",
     "https://x.example/a%#b"},
    {"https://urldefense.com/v3/__https://x.example/a*2Fb*c__;JSM!!AbC!dEf$",
     "https://x.example/a%2Fb#c"},
    {"https://urldefense.com/v3/__https://b*cher.example/__;w7w!!AbC!dEf$",
     "https://b\u00FCcher.example/"},
    {"https://urldefense.com/v3/__https://x.example/**B/__;w6TDtsO8!!A!d$",
     "https://x.example/\u00E4\u00F6\u00FC/"},
    {"https://urldefense.com/v3/__https:/x.example/a__;!!AbC!dEf$", "https://x.example/a"},
    {"https://urldefense.com/v3/__http://x.example/__;!!AbC", "http://x.example/"},
    {"https://urldefense.com/v3/xxhttp://x.example/__;!!AbC!d$", NULL},
    {"https://urldefense.com/v3/__;!!AbC!d$", NULL},
    {"https://www.googlex.com/url?q=http://x.example/", NULL},
    {"https://www.google.com/url#q=http://x.example/", NULL},
    {"https://urldefense.com/v3/__https://x.example/%2A%2AA%41__;JSM=!!AbC!d$",
     "https://x.example/%#A"},
    {"https://urldefense.us/v3/__https://x.example/a__b__;!!A!d$", "https://x.example/a__b"},
    {"https://urldefense.com/v3/__https://x.example/a*b*__;Kw!!AbC!dEf$",
     NULL}, /* one star too many */
    {"https://urldefense.com/v3/__https://x.example/a**Cb__;JSM!!AbC!dEf$", NULL},
    {"https://urldefense.com/v3/__https://x.example/a**!b__;JSM!!AbC!dEf$", NULL},
    {"https://urldefense.com/v3/__https://x.example/a*b__;IA!!AbC!dEf$", NULL},
    {"https://urldefense.com/v3/__https://x.example/a", NULL},
    {"https://urldefense.com/v3/https://x.example/a__;!!A!d$", NULL},
    {"https://urldefense.com/v3/", NULL},
    {"https://urldefense.com/v3/__;", NULL},
    /* other security gateways */
    {"https://linkprotect.cudasvc.com/url?a=https%3a%2f%2fx.example%2fa&c=E,1,abc,,&typo=1",
     "https://x.example/a"},
    {"https://secure-web.cisco.com/1AbC-d_e/https%3A%2F%2Fx.example%2Fa%3Fb",
     "https://x.example/a?b"},
    {"http://secure-web.cisco.com/1AbC-d_e", NULL},
    {"https://ddec1-0-en-ctp.trendmicro.com:443/wis/clicktime/v1/query?url=https%3a%2f%2fx%2dy.example&umid=1&auth=2",
     "https://x-y.example"},
    {"https://www.trendmicro.com/en?url=https%3a%2f%2fx.example", NULL},
    {"https://eu-central-1.protection.sophos.com/?d=x.example&u=aHR0cHM6Ly94LmV4YW1wbGUv&i=N&t=Q=&h=a",
     "https://x.example/"},
    {"https://us-west-2.protection.sophos.com?d=x.example&amp;u=aHR0cDovL3guZXhhbXBsZS9hP2I9YyZk&amp;i=N",
     "http://x.example/a?b=c&d"},
    {"https://us-west-2.protection.sophos.com?u=aHR0cHM6Ly94LmV4YW1wbGUvw6k%3D",
     "https://x.example/\u00E9"},
    {"https://us-west-2.protection.sophos.com?u=amF2YXNjcmlwdDphbGVydCgxKQ==", NULL},
    {"https://us-west-2.protection.sophos.com?u=aHR0cHM6Ly94LmV4YW1wbGUvYSBi", NULL}, /* a space */
    {"https://us-west-2.protection.sophos.com?u=aHR0cHM6.Ly94LmV4YW1wbGUv", NULL},
    {"https://protect2.fireeye.com/v1/url?k=6f-0c&q=1&e=7-4&u=https%3A%2F%2Fx.example%2F",
     "https://x.example/"},
    {"https://protect2.fireeye.com/url?k=6f&u=https://x.example/a", "https://x.example/a"},
    {"https://protect.checkpoint.com/v2/r05/___https://x.example/a?b=c&d___.YzJ1Om1v",
     "https://x.example/a?b=c&d"},
    {"https://url.avanan.click/v2/___https:/x.example/a_b___.YXAzOm", "https://x.example/a_b"},
    {"https://url.avanan.click/v2/r01/___mjjux://d.jcfruqj___.YXAzOm", NULL},
    {"https://url.avanan.click/v2/___https://x.example/a", NULL},
    {"https://clicktime.symantec.com/38YrYP?u=http%3A%2F%2Fx.example%2F%23%2Fa",
     "http://x.example/#/a"},
    {"https://clicktime.symantec.com/15xV?h=6gc=&u=https://x.example/a", "https://x.example/a"},
    {"https://antiphishing.vadesecure.com/v4?f=a&i=b&k=c&u=https%3A%2F%2Fx.example",
     "https://x.example"},
    {"https://urlsand.esvalabs.com/?u=https%3A%2F%2Fx.example%2F&e=ed&h=45&f=y&p=y",
     "https://x.example/"},
    {"https://link.edgepilot.com/s/4239f747/ca21?u=https://x.example/a%26b=c",
     "https://x.example/a&b=c"},
    {"https://link.zixcentral.com/u/08573078/uLbJ?u=https%3A%2F%2Fx.example%2F2",
     "https://x.example/2"},
    {"https://protect-eu.mimecast.com/s/0RnpCrmB6f?domain=x.example", NULL},
    /* Google and other redirectors */
    {"https://www.google.com/url?q=https://x.example/a&sa=D&source=editors&usg=AO",
     "https://x.example/a"},
    {"https://www.google.co.uk/url?sa=t&rct=j&q=&url=https%3A%2F%2Fx.example%2F&usg=A",
     "https://x.example/"},
    {"https://www.google.co.uk/url?sa=t&q=some+words&url=https%3A%2F%2Fx.example%2F",
     "https://x.example/"},
    {"https://google.de/url?q=http://x.example/", "http://x.example/"},
    {"https://google.evil.example/url?q=http://x.example/", NULL},
    {"https://evilgoogle.com/url?q=http://x.example/", NULL},
    {"https://google.com.evil.example/url?q=http://x.example/", NULL},
    {"https://GOOGLE.COM.AU/url/?Q=http://x.example/", "http://x.example/"},
    {"https://google/url?q=http://x.example/", NULL},
    {"https://google.google.com/url?q=http://x.example/", "http://x.example/"},
    {"https://www.google.com/search?q=http://x.example/", NULL},
    {"https://www.google.com/urls?q=http://x.example/", NULL},
    {"https://www.googleadservices.com/pagead/aclk?sa=L&ai=C&adurl=https://x.example/",
     "https://x.example/"},
    {"https://meet.google.com/linkredirect?authuser=0&dest=https%3A%2F%2Fx.example",
     "https://x.example"},
    {"https://www.youtube.com/redirect?event=video&redir_token=Q&q=https%3A%2F%2Fx.example&v=a",
     "https://x.example"},
    {"https://l.facebook.com/l.php?u=https%3A%2F%2Fx.example%2F%3Ffbclid%3DI&h=AT",
     "https://x.example/?fbclid=I"},
    {"http://www.facebook.com/l.php?h=1&u=http%3A%2F%2Fx.example", "http://x.example"},
    {"https://l.instagram.com/?u=https%3A%2F%2Fx.example&e=AT", "https://x.example"},
    {"https://l.instagram.com?u=https%3A%2F%2Fx.example", "https://x.example"},
    {"https://www.linkedin.com/redir/redirect?url=https%3A%2F%2Fx.example&urlhash=a",
     "https://x.example"},
    {"https://www.linkedin.com/slink?code=abc", NULL},
    {"https://duckduckgo.com/l/?uddg=https%3A%2F%2Fx.example%2Fa%3Fb%3D1&rut=z",
     "https://x.example/a?b=1"},
    {"https://www.bing.com/ck/a?!&&p=1430&ptn=3&u=a1aHR0cHM6Ly94LmV4YW1wbGUv&ntb=1",
     "https://x.example/"},
    {"https://xyz.bing.com/ck/a?!&&p=1430&u=a1aHR0cHM6Ly94LmV4YW1wbGUv", NULL},
    {"https://www.bing.com.bing.com/ck/a?!&&p=1430&u=a1aHR0cHM6Ly94LmV4YW1wbGUv", NULL},
    {"https://www.bing.com/ck/a?!&&p=1430&u=a1L2ltYWdlcw&ntb=1", NULL}, /* "/images" */
    {"https://www.bing.com/ck/a?!&&p=1430&u=aHR0cHM6Ly94LmV4YW1wbGUv", NULL},
    {"https://r.search.yahoo.com/_ylt=A;_ylu=Y/RV=2/RE=17/RO=10/RU=https%3a%2f%2fx.example%2fa/RK=2/RS=l-",
     "https://x.example/a"},
    {"https://r.search.yahoo.com/_ylt=A/RV=2", NULL},
    {"https://steamcommunity.com/linkfilter/?url=https://x.example", "https://x.example"},
    {"https://steamcommunity.com/linkfilter/?u=https%3A%2F%2Fx.example", "https://x.example"},
    {"https://vk.com/away.php?to=https%3A%2F%2Fx.example&cc_key=", "https://x.example"},
    {"https://out.reddit.com/t3_abc?url=https%3A%2F%2Fx.example&token=A", "https://x.example"},
    {"https://slack-redir.net/link?url=https%3A%2F%2Fx.example%2F", "https://x.example/"},
    {"https://t.umblr.com/redirect?z=https%3A%2F%2Fx.example&t=M", "https://x.example"},
    {"https://href.li/?https://x.example/a?b", "https://x.example/a?b"},
    {"https://www.deviantart.com/users/outgoing?https://x.example", "https://x.example"},
    {"https://medium.com/r/?url=https%3A%2F%2Fx.example", "https://x.example"},
    {"https://link.zhihu.com/?target=https%3A//x.example", "https://x.example"},
    {"https://outgoing.prod.mozaws.net/v1/abc123/https%3A//x.example/a", "https://x.example/a"},
    {"https://qzd7845v.r.us-east-1.awstrack.me/L0/https:%2F%2Fx.example%2Fa%3Fb=c%26d/1/0100-000000/sig=12",
     "https://x.example/a?b=c&d"},
    {"https://k97.r.ap-south-1.awstrack.me/L0/not-a-url/1/a/b", NULL},
    /* ids instead of targets, and hosts that are not gateways */
    {"https://acme.us1.list-manage.com/track/click?u=1b2c&id=3d&e=4f", NULL},
    {"https://u123.ct.sendgrid.net/ls/click?upn=u001.HIVf-2Bo-3D", NULL},
    {"https://t.co/abc", NULL},
    {"https://x.example/?url=https%3A%2F%2Fy.example", NULL},
    {"mailto:joe@x.example?url=https%3A%2F%2Fy.example", NULL},
    {"https:///?url=https%3A%2F%2Fy.example", NULL},
    {"", NULL},
};

static void by_hand(void)
{
    char out[UNWRAP_MAX];
    size_t len;

    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        const struct example *e = &examples[i];
        int got = unwrap(e->url, strlen(e->url), out, sizeof out, &len);
        is_mem(got ? out : "(none)", got ? len : 6, e->target ? e->target : "(none)",
               e->target ? strlen(e->target) : 6, "%s", e->url);
    }
}

/* ---- Depth, buffer size, length ---- */

static size_t percent(char *out, const char *p, size_t n)
{
    size_t len = 0;

    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)p[i];
        if ((c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') ||
            (c && strchr("-._~", c)))
            out[len++] = p[i];
        else
            len += (size_t)sprintf(out + len, "%%%02X", c);
    }
    return len;
}

static size_t safelink(char *out, const char *p, size_t n)
{
    size_t len = (size_t)sprintf(out, "https://nam02.safelinks.protection.outlook.com/?url=");

    len += percent(out + len, p, n);
    return len + (size_t)sprintf(out + len, "&data=05%%7C01&reserved=0");
}

static void depth(void)
{
    static char url[2][65536];
    char out[UNWRAP_MAX];
    size_t n = (size_t)sprintf(url[0], "http://x.example/"), len = 0;

    is_int(unwrap_all(url[0], n, out, &len), 0, "not a gateway");
    for (int i = 1; i <= 6; i++) {
        n = safelink(url[i % 2], url[(i + 1) % 2], n);
        is_int(unwrap_all(url[i % 2], n, out, &len), i < 5 ? i : 5, "%d deep", i);
        if (i <= 5)
            is_mem(out, len, "http://x.example/", 17, "the innermost target");
        else
            ok(len > 17 && !memcmp(out, "https://nam02.", 14), "only five levels are unwrapped");
    }
    n = (size_t)sprintf(
        url[0],
        "https://www.google.com/url?q=https://l.facebook.com/l.php%%3Fu%%3Dhttp%%253A%%252F%%252Fx.example");
    is_int(unwrap_all(url[0], n, out, &len), 2, "gateways of two kinds");
    is_mem(out, len, "http://x.example", 16, "their target");
}

static void room(void)
{
    static char url[65536];
    const char *small = "https://www.google.com/url?q=http://x.example/";
    char out[UNWRAP_MAX];
    size_t len, n;

    is_int(unwrap(small, strlen(small), out, 16, &len), 0, "one byte of room too little");
    is_int(unwrap(small, strlen(small), out, 17, &len), 1, "exactly enough room");
    n = (size_t)sprintf(url, "https://www.google.com/url?q=http://x.example/");
    memset(url + n, 'a', sizeof url - n);
    is_int(unwrap(url, 8192, out, sizeof out, &len), 1, "the longest URL");
    is_int(len, 8192 - 29, "its target");
    is_int(unwrap(url, 8193, out, sizeof out, &len), 0, "a URL that is too long");
}

static void hidden(void)
{
    static const struct {
        const char *url, *domain;
    } cases[] = {
        {"https://protect-us.mimecast.com/s/Dq2t?domain=x.example", "x.example"},
        {"https://url.us.m.mimecastprotect.com/s/AbC?domain=x.example", "x.example"},
        {"https://protect-us.mimecast.com/s/Dq2t?domain=x.example/", "x.example"},
        {"https://protect-us.mimecast.com/s/Dq2t?domain=x.example//", "x.example"},
        {"https://protect-us.mimecast.com/s/Dq2t?domain=/", ""},
        {"https://protect-eu.mimecast.com/s/zM1F", ""},
        {"https://protect-eu.mimecast.com/s/zM1F/", ""},
        {"https://url.emailprotection.link/?bAbC", ""},
        {"https://www.mailcontrol.com/sr/AbC==", ""},
        {"https://www.mimecast.com/", NULL},
        {"https://mimecast.com.evil.example/s/a?domain=x.example", NULL},
        {"https://www.google.com/url?q=http://x.example/", NULL},
        {"https://u123.ct.sendgrid.net/ls/click?upn=u001", NULL},
    };
    trawl_str domain;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bool got = unwrap_hidden(cases[i].url, strlen(cases[i].url), &domain);
        ok(got == (cases[i].domain != NULL), "hidden: %s", cases[i].url);
        if (got && cases[i].domain)
            is_mem(domain.p, domain.n, cases[i].domain, strlen(cases[i].domain), "its domain");
    }
}

/* A URL inside another one, at any host. */
static void inner(void)
{
    static const struct {
        const char *url, *target;
    } cases[] = {
        {"http://a.example/r?u=http://b.example/c&d", "http://b.example/c"},
        {"http://a.example/r?u=HTTPS%3A%2f%2Fb.example%2Fc%26d&e", "HTTPS://b.example/c&d"},
        {"http://a.example/ftp://b.example/c&d", "ftp://b.example/c&d"},
        {"http://a.example/http%3A%2F%2Fb.example", "http://b.example"},
        {"http://a.example/xhttp://b.example/", NULL},
        {"http://a.example/1http://b.example/", NULL},
        {"http://a.example/?u=gopher://b.example/", NULL},
        {"http://a.example/?u=http:/b.example/", NULL},
        {"http://a.example/?u=http%3A/b.example/", NULL},
        {"http://a.example/?u=http://b.ex ample/x", NULL},
        {"http://a.example/?u=http://", NULL},
        {"http://a.example/?u=http://&v=http://b.example/", NULL},
        {"http://a.example/", NULL},
    };
    char out[UNWRAP_MAX];
    size_t len;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *want = cases[i].target ? cases[i].target : "(none)";
        const bool got = unwrap_inner(cases[i].url, strlen(cases[i].url), out, &len);
        is_mem(got ? out : "(none)", got ? len : 6, want, strlen(want), "inner: %s", cases[i].url);
    }
}

static void public_call(void)
{
    static const char url[] = "https://www.google.com/url?q=http://x.example/";
    char out[32];
    size_t n = strlen(url), len = 1;

    is_int(trawl_unwrap(NULL, 0, out, sizeof out, &len), TRAWL_ERROR_MISUSE, "no URL");
    is_int(trawl_unwrap(url, n, out, sizeof out, NULL), TRAWL_ERROR_MISUSE, "no length");
    is_int(trawl_unwrap(url, n, NULL, 1, &len), TRAWL_ERROR_MISUSE, "room without a buffer");
    is_int(trawl_unwrap(url, n, NULL, 0, &len), TRAWL_ERROR_NO_SPACE, "no room");
    is_int(len, 17, "no room: how much it needs");
    is_int(trawl_unwrap(url, n, out, 16, &len), TRAWL_ERROR_NO_SPACE, "a byte too little");
    is_int(trawl_unwrap(url, n, out, 17, &len), 1, "exactly enough");
    is_mem(out, len, "http://x.example/", 17, "the target");
    is_int(trawl_unwrap("http://x.example/?a", 19, out, sizeof out, &len), 0, "no gateway");
    is_int(len, 0, "no gateway: no length");
    is_int(trawl_unwrap("", 0, out, sizeof out, &len), 0, "no text");
}

/* ---- Encoders ---- */

static uint32_t seed = 11;

static unsigned pick(unsigned below)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % below;
}

/* Makes a random URL, and an array of the number of bytes of each character. */
static size_t make_url(char *out, unsigned char *widths, size_t *characters)
{
    static const char *const bits[] = {"a",      "Z",      "9", "-",          "_",  ".",  "~", "/",
                                       "?",      "=",      "&", "#",          "%",  "+",  "*", "__",
                                       "\u00E4", "\u20AC", ";", "\U0001F600", "%2", "%41"};
    size_t n = (size_t)sprintf(out, "https://x.example/");

    for (size_t i = 0; i < n; i++)
        widths[i] = 1;
    *characters = n;
    for (unsigned left = pick(80); left > 0; left--) {
        const char *bit = bits[pick(sizeof bits / sizeof bits[0])];
        size_t length = strlen(bit);
        memcpy(out + n, bit, length);
        n += length;
        if ((unsigned char)bit[0] >= 0x80)
            widths[(*characters)++] = (unsigned char)length;
        else
            for (; length > 0; length--)
                widths[(*characters)++] = 1;
    }
    return n;
}

static size_t encode_v2(char *out, const char *p, size_t n)
{
    size_t len = (size_t)sprintf(out, "https://urldefense.proofpoint.com/v2/url?u=");

    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)p[i];
        if ((c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '.')
            out[len++] = p[i];
        else
            len += (size_t)sprintf(out + len, c == '/' ? "_" : "-%02X", c);
    }
    return len + (size_t)sprintf(out + len, "&d=DwMF&c=a");
}

static size_t base64url(char *out, const unsigned char *p, size_t n)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    size_t len = 0;

    for (size_t bit = 0; bit < 8 * n; bit += 6) {
        unsigned two = (unsigned)p[bit / 8] << 8 | (bit / 8 + 1 < n ? p[bit / 8 + 1] : 0u);
        out[len++] = digits[two >> (10 - bit % 8) & 63];
    }
    return len;
}

/* Writes characters beyond ASCII and some marks as stars. An underscore becomes a star, too, since
 * "__;" would end the text early. */
static size_t encode_v3(char *out, const char *p, const unsigned char *widths, size_t characters)
{
    static const char run[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    unsigned char kept[2048];
    size_t len = (size_t)sprintf(out, "https://urldefense.com/v3/__"), kept_n = 0, stars = 0;

    for (size_t i = 0; i <= characters; i++) {
        bool star = i < characters && (widths[i] > 1 || strchr("*#%+_", p[0]));
        if (stars > 0 && (!star || stars == 65)) {
            len += stars == 1 ? (size_t)sprintf(out + len, "*")
                              : (size_t)sprintf(out + len, "**%c", run[stars - 2]);
            stars = 0;
        }
        if (i == characters)
            break;
        if (star) {
            memcpy(kept + kept_n, p, widths[i]);
            kept_n += widths[i];
            stars++;
        } else {
            out[len++] = p[0];
        }
        p += widths[i];
    }
    len += (size_t)sprintf(out + len, "__;");
    len += base64url(out + len, kept, kept_n);
    return len + (size_t)sprintf(out + len, "!!AbC!dEf-G$");
}

static void round_trips(void)
{
    static const char *const names[] = {"SafeLinks", "v2", "v3"};
    char url[1024], code[8192], out[UNWRAP_MAX];
    unsigned char widths[1024];
    size_t characters, n, len, good[3] = {0}, code_n;

    for (int i = 0; i < 3000; i++) {
        n = make_url(url, widths, &characters);
        code_n = i % 3 == 0   ? safelink(code, url, n)
                 : i % 3 == 1 ? encode_v2(code, url, n)
                              : encode_v3(code, url, widths, characters);
        if (unwrap(code, code_n, out, sizeof out, &len) && len == n && !memcmp(out, url, n))
            good[i % 3]++;
        else if (good[i % 3] + 5 > (size_t)i / 3)
            is_mem(code, code_n, url, n, "unwrapped");
    }
    for (int i = 0; i < 3; i++)
        is_int(good[i], 1000, "round trips by %s", names[i]);
}

/* Runs of 65 and more characters, which random URLs do not have. */
static void long_runs(void)
{
    char url[2048], code[8192], out[UNWRAP_MAX];
    unsigned char widths[2048];
    size_t n, len;

    for (size_t count = 1; count < 140; count++) {
        n = (size_t)sprintf(url, "https://x.example/");
        memset(url + n, '+', count);
        url[n + count] = 'z';
        memset(widths, 1, sizeof widths);
        size_t code_n = encode_v3(code, url, widths, n + count + 1);
        if (!unwrap(code, code_n, out, sizeof out, &len) || len != n + count + 1 ||
            memcmp(out, url, len) != 0)
            is_int(count, 0, "a run of this length");
    }
    ok(true, "runs of 1 to 139 characters");
}

/* Tests where the links of gateways end (R39), by the table of src/gen/gateways.tsv. */
static void ends(void)
{
#define SAFE "https://nam02.safelinks.protection.outlook.com/"
#define SIGNED SAFE "?url=a&sdata=0123456789%2F01234567890123456789012345678901"
#define SIXTY_FOUR "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
    static const struct {
        const char *url;
        enum unwrap_end end;
    } rows[] = {
        {SAFE "?url=a&data=b&reserved=0", UNWRAP_WHOLE},
        {SAFE "?url=a&amp;reserved=0", UNWRAP_WHOLE},
        {SAFE "?reserved=0", UNWRAP_WHOLE},
        {SAFE "?reserved=0&url=a", UNWRAP_CUT},
        {SAFE "?url=a&reserved=", UNWRAP_CUT},
        {SAFE "?url=a&reserved=01", UNWRAP_CUT},
        {SAFE "?url=a&xreserved=0", UNWRAP_CUT},
        {SIGNED "%3D", UNWRAP_MAY},
        {SIGNED "%3d", UNWRAP_MAY},
        {SIGNED "=", UNWRAP_MAY},
        {SIGNED "%3", UNWRAP_CUT},
        {SIGNED "0%3D", UNWRAP_CUT},
        {SAFE "?url=a&sdata=0123456789%2F0123456789012345678901234567890%%3D", UNWRAP_CUT},
        {SAFE "?url=a&sdata=%2", UNWRAP_CUT},
        {SAFE, UNWRAP_BEGUN},
        {"https://nam02.safelinks.protection.outlook.com", UNWRAP_BEGUN},
        {"https://nam02.safelinks.prot", UNWRAP_BEGUN},
        {"https://u", UNWRAP_BEGUN},
        {"https://x.example/", UNWRAP_NONE},
        {"https://l.facebook.com/l", UNWRAP_NONE},
        {"https://urldefense.com/v2/u", UNWRAP_BEGUN},
        {"https://urldefense.com/v1/url?u=a&s=" SIXTY_FOUR, UNWRAP_WHOLE},
        {"https://urldefense.com/v1/url?u=a&s=a" SIXTY_FOUR, UNWRAP_CUT},
        {"https://urldefense.com/v2/url?u=a&e=", UNWRAP_WHOLE},
        {"https://urldefense.com/v2/url?u=a&e=b", UNWRAP_CUT},
        {"https://urldefense.us/v3/__http://a.example/b__;!!c$", UNWRAP_WHOLE},
        {"https://urldefense.us/v3/__http://a.example/b$__;!!c", UNWRAP_CUT},
        {"https://urldefense.us/v3/__http://a.example/b__;!!c$d", UNWRAP_NONE},
        {"https://linkprotect.cudasvc.com/url?a=b&typo=1", UNWRAP_MAY},
        {"https://linkprotect.cudasvc.com/url?a=b&typo=1&ancr_add=1", UNWRAP_WHOLE},
        {"https://linkprotect.cudasvc.com/url?a=b&c=E,1", UNWRAP_BEGUN},
        {"https://www.google.com/url?q=a&opi=89978449", UNWRAP_WHOLE},
        {"https://www.google.co.uk/url?q=a&usg=AOvVaw0123456789012345678901", UNWRAP_MAY},
        {"https://www.google.com/url?q=a&usg=AOvVaw012345678901234567890", UNWRAP_BEGUN},
        {"https://secure-web.cisco.com/1/https%3A%2F%2Fx.example", UNWRAP_NONE},
        {"https://x.example/?url=a&reserved=0", UNWRAP_NONE},
        {"ftp://nam02.safelinks.protection.outlook.com/?url=a&reserved=0", UNWRAP_NONE},
        {"", UNWRAP_NONE},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const size_t n = strlen(rows[i].url);

        ok(unwrap_end(rows[i].url, n) == rows[i].end, "the end of %s", rows[i].url);
        ok(rows[i].end == UNWRAP_NONE || unwrap_shows_end(rows[i].url, n), "%s passes the filter",
           rows[i].url);
    }
    ok(!unwrap_shows_end("https://x.example/?url=a", 24), "the filter stops other hosts");
    ok(!unwrap_shows_end("http://x/?https://b", 19), "and short ones");
}

int main(void)
{
    ends();
    by_hand();
    depth();
    room();
    hidden();
    inner();
    public_call();
    round_trips();
    long_runs();
    return done();
}
