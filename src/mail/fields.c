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
#define ROWS(rows) {rows, COUNT(rows)}

/* What is as long as the index, and how many that are. */
static const struct {
    const field_row *rows;
    size_t count;
} lengths[] = {
    [2] = ROWS(of_2), [3] = ROWS(of_3), [4] = ROWS(of_4), [5] = ROWS(of_5), [6] = ROWS(of_6), [7] = ROWS(of_7),
    [8] = ROWS(of_8), [9] = ROWS(of_9), [10] = ROWS(of_10), [11] = ROWS(of_11), [12] = ROWS(of_12),
    [13] = ROWS(of_13), [14] = ROWS(of_14), [15] = ROWS(of_15), [16] = ROWS(of_16), [17] = ROWS(of_17),
    [18] = ROWS(of_18), [19] = ROWS(of_19), [20] = ROWS(of_20), [21] = ROWS(of_21), [22] = ROWS(of_22),
    [25] = ROWS(of_25),
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
    *role = FIELDS_NO_ROLE;
    for (size_t i = 0; n < COUNT(lengths) && i < lengths[n].count; i++) {
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
