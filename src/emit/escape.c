/* escape.c - escaping for HTML and XML: text, attribute values, a stylesheet
 *
 * F4, F5, F7. Markup is escaped by references that HTML and XML share. Controls cannot be written in HTML at all, not
 * even as references, and neither can noncharacters: U+FFFD stands for them.
 */
#include "emit/escape.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "emit/escape_table.h"

/* ---- Contexts ---- */

/* The bytes that are this in text. */
static void make_set(kernel_set *set, unsigned what)
{
    unsigned char in[256];

    for (size_t i = 0; i < sizeof in; i++)
        in[i] = text_table[i] == what;
    kernel_set_make(set, in);
}

/* The bytes that make a character that is shown of the first one's 64. */
static void make_behind(kernel_set *set, uint32_t first)
{
    unsigned char in[256] = {0};

    for (uint32_t i = 0; i < 64; i++)
        in[0x80 + i] = escape_kind_of(first + i) == ESCAPE_SHOWN;
    kernel_set_make(set, in);
}

static size_t look(void *user, char **to, const char *p, size_t n);

static void make_context(escape_html *h, escape_context *c, const kernel_set *set, const unsigned char table[256])
{
    static const kernel_word none = {"", KERNEL_NO_WORD, 0};

    for (size_t i = 0; i < sizeof c->words / sizeof c->words[0]; i++)
        c->words[i] = table[i] >= KERNEL_WORD ? written[table[i]] : none;
    c->how = (kernel_escapes){set, &h->two, &h->three, &h->c2, &h->e2_80, table, c->words, look, c};
    c->labels = table == text_table || table == attribute_table;
}

void escape_html_open(escape_html *h, bool xml)
{
    unsigned char in[256];

    for (size_t i = 0; i < sizeof in; i++)
        in[i] = i >= 0x80 || text_table[i] != AS_IS;
    kernel_set_make(&h->in_text, in);
    in['\t'] = in['\n'] = 1;
    kernel_set_make(&h->in_others, in);
    make_set(&h->two, TWO);
    make_set(&h->three, THREE);
    make_behind(&h->c2, 0x80);
    make_behind(&h->e2_80, 0x2000);
    make_context(h, &h->text, &h->in_text, text_table);
    make_context(h, &h->attribute, &h->in_others, attribute_table);
    make_context(h, &h->css, &h->in_others, xml ? css_xml_table : css_table);
}

/* ---- Runs ---- */

/* The character beyond ASCII at p[0]: what is written for it; *taken bytes, all where it is cut off. */
static trawl_str character(const escape_context *c, const char *p, size_t n, char label[ESCAPE_LABEL], size_t *taken)
{
    utf8_char at = utf8_decode(p, n);
    enum escape_kind kind = escape_kind_of(at.code);

    *taken = at.len;
    if (kind == ESCAPE_SHOWN || (kind == ESCAPE_HIDDEN && !c->labels))
        return (trawl_str){p, at.len};
    if (kind == ESCAPE_HIDDEN)
        return (trawl_str){label, escape_label(label, at.code)};
    if (!escape_is_cut(p, n))
        return (trawl_str){written[BAD].text, written[BAD].n};
    c->state->n = (unsigned)n;
    memcpy(c->state->held, p, n);
    return (trawl_str){"", 0};
}

/* The byte at p[0], of n, and those that go with it, where more is to be seen than that one. How many they are. */
static size_t look(void *user, char **to, const char *p, size_t n)
{
    char label[ESCAPE_LABEL];
    size_t taken = 1;
    trawl_str shown = {p, 1};

    if ((unsigned char)p[0] >= 0x80) {
        shown = character(user, p, n, label, &taken);
    } else if (p[0] == '\r') {
        shown.p = "\n";
        taken = n > 1 && p[1] == '\n' ? 2 : 1;
    } else if (p[0] == '<') {
        shown = (trawl_str){"<\\", n > 1 && p[1] == '/' ? 2 : 1};
    }
    memcpy(*to, shown.p, shown.n);
    *to += shown.n;
    return taken;
}

/* The first bytes of p[0..n), of which as many more may be read as the kernel wants: how many were written, at least so many. */
static inline size_t put_run(trawl_emit *e, const escape_context *c, const char *p, size_t first, size_t n)
{
    size_t i = 0;

    while (i < first && !e->error) {
        kernel_room room = {emit_room(e, KERNEL_ESCAPED), e->held + e->held_size};
        i += e->kernel->escape(&c->how, &room, p + i, first - i, n - i);
        *e->held_n = (size_t)(room.to - e->held);
    }
    return i;
}

#define FEW 4

/* What stands around a link, "<" and ">" mostly, is not worth a kernel. False: it is no ASCII, or has a CR, or the room is full. It
 * stands apart, here and below, so that longer text saves no registers for it. */
__attribute__((noinline)) static bool put_few(trawl_emit *e, escape_state *s, const char *p, size_t n)
{
    char *to = e->held + *e->held_n;

    if (e->held_size - *e->held_n < FEW * sizeof(kernel_word))
        return false;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)p[i], what = text_table[c];
        if (c >= 0x80 || c == '\r')
            return false;
        *to = p[i];
        if (what >= KERNEL_WORD)
            memcpy(to, &written[what], sizeof written[what]);
        to += what >= KERNEL_WORD ? written[what].n : 1;
    }
    *e->held_n = (size_t)(to - e->held);
    s->cr = false;
    return true;
}

/* The end of a text is copied to where there is something behind it to be read. */
__attribute__((noinline)) static int put_end(trawl_emit *e, const escape_context *c, const char *p, size_t n)
{
    if (n == 0 || e->error)
        return e->error;
    memcpy(e->end, p, n);
    e->end[n] = '\0';
    put_run(e, c, e->end, n, n);
    return e->error;
}

/* Text with nothing held from before. */
static int put_fresh(trawl_emit *e, escape_state *s, escape_context *c, const char *p, size_t n)
{
    size_t i = 0, behind = e->kernel->behind;

    if (n == 0)
        return e->error;
    c->state = s;
    s->cr = p[n - 1] == '\r';
    if (behind == 0 || n > ESCAPE_SHORT)
        i = put_run(e, c, p, n - behind, n);
    return i == n ? e->error : put_end(e, c, p + i, n - i);
}

/* Does the byte go on in what was held and shown? */
static bool swallows(escape_state *s, char byte)
{
    char both[sizeof s->held + 1];
    size_t len = s->n;

    memcpy(both, s->held, len);
    both[len++] = byte;
    if (escape_is_cut(both, len)) {
        s->held[s->n++] = byte;
        return true;
    }
    s->n = 0;
    s->shown = false;
    return utf8_decode(both, len).len == len;
}

/* What goes on in what was held, and the rest. */
__attribute__((noinline)) static int put_more(trawl_emit *e, escape_state *s, escape_context *c, const char *p,
                                              size_t n)
{
    size_t i = 0;

    while (s->n > 0 && s->shown && i < n && swallows(s, p[i]))
        i++;
    while (s->n > 0 && !s->shown && i < n) {
        char both[sizeof s->held + 1];
        size_t len = s->n;
        memcpy(both, s->held, len);
        both[len++] = p[i++];
        s->n = 0;
        put_fresh(e, s, c, both, len);
    }
    if (s->cr && i < n) {
        i += p[i] == '\n';
        s->cr = false;
    }
    return put_fresh(e, s, c, p + i, n - i);
}

static int settle(trawl_emit *e, escape_state *s)
{
    if (s->n > 0 && !s->shown)
        emit_put(e, written[BAD].text, written[BAD].n);
    s->shown = s->n > 0;
    return e->error;
}

static int put_whole(trawl_emit *e, escape_context *c, const char *p, size_t n)
{
    escape_state s = {.n = 0};

    put_fresh(e, &s, c, p, n);
    return settle(e, &s);
}

/* ---- What is asked for ---- */

int escape_html_text(trawl_emit *e, escape_state *s, const char *p, size_t n)
{
    if (s->n > 0 || s->cr)
        return put_more(e, s, &e->html.text, p, n);
    return n <= FEW && put_few(e, s, p, n) ? e->error : put_fresh(e, s, &e->html.text, p, n);
}

int escape_html_settle(trawl_emit *e, escape_state *s)
{
    return settle(e, s);
}

int escape_html_whole(trawl_emit *e, const char *p, size_t n)
{
    return put_whole(e, &e->html.text, p, n);
}

int escape_html_attribute(trawl_emit *e, const char *p, size_t n)
{
    return put_whole(e, &e->html.attribute, p, n);
}

int escape_css(trawl_emit *e, const char *p, size_t n)
{
    return put_whole(e, &e->html.css, p, n);
}

void escape_component(out *o, const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)p[i];
        if (ascii_is_alnum(c) || c == '-' || c == '.' || c == '_' || c == '~')
            out_byte(o, (char)c);
        else
            out_percent(o, c);
    }
}
