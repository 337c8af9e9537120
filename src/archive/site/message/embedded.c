/* embedded.c - attachments that are in the text of a message
 *
 *     -------------- next part --------------       the notice of pipermail in place of an
 *     A non-text attachment was scrubbed...         attachment, in any language; only its form
 *     Name: a.pdf                                   is tested: a line of dashes or the start of a
 *     Type: application/pdf                         paragraph, a sentence, no, one or four values,
 *     Size: 21093 bytes                             and a URL of a folder "attachments"
 *     Desc: not available
 *     URL: <http://a.example/pipermail/b/attachments/20070805/08d22a30/a.pdf>, or without the host
 *
 *     begin 644 a.txt                               uuencode (POSIX)
 *     %:&5L;&\*
 *     `
 *     end
 *
 * A first pass over the events of the message finds these attachments. A position is a number of
 * bytes of text in the events, which is the same in each pass. In the second pass body.c leaves out
 * the text of the attachments, and files.c lists them.
 */
#include "base/ascii.h"
#include "archive/site/message/message.h"

#define LINE_MOST ((size_t)1000) /* longer lines are not part of a notice */
#define BLOCK_MOST ((size_t)4000)
#define VALUES 4 /* of a notice, besides its URL */
#define NOWHERE UINT64_MAX

/* ---- The text of a line ---- */

/* Returns the start of the dashes that end at `to`. */
static size_t dashes_start(trawl_str line, size_t to)
{
    while (to > 0 && line.p[to - 1] == '-')
        to--;
    return to;
}

/* Returns the offset of the dashes in a line that ends in "-------- next part --------", or -1. */
static int64_t divider_in(trawl_str line)
{
    size_t i = dashes_start(line, line.n), dashes;

    if (line.n - i < 8 || i < 10 || line.p[i - 1] != ' ')
        return -1;
    for (i--, dashes = 0; i > 0 && dashes < 8; i--)
        dashes = line.p[i - 1] == '-' && (dashes > 0 || line.p[i] == ' ') ? dashes + 1 : 0;
    return dashes == 8 ? (int64_t)dashes_start(line, i) : -1;
}

/* Returns the name of the file in "begin 644 name", or an empty text. */
static trawl_str uu_name(trawl_str line)
{
    size_t i = 6;

    if (line.n < 12 || memcmp(line.p, "begin ", 6) != 0)
        return (trawl_str){"", 0};
    while (i < line.n && line.p[i] >= '0' && line.p[i] <= '7')
        i++;
    return (i == 9 || i == 10) && i < line.n && line.p[i] == ' '
               ? notice_trim((trawl_str){line.p + i, line.n - i})
               : (trawl_str){"", 0};
}

/* Returns true for a line of the data of a uuencoded file; see binary.c of the library. */
static bool is_uu_data(trawl_str line)
{
    size_t bytes = line.n > 0 ? ((unsigned char)line.p[0] - 0x20u) & 0x3f : 0;

    for (size_t i = 0; i < line.n; i++)
        if (line.p[i] < 0x20 || line.p[i] > 0x60)
            return false;
    return bytes > 0 && line.n <= 2 + (bytes + 2) / 3 * 4;
}

/* Returns true for a line that encodes no bytes, such as the one before "end". */
static bool is_uu_empty(trawl_str line)
{
    return line.n == 0 || (line.n == 1 && (line.p[0] == '`' || line.p[0] == ' '));
}

/* ---- What was found ---- */

static int embedded_add(struct embedded *m, uint64_t from, uint64_t to, struct attachment *file,
                        trawl_str name, trawl_str type, trawl_str url)
{
    const struct embedded_cut cut = {from, to};

    if (buffer_add(&m->cuts, (const char *)&cut, sizeof cut) != TRAWL_OK)
        return TRAWL_ERROR_NO_MEMORY;
    return files_add(&m->files, file, name, type, url) == 0 ? TRAWL_OK : TRAWL_ERROR_NO_MEMORY;
}

/* ---- Notices ---- */

/* Reads the values of the lines of a notice after its first: "Name: a.pdf". Returns their number,
 * or -1 if there are too many, or if a line has no value. */
static int notice_values(trawl_str lines, trawl_str values[VALUES])
{
    int count = 0;

    while (lines.n > 0) {
        const char *end = memchr(lines.p, '\n', lines.n), *colon;
        trawl_str line = {lines.p, end ? (size_t)(end - lines.p) : lines.n};

        lines = (trawl_str){line.p + line.n + 1, end ? lines.n - line.n - 1 : 0};
        colon = line.n > 0 ? memchr(line.p, ':', line.n) : NULL;
        if (!colon || count == VALUES)
            return -1;
        values[count++] =
            notice_trim((trawl_str){colon + 1, line.n - (size_t)(colon + 1 - line.p)});
    }
    return count;
}

/* Returns a type without its parameters, or an empty text if it is not a type. */
static trawl_str notice_type(trawl_str value)
{
    bool slash = false;
    size_t n = 0;

    while (n < value.n && (unsigned char)value.p[n] > ' ' && value.p[n] != ';')
        slash |= value.p[n++] == '/';
    return (trawl_str){value.p, slash ? n : 0};
}

static uint64_t notice_size(trawl_str value)
{
    uint64_t size = 0;

    for (size_t i = 0; i < value.n && i < 15 && ascii_is_digit((unsigned char)value.p[i]); i++)
        size = 10 * size + (uint64_t)(value.p[i] - '0');
    return size;
}

/* Adds a notice if the block, with `last` as its last line, has the form of a notice. */
static int notice_add(struct embedded *m, trawl_str last)
{
    static const trawl_str html = {"text/html", 9}, plain = {"text/plain", 10},
                           message = {"message/rfc822", 14};
    const trawl_str url = buffer_str(&m->url);
    const char *end = m->block.n > 0 ? memchr(m->block.p, '\n', m->block.n) : NULL;
    size_t first = end ? (size_t)(end - m->block.p) : 0, slash = url.n;
    struct attachment file = {.encoding = DECODE_NONE};
    trawl_str values[VALUES], name, type;
    bool marked =
        m->divider != NOWHERE ||
        (first > 3 && (memcmp(end - 3, "...", 3) == 0 || memcmp(end - 3, "\xE2\x80\xA6", 3) == 0));
    int count;

    if (first == 0 || !marked)
        return TRAWL_OK;
    count = notice_values((trawl_str){end + 1, m->block.n - first - 1}, values);
    while (slash > 0 && url.p[slash - 1] != '/')
        slash--;
    name = (trawl_str){url.p + slash, url.n - slash};
    if (count == 4 && (type = notice_type(values[1])).n > 0) {
        name = ascii_begins(values[0].p, values[0].n, "not available") ? name : values[0];
        file.size = notice_size(values[2]);
    } else if (count == 4) {
        name = values[1];
        type = message;
        file.size = notice_size(values[3]);
    } else if (count == 1) {
        name = ascii_begins(values[0].p, values[0].n, "not available") ? name : values[0];
        type = plain;
    } else if (count == 0) {
        type = html;
    } else {
        return TRAWL_OK;
    }
    return embedded_add(m, m->divider != NOWHERE ? m->divider : m->block_from,
                        m->line_from + last.n, &file, name, type, url);
}

/* Takes the URL of a notice from a line without links, since some archives leave out the host of
 * the URL. */
static int notice_path(struct embedded *m, trawl_str line)
{
    const char *at = line.n > 0 && m->url.n == 0 ? memchr(line.p, '/', line.n) : NULL;
    size_t from = at ? (size_t)(at - line.p) : line.n, to = from;

    if (!at || !notice_is_url((trawl_str){line.p + from, line.n - from}))
        return TRAWL_OK;
    while (to < line.n && (unsigned char)line.p[to] > ' ' && line.p[to] != '>')
        to++;
    m->url_at = from;
    m->url_to = to;
    return buffer_add(&m->url, line.p + from, to - from);
}

/* Returns true when a line of text ends with the URL of a notice. If the URL's label is on the line
 * before, removes the label from the block. */
static bool notice_ends(struct embedded *m, trawl_str line)
{
    trawl_str before = {line.p, m->url_at}, after, block;
    size_t i;

    if (m->url.n == 0 || m->url_to > line.n || !notice_is_url(buffer_str(&m->url)))
        return false;
    after = notice_trim((trawl_str){line.p + m->url_to, line.n - m->url_to});
    if (after.n > 1 || (after.n == 1 && after.p[0] != '>'))
        return false;
    if (notice_is_label(before))
        return true;
    before = notice_trim(before);
    if (before.n > 1 || (before.n == 1 && before.p[0] != '<') || m->block.n == 0)
        return false;
    for (i = m->block.n - 1; i > 0 && m->block.p[i - 1] != '\n';)
        i--;
    block = (trawl_str){m->block.p + i, m->block.n - i};
    if (!notice_is_label(block))
        return false;
    m->block.n = i;
    return true;
}

static void block_begin(struct embedded *m, uint64_t divider)
{
    m->block.n = 0;
    m->divider = divider;
}

/* Takes a line that is not part of a uuencoded file. */
static int notice_line(struct embedded *m, trawl_str line)
{
    const trawl_str text = {line.p, notice_trim(line).n > 0 ? line.n : 0};
    int64_t divider = divider_in(line);
    int failed = m->lost ? TRAWL_OK : notice_path(m, line);

    if (m->lost || text.n == 0 || divider >= 0 || m->block.n + line.n > BLOCK_MOST) {
        block_begin(m, divider >= 0 && !m->lost ? m->line_from + (uint64_t)divider : NOWHERE);
        return TRAWL_OK;
    }
    if (!failed && notice_ends(m, line)) {
        failed = notice_add(m, line);
        block_begin(m, NOWHERE);
        return failed;
    }
    if (m->block.n == 0)
        m->block_from = m->line_from;
    if (m->block.n > 0 && ascii_is_blank((unsigned char)line.p[0])) { /* continues a value */
        m->block.p[m->block.n - 1] = ' ';
        line = notice_trim(line);
    }
    failed = failed ? failed : buffer_add(&m->block, line.p, line.n);
    return failed == TRAWL_OK ? buffer_add(&m->block, "\n", 1) : failed;
}

/* ---- Uuencoded files ---- */

/* Takes a line after "begin". Returns true if it belongs to the file; it may be the last line of
 * the file. */
static bool uu_line(struct embedded *m, trawl_str line, int *failed)
{
    struct attachment file = {.encoding = DECODE_UU};

    if (m->uu_data == NOWHERE)
        m->uu_data = m->line_raw;
    if (m->lost || m->uu_data == NOWHERE)
        return false;
    if (m->uu_any && line.n == 3 && memcmp(line.p, "end", 3) == 0) {
        file.from = m->uu_data - m->ahead;
        file.to = m->raw_to - m->ahead;
        *failed = embedded_add(m, m->uu_from, m->line_from + line.n, &file, buffer_str(&m->name),
                               type_of_name(buffer_str(&m->name)), (trawl_str){"", 0});
        m->uu_from = NOWHERE;
        return true;
    }
    m->uu_any |= is_uu_data(line);
    return is_uu_data(line) || is_uu_empty(line);
}

/* ---- Lines ---- */

static void line_begin(struct embedded *m)
{
    m->line.n = m->url.n = 0;
    m->lost = false;
    m->line_from = m->at;
}

/* Takes the line that ends at m->at. */
static int line_end(struct embedded *m)
{
    trawl_str line = buffer_str(&m->line), name;
    int failed = TRAWL_OK;

    if (line.n > 0 && line.p[line.n - 1] == '\r')
        line.n--;
    if (m->uu_from != NOWHERE && uu_line(m, line, &failed))
        return failed;
    m->uu_from = NOWHERE;
    name = m->lost || !m->bare ? (trawl_str){"", 0} : uu_name(line);
    if (name.n > 0) {
        m->uu_from = m->line_from;
        m->uu_data = NOWHERE;
        m->uu_any = false;
        m->name.n = 0;
        failed = buffer_add(&m->name, name.p, name.n);
        block_begin(m, NOWHERE);
        return failed;
    }
    return notice_line(m, line);
}

void embedded_begin(struct embedded *m, uint64_t ahead)
{
    m->at = 0;
    m->ahead = ahead;
    m->cuts.n = m->files.rows.n = m->files.texts.n = 0;
    m->uu_from = NOWHERE;
    m->line_raw = NOWHERE;
    line_begin(m);
    block_begin(m, NOWHERE);
}

bool embedded_counts(const trawl_event *e)
{
    return (e->type == TRAWL_EVENT_TEXT || e->type == TRAWL_EVENT_LINK ||
            e->type == TRAWL_EVENT_LINK_MORE) &&
           (e->message->number == 0 || e->part->type.n > 0);
}

bool embedded_may_be(const struct spool *spool)
{
    static const char *const words[] = {"/attachments/", "\nbegin "};

    for (size_t i = 0; i < 2; i++) {
        size_t n = strlen(words[i]), at = 0;
        const char *p = spool->memory.p, *found;

        for (; at + n < spool->memory.n; at = (size_t)(found - p) + 1)
            if (!(found = memchr(p + at, words[i][0], spool->memory.n - n - at)))
                break;
            else if (memcmp(found, words[i], n) == 0)
                return true;
    }
    return spool->n > spool->memory.n;
}

void embedded_free(struct embedded *m)
{
    buffer_free(&m->cuts);
    buffer_free(&m->files.rows);
    buffer_free(&m->files.texts);
    buffer_free(&m->line);
    buffer_free(&m->block);
    buffer_free(&m->url);
    buffer_free(&m->name);
}

int embedded_end(struct embedded *m)
{
    return m->line.n > 0 ? line_end(m) : TRAWL_OK;
}

/* Begins a part. */
static int embedded_part(struct embedded *m, const trawl_mail_part *part)
{
    int failed = embedded_end(m);

    m->text = part->type.n == 10 && memcmp(part->type.p, "text/plain", 10) == 0;
    m->bare = part->encoding.n == 0 || decode_find(part->encoding) == DECODE_NONE;
    m->uu_from = NOWHERE;
    line_begin(m);
    block_begin(m, NOWHERE);
    return failed;
}

int embedded_take(struct embedded *m, const trawl_event *e)
{
    int failed = TRAWL_OK;

    if (e->type == TRAWL_EVENT_PART)
        return embedded_part(m, e->part);
    if (!embedded_counts(e))
        return TRAWL_OK;
    if (e->type == TRAWL_EVENT_LINK && m->url.n == 0) {
        m->url_at = m->line.n;
        m->url_to = m->line.n + e->text.n;
        failed = buffer_add(&m->url, e->link->url.p, e->link->url.n);
    }
    if (e->type == TRAWL_EVENT_LINK_MORE)
        m->url_to = m->line.n + e->text.n;
    m->raw_to = e->span.to;
    if (m->line.n == 0 && !m->lost)
        m->line_raw = e->span.from;
    for (size_t i = 0; i < e->text.n && m->text && !failed; i++) {
        const char c = e->text.p[i];

        if (c == '\n' && !e->link) { /* a line end within a URL does not end the line */
            failed = line_end(m);
            m->line_raw = NOWHERE;
            m->at++;
            line_begin(m);
            continue;
        }
        m->lost |= m->line.n == LINE_MOST;
        if (!m->lost)
            failed = buffer_add(&m->line, &c, 1);
        m->at++;
    }
    if (!m->text)
        m->at += e->text.n;
    return failed;
}
