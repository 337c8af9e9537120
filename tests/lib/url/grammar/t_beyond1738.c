/* t_beyond1738.c - tests each grammar rule of the later standards alone
 *
 * RFC 3986, RFC 3987 and the schemes' own RFCs: which texts a rule matches as a whole, of which it
 * matches a prefix, and which it refuses. t_ucschar.c tests the single characters of RFC 3987;
 * whole URLs and their verdicts are tested elsewhere.
 */
#include "url/grammar/beyond1738.h"

#include "rules.h"

/* clang-format off */
#define UNRESERVED LETTERS DIGITS "-._~"
#define SUB_DELIMS "!$&'()*+,;="

static const rule_set sets[] = {
    SET(RFC3986_UNRESERVED, UNRESERVED),
    SET(RFC3986_SUB_DELIMS, SUB_DELIMS),
    SET(RFC3986_PCHAR, UNRESERVED SUB_DELIMS ":@"),
    SET(RFC6068_QCHAR, UNRESERVED "!$'()*+,;:@"),
    SET(RFC6068_ATEXT, LETTERS DIGITS "!$'*+-_~"),
    SET(RFC5538_ID, UNRESERVED SUB_DELIMS ":"),
    SET(RFC4266_CHAR, UNRESERVED SUB_DELIMS ":@/?"),
    SET(RFC4157_CHAR, UNRESERVED "!$&'()*+,:@"),
    SET(RFC2392_ID, UNRESERVED SUB_DELIMS ":"),
};

static const rule rules3986[] = {
    /* The first eight are examples of RFC 3986 (1.1.2). */
    {RULE(rfc3986_URI),
     WHOLE("ftp://ftp.is.co.za/rfc/rfc1808.txt", "http://www.ietf.org/rfc/rfc2396.txt",
           "ldap://[2001:db8::7]/c=GB?objectClass?one", "mailto:John.Doe@example.com",
           "news:comp.infosystems.www.servers.unix", "tel:+1-816-555-1212", "telnet://192.0.2.16:80/",
           "urn:oasis:names:specification:docbook:dtd:xml:4.1.2", "a:", "a:?", "a:#", "a:/", "a://",
           "http://u:p@h:/a//b?c?d/e#f?g/h", "file:///x", "http://h?q#", "x:a:b@c"),
     FRONT({"a:b", " c"}, {"a:b#c", "#d"}, {"a:b", "[c]"}, {"a:b?", "|"}, {"a:", "%4"}, {"http://h:80", "a"},
           {"a:b", "\""}, {"http://a@b", "@c"}, {"a:b", "\x7F"}), NONE("", ":a", "1a:b", "a", "a/b:c", "http", "_a:b")},
    {RULE(rfc3986_hier_part), WHOLE("", "//h", "//", "///", "//h/a//b", "/", "/a", "/a//b", "a", "a/b", ":", "@/"),
     FRONT({"/a", "?b"}, {"a", "#"}, {"", "["}, {"", "?"}, {"//h:", "a"})},
    {RULE(rfc3986_scheme), WHOLE("a", "HTTP", "z39.50r", "a+-.1"), FRONT({"a", ":"}, {"a", "_"}),
     NONE("", "1a", "+a", ":")},
    {RULE(rfc3986_authority), WHOLE("", "h", "u@h", "u:p:q@h:80", "@", "h:", "[::1]:8", "1.2.3.4", "%41", "a;b=c@d!e"),
     FRONT({"h", "/"}, {"u@h", "@i"}, {"h:8", "a"}, {"[::1]", "a"}, {"", "[::1"}, {"", "["}, {"h", "["})},
    {RULE(rfc3986_userinfo), WHOLE("", "u", "u:p:q", "%40", "a;b&c=d"),
     FRONT({"u", "@"}, {"u", "/"}, {"", "["}, {"u", "%4"})},
    {RULE(rfc3986_host), WHOLE("", "h", "a..b", "_", "%C3%A4", "1.2.3", "999.1.1.1", "[::1]", "[v1.a:b]"),
     FRONT({"h", ":"}, {"h", "@"}, {"", "[::1"}, {"h", "[::1]"}, {"", "\xC3"})},
    {RULE(rfc3986_port), WHOLE("", "0", "80", "99999999"), FRONT({"80", "a"}, {"", "a"}, {"", "-1"})},
    {RULE(rfc3986_IP_literal), WHOLE("[::]", "[1:2:3:4:5:6:7:8]", "[::ffff:1.2.3.4]", "[vF.1]", "[V1a.:]"),
     FRONT({"[::]", ":"}),
     NONE("", "[]", "[", "[::", "[::1.2.3]", "[1.2.3.4]", "[v1]", "[g::]", "::", "[::1%25eth0]", "[1:2:3:4:5:6:7]",
          "[:]")},
    {RULE(rfc3986_IPvFuture), WHOLE("v1.a", "V1F.a:b", "v0.!$&'()*+,;=-._~"),
     FRONT({"v1.a", "]"}, {"v1.a", "@"}, {"v1.a", "%41"}), NONE("", "v1.", "v.a", "1.a", "vg.a", "v1a", "v1.%41", "v")},
    {RULE(rfc3986_h16), WHOLE("0", "1a", "fFf", "0000", "FFFF"), FRONT({"1234", "5"}, {"1", ":"}, {"1", "g"}),
     NONE("", ":", "g")},
    {RULE(RFC3986_H16S("{2}")), WHOLE("1:2:", "ffff:0000:"), FRONT({"1:2:", "3:"}), NONE("", "1:", "1:2", ":1:2:")},
    {RULE(rfc3986_ls32), WHOLE("1:2", "ffff:FFFF", "1.2.3.4", "255.255.255.255"),
     FRONT({"1:2", ":3"}, {"1.2.3.25", "6"}, {"1:2", ".3.4.5"}, {"0.0.0.0", "0"}),
     NONE("", "1", "1:", "1.2.3", "g:1", "01.2.3.4", "256.1.1.1")},
    {RULE(rfc3986_IPv4address), WHOLE("0.0.0.0", "127.0.0.1", "255.255.255.255", "1.20.199.249"),
     FRONT({"1.2.3.4", ".5"}, {"1.2.3.25", "6"}, {"1.2.3.0", "1"}),
     NONE("", "1.2.3", "1.2.3.", "256.0.0.1", "01.2.3.4", "a.b.c.d", "1..2.3")},
    {RULE(rfc3986_dec_octet), WHOLE("0", "9", "10", "99", "100", "199", "200", "249", "250", "255"),
     FRONT({"25", "6"}, {"26", "0"}, {"0", "0"}, {"0", "1"}, {"30", "0"}, {"255", "5"}), NONE("", "a", "-1")},
    {RULE(rfc3986_reg_name), WHOLE("", "a", "A..B", "%20", "_~!$&'()*+,;=", "1.2.3.4"),
     FRONT({"a", ":"}, {"a", "/"}, {"", "["}, {"", "@"})},
    {RULE(rfc3987_ireg_name), WHOLE("", "a", "\xC3\xA4.example", "%C3%A4"),
     FRONT({"a", ":80"}, {"\xC3\xA4", "/"}, {"", "[::1]"}, {"", "\xE2\x80\xAE"})},
    {RULE(rfc3986_path), WHOLE("", "/", "a//b", "a:b@c;d=e", "%2F"),
     FRONT({"a", "?"}, {"a", "#"}, {"", "["}, {"a", "%"})},
    {RULE(rfc3986_pchar), WHOLE("a", "~", ":", "@", "%2f"), FRONT({"a", "b"}, {"%2f", "a"}),
     NONE("", "/", "?", "%2", "[", "\xC3")},
    {RULE(rfc3986_query), WHOLE("", "a?b/c", "?", "x=y&z=%20"), FRONT({"a", "#"}, {"a", "[1]"}, {"", "#"}, {"", "|"})},
    {RULE(rfc3986_fragment), WHOLE("", "a?b/c", "!:@"), FRONT({"a", "#"}, {"", "#"}, {"a", " "})},
};

/* Includes the examples of RFC 4291 (2.2). Every number of groups is tested below. */
static const rule ipv6[] = {
    {RULE(rfc3986_IPv6address),
     WHOLE("2001:db8::7", "FEDC:BA98:7654:3210:FEDC:BA98:7654:3210", "1080:0:0:0:8:800:200C:417A", "FF01::101", "::1",
           "::", "::13.1.68.3", "::FFFF:129.144.52.38", "0:0:0:0:0:0:13.1.68.3", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8",
           "1::8", "1::3:4:5:6:7:8", "1:2:3:4:5:6::8", "1:2:3:4:5::255.0.0.255", "1::4:5:6:1.2.3.4"),
     FRONT({"1::2", "::3"}, {"::", ":"}, {"1:2:3:4:5:6:7:8", ":9"}, {"::1:2:3:4:5:6:7", ":8"},
           {"1:2:3:4:5:6:7:1", ".2.3.4"}, {"::1.2.3.4", ".5"}, {"::1.2.3.25", "6"}, {"::01", ".2.3.4"},
           {"fe80::1", "%25eth0"}, {"1:2:3:4:5:6:7::", "8"}, {"::1234", "5"}, {"::1.2.3.4", ":5"}, {"::1", "/64"},
           {"::1", "g"}, {"1::1", ".2.3"}),
     NONE("", ":", ":1", "1:", "1", "12345::", "1.2.3.4", "1.2.3.4::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:",
          ":1:2:3:4:5:6:7:8", "1:2:3:4:5:1.2.3.4", "g::", "[::]", "1:2:3:4:5:6:7:g")},
};

static const rule rules3987[] = {
    {RULE(RFC3987_TAIL), WHOLE("\x80", "\xBF"), FRONT({"\x80", "\x80"}), NONE("", "\x7F", "\xC0", "a", "\xFF")},
    {RULE(RFC3987_PLANE_END), WHOLE("\x80\x80", "\xBE\xBF", "\xBF\xBD"), FRONT({"\x80\x80", "\x80"}),
     NONE("", "\xBF\xBE", "\xBF\xBF", "\x80", "\x7F\x80", "\xC0\x80", "\x80\xC0")},
    {RULE(rfc3987_ucschar), WHOLE("\xC2\xA0", "\xC3\xA4", "\xEF\xBF\xAF", "\xF0\x90\x80\x80"),
     FRONT({"\xC3\xA4", "\xC3"}, {"\xC3\xA4", "a"}), NONE("", "a", "\xC3", "\xC2\x80", "\xE2\x80\xAE")},
    {RULE(rfc3987_iprivate), WHOLE("\xEE\x80\x80", "\xEF\xA3\xBF", "\xF3\xB0\x80\x80", "\xF4\x8F\xBF\xBD"),
     FRONT({"\xEE\x80\x80", "\x80"}), NONE("", "a", "\xC3\xA4", "\xEE\x80", "\xEF\xA4\x80", "\xF4\x90\x80\x80")},
    {RULE(RFC3987_MANY("a")), WHOLE("", "a", "a\xC3\xA4%41" "a", "\xC3\xA4"),
     FRONT({"a", "b"}, {"a", "\xC3"}, {"", "\xEE\x80\x80"})},
    {RULE(RFC3987_PRIVATE("a")), WHOLE("", "a", "\xEE\x80\x80" "a\xC3\xA4%41"),
     FRONT({"a", "b"}, {"a", "\xEE\x80"}, {"", "b"})},
    /* The first two are examples of RFC 3987 (3.1, 3.2.1). */
    {RULE(rfc3987_IRI),
     WHOLE("http://www.example.org/r\xC3\xA9sum\xC3\xA9.html", "http://r\xC3\xA9sum\xC3\xA9.example.org",
           "http://\xE4\xBE\x8B.\xE3\x83\x86/?q", "a:", "http://\xC3\xA4@\xC3\xA4:8/\xC3\xA4?\xEE\x80\x80#\xC3\xA4",
           "a:\xC3\xA4"),
     FRONT({"a:b", " "}, {"a:", "\xEE\x80\x80"}, {"a:?b#", "\xEE\x80\x80"}, {"a:b", "\xE2\x80\x8F"},
           {"http://h:", "\xC3\xA4"}), NONE("", "\xC3\xA4:b", "a\xC3\xA4:b", "a", ":a", "1:b")},
    {RULE(rfc3987_ihier_part), WHOLE("", "//\xC3\xA4", "//h/\xC3\xA4//", "/", "/\xC3\xA4/", "\xC3\xA4/", "//"),
     FRONT({"/", "\xEE\x80\x80"}, {"a", "?"}, {"", "\xC3"}, {"", "?"})},
    {RULE(rfc3987_iauthority), WHOLE("", "\xC3\xA4@\xC3\xA4:80", "[::1]:", "h"),
     FRONT({"h", "/"}, {"h:", "\xC3\xA4"}, {"", "\xEE\x80\x80"})},
    {RULE(rfc3987_iuserinfo), WHOLE("", "u:p\xC3\xA4%41"), FRONT({"u", "@"}, {"", "@"}, {"u", "\xEE\x80\x80"})},
    {RULE(rfc3987_ihost), WHOLE("", "\xC3\xA4.example", "[::1]", "1.2.3.4", "%C3%A4"),
     FRONT({"\xC3\xA4", ":"}, {"", "[\xC3\xA4]"}, {"", ":"})},
    {RULE(rfc3987_ipath), WHOLE("", "/", "\xC3\xA4//a:@"), FRONT({"a", "?"}, {"a", "\xEE\x80\x80"}, {"", "#"})},
    {RULE(rfc3987_ipchar), WHOLE("a", ":", "%41", "\xC3\xA4"), FRONT({"a", "b"}, {"\xC3\xA4", "a"}),
     NONE("", "/", "%4", "\xC3", "\xEE\x80\x80")},
    {RULE(rfc3987_iquery), WHOLE("", "a?/\xC3\xA4\xEE\x80\x80%41"),
     FRONT({"a", "#"}, {"", "\xEF\xBF\xBE"}, {"a", "\xC3"})},
    {RULE(rfc3987_ifragment), WHOLE("", "a?/\xC3\xA4"), FRONT({"a", "#"}, {"", "\xEE\x80\x80"}, {"a", "\xC3"})},
};

static const rule own[] = {
    {RULE(rfc9110_host), WHOLE("h", "[::1]", "%41", "_"), FRONT({"h", ":"}, {"h", "/"}),
     NONE("", ":", "[", "/", "[::")},
    {RULE(rfc9110_http_URI), WHOLE("http://h", "HTTPS://u:p@h:/a?b/c?d", "http://@h?x", "https://[::1]:8/"),
     FRONT({"http://h", "#f"}, {"http://h/a", " "}, {"http://h:8", "a"}),
     NONE("http://", "http:/h", "http:///a", "http://:80/", "http://u@", "ws://h")},
    {RULE(rfc6455_ws_URI), WHOLE("ws://h", "WSS://h:443/chat?a=b", "ws://[::1]?"),
     FRONT({"ws://h", "#f"}, {"ws://u", "@h"}, {"ws://h/", "["}),
     NONE("ws://", "ws:/h", "ws:///a", "ws://:80", "http://h", "wsx://h")},
    /* The first five are examples of RFC 6068 (6.1 to 6.3). */
    {RULE(rfc6068_mailtoURI),
     WHOLE("mailto:chris@example.com", "mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index",
           "mailto:?to=addr1@an.example,addr2@an.example", "mailto:gorby%25kremvax@example.com",
           "mailto:%22not%40me%22@example.org", "mailto:", "MAILTO:a@b,c@d?e=f&g=", "mailto:?="),
     FRONT({"mailto:a@b", ","}, {"mailto:a@b", "?x"}, {"mailto:a@b?x=y", "&z"}, {"mailto:a@b?x=y", "=z"},
           {"mailto:", "a"}, {"mailto:a@b", "#c"}), NONE("", "mailto", "http:a@b")},
    {RULE(rfc6068_to), WHOLE("a@b", "a@b,c.d@e.f"), FRONT({"a@b", ",c"}, {"a@b", ",,c@d"}, {"a@b", "?x=y"}),
     NONE("", "a", ",a@b", "@b")},
    {RULE(rfc6068_hfields), WHOLE("?a=b", "?a=b&c=d", "?=", "?=&="),
     FRONT({"?a=b", "&c"}, {"?a=b", "&"}, {"?a=b", "#"}), NONE("", "?", "a=b", "?a", "?&a=b")},
    {RULE(rfc6068_hfield), WHOLE("a=b", "=", "to=a@b,c@d", "body=a%20b:c"),
     FRONT({"a=b", "=c"}, {"a=b", "&c=d"}, {"a=b", "/c"}, {"a=b", "?c"}), NONE("", "a", "&", "a&b=c")},
    {RULE(rfc6068_dot_atom), WHOLE("a", "a.b", "!$'*+-_~", "%26.1"),
     FRONT({"a", "."}, {"a", "..b"}, {"a", "@"}, {"a", ";"}), NONE("", ".a", "@", "(a)")},
    {RULE(rfc6068_addr_spec), WHOLE("a@b", "a.b+c@d.e"), FRONT({"a@b", "."}, {"a@b", ","}),
     NONE("", "a", "a@", "@b", "a.@b", "a&b@c")},
    /* The first four are examples of RFC 5538 (2.2). */
    {RULE(rfc5538_newsURL),
     WHOLE("news://news.server.example/*", "news://news.server.example/",
           "news://wild.server.example/example.group.th%3Fse", "news:example.group.*", "news:", "SNEWS:a@b",
           "news://u@h:119/1@%5B1.2.3.4%5D", "news:a,b;c@d", "news:3com"),
     FRONT({"news:a", "/b"}, {"news:a@b", "@c"}, {"news:a", "?"}, {"news:", "//h"}, {"news:", "@a"}),
     NONE("", "news", "nntp:a", "news//h/")},
    {RULE(rfc5538_server), WHOLE("//", "//h", "//u:p@h:119"), FRONT({"//h", "/"}, {"//h", "?"}),
     NONE("", "/", "h", "/h")},
    {RULE(rfc5538_article), WHOLE("a@b", "1.2$c%3C@%5B1.2.3.4%5D"), FRONT({"a@b", "@c"}, {"a@b", "/"}),
     NONE("", "a", "@b", "a@", "a/b@c", "a@[b]")},
    {RULE(rfc5538_newsgroups), WHOLE("", "*", "comp.lang.c++", "%3Fa"),
     FRONT({"a", "?"}, {"a", ","}, {"", "/"}, {"a", "@b"})},
    {RULE(rfc5538_nntpURL), WHOLE("nntp://h/g", "NNTPS://u@h:119/comp.lang.c++/1234567890123456", "nntp:///3com%2E/1"),
     FRONT({"nntp://h/g", "/"}, {"nntp://h/g", "/x"}, {"nntp://h/g/1234567890123456", "7"}, {"nntp://h/g", "*"},
           {"nntp://h/g/1", "/"}), NONE("", "nntp:g/1", "nntp://h", "nntp://h/", "nntp://h/*")},
    {RULE(rfc8089_file_URI), WHOLE("file:///x", "FILE:/x", "file://h/", "file://localhost/a//b", "file:/", "file:///"),
     FRONT({"file:/x", "?"}, {"file:///", "/x"}, {"file://h/x", "#"}, {"file:/a", "|"}),
     NONE("", "file:", "file:x", "file://h", "file:c:/x", "file://h:1/x", "file://u@h/x")},
    {RULE(rfc8141_namestring),
     WHOLE("urn:ab:c", "URN:a-b:%2Fc/d", "urn:example:a?+b/c?d", "urn:example:a?=b", "urn:example:a?+b?=c", "urn:ab:@",
           "urn:a123456789012345678901234567890b:c"),
     FRONT({"urn:ab:c", "?"}, {"urn:ab:c", "?x"}, {"urn:ab:c", "?+"}, {"urn:ab:c", "?+/"}, {"urn:ab:c", "#d"}),
     NONE("", "urn:a:b", "urn:ab:", "urn:ab", "urn:-b:c", "urn:a-:c", "urn:/a/b", "urn::a", "urn:a_b:c", "urn:ab:/c",
          "urn:a1234567890123456789012345678901b:c")},
    /* The first two are examples of RFC 2392 (2). */
    {RULE(rfc2392_mid_url),
     WHOLE("mid:960830.1639@XIson.com/partA.960830.1639@XIson.com", "mid:960830.1639@XIson.com", "MID:a@b"),
     FRONT({"mid:a@b", "/"}, {"mid:a@b", "/c"}, {"mid:a@b/c@d", "/e@f"}, {"mid:a@b", "@c"}),
     NONE("", "mid:", "mid:a", "mid:@b", "mid:a@", "mid:a/b@c")},
    {RULE(rfc2392_cid_url), WHOLE("cid:foo4%25foo1@bar.net", "CID:a@b"), FRONT({"cid:a@b", "/c@d"}, {"cid:a@b", "?"}),
     NONE("", "cid:", "cid:a", "cid:@b")},
    {RULE(rfc2392_id), WHOLE("a@b", "%2F@1", "a:b;c@d"), FRONT({"a@b", "@c"}, {"a@b", "/"}),
     NONE("", "a", "@b", "a@", "a/b@c")},
    {RULE(rfc6270_tn3270_URI), WHOLE("tn3270://h", "TELNET://u:p@h:23/", "rlogin://@h", "telnet://[::1]:"),
     FRONT({"telnet://h/", "x"}, {"telnet://h", "?x"}, {"tn3270://h:2", "a"}),
     NONE("", "telnet:h", "telnet://", "telnet:///", "http://h")},
    /* The first three are forms of RFC 4266 (2.1). */
    {RULE(rfc4266_gopher_URL),
     WHOLE("gopher://h:70/0a", "gopher://h/7a%09b", "gopher://h/1a%09%09+c%09%0D%0A", "GOPHER://h", "gopher://h/",
           "gopher://[::1]:/~?;=", "gopher://h/%31", "gopher://h/1%0B%1a"),
     FRONT({"gopher://h/1", "#f"}, {"gopher://h/1", "%0A"}, {"gopher://h/1", "%0d"}, {"gopher://h/1a", "%0Db"},
           {"gopher://h/1a%09b", "%0A"}, {"gopher://h/1", "["}, {"gopher://u", "@h"}, {"gopher://h/", "%09"}),
     NONE("", "gopher:h", "gopher:///1")},
    {RULE(RFC4266_ESCAPE), WHOLE("%00", "%08", "%0b", "%0C", "%0F", "%10", "%ff"), FRONT({"%08", "a"}),
     NONE("", "%", "%0", "%09", "%0A", "%0a", "%0D", "%0d", "%g0", "%1g")},
    {RULE(rfc4266_selector), WHOLE("", "a/b?c", "%08%0b%1F"), FRONT({"a", "%09"}, {"", "%0A"}, {"a", "#"})},
    {RULE(rfc4266_gopher_path), WHOLE("1", "1a%09b%09c%09d", "%31", "0%09"), FRONT({"1", "%0A"}, {"1%09", "%0D"}),
     NONE("", "%09", "#")},
    {RULE(rfc4156_wais_URL), WHOLE("wais://h/db", "WAIS://h:210/db?a+b/c", "wais://h/db/t/1=a;2/b", "wais://h/d;b//"),
     FRONT({"wais://h/db", "/t"}, {"wais://h/db?a", "#"}, {"wais://h/db/t/p", "?"},),
     NONE("", "wais://u@h/db", "wais://h", "wais://h/", "wais:///db", "wais://h/?a")},
    {RULE(rfc4157_prospero_URL), WHOLE("prospero://h//pros/name", "prospero://h:1525/a?b=c;v=1;w=", "PROSPERO://h/;a=b"),
     FRONT({"prospero://h/a", ";v"}, {"prospero://h/a;v=1", "=2"}, {"prospero://h/a;v=1", "/b"}),
     NONE("", "prospero://h", "prospero:///a", "prospero://u@h/a")},
    {RULE(rfc4157_field), WHOLE(";a=b", ";=", ";a%3B=~"), FRONT({";a=b", ";"}, {";a=", "="}), NONE("", ";a", "a=b")},
    {RULE(rfc2224_nfs_URL), WHOLE("nfs://h", "NFS://h:2049/a//b", "nfs://h//a"),
     FRONT({"nfs://h/a", "?b"}, {"nfs://u", "@h"}, {"nfs://h", "#"}), NONE("", "nfs:/a", "nfs://", "nfs:///a")},
};
/* clang-format on */

/* Writes `count` groups, "a:b:c", the last two as IPv4 if wanted. Returns the new end. */
static char *put_groups(char *to, int count, bool ipv4)
{
    int hex = ipv4 ? count - 2 : count;

    for (int i = 0; i < hex; i++)
        to += sprintf(to, "%s%x", i ? ":" : "", 0xA0F0 + i);
    if (ipv4)
        to += sprintf(to, "%s192.0.2.%d", hex ? ":" : "", count);
    return to;
}

/* Tests every number of groups on either side of "::", and without "::": exactly eight groups, or
 * at most seven with "::". */
static void groups(void)
{
    rule_code code = rule_compile(rfc3986_IPv6address);
    int wrong = 0;

    for (int ipv4 = 0; ipv4 < 2; ipv4++)
        for (int right = ipv4 ? 2 : 0; right <= 10; right++) {
            char text[256], *end = put_groups(text, right, ipv4);
            long n = (long)(end - text);
            wrong += (rule_takes(&code, text, (size_t)n) == n) != (right == 8);
            for (int left = 0; left <= 10; left++) {
                end = put_groups(text, left, false);
                end = put_groups(end + sprintf(end, "::"), right, ipv4);
                n = (long)(end - text);
                wrong += (rule_takes(&code, text, (size_t)n) == n) != (left + right <= 7);
            }
        }
    is_int(wrong, 0, "an IPv6 address has eight groups; \"::\" replaces one or more");
    rule_free(&code);
}

/* All tables joined, for rules_cover(). */
static rule all[ROWS(rules3986) + ROWS(ipv6) + ROWS(rules3987) + ROWS(own)];

int main(void)
{
    rule *end = all;

    memcpy(end, rules3986, sizeof rules3986);
    memcpy(end += ROWS(rules3986), ipv6, sizeof ipv6);
    memcpy(end += ROWS(ipv6), rules3987, sizeof rules3987);
    memcpy(end + ROWS(rules3987), own, sizeof own);
    sets_check(sets, ROWS(sets));
    rules_check(all, ROWS(all));
    groups();
    rules_cover("beyond1738.h", all, ROWS(all), sets, ROWS(sets));
    return done();
}
