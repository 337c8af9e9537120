/* html.c - HTML for JavaScript: a text as HTML, and the links of HTML */
#include <trawl_rewrite.h>

#include "js.h"

/* The input of both functions has the option texts, in strings_n bytes, and then the text. */

/* Writes the text as HTML. */
JS_EXPORT(to_html) int js_to_html(js_scan *s, size_t strings_n, size_t n, unsigned options)
{
    trawl_emit_config config = TRAWL_EMIT_CONFIG_INIT;
    const char *rest = js_in.p;

    js_out_clear();
    config.options = options;
    config.live = js_word(&rest);
    config.rel = js_word(&rest);
    config.css_class = js_word(&rest);
    config.target = js_word(&rest);
    config.title = js_word(&rest);
    config.lang = js_word(&rest);
    return js_result(
        trawl_emit_text(js_in.p + strings_n, n, s->settings, &config, js_write, &js_out.text),
        js_out.text.n);
}

/* ---- HTML ---- */

#define FROM_JS(name) __attribute__((import_module("trawl"), import_name(#name)))

/* Lets JavaScript decide about the link in js_out: its text and the names and values of its
 * attributes are in js_out.text; js_out.words has its flags, and the length of each. Returns how
 * many changes are in js_in, each as two texts that end in a NUL, or a negative value to end the
 * output. */
FROM_JS(decide) int js_decide(int is_new, int kind, unsigned attributes);

static void add_length(trawl_str text)
{
    js_add_text(text);
    js_add_word(text.n);
}

/* Applies a change: "=NAME" sets the attribute, "-NUMBER" removes the one of that number (its name
 * may have a NUL), "t" sets the text, and "u" makes the link plain text. */
static int apply(trawl_rewrite *r, const trawl_rewrite_link *link, trawl_str what, trawl_str value)
{
    switch (what.p[0]) {
    case '=':
        return trawl_rewrite_set(r, what.p + 1, what.n - 1, value.p, value.n);
    case '-':
        what = link->attributes[atoi(what.p + 1)].name;
        return trawl_rewrite_remove(r, what.p, what.n);
    case 't':
        return trawl_rewrite_set_text(r, value.p, value.n);
    default:
        return trawl_rewrite_unlink(r);
    }
}

static int decide(void *user, trawl_rewrite *r, const trawl_rewrite_link *link)
{
    const char *rest;
    int changes, error = TRAWL_OK;

    (void)user;
    if (link->type != TRAWL_REWRITE_NEW && link->type != TRAWL_REWRITE_ANCHOR)
        return 0;
    if (link->href_cut) /* JavaScript would see only the beginning of the address */
        return trawl_rewrite_unlink(r);
    js_out_clear();
    js_add_word((uint32_t)link->link->flags);
    js_add_word((uint32_t)(link->link->flags >> 32));
    add_length(link->text);
    for (unsigned i = 0; i < link->attribute_count; i++) {
        add_length(link->attributes[i].name);
        add_length(link->attributes[i].value);
    }
    if (js_result(TRAWL_OK, 0) < 0)
        return TRAWL_ERROR_NO_MEMORY;
    changes = js_decide(link->type == TRAWL_REWRITE_NEW, link->link->kind, link->attribute_count);
    rest = js_in.p;
    for (int i = 0; i < changes && error == TRAWL_OK; i++) {
        trawl_str what = js_word(&rest);
        trawl_str value = js_word(&rest);
        if (what.p[0] != 't' || !link->text_cut)
            error = apply(r, link, what, value);
    }
    return changes < 0 ? 1 : error;
}

/* Makes the links of HTML live. With `decides`, JavaScript decides about each one. Its function may
 * call the functions of this module, so input and output have buffers of their own. */
JS_EXPORT(linkify)
int js_linkify(js_scan *s, size_t strings_n, size_t n, unsigned options, unsigned text_max,
               int decides)
{
    trawl_rewrite_config config = TRAWL_REWRITE_CONFIG_INIT;
    char *held = decides ? malloc(strings_n + n) : NULL;
    const char *in = held ? memcpy(held, js_in.p, strings_n + n) : js_in.p, *rest = in;
    js_bytes out = {0};
    int error;

    js_out_clear();
    if (decides && !held)
        return TRAWL_ERROR_NO_MEMORY;
    config.settings = s->settings;
    config.options = options;
    config.text_max = text_max;
    config.decide = decides ? decide : NULL;
    config.live = js_word(&rest);
    config.rel = js_word(&rest);
    config.css_class = js_word(&rest);
    config.target = js_word(&rest);
    config.skip = js_word(&rest);
    error = trawl_rewrite_all(in + strings_n, n, &config, js_write, &out);
    free(held);
    free(js_out.text.p);
    js_out.text = out;
    return js_result(error, out.n);
}
