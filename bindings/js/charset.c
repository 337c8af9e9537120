/* charset.c - takes the place of the charsets in modules that read no mail
 *
 * JavaScript writes UTF-8, and sets no charset. Of the byte-order marks, only that of UTF-8 can
 * occur. With the tables of charsets, such a module would be larger by an eighth.
 */
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <trawl.h>

/* A names_row of src/lib/charset/charset.h, under a name of its own. */
typedef struct js_charset {
    const char *name;
    unsigned char kind; /* 0: the bytes are used as they are */
    unsigned char detail;
    const char *opens[4];
} js_charset;
typedef struct decoder decoder;
typedef struct charset_io charset_io;
typedef struct memory memory;

const js_charset *bom_find(const char *p, size_t n, bool last, bool *wait);
const js_charset *names_find(const char *label, size_t n);
int charset_open(decoder *c, const js_charset *row, const memory *m);
void charset_reset(decoder *c);
void charset_close(decoder *c);
int charset_decode(decoder *c, charset_io *io);

static const char utf8_mark[3] = {'\xEF', '\xBB', '\xBF'};
static const js_charset utf8 = {.name = "utf-8"};

const js_charset *bom_find(const char *p, size_t n, bool last, bool *wait)
{
    const size_t same = n < sizeof utf8_mark ? n : sizeof utf8_mark;
    const bool is_start = memcmp(p, utf8_mark, same) == 0;

    *wait = is_start && same < sizeof utf8_mark && !last;
    return is_start && same == sizeof utf8_mark ? &utf8 : NULL;
}

const js_charset *names_find(const char *label, size_t n)
{
    (void)label;
    (void)n;
    return NULL;
}

int charset_open(decoder *c, const js_charset *row, const memory *m)
{
    (void)c;
    (void)row;
    (void)m;
    return TRAWL_ERROR_BAD_CHARSET;
}

/* The functions below are called only with an open decoder, so never. */

void charset_reset(decoder *c)
{
    (void)c;
}

void charset_close(decoder *c)
{
    (void)c;
}

int charset_decode(decoder *c, charset_io *io)
{
    (void)c;
    (void)io;
    return TRAWL_ERROR_BAD_CHARSET;
}
