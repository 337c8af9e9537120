/* t_shape.c - what the text of one line looks like: flags and measures of line.h
 *
 * The bytes next to a text must not change these: each text, and each start and end of it, is
 * measured between several other bytes.
 */
#include <stdio.h>
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
    {LINE_RULE, "\xE2\x94\x81\xE2\x94\x81\xE2\x94\x81", "\xE2\x94\x81\xE2\x94\x81 4 \xE2\x94\x81"},
    {LINE_RULE, "\xE2\x95\x90\xE2\x95\x90\xE2\x95\x90", "\xE2\x95\x90\xE2\x95\x90\xE2\x95\x90|"},
    {LINE_RULE, "\xE2\x94\x81\xE2\x94\x81\xE2\x94\x81", "\xE2\x96\x88\xE2\x96\x88\xE2\x96\x88"},
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
    {LINE_WROTE, "Am 6.5. schrieb Ann:", "Am 6.5. schrieb Ann"},
    {LINE_WROTE, "ann@a.example schrieb mir:", "ann@a.example schrib mir:"},

    {LINE_FOOTER, "[Page 3]", "[Side 3]"},
    {LINE_FOOTER, "Berners-Lee [Page iv]", "Berners-Lee Page iv]"},
    {LINE_FOOTER, "Berners-Lee [page 4 of 9]", "Berners-Lee [page 4 of 999]"},
    {LINE_FOOTER, "[Page 4]                                                 Berners-Lee",
     "[Pages 4]                                                 Berners-Lee"},
    {LINE_HEADER, "KITE(3)   The kites   KITE(3)", "KITE(3)   The kites   KITE(4)"},

    {LINE_SPEECH, "Note: a kite", "note: a kite"},
    {LINE_SPEECH, "The big kite: red", "The very big kite: red"},
    {LINE_URL, "<URL:http://a.example/>", "<URI:http://a.example/>"},
    {LINE_URL, "www.a.example/?a=b", "ftp.a.example/?a=b"},
    {LINE_URL, "mailto:ann@a.example", "mail:ann@a.example"},
    {LINE_ADDRESS, "Ann <ann>", "Ann ann>"},
    {LINE_ADDRESS, "or a@b", "or a @b"},
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

/* ---- What is measured ---- */

/* Writes what was measured of a line, but for what is 0: the depth and the bytes of quote marks, the
 * indentation, the bytes and the columns of the text, the columns of the first word, the words,
 * letters, digits and signs, the stops with their gaps, the column after a dash, and marks. */
static const char *measure_of(const char *p, bool tick)
{
    static const struct {
        unsigned flag;
        char mark;
    } flags[] = {{LINE_UPPER, 'U'},    {LINE_LOWER, 'L'}, {LINE_CAPITALS, 'C'},
                 {LINE_SENTENCE, '.'}, {LINE_COLON, ':'}, {LINE_WIDE, 'W'}};
    static char got[200];
    size_t k = 0;
    line l;

    line_measure(&l, p, strlen(p), tick);
    const struct {
        const char *name;
        unsigned value;
    } values[] = {{"quote", l.quote},          {"marks", l.marks},     {"indent", l.indent},
                  {"bytes", l.bytes - l.text}, {"edge", l.edge},       {"word", l.word},
                  {"words", l.words},          {"letters", l.letters}, {"digits", l.digits},
                  {"signs", l.signs},          {"dash", l.dash}};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (values[i].value > 0)
            k += (size_t)snprintf(got + k, sizeof got - k, "%s %u ", values[i].name,
                                  values[i].value);
    for (unsigned i = 0; i < l.stops; i++)
        k += (size_t)snprintf(got + k, sizeof got - k, "+%u:%u ", l.stop[i], l.gap[i]);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (l.flags & flags[i].flag)
            got[k++] = flags[i].mark;
    k += (size_t)snprintf(got + k, sizeof got - k, "%s%s%s%s", l.has.open ? "o" : "",
                          l.has.leads ? "l" : "", l.has.closed ? "c" : "", l.has.remark ? "#" : "");
    return got;
}

static const struct {
    const char *text, *is;
} measures[] = {
    {"JD> Boats", "quote 1 marks 4 bytes 5 edge 5 word 5 words 1 letters 5 U"},
    {"JD>> Boats", "quote 2 marks 5 bytes 5 edge 5 word 5 words 1 letters 5 U"},
    {"J> Boats", "bytes 8 edge 8 word 2 words 2 letters 6 signs 1 U"},
    {"JD>Boats", "bytes 8 edge 8 word 8 words 1 letters 7 signs 1 U"},
    {"JD>", "bytes 3 edge 3 word 3 words 1 letters 2 signs 1 U"},
    {"ABCD> Boats", "quote 1 marks 6 bytes 5 edge 5 word 5 words 1 letters 5 U"},
    {"ABCDE> Boats", "bytes 12 edge 12 word 6 words 2 letters 10 signs 1 U"},
    {">Boats", "quote 1 marks 1 bytes 5 edge 5 word 5 words 1 letters 5 U"},
    {"> > Boats", "quote 2 marks 4 bytes 5 edge 5 word 5 words 1 letters 5 U"},
    {">  > Boats", "quote 2 marks 5 bytes 5 edge 5 word 5 words 1 letters 5 U"},
    {">   > Boats", "quote 1 marks 2 indent 2 bytes 7 edge 9 word 1 words 2 letters 5 signs 1 "},
    {"  > Boats", "quote 1 marks 4 bytes 5 edge 5 word 5 words 1 letters 5 U"},
    {"   > Boats", "indent 3 bytes 7 edge 10 word 1 words 2 letters 5 signs 1 "},
    {">", "quote 1 marks 1 "},
    {">>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>> b",
     "quote 32 marks 34 bytes 1 edge 1 word 1 words 1 letters 1 L"},
    {"Boats -*- mode -*-", "bytes 5 edge 5 word 5 words 1 letters 5 U"},
    {"-*- mode -*-", "bytes 12 edge 12 word 3 words 3 letters 4 signs 6 "},
    {"Boats -*-", "bytes 9 edge 9 word 5 words 2 letters 5 signs 3 U"},
    {"B -*-*-", "bytes 7 edge 7 word 1 words 2 letters 1 signs 5 U"},
    {"B -*--*-", "bytes 1 edge 1 word 1 words 1 letters 1 U"},
    {"\xC2\xA0"
     "Boats",
     "indent 1 bytes 5 edge 6 word 5 words 1 letters 5 U"},
    {"\tBoats", "indent 8 bytes 5 edge 13 word 5 words 1 letters 5 U"},
    {"   \tBoats", "indent 8 bytes 5 edge 13 word 5 words 1 letters 5 U"},
    {"\t\tB", "indent 16 bytes 1 edge 17 word 1 words 1 letters 1 U"},
    {"                                                                                                                               b",
     "indent 127 bytes 1 edge 128 word 1 words 1 letters 1 L"},
    {"                                                                                                                                b",
     "indent 127 bytes 1 edge 128 word 1 words 1 letters 1 L"},
    {"\xE6\xBC\xA2\xE6\xBC\xA2 b", "bytes 8 edge 6 word 2 words 2 letters 7 "},
    {"b \xE6\xBC\xA2", "bytes 5 edge 4 word 1 words 2 letters 4 LW"},
    {"\xE6\xBC\xA2", "bytes 3 edge 2 word 2 words 1 letters 3 W"},
    {"\xFF\xFF b", "bytes 4 edge 4 word 2 words 2 letters 3 "},
    {"b\xC3\xA4", "bytes 3 edge 2 word 2 words 1 letters 3 L"},
    {"b \xE2\x82\xAC", "bytes 5 edge 3 word 1 words 2 letters 4 L"},
    {"a  b   c", "bytes 8 edge 8 word 1 words 3 letters 3 +3:2 +7:3 L"},
    {"a\tb", "bytes 3 edge 9 word 1 words 2 letters 2 +8:8 L"},
    {"a \tb", "bytes 4 edge 9 word 1 words 2 letters 2 +8:8 L"},
    {"a\t b", "bytes 4 edge 10 word 1 words 2 letters 2 +9:8 L"},
    {"a.  b", "bytes 5 edge 5 word 2 words 2 letters 2 signs 1 +4:2 Lc"},
    {"a.   b", "bytes 6 edge 6 word 2 words 2 letters 2 signs 1 +5:3 L"},
    {"a.  b  c", "bytes 8 edge 8 word 2 words 3 letters 3 signs 1 +4:2 +7:2 Lc"},
    {"a b.  c", "bytes 7 edge 7 word 1 words 3 letters 3 signs 1 +6:2 Lc"},
    {"a  b  c  d  e  f", "bytes 16 edge 16 word 1 words 6 letters 6 +3:2 +6:2 +9:2 +12:2 L"},
    {"a  #b", "bytes 5 edge 5 word 1 words 2 letters 2 signs 1 +3:2 L#"},
    {"\xC3\xA4  b\tc", "bytes 7 edge 9 word 1 words 3 letters 4 +3:2 +8:8 L"},
    {"kite - a toy", "bytes 12 edge 12 word 4 words 4 letters 8 signs 1 dash 7 L"},
    {"kite -- a toy", "bytes 13 edge 13 word 4 words 4 letters 8 signs 2 dash 8 L"},
    {"kite : a toy", "bytes 12 edge 12 word 4 words 4 letters 8 signs 1 dash 7 L"},
    {"kite -a toy", "bytes 11 edge 11 word 4 words 3 letters 8 signs 1 L"},
    {"one two three - x", "bytes 17 edge 17 word 3 words 5 letters 12 signs 1 dash 16 L"},
    {"one two three four - x", "bytes 22 edge 22 word 3 words 6 letters 16 signs 1 L"},
    {"kite -", "bytes 6 edge 6 word 4 words 2 letters 4 signs 1 L"},
    {"kite -  x", "bytes 9 edge 9 word 4 words 3 letters 5 signs 1 +8:2 L"},
    {"kite - 4", "bytes 8 edge 8 word 4 words 3 letters 4 digits 1 signs 1 L"},
    {"-a: all", "bytes 7 edge 7 word 3 words 2 letters 4 signs 2 "},
    {"a: all", "bytes 6 edge 6 word 2 words 2 letters 4 signs 1 L"},
    {"k - a", "bytes 5 edge 5 word 1 words 3 letters 2 signs 1 dash 4 Lo"},
    {"\xC3\xA4 - a", "bytes 6 edge 5 word 1 words 3 letters 3 signs 1 dash 4 Lo"},
    {"kite --", "bytes 7 edge 7 word 4 words 2 letters 4 signs 2 L"},
    {"kite :- a", "bytes 9 edge 9 word 4 words 3 letters 5 signs 2 Lo"},
    {"kite: - x", "bytes 9 edge 9 word 5 words 3 letters 5 signs 2 dash 8 L"},
    {"> a  b", "quote 1 marks 2 bytes 4 edge 4 word 1 words 2 letters 2 +3:2 L"},
    {"  a  b", "indent 2 bytes 4 edge 6 word 1 words 2 letters 2 +5:2 L"},
    {"The ferries of the town are run by the town, which has no railw\tway",
     "bytes 67 edge 67 word 3 words 15 letters 52 signs 1 +64:8 U"},
    {"kite --- a", "bytes 10 edge 10 word 4 words 3 letters 5 signs 3 Lo"},
    {"z.", "bytes 2 edge 2 word 2 words 1 letters 1 signs 1 L."},
    {"{a", "bytes 2 edge 2 word 2 words 1 letters 1 signs 1 "},
    {"a", "bytes 1 edge 1 word 1 words 1 letters 1 Lo"},
    {"\xC2\xBF", "bytes 2 edge 1 word 1 words 1 letters 2 "},
    {"\xC3\x80", "bytes 2 edge 1 word 1 words 1 letters 2 U"},
    {"\xC3\x9E", "bytes 2 edge 1 word 1 words 1 letters 2 U"},
    {"\xC3\x9F", "bytes 2 edge 1 word 1 words 1 letters 2 L"},
    {"\xC3\xBF", "bytes 2 edge 1 word 1 words 1 letters 2 L"},
    {"\xCE\x91", "bytes 2 edge 1 word 1 words 1 letters 2 U"},
    {"\xCE\xA9", "bytes 2 edge 1 word 1 words 1 letters 2 U"},
    {"\xCE\xB1", "bytes 2 edge 1 word 1 words 1 letters 2 L"},
    {"\xCF\x89", "bytes 2 edge 1 word 1 words 1 letters 2 L"},
    {"\xCF\x8A", "bytes 2 edge 1 word 1 words 1 letters 2 "},
    {"\xD0\x90", "bytes 2 edge 1 word 1 words 1 letters 2 U"},
    {"\xD0\xAF", "bytes 2 edge 1 word 1 words 1 letters 2 U"},
    {"\xD0\xB0", "bytes 2 edge 1 word 1 words 1 letters 2 L"},
    {"\xD1\x9F", "bytes 2 edge 1 word 1 words 1 letters 2 L"},
    {"\xD1\xA0", "bytes 2 edge 1 word 1 words 1 letters 2 "},
    {"ABC", "bytes 3 edge 3 word 3 words 1 letters 3 UC"},
    {"AB", "bytes 2 edge 2 word 2 words 1 letters 2 U"},
    {"ABc", "bytes 3 edge 3 word 3 words 1 letters 3 U"},
    {"A4BC", "bytes 4 edge 4 word 4 words 1 letters 3 digits 1 UC"},
    {"Go.\"", "bytes 4 edge 4 word 4 words 1 letters 2 signs 2 U."},
    {"Go.'", "bytes 4 edge 4 word 4 words 1 letters 2 signs 2 U."},
    {"Go.)", "bytes 4 edge 4 word 4 words 1 letters 2 signs 2 U."},
    {"Go.]", "bytes 4 edge 4 word 4 words 1 letters 2 signs 2 U."},
    {"Go.*", "bytes 4 edge 4 word 4 words 1 letters 2 signs 2 U."},
    {"Go._", "bytes 4 edge 4 word 4 words 1 letters 2 signs 2 U."},
    {"Go.>", "bytes 4 edge 4 word 4 words 1 letters 2 signs 2 U"},
    {"Go!", "bytes 3 edge 3 word 3 words 1 letters 2 signs 1 U."},
    {"Go?", "bytes 3 edge 3 word 3 words 1 letters 2 signs 1 U."},
    {"Go:)", "bytes 4 edge 4 word 4 words 1 letters 2 signs 2 U:"},
    {"the boat and", "bytes 12 edge 12 word 3 words 3 letters 10 Lo"},
    {"The boat And", "bytes 12 edge 12 word 3 words 3 letters 10 U"},
    {"or", "bytes 2 edge 2 word 2 words 1 letters 2 Lol"},
    {"Or:", "bytes 3 edge 3 word 3 words 1 letters 2 signs 1 U:l"},
    {"These are:", "bytes 10 edge 10 word 5 words 2 letters 8 signs 1 U:l"},
    {"boats are:", "bytes 10 edge 10 word 5 words 2 letters 8 signs 1 L:l"},
    {"Are boats:", "bytes 10 edge 10 word 3 words 2 letters 8 signs 1 U:l"},
    {"boats run:", "bytes 10 edge 10 word 5 words 2 letters 8 signs 1 L:"},
    {"about", "bytes 5 edge 5 word 5 words 1 letters 5 Lo"},
    {"The ferries of the town are run by the town, which has no rail-  way",
     "bytes 68 edge 68 word 3 words 15 letters 51 signs 2 +65:2 U"},
    {"The ferries of the town are run by the town, which has no railwa \tway",
     "bytes 69 edge 75 word 3 words 15 letters 53 signs 1 +72:8 U"},
    {"The ferries of the town are run by the town, which has no railways\tway",
     "bytes 70 edge 75 word 3 words 15 letters 55 signs 1 +72:8 U"},
    {"1234567", "bytes 7 edge 7 word 7 words 1 digits 7 "},
    {"12345678", "bytes 8 edge 8 word 8 words 1 digits 8 "},
    {"123456789abcdef", "bytes 15 edge 15 word 15 words 1 letters 6 digits 9 "},
    {"123456789abcdefg", "bytes 16 edge 16 word 16 words 1 letters 7 digits 9 "},
};

/* Writes the columns that have text, as "2-4,6-7": from 2 to before 4, and 6. */
static const char *columns_of(const char *p)
{
    static char got[200];
    size_t k = 0;
    line l;

    line_measure(&l, p, strlen(p), false);
    got[0] = '\0';
    for (unsigned i = 0, to; i < LINE_BLANKS; i = to) {
        for (to = i + 1;
             to < LINE_BLANKS && line_has_blank(l.blank, to) == line_has_blank(l.blank, i); to++)
            ;
        if (!line_has_blank(l.blank, i))
            k += (size_t)snprintf(got + k, sizeof got - k, "%s%u-%u", k > 0 ? "," : "", i, to);
    }
    return got;
}

static const struct {
    const char *text, *columns;
} texts[] = {
    {"a b", "0-1,2-3"},
    {"  ab  c", "2-4,6-7"},
    {"\tab", "8-10"},
    {"\xC3\xA4 \xE6\xBC\xA2 b", "0-1,2-4,5-6"},
    {"                                                              ab cd", "62-64,65-67"},
    {"                                                               ab cd", "63-65,66-68"},
    {"                                                                ab cd", "64-66,67-69"},
    {"                                                                 ab cd", "65-67,68-70"},
    {"                                                                                                                            ab cd",
     "124-126,127-128"},
    {"                                                                                                                               ab",
     "127-128"},
    {"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx xxxxxxxxxxxxxxxxxxxxxxxxxxxxx xxxxxxxxx",
     "0-62,64-100,101-128"},
    {"\xC3\xA4xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx xxxxxxxxxxxxxxxxxxxxxxxxxxxxx xxxxxxxxx",
     "0-61,63-99,100-128"},
};

static void measured(void)
{
    for (size_t i = 0; i < sizeof measures / sizeof *measures; i++) {
        is_str(measure_of(measures[i].text, false), measures[i].is, "\"%s\"", measures[i].text);
        ok(are_parts_measured_alone(measures[i].text), "\"%s\", between other bytes",
           measures[i].text);
    }
    is_str(measure_of("`Boats", true), "marks 1 bytes 5 edge 5 word 5 words 1 letters 5 U",
           "a mark that all lines have");
    is_str(measure_of("`> Boats", true),
           "quote 1 marks 3 bytes 5 edge 5 word 5 words 1 letters 5 U", "such a mark, and a quote");
    is_str(measure_of("> Boats", true), "quote 1 marks 2 bytes 5 edge 5 word 5 words 1 letters 5 U",
           "a quote without such a mark");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        is_str(columns_of(texts[i].text), texts[i].columns, "the columns of \"%s\"", texts[i].text);
}

int main(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ok(shape_has_flag(cases[i].has, cases[i].flag), "%s", cases[i].has);
        ok(!shape_has_flag(cases[i].lacks, cases[i].flag), "not: %s", cases[i].lacks);
        ok(are_parts_measured_alone(cases[i].has) && are_parts_measured_alone(cases[i].lacks),
           "%s, between other bytes", cases[i].has);
    }
    measured();
    return done();
}
