/* fragment.c - the text of a message as HTML, read from its page
 *
 * The page of a message has the text between FRAGMENT_OPEN and FRAGMENT_CLOSE. Text of a message is
 * escaped, so both are unique. Pages of threads and feeds take the text from this page. So each
 * message is read and rendered once, and what its page leaves out, such as addresses, is in no
 * other file.
 *
 *   <blockquote>...</blockquote>   <details class="quote"><summary>first words</summary>
 *                                  <blockquote>...</blockquote></details>
 */
#include "archive/site/site.h"
#include "app/pool/pool.h"

#define WORDS_MOST 70 /* the bytes of a quote that its folded line shows */
#define LINES_LEAST 2 /* shorter quotes are not folded */

/* ---- Reading ---- */

size_t fragment_find(trawl_str html, size_t from, const char *word)
{
    const size_t n = strlen(word);
    const char *p;

    for (; from + n <= html.n; from++) {
        if (!(p = memchr(html.p + from, word[0], html.n - n + 1 - from)))
            break;
        from = (size_t)(p - html.p);
        if (memcmp(p, word, n) == 0)
            return from;
    }
    return html.n;
}

int fragment_read(struct site *s, const char *path, struct buffer *html)
{
    struct site_reading file;
    int stop = file_read(s, path, &file);
    size_t from, to, n;

    html->n = 0;
    if (stop)
        return stop;
    if (file.size > FRAGMENT_MOST)
        return file_read_end(&file, file.size) < 0 ? -1 : 1;
    if (buffer_make_room(html, (size_t)file.size + 1) == TRAWL_OK)
        html->n = input_read_at(file.fd, html->p, (size_t)file.size, 0);
    else
        (void)command_trouble("site", TRAWL_ERROR_NO_MEMORY);
    if (file_read_end(&file, html->n) < 0)
        return -1;
    from = fragment_find(buffer_str(html), 0, FRAGMENT_OPEN);
    if (from == html->n)
        return 1;
    from += strlen(FRAGMENT_OPEN);
    to = fragment_find(buffer_str(html), from, FRAGMENT_CLOSE);
    n = to - from;
    memmove(html->p, html->p + from, n);
    html->n = n;
    return 0;
}

/* ---- Words ---- */

/* Returns true when a tag, or another text, is at this place. */
static bool fragment_has(trawl_str html, size_t at, const char *word)
{
    const size_t n = strlen(word);

    return at + n <= html.n && memcmp(html.p + at, word, n) == 0;
}

/* Returns the end of the blockquote that begins at this place. */
static size_t end_of_quote(trawl_str html, size_t at)
{
    size_t depth = 0;

    for (; at < html.n; at = fragment_find(html, at + 1, "<")) {
        if (fragment_has(html, at, "<blockquote"))
            depth++;
        else if (fragment_has(html, at, "</blockquote>") && --depth == 0)
            return at + strlen("</blockquote>");
    }
    return html.n;
}

/* Returns the end of the tag that begins at this place, or `at` if there is no tag. */
static size_t end_of_tag(trawl_str html, size_t at)
{
    return html.p[at] == '<' ? fragment_find(html, at, ">") + 1 : at;
}

/* Returns true for a tag that begins a line or a cell. */
static bool breaks(trawl_str html, size_t at)
{
    static const char *const tags[] = {"<br", "<p", "<li", "<t"};

    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++)
        if (fragment_has(html, at, tags[i]))
            return true;
    return false;
}

/* Writes the words of a fragment, at most `most` bytes, with a blank for tags and white space. */
static void put_words(struct site *s, trawl_str html, size_t most, bool quotes)
{
    size_t n = 0, end;
    bool blank = false;

    for (size_t at = 0; at < html.n; at = end) {
        if (!quotes && fragment_has(html, at, "<blockquote")) {
            end = end_of_quote(html, at);
            continue;
        }
        end = end_of_tag(html, at);
        if (end > at || (unsigned char)html.p[at] <= ' ') {
            blank |= n > 0 && (end == at || breaks(html, at));
            end += end == at;
            continue;
        }
        end = at + 1;
        if (html.p[at] == '&')
            end = fragment_find(html, at, ";") + 1;
        while (end < html.n && ((unsigned char)html.p[end] & 0xC0) == 0x80)
            end++;
        if (n + 1 + (end - at) > most) {
            output_text(&s->out, "\xE2\x80\xA6");
            return;
        }
        if (blank)
            output_byte(&s->out, ' ');
        n += (size_t)blank + (end - at);
        blank = false;
        output_bytes(&s->out, html.p + at, end - at);
    }
}

void fragment_put_excerpt(struct site *s, trawl_str html, size_t most)
{
    put_words(s, html, most, false);
}

/* ---- In another page ---- */

/* Returns the number of lines of a quote. */
static size_t quoted_lines(trawl_str html)
{
    size_t lines = 0;

    for (size_t at = 0; at < html.n; at = fragment_find(html, at + 1, "<"))
        lines += breaks(html, at);
    return lines;
}

static void put_summary(struct site *s, trawl_str quote, size_t lines)
{
    output_printf(
        &s->out, "<details class=\"quote\"><summary><span class=\"dim\">%zu lines:</span> ", lines);
    put_words(s, quote, WORDS_MOST, true);
    output_text(&s->out, "</summary>");
}

/* Writes a tag. */
static void fragment_put_tag(struct site *s, trawl_str tag, const char *path)
{
    size_t id = fragment_find(tag, 0, " id=\""), own = fragment_find(tag, 0, "href=\"#"), end;

    if (fragment_has(tag, 0, "<h2") || fragment_has(tag, 0, "</h2")) {
        for (size_t i = 0; i < tag.n; i++)
            output_byte(&s->out, (char)(tag.p[i] == '2' && tag.p[i - 1] == 'h' ? '3' : tag.p[i]));
    } else if (id < tag.n) {
        end = fragment_find(tag, id + 5, "\"");
        output_bytes(&s->out, tag.p, id);
        output_bytes(&s->out, tag.p + end + 1, tag.n - end - 1);
    } else if (own < tag.n) {
        own += strlen("href=\"");
        output_bytes(&s->out, tag.p, own);
        put_up(s);
        output_text(&s->out, path);
        output_bytes(&s->out, tag.p + own, tag.n - own);
    } else {
        output_bytes(&s->out, tag.p, tag.n);
    }
}

void fragment_put(struct site *s, trawl_str html, const char *path)
{
    size_t fold = html.n, end; /* fold: the end of the folded quote */
    bool folded = false;

    for (size_t at = 0; at < html.n; at = end) {
        end = fragment_find(html, at, "<");
        output_bytes(&s->out, html.p + at, end - at);
        at = end;
        if (!folded && fragment_has(html, at, "<blockquote")) {
            trawl_str quote = {html.p + at, 0};
            size_t lines;

            quote.n = end_of_quote(html, at) - at;
            lines = quoted_lines(quote);
            folded = lines >= LINES_LEAST;
            fold = at + quote.n;
            if (folded)
                put_summary(s, quote, lines);
        }
        if (at == html.n)
            break;
        if (fragment_has(html, at, "<a class=\"trawl-here\"")) {
            end = fragment_find(html, at, "</a>") + strlen("</a>");
            continue;
        }
        end = fragment_find(html, at, ">") + 1;
        fragment_put_tag(s, (trawl_str){html.p + at, end - at}, path);
        if (folded && end >= fold) {
            output_text(&s->out, "</details>");
            folded = false;
        }
    }
}
