/* unread.c - reports what is not read but may have links: attachments (E3), and files inside texts
 * (E9)
 *
 * Only callers that set TRAWL_WANT_UNREAD get these reports. Pictures, sound, fonts, signatures and
 * keys are not reported: programs that show them follow no links in them.
 */
#include "base/ascii.h"
#include "base/check.h"
#include "mail/message/inside.h"
#include "mail/message/reader.h"

/* Types that are not reported. A row that ends with "/" is a prefix. */
static const char *const linkless[] = {"image/",
                                       "audio/",
                                       "video/",
                                       "font/",
                                       "model/",
                                       "message/",
                                       "application/pgp-signature",
                                       "application/pgp-encrypted",
                                       "application/pgp-keys",
                                       "application/pkcs7-signature",
                                       "application/x-pkcs7-signature"};

static bool is_linkless(trawl_str type)
{
    for (size_t i = 0; i < sizeof linkless / sizeof linkless[0]; i++) {
        size_t n = strlen(linkless[i]);
        if ((linkless[i][n - 1] == '/' ? type.n >= n : type.n == n) &&
            memcmp(type.p, linkless[i], n) == 0)
            return true;
    }
    return false;
}

/* Appends visible ASCII, and "?" for other bytes. Returns the new length. */
static size_t unread_append(char *out, size_t size, size_t n, trawl_str s)
{
    for (size_t i = 0; i < s.n && n + 1 < size; i++)
        out[n++] = ascii_is_graph((unsigned char)s.p[i]) ? s.p[i] : '?';
    out[n] = 0;
    return n;
}

static size_t append_word(char *out, size_t size, size_t n, const char *word)
{
    size_t k = strlen(word);

    if (n + k + 1 > size)
        return n;
    memcpy(out + n, word, k + 1);
    return n + k;
}

const char *walk_name_unread(walk *w)
{
    const buffer *type = &w->part.type->type;
    char *what = w->part.unread;
    size_t n = 0;

    if (is_linkless((trawl_str){type->p, type->n}))
        return NULL;
    n = append_word(what, sizeof w->part.unread, n, "part ");
    n = unread_append(what, sizeof w->part.unread, n, (trawl_str){w->part.path, w->around.path_n});
    n = append_word(what, sizeof w->part.unread, n, ", ");
    n = unread_append(what, sizeof w->part.unread - 16, n, (trawl_str){type->p, type->n});
    (void)append_word(what, sizeof w->part.unread, n, ", was not read");
    return what;
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
    size_t k;

    if (!events_wants(r->g, TRAWL_WANT_UNREAD))
        return 0;
    while (n > 0 && (unsigned char)r->unread.tail[n - 1] <= ' ')
        n--;
    for (from = n; from > 0 && r->unread.tail[from - 1] != '\n';)
        from--;
    name = unread_name_in(r->unread.tail + from, n - from);
    if (!walk_named(name))
        return 0;
    k = append_word(what, sizeof what, 0, "the uuencoded file ");
    k = unread_append(what, sizeof what - 16, k, name);
    (void)append_word(what, sizeof what, k, " was not read");
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

void unread_stage_begin(reader *r)
{
    r->unread.tail_n = r->unread.attach_n = r->unread.code_n = 0;
}

int unread_stage_feed(void *user, const char *p, size_t n)
{
    reader *r = user;
    int stop;

    r->in_binary = false;
    unread_keep_tail(r, p, n);
    stop = r->error = r->as.rule == LINES_FOLDED ? tell_attached(r, p, n) : 0;
    return stop ? stop : reader_pass(r, STAGE_UNREAD, p, n);
}
