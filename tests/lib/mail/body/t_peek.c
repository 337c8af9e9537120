/* t_peek.c - bodies that are not what their headers say: already decoded, or already UTF-8 */
#include "mail/body/body.h"
#include "tap.h"

static const struct {
    const char *what, *text;
    transfer_kind kind;
    bool decoded;
} bodies[] = {
    {"plain text", "Hello there", TRANSFER_QP, false},
    {"a soft break", "see http://a.example/=\nx?a=b", TRANSFER_QP, false},
    {"=3D", "x=3Dy, then a=b", TRANSFER_QP, false},
    {"a letter beyond ASCII", "caf=E9 a=b", TRANSFER_QP, false},
    {"=20 at a line's end", "a=b and so on=20\nx", TRANSFER_QP, false},
    {"= without hex digits", "http://a.example/?a=xyz", TRANSFER_QP, true},
    {"an escape that may be part of a URL", "http://a.example/?id=12", TRANSFER_QP, false},
    {"such an escape, and = without hex digits", "http://a.example/?id=12&x=yz", TRANSFER_QP, true},
    {"=3D, and = without hex digits", "x=3Dy, then a=xyz", TRANSFER_QP, false},
    {"=20, and = without hex digits", "x=20y, then a=xyz", TRANSFER_QP, false},
    {"=80, and = without hex digits", "x=80y, then a=xyz", TRANSFER_QP, false},
    {"=7F, and = without hex digits", "x=7Fy, then a=xyz", TRANSFER_QP, true},
    {"a small digit, and = without hex digits", "x=fFy, then a=xyz", TRANSFER_QP, true},
    {"a small last digit, and = without hex digits", "x=Ffy, then a=xyz", TRANSFER_QP, true},
    {"blanks before a soft break, and = without hex digits", "x= \t\ny, then a=xyz", TRANSFER_QP,
     false},
    {"UTF-8 and such an escape", "caf\xC3\xA9 http://a.example/?id=12", TRANSFER_QP, true},
    {"= at the end decides nothing", "a =", TRANSFER_QP, false},
    {"a line of base64", "U2VlIGh0dHA6Ly9hLmV4YW1wbGUvIGFuZCBzbyBvbiBhbmQgc28gb24gYW5k\nZm9y",
     TRANSFER_BASE64, false},
    {"a short line of base64", "U2VlIG1lCg==\n", TRANSFER_BASE64, false},
    {"base64 and a footer",
     "U2VlIGh0dHA6Ly9hLmV4YW1wbGUvIGFuZCBzbyBvbiBhbmQgc28gb24gYW5k\nCg==\n\n____\nlist http://a.example/",
     TRANSFER_BASE64, false},
    {"empty lines before base64", "\r\n\nU2VlIG1l\r\n", TRANSFER_BASE64, false},
    {"prose", "See http://a.example/\n", TRANSFER_BASE64, true},
    {"one word", "Hello\nthere you are", TRANSFER_BASE64, true},
    {"one word of four letters", "Dear\nMr. Smith", TRANSFER_BASE64, true},
    {"empty", " \n ", TRANSFER_BASE64, false},
    {"uuencode without a begin line", "anything at all", TRANSFER_UU, true},
    {"uuencode", "Here it is:\nbegin 644 x\n#86)C\n", TRANSFER_UU, false},
};

#define LONG "a line of more than sixty columns, which a soft line break has to end "

/* Bodies below a header that names no encoding. */
static const struct {
    const char *what, *text;
    bool encoded;
} undeclared[] = {
    {"two soft breaks", LONG "in=\n" LONG "wo=\nrds", true},
    {"a soft break and =20", LONG "=20\n" LONG "in=\nwords", true},
    {"a URL with =3D, broken after a name", LONG "http://a.example/?x=3D1&y=\nz", true},
    {"attributes", "<a href=3D\"http://a.example/?x=3D1\">", true},
    {"a letter beyond ASCII", LONG "caf=E9 is=\n", true},
    {"text in which = is followed by no code", LONG "in=\n" LONG "wo=\nrds, then a=xyz", false},
    {"URLs broken after a name", LONG "?a=\n1 and " LONG "&amp;b=\n1", false},
    {"a number and a broken URL", LONG "?page=2004-05-01&sid=\nx7Yz", false},
    {"a number and a broken URL, in HTML", LONG "?page=2004-05-01&amp;sid=\nx7Yz", false},
    {"a number and a path", LONG "http://a.example/?year=1999 http://a.example/=20/d=\nx", false},
    {"a number of two digits", LONG "?id=20&sid=\nx7Yz", false},
    {"a number elsewhere", LONG "year=2004 and http://a.example/?sid=\nx7Yz", false},
    {"letters that are hex digits", LONG "key=ABCDEF and http://a.example/?sid=\nx7Yz", false},
    {"3D is a value", LONG "http://a.example/?view=3D&sid=\nx7Yz", false},
};

static const struct {
    const char *what, *text, *charset;
    bool whole, utf8;
} texts[] = {
    {"ASCII", "plain", "iso-8859-1", true, false},
    {"UTF-8 under Latin 1", "caf\xC3\xA9", "iso-8859-1", true, true},
    {"Latin 1", "caf\xE9 ol\xE9", "iso-8859-1", true, false},
    {"UTF-8 and Latin 1", "caf\xC3\xA9 ol\xE9", "iso-8859-1", true, false},
    {"ends inside a character, more may follow", "caf\xC3\xA9 ol\xC3", "iso-8859-1", false, true},
    {"ends inside a character", "caf\xC3\xA9 ol\xC3", "iso-8859-1", true, false},
    {"GBK that is valid UTF-8", "\xC1\xAA\xCD\xA8", "gbk", true, false},
    {"UTF-8 under a Chinese charset", "\xE4\xBD\xA0\xE5\xA5\xBD\xE4\xBD\xA0", "gb2312", true, true},
    {"a 7-bit charset, whose decoder reads UTF-8", "\xE3\x81\x82", "iso-2022-jp", true, false},
    {"never under UTF-16", "\xC3\xA9\xC3\xA9", "utf-16le", true, false},
};

int main(void)
{
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++)
        is_int(sample_is_decoded(bodies[i].text, strlen(bodies[i].text), bodies[i].kind),
               bodies[i].decoded, "%s", bodies[i].what);
    for (size_t i = 0; i < sizeof undeclared / sizeof undeclared[0]; i++)
        is_int(sample_is_qp(undeclared[i].text, strlen(undeclared[i].text)), undeclared[i].encoded,
               "undeclared: %s", undeclared[i].what);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        is_int(sample_is_utf8(texts[i].text, strlen(texts[i].text),
                              names_find(texts[i].charset, strlen(texts[i].charset)),
                              texts[i].whole),
               texts[i].utf8, "%s", texts[i].what);
    return done();
}
