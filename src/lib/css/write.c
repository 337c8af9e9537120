/* write.c - writes a style sheet anew, as CSSOM serializes it (sections 2.1, 5.4, 6.7)
 *
 * Output: rules with selectors; declarations of known properties with values of known kinds; the
 * at-rules @media, @supports, @keyframes and @font-face. What is not known is left out and counted
 * in out->left. Every token is written from its decoded value, so a browser reads the tokens that
 * were judged. The output has no "<" and no "&", and "\" only in escapes such as "\26 ".
 *
 * These are addresses: the argument of url(), and a string in image-set(). A string in a custom
 * property cannot become an address, because image-set() with var() is left out.
 */
#include "css/css.h"

#include <string.h>

#include "base/ascii.h"
#include "base/hash.h"

#define CSS_DEPTH 32 /* parentheses in parentheses: the rest of a deeper sheet is left out */
#define CSS_RULES 8  /* rules in rules */

/* What a known name is. */
enum css_kinds {
    CSS_IS_PROPERTY = 1,
    CSS_IS_UNIT = 2,
    CSS_IS_FUNCTION = 4,
    CSS_IS_ADDRESS = 8, /* a function whose text is an address */
    CSS_IS_IMAGES = 16  /* a function whose texts are addresses */
};

typedef struct css_row {
    const char *name;
    unsigned char n, kinds;
} css_row;

#include "css/names_table.h"

/* The kinds of token lists. A list ends before a token of `ends` that is outside of parentheses. */
enum css_what { CSS_VALUE, CSS_FILTER, CSS_CUSTOM, CSS_CONDITION, CSS_SELECTOR, CSS_UNKNOWN };

/* What may be in parentheses. */
enum css_inside { CSS_ANY, CSS_ADDRESS, CSS_IMAGES };

/* The delimiters that are known in each, and those that end it. */
static const char *const delims[] = {
    [CSS_VALUE] = ",/()[]+-*",      [CSS_FILTER] = ",/()+-*",          [CSS_CUSTOM] = ",/()[]+-*",
    [CSS_CONDITION] = ",/():>=+-*", [CSS_SELECTOR] = ",).*>+~:[]=|^$", [CSS_UNKNOWN] = ""};
static const char *const ends[] = {
    [CSS_VALUE] = ";",      [CSS_FILTER] = ";",   [CSS_CUSTOM] = ";",
    [CSS_CONDITION] = ";{", [CSS_SELECTOR] = "{", [CSS_UNKNOWN] = ""};

typedef struct css {
    css_tokens t;
    bytes_out *out;
    css_take *take;
    void *user;
    unsigned rules; /* rules that are open */
} css;

/* ---- Writing ---- */

static void css_put(css *sheet, const char *text)
{
    bytes_put(sheet->out, text, strlen(text));
}

/* What is escaped: all that may not be in a name; also the digit that begins it; in a text, what
 * ends it, and what begins markup. */
enum css_form { CSS_AS_NAME, CSS_AS_IDENT, CSS_AS_TEXT };

static bool css_is_plain(trawl_str text, size_t i, enum css_form form)
{
    const unsigned char c = (unsigned char)text.p[i];

    if (form == CSS_AS_TEXT)
        return c >= ' ' && c != 0x7F && !strchr("\"\\<&", c);
    if (form == CSS_AS_IDENT && (i == 0 || (i == 1 && text.p[0] == '-')) && ascii_is_digit(c))
        return false;
    return c >= 0x80 || c == '_' || ascii_is_alnum(c) || (c == '-' && text.n > 1);
}

static void css_put_escaped(css *sheet, trawl_str text, enum css_form form)
{
    static const char digits[] = "0123456789abcdef";
    size_t from = 0;

    for (size_t i = 0; i < text.n; i++) {
        const unsigned char c = (unsigned char)text.p[i];
        const char escape[] = {'\\', digits[c >> 4], digits[c & 15], ' '};
        if (css_is_plain(text, i, form))
            continue;
        bytes_put(sheet->out, text.p + from, i - from);
        bytes_put(sheet->out, escape, sizeof escape);
        from = i + 1;
    }
    bytes_put(sheet->out, text.p + from, text.n - from);
}

static void css_put_text(css *sheet, trawl_str text)
{
    css_put(sheet, "\"");
    css_put_escaped(sheet, text, CSS_AS_TEXT);
    css_put(sheet, "\"");
}

/* Writes the address of the token, or what replaces it; with `whole`, in url(). */
static void css_put_address(css *sheet, bool whole)
{
    bytes_out other = {.m = sheet->out->m, .most = sheet->out->most};
    int result = sheet->out->error ? 0 : sheet->take(sheet->user, sheet->t.text, true, &other);

    css_put(sheet, whole ? "url(" : "");
    css_put_text(sheet, result > 0 ? bytes_str(&other) : sheet->t.text);
    css_put(sheet, whole ? ")" : "");
    sheet->out->full = sheet->out->full || other.full;
    if (result < 0 || other.error)
        sheet->out->error = result < 0 ? result : other.error;
    bytes_close(&other);
}

/* Writes the token. */
static void css_put_token(css *sheet, enum css_what what, enum css_inside inside)
{
    const css_tokens *t = &sheet->t;

    if (t->kind == CSS_STRING && inside == CSS_ANY) {
        css_put_text(sheet, t->text);
    } else if (t->kind == CSS_STRING || t->kind == CSS_URL) {
        css_put_address(sheet, inside != CSS_ADDRESS);
    } else if (t->kind == CSS_DELIM) {
        bytes_put(sheet->out, &t->delim, 1);
    } else if (t->number.n > 0) {
        bytes_put(sheet->out, t->number.p, t->number.n);
        css_put_escaped(sheet, t->text, CSS_AS_NAME);
        css_put(sheet, t->kind == CSS_PERCENT ? "%" : "");
    } else {
        css_put(sheet, t->kind == CSS_HASH ? "#" : "");
        css_put_escaped(sheet, t->text,
                        t->kind == CSS_HASH && what != CSS_SELECTOR ? CSS_AS_NAME : CSS_AS_IDENT);
        css_put(sheet, t->kind == CSS_FUNCTION ? "(" : "");
    }
}

/* ---- Tokens that are known ---- */

static bool css_is_word(const css *sheet, const char *words)
{
    return ascii_is_word_of(words, sheet->t.text.p, sheet->t.text.n);
}

/* Returns the length of "-webkit-" and the like. */
static size_t css_vendor(trawl_str name)
{
    static const char *const vendors[] = {"-webkit-", "-moz-", "-ms-", "-o-"};

    for (size_t i = 0; name.n > 0 && *name.p == '-' && i < sizeof vendors / sizeof vendors[0]; i++)
        if (ascii_begins(name.p, name.n, vendors[i]))
            return strlen(vendors[i]);
    return 0;
}

/* Returns what the name is: enum css_kinds, or 0. */
static unsigned css_kinds_of(trawl_str name)
{
    static const phash names = {css_displacement, css_index, sizeof css_displacement,
                                sizeof css_index / sizeof css_index[0]};
    const size_t from = css_vendor(name);
    const unsigned row = phash_row(&names, name.p + from, name.n - from);

    return row > 0 && css_rows[row - 1].n == name.n - from &&
                   ascii_same(css_rows[row - 1].name, name.p + from, name.n - from)
               ? css_rows[row - 1].kinds
               : 0;
}

static bool css_is_custom(trawl_str name)
{
    return name.n > 2 && name.p[0] == '-' && name.p[1] == '-';
}

/* Returns true for a colour such as "fff". */
static bool css_is_colour(trawl_str name)
{
    for (size_t i = 0; i < name.n; i++)
        if (ascii_hex((unsigned char)name.p[i]) < 0)
            return false;
    return name.n >= 3 && name.n <= 8;
}

/* Returns true for the unit of "2n+1", which may be "n", "n-" and "n-1". */
static bool css_is_step(trawl_str unit)
{
    for (size_t i = 0; i < unit.n; i++)
        if (i == 0   ? (unit.p[i] | 0x20) != 'n'
            : i == 1 ? unit.p[i] != '-'
                     : !ascii_is_digit((unsigned char)unit.p[i]))
            return false;
    return true;
}

static void css_next_token(css *sheet)
{
    do
        css_next(&sheet->t);
    while (sheet->t.kind == CSS_BLANK);
}

/* Returns what may be in the parentheses of a known function, or -1. */
static int css_function(const css *sheet, enum css_what what)
{
    const unsigned kinds = css_kinds_of(sheet->t.text);

    if (what == CSS_SELECTOR)
        return kinds & CSS_IS_ADDRESS ? -1 : CSS_ANY;
    if (kinds & CSS_IS_FUNCTION)
        return CSS_ANY;
    if (what == CSS_CONDITION || !(kinds & (CSS_IS_ADDRESS | CSS_IS_IMAGES)))
        return -1;
    return kinds & CSS_IS_ADDRESS ? CSS_ADDRESS : CSS_IMAGES;
}

/* The token that was written before. */
typedef struct css_before {
    enum css_kind kind; /* CSS_END: none */
    char delim;
} css_before;

/* Returns true when the token may be there. url() has one text. */
static bool css_is_known(const css *sheet, css_before before, enum css_what what,
                         enum css_inside inside)
{
    const css_tokens *t = &sheet->t;

    if (inside == CSS_ADDRESS &&
        (t->kind == CSS_STRING ? before.kind != CSS_FUNCTION : t->delim != ')'))
        return false;
    switch (t->kind) {
    case CSS_IDENT:
        return inside != CSS_IMAGES;
    case CSS_FUNCTION:
        return css_function(sheet, what) >= 0 &&
               (inside != CSS_IMAGES || css_is_word(sheet, "url type"));
    case CSS_HASH:
        return what == CSS_SELECTOR || css_is_colour(t->text);
    case CSS_DIMENSION:
        return what == CSS_SELECTOR ? css_is_step(t->text) : css_kinds_of(t->text) & CSS_IS_UNIT;
    case CSS_URL:
        return what != CSS_SELECTOR && what != CSS_CONDITION;
    case CSS_DELIM:
        return strchr(delims[what], t->delim) != NULL;
    case CSS_STRING: /* a filter of Internet Explorer may be text: "progid:..." */
        return what != CSS_FILTER || inside == CSS_ADDRESS;
    default:
        return t->kind == CSS_NUMBER || t->kind == CSS_PERCENT;
    }
}

/* ---- Values, selectors, conditions ---- */

/* Returns true for a token of a selector that is another token when it is written after the one
 * before without a blank: only a comment was between them. */
static bool css_joins(css_before before, const css_tokens *t)
{
    const bool name = before.kind == CSS_IDENT || before.kind == CSS_HASH ||
                      before.kind == CSS_DIMENSION || before.kind == CSS_NUMBER;

    if (t->number.n > 0)
        return before.kind != CSS_END && before.kind != CSS_FUNCTION && before.delim != ',' &&
               !(*t->number.p == '+' && name);
    return name && (t->kind == CSS_IDENT || t->kind == CSS_FUNCTION);
}

/* Returns true when a blank is written before the token: in a selector where there was one; in
 * other text around each token, except inside of parentheses and before "," ":" and "=". */
static bool css_has_blank(css_before before, const css_tokens *t, enum css_what what, bool blank)
{
    if (what == CSS_SELECTOR || before.kind == CSS_END)
        return blank;
    return before.kind != CSS_FUNCTION && before.delim != '(' && before.delim != '[' &&
           (t->delim == 0 || !strchr(")],:=", t->delim));
}

/* The parentheses, brackets and braces that are open. */
typedef struct css_open {
    unsigned n;
    char close[CSS_DEPTH];
    enum css_inside inside[CSS_DEPTH];
} css_open;

/* Opens or closes what the token opens or closes. Returns false if it closes what is not open. */
static bool css_follow(css *sheet, css_open *open, enum css_what what)
{
    const css_tokens *t = &sheet->t;
    const char *begins = t->delim ? strchr("([{", t->delim) : NULL;
    const int inside = t->kind == CSS_FUNCTION ? css_function(sheet, what) : CSS_ANY;

    if (t->kind == CSS_FUNCTION || begins) {
        if (open->n == CSS_DEPTH) {
            sheet->t.p = sheet->t.end;
            return false;
        }
        open->close[open->n] = begins ? ")]}"[begins - "([{"] : ')';
        open->inside[open->n++] = inside < 0 ? CSS_ANY : (enum css_inside)inside;
    } else if (t->delim == ')' || t->delim == ']' || t->delim == '}') {
        if (open->n == 0 || open->close[open->n - 1] != t->delim)
            return false;
        open->n--;
    }
    return true;
}

/* Reads and writes "!important". Returns true if it is that, and the end follows. */
static bool css_important(css *sheet)
{
    bool known;

    css_next_token(sheet);
    known = sheet->t.kind == CSS_IDENT && css_is_word(sheet, "important");
    css_next_token(sheet);
    css_put(sheet, " !important");
    return known && (sheet->t.kind == CSS_END || sheet->t.delim == ';' || sheet->t.delim == '}');
}

/* Reads up to the token that ends what is read, and writes it while `known`. Returns true when each
 * token is known and there is one; otherwise what was written must be removed. */
static bool css_read(css *sheet, enum css_what what, bool known)
{
    css_tokens *t = &sheet->t;
    css_before before = {CSS_END, 0};
    css_open open = {.n = 0};
    bool blank = false, closed;

    while (t->kind != CSS_END) {
        const enum css_inside inside = open.n > 0 ? open.inside[open.n - 1] : CSS_ANY;
        if (open.n == 0 && t->delim &&
            (strchr(ends[what], t->delim) || (t->delim == '}' && sheet->rules > 0)))
            break;
        if (t->delim == '!' && open.n == 0 && what <= CSS_CUSTOM) {
            known = css_important(sheet) && known;
            continue;
        }
        if (t->kind == CSS_BLANK) {
            blank = before.kind != CSS_END;
            css_next(t);
            continue;
        }
        known = known && css_is_known(sheet, before, what, inside) &&
                !(what == CSS_SELECTOR && !blank && css_joins(before, t));
        if (known && css_has_blank(before, t, what, blank))
            css_put(sheet, " ");
        if (known)
            css_put_token(sheet, what, inside);
        closed = css_follow(sheet, &open, what);
        known = known && closed;
        before = (css_before){t->kind, t->delim};
        blank = false;
        css_next(t);
        if (before.delim == '}' && closed && open.n == 0 && what <= CSS_FILTER)
            break; /* of a rule in a rule */
    }
    while (open.n > 0)
        bytes_put(sheet->out, &open.close[--open.n], known);
    return known && (before.kind != CSS_END || what == CSS_CUSTOM);
}

/* ---- Declarations ---- */

/* Reads and writes a declaration. Returns false if it must be left out. */
static bool css_declaration(css *sheet)
{
    const trawl_str name = sheet->t.text;
    const bool custom = css_is_custom(name);
    const enum css_what what = custom                                       ? CSS_CUSTOM
                               : ascii_is_word_of("filter", name.p, name.n) ? CSS_FILTER
                                                                            : CSS_VALUE;
    bool known = sheet->t.kind == CSS_IDENT && !ascii_is_word_of("-ms-filter", name.p, name.n) &&
                 (custom || css_kinds_of(name) & CSS_IS_PROPERTY);

    if (known)
        css_put_escaped(sheet, name, CSS_AS_IDENT);
    if (sheet->t.kind == CSS_IDENT) {
        css_next_token(sheet);
        known = known && sheet->t.delim == ':';
        if (sheet->t.delim == ':')
            css_next_token(sheet);
    }
    css_put(sheet, ": ");
    known = css_read(sheet, what, known);
    css_put(sheet, ";");
    return known;
}

/* Reads and writes declarations, each after a blank, up to the end or the "}" of their rule. */
static void css_declarations(css *sheet)
{
    for (;;) {
        const size_t mark = sheet->out->n;
        while (sheet->t.kind == CSS_BLANK || sheet->t.delim == ';')
            css_next(&sheet->t);
        if (sheet->t.kind == CSS_END || (sheet->t.delim == '}' && sheet->rules > 0))
            return;
        css_put(sheet, mark > 0 ? " " : "");
        if (!css_declaration(sheet)) {
            sheet->out->n = mark;
            sheet->out->left++;
        }
    }
}

/* ---- Rules ---- */

static void css_rules(css *sheet);

/* Reads and writes the "{...}" of a rule. Returns `known`. */
static bool css_block(css *sheet, bool known, void (*inside)(css *))
{
    if (sheet->t.delim != '{')
        return false;
    css_next(&sheet->t);
    sheet->rules++;
    css_put(sheet, " {");
    if (known)
        inside(sheet);
    else
        (void)css_read(sheet, CSS_UNKNOWN, false);
    css_put(sheet, " }");
    sheet->rules--;
    if (sheet->t.delim == '}')
        css_next(&sheet->t);
    return known;
}

/* Reads and writes an at-rule. Returns false if it must be left out. */
static bool css_at_rule(css *sheet)
{
    static const struct {
        const char *name;
        void (*inside)(css *);
    } rows[] = {{"media", css_rules},
                {"supports", css_rules},
                {"keyframes", css_rules},
                {"font-face", css_declarations}};
    const size_t vendor = css_vendor(sheet->t.text);
    const trawl_str name = {sheet->t.text.p + vendor, sheet->t.text.n - vendor};
    void (*inside)(css *) = NULL;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (ascii_is_word_of(rows[i].name, name.p, name.n))
            inside = rows[i].inside;
    css_put(sheet, "@");
    css_put_escaped(sheet, sheet->t.text, CSS_AS_IDENT);
    css_put(sheet, inside == css_rules ? " " : "");
    css_next(&sheet->t);
    if (!css_read(sheet, CSS_CONDITION, inside == css_rules) && inside == css_rules)
        inside = NULL;
    if (sheet->t.delim != ';')
        return css_block(sheet, inside && sheet->rules < CSS_RULES, inside);
    css_next(&sheet->t);
    return false;
}

/* Reads and writes rules up to the end or the "}" of the rule that they are in. */
static void css_rules(css *sheet)
{
    for (;;) {
        const size_t mark = sheet->out->n;
        bool known;
        while (sheet->t.kind == CSS_BLANK || sheet->t.kind == CSS_NOTE)
            css_next(&sheet->t);
        if (sheet->t.kind == CSS_END || (sheet->t.delim == '}' && sheet->rules > 0))
            return;
        css_put(sheet, sheet->rules > 0 ? " " : mark > 0 ? "\n" : "");
        if (sheet->t.kind == CSS_AT)
            known = css_at_rule(sheet);
        else
            known = css_block(sheet, css_read(sheet, CSS_SELECTOR, true), css_declarations);
        if (!known) {
            sheet->out->n = mark;
            sheet->out->left++;
        }
    }
}

/* ---- The three forms of a style ---- */

/* Reads a value, which must be whole. */
static void css_value(css *sheet)
{
    const size_t mark = sheet->out->n;

    if (!css_read(sheet, CSS_VALUE, true) || sheet->t.kind != CSS_END) {
        sheet->out->n = mark;
        sheet->out->left++;
    }
}

static int css_begin(bytes_out *out, trawl_str value, css_take *take, void *user,
                     void (*read)(css *))
{
    char *room = memchr(value.p, '\\', value.n) ? memory_get(out->m, CSS_ROOM(value.n)) : NULL;
    css sheet = {.t = {.p = value.p, .end = value.p + value.n, .room = room},
                 .out = out,
                 .take = take,
                 .user = user};

    if (!room && memchr(value.p, '\\', value.n))
        return out->error = TRAWL_ERROR_NO_MEMORY;
    css_next_token(&sheet);
    read(&sheet);
    memory_free(out->m, room);
    return out->error;
}

int css_write_sheet(bytes_out *out, trawl_str value, css_take *take, void *user)
{
    return css_begin(out, value, take, user, css_rules);
}

int css_write_style(bytes_out *out, trawl_str value, css_take *take, void *user)
{
    return css_begin(out, value, take, user, css_declarations);
}

int css_write_paint(bytes_out *out, trawl_str value, css_take *take, void *user)
{
    return css_begin(out, value, take, user, css_value);
}
