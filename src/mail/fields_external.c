/* fields_external.c - Content-Type: message/external-body; access-type=URL; URL="..." (RFC 2017, SPEC E15)
 *
 * White space in the value goes, wherever it stands. A value in numbered pieces (RFC 2231 section 3) is put together in the order of
 * their numbers, what is escaped in them decoded; the link's place is then all from the first of them to the last. Charsets and
 * languages are passed over: a URL is ASCII.
 */
#include <string.h>
#include <trawl.h>

#include "base/ascii.h"
#include "mail/fields_inside.h"
#include "mail/params_split.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* "URL", "URL*", "URL*2", "URL*2*": is it the piece of that number? A name without one is the 0th. */
static bool is_piece(const params_pair *pair, const char *name, unsigned number, bool *escaped)
{
    size_t k = strlen(name), n = pair->name_n;
    unsigned value = 0;

    if (n < k || !ascii_same(pair->name, name, k))
        return false;
    *escaped = n > k && pair->name[n - 1] == '*';
    n -= *escaped;
    if (n == k)
        return number == 0;
    if (pair->name[k] != '*' || n == k + 1 || n > k + 4)
        return false;
    for (size_t i = k + 1; i < n; i++) {
        if (!ascii_is_digit((unsigned char)pair->name[i]))
            return false;
        value = 10 * value + (unsigned)(pair->name[i] - '0');
    }
    return value == number;
}

static bool find_piece(const fields_body *b, const char *name, unsigned number, params_pair *pair, bool *escaped)
{
    params_split s = {.p = b->p, .n = b->n};

    while (params_next(&s, pair))
        if (is_piece(pair, name, number, escaped))
            return true;
    return false;
}

static void add_escaped(fields_body *b, const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int high = p[i] == '%' && n - i > 2 ? ascii_hex((unsigned char)p[i + 1]) : -1;
        int low = high >= 0 ? ascii_hex((unsigned char)p[i + 2]) : -1;
        char c = low >= 0 ? (char)(16 * high + low) : p[i];
        if (!is_blank(c) && c != '"')
            fields_add(b, &c, 1);
        i += low >= 0 ? 2 : 0;
    }
}

/* What of a first escaped piece stands behind "charset'language'". */
static size_t behind_charset(const params_pair *pair)
{
    const char *first = memchr(pair->value, '\'', pair->value_n), *second = NULL;

    if (first)
        second = memchr(first + 1, '\'', pair->value_n - (size_t)(first + 1 - pair->value));
    return second ? (size_t)(second + 1 - pair->value) : 0;
}

static int send_pieces(fields_body *b)
{
    size_t from = b->n, to = 0;
    params_pair pair;
    bool escaped;

    fields_begin(b, TRAWL_HDR, "");
    for (unsigned i = 0; i < FIELDS_PIECES && find_piece(b, "url", i, &pair, &escaped); i++) {
        size_t at = (size_t)(pair.value - b->p), skip = escaped && i == 0 ? behind_charset(&pair) : 0;
        for (size_t k = skip; !escaped && k < pair.value_n; k++)
            if (!is_blank(pair.value[k]))
                fields_add(b, pair.value + k, 1);
        if (escaped)
            add_escaped(b, pair.value + skip, pair.value_n - skip);
        from = at < from ? at : from;
        to = at + pair.value_n > to ? at + pair.value_n : to;
    }
    b->link.piece_count = from < to;
    b->room->pieces[0] = (fields_piece){from, to};
    return fields_send_if_url(b, from, to);
}

int fields_external(fields_body *b)
{
    static const char type[] = "message/external-body";
    params_pair pair;
    bool escaped;
    size_t from = fields_skip_blanks(b, 0);

    if (b->n - from < sizeof type - 1 || !ascii_same(b->p + from, type, sizeof type - 1))
        return 0;
    if (!find_piece(b, "access-type", 0, &pair, &escaped) || pair.value_n != 3 || !ascii_same(pair.value, "url", 3) ||
        !find_piece(b, "url", 0, &pair, &escaped))
        return 0;
    if (escaped || pair.name_n > 3)
        return send_pieces(b);
    from = (size_t)(pair.value - b->p);
    return fields_send_url(b, from, from + pair.value_n, (fields_piece){from, from + pair.value_n});
}
