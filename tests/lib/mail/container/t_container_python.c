/* t_container_python.c - random mailboxes, split into the same messages as by Python's mailbox
 * module
 *
 * The boxes hold only what both programs read alike: LF as the line end, a date in each "From "
 * line, and an empty line before that line. Each box is also read with CRLF, which must give the
 * same messages. In MMDF Python counts the last line end of a message as part of the separator.
 */
#include <unistd.h>

#include "container_run.h"
#include "tap.h"

enum { BOXES = 400 };

static unsigned chance(unsigned *seed, unsigned n)
{
    *seed = *seed * 1103515245u + 12345u;
    return (*seed >> 16) % n;
}

static void put(growing *g, const char *text)
{
    growing_add(g, text, strlen(text));
}

/* Adds lines of a body. No line begins with an unquoted "From ". */
static void make_body(growing *g, unsigned *seed)
{
    static const char *const lines[] = {
        "\n",
        "\n",
        "\n",
        "a line of words\n",
        ">From here\n",
        ">>From there\n",
        "> From\n",
        ">\n",
        ">Fro\n",
        "From\tthere\n",
        "Fromage\n",
        " From ada Mon Mar  6 18:02:11 1995\n",
        "\x01\x01\x01\n",
        "\x01\x01\x01\x01\x01\n",
        "F\n",
        "-- \n",
        ".\n",
        "a bare\rFrom x Mon Mar  6 18:02:11 1995\n",
        "Content-Length: 3\n",
    };

    for (unsigned i = chance(seed, 12); i > 0; i--)
        put(g, lines[chance(seed, sizeof lines / sizeof lines[0])]);
}

static void make_box(growing *g, bool mbox, unsigned seed)
{
    static const char *const separators[] = {
        "From a@x.example Mon Mar  6 18:02:11 1995\n",
        "From b Tue Mar  7 08:02:11 MET DST 1995\n",
        "From - Wed Mar  8 18:02:11 1995 +0100\n",
    };

    growing_clear(g);
    for (unsigned i = chance(&seed, 6); i > 0; i--) {
        put(g, mbox ? "" : "\x01\x01\x01\x01\n");
        put(g, separators[chance(&seed, 3)]);
        put(g, chance(&seed, 8) ? "Subject: x\nX-Y: z\n  more\n\n" : "Subject: x\n");
        make_body(g, &seed);
        if (mbox && !chance(&seed, 9) && i == 1)
            put(g, "an end without a line end");
        else
            put(g, mbox ? "\n" : "\x01\x01\x01\x01\n");
    }
}

/* Adds the messages between "{" and "}" as the oracle writes them. */
static void add_messages(growing *all, const growing *told, bool mbox)
{
    size_t messages = 0;

    for (const char *p = told->p; (p = strchr(p, '{')) != NULL; p++)
        messages++;
    growing_printf(all, "%zu\n", messages);
    for (const char *p = told->p; (p = strchr(p, '{')) != NULL;) {
        size_t n = strcspn(++p, "}");
        n -= !mbox && n;
        growing_printf(all, "%zu\n", n);
        growing_add(all, p, n);
    }
}

static void with_crlf(growing *to, const growing *from)
{
    growing_clear(to);
    for (size_t i = 0; i < from->n; i++)
        growing_add(to, from->p[i] == '\n' ? "\r\n" : from->p + i, from->p[i] == '\n' ? 2 : 1);
}

static void without_crlf(growing *g)
{
    size_t n = 0;

    for (size_t i = 0; i < g->n; i++)
        if (g->p[i] != '\r' || g->p[i + 1] != '\n')
            g->p[n++] = g->p[i];
    g->n = n;
    g->p[n] = 0;
}

static bool write_file(const char *path, const growing *g)
{
    FILE *f = fopen(path, "wb");

    if (!f)
        return false;
    bool written = fwrite(g->p, 1, g->n, f) == g->n;
    return fclose(f) == 0 && written;
}

/* Writes all boxes into the directory, and their messages to `ours`. */
static bool make_boxes(const char *directory, growing *ours)
{
    container_tape t = {.stop = -1, .pretty = true}, crlf = {.stop = -1, .pretty = true};
    growing box = {0}, other = {0};
    size_t same = 0;
    bool written = true;
    char path[100];

    for (unsigned i = 0; i < BOXES; i++) {
        bool mbox = i % 2 == 0;
        enum trawl_input kind = mbox ? TRAWL_INPUT_MBOX : TRAWL_INPUT_MMDF;
        make_box(&box, mbox, i);
        (void)snprintf(path, sizeof path, "%s/%04u.%s", directory, i, mbox ? "mbox" : "mmdf");
        written &= write_file(path, &box);
        (void)tape_play(&t, kind, box.p, box.n, box.n + 1, 1);
        add_messages(ours, &t.told, mbox);
        with_crlf(&other, &box);
        (void)tape_play(&crlf, kind, other.p, other.n, 1 + i % 50, 1 + i % 13);
        without_crlf(&crlf.told);
        same += t.tiled && crlf.tiled && growing_same(&t.told, &crlf.told);
    }
    is_int(same, BOXES, "boxes with CRLF, in pieces: the same messages");
    free(t.told.p);
    free(crlf.told.p);
    free(box.p);
    free(other.p);
    return written;
}

static void compare(const char *directory, const growing *ours)
{
    char command[200], block[4096];
    growing theirs = {0};
    size_t n;

    (void)snprintf(command, sizeof command, "python3 tests/lib/mail/container/mailbox_oracle.py %s",
                   directory);
    FILE *f = popen(command, "r");
    if (!ok(f != NULL, "python3 runs"))
        return;
    growing_clear(&theirs);
    while ((n = fread(block, 1, sizeof block, f)) > 0)
        growing_add(&theirs, block, n);
    is_int(pclose(f), 0, "Python exits with 0");
    size_t at = 0;
    while (at < ours->n && at < theirs.n && ours->p[at] == theirs.p[at])
        at++;
    if (!ok(growing_same(ours, &theirs), "%d boxes: the same messages as Python", BOXES)) {
        tap_show("got", ours->p + at, ours->n - at < 200 ? ours->n - at : 200);
        tap_show("wanted", theirs.p + at, theirs.n - at < 200 ? theirs.n - at : 200);
    }
    free(theirs.p);
}

int main(void)
{
    char directory[] = "/tmp/trawl-mailbox-XXXXXX", command[100];
    growing ours = {0};

    if (system("python3 -c 'import mailbox' >/dev/null 2>&1") != 0) {
        skip("compared with Python's mailbox module: no python3");
        return done();
    }
    growing_clear(&ours);
    if (!mkdtemp(directory))
        return 1;
    if (ok(make_boxes(directory, &ours), "boxes are made"))
        compare(directory, &ours);
    (void)snprintf(command, sizeof command, "rm -rf %s", directory);
    if (system(command) != 0)
        return 1;
    free(ours.p);
    return done();
}
