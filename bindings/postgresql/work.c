/* work.c - memory for the library, and the readers that a session keeps
 *
 * The library allocates in a memory context of the reader. A callback of that context closes the
 * objects of the library, because iconv() allocates outside the context.
 */
#include "trawl_pg.h"

#include <miscadmin.h>
#include <utils/memutils.h>

/* Precedes each piece of memory of the library. That memory must be aligned to 16 bytes, as
 * malloc() aligns it. */
typedef struct work_head {
    void *chunk; /* of PostgreSQL */
    size_t size;
} head;

#define ALIGNED 16

/* Allocates memory, or returns NULL when out of memory, where palloc() would report an error. */
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

/* ---- Readers ---- */

/* The number of idle readers that are kept. The last used one comes first. */
#define KEPT 8

static reader *kept[KEPT];
static int kept_n;

/* A reader whose buffer is larger is not kept. */
#define LARGE (1 << 20)

static void close_all(void *object)
{
    reader *r = object;

    trawl_emit_close(&r->emit);
    trawl_close(&r->scan);
    trawl_mail_close(&r->mail);
    trawl_settings_close(&r->settings);
}

static void reader_set_options(reader *r)
{
    options *o = &r->options;
    int error;

    *o = options_read(r->function, r->use, r->words);
    if (r->use == OF_LINKS) {
        o->find.options |= TRAWL_OPTION_OTHER_ENDS;
        o->find.want = TRAWL_WANT_LINK | TRAWL_WANT_PLACE;
        o->mail.options |= TRAWL_MAIL_OPTION_TARGETS;
    } else if (r->use == OF_URLS) {
        o->find.want = TRAWL_WANT_URL;
    }
    o->find.resize = work_resize;
    o->find.resize_user = r->context;
    error = trawl_settings_open(&r->settings, &o->find);
    if (error == TRAWL_ERROR_BAD_CHARSET)
        ereport(ERROR, errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                errmsg("%s: unknown charset \"%s\"", r->function, text_shown(o->find.charset)),
                errhint("Charsets have the names that mail uses, such as iso-8859-2."));
    check(error);
    o->mail.settings = r->settings;
}

static reader *reader_new(const char *function, enum use use, trawl_str words, trawl_sink *sink)
{
    MemoryContext context =
        AllocSetContextCreate(CurrentMemoryContext, "trawl", ALLOCSET_DEFAULT_SIZES);
    reader *r = MemoryContextAllocZero(context, sizeof *r);
    char *copy = MemoryContextAlloc(context, words.n + 1);

    memcpy(copy, words.p, words.n);
    r->context = context;
    r->at_end = (MemoryContextCallback){.func = close_all, .arg = r};
    MemoryContextRegisterResetCallback(context, &r->at_end);
    r->function = function;
    r->use = use;
    r->words = (trawl_str){copy, words.n};
    reader_set_options(r);
    check(use == OF_LINKS || use == OF_URLS ? trawl_mail_open(&r->mail, &r->options.mail, sink, r)
                                            : trawl_open(&r->scan, r->settings, sink, r));
    return r;
}

reader *reader_take(const char *function, enum use use, trawl_str words, trawl_sink *sink)
{
    for (int i = 0; i < kept_n; i++) {
        reader *r = kept[i];

        if (r->use != use || r->words.n != words.n || memcmp(r->words.p, words.p, words.n) != 0)
            continue;
        memmove(&kept[i], &kept[i + 1], (size_t)(--kept_n - i) * sizeof *kept);
        reader_move(r, CurrentMemoryContext);
        r->function = function;
        return r;
    }
    return reader_new(function, use, words, sink);
}

void reader_move(reader *r, MemoryContext parent)
{
    MemoryContextSetParent(r->context, parent);
}

void reader_feed(reader *r, trawl_str block)
{
    int stop = r->mail ? trawl_mail_feed(r->mail, block.p, block.n)
                       : trawl_feed(r->scan, block.p, block.n);

    check(stop > 0 ? 1 - stop : stop);
}

void reader_finish(reader *r)
{
    int stop = r->mail ? trawl_mail_finish(r->mail) : trawl_finish(r->scan);

    check(stop > 0 ? 1 - stop : stop);
}

void reader_read(reader *r, trawl_str s)
{
    while (s.n > 0) {
        size_t n = Min(s.n, BLOCK);

        CHECK_FOR_INTERRUPTS();
        reader_feed(r, (trawl_str){s.p, n});
        s = (trawl_str){s.p + n, s.n - n};
    }
    reader_finish(r);
}

/* Warns if a limit or the format may have hidden links. */
static void reader_warn(const reader *r)
{
    const char *complaint = r->mail ? trawl_mail_complaint(r->mail) : NULL;

    if (r->limit[0])
        ereport(WARNING, errmsg("%s: links may be missing: %s", r->function, r->limit));
    if (complaint)
        ereport(WARNING, errmsg("%s: some of the text was not read: %s", r->function, complaint));
}

void reader_give(reader *r)
{
    reader_warn(r);
    trawl_emit_close(&r->emit);
    r->found.n = 0;
    r->limit[0] = '\0';
    if (r->found.room > LARGE ||
        (r->mail ? trawl_mail_reset(r->mail) : trawl_reset(r->scan)) != TRAWL_OK) {
        MemoryContextDelete(r->context);
        return;
    }
    if (kept_n == KEPT)
        MemoryContextDelete(kept[--kept_n]->context);
    memmove(&kept[1], &kept[0], (size_t)kept_n++ * sizeof *kept);
    kept[0] = r;
    reader_move(r, TopMemoryContext);
}
