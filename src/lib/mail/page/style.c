/* style.c - what an inline style or a class does to the text of an element: hides it, shows it
 * again, or turns it round (CSS 2.2, CSS Writing Modes)
 *
 * Input: the value of a style or class attribute. Output: enum page_look bits. Colours are not
 * compared with the background.
 */
#include "base/ascii.h"
#include "mail/page/page.h"

/* ---- Numbers ---- */

/* A number of CSS, in thousandths, and the text after it. */
typedef struct css_number {
    bool valid;
    long milli;
    const char *unit;
} css_number;

static css_number number_at(const char *p)
{
    css_number x = {.unit = p};
    bool minus = *p == '-';
    long scale = 1000;

    p += *p == '-' || *p == '+';
    for (; ascii_is_digit((unsigned char)*p); p++, x.valid = true)
        x.milli = x.milli < 100000000 ? 10 * x.milli + 1000L * (*p - '0') : x.milli;
    if (*p == '.')
        for (p++; ascii_is_digit((unsigned char)*p); p++, x.valid = true)
            x.milli += (scale /= 10) * (*p - '0');
    x.milli = minus ? -x.milli : x.milli;
    x.unit = p;
    return x;
}

static bool has_unit(const css_number *x, const char *units)
{
    size_t n = 0;

    while (ascii_is_alpha((unsigned char)x->unit[n]) || x->unit[n] == '%')
        n++;
    return n > 0 && ascii_is_word_of(units, x->unit, n);
}

/* Returns true for a length of at most `pixels`, a percentage of at most 10, or at most 0.1 of a
 * unit that depends on the font or the window. */
static bool is_tiny(const css_number *x, long pixels)
{
    long most = has_unit(x, "em rem ch ex vw vh") ? 100 : pixels * 1000;

    return x->valid && x->milli >= 0 && x->milli <= (has_unit(x, "%") ? 10000 : most);
}

/* Returns true for a length that moves text out of sight. */
static bool is_far(const css_number *x)
{
    long most = has_unit(x, "em rem ch ex vw vh") ? 40000 : 400000;

    return x->valid && x->milli <= -most;
}

/* Returns true when there are numbers in the text, and all of them are tiny. */
static bool all_tiny(const char *p)
{
    bool any = false;

    for (; *p; p++) {
        css_number x = number_at(p);
        if (!x.valid)
            continue;
        if (!is_tiny(&x, 1))
            return false;
        any = true;
        p = x.unit - 1;
    }
    return any;
}

/* Returns true when any number in the text is far. */
static bool any_far(const char *p)
{
    for (; *p; p++) {
        css_number x = number_at(p);
        if (is_far(&x))
            return true;
        if (x.valid)
            p = x.unit - 1;
    }
    return false;
}

/* ---- Declarations ---- */

/* What the declarations of a style say together. */
typedef struct style_sum {
    page_look look;
    bool clips, tiny;    /* overflow: hidden, and a box without room */
    bool overrides, rtl; /* unicode-bidi: bidi-override, and direction: rtl */
} style_sum;

static bool style_begins(const char *value, const char *word)
{
    return strncmp(value, word, strlen(word)) == 0;
}

static void style_set_size(style_sum *s, const css_number *x)
{
    if (is_tiny(x, 2))
        s->look.sets |= PAGE_LOOK_SMALL;
    else if (x->valid && !has_unit(x, "em % ex ch"))
        s->look.clears |= PAGE_LOOK_SMALL;
}

static void take_font(style_sum *s, const char *value)
{
    for (const char *p = value; *p; p++) {
        css_number x = number_at(p);
        bool weight = x.valid && x.milli >= 100000 && !ascii_is_alpha((unsigned char)*x.unit) &&
                      *x.unit != '%' && *x.unit != '/';
        if (x.valid && !weight) {
            style_set_size(s, &x);
            return;
        }
        while (*p && *p != ' ')
            p++;
        if (!*p)
            return;
    }
}

/* Returns true for a colour without opacity: rgba(1,2,3,0), #1230, #11223300. */
static bool style_is_clear(const char *value)
{
    size_t n = strlen(value);
    const char *last = strrchr(value, ',');
    css_number x;

    if (style_begins(value, "transparent"))
        return true;
    if (*value == '#')
        return (n == 5 && value[4] == '0') || (n == 9 && memcmp(value + 7, "00", 2) == 0);
    if (strrchr(value, '/'))
        last = strrchr(value, '/');
    if (!last || (!style_begins(value, "rgba(") && !style_begins(value, "hsla(") && *last == ','))
        return false;
    x = number_at(last + 1 + (last[1] == ' '));
    return x.valid && x.milli < 50;
}

static void take_colour(style_sum *s, const char *value)
{
    if (style_is_clear(value))
        s->look.sets |= PAGE_LOOK_CLEAR;
    else if (!style_begins(value, "inherit") && !style_begins(value, "currentcolor"))
        s->look.clears |= PAGE_LOOK_CLEAR;
}

static void take_visibility(style_sum *s, const char *value)
{
    if (style_begins(value, "hidden") || style_begins(value, "collapse"))
        s->look.sets |= PAGE_LOOK_UNSEEN;
    else if (style_begins(value, "visible"))
        s->look.clears |= PAGE_LOOK_UNSEEN;
}

static bool is_scaled_away(const char *value)
{
    const char *scale = strstr(value, "scale");
    const char *open = scale ? strchr(scale, '(') : NULL;
    css_number x = number_at(open ? open + 1 : "");

    return x.valid && x.milli >= 0 && x.milli < 50;
}

/* Returns true when the declaration alone takes an element and all in it out of sight. */
static bool is_gone(const char *name, const char *value)
{
    css_number x = number_at(value);

    if (!strcmp(name, "display"))
        return style_begins(value, "none");
    if (!strcmp(name, "opacity"))
        return x.valid && x.milli < (*x.unit == '%' ? 10000 : 100);
    if (!strcmp(name, "mso-hide"))
        return style_begins(value, "all");
    if (!strcmp(name, "content-visibility"))
        return style_begins(value, "hidden");
    if (!strcmp(name, "text-indent"))
        return is_far(&x) || (x.valid && x.milli >= 2000000);
    if (!strcmp(name, "clip"))
        return style_begins(value, "rect(") && all_tiny(value + 5);
    if (!strcmp(name, "clip-path")) {
        x = number_at(strchr(value, '(') ? strchr(value, '(') + 1 : "");
        return (style_begins(value, "inset(") && x.valid && x.milli >= 50000 && *x.unit == '%') ||
               (style_begins(value, "circle(") && is_tiny(&x, 1));
    }
    if (!strcmp(name, "transform"))
        return is_scaled_away(value) || any_far(value);
    if (!strcmp(name, "filter"))
        return style_begins(value, "opacity(") && number_at(value + 8).milli < 50;
    return ascii_is_word_of("left top right bottom margin margin-left margin-top", name,
                            strlen(name)) &&
           any_far(value);
}

static void take_declaration(style_sum *s, const char *name, const char *value)
{
    css_number x = number_at(value);

    if (is_gone(name, value))
        s->look.sets |= PAGE_LOOK_GONE;
    else if (!strcmp(name, "font-size") && !x.valid)
        s->look.clears |= style_begins(value, "inherit") ? 0 : PAGE_LOOK_SMALL;
    else if (!strcmp(name, "font-size"))
        style_set_size(s, &x);
    else if (!strcmp(name, "font"))
        take_font(s, value);
    else if (!strcmp(name, "color") || !strcmp(name, "-webkit-text-fill-color"))
        take_colour(s, value);
    else if (!strcmp(name, "visibility"))
        take_visibility(s, value);
    else if (style_begins(name, "overflow"))
        s->clips = s->clips || style_begins(value, "hidden") || style_begins(value, "clip");
    else if (ascii_is_word_of("height max-height width max-width line-height", name, strlen(name)))
        s->tiny = s->tiny || is_tiny(&x, 1);
    else if (!strcmp(name, "unicode-bidi"))
        s->overrides = strstr(value, "override") != NULL;
    else if (!strcmp(name, "direction"))
        s->rtl = style_begins(value, "rtl");
}

/* ---- Styles ---- */

/* The maximum number of bytes of a declaration; the rest is dropped. */
#define DECLARATION 128

/* Returns the length of a comment or an escape at p, or 0. Sets *c to the escaped character. */
static size_t special_length(const char *p, size_t n, char *c)
{
    unsigned code = 0;
    size_t i;

    *c = 0;
    if (ascii_begins(p, n, "/*")) {
        for (i = 3; i < n && (p[i - 1] != '*' || p[i] != '/'); i++)
            ;
        return i < n ? i + 1 : n;
    }
    if (n < 2 || p[0] != '\\')
        return 0;
    for (i = 1; i < n && i < 7 && ascii_hex((unsigned char)p[i]) >= 0; i++)
        code = 16 * code + (unsigned)ascii_hex((unsigned char)p[i]);
    *c = i > 1 ? (char)(code < 0x80 ? code : '?') : p[1];
    return i == 1 ? 2 : i + (i < n && html_is_blank(p[i]));
}

/* Reads one declaration, "name: value", in lower case and with single blanks. */
static void style_take_text(style_sum *s, char *text, size_t n)
{
    char *colon = memchr(text, ':', n), *value;

    while (n > 0 && text[n - 1] == ' ')
        n--;
    text[n] = 0;
    if (!colon || colon >= text + n)
        return;
    value = colon + 1 + (colon[1] == ' ');
    if (colon > text && colon[-1] == ' ')
        colon--;
    *colon = 0;
    take_declaration(s, text, value);
}

page_look page_style_look(const char *p, size_t n)
{
    style_sum s = {.clips = false};
    char text[DECLARATION + 1], c;
    size_t len = 0, k;

    for (size_t i = 0; i <= n; i += k) {
        bool end = i == n || p[i] == ';';
        k = end ? 0 : special_length(p + i, n - i, &c);
        if (end) {
            style_take_text(&s, text, len);
            len = 0;
            k = 1;
            continue;
        }
        if (k == 0) {
            k = 1;
            c = html_is_blank(p[i]) ? ' ' : ascii_lower(p[i]);
        }
        /* cppcheck-suppress uninitvar ; text[len - 1] was written */
        if (c && len < DECLARATION && (c != ' ' || (len > 0 && text[len - 1] != ' ')))
            text[len++] = c;
    }
    if (s.clips && s.tiny)
        s.look.sets |= PAGE_LOOK_GONE;
    if (s.overrides && s.rtl)
        s.look.sets |= PAGE_LOOK_TURNED;
    return s.look;
}

/* ---- Classes ---- */

page_look page_class_look(const char *p, size_t n)
{
    /* Classes with which frameworks, editors and newsletters hide text. */
    static const char names[] =
        "hidden hide is-hidden u-hidden d-none display-none sr-only visually-hidden "
        "visuallyhidden screen-reader-text screen-reader-only screenreader a11y-hidden "
        "off-screen offscreen invisible preheader pre-header preview-text mcnpreviewtext "
        "show-for-sr element-invisible";
    page_look look = {0};

    for (size_t i = 0, end; i < n; i = end + 1) {
        for (end = i; end < n && !html_is_blank(p[end]); end++)
            ;
        if (end > i && ascii_is_word_of(names, p + i, end - i))
            look.sets |= PAGE_LOOK_GONE;
    }
    return look;
}
