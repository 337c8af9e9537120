/* prompt.c - lets the user choose by numbers, line by line
 *
 * For --plain, terminals that cannot move the cursor, screen readers and editors: prints the links
 * with their numbers, then reads commands from the terminal.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/ascii.h"
#include "pick/pick.h"

#define PAGE 20 /* how many links are printed at a time */

struct prompt {
    struct pick *pick;
    struct output out;
    char buffer[4096];
    int in, terminal; /* terminal -1: standard input and output are used */
    char line[TRAWL_URL_MAX + 64];
    char waiting[512]; /* what was read beyond the line */
    size_t waiting_from, waiting_n;
    size_t next; /* the number of links that were shown */
    bool unfolded;
};

static const char help[] = "  3, 1 4, 2-5  open these links\n"
                           "  y 3          copy its URL\n"
                           "  Y 3          copy it as Markdown\n"
                           "  c 3          show the lines around it\n"
                           "  r 3          use its next reading\n"
                           "  t 3          use the target of a gateway\n"
                           "  e 3          edit its URL\n"
                           "  ! 3          always open its host without a question\n"
                           "  /word        list the links with this word\n"
                           "  m            show more links (so does an empty line)\n"
                           "  z            show footers, list headers and pictures\n"
                           "  l            list all again\n"
                           "  q            quit\n";

/* ---- The terminal ---- */

struct prompt *prompt_open(struct pick *p, bool may_use_input)
{
    struct prompt *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->pick = p;
    q->terminal = p->tty;
    if (q->terminal < 0 && !may_use_input) {
        free(q);
        return NULL;
    }
    q->in = q->terminal < 0 ? 0 : q->terminal;
    output_open(&q->out, q->terminal < 0 ? p->options.print ? 2 : 1 : q->terminal, q->buffer,
                sizeof q->buffer);
    p->terminal.fd = q->terminal;
    return q;
}

void prompt_close(struct prompt *q)
{
    if (!q)
        return;
    output_flush(&q->out);
    q->pick->terminal.fd = -1;
    free(q);
}

/* Reads the next byte. Returns -1 at the end. */
static int read_byte(struct prompt *q)
{
    ssize_t got;

    if (q->waiting_from == q->waiting_n) {
        do
            got = read(q->in, q->waiting, sizeof q->waiting);
        while (got < 0 && errno == EINTR);
        if (got < 0)
            say_system("pick", q->terminal < 0 ? "standard input" : "/dev/tty", errno);
        if (got <= 0)
            return -1;
        q->waiting_from = 0;
        q->waiting_n = (size_t)got;
    }
    return (unsigned char)q->waiting[q->waiting_from++];
}

/* Prints a question and reads a line. Returns NULL at the end of the input. */
static char *prompt_ask(struct prompt *q, const char *question)
{
    size_t n = 0;
    int c;

    output_text(&q->out, question);
    output_flush(&q->out);
    while ((c = read_byte(q)) >= 0 && c != '\n')
        if (n + 1 < sizeof q->line)
            q->line[n++] = (char)c;
    if (c < 0 && n == 0)
        return NULL;
    while (n > 0 && (q->line[n - 1] == ' ' || q->line[n - 1] == '\r'))
        n--;
    q->line[n] = '\0';
    return q->line + strspn(q->line, " \t");
}

static void print_line(struct prompt *q, const char *indent, trawl_str text)
{
    output_text(&q->out, indent);
    printable_people(&q->out, text.p, text.n);
    output_byte(&q->out, '\n');
}

static void print_said(struct prompt *q)
{
    print_line(q, "", (trawl_str){q->pick->helper.said, strlen(q->pick->helper.said)});
}

/* ---- Listing ---- */

static void print_choice(struct prompt *q, const struct choice *choice, size_t number)
{
    struct buffer *words = &q->pick->words;
    trawl_span link;
    char label[32];

    (void)snprintf(label, sizeof label, "%zu  ", number);
    print_line(q, label, words_url(words, choice_url(choice), false));
    words->n = 0;
    words_danger(words, choice, choice_url(choice), choice_flags(choice));
    if (words->n > 0)
        print_line(q, "   careful: ", buffer_str(words));
    words->n = 0;
    words_about(words, choice);
    if (words->n > 0)
        print_line(q, "   ", buffer_str(words));
    words->n = 0;
    words_around(words, &q->pick->choices, choice, &link);
    if (words->n > 0)
        print_line(q, "   : ", buffer_str(words));
}

/* Returns true when the choice is listed. */
static bool prompt_is_listed(const struct prompt *q, const struct choice *choice)
{
    return q->unfolded || choice->rank != RANK_FOLDED;
}

static void print_heading(struct prompt *q, const struct choice *choice,
                          const struct choice *before)
{
    struct choices *all = &q->pick->choices;

    if (all->headings[choice->heading].title.n == 0 ||
        (before && before->heading == choice->heading))
        return;
    q->pick->words.n = 0;
    words_heading(&q->pick->words, &all->headings[choice->heading]);
    print_line(q, "", buffer_str(&q->pick->words));
}

/* Prints the next page. */
static void print_page(struct prompt *q)
{
    struct choices *all = &q->pick->choices;
    const struct choice *before = NULL;
    size_t shown = 0, left = 0;

    for (; q->next < all->count && shown < PAGE; q->next++) {
        const struct choice *choice = &all->all[all->order[q->next]];
        if (!prompt_is_listed(q, choice))
            continue;
        print_heading(q, choice, before);
        print_choice(q, choice, q->next + 1);
        before = choice;
        shown++;
    }
    for (size_t i = q->next; i < all->count; i++)
        left += prompt_is_listed(q, &all->all[all->order[i]]);
    if (left > 0)
        output_printf(&q->out, "%zu more: m\n", left);
    if (!q->unfolded && all->folded > 0)
        output_printf(&q->out, "%zu folded away: z\n", all->folded);
}

/* Lists the links that words_have() finds a word in. */
static void prompt_search(struct prompt *q, char *word)
{
    struct choices *all = &q->pick->choices;
    bool any = false;

    for (char *p = word; *p; p++)
        *p = ascii_lower(*p);
    for (size_t i = 0; i < all->count; i++) {
        const struct choice *choice = &all->all[all->order[i]];
        if (words_have(&q->pick->words, all, choice, word)) {
            print_choice(q, choice, i + 1);
            any = true;
        }
    }
    if (!any)
        output_text(&q->out, "no link has this word\n");
}

/* ---- Opening ---- */

/* Asks whether to open a link. Returns true for yes. */
static bool may_open(struct prompt *q, struct pick *p)
{
    struct judged *j = &p->judged;
    bool can = j->always.n > 0;
    const char *answer;
    int error;

    if (!q) {
        say("pick", "not opened: ", j->href, "; it needs a question, and there is no terminal");
        return false;
    }
    print_line(q, "", (trawl_str){j->href, strlen(j->href)});
    print_line(q, "careful: ", buffer_str(&j->why));
    answer = prompt_ask(q, can ? "open it? y (yes), n (no), ! (always for this place): "
                               : "open it? y (yes), n (no): ");
    if (answer && can && *answer == '!') {
        error = helper_remember(p, j->always.p);
        if (error)
            say_system("pick", p->conf.path ? p->conf.path : "pick.conf", error);
        return true;
    }
    return answer && (*answer == 'y' || *answer == 'Y');
}

int prompt_choose(struct prompt *q, struct pick *p, struct choice *choice)
{
    int error, failed;

    if (p->options.print) {
        pick_print(p, choice);
        p->chosen++;
        return 0;
    }
    error = judge(&p->judged, &p->conf, choice);
    if (error != TRAWL_OK) {
        say("pick", trawl_strerror(error), NULL, NULL);
        return -1;
    }
    if (p->judged.how == JUDGED_NEVER) {
        (void)buffer_add(&p->judged.why, "", 1);
        say("pick", "not opened: ", p->judged.why.p, NULL);
        return -1;
    }
    if (p->judged.how == JUDGED_ASK && !may_open(q, p))
        return -1;
    if (q)
        output_flush(&q->out);
    failed = helper_launch(p);
    p->chosen += !failed;
    if (q && !p->options.first && !p->options.number)
        print_said(q);
    else if (failed)
        say("pick", "", p->helper.said, NULL);
    return failed;
}

/* ---- Commands ---- */

static void print_context(struct prompt *q, const struct choice *choice)
{
    trawl_str rest = around_lines(&q->pick->choices.around, choice->from, choice->to, AROUND_LINES);

    for (size_t n; rest.n > 0; rest.p += n, rest.n -= n) {
        const char *lf = memchr(rest.p, '\n', rest.n);

        n = lf ? (size_t)(lf - rest.p) + 1 : rest.n;
        print_line(q, "  ", (trawl_str){rest.p, n - (lf != NULL)});
    }
}

/* Runs a command for one link. */
static void run_one(struct prompt *q, char command, struct choice *choice, size_t number)
{
    struct pick *p = q->pick;
    struct buffer *words = &p->words;
    const char *line;

    words->n = 0;
    switch (command) {
    case 'y':
        (void)helper_copy(p, choice_url(choice));
        print_said(q);
        break;
    case 'Y':
        copy_markdown(words, choice);
        (void)helper_copy(p, buffer_str(words));
        print_said(q);
        break;
    case 'c':
        print_context(q, choice);
        break;
    case 'r':
    case 't':
    case 'e':
        if (command == 'r' && !choice_next_reading(choice))
            output_text(&q->out, "this link has only one reading\n");
        if (command == 't' && !choice_use_goal(choice))
            output_text(&q->out, "this link does not go through a known gateway\n");
        if (command == 'e' && (line = prompt_ask(q, "new URL: ")) && *line)
            (void)choice_edit(&p->choices, choice, (trawl_str){line, strlen(line)});
        print_choice(q, choice, number);
        break;
    case '!':
        if (judge(&p->judged, &p->conf, choice) == TRAWL_OK && p->judged.always.n > 0 &&
            helper_remember(p, p->judged.always.p) == 0)
            print_line(
                q, "always opened: ", (trawl_str){p->judged.always.p, strlen(p->judged.always.p)});
        else
            output_text(&q->out, "it cannot be remembered\n");
        break;
    default:
        (void)prompt_choose(q, p, choice);
        break;
    }
}

/* Runs a command for each number in `list`: "1 4 6-8". Returns false when the list is wrong. */
static bool run_each(struct prompt *q, char command, char *list)
{
    while (*(list += strspn(list, " ,")) != '\0') {
        char *end;
        unsigned long from = strtoul(list, &end, 10), to = from;

        if (end == list)
            return false;
        if (*end == '-')
            to = strtoul(list = end + 1, &end, 10);
        if (end == list || from == 0 || to < from || to > q->pick->choices.count)
            return false;
        for (list = end; from <= to; from++)
            run_one(q, command, pick_numbered(q->pick, from), from);
    }
    return true;
}

/* Runs a line. Returns false to leave. */
static bool run_line(struct prompt *q, char *line)
{
    /* A copy, since a command may read further lines. */
    char list[200];
    char first = *line;

    switch (first) {
    case 'q':
        return false;
    case '\0':
    case 'm':
        print_page(q);
        return true;
    case '?':
    case 'h':
        output_text(&q->out, help);
        return true;
    case 'z':
        q->unfolded = !q->unfolded;
        q->next = 0;
        print_page(q);
        return true;
    case 'l':
        q->next = 0;
        print_page(q);
        return true;
    case '/':
        prompt_search(q, line + 1);
        return true;
    default:
        break;
    }
    (void)snprintf(list, sizeof list, "%s", strchr("yYcrte!", first) ? line + 1 : line);
    if (!run_each(q, first, list))
        output_printf(&q->out, "not a command or a number from 1 to %zu; ? shows the commands\n",
                      q->pick->choices.count);
    return !((q->pick->options.print || q->pick->options.once) && q->pick->chosen > 0);
}

void prompt_run(struct prompt *q)
{
    struct choices *all = &q->pick->choices;
    char *line;

    q->unfolded = all->folded == all->count;
    output_printf(&q->out, all->count == 1 ? "%zu link\n" : "%zu links\n", all->count);
    print_page(q);
    while ((line = prompt_ask(q, q->pick->options.print ? "number to print (? for help): "
                                                        : "number to open (? for help): ")) &&
           run_line(q, line))
        ;
}
