/* tokenizer.c - splits HTML into text, references, tags and attributes (HTML standard, 13.2.5)
 *
 * Each state has a step function, which reads as far as the state lasts; html_feed() calls the step
 * of the current state until the block is read. Steps for data, tags and attributes call one
 * another directly, so most tags never return to html_feed(). references.c has the steps for
 * character references.
 *
 * The tree (tree.h) sees each tag, text and DOCTYPE first, and says which elements are raw text and
 * where CDATA sections exist.
 */

#include "base/ascii.h"
#include "base/check.h"
#include "base/sixteen.h"
#include "html/inside.h"

/* ---- Bytes ---- */

/* Returns the first c from p on, or end. */
static const char *tokenizer_find(const char *p, const char *end, char c)
{
    const char *found = memchr(p, c, (size_t)(end - p));

    return found ? found : end;
}

/* Like tokenizer_find(), but faster for a short distance. */
static inline const char *tokenizer_find_near(const char *p, const char *end, char c)
{
    for (; end - p >= 16; p += 16) {
        unsigned bits = sixteen_bits(sixteen_is(sixteen_load(p), (unsigned char)c));
        if (bits)
            return p + __builtin_ctz(bits);
    }
    return tokenizer_find(p, end, c);
}

#define GROUP 64

/* Returns a bit for each of the bytes a, b and c among the GROUP bytes at p. */
static inline uint64_t tokenizer_bits_of(const char *p, char a, char b, char c)
{
    uint64_t bits = 0;

    for (unsigned i = 0; i < GROUP; i += sizeof(sixteen)) {
        sixteen v = sixteen_load(p + i);
        v = sixteen_is(v, (unsigned char)a) | sixteen_is(v, (unsigned char)b) |
            sixteen_is(v, (unsigned char)c);
        bits |= (uint64_t)sixteen_bits(v) << i;
    }
    return bits;
}

/* Returns the first a, b or c from p on, or end. */
static const char *find_any(const char *p, const char *end, char a, char b, char c)
{
    for (; end - p >= GROUP; p += GROUP) {
        uint64_t bits = tokenizer_bits_of(p, a, b, c);
        if (bits)
            return p + (unsigned)__builtin_ctzll(bits);
    }
    while (p < end && *p != a && *p != b && *p != c)
        p++;
    return p;
}

/* The "<" and "&" that were not read yet of the GROUP bytes before `next`, one bit each. */
typedef struct marks {
    const char *next;
    uint64_t bits;
} marks;

/* Returns the first "<" or "&" from p on, or end; p must not be less than in the last call. The
 * next bit is found without p, which the processor knows only later. */
static inline const char *find_markup(marks *m, const char *p, const char *end)
{
    for (;;) {
        const char *from;
        while (m->bits) {
            const char *mark = m->next - GROUP + __builtin_ctzll(m->bits);
            m->bits &= m->bits - 1;
            if (mark >= p)
                return mark;
        }
        from = p > m->next ? p : m->next;
        if (end - from < GROUP)
            return find_any(from, end, '<', '&', '&');
        m->bits = tokenizer_bits_of(from, '<', '&', '&');
        m->next = from + GROUP;
    }
}

/* ---- Reports ---- */

/* Reports the bytes from p to `to` as text. */
static void report_text(html *h, const char *p, const char *to)
{
    if (to <= p || h->result != 0)
        return;
    tree_text(&h->tree, p, (size_t)(to - p));
    if (h->out.text)
        h->result = h->out.text(h->out.user, p, (size_t)(to - p), html_at(h, p));
}

void html_report_held(html *h, const char *p, size_t n)
{
    if (n > 0 && h->result == 0) {
        tree_text(&h->tree, p, n);
        if (h->out.text)
            h->result = h->out.text(h->out.user, p, n, h->from);
    }
    h->from += n;
}

/* Reports everything from html.from up to this offset as markup. */
static inline void report_markup(html *h, uint64_t to)
{
    if (!h->out.markup)
        return;
    if (to > h->from && h->result == 0)
        h->result = h->out.markup(h->out.user, h->from, to);
    h->from = to;
}

/* Handles the end of markup at p. */
static inline const char *markup_done(html *h, const char *p)
{
    report_markup(h, html_at(h, p));
    h->state = HTML_DATA;
    return p;
}

/* ---- Names ---- */

static const bool ends_name[256] = {
    [0] = true,   ['\t'] = true, ['\n'] = true, ['\f'] = true, ['\r'] = true,
    [' '] = true, ['/'] = true,  ['='] = true,  ['>'] = true};

/* The bytes that end a value without quotes. */
static const bool tokenizer_ends_value[256] = {
    ['\t'] = true, ['\n'] = true, ['\f'] = true, ['\r'] = true, [' '] = true, ['>'] = true};

/* Appends a byte in lower case; NUL becomes U+FFFD. */
static void name_add(html_name *name, char c)
{
    CHECK(name->n <= HTML_NAME);
    if (c == 0 && name->n + 3 <= HTML_NAME) {
        memcpy(name->p + name->n, "\xEF\xBF\xBD", 3);
        name->n += 3;
    } else if (c != 0 && name->n < HTML_NAME) {
        name->p[name->n++] = ascii_lower(c);
    }
}

/* Sets the name to the letters, digits and colons at p, at most 16. Needs 16 readable bytes. */
static inline void name_start(html_name *name, const char *p)
{
    sixteen lower = sixteen_load(p) | 0x20; /* digits and colons have this bit already */

    memcpy(name->p, &lower, sizeof lower);
    name->n = (unsigned)__builtin_ctz(~sixteen_bits(sixteen_between(lower, 'a', 'z') |
                                                    sixteen_between(sixteen_load(p), '0', ':')));
}

/* Appends bytes to the name up to a byte that may end it, or to end. Returns where it stopped. */
static inline const char *name_run(html_name *name, const char *p, const char *end)
{
    size_t n;

    if (name->n == 0 && end - p >= 16) {
        name_start(name, p);
        p += name->n;
    }
    for (n = name->n; p < end && !ends_name[(unsigned char)*p]; p++)
        if (n < HTML_NAME)
            name->p[n++] = ascii_lower(*p);
    name->n = n;
    return p;
}

/* ---- The name and the end of a tag ---- */

/* Handles the end of a tag's name. */
static inline void tag_named(html *h)
{
    tree_tag *tag = &h->token;

    tree_name(tag, h->tag.p, h->tag.n);
    tag->closing = h->closing;
    tag->attributes = 0;
    h->noted = !h->closing && tag->row->flags & (TREE_IS_FORMAT | TREE_IS_NOTED);
    if (h->noted)
        tag->hash = 0;
}

/* Handles the end of a tag; its ">" is right before p. No callback may have stopped before. If
 * markup() stops here, start() and end() are not called. */
static inline const char *tag_done(html *h, const char *p, bool self_closing)
{
    const html_out *out = &h->out;
    uint64_t to = html_at(h, p);

    if (!out->whole)
        report_markup(h, to);
    h->from = to;
    h->token.self_closing = self_closing;
    tree_take_tag(&h->tree, &h->token);
    h->state = h->tree.now.state;
    if (out->whole)
        h->result = out->whole(out->user, &h->tag, h->closing, self_closing, to);
    else if (h->result == 0 && !h->closing && out->start)
        h->result = out->start(out->user, &h->tag, self_closing);
    else if (h->result == 0 && h->closing && out->end)
        h->result = out->end(out->user, &h->tag);
    return p;
}

/* After "/" in a tag. */
static const char *self_closing(html *h, const char *p, const char *end)
{
    (void)end;
    if (*p == '>')
        return tag_done(h, p + 1, true);
    h->state = HTML_BEFORE_NAME;
    return p;
}

/* ---- Attributes (13.2.5.32-39) ----
 *
 * Attributes of end tags are read but not reported.
 */

/* Returns true when the attribute's value is needed. Does not test seen_before(). */
static inline bool tokenizer_is_wanted(const html *h)
{
    const uint64_t *lengths = h->out.wanted_lengths;

    return !h->closing && (!lengths || lengths[h->name.p[0] & 31] >> h->name.n & 1) &&
           h->out.wants(h->out.user, &h->tag, &h->name);
}

/* Returns true when the tag has had an attribute with this name, or too many. Otherwise adds the
 * name to html.seen. */
static bool seen_before(html *h)
{
    for (unsigned i = 0; i < h->seen_n; i++)
        if (h->seen[i].n == h->name.n && memcmp(h->seen[i].p, h->name.p, h->name.n) == 0)
            return true;
    if (h->seen_n == HTML_SEEN)
        return true;
    CHECK(h->seen_n < HTML_SEEN);
    h->seen[h->seen_n++] = h->name;
    return false;
}

/* Returns true when the tree needs the attribute. Leaves room in html.seen for those that the user
 * wants. */
static inline bool tokenizer_is_noted(const html *h)
{
    return h->noted && h->token.row->kind != TREE_A && h->seen_n < HTML_SEEN / 2;
}

/* Notes an attribute of an <a>. Only its name counts. */
static inline void tokenizer_note_name(html *h)
{
    if (h->noted && h->token.row->kind == TREE_A && h->name.n >= 4 &&
        h->name.p[h->name.n - 1] == 'f')
        tree_take_attribute(&h->token, &h->name, "", 0);
}

/* Notes an attribute whose value ends in this block. Returns false when it has to be decoded. */
static bool tokenizer_note_value(html *h, const char *value, size_t n)
{
    if (n > HTML_VALUE || memchr(value, '&', n) || memchr(value, 0, n))
        return false;
    if (!seen_before(h))
        tree_take_attribute(&h->token, &h->name, value, n);
    return true;
}

/* Like tokenizer_note_value(), with a fast path for attributes that the tree does not need. */
static inline bool tokenizer_note_plain(html *h, const char *value, size_t n)
{
    return !tokenizer_is_noted(h) || tokenizer_note_value(h, value, n);
}

static void report_attribute(html *h, const char *p)
{
    html_attribute a = {.tag = &h->tag,
                        .name = &h->name,
                        .value = h->value,
                        .value_n = h->value_n,
                        .over = h->over,
                        .from = h->value_from,
                        .to = h->value_to};

    if (h->noted && h->token.row->kind != TREE_A)
        tree_take_attribute(&h->token, &h->name, h->value, h->value_n);
    if (!h->reported)
        return;
    report_markup(h, html_at(h, p));
    if (h->result == 0)
        h->result = h->out.attribute(h->out.user, &a);
}

/* Handles the end of an attribute's name at p. Until a value follows, the value is empty and at
 * p. */
static void tokenizer_name_done(html *h, const char *p, bool wanted)
{
    h->reported = wanted;
    h->wanted = (wanted || tokenizer_is_noted(h)) && !seen_before(h);
    h->value_from = h->value_to = html_at(h, p);
    h->value_n = 0;
    h->over = h->trimmed = false;
}

static size_t spaces_at(const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && html_is_blank(p[i]))
        i++;
    return i;
}

/* Removes the white space at the start of a value that has no room for n more bytes. */
static void trim_value(html *h, size_t n)
{
    size_t k;

    if (h->trimmed || n <= HTML_VALUE - h->value_n)
        return;
    CHECK(h->value_n <= HTML_VALUE);
    h->trimmed = true;
    k = spaces_at(h->value, h->value_n);
    memmove(h->value, h->value + k, h->value_n - k);
    h->value_n -= k;
    h->value_from += k;
}

void html_value_add(html *h, const char *p, size_t n)
{
    size_t room, k;

    trim_value(h, n);
    k = h->trimmed && h->value_n == 0 ? spaces_at(p, n) : 0;
    p += k;
    n -= k;
    h->value_from += k;
    room = h->over ? 0 : HTML_VALUE - h->value_n;
    if (n > room) {
        h->over = h->over || spaces_at(p + room, n - room) < n - room;
        n = room;
    }
    CHECK(n <= HTML_VALUE - h->value_n);
    if (n > 0)
        memcpy(h->value + h->value_n, p, n);
    h->value_n += n;
}

void html_value_add_whole(html *h, const char *p, size_t n)
{
    trim_value(h, n);
    if (n > HTML_VALUE - h->value_n)
        h->over = true;
    html_value_add(h, p, h->over ? 0 : n);
}

/* Handles the end of a value at p; next is after its closing quote, if it has one. */
static const char *value_done(html *h, const char *p, const char *next)
{
    h->value_to = html_at(h, p);
    h->state = HTML_BEFORE_NAME;
    if (h->wanted)
        report_attribute(h, next);
    return next;
}

/* Handles a NUL or a "&" in a value. */
static const char *value_special(html *h, const char *p, const char *end)
{
    if (*p == 0) {
        html_value_add_whole(h, "\xEF\xBF\xBD", 3);
        return p + 1;
    }
    h->back = h->state;
    h->state = HTML_REFERENCE;
    return p + 1 < end ? html_reference(h, p + 1, end) : end;
}

static const char *quoted_value(html *h, const char *p, const char *end)
{
    char quote = h->state == HTML_VALUE_DOUBLE ? '"' : '\'';
    bool kept = h->wanted && !h->over;
    const char *stop = kept ? find_any(p, end, quote, '&', 0) : tokenizer_find(p, end, quote);

    if (kept)
        html_value_add(h, p, (size_t)(stop - p));
    if (stop == end)
        return end;
    return *stop == quote ? value_done(h, stop, stop + 1) : value_special(h, stop, end);
}

static const char *bare_value(html *h, const char *p, const char *end)
{
    const char *stop = p;

    while (stop < end && !tokenizer_ends_value[(unsigned char)*stop] &&
           (!h->wanted || (*stop != '&' && *stop != 0)))
        stop++;
    if (h->wanted)
        html_value_add(h, p, (size_t)(stop - p));
    if (stop == end)
        return end;
    return *stop == '&' || *stop == 0 ? value_special(h, stop, end) : value_done(h, stop, stop);
}

static const char *before_value(html *h, const char *p, const char *end)
{
    while (p < end && html_is_blank(*p))
        p++;
    if (p == end)
        return p;
    h->value_from = h->value_to = html_at(h, p);
    if (*p == '>') {
        if (h->wanted)
            report_attribute(h, p);
        return h->result == 0 ? tag_done(h, p + 1, false) : p;
    }
    if (*p != '"' && *p != '\'') {
        h->state = HTML_VALUE_BARE;
        return p;
    }
    h->state = *p == '"' ? HTML_VALUE_DOUBLE : HTML_VALUE_SINGLE;
    h->value_from++;
    return p + 1 < end ? quoted_value(h, p + 1, end) : end;
}

static const char *in_name(html *h, const char *p, const char *end)
{
    p = name_run(&h->name, p, end);
    for (; p < end && *p == 0; p = name_run(&h->name, p + 1, end))
        name_add(&h->name, 0);
    if (p == end)
        return p;
    tokenizer_note_name(h);
    tokenizer_name_done(h, p, tokenizer_is_wanted(h));
    if (*p != '=') {
        h->state = HTML_AFTER_NAME;
        return p;
    }
    h->state = HTML_BEFORE_VALUE;
    return p + 1 < end ? before_value(h, p + 1, end) : end;
}

/* Reads an attribute from its value on, the slow way. */
static const char *plain_value(html *h, const char *value, const char *end, bool wanted)
{
    tokenizer_name_done(h, value - 1, wanted);
    h->state = HTML_BEFORE_VALUE;
    return before_value(h, value, end);
}

/* Fast path: reads an attribute if its name is simple and "=" follows. Skips an attribute that is
 * not wanted if its value ends in this block. Returns the end of the bytes it read, or NULL when
 * the attribute must be read in full. */
static inline const char *plain_attribute(html *h, const char *p, const char *end)
{
    const char *value, *stop, *from;

    if (end - p < 18)
        return NULL;
    name_start(&h->name, p);
    value = p + h->name.n + 1;
    if (h->name.n == 0 || value[-1] != '=' || html_is_blank(*value))
        return NULL;
    tokenizer_note_name(h);
    if (tokenizer_is_wanted(h))
        return plain_value(h, value, end, true);
    from = value;
    if (*value == '"' || *value == '\'') {
        stop = tokenizer_find_near(++from, end, *value);
        if (stop == end)
            return NULL;
        return tokenizer_note_plain(h, from, (size_t)(stop - from))
                   ? stop + 1
                   : plain_value(h, value, end, false);
    }
    for (stop = value; stop < end && !tokenizer_ends_value[(unsigned char)*stop]; stop++)
        ;
    if (stop == end)
        return NULL;
    return tokenizer_note_plain(h, from, (size_t)(stop - from)) ? stop
                                                                : plain_value(h, value, end, false);
}

/* After the tag's name or an attribute. A "=" here begins a name. Goes on to the next attributes as
 * long as each is complete. */
static const char *before_name(html *h, const char *p, const char *end)
{
    const char *next;

    do {
        while (p < end && html_is_blank(*p))
            p++;
        if (p == end)
            return p;
        if (*p == '>')
            return tag_done(h, p + 1, false);
        if (*p == '/') {
            h->state = HTML_SELF_CLOSING;
            return p + 1;
        }
        next = plain_attribute(h, p, end);
        if (next) {
            p = next;
            continue;
        }
        h->name.n = 0;
        h->state = HTML_IN_NAME;
        if (*p == '=')
            name_add(&h->name, *p++);
        if (p == end)
            return p;
        p = in_name(h, p, end);
    } while (h->state == HTML_BEFORE_NAME && h->result == 0);
    return p;
}

static const char *after_name(html *h, const char *p, const char *end)
{
    while (p < end && html_is_blank(*p))
        p++;
    if (p == end)
        return p;
    if (*p == '=') {
        h->state = HTML_BEFORE_VALUE;
        return p + 1;
    }
    if (h->wanted)
        report_attribute(h, p);
    h->state = HTML_BEFORE_NAME;
    return p;
}

/* ---- Tags (13.2.5.6-8) ---- */

static const char *tag_name(html *h, const char *p, const char *end)
{
    for (;; p++) {
        p = name_run(&h->tag, p, end);
        if (p == end)
            return p;
        if (*p == '\0' || *p == '=') {
            name_add(&h->tag, *p);
            continue;
        }
        tag_named(h);
        h->seen_n = 0;
        switch (*p) {
        case '>':
            return tag_done(h, p + 1, false);
        case '/':
            h->state = HTML_SELF_CLOSING;
            return p + 1;
        default:
            h->state = HTML_BEFORE_NAME;
            return before_name(h, p + 1, end);
        }
    }
}

static const char *begin_tag(html *h, const char *p, const char *end, bool closing)
{
    h->closing = closing;
    h->tag.n = 0;
    h->state = HTML_TAG_NAME;
    return tag_name(h, p, end);
}

/* After "</". "</>" is skipped as markup. */
static const char *end_tag_open(html *h, const char *p, const char *end)
{
    if (ascii_is_alpha((unsigned char)*p))
        return begin_tag(h, p, end, true);
    if (*p == '>')
        return markup_done(h, p + 1);
    h->state = HTML_BOGUS;
    return p;
}

/* After "<". */
static const char *tag_open(html *h, const char *p, const char *end)
{
    bool closing = *p == '/';

    h->declared = false;
    if (closing && p + 1 == end) {
        h->state = HTML_END_TAG_OPEN;
        return end;
    }
    if (ascii_is_alpha((unsigned char)p[closing]))
        return begin_tag(h, p + closing, end, closing);
    if (closing)
        return end_tag_open(h, p + 1, end);
    if (*p == '!' || *p == '?') {
        h->state = *p == '!' ? HTML_DECLARATION : HTML_BOGUS;
        return p + (*p == '!');
    }
    html_report_held(h, "<", 1);
    h->state = HTML_DATA;
    return p;
}

/* ---- Text (13.2.5.1-3, 5, 9-14, 69-71) ----
 *
 * Bytes are reported unchanged, including NUL. "</title" is held until it is known whether it is an
 * end tag.
 */

/* Reads a tag from its "<" at p on. `name` is after "<" or "</". */
static inline const char *plain_tag_of(html *h, const char *p, const char *name, const char *end,
                                       bool closing)
{
    const char *after;

    if (!ascii_is_alpha((unsigned char)*name))
        return NULL;
    name_start(&h->tag, name);
    after = name + h->tag.n;
    if (*after != '>' && *after != ' ')
        return NULL;
    if (h->out.markup)
        h->from = html_at(h, p);
    h->closing = closing;
    tag_named(h);
    if (*after == '>')
        return tag_done(h, after + 1, false);
    h->seen_n = 0;
    h->state = HTML_BEFORE_NAME;
    return before_name(h, after + 1, end);
}

/* Fast path: reads a tag from its "<" on, if its name is simple and ">" or a space follows: "<br>",
 * "</div>", "<p class=x>". Returns the end of the bytes it read, or NULL for any other tag. Needs
 * 20 bytes. */
static inline const char *plain_tag(html *h, const char *p, const char *end)
{
    return p[1] == '/' ? plain_tag_of(h, p, p + 2, end, true)
                       : plain_tag_of(h, p, p + 1, end, false);
}

static const char *tokenizer_data(html *h, const char *p, const char *end)
{
    marks m = {p, 0};

    do {
        const char *stop = find_markup(&m, p, end);
        if (stop > p) {
            report_text(h, p, stop);
            if (h->result != 0)
                return end;
        }
        p = end - stop >= 20 && *stop == '<' ? plain_tag(h, stop, end) : NULL;
        if (p)
            continue;
        if (stop == end)
            return end;
        h->from = html_at(h, stop);
        p = stop + 1;
        h->back = HTML_DATA;
        h->state = *stop == '<' ? HTML_TAG_OPEN : HTML_REFERENCE;
        if (p < end)
            p = *stop == '<' ? tag_open(h, p, end) : html_reference(h, p, end);
    } while (p < end && h->state == HTML_DATA && h->result == 0);
    return p;
}

static const char *rcdata(html *h, const char *p, const char *end)
{
    const char *stop = find_any(p, end, '<', '&', '&');

    report_text(h, p, stop);
    if (stop == end)
        return end;
    h->from = html_at(h, stop);
    h->back = HTML_RCDATA;
    h->state = *stop == '<' ? HTML_RAW_LESS : HTML_REFERENCE;
    return stop + 1;
}

static const char *rawtext(html *h, const char *p, const char *end)
{
    const char *less = tokenizer_find(p, end, '<');

    report_text(h, p, less);
    if (less == end)
        return end;
    h->from = html_at(h, less);
    h->back = h->state;
    h->state = HTML_RAW_LESS;
    return less + 1;
}

static const char *plaintext(html *h, const char *p, const char *end)
{
    report_text(h, p, end);
    return end;
}

static const char *cdata(html *h, const char *p, const char *end)
{
    const char *bracket = tokenizer_find(p, end, ']');

    report_text(h, p, bracket);
    if (bracket == end)
        return end;
    h->from = html_at(h, bracket);
    h->held_n = 1;
    h->state = HTML_CDATA_END;
    return bracket + 1;
}

/* After "]" or "]]". */
static const char *cdata_end(html *h, const char *p, const char *end)
{
    (void)end;
    if (*p == ']') {
        if (h->held_n == 2)
            html_report_held(h, "]", 1);
        h->held_n = 2;
        return p + 1;
    }
    if (*p == '>' && h->held_n == 2)
        return markup_done(h, p + 1);
    html_report_held(h, "]]", h->held_n);
    h->state = HTML_CDATA;
    return p;
}

/* After "<" in RCDATA, RAWTEXT or a script. */
static const char *raw_less(html *h, const char *p, const char *end)
{
    (void)end;
    if (*p == '/') {
        h->state = HTML_RAW_END_OPEN;
        return p + 1;
    }
    html_report_held(h, "<", 1);
    h->state = h->back;
    if (h->back == HTML_SCRIPT && *p == '!') {
        report_text(h, p, p + 1);
        h->state = HTML_SCRIPT_START;
        return p + 1;
    }
    if (h->back == HTML_ESCAPED && ascii_is_alpha((unsigned char)*p)) {
        h->name.n = 0;
        h->state = HTML_DOUBLE_START;
    }
    return p;
}

/* After "</" in RCDATA, RAWTEXT or a script. The bytes of the name are held unchanged. html.tag is
 * the start tag of the element: at most 9 bytes. */
static const char *raw_end_open(html *h, const char *p, const char *end)
{
    (void)end;
    if (ascii_is_alpha((unsigned char)*p)) {
        memcpy(h->held, "</", 2);
        h->held_n = 2;
        h->state = HTML_RAW_END_NAME;
        return p;
    }
    html_report_held(h, "</", 2);
    h->state = h->back;
    return p;
}

static const char *raw_end_name(html *h, const char *p, const char *end)
{
    for (; p < end; p++) {
        size_t i = h->held_n - 2u;
        if (i < h->tag.n && ascii_lower(*p) == h->tag.p[i]) {
            CHECK(h->held_n < HTML_HELD);
            h->held[h->held_n++] = *p;
            continue;
        }
        if (i == h->tag.n && (html_is_blank(*p) || *p == '/' || *p == '>')) {
            h->closing = true;
            tag_named(h);
            h->seen_n = 0;
            h->state = HTML_BEFORE_NAME;
            return p;
        }
        html_report_held(h, h->held, h->held_n);
        h->state = h->back;
        return p;
    }
    return p;
}

/* ---- Scripts (13.2.5.4 and 13.2.5.15-31) ----
 *
 * A script is text up to its end tag. A "</script>" after "<!--" still ends it, but the first
 * "</script>" after "<!-- <script" does not: that text is "double escaped" (states HTML_DOUBLE...).
 */

/* Returns the next byte that may change the state, or end. */
static const char *script_skip(const html *h, const char *p, const char *end)
{
    if (h->state == HTML_SCRIPT)
        return tokenizer_find(p, end, '<');
    if (h->state == HTML_ESCAPED || h->state == HTML_DOUBLE)
        return find_any(p, end, '<', '-', '-');
    return p;
}

/* The states after "-", after ">" and after any other byte. */
static const unsigned char script_next[HTML_STATES][3] = {
    [HTML_SCRIPT_START] = {HTML_SCRIPT_START_DASH, HTML_SCRIPT, HTML_SCRIPT},
    [HTML_SCRIPT_START_DASH] = {HTML_ESCAPED_DASH_DASH, HTML_SCRIPT, HTML_SCRIPT},
    [HTML_ESCAPED] = {HTML_ESCAPED_DASH, HTML_ESCAPED, HTML_ESCAPED},
    [HTML_ESCAPED_DASH] = {HTML_ESCAPED_DASH_DASH, HTML_ESCAPED, HTML_ESCAPED},
    [HTML_ESCAPED_DASH_DASH] = {HTML_ESCAPED_DASH_DASH, HTML_SCRIPT, HTML_ESCAPED},
    [HTML_DOUBLE] = {HTML_DOUBLE_DASH, HTML_DOUBLE, HTML_DOUBLE},
    [HTML_DOUBLE_DASH] = {HTML_DOUBLE_DASH_DASH, HTML_DOUBLE, HTML_DOUBLE},
    [HTML_DOUBLE_DASH_DASH] = {HTML_DOUBLE_DASH_DASH, HTML_SCRIPT, HTML_DOUBLE},
};

/* Reads a byte of the name after "<" or "</" in escaped text. Returns false when the byte cannot
 * follow and was not read. */
static bool script_word(html *h, char c)
{
    bool start = h->state == HTML_DOUBLE_START;

    if (ascii_is_alpha((unsigned char)c)) {
        name_add(&h->name, c);
        return true;
    }
    if (!html_is_blank(c) && c != '/' && c != '>') {
        h->state = start ? HTML_ESCAPED : HTML_DOUBLE;
        return false;
    }
    if (html_is_named(&h->name, "script"))
        start = !start;
    h->state = start ? HTML_ESCAPED : HTML_DOUBLE;
    return true;
}

/* Reads one byte. Returns false when only the state has changed and the byte must be read again. */
static bool script_byte(html *h, char c)
{
    unsigned state = h->state;

    if (state == HTML_DOUBLE_START || state == HTML_DOUBLE_END)
        return script_word(h, c);
    if (state == HTML_DOUBLE_LESS) {
        h->name.n = 0;
        h->state = c == '/' ? HTML_DOUBLE_END : HTML_DOUBLE;
        return c == '/';
    }
    if (c == '<' && state >= HTML_DOUBLE) {
        h->state = HTML_DOUBLE_LESS;
        return true;
    }
    h->state = script_next[state][c == '-' ? 0 : c == '>' ? 1 : 2];
    return c == '-' || state >= HTML_ESCAPED;
}

/* A "<" may begin the end tag, unless the text is double escaped. */
static const char *tokenizer_script(html *h, const char *p, const char *end)
{
    const char *from = p;

    while (p < end) {
        p = script_skip(h, p, end);
        if (p == end)
            break;
        if (*p == '<' && (h->state == HTML_SCRIPT ||
                          (h->state >= HTML_ESCAPED && h->state < HTML_DOUBLE_START))) {
            report_text(h, from, p);
            h->from = html_at(h, p);
            h->back = h->state == HTML_SCRIPT ? HTML_SCRIPT : HTML_ESCAPED;
            h->state = HTML_RAW_LESS;
            return p + 1;
        }
        if (script_byte(h, *p))
            p++;
    }
    report_text(h, from, p);
    return p;
}

/* ---- Comments and declarations (13.2.5.41-68) ----
 *
 * "<!--[if mso]> ... <![endif]-->" is one comment, which comment() passes on. "<![if !mso]>" and
 * "<![endif]>" are two bogus comments; the content between them is read as usual.
 */

/* After "<!", "<!-", or part of "<![CDATA[". */
static const char *declaration(html *h, const char *p, const char *end)
{
    static const char opening[] = "[CDATA[";

    (void)end;
    if (h->state == HTML_DECLARATION && *p == '-') {
        h->state = HTML_DECLARATION_DASH;
        return p + 1;
    }
    if (h->state == HTML_DECLARATION_DASH && *p == '-') {
        h->state = HTML_COMMENT_START;
        return p + 1;
    }
    if (h->state == HTML_DECLARATION && *p == '[' && tree_is_foreign(&h->tree)) {
        h->state = HTML_DECLARATION_CDATA;
        h->held_n = 1;
        return p + 1;
    }
    if (h->state == HTML_DECLARATION_CDATA && *p == opening[h->held_n]) {
        h->held_n++;
        if (opening[h->held_n] == 0) {
            markup_done(h, p + 1);
            h->state = HTML_CDATA;
        }
        return p + 1;
    }
    h->declared = h->state == HTML_DECLARATION;
    h->state = HTML_BOGUS;
    return p;
}

/* A bogus comment or a DOCTYPE: up to the next ">", quoted or not. */
static const char *bogus_comment(html *h, const char *p, const char *end)
{
    const char *stop = tokenizer_find(p, end, '>');

    if (h->declared)
        tree_take_declaration(&h->tree, p, (size_t)(stop - p), stop < end);
    return stop < end ? markup_done(h, stop + 1) : end;
}

/* The states after "-", by the state before it. */
static const unsigned char after_dash[HTML_STATES] = {
    [HTML_COMMENT_START] = HTML_COMMENT_START_DASH,
    [HTML_COMMENT_START_DASH] = HTML_COMMENT_DASH_DASH,
    [HTML_COMMENT] = HTML_COMMENT_DASH,
    [HTML_COMMENT_DASH] = HTML_COMMENT_DASH_DASH,
    [HTML_COMMENT_DASH_DASH] = HTML_COMMENT_DASH_DASH,
    [HTML_COMMENT_BANG] = HTML_COMMENT_DASH,
};

/* "<!-->" and "<!--->" are whole comments. */
static const char *read_comment(html *h, const char *p, const char *end)
{
    if (h->state == HTML_COMMENT) {
        p = tokenizer_find(p, end, '-');
        if (p == end)
            return end;
    }
    if (*p == '-') {
        h->state = after_dash[h->state];
        return p + 1;
    }
    if (*p == '>' && h->state != HTML_COMMENT_DASH)
        return markup_done(h, p + 1);
    if (*p == '!' && h->state == HTML_COMMENT_DASH_DASH) {
        h->state = HTML_COMMENT_BANG;
        return p + 1;
    }
    h->state = HTML_COMMENT;
    return p;
}

static const char *comment(html *h, const char *p, const char *end)
{
    const char *after = read_comment(h, p, end);

    if (h->out.comment && after > p && h->result == 0)
        h->result = h->out.comment(h->out.user, p, (size_t)(after - p), html_at(h, p),
                                   h->state == HTML_DATA);
    return after;
}

/* ---- The whole input ---- */

/* clang-format off */
static html_step *const tokenizer_steps[HTML_STATES] = {
    [HTML_DATA] = tokenizer_data,                     [HTML_RCDATA] = rcdata,
    [HTML_RAWTEXT] = rawtext,               [HTML_PLAINTEXT] = plaintext,
    [HTML_CDATA] = cdata,                   [HTML_CDATA_END] = cdata_end,
    [HTML_SCRIPT] = tokenizer_script,                 [HTML_SCRIPT_START] = tokenizer_script,
    [HTML_SCRIPT_START_DASH] = tokenizer_script,      [HTML_ESCAPED] = tokenizer_script,
    [HTML_ESCAPED_DASH] = tokenizer_script,           [HTML_ESCAPED_DASH_DASH] = tokenizer_script,
    [HTML_DOUBLE_START] = tokenizer_script,           [HTML_DOUBLE] = tokenizer_script,
    [HTML_DOUBLE_DASH] = tokenizer_script,            [HTML_DOUBLE_DASH_DASH] = tokenizer_script,
    [HTML_DOUBLE_LESS] = tokenizer_script,            [HTML_DOUBLE_END] = tokenizer_script,
    [HTML_TAG_OPEN] = tag_open,             [HTML_END_TAG_OPEN] = end_tag_open,
    [HTML_RAW_LESS] = raw_less,             [HTML_RAW_END_OPEN] = raw_end_open,
    [HTML_RAW_END_NAME] = raw_end_name,     [HTML_REFERENCE] = html_reference,
    [HTML_REFERENCE_NAME] = html_reference, [HTML_REFERENCE_NUMBER] = html_reference,
    [HTML_REFERENCE_X] = html_reference,    [HTML_REFERENCE_DECIMAL] = html_reference,
    [HTML_REFERENCE_HEX] = html_reference,  [HTML_TAG_NAME] = tag_name,
    [HTML_BEFORE_NAME] = before_name,       [HTML_IN_NAME] = in_name,
    [HTML_AFTER_NAME] = after_name,         [HTML_BEFORE_VALUE] = before_value,
    [HTML_VALUE_DOUBLE] = quoted_value,     [HTML_VALUE_SINGLE] = quoted_value,
    [HTML_VALUE_BARE] = bare_value,         [HTML_SELF_CLOSING] = self_closing,
    [HTML_DECLARATION] = declaration,       [HTML_DECLARATION_DASH] = declaration,
    [HTML_DECLARATION_CDATA] = declaration, [HTML_BOGUS] = bogus_comment,
    [HTML_COMMENT_START] = comment,         [HTML_COMMENT_START_DASH] = comment,
    [HTML_COMMENT] = comment,               [HTML_COMMENT_DASH] = comment,
    [HTML_COMMENT_DASH_DASH] = comment,     [HTML_COMMENT_BANG] = comment,
};
/* clang-format on */

/* Does not clear the buffers, only their counts. */
void html_begin(html *h, const html_out *out)
{
    memset(h, 0, offsetof(html, held));
    h->out = *out;
    tree_begin(&h->tree, out->scripts);
}

/* Returns true when the tokenizer is inside markup, not in text that may turn out to be markup. */
static bool in_markup(const html *h)
{
    bool reference = h->state >= HTML_REFERENCE && h->state <= HTML_REFERENCE_HEX;

    return (reference ? h->back : h->state) >= HTML_TAG_NAME;
}

bool html_is_start(const html *h, const char *name)
{
    bool reference = h->state >= HTML_REFERENCE && h->state <= HTML_REFERENCE_HEX;
    unsigned state = reference ? h->back : h->state;

    return state > HTML_TAG_NAME && state <= HTML_SELF_CLOSING && !h->closing &&
           html_is_named(&h->tag, name);
}

int html_feed(html *h, const char *p, size_t n)
{
    const char *end = p + n;

    if (n == 0)
        return h->result;
    h->block = p;
    CHECK(h->state < HTML_STATES && h->from <= h->at);
    while (p < end && h->result == 0)
        p = tokenizer_steps[h->state](h, p, end);
    h->at += n;
    h->block = NULL;
    if (in_markup(h))
        report_markup(h, h->at);
    return h->result;
}

/* Reports held bytes as text. A tag or comment without an end stays markup. */
int html_finish(html *h)
{
    switch (h->state) {
    case HTML_CDATA_END:
        html_report_held(h, "]]", h->held_n);
        break;
    case HTML_TAG_OPEN:
    case HTML_RAW_LESS:
        html_report_held(h, "<", 1);
        break;
    case HTML_END_TAG_OPEN:
    case HTML_RAW_END_OPEN:
        html_report_held(h, "</", 2);
        break;
    case HTML_RAW_END_NAME:
        html_report_held(h, h->held, h->held_n);
        break;
    default:
        if (h->state >= HTML_REFERENCE && h->state <= HTML_REFERENCE_HEX)
            html_reference_end(h);
    }
    h->state = HTML_DATA;
    return h->result;
}
