/* css.c - the addresses of a style sheet (CSS Syntax Module Level 3, section 4)
 *
 * These are addresses: the argument of url(), with or without quotes; a text in the arguments of
 * functions that load pictures; and the text after @import. A text in a custom property may become
 * such an argument, so it is an address, too. Any other text is an address if it begins as a whole
 * URL does, except in what is shown ("content") and in selectors. Names are compared as CSS does:
 * without case, with their escapes decoded.
 *
 * Comments are left out. A "<" that could begin a tag, for a parser that reads the sheet as tags,
 * is replaced: "<!--" by a blank, any other "<" by "< ", and in texts by "\3c ". If the sheet ends
 * with an address, the closing parentheses that it lacks are added.
 */
#include "base/ascii.h"
#include "base/check.h"
#include "base/utf8.h"
#include "rewrite/seal/seal.h"

/* The maximum number of parentheses in parentheses; each text deeper inside is an address. */
#define CSS_DEPTH 64

/* The longest name that is compared, with a NUL. */
#define CSS_NAME 40

/* What texts are in parentheses and brackets. */
enum css_holds { CSS_OTHERS, CSS_ADDRESSES, CSS_NAMES };

typedef struct css {
    const char *p, *end;
    const char *copied; /* the sheet before this place is in `out` */
    seal_out *out;
    seal_take *take;
    void *user;
    bool import; /* @import, and no address yet */
    unsigned depth;
    unsigned char holds[CSS_DEPTH]; /* enum css_holds: the texts in these parentheses */
    char property[CSS_NAME];        /* of the declaration, or empty */
} css;

/* ---- Characters ---- */

static bool css_is_line_end(char c)
{
    return c == '\n' || c == '\r' || c == '\f';
}

static bool css_is_name(char c)
{
    return ascii_is_alnum((unsigned char)c) || c == '-' || c == '_' || (unsigned char)c >= 0x80;
}

/* Returns true for a "\" that begins an escape. */
static bool is_escape(const css *sheet, const char *p)
{
    return *p == '\\' && sheet->end - p > 1 && !css_is_line_end(p[1]);
}

/* Decodes the escape at p to out[0..4). Returns its end. */
static const char *css_escape(const css *sheet, const char *p, char *out, size_t *n)
{
    uint32_t code = 0;
    unsigned digits = 0;

    for (p++; p < sheet->end && digits < 6 && ascii_hex((unsigned char)*p) >= 0; p++, digits++)
        code = code * 16 + (uint32_t)ascii_hex((unsigned char)*p);
    if (digits == 0) {
        utf8_char character = utf8_decode(p, (size_t)(sheet->end - p));
        *n = character.len;
        memcpy(out, p, character.len);
        return p + character.len;
    }
    if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
        code = 0xFFFD;
    *n = utf8_encode(out, code);
    if (p < sheet->end && seal_is_blank(*p))
        p += *p == '\r' && sheet->end - p > 1 && p[1] == '\n' ? 2 : 1;
    return p;
}

/* Reads a byte, or an escape, to out[0..4). Returns the length. */
static size_t css_character(css *sheet, char out[4])
{
    size_t n = 1;

    out[0] = *sheet->p;
    sheet->p = is_escape(sheet, sheet->p) ? css_escape(sheet, sheet->p, out, &n) : sheet->p + 1;
    return n;
}

/* ---- Addresses ---- */

/* Adds a byte of an address in quotes. */
static void put_inside(seal_out *out, char c)
{
    static const char digits[] = "0123456789ABCDEF";
    const char escape[3] = {'%', digits[(unsigned char)c >> 4], digits[c & 15]};

    if (c == '"' || c == '\\' || c == '<' || css_is_line_end(c))
        seal_put(out, escape, 3);
    else
        seal_put(out, &c, 1);
}

/* Calls the user's function for an address. If it is replaced, writes the new address in quotes in
 * place of the bytes from `from` to `to`. */
static void css_address(css *sheet, const seal_out *decoded, const char *from, const char *to)
{
    const trawl_str url = seal_str(decoded);
    seal_out *out = sheet->out;
    seal_out other = {.m = out->m};
    int result =
        decoded->error ? decoded->error : sheet->take(sheet->user, url, !sheet->import, &other);

    sheet->import = false;
    if (result > 0 && !out->error) {
        seal_put(out, sheet->copied, (size_t)(from - sheet->copied));
        seal_put(out, "\"", 1);
        for (size_t i = 0; i < other.n; i++)
            put_inside(out, other.p[i]);
        seal_put(out, "\"", 1);
        sheet->copied = to;
    }
    if (result < 0 || other.error)
        out->error = out->error ? out->error : result < 0 ? result : other.error;
    seal_free(&other);
}

/* Copies the sheet up to p, writes `with`, and continues at `next`. */
static void css_replace(css *sheet, const char *p, const char *with, const char *next)
{
    seal_put(sheet->out, sheet->copied, (size_t)(p - sheet->copied));
    seal_put(sheet->out, with, strlen(with));
    sheet->copied = sheet->p = next;
}

/* Returns true for a "<" that begins a tag. */
static bool css_begins_tag(const css *sheet, const char *p)
{
    return *p == '<' && sheet->end - p > 1 &&
           (ascii_is_alpha((unsigned char)p[1]) || p[1] == '/' || p[1] == '!' || p[1] == '?');
}

/* Writes an escape for each "<" that begins a tag in what was read from `from` on and was not
 * replaced. */
static void css_guard(css *sheet, const char *from)
{
    for (const char *p = from > sheet->copied ? from : sheet->copied; p < sheet->p; p++) {
        if (!css_begins_tag(sheet, p))
            continue;
        seal_put(sheet->out, sheet->copied, (size_t)(p - sheet->copied));
        seal_put(sheet->out, "\\3c ", 4);
        sheet->copied = p + 1;
    }
}

/* Returns true for a text that begins as a whole URL does: with a scheme or two slashes. */
static bool css_is_whole(const seal_out *text)
{
    size_t i = 0;

    while (i < text->n && (unsigned char)text->p[i] <= ' ')
        i++;
    if (i < text->n && (text->p[i] == '/' || text->p[i] == '\\'))
        return true;
    while (i < text->n && text->p[i] != ':' &&
           (ascii_is_scheme((unsigned char)text->p[i]) || (unsigned char)text->p[i] < ' '))
        i++;
    return i < text->n && text->p[i] == ':';
}

static bool css_is_address(const css *sheet, const seal_out *text)
{
    const unsigned depth = sheet->depth < CSS_DEPTH ? sheet->depth : CSS_DEPTH;
    const enum css_holds holds = depth > 0 ? (enum css_holds)sheet->holds[depth - 1] : CSS_OTHERS;

    if (sheet->import || sheet->depth > CSS_DEPTH || holds == CSS_ADDRESSES)
        return true;
    if (holds == CSS_NAMES ||
        ascii_is_word_of("content quotes font-family", sheet->property, strlen(sheet->property)))
        return false;
    return strncmp(sheet->property, "--", 2) == 0 ||
           ascii_is_word_of("initial-value result", sheet->property, strlen(sheet->property)) ||
           css_is_whole(text);
}

/* Reads a text in quotes. */
static void css_text(css *sheet)
{
    const char *from = sheet->p, quote = *sheet->p++;
    seal_out text = {.m = sheet->out->m};

    while (sheet->p < sheet->end && *sheet->p != quote && !css_is_line_end(*sheet->p)) {
        char character[4];
        if (*sheet->p == '\\' && sheet->end - sheet->p > 1 && css_is_line_end(sheet->p[1])) {
            sheet->p +=
                sheet->p[1] == '\r' && sheet->end - sheet->p > 2 && sheet->p[2] == '\n' ? 3 : 2;
            continue;
        }
        seal_put(&text, character, css_character(sheet, character));
    }
    sheet->p += sheet->p < sheet->end && *sheet->p == quote;
    if (text.error || css_is_address(sheet, &text))
        css_address(sheet, &text, from, sheet->p);
    css_guard(sheet, from);
    seal_free(&text);
}

static void css_open(css *sheet, enum css_holds holds)
{
    if (sheet->depth < CSS_DEPTH)
        sheet->holds[sheet->depth] = (unsigned char)holds;
    sheet->depth++;
}

/* Reads the rest of "url(" without quotes, with its ")". */
static void css_url(css *sheet)
{
    const char *from = sheet->p;
    seal_out url = {.m = sheet->out->m};

    while (sheet->p < sheet->end && *sheet->p != ')') {
        char character[4];
        seal_put(&url, character, css_character(sheet, character));
    }
    while (url.n > 0 && seal_is_blank(url.p[url.n - 1]))
        url.n--;
    css_address(sheet, &url, from, sheet->p);
    css_guard(sheet, from);
    if (sheet->p < sheet->end)
        sheet->p++;
    else
        css_open(sheet, CSS_ADDRESSES);
    seal_free(&url);
}

/* ---- Tokens ---- */

/* Reads a name, and writes it in small letters to name[0..CSS_NAME), cut. */
static void css_read_name(css *sheet, char name[CSS_NAME])
{
    size_t len = 0;

    while (sheet->p < sheet->end && (css_is_name(*sheet->p) || is_escape(sheet, sheet->p))) {
        char character[4];
        size_t n = css_character(sheet, character);
        for (size_t i = 0; i < n && len + 1 < CSS_NAME; i++)
            name[len++] = ascii_lower(character[i]);
    }
    name[len] = '\0';
}

/* Begins the declaration of a property, if a colon follows its name. */
static void css_begin_property(css *sheet, const char *name)
{
    const char *p = sheet->p;

    while (p < sheet->end && seal_is_blank(*p))
        p++;
    CHECK(strlen(name) < sizeof sheet->property);
    if (sheet->depth == 0 && p < sheet->end && (*p == ':' || *p == '/'))
        memcpy(sheet->property, name, strlen(name) + 1);
}

/* Reads a name, and what it begins. */
static void css_name(css *sheet)
{
    static const char loading[] =
        "url src image -webkit-image image-set -webkit-image-set -moz-image-set "
        "progid:dximagetransform.microsoft.alphaimageloader alphaimageloader";
    char name[CSS_NAME];

    css_read_name(sheet, name);
    if (sheet->p == sheet->end || *sheet->p != '(') {
        css_begin_property(sheet, name);
        return;
    }
    sheet->p++;
    if (strcmp(name, "url") == 0) {
        while (sheet->p < sheet->end && seal_is_blank(*sheet->p))
            sheet->p++;
        if (sheet->p < sheet->end && *sheet->p != '"' && *sheet->p != '\'') {
            css_url(sheet);
            return;
        }
    }
    css_open(sheet, ascii_is_word_of(loading, name, strlen(name)) ? CSS_ADDRESSES : CSS_OTHERS);
}

static void css_less(css *sheet)
{
    if (sheet->end - sheet->p > 3 && memcmp(sheet->p, "<!--", 4) == 0)
        css_replace(sheet, sheet->p, " ", sheet->p + 4);
    else if (css_begins_tag(sheet, sheet->p))
        css_replace(sheet, sheet->p, "< ", sheet->p + 1);
    else
        sheet->p++;
}

static void css_comment(css *sheet)
{
    const char *from = sheet->p;

    for (sheet->p += 2; sheet->p < sheet->end &&
                        !(*sheet->p == '*' && sheet->end - sheet->p > 1 && sheet->p[1] == '/');
         sheet->p++)
        ;
    css_replace(sheet, from, "/**/", sheet->end - sheet->p > 1 ? sheet->p + 2 : sheet->end);
}

static void css_token(css *sheet)
{
    char name[CSS_NAME];

    switch (*sheet->p) {
    case '"':
    case '\'':
        css_text(sheet);
        return;
    case '/':
        if (sheet->end - sheet->p > 1 && sheet->p[1] == '*')
            css_comment(sheet);
        else
            sheet->p++;
        return;
    case '@':
        sheet->p++;
        css_read_name(sheet, name);
        sheet->import = strcmp(name, "import") == 0;
        return;
    case '<':
        css_less(sheet);
        return;
    case '(':
        css_open(sheet, CSS_OTHERS);
        break;
    case '[':
        css_open(sheet, CSS_NAMES);
        break;
    case ')':
    case ']':
        sheet->depth -= sheet->depth > 0;
        break;
    case ';':
    case '{':
    case '}':
        sheet->import = false;
        sheet->property[0] = '\0';
        break;
    default:
        if (css_is_name(*sheet->p) || is_escape(sheet, sheet->p)) {
            css_name(sheet);
            return;
        }
    }
    sheet->p++;
}

/* Closes what is open at the end of a sheet whose last bytes were replaced: if the ")" is missing
 * in @import url("x", Chromium 156 reads the quotes as a part of the address. */
static void css_close(css *sheet)
{
    for (; sheet->copied == sheet->end && sheet->depth > 0; sheet->depth--) {
        const bool names = sheet->depth <= CSS_DEPTH && sheet->holds[sheet->depth - 1] == CSS_NAMES;
        seal_put(sheet->out, names ? "]" : ")", 1);
    }
}

int seal_css(seal_out *out, trawl_str value, seal_take *take, void *user)
{
    css sheet = {.p = value.p,
                 .end = value.p + value.n,
                 .copied = value.p,
                 .out = out,
                 .take = take,
                 .user = user};

    while (sheet.p < sheet.end && !out->error)
        css_token(&sheet);
    seal_put(out, sheet.copied, (size_t)(sheet.end - sheet.copied));
    css_close(&sheet);
    return out->error;
}
