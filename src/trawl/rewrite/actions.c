/* actions.c - what "trawl rewrite" does with each link
 *
 * First changes the address: by --unwrap, by --untrack, then by --to. In HTML, an <a> gets the new
 * address; text becomes a link to it with --link, and otherwise is replaced by it, as in plain
 * text. --defang and --drop leave no link. Of a URL that is too long only the beginning is known:
 * it is reported, and --defang, --drop and --to defang the beginning.
 */
#include "trawl/rewrite/rewrite.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/ascii.h"
#include "base/prefix.h"

/* ---- Addresses ---- */

bool actions_is_web(trawl_str url)
{
    return ascii_begins(url.p, url.n, "http://") || ascii_begins(url.p, url.n, "https://");
}

/* Replaces o->address by o->other, if they differ. */
static void take_other(struct rewrite_options *o, bool *changed)
{
    struct buffer other = o->other;

    if (other.n == o->address.n && (other.n == 0 || memcmp(other.p, o->address.p, other.n) == 0))
        return;
    o->other = o->address;
    o->address = other;
    *changed = true;
}

static int actions_unwrap(struct rewrite_options *o, bool *changed)
{
    char target[TRAWL_URL_MAX];
    size_t n;
    int result = trawl_unwrap(o->address.p, o->address.n, target, sizeof target, &n);

    if (result != 1)
        return result == TRAWL_ERROR_NO_SPACE ? TRAWL_OK : result;
    o->other.n = 0;
    result = buffer_add(&o->other, target, n);
    if (result == TRAWL_OK)
        take_other(o, changed);
    return result;
}

static int actions_untrack(struct rewrite_options *o, bool *changed)
{
    char out[TRAWL_URL_MAX];
    size_t n;
    int result = trawl_untrack(o->address.p, o->address.n, o->tracking.p, o->tracking.n, out,
                               sizeof out, &n);

    if (result != TRAWL_OK)
        return result == TRAWL_ERROR_NO_SPACE ? TRAWL_OK : result;
    o->other.n = 0;
    result = buffer_add(&o->other, out, n);
    if (result == TRAWL_OK)
        take_other(o, changed);
    return result;
}

/* Sets o->address to the new address of a link. */
static int set_address(struct rewrite_options *o, trawl_str url, bool *changed)
{
    const bool to = o->template.text && !o->seal;
    int error, made = template_made(&o->template, url);

    *changed = false;
    o->address.n = 0;
    error = made < 0 ? made : buffer_add(&o->address, url.p, url.n);
    if (made > 0)
        return error; /* it leads there already */
    if (error == TRAWL_OK && o->unwrap)
        error = actions_unwrap(o, changed);
    if (error == TRAWL_OK && o->untrack)
        error = actions_untrack(o, changed);
    if (error == TRAWL_OK && to && actions_is_web(buffer_str(&o->address))) {
        error = template_fill(&o->template, buffer_str(&o->address), &o->other);
        if (error == TRAWL_OK)
            take_other(o, changed);
    }
    return error;
}

/* ---- Links ---- */

static trawl_str without_blanks(trawl_str s)
{
    while (s.n > 0 && (unsigned char)*s.p <= ' ') {
        s.p++;
        s.n--;
    }
    while (s.n > 0 && (unsigned char)s.p[s.n - 1] <= ' ')
        s.n--;
    return s;
}

/* Returns true for text that programs may make a link of again. */
static bool shows_url(trawl_str text)
{
    for (size_t i = 0; i < text.n; i++)
        if ((unsigned char)text.p[i] <= ' ')
            return false;
    return ascii_begins(text.p, text.n, "http:") || ascii_begins(text.p, text.n, "https:") ||
           ascii_begins(text.p, text.n, "ftp:") || prefix_is_www(text.p, text.n) ||
           (text.n > 0 && memchr(text.p, '@', text.n));
}

static int set_text_defanged(struct rewrite_options *o, trawl_rewrite *r, trawl_str text)
{
    int error = buffer_fill(&o->other, trawl_defang, text);

    return error == TRAWL_OK ? trawl_rewrite_set_text(r, o->other.p, o->other.n) : error;
}

/* Makes the href of an <a> the address, defanged. */
static int set_href_defanged(struct rewrite_options *o, trawl_rewrite *r)
{
    int error = buffer_fill(&o->other, trawl_defang, buffer_str(&o->address));

    return error == TRAWL_OK ? trawl_rewrite_set(r, "href", 4, o->other.p, o->other.n) : error;
}

static int actions_decide_anchor(struct rewrite_options *o, trawl_rewrite *r,
                                 const trawl_rewrite_link *link, bool changed)
{
    struct change change = {
        .tag = {"a", 1}, .attribute = {"href", 4}, .before = link->href, .at = link->span.from};
    int error;

    if (o->drop)
        return trawl_rewrite_unlink(r);
    if (o->defang) {
        error = set_href_defanged(o, r);
        if (error != TRAWL_OK || link->text_cut || !shows_url(without_blanks(link->text)))
            return error;
        return set_text_defanged(o, r, without_blanks(link->text));
    }
    if (!changed)
        return TRAWL_OK;
    change.after = buffer_str(&o->address);
    report_change(o, "address", &change);
    return trawl_rewrite_set(r, "href", 4, o->address.p, o->address.n);
}

static int actions_decide_text(struct rewrite_options *o, trawl_rewrite *r,
                               const trawl_rewrite_link *link, bool changed)
{
    trawl_str shown = changed ? buffer_str(&o->address) : link->text;

    if (o->link && link->type == TRAWL_REWRITE_NEW)
        return changed ? trawl_rewrite_set(r, "href", 4, o->address.p, o->address.n) : TRAWL_OK;
    if (link->type == TRAWL_REWRITE_NEW) {
        int error = trawl_rewrite_unlink(r);
        if (error != TRAWL_OK)
            return error;
    }
    if (o->defang)
        return set_text_defanged(o, r, shown);
    if (o->drop && link->type == TRAWL_REWRITE_TEXT)
        return trawl_rewrite_set_text(r, "", 0);
    if (!changed || o->link)
        return TRAWL_OK;
    return trawl_rewrite_set_text(r, shown.p, shown.n);
}

/* Handles a URL that is too long, or an <a> that leads to such a URL. */
static int decide_long(struct rewrite_options *o, trawl_rewrite *r, const trawl_rewrite_link *link,
                       trawl_str url)
{
    char rest[160];
    int error;

    o->limited = true;
    (void)snprintf(rest, sizeof rest, ": byte %" PRIu64 ": %s", link->span.from, link->why);
    say("rewrite", "", o->name ? o->name : "standard input", rest);
    if (!o->defang && !o->drop && !o->template.text)
        return TRAWL_OK;
    if (link->type == TRAWL_REWRITE_LONG)
        return set_text_defanged(o, r, link->text);
    o->address.n = 0;
    error = buffer_add(&o->address, url.p, url.n);
    if (error == TRAWL_OK && o->template.text)
        error = set_href_defanged(o, r);
    return error == TRAWL_OK && !o->template.text ? actions_decide_anchor(o, r, link, false)
                                                  : error;
}

static void tell_left(const trawl_rewrite_link *link)
{
    struct buffer text = {0};

    if (buffer_add(&text, link->href.p, link->href.n) == TRAWL_OK &&
        buffer_add(&text, "", 1) == TRAWL_OK) {
        struct buffer rest = {0};
        if (buffer_add(&rest, ": not a link: ", 14) == TRAWL_OK &&
            buffer_add(&rest, link->why, strlen(link->why) + 1) == TRAWL_OK)
            say("rewrite", "", text.p, rest.p);
        buffer_free(&rest);
    }
    buffer_free(&text);
}

int actions_decide(void *user, trawl_rewrite *r, const trawl_rewrite_link *link)
{
    struct rewrite_options *o = user;
    trawl_str url =
        link->type == TRAWL_REWRITE_ANCHOR ? without_blanks(link->href) : link->link->url;
    bool changed;
    int fits, error;

    if (link->type == TRAWL_REWRITE_LONG || link->href_cut)
        return decide_long(o, r, link, url.n > 0 ? url : (trawl_str){"", 0});
    if (url.n == 0)
        return 0;
    fits = select_url(&o->urls, o->config.live, &o->canonical, link->link, url);
    if (fits < 0)
        return fits;
    if (fits == 0)
        return link->type == TRAWL_REWRITE_NEW ? trawl_rewrite_unlink(r) : 0;
    if (o->explain && link->type == TRAWL_REWRITE_LEFT)
        tell_left(link);
    error = set_address(o, url, &changed);
    if (error != TRAWL_OK)
        return error;
    return link->type == TRAWL_REWRITE_ANCHOR ? actions_decide_anchor(o, r, link, changed)
                                              : actions_decide_text(o, r, link, changed);
}
