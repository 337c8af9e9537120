/* unwrap_rules.h - who rewrites links, and how: the whole table. To be included by unwrap.c only.
 *
 * host   "a.b" that name; ".a.b" names below it; "a.*" a registrable domain "a" under any public suffix, and names below it
 * path   as it stands, one final "/" aside; with "*" at its end whatever begins so
 * how    where the target is (enum unwrap_how), name being the parameter, or what the segment begins with
 *
 * A host is only here if nobody else can have one below it: the target is believed.
 */
/* clang-format off */
static const unwrap_rule rules[] = {
    /* ---- Security gateways ---- */
    /* Microsoft SafeLinks: /?url=https%3A%2F%2Fx.example%2F&data=05%7C01%7C...&sdata=...&reserved=0 */
    {HOST(".safelinks.protection.outlook.com"),         "*",                  UNWRAP_PARAM,   "url"},
    {HOST(".safelinks.protection.office365.us"),        "*",                  UNWRAP_PARAM,   "url"},
    {HOST(".safelinks.protection.outlook.de"),          "*",                  UNWRAP_PARAM,   "url"},
    {HOST(".safelinks.protection.outlook.cn"),          "*",                  UNWRAP_PARAM,   "url"},
    {HOST(".safelinks.protection.partner.outlook.cn"),  "*",                  UNWRAP_PARAM,   "url"},
    {HOST("statics.teams.cdn.office.net"),              "/evergreen-assets/safelinks/*", UNWRAP_PARAM, "url"},
    {HOST("statics.teams.cdn.live.net"),                "/evergreen-assets/safelinks/*", UNWRAP_PARAM, "url"},
    /* Proofpoint URL Defense. v1: ?u=http://x.example/&k=...; v2: ?u=http-3A__x.example_&d=...;
     * v3: /v3/__http://x.example/a*b__;Kw!!...: "*" stands for a character of the base64 text behind ";" */
    {HOST("urldefense.proofpoint.com"),                 "/v1/url",            UNWRAP_PARAM,   "u"},
    {HOST("urldefense.proofpoint.com"),                 "/v2/url",            UNWRAP_V2,      "u"},
    {HOST("urldefense.proofpoint.com"),                 "/v3/*",              UNWRAP_V3,      ""},
    {HOST("urldefense.com"),                            "/v1/url",            UNWRAP_PARAM,   "u"},
    {HOST("urldefense.com"),                            "/v2/url",            UNWRAP_V2,      "u"},
    {HOST("urldefense.com"),                            "/v3/*",              UNWRAP_V3,      ""},
    {HOST("urldefense.us"),                             "/v2/url",            UNWRAP_V2,      "u"},
    {HOST("urldefense.us"),                             "/v3/*",              UNWRAP_V3,      ""},
    {HOST("urldefense.proofpoint.us"),                  "/v2/url",            UNWRAP_V2,      "u"},
    {HOST("urldefense.proofpoint.us"),                  "/v3/*",              UNWRAP_V3,      ""},
    /* Barracuda: /url?a=https%3a%2f%2fx.example&c=E,1,...&typo=1 */
    {HOST("linkprotect.cudasvc.com"),                   "*",                  UNWRAP_PARAM,   "a"},
    /* Cisco: /1AbC.../https%3A%2F%2Fx.example%2F */
    {HOST("secure-web.cisco.com"),                      "*",                  UNWRAP_SEGMENT, "1"},
    /* Trend Micro: :443/wis/clicktime/v1/query?url=https%3a%2f%2fx.example&umid=...&auth=... */
    {HOST(".trendmicro.com"),                           "/wis/clicktime/*",   UNWRAP_PARAM,   "url"},
    /* Sophos: ?d=x.example&u=aHR0cHM6Ly94LmV4YW1wbGUv&i=... */
    {HOST(".protection.sophos.com"),                    "*",                  UNWRAP_BASE64,  "u"},
    /* FireEye, now Trellix: /v1/url?k=...&q=1&e=...&u=https%3A%2F%2Fx.example%2F */
    {HOST("protect.fireeye.com"),                       "*",                  UNWRAP_PARAM,   "u"},
    {HOST("protect2.fireeye.com"),                      "*",                  UNWRAP_PARAM,   "u"},
    {HOST("protect2.trellix.com"),                      "*",                  UNWRAP_PARAM,   "u"},
    /* Check Point, Avanan: /v2/___https://x.example/___.YXAzOm... and /v2/r01/___https:/x.example/___.YXAzOm... */
    {HOST("protect.checkpoint.com"),                    "/v2/*",              UNWRAP_BETWEEN, ""},
    {HOST("url.avanan.click"),                          "/v2/*",              UNWRAP_BETWEEN, ""},
    /* Symantec: /3AbC?u=https%3A%2F%2Fx.example */
    {HOST("clicktime.symantec.com"),                    "*",                  UNWRAP_PARAM,   "u"},
    /* Vade: /v4?f=...&i=...&u=https%3A%2F%2Fx.example */
    {HOST("antiphishing.vadesecure.com"),               "*",                  UNWRAP_PARAM,   "u"},
    {HOST(".eu.vadesecure.com"),                        "/safeproxy/*",       UNWRAP_PARAM,   "u"},
    {HOST(".us.vadesecure.com"),                        "/safeproxy/*",       UNWRAP_PARAM,   "u"},
    /* Libraesva, EdgePilot, Zix: ?u=https%3A%2F%2Fx.example&e=... */
    {HOST("urlsand.esvalabs.com"),                      "*",                  UNWRAP_PARAM,   "u"},
    {HOST("link.edgepilot.com"),                        "*",                  UNWRAP_PARAM,   "u"},
    {HOST("link.zixcentral.com"),                       "*",                  UNWRAP_PARAM,   "u"},
    /* Those that keep the target to themselves; Mimecast says its host: /s/AbC?domain=x.example */
    {HOST(".mimecast.com"),                             "/s/*",               UNWRAP_HIDDEN,  "domain"},
    {HOST(".mimecastprotect.com"),                      "/s/*",               UNWRAP_HIDDEN,  "domain"},
    {HOST("url.emailprotection.link"),                  "*",                  UNWRAP_HIDDEN,  ""},
    {HOST(".mailcontrol.com"),                          "/sr/*",              UNWRAP_HIDDEN,  ""},

    /* ---- Redirectors ---- */
    /* Google: /url?q=https://x.example/&sa=D&..., /url?sa=t&url=https%3A%2F%2Fx.example%2F&... */
    {HOST("google.*"),                                  "/url",               UNWRAP_PARAM,   "q"},
    {HOST("google.*"),                                  "/url",               UNWRAP_PARAM,   "url"},
    {HOST("google.*"),                                  "/aclk",              UNWRAP_PARAM,   "adurl"},
    {HOST("meet.google.com"),                           "/linkredirect",      UNWRAP_PARAM,   "dest"},
    {HOST("www.googleadservices.com"),                  "/pagead/*",          UNWRAP_PARAM,   "adurl"},
    {HOST(".doubleclick.net"),                          "*",                  UNWRAP_PARAM,   "adurl"},
    {HOST("www.youtube.com"),                           "/redirect",          UNWRAP_PARAM,   "q"},
    /* Facebook and its kin: /l.php?u=https%3A%2F%2Fx.example%2F&h=... */
    {HOST("facebook.com"),                              "/l.php",             UNWRAP_PARAM,   "u"},
    {HOST(".facebook.com"),                             "/l.php",             UNWRAP_PARAM,   "u"},
    {HOST("l.messenger.com"),                           "/l.php",             UNWRAP_PARAM,   "u"},
    {HOST("l.instagram.com"),                           "/",                  UNWRAP_PARAM,   "u"},
    {HOST("l.threads.net"),                             "/",                  UNWRAP_PARAM,   "u"},
    {HOST("l.threads.com"),                             "/",                  UNWRAP_PARAM,   "u"},
    {HOST("l.wl.co"),                                   "/l",                 UNWRAP_PARAM,   "u"},
    /* LinkedIn: /redir/redirect?url=https%3A%2F%2Fx.example&urlhash=... */
    {HOST("www.linkedin.com"),                          "/redir/redirect",    UNWRAP_PARAM,   "url"},
    {HOST("www.linkedin.com"),                          "/safety/go",         UNWRAP_PARAM,   "url"},
    /* Search engines. Bing: /ck/a?!&&p=...&u=a1aHR0cHM6Ly94LmV4YW1wbGUv&ntb=1; Yahoo: /.../RU=https%3a%2f%2fx.example/RK=2/... */
    {HOST("duckduckgo.com"),                            "/l",                 UNWRAP_PARAM,   "uddg"},
    {HOST("www.bing.com"),                              "/ck/a",              UNWRAP_BING,    "u"},
    {HOST("r.search.yahoo.com"),                        "*",                  UNWRAP_SEGMENT, "RU="},
    /* Communities: /linkfilter/?u=https%3A%2F%2Fx.example and the like */
    {HOST("steamcommunity.com"),                        "/linkfilter",        UNWRAP_PARAM,   "u"},
    {HOST("steamcommunity.com"),                        "/linkfilter",        UNWRAP_PARAM,   "url"},
    {HOST("vk.com"),                                    "/away.php",          UNWRAP_PARAM,   "to"},
    {HOST("m.vk.com"),                                  "/away.php",          UNWRAP_PARAM,   "to"},
    {HOST("away.vk.com"),                               "/away.php",          UNWRAP_PARAM,   "to"},
    {HOST("out.reddit.com"),                            "*",                  UNWRAP_PARAM,   "url"},
    {HOST("slack-redir.net"),                           "/link",              UNWRAP_PARAM,   "url"},
    {HOST("t.umblr.com"),                               "/redirect",          UNWRAP_PARAM,   "z"},
    {HOST("href.li"),                                   "/",                  UNWRAP_QUERY,   ""},
    {HOST("www.deviantart.com"),                        "/users/outgoing",    UNWRAP_QUERY,   ""},
    {HOST("medium.com"),                                "/r",                 UNWRAP_PARAM,   "url"},
    {HOST("link.zhihu.com"),                            "/",                  UNWRAP_PARAM,   "target"},
    /* Mozilla's add-ons: /v1/AbC/https%3A//x.example/; Amazon SES: /L0/https:%2F%2Fx.example%2F/1/0102.../... */
    {HOST("outgoing.prod.mozaws.net"),                  "/v1/*",              UNWRAP_REST,    "2"},
    {HOST("prod.outgoing.prod.webservices.mozgcp.net"), "/v1/*",              UNWRAP_REST,    "2"},
    {HOST(".awstrack.me"),                              "/L*",                UNWRAP_SEGMENT, "1"},
};
/* clang-format on */
