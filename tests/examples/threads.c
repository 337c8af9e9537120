/* threads.c - an example: finds the links of a large text or mailbox with several threads, using
 * only the public headers
 *
 *     threads N FILE         prints MESSAGE:LINE:URL for each link; the message of a text is 0
 *
 * The file is split into N pieces where a split is probably safe. Each thread reads one piece with
 * a trawl_mail of its own, and the links are merged at the end. A piece is read again if its start
 * was guessed wrongly. To keep the example short, the file is read whole and all links are kept in
 * memory; src/trawl/filter/jobs.c does neither.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trawl_mail.h>

struct candidate {
    uint64_t message, line; /* from the beginning of the piece */
    char *url;
};

struct piece {
    const char *file;
    size_t from, to, size; /* the piece is file[from..to); the file has size bytes */
    trawl_mail_place begin, end;
    struct candidate *links;
    size_t count;
    int failed;
};

static int keep_link(void *user, const trawl_event *e)
{
    struct piece *p = user;
    struct candidate *f;

    if (e->type != TRAWL_EVENT_LINK)
        return 0;
    if ((p->count & (p->count - 1)) == 0) { /* 0 or a power of two: the room is used up */
        struct candidate *more = realloc(p->links, (p->count ? 2 * p->count : 1) * sizeof *more);
        if (!more)
            return 1;
        p->links = more;
    }
    f = &p->links[p->count];
    *f = (struct candidate){e->message->number, e->link->line, malloc(e->link->url.n + 1)};
    if (!f->url)
        return 1;
    memcpy(f->url, e->link->url.p, e->link->url.n);
    f->url[e->link->url.n] = '\0';
    p->count++;
    return 0;
}

static void forget_links(struct piece *p)
{
    while (p->count > 0)
        free(p->links[--p->count].url);
    free(p->links);
    p->links = NULL;
}

/* Reads a piece to its end, or on to the next place where another piece can begin. */
static int feed(trawl_mail *m, struct piece *p)
{
    int stop = trawl_mail_feed(m, p->file + p->from, p->to - p->from);
    size_t at = p->to;

    p->end = (trawl_mail_place){.size = sizeof p->end};
    while (!stop && at < p->size) {
        const char *lf;
        size_t to;

        if ((stop = trawl_mail_tell(m, &p->end)) != TRAWL_OK || p->end.input != TRAWL_INPUT_AUTO)
            return stop;
        lf = memchr(p->file + at, '\n', p->size - at);
        to = lf ? (size_t)(lf - p->file) + 1 : p->size;
        stop = trawl_mail_feed(m, p->file + at, to - at);
        at = to;
    }
    p->end.offset = p->size;
    return stop ? stop : trawl_mail_finish(m);
}

static void *read_piece(void *user)
{
    struct piece *p = user;
    trawl_mail_config config = {.size = sizeof config};
    trawl_mail *m;

    p->failed = trawl_mail_open(&m, &config, keep_link, p);
    if (p->failed)
        return NULL;
    if (p->from > 0)
        p->failed = trawl_mail_seek(m, &p->begin);
    if (!p->failed)
        p->failed = feed(m, p);
    trawl_mail_close(&m);
    return NULL;
}

/* Returns the format: TRAWL_INPUT_TEXT, TRAWL_INPUT_MBOX, or one that cannot be split. */
static int kind_of(const char *file, size_t size)
{
    struct piece unused = {.file = file};
    trawl_mail_config config = {.size = sizeof config};
    trawl_mail *m;
    int kind = TRAWL_INPUT_AUTO;

    if (trawl_mail_open(&m, &config, keep_link, &unused) != TRAWL_OK)
        return kind;
    if (trawl_mail_feed(m, file, size < 8192 ? size : 8192) == TRAWL_OK)
        kind = trawl_mail_input(m);
    trawl_mail_close(&m);
    forget_links(&unused);
    return kind;
}

/* Returns a likely place for a split after `at`: after an empty line of a text, or after a "From "
 * line of a mailbox; else the end of the file. */
static size_t cut(const char *file, size_t size, size_t at, int kind)
{
    const char *lf, *begin = kind == TRAWL_INPUT_MBOX ? "\nFrom " : "\n";
    size_t n = strlen(begin);

    while (at < size && (lf = memchr(file + at, '\n', size - at)) != NULL) {
        at = (size_t)(lf - file) + 1;
        if (size - at <= n || memcmp(file + at, begin, n) != 0)
            continue;
        lf = memchr(file + at + 1, '\n', size - at - 1);
        return n == 1 ? at + 1 : lf ? (size_t)(lf - file) + 1 : size;
    }
    return size;
}

static void print_links(const struct piece *p, uint64_t messages, uint64_t lines)
{
    for (size_t i = 0; i < p->count; i++)
        printf("%llu:%llu:%s\n", (unsigned long long)(p->links[i].message + messages),
               (unsigned long long)(p->links[i].line + lines), p->links[i].url);
}

/* Prints the links of the pieces in order. The first piece begins at the start of the file. */
static int put_together(struct piece *pieces, int n)
{
    trawl_mail_place here = {.line = 1};

    for (int i = 0; i < n && !pieces[i].failed; i++) {
        struct piece *p = &pieces[i];
        const trawl_mail_place *guess = &p->begin;
        uint64_t messages = 0, lines = 0;

        if (i > 0 && p->to <= here.offset)
            continue; /* a piece before this one was read on over it */
        if (i > 0 && (here.offset != guess->offset || here.input != guess->input ||
                      here.inside != guess->inside || here.notation != guess->notation)) {
            forget_links(p);
            p->begin = here;
            p->from = (size_t)here.offset;
            read_piece(p);
        } else if (i > 0) {
            messages = here.number - guess->number;
            lines = here.line - guess->line;
        }
        print_links(p, messages, lines);
        here = p->end;
        here.number += messages;
        here.line += lines;
    }
    for (int i = 0; i < n; i++)
        if (pieces[i].failed)
            return fprintf(stderr, "threads: %s\n", trawl_strerror(pieces[i].failed)), 2;
    return 0;
}

static int run(const char *file, size_t size, int n)
{
    struct piece *pieces = calloc((size_t)n, sizeof *pieces);
    pthread_t *threads = calloc((size_t)n, sizeof *threads);
    int kind = kind_of(file, size), status = 2;
    size_t at = 0;

    for (int i = 0; pieces && threads && i < n; i++) {
        struct piece *p = &pieces[i];

        *p = (struct piece){.file = file, .size = size, .from = at, .to = size};
        if (i + 1 < n && (kind == TRAWL_INPUT_TEXT || kind == TRAWL_INPUT_MBOX))
            p->to = cut(file, size, at + (size - at) / (size_t)(n - i), kind);
        p->begin =
            (trawl_mail_place){.size = sizeof p->begin, .input = kind, .offset = at, .line = 1};
        p->begin.number = kind == TRAWL_INPUT_MBOX;
        at = p->to;
        if (p->from < p->to && pthread_create(&threads[i], NULL, read_piece, p) != 0)
            exit(2);
    }
    for (int i = 0; pieces && threads && i < n; i++)
        if (pieces[i].from < pieces[i].to)
            pthread_join(threads[i], NULL);
    if (pieces && threads)
        status = put_together(pieces, n);
    for (int i = 0; pieces && i < n; i++)
        forget_links(&pieces[i]);
    free(threads);
    free(pieces);
    return status;
}

int main(int argc, char **argv)
{
    int n = argc == 3 ? atoi(argv[1]) : 0, status;
    FILE *in = n > 0 ? fopen(argv[2], "rb") : NULL;
    char *file = NULL;
    size_t size = 0, got = 0;

    if (!in)
        return fprintf(stderr, "usage: threads N FILE\n"), 2;
    do {
        char *more = realloc(file, size += size + 65536);
        if (!more)
            return 2;
        file = more;
        got += fread(file + got, 1, size - got, in);
    } while (got == size);
    fclose(in);
    status = run(file, got, n);
    free(file);
    return status;
}
