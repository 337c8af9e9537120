/* unread.c - reports what is not read but may have links: attachments (E3), and files inside texts
 * (E9)
 *
 * Only callers that set TRAWL_WANT_UNREAD get these reports.
 */
#include "base/ascii.h"
#include "base/check.h"
#include "base/out.h"
#include "mail/message/inside.h"
#include "mail/message/reader.h"

/* The bytes of a report that follow a name, and are left when the name is too long. */
#define UNREAD_AFTER 17

/* Writes a report: `before`, the name with "?" for what is not visible ASCII, and `after`. */
static void unread_write(text_out *o, const char *before, trawl_str name, const char *after)
{
    out_put(o, before, strlen(before));
    for (size_t i = 0; i < name.n && o->len + UNREAD_AFTER < o->size; i++)
        out_byte(o, ascii_is_graph((unsigned char)name.p[i]) ? name.p[i] : '?');
    out_put(o, after, strlen(after) + 1);
}

const char *walk_name_unread(walk *w)
{
    text_out o = {w->part.unread, sizeof w->part.unread, 0};

    out_put(&o, "part ", 5);
    out_put(&o, w->around.path, w->around.path_n);
    unread_write(&o, ", ", buffer_text(&w->part.type->type), ", was not read");
    return w->part.unread;
}

/* Returns the name in the line "begin 644 name" or "begin-base64 644 name", or an empty text. */
static trawl_str unread_name_in(const char *p, size_t n)
{
    const char *lf = memchr(p, '\n', n);
    size_t end = lf ? (size_t)(lf - p) : n, i = 0;

    if (n < 5 || memcmp(p, "begin", 5) != 0)
        return (trawl_str){"", 0};
    for (unsigned word = 0; word < 2; word++) {
        while (i < end && p[i] != ' ')
            i++;
        while (i < end && p[i] == ' ')
            i++;
    }
    while (end > i && (unsigned char)p[end - 1] <= ' ')
        end--;
    return (trawl_str){p + i, end - i};
}

/* Keeps the end of the text, for reader_tell_binary(). */
static void unread_keep_tail(reader *r, const char *p, size_t n)
{
    size_t k = n < sizeof r->unread.tail ? n : sizeof r->unread.tail;
    size_t kept =
        r->unread.tail_n < sizeof r->unread.tail - k ? r->unread.tail_n : sizeof r->unread.tail - k;

    memmove(r->unread.tail, r->unread.tail + r->unread.tail_n - kept, kept);
    CHECK(kept + k <= sizeof r->unread.tail);
    memcpy(r->unread.tail + kept, p + n - k, k);
    r->unread.tail_n = kept + k;
}

int reader_tell_binary(reader *r)
{
    size_t n = r->unread.tail_n, from;
    trawl_str name;
    char what[128];
    text_out o = {what, sizeof what, 0};

    if (!events_wants(r->g, TRAWL_WANT_UNREAD))
        return 0;
    while (n > 0 && (unsigned char)r->unread.tail[n - 1] <= ' ')
        n--;
    for (from = n; from > 0 && r->unread.tail[from - 1] != '\n';)
        from--;
    name = unread_name_in(r->unread.tail + from, n - from);
    if (!walk_named(name))
        return 0;
    unread_write(&o, "the uuencoded file ", name, " was not read");
    return events_unread(r->g, "E9", what, r->g->covered_to);
}

/* Reads text of a calendar, and reports files in it. */
static int tell_attached(reader *r, const char *p, size_t n)
{
    static const char attach[] = "attach", code[] = "encoding=base64";
    bool found = false;

    for (size_t i = 0; i < n; i++) {
        char c = ascii_lower(p[i]);
        if (c == '\n' || c == '\r') {
            r->unread.attach_n = r->unread.code_n = 0;
            continue;
        }
        if (r->unread.attach_n <
            sizeof attach - 1) /* the property's name, at the start of the line */
            r->unread.attach_n =
                c == attach[r->unread.attach_n] ? r->unread.attach_n + 1 : sizeof attach;
        else if (r->unread.attach_n == sizeof attach - 1)
            r->unread.code_n = c == code[r->unread.code_n] ? r->unread.code_n + 1 : c == code[0];
        if (r->unread.code_n < sizeof code - 1)
            continue;
        found = true;
        r->unread.attach_n = sizeof attach;
        r->unread.code_n = 0;
    }
    return found ? events_unread(r->g, "E9", "a file attached to the calendar was not read",
                                 r->g->covered_to)
                 : 0;
}

static int unread_stage_feed(void *user, const char *p, size_t n)
{
    reader *r = user;
    int stop;

    r->in_binary = false;
    unread_keep_tail(r, p, n);
    stop = r->error = r->as.rule == LINES_FOLDED ? tell_attached(r, p, n) : 0;
    return stop ? stop : reader_pass(r, STAGE_UNREAD, p, n);
}

const reader_stage stage_unread = {STAGE_UNREAD, NULL, unread_stage_feed, NULL};
