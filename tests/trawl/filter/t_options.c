/* t_options.c - the options of every command: random lines, each in two spellings
 *
 * A line is a list of items: options with good and bad values, unknown options, operands. Each line
 * is written in two ways, chosen at random: --name=value or --name value or -nvalue or -n value,
 * letters alone or together. Both must give the same answer, message, operands and stored values.
 * The answer must be the one that the table says, and a message must name the option that it is
 * about.
 */
#include "app/command.h"
#include "tap.h"

enum { LINES = 10000, ITEMS = 8, WORDS = 2 * ITEMS + 2, TARGET_SIZE = 1 << 14 };

static const struct command *const commands[] = {
    &command_find,  &command_check, &command_resolve, &command_encode, &command_pick,
    &command_index, &command_query, &command_forget,  &command_report, &command_site};

/* Returns a random number below `below`. */
static uint32_t pick(uint32_t below)
{
    static uint64_t state = 88172645463325252u;

    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32) % below;
}

/* ---- Lines ---- */

enum kind {
    OPERAND,
    OPTION,
    UNKNOWN,  /* an option that the table lacks */
    VALUELESS /* --name=x of an option that takes no value */
};

struct item {
    enum kind kind;
    const struct option *option;
    const char *value; /* of the option, or NULL; else the whole word */
};

struct line {
    struct item items[ITEMS];
    size_t n;
    int cut; /* the last value is missing */
};

/* One way to write a line, and the result of reading it. */
struct spelling {
    _Alignas(max_align_t) char target[TARGET_SIZE];
    char text[WORDS][400], said[4096];
    char *argv[WORDS + 1];
    int argc;
    struct options o;
    enum options_answer answer;
    struct output_taker taker;
    int cluster; /* the last word is letters, to which another letter may be added */
};

static int is_end(const struct option *t)
{
    return !t->letter && !t->name;
}

/* Returns true for the second of two entries with one name. It needs --name=value. */
static int needs_equals(const struct option *table, const struct option *t)
{
    return t->value && t > table && t->name && t[-1].name && strcmp(t->name, t[-1].name) == 0;
}

static int has_twin(const struct option *t)
{
    return !is_end(t + 1) && t->name && t[1].name && strcmp(t->name, t[1].name) == 0;
}

/* Returns true when the value must be one of a list of words, of the table or of the library. */
static bool has_choices(const struct option *t)
{
    return !t->set && (t->choices || t->names);
}

/* Returns the i-th of these words, or NULL. */
static const char *choice(const struct option *t, int i)
{
    return t->names ? t->names(i, NULL, NULL) : t->choices[i];
}

static const char *random_value(const struct option *t)
{
    static const char *const any[] = {
        "",
        "1",
        "-",
        "--",
        "-x",
        "--help",
        "10:20",
        "2G",
        "a,b",
        "=",
        "http://a.example/",
        "https://a.example/%u",
        "2020-02-03",
        "99999999999999999999",
        "\xff\x1b[31m",
        "a b\n",
        "a.long.value.a.long.value.a.long.value.a.long.value.a.long.value.a.long.value.a.long.value"};
    static char list[4][200];
    static unsigned next;
    int words = 0;

    if (has_choices(t) && pick(4) > 0) {
        while (choice(t, words))
            words++;
        return choice(t, (int)pick((uint32_t)words));
    }
    if (t->word && t->word(0) && pick(4) > 0) {
        char *text = list[next++ % 4];

        while (t->word(words))
            words++;
        (void)snprintf(text, sizeof list[0], "%s%s%s", t->word((int)pick((uint32_t)words)),
                       t->many ? "," : "", t->many ? t->word((int)pick((uint32_t)words)) : "");
        return text;
    }
    return any[pick(sizeof any / sizeof any[0])];
}

/* Unknown to all tables. */
static const char *const unknown[] = {
    "--hel", "--helpx", "--HELP",          "--=x", "---", "--\xff\x1b[31m=1", "-%", "-\xe9",
    "-=",    "-.5",     "--no such option"};
static const char *const operands[] = {"", "-", "file", "a=b", "http://a.example/--help", "\xff"};

static void make_line(struct line *l, const struct option *table)
{
    size_t options = 0;

    while (!is_end(&table[options]))
        options++;
    *l = (struct line){.n = pick(ITEMS + 1)};
    for (size_t i = 0; i < l->n; i++) {
        const struct option *t = &table[pick((uint32_t)options)];
        struct item *item = &l->items[i];
        uint32_t kind = pick(24);
        int real = t->letter || t->name[0];

        if (kind == 0)
            *item = (struct item){UNKNOWN, NULL, unknown[pick(sizeof unknown / sizeof *unknown)]};
        else if (kind < 6 || !real)
            *item =
                (struct item){OPERAND, NULL, operands[pick(sizeof operands / sizeof *operands)]};
        else if (kind == 6 && t->name && !t->value && !has_twin(t))
            *item = (struct item){VALUELESS, t, "x"};
        else
            *item = (struct item){OPTION, t, t->value ? random_value(t) : NULL};
    }
    l->cut = l->n > 0 && l->items[l->n - 1].kind == OPTION && l->items[l->n - 1].value &&
             !needs_equals(table, l->items[l->n - 1].option) && pick(4) == 0;
}

/* ---- Spellings ---- */

/* Adds a word. Returns it. */
static char *add_word(struct spelling *s, const char *before, const char *text)
{
    char *word = s->text[s->argc];

    (void)snprintf(word, sizeof s->text[0], "%s%s", before, text);
    s->cluster = 0;
    return s->argv[s->argc++] = word;
}

/* Writes an option by its letter. */
static void spell_letter(struct spelling *s, const struct item *item, int cut)
{
    const char letter[2] = {item->option->letter, '\0'};
    char *word = s->cluster && pick(2) ? s->argv[s->argc - 1] : add_word(s, "-", "");

    strcat(word, letter);
    s->cluster = !item->value;
    if (item->value && !cut && item->value[0] && pick(2))
        strcat(word, item->value);
    else if (item->value && !cut)
        add_word(s, "", item->value);
}

static void spell(struct spelling *s, const struct option *table, const struct item *item, int cut)
{
    const struct option *t = item->option;

    if (item->kind == OPERAND || item->kind == UNKNOWN) {
        (void)add_word(s, "", item->value);
        return;
    }
    if (item->kind == OPTION && t->letter && (!t->name || pick(2))) {
        spell_letter(s, item, cut);
        return;
    }
    (void)add_word(s, "--", t->name);
    if (item->kind == VALUELESS || (item->value && !cut && (needs_equals(table, t) || pick(2)))) {
        strcat(s->argv[s->argc - 1], "=");
        strcat(s->argv[s->argc - 1], item->value);
    } else if (item->value && !cut) {
        (void)add_word(s, "", item->value);
    }
}

/* Collects a message. */
static int hear(void *user, const char *p, size_t n, const struct note *notes, size_t count)
{
    char *said = user;

    (void)notes;
    (void)count;
    (void)snprintf(said + strlen(said), 4096 - strlen(said), "%.*s", (int)n, p);
    return 0;
}

/* Writes the line, and reads it. */
static void read_line(struct spelling *s, const struct command *c, const struct line *l)
{
    s->argc = s->cluster = 0;
    s->said[0] = '\0';
    for (size_t i = 0; i < l->n; i++)
        spell(s, c->options, &l->items[i], l->cut && i == l->n - 1);
    s->argv[s->argc] = NULL;
    s->o =
        (struct options){.command = c->name, .table = c->options, .argc = s->argc, .argv = s->argv};
    s->taker = (struct output_taker){.take = hear, .user = s->said};
    say_to(&s->taker);
    s->answer = options_read(&s->o, s->target);
    say_to(NULL);
}

/* ---- What must be true ---- */

/* Returns the answer that an item alone decides; GOOD where the value may still be refused. */
static enum options_answer answer_of(const struct item *item)
{
    const struct option *t = item->option;
    int known = 0;

    if (item->kind != OPTION)
        return item->kind == OPERAND ? OPTIONS_GOOD : OPTIONS_BAD;
    if (t->name && (strcmp(t->name, "help") == 0 || strcmp(t->name, "version") == 0))
        return t->name[0] == 'h' ? OPTIONS_HELP : OPTIONS_VERSION;
    if (!t->name && t->letter == 'h')
        return OPTIONS_BRIEF;
    for (int i = 0; has_choices(t) && choice(t, i); i++)
        known |= strcmp(choice(t, i), item->value) == 0;
    return (has_choices(t) && !known) || (t->as_str && !*item->value) ? OPTIONS_BAD : OPTIONS_GOOD;
}

/* Returns true when the answer is one that the line allows. */
static int is_allowed(const struct line *l, const struct spelling *s)
{
    int may_refuse = 0;

    for (size_t i = 0; i < l->n; i++) {
        const struct item *item = &l->items[i];
        enum options_answer one = l->cut && i == l->n - 1 ? OPTIONS_BAD : answer_of(item);

        if (one != OPTIONS_GOOD)
            return s->answer == one || (may_refuse && s->answer == OPTIONS_BAD);
        may_refuse |= item->kind == OPTION && item->option->set != NULL;
    }
    return s->answer == OPTIONS_GOOD || (may_refuse && s->answer == OPTIONS_BAD);
}

/* Returns true for a message about an unknown option that has the option's name up to its first
 * unprintable byte. */
static int names_unknown(const char *said, const char *word)
{
    char wanted[80];
    size_t n = word[1] == '-' ? strcspn(word, "=") : 2, i = 0;

    while (i < n && word[i] >= 0x20 && word[i] < 0x7F)
        i++;
    (void)snprintf(wanted, sizeof wanted, "unknown option %.*s", (int)i, word);
    return strstr(said, wanted) != NULL;
}

/* Returns true if only a refusal has a message, and the message is a line that names an option or
 * an unknown word of the command line. */
static int names_the_fault(const struct line *l, const struct spelling *s)
{
    const char *lf = strchr(s->said, '\n');

    if (s->answer != OPTIONS_BAD)
        return !s->said[0];
    if (strncmp(s->said, "trawl: ", 7) != 0 || !lf || lf[1] || strchr(s->said, '\x1b'))
        return 0;
    for (size_t i = 0; i < l->n; i++) {
        const struct item *item = &l->items[i];
        const char letter[3] = {'-', item->option ? item->option->letter : '\0', '\0'};

        if (item->kind == UNKNOWN && names_unknown(s->said, item->value))
            return 1;
        if (item->option && ((item->option->name && strstr(s->said, item->option->name)) ||
                             (letter[1] && strstr(s->said, letter))))
            return 1;
    }
    return 0;
}

/* Returns true when the operands are those of the line, in order. */
static int keeps_operands(const struct line *l, const struct spelling *s)
{
    int n = 0;

    if (s->answer != OPTIONS_GOOD)
        return 1;
    for (size_t i = 0; i < l->n; i++)
        if (l->items[i].kind == OPERAND &&
            (n >= s->o.operands || strcmp(s->argv[n++], l->items[i].value) != 0))
            return 0;
    return n == s->o.operands;
}

/* Returns true when both spellings stored the same for an option of the line. */
static int same_value(const struct option *t, const struct spelling *a, const struct spelling *b)
{
    trawl_str one, two;
    const char *p, *q;

    if (t->set || (t->name && (strcmp(t->name, "help") == 0 || strcmp(t->name, "version") == 0)) ||
        (!t->name && t->letter == 'h'))
        return 1;
    if (!t->value || has_choices(t))
        return memcmp(a->target + t->at, b->target + t->at,
                      t->is_bool ? sizeof(bool) : sizeof(int)) == 0;
    memcpy(&one, a->target + t->at, t->as_str ? sizeof one : sizeof one.p);
    memcpy(&two, b->target + t->at, t->as_str ? sizeof two : sizeof two.p);
    p = one.p;
    q = two.p;
    return p && q && (!t->as_str || (one.n == two.n && one.n == strlen(p))) && strcmp(p, q) == 0;
}

static int are_alike(const struct line *l, const struct spelling *a, const struct spelling *b)
{
    if (a->answer != b->answer)
        return 0;
    for (size_t i = 0; i < l->n && a->answer == OPTIONS_GOOD; i++)
        if (l->items[i].option && !same_value(l->items[i].option, a, b))
            return 0;
    return a->answer != OPTIONS_BAD || strcmp(a->said, b->said) == 0 || l->cut;
}

/* ---- Tests ---- */

static void show(const char *what, const struct spelling *s)
{
    printf("# %s: answer %d, said %s#", what, (int)s->answer, s->said[0] ? s->said : "nothing\n");
    for (int i = 0; i < s->argc; i++) {
        printf(" '");
        tap_bytes(s->text[i], strlen(s->text[i]));
        printf("'");
    }
    printf("\n");
}

/* Reads lines in two spellings. These must be zero at first, and must not be cleared later: values
 * that functions stored may own memory. */
static void test_lines(const struct command *c, struct spelling *a, struct spelling *b)
{
    struct line l;
    int good = 0, held = 1;

    for (int i = 0; i < LINES && held; i++) {
        make_line(&l, c->options);
        read_line(a, c, &l);
        read_line(b, c, &l);
        good += a->answer == OPTIONS_GOOD;
        held = is_allowed(&l, a) && names_the_fault(&l, a) && keeps_operands(&l, a) &&
               keeps_operands(&l, b) && are_alike(&l, a, b);
    }
    ok(held, "%s: random lines", c->name ? c->name : "trawl");
    if (!held) {
        show("one", a);
        show("two", b);
    }
    ok(good > LINES / 20 && good < LINES, "%s: good and bad ones", c->name ? c->name : "trawl");
}

/* Checks that each letter and name occurs once, and that no help is empty. */
static void test_table(const struct command *c)
{
    int wrong = 0, version = 0;

    for (const struct option *t = c->options; !is_end(t); t++) {
        wrong += t->help && !t->help[0];
        version += t->name && strcmp(t->name, "version") == 0;
        for (const struct option *other = c->options; other < t; other++)
            wrong += (t->letter && t->letter == other->letter) ||
                     (t->name && other->name && strcmp(t->name, other->name) == 0 &&
                      !needs_equals(c->options, t));
    }
    is_int(wrong, 0, "%s: no option twice, no empty help", c->name ? c->name : "trawl");
    is_int(version, 1, "%s: --version", c->name ? c->name : "trawl");
}

int main(void)
{
    static struct spelling spellings[sizeof commands / sizeof commands[0]][2];

    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        test_table(commands[i]);
        test_lines(commands[i], &spellings[i][0], &spellings[i][1]);
    }
    return done();
}
