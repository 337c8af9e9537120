/* manifest.c - writes and reads the list of tasks */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "trawl/jobs/jobs.h"

static const char *const unit_names[] = {"file", "bytes", "members", "files", NULL};

/* ---- Marks ---- */

struct manifest_names {
    uint64_t count;
    sip_hash hash;
};

static int manifest_add_name(void *user, const struct source *source)
{
    struct manifest_names *n = user;

    n->count++;
    n->hash = sip_of(n->hash, source->name, strlen(source->name));
    return 0;
}

int manifest_mark(const char *command, const char *input, char mark[72], struct stat *status)
{
    struct source_lot all = {.to = UINT64_MAX, .names = true};
    struct manifest_names names = {0};
    struct source_taker taker = {.sink = manifest_add_name, .user = &names};
    int stop;

    if (stat(input, status) < 0)
        return jobs_trouble(command, input, errno);
    if (S_ISREG(status->st_mode)) {
        (void)snprintf(mark, 72, "%" PRIu64 "@%lld", (uint64_t)status->st_size,
                       (long long)status->st_mtime);
        return JOBS_DONE;
    }
    if (!S_ISDIR(status->st_mode)) {
        say(command, "", input,
            ": neither a file nor a folder, so it cannot be divided into tasks; save it to a file");
        return JOBS_NO_INPUT;
    }
    if ((stop = source_each_of(input, &all, &taker)) < 0) {
        (void)command_trouble(command, stop);
        return JOBS_AGAIN;
    }
    (void)snprintf(mark, 72, "%" PRIu64 "@%016" PRIx64 "%016" PRIx64, names.count, names.hash.a,
                   names.hash.b);
    return taker.bad ? JOBS_NO_INPUT : JOBS_DONE;
}

/* ---- Writing ---- */

void manifest_begin(struct output *o)
{
    output_printf(o, "# trawl manifest 1, of trawl %s\n", trawl_version());
    output_text(o, "# id\tinput\tfrom\tto\tbytes\tunit\tmark\n");
}

void manifest_row(struct output *o, const struct row *row)
{
    output_number(o, row->id);
    output_byte(o, '\t');
    output_tsv(o, (trawl_str){row->input, strlen(row->input)});
    output_printf(o, "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%s\t%s\n", row->from, row->to,
                  row->bytes, unit_names[row->unit], row->mark);
}

/* ---- Reading ---- */

static int manifest_hex(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Undoes the escapes of output_tsv(), in place. */
static void manifest_unescape(char *p)
{
    static const char letters[] = "tnr\\", bytes[] = "\t\n\r\\";
    char *to = p;

    for (; *p; p++) {
        const char *known = *p == '\\' && p[1] ? strchr(letters, p[1]) : NULL;

        if (known) {
            *to++ = bytes[known - letters];
            p++;
        } else if (*p == '\\' && p[1] == 'x' && manifest_hex(p[2]) >= 0 &&
                   manifest_hex(p[3]) >= 0) {
            *to++ = (char)(manifest_hex(p[2]) << 4 | manifest_hex(p[3]));
            p += 3;
        } else {
            *to++ = *p;
        }
    }
    *to = '\0';
}

/* Sets *n to the number in `p`. Returns false when `p` is not just a number. */
static bool manifest_number(const char *p, uint64_t *n)
{
    size_t digits = strspn(p, "0123456789");

    *n = strtoull(p, NULL, 10);
    return digits > 0 && digits < 20 && p[digits] == '\0';
}

/* Parses a line that ends with a NUL. Returns false for a wrong one. */
static bool read_row(char *line, struct row *row)
{
    enum { COLUMNS = 7 };
    char *column[COLUMNS];
    int unit = 0;

    for (size_t i = 0; i < COLUMNS; i++) {
        column[i] = line;
        line += strcspn(line, "\t");
        if ((*line == '\0') != (i == COLUMNS - 1))
            return false;
        *line++ = '\0';
    }
    while (unit < UNIT_COUNT && strcmp(column[5], unit_names[unit]) != 0)
        unit++;
    row->unit = (enum unit)unit;
    row->input = column[1];
    manifest_unescape(row->input);
    (void)snprintf(row->mark, sizeof row->mark, "%s", column[6]);
    return unit < UNIT_COUNT && *row->input && manifest_number(column[0], &row->id) &&
           row->id > 0 && manifest_number(column[2], &row->from) &&
           manifest_number(column[3], &row->to) && row->from <= row->to &&
           manifest_number(column[4], &row->bytes);
}

/* Reads the rows from the text. Returns the number of the first wrong line, or 0. */
static size_t read_rows(struct manifest *manifest)
{
    char *p = manifest->text.p, *end = p + manifest->text.n, *lf;
    size_t lines = 0;

    for (size_t i = 0; i < manifest->text.n; i++)
        lines += p[i] == '\n';
    manifest->rows = calloc(lines + 1, sizeof *manifest->rows);
    for (lines = 1; manifest->rows && p < end; p = lf + 1, lines++) {
        struct row *row = &manifest->rows[manifest->count];

        if (!(lf = memchr(p, '\n', (size_t)(end - p))))
            return lines;
        *lf = '\0';
        if (*p == '#')
            continue;
        if (!read_row(p, row) || row->id < manifest->tasks || row->id > manifest->tasks + 1)
            return lines;
        manifest->tasks = row->id;
        manifest->count++;
    }
    return 0;
}

int manifest_read(struct manifest *manifest, const char *command, const char *name)
{
    static const char head[] = "# trawl manifest 1,";
    struct input in;
    char where[80];
    size_t wrong = 1;
    int bad;

    *manifest = (struct manifest){0};
    if (input_open(&in, strcmp(name, "-") == 0 ? NULL : name, NULL) < 0)
        return jobs_status_of(in.number);
    bad = input_all(&in, &manifest->text, SIZE_MAX / 2);
    input_close(&in);
    if (bad < 0)
        return jobs_status_of(in.number);
    manifest->hash = sip_of(manifest->hash, manifest->text.p, manifest->text.n);
    if (manifest->text.n >= sizeof head && memcmp(manifest->text.p, head, sizeof head - 1) == 0)
        wrong = read_rows(manifest);
    if (!wrong && manifest->rows)
        return JOBS_DONE;
    if (!wrong) {
        (void)command_trouble(command, TRAWL_ERROR_NO_MEMORY);
        return JOBS_AGAIN;
    }
    (void)snprintf(where, sizeof where, ": line %zu is wrong; use the output of \"trawl split\"",
                   wrong);
    say(command, "", name, where);
    return JOBS_USAGE;
}

void manifest_close(struct manifest *manifest)
{
    free(manifest->rows);
    buffer_free(&manifest->text);
}
