/* fuzz_refang.c - any bytes as a report with defanged links
 *
 * Byte 0 is the size of the pieces. The links must not depend on the pieces. If no link was
 * refanged, they must be those of a scan without refanging. Each URL that was found is defanged
 * with trawl_defang(). If it is "http://HOST/" with a simple host, refanging finds it again.
 */
#include <trawl_mail.h>

#include "base/ascii.h"
#include "fuzz.h"
#include "growing.h"

struct found {
    growing all; /* a line for each link: URL, place */
    growing urls;
    bool refanged;
};

static int sink(void *user, const trawl_event *e)
{
    struct found *f = user;

    if (e->type != TRAWL_EVENT_LINK)
        return 0;
    f->refanged |= (e->link->flags & TRAWL_FLAG_REFANGED) != 0;
    growing_add(&f->all, e->link->url.p, e->link->url.n);
    growing_printf(&f->all, " %llu-%llu\n", (unsigned long long)e->link->extent.from,
                   (unsigned long long)e->link->extent.to);
    growing_add(&f->urls, e->link->url.p, e->link->url.n);
    growing_add(&f->urls, "", 1);
    must(e->link->extent.from < e->link->extent.to, "a link has a place");
    return 0;
}

static void run(struct found *f, unsigned options, trawl_str text, size_t piece)
{
    trawl_mail_config c = {.size = sizeof c, .options = options, .input = TRAWL_INPUT_TEXT};
    trawl_mail *m;
    char *copy;

    growing_clear(&f->all);
    growing_clear(&f->urls);
    f->refanged = false;
    must(trawl_mail_open(&m, &c, sink, f) == TRAWL_OK, "memory for the test");
    for (size_t at = 0, k; at < text.n; at += k) {
        k = piece < text.n - at ? piece : text.n - at;
        copy = malloc(k);
        must(copy != NULL, "memory for the test");
        memcpy(copy, text.p + at, k);
        must(trawl_mail_feed(m, copy, k) == TRAWL_OK, "a piece is read");
        free(copy);
    }
    must(trawl_mail_finish(m) == TRAWL_OK, "the text ends");
    trawl_mail_close(&m);
}

static int write_defanged(const url_writer *w, char *out, size_t size, size_t *len)
{
    return trawl_defang(w->url.p, w->url.n, out, size, len);
}

static bool is_word(trawl_str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!((s.p[i] >= 'a' && s.p[i] <= 'z') || (s.p[i] >= '0' && s.p[i] <= '9') ||
              s.p[i] == '.'))
            return false;
    return s.n > 0;
}

/* Checks that defanging a URL twice is the same as once. If the URL is "http://HOST/" with a simple
 * host, checks that refanging undoes it. */
static void there_and_back(trawl_str url)
{
    static struct found back;
    static growing text;
    trawl_span host = trawl_host_span(url.p, url.n);
    trawl_str gone = text_of(&(url_writer){.write = write_defanged, .url = url}),
              twice = text_of(&(url_writer){.write = write_defanged, .url = gone});

    must(str_same(gone, twice), "a defanged URL does not change");
    if (url.n > 7 && memcmp(url.p, "http://", 7) == 0 && host.from == 7 && host.to == url.n - 1 &&
        url.p[url.n - 1] == '/' && is_word(str_of(url.p + 7, url.n - 8))) {
        growing_clear(&text);
        growing_add(&text, "see ", 4);
        growing_add(&text, gone.p, gone.n);
        growing_add(&text, " here\n", 6);
        run(&back, TRAWL_MAIL_OPTION_REFANG, str_of(text.p, text.n), text.n);
        must(back.refanged && str_same(str_of(back.urls.p, back.urls.n ? back.urls.n - 1 : 0), url),
             "the URL is found again");
    }
    str_free(gone);
    str_free(twice);
}

/* Returns true if the text may have defanged links. */
static bool has_sign(trawl_str text)
{
    static const char *const signs[] = {"[",    "(",    "{",    " ",    "hxxp",
                                        "h**p", "hxtp", "htxp", "meow", "fxp"};

    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        for (size_t at = 0, n = strlen(signs[i]); at + n <= text.n; at++)
            if (ascii_same(text.p + at, signs[i], n))
                return true;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct found whole, pieces, plain;
    trawl_str text = str_of((const char *)data + 1, size - 1);

    if (size < 2)
        return 0;
    run(&whole, TRAWL_MAIL_OPTION_REFANG, text, text.n);
    run(&pieces, TRAWL_MAIL_OPTION_REFANG, text, 1 + data[0]);
    must(growing_same(&whole.all, &pieces.all), "the same links in pieces");
    run(&plain, 0, text, text.n);
    for (size_t at = 0; at < plain.urls.n; at += strlen(plain.urls.p + at) + 1)
        there_and_back(str_of(plain.urls.p + at, strlen(plain.urls.p + at)));
    if (!whole.refanged && !has_sign(text))
        must(growing_same(&whole.all, &plain.all), "without signs, the same links");
    return 0;
}
