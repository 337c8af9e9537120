/* words.c - decodes the text of a header field: unfolds lines, decodes encoded-words (RFC 5322
 * 2.2.3, RFC 2047)
 *
 * Input is the body of a field; output is UTF-8 and a map from the text to the field. An
 * encoded-word is decoded in two steps, each with its own map: from Q or B to bytes, and from bytes
 * to text. The bytes of neighbouring encoded-words in one charset are joined first, because some
 * mailers divide a character between two. Takes linear time: the search for the end of an
 * encoded-word stops at the next "=?".
 */
#include <trawl.h>

#include "base/check.h"
#include "base/utf8.h"
#include "mail/header/inside.h"

#define REPLACEMENT "\xEF\xBF\xBD"

/* ---- Buffers ---- */

int buffer_reserve(buffer *b, size_t more)
{
    return memory_grow(b->m, &b->p, &b->size, b->n + more, 1) ? TRAWL_OK : TRAWL_ERROR_NO_MEMORY;
}

int buffer_put(buffer *b, const char *p, size_t n)
{
    int failed = buffer_reserve(b, n);

    if (failed || n == 0)
        return failed;
    memcpy(b->p + b->n, p, n);
    b->n += n;
    return TRAWL_OK;
}

void buffer_reset(buffer *b, const memory *m)
{
    if (b->p)
        memory_free(b->m, b->p);
    *b = (buffer){.m = m};
}

/* ---- Maps ---- */

/* Adds n bytes of source without text: "=?utf-8?Q?", "?=", a folded line break. */
static int words_add_gap(srcmap *map, size_t n)
{
    return srcmap_add(map, n, 0, 1);
}

/* Adds the composition of w->inner (text to bytes) and w->places (bytes to source). */
static int add_composed(words *w, srcmap *map)
{
    uint64_t byte = 0, done = 0;
    int failed = TRAWL_OK;
    size_t n;
    const srcmap_run *runs = srcmap_runs(&w->inner, &n);

    for (size_t i = 0; i < n && !failed; i++) {
        srcmap_run run = runs[i];
        if (run.text == 0)
            byte += run.count;
        for (uint32_t k = 0; run.text > 0 && k < run.count && !failed; k++, byte += run.src) {
            uint64_t from = srcmap_start(&w->places, byte);
            uint64_t to = srcmap_from(&w->places, byte + run.src);
            to = to < from ? from : to;
            failed = words_add_gap(map, (size_t)(from - done));
            if (!failed)
                failed = srcmap_add(map, 1, run.text, to - from);
            done = to;
        }
    }
    return failed ? failed : words_add_gap(map, (size_t)(srcmap_source_end(&w->places) - done));
}

/* ---- Bytes to text ---- */

int words_know_charset(words *w, const names_row *row, bool *known)
{
    decoder *c = NULL;
    int failed =
        row && row->kind != NAMES_RAW ? charset_cache_take(&w->charsets, row, &c) : TRAWL_OK;

    *known = !failed && row && (row->kind == NAMES_RAW || c);
    return failed;
}

/* Decodes p[0..n), which is in a known charset other than NAMES_RAW, and appends the text. */
static int put_decoded(words *w, buffer *text, srcmap *map, const names_row *row, const char *p,
                       size_t n)
{
    charset_io io = {.in = p, .in_n = n, .last = true, .map = map};
    decoder *c;
    int failed = charset_cache_take(&w->charsets, row, &c);

    while (!failed) {
        failed = buffer_reserve(text, io.in_n + TAKE_TEXT);
        if (failed)
            break;
        io.out = text->p + text->n;
        io.size = text->size - text->n;
        io.len = 0;
        failed = charset_decode(c, &io);
        text->n += io.len;
        if (io.size - io.len >= TAKE_TEXT)
            break;
    }
    return failed;
}

/* Returns how many leading bytes are UTF-8 characters of length `len`; with len 0, how many are not
 * UTF-8. */
static size_t utf8_run(const char *p, size_t n, unsigned len)
{
    size_t i = len == 1 ? ascii_run(p, n) : 0;

    while (len != 1 && i < n) {
        utf8_char c = utf8_decode(p + i, n - i);
        if ((c.code == UTF8_INVALID ? 0 : c.len) != len)
            break;
        i += len > 0 ? len : 1;
    }
    return i;
}

/* Appends UTF-8. Other bytes are read as windows-1252 if the charset is `undeclared`; otherwise
 * each invalid sequence becomes U+FFFD. */
static int put_utf8(words *w, buffer *text, srcmap *map, const char *p, size_t n, bool undeclared)
{
    int failed = TRAWL_OK;

    for (size_t used; n > 0 && !failed; p += used, n -= used) {
        utf8_char first = {0, 1};
        if ((unsigned char)*p >= 0x80)
            first = utf8_decode(p, n);
        if (first.code != UTF8_INVALID) {
            used = utf8_run(p, n, first.len);
            failed = buffer_put(text, p, used);
            if (!failed)
                failed = srcmap_add(map, used / first.len, first.len, first.len);
        } else if (undeclared) {
            used = utf8_run(p, n, 0);
            failed = put_decoded(w, text, map, names_find("windows-1252", 12), p, used);
        } else {
            used = first.len;
            failed = buffer_put(text, REPLACEMENT, sizeof REPLACEMENT - 1);
            if (!failed)
                failed = srcmap_add(map, 1, sizeof REPLACEMENT - 1, used);
        }
    }
    return failed;
}

/* Sets *row to the charset that the bytes show, if they show one. */
static int words_guess(words *w, const char *p, size_t n, const names_row **row)
{
    const size_t from = n > 0 ? guess_plain(p, n) : 0;
    const names_row *shown = from < n ? guess_charset(p + from, n - from) : NULL;
    bool known;
    int failed = words_know_charset(w, shown, &known);

    *row = known ? shown : *row;
    return failed;
}

/* Appends text in a charset; NULL: not known. */
static int words_put_text(words *w, buffer *text, srcmap *map, const names_row *row, trawl_str s)
{
    const bool undeclared = names_is_undeclared(row);

    return undeclared || row->kind == NAMES_RAW ? put_utf8(w, text, map, s.p, s.n, undeclared)
                                                : put_decoded(w, text, map, row, s.p, s.n);
}

int words_put_bytes(words *w, buffer *text, srcmap *map, const names_row *row)
{
    int failed = TRAWL_OK;

    srcmap_switch_off(&w->inner, srcmap_is_off(map));
    srcmap_clear(&w->inner);
    if (names_is_undeclared(row))
        failed = words_guess(w, w->bytes.p, w->bytes.n, &row);
    if (!failed)
        failed = words_put_text(w, text, &w->inner, row, (trawl_str){w->bytes.p, w->bytes.n});
    return failed || srcmap_is_off(map) ? failed : add_composed(w, map);
}

/* ---- Q and B to bytes (RFC 2047 section 4) ---- */

static int add_byte(words *w, int byte, size_t src)
{
    char c = (char)byte;
    int failed = buffer_put(&w->bytes, &c, 1);

    return failed ? failed : srcmap_add(&w->places, 1, 1, src);
}

/* Decodes Q. A "=" without two hex digits stays as it is; line breaks are folds and are removed. */
static int decode_q(words *w, const char *p, size_t n)
{
    int failed = TRAWL_OK;

    for (size_t i = 0, src; i < n && !failed; i += src) {
        int byte = ascii_escape_of('=', p + i, n - i);
        src = byte >= 0 ? 3 : 1;
        if (byte < 0)
            byte = p[i] == '_' ? ' ' : (unsigned char)p[i];
        failed = src == 1 && (byte == '\r' || byte == '\n') ? words_add_gap(&w->places, 1)
                                                            : add_byte(w, byte, src);
    }
    return failed;
}

/* Decodes B. In the map a byte begins at the character with its first bit, and ends where the next
 * byte begins. Skips characters that are not base64, and any "=" too many. Padding ends a group of
 * four, but more groups may follow: "QQ==Qg==". */
static int decode_b(words *w, const char *p, size_t n)
{
    unsigned seen = 0, bits = 0; /* characters read of the group; the value of the last character */
    unsigned pads = 0;           /* the "=" after the group's characters */
    size_t from = 0, mapped = 0; /* where the next byte begins; where the last byte ends */
    int failed = TRAWL_OK;

    for (size_t i = 0; i < n && !failed; i++) {
        int value = ascii_base64((unsigned char)p[i]);
        if (value < 0) {
            pads += p[i] == '=';
            seen = seen > 1 && seen + pads > 3 ? 0 : seen;
            continue;
        }
        pads = 0;
        if (seen == 0) {
            from = i;
        } else {
            int byte = (int)((bits << (2 * seen) | (unsigned)value >> (6 - 2 * seen)) & 0xFF);
            size_t to = seen == 3 ? i + 1 : i;
            failed = words_add_gap(&w->places, from - mapped);
            if (!failed)
                failed = add_byte(w, byte, to - from);
            from = mapped = to;
        }
        bits = (unsigned)value;
        seen = (seen + 1) % 4;
    }
    return failed ? failed : words_add_gap(&w->places, n - mapped);
}

/* ---- Encoded-words ---- */

typedef struct word {
    const names_row *row;
    char code;       /* Q or B, upper or lower case */
    size_t from, to; /* the encoded text */
} word;

/* Returns the offset of the "?=" that ends the text of an encoded-word, or 0 if this is no
 * encoded-word. The text may not contain "=?", control characters or 8-bit bytes. Blanks, "?" and
 * folds are allowed, because many mailers write them. */
static size_t words_word_end(const char *p, size_t i, size_t n)
{
    while (i + 1 < n) {
        size_t fold = fold_length(p + i, n - i);
        if (p[i] == '?' && p[i + 1] == '=')
            return i;
        if (p[i] == '=' && p[i + 1] == '?' && (i + 2 == n || p[i + 2] != '='))
            return 0;
        if (fold == 0 && !ascii_is_blank(p[i]) && !ascii_is_graph((unsigned char)p[i]))
            return 0;
        i += fold ? fold : 1;
    }
    return 0;
}

/* The text of a field, and the place that is being decoded. */
typedef struct words_cursor {
    const char *p;
    size_t n;
    size_t at;
    bool found; /* an encoded-word begins at the place that words_find_word() tested: `word` */
    word word;
} cursor;

/* Sets c->found to whether a whole encoded-word, "=?charset*language?Q?text?=", begins at p[at]. If
 * its charset is unknown, it is read like text without a charset, so that its ASCII is not lost. */
static int words_find_word(words *w, cursor *c, size_t at)
{
    const char *p = c->p, *star;
    size_t label = at + 2, mark = label, n = c->n, label_n;
    word *it = &c->word;
    bool known;
    int failed;

    c->found = false;
    if (n - at < 2 || p[at] != '=' || p[at + 1] != '?')
        return TRAWL_OK;
    while (mark < n && ascii_is_graph((unsigned char)p[mark]) && p[mark] != '?')
        mark++;
    if (mark == label || n - mark < 3 || p[mark] != '?' || p[mark + 2] != '?' ||
        !memchr("QqBb", p[mark + 1], 4))
        return TRAWL_OK;
    it->code = p[mark + 1];
    it->from = mark + 3;
    it->to = words_word_end(p, it->from, n);
    if (it->to == 0)
        return TRAWL_OK;
    star = memchr(p + label, '*', mark - label);
    label_n = star ? (size_t)(star - p) - label : mark - label;
    it->row = names_find(p + label, label_n);
    failed = words_know_charset(w, it->row, &known);
    if (!known)
        it->row = names_find("us-ascii", 8);
    c->found = !failed;
    return failed;
}

/* Appends a sequence of encoded-words in one charset, which begins at c->at with c->word, and moves
 * c->at to its end. If an encoded-word in another charset follows, that is found then, and c->at is
 * also moved past the white space between them. */
static int words_put_words(words *w, buffer *text, srcmap *map, cursor *c)
{
    const names_row *row = c->word.row;
    int failed;

    w->bytes.n = 0;
    srcmap_switch_off(&w->places, srcmap_is_off(map));
    srcmap_clear(&w->places);
    do {
        const word it = c->word;
        size_t end = it.to + 2, next;
        failed = words_add_gap(&w->places, it.from - c->at);
        if (!failed)
            failed = ascii_lower(it.code) == 'q' ? decode_q(w, c->p + it.from, it.to - it.from)
                                                 : decode_b(w, c->p + it.from, it.to - it.from);
        next = skip_space(c->p, end, c->n);
        if (!failed)
            failed = words_find_word(w, c, next);
        c->at = !failed && c->found ? next : end;
        if (!failed)
            failed = words_add_gap(&w->places, c->at - end + 2);
    } while (!failed && c->found && c->word.row == row);
    return failed ? failed : words_put_bytes(w, text, map, row);
}

/* Returns the end of the text from c->at up to the next encoded-word or fold. Finds the word, and
 * sets *fold to the length of the fold, or to 0. */
static size_t words_text_end(words *w, cursor *c, size_t *fold, int *failed)
{
    size_t end = c->at;

    *fold = 0;
    c->found = false;
    for (; end < c->n && !*failed; end++) {
        char b = c->p[end];
        if (b > '=' || (b != '=' && b != '\r' && b != '\n'))
            continue;
        *failed = words_find_word(w, c, end);
        *fold = fold_length(c->p + end, c->n - end);
        if (c->found || *fold > 0)
            break;
    }
    return end;
}

bool words_are_plain(trawl_str body)
{
    return body.n > 0 && guess_plain(body.p, body.n) == body.n && !memchr(body.p, '=', body.n) &&
           !memchr(body.p, '\n', body.n);
}

int words_decode(words *w, buffer *text, srcmap *map, const char *p, size_t n)
{
    cursor c = {.p = p, .n = n};
    const names_row *row = NULL;
    int failed;

    text->n = 0;
    map = map ? map : &w->none;
    srcmap_clear(map);
    if (words_are_plain((trawl_str){p, n})) {
        failed = buffer_put(text, p, n); /* fast path */
        return failed ? failed : srcmap_add(map, n, 1, 1);
    }
    failed = words_guess(w, p, n, &row);
    while (c.at < n && !failed) {
        size_t from = c.at, fold, end = words_text_end(w, &c, &fold, &failed);
        if (!failed)
            failed = words_put_text(w, text, map, row, (trawl_str){p + from, end - from});
        c.at = end + fold;
        if (!failed)
            failed = words_add_gap(map, fold);
        while (c.found && !failed)
            failed = words_put_words(w, text, map, &c);
    }
    return failed;
}

/* ---- Opening and closing ---- */

void words_open(words *w, const memory *m)
{
    *w = (words){.bytes = {.m = m}, .joined = {.m = m}};
    srcmap_open(&w->places, m);
    srcmap_open(&w->inner, m);
    srcmap_open(&w->none, m);
    srcmap_switch_off(&w->none, true);
    charset_cache_open(&w->charsets, m);
}

void words_close(words *w)
{
    charset_cache_close(&w->charsets);
    srcmap_close(&w->places);
    srcmap_close(&w->inner);
    buffer_reset(&w->bytes, w->bytes.m);
    buffer_reset(&w->joined, w->joined.m);
}
