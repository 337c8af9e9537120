/* uri_list.c - finds the URLs of text/uri-list (RFC 2483 section 5)
 *
 * A line is a URL if it begins with a scheme, and a comment if it begins with "#". Everything else
 * is text.
 */
#include "base/check.h"
#include "find/find.h"
#include "find/wrap/wrap.h"
#include "mail/body/body.h"

void uri_list_begin(uri_list *u, const trawl_settings *s, trawl_sink *sink, void *user)
{
    *u = (uri_list){.settings = s, .sink = sink, .user = user, .line = 1};
}

static int uri_list_send(uri_list *u, int type, size_t from, size_t to, const trawl_link *link)
{
    trawl_event e = {.type = type,
                     .text = {u->p + from, to - from},
                     .span = {u->at + from, u->at + to},
                     .link = link};

    return from < to ? u->sink(u->user, &e) : 0;
}

/* Sends the line p[0..n), whose URL is p[from..end). */
static int uri_list_send_url(uri_list *u, size_t from, size_t end)
{
    char room[FOUND_BYTES];
    trawl_span span = {u->at + from, u->at + end};
    trawl_str url = {u->p + from, end - from};
    const bool is_utf8 = bytes_are_utf8(url.p, url.n);
    const size_t escaped = is_utf8 ? 0 : bytes_escape(room, sizeof room, url.p, url.n);
    trawl_link link = {
        .kind = TRAWL_KIND_BARE,
        .url = escaped > 0 ? (trawl_str){room, escaped} : url,
        .raw = {u->p + from, end - from},
        .span_count = 1,
        .spans = &span,
        .extent = span,
        .line = u->line,
        .column = from + 1,
    };
    int stop = settings_accept(u->settings, link.url.p, link.url.n);

    link.flags = form_flags(link.url.p, link.url.n) | (is_utf8 ? 0 : TRAWL_FLAG_NOT_UTF8);
    if (stop <= 0)
        return stop < 0 ? stop : uri_list_send(u, TRAWL_EVENT_TEXT, 0, u->n, NULL);
    stop = uri_list_send(u, TRAWL_EVENT_TEXT, 0, from, NULL);
    if (!stop)
        stop = uri_list_send(u, TRAWL_EVENT_LINK, from, end, &link);
    return stop ? stop : uri_list_send(u, TRAWL_EVENT_TEXT, end, u->n, NULL);
}

/* Sends a line, or the beginning of a line, whose URL at p[from] is too long (R31). */
static int uri_list_send_long(uri_list *u, size_t from)
{
    trawl_event e = {.type = TRAWL_EVENT_LIMIT,
                     .text = {"", 0},
                     .span = {u->at + from, u->at + from},
                     .rule = "R31",
                     .what = "a URL is longer than 8192 bytes: no link"};
    int stop = uri_list_send(u, TRAWL_EVENT_TEXT, 0, from, NULL);

    if (!stop)
        stop = u->sink(u->user, &e);
    return stop ? stop : uri_list_send(u, TRAWL_EVENT_TEXT, from, u->n, NULL);
}

/* Sends the line in u->p, or part of a line that is too long: `later` if it is not the first. */
static int uri_list_end_line(uri_list *u, bool later)
{
    size_t from = 0, end = u->n;
    int stop;

    while (end > 0 && (unsigned char)u->p[end - 1] <= ' ')
        end--;
    while (from < end && (unsigned char)u->p[from] <= ' ')
        from++;
    if (later || from == end || u->p[from] == '#' || form_scheme(u->p + from, end - from) == 0)
        stop = uri_list_send(u, TRAWL_EVENT_TEXT, 0, u->n, NULL);
    else if (u->over || end - from > FOUND_BYTES)
        stop = uri_list_send_long(u, from);
    else
        stop = uri_list_send_url(u, from, end);
    u->at += u->n;
    u->n = 0;
    return stop;
}

int uri_list_feed(uri_list *u, const char *p, size_t n)
{
    int stop = 0;

    while (n > 0 && !stop) {
        size_t room = URI_LIST_LINE - u->n, take = n < room ? n : room;
        const char *lf = memchr(p, '\n', take);
        bool later = u->over;
        if (lf)
            take = (size_t)(lf - p) + 1;
        CHECK(u->n < URI_LIST_LINE);
        memcpy(u->p + u->n, p, take);
        u->n += take;
        p += take;
        n -= take;
        if (!lf && u->n < URI_LIST_LINE)
            break;
        u->over = u->over || !lf;
        stop = uri_list_end_line(u, later);
        u->line += lf != NULL;
        u->over = !lf;
    }
    return stop;
}

int uri_list_finish(uri_list *u)
{
    return u->n > 0 ? uri_list_end_line(u, u->over) : 0;
}
