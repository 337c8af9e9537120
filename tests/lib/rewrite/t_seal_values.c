/* t_seal_values.c - the addresses that the seal finds in style sheets, and in attributes that hold
 * several addresses */
#include <stdio.h>

#include "rewrite/seal/seal.h"
#include "tap.h"

/* Replaces the address of a picture by "[address]", any other by "{address]"; keeps addresses that
 * begin with "k". */
static int take(void *user, trawl_str address, bool picture, seal_out *out)
{
    (void)user;
    if (address.n > 0 && address.p[0] == 'k')
        return 0;
    seal_put(out, picture ? "[" : "{", 1);
    seal_put(out, address.p, address.n);
    seal_put(out, "]", 1);
    return 1;
}

static void is_value(seal_value *value, const char *text, const char *wanted)
{
    seal_out out = {.m = &memory_default};

    is_int(value(&out, (trawl_str){text, strlen(text)}, take, NULL), TRAWL_OK, "read: %s", text);
    ok(out.n == strlen(wanted) && memcmp(out.p ? out.p : "", wanted, out.n) == 0, "%s: %s", text,
       wanted);
    if (out.n != strlen(wanted) || memcmp(out.p ? out.p : "", wanted, out.n) != 0)
        printf("# got %.*s\n", (int)out.n, out.p);
    seal_free(&out);
}

static const char *const sheet_rows[][2] = {
    {"", ""},
    {"color: red", "color: red"},
    {"background:url(a.png)", "background:url(\"[a.png]\")"},
    {"background:url( a.png )", "background:url( \"[a.png]\")"},
    {"background:url(k.png) x", "background:url(k.png) x"},
    {"background:url('a.png')", "background:url(\"[a.png]\")"},
    {"background:url(\"a.png\" )", "background:url(\"[a.png]\" )"},
    {"background:URL(a)", "background:URL(\"[a]\")"},
    {"background:\\75 rl(a)", "background:\\75 rl(\"[a]\")"},
    {"background:u\\72\nl(a)", "background:u\\72\nl(\"[a]\")"},
    {"background:u\\rl(a)", "background:u\\rl(\"[a]\")"},
    {"background:url(h\\74 tp\\:x)", "background:url(\"[http:x]\")"},
    {"background:url(\"a\\\nb\")", "background:url(\"[ab]\")"},
    {"background:url(a", "background:url(\"[a]\")"},
    {"background:url(\"a", "background:url(\"[a]\")"},
    {"background:x(url(\"k", "background:x(url(\"k"},
    {"x[y(url(a", "x[y(url(\"[a]\"))]"},
    {"background:url()", "background:url(\"[]\")"},
    {"x: url/**/(a)", "x: url/**/(a)"},
    {"/* url(a) */ b:c", "/**/ b:c"},
    {"/* url(a)", "/**/"},
    {"<!-- a{b:url(c)} -->", "  a{b:url(\"[c]\")} -->"},
    {"b:u<!--rl(c)", "b:u rl(c)"},
    {"@media (width<w) and (1<2){a:'<b' \"</c\" '< d'}",
     "@media (width< w) and (1<2){a:'\\3c b' \"\\3c /c\" '< d'}"},
    {"a:url(k<b) url('k<b') url(c<d)", "a:url(k\\3c b) url('k\\3c b') url(\"[c%3Cd]\")"},
    {"a:url(b) c url(d)", "a:url(\"[b]\") c url(\"[d]\")"},
    {"@import 'a.css';b{content:'//x'}", "@import \"{a.css]\";b{content:'//x'}"},
    {"@IMPORT/**/\"a.css\" layer('x')", "@IMPORT/**/\"{a.css]\" layer('x')"},
    {"@\\69mport 'a'", "@\\69mport \"{a]\""},
    {"@import url(a) 'b'", "@import url(\"{a]\") 'b'"},
    {"@media x;a:'b'", "@media x;a:'b'"},
    {"x:image-set('a' 1x, \"b\" type('image/png'))",
     "x:image-set(\"[a]\" 1x, \"[b]\" type('image/png'))"},
    {"x:-WebKit-image-set('a' 1x)", "x:-WebKit-image-set(\"[a]\" 1x)"},
    {"x:src('a')", "x:src(\"[a]\")"},
    {"content:image-set('a')", "content:image-set(\"[a]\")"},
    {"content:'http://a.example/'", "content:'http://a.example/'"},
    {"content/**/:'http://a.example/'", "content/**/:'http://a.example/'"},
    {"--x:'a'", "--x:\"[a]\""},
    {"--x:foo('a')", "--x:foo(\"[a]\")"},
    {"@property --x{initial-value:'a';syntax:'<string>'}",
     "@property --x{initial-value:\"[a]\";syntax:'\\3c string>'}"},
    {"x:'http://a.example/'", "x:\"[http://a.example/]\""},
    {"x:'//a.example/'", "x:\"[//a.example/]\""},
    {"x:'\\\\\\\\a.example'", "x:\"[%5C%5Ca.example]\""},
    {"a[href='http://a.example/']{b:'c'}", "a[href='http://a.example/']{b:'c'}"},
    {"a:'b\nurl(c)", "a:'b\nurl(\"[c]\")"},
    {"a:url('b\"c')", "a:url(\"[b%22c]\")"},
    {"a:url(b\\\"c)", "a:url(\"[b%22c]\")"},
    {"a:url(\\110000 b)", "a:url(\"[\xEF\xBF\xBD"
                          "b]\")"},
    {"a:b)url(c)", "a:b)url(\"[c]\")"},
    {"a:\\", "a:\\"},
    {"filter:alphaimageloader(src='a')", "filter:alphaimageloader(src=\"[a]\")"},
};

static void sheets(void)
{
    for (size_t i = 0; i < sizeof sheet_rows / sizeof sheet_rows[0]; i++)
        is_value(seal_css, sheet_rows[i][0], sheet_rows[i][1]);
}

/* A text inside many parentheses is still an address. */
static void deep(void)
{
    char text[400], wanted[400];
    size_t n = 0;

    for (; n < 70; n++)
        text[n] = wanted[n] = '(';
    snprintf(text + n, sizeof text - n, "'b'))");
    snprintf(wanted + n, sizeof wanted - n, "\"[b]\"))");
    is_value(seal_css, text, wanted);
    snprintf(text + n, sizeof text - n, "'b'");
    snprintf(wanted + n, sizeof wanted - n, "\"[b]\"%070d", 0);
    for (char *p = wanted + n + 5; *p; p++)
        *p = ')';
    is_value(seal_css, text, wanted);
}

static void lists(void)
{
    static const char *const sets[][2] = {
        {"a", "[a]"},
        {"a, b", "[a], [b]"},
        {"a 1x, b 2x", "[a] 1x, [b] 2x"},
        {"a,b 2x", "[a,b] 2x"},
        {"a,, b", "[a],, [b]"},
        {" ,a\n100w ,b", " ,[a]\n100w ,[b]"},
        {"a (1,2), b", "[a] (1,2), [b]"},
        {"k 1x, b", "k 1x, [b]"},
        {"", ""},
        {",", ","},
    };
    static const char *const pings[][2] = {
        {"a b", "{a] {b]"}, {" a\n", " {a]\n"}, {"k a", "k {a]"}, {"", ""}, {"a,b", "{a,b]"}};
    static const char *const refreshes[][2] = {
        {"5", "5"},
        {"5;", "5;"},
        {"5; url=a", "5; url={a]"},
        {"5;URL = a b ", "5;URL = {a b] "},
        {"5;url='a'b", "5;url='{a]'b"},
        {"5;url=\"a", "5;url=\"{a]"},
        {"5;a", "5;{a]"},
        {"5 url=a", "5 url={a]"},
        {"5,url=a", "5,url={a]"},
        {"0.5;url=a", "0.5;url={a]"},
        {" 5 ; urla", " 5 ; {urla]"},
        {"url=a", "url={a]"},
        {"5;url=k", "5;url=k"},
    };

    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        is_value(seal_srcset, sets[i][0], sets[i][1]);
    for (size_t i = 0; i < sizeof pings / sizeof pings[0]; i++)
        is_value(seal_ping, pings[i][0], pings[i][1]);
    for (size_t i = 0; i < sizeof refreshes / sizeof refreshes[0]; i++)
        is_value(seal_refresh, refreshes[i][0], refreshes[i][1]);
}

static int fail(void *user, trawl_str address, bool picture, seal_out *out)
{
    (void)user, (void)address, (void)picture, (void)out;
    return TRAWL_ERROR_NO_MEMORY;
}

int main(void)
{
    static seal_value *const values[] = {seal_css, seal_srcset, seal_ping, seal_refresh};

    sheets();
    deep();
    lists();
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        seal_out out = {.m = &memory_default};
        is_int(values[i](&out, (trawl_str){"5;url(a)", 8}, fail, NULL), TRAWL_ERROR_NO_MEMORY,
               "an error of the answer");
        seal_free(&out);
    }
    return done();
}
