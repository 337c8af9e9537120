/* fuzz_mail_headers.c - any bytes as a header field: as text, as a field with parameters, as a date
 *
 * The text is UTF-8 of bounded length. Its map tiles the field, with characters in order. Without a
 * map, and with a buffer that another field has used, the result is the same. The ISO form of a
 * date is read as the same date, in upper and lower case.
 */
#include "base/memory.h"
#include "base/utf8.h"
#include "fuzz.h"
#include "mail/header/header.h"

/* The most that a byte becomes: U+FFFD, and an escape in UTF-7; some bytes become two
 * characters. */
enum { WIDEST = 8 };

static const char *const names[] = {"boundary", "charset", "url", "x"};

static void must_be_utf8(const buffer *t)
{
    for (size_t i = 0; i < t->n;) {
        utf8_char c = utf8_decode(t->p + i, t->n - i);
        must(c.code != UTF8_INVALID, "the text is UTF-8");
        i += c.len;
    }
}

static void must_tile(srcmap *map, const buffer *t, size_t n)
{
    uint64_t src = 0, last = 0;

    must(map->text == t->n && map->src == n, "the map covers the text and the field");
    for (size_t i = map->first; i < map->end; i++)
        src += (uint64_t)map->runs[i].count * map->runs[i].src;
    must(src == n, "the runs cover the field");
    for (size_t i = 0; i < t->n; i += utf8_decode(t->p + i, t->n - i).len) {
        uint64_t from = srcmap_start(map, i);
        must(from >= last && from < n, "characters are in order");
        last = from;
    }
    must(srcmap_start(map, t->n) == n, "the runs end at the end of the field");
}

static bool same_text(const buffer *a, const buffer *b)
{
    return a->n == b->n && (a->n == 0 || memcmp(a->p, b->p, a->n) == 0);
}

static void as_text(const char *field, size_t n)
{
    buffer text = {.m = &memory_default}, again = {.m = &memory_default};
    words w;
    srcmap map;

    srcmap_open(&map, &memory_default);
    words_open(&w, &memory_default);
    must(words_decode(&w, &text, &map, field, n) == TRAWL_OK, "a field is decoded");
    must(text.n <= WIDEST * n, "the text has a bounded length");
    must_be_utf8(&text);
    must_tile(&map, &text, n);
    must(words_decode(&w, &again, NULL, "=?iso-2022-jp?B?GyRC?= =?big5?Q?=A4?=", 37) == TRAWL_OK,
         "another field is decoded");
    must(words_decode(&w, &again, NULL, field, n) == TRAWL_OK && same_text(&text, &again),
         "the same without a map");
    buffer_reset(&text, NULL);
    buffer_reset(&again, NULL);
    words_close(&w);
    srcmap_close(&map);
}

static void as_params(const char *field, size_t n)
{
    buffer text = {.m = &memory_default};
    words w;
    bool there;

    words_open(&w, &memory_default);
    must(params_value(&text, field, n) == TRAWL_OK && text.n <= n, "a value");
    for (size_t i = 0; i < text.n; i++)
        must((unsigned char)text.p[i] > ' ' && text.p[i] != ';' &&
                 !(text.p[i] >= 'A' && text.p[i] <= 'Z'),
             "a value has no blanks and no capitals");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        must(params_get(&w, &text, &there, field, n, names[i]) == TRAWL_OK, "a parameter");
        must(text.n <= WIDEST * n && (there || text.n == 0), "a value is in the field");
        if (i > 0)
            must_be_utf8(&text);
        else
            must(text.n == 0 || text.p[text.n - 1] != ' ', "a boundary has no blank at its end");
    }
    buffer_reset(&text, NULL);
    words_close(&w);
}

static void as_date(const char *field, size_t n)
{
    date_forms forms, again;
    char *upper = malloc(n + 1);
    bool is = date_forms_of(&forms, field, n);

    must(upper != NULL, "memory for the test");
    must(is == (forms.iso[0] != '\0') && strlen(forms.iso) < DATE_ISO,
         "date_forms_of returns whether it is a date");
    must(!is || (date_forms_of(&again, forms.iso, strlen(forms.iso)) &&
                 strcmp(forms.iso, again.iso) == 0 && forms.seconds == again.seconds),
         "the ISO form is read as the same date");
    for (size_t i = 0; i < n; i++)
        upper[i] = (char)(field[i] >= 'a' && field[i] <= 'z' ? field[i] - 32 : field[i]);
    must(date_forms_of(&again, upper, n) == is && strcmp(forms.iso, again.iso) == 0,
         "the same in capitals");
    free(upper);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *field = malloc(size ? size : 1);

    must(field != NULL, "memory for the test");
    if (size)
        memcpy(field, data, size);
    as_text(field, size);
    as_params(field, size);
    as_date(field, size);
    free(field);
    return 0;
}
