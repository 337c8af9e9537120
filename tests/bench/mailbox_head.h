/* mailbox_head.h - the headers of the messages of mailbox.h: what the machines on the way wrote, lists', news' and
 * people's
 */
#ifndef TRAWL_TESTS_BENCH_MAILBOX_HEAD_H
#define TRAWL_TESTS_BENCH_MAILBOX_HEAD_H

#include <stdarg.h>
#include <stdbool.h>

#include "mailtext.h"

enum { MAILBOX_MESSAGE = 1 << 19, MAILBOX_BODY = 1 << 16 };

/* Messages of a hundred, and the longest attachment; the rest are text and HTML. */
typedef struct mailbox_mix {
    uint32_t plain, quoted, base64, attached, longest;
    bool charsets; /* in those that mail had before UTF-8 */
} mailbox_mix;

static const mailbox_mix mailbox_ordinary = {.plain = 55, .quoted = 17, .base64 = 6, .attached = 4, .longest = 12000};
static const mailbox_mix mailbox_no_html = {.plain = 69, .quoted = 20, .base64 = 7, .attached = 4, .longest = 12000};
static const mailbox_mix mailbox_html_only = {0};
static const mailbox_mix mailbox_charsets = {.plain = 90, .quoted = 5, .base64 = 5, .charsets = true};
static const mailbox_mix mailbox_attachments = {
    .plain = 30, .quoted = 10, .base64 = 10, .attached = 48, .longest = 90000};

typedef struct mailbox {
    mailtext chance; /* its random numbers and words */
    const mailbox_mix *mix;
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
    size_t length;

    for (const char *word; n-- > 0; mailbox_put(b, " %.*s", (int)length, word))
        word = mailtext_word(&b->chance, &length);
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

#endif
