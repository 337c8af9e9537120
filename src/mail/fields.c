/* fields.c - header fields that hold URLs and ids: which they are (SPEC E12, E15) */
#include "mail/fields.h"

#include <string.h>

#include "base/ascii.h"

typedef struct field_row {
    const char *name; /* in lower case */
    fields_how how;
} field_row;

/* In alphabetical order. */
static const field_row rows[] = {
    {"apparently-to", FIELDS_ADDRESSES},
    {"approved", FIELDS_ADDRESSES},
    {"archived-at", FIELDS_URL},
    {"authentication-results", FIELDS_NEVER},
    {"bcc", FIELDS_ADDRESSES},
    {"cc", FIELDS_ADDRESSES},
    {"content-base", FIELDS_URL},
    {"content-disposition", FIELDS_NEVER},
    {"content-id", FIELDS_CONTENT_ID},
    {"content-location", FIELDS_URL},
    {"content-transfer-encoding", FIELDS_NEVER},
    {"content-type", FIELDS_EXTERNAL},
    {"date", FIELDS_NEVER},
    {"delivered-to", FIELDS_ADDRESSES},
    {"domainkey-signature", FIELDS_NEVER},
    {"errors-to", FIELDS_ADDRESSES},
    {"followup-to", FIELDS_GROUPS},
    {"from", FIELDS_ADDRESSES},
    {"in-reply-to", FIELDS_IDS},
    {"list-archive", FIELDS_LIST},
    {"list-help", FIELDS_LIST},
    {"list-owner", FIELDS_LIST},
    {"list-post", FIELDS_LIST},
    {"list-subscribe", FIELDS_LIST},
    {"list-unsubscribe", FIELDS_LIST},
    {"mail-followup-to", FIELDS_ADDRESSES},
    {"mail-reply-to", FIELDS_ADDRESSES},
    {"message-id", FIELDS_IDS},
    {"mime-version", FIELDS_NEVER},
    {"newsgroups", FIELDS_GROUPS},
    {"nntp-posting-host", FIELDS_NEVER},
    {"original-message-id", FIELDS_IDS},
    {"path", FIELDS_NEVER},
    {"received", FIELDS_NEVER},
    {"received-spf", FIELDS_NEVER},
    {"references", FIELDS_IDS},
    {"reply-to", FIELDS_ADDRESSES},
    {"resent-bcc", FIELDS_ADDRESSES},
    {"resent-cc", FIELDS_ADDRESSES},
    {"resent-from", FIELDS_ADDRESSES},
    {"resent-message-id", FIELDS_IDS},
    {"resent-sender", FIELDS_ADDRESSES},
    {"resent-to", FIELDS_ADDRESSES},
    {"return-path", FIELDS_ADDRESSES},
    {"sender", FIELDS_ADDRESSES},
    {"subject", FIELDS_TEXT},
    {"supersedes", FIELDS_IDS},
    {"to", FIELDS_ADDRESSES},
    {"url", FIELDS_URL},
    {"x-archived-at", FIELDS_URL},
    {"x-envelope-from", FIELDS_ADDRESSES},
    {"x-envelope-to", FIELDS_ADDRESSES},
    {"x-face", FIELDS_NEVER},
    {"x-gm-message-state", FIELDS_NEVER},
    {"x-google-smtp-source", FIELDS_NEVER},
    {"x-homepage", FIELDS_URL},
    {"x-list-archive", FIELDS_LIST},
    {"x-list-help", FIELDS_LIST},
    {"x-original-to", FIELDS_ADDRESSES},
    {"x-received", FIELDS_NEVER},
    {"x-spam-report", FIELDS_NEVER},
    {"x-spam-status", FIELDS_NEVER},
    {"x-trace", FIELDS_NEVER},
    {"x-uri", FIELDS_URL},
    {"x-url", FIELDS_URL},
    {"xref", FIELDS_XREF},
};

/* Families: what machines write, whatever comes behind. */
static const struct {
    const char *name;
    size_t n;
} never[] = {{"arc-", 4}, {"dkim-", 5}, {"x-dkim-", 7}, {"x-google-dkim-", 14}, {"x-ms-exchange-", 14}};

static int compare(const char *name, size_t n, const char *with)
{
    for (size_t i = 0; i < n; i++) {
        int difference = (unsigned char)ascii_lower(name[i]) - (unsigned char)with[i];
        if (difference != 0)
            return difference;
    }
    return with[n] == '\0' ? 0 : -1;
}

fields_how fields_find(const char *name, size_t n)
{
    size_t low = 0, high = sizeof rows / sizeof rows[0];

    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
        if (n >= never[i].n && ascii_same(name, never[i].name, never[i].n))
            return FIELDS_NEVER;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        int order = compare(name, n, rows[mid].name);
        if (order == 0)
            return rows[mid].how;
        if (order < 0)
            high = mid;
        else
            low = mid + 1;
    }
    return FIELDS_OTHER;
}
