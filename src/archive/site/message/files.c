/* files.c - the attachments of a message: their list on its page, and their files
 *
 * The names of the files are numbers; see types.c for their suffixes. An attachment is decoded from
 * the spool in pieces, once to learn its size and its first bytes, and once to write it. If mail
 * addresses are masked, only formats without text are written, since an attachment with text could
 * have addresses. For an attachment that is at another place, the list has a link to its URL.
 */
#include <stdio.h>

#include "archive/site/message/message.h"

int files_add(struct files *files, const struct attachment *file, trawl_str name, trawl_str type,
              trawl_str url)
{
    struct attachment row = *file;

    row.name = files->texts.n;
    row.name_n = name.n;
    row.type = row.name + name.n;
    row.type_n = type.n;
    row.url = row.type + type.n;
    row.url_n = url.n;
    return buffer_add(&files->texts, name.p ? name.p : "", name.n) == TRAWL_OK &&
                   buffer_add(&files->texts, type.p ? type.p : "", type.n) == TRAWL_OK &&
                   buffer_add(&files->texts, url.p ? url.p : "", url.n) == TRAWL_OK &&
                   buffer_add(&files->rows, (const char *)&row, sizeof row) == TRAWL_OK
               ? 0
               : -1;
}

void files_path(char path[PATH_ROOM], const char *hash, unsigned n, const char *suffix)
{
    if (n == 0)
        (void)snprintf(path, PATH_ROOM, "m/%.2s/%s.%s", hash, hash + 2, suffix);
    else
        (void)snprintf(path, PATH_ROOM, "m/%.2s/%s/%u.%s", hash, hash + 2, n, suffix);
}

static struct attachment files_row(const struct files *files, size_t i)
{
    struct attachment row;

    memcpy(&row, files->rows.p + i * sizeof row, sizeof row);
    return row;
}

static trawl_str files_text(const struct files *files, size_t at, size_t n)
{
    return (trawl_str){n > 0 ? files->texts.p + at : "", n};
}

int files_add_all(struct files *files, const struct files *from)
{
    for (size_t i = 0; i < from->rows.n / sizeof(struct attachment); i++) {
        struct attachment row = files_row(from, i);

        if (files_add(files, &row, files_text(from, row.name, row.name_n),
                      files_text(from, row.type, row.type_n),
                      files_text(from, row.url, row.url_n)) < 0)
            return -1;
    }
    return 0;
}

/* ---- The list ---- */

/* The size of a decoded file, and its first bytes. */
struct measured {
    uint64_t size;
    char first[16];
};

/* A source_bytes. */
static int files_measure(void *user, const char *p, size_t n)
{
    struct measured *m = user;

    for (size_t i = 0; i < n && m->size + i < sizeof m->first; i++)
        m->first[m->size + i] = p[i];
    m->size += n;
    return 0;
}

static int files_decode(const struct attachment *file, struct spool *spool, source_bytes *take,
                        void *user)
{
    struct decode d = {.kind = file->encoding, .take = take, .user = user};
    int stop = spool_read(spool, file->from, file->to, decode_take, &d);

    return stop == 0 ? decode_end(&d) : stop;
}

static void files_put_size(struct output *out, uint64_t n)
{
    if (n < 1000)
        output_printf(out, "%u bytes", (unsigned)n);
    else if (n < 1000000)
        output_printf(out, "%u KB", (unsigned)((n + 500) / 1000));
    else
        output_printf(out, "%.1f MB", (double)n / 1e6);
}

#define SHOWN_MOST 2000000 /* the bytes of a picture that is shown on the page */

/* Writes the entry of a file. `path` is empty if it is not written. */
static void files_put(struct site *s, const struct attachment *file, const struct files *files,
                      const struct file_type *type, const char *path, uint64_t size)
{
    struct output *out = &s->out;
    trawl_str name = {files->texts.p + file->name, file->name_n};
    char saved[SAVED_ROOM];

    output_text(out, "<li>");
    if (path[0]) {
        output_text(out, "<a ");
        if (!type->opens) {
            type_name(saved, name, type);
            output_text(out, "download=\"");
            put_text(s, site_str(saved), SAVED_ROOM);
            output_text(out, "\" ");
        }
        output_text(out, "href=\"");
        put_up(s);
        output_printf(out, "%s\">", path);
    }
    output_text(out, "<bdi>");
    put_text(s, name.n > 0 ? name : site_str("(no name)"), 200);
    output_text(out, path[0] ? "</bdi></a> <span class=\"dim\">" : "</bdi> <span class=\"dim\">");
    put_text(s, (trawl_str){files->texts.p + file->type, file->type_n}, 100);
    output_text(out, ", ");
    files_put_size(out, size);
    output_text(out, "</span>");
    if (path[0] && type->picture && size <= SHOWN_MOST) {
        output_text(out, "<br>\n<img alt=\"");
        put_text(s, name.n > 0 ? name : site_str("attached picture"), 200);
        output_text(out, "\" loading=\"lazy\" src=\"");
        put_up(s);
        output_printf(out, "%s\">", path);
    }
    output_text(out, "</li>\n");
}

/* Returns the host of a URL. */
static trawl_str files_host(trawl_str url)
{
    size_t from = 0, to;

    while (from < url.n && url.p[from] != '/')
        from++;
    for (from = to = from + 2; to < url.n && !strchr("/?#:", url.p[to]);)
        to++;
    return from < url.n ? (trawl_str){url.p + from, to - from} : (trawl_str){"", 0};
}

/* Writes the URL of a path on the host of --base. Returns false if --base has no host. */
static bool files_resolve(const struct site *s, trawl_str path, char url[URL_MOST])
{
    const char *base = s->options.base ? s->options.base : "", *host = strstr(base, "://");
    size_t n = host ? (size_t)(host - base) + 3 + strcspn(host + 3, "/?#") : 0;

    return host && n + path.n < URL_MOST &&
           snprintf(url, URL_MOST, "%.*s%.*s", (int)n, base, (int)path.n, path.p) > 0;
}

/* Writes the entry of a file that is at another place. A path without a host is on the host of the
 * site. */
static void files_put_away(struct site *s, const struct attachment *file, const struct files *files)
{
    struct output *out = &s->out;
    trawl_str name = files_text(files, file->name, file->name_n),
              url = files_text(files, file->url, file->url_n);
    char whole[URL_MOST];
    bool path = url.p[0] == '/', link;

    if (path && files_resolve(s, url, whole)) {
        url = site_str(whole);
        path = false;
    }
    output_text(out, "<li>");
    link = !path && put_url_start(s, url);
    output_text(out, "<bdi>");
    put_text(s, name.n > 0 ? name : site_str("(no name)"), 200);
    output_text(out, link ? "</bdi></a> <span class=\"dim\">" : "</bdi> <span class=\"dim\">");
    put_text(s, files_text(files, file->type, file->type_n), 100);
    if (file->size > 0) {
        output_text(out, ", ");
        files_put_size(out, file->size);
    }
    output_text(out, ", at <bdi>");
    put_text(s, path ? url : files_host(url), 200);
    output_text(out, "</bdi></span></li>\n");
}

int files_list(struct files *files, struct site *s, struct spool *spool, const char *hash)
{
    size_t count = files->rows.n / sizeof(struct attachment);

    if (count > 0)
        output_text(&s->out, "<h2>Attachments</h2>\n<ul class=\"list files\">\n");
    for (size_t i = 0; i < count; i++) {
        struct attachment file = files_row(files, i);
        struct measured m = {.size = 0};
        struct file_type type;
        char path[PATH_ROOM] = "";

        if (file.url_n > 0) {
            files_put_away(s, &file, files);
            continue;
        }
        if (files_decode(&file, spool, files_measure, &m) != 0)
            return -1;
        type = type_find((trawl_str){files->texts.p + file.type, file.type_n},
                         (trawl_str){m.first, m.size < 16 ? (size_t)m.size : 16});
        if (type.data || !site_masks(s)) {
            file.suffix = type.suffix;
            files_path(path, hash, (unsigned)i + 1, type.suffix);
            memcpy(files->rows.p + i * sizeof file, &file, sizeof file);
        }
        files_put(s, &file, files, &type, path, m.size);
    }
    if (count > 0)
        output_text(&s->out, "</ul>\n");
    return 0;
}

/* ---- The files ---- */

/* A source_bytes: writes into the open file of the site. */
static int files_copy(void *user, const char *p, size_t n)
{
    struct site *s = user;

    output_bytes(&s->out, p, n);
    return s->out.error ? -1 : 0;
}

int files_make(struct files *files, struct site *s, struct spool *spool, const char *hash, bool raw)
{
    size_t count = files->rows.n / sizeof(struct attachment);
    char path[PATH_ROOM];

    if (raw) {
        files_path(path, hash, 0, "txt");
        file_begin(s, path);
        if (spool_read(spool, 0, spool->n, files_copy, s) < 0 && !s->out.error)
            return -1;
        if (file_end(s, 1) < 0)
            return -1;
    }
    for (size_t i = 0; i < count; i++) {
        struct attachment file = files_row(files, i);

        if (!file.suffix)
            continue;
        files_path(path, hash, (unsigned)i + 1, file.suffix);
        file_begin(s, path);
        if (files_decode(&file, spool, files_copy, s) != 0 && !s->out.error)
            return -1;
        if (file_end(s, 1) < 0)
            return -1;
    }
    return 0;
}
