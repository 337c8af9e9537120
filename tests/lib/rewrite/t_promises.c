/* t_promises.c - what trawl_rewrite.h promises of all pages, random and broken ones among them
 *
 * Without the tags that were put in, the output is the input. Rewriting the output again changes
 * nothing. The input may be cut anywhere: the output and the calls of the function are the same. If
 * the function changes nothing, the output is the input.
 */
#include "rewrite_run.h"
#include "tap.h"

#define MARK "class=\"put-in\">"

/* Writes the output without "<a ... class="put-in">" and the "</a>" of each. Returns the length. */
static size_t without_links(char *out, const char *p, size_t n)
{
    size_t k = 0;
    bool open = false;

    for (size_t i = 0; i < n;) {
        if (n - i > 9 && memcmp(p + i, "<a href=\"", 9) == 0) {
            size_t end = i + 9;
            while (end < n && p[end] != '>')
                end++;
            if (end < n && end - i > strlen(MARK) &&
                memcmp(p + end + 1 - strlen(MARK), MARK, strlen(MARK)) == 0) {
                if (open)
                    return (size_t)-1;
                open = true;
                i = end + 1;
                continue;
            }
        }
        if (open && n - i >= 4 && memcmp(p + i, "</a>", 4) == 0) {
            open = false;
            i += 4;
            continue;
        }
        out[k++] = p[i++];
    }
    return open ? (size_t)-1 : k;
}

/* ---- A record of the calls ---- */

static uint64_t calls_hash;

static void hash_bytes(const void *bytes, size_t n)
{
    const unsigned char *p = bytes;

    for (size_t i = 0; i < n; i++)
        calls_hash = (calls_hash ^ p[i]) * UINT64_C(1099511628211);
}

static int changes; /* 0: decide() only refuses new links; else it makes many kinds of changes */

static int decide(void *user, trawl_rewrite *r, const trawl_rewrite_link *link)
{
    unsigned at = (unsigned)(link->text.n + link->href.n + (unsigned)link->type);

    (void)user;
    hash_bytes(&link->type, sizeof link->type);
    hash_bytes(&link->text_cut, sizeof link->text_cut);
    hash_bytes(&link->span, sizeof link->span);
    hash_bytes(link->href.p, link->href.n);
    hash_bytes(link->text.p, link->text.n);
    for (unsigned i = 0; i < link->attribute_count; i++) {
        hash_bytes(link->attributes[i].name.p, link->attributes[i].name.n);
        hash_bytes(link->attributes[i].value.p, link->attributes[i].value.n);
    }
    if (changes == 0)
        return link->type == TRAWL_REWRITE_NEW ? trawl_rewrite_unlink(r) : 0;
    if (at % 3 == 0 && !link->text_cut && trawl_rewrite_set_text(r, "<T&>", 4))
        return TRAWL_ERROR_MISUSE;
    if (at % 5 == 0 && trawl_rewrite_unlink(r))
        return TRAWL_ERROR_MISUSE;
    if (link->type > TRAWL_REWRITE_ANCHOR)
        return 0;
    if (at % 2 == 0)
        return trawl_rewrite_set(r, "href", 4, "http://n.example/?\"a'&b", 23);
    if (at % 7 == 0)
        return trawl_rewrite_remove(r, "href", 4);
    return trawl_rewrite_set(r, "data-x", 6, "y", 1);
}

/* ---- Pages ---- */

static rewrite_result whole, again, cut;
static unsigned linked, called;

static int same(const rewrite_result *a, const char *p, size_t n)
{
    return !a->result && a->n == n && memcmp(a->p, p, n) == 0;
}

static void dump(const char *what, uint64_t seed, const char *p, size_t n)
{
    printf("# %s, page %llu: ", what, (unsigned long long)seed);
    tap_bytes(p, n);
    printf("\n# whole: ");
    tap_bytes(whole.p, whole.n);
    printf("\n# again: ");
    tap_bytes(again.p, again.n);
    printf("\n# cut: ");
    tap_bytes(cut.p, cut.n);
    printf("\n");
}

/* The links that are put in without a function. */
static bool put_in(uint64_t seed, const char *p, size_t n)
{
    trawl_rewrite_config config = TRAWL_REWRITE_CONFIG_INIT;
    char *plain;
    size_t plain_n;
    bool good;

    config.css_class = (trawl_str){"put-in", 6};
    rewrite_run(&whole, &config, p, n, n + 1);
    rewrite_run(&again, &config, whole.p, whole.n, whole.n + 1);
    rewrite_run(&cut, &config, p, n, 1 + seed % 5);
    linked += whole.n > n;
    plain = malloc(whole.n + 1);
    if (!plain)
        abort();
    plain_n = without_links(plain, whole.p, whole.n);
    good = !whole.result && plain_n == n && memcmp(plain, p, n) == 0;
    free(plain);
    if (!good)
        dump("without links", seed, p, n);
    else if (!(good = same(&again, whole.p, whole.n)))
        dump("twice", seed, p, n);
    else if (!(good = same(&cut, whole.p, whole.n)))
        dump("cut", seed, p, n);
    return good;
}

/* With a function: calls and output do not depend on how the page is cut. */
static bool decided(uint64_t seed, const char *p, size_t n, int kind)
{
    trawl_rewrite_config config = TRAWL_REWRITE_CONFIG_INIT;
    uint64_t first;
    bool good;

    changes = kind;
    config.options = TRAWL_REWRITE_OPTION_ANCHORS;
    config.decide = decide;
    calls_hash = 1;
    rewrite_run(&whole, &config, p, n, n + 1);
    first = calls_hash;
    called += first != 1;
    calls_hash = 1;
    rewrite_run(&cut, &config, p, n, 1 + seed % 3);
    good = calls_hash == first && same(&cut, whole.p, whole.n) && (kind == 1 || same(&whole, p, n));
    if (!good)
        dump(calls_hash == first ? "decided" : "calls", seed, p, n);
    return good;
}

static bool page_holds(uint64_t seed, const char *p, size_t n)
{
    return put_in(seed, p, n) && decided(seed, p, n, 0) && decided(seed, p, n, 1);
}

static void random_pages(unsigned count)
{
    static char page[4096];
    unsigned bad = 0;

    for (unsigned i = 0; i < count && bad < 5; i++)
        bad += !page_holds(i, page, rewrite_page(page, sizeof page, i));
    is_int(bad, 0, "%u random pages", count);
    ok(linked > count / 4 && called > count / 2, "links in %u of them, calls in %u", linked,
       called);
}

/* Long texts of anchors, comments, tags and runs of tags: the limits do not depend on how the page
 * is cut. */
static void long_pages(void)
{
    static const struct {
        const char *head, *unit, *tail;
    } shapes[] = {
        {"www.example.com <a href=x>", "text &amp; <b>http://a.example</b> ",
         "</a> http://b.example"},
        {"http://a.example<!--", "x", "--><a href=x>y</a> http://b.example"},
        {"http://a.example<!", "x", "><a href=x>y</a> http://b.example"},
        {"http://a.example<b title='", "x", "'>z</b> <a href=x>y</a> http://b.example"},
        {"http://a.example/<a title='", "x", "'>z</a> http://b.example"},
        {"http://a.example/ <a href=q>p<a href=y title='", "x", "'>z</a> http://b.example"},
        {"<!x><a href=y title='", "x", "'>z</a> http://b.example"},
        {"<a title=\"", "&gt;", "\" href=y>z</a> http://b.example"},
        {"<!x><!--><a href=y>", "x", "--> http://b.example <a href=x>y</a>"},
        {"http://a.example/", "<!x>", "<a href=x>y</a> http://b.example"},
        {"<svg><a href=y title='", "x", "'>z</a></svg> <a href=x>y</a>"},
        {"http://a.example/", "<b></b>", "x http://b.example <a href=x>y</a>"},
        {"http://a.example/", "<b>", "x http://b.example <a href=x>y</a>"},
        {"http://a.example/", "&#000000000000000000000000000000120;", " http://b.example"},
        {"http://a.example/&#", "0", "65;b http://b.example <a href=x>y</a>"},
        {"<a href=x>&#", "0", "65;b</a> http://b.example <a href=x>y</a>"},
        {"http://a.example/ <script>", "http://c.example ", "</script> http://b.example"},
        {"http://a.example/", "x", " http://b.example"},
        {"<a href=x>", "<p>", "</a> http://b.example"},
        {"<a href=x>", "<table><td>", "</a> http://b.example"},
    };
    enum { LONG = 300000 };
    char *page = malloc(LONG + 200);
    unsigned bad = 0;

    for (size_t i = 0; page && i < sizeof shapes / sizeof shapes[0]; i++)
        for (size_t most = LONG / 5; most <= LONG; most += LONG / 5 + 1234) {
            size_t n = strlen(shapes[i].head), unit = strlen(shapes[i].unit);
            memcpy(page, shapes[i].head, n);
            for (; n + unit < most; n += unit)
                memcpy(page + n, shapes[i].unit, unit);
            memcpy(page + n, shapes[i].tail, strlen(shapes[i].tail));
            n += strlen(shapes[i].tail);
            if (!page_holds(i + 5, page, n)) {
                printf("# shape %zu, %zu bytes\n", i, n);
                bad++;
            }
        }
    free(page);
    is_int(bad, 0, "long pages");
}

int main(int argc, char **argv)
{
    random_pages(argc > 1 ? (unsigned)atoi(argv[1]) : 5000);
    long_pages();
    free(whole.p);
    free(again.p);
    free(cut.p);
    return done();
}
