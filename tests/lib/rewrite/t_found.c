/* t_found.c - the rewriter's links in text are those that TRAWL_INPUT_HTML finds in the same text
 *
 * Elements in which the rewriter puts no links, or whose text it does not search, are renamed, so
 * that all visible text is the same for both. Then the function's calls for new links and for text
 * that is left, in order, must have the URLs of the links that a mail reader finds in the page. The
 * pages are those of rewrite_run.h, and all files of testdata, read as HTML.
 */
#define _XOPEN_SOURCE 700

#include <ctype.h>
#include <ftw.h>
#include <stdio.h>
#include <strings.h>

#include "configured.h"
#include "growing.h"
#include "rewrite_run.h"
#include "tap.h"

/* ---- Pages ---- */

/* Elements whose text the rewriter and the mail reader read in different ways, or which one of the
 * two does not read. script and style end a link only for the rewriter. */
static const char *const renamed[] = {
    "a",        "button",    "iframe", "math",   "noembed",  "noframes", "noscript", "option",
    "optgroup", "plaintext", "select", "svg",    "template", "textarea", "title",    "xmp",
    "frameset", "script",    "style",  "object", "marquee",  "applet",   "base",
};

/* Returns true when the name at p is that of an element to rename. */
static bool is_renamed(const char *p, size_t n)
{
    size_t k = 0;

    while (k < n && isalnum((unsigned char)p[k]))
        k++;
    for (size_t i = 0; i < sizeof renamed / sizeof renamed[0]; i++)
        if (strlen(renamed[i]) == k && strncasecmp(p, renamed[i], k) == 0)
            return true;
    return false;
}

/* Renames these elements, as <select> to <zelect>, and the attribute href, at which a mail reader
 * ends a link. */
static void rename_elements(char *p, size_t n)
{
    for (size_t i = 0; i + 5 < n; i++)
        if (strchr(" /\n", p[i]) && p[i] && strncasecmp(p + i + 1, "href", 4) == 0)
            p[i + 1] = 'z';
    for (size_t i = 0; i + 2 < n; i++) {
        size_t name = i + 1 + (p[i + 1] == '/');
        if (p[i] == '<' && is_renamed(p + name, n - name))
            p[name] = 'z';
        if (n - i > 10 && memcmp(p + i, "<zlaintext", 10) == 0)
            p[i] = ' '; /* a "<plaintext" without ">" would take the attributes of the next tag */
    }
}

/* ---- Links ---- */

static growing found, called;

static int take_found(void *user, const trawl_event *e)
{
    (void)user;
    if (e->type == TRAWL_EVENT_LINK && e->link->kind != TRAWL_KIND_HTML) {
        growing_add(&found, e->link->url.p, e->link->url.n);
        growing_add(&found, "\n", 1);
    }
    return 0;
}

static int take_called(void *user, trawl_rewrite *r, const trawl_rewrite_link *link)
{
    (void)user, (void)r;
    growing_add(&called, link->link->url.p, link->link->url.n);
    growing_add(&called, "\n", 1);
    return 0;
}

static void find_all(const char *p, size_t n)
{
    trawl_config find = TRAWL_CONFIG_INIT;
    trawl_mail_config config = {.size = sizeof config, .input = TRAWL_INPUT_HTML};
    trawl_mail *m;
    int failed;

    find.find = TRAWL_FIND_DEFAULT & ~(unsigned)TRAWL_FIND_HTML;
    find.charset = (trawl_str){"utf-8", 5};
    growing_clear(&found);
    failed = configured_mail_open(&m, config, &find, take_found, NULL);
    if (!failed)
        failed = trawl_mail_feed(m, p, n);
    if (!failed)
        failed = trawl_mail_finish(m);
    configured_mail_close(&m);
    if (failed)
        growing_printf(&found, "failed: %d\n", failed);
}

static bool same_links(const char *name, char *p, size_t n)
{
    static rewrite_result out;
    trawl_rewrite_config config = TRAWL_REWRITE_CONFIG_INIT;

    config.decide = take_called;
    rename_elements(p, n);
    find_all(p, n);
    growing_clear(&called);
    rewrite_run(&out, &config, p, n, n + 1);
    if (out.result == TRAWL_OK && growing_same(&found, &called))
        return true;
    printf("# %s: ", name);
    tap_bytes(p, n < 2000 ? n : 2000);
    printf("\n# found: ");
    tap_bytes(found.p, found.n);
    printf("\n# called: ");
    tap_bytes(called.p, called.n);
    printf("\n");
    return false;
}

static void random_pages(unsigned count)
{
    static char page[4096];
    unsigned bad = 0, with = 0;

    for (unsigned i = 0; i < count && bad < 5; i++) {
        size_t n = rewrite_page(page, sizeof page, i);
        char name[32];
        (void)snprintf(name, sizeof name, "page %u", i);
        bad += !same_links(name, page, n);
        with += found.n > 0;
    }
    is_int(bad, 0, "%u random pages", count);
    ok(with > count / 2, "with links in %u of them", with);
}

static unsigned files, files_with, files_bad;

static int file_page(const char *path, const struct stat *about, int type, struct FTW *place)
{
    static char block[65536];
    growing text = {0};
    size_t n;
    FILE *f;

    (void)about, (void)place;
    if (type != FTW_F || !(f = fopen(path, "rb")))
        return 0;
    while ((n = fread(block, 1, sizeof block, f)) > 0)
        growing_add(&text, block, n);
    fclose(f);
    if (text.n > 0 && memcmp(text.p, "\xFE\xFF", 2) != 0) { /* not one in UTF-16 */
        files++;
        files_bad += !same_links(path, text.p, text.n);
        files_with += found.n > 0;
    }
    free(text.p);
    return 0;
}

int main(int argc, char **argv)
{
    random_pages(argc > 1 ? (unsigned)atoi(argv[1]) : 5000);
    nftw(argc > 2 ? argv[2] : "testdata", file_page, 8, FTW_PHYS);
    is_int(files_bad, 0, "%u files, read as HTML", files);
    ok(files_with > files / 2, "with links in %u of them", files_with);
    free(found.p);
    free(called.p);
    return done();
}
