/* recode.c - makes UTF-8 of a page in any charset, as browsers choose it
 *
 * The first bytes are held until they declare the charset. If they declare none, ASCII is passed
 * on; the first other character then decides between UTF-8 and windows-1252.
 */
#include <trawl_rewrite.h>

#include "base/check.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/utf8.h"
#include "charset/charset.h"
#include "find/find.h"
#include "html/html.h"

struct trawl_recode {
    memory m;
    trawl_write *write;
    void *user;
    int error; /* what ended the output */
    bool busy;
    bool begun;               /* the charset is known, or `guessing` is set */
    bool guessing;            /* the next non-ASCII character shows the charset */
    const names_row *charset; /* named in the header; NULL: not known */
    decoder decoder;          /* not open: UTF-8 */
    char front[HTML_DECLARED];
    size_t front_n;
};

static int recode_write(trawl_recode *recode, const char *p, size_t n)
{
    int result = n > 0 ? recode->write(recode->user, p, n) : 0;

    return result ? sink_result(result) : 0;
}

/* Returns the charset that the first bytes declare, or NULL. Browsers support neither EBCDIC nor
 * UTF-7, and read a declaration of UTF-16 in ASCII as UTF-8. */
static const names_row *recode_declared(const trawl_recode *recode)
{
    trawl_str page = {recode->front, recode->front_n}, label;
    const names_row *utf8 = names_find("utf-8", 5), *row;

    while (html_declared(&page, &label))
        if ((row = names_find(label.p, label.n)) != NULL && row->kind != NAMES_EBCDIC &&
            row->kind != NAMES_UTF7)
            return row->kind == NAMES_UTF16 || row->kind == NAMES_UTF32 ? utf8 : row;
    return NULL;
}

/* Decodes bytes, and passes the text on. */
static int recode_decode(trawl_recode *recode, const char *p, size_t n, bool last)
{
    char out[4096];
    srcmap nowhere = {0};
    charset_io io = {
        .in = p, .in_n = n, .last = last, .out = out, .size = sizeof out, .map = &nowhere};
    int error;

    srcmap_switch_off(&nowhere, true);
    do {
        io.len = 0;
        error = charset_decode(&recode->decoder, &io);
        if (!error)
            error = recode_write(recode, out, io.len);
    } while (!error && io.len + TAKE_TEXT > sizeof out);
    return error;
}

static int recode_pass(trawl_recode *recode, const char *p, size_t n, bool last)
{
    return charset_is_open(&recode->decoder) ? recode_decode(recode, p, n, last)
                                             : recode_write(recode, p, n);
}

/* Chooses the charset by the first non-ASCII character, once enough of its bytes are there. */
static int recode_guess(trawl_recode *recode, bool last)
{
    const utf8_char c = utf8_decode(recode->front, recode->front_n);
    const bool half =
        c.len == recode->front_n && c.len < utf8_length((unsigned char)*recode->front);
    int error = 0;

    if (c.code == UTF8_INVALID && half && !last)
        return 0;
    recode->guessing = false;
    if (c.code == UTF8_INVALID)
        error = charset_open(&recode->decoder, names_find("windows-1252", 12), &recode->m);
    return error ? error : recode_pass(recode, recode->front, recode->front_n, false);
}

static int recode_take(trawl_recode *recode, const char *p, size_t n, bool last)
{
    int error = 0;

    while (!error && recode->guessing) {
        const size_t run = recode->front_n > 0 ? 0 : ascii_run(p, n);
        error = recode_write(recode, p, run);
        p += run;
        n -= run;
        if (n == 0 && (recode->front_n == 0 || !last))
            return error;
        if (n > 0) {
            recode->front[recode->front_n++] = *p++;
            n--;
        }
        if (!error)
            error = recode_guess(recode, last && n == 0);
    }
    return error ? error : recode_pass(recode, p, n, last);
}

/* Chooses the charset, once the first bytes are there, and takes them. */
static int recode_begin(trawl_recode *recode)
{
    char front[HTML_DECLARED];
    const size_t n = recode->front_n;
    bool wait;
    const names_row *row = bom_find(recode->front, n, true, &wait);
    int error = 0;

    if (!row)
        row = recode->charset ? recode->charset : recode_declared(recode);
    recode->begun = true;
    recode->guessing = names_is_undeclared(row);
    if (row && row->kind != NAMES_RAW)
        error = charset_open(&recode->decoder, row, &recode->m);
    if (error == TRAWL_ERROR_BAD_CHARSET && row != recode->charset) {
        recode->guessing = true;
        error = 0;
    }
    CHECK(n <= sizeof front);
    memcpy(front, recode->front, n);
    recode->front_n = 0;
    return error ? error : recode_take(recode, front, n, false);
}

/* ---- The public functions ---- */

int trawl_recode_open(trawl_recode **to, const trawl_recode_config *config, trawl_write *write,
                      void *user)
{
    trawl_recode_config c = {.size = sizeof c};
    const names_row *row = NULL;
    memory m = memory_default;
    trawl_recode *recode;

    if (to)
        *to = NULL;
    if (!to || !write || (config && !sized_get(&c, sizeof c, config)))
        return TRAWL_ERROR_MISUSE;
    if (c.charset.n > 0 && !(row = names_find(c.charset.p, c.charset.n)))
        return TRAWL_ERROR_BAD_CHARSET;
    if (c.resize)
        m = (memory){c.resize, c.resize_user};
    recode = memory_zeroed(&m, sizeof *recode);
    if (!recode)
        return TRAWL_ERROR_NO_MEMORY;
    recode->m = m;
    recode->write = write;
    recode->user = user;
    recode->charset = row;
    *to = recode;
    return TRAWL_OK;
}

/* Takes bytes, or with `last` the end of the page. After an error, later calls are misuse. */
static int recode_call(trawl_recode *recode, const char *p, size_t n, bool last)
{
    int error = 0;

    if (!recode || recode->busy || recode->error || (!p && n > 0))
        return TRAWL_ERROR_MISUSE;
    recode->busy = true;
    while (!recode->begun && !error && (n > 0 || last)) {
        const size_t room = sizeof recode->front - recode->front_n, fresh = n < room ? n : room;
        if (fresh > 0)
            memcpy(recode->front + recode->front_n, p, fresh);
        recode->front_n += fresh;
        p += fresh;
        n -= fresh;
        if (last || recode->front_n == sizeof recode->front)
            error = recode_begin(recode);
    }
    if (!error && recode->begun)
        error = recode_take(recode, p, n, last);
    recode->busy = false;
    recode->error = error || last ? TRAWL_ERROR_MISUSE : 0;
    return error;
}

int trawl_recode_feed(trawl_recode *recode, const void *bytes, size_t n)
{
    return recode_call(recode, bytes, n, false);
}

int trawl_recode_finish(trawl_recode *recode)
{
    return recode_call(recode, "", 0, true);
}

void trawl_recode_close(trawl_recode **to)
{
    trawl_recode *recode = to ? *to : NULL;
    memory m;

    if (!recode)
        return;
    m = recode->m;
    if (charset_is_open(&recode->decoder))
        charset_close(&recode->decoder);
    memory_free(&m, recode);
    *to = NULL;
}
