/* t_markup.c - text of HTML with MARKUP events: the same output however the input is cut, for the
 * mails of testdata/markup and for hostile pages; memory that does not depend on the page
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trawl_emit.h>
#include <trawl_mail.h>

#include "tap.h"

typedef struct held {
    char *p;
    size_t n, size;
} held;

static int keep(void *user, const char *bytes, size_t n)
{
    held *h = user;

    if (h->n + n > h->size) {
        h->size = 2 * (h->n + n);
        h->p = realloc(h->p, h->size);
    }
    memcpy(h->p + h->n, bytes, n);
    h->n += n;
    return 0;
}

/* The bytes that the reader has now, and the maximum that it had. */
static size_t now, most;

static void *count(void *user, void *old, size_t size)
{
    size_t *p = old ? (size_t *)old - 2 : NULL;

    (void)user;
    now -= p ? *p : 0;
    now += size;
    most = now > most ? now : most;
    if (size == 0) {
        free(p);
        return NULL;
    }
    p = realloc(p, size + 2 * sizeof *p);
    *p = size;
    return p + 2;
}

/* Writes p[0..n), fed in pieces, in this format. */
static held written(const char *p, size_t n, int input, int format, size_t piece)
{
    trawl_config c = {.size = sizeof c, .resize = count};
    trawl_emit_config ec = {.size = sizeof ec,
                            .format = format,
                            .options = TRAWL_EMIT_OPTION_STRUCTURE,
                            .resize = count};
    trawl_mail_config mc = {.size = sizeof mc,
                            .input = input,
                            .options = TRAWL_MAIL_OPTION_SHOW | TRAWL_MAIL_OPTION_ALL_ANCHORS |
                                       TRAWL_MAIL_OPTION_MARKUP};
    trawl_settings *s;
    trawl_mail *mail = NULL;
    trawl_emit *e = NULL;
    held out = {0};
    int failed = trawl_settings_open(&s, &c);

    mc.settings = s;
    if (!failed)
        failed = trawl_emit_open(&e, &ec, keep, &out);
    if (!failed)
        failed = trawl_mail_open(&mail, &mc, trawl_emit_event, e);
    for (size_t i = 0; i < n && !failed; i += piece)
        failed = trawl_mail_feed(mail, p + i, n - i < piece ? n - i : piece);
    if (!failed)
        failed = trawl_mail_finish(mail);
    if (!failed)
        failed = trawl_emit_finish(e);
    if (failed)
        out.n = 0;
    trawl_mail_close(&mail);
    trawl_emit_close(&e);
    trawl_settings_close(&s);
    return out;
}

static void test_cuts(const char *name, const char *p, size_t n, int input)
{
    static const int formats[] = {TRAWL_EMIT_FORMAT_HTML, TRAWL_EMIT_FORMAT_MARKDOWN,
                                  TRAWL_EMIT_FORMAT_TERM};
    static const size_t pieces[] = {1, 2, 7, 64, 1000};

    for (size_t f = 0; f < sizeof formats / sizeof formats[0]; f++) {
        held whole = written(p, n, input, formats[f], n);
        bool same = whole.n > 0;

        for (size_t k = 0; k < sizeof pieces / sizeof pieces[0]; k++) {
            held cut = written(p, n, input, formats[f], pieces[k]);
            same = same && cut.n == whole.n && memcmp(cut.p, whole.p, cut.n) == 0;
            free(cut.p);
        }
        ok(same, "%s: format %d is the same in pieces", name, formats[f]);
        free(whole.p);
    }
}

/* Repeats a unit up to n bytes. */
static char *repeated(const char *unit, size_t n)
{
    size_t k = strlen(unit);
    char *p = malloc(n);

    for (size_t i = 0; i < n; i++)
        p[i] = unit[i % k];
    return p;
}

int main(void)
{
    static const char *const units[] = {
        "<ul><li>a",       "<b>a<i>b<code>c",    "<table><tr><th>a<th>b<tr><td>c<td><td>",
        "<blockquote>q",   "<h1>a<h2>b<p>c",     "<li></ul><td>x</table></b>y",
        "<td><td><td>a",   "<dl><dt>a<dd>b<p>c", "<a href=http://a.example/>x<p>y</a><br><br>z",
        "<pre>a\n\nb<b>c", "<tr><th>a<td>b",
    };
    enum { SIZE = 4000, LARGE = 1 << 21 };
    static char mails[1 << 16];
    FILE *f = fopen("testdata/markup/mails.mbox", "rb");
    size_t n = f ? fread(mails, 1, sizeof mails, f) : 0;

    if (f)
        fclose(f);
    ok(n > 10000 && n < sizeof mails, "the mails are there");
    test_cuts("mails", mails, n, TRAWL_INPUT_MBOX);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        char *p = repeated(units[i], LARGE);
        size_t small;

        test_cuts(units[i], p, SIZE, TRAWL_INPUT_HTML);
        most = 0;
        free(written(p, LARGE / 4, TRAWL_INPUT_HTML, TRAWL_EMIT_FORMAT_MARKDOWN, 65536).p);
        small = most;
        most = 0;
        free(written(p, LARGE, TRAWL_INPUT_HTML, TRAWL_EMIT_FORMAT_MARKDOWN, 65536).p);
        ok(most <= 2 * small, "%s: memory does not grow: %zu, then %zu bytes", units[i], small,
           most);
        free(p);
    }
    return done();
}
