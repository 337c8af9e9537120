/* lists.c - the lists: months, senders, subjects, hosts
 *
 * Each kind of list is one query, whose rows come in the order of the pages. A new list begins when
 * the column AT_GROUP changes.
 */
#include "archive/site/site.h"

#include <errno.h>
#include <stdio.h>
#include <trawl_emit.h>

#include "base/ascii.h"

enum { AT_GROUP = AT_MORE, AT_A, AT_B, AT_C, AT_D, AT_ARCHIVE, AT_OF_MONTH };

enum { MESSAGES_MOST = 100, LISTS_OF_SITE = 3 };

/* ---- The driver ---- */

struct lists {
    struct site *site;
    const struct lists_kind *kind;
    const struct lists_order *order;
    struct list list;
    sqlite3_stmt *row;
    sqlite3_stmt *head; /* by_thread(): a message by its number */
    int64_t thread;     /* the head of the thread of the last entry */
    bool open;
    char place[PATH_ROOM]; /* of the entry */
    trawl_str archive;     /* the name of the list of several that the pages belong to */
    bool of_archive;
};

struct lists_kind {
    const char *sql;
    /* Begins the list for a row's group: its path, title and head. */
    int (*begin)(struct lists *l);
    /* Writes the entry of a row to the list. */
    int (*entry)(struct lists *l);
    const char *view;      /* of months: the ending of the path */
    enum page_group group; /* of each list */
};

/* A list whose pages order.c finds. It is made even without entries. */
struct lists_order {
    int number;
    const char *sql; /* ?1: the number of the mailing list, if there are several */
    int (*entry)(struct lists *l);
    const char *path, *title;
};

/* Returns the key of the entry of a row. */
static uint64_t lists_key_of(struct lists *l, int column)
{
    trawl_str id = db_text(l->row, column);
    int64_t content = sqlite3_column_int64(l->row, column + 1);

    return id.n > 0 ? sip_of((sip_hash){5, 5}, id.p, id.n).a
                    : sip_of((sip_hash){6, 6}, (const char *)&content, sizeof content).a;
}

static int lists_set_title(struct lists *l, trawl_str title)
{
    return buffer_add(&l->list.title, title.p ? title.p : "", title.n) == TRAWL_OK ? 0 : -1;
}

static int make_kind(struct site *s, const struct lists_kind *kind)
{
    struct lists l = {.site = s, .kind = kind, .row = db_prepare(&s->db, kind->sql)};
    struct buffer group = {0};
    int found = -1, failed = 0;

    while (!failed && !interrupted && (found = db_step(&s->db, l.row)) > 0) {
        trawl_str now = db_text(l.row, AT_GROUP);

        if (!l.open || !index_same(now, buffer_str(&group))) {
            failed = l.open && list_end(&l.list) < 0;
            group.n = 0;
            s->owner = group_of_column(kind->group, l.row, AT_GROUP);
            if (failed || buffer_add(&group, now.p ? now.p : "", now.n) != TRAWL_OK ||
                kind->begin(&l) < 0)
                failed = -1;
            l.open = true;
        }
        if (!failed)
            failed = kind->entry(&l);
    }
    if (found == 0 && !failed && l.open)
        failed = list_end(&l.list);
    s->owner = 0;
    list_free(&l.list);
    buffer_free(&group);
    return found == 0 && !failed ? 0 : -1;
}

/* Begins to write the title or the head of the list; done() ends it. */
static void lists_begin_part(struct lists *l, struct buffer *part)
{
    file_begin(l->site, l->list.path);
    l->site->out.hold = part;
}

static int done(struct lists *l)
{
    return l->site->out.error ? -1 : 0;
}

/* ---- Entries ---- */

/* Writes the link to a row's message, with its sender and day. */
static void lists_put_message(struct lists *l, sqlite3_stmt *row)
{
    char path[PATH_ROOM];

    path_of_row(path, 'm', row, AT_ID);
    put_message(l->site, path, row, db_text(row, AT_SUBJECT));
    output_text(&l->site->out, "</li>\n");
}

/* Writes the day of a row as the label of an entry to `day`. */
static trawl_str label_of(struct lists *l, char day[STAMP_ROOM])
{
    const bool dated = sqlite3_column_type(l->row, AT_TIME) != SQLITE_NULL &&
                       day_of(sqlite3_column_int64(l->row, AT_TIME), day);

    return site_str(dated ? day : "no date");
}

static int by_day(struct lists *l)
{
    char day[STAMP_ROOM];

    list_item(&l->list);
    output_text(&l->site->out, "<li>");
    lists_put_message(l, l->row);
    return list_add(&l->list, lists_key_of(l, AT_ID), label_of(l, day));
}

/* Writes the first message of a thread, whose number is in AT_B, if it is in another month or on
 * another list. */
static int lists_put_head(struct lists *l)
{
    struct db *d = &l->site->db;
    int found = 0;

    l->thread = sqlite3_column_int64(l->row, AT_B);
    if (l->thread == sqlite3_column_int64(l->row, AT_NUMBER))
        return 0;
    if (!l->head)
        l->head = db_prepare(d, "SELECT " MESSAGE_COLUMNS " FROM " MESSAGE_FROM " WHERE m.id = ?1");
    if (!l->head)
        return -1;
    (void)sqlite3_bind_int64(l->head, 1, l->thread);
    if ((found = db_step(d, l->head)) <= 0)
        return found;
    output_text(&l->site->out, "<li>");
    lists_put_message(l, l->head);
    db_reset(d, l->head);
    return 0;
}

/* Writes the entry of a message in the order of threads. AT_A is the depth in the thread, AT_B the
 * head of the thread. */
static int by_thread(struct lists *l)
{
    int depth = sqlite3_column_int(l->row, AT_A);
    char day[STAMP_ROOM];

    list_item(&l->list);
    if (l->thread != sqlite3_column_int64(l->row, AT_B) && lists_put_head(l) < 0)
        return -1;
    if (depth > 0)
        output_printf(&l->site->out, "<li class=\"d%d\">", depth < 8 ? depth : 8);
    else
        output_text(&l->site->out, "<li>");
    lists_put_message(l, l->row);
    return list_add(&l->list, lists_key_of(l, AT_ID), label_of(l, day));
}

static int by_sender(struct lists *l)
{
    trawl_str name = db_text(l->row, AT_NAME);

    list_item(&l->list);
    output_text(&l->site->out, "<li>");
    lists_put_message(l, l->row);
    if (name.n == 0)
        name = db_text(l->row, AT_ADDRESS);
    return list_add(&l->list, lists_key_of(l, AT_ID), name.n > 0 ? name : site_str("unknown"));
}

static int by_subject(struct lists *l)
{
    trawl_str subject = bare_subject(db_text(l->row, AT_SUBJECT));

    list_item(&l->list);
    output_text(&l->site->out, "<li>");
    lists_put_message(l, l->row);
    return list_add(&l->list, lists_key_of(l, AT_ID),
                    subject.n > 0 ? subject : site_str("(no subject)"));
}

/* ---- Months ---- */

#define MONTHS_FROM                                                                                \
    " FROM month o CROSS JOIN shown s ON s.month = o.month CROSS JOIN messages m ON m.id = s.id"   \
    " LEFT JOIN senders p ON p.id = m.sender"
#define SUBJECT_KEY "lower(bare_subject(m.subject))"
#define SENDER_KEY "lower(coalesce(p.name, p.address, p.written))"

/* Writes links to the months before and after this one: AT_C and AT_D. */
static void lists_put_months(struct lists *l, const char *label)
{
    char path[MONTH_ROOM], name[MONTH_ROOM];

    output_printf(&l->site->out, "<nav class=\"steps\" aria-label=\"%s\"><ul>\n", label);
    for (int i = 0; i < 2; i++) {
        int month = sqlite3_column_int(l->row, AT_C + i);

        if (sqlite3_column_type(l->row, AT_C + i) == SQLITE_NULL)
            continue;
        name_month(path, month, true);
        name_month(name, month, false);
        output_printf(&l->site->out,
                      i == 0 ? "<li><a rel=\"prev\" href=\"%s.html\">\xE2\x86\x90 %s</a></li>\n"
                             : "<li><a rel=\"next\" href=\"%s.html\">%s \xE2\x86\x92</a></li>\n",
                      path, name);
    }
    output_text(&l->site->out, "</ul></nav>\n");
}

/* Writes the path of a page: of the list of several, or of the site. */
static void path_within(struct lists *l, char path[PATH_ROOM], const char *file)
{
    if (l->of_archive)
        path_of_archive(path, l->archive, file);
    else
        (void)snprintf(path, PATH_ROOM, "%s", file);
}

/* Writes the link to the front page of the list of several. */
static void lists_put_archive(struct lists *l)
{
    char path[PATH_ROOM];

    if (!l->of_archive)
        return;
    path_of_archive(path, l->archive, "index.html");
    output_text(&l->site->out, "<p>");
    put_anchor_to(l->site, path);
    output_text(&l->site->out, "<bdi>");
    put_text(l->site, archive_title(l->archive), 200);
    output_text(&l->site->out, "</bdi></a></p>\n");
}

static int begin_views(struct lists *l, int month)
{
    static const char *const views[][2] = {{"", "By date"},
                                           {"-threads", "By thread"},
                                           {"-senders", "By sender"},
                                           {"-subjects", "By subject"}};
    struct site *s = l->site;
    char name[MONTH_ROOM], title[MONTH_ROOM], file[PATH_ROOM], path[PATH_ROOM];

    name_month(name, month, true);
    name_month(title, month, false);
    (void)snprintf(file, sizeof file, "months/%s%s.html", name, l->kind->view);
    path_within(l, path, file);
    list_begin(&l->list, s, path);
    l->list.numbered = true;
    l->thread = 0;
    lists_begin_part(l, &l->list.head);
    lists_put_archive(l);
    output_text(&s->out, "<nav class=\"steps\" aria-label=\"Orders\"><ul>\n");
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++)
        output_printf(&s->out, "<li><a%s href=\"%s%s.html\">%s</a></li>\n",
                      strcmp(views[i][0], l->kind->view) == 0 ? " aria-current=\"page\"" : "", name,
                      views[i][0], views[i][1]);
    output_text(&s->out, "</ul></nav>\n");
    lists_put_months(l, "Other months");
    if (done(l) < 0)
        return -1;
    lists_begin_part(l, &l->list.foot);
    lists_put_months(l, "Months");
    return done(l) < 0 ? -1 : lists_set_title(l, site_str(title));
}

/* Begins the list of a month, which is in AT_GROUP. */
static int begin_month(struct lists *l)
{
    return begin_views(l, sqlite3_column_int(l->row, AT_GROUP));
}

static int begin_archive_month(struct lists *l)
{
    l->of_archive = true;
    l->archive = db_text(l->row, AT_ARCHIVE);
    return begin_views(l, sqlite3_column_int(l->row, AT_OF_MONTH));
}

/* ---- Senders ---- */

/* Writes the path of the page of a sender: AT_GROUP has the address in lower case. */
static void path_of_who(struct lists *l, char path[PATH_ROOM], int column)
{
    char hash[HASH_ROOM];

    hash_text(hash, db_text(l->row, column));
    path_of(path, 'a', hash);
}

static int begin_sender(struct lists *l)
{
    char path[PATH_ROOM];
    trawl_str address = db_text(l->row, AT_ADDRESS), name = db_text(l->row, AT_A);

    path_of_who(l, path, AT_GROUP);
    list_begin(&l->list, l->site, path);
    l->list.numbered = true;
    if (name.n > 0 && address.n > 0 && !site_masks(l->site)) {
        lists_begin_part(l, &l->list.head);
        output_text(&l->site->out, "<p><bdi>");
        put_text(l->site, address, 200);
        output_text(&l->site->out, "</bdi></p>\n");
        if (done(l) < 0)
            return -1;
    }
    if (name.n == 0)
        name = db_text(l->row, AT_GROUP);
    return lists_set_title(l, name.n > 0 ? name : site_str("unknown"));
}

/* Writes the entry of a sender. AT_A is the sender's group, AT_B the number of messages, AT_C the
 * name and the count, which label ranges of pages. */
static int one_sender(struct lists *l)
{
    struct site *s = l->site;
    char path[PATH_ROOM];
    trawl_str who = db_text(l->row, AT_A);

    path_of_who(l, path, AT_A);
    list_item(&l->list);
    output_text(&s->out, "<li>");
    put_anchor_to(s, path);
    put_sender(s, l->row, AT_NAME);
    output_printf(&s->out, "</a> <span class=\"dim\">%lld</span></li>\n",
                  (long long)sqlite3_column_int64(l->row, AT_B));
    return list_add(&l->list, sip_of((sip_hash){7, 7}, who.p, who.n).a, db_text(l->row, AT_C));
}

/* ---- Subjects ---- */

/* Writes the entry of a thread. AT_A is how many of its messages are shown. AT_B is the id of its
 * root, and the content and the URI follow. */
static int one_subject(struct lists *l)
{
    struct site *s = l->site;
    trawl_str subject = bare_subject(db_text(l->row, AT_SUBJECT));
    bool several = sqlite3_column_int64(l->row, AT_A) > 1;
    char path[PATH_ROOM];

    path_of_row(path, several ? 't' : 'm', l->row, several ? AT_B : AT_ID);
    list_item(&l->list);
    output_text(&s->out, "<li>");
    put_message(s, path, l->row, subject);
    output_text(&s->out, "</li>\n");
    return list_add(&l->list, lists_key_of(l, AT_ID),
                    subject.n > 0 ? subject : site_str("(no subject)"));
}

/* ---- Hosts ---- */

static int begin_host(struct lists *l)
{
    char hash[HASH_ROOM], path[PATH_ROOM];

    hash_text(hash, db_text(l->row, AT_GROUP));
    path_of(path, 'h', hash);
    list_begin(&l->list, l->site, path);
    l->place[0] = '\0';
    return lists_set_title(l, db_text(l->row, AT_GROUP));
}

/* Writes a URL, as a link if it is safe to open. */
static void lists_put_url(struct site *s, trawl_str url)
{
    char shown[2 * URL_MOST], path[PATH_ROOM];
    size_t k = 0;
    const bool home = !site_masks(s) && home_path(s, url, path),
               live = home || put_url_start(s, url);

    if (home)
        put_anchor_to(s, path);
    output_text(&s->out, "<bdi dir=\"ltr\">");
    if (url.n > URL_MOST || trawl_display(url.p, url.n, shown, sizeof shown, &k) != TRAWL_OK)
        put_text(s, url, 300);
    else
        put_text(s, (trawl_str){shown, k}, 300);
    output_text(&s->out, live ? "</bdi></a>" : "</bdi>");
}

/* A row is a message with a URL of the host: AT_A is the URL, AT_B the number of this message among
 * the messages with the URL, from 1, and AT_C their count, at most MESSAGES_MOST + 1. */
static int one_link(struct lists *l)
{
    struct site *s = l->site;
    trawl_str url = db_text(l->row, AT_A);
    int64_t n = sqlite3_column_int64(l->row, AT_B), of = sqlite3_column_int64(l->row, AT_C);
    int64_t last = of > MESSAGES_MOST ? MESSAGES_MOST : of;

    if (n == 1) {
        list_item(&l->list);
        output_text(&s->out, "<li>");
        lists_put_url(s, url);
        output_text(&s->out, "\n<ul>\n");
    }
    output_text(&s->out, "<li>");
    lists_put_message(l, l->row);
    if (n < last)
        return 0;
    if (of > last)
        output_text(&s->out, "<li class=\"dim\">and later messages</li>\n");
    output_text(&s->out, "</ul></li>\n");
    return list_add(&l->list, sip_of((sip_hash){8, 8}, url.p, url.n).a, url);
}

static int one_host(struct lists *l)
{
    struct site *s = l->site;
    char hash[HASH_ROOM], path[PATH_ROOM];
    trawl_str host = db_text(l->row, AT_A);

    hash_text(hash, host);
    path_of(path, 'h', hash);
    list_item(&l->list);
    output_text(&s->out, "<li>");
    put_anchor_to(s, path);
    output_text(&s->out, "<bdi dir=\"ltr\">");
    put_text(s, host, 253);
    output_text(&s->out, "</bdi></a></li>\n");
    return list_add(&l->list, sip_of((sip_hash){9, 9}, host.p, host.n).a, host);
}

/* ---- All ---- */

#define NO_MESSAGE "NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL"

/* The name of a person is the name that is used most with the address. Names with "@" do not
 * count. */
static const char lists_people[] =
    "DELETE FROM face WHERE who IN (SELECT who FROM whose);"
    "INSERT INTO face SELECT who, sender, count FROM (SELECT who, sender, sum(n) OVER (PARTITION BY"
    " who) AS count, row_number() OVER (PARTITION BY who ORDER BY CASE WHEN name NOT LIKE '%@%' THEN"
    " n ELSE 0 END DESC, name) AS rank FROM (SELECT w.who AS who, p.name AS name, min(r.sender) AS"
    " sender, count(*) AS n FROM whose w CROSS JOIN writer r ON r.who = w.who CROSS JOIN shown s ON"
    " s.sender = r.sender LEFT JOIN senders p ON p.id = r.sender GROUP BY 1, 2)) WHERE rank = 1;"
    "INSERT OR IGNORE INTO todo SELECT who FROM whose;";

static const char lists_months[] =
    "CREATE TEMP TABLE month_before AS SELECT month, prev, next FROM month; "
    "DELETE FROM month WHERE month IN (SELECT month FROM months); INSERT INTO month SELECT o.month,"
    " count(*), NULL, NULL FROM months o CROSS JOIN shown s ON s.month = o.month GROUP BY o.month;"
    "UPDATE month SET prev = near.prev, next = near.next FROM (SELECT month AS id, lag(month) OVER w"
    " AS prev, lead(month) OVER w AS next FROM month WINDOW w AS (ORDER BY month)) near WHERE"
    " month = near.id AND (month.prev IS NOT near.prev OR month.next IS NOT near.next);"
    "INSERT OR IGNORE INTO todo SELECT page_group(3, month) FROM (SELECT month, prev, next FROM"
    " month EXCEPT SELECT * FROM month_before)";

/* Conditions that select the rows whose groups are to be made. */
#define MONTH_TODO " WHERE page_group(3, o.month) IN todo"
#define ARCHIVE_MONTH_TODO " WHERE page_group(4, v.name || ' ' || o.month) IN todo"
_Static_assert(GROUP_MONTH == 3 && GROUP_ARCHIVE_MONTH == 4, "in the SQL");

#define MONTH_COLUMNS "SELECT " MESSAGE_COLUMNS ", s.month, "
#define ARCHIVE_MONTH(columns, join, order)                                                        \
    "SELECT " MESSAGE_COLUMNS ", v.name || ' ' || s.month, " columns ", o.prev, o.next, v.name,"   \
    " s.month FROM archive v CROSS JOIN archive_month o ON o.archive = v.id CROSS JOIN member k"   \
    " ON k.archive = o.archive AND k.month = o.month CROSS JOIN shown s ON s.id = k.id"            \
    " CROSS JOIN messages m ON m.id = k.id LEFT JOIN senders p ON p.id = m.sender" join            \
        ARCHIVE_MONTH_TODO " ORDER BY v.id, s.month, " order

/* Each host whose pages are to be made, with its URLs. An index leads from one URL to the next, so
 * that a URL that is in each message of a list costs no more than the MESSAGES_MOST messages that
 * are shown. */
#define NEXT_URL(host, more) "(SELECT min(n.url) FROM hosted n WHERE n.host = " host more ")"
#define OF_URL "FROM hosted c WHERE c.host = t.host AND c.url = t.url"
#define HOST_OF(group)                                                                             \
    "(SELECT u.host FROM hosted h JOIN urls u ON u.id = h.id WHERE h.host = " group " LIMIT 1)"
#define HOSTS_TODO                                                                                                         \
    "WITH RECURSIVE t(id, host, url) AS (SELECT " HOST_OF("g.id") ", g.id, " NEXT_URL(                                     \
        "g.id",                                                                                                            \
        "") " FROM todo g WHERE g.id >= (6 << 56) AND g.id < (7 << 56) UNION ALL SELECT t.id, t.host, " NEXT_URL("t.host", \
                                                                                                                 " AND n.url > t.url") " FROM t WHERE t.url IS NOT NULL) "
_Static_assert(MESSAGES_MOST == 100, "in the SQL");

static const struct lists_kind lists_kinds[] = {
    {MONTH_COLUMNS "0, 0, o.prev, o.next" MONTHS_FROM MONTH_TODO " ORDER BY s.month, m.time, m.id",
     begin_month, by_day, "", GROUP_MONTH},
    {MONTH_COLUMNS "t.depth, h.title, o.prev, o.next" MONTHS_FROM " JOIN tree t ON t.id = s.id"
                   " JOIN thread h ON h.root = t.root" MONTH_TODO
                   " ORDER BY s.month, h.moment, h.root, t.n",
     begin_month, by_thread, "-threads", GROUP_MONTH},
    {MONTH_COLUMNS "0, 0, o.prev, o.next" MONTHS_FROM MONTH_TODO " ORDER BY s.month, " SENDER_KEY
                   ", m.time, m.id",
     begin_month, by_sender, "-senders", GROUP_MONTH},
    {MONTH_COLUMNS "0, 0, o.prev, o.next" MONTHS_FROM MONTH_TODO " ORDER BY s.month, " SUBJECT_KEY
                   ", m.time, m.id",
     begin_month, by_subject, "-subjects", GROUP_MONTH},
    {ARCHIVE_MONTH("0, 0", "", "m.time, m.id"), begin_archive_month, by_day, "",
     GROUP_ARCHIVE_MONTH},
    {ARCHIVE_MONTH("t.depth, h.title",
                   " JOIN tree t ON t.id = k.id JOIN thread h ON h.root = t.root",
                   "h.moment, h.root, t.n"),
     begin_archive_month, by_thread, "-threads", GROUP_ARCHIVE_MONTH},
    {ARCHIVE_MONTH("0, 0", "", SENDER_KEY ", m.time, m.id"), begin_archive_month, by_sender,
     "-senders", GROUP_ARCHIVE_MONTH},
    {ARCHIVE_MONTH("0, 0", "", SUBJECT_KEY ", m.time, m.id"), begin_archive_month, by_subject,
     "-subjects", GROUP_ARCHIVE_MONTH},
    {"SELECT " MESSAGE_COLUMNS ", w.who, w.name FROM person w CROSS JOIN writer r ON r.who = w.key"
     " CROSS JOIN shown s ON s.sender = r.sender CROSS JOIN messages m ON m.id = s.id"
     " LEFT JOIN senders p ON p.id = m.sender WHERE w.key IN todo"
     " ORDER BY w.who, m.time, m.id",
     begin_sender, by_day, NULL, GROUP_SENDER},
    {HOSTS_TODO
     "SELECT " MESSAGE_COLUMNS ", o.host, " CANONICAL ", g.n, g.count FROM (SELECT t.id,"
     " t.host, t.url, h.message, h.id AS link, row_number() OVER (PARTITION BY t.host, t.url"
     " ORDER BY h.moment, h.message) AS n, (SELECT count(*) FROM (SELECT 1 " OF_URL
     " LIMIT 101)) AS count FROM t CROSS JOIN hosted h ON h.host = t.host AND h.url ="
     " t.url AND h.moment <= coalesce((SELECT c.moment " OF_URL " ORDER BY c.moment,"
     " c.message LIMIT 1 OFFSET 99), 9223372036854775807)) g CROSS JOIN hosts o ON o.id = g.id"
     " CROSS JOIN urls u ON u.id = g.link CROSS JOIN messages m ON m.id = g.message"
     " LEFT JOIN senders p ON p.id = m.sender WHERE g.n <= 100"
     " ORDER BY o.id, " CANONICAL ", g.n",
     begin_host, one_link, NULL, GROUP_HOST},
};

/* SQL: the people in "pick" with `count`, their number of messages. `from` joins its table. */
#define SENDERS(count, from)                                                                        \
    "SELECT NULL, NULL, NULL, NULL, NULL, w.name, w.address, w.written, NULL, w.key, w.who, " count \
    ", substr(coalesce(w.name, w.address, w.written, 'unknown'), 1, 70) || ' (' || " count          \
    " || ')' FROM pick k CROSS JOIN person w ON w.key = k.id" from " ORDER BY " count               \
    " DESC, lower(coalesce(w.name, w.address, w.written)), w.who"

static const struct lists_order lists_orders[] = {
    {ORDER_SUBJECTS,
     "SELECT " MESSAGE_COLUMNS ", h.root, h.count, " ADDRESS_COLUMNS(
         "r") " FROM pick k CROSS JOIN thread h ON h.root = k.id JOIN messages m ON m.id = h.title"
              " LEFT JOIN senders p ON p.id = m.sender JOIN messages r ON r.id = h.root"
              " ORDER BY " SUBJECT_KEY ", m.time, m.id",
     one_subject, "subjects.html", "Subjects"},
    {ORDER_SENDERS, SENDERS("w.count", ""), one_sender, "senders.html", "Senders"},
    {ORDER_HOSTS,
     "SELECT " NO_MESSAGE ", k.id, o.host FROM pick k CROSS JOIN hosts o ON o.id = " HOST_OF(
         "k.id") " ORDER BY o.surt, o.host",
     one_host, "hosts.html", "Links by host"},
    {ORDER_SENDERS_OF, SENDERS("o.n", " CROSS JOIN wrote o ON o.who = k.id AND o.lister = ?1"),
     one_sender, "senders.html", "Senders"},
};

static const char lists_changed[] =
    "INSERT INTO changed SELECT 1, root FROM torn UNION ALL SELECT 2, who FROM whose UNION ALL"
    " SELECT 3, id FROM todo t WHERE id >= (6 << 56) AND id < (7 << 56) AND EXISTS (SELECT 1 FROM"
    " part WHERE id = t.id AND list = 3) <> EXISTS (SELECT 1 FROM hosted WHERE host = t.id)"
    " UNION SELECT 16 + o.lister, w.who FROM whose w CROSS JOIN wrote o ON o.who = w.who"
    " UNION SELECT p.list, w.who FROM whose w CROSS JOIN part p ON p.id = w.who AND p.list > 16;"
    "INSERT OR IGNORE INTO todo SELECT page_group(8, list) FROM changed";
_Static_assert(ORDER_SUBJECTS == 1 && ORDER_SENDERS == 2 && ORDER_HOSTS == 3 &&
                   ORDER_SENDERS_OF == 16 && GROUP_HOST == 6 && GROUP_ORDER == 8,
               "in the SQL");

int lists_plan(struct site *s)
{
    return db_execute(&s->db, lists_people) < 0 || db_execute(&s->db, lists_months) < 0
               ? -1
               : db_execute(&s->db, lists_changed);
}

static int lists_entry(void *user)
{
    struct lists *l = user;

    return l->order->entry(l);
}

/* Makes a list of the site, or of one of its mailing lists if `archive` is not NULL. */
static int lists_make_order(struct site *s, const struct lists_order *order,
                            const struct archive *archive)
{
    struct lists l = {.site = s, .order = order, .of_archive = archive != NULL};
    struct order o = {
        .site = s, .list = &l.list, .number = order->number, .entry = lists_entry, .user = &l};
    char path[PATH_ROOM];
    int failed;

    if (archive) {
        l.archive = archive->name;
        o.number += archive->id;
    }
    if (!state_makes(s, group_of(GROUP_ORDER, o.number)))
        return 0;
    path_within(&l, path, order->path);
    list_begin(&l.list, s, path);
    lists_begin_part(&l, &l.list.head);
    lists_put_archive(&l);
    l.row = o.rows = db_prepare(&s->db, order->sql);
    if (archive && l.row)
        (void)sqlite3_bind_int64(l.row, 1, archive->id);
    failed = !l.row || done(&l) < 0 || lists_set_title(&l, site_str(order->title)) < 0 ||
             order_make(&o) < 0;
    list_free(&l.list);
    buffer_free(&o.leaves);
    return failed ? -1 : 0;
}

int lists_make_archive(struct site *s, const struct archive *archive)
{
    return lists_make_order(s, &lists_orders[LISTS_OF_SITE], archive);
}

int lists_make(struct site *s)
{
    for (size_t i = 0; i < sizeof lists_kinds / sizeof lists_kinds[0]; i++)
        if (make_kind(s, &lists_kinds[i]) < 0)
            return -1;
    for (size_t i = 0; i < LISTS_OF_SITE; i++)
        if (lists_make_order(s, &lists_orders[i], NULL) < 0)
            return -1;
    return 0;
}
