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

/* ---- Runs ---- */

/* A character beyond ASCII that does not stand for itself. */
static int put_odd(trawl_emit *e, enum escape_kind kind, uint32_t code)
{
    char label[ESCAPE_LABEL];

    if (kind != ESCAPE_BAD)
        return emit_put(e, label, escape_label(label, code));
    return emit_put(e, written[BAD].text, written[BAD].n);
}

void escape_html_sets(kernel_set *text, kernel_set *other)
{
    unsigned char in[256];

    for (size_t i = 0; i < sizeof in; i++)
        in[i] = i >= 0x80 || text_table[i] != AS_IS;
    kernel_set_make(text, in);
    in['\t'] = in['\n'] = 1;
    kernel_set_make(other, in);
}

/* The character beyond ASCII at p[0]. How many bytes that took: all, where it is cut off. */
static size_t put_character(trawl_emit *e, escape_state *s, bool label, const char *p, size_t n)
{
    utf8_char c = utf8_decode(p, n);
    enum escape_kind kind = escape_kind_of(c.code);

    if (kind == ESCAPE_SHOWN || (kind == ESCAPE_HIDDEN && !label)) {
        emit_put(e, p, c.len);
    } else if (escape_is_cut(p, n)) {
        s->n = (unsigned)n;
        memcpy(s->held, p, n);
    } else {
        put_odd(e, kind, c.code);
    }
    return c.len;
}

/* ---- Blocks ---- */

/* So many bytes are copied, whatever stands behind those that are wanted; and what a block may come to: a reference for
 * each byte. */
#define STEP KERNEL_BLOCK
#define BLOCK_MOST (8 * KERNEL_BLOCK + STEP)

/* The byte at p[0], of n, and those that go with it, where more is to be seen than that one. How many they are. */
static size_t put_other(trawl_emit *e, escape_state *s, const unsigned char table[256], const char *p, size_t n)
{
    if ((unsigned char)p[0] >= 0x80)
        return put_character(e, s, table == text_table || table == attribute_table, p, n);
    if (p[0] == '\r') {
        emit_put(e, "\n", 1);
        return n > 1 && p[1] == '\n' ? 2 : 1;
    }
    if (p[0] == '<')
        emit_put(e, "<\\", n > 1 && p[1] == '/' ? 2 : 1);
    else
        emit_put(e, p, 1);
    return 1;
}

static inline bool goes_on(char c)
{
    return (c & 0xC0) == 0x80;
}

/* The length of a character beyond ASCII at p[0], of n bytes, that stands for itself; 0: it has to be looked at. */
static inline size_t shown_length(unsigned what, const char *p, size_t n)
{
    if (what == TWO)
        return n >= 2 && goes_on(p[1]) ? 2 : 0;
    if (what == DASH)
        return n >= 3 && p[1] == '\x80' && (p[2] & 0xF0) == 0x90 ? 3 : 0;
    return what == THREE && n >= 3 && goes_on(p[1]) && goes_on(p[2]) ? 3 : 0;
}

/* A byte of the set, and those that go with it, mostly without asking which it is: nobody can foretell that. Moves *to
 * past what was written. How many bytes they are; 0: it is left to put_other(). STEP bytes may be read, and what is
 * behind the last one is no line end. CR before LF is nothing: LF goes on for both. */
static inline size_t put_one(char **to, const unsigned char table[256], const char *p, size_t n)
{
    unsigned char byte = (unsigned char)p[0], what = table[byte];
    size_t length;

    if (byte < 0x80) {
        memcpy(*to, &written[what], sizeof written[what]);
        *to += (size_t)written[what].n - (what == CR && p[1] == '\n');
        return what >= CR;
    }
    length = shown_length(what, p, n);
    memcpy(*to, p, 4);
    *to += length;
    return length;
}

/* What stands in a block with the places of those bytes that are in the set, which has been copied to the output
 * already. n: how many bytes there are from p on, of which the last character may have more than the block. How many
 * were written. */
static size_t put_marked(trawl_emit *e, escape_state *s, const unsigned char table[256], const char *p, size_t n,
                         uint64_t bits)
{
    size_t block = n < KERNEL_BLOCK ? n : KERNEL_BLOCK, done = (size_t)__builtin_ctzll(bits), length;
    char *to = e->held + *e->held_n + done;

    for (;;) {
        length = put_one(&to, table, p + done, n - done);
        bits &= bits - 1;
        if (length != 1) {
            *e->held_n = (size_t)(to - e->held);
            length = length > 0 ? length : put_other(e, s, table, p + done, n - done);
            to = e->held + *e->held_n;
            bits = done + length < KERNEL_BLOCK ? bits >> (done + length) << (done + length) : 0;
        }
        done += length;
        if (!bits)
            break;
        length = (size_t)__builtin_ctzll(bits) - done;
        memcpy(to, p + done, STEP);
        to += length;
        done += length;
    }
    if (done < block)
        memcpy(to, p + done, STEP);
    block = done < block ? block : done;
    *e->held_n = (size_t)(to - e->held) + block - done;
    return block;
}

/* A block, or what is left. STEP bytes more may be read. How many were written. */
static inline size_t put_block(trawl_emit *e, escape_state *s, const unsigned char table[256], const char *p, size_t n)
{
    const kernel_set *set = table == text_table ? &e->special : &e->others;
    uint64_t bits;

    if (e->held_size - *e->held_n < BLOCK_MOST)
        emit_put_through(e, "", 0);
    bits = e->kernel->copy(set, e->held + *e->held_n, p);
    if (n < KERNEL_BLOCK)
        bits &= ((uint64_t)1 << n) - 1;
    if (bits)
        return put_marked(e, s, table, p, n, bits);
    n = n < KERNEL_BLOCK ? n : KERNEL_BLOCK;
    *e->held_n += n;
    return n;
}

/* Text with nothing held from before. Its end is copied to where there is something behind it to be read. */
static int put_fresh(trawl_emit *e, escape_state *s, const unsigned char table[256], const char *p, size_t n)
{
    size_t i = 0, left;

    while (n - i >= KERNEL_BLOCK + STEP && !e->error)
        i += put_block(e, s, table, p + i, n - i);
    left = n - i;
    if (left == 0)
        return e->error;
    memcpy(e->end, p + i, left);
    e->end[left] = '\0';
    s->cr = p[n - 1] == '\r';
    for (i = 0; i < left && !e->error;)
        i += put_block(e, s, table, e->end + i, left - i);
    return e->error;
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

static int put_more(trawl_emit *e, escape_state *s, const unsigned char table[256], const char *p, size_t n)
{
    size_t i = 0;

    if (s->n == 0 && !s->cr)
        return put_fresh(e, s, table, p, n);
    while (s->n > 0 && s->shown && i < n && swallows(s, p[i]))
        i++;
    while (s->n > 0 && !s->shown && i < n) {
        char both[sizeof s->held + 1];
        size_t len = s->n;
        memcpy(both, s->held, len);
        both[len++] = p[i++];
        s->n = 0;
        put_fresh(e, s, table, both, len);
    }
    if (s->cr && i < n) {
        i += p[i] == '\n';
        s->cr = false;
    }
    return put_fresh(e, s, table, p + i, n - i);
}

static int settle(trawl_emit *e, escape_state *s)
{
    if (s->n > 0 && !s->shown)
        put_odd(e, ESCAPE_BAD, UTF8_INVALID);
    s->shown = s->n > 0;
    return e->error;
}

static int put_whole(trawl_emit *e, const unsigned char table[256], const char *p, size_t n)
{
    escape_state s = {.n = 0};

    put_fresh(e, &s, table, p, n);
    return settle(e, &s);
}

/* ---- Contexts ---- */

int escape_html_text(trawl_emit *e, escape_state *s, const char *p, size_t n)
{
    return put_more(e, s, text_table, p, n);
}

int escape_html_same(trawl_emit *e, escape_state *s, const char *p, size_t n)
{
    if (s->n > 0)
        return put_more(e, s, text_table, p, n);
    s->cr = s->cr && n == 0;
    return emit_put(e, p, n);
}

int escape_html_settle(trawl_emit *e, escape_state *s)
{
    return settle(e, s);
}

int escape_html_whole(trawl_emit *e, const char *p, size_t n)
{
    return put_whole(e, text_table, p, n);
}

int escape_html_attribute(trawl_emit *e, const char *p, size_t n)
{
    return put_whole(e, attribute_table, p, n);
}

int escape_css(trawl_emit *e, const char *p, size_t n)
{
    return put_whole(e, emit_option(e, TRAWL_EMIT_XHTML) ? css_xml_table : css_table, p, n);
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
