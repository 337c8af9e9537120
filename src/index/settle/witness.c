/* witness.c - counts the witnesses of a reading: links of the index that are whole
 *
 * A link is a witness if its own border is not in doubt: it has one reading, one piece and no flag
 * of a break, and the message that has it is not a variant of another one. It must be by another
 * author in another thread, in text that the author wrote, or in a wrapper: "<URL:...>", "<...>",
 * a header field, HTML. Each author counts once; all whose author is unknown or the same count
 * as one.
 *
 * For a reading with which another one begins, a link in running text near the margin does not
 * count, since it may be broken itself; nor does HTML that shows the URL as its text, which a program
 * may have made of broken text.
 */
#include "index/settle/settle.h"

#include "base/ascii.h"

#define AUTHORS 64        /* no more are counted */
#define ROWS_MOST 2048    /* links that are read for a reading */
#define LONGER_MOST 64    /* URLs that begin with it */
#define THREAD_MOST 10000 /* messages above a message */
#define MARGIN_FROM 56    /* columns in which a mail program may break a line */
#define MARGIN_TO 100
#define ADDRESS_MOST 320

/* Flags of links whose border or spelling is in doubt. */
#define DOUBTS                                                                                     \
    (TRAWL_FLAG_UNCLOSED | TRAWL_FLAG_HYPHEN_BREAK | TRAWL_FLAG_PAGE_BREAK |                       \
     TRAWL_FLAG_CLOSER_AT_BOL | TRAWL_FLAG_TAG_DROPPED | TRAWL_FLAG_MULTI | TRAWL_FLAG_QUOTES |    \
     TRAWL_FLAG_INNER_SPACE | TRAWL_FLAG_NO_SCHEME | TRAWL_FLAG_GLUED | TRAWL_FLAG_GUESS_JOINED |  \
     TRAWL_FLAG_ENTITY | TRAWL_FLAG_FORMAT_CHAR | TRAWL_FLAG_BAD_CHAR | TRAWL_FLAG_SOFT_HYPHEN |   \
     TRAWL_FLAG_RESOLVED | TRAWL_FLAG_REFANGED | TRAWL_FLAG_LINE_END | TRAWL_FLAG_NOTATION)

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
    *w = (struct witnesses){.db = db};
    w->links = db_prepare(db, links_sql);
    w->longer = db_prepare(db, "SELECT DISTINCT coalesce(canonical, url) FROM urls WHERE"
                               " coalesce(canonical, url) > ?1 AND coalesce(canonical, url) < ?2"
                               " ORDER BY 1 LIMIT 64");
    w->parent = db_prepare(db, "SELECT parent FROM messages WHERE id = ?1");
    w->by_id =
        db_prepare(db, "SELECT id FROM messages WHERE message_id = ?1 AND same IS NULL LIMIT 1");
    return db->failed ? -1 : 0;
}

void witnesses_close(struct witnesses *w)
{
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
        int64_t parent = 0;
        int found;

        (void)sqlite3_bind_int64(w->parent, 1, id);
        found = db_step(w->db, w->parent);
        if (found > 0)
            parent = sqlite3_column_int64(w->parent, 0);
        (void)sqlite3_reset(w->parent);
        if (found <= 0 || parent == 0 || parent == id)
            return found < 0 ? -1 : id;
        id = parent;
        least = id < least ? id : least;
        if (id == message)
            return least; /* they answer each other in a circle */
    }
    return least;
}

int64_t witnesses_find(struct witnesses *w, trawl_str id)
{
    int64_t row = 0;
    int found;

    db_bind(w->by_id, 1, id);
    found = db_step(w->db, w->by_id);
    if (found > 0)
        row = sqlite3_column_int64(w->by_id, 0);
    (void)sqlite3_reset(w->by_id);
    return found < 0 ? -1 : row;
}

/* ---- One link ---- */

/* The authors that were counted for a reading, and what it may not have. */
struct count {
    const struct asker *asker;
    bool no_margin, no_automatic;
    unsigned rows;
    uint64_t authors[AUTHORS];
};

static bool has_word(trawl_str s, const char *word)
{
    return s.n == strlen(word) && memcmp(s.p, word, s.n) == 0;
}

/* Returns true for HTML whose text is its URL, as programs make it of text. */
static bool is_automatic(sqlite3_stmt *s)
{
    trawl_str anchor = db_text(s, HAS_ANCHOR);
    size_t n = 0;

    while (n < anchor.n && ascii_is_scheme((unsigned char)anchor.p[n]))
        n++;
    return (n > 0 && n < anchor.n && anchor.p[n] == ':') ||
           (anchor.n > 4 && ascii_same(anchor.p, "www.", 4));
}

static bool is_near_margin(sqlite3_stmt *s)
{
    int64_t end = sqlite3_column_int64(s, HAS_COLUMN) + sqlite3_column_int64(s, HAS_LENGTH);

    return end >= MARGIN_FROM && end <= MARGIN_TO;
}

/* Sets *author to the one that the link in this row counts for: 0 for all that are unknown or the
 * same. Returns 1, 0 when the link does not count, or -1. */
static int weigh(struct witnesses *w, sqlite3_stmt *s, const struct count *c, uint64_t *author)
{
    trawl_str kind = db_text(s, HAS_KIND);
    bool html = has_word(kind, "html"), foreign = sqlite3_column_int(s, HAS_FOREIGN);
    bool wrapped =
        html || has_word(kind, "wrap") || has_word(kind, "angle") || has_word(kind, "hdr");
    int64_t thread;

    *author = foreign ? 0 : author_of(db_text(s, HAS_ADDRESS));
    if (sqlite3_column_int(s, HAS_DOUBTFUL) ||
        ((uint64_t)sqlite3_column_int64(s, HAS_FLAGS) & DOUBTS) ||
        (html && c->no_automatic && is_automatic(s)) ||
        (!wrapped && c->no_margin && is_near_margin(s)))
        return 0;
    if (*author == c->asker->author)
        *author = 0;
    if (wrapped)
        return 1;
    if (*author == 0)
        return 0;
    thread = c->asker->thread ? witnesses_thread(w, sqlite3_column_int64(s, HAS_MESSAGE)) : -2;
    return thread == -1 ? -1 : thread != c->asker->thread;
}

/* Counts the author, unless that was done. Returns true when it is new. */
static bool add_author(struct count *c, struct support *p, uint64_t author)
{
    for (unsigned i = 0; i < p->count; i++)
        if (c->authors[i] == author)
            return false;
    c->authors[p->count++] = author;
    return true;
}

/* Counts the links with a canonical URL. `exact`: the reading as it is written. Returns 0 or -1. */
static int count_links(struct witnesses *w, struct count *c, struct support *p, trawl_str canonical,
                       trawl_str exact, enum how how)
{
    uint64_t author;
    int found, counts;

    db_bind(w->links, 1, canonical);
    while (p->count < AUTHORS && (found = db_step(w->db, w->links)) > 0) {
        if (++c->rows > ROWS_MOST) {
            p->flooded = true;
            break;
        }
        if ((counts = weigh(w, w->links, c, &author)) < 0) {
            (void)sqlite3_reset(w->links);
            return -1;
        }
        if (counts == 0 || !add_author(c, p, author))
            continue;
        if (p->count <= WITNESSES)
            p->best[p->count - 1] = (struct place_of_link){
                sqlite3_column_int64(w->links, HAS_MESSAGE), sqlite3_column_int64(w->links, HAS_N)};
        if (how == HOW_CANONICAL && p->how != HOW_EXACT) {
            trawl_str url = db_text(w->links, HAS_URL);

            p->how = url.n == exact.n && memcmp(url.p, exact.p, url.n) == 0 ? HOW_EXACT : how;
        } else if (p->how == HOW_NONE) {
            p->how = how;
        }
    }
    (void)sqlite3_reset(w->links);
    return w->db->failed ? -1 : 0;
}

/* ---- One reading ---- */

/* Writes the canonical form of a reading, with %20 for its blanks. */
static int make_form(struct witnesses *w, trawl_str url)
{
    if (!memchr(url.p, ' ', url.n))
        return buffer_fill(&w->form, trawl_canonical, url);
    w->more.n = 0;
    for (size_t i = 0; i < url.n; i++)
        if (buffer_add(&w->more, url.p[i] == ' ' ? "%20" : url.p + i, url.p[i] == ' ' ? 3 : 1))
            return TRAWL_ERROR_NO_MEMORY;
    return buffer_fill(&w->form, trawl_canonical, buffer_str(&w->more));
}

/* Counts the links whose URL goes on after the reading. */
static int count_longer(struct witnesses *w, struct count *c, struct support *p, trawl_str url)
{
    struct buffer urls = {0};
    int found, failed = 0;

    w->more.n = 0;
    if (buffer_add(&w->more, w->form.p, w->form.n) || buffer_add(&w->more, "\xff", 1))
        return command_trouble(w->db->command, TRAWL_ERROR_NO_MEMORY), -1;
    db_bind(w->longer, 1, buffer_str(&w->form));
    db_bind(w->longer, 2, buffer_str(&w->more));
    while ((found = db_step(w->db, w->longer)) > 0 && !failed) {
        trawl_str longer = db_text(w->longer, 0);

        failed = buffer_add(&urls, longer.p, longer.n) || buffer_add(&urls, "", 1);
    }
    (void)sqlite3_reset(w->longer);
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
        bool is_beginning_of_other = is_short(q, i);
        struct count c = {.asker = &q->asker,
                          .no_margin = is_beginning_of_other,
                          .no_automatic = is_beginning_of_other || is_marked(q, i)};

        q->support[i] = (struct support){.how = HOW_NONE};
        if (make_form(w, q->url[i]) != TRAWL_OK)
            return command_trouble(w->db->command, TRAWL_ERROR_NO_MEMORY), -1;
        if (count_links(w, &c, &q->support[i], buffer_str(&w->form), q->url[i], HOW_CANONICAL) < 0)
            return -1;
        if (q->support[i].count == 0 && may_be_begun(q, i) &&
            count_longer(w, &c, &q->support[i], q->url[i]) < 0)
            return -1;
    }
    return 0;
}
