/* fields.c - the table of field names of mail and news; finds links in structured fields
 *
 * For each name the table has how the field is read, its role for the message, and how typical it
 * is of mail (for container/sniff.c). fields_links() finds the links in fields of URLs, ids and
 * newsgroups (RFC 2369, 2392, 2017, 5064, 5536). Fields of text are left to the scanner.
 */
#include "base/check.h"
#include "base/out.h"
#include "find/wrap/wrap.h"
#include "mail/header/inside.h"

/* ---- The table ---- */

typedef struct field_row {
    const char *name; /* in lower case */
    unsigned char n, how, role, signs;
} field_row;

#include "mail/header/fields_table.h"

enum { ROWS = sizeof rows / sizeof rows[0], FAMILIES = sizeof families / sizeof families[0] };

/* Returns true if the name begins with the row's name. Compares with bit 5 set: this makes capitals
 * lower case, and turns no other valid byte of a name into a byte used in the table. The last eight
 * bytes may overlap those before. */
static bool fields_begins_with(const char *name, const field_row *row)
{
    const uint64_t folded = 0x2020202020202020u;
    size_t i = 0;

    for (; i + 8 < row->n; i += 8)
        if ((eight_load(name + i) | folded) != eight_load(row->name + i))
            return false;
    if (row->n >= 8)
        return (eight_load(name + row->n - 8) | folded) == eight_load(row->name + row->n - 8);
    while (i < row->n && (name[i] | 0x20) == row->name[i])
        i++;
    return i == row->n;
}

/* Returns the row for a name, searching from rows[from] on, or the row of its longest prefix, or
 * NULL. */
static const field_row *fields_find_row(unsigned from, const char *name, size_t n)
{
    for (unsigned i = from; n > 0 && i < ROWS && rows[i].name[0] <= (name[0] | 0x20); i++)
        if (rows[i].n == n && fields_begins_with(name, &rows[i]))
            return &rows[i];
    for (unsigned i = n > 0 ? FAMILIES : 0; i-- > 0;)
        if (families[i].n < n && fields_begins_with(name, &families[i]))
            return &families[i];
    return NULL;
}

void fields_index_make(fields_index *x, unsigned hows, unsigned roles)
{
    *x = (fields_index){.all = hows >> FIELDS_OTHER & 1};
    for (unsigned i = ROWS; i-- > 0;)
        if (x->all || ((hows >> rows[i].how | roles >> rows[i].role) & 1))
            x->row[fields_slot(rows[i].name, rows[i].n)] = (unsigned char)(i + 1);
}

fields_how fields_know(const fields_index *x, const char *name, size_t n, fields_role *role)
{
    const unsigned first = n > 0 ? x->row[fields_slot(name, n)] : 0;
    const field_row *row = first > 0 ? &rows[first - 1] : NULL;

    /* Fast path: the first row of the slot. */
    if (!row || row->n != n || !fields_begins_with(name, row))
        row = fields_find_row(first > 0 ? first : ROWS, name, n);

    *role = row ? (fields_role)row->role : FIELDS_NO_ROLE;
    return row ? (fields_how)row->how : FIELDS_OTHER;
}

unsigned fields_signs(const char *name, size_t n)
{
    const field_row *row = fields_find_row(0, name, n);

    return row ? row->signs : FIELDS_FOREIGN;
}

/* ---- Putting a link together ---- */

/* The maximum length of the text that fields_begin_link() puts at the start of a link. */
#define FIELDS_BEFORE 16

/* A field's body, and the link that is put together from its pieces. */
typedef struct fields_body {
    const char *p;
    size_t n;
    fields_room *room;
    fields_link link;
    bool failed; /* out of memory */
    fields_sink *sink;
    void *user;
} fields_body;

void fields_open(fields_room *room, const memory *m)
{
    room->m = m;
    room->url = NULL;
    room->url_size = 0;
}

void fields_close(fields_room *room)
{
    memory_free(room->m, room->url);
}

/* Begins a link with `before`, text that is not in the field: "mid:", or "". That text has at most
 * FIELDS_BEFORE bytes. */
static void fields_begin_link(fields_body *b, int kind, const char *before)
{
    b->link = (fields_link){.kind = kind, .pieces = b->room->pieces, .url_n = strlen(before)};
    CHECK(b->link.url_n <= FIELDS_BEFORE);
    memcpy(b->room->url, before, b->link.url_n);
}

/* Makes room for n more bytes of the URL. Returns how many of them fit: fewer than n if the URL
 * becomes too long, 0 when out of memory. */
__attribute__((noinline)) static size_t fields_make_room(fields_body *b, size_t n)
{
    fields_room *room = b->room;
    const size_t most = FIELDS_LONGEST - b->link.url_n;

    if (n > most) {
        b->link.over = true;
        n = most;
    }
    if (!memory_grow(room->m, &room->url, &room->url_size, b->link.url_n + n, 1)) {
        b->failed = true;
        return 0;
    }
    if (room->url_size > FIELDS_LONGEST)
        room->url_size = FIELDS_LONGEST;
    return n;
}

static inline void fields_add(fields_body *b, const char *p, size_t n)
{
    if (n > b->room->url_size - b->link.url_n)
        n = fields_make_room(b, n);
    CHECK(n <= b->room->url_size - b->link.url_n);
    memcpy(b->room->url + b->link.url_n, p, n);
    b->link.url_n += n;
}

/* Adds p[from..to), with escapes of the bytes that a URL cannot contain. */
static void add_encoded(fields_body *b, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        char room[URL_ESCAPED_MAX];
        text_out o = {room, sizeof room, 0};
        unsigned char c = (unsigned char)b->p[i];
        if (url_id_keeps(c, false))
            out_byte(&o, (char)c);
        else
            out_percent(&o, c);
        fields_add(b, room, o.len);
    }
}

/* Adds the piece p[from..to). If `encode` is true, percent-encodes bytes that a URL cannot
 * contain. */
static inline void fields_add_piece(fields_body *b, size_t from, size_t to, bool encode)
{
    if (b->link.piece_count == FIELDS_PIECES || from == to) {
        b->link.over = b->link.over || from < to;
        return;
    }
    b->room->pieces[b->link.piece_count++] = (fields_piece){from, to};
    if (encode)
        add_encoded(b, from, to);
    else
        fields_add(b, b->p + from, to - from);
}

/* Adds p[from..to) without white space, one piece per word. */
static void add_pieces(fields_body *b, size_t from, size_t to, bool encode)
{
    for (size_t i = skip_space(b->p, from, to), end; i < to; i = skip_space(b->p, end, to)) {
        end = find_space(b->p, i, to);
        fields_add_piece(b, i, end, encode);
    }
}

/* Passes the link, which is p[from..to) with its brackets, to the sink, unless it is empty. Returns
 * 0, TRAWL_ERROR_NO_MEMORY, or the value with which the sink stopped. */
static int fields_send(fields_body *b, size_t from, size_t to)
{
    b->link.url = b->room->url;
    b->link.extent = (fields_piece){from, to};
    b->link.over = b->link.over || b->link.url_n > FOUND_BYTES;
    if (b->failed)
        return TRAWL_ERROR_NO_MEMORY;
    return b->link.piece_count == 0 ? 0 : b->sink(b->user, &b->link);
}

static int send_if_url(fields_body *b, size_t from, size_t to)
{
    size_t scheme = form_scheme(b->room->url, b->link.url_n);

    return b->failed || (scheme > 0 && scheme < b->link.url_n) ? fields_send(b, from, to) : 0;
}

/* Sends the URL in p[from..to) if it begins with a scheme; removes "URL:" before it. `extent`
 * includes the brackets, if there are any. */
static int fields_send_url(fields_body *b, size_t from, size_t to, fields_piece extent)
{
    fields_begin_link(b, TRAWL_KIND_HDR, "");
    if (to - from > 4 && ascii_same(b->p + from, "url:", 4))
        from += 4;
    add_pieces(b, from, to, false);
    return send_if_url(b, extent.from, extent.to);
}

/* ---- URLs ---- */

/* Returns the offset of the next `closer`, or the end. */
static size_t find_close(const fields_body *b, size_t open, char closer)
{
    const char *close = memchr(b->p + open, closer, b->n - open);

    return close ? (size_t)(close - b->p) : b->n;
}

/* Sends the URL of a field: in brackets, in quotes or bare. A blank ends a bare URL, but a folded
 * line break does not. */
static int take_url(fields_body *b)
{
    size_t i = skip_comments(b->p, b->n, 0), end = i;

    if (i < b->n && (b->p[i] == '<' || b->p[i] == '"')) {
        end = find_close(b, i + 1, b->p[i] == '<' ? '>' : '"');
        return end < b->n ? fields_send_url(b, i + 1, end, (fields_piece){i, end + 1}) : 0;
    }
    while (end < b->n) {
        size_t next = skip_space(b->p, end, b->n);
        if (next > end && !memchr(b->p + end, '\n', next - end))
            break;
        end = next > end ? next : end + 1;
    }
    end = i + trim_space(b->p, i, end).n;
    return fields_send_url(b, i, end, (fields_piece){i, end});
}

/* Sends the URLs of "<URL>, <URL> (comment), ..." up to the first other item. Old lists wrote a
 * single URL without brackets. */
static int take_list(fields_body *b)
{
    size_t first = skip_comments(b->p, b->n, 0);
    int stop = 0;

    if (first < b->n && b->p[first] != '<')
        return take_url(b);
    for (size_t i = first, close; i < b->n && b->p[i] == '<' && !stop;
         i = skip_comments(b->p, b->n, i)) {
        close = find_close(b, i, '>');
        if (close == b->n)
            break;
        stop = fields_send_url(b, i + 1, close, (fields_piece){i, close + 1});
        i = skip_comments(b->p, b->n, close + 1);
        if (i < b->n && b->p[i] == ',')
            i++;
    }
    return stop;
}

/* ---- Ids, groups, cross references ---- */

static int take_ids(fields_body *b, const char *scheme)
{
    int stop = 0;
    const char *open;

    for (size_t i = 0, close; i < b->n && (open = memchr(b->p + i, '<', b->n - i)) && !stop;
         i = close + 1) {
        size_t from = (size_t)(open - b->p) + 1;
        close = find_close(b, from, '>');
        if (close == b->n)
            break;
        if (!memchr(b->p + from, '@', close - from) || memchr(b->p + from, '<', close - from))
            continue;
        fields_begin_link(b, TRAWL_KIND_MSGID, scheme);
        add_pieces(b, from, close, true);
        stop = fields_send(b, from - 1, close + 1);
    }
    return stop;
}

/* Returns true for the name of a newsgroup (RFC 5536 3.1.4) with a dot. A single word may be
 * something else, such as "poster". */
static bool is_group(const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!ascii_is_scheme((unsigned char)p[i]) && p[i] != '_')
            return false;
    return n > 0 && memchr(p, '.', n);
}

/* Returns the end of the word at i: white space or the byte `stop`. */
static size_t fields_word_end(const fields_body *b, size_t i, char stop)
{
    while (i < b->n && b->p[i] != stop && !is_space(b->p[i]))
        i++;
    return i;
}

static int fields_take_groups(fields_body *b)
{
    int stop = 0;

    for (size_t i = 0, end; i < b->n && !stop; i = end + 1) {
        i = skip_space(b->p, i, b->n);
        end = fields_word_end(b, i, ',');
        if (!is_group(b->p + i, end - i))
            continue;
        fields_begin_link(b, TRAWL_KIND_HDR, "news:");
        fields_add_piece(b, i, end, false);
        stop = fields_send(b, i, end);
    }
    return stop;
}

/* Sends nntp: URLs for "server group:number group:number ...". */
static int take_xref(fields_body *b)
{
    size_t host = skip_space(b->p, 0, b->n), host_end = fields_word_end(b, host, ' ');
    int stop = 0;

    for (size_t i = skip_space(b->p, host_end, b->n), end, colon; i < b->n && !stop;
         i = skip_space(b->p, end, b->n)) {
        end = fields_word_end(b, i, ' ');
        for (colon = end; colon > i && b->p[colon - 1] != ':'; colon--)
            ;
        if (colon == i || colon == end || !is_group(b->p + i, colon - 1 - i))
            continue;
        fields_begin_link(b, TRAWL_KIND_HDR, "nntp://");
        fields_add(b, b->p + host, host_end - host);
        fields_add(b, "/", 1);
        fields_add_piece(b, i, colon - 1, false);
        fields_add(b, "/", 1);
        fields_add_piece(b, colon, end, false);
        stop = fields_send(b, i, end);
    }
    return stop;
}

/* ---- message/external-body (RFC 2017) ---- */

/* Finds the parameter "name*number"; a parameter without a number counts as number 0. */
static bool find_piece(const fields_body *b, const char *name, size_t number, params_pair *pair)
{
    params_split s = {.p = b->p, .n = b->n};
    size_t n = strlen(name);

    while (params_next(&s, pair))
        if (pair->name_n == n && ascii_same(pair->name, name, n) &&
            (pair->number == PARAMS_NO_NUMBER ? number == 0 : pair->number == number))
            return true;
    return false;
}

/* Sends a URL given in pieces, "URL*0=...; URL*1*=...". Its extent covers all of them. */
static int send_joined(fields_body *b)
{
    size_t from = b->n, to = 0;
    params_pair pair;

    fields_begin_link(b, TRAWL_KIND_HDR, "");
    for (size_t i = 0; i < FIELDS_PIECES && find_piece(b, "url", i, &pair); i++) {
        size_t at = (size_t)(pair.value - b->p), k = 0;
        if (pair.extended && i == 0)
            k = params_charset_length(pair.value, pair.value_n);
        for (; k < pair.value_n; k++) {
            int byte = pair.extended ? ascii_escape(pair.value + k, pair.value_n - k) : -1;
            char c = byte < 0 ? pair.value[k] : (char)byte;
            if (!is_space(c) && !(pair.extended && c == '"'))
                fields_add(b, &c, 1);
            k += byte < 0 ? 0 : 2;
        }
        from = at < from ? at : from;
        to = at + pair.value_n > to ? at + pair.value_n : to;
    }
    b->link.piece_count = from < to;
    b->room->pieces[0] = (fields_piece){from, to};
    return send_if_url(b, from, to);
}

bool fields_is_external(const char *p, size_t n)
{
    static const char type[] = "message/external-body";
    size_t from = skip_space(p, 0, n);

    return n - from >= sizeof type - 1 && ascii_same(p + from, type, sizeof type - 1);
}

static int take_external(fields_body *b)
{
    params_pair pair;
    size_t from;

    if (!fields_is_external(b->p, b->n) || !find_piece(b, "access-type", 0, &pair) ||
        pair.value_n != 3 || !ascii_same(pair.value, "url", 3) || !find_piece(b, "url", 0, &pair))
        return 0;
    if (pair.extended || pair.number != PARAMS_NO_NUMBER)
        return send_joined(b);
    from = (size_t)(pair.value - b->p);
    return fields_send_url(b, from, from + pair.value_n, (fields_piece){from, from + pair.value_n});
}

int fields_links(fields_room *room, fields_how how, const char *p, size_t n, fields_sink *sink,
                 void *user)
{
    fields_body b = {.p = p, .n = n, .room = room, .sink = sink, .user = user};

    if (!memory_grow(room->m, &room->url, &room->url_size, FIELDS_BEFORE, 1))
        return TRAWL_ERROR_NO_MEMORY;
    switch (how) {
    case FIELDS_LIST:
        return take_list(&b);
    case FIELDS_URL:
        return take_url(&b);
    case FIELDS_IDS:
        return take_ids(&b, "mid:");
    case FIELDS_NEWS_IDS:
        return take_ids(&b, "news:");
    case FIELDS_CONTENT_ID:
        return take_ids(&b, "cid:");
    case FIELDS_GROUPS:
        return fields_take_groups(&b);
    case FIELDS_XREF:
        return take_xref(&b);
    case FIELDS_EXTERNAL:
        return take_external(&b);
    default:
        return 0;
    }
}
