/* t_pool.c - the pool: output and warnings come in the order of the tasks, and a use that would
 * disturb the order is caught in the test build */
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define TRAWL_TEST_JOBS
#include "app/pool/pool.c"
#include "tap.h"

enum { TASKS = 200, BLOCKS = 5 };

struct job {
    struct pool_task task;
    unsigned number;
};

/* What the run has seen. */
static struct {
    struct pool pool;
    char text[TASKS * BLOCKS * 16];
    size_t n;
    unsigned begun, ended;
    atomic_uint wrong;
    bool drop_odd;   /* begin() does not need the output of odd tasks */
    bool again;      /* end() gives more work: a misuse */
    bool work_after; /* work() of a task that has ended: a misuse */
} run;

/* Passes a text on in a block of `room` bytes. `moves` says whether the pool has to take the block
 * itself instead of copying it; counts the blocks for which it does not do so. */
static void output_block(struct pool_task *t, const char *text, size_t n, size_t room, bool moves)
{
    struct pool_block *own = pool_get_block(&run.pool, room), *before = own;

    if (!own)
        abort();
    memcpy(own->p, text, n);
    (void)pool_output_block(&run.pool, t, &own, n, NULL, 0);
    atomic_fetch_add(&run.wrong, (own != before) != moves || own->room < room);
    free(own);
}

static void work(void *user, unsigned thread, struct pool_task *t)
{
    const unsigned number = ((struct job *)t)->number;
    char text[32];
    int n;

    (void)user;
    (void)thread;
    for (unsigned i = 0; i < BLOCKS; i++) {
        n = snprintf(text, sizeof text, "%u.%u ", number, i);
        if (i % 2 == 0)
            (void)pool_output(&run.pool, t, text, (size_t)n, NULL, 0);
        else
            output_block(t, text, (size_t)n, i == 1 ? 16 : 100, i == 1);
        n = snprintf(text, sizeof text, "w%u.%u ", number, i);
        (void)pool_warn(&run.pool, t, &(struct warning){"kind", 1, {text, (size_t)n}});
    }
}

static int begin(void *user, struct pool_task *t)
{
    (void)user;
    run.begun += ((struct job *)t)->number == run.begun;
    return !run.drop_odd || ((struct job *)t)->number % 2 == 0;
}

static void block(void *user, struct pool_block *b)
{
    const bool warning = b->warning.times > 0;
    const trawl_str s = warning ? b->warning.line : (trawl_str){b->p, b->n};

    (void)user;
    memcpy(run.text + run.n, s.p, s.n);
    run.n += s.n;
}

static struct job *job(unsigned number)
{
    struct job *j = calloc(1, sizeof *j);

    if (!j)
        abort();
    j->number = number;
    return j;
}

static void end(void *user, struct pool_task *t)
{
    (void)user;
    run.ended++;
    if (run.again)
        pool_put(&run.pool, &job(TASKS)->task);
    if (run.work_after)
        work(NULL, 0, t);
    free(t);
}

static const struct pool_work all = {work, begin, block, end};

static void run_tasks(unsigned threads)
{
    if (pool_open(&run.pool, threads, &all, NULL) < 0)
        abort();
    for (unsigned i = 0; i < TASKS; i++)
        pool_put(&run.pool, &job(i)->task);
    pool_close(&run.pool);
}

/* Writes the text of a run whose tasks run one after the other. Returns its length. */
static size_t wanted(char *p, size_t size, unsigned step)
{
    size_t n = 0;

    for (unsigned i = 0; i < TASKS; i += step)
        for (unsigned k = 0; k < BLOCKS; k++)
            n += (size_t)snprintf(p + n, size - n, "%u.%u w%u.%u ", i, k, i, k);
    return n;
}

static void test_order(unsigned threads, bool drop_odd)
{
    static char text[sizeof run.text];
    size_t n = wanted(text, sizeof text, drop_odd ? 2 : 1);

    memset(&run, 0, sizeof run);
    run.drop_odd = drop_odd;
    run_tasks(threads);
    is_mem(run.text, run.n, text, n, "output and warnings of %u threads", threads);
    is_int(run.begun, TASKS, "tasks are retired in order");
    is_int(run.ended, TASKS, "each task is retired once");
    is_int(run.wrong, 0, "a block is passed on or copied as it is full");
}

/* Runs a misuse in a process of its own. Returns true when an assertion ended it. */
static bool is_caught(bool again)
{
    pid_t child = fork();
    int status = 0;

    if (child == 0) {
        (void)setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        if (!freopen("/dev/null", "w", stderr))
            _exit(1);
        (void)alarm(20);
        memset(&run, 0, sizeof run);
        run.again = again;
        run.work_after = !again;
        run_tasks(2);
        _exit(0);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status) &&
           WTERMSIG(status) == SIGABRT;
}

int main(void)
{
    ok(is_caught(true), "giving work while a task is retired is caught");
    ok(is_caught(false), "output of a task that was retired is caught");
    test_order(1, false);
    test_order(2, false);
    test_order(8, false);
    test_order(3, true);
    return done();
}
