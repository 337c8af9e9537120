/* t_seal_values.c - the addresses that the seal finds in style sheets, and in attributes that hold
 * several addresses */
#include <stdio.h>

#include "rewrite/seal/seal.h"
#include "tap.h"

/* Replaces the address of a picture by "[address]", any other by "{address]"; keeps addresses that
 * begin with "k". */
static int take(void *user, trawl_str address, bool picture, bytes_out *out)
{
    (void)user;
    if (address.n > 0 && address.p[0] == 'k')
        return 0;
    bytes_put(out, picture ? "[" : "{", 1);
    bytes_put(out, address.p, address.n);
    bytes_put(out, "]", 1);
    return 1;
}

static void is_value(seal_value *value, const char *text, const char *wanted, unsigned left)
{
    bytes_out out = {.m = &memory_default};

    is_int(value(&out, (trawl_str){text, strlen(text)}, take, NULL), TRAWL_OK, "read: %s", text);
    ok(out.n == strlen(wanted) && memcmp(out.p ? out.p : "", wanted, out.n) == 0, "%s: %s", text,
       wanted);
    if (out.n != strlen(wanted) || memcmp(out.p ? out.p : "", wanted, out.n) != 0)
        printf("# got %.*s\n", (int)out.n, out.p);
    is_int((int)out.left, (int)left, "left out: %s", text);
    bytes_close(&out);
}

/* A style, and what is written; with the number of parts that are left out. */
static const struct {
    const char *text, *wanted;
    unsigned left;
} style_rows[] = {
    {"", "", 0},
    {" ; ;", "", 0},
    {"color: red", "color: red;", 0},
    {"COLOR:Red;;margin:0 auto", "COLOR: Red; margin: 0 auto;", 0},
    {"color:red!important;width:calc(1px + 2%)", "color: red !important; width: calc(1px + 2%);",
     0},
    {"color:red ! ie;width:1px", "width: 1px;", 1},
    {"color:red !important x;width:1px", "width: 1px;", 1},
    {"color:#fff;color:#1234;color:#12;color:#ghi", "color: #fff; color: #1234;", 2},
    {"color:rgba(0,0,0,.5)", "color: rgba(0, 0, 0, .5);", 0},
    {"font:12px/1.5 'A B',\"c\"", "font: 12px / 1.5 \"A B\", \"c\";", 0},
    {"font-family:'\\22\\\\ \\3c/style>&\n'", "", 1},
    {"font-family:'\\22\\\\ \\3c/style>&'", "font-family: \"\\22 \\5c  \\3c /style>\\26 \";", 0},
    {"--x: a \"b\" 1px;--Y:;--z:{a:b};--:c", "--x: a \"b\" 1px; --Y: ;", 2},
    {"unknown:url(a);behavior:url(a);-moz-binding:url(a)", "", 3},
    {"-webkit-mask:url(a);-x-mask:url(a)", "-webkit-mask: url(\"[a]\");", 1},
    {"width:1foo;width:1px;height:1e3px;height:+.5e-2%",
     "width: 1px; height: 1e3px; height: +.5e-2%;", 1},
    {"color", "", 1},
    {"color:", "", 1},
    {"color red;width:1px", "width: 1px;", 1},
    {"color:red)x;width:1px", "width: 1px;", 1},
    {"a:hover{color:red}width:1px", "width: 1px;", 1},
    {"@media x{color:red}width:1px;@x y;height:1px", "width: 1px; height: 1px;", 2},
    {"color:red}width:1px", "", 1},
    {"grid-template:[a b] 1fr / auto", "grid-template: [a b] 1fr / auto;", 0},
    /* Addresses */
    {"background:url(a.png)", "background: url(\"[a.png]\");", 0},
    {"background:url( a.png )", "background: url(\"[a.png]\");", 0},
    {"background:url(k.png) x", "background: url(\"k.png\") x;", 0},
    {"background:url('a.png')", "background: url(\"[a.png]\");", 0},
    {"background:url('a.png' 'b')", "", 1},
    {"background:url('a.png');color:red", "background: url(\"[a.png]\"); color: red;", 0},
    {"background:URL(\"a.png\" )", "background: URL(\"[a.png]\");", 0},
    {"background:\\75 rl(a)", "background: url(\"[a]\");", 0},
    {"background:u\\72\nl(a)", "background: url(\"[a]\");", 0},
    {"background:\\75\r\nrl('a')", "background: url(\"[a]\");", 0},
    {"background:u\\rl(a)", "background: url(\"[a]\");", 0},
    {"background:url(h\\74 tp\\:x)", "background: url(\"[http:x]\");", 0},
    {"background:url(\"a\\\nb\")", "background: url(\"[ab]\");", 0},
    {"background:url(a", "background: url(\"[a]\");", 0},
    {"background:url(\"a", "background: url(\"[a]\");", 0},
    {"background:url(a\\", "background: url(\"[a\xEF\xBF\xBD]\");", 0},
    {"background:url(\"a\\", "background: url(\"[a]\");", 0},
    {"background:url()", "background: url(\"[]\");", 0},
    {"background:url(a b);width:1px", "width: 1px;", 1},
    {"background:url(a\"b);width:1px", "width: 1px;", 1},
    {"background:url(a b\\);url(c);width:1px", "width: 1px;", 1},
    {"background:url('a' b)", "", 1},
    {"background:url/**/(a)", "background: url (a);", 0},
    {"background:u<!--rl(a)", "", 1},
    {"background:\\75<!--rl(a)", "", 1},
    {"x:#url(#\") \");background:url(a);y:\"", "background: url(\"[a]\");", 2},
    {"background:#url(a)", "", 1},
    {"background:x\\&url(a)", "", 1},
    {"background:image-set('a' 1x,url(b) 2x type('c'))",
     "background: image-set(url(\"[a]\") 1x, url(\"[b]\") 2x type(\"c\"));", 0},
    {"background:image-set(var(--x) 1x)", "", 1},
    {"background:image-set(linear-gradient(var(--x)))", "", 1},
    {"background:-WebKit-image-set('a' 1x)", "background: -WebKit-image-set(url(\"[a]\") 1x);", 0},
    {"background:src('a');background:image('a');background:cross-fade(url(a),url(b))", "", 3},
    {"--x:url(a);background:var(--x,url('b'))",
     "--x: url(\"[a]\"); background: var(--x, url(\"[b]\"));", 0},
    {"content:'http://a.example/'", "content: \"http://a.example/\";", 0},
    {"filter:progid:x.alphaimageloader(src='a')", "", 1},
    {"width:expression(a)", "", 1},
    {"color:'b\nurl(c)", "", 1},
    {"/* url(a) */ color/**/:/**/red/* b", "color: red;", 0},
    {"color:red\\9", "color: red\\09 ;", 0},
    {"animation:\\31 a -\\32  \\-", "animation: \\31 a -\\32  \\2d ;", 0},
};

static const struct {
    const char *text, *wanted;
    unsigned left;
} sheet_rows[] = {
    {"", "", 0},
    {"<!-- p{color:red} -->", "p { color: red; }", 0},
    {"p{}a{color:red}", "p { }\na { color: red; }", 0},
    {"a > b+c ~d , .e#f:not( .g,[h]):hover::after{}",
     "a > b+c ~d , .e#f:not( .g,[h]):hover::after { }", 0},
    {"[a],[b=c],[d~=\"e\"],[f|='g' i],[h^='\\22<'],[j$=k],[l*=m]{}",
     "[a],[b=c],[d~=\"e\"],[f|=\"g\" i],[h^=\"\\22 \\3c \"],[j$=k],[l*=m] { }", 0},
    {":nth-child(2n+1):nth-child(-n + 3):nth-child(odd):nth-child(n-1):nth-child(5){}",
     ":nth-child(2n+1):nth-child(-n + 3):nth-child(odd):nth-child(n-1):nth-child(5) { }", 0},
    {".a\\:b,#\\31 a,.\\<{}", ".a\\3a b,#\\31 a,.\\3c  { }", 0},
    {"a/**/b{}c/**/d{}e./**/5{}f{}", "f { }", 3},
    {"x\\</style>\\<img src=a>{}", "", 1},
    {"a&b{}p{color:red}", "p { color: red; }", 1},
    {"p{color:red", "p { color: red; }", 0},
    {"p{color:red;}}q{width:1px}", "p { color: red; }", 1},
    {"p{&:hover{color:red}width:1px}q{}", "p { width: 1px; }\nq { }", 1},
    {"p", "", 1},
    {"@import 'a';@import url(b) c;@charset \"d\";@namespace x url(y);p{}", "p { }", 4},
    {"x:#url(#\") \"){} @import url(a);", "", 2},
    {"@\\69<!--mport \"a\";p{}", "p { }", 1},
    {"@media screen and (max-width:600px){p{color:red}q{}}",
     "@media screen and (max-width: 600px) { p { color: red; } q { } }", 0},
    {"@media (width>=1px){p{}}@media (width<1px){q{}}", "@media (width >= 1px) { p { } }", 1},
    {"@media x;p{}", "p { }", 1},
    {"@media x{p{}", "@media x { p { } }", 0},
    {"@supports (a:b) and (not (c:rgb(1,2,3))){p{}}",
     "@supports (a: b) and (not (c: rgb(1, 2, 3))) { p { } }", 0},
    {"@supports (a:url(b)){p{}}@supports selector(a){p{}}", "", 2},
    {"@-webkit-keyframes x{from{top:0}50.5%,to{top:1px}}",
     "@-webkit-keyframes x { from { top: 0; } 50.5%,to { top: 1px; } }", 0},
    {"@font-face{font-family:a;src:url(b)format('c'),local(d)}",
     "@font-face { font-family: a; src: url(\"[b]\") format(\"c\"), local(d); }", 0},
    {"@font-face x(url(a)) y(b{font-family:c}", "", 1},
    {"@layer a{p{}}@container x{p{}}@scope{p{}}@property --x{syntax:'*'}q{}", "q { }", 4},
    {"@media a{@media b{@supports (c:d){p{background:url(e)}}}}",
     "@media a { @media b { @supports (c: d) { p { background: url(\"[e]\"); } } } }", 0},
    {"p{content:'\\\xF0\xF0'}", "p { content: \"\xF0\xF0\"; }", 0},
};

static void css(void)
{
    for (size_t i = 0; i < sizeof style_rows / sizeof style_rows[0]; i++)
        is_value(css_write_style, style_rows[i].text, style_rows[i].wanted, style_rows[i].left);
    for (size_t i = 0; i < sizeof sheet_rows / sizeof sheet_rows[0]; i++)
        is_value(css_write_sheet, sheet_rows[i].text, sheet_rows[i].wanted, sheet_rows[i].left);
    is_value(css_write_paint, "url(a) red", "url(\"[a]\") red", 0);
    is_value(css_write_paint, "url(a);x", "", 1);
    is_value(css_write_paint, "", "", 1);
}

/* What is too deep inside is left out, with what follows it. */
static void deep(void)
{
    char text[400];
    size_t n = (size_t)snprintf(text, sizeof text, "width:1px;height:calc");

    memset(text + n, '(', 100);
    snprintf(text + n + 100, sizeof text - n - 100, "1px);background:url(a)");
    is_value(css_write_style, text, "width: 1px;", 1);
    for (n = 0; n < 12; n++)
        memcpy(text + 10 * n, "@media a{ ", 10);
    snprintf(text + 120, sizeof text - 120, "p{background:url(a)}");
    is_value(
        css_write_sheet, text,
        "@media a { @media a { @media a { @media a { @media a { @media a { @media a { @media a { "
        "} } } } } } } }",
        1);
}

static void lists(void)
{
    static const char *const sets[][2] = {
        {"a", "[a]"},
        {"a, b", "[a], [b]"},
        {"a 1x, b 2x", "[a] 1x, [b] 2x"},
        {"a,b 2x", "[a,b] 2x"},
        {"a,, b", "[a], [b]"},
        {" ,a\n100w ,b", "[a] 100w, [b]"},
        {"a (1,2), b 1x 2h", "[b] 1x 2h"},
        {"a 1x\x01, b .5x", "[b] .5x"},
        {"k 1x, b", "k 1x, [b]"},
        {"", ""},
        {",", ""},
    };
    static const char *const pings[][2] = {
        {"a b", "{a] {b]"}, {" a\n", "{a]"}, {"k\f\r a", "k {a]"}, {"", ""}, {"a,b", "{a,b]"}};
    static const char *const refreshes[][2] = {
        {"5", "5"},
        {"5;", "5"},
        {" 5; url=a", "5;url={a]"},
        {"5;URL = a b ", "5;url={a b]"},
        {"5;url='a'b", "5;url={a]"},
        {"5;url=\"a", "5;url={a]"},
        {"5;url=''a", "5;url={a]"},
        {"5;url=\"\"'a'b", "5;url={a]"},
        {"5;url=''", "5"},
        {"5;a", "5;url={a]"},
        {"5 url=a", "5;url={a]"},
        {"5,url=a", "5;url={a]"},
        {"0.5;url=a", "0.5;url={a]"},
        {" 5 ; urla", "5;url={urla]"},
        {"url=a", ";url={a]"},
        {"5;url=k", "5;url=k"},
    };

    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        is_value(seal_srcset, sets[i][0], sets[i][1], 0);
    for (size_t i = 0; i < sizeof pings / sizeof pings[0]; i++)
        is_value(seal_ping, pings[i][0], pings[i][1], 0);
    for (size_t i = 0; i < sizeof refreshes / sizeof refreshes[0]; i++)
        is_value(seal_refresh, refreshes[i][0], refreshes[i][1], 0);
}

static int fail(void *user, trawl_str address, bool picture, bytes_out *out)
{
    (void)user, (void)address, (void)picture, (void)out;
    return TRAWL_ERROR_NO_MEMORY;
}

int main(void)
{
    static seal_value *const values[] = {css_write_sheet, css_write_style, seal_srcset, seal_ping,
                                         seal_refresh};
    static const char *const texts[] = {"p{mask:url(a)}", "mask:url(a)", "a", "a", "5;url=a"};

    css();
    deep();
    lists();
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        bytes_out out = {.m = &memory_default};
        is_int(values[i](&out, (trawl_str){texts[i], strlen(texts[i])}, fail, NULL),
               TRAWL_ERROR_NO_MEMORY, "an error of the answer");
        bytes_close(&out);
    }
    return done();
}
