/* list.c - lists on one or more pages
 *
 * The entries come in order, and a page is written when it is full. A page with at least LEAST
 * entries ends before an entry whose key is divisible by MEAN, and after MOST entries in any case.
 * So if two lists differ in one entry, only one or two of their pages differ. A page is named by
 * the key of its first entry. The pages of a level are the entries of the level above; the one page
 * of the highest level is the page of the list. So a list of any length needs memory for a few
 * pages only.
 */
#include "archive/site/site.h"

#include <stdio.h>

enum { LEAST = 100, MEAN = 150, MOST = 400 };

void list_begin(struct list *l, struct site *s, const char *path)
{
    l->site = s;
    (void)snprintf(l->path, sizeof l->path, "%s", path);
    l->title.n = l->head.n = l->foot.n = 0;
    l->open = "<ul class=\"list\">\n";
    l->close = "</ul>\n";
    for (int i = 0; i < LIST_LEVELS; i++) {
        l->now[i].items.n = l->done[i].items.n = 0;
        l->now[i].count = l->done[i].count = 0;
        l->before[i] = 0;
        l->split[i] = false;
    }
}

void list_free(struct list *l)
{
    for (int i = 0; i < LIST_LEVELS; i++) {
        struct list_page *pages[] = {&l->now[i], &l->done[i]};

        for (int k = 0; k < 2; k++) {
            buffer_free(&pages[k]->items);
            buffer_free(&pages[k]->first);
            buffer_free(&pages[k]->last);
        }
    }
    buffer_free(&l->title);
    buffer_free(&l->head);
    buffer_free(&l->foot);
}

/* Writes the path of the page of a level with this key. */
static void name_page(const struct list *l, char path[PATH_ROOM], int level, uint64_t key)
{
    size_t n = strlen(l->path) - strlen(".html");

    (void)snprintf(path, PATH_ROOM, "%.*s-%d%015llx.html", (int)n, l->path, level,
                   (unsigned long long)(key >> 4));
}

static void list_put_step(struct list *l, int level, uint64_t key, const char *rel,
                          const char *word)
{
    char path[PATH_ROOM];

    if (key == 0)
        return;
    name_page(l, path, level, key);
    output_printf(&l->site->out, "<li><a rel=\"%s\" href=\"", rel);
    put_up(l->site);
    output_text(&l->site->out, path);
    output_printf(&l->site->out, "\">%s</a></li>\n", word);
}

/* Writes a page; `next` is the key of the next one, or 0. */
static int list_write_page(struct list *l, int level, const struct list_page *page,
                           const char *path, uint64_t next)
{
    struct site *s = l->site;
    bool part = path != l->path, plain = level == 0;

    file_begin(s, path);
    page_head(s, buffer_str(&l->title), NULL);
    output_text(&s->out, "<h1>");
    put_text(s, buffer_str(&l->title), 300);
    output_text(&s->out, "</h1>\n");
    output_bytes(&s->out, l->head.p, l->head.n);
    output_text(&s->out, plain ? l->open : "<ul class=\"list\">\n");
    output_bytes(&s->out, page->items.p, page->items.n);
    output_text(&s->out, plain ? l->close : "</ul>\n");
    if (part) {
        output_text(&s->out, "<nav class=\"steps\" aria-label=\"Pages\"><ul>\n");
        list_put_step(l, level, l->before[level], "prev", "Previous page");
        output_text(&s->out, "<li>");
        put_anchor_to(s, l->path);
        output_text(&s->out, "All pages</a></li>\n");
        list_put_step(l, level, next, "next", "Next page");
        output_text(&s->out, "</ul></nav>\n");
    }
    output_bytes(&s->out, l->foot.p, l->foot.n);
    page_foot(s);
    return file_end(s, 1);
}

static int site_list_add(struct list *l, int level, const struct list_page *entry);

/* Writes the page in done[], whose next page has this key. */
static int write_done(struct list *l, int level, uint64_t next)
{
    struct list_page *done = &l->done[level];
    char path[PATH_ROOM];
    int failed;

    if (done->count == 0)
        return 0;
    name_page(l, path, level, done->key);
    failed = list_write_page(l, level, done, path, next);
    l->before[level] = done->key;
    done->count = 0;
    done->items.n = 0;
    return failed;
}

/* Ends the current page of a level: it becomes an entry of the level above. */
static int end_page(struct list *l, int level)
{
    struct list_page *now = &l->now[level], old, entry = {0};
    struct site *s = l->site;
    trawl_str first, last;
    char path[PATH_ROOM];
    int failed = write_done(l, level, now->key);

    old = l->done[level];
    l->done[level] = *now;
    *now = old;
    now->count = 0;
    now->items.n = 0;
    l->split[level] = true;
    now = &l->done[level];
    entry.key = now->key * 0x9E3779B97F4A7C15u;
    entry.first = now->first;
    entry.last = now->last;
    first = buffer_str(&now->first);
    last = buffer_str(&now->last);
    name_page(l, path, level, now->key);
    file_begin(s, l->path); /* sets the depth of links; the output goes to entry.items */
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
                              : site_list_add(l, level + 1, &entry);
    buffer_free(&entry.items);
    return failed ? -1 : 0;
}

static int site_list_add(struct list *l, int level, const struct list_page *entry)
{
    struct list_page *now = &l->now[level];
    int failed = 0;

    if (level + 1 < LIST_LEVELS &&
        ((now->count >= LEAST && entry->key / 16 % MEAN == 0) || now->count >= MOST))
        failed = end_page(l, level);
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

void list_item(struct list *l)
{
    static struct buffer item;

    file_begin(l->site, l->path);
    item.n = 0;
    l->site->out.hold = &item;
}

int list_add(struct list *l, uint64_t key, trawl_str label)
{
    struct list_page entry = {.key = key, .items = *l->site->out.hold};

    if (l->site->out.error) {
        (void)command_trouble("site", TRAWL_ERROR_NO_MEMORY);
        return -1;
    }
    if (label.n > 300)
        label.n = 300;
    entry.first = entry.last = (struct buffer){(char *)label.p, label.n, 0};
    return site_list_add(l, 0, &entry);
}

int list_end(struct list *l)
{
    for (int level = 0; level < LIST_LEVELS; level++) {
        if (!l->split[level])
            return list_write_page(l, level, &l->now[level], l->path, 0);
        if (end_page(l, level) < 0 || write_done(l, level, 0) < 0)
            return -1;
    }
    return -1;
}
