/* t_urls.c - TRAWL_WANT_URL gives the same links as a full run
 *
 * Compares the kind, the URL and TRAWL_FLAG_AGAIN of each link: for all of testdata, as files and
 * as messages of a mailbox, and for adversarial texts, random texts, and random pages with all
 * kinds of anchors.
 */
#include <trawl_mail.h>

#include "shapes.h"
#include "configured.h"
#include "gentext.h"
#include "growing.h"
#include "tap.h"

typedef struct watch {
    growing links;
    uint64_t messages;
    bool other; /* an unexpected event or member */
} watch;

static int take(void *user, const trawl_event *e)
{
    watch *w = user;

    w->messages += e->type == TRAWL_EVENT_MESSAGE;
    w->other = w->other || e->size != sizeof *e || !e->message || !e->part ||
               (e->link && e->link->size != sizeof *e->link) || e->type == TRAWL_EVENT_PART ||
               e->type == TRAWL_EVENT_TEXT || e->type == TRAWL_EVENT_LINK_MORE;
    if (e->type == TRAWL_EVENT_LINK) {
        growing_printf(&w->links, "%s ", trawl_kind_name(e->link->kind));
        growing_add(&w->links, e->link->url.p, e->link->url.n);
        growing_printf(&w->links, "%s\n", e->link->flags & TRAWL_FLAG_AGAIN ? " again" : "");
    }
    return 0;
}

/* ---- Two readers of the same input ---- */

static trawl_mail *all, *urls;
static watch of_all, of_urls;

static void open_both(unsigned find, int headers, int input, unsigned options)
{
    trawl_config asked = {.size = sizeof asked, .find = find};
    trawl_mail_config config = {
        .size = sizeof config, .headers = headers, .input = input, .options = options};

    if (configured_mail_open(&all, config, &asked, take, &of_all) != TRAWL_OK)
        exit(1);
    asked.want = TRAWL_WANT_URL;
    if (configured_mail_open(&urls, config, &asked, take, &of_urls) != TRAWL_OK)
        exit(1);
}

static void close_both(void)
{
    configured_mail_close(&all);
    configured_mail_close(&urls);
}

static void run(trawl_mail *m, watch *w, const char *p, size_t n, size_t step)
{
    growing_clear(&w->links);
    w->messages = 0;
    w->other = false;
    trawl_mail_reset(m);
    for (size_t i = 0, some; i < n; i += some) {
        some = n - i < step ? n - i : step;
        if (trawl_mail_feed(m, p + i, some) != TRAWL_OK)
            exit(1);
    }
    if (trawl_mail_finish(m) != TRAWL_OK)
        exit(1);
}

static bool same(const char *p, size_t n)
{
    static const size_t steps[] = {SIZE_MAX, 1000, 7, 1};

    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && (n < 100000 || steps[i] > 1); i++) {
        run(all, &of_all, p, n, steps[i]);
        run(urls, &of_urls, p, n, steps[i]);
        if (!growing_same(&of_all.links, &of_urls.links) || of_all.messages != of_urls.messages ||
            of_urls.other) {
            size_t k = 0;
            while (k < of_all.links.n && k < of_urls.links.n &&
                   of_all.links.p[k] == of_urls.links.p[k])
                k++;
            while (k > 0 && of_all.links.p[k - 1] != '\n')
                k--;
            printf("# in pieces of %zu; wanted, got:\n# %.*s\n# %.*s\n", steps[i],
                   (int)(k < of_all.links.n ? strcspn(of_all.links.p + k, "\n") : 0),
                   of_all.links.p + k,
                   (int)(k < of_urls.links.n ? strcspn(of_urls.links.p + k, "\n") : 0),
                   of_urls.links.p + k);
            return false;
        }
    }
    return true;
}

/* ---- All of testdata ---- */

static growing mailbox;
static long bad, links;

static void each_file(const char *name, const char *p, size_t n)
{
    static const char from[] = "\nFrom ada@example.org Mon Jun 30 02:34:00 2008\n";

    growing_add(&mailbox, mailbox.n > 0 ? from : from + 1, sizeof from - 1 - (mailbox.n == 0));
    growing_add(&mailbox, p, n);
    if (!same(p, n)) {
        printf("# %s\n", name);
        bad++;
    }
    links += (long)of_all.links.n;
}

static void test_files(const char *what, unsigned find, int headers, int input, unsigned options)
{
    long files;

    growing_clear(&mailbox);
    bad = links = 0;
    open_both(find, headers, input, options);
    files = testdata_each(each_file);
    ok(files > 50 && bad == 0 && links > 1000,
       "%s: all of testdata as %s, %ld files, %ld bytes of links", what, trawl_input_name(input),
       files, links);
    if (input == TRAWL_INPUT_AUTO)
        ok(same(mailbox.p, mailbox.n) && of_all.messages > 50,
           "%s: all of testdata as a mailbox of %zu bytes", what, mailbox.n);
    close_both();
}

/* ---- Adversarial texts ---- */

static void test_shapes(unsigned options)
{
    static char text[10000];
    long wrong = 0;

    open_both(0, TRAWL_HEADERS_NONE, TRAWL_INPUT_TEXT, options);
    for (size_t i = 0; i < SHAPES; i++) {
        if (shapes[i].input != TRAWL_INPUT_TEXT)
            continue;
        shape_make(&shapes[i], text, sizeof text);
        if (!same(text, sizeof text)) {
            printf("# %s\n", shapes[i].name);
            wrong++;
        }
    }
    ok(wrong == 0, "adversarial texts");
    close_both();
}

/* ---- Random texts ---- */

/* `head` precedes each text: it may be a header with format=flowed; delsp=yes, so that soft line
 * breaks are removed. */
static void test_texts(int input, const char *head)
{
    static char text[3000];
    const size_t n = strlen(head);
    long wrong = 0;

    memcpy(text, head, n);
    open_both(0, TRAWL_HEADERS_NONE, input, 0);
    for (uint64_t seed = 1; seed <= tap_amount(400, 2000) && wrong < 3; seed++)
        if (!same(text, n + gentext_make(seed, text + n, sizeof text - n))) {
            printf("# text %llu\n", (unsigned long long)seed);
            wrong++;
        }
    ok(wrong == 0, "random texts as %s", trawl_input_name(input));
    close_both();
}

/* ---- Random pages ---- */

static unsigned roll(unsigned n)
{
    static uint64_t state = 20261120;

    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

static const char *const crumbs[] = {
    "<a href=\"http://a.example/%u\">",
    "<a href=http://b.example/%u>",
    "<A HREF='/p/%u?a=1&amp;b=2'>",
    "</a>",
    "</A >",
    "<a name=x%u>",
    "<img src=\"http://i.example/%u.png\" width=1 height=1>",
    "<img style='display:none' src=/i/%u alt=x>",
    "<base href=\"http://base.example/%u/\">",
    "<meta http-equiv=refresh content='5; url=http://m.example/%u'>",
    "<meta name=x content='5; url=http://n.example/%u'>",
    "<a href=http://c.example/%u ping='http://d.example/ http://e.example/'>",
    "http://t.example/%u",
    "www.w.example",
    "joe@m.example",
    " ",
    "\n",
    "text",
    "<br>",
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<div class=\"x\" id='y%u'>",
    "</div>",
    "<pre>",
    "</pre>",
    "<style>a{b:url(http://no.example/)}</style>",
    "&amp;",
    "&lt;",
    "&nbsp;",
    "&quot;",
    "&gt;",
    "&eacute;",
    "&#64;",
    "<o:p></o:p>",
    "<!-- http://no.example/ -->",
    "<svg><a xlink:href='/s/%u'>",
    "</svg>",
    "<td background=\"http://bg.example/%u\" style=\"a:b\">",
    "<img srcset='/a/%u 1x, /b/%u 2x'>",
    "<h1>",
    "<h1/>",
    "<script>var a='<a href=http://no.example/>';</script>",
    "<form action=/f/%u>",
    "<longer-name-than-sixteen-letters x=\"1\">",
    "LONG",
};

static void make_page(growing *page)
{
    enum { CRUMBS = sizeof crumbs / sizeof crumbs[0] };

    growing_clear(page);
    for (unsigned i = roll(80); i > 0; i--) {
        const char *crumb = crumbs[roll(CRUMBS)];
        unsigned number = roll(40);
        if (strcmp(crumb, "LONG") == 0)
            for (unsigned k = roll(300); k > 0; k--)
                growing_add(page, "words ", 6);
        else
            growing_printf(page, crumb, number, number);
    }
}

/* Makes a message with the page and a plain text that repeats its links. */
static void make_message(growing *message, const growing *page)
{
    growing_clear(message);
    growing_printf(
        message,
        "Subject: http://s.example/%u\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b\n\n"
        "--b\n\nhttp://t.example/%u http://a.example/%u http://i.example/%u.png\n"
        "--b\nContent-Type: text/html; charset=%s\n\n",
        roll(40), roll(40), roll(40), roll(40), roll(2) ? "utf-8" : "iso-8859-1");
    growing_add(message, page->p, page->n);
    growing_printf(message, "\n--b--\n");
}

static void test_pages(int input, unsigned options)
{
    growing page = {0}, message = {0};
    long wrong = 0;

    open_both(0, TRAWL_HEADERS_LINKS, input, options);
    for (unsigned times = 0; times < tap_amount(600, 3000) && wrong < 3; times++) {
        make_page(&page);
        make_message(&message, &page);
        if (input == TRAWL_INPUT_HTML ? !same(page.p, page.n) : !same(message.p, message.n)) {
            printf("# page %u: %.*s\n", times, (int)page.n, page.p);
            wrong++;
        }
    }
    ok(wrong == 0, "random pages as %s", trawl_input_name(input));
    close_both();
    free(page.p);
    free(message.p);
}

int main(void)
{
    test_files("the default", 0, TRAWL_HEADERS_LINKS, TRAWL_INPUT_AUTO, 0);
    test_files("everything", (TRAWL_FIND_NETPATH << 1) - 1 + TRAWL_FIND_OSC8, TRAWL_HEADERS_ALL,
               TRAWL_INPUT_AUTO, 0);
    test_files("refanged", 0, TRAWL_HEADERS_LINKS, TRAWL_INPUT_AUTO, TRAWL_MAIL_OPTION_REFANG);
    test_files("no headers", 0, TRAWL_HEADERS_NONE, TRAWL_INPUT_MAIL, 0);
    test_files("the default", 0, TRAWL_HEADERS_LINKS, TRAWL_INPUT_HTML, 0);
    test_shapes(0);
    test_shapes(TRAWL_MAIL_OPTION_REFANG);
    test_texts(TRAWL_INPUT_TEXT, "");
    test_texts(TRAWL_INPUT_MAIL, "Content-Type: text/plain; format=flowed; delsp=yes\n\n");
    test_pages(TRAWL_INPUT_HTML, 0);
    test_pages(TRAWL_INPUT_HTML, TRAWL_MAIL_OPTION_REFANG);
    test_pages(TRAWL_INPUT_MAIL, 0);
    free(of_all.links.p);
    free(of_urls.links.p);
    free(mailbox.p);
    return done();
}
