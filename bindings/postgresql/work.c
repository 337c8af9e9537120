/* work.c - the memory of a call, and the objects of the library that it has open
 *
 * The library allocates in a memory context of the call. A callback of that context closes the
 * objects, also after an error or a cancelled query: memory of iconv() is outside the context.
 */
#include "trawl_pg.h"

#include <utils/memutils.h>

static void close_all(void *object)
{
    work *w = object;

    trawl_emit_close(&w->emit);
    trawl_close(&w->scan);
    trawl_mail_close(&w->mail);
    trawl_settings_free(&w->settings);
}

void *work_new(MemoryContext parent, Size size)
{
    MemoryContext context = AllocSetContextCreate(parent, "trawl", ALLOCSET_DEFAULT_SIZES);
    work *w = MemoryContextAllocZero(context, size);

    w->context = context;
    w->at_end = (MemoryContextCallback){.func = close_all, .arg = w};
    MemoryContextRegisterResetCallback(context, &w->at_end);
    return w;
}

void work_free(work *w)
{
    MemoryContextDelete(w->context);
}

/* Precedes each piece of memory of the library, which needs an alignment of 16 bytes as malloc()
 * gives it. */
typedef struct work_head {
    void *chunk; /* of PostgreSQL */
    size_t size;
} head;

#define ALIGNED 16

/* Returns NULL without memory, where palloc() would report an error. */
static void *allocate(MemoryContext context, size_t size)
{
    const int flags = MCXT_ALLOC_HUGE | MCXT_ALLOC_NO_OOM;
    char *chunk, *p;

    if (size > MaxAllocHugeSize / 2)
        return NULL;
    chunk = MemoryContextAllocExtended(context, sizeof(head) + size + ALIGNED, flags);
    if (!chunk)
        return NULL;
    p = (char *)TYPEALIGN(ALIGNED, chunk + sizeof(head));
    ((head *)p)[-1] = (head){chunk, size};
    return p;
}

void *work_resize(void *context, void *old, size_t size)
{
    const head *h = old ? (const head *)old - 1 : NULL;
    void *new = size > 0 ? allocate(context, size) : NULL;

    if (new &&h)
        memcpy(new, old, Min(h->size, size));
    if (h && (new || size == 0))
        pfree(h->chunk);
    return new;
}

/* The first KEPT different settings without strings are kept as long as the process lives: making
 * settings takes longer than scanning a short text. */
#define KEPT 16

static struct kept {
    trawl_config config;
    trawl_settings *settings;
} kept[KEPT];

/* Returns the entry with the settings of this config, or a free entry, or NULL. */
static struct kept *find_kept(const trawl_config *config)
{
    if (config->schemes.n > 0 || config->base.n > 0 || config->charset.n > 0)
        return NULL;
    for (int i = 0; i < KEPT; i++)
        if (!kept[i].settings ||
            (kept[i].config.find == config->find && kept[i].config.options == config->options &&
             kept[i].config.want == config->want && kept[i].config.profile == config->profile))
            return &kept[i];
    return NULL;
}

const trawl_settings *work_settings(work *w, const char *function, trawl_config *config)
{
    struct kept *k = find_kept(config);
    int error;

    if (k && k->settings)
        return k->settings;
    config->resize = work_resize;
    config->resize_user = k ? TopMemoryContext : w->context;
    error = trawl_settings_new(k ? &k->settings : &w->settings, config);
    if (error == TRAWL_ERROR_BAD_CHARSET)
        ereport(ERROR, errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                errmsg("%s: unknown charset \"%s\"", function, text_shown(config->charset)),
                errhint("Charsets have the names that mail uses, such as iso-8859-2."));
    check(error);
    if (!k)
        return w->settings;
    k->config = *config;
    return k->settings;
}

int bytes_reserve(MemoryContext context, bytes *b, size_t n)
{
    size_t room = 2 * b->room + n + 1024;
    char *new;

    if (n <= b->room - b->n)
        return TRAWL_OK;
    new = work_resize(context, b->p, room);
    if (!new)
        return TRAWL_ERROR_NO_MEMORY;
    b->p = new;
    b->room = room;
    return TRAWL_OK;
}

int bytes_add(MemoryContext context, bytes *b, const void *p, size_t n)
{
    if (bytes_reserve(context, b, n) != TRAWL_OK)
        return TRAWL_ERROR_NO_MEMORY;
    if (n > 0)
        memcpy(b->p + b->n, p, n);
    b->n += n;
    return TRAWL_OK;
}
