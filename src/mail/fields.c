/* fields.c - header fields that hold URLs and ids: which they are (SPEC E12, E15)
 *
 * A name is looked up by a hash of its length and its first and last four bytes, and compared with hardly more than one of the table.
 */
#include "mail/fields.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct field_row {
    const char *name; /* in lower case */
    unsigned char n, how, role;
} field_row;

/* clang-format off */
#define ROW(name, how) {name, sizeof(name) - 1, how, FIELDS_NO_ROLE}
#define ROLE(name, how, role) {name, sizeof(name) - 1, how, role}

static const field_row rows[] = {
    ROW("apparently-to", FIELDS_ADDRESSES), ROW("approved", FIELDS_ADDRESSES), ROW("archived-at", FIELDS_URL),
    ROW("authentication-results", FIELDS_NEVER), ROW("bcc", FIELDS_ADDRESSES), ROW("cc", FIELDS_ADDRESSES),
    ROLE("content-base", FIELDS_URL, FIELDS_BASE), ROW("content-disposition", FIELDS_NEVER),
    ROW("content-id", FIELDS_CONTENT_ID), ROLE("content-location", FIELDS_URL, FIELDS_BASE),
    ROLE("content-transfer-encoding", FIELDS_NEVER, FIELDS_TRANSFER),
    ROLE("content-type", FIELDS_EXTERNAL, FIELDS_TYPE), ROLE("date", FIELDS_NEVER, FIELDS_DATE),
    ROW("delivered-to", FIELDS_ADDRESSES), ROW("domainkey-signature", FIELDS_NEVER), ROW("errors-to", FIELDS_ADDRESSES),
    ROW("followup-to", FIELDS_GROUPS), ROLE("from", FIELDS_ADDRESSES, FIELDS_FROM), ROW("in-reply-to", FIELDS_IDS),
    ROW("list-archive", FIELDS_LIST), ROW("list-help", FIELDS_LIST), ROW("list-owner", FIELDS_LIST),
    ROW("list-post", FIELDS_LIST), ROW("list-subscribe", FIELDS_LIST), ROW("list-unsubscribe", FIELDS_LIST),
    ROLE("list-unsubscribe-post", FIELDS_OTHER, FIELDS_ONE_CLICK), ROW("mail-followup-to", FIELDS_ADDRESSES),
    ROW("mail-reply-to", FIELDS_ADDRESSES), ROLE("message-id", FIELDS_IDS, FIELDS_MESSAGE_ID),
    ROW("mime-version", FIELDS_NEVER), ROLE("newsgroups", FIELDS_GROUPS, FIELDS_NEWSGROUPS),
    ROW("nntp-posting-host", FIELDS_NEVER), ROW("original-message-id", FIELDS_IDS), ROW("path", FIELDS_NEVER),
    ROW("received", FIELDS_NEVER), ROW("received-spf", FIELDS_NEVER), ROW("references", FIELDS_IDS),
    ROW("reply-to", FIELDS_ADDRESSES), ROW("resent-bcc", FIELDS_ADDRESSES), ROW("resent-cc", FIELDS_ADDRESSES),
    ROW("resent-from", FIELDS_ADDRESSES), ROW("resent-message-id", FIELDS_IDS), ROW("resent-sender", FIELDS_ADDRESSES),
    ROW("resent-to", FIELDS_ADDRESSES), ROW("return-path", FIELDS_ADDRESSES), ROW("sender", FIELDS_ADDRESSES),
    ROLE("subject", FIELDS_TEXT, FIELDS_SUBJECT), ROW("supersedes", FIELDS_IDS), ROW("to", FIELDS_ADDRESSES),
    ROW("url", FIELDS_URL), ROW("x-archived-at", FIELDS_URL), ROW("x-envelope-from", FIELDS_ADDRESSES),
    ROW("x-envelope-to", FIELDS_ADDRESSES), ROW("x-face", FIELDS_NEVER), ROW("x-gm-message-state", FIELDS_NEVER),
    ROW("x-google-smtp-source", FIELDS_NEVER), ROW("x-homepage", FIELDS_URL), ROW("x-list-archive", FIELDS_LIST),
    ROW("x-list-help", FIELDS_LIST), ROW("x-original-to", FIELDS_ADDRESSES), ROW("x-received", FIELDS_NEVER),
    ROW("x-spam-report", FIELDS_NEVER), ROW("x-spam-status", FIELDS_NEVER), ROW("x-trace", FIELDS_NEVER),
    ROW("x-uri", FIELDS_URL), ROW("x-url", FIELDS_URL), ROW("xref", FIELDS_XREF),
};
/* clang-format on */

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

_Static_assert(2 * COUNT(rows) < FIELDS_SLOTS, "the index has room enough to be quick");

/* What machines write, whatever comes behind. */
#define FAMILY(name)                                                                                                   \
    {                                                                                                                  \
        name, sizeof(name) - 1                                                                                         \
    }

static const struct {
    const char *name;
    size_t n;
} families[] = {
    FAMILY("arc-"), FAMILY("dkim-"), FAMILY("x-dkim-"), FAMILY("x-google-dkim-"), FAMILY("x-ms-exchange-"),
};

/* ---- Names in any case ---- */

/* Of the visible bytes that names are made of, only a capital becomes a letter by that bit. */
#define FOLDED 0x2020202020202020u

static inline uint64_t eight(const char *p)
{
    uint64_t v;

    memcpy(&v, p, sizeof v);
    return v | FOLDED;
}

static inline uint32_t four(const char *p)
{
    uint32_t v;

    memcpy(&v, p, sizeof v);
    return v | (uint32_t)FOLDED;
}

/* Fewer than four. */
static inline uint32_t few(const char *p, size_t n)
{
    return (uint32_t)((p[0] | 0x20) << 16 | (p[n / 2] | 0x20) << 8 | (p[n - 1] | 0x20));
}

/* Are they the same? Bytes in the middle are compared twice, for which there is no loop. */
static inline bool is_same(const char *name, const char *row, size_t n)
{
    _Static_assert(FIELDS_LONGEST <= 32, "four times eight bytes are all");

    if (n < 4)
        return few(name, n) == few(row, n);
    if (n < 8)
        return ((four(name) ^ four(row)) | (four(name + n - 4) ^ four(row + n - 4))) == 0;
    if (n > 16 && ((eight(name + 8) ^ eight(row + 8)) | (eight(name + n - 16) ^ eight(row + n - 16))))
        return false;
    return ((eight(name) ^ eight(row)) | (eight(name + n - 8) ^ eight(row + n - 8))) == 0;
}

/* ---- The index ---- */

/* The numbers were tried: hardly two names of the table come together. */
static inline unsigned slot_of(const char *name, size_t n)
{
    uint32_t first = n < 4 ? few(name, n) : four(name), last = n < 4 ? 0 : four(name + n - 4);

    return (first * 0x5829ABEBu + last * 0x3DCE9187u + (uint32_t)n * 0x9FFA8B57u) >> (32 - FIELDS_BITS);
}

void fields_index_make(fields_index *x, unsigned hows, unsigned roles)
{
    *x = (fields_index){{0}, {0}};
    for (unsigned i = 0; i < COUNT(rows); i++) {
        const field_row *row = &rows[i];
        unsigned slot = slot_of(row->name, row->n);
        while (x->row[slot])
            slot = (slot + 1) % FIELDS_SLOTS;
        x->row[slot] = (unsigned char)(1 + i);
        if ((hows >> row->how | roles >> row->role) & 1)
            x->asked[row->name[0] & 31] |= (uint32_t)1 << row->n;
    }
    if (hows >> FIELDS_OTHER & 1)
        memset(x->asked, 0xFF, sizeof x->asked);
}

static bool is_of_family(const char *name, size_t n)
{
    char first = (char)(name[0] | 0x20);

    if (n < 4 || (first != 'a' && first != 'd' && first != 'x'))
        return false;
    for (size_t i = 0; i < COUNT(families); i++)
        if (four(name) == four(families[i].name) && n > families[i].n && is_same(name, families[i].name, families[i].n))
            return true;
    return false;
}

fields_how fields_know(const fields_index *x, const char *name, size_t n, fields_role *role)
{
    *role = FIELDS_NO_ROLE;
    if (n == 0)
        return FIELDS_OTHER;
    for (unsigned slot = slot_of(name, n); x->row[slot]; slot = (slot + 1) % FIELDS_SLOTS) {
        const field_row *row = &rows[x->row[slot] - 1];
        if (row->n != n || !is_same(name, row->name, n))
            continue;
        *role = (fields_role)row->role;
        return (fields_how)row->how;
    }
    return is_of_family(name, n) ? FIELDS_NEVER : FIELDS_OTHER;
}
