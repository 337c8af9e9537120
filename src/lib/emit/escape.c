/* escape.c - escaping for HTML and XML: text, attribute values, a stylesheet (F4, F5, F7)
 *
 * Markup is escaped by references that HTML and XML share. Controls and noncharacters cannot be
 * written in HTML, not even as references: they become U+FFFD. A table for each context gives the
 * action for each byte; characters beyond ASCII that are not in the tables are decoded.
 */
#include "base/check.h"
#include "emit/emit.h"

#include "base/utf8.h"

/* ---- Contexts ---- */

/* What a context does with a byte, in the terms of kernels. AS_IS is for bytes that are copied: by
 * the kernel or, where the set of bytes includes them for another context, by escape_look(). */
enum {
    AS_IS = KERNEL_CALL,
    LOOK = KERNEL_CALL,
    TWO = KERNEL_TWO,
    THREE = KERNEL_THREE,
    C2 = KERNEL_C2,
    E2 = KERNEL_E2,
    CR = KERNEL_WORD,
    BAD,
    AMP,
    LT,
    GT,
    QUOT,
    APOS,
    TAB,
    LF,
    FF
};

/* clang-format off */

#define CONTROLS_TO_TAB BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD
#define CONTROLS_FROM_14 BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD, BAD
#define EIGHT(what) what, what, what, what, what, what, what, what

/* The entries from 0x7F on. These entries rely on this: all of U+00C0 to U+05FF, U+0640 to U+07FF,
 * U+1000 to U+1FFF, U+2010 to U+201F and U+3000 to U+CFFF is shown. */
#define BEYOND                                                                                                         \
    [0x7F] = BAD, [0x80] = EIGHT(LOOK), EIGHT(LOOK), EIGHT(LOOK), EIGHT(LOOK), EIGHT(LOOK), EIGHT(LOOK), EIGHT(LOOK),  \
    EIGHT(LOOK), LOOK, LOOK, C2, TWO, TWO, TWO, TWO, TWO, EIGHT(TWO), EIGHT(TWO), [0xD8] = LOOK, TWO, TWO, TWO, TWO, \
    TWO, TWO, TWO, [0xE0] = LOOK, THREE, E2, THREE, THREE, THREE, THREE, THREE, THREE, THREE, THREE, THREE, THREE,   \
    LOOK, LOOK, LOOK, EIGHT(LOOK), EIGHT(LOOK)

static const unsigned char text_table[256] = {
    CONTROLS_TO_TAB, AS_IS, AS_IS, BAD, FF, CR, CONTROLS_FROM_14,
    ['&'] = AMP, ['<'] = LT, ['>'] = GT, ['"'] = QUOT, ['\''] = APOS, BEYOND
};

/* A tab or LF is written as a reference: XML parsers replace a raw tab or LF in a value with a
 * space. */
static const unsigned char attribute_table[256] = {
    CONTROLS_TO_TAB, TAB, LF, BAD, BAD, LOOK, CONTROLS_FROM_14,
    ['&'] = AMP, ['<'] = LT, ['>'] = GT, ['"'] = QUOT, ['\''] = APOS, BEYOND
};

static const unsigned char css_table[256] = {
    CONTROLS_TO_TAB, AS_IS, AS_IS, BAD, BAD, CR, CONTROLS_FROM_14, ['<'] = LOOK, BEYOND
};

static const unsigned char css_xml_table[256] = {
    CONTROLS_TO_TAB, AS_IS, AS_IS, BAD, BAD, CR, CONTROLS_FROM_14, ['&'] = AMP, ['<'] = LT, ['>'] = GT, BEYOND
};

static const kernel_word written[] = {
    [CR] = {"\n", 1, 1},      [BAD] = {"\xEF\xBF\xBD", 3, 0}, [AMP] = {"&amp;", 5, 0}, [LT] = {"&lt;", 4, 0},  [GT] = {"&gt;", 4, 0},
    [QUOT] = {"&quot;", 6, 0}, [APOS] = {"&#39;", 5, 0},      [TAB] = {"&#9;", 4, 0},  [LF] = {"&#10;", 5, 0},
    [FF] = {"", 0, 0}, /* a form feed is dropped */
};

/* clang-format on */

/* Makes the set of the bytes whose entry in text_table is `what`. */
static void make_set(kernel_set *set, unsigned what)
{
    unsigned char in[256];

    for (size_t i = 0; i < sizeof in; i++)
        in[i] = text_table[i] == what;
    kernel_set_make(set, in);
}

/* Makes the set of the last bytes of the characters that are shown among the 64 from `first` on. */
static void make_last(kernel_set *set, uint32_t first)
{
    unsigned char in[256] = {0};

    for (uint32_t i = 0; i < 64; i++)
        in[0x80 + i] = escape_kind_of(first + i) == ESCAPE_SHOWN;
    kernel_set_make(set, in);
}

static size_t escape_look(void *user, char **to, const char *p, size_t n);

static void make_context(escape_html *h, escape_context *c, const kernel_set *set,
                         const unsigned char table[256])
{
    static const kernel_word none = {"", KERNEL_NO_WORD, 0};

    for (size_t i = 0; i < sizeof c->words / sizeof c->words[0]; i++)
        c->words[i] = table[i] >= KERNEL_WORD ? written[table[i]] : none;
    c->how = (kernel_escapes){set,   &h->two,  &h->three,   &h->c2, &h->e2_80,
                              table, c->words, escape_look, c};
    c->labels = table == text_table || table == attribute_table;
}

void escape_html_open(trawl_emit *e)
{
    escape_html *h = &e->html;
    unsigned char in[256];

    for (size_t i = 0; i < sizeof in; i++)
        in[i] = i >= 0x80 || text_table[i] != AS_IS;
    kernel_set_make(&h->in_text, in);
    in['\t'] = in['\n'] = 1;
    kernel_set_make(&h->in_others, in);
    make_set(&h->two, TWO);
    make_set(&h->three, THREE);
    make_last(&h->c2, 0x80);
    make_last(&h->e2_80, 0x2000);
    make_context(h, &h->text, &h->in_text, text_table);
    make_context(h, &h->attribute, &h->in_others, attribute_table);
    make_context(h, &h->css, &h->in_others,
                 emit_option(e, TRAWL_EMIT_OPTION_XHTML) ? css_xml_table : css_table);
}

/* ---- Text ---- */

#define FEW 8

/* Returns what is written for the non-ASCII character at `p`, and sets *taken to its length. Holds
 * the start of a character whose end is missing, and returns an empty string. */
static trawl_str escape_character(const escape_context *c, const char *p, size_t n,
                                  char label[ESCAPE_LABEL], size_t *taken)
{
    utf8_char at = utf8_decode_or_byte(p, n);

    *taken = at.len;
    if (at.len > 1 && escape_kind_of(at.code) == ESCAPE_SHOWN)
        return (trawl_str){p, at.len};
    if (!escape_is_cut(p, n))
        return (trawl_str){label, escape_shown(label, at.code, c->labels)};
    *taken = c->state->n = (unsigned)n;
    CHECK(n < sizeof c->state->held);
    memcpy(c->state->held, p, n);
    return (trawl_str){"", 0};
}

/* Called by kernels where one byte does not decide: writes what replaces the character or line end
 * at `p`. Returns its length in the source. */
static size_t escape_look(void *user, char **to, const char *p, size_t n)
{
    char label[ESCAPE_LABEL];
    size_t taken = 1;
    trawl_str shown = {p, 1};

    if ((unsigned char)p[0] >= 0x80) {
        shown = escape_character(user, p, n, label, &taken);
    } else if (p[0] == '\r') { /* only in attributes */
        shown = (trawl_str){written[LF].text, written[LF].n};
        taken = n > 1 && p[1] == '\n' ? 2 : 1;
    } else if (p[0] == '<') {
        shown = (trawl_str){"<\\", n > 1 && p[1] == '/' ? 2 : 1};
    }
    CHECK(shown.n <= ESCAPE_LABEL);
    memcpy(*to, shown.p, shown.n);
    *to += shown.n;
    return taken;
}

/* Writes at least p[0..first) and at most p[0..n). Returns how many bytes of `p` it wrote. Kernels
 * may read up to KERNEL_SLACK bytes after the input. */
static size_t escape_put_run(trawl_emit *e, const escape_context *c, const char *p, size_t first,
                             size_t n)
{
    size_t i = 0;

    while (i < first && !e->error) {
        if (e->room.end - e->room.to < KERNEL_ESCAPED)
            (void)emit_put_through(e, "", 0);
        i += e->kernel->escape(&c->how, &e->room, p + i, first - i, n - i);
    }
    return i;
}

/* Writes p[0..n) up to the first byte whose table entry does not suffice. Returns how many bytes.
 * Faster than a kernel on short texts: half of all texts are a bracket beside a link. */
static size_t put_few(trawl_emit *e, const escape_context *c, const char *p, size_t n)
{
    size_t i = 0;

    if (e->room.end - e->room.to < KERNEL_ESCAPED)
        (void)emit_put_through(e, "", 0);
    for (; i < n; i++) {
        const unsigned char byte = (unsigned char)p[i];
        const kernel_word *word = &c->words[byte];
        if (word->n != KERNEL_NO_WORD) {
            memcpy(e->room.to, word->text, sizeof word->text);
            e->room.to += word->n - (unsigned)(word->line_end && i + 1 < n && p[i + 1] == '\n');
        } else if (!c->how.set->table[byte]) {
            *e->room.to++ = p[i];
        } else {
            break;
        }
    }
    return i;
}

/* Writes text when nothing is held from the text before. */
static int put_fresh(trawl_emit *e, escape_state *s, escape_context *c, const char *p, size_t n)
{
    size_t i = 0, after = KERNEL_SLACK;

    if (n == 0)
        return e->error;
    s->cr = p[n - 1] == '\r';
    if (n <= FEW)
        i = put_few(e, c, p, n);
    c->state = s;
    if (n > EMIT_SHORT)
        i = escape_put_run(e, c, p, n - after, n);
    if (i == n || e->error)
        return e->error;
    CHECK(n - i <= sizeof e->end);
    memcpy(e->end, p + i, n - i);
    escape_put_run(e, c, e->end, n - i, n - i);
    return e->error;
}

/* Writes text when something is held from the text before. */
__attribute__((noinline)) static int put_after_held(trawl_emit *e, escape_state *s, const char *p,
                                                    size_t n)
{
    size_t i = 0;

    while (s->n > 0 && i < n) {
        char both[sizeof s->held + 1];
        size_t len = s->n;
        memcpy(both, s->held, len);
        both[len++] = p[i++];
        s->n = 0;
        put_fresh(e, s, &e->html.text, both, len);
    }
    if (s->cr && i < n) {
        i += p[i] == '\n';
        s->cr = false;
    }
    return put_fresh(e, s, &e->html.text, p + i, n - i);
}

int escape_html_text(trawl_emit *e, escape_state *s, const char *p, size_t n)
{
    return s->n > 0 || s->cr ? put_after_held(e, s, p, n) : put_fresh(e, s, &e->html.text, p, n);
}

/* Writes the held bytes, which are not UTF-8. */
static int put_held_bytes(trawl_emit *e, escape_state *s, bool labels)
{
    char shown[ESCAPE_LABEL];

    for (unsigned i = 0; i < s->n; i++)
        emit_put(e, shown, escape_shown(shown, utf8_decode_or_byte(s->held + i, 1).code, labels));
    s->cut = s->n > 0;
    s->n = 0;
    return e->error;
}

int escape_html_settle(trawl_emit *e, escape_state *s)
{
    return put_held_bytes(e, s, e->html.text.labels);
}

int escape_whole(trawl_emit *e, escape_context *c, const char *p, size_t n)
{
    escape_state s = {.n = 0};

    put_fresh(e, &s, c, p, n);
    return put_held_bytes(e, &s, c->labels);
}

/* ---- Characters ---- */

enum escape_kind escape_kind_of(uint32_t code)
{
    if ((code >= 0x80 && code < 0xA0) || (code >= 0xFDD0 && code <= 0xFDEF) ||
        (code & 0xFFFE) == 0xFFFE) /* so has UTF8_INVALID */
        return ESCAPE_BAD;
    return unicode_is(code, UNICODE_HIDDEN) ? ESCAPE_HIDDEN : ESCAPE_SHOWN;
}

size_t escape_label(char label[ESCAPE_LABEL], uint32_t code)
{
    static const char hex[] = "0123456789ABCDEF";
    size_t n = 3;

    memcpy(label, "[U+", n);
    for (int shift = code > 0xFFFFF ? 20 : code > 0xFFFF ? 16 : 12; shift >= 0; shift -= 4)
        label[n++] = hex[code >> shift & 15];
    label[n++] = ']';
    return n;
}

size_t escape_shown(char shown[ESCAPE_LABEL], uint32_t code, bool labels)
{
    const enum escape_kind kind = escape_kind_of(code);

    if (kind == ESCAPE_HIDDEN && labels)
        return escape_label(shown, code);
    return utf8_encode(shown, kind == ESCAPE_BAD ? 0xFFFD : code);
}

bool escape_is_cut(const char *p, size_t n)
{
    return utf8_decode(p, n).len == n && utf8_length((unsigned char)p[0]) > n;
}
