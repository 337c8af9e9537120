/* t_rules1738.c - tests each rule of RFC 1738 section 5 alone, and the macros of fragment.h
 *
 * Which texts a rule matches as a whole, of which it matches a prefix, and which it refuses, by the
 * RFC's text. Whole URLs and their verdicts are tested elsewhere. The quirks Q1, Q2, ... are those
 * of doc/rules.md.
 */
#include "url/grammar/rfc1738.h"

#include "rules.h"

/* clang-format off */
#define SAFE "$-_.+"
#define EXTRA "!*'(),"
#define UCHAR LETTERS DIGITS SAFE EXTRA

static const rule_set sets[] = {
    SET(RFC1738_ALPHA, LETTERS),
    SET(RFC1738_DIGIT, DIGITS),
    SET(RFC1738_SAFE, SAFE),
    SET(RFC1738_EXTRA, EXTRA),
    SET(RFC1738_RESERVED, ";/?:@&="),
    SET(RFC1738_UNRESERVED, UCHAR),
    SET(RFC1738_UCHAR, UCHAR),
    SET(RFC1738_XCHAR, UCHAR ";/?:@&="),
    SET(RFC1738_FSEGMENT, UCHAR "?:@&="),
    SET(RFC1738_HSEGMENT, UCHAR ";:@&="),
    SET(RFC1738_PSEGMENT, UCHAR "?:@&="),
};

static const rule shapes[] = {
    {RULE(ESCAPE), WHOLE("%41", "%aF", "%00"), FRONT({"%41", "2"}), NONE("", "%", "%4", "%g1", "%1g", "41")},
    {RULE(MANY("a")), WHOLE("", "aaa", "%41", "a%41%42aa%43"),
     FRONT({"aa", "b"}, {"a", "%4"}, {"a%41", "%zz"}, {"", "b"})},
    {RULE(SOME("a")), WHOLE("a", "%41", "a%41a"), FRONT({"a", "b"}, {"%41", "%4"}), NONE("", "b", "%4")},
};

static const rule rules[] = {
    /* Q1: a scheme may begin with a digit. Q3: no fragment. */
    {RULE(rfc1738_genericurl), WHOLE("x:", "x-foo:bar", "3com://h/a;b?c", "http:%41"),
     FRONT({"x:a", " b"}, {"x:a", "#b"}, {"x:", "%4"}), NONE("", "x", ":x", "a/b:c")},
    {RULE(rfc1738_scheme), WHOLE("http", "HTTP", "z39.50r", "+-.3"), FRONT({"http", ":"}, {"a", "_b"}),
     NONE("", ":", "%41")},
    {RULE(rfc1738_schemepart), WHOLE("", "//u:p@h:1/x", "a;b?c:d@e&f=g%2F"), FRONT({"a", " b"}, {"a", "~"}, {"", "#"})},
    {RULE(rfc1738_ip_schemepart), WHOLE("//h", "//h/", "//u:p@h:80/x//y;z?"),
     FRONT({"//h", ":"}, {"//h/a", " b"}, {"//h", "?x"}), NONE("//", "/h", "h", "///x")},
    {RULE(rfc1738_login), WHOLE("h", "u@h", "u:p@h:21", "@h", "u:@h", ":p@h", "a;b?c&d=e:%3A;?&=@1.2.3.4"),
     FRONT({"h", "/x"}, {"u@v", "@h"}, {"u", ":p:q@h"}), NONE("", "@", "_")},
    /* Q10: a port has no upper bound and may not be void. */
    {RULE(rfc1738_hostport), WHOLE("h", "h:80", "1.2.3.4:0", "a.b:99999"),
     FRONT({"h", ":"}, {"h:80", "a"}, {"h", ":a"}), NONE(":80", "-h:80")},
    /* Q11: any four numbers; "1.2.3" is neither a name nor a number. */
    {RULE(rfc1738_host), WHOLE("a", "a.b", "1.a", "1.2.3.4", "1.2.3.4.a", "999.1.1.1"),
     FRONT({"a", "_b"}, {"a", "/"}, {"1.2.3.4", ".5"}), NONE("", "1", "1.2.3", "-a", "_", "%41", "[::1]", ".a")},
    {RULE(rfc1738_hostname), WHOLE("a", "3com.com", "a-b.c-d", "a--b.c1"),
     FRONT({"a", "-"}, {"a.b", "-.c"}, {"a", ":1"}), NONE("1.2.3.4", "a.1b", "a.", "a..b", "")},
    {RULE(rfc1738_domainlabel), WHOLE("a", "1", "a-b", "1--2-c"), FRONT({"a", "-"}, {"a", ".b"}, {"a-b", "-.c"}),
     NONE("", "-a")},
    {RULE(rfc1738_toplabel), WHOLE("a", "com", "a-1", "a1--b"), FRONT({"a", "-"}, {"com", "."}), NONE("1a", "", "-")},
    {RULE(rfc1738_hostnumber), WHOLE("1.2.3.4", "999.00.123456.0"), FRONT({"1.2.3.4", ".5"}, {"1.2.3.4", "a"}),
     NONE("1.2.3", "1.2.3.", "1..3.4", "a.2.3.4")},
    {RULE(rfc1738_port), WHOLE("80", "0", "123456789"), FRONT({"80", "a"}), NONE("", "a", "-1")},
    {RULE(rfc1738_user), WHOLE("", "joe", "a;b?c&d=e%40%3A%2F"),
     FRONT({"a", ":b"}, {"a", "@b"}, {"a", "/b"}, {"", "@"})},
    {RULE(rfc1738_password), WHOLE("", "a;b?c&d=e"), FRONT({"a", ":"}, {"", "@h"})},
    /* Q8: no raw "~". */
    {RULE(rfc1738_urlpath), WHOLE("", "a/b;c?d:e@f&g=h%00"), FRONT({"a", "#b"}, {"", "~"})},
    /* Q14: the word "type" and the letter after it may be in either case. */
    {RULE(rfc1738_ftpurl),
     WHOLE("ftp://h", "FTP://h/", "ftp://u:p@h:21/a/b;type=a", "ftp://@h//etc/motd", "ftp://h/;Type=D"),
     FRONT({"ftp://h/a", ";type=x"}, {"ftp://h/a", ";type="}, {"ftp://h/a", ";TYPE=x"}, {"ftp://h/a", ";b"},
           {"ftp://h", ";type=a"}, {"ftp://h/a;type=i", "d"}), NONE("ftp://", "ftp:/h", "ftps://h")},
    {RULE(rfc1738_fpath), WHOLE("", "a", "/a//b/", "a?b:c@d&e=f/%2F"), FRONT({"a/b", ";c"}, {"", ";"})},
    {RULE(rfc1738_fsegment), WHOLE("", "a?b:c@d&e=f%2F"), FRONT({"a", "/b"}, {"a", ";b"}, {"", "/"})},
    {RULE(rfc1738_ftptype), WHOLE("A", "I", "D", "a", "i", "d"), FRONT({"A", "N"}), NONE("", "e", "L8", "%41")},
    /* Q13: "localhost" is a host like any other. */
    {RULE(rfc1738_fileurl),
     WHOLE("file:///x", "file://localhost/x/y", "FILE://h/", "file://vms.host.edu/disk$user/my/notes"),
     FRONT({"file:///x", ";y"}, {"file://h/a", " b"}),
     NONE("file:/x", "file://h", "file://h:80/x", "file://u@h/x", "file:")},
    /* Q5: no "?" without "/", no second "?", no "/" in a search. Q8: no "~". Q9: no user. */
    {RULE(rfc1738_httpurl),
     WHOLE("http://h", "http://h/", "HTTP://h:80/a;b?c=d&e", "http://h/?", "http://1.2.3.4//%7Ejoe/"),
     FRONT({"http://h", "?q"}, {"http://h/a?b", "?c"}, {"http://h/a?x=", "/b"}, {"http://h/", "~u"},
           {"http://h/a", "#b"}, {"http://h", ":/"}, {"http://u", "@h/"}, {"http://u", ":p@h/"}, {"http://h/", "%zz"}),
     NONE("http://", "http:/h", "https://h/", "http:///x", "http://_h/")},
    {RULE(rfc1738_hpath), WHOLE("", "a/b;c:d@e&f=g//"), FRONT({"a", "?b"}, {"", "?"})},
    /* Q4: the BNF allows ";", which the text reserves. */
    {RULE(rfc1738_hsegment), WHOLE("", "a;b:c@d&e=f"), FRONT({"a", "/b"}, {"a", "?b"}, {"", "/"})},
    {RULE(rfc1738_search), WHOLE("", "a;b:c@d&e=f%3F"), FRONT({"a", "/b"}, {"a", "?b"}, {"", "?"})},
    /* Q6: the "/" is a literal. Q7: the type may be an escape; the selector contains all the
     * rest. */
    {RULE(rfc1738_gopherurl),
     WHOLE("gopher://h", "gopher://h/", "GOPHER://h:70/1", "gopher://h/7a%09b%09+c", "gopher://h/%30x",
           "gopher://h//x?y=z"),
     FRONT({"gopher://h/0", " a"}, {"gopher://h", "?x"}, {"gopher://u", "@h"}, {"gopher://h/", "%0"},
           {"gopher://h/7a", "\tb"}), NONE("gopher:/h", "gopher://")},
    {RULE(rfc1738_gtype), WHOLE("0", "/", "+", "%30"), FRONT({"0", "0"}, {"%30", "0"}), NONE("", "%3", " ", "#")},
    {RULE(rfc1738_selector), WHOLE("", "a/b?c%09d"), FRONT({"a", " b"}, {"", "\t"})},
    {RULE(rfc1738_gopher_plus_string), WHOLE("", "+application/pdf%20en"), FRONT({"+", "{a}"}, {"", " "})},
    /* Q18: "?subject=" is xchars. */
    {RULE(rfc1738_mailtourl), WHOLE("mailto:a@b.c", "MAILTO:x", "mailto:a?subject=b", "mailto:a%25b@c"),
     FRONT({"mailto:a", " b"}, {"mailto:a", "%b@c"}, {"mailto:a@b", "#c"}), NONE("mailto:", "mailto: a", "mailto")},
    {RULE(rfc1738_encoded822addr), WHOLE("a@b", "%20", "?"), FRONT({"a", " b"}), NONE("", "\"a\"@b")},
    /* Q17: no server. */
    {RULE(rfc1738_newsurl), WHOLE("news:*", "NEWS:comp.lang.c", "news:1@h", "news:a@h.edu"),
     FRONT({"news:comp.lang.", "*"}, {"news:*", "*"}), NONE("news:", "news:3com.test", "news:@h", "news://h/g")},
    {RULE(rfc1738_grouppart), WHOLE("*", "a.b", "a.b@h", "%40@h"), FRONT({"a", "/b"}, {"*", ".a"}),
     NONE("", "3", "@h")},
    {RULE(rfc1738_group), WHOLE("a", "comp.lang.c", "a-b.c+d_e."), FRONT({"a", "*"}, {"a", "@b"}, {"comp", "/1"}),
     NONE("", "3com", "*", ".a", "%61")},
    /* Q15: a host, not an address in brackets. */
    {RULE(rfc1738_article), WHOLE("1@h", "a;b/c?d:e&f=g@h.edu", "%40@1.2.3.4"), FRONT({"a@h", "/x"}, {"a@h", "@i"}),
     NONE("@h", "a", "a@", "a@[1.2.3.4]", "a@_")},
    {RULE(rfc1738_nntpurl), WHOLE("nntp://h/g", "NNTP://h:119/comp.lang.c/42"),
     FRONT({"nntp://h/g", "/"}, {"nntp://h/g", "/x"}, {"nntp://h/g/1", "a"}),
     NONE("nntp://h", "nntp://h/", "nntp:g/1", "nntp://u@h/g", "nntp://h/3com")},
    {RULE(rfc1738_telneturl), WHOLE("telnet://h", "TELNET://u:p@h:23/"),
     FRONT({"telnet://h/", "x"}, {"telnet://h", "?x"}), NONE("telnet:h", "telnet://")},
    /* Q12: a database may be void; none of the pieces may contain "/", ";" or "=". */
    {RULE(rfc1738_waisurl),
     WHOLE("wais://h/", "wais://h/db", "WAIS://h:210/db?q", "wais://h/db/t/p", "wais://h///", "wais://h/db?"),
     FRONT({"wais://h/db/t/p", "/q"}, {"wais://h/db", "/t"}, {"wais://h/db", ";x"}, {"wais://h/d?a", "/b"}),
     NONE("wais://h", "wais:/h/", "wais://u@h/d")},
    {RULE(rfc1738_waisdatabase), WHOLE("wais://h/d", "wais://h/"), FRONT({"wais://h/d", "?q"}, {"wais://h/d", "/t"}),
     NONE("wais://h")},
    {RULE(rfc1738_waisindex), WHOLE("wais://h/d?q", "wais://h/?"), FRONT({"wais://h/d?a", "/b"}),
     NONE("wais://h/d", "wais://h/d/t/p")},
    {RULE(rfc1738_waisdoc), WHOLE("wais://h/d/t/p", "wais://h///"),
     FRONT({"wais://h/d/t/p", "/q"}, {"wais://h/d/t/9", "=x;"}), NONE("wais://h/d/t", "wais://h/d?q")},
    {RULE(rfc1738_database), WHOLE("", "a.b%2F"), FRONT({"a", "/b"}, {"a", ";b"}, {"a", "=b"}, {"", "?"})},
    {RULE(rfc1738_wtype), WHOLE("", "TEXT"), FRONT({"a", "/b"}, {"", "/"})},
    {RULE(rfc1738_wpath), WHOLE("", "a%3D1%3B"), FRONT({"9", "=a;"}, {"", "/"})},
    {RULE(rfc1738_prosperourl),
     WHOLE("prospero://h/x", "PROSPERO://h:1525/x//y;v=1;w=2", "prospero://h/", "prospero://h/;=",
           "prospero://h/a?b:c@d&e=f"), FRONT({"prospero://h/x", ";v"}, {"prospero://h/x;v=1", "=2"}),
     NONE("prospero://h", "prospero:/h/x", "prospero://u@h/x")},
    {RULE(rfc1738_ppath), WHOLE("", "a/b?c:d@e&f=g/"), FRONT({"a", ";b"}, {"", ";"})},
    {RULE(rfc1738_psegment), WHOLE("", "a?b:c@d&e=f"), FRONT({"a", "/b"}, {"a", ";b"}, {"", "/"})},
    /* Q16: no "=" in a name or a value. */
    {RULE(rfc1738_fieldspec), WHOLE(";a=b", ";=", ";a?b:c@d&e=f"), FRONT({";a=b", ";c=d"}, {";a=b", "=c"}),
     NONE(";a", "a=b", ";", ";a/b=c")},
    {RULE(rfc1738_fieldname), WHOLE("", "a?b:c@d&e%3D"), FRONT({"a", "=b"}, {"a", "/b"}, {"", "="})},
    {RULE(rfc1738_fieldvalue), WHOLE("", "a?b:c@d&e"), FRONT({"a", "=b"}, {"a", ";b"}, {"", "="})},
    {RULE(rfc1738_digits), WHOLE("0", "0123456789"), FRONT({"12", "a"}), NONE("", "a", "-1")},
};
/* clang-format on */

int main(void)
{
    sets_check(sets, ROWS(sets));
    rules_check(shapes, ROWS(shapes));
    rules_check(rules, ROWS(rules));
    rules_cover("fragment.h", shapes, ROWS(shapes), NULL, 0);
    rules_cover("rfc1738.h", rules, ROWS(rules), sets, ROWS(sets));
    return done();
}
