/* sealed.c - what "trawl rewrite --seal" does with each address, and the report of what was changed
 *
 * The seal reads what actions.c has written: links that lead to the template are known and stay.
 */
#include "trawl/rewrite/rewrite.h"

#include "base/ascii.h"

/* ---- The report ---- */

void report_change(struct rewrite_options *o, const char *what, const struct change *change)
{
    const size_t texts = change->tag.n + change->attribute.n + change->before.n + change->after.n +
                         (o->name ? strlen(o->name) : 0);
    char *to;

    if (!o->report || !(to = output_begin(o->report, PRINTABLE_JSON(texts + PUT_NUMBER) + 200)))
        return;
    to = put_word(PUT(to, "{\"record\":\""), what);
    to = PUT(to, "\"");
    if (o->name)
        to = put_json(PUT(to, ",\"file\":"), (trawl_str){o->name, strlen(o->name)});
    to = put_number(PUT(to, ",\"offset\":"), change->at);
    if (change->tag.n > 0)
        to = put_json(PUT(to, ",\"tag\":"), change->tag);
    if (change->attribute.n > 0)
        to = put_json(PUT(to, ",\"attribute\":"), change->attribute);
    if (change->before.p)
        to = put_json(PUT(to, ",\"before\":"), change->before);
    if (change->after.p)
        to = put_json(PUT(to, ",\"after\":"), change->after);
    if (change->left > 0)
        to = put_number(PUT(to, ",\"left\":"), change->left);
    output_end(o->report, PUT(to, "}\n"));
}

/* ---- Addresses ---- */

/* Returns true for an address that --defang has written. */
static bool is_defanged(trawl_str address)
{
    return ascii_begins(address.p, address.n, "hxxp:") ||
           ascii_begins(address.p, address.n, "hxxps:") ||
           ascii_begins(address.p, address.n, "fxp:");
}

/* Handles an address: changes it, keeps it, or leaves it to be removed. */
static int seal_address(struct rewrite_options *o, trawl_seal *seal, const trawl_seal_place *place)
{
    struct change change = {
        .tag = place->tag, .attribute = place->attribute, .before = place->value, .at = place->at};
    int made = template_made(&o->template, place->value), error = TRAWL_OK;

    if (made != 0 || (o->seal_defang && is_defanged(place->value)))
        return made < 0 ? made : trawl_seal_keep(seal);
    if (actions_is_web(place->url) && (o->seal_defang || o->template.text)) {
        error = o->seal_defang ? buffer_fill(&o->other, trawl_defang, place->url)
                               : template_fill(&o->template, place->url, &o->other);
        if (error == TRAWL_OK)
            error = trawl_seal_set(seal, o->other.p, o->other.n);
        change.after = buffer_str(&o->other);
    } else if (!o->seal_drop) {
        o->removed = true;
    }
    if (error == TRAWL_OK)
        report_change(o, "address", &change);
    return error;
}

int sealed_decide(void *user, trawl_seal *seal, const trawl_seal_place *place)
{
    static const char *const words[] = {[TRAWL_SEAL_SCRIPT] = "script",
                                        [TRAWL_SEAL_UNREAD] = "unread",
                                        [TRAWL_SEAL_STYLE] = "style",
                                        [TRAWL_SEAL_ENDED] = "ended"};
    struct rewrite_options *o = user;
    struct change change = {
        .tag = place->tag, .attribute = place->attribute, .at = place->at, .left = place->left};

    if (place->what == TRAWL_SEAL_ADDRESS)
        return seal_address(o, seal, place);
    o->removed = o->removed || place->what != TRAWL_SEAL_STYLE;
    o->ended = o->ended || place->what == TRAWL_SEAL_ENDED;
    if (place->value.n > 0)
        change.before = place->value;
    report_change(o, words[place->what], &change);
    return TRAWL_OK;
}
