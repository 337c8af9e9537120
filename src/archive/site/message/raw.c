/* raw.c - a message that cannot be rendered, as its bytes are: escaped, in <pre>
 *
 * Mail addresses are masked as in other texts. Nothing is decoded.
 */
#include "archive/site/message/message.h"

struct raw {
    struct buffer text;
    uint64_t n; /* all bytes */
};

/* A source_bytes: keeps the first TEXT_MOST bytes. */
static int raw_take(void *user, const char *p, size_t n)
{
    struct raw *raw = user;
    const size_t room = TEXT_MOST - raw->text.n;

    raw->n += n;
    return buffer_add(&raw->text, p, n < room ? n : room) == TRAWL_OK ? 0 : -1;
}

/* Writes the lines of a text. */
static void put_lines(struct output *out, trawl_str text)
{
    for (size_t i = 0, n; i < text.n; i += n + 1) {
        const char *end = memchr(text.p + i, '\n', text.n - i);

        n = end ? (size_t)(end - text.p) - i : text.n - i;
        escape_put(out, (trawl_str){text.p + i, n - (n > 0 && text.p[i + n - 1] == '\r')}, n);
        output_byte(out, '\n');
    }
}

int raw_put(struct site *s, struct spool *spool, bool concealed)
{
    const size_t from = concealed ? header_length(spool->memory.p, spool->memory.n) : 0;
    struct raw raw = {.n = 0};
    struct buffer masked = {0};
    int failed = spool_read(spool, from, spool->n, raw_take, &raw);

    if (!failed && site_masks(s))
        failed = mask_text(s, &masked, buffer_str(&raw.text));
    if (!failed) {
        output_text(&s->out, "<p>This message could not be rendered. Its raw text:</p>\n<pre>\n");
        put_lines(&s->out, buffer_str(site_masks(s) ? &masked : &raw.text));
        output_text(&s->out, "</pre>\n");
    }
    if (!failed && raw.n > raw.text.n)
        output_text(&s->out, "<p class=\"dim\">The rest is left out.</p>\n");
    buffer_free(&raw.text);
    buffer_free(&masked);
    return failed ? -1 : 0;
}
