/* site.h - trawl site: an archive of messages as static pages
 *
 * Everything is made from an index. Other inputs are first indexed into a temporary one.
 *
 *   run.c       options, the folder, the order of the work
 *   state.c     a database of the files in the folder and their fingerprints
 *   same.c      detects a run that has nothing to do
 *   groups.c    numbers of groups of pages
 *   page.c      writes a file of the site if its content has changed
 *   text.c      text of the archive, addresses of pages
 *   mask.c      mail addresses in text, obscured or hidden
 *   list.c      lists of any length, on pages that stay the same when an entry is added
 *   order.c     finds the pages of a long list that change
 *   plan.c      which messages are shown, their order, their threads; which pages are made
 *   series.c    series of patches
 *   home.c      links that lead to messages of this site, not into another archive
 *   source.c    finds the messages that are not to be published
 *   message/    the page of a message and its attachments
 *   thread/     a thread as a document, mailboxes
 *   archives.c  the lists of an index with several lists, and the pages of each
 *   lists.c     the lists: months, senders, subjects, hosts
 *   feed.c      the feed and the sitemap
 *   search.c    the search page and its index
 *   report.c    the report
 *
 * File names consist of words of this program and hexadecimal digits, so no text of a message gets
 * into a file name.
 */
#ifndef TRAWL_ARCHIVE_SITE_SITE_H
#define TRAWL_ARCHIVE_SITE_SITE_H

#include <stdbool.h>

#include "archive/index/index.h"

#define HIDDEN ".trawl-site" /* in a site: the folder of its state and temporary files */
#define PATH_ROOM 400        /* bytes of the path of a page, relative to the site */
#define HASH_ROOM 41         /* a page's hash in hex digits, and NUL */

struct site {
    struct site_options options;
    struct db db;    /* the index */
    struct db state; /* see state.c */
    sip_hash print;  /* of the program's version and the options that change pages */
    bool all;        /* all groups of pages are made; else those in the table "todo" */
    char folder[4096], index[4096];
    int dir;          /* the folder */
    bool trouble;     /* something could not be read: the exit status is 2 */
    bool given_index; /* the user named an index */
    uint64_t pages, written, removed;

    /* The open page: page.c. */
    struct output out;
    char path[PATH_ROOM];
    int depth;    /* folders in the path */
    bool in_list; /* the output is for a list, whose pages may be in other folders: see put_up() */
    struct packer *packer; /* with -t gzip */
    bool packed, packing;  /* the file is compressed; the packer has bytes of it */
    char *held;
    size_t held_n;
    uint64_t size, hash;
    sqlite3_stmt *led; /* of home_path() */
    int64_t owner;     /* the group that the page belongs to, see groups.c; 0 for other pages */
    int fd;            /* -1: all of the page is held */
};

/* ---- The state: state.c ---- */

/* A file in the state. id is 0 if the site does not have it. */
struct known_page {
    int64_t id, owner;
    uint64_t print, hash, size;
};

/* Opens the state of s->folder. Returns 0, or -1 after an error message. */
int state_open(struct site *s);
void state_close(struct site *s);

/* Reads the row of a file, and marks the file as a part of the new site. */
int state_find(struct site *s, const char *path, struct known_page *page);

/* Calls `take` for each file whose path is between two paths, and marks it as a part of the new
 * site. Returns 0 after the last file, or -1 after an error. If `take` returns a value other than
 * 0, stops and returns this value. */
typedef int state_taker(struct site *s, const char *path, const struct known_page *page);
int state_each(struct site *s, const char *from, const char *to, state_taker *take);

/* Removes the files between two paths that are not part of the new site. */
int state_sweep_some(struct site *s, const char *from, const char *to);

/* Returns true when the file is a part of the new site. */
bool state_has(struct site *s, const char *path);

/* Adds a file before it is written, and sets its id: after an interrupted run, the next one must
 * know all files. */
int state_claim(struct site *s, const char *path, struct known_page *page);

/* Stores print, hash, size and s->owner. */
int state_note(struct site *s, const struct known_page *page);

/* Returns true when the pages of a group are made in this run. */
bool state_makes(struct site *s, int64_t group);

/* Returns true when a group lacks a file. */
bool state_lacks(struct site *s, int64_t group);

/* Removes the files that are not part of the new site. */
int state_sweep(struct site *s);

/* Adds the groups with files that are not there to those that are made, and counts the files of all
 * other groups as a part of the new site. Returns 0, or -1 after an error message. */
int state_begin_groups(struct site *s);

/* Returns the generation of a source, or -1. It grows when the source has changed in another way
 * than by becoming longer, so that the messages at the same places may differ. */
int64_t state_generation(struct site *s, int64_t source, trawl_str path, int64_t size,
                         int64_t mtime);

/* Returns 1 if the header with this key hides its message, 0 if not, 2 if that is unknown, or -1
 * after an error. The second function stores the answer. */
int state_header(struct site *s, uint64_t key);
int state_set_header(struct site *s, uint64_t key, bool hidden);

/* ---- Runs that have nothing to do: same.c ---- */

/* Computes the fingerprint of what a run depends on, from s->print of the options. Returns false if
 * it depends on more: the inputs are files, or there was an error. */
bool same_print(struct site *s, sip_hash *print);

/* Stores a fingerprint of a run that made the whole site, by a name. Returns 0, or -1 after an
 * error message. */
int same_note(struct site *s, const char *name, sip_hash print);

/* Returns 1 if the last run that made the whole site had this fingerprint, 0 if not, or -1 after an
 * error message. */
int same_is(struct site *s, const char *name, sip_hash print);

/* Counts the files of the site, and notes the groups of files that are missing or changed in size.
 * Tests only the files in folders whose time is not that of the last run. Returns 1 if no group was
 * noted, 0 if some were, or -1 after an error message. */
int same_files(struct site *s);

/* Notes the times of the folders at the end of a run. Returns 0, or -1 after an error message. */
int same_end(struct site *s);

/* ---- Groups of pages: groups.c ---- */

/* These numbers are the first argument of page_group() in SQL. */
enum page_group {
    GROUP_NONE,
    GROUP_MESSAGE,
    GROUP_THREAD,
    GROUP_MONTH,
    GROUP_ARCHIVE_MONTH,
    GROUP_SENDER,
    GROUP_HOST,
    GROUP_TEXT, /* no group: the number of a text, such as a URL or a list's name */
    GROUP_ORDER /* a list that order.c makes */
};

/* Return the number of a group from its key: the number of a message, of the root of a thread or of
 * a month; the name and the month of a list; an address; a host; the number of an order. */
int64_t group_of(enum page_group kind, int64_t key);
int64_t group_of_text(enum page_group kind, trawl_str key);
int64_t group_of_column(enum page_group kind, sqlite3_stmt *row, int column);

/* SQL: the keys, which are numbers, of the groups of a kind that are made. */
#define TODO_KEYS(kind)                                                                            \
    "(SELECT id - (" kind " << 56) AS key FROM todo WHERE id >= (" kind " << 56) AND id < (" kind  \
    " + 1 << 56))"

/* SQL: true when a host has a page. */
#define HAS_PAGE(host) "EXISTS (SELECT 1 FROM hosted WHERE host = page_group(6, " host "))"

/* Adds the function page_group() to the index. Returns 0, or -1 after an error message. */
int groups_open(struct site *s);

/* ---- Pages: page.c ---- */

/* Writes the name that a file of the site has in its folder, and returns it. With -t gzip, names of
 * pages and raw messages end with ".gz". */
const char *file_name(const struct site *s, const char *path, char name[PATH_ROOM]);

/* Begins a file. Its content is then written to s->out. */
void file_begin(struct site *s, const char *path);

/* Ends the file. It is only written if it is new or has changed. Returns 0, or -1 after an
 * error message. */
int file_end(struct site *s, uint64_t print);

/* A file of the site that is read, and its size. */
struct site_reading {
    const char *path;
    int fd;
    uint64_t size;
};

/* Opens a file of the site; unpacks it if it is compressed by -t gzip. Returns 0, 1 if it is not
 * there, or -1 after an error message. */
int file_read(struct site *s, const char *path, struct site_reading *file);

/* Closes the file when `n` bytes of it are read. Returns 0, or -1 after an error message if it has
 * more bytes. */
int file_read_end(const struct site_reading *file, uint64_t n);

/* Removes the file that was begun. */
void file_drop(struct site *s);

/* Returns true when the site has this page with this fingerprint, and all files whose path begins
 * with the path of the page without "html". Then none of these files need be made. */
bool file_is_made(struct site *s, const char *path, uint64_t print);

/* Stores the fingerprint of a page when its other files are complete, and removes those that are
 * not part of the new site. */
int file_complete(struct site *s, const char *path, uint64_t print);

/* Write the start of an HTML page, up to <main>, and its end. `script` is NULL if it has none. */
void page_head(struct site *s, trawl_str title, const char *script, bool pictures);
void page_foot(struct site *s);

/* ---- Text and addresses: text.c ---- */

/* Returns a text that ends with NUL. */
trawl_str site_str(const char *text);

/* Writes text of the archive into HTML or XML: escaped, on one line, and cut after `most`
 * characters. Mail addresses in it are masked if --addresses says so. */
void put_text(struct site *s, trawl_str text, size_t most);

/* Writes a text as put_text() does, but inside <bdi> if it is not ASCII: other characters can
 * change the direction of the text next to them. */
void put_isolated(struct site *s, trawl_str text, size_t most);

/* Writes the hash of a text and NUL: the first 40 hex digits of its SHA-256. */
void hash_text(char hash[HASH_ROOM], trawl_str text);

/* Writes the path of a page: a kind (m message, t thread, a sender, h host) and a hash. */
void path_of(char path[PATH_ROOM], char kind, const char *hash);

/* Writes the hash of a message from its ADDRESS_COLUMNS. */
void hash_message(char hash[HASH_ROOM], sqlite3_stmt *row, int column);

/* Writes the path of a page of this kind from the ADDRESS_COLUMNS of its message. */
void path_of_row(char path[PATH_ROOM], char kind, sqlite3_stmt *row, int column);

/* Writes the start of a link to a URL of the archive. Returns false, and writes nothing, if the URL
 * is not safe to open, --valid refuses it, or it has a mail address that is not shown. */
#define URL_MOST 2000           /* the bytes of a URL that is a link or is decoded */
#define SITE_REL "nofollow ugc" /* pages have the policy no-referrer, links no target */
bool put_url_start(struct site *s, trawl_str url);

/* Writes the name of a month, counted as in plan.c: "May 1998", or for its page "1998-05". */
#define MONTH_ROOM 60
void name_month(char name[MONTH_ROOM], int month, bool page);

/* Writes "../" once for each folder in the path of the open page. In an entry of a list, writes
 * LIST_UP instead, which becomes "../" when a page of the list is written. */
#define LIST_UP '\1'
void put_up(struct site *s);

/* Write <a href="PATH"> of a page of the site; the second function with rel="REL", unless that is
 * NULL. */
void put_anchor_to(struct site *s, const char *path);
void put_anchor_as(struct site *s, const char *rel, const char *path);

/* Writes the name of a sender from the columns name, address and written. */
void put_sender(struct site *s, sqlite3_stmt *row, int column);

/* Writes a subject, or a placeholder if it is empty. */
void put_subject(struct site *s, trawl_str subject);

/* Writes a link to the page of a message of MESSAGE_COLUMNS, with this subject, its sender and its
 * day. */
void put_message(struct site *s, const char *path, sqlite3_stmt *row, trawl_str subject);

/* Returns a subject without the words of base/subject.h before it, such as "Re:". The second
 * function adds the first one to the SQL of the index. Returns 0, or -1 after an error message. */
trawl_str bare_subject(trawl_str subject);
int subjects_open(struct site *s);

/* Writes a date as <time>; the second function in the format of Atom. */
void put_day(struct site *s, sqlite3_stmt *row, int column);
void put_time(struct site *s, int64_t time);

/* Writes the path of the page of a sender from the columns address and written. */
void path_of_sender(char path[PATH_ROOM], sqlite3_stmt *row, int column);

/* Returns true for times of the years 1970 to 9999. */
bool site_has_time(int64_t time);

/* Writes a time as "Mon, 30 Jun 2008 13:14". */
void put_clock(struct site *s, int64_t time);

/* ---- Mail addresses: mask.c ---- */

/* The state for a text that comes in pieces. `held` is empty at first. */
struct mask {
    bool hide;          /* the whole address, not only its host */
    struct buffer held; /* the last line so far */
};

/* Copies a piece, without addresses. The second function ends the text. Both return TRAWL_OK or
 * TRAWL_ERROR_NO_MEMORY. */
int mask_put(struct mask *m, struct buffer *to, trawl_str text);
int mask_end(struct mask *m, struct buffer *to);

/* Returns true if a text may contain an address or a message-id: "@" or "%40" anywhere, or another
 * spelling of "@" before a host with a dot. */
bool has_address(trawl_str text);

/* Returns true when addresses are obscured or hidden. */
bool site_masks(const struct site *s);

/* Copies a text without addresses. */
int mask_text(const struct site *s, struct buffer *to, trawl_str text);

/* ---- Lists: list.c ---- */

#define LIST_LEVELS 6

struct list_page {
    struct buffer items;
    struct buffer first, last; /* labels */
    uint64_t key;
    unsigned count, number; /* how many entries; in a numbered list, the page's number */
    bool kept;              /* the file of the last run is kept */
};

/* A list. If it is long, it has several pages, and a page that lists these. Where a page begins
 * depends on the keys of the entries, so a new entry changes one page. */
struct list {
    struct site *site;
    char path[PATH_ROOM];            /* of the first page */
    struct buffer title, head, foot; /* text; HTML before the entries, and after them */
    struct list_page now[LIST_LEVELS], done[LIST_LEVELS];
    uint64_t before[LIST_LEVELS]; /* the key of the page before done[], or 0 */
    bool split[LIST_LEVELS];      /* a page of this level was written or is in done[] */
    bool numbered;                /* its pages have numbers, not labels */
    bool keep;                    /* entries are the first and the last of a page that is kept */
    unsigned pages;               /* of a numbered list: so far */
};

/* Begins a list on this page. */
void list_begin(struct list *list, struct site *s, const char *path);

/* Begins an entry, whose HTML is then written to s->out; the second function adds it to the list.
 * The key identifies it, and the label names it in the list of pages. */
void list_item(struct list *list);
int list_add(struct list *list, uint64_t key, trawl_str label);

/* Ends a page that is kept. With list->keep, list_add() returns 1 if such a page cannot begin,
 * because the page before it does not end there. */
void list_keep(struct list *list);

/* Writes the path of a page of a numbered list whose first page is `first`. */
void list_numbered_path(const char *first, char path[PATH_ROOM], unsigned number);

/* Writes links to other pages of a numbered list: on the first page links to all, on another page
 * links to the first page and to the pages before and after. The list has at least `pages`
 * pages. */
void list_put_numbers(struct site *s, const char *first, unsigned number, unsigned pages);

/* Writes the pages that are not yet written. Returns 0, or -1 after an error message. */
int list_end(struct list *list);

/* ---- Long lists: order.c ---- */

/* The numbers of the long lists. ORDER_SENDERS_OF + N is the list of senders of mailing list N. */
enum { ORDER_SUBJECTS = 1, ORDER_SENDERS, ORDER_HOSTS, ORDER_SENDERS_OF = 16, ORDER_STEPS = 12 };

/* A long list. Its entries are known by numbers. */
struct order {
    struct site *site;
    struct list *list;
    int64_t number;
    sqlite3_stmt *rows; /* reads the entries in the table "pick", with their numbers in AT_MORE */
    int (*entry)(void *user); /* adds the entry of a row; returns what list_add() does */
    void *user;

    sqlite3_stmt *steps[ORDER_STEPS];
    struct buffer leaves;   /* struct leaf: the pages of the last run */
    int64_t page, n, first; /* the current page, its place, its first entry */
    int64_t last_page;      /* the greatest number of a page */
};

/* Makes the tables of a new plan. Returns 0 or -1. */
int order_create(struct site *s);

/* Makes those pages of the list that have changed. Returns 0 or -1. */
int order_make(struct order *o);
void list_free(struct list *list);

/* ---- The plan: plan.c ---- */

/* Columns of a message in queries: its number, ADDRESS_COLUMNS, subject, sender, time. MESSAGE_FROM
 * joins the tables. */
#define MESSAGE_COLUMNS                                                                            \
    "m.id, " ADDRESS_COLUMNS("m") ", m.subject, p.name, p.address, p.written, m.time"
#define MESSAGE_FROM "messages m LEFT JOIN senders p ON p.id = m.sender"
enum {
    AT_NUMBER,
    AT_ID, /* and the content and the URI */
    AT_SUBJECT = 4,
    AT_NAME, /* and the address and the text of the field */
    AT_ADDRESS,
    AT_WRITTEN,
    AT_TIME,
    AT_MORE
};

/* SQL: the numbers and times of the newest messages, of the site or of the list ?1. The number of
 * messages, for LIMIT, has to follow. An index has the rows in this order. */
#define NEWEST_OF(from)                                                                            \
    "SELECT k.id AS id, k.moment AS time FROM " from " k.month >= 0 AND k.moment <= (SELECT time"  \
    " FROM latest) ORDER BY k.month DESC, k.moment DESC, k.id DESC LIMIT "
#define NEWEST NEWEST_OF("shown k WHERE")
#define NEWEST_OF_ARCHIVE NEWEST_OF("member k WHERE k.archive = ?1 AND")

/* SQL: by date, the message before or after the row `s` of "shown". */
#define NEAR_OF(most, less, order)                                                                 \
    "coalesce((SELECT " most "(b.id) FROM shown b WHERE b.moment = s.moment AND b.id " less        \
    " s.id), (SELECT b.id FROM shown b WHERE b.moment " less " s.moment ORDER BY b.moment" order   \
    ", b.id" order " LIMIT 1))"
#define PREV_OF NEAR_OF("max", "<", " DESC")
#define NEXT_OF NEAR_OF("min", ">", "")

/* Brings the plan of the last run up to date if that run ended well; otherwise makes a new plan.
 * Until plan_end(), the state has no run that ended well. Sets s->all, and fills the table "todo".
 * Returns 0, or -1 after an error message. */
int plan_make(struct site *s);

/* Stores the plan for the next run, and notes that this run ended well. Returns 0, or -1 after an
 * error message. */
int plan_end(struct site *s);

/* ---- Links that lead home, to a message of this site: home.c ---- */

/* Finds these links, after the plan was made, and notes the groups of pages that changed. Makes the
 * table temp.leads: for each message with links that lead home, a number that depends on the links
 * and their targets. */
int home_plan(struct site *s);

/* Returns true for a URL that leads home, and writes the path of the page of its message. */
bool home_path(struct site *s, trawl_str url, char path[PATH_ROOM]);

/* ---- Series of patches: series.c ---- */

/* Creates the tables. */
int series_create(struct site *s);

/* Notes the series in torn threads, and removes the rows of these series. */
int series_take(struct site *s);

/* Makes the rows of series, when the rows of threads are made, and notes the groups of pages that
 * changed. */
int series_plan(struct site *s);

/* Writes links to the parts of the series of a patch, and to its other versions. `inner`: the parts
 * are on the page. *rows keeps the query, first NULL. Returns 0, or -1 after an error message. */
int series_put(struct site *s, sqlite3_stmt **rows, int64_t id, bool inner);

/* ---- Lists of several archives: archives.c ---- */

struct archive {
    int64_t id; /* of the table archive */
    trawl_str name;
};

/* Creates the views and, in a new plan, the tables. Returns 0, or -1 after an error message. */
int archives_open(struct site *s);

/* Notes the groups of fresh messages, and removes the rows of these messages. */
int archives_take(struct site *s);

/* Makes the rows of lists, when the rows of "shown" are made, and notes the groups of pages that
 * changed. Returns 0, 1 if the site has other lists than before, or -1 after an error message. */
int archives_plan(struct site *s);

/* Counts the messages, threads and people of each list when the threads are made. Returns 0 or -1.
 */
int archives_sum(struct site *s);

/* Writes the path of a file of a list with this name. */
void path_of_archive(char path[PATH_ROOM], trawl_str name, const char *file);

/* Returns the title of a list. */
trawl_str archive_title(trawl_str name);

/* Writes links to all lists. */
int archives_put(struct site *s);

/* Writes the front pages and the feeds of the lists. */
int archives_make(struct site *s);

/* ---- Sources: source.c ---- */

/* Opens a reader of the messages of the site. Returns NULL after an error message. */
struct source_reader *site_open_sources(struct site *s);

/* Returns the generation of a source, made of state_generation() and sources.again, or -1. */
int64_t source_generation(struct site *s, struct source_reader *r, int64_t source);

/* Finds the fresh messages that are not to be published. */
int hidden_find(struct site *s);

/* Adds to the fresh messages those of each source that has changed, other than by growing, after
 * change `n` of the index. Returns 0, or -1 after an error message. */
int sources_find_changed(struct site *s, int64_t n);

/* ---- Texts of messages, from their pages: thread/fragment.c ---- */

#define FRAGMENT_OPEN "<div class=\"message\">\n" /* around the text, in the page of a message */
#define FRAGMENT_CLOSE "</div>\n</article>\n"
#define FRAGMENT_MOST 400000 /* bytes: longer pages are not read */

/* Returns the place of a word in a text from `from` on, or the end of the text. */
size_t fragment_find(trawl_str html, size_t from, const char *word);

/* Reads the text on the page of a message, as HTML. Returns 0, 1 if the page is not there or too
 * long, or -1 after an error message. */
int fragment_read(struct site *s, const char *path, struct buffer *html);

/* Writes the beginning of a text as words, without quotes. */
void fragment_put_excerpt(struct site *s, trawl_str html, size_t most);

/* Writes the fragment of the message on the page `path` into another page: quotes are folded, ids
 * and links to headings are left out, and other links to ids lead to `path`. */
void fragment_put(struct site *s, trawl_str html, const char *path);

/* ---- The rest ---- */

int messages_make(struct site *s);  /* message/page.c: the pages of all messages */
int mailboxes_make(struct site *s); /* thread/mailbox.c; after the messages */
int documents_make(struct site *s); /* thread/document.c: pages of threads; after the messages */
int lists_plan(struct site *s);     /* lists.c: the rows of months and senders */
int lists_make(struct site *s);
int lists_make_archive(struct site *s, const struct archive *archive); /* lists.c */
int front_make(struct site *s); /* front.c; after the lists */
int front_make_archive(struct site *s, const struct archive *archive);
int feed_make(struct site *s, const struct archive *archive); /* feed.c; NULL: of the site */

/* feed.c: writes the feed of a thread whose page is `front`. *row keeps the query, first NULL. */
int feed_make_thread(struct site *s, sqlite3_stmt **row, int64_t root, const char *front,
                     trawl_str title);
int sitemap_make(struct site *s); /* feed.c */

int search_make(struct site *s); /* search.c */
void search_put(struct site *s); /* writes the search field */
int style_make(struct site *s);  /* page.c: the stylesheet */

/* ---- The report: report.c ---- */

/* Writes the report of the index. Returns 0, or -1 after an error message. */
int report_put(struct site *s);

/* Runs "trawl site". Returns enum status. */
int site_run(struct output *out, int argc, char **argv);

#endif
