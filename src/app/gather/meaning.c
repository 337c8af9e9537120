/* meaning.c - what a message says, without what its way to an archive changes
 *
 * Two copies of a message have the same meaning if their sender, their date and their text agree.
 * The text is the decoded text of all parts, without the footers that list managers append. One
 * blank stands for each run of blanks and line ends, and " at " for "@", since archives write it
 * so. The targets of links without text belong to the text, and so do the bytes of attachments,
 * without blanks and line ends, since mail servers may fold base64 anew.
 *
 * Other fields of the header are not part of the meaning: lists change the subject, and each server
 * on the way adds fields of its own.
 */
#include "app/gather/gather.h"

#include <stdio.h>

#include "base/ascii.h"
#include "app/digest/digest.h"

#define FOOTER_LINES 12             /* a longer text below a divider is not a footer */
#define FOOTERS 4                   /* at most this many are removed: one of each list */
#define DIVIDER 10                  /* a line of at least this many equal marks divides */
#define HOLD_MOST ((size_t)8 << 10) /* with more text than this, all but the last */
#define HOLD_TAIL ((size_t)4 << 10) /* bytes is hashed; a footer may begin in these */

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

/* ---- Attachments ----
 *
 * An event that covers an attachment comes after its bytes, perhaps in a later block. So at the end
 * of each block, the bytes of the block that no event has covered are hashed. The sum is dropped if
 * they turn out not to be of an attachment. If only the last lines are not, such as a delimiter,
 * the sum before these lines is used. Thus the sum does not depend on where blocks end.
 */

/* Keeps the sum before the line at byte `at`, if such a line may follow an attachment: "--boundary"
 * or "From ". */
static void meaning_mark(struct meaning *m, uint64_t at, char first)
{
    if (first == '-' || first == 'F')
        m->marks[m->next_mark++ % MEANING_MARKS] = (struct meaning_mark){at, m->bytes};
}

/* Restores the sum before the first marked line from byte `at` on. */
static void meaning_return(struct meaning *m, uint64_t at)
{
    const struct meaning_mark *first = NULL;

    for (int i = 0; i < MEANING_MARKS; i++)
        if (m->marks[i].at >= at && m->marks[i].at < m->read &&
            (!first || m->marks[i].at < first->at))
            first = &m->marks[i];
    if (!first)
        return;
    m->bytes = first->bytes;
    m->read = first->at > m->block_from ? first->at : m->block_from;
}

/* Hashes the bytes of the block up to `to`, without blanks and line ends. */
static void meaning_read_to(struct meaning *m, uint64_t to)
{
    const uint64_t end = m->block_from + m->block.n;
    size_t i, n;

    if (to > end)
        to = end;
    if (to <= m->read || m->read < m->block_from)
        return;
    i = (size_t)(m->read - m->block_from);
    n = (size_t)(to - m->block_from);
    for (size_t k; i < n; i += k + 1) {
        if ((i > 0 ? m->block.p[i - 1] : m->before) == '\n')
            meaning_mark(m, m->block_from + i, m->block.p[i]);
        for (k = 0; i + k < n && (unsigned char)m->block.p[i + k] > ' ';)
            k++;
        sha256_add(&m->bytes, m->block.p + i, k);
    }
    m->read = to;
}

void meaning_block(struct meaning *m, uint64_t from, trawl_str block)
{
    m->block = block;
    m->block_from = from;
    if (m->read < from)
        m->read = from;
}

void meaning_block_end(struct meaning *m)
{
    meaning_read_to(m, m->block_from + m->block.n);
    m->before = m->block.n > 0 ? m->block.p[m->block.n - 1] : m->before;
    m->block.n = 0;
}

/* Ends the attachment that was covered last, if it is not ended yet. */
static void meaning_end_attachment(struct meaning *m)
{
    unsigned char sum[SHA256_BYTES];

    if (m->attached) {
        sha256_end(&m->covered, sum);
        sha256_add(&m->sum, sum, sizeof sum);
    }
    m->attached = false;
    if (m->bytes.n > 0)
        sha256_begin(&m->bytes);
}

void meaning_cover(struct meaning *m, trawl_span span, bool attachment)
{
    if (span.to < m->read && !attachment)
        return;
    if (!attachment)
        meaning_end_attachment(m);
    else if (span.to < m->read)
        meaning_return(m, span.to);
    else
        meaning_read_to(m, span.to);
    if (attachment)
        m->covered = m->bytes;
    m->attached = attachment;
    m->read = span.to > m->read ? span.to : m->read;
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

/* Returns where the footer at the end of the text begins, or text.n if there is none. */
static size_t footer_of(trawl_str text)
{
    size_t end = text.n, from = text.n;

    for (int lines = 0; lines <= FOOTER_LINES && end > 0; lines++) {
        for (from = end; from > 0 && text.p[from - 1] != '\n';)
            from--;
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
    meaning_end_attachment(m);
    for (int i = 0; i < FOOTERS; i++) {
        const size_t n = footer_of(buffer_str(&m->held));

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
    memset(m->marks, 0, sizeof m->marks);
}

static void meaning_part(unsigned char *to, size_t n, trawl_str text)
{
    unsigned char sum[SHA256_BYTES];

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
