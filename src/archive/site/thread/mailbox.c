/* mailbox.c - mailboxes of threads and months, compressed with gzip
 *
 *     t/4f/HASH.mbox.gz             the messages of a thread
 *     months/2004-06.mbox.gz        the messages of a month; also in the folder of a list
 *
 * The messages are the raw files of the site, so what is not published raw is in no mailbox. Lines
 * that begin with "From " get a ">".
 *
 * The mailbox of a month consists of gzip members of about 32 messages each. A member begins at a
 * message whose address begins with 00 to 07, so its bytes depend only on its own messages. If the
 * messages of a member are those of the last run, it is copied from the old file. The table
 * "member" of the state has the fingerprint and the place of each.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "archive/site/message/message.h"
#include "app/io/io.h"
#include "app/pool/pool.h"

/* The columns: the key of the mailbox's group, the address of the message, what names the mailbox,
 * and the name of the list. */
enum { AT_KEY = 0, AT_MESSAGE, AT_PLACE = AT_MESSAGE + 3, AT_LIST };

/* A member of a gzip file. */
struct member {
    int64_t print, at, size; /* the fingerprint of its messages; its place in the file */
    int64_t end;             /* its last 8 bytes: the checksum and the length of its content */
};

struct mailbox {
    struct site *site;
    sqlite3_stmt *row, *members, *forget, *note;
    struct packer *packer;
    char *block;
    bool open, line; /* line: the next byte begins a line */
    bool parts;      /* it has several members */
    size_t messages;
    struct site_reading old; /* the file of the last run, or fd is -1 */
    struct buffer known;     /* struct member: its members */
    size_t next;             /* the member in `known` that is likely to be the next one */
    struct buffer waiting;   /* the paths of the messages of the next member, each with a NUL */
    struct member member;    /* the next one */
};

struct mailbox_kind {
    const char *sql;
    void (*name)(char path[PATH_ROOM], sqlite3_stmt *row);
    enum page_group group;
};

/* ---- Kinds ---- */

#define RAW_MESSAGE ADDRESS_COLUMNS("m")

static void name_of_thread(char path[PATH_ROOM], sqlite3_stmt *row)
{
    char hash[HASH_ROOM];

    hash_message(hash, row, AT_PLACE);
    (void)snprintf(path, PATH_ROOM, "t/%.2s/%s.mbox.gz", hash, hash + 2);
}

static void name_of_month(char path[PATH_ROOM], sqlite3_stmt *row)
{
    char month[MONTH_ROOM], file[MONTH_ROOM + 20];

    name_month(month, sqlite3_column_int(row, AT_PLACE), true);
    (void)snprintf(file, sizeof file, "months/%s.mbox.gz", month);
    if (sqlite3_column_count(row) > AT_LIST)
        path_of_archive(path, db_text(row, AT_LIST), file);
    else
        (void)snprintf(path, PATH_ROOM, "%s", file);
}

static const struct mailbox_kind kinds[] = {
    {"SELECT t.root, " RAW_MESSAGE ", " ADDRESS_COLUMNS("r") " FROM " TODO_KEYS(
         "2") " g CROSS JOIN thread h ON h.root = g.key AND h.count > 1"
              " CROSS JOIN tree t ON t.root = h.root CROSS JOIN shown s ON s.id = t.id"
              " CROSS JOIN messages m ON m.id = t.id JOIN messages r ON r.id = t.root"
              " ORDER BY t.root, t.n",
     name_of_thread, GROUP_THREAD},
    {"SELECT s.month, " RAW_MESSAGE ", s.month FROM month o CROSS JOIN shown s ON s.month = o.month"
     " CROSS JOIN messages m ON m.id = s.id WHERE page_group(3, o.month) IN todo"
     " ORDER BY s.month, m.time, m.id",
     name_of_month, GROUP_MONTH},
    {"SELECT v.name || ' ' || k.month, " RAW_MESSAGE ", k.month, v.name FROM archive v CROSS JOIN"
     " archive_month o ON o.archive = v.id CROSS JOIN member k ON k.archive = o.archive AND k.month"
     " = o.month CROSS JOIN messages m ON m.id = k.id WHERE page_group(4, v.name || ' ' || o.month)"
     " IN todo ORDER BY v.id, k.month, m.time, m.id",
     name_of_month, GROUP_ARCHIVE_MONTH}};
_Static_assert(GROUP_THREAD == 2 && GROUP_MONTH == 3 && GROUP_ARCHIVE_MONTH == 4, "in the SQL");

/* ---- Writing ---- */

/* Takes compressed bytes. */
static int mailbox_take(void *user, const char *p, size_t n)
{
    struct mailbox *b = user;
    const size_t tail = n < 8 ? n : 8;

    for (size_t i = n - tail; i < n; i++)
        b->member.end = (int64_t)((uint64_t)b->member.end << 8 | (unsigned char)p[i]);
    b->member.size += (int64_t)n;
    output_bytes(&b->site->out, p, n);
    return b->site->out.error;
}

static int mailbox_put(struct mailbox *b, const char *p, size_t n)
{
    return packer_put(b->packer, p, n, mailbox_take, b);
}

/* Writes bytes of a message, with ">" before each line that begins with "From ". */
static int mailbox_put_text(struct mailbox *b, const char *p, size_t n)
{
    size_t done = 0;
    int stop = 0;

    for (size_t i = 0; i < n && !stop; i++) {
        const char *end;

        if (b->line && n - i >= 5 && memcmp(p + i, "From ", 5) == 0) {
            stop = mailbox_put(b, p + done, i - done);
            stop = stop ? stop : mailbox_put(b, ">", 1);
            done = i;
        }
        end = memchr(p + i, '\n', n - i);
        b->line = end != NULL;
        i = end ? (size_t)(end - p) : n;
    }
    return stop ? stop : mailbox_put(b, p + done, n - done);
}

/* Writes a message: the raw file with this path. Returns 0, or -1. */
static int mailbox_put_message(struct mailbox *b, const char *path)
{
    static const char from[] = "From mboxrd@z Thu Jan  1 00:00:00 1970\n";
    struct site_reading file;
    uint64_t at = 0;
    int stop;
    size_t n;

    if ((stop = file_read(b->site, path, &file)) != 0) {
        b->member.print = 0; /* no later run takes this member for one with the message */
        return stop < 0 ? -1 : 0;
    }
    stop = mailbox_put(b, from, sizeof from - 1);
    b->line = true;
    /* A block begins where the last whole line of the previous block ended. */
    while (!stop && (n = input_read_at(file.fd, b->block, INPUT_BLOCK, at)) > 0) {
        size_t whole = n;

        while (n == INPUT_BLOCK && whole > 0 && b->block[whole - 1] != '\n')
            whole--;
        n = whole > 0 ? whole : n;
        at += n;
        stop = mailbox_put_text(b, b->block, n);
    }
    if (file_read_end(&file, stop ? file.size : at) < 0)
        stop = -1;
    return stop ? stop : mailbox_put(b, b->line ? "\n" : "\n\n", b->line ? 1 : 2);
}

/* ---- Members ---- */

/* Reads the members of the file of the last run. Returns 0, or -1. */
static int members_read(struct mailbox *b, const char *path)
{
    int found, none;

    b->old.fd = -1;
    b->known.n = b->next = 0;
    b->member = (struct member){0};
    if (!b->parts)
        return 0;
    if ((none = file_read(b->site, path, &b->old)) < 0)
        return -1;
    db_bind(b->members, 1, site_str(path));
    while ((found = db_step(&b->site->state, b->members)) > 0) {
        const struct member m = {
            sqlite3_column_int64(b->members, 0), sqlite3_column_int64(b->members, 1),
            sqlite3_column_int64(b->members, 2), sqlite3_column_int64(b->members, 3)};

        if (none == 0 && m.at >= 0 && m.size > 18 && (uint64_t)m.at < b->old.size)
            (void)buffer_add(&b->known, (const char *)&m, sizeof m);
    }
    db_bind(b->forget, 1, site_str(path));
    return found < 0 ? -1 : db_run(&b->site->state, b->forget);
}

/* Returns true if the old file has this member at its place. */
static bool member_is_there(const struct mailbox *b, const struct member *m)
{
    unsigned char bytes[8];
    uint64_t end = 0;

    if (input_read_at(b->old.fd, (char *)bytes, 8, (uint64_t)(m->at + m->size) - 8) < 8)
        return false;
    for (size_t i = 0; i < 8; i++)
        end = end << 8 | bytes[i];
    return end == (uint64_t)m->end;
}

/* Copies the member with the fingerprint of the next one from the old file. Returns 1, 0 if that
 * file has no such member, or -1. */
static int member_copy(struct mailbox *b)
{
    const size_t count = b->known.n / sizeof(struct member);
    struct member m = {0};
    size_t n = 0;

    for (; n < count; n++) {
        memcpy(&m, b->known.p + (b->next + n) % count * sizeof m, sizeof m);
        if (m.print == b->member.print)
            break;
    }
    if (n == count || !member_is_there(b, &m))
        return 0;
    b->next += n + 1;
    for (uint64_t done = 0; done < (uint64_t)m.size; done += n) {
        const uint64_t left = (uint64_t)m.size - done;

        n = input_read_at(b->old.fd, b->block, left < INPUT_BLOCK ? (size_t)left : INPUT_BLOCK,
                          (uint64_t)m.at + done);
        if (n == 0 || mailbox_take(b, b->block, n) != 0)
            return -1;
    }
    return 1;
}

/* Writes the waiting messages as a member. Returns 0, or -1. */
static int member_end(struct mailbox *b)
{
    const char *p = b->waiting.p, *end = p + b->waiting.n;
    int copied;

    if (b->waiting.n == 0)
        return 0;
    if ((copied = member_copy(b)) < 0)
        return -1;
    for (; !copied && p < end; p += strlen(p) + 1)
        if (mailbox_put_message(b, p) != 0)
            return -1;
    if (!copied && mailbox_put(b, NULL, 0) != 0)
        return -1;
    db_bind(b->note, 1, site_str(b->site->path));
    DB_BIND(b->note, 2, b->member.print, b->member.at, b->member.size, b->member.end);
    b->member = (struct member){.at = b->member.at + b->member.size};
    b->waiting.n = 0;
    return db_run(&b->site->state, b->note);
}

/* Adds the raw file of a message, if the site has it. Returns 0, or -1. */
static int mailbox_add(struct mailbox *b)
{
    char hash[HASH_ROOM], path[PATH_ROOM];
    struct known_page page;

    hash_message(hash, b->row, AT_MESSAGE);
    files_path(path, hash, 0, "txt");
    if (!state_has(b->site, path))
        return 0;
    b->messages++;
    if (!b->parts)
        return mailbox_put_message(b, path);
    if (state_find(b->site, path, &page) < 0 ||
        (hash[0] == '0' && hash[1] < '8' && member_end(b) < 0))
        return -1;
    b->member.print =
        (int64_t)sip_of((sip_hash){(uint64_t)b->member.print, page.hash}, hash, strlen(hash)).a;
    return buffer_add(&b->waiting, path, strlen(path) + 1) == TRAWL_OK ? 0 : -1;
}

/* Ends the open mailbox. One without messages is not written. */
static int mailbox_end(struct mailbox *b)
{
    int failed = 0;

    if (!b->open)
        return 0;
    b->open = false;
    if (b->messages > 0)
        failed = b->parts ? member_end(b) : mailbox_put(b, NULL, 0);
    if (b->old.fd >= 0)
        (void)close(b->old.fd);
    b->old.fd = -1;
    if (b->messages == 0)
        return 0;
    return failed == 0 ? file_end(b->site, 1) : -1;
}

static int mailboxes_make_kind(struct mailbox *b, const struct mailbox_kind *kind)
{
    struct site *s = b->site;
    int64_t group = 0, now;
    char path[PATH_ROOM];
    int found = -1, failed = 0;

    b->row = db_prepare(&s->db, kind->sql);
    b->parts = kind->group != GROUP_THREAD;
    while (!failed && !interrupted && (found = db_step(&s->db, b->row)) > 0) {
        now = group_of_column(kind->group, b->row, AT_KEY);
        if (!b->open || now != group) {
            failed = mailbox_end(b);
            kind->name(path, b->row);
            failed = failed ? failed : members_read(b, path);
            file_begin(s, path);
            s->owner = group = now;
            b->open = true;
            b->messages = 0;
        }
        failed = failed ? failed : mailbox_add(b);
    }
    failed = failed ? failed : mailbox_end(b);
    s->owner = 0;
    return found == 0 && !failed ? 0 : -1;
}

int mailboxes_make(struct site *s)
{
    struct mailbox b = {.site = s, .old = {.fd = -1}};
    int failed;

    errno = 0;
    if (site_masks(s) || (!(b.packer = packer_open()) && errno != ENOMEM))
        return 0;
    b.block = malloc(INPUT_BLOCK);
    b.members = db_prepare(&s->state, "SELECT print, at, size, end FROM member WHERE page = ?1");
    b.forget = db_prepare(&s->state, "DELETE FROM member WHERE page = ?1");
    b.note = db_prepare(&s->state, "INSERT OR REPLACE INTO member VALUES (?1, ?2, ?3, ?4, ?5)");
    failed = b.block && b.packer ? 0 : -command_trouble("site", TRAWL_ERROR_NO_MEMORY);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && !failed; i++)
        failed = mailboxes_make_kind(&b, &kinds[i]);
    free(b.block);
    buffer_free(&b.known);
    buffer_free(&b.waiting);
    packer_close(b.packer);
    return failed;
}
