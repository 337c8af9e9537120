/* t_style.c - what a style or a class does to the text of an element (rule E17)
 *
 * Each limit of style.c has a value on both sides.
 */
#include "mail/page/page.h"
#include "tap.h"

/* A style and its looks: G gone, U unseen, S small, C clear, T turned; in small letters those that it
 * ends. */
static const char *const styles[][2] = {
    {"", ""},
    {"color", ""},
    {":", ""},
    {"display:none", "G"},
    {"DISPLAY : NONE !important", "G"},
    {"display:\n\tnone;", "G"},
    {"display:block", ""},
    {"x-display:none", ""},
    {"color:red;display:none;color:blue", "Gc"},
    {"display:none;color:transparent;visibility:hidden", "GUC"},
    {"mso-hide:all", "G"},
    {"mso-hide:none", ""},
    {"content-visibility:hidden", "G"},
    {"content-visibility:auto", ""},
    {"visibility:hidden", "U"},
    {"visibility:collapse", "U"},
    {"visibility:visible", "u"},
    {"visibility:inherit", ""},
    /* opacity */
    {"opacity:0", "G"},
    {"opacity:.09", "G"},
    {"opacity:0.1", ""},
    {"opacity:1", ""},
    {"opacity:9%", "G"},
    {"opacity:10%", ""},
    {"opacity:inherit", ""},
    {"filter:opacity(0)", "G"},
    {"filter:opacity(0.04)", "G"},
    {"filter:opacity(0.05)", ""},
    {"filter:blur(0)", ""},
    /* sizes of letters */
    {"font-size:0", "S"},
    {"font-size:2px", "S"},
    {"font-size:2.1px", "s"},
    {"font-size:+1pt", "S"},
    {"font-size:0.1em", "S"},
    {"font-size:0.1rem", "S"},
    {"font-size:0.2em", ""},
    {"font-size:0.2rem", "s"},
    {"font-size:10%", "S"},
    {"font-size:11%", ""},
    {"font-size:12px", "s"},
    {"font-size:large", "s"},
    {"font-size:inherit", ""},
    {"font:0/0 a", "S"},
    {"font:italic bold 1px/2 a", "S"},
    {"font:700 1px a", "S"},
    {"font:700 12px a", "s"},
    {"font:100 0 a", "S"},
    {"font:99px a", "s"},
    {"font:100px a", "s"},
    {"font:100% a", ""},
    {"font:100/2 a", "s"},
    {"font:inherit", ""},
    /* colours */
    {"color:transparent", "C"},
    {"-webkit-text-fill-color:transparent", "C"},
    {"background:transparent", ""},
    {"color:red", "c"},
    {"color:inherit", ""},
    {"color:currentcolor", ""},
    {"color:#1230", "C"},
    {"color:#1231", "c"},
    {"color:#120", "c"},
    {"color:#11223300", "C"},
    {"color:#11223301", "c"},
    {"color:#112200", "c"},
    {"color:rgba(1,2,3,0)", "C"},
    {"color:rgba(1, 2, 3, 0.04)", "C"},
    {"color:rgba(1,2,3,0.05)", "c"},
    {"color:hsla(1,2%,3%,0)", "C"},
    {"color:rgb(1,2,0)", "c"},
    {"color:rgb(1 2 3 / 0)", "C"},
    {"color:rgb(1 2 3/0%)", "C"},
    {"color:rgb(1 2 3 / 1)", "c"},
    /* boxes without room */
    {"overflow:hidden;height:0", "G"},
    {"max-height:0;overflow:hidden", "G"},
    {"overflow-x:hidden;width:1px", "G"},
    {"overflow:clip;max-width:0", "G"},
    {"overflow:hidden;line-height:0", "G"},
    {"overflow:hidden;height:2px", ""},
    {"overflow:hidden;min-height:0", ""},
    {"overflow:visible;height:0", ""},
    {"height:0", ""},
    {"overflow:hidden", ""},
    {"clip:rect(0,0,0,0)", "G"},
    {"clip:rect(1px 1px 1px 1px)", "G"},
    {"clip:rect(0,2px,0,0)", ""},
    {"clip:rect()", ""},
    {"clip:auto", ""},
    {"clip-path:inset(50%)", "G"},
    {"clip-path:inset(49%)", ""},
    {"clip-path:inset(50px)", ""},
    {"clip-path:circle(0)", "G"},
    {"clip-path:circle(2px)", ""},
    {"clip-path:none", ""},
    /* out of sight */
    {"text-indent:-400px", "G"},
    {"text-indent:-399px", ""},
    {"text-indent:-40em", "G"},
    {"text-indent:-39em", ""},
    {"text-indent:2000px", "G"},
    {"text-indent:1999px", ""},
    {"left:-9999px", "G"},
    {"left:9999px", ""},
    {"top:-400px", "G"},
    {"right:-400px", "G"},
    {"bottom:-400px", "G"},
    {"margin-left:-400px", "G"},
    {"margin-top:-400px", "G"},
    {"margin:0 0 0 -400px", "G"},
    {"margin:0 0 0 -399px", ""},
    {"padding:-400px", ""},
    {"transform:scale(0)", "G"},
    {"transform:rotate(1deg) scaleY(0.04)", "G"},
    {"transform:scale(0.05)", ""},
    {"transform:scale(-1)", ""},
    {"transform:translateX(-400px)", "G"},
    {"transform:translateX(-399px)", ""},
    {"transform:none", ""},
    /* from right to left */
    {"unicode-bidi:bidi-override;direction:rtl", "T"},
    {"direction:rtl;unicode-bidi:isolate-override", "T"},
    {"direction:rtl;unicode-bidi:isolate", ""},
    {"direction:rtl", ""},
    {"unicode-bidi:bidi-override;direction:ltr", ""},
    /* comments and escapes */
    {"/**/display:none", "G"},
    {"dis/*;*/play:none", "G"},
    {"/*/display:none", ""},
    {"/*/*/display:none", "G"},
    {"/*display:none", ""},
    {"d\\69splay:none", "G"},
    {"d\\69 splay:none", "G"},
    {"d\\000069splay:none", "G"},
    {"d\\0000690splay:none", ""},
    {"displa\\y:n\\one", "G"},
    {"display:none\\", "G"},
};

static const char *const classes[][2] = {
    {"", ""},          {"hidden", "G"}, {"a hidden b", "G"},  {"a\tsr-only", "G"},
    {"hidden-xs", ""}, {"xhidden", ""}, {"show-for-sr", "G"}, {" ", ""},
};

static void is_look(page_look look, const char *wanted, const char *text)
{
    static const struct {
        unsigned bit;
        char set, clear;
    } letters[] = {
        {PAGE_LOOK_GONE, 'G', 'g'},  {PAGE_LOOK_UNSEEN, 'U', 'u'}, {PAGE_LOOK_SMALL, 'S', 's'},
        {PAGE_LOOK_CLEAR, 'C', 'c'}, {PAGE_LOOK_TURNED, 'T', 't'},
    };
    char got[16] = "";
    size_t n = 0;

    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
        if (look.sets & letters[i].bit)
            got[n++] = letters[i].set;
        if (look.clears & letters[i].bit)
            got[n++] = letters[i].clear;
    }
    is_str(got, wanted, "%s", text);
}

/* A style sheet, the class (".a") or element that is looked for, and its looks. */
static const char *const sheets[][3] = {
    {"", ".a", ""},
    {".a{display:none}", ".a", "G"},
    {".a{display:none}", "a", ""},
    {".A{display:none}", ".a", "G"},
    {"a{display:none}", "a", "G"},
    {".a{display:none", ".a", "G"},
    {".a{color:red}", ".a", ""},
    {".\\61{visibility:hidden}", ".a", "U"},
    {".b,p .a , q{font-size:0}", ".a", "S"},
    {".b,p .a , q{font-size:0}", "q", "S"},
    {"p>.a+b~ i{font-size:0}", "i", "S"},
    {"p>.a+b~ i{font-size:0}", ".a", ""},
    {"b.a{font-size:0}", ".a", "S"},
    {"#a{display:none}", ".a", ""},
    {".a:hover{display:none}", ".a", ""},
    {".a[b]{display:none}", ".a", ""},
    {".a:hover,.a{display:none}", ".a", "G"},
    {"@media(a){.a{display:none}}.b{opacity:0}", ".a", "G"},
    {"@media(a){.a{display:none}}.b{opacity:0}", ".b", "G"},
    {"@font-face{src:url(x)}.a{opacity:0}", ".a", "G"},
    {"@import 'x';.a{opacity:0}", ".a", "G"},
    {"<!-- .a{opacity:0} -->", ".a", "G"},
    {"/*.a{opacity:0}*/", ".a", ""},
    {"b{content:'}.a{opacity:0}'}", ".a", ""},
    {".a::before{display:none}", ".a", ""},
    {".a::after{content:'b'}", ".a", ""},
    {".a{opacity:0}.a::before{content:'b'}", ".a", "G"},
    {".aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa{opacity:0}", ".aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "G"},
    {".aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa{opacity:0}", ".aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", ""},
};

static void read_sheets(void)
{
    static page p;
    srcmap map;

    srcmap_open(&map, &memory_default);
    page_open(&p);
    p.map = &map;
    for (size_t i = 0; i < sizeof sheets / sizeof sheets[0]; i++) {
        const char *sheet = sheets[i][0], *name = sheets[i][1];
        const bool tag = name[0] != '.';
        const size_t half = strlen(sheet) / 2;
        p.tag.look = (page_look){0};
        ok(page_sheet_add(&p, sheet, half) == 0 &&
               page_sheet_add(&p, sheet + half, strlen(sheet) - half) == 0,
           "taken: %s", sheet);
        page_sheet_end(&p);
        page_sheet_look(&p, name + !tag, strlen(name) - !tag, tag);
        is_look(p.tag.look, sheets[i][2], sheet);
        p.sheet->n = 0;
    }
    for (unsigned i = 0; i < 2 * PAGE_RULES; i++)
        (void)page_sheet_add(&p, "b{opacity:0}", 12);
    page_sheet_end(&p);
    ok(p.sheet->n == PAGE_RULES, "no more rules than there is room for");
    for (size_t i = 0; i < PAGE_SHEET; i += 8)
        (void)page_sheet_add(&p, "/*     */", 9);
    ok(p.sheet->text_n == PAGE_SHEET, "no more text");
    page_sheet_close(&p);
    srcmap_close(&map);
}

int main(void)
{
    for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++)
        is_look(page_style_look(styles[i][0], strlen(styles[i][0])), styles[i][1], styles[i][0]);
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++)
        is_look(page_class_look(classes[i][0], strlen(classes[i][0])), classes[i][1],
                classes[i][0]);
    read_sheets();
    return done();
}
