/* t_rules1630.c - tests each rule of the BNFs of RFC 1630 alone
 *
 * Which texts a rule matches as a whole, of which it matches a prefix, and which it refuses, by the
 * RFC's text and the interpretations stated in doc/rules.md. Whole URLs and their verdicts are
 * tested elsewhere.
 */
#include "url/grammar/rfc1630.h"

#include "rules.h"

/* clang-format off */
#define SAFE "$-_@.&"
#define EXTRA "!*\"'(),"
#define XALPHA LETTERS DIGITS SAFE EXTRA

static const rule_set sets[] = {
    SET(RFC1630_ALPHA, LETTERS),
    SET(RFC1630_DIGIT, DIGITS),
    SET(RFC1630_SAFE, SAFE),
    SET(RFC1630_EXTRA, EXTRA),
    SET(RFC1630_XALPHA, XALPHA),
    SET(RFC1630_XPALPHA, XALPHA "+"),
    SET(RFC1630_ATOM, LETTERS DIGITS "$-_&!*'"),
    SET(RFC1630_XALPHA_NO_AT, LETTERS DIGITS "$-_.&" EXTRA),
    SET(RFC1630_LABEL, LETTERS DIGITS "$-_&" EXTRA),
};

static const rule rules[] = {
    {RULE(rfc1630_httpaddress),
     WHOLE("http://h", "HTTP://h/", "http://h/a@b", "http://h/a\"b", "http://h?q", "http://h/a?x+y", "http://h//a/",
           "http://info.cern.ch:80/a/b"),
     FRONT({"http://h/a", ";b"}, {"http://h/", "~a"}, {"http://h/?x", "=y"}, {"http://h/a", "?"}, {"http://h/a?x", "+"},
           {"http://h", ":"}, {"http://h/a", "#b"}, {"http://h/", "%4"}),
     NONE("http://", "http:/h", "http:///a", "https://h", "http://3com.com/", "http://[::1]/")},
    {RULE(rfc1630_ftpaddress),
     WHOLE("ftp://h/", "FTP://u:p@h:21/a/b", "ftp://h/a;type=AN", "ftp://h/a;type=EC", "ftp://h/;type=I",
           "ftp://h/a;type=L8"),
     FRONT({"ftp://h/a", ";type=A"}, {"ftp://h/a", ";type=L"}, {"ftp://h/a", ";type=a"}, {"ftp://h/a", ";type=D"},
           {"ftp://h/a;type=AN", "x"}, {"ftp://h/a", ";"}), NONE("ftp://h", "ftp://@h/a", "ftp:/h/a", "ftp:///a")},
    {RULE(rfc1630_afsaddress), WHOLE("afs://cell/path", "AFS://cell.name/"), FRONT({"afs://c/a", ";b"}),
     NONE("afs://c", "afs://1.2.3.4/a", "afs://c:1/a", "afs:///a")},
    {RULE(rfc1630_newsaddress), WHOLE("news:*", "NEWS:comp.lang.c", "news:1@h", "news:a@b@c.d"),
     FRONT({"news:*", "x"}, {"news:comp", "/x"}, {"news:comp", ".3com"}), NONE("news:", "news:3com.test", "news:@")},
    {RULE(rfc1630_nntpaddress), WHOLE("nntp:comp.lang.c/42", "NNTP:g/0"), FRONT({"nntp:g/4", "x"}, {"nntp:g/4", "/2"}),
     NONE("nntp:g", "nntp:g/", "nntp:/1", "nntp://h/g/1", "nntp:3/1")},
    {RULE(rfc1630_midaddress), WHOLE("mid:a@b.example", "MID:1.2@3"), FRONT({"mid:a@b", "."}, {"mid:a@b", "@c"}),
     NONE("mid:a", "mid:@b", "mid:.a@b", "mid:a@", "mid:\"a\"@b")},
    {RULE(rfc1630_cidaddress), WHOLE("cid:a@b.example", "CID:1.2@3"), FRONT({"cid:a@b", "/"}, {"cid:a@b", "@c"}),
     NONE("cid:a", "cid:@b", "cid:a@")},
    {RULE(rfc1630_atoms), WHOLE("a", "a.b", "%41.%42", "$-_&!*'", "1.2.3"),
     FRONT({"a", "."}, {"a", "..b"}, {"a", "@"}, {"a", ",b"}), NONE("", ".a", "@", "+", "(a)")},
    {RULE(rfc1630_addr_spec), WHOLE("a@b", "a.b@c.d", "%22a%22@b", "1@2"),
     FRONT({"a@b", "."}, {"a@b", ",c"}, {"a@b", "@c"}), NONE("", "a", "a@", "@b", "a..b@c", "a.@b", "a@[1.2.3.4]")},
    {RULE(rfc1630_mailtoaddress),
     WHOLE("mailto:a@b", "MAILTO:a.b@c.d", "mailto:a@b@c", "mailto:\"a\"@b", "mailto:@@b", "mailto:%25@b"),
     FRONT({"mailto:a@b", "?x"}, {"mailto:a@b", ".3"}, {"mailto:a@b", "+"}),
     NONE("mailto:", "mailto:a", "mailto:@b", "mailto:a@", "mailto:a@1.2.3.4", "mailto:a+b@c", "mailto:a@b@")},
    {RULE(rfc1630_xalphas_at), WHOLE("a@", "@@", "a@b@", "@a@", "@@@", "%40@", "a.b,c@"),
     FRONT({"a@", "b"}, {"a@b@", "c"}), NONE("", "@", "a", "@a", "+@", "/@")},
    {RULE(rfc1630_waisaddress),
     WHOLE("wais://h/d", "WAIS://h/d?q+r", "wais://h/d/t/1=a;", "wais://h/d/t/1=a/b;2=c;", "wais://h:210/d/TEXT/9=;"),
     FRONT({"wais://h/d", "/t"}, {"wais://h/d", "/t/1=a"}, {"wais://h/d", "?"}, {"wais://h/d/t/1=a;", "2=b"},
           {"wais://h/d?q", "+"}), NONE("wais://h", "wais://h/", "wais://h//t/1=a;", "wais:/h/d")},
    {RULE(rfc1630_wpath), WHOLE("1=a;", "1=;", "12=a/b+c;2=c;"), FRONT({"1=a;", "2=b"}, {"1=a;", "x"}, {"1=a;", ";"}),
     NONE("", "1", "1=a", "=a;", "a=b;")},
    {RULE(rfc1630_groupart), WHOLE("*", "comp.lang.c", "1@h", "a@b", "a.3@b"),
     FRONT({"*", "*"}, {"comp", ".*"}, {"a", "/b"}), NONE("", "3com", "@", "/", "@h")},
    {RULE(rfc1630_group), WHOLE("a", "a.b", "a1.b2", "a*.b", "c%2B%2B"),
     FRONT({"a", ".3"}, {"a", "/1"}, {"a", "@b"}, {"a", "+"}), NONE("", "1", ".a", "%61")},
    {RULE(rfc1630_article), WHOLE("1@h", "a@b@1.2.3.4", "\"x\"@h.i"), FRONT({"1@h", "/"}, {"1@h", "+"}),
     NONE("", "@h", "a", "a@", "a@3", "a/b@h", "a+b@h")},
    {RULE(rfc1630_database), WHOLE("d", "a@b.c%2F"), FRONT({"a", "/b"}, {"a", "+b"}, {"a", "=b"}), NONE("", "/", "?")},
    {RULE(rfc1630_wtype), WHOLE("TEXT", "%20"), FRONT({"a", "/b"}, {"a", ";b"}), NONE("", "/", "+")},
    {RULE(rfc1630_prosperoaddress), WHOLE("prospero://h/", "PROSPERO://h:1525/a/b%001", "prospero://h/a%0012abc"),
     FRONT({"prospero://h/a", ";v=1"}, {"prospero://h/a", "?b"}),
     NONE("prospero://h", "prospero:/h/a", "prospero://u@h/")},
    {RULE(rfc1630_telnetaddress), WHOLE("telnet://h", "TELNET://u:p@h:23"),
     FRONT({"telnet://h", "/"}, {"telnet://h:2", "x"}), NONE("telnet:h", "telnet://", "telnet://@h")},
    {RULE(rfc1630_gopheraddress), WHOLE("gopher://h", "GOPHER://h/1", "gopher://h:70/1/a/b+c", "gopher://h/%30"),
     FRONT({"gopher://h", "/"}, {"gopher://u", "@h"}, {"gopher://h/1", "?x"}, {"gopher://h", "//x"},
           {"gopher://h", "/+"}), NONE("gopher:/h", "gopher://")},
    {RULE(rfc1630_login), WHOLE("h", "u@h", "u:p@h:1", "a.b-c_d+e@h", "1@1.2.3.4"), FRONT({"h", "/"}, {"u", ":p:q@h"}),
     NONE("", "@h", "$@", ":p@h", "%41@h")},
    {RULE(rfc1630_hostport), WHOLE("h", "h:80", "1.2.3.4:0"), FRONT({"h", ":"}, {"h:80", "a"}, {"h", ":a"}),
     NONE("", ":80", "3com")},
    {RULE(rfc1630_host), WHOLE("a", "a.b", "1.2.3.4"), FRONT({"a", "/"}, {"a", ".1"}, {"1.2.3.4", ".5"}),
     NONE("", "1", "1.2.3", "_", "[::1]")},
    {RULE(rfc1630_ftptype), WHOLE("AN", "AT", "AC", "EN", "ET", "EC", "I", "L8", "L32"),
     FRONT({"I", "N"}, {"AN", "T"}, {"L8", "a"}), NONE("", "A", "E", "L", "N", "D", "an", "i")},
    {RULE(rfc1630_hostname), WHOLE("a", "a.b", "a$-_&!*\"'(),1", "a%41.b"),
     FRONT({"a", "."}, {"a", ":80"}, {"a", "@b"}, {"a", "..b"}, {"a", "+"}), NONE("", "1", ".a", "%41", "_")},
    {RULE(rfc1630_label), WHOLE("a", "a1%2E", "a-"), FRONT({"a", ".b"}, {"a", "@"}), NONE("", "1", "-a", "%41")},
    {RULE(rfc1630_hostnumber), WHOLE("1.2.3.4", "999.00.1.0"), FRONT({"1.2.3.4", ".5"}, {"1.2.3.4", "a"}),
     NONE("", "1.2.3", "1.2.3.", "1..3.4", "a.2.3.4")},
    {RULE(rfc1630_path), WHOLE("", "/", "a/b//c", "a+b@c\"d%2F"),
     FRONT({"a", ";b"}, {"a", "=b"}, {"a", "?b"}, {"a", "~"}, {"", ":"})},
    {RULE(rfc1630_search), WHOLE("a", "a+b+c", "a@b%2B"), FRONT({"a", "+"}, {"a", "++b"}, {"a", "=b"}, {"a", "/b"}),
     NONE("", "+", "+a", "/")},
    {RULE(rfc1630_user), WHOLE("joe", "a.b-c_d+e", "1"), FRONT({"a", "@"}, {"a", ":b"}, {"a", "%41"}, {"a", "$"}),
     NONE("", "@", "%41")},
    {RULE(rfc1630_password), WHOLE("joe", "+", "1"), FRONT({"a", "@"}, {"a", "&"}), NONE("", "@", ":")},
    {RULE(rfc1630_fragment), WHOLE("", "#", "#a@b%20"),
     FRONT({"#a", "#b"}, {"#a", "/b"}, {"#", "+"}, {"#a", "%4"}, {"", "a"})},
    {RULE(rfc1630_gtype), WHOLE("1", "@", "%30"), FRONT({"1", "/"}, {"%30", "1"}), NONE("", "/", "+", "=", "%3")},
    {RULE(rfc1630_xalphas), WHOLE("a", "a@b.c%20", "\"*\""), FRONT({"a", "+"}, {"a", "/"}, {"a", "%2"}),
     NONE("", "+", "/", "~")},
    {RULE(rfc1630_digits), WHOLE("0", "42"), FRONT({"4", "a"}), NONE("", "a", "-1")},
    {RULE(rfc1630_uri),
     WHOLE("magic://a/b/c//d/e/f", "a:", "A:b/c?d+e", "a1$-.:x", "a%41:b",
           "urn:/iana/dns/ch/cern/cn/techdoc/94/1642-3"),
     FRONT({"a:", ":b"}, {"a:b", ";c"}, {"a:b", "?"}, {"a:b?c", "=d"}, {"a:b", "#c"}, {"a:", "%zz"}),
     NONE("", ":a", "1:a", "a", "a+b:c", "%41:b")},
};
/* clang-format on */

int main(void)
{
    sets_check(sets, ROWS(sets));
    rules_check(rules, ROWS(rules));
    rules_cover("rfc1630.h", rules, ROWS(rules), sets, ROWS(sets));
    return done();
}
