/* import.c - stores the records of "trawl map --index", which "trawl merge --index" passes on
 *
 * Standard input has blocks: the number of bytes, in 8 bytes, the lowest first, and the bytes,
 * which are whole records. A block with a RECORD_SOURCE begins a file; all blocks up to the next
 * one are of this file. A block of 0 bytes is the end. Without it, the input is cut off, and the
 * next import continues.
 */
#include "archive/index/index.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* Reads n bytes. Returns false at the end of the input, or after a signal. */
static bool import_read_all(char *p, size_t n)
{
    while (n > 0 && !interrupted) {
        ssize_t got = read(0, p, n);

        if (got == 0 || (got < 0 && errno != EINTR))
            return false;
        p += got > 0 ? got : 0;
        n -= got > 0 ? (size_t)got : 0;
    }
    return n == 0;
}

/* Reads the next block. Returns false after the last one. */
static bool import_read_block(struct import *m)
{
    unsigned char length[8];
    uint64_t n = 0;

    if (m->over || !import_read_all((char *)length, sizeof length))
        return false;
    for (unsigned i = 0; i < 8; i++)
        n |= (uint64_t)length[i] << 8 * i;
    m->over = n == 0;
    m->block.n = 0;
    if (m->block.size < n) {
        char *p = n < SIZE_MAX ? realloc(m->block.p, (size_t)n) : NULL;

        if (!p) {
            record_no_memory();
            return false;
        }
        m->block.p = p;
        m->block.size = (size_t)n;
    }
    m->block.n = (size_t)n;
    return n > 0 && import_read_all(m->block.p, m->block.n);
}

static void end_import(void)
{
    (void)command_trouble("index", TRAWL_ERROR_NO_MEMORY);
    _Exit(IMPORT_AGAIN);
}

int import_open(struct import *m)
{
    record_no_memory = end_import;
    m->what.find = GATHER_KINDS;
    if (import_read_block(m)) {
        struct record_in in = {m->block.p, m->block.p + m->block.n};

        m->any = record_get(&in) == RECORD_SETTINGS;
        record_get_settings(&in, &m->what);
    }
    if (m->any || m->over)
        return 0;
    say("index", "standard input has no records of \"trawl map --index\"", NULL, NULL);
    return -1;
}

/* Makes the file of a RECORD_SOURCE, and begins it. Returns 1 to store it, 0 to leave it out, or -1
 * after an error message. */
static int begin_file(struct writer *w, struct record_in *in, struct file *f, import_plan *plan,
                      void *user)
{
    struct buffer name = {0};
    struct record_source s;
    struct source source;
    int wanted;

    sources_free(f);
    record_get_source(in, &s);
    record_add(&name, s.name.p ? s.name.p : "", s.name.n);
    record_add(&name, "", 1);
    source = (struct source){.name = name.p, .kind = s.kind};
    wanted = sources_name(&w->sources, &source, f) == 0;
    buffer_free(&name);
    if (!wanted) {
        w->bad = true;
        return 0;
    }
    f->size = s.size;
    f->mtime = s.mtime;
    wanted = plan(user, f);
    return wanted > 0 && writer_begin(w, f) < 0 ? -1 : wanted;
}

int import_all(struct import *m, struct writer *w, import_plan *plan, void *user)
{
    int wanted = 0;

    while (wanted >= 0 && import_read_block(m)) {
        struct record_in in = {m->block.p, m->block.p + m->block.n};

        if (*in.p == RECORD_SOURCE) {
            in.p++;
            wanted = begin_file(w, &in, &m->file, plan, user);
        }
        if (wanted > 0 && writer_take(w, NULL, (trawl_str){in.p, (size_t)(in.end - in.p)}) < 0)
            wanted = -1;
    }
    return wanted < 0 ? -1 : 0;
}
