/* t_lines_binary.c - binaries and armor in a text, which are not searched for links */
#include "lines_run.h"

/* 82 bytes: two lines, of 45 and of 37. */
#define UU_45 "M5&AE('%U:6-K(&)R;W=N(&9O>\"!S965S(&AT='`Z+R]A+F5X86UP;&4O(&%N\n"
#define UU_37 "E9\"!J;V5`8BYE>&%M<&QE('1W:6-E+\"!O<B!S;R!I=\"!S87ES+@``\n"
#define BASE64_64 "bjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB1L9RIvNEVUxTveLruM0rfj\n"
#define BASE64_76 "bjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB1L9RIvNEVUxTveLruM0rfj0WAK1jHDhaXX\n"
#define BASE64_60 "Y2thHbFiEbZamq3/KcXlLZxQjFAjRzRNjAetkcvWBor8df9ikvBioJyjgcie\n"
#define BASE64_59 "Y2thHbFiEbZamq3/KcXlLZxQjFAjRzRNjAetkcvWBor8df9ikvBioJyjgci\n"
#define BASE64_77 "bjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB1L9RIvNEVUxTveLruM0rfj0WAK1jHDhaXXY\n"
#define BANNER "(This file must be converted with BinHex 4.0)\n"
#define BINHEX_1 ":JY$lI'81[mI`0I\"EdMAa8*4i33!!DE99PSCDACaQ#Ze95K)UQ!V)RYRpSApm@(J\n"
#define BINHEX_2 "#Yc#eZ`\"j&AC2IlXYJl0[P%h,DVZ5VM,RSR@+6Rp8'+c%HXJke5(%rUD33d09h[6\n"
#define BINHEX_3 "(eP5k9kqSpMPmc51`@rVA,q:\n"
#define Y16 "0123456789abcdef"
#define YBEGIN "=ybegin line=16 size=40 name=a b.bin\n"
#define SIXTEEN(s) s s s s s s s s s s s s s s s s

static const lines_case cases[] = {
    /* uuencode */
    {"binary: uuencode between text", LINES_PLAIN,
     R "Here:\n" U "begin 644 x.bin\n" UU_45 UU_37 "`\nend\n" R "http://a.example/\n"},
    {"binary: the whole text", LINES_PLAIN, U "begin 644 x\n" UU_45 "`\nend"},
    {"binary: CRLF", LINES_PLAIN, R "a\r\n" U "begin 0644 x y\r\n#86)C\r\n`\r\nend\r\n" R "b\r\n"},
    {"binary: in flowed text", LINES_DELSP,
     R "a\n" U "begin 644 x\n" UU_45 " \nend\n" R "b" C " \n" R "c\n"},
    {"binary: without a line of length 0", LINES_PLAIN, U "begin 644 x\n" UU_45 "end\n" R "b\n"},
    {"binary: the line of length 0 is a space", LINES_PLAIN,
     U "begin 644 x\n" UU_45 " \nend\n" R "b\n"},
    {"binary: the line of length 0 is empty", LINES_PLAIN,
     U "begin 644 x\n" UU_45 "\nend \n" R "b\n"},
    {"binary: spaces for zeros", LINES_PLAIN,
     U "begin 644 x\nM;F%M90                                                      \n`\nend\n"},
    {"binary: spaces for zeros, lost at the end of lines", LINES_PLAIN,
     U "begin 644 x\nM;F%M90\nM;F%M\n`\nend\n"},
    {"binary: a checksum at the end of a line", LINES_PLAIN, U "begin 644 x\n#86)CA\n`\nend\n"},
    {"binary: an empty file", LINES_PLAIN, U "begin 644 x\n`\nend\n" R "b\n"},
    {"binary: \"begin-644\"", LINES_PLAIN, U "begin-644 x\n#86)C\n`\nend\n"},
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
     U "begin 644 x\n" UU_45 R "http://a.example/\n" UU_45 "`\nend\n"},
    {"binary: no end line", LINES_PLAIN, U "begin 644 x\n" UU_45 R "`\n\nhttp://a.example/\n"},
    {"binary: cut off", LINES_PLAIN, U "begin 644 x\n" UU_45 R "`\n"},
    {"binary: two in a row, then another", LINES_PLAIN,
     U "begin 644 x\n" UU_45 "begin 644 y\n" UU_37 "`\nend\nbegin 644 z\n#86)C\n`\nend\n" R "\n"},
    {"binary: a signature after it", LINES_PLAIN, U "begin 644 x\n" UU_45 S R "-- \nme\n"},
    {"binary: a name that is too long for LINES_HELD", LINES_PLAIN,
     R "begin 644 " SIXTEEN(SIXTEEN("xxxx")) "\n" UU_45 "`\nend\n"},

    /* begin-base64 */
    {"binary: begin-base64", LINES_PLAIN,
     R "a\n" U "begin-base64 644 x\n" BASE64_60 "Y2thHQ==\n====\n" R "b\n"},
    {"binary: begin-base64 without data hides nothing", LINES_PLAIN,
     R "begin-base64 644 x\nhttp://a.example/\n====\n"},
    {"binary: begin-base64, text ends it", LINES_PLAIN,
     U "begin-base64 644 x\nY2th\n" R "http://a.example/\nY2th\n====\n"},

    /* yEnc */
    {"binary: yEnc", LINES_PLAIN,
     R "a\n" U YBEGIN Y16 "\n" Y16 "g\n01234567\n=yend size=40\n" R "b\n"},
    {"binary: yEnc in parts, CRLF", LINES_PLAIN,
     R "a\r\n" U "=ybegin part=1 total=2 line=16 size=40 name=x\r\n=ypart begin=1 end=32\r\n" Y16
       "\r\n" Y16 "\r\n=yend size=32 part=1 pcrc32=12345678\r\n" R "b\r\n"},
    {"binary: yEnc, a doubled dot", LINES_PLAIN, U YBEGIN ".." Y16 "\n" R ".." Y16 "g\n"},
    {"binary: yEnc, bytes converted to characters", LINES_PLAIN,
     U YBEGIN "\xC3\xA9\xC2\x80\xE2\x80\x9D"
              "0123456789abc\n=yend size=16\n" R "b\n"},
    {"binary: yEnc, bytes that form UTF-8", LINES_PLAIN,
     U YBEGIN "\xC3\xA9"
              "0123456789abcd\n=yend size=16\n" R "b\n"},
    {"binary: yEnc, a header without data hides nothing", LINES_PLAIN,
     R YBEGIN "see http://a.example/\n=yend size=40\n"},
    {"binary: yEnc, headers without their numbers", LINES_PLAIN,
     R "=ybegin line=16 name=x\n" Y16 "\n=ybegin size=1 name=x\n" Y16
       "\n=ybegin line=0 size=1 name=x\n\n"},
    {"binary: yEnc, text ends it", LINES_PLAIN,
     U YBEGIN Y16 "\n" R "http://a/\n" Y16 "\n=yend size=40\n"},
    {"binary: yEnc, cut off", LINES_PLAIN, U YBEGIN Y16 "\n" R "01234567\n"},

    /* BinHex */
    {"binary: BinHex", LINES_PLAIN, R "a\n" U BANNER "\n" BINHEX_1 BINHEX_2 BINHEX_3 R "b\n"},
    {"binary: BinHex in one line", LINES_PLAIN, R "a\r\n" U BANNER ":abc:\r\n" R "b\r\n"},
    {"binary: BinHex, a banner without data hides nothing", LINES_PLAIN,
     R BANNER "\nsee http://a.example/\n:ab\n"},
    {"binary: BinHex, eight empty lines and nine", LINES_PLAIN,
     U BANNER "\n\n\n\n\n\n\n\n:abc:\n" R BANNER "\n\n\n\n\n\n\n\n\n:abc:\n"},
    {"binary: BinHex, a banner before another", LINES_PLAIN, R BANNER ": http://a.example/\n"},
    {"binary: BinHex, a banner at the end", LINES_PLAIN, R BANNER "\n\n"},
    {"binary: BinHex, text ends it", LINES_PLAIN,
     U BANNER BINHEX_1 BINHEX_2 R "http://a.example/\n" BINHEX_2},
    {"binary: BinHex, a line too long", LINES_PLAIN, U BANNER BINHEX_1 R "a" BINHEX_2 BINHEX_3},

    /* base64 without a header line */
    {"binary: four lines of base64", LINES_PLAIN,
     R "a\n" U BASE64_76 BASE64_76 BASE64_76 BASE64_76 R "Y2thHQ==\nb\n"},
    {"binary: base64 of 60 characters, CRLF, nothing else", LINES_PLAIN,
     U "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\r\n" BASE64_60 BASE64_60
       "Y2thHbFiEbZamq3/KcXlLZxQjFAjRzRNjAetkcvWBor8df9ikvBioJyjgci="},
    {"binary: more lines of base64, padding in the middle", LINES_PLAIN,
     R "ab cd\n\n" U BASE64_60
       "Y2thHbFiEbZamq3/KcXlLZxQjFAjRzRNjAetkcvWBor8df9ikvBioJyjgc==\n" BASE64_64 BASE64_60
           BASE64_76 BASE64_60 BASE64_60 BASE64_60 BASE64_60 R "\nab cd\n"},
    {"binary: three lines of base64", LINES_PLAIN, R "a\n" BASE64_76 BASE64_76 BASE64_76},
    {"binary: three lines of base64 and a shorter one", LINES_PLAIN,
     R "a\n" BASE64_76 BASE64_76 BASE64_76 BASE64_59 BASE64_76},
    {"binary: three lines of base64 and a longer one", LINES_PLAIN,
     R "a\n" BASE64_77 BASE64_76 BASE64_60 BASE64_76 BASE64_77},
    {"binary: a longer line, then four lines of base64", LINES_PLAIN,
     R BASE64_77 U BASE64_60 BASE64_60 BASE64_60 BASE64_60 R BASE64_77 BASE64_60 "x"},
    {"binary: base64 with another character", LINES_PLAIN,
     R BASE64_60 BASE64_60 BASE64_60
     "Y2thHbFiEbZamq3_KcXlLZxQjFAjRzRNjAetkcvWBor8df9ikvBioJyjgcie\n" BASE64_60},
    {"binary: base64 in flowed text", LINES_DELSP,
     R "a\n" U BASE64_76 BASE64_76 BASE64_76 BASE64_76 R "Y2thHQ==\nb\n"},

    /* Armor */
    {"armor: an encrypted message", LINES_PLAIN,
     R "a\n" U
       "-----BEGIN PGP MESSAGE-----\nVersion: GnuPG v1\nComment: http://a.example/\n\n" BASE64_64
           BASE64_64 "NEVU\n=jHDh\n-----END PGP MESSAGE-----\n" R "b\n"},
    {"armor: a key, CRLF, no fields", LINES_PLAIN,
     U
     "-----BEGIN PGP PUBLIC KEY BLOCK-----\r\n\r\nbjQL\r\n=jHDh\r\n-----END PGP PUBLIC KEY BLOCK-----\r\n" R
     "b\r\n"},
    {"armor: a certificate", LINES_PLAIN,
     U "-----BEGIN CERTIFICATE-----\n" BASE64_64 "NEVUxQ==\n-----END CERTIFICATE-----\n" R "b\n"},
    {"armor: a private key with fields", LINES_PLAIN,
     U
     "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: DES-EDE3-CBC,E2D5B0C6A9F8D7B1\n\n" BASE64_64
     "-----END RSA PRIVATE KEY-----\n"},
    {"armor: a part of a message", LINES_PLAIN,
     U "-----BEGIN PGP MESSAGE, PART 01/02----- \n\n" BASE64_64
       "=jHDh\n-----END PGP MESSAGE, PART 01/02-----\n" R "b\n"},
    {"armor: text ends it", LINES_PLAIN,
     U "-----BEGIN PGP MESSAGE-----\n\n" BASE64_64 R "\nhttp://a.example/\n" BASE64_64
       "-----END PGP MESSAGE-----\n"},
    {"armor: cut off", LINES_PLAIN, U "-----BEGIN PGP MESSAGE-----\n\n" BASE64_64},
    {"armor: a begin line without data hides nothing", LINES_PLAIN,
     R "-----BEGIN PGP MESSAGE-----\nSee: http://a.example/\n\nsee http://b.example/\n"},
    {"armor: a begin line before text", LINES_PLAIN,
     R "-----BEGIN PGP MESSAGE-----\nsee http://a.example/\n"},
    {"armor: no empty line after the fields", LINES_PLAIN,
     R
     "-----BEGIN GEEK CODE BLOCK-----\nVersion: 3.12\nGCS/MU d- s+:+ a C++\n------END GEEK CODE BLOCK------\n"},
    {"armor: a begin line before its end line", LINES_PLAIN,
     R "-----BEGIN X-----\n-----END X-----\n"},
    {"armor: other lines of dashes", LINES_PLAIN,
     R
     "-----BEGIN-----\nbjQL\n-----Begin X-----\nbjQL\n---- BEGIN X ----\nbjQL\n-----BEGIN X----\nbjQL\n-----BEGIN \n"},
    {"armor: sixteen fields", LINES_PLAIN,
     U "-----BEGIN PGP MESSAGE-----\n" SIXTEEN("A: 3\n") "\n" BASE64_64},
    {"armor: seventeen", LINES_PLAIN,
     R "-----BEGIN PGP MESSAGE-----\n" SIXTEEN("A: 3\n") "A: 3\n\n" BASE64_64},
    {"armor: fields that are too long for LINES_HELD", LINES_PLAIN,
     R "-----BEGIN PGP MESSAGE-----\n"
       "A: " SIXTEEN(SIXTEEN("xxxx")) "\n\n" BASE64_64},
};

/* Bytes that may begin a binary are held back, at most LINES_HELD of them, and are text after
 * that. */
static void held(void)
{
    static const char *const begins[] = {
        "begin 644 ", "=ybegin line=16 size=1 name=", "-----BEGIN PGP MESSAGE-----\nA: ",
        "(This file must be converted with BinHex 4.0)\n\n:"};
    static lines_run run;
    lines_out out = {&run,          lines_run_read,      lines_run_unread,
                     lines_run_cut, lines_run_signature, NULL};

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
