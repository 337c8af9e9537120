/* inside.h - shared by the files of the screen; includes ncurses */
#ifndef TRAWL_PICK_SCREEN_INSIDE_H
#define TRAWL_PICK_SCREEN_INSIDE_H

#include <curses.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>

#include "pick/screen/screen.h"

/* What a text is: its colour depends on it. */
enum role {
    ROLE_PLAIN,
    ROLE_NUMBER,
    ROLE_HOST,
    ROLE_DIM,
    ROLE_DANGER,
    ROLE_MARK,
    ROLE_LINK,
    ROLE_HEADING,
    ROLE_BAR,
    ROLE_COUNT
};

#define LINES_MAX 512 /* a higher terminal stays empty below these */

struct screen {
    struct pick *pick;
    int fd;                /* of the terminal, or -1 */
    FILE *out;             /* of the terminal */
    SCREEN *terminal;      /* NULL until the screen shows */
    bool failed;           /* there is no terminal that can show the screen */
    struct sigaction stop; /* what ncurses does for SIGTSTP, while the screen is left */
    bool utf8;             /* the locale's charset */
    int colours;           /* 0: none */
    uint64_t began;        /* when the program began, in ms */
    uint64_t next;         /* when to draw again, while reading */
    /* The list. */
    uint32_t *rows; /* places in choices.order of the links that are shown */
    size_t count, size;
    size_t top, row;  /* the first row on the screen, and the selected one */
    uint32_t current; /* the selected link, in choices.all */
    size_t marked;    /* how many links are marked */
    bool unfolded;
    bool stale;                /* the list has to be made again */
    bool fresh;                /* the screen is up to date */
    size_t known;              /* links when the list was made */
    size_t of_line[LINES_MAX]; /* 1 + the row in each line; 0: none */
    size_t number;             /* the digits so far, as a number */
    char word[256];            /* the last search */
    uint64_t clicked;          /* the time of the last click, and its row */
    size_t clicked_row;
    struct buffer said; /* on the last line until the next key */
    struct buffer messages;
    struct output_taker taker;
    struct buffer text, form;
    bool leave;
};

uint64_t screen_now(void); /* in ms */

/* Waits for a key. Returns ERR when the program has to leave. */
int screen_key(struct screen *s);

/* Puts a message on the last line. */
void screen_say(struct screen *s, const char *text, const char *more);

/* ---- Drawing: draw.c ---- */

/* Where to draw: the columns x to end - 1 of a line. */
struct pen {
    int y, x, end;
};

/* One step of text: at most 15 bytes, with the columns that the terminal gives them. */
struct glyph {
    char text[40];
    size_t n, bytes;
    int columns;
};

attr_t draw_attribute(const struct screen *s, enum role role);
void draw_glyph(const struct screen *s, struct glyph *g, const char *p, size_t n);

/* Draws a text, cut at the pen's end. */
void draw_text(const struct screen *s, struct pen *pen, trawl_str text, attr_t attribute);

/* Draws a URL with its host in bold. A host that is too long loses its front. */
void draw_url(struct screen *s, struct pen *pen, trawl_str url, attr_t attribute);

/* Fills the columns from pen->x to the pen's end with blanks. */
void draw_rest(struct pen *pen, attr_t attribute);

/* Returns the columns of a text, at most `most`. */
int draw_columns(const struct screen *s, trawl_str text, int most);

/* ---- The list: list.c ---- */

/* Makes the list again if it is stale. */
void list_update(struct screen *s);

/* Draws the whole screen. */
void list_draw(struct screen *s);

/* Selects a row, or the last one if there are fewer rows. */
void list_select(struct screen *s, size_t row);

/* Returns the selected link, or NULL. */
struct choice *list_current(struct screen *s);

/* Returns the link of a row. */
struct choice *list_at(const struct screen *s, size_t row);

/* Returns how many lines of the screen there are for links. */
int list_height(void);

/* ---- Keys: keys.c ---- */

void keys_press(struct screen *s, int key);

/* ---- Pages: pages.c ---- */

struct paragraph {
    trawl_str text;
    enum role role;
    trawl_span hot; /* the part that is emphasized */
};

#define PARAGRAPHS 48

struct page {
    const char *title, *hint;
    struct paragraph all[PARAGRAPHS];
    size_t count;
};

void page_add(struct page *page, trawl_str text, enum role role, trawl_span hot);

/* Shows a page until a key other than those that scroll. Returns the key; ERR as screen_key(). */
int page_show(struct screen *s, const struct page *page);

/* Asks whether to open the judged URL. Returns true for yes; remembers the place if the user chose
 * that. */
bool page_ask(struct screen *s, struct judged *j);

/* Adds the place to pick.conf, and shows a message about it. */
void page_remember(struct screen *s, const char *place);

void page_help(struct screen *s);
void page_context(struct screen *s, const struct choice *choice);

/* ---- Lines: line.c ---- */

/* Lets the user edit text[0..size), which ends in NUL, on the last line. Returns true unless the
 * user gives up. */
bool line_edit(struct screen *s, const char *question, char *text, size_t size);

#endif
