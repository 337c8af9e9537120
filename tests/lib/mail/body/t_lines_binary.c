/* t_lines_binary.c - data in a text: binaries are not searched for links; armor and base64 are */
#include "lines_run.h"

/* 82 bytes: two lines, of 45 and of 37. */
#define UU_45 "M5&AE('%U:6-K(&)R;W=N(&9O>\"!S965S(&AT='`Z+R]A+F5X86UP;&4O(&%N\n"
#define UU_37 "E9\"!J;V5`8BYE>&%M<&QE('1W:6-E+\"!O<B!S;R!I=\"!S87ES+@``\n"
#define BASE64_64 "bjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB1L9RIvNEVUxTveLruM0rfj\n"
#define BANNER "(This file must be converted with BinHex 4.0)\n"
#define BINHEX ":JY$lI'81[mI`0I\"EdMAa8*4i33!!DE99PSCDACaQ#Ze95K)UQ!V)RYRpSApm@(J\n"
#define Y16 "0123456789abcdef"
#define YBEGIN "=ybegin line=16 size=40 name=a b.bin\n"
#define SIXTEEN(s) s s s s s s s s s s s s s s s s

static const lines_case cases[] = {
    /* uuencode */
    {"binary: uuencode between text", LINES_PLAIN,
     R "Here:\nbegin 644 x.bin\n" U UU_45 UU_37 "`\nend\n" R "http://a.example/\n"},
    {"binary: the whole text", LINES_PLAIN, R "begin 644 x\n" U UU_45 "`\nend"},
    {"binary: CRLF", LINES_PLAIN, R "a\r\nbegin 0644 x y\r\n" U "#86)C\r\n`\r\nend\r\n" R "b\r\n"},
    {"binary: in flowed text", LINES_DELSP,
     R "a\nbegin 644 x\n" U UU_45 " \nend\n" R "b" C " \n" R "c\n"},
    {"binary: without a line of length 0", LINES_PLAIN, R "begin 644 x\n" U UU_45 "end\n" R "b\n"},
    {"binary: the line of length 0 is a space", LINES_PLAIN,
     R "begin 644 x\n" U UU_45 " \nend\n" R "b\n"},
    {"binary: the line of length 0 is empty", LINES_PLAIN,
     R "begin 644 x\n" U UU_45 "\nend \n" R "b\n"},
    {"binary: spaces for zeros", LINES_PLAIN,
     R "begin 644 x\n" U "M;F%M90                                                      \n`\nend\n"},
    {"binary: spaces for zeros, lost at the end of lines", LINES_PLAIN,
     R "begin 644 x\n" U "M;F%M90\nM;F%M\n`\nend\n"},
    {"binary: a checksum at the end of a line", LINES_PLAIN,
     R "begin 644 x\n" U "#86)CA\n`\nend\n"},
    {"binary: an empty file", LINES_PLAIN, R "begin 644 x\n" U "`\nend\n" R "b\n"},
    {"binary: \"begin-644\"", LINES_PLAIN, R "begin-644 x\n" U "#86)C\n`\nend\n"},
    {"binary: a begin line without data hides nothing", LINES_PLAIN,
     R "begin 644 x\nsee http://a.example/\n#86)C\n`\nend\n"},
    {"binary: a begin line at the end", LINES_PLAIN, R "begin 644 x\n"},
    {"binary: a begin line before an end line", LINES_PLAIN, R "begin 644 x\nend\n"},
    {"binary: a line too long for its first character", LINES_PLAIN,
     R "begin 644 x\n#86)C86)C\n`\nend\n"},
    {"binary: invalid modes", LINES_PLAIN,
     R "begin 64 x\n#86)C\nbegin 06444 x\n#86)C\nbegin 648 x\n#86)C\nbegin 644 \n#86)C\n"},
    {"binary: not at a line's start", LINES_PLAIN,
     R " begin 644 x\n#86)C\n> begin 644 x\n> #86)C\n"},
    {"binary: text in the middle ends it", LINES_PLAIN,
     R "begin 644 x\n" U UU_45 R "http://a.example/\n" UU_45 "`\nend\n"},
    {"binary: no end line", LINES_PLAIN, R "begin 644 x\n" U UU_45 R "`\n\nhttp://a.example/\n"},
    {"binary: cut off", LINES_PLAIN, R "begin 644 x\n" U UU_45 R "`\n"},
    {"binary: two in a row, then another", LINES_PLAIN,
     R "begin 644 x\n" U UU_45 R "begin 644 y\n" U UU_37 "`\nend\n" R "begin 644 z\n" U
       "#86)C\n`\nend\n" R "\n"},
    {"binary: a signature after it", LINES_PLAIN, R "begin 644 x\n" U UU_45 S R "-- \nme\n"},
    {"binary: a name that is too long for LINES_HELD", LINES_PLAIN,
     R "begin 644 " SIXTEEN(SIXTEEN("xxxx")) "\n" UU_45},

    /* A line of uuencode with a link is text, and so is the rest after it */
    {"link: a URL of the right length", LINES_PLAIN,
     R "begin 644 x\n5HTTP://EVIL.EXAMPLE/LOGINXY\n`\nend\n"},
    {"link: after a line of data", LINES_PLAIN,
     R "begin 644 x\n" U UU_45 R "5HTTP://EVIL.EXAMPLE/LOGINXY\n" UU_45 "`\nend\n"},
    {"link: in the last line", LINES_PLAIN,
     R "begin 644 x\n" U UU_45 R "5X FTP://EVIL.EXAMPLE/LOGINX\n`\nend\n"},
    {"link: a host", LINES_PLAIN, R "begin 644 x\n" U UU_45 R "2SEE WWW.EVIL.EXAMPLE.COM\nend\n"},
    {"link: mailto", LINES_PLAIN, R "begin 644 x\n" U UU_45 R "/MAILTO:JOE@EVIL.COM\nend\n"},
    {"link: no scheme, no start of a word, nothing after it", LINES_PLAIN,
     R "begin 644 x\n" U "/QZX://AWWW.B FTP. (X\n/(WWW.(NEWS: HTTP: ..\n`\nend\n" R "b\n"},
    {"link: in the name", LINES_PLAIN,
     R "begin 644 http://a.example/\n" U "#86)C\n`\nend\n" R
       "=ybegin line=16 size=1 name=www.a.b\n" U Y16 "\n"},

    /* yEnc */
    {"binary: yEnc", LINES_PLAIN,
     R "a\n" YBEGIN U Y16 "\n" Y16 "g\n01234567\n=yend size=40\n" R "b\n"},
    {"binary: yEnc in parts, CRLF", LINES_PLAIN,
     R "a\r\n=ybegin part=1 total=2 line=16 size=40 name=x\r\n" U "=ypart begin=1 end=32\r\n" Y16
       "\r\n" Y16 "\r\n=yend size=32 part=1 pcrc32=12345678\r\n" R "b\r\n"},
    {"binary: yEnc, a doubled dot", LINES_PLAIN, R YBEGIN U ".." Y16 "\n" R ".." Y16 "g\n"},
    {"binary: yEnc, bytes converted to characters", LINES_PLAIN,
     R YBEGIN U "\xC3\xA9\xC2\x80\xE2\x80\x9D"
                "0123456789abc\n=yend size=16\n" R "b\n"},
    {"binary: yEnc, bytes that form UTF-8", LINES_PLAIN,
     R YBEGIN U "\xC3\xA9"
                "0123456789abcd\n=yend size=16\n" R "b\n"},
    {"binary: yEnc, headers without their numbers", LINES_PLAIN,
     R "=ybegin line=16 name=x\n" Y16 "\n=ybegin size=1 name=x\n" Y16
       "\n=ybegin line=0 size=1 name=x\n\n"},
    {"binary: yEnc, text ends it", LINES_PLAIN,
     R YBEGIN U Y16 "\n" R "ends here\n" Y16 "\n=yend size=40\n"},
    {"binary: yEnc, cut off", LINES_PLAIN, R YBEGIN U Y16 "\n" R "01234567\n"},
    {"link: yEnc, a short last line", LINES_PLAIN, R YBEGIN "http://a.b.c/\n=yend size=40\n"},
    {"link: yEnc, a line of the right length", LINES_PLAIN,
     R YBEGIN U Y16 "\n" R "see http://a.b/x\n" Y16 "\n=yend size=40\n"},
    {"link: yEnc, an address", LINES_PLAIN,
     R YBEGIN U Y16 "\n" R "to ann@b.example\n" Y16 "\n=yend size=40\n"},
    {"link: yEnc, no addresses", LINES_PLAIN,
     R YBEGIN U "a@b.example12345\nann@b.x ann@.com\nann@bb cc@dd.e@f\n=yend size=40\n" R "b\n"},
    {"link: yEnc, in the lines of its header and its end", LINES_PLAIN,
     R YBEGIN "=ypart http://a.example/\n" Y16 "\n" YBEGIN U Y16 "\n" R
              "=yend size=16 http://a.example/\nb\n"},

    /* No link begins in other encoded data: it is text, and ends no URL */
    {"text: base64", LINES_PLAIN, R "<URL:http://a.example/\n" SIXTEEN(BASE64_64) "Y2thHQ==\n>\n"},
    {"text: begin-base64", LINES_PLAIN,
     R "begin-base64 644 x\n" BASE64_64 "====\nhttp://a.example/\n"},
    {"text: BinHex", LINES_PLAIN, R BANNER "\n" BINHEX BINHEX "#Yc:\nb\n"},
    {"text: armor and its fields", LINES_PLAIN,
     R "-----BEGIN PGP MESSAGE-----\nComment: http://a.example/\n\n" BASE64_64
       "=jHDh\n-----END PGP MESSAGE-----\nb\n"},
    {"text: a certificate", LINES_DELSP,
     R "-----BEGIN CERTIFICATE-----\n" BASE64_64 "-----END CERTIFICATE-----\nb\n"},
};

/* Bytes that may begin a binary are held back. When there are more than LINES_HELD of them, they
 * are text. */
static void held(void)
{
    static const char *const begins[] = {
        "begin 644 ", "=ybegin line=16 size=1 name=", "-----BEGIN PGP SIGNED MESSAGE-----\nA: "};
    static lines_run run;
    lines_out out = {&run,
                     lines_run_read,
                     lines_run_unread,
                     lines_run_cut,
                     lines_run_struck,
                     lines_run_signature,
                     lines_run_folded,
                     NULL};

    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++) {
        lines l;
        bool within = true;
        size_t fed = strlen(begins[i]);
        run.n = 0;
        run.kind = 0;
        lines_begin(&l, LINES_PLAIN, &out);
        lines_feed(&l, begins[i], fed);
        for (; fed < 5000; fed++) {
            lines_feed(&l, "A", 1);
            within = within && fed + 1 - (run.n > 0 ? run.n - 1 : 0) <= LINES_HELD;
        }
        ok(within && run.n == fed + 1, "held: %.10s", begins[i]);
    }
    free(run.p);
}

int main(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        lines_case_check(&cases[i]);
    held();
    return done();
}
