/* lore.c - the addresses of public-inbox, as files: the same as on lore.kernel.org
 *
 *     devel/ID/index.html     the page of the message, a hard link
 *     devel/ID/raw            its bytes, a hard link
 *     devel/ID/t.mbox.gz      the mailbox of its thread, a hard link
 *     devel/ID/t.atom         the feed of its thread, a hard link, if the thread has several
 *                             messages, and the links in feeds have a host
 *     devel/ID/T/index.html   leads to the message on the page of the thread
 *     devel/index.html        leads to the front page of the list
 *     devel/new.atom          the feed of the list, if the links in feeds have a host
 *
 * The folder of a list is the first label of its name, or the whole name if another list has that
 * folder. A message has these addresses if its id consists of letters, digits and a few marks, and
 * has an "@", which no other name in the folder has. A page has as many folders in its path here as
 * in its other path, so its links are good at both places. The maps redirects-lore.map and
 * redirects-lore.txt lead from "ID/" to the page.
 */
#include <stdio.h>

#include "archive/site/message/message.h"
#include "archive/site/thread/thread.h"
#include "base/ascii.h"

enum { FOLDER_MOST = 60, ID_MOST = 200 };

static const char lists_sql[] =
    "CREATE TEMP TABLE lore_folder(folder TEXT PRIMARY KEY, list TEXT) WITHOUT ROWID";

/* The message, its thread, its folder. */
enum { LORE_ID, LORE_ROOT = LORE_ID + 3, LORE_COUNT = LORE_ROOT + 3, LORE_FOLDER, LORE_NUMBER };
_Static_assert(GROUP_MESSAGE == 1 && GROUP_THREAD == 2, "in the SQL");
static const char lore_sql[] = "SELECT " ADDRESS_COLUMNS("m") ", " ADDRESS_COLUMNS(
    "r") ", h.count, f.folder, m.id FROM shown s JOIN messages m ON m.id = s.id"
         " JOIN tree t ON t.id = s.id JOIN messages r ON r.id = t.root"
         " JOIN thread h ON h.root = t.root LEFT JOIN member k ON k.id = s.id"
         " LEFT JOIN archive v ON v.id = k.archive JOIN lore_folder f"
         " ON f.list = coalesce(v.name, (SELECT name FROM only_list)) WHERE m.first IS NULL AND"
         " (page_group(1, m.id) IN todo OR page_group(2, t.root) IN todo)";

/* Returns true for a name of a folder that is safe on any server. */
static bool lore_may_name(trawl_str name, size_t most)
{
    for (size_t i = 0; i < name.n; i++)
        if (!ascii_is_alnum((unsigned char)name.p[i]) &&
            (name.p[i] == '\0' || !strchr("@._+-=$~", name.p[i]) ||
             (name.p[i] == '.' && i > 0 && name.p[i - 1] == '.')))
            return false;
    return name.n > 0 && name.n <= most && ascii_is_alnum((unsigned char)name.p[0]);
}

/* Writes the folder of a list. Returns false if the list has none: its first label is not safe, is
 * a single letter, or is a reserved name of the site. */
static bool lore_folder(char folder[FOLDER_MOST + 1], trawl_str name)
{
    static const char reserved[] = "months subjects senders hosts search sitemap";
    size_t n = 0;

    while (n < name.n && name.p[n] != '.')
        n++;
    if (!lore_may_name((trawl_str){name.p, n}, FOLDER_MOST) || n < 2 ||
        ascii_is_word_of(reserved, name.p, n))
        return false;
    (void)snprintf(folder, FOLDER_MOST + 1, "%.*s", (int)n, name.p);
    return true;
}

/* Replaces the folder of a list by its whole name, since another list has that folder, and reports
 * this. Returns false if the name is not safe, or may be that of a file of the site, such as
 * "feed.xml". */
static bool lore_whole(struct site *s, char folder[FOLDER_MOST + 1], trawl_str name)
{
    const char *dot = memchr(name.p, '.', name.n);
    const bool good = lore_may_name(name, FOLDER_MOST) && dot &&
                      memchr(dot + 1, '.', name.n - (size_t)(dot + 1 - name.p));
    char text[200];

    (void)snprintf(text, sizeof text, " has no folder of lore: another list has \"%s\"", folder);
    if (good) {
        (void)snprintf(text, sizeof text,
                       " has the folder of its whole name: another list has \"%s\"", folder);
        (void)snprintf(folder, FOLDER_MOST + 1, "%.*s", (int)name.n, name.p);
    }
    if (!s->options.quiet)
        say("site", "", name.p, text);
    return good;
}

/* Writes a page that leads to another one. */
static int lore_lead(struct site *s, const char *path, const char *to, const char *fragment)
{
    file_begin(s, path);
    output_text(&s->out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                         "<meta http-equiv=\"refresh\" content=\"0; url=");
    put_up(s);
    output_printf(&s->out, "%s%s\">\n<title>Moved</title>\n</head>\n<body>\n<p>", to, fragment);
    output_text(&s->out, "<a href=\"");
    put_up(s);
    output_printf(&s->out, "%s%s\">This page</a></p>\n</body>\n</html>\n", to, fragment);
    return file_end(s, 1);
}

/* Makes files of a message in the folder of a list. */
static int lore_make_message(struct site *s, sqlite3_stmt *row, const char *folder)
{
    const trawl_str id = db_text(row, LORE_ID);
    const bool several = sqlite3_column_int64(row, LORE_COUNT) > 1; /* the thread has a page */
    char hash[HASH_ROOM], root[HASH_ROOM], path[PATH_ROOM], fragment[20] = "";
    enum { PAGE, RAW, MAILBOX, FEED, THREAD, LINKS = THREAD, FILES };
    char files[FILES][PATH_ROOM];
    static const char *const names[FILES] = {"index.html", "raw", "t.mbox.gz", "t.atom",
                                             "T/index.html"};

    hash_message(hash, row, LORE_ID);
    hash_message(root, row, LORE_ROOT);
    path_of(files[PAGE], 'm', hash);
    files_path(files[RAW], hash, 0, "txt");
    mailbox_path(files[MAILBOX], root);
    path_of(files[THREAD], several ? 't' : 'm', several ? root : hash);
    (void)snprintf(files[FEED], PATH_ROOM, "%.*s.xml",
                   (int)(strlen(files[THREAD]) - strlen(".html")), files[THREAD]);
    for (int i = 0; i < FILES; i++) {
        if (i == FEED && (!several || !s->options.base))
            continue;
        (void)snprintf(path, sizeof path, "%s/%.*s/%s", folder, (int)id.n, id.p, names[i]);
        if (i < LINKS && file_link(s, files[i], path) < 0)
            return -1;
    }
    if (several)
        (void)snprintf(fragment, sizeof fragment, "#m%.10s", hash);
    return lore_lead(s, path, files[THREAD], fragment);
}

/* Enters the folder of a list. Returns 1 if the list has it, 0 if another list has it, or -1. */
static int lore_enter(struct site *s, sqlite3_stmt *put, const char *folder, trawl_str list)
{
    db_bind(put, 1, site_str(folder));
    db_bind(put, 2, list);
    return db_run(&s->db, put) < 0 ? -1 : sqlite3_changes(s->db.sql) > 0;
}

/* Fills the table of the folders, and makes their pages. If the names of several lists have the
 * same first label, it is the folder of the list whose name sorts first. Returns 0, or -1. */
static int lore_make_lists(struct site *s)
{
    sqlite3_stmt *row = db_prepare(&s->db, "SELECT name, 1 FROM archive WHERE name <> '' UNION ALL"
                                           " SELECT name, 0 FROM only_list ORDER BY 1"),
                 *put =
                     db_execute(&s->db, lists_sql) < 0
                         ? NULL
                         : db_prepare(&s->db, "INSERT OR IGNORE INTO lore_folder VALUES (?1, ?2)");
    char folder[FOLDER_MOST + 1], path[PATH_ROOM], front[PATH_ROOM];
    int found = -1, entered;

    while ((found = db_step(&s->db, row)) > 0) {
        const trawl_str name = db_text(row, 0);

        if (!lore_folder(folder, name))
            continue;
        if ((entered = lore_enter(s, put, folder, name)) == 0 && lore_whole(s, folder, name))
            entered = lore_enter(s, put, folder, name);
        if (entered < 0)
            return -1;
        if (entered == 0)
            continue;
        (void)snprintf(front, sizeof front, "index.html");
        if (sqlite3_column_int(row, 1))
            path_of_archive(front, db_text(row, 0), "index.html");
        (void)snprintf(path, sizeof path, "%s/index.html", folder);
        if (lore_lead(s, path, front, "") < 0)
            return -1;
        (void)snprintf(path, sizeof path, "%s/new.atom", folder);
        (void)snprintf(strrchr(front, 'i'), sizeof "index.html", "feed.xml");
        if (s->options.base && file_link(s, front, path) < 0)
            return -1;
    }
    return found;
}

/* Returns true for a message-id without bytes that have a meaning in paths. */
static bool lore_is_in_map(trawl_str id)
{
    for (size_t i = 0; i < id.n; i++)
        if (!ascii_is_alnum((unsigned char)id.p[i]) && !strchr("@._+-=", id.p[i]))
            return false;
    return id.n > 0 && id.n < MAP_OLD_MOST && ascii_is_alnum((unsigned char)id.p[0]);
}

/* Makes the maps. An id leads to the message that has its address, and never to another message
 * with this id, as the page m/ of the id does. */
static int lore_make_map(struct site *s)
{
    sqlite3_stmt *row = db_prepare(
        &s->db, "SELECT " ADDRESS_COLUMNS(
                    "m") " FROM shown s JOIN"
                         " messages m ON m.id = s.id WHERE m.first IS NULL ORDER BY m.id");
    char old[MAP_OLD_MOST + 1], page[PATH_ROOM];
    struct old_map map;
    int found = -1;

    if (!row || map_begin(s, &map) < 0)
        return -1;
    while ((found = db_step(&s->db, row)) > 0) {
        const trawl_str id = db_text(row, LORE_ID);

        if (!lore_is_in_map(id))
            continue;
        path_of_row(page, 'm', row, LORE_ID);
        (void)snprintf(old, sizeof old, "%.*s/", (int)id.n, id.p);
        if (map_add(&map, site_str(old), site_str(page)) < 0)
            return -1;
    }
    return found < 0 ? -1 : map_end(&map, "lore");
}

int lore_make(struct site *s)
{
    sqlite3_stmt *row =
        lore_make_map(s) < 0 || lore_make_lists(s) < 0 ? NULL : db_prepare(&s->db, lore_sql);
    int found = -1;

    while (!interrupted && (found = db_step(&s->db, row)) > 0) {
        const trawl_str id = db_text(row, LORE_ID);

        if (!lore_may_name(id, ID_MOST) || !memchr(id.p, '@', id.n))
            continue;
        s->owner = group_of_column(GROUP_MESSAGE, row, LORE_NUMBER);
        if (lore_make_message(s, row, db_text(row, LORE_FOLDER).p) < 0)
            return -1;
    }
    s->owner = 0;
    return found;
}
