/* status.c - reads the results of a link checker into the table "status"
 *
 *     status(url, state, code, why)     state: 0 fine, 1 failing, 2 gone
 *
 * Three formats, recognized by the first bytes:
 * - JSON: every object with a "url" and a "status", "code" or similar member, at any depth, as
 *   lychee and others write it. Without a code, the name of the map around it decides.
 * - CSV with semicolons and the columns "urlname", "result" and "valid", as linkchecker writes it.
 * - Lines of a URL, a tab and a code or a word. Without a code or "ok", the URL is gone.
 */
#include "archive/report/report.h"

#include <stdlib.h>

#include "base/ascii.h"
#include "base/utf8.h"

enum status_state { FINE, FAILING, GONE, UNKNOWN, SKIPPED };

/* The largest file, and the deepest JSON. */
enum { FILE_MOST = 1 << 28, DEPTH_MOST = 64 };

/* The result for one URL. */
struct finding {
    struct buffer url, why;
    long code; /* 0: none */
    enum status_state state;
};

struct status_reader {
    struct report *report;
    sqlite3_stmt *add;
    struct buffer canonical;
    const char *p, *end;
    bool bad; /* not JSON */
};

static void finding_clear(struct finding *f)
{
    f->url.n = f->why.n = 0;
    f->code = 0;
    f->state = UNKNOWN;
}

static void finding_free(struct finding *f)
{
    buffer_free(&f->url);
    buffer_free(&f->why);
}

static bool status_is_word(trawl_str text, const char *word)
{
    return text.n == strlen(word) && ascii_same(text.p, word, text.n);
}

/* ---- One finding ---- */

static enum status_state state_of(const struct finding *f)
{
    if (f->code >= 200 && f->code < 400)
        return FINE;
    if (f->code == 404 || f->code == 410)
        return GONE;
    if (f->code > 0)
        return FAILING;
    return f->state == UNKNOWN ? GONE : f->state;
}

/* Stores a finding, in place of an earlier one about the same URL. Returns 0 or -1. */
static int status_keep(struct status_reader *t, const struct finding *f)
{
    trawl_str url = buffer_str(&f->url);
    int failed;

    if (url.n == 0)
        return 0;
    if (buffer_fill(&t->canonical, trawl_canonical, url) == TRAWL_OK)
        url = buffer_str(&t->canonical);
    db_bind(t->add, 1, url);
    (void)sqlite3_bind_int(t->add, 2, (int)state_of(f));
    (void)(f->code > 0 ? sqlite3_bind_int64(t->add, 3, f->code) : sqlite3_bind_null(t->add, 3));
    db_bind(t->add, 4, f->why.n > 0 ? buffer_str(&f->why) : (trawl_str){NULL, 0});
    failed = db_run(t->report->db, t->add);
    return failed;
}

/* Reads the code in a text such as "404 Not Found". Returns false if there is none. */
static bool take_code(struct finding *f, trawl_str text)
{
    long code = 0;
    size_t i = 0;

    while (i < text.n && i < 4 && text.p[i] >= '0' && text.p[i] <= '9')
        code = 10 * code + (text.p[i++] - '0');
    if (i == 0 || i > 3 || (i < text.n && text.p[i] != ' '))
        return false;
    if (code > 0)
        f->code = code;
    else if (f->state != SKIPPED)
        f->state = GONE;
    return true;
}

static void take_why(struct finding *f, trawl_str text)
{
    if (f->why.n == 0)
        (void)buffer_add(&f->why, text.p, text.n < 200 ? text.n : 200);
}

/* ---- JSON ---- */

static void status_skip_blanks(struct status_reader *t)
{
    while (t->p < t->end && strchr(" \t\r\n", *t->p) && *t->p)
        t->p++;
}

/* Skips blanks and, if `c` is the next character, skips it too and returns true. */
static bool next_is(struct status_reader *t, char c)
{
    status_skip_blanks(t);
    if (t->p == t->end || *t->p != c)
        return false;
    t->p++;
    return true;
}

/* Reads the four hex digits of an escape. */
static uint32_t read_hex(struct status_reader *t)
{
    uint32_t code = 0;

    for (int i = 0; i < 4; i++) {
        int digit = t->p < t->end ? ascii_hex((unsigned char)*t->p) : -1;

        if (digit < 0) {
            t->bad = true;
            return 0;
        }
        code = code << 4 | (uint32_t)digit;
        t->p++;
    }
    return code;
}

static void read_escape(struct status_reader *t, struct buffer *to)
{
    static const char from[] = "bfnrt", is[] = "\b\f\n\r\t";
    char text[4], c = t->p < t->end ? *t->p++ : '\0';
    const char *at = c ? strchr(from, c) : NULL;
    uint32_t code;

    if (c != 'u') {
        text[0] = at ? is[at - from] : c;
        (void)buffer_add(to, text, 1);
        return;
    }
    code = read_hex(t);
    if (code >= 0xd800 && code < 0xdc00 && t->end - t->p >= 6 && t->p[0] == '\\' &&
        t->p[1] == 'u') {
        t->p += 2;
        code = 0x10000 + ((code - 0xd800) << 10) + ((read_hex(t) - 0xdc00) & 0x3ff);
    }
    if (code >= 0xd800 && code < 0xe000)
        code = 0xfffd;
    (void)buffer_add(to, text, utf8_encode(text, code));
}

/* Reads a string after its opening quote. */
static void read_string(struct status_reader *t, struct buffer *to)
{
    to->n = 0;
    while (t->p < t->end && *t->p != '"') {
        const char *p = t->p;

        while (p < t->end && *p != '"' && *p != '\\')
            p++;
        (void)buffer_add(to, t->p, (size_t)(p - t->p));
        t->p = p;
        if (p < t->end && *p == '\\') {
            t->p++;
            read_escape(t, to);
        }
    }
    if (t->p == t->end)
        t->bad = true;
    else
        t->p++;
}

/* Returns the state that the name of a map implies for the URLs in it. */
static enum status_state assumed(trawl_str name, enum status_state above)
{
    if (status_is_word(name, "success_map") || status_is_word(name, "redirect_map"))
        return FINE;
    if (status_is_word(name, "error_map") || status_is_word(name, "fail_map") ||
        status_is_word(name, "timeout_map"))
        return GONE;
    if (status_is_word(name, "excluded_map") || status_is_word(name, "suggestion_map"))
        return SKIPPED;
    return above;
}

static void status_take_text(struct finding *f, trawl_str key, trawl_str value)
{
    if (status_is_word(key, "url") ||
        (f->url.n == 0 && (status_is_word(key, "urlname") || status_is_word(key, "uri")))) {
        f->url.n = 0;
        (void)buffer_add(&f->url, value.p, value.n);
    } else if (status_is_word(key, "status") || status_is_word(key, "code") ||
               status_is_word(key, "status_code") || status_is_word(key, "result")) {
        if (!take_code(f, value))
            take_why(f, value);
    } else if (status_is_word(key, "state")) {
        f->state = status_is_word(value, "OK")        ? FINE
                   : status_is_word(value, "SKIPPED") ? SKIPPED
                                                      : GONE;
    } else if (status_is_word(key, "text") || status_is_word(key, "error") ||
               status_is_word(key, "message")) {
        take_why(f, value);
    }
}

static void status_take_word(struct finding *f, trawl_str key, trawl_str value)
{
    if (status_is_word(key, "status") || status_is_word(key, "code") ||
        status_is_word(key, "status_code"))
        (void)take_code(f, value);
    else if (status_is_word(key, "valid") || status_is_word(key, "ok"))
        f->state = status_is_word(value, "true") ? FINE : GONE;
}

static int status_read_value(struct status_reader *t, trawl_str key, struct finding *f,
                             enum status_state above, int depth);

/* Reads the members of an object into f. */
static int read_members(struct status_reader *t, struct finding *f, enum status_state above,
                        int depth)
{
    struct buffer name = {0};
    int failed = 0;

    while (!failed && !t->bad && !next_is(t, '}')) {
        t->bad = !next_is(t, '"');
        if (!t->bad)
            read_string(t, &name);
        t->bad = t->bad || !next_is(t, ':');
        if (!t->bad)
            failed = status_read_value(t, buffer_str(&name), f, assumed(buffer_str(&name), above),
                                       depth);
        (void)next_is(t, ',');
    }
    buffer_free(&name);
    return failed;
}

/* Reads an object after its brace. The members of an object named "status" belong to the object
 * around it. */
static int read_object(struct status_reader *t, trawl_str key, struct finding *around,
                       enum status_state above, int depth)
{
    struct finding own = {.state = above};
    int failed;

    if (status_is_word(key, "status") && around)
        return read_members(t, around, above, depth);
    failed = read_members(t, &own, above, depth);
    if (!failed && !t->bad && own.url.n > 0 && own.state != SKIPPED &&
        (own.code > 0 || own.state != UNKNOWN || own.why.n > 0))
        failed = status_keep(t, &own);
    finding_free(&own);
    return failed;
}

static int status_read_value(struct status_reader *t, trawl_str key, struct finding *f,
                             enum status_state above, int depth)
{
    struct buffer text = {0};
    const char *from;
    int failed = 0;

    if (depth > DEPTH_MOST) {
        t->bad = true;
    } else if (next_is(t, '{')) {
        failed = read_object(t, key, f, above, depth + 1);
    } else if (next_is(t, '[')) {
        while (!failed && !t->bad && !next_is(t, ']')) {
            failed = status_read_value(t, (trawl_str){"", 0}, NULL, above, depth + 1);
            (void)next_is(t, ',');
        }
    } else if (next_is(t, '"')) {
        read_string(t, &text);
        if (f)
            status_take_text(f, key, buffer_str(&text));
        buffer_free(&text);
    } else {
        for (from = t->p; t->p < t->end && strchr("+-.0123456789aeflnrstuE", *t->p) && *t->p;)
            t->p++;
        t->bad = t->p == from;
        if (f)
            status_take_word(f, key, (trawl_str){from, (size_t)(t->p - from)});
    }
    return failed;
}

/* ---- Lines ---- */

/* Returns the next line, without its line end, and moves past it. */
static trawl_str status_next_line(struct status_reader *t)
{
    const char *lf = memchr(t->p, '\n', (size_t)(t->end - t->p));
    trawl_str line = {t->p, (size_t)((lf ? lf : t->end) - t->p)};

    t->p = lf ? lf + 1 : t->end;
    if (line.n > 0 && line.p[line.n - 1] == '\r')
        line.n--;
    return line;
}

static int read_lines(struct status_reader *t)
{
    struct finding f = {0};
    int failed = 0;

    while (!failed && t->p < t->end) {
        trawl_str line = status_next_line(t), code = {"", 0};
        const char *tab = memchr(line.p, '\t', line.n);

        if (tab) {
            code = (trawl_str){tab + 1, (size_t)(line.p + line.n - tab - 1)};
            line.n = (size_t)(tab - line.p);
        }
        if (line.n == 0 || line.p[0] == '#')
            continue;
        finding_clear(&f);
        (void)buffer_add(&f.url, line.p, line.n);
        if (status_is_word(code, "ok"))
            f.state = FINE;
        else if (!take_code(&f, code))
            take_why(&f, code);
        failed = status_keep(t, &f);
    }
    finding_free(&f);
    return failed;
}

/* ---- CSV ---- */

enum { FIELDS_MOST = 64 };

/* Reads one record, whose fields are separated by semicolons and may be in quotes. Returns the
 * number of fields. */
static unsigned read_record(struct status_reader *t, struct buffer *fields)
{
    unsigned n = 0;
    bool quoted = false;

    fields[0].n = 0;
    for (; t->p < t->end && (quoted || *t->p != '\n'); t->p++) {
        if (*t->p == '"' && quoted && t->p + 1 < t->end && t->p[1] == '"')
            t->p++;
        else if (*t->p == '"') {
            quoted = !quoted;
            continue;
        } else if (*t->p == ';' && !quoted) {
            if (n + 1 < FIELDS_MOST)
                n++;
            fields[n].n = 0;
            continue;
        } else if (*t->p == '\r' && !quoted)
            continue;
        (void)buffer_add(&fields[n], t->p, 1);
    }
    t->p += t->p < t->end;
    return n + 1;
}

static int read_csv(struct status_reader *t)
{
    static struct buffer fields[FIELDS_MOST];
    struct finding f = {0};
    unsigned url = 0, name = 0, result = 0, valid = 0, count;
    int failed = 0;

    while (t->p < t->end && *t->p == '#')
        (void)status_next_line(t);
    count = read_record(t, fields);
    for (unsigned i = 0; i < count; i++) {
        trawl_str text = buffer_str(&fields[i]);

        url = status_is_word(text, "url") ? i : url;
        name = status_is_word(text, "urlname") ? i : name;
        result = status_is_word(text, "result") ? i : result;
        valid = status_is_word(text, "valid") ? i : valid;
    }
    while (!failed && t->p < t->end) {
        unsigned got = read_record(t, fields);
        trawl_str whole = buffer_str(&fields[got > url && fields[url].n > 0 ? url : name]);

        if (got <= valid || got <= result || whole.n == 0)
            continue;
        finding_clear(&f);
        (void)buffer_add(&f.url, whole.p, whole.n);
        f.state = status_is_word(buffer_str(&fields[valid]), "true") ? FINE : GONE;
        if (!take_code(&f, buffer_str(&fields[result])))
            take_why(&f, buffer_str(&fields[result]));
        failed = status_keep(t, &f);
    }
    for (unsigned i = 0; i < FIELDS_MOST; i++)
        buffer_free(&fields[i]);
    finding_free(&f);
    return failed;
}

/* ---- The file ---- */

/* Returns true when the first line that is not a comment begins like the CSV of linkchecker. */
static bool is_csv(struct status_reader t)
{
    trawl_str line;

    do
        line = status_next_line(&t);
    while (t.p < t.end && line.n > 0 && line.p[0] == '#');
    return line.n > 8 && memcmp(line.p, "urlname;", 8) == 0;
}

static int status_read_format(struct status_reader *t, const char *path)
{
    trawl_str none = {"", 0};
    int failed;

    if (t->end - t->p >= 3 && memcmp(t->p, "\xEF\xBB\xBF", 3) == 0)
        t->p += 3;
    status_skip_blanks(t);
    if (t->p == t->end || (*t->p != '{' && *t->p != '['))
        return is_csv(*t) ? read_csv(t) : read_lines(t);
    for (failed = 0; !failed && !t->bad && t->p < t->end; status_skip_blanks(t))
        failed = status_read_value(t, none, NULL, UNKNOWN, 0);
    if (!failed && t->bad) {
        say("report", "--status: ", path, " begins like JSON, but is not valid JSON");
        return -1;
    }
    return failed;
}

int status_read(struct report *r, const char *path)
{
    struct buffer text = {0};
    struct status_reader t = {.report = r};
    struct input in;
    int failed;

    if (db_execute(r->db, "CREATE TEMP TABLE status(url TEXT PRIMARY KEY,"
                          " state INTEGER NOT NULL, code INTEGER, why TEXT) WITHOUT ROWID") < 0 ||
        !(t.add = db_prepare(r->db, "INSERT OR REPLACE INTO status VALUES (?1, ?2, ?3, ?4)")))
        return -1;
    failed = input_open(&in, strcmp(path, "-") == 0 ? NULL : path, NULL);
    if (!failed) {
        in.command = "report";
        failed = input_all(&in, &text, FILE_MOST) < 0;
        input_close(&in);
    }
    if (!failed) {
        t.p = buffer_str(&text).p;
        t.end = t.p + text.n;
        failed = status_read_format(&t, path) < 0;
    }
    db_reset(r->db, t.add);
    buffer_free(&t.canonical);
    buffer_free(&text);
    return failed ? -1 : 0;
}
