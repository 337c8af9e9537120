/* fields.h - header fields that hold URLs and ids, and what stands in them (SPEC E12, E15)
 *
 * The table says how a field is read; fields_links() takes the links out of one. Text fields (Subject) are for the scanner.
 */
#ifndef TRAWL_MAIL_FIELDS_H
#define TRAWL_MAIL_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum fields_how {
    FIELDS_NEVER,     /* Received, DKIM-Signature, Path, ...: whatever is asked */
    FIELDS_OTHER,     /* no field of the table: scanned as text with "all" */
    FIELDS_ADDRESSES, /* From, To, Cc, ...: scanned as text with "all" */
    FIELDS_TEXT,      /* Subject, Comments: scanned as text */
    FIELDS_LIST,      /* List-*: <URL>, <URL> (comments), up to the first item that is none */
    FIELDS_URL, /* Archived-At, X-URL, Content-Base, ...: one URL, with or without <>, white space in it left out */
    FIELDS_IDS, /* Message-ID, References, ...: <id> <id>: mid: URLs (RFC 2392) */
    FIELDS_NEWS_IDS,   /* the same in an article: news: URLs (RFC 5538) */
    FIELDS_CONTENT_ID, /* cid: */
    FIELDS_GROUPS,     /* Newsgroups, Followup-To: news: URLs */
    FIELDS_XREF,       /* Xref: server group:number ...: nntp: URLs */
    FIELDS_EXTERNAL /* Content-Type: the URL of message/external-body; access-type=URL (RFC 2017); others have none */
} fields_how;

/* What a field tells of the message or part that it heads. */
typedef enum fields_role {
    FIELDS_NO_ROLE,
    FIELDS_MESSAGE_ID,
    FIELDS_DATE,
    FIELDS_FROM,
    FIELDS_SUBJECT,
    FIELDS_NEWSGROUPS,
    FIELDS_ONE_CLICK, /* List-Unsubscribe-Post */
    FIELDS_BASE,      /* Content-Base, Content-Location */
    FIELDS_TYPE,      /* Content-Type */
    FIELDS_TRANSFER   /* Content-Transfer-Encoding */
} fields_role;

/* Where the names are in the table: made once by whoever reads headers. */
#define FIELDS_BITS 8
#define FIELDS_SLOTS (1 << FIELDS_BITS)

/* No name of the table is longer. */
#define FIELDS_LONGEST 25

typedef struct fields_index {
    unsigned char row[FIELDS_SLOTS]; /* 1 + its number; 0 for none */
    uint32_t asked[32];              /* by their first letters, a bit for each length of those that are asked for */
} fields_index;

/* A bit each says which fields are asked for: those that are read in one of these ways, and those of one of these roles. */
void fields_index_make(fields_index *x, unsigned hows, unsigned roles);

/* May a field of that name be asked for? Most are not, which is told without a look at more. */
static inline bool fields_may_be_asked(const fields_index *x, const char *name, size_t n)
{
    return x->asked[name[0] & 31] >> (n & 31) & 1;
}

/* How a field of that name, in any case, is read, and its role. */
fields_how fields_know(const fields_index *x, const char *name, size_t n, fields_role *role);

/* A place in the field's body, in bytes. */
typedef struct fields_piece {
    size_t from, to;
} fields_piece;

#define FIELDS_PIECES 64

/* One link. */
typedef struct fields_link {
    int kind;        /* TRAWL_HDR or TRAWL_MSGID */
    unsigned flags;  /* enum trawl_flag, of what the field alone can tell: TRAWL_FLAG_NO_SCHEME */
    const char *url; /* put together */
    size_t url_n;
    fields_piece extent; /* with its brackets */
    const fields_piece *pieces;
    unsigned piece_count;
} fields_link;

/* Room to put links together; larger than one may be. */
typedef struct fields_room {
    char url[8192 + 64];
    fields_piece pieces[FIELDS_PIECES];
} fields_room;

typedef int fields_sink(void *user, const fields_link *link);

/* The links in the body of a field, in order. Returns 0, or what the sink returned that was not 0. Links longer than 8192
 * bytes, or in more than FIELDS_PIECES pieces, are left out. Linear in n. */
int fields_links(fields_room *room, fields_how how, const char *p, size_t n, fields_sink *sink, void *user);

#endif
