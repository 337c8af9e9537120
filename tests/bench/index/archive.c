/* archive.c - writes an archive of mailing lists: the same bytes for the same numbers
 *
 *     archive MESSAGES FOLDER [SEED]
 *
 * Four lists over 24 years, a mailbox for each list and year, and the last year of the first list
 * as a Maildir. Half of the messages answer others and quote their links. One message in 40 is a
 * cross-post: another list has it, too, with a footer of its own. One message in 60 is also in the
 * mailbox "again", unchanged. Of 10 links 6 are new; the others were posted before. Schemes change
 * over the years. Long links are broken: in running text, when they are quoted, or safely in
 * <URL:...>. A message has 5 KB on average.
 */
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "../mailbox.h"

enum { LISTS = 4, YEARS = 24, FIRST = 1996, RECENT = 1024, POOL = 4096, LINKS = 3, LINK = 200 };

struct posted {
    uint32_t number; /* of the message; also its id */
    uint32_t person;
    uint32_t topic;
    unsigned depth;
    uint32_t above[6]; /* the numbers of the messages above it */
    char link[LINKS][LINK];
    unsigned links;
};

struct archive {
    mailbox box;
    struct posted recent[LISTS][RECENT];
    uint32_t count[LISTS];
    char pool[POOL][LINK];
    uint32_t pooled;
    uint32_t number, messages;
    FILE *file[LISTS], *again;
    int year[LISTS];
    const char *folder;
};

static struct archive all;
static const char *const lists[LISTS] = {"talk", "devel", "announce", "users"};
static const char *const hosts[] = {"www",  "ftp", "archive", "docs",  "wiki", "people",
                                    "bugs", "src", "news",    "lists", "cs",   "home"};
static const char *const tlds[] = {"com", "org", "net", "edu", "de", "co.uk", "fr", "ac.jp", "io"};

static uint32_t chance_of(uint32_t below)
{
    return mailbox_random(&all.box, below);
}

/* ---- Links ---- */

static size_t put_word(char *to)
{
    size_t n;
    const char *word = mailtext_word(&all.box.chance, &n);
    size_t k = 0;

    for (size_t i = 0; i < n; i++)
        if ((word[i] >= 'a' && word[i] <= 'z') || (word[i] >= 'A' && word[i] <= 'Z'))
            to[k++] = word[i];
    return k;
}

static const char *scheme_of(int year)
{
    uint32_t dice = chance_of(100);

    if (year < 2000)
        return dice < 6 ? "gopher" : dice < 26 ? "ftp" : dice < 27 ? "https" : "http";
    if (year < 2012)
        return dice < 1 ? "gopher" : dice < 6 ? "ftp" : dice < 15 ? "https" : "http";
    return dice < 1 ? "ftp" : dice < 2 + 8u * (uint32_t)(year - 2011) ? "https" : "http";
}

/* Makes a link; one in eight is too long for a line. */
static void new_link(char *to, int year)
{
    uint32_t site = chance_of(3) ? chance_of(200) : chance_of(20000);
    size_t n = (size_t)sprintf(to, "%s://%s.site%u.%s/", scheme_of(year),
                               hosts[(site * 7 + chance_of(2)) % 12], site, tlds[site % 9]);
    unsigned left = chance_of(8) ? 1 + chance_of(3) : 7 + chance_of(7);

    while (left-- > 0 && n + 40 < LINK) {
        n += put_word(to + n);
        to[n++] = left == 0 ? '.' : chance_of(5) ? '/' : '-';
    }
    (void)sprintf(to + n - 1, "%s", chance_of(3) ? ".html" : "/");
    if (chance_of(4) == 0)
        (void)sprintf(to + strlen(to), "?id=%u", chance_of(1000000));
}

static void any_link(char *to, int year)
{
    if (all.pooled > 50 && chance_of(10) < 4) {
        uint32_t last = all.pooled < POOL ? all.pooled : POOL;

        strcpy(to, all.pool[chance_of(1 + chance_of(last))]);
        return;
    }
    new_link(to, year);
    if (chance_of(3) == 0)
        strcpy(all.pool[all.pooled++ % POOL], to);
}

/* ---- Text ---- */

static void put(const char *s)
{
    mailbox *b = &all.box;

    memcpy(b->out + b->n, s, strlen(s));
    b->n += strlen(s);
}

static void put_lines(const char *before, unsigned lines)
{
    while (lines-- > 0) {
        size_t column = 0, n;

        put(before);
        while (column < 62) {
            const char *word = mailtext_word(&all.box.chance, &n);

            mailbox_put(&all.box, "%.*s ", (int)n, word);
            column += n + 1;
        }
        put("\n");
    }
}

/* Writes a link in a line; a long one is broken at column 70. */
static void put_link(const char *before, const char *link)
{
    size_t n = strlen(link);
    uint32_t how = chance_of(10);

    put(before);
    if (n > 68 && how < 8) {
        size_t at = 66;

        if (how < 4) /* after a sign, as mail programs do */
            while (at > 30 && link[at - 1] != '/' && link[at - 1] != '-')
                at--;
        mailbox_put(&all.box, how < 2 ? "<URL:%.*s\n%s%s>\n" : "%.*s\n%s%s\n", (int)at, link,
                    before, link + at);
    } else if (how < 3) {
        mailbox_put(&all.box, "See (%s) for more.\n", link);
    } else if (how < 5) {
        mailbox_put(&all.box, "<%s>\n", link);
    } else {
        mailbox_put(&all.box, "%s\n", link);
    }
}

/* ---- Messages ---- */

static void put_id(uint32_t number)
{
    mailbox_put(&all.box, "<%08x.%u@mail%u.example.org>", number * 2654435761u, number,
                number % 50);
}

static void put_topic(uint32_t topic, unsigned depth)
{
    mailtext topics = all.box.chance;
    size_t n;

    mailtext_begin(&topics, &mailtext_ordinary, topic * 2654435761u + 99);
    put(depth > 0 ? "Subject: Re:" : "Subject:");
    for (unsigned i = 0; i < 3 + topic % 4; i++) {
        const char *word = mailtext_word(&topics, &n);

        mailbox_put(&all.box, " %.*s", (int)n, word);
    }
    put("\n");
}

static time_t time_of(uint32_t number)
{
    return (time_t)820454400 + (time_t)((double)number / all.messages * YEARS * 31556952.0);
}

static void put_header(const struct posted *p, int list, const struct tm *t)
{
    mailbox *b = &all.box;
    char date[64];

    mailbox_trace(b);
    mailbox_put(b, "From: %s <%s%u@people%u.example.com>\nTo: %s@lists.example.org\n",
                mailbox_people[p->person % 12], "user", p->person, p->person % 300, lists[list]);
    put_topic(p->topic, p->depth);
    (void)strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S", t);
    mailbox_put(b, "Date: %s +0%u00\nMessage-ID: ", date, p->person % 5);
    put_id(p->number);
    if (p->depth > 0) {
        unsigned last = p->depth < 6 ? p->depth : 6;

        put("\nIn-Reply-To: ");
        put_id(p->above[0]);
        put("\nReferences:");
        while (last-- > 0) {
            put("\n ");
            put_id(p->above[last]);
        }
    }
    put("\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n");
    if (t->tm_year + 1900 >= 2008)
        mailbox_put(b,
                    "Precedence: list\nList-Id: The %s list <%s.lists.example.org>\n"
                    "List-Post: <mailto:%s@lists.example.org>\n"
                    "List-Archive: <http://lists.example.org/archives/%s/>\n",
                    lists[list], lists[list], lists[list], lists[list]);
    put("\n");
}

/* Writes the quoted text of the message that is answered, and its links. */
static void put_quote(const struct posted *above)
{
    mailbox_put(&all.box, "user%u wrote:\n", above->person);
    put_lines("> ", 2 + chance_of(8));
    for (unsigned i = 0; i < above->links; i++)
        put_link("> ", above->link[i]);
    put_lines("> ", chance_of(4));
    put("\n");
}

static void put_body(struct posted *p, const struct posted *above, int year)
{
    if (above)
        put_quote(above);
    put_lines("", 6 + chance_of(34));
    for (unsigned left = chance_of(10) < 6 ? 1 + chance_of(LINKS) : 0; left > 0; left--) {
        any_link(p->link[p->links], year);
        put_link("", p->link[p->links++]);
        put_lines("", 1 + chance_of(6));
    }
    put_lines("", chance_of(40));
    mailbox_put(&all.box, "\n-- \nuser%u\n", p->person);
    if (chance_of(4) == 0)
        mailbox_put(&all.box, "http://people%u.example.com/~user%u/\n", p->person % 300, p->person);
}

static void put_footer(int list)
{
    mailbox_put(
        &all.box,
        "_______________________________________________\n%s mailing list\n%s@lists.example.org\n"
        "http://lists.example.org/mailman/listinfo/%s\n",
        lists[list], lists[list], lists[list]);
}

/* ---- Files ---- */

static FILE *mailbox_of(int list, int year)
{
    char name[4096];

    if (all.file[list] && all.year[list] == year)
        return all.file[list];
    if (all.file[list])
        fclose(all.file[list]);
    (void)snprintf(name, sizeof name, "%s/%s", all.folder, lists[list]);
    (void)mkdir(name, 0777);
    (void)snprintf(name, sizeof name, "%s/%s/%d.mbox", all.folder, lists[list], year);
    all.year[list] = year;
    return all.file[list] = fopen(name, "w");
}

static void make_maildir(void)
{
    static const char *const parts[] = {"", "/cur", "/new", "/tmp"};
    char name[4096];

    for (int i = 0; i < 4; i++) {
        (void)snprintf(name, sizeof name, "%s/talk.maildir%s", all.folder, parts[i]);
        (void)mkdir(name, 0777);
    }
}

static int in_maildir(uint32_t number)
{
    char name[4096];
    FILE *f;

    (void)snprintf(name, sizeof name, "%s/talk.maildir/cur/%u.M%u.mail:2,S", all.folder,
                   1700000000 + number, number);
    if (!(f = fopen(name, "w")))
        return -1;
    (void)fwrite(all.box.out, 1, all.box.n, f);
    return fclose(f);
}

static int in_mailbox(FILE *f, const struct tm *t)
{
    char line[80];

    if (!f)
        return -1;
    (void)strftime(line, sizeof line, "From mail@example.org %a %b %d %H:%M:%S %Y\n", t);
    (void)fputs(line, f);
    (void)fwrite(all.box.out, 1, all.box.n, f);
    return fputc('\n', f) == EOF ? -1 : 0;
}

/* Writes a message to its list; some also to another list and to "again". */
static int write_message(struct posted *p, const struct posted *above, int list)
{
    time_t when = time_of(p->number);
    struct tm t;
    size_t header, body;
    int year, failed;

    (void)gmtime_r(&when, &t);
    year = t.tm_year + 1900;
    all.box.n = 0;
    put_header(p, list, &t);
    header = all.box.n;
    put_body(p, above, year);
    body = all.box.n;
    put_footer(list);
    failed = list == 0 && year == FIRST + YEARS - 1 ? in_maildir(p->number)
                                                    : in_mailbox(mailbox_of(list, year), &t);
    if (p->number % 60 == 7)
        failed |= in_mailbox(all.again, &t);
    if (p->number % 40 == 11) {
        char *text = all.box.out + header;
        static char copy[MAILBOX_MESSAGE];

        memcpy(copy, text, body - header);
        all.box.n = 0;
        list = (list + 1) % LISTS;
        put_header(p, list, &t);
        memcpy(all.box.out + all.box.n, copy, body - header);
        all.box.n += body - header;
        put_footer(list);
        failed |= in_mailbox(mailbox_of(list, year), &t);
    }
    return failed;
}

static int next_message(void)
{
    int list = chance_of(10) < 5 ? 0 : 1 + (int)chance_of(LISTS - 1);
    uint32_t count = all.count[list], last = count < RECENT ? count : RECENT;
    const struct posted *above = NULL;
    struct posted next = {.number = all.number++};

    if (last > 0 && chance_of(2)) {
        uint32_t back = 1 + chance_of(1 + chance_of(last));

        above = &all.recent[list][(count - (back < last ? back : last)) % RECENT];
    }
    next.person = chance_of(1 + chance_of(2000 + all.messages / 50));
    next.topic = above ? above->topic : next.number;
    next.depth = above ? above->depth + 1 : 0;
    if (above) {
        next.above[0] = above->number;
        memcpy(next.above + 1, above->above, sizeof next.above - sizeof next.above[0]);
    }
    if (write_message(&next, above, list) != 0)
        return -1;
    all.recent[list][count % RECENT] = next;
    all.count[list]++;
    return 0;
}

int main(int argc, char **argv)
{
    char name[4096];
    int failed = 0;

    if (argc < 3) {
        fputs("usage: archive MESSAGES FOLDER [SEED]\n", stderr);
        return 2;
    }
    all.messages = (uint32_t)strtoul(argv[1], NULL, 10);
    all.folder = argv[2];
    mailbox_begin(&all.box, &mailbox_ordinary, argc > 3 ? strtoul(argv[3], NULL, 10) : 1);
    (void)mkdir(all.folder, 0777);
    (void)snprintf(name, sizeof name, "%s/again", all.folder);
    all.again = fopen(name, "w");
    make_maildir();
    while (!failed && all.number < all.messages)
        failed = next_message();
    for (int i = 0; i < LISTS; i++)
        failed |= all.file[i] && fclose(all.file[i]) != 0;
    failed |= !all.again || fclose(all.again) != 0;
    if (failed)
        perror(all.folder);
    return failed ? 2 : 0;
}
