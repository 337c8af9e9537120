/* mailbox.h - messages as mailing lists and news archives have them, one after the other, for an mbox of any size
 *
 * In the ordinary mix 55 messages of a hundred are plain in 8 bits, 17 quoted-printable, 6 base64, 18 text and HTML, 4
 * text and an attachment; on the average 3.8 KB, of which the header is a half. Other mixes have no HTML, HTML always,
 * or large attachments, or charsets of all sorts. The text is that of mailtext.h; a third of it in Latin-1, else UTF-8. The same seed
 * makes the same mailbox.
 */
#ifndef TRAWL_TESTS_BENCH_MAILBOX_H
#define TRAWL_TESTS_BENCH_MAILBOX_H

#include "mailbox_head.h"
#include "mailcharset.h"
#include "mailpage.h"

/* A line of a body must not look like a message's first. */
static inline void mailbox_no_from(mailbox *b)
{
    for (size_t i = 0; i + 5 < b->chance.n; i++)
        if ((i == 0 || b->body[i - 1] == '\n') && memcmp(b->body + i, "From ", 5) == 0)
            b->body[i] = 'f';
}

/* A text of about so many bytes, in UTF-8 or Latin-1. */
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

/* The body in one of the charsets of before UTF-8. */
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
        plain = plain && (column > 0 || c != 'F'); /* it may be "From " */
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
    mailbox_put(b, "Content-Type: %s; charset=\"%s\"\nContent-Transfer-Encoding: %s\n\n", type, b->charset, encoding);
}

/* The body as a page, in place of it. */
static inline void mailbox_page(mailbox *b)
{
    static char page[MAILBOX_BODY];

    b->body_n = mailpage_make(page, sizeof page, b->body, b->body_n, mailbox_random(b, MAILPAGE_MANNERS));
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

/* A multipart of a text and a page that shows it, or an attachment, between two boundaries. */
static inline void mailbox_two(mailbox *b, bool page)
{
    uint32_t id = mailbox_random(b, UINT32_MAX);
    bool quoted = page && mailbox_random(b, 4);

    mailbox_put(b,
                "Content-Type: multipart/%s;\n boundary=\"----=_NextPart_%08X\"\n\nThis is a message in parts.\n\n"
                "------=_NextPart_%08X\n",
                page ? "alternative" : "mixed", id, id);
    mailbox_encoded(b, page ? "text/plain" : "text/plain; format=flowed", quoted);
    mailbox_put(b, "\n------=_NextPart_%08X\n", id);
    if (page) {
        mailbox_page(b);
        mailbox_encoded(b, "text/html", quoted);
    } else {
        mailbox_put(b, "Content-Type: application/octet-stream; name=\"data.bin\"\nContent-Transfer-Encoding: base64\n"
                       "Content-Disposition: attachment; filename=\"data.bin\"\n\n");
        mailbox_code(b, b->mix->longest / 2 + mailbox_random(b, b->mix->longest / 2), 76);
    }
    mailbox_put(b, "\n------=_NextPart_%08X--\n", id);
}

/* The next message, into out[0..n). */
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
