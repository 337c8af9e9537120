/* html.c - a page as it comes: begin, feed, finish, and which step a state takes */
#include "html/html.h"

#include <string.h>

#include "html/html_inside.h"

static html_step *const steps[HTML_STATES] = {
    [HTML_DATA] = html_step_text,
    [HTML_RCDATA] = html_step_text,
    [HTML_RAWTEXT] = html_step_rawtext,
    [HTML_PLAINTEXT] = html_step_plaintext,
    [HTML_CDATA] = html_step_cdata,
    [HTML_SCRIPT] = html_step_script,
    [HTML_SCRIPT_START] = html_step_script,
    [HTML_SCRIPT_START_DASH] = html_step_script,
    [HTML_ESCAPED] = html_step_script,
    [HTML_ESCAPED_DASH] = html_step_script,
    [HTML_ESCAPED_DASH_DASH] = html_step_script,
    [HTML_DOUBLE_START] = html_step_script,
    [HTML_DOUBLE] = html_step_script,
    [HTML_DOUBLE_DASH] = html_step_script,
    [HTML_DOUBLE_DASH_DASH] = html_step_script,
    [HTML_DOUBLE_LESS] = html_step_script,
    [HTML_DOUBLE_END] = html_step_script,
    [HTML_CDATA_END] = html_step_cdata_end,
    [HTML_TAG_OPEN] = html_step_tag_open,
    [HTML_END_TAG_OPEN] = html_step_end_tag_open,
    [HTML_RAW_LESS] = html_step_raw_less,
    [HTML_RAW_END_OPEN] = html_step_raw_end_open,
    [HTML_RAW_END_NAME] = html_step_raw_end_name,
    [HTML_REFERENCE] = html_step_reference,
    [HTML_REFERENCE_NAME] = html_step_reference,
    [HTML_REFERENCE_NUMBER] = html_step_reference,
    [HTML_REFERENCE_X] = html_step_reference,
    [HTML_REFERENCE_DECIMAL] = html_step_reference,
    [HTML_REFERENCE_HEX] = html_step_reference,
    [HTML_TAG_NAME] = html_step_tag_name,
    [HTML_BEFORE_NAME] = html_step_attributes,
    [HTML_IN_NAME] = html_step_attributes,
    [HTML_AFTER_NAME] = html_step_attributes,
    [HTML_BEFORE_VALUE] = html_step_attributes,
    [HTML_VALUE_DOUBLE] = html_step_attributes,
    [HTML_VALUE_SINGLE] = html_step_attributes,
    [HTML_VALUE_BARE] = html_step_attributes,
    [HTML_SELF_CLOSING] = html_step_self_closing,
    [HTML_DECLARATION] = html_step_declaration,
    [HTML_DECLARATION_DASH] = html_step_declaration,
    [HTML_DECLARATION_CDATA] = html_step_declaration,
    [HTML_BOGUS] = html_step_bogus,
    [HTML_COMMENT_START] = html_step_comment,
    [HTML_COMMENT_START_DASH] = html_step_comment,
    [HTML_COMMENT] = html_step_comment,
    [HTML_COMMENT_DASH] = html_step_comment,
    [HTML_COMMENT_DASH_DASH] = html_step_comment,
    [HTML_COMMENT_BANG] = html_step_comment,
};

void html_tell_held(html *h, const char *p, size_t n)
{
    if (n > 0 && h->result == 0)
        h->result = h->out.text(h->out.user, p, n, h->from);
    h->from += n;
}

/* The value and the table of names told need no clearing: their lengths say what is in them. */
void html_begin(html *h, const html_out *out)
{
    h->out = *out;
    h->result = 0;
    h->state = h->back = HTML_DATA;
    h->raw = 0;
    h->closing = h->wanted = h->over = h->math = false;
    h->held_n = h->told_n = 0;
    h->pause = h->pauses = 0;
    h->foreign = h->code = 0;
    h->block = NULL;
    h->at = h->from = h->value_from = h->value_to = 0;
    h->tag.n = h->name.n = 0;
    h->value_n = 0;
}

int html_feed(html *h, const char *p, size_t n)
{
    const char *end;

    if (n == 0)
        return h->result;
    h->block = p;
    end = p + n;
    while (p < end && h->result == 0)
        p = steps[h->state](h, p, end);
    h->at += n;
    h->block = NULL;
    if (html_in_markup(h))
        html_tell_markup(h, h->at);
    return h->result;
}

/* What waited for more is text; a tag, a comment or the like that did not end is not. */
int html_finish(html *h)
{
    if (h->state >= HTML_REFERENCE && h->state <= HTML_REFERENCE_HEX)
        html_reference_end(h);
    else if (h->state == HTML_CDATA_END)
        html_tell_held(h, "]]", h->held_n);
    else if (h->state == HTML_TAG_OPEN || h->state == HTML_RAW_LESS)
        html_tell_held(h, "<", 1);
    else if (h->state == HTML_END_TAG_OPEN || h->state == HTML_RAW_END_OPEN)
        html_tell_held(h, "</", 2);
    else if (h->state == HTML_RAW_END_NAME)
        html_tell_held(h, h->held, h->held_n);
    h->state = HTML_DATA;
    return h->result;
}
