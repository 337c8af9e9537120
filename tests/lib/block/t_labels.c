/* t_labels.c - the blocks of whole documents against labels that were made by hand
 *
 * testdata/structure has documents, and beside each NAME.txt the file NAME.blocks, with lines
 *
 *     12-15 paragraph        16-18 > item 2        20 table|art
 *
 * which are line numbers, marks for the depth of quotes, kinds, and the level of a heading or an
 * item. "rows" is a table whose rows agree, with the number of its columns; no other line may be one
 * of such a table. "lines" is text whose line ends are kept, "kept" any kind whose line ends are
 * kept. Each range is a block or a part of one, so its first line never joins the line before,
 * except when its kind begins with "+". Lines that have text have a label; blank lines have none.
 *
 * testdata/structure/shared has only labels, of texts in TRAWL_SHARED or ../shared: their first line
 * is "file " and the path there.
 *
 * At least 99 % of each document's lines must have the right kind, and no line may be joined to the
 * line before if it begins an item or is kept.
 *
 *     t_labels FOLDER     prints precision and recall of headings, items, terms and tables for the
 *                         labels in another folder, where lines may lack labels
 */
#include <dirent.h>
#include <stdio.h>

#include "decided.h"
#include "tap.h"

#define FOLDER "testdata/structure"

/* ---- Files ---- */

/* Returns the bytes of a file, or NULL. */
static char *read_file(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    char *bytes = NULL;
    long size;

    if (!f)
        return NULL;
    if (fseek(f, 0, SEEK_END) == 0 && (size = ftell(f)) >= 0 && fseek(f, 0, SEEK_SET) == 0) {
        bytes = malloc((size_t)size + 1);
        *n = bytes ? fread(bytes, 1, (size_t)size, f) : 0;
        if (bytes)
            bytes[*n] = '\0';
    }
    fclose(f);
    return bytes;
}

/* ---- Labels ---- */

typedef struct label {
    char kinds[64];
    unsigned depth, level;
    bool begins; /* the first line of a range that joins nothing */
    bool set;
} label;

/* Reads one line of labels into the labels of lines 1 to n. Returns false when it is malformed. */
static bool read_label(const char *p, label *labels, size_t n)
{
    unsigned long from, to;
    char *end;
    label l = {.set = true};
    int used = 0;

    from = to = strtoul(p, &end, 10);
    if (*end == '-')
        to = strtoul(end + 1, &end, 10);
    for (p = end; *p == ' ' || *p == '>'; p++)
        l.depth += *p == '>';
    l.begins = *p != '+';
    p += *p == '+';
    if (from == 0 || to < from || to > n || sscanf(p, "%63[a-z|]%n", l.kinds, &used) != 1)
        return false;
    l.level = (unsigned)strtoul(p + used, &end, 10);
    for (; from <= to; from++) {
        if (labels[from].set)
            return false;
        labels[from] = l;
        l.begins = false;
    }
    return true;
}

/* Reads labels from p on. Returns the number of malformed lines. */
static unsigned read_labels(char *p, label *labels, size_t n)
{
    unsigned wrong = 0;

    for (char *line = strtok(p, "\n"); line; line = strtok(NULL, "\n"))
        if (strncmp(line, "file ", 5) != 0 && line[0] != '#' && !read_label(line, labels, n)) {
            printf("# malformed label: %s\n", line);
            wrong++;
        }
    return wrong;
}

static bool has_word(const char *words, const char *word)
{
    size_t k = strlen(word);

    for (const char *p = words; (p = strstr(p, word)) != NULL; p += k)
        if ((p == words || p[-1] == '|') && (p[k] == '\0' || p[k] == '|'))
            return true;
    return false;
}

static bool is_kept(enum block_kind kind)
{
    return kind >= BLOCK_TABLE && kind <= BLOCK_SIGNATURE;
}

static bool fits(const label *l, const block_decision *d)
{
    bool text = d->kind == BLOCK_PARAGRAPH || d->kind == BLOCK_VERSE || d->kind == BLOCK_TABLE ||
                d->kind == BLOCK_ITEM || d->kind == BLOCK_NOTE;

    if (l->depth != d->quote)
        return false;
    if (has_word(l->kinds, "rows"))
        return d->kind == BLOCK_TABLE && d->columns == l->level;
    if (d->kind == BLOCK_TABLE && d->columns > 0)
        return false;
    if ((has_word(l->kinds, "lines") && text) || (has_word(l->kinds, "kept") && is_kept(d->kind)))
        return true;
    return has_word(l->kinds, kind_names[d->kind]) &&
           (l->level == 0 || l->level == d->level || d->kind > BLOCK_ITEM);
}

/* Returns true when the line joins the line before although it must not. */
static bool is_glued(const label *l, const block_decision *d)
{
    bool flows = has_word(l->kinds, "paragraph") || has_word(l->kinds, "item") ||
                 has_word(l->kinds, "definition") || has_word(l->kinds, "reference") ||
                 has_word(l->kinds, "attribution") || has_word(l->kinds, "heading") ||
                 has_word(l->kinds, "contents") || has_word(l->kinds, "note");

    return d->joins && (l->begins || !flows);
}

/* ---- Documents ---- */

typedef struct result {
    size_t lines, right, glued, unlabelled, kept;
} result;

static bool is_empty(const decided *t, size_t i, const block_decision *d)
{
    for (size_t k = t->from[i] + d->marks; k < t->to[i]; k++)
        if (!strchr(" \t`>", t->text[k]))
            return false;
    return true;
}

static result judge(const decided *t, const label *labels)
{
    result r = {0};

    for (size_t i = 0; i < t->n; i++) {
        const block_decision *d = &t->is[i];
        const label *l = &labels[i + 1];
        bool glued, right;

        if (!l->set) {
            r.unlabelled += !is_empty(t, i, d);
            continue;
        }
        r.lines++;
        glued = is_glued(l, d);
        right = fits(l, d);
        r.right += right;
        r.glued += glued;
        r.kept += !l->begins && !d->joins && strcmp(l->kinds, "paragraph") == 0;
        if (!right || glued) {
            printf("# %zu: %s, depth %u, level %u by \"%s\", wanted %s %u, depth %u%s: ", i + 1,
                   kind_names[d->kind], d->quote, d->level, d->rule, l->kinds, l->level, l->depth,
                   glued ? ", GLUED" : "");
            tap_bytes(t->text + t->from[i], t->to[i] - t->from[i]);
            putchar('\n');
        }
    }
    return r;
}

/* ---- Precision and recall ---- */

/* How many lines were wanted, given, and both. */
typedef struct score {
    const char *kind;
    size_t wanted, given, right;
} score;

static score scores[] = {
    {.kind = "heading"}, {.kind = "item"}, {.kind = "term"}, {.kind = "table"}, {.kind = "rows"}};

static bool is_entry(const char *kind)
{
    return strcmp(kind, "item") == 0 || strcmp(kind, "term") == 0;
}

/* Returns true when line i was given this kind; of an item or term, only its first line counts. */
static bool is_given(const decided *t, size_t i, const char *kind)
{
    const block_decision *d = &t->is[i];

    if (strcmp(kind, "rows") == 0)
        return d->row != BLOCK_ROW_NONE;
    return strcmp(kind_names[d->kind], kind) == 0 && (d->first || !is_entry(kind));
}

static void score_text(const decided *t, const label *labels)
{
    for (size_t i = 0; i < t->n; i++)
        for (size_t k = 0; k < sizeof scores / sizeof *scores && labels[i + 1].set; k++) {
            const label *l = &labels[i + 1];
            bool wanted =
                     has_word(l->kinds, scores[k].kind) && (l->begins || !is_entry(scores[k].kind)),
                 given = is_given(t, i, scores[k].kind),
                 other = wanted && !given && strchr(l->kinds, '|') &&
                         (fits(l, &t->is[i]) || has_word(l->kinds, kind_names[t->is[i].kind]));

            scores[k].wanted += wanted && !other;
            scores[k].given += given;
            scores[k].right += wanted && given;
            if (wanted == given || other)
                continue;
            printf("# %zu: %s %s, not %s: ", i + 1, wanted ? "missing" : "wrong", scores[k].kind,
                   t->is[i].rule);
            tap_bytes(t->text + t->from[i], t->to[i] - t->from[i]);
            putchar('\n');
        }
}

static void print_scores(void)
{
    for (size_t k = 0; k < sizeof scores / sizeof *scores; k++)
        printf("# %s: precision %zu of %zu, recall %zu of %zu\n", scores[k].kind, scores[k].right,
               scores[k].given, scores[k].right, scores[k].wanted);
}

/* ---- Files of labels ---- */

static bool scoring;

static void check(const char *name, const char *text, size_t n, char *written)
{
    decided t = decided_text(text, n);
    label *labels = calloc(t.n + 2, sizeof *labels);
    result r;

    if (!ok(labels && read_labels(written, labels, t.n) == 0, "%s: labels", name))
        return;
    if (scoring) {
        printf("# %s\n", name);
        score_text(&t, labels);
        free(labels);
        decided_free(&t);
        return;
    }
    r = judge(&t, labels);
    printf("# %s: %zu of %zu lines, %zu glued, %zu line ends of paragraphs kept\n", name, r.right,
           r.lines, r.glued, r.kept);
    is_int(r.unlabelled, 0, "%s: each line that has text has a label", name);
    ok(r.lines > 0 && r.right * 100 >= r.lines * 99, "%s: 99 %% of the lines", name);
    is_int(r.glued, 0, "%s: nothing is glued", name);
    free(labels);
    decided_free(&t);
}

/* Checks the text that belongs to this file of labels. */
static void check_file(const char *folder, const char *name)
{
    const char *root = getenv("TRAWL_SHARED");
    char path[1024], file[512] = "";
    size_t labels_n = 0, n = 0;
    char *labels, *text;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    labels = read_file(path, &labels_n);
    if (labels && sscanf(labels, "file %511s", file) == 1)
        snprintf(path, sizeof path, "%s/%s", root && *root ? root : "../shared", file);
    else
        snprintf(path, sizeof path, "%s/%.*s.txt", folder, (int)strcspn(name, "."), name);
    text = read_file(path, &n);
    if (labels && text)
        check(name, text, n, labels);
    else if (file[0] != '\0') /* a text that is not in the tree: never needed */
        ok(true, "%s: no %s, which is not needed # SKIP", name, path);
    else
        ok(false, "%s: cannot read %s", name, path);
    free(labels);
    free(text);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_labels(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');

    return dot && strcmp(dot, ".blocks") == 0;
}

/* Checks all files of labels in a folder. Returns their number. */
static int check_folder(const char *folder, const char *only)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_labels, by_name);

    for (int i = 0; i < count; i++) {
        if (!only || strncmp(entries[i]->d_name, only, strlen(only)) == 0)
            check_file(folder, entries[i]->d_name);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return count;
}

int main(int argc, char **argv)
{
    const char *only = argc > 1 ? argv[1] : NULL;

    scoring = only && strchr(only, '/');
    if (scoring) {
        ok(check_folder(only, NULL) > 0, "labels in %s", only);
        print_scores();
        return done();
    }
    ok(check_folder(FOLDER, only) >= 20, "at least twenty documents");
    check_folder(FOLDER "/shared", only);
    return done();
}
