/* mailbox.h - messages as mailing lists and news archives have them, one after the other, for an mbox of any size
 *
 * Of a hundred messages 55 are plain in 8 bits, 17 quoted-printable, 6 base64, 18 text and HTML, 4 text and an attachment; on
 * the average 3.8 KB, of which the header is a half. The text is that of mailtext.h; a third of it in Latin-1, else UTF-8. The
 * same seed makes the same mailbox.
 */
#ifndef TRAWL_TESTS_BENCH_MAILBOX_H
#define TRAWL_TESTS_BENCH_MAILBOX_H

#include <stdarg.h>
#include <stdbool.h>

#include "mailtext.h"

enum { MAILBOX_MESSAGE = 1 << 17, MAILBOX_BODY = 1 << 14 };

typedef struct mailbox {
    mailtext chance; /* its random numbers and words */
    uint64_t number;
    char out[MAILBOX_MESSAGE]; /* the message that was made */
    size_t n;
    char body[MAILBOX_BODY]; /* a text, before it is encoded */
    size_t body_n;
    const char *charset;
} mailbox;

static inline uint32_t mailbox_random(mailbox *b, uint32_t below)
{
    return mailtext_random(&b->chance, below);
}

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static inline void
mailbox_put(mailbox *b, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    b->n += (size_t)vsnprintf(b->out + b->n, sizeof b->out - b->n, format, args);
    va_end(args);
}

/* Letters and digits, as in ids and signatures. */
static inline void mailbox_code(mailbox *b, size_t n, size_t line)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i < n; i++) {
        if (i > 0 && i % line == 0)
            mailbox_put(b, "%s", line == 76 ? "\n" : "\n\t ");
        b->out[b->n++] = digits[mailbox_random(b, 64)];
    }
}

/* ---- Headers ---- */

static const char *const mailbox_hosts[] = {"mail.example.org", "lists.example.com", "mx3.example.net",
                                            "news.example.edu", "smtp-out.example"};
static const char *const mailbox_people[] = {
    "Joe Bloggs", "Jane Doe",   "=?utf-8?Q?J=C3=BCrgen_M=C3=BCller?=", "A. N. Other", "\"Doe, J.\"", "John Smith",
    "P. Example", "Max Muster", "=?iso-8859-1?Q?Andr=E9?= Dupont",     "J. Bloggs",   "Eve Adams",   "Bob"};

static inline const char *mailbox_host(mailbox *b)
{
    return mailbox_hosts[mailbox_random(b, 5)];
}

static inline void mailbox_id(mailbox *b)
{
    mailbox_put(b, "<%08x.%u.%u@%s>", mailbox_random(b, UINT32_MAX), mailbox_random(b, 90000), mailbox_random(b, 900),
                mailbox_host(b));
}

static inline void mailbox_words(mailbox *b, unsigned n)
{
    while (n-- > 0)
        mailbox_put(b, " %s", mailtext_word(&b->chance));
}

static inline void mailbox_date(mailbox *b, const char *end)
{
    uint32_t n = mailbox_random(b, 28 * 86400);

    mailbox_put(b, "Mon, %u Nov 2003 %02u:%02u:%02u +0100%s", 1 + n / 86400, n / 3600 % 24, n / 60 % 60, n % 60, end);
}

/* What the machines on the way wrote. */
static inline void mailbox_trace(mailbox *b)
{
    for (unsigned i = 2 + mailbox_random(b, 2); i > 0; i--) {
        mailbox_put(
            b, "Received: from %s (%s [192.0.2.%u])\n\tby %s (Postfix) with ESMTP id %X\n\tfor <list@example.org>; ",
            mailbox_host(b), mailbox_host(b), mailbox_random(b, 255), mailbox_host(b), mailbox_random(b, UINT32_MAX));
        mailbox_date(b, "\n");
    }
    if (mailbox_random(b, 2))
        return;
    mailbox_put(b,
                "DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=example.com;\n\ts=m1; h=from:to:subject:date:"
                "message-id:mime-version:content-type;\n\tbh=");
    mailbox_code(b, 43, 99);
    mailbox_put(b, "=;\n\tb=");
    mailbox_code(b, 172, 64);
    mailbox_put(b,
                "\nAuthentication-Results: mx.example.org; dkim=pass header.i=@example.com\n"
                "\theader.s=m1; spf=pass (example.org: domain of joe@example.com designates\n"
                "\t192.0.2.7 as permitted sender) smtp.mailfrom=joe@example.com\n"
                "X-Spam-Status: No, score=-2.6 required=5.0 tests=BAYES_00,SPF_PASS autolearn=ham\n\tversion=3.4.2\n");
}

/* Of a news article. */
static inline void mailbox_news(mailbox *b)
{
    mailbox_put(
        b,
        "Path: %s!%s!%s!not-for-mail\nNewsgroups: comp.lang.c,comp.std.c\nXref: %s comp.lang.c:%u comp.std.c:%u\n"
        "NNTP-Posting-Host: 192.0.2.%u\nOrganization: An Example\nLines: %u\nX-Trace: %s %u 192.0.2.9 (",
        mailbox_host(b), mailbox_host(b), mailbox_host(b), mailbox_host(b), mailbox_random(b, 900000),
        mailbox_random(b, 90000), mailbox_random(b, 255), mailbox_random(b, 90), mailbox_host(b),
        mailbox_random(b, UINT32_MAX));
    mailbox_date(b, ")\nX-Complaints-To: abuse@example.edu\n");
}

static inline void mailbox_list(mailbox *b)
{
    mailbox_put(b, "%s",
                "Precedence: list\nList-Id: An example list <list.example.org>\n"
                "List-Unsubscribe: <http://lists.example.org/options/list>,\n"
                " <mailto:list-request@example.org?subject=unsubscribe>\n"
                "List-Archive: <http://lists.example.org/archives/list/>\nList-Post: <mailto:list@example.org>\n"
                "List-Help: <mailto:list-request@example.org?subject=help>\n");
}

static inline void mailbox_subject(mailbox *b)
{
    mailbox_put(b, "Subject:%s", mailbox_random(b, 2) ? " Re:" : "");
    if (mailbox_random(b, 8) == 0)
        mailbox_put(b, " =?utf-8?B?w6RrdHVlbGxlIFZlcnNpb24=?=");
    mailbox_words(b, 3 + mailbox_random(b, 6));
    mailbox_put(b, "\n");
}

static inline void mailbox_header(mailbox *b)
{
    const char *from = mailbox_people[mailbox_random(b, 12)];

    mailbox_trace(b);
    if (mailbox_random(b, 2))
        mailbox_news(b);
    else
        mailbox_list(b);
    mailbox_put(b, "From: %s <joe%u@%s>\nTo: %s <list@example.org>\n", from, mailbox_random(b, 900), mailbox_host(b),
                mailbox_people[mailbox_random(b, 12)]);
    mailbox_subject(b);
    mailbox_put(b, "Date: ");
    mailbox_date(b, "\nMessage-ID: ");
    mailbox_id(b);
    mailbox_put(b, "\nIn-Reply-To: ");
    mailbox_id(b);
    mailbox_put(b, "\nReferences: ");
    for (unsigned i = mailbox_random(b, 6); i > 0; i--) {
        mailbox_id(b);
        mailbox_put(b, "\n\t");
    }
    mailbox_id(b);
    mailbox_put(b, "\nUser-Agent: Mutt/1.5.4i\nX-Mailer: Example Mailer 5.0 (X11; U; Linux i686)\nMIME-Version: 1.0\n");
}

/* ---- Bodies ---- */

/* A text of about so many bytes, in UTF-8 or Latin-1. */
static inline void mailbox_text(mailbox *b, size_t n)
{
    mailtext *m = &b->chance;
    size_t k = 0;

    m->out = b->body;
    m->room = n < sizeof b->body ? n : sizeof b->body;
    m->n = 0;
    while (m->n < m->room)
        mailtext_line(m);
    b->body_n = m->n;
    b->charset = mailbox_random(b, 3) ? "utf-8" : "iso-8859-1";
    for (size_t i = 0; b->charset[0] == 'i' && i < m->n; i++) {
        unsigned char c = (unsigned char)b->body[i];
        if (c < 0x80)
            b->body[k++] = (char)c;
        else if ((c & 0xFE) == 0xC2 && i + 1 < m->n)
            b->body[k++] = (char)((c << 6) | (b->body[++i] & 0x3F));
    }
    b->body_n = b->charset[0] == 'i' ? k : m->n;
}

static inline void mailbox_8bit(mailbox *b)
{
    memcpy(b->out + b->n, b->body, b->body_n);
    b->n += b->body_n;
}

static inline void mailbox_qp(mailbox *b)
{
    size_t column = 0;

    for (size_t i = 0; i < b->body_n; i++) {
        unsigned char c = (unsigned char)b->body[i];
        bool plain = (c >= ' ' && c < 0x7F && c != '=') || c == '\n';
        if (c == '\r')
            continue;
        if (c != '\n' && column > 72) {
            mailbox_put(b, "=\n");
            column = 0;
        }
        if (plain)
            b->out[b->n++] = (char)c;
        else
            mailbox_put(b, "=%02X", c);
        column = c == '\n' ? 0 : column + (plain ? 1 : 3);
    }
}

static inline void mailbox_base64(mailbox *b)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i + 2 < b->body_n; i += 3) {
        const unsigned char *p = (const unsigned char *)b->body + i;
        uint32_t bits = (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
        if (i % 57 == 0 && i > 0)
            b->out[b->n++] = '\n';
        for (int shift = 18; shift >= 0; shift -= 6)
            b->out[b->n++] = digits[bits >> shift & 63];
    }
    b->out[b->n++] = '\n';
}

static inline void mailbox_html(mailbox *b)
{
    mailbox_put(b, "<html><head><meta http-equiv=3D\"Content-Type\" content=3D\"text/html\">\n</head><body><p>");
    mailbox_qp(b);
    mailbox_put(b, "<a href=3D\"http://www.example.com/%u\">here</a></p></body></html>\n", mailbox_random(b, 9000));
}

static inline void mailbox_part(mailbox *b, const char *type, const char *encoding)
{
    mailbox_put(b, "Content-Type: %s; charset=\"%s\"\nContent-Transfer-Encoding: %s\n\n", type, b->charset, encoding);
}

/* A multipart of a text and something else, between two boundaries. */
static inline void mailbox_two(mailbox *b, const char *subtype)
{
    uint32_t id = mailbox_random(b, UINT32_MAX);

    mailbox_put(b,
                "Content-Type: multipart/%s;\n boundary=\"----=_NextPart_%08X\"\n\nThis is a message in parts.\n\n"
                "------=_NextPart_%08X\n",
                subtype, id, id);
    if (subtype[0] == 'a')
        mailbox_part(b, "text/plain", "quoted-printable");
    else
        mailbox_part(b, "text/plain; format=flowed", "8bit");
    if (subtype[0] == 'a')
        mailbox_qp(b);
    else
        mailbox_8bit(b);
    mailbox_put(b, "\n------=_NextPart_%08X\n", id);
    if (subtype[0] == 'a') {
        mailbox_part(b, "text/html", "quoted-printable");
        mailbox_html(b);
    } else {
        mailbox_put(b, "Content-Type: application/octet-stream; name=\"data.bin\"\nContent-Transfer-Encoding: base64\n"
                       "Content-Disposition: attachment; filename=\"data.bin\"\n\n");
        mailbox_code(b, 6000 + mailbox_random(b, 6000), 76);
    }
    mailbox_put(b, "\n------=_NextPart_%08X--\n", id);
}

/* The next message, into out[0..n). */
static inline void mailbox_next(mailbox *b)
{
    uint32_t sort = mailbox_random(b, 100);

    b->n = 0;
    b->number++;
    mailbox_put(b, "From joe@example.com Mon Nov 10 12:00:00 2003\n");
    mailbox_header(b);
    mailbox_text(b, 300 + mailbox_random(b, sort < 78 ? 2200 : 1000));
    if (sort < 55) {
        mailbox_part(b, "text/plain", "8bit");
        mailbox_8bit(b);
    } else if (sort < 55 + 17) {
        mailbox_part(b, "text/plain; format=flowed", "quoted-printable");
        mailbox_qp(b);
    } else if (sort < 55 + 17 + 6) {
        mailbox_part(b, "text/plain", "base64");
        mailbox_base64(b);
    } else
        mailbox_two(b, sort < 55 + 17 + 6 + 18 ? "alternative" : "mixed");
    mailbox_put(b, "\n\n");
}

static inline void mailbox_begin(mailbox *b)
{
    memset(b, 0, sizeof *b);
    b->chance.state = 20031110;
}

#endif
