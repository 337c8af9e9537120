/* t_shape.c - what the text of one line looks like: flags of line.h
 *
 * The bytes next to a text must not change its flags: each text, and each start and end of it, is
 * measured between several other bytes.
 */
#include <string.h>

#include "tap.h"

#include "block/line.h"

/* A line with the flag, and one that differs in what matters and lacks it (NULL: none). */
static const struct {
    unsigned flag;
    const char *has, *lacks;
} cases[] = {
    {LINE_RULE, "---", "--"},
    {LINE_RULE, "==", "--"},
    {LINE_RULE, "* * *", "* a *"},
    {LINE_RULE, "~~~~", "~~~-"},
    {LINE_RULE, "\xE2\x94\x80\xE2\x94\x80\xE2\x94\x80", "\xE2\x94\x80\xE2\x94\x80"},
    {LINE_RULE, "\xE2\x94\x81\xE2\x94\x81 \xE2\x94\x81", "\xE2\x94\x81\xE2\x94\x81 4 \xE2\x94\x81"},
    {LINE_RULE, "\xE2\x95\x90\xE2\x95\x90\xE2\x95\x90", "\xE2\x95\x90\xE2\x95\x90\xE2\x95\x90|"},
    {LINE_RULE, "\xE2\x80\x95\xE2\x80\x95\xE2\x80\x95", "\xE2\x80\x94\xE2\x80\x94\xE2\x80\x94"},

    {LINE_LEADER, "Kites ... 4", "Kites .. 4"},
    {LINE_LEADER, "Kites . . . iv", "Kites . . . v4a"},
    {LINE_LEADER, "Kites _...._ 12", "Kites _...._ 12345"},
    {LINE_LEADER, "Kites ... 1234", "K ... 4"},
    {LINE_LEADER, "- Kites .. 4", "- Kites..4"},
    {LINE_LEADER, "3.1 Kites    4", "3.1 Kites   4"},
    {LINE_LEADER, "3.1 Kites     4", "Kites of 3.1    4"},
    {LINE_LEADER, "3.1 The  kites    4", "3.1 The  big  kites    4"},

    {LINE_BOX, "a kite +-", "a kite + -"},
    {LINE_BOX, "a kite-+", "a kite +"},
    {LINE_BOX, "a kite +=", "a kite =>"},
    {LINE_BOX, "a kite =+", "a kite >="},
    {LINE_BOX, "a <- kite", "a < kite"},
    {LINE_BOX, "a kite-->", "a kite->"},
    {LINE_BOX, "the longer, kite \xE2\x94\x80", "the longer, kite \xE2\x80\x94"},
    {LINE_BOX, "the longer, kite \xE2\x96\x9F", "the longer, kite \xE2\x96\xA0"},
    {LINE_BOX, "| a", "a|b+|c"},
    {LINE_BOX, "a |", "a | b"},
    {LINE_BOX, "a||", "a|b"},
    {LINE_BOX, "/\\", "a/\\"},
    {LINE_BOX, "(  )", "(4 )"},
    {LINE_BOX, "(  )", "[  ]"},
    {LINE_BOX, "<<", "<<4"},
    {LINE_BOX, "v +", "w +"},
    {LINE_BOX, "V +", "V4+"},
    {LINE_BOX, "^ ^", "^ +^"},
    {LINE_BOX, "* a  b *", "* a b *"},
    {LINE_GRID, "a | b | c", "a | b"},
    {LINE_GRID, "|| ab", "a|b|c"},
    {LINE_GRID, "|\ta|", "|a|b"},
    {LINE_TICKS, "+-+-+", "+--+-+"},

    {LINE_STAMP, "2024-05-06T12:00 up", "2024-05-06 at 12:00"},
    {LINE_STAMP, "2024/05/06 12:00 up", "2024/05/06"},
    {LINE_STAMP, "2024-05-06 12:00 up", "2024-05-06 12-00 up"},
    {LINE_STAMP, "[12:00:01] up", "{12:00:01} up"},
    {LINE_STAMP, "06/05/2024 12:00 up", "06/05/24 12:00 up"},
    {LINE_STAMP, "May  6 12:00:01 host", "May  6 at 12:00:01"},
    {LINE_STAMP, "Mon May  6 12:00:01 1994", "Mon Foo  6 12:00:01 1994"},
    {LINE_STAMP, "[ 1234.567890] up", "( 1234.567890) up"},
    {LINE_STAMP, "[12345.678901] up", "[12345.67890] up"},
    {LINE_STAMP, "192.0.2.1 - - [06]", "a192.0.2.1 - - [06]"},

    {LINE_PROMPT, "$ make", "$ (make)"},
    {LINE_PROMPT, "% ./make", "% -make"},
    {LINE_PROMPT, "$ ~/make", "# make"},
    {LINE_PROMPT, "ann@host:~$ ls", "ann.host$ ls"},
    {LINE_PROMPT, "host:~$ ls", "a.very.long.host.is.here:~$ ls"},
    {LINE_PROMPT, "[ann@host src]# ls", "(ann@host src]# ls"},
    {LINE_PROMPT, "[ann@host src]$ ls", "[ann host src]$ ls"},
    {LINE_PROMPT, "ann@host$", "host:~$"},
    {LINE_PROMPT, "ann@host$ ls", "ann@host$ls"},
    {LINE_PROMPT, "C:\\>dir", "C:\\dir"},
    {LINE_PROMPT, "C:\\src>dir", "c:\\src>dir"},

    {LINE_CODE, "x;", "the kite of the king is red;"},
    {LINE_CODE, "the kites of the king, a(1) = b[2], c(4) {",
     "the kites of the king, a(1) = b[2], c(4)"},
    {LINE_CODE, "} else", ") else"},
    {LINE_CODE, "; a remark", ", a remark"},
    {LINE_CODE, "/ a remark", "/a remark"},
    {LINE_CODE, "#include <a>", "#inclusive <a>"},
    {LINE_CODE, "#define A", "#def A"},
    {LINE_CODE, "#ifdef A", "#else A"},
    {LINE_CODE, "#endif", "#end"},
    {LINE_CODE, "// a", "/a"},
    {LINE_CODE, "/* a", "* a"},
    {LINE_CODE, "*/", "* /"},
    {LINE_CODE, "<!-- a", "<! a"},
    {LINE_CODE, "</a>", "<a>"},
    {LINE_CODE, "def a(b):", "define a(b):"},
    {LINE_CODE, "def all of it (now)", "def all of it (now) or"},
    {LINE_CODE, "import a, b", "important a, b"},
    {LINE_CODE, "import a, b, c, d:", "import a, b, c, d"},
    {LINE_CODE, "return a.b", "returns a.b"},
    {LINE_CODE, "static a(1)", "statics a(1)"},
    {LINE_CODE, "cc -c kite.c \\", "cc -c kite.c\\"},
    {LINE_CODE, "scheme = 1*ALPHA", "the scheme = 1*ALPHA"},
    {LINE_CODE, "a[1].b-c_d=4", "a[1].b-c_d==4"},
    {LINE_CODE, "a =>b", "a ==b"},
    {LINE_CODE, "a ::= b", "a :: b"},
    {LINE_CODE, "a := b", "a :b"},
    {LINE_CODE, "a += b", "a +b=c"},

    {LINE_FENCE, "```", "``"},
    {LINE_FENCE, "~~~ c", "~~~"},
    {LINE_FENCE, "~~~ kite.kite.c", "~~~ kite.kite.ca"},
    {LINE_FIELD, "From: ann", "Of: ann"},
    {LINE_FIELD, "*Subject:* kites", "*Subject kites:*"},
    {LINE_FIELD, "* Date :", "Date :kite"},
    {LINE_FORWARD, "Begin forwarded message:", "begin forwarded message:"},
    {LINE_FORWARD, "----Original Message----", "---Original Message----"},
    {LINE_FORWARD, "------ Forwarded by ann", "------ Sent by ann"},
    {LINE_SIGN_OFF, "--", "-"},
    {LINE_WROTE, "Ann wrote:", "Ann wrote"},
    {LINE_WROTE, "ann wrote in message", "ann wrote a message"},
    {LINE_WROTE, "Am 6.5. schrieb Ann:", "Es schrieb Ann:"},
    {LINE_WROTE, "ann@a.example schrieb mir:", "ann schrieb mir:"},

    {LINE_FOOTER, "[Page 3]", "[Side 3]"},
    {LINE_FOOTER, "Berners-Lee [Page iv]", "Berners-Lee Page iv]"},
    {LINE_FOOTER, "Berners-Lee [page 4 of 9]", "Berners-Lee [page 4 of 999]"},
    {LINE_FOOTER, "[Page 4]                                                 Berners-Lee",
     "[Page 4]        Berners-Lee"},
    {LINE_FOOTER, "                    - 3 -", "                   - 3 -"},
    {LINE_FOOTER, "                    - 3 -", "                    - v -"},
    {LINE_HEADER, "RFC 1738             Uniform Resource Locators             December 1994",
     "RFC 1738             Uniform Resource Locators             Dezember 1994"},
    {LINE_HEADER, "KITE(3)   The kites   KITE(3)", "KITE(3)   The kites   KITE(4)"},

    {LINE_SPEECH, "Note: a kite", "note: a kite"},
    {LINE_SPEECH, "The big kite: red", "The very big kite: red"},
    {LINE_URL, "<URL:http://a.example/>", "<URI:http://a.example/>"},
    {LINE_URL, "www.a.example/?a=b", "ftp.a.example/?a=b"},
    {LINE_URL, "mailto:ann@a.example", "mail:ann@a.example"},
    {LINE_ADDRESS, "Ann <ann>", "Ann ann>"},
    {LINE_ADDRESS, "or a@b", "or a @b"},
    {LINE_STRONG, "**Kites**", "**Kites**a**"},
    {LINE_STRONG, "**a b**", "** a b**"},
    {LINE_CONTENTS, "Contents:", "Content:"},
    {LINE_CONTENTS, "Subject: Table of Contents", "Topic: Table of Contents"},
    {LINE_REFERENCES, "10. Normative References", "10. Normative References now"},
    {LINE_KNOWN, "Abstract", "abstract"},
    {LINE_GREETING, "Hello Ann", "Hallow Ann"},
};

static bool shape_has_flag(const char *text, unsigned flag)
{
    line l = {0};

    line_measure(&l, text, strlen(text), false);
    return (l.flags & flag) != 0;
}

/* Returns true when line_measure() gives the same result for p[0..n) between any of these bytes. */
static bool is_measured_alone(const char *p, size_t n)
{
    static const char beside[] = "\n a9Z.:-=*|>]) \t/@#+<([&v,\xE2\x94\x80";
    char room[256];
    line first = {0}, l;

    if (n + 6 > sizeof room)
        return false;
    for (size_t i = 0; i + 1 < sizeof beside; i++) {
        memset(room, beside[i], sizeof room);
        memcpy(room + 3, p, n);
        line_measure(&l, room + 3, n, false);
        if (i == 0)
            first = l;
        else if (memcmp(&l, &first, sizeof l) != 0)
            return false;
    }
    return true;
}

static bool are_parts_measured_alone(const char *text)
{
    const size_t n = strlen(text);

    for (size_t i = 0; i <= n; i++)
        if (!is_measured_alone(text, i) || !is_measured_alone(text + i, n - i))
            return false;
    return true;
}

int main(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ok(shape_has_flag(cases[i].has, cases[i].flag), "%s", cases[i].has);
        ok(!shape_has_flag(cases[i].lacks, cases[i].flag), "not: %s", cases[i].lacks);
        ok(are_parts_measured_alone(cases[i].has) && are_parts_measured_alone(cases[i].lacks),
           "%s, between other bytes", cases[i].has);
    }
    return done();
}
