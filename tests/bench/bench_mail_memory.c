/* bench_mail_memory.c - what the mail front takes for mail without end: memory, and time
 *
 *     bench_mail_memory [MEGABYTES [MAILBOX MEGABYTES [PART OF A NAME]]]
 *
 * Each shape of mail_shapes.h, of 200 MB (from 1000 on, of a million pieces where that is what it is about), and a mailbox of ten
 * times as much, made as it is fed, in a process of its own:
 * its peak of resident memory, which is to be under 16 MB, that of the front alone being less, and its speed in processor time, to
 * be no less than 50 MB/s. What misses the aim is marked by a "!".
 */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "mail_shapes.h"

enum { MEGA = 1000000, MOST_KIB = 16000000 / 1024, SLOWEST = 50 };

static unsigned long long links, events;

static int count(void *user, const trawl_event *e)
{
    (void)user;
    links += e->type == TRAWL_LINK;
    events++;
    return 0;
}

static unsigned long long length_of(const mail_shape *s, unsigned long long megabytes)
{
    return s->units > 0 && megabytes >= 1000 ? s->units * (unsigned long long)strlen(s->unit) : megabytes * MEGA;
}

static void measure(const mail_shape *s, unsigned long long n)
{
    trawl_config find = {.size = sizeof find, .find = TRAWL_FIND_DEFAULT | TRAWL_FIND_HDR | TRAWL_FIND_MSGID};
    trawl_mail_config cfg = {.size = sizeof cfg, .input = s->input, .find = &find};
    struct rusage usage;
    trawl_mail *m;
    double time = now(), speed;

    if (trawl_mail_open(&m, &cfg, count, NULL) != TRAWL_OK || mail_shape_feed(s, m, n) != TRAWL_OK)
        abort();
    trawl_mail_close(&m);
    time = now() - time;
    speed = (double)n * 1000 / time;
    getrusage(RUSAGE_SELF, &usage);
    printf("    %-38s%7.0f MB%8.0f MB/s%c%8ld KiB%c%12llu links%12llu events\n", s->name, (double)n / MEGA, speed,
           speed < SLOWEST ? '!' : ' ', usage.ru_maxrss, usage.ru_maxrss > MOST_KIB ? '!' : ' ', links, events);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    unsigned long long megabytes = argc > 1 ? strtoull(argv[1], NULL, 10) : 200;
    unsigned long long mailbox = argc > 2 ? strtoull(argv[2], NULL, 10) : 10 * megabytes;

    for (int i = 0; i < MAIL_SHAPES; i++) {
        pid_t child;
        int status = 0;
        if (argc > 3 && !strstr(mail_shapes[i].name, argv[3]))
            continue;
        child = fork();
        if (child == 0) {
            measure(&mail_shapes[i], i == 0 ? mailbox * MEGA : length_of(&mail_shapes[i], megabytes));
            return 0;
        }
        if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0)
            return 1;
    }
    return 0;
}
