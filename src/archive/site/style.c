/* style.c - the stylesheet of a site, a file of its own
 *
 * It consists of the stylesheet of trawl_emit.h, taken from an empty page, and of rules for the
 * elements that only a site has.
 */
#include "archive/site/site.h"

#include <trawl_emit.h>

static const char style_more[] =
    "header{max-width:70ch;margin:0 auto;padding:0 1rem;font:1rem/1.5 var(--text)}\n"
    "main.trawl-text{padding-top:0}\n"
    "h1{font-size:1.4rem;line-height:1.25;margin:1.2rem 0 .4rem;overflow-wrap:anywhere}\n"
    "h2{font-size:1.15rem;margin:1.5rem 0 .4rem}h2.part{font-size:1.05rem}\n"
    "nav ul,.steps,.list,.list ul{list-style:none;padding:0;margin:0}\n"
    "header ul{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;padding:.7rem 0;"
    "border-bottom:1px solid var(--rule)}\n"
    "header a{display:inline-block;padding:.25rem 0}\n"
    ".list li{padding:.3rem 0;overflow-wrap:anywhere}\n"
    ".list ul{padding-left:1.2rem}.list li>.dim{display:inline-block}\n"
    ".dim,.from{color:var(--note);font-size:.92em}\n"
    ".steps{margin:.5rem 0;font-size:.95em}\n"
    "nav.steps ul{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem}\n"
    "[aria-current]{font-weight:bold;color:var(--ink);text-decoration:none}\n"
    ".wide{overflow-x:auto;font-size:.9rem}"
    ".wide table{border-collapse:collapse;font-variant-numeric:tabular-nums}\n"
    ".wide th,.wide td{padding:.2rem .35rem;text-align:right;border-bottom:1px solid var(--rule)}\n"
    "time{white-space:nowrap}\n"
    ".fields{display:grid;grid-template-columns:max-content 1fr;gap:.1rem .8rem;margin:.6rem 0}\n"
    ".fields dt{color:var(--note);font-weight:400;margin:0}.fields dd{margin:0;overflow-wrap:anywhere}\n"
    ".files img{max-width:100%;height:auto;margin-top:.3rem;border:1px solid var(--rule)}\n"
    ".thread li{padding:.15rem 0}\n"
    ".wide th{font-weight:400;color:var(--note)}.wide a{text-decoration:none}\n"
    ".list{--step:1rem}.d1{margin-left:var(--step)}.d2{margin-left:calc(2*var(--step))}\n"
    ".d3{margin-left:calc(3*var(--step))}.d4{margin-left:calc(4*var(--step))}\n"
    ".d5{margin-left:calc(5*var(--step))}.d6{margin-left:calc(6*var(--step))}\n"
    ".d7{margin-left:calc(7*var(--step))}.d8{margin-left:calc(8*var(--step))}\n"
    "article[id]{border-top:1px solid var(--rule);margin-top:1.5rem}"
    "article[id]:target{border-top-color:var(--link)}article[id]>h2{margin:.7rem 0 0}"
    "article[id]>h2>.dim{font-weight:400}"
    "article[id]>h2~.note{margin:.2rem 0}\n"
    "summary{cursor:pointer}.quote{margin:.9em 0}.quote>summary{color:var(--note);"
    "white-space:nowrap;overflow:hidden;text-overflow:ellipsis}.quote>blockquote{margin-top:.4em}\n"
    ".people{display:inline}.people>summary{display:inline-block;color:var(--note);text-decoration:underline}.people[open]>summary{display:none}\n"
    "input{font:inherit;width:100%;box-sizing:border-box;padding:.4rem;color:var(--ink);"
    "background:var(--ground);border:1px solid var(--note)}\n"
    "@media (max-width:40em){header{padding:0 .7rem}.wide{font-size:.8rem}"
    ".wide th,.wide td{padding:.35rem .1rem}.list{--step:.7rem}}\n"
    "@media print{header,nav.steps{display:none}.trawl-text .list a[href]::after,"
    ".trawl-text .steps a[href]::after{content:none}}\n";

static int collect(void *page, const char *bytes, size_t n)
{
    return buffer_add(page, bytes, n) == TRAWL_OK ? 0 : 1;
}

int style_make(struct site *s)
{
    static const char open[] = "<style>\n", close[] = "</style>";
    const trawl_emit_config config = {.size = sizeof config, .options = TRAWL_EMIT_OPTION_PAGE};
    struct buffer page = {0};
    int failed = trawl_emit_text("", 0, NULL, &config, collect, &page);
    const char *from, *to;

    if (!failed)
        failed = buffer_add(&page, "", 1);
    file_begin(s, "style.css");
    from = failed ? NULL : strstr(page.p, open);
    to = from ? strstr(from, close) : NULL;
    if (to)
        output_bytes(&s->out, from + strlen(open), (size_t)(to - from) - strlen(open));
    output_text(&s->out, style_more);
    buffer_free(&page);
    if (failed)
        (void)command_trouble("site", TRAWL_ERROR_NO_MEMORY);
    return failed ? -1 : file_end(s, 1);
}
