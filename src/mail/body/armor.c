/* armor.c - recognises armor (RFC 9580 section 6, RFC 7468) and bare base64 in a text
 *
 * Armor is a line "-----BEGIN X-----", optional header lines and an empty line, lines of base64,
 * and a line "-----END X-----"; the two X are not compared. Also recognises the start of
 * clear-signed text (RFC 9580 section 7). Bare base64 is at least four lines of 60 to 76
 * characters. Decodes and verifies nothing.
 */
#include "base/ascii.h"
#include "mail/body/inside.h"

enum { LINES_LEAST = 4, SHORTEST = 60, LONGEST = 76 };

static bool is_base64(char c)
{
    return ascii_base64((unsigned char)c) >= 0;
}

/* Returns the number of leading base64 characters. */
static size_t base64_run(const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && is_base64(p[i]))
        i++;
    return i;
}

/* ---- Armor ---- */

/* Returns true for a line that begins with the literal and ends in five dashes. */
static bool has_dashes(lines_line line, const char *literal, size_t n)
{
    return line.n > n + 5 && memcmp(line.p, literal, n) == 0 &&
           memcmp(line.p + line.n - 5, "-----", 5) == 0;
}

/* Returns true for "-----BEGIN PGP MESSAGE, PART 01/02-----". */
static bool is_banner(lines_line line)
{
    static const char begin[] = "-----BEGIN ";

    line = lines_trimmed(line);
    if (!has_dashes(line, begin, sizeof begin - 1))
        return false;
    for (size_t i = sizeof begin - 1; i < line.n - 5; i++)
        if (!ascii_is_upper(line.p[i]) && !ascii_is_digit((unsigned char)line.p[i]) &&
            !memchr(" ,./+-", line.p[i], 6))
            return false;
    return true;
}

/* Returns true for "Version: 1" and "Comment:". */
static bool is_field(lines_line line)
{
    size_t i = 0;

    while (i < line.n && (ascii_is_alnum((unsigned char)line.p[i]) || line.p[i] == '-'))
        i++;
    return i > 0 && i < line.n && line.p[i] == ':' && (i + 1 == line.n || line.p[i + 1] == ' ');
}

/* Accepts a line of base64, with or without padding, and "=" with a checksum. "====" ends data that
 * "begin-base64" began. */
size_t lines_armor(lines *l, const lines_ahead *a, lines_line line, size_t next)
{
    size_t run, rest;

    (void)a;
    line = lines_trimmed(line);
    run = base64_run(line.p, line.n);
    rest = line.n - run;
    l->over = has_dashes(line, "-----END ", 9) || (line.n == 4 && memcmp(line.p, "====", 4) == 0);
    if (l->over || (run > 0 && rest == 0))
        return next;
    if (rest == 0 || line.p[run] != '=')
        return 0;
    if (run > 0)
        return rest == 1 || (rest == 2 && line.p[run + 1] == '=') ? next : 0;
    return rest == 5 && base64_run(line.p + 1, 4) == 4 ? next : 0;
}

/* Reads the fields after the banner and the empty line after them; both may be missing. Sets *empty
 * to whether the empty line is there, *not_escaped to whether GnuPG's field NotDashEscaped is there
 * (no "- " was added to lines of the signed text). */
static size_t armor_head(const lines_ahead *a, size_t at, bool *empty, bool *not_escaped)
{
    static const char name[] = "NotDashEscaped:";
    enum { FIELDS = 16 }; /* kept small: they are read again each time a line arrives */
    lines_line line;
    size_t next, from = at;
    int fields = 0;

    *empty = *not_escaped = false;
    while ((next = lines_line_at(a, at, &line)) != 0 && next != LINES_MORE && is_field(line) &&
           fields++ < FIELDS) {
        *not_escaped = *not_escaped ||
                       (line.n >= sizeof name - 1 && memcmp(line.p, name, sizeof name - 1) == 0);
        at = next;
    }
    if (next == 0 || next == LINES_MORE)
        return next;
    *empty = lines_trimmed(line).n == 0;
    return *empty ? next : at == from ? at : 0;
}

size_t lines_armor_starts(lines *l, const lines_ahead *a, lines_line line, size_t next)
{
    static const char text[] = "-----BEGIN PGP SIGNED MESSAGE-----";
    size_t follows;
    bool empty, not_escaped;

    if (!is_banner(line))
        return 0;
    next = armor_head(a, next, &empty, &not_escaped);
    if (next == 0 || next == LINES_MORE)
        return next;
    line = lines_trimmed(line);
    if (line.n == sizeof text - 1 && memcmp(line.p, text, line.n) == 0) {
        l->signed_text = l->signed_text || (empty && !not_escaped);
        return empty ? next : 0;
    }
    follows = lines_test_at(l, a, next, lines_armor);
    if (follows == 0 || follows == LINES_MORE || l->over)
        return follows == LINES_MORE ? follows : 0;
    l->state = LINES_ARMOR;
    return next;
}

/* ---- Bare base64 ---- */

/* Returns true for a line of 60 to 76 base64 characters. It may end with padding, even if more
 * lines follow: those may have been encoded separately. */
static bool is_full(lines_line line)
{
    size_t run, rest;

    if (line.n < SHORTEST || line.n > LONGEST)
        return false;
    run = base64_run(line.p, line.n);
    rest = line.n - run;
    return rest == 0 || (rest <= 2 && line.p[run] == '=' && line.p[line.n - 1] == '=');
}

/* Returns true when these first bytes of a line do not exclude is_full(). */
static bool may_be_full(const char *p, size_t n)
{
    size_t run = base64_run(p, n <= LONGEST ? n : LONGEST + 1), i = run;

    while (i < n && i < run + 2 && p[i] == '=')
        i++;
    i += i < n && p[i] == '\r';
    return i == n && run <= LONGEST;
}

/* Excludes most other lines by their first few bytes. */
size_t lines_base64(const lines_ahead *a, size_t at)
{
    enum { FEW = 4 };
    lines_line line;
    size_t next;

    for (size_t i = at; i < a->n && i < at + FEW; i++)
        if (!is_base64(a->p[i]))
            return 0;
    next = lines_line_at(a, at, &line);
    if (next == LINES_MORE)
        return may_be_full(a->p + at, a->n - at) ? next : 0;
    return next != 0 && is_full(line) ? next : 0;
}

static size_t base64_lines(const lines_ahead *a)
{
    size_t at = 0;

    for (int k = 0; k < LINES_LEAST; k++) {
        size_t next = lines_base64(a, at);
        if (next == 0 || next == LINES_MORE)
            return next;
        at = next;
    }
    return at;
}

size_t lines_base64_starts(lines *l, const lines_ahead *a)
{
    size_t next = base64_lines(a);

    if (next != 0 && next != LINES_MORE)
        l->state = LINES_BASE64;
    return next;
}

/* Returns the start of the first line in p(from..to] where bare base64 may begin, or n. */
static size_t find_from(const char *p, size_t from, size_t to, size_t n)
{
    const char *lf;

    while (from < to && (lf = memchr(p + from, '\n', to - from))) {
        size_t rest;
        from = (size_t)(lf - p) + 1;
        rest = n - from < LINES_HELD ? n - from : LINES_HELD;
        if (rest > 0 && base64_lines(&(lines_ahead){.p = p + from, .n = rest}) != 0)
            return from;
    }
    return n;
}

enum { PROBE = 2 * sizeof(sixteen) };

/* Returns true when these PROBE bytes may be inside four lines of base64: then they contain at most
 * one line break. */
static bool is_probable(const char *p)
{
    sixteen blanks =
        sixteen_is(sixteen_load(p), ' ') | sixteen_is(sixteen_load(p + PROBE / 2), ' ');
    unsigned ends = 0;

    if (sixteen_any(blanks))
        return false;
    for (size_t i = 0; i < PROBE; i++)
        if (p[i] == '\n' ? ++ends > 1 : !is_base64(p[i]) && p[i] != '\r' && p[i] != '=')
            return false;
    return true;
}

/* Four lines of base64 have at least 243 bytes, so it is enough to test PROBE bytes every STEP
 * bytes; in ordinary text nearly every probe contains a blank. From a positive probe, searches back
 * to the start of the lines. Near the end of the bytes, any line may be the first of four, if the
 * last PROBE bytes are base64, too. */
size_t lines_base64_find(const char *p, size_t i, size_t n)
{
    enum { STEP = 208, LONGEST_START = LINES_LEAST * (LONGEST + 2) };
    size_t found, near = LONGEST_START;

    for (size_t k = i; k < n && n - k >= PROBE; k += STEP) {
        if (!is_probable(p + k))
            continue;
        found = find_from(p, k - i < STEP ? i : k - STEP, k, n);
        if (found < n)
            return found;
    }
    if (n - i >= PROBE && !is_probable(p + n - PROBE))
        near = PROBE;
    return find_from(p, n - i < near ? i : n - near, n, n);
}
