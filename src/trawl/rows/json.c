/* json.c - rows of JSON (RFC 8259), one value a line: an object, a list, a string or null
 *
 * Bytes in strings that are not UTF-8 are accepted, since a text may have any charset.
 */
#include "base/ascii.h"
#include "base/utf8.h"
#include "trawl/rows/rows.h"

/* The maximum number of lists and objects inside each other. */
#define JSON_DEPTH 100

struct json {
    const char *p, *end;
    unsigned depth;
};

static const char not_json[] = "not JSON";

static void json_blanks(struct json *j)
{
    while (j->p < j->end && (*j->p == ' ' || *j->p == '\t' || *j->p == '\r' || *j->p == '\n'))
        j->p++;
}

/* Passes over blanks, this byte, and blanks. Returns false if another byte follows the first
 * blanks. */
static bool json_takes(struct json *j, char byte)
{
    json_blanks(j);
    if (j->p == j->end || *j->p != byte)
        return false;
    j->p++;
    json_blanks(j);
    return true;
}

/* Returns the value of four hex digits, or -1. */
static int json_hex(const char *p, const char *end)
{
    int value = 0;

    if (end - p < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        int digit = ascii_hex((unsigned char)p[i]);

        if (digit < 0)
            return -1;
        value = value << 4 | digit;
    }
    return value;
}

/* The following skip a part of JSON. Return false when it is wrong. */

static bool json_skip_string(struct json *j)
{
    for (j->p++; j->p < j->end && *j->p != '"'; j->p++) {
        if ((unsigned char)*j->p < 0x20)
            return false;
        if (*j->p != '\\')
            continue;
        if (++j->p == j->end || !*j->p || !strchr("\"\\/bfnrtu", *j->p))
            return false;
        if (*j->p == 'u' && json_hex(j->p + 1, j->end) < 0)
            return false;
    }
    return j->p++ < j->end;
}

static size_t json_digits(struct json *j)
{
    const char *from = j->p;

    while (j->p < j->end && ascii_is_digit((unsigned char)*j->p))
        j->p++;
    return (size_t)(j->p - from);
}

static bool json_skip_number(struct json *j)
{
    bool zero;

    j->p += *j->p == '-';
    zero = j->p < j->end && *j->p == '0';
    if (zero)
        j->p++;
    else if (json_digits(j) == 0)
        return false;
    if (j->p < j->end && *j->p == '.') {
        j->p++;
        if (json_digits(j) == 0)
            return false;
    }
    if (j->p < j->end && (*j->p | 0x20) == 'e') {
        j->p++;
        j->p += j->p < j->end && (*j->p == '+' || *j->p == '-');
        return json_digits(j) > 0;
    }
    return true;
}

static bool json_skip_word(struct json *j, const char *word)
{
    size_t n = strlen(word);

    if ((size_t)(j->end - j->p) < n || memcmp(j->p, word, n) != 0)
        return false;
    j->p += n;
    return true;
}

/* Called for each member of an object, with its name, or of a list, with its number from 1. */
typedef bool json_member(void *user, trawl_str name, uint64_t number, trawl_str value);

static bool json_skip(struct json *j);

/* Passes on the members of an object or a list. `take` may be NULL. Calls json_skip(), up to
 * JSON_DEPTH deep. */
static bool json_members(struct json *j, json_member *take, void *user)
{
    const bool object = *j->p++ == '{';
    const char last = object ? '}' : ']';

    if (json_takes(j, last))
        return true;
    for (uint64_t number = 1;; number++) {
        struct json before;
        trawl_str name = {NULL, 0};

        json_blanks(j);
        if (object) {
            before = *j;
            if (j->p == j->end || *j->p != '"' || !json_skip_string(j))
                return false;
            name = (trawl_str){before.p, (size_t)(j->p - before.p)};
            if (!json_takes(j, ':'))
                return false;
        }
        before = *j;
        if (!json_skip(j) ||
            (take && !take(user, name, number, (trawl_str){before.p, (size_t)(j->p - before.p)})))
            return false;
        if (json_takes(j, last))
            return true;
        if (!json_takes(j, ','))
            return false;
    }
}

static bool json_skip(struct json *j)
{
    bool good;

    if (j->p == j->end)
        return false;
    switch (*j->p) {
    case '"':
        return json_skip_string(j);
    case '{':
    case '[':
        if (++j->depth > JSON_DEPTH)
            return false;
        good = json_members(j, NULL, NULL);
        j->depth--;
        return good;
    case 'n':
        return json_skip_word(j, "null");
    case 't':
        return json_skip_word(j, "true");
    case 'f':
        return json_skip_word(j, "false");
    default:
        return json_skip_number(j);
    }
}

/* ---- Cells ---- */

struct json_row {
    struct rows_columns *columns;
    struct buffer *name;
};

static struct rows_cell json_cell(trawl_str raw)
{
    return (struct rows_cell){*raw.p == '"'   ? CELL_TEXT
                              : *raw.p == 'n' ? CELL_NULL
                                              : CELL_OTHER,
                              raw};
}

/* A json_member. Of members with the same name the last one counts. */
static bool json_take(void *user, trawl_str name, uint64_t number, trawl_str value)
{
    const struct json_row *row = user;
    struct rows_columns *columns = row->columns;

    if (name.p) {
        row->name->n = 0;
        (void)rows_json_text(name, row->name);
    }
    for (size_t i = 0; i < columns->count; i++) {
        const struct rows_column *c = &columns->columns[i];
        bool same = name.p ? c->name.n == row->name->n &&
                                 (c->name.n == 0 || memcmp(c->name.p, row->name->p, c->name.n) == 0)
                           : c->number == number;

        if (same)
            columns->cells[i] = json_cell(value);
    }
    return true;
}

const char *rows_json(trawl_str row, struct rows_columns *c, struct buffer *name)
{
    struct json j = {row.p, row.p + row.n, 0};
    struct json_row taken = {c, name};
    const char *from;
    bool good, many;

    json_blanks(&j);
    from = j.p;
    many = j.p < j.end && (*j.p == '{' || *j.p == '[');
    good = many ? json_members(&j, json_take, &taken) : json_skip(&j);
    if (good && !many && (c->single || *from == 'n'))
        c->cells[0] = json_cell((trawl_str){from, (size_t)(j.p - from)});
    json_blanks(&j);
    if (!good || j.p < j.end)
        return not_json;
    return c->cells[0].type == CELL_ABSENT  ? "the row has no such column"
           : c->cells[0].type == CELL_OTHER ? "the column is neither a string nor null"
                                            : NULL;
}

/* ---- Strings ---- */

/* Decodes \uXXXX, or two for one character; half of a pair becomes U+FFFD. Sets *n to the bytes
 * after the backslash. */
static uint32_t json_unicode(const char *p, const char *end, size_t *n)
{
    int high = json_hex(p + 1, end), low;

    *n = 5;
    if (high < 0xD800 || high > 0xDFFF)
        return (uint32_t)high;
    low = high < 0xDC00 && end - p > 6 && p[5] == '\\' && p[6] == 'u' ? json_hex(p + 7, end) : 0;
    if (low < 0xDC00 || low > 0xDFFF)
        return 0xFFFD;
    *n = 11;
    return 0x10000 + ((uint32_t)(high - 0xD800) << 10 | (uint32_t)(low - 0xDC00));
}

const char *rows_json_text(trawl_str raw, struct buffer *text)
{
    static const char letters[] = "bfnrt", bytes[] = "\b\f\n\r\t";
    const char *p = raw.p + 1, *end = raw.p + raw.n - 1;

    while (p < end) {
        const char *slash = memchr(p, '\\', (size_t)(end - p)), *known;
        size_t run = (size_t)((slash ? slash : end) - p), used = 1, n = 1;
        char made[8];

        if (buffer_add(text, p, run) != TRAWL_OK || !slash)
            return NULL;
        p = slash + 1;
        known = strchr(letters, *p);
        made[0] = known ? bytes[known - letters] : *p;
        if (*p == 'u') {
            uint32_t code = json_unicode(p, end, &used);
            n = utf8_encode(made, code);
        }
        if (buffer_add(text, made, n) != TRAWL_OK)
            return NULL;
        p += used;
    }
    return NULL;
}
