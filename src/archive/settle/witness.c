/* witness.c - counts the witnesses of a reading: whole links of the index with its URL
 *
 * A link is a witness if it is not in doubt itself: it has one reading, one piece and no flag of a
 * break, and its message is not a variant of another one. It must be in text that another author
 * wrote in another thread, or in a wrapper: "<URL:...>", "<...>", a header field, HTML. Each author
 * counts once. All links of unknown authors and of the author of the judged link count as one.
 *
 * Some readings end where the link was broken, or add only signs to another reading. For these, a
 * link in running text near the margin does not count, because it may be broken itself. Neither
 * does HTML that shows the URL as its text, because a program may have made it from broken text.
 */
#include "archive/settle/settle.h"

#include "base/ascii.h"
#include "base/prefix.h"

#include <stdlib.h>

#define AUTHORS 64        /* the maximum number of authors that are counted for a reading */
#define ROWS_MOST 2048    /* the maximum number of links with a URL that are read */
#define THREAD_MOST 10000 /* the maximum number of ancestors of a message that are followed */
#define MARGIN_FROM 56    /* the first and last column at which mail programs break lines */
#define MARGIN_TO 100
#define ADDRESS_MOST 320
#define SIGHTINGS 64
#define DOSSIERS 2048 /* at most so many are kept in memory */
#define SET 16        /* dossiers in a set: of URLs whose hashes have the same remainder */

/* A link that may be a witness. */
struct sighting {
    uint64_t author; /* 0: unknown, or the text is by another author */
    int64_t thread;
    uint64_t url; /* hash of the URL as it was found, not canonical */
    struct place_of_link at;
    bool wrapped, automatic, margin;
};

/* The links with a canonical URL: at most two of each kind by an author. A dossier does not depend
 * on the link that is judged, so the dossiers that took most rows to make are kept in memory. */
struct dossier {
    sip_hash key;
    unsigned rows; /* read to make it; halved each time a dossier with fewer is refused */
    unsigned count;
    bool flooded;
    struct sighting sightings[SIGHTINGS];
};

/* Flags of links whose extent or spelling is in doubt. */
#define DOUBTS                                                                                     \
    (TRAWL_FLAG_UNCLOSED | TRAWL_FLAG_HYPHEN_BREAK | TRAWL_FLAG_PAGE_BREAK |                       \
     TRAWL_FLAG_CLOSER_AT_BOL | TRAWL_FLAG_TAG_DROPPED | TRAWL_FLAG_MULTI | TRAWL_FLAG_QUOTES |    \
     TRAWL_FLAG_INNER_SPACE | TRAWL_FLAG_NO_SCHEME | TRAWL_FLAG_GLUED | TRAWL_FLAG_GUESS_JOINED |  \
     TRAWL_FLAG_ENTITY | TRAWL_FLAG_FORMAT_CHAR | TRAWL_FLAG_BAD_CHAR | TRAWL_FLAG_SOFT_HYPHEN |   \
     TRAWL_FLAG_RESOLVED | TRAWL_FLAG_REFANGED | TRAWL_FLAG_LINE_END | TRAWL_FLAG_NOTATION |       \
     TRAWL_FLAG_INCOMPLETE)

static const char links_sql[] =
    "SELECT l.message, l.n, u.url, l.flags, l.column, l.length, l.anchor, c.kind,"
    " c.zone IN ('quoted', 'forwarded', 'footer') OR c.quote > 0, p.address,"
    " l.more IS NOT NULL OR m.same IS NOT NULL OR EXISTS (SELECT 1 FROM readings r WHERE r.message"
    " = l.message AND r.n = l.n)"
    " FROM urls u CROSS JOIN links l ON l.url = u.id CROSS JOIN messages m ON m.id = l.message"
    " JOIN contexts c ON c.id = l.context LEFT JOIN senders p ON p.id = m.sender"
    " WHERE coalesce(u.canonical, u.url) = ?1 ORDER BY u.id, l.message, l.n LIMIT 2049";

enum has {
    HAS_MESSAGE,
    HAS_N,
    HAS_URL,
    HAS_FLAGS,
    HAS_COLUMN,
    HAS_LENGTH,
    HAS_ANCHOR,
    HAS_KIND,
    HAS_FOREIGN,
    HAS_ADDRESS,
    HAS_DOUBTFUL
};

int witnesses_open(struct witnesses *w, struct db *db)
{
    *w = (struct witnesses){.db = db, .dossiers = calloc(DOSSIERS + 1, sizeof *w->dossiers)};
    if (!w->dossiers) {
        db->failed = 1;
        (void)command_trouble(db->command, TRAWL_ERROR_NO_MEMORY);
        return -1;
    }
    w->links = db_prepare(db, links_sql);
    w->longer = db_prepare(db, "SELECT DISTINCT coalesce(canonical, url) FROM urls WHERE"
                               " coalesce(canonical, url) > ?1 AND coalesce(canonical, url) < ?2"
                               " ORDER BY 1 LIMIT 64");
    w->parent = db_prepare(db, "SELECT parent FROM messages WHERE id = ?1");
    w->by_id = db_prepare(
        db, "SELECT coalesce(first, same, id) FROM messages WHERE message_id = ?1 LIMIT 1");
    return db->failed ? -1 : 0;
}

void witnesses_close(struct witnesses *w)
{
    free(w->dossiers);
    buffer_free(&w->form);
    buffer_free(&w->more);
}

/* ---- Authors and threads ---- */

uint64_t author_of(trawl_str address)
{
    static const sip_hash key = {0x74726177, 0x6c};
    char lower[ADDRESS_MOST];
    uint64_t author;

    if (address.n == 0)
        return 0;
    for (size_t i = 0; i < address.n && i < sizeof lower; i++)
        lower[i] = ascii_lower(address.p[i]);
    author = sip_of(key, lower, address.n < sizeof lower ? address.n : sizeof lower).a;
    return author + (author == 0);
}

int64_t witnesses_thread(struct witnesses *w, int64_t message)
{
    int64_t id = message, least = message;

    for (unsigned i = 0; i < THREAD_MOST; i++) {
        int64_t parent;

        (void)sqlite3_bind_int64(w->parent, 1, id);
        if ((parent = db_look(w->db, w->parent)) <= 0 || parent == id)
            return w->db->failed ? -1 : id;
        id = parent;
        least = id < least ? id : least;
        if (id == message)
            return least; /* the messages answer each other in a circle */
    }
    return least;
}

int64_t witnesses_find(struct witnesses *w, trawl_str id)
{
    db_bind(w->by_id, 1, id);
    return db_look(w->db, w->by_id);
}

/* ---- The links with a URL ---- */

static bool witness_has_word(trawl_str text, const char *word)
{
    return text.n == strlen(word) && memcmp(text.p, word, text.n) == 0;
}

/* Returns true for an HTML link whose text is a URL, as programs make it from plain text. Of the
 * names of base/prefix.h only "www." counts, since most of these programs find no other. */
static bool is_automatic(sqlite3_stmt *statement)
{
    trawl_str anchor = db_text(statement, HAS_ANCHOR);
    size_t n = 0;

    while (n < anchor.n && ascii_is_scheme((unsigned char)anchor.p[n]))
        n++;
    return (n > 0 && n < anchor.n && anchor.p[n] == ':') ||
           (anchor.n > 4 && prefix_is_www(anchor.p, anchor.n));
}

static bool is_near_margin(sqlite3_stmt *statement)
{
    int64_t end = db_sum(sqlite3_column_int64(statement, HAS_COLUMN),
                         sqlite3_column_int64(statement, HAS_LENGTH));

    return end >= MARGIN_FROM && end <= MARGIN_TO;
}

static uint64_t witness_hash_of(trawl_str url)
{
    return sip_of((sip_hash){1, 2}, url.p, url.n).a;
}

/* Fills *t with the link of a row. Returns 1, 0 when the link cannot be a witness, or -1. */
static int sight(struct witnesses *w, sqlite3_stmt *statement, struct sighting *t)
{
    trawl_str kind = db_text(statement, HAS_KIND);
    bool html = witness_has_word(kind, "html"), wrapped = html || witness_has_word(kind, "wrap") ||
                                                          witness_has_word(kind, "angle") ||
                                                          witness_has_word(kind, "hdr");

    if (sqlite3_column_int(statement, HAS_DOUBTFUL) ||
        ((uint64_t)sqlite3_column_int64(statement, HAS_FLAGS) &
         (wrapped ? DOUBTS : DOUBTS | TRAWL_FLAG_AGAIN)))
        return 0;
    *t = (struct sighting){.author = sqlite3_column_int(statement, HAS_FOREIGN)
                                         ? 0
                                         : author_of(db_text(statement, HAS_ADDRESS)),
                           .at = {sqlite3_column_int64(statement, HAS_MESSAGE),
                                  sqlite3_column_int64(statement, HAS_N)},
                           .url = witness_hash_of(db_text(statement, HAS_URL)),
                           .wrapped = wrapped,
                           .automatic = html && is_automatic(statement),
                           .margin = !wrapped && is_near_margin(statement)};
    if (wrapped)
        return 1;
    return t->author == 0 ? 0 : (t->thread = witnesses_thread(w, t->at.message)) < 0 ? -1 : 1;
}

/* Adds a link to the dossier. Leaves it out if the dossier has a link of the same kind and author,
 * and the link is wrapped or in the same thread; or if the dossier has two of the same kind and
 * author in other threads. */
static void witness_keep(struct dossier *d, const struct sighting *t)
{
    unsigned alike = 0;

    for (unsigned i = 0; i < d->count; i++) {
        const struct sighting *o = &d->sightings[i];

        if (o->author == t->author && o->wrapped == t->wrapped && o->automatic == t->automatic &&
            o->margin == t->margin) {
            alike++;
            if (t->wrapped || o->thread == t->thread)
                return;
        }
    }
    if (alike < 2)
        d->sightings[d->count++] = *t;
}

/* Puts a dossier into its set in place of the dossier with the fewest rows. If the new one has even
 * fewer rows, keeps the old one, but halves its number of rows, so that it is replaced sooner. */
static void keep_dossier(struct dossier *set, const struct dossier *d)
{
    struct dossier *least = set;

    for (unsigned i = 1; i < SET; i++)
        if (set[i].rows < least->rows)
            least = &set[i];
    if (d->rows >= least->rows)
        *least = *d;
    else
        least->rows /= 2;
}

/* Returns the links with a canonical URL, or NULL after an error message. They stay valid until the
 * next call. */
static const struct dossier *witness_find_links(struct witnesses *w, trawl_str canonical)
{
    sip_hash key = sip_of((sip_hash){3, 4}, canonical.p, canonical.n);
    struct dossier *set = &w->dossiers[key.a % (DOSSIERS / SET) * SET];
    struct dossier *d = &w->dossiers[DOSSIERS];
    struct sighting t;
    int found = 0, is = 0;

    for (unsigned i = 0; i < SET; i++)
        if (set[i].key.a == key.a && set[i].key.b == key.b)
            return &set[i];
    d->key = key;
    d->rows = d->count = 0;
    d->flooded = false;
    db_bind(w->links, 1, canonical);
    while (d->count < SIGHTINGS && is >= 0 && (found = db_step(w->db, w->links)) > 0) {
        if ((d->flooded = ++d->rows > ROWS_MOST))
            break;
        if ((is = sight(w, w->links, &t)) > 0)
            witness_keep(d, &t);
    }
    db_reset(w->db, w->links);
    if (found < 0 || is < 0)
        return NULL;
    keep_dossier(set, d);
    return d;
}

/* The authors that were counted for a reading. */
struct count {
    const struct asker *asker;
    bool strict; /* links that may be broken do not count */
    uint64_t authors[AUTHORS];
};

/* Counts an author. Returns false if the author was counted before, or there are too many. */
static bool add_author(struct count *c, struct support *p, uint64_t author)
{
    for (unsigned i = 0; i < p->count; i++)
        if (c->authors[i] == author)
            return false;
    if (p->count == AUTHORS)
        return false;
    c->authors[p->count++] = author;
    return true;
}

/* Counts the authors of the links with a canonical URL. `url` is the reading; `how` is
 * HOW_CANONICAL or HOW_PREFIX. Returns 0 or -1. */
static int count_links(struct witnesses *w, struct count *c, struct support *p, trawl_str canonical,
                       trawl_str url, enum how how)
{
    const struct dossier *d = witness_find_links(w, canonical);
    uint64_t hash = witness_hash_of(url);

    if (!d)
        return -1;
    p->flooded = p->flooded || d->flooded;
    for (unsigned i = 0; i < d->count; i++) {
        const struct sighting *t = &d->sightings[i];
        uint64_t author = t->author == c->asker->author ? 0 : t->author;

        if ((c->strict && (t->automatic || t->margin)) ||
            (!t->wrapped && (author == 0 || t->thread == c->asker->thread)))
            continue;
        if (add_author(c, p, author) && p->count <= WITNESSES)
            p->best[p->count - 1] = t->at;
        if (p->how != HOW_EXACT)
            p->how = how == HOW_CANONICAL && t->url == hash ? HOW_EXACT : how;
    }
    return 0;
}

/* ---- One reading ---- */

/* Sets w->form to the canonical form of a reading, with %20 for its blanks. */
static int witness_make_form(struct witnesses *w, trawl_str url)
{
    if (!memchr(url.p, ' ', url.n))
        return buffer_fill(&w->form, trawl_canonical, url);
    w->more.n = 0;
    for (size_t i = 0; i < url.n; i++)
        if (buffer_add(&w->more, url.p[i] == ' ' ? "%20" : url.p + i, url.p[i] == ' ' ? 3 : 1))
            return TRAWL_ERROR_NO_MEMORY;
    return buffer_fill(&w->form, trawl_canonical, buffer_str(&w->more));
}

/* Counts the authors of links whose URL is longer and begins with the reading. */
static int count_longer(struct witnesses *w, struct count *c, struct support *p, trawl_str url)
{
    struct buffer urls = {0};
    int found, failed = 0;

    w->more.n = 0;
    if (buffer_add(&w->more, w->form.p, w->form.n) || buffer_add(&w->more, "\xf4\x8f\xbf\xbf", 4))
        return command_trouble(w->db->command, TRAWL_ERROR_NO_MEMORY), -1;
    db_bind(w->longer, 1, buffer_str(&w->form));
    db_bind(w->longer, 2, buffer_str(&w->more));
    while ((found = db_step(w->db, w->longer)) > 0 && !failed) {
        trawl_str longer = db_text(w->longer, 0);

        failed = buffer_add(&urls, longer.p, longer.n) || buffer_add(&urls, "", 1);
    }
    db_reset(w->db, w->longer);
    if (failed)
        (void)command_trouble(w->db->command, TRAWL_ERROR_NO_MEMORY);
    for (size_t i = 0; i < urls.n && found >= 0 && !failed; i += strlen(urls.p + i) + 1)
        failed = count_links(w, c, p, (trawl_str){urls.p + i, strlen(urls.p + i)}, url, HOW_PREFIX);
    buffer_free(&urls);
    return found < 0 || failed ? -1 : 0;
}

int witnesses_ask(struct witnesses *w, struct question *q)
{
    for (unsigned i = 0; i < q->count; i++) {
        struct count c = {.asker = &q->asker, .strict = !is_joined(q, i) || is_marked(q, i)};

        q->support[i] = (struct support){.how = HOW_NONE};
        if (witness_make_form(w, q->url[i]) != TRAWL_OK)
            return command_trouble(w->db->command, TRAWL_ERROR_NO_MEMORY), -1;
        if (count_links(w, &c, &q->support[i], buffer_str(&w->form), q->url[i], HOW_CANONICAL) < 0)
            return -1;
        if (q->support[i].count == 0 && may_be_begun(q, i) &&
            count_longer(w, &c, &q->support[i], q->url[i]) < 0)
            return -1;
    }
    return 0;
}
