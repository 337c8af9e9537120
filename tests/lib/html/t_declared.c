/* t_declared.c - the charsets that a page declares (HTML standard, 13.2.3.2) */
#include "html/html.h"
#include "tap.h"

/* A page, and the labels in it, with a blank after each. */
static const char *const rows[][2] = {
    {"", ""},
    {"<meta charset=utf-8>", "utf-8 "},
    {"<META CHARSET='utf-8'>", "utf-8 "},
    {"<meta \t\n\f\rcharset\n = \"utf-8\" >", "utf-8 "},
    {"<meta/charset=utf-8>", "utf-8 "},
    {"<meta//name=x / charset=a>", "a "},
    {"<meta charset=a/>", "a/ "},
    {"<meta charset=a charset=b>", "a "},
    {"<meta charset=a><meta charset=b>", "a b "},
    {"<meta charset><meta charset=><meta charset=''><meta charset=b>", "b "},
    {"<metacharset=a><metax charset=a><met charset=a><meta =charset=a>", ""},
    {"<meta charsets=a><meta charse=a><meta xcharset=a>", ""},
    {"<meta x='>' y=\">\" charset=b>", "b "},
    {"<meta x=' charset=b'>", ""},
    {"< meta charset=a><1><meta charset=b>", "b "},
    /* http-equiv */
    {"<meta http-equiv=Content-Type content='text/html; charset=a'>", "a "},
    {"<meta content='text/html; charset=a' http-equiv=content-type>", "a "},
    {"<meta content='text/html; charset=a'>", ""},
    {"<meta content='charset=a' http-equiv=refresh>", ""},
    {"<meta http-equiv=content-type http-equiv=x content='charset=a'>", "a "},
    {"<meta http-equiv=content-type content='charset=a' charset=b>", "b "},
    {"<meta http-equiv=content-type charset=b content='charset=a'>", "b "},
    {"<meta http-equiv=content-type content='charset=a' content='charset=b'>", "a "},
    {"<meta http-equiv=content-type content='CHARSET \n=\t a;b'>", "a "},
    {"<meta http-equiv=content-type content='charset=a b'>", "a "},
    {"<meta http-equiv=content-type content='charset=\"a;b\"'>", "a;b "},
    {"<meta http-equiv=content-type content='charset;charset=a'>", "a "},
    {"<meta http-equiv=content-type content='charsetcharset=a'>", "a "},
    {"<meta http-equiv=content-type content='xcharset=a'>", "a "},
    {"<meta http-equiv=content-type content=charset>", ""},
    {"<meta http-equiv=content-type content=charset=>", ""},
    {"<meta http-equiv=content-type content='chars=a'>", ""},
    /* XML */
    {"<?xml version='1.0' encoding='a'?>", "a "},
    {"<?xml\nencoding = \"a\"?>", "a "},
    {"<?xml version='1.0'?><meta charset=b>", "b "},
    {"<?xmlx encoding='a'?><?xm encoding='a'?>", ""},
    {"<?xml/encoding='a'?>", ""},
    /* What is not looked at */
    {"<!-- <meta charset=a> --><meta charset=b>", "b "},
    {"<!--><meta charset=b>", "b "},
    {"<!---><meta charset=b>", "b "},
    {"<!-- <meta charset=a>", ""},
    {"<!-- > -- > <meta charset=a> -->", ""},
    {"<p title='<meta charset=a>'><meta charset=b>", "b "},
    {"</p title='<meta charset=a>'><meta charset=b>", "b "},
    {"<p><meta charset=b>", "b "},
    {"<p/x=<meta charset=a><meta charset=b>", "b "},
    {"<!x title='<meta charset=a>'><meta charset=b>", "b "},
    {"<?x <meta charset=a><meta charset=b>", "b "},
    {"</ <meta charset=a><meta charset=b>", "b "},
    {"</><meta charset=b>", "b "},
    {"<<meta charset=b>", "b "},
    {"<!doctype html><html><head><meta charset=b>", "b "},
    {"charset=a", ""},
};

/* Reads a page as if it were a part of a text that goes on with `then`. */
static void one_page(const char *page, const char *wanted, const char *then)
{
    const size_t n = strlen(page);
    char text[200], got[100] = "";
    trawl_str rest = {text, n}, label;

    (void)snprintf(text, sizeof text, "%s%s", page, then);
    while (html_declared(&rest, &label) && strlen(got) + label.n + 2 < sizeof got) {
        strncat(got, label.p, label.n);
        strcat(got, " ");
    }
    is_str(got, wanted, "%s, then %s", page, then);
    ok(rest.n == 0 || memchr(rest.p, '<', rest.n) == NULL, "all of it is read");
}

int main(void)
{
    static const char *const then[] = {"", "=x>", "x", ">", " charset=x>", "<meta charset=x>"};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (size_t k = 0; k < sizeof then / sizeof then[0]; k++)
            one_page(rows[i][0], rows[i][1], then[k]);
    return done();
}
