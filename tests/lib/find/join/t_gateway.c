/* t_gateway.c - links of gateways, which show when they are whole (src/lib/find/join/gateway.c,
 * R39)
 */
#include "links.h"

#define UD "https://urldefense.com/v3/__"
#define SL "https://eur01.safelinks.protection.outlook.com/?url="

static const links_row rows[] = {
    /* Proofpoint: lines and words of a line are joined until "__;...$" */
    {"", UD "https://x.example/a*b__;Kw!!AbC!dEf0gH$",
     UD "https://x.example/a*b__;Kw!!AbC!dEf0gH$"},
    {"", UD "https://x.example/a*b\n__;Kw!!AbC!dEf0gH$ now",
     UD "https://x.example/a*b__;Kw!!AbC!dEf0gH$ {" UD
        "https://x.example/a*b __;Kw!!AbC!dEf0gH$} [line-end]"},
    {"", UD "https://x.example/a*b__;Kw!!AbC!dEf0gH\n$ now",
     UD "https://x.example/a*b__;Kw!!AbC!dEf0gH$ {" UD
        "https://x.example/a*b__;Kw!!AbC!dEf0gH $} [line-end]"},
    {"", "see " UD "https://x.example/a*b\n__;Kw!!AbC!dEf0gH$). Next",
     UD "https://x.example/a*b__;Kw!!AbC!dEf0gH$ {" UD
        "https://x.example/a*b __;Kw!!AbC!dEf0gH$} [line-end]"},
    {"", "> " UD "https://x.example/a\n> > *b__;Kw!!AbC!dEf0gH$",
     UD "https://x.example/a*b__;Kw!!AbC!dEf0gH$ {" UD
        "https://x.example/a *b__;Kw!!AbC!dEf0gH$} [line-end]"},
    {"", "> " UD "https://x.example/a\n*b__;Kw!!AbC!dEf0gH$",
     UD "https://x.example/a*b__;Kw!!AbC!dEf0gH$ {" UD
        "https://x.example/a *b__;Kw!!AbC!dEf0gH$} [line-end]"},
    {"", "# " UD "https://x.example/a\n# *b__;Kw!!AbC!dEf0gH$",
     UD "https://x.example/a*b__;Kw!!AbC!dEf0gH$ {" UD
        "https://x.example/a *b__;Kw!!AbC!dEf0gH$} [line-end]"},
    {"", "// " UD "https://x.example/a\n// *b__;Kw!!AbC!dEf0gH$",
     UD "https://x.example/a*b__;Kw!!AbC!dEf0gH$ {" UD
        "https://x.example/a *b__;Kw!!AbC!dEf0gH$} [line-end]"},
    {"", UD "\nhttps://x.example/a__;!!AbC!dEf0gH$",
     UD "https://x.example/a__;!!AbC!dEf0gH$ {" UD
        " https://x.example/a__;!!AbC!dEf0gH$} [line-end]"},
    {"", UD "https://x.example/a\nhttps://y.example/b__;!!AbC!dEf0gH$",
     UD "https://x.example/a [incomplete]; https://y.example/b__;!!AbC!dEf0gH$"},
    {"", UD "https://x.example/a\n(https://y.example/b__;!!AbC!dEf0gH$",
     UD "https://x.example/a [incomplete]; https://y.example/b__;!!AbC!dEf0gH$"},
    {"", UD "https://x.example/a\nwww.y.com/b__;!!AbC!dEf0gH$",
     UD "https://x.example/a [incomplete]; https://www.y.com/b__;!!AbC!dEf0gH$ [scheme-implied]"},
    {"", UD "https://x.example/a\n\n__;!!AbC!dEf0gH$", UD "https://x.example/a [incomplete]"},
    {"", UD "https://x.example/a b=c_1__;!!AbC!dEf0gH$ now", UD "https://x.example/a"},
    {"", UD "https://x.example/a and __;!!AbC!dEf0gH$ now", UD "https://x.example/a"},
    {"", UD "https://x.example/a\nb and __;!!AbC!dEf0gH$ now",
     UD "https://x.example/a [incomplete]"},
    {"", UD "https://x.example/a\nb c=1\nd\n__;!!AbC!dEf0gH$ now",
     UD "https://x.example/abc=1d__;!!AbC!dEf0gH$ {" UD
        "https://x.example/a b c=1 d __;!!AbC!dEf0gH$} [line-end]"},
    {"", UD "https://x.example/a", UD "https://x.example/a [incomplete]"},
    {"", UD "https://x.example/a  \n", UD "https://x.example/a [incomplete]"},
    {"", UD "https://x.example/a and", UD "https://x.example/a"},
    {"", UD "https://x.example/a, and", UD "https://x.example/a"},
    {"", UD "https://x.example/a.......$\n__;!!AbC!dEf0gH$",
     UD "https://x.example/a.......$__;!!AbC!dEf0gH$ {" UD
        "https://x.example/a.......$ __;!!AbC!dEf0gH$} [line-end]"},
    {"", UD "https://x.example/a.........\n__;!!AbC!dEf0gH$", UD "https://x.example/a"},
    {"", UD "https://x.example/a|\n__;!!AbC!dEf0gH$", UD "https://x.example/a [incomplete]"},
    {"", UD "https://x.example/a\"\n__;!!AbC!dEf0gH$", UD "https://x.example/a"},
    {"", UD "https://x.example/a\x1b[0m\n__;!!AbC!dEf0gH$",
     UD "https://x.example/a__;!!AbC!dEf0gH$ {" UD
        "https://x.example/a __;!!AbC!dEf0gH$} [line-end]"},
    {"", UD "https://x.example/a\n__;!!AbC!dEf0gH$ x=1__;!!a!b$",
     UD "https://x.example/a__;!!AbC!dEf0gH$ {" UD
        "https://x.example/a __;!!AbC!dEf0gH$} [line-end]"},
    /* its older links */
    {"", "https://urldefense.com\n/v3/__https://x.example/a__;!!AbC!dEf0gH$",
     UD "https://x.example/a__;!!AbC!dEf0gH$ {https://urldefense.com "
        "/v3/__https://x.example/a__;!!AbC!dEf0gH$} [line-end]"},
    {"", "https://urldefense.com/\nThanks for all", "https://urldefense.com/"},
    {"", "https://urldefense.com/v3/\nThanks for all", "https://urldefense.com/v3/ [incomplete]"},
    {"", "https://urldefense.com/v2/url?u=https-3A__x.example_a&d=D\n&e=",
     "https://urldefense.com/v2/url?u=https-3A__x.example_a&d=D&e= "
     "{https://urldefense.com/v2/url?u=https-3A__x.example_a&d=D &e=} [line-end]"},
    {"", "https://urldefense.com/v2/url?u=https-3A__x.example_a&d=D\n&e= now",
     "https://urldefense.com/v2/url?u=https-3A__x.example_a&d=D&e= "
     "{https://urldefense.com/v2/url?u=https-3A__x.example_a&d=D &e=} [line-end]"},
    {"", "https://urldefense.com/v2/url?u=https-3A__x.example_a&d=D&e=\n%41bcd",
     "https://urldefense.com/v2/url?u=https-3A__x.example_a&d=D&e="},
    /* Safe Links: until "reserved=0" */
    {"", SL "https%3A%2F%2Fx.example%2Fa&data=05\n%7C01&reserved=0 now",
     SL "https%3A%2F%2Fx.example%2Fa&data=05%7C01&reserved=0 {" SL
        "https%3A%2F%2Fx.example%2Fa&data=05 %7C01&reserved=0} [line-end]"},
    {"", SL "https%3A%2F%2Fx.example%2Fa&data=05\n%7C01&reserved=0\nx=1",
     SL "https%3A%2F%2Fx.example%2Fa&data=05%7C01&reserved=0 {" SL
        "https%3A%2F%2Fx.example%2Fa&data=05 %7C01&reserved=0} [line-end]"},
    {"", SL "https%3A%2F%2Fx.example%2Fa&data=05\n%7C01&reserved=\n0",
     SL "https%3A%2F%2Fx.example%2Fa&data=05%7C01&reserved=0 {" SL
        "https%3A%2F%2Fx.example%2Fa&data=05 %7C01&reserved= 0} [line-end]"},
    {"", SL "https%3A%2F%2Fx.example%2Fa&data=05%7C01&reserved=0\nx=1&y=2",
     SL "https%3A%2F%2Fx.example%2Fa&data=05%7C01&reserved=0"},
    {"", SL "https%3A%2F%2F\nwww.x.com%2Fa&reserved=0",
     SL "https%3A%2F%2Fwww.x.com%2Fa&reserved=0 {" SL
        "https%3A%2F%2F www.x.com%2Fa&reserved=0} [line-end]"},
    {"", SL "https%3A%2F%2\nFwww.x.com%2Fa&reserved=0",
     SL "https%3A%2F%2Fwww.x.com%2Fa&reserved=0 {" SL
        "https%3A%2F%2 Fwww.x.com%2Fa&reserved=0} [line-end]"},
    {"", SL "https%3A%2F%2Fx.com%2F\nwww.y.com%2Fa&reserved=0",
     SL "https%3A%2F%2Fx.com%2Fwww.y.com%2Fa&reserved=0 {" SL
        "https%3A%2F%2Fx.com%2F www.y.com%2Fa&reserved=0} [line-end]"},
    {"", SL "https%3A%2F%2Fx.example%2Fa&data=05\nThanks for it",
     SL "https%3A%2F%2Fx.example%2Fa&data=05 [incomplete]"},
    {"", SL "https%3A%2F%2Fx.example%2Fa&data=05",
     SL "https%3A%2F%2Fx.example%2Fa&data=05 [incomplete]"},
    {"", SL "https%3A%2F%2Fx.example%2Fa&data=3D05=\n%7C01&reserved=3D0 now",
     SL "https%3A%2F%2Fx.example%2Fa&data=3D05= [line-end incomplete]"},
    {"", SL "3Dhttps%3A%2F%2Fx.example%2Fa&data=3D05=\n%7C01&reserved=\n=3D0 now",
     SL "https%3A%2F%2Fx.example%2Fa&data=05%7C01&reserved=0 {" SL
        "3Dhttps%3A%2F%2Fx.example%2Fa&data=3D05=} or " SL
        "3Dhttps%3A%2F%2Fx.example%2Fa&data=3D05="},
    {"",
     "https://eur01.safelinks.protection\n.outlook.com/?url=https%3A%2F%2Fx.example%2Fa&reserved=0",
     SL "https%3A%2F%2Fx.example%2Fa&reserved=0 {https://eur01.safelinks.protection "
        ".outlook.com/?url=https%3A%2F%2Fx.example%2Fa&reserved=0} [line-end]"},
    {"", SL "3Dhttps%3A%2F%2Fx.example%2Fa&data=3D05 and",
     SL "3Dhttps%3A%2F%2Fx.example%2Fa&data=3D05"},
    {"", SL "3Dhttps%3A%2F%2Fx.example%2Fa&data=3D05&reserved=3D0 and",
     SL "https%3A%2F%2Fx.example%2Fa&data=05&reserved=0 {" SL
        "3Dhttps%3A%2F%2Fx.example%2Fa&data=3D05&reserved=3D0} or " SL
        "3Dhttps%3A%2F%2Fx.example%2Fa&data=3D05&reserved=3D0"},
    /* Google */
    {"", "https://www.google.com/url?q=https://x.example/a&ved=1\n&opi=89978449 now",
     "https://www.google.com/url?q=https://x.example/a&ved=1&opi=89978449 "
     "{https://www.google.com/url?q=https://x.example/a&ved=1 &opi=89978449} [line-end]"},
    {"", "https://www.google.com/url?q=https://x.example/a&ved=1\nand now",
     "https://www.google.com/url?q=https://x.example/a&ved=1"},
    {"",
     "\xe2\x94\x82https://www.google.com/url?q=https://x.example/a&ved=1\xe2\x94\x82\n"
     "\xe2\x94\x82&opi=89978449                                         \xe2\x94\x82",
     "https://www.google.com/url?q=https://x.example/a&ved=1&opi=89978449 "
     "{https://www.google.com/url?q=https://x.example/a&ved=1 &opi=89978449} [line-end]"},
};

/* A link has at most 64 lines (R31). */
static void many_lines(void)
{
    for (unsigned lines = 64; lines <= 65; lines++) {
        growing text = {0}, want = {0}, raw = {0};
        growing_printf(&text, UD "https://x.example/a\n");
        growing_printf(&want, UD "https://x.example/a");
        growing_printf(&raw, " {" UD "https://x.example/a");
        for (unsigned i = 0; i < lines - 2; i++) {
            growing_printf(&text, "bcd1\n");
            growing_printf(&want, lines > 64 ? "" : "bcd1");
            growing_printf(&raw, " bcd1");
        }
        growing_printf(&text, "__;!!AbC!dEf0gH$");
        growing_printf(&raw, " __;!!AbC!dEf0gH$} [line-end]");
        growing_printf(&want, lines > 64 ? " [incomplete]" : "__;!!AbC!dEf0gH$");
        growing_add(&want, raw.p, lines > 64 ? 0 : raw.n);
        links_run(&(links_row){"", text.p, want.p}, 1);
        free(text.p), free(want.p), free(raw.p);
    }
}

int main(void)
{
    links_run(rows, sizeof rows / sizeof *rows);
    many_lines();
    trawl_release();
    return done();
}
