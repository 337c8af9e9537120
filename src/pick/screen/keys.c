/* keys.c - what the keys of the list do */
#include "pick/screen/inside.h"

#include "base/ascii.h"

#define CONTROL(letter) ((letter)&0x1F)
#define DOUBLE_CLICK_MS 500

/* ---- Opening ---- */

static void set_mark(struct screen *s, struct choice *choice, bool marked)
{
    s->marked += (size_t)marked - (size_t)choice->marked;
    choice->marked = marked;
}

/* Opens a link, after a question if it needs one. */
static bool open_choice(struct screen *s, struct choice *choice)
{
    struct pick *p = s->pick;
    int error = judge(&p->judged, &p->conf, choice);
    bool opened;

    s->fresh = false;
    if (error != TRAWL_OK) {
        screen_say(s, trawl_strerror(error), "");
        return false;
    }
    if (p->judged.how == JUDGED_NEVER) {
        (void)buffer_add(&p->judged.why, "", 1);
        screen_say(s, "not opened: ", p->judged.why.p);
        return false;
    }
    if (p->judged.how == JUDGED_ASK && !page_ask(s, &p->judged)) {
        screen_say(s, "not opened", "");
        return false;
    }
    opened = helper_launch(p) == 0;
    screen_say(s, p->helper.said, "");
    p->chosen += opened;
    if (opened && choice->marked)
        set_mark(s, choice, false);
    return opened;
}

/* Returns the next link that a key acts on, from place *i of the order on: a marked link, or the
 * selected one if `marked` is false. Returns NULL after the last one. */
static struct choice *next_taken(struct screen *s, size_t *i, bool marked)
{
    struct choices *all = &s->pick->choices;

    while (marked && *i < all->count) {
        struct choice *choice = &all->all[all->order[(*i)++]];
        if (choice->marked)
            return choice;
    }
    return !marked && (*i)++ == 0 ? list_current(s) : NULL;
}

/* Prints the marked links, or the selected one, and leaves. */
static void keys_print_all(struct screen *s)
{
    const struct choice *choice;

    for (size_t i = 0; (choice = next_taken(s, &i, s->marked > 0));) {
        pick_print(s->pick, choice);
        s->pick->chosen++;
    }
    s->leave = true;
}

static void keys_open_all(struct screen *s)
{
    size_t marked = s->marked, opened = 0, i = 0;
    struct choice *choice;
    char text[80];

    while (!s->leave && (choice = next_taken(s, &i, marked > 0)))
        opened += open_choice(s, choice);
    if (marked > 1) {
        (void)snprintf(text, sizeof text, "opened %zu of %zu", opened, marked);
        screen_say(s, text, "");
    }
    s->leave |= s->pick->options.once && opened > 0;
}

/* ---- Copying ---- */

static void keys_copy(struct screen *s, bool markdown)
{
    struct buffer text = {0};
    const struct choice *choice;

    for (size_t i = 0; (choice = next_taken(s, &i, s->marked > 0));) {
        if (text.n > 0)
            add_text(&text, "\n");
        if (markdown)
            copy_markdown(&text, choice);
        else
            add_str(&text, choice_url(choice));
    }
    (void)helper_copy(s->pick, buffer_str(&text));
    screen_say(s, s->pick->helper.said, "");
    buffer_free(&text);
}

/* ---- Changing the link ---- */

/* Lets the user edit the URL, and opens it. */
static void edit(struct screen *s, struct choice *choice)
{
    char text[TRAWL_URL_MAX + 1];
    trawl_str url = choice_url(choice);

    (void)snprintf(text, sizeof text, "%.*s", (int)url.n, url.p);
    if (!line_edit(s, "URL: ", text, sizeof text) || !text[0] ||
        !choice_edit(&s->pick->choices, choice, (trawl_str){text, strlen(text)}))
        return;
    if (!s->pick->options.print)
        s->leave |= open_choice(s, choice) && s->pick->options.once;
}

static void next_reading(struct screen *s, struct choice *choice)
{
    if (!choice_next_reading(choice))
        screen_say(s, "this link has only one reading", "");
    else
        screen_say(s, words_reading(choice_why(choice)), "");
}

static void trust(struct screen *s, struct choice *choice)
{
    struct judged *j = &s->pick->judged;
    struct page page = {.title = "Always open links to this place, without a question?",
                        .hint = "y remembers it  n does not"};
    int key;

    if (judge(j, &s->pick->conf, choice) != TRAWL_OK || j->how == JUDGED_NEVER ||
        j->always.n == 0) {
        screen_say(s, "this link does not lead to a place that can be remembered", "");
        return;
    }
    page_add(&page, (trawl_str){j->always.p, strlen(j->always.p)}, ROLE_HOST, (trawl_span){0, 0});
    key = page_show(s, &page);
    if (key == 'y' || key == 'Y')
        page_remember(s, j->always.p);
}

/* ---- Moving ---- */

static void keys_search(struct screen *s, bool back)
{
    for (size_t i = 1; i <= s->count; i++) {
        size_t row = (back ? s->row + 2 * s->count - i : s->row + i) % s->count;
        if (words_have(&s->text, &s->pick->choices, list_at(s, row), s->word)) {
            list_select(s, row);
            return;
        }
    }
    screen_say(s, "no link has ", s->word);
}

static void ask_word(struct screen *s)
{
    s->word[0] = '\0';
    if (!line_edit(s, "/", s->word, sizeof s->word) || !s->word[0])
        return;
    for (char *p = s->word; *p; p++)
        *p = ascii_lower(*p);
    keys_search(s, false);
}

/* Adds a digit to the number, and goes to that link. */
static void add_digit(struct screen *s, int digit)
{
    struct choices *all = &s->pick->choices;
    size_t number = 10 * s->number + (size_t)digit;

    if (number > all->count)
        number = (size_t)digit;
    s->number = number;
    if (number == 0 || number > all->count)
        return;
    if (all->all[all->order[number - 1]].rank == RANK_FOLDED && !s->unfolded) {
        s->unfolded = s->stale = true;
        list_update(s);
    }
    for (size_t row = 0; row < s->count; row++)
        if (s->rows[row] == number - 1)
            list_select(s, row);
}

/* Moves by a number of rows. */
static void move_by(struct screen *s, long rows)
{
    if (rows < 0 && (size_t)-rows > s->row)
        list_select(s, 0);
    else
        list_select(s, s->row + (size_t)rows);
}

/* Returns the number of rows of a page: those on the screen. */
static long page_rows(const struct screen *s)
{
    size_t last = s->top;

    for (int y = 0; y < LINES && y < LINES_MAX; y++)
        if (s->of_line[y] > 0)
            last = s->of_line[y] - 1;
    return last > s->top ? (long)(last - s->top) : 1;
}

/* ---- The mouse ---- */

static void click(struct screen *s)
{
    MEVENT event;
    uint64_t now = screen_now();
    size_t row;

    if (getmouse(&event) != OK)
        return;
#if NCURSES_MOUSE_VERSION > 1
    if (event.bstate & (BUTTON4_PRESSED | BUTTON5_PRESSED)) {
        move_by(s, event.bstate & BUTTON4_PRESSED ? -3 : 3);
        return;
    }
#endif
    if (!(event.bstate & BUTTON1_PRESSED) || event.y < 0 || event.y >= LINES_MAX ||
        s->of_line[event.y] == 0)
        return;
    row = s->of_line[event.y] - 1;
    list_select(s, row);
    if (row == s->clicked_row && now - s->clicked < DOUBLE_CLICK_MS) {
        if (s->pick->options.print)
            keys_print_all(s);
        else
            s->leave |= open_choice(s, list_at(s, row)) && s->pick->options.once;
        now = 0;
    }
    s->clicked = now;
    s->clicked_row = row;
}

/* ---- All keys ---- */

/* Handles the keys that need no link. Returns false for other keys. */
static bool press_any(struct screen *s, int key)
{
    switch (key) {
    case 'q':
    case CONTROL('C'):
        s->leave = true;
        return true;
    case '?':
    case KEY_F(1):
        page_help(s);
        return true;
    case 'z':
        s->unfolded = !s->unfolded;
        s->stale = true;
        if (s->pick->choices.folded == 0)
            screen_say(s, "no links are folded away", "");
        return true;
    case CONTROL('L'):
        (void)clearok(stdscr, TRUE);
        return true;
    case KEY_MOUSE:
        click(s);
        return true;
    default:
        return key == KEY_RESIZE;
    }
}

/* Moves the selection. Returns false for keys that do not. */
static bool press_move(struct screen *s, int key)
{
    switch (key) {
    case KEY_DOWN:
    case 'j':
    case CONTROL('N'):
        move_by(s, 1);
        return true;
    case KEY_UP:
    case 'k':
    case CONTROL('P'):
        move_by(s, -1);
        return true;
    case KEY_HOME:
    case 'g':
        list_select(s, 0);
        return true;
    case KEY_END:
    case 'G':
        list_select(s, s->count - 1);
        return true;
    case KEY_NPAGE:
    case CONTROL('F'):
        move_by(s, page_rows(s));
        return true;
    case KEY_PPAGE:
    case CONTROL('B'):
        move_by(s, -page_rows(s));
        return true;
    case CONTROL('D'):
        move_by(s, page_rows(s) / 2 + 1);
        return true;
    case CONTROL('U'):
        move_by(s, -(page_rows(s) / 2 + 1));
        return true;
    case '/':
        ask_word(s);
        return true;
    case 'n':
    case 'N':
        if (s->word[0])
            keys_search(s, key == 'N');
        return true;
    default:
        return false;
    }
}

static void press_link(struct screen *s, int key, struct choice *choice)
{
    switch (key) {
    case '\r':
    case '\n':
    case KEY_ENTER:
        if (s->pick->options.print)
            keys_print_all(s);
        else
            s->leave |= open_choice(s, choice) && s->pick->options.once;
        break;
    case ' ':
        set_mark(s, choice, !choice->marked);
        move_by(s, 1);
        break;
    case 'o':
        if (s->pick->options.print)
            keys_print_all(s);
        else
            keys_open_all(s);
        break;
    case 'y':
    case 'Y':
        keys_copy(s, key == 'Y');
        break;
    case 'e':
        edit(s, choice);
        break;
    case '\t':
        next_reading(s, choice);
        break;
    case 't':
        if (!choice_use_goal(choice))
            screen_say(s, "this link does not go through a known gateway", "");
        break;
    case 'c':
        page_context(s, choice);
        break;
    case '!':
        trust(s, choice);
        break;
    default:
        screen_say(s, "this key does nothing; ? shows the keys", "");
        break;
    }
}

void keys_press(struct screen *s, int key)
{
    size_t number = s->number;

    s->said.n = 0;
    s->fresh = false;
    s->number = 0;
    if (key >= '0' && key <= '9') {
        s->number = number;
        add_digit(s, key - '0');
    } else if (!press_any(s, key) && s->count > 0 && !press_move(s, key)) {
        press_link(s, key, list_current(s));
    }
}
