/* judge.c - decides whether a link is opened at once, after a question, or never
 *
 * The library's rules for links in hypertext decide (trawl_emit_href()): http, https, mailto and
 * the user's live schemes are opened, other schemes after a question, "javascript:" and some others
 * never. Dangerous links and malformed ones are opened after a question. A place that the user
 * trusts needs no question about its scheme and dangers.
 */
#include "pick/pick.h"

#include <stdio.h>
#include <trawl_emit.h>

#include "base/ascii.h"

void judged_free(struct judged *j)
{
    buffer_free(&j->why);
    buffer_free(&j->always);
}

/* Copies a text in lower case; one that is too long becomes empty. */
static void copy_lower(char *to, size_t size, trawl_str text)
{
    size_t n = text.n < size ? text.n : 0;

    for (size_t i = 0; i < n; i++)
        to[i] = ascii_lower(text.p[i]);
    to[n] = '\0';
}

/* Sets the scheme, the host, and the place that can be remembered. */
static int judge_set_place(struct judged *j, trawl_str url)
{
    char form[3 * TRAWL_URL_MAX];
    size_t n = 0;
    int error = trawl_canonical(url.p, url.n, form, sizeof form, &n);

    if (error == TRAWL_ERROR_NO_MEMORY)
        return error;
    copy_lower(j->scheme, sizeof j->scheme, url_scheme(url));
    copy_lower(j->host, sizeof j->host,
               error == TRAWL_OK ? url_host((trawl_str){form, n}) : (trawl_str){"", 0});
    if (!conf_is_place(j->host))
        return TRAWL_OK;
    if (strcmp(j->scheme, "http") != 0 && strcmp(j->scheme, "https") != 0) {
        add_text(&j->always, j->scheme);
        add_text(&j->always, "://");
    }
    return buffer_add(&j->always, j->host, strlen(j->host) + 1);
}

/* Appends a reason for a question. */
static void judge_ask(struct judged *j, const char *why)
{
    if (j->how == JUDGED_OPEN)
        j->how = JUDGED_ASK;
    if (j->why.n > 0)
        add_text(&j->why, ", ");
    add_text(&j->why, why);
}

static void pick_judge_refuse(struct judged *j, const char *why)
{
    j->how = JUDGED_NEVER;
    j->why.n = 0;
    add_text(&j->why, why);
}

/* Writes the href and sets *why to the reason why it is not live, or to NULL. Returns TRAWL_OK or
 * an error. */
static int make_href(struct judged *j, const trawl_link *link, trawl_str live, const char **why)
{
    size_t n = 0;
    int error = trawl_emit_href(link, live.p, live.n, j->href, TRAWL_URL_MAX, &n, why);

    if (error == TRAWL_EMIT_DEAD) /* opened after a question, if at all */
        error = trawl_ascii(link->url.p, link->url.n, j->href, sizeof j->href - 1, &n);
    else
        *why = NULL;
    j->href[error == TRAWL_OK ? n : 0] = '\0';
    return error;
}

/* Judges the scheme and the form. Sets *trusted if only the scheme needs a question. */
static int judge_form(struct judged *j, const struct conf *conf, const trawl_link *link,
                      bool *trusted)
{
    const trawl_str scheme = {j->scheme, strlen(j->scheme)};
    const char *why = NULL, *form = NULL;
    int live = trawl_emit_live(scheme.p, scheme.n), error;

    if (live == TRAWL_LIVE_NEVER) {
        pick_judge_refuse(j,
                          "its scheme is never opened: it can run code, read files or hide a URL");
        return TRAWL_OK;
    }
    error = make_href(j, link, buffer_str(&conf->live), &why);
    if (error != TRAWL_OK || !why)
        return error;
    if (live == TRAWL_LIVE_ALWAYS) {
        form = why;
    } else if (live == TRAWL_LIVE_UNREGISTERED) {
        judge_ask(j, "its scheme is not a registered one");
    } else {
        error = make_href(j, link, scheme, &form);
        if (form != why) /* equal: the user lists the scheme */
            judge_ask(j, "its scheme is opened only after a question");
    }
    /* These two reasons are dangers, which words_danger() puts in other words. */
    if (form && !strstr(form, "user's name") && !strstr(form, "not followed")) {
        judge_ask(j, form);
        *trusted = false;
    }
    return error;
}

int judge(struct judged *j, const struct conf *conf, const struct choice *choice)
{
    trawl_link link = {
        .size = sizeof link, .url = choice_url(choice), .flags = choice_flags(choice)};
    struct buffer danger = {0};
    bool trusted = true;
    int error;

    j->how = JUDGED_OPEN;
    j->why.n = j->always.n = 0;
    j->href[0] = j->scheme[0] = j->host[0] = '\0';
    if (link.url.n > TRAWL_URL_MAX) {
        pick_judge_refuse(j, "it is too long");
        return TRAWL_OK;
    }
    error = judge_set_place(j, link.url);
    if (error != TRAWL_OK)
        return error;
    if (!j->scheme[0]) {
        pick_judge_refuse(j, "it has no scheme");
        return TRAWL_OK;
    }
    error = judge_form(j, conf, &link, &trusted);
    words_danger(&danger, choice, link.url, link.flags);
    if (danger.n > 0 && buffer_add(&danger, "", 1) == TRAWL_OK && j->how != JUDGED_NEVER)
        judge_ask(j, danger.p);
    buffer_free(&danger);
    if (!trusted)
        j->always.n = 0;
    else if (j->how == JUDGED_ASK && j->always.n > 0 && conf_is_always(conf, j->always.p))
        j->how = JUDGED_OPEN;
    return error;
}

bool judge_href(struct judged *j, trawl_str href)
{
    trawl_str host = url_host(href), scheme = url_scheme(href);

    if (href.n >= sizeof j->href)
        return false;
    j->why.n = j->always.n = 0;
    memcpy(j->href, href.p, href.n);
    j->href[href.n] = '\0';
    if (href.n > TRAWL_URL_MAX || judge_set_place(j, href) != TRAWL_OK || !j->host[0]) {
        copy_lower(j->scheme, sizeof j->scheme, scheme);
        copy_lower(j->host, sizeof j->host, host);
    }
    return j->scheme[0] && trawl_emit_live(j->scheme, strlen(j->scheme)) != TRAWL_LIVE_NEVER;
}
