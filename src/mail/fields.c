/* fields.c - header fields that hold URLs and ids: which they are (SPEC E12, E15) */
#include "mail/fields.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct field_row {
    const char *name; /* in lower case */
    unsigned char how, role;
} field_row;

/* clang-format off */
#define ROW(name, how) {name, how, FIELDS_NO_ROLE}
#define ROLE(name, how, role) {name, how, role}

/* By how long the names are, the more usual ones first. */
static const field_row of_2[] = {ROW("to", FIELDS_ADDRESSES), ROW("cc", FIELDS_ADDRESSES)};
static const field_row of_3[] = {ROW("bcc", FIELDS_ADDRESSES), ROW("url", FIELDS_URL)};
static const field_row of_4[] = {
    ROLE("from", FIELDS_ADDRESSES, FIELDS_FROM), ROLE("date", FIELDS_NEVER, FIELDS_DATE), ROW("path", FIELDS_NEVER),
    ROW("xref", FIELDS_XREF),
};
static const field_row of_5[] = {ROW("x-uri", FIELDS_URL), ROW("x-url", FIELDS_URL)};
static const field_row of_6[] = {ROW("sender", FIELDS_ADDRESSES), ROW("x-face", FIELDS_NEVER)};
static const field_row of_7[] = {ROLE("subject", FIELDS_TEXT, FIELDS_SUBJECT), ROW("x-trace", FIELDS_NEVER)};
static const field_row of_8[] = {
    ROW("received", FIELDS_NEVER), ROW("reply-to", FIELDS_ADDRESSES), ROW("approved", FIELDS_ADDRESSES),
};
static const field_row of_9[] = {
    ROW("list-post", FIELDS_LIST), ROW("list-help", FIELDS_LIST), ROW("errors-to", FIELDS_ADDRESSES),
    ROW("resent-cc", FIELDS_ADDRESSES), ROW("resent-to", FIELDS_ADDRESSES),
};
static const field_row of_10[] = {
    ROLE("message-id", FIELDS_IDS, FIELDS_MESSAGE_ID), ROW("references", FIELDS_IDS),
    ROLE("newsgroups", FIELDS_GROUPS, FIELDS_NEWSGROUPS), ROW("content-id", FIELDS_CONTENT_ID),
    ROW("list-owner", FIELDS_LIST), ROW("resent-bcc", FIELDS_ADDRESSES), ROW("supersedes", FIELDS_IDS),
    ROW("x-homepage", FIELDS_URL), ROW("x-received", FIELDS_NEVER),
};
static const field_row of_11[] = {
    ROW("in-reply-to", FIELDS_IDS), ROW("return-path", FIELDS_ADDRESSES), ROW("archived-at", FIELDS_URL),
    ROW("followup-to", FIELDS_GROUPS), ROW("resent-from", FIELDS_ADDRESSES), ROW("x-list-help", FIELDS_LIST),
};
static const field_row of_12[] = {
    ROLE("content-type", FIELDS_EXTERNAL, FIELDS_TYPE), ROW("mime-version", FIELDS_NEVER),
    ROW("list-archive", FIELDS_LIST), ROW("delivered-to", FIELDS_ADDRESSES),
    ROLE("content-base", FIELDS_URL, FIELDS_BASE), ROW("received-spf", FIELDS_NEVER),
};
static const field_row of_13[] = {
    ROW("x-spam-status", FIELDS_NEVER), ROW("apparently-to", FIELDS_ADDRESSES), ROW("mail-reply-to", FIELDS_ADDRESSES),
    ROW("resent-sender", FIELDS_ADDRESSES), ROW("x-archived-at", FIELDS_URL), ROW("x-envelope-to", FIELDS_ADDRESSES),
    ROW("x-original-to", FIELDS_ADDRESSES), ROW("x-spam-report", FIELDS_NEVER),
};
static const field_row of_14[] = {ROW("list-subscribe", FIELDS_LIST), ROW("x-list-archive", FIELDS_LIST)};
static const field_row of_15[] = {ROW("x-envelope-from", FIELDS_ADDRESSES)};
static const field_row of_16[] = {
    ROW("list-unsubscribe", FIELDS_LIST), ROLE("content-location", FIELDS_URL, FIELDS_BASE),
    ROW("mail-followup-to", FIELDS_ADDRESSES),
};
static const field_row of_17[] = {ROW("nntp-posting-host", FIELDS_NEVER), ROW("resent-message-id", FIELDS_IDS)};
static const field_row of_18[] = {ROW("x-gm-message-state", FIELDS_NEVER)};
static const field_row of_19[] = {
    ROW("content-disposition", FIELDS_NEVER), ROW("domainkey-signature", FIELDS_NEVER),
    ROW("original-message-id", FIELDS_IDS),
};
static const field_row of_20[] = {ROW("x-google-smtp-source", FIELDS_NEVER)};
static const field_row of_21[] = {ROLE("list-unsubscribe-post", FIELDS_OTHER, FIELDS_ONE_CLICK)};
static const field_row of_22[] = {ROW("authentication-results", FIELDS_NEVER)};
static const field_row of_25[] = {ROLE("content-transfer-encoding", FIELDS_NEVER, FIELDS_TRANSFER)};
/* clang-format on */

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

/* What is as long as the index, how many that are, and which letters they begin with, a bit each. */
#define L(c) (1u << ((c) - 'a'))

static const struct {
    const field_row *rows;
    unsigned count, letters;
} lengths[] = {
    [2] = {of_2, COUNT(of_2), L('c') | L('t')},
    [3] = {of_3, COUNT(of_3), L('b') | L('u')},
    [4] = {of_4, COUNT(of_4), L('d') | L('f') | L('p') | L('x')},
    [5] = {of_5, COUNT(of_5), L('x')},
    [6] = {of_6, COUNT(of_6), L('s') | L('x')},
    [7] = {of_7, COUNT(of_7), L('s') | L('x')},
    [8] = {of_8, COUNT(of_8), L('a') | L('r')},
    [9] = {of_9, COUNT(of_9), L('e') | L('l') | L('r')},
    [10] = {of_10, COUNT(of_10), L('c') | L('l') | L('m') | L('n') | L('r') | L('s') | L('x')},
    [11] = {of_11, COUNT(of_11), L('a') | L('f') | L('i') | L('r') | L('x')},
    [12] = {of_12, COUNT(of_12), L('c') | L('d') | L('l') | L('m') | L('r')},
    [13] = {of_13, COUNT(of_13), L('a') | L('m') | L('r') | L('x')},
    [14] = {of_14, COUNT(of_14), L('l') | L('x')},
    [15] = {of_15, COUNT(of_15), L('x')},
    [16] = {of_16, COUNT(of_16), L('c') | L('l') | L('m')},
    [17] = {of_17, COUNT(of_17), L('n') | L('r')},
    [18] = {of_18, COUNT(of_18), L('x')},
    [19] = {of_19, COUNT(of_19), L('c') | L('d') | L('o')},
    [20] = {of_20, COUNT(of_20), L('x')},
    [21] = {of_21, COUNT(of_21), L('l')},
    [22] = {of_22, COUNT(of_22), L('a')},
    [25] = {of_25, COUNT(of_25), L('c')},
};

/* What machines write, whatever comes behind. */
#define FAMILY(name) {name, sizeof(name) - 1}

static const struct {
    const char *name;
    size_t n;
} families[] = {
    FAMILY("arc-"), FAMILY("dkim-"), FAMILY("x-dkim-"), FAMILY("x-google-dkim-"), FAMILY("x-ms-exchange-"),
};

static inline bool are_eight(const char *name, const char *row)
{
    uint64_t eight, with;

    memcpy(&eight, name, sizeof eight);
    memcpy(&with, row, sizeof with);
    return (eight | 0x2020202020202020u) == with;
}

static inline bool are_four(const char *name, const char *row)
{
    uint32_t four, with;

    memcpy(&four, name, sizeof four);
    memcpy(&with, row, sizeof with);
    return (four | 0x20202020u) == with;
}

/* Are they the same but for case? Of the visible bytes that names are made of, only a capital becomes a letter by the bit. The
 * last bytes come first, as many names begin alike; some are compared twice. */
static inline bool is_same(const char *name, const char *row, size_t n)
{
    if (n >= 8) {
        if (!are_eight(name + n - 8, row + n - 8))
            return false;
        for (size_t i = 0; i + 8 < n; i += 8)
            if (!are_eight(name + i, row + i))
                return false;
        return true;
    }
    if (n >= 4)
        return are_four(name + n - 4, row + n - 4) && are_four(name, row);
    for (size_t i = 0; i < n; i++)
        if ((name[i] | 0x20) != row[i])
            return false;
    return true;
}

static bool is_of_family(const char *name, size_t n)
{
    for (size_t i = 0; i < COUNT(families); i++)
        if (n > families[i].n && (name[0] | 0x20) == families[i].name[0] && are_four(name, families[i].name) &&
            is_same(name, families[i].name, families[i].n))
            return true;
    return false;
}

fields_how fields_know(const char *name, size_t n, fields_role *role)
{
    unsigned letter = n > 0 ? (unsigned)(unsigned char)(name[0] | 0x20) - 'a' : 26, count = 0;

    *role = FIELDS_NO_ROLE;
    if (n < COUNT(lengths) && letter < 26 && lengths[n].letters >> letter & 1)
        count = lengths[n].count;
    for (unsigned i = 0; i < count; i++) {
        const field_row *row = &lengths[n].rows[i];
        if (!is_same(name, row->name, n))
            continue;
        *role = (fields_role)row->role;
        return (fields_how)row->how;
    }
    return is_of_family(name, n) ? FIELDS_NEVER : FIELDS_OTHER;
}

fields_how fields_find(const char *name, size_t n)
{
    fields_role role;

    return fields_know(name, n, &role);
}
