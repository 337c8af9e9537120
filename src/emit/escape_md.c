/* escape_md.c - text that Markdown renders as the text it was; see escape_md.h */
#include "emit/escape_md.h"

#include <string.h>

#include "base/ascii.h"

/* Where a character must be escaped. */
enum { NEVER, ALWAYS, FIRST, AFTER_DIGITS, BLANK };

/* clang-format off */

/* All else of ASCII punctuation, though harmless here, may be escaped too. */
static const unsigned char table[256] = {
    ['\\'] = ALWAYS, ['`'] = ALWAYS, ['*'] = ALWAYS, ['_'] = ALWAYS, ['['] = ALWAYS, [']'] = ALWAYS, ['<'] = ALWAYS,
    ['>'] = ALWAYS, ['&'] = ALWAYS, ['~'] = ALWAYS, ['|'] = ALWAYS, ['$'] = ALWAYS, ['^'] = ALWAYS, ['{'] = ALWAYS,
    ['}'] = ALWAYS, ['!'] = ALWAYS, /* before a link's "[" it would make a picture of it */
    ['#'] = FIRST, ['+'] = FIRST, ['-'] = FIRST, ['='] = FIRST, [':'] = FIRST, ['%'] = FIRST,
    ['.'] = AFTER_DIGITS, [')'] = AFTER_DIGITS,
    [' '] = BLANK, ['\t'] = BLANK, ['\n'] = BLANK,
};

/* clang-format on */

static bool is_punctuation(unsigned char c)
{
    return c > 0x20 && c < 0x7F && !ascii_is_alnum(c);
}

static void repeat(trawl_emit *e, const char *text, uint64_t times)
{
    while (times-- > 0 && !e->error)
        emit_text(e, text);
}

/* Line ends, now that something follows them: a break, or a new paragraph and then breaks. */
static void put_breaks(escape_md *md)
{
    uint64_t breaks = md->breaks;

    if (breaks > 1 && md->begun) {
        emit_text(md->e, "\n\n");
        breaks -= 2;
    }
    repeat(md->e, "\\\n", breaks);
    md->breaks = 0;
}

/* Spaces, now that something or a line end follows them. */
static void put_spaces(escape_md *md, bool line_end)
{
    uint64_t spaces = md->spaces;

    md->spaces = 0;
    if (spaces == 0)
        return;
    if (!md->inside || line_end) {
        put_breaks(md);
        repeat(md->e, "&nbsp;", spaces);
        md->begun = md->inside = true;
        md->digits = false;
        return;
    }
    repeat(md->e, "&nbsp;", spaces - 1);
    emit_text(md->e, " ");
    md->digits = false;
}

int escape_md_settle(escape_md *md)
{
    put_spaces(md, false);
    put_breaks(md);
    md->begun = md->inside = true;
    md->digits = false;
    return md->e->error;
}

static void put_blank(escape_md *md, char c)
{
    if (c == '\n') {
        put_spaces(md, true);
        md->breaks++;
        md->column = 0;
        md->inside = md->digits = false;
    } else if (c == ' ') {
        md->spaces++;
        md->column++;
    } else if (!md->inside) {
        md->spaces += 8 - md->column % 8;
        md->column += 8 - md->column % 8;
    } else {
        escape_md_settle(md);
        emit_text(md->e, "&#9;");
    }
}

static bool must_escape(const escape_md *md, unsigned char c)
{
    if (md->every)
        return is_punctuation(c);
    switch (table[c]) {
    case ALWAYS:
        return true;
    case FIRST:
        return !md->inside;
    case AFTER_DIGITS:
        return md->digits;
    default:
        return false;
    }
}

/* One character, or a byte of it, that is no blank. */
static void put_seen(escape_md *md, char c)
{
    bool escape = must_escape(md, (unsigned char)c);
    bool digits = ascii_is_digit((unsigned char)c) && (md->digits || !md->inside) && md->spaces == 0;
    char both[2] = {'\\', c};

    escape_md_settle(md);
    emit_put(md->e, both + !escape, escape ? 2 : 1);
    md->digits = digits;
}

void escape_md_begin(escape_md *md, trawl_emit *e)
{
    unsigned char in[256];

    for (unsigned c = 0; c < 256; c++)
        in[c] = table[c] == ALWAYS || (table[c] == BLANK && c != ' ');
    *md = (escape_md){.e = e, .kernel = kernel_choose()};
    kernel_set_make(&md->stops, in);
}

/* Is one of p[0..n) a space, and the byte behind it, too? */
static inline bool two_spaces(const char *p, size_t n)
{
    unsigned both = 0;

    for (size_t i = 0; i < n; i++)
        both |= (unsigned)(p[i] == ' ') & (unsigned)(p[i + 1] == ' ');
    return both;
}

/* Up to where no two spaces stand side by side. */
static size_t single_spaces(const char *p, size_t n)
{
    enum { BLOCK = 16 };
    size_t i = 0;

    while (n - i > BLOCK && !two_spaces(p + i, BLOCK))
        i += BLOCK;
    while (n - i > 1 && !two_spaces(p + i, 1))
        i++;
    return n - i > 1 ? i : n;
}

/* How much of p is letters and the like, and single spaces between them, that nothing is to be done about. */
static size_t plain_run(const escape_md *md, const char *p, size_t n)
{
    enum { MOST = 64 }; /* what stands behind two spaces is looked at again */
    size_t run;

    if (!md->inside || md->digits || md->every || (p[0] == ' ' && md->spaces > 0))
        return 0;
    run = single_spaces(p, md->kernel->find(&md->stops, p, n < MOST ? n : MOST));
    while (run > 0 && p[run - 1] == ' ')
        run--;
    return run;
}

int escape_md_text(void *user, const char *p, size_t n)
{
    escape_md *md = user;

    while (n > 0 && !md->e->error) {
        size_t run = plain_run(md, p, n);
        if (run > 0) {
            put_spaces(md, false);
            emit_put(md->e, p, run);
        } else {
            if (table[(unsigned char)*p] == BLANK)
                put_blank(md, *p);
            else
                put_seen(md, *p);
            run = 1;
        }
        p += run;
        n -= run;
    }
    return md->e->error;
}

int escape_md_finish(escape_md *md)
{
    put_spaces(md, true);
    if (md->begun)
        emit_text(md->e, "\n");
    return md->e->error;
}

int escape_md_uri(trawl_emit *e, const char *uri, size_t n)
{
    size_t from = 0;

    for (size_t i = 0; i < n; i++) {
        if (uri[i] == '&') {
            emit_put(e, uri + from, i - from);
            emit_text(e, "&amp;");
            from = i + 1;
        }
    }
    return emit_put(e, uri + from, n - from);
}

/* A URI as CommonMark 6.5 wants it: a scheme of 2 to 32 characters, then neither blanks nor "<" and ">". */
static bool is_uri(const char *p, size_t n)
{
    size_t scheme = 0;

    while (scheme < n && ascii_is_scheme((unsigned char)p[scheme]))
        scheme++;
    if (scheme < 2 || scheme > 32 || scheme == n || p[scheme] != ':' || !ascii_is_alpha((unsigned char)p[0]))
        return false;
    for (size_t i = scheme; i < n; i++)
        if (p[i] <= 0x20 || p[i] >= 0x7F || p[i] == '<' || p[i] == '>' || p[i] == '&' || p[i] == '\\')
            return false;
    return true;
}

/* An address that is surely one: labels of letters and digits, hyphens within. */
static bool is_address(const char *p, size_t n)
{
    const char *at = n > 0 ? memchr(p, '@', n) : NULL;
    size_t local = at ? (size_t)(at - p) : 0, label = 0;

    for (size_t i = 0; i < local; i++)
        if (!ascii_is_alnum((unsigned char)p[i]) && p[i] != '.' && p[i] != '-' && p[i] != '_' && p[i] != '+')
            return false;
    for (size_t i = local + 1; i < n; i++) {
        bool edge = label == 0 || i + 1 == n || p[i + 1] == '.';
        if (p[i] == '.' ? label == 0 : !ascii_is_alnum((unsigned char)p[i]) && (p[i] != '-' || edge))
            return false;
        label = p[i] == '.' ? 0 : label + 1;
        if (label > 63)
            return false;
    }
    return local > 0 && label > 0;
}

bool escape_md_autolink(const char *text, size_t n, const char *uri, size_t uri_n)
{
    static const char mailto[] = "mailto:";
    size_t prefix = sizeof mailto - 1;

    if (uri_n == n && memcmp(text, uri, n) == 0)
        return is_uri(uri, n);
    return uri_n == n + prefix && memcmp(uri, mailto, prefix) == 0 && memcmp(uri + prefix, text, n) == 0 &&
           is_address(text, n);
}
