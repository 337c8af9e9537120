/* mailbox.h - makes a mailbox of any length from a seed, with messages like those of mailing lists
 * and news archives
 *
 * In the ordinary mix, 55 messages of a hundred are plain 8-bit text, 17 quoted-printable, 6
 * base64, 18 text and HTML, 4 text and an attachment. A message has 3.8 KB on average, half of it
 * header. Other mixes have no HTML, only HTML, large attachments or many charsets. The text is that
 * of text.h, a third of it in Latin-1, else UTF-8.
 */
#ifndef TRAWL_TESTS_BENCH_MAILBOX_H
#define TRAWL_TESTS_BENCH_MAILBOX_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "text.h"

/* ---- Headers ---- */

enum { MAILBOX_MESSAGE = 1 << 19, MAILBOX_BODY = 1 << 16 };

/* How many of a hundred messages are of each kind, and the length of the longest attachment. The
 * other messages are text and HTML. */
typedef struct mailbox_mix {
    uint32_t plain, quoted, base64, attached, longest;
    bool charsets; /* charsets that were common before UTF-8 */
} mailbox_mix;

static const mailbox_mix mailbox_ordinary = {
    .plain = 55, .quoted = 17, .base64 = 6, .attached = 4, .longest = 12000};
static const mailbox_mix mailbox_no_html = {
    .plain = 69, .quoted = 20, .base64 = 7, .attached = 4, .longest = 12000};
static const mailbox_mix mailbox_html_only = {0};
static const mailbox_mix mailbox_charsets = {
    .plain = 90, .quoted = 5, .base64 = 5, .charsets = true};
static const mailbox_mix mailbox_attachments = {
    .plain = 30, .quoted = 10, .base64 = 10, .attached = 48, .longest = 90000};

typedef struct mailbox {
    mailtext chance; /* random numbers and words */
    const mailbox_mix *mix;
    uint64_t number;
    char out[MAILBOX_MESSAGE]; /* the message */
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

/* Adds letters and digits, as in ids and signatures. */
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

static const char *const mailbox_hosts[] = {"mail.example.org", "lists.example.com",
                                            "mx3.example.net", "news.example.edu",
                                            "smtp-out.example"};
static const char *const mailbox_people[] = {
    "Joe Bloggs",  "Jane Doe",    "=?utf-8?Q?J=C3=BCrgen_M=C3=BCller?=",
    "A. N. Other", "\"Doe, J.\"", "John Smith",
    "P. Example",  "Max Muster",  "=?iso-8859-1?Q?Andr=E9?= Dupont",
    "J. Bloggs",   "Eve Adams",   "Bob"};

static inline const char *mailbox_host(mailbox *b)
{
    return mailbox_hosts[mailbox_random(b, 5)];
}

static inline void mailbox_id(mailbox *b)
{
    mailbox_put(b, "<%08x.%u.%u@%s>", mailbox_random(b, UINT32_MAX), mailbox_random(b, 90000),
                mailbox_random(b, 900), mailbox_host(b));
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

    mailbox_put(b, "Mon, %u Nov 2003 %02u:%02u:%02u +0100%s", 1 + n / 86400, n / 3600 % 24,
                n / 60 % 60, n % 60, end);
}

/* Adds the fields that relays add. */
static inline void mailbox_trace(mailbox *b)
{
    for (unsigned i = 2 + mailbox_random(b, 2); i > 0; i--) {
        mailbox_put(
            b,
            "Received: from %s (%s [192.0.2.%u])\n\tby %s (Postfix) with ESMTP id %X\n\tfor <list@example.org>; ",
            mailbox_host(b), mailbox_host(b), mailbox_random(b, 255), mailbox_host(b),
            mailbox_random(b, UINT32_MAX));
        mailbox_date(b, "\n");
    }
    if (mailbox_random(b, 2))
        return;
    mailbox_put(
        b,
        "DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=example.com;\n\ts=m1; h=from:to:subject:date:"
        "message-id:mime-version:content-type;\n\tbh=");
    mailbox_code(b, 43, 99);
    mailbox_put(b, "=;\n\tb=");
    mailbox_code(b, 172, 64);
    mailbox_put(
        b,
        "\nAuthentication-Results: mx.example.org; dkim=pass header.i=@example.com\n"
        "\theader.s=m1; spf=pass (example.org: domain of joe@example.com designates\n"
        "\t192.0.2.7 as permitted sender) smtp.mailfrom=joe@example.com\n"
        "X-Spam-Status: No, score=-2.6 required=5.0 tests=BAYES_00,SPF_PASS autolearn=ham\n\tversion=3.4.2\n");
}

/* Adds the fields of a news article. */
static inline void mailbox_news(mailbox *b)
{
    mailbox_put(
        b,
        "Path: %s!%s!%s!not-for-mail\nNewsgroups: comp.lang.c,comp.std.c\nXref: %s comp.lang.c:%u comp.std.c:%u\n"
        "NNTP-Posting-Host: 192.0.2.%u\nOrganization: An Example\nLines: %u\nX-Trace: %s %u 192.0.2.9 (",
        mailbox_host(b), mailbox_host(b), mailbox_host(b), mailbox_host(b),
        mailbox_random(b, 900000), mailbox_random(b, 90000), mailbox_random(b, 255),
        mailbox_random(b, 90), mailbox_host(b), mailbox_random(b, UINT32_MAX));
    mailbox_date(b, ")\nX-Complaints-To: abuse@example.edu\n");
}

static inline void mailbox_list(mailbox *b)
{
    mailbox_put(
        b, "%s",
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
    mailbox_put(b, "From: %s <joe%u@%s>\nTo: %s <list@example.org>\n", from, mailbox_random(b, 900),
                mailbox_host(b), mailbox_people[mailbox_random(b, 12)]);
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
    mailbox_put(
        b,
        "\nUser-Agent: Mutt/1.5.4i\nX-Mailer: Example Mailer 5.0 (X11; U; Linux i686)\nMIME-Version: 1.0\n");
}

/* ---- Charsets ---- */

typedef struct mailcharset {
    const char *name, *before, *after; /* written around words of the charset */
    unsigned char first, leads;        /* the range of letters, or of their first bytes */
    unsigned char second;              /* the first of the second bytes; 0: one byte a letter */
} mailcharset;

static const mailcharset mailcharsets[] = {
    {"koi8-r", "", "", 0xC1, 26, 0},
    {"windows-1251", "", "", 0xE0, 26, 0},
    {"iso-2022-jp", "\x1B$B", "\x1B(B", 0x30, 12, 0x21},
    {"shift_jis", "", "", 0x89, 12, 0x9F},
    {"gb2312", "", "", 0xB0, 24, 0xA1},
    {"big5", "", "", 0xA4, 24, 0xA1},
    {"euc-kr", "", "", 0xB0, 20, 0xA1},
};

enum { MAILCHARSETS = sizeof mailcharsets / sizeof mailcharsets[0] };

static inline bool mailcharset_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Returns the length of the word at p: letters up to a blank, or up to a punctuation mark and a
 * blank. Returns 0 if there is no such word. */
static inline size_t mailcharset_word(const char *p, size_t n)
{
    size_t i = 0, end;

    while (i < n && mailcharset_letter(p[i]))
        i++;
    end = i + (i < n && strchr(".,;:!?", p[i]));
    return end == n || p[end] == ' ' || p[end] == '\n' || p[end] == '\r' ? i : 0;
}

static inline size_t mailcharset_put_word(const mailcharset *c, char *to, const char *p, size_t n)
{
    size_t k = 0;

    for (size_t i = 0; i < n; i += c->second ? 2 : 1) {
        unsigned letter = (unsigned)(p[i] | 0x20) - 'a',
                 next = i + 1 < n ? (unsigned)(p[i + 1] | 0x20) - 'a' : letter;
        to[k++] = (char)(c->first + letter % c->leads);
        if (c->second)
            to[k++] = (char)(c->second + next);
    }
    return k;
}

/* Recodes p[0..n) into to; returns the length. Charsets of two bytes have no blanks between
 * words. */
static inline size_t mailcharset_text(const mailcharset *c, char *to, size_t room, const char *p,
                                      size_t n)
{
    size_t k = 0;
    bool inside = false;

    for (size_t i = 0; i < n && k + 64 < room;) {
        bool begins = i == 0 || p[i - 1] == ' ' || p[i - 1] == '\n';
        size_t word = begins ? mailcharset_word(p + i, n - i) : 0;
        if (word > 40)
            word = 0;
        if (word > 0 && !inside)
            k += strlen(strcpy(to + k, c->before));
        inside = word > 0;
        if (!inside) {
            to[k++] = p[i++];
            continue;
        }
        k += mailcharset_put_word(c, to + k, p + i, word);
        i += word;
        if (c->second && i + 1 < n && p[i] == ' ' && mailcharset_word(p + i + 1, n - i - 1) > 0) {
            i++;
            continue;
        }
        k += strlen(strcpy(to + k, c->after));
        inside = false;
    }
    return k;
}

/* ---- Pages ---- */

static const struct mailpage_manner {
    const char *head, *before, *after, *link, *foot; /* the link is in every fourth line */
} mailpage_manners[] = {
    {"<div dir=\"ltr\">", "<div>", "<br></div>\n", "", "</div>\n"},
    {"<html xmlns:o=\"urn:schemas-microsoft-com:office:office\"><head><meta name=Generator content=\"Word\">\n"
     "<style><!--\n/* Style Definitions */\np.MsoNormal, li.MsoNormal, div.MsoNormal\n\t{margin:0cm;\n\tmargin-bottom:.0001pt;\n"
     "\tfont-size:11.0pt;\n\tfont-family:\"Calibri\",sans-serif;}\n--></style></head>"
     "<body lang=EN-GB link=\"#0563C1\"><div class=WordSection1>\n",
     "<p class=MsoNormal><span style='font-size:10.0pt;color:black'>", "<o:p></o:p></span></p>\n",
     "", "</div></body></html>\n"},
    {"<!DOCTYPE html>\n<html><head>\n<meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\">\n"
     "<style type=\"text/css\">\n.col1 { width:100% !important; padding:0 !important; }\n</style></head>\n"
     "<body bgcolor=\"#f4f4f4\" style=\"margin:0; padding:0;\">\n<table width=\"600\" align=\"center\">\n",
     "<tr><td align=\"left\" valign=\"top\" style=\"padding:0 24px; font-family:Arial, sans-serif; line-height:22px\">\n",
     "</td></tr>\n",
     "\n<a href=\"https://click.news.example.com/ls/click?upn=%08lX%08lX&amp;c=%lu\" target=\"_blank\">"
     "<img src=\"https://img.example.com/p/%lu.png\" alt=\"\"></a>\n",
     "<tr><td><img src=\"https://img.example.com/p/1.png\" width=\"600\" height=\"40\" alt=\"\"></td></tr></table>\n"
     "</body></html>\n"},
};

enum { MAILPAGE_MANNERS = sizeof mailpage_manners / sizeof mailpage_manners[0] };

typedef struct mailpage {
    char *out;
    size_t n, room;
} mailpage;

static inline void mailpage_bytes(mailpage *p, const char *s, size_t n)
{
    n = n < p->room - p->n ? n : p->room - p->n;
    memcpy(p->out + p->n, s, n);
    p->n += n;
}

static inline void mailpage_put(mailpage *p, const char *s)
{
    mailpage_bytes(p, s, strlen(s));
}

static inline void mailpage_text(mailpage *p, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (s[i] == '<' || s[i] == '>' || s[i] == '&')
            mailpage_put(p, s[i] == '<' ? "&lt;" : s[i] == '>' ? "&gt;" : "&amp;");
        else if (s[i] != '\r')
            mailpage_bytes(p, s + i, 1);
}

/* Returns the length of the URL at s, or 0. */
static inline size_t mailpage_url(const char *s, size_t n)
{
    size_t k = n > 8 && memcmp(s, "http", 4) == 0 && memchr(s, ':', 6) ? 4 : 0;

    while (k > 0 && k < n && s[k] > ' ' && s[k] != '<' && s[k] != '>' && s[k] != ')' && s[k] != '"')
        k++;
    return k;
}

static inline void mailpage_line(mailpage *p, const char *s, size_t n)
{
    for (size_t i = 0, url; i < n; i += url) {
        url = mailpage_url(s + i, n - i);
        if (url > 0) {
            mailpage_put(p, "<a href=\"");
            mailpage_text(p, s + i, url);
            mailpage_put(p, "\">");
            mailpage_text(p, s + i, url);
            mailpage_put(p, "</a>");
        } else
            mailpage_text(p, s + i, url = 1);
    }
}

/* Adds a link made from the bytes of the line, so that links differ. */
static inline void mailpage_link(mailpage *p, const char *form, const char *s, size_t n)
{
    char link[300];
    unsigned long sum = 1;

    for (size_t i = 0; i < n; i++)
        sum = (sum * 31 + (unsigned char)s[i]) & 0xFFFFFFFF;
    if (form[0] == 0 || sum % 4)
        return;
    snprintf(link, sizeof link, form, sum, (sum * 2654435761) & 0xFFFFFFFF, sum % 1000,
             sum % 99999);
    mailpage_put(p, link);
}

/* Makes a page of the text; returns its length. */
static inline size_t mailpage_make(char *out, size_t room, const char *text, size_t n,
                                   unsigned manner)
{
    const struct mailpage_manner *way = &mailpage_manners[manner % MAILPAGE_MANNERS];
    mailpage p = {.out = out, .room = room};

    mailpage_put(&p, way->head);
    for (size_t i = 0, line; i < n; i += line + 1) {
        const char *end = memchr(text + i, '\n', n - i);
        line = end ? (size_t)(end - text) - i : n - i;
        mailpage_put(&p, way->before);
        mailpage_line(&p, text + i, line);
        mailpage_link(&p, way->link, text + i, line);
        mailpage_put(&p, way->after);
    }
    mailpage_put(&p, way->foot);
    return p.n;
}

/* ---- Messages ---- */

/* Changes "From " at the start of lines, which would begin a message. */
static inline void mailbox_no_from(mailbox *b)
{
    for (size_t i = 0; i + 5 < b->chance.n; i++)
        if ((i == 0 || b->body[i - 1] == '\n') && memcmp(b->body + i, "From ", 5) == 0)
            b->body[i] = 'f';
}

/* Makes a text of about n bytes, in UTF-8 or Latin-1. */
static inline void mailbox_text(mailbox *b, size_t n)
{
    mailtext *m = &b->chance;
    size_t k = 0;

    m->out = b->body;
    m->room = n < sizeof b->body ? n : sizeof b->body;
    m->n = 0;
    m->line = 0;
    m->left = 0;
    m->beyond = mailbox_random(b, 4) ? 100 : 2000;
    while (m->n < m->room)
        mailtext_line(m);
    mailbox_no_from(b);
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

/* Recodes the body in one of the older charsets. */
static inline void mailbox_recode(mailbox *b)
{
    static char other[MAILBOX_BODY];
    const mailcharset *c = &mailcharsets[mailbox_random(b, MAILCHARSETS)];

    b->body_n = mailcharset_text(c, other, sizeof other, b->body, b->body_n);
    b->charset = c->name;
    memcpy(b->body, other, b->body_n);
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
        plain = plain && (column > 0 || c != 'F'); /* no "From " at the start of a line */
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

static inline void mailbox_part(mailbox *b, const char *type, const char *encoding)
{
    mailbox_put(b, "Content-Type: %s; charset=\"%s\"\nContent-Transfer-Encoding: %s\n\n", type,
                b->charset, encoding);
}

/* Makes a page from the body. */
static inline void mailbox_page(mailbox *b)
{
    static char page[MAILBOX_BODY];

    b->body_n =
        mailpage_make(page, sizeof page, b->body, b->body_n, mailbox_random(b, MAILPAGE_MANNERS));
    memcpy(b->body, page, b->body_n);
}

static inline void mailbox_encoded(mailbox *b, const char *type, bool quoted)
{
    mailbox_part(b, type, quoted ? "quoted-printable" : "8bit");
    if (quoted)
        mailbox_qp(b);
    else
        mailbox_8bit(b);
}

/* Makes a multipart with a text, and a page or an attachment. */
static inline void mailbox_two(mailbox *b, bool page)
{
    uint32_t id = mailbox_random(b, UINT32_MAX);
    bool quoted = page && mailbox_random(b, 4);

    mailbox_put(
        b,
        "Content-Type: multipart/%s;\n boundary=\"----=_NextPart_%08X\"\n\nThis is a message in parts.\n\n"
        "------=_NextPart_%08X\n",
        page ? "alternative" : "mixed", id, id);
    mailbox_encoded(b, page ? "text/plain" : "text/plain; format=flowed", quoted);
    mailbox_put(b, "\n------=_NextPart_%08X\n", id);
    if (page) {
        mailbox_page(b);
        mailbox_encoded(b, "text/html", quoted);
    } else {
        mailbox_put(
            b,
            "Content-Type: application/octet-stream; name=\"data.bin\"\nContent-Transfer-Encoding: base64\n"
            "Content-Disposition: attachment; filename=\"data.bin\"\n\n");
        mailbox_code(b, b->mix->longest / 2 + mailbox_random(b, b->mix->longest / 2), 76);
    }
    mailbox_put(b, "\n------=_NextPart_%08X--\n", id);
}

/* Makes the next message, out[0..n). */
static inline void mailbox_next(mailbox *b)
{
    uint32_t sort = mailbox_random(b, 100);
    const mailbox_mix *x = b->mix;
    bool text = sort < x->plain + x->quoted + x->base64;

    b->n = 0;
    b->number++;
    mailbox_put(b, "From joe@example.com Mon Nov 10 12:00:00 2003\n");
    mailbox_header(b);
    mailbox_text(b, 300 + mailbox_random(b, text ? 2200 : 1000));
    if (x->charsets)
        mailbox_recode(b);
    if (sort < x->plain) {
        mailbox_part(b, "text/plain", "8bit");
        mailbox_8bit(b);
    } else if (sort < x->plain + x->quoted) {
        mailbox_part(b, "text/plain; format=flowed", "quoted-printable");
        mailbox_qp(b);
    } else if (text) {
        mailbox_part(b, "text/plain", "base64");
        mailbox_base64(b);
    } else
        mailbox_two(b, sort < 100 - x->attached);
    mailbox_put(b, "\n\n");
}

static inline void mailbox_begin(mailbox *b, const mailbox_mix *mix, uint64_t seed)
{
    memset(b, 0, sizeof *b);
    b->mix = mix;
    mailtext_begin(&b->chance, &mailtext_ordinary, seed);
}

#endif
