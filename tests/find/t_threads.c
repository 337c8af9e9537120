/* t_threads.c - the library used by many threads at once, first use included
 *
 * Patterns are made on first use and shared: in each round all is let go of and eight threads begin
 * at one time, each at another place of the same work, so that they race to make every pattern.
 * What they count must be what one thread counts. Run under the thread sanitizer it also shows that
 * nothing is read while it is written.
 */
#include <pthread.h>
#include <trawl.h>

#include "urls.h"
#include "tap.h"

enum { THREADS = 8, ROUNDS = 12 };

/* All that is said of all good URLs and of each with its last byte spoilt, added up: the same in
 * any order. */
typedef struct sum {
    unsigned long valid, refusals, at, canonical, same, resolved, failed;
} sum;

static void add(sum *s, const char *url, size_t n)
{
    trawl_verdict v = {.size = sizeof v};
    char text[512];
    size_t len = 0;

    s->failed += trawl_check(&v, url, n) != TRAWL_OK;
    s->valid += v.valid;
    s->refusals += v.refusals;
    for (unsigned i = 0; i < v.refusals; i++)
        s->at += (unsigned long)v.refusal[i].at * (unsigned)v.refusal[i].code;
    for (unsigned standard = TRAWL_STANDARD_RFC1738; standard <= TRAWL_STANDARD_IRI; standard <<= 1)
        s->failed += trawl_accepts(standard, url, n) != ((v.valid & standard) != 0);
    s->failed += trawl_canonical(url, n, text, sizeof text, &len) != TRAWL_OK;
    s->canonical += len;
    s->same += (unsigned long)trawl_same(url, n, text, len);
    s->failed += trawl_ascii(url, n, text, sizeof text, &len) != TRAWL_OK;
    s->failed += trawl_resolve(TRAWL_RESOLVE_3986, (trawl_str){"http://h/a/b", 12},
                               (trawl_str){url, n}, text, sizeof text, &len) != TRAWL_OK;
    s->resolved += len;
}

static sum work(int begin)
{
    sum s = {0};

    for (int i = 0; i < GOOD_URLS; i++) {
        const char *url = good_urls[(i + begin) % GOOD_URLS];
        char bad[128];
        size_t n = strlen(url);
        memcpy(bad, url, n);
        bad[n - 1] = ' ';
        add(&s, url, n);
        add(&s, bad, n);
    }
    return s;
}

typedef struct worker {
    pthread_t thread;
    pthread_barrier_t *together;
    int begin;
    sum sum;
} worker;

static void *run(void *user)
{
    worker *w = user;

    pthread_barrier_wait(w->together);
    w->sum = work(w->begin);
    return NULL;
}

/* How many of eight threads that begin together count something else. */
static int race(const sum *wanted)
{
    pthread_barrier_t together;
    worker w[THREADS];
    int wrong = 0;

    trawl_release();
    pthread_barrier_init(&together, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        w[i] = (worker){.together = &together, .begin = i * GOOD_URLS / THREADS};
        if (pthread_create(&w[i].thread, NULL, run, &w[i]) != 0)
            abort();
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(w[i].thread, NULL);
        wrong += memcmp(&w[i].sum, wanted, sizeof *wanted) != 0;
    }
    pthread_barrier_destroy(&together);
    return wrong;
}

int main(void)
{
    sum alone = work(0);

    ok(alone.failed == 0, "one thread: no call fails");
    ok(alone.valid > GOOD_URLS && alone.refusals > GOOD_URLS, "and it has URLs of both kinds");
    is_int(alone.same, 2 * GOOD_URLS, "each URL is the same as its canonical form");
    for (int i = 0; i < ROUNDS; i++)
        is_int(race(&alone), 0, "round %d: %d threads count what one counts", i + 1, THREADS);
    trawl_release();
    trawl_release();
    sum again = work(0);
    ok(memcmp(&again, &alone, sizeof alone) == 0, "after trawl_release all is made again");
    trawl_release();
    return done();
}
