/* seal.c - the public functions of the seal; reads tags and text, and writes them anew
 *
 * The output is made of what the tokenizer reports, not of the bytes of the input: names, decoded
 * values, decoded text. Where parsers differ about what is a tag, the output leaves no choice:
 *
 *   script, base, comments        are left out; so is the content of iframe, noembed, noframes and
 *                                 noscript
 *   style                         its text is one style sheet, written anew, without "<" and "&"
 *   tags in script and style      which svg and math may have, are in <x-script> or <x-style>
 *   title, textarea               their text has no "<", which is "&lt;" there
 *   xmp, plaintext                become <pre>, whose text is escaped
 *   <meta charset>                is left out: the byte-order mark at the front counts
 *   <x:script>                    becomes <x-script>, since in XML it may be a script; attributes
 *                                 with prefixes other than xlink, xml and xmlns are left out
 */
#include "rewrite/seal/seal.h"

#include <limits.h>

#include "base/ascii.h"
#include "base/sized.h"
#include "emit/emit.h"
#include "find/find.h"

#define SEAL_DEPTH 4                 /* pages in pages */
#define SEAL_SHEET ((size_t)1 << 20) /* the longest text of a <style> */
#define SEAL_BUFFER 16384
#define SEAL_FRONT 512 /* the longest document type, with what precedes it */

/* The value of trawl_seal.error after the output has ended at its limit. */
#define SEAL_ENDED INT_MIN

/* What is done with an element. */
enum seal_element {
    ELEMENT_COPY,
    ELEMENT_GONE,  /* left out, with its content */
    ELEMENT_EMPTY, /* written without its content, which is no text of the page */
    ELEMENT_SHEET,
    ELEMENT_PRE,
    ELEMENT_BASE
};

struct trawl_seal {
    trawl_seal_config config;
    memory m;
    trawl_write *write;
    void *user;
    int error; /* what ended the output */
    bool begun, busy;
    unsigned depth; /* of pages in pages */

    /* The tag that is being read. */
    bytes_out tag; /* its attributes, as they are written */
    uint64_t tag_at;
    unsigned attribute_n;
    bytes_out content;  /* of a <meta>, which is written last */
    bool meta, refresh; /* the <meta> has a content; it is a refresh */

    /* The element whose content is special, and its name. */
    enum seal_element inside;
    html_name name;
    bytes_out held, sheet; /* of a <style>: its attributes, and its text */
    bool sheet_over;

    /* The address that the user's function is called for. */
    const html_name *asked_tag, *asked_attribute;
    enum seal_use use;
    bytes_out answer, whole, base;
    bytes_out clean; /* a value without controls, if it had some */
    bool asking, answered, kept;
    unsigned left;          /* TRAWL_SEAL_STYLE: what was left out */
    bool based;             /* a <base href> was read */
    char front[SEAL_FRONT]; /* the first bytes of the input, until its document type is known */
    size_t front_n;

    html tokens;
    bytes_out out;
    uint64_t written; /* before `out` */
};

static const html_name no_name;

static int seal_open(trawl_seal **seal, const trawl_seal_config *config, trawl_write *write,
                     void *user, unsigned depth);

/* Keeps the first error. Returns it, or 0. */
static int seal_fail(trawl_seal *seal, int error)
{
    if (!seal->error)
        seal->error = error;
    return seal->error;
}

/* ---- Output ---- */

static int seal_flush(trawl_seal *seal)
{
    int result =
        seal->out.n > 0 && !seal->error ? seal->write(seal->user, seal->out.p, seal->out.n) : 0;

    seal->written += seal->out.n;
    seal->out.n = 0;
    if (result)
        seal->error = sink_result(result);
    return seal_fail(seal, seal->out.error);
}

static int put(trawl_seal *seal, const char *p, size_t n)
{
    bytes_put(&seal->out, p, n);
    return seal->out.n >= SEAL_BUFFER || seal->out.error ? seal_flush(seal) : seal->error;
}

static void put_text(trawl_seal *seal, const char *text)
{
    (void)put(seal, text, strlen(text));
}

/* Appends text; writes references for quotes and for the characters that begin markup. */
static void add_escaped(bytes_out *out, const char *p, size_t n)
{
    const char *from = p, *end = p + n;

    for (; p < end; p++) {
        const char *as = *p == '&'   ? "&amp;"
                         : *p == '<' ? "&lt;"
                         : *p == '>' ? "&gt;"
                         : *p == '"' ? "&quot;"
                                     : NULL;
        if (!as)
            continue;
        bytes_put(out, from, (size_t)(p - from));
        bytes_put(out, as, strlen(as));
        from = p + 1;
    }
    bytes_put(out, from, (size_t)(p - from));
}

/* Returns true for NUL, and for the controls that shift to another charset. */
static bool seal_is_control(char c)
{
    return c == 0 || c == 0x0E || c == 0x0F || c == 0x1B;
}

/* Appends text with blanks in place of controls, and `nul` for each NUL; as references if
 * `escaped`. */
static void add_clean(bytes_out *out, const char *p, size_t n, const char *nul, bool escaped)
{
    for (size_t i = 0, from = 0; i <= n; i++) {
        if (i < n && !seal_is_control(p[i]))
            continue;
        if (escaped)
            add_escaped(out, p + from, i - from);
        else
            bytes_put(out, p + from, i - from);
        from = i + 1;
        if (i < n)
            bytes_put(out, p[i] ? " " : nul, p[i] ? 1 : strlen(nul));
    }
}

/* ---- The function of the user ---- */

static int ask(trawl_seal *seal, int what, const html_name *tag, const html_name *attribute,
               trawl_str value)
{
    trawl_seal_place place = {.size = sizeof place,
                              .what = what,
                              .tag = {tag->p, tag->n},
                              .attribute = {attribute->p, attribute->n},
                              .value = value,
                              .url = bytes_str(&seal->whole),
                              .left = seal->left,
                              .at = seal->tag_at};
    int result;

    if (!seal->config.decide || seal->error)
        return seal->error;
    seal->asking = what == TRAWL_SEAL_ADDRESS;
    result = seal->config.decide(seal->config.decide_user, seal, &place);
    seal->asking = false;
    if (result)
        seal->error = sink_result(result);
    return seal->error;
}

/* Reports what is no address. */
static int seal_tell(trawl_seal *seal, int what, const html_name *tag, const html_name *attribute,
                     trawl_str value)
{
    seal->whole.n = 0;
    return ask(seal, what, tag, attribute, value);
}

/* ---- The end at the limit ---- */

/* Returns how many bytes more the output may have: at least 1, since in a bytes 0 is no limit. */
static size_t seal_rest(const trawl_seal *seal)
{
    const uint64_t most = seal->config.limit ? *seal->config.limit : SIZE_MAX,
                   n = seal->written + seal->out.n;

    return most <= n ? 1 : most - n < SIZE_MAX ? (size_t)(most - n) : SIZE_MAX;
}

/* Ends the output before what is about to be written, if that is too long. */
static int seal_limit(trawl_seal *seal, const html_name *tag, size_t n, bool full)
{
    if (seal->error || (n <= seal_rest(seal) && !full))
        return seal->error;
    (void)seal_flush(seal);
    if (seal->depth == 0)
        (void)seal_tell(seal, TRAWL_SEAL_ENDED, tag, &no_name, (trawl_str){"", 0});
    return seal_fail(seal, SEAL_ENDED);
}

int trawl_seal_set(trawl_seal *seal, const char *address, size_t n)
{
    if (!seal || !seal->asking || (!address && n > 0))
        return TRAWL_ERROR_MISUSE;
    seal->answered = true;
    seal->kept = false;
    seal->answer.n = 0;
    bytes_put(&seal->answer, address, n);
    return seal->answer.error;
}

int trawl_seal_keep(trawl_seal *seal)
{
    if (!seal || !seal->asking)
        return TRAWL_ERROR_MISUSE;
    seal->kept = true;
    return TRAWL_OK;
}

static bool seal_is_named(const html_name *name, const char *word)
{
    return name->n == strlen(word) && memcmp(name->p, word, name->n) == 0;
}

/* Reports what was left out of a style, if anything was. */
static int seal_tell_left(trawl_seal *seal, const html_name *tag, const html_name *attribute,
                          unsigned left)
{
    seal->left = left;
    if (left > 0)
        (void)seal_tell(seal, TRAWL_SEAL_STYLE, tag, attribute, (trawl_str){"", 0});
    seal->left = 0;
    return seal->error;
}

/* A css_take: calls the user's function for an address. A removed address is replaced by
 * about:invalid. */
static int take_address(void *user, trawl_str address, bool picture, bytes_out *out)
{
    static const char invalid[] = "about:invalid";
    trawl_seal *seal = user;
    const bool sheet = seal_is_named(seal->asked_tag, "link");

    if (seal_is_inside(address, sheet ? SEAL_AS_SHEET : picture ? seal->use : SEAL_AS_ANY))
        return 0;
    seal->whole.n = seal->answer.n = 0;
    seal->answered = seal->kept = false;
    seal_whole(&seal->whole, bytes_str(&seal->base), address);
    if (seal->whole.error ||
        ask(seal, TRAWL_SEAL_ADDRESS, seal->asked_tag, seal->asked_attribute, address))
        return seal->error ? seal->error : seal->whole.error;
    if (seal->kept)
        return 0;
    if (seal->answered)
        seal_put_clean(out, bytes_str(&seal->answer));
    else
        bytes_put(out, invalid, sizeof invalid - 1);
    return 1;
}

/* ---- Attributes ---- */

static bool is_plain_name(const html_name *name)
{
    for (size_t i = 0; i < name->n; i++)
        if (!ascii_is_alnum((unsigned char)name->p[i]) &&
            (name->p[i] == 0 || !strchr("-_:.", name->p[i])))
            return false;
    return name->n > 0 && name->n < HTML_NAME;
}

/* Returns true for the name of an attribute without a prefix, or with a prefix of a known
 * meaning. */
static bool seal_is_known_prefix(const html_name *name)
{
    const char *colon = memchr(name->p, ':', name->n);

    return !colon || ascii_is_word_of("xlink xml xmlns", name->p, (size_t)(colon - name->p));
}

static void seal_put_attribute(trawl_seal *seal, const html_name *name, trawl_str value)
{
    bytes_put(&seal->tag, " ", 1);
    bytes_put(&seal->tag, name->p, name->n);
    bytes_put(&seal->tag, "=\"", 2);
    add_escaped(&seal->tag, value.p, value.n);
    bytes_put(&seal->tag, "\"", 1);
}

/* Takes the first <base href>. */
static int set_base(trawl_seal *seal, trawl_str value)
{
    bytes_out whole = {.m = &seal->m};

    if (seal->based)
        return seal->error;
    seal->based = true;
    seal_whole(&whole, bytes_str(&seal->base), value);
    if (whole.error)
        seal->error = whole.error;
    bytes_close(&seal->base);
    seal->base = whole;
    return seal->error;
}

/* ---- Pages in attributes ---- */

static int add_page(void *user, const char *p, size_t n)
{
    bytes_out *out = user;

    add_escaped(out, p, n);
    return out->error;
}

/* Writes the page of a srcdoc, sealed. */
static int put_page(trawl_seal *seal, const html_attribute *a, trawl_str value)
{
    const uint64_t rest = seal_rest(seal);
    trawl_seal_config config = seal->config;
    trawl_seal *inner;
    int error;

    if (seal->depth == SEAL_DEPTH)
        return seal_tell(seal, TRAWL_SEAL_UNREAD, a->tag, a->name, (trawl_str){"", 0});
    config.base = bytes_str(&seal->base);
    config.limit = &rest;
    bytes_put(&seal->tag, " srcdoc=\"", 9);
    error = seal_open(&inner, &config, add_page, &seal->tag, seal->depth + 1);
    if (!error)
        error = trawl_seal_feed(inner, value.p, value.n);
    if (!error)
        error = trawl_seal_finish(inner);
    trawl_seal_close(&inner);
    bytes_put(&seal->tag, "\"", 1);
    seal->tag.full = seal->tag.full || error == SEAL_ENDED;
    return seal_fail(seal, error == SEAL_ENDED ? 0 : error);
}

/* Returns how browsers use the addresses of an attribute. `alone`: its value is one address. */
static enum seal_use seal_use_of(const html_name *tag, const html_name *name, bool alone)
{
    if (!alone || seal_is_named(tag, "img"))
        return SEAL_AS_PICTURE;
    return ascii_is_word_of("a area form button input", tag->p, tag->n) &&
                   ascii_is_word_of("href xlink:href action formaction", name->p, name->n)
               ? SEAL_AS_CLICK
               : SEAL_AS_ANY;
}

/* Writes an attribute with addresses. Leaves it out if its only address is removed, or all of its
 * style. */
static int seal_attribute(trawl_seal *seal, const html_name *tag, const html_name *name,
                          trawl_str addresses, seal_value *value)
{
    const bool alone = value == seal_single;
    bytes_out text = {.m = &seal->m, .most = seal_rest(seal)};

    seal->asked_tag = tag;
    seal->asked_attribute = name;
    seal->use = seal_use_of(tag, name, alone);
    seal->kept = seal->answered = true;
    (void)seal_fail(seal, value(&text, addresses, take_address, seal));
    if (alone ? seal->kept || seal->answered : text.n > 0 || text.left == 0)
        seal_put_attribute(seal, name, bytes_str(&text));
    seal->tag.full = seal->tag.full || text.full;
    (void)seal_tell_left(seal, tag, name, text.left);
    bytes_close(&text);
    return seal->error;
}

/* Writes the content of a <meta>. It is the content of a refresh if another attribute says so. */
static int seal_put_content(trawl_seal *seal, const html_name *tag)
{
    static const html_name content = {"content", 7};

    if (seal->meta && seal->refresh)
        (void)seal_attribute(seal, tag, &content, bytes_str(&seal->content), seal_refresh);
    else if (seal->meta)
        seal_put_attribute(seal, &content, bytes_str(&seal->content));
    seal->meta = seal->refresh = false;
    seal->content.n = 0;
    return seal_fail(seal, seal->content.error);
}

/* Returns the value with blanks in place of controls. */
static trawl_str seal_clean(trawl_seal *seal, trawl_str value)
{
    for (size_t i = 0; i < value.n; i++)
        if (seal_is_control(value.p[i])) {
            seal->clean.n = 0;
            add_clean(&seal->clean, value.p, value.n, "\xEF\xBF\xBD", false);
            (void)seal_fail(seal, seal->clean.error);
            return bytes_str(&seal->clean);
        }
    return value;
}

static int seal_take_attribute(void *user, const html_attribute *a)
{
    static seal_value *const values[] = {[SEAL_URL] = seal_single,
                                         [SEAL_SRCSET] = seal_srcset,
                                         [SEAL_PING] = seal_ping,
                                         [SEAL_STYLE] = css_write_style,
                                         [SEAL_PAINT] = css_write_paint};
    trawl_seal *seal = user;
    enum seal_how how = seal_how_of(a->tag, a->name);
    const trawl_str value = seal_clean(seal, (trawl_str){a->value, a->value_n});

    seal->attribute_n++;
    seal->tag_at = a->from;
    seal->tag.most = seal_rest(seal);
    if (how == SEAL_HANDLER || (how == SEAL_URL && seal_is_named(a->tag, "script")))
        return seal_tell(seal, TRAWL_SEAL_SCRIPT, a->tag, a->name, value);
    if (how == SEAL_DROP || !is_plain_name(a->name) || !seal_is_known_prefix(a->name))
        return seal->error;
    if (a->over)
        return seal_tell(seal, TRAWL_SEAL_UNREAD, a->tag, a->name, (trawl_str){"", 0});
    if (seal_is_named(a->tag, "base"))
        return seal_is_named(a->name, "href") ? set_base(seal, value) : seal->error;
    switch (how) {
    case SEAL_REFRESH:
        seal->meta = true;
        bytes_put(&seal->content, value.p, value.n);
        return seal->error;
    case SEAL_EQUIV:
        seal->refresh = value.n == 7 && ascii_same(value.p, "refresh", 7);
        seal_put_attribute(seal, a->name, value);
        return seal->error;
    case SEAL_COPY:
        seal_put_attribute(seal, a->name, value);
        return seal->error;
    case SEAL_PAGE:
        return put_page(seal, a, value);
    default:
        return seal_attribute(seal, a->tag, a->name, value, values[how]);
    }
}

/* ---- Elements ---- */

/* Returns what is done with an element. In svg and math, some are like any other. */
static enum seal_element element_of(const html_name *tag, bool foreign)
{
    static const struct {
        const char *names;
        enum seal_element is;
        bool html; /* only outside of svg and math */
    } elements[] = {{"script", ELEMENT_GONE, false},
                    {"style", ELEMENT_SHEET, false},
                    {"base", ELEMENT_BASE, false},
                    {"xmp plaintext", ELEMENT_PRE, true},
                    {"iframe noembed noframes noscript", ELEMENT_EMPTY, true}};

    for (size_t i = 0; i < sizeof elements / sizeof elements[0]; i++)
        if (!(foreign && elements[i].html) && ascii_is_word_of(elements[i].names, tag->p, tag->n))
            return elements[i].is;
    return ELEMENT_COPY;
}

/* Writes the name of an element, or of the element that takes its place. */
static void put_name(trawl_seal *seal, const html_name *tag, enum seal_element is)
{
    html_name name = *tag;

    for (size_t i = 0; i < name.n; i++)
        if (name.p[i] == ':')
            name.p[i] = '-';
    if (is == ELEMENT_GONE || is == ELEMENT_SHEET)
        put_text(seal, "x-");
    if (is == ELEMENT_PRE)
        put_text(seal, "pre");
    else
        (void)put(seal, name.p, name.n);
}

/* Writes a <style> with its text. */
static int put_sheet(trawl_seal *seal)
{
    bytes_out text = {.m = &seal->m, .most = seal_rest(seal)};

    seal->inside = ELEMENT_COPY;
    seal->asked_tag = &seal->name;
    seal->asked_attribute = &no_name;
    seal->use = SEAL_AS_PICTURE;
    if (seal->sheet_over)
        (void)seal_tell(seal, TRAWL_SEAL_UNREAD, &seal->name, &no_name, (trawl_str){"", 0});
    else
        (void)seal_fail(seal, css_write_sheet(&text, bytes_str(&seal->sheet), take_address, seal));
    if (seal_tell_left(seal, &seal->name, &no_name, text.left) == 0 &&
        seal_limit(seal, &seal->name, seal->held.n + text.n + sizeof "<style></style>",
                   text.full || seal->held.full) == 0) {
        put_text(seal, "<style");
        (void)put(seal, bytes_str(&seal->held).p, seal->held.n);
        put_text(seal, ">");
        (void)put(seal, bytes_str(&text).p, text.n);
        put_text(seal, "</style>");
    }
    bytes_close(&text);
    return seal->error;
}

/* Begins an element whose content is special. */
static void seal_begin(trawl_seal *seal, const html_name *tag, enum seal_element is)
{
    bytes_out empty = seal->held;

    seal->inside = is;
    seal->name = *tag;
    if (is == ELEMENT_SHEET) { /* its attributes are written with its text */
        seal->held = seal->tag;
        seal->tag = empty;
        seal->sheet.n = 0;
        seal->sheet_over = false;
    }
}

/* Called at a tag inside a script or style, which svg and math may have: writes that script or
 * style as an element without a meaning. The other open elements stay the same. */
static void seal_interrupt(trawl_seal *seal)
{
    if (seal->inside != ELEMENT_GONE && seal->inside != ELEMENT_SHEET)
        return;
    if (seal_limit(seal, &seal->name, seal->name.n + sizeof "<x->", false) == 0) {
        put_text(seal, "<");
        put_name(seal, &seal->name, seal->inside);
        put_text(seal, ">");
    }
    seal->inside = ELEMENT_COPY;
}

static int seal_take_start(void *user, const html_name *tag, bool self_closing)
{
    trawl_seal *seal = user;
    const bool foreign = html_is_foreign(&seal->tokens), empty = self_closing && foreign;
    const enum seal_element is = element_of(tag, foreign);

    seal_interrupt(seal);
    if (seal->attribute_n >= HTML_SEEN)
        (void)seal_tell(seal, TRAWL_SEAL_UNREAD, tag, &no_name, (trawl_str){"", 0});
    if (is == ELEMENT_GONE)
        (void)seal_tell(seal, TRAWL_SEAL_SCRIPT, tag, &no_name, (trawl_str){"", 0});
    (void)seal_put_content(seal, tag);
    if (is == ELEMENT_SHEET || (is != ELEMENT_COPY && is != ELEMENT_BASE && !empty))
        seal_begin(seal, tag, is);
    if (is == ELEMENT_SHEET && empty) {
        (void)put_sheet(seal);
    } else if (is != ELEMENT_GONE && is != ELEMENT_BASE && is != ELEMENT_SHEET &&
               is_plain_name(tag) &&
               seal_limit(seal, tag, seal->tag.n + sizeof "<x-/>" + tag->n, seal->tag.full) == 0) {
        put_text(seal, "<");
        put_name(seal, tag, is);
        (void)put(seal, bytes_str(&seal->tag).p, seal->tag.n);
        put_text(seal, self_closing ? "/>" : ">");
    }
    seal->attribute_n = 0;
    seal->tag.n = 0;
    seal->tag.full = false;
    return seal_fail(seal, seal->tag.error);
}

static int seal_take_end(void *user, const html_name *tag)
{
    trawl_seal *seal = user;
    const enum seal_element was = seal->inside;
    const bool ends = tag->n == seal->name.n && memcmp(tag->p, seal->name.p, tag->n) == 0;
    const enum seal_element is = element_of(tag, was != ELEMENT_PRE || !ends);

    if (ends)
        seal->inside = ELEMENT_COPY;
    if (ends && was == ELEMENT_SHEET)
        return put_sheet(seal);
    if ((ends && was == ELEMENT_GONE) || is == ELEMENT_BASE || !is_plain_name(tag))
        return seal->error;
    seal_interrupt(seal);
    if (seal_limit(seal, tag, tag->n + sizeof "</x->", false) == 0) {
        put_text(seal, "</");
        put_name(seal, tag, is);
        put_text(seal, ">");
    }
    return seal->error;
}

/* ---- Text ---- */

static int take_characters(trawl_seal *seal, const char *p, size_t n)
{
    static const char replacement[] = "\xEF\xBF\xBD";

    if (seal->inside == ELEMENT_GONE ||
        (seal->inside == ELEMENT_EMPTY && html_is_raw(&seal->tokens)))
        return seal->error;
    if (seal->inside == ELEMENT_SHEET) {
        seal->sheet_over = seal->sheet_over || n > SEAL_SHEET - seal->sheet.n;
        if (!seal->sheet_over)
            add_clean(&seal->sheet, p, n, replacement, false);
        return seal_fail(seal, seal->sheet.error);
    }
    if (seal_limit(seal, &no_name, n * (sizeof "&quot;" - 1), false) == 0)
        add_clean(&seal->out, p, n, html_is_foreign_text(&seal->tokens) ? replacement : "", true);
    return put(seal, "", 0);
}

static int seal_take_text(void *user, const char *p, size_t n, uint64_t at)
{
    (void)at;
    return take_characters(user, p, n);
}

static int seal_take_reference(void *user, const char *p, size_t n, uint64_t from, uint64_t to)
{
    (void)from, (void)to;
    return take_characters(user, p, n);
}

static bool seal_wants(void *user, const html_name *tag, const html_name *name)
{
    (void)user, (void)tag, (void)name;
    return true;
}

/* ---- The front of the input: its mark and its document type ---- */

/* Returns the length of the byte-order mark at the front, or 0. */
static size_t seal_front_mark(const trawl_seal *seal)
{
    return seal->front_n >= 3 && memcmp(seal->front, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

/* Returns true when the front may still become a document type. */
static bool seal_front_waits(const trawl_seal *seal)
{
    static const char begin[] = "<!doctype";
    const size_t from = html_prolog(seal->front, seal->front_n), n = seal->front_n - from;
    const char *p = seal->front + from;
    const bool mark = seal->front_n < 3 && seal->front[0] == '\xEF';

    return seal->front_n < sizeof seal->front &&
           (mark || (ascii_same(p, begin, n < sizeof begin - 1 ? n : sizeof begin - 1) &&
                     !memchr(p, '>', n)));
}

/* Returns true for a document type whose file is one of W3C, or that names none; p is after
 * "<!doctype". */
static bool seal_front_is_known(const char *p, const char *end)
{
    static const char *const files[] = {"about:legacy-compat", "http://www.w3.org/",
                                        "https://www.w3.org/"};
    bool known = false; /* whether the next text in quotes is known: after PUBLIC, it is no file */

    for (const char *close; p < end; p = close + 1) {
        const size_t n = (size_t)(end - p);
        close = p;
        if (*p == '"' || *p == '\'') {
            close = memchr(p + 1, *p, n - 1);
            for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
                known = known || ascii_begins(p + 1, n - 1, files[i]);
            if (!close || !known)
                return false;
            known = false;
        } else if (!ascii_is_alnum((unsigned char)*p) && !html_is_blank(*p)) {
            return false;
        }
        known = ascii_begins(p, n, "public") || (known && !ascii_begins(p, n, "system"));
    }
    return true;
}

/* Writes the declaration if it is a document type, and reads the front. */
static int seal_front_end(trawl_seal *seal)
{
    static const char plain[] = "<!DOCTYPE html>";
    const size_t from = html_prolog(seal->front, seal->front_n), mark = seal_front_mark(seal);
    const char *end = memchr(seal->front + from, '>', seal->front_n - from);
    size_t n = end ? (size_t)(end + 1 - seal->front) - from : 0, good = 2;
    bool known;

    seal->begun = true;
    if (seal->depth == 0)
        put_text(seal, "\xEF\xBB\xBF");
    if (n > 9 && ascii_begins(seal->front + from, n, "<!doctype")) {
        while (good + 1 < n &&
               (ascii_is_alnum((unsigned char)seal->front[from + good]) ||
                (seal->front[from + good] && strchr(" \t\r\n\"'/:.+-", seal->front[from + good]))))
            good++;
        known = good + 1 == n && seal_front_is_known(seal->front + from + 9, end);
        if (seal_limit(seal, &no_name, n > sizeof plain ? n : sizeof plain, false) == 0)
            (void)put(seal, known ? seal->front + from : plain, known ? n : sizeof plain - 1);
    }
    return html_feed(&seal->tokens, seal->front + mark, seal->front_n - mark);
}

/* ---- The public functions ---- */

static int seal_open(trawl_seal **to, const trawl_seal_config *config, trawl_write *write,
                     void *user, unsigned depth)
{
    html_out tokens = {.text = seal_take_text,
                       .reference = seal_take_reference,
                       .wants = seal_wants,
                       .attribute = seal_take_attribute,
                       .start = seal_take_start,
                       .end = seal_take_end,
                       .scripts = true};
    trawl_seal_config c = {.size = sizeof c};
    memory m = memory_default;
    trawl_seal *seal;

    *to = NULL;
    if (!write || (config && !sized_get(&c, sizeof c, config)))
        return TRAWL_ERROR_MISUSE;
    if (c.resize)
        m = (memory){c.resize, c.resize_user};
    seal = memory_zeroed(&m, sizeof *seal);
    if (!seal)
        return TRAWL_ERROR_NO_MEMORY;
    seal->config = c;
    seal->m = m;
    seal->write = write;
    seal->user = user;
    seal->depth = depth;
    seal->tag.m = seal->content.m = seal->held.m = seal->sheet.m = seal->answer.m = seal->whole.m =
        seal->base.m = seal->clean.m = seal->out.m = &seal->m;
    seal_put_clean(&seal->base, c.base);
    tokens.user = seal;
    html_begin(&seal->tokens, &tokens);
    if (seal->base.error) {
        trawl_seal_close(&seal);
        return TRAWL_ERROR_NO_MEMORY;
    }
    *to = seal;
    return TRAWL_OK;
}

int trawl_seal_open(trawl_seal **seal, const trawl_seal_config *config, trawl_write *write,
                    void *user)
{
    return seal ? seal_open(seal, config, write, user, 0) : TRAWL_ERROR_MISUSE;
}

/* Begins a call. Returns 0, or why nothing may be done. */
static int seal_enter(trawl_seal *seal)
{
    if (!seal || seal->busy)
        return TRAWL_ERROR_MISUSE;
    seal->busy = seal->error == 0 || seal->error == SEAL_ENDED;
    return seal->busy ? TRAWL_OK : seal->error;
}

/* Ends a call. After an error, later calls are misuse. */
static int seal_leave(trawl_seal *seal, int result)
{
    const int error = seal->error ? seal->error : result;

    seal->busy = false;
    if (error == SEAL_ENDED)
        return seal->depth == 0 ? TRAWL_OK : error;
    seal->error = error ? TRAWL_ERROR_MISUSE : 0;
    return error;
}

int trawl_seal_feed(trawl_seal *seal, const void *bytes, size_t n)
{
    const char *p = bytes;
    int failed = seal_enter(seal);

    if (failed)
        return failed;
    for (failed = seal->error; !seal->begun && n > 0 && !failed; p++, n--) {
        seal->front[seal->front_n++] = *p;
        if (!seal_front_waits(seal))
            failed = seal_front_end(seal);
    }
    if (n > 0 && !failed)
        failed = html_feed(&seal->tokens, p, n);
    return seal_leave(seal, failed);
}

int trawl_seal_finish(trawl_seal *seal)
{
    int failed = seal_enter(seal);

    if (failed)
        return failed;
    failed = seal->error;
    if (!failed && !seal->begun)
        failed = seal_front_end(seal);
    if (!failed)
        failed = html_finish(&seal->tokens);
    if (!failed && seal->inside == ELEMENT_SHEET)
        failed = put_sheet(seal);
    if (!failed)
        failed = seal_flush(seal);
    (void)seal_fail(seal, failed);
    failed = seal_leave(seal, 0);
    seal->error = TRAWL_ERROR_MISUSE;
    return failed;
}

void trawl_seal_close(trawl_seal **to)
{
    trawl_seal *seal = to ? *to : NULL;
    memory m;

    if (!seal)
        return;
    m = seal->m;
    bytes_close(&seal->tag);
    bytes_close(&seal->content);
    bytes_close(&seal->held);
    bytes_close(&seal->sheet);
    bytes_close(&seal->answer);
    bytes_close(&seal->whole);
    bytes_close(&seal->base);
    bytes_close(&seal->clean);
    bytes_close(&seal->out);
    memory_free(&m, seal);
    *to = NULL;
}
