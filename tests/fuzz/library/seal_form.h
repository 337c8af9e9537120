/* seal_form.h - an oracle of the form of sealed pages; shares no code with trawl
 *
 * A sealed page consists of text without markup, and of tags with quoted attributes. Its addresses
 * stay inside of the page, or lead to the gateway or the site that the target permits. Its styles
 * consist of known forms of tokens, so that a browser reads the tokens that are judged here.
 * Anything else is a fault, also if no browser is known to misread it.
 */
#ifndef TRAWL_TESTS_SEAL_FORM_H
#define TRAWL_TESTS_SEAL_FORM_H

#include "fuzz.h"
#include "rewrite/rewrite_run.h"

static const char form_gateway[] = "https://go.example/?u=", form_kept[] = "http://kept.example/";

/* A text, and the place in it. */
typedef struct form_text {
    const char *p, *end;
} form_text;

static void form_page_in(trawl_str page);

static bool form_begins(trawl_str text, const char *word)
{
    return text.n >= strlen(word) && memcmp(text.p, word, strlen(word)) == 0;
}

static char form_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static bool form_is_alnum(char c)
{
    return (form_lower(c) >= 'a' && form_lower(c) <= 'z') || (c >= '0' && c <= '9');
}

/* Returns true if the text is one of the words, which blanks separate. Case does not count. */
static bool form_is(trawl_str text, const char *words)
{
    while (*words) {
        const size_t n = strcspn(words, " ");
        size_t same = 0;
        while (n == text.n && same < n && form_lower(text.p[same]) == words[same])
            same++;
        if (n > 0 && same == n)
            return true;
        words += n + (words[n] == ' ');
    }
    return false;
}

static bool form_take(form_text *t, const char *word)
{
    const bool found = form_begins(str_of(t->p, (size_t)(t->end - t->p)), word);

    t->p += found ? strlen(word) : 0;
    return found;
}

/* Takes the bytes before the first one of `stops`. */
static trawl_str form_until(form_text *t, const char *stops)
{
    const char *from = t->p;

    while (t->p < t->end && !(*t->p && strchr(stops, *t->p)))
        t->p++;
    return str_of(from, (size_t)(t->p - from));
}

/* ---- Addresses ---- */

static void form_address(trawl_str url, bool picture)
{
    static const char *const inside[] = {"#", "cid:", "mid:", "mailto:", "tel:", "sms:"};
    char head[64] = "";
    trawl_str low = {head, 0};

    must(!memchr(url.p, '\0', url.n), "no NUL in an address");
    for (size_t i = 0; i < url.n && low.n < sizeof head; i++)
        if ((unsigned char)url.p[i] > ' ' || (low.n > 0 && !strchr("\t\n\r", url.p[i])))
            head[low.n++] = form_lower(url.p[i]);
    while (low.n > 0 && (unsigned char)head[low.n - 1] <= ' ')
        low.n--;
    if (low.n == 0 || form_begins(low, form_gateway) || form_begins(low, form_kept) ||
        form_is(low, "about:blank about:invalid"))
        return;
    for (size_t i = 0; i < sizeof inside / sizeof inside[0]; i++)
        if (form_begins(low, inside[i]))
            return;
    must(form_begins(low, "data:image/"), "an address that is permitted");
    must(picture || !memmem(low.p, low.n < 24 ? low.n : 24, "xml", 3), "no page in data:");
}

/* ---- Styles ---- */

typedef struct form_css {
    form_text t;
    char name[64]; /* of a function or an at-rule, in lower case */
    bool sheet, escaped;
} form_css;

/* Takes a "\" with two digits and a blank. Returns the byte, or -1. */
static int form_escape(form_text *t)
{
    static const char digits[] = "0123456789abcdef";
    const char *high, *low;

    if (t->end - t->p < 4 || *t->p != '\\')
        return -1;
    high = memchr(digits, t->p[1], 16);
    low = memchr(digits, t->p[2], 16);
    must(high && low && t->p[3] == ' ', "no \"\\\" but that of the writer");
    t->p += 4;
    return (int)((high - digits) * 16 + (low - digits));
}

/* Takes a name. Returns its length, of which name[] has the beginning. */
static size_t form_name(form_css *css)
{
    size_t n = 0;

    css->escaped = false;
    while (css->t.p < css->t.end) {
        const char *from = css->t.p;
        int c = form_escape(&css->t);
        css->escaped = css->escaped || c >= 0;
        if (c < 0 && (form_is_alnum(*from) || *from == '-' || *from == '_' || *from < 0))
            c = *css->t.p++;
        if (css->t.p == from)
            break;
        if (n + 1 < sizeof css->name)
            css->name[n++] = form_lower((char)c);
    }
    css->name[n] = '\0';
    return n;
}

/* Takes a text in quotes. Writes what it means to *value. */
static void form_string(form_css *css, rewrite_result *value)
{
    value->n = 0;
    must(form_take(&css->t, "\""), "a quote");
    while (css->t.p < css->t.end && *css->t.p != '"') {
        const int c = form_escape(&css->t);
        const char byte = c >= 0 ? (char)c : *css->t.p++;
        must(c >= 0 || !(byte >= 0 && byte < ' ') || byte == '\t', "no control in a text");
        must(c >= 0 || !strchr("\\<&", byte), "no markup in a text");
        rewrite_collect(value, &byte, 1);
    }
    must(form_take(&css->t, "\""), "a text ends");
}

static trawl_str form_plain(const form_css *css)
{
    const char *name = css->name;

    for (size_t i = 0; i < 4; i++) {
        static const char *const vendors[] = {"-webkit-", "-moz-", "-ms-", "-o-"};
        if (strncmp(name, vendors[i], strlen(vendors[i])) == 0)
            return str_of(name + strlen(vendors[i]), strlen(name) - strlen(vendors[i]));
    }
    return str_of(name, strlen(name));
}

/* Takes a name and what it begins. Returns true for "(" after it. */
static bool form_word(form_css *css)
{
    static rewrite_result url;
    const bool rule = form_take(&css->t, "@"), hash = !rule && form_take(&css->t, "#");
    trawl_str name;

    must(form_name(css) > 0, "a name");
    name = form_plain(css);
    must(!rule || (css->sheet && form_is(name, "media supports keyframes font-face")),
         "a rule that is permitted");
    if (rule || hash || !form_take(&css->t, "("))
        return false;
    must(!form_is(name, "src image cross-fade element paint expression import"), "a function");
    if (!form_is(name, "url"))
        return true;
    must(!css->escaped, "url is written without escapes");
    form_string(css, &url);
    must(form_take(&css->t, ")"), "url() has one text");
    form_address(str_of(url.n > 0 ? url.p : "", url.n), true);
    return false;
}

static void form_style(trawl_str text, bool sheet)
{
    static rewrite_result string;
    form_css css = {.t = {text.p, text.p + text.n}, .sheet = sheet};
    char open[128];
    size_t n = 0;

    while (css.t.p < css.t.end) {
        const char c = *css.t.p;
        if (c == '"') {
            must(n == 0 || open[n - 1] != 'i', "no text in image-set()");
            form_string(&css, &string);
        } else if (form_is_alnum(c) || c < 0 || strchr("@#\\_-", c)) {
            if (c == '-' &&
                (css.t.end - css.t.p < 2 ||
                 !(form_is_alnum(css.t.p[1]) || css.t.p[1] < 0 || strchr("-_\\", css.t.p[1])))) {
                css.t.p++;
                continue;
            }
            if (form_word(&css)) {
                must(n < sizeof open, "not too deep");
                open[n++] = form_is(form_plain(&css), "image-set") ? 'i' : '(';
            }
        } else {
            must(c && strchr(" \n](){}[:;,.*>+~=|^$/!%", c), "a character of a style");
            css.t.p++;
            must(!strchr("([{", c) || n < sizeof open, "not too deep");
            if (strchr("([{", c))
                open[n++] = c;
            if (strchr(")]}", c)) {
                must(n > 0 && (c == ')' ? strchr("(i", open[n - 1]) != NULL
                                        : open[n - 1] == (c == ']' ? '[' : '{')),
                     "what closes was open");
                n--;
            }
        }
    }
    must(n == 0, "all is closed");
}

/* ---- Attributes ---- */

/* Decodes the references of a text. Only four are written. */
static trawl_str form_decode(rewrite_result *to, trawl_str text)
{
    static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    form_text t = {text.p, text.p + text.n};

    to->n = 0;
    while (t.p < t.end) {
        size_t i = 0;
        while (i < 4 && !form_take(&t, names[i]))
            i++;
        must(i < 4 || !strchr("&\x0E\x0F\x1B", *t.p), "a reference that is written, no control");
        rewrite_collect(to, i < 4 ? &"&<>\""[i] : t.p++, 1);
    }
    return str_of(to->n > 0 ? to->p : "", to->n);
}

/* Calls for each word of a list: in srcset, an address and descriptors between commas. */
static void form_list(trawl_str value, bool images)
{
    form_text t = {value.p, value.p + value.n};

    while (t.p < t.end) {
        trawl_str url = form_until(&t, " \t\n\r\f");
        must(!images || (url.n > 0 && *url.p != ','), "srcset: an address");
        if (images && url.p[url.n - 1] == ',')
            url.n--;
        else if (images)
            while (form_take(&t, " ")) {
                const trawl_str word = form_until(&t, " ,");
                must(word.n > 1 && strchr("wxh", word.p[word.n - 1]), "srcset: a descriptor");
                if (form_take(&t, ","))
                    break;
            }
        form_address(url, images);
        while (t.p < t.end && strchr(" \t\n\r\f", *t.p))
            t.p++;
    }
}

static void form_refresh(trawl_str value)
{
    form_text t = {value.p, value.p + value.n};

    while (t.p < t.end && ((*t.p >= '0' && *t.p <= '9') || *t.p == '.'))
        t.p++;
    if (t.p == t.end)
        return;
    must(form_take(&t, ";url=") && t.p < t.end && *t.p != '"' && *t.p != '\'', "refresh: its form");
    form_address(str_of(t.p, (size_t)(t.end - t.p)), false);
}

static void form_attribute(trawl_str tag, trawl_str name, trawl_str value, bool refresh)
{
    const char *colon = memchr(name.p, ':', name.n);

    must(!form_begins(name, "on") || name.n == 2, "no handler");
    must(!form_is(name, "xml:base attributename"), "an attribute that is permitted");
    must(!form_is(name, "charset") || !form_is(tag, "meta"), "no charset");
    must(!colon || form_is(str_of(name.p, (size_t)(colon - name.p)), "xlink xml xmlns"),
         "a prefix");
    if (form_is(name, "srcdoc"))
        form_page_in(value);
    else if (form_is(name, "style"))
        form_style(value, false);
    else if (form_is(name, "fill stroke filter mask clip-path marker marker-start marker-mid "
                           "marker-end cursor color-profile"))
        form_style(value, false);
    else if (form_is(name, "srcset imagesrcset"))
        form_list(value, true);
    else if (form_is(name, "ping attributionsrc archive"))
        form_list(value, false);
    else if (form_is(name, "content") && refresh)
        form_refresh(value);
    else if (form_is(name, "href xlink:href src action formaction background poster longdesc "
                           "lowsrc dynsrc manifest codebase classid code icon") ||
             (form_is(name, "data") && form_is(tag, "object")) ||
             (form_is(name, "value") && form_is(tag, "param")))
        form_address(value, form_is(tag, "img"));
}

/* Takes the attributes of a tag. */
static void form_attributes(form_text *t, trawl_str tag)
{
    rewrite_result value = {.n = 0};
    bool refresh = false;

    while (form_take(t, " ")) {
        const trawl_str name = form_until(t, "= <>\"'/");
        trawl_str text;
        must(name.n > 0 && form_take(t, "=\""), "an attribute in quotes");
        text = form_until(t, "\"<>");
        must(form_take(t, "\""), "the quote that ends an attribute");
        text = form_decode(&value, text);
        refresh = refresh ||
                  (form_is(tag, "meta") && form_is(name, "http-equiv") && form_is(text, "refresh"));
        form_attribute(tag, name, text, refresh);
    }
    free(value.p);
}

/* ---- Pages ---- */

/* Takes a tag, and the text of a <style>. *foreign: there was an <svg> or <math>, in which <xmp>
 * is like any element. */
static void form_tag(form_text *t, bool *foreign)
{
    const bool end = (t->p++, form_take(t, "/"));
    const char *from = t->p;
    trawl_str name;

    while (t->p < t->end && (form_is_alnum(*t->p) || strchr("-_.", *t->p)))
        t->p++;
    name = str_of(from, (size_t)(t->p - from));
    must(name.n > 0 && *from != '-', "the name of a tag");
    must(!form_is(name, "script base"), "an element that is permitted");
    *foreign = *foreign || form_is(name, "svg math");
    must(end || *foreign || !form_is(name, "xmp plaintext"), "no text that looks like tags");
    if (!end)
        form_attributes(t, name);
    form_take(t, "/");
    must(form_take(t, ">"), "the end of a tag");
    if (!end && form_is(name, "style")) {
        form_style(form_until(t, "<&"), true);
        must(form_take(t, "</style>"), "a style ends");
    }
}

/* Takes a page without a byte-order mark. */
static void form_page_in(trawl_str page)
{
    rewrite_result text = {.n = 0};
    form_text t = {page.p, page.p + page.n};
    bool foreign = false;

    if (form_is(str_of(t.p, page.n < 9 ? page.n : 9), "<!doctype")) {
        t.p += 9;
        form_until(&t, "<&>");
        must(form_take(&t, ">"), "a document type");
    }
    while (t.p < t.end) {
        (void)form_decode(&text, form_until(&t, "<>\""));
        if (t.p < t.end)
            must(*t.p == '<', "\">\" and quotes are references");
        if (t.p < t.end)
            form_tag(&t, &foreign);
    }
    free(text.p);
}

static inline void form_page(trawl_str page)
{
    form_text t = {page.p, page.p + page.n};

    must(page.n == 0 || form_take(&t, "\xEF\xBB\xBF"), "a byte-order mark");
    form_page_in(str_of(t.p, (size_t)(t.end - t.p)));
}

#endif
