/* t_params.c - values and parameters of structured fields (RFC 2045 section 5, RFC 2231; rules E2
 * and E3) */
#include <time.h>
#include <trawl.h>

#include "base/memory.h"
#include "mail/header/header.h"
#include "tap.h"

static const struct {
    const char *field, *value;
} values[] = {
    {"text/plain", "text/plain"},
    {" Text/HTML; charset=utf-8", "text/html"},
    {"text / plain (what it is) ; charset=x", "text/plain"},
    {"text/(a)plain", "text/plain"},
    {"(a (nested \\) comment)) text/plain", "text/plain"},
    {"(never closed text/plain", ""},
    {"text/plain charset=utf-8", "text/plain"},
    {"text/plain, charset=utf-8", "text/plain"},
    {"multipart/mixed\r\n\tboundary=x", "multipart/mixed"},
    {"attachment", "attachment"},
    {"ATTACHMENT;filename=x", "attachment"},
    {"charset=utf-8", ""},
    {"; charset=utf-8", ""},
    {"", ""},
    {" \r\n ", ""},
};

static const struct {
    const char *field, *name, *value; /* value: NULL when the field has no such parameter */
} parameters[] = {
    {"text/plain; charset=utf-8", "charset", "utf-8"},
    {"text/plain; charset=utf-8", "char", NULL},
    {"text/plain; charset=utf-8", "charsets", NULL},
    {"text/plain", "charset", NULL},
    {"text/plain; CharSet = \"UTF-8\" ; x=y", "charset", "UTF-8"},
    {"text/plain; charset=us-ascii (Plain text)", "charset", "us-ascii"},
    {"text/plain; charset=us-ascii(a;b) ; format=flowed", "format", "flowed"},
    {"text/plain (; charset=no); charset=yes", "charset", "yes"},
    {"text/plain;charset=a;charset=b", "charset", "a"},
    {"text/plain;charset=;charset=b", "charset", ""},
    {"text/plain; x=\"; charset=no\"; charset=yes", "charset", "yes"},
    {"text/plain;\r\n charset=\r\n utf-8", "charset", "utf-8"},
    {"charset=utf-8", "charset", "utf-8"},
    /* quotes */
    {"a/b; x=\"a \\\"b\\\" \\c\\\\\"", "x", "a \"b\" c\\"},
    {"a/b; x=\"a\r\n b\"", "x", "a b"},
    {"a/b; x=\"a\\\r\n b\"", "x", "a b"},
    {"a/b; x=\"\"", "x", ""},
    {"a/b; x=\"(no comment)\"", "x", "(no comment)"},
    {"a/b; x=C:\\dir\\", "x", "C:\\dir\\"},
    {"message/external-body; access-type=URL; URL=\"ftp://f.example/1/2/\n  file.html\"", "url",
     "ftp://f.example/1/2/  file.html"},
    /* broken */
    {"a/b; x=\"never closed; y=z", "x", "never closed"},
    {"a/b; x=\"never closed; y=z", "y", "z"},
    {"a/b; x=\"never closed\r\n y=z", "x", "never closed"},
    {"a/b x=1 y=2", "y", "2"},
    {"a/b; x=\"1\" y=\"2\"", "y", "2"},
    {"a/b; x=\"1\"y=2", "y", "2"},
    {"a/b; charset=utf-8 Content-Transfer-Encoding: 7bit", "charset", "utf-8"},
    {"a/b; filename=my own file.pdf ; x=1", "filename", "my own file.pdf"},
    {"a/b; filename=my own file.pdf size=10", "filename", "my own file.pdf"},
    {"a/b;;; ; =x; x=1", "x", "1"},
    {"a/b; x; y=1", "y", "1"},
    {"a/b; x; y=1", "x", NULL},
    {"a/b; x=(not closed; y=1", "x", "(not closed"},
    {"a/b; x=(not closed; y=1", "y", "1"},
    {"a/b; x=a=b", "x", "a=b"},
    {"a/b; url=http://a.example/?x=1&y=2", "url", "http://a.example/?x=1&y=2"},
    {"a/b; x=", "x", ""},
    {"a/b; x", "x", NULL},
    /* RFC 2231 */
    {"message/external-body; access-type=URL;\r\n URL*0=\"ftp://\";\r\n URL*1=\"cs.utk.edu/pub/moore/bulk-mailer/bulk-mailer.tar\"",
     "url", "ftp://cs.utk.edu/pub/moore/bulk-mailer/bulk-mailer.tar"},
    {"application/x-stuff; title*=us-ascii'en-us'This%20is%20%2A%2A%2Afun%2A%2A%2A", "title",
     "This is ***fun***"},
    {"application/x-stuff\r\n ; title*0*=us-ascii'en'This%20is%20even%20more%20\r\n ; title*1*=%2A%2A%2Afun%2A%2A%2A%20\r\n"
     " ; title*2=\"isn't it!\"",
     "title", "This is even more ***fun*** isn't it!"},
    {"a/b; x*2=c; x*0=a; x*1=b", "x", "abc"},
    {"a/b; x*10=k; x*9=j; x*8=i; x*7=h; x*6=g; x*5=f; x*4=e; x*3=d; x*2=c; x*1=b; x*0=a", "x",
     "abcdefghijk"},
    {"a/b; x*0=a; x*2=c", "x", "a"},
    {"a/b; x*1=a; x*2=c", "x", "ac"},
    {"a/b; x*7=a; x=plain", "x", "plain"},
    {"a/b; x*7=a", "x", NULL},
    {"a/b; x*0=a; x*0=b; x*1=c", "x", "ac"},
    {"a/b; x*99999999999999999999999=a; x*0=b", "x", "b"},
    {"a/b; x=plain; x*=utf-8''better", "x", "better"},
    {"a/b; x*0=one; x*=utf-8''better", "x", "better"},
    {"a/b; x=plain; x*0=long; x*1=er", "x", "longer"},
    {"a/b; x*=utf-8''%C3%A4", "x", "\u00E4"},
    {"a/b; x*=\"utf-8''%C3%A4\"", "x", "\u00E4"},
    {"a/b; x*=iso-8859-1''%E9%zz%4", "x", "\u00E9%zz%4"},
    {"a/b; x*=x-none''%C3%A4%E9", "x", "\u00E4\u00E9"},
    {"a/b; x*=%C3%A4", "x", "\u00E4"},
    {"a/b; x*=it's", "x", "it's"},
    {"a/b; x*=''a", "x", "a"},
    {"a/b; x*0*=utf-8''%C3; x*1*=%A4; x*2=%41", "x", "\u00E4%41"},
    {"a/b; x**=a; x*a=b; x*0**=c", "x", NULL},
    /* encoded-words, which many mailers write there */
    {"a/b; name=\"=?utf-8?B?w6Q=?=\"", "name", "\u00E4"},
    {"a/b; name==?utf-8?B?w6Q=?=", "name", "\u00E4"},
    {"a/b; name=\"=?utf-8?Q?a?=\r\n =?utf-8?Q?b?= c\"", "name", "ab c"},
    {"a/b; name*0=\"=?utf-8?Q?=C3?=\"; name*1=\" =?utf-8?Q?=A4?=\"", "name", "\u00E4"},
    {"a/b; name=\"\xE9\u00E4\"", "name", "\u00E9\u00E4"},
    /* boundaries are not decoded */
    {"multipart/mixed; boundary=\"=?utf-8?Q?a?= \"", "boundary", "=?utf-8?Q?a?="},
    {"multipart/mixed; boundary=\"  a b\\\"\xE9 \t\"", "boundary", "  a b\"\xE9"},
    {"multipart/mixed; boundary=----=_Next 001", "boundary", "----=_Next 001"},
    {"multipart/mixed; boundary*0=ab; boundary*1=\"cd \"", "boundary", "abcd"},
    {"multipart/mixed; boundary*=utf-8''%E9", "boundary", "\xE9"},
    {"multipart/mixed boundary=\"x", "boundary", "x"},
};

static const char *shown(const buffer *t)
{
    return t->n > 0 ? t->p : "";
}

static void by_hand(void)
{
    buffer value = {.m = &memory_default};
    words w;
    bool there;

    words_open(&w, &memory_default);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        is_int(params_value(&value, values[i].field, strlen(values[i].field)), TRAWL_OK, "read");
        is_mem(shown(&value), value.n, values[i].value, strlen(values[i].value), "value of %s",
               values[i].field);
    }
    for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++) {
        const char *want = parameters[i].value, *field = parameters[i].field;
        int failed = params_get(&w, &value, &there, field, strlen(field), parameters[i].name);
        is_mem(!failed && there ? shown(&value) : NULL, value.n, want, want ? strlen(want) : 0,
               "%s of %s", parameters[i].name, field);
    }
    buffer_reset(&value, NULL);
    words_close(&w);
}

static void linear(const char *unit)
{
    enum { SIZE = 4 << 20 };
    static char field[SIZE];
    buffer value = {.m = &memory_default};
    words w;
    size_t n = 0, len = strlen(unit);
    clock_t begin = clock();
    bool there;

    words_open(&w, &memory_default);
    for (; n + len <= SIZE; n += len)
        memcpy(field + n, unit, len);
    is_int(params_get(&w, &value, &there, field, n, "x"), TRAWL_OK, "4 MB of \"%s\"", unit);
    is_int(params_value(&value, field, n), TRAWL_OK, "the value of the field");
    ok(clock() - begin < 10 * CLOCKS_PER_SEC, "in less than 10 seconds");
    buffer_reset(&value, NULL);
    words_close(&w);
}

static void no_memory(void)
{
    static const char field[] =
        "a/b; x*1*=%A4; x*0*=utf-8''%C3; y=\"=?koi8-r?Q?=D0?=\"; z=plain; boundary=b";
    static const char *const names[] = {"x", "y", "z", "boundary"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        int failed = TRAWL_ERROR_NO_MEMORY;
        for (long n = 0; failed == TRAWL_ERROR_NO_MEMORY && n < 100; n++) {
            buffer value = {.m = &memory_default};
            words w;
            bool there;
            words_open(&w, &memory_default);
            memory_fail_after(n);
            failed = params_get(&w, &value, &there, field, sizeof field - 1, names[i]);
            memory_fail_after(-1);
            buffer_reset(&value, NULL);
            words_close(&w);
        }
        is_int(failed, TRAWL_OK, "%s: works once there is enough memory", names[i]);
    }
}

int main(void)
{
    by_hand();
    linear("x*0=a;");
    linear("x*1*=%C3;");
    linear("(");
    linear("(a ");
    linear("\\\"");
    linear("x=\"");
    linear("x=\"\\");
    linear("x= ");
    linear("x a ");
    linear("x=a b ");
    linear("x=(");
    linear("x=a (b");
    linear(" ");
    linear("/ ");
    linear("/()");
    no_memory();
    return done();
}
