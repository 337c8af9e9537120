/* fuzz_mail_lines.c - any bytes as lines of a body: pieces of any size give the same runs
 *
 * The first three bytes: the rule, the size of the first piece, the size of the pieces after it. In
 * the rest a byte 0x1C repeats the byte before it 60 times, so that a short input makes long lines.
 * Checked: all runs, in order, are the text; the signature is reported at most once, before its
 * line; a cut run has bounded length and holds only line breaks, blanks and quote marks; no URL is
 * in a run that is not read; any pieces give the same runs.
 */
#include "fuzz.h"
#include "lines_run.h"

enum { HEAD = 3, LONGEST = 20000, TIMES = 60 };

/* Bytes up to S[0] name the runs, and a backspace may be an overstrike, which is undone. */
static int is_text(uint8_t byte)
{
    return byte > S[0] && byte != '\b';
}

static size_t expand(const uint8_t *data, size_t size, char *out)
{
    size_t n = 0;

    for (size_t i = 0; i < size && n + TIMES < LONGEST; i++) {
        if (data[i] == 0x1C && i > 0 && is_text(data[i - 1]))
            for (int k = 0; k < TIMES; k++)
                out[n++] = (char)data[i - 1];
        else if (is_text(data[i]))
            out[n++] = (char)data[i];
    }
    return n;
}

/* Checks that no URL is left out: a run that is not read has no "http://" in one of its lines. */
static void unread_holds(const char *p, size_t n)
{
    static const char url[] = "http://";

    for (size_t i = 0; i + sizeof url <= n; i++)
        must(memcmp(p + i, url, sizeof url - 1) != 0 || p[i + sizeof url - 1] <= ' ',
             "a URL is read");
}

static void cut_holds(const char *p, size_t n)
{
    must(n <= LINES_CUT, "a cut run has a bounded length");
    for (size_t i = 0; i < n; i++)
        must(p[i] == '\r' || p[i] == '\n' || p[i] == ' ' || p[i] == '\t' || p[i] == '>' ||
                 p[i] == '-' || p[i] == '\\',
             "only marks and breaks are cut");
}

static void runs_hold(const lines_run *r, lines_rule rule, const char *text, size_t n)
{
    unsigned signatures = 0;
    size_t at = 0;

    for (size_t i = 0, end; i < r->n; i = end) {
        for (end = i + 1; end < r->n && (unsigned char)r->p[end] > S[0];)
            end++;
        must(end - i - 1 <= n - at && memcmp(r->p + i + 1, text + at, end - i - 1) == 0,
             "the runs are the text");
        at += end - i - 1;
        if (r->p[i] == S[0]) {
            must(++signatures == 1 && n - at >= 3 && memcmp(text + at, "-- ", 3) == 0,
                 "a signature, once");
        } else if (r->p[i] == U[0] && rule != LINES_FOLDED) {
            unread_holds(r->p + i + 1, end - i - 1);
        } else if (r->p[i] == C[0]) {
            cut_holds(r->p + i + 1, end - i - 1);
        }
    }
    must(at == n, "the runs cover the text");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[LONGEST];
    static lines_run whole, cut;
    lines_rule rule;
    size_t n;

    if (size < HEAD)
        return 0;
    rule = (lines_rule)(data[0] % 3);
    n = expand(data + HEAD, size - HEAD, text);
    must(lines_run_text(&whole, rule, text, n, 0, 0) == 0, "a text is read");
    runs_hold(&whole, rule, text, n);
    must(lines_run_text(&cut, rule, text, n, data[1] * (size_t)5, data[2]) == 0,
         "a text is read in a cut");
    must(whole.n == cut.n && (whole.n == 0 || memcmp(whole.p, cut.p, whole.n) == 0),
         "the same in any cut");
    return 0;
}
