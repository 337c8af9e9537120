/* settle.h - decides which of several readings of a link is right, by links that others posted
 * whole
 *
 *   witness.c    counts the witnesses of a reading in an index
 *   judge.c      decides by the numbers of witnesses, without the database
 *   verdicts.c   stores verdicts, and erases them
 *   settle.c     trawl settle: decides about all links of an index
 *   evidence.c   answers "trawl --evidence" over a pipe
 */
#ifndef TRAWL_ARCHIVE_SETTLE_SETTLE_H
#define TRAWL_ARCHIVE_SETTLE_SETTLE_H

#include <stdbool.h>

#include "archive/index/index.h"

/* The maximum number of readings of a link: the first reading of the scan, and all others. */
#define READINGS (1 + TRAWL_ALTS)

/* How the best witness of a reading agrees with the reading; trawl-settle(1) explains the words. */
enum how { HOW_NONE, HOW_EXACT, HOW_CANONICAL, HOW_PREFIX };

/* Returns the word for a value, such as "exact". */
const char *how_name(enum how how);

/* A link of the index. */
struct place_of_link {
    int64_t message, n;
};

#define WITNESSES 4 /* the maximum number of witnesses that are stored for a verdict */

/* The witnesses of a reading. */
struct support {
    enum how how;
    unsigned count; /* their authors */
    bool flooded;   /* there are too many links to read them all */
    struct place_of_link best[WITNESSES];
};

/* The author and thread of the link that is judged: their own links are not witnesses. */
struct asker {
    uint64_t author; /* from author_of() */
    int64_t thread;  /* the first message of its thread; 0: unknown */
};

/* A link to judge, with its readings; [0] is that of the scan. */
struct question {
    struct asker asker;
    unsigned count;
    trawl_str url[READINGS];
    int why[READINGS]; /* enum trawl_why, from [1] on */
    struct support support[READINGS];
};

/* ---- judge.c ---- */

#define UNDECIDED (-1)

/* Returns the index of the right reading, or UNDECIDED; sets *reason to a few words. Needs the
 * support of all readings. */
int judge_readings(const struct question *q, const char **reason);

/* Returns true when `whole` begins with `part` and is longer. */
bool is_beginning(trawl_str part, trawl_str whole);

/* Returns true when another reading begins with this one. */
bool is_short(const struct question *q, unsigned i);

/* Returns true when the reading is another one plus signs (ASCII other than letters and digits). */
bool is_marked(const struct question *q, unsigned i);

/* Returns true when the reading goes on after the line end or blank in doubt. */
bool is_joined(const struct question *q, unsigned i);

/* Returns true when a longer URL that begins with this reading is evidence for it: no other reading
 * begins with this one, and this one differs enough from each other reading. */
bool may_be_begun(const struct question *q, unsigned i);

/* ---- witness.c ---- */

struct dossier;

struct witnesses {
    struct db *db;
    struct dossier *dossiers; /* in sets, by the hash of the URL; then a spare one */
    struct buffer form, more;
    sqlite3_stmt *links, *longer, *parent, *by_id;
};

int witnesses_open(struct witnesses *w, struct db *db);
void witnesses_close(struct witnesses *w);

/* Returns a hash of the address of an author, or 0 if it is empty. */
uint64_t author_of(trawl_str address);

/* Returns the first message of the thread of a message, or -1 after an error message. */
int64_t witnesses_thread(struct witnesses *w, int64_t message);

/* Returns the row with a message-id, 0 if there is none, or -1. */
int64_t witnesses_find(struct witnesses *w, trawl_str id);

/* Fills the support of all readings. Returns 0 or -1. */
int witnesses_ask(struct witnesses *w, struct question *q);

/* ---- verdicts.c ---- */

struct verdict {
    int k;                   /* the right reading; 0 is that of the scan */
    enum how how;            /* HOW_NONE: no verdict */
    unsigned count, against; /* witnesses of this reading; the most of another */
    struct place_of_link best[WITNESSES];
};

struct verdicts {
    struct db *db;
    sqlite3_stmt *get, *get_witnesses, *put, *put_witness, *drop, *drop_witnesses, *shown, *show,
        *free_url, *free_host, *host;
};

int verdicts_open(struct verdicts *v, struct db *db);

/* Stores the verdict on a link, or erases it if verdict->how is HOW_NONE. `url` is the right
 * reading. Returns 1 when this changed the index, 0 when not, or -1. */
int verdicts_put(struct verdicts *v, struct names *names, struct place_of_link at,
                 const struct verdict *verdict, trawl_str url);

#endif
