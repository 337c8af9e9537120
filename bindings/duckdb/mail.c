/* mail.c - the rows of read_mail: the text of a message, the same as HTML, its links
 *
 * A message has two bodies: the text of its HTML parts, and the text of its other parts. The row
 * has the text of the other parts or, if they have none, that of the HTML parts. The text, the HTML
 * and the links of a message are kept up to MOST bytes together; `limit` of the row tells that
 * there were more.
 */
#include "duck.h"

#include <stdio.h>

#define MOST ((size_t)64 << 20)

enum mail_part { MAIL_PLAIN, MAIL_HTML, MAIL_BODIES };

struct mail_body {
    struct duck_mail *mail;
    struct duck_bytes text, html;
    trawl_emit *writer;  /* appends to `html` */
    uint64_t characters; /* of the text, whether it is kept or not */
    bool any;            /* it has more than blanks */
};

struct duck_mail {
    struct duck_store *store;
    bool open; /* the last row is of a message that has not ended */
    bool full; /* the message has more than MOST bytes to keep */
    struct mail_body body[MAIL_BODIES];
    struct duck_bytes links;
    unsigned count;  /* how many links */
    size_t last;     /* the offset of the last link */
    char limit[256]; /* the first limit that was reached, in words, or "" */
};

struct duck_mail *duck_mail_new(struct duck_store *s)
{
    struct duck_mail *m = duck_resize(NULL, NULL, sizeof *m);

    if (m) {
        *m = (struct duck_mail){.store = s};
        m->body[MAIL_PLAIN].mail = m->body[MAIL_HTML].mail = m;
    }
    return m;
}

void duck_mail_free(struct duck_mail **mail)
{
    struct duck_mail *m = *mail;

    for (int i = 0; m && i < MAIL_BODIES; i++) {
        trawl_emit_close(&m->body[i].writer);
        (void)duck_resize(NULL, m->body[i].text.p, 0);
        (void)duck_resize(NULL, m->body[i].html.p, 0);
    }
    if (m)
        (void)duck_resize(NULL, m->links.p, 0);
    (void)duck_resize(NULL, m, 0);
    *mail = NULL;
}

static bool mail_stores(const struct duck_mail *m, enum duck_mail_column column)
{
    return m->store->stored >> column & 1;
}

bool duck_mail_is_open(const struct duck_mail *m)
{
    return m->open;
}

int duck_mail_begin(struct duck_mail *m, const trawl_mail_message *message, trawl_str file)
{
    duck_store_add(m->store);
    duck_columns_message(m->store, message, file);
    for (int i = 0; i < MAIL_BODIES; i++) {
        struct mail_body *body = &m->body[i];

        trawl_emit_close(&body->writer);
        body->text.n = body->html.n = 0;
        body->characters = 0;
        body->any = false;
    }
    m->links.n = 0;
    m->count = 0;
    m->limit[0] = '\0';
    m->full = false;
    m->open = true;
    return m->store->failed ? TRAWL_ERROR_NO_MEMORY : TRAWL_OK;
}

/* Adds bytes to what is kept of the message. Returns false when out of memory. */
static bool mail_store(struct duck_mail *m, struct duck_bytes *to, const void *p, size_t n)
{
    size_t all = m->links.n + n;

    for (int i = 0; i < MAIL_BODIES; i++)
        all += m->body[i].text.n + m->body[i].html.n;
    if (!m->full && all > MOST) {
        m->full = true;
        if (!m->limit[0])
            (void)snprintf(m->limit, sizeof m->limit,
                           "the text and the links of the message are kept up to 64 MiB");
    }
    return m->full || duck_add(to, p, n);
}

static int mail_put_html(void *user, const char *bytes, size_t n)
{
    struct mail_body *body = user;

    return mail_store(body->mail, &body->html, bytes, n) ? 0 : TRAWL_ERROR_NO_MEMORY;
}

/* Adds the text of an event, and the event to the HTML. */
static int mail_add_text(struct duck_mail *m, struct mail_body *body, const trawl_event *e)
{
    trawl_emit_config config = TRAWL_EMIT_CONFIG_INIT;
    int error = TRAWL_OK;

    body->characters += text_count(e->text.p, e->text.n);
    for (size_t i = 0; i < e->text.n && !body->any; i++)
        body->any = (unsigned char)e->text.p[i] > ' ';
    if (mail_stores(m, DUCK_BODY_TEXT) && !mail_store(m, &body->text, e->text.p, e->text.n))
        return TRAWL_ERROR_NO_MEMORY;
    if (!mail_stores(m, DUCK_BODY_HTML) || m->full)
        return TRAWL_OK;
    config.resize = duck_resize;
    if (!body->writer)
        error = trawl_emit_open(&body->writer, &config, mail_put_html, body);
    return error == TRAWL_OK ? trawl_emit_event(body->writer, e) : error;
}

/* Adds a link, which begins at the current place of the body. */
static int mail_add_link(struct duck_mail *m, int body, const trawl_link *link)
{
    struct duck_mail_link kept = {.kind = link->kind,
                                  .body = body,
                                  .start = body < 0 ? 0 : m->body[body].characters + 1,
                                  .flags = link->flags,
                                  .n = link->url.n};
    size_t before = m->links.n;

    if (!mail_stores(m, DUCK_BODY_LINKS))
        return TRAWL_OK;
    if (!mail_store(m, &m->links, &kept, sizeof kept) ||
        !mail_store(m, &m->links, link->url.p, link->url.n))
        return TRAWL_ERROR_NO_MEMORY;
    if (m->full) {
        m->links.n = before;
        return TRAWL_OK;
    }
    m->last = before;
    m->count++;
    return TRAWL_OK;
}

/* Sets the end of the last link to the current place. */
static void mail_end_link(struct duck_mail *m, int body)
{
    struct duck_mail_link kept;

    if (m->count == 0 || m->full)
        return;
    memcpy(&kept, m->links.p + m->last, sizeof kept);
    kept.end = m->body[body].characters;
    memcpy(m->links.p + m->last, &kept, sizeof kept);
}

/* Returns the body that the part of an event belongs to. */
static int mail_body_of(const trawl_event *e)
{
    const trawl_str type = e->part->type;

    return type.n == 9 && memcmp(type.p, "text/html", 9) == 0 ? MAIL_HTML : MAIL_PLAIN;
}

int duck_mail_event(struct duck_mail *m, const trawl_event *e)
{
    bool is_link = e->type == TRAWL_EVENT_LINK || e->type == TRAWL_EVENT_LINK_MORE,
         in_text = e->field.n == 0 && (!is_link || e->text.n > 0);
    int body = mail_body_of(e), error = TRAWL_OK;

    if (!m->open)
        return TRAWL_OK;
    if (e->type == TRAWL_EVENT_LIMIT && !m->limit[0])
        (void)snprintf(m->limit, sizeof m->limit, "%s", e->what);
    if (e->type == TRAWL_EVENT_LINK)
        error = mail_add_link(m, in_text ? body : -1, e->link);
    if (error != TRAWL_OK || !in_text || (!is_link && e->type != TRAWL_EVENT_TEXT))
        return error;
    error = mail_add_text(m, &m->body[body], e);
    if (is_link && mail_stores(m, DUCK_BODY_LINKS))
        mail_end_link(m, body);
    return error;
}

/* Stores the links. Links of the body that was not chosen have no place in the text. */
static void mail_store_links(struct duck_mail *m, int chosen)
{
    char *p = m->links.p;

    for (unsigned i = 0; i < m->count; i++) {
        struct duck_mail_link kept;

        memcpy(&kept, p, sizeof kept);
        if (kept.body != chosen)
            kept.body = -1;
        memcpy(p, &kept, sizeof kept);
        p += sizeof kept + kept.n;
    }
    duck_store_list(m->store, DUCK_BODY_LINKS, m->count, (trawl_str){m->links.p, m->links.n});
}

int duck_mail_end(struct duck_mail *m)
{
    int chosen = !m->body[MAIL_PLAIN].any && m->body[MAIL_HTML].any ? MAIL_HTML : MAIL_PLAIN,
        error = TRAWL_OK;
    struct mail_body *body = &m->body[chosen];

    if (!m->open)
        return TRAWL_OK;
    m->open = false;
    if (body->writer && !m->full)
        error = trawl_emit_finish(body->writer);
    duck_store_text(m->store, DUCK_BODY_TEXT, (trawl_str){body->text.p, body->text.n});
    duck_store_text(m->store, DUCK_BODY_HTML, (trawl_str){body->html.p, body->html.n});
    mail_store_links(m, chosen);
    duck_store_any(m->store, DUCK_BODY_LIMIT, (trawl_str){m->limit, strlen(m->limit)});
    return error == TRAWL_OK && m->store->failed ? TRAWL_ERROR_NO_MEMORY : error;
}
