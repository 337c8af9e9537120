/* input.c - reads a file, pipe or terminal in blocks, and unpacks compressed data
 *
 * Repeats interrupted reads, and waits for non-blocking descriptors. input_binary() recognizes
 * files that are not text: they are read too, after a warning. Web archives are refused unless
 * the kind of the input is given.
 */
#include "app/io/inside.h"
#include "app/sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ascii.h"

uint64_t input_max_unpacked;
bool input_kind_given;

struct unpacking {
    struct unpack unpack;
    char raw[INPUT_BLOCK];
};

/* Returns a hint for a common mistake, or "". */
static const char *advice(const struct input *in, int number)
{
    const char *name = in->name;

    /* access() succeeds even for files that the sandbox does not let us open. */
    if (number == EACCES && name && sandbox_limits_files() && access(name, R_OK) == 0)
        return ": it is not in a folder that was named; --sandbox=off allows it";
    if (in->command)
        return "";
    if (!name)
        return number == EISDIR ? "; give the directory as an operand" : "";
    if (number == ENOENT && !*name)
        return "; the file name is empty, perhaps an unset variable in quotes";
    if (number == ENOENT && strstr(name, "://"))
        return "; trawl reads files; to check a URL, use \"trawl check URL\"";
    return "";
}

/* Returns a note that links were printed before the fault, or "". */
static const char *so_far(const struct input *in)
{
    return in->given > 0 && in->printed ? "; links up to there were printed" : "";
}

static ssize_t trouble(struct input *in, int number)
{
    char where[80] = "";

    in->number = number;
    if (in->given > 0 && in->printed)
        (void)snprintf(where, sizeof where, " (after byte %llu%s)", (unsigned long long)in->offset,
                       so_far(in));
    (void)snprintf(in->trouble, sizeof in->trouble, ": %.100s%s%s", strerror(number), where,
                   advice(in, number));
    return -1;
}

int input_complain(struct input *in)
{
    if (!in->trouble[0])
        return 0;
    output_warn(in->answers, in->command, NULL,
                in->name ? *in->name ? in->name : "\"\"" : "standard input", in->trouble);
    in->trouble[0] = '\0';
    return -1;
}

static int input_open_file(const char *name, int more)
{
    int fd;

    do
        fd = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY | more);
    while (fd < 0 && errno == EINTR);
    return fd;
}

/* The start of standard input, as input_keep() read it. */
static struct buffer input_kept;
static int kept_all, kept_times; /* whether this is the whole input; how many more inputs get it */

int input_open(struct input *in, const char *name, struct output *answers)
{
    *in = (struct input){.name = name, .fd = 0, .answers = answers};
    if (!name && kept_times > 0) {
        kept_times--;
        in->text = input_kept.p;
        in->text_n = input_kept.n;
        in->text_ends = kept_all;
    }
    if (!name || (in->fd = input_open_file(name, 0)) >= 0)
        return 0;
    (void)trouble(in, errno);
    return input_complain(in);
}

int input_regular(const char *name)
{
    int fd = input_open_file(name, O_NONBLOCK), error = 0;
    struct stat status;

    if (fd < 0)
        return -1;
    if (fstat(fd, &status) < 0)
        error = errno;
    else if (S_ISREG(status.st_mode))
        return fd;
    (void)close(fd);
    errno = error;
    return -1;
}

/* Opens a file that was a regular file when its folder was read. If it is something else now, such
 * as a pipe, that is an error. */
static int input_open_regular(struct input *in, const char *name, struct output *answers)
{
    *in = (struct input){.name = name, .fd = input_regular(name), .answers = answers};
    if (in->fd >= 0)
        return 0;
    if (errno != 0)
        (void)trouble(in, errno);
    else
        (void)snprintf(in->trouble, sizeof in->trouble, ": no longer a regular file");
    in->number = in->number ? in->number : EINVAL;
    return input_complain(in);
}

int input_open_source(struct input *in, const struct source *source, struct output *answers)
{
    if (source->kind == SOURCE_NAMED)
        return input_open(in, source->name, answers);
    if (source->kind != SOURCE_GIT)
        return input_open_regular(in, source->name, answers);
    *in = (struct input){.name = source->name,
                         .fd = -1,
                         .text = source->text.p,
                         .text_n = source->text.n,
                         .text_ends = true,
                         .answers = answers};
    return 0;
}

bool input_is_ready(const struct input *in, int wait)
{
    struct pollfd p = {.fd = in->fd, .events = POLLIN};

    return in->fd < 0 || poll(&p, 1, wait) != 0;
}

size_t input_read_at(int fd, char *p, size_t size, uint64_t at)
{
    size_t n = 0;
    ssize_t got;

    while (n < size &&
           ((got = pread(fd, p + n, size - n, (off_t)(at + n))) > 0 || (got < 0 && errno == EINTR)))
        n += got > 0 ? (size_t)got : 0;
    return n;
}

void input_piece(struct input *in, const char *name, int fd, uint64_t from, uint64_t to)
{
    *in = (struct input){
        .name = name, .fd = fd, .offset = from, .given = from, .positioned = true, .to = to};
}

static ssize_t input_read_text(struct input *in, char *p, size_t n)
{
    size_t left = in->text_n - (size_t)in->offset;

    n = left < n ? left : n;
    if (n > 0)
        memcpy(p, in->text + in->offset, n);
    in->offset += n;
    return (ssize_t)n;
}

/* Returns the size of a regular file that has a name or is read in pieces, or 0 for other
 * inputs. */
static uint64_t input_size_of(const struct input *in)
{
    struct stat status;

    return (in->name || in->positioned) && fstat(in->fd, &status) == 0 && S_ISREG(status.st_mode)
               ? (uint64_t)status.st_size
               : 0;
}

/* At the end of the file: returns 0, or reports that the file was cut while it was read. */
static ssize_t end_raw(struct input *in)
{
    uint64_t most = in->positioned ? in->offset : in->size;

    if (most == 0 || input_size_of(in) >= most)
        return 0;
    (void)trouble(in, ESTALE); /* it may be whole next time */
    (void)snprintf(in->trouble, sizeof in->trouble, ": has become shorter while it was read");
    return -1;
}

/* Reads bytes of the file as they are, compressed or not. */
static ssize_t input_read_raw(struct input *in, char *p, size_t n)
{
    struct output *o = in->positioned ? NULL : in->answers;

    if (in->text && (in->text_ends || in->offset < in->text_n))
        return input_read_text(in, p, n);

    if (o && (o->n > 0 || o->drain) && !input_is_ready(in, 0))
        output_flush(o);
    if (in->offset == 0 && !in->positioned)
        in->size = input_size_of(in);
    if (in->positioned && n > in->to - in->offset)
        n = (size_t)(in->to - in->offset);
    for (;;) {
        ssize_t got = in->positioned ? pread(in->fd, p, n, (off_t)in->offset) : read(in->fd, p, n);

        if (got == 0 && n > 0)
            return end_raw(in);
        if (got >= 0) {
            in->offset += (uint64_t)got;
            return got;
        }
        if (errno == EAGAIN || errno == EWOULDBLOCK) {
            if (in->answers)
                output_flush(in->answers);
            (void)input_is_ready(in, -1);
        } else if (errno != EINTR) {
            return trouble(in, errno);
        }
    }
}

int input_keep(size_t limit)
{
    struct input in = {.fd = 0};
    ssize_t got = 1;

    while (got > 0 && input_kept.n < limit && !kept_all) {
        char block[1 << 14];

        got = input_read_raw(&in, block, sizeof block);
        if (got < 0)
            break; /* the next read fails, too, and reports that */
        if (buffer_add(&input_kept, block, (size_t)got) != TRAWL_OK)
            break;
        kept_all = got == 0;
    }
    kept_times = kept_all ? 2 : 1;
    return kept_all;
}

/* Warns of data after the last member, which is ignored, as gzip and bzip2 do. */
static void warn_of_garbage(struct input *in)
{
    struct unpack *u = &in->unpacking->unpack;
    char rest[120];

    if (!u->garbage)
        return;
    u->garbage = false;
    (void)snprintf(rest, sizeof rest,
                   ": trailing garbage ignored (from byte %llu of the %s-compressed data)",
                   (unsigned long long)u->at, u->name);
    output_warn(in->answers, NULL, NULL, in->name ? in->name : "standard input", rest);
}

static ssize_t read_packed(struct input *in, char *block)
{
    struct unpack *u = &in->unpacking->unpack;
    ssize_t got;

    while ((got = unpack_take(u, block, INPUT_BLOCK)) == UNPACK_HUNGRY) {
        if ((got = input_read_raw(in, in->unpacking->raw, INPUT_BLOCK)) < 0)
            return -1;
        unpack_give(u, in->unpacking->raw, (size_t)got);
    }
    if (got == 0)
        warn_of_garbage(in);
    if (got == UNPACK_FAILED && u->limited)
        in->limit = "the compressed data is over the limit of --max-unpacked";
    if (got == UNPACK_FAILED)
        (void)snprintf(in->trouble, sizeof in->trouble, ": %s-compressed data %s%s", u->name,
                       u->why, so_far(in));
    return got;
}

/* Begins to unpack. block[0..got) has the first bytes of the file. */
static ssize_t begin_packed(struct input *in, enum unpack_format format, char *block, size_t got)
{
    struct unpacking *u = malloc(sizeof *u);

    if (!u)
        return trouble(in, ENOMEM);
    if (unpack_open(&u->unpack, format, input_max_unpacked) < 0) {
        (void)snprintf(in->trouble, sizeof in->trouble, ": compressed with %s, %s", u->unpack.name,
                       u->unpack.why);
        in->number = ENOTSUP;
        free(u);
        return -1;
    }
    u->unpack.at = in->offset - got;
    memcpy(u->raw, block, got);
    unpack_give(&u->unpack, u->raw, got);
    in->unpacking = u;
    return read_packed(in, block);
}

/* Warns of a file whose name says that it is compressed, but whose beginning does not: the
 * beginning may be damaged. Does not warn if the block has no NUL, since text under the name of a
 * compressed file is common. */
static void warn_of_name(struct input *in, const char *block, size_t n)
{
    static const char *const ends[] = {".gz", ".bz2", ".xz", ".zst"};
    const size_t length = in->name ? strlen(in->name) : 0;

    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        const size_t k = strlen(ends[i]);

        if (length > k && strcmp(in->name + length - k, ends[i]) == 0 && memchr(block, '\0', n))
            output_warn(in->answers, NULL, NULL, in->name,
                        ": is not compressed as its name says, or its beginning is damaged");
    }
}

static const char warc_begin[] = "WARC/1.";

/* Returns true for the first line of a web archive (ISO 28500), "WARC/1.1", unless --from says how
 * to read it. */
static bool is_web_archive(const char *p, size_t n)
{
    size_t i = sizeof warc_begin - 1;

    if (input_kind_given || n < i || memcmp(p, warc_begin, i) != 0)
        return false;
    while (i < n && ascii_is_digit((unsigned char)p[i]))
        i++;
    return i == n || p[i] == '\r' || p[i] == '\n';
}

/* Reads the first block, which must be enough to tell whether the file is compressed, or a web
 * archive. */
static ssize_t input_begin(struct input *in, char *block)
{
    enum unpack_format format = UNPACK_UNDECIDED;
    ssize_t got, all = 0;

    do {
        if ((got = input_read_raw(in, block + all, INPUT_BLOCK - (size_t)all)) <= 0)
            break;
        all += got;
        format = unpack_format_of(block, (size_t)all);
    } while (format == UNPACK_UNDECIDED ||
             (all < (ssize_t)sizeof warc_begin - 1 && memcmp(block, warc_begin, (size_t)all) == 0));
    if (format == UNPACK_PLAIN || format == UNPACK_UNDECIDED) {
        warn_of_name(in, block, (size_t)all);
        return all > 0 ? all : got;
    }
    return begin_packed(in, format, block, (size_t)all);
}

ssize_t input_read(struct input *in, char *block)
{
    ssize_t got;

    if (in->trouble[0])
        return -1;
    if (in->unpacking)
        got = read_packed(in, block);
    else
        got = in->offset > 0 ? input_read_raw(in, block, INPUT_BLOCK) : input_begin(in, block);
    if (got > 0 && in->given == 0 && is_web_archive(block, (size_t)got)) {
        (void)snprintf(in->trouble, sizeof in->trouble,
                       ": is a web archive (WARC), which trawl does not read; extract its pages, "
                       "for example with warcio, and give trawl the HTML files");
        return -1;
    }
    if (got > 0)
        in->given += (uint64_t)got;
    return got;
}

bool input_is_packed(const char *p, size_t n)
{
    return unpack_format_of(p, n) != UNPACK_PLAIN || is_web_archive(p, n);
}

int input_all(struct input *in, struct buffer *text, size_t limit)
{
    static char block[INPUT_BLOCK];
    ssize_t got;

    while ((got = input_read(in, block)) > 0) {
        if (text->n + (size_t)got > limit)
            (void)trouble(in, EFBIG);
        else if (buffer_add(text, block, (size_t)got) != TRAWL_OK)
            (void)trouble(in, ENOMEM);
    }
    return input_complain(in);
}

void input_close(struct input *in)
{
    if (in->unpacking)
        unpack_close(&in->unpacking->unpack);
    free(in->unpacking);
    if (in->name && !in->positioned && in->fd >= 0)
        (void)close(in->fd);
}

int input_expect(trawl_mail *mail, int input, const char *name)
{
    const int error = trawl_mail_expect(mail, input);

    return error || !name ? error : trawl_mail_name(mail, name, strlen(name));
}

/* ---- Files that are not text ---- */

static const struct {
    const char *magic, *what;
} binaries[] = {
    {"%PDF-", "a PDF document"},
    {"PK\003\004", "a zip archive, as office documents are"},
    {"\x89PNG\r\n", "a PNG image"},
    {"\xFF\xD8\xFF", "a JPEG image"},
    {"GIF8", "a GIF image"},
    {"RIFF", "an image, sound or film"},
    {"II*", "a TIFF image"},
    {"MM\000*", "a TIFF image"},
    {"\x7F"
     "ELF",
     "a program"},
    {"\xD0\xCF\x11\xE0", "an old office document"},
    {"SQLite format 3", "a database"},
};

bool input_is_wide(const char *p, size_t n)
{
    return n >= 2 && (memcmp(p, "\xFF\xFE", 2) == 0 || memcmp(p, "\xFE\xFF", 2) == 0 ||
                      (n >= 4 && memcmp(p, "\0\0\xFE\xFF", 4) == 0));
}

#define TESTED_BYTES 4096

/* Counts the bytes below a blank. Compilers use vectors for blocks of a constant length. */
static size_t count_controls(const char *p, size_t n)
{
    enum { BLOCK = 64 };
    size_t count = 0;

    for (; n >= BLOCK; p += BLOCK, n -= BLOCK) {
        unsigned char some = 0;

        for (size_t i = 0; i < BLOCK; i++)
            some += (unsigned char)p[i] < ' ';
        count += some;
    }
    while (n-- > 0)
        count += (unsigned char)*p++ < ' ';
    return count;
}

/* Returns true if 3 of 10 bytes are controls that text does not have. */
static bool has_many_controls(const char *p, size_t n)
{
    size_t count = count_controls(p, n);

    for (size_t i = 0; i < n && 10 * count >= 3 * n; i++)
        count -= memchr("\b\t\n\f\r\x0E\x0F\x1B", p[i], 8) != NULL;
    return 10 * count >= 3 * n;
}

/* A file is not text if it has NULs and a known magic number, or if 3 of 10 of its bytes are
 * controls that text does not have. */
const char *input_binary(const char *p, size_t n)
{
    if (n == 0 || input_is_wide(p, n))
        return NULL;
    n = n < TESTED_BYTES ? n : TESTED_BYTES;
    for (size_t i = 0; i < sizeof binaries / sizeof binaries[0]; i++) {
        const char *magic = binaries[i].magic;
        size_t length;

        if (p[0] != magic[0])
            continue;
        length = memcmp(magic, "MM", 2) == 0 ? 4 : strlen(magic);
        if (n > length && memcmp(p, magic, length) == 0 && memchr(p, '\0', n))
            return binaries[i].what;
    }
    return n >= 32 && has_many_controls(p, n) ? "binary data" : NULL;
}
