/* t_danger.c - suspicious hosts, and the reasons why a link is not live: trawl_host_dangers,
 * trawl_looks_like, trawl_emit_href */
#include <trawl_emit.h>

#include "tap.h"

static void host(const char *url, unsigned bits)
{
    is_int(trawl_host_dangers(url, strlen(url)), bits, "%s", url);
}

static void t_scripts(void)
{
    host("http://a.example/", 0);
    host("http://b\xC3\xBC"
         "cher.example/",
         TRAWL_DANGER_PUNYCODE);
    host("http://xn--bcher-kva.example/", TRAWL_DANGER_PUNYCODE);
    host("http://\xD0\xB0pple.com/",
         TRAWL_DANGER_PUNYCODE | TRAWL_DANGER_MIXED_SCRIPT | TRAWL_DANGER_CONFUSABLE);
    host("http://xn--pple-43d.com/",
         TRAWL_DANGER_PUNYCODE | TRAWL_DANGER_MIXED_SCRIPT | TRAWL_DANGER_CONFUSABLE);
    host("http://\xD1\x81\xD0\xB0\xD1\x80.com/",
         TRAWL_DANGER_PUNYCODE | TRAWL_DANGER_WHOLE_SCRIPT | TRAWL_DANGER_CONFUSABLE);
    host("http://\xD1\x81\xD0\xB0\xD1\x80.\xD1\x80\xD1\x84/", TRAWL_DANGER_PUNYCODE);
    host("http://\xE6\x97\xA5\xE6\x9C\xAC\xE3\x81\xAE"
         "abc.jp/",
         TRAWL_DANGER_PUNYCODE);
    host("http://\xEA\xB0\x80"
         "abc.kr/",
         TRAWL_DANGER_PUNYCODE);
    host("http://\xEA\xB0\x80\xE3\x81\xAE.jp/", TRAWL_DANGER_PUNYCODE | TRAWL_DANGER_MIXED_SCRIPT);
    host("mailto:a@b.example", 0);
    host("", 0);
    is_int(trawl_host_dangers(NULL, 0), 0, "nothing");
}

/* Attack 7: hosts that look like others. */
static const struct {
    const char *host, *like;
} lookalikes[] = {
    {"раураl.com", "paypal.com"},
    {"facebооk.example", "facebook.example"},
    {"сhаsе.com", "chase.com"},
    {"ѕрасе.net", "space.net"},
    {"ցօօց.com", "goog.com"},
    {"ოჿ.com", "oo.com"},
    {"ꓡꓲꓢꓴ.com", "llsu.com"},
    {"Ꭺꮪ.com", "as.com"},
    {"ഠ൦.com", "oo.com"},
    {"3०६.com", "3o6.com"},
    {"5০5.com", "5o5.com"},
    {"๐๐๐.com", "ooo.com"},
    {"shopノcart.com", "shop/cart.com"},
    {"dhlー.com", "dhl-.com"},
    {"gıthub.com", "github.com"},
    {"spötify.com", "spotify.com"},
    {"ñetflix.com", "netflix.com"},
    {"dropbøx.com", "dropbox.com"},
    {"revoluŧ.com", "revolut.com"},
    {"ñetflıx.com", "netflix.com"},
    {"ḅooking.com", "booking.com"},
    {"þayþal.com", "paypal.com"},
    {"tаrgеt.example", "target.example"},
};
/* Attack 7, keep: ordinary names in their own letters. */
static const char *const plain[] = {
    "bücher.example", "münchen.example", "straße.com",  "größe.com",    "käse.com",
    "schön.com",      "häuser.com",      "café.com",    "forêt.com",    "château.com",
    "élève.com",      "île.com",         "œuvre.com",   "garçon.com",   "černý.com",
    "kočka.com",      "žížala.com",      "příroda.com", "dům.com",      "łódź.com",
    "żółw.com",       "książka.com",     "święta.com",  "źródło.com",   "đồngnai.com",
    "tiếngviệt.com",  "nhàđất.com",      "phởbò.com",   "北京大学.com", "谷歌.com",
    "新闻.com",       "台灣.com",        "一二三.com",  "日本語.com",   "ラーメン.com",
    "コーヒー.com",   "東京タワー.com",  "구글.com",    "한국어.com",   "서울시.com",
    "пример.com",     "москва.com",      "новости.com", "метро.com",    "словарь.net",
    "україна.com",    "ελλάδα.com",      "αθήνα.com",   "βιβλίο.com",   "مثال.com",
    "موقع.com",       "ישראל.com",       "שלום.com",    "हिन्दी.com",    "भारत.com",
    "समाचार.com",     "ไทย.com",         "ตัวอย่าง.com",  "mañana.com",   "coração.com",
    "smörgås.com",    "blåbær.com",      "şeker.com",   "հայաստան.com", "საქართველო.com",
};

static void t_lookalikes(void)
{
    char url[300], like[300];
    size_t n;

    for (size_t i = 0; i < sizeof lookalikes / sizeof lookalikes[0]; i++) {
        (void)snprintf(url, sizeof url, "http://%s/", lookalikes[i].host);
        is_int(trawl_looks_like(url, strlen(url), like, sizeof like, &n), TRAWL_OK, "%s", url);
        is_mem(like, n, lookalikes[i].like, strlen(lookalikes[i].like), "%s", url);
        ok(trawl_host_dangers(url, strlen(url)) & TRAWL_DANGER_CONFUSABLE, "%s", url);
    }
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        (void)snprintf(url, sizeof url, "http://%s/", plain[i]);
        is_int(trawl_host_dangers(url, strlen(url)), TRAWL_DANGER_PUNYCODE, "%s", url);
        is_int(trawl_looks_like(url, strlen(url), like, sizeof like, &n), TRAWL_OK, "%s", url);
        is_int(n, 0, "%s looks like itself", url);
    }
    is_int(trawl_looks_like(url, 0, NULL, 0, &n), TRAWL_OK, "no URL");
    is_int(trawl_looks_like(NULL, 0, NULL, 0, &n), TRAWL_ERROR_MISUSE, "NULL");
    (void)snprintf(url, sizeof url, "http://%s/", lookalikes[0].host);
    is_int(trawl_looks_like(url, strlen(url), like, 4, &n), TRAWL_ERROR_NO_SPACE, "no space");
    is_int(n, strlen(lookalikes[0].like), "the size that is needed");
}

static void t_addresses(void)
{
    static const char *const odd[] = {
        "http://0x7f.1/", "http://2130706433/", "http://0177.0.0.1/",   "http://127.0.0.1./",
        "http://0x/",     "http://4294967295/", "http://192.168.1.09/", "http://10.\xEF\xBC\x91/"};
    static const char *const even[] = {
        "http://127.0.0.1/", "http://0.0.0.0:80/", "http://[::1]/", "http://a1.example/",
        "http://1.a/", "http://0xg/", "http:///", "http://255.255.255.255",
        /* refused by browsers, so no addresses */
        "http://4294967296/", "http://971553429899", "http://256.1.1.1/", "http://1.2.3.4.5/",
        "http://8.8.65536/", "http://0x100000000/", "http://pear.7/", "http://[8.8.8.8]/"};

    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++)
        host(odd[i], TRAWL_DANGER_ODD_IP);
    for (size_t i = 0; i < sizeof even / sizeof even[0]; i++)
        host(even[i], 0);
}

/* Addresses at the edges of the ranges that are not public. */
static const char *const is_public[] = {
    "1.0.0.0",        "9.255.255.255",     "11.0.0.0",         "100.63.255.255",
    "100.128.0.0",    "126.255.255.255",   "128.0.0.0",        "169.253.255.255",
    "169.255.0.0",    "172.15.255.255",    "172.32.0.0",       "191.255.255.255",
    "192.0.1.0",      "192.0.3.0",         "192.167.255.255",  "192.169.0.0",
    "198.17.255.255", "198.20.0.0",        "198.51.99.255",    "198.51.101.0",
    "203.0.112.255",  "203.0.114.0",       "223.255.255.255",  "[2000::]",
    "[2001:200::]",   "[2001:db7:ffff::]", "[2001:db9::]",     "[2606:4700::1111]",
    "[3ffe:ffff::]",  "[3fff:1000::]",     "[::ffff:8.8.8.8]", "[64:ff9b::808:808]"};
static const char *const is_not[] = {
    "0.255.255.255",   "10.0.0.0",       "10.255.255.255",    "100.64.0.0",       "100.127.255.255",
    "127.255.255.255", "169.254.0.0",    "169.254.255.255",   "172.16.0.0",       "172.31.255.255",
    "192.0.0.255",     "192.0.2.0",      "192.0.2.255",       "192.168.0.0",      "192.168.255.255",
    "198.18.0.0",      "198.19.255.255", "198.51.100.0",      "198.51.100.255",   "203.0.113.0",
    "203.0.113.255",   "224.0.0.0",      "240.0.0.0",         "255.255.255.255",  "[::]",
    "[::1]",           "[1fff:ffff::]",  "[2001::]",          "[2001:1ff::]",     "[2001:db8::1]",
    "[3fff::]",        "[3fff:fff::]",   "[4000::]",          "[fc00::1]",        "[fd00::1]",
    "[fe80::1]",       "[ff02::1]",      "[::ffff:10.0.0.1]", "[64:ff9b::a00:1]", "[::8.8.8.8]"};

static void t_public(void)
{
    char url[64];

    for (size_t i = 0; i < sizeof is_public / sizeof is_public[0]; i++) {
        (void)snprintf(url, sizeof url, "ws://u@%s:80/", is_public[i]);
        host(url, TRAWL_DANGER_IP_HOST);
    }
    for (size_t i = 0; i < sizeof is_not / sizeof is_not[0]; i++) {
        (void)snprintf(url, sizeof url, "http://%s/", is_not[i]);
        host(url, 0);
    }
    host("http://134744072/", TRAWL_DANGER_IP_HOST | TRAWL_DANGER_ODD_IP);
    host("http://8.8.8.8./", TRAWL_DANGER_IP_HOST | TRAWL_DANGER_ODD_IP);
    host("http://010.010.010.010/", TRAWL_DANGER_IP_HOST | TRAWL_DANGER_ODD_IP);
    host("http://\xEF\xBC\x98.8.8.8/", TRAWL_DANGER_IP_HOST | TRAWL_DANGER_ODD_IP);
    host("mailto:ann@[8.8.8.8]", 0);
}

static void dead(const char *url, const char *live, const char *sentence)
{
    trawl_link link = {.size = sizeof link, .url = {url, strlen(url)}};
    const char *why = "";
    char href[256];
    size_t len = 1;

    is_int(trawl_emit_href(&link, live, strlen(live), href, sizeof href, &len, &why),
           TRAWL_EMIT_DEAD, "%s", url);
    is_str(why, sentence, "%s: why", url);
    is_int(len, 0, "%s: has no href", url);
}

static void t_why(void)
{
    dead("//a.example/", "", "it has no scheme");
    dead("javascript:x", "javascript", "its scheme is never live");
    dead("ftp://a.example/", "", "its scheme is not live unless asked for");
    dead("x-own://a.example/", "x-own", "its scheme is not a registered one");
    dead("http://a.example/%4", "", "a \"%\" in it begins no escape");
    dead("http://u@a.example/", "", "what looks like its host is a user's name");
    dead("http:///x", "", "it has no host");
    dead("http://a%2Fb/", "", "its host has a character that is not allowed");
    dead("http://a.example:x/", "", "its port is not a number");
    dead("http://a.example:65536/", "", "its port is not 1 to 65535");
    dead("http://a.example:22/", "", "its port belongs to another protocol");
    dead("telnet://u@a.example/", "telnet", "it would log in");
    dead("telnet://a.example/%41", "telnet", "it holds an escape");
    dead("ftp://a.example/%0d", "ftp", "it holds an escaped line end");
    dead("mailto:?cc=a@b.example", "", "it has no address");
}

static void live(const char *scheme, int want)
{
    is_int(trawl_emit_live(scheme, strlen(scheme)), want, "%s: when it is live", scheme);
}

static void t_live(void)
{
    live("HTTP", TRAWL_LIVE_ALWAYS);
    live("mailto", TRAWL_LIVE_ALWAYS);
    live("gopher", TRAWL_LIVE_LISTED);
    live("rlogin", TRAWL_LIVE_LISTED);
    live("x-own", TRAWL_LIVE_UNREGISTERED);
    live("", TRAWL_LIVE_UNREGISTERED);
    live("JavaScript", TRAWL_LIVE_NEVER);
    live("vbscript.encode", TRAWL_LIVE_NEVER);
    live("file", TRAWL_LIVE_NEVER);
    is_int(trawl_emit_live(NULL, 0), TRAWL_LIVE_UNREGISTERED, "no scheme");
}

static void t_room(void)
{
    trawl_link link = {.size = sizeof link, .url = {"HTTP://a.example/\"x", 19}};
    const char *why = "";
    char href[64];
    size_t len = 0;

    is_int(trawl_emit_href(&link, NULL, 0, NULL, 0, &len, &why), TRAWL_ERROR_NO_SPACE, "no room");
    is_int(len, 21, "the size that is needed");
    is_int(trawl_emit_href(&link, NULL, 0, href, len, &len, NULL), TRAWL_OK, "just enough");
    is_mem(href, len, "http://a.example/%22x", 21, "the href");
    is_int(trawl_emit_href(NULL, NULL, 0, href, 64, &len, &why), TRAWL_ERROR_MISUSE, "no link");
    is_int(trawl_emit_href(&link, NULL, 0, href, 64, NULL, &why), TRAWL_ERROR_MISUSE, "no len");
}

int main(void)
{
    t_scripts();
    t_lookalikes();
    t_addresses();
    t_public();
    t_why();
    t_live();
    t_room();
    return done();
}
