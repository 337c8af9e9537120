/* module.c - links of a text, whole or in pieces, and forms of a URL, for JavaScript */
#include "js.h"

/* The bytes to the left of undecided text that rules read, at most. */
#define LEFT_CONTEXT 1088

/* ---- Buffers ---- */

struct js_out js_out;
js_bytes js_in;

void *js_bytes_add(js_bytes *bytes, const void *p, size_t n)
{
    char *at;

    if (bytes->n + n > bytes->room) {
        size_t room = bytes->n + n + bytes->room / 2 + 256;
        char *more = realloc(bytes->p, room);
        if (!more) {
            bytes->failed = true;
            return NULL;
        }
        bytes->p = more;
        bytes->room = room;
    }
    at = bytes->p + bytes->n;
    if (n > 0 && p)
        memcpy(at, p, n);
    bytes->n += n;
    return at;
}

int js_write(void *user, const char *p, size_t n)
{
    return js_bytes_add(user, p, n) ? 0 : TRAWL_ERROR_NO_MEMORY;
}

void js_out_clear(void)
{
    js_out.text.n = js_out.records.n = js_out.words.n = 0;
    js_out.text.failed = js_out.records.failed = js_out.words.failed = false;
}

int js_result(int error, size_t n)
{
    if (error == TRAWL_OK &&
        (js_out.text.failed || js_out.records.failed || js_out.words.failed || n > INT32_MAX))
        error = TRAWL_ERROR_NO_MEMORY;
    return error < 0 ? error : (int)n;
}

trawl_str js_word(const char **rest)
{
    trawl_str word = {*rest, strlen(*rest)};

    *rest += word.n + 1;
    return word;
}

/* Returns a buffer for n bytes of input, or NULL. */
JS_EXPORT(input) char *js_input(size_t n)
{
    js_in.n = 0;
    return js_bytes_add(&js_in, NULL, n);
}

JS_EXPORT(records) const char *js_records_out(void)
{
    return js_out.records.p;
}

JS_EXPORT(words) const char *js_words_out(void)
{
    return js_out.words.p;
}

JS_EXPORT(bytes) const char *js_text_out(void)
{
    return js_out.text.p;
}

JS_EXPORT(size) size_t js_text_size(void)
{
    return js_out.text.n;
}

/* Returns the i-th name of a list, or "unknown" after the last name. For list 3, returns the
 * sentence for an error, and for list 4 the version. */
JS_EXPORT(name) const char *js_name(int list, int i)
{
    switch (list) {
    case 0:
        return trawl_kind_name(i);
    case 1:
        return trawl_flag_name(i);
    case 2:
        return trawl_why_name(i);
    case 3:
        return trawl_strerror(i);
    default:
        return trawl_version();
    }
}

/* Replaces the function of the C library, which would make the module import the environment. */
char *getenv(const char *variable)
{
    (void)variable;
    return NULL;
}

/* ---- Places ---- */

/* Returns how many of 8 bytes are within a character (10xxxxxx), less those that begin one of two
 * units (1111xxxx). */
static uint32_t utf16_fewer(uint64_t w)
{
    const uint64_t lowest = 0x0101010101010101;

    return (uint32_t)__builtin_popcountll(w >> 7 & ~(w >> 6) & lowest) -
           (uint32_t)__builtin_popcountll(w >> 7 & w >> 6 & w >> 5 & w >> 4 & lowest);
}

/* Returns the UTF-16 units of the characters that begin in n bytes. */
static uint32_t utf16_units(const char *p, size_t n)
{
    uint32_t units = (uint32_t)n;
    uint64_t w;

    for (; n >= sizeof w; p += sizeof w, n -= sizeof w) {
        memcpy(&w, p, sizeof w);
        units -= utf16_fewer(w);
    }
    w = 0;
    memcpy(&w, p, n);
    return units - utf16_fewer(w);
}

uint32_t js_unit_at(js_text *text, size_t byte)
{
    const char *p = text->p - text->from;

    if (text->ascii)
        return (uint32_t)(byte - text->from);
    if (text->byte < byte)
        text->unit += utf16_units(p + text->byte, byte - text->byte);
    else
        text->unit -= utf16_units(p + byte, text->byte - byte);
    text->byte = byte;
    return text->unit;
}

static void js_text_begin(js_text *text, const char *p, size_t from, bool ascii)
{
    *text = (js_text){.p = p, .from = from, .byte = from, .ascii = ascii};
}

/* ---- Records ---- */

uint32_t js_add_text(trawl_str piece)
{
    size_t at = js_out.text.n;

    js_bytes_add(&js_out.text, piece.p, piece.n);
    return (uint32_t)at;
}

void js_add_word(size_t word)
{
    uint32_t narrow = (uint32_t)word;

    js_bytes_add(&js_out.words, &narrow, sizeof narrow);
}

static void add_alts(js_record *r, const trawl_link *link)
{
    r->alts = link->alt_count;
    for (unsigned i = 0; i < link->alt_count; i++) {
        js_add_word(js_add_text(link->alts[i].url));
        js_add_word(link->alts[i].url.n);
        js_add_word((size_t)link->alts[i].why);
    }
}

/* Returns true if the link is written in the text as its URL is. JavaScript then takes a slice of
 * the text. */
static bool is_raw(const js_text *text, trawl_span at, trawl_str url)
{
    return url.n == at.to - at.from && memcmp(text->p + (at.from - text->from), url.p, url.n) == 0;
}

/* Adds the record of a link. `place` is used for links without spans, as those in decoded text. */
static void add_link(js_text *text, const trawl_link *link, trawl_span place)
{
    const unsigned n = link->span_count;
    const trawl_span all = n > 0 ? (trawl_span){link->spans[0].from, link->spans[n - 1].to} : place;
    const bool raw = is_raw(text, all, link->url);
    js_record r = {.kind = (uint32_t)link->kind, .url_n = (uint32_t)link->url.n};

    r.flags[0] = (uint32_t)link->flags;
    r.flags[1] = (uint32_t)(link->flags >> 32);
    r.words = (uint32_t)(js_out.words.n / sizeof(uint32_t));
    r.spans = n;
    r.from = js_unit_at(text, all.from);
    for (unsigned i = 0; n > 1 && i < n; i++) {
        js_add_word(js_unit_at(text, link->spans[i].from));
        js_add_word(js_unit_at(text, link->spans[i].to));
    }
    r.to = js_unit_at(text, all.to);
    r.url = raw ? JS_RAW : js_add_text(link->url);
    add_alts(&r, link);
    js_bytes_add(&js_out.records, &r, sizeof r);
}

static void add_explanation(js_text *text, const trawl_event *e)
{
    js_record r = {.rule = (uint32_t)strlen(e->rule)};

    r.from = js_unit_at(text, e->span.from);
    r.to = js_unit_at(text, e->span.to);
    r.url = js_add_text((trawl_str){e->rule, r.rule});
    r.url_n = (uint32_t)strlen(e->what);
    js_add_text((trawl_str){e->what, r.url_n});
    js_bytes_add(&js_out.records, &r, sizeof r);
}

int js_record_event(void *user, const trawl_event *event)
{
    js_scan *s = user;

    if (event->type == TRAWL_EVENT_LINK)
        add_link(&s->text, event->link, event->span);
    else if (event->type == TRAWL_EVENT_EXPLAIN)
        add_explanation(&s->text, event);
    if (event->type != TRAWL_EVENT_EXPLAIN && event->span.to > s->decided)
        s->decided = event->span.to;
    return 0;
}

static int record_link(void *user, const trawl_link *link)
{
    add_link(user, link, link->extent);
    return 0;
}

/* ---- Scans ---- */

JS_EXPORT(shut) void js_shut(js_scan *s)
{
    if (!s)
        return;
    trawl_close(&s->scan);
    trawl_settings_close(&s->settings);
    free(s->held.p);
    free(s);
}

/* Opens a scan. The input has three texts: the schemes, the top-level domains, the base. Returns
 * NULL for settings that the library refuses, and when out of memory. */
JS_EXPORT(open)
js_scan *js_open(unsigned find, unsigned options, unsigned want, int profile, unsigned columns,
                 int notation)
{
    trawl_config config = TRAWL_CONFIG_INIT;
    const char *rest = js_in.p;
    js_scan *s = calloc(1, sizeof *s);

    config.find = find;
    config.options = options;
    config.want = want;
    config.profile = profile;
    config.columns = columns;
    config.notation = notation;
    config.schemes = js_word(&rest);
    config.tlds = js_word(&rest);
    config.base = js_word(&rest);
    if (s && trawl_settings_open(&s->settings, &config) == TRAWL_OK &&
        trawl_open(&s->scan, s->settings, js_record_event, s) == TRAWL_OK)
        return s;
    js_shut(s);
    return NULL;
}

int js_count(int error)
{
    return js_result(error, js_out.records.n / sizeof(js_record));
}

/* Finds the links of the input. */
JS_EXPORT(find) int js_find(js_scan *s, size_t n, int ascii)
{
    int error = trawl_reset(s->scan);

    js_out_clear();
    js_text_begin(&s->text, js_in.p, 0, ascii);
    if (error == TRAWL_OK)
        error = trawl_feed(s->scan, js_in.p, n);
    return js_count(error == TRAWL_OK ? trawl_finish(s->scan) : error);
}

/* Finds the link that has this unit of the input. */
JS_EXPORT(at) int js_at(js_scan *s, size_t n, int ascii, uint32_t unit)
{
    size_t byte = 0;
    int result;

    js_out_clear();
    js_text_begin(&s->text, js_in.p, 0, ascii);
    while (byte < n && js_unit_at(&s->text, byte + 1) <= unit)
        byte++;
    result = byte < n ? trawl_at(js_in.p, n, byte, s->settings, record_link, &s->text) : 0;
    return js_count(result < 0 ? result : TRAWL_OK);
}

/* ---- A text in pieces ---- */

/* Reads the next n bytes of the text from the input and, if `last` is set, ends the text. Places
 * are counted from the first unit of s->held. */
JS_EXPORT(feed) int js_feed(js_scan *s, size_t n, int last)
{
    int error;

    js_out_clear();
    js_bytes_add(&s->held, js_in.p, n);
    if (s->held.failed)
        return TRAWL_ERROR_NO_MEMORY;
    js_text_begin(&s->text, s->held.p, s->text.from, false);
    error = trawl_feed(s->scan, js_in.p, n);
    return js_count(error == TRAWL_OK && last ? trawl_finish(s->scan) : error);
}

/* Returns the place of the first unit that is not decided. */
JS_EXPORT(decided) uint32_t js_decided(js_scan *s)
{
    return js_unit_at(&s->text, s->decided);
}

/* Drops the text that is no longer needed. Returns how many units it had. */
JS_EXPORT(drop) uint32_t js_drop(js_scan *s)
{
    size_t from = s->decided > s->text.from + LEFT_CONTEXT ? s->decided - LEFT_CONTEXT : 0;
    size_t n = from > 0 ? from - s->text.from : 0;
    uint32_t dropped;

    while (n > 0 && ((unsigned char)s->held.p[n] & 0xC0) == 0x80)
        n--;
    dropped = js_unit_at(&s->text, s->text.from + n);
    s->held.n -= n;
    memmove(s->held.p, s->held.p + n, s->held.n);
    js_text_begin(&s->text, s->held.p, s->text.from + n, false);
    return dropped;
}

/* ---- Forms of a URL ---- */

static js_former *const forms[] = {trawl_canonical, trawl_defang, trawl_ascii, trawl_host};

int js_form_by(js_former *form, size_t n)
{
    size_t len = 0;
    int error;

    js_out_clear();
    error = form(js_in.p, n, js_out.text.p, js_out.text.room, &len);
    if (error == TRAWL_ERROR_NO_SPACE && js_bytes_add(&js_out.text, NULL, len))
        error = form(js_in.p, n, js_out.text.p, js_out.text.room, &len);
    return js_result(error, len);
}

/* Writes a form of the input. */
JS_EXPORT(form) int js_form(unsigned which, size_t n)
{
    return js_form_by(forms[which], n);
}

/* Resolves a partial URL. The input has the base and the partial URL, each with a NUL. */
JS_EXPORT(resolve) int js_resolve(int rule)
{
    const char *rest = js_in.p;
    trawl_str base = js_word(&rest), ref = js_word(&rest);
    size_t len = 0;
    int error = TRAWL_ERROR_NO_MEMORY;

    js_out_clear();
    if (js_bytes_add(&js_out.text, NULL, TRAWL_FORM_MAX(base.n + ref.n)))
        error =
            trawl_resolve(rule, base.p, base.n, ref.p, ref.n, js_out.text.p, js_out.text.n, &len);
    return js_result(error, len);
}
