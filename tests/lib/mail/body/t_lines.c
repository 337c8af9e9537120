/* t_lines.c - the runs that src/lib/mail/body/lines.c reports: signatures, soft line breaks, folds,
 * clear-signed text */
#include "lines_run.h"

#define TEN "0123456789"
#define QUOTES20 ">>>>>>>>>>>>>>>>>>>>"

#define BANNER "-----BEGIN PGP SIGNED MESSAGE-----\n"
#define SIGNED U BANNER R
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
    {"an empty text", LINES_PLAIN, ""},
    {"one line break", LINES_PLAIN, R "\n"},
    {"ordinary text", LINES_PLAIN,
     R "Dear all,\r\n\r\nsee b=( - and\nbegin with it.\n- one\n=two\n(three)\nbye"},
    {"DELSP: ordinary text", LINES_DELSP,
     R "Dear all,\r\n\r\n> so\nbegin with it.\n- one\n=two\n>\n>>\nbye"},

    /* Overstrikes */
    {"struck: bold", LINES_PLAIN, R "N" K "\bN" R "A" K "\bA" R ".\n"},
    {"struck: underlined", LINES_PLAIN, R "a " K "_\bN" K "_\bA" R ".\n"},
    {"struck: underlined later", LINES_PLAIN, R "N" K "\b_" R "A" K "\b_" R "\n"},
    {"struck: three times", LINES_PLAIN, R "N" K "\bN" K "\bN" R "A\n"},
    {"struck: bold and underlined", LINES_PLAIN, K "_\bN" K "\bN" K "_\bA" K "\bA" R "\n"},
    {"struck: underscores", LINES_PLAIN, R "_" K "\b_" R "_a_" K "\b_" R "_"},
    {"struck: characters of several bytes", LINES_PLAIN,
     R "\xC3\xA9" K "\b\xC3\xA9" K "_\b\xE2\x82\xAC" R "\xF0\x9F\x98\x80" K "\b\xF0\x9F\x98\x80" R
       "\n"},
    {"struck: bytes in no known charset", LINES_PLAIN, R "\xE9" K "\b\xE9" K "_\b\xFC" R "\n"},
    {"struck: the text ends", LINES_PLAIN, R "N" K "\bN"},
    {"struck: not at the end", LINES_PLAIN, R "N\b"},
    {"struck: not over nothing", LINES_PLAIN, R "\bN\n\b\bN_\n\b_ \b_"},
    {"struck: not by other characters", LINES_PLAIN, R "+\bo a\b' \xC3\xA9\b\xC3\xA8 a\b\xC3"},
    {"struck: not by blanks", LINES_PLAIN, R "_\b a \b _\b\n_\b\t_\b\x7F_\b\b_"},
    {"struck: not in a line of its own", LINES_PLAIN, R "a_\n\ba_\b"},
    {"struck: not in signed text", LINES_PLAIN, SIGNED_SHA "N\bN_\bN_\b"},
    {"struck: a line that may begin a binary", LINES_PLAIN,
     R "b" K "\bb" R "e" K "\be" R "\n-" K "\b-" R "- \n"},
    {"struck: lines that are no signature", LINES_PLAIN,
     R "=\nb" K "\bb" R "\n" S R "-- \n" K "_\bN"},

    /* Signatures */
    {"signature: after a text", LINES_PLAIN, R "bye\n" S R "-- \nJ. Doe\nhttp://a.example/\n"},
    {"signature: CRLF", LINES_PLAIN, R "bye\r\n" S R "-- \r\nJ. Doe\r\n"},
    {"signature: at the first byte", LINES_PLAIN, S R "-- \nJ. Doe\n"},
    {"signature: the text ends after the dashes", LINES_PLAIN, R "bye\n" S R "-- "},
    {"signature: the text ends after a CR", LINES_PLAIN, R "bye\n" S R "-- \r"},
    {"signature: only the first is reported", LINES_PLAIN, R "bye\n" S R "-- \nme\n-- \nlist\n"},
    {"signature: other lines of dashes", LINES_PLAIN,
     R "--\n---\n--  \n-- x\n -- \n> -- \n--\t\n--\r\n-- \rx\n-"},
    {"signature: DELSP: neither flowed nor fixed", LINES_DELSP, R "bye\n" S R "-- \nJ. Doe\n"},
    {"signature: DELSP: a stuffed space before it", LINES_DELSP, R "bye\n " S R "-- \nJ. Doe\n"},
    {"signature: DELSP: a quoted signature", LINES_DELSP,
     R "> bye\n> -- \n> J. Doe" C " \n> " R "Junior\n"},
    {"signature: DELSP: it ends a paragraph", LINES_DELSP, R "bye \n" S R "-- \nJ. Doe\n"},
    {"signature: DELSP: a quoted one ends a paragraph", LINES_DELSP, R ">bye \n>-- \r\n>J. Doe\n"},

    /* format=flowed; delsp=yes */
    {"flowed: a URL across a soft line break", LINES_DELSP, R "http://a.example/a" C " \n" R "b"},
    {"flowed: not without DelSp", LINES_PLAIN, R "http://a.example/a \nb"},
    {"flowed: CRLF", LINES_DELSP, R "http://a.example/a" C " \r\n" R "b\r\n"},
    {"flowed: two spaces at the end: one is removed", LINES_DELSP, R "a " C " \n" R "b\n"},
    {"flowed: three lines", LINES_DELSP, R "a" C " \n" R "b" C " \n" R "c\nd\n"},
    {"flowed: a stuffed space", LINES_DELSP, R "http://a.example/" C " \n " R ">from\n"},
    {"flowed: two spaces at the start: one is removed", LINES_DELSP, R "a" C " \n " R " b\n"},
    {"flowed: quoted", LINES_DELSP, R "> http://a.example/a" C " \n> " R "b\n> c\n"},
    {"flowed: quoted without a stuffed space", LINES_DELSP, R ">>a" C " \n>>" R "b\n"},
    {"flowed: the next line is quoted deeper", LINES_DELSP, R "> a \n>> b\n"},
    {"flowed: the next line is quoted less", LINES_DELSP, R ">> a \n> b \nc\n"},
    {"flowed: a blank between quote marks is text", LINES_DELSP, R "> > a" C " \n> " R "> b\n"},
    {"flowed: a line of one stuffed space is fixed", LINES_DELSP, R " \na\n> \n> b\n"},
    {"flowed: a line of two spaces is not", LINES_DELSP, R " " C " \n" R "a\n"},
    {"flowed: before an empty line", LINES_DELSP, R "a" C " \n" R "\nb\n"},
    {"flowed: at the end of the text", LINES_DELSP, R "a \n"},
    {"flowed: only quote marks follow", LINES_DELSP, R "> a \n>"},
    {"flowed: only a stuffed space follows", LINES_DELSP, R "a" C " \n "},
    {"flowed: a last line without a line end", LINES_DELSP, R "a "},
    {"flowed: a space and a CR in a line", LINES_DELSP, R "a \rb\n \r"},
    {"flowed: a tab is not a space", LINES_DELSP, R "a\t\nb\n"},
    {"flowed: clear-signed text does not flow", LINES_DELSP,
     SIGNED_SHA "a \n" C "- " R "b \nc\n" ARMOR "d" C " \n" R "e\n"},
    {"signature: DELSP: in clear-signed text after a quote", LINES_DELSP,
     R "> a\n" SIGNED_SHA C "- " S R "-- \nme\n"},
    {"LINES_CUT: 128 characters", LINES_DELSP,
     R QUOTES20 QUOTES20 QUOTES20 QUOTES20 QUOTES20 QUOTES20
     ">>>>> a" C " \n" QUOTES20 QUOTES20 QUOTES20 QUOTES20 QUOTES20 QUOTES20 ">>>>> " R "b\n"},
    {"LINES_CUT: 129 characters", LINES_DELSP,
     R QUOTES20 QUOTES20 QUOTES20 QUOTES20 QUOTES20 QUOTES20
     ">>>>>> a \n" QUOTES20 QUOTES20 QUOTES20 QUOTES20 QUOTES20 QUOTES20 ">>>>>> b\n"},

    /* RFC 5545 section 3.1 */
    {"a fold", LINES_FOLDED, F R "URL:http://a.exam" C "\r\n " R "ple/x\r\nEND:VEVENT\r\n"},
    {"a fold with LF, and with a tab", LINES_FOLDED,
     F R "URL:http" C "\n\t" R "://a/" C "\n " R "x\n"},
    {"a fold removes only one blank", LINES_FOLDED, F R "a" C "\r\n " R " b\r\n"},
    {"a fold inside a character", LINES_FOLDED, F R "caf\xC3" C "\r\n " R "\xA9\r\n"},
    {"folds in a row", LINES_FOLDED, F R "a" C "\n \n \r\n\t" R "b\n"},
    {"blanks that are not folds", LINES_FOLDED, F R " a b\t c\r\r" C "\r\n " R "d \n"},
    {"a fold at the end of the text", LINES_FOLDED, F R "a" C "\r\n "},
    {"line breaks at the end", LINES_FOLDED, F R "a\r\n\r\n"},
    {"a CR at the end", LINES_FOLDED, F R "a\n\r"},
    {"escaped line breaks", LINES_FOLDED, F R "http://a/x" U "\\n" R "See" U "\\N" R "\nb\\"},
    {"other escapes", LINES_FOLDED,
     F R "http://a/x" C "\\" R ",y" C "\\" R ";z" C "\\" R "\\n\\x\n"},
    {"an escape that a fold divides", LINES_FOLDED,
     F R "a" C "\\\r\n " R ",b" U "\\\n n" R "c\\" C "\n " R "x\n"},
    {"after the END of the first BEGIN the text is as any other", LINES_FOLDED,
     F R "BEGIN:VCARD\r\nBEGIN:X-A\r\na" C "\r\n " R "b\r\nEND:X-A\r\nc" C "\r\n " R
         "d\r\nEND:VCARD\r\nhttp://a/\r\n x\\,\r\n" S R "-- \r\n"},
    {"an END alone ends nothing", LINES_FOLDED, F R "END:VCARD\na" C "\n " R "b\n"},
    {"any lines in a declared calendar", LINES_FOLDED, F R "Hello, you\na" C "\n " R "b\n"},
    {"no signatures or binaries in a calendar", LINES_FOLDED,
     F R "-- \nbegin 644 x\nM" C "\n " R "\n`\nend\n"},
    {"LINES_CUT: a run of folds", LINES_FOLDED,
     F R
     "a" C
     "\n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n "
     "\n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n \n " R
     "\n " C "\n " R "b\n"},

    /* Blocks in a text */
    {"block: a card", LINES_PLAIN,
     R "Hi\n b\n" U "BEGIN:VCARD\n" F R "URL:http://www.ibm.co" C "\n " R "m\\x" C "\\" R
       ",\n\nEND:VCARD\nx:\n http://a/\n"},
    {"block: quoted, CRLF", LINES_PLAIN,
     R "> a\r\n>  b\r\n" U "> BEGIN:VCARD\r\n" F R "> URL:a" C "\r\n>  " R "b" C "\r\n> \t" R
       "c\r\n>\r\n> END:VCARD\r\n> x:\r\n>  y\r\n"},
    {"block: quoted twice, without blanks", LINES_PLAIN,
     U ">> begin:vevent\n" F R ">> URL:a" C "\n>>  " R "b\n>> END:VEVENT\n" U ">BEGIN:VTODO\n" F R
       ">URL:a" C "\n> " R "b\n"},
    {"block: other quote marks end it", LINES_PLAIN,
     U "> BEGIN:VCARD\n" F R "> URL:a\n b:\n> c:d\n>  e\n"},
    {"block: a line without a name ends it", LINES_PLAIN,
     U "BEGIN:VCARD\n" F R "URL:a" C "\n " R "b\nHello, see:\n c\nURL:d\n e\n"},
    {"block: the END of a component inside does not end it", LINES_PLAIN,
     U "BEGIN:VCALENDAR\n" F R "BEGIN:VEVENT\nEND:VEVENT\na:b" C "\n " R
       "c\nEND:VCALENDAR\na:b\n c\n"},
    {"block: a fold inside of a name", LINES_PLAIN,
     U "BEGIN:VCARD\n" F R "UR" C "\n " R "L:a" C "\n " R "b\nDear\nAnn:\n c\n"},
    {"block: a fold inside of END is one, but ends nothing", LINES_PLAIN,
     U "BEGIN:VCARD\n" F R "EN" C "\n " R "D:VCARD\na:" C "\n " R "b\n"},
    {"block: blanks after the name of a component", LINES_PLAIN,
     U "BEGIN:X-AB-ADR \t\n" F R "a:" C "\n " R "b\n"},
    {"block: no names of components", LINES_PLAIN,
     R "BEGIN:\na:\n b\nBEGIN:LINKS\na:\n b\nBEGIN: VCARD\na:\n b\nBEGIN:VCARD x\na:\n b\n"
       "BEGIN:V\na:\n b\n BEGIN:VCARD\na:\n b\n"},
    {"block: marks are quotes only, at most 16 of them", LINES_PLAIN,
     R "| BEGIN:VCARD\n| a:\n|  b\n>>>>>>>>>>>>>>>> BEGIN:VCARD\n"
       ">>>>>>>>>>>>>>>> a:\n>>>>>>>>>>>>>>>>  b\n"},
    {"block: 16 marks", LINES_PLAIN,
     U ">>>>>>>>>>>>>>> BEGIN:VCARD\n" F R ">>>>>>>>>>>>>>> a:" C "\n>>>>>>>>>>>>>>>  " R "b\n"},
    {"block: DELSP: its lines do not flow", LINES_DELSP,
     R "a" C " \n" R "b\n" U "BEGIN:VCARD\n" F R "a:b " C "\n " R "c\nEND:VCARD\na" C " \n" R
       "b\n"},
    {"block: a line that has only begun", LINES_PLAIN, R "BEGI"},
    {"block: the BEGIN line alone", LINES_PLAIN, U "BEGIN:VCARD"},
    {"block: ends with the text", LINES_PLAIN, U "> BEGIN:VCARD\n" F R "> a:b\n>"},
    {"block: in clear-signed text, but not a quoted one", LINES_PLAIN,
     SIGNED_SHA "> BEGIN:VCARD\n> a:\n>  b\n" U "BEGIN:VCARD\n" F R "a:" C "\n " R
                "b\nEND:VCARD\n" C "- " R "x\n" ARMOR},

    /* RFC 2849 */
    {"LDIF: folds", LINES_LDIF,
     F R "dn: cn=a\\,b" C "\n " R "c\n# d" C "\r\n " R "e\n\ta\n\ndn: x\nBEGIN:V" C "\n " R
         "CARD\n"},
    {"LDIF: values in base64", LINES_LDIF,
     F R "a::" U " aHR0\n cDov\n" R "b;x-y::" U "aHR0\n" R "c::" U " "},

    /* Clear-signed text */
    {"signed: an escaped line inside a wrapper", LINES_PLAIN,
     SIGNED "\n"
            "<URL:http://a.example/foo\n" C "- " R "-bar>\n" ARMOR "- x\n"},
    {"signed: fields before the text", LINES_PLAIN,
     R "Hi\n" SIGNED "Hash: SHA1\r\nCharset: utf-8\r\n \r\nHash: x\r\n" ARMOR},
    {"signed: not without an empty line", LINES_PLAIN, R BANNER "Hash: SHA1\nHello\n- x\n"},
    {"signed: not with another line before the empty line", LINES_PLAIN,
     R BANNER "see http://a.example/\n\n- x\n"},
    {"signed: cut off after the fields", LINES_PLAIN, R BANNER "Hash: SHA1\n"},
    {"signed: a signature line", LINES_PLAIN, SIGNED_SHA "bye\n" C "- " S R "-- \nme\n" ARMOR},
    {"signed: an unescaped signature line", LINES_PLAIN, SIGNED_SHA "bye\n" S R "-- \nme\n" ARMOR},
    {"signed: needless escapes, one at the end, and lines without", LINES_PLAIN,
     SIGNED_SHA C "- " R "\n" C "- " R "From me\n" C "- " R "- x\n -x\n-x\n" C "- "},
    {"signed: a dash at the end", LINES_PLAIN, SIGNED_SHA "a\n-"},
    {"signed: escaped armor is text", LINES_PLAIN,
     SIGNED_SHA C "- " R "-----BEGIN PGP SIGNATURE-----\n\n" TEN "\n" C "- " R "-x\n" ARMOR},
    {"signed: a signature without armor", LINES_PLAIN,
     SIGNED_SHA C "- " R "a\n-----BEGIN PGP SIGNATURE-----\nis gone, see http://a.example/\n- b\n"},
    {"signed: lines that are not escaped", LINES_PLAIN,
     R BANNER "NotDashEscaped: You need GnuPG\n\n- a\n" ARMOR},
};

/* The value that a callback returns is returned, and nothing is reported after it. */
static void stops(void)
{
    static const char text[] = "a\nbegin 644 x\n#86)C\n`\nend\nb\n-- \nc\n" BANNER "\n- d\n";
    static const unsigned calls =
        8; /* read, unread, read, signature, read, unread, read, cut, and then the rest */
    static lines_run run;

    for (run.stop_at = 1; run.stop_at <= calls; run.stop_at++)
        is_int(lines_run_text(&run, LINES_PLAIN, text, sizeof text - 1, 0, 0), 7,
               "the value of call %u is returned", run.stop_at + 1);
    is_int(lines_run_text(&run, LINES_PLAIN, text, sizeof text - 1, 0, 0), 0, "no further call");
    run.stop_at = 1;
    is_int(lines_run_text(&run, LINES_PLAIN, text, sizeof text - 1, 0, 1), 7,
           "the same byte by byte");
    free(run.p);
}

int main(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        lines_case_check(&cases[i]);
    stops();
    return done();
}
