/* fuzz_pick.c - any bytes as the input of trawl pick, with choices of the user
 *
 * Byte 0 is the number of choices n, byte 1 the kind of input; then come n bytes of choices, a
 * configuration up to the first NUL, and the input. Each target must be listed once, and targets
 * that are listed must keep their order while more messages are read. The key for other readings
 * goes from the last reading to the first; the key for a gateway's target goes back to the gateway
 * when it is pressed again. Nothing that may run code opens without a question. The command of a
 * link is made of the configuration's words, and contains the URL whole, in one word.
 */
#include "pick/pick.h"

#include <unistd.h>

#include "fuzz.h"
#include "silent.h"

static void read_conf(struct conf *c, const char *p, size_t n)
{
    static int fd = -1;
    static char path[64];

    silent_begin();
    if (fd < 0) {
        char name[] = "/dev/shm/fuzz-pick-XXXXXX";

        fd = mkstemp(name);
        must(fd >= 0 && unlink(name) == 0, "a file in memory");
        (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    }
    must(ftruncate(fd, 0) == 0 && pwrite(fd, p, n, 0) == (ssize_t)n, "a file is written");
    must(conf_open(c, path) == 0, "a configuration is read");
}

static void check_command(const struct conf *conf, const struct judged *j)
{
    const char *command = conf_program(conf, j->scheme, j->host);
    struct command_words w, plain;
    size_t whole = 0, i = 0;

    if (!command || !command_divide(&w, command, strlen(command), j->href))
        return;
    for (i = 0; w.argv[i]; i++)
        whole += strstr(w.argv[i], j->href) != NULL;
    must(whole > 0, "the URL is in the command, whole");
    must(command_divide(&plain, command, strlen(command), NULL) || i == 1, "without a URL, too");
    for (size_t k = 0; plain.argv && plain.argv[k]; k++)
        must(k < i, "no word more without the URL");
    free(w.argv);
    free(plain.argv);
}

static void check_judged(struct judged *j, const struct conf *conf, const struct choice *c)
{
    size_t n;

    if (judge(j, conf, c) != TRAWL_OK)
        return;
    n = strlen(j->href);
    for (size_t i = 0; i < n && j->how != JUDGED_NEVER; i++)
        must(j->href[i] > ' ' && j->href[i] <= '~', "what is opened is ASCII without blanks");
    must(j->how != JUDGED_NEVER || j->why.n > 0, "a refusal has a reason");
    must((j->how == JUDGED_ASK) <= (j->why.n > 0), "a question has a reason");
    if (j->how != JUDGED_OPEN)
        return;
    must(n > 0, "there is something to open");
    must(strcmp(j->scheme, "javascript") != 0 && strcmp(j->scheme, "data") != 0 &&
             strcmp(j->scheme, "vbscript") != 0 && strcmp(j->scheme, "file") != 0,
         "no code opens without a question");
    check_command(conf, j);
}

static void check_order(struct choices *c, const uint32_t *before, size_t settled)
{
    bool *seen = calloc(c->count + 1, sizeof *seen);

    must(seen != NULL, "memory for the test");
    choices_sort(c);
    for (size_t i = 0; i < c->count; i++) {
        must(c->order[i] < c->count && !seen[c->order[i]], "each link is there once");
        seen[c->order[i]] = true;
        must(i >= settled || before[i] == c->order[i], "the links so far keep their places");
    }
    free(seen);
}

/* Does what a key of the user does. */
static void press(struct choices *all, struct choice *c, uint8_t key)
{
    const trawl_str url = choice_url(c);
    bool other = c->edited.n > 0 || c->use_goal; /* states that these keys leave */
    unsigned readings = 1;

    switch (key % 4) {
    case 0:
        if (!choice_next_reading(c) || other)
            return;
        for (; !str_same(choice_url(c), url) && readings < 100; readings++)
            (void)choice_next_reading(c);
        must(readings <= c->alt_count + 2u, "after all readings comes the first");
        break;
    case 1:
        if (choice_use_goal(c) && choice_use_goal(c) && !other)
            must(str_same(choice_url(c), url), "the gateway again");
        break;
    case 2:
        must(choice_edit(all, c, str_of("http://edited.example/", 22)), "memory for the test");
        must(choice_url(c).n == 22, "the URL that the user wrote");
        break;
    default:
        c->marked = !c->marked;
        break;
    }
}

static void read_input(struct choices *c, int input, trawl_str text)
{
    trawl_mail_config config = {.size = sizeof config,
                                .input = input,
                                .options = TRAWL_MAIL_OPTION_ANCHORS | TRAWL_MAIL_OPTION_SHOW};
    uint32_t *before = NULL;
    trawl_mail *m;
    size_t settled = 0;

    must(trawl_mail_open(&m, &config, choices_event, c) == TRAWL_OK, "memory for the test");
    choices_begin(c, str_of("", 0));
    for (size_t at = 0, k; at < text.n; at += k) {
        k = text.n - at < 500 ? text.n - at : 500;
        must(trawl_mail_feed(m, text.p + at, k) == TRAWL_OK, "a piece is read");
        check_order(c, before, settled);
        settled = c->settled;
        free(before);
        before = malloc((settled + 1) * sizeof *before);
        must(before != NULL, "memory for the test");
        if (settled > 0)
            memcpy(before, c->order, settled * sizeof *before);
    }
    must(trawl_mail_finish(m) == TRAWL_OK, "the input ends");
    choices_end(c);
    check_order(c, before, settled);
    free(before);
    trawl_mail_close(&m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct judged judged;
    struct buffer words = {0};
    struct choices c;
    struct conf conf;
    size_t keys = size > 1 ? data[0] % 16 : 0;
    const char *p = (const char *)data + 2 + keys, *end = (const char *)data + size, *nul;

    if (size < 2 + keys)
        return 0;
    nul = p < end ? memchr(p, '\0', (size_t)(end - p)) : NULL;
    nul = nul ? nul : p;
    read_conf(&conf, p, (size_t)(nul - p));
    choices_open(&c);
    read_input(&c, data[1] % TRAWL_INPUT_COUNT, str_of(nul, (size_t)(end - nul)));
    for (size_t i = 0; i < keys && c.count > 0; i++)
        press(&c, &c.all[data[2 + i] / 4 % c.count], data[2 + i]);
    for (size_t i = 0; i < c.count; i++) {
        trawl_span link = {0, 0};

        check_judged(&judged, &conf, &c.all[i]);
        words.n = 0;
        words_around(&words, &c, &c.all[i], &link);
        must(link.from <= link.to && link.to <= words.n, "the link is in the text around it");
        words_about(&words, &c.all[i]);
    }
    buffer_free(&words);
    choices_close(&c);
    conf_close(&conf);
    return 0;
}
