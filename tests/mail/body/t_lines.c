/* t_lines.c - signatures, soft line breaks, folds and clear-signed text: the runs that lines.c
 * reports */
#include "lines_run.h"

#define TEN "0123456789"
#define QUOTES20 ">>>>>>>>>>>>>>>>>>>>"

#define SIGNED "-----BEGIN PGP SIGNED MESSAGE-----\n"
#define SIGNED_SHA SIGNED "Hash: SHA256\n\n"
#define ARMOR                                                                                      \
    "-----BEGIN PGP SIGNATURE-----\n"                                                              \
    "Comment: see http://a.example/\n"                                                             \
    "\n"                                                                                           \
    "iQEzBAEBCAAdFiEEbjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB1L9RIv\n"                           \
    "NEVUxTveLruM0rfj0WAK1g==\n"                                                                   \
    "=jHDh\n"                                                                                      \
    "-----END PGP SIGNATURE-----\n"

static const lines_case cases[] = {
    {"nothing at all", LINES_PLAIN, ""},
    {"one line break", LINES_PLAIN, R "\n"},
    {"ordinary text", LINES_PLAIN,
     R "Dear all,\r\n\r\nsee b=( - and\nbegin with it.\n- one\n=two\n(three)\nbye"},
    {"DELSP: ordinary text", LINES_DELSP,
     R "Dear all,\r\n\r\n> so\nbegin with it.\n- one\n=two\n>\n>>\nbye"},

    /* Signatures */
    {"signature: a signature", LINES_PLAIN, R "bye\n" S R "-- \nJ. Doe\nhttp://a.example/\n"},
    {"signature: CRLF", LINES_PLAIN, R "bye\r\n" S R "-- \r\nJ. Doe\r\n"},
    {"signature: from the first byte on", LINES_PLAIN, S R "-- \nJ. Doe\n"},
    {"signature: the text ends with it", LINES_PLAIN, R "bye\n" S R "-- "},
    {"signature: and with a CR", LINES_PLAIN, R "bye\n" S R "-- \r"},
    {"signature: told once", LINES_PLAIN, R "bye\n" S R "-- \nme\n-- \nlist\n"},
    {"signature: other lines of dashes", LINES_PLAIN,
     R "--\n---\n--  \n-- x\n -- \n> -- \n--\t\n--\r\n-- \rx\n-"},
    {"signature: DELSP: neither flowed nor fixed", LINES_DELSP, R "bye\n" S R "-- \nJ. Doe\n"},
    {"signature: DELSP: a stuffed space before it", LINES_DELSP, R "bye\n " S R "-- \nJ. Doe\n"},
    {"signature: DELSP: somebody else's", LINES_DELSP,
     R "> bye\n> -- \n> J. Doe" C " \n> " R "Junior\n"},
    {"signature: DELSP: it ends a paragraph", LINES_DELSP, R "bye \n" S R "-- \nJ. Doe\n"},
    {"signature: DELSP: a quoted one, too", LINES_DELSP, R ">bye \n>-- \r\n>J. Doe\n"},

    /* format=flowed; delsp=yes */
    {"row 173", LINES_DELSP, R "http://a.example/a" C " \n" R "b"},
    {"row 174", LINES_PLAIN, R "http://a.example/a \nb"},
    {"flowed: CRLF", LINES_DELSP, R "http://a.example/a" C " \r\n" R "b\r\n"},
    {"flowed: one space of two", LINES_DELSP, R "a " C " \n" R "b\n"},
    {"flowed: three lines", LINES_DELSP, R "a" C " \n" R "b" C " \n" R "c\nd\n"},
    {"flowed: a stuffed space", LINES_DELSP, R "http://a.example/" C " \n " R ">from\n"},
    {"flowed: only one of two is stuffed", LINES_DELSP, R "a" C " \n " R " b\n"},
    {"flowed: quoted", LINES_DELSP, R "> http://a.example/a" C " \n> " R "b\n> c\n"},
    {"flowed: quoted without a stuffed space", LINES_DELSP, R ">>a" C " \n>>" R "b\n"},
    {"flowed: quoted deeper", LINES_DELSP, R "> a \n>> b\n"},
    {"flowed: quoted less", LINES_DELSP, R ">> a \n> b \nc\n"},
    {"flowed: a blank between quote marks is text", LINES_DELSP, R "> > a" C " \n> " R "> b\n"},
    {"flowed: a line of a stuffed space is fixed", LINES_DELSP, R " \na\n> \n> b\n"},
    {"flowed: a line of a stuffed space and another is not", LINES_DELSP, R " " C " \n" R "a\n"},
    {"flowed: before an empty line", LINES_DELSP, R "a" C " \n" R "\nb\n"},
    {"flowed: nothing follows", LINES_DELSP, R "a \n"},
    {"flowed: only quote marks follow", LINES_DELSP, R "> a \n>"},
    {"flowed: a stuffed space is all that follows", LINES_DELSP, R "a" C " \n "},
    {"flowed: a last line", LINES_DELSP, R "a "},
    {"flowed: a space and a CR in a line", LINES_DELSP, R "a \rb\n \r"},
    {"flowed: tabs are no spaces", LINES_DELSP, R "a\t\nb\n"},
    {"flowed: clear-signed text does not flow", LINES_DELSP,
     U SIGNED_SHA R "a \n" C "- " R "b \nc\n" U ARMOR R "d" C " \n" R "e\n"},
    {"signature: DELSP: a quote before clear-signed text is none of its lines", LINES_DELSP,
     R "> a\n" U SIGNED_SHA C "- " S R "-- \nme\n"},
    {"LINES_CUT: 128 characters", LINES_DELSP,
     R QUOTES20 QUOTES20 QUOTES20 QUOTES20 QUOTES20 QUOTES20
     ">>>>> a" C " \n" QUOTES20 QUOTES20 QUOTES20 QUOTES20 QUOTES20 QUOTES20 ">>>>> " R "b\n"},
    {"LINES_CUT: 129 characters", LINES_DELSP,
     R QUOTES20 QUOTES20 QUOTES20 QUOTES20 QUOTES20 QUOTES20
     ">>>>>> a \n" QUOTES20 QUOTES20 QUOTES20 QUOTES20 QUOTES20 QUOTES20 ">>>>>> b\n"},

    /* RFC 5545 section 3.1 */
    {"a fold", LINES_FOLDED, R "URL:http://a.exam" C "\r\n " R "ple/x\r\nEND:VEVENT\r\n"},
    {"a fold of LF, and of a tab", LINES_FOLDED, R "URL:http" C "\n\t" R "://a/" C "\n " R "x\n"},
    {"only one blank", LINES_FOLDED, R "a" C "\r\n " R " b\r\n"},
    {"inside a character", LINES_FOLDED, R "caf\xC3" C "\r\n " R "\xA9\r\n"},
    {"folds in a row", LINES_FOLDED, R "a" C "\n \n \r\n\t" R "b\n"},
    {"no fold: blanks at the start, and elsewhere", LINES_FOLDED,
     R " a b\t c\r\r" C "\r\n " R "d \n"},
    {"a fold without more", LINES_FOLDED, R "a" C "\r\n "},
    {"line breaks at the end", LINES_FOLDED, R "a\r\n\r\n"},
    {"a CR at the end", LINES_FOLDED, R "a\n\r"},
    {"a line break that is escaped", LINES_FOLDED,
     R "http://a/x" U "\\n" R "See" U "\\N" R "\nb\\"},
    {"what else is escaped", LINES_FOLDED,
     R "http://a/x" C "\\" R ",y" C "\\" R ";z" C "\\" R "\\n\\x\n"},
    {"folds and escapes are all that is looked for", LINES_FOLDED,
     R "-- \nbegin 644 x\nM" C "\n " R "\n`\nend\n"},
    {"LINES_CUT: of folds", LINES_FOLDED,
     R
     "a" C
     "\n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n "
     "\n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n " R
     "\n " C "\n " R "b\n"},

    /* Clear-signed text */
    {"row 175", LINES_PLAIN,
     U SIGNED "\n" R "<URL:http://a.example/foo\n" C "- " R "-bar>\n" U ARMOR R "- x\n"},
    {"signed: fields of the signed text", LINES_PLAIN,
     R "Hi\n" U SIGNED "Hash: SHA1\r\nCharset: utf-8\r\n \r\n" R "Hash: x\r\n" U ARMOR},
    {"signed: no empty line, no signed text", LINES_PLAIN, R SIGNED "Hash: SHA1\nHello\n- x\n"},
    {"signed: another line between", LINES_PLAIN, R SIGNED "see http://a.example/\n\n- x\n"},
    {"signed: nothing behind it", LINES_PLAIN, R SIGNED "Hash: SHA1\n"},
    {"signed: a signature line", LINES_PLAIN,
     U SIGNED_SHA R "bye\n" C "- " S R "-- \nme\n" U ARMOR},
    {"signed: one without an escape", LINES_PLAIN, U SIGNED_SHA R "bye\n" S R "-- \nme\n" U ARMOR},
    {"signed: escapes without need, at the end, and none", LINES_PLAIN,
     U SIGNED_SHA C "- " R "\n" C "- " R "From me\n" C "- " R "- x\n -x\n-x\n" C "- "},
    {"signed: a last dash", LINES_PLAIN, U SIGNED_SHA R "a\n-"},
    {"signed: escaped armor is text", LINES_PLAIN,
     U SIGNED_SHA C "- " R "-----BEGIN PGP SIGNATURE-----\n\n" TEN "\n" C "- " R "-x\n" U ARMOR},
    {"signed: the end without armor", LINES_PLAIN,
     U SIGNED_SHA C "- " R
                    "a\n-----BEGIN PGP SIGNATURE-----\nis gone, see http://a.example/\n- b\n"},
    {"signed: lines that are not escaped", LINES_PLAIN,
     U SIGNED "NotDashEscaped: You need GnuPG\n\n" R "- a\n" U ARMOR},
};

/* The value of a callback is returned, and nothing is reported after it. */
static void stops(void)
{
    static const char text[] = "a\nbegin 644 x\n#86)C\n`\nend\nb\n-- \nc\n" SIGNED_SHA "- d\n";
    static const unsigned calls =
        7; /* read, unread, read, signature, read, unread, cut, and the rest */
    static lines_run run;

    for (run.stop_at = 1; run.stop_at <= calls; run.stop_at++)
        is_int(lines_run_text(&run, LINES_PLAIN, text, sizeof text - 1, 0, 0), 7,
               "stopped at call %u", run.stop_at + 1);
    is_int(lines_run_text(&run, LINES_PLAIN, text, sizeof text - 1, 0, 0), 0,
           "and not after the last one");
    run.stop_at = 1;
    is_int(lines_run_text(&run, LINES_PLAIN, text, sizeof text - 1, 0, 1), 7, "byte by byte");
    free(run.p);
}

int main(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        lines_case_check(&cases[i]);
    stops();
    return done();
}
