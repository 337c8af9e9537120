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
    {".safelinks.protection.outlook.com",         "*",                  UNWRAP_PARAM,   "url"},
    {".safelinks.protection.office365.us",        "*",                  UNWRAP_PARAM,   "url"},
    {".safelinks.protection.outlook.de",          "*",                  UNWRAP_PARAM,   "url"},
    {".safelinks.protection.outlook.cn",          "*",                  UNWRAP_PARAM,   "url"},
    {".safelinks.protection.partner.outlook.cn",  "*",                  UNWRAP_PARAM,   "url"},
    {"statics.teams.cdn.office.net",              "/evergreen-assets/safelinks/*", UNWRAP_PARAM, "url"},
    {"statics.teams.cdn.live.net",                "/evergreen-assets/safelinks/*", UNWRAP_PARAM, "url"},
    /* Proofpoint URL Defense. v1: ?u=http://x.example/&k=...; v2: ?u=http-3A__x.example_&d=...;
     * v3: /v3/__http://x.example/a*b__;Kw!!...: "*" stands for a character of the base64 text behind ";" */
    {"urldefense.proofpoint.com",                 "/v1/url",            UNWRAP_PARAM,   "u"},
    {"urldefense.proofpoint.com",                 "/v2/url",            UNWRAP_V2,      "u"},
    {"urldefense.proofpoint.com",                 "/v3/*",              UNWRAP_V3,      ""},
    {"urldefense.com",                            "/v1/url",            UNWRAP_PARAM,   "u"},
    {"urldefense.com",                            "/v2/url",            UNWRAP_V2,      "u"},
    {"urldefense.com",                            "/v3/*",              UNWRAP_V3,      ""},
    {"urldefense.us",                             "/v2/url",            UNWRAP_V2,      "u"},
    {"urldefense.us",                             "/v3/*",              UNWRAP_V3,      ""},
    {"urldefense.proofpoint.us",                  "/v2/url",            UNWRAP_V2,      "u"},
    {"urldefense.proofpoint.us",                  "/v3/*",              UNWRAP_V3,      ""},
    /* Barracuda: /url?a=https%3a%2f%2fx.example&c=E,1,...&typo=1 */
    {"linkprotect.cudasvc.com",                   "*",                  UNWRAP_PARAM,   "a"},
    /* Cisco: /1AbC.../https%3A%2F%2Fx.example%2F */
    {"secure-web.cisco.com",                      "*",                  UNWRAP_SEGMENT, "1"},
    /* Trend Micro: :443/wis/clicktime/v1/query?url=https%3a%2f%2fx.example&umid=...&auth=... */
    {".trendmicro.com",                           "/wis/clicktime/*",   UNWRAP_PARAM,   "url"},
    /* Sophos: ?d=x.example&u=aHR0cHM6Ly94LmV4YW1wbGUv&i=... */
    {".protection.sophos.com",                    "*",                  UNWRAP_BASE64,  "u"},
    /* FireEye, now Trellix: /v1/url?k=...&q=1&e=...&u=https%3A%2F%2Fx.example%2F */
    {"protect.fireeye.com",                       "*",                  UNWRAP_PARAM,   "u"},
    {"protect2.fireeye.com",                      "*",                  UNWRAP_PARAM,   "u"},
    {"protect2.trellix.com",                      "*",                  UNWRAP_PARAM,   "u"},
    /* Check Point, Avanan: /v2/___https://x.example/___.YXAzOm... and /v2/r01/___https:/x.example/___.YXAzOm... */
    {"protect.checkpoint.com",                    "/v2/*",              UNWRAP_BETWEEN, ""},
    {"url.avanan.click",                          "/v2/*",              UNWRAP_BETWEEN, ""},
    /* Symantec: /3AbC?u=https%3A%2F%2Fx.example */
    {"clicktime.symantec.com",                    "*",                  UNWRAP_PARAM,   "u"},
    /* Vade: /v4?f=...&i=...&u=https%3A%2F%2Fx.example */
    {"antiphishing.vadesecure.com",               "*",                  UNWRAP_PARAM,   "u"},
    {".eu.vadesecure.com",                        "/safeproxy/*",       UNWRAP_PARAM,   "u"},
    {".us.vadesecure.com",                        "/safeproxy/*",       UNWRAP_PARAM,   "u"},
    /* Libraesva, EdgePilot, Zix: ?u=https%3A%2F%2Fx.example&e=... */
    {"urlsand.esvalabs.com",                      "*",                  UNWRAP_PARAM,   "u"},
    {"link.edgepilot.com",                        "*",                  UNWRAP_PARAM,   "u"},
    {"link.zixcentral.com",                       "*",                  UNWRAP_PARAM,   "u"},
    /* Those that keep the target to themselves; Mimecast says its host: /s/AbC?domain=x.example */
    {".mimecast.com",                             "/s/*",               UNWRAP_HIDDEN,  "domain"},
    {".mimecastprotect.com",                      "/s/*",               UNWRAP_HIDDEN,  "domain"},
    {"url.emailprotection.link",                  "*",                  UNWRAP_HIDDEN,  ""},
    {".mailcontrol.com",                          "/sr/*",              UNWRAP_HIDDEN,  ""},

    /* ---- Redirectors ---- */
    /* Google: /url?q=https://x.example/&sa=D&..., /url?sa=t&url=https%3A%2F%2Fx.example%2F&... */
    {"google.*",                                  "/url",               UNWRAP_PARAM,   "q"},
    {"google.*",                                  "/url",               UNWRAP_PARAM,   "url"},
    {"google.*",                                  "/aclk",              UNWRAP_PARAM,   "adurl"},
    {"meet.google.com",                           "/linkredirect",      UNWRAP_PARAM,   "dest"},
    {"www.googleadservices.com",                  "/pagead/*",          UNWRAP_PARAM,   "adurl"},
    {".doubleclick.net",                          "*",                  UNWRAP_PARAM,   "adurl"},
    {"www.youtube.com",                           "/redirect",          UNWRAP_PARAM,   "q"},
    /* Facebook and its kin: /l.php?u=https%3A%2F%2Fx.example%2F&h=... */
    {"facebook.com",                              "/l.php",             UNWRAP_PARAM,   "u"},
    {".facebook.com",                             "/l.php",             UNWRAP_PARAM,   "u"},
    {"l.messenger.com",                           "/l.php",             UNWRAP_PARAM,   "u"},
    {"l.instagram.com",                           "/",                  UNWRAP_PARAM,   "u"},
    {"l.threads.net",                             "/",                  UNWRAP_PARAM,   "u"},
    {"l.threads.com",                             "/",                  UNWRAP_PARAM,   "u"},
    {"l.wl.co",                                   "/l",                 UNWRAP_PARAM,   "u"},
    /* LinkedIn: /redir/redirect?url=https%3A%2F%2Fx.example&urlhash=... */
    {"www.linkedin.com",                          "/redir/redirect",    UNWRAP_PARAM,   "url"},
    {"www.linkedin.com",                          "/safety/go",         UNWRAP_PARAM,   "url"},
    /* Search engines. Bing: /ck/a?!&&p=...&u=a1aHR0cHM6Ly94LmV4YW1wbGUv&ntb=1; Yahoo: /.../RU=https%3a%2f%2fx.example/RK=2/... */
    {"duckduckgo.com",                            "/l",                 UNWRAP_PARAM,   "uddg"},
    {"www.bing.com",                              "/ck/a",              UNWRAP_BING,    "u"},
    {"r.search.yahoo.com",                        "*",                  UNWRAP_SEGMENT, "RU="},
    /* Communities: /linkfilter/?u=https%3A%2F%2Fx.example and the like */
    {"steamcommunity.com",                        "/linkfilter",        UNWRAP_PARAM,   "u"},
    {"steamcommunity.com",                        "/linkfilter",        UNWRAP_PARAM,   "url"},
    {"vk.com",                                    "/away.php",          UNWRAP_PARAM,   "to"},
    {"m.vk.com",                                  "/away.php",          UNWRAP_PARAM,   "to"},
    {"away.vk.com",                               "/away.php",          UNWRAP_PARAM,   "to"},
    {"out.reddit.com",                            "*",                  UNWRAP_PARAM,   "url"},
    {"slack-redir.net",                           "/link",              UNWRAP_PARAM,   "url"},
    {"t.umblr.com",                               "/redirect",          UNWRAP_PARAM,   "z"},
    {"href.li",                                   "/",                  UNWRAP_QUERY,   ""},
    {"www.deviantart.com",                        "/users/outgoing",    UNWRAP_QUERY,   ""},
    {"medium.com",                                "/r",                 UNWRAP_PARAM,   "url"},
    {"link.zhihu.com",                            "/",                  UNWRAP_PARAM,   "target"},
    /* Mozilla's add-ons: /v1/AbC/https%3A//x.example/; Amazon SES: /L0/https:%2F%2Fx.example%2F/1/0102.../... */
    {"outgoing.prod.mozaws.net",                  "/v1/*",              UNWRAP_REST,    "2"},
    {"prod.outgoing.prod.webservices.mozgcp.net", "/v1/*",              UNWRAP_REST,    "2"},
    {".awstrack.me",                              "/L*",                UNWRAP_SEGMENT, "1"},
};
/* clang-format on */
