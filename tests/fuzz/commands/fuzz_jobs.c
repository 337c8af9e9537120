/* fuzz_jobs.c - any bytes as a manifest, and as the output of a task
 *
 * Byte 0 chooses. 0: the rest is a manifest; its rows are written and read again, and must be the
 * same. 1: the rest is the output of a task; reading it must end, and give no more bytes than there
 * are. 2: the rest is written as the frames of a task, and must be read as it was written; then a
 * bit of the file is changed, or the file is cut, which the reader must always notice.
 */
#include "trawl/jobs/jobs.h"

#include <fcntl.h>
#include <unistd.h>

#include "fuzz.h"
#include "growing.h"
#include "silent.h"

static char folder[] = "/dev/shm/fuzz-jobs-XXXXXX", path[sizeof folder + 20];

static void leave(void)
{
    (void)unlink(path);
    (void)rmdir(folder);
}

static void enter(void)
{
    struct sandbox box;

    if (path[0])
        return;
    must(mkdtemp(folder) != NULL, "a folder in memory");
    sandbox_begin(&box, "fuzz", 3 /* off */, 0);
    task_allow(&box, folder);
    (void)snprintf(path, sizeof path, "%s/1.task", folder);
    (void)atexit(leave);
    silent_begin();
}

static void write_file(const void *p, size_t n)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

    must(fd >= 0 && write(fd, p, n) == (ssize_t)n && close(fd) == 0, "a file is written");
}

/* ---- Manifests ---- */

static void take_rows(growing *to, const struct manifest *m)
{
    char buffer[300];
    struct buffer text = {0};
    struct output o;

    output_open(&o, -1, buffer, sizeof buffer);
    o.hold = &text;
    manifest_begin(&o);
    for (size_t i = 0; i < m->count; i++) {
        must(m->rows[i].from <= m->rows[i].to && *m->rows[i].input, "a good row");
        must(m->rows[i].id - (i > 0 ? m->rows[i - 1].id : 0) <= 1, "tasks are consecutive");
        manifest_row(&o, &m->rows[i]);
    }
    growing_clear(to);
    growing_add(to, text.p, text.n);
    buffer_free(&text);
}

static void check_manifest(const uint8_t *p, size_t n)
{
    static growing once, twice;
    struct manifest m;

    write_file(p, n);
    if (manifest_read(&m, "map", path) == JOBS_DONE) {
        take_rows(&once, &m);
        manifest_close(&m);
        write_file(once.p, once.n);
        must(manifest_read(&m, "map", path) == JOBS_DONE, "rows that were written are read");
        take_rows(&twice, &m);
        must(growing_same(&once, &twice), "the same rows");
    }
    manifest_close(&m);
}

/* ---- Tasks ---- */

/* Reads the task's frames: "B", bytes and notes, or "E". Returns how reading ended. */
static enum task_frame read_task(growing *to, size_t n)
{
    struct task_reader r;
    enum task_frame frame = FRAME_BAD;
    struct note note;
    size_t sum = 0;

    growing_clear(to);
    if (task_open(&r, folder, 1) == TASK_WHOLE)
        while ((frame = task_next(&r)) == FRAME_BYTES || frame == FRAME_END) {
            trawl_str notes = buffer_str(&r.notes);

            growing_add(to, frame == FRAME_END ? "E" : "B", 1);
            if (frame == FRAME_END)
                growing_printf(to, "%d,%d", (int)r.messages, (int)r.lines);
            else
                growing_add(to, r.bytes.p, r.bytes.n);
            sum += frame == FRAME_BYTES ? r.bytes.n + r.notes.n : 0;
            must(sum <= n, "no more bytes than the file has");
            while (frame == FRAME_BYTES && task_note(&notes, &note))
                growing_printf(to, "n%d", (int)note.kind);
        }
    task_reader_close(&r);
    return frame;
}

/* Writes the bytes as the frames of a task; each byte below 16 ends a row. Sets *to to the text
 * that read_task() should make of the frames. */
static void write_task(growing *to, const char *p, size_t n)
{
    static struct task_writer w;
    struct trailer t = {.links = n};
    size_t k;

    growing_clear(to);
    must(task_begin(&w, 1) == 0, "a task begins");
    must(buffer_add(&t.words, "-t list", 8) == TRAWL_OK, "memory for the test");
    for (size_t i = 0; i < n; i += k + 1) {
        unsigned char end;

        for (k = 0; i + k < n && (unsigned char)p[i + k] >= 16;)
            k++;
        end = i + k < n ? (unsigned char)p[i + k] : 0;
        task_put(&w, str_of(p + i, k));
        task_end_row(&w, end, k);
        growing_add(to, "B", 1);
        growing_add(to, p + i, k);
        growing_printf(to, "E%d,%d", end, (int)k);
    }
    must(task_commit(&w, &t) == 0, "a task is written");
    task_close(&w);
    buffer_free(&t.words);
}

static void check_task(const char *p, size_t n)
{
    static growing wanted, got;
    static char file[20000];
    size_t size, at;
    int fd;

    write_task(&wanted, p, n);
    must(read_task(&got, SIZE_MAX) == FRAME_TRAILER, "a task is whole");
    must(growing_same(&wanted, &got), "a task is read as it was written");
    fd = open(path, O_RDONLY);
    size = (size_t)read(fd, file, sizeof file);
    (void)close(fd);
    if (size == sizeof file)
        return;
    at = ((unsigned char)p[0] | (size_t)(unsigned char)p[n / 2] << 8) % size;
    file[at] = (char)(file[at] ^ 1 << ((unsigned char)p[n - 1] & 7));
    write_file(file, size);
    must(read_task(&got, SIZE_MAX) == FRAME_BAD, "a changed bit is noticed");
    write_file(file, at);
    must(read_task(&got, SIZE_MAX) == FRAME_BAD, "a cut is noticed");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static growing got;

    enter();
    if (size < 2)
        return 0;
    if (data[0] % 3 == 0)
        check_manifest(data + 1, size - 1);
    else if (data[0] % 3 == 2)
        check_task((const char *)data + 1, size - 1);
    else {
        write_file(data + 1, size - 1);
        (void)read_task(&got, size);
    }
    return 0;
}
