/* fields_links.c - the links in a header field that is known to hold some (SPEC E12, E15; RFC 2369, 2392, 2017, 5064, 8058) */
#include <stdint.h>
#include <string.h>
#include <trawl.h>

#include "base/ascii.h"
#include "base/out.h"
#include "find/wrap.h"
#include "mail/fields_inside.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Where the first white space stands from i on, before to. Eight bytes without any are told at once. */
static size_t blank_ahead(const char *p, size_t i, size_t to)
{
    const uint64_t ones = 0x0101010101010101u;

    for (; i < to; i++) {
        for (uint64_t eight; to - i >= sizeof eight; i += sizeof eight) {
            memcpy(&eight, p + i, sizeof eight);
            if ((eight - ones * ('!')) & ~eight & ones * 0x80) /* some byte is less than '!' */
                break;
        }
        if (i == to || is_blank(p[i]))
            break;
    }
    return i;
}

/* Past white space and comments. */
static size_t skip_comments(const fields_body *b, size_t i)
{
    unsigned depth = 0;

    for (; i < b->n && (depth > 0 || is_blank(b->p[i]) || b->p[i] == '('); i++) {
        depth += b->p[i] == '(';
        depth -= depth > 0 && b->p[i] == ')';
        if (b->p[i] == '\\' && i + 1 < b->n)
            i++;
    }
    return i;
}

size_t fields_skip_blanks(const fields_body *b, size_t i)
{
    while (i < b->n && is_blank(b->p[i]))
        i++;
    return i;
}

/* ---- Putting a link together ---- */

void fields_begin(fields_body *b, int kind, const char *before)
{
    b->link = (fields_link){.kind = kind, .url = b->room->url, .pieces = b->room->pieces, .url_n = strlen(before)};
    b->over = false;
    memcpy(b->room->url, before, b->link.url_n);
}

void fields_add(fields_body *b, const char *p, size_t n)
{
    if (n > sizeof b->room->url - b->link.url_n) {
        b->over = true;
        return;
    }
    memcpy(b->room->url + b->link.url_n, p, n);
    b->link.url_n += n;
}

/* p[from..to) is a piece of it: it belongs to the URL as it is, or with what a URL may not hold percent-encoded. */
static void add_piece(fields_body *b, size_t from, size_t to, bool encode)
{
    if (b->link.piece_count == FIELDS_PIECES || from == to) {
        b->over = b->over || from < to;
        return;
    }
    b->room->pieces[b->link.piece_count++] = (fields_piece){from, to};
    if (!encode) {
        fields_add(b, b->p + from, to - from);
        return;
    }
    for (size_t i = from; i < to; i++) {
        char room[4];
        out o = {room, sizeof room, 0};
        unsigned char c = (unsigned char)b->p[i];
        if (ascii_is_alnum(c) || (c > ' ' && strchr("-._~!$&'()*+,;=:@", c)))
            out_byte(&o, (char)c);
        else
            out_percent(&o, c);
        fields_add(b, room, o.len);
    }
}

/* p[from..to) without its white space. */
static void add_pieces(fields_body *b, size_t from, size_t to, bool encode)
{
    for (size_t i = from; i < to;) {
        size_t end;
        while (i < to && is_blank(b->p[i]))
            i++;
        end = blank_ahead(b->p, i, to);
        add_piece(b, i, end, encode);
        i = end;
    }
}

/* The link, with the place of its brackets. Returns 0, or what the sink returned. */
static int hand_over(fields_body *b, size_t from, size_t to)
{
    b->link.extent = (fields_piece){from, to};
    return b->over || b->link.piece_count == 0 || b->link.url_n > FOUND_BYTES ? 0 : b->sink(b->user, &b->link);
}

/* ---- URLs ---- */

int fields_send_if_url(fields_body *b, size_t from, size_t to)
{
    size_t scheme = form_scheme(b->link.url, b->link.url_n);

    return scheme > 0 && scheme < b->link.url_n ? hand_over(b, from, to) : 0;
}

int fields_send_url(fields_body *b, size_t from, size_t to, fields_piece extent)
{
    fields_begin(b, TRAWL_HDR, "");
    if (to - from > 4 && ascii_same(b->p + from, "url:", 4))
        from += 4;
    add_pieces(b, from, to, false);
    return fields_send_if_url(b, extent.from, extent.to);
}

/* The closer, or the end. */
static size_t find_close(const fields_body *b, size_t open, char closer)
{
    const char *close = memchr(b->p + open, closer, b->n - open);

    return close ? (size_t)(close - b->p) : b->n;
}

/* One URL, in brackets, in quotes or bare: then blanks and a comment end it, but not a fold. */
static int url(fields_body *b)
{
    size_t i = skip_comments(b, 0), end = i;

    if (i < b->n && (b->p[i] == '<' || b->p[i] == '"')) {
        end = find_close(b, i + 1, b->p[i] == '<' ? '>' : '"');
        return end < b->n ? fields_send_url(b, i + 1, end, (fields_piece){i, end + 1}) : 0;
    }
    while (end < b->n) {
        size_t next = fields_skip_blanks(b, end);
        if (next > end && !memchr(b->p + end, '\n', next - end))
            break;
        end = next > end ? next : end + 1;
    }
    while (end > i && is_blank(b->p[end - 1]))
        end--;
    return fields_send_url(b, i, end, (fields_piece){i, end});
}

/* <URL>, <URL> (comment), ... up to the first that is none. Old lists wrote one without brackets. */
static int list(fields_body *b)
{
    size_t first = skip_comments(b, 0);
    int stop = 0;

    if (first < b->n && b->p[first] != '<')
        return url(b);
    for (size_t i = first, close; i < b->n && b->p[i] == '<' && !stop; i = skip_comments(b, i)) {
        close = find_close(b, i, '>');
        if (close == b->n)
            break;
        stop = fields_send_url(b, i + 1, close, (fields_piece){i, close + 1});
        i = skip_comments(b, close + 1);
        if (i < b->n && b->p[i] == ',')
            i++;
    }
    return stop;
}

/* ---- Ids, groups, cross references ---- */

static int ids(fields_body *b, const char *scheme)
{
    int stop = 0;
    const char *open;

    for (size_t i = 0, close; i < b->n && (open = memchr(b->p + i, '<', b->n - i)) && !stop; i = close + 1) {
        size_t from = (size_t)(open - b->p) + 1;
        close = find_close(b, from, '>');
        if (close == b->n)
            break;
        if (!memchr(b->p + from, '@', close - from) || memchr(b->p + from, '<', close - from))
            continue;
        fields_begin(b, TRAWL_MSGID, scheme);
        add_pieces(b, from, close, true);
        stop = hand_over(b, from - 1, close + 1);
    }
    return stop;
}

/* A newsgroup's name: RFC 5536 3.1.4, and a dot, since one word may be anything ("poster"). */
static bool is_group(const char *p, size_t n)
{
    bool dot = false;

    for (size_t i = 0; i < n; i++) {
        bool is_dot = p[i] == '.';
        if (!is_dot && !ascii_is_alnum((unsigned char)p[i]) && p[i] != '+' && p[i] != '-' && p[i] != '_')
            return false;
        dot = dot || is_dot;
    }
    return n > 0 && dot;
}

/* The word that begins at i: up to white space or that byte. */
static size_t word_end(const fields_body *b, size_t i, char stop)
{
    while (i < b->n && b->p[i] != stop && ((unsigned char)b->p[i] > ' ' || !is_blank(b->p[i])))
        i++;
    return i;
}

static int groups(fields_body *b)
{
    int stop = 0;

    for (size_t i = 0, end; i < b->n && !stop; i = end + 1) {
        i = fields_skip_blanks(b, i);
        end = word_end(b, i, ',');
        if (!is_group(b->p + i, end - i))
            continue;
        fields_begin(b, TRAWL_HDR, "news:");
        add_piece(b, i, end, false);
        stop = hand_over(b, i, end);
    }
    return stop;
}

/* server group:number group:number ... */
static int xref(fields_body *b)
{
    size_t host = fields_skip_blanks(b, 0), host_end = word_end(b, host, ' ');
    int stop = 0;

    for (size_t i = fields_skip_blanks(b, host_end), end, colon; i < b->n && !stop; i = fields_skip_blanks(b, end)) {
        end = word_end(b, i, ' ');
        for (colon = end; colon > i && b->p[colon - 1] != ':'; colon--)
            ;
        if (colon == i || colon == end || !is_group(b->p + i, colon - 1 - i))
            continue;
        fields_begin(b, TRAWL_HDR, "nntp://");
        fields_add(b, b->p + host, host_end - host);
        fields_add(b, "/", 1);
        add_piece(b, i, colon - 1, false);
        fields_add(b, "/", 1);
        add_piece(b, colon, end, false);
        stop = hand_over(b, i, end);
    }
    return stop;
}

int fields_links(fields_room *room, fields_how how, const char *p, size_t n, fields_sink *sink, void *user)
{
    fields_body b = {.p = p, .n = n, .room = room, .sink = sink, .user = user};

    switch (how) {
    case FIELDS_LIST:
        return list(&b);
    case FIELDS_URL:
        return url(&b);
    case FIELDS_IDS:
        return ids(&b, "mid:");
    case FIELDS_NEWS_IDS:
        return ids(&b, "news:");
    case FIELDS_CONTENT_ID:
        return ids(&b, "cid:");
    case FIELDS_GROUPS:
        return groups(&b);
    case FIELDS_XREF:
        return xref(&b);
    case FIELDS_EXTERNAL:
        return fields_external(&b);
    default:
        return 0;
    }
}
