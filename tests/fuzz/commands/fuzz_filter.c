/* fuzz_filter.c - the whole filter over any bytes: its records are valid, and the output does not
 * depend on the number of threads
 *
 * Byte 0: the format of the output; bytes 1 and 2: options; byte 3: the format of the input, how
 * often the input is repeated, and the size of the pieces that threads read. The rest is the input.
 * One thread reads it, and then three threads, in pieces that are far smaller than usual
 * (TRAWL_TEST_JOBS in filter/jobs.c): output and status must be the same. Each line of json is a
 * JSON object in UTF-8 by RFC 8259 whose names differ; all lines of tsv have the same number of
 * columns, and so have all records of csv, by RFC 4180. No format for tables or for people prints a
 * control character of the input. -c prints the number of records.
 */
#include <unistd.h>

#include "base/utf8.h"
#include "app/command.h"
#include "fuzz.h"
#include "growing.h"

enum { HEAD = 4, WORDS = 24, MOST_COLUMNS = 128 };

/* What a run printed. */
typedef struct printed {
    growing out;
    int status;
} printed;

static printed one, many, counted;

/* ---- Runs ---- */

/* Returns the descriptor of an empty file. There is one for input, one for output. */
static int empty_file(FILE **file)
{
    if (!*file)
        *file = tmpfile();
    must(*file && ftruncate(fileno(*file), 0) == 0, "a temporary file");
    (void)lseek(fileno(*file), 0, SEEK_SET);
    return fileno(*file);
}

/* Writes the input to a file. Returns the file's name. */
static char *input_path(const uint8_t *data, size_t n, unsigned times)
{
    static char path[64];
    static FILE *file;
    int fd = empty_file(&file);

    for (unsigned i = 0; i < times; i++)
        must(write(fd, data, n) == (ssize_t)n, "the input is written");
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return path;
}

/* Drops the messages of the main thread. */
static int drop(void *user, const char *p, size_t n, const struct note *notes, size_t count)
{
    (void)user;
    (void)p;
    (void)n;
    (void)notes;
    (void)count;
    return 0;
}

static void run(printed *to, char **words, int count)
{
    static char buffer[1 << 16];
    static FILE *file;
    struct output_taker messages = {.take = drop};
    struct output o;
    char *copy[WORDS + 2];
    int fd = empty_file(&file);
    ssize_t got;

    growing_clear(&to->out);
    memcpy(copy, words, sizeof *copy * ((size_t)count + 1));
    output_open(&o, fd, buffer, sizeof buffer);
    say_to(&messages);
    to->status = command_find.run(&o, count - 1, copy + 1);
    say_to(NULL);
    must(output_flush(&o) == 0, "the output is written");
    (void)lseek(fd, 0, SEEK_SET);
    while ((got = read(fd, buffer, sizeof buffer)) > 0)
        growing_add(&to->out, buffer, (size_t)got);
}

/* ---- Options ---- */

static const char *const to_names[] = {"json", "tsv",  "csv", "list",  "text",
                                       "html", "term", "md",  "notes", "explain"};

enum { TO_JSON, TO_TSV, TO_CSV, TO_LIST, TO_TEXT, TO_HTML, TO_TERM, TO_MD, TO_NOTES, TO_EXPLAIN };

/* Options for the bits of byte 1, for records and for texts, and for those of byte 2. */
static const char *const record_words[8] = {"--uniq",        "--fields=all",   "--context=20",
                                            "--new",         "--spell=scheme", "--offsets=utf16",
                                            "--uniq=normal", "--context=line"};
static const char *const text_words[8] = {
    "--page",         "--structure",      "--toc",     "--structure=lines", "--to=xhtml",
    "--color=always", "--structure=none", "--title=<&"};
static const char *const more_words[8] = {"--find=+domain,msgid,ip,localhost,netpath",
                                          "--profile=screen",
                                          "--refang",
                                          "--join=both",
                                          "--join",
                                          "--headers=all",
                                          "--domains=all",
                                          "--uniq=none"};
static const char *const from_words[8] = {"auto", "text",  "mbox",   "eml",
                                          "html", "mboxo", "digest", "news"};

static int words_of(char *words[WORDS + 2], const uint8_t *data, unsigned to)
{
    static char text[WORDS][64];
    const char *const *some = to <= TO_LIST ? record_words : text_words;
    int n = 0;

#define WORD(...) ((void)snprintf(text[n], sizeof text[n], __VA_ARGS__), words[n] = text[n], n++)
    WORD("trawl");
    WORD("--to=%s", to_names[to]);
    WORD("--from=%s", from_words[data[3] % 8]);
    for (int i = 0; i < 8; i++) {
        if (data[1] >> i & 1 && to != TO_EXPLAIN)
            WORD("%s", some[i]);
        if (data[2] >> i & 1)
            WORD("%s", more_words[i]);
    }
    if (to == TO_EXPLAIN)
        words[1] = "--explain";
#undef WORD
    return n;
}

/* ---- Records ---- */

/* Returns the end of a JSON value, or NULL. */
static const char *json_value(const char *p, const char *end, unsigned depth);

static const char *json_string(const char *p, const char *end)
{
    if (p == end || *p++ != '"')
        return NULL;
    while (p < end && *p != '"') {
        utf8_char c = utf8_decode(p, (size_t)(end - p));
        size_t len = c.len;
        if (c.code == UTF8_INVALID || c.code < 0x20)
            return NULL;
        if (c.code == '\\') {
            if (end - p < 2 || !strchr("\"\\/bfnrtu", p[1]))
                return NULL;
            len = p[1] == 'u' ? 6 : 2;
            if ((size_t)(end - p) < len ||
                (len == 6 && strspn(p + 2, "0123456789abcdefABCDEF") < 4))
                return NULL;
        }
        p += len;
    }
    return p < end ? p + 1 : NULL;
}

static const char *json_number(const char *p, const char *end)
{
    const char *from = p + (p < end && *p == '-');

    for (p = from; p < end && *p >= '0' && *p <= '9';)
        p++;
    return p > from && (*from != '0' || p == from + 1) ? p : NULL;
}

/* Reads an object, whose names differ, or a list. */
static const char *json_list(const char *p, const char *end, unsigned depth)
{
    bool object = *p == '{';
    trawl_str names[MOST_COLUMNS];
    size_t count = 0;
    char close = object ? '}' : ']';

    if (++p < end && *p == close)
        return p + 1;
    for (;; p++) {
        const char *name = p;
        if (object) {
            p = json_string(p, end);
            if (!p || p == end || *p++ != ':' || count == MOST_COLUMNS)
                return NULL;
            names[count++] = (trawl_str){name, (size_t)(p - name)};
            for (size_t i = 0; i + 1 < count; i++)
                if (str_same(names[i], names[count - 1]))
                    return NULL;
        }
        p = json_value(p, end, depth + 1);
        if (!p || p == end)
            return NULL;
        if (*p == close)
            return p + 1;
        if (*p != ',')
            return NULL;
    }
}

static const char *json_value(const char *p, const char *end, unsigned depth)
{
    static const char *const words[] = {"true", "false", "null"};

    if (p == end || depth > 8)
        return NULL;
    if (*p == '"')
        return json_string(p, end);
    if (*p == '{' || *p == '[')
        return json_list(p, end, depth);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if ((size_t)(end - p) >= strlen(words[i]) && memcmp(p, words[i], strlen(words[i])) == 0)
            return p + strlen(words[i]);
    return json_number(p, end);
}

/* Each of these functions checks a format, and returns the number of records. */

static size_t read_json(const growing *g)
{
    const char *p = g->p, *end = g->p + g->n;
    size_t n = 0;

    for (; p < end; n++) {
        must(*p == '{', "a record is an object");
        p = json_value(p, end, 0);
        must(p && p < end && *p == '\n', "a record is JSON, on a line");
        p++;
    }
    return n;
}

static size_t read_tsv(const growing *g)
{
    size_t n = 0, columns = 0, first = 0;

    for (size_t i = 0; i < g->n; i++) {
        columns += g->p[i] == '\t';
        if (g->p[i] != '\n')
            continue;
        first = n == 0 ? columns : first;
        must(columns == first, "all rows have the same columns");
        columns = 0;
        n++;
    }
    must(g->n == 0 || g->p[g->n - 1] == '\n', "a table ends in a line end");
    return n;
}

/* Returns the end of a field of CSV. */
static size_t csv_field(const growing *g, size_t i)
{
    if (g->p[i] != '"') {
        while (i < g->n && g->p[i] != ',' && g->p[i] != '\r') {
            must(g->p[i] != '"' && g->p[i] != '\n', "a field in quotes where it has to be");
            i++;
        }
        return i;
    }
    for (i++; i < g->n && (g->p[i] != '"' || (i + 1 < g->n && g->p[i + 1] == '"')); i++)
        i += g->p[i] == '"';
    must(i < g->n, "quotes close");
    return i + 1;
}

static size_t read_csv(const growing *g)
{
    size_t n = 0, first = 0;

    for (size_t i = 0; i < g->n; n++) {
        size_t columns = 1;
        for (i = csv_field(g, i); i < g->n && g->p[i] == ','; columns++)
            i = i + 1 < g->n ? csv_field(g, i + 1) : i + 1;
        must(g->n - i >= 2 && memcmp(g->p + i, "\r\n", 2) == 0, "a record ends in CR LF");
        first = n == 0 ? columns : first;
        must(columns == first, "all records have the same fields");
        i += 2;
    }
    return n;
}

static size_t lines_of(const growing *g)
{
    size_t n = 0;

    for (size_t i = 0; i < g->n; i++)
        n += g->p[i] == '\n';
    return n;
}

/* Checks that the output has no control characters but TAB and line ends, and is UTF-8. */
static void check_controls(const growing *g)
{
    for (size_t i = 0; i < g->n;) {
        utf8_char c = utf8_decode(g->p + i, g->n - i);
        must(c.code != UTF8_INVALID, "the output is UTF-8");
        must((c.code >= 0x20 && (c.code < 0x7F || c.code >= 0xA0)) || c.code == '\n' ||
                 c.code == '\t' || (c.code == '\r' && i + 1 < g->n && g->p[i + 1] == '\n'),
             "no control characters");
        i += c.len;
    }
}

static void check_records(unsigned to, char **words, int count)
{
    static char count_only[] = "-c";
    size_t n = to == TO_JSON  ? read_json(&one.out)
               : to == TO_TSV ? read_tsv(&one.out)
               : to == TO_CSV ? read_csv(&one.out)
                              : lines_of(&one.out);

    if (to <= TO_LIST || to == TO_EXPLAIN)
        check_controls(&one.out);
    if (to > TO_LIST)
        return;
    words[count] = count_only;
    run(&counted, words, count + 1);
    if (counted.status != STATUS_TROUBLE)
        must((size_t)strtoull(counted.out.n ? counted.out.p : "0", NULL, 10) == n,
             "-c prints the number of records");
}

/* ---- The target ---- */

static void must_be_same(const growing *a, const growing *b, const char *what)
{
    if (growing_same(a, b))
        return;
    fprintf(stderr, "one thread: %.*s\n\nthree: %.*s\n", (int)a->n, a->p, (int)b->n, b->p);
    must(false, what);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char jobs_one[] = "-j1", jobs_three[] = "-j3";
    char *words[WORDS + 2], piece[24], *path;
    unsigned to;
    int count;

    if (size < HEAD)
        return 0;
    to = data[0] % (sizeof to_names / sizeof to_names[0]);
    count = words_of(words, data, to);
    path = input_path(data + HEAD, size - HEAD, 1 + data[3] / 64 * 2);
    words[count] = jobs_one;
    words[count + 1] = path;
    run(&one, words, count + 2);
    (void)snprintf(piece, sizeof piece, "%u", 50 + 80 * (data[3] / 8 % 8));
    (void)setenv("TRAWL_TEST_JOBS", piece, 1);
    words[count] = jobs_three;
    run(&many, words, count + 2);
    must(one.status == many.status, "the same status with three threads");
    must_be_same(&one.out, &many.out, "the same output with three threads");
    if (one.status == STATUS_TROUBLE)
        return 0;
    words[count] = path;
    check_records(to, words, count + 1);
    return 0;
}
