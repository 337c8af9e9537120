/* settle.c - trawl_settle(reading, witness): which of several readings of a link is right
 *
 * A group has the readings of one link: a row for each witness of a reading, and a row with NULL
 * for a reading without one. Equal witnesses of a reading count once. The result is the reading
 * with more than three times as many witnesses as any other, or NULL if there is none. It is also
 * NULL if a longer reading begins with that reading and has a witness: that the shorter page exists
 * does not show that it was meant. "trawl settle", which has an index, also tests where a witness
 * comes from, and how the longer reading goes on.
 */
#include <stdlib.h>

#include "sql.h"

#define CLEAR 3 /* a reading needs more than CLEAR times the witnesses of any other */

struct settle_text {
    char *p;
    size_t n;
};

/* A reading with one of its witnesses. If witness.p is NULL, it has none. */
struct voice {
    struct settle_text reading, witness;
};

struct settle_group {
    struct voice *voices;
    size_t count, room;
};

static int compare_texts(struct settle_text a, struct settle_text b)
{
    size_t n = a.n < b.n ? a.n : b.n;
    int order = n > 0 ? memcmp(a.p, b.p, n) : 0;

    if ((a.p == NULL) != (b.p == NULL))
        return a.p ? 1 : -1;
    return order != 0 ? order : (a.n > b.n) - (a.n < b.n);
}

static int settle_compare(const void *a, const void *b)
{
    const struct voice *x = a, *y = b;
    int order = compare_texts(x->reading, y->reading);

    return order != 0 ? order : compare_texts(x->witness, y->witness);
}

static void free_voice(struct voice voice)
{
    sqlite3_free(voice.reading.p);
    sqlite3_free(voice.witness.p);
}

/* Sorts the voices, and removes duplicates. */
static void sort(struct settle_group *g)
{
    size_t kept = 0;

    if (g->count > 0)
        qsort(g->voices, g->count, sizeof *g->voices, settle_compare);
    for (size_t i = 0; i < g->count; i++)
        if (kept > 0 && settle_compare(&g->voices[kept - 1], &g->voices[i]) == 0)
            free_voice(g->voices[i]);
        else
            g->voices[kept++] = g->voices[i];
    g->count = kept;
}

/* Makes room for one more voice, after removing duplicates. Returns false when out of memory. */
static bool settle_make_room(struct settle_group *g)
{
    size_t room = g->room > 0 ? 2 * g->room : 16;
    struct voice *p;

    if (g->count < g->room)
        return true;
    sort(g);
    if (g->count < g->room - g->room / 4)
        return true;
    p = sqlite3_realloc64(g->voices, room * sizeof *p);
    if (p) {
        g->voices = p;
        g->room = room;
    }
    return p != NULL;
}

/* Copies the bytes of a value. Returns false when out of memory. */
static bool settle_copy(struct settle_text *to, sqlite3_value *value)
{
    trawl_str s = sql_bytes(value);

    if (sqlite3_value_type(value) == SQLITE_NULL)
        return true;
    to->n = s.n;
    to->p = s.p ? sqlite3_malloc64(s.n + 1) : NULL;
    if (to->p && s.n > 0)
        memcpy(to->p, s.p, s.n);
    return to->p != NULL;
}

static void settle_step(sqlite3_context *c, int count, sqlite3_value **values)
{
    struct settle_group *g = sqlite3_aggregate_context(c, sizeof *g);
    struct voice voice = {{NULL, 0}, {NULL, 0}};

    (void)count;
    if (g && sqlite3_value_type(values[0]) == SQLITE_NULL)
        return;
    if (!g || !settle_copy(&voice.reading, values[0]) || !settle_copy(&voice.witness, values[1]) ||
        !settle_make_room(g)) {
        free_voice(voice);
        sqlite3_result_error_nomem(c);
        return;
    }
    g->voices[g->count++] = voice;
}

/* Counts the witnesses of the reading that begins at voice i. Returns the index after its last
 * voice. Needs the voices in order. */
static size_t count_witnesses(const struct settle_group *g, size_t i, size_t *witnesses)
{
    size_t end = i;

    *witnesses = 0;
    for (; end < g->count && compare_texts(g->voices[i].reading, g->voices[end].reading) == 0;
         end++)
        *witnesses += g->voices[end].witness.p != NULL;
    return end;
}

static bool is_beginning(struct settle_text part, struct settle_text whole)
{
    return part.n < whole.n && memcmp(part.p, whole.p, part.n) == 0;
}

/* Returns the right reading, or NULL. Needs the voices in order. */
static const struct settle_text *settle_judge(const struct settle_group *g)
{
    const struct settle_text *best = NULL;
    size_t most = 0, others = 0, n;

    for (size_t i = 0, end; i < g->count; i = end) {
        end = count_witnesses(g, i, &n);
        if (n > most) {
            others = most;
            most = n;
            best = &g->voices[i].reading;
        } else if (n > others) {
            others = n;
        }
    }
    if (most <= CLEAR * others)
        return NULL;
    for (size_t i = 0; i < g->count; i++)
        if (g->voices[i].witness.p && is_beginning(*best, g->voices[i].reading))
            return NULL;
    return best;
}

static void settle_finish(sqlite3_context *c)
{
    struct settle_group *g = sqlite3_aggregate_context(c, 0);
    const struct settle_text *right;

    if (!g)
        return;
    sort(g);
    right = settle_judge(g);
    if (right)
        sql_result(c, (trawl_str){right->p, right->n});
    for (size_t i = 0; i < g->count; i++)
        free_voice(g->voices[i]);
    sqlite3_free(g->voices);
}

int sql_settle_register(sqlite3 *db)
{
    return sqlite3_create_function_v2(db, "trawl_settle", 2,
                                      SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, NULL,
                                      NULL, settle_step, settle_finish, NULL);
}
