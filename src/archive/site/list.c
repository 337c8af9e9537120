/* list.c - lists on one or more pages
 *
 * The entries come in order, and a page is written when it is full. A page with at least LEAST
 * entries ends before an entry whose key is divisible by MEAN, and after MOST entries in any case.
 * So if two lists differ in one entry, only one or two of their pages differ. A page is named by
 * the key of its first entry. The pages of a level are the entries of the level above; the one page
 * of the highest level is the page of the list. So a list of any length needs memory for a few
 * pages only.
 *
 * A numbered list, in which the entries are in the order of time or of threads, has one level. Its
 * first page is the page of the list, and has links to all other pages, so it is held until the
 * end.
 */
#include "archive/site/site.h"

#include <stdio.h>

#include "base/check.h"

enum { LEAST = 100, MEAN = 150, MOST = 400 };

void list_begin(struct list *list, struct site *s, const char *path)
{
    list->site = s;
    (void)snprintf(list->path, sizeof list->path, "%s", path);
    list->title.n = list->head.n = list->foot.n = 0;
    for (int i = 0; i < LIST_LEVELS; i++) {
        list->now[i].items.n = list->done[i].items.n = 0;
        list->now[i].count = list->done[i].count = 0;
        list->now[i].number = list->done[i].number = 0;
        list->before[i] = 0;
        list->split[i] = false;
    }
    list->numbered = list->keep = false;
    list->now[0].kept = list->done[0].kept = false;
    list->pages = 0;
}

void list_free(struct list *list)
{
    for (int i = 0; i < LIST_LEVELS; i++) {
        struct list_page *pages[] = {&list->now[i], &list->done[i]};

        for (int k = 0; k < 2; k++) {
            buffer_free(&pages[k]->items);
            buffer_free(&pages[k]->first);
            buffer_free(&pages[k]->last);
        }
    }
    buffer_free(&list->title);
    buffer_free(&list->head);
    buffer_free(&list->foot);
}

/* Writes the path of the page of a level with this key. If the list is in the root, its pages are
 * in a folder: subjects/0....html. */
static void name_page(const struct list *list, char path[PATH_ROOM], int level, uint64_t key)
{
    size_t n = strlen(list->path) - strlen(".html");

    (void)snprintf(path, PATH_ROOM, "%.*s%c%d%015llx.html", (int)n, list->path,
                   strchr(list->path, '/') ? '-' : '/', level, (unsigned long long)(key >> 4));
}

static void list_put_step(struct list *list, int level, uint64_t key, const char *rel,
                          const char *word)
{
    char path[PATH_ROOM];

    if (key == 0)
        return;
    name_page(list, path, level, key);
    output_text(&list->site->out, "<li>");
    put_anchor_as(list->site, rel, path);
    output_printf(&list->site->out, "%s</a></li>\n", word);
}

void list_numbered_path(const char *first, char path[PATH_ROOM], unsigned number)
{
    size_t n = strlen(first) - strlen(".html");

    if (number == 1)
        (void)snprintf(path, PATH_ROOM, "%s", first);
    else
        (void)snprintf(path, PATH_ROOM, "%.*s-%u.html", (int)n, first, number);
}

static void list_put_number(struct site *s, const char *first, unsigned number, const char *word)
{
    char path[PATH_ROOM];

    list_numbered_path(first, path, number);
    output_text(&s->out, "<li>");
    put_anchor_to(s, path);
    if (word)
        output_text(&s->out, word);
    else
        output_printf(&s->out, "%u", number);
    output_text(&s->out, "</a></li>\n");
}

void list_put_numbers(struct site *s, const char *first, unsigned number, unsigned pages)
{
    struct output *out = &s->out;

    output_text(out, "<nav class=\"steps\" aria-label=\"Pages\"><ul>\n");
    if (number == 1) {
        output_text(out, "<li>Page 1</li>\n");
        for (unsigned i = 2; i <= pages; i++)
            list_put_number(s, first, i, NULL);
    } else {
        list_put_number(s, first, 1, "All pages");
        if (number > 2)
            list_put_number(s, first, number - 1, "Previous page");
        output_printf(out, "<li>Page %u</li>\n", number);
        if (number < pages)
            list_put_number(s, first, number + 1, "Next page");
    }
    output_text(out, "</ul></nav>\n");
}

/* Writes entries. Text of the archive has no controls, so each LIST_UP was written by put_up(). */
static void list_put_items(struct site *s, const struct buffer *items)
{
    for (size_t i = 0, n; i < items->n; i += n) {
        const char *up = memchr(items->p + i, LIST_UP, items->n - i);

        n = up ? (size_t)(up - items->p) - i : items->n - i;
        output_bytes(&s->out, items->p + i, n);
        if (up) {
            put_up(s);
            n++;
        }
    }
}

/* Writes a page; `next` is the key of the next one, or 0. */
static int list_write_page(struct list *list, int level, const struct list_page *page,
                           const char *path, uint64_t next)
{
    struct site *s = list->site;
    bool part = path != list->path && !list->numbered;

    file_begin(s, path);
    page_head(s, buffer_str(&list->title), NULL, false);
    output_text(&s->out, "<h1>");
    put_text(s, buffer_str(&list->title), 300);
    if (list->numbered && page->number > 1)
        output_printf(&s->out, " <span class=\"dim\">page %u</span>", page->number);
    output_text(&s->out, "</h1>\n");
    output_bytes(&s->out, list->head.p, list->head.n);
    output_text(&s->out, "<ul class=\"list\">\n");
    list_put_items(s, &page->items);
    output_text(&s->out, "</ul>\n");
    if (part) {
        output_text(&s->out, "<nav class=\"steps\" aria-label=\"Pages\"><ul>\n");
        list_put_step(list, level, list->before[level], "prev", "Previous page");
        output_text(&s->out, "<li>");
        put_anchor_to(s, list->path);
        output_text(&s->out, "All pages</a></li>\n");
        list_put_step(list, level, next, "next", "Next page");
        output_text(&s->out, "</ul></nav>\n");
    }
    if (list->numbered && list->pages > 1)
        list_put_numbers(s, list->path, page->number, list->pages);
    output_bytes(&s->out, list->foot.p, list->foot.n);
    page_foot(s);
    return file_end(s, 1);
}

/* Counts a page of the last run that is kept. */
static int list_count_kept(struct site *s, const char *path)
{
    struct known_page page;

    s->pages++;
    return state_find(s, path, &page) < 0 ? -1 : page.id > 0 ? 0 : db_damaged(&s->state);
}

static int site_list_add(struct list *list, int level, const struct list_page *entry);

/* Writes the page in done[]; `next` is the key of the page after it. */
static int write_done(struct list *list, int level, uint64_t next)
{
    struct list_page *done = &list->done[level];
    char path[PATH_ROOM];
    int failed;

    if (done->count == 0)
        return 0;
    name_page(list, path, level, done->key);
    failed = done->kept ? list_count_kept(list->site, path)
                        : list_write_page(list, level, done, path, next);
    list->before[level] = done->key;
    done->count = 0;
    done->items.n = 0;
    return failed;
}

/* Ends the current page of a numbered list. The first page stays in now[1]. Any other page is in
 * done[0] until the page after it ends; then it is written. */
static int end_numbered(struct list *list, bool last)
{
    struct list_page *now = &list->now[0], *done = &list->done[0], *keep, old;
    char path[PATH_ROOM];
    int failed = 0;

    now->number = ++list->pages;
    if (done->count > 0) {
        list_numbered_path(list->path, path, done->number);
        failed = list_write_page(list, 0, done, path, 0);
    }
    keep = now->number == 1 ? &list->now[1] : done;
    old = *keep;
    *keep = *now;
    *now = old;
    now->count = 0;
    now->items.n = 0;
    if (!last || failed)
        return failed;
    list_numbered_path(list->path, path, done->number);
    failed = list_write_page(list, 0, done, path, 0);
    return failed ? failed : list_write_page(list, 0, &list->now[1], list->path, 0);
}

/* Ends the current page of a level: it becomes an entry of the level above. */
static int end_page(struct list *list, int level)
{
    struct list_page *now = &list->now[level], old, entry = {.count = 0};
    struct site *s = list->site;
    trawl_str first, last;
    char path[PATH_ROOM];
    int failed = write_done(list, level, now->key);

    old = list->done[level];
    list->done[level] = *now;
    *now = old;
    now->kept = false;
    now->count = 0;
    now->items.n = 0;
    list->split[level] = true;
    now = &list->done[level];
    entry.key = now->key * 0x9E3779B97F4A7C15u;
    entry.first = now->first;
    entry.last = now->last;
    first = buffer_str(&now->first);
    last = buffer_str(&now->last);
    name_page(list, path, level, now->key);
    file_begin(s, list->path); /* the output goes to entry.items */
    s->in_list = true;
    s->out.hold = &entry.items;
    output_text(&s->out, "<li>");
    put_anchor_to(s, path);
    put_text(s, first, 60);
    if (first.n != last.n || memcmp(first.p, last.p, last.n) != 0) {
        output_text(&s->out, " \xE2\x80\x93 ");
        put_text(s, last, 60);
    }
    output_text(&s->out, "</a></li>\n");
    if (failed == 0)
        failed = s->out.error ? command_trouble("site", TRAWL_ERROR_NO_MEMORY)
                              : site_list_add(list, level + 1, &entry);
    buffer_free(&entry.items);
    return failed ? -1 : 0;
}

/* Returns true if a page ends before the entry with this key. */
static bool list_ends(const struct list_page *page, uint64_t key)
{
    return (page->count >= LEAST && key / 16 % MEAN == 0) || page->count >= MOST;
}

static int site_list_add(struct list *list, int level, const struct list_page *entry)
{
    struct list_page *now = &list->now[level];
    int failed = 0;

    if (level + 1 < LIST_LEVELS && list_ends(now, entry->key))
        failed = list->numbered ? end_numbered(list, false) : end_page(list, level);
    if (now->count++ == 0) {
        now->key = entry->key | 16;
        now->first.n = 0;
        failed |= buffer_add(&now->first, entry->first.p, entry->first.n) != TRAWL_OK;
    }
    now->last.n = 0;
    failed |= buffer_add(&now->last, entry->last.p, entry->last.n) != TRAWL_OK;
    failed |= buffer_add(&now->items, entry->items.p, entry->items.n) != TRAWL_OK;
    return failed ? -1 : 0;
}

void list_item(struct list *list)
{
    static struct buffer item;

    file_begin(list->site, list->path);
    list->site->in_list = true;
    item.n = 0;
    list->site->out.hold = &item;
}

int list_add(struct list *list, uint64_t key, trawl_str label)
{
    struct list_page entry = {.key = key, .items = *list->site->out.hold}, *now = &list->now[0];
    bool begins = false;

    if (list->site->out.error) {
        (void)command_trouble("site", TRAWL_ERROR_NO_MEMORY);
        return -1;
    }
    if (label.n > 300)
        label.n = 300;
    entry.first = entry.last = (struct buffer){(char *)label.p, label.n, 0};
    if (list->keep && !(now->kept && now->count == 1)) { /* the first entry of the page */
        if (now->count > 0 && !list_ends(now, key))
            return 1;
        begins = true;
    }
    entry.items.n = list->keep ? 0 : entry.items.n;
    if (site_list_add(list, 0, &entry) < 0)
        return -1;
    now->kept |= begins;
    return 0;
}

void list_keep(struct list *list)
{
    list->now[0].count = MOST;
}

int list_end(struct list *list)
{
    CHECK(list->split[0] || !list->now[0].kept);
    if (list->numbered && list->pages > 0)
        return end_numbered(list, true);
    for (int level = 0; level < LIST_LEVELS; level++) {
        if (!list->split[level])
            return list_write_page(list, level, &list->now[level], list->path, 0);
        if (end_page(list, level) < 0 || write_done(list, level, 0) < 0)
            return -1;
    }
    return -1;
}
