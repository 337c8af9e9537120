/* meaning.c - what a message says, without what its way to an archive changes
 *
 * Two copies of a message have the same meaning if their sender, their date and their text agree.
 * The text is the decoded text of all parts, without the footers that list managers append. One
 * blank stands for each run of blanks and line ends, and " at " for "@", since archives write it
 * so. The targets of links without text belong to the text, and so do the bytes of attachments,
 * without blanks and line ends, since mail servers may fold base64 anew.
 *
 * The meaning depends on the bytes of the message only, however its text comes in pieces: where
 * blocks of the file end, or which thread reads it.
 *
 * Other fields of the header are not part of the meaning: lists change the subject, and each server
 * on the way adds fields of its own.
 */
#include "app/gather/gather.h"

#include <stdio.h>

#include "base/ascii.h"
#include "app/digest/digest.h"
#include "base/check.h"

#define FOOTER_LINES 12             /* a longer text below a divider is not a footer */
#define FOOTERS 4                   /* at most this many are removed: one of each list */
#define DIVIDER 10                  /* a line of at least this many equal marks divides */
#define HOLD_MOST ((size_t)8 << 10) /* with more text than this, all but the last */
#define HOLD_TAIL ((size_t)4 << 10) /* bytes is hashed; footers are searched in these only */

/* ---- The text ---- */

/* Hashes the first n bytes of what is held. */
static void meaning_pass(struct meaning *m, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (m->held.p[i] == '\n')
            m->held.p[i] = ' ';
    if (n == 0)
        return;
    sha256_add(&m->sum, m->held.p, n);
    m->held.n -= n;
    memmove(m->held.p, m->held.p + n, m->held.n);
}

void meaning_add(struct meaning *m, trawl_str text)
{
    char out[1024];
    size_t n = 0;

    for (size_t i = 0; i < text.n; i++) {
        const char c = text.p[i];
        const bool at = c == '@';

        if (c == '\n' || (ascii_is_blank(c) && !m->blank) || c == '\r') {
            m->blank = c == '\n' || m->blank == '\n' ? '\n' : ' ';
            continue;
        }
        if (ascii_is_blank(c))
            continue;
        if (at && !m->blank)
            m->blank = ' ';
        if (m->blank && m->any)
            out[n++] = m->blank;
        out[n++] = at ? 'a' : c;
        if (at)
            out[n++] = 't';
        m->blank = at ? ' ' : '\0';
        m->any = true;
        if (n + 3 > sizeof out) {
            record_add(&m->held, out, n);
            n = 0;
        }
    }
    if (n > 0)
        record_add(&m->held, out, n);
    if (m->held.n > HOLD_MOST)
        meaning_pass(m, m->held.n - HOLD_TAIL);
}

/* ---- Attachments ---- */

void meaning_attach(struct meaning *m, trawl_str bytes)
{
    for (size_t i = 0, n; i < bytes.n; i += n + 1) {
        for (n = 0; i + n < bytes.n && (unsigned char)bytes.p[i + n] > ' ';)
            n++;
        sha256_add(&m->bytes, bytes.p + i, n);
    }
    m->attached = true;
}

static void meaning_end_attachment(struct meaning *m)
{
    unsigned char sum[SHA256_BYTES];

    if (!m->attached)
        return;
    sha256_end(&m->bytes, sum);
    sha256_add(&m->sum, sum, sizeof sum);
    sha256_begin(&m->bytes);
    m->attached = false;
}

/* ---- Footers ---- */

/* Words of the footers of Mailman, Majordomo, ezmlm, LISTSERV, Sympa and others. */
static const char *const footer_words[] = {"unsubscribe", "mailing list", "mailman",
                                           "listinfo",    "list archive", "signoff"};

/* Returns true for a line above a footer: "--", or marks such as "_______". */
static bool meaning_divides(trawl_str line)
{
    if (line.n == 0 || !memchr("-_=*~#", line.p[0], 6))
        return false;
    for (size_t i = 1; i < line.n; i++)
        if (line.p[i] != line.p[0])
            return false;
    return line.n >= DIVIDER || (line.p[0] == '-' && line.n <= 2);
}

/* Returns where the footer at the end of the text begins, or text.n if there is none. `whole`: the
 * first line of the text is a whole line. */
static size_t footer_of(trawl_str text, bool whole)
{
    size_t end = text.n, from;

    for (int lines = 0; lines <= FOOTER_LINES && end > 0; lines++) {
        for (from = end; from > 0 && text.p[from - 1] != '\n';)
            from--;
        if (from == 0 && !whole)
            return text.n;
        if (meaning_divides((trawl_str){text.p + from, end - from})) {
            for (size_t i = 0; i < sizeof footer_words / sizeof footer_words[0]; i++)
                if (ascii_has(text.p + end, text.n - end, footer_words[i]))
                    return from > 0 ? from - 1 : 0;
            return text.n;
        }
        end = from > 0 ? from - 1 : 0;
    }
    return text.n;
}

void meaning_end_part(struct meaning *m)
{
    const bool whole = m->held.n < HOLD_TAIL;

    meaning_end_attachment(m);
    if (m->held.n > HOLD_TAIL)
        meaning_pass(m, m->held.n - HOLD_TAIL);
    for (int i = 0; i < FOOTERS; i++) {
        const size_t n = footer_of(buffer_str(&m->held), whole);

        if (n == m->held.n)
            break;
        m->held.n = n;
    }
    meaning_pass(m, m->held.n);
    m->blank = '\n';
}

/* ---- The message ---- */

void meaning_begin(struct meaning *m)
{
    sha256_begin(&m->sum);
    sha256_begin(&m->bytes);
    m->held.n = 0;
    m->blank = '\0';
    m->any = m->attached = false;
}

static void meaning_part(unsigned char *to, size_t n, trawl_str text)
{
    unsigned char sum[SHA256_BYTES];

    CHECK(n <= sizeof sum);
    sha256(text, sum);
    memcpy(to, sum, n);
}

void meaning_mail(unsigned char to[MEANING_DATE + MEANING_SENDER], bool timed, int64_t time,
                  trawl_str date, trawl_str from, trawl_str address)
{
    const trawl_str sender = address.n > 0 ? address : from;
    char seconds[24], lower[256];
    const size_t n = sender.n < sizeof lower ? sender.n : sizeof lower;

    if (timed)
        date = (trawl_str){seconds,
                           (size_t)snprintf(seconds, sizeof seconds, "%lld", (long long)time)};
    for (size_t i = 0; i < n; i++)
        lower[i] = ascii_lower(sender.p[i]);
    meaning_part(to, MEANING_DATE, date);
    meaning_part(to + MEANING_DATE, MEANING_SENDER, (trawl_str){lower, n});
    if (from.n > 0 && ascii_has(from.p, from.n, " via ")) /* "Ann via devel <devel@a.example>" */
        memset(to + MEANING_DATE, 0, MEANING_SENDER);
}

bool meaning_is_of_list(const unsigned char meaning[MEANING_BYTES])
{
    static const unsigned char nobody[MEANING_SENDER] = {0};

    return memcmp(meaning + MEANING_TEXT + MEANING_DATE, nobody, sizeof nobody) == 0;
}

void meaning_end(struct meaning *m)
{
    unsigned char sum[SHA256_BYTES];

    meaning_end_part(m);
    sha256_end(&m->sum, sum);
    memcpy(m->value, sum, MEANING_TEXT);
}
