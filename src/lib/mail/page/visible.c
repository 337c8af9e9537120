/* visible.c - the text of an anchor as readers see it, for the comparison with its link (E17)
 *
 * Input: the running text of an anchor, with the look of each piece. Output: the text with white
 * space collapsed, and with marks (enum page_mark) where a line ends, where a style hides the text
 * or turns it round, and around the text of pictures. shown.c reads it.
 */
#include "base/ascii.h"
#include "base/check.h"
#include "base/utf8.h"
#include "mail/page/page.h"

#define HIDDEN (PAGE_LOOK_GONE | PAGE_LOOK_UNSEEN | PAGE_LOOK_SMALL | PAGE_LOOK_CLEAR)

static void visible_put(page_visible *v, char c)
{
    if (v->n < sizeof v->text)
        v->text[v->n++] = c;
}

void page_visible_mark(page_visible *v, enum page_mark mark)
{
    visible_put(v, (char)mark);
}

/* Adds marks for what changes from one look to the other. */
static void change_look(page_visible *v, unsigned to)
{
    unsigned from = v->look;

    v->look = to;
    if (!(from & HIDDEN) != !(to & HIDDEN))
        visible_put(v, to & HIDDEN ? PAGE_MARK_HIDDEN : PAGE_MARK_SHOWN);
    if ((from ^ to) & PAGE_LOOK_TURNED)
        visible_put(v, to & PAGE_LOOK_TURNED ? PAGE_MARK_TURNED : PAGE_MARK_FORWARD);
}

void page_visible_begin(page_visible *v)
{
    v->n = 0;
    v->look = 0;
    v->paused = false;
}

void page_visible_add(page_visible *v, unsigned look, const char *p, size_t n)
{
    if (v->paused)
        return;
    if (v->look != look)
        change_look(v, look);
    for (size_t i = 0; i < n && v->n < sizeof v->text; i++) {
        bool blank = (unsigned char)p[i] <= ' ';
        if (blank && (v->n == 0 || v->text[v->n - 1] == ' '))
            continue;
        v->text[v->n++] = blank ? ' ' : p[i];
    }
}

void page_visible_picture(page_visible *v, unsigned look, const char *alt, size_t n)
{
    if (v->look != look)
        change_look(v, look);
    visible_put(v, PAGE_MARK_PICTURE);
    for (size_t i = 0; i < n; i++)
        visible_put(v, (unsigned char)alt[i] <= ' ' ? ' ' : alt[i]);
    visible_put(v, PAGE_MARK_PICTURE_END);
}

/* ---- The text of the report ---- */

/* More invisible characters than this in a row are left out. An emoji may have several. */
#define INVISIBLE_RUN 8

size_t page_visible_text(const char *p, size_t n, bool pictures, char *out, size_t size)
{
    size_t len = 0, run = INVISIBLE_RUN;
    bool hidden = false, picture = false;
    utf8_char c;

    for (size_t i = 0; i < n && len < size; i += c.len) {
        unsigned char byte = (unsigned char)p[i];
        if (byte > ' ' && byte < 0x80 && !hidden && !picture) { /* the common case */
            out[len++] = p[i];
            run = 0;
            c.len = 1;
            continue;
        }
        c = utf8_decode(p + i, n - i);
        if (c.code < ' ') {
            hidden = c.code == PAGE_MARK_HIDDEN || (hidden && c.code != PAGE_MARK_SHOWN);
            picture = c.code == PAGE_MARK_PICTURE || (picture && c.code != PAGE_MARK_PICTURE_END);
            continue;
        }
        if (hidden || (picture && !pictures) ||
            (c.code == ' ' && (len == 0 || out[len - 1] == ' ')))
            continue;
        if (c.code != UTF8_INVALID && unicode_classes(c.code) & UNICODE_IGNORED) {
            if (run == INVISIBLE_RUN)
                continue;
            run++;
        } else {
            run = c.code == ' ' ? INVISIBLE_RUN : 0;
        }
        if (c.len > size - len)
            break;
        CHECK(len + c.len <= size);
        memcpy(out + len, p + i, c.len);
        len += c.len;
    }
    while (len > 0 && out[len - 1] == ' ')
        len--;
    return len;
}
