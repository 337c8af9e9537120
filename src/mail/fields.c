/* fields.c - header fields that hold URLs and ids: which they are (SPEC E12, E15) */
#include "mail/fields.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct field_row {
    const char *name; /* in lower case */
    unsigned char n;
    bool family; /* what begins so */
    unsigned char how, role;
} field_row;

/* clang-format off */
#define ROW(name, how) {name, sizeof(name) - 1, false, how, FIELDS_NO_ROLE}
#define ROLE(name, how, role) {name, sizeof(name) - 1, false, how, role}
#define FAMILY(name, how) {name, sizeof(name) - 1, true, how, FIELDS_NO_ROLE}

/* By their first letter, that behind "x-" if they begin so; what machines write, whatever comes behind, last. */
static const field_row a_rows[] = {
    ROW("apparently-to", FIELDS_ADDRESSES), ROW("approved", FIELDS_ADDRESSES), ROW("archived-at", FIELDS_URL),
    ROW("authentication-results", FIELDS_NEVER), ROW("x-archived-at", FIELDS_URL), FAMILY("arc-", FIELDS_NEVER),
};
static const field_row b_rows[] = {ROW("bcc", FIELDS_ADDRESSES)};
static const field_row c_rows[] = {
    ROW("cc", FIELDS_ADDRESSES), ROLE("content-base", FIELDS_URL, FIELDS_BASE),
    ROW("content-disposition", FIELDS_NEVER), ROW("content-id", FIELDS_CONTENT_ID),
    ROLE("content-location", FIELDS_URL, FIELDS_BASE),
    ROLE("content-transfer-encoding", FIELDS_NEVER, FIELDS_TRANSFER),
    ROLE("content-type", FIELDS_EXTERNAL, FIELDS_TYPE),
};
static const field_row d_rows[] = {
    ROLE("date", FIELDS_NEVER, FIELDS_DATE), ROW("delivered-to", FIELDS_ADDRESSES),
    ROW("domainkey-signature", FIELDS_NEVER), FAMILY("dkim-", FIELDS_NEVER), FAMILY("x-dkim-", FIELDS_NEVER),
};
static const field_row e_rows[] = {
    ROW("errors-to", FIELDS_ADDRESSES), ROW("x-envelope-from", FIELDS_ADDRESSES),
    ROW("x-envelope-to", FIELDS_ADDRESSES),
};
static const field_row f_rows[] = {
    ROW("followup-to", FIELDS_GROUPS), ROLE("from", FIELDS_ADDRESSES, FIELDS_FROM), ROW("x-face", FIELDS_NEVER),
};
static const field_row g_rows[] = {
    ROW("x-gm-message-state", FIELDS_NEVER), ROW("x-google-smtp-source", FIELDS_NEVER),
    FAMILY("x-google-dkim-", FIELDS_NEVER),
};
static const field_row h_rows[] = {ROW("x-homepage", FIELDS_URL)};
static const field_row i_rows[] = {ROW("in-reply-to", FIELDS_IDS)};
static const field_row l_rows[] = {
    ROW("list-archive", FIELDS_LIST), ROW("list-help", FIELDS_LIST), ROW("list-owner", FIELDS_LIST),
    ROW("list-post", FIELDS_LIST), ROW("list-subscribe", FIELDS_LIST), ROW("list-unsubscribe", FIELDS_LIST),
    ROLE("list-unsubscribe-post", FIELDS_OTHER, FIELDS_ONE_CLICK), ROW("x-list-archive", FIELDS_LIST),
    ROW("x-list-help", FIELDS_LIST),
};
static const field_row m_rows[] = {
    ROW("mail-followup-to", FIELDS_ADDRESSES), ROW("mail-reply-to", FIELDS_ADDRESSES),
    ROLE("message-id", FIELDS_IDS, FIELDS_MESSAGE_ID), ROW("mime-version", FIELDS_NEVER),
    FAMILY("x-ms-exchange-", FIELDS_NEVER),
};
static const field_row n_rows[] = {
    ROLE("newsgroups", FIELDS_GROUPS, FIELDS_NEWSGROUPS), ROW("nntp-posting-host", FIELDS_NEVER),
};
static const field_row o_rows[] = {ROW("original-message-id", FIELDS_IDS), ROW("x-original-to", FIELDS_ADDRESSES)};
static const field_row p_rows[] = {ROW("path", FIELDS_NEVER)};
static const field_row r_rows[] = {
    ROW("received", FIELDS_NEVER), ROW("received-spf", FIELDS_NEVER), ROW("references", FIELDS_IDS),
    ROW("reply-to", FIELDS_ADDRESSES), ROW("resent-bcc", FIELDS_ADDRESSES), ROW("resent-cc", FIELDS_ADDRESSES),
    ROW("resent-from", FIELDS_ADDRESSES), ROW("resent-message-id", FIELDS_IDS),
    ROW("resent-sender", FIELDS_ADDRESSES), ROW("resent-to", FIELDS_ADDRESSES), ROW("return-path", FIELDS_ADDRESSES),
    ROW("x-received", FIELDS_NEVER),
};
static const field_row s_rows[] = {
    ROW("sender", FIELDS_ADDRESSES), ROLE("subject", FIELDS_TEXT, FIELDS_SUBJECT), ROW("supersedes", FIELDS_IDS),
    ROW("x-spam-report", FIELDS_NEVER), ROW("x-spam-status", FIELDS_NEVER),
};
static const field_row t_rows[] = {ROW("to", FIELDS_ADDRESSES), ROW("x-trace", FIELDS_NEVER)};
static const field_row u_rows[] = {ROW("url", FIELDS_URL), ROW("x-uri", FIELDS_URL), ROW("x-url", FIELDS_URL)};
static const field_row x_rows[] = {ROW("xref", FIELDS_XREF)};
/* clang-format on */

#define LETTER(c) ((c) - 'a')
#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

static const struct {
    const field_row *rows;
    size_t count;
} letters[26] = {
    [LETTER('a')] = {a_rows, COUNT(a_rows)}, [LETTER('b')] = {b_rows, COUNT(b_rows)},
    [LETTER('c')] = {c_rows, COUNT(c_rows)}, [LETTER('d')] = {d_rows, COUNT(d_rows)},
    [LETTER('e')] = {e_rows, COUNT(e_rows)}, [LETTER('f')] = {f_rows, COUNT(f_rows)},
    [LETTER('g')] = {g_rows, COUNT(g_rows)}, [LETTER('h')] = {h_rows, COUNT(h_rows)},
    [LETTER('i')] = {i_rows, COUNT(i_rows)}, [LETTER('l')] = {l_rows, COUNT(l_rows)},
    [LETTER('m')] = {m_rows, COUNT(m_rows)}, [LETTER('n')] = {n_rows, COUNT(n_rows)},
    [LETTER('o')] = {o_rows, COUNT(o_rows)}, [LETTER('p')] = {p_rows, COUNT(p_rows)},
    [LETTER('r')] = {r_rows, COUNT(r_rows)}, [LETTER('s')] = {s_rows, COUNT(s_rows)},
    [LETTER('t')] = {t_rows, COUNT(t_rows)}, [LETTER('u')] = {u_rows, COUNT(u_rows)},
    [LETTER('x')] = {x_rows, COUNT(x_rows)},
};

/* Are they the same but for case? Of the visible bytes that names are made of, only a capital becomes a letter by the bit. The
 * last bytes may be compared twice. */
static inline bool is_same(const char *name, const char *row, size_t n)
{
    uint64_t eight, with;
    uint32_t four, with_four;

    for (size_t i = 0; n >= 8 && i < n; i += 8) {
        size_t at = n - i < 8 ? n - 8 : i;
        memcpy(&eight, name + at, sizeof eight);
        memcpy(&with, row + at, sizeof with);
        if ((eight | 0x2020202020202020u) != with)
            return false;
    }
    for (size_t i = 0; n >= 4 && n < 8 && i < n; i += 4) {
        size_t at = n - i < 4 ? n - 4 : i;
        memcpy(&four, name + at, sizeof four);
        memcpy(&with_four, row + at, sizeof with_four);
        if ((four | 0x20202020u) != with_four)
            return false;
    }
    for (size_t i = 0; n < 4 && i < n; i++)
        if ((name[i] | 0x20) != row[i])
            return false;
    return true;
}

fields_how fields_know(const char *name, size_t n, fields_role *role)
{
    size_t key = n > 2 && name[1] == '-' && (name[0] | 0x20) == 'x' ? 2 : 0;
    size_t letter = n > 0 ? (size_t)LETTER((unsigned char)name[key] | 0x20) : COUNT(letters);
    const field_row *row, *end;

    *role = FIELDS_NO_ROLE;
    if (letter >= COUNT(letters) || letters[letter].count == 0)
        return FIELDS_OTHER;
    for (row = letters[letter].rows, end = row + letters[letter].count; row < end; row++) {
        if (n != row->n && !(row->family && n > row->n))
            continue;
        if (!is_same(name, row->name, row->n))
            continue;
        *role = (fields_role)row->role;
        return (fields_how)row->how;
    }
    return FIELDS_OTHER;
}

fields_how fields_find(const char *name, size_t n)
{
    fields_role role;

    return fields_know(name, n, &role);
}
