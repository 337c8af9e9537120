/* rewrite.c - the public functions of trawl_rewrite.h that open, feed and close a rewriter
 *
 * The input is read in blocks of REWRITE_BLOCK_SIZE bytes, so that memory does not depend on what
 * the caller feeds. Each block is held, made into segments and visible text, and scanned. After
 * that, everything that is decided has been written, and its memory is free for the next block.
 */
#include "rewrite/rewrite.h"

#include "base/sized.h"

/* ---- Output ---- */

static int rewrite_pass_on(trawl_rewrite *r, const char *p, size_t n)
{
    int result;

    if (r->error || n == 0)
        return r->error;
    result = r->write(r->user, p, n);
    r->error = sink_result(result);
    return r->error;
}

static int rewrite_flush(trawl_rewrite *r)
{
    size_t n = r->out_n;

    r->out_n = 0;
    return rewrite_pass_on(r, r->out, n);
}

int rewrite_put_more(trawl_rewrite *r, const char *p, size_t n)
{
    if (rewrite_flush(r))
        return r->error;
    return n > REWRITE_OUT ? rewrite_pass_on(r, p, n) : rewrite_put(r, p, n);
}

/* ---- Open and close ---- */

/* Copies the texts of the config, one after the other, into one piece of memory. */
static int rewrite_copy_texts(trawl_rewrite *r)
{
    trawl_rewrite_config *c = &r->config;
    trawl_str *const all[] = {&c->live, &c->skip, &c->rel, &c->css_class, &c->target};
    size_t n = 0;

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        n += all[i]->n;
    r->texts = memory_get(&r->m, n + 1);
    if (!r->texts)
        return TRAWL_ERROR_NO_MEMORY;
    n = 0;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (all[i]->n > 0)
            memcpy(r->texts + n, all[i]->p, all[i]->n);
        all[i]->p = r->texts + n;
        n += all[i]->n;
    }
    return TRAWL_OK;
}

static void rewrite_begin(trawl_rewrite *r)
{
    r->error = 0;
    r->out_n = 0;
    r->asking = false;
    queue_begin(r);
    tags_begin(r);
}

int trawl_rewrite_open(trawl_rewrite **out, const trawl_rewrite_config *config, trawl_write *write,
                       void *user)
{
    static const char rel[] = "nofollow noopener noreferrer ugc";
    trawl_rewrite_config c = {.size = sizeof c};
    memory m = memory_default;
    trawl_rewrite *r;
    int failed;

    if (!out)
        return TRAWL_ERROR_MISUSE;
    *out = NULL;
    if ((config && !sized_get(&c, sizeof c, config)) || !write || c.format < 0 ||
        c.format > TRAWL_REWRITE_FORMAT_TEXT)
        return TRAWL_ERROR_MISUSE;
    if (c.options & TRAWL_REWRITE_OPTION_NO_REL)
        c.rel.n = 0;
    else if (c.rel.n == 0)
        c.rel = (trawl_str){rel, sizeof rel - 1};
    if (c.resize)
        m = (memory){c.resize, c.resize_user};
    r = memory_get(&m, sizeof *r);
    if (!r)
        return TRAWL_ERROR_NO_MEMORY;
    memset(r, 0, offsetof(trawl_rewrite, tokens));
    r->config = c;
    r->m = m;
    r->write = write;
    r->user = user;
    failed = rewrite_copy_texts(r);
    if (!failed)
        failed = change_open(r);
    if (!failed)
        failed = scan_open(&r->scan, c.settings, TRAWL_WANT_LINK, true, queue_event, r);
    if (failed) {
        trawl_rewrite_close(&r);
        return failed;
    }
    scan_mode_of(r->scan)->limits = true;
    tags_open(r, r->config.skip);
    rewrite_begin(r);
    *out = r;
    return TRAWL_OK;
}

void trawl_rewrite_close(trawl_rewrite **r)
{
    memory m;

    if (!r || !*r)
        return;
    m = (*r)->m;
    trawl_close(&(*r)->scan);
    queue_close(*r);
    memory_free(&m, (*r)->bytes.p);
    memory_free(&m, (*r)->given.p);
    memory_free(&m, (*r)->same.p);
    memory_free(&m, (*r)->changes);
    memory_free(&m, (*r)->texts);
    memory_free(&m, *r);
    *r = NULL;
}

/* ---- Feed ---- */

/* Reads one block. */
static int rewrite_block(trawl_rewrite *r, const char *p, size_t n)
{
    int failed = queue_hold(r, p, n);

    if (failed)
        return failed;
    if (rewrite_is_html(r)) {
        failed = html_feed(&r->tokens, p, n);
        if (!failed)
            failed = tags_pause(r);
    } else {
        failed = queue_text(r, p, n, REWRITE_FREE);
    }
    if (!failed)
        failed = queue_feed(r);
    if (!failed)
        queue_tidy(r);
    return failed;
}

/* Returns the result of a public call whose work ended with `result`. */
static int rewrite_end_call(trawl_rewrite *r, int result)
{
    r->busy = false;
    if (!r->error)
        r->error = result;
    return r->error;
}

int trawl_rewrite_feed(trawl_rewrite *r, const void *bytes, size_t n)
{
    const char *p = bytes;
    int failed = 0;

    if (!r || r->busy || r->error || (!bytes && n > 0))
        return TRAWL_ERROR_MISUSE;
    r->busy = true;
    while (n > 0 && !failed) {
        size_t k = n < REWRITE_BLOCK_SIZE ? n : REWRITE_BLOCK_SIZE;
        failed = rewrite_block(r, p, k);
        p += k;
        n -= k;
    }
    if (!failed)
        failed = rewrite_flush(r);
    return rewrite_end_call(r, failed);
}

int trawl_rewrite_finish(trawl_rewrite *r)
{
    int failed;

    if (!r || r->busy || r->error)
        return TRAWL_ERROR_MISUSE;
    r->busy = true;
    failed = rewrite_is_html(r) ? tags_finish(r) : queue_feed(r);
    if (!failed)
        failed = trawl_finish(r->scan);
    if (!failed) {
        r->finishing = true;
        failed = queue_end(r);
    }
    if (!failed)
        failed = rewrite_flush(r);
    failed = rewrite_end_call(r, failed);
    if (!failed)
        r->error = REWRITE_DONE;
    return failed;
}

int trawl_rewrite_reset(trawl_rewrite *r)
{
    int failed;

    if (!r || r->busy)
        return TRAWL_ERROR_MISUSE;
    failed = trawl_reset(r->scan);
    if (!failed)
        rewrite_begin(r);
    return failed;
}

int trawl_rewrite_all(const void *bytes, size_t n, const trawl_rewrite_config *config,
                      trawl_write *write, void *user)
{
    trawl_rewrite *r;
    int failed = trawl_rewrite_open(&r, config, write, user);

    if (!failed)
        failed = trawl_rewrite_feed(r, bytes, n);
    if (!failed)
        failed = trawl_rewrite_finish(r);
    trawl_rewrite_close(&r);
    return failed;
}
