/* mail.c - links of messages, mailboxes and pages, and of text that was made harmless; the forms
 * of a URL that need large tables */
#include <trawl_mail.h>

#include "js.h"

/* Finds the links of the input. `kind` is an enum trawl_input, and `options` are bits of enum
 * trawl_mail_option. */
JS_EXPORT(mail) int js_mail(js_scan *s, size_t n, int ascii, int kind, unsigned options)
{
    trawl_mail_config config = TRAWL_MAIL_CONFIG_INIT;
    trawl_mail *reader = NULL;
    int error;

    js_out_clear();
    s->text = (js_text){.p = js_in.p, .ascii = ascii};
    config.settings = s->settings;
    config.input = kind;
    config.options = options;
    error = trawl_mail_open(&reader, &config, js_record_event, s);
    if (error == TRAWL_OK)
        error = trawl_mail_feed(reader, js_in.p, n);
    if (error == TRAWL_OK)
        error = trawl_mail_finish(reader);
    trawl_mail_close(&reader);
    return js_count(error);
}

static js_former *const forms[] = {trawl_scheme_form, trawl_normal, trawl_display,
                                   trawl_surt,        trawl_unwrap, trawl_site};

/* Writes a form of the input. */
JS_EXPORT(more_form) int js_more_form(unsigned which, size_t n)
{
    return js_form_by(forms[which], n);
}
