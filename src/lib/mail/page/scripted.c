/* scripted.c - a page as browsers with scripts read it, in which <noscript> is text (E17)
 *
 * From a <noscript> on, a second page is read beside the page, up to the same place after each tag
 * and piece of text, until the same elements are open in both. It reports links that only it has,
 * flagged conditional; and anchors with their texts, which the page adds to its own report if it
 * has not sent that yet.
 */
#include "mail/page/page.h"

/* The page, and its map, which is off. */
typedef struct scripted {
    page page;
    srcmap map;
} scripted;

/* ---- Reports ---- */

static int scripted_text(void *user, const char *p, size_t n)
{
    (void)user, (void)p, (void)n;
    return 0;
}

static int scripted_limit(void *user, page_limit which, uint64_t at)
{
    (void)user, (void)which, (void)at;
    return 0;
}

static int scripted_base(void *user, const char *url, size_t n, uint64_t at)
{
    const page *p = ((const page *)user)->plain;

    (void)url, (void)n;
    return p->out.limit(p->out.user, PAGE_LIMIT_BASE, at);
}

/* Returns true when both pages are in the same anchor, or were last. */
static bool is_same_anchor(const page *p, const page *with)
{
    return p->anchor.open && with->anchor.at == p->anchor.at;
}

/* Reports a link, unless its text waits for the report of the page without scripts. */
static int scripted_link(void *user, const page_link *link)
{
    page *with = user;
    page_link report = *link;

    if (link->tag == &with->anchor.tag && is_same_anchor(with->plain, with)) {
        with->done = true;
        return 0;
    }
    report.text_n = 0;
    report.conditional = !link->again;
    return page_report(with->plain, &report);
}

bool page_scripted_knows(const page *with, const page_value *v)
{
    const page *p = with->plain;

    for (unsigned i = 0; i < p->tag.list_n && !with->within.on; i++)
        if (p->list[i].from == v->from)
            return true;
    return false;
}

page *page_scripted_anchor(const page *p)
{
    page *with = p->inside & PAGE_LOOK_TWICE ? p->scripted : NULL;

    return with && (with->anchor.open || with->done) && is_same_anchor(p, with) ? with : NULL;
}

/* Reports the text that waits, since another text follows. */
int page_scripted_pass(page *with)
{
    char anchor[PAGE_ANCHOR];
    page_link link = page_anchor_link(with, anchor);

    with->done = false;
    return page_report(with->plain, &link);
}

/* ---- Reading ---- */

/* Begins the anchor of the page, and those in it. */
static void share_anchor(page *with, const page *p)
{
    with->anchor = p->anchor;
    with->anchor.open = p->anchor.open && !p->anchor.goes_on;
    with->anchor.goes_on = false;
    with->anchor.again = true;
    page_keep_open(with);
}

int page_scripted_begin(page *p)
{
    const memory *m = srcmap_memory(p->map);
    scripted *made = (scripted *)p->scripted;
    page_out out = {.text = scripted_text,
                    .flush = scripted_text,
                    .base = scripted_base,
                    .link = scripted_link,
                    .limit = scripted_limit,
                    .urls_only = p->out.urls_only,
                    .xml = p->out.xml};
    page *with;

    if (!made) {
        made = memory_get(m, sizeof *made);
        if (!made)
            return TRAWL_ERROR_NO_MEMORY;
        page_open(&made->page);
        srcmap_open(&made->map, m);
        srcmap_switch_off(&made->map, true);
    }
    p->scripted = with = &made->page;
    with->plain = p;
    out.user = with;
    page_begin(with, &out, &made->map);
    html_fork(&with->h, &p->h);
    html_set_look(&with->h, (tree_look){.sets = PAGE_LOOK_UNREAD});
    with->inside = PAGE_LOOK_UNREAD;
    with->forms = p->forms;
    with->based = p->based;
    if (p->anchor.open)
        share_anchor(with, p);
    p->inside |= PAGE_LOOK_TWICE;
    return 0;
}

void page_scripted_rest(page *p)
{
    const page *with = p->scripted;

    if (!p->anchor.open && !with->anchor.open && !with->done && html_is_same(&p->h, &with->h))
        p->inside &= ~(unsigned)PAGE_LOOK_TWICE;
}

void page_close(page *p)
{
    page *const both[] = {p->scripted, p};
    const memory *m = srcmap_memory(p->map);

    for (unsigned i = p->scripted ? 0 : 1; i < 2; i++) {
        memory_free(m, both[i]->inner);
        memory_free(m, both[i]->values.p);
        memory_free(m, both[i]->held.p);
        page_sheet_close(both[i]);
    }
    memory_free(m, p->scripted);
    page_open(p);
}
