/* lines_base64.c - armor in a text, and base64 without any mark (RFC 9580 sections 6 and 7, RFC 7468; SPEC E9, E10)
 *
 * Nothing is decoded or verified. Armor is a line "-----BEGIN X-----", perhaps header lines and an empty line, lines of
 * base64, and a line "-----END X-----"; X is not compared. What begins clear-signed text is taken here, too.
 */
#include "mail/lines_shape.h"

#include <string.h>

#include "base/ascii.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* Base64 without a mark: so many lines of so many characters. */
enum { LINES_LEAST = 4, SHORTEST = 60, LONGEST = 76, BEGINNING = 16 };

static bool is_base64(char c)
{
    return ascii_is_alnum((unsigned char)c) || c == '+' || c == '/';
}

/* How many of the bytes at its front are base64. */
static size_t base64_run(const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && is_base64(p[i]))
        i++;
    return i;
}

/* ---- Armor ---- */

static bool has_dashes(lines_line line, const char *literal, size_t n)
{
    return line.n > n + 5 && memcmp(line.p, literal, n) == 0 && memcmp(line.p + line.n - 5, "-----", 5) == 0;
}

/* "-----BEGIN PGP MESSAGE, PART 01/02-----" */
static bool is_banner(lines_line line)
{
    static const char begin[] = "-----BEGIN ";

    line = lines_trimmed(line);
    if (!has_dashes(line, begin, sizeof begin - 1))
        return false;
    for (size_t i = sizeof begin - 1; i < line.n - 5; i++)
        if ((unsigned char)(line.p[i] - 'A') > 'Z' - 'A' && !ascii_is_digit((unsigned char)line.p[i]) &&
            !memchr(" ,./+-", line.p[i], 6))
            return false;
    return true;
}

/* "Version: 1", "Comment:" */
static bool is_field(lines_line line)
{
    size_t i = 0;

    while (i < line.n && (ascii_is_alnum((unsigned char)line.p[i]) || line.p[i] == '-'))
        i++;
    return i > 0 && i < line.n && line.p[i] == ':' && (i + 1 == line.n || line.p[i + 1] == ' ');
}

/* Base64, padding or not; or "=" and a checksum. "====" ends what begin-base64 began. */
size_t lines_armor(const lines_ahead *a, size_t at, bool *over)
{
    lines_line line;
    size_t next = lines_line_at(a, at, &line), run, rest;

    if (next == 0 || next == LINES_MORE)
        return next;
    line = lines_trimmed(line);
    *over = has_dashes(line, "-----END ", 9) || (line.n == 4 && memcmp(line.p, "====", 4) == 0);
    run = base64_run(line.p, line.n);
    rest = line.n - run;
    if (*over || (run > 0 && rest == 0))
        return next;
    if (rest > 0 && line.p[run] == '=' && (run > 0 ? rest == 1 || (rest == 2 && line.p[run + 1] == '=') : rest == 5))
        return run > 0 || base64_run(line.p + 1, 4) == 4 ? next : 0;
    return 0;
}

/* Behind the banner: fields, the empty line. None of either is right, too. *not_escaped: GnuPG says that no line of the
 * signed text got a "- ". */
static size_t armor_head(const lines_ahead *a, size_t at, bool *empty, bool *not_escaped)
{
    static const char name[] = "NotDashEscaped:";
    enum { FIELDS = 16 }; /* few, as they are looked at again and again when they come one by one */
    lines_line line;
    size_t next, from = at;
    int fields = 0;

    *empty = *not_escaped = false;
    while ((next = lines_line_at(a, at, &line)) != 0 && next != LINES_MORE && is_field(line) && fields++ < FIELDS) {
        *not_escaped = *not_escaped || (line.n >= sizeof name - 1 && memcmp(line.p, name, sizeof name - 1) == 0);
        at = next;
    }
    if (next == 0 || next == LINES_MORE)
        return next;
    *empty = lines_trimmed(line).n == 0;
    return *empty ? next : at == from ? at : 0;
}

size_t lines_armor_starts(lines *l, const lines_ahead *a)
{
    static const char begin[] = "-----BEGIN ", text[] = "-----BEGIN PGP SIGNED MESSAGE-----";
    lines_line line;
    size_t next = lines_line_with(a, begin, sizeof begin - 1, &line), follows;
    bool empty, not_escaped, over = false;

    if (next == 0 || next == LINES_MORE)
        return next;
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
    follows = lines_armor(a, next, &over);
    if (follows == 0 || follows == LINES_MORE || over)
        return follows == LINES_MORE ? follows : 0;
    l->state = LINES_ARMOR;
    return next;
}

/* ---- Base64 without a mark ---- */

/* Padding belongs to a last line, and there may be one in the middle: what follows it was encoded apart. */
static bool is_full(lines_line line)
{
    size_t run;

    if (line.n < SHORTEST || line.n > LONGEST)
        return false;
    run = base64_run(line.p, line.n);
    return run == line.n ||
           (line.p[run] == '=' && (run + 1 == line.n || (run + 2 == line.n && line.p[run + 1] == '=')));
}

/* What there is of a line may become a full one. */
static bool may_be_full(const char *p, size_t n)
{
    size_t run = base64_run(p, n <= LONGEST ? n : LONGEST + 1), i = run;

    while (i < n && i < run + 2 && p[i] == '=')
        i++;
    i += i < n && p[i] == '\r';
    return i == n && run <= LONGEST;
}

/* Of so many bytes, fewer than SHORTEST, none is padding or an end: most other lines are known by them. */
enum { FEW = 4 };

size_t lines_base64(const lines_ahead *a, size_t at)
{
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

/* Blanks and dots, which are in no base64, but in most of what people write. */
static bool has_stranger(const char *p, size_t n)
{
#if defined(__SSE2__)
    const __m128i blank = _mm_set1_epi8(' '), dot = _mm_set1_epi8('.');
    __m128i found = _mm_setzero_si128();

    for (size_t i = 0; i < n; i += 16) {
        __m128i v = _mm_loadu_si128((const __m128i *)(p + i));
        found = _mm_or_si128(found, _mm_or_si128(_mm_cmpeq_epi8(v, blank), _mm_cmpeq_epi8(v, dot)));
    }
    return _mm_movemask_epi8(found) != 0;
#else
    return memchr(p, ' ', n) || memchr(p, '.', n);
#endif
}

/* The first line that starts within p(from..to] from which on there is base64. One of them among a line's first bytes tells that it
 * is none: what is shorter is none either. */
static size_t base64_line(const char *p, size_t from, size_t to, size_t n)
{
    while (from < to) {
        const char *lf = memchr(p + from, '\n', to - from);
        size_t rest;
        if (!lf)
            break;
        from = (size_t)(lf - p) + 1;
        rest = n - from < LINES_HELD ? n - from : LINES_HELD;
        if (rest > BEGINNING && has_stranger(p + from, BEGINNING))
            continue;
        if (rest > 0 && base64_lines(&(lines_ahead){.p = p + from, .n = rest}) != 0)
            return from;
    }
    return n;
}

/* Four lines are 243 bytes at least. So the first probe in them, which begins within STEP bytes of their start, is inside of
 * them as a whole; and there are few of a text's in which there is no blank. */
enum { STEP = 208, PROBE = 32, LONGEST_START = LINES_LEAST * (LONGEST + 2) };

#if defined(__SSE2__)
/* Those of sixteen bytes from low to high, both ASCII. */
static inline __m128i between(__m128i v, char low, char high)
{
    return _mm_and_si128(_mm_cmpgt_epi8(v, _mm_set1_epi8((char)(low - 1))),
                         _mm_cmplt_epi8(v, _mm_set1_epi8((char)(high + 1))));
}
#endif

/* More than one line cannot end in a probe. */
static bool is_probable(const char *p)
{
    unsigned ends = 0;

#if defined(__SSE2__)
    for (size_t i = 0; i < PROBE; i += 16) {
        __m128i v = _mm_loadu_si128((const __m128i *)(p + i)), folded = _mm_or_si128(v, _mm_set1_epi8(0x20));
        __m128i letter = between(folded, 'a', 'z'), digit = between(v, '/', '9'),
                lf = _mm_cmpeq_epi8(v, _mm_set1_epi8('\n'));
        __m128i sign = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('+')), _mm_cmpeq_epi8(v, _mm_set1_epi8('=')));
        __m128i end = _mm_or_si128(lf, _mm_cmpeq_epi8(v, _mm_set1_epi8('\r')));
        ends |= (unsigned)_mm_movemask_epi8(lf) << i;
        if (_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(letter, digit), _mm_or_si128(sign, end))) != 0xFFFF ||
            (ends & (ends - 1)) != 0)
            return false;
    }
    return true;
#else
    for (size_t i = 0; i < PROBE; i++)
        if (p[i] == '\n' ? ++ends > 1 : !is_base64(p[i]) && p[i] != '\r' && p[i] != '=')
            return false;
    return true;
#endif
}

/* A probe goes back to the line's start. Near the end any line may be the first of four. */
size_t lines_base64_find(const char *p, size_t i, size_t n)
{
    size_t k = i, found;

    for (; k < n && n - k >= PROBE; k += STEP) {
        if (has_stranger(p + k, PROBE) || !is_probable(p + k))
            continue;
        found = base64_line(p, k - i < STEP ? i : k - STEP, k, n);
        if (found < n)
            return found;
    }
    return base64_line(p, n - i < LONGEST_START ? i : n - LONGEST_START, n, n);
}
