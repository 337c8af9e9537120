/* pages.c - pages of text over the list: the question before a link is opened, the lines around a
 * link, the help
 *
 * A page may be longer than the screen; the keys of less scroll it.
 */
#include "pick/screen/inside.h"

void page_add(struct page *page, trawl_str text, enum role role, trawl_span hot)
{
    if (page->count < PARAGRAPHS)
        page->all[page->count++] = (struct paragraph){text, role, hot};
}

static void pages_add_plain(struct page *page, const char *text, enum role role)
{
    page_add(page, (trawl_str){text, strlen(text)}, role, (trawl_span){0, 0});
}

/* ---- Showing ---- */

/* Divides a paragraph into lines of the screen, of which the first has the number `line`. Draws
 * those lines of it that have a number from `first` to first + height - 1; line `first` is drawn at
 * y. Returns the number after that of its last line. */
static int draw_paragraph(const struct screen *s, const struct paragraph *paragraph, int line,
                          int first, int y, int height)
{
    struct glyph g;
    int x = 0;

    for (size_t i = 0; i < paragraph->text.n; i += g.bytes) {
        bool hot = i >= paragraph->hot.from && i < paragraph->hot.to;

        draw_glyph(s, &g, paragraph->text.p + i, paragraph->text.n - i);
        if (x > 0 && x + g.columns > COLS) {
            x = 0;
            line++;
        }
        if (line >= first && line < first + height) {
            (void)attrset(draw_attribute(s, paragraph->role) |
                          (hot ? A_BOLD | A_UNDERLINE : A_NORMAL));
            if (g.columns > 0)
                (void)mvaddnstr(y + line - first, x, g.text, (int)g.n);
        }
        x += g.columns;
    }
    return line + 1;
}

/* Returns the lines between the title and the bottom line. A low screen has no title. */
static int page_height(void)
{
    return LINES - (LINES >= 4) - (LINES >= 2);
}

/* Draws the page from line `first` on. Returns how many lines it has. */
static int draw_page(const struct screen *s, const struct page *page, int first)
{
    struct pen pen = {0, 0, COLS};
    bool top = LINES >= 4;
    int height = page_height(), line = 0;

    (void)erase();
    if (top) {
        draw_text(s, &pen, (trawl_str){page->title, strlen(page->title)},
                  draw_attribute(s, ROLE_BAR) | A_BOLD);
        draw_rest(&pen, draw_attribute(s, ROLE_BAR));
    }
    for (size_t i = 0; i < page->count; i++)
        line = draw_paragraph(s, &page->all[i], line, first, top, height);
    if (LINES >= 2) {
        pen = (struct pen){LINES - 1, 0, COLS};
        if (first + height < line)
            draw_text(s, &pen, (trawl_str){"(more: Space) ", 14}, draw_attribute(s, ROLE_BAR));
        draw_text(s, &pen, (trawl_str){page->hint, strlen(page->hint)},
                  draw_attribute(s, ROLE_BAR));
        draw_rest(&pen, draw_attribute(s, ROLE_BAR));
    }
    (void)move(LINES - 1, COLS - 1);
    (void)refresh();
    return line;
}

/* Returns the number of the first line to show after a key, or -1 for a key that does not
 * scroll. */
static int scroll_by(int key, int first, int last, int height)
{
    switch (key) {
    case KEY_DOWN:
    case 'j':
        first++;
        break;
    case KEY_UP:
    case 'k':
        first--;
        break;
    case KEY_NPAGE:
    case ' ':
        first += height;
        break;
    case KEY_PPAGE:
    case 'b':
        first -= height;
        break;
    case KEY_HOME:
    case 'g':
        first = 0;
        break;
    case KEY_END:
    case 'G':
        first = last;
        break;
    case KEY_RESIZE:
    case KEY_MOUSE:
    case 'L' & 0x1F:
        break;
    default:
        return -1;
    }
    first = first > last ? last : first;
    return first > 0 ? first : 0;
}

int page_show(struct screen *s, const struct page *page)
{
    int first = 0, next, key;

    for (;;) {
        int count = draw_page(s, page, first), height = page_height();

        key = screen_key(s);
        next = scroll_by(key, first, count > height ? count - height : 0, height > 0 ? height : 1);
        if (key == ('L' & 0x1F))
            (void)clearok(stdscr, TRUE);
        if (key == ERR || next < 0)
            break;
        first = next;
    }
    s->fresh = false;
    return key;
}

/* ---- The question ---- */

void page_remember(struct screen *s, const char *place)
{
    int error = helper_remember(s->pick, place);

    if (error)
        screen_say(s, "not remembered: ", strerror(error));
    else
        screen_say(s, "remembered in ", s->pick->conf.path);
}

bool page_ask(struct screen *s, struct judged *j)
{
    struct page page = {.title = "Open this link?", .hint = "y opens it  n does not"};
    trawl_str url = {j->href, strlen(j->href)}, host = url_host(url);
    size_t at = host.n > 0 ? (size_t)(host.p - url.p) : 0;
    int key;

    page_add(&page, url, ROLE_PLAIN, (trawl_span){at, at + host.n});
    pages_add_plain(&page, "", ROLE_PLAIN);
    page_add(&page, buffer_str(&j->why), ROLE_DANGER, (trawl_span){0, 0});
    if (j->always.n > 0) {
        pages_add_plain(&page, "", ROLE_PLAIN);
        pages_add_plain(&page, j->always.p, ROLE_PLAIN);
        page.hint = "y opens it  n does not  ! always opens links to this place";
    }
    do
        key = page_show(s, &page);
    while (key != ERR && !strchr("yYnNq!\033\003", key > 0 && key < 0x80 ? key : 'x'));
    if (key == '!' && j->always.n > 0)
        page_remember(s, j->always.p);
    return key == 'y' || key == 'Y' || (key == '!' && j->always.n > 0);
}

/* ---- Help and context ---- */

void page_help(struct screen *s)
{
    static const char *const keys[] = {
        "Enter          open the link; with --print: print what is marked, and quit",
        "j k Down Up    next and previous link (also Ctrl-N Ctrl-P)",
        "g G Home End   first and last link",
        "PgDn PgUp      next and previous screen (also Ctrl-F Ctrl-B)",
        "Ctrl-D Ctrl-U  half a screen down and up",
        "1 2 3 ...      go to the link with this number",
        "/ n N          search for a word, search again, search backwards",
        "Space          mark the link, and go to the next one",
        "o              open all links that are marked",
        "y Y            copy the URL, copy it as Markdown; several, if they are marked",
        "e              edit the URL, and open it; Esc gives up",
        "Tab            next reading of the URL, if its end or a break is in doubt",
        "t              the target instead of the gateway, and back",
        "c              show the lines around the link",
        "z              show and hide footers, list headers and pictures",
        "!              always open links to this place without a question",
        "Ctrl-L         draw the screen again",
        "? F1           this help",
        "q Ctrl-C       quit",
        "",
        "The mouse selects a link, a double click opens it. trawl-pick(1) says more.",
    };
    struct page page = {.title = "Keys", .hint = "any key goes back"};

    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        pages_add_plain(&page, keys[i], ROLE_PLAIN);
    (void)page_show(s, &page);
}

void page_context(struct screen *s, const struct choice *choice)
{
    const struct around *a = &s->pick->choices.around;
    trawl_str rest = around_lines(a, choice->from, choice->to, AROUND_LINES);
    struct page page = {.title = "The lines around the link", .hint = "any key goes back"};

    for (size_t n; rest.n > 0; rest.p += n, rest.n -= n) {
        const char *lf = memchr(rest.p, '\n', rest.n);
        size_t at = (size_t)(rest.p - a->p), line = lf ? (size_t)(lf - rest.p) : rest.n;
        trawl_span hot = {choice->from > at ? choice->from - at : 0,
                          choice->to > at ? choice->to - at : 0};

        n = line + (lf != NULL);
        if (line > 0 && rest.p[line - 1] == '\r')
            line--;
        page_add(&page, (trawl_str){rest.p, line}, ROLE_PLAIN, hot);
    }
    (void)page_show(s, &page);
}
