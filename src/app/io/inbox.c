/* inbox.c - the messages of public-inbox archives in git repositories
 *
 * Version 2: each commit has one file, "m" with a message that was added, or "d" with a message
 * that was deleted. The archive is divided into the repositories git/0.git, git/1.git and so on.
 * Version 1 is one repository; each message is a file "01/2345...", named by the SHA-1 of its id.
 *
 * Commits are read from the newest to the oldest along their first parents, and the object names of
 * the messages are kept, 20 bytes each. A deletion removes the latest addition before it. Then the
 * messages are sent from the oldest to the newest. The name of a source is the name of the
 * repository, a colon, and the object name of the message: "git -C x.git show 0123..." prints it.
 */
#include "app/io/inside.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sip.h"

/* The deletions of a message whose additions, in older commits, are not read yet. */
struct deletion {
    struct git_id id;
    uint32_t times;
    int used;
};

/* An archive, and its messages so far. */
struct inbox {
    struct git git;
    const char *path;
    struct source_taker *taker;
    struct buffer live;         /* struct git_id of each message, the newest first */
    struct deletion *deletions; /* a hash table; size is 0 or a power of two */
    size_t count, size;
    sip_hash key;
};

static void inbox_complain(const struct inbox *b, const char *path, const char *why)
{
    char rest[400];

    (void)snprintf(rest, sizeof rest, ": %s", why);
    source_warn(b->taker, path, rest);
}

/* ---- Additions and deletions ---- */

/* Returns the entry of an object name, or the free entry for it. */
static struct deletion *inbox_slot_of(const struct inbox *b, const struct git_id *id)
{
    size_t i = (size_t)sip_of(b->key, (const char *)id->b, sizeof id->b).a;

    for (;; i++) {
        struct deletion *d = &b->deletions[i & (b->size - 1)];

        if (!d->used || memcmp(&d->id, id, sizeof *id) == 0)
            return d;
    }
}

static int inbox_grow(struct inbox *b)
{
    struct deletion *old = b->deletions;
    size_t n = b->size;

    b->deletions = calloc(n ? 2 * n : 64, sizeof *old);
    if (!b->deletions) {
        b->deletions = old;
        return TRAWL_ERROR_NO_MEMORY;
    }
    b->size = n ? 2 * n : 64;
    for (size_t i = 0; i < n; i++)
        if (old[i].used)
            *inbox_slot_of(b, &old[i].id) = old[i];
    free(old);
    return TRAWL_OK;
}

static int take_deletion(struct inbox *b, const struct git_id *id)
{
    struct deletion *d;

    if (2 * b->count >= b->size && inbox_grow(b) != TRAWL_OK)
        return TRAWL_ERROR_NO_MEMORY;
    d = inbox_slot_of(b, id);
    b->count += !d->used;
    d->id = *id;
    d->used = 1;
    d->times++;
    return TRAWL_OK;
}

/* Stores the name of a message, unless a later commit deleted it. */
static int take_addition(struct inbox *b, const struct git_id *id)
{
    struct deletion *d = b->size > 0 ? inbox_slot_of(b, id) : NULL;

    if (!d || d->times == 0)
        return buffer_add(&b->live, (const char *)id, sizeof *id);
    d->times--;
    return TRAWL_OK;
}

/* ---- Trees ---- */

/* The place of a tree in the archive. */
enum inbox_level { ROOT_OF_2, ROOT_OF_1, FOLDER_OF_1 };

/* An entry of a tree, and the rest of the tree after it. */
struct inbox_cursor {
    const char *p;
    size_t n;
    enum inbox_level level;
    bool there; /* false: the tree has no further entry */
    const char *name;
    struct git_id id;
};

static bool inbox_is_hex(const char *name, size_t n)
{
    return strlen(name) == n && strspn(name, "0123456789abcdef") == n;
}

static bool inbox_is_wanted(enum inbox_level level, const char *mode, const char *name)
{
    bool folder = *mode == '4';

    switch (level) {
    case ROOT_OF_2:
        return !folder && (strcmp(name, "m") == 0 || strcmp(name, "d") == 0);
    case ROOT_OF_1:
        return folder && inbox_is_hex(name, 2);
    default:
        return !folder && inbox_is_hex(name, 38);
    }
}

/* Moves to the next entry that is a message or a folder of messages. An entry is a mode, a space, a
 * name, NUL and 20 bytes. */
static void inbox_next(struct inbox_cursor *cursor)
{
    const char *nul, *mode;

    cursor->there = false;
    while (!cursor->there && cursor->n > 0 && (nul = memchr(cursor->p, '\0', cursor->n)) &&
           cursor->n - (size_t)(nul - cursor->p) > sizeof cursor->id &&
           (cursor->name = strchr(cursor->p, ' '))) {
        mode = cursor->p;
        cursor->name++;
        memcpy(cursor->id.b, nul + 1, sizeof cursor->id);
        cursor->n -= (size_t)(nul - cursor->p) + 1 + sizeof cursor->id;
        cursor->p = nul + 1 + sizeof cursor->id;
        cursor->there = inbox_is_wanted(cursor->level, mode, cursor->name);
    }
}

static struct inbox_cursor inbox_first(const struct git_object *tree, enum inbox_level level)
{
    struct inbox_cursor cursor = {.p = tree->p, .n = tree->n, .level = level};

    inbox_next(&cursor);
    return cursor;
}

/* Reads a folder of version 1; if `id` is NULL, an empty one. Returns 0, or -1 after an error
 * message. */
static int read_folder(struct inbox *b, const struct git_id *id, struct git_object *tree)
{
    *tree = (struct git_object){0};
    if (id && git_read(&b->git, id, GIT_TREE, tree) < 0) {
        inbox_complain(b, b->path, b->git.why);
        return -1;
    }
    return 0;
}

static int inbox_compare(struct inbox *b, const struct git_object *now,
                         const struct git_object *before, enum inbox_level level);

/* Handles an entry that a commit changed; `now` or `before` is NULL if it is not there. */
static int take_change(struct inbox *b, const struct git_id *now, const struct git_id *before,
                       enum inbox_level level)
{
    struct git_object tree, old = {0};
    int stop = 0;

    if (level == FOLDER_OF_1) {
        if (now)
            stop = take_addition(b, now);
        return stop || !before ? stop : take_deletion(b, before);
    }
    if (read_folder(b, now, &tree) == 0 && read_folder(b, before, &old) == 0)
        stop = inbox_compare(b, &tree, &old, FOLDER_OF_1);
    git_release(&tree);
    git_release(&old);
    return stop;
}

/* Handles the entries that differ in two trees of version 1. */
static int inbox_compare(struct inbox *b, const struct git_object *now,
                         const struct git_object *before, enum inbox_level level)
{
    struct inbox_cursor x = inbox_first(now, level), y = inbox_first(before, level);
    int stop = 0;

    while (!stop && (x.there || y.there)) {
        int order = !x.there ? 1 : !y.there ? -1 : strcmp(x.name, y.name);

        if (order != 0 || memcmp(&x.id, &y.id, sizeof x.id) != 0)
            stop = take_change(b, order <= 0 ? &x.id : NULL, order >= 0 ? &y.id : NULL, level);
        if (order <= 0)
            inbox_next(&x);
        if (order >= 0)
            inbox_next(&y);
    }
    return stop;
}

/* Handles a commit of version 2. If it has "d" and "m", the deletion came first, so it is handled
 * last here, where commits are read backwards. */
static int take_commit(struct inbox *b, const struct git_object *tree)
{
    struct inbox_cursor cursor = inbox_first(tree, ROOT_OF_2);
    struct git_id deleted;
    bool is_deleted = false;
    int stop = 0;

    for (; cursor.there && !stop; inbox_next(&cursor)) {
        if (*cursor.name == 'm') {
            stop = take_addition(b, &cursor.id);
        } else {
            deleted = cursor.id;
            is_deleted = true;
        }
    }
    return stop || !is_deleted ? stop : take_deletion(b, &deleted);
}

/* ---- Commits ---- */

struct commit {
    bool there, has_parent;
    struct git_id parent;
    struct git_object tree;
};

/* Reads "tree 0123..." and the line "parent 0123..." if there is one. Returns 0 or -1. */
static int parse(const struct git_object *object, struct git_id *tree, struct commit *commit)
{
    enum { TREE = 5, PARENT = 7, HEX = GIT_HEX - 1 };
    const char *p = object->p;

    if (object->n <= TREE + HEX || memcmp(p, "tree ", TREE) != 0 ||
        git_unhex(tree, p + TREE, HEX) < 0)
        return -1;
    p += TREE + HEX + 1;
    commit->has_parent = object->n > TREE + HEX + 1 + PARENT + HEX &&
                         memcmp(p, "parent ", PARENT) == 0 &&
                         git_unhex(&commit->parent, p + PARENT, HEX) == 0;
    return 0;
}

/* Reads a commit and its tree. If that fails, commit->there is false and b->git.why is the
 * reason. */
static void read_commit(struct inbox *b, const struct git_id *id, struct commit *commit)
{
    struct git_object object;
    struct git_id tree;

    *commit = (struct commit){0};
    if (git_read(&b->git, id, GIT_COMMIT, &object) == 0) {
        if (parse(&object, &tree, commit) < 0)
            (void)snprintf(b->git.why, sizeof b->git.why, "a commit is damaged");
        else
            commit->there = git_read(&b->git, &tree, GIT_TREE, &commit->tree) == 0;
    }
    git_release(&object);
}

/* Returns true for a shallow clone, which lacks older commits. */
static bool is_shallow(const char *path)
{
    char name[4096];
    int n = snprintf(name, sizeof name, "%s/shallow", path);

    return n > 0 && (size_t)n < sizeof name && access(name, F_OK) == 0;
}

/* Reads the commits from `commit` back to the first. In version 1 the oldest tree of a shallow
 * clone also has the messages of the missing commits. */
static int read_commits(struct inbox *b, struct commit *commit, int version)
{
    struct commit before;
    int stop = 0;

    for (; commit->there && !stop; *commit = before) {
        before = (struct commit){0};
        if (commit->has_parent) {
            read_commit(b, &commit->parent, &before);
            if (!before.there && !is_shallow(b->path))
                inbox_complain(b, b->path, b->git.why);
        }
        stop = version == 2 ? take_commit(b, &commit->tree)
                            : inbox_compare(b, &commit->tree, &before.tree, ROOT_OF_1);
        git_release(&commit->tree);
    }
    git_release(&commit->tree);
    return stop;
}

/* Returns the version of the archive with this tree, 2 or 1; or 0 if it is another repository,
 * which may have a file "m" or a folder "de" by chance. An empty tree counts as version 1. */
static int version_of(struct inbox *b, const struct git_object *tree)
{
    struct inbox_cursor cursor = inbox_first(tree, ROOT_OF_2);
    struct git_object folder = {0};
    int is_folder = 0;

    if (cursor.there && cursor.n == 0 && tree->n == sizeof "100644 m" + sizeof cursor.id)
        return 2;
    for (cursor = inbox_first(tree, ROOT_OF_1); cursor.there && !is_folder; inbox_next(&cursor)) {
        if (git_read(&b->git, &cursor.id, GIT_TREE, &folder) == 0)
            is_folder = inbox_first(&folder, FOLDER_OF_1).there;
        git_release(&folder);
    }
    return tree->n == 0 || is_folder;
}

/* Complains about a repository without commits whose objects are in other repositories, which the
 * sandbox forbids to read. */
static void check_empty(const struct inbox *b)
{
    char name[4096];
    int n = snprintf(name, sizeof name, "%s/objects/info/alternates", b->path);

    if (n > 0 && (size_t)n < sizeof name && access(name, F_OK) == 0)
        inbox_complain(b, b->path,
                       "has no commits of its own; read the repositories that its file "
                       "objects/info/alternates names");
}

/* Reads all commits of a repository. Sets *is to INBOX_OTHER if it is not an archive of mail. */
static int read_repository(struct inbox *b, const char *path, enum inbox_is *is)
{
    struct git_id id;
    struct commit commit = {0};
    int got, version, stop = 0;

    b->path = path;
    got = git_open(&b->git, path) < 0 ? -1 : git_head(&b->git, &id);
    if (got <= 0)
        check_empty(b);
    if (got > 0) {
        read_commit(b, &id, &commit);
        got = commit.there ? 1 : -1;
    }
    if (got < 0)
        inbox_complain(b, path, b->git.why);
    version = commit.there ? version_of(b, &commit.tree) : 0;
    if (version > 0)
        stop = read_commits(b, &commit, version);
    else if (commit.there)
        *is = INBOX_OTHER;
    git_release(&commit.tree);
    git_close(&b->git);
    return stop;
}

/* ---- Messages ---- */

static int inbox_send(struct source_taker *t, const char *name, const struct git_object *object)
{
    struct source source = {name, SOURCE_GIT, {object->p, object->n}};

    return t->sink(t->user, &source);
}

/* Reads and sends a message. Sets *read to 0, or to -1 when the message cannot be read. Returns as
 * source_each(). */
static int inbox_send_message(struct inbox *b, const char *name, const struct git_id *id, int *read)
{
    struct git_object object = {0};
    int stop = 0;

    *read = git_read(&b->git, id, GIT_BLOB, &object);
    if (*read == 0)
        stop = inbox_send(b->taker, name, &object);
    git_release(&object);
    return stop;
}

/* Sends the messages b->live[from..to) of a repository, the last one first. */
static int inbox_send_messages(struct inbox *b, size_t from, size_t to)
{
    size_t n = strlen(b->path), lost = 0;
    char *name = malloc(n + 1 + GIT_HEX), why[80];
    int stop = name ? 0 : TRAWL_ERROR_NO_MEMORY;

    if (name) {
        memcpy(name, b->path, n);
        name[n] = ':';
    }
    while (!stop && to > from) {
        struct git_id id;
        int read = 0;

        memcpy(&id, b->live.p + --to * sizeof id, sizeof id);
        git_hex(name + n + 1, &id);
        stop = inbox_send_message(b, name, &id, &read);
        if (read < 0 && lost++ == 0)
            inbox_complain(b, b->path, b->git.why);
    }
    if (lost > 1) {
        (void)snprintf(why, sizeof why, "%zu more messages cannot be read", lost - 1);
        inbox_complain(b, b->path, why);
    }
    free(name);
    return stop;
}

int inbox_each(const char *const *paths, size_t count, struct source_taker *t, enum inbox_is *is)
{
    struct inbox b = {.taker = t};
    size_t *ends = calloc(count + 1, sizeof *ends);
    int stop = ends ? 0 : TRAWL_ERROR_NO_MEMORY;

    *is = INBOX_READ;
    b.key = sip_key(&b);
    /* The messages of repository i are b.live[ends[i + 1]..ends[i]). */
    for (size_t i = count; i-- > 0 && !stop;) {
        stop = read_repository(&b, paths[i], is);
        ends[i] = b.live.n / sizeof(struct git_id);
    }
    for (size_t i = 0; i < count && !stop; i++) {
        if (ends[i] == ends[i + 1])
            continue;
        b.path = paths[i];
        if (git_open(&b.git, b.path) < 0)
            inbox_complain(&b, b.path, b.git.why);
        else
            stop = inbox_send_messages(&b, ends[i + 1], ends[i]);
        git_close(&b.git);
    }
    if (count > 1)
        *is = INBOX_READ;
    free(ends);
    free(b.deletions);
    buffer_free(&b.live);
    return stop;
}

/* ---- Names ---- */

/* Returns true when the folder has this entry, and it is a directory if and only if `directory`; or
 * when that cannot be determined, so that the failure is reported when the entry is read. */
static bool inbox_has(const char *folder, const char *entry, int directory)
{
    char name[4096];
    struct stat s;
    int n = snprintf(name, sizeof name, "%s/%s", folder, entry);

    if (n <= 0 || (size_t)n >= sizeof name)
        return false;
    if (stat(name, &s) < 0)
        return errno != ENOENT && errno != ENOTDIR;
    return (S_ISDIR(s.st_mode) != 0) == directory;
}

bool inbox_is_repository(const char *path)
{
    return inbox_has(path, "HEAD", 0) && inbox_has(path, "objects", 1) &&
           inbox_has(path, "refs", 1);
}

int inbox_message(const char *name, struct source_taker *t, enum inbox_is *is)
{
    struct inbox b = {.taker = t};
    const char *colon = strrchr(name, ':');
    char *path = colon ? strndup(name, (size_t)(colon - name)) : NULL;
    struct git_object object = {0};
    struct git_id id;
    int stop = 0;

    *is = INBOX_OTHER;
    if (path && strlen(colon + 1) == GIT_HEX - 1 && git_unhex(&id, colon + 1, GIT_HEX - 1) == 0 &&
        inbox_is_repository(path)) {
        *is = INBOX_READ;
        if (git_open(&b.git, path) < 0 || git_read(&b.git, &id, GIT_BLOB, &object) < 0)
            inbox_complain(&b, path, b.git.why);
        else
            stop = inbox_send(t, name, &object);
        git_release(&object);
        git_close(&b.git);
    }
    free(path);
    return stop;
}
