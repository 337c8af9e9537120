/* work.c - scanners with their settings, which the calls of a function share
 *
 * Version 1.2.0 of the interface keeps no state for each thread of a function. So a call takes a
 * scanner from the function's pool and gives it back: there are as many scanners as threads. Making
 * a scanner takes longer than scanning a short text. If an exception of DuckDB ends a call before
 * it gives its scanner back, the scanner stays busy until the database is closed.
 */
#include "duck.h"

#include <pthread.h>

/* Bytes that are fed at once. */
#define BLOCK ((size_t)1 << 20)

struct duck_pool {
    pthread_mutex_t lock;
    enum duck_use use;
    struct duck_work *all;
};

struct duck_pool *duck_pool_new(enum duck_use use)
{
    struct duck_pool *pool = duck_resize(NULL, NULL, sizeof *pool);

    if (pool) {
        *pool = (struct duck_pool){.use = use};
        (void)pthread_mutex_init(&pool->lock, NULL);
    }
    return pool;
}

static void work_close(struct duck_work *w)
{
    trawl_mail_close(&w->mail);
    trawl_settings_close(&w->settings);
}

void duck_pool_free(void *user)
{
    struct duck_pool *pool = user;

    while (pool->all) {
        struct duck_work *w = pool->all;

        pool->all = w->next;
        work_close(w);
        (void)duck_resize(NULL, w->text.p, 0);
        (void)duck_resize(NULL, w->out.p, 0);
        (void)duck_resize(NULL, w, 0);
    }
    (void)pthread_mutex_destroy(&pool->lock);
    (void)duck_resize(NULL, pool, 0);
}

struct duck_work *duck_work_take(struct duck_pool *pool)
{
    struct duck_work *w;

    (void)pthread_mutex_lock(&pool->lock);
    w = pool->all;
    while (w && w->busy)
        w = w->next;
    if (w) {
        w->busy = true;
    } else if ((w = duck_resize(NULL, NULL, sizeof *w))) {
        *w = (struct duck_work){.next = pool->all, .busy = true};
        pool->all = w;
    }
    (void)pthread_mutex_unlock(&pool->lock);
    return w;
}

void duck_work_give(struct duck_pool *pool, struct duck_work *w)
{
    (void)pthread_mutex_lock(&pool->lock);
    w->busy = false;
    (void)pthread_mutex_unlock(&pool->lock);
}

/* ---- Scanning ---- */

static int work_take_event(void *work, const trawl_event *e)
{
    const struct duck_work *w = work;

    return w->sink(w->user, e);
}

/* Returns which options a function takes. */
static enum options_use work_options(enum duck_use use)
{
    return use == DUCK_TEXT   ? OPTIONS_OF_TEXT
           : use == DUCK_HTML ? OPTIONS_OF_HTML
                              : OPTIONS_OF_DOCUMENT;
}

bool duck_work_make(struct duck_pool *pool, struct duck_work *w, trawl_str options)
{
    char *message = NULL;
    int error;

    if (w->mail && options.n == w->text.n &&
        (options.n == 0 || memcmp(options.p, w->text.p, options.n) == 0))
        return true;
    work_close(w);
    w->text.n = 0;
    if (!duck_add(&w->text, options.p, options.n))
        return duck_explain(&w->why, TRAWL_ERROR_NO_MEMORY);
    if (options_read(&w->options, work_options(pool->use), TRAWL_INPUT_TEXT,
                     (trawl_str){w->text.p, options.n}, &message))
        return duck_fail(&w->why, "trawl", message);
    if (pool->use >= DUCK_URLS)
        w->options.config.want = pool->use == DUCK_URLS ? TRAWL_WANT_URL : TRAWL_WANT_LINK;
    if (pool->use == DUCK_LINKS)
        w->options.config.options |= TRAWL_OPTION_OTHER_ENDS;
    if (options_settings(&w->settings, &w->options, &message))
        return duck_fail(&w->why, "trawl", message);
    w->options.mail.settings = w->settings;
    error = trawl_mail_open(&w->mail, &w->options.mail, work_take_event, w);
    return error == TRAWL_OK || duck_explain(&w->why, error);
}

bool duck_work_scan(struct duck_pool *pool, struct duck_work *w, trawl_str text, trawl_str options)
{
    const char *complaint;
    int stop = TRAWL_OK;

    if (!duck_work_make(pool, w, options))
        return false;
    while (text.n > 0 && !stop) {
        size_t n = text.n < BLOCK ? text.n : BLOCK;

        stop = trawl_mail_feed(w->mail, text.p, n);
        text = (trawl_str){text.p + n, text.n - n};
    }
    if (!stop)
        stop = trawl_mail_finish(w->mail);
    complaint = stop ? NULL : trawl_mail_complaint(w->mail);
    (void)trawl_mail_reset(w->mail);
    if (complaint)
        return duck_say(&w->why, "the text: not all of it was read: %s", complaint);
    return !stop || duck_explain(&w->why, stop > 0 ? 1 - stop : stop);
}
