/* t_mail_lines_binary.c - binaries set into a text, armor: what is not looked at (SPEC E9, E10) */
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
    {"row 183", LINES_PLAIN, R "Here:\n" U "begin 644 x.bin\n" UU_45 UU_37 "`\nend\n" R "http://a.example/\n"},
    {"E9: from the first byte to the last one", LINES_PLAIN, U "begin 644 x\n" UU_45 "`\nend"},
    {"E9: CRLF", LINES_PLAIN, R "a\r\n" U "begin 0644 x y\r\n#86)C\r\n`\r\nend\r\n" R "b\r\n"},
    {"E9: flowed text has binaries, too", LINES_DELSP,
     R "a\n" U "begin 644 x\n" UU_45 " \nend\n" R "b" C " \n" R "c\n"},
    {"E9: no line of no bytes", LINES_PLAIN, U "begin 644 x\n" UU_45 "end\n" R "b\n"},
    {"E9: it is a space", LINES_PLAIN, U "begin 644 x\n" UU_45 " \nend\n" R "b\n"},
    {"E9: it is a space that is gone", LINES_PLAIN, U "begin 644 x\n" UU_45 "\nend \n" R "b\n"},
    {"E9: zeros are spaces", LINES_PLAIN,
     U "begin 644 x\nM;F%M90                                                      \n`\nend\n"},
    {"E9: and are gone", LINES_PLAIN, U "begin 644 x\nM;F%M90\nM;F%M\n`\nend\n"},
    {"E9: a sum behind the line", LINES_PLAIN, U "begin 644 x\n#86)CA\n`\nend\n"},
    {"E9: no file at all", LINES_PLAIN, U "begin 644 x\n`\nend\n" R "b\n"},
    {"E9: a mode of news and old", LINES_PLAIN, U "begin-644 x\n#86)C\n`\nend\n"},
    {"E9: a stray line hides nothing", LINES_PLAIN, R "begin 644 x\nsee http://a.example/\n#86)C\n`\nend\n"},
    {"E9: nor one at the end", LINES_PLAIN, R "begin 644 x\n"},
    {"E9: nor one before an end", LINES_PLAIN, R "begin 644 x\nend\n"},
    {"E9: a line too long for its first character", LINES_PLAIN, R "begin 644 x\n#86)C86)C\n`\nend\n"},
    {"E9: no modes", LINES_PLAIN, R "begin 64 x\n#86)C\nbegin 06444 x\n#86)C\nbegin 648 x\n#86)C\nbegin 644 \n#86)C\n"},
    {"E9: not at a line's start", LINES_PLAIN, R " begin 644 x\n#86)C\n> begin 644 x\n> #86)C\n"},
    {"E9: it ends early", LINES_PLAIN, U "begin 644 x\n" UU_45 R "http://a.example/\n" UU_45 "`\nend\n"},
    {"E9: it ends without an end", LINES_PLAIN, U "begin 644 x\n" UU_45 R "`\n\nhttp://a.example/\n"},
    {"E9: it ends with the text", LINES_PLAIN, U "begin 644 x\n" UU_45 R "`\n"},
    {"E9: two of them", LINES_PLAIN,
     U "begin 644 x\n" UU_45 "begin 644 y\n" UU_37 "`\nend\nbegin 644 z\n#86)C\n`\nend\n" R "\n"},
    {"E9: a signature after it", LINES_PLAIN, U "begin 644 x\n" UU_45 S R "-- \nme\n"},
    {"E9: a name that is too long for LINES_HELD", LINES_PLAIN,
     R "begin 644 " SIXTEEN(SIXTEEN("xxxx")) "\n" UU_45 "`\nend\n"},

    /* begin-base64 */
    {"E9: begin-base64", LINES_PLAIN, R "a\n" U "begin-base64 644 x\n" BASE64_60 "Y2thHQ==\n====\n" R "b\n"},
    {"E9: begin-base64 that hides nothing", LINES_PLAIN, R "begin-base64 644 x\nhttp://a.example/\n====\n"},
    {"E9: begin-base64 that ends early", LINES_PLAIN,
     U "begin-base64 644 x\nY2th\n" R "http://a.example/\nY2th\n====\n"},

    /* yEnc */
    {"E9: yEnc", LINES_PLAIN, R "a\n" U YBEGIN Y16 "\n" Y16 "g\n01234567\n=yend size=40\n" R "b\n"},
    {"E9: yEnc in parts, CRLF", LINES_PLAIN,
     R "a\r\n" U "=ybegin part=1 total=2 line=16 size=40 name=x\r\n=ypart begin=1 end=32\r\n" Y16 "\r\n" Y16
       "\r\n=yend size=32 part=1 pcrc32=12345678\r\n" R "b\r\n"},
    {"E9: yEnc, a doubled dot", LINES_PLAIN, U YBEGIN ".." Y16 "\n" R ".." Y16 "g\n"},
    {"E9: yEnc, bytes that became characters", LINES_PLAIN,
     U YBEGIN "\xC3\xA9\xC2\x80\xE2\x80\x9D"
              "0123456789abc\n=yend size=16\n" R "b\n"},
    {"E9: yEnc, bytes that were UTF-8", LINES_PLAIN,
     U YBEGIN "\xC3\xA9"
              "0123456789abcd\n=yend size=16\n" R "b\n"},
    {"E9: yEnc, a stray line hides nothing", LINES_PLAIN, R YBEGIN "see http://a.example/\n=yend size=40\n"},
    {"E9: yEnc, nor one without its numbers", LINES_PLAIN,
     R "=ybegin line=16 name=x\n" Y16 "\n=ybegin size=1 name=x\n" Y16 "\n=ybegin line=0 size=1 name=x\n\n"},
    {"E9: yEnc that ends early", LINES_PLAIN, U YBEGIN Y16 "\n" R "http://a/\n" Y16 "\n=yend size=40\n"},
    {"E9: yEnc that ends with the text", LINES_PLAIN, U YBEGIN Y16 "\n" R "01234567\n"},

    /* BinHex */
    {"E9: BinHex", LINES_PLAIN, R "a\n" U BANNER "\n" BINHEX_1 BINHEX_2 BINHEX_3 R "b\n"},
    {"E9: BinHex in a line", LINES_PLAIN, R "a\r\n" U BANNER ":abc:\r\n" R "b\r\n"},
    {"E9: BinHex, a stray line hides nothing", LINES_PLAIN, R BANNER "\nsee http://a.example/\n:ab\n"},
    {"E9: BinHex, eight empty lines and nine", LINES_PLAIN,
     U BANNER "\n\n\n\n\n\n\n\n:abc:\n" R BANNER "\n\n\n\n\n\n\n\n\n:abc:\n"},
    {"E9: BinHex, nor one before others", LINES_PLAIN, R BANNER ": http://a.example/\n"},
    {"E9: BinHex, nor one at the end", LINES_PLAIN, R BANNER "\n\n"},
    {"E9: BinHex that ends early", LINES_PLAIN, U BANNER BINHEX_1 BINHEX_2 R "http://a.example/\n" BINHEX_2},
    {"E9: BinHex, a line too long", LINES_PLAIN, U BANNER BINHEX_1 R "a" BINHEX_2 BINHEX_3},

    /* base64 without a mark */
    {"E9: four lines of base64", LINES_PLAIN, R "a\n" U BASE64_76 BASE64_76 BASE64_76 BASE64_76 R "Y2thHQ==\nb\n"},
    {"E9: of 60 characters, CRLF, all that there is", LINES_PLAIN,
     U "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\r\n" BASE64_60 BASE64_60
       "Y2thHbFiEbZamq3/KcXlLZxQjFAjRzRNjAetkcvWBor8df9ikvBioJyjgci="},
    {"E9: more of them, padding in the middle", LINES_PLAIN,
     R "ab cd\n\n" U BASE64_60 "Y2thHbFiEbZamq3/KcXlLZxQjFAjRzRNjAetkcvWBor8df9ikvBioJyjgc==\n" BASE64_64 BASE64_60
         BASE64_76 BASE64_60 BASE64_60 BASE64_60 BASE64_60 R "\nab cd\n"},
    {"E9: three lines of base64", LINES_PLAIN, R "a\n" BASE64_76 BASE64_76 BASE64_76},
    {"E9: three, and a shorter one", LINES_PLAIN, R "a\n" BASE64_76 BASE64_76 BASE64_76 BASE64_59 BASE64_76},
    {"E9: three, and a longer one", LINES_PLAIN, R "a\n" BASE64_77 BASE64_76 BASE64_60 BASE64_76 BASE64_77},
    {"E9: a longer one, and four", LINES_PLAIN,
     R BASE64_77 U BASE64_60 BASE64_60 BASE64_60 BASE64_60 R BASE64_77 BASE64_60 "x"},
    {"E9: a line with something else", LINES_PLAIN,
     R BASE64_60 BASE64_60 BASE64_60 "Y2thHbFiEbZamq3_KcXlLZxQjFAjRzRNjAetkcvWBor8df9ikvBioJyjgcie\n" BASE64_60},
    {"E9: flowed, fixed lines", LINES_DELSP, R "a\n" U BASE64_76 BASE64_76 BASE64_76 BASE64_76 R "Y2thHQ==\nb\n"},

    /* E10 */
    {"E10: an encrypted message", LINES_PLAIN,
     R "a\n" U "-----BEGIN PGP MESSAGE-----\nVersion: GnuPG v1\nComment: http://a.example/\n\n" BASE64_64 BASE64_64
       "NEVU\n=jHDh\n-----END PGP MESSAGE-----\n" R "b\n"},
    {"E10: a key, CRLF, no fields", LINES_PLAIN,
     U "-----BEGIN PGP PUBLIC KEY BLOCK-----\r\n\r\nbjQL\r\n=jHDh\r\n-----END PGP PUBLIC KEY BLOCK-----\r\n" R "b\r\n"},
    {"E10: a certificate", LINES_PLAIN,
     U "-----BEGIN CERTIFICATE-----\n" BASE64_64 "NEVUxQ==\n-----END CERTIFICATE-----\n" R "b\n"},
    {"E10: a private key with fields", LINES_PLAIN,
     U "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: DES-EDE3-CBC,E2D5B0C6A9F8D7B1\n\n" BASE64_64
       "-----END RSA PRIVATE KEY-----\n"},
    {"E10: a part of a message", LINES_PLAIN,
     U "-----BEGIN PGP MESSAGE, PART 01/02----- \n\n" BASE64_64 "=jHDh\n-----END PGP MESSAGE, PART 01/02-----\n" R
       "b\n"},
    {"E10: it ends early", LINES_PLAIN,
     U "-----BEGIN PGP MESSAGE-----\n\n" BASE64_64 R "\nhttp://a.example/\n" BASE64_64 "-----END PGP MESSAGE-----\n"},
    {"E10: it ends with the text", LINES_PLAIN, U "-----BEGIN PGP MESSAGE-----\n\n" BASE64_64},
    {"E10: a stray line hides nothing", LINES_PLAIN,
     R "-----BEGIN PGP MESSAGE-----\nSee: http://a.example/\n\nsee http://b.example/\n"},
    {"E10: nor one before text", LINES_PLAIN, R "-----BEGIN PGP MESSAGE-----\nsee http://a.example/\n"},
    {"E10: nor one without an empty line after fields", LINES_PLAIN,
     R "-----BEGIN GEEK CODE BLOCK-----\nVersion: 3.12\nGCS/MU d- s+:+ a C++\n------END GEEK CODE BLOCK------\n"},
    {"E10: nor one before its end", LINES_PLAIN, R "-----BEGIN X-----\n-----END X-----\n"},
    {"E10: other lines of dashes", LINES_PLAIN,
     R
     "-----BEGIN-----\nbjQL\n-----Begin X-----\nbjQL\n---- BEGIN X ----\nbjQL\n-----BEGIN X----\nbjQL\n-----BEGIN \n"},
    {"E10: sixteen fields", LINES_PLAIN, U "-----BEGIN PGP MESSAGE-----\n" SIXTEEN("A: 3\n") "\n" BASE64_64},
    {"E10: seventeen", LINES_PLAIN, R "-----BEGIN PGP MESSAGE-----\n" SIXTEEN("A: 3\n") "A: 3\n\n" BASE64_64},
    {"E10: fields that are too long for LINES_HELD", LINES_PLAIN,
     R "-----BEGIN PGP MESSAGE-----\n"
       "A: " SIXTEEN(SIXTEEN("xxxx")) "\n\n" BASE64_64},
};

/* Text that is about to be something is not held further than the header says, and is text then. */
static void held(void)
{
    static const char *const begins[] = {"begin 644 ",
                                         "=ybegin line=16 size=1 name=", "-----BEGIN PGP MESSAGE-----\nA: ",
                                         "(This file must be converted with BinHex 4.0)\n\n:"};
    static lines_run run;
    lines_out out = {&run, lines_run_read, lines_run_unread, lines_run_cut, lines_run_signature, NULL};

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
