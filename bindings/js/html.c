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
    return js_result(trawl_emit_text(js_in.p + strings_n, n, s->settings, &config, js_write, NULL),
                     js_out.text.n);
}

/* Makes the links of HTML live. */
JS_EXPORT(linkify)
int js_linkify(js_scan *s, size_t strings_n, size_t n, unsigned options, unsigned text_max)
{
    trawl_rewrite_config config = TRAWL_REWRITE_CONFIG_INIT;
    const char *rest = js_in.p;

    js_out_clear();
    config.settings = s->settings;
    config.options = options;
    config.text_max = text_max;
    config.live = js_word(&rest);
    config.rel = js_word(&rest);
    config.css_class = js_word(&rest);
    config.target = js_word(&rest);
    config.skip = js_word(&rest);
    return js_result(trawl_rewrite_all(js_in.p + strings_n, n, &config, js_write, NULL),
                     js_out.text.n);
}
