/* mail.c - opens, feeds, finishes, resets and closes a trawl_mail; see trawl_mail.h */
#include "base/sized.h"
#include "mail/mail.h"

/* ---- Callbacks of the container ---- */

int mail_begin_message(void *user, uint64_t at)
{
    trawl_mail *m = user;
    int stop = events_skip(&m->g, at, TRAWL_SKIP_SEPARATOR);

    m->number++;
    return stop ? stop : walk_begin(&m->w, m->number, at);
}

/* Begins a text that is not a message. */
int mail_begin_text(trawl_mail *m, uint64_t at, bool resumed)
{
    reader_text as = {.charset = m->charset,
                      .trusted = true,
                      .page = m->c.kind == TRAWL_INPUT_HTML,
                      .rule = m->c.kind == TRAWL_INPUT_CALENDAR ? LINES_FOLDED
                              : m->c.kind == TRAWL_INPUT_LDIF   ? LINES_LDIF
                                                                : LINES_PLAIN,
                      .resumed = resumed};
    int stop = events_skip(&m->g, at, TRAWL_SKIP_SEPARATOR);

    m->in_text = true;
    return stop ? stop : reader_begin(&m->r, &as, at);
}

static int mail_take_bytes(void *user, const char *p, size_t n, uint64_t at)
{
    trawl_mail *m = user;
    int stop;

    if (m->c.open)
        return walk_bytes(&m->w, p, n, at);
    stop = m->in_text ? 0 : mail_begin_text(m, at, false);
    return stop ? stop : reader_bytes(&m->r, p, n, at);
}

/* Skips bytes that the container removes. Does nothing inside a message or text, whose events cover
 * them. */
static int take_skip(void *user, const char *p, size_t n, uint64_t at)
{
    trawl_mail *m = user;

    (void)p;
    return m->c.open || m->in_text ? 0 : events_skip(&m->g, at + n, TRAWL_SKIP_SEPARATOR);
}

static int end_message(void *user, uint64_t at)
{
    trawl_mail *m = user;

    return walk_end(&m->w, at);
}

static int set_kind(void *user, enum trawl_input kind, const char *why)
{
    static const char long_fields[] =
        "it begins with fields of more than 102400 bytes, and is read as text, not as mail";
    static const char guessed[] =
        "no empty line ends the header; it is read as mail whose text begins at the first line that "
        "is no field";
    trawl_mail *m = user;
    int stop;

    (void)kind;
    walk_head_alone(&m->w, m->c.alone || m->c.guessed, m->c.written);
    stop = events_explain(&m->g, "E1", why);
    if (!stop && m->c.long_fields)
        stop = events_limit(&m->g, long_fields, 0);
    if (!stop && m->c.guessed)
        stop = events_limit(&m->g, guessed, 0);
    return stop;
}

static int report_fault(void *user, const char *why)
{
    trawl_mail *m = user;

    return events_explain(&m->g, "E11", why);
}

/* ---- Opening to closing ---- */

static int mail_begin(trawl_mail *m)
{
    container_out out = {m,           mail_begin_message, mail_take_bytes, take_skip,
                         end_message, set_kind,           report_fault,    m->r.kernel};

    m->error = TRAWL_OK;
    m->busy = m->finished = m->in_text = false;
    m->number = 0;
    scan_mode_of(m->t)->news = false;
    scan_mode_of(m->t)->flowed = false;
    events_reset(&m->g);
    m->w.around.depth = 0; /* the last input may have ended inside of a multipart */
    walk_leave(&m->w);
    walk_head_alone(&m->w, false, false);
    container_begin(&m->c, (enum trawl_input)m->expected, &out);
    return TRAWL_OK;
}

static int mail_open_all(trawl_mail *m, const trawl_mail_config *c)
{
    const settings_view s = settings_of(c->settings);
    int failed;

    m->charset = s.charset;
    m->g.targets = (c->options & TRAWL_MAIL_OPTION_TARGETS) != 0;
    m->g.want = s.want;
    m->g.settings = c->settings;
    if (c->options & (TRAWL_MAIL_OPTION_TARGETS | TRAWL_MAIL_OPTION_SHOW))
        m->g.want |= TRAWL_WANT_LINK;
    failed = scan_open(&m->t, c->settings, events_needs(&m->g), true, events_event, &m->g);
    if (failed)
        return failed;
    scan_mode_of(m->t)->limits = true;
    m->w.set.find = s.find ? s.find : TRAWL_FIND_DEFAULT | TRAWL_FIND_HDR | TRAWL_FIND_HTML;
    m->w.set.headers = c->headers;
    m->w.set.show = m->g.show = (c->options & TRAWL_MAIL_OPTION_SHOW) != 0;
    m->w.set.show_only = m->w.set.show && (c->options & TRAWL_MAIL_OPTION_SHOW_ONLY);
    m->w.set.show_replies = (c->options & TRAWL_MAIL_OPTION_SHOW_REPLIES) != 0;
    m->g.live.all = (c->options & TRAWL_MAIL_OPTION_ALL_ANCHORS) != 0;
    m->g.markup = (c->options & TRAWL_MAIL_OPTION_MARKUP) && events_wants(&m->g, TRAWL_WANT_TEXT);
    m->g.live.on = m->g.live.all || (c->options & TRAWL_MAIL_OPTION_ANCHORS);
    m->w.set.charset = m->charset;
    reader_open(&m->r, m->t, &m->g);
    m->r.wants.html = (m->w.set.find & TRAWL_FIND_HTML) != 0;
    m->r.wants.ids = (m->w.set.find & TRAWL_FIND_MSGID) != 0;
    m->r.wants.struck = (c->options & TRAWL_MAIL_OPTION_KEEP_OVERSTRIKES) != 0;
    m->r.wants.refanged = (c->options & TRAWL_MAIL_OPTION_REFANG) != 0;
    walk_open(&m->w, m->t, &m->g, &m->r);
    m->expected = c->input;
    return mail_begin(m);
}

int trawl_mail_open(trawl_mail **out, const trawl_mail_config *config, trawl_sink *sink, void *user)
{
    trawl_mail_config c = {.size = sizeof c};
    const memory *m;
    int failed;

    if (!out)
        return TRAWL_ERROR_MISUSE;
    *out = NULL;
    if (!sink || (config && !sized_get(&c, sizeof c, config)) || c.input < 0 ||
        c.input >= TRAWL_INPUT_COUNT || c.headers < 0 || c.headers > TRAWL_HEADERS_NONE)
        return TRAWL_ERROR_MISUSE;
    failed = settings_or_default(&c.settings);
    if (failed)
        return failed;
    m = settings_of(c.settings).m;
    *out = memory_zeroed(m, sizeof **out);
    if (!*out)
        return TRAWL_ERROR_NO_MEMORY;
    (*out)->m = *m;
    container_open(&(*out)->c, &(*out)->m);
    events_open(&(*out)->g, m, sink, user);
    failed = mail_open_all(*out, &c);
    if (failed)
        trawl_mail_close(out);
    return failed;
}

void trawl_mail_close(trawl_mail **out)
{
    trawl_mail *m = out ? *out : NULL;
    memory from;

    if (!m)
        return;
    from = m->m;
    if (m->t) {
        walk_close(&m->w);
        reader_close(&m->r);
    }
    container_close(&m->c);
    events_close(&m->g);
    trawl_close(&m->t);
    memory_free(&from, m);
    *out = NULL;
}

/* Ends a call. Stores and returns what stopped the scan: g.error, if the sink's value only reports
 * that. */
static int end_call(trawl_mail *m, int stop)
{
    m->busy = false;
    m->error = stop > 0 && m->g.error ? m->g.error : stop;
    return m->error;
}

int trawl_mail_feed(trawl_mail *m, const void *bytes, size_t n)
{
    if (!m || (!bytes && n > 0) || m->error || m->finished || m->busy)
        return TRAWL_ERROR_MISUSE;
    m->busy = true;
    return end_call(m, n > 0 ? container_feed(&m->c, bytes, n) : TRAWL_OK);
}

int trawl_mail_finish(trawl_mail *m)
{
    int stop;

    if (!m || m->error || m->finished || m->busy)
        return TRAWL_ERROR_MISUSE;
    m->finished = m->busy = true;
    stop = container_finish(&m->c);
    if (!stop && m->in_text)
        stop = reader_end(&m->r, m->c.at);
    if (!stop)
        stop = events_flush(&m->g);
    return end_call(m, stop);
}

int trawl_mail_reset(trawl_mail *m)
{
    return m && !m->busy ? mail_begin(m) : TRAWL_ERROR_MISUSE;
}

int trawl_mail_expect(trawl_mail *m, int input)
{
    if (!m || m->busy || input < 0 || input >= TRAWL_INPUT_COUNT)
        return TRAWL_ERROR_MISUSE;
    m->expected = input;
    return mail_begin(m);
}

int trawl_mail_name(trawl_mail *m, const char *name, size_t n)
{
    if (!m || m->busy || (!name && n > 0))
        return TRAWL_ERROR_MISUSE;
    m->c.named_page = walk_named_page((trawl_str){name, n});
    return TRAWL_OK;
}

int trawl_mail_input(const trawl_mail *m)
{
    return m ? (int)m->c.kind : TRAWL_INPUT_AUTO;
}

const char *trawl_mail_complaint(const trawl_mail *m)
{
    return m ? m->c.why_unread : NULL;
}

const trawl_scanner *trawl_mail_scan(const trawl_mail *m)
{
    return m ? m->t : NULL;
}

/* ---- Names ---- */

const char *trawl_input_name(int input)
{
    return container_name((enum trawl_input)input);
}

const char *trawl_input_word(int i, int *input, const char **help)
{
    return container_word(i, input, help);
}

int trawl_input_find(const char *name, size_t n)
{
    const char *word;
    int input = -1;

    for (int i = 0; (word = trawl_input_word(i, &input, NULL)); i++)
        if (strlen(word) == n && memcmp(word, name, n) == 0)
            return input;
    return -1;
}

const char *trawl_skip_name(int reason)
{
    static const char *const names[TRAWL_SKIP_COUNT] = {NULL,         "separator", "header",
                                                        "boundary",   "preamble",  "epilogue",
                                                        "attachment", "html",      "limit"};

    return reason > 0 && reason < TRAWL_SKIP_COUNT ? names[reason] : "unknown";
}
