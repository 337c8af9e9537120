/* task.c - writes and reads the file with the output of a task
 *
 * The file is written under a temporary name, synced, and renamed. So a task that is killed, or
 * runs twice at once, leaves no incomplete ID.task. The checksum detects faults of disks and
 * networks, not attacks.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "trawl/jobs/jobs.h"

/* Limits in bytes: a trailer; the options in a trailer. */
#define TRAILER 16384
#define WORDS ((size_t)1024)

static const char head[] = "trawl task 2\n";

/* Sets *path to "FOLDER/ID.task" and a NUL. Returns TRAWL_OK or TRAWL_ERROR_NO_MEMORY. */
static int task_path_of(struct buffer *path, const char *folder, uint64_t id)
{
    char name[40];

    (void)snprintf(name, sizeof name, "/%" PRIu64 ".task", id);
    path->n = 0;
    return buffer_add(path, folder, strlen(folder)) != TRAWL_OK
               ? TRAWL_ERROR_NO_MEMORY
               : buffer_add(path, name, strlen(name) + 1);
}

/* ---- The file that is written ---- */

enum task_request { OPEN = BROKER_FIRST, COMMIT, DROP };

/* The file that is being written. If a broker runs, its process uses this. */
static struct {
    const char *folder;
    struct buffer path;
    struct new_file file;
} written = {.file = {.folder = -1, .old = -1, .fd = -1}};

/* Syncs the folder, so that a new name in it survives a crash. Ignores errors: some file systems
 * cannot sync folders. */
static void sync_folder(const char *folder)
{
    int fd = open(folder, O_RDONLY | O_CLOEXEC);

    if (fd >= 0) {
        (void)fsync(fd);
        (void)close(fd);
    }
}

/* A broker_server. A request names a task by its number. */
static int task_serve(unsigned what, const char *id, int flags)
{
    uint64_t number = strtoull(id, NULL, 10);
    int fd;

    (void)flags;
    if (what == COMMIT) {
        if ((errno = new_file_commit(&written.file)) != 0)
            return -1;
        sync_folder(written.folder);
        return 0;
    }
    new_file_drop(&written.file);
    buffer_free(&written.path);
    if (what != OPEN)
        return 0;
    if (number == 0 || task_path_of(&written.path, written.folder, number) != TRAWL_OK) {
        errno = number == 0 ? EINVAL : ENOMEM;
        return -1;
    }
    fd = new_file_open(&written.file, written.path.p, NEW_FILE_OWN);
    return fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, 3);
}

static int ask_for_task(enum task_request what, uint64_t id)
{
    char number[24];

    (void)snprintf(number, sizeof number, "%" PRIu64, id);
    return broker_runs() ? broker_ask(what, number, 0) : task_serve(what, number, 0);
}

void task_allow(struct sandbox *box, const char *folder)
{
    written.folder = folder;
    sandbox_read(box, folder); /* the tasks that are done */
    sandbox_broker(box, task_serve);
}

/* ---- Writing ---- */

static void jobs_task_put(struct task_writer *w, const char *p, size_t n)
{
    w->sum = sip_of(w->sum, p, n);
    w->size += n;
    if (!w->error)
        w->error = write_whole(w->fd, p, n);
}

/* An output_taker: writes a frame. */
static int task_take(void *user, const char *p, size_t n, const struct note *notes, size_t count)
{
    struct task_writer *w = user;
    char line[120];

    w->notes.n = 0;
    for (size_t i = 0; i < count; i++) {
        int k = snprintf(line, sizeof line, "%zu\t%d\t%" PRIx64 "\t%" PRIx64 "\n", notes[i].at,
                         (int)notes[i].kind, notes[i].a[0], notes[i].a[1]);

        if (buffer_add(&w->notes, line, (size_t)k) != TRAWL_OK)
            return w->error = ENOMEM;
    }
    jobs_task_put(w, line, (size_t)snprintf(line, sizeof line, "B\t%zu\t%zu\n", n, w->notes.n));
    jobs_task_put(w, p, n);
    jobs_task_put(w, w->notes.p, w->notes.n);
    w->bytes += n;
    return w->error;
}

void task_put(struct task_writer *w, trawl_str bytes)
{
    (void)task_take(w, bytes.p, bytes.n, NULL, 0);
}

int task_begin(struct task_writer *w, uint64_t id)
{
    *w = (struct task_writer){.id = id};
    w->taker = (struct output_taker){.take = task_take, .user = w, .wants_notes = true};
    output_open(&w->out, -1, w->buffer, sizeof w->buffer);
    w->out.taker = &w->taker;
    if ((w->fd = ask_for_task(OPEN, id)) < 0)
        return w->error = errno;
    jobs_task_put(w, head, sizeof head - 1);
    return w->error;
}

void task_end_row(struct task_writer *w, uint64_t messages, uint64_t lines)
{
    char line[80];

    if (output_flush(&w->out) != 0 && !w->error)
        w->error = w->out.error;
    jobs_task_put(
        w, line,
        (size_t)snprintf(line, sizeof line, "E\t%" PRIu64 "\t%" PRIu64 "\n", messages, lines));
}

static void put_trailer(struct task_writer *w, struct trailer *t)
{
    struct output o;
    struct buffer text = {0};
    char room[256];

    t->id = w->id;
    t->bytes = w->bytes;
    t->size = w->size;
    output_open(&o, -1, room, sizeof room);
    o.hold = &text;
    output_printf(&o, "T\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%d\t", t->id,
                  t->links, t->bytes, t->size, t->damaged);
    output_printf(&o, "%016" PRIx64 "%016" PRIx64 "\t%016" PRIx64 "%016" PRIx64 "\t%s\t",
                  t->manifest.a, t->manifest.b, t->mark.a, t->mark.b, trawl_version());
    output_tsv(&o, (trawl_str){t->words.p, t->words.n < WORDS ? t->words.n - 1 : WORDS});
    output_byte(&o, '\t');
    w->error = o.error ? o.error : w->error;
    jobs_task_put(w, text.p, text.n);
    (void)snprintf(room, sizeof room, "%016" PRIx64 "%016" PRIx64 "\n", w->sum.a, w->sum.b);
    jobs_task_put(w, room, strlen(room));
    buffer_free(&text);
}

int task_commit(struct task_writer *w, struct trailer *t)
{
    put_trailer(w, t);
    if (!w->error && close(w->fd) < 0 && errno != EINTR)
        w->error = errno;
    if (!w->error && ask_for_task(COMMIT, w->id) < 0)
        w->error = errno;
    w->fd = -1;
    return w->error;
}

void task_close(struct task_writer *w)
{
    if (w->fd >= 0)
        (void)close(w->fd);
    (void)ask_for_task(DROP, w->id);
    buffer_free(&w->notes);
    free(w->taker.notes);
}

/* ---- Reading ---- */

/* Reads a number and the TAB that follows unless the line ends, and moves *p past them. */
static bool task_get_number(const char **p, uint64_t *n)
{
    char *end;

    *n = strtoull(*p, &end, 10);
    if (end == *p || (*end != '\t' && *end != '\n' && *end != '\0'))
        return false;
    *p = end + (*end == '\t');
    return true;
}

/* Reads a hash and the TAB that follows unless the line ends, and moves *p past them. */
static bool get_hash(const char **p, sip_hash *h)
{
    enum { HALF = 16 };
    char first[HALF + 1] = "";
    char *end;

    if (strspn(*p, "0123456789abcdef") != (size_t)2 * HALF)
        return false;
    memcpy(first, *p, HALF);
    h->a = strtoull(first, NULL, 16);
    h->b = strtoull(*p + HALF, &end, 16);
    *p = end + (*end == '\t');
    return true;
}

/* Reads the next line into r->line, without its LF. Returns its length with the LF, or 0 when no
 * complete line is left. */
static size_t task_read_line(struct task_reader *r)
{
    ssize_t n = getline(&r->line, &r->line_size, r->file);

    if (n <= 0 || r->line[n - 1] != '\n')
        return 0;
    r->line[n - 1] = '\0';
    return (size_t)n;
}

/* Parses the trailer in r->line. */
static bool read_trailer(struct task_reader *r)
{
    struct trailer *t = &r->trailer;
    const char *p = r->line + 2;
    uint64_t damaged;
    size_t n;

    if (strncmp(r->line, "T\t", 2) != 0 || !task_get_number(&p, &t->id) ||
        !task_get_number(&p, &t->links) || !task_get_number(&p, &t->bytes) ||
        !task_get_number(&p, &t->size) || !task_get_number(&p, &damaged) ||
        !get_hash(&p, &t->manifest) || !get_hash(&p, &t->mark))
        return false;
    t->damaged = damaged != 0;
    n = strcspn(p, "\t");
    if (n >= sizeof t->version || p[n] != '\t')
        return false;
    memcpy(t->version, p, n);
    t->version[n] = '\0';
    p += n + 1;
    t->words.n = 0;
    return buffer_add(&t->words, p, strcspn(p, "\t")) == TRAWL_OK &&
           buffer_add(&t->words, "", 1) == TRAWL_OK;
}

/* Reads the trailer, which is the last line of the file. */
static bool find_trailer(struct task_reader *r)
{
    char room[TRAILER];
    off_t size = fseeko(r->file, 0, SEEK_END) == 0 ? ftello(r->file) : -1, from;
    size_t n;

    from = size > TRAILER ? size - TRAILER : 0;
    if (size <= 0 || fseeko(r->file, from, SEEK_SET) != 0)
        return false;
    n = fread(room, 1, sizeof room, r->file);
    if (n != (size_t)(size - from) || room[--n] != '\n')
        return false;
    while (n > 0 && room[n - 1] != '\n')
        n--;
    from += (off_t)n;
    return fseeko(r->file, from, SEEK_SET) == 0 && task_read_line(r) > 0 && read_trailer(r) &&
           r->trailer.size == (uint64_t)from;
}

enum task_state task_open(struct task_reader *r, const char *folder, uint64_t id)
{
    struct buffer path = {0};
    int error;

    *r = (struct task_reader){0};
    error = ENOMEM;
    if (task_path_of(&path, folder, id) == TRAWL_OK)
        do {
            r->file = fopen(path.p, "rb");
            error = errno;
        } while (!r->file && error == EINTR);
    buffer_free(&path);
    if (!r->file)
        return error == ENOENT ? TASK_MISSING : TASK_UNREADABLE;
    if (!find_trailer(r) || r->trailer.id != id || fseeko(r->file, 0, SEEK_SET) != 0 ||
        task_read_line(r) != sizeof head - 1 || memcmp(r->line, head, sizeof head - 2) != 0)
        return TASK_TORN;
    r->at = sizeof head - 1;
    r->sum = sip_of(r->sum, head, sizeof head - 1);
    return TASK_WHOLE;
}

/* Reads n bytes of a frame into *to. Returns false when the file has fewer, or when out of
 * memory. */
static bool task_read_bytes(struct task_reader *r, struct buffer *to, uint64_t n)
{
    to->n = 0;
    if (n > r->trailer.size - r->at)
        return false;
    if (to->size < n) {
        char *p = realloc(to->p, n);

        if (!p)
            return false;
        to->p = p;
        to->size = n;
    }
    to->n = n > 0 ? fread(to->p, 1, n, r->file) : 0;
    r->sum = sip_of(r->sum, to->p, to->n);
    r->at += to->n;
    return to->n == n;
}

/* Compares the checksum of the trailer in r->line. Returns FRAME_TRAILER or FRAME_BAD. */
static enum task_frame task_end_file(struct task_reader *r)
{
    const char *last = strrchr(r->line, '\t') + 1;
    sip_hash sum;

    r->sum = sip_of(r->sum, r->line, (size_t)(last - r->line));
    return get_hash(&last, &sum) && sum.a == r->sum.a && sum.b == r->sum.b &&
                   r->links_bytes == r->trailer.bytes
               ? FRAME_TRAILER
               : FRAME_BAD;
}

enum task_frame task_next(struct task_reader *r)
{
    bool last = r->at == r->trailer.size;
    size_t n = task_read_line(r);
    uint64_t bytes, notes;
    const char *p;

    if (n == 0 || (r->line[0] == 'T') != last)
        return FRAME_BAD;
    if (last)
        return task_end_file(r);
    r->line[n - 1] = '\n';
    r->sum = sip_of(r->sum, r->line, n);
    r->at += n;
    if (r->at > r->trailer.size)
        return FRAME_BAD;
    p = r->line + 2;
    if (strncmp(r->line, "E\t", 2) == 0 && task_get_number(&p, &r->messages) &&
        task_get_number(&p, &r->lines))
        return FRAME_END;
    if (strncmp(r->line, "B\t", 2) != 0 || !task_get_number(&p, &bytes) ||
        !task_get_number(&p, &notes) || !task_read_bytes(r, &r->bytes, bytes) ||
        !task_read_bytes(r, &r->notes, notes))
        return FRAME_BAD;
    r->links_bytes += bytes;
    return FRAME_BYTES;
}

bool task_note(trawl_str *notes, struct note *note)
{
    char line[100], *end;
    const char *lf = notes->n > 0 ? memchr(notes->p, '\n', notes->n) : NULL;
    size_t n = lf ? (size_t)(lf - notes->p) : 0;

    if (!lf || n >= sizeof line)
        return false;
    memcpy(line, notes->p, n);
    line[n] = '\0';
    note->at = strtoull(line, &end, 10);
    note->kind = (enum note_kind)strtoul(end, &end, 10);
    note->a[0] = strtoull(end, &end, 16);
    note->a[1] = strtoull(end, &end, 16);
    notes->p += n + 1;
    notes->n -= n + 1;
    return true;
}

void task_reader_close(struct task_reader *r)
{
    if (r->file)
        (void)fclose(r->file);
    buffer_free(&r->bytes);
    buffer_free(&r->notes);
    buffer_free(&r->trailer.words);
    free(r->line);
}
