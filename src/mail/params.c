/* params.c - the parameters of Content-Type and its kind, decoded (RFC 2045 section 5, RFC 2231 sections 3 and 4)
 *
 * A field is read once to see in which forms a parameter is there, and once more if it is there in numbered pieces. Their
 * bytes are joined before the charset is undone: a character may be cut.
 */
#include "mail/params.h"

#include <string.h>
#include <trawl.h>

#include "base/ascii.h"
#include "mail/words_inside.h"

#define NO_NUMBER SIZE_MAX

/* In which form a parameter has the name that is looked for. */
typedef struct form {
    bool is;       /* it has it */
    bool extended; /* "name*", "name*0*": with escapes */
    size_t number; /* "name*0", or NO_NUMBER */
} form;

/* One piece of a value. */
typedef struct piece {
    params_pair pair;
    bool there, extended;
} piece;

/* All that a field has of a parameter: the first of each form. */
typedef struct found {
    piece plain, extended;
    size_t numbered; /* how many numbered pieces */
} found;

/* "*0", "*0*" and "*" behind a name. */
static form form_of(const params_pair *pair, const char *name)
{
    size_t n = strlen(name), len = pair->name_n, number = 0;
    form f = {.number = NO_NUMBER};

    if (len < n || ascii_lower(pair->name[0]) != name[0] || !ascii_same(pair->name, name, n))
        return f;
    f.extended = len > n && pair->name[len - 1] == '*';
    len -= f.extended;
    if (len == n || (len > n + 1 && pair->name[n] == '*'))
        f.is = true;
    for (size_t i = n + 1; i < len; i++) {
        unsigned char c = (unsigned char)pair->name[i];
        f.is = f.is && ascii_is_digit(c);
        number = number < SIZE_MAX / 100 ? 10 * number + (unsigned)(c - '0') : number;
    }
    if (len > n)
        f.number = number;
    return f;
}

static void keep_first(piece *p, const params_pair *pair, bool extended)
{
    if (!p->there)
        *p = (piece){*pair, true, extended};
}

/* Through the pairs that are kept, or through the field again. */
typedef struct pairs {
    const params_field *p;
    size_t i;
    params_split s;
    params_pair pair;
} pairs;

static pairs pairs_of(const params_field *p)
{
    return (pairs){.p = p, .s = {.p = p->field, .n = p->n}};
}

static const params_pair *next_pair(pairs *all)
{
    if (!all->p->whole)
        return params_next(&all->s, &all->pair) ? &all->pair : NULL;
    return all->i < all->p->count ? &all->p->pairs[all->i++] : NULL;
}

static found find(const params_field *p, const char *name)
{
    pairs each = pairs_of(p);
    const params_pair *pair;
    found all = {0};

    while ((pair = next_pair(&each)) != NULL) {
        form f = form_of(pair, name);
        if (!f.is)
            continue;
        if (f.number != NO_NUMBER)
            all.numbered++;
        else
            keep_first(f.extended ? &all.extended : &all.plain, pair, f.extended);
    }
    return all;
}

/* The numbered pieces into slots[0..count): none of a higher number can be reached from 0 or 1 without a gap. */
static void sort_pieces(piece *slots, size_t count, const params_field *p, const char *name)
{
    pairs each = pairs_of(p);
    const params_pair *pair;

    memset(slots, 0, count * sizeof *slots);
    while ((pair = next_pair(&each)) != NULL) {
        form f = form_of(pair, name);
        if (f.is && f.number < count)
            keep_first(&slots[f.number], pair, f.extended);
    }
}

/* "%41" in the text from this place on. */
static void unescape(words_text *t, size_t from)
{
    size_t to = from;

    for (size_t i = from; i < t->n; i++, to++) {
        int high = t->p[i] == '%' && t->n - i > 2 ? ascii_hex((unsigned char)t->p[i + 1]) : -1;
        int low = high >= 0 ? ascii_hex((unsigned char)t->p[i + 2]) : -1;
        t->p[to] = low < 0 ? t->p[i] : (char)(high << 4 | low);
        i += low < 0 ? 0 : 2;
    }
    t->n = to;
}

/* The charset of "utf-8'en'text", which goes with its quotes; NULL when there is none that is known. */
static const names_row *take_charset(words_text *t)
{
    char *first = t->n > 0 ? memchr(t->p, '\'', t->n) : NULL, *second;
    const names_row *row;

    second = first ? memchr(first + 1, '\'', t->n - (size_t)(first + 1 - t->p)) : NULL;
    if (!second)
        return NULL;
    row = names_find(t->p, (size_t)(first - t->p));
    second++;
    t->n -= (size_t)(second - t->p);
    memmove(t->p, second, t->n);
    return row;
}

/* Pieces in a row, up to one that is missing, joined in t. *escapes: some of them are extended. */
static int join(words_text *t, const piece *pieces, size_t count, const names_row **row, bool *escapes)
{
    int failed = TRAWL_OK;

    *row = NULL;
    *escapes = false;
    t->n = 0;
    for (size_t i = 0; i < count && pieces[i].there && !failed; i++) {
        size_t from = t->n;
        failed = params_unquote(t, &pieces[i].pair);
        if (failed || !pieces[i].extended)
            continue;
        if (i == 0)
            *row = take_charset(t);
        unescape(t, from);
        *escapes = true;
    }
    return failed;
}

/* Is there more in it than ASCII? */
static bool is_encoded(const words_text *t)
{
    for (size_t i = 0; i < t->n; i++)
        if ((unsigned char)t->p[i] >= 0x80 || (t->p[i] == '=' && t->n - i > 1 && t->p[i + 1] == '?'))
            return true;
    return false;
}

static void trim_end(words_text *t)
{
    while (t->n > 0 && (t->p[t->n - 1] == ' ' || t->p[t->n - 1] == '\t'))
        t->n--;
}

/* To text by a charset that may be unknown, or by one's own looks. */
static int put_bytes(words_text *value, words_text *bytes, const names_row *row)
{
    bool known;
    int failed = words_know(value->room, row, &known);

    if (failed)
        return failed;
    value->room->bytes.n = 0;
    value->n = 0;
    failed = words_put(&value->room->bytes, bytes->p, bytes->n);
    return failed ? failed : words_put_bytes(value, NULL, known ? row : NULL);
}

/* The value of pieces in a row; *verbatim when its bytes are wanted. */
static int put_pieces(words_text *value, const piece *pieces, size_t count, bool verbatim)
{
    const names_row *row;
    words_text *joined;
    bool escapes;
    int failed = words_make_room(value);

    if (failed)
        return failed;
    joined = &value->room->joined;
    failed = join(joined, pieces, count, &row, &escapes);
    if (failed)
        return failed;
    if (verbatim)
        return words_put(value, joined->p, joined->n);
    return escapes ? put_bytes(value, joined, row) : words_decode(value, NULL, joined->p, joined->n);
}

/* A plain one, which mostly is ASCII and nothing else. */
static int put_plain(words_text *value, const piece *plain, bool verbatim)
{
    int failed = params_unquote(value, &plain->pair);

    if (failed || verbatim || !is_encoded(value))
        return failed;
    value->n = 0;
    return put_pieces(value, plain, 1, false);
}

/* *there: some of them begin with 0, or with 1 as some mailers count. */
static int put_numbered(words_text *value, bool *there, size_t count, const params_field *p, const char *name,
                        bool verbatim)
{
    piece *slots = memory_get(value->m, ++count * sizeof *slots);
    const piece *first = slots;
    int failed = TRAWL_OK;

    if (!slots)
        return TRAWL_NO_MEMORY;
    sort_pieces(slots, count, p, name);
    if (!first->there) {
        first++;
        count--;
    }
    *there = first->there;
    if (*there)
        failed = put_pieces(value, first, count, verbatim);
    memory_free(value->m, slots);
    return failed;
}

void params_read(params_field *p, const char *field, size_t n)
{
    params_split s = {.p = field, .n = n};

    p->field = field;
    p->n = n;
    for (p->count = 0; p->count < PARAMS_PAIRS && params_next(&s, &p->pairs[p->count]); p->count++)
        ;
    p->whole = p->count < PARAMS_PAIRS;
}

int params_find(words_text *value, bool *there, const params_field *p, const char *name)
{
    bool verbatim;
    int failed = TRAWL_OK;
    found f;

    value->n = 0;
    *there = false;
    if (p->whole && p->count == 0)
        return TRAWL_OK;
    f = find(p, name);
    verbatim = strcmp(name, "boundary") == 0;
    *there = f.extended.there;
    if (*there)
        failed = put_pieces(value, &f.extended, 1, verbatim);
    else if (f.numbered > 0)
        failed = put_numbered(value, there, f.numbered, p, name, verbatim);
    if (!failed && !*there && f.plain.there) {
        *there = true;
        failed = put_plain(value, &f.plain, verbatim);
    }
    if (verbatim)
        trim_end(value);
    return failed;
}

int params_get(words_text *value, bool *there, const char *field, size_t n, const char *name)
{
    params_field p;

    params_read(&p, field, n);
    return params_find(value, there, &p, name);
}
