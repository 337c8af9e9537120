/* indexed.h - an index in memory for the fuzz targets: its records, and checks of its tables
 *
 * The bytes of an input choose from a few texts each, so that messages repeat and answer each
 * other.
 */
#ifndef TRAWL_TESTS_INDEXED_H
#define TRAWL_TESTS_INDEXED_H

#include "fuzz.h"
#include "archive/index/index.h"
#include "silent.h"

/* Bytes that choose; 0 after the end. */
struct chooser {
    const uint8_t *p, *end;
};

static inline unsigned choose(struct chooser *c, unsigned count)
{
    return c->p < c->end ? *c->p++ % count : 0;
}

static inline trawl_str choose_text(struct chooser *c, const char *const *texts, unsigned count)
{
    unsigned i = choose(c, count + 1);

    return i < count ? str_of(texts[i], strlen(texts[i])) : str_of(NULL, 0);
}

#define CHOOSE_TEXT(c, texts) choose_text(c, texts, sizeof(texts) / sizeof *(texts))

static const char *const indexed_urls[] = {
    "http://a.example/",       "http://a.example/x",      "https://b.a.example:8080/y?q=1#f",
    "mailto:ann@list.example", "http://[2001:db8::1]/",   "no url at all",
    "HTTP://A.example/%7ex",   "ftp://f.example/\xc3\xa9"};
static const char *const indexed_words[] = {
    "1@a.example", "2@b.example",        "Ann",         "ann@list.example", "",
    "Re: bells",   "devel.list.example", "\xff\xfe\n\t"};

/* Opens an empty index in memory, once for all inputs, and drops all messages from now on. Each
 * input must roll back what it does. */
static inline struct db *indexed_open(void)
{
    static struct db db;

    silent_begin();
    if (!db.sql)
        must(db_create(&db, "index", ":memory:") == 0 && schema_index(&db) == 0,
             "an index in memory");
    db.failed = 0;
    return &db;
}

/* Appends the context of a link. */
static inline void indexed_context(struct buffer *b, struct chooser *c)
{
    struct buffer context = {0};

    record_number(&context, choose(c, 12));
    record_number(&context, choose(c, TRAWL_ZONE_COUNT));
    record_number(&context, choose(c, 3));
    for (int i = 0; i < 4; i++)
        record_text(&context, CHOOSE_TEXT(c, indexed_words));
    record_text(b, buffer_str(&context));
    buffer_free(&context);
}

/* Appends a message without links; its RECORD_END comes later. */
static inline void indexed_meaning(struct buffer *b, struct chooser *c)
{
    const char meaning[MEANING_BYTES] = {(char)choose(c, 3)};

    record_add(b, meaning, sizeof meaning);
}

static inline void indexed_message(struct buffer *b, struct chooser *c, uint64_t offset)
{
    char content[8] = {(char)choose(c, 4), 0};

    record_number(b, RECORD_MESSAGE);
    record_add(b, content, sizeof content);
    indexed_meaning(b, c);
    record_number(b, offset);
    record_number(b, choose(c, 3));
    record_number(b, choose(c, 2));
    record_signed(b, (int64_t)choose(c, 256) * 10000000 - 100000);
    record_signed(b, choose(c, 2) ? ZONE_UNKNOWN : (int64_t)choose(c, 256) - 100);
    for (int i = 0; i < 7; i++)
        record_text(b, CHOOSE_TEXT(c, indexed_words));
}

static inline void indexed_link(struct buffer *b, struct chooser *c)
{
    unsigned alts = choose(c, 8) == 7 ? choose(c, 9) : 0;
    const char *url = indexed_urls[choose(c, 8)];

    record_number(b, RECORD_LINK);
    indexed_context(b, c);
    record_text(b, str_of(url, strlen(url)));
    for (int i = 0; i < 3; i++)
        record_text(b, CHOOSE_TEXT(c, indexed_words));
    for (int i = 0; i < 3; i++)
        record_number(b, choose(c, 256));
    record_signed(b, choose(c, 256));
    record_number(b, choose(c, 256));
    record_number(b, alts);
    for (unsigned i = 0; i < alts; i++) {
        record_number(b, choose(c, 10));
        url = indexed_urls[choose(c, 8)];
        record_text(b, str_of(url, strlen(url)));
    }
}

/* Appends messages with links, up to the end of the bytes. Returns the number of messages. */
static inline uint64_t indexed_records(struct buffer *b, struct chooser *c)
{
    uint64_t messages = 0;

    while (c->p < c->end) {
        unsigned links = choose(c, 4);

        indexed_message(b, c, 100 * messages++);
        for (unsigned i = 0; i < links; i++)
            indexed_link(b, c);
        record_number(b, RECORD_END);
        record_number(b, 100);
        record_number(b, 1 + choose(c, 4));
        indexed_meaning(b, c);
    }
    record_number(b, RECORD_CLOSE);
    for (int i = 0; i < 5; i++)
        record_number(b, 100 * messages);
    record_text(b, str_of("", 0));
    return messages;
}

#define FROM_ORPHANS(table, key, other)                                                            \
    " FROM " table " a LEFT JOIN " other " b ON b.id = a." key " WHERE a." key                     \
    " IS NOT NULL AND b.id IS NULL"

/* Checks that no row refers to a missing row, and that each message has a place. */
static inline void indexed_check(struct db *db)
{
    static const char *const wrong[] = {
        FROM_ORPHANS("links", "message", "messages"),
        FROM_ORPHANS("links", "url", "urls"),
        FROM_ORPHANS("links", "context", "contexts"),
        FROM_ORPHANS("places", "message", "messages"),
        FROM_ORPHANS("places", "source", "sources"),
        FROM_ORPHANS("messages", "parent", "messages"),
        FROM_ORPHANS("messages", "same", "messages"),
        FROM_ORPHANS("messages", "sender", "senders"),
        FROM_ORPHANS("messages", "list", "lists"),
        " FROM messages m JOIN messages p ON p.id = m.same WHERE p.same IS NOT NULL",
        " FROM urls u WHERE NOT EXISTS (SELECT 1 FROM links l WHERE l.url = u.id)",
        " FROM readings r WHERE NOT EXISTS (SELECT 1 FROM links l WHERE (l.message, l.n) ="
        " (r.message, r.n))",
        " FROM messages m WHERE m.content IS NOT NULL AND NOT EXISTS (SELECT 1 FROM places w WHERE"
        " w.message = m.id)"};
    enum { COUNT = sizeof wrong / sizeof wrong[0] };
    static sqlite3_stmt *all[COUNT];

    for (int i = 0; i < COUNT; i++) {
        char sql[400];

        (void)snprintf(sql, sizeof sql, "SELECT 1%s LIMIT 1", wrong[i]);
        if (!all[i])
            all[i] = db_prepare(db, sql);
        must(all[i] != NULL, "a query of the tables");
        if (db_step(db, all[i]) != 0) {
            fprintf(stderr, "rows%s\n", wrong[i]);
            must(false, "no row refers to a missing one");
        }
    }
}

#endif
