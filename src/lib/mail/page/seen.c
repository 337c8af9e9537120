/* seen.c - the text of an anchor as a reader sees it, with look-alike characters replaced (E17)
 *
 * Input: the visible text of an anchor, with marks (visible.c). Output: one view of it, in which
 * shown.c finds hosts: "https：⁄⁄www.bank.com" with a wide colon and U+2044 is
 * "https://www.bank.com", and so is "moc.knab.www//:sptth" after U+202E.
 */
#include "base/ascii.h"
#include "base/check.h"
#include "base/prefix.h"
#include "base/utf8.h"
#include "mail/page/inside.h"
#include "url/url.h"

/* ---- Characters ---- */

bool seen_is_in(uint32_t c, const seen_range *ranges, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (c >= ranges[i].from && c <= ranges[i].to)
            return true;
    return false;
}

bool seen_is_blank(uint32_t code)
{
    static const seen_range ranges[] = {
        {0, 0x20},        {0x85, 0x85},     {0xA0, 0xA0},     {0x1680, 0x1680}, {0x2000, 0x200A},
        {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x2800, 0x2800}, {0x3000, 0x3000}};

    return seen_is_in(code, ranges, sizeof ranges / sizeof ranges[0]);
}

static bool is_combining(uint32_t code)
{
    static const seen_range ranges[] = {{0x300, 0x36F},   {0x483, 0x489},   {0x1AB0, 0x1AFF},
                                        {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF}, {0xFE20, 0xFE2F}};

    return seen_is_in(code, ranges, sizeof ranges / sizeof ranges[0]);
}

/* Returns the ASCII sign that a sign looks like, or 0. */
static char sign_of(uint32_t code)
{
    static const struct {
        uint32_t code;
        char ascii;
    } signs[] = {
        {0x2D0, ':'},   {0x2F8, ':'},   {0x589, ':'},   {0x5C3, ':'},   {0x703, ':'},
        {0x704, ':'},   {0x2236, ':'},  {0xA789, ':'},  {0xFE13, ':'},  {0xFE55, ':'},
        {0x2044, '/'},  {0x2215, '/'},  {0x2571, '/'},  {0x27CB, '/'},  {0x29F8, '/'},
        {0x1735, '/'},  {0x31D3, '/'},  {0x2CC6, '/'},  {0x2216, '\\'}, {0x29F5, '\\'},
        {0x29F9, '\\'}, {0xFE68, '\\'}, {0x2024, '.'},  {0x3002, '.'},  {0xFF61, '.'},
        {0xFE52, '.'},  {0xA4F8, '.'},  {0x660, '.'},   {0x6F0, '.'},   {0x701, '.'},
        {0x702, '.'},   {0xA60E, '.'},  {0x10A50, '.'}, {0x1D16D, '.'}, {0xFE6B, '@'},
        {0x2010, '-'},  {0x2011, '-'},  {0xFE63, '-'},  {0xFF1A, ':'},  {0xFF0F, '/'},
    };

    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (signs[i].code == code)
            return signs[i].ascii;
    return 0;
}

/* Returns the ASCII letter, digit or sign that the character is a form of or looks like, or else
 * the character itself. Forms of a letter are the wide, mathematical and circled letters. */
static uint32_t seen_fold(uint32_t code)
{
    static const struct {
        seen_range range;
        uint32_t period;
        char first;
    } forms[] = {
        {{0xFF01, 0xFF5E}, 94, '!'},   {{0x1D7CE, 0x1D7FF}, 10, '0'}, {{0x24B6, 0x24CF}, 26, 'A'},
        {{0x24D0, 0x24E9}, 26, 'a'},   {{0x1F130, 0x1F149}, 26, 'A'}, {{0x1F150, 0x1F169}, 26, 'A'},
        {{0x1F170, 0x1F189}, 26, 'A'}, {{0x1D400, 0x1D6A3}, 52, 'A'}, /* capitals and small */
    };
    uint32_t letter;

    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (seen_is_in(code, &forms[i].range, 1)) {
            letter = (code - forms[i].range.from) % forms[i].period;
            return (letter < 26 || forms[i].period != 52 ? forms[i].first : 'a' - 26) + letter;
        }
    return sign_of(code) ? (uint32_t)sign_of(code) : code;
}

/* ---- The text of a view ---- */

typedef struct page_seen {
    char *out;
    size_t n;
    seen_view view;
    bool special; /* something in the text is special to the view */
    bool hidden, picture, joined;
    bool line; /* the next blank ends a line */
    bool turned;
    size_t turned_from; /* where the reversed text begins */
} seen;

/* Reverses the order of the characters in p[from..n). */
static void turn_round(char *p, size_t from, size_t n)
{
    for (size_t i = from, k = n; i + 1 < k; i++) {
        char c = p[i];
        p[i] = p[--k];
        p[k] = c;
    }
    for (size_t i = from, first; i < n; i++) { /* the bytes of each character */
        for (first = i; i + 1 < n && utf8_goes_on(p[i]); i++)
            ;
        for (size_t k = i; first < k; first++, k--) {
            char c = p[first];
            p[first] = p[k];
            p[k] = c;
        }
    }
}

static void set_turned(seen *s, bool on)
{
    if (s->view != SEEN_TURNED || s->turned == on)
        return;
    s->special = true;
    if (on)
        s->turned_from = s->n;
    else
        turn_round(s->out, s->turned_from, s->n);
    s->turned = on;
}

static void take_mark(seen *s, uint32_t mark)
{
    switch (mark) {
    case PAGE_MARK_BREAK:
        s->special = s->special || s->view == SEEN_JOINED;
        s->joined = s->view == SEEN_JOINED;
        s->line = true;
        break;
    case PAGE_MARK_HIDDEN:
    case PAGE_MARK_SHOWN:
        s->special = s->special || s->view == SEEN_UNSTYLED;
        s->hidden = mark == PAGE_MARK_HIDDEN && s->view != SEEN_UNSTYLED;
        break;
    case PAGE_MARK_TURNED:
    case PAGE_MARK_FORWARD:
        set_turned(s, mark == PAGE_MARK_TURNED);
        break;
    case PAGE_MARK_PICTURE:
    case PAGE_MARK_PICTURE_END:
        s->special = s->special || s->view == SEEN_PICTURES;
        s->picture = mark == PAGE_MARK_PICTURE && s->view != SEEN_PICTURES;
        break;
    default:
        break;
    }
}

/* Writes a dot for "[.]", "(dot)" and the like at the end of the output. */
static void undo_brackets(seen *s)
{
    static const char *const forms[] = {"[.]", "(.)", "{.}", "[dot]", "(dot)", "{dot}"};

    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        size_t k = strlen(forms[i]);
        if (s->n >= k && ascii_same(s->out + s->n - k, forms[i], k)) {
            s->n -= k;
            s->out[s->n++] = '.';
            return;
        }
    }
}

static void seen_put_blank(seen *s)
{
    if (!s->joined && s->n > 0 && !seen_is_gap(s->out[s->n - 1]))
        s->out[s->n++] = ' ';
    if (!s->joined && s->line && s->n > 0)
        s->out[s->n - 1] = '\n';
    s->joined = s->line = false;
}

/* Takes one character, which is not a mark. The output is never longer than the text. */
static void seen_take_char(seen *s, uint32_t code, const char *bytes, size_t n)
{
    uint32_t folded = code < 0x80 ? code : seen_fold(code);

    if (code == 0x202E || code == 0x202C || code == 0x202D)
        set_turned(s, code == 0x202E);
    if (s->hidden || s->picture || unicode_is(code, UNICODE_UNSEEN))
        return;
    if (seen_is_blank(code)) {
        seen_put_blank(s);
        return;
    }
    s->joined = false;
    if (folded < 0x80) {
        s->out[s->n++] = (char)folded;
    } else {
        memcpy(s->out + s->n, bytes, n);
        s->n += n;
    }
    if (folded == ']' || folded == ')' || folded == '}')
        undo_brackets(s);
}

/* ---- Blanks inside of a place ---- */

/* Returns true when a blank after out[from..n), a word, is inside of a place: "www. bank.com",
 * "https: //bank.com", "https://www.bank .com", "bank . com". The rest of the text follows it. Of
 * the names of base/prefix.h only "www" counts: others are words. */
static bool seen_is_inside(const char *out, size_t from, size_t n, const char *rest, size_t rest_n)
{
    const char *word = out + from, *colon;
    size_t len = n - from, i = 0;
    bool name = ascii_begins(word, len, prefix_rows[PREFIX_WWW].name);

    if (rest_n < 3 || len == 0)
        return false;
    if (rest[0] == '.' && (seen_is_gap(rest[1]) || name || memchr(word, ':', len)))
        return ascii_is_alnum((unsigned char)rest[1 + seen_is_gap(rest[1])]) &&
               word[len - 1] != '.';
    if (ascii_is_word_of("http https", word, len))
        return rest[0] == ':' && (rest[1] == '/' || seen_is_gap(rest[1]));
    if (len >= 4 && prefix_is_www(word + len - 4, 4))
        return true;
    colon = memchr(word, ':', len);
    if (!colon || colon - word < 4 || !ascii_same(colon - (colon[-1] == 's' ? 4 : 3), "ttp", 3))
        return false;
    for (i = (size_t)(colon - word) + 1; i < len && memchr("/\\", word[i], 2); i++)
        ;
    return i == len;
}

/* Removes the blanks inside of places, and also in a text that is spaced out: "w w w . b a n k".
 */
static size_t join_blanks(char *p, size_t n)
{
    size_t len = 0, from = 0, spaced = 0;
    bool dot = false; /* after the first blank of " . " */

    while (spaced + 1 < n && !seen_is_gap(p[spaced]) && seen_is_gap(p[spaced + 1]))
        spaced += 2;
    for (size_t i = 0; i < n; i++) {
        if (seen_is_gap(p[i]) && ((spaced + 1 == n && n > 12) || dot ||
                                  seen_is_inside(p, from, len, p + i + 1, n - i - 1))) {
            dot = !dot && n - i > 2 && p[i + 1] == '.' && seen_is_gap(p[i + 2]);
            continue;
        }
        p[len++] = p[i];
        if (seen_is_gap(p[i]))
            from = len;
    }
    return len;
}

/* Returns true when a word begins with "www." or a scheme of the web. A URL that only has "://" or
 * "www." somewhere, as in its path, was not written backwards. */
static bool seen_begins_url(const char *p, size_t n)
{
    for (size_t i = 0; i + 4 < n; i++) {
        if (i > 0 && ascii_is_alnum((unsigned char)p[i - 1]))
            continue;
        if (prefix_is_www(p + i, n - i) || ascii_begins(p + i, n - i, "http://") ||
            ascii_begins(p + i, n - i, "https://"))
            return true;
    }
    return false;
}

/* Writes a dot for each U+00B7 between two ASCII letters or digits. Returns the new length. */
static size_t undo_middle_dots(char *p, size_t n)
{
    static const char dot[] = "\u00B7";
    size_t len = 0;

    for (size_t i = 0; i < n; i++) {
        const bool inside = len > 0 && n - i > 2 && memcmp(p + i, dot, 2) == 0 &&
                            ascii_is_alnum((unsigned char)p[len - 1]) &&
                            ascii_is_alnum((unsigned char)p[i + 2]);
        p[len++] = inside ? '.' : p[i];
        i += inside;
    }
    return len;
}

bool seen_read(char *out, size_t *n, const char *text, size_t text_n, seen_view view)
{
    seen s = {.out = out, .view = view, .special = view == SEEN_STYLED};
    utf8_char c;

    for (size_t i = 0; i < text_n && i < PAGE_HELD; i += c.len) {
        c = utf8_decode(text + i, text_n - i);
        if (c.code > 0 && c.code <= PAGE_MARK_PICTURE_END)
            take_mark(&s, c.code);
        else
            seen_take_char(&s, c.code, text + i, c.len);
    }
    set_turned(&s, false);
    if (view == SEEN_REVERSED) {
        turn_round(out, 0, s.n);
        s.special = seen_begins_url(out, s.n);
    }
    if (memchr(out, 0xB7, s.n))
        s.n = undo_middle_dots(out, s.n);
    *n = s.special ? join_blanks(out, s.n) : 0;
    return s.special;
}

size_t seen_skeleton(char *out, size_t size, const char *word, size_t n)
{
    size_t len = 0;
    utf8_char c;

    if (!has_non_ascii(word, n))
        return 0;
    for (size_t i = 0; i < n && len + 4 <= size; i += c.len) {
        char small[4];
        size_t k;
        c = utf8_decode(word + i, n - i);
        if (c.code != UTF8_INVALID && is_combining(c.code))
            continue;
        CHECK(c.len <= sizeof small);
        memcpy(small, word + i, c.len);
        if (c.code >= 0x80 && tld_fold(small, small, c.len))
            k = lookalike_ascii(utf8_decode(small, c.len).code, out + len);
        else
            k = 0;
        if (k == 0)
            memcpy(out + len, word + i, k = c.len);
        len += k;
    }
    return len;
}
