/* t_attached.c - TRAWL_WANT_ATTACHED: the bytes of attachments in SKIP events, in any cut */
#include "configured.h"
#include "growing.h"
#include "tap.h"

/* What the events say: the bytes of each attachment, with "|" after each, and the links. */
typedef struct heard {
    growing bytes, links;
    bool open;      /* the last event had bytes of an attachment */
    bool misplaced; /* another event had text that it must not have */
} heard;

static int hear(void *user, const trawl_event *e)
{
    heard *h = user;
    const bool attached = e->type == TRAWL_EVENT_SKIP && e->reason == TRAWL_SKIP_ATTACHMENT;

    h->misplaced |= e->type == TRAWL_EVENT_SKIP && e->text.n > 0 && !attached;
    if (h->open && !attached)
        growing_add(&h->bytes, "|", 1);
    h->open = attached;
    if (attached)
        growing_add(&h->bytes, e->text.p, e->text.n);
    if (e->type == TRAWL_EVENT_LINK)
        growing_printf(&h->links, "%.*s\n", (int)e->link->url.n, e->link->url.p);
    return 0;
}

/* Reads an input in pieces of `step` bytes. */
static bool read_in(heard *h, unsigned want, const growing *input, size_t step)
{
    trawl_config find = {.size = sizeof find, .want = want};
    trawl_mail_config cfg = {.size = sizeof cfg};
    trawl_mail *m;
    int result = configured_mail_open(&m, cfg, &find, hear, h);

    growing_clear(&h->bytes);
    growing_clear(&h->links);
    h->open = false;
    for (size_t i = 0; i < input->n && !result; i += step)
        result = trawl_mail_feed(m, input->p + i, step < input->n - i ? step : input->n - i);
    if (!result)
        result = trawl_mail_finish(m);
    configured_mail_close(&m);
    return result == TRAWL_OK;
}

/* Compares the attachments of an input, and its links, with those that are wanted. */
static void try(const char *name, const growing *input, const char *bytes, size_t n,
                const char *links)
{
    static const size_t steps[] = {SIZE_MAX, 1, 2, 3, 7, 61, 500, 4096, 16383, 16385};
    heard h = {0};
    unsigned wrong = 0;

    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        const size_t step = steps[i] < input->n ? steps[i] : input->n;

        wrong += !read_in(&h, TRAWL_WANT_ATTACHED, input, step) || h.misplaced || h.bytes.n != n ||
                 memcmp(h.bytes.p, bytes, n) != 0 || h.links.n != strlen(links) ||
                 (h.links.n > 0 && memcmp(h.links.p, links, h.links.n) != 0);
        if (wrong == 1 && h.bytes.n != n)
            printf("# step %zu: %zu bytes, not %zu\n", step, h.bytes.n, n);
    }
    is_int(wrong, 0, "%s", name);
    wrong = !read_in(&h, TRAWL_WANT_DEFAULT, input, input->n) || h.bytes.n > n ||
            h.links.n != strlen(links);
    for (size_t i = 0; i < h.bytes.n; i++)
        wrong += h.bytes.p[i] != '|';
    is_int(wrong, 0, "%s: no bytes if they are not wanted, and the same links", name);
    free(h.bytes.p);
    free(h.links.p);
}

static void put(growing *g, const char *s)
{
    growing_add(g, s, strlen(s));
}

/* Tries a message with an attachment of this type and coding, and a text after it. */
static void attachment(const char *name, const char *from, const char *type, const char *bytes,
                       size_t n, const char *wanted, size_t wanted_n, const char *links)
{
    growing input = {0}, all = {0};
    char urls[200];

    put(&input, from);
    put(&input, "From: a@a.example\nContent-Type: multipart/mixed; boundary=b\n\n--b\n");
    put(&input, type);
    put(&input, "\n\n");
    growing_add(&input, bytes, n);
    put(&input, "\n--b\n\nhttp://after.example/\n--b--\n");
    growing_add(&all, wanted, wanted_n);
    if (wanted_n > 0)
        put(&all, "|");
    (void)snprintf(urls, sizeof urls, "%shttp://after.example/\n", links);
    try(name, &input, all.p ? all.p : "", all.n, urls);
    free(input.p);
    free(all.p);
}

#define BASE64(type) "Content-Type: " type "\nContent-Transfer-Encoding: base64"

/* Attachments whose type shows that they are skipped, and those whose first bytes show it. */
static void kinds(void)
{
    static const char zeros[] = "a\0b\nFrom c\n--d\n--\n\0\n", text[] = "http://text.example/";
    growing code = {0}, blank = {0};

    attachment("a picture", "", BASE64("image/png"), "iVBORw0KGgo=\nAAAA", 17, "iVBORw0KGgo=\nAAAA",
               17, "");
    attachment("bytes of a program", "", "Content-Type: application/x-program", zeros,
               sizeof zeros - 1, zeros, sizeof zeros - 1, "");
    attachment("without the signs that a mailbox adds", "From x Mon Jan  1 00:00:00 2001\n",
               "Content-Type: application/x-program", "\0\n>From a\n>>From b", 18,
               "\0\nFrom a\n>From b", 16, "");
    attachment("a text is no attachment", "", "Content-Type: application/x-notes", text,
               sizeof text - 1, "", 0, "http://text.example/\n");
    for (unsigned i = 0; i < 900; i++)
        put(&code, i % 19 == 18 ? "AAEC\r\n" : "AAEC");
    attachment("a long one", "", BASE64("application/x-program"), code.p, code.n, code.p, code.n,
               "");
    for (unsigned i = 0; i < 20000; i++)
        put(&blank, i % 70 == 69 ? "\n" : " ");
    growing_add(&blank, code.p, code.n);
    attachment("one that begins with 20000 blanks is read as a text", "",
               BASE64("application/x-program"), blank.p, blank.n, "", 0, "");
    growing_clear(&blank);
    for (unsigned i = 0; i < 12000; i++)
        put(&blank, i % 70 == 69 ? "\n" : " ");
    growing_add(&blank, code.p, code.n);
    attachment("one with 12000 is none", "", BASE64("application/x-program"), blank.p, blank.n,
               blank.p, blank.n, "");
    free(code.p);
    free(blank.p);
}

/* Attachments of nested messages. An encoded message is decoded. */
static void nested(void)
{
    growing input = {0};

    put(&input, "From: a@a.example\nContent-Type: multipart/mixed; boundary=b\n\n--b\n"
                "Content-Type: message/rfc822\n\nFrom: c@c.example\nContent-Type: image/gif\n\n"
                "GIF89a\n\n--b\nContent-Type: message/rfc822\nContent-Transfer-Encoding: "
                "quoted-printable\n\nFrom: c@c.example\nContent-Type: image=2Fgif\n\nG=49F8=\n9a"
                "\n--b\nContent-Type: image/png\n\nPNG\n--b\nContent-Type: image/png\n\n\n--b--\n");
    try("attachments of nested messages", &input, "GIF89a\n|GIF89a|PNG|", 19, "");
    free(input.p);
}

int main(void)
{
    kinds();
    nested();
    trawl_release();
    return done();
}
