/* near.c - the near misses of --explain: what other options would make a link
 *
 *   near misses, nearest first:
 *     line 1, column 7: example.com: a domain; "--find +domain" finds it (M7)
 *     line 1, column 23: www.foo: its last label is not known; "--domains any" finds it (D2)
 *     line 2, column 1: mailto:: the text after the colon does not fit the scheme (M6)
 *
 * Each line of the text outside of links is searched again with more kinds of links, and, if that
 * finds nothing, with weaker rules. Candidates that the scanner refused follow; the candidates that
 * look most like a URL come first. Keeps the NEAR_MOST nearest misses.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "trawl/format/format.h"

#define NEAR_FIND                                                                                  \
    (TRAWL_FIND_DEFAULT | TRAWL_FIND_DOMAIN | TRAWL_FIND_MSGID | TRAWL_FIND_IP |                   \
     TRAWL_FIND_LOCALHOST | TRAWL_FIND_NETPATH)

enum { NEAR_MOST = 10, NEAR_LINE = 4096, NEAR_TEXT = 80, NEAR_TRIES = 4 };

/* A miss. `rule` is a static text; `option` is empty for a candidate that was refused. */
struct near_miss {
    int rank; /* the smallest is the nearest */
    trawl_span span;
    struct place place;
    const char *rule;
    char why[96], option[48];
    char where[80], text[NEAR_TEXT]; /* where: "message 2, part 1, " */
};

/* The settings of a search. Each search also accepts what the preceding searches accept. */
struct near_try {
    unsigned options; /* enum trawl_option */
    const char *option, *why, *rule;
};

static const struct near_try tries[NEAR_TRIES] = {
    {0, NULL, NULL, NULL},
    {TRAWL_OPTION_ALL_DOMAINS, "--domains all", "its last label alone shows that it is a domain",
     "M7"},
    {TRAWL_OPTION_ANY_TLD, "--domains any", "its last label is not known", "D2"},
    {0, "--refang", "it was written so that it is not followed", "E19"},
};

struct near {
    struct format_view *view;
    trawl_settings *settings[NEAR_TRIES];
    trawl_scanner
        *scans[NEAR_TRIES - 1]; /* of all tries but the last, which needs a reader of mail */
    trawl_mail *refanged;
    struct near_miss looked; /* the candidate that the last events are about */
    struct near_miss misses[NEAR_MOST];
    size_t n;
    bool others; /* some misses are not kept */
    int try;     /* the current one */
    const trawl_event *event;
    uint64_t at; /* offset of line[0] in the source */
    size_t line_n;
    char line[NEAR_LINE];
};

static int near_scan_found(void *user, const trawl_event *e);
static int near_mail_found(void *user, const trawl_event *e);

struct near *near_open(struct format_view *v)
{
    trawl_mail_config mail = {
        .size = sizeof mail, .input = TRAWL_INPUT_TEXT, .options = TRAWL_MAIL_OPTION_REFANG};
    struct near *near = calloc(1, sizeof *near);
    int error = near ? TRAWL_OK : TRAWL_ERROR_NO_MEMORY;

    for (int i = 0; i < NEAR_TRIES && error == TRAWL_OK; i++) {
        trawl_config config = *v->options->config;

        config.find = NEAR_FIND;
        config.want = TRAWL_WANT_LINK | TRAWL_WANT_PLACE;
        config.charset = (trawl_str){NULL, 0};
        for (int k = 0; k <= i; k++)
            config.options |= tries[k].options;
        error = trawl_settings_open(&near->settings[i], &config);
        if (error == TRAWL_OK && i + 1 < NEAR_TRIES)
            error = trawl_open(&near->scans[i], near->settings[i], near_scan_found, near);
    }
    if (error == TRAWL_OK) {
        mail.settings = near->settings[NEAR_TRIES - 1];
        error = trawl_mail_open(&near->refanged, &mail, near_mail_found, near);
    }
    if (error == TRAWL_OK) {
        near->view = v;
        return near;
    }
    near_close(near);
    return NULL;
}

void near_close(struct near *near)
{
    if (!near)
        return;
    for (int i = 0; i + 1 < NEAR_TRIES; i++)
        trawl_close(&near->scans[i]);
    trawl_mail_close(&near->refanged);
    for (int i = 0; i < NEAR_TRIES; i++)
        trawl_settings_close(&near->settings[i]);
    free(near);
}

/* Writes "message 2, part 1, " for an event in mail, else "". */
static void near_where(char *to, size_t size, const trawl_event *e)
{
    if (e->message->number == 0)
        (void)snprintf(to, size, "%s", "");
    else if (e->part->type.n == 0)
        (void)snprintf(to, size, "message %" PRIu64 ", ", e->message->number);
    else
        (void)snprintf(to, size, "message %" PRIu64 ", part %.*s, ", e->message->number,
                       (int)(e->part->path.n < 40 ? e->part->path.n : 40), e->part->path.p);
}

/* Returns true when a miss that was noted before overlaps this span. */
static bool near_has(const struct near *near, trawl_span span)
{
    for (size_t i = 0; i < near->n; i++)
        if (near->misses[i].span.from < span.to && span.from < near->misses[i].span.to)
            return true;
    return false;
}

/* Adds a miss after the other misses that are as near. */
static void near_add(struct near *near, const struct near_miss *miss)
{
    size_t i = near->n;

    while (i > 0 && near->misses[i - 1].rank > miss->rank)
        i--;
    near->others |= near->n == NEAR_MOST;
    if (i == NEAR_MOST)
        return;
    near->n -= near->n == NEAR_MOST;
    memmove(near->misses + i + 1, near->misses + i, (near->n - i) * sizeof *miss);
    near->misses[i] = *miss;
    near->n++;
}

static struct near_miss near_make(struct near *near, const trawl_event *e, trawl_span span,
                                  trawl_str text)
{
    struct near_miss miss = {.span = span};
    size_t most = text.n < NEAR_TEXT ? text.n : NEAR_TEXT - 1;

    if (near->view->countable && e->message->number == 0)
        miss.place = places_find(near->view->places, span.from);
    near_where(miss.where, sizeof miss.where, e);
    while (most < text.n && most > 0 && ((unsigned char)text.p[most] & 0xC0) == 0x80)
        most--; /* keeps characters whole */
    for (size_t i = 0; i < most; i++)
        miss.text[i] = text.p[i] == '\n' || text.p[i] == '\r' ? ' ' : text.p[i];
    return miss;
}

/* Copies the reason, since an event's text may change with the next candidate. */
static void near_say(struct near_miss *miss, const char *why)
{
    size_t n = strlen(why), most = sizeof miss->why - 1;

    n = n < most ? n : most;
    memcpy(miss->why, why, n);
    miss->why[n] = '\0';
}

void near_looked(struct near *near, const trawl_event *e)
{
    if (near->looked.span.from != e->span.from || near->looked.span.to != e->span.to)
        near->looked = near_make(near, e, e->span, e->text);
    near->looked.rule = e->rule ? e->rule : "";
    near_say(&near->looked, e->what ? e->what : "");
    near->looked.rank =
        NEAR_TRIES +
        (strcmp(near->looked.rule, "D3") == 0 ? 2 : strcmp(near->looked.rule, "D6") == 0);
}

void near_refused(struct near *near)
{
    if (!near_has(near, near->looked.span))
        near_add(near, &near->looked);
}

/* ---- The searches ---- */

/* What a link of a kind is called, its rule, and the name and bit of --find. */
static const struct near_kind {
    const char *what, *rule, *name;
    unsigned find;
} near_kinds[TRAWL_KIND_COUNT] = {
    [TRAWL_KIND_DOMAIN] = {"a domain", "M7", "domain", TRAWL_FIND_DOMAIN},
    [TRAWL_KIND_WWW] = {"a domain", "M7", "www", TRAWL_FIND_WWW},
    [TRAWL_KIND_IP] = {"an IP address", "M7", "ip", TRAWL_FIND_IP},
    [TRAWL_KIND_LOCALHOST] = {"a host of this machine", "M7", "localhost", TRAWL_FIND_LOCALHOST},
    [TRAWL_KIND_NETPATH] = {"a URL without its scheme", "M7", "netpath", TRAWL_FIND_NETPATH},
    [TRAWL_KIND_EMAIL] = {"an address", "D3", "email", TRAWL_FIND_EMAIL},
    [TRAWL_KIND_ADDR] = {"an address", "R17", "addr", TRAWL_FIND_ADDR},
    [TRAWL_KIND_MSGID] = {"a message-id", "R17", "msgid", TRAWL_FIND_MSGID},
    [TRAWL_KIND_BARE] = {"a URL", "M5", "url", TRAWL_FIND_URL},
};

static int near_found(void *user, const trawl_link *link)
{
    struct near *near = user;
    const struct near_kind *kind = &near_kinds[link->kind];
    const char *option = tries[near->try].option;
    trawl_span span = {near->at + link->extent.from, near->at + link->extent.to};
    struct near_miss miss;
    bool wanted;

    if (!kind->name)
        kind = &near_kinds[TRAWL_KIND_BARE];
    /* "www.foo" has two labels, too few for the kind www. */
    if (link->kind == TRAWL_KIND_WWW && near->try == 0)
        kind = &near_kinds[TRAWL_KIND_DOMAIN];
    wanted = (near->view->options->config->find & kind->find) != 0;
    if (near_has(near, span) || (wanted && !option))
        return 0;
    miss = near_make(near, near->event, span, link->raw);
    miss.rank = near->try;
    near_say(&miss, option ? tries[near->try].why : kind->what);
    miss.rule = option ? tries[near->try].rule : kind->rule;
    (void)snprintf(miss.option, sizeof miss.option, "%s%s%s%s", wanted ? "" : "--find +",
                   wanted ? "" : kind->name, wanted || !option ? "" : " ", option ? option : "");
    near_add(near, &miss);
    return 0;
}

static int near_scan_found(void *user, const trawl_event *e)
{
    return e->type == TRAWL_EVENT_LINK ? near_found(user, e->link) : 0;
}

static int near_mail_found(void *user, const trawl_event *e)
{
    return e->type == TRAWL_EVENT_LINK && e->link->flags & TRAWL_FLAG_REFANGED
               ? near_found(user, e->link)
               : 0;
}

/* Searches the line with the settings of each try. */
static void near_search(struct near *near)
{
    for (near->try = 0; near->try + 1 < NEAR_TRIES && near->line_n > 0; near->try++)
        if (trawl_reset(near->scans[near->try]) == TRAWL_OK &&
            trawl_feed(near->scans[near->try], near->line, near->line_n) == TRAWL_OK)
            (void)trawl_finish(near->scans[near->try]);
    near->try = NEAR_TRIES - 1;
    if (near->line_n > 0 && trawl_mail_reset(near->refanged) == TRAWL_OK) {
        (void)trawl_mail_feed(near->refanged, near->line, near->line_n);
        (void)trawl_mail_finish(near->refanged);
    }
    near->line_n = 0;
}

void near_text(struct near *near, const trawl_event *e)
{
    near->event = e;
    if (e->type != TRAWL_EVENT_TEXT || e->link || e->field.n > 0) {
        near_search(near);
        return;
    }
    for (size_t i = 0; i < e->text.n; i++) {
        if (near->line_n == 0)
            near->at = e->span.from + i;
        if (near->line_n < NEAR_LINE)
            near->line[near->line_n++] = e->text.p[i];
        if (e->text.p[i] == '\n' &&
            near->line_n <= 2) /* an empty line, or a line of a single byte */
            near->line_n = 0;
        else if (e->text.p[i] == '\n')
            near_search(near);
    }
}

/* ---- The list ---- */

void near_end(struct near *near, struct output *o)
{
    static const trawl_mail_message no_message = {.size = sizeof no_message};
    static const trawl_mail_part no_part = {.size = sizeof no_part};
    static const trawl_event end = {.message = &no_message, .part = &no_part};

    near->event = &end;
    near_search(near);
    if (near->n > 0)
        output_text(o, "near misses, nearest first:\n");
    for (size_t i = 0; i < near->n; i++) {
        const struct near_miss *m = &near->misses[i];

        output_text(o, "  ");
        printable_people(o, m->where, strlen(m->where));
        if (m->place.line > 0)
            output_printf(o, "line %" PRIu64 ", column %" PRIu64 ": ", m->place.line,
                          m->place.column);
        else
            output_printf(o, "bytes %" PRIu64 "-%" PRIu64 ": ", m->span.from, m->span.to);
        printable_people(o, m->text, strlen(m->text));
        output_printf(o, ": %s", m->why);
        if (m->option[0])
            output_printf(o, "; \"%s\" finds it", m->option);
        output_printf(o, " (%s)\n", m->rule);
    }
    if (near->others)
        output_text(o, "  and others\n");
    near->n = 0;
    near->others = false;
}
