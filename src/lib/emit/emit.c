/* emit.c - opens, feeds, finishes and closes a writer; makes text fit to be shown
 *
 * Output collects in the writer's own buffer, which is passed on when it is full, at a flush and at
 * the finish.
 */
#include <limits.h>

#include "base/check.h"
#include "emit/emit.h"

#include "base/sized.h"
#include "base/utf8.h"

/* What trawl_emit.error is while no call can write. */
enum emit_state {
    EMIT_WRITING = INT_MIN,      /* the write function runs, or it was left by longjmp() */
    EMIT_FINISHED = INT_MIN + 1, /* after trawl_emit_finish() */
    EMIT_NEW = INT_MIN + 2       /* before the first event */
};

/* Returns NULL for an unknown format. */
static const emit_writer *writer_of(int format)
{
    static const emit_writer *const writers[] = {[TRAWL_EMIT_FORMAT_HTML] = &emit_html,
                                                 [TRAWL_EMIT_FORMAT_TERM] = &emit_term,
                                                 [TRAWL_EMIT_FORMAT_MARKDOWN] = &emit_markdown,
                                                 [TRAWL_EMIT_FORMAT_NOTES] = &emit_notes,
                                                 [TRAWL_EMIT_FORMAT_TEXT] = &emit_unbroken};

    return (unsigned)format < sizeof writers / sizeof writers[0] ? writers[format] : NULL;
}

/* Copies the strings of the config, one after the other, into one piece of memory. */
static int emit_copy_texts(trawl_emit *e)
{
    trawl_emit_config *c = &e->config;
    trawl_str *const all[] = {&c->live,   &c->title, &c->rel,           &c->css_class,
                              &c->target, &c->css,   &c->link_template, &c->lang};
    size_t n = 0;

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        n += all[i]->n;
    e->texts = memory_get(&e->m, n);
    if (!e->texts)
        return TRAWL_ERROR_NO_MEMORY;
    n = 0;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (all[i]->n > 0)
            memcpy(e->texts + n, all[i]->p, all[i]->n);
        all[i]->p = e->texts + n;
        n += all[i]->n;
    }
    return TRAWL_OK;
}

static trawl_emit *emit_make(const trawl_emit_config *config, const emit_writer *writer)
{
    memory m = config->resize ? (memory){config->resize, config->resize_user} : memory_default;
    trawl_emit *e = memory_get(&m, sizeof *e);

    if (!e)
        return NULL;
    *e = (trawl_emit){
        .config = *config, .m = m, .writer = writer, .kernel = kernel_choose(), .error = EMIT_NEW};
    outline_hold(e->config.outline);
    e->state = memory_get(&m, writer->state_size);
    if (e->state)
        memset(e->state, 0, writer->state_size);
    if (!e->state || emit_copy_texts(e) != TRAWL_OK)
        trawl_emit_close(&e);
    return e;
}

int trawl_emit_open(trawl_emit **out, const trawl_emit_config *config, trawl_write *write,
                    void *user)
{
    trawl_emit_config c = {.size = sizeof c};
    const emit_writer *writer = NULL;

    if (!out)
        return TRAWL_ERROR_MISUSE;
    *out = NULL;
    if (!config || sized_get(&c, sizeof c, config))
        writer = writer_of(c.format);
    if (!writer || !write || !emit_template_is_good(c.link_template))
        return TRAWL_ERROR_MISUSE;
    *out = emit_make(&c, writer);
    if (!*out)
        return TRAWL_ERROR_NO_MEMORY;
    (*out)->write = write;
    (*out)->user = user;
    return TRAWL_OK;
}

static int write_out(trawl_emit *e, const char *bytes, size_t n)
{
    int result;

    if (e->error || n == 0)
        return e->error;
    e->error = EMIT_WRITING;
    result = e->write(e->user, bytes, n);
    e->error = result >= 0 || result == TRAWL_ERROR_NO_MEMORY ? result : TRAWL_ERROR_MISUSE;
    return e->error;
}

/* Passes on what is held. */
static int emit_flush(trawl_emit *e)
{
    size_t n = (size_t)(e->room.to - e->held);

    e->room.to = e->held;
    return write_out(e, e->held, n);
}

int emit_put_through(trawl_emit *e, const char *bytes, size_t n)
{
    if (e->enlarge && e->enlarge(e, n))
        return emit_put(e, bytes, n);
    emit_flush(e);
    return n > EMIT_HELD ? write_out(e, bytes, n) : emit_put(e, bytes, n);
}

/* Begins the output before the first event. Returns TRAWL_ERROR_MISUSE in the write function, and
 * after an error or the end. */
static int emit_begin(trawl_emit *e)
{
    if (e->error != EMIT_NEW)
        return e->error ? TRAWL_ERROR_MISUSE : TRAWL_OK;
    e->held = memory_get(&e->m, EMIT_HELD);
    e->error = e->held ? TRAWL_OK : TRAWL_ERROR_NO_MEMORY;
    if (e->error)
        return e->error;
    e->room = (kernel_room){e->held, e->held + EMIT_HELD};
    return e->writer->begin ? e->writer->begin(e) : TRAWL_OK;
}

/* Returns true for the escape sequences around the text of a terminal's hyperlink. All writers
 * except the writer of plain text make links of their own, so they leave these out. */
static inline bool emit_is_escape(const trawl_emit *e, const trawl_event *event)
{
    return event->type == TRAWL_EVENT_TEXT && event->link && event->link->kind == TRAWL_KIND_OSC8 &&
           event->text.n > 0 && event->text.p[0] == '\x1B' && e->writer != &emit_unbroken;
}

/* Writes an event without its text. */
__attribute__((noinline)) static int write_empty(trawl_emit *e, const trawl_event *event)
{
    trawl_event empty = *event;

    empty.text.n = 0;
    return e->writer->event(e, &empty);
}

/* Returns true for an empty line, as it ends the header of a message, and for no text. */
static bool is_line_end(trawl_str text)
{
    return text.n == 0 || (text.n <= 2 && text.p[text.n - 1] == '\n');
}

/* Writes an event. Leaves out the escape sequences of a hyperlink, and a byte-order mark at the
 * start of a text, which is a sign of its encoding: only the writer of plain text keeps both. */
__attribute__((noinline)) static int write_start(trawl_emit *e, const trawl_event *event)
{
    static const char mark[] = "\xEF\xBB\xBF";
    const size_t n = sizeof mark - 1;
    trawl_event rest = *event;

    if (emit_is_escape(e, event))
        return write_empty(e, event);
    e->begins = event->type == TRAWL_EVENT_PART ||
                (e->begins && (event->type > TRAWL_EVENT_LINK_MORE || is_line_end(event->text)));
    if (event->type != TRAWL_EVENT_TEXT || event->text.n < n ||
        memcmp(event->text.p, mark, n) != 0 || e->writer == &emit_unbroken)
        return e->writer->event(e, event);
    rest.text.p += n;
    rest.text.n -= n;
    return e->writer->event(e, &rest);
}

/* Returns true for the first event of a text, and for an event that is no text. */
static inline bool emit_is_start(const trawl_emit *e, const trawl_event *event)
{
    return e->begins || event->span.from == 0 || event->type > TRAWL_EVENT_LINK_MORE;
}

/* Handles unusual events: the first event, an event after an error, an event with the structs of
 * another version, an event of a scan without text, an event that the caller made, and a link
 * without its struct. */
__attribute__((noinline)) static int odd_event(trawl_emit *e, const trawl_event *event)
{
    trawl_event known;
    trawl_link link;
    int stop = emit_begin(e);

    if (stop)
        return stop;
    if (!sized_get(&known, sizeof known, event) ||
        (known.link && !sized_get(&link, sizeof link, known.link)))
        return TRAWL_ERROR_MISUSE;
    if (known.want && !(known.want & TRAWL_WANT_TEXT))
        return e->error = TRAWL_ERROR_MISUSE; /* the output would lack the text between links */
    if (known.link)
        known.link = &link;
    else if (known.type == TRAWL_EVENT_LINK || known.type == TRAWL_EVENT_LINK_MORE)
        known.type = TRAWL_EVENT_TEXT; /* a link event without its struct */
    return write_start(e, &known);
}

int trawl_emit_event(void *emit, const trawl_event *event)
{
    trawl_emit *e = emit;

    if (!e || !event)
        return TRAWL_ERROR_MISUSE;
    if (e->error || event->size != sizeof *event || !(event->want & TRAWL_WANT_TEXT) ||
        (event->link ? event->link->size != sizeof *event->link
                     : event->type == TRAWL_EVENT_LINK || event->type == TRAWL_EVENT_LINK_MORE))
        return odd_event(e, event);
    return emit_is_start(e, event) || emit_is_escape(e, event) ? write_start(e, event)
                                                               : e->writer->event(e, event);
}

int trawl_emit_flush(trawl_emit *e)
{
    if (!e || (e->error && e->error != EMIT_NEW))
        return TRAWL_ERROR_MISUSE;
    return e->error ? TRAWL_OK : emit_flush(e);
}

int trawl_emit_is_complete(const trawl_emit *e)
{
    return e && e->writer->is_complete && e->writer->is_complete(e);
}

int trawl_emit_finish(trawl_emit *e)
{
    int stop = e ? emit_begin(e) : TRAWL_ERROR_MISUSE;

    if (!stop && e->writer->finish)
        stop = e->writer->finish(e);
    if (!stop)
        stop = emit_flush(e);
    if (!stop)
        e->error = EMIT_FINISHED;
    return stop;
}

void trawl_emit_close(trawl_emit **out)
{
    trawl_emit *e = out ? *out : NULL;
    memory m;

    if (!e)
        return;
    if (e->state && e->writer->close)
        e->writer->close(e);
    outline_drop(e->config.outline);
    m = e->m;
    memory_free(&m, e->state);
    memory_free(&m, e->held);
    memory_free(&m, e->texts);
    memory_free(&m, e);
    *out = NULL;
}

int trawl_emit_text(const void *bytes, size_t n, const trawl_settings *settings,
                    const trawl_emit_config *config, trawl_write *write, void *user)
{
    trawl_emit *e;
    int stop = trawl_emit_open(&e, config, write, user);

    if (!stop)
        stop = trawl_scan(bytes, n, settings, trawl_emit_event, e);
    if (!stop)
        stop = trawl_emit_finish(e);
    trawl_emit_close(&e);
    return stop;
}

/* ---- Text made fit to be shown ---- */

/* Returns true for an ASCII character that is written as it is. */
static bool passes(const shown_state *s, uint32_t c)
{
    return (c >= 0x20 && c != 0x7F) || c == '\t' || c == '\n' ||
           (c == 0x1B && (s->keep & SHOWN_ESC));
}

void shown_open(shown_state *s, shown_put *put, void *user, unsigned keep)
{
    unsigned char in[256] = {0};

    *s = (shown_state){.put = put, .user = user, .keep = keep, .kernel = kernel_choose()};
    for (uint32_t c = 0; c < 0x80; c++)
        in[c] = passes(s, c);
    kernel_set_make(&s->ascii, in);
}

/* Returns how many bytes at `p` are written as they are. */
static size_t passing_run(const shown_state *s, const char *p, size_t n)
{
    size_t i = 0;

    while ((i += s->kernel->span(&s->ascii, p + i, n - i)) < n) {
        utf8_char c = utf8_decode(p + i, n - i);
        if (c.code < 0x80 || escape_kind_of(c.code) != ESCAPE_SHOWN)
            break;
        i += c.len;
    }
    return i;
}

static int put_character(shown_state *s, const char *p, utf8_char c)
{
    char shown[ESCAPE_LABEL];

    if (c.code >= 0x80)
        return s->put(s->user, shown, escape_shown(shown, c.code, true));
    if (passes(s, c.code))
        return s->put(s->user, p, c.len);
    if (c.code == '\f')
        return 0; /* the end of a page, as in HTML */
    return s->put(s->user, ESCAPE_BAD_TEXT, strlen(ESCAPE_BAD_TEXT));
}

/* Writes the held bytes, which are not UTF-8. */
static int put_held(shown_state *s)
{
    int stop = 0;

    for (size_t i = 0; i < s->held_n && !stop; i++)
        stop = put_character(s, s->held + i, utf8_decode_or_byte(s->held + i, 1));
    s->held_n = 0;
    return stop;
}

/* Adds a byte to the held bytes, or writes them. Sets *taken to whether the byte belongs to
 * them. */
static int emit_extend(shown_state *s, char byte, bool *taken)
{
    utf8_char c;
    bool written = s->written;

    if (s->held[0] == '\r') {
        *taken = byte == '\n';
        s->held_n = 0;
        s->written = false;
        if (written)
            return 0;
        return *taken && (s->keep & SHOWN_CRLF) ? s->put(s->user, "\r\n", 2)
                                                : s->put(s->user, "\n", 1);
    }
    s->held[s->held_n] = byte;
    c = utf8_decode_or_byte(s->held, s->held_n + 1);
    *taken = c.len > 1 || escape_is_cut(s->held, s->held_n + 1);
    if (!*taken)
        return put_held(s);
    if (c.len == 1) {
        s->held_n++;
        return 0;
    }
    s->held_n = 0;
    return put_character(s, s->held, c);
}

/* Writes the replacement of the character at `p`, or holds the character when its end may follow.
 * Sets *taken to its length. */
static int emit_put_other(shown_state *s, const char *p, size_t n, size_t *taken)
{
    utf8_char c = utf8_decode_or_byte(p, n);

    *taken = c.len;
    if (c.code == '\r' || escape_is_cut(p, n)) {
        *taken = c.code == '\r' ? 1 : n;
        CHECK(*taken <= sizeof s->held);
        memcpy(s->held, p, *taken);
        s->held_n = *taken;
        return 0;
    }
    return put_character(s, p, c);
}

int shown_text(shown_state *s, const char *p, size_t n)
{
    int stop = 0;

    while (n > 0 && !stop) {
        size_t taken = 0;
        bool whole;
        if (s->held_n > 0) {
            stop = emit_extend(s, *p, &whole);
            taken = whole ? 1 : 0;
        } else if ((taken = passing_run(s, p, n)) > 0) {
            stop = s->put(s->user, p, taken);
        } else {
            stop = emit_put_other(s, p, n, &taken);
        }
        p += taken;
        n -= taken;
    }
    return stop;
}

int shown_edge(shown_state *s)
{
    if (s->held_n == 0 || s->held[0] != '\r')
        return put_held(s);
    if (s->written)
        return 0;
    s->written = true;
    return s->put(s->user, "\n", 1);
}
