/* declared.c - finds the charset that a page declares in its first bytes
 *
 * Follows the prescan of the HTML standard (section 13.2.3.2): <meta charset>, <meta http-equiv>
 * and the declaration of XML; comments and other tags are skipped.
 */
#include "base/ascii.h"
#include "html/html.h"

/* The bytes that are not read yet. */
typedef struct declared_text {
    const char *p, *end;
} declared_text;

static size_t left(const declared_text *t)
{
    return (size_t)(t->end - t->p);
}

/* Moves past the next `mark`, or to the end. */
static void skip_to(declared_text *t, const char *mark)
{
    size_t k = strlen(mark);

    while (left(t) >= k && memcmp(t->p, mark, k) != 0)
        t->p++;
    t->p = left(t) >= k ? t->p + k : t->end;
}

static void declared_skip_blanks(declared_text *t, bool slashes)
{
    while (t->p < t->end && (html_is_blank(*t->p) || (slashes && *t->p == '/')))
        t->p++;
}

/* Reads a value: in quotes, or up to a blank or one of the two `stops`. */
static trawl_str declared_take_value(declared_text *t, const char *stops)
{
    char quote = 0;
    trawl_str value;

    declared_skip_blanks(t, false);
    if (t->p < t->end && (*t->p == '"' || *t->p == '\''))
        quote = *t->p++;
    value = (trawl_str){t->p, 0};
    while (
        t->p < t->end &&
        (quote ? *t->p != quote : !html_is_blank(*t->p) && *t->p != stops[0] && *t->p != stops[1]))
        t->p++;
    value.n = (size_t)(t->p - value.p);
    t->p += quote && t->p < t->end;
    return value;
}

/* Reads the next attribute of a tag. Returns false at the end of the tag. */
static bool declared_take_attribute(declared_text *t, trawl_str *name, trawl_str *value)
{
    declared_skip_blanks(t, true);
    if (t->p == t->end || *t->p == '>')
        return false;
    *name = (trawl_str){t->p, 0};
    *value = (trawl_str){"", 0};
    for (t->p++; t->p < t->end && !html_is_blank(*t->p) && !memchr("=/>", *t->p, 3); t->p++)
        ;
    name->n = (size_t)(t->p - name->p);
    declared_skip_blanks(t, false);
    if (t->p < t->end && *t->p == '=') {
        t->p++;
        *value = declared_take_value(t, ">>");
    }
    return true;
}

static bool declared_is_name(trawl_str s, const char *wanted)
{
    return ascii_is_word_of(wanted, s.p, s.n);
}

/* Returns the charset in "text/html; charset=NAME", or an empty text. */
static trawl_str charset_in(trawl_str content)
{
    declared_text t = {content.p, content.p + content.n};

    for (; left(&t) > 7; t.p++) {
        if (!ascii_same(t.p, "charset", 7))
            continue;
        t.p += 7;
        declared_skip_blanks(&t, false);
        if (t.p < t.end && *t.p == '=') {
            t.p++;
            return declared_take_value(&t, ";;");
        }
        t.p--;
    }
    return (trawl_str){"", 0};
}

/* Reads the attributes of a <meta>, and returns the label of its charset, or an empty text. */
static trawl_str take_meta(declared_text *t)
{
    trawl_str label = {"", 0}, content = label, name, value;
    bool is_type = false;

    while (declared_take_attribute(t, &name, &value)) {
        if (declared_is_name(name, "charset") && label.n == 0)
            label = value;
        else if (declared_is_name(name, "http-equiv"))
            is_type = is_type || declared_is_name(value, "content-type");
        else if (declared_is_name(name, "content") && content.n == 0)
            content = charset_in(value);
    }
    return label.n > 0 || !is_type ? label : content;
}

/* Returns the label in "<?xml version='1.0' encoding='NAME'?>", or an empty text. */
static trawl_str take_xml(declared_text *t)
{
    trawl_str name, value;

    while (declared_take_attribute(t, &name, &value))
        if (declared_is_name(name, "encoding"))
            return value;
    return (trawl_str){"", 0};
}

static void skip_tag(declared_text *t)
{
    trawl_str name, value;

    while (t->p < t->end && !html_is_blank(*t->p) && *t->p != '>')
        t->p++;
    while (declared_take_attribute(t, &name, &value))
        ;
}

/* Reads what begins at a "<", and returns the label in it, or an empty text. */
static trawl_str declared_take_markup(declared_text *t)
{
    const trawl_str none = {"", 0};
    size_t slash = left(t) > 1 && t->p[1] == '/';

    if (ascii_begins(t->p, left(t), "<!--")) {
        t->p += 2;
        skip_to(t, "-->");
    } else if (ascii_begins(t->p, left(t), "<?xml") && left(t) > 5 && html_is_blank(t->p[5])) {
        t->p += 5;
        return take_xml(t);
    } else if (ascii_begins(t->p, left(t), "<meta") && left(t) > 5 &&
               (html_is_blank(t->p[5]) || t->p[5] == '/')) {
        t->p += 5;
        return take_meta(t);
    } else if (left(t) > 1 + slash && ascii_is_alpha((unsigned char)t->p[1 + slash])) {
        skip_tag(t);
    } else if (left(t) > 1 && memchr("!/?", t->p[1], 3)) {
        skip_to(t, ">");
    } else {
        t->p++;
    }
    return none;
}

bool html_declared(trawl_str *rest, trawl_str *label)
{
    declared_text t = {rest->p, rest->p + rest->n};
    const char *sign;

    *label = (trawl_str){"", 0};
    while (label->n == 0 && t.p < t.end && (sign = memchr(t.p, '<', left(&t))) != NULL) {
        t.p = sign;
        *label = declared_take_markup(&t);
    }
    *rest = (trawl_str){t.p, left(&t)};
    return label->n > 0;
}
